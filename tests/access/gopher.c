/* gopher, gemini and the line protocols, in what no transcript can say: what is too much, what is
 * told together with an error, random answers, and what menus' items lead to. */
#include <everyuri-access.h>

#include "guard.h"
#include "tap.h"

#include <stdint.h>
#include <stdlib.h>

/* ---- an answer ------------------------------------------------------------------------------------ */

#define TOLD_MAX 60000

/* What a conversation came to. */
struct outcome {
	enum everyuri_status status;
	char told[TOLD_MAX]; /* bytes, and items as KIND|LABEL|SELECTOR and a line end */
	size_t len;
	bool begun;
	unsigned long n_items, stop_at;
	char said[600], form[5000];
	size_t n_said, n_written;
	char uri[4][3000]; /* of the first items */
};

static void put_told(struct outcome *to, const char *data, size_t len)
{
	for (size_t i = 0; i < len && to->len < TOLD_MAX; i++)
		to->told[to->len++] = data[i];
}

static bool on_begin(void *context, const struct everyuri_object *object)
{
	struct outcome *to = context;

	to->begun = true;
	return object->kind <= EVERYURI_SESSION;
}

static bool on_bytes(void *context, const char *data, size_t len)
{
	struct outcome *to = context;

	put_told(to, data, len);
	return !to->stop_at;
}

static bool on_item(void *context, const struct everyuri_item *item)
{
	struct outcome *to = context;
	const char *kind = everyuri_item_kind_name(item->kind);

	if (to->n_items < 4 && item->uri.len < sizeof to->uri[0])
		memcpy(to->uri[to->n_items], item->uri.data ? item->uri.data : "", item->uri.len);
	to->n_items++;
	put_told(to, kind, strlen(kind));
	put_told(to, "|", 1);
	put_told(to, item->label.data, item->label.len);
	put_told(to, "|", 1);
	put_told(to, item->selector.data, item->selector.len);
	put_told(to, "\n", 1);
	return to->n_items != to->stop_at;
}

static struct everyuri_buf plan_buf;
static struct guard guard;

static bool make_plan(const char *uri, struct everyuri_plan *plan)
{
	struct everyuri_uri read;

	return !everyuri_parse(uri, strlen(uri), EVERYURI_RFC3986, 0, NULL, NULL, &read, NULL) &&
	       !everyuri_plan_make(&read, NULL, &plan_buf, plan, NULL);
}

static uint64_t most_items; /* of a menu; 0: as it stands */

/* The server says these bytes, `piece` at a time, each piece in front of an unreadable page, and
 * ends the connection.  An answer that is asked for is `form`. */
static void talk(const char *uri, char kind, const char *data, size_t len, size_t piece,
                 const char *form, struct outcome *to)
{
	struct everyuri_conversation *c = malloc(everyuri_conversation_size());
	const struct everyuri_receiver receiver = { to, on_begin, on_bytes, on_item };
	struct everyuri_plan plan;
	struct everyuri_wanted wanted;
	struct everyuri_text said;
	size_t at = 0, n;
	unsigned long stop_at = to->stop_at;

	memset(to, 0, sizeof *to);
	to->stop_at = stop_at;
	to->status = EVERYURI_INVALID;
	if (!c || !make_plan(uri, &plan) ||
	    everyuri_conversation_begin(c, uri, strcspn(uri, ":"), kind, &plan, &receiver)) {
		free(c);
		return;
	}
	if (most_items)
		everyuri_conversation_items(c, most_items);
	while (everyuri_conversation_wants(c, &wanted))
		switch (wanted.what) {
		case EVERYURI_WANT_WRITE:
			to->n_written += wanted.text.len;
			everyuri_conversation_wrote(c, wanted.text.len);
			break;
		case EVERYURI_WANT_READ:
			n = len - at < piece ? len - at : piece;
			at += everyuri_conversation_read(
				c, n ? guard_end(&guard, data + at, n) : NULL, n);
			break;
		case EVERYURI_WANT_ANSWER:
			if (wanted.form.len < sizeof to->form)
				memcpy(to->form, wanted.form.data ? wanted.form.data : "",
				       wanted.form.len);
			everyuri_conversation_answer(c, form, form ? strlen(form) : 0);
			break;
		default:
			everyuri_conversation_done(c);
		}
	to->status = everyuri_conversation_end(c, NULL, &said);
	memcpy(to->said, said.data, said.len);
	to->n_said = said.len;
	free(c);
}

