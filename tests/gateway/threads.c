/* threads.c - the articles of a group as a page of threads; hostile references too. */
#include "shown.h"

#include "gateway/pages/threads.h"
#include "tap.h"

#include <everyuri/message.h>
#include <time.h>

static struct shown shown;

static void group_begin(void)
{
	static const struct everyuri_object object = { .kind = EVERYURI_MENU,
		                                       .length = UNKNOWN,
		                                       .threaded = true };

	shown_begin(&shown, TEXT("news:comp.lang.c"));
	shown_object(&shown, &object);
}

/* An article that has its id for a subject; references NULL: none. */
static bool tell(const char *id, const char *references)
{
	char uri[300], bracketed[300];
	struct everyuri_item item = { .kind = EVERYURI_ITEM_DOCUMENT,
		                      .label = { id, strlen(id) },
		                      .size = UNKNOWN,
		                      .uri = { uri, 0 },
		                      .message_id = { bracketed, 0 },
		                      .references = { references,
		                                      references ? strlen(references) : 0 } };

	item.uri.len = (size_t)snprintf(uri, sizeof uri, "news:%s@h", id);
	item.message_id.len = (size_t)snprintf(bracketed, sizeof bracketed, "<%s@h>", id);
	return shown_item(&shown, &item);
}

static bool tell_number(unsigned number, const char *references)
{
	char id[20];

	snprintf(id, sizeof id, "%u", number);
	return tell(id, references);
}

/* Returns: the body; it can be had once. */
static const char *group_end(void)
{
	shown_end(&shown, true, NULL);
	return shown_body(&shown);
}

/* The page's threads alone: "(a(b)(c))(d)", in the words of the labels. */
static const char *shape_of(const char *page)
{
	static char shape[200000];
	const char *at = strstr(page, "<ol class=\"threads\">");
	size_t n = 0;

	for (; at && n + 2 < sizeof shape && (at = strchr(at, '<')) != NULL; at++) {
		if (!strncmp(at, "<li", 3))
			shape[n++] = '(';
		else if (!strncmp(at, "</li>", 5))
			shape[n++] = ')';
		else if (!strncmp(at, "<p ", 3))
			break;
		else if (!strncmp(at, "<bdi>", 5) && n && shape[n - 1] == '(')
			for (at += 5; *at != '<' && n + 2 < sizeof shape; at++)
				shape[n++] = *at;
	}
	shape[n] = '\0';
	return shape;
}

static bool has(const char *page, const char *what)
{
	return strstr(page, what) != NULL;
}

static void is_shape(const char *want, const char *name)
{
	const char *shape = shape_of(group_end());

	is_text(shape, strlen(shape), want, "%s", name);
}

/* ---- trees ------------------------------------------------------------------------------------ */

static void check_tree(void)
{
	group_begin();
	tell("a", NULL);
	tell("b", "<a@h>");
	tell("x", NULL);
	tell("c", "<a@h> <b@h>");
	tell("d", "<a@h>");
	tell("y", "<x@h>");
	is_shape("(x(y))(a(b(c))(d))",
	         "RFC 5536 3.2.8: threads by references, that with the newest article first");
	group_begin();
	tell("b", "<a@h>");
	tell("a", NULL);
	is_shape("(a(b))", "an article may come before what it follows");
	group_begin();
	tell("c", "<gone@h> <b@h>");
	tell("d", "<gone@h> <also-gone@h>");
	tell("e", "<gone@h> <b@h> <c@h>");
	is_shape("(c(d)(e))", "what began alike stands together when its beginning is gone");
	group_begin();
	tell("a", NULL);
	tell("b", "<a@h> <not-here@h>");
	is_shape("(a(b))", "an article stands below the nearest that is here");
}

static void check_hostile(void)
{
	group_begin();
	tell("a", "<b@h>");
	tell("b", "<a@h>");
	is_shape("(b(a))", "two articles that follow each other are no circle");
	group_begin();
	tell("a", "<a@h> <a@h>");
	is_shape("(a)", "an article does not follow itself");
	group_begin();
	tell("a", "<c@h>");
	tell("b", "<a@h>");
	tell("c", "<b@h>");
	is_shape("(c(a(b)))", "nor are three a circle");
	group_begin();
	tell("a", NULL);
	tell("a", "<a@h>");
	tell("b", "<a@h>");
	is_shape("(a(a)(b))", "of two with one id the first has it");
	group_begin();
	tell("a", "\x1B]0; <<>> > < <");
	tell("b", "<a@h");
	is_shape("(b)(a)", "references that are none");
	group_begin();
	tell("a", NULL);
	for (unsigned i = 0; i < 5; i++)
		tell_number(i, "<a@h><x@h>\t<x@h>,<x@h>");
	is_shape("(a(0)(1)(2)(3)(4))", "whatever stands between them");
}

