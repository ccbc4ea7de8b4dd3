/* render.c - objects as text, JSON and HTML: what is written.  render_random.c has any object. */
#include <everyuri-access.h>

#include "json.h"
#include "rendering.h"
#include "tap.h"

#include <sys/resource.h>

/* ---- what is written ------------------------------------------------------------------------------------ */

static const struct everyuri_item sample_items[] = {
	{ .kind = EVERYURI_ITEM_TEXT, .label = BYTES("Welcome <b>&"), .size = UNKNOWN },
	{ .kind = EVERYURI_ITEM_MENU,
	  .label = BYTES("News"),
	  .uri = BYTES("gopher://h.dom/1/news"),
	  .size = UNKNOWN },
	{ .kind = EVERYURI_ITEM_DOCUMENT,
	  .label = BYTES("caf\xC3\xA9\x1B[2J\n.txt"),
	  .uri = BYTES("ftp://h.dom/a%22b"),
	  .media_type = BYTES("text/plain"),
	  .size = 1234,
	  .date = BYTES("2026-11-21T17:00:00Z") },
	{ .kind = EVERYURI_ITEM_LINK,
	  .label = BYTES("script"),
	  .uri = BYTES("javascript:alert(1)"),
	  .size = UNKNOWN },
	{ .kind = EVERYURI_ITEM_ERROR, .label = BYTES("gone"), .size = UNKNOWN },
};

static void tell_sample(struct rendering *r)
{
	tell_begin(r, EVERYURI_MENU, (struct everyuri_text){ NULL, 0 });
	for (size_t i = 0; i < sizeof sample_items / sizeof *sample_items; i++)
		r->to.item(r->to.context, &sample_items[i]);
	rendering_end(r, true);
}

static void check_text(void)
{
	static const char shown[] =
		"  Welcome <b>&\n"
		"/ News                                              gopher://h.dom/1/news\n"
		"- caf\xC3\xA9\\x1b[2J\\x0a.txt                                     1234  "
		"2026-11-21T17:00  "
		"ftp://h.dom/a%22b\n"
		"@ script                                            javascript:alert(1)\n"
		"! gone\n";
	static const char linked[] =
		"  Welcome <b>&\n"
		"/ \x1B]8;;gopher://h.dom/1/news\x1B\\News\x1B]8;;\x1B\\\n"
		"- \x1B]8;;ftp://h.dom/a%22b\x1B\\caf\xC3\xA9\\x1b[2J\\x0a.txt\x1B]8;;\x1B\\"
		"                                     1234  2026-11-21T17:00\n"
		"@ script                                            javascript:alert(1)\n"
		"! gone\n";
	struct rendering r;

	rendering_begin(&r, EVERYURI_AS_TEXT, true);
	tell_sample(&r);
	is_text(out, out_len, shown, "THREATS C6: a menu as aligned lines, on a terminal");
	rendering_begin(&r, EVERYURI_AS_TEXT, true);
	r.render.links = true;
	tell_sample(&r);
	is_text(out, out_len, linked, "OSC 8: labels are links where the scheme is one to follow");
	rendering_begin(&r, EVERYURI_AS_RAW, false);
	tell_sample(&r);
	ok(strstr(out, "caf\xC3\xA9\x1B[2J\\x0a.txt ") != NULL,
	   "in a pipe labels are as they are, but one line each");
	rendering_begin(&r, EVERYURI_AS_TEXT, true);
	r.render.width = 120;
	tell_sample(&r);
	ok(strstr(out, "/ News") && strchr(out + 20, 'g') - strstr(out, "/ News") == 2 + 88 + 2,
	   "a wider terminal has wider labels");
}

/* What stands behind a label begins in one column, whatever is wide or stands on another character. */
static void check_cells(void)
{
	static const struct {
		const char *label;
		unsigned cells;
	} row[] = {
		{ "abc", 3 },
		{ "\xE6\x97\xA5\xE6\x9C\xAC\xE8\xAA\x9E", 6 }, /* three ideographs */
		{ "cafe\xCC\x81", 4 },                         /* a combining accent */
		{ "\xEF\xBC\xA1\xEF\xBD\xB1", 3 },             /* fullwidth, halfwidth */
		{ "\xEA\xB0\x80\xE1\x84\x80\xE1\x85\xA1", 4 }, /* Hangul, and in parts */
		{ "\xF0\x9F\x98\x80\xF0\xA0\x80\x80", 4 },     /* an emoji, an ideograph */
		{ "\x1B\xC2\x9B\xFFx\n", 21 },                 /* \x1b \xc2\x9b \xff x \x0a */
	};
	struct rendering r;

	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		const struct everyuri_item item = { .kind = EVERYURI_ITEM_LINK,
			                            .label = { row[i].label, strlen(row[i].label) },
			                            .uri = TEXT("x:y"),
			                            .size = UNKNOWN };
		const char *at;
		size_t blanks = 0;

		rendering_begin(&r, EVERYURI_AS_TEXT, true);
		tell_begin(&r, EVERYURI_MENU, (struct everyuri_text){ NULL, 0 });
		r.to.item(r.to.context, &item);
		rendering_end(&r, true);
		for (at = strstr(out, "x:y"); at && at[-1] == ' '; at--)
			blanks++;
		is_number((long long)blanks, 48 + 2 - (long long)row[i].cells,
		          "UAX #11: a label of %u cells", row[i].cells);
	}
}