static void talk_text(const char *uri, char kind, const char *text, struct outcome *to)
{
	talk(uri, kind, text, strlen(text), SIZE_MAX, NULL, to);
}

/* ---- words of errors ------------------------------------------------------------------------------- */

static void test_words(void)
{
	static const struct {
		const char *uri;
		char kind;
		const char *answer, *words;
	} rows[] = {
		{ "gopher://h/1x", '1', "3no such menu\t\terror.host\t1\r\n.\r\n", "no such menu" },
		{ "gopher://h/1x", '1', "3no end\t\terror.host\t1", "no end" },
		{ "gopher://h/1x", '1', "3half", NULL },
		{ "gopher://h/7x%09y", '7', "3no search\tx", "no search" },
		{ "gopher://h/0x", '0', "3no text\t\terror.host\t0\r\n.\r\n", "no text" },
		{ "gopher://h/0x", '0', "3\t\terror.host\t1\n.\n", "" },
		{ "gopher://h/0x", '0', "3no text\t\terror.host\t1\r\n.\r\n.", NULL },
		{ "gopher://h/hx", 'h', "3no page\t\terror.host\t1\r\n", NULL },
		{ "gopher://h/0x%09%09+", '0', "--1\r\n1 Item is not available\r\n.\r\n",
		  "1 Item is not available" },
		{ "gopher://h/0x%09%09+", '0', "-7\r\n2 later", "2 later" },
		{ "gopher://h/0x%09%09+", '0', "--2\r\n", "--2" },
		{ "gopher://h/0x%09%09+", '0', "3unknown\t\th\t1\r\n", "unknown" },
		{ "gemini://h/x", 0, "51 gone\x1B[2J\r\n", "51 gone\x1B[2J" },
		{ "whois++://h/x", 0, "% 220 hello\r\n% 500 no\r\n", "% 500 no" },
	};
	static struct outcome got;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		talk_text(rows[i].uri, rows[i].kind, rows[i].answer, &got);
		if (rows[i].words) {
			is_text(got.said, got.n_said, rows[i].words,
			        "RFC 1436 3.8, Gopher+ 2.3: the words of an error are kept (%zu)",
			        i);
			ok(got.status == EVERYURI_FAILED && !got.begun,
			   "... and nothing else is told");
		} else {
			ok(!got.status && got.begun,
			   "RFC 1436 3.8: what is not certainly an error is none (%zu)", i);
		}
	}
}

/* ---- too much --------------------------------------------------------------------------------------- */

/* Some text, `n` of a byte, some text. */
static char *much(const char *front, char byte, size_t n, const char *back)
{
	size_t a = strlen(front), b = strlen(back);
	char *text = malloc(a + n + b + 1);

	if (!text)
		abort();
	memcpy(text, front, a);
	memset(text + a, byte, n);
	memcpy(text + a + n, back, b + 1);
	return text;
}

