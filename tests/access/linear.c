/* linear.c - conversations and messages take time in proportion to what a server says (THREATS L3, C9),
 * whatever it says; the answers that look as if they might not, by tests/linear.h. */
#include <everyuri-access.h>

#include "linear.h"

#define PIECE 4000 /* bytes that come at once */

/* Of a line that is as long as one may be, nearly. */
#define TEN(text) text text text text text text text text text text
#define MANY(text) TEN(TEN(TEN(text)))

/* What is asked, and what the server says before the text. */
enum asked {
	MENU,
	TEXT,
	LISTING,
	FACTS,
	OVERVIEW,
	GROUPS,
	ARTICLE,
	MATCHES,
	DEFINITION,
	CAPSULE,
	RECORDS,
	WORDS
};

static const struct {
	const char *uri, *before;
	char kind;
	bool second; /* the text comes on the second connection */
} asked[] = {
	[MENU] = { "gopher://h/1a", "", '1', false },
	[TEXT] = { "gopher://h/0a", "", '0', false },
	[LISTING] = { "ftp://h/d/",
	              "220 x\r\n331 x\r\n230 x\r\n250 x\r\n200 x\r\n229 (|||40001|)\r\n500 x\r\n"
	              "150 x\r\n226 x\r\n",
	              0, true },
	[FACTS] = { "ftp://h/d/",
	            "220 x\r\n331 x\r\n230 x\r\n250 x\r\n200 x\r\n229 (|||40001|)\r\n150 x\r\n"
	            "226 x\r\n",
	            0, true },
	[OVERVIEW] = { "nntp://h/g", "200 x\r\n200 x\r\n211 3 7 9 g\r\n224 x\r\n", 0, false },
	[GROUPS] = { "news:*", "200 x\r\n200 x\r\n215 x\r\n", 0, false },
	[ARTICLE] = { "nntp://h/g/7", "200 x\r\n200 x\r\n211 3 7 9 g\r\n220 7 <a@b>\r\n", 0,
	              false },
	[MATCHES] = { "dict://h/m:a", "220 x\r\n250 x\r\n152 9 x\r\n", 0, false },
	[DEFINITION] = { "dict://h/d:a", "220 x\r\n250 x\r\n150 1 x\r\n151 \"a\" b \"c\"\r\n", 0,
	                 false },
	[CAPSULE] = { "gemini://h/", "20 text/gemini\r\n", 0, false },
	[RECORDS] = { "whois++://h/a", "% 220 x\r\n% 200 x\r\n", 0, false },
	[WORDS] = { "finger://h/a", "", 0, false },
};

/* ---- conversations ------------------------------------------------------------------------------- */

static bool begin(void *context, const struct everyuri_object *object)
{
	(void)context;
	return object->kind <= EVERYURI_SESSION;
}

static bool bytes(void *context, const char *data, size_t len)
{
	*(size_t *)context += len + (data != NULL);
	return true;
}

static bool item(void *context, const struct everyuri_item *item)
{
	*(size_t *)context += item->label.len;
	return true;
}

/* A piece of what stands ready, or the end. */
static size_t feed(struct everyuri_conversation *c, const char *data, size_t len)
{
	size_t n = len < PIECE ? len : PIECE;

	return everyuri_conversation_read(c, n ? data : NULL, n);
}

static void converse(struct everyuri_conversation *c, const char *before, bool second,
                     const char *text, size_t len)
{
	struct everyuri_wanted wanted;
	size_t at = 0;

	while (everyuri_conversation_wants(c, &wanted))
		switch (wanted.what) {
		case EVERYURI_WANT_WRITE:
			everyuri_conversation_wrote(c, wanted.text.len);
			break;
		case EVERYURI_WANT_READ:
			if (*before || second)
				before += feed(c, before, strlen(before));
			else
				at += feed(c, text + at, len - at);
			break;
		case EVERYURI_WANT_READ_DATA:
			at += feed(c, text + at, len - at);
			break;
		default:
			everyuri_conversation_done(c);
		}
}

static enum everyuri_status ask(struct linear_work *work, const char *text, size_t len)
{
	static size_t told;
	const struct everyuri_receiver receiver = { &told, begin, bytes, item };
	const char *uri = asked[work->number].uri;
	struct everyuri_conversation *c = malloc(everyuri_conversation_size());
	enum everyuri_status status = EVERYURI_INVALID;
	struct everyuri_config config = { .news_server = { "h", 1 } };
	struct everyuri_uri read;
	struct everyuri_plan plan;