static void check_objects(void)
{
	static const struct {
		enum everyuri_object_kind kind;
		const char *as_text;
	} row[] = { { EVERYURI_INDEX, "? Words?\n" }, { EVERYURI_SESSION, "> Words?\n" } };
	struct rendering r;

	for (size_t i = 0; i < 2; i++) {
		const struct everyuri_object object = { .kind = row[i].kind,
			                                .title = TEXT("Words?"),
			                                .length = UNKNOWN };

		rendering_begin(&r, EVERYURI_AS_TEXT, true);
		r.to.begin(r.to.context, &object);
		rendering_end(&r, true);
		is_text(out, out_len, row[i].as_text, "%s as text",
		        everyuri_object_kind_name(row[i].kind));
		rendering_begin(&r, EVERYURI_AS_HTML, true);
		r.to.begin(r.to.context, &object);
		rendering_end(&r, true);
		ok(strstr(out, "<bdi>Words?</bdi></p>") != NULL, "%s as a page",
		   everyuri_object_kind_name(row[i].kind));
	}
	for (int as = 0; as < 4; as++) {
		rendering_begin(&r, (enum everyuri_render_as)as, true);
		rendering_end(&r, false);
		ok(!out_len, "of an object of which nothing came nothing is written");
	}
}

static void check_json(void)
{
	static const char want[] =
		"{\"uri\":\"gopher://h.dom/1\",\"kind\":\"menu\",\"items\":["
		"{\"kind\":\"text\",\"label\":\"Welcome <b>&\"},"
		"{\"kind\":\"menu\",\"label\":\"News\",\"uri\":\"gopher://h.dom/1/news\"},"
		"{\"kind\":\"document\",\"label\":\"caf\xC3\xA9\\u001b[2J\\n.txt\",\"uri\":\"ftp://"
		"h.dom/a%22b\","
		"\"media_type\":\"text/plain\",\"size\":1234,\"date\":\"2026-11-21T17:00:00Z\"},"
		"{\"kind\":\"link\",\"label\":\"script\",\"uri\":\"javascript:alert(1)\"},"
		"{\"kind\":\"error\",\"label\":\"gone\"}],\"whole\":true}\n";
	static const struct {
		struct everyuri_text data, type;
		const char *want;
	} row[] = {
		{ BYTES("hello\n"), BYTES("text/plain"),
		  ",\"text\":\"hello\\n\",\"whole\":true}\n" },
		{ BYTES(""), BYTES("text/plain"), ",\"text\":\"\",\"whole\":true}\n" },
		{ BYTES("hello"), BYTES("image/png"),
		  ",\"octets\":\"aGVsbG8=\",\"whole\":true}\n" },
		{ BYTES(""), BYTES("image/png"), ",\"octets\":\"\",\"whole\":true}\n" },
		{ BYTES("{}"), BYTES("application/ld+json"), ",\"text\":\"{}\",\"whole\":true}\n" },
		{ BYTES("ab\xFF"),
		  { NULL, 0 },
		  ",\"text\":\"ab\",\"octets\":\"/w==\",\"whole\":true}\n" },
		{ BYTES("\xFF\xFE"), { NULL, 0 }, ",\"octets\":\"//4=\",\"whole\":true}\n" },
		{ BYTES("x\xC3"),
		  { NULL, 0 },
		  ",\"text\":\"x\",\"octets\":\"ww==\",\"whole\":true}\n" },
		{ BYTES("a\0b"), { NULL, 0 }, ",\"text\":\"a\\u0000b\",\"whole\":true}\n" },
	};
	struct rendering r;

	rendering_begin(&r, EVERYURI_AS_JSON, false);
	tell_sample(&r);
	is_text(out, out_len, want, "a menu as JSON");
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		rendering_begin(&r, EVERYURI_AS_JSON, false);
		tell_begin(&r, EVERYURI_DOCUMENT, row[i].type);
		r.to.bytes(r.to.context, row[i].data.data, row[i].data.len);
		rendering_end(&r, true);
		ok(out_len > strlen(row[i].want) &&
		           !strcmp(out + out_len - strlen(row[i].want), row[i].want),
		   "document %zu as JSON ends in %s", i, row[i].want);
	}
	rendering_begin(&r, EVERYURI_AS_JSON, true);
	tell_begin(&r, EVERYURI_DOCUMENT, TEXT("text/plain"));
	r.to.bytes(r.to.context, "\xC2\x9B\xE2\x80\xAE\x7F", 6);
	rendering_end(&r, false);
	ok(strstr(out, "\"text\":\"\\u009b\\u202e\\u007f\",\"whole\":false}") != NULL,
	   "THREATS C6, C10: JSON on a terminal acts on nothing, and says that it is not whole");
}