/* The first began the thread: with more references than are kept, it and the last ones are. */
static void check_references(void)
{
	char references[4000] = "<a@h> ";

	for (int i = 0; i < 100; i++)
		snprintf(references + strlen(references), 40, "<gone%d@h> ", i);
	group_begin();
	tell("a", NULL);
	tell("b", references);
	strncat(references, "<b@h>", 6);
	tell("c", references);
	is_shape("(a(b(c)))", "of a hundred references the first and the last count");
}

/* Each follows the one before, and names all that were. */
static void check_deep(void)
{
	static char references[100000];
	const char *page, *shape;
	size_t n = 0;

	group_begin();
	for (unsigned i = 0; i < THREADS_MAX; i++) {
		tell_number(i, n ? references : NULL);
		n += (size_t)snprintf(references + n, sizeof references - n, "<%u@h> ", i);
	}
	page = group_end();
	shape = shape_of(page);
	ok(!strncmp(shape, "(0(1(2(3(4(5(6(7(8(9(10(11(12)(13)(14)", 38) &&
	           has(shape, "(998)(999)))))))))))))"),
	   "THREATS L3: a thousand, each below the one before: twelve levels are indented");
	ok(has(page, "1,000 articles, 1 thread</p>"), "and are one thread");
}

/* Everybody names everybody: as dear as it can get. */
static void check_cost(void)
{
	static char references[4000];
	clock_t begun = clock();
	double took;
	size_t n = 0;

	for (int i = 999; n + 20 < sizeof references; i--)
		n += (size_t)snprintf(references + n, 20, "<%d@h>", i);
	group_begin();
	for (unsigned i = 0; i < 20000; i++)
		tell_number(i % 1000, references);
	group_end();
	took = (double)(clock() - begun) / CLOCKS_PER_SEC;
	ok(took < 20, "20000 articles that follow one another all over: %.2f s", took);
}

/* ---- more than are kept ---------------------------------------------------------------------------- */

static void check_many(void)
{
	const char *page, *older, *end, *shape;

	group_begin();
	for (unsigned i = 0; i < THREADS_MAX + 500; i++) {
		char references[20];

		snprintf(references, sizeof references, "<%u@h>", i - 1);
		tell_number(i, i % 2 ? references : NULL);
	}
	page = group_end();
	older = strstr(page, "<details class=\"older\">");
	end = older ? strstr(older, "</ol>\n</details>") : NULL;
	ok(end && has(older, "<bdi>0</bdi>") && strstr(older, "<bdi>499</bdi>") < end &&
	           strstr(older, "<bdi>500</bdi>") > end,
	   "the older 500 of 1500 are told one by one");
	shape = shape_of(page);
	ok(!strncmp(shape, "(1498(1499))(1496(1497))", 24) && has(shape, "(500(501))") &&
	           !has(shape, "(499"),
	   "the last thousand as threads");
	ok(has(page, "1,500 articles, 500 threads of the last 1,000</p>"), "and that is said");
}

/* ---- what is written --------------------------------------------------------------------------------- */

static const struct everyuri_item sample = { .kind = EVERYURI_ITEM_DOCUMENT,
	                                     .label = BYTES("=?utf-8?Q?=3Cb=3E?= caf\xC3\xA9"),
	                                     .uri = BYTES("news:1@h"),
	                                     .size = 12,
	                                     .date = BYTES("2026-11-21T17:00:00Z"),
	                                     .author = BYTES("\"A <b>\" <a@h>"),
	                                     .message_id = BYTES("<1@h>") };

static void check_article(void)
{
	static const struct everyuri_item words = { .kind = EVERYURI_ITEM_TEXT,
		                                    .label = BYTES("no <overview>"),
		                                    .size = UNKNOWN };
	struct everyuri_item script = sample;
	const char *page;

	script.uri = TEXT("javascript:alert(1)");
	script.label = NONE;
	group_begin();
	shown_item(&shown, &sample);
	shown_item(&shown, &words);
	shown_item(&shown, &script);
	page = group_end();
	if (everyuri_message_ready())
		ok(has(page, "<bdi>&lt;b&gt; caf\xC3\xA9</bdi></a>"),
		   "RFC 2047: a subject is decoded, then escaped");
	else
		skip("words of subjects", "GMime 3 is not installed");
	ok(has(page, "<li><a href=\"/news%3A1%40h\"><bdi>") &&
	           has(page, "<time datetime=\"2026-11-21T17:00:00Z\">2026-11-21 17:00</time>"),
	   "an article is a link, with its date");
	ok(has(page, "<li><bdi>no &lt;overview&gt;</bdi></li>"),
	   "what is no overview is shown, and leads nowhere");
	ok(has(page, "<li><bdi>(no subject)</bdi> <code>javascript:alert(1)</code>"),
	   "THREATS G5: a script is shown, and no link");
	group_begin();
	ok(has(group_end(), "This group has no articles."), "an empty group says so");
}