static void test_long(void)
{
	static struct outcome got;
	char *text = much("0", 'x', 5000, "\ts\th\t70\r\n");

	talk_text("gopher://h/1", '1', text, &got);
	ok(got.status == EVERYURI_PROTOCOL && !got.n_items,
	   "THREATS C9: a menu whose first line has 5000 bytes is none");
	free(text);
	text = much("0a\ta\th\t70\r\n0", 'x', 5000, "\ts\th\t70\r\n");
	talk_text("gopher://h/1", '1', text, &got);
	ok(got.status == EVERYURI_PARTIAL && got.n_items == 1,
	   "THREATS C9: ... and where an item came first, it is partial");
	free(text);
	text = much("3", 'x', 5000, "\r\n");
	talk_text("gopher://h/0a", '0', text, &got);
	is_text(got.told, got.len, text, "a text with a long first line is not taken for an error");
	free(text);
	text = much("3", 'x', 3000, "\t\th\t1\r\n");
	talk_text("gopher://h/0a", '0', text, &got);
	is_text(got.told, got.len, text, "... nor an error that is longer than any");
	talk_text("gopher://h/1a", '1', text, &got);
	ok(!got.status && got.n_items == 1, "an error too long to be kept is an item of its menu");
	free(text);
	text = much("3no\t\th\t1\r\n", '\n', 3000, "");
	talk_text("gopher://h/1a", '1', text, &got);
	is_number((long long)got.n_items, 3001, "an error and 3000 blank lines are told in order");
	ok(!memcmp(got.told, "error|no|\ntext||\n", 16), "... the error first");
	free(text);
	text = much("20 ", 'x', 1025, "\r\n");
	talk_text("gemini://h/", 0, text, &got);
	ok(got.status == EVERYURI_PROTOCOL && !got.begun,
	   "gemini: more than 1024 bytes of media type are none");
	free(text);
	text = much("+", '1', 5000, "\r\n");
	talk_text("gopher://h/0a%09%09+", '0', text, &got);
	ok(got.status == EVERYURI_PROTOCOL && !got.begun, "THREATS C9: a header of 5000 bytes");
	free(text);
	text = much("+-2\r\n+INFO: 0", 'x', 3000, "\ts\th\t70\r\n+VIEWS:\r\n text/plain: <1k>\r\n");
	talk_text("gopher://h/0a%09%09!", '0', text, &got);
	ok(!got.status && got.n_items == 2 && got.uri[1][0],
	   "a long label does not matter to a view's URI");
	free(text);
	text = much("+-2\r\n+INFO: 0x\t", '\x80', 700,
	            "\th\t70\r\n+VIEWS:\r\n text/plain: <1k>\r\n");
	talk_text("gopher://h/0a%09%09!", '0', text, &got);
	ok(!got.status && got.n_items == 2 && !got.uri[1][0],
	   "a view of an item whose selector is too long has no URI");
	free(text);
	text = much("0a\ta\th\t70\r\n.\r\n0b\tb\th\t70\r\n", 'x', 5000, "");
	talk_text("gopher://h/1", '1', text, &got);
	ok(!got.status && got.n_items == 1, "RFC 1436 3.8: what is behind the dot is not read");
	free(text);
}

static void test_many(void)
{
	static const char line[] = "0a\ta\th\t70\r\n";
	const size_t n = EVERYURI_ITEMS_MAX + 1, len = sizeof line - 1;
	char *text = malloc(n * len);
	static struct outcome got;

	if (!text)
		abort();
	for (size_t i = 0; i < n; i++)
		memcpy(text + i * len, line, len);
	talk("gopher://h/1", '1', text, (n - 1) * len, 65536, NULL, &got);
	ok(!got.status && got.n_items == n - 1, "THREATS C9: 100,000 items are a menu");
	talk("gopher://h/1", '1', text, n * len, 65536, NULL, &got);
	ok(got.status == EVERYURI_PARTIAL && got.n_items == n - 1,
	   "THREATS C9: one more is told to be partial");
	most_items = 3;
	talk("gopher://h/1", '1', text, 3 * len, SIZE_MAX, NULL, &got);
	ok(!got.status && got.n_items == 3, "max-items: so many are a menu");
	talk("gopher://h/1", '1', text, 4 * len, SIZE_MAX, NULL, &got);
	ok(got.status == EVERYURI_PARTIAL && got.n_items == 3,
	   "max-items: one more is told to be partial");
	most_items = n;
	talk("gopher://h/1", '1', text, n * len, 65536, NULL, &got);
	ok(!got.status && got.n_items == n, "max-items: or more than 100,000");
	most_items = 0;
	got.stop_at = 2;
	talk("gopher://h/1", '1', text, 5 * len, SIZE_MAX, NULL, &got);
	ok(got.status == EVERYURI_PARTIAL && got.n_items == 2, "a receiver may stop");
	got.stop_at = 0;
	free(text);
}