static void check_html(void)
{
	struct rendering r;

	rendering_begin(&r, EVERYURI_AS_HTML, false);
	tell_sample(&r);
	ok(strstr(out, "<pre>\nWelcome &lt;b&gt;&amp;\n</pre>\n<table>") != NULL,
	   "words of a menu are monospaced, and escaped");
	ok(strstr(out, "<td><a href=\"gopher://h.dom/1/news\" "
	               "rel=\"noreferrer\"><bdi>News</bdi></a></td>") != NULL,
	   "items are rows of a table, linked");
	ok(strstr(out, "<td><bdi>script</bdi> <code>javascript:alert(1)</code></td>") != NULL,
	   "THREATS G5: a script is shown, and no link");
	ok(strstr(out, "<td class=\"n\">1234</td><td>2026-11-21T17:00:00Z</td>") != NULL,
	   "with size and date");
	ok(strstr(out, "</tbody></table>\n<pre>\n<strong>gone</strong>\n</pre>\n</main>") != NULL,
	   "the server's words for an error stand out");
	ok(strstr(out, "<meta charset=\"utf-8\">") && strstr(out, "<th scope=\"col\">Name</th>") &&
	           strstr(out, "<html lang=\"en\">"),
	   "the page says its charset, its language, and what its columns are");
	rendering_begin(&r, EVERYURI_AS_HTML, false);
	tell_begin(&r, EVERYURI_DOCUMENT, TEXT("text/html"));
	r.to.bytes(r.to.context, "\n<script>", 9);
	rendering_end(&r, false);
	ok(strstr(out, "<pre>\n\n&lt;script&gt;</pre>\n<p role=\"alert\">") != NULL,
	   "THREATS G5, C10: a text is shown as it is, and that it is not whole");
	rendering_begin(&r, EVERYURI_AS_HTML, false);
	tell_begin(&r, EVERYURI_DOCUMENT, TEXT("image/svg+xml;x\"<"));
	r.to.bytes(r.to.context, "<svg>", 5);
	rendering_end(&r, true);
	ok(strstr(out, "<p><a href=\"gopher://h.dom/1\" rel=\"noreferrer\">") &&
	           !strstr(out, "svg&gt;") && strstr(out, "x&quot;&lt;"),
	   "another document is a link");
}

/* A news group. */
static void check_articles(void)
{
	static const struct everyuri_object group = { .kind = EVERYURI_MENU,
		                                      .length = UNKNOWN,
		                                      .threaded = true };
	static const struct everyuri_item items[] = {
		{ .kind = EVERYURI_ITEM_DOCUMENT,
		  .label = BYTES("Re: x"),
		  .uri = BYTES("news:b@h"),
		  .size = 12,
		  .author = BYTES("A <a@h>\x1B[2J"),
		  .message_id = BYTES("<b@h>"),
		  .references = BYTES(" <a@h>\t <\"@h>") },
		{ .kind = EVERYURI_ITEM_TEXT, .label = BYTES("words"), .size = UNKNOWN },
	};
	struct rendering r;

	for (int as = 1; as < 4; as++) {
		rendering_begin(&r, (enum everyuri_render_as)as, true);
		r.to.begin(r.to.context, &group);
		for (size_t i = 0; i < 2; i++)
			r.to.item(r.to.context, &items[i]);
		rendering_end(&r, true);
		if (as == EVERYURI_AS_TEXT)
			is_text(out, out_len,
			        "- Re: x                   A <a@h>\\x1b[2J                    12"
			        "                    news:b@h\n  words\n",
			        "an article's author stands behind its subject");
		else if (as == EVERYURI_AS_JSON)
			ok(strstr(out, "\"size\":12,\"author\":\"A <a@h>\\u001b[2J\","
			               "\"message_id\":\"<b@h>\",\"references\":[\"<a@h>\","
			               "\"<\\\"@h>\"]},{") != NULL,
			   "what an article follows is a list in JSON");
		else
			ok(strstr(out, "<th scope=\"col\">Author</th>") &&
			           strstr(out, "</bdi></a></td><td><bdi>A &lt;a@h&gt;"),
			   "a page of articles has a column of authors");
	}
}

