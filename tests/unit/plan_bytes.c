/* plan_bytes.c - plans that are put together by hand: what is written of them and said of two of them where
 * no scheme's plan has such steps (include/everyuri/plan.h). */
#include <everyuri.h>

#include "tap.h"
#include "written.h"

#include <stdint.h>

/* ---- bytes ------------------------------------------------------------------------------------------- */

enum { SIZE = 4096, STEP_HEAD = 5, FIELD_HEAD = 6 };

struct bytes {
	char data[SIZE];
	size_t len;
};

/* A step or a field: its name, flags of a field, four bytes of length, and what is inside. */
static void put(struct bytes *to, unsigned name, size_t head, const char *inside, size_t len)
{
	const uint32_t four = (uint32_t)len;

	memset(to->data + to->len, 0, head);
	to->data[to->len] = (char)name;
	memcpy(to->data + to->len + head - sizeof four, &four, sizeof four);
	if (len)
		memcpy(to->data + to->len + head, inside, len);
	to->len += head + len;
}

static void put_field(struct bytes *to, enum everyuri_field_name name, const char *text)
{
	put(to, name, FIELD_HEAD, text, strlen(text));
}

static struct everyuri_plan plan_of(const struct bytes *steps)
{
	return (struct everyuri_plan){ .steps = { steps->data, steps->len } };
}

static void tell(const struct bytes *steps, bool json)
{
	const struct everyuri_plan plan = plan_of(steps);
	struct everyuri_writer w;
	char block[64];

	n_told = 0;
	everyuri_writer_init(&w, block, sizeof block, keep, NULL);
	if (json)
		everyuri_plan_write_json(&w, &plan, 0);
	else
		everyuri_plan_write_text(&w, &plan, 0, 0);
	everyuri_writer_flush(&w);
}

/* ---- what is written ------------------------------------------------------------------------------------ */

static void written(void)
{
	struct bytes fields = { .len = 0 }, steps = { .len = 0 };

	put_field(&fields, EVERYURI_FIELD_REPLY, "\xFF");
	put_field(&fields, EVERYURI_FIELD_REPLY, "a");
	put_field(&fields, EVERYURI_FIELD_WHEN, "b");
	put(&steps, EVERYURI_EXPECT, STEP_HEAD, fields.data, fields.len);
	tell(&steps, true);
	is_text(told, n_told,
	        "[{\"do\":\"expect\",\"reply\":[\"\xEF\xBF\xBD\",\"a\"],"
	        "\"reply_octets\":[\"/w==\",\"YQ==\"],\"when\":\"b\"}]",
	        "plan.h: a list that is not UTF-8 ends before the next field");
	fields.len = steps.len = 0;
	put(&fields, EVERYURI_FIELD_FIELDS, FIELD_HEAD, "\0\0\0\0v", 5);
	put(&steps, EVERYURI_SEND, STEP_HEAD, fields.data, fields.len);
	tell(&steps, false);
	is_text(told, n_told, "send       fields =v\n", "a pair without a name");
}

/* `or` within `or`, n deep, within the fields of a `send` or not. */
static void nest(struct bytes *steps, unsigned n, bool send)
{
	static struct bytes inner, outer;

	steps->len = 0;
	put(steps, EVERYURI_SECURE, STEP_HEAD, "", 0);
	for (unsigned i = 0; i < n; i++) {
		inner.len = outer.len = 0;
		put(&inner, EVERYURI_FIELD_OR, FIELD_HEAD, steps->data, steps->len);
		put(&outer, EVERYURI_CONNECT, STEP_HEAD, inner.data, inner.len);
		*steps = outer;
	}
	if (!send)
		return;
	inner.len = outer.len = 0;
	put(&inner, EVERYURI_FIELD_OR, FIELD_HEAD, steps->data, steps->len);
	put(&outer, EVERYURI_FIELD_SEND, FIELD_HEAD, inner.data, inner.len);
	steps->len = 0;
	put(steps, EVERYURI_ASK, STEP_HEAD, outer.data, outer.len);
}

static int balance(char open, char close)
{
	int depth = 0;

	for (size_t i = 0; i < n_told; i++)
		depth += (told[i] == open) - (told[i] == close);
	return depth;
}