/* Lines that are no items: what is behind the dot of a menu whose length was told. */
static void test_lines_without_items(void)
{
	const size_t n = EVERYURI_MENU_MAX;
	char front[64], *text;
	static struct outcome got;

	snprintf(front, sizeof front, "+%zu\r\n0a\ta\th\t70\r\n.\r\n", 14 + n);
	text = much(front, '\n', n, "");
	talk("gopher://h/1a%09%09+", '1', text, strlen(text), 65536, NULL, &got);
	ok(got.status == EVERYURI_PARTIAL && got.n_items == 1,
	   "THREATS C9: a menu has an end, whatever its lines are");
	most_items = EVERYURI_ITEMS_MAX + 1;
	talk("gopher://h/1a%09%09+", '1', text, strlen(text), 65536, NULL, &got);
	ok(!got.status && got.n_items == 1, "... and is longer where more items are asked for");
	most_items = 0;
	free(text);
	text = much("220-\r\n", '\n', EVERYURI_REPLY_ALL, "220 x\r\n");
	talk_text("ftp://h/a", 0, text, &got);
	ok(got.status == EVERYURI_PROTOCOL && !got.n_written,
	   "THREATS C9: empty lines count in a reply of several");
	free(text);
}

/* ---- forms ------------------------------------------------------------------------------------------ */

static void test_forms(void)
{
	static const char uri[] = "gopher://h/0a%09%09?";
	static const char ask[] =
		"+-1\r\n+INFO: 0a\ta\th\t70\r\n+ASK:\r\n Ask: who\r\n AskL: what\r\n"
		"+ADMIN:\r\n Admin: x\r\n.\r\n";
	static struct outcome got;
	char *text =
		much("+-1\r\n+ASK:\r\n Ask: ", 'x', 4000,
	             "\r\n Ask: more of it"
	             " and more of it and more of it and more of it and more of it and more of it"
	             " and more\r\n.\r\n");
	char *answer;

	talk(uri, '0', ask, sizeof ask - 1, SIZE_MAX, "me", &got);
	is_text(got.form, strlen(got.form), "Ask: who\nAskL: what\n",
	        "Gopher+ 2.8: the user is shown the lines of +ASK");
	talk(uri, '0', text, strlen(text), SIZE_MAX, "me", &got);
	ok(got.status == EVERYURI_PROTOCOL && !got.begun, "THREATS C9: a form of over 4096 bytes");
	free(text);
	answer = much("", 'x', EVERYURI_COMMAND_MAX + 1, "");
	talk(uri, '0', ask, sizeof ask - 1, SIZE_MAX, answer, &got);
	ok(got.status == EVERYURI_TOO_LONG, "an answer of one long line is not cut");
	free(answer);
	answer = much("", '\n', EVERYURI_COMMAND_MAX, "");
	talk(uri, '0', ask, sizeof ask - 1, SIZE_MAX, answer, &got);
	ok(got.status == EVERYURI_TOO_LONG, "an answer of many lines is not cut");
	free(answer);
	talk("gopher://h/7a", '7', ".\r\n", 3, SIZE_MAX, "one\r\n", &got);
	ok(!got.status && got.n_written == strlen("a\tone\r\n"), "one line may end in CR LF");
	talk("gopher://h/7a", '7', ".\r\n", 3, SIZE_MAX, "one\rtwo", &got);
	ok(got.status == EVERYURI_UNSAFE && !got.n_written, "THREATS C1: and holds no CR");
}

/* ---- where items lead ------------------------------------------------------------------------------- */