/* ---- links ---------------------------------------------------------------------------------------------- */

static void check_links(void)
{
	static const struct {
		const char *uri;
		bool links;
	} row[] = {
		{ "http://h/", true },
		{ "HTTPS://h/", true },
		{ "gopher://h/7/s%09q", true },
		{ "ftp://h/%2Fetc/motd;type=a", true },
		{ "news:comp.lang.c", true },
		{ "mailto:a@b", true },
		{ "mid:a@b/c@d", true },
		{ "telnet://h/", true },
		{ "wais://h/db?q", true },
		{ "prospero://h/x", true },
		{ "nntps://h/c.d/1", true },
		{ "ldap://h/dc=x", true },
		{ "ldaps://h/dc=x?cn?sub", true },
		{ "urn:isbn:0", true },
		{ "whois++://h/x", true },
		{ "afs://cell/x", false },
		{ "javascript:alert(1)", false },
		{ "JavaScript:alert(1)", false },
		{ "java\tscript:alert(1)", false },
		{ " http://h/", false },
		{ "http://h/ x", false },
		{ "\x01javascript:alert(1)", false },
		{ "data:text/html,x", false },
		{ "vbscript:x", false },
		{ "file:///etc/passwd", false },
		{ "http", false },
		{ "", false },
		{ "//h/", false },
		{ "http://h/\"onclick=", false },
		{ "http://h/'", false },
		{ "http://h/\x1B[2J", false },
		{ "http://h/\xC3\xA9", false },
		{ "http://[::1/", false },
		{ "httpx://h/", false },
		{ "htt://h/", false },
	};
	const struct everyuri_text file = TEXT("file:///tmp/"), none = { NULL, 0 };

	for (size_t i = 0; i < sizeof row / sizeof *row; i++)
		ok(everyuri_render_links_to(
			   (struct everyuri_text){ row[i].uri, strlen(row[i].uri) },
			   TEXT("http://h/")) == row[i].links,
		   "THREATS G5: \"%s\" is %s", row[i].uri, row[i].links ? "a link" : "no link");
	ok(everyuri_render_links_to(TEXT("file:///tmp/x"), file) &&
	           !everyuri_render_links_to(TEXT("file:///tmp/x"), none) &&
	           !everyuri_render_links_to(none, none),
	   "THREATS C5: a file is linked to from files only");
}

/* ---- sizes, and a writer that fails ------------------------------------------------------------------------ */

static void check_sizes(void)
{
	const unsigned n_items = getenv("EVERYURI_QUICK") ? 50000 : 1000000, n_blocks = 1000;
	static char block[65536];
	struct rusage usage;
	struct rendering r;

	memset(block, 'x', sizeof block);
	out_counts = true;
	for (int as = 1; as < 4; as++) {
		rendering_begin(&r, (enum everyuri_render_as)as, true);
		tell_begin(&r, EVERYURI_MENU, (struct everyuri_text){ NULL, 0 });
		for (unsigned i = 0; i < n_items; i++)
			r.to.item(r.to.context, &sample_items[i % 5]);
		rendering_end(&r, true);
		ok(out_len > 20ul * n_items, "a menu of %u items", n_items);
	}
	for (int as = 0; as < 4; as++) {
		rendering_begin(&r, (enum everyuri_render_as)as, true);
		tell_begin(&r, EVERYURI_DOCUMENT, TEXT("text/plain"));
		for (unsigned i = 0; i < n_blocks; i++)
			r.to.bytes(r.to.context, block, sizeof block);
		rendering_end(&r, true);
		ok(out_len >= n_blocks * sizeof block, "a document of %u blocks", n_blocks);
	}
	out_counts = false;
	getrusage(RUSAGE_SELF, &usage);
	if (getenv("EVERYURI_QUICK"))
		skip("memory below 32 MB", "the sanitizers need more memory");
	else
		ok(usage.ru_maxrss < 32 * 1024, "with %ld kB of memory, below 32 MB",
		   usage.ru_maxrss);
}

static void check_failing_writer(void)
{
	struct rendering r;
	unsigned calls = 0;

	for (int as = 0; as < 4; as++) {
		out_fails = false;
		rendering_begin(&r, (enum everyuri_render_as)as, true);
		tell_begin(&r, EVERYURI_MENU, (struct everyuri_text){ NULL, 0 });
		out_fails = true;
		for (calls = 0; calls < 100 && r.to.item(r.to.context, &sample_items[1]); calls++)
			;
		ok(calls < 100, "a writer that fails stops the object after %u items", calls);
		rendering_end(&r, false);
	}
	out_fails = false;
}

int main(void)
{
	check_text();
	check_cells();
	check_objects();
	check_json();
	check_html();
	check_articles();
	check_links();
	check_failing_writer();
	check_sizes();
	free(out);
	return done();
}