/* No scheme's plan is deeper than two `or` in each other; bytes from elsewhere may be. */
static void nested(void)
{
	static struct bytes steps;

	for (unsigned n = 0; n < 16; n++)
		for (int send = 0; send < 2; send++) {
			nest(&steps, n, send);
			tell(&steps, true);
			ok(!balance('{', '}') && !balance('[', ']') && told[0] == '[' &&
			           told[n_told - 1] == ']',
			   "plan.h: JSON of steps %u deep is closed again", n);
			is_number(strstr(told, "\"do\":\"secure\"") != NULL, n <= (send ? 3 : 5),
			          "... and what is too deep is left out");
			tell(&steps, false);
			ok(n_told > 0 && told[n_told - 1] == '\n',
			   "text of the same ends its line");
		}
}

static void odd_reads(void)
{
	static struct bytes steps;
	struct everyuri_step step;
	size_t at = 6;

	nest(&steps, 0, false);
	ok(!everyuri_step_next((struct everyuri_text){ steps.data, steps.len }, &at, &step) &&
	           at == 6,
	   "plan.h step_next: nothing lies behind the end");
	is_text(everyuri_do_name((enum everyuri_do)200), 0, "", "plan.h do_name: of no step");
	is_text(everyuri_field_text((enum everyuri_field_name)200), 0, "",
	        "plan.h field_text: of no field");
}

static void warnings(void)
{
#define WARNING(at) "{\"at\":" at ",\"clause\":\"c\",\"message\":\"m\"}"
	static const char one[] = "[" WARNING("1") "]",
			  two[] = "[" WARNING("1") "," WARNING("2") "]";
	static const char *const want[] = { "[]", one, two };
	struct everyuri_plan plan = { .n_warnings = 0 };
	struct everyuri_writer w;
	char block[64];

	for (; plan.n_warnings < 3; plan.n_warnings++) {
		n_told = 0;
		everyuri_writer_init(&w, block, sizeof block, keep, NULL);
		everyuri_plan_write_warnings(&w, &plan);
		everyuri_writer_flush(&w);
		is_text(told, n_told, want[plan.n_warnings], "plan.h write_warnings: %u of them",
		        plan.n_warnings);
		plan.warning[plan.n_warnings] = (struct everyuri_error){ .at = plan.n_warnings + 1,
			                                                 .clause = "c",
			                                                 .message = "m" };
	}
}

/* ---- may a connection be kept? ------------------------------------------------------------------------------ */

struct made {
	enum everyuri_do what;
	const char *verb, *until,
		*or_verb; /* NULL: there is none; or_verb "": an `or` of no step */
};

static void make(struct bytes *steps, const struct made *rows, size_t n)
{
	steps->len = 0;
	for (size_t i = 0; i < n; i++) {
		struct bytes fields = { .len = 0 }, inner = { .len = 0 }, verb = { .len = 0 };

		if (rows[i].verb)
			put_field(&fields, EVERYURI_FIELD_VERB, rows[i].verb);
		if (rows[i].until)
			put_field(&fields, EVERYURI_FIELD_UNTIL, rows[i].until);
		if (rows[i].or_verb && rows[i].or_verb[0]) {
			put_field(&verb, EVERYURI_FIELD_VERB, rows[i].or_verb);
			put(&inner, EVERYURI_SEND, STEP_HEAD, verb.data, verb.len);
		}
		if (rows[i].or_verb)
			put(&fields, EVERYURI_FIELD_OR, FIELD_HEAD, inner.data, inner.len);
		put(steps, rows[i].what, STEP_HEAD, fields.data, fields.len);
	}
}

#define MANY 4

static void kept(const struct made a[MANY], const struct made b[MANY], bool want, const char *why)
{
	static struct bytes done, next;
	struct everyuri_plan plan_a, plan_b;
	size_t n_a = 0, n_b = 0;

	/* A row of zeros behind the first is none: no second step connects. */
	for (; n_a < MANY && (!n_a || a[n_a].what); n_a++)
		;
	for (; n_b < MANY && (!n_b || b[n_b].what); n_b++)
		;
	make(&done, a, n_a);
	make(&next, b, n_b);
	plan_a = plan_of(&done);
	plan_b = plan_of(&next);
	ok(everyuri_plan_may_keep(&plan_a, &plan_b) == want &&
	           everyuri_plan_may_keep(&plan_b, &plan_a) == want,
	   "plan.h may_keep: %s: %s", want ? "kept" : "not kept", why);
}