	if (c && !everyuri_parse(uri, strlen(uri), EVERYURI_RFC3986, 0, NULL, NULL, &read, NULL) &&
	    !everyuri_plan_make(&read, &config, &work->buf, &plan, NULL) &&
	    !everyuri_conversation_begin(c, uri, strcspn(uri, ":"), asked[work->number].kind, &plan,
	                                 &receiver)) {
		everyuri_conversation_items(c, UINT32_MAX);
		converse(c, asked[work->number].before, asked[work->number].second, text, len);
		status = everyuri_conversation_end(c, NULL, NULL);
	}
	free(c);
	return status;
}

/* ---- messages ------------------------------------------------------------------------------------ */

static enum everyuri_status message(struct linear_work *work, const char *text, size_t len)
{
	struct everyuri_message message;

	return everyuri_message_read(text, len, &work->buf, &message, NULL);
}

/* clang-format off */
static const struct linear_shape shapes[] = {
	{ "gopher: a menu", ask, MENU, "", "0a\t/a\th\t70\r\n", ".\r\n", EVERYURI_OK, NULL },
	{ "gopher: a menu of ragged lines", ask, MENU, "", "0a\r\ni\r\n", ".\r\n", EVERYURI_OK, NULL },
	{ "gopher: a menu of empty lines", ask, MENU, "", "\r\n", ".\r\n", EVERYURI_OK, NULL },
	{ "gopher: a menu of long lines", ask, MENU, "", "0" MANY("a ") "\t\th\t70\r\n", ".\r\n", EVERYURI_OK, NULL },
	{ "gopher: a menu of tabs", ask, MENU, "", "0" MANY("\t") "\r\n", ".\r\n", EVERYURI_OK, NULL },
	{ "gopher: a menu of bare CRs", ask, MENU, "", "0" MANY("\r") "\n", ".\r\n", EVERYURI_OK, NULL },
	{ "gopher: a text of lines", ask, TEXT, "", "a\r\n", ".\r\n", EVERYURI_OK, NULL },
	{ "gopher: a text of dots", ask, TEXT, "", "..\r\n", ".\r\n", EVERYURI_OK, NULL },
	{ "gopher: a text of one line", ask, TEXT, "", ".a", "\r\n.\r\n", EVERYURI_OK, NULL },
	{ "ftp: a listing of Unix", ask, LISTING, "", "-rw-r--r-- 1 a b 5 Jan 1 2020 c\r\n", "", EVERYURI_OK, NULL },
	{ "ftp: a listing of DOS", ask, LISTING, "", "01-01-20  10:00AM       <DIR> a\r\n", "", EVERYURI_OK, NULL },
	{ "ftp: a listing of links", ask, LISTING, "", "lrwxrwxrwx 1 a b 5 Jan 1 2020 c -> -> d\r\n", "", EVERYURI_OK, NULL },
	{ "ftp: a listing of blanks", ask, LISTING, "", "-rw" MANY(" ") "\r\n", "", EVERYURI_OK, NULL },
	{ "ftp: a listing of arrows", ask, LISTING, "", "lrwxrwxrwx 1 a b 5 Jan 1 2020 c" TEN(TEN(" -> ")) "\r\n", "", EVERYURI_OK, NULL },
	{ "ftp: a listing of empty lines", ask, LISTING, "", "\r\n", "", EVERYURI_OK, NULL },
	{ "ftp: a listing of words that are none", ask, LISTING, "", "total 1\r\n", "", EVERYURI_OK, NULL },
	{ "ftp: facts", ask, FACTS, "", "type=file;size=5;modify=20200101000000; a\r\n", "", EVERYURI_OK, NULL },
	{ "ftp: many facts of a name", ask, FACTS, "", TEN(TEN("a=b;")) " c\r\n", "", EVERYURI_OK, NULL },
	{ "ftp: facts without an end", ask, FACTS, "", MANY(";=") "\r\n", "", EVERYURI_OK, NULL },
	{ "nntp: an overview", ask, OVERVIEW, "", "7\ta\tb\tc\t<a@b>\t<c@d>\t5\t1\r\n", ".\r\n", EVERYURI_OK, NULL },
	{ "nntp: an overview of tabs", ask, OVERVIEW, "7", "\t", "\r\n.\r\n", EVERYURI_OK, NULL },
	{ "nntp: an overview of references", ask, OVERVIEW, "7\ta\tb\tc\t<a@b>\t", "<a@b> ", "\r\n.\r\n", EVERYURI_OK, NULL },
	{ "nntp: an overview of encoded words", ask, OVERVIEW, "", "7\t=?utf-8?q?a?=\tb\tc\t<a@b>\t\t5\t1\r\n", ".\r\n", EVERYURI_OK, NULL },
	{ "nntp: groups", ask, GROUPS, "", "a.b 9 7 y\r\n", ".\r\n", EVERYURI_OK, NULL },
	{ "nntp: an article", ask, ARTICLE, "Subject: a\r\n\r\n", "a\r\n", ".\r\n", EVERYURI_OK, NULL },
	{ "nntp: an article of dots", ask, ARTICLE, "Subject: a\r\n\r\n", "..\r\n", ".\r\n", EVERYURI_OK, NULL },
	{ "dict: matches", ask, MATCHES, "", "a \"b\"\r\n", ".\r\n250 x\r\n221 x\r\n", EVERYURI_OK, NULL },
	{ "dict: matches of escapes", ask, MATCHES, "", "a \"" TEN(TEN("\\\"")) "\"\r\n", ".\r\n250 x\r\n221 x\r\n", EVERYURI_OK, NULL },
	{ "dict: a definition", ask, DEFINITION, "", "..a\r\n", ".\r\n250 x\r\n221 x\r\n", EVERYURI_OK, NULL },
	{ "gemini: a page", ask, CAPSULE, "", "=> a\n", "", EVERYURI_OK, NULL },
	{ "whois++: records", ask, RECORDS, "", "# a\r\n b: c\r\n", "% 226 x\r\n% 203 x\r\n", EVERYURI_OK, NULL },
	{ "finger: words", ask, WORDS, "", "a\r", "", EVERYURI_OK, NULL },
	{ "mail: header fields", message, 0, "", "a: b\n", "\nc\n", EVERYURI_OK, NULL },
	{ "mail: a folded field", message, 0, "Subject: a", "\n b", "\n\nc\n", EVERYURI_OK, NULL },
	{ "mail: a field without an end", message, 0, "Subject: ", "a ", "", EVERYURI_OK, NULL },
	{ "mail: encoded words", message, 0, "Subject: ", "=?utf-8?q?a?= ", "\n\nc\n", EVERYURI_OK, NULL },
	{ "mail: beginnings of encoded words", message, 0, "Subject: ", "=?a?q?", "\n\nc\n", EVERYURI_OK, NULL },
	{ "mail: addresses", message, 0, "To: ", "a <b@c>, ", "d@e\n\nc\n", EVERYURI_OK, NULL },
	{ "mail: comments", message, 0, "To: ", "(", "\n\nc\n", EVERYURI_OK, NULL },
	{ "mail: parts", message, 0, "Content-Type: multipart/mixed; boundary=b\n\n", "--b\n\na\n", "--b--\n", EVERYURI_OK, NULL },
	{ "mail: parts within parts", message, 0, "", "Content-Type: multipart/mixed; boundary=b\n\n--b\n", "", EVERYURI_OK, NULL },
	{ "mail: parts within parts, each of its own", message, 0, "", "Content-Type: message/rfc822\n\n", "", EVERYURI_OK, NULL },
	{ "mail: lines that nearly part", message, 0, "Content-Type: multipart/mixed; boundary=b\n\n", "--a\n", "", EVERYURI_OK, NULL },
	{ "mail: parameters", message, 0, "Content-Type: text/plain", "; a=b", "\n\nc\n", EVERYURI_OK, NULL },
	{ "mail: a parameter in pieces", message, 0, "Content-Type: text/plain", "; a*0=b", "\n\nc\n", EVERYURI_OK, NULL },
};
/* clang-format on */

int main(int argc, char **argv)
{
	linear_all(shapes, sizeof shapes / sizeof *shapes, argc > 1 ? argv[1] : NULL);
	return done();
}