/* The line that is sent for this URI, and whether there is one. */
static bool line_of_plan(const char *uri, const char *want)
{
	struct everyuri_plan plan;
	struct everyuri_step step;
	struct everyuri_field field;

	if (!make_plan(uri, &plan))
		return false;
	for (size_t at = 0; everyuri_step_next(plan.steps, &at, &step);)
		if (everyuri_step_field(&step, EVERYURI_FIELD_LINE, &field))
			return field.text.len == strlen(want) &&
			       !memcmp(field.text.data, want, field.text.len);
	return false;
}

static void test_uris(void)
{
	static struct outcome got;

	talk_text("gopher://h/0a%09%09!", '0',
	          "+-2\r\n+INFO: 0x\t/./a/../b c?%\x80\th\t70\t+\r\n"
	          "+VIEWS:\r\n text/plain En_US: <1k>\r\n a+b/c;d=\"e\"\r\n",
	          &got);
	ok(line_of_plan(got.uri[1], "/./a/../b c?%\x80\t+text/plain En_US"),
	   "Gopher+ 2.6: a view's URI asks for just that view: %s", got.uri[1]);
	ok(line_of_plan(got.uri[2], "/./a/../b c?%\x80\t+a+b/c;d=\"e\""), "... whatever its name");
	talk_text("gopher://h/1%09%09+", '1',
	          "+-2\r\n0x\ta\rb\th\t70\t?\r\n0x\ta\t::1\t70\t?\r\n0x\ta\t::g\t70\t?\r\n"
	          "0x\ta\th/../\t70\t?\r\n",
	          &got);
	ok(!got.uri[0][0], "THREATS C1: a selector with CR has no URI");
	ok(line_of_plan(got.uri[1], "a\t!+ASK"), "Gopher+ 2.8: an item with a form: %s",
	   got.uri[1]);
	ok(!got.uri[2][0] && !got.uri[3][0], "a host that is none has no URI");
}

static void test_entries(void)
{
	static const struct {
		const char *type, *selector, *host, *uri;
	} rows[] = {
		{ "0", "a b", "x.example", "gopher://x.example/0a%20b" },
		{ "0", "a\rFLUSHALL", "h", NULL },
		{ "0", "a", "no host", NULL },
		{ "0", "a", "h\x1B[2J", NULL },
		{ "0", "a", "h:22/", NULL },
		{ "0", "a", "u@h", NULL },
		{ "8", "-oProxy", "h", NULL },
		{ "h", "URL:file:///etc/passwd", "h", NULL },
		{ "h", "URL:telnet://h/", "h", NULL },
		{ "h", "URL:http://x.example/", "h", "http://x.example/" },
	};
	struct everyuri_uri base;
	struct everyuri_buf buf;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	everyuri_parse("gopher://h/1", 12, EVERYURI_RFC3986, 0, NULL, NULL, &base, NULL);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct everyuri_entry entry = {
			.type = { rows[i].type, 1 },
			.selector = { rows[i].selector, strlen(rows[i].selector) },
			.host = { rows[i].host, strlen(rows[i].host) },
		};
		bool made = !everyuri_entry_uri(&base, &entry, &buf, NULL);

		if (rows[i].uri)
			is_text(buf.data, buf.len, rows[i].uri,
			        "an item's URI, from what a menu says (%zu)", i);
		else
			ok(!made, "THREATS C1, C5, C7: a hostile item has no URI (%zu)", i);
	}
	everyuri_buf_free(&buf);
}

/* ---- random answers -------------------------------------------------------------------------------- */

static uint32_t seed = 1;

static uint32_t next_random(uint32_t below)
{
	seed = seed * 1664525u + 1013904223u;
	return (seed >> 8) % below;
}