static void keeping(void)
{
#define SENDS(word)                                 \
	{                                           \
		.what = EVERYURI_SEND, .verb = word \
	}
#define ENDS(word)                                      \
	{                                               \
		.what = EVERYURI_RECEIVE, .until = word \
	}
#define CONNECTS                         \
	{                                \
		.what = EVERYURI_CONNECT \
	}
#define EXPECTS                         \
	{                               \
		.what = EVERYURI_EXPECT \
	}
#define TRANSFERS                     \
	{                             \
		.what = EVERYURI_DATA \
	}
#define RETRIEVES(word)                                                \
	{                                                              \
		.what = EVERYURI_SEND, .verb = "RETR", .or_verb = word \
	}
	static const struct made
		article[MANY] = { CONNECTS, SENDS("ARTICLE"), ENDS("dot") },
		until_close[MANY] = { CONNECTS, SENDS("ARTICLE"), ENDS("close") },
		until_word[MANY] = { CONNECTS, SENDS("ARTICLE"), ENDS("abc") },
		no_end[MANY] = { CONNECTS, SENDS("ARTICLE"), ENDS(NULL) },
		expected[MANY] = { CONNECTS, SENDS("ARTICLE"), EXPECTS, ENDS("dot") },
		asked[MANY] = { CONNECTS, SENDS("ARTICLE"), { .what = EVERYURI_ASK }, ENDS("dot") },
		quit[MANY] = { CONNECTS, SENDS("ARTICLE"), SENDS("QUIT"), ENDS("dot") },
		data[MANY] = { CONNECTS, TRANSFERS, SENDS("LIST") },
		or_list[MANY] = { CONNECTS, TRANSFERS, RETRIEVES("LIST") },
		or_none[MANY] = { CONNECTS, TRANSFERS, RETRIEVES("") },
		or_retr[MANY] = { CONNECTS, TRANSFERS, RETRIEVES("RETR") },
		or_cwd[MANY] = { CONNECTS, TRANSFERS, RETRIEVES("CWD") },
		typed[MANY] = { CONNECTS, SENDS("TYPE"), EXPECTS, TRANSFERS },
		type_alone[MANY] = { CONNECTS, SENDS("TYPE"), TRANSFERS },
		other[MANY] = { CONNECTS, EXPECTS, TRANSFERS },
		secured[MANY] = { CONNECTS, { .what = EVERYURI_SECURE }, TRANSFERS },
		first[MANY] = { EXPECTS, TRANSFERS };
	const struct everyuri_plan nothing = { .n_steps = 0 };

	kept(article, article, true, "articles that end in a dot");
	kept(article, expected, true, "one of them with a reply");
	kept(article, until_close, false, "one ends with the connection");
	kept(article, until_word, false, "one ends nobody knows how");
	kept(article, no_end, false, "one has no end");
	kept(asked, asked, true, "both ask for a password");
	kept(article, asked, false, "only one does");
	kept(article, quit, false, "one takes its leave");
	kept(article, data, false, "one has a connection for its data");
	kept(data, data, true, "both have");
	kept(data, or_list, true, "one of two listings");
	kept(data, or_none, true, "a step that may be left out");
	kept(data, or_retr, false, "retrieved in one of two ways, from nobody knows where");
	kept(data, or_cwd, false, "or in another directory");
	kept(data, typed, true, "a type and its answer");
	kept(data, type_alone, true, "a type without one");
	kept(data, other, false, "another reply to wait for");
	kept(other, secured, false, "another step of the same length");
	kept(first, first, false, "nothing is connected to");
	ok(!everyuri_plan_may_keep(&nothing, &nothing), "plan.h may_keep: no steps, no connection");
}

int main(void)
{
	written();
	nested();
	odd_reads();
	warnings();
	keeping();
	return done();
}