static void check_subjects(void)
{
	static const struct {
		struct everyuri_text subject, references;
		bool same;
	} row[] = {
		{ BYTES("A question"), { NULL, 0 }, false },
		{ BYTES("Re: A question"), BYTES("<0@h>"), true },
		{ BYTES("RE: re:A question "), BYTES("<0@h>"), true },
		{ BYTES("An answer (was: A question)"), BYTES("<0@h>"), false },
		{ BYTES("A question"), { NULL, 0 }, false },
		{ BYTES("Re:"), BYTES("<0@h>"), false },
	};
	const char *page;

	group_begin();
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		struct everyuri_item one = sample;
		char id[20];

		one.label = row[i].subject;
		one.references = row[i].references;
		one.message_id =
			(struct everyuri_text){ id, (size_t)snprintf(id, sizeof id, "<%u@h>",
			                                             (unsigned)i) };
		shown_item(&shown, &one);
	}
	page = group_end();
	ok(has(page, "<li class=\"same\"><a href=\"/news%3A1%40h\"><bdi>Re: A question</bdi>") &&
	           has(page, "<li class=\"same\"><a href=\"/news%3A1%40h\"><bdi>RE: re:A "),
	   "RFC 5322 3.6.5: a subject that says nothing new is told apart");
	ok(has(page, "<li><a href=\"/news%3A1%40h\"><bdi>An answer") &&
	           has(page, "<li><a href=\"/news%3A1%40h\"><bdi>Re:</bdi>"),
	   "and one that does is not");
}

static void check_authors(void)
{
	static const struct {
		struct everyuri_text author;
		const char *want;
	} row[] = {
		{ BYTES("A B <a@h>"), "<bdi>A B</bdi>" },
		{ BYTES("a@h (A B)"), "<bdi>A B</bdi>" },
		{ BYTES("<a@h>"), "<bdi>&lt;a@h&gt;</bdi>" },
		{ BYTES("\"A\" <a@h>"), "<bdi>A</bdi>" },
		{ BYTES("a@h"), "<bdi>a@h</bdi>" },
		{ BYTES("("), "<bdi>(</bdi>" },
		{ BYTES("()"), "<bdi>()</bdi>" },
		{ BYTES(")("), "<bdi>)(</bdi>" },
		{ BYTES("\x1B[2J"), "<bdi>\xEF\xBF\xBD[2J</bdi>" },
	};

	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		struct everyuri_item one = sample;

		one.author = row[i].author;
		group_begin();
		shown_item(&shown, &one);
		ok(has(group_end(), row[i].want), "RFC 5322 3.4: author %zu is %s", i, row[i].want);
	}
}

static uint64_t seed = 88172645463325252u;

static unsigned chance(unsigned n)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (unsigned)(seed >> 11) % n;
}

/* Every article is opened once, and closed behind those below it. */
static bool is_forest(const char *shape, unsigned n)
{
	unsigned open = 0, depth = 0;

	for (; *shape; shape++) {
		open += *shape == '(';
		depth += *shape == '(';
		if (*shape == ')' && !depth--)
			return false;
	}
	return open == n && !depth;
}

static void check_random(void)
{
	const unsigned rounds = 1000;
	unsigned good = 0;

	for (unsigned round = 0; round < rounds; round++) {
		const unsigned n = 1 + chance(60);

		group_begin();
		for (unsigned i = 0; i < n; i++) {
			char references[60];

			snprintf(references, sizeof references, "<%u@h> <%u@h>", chance(n),
			         chance(n + 5));
			tell_number(chance(n), chance(4) ? references : NULL);
		}
		good += is_forest(shape_of(group_end()), n);
	}
	is_number(good, rounds, "in %u random groups every article is shown once", rounds);
}

static void check_gone(void)
{
	const struct everyuri_error err = { .message = "the connection ended", .clause = "" };
	const char *page;

	group_begin();
	tell("a", NULL);
	shown_end(&shown, false, &err);
	page = shown_body(&shown);
	ok(has(page, "This is incomplete") && has(page, "<bdi>a</bdi>"),
	   "THREATS C10: what came is shown, and that it is not all");
	shown.fails = true;
	group_begin();
	for (unsigned i = 0; i < 3000; i++)
		if (!tell("a", "<a@h>"))
			break;
	shown_end(&shown, false, NULL);
	shown.fails = false;
	ok(true, "a client that has gone does no harm");
}

int main(void)
{
	check_tree();
	check_hostile();
	check_references();
	check_deep();
	check_cost();
	check_many();
	check_article();
	check_subjects();
	check_authors();
	check_random();
	check_gone();
	free(shown.data);
	return done();
}