static size_t random_answer(char *text, size_t cap, const char *front)
{
	static const char *const pieces[] = {
		"\r\n",     "\n",   "\r", ".",    "..",     ".\r\n",   "\r\n.\r\n",
		"0",        "1",    "3",  "i",    "+",      "\t",      "\th\t70",
		"\t\th\t1", "x",    " ",  ":",    "+INFO:", "+VIEWS:", "+ADMIN:",
		"+ASK:",    "<1k>", "\0", "\xFF", "% ",     "% 226",   "Mod-Date:"
	};
	size_t len = strlen(front), n = next_random(24);

	memcpy(text, front, len);
	for (size_t i = 0; i < n; i++) {
		const char *piece = pieces[next_random(sizeof pieces / sizeof *pieces)];
		size_t size = *piece ? strlen(piece) : 1;

		if (len + size > cap)
			break;
		memcpy(text + len, piece, size);
		len += size;
	}
	return len;
}

/* A text is what came, less one dot at its end, or an error of which nothing is told. */
static bool is_whole_text(const struct outcome *got, const char *text, size_t len)
{
	size_t cut = len;

	if (got->status == EVERYURI_FAILED)
		return !got->begun && len && *text == '3';
	if (len >= 2 && !memcmp(text + len - 2, ".\n", 2))
		cut = len - 2;
	else if (len >= 3 && !memcmp(text + len - 3, ".\r\n", 3))
		cut = len - 3;
	if (cut && text[cut - 1] != '\n')
		cut = len;
	return !got->status && got->len == cut && !memcmp(got->told, text, cut);
}

static void test_random(void)
{
	static const struct {
		const char *uri;
		char kind;
		const char *front;
	} rows[] = {
		{ "gopher://h/0a", '0', "" },
		{ "gopher://h/1a", '1', "" },
		{ "gopher://h/9a", '9', "" },
		{ "gopher://h/0a%09%09+", '0', "+-1\r\n" },
		{ "gopher://h/1a%09%09+", '1', "+9\r\n" },
		{ "gopher://h/1a%09%09$", '1', "+-2\r\n+INFO: 0a\ta\th\t70\r\n" },
		{ "gopher://h/0a%09%09?", '0', "+-1\r\n+ASK:\r\n" },
		{ "gopher://h/0a%09%09+", '0', "" },
		{ "gemini://h/a", 0, "20 text/plain" },
		{ "gemini://h/a", 0, "3" },
		{ "finger://h/a", 0, "" },
		{ "whois++://h/a", 0, "% 220 \r\n% 200 \r\n" },
	};
	const unsigned rounds = getenv("EVERYURI_QUICK") ? 1000 : 10000;
	static struct outcome whole, bytes;
	char text[400];

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		unsigned long differ = 0, lost = 0;

		for (unsigned n = 0; n < rounds; n++) {
			size_t len = random_answer(text, sizeof text, rows[i].front);

			talk(rows[i].uri, rows[i].kind, text, len, SIZE_MAX, "x", &whole);
			talk(rows[i].uri, rows[i].kind, text, len, 1 + next_random(3), "x", &bytes);
			differ += whole.status != bytes.status || whole.len != bytes.len ||
			          memcmp(whole.told, bytes.told, whole.len) != 0 ||
			          whole.begun != bytes.begun || whole.n_said != bytes.n_said;
			lost += rows[i].kind == '0' && !*rows[i].front &&
			        strchr(rows[i].uri, '%') == NULL &&
			        !is_whole_text(&whole, text, len);
			lost += rows[i].kind == '9' &&
			        (whole.len != len || memcmp(whole.told, text, len) != 0);
		}
		ok(!differ, "%s: %u random answers are the same in pieces", rows[i].uri, rounds);
		ok(!lost, "... and no byte is lost or added");
	}
}

int main(void)
{
	everyuri_buf_init(&plan_buf, NULL, 0, NULL);
	test_words();
	test_long();
	test_many();
	test_lines_without_items();
	test_forms();
	test_uris();
	test_entries();
	test_random();
	guard_free(&guard);
	everyuri_buf_free(&plan_buf);
	return done();
}
