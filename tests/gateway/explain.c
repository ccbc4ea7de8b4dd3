/* Pages that explain: what stands in them, that their markup is ours alone whatever is explained, and
 * that no password does. */
#include "gateway/pages/pages.h"

#include "tap.h"
#include "wellformed.h"

#include <stdlib.h>
#include <string.h>

#define PAGE_MAX (8u << 20)

/* ---- pages into memory ------------------------------------------------------------------------------ */

static struct everyuri_gateway gateway;
static struct http_response response;
static char *sent; /* what was sent, with its head; ends in NUL */
static size_t n_sent;

static bool take(void *context, const char *data, size_t len)
{
	(void)context;
	if (len > PAGE_MAX - 1 - n_sent)
		return false;
	memcpy(sent + n_sent, data, len);
	n_sent += len;
	sent[n_sent] = '\0';
	return true;
}

static struct page begin(void)
{
	n_sent = 0;
	*sent = '\0';
	eu_http_response_init(&response, NULL, take, NULL);
	response.origin = (struct everyuri_text){ "http://127.0.0.1:8070", 21 };
	return (struct page){ .response = &response, .gateway = &gateway };
}

/* Returns: the page, without the response's head. */
static const char *end(void)
{
	eu_http_response_end(&response, true);
	const char *body = strstr(sent, "\r\n\r\n");

	return body ? body + 4 : "";
}

static const char *explained(const char *uri, size_t len)
{
	struct page page = begin();

	eu_page_explain(&page, (struct everyuri_text){ uri, len }, (struct everyuri_text){ 0 });
	return end();
}

static const char *searched(const char *text, size_t len)
{
	struct page page = begin();

	eu_page_explain(&page, (struct everyuri_text){ 0 }, (struct everyuri_text){ text, len });
	return end();
}

static const char *planned(const char *uri, size_t len)
{
	struct page page = begin();

	page.uri = (struct everyuri_text){ uri, len };
	eu_page_plan(&page, page.uri);
	return end();
}

/* ---- what is in it ------------------------------------------------------------------------------------ */

static size_t count_of(const char *html, const char *what)
{
	size_t n = 0;

	for (const char *at = html; (at = strstr(at, what)); at++)
		n++;
	return n;
}

static bool has(const char *html, const char *what)
{
	return strstr(html, what);
}

/* One point; the beginning of what is wrong is shown. */
static void good_markup(const char *html, const char *of)
{
	const char *wrong =
		strlen(html) + (size_t)(html - sent) == n_sent ? wrong_markup(html) : "a NUL";

	if (!ok(!wrong, "THREATS G5: the markup is ours: %s", of))
		diag("%.60s", wrong);
}

/* ---- what stands in a page -------------------------------------------------------------------------------- */

static const char *of(const char *uri)
{
	return explained(uri, strlen(uri));
}

static void front(void)
{
	const char *html = of("");

	good_markup(html, "the front page");
	ok(has(html, "<label for=\"ask\">") && has(html, "id=\"ask\" name=\"uri\""),
	   "explain page: the front door has a box with a label");
	ok(has(html, "action=\"/explain\" method=\"get\""), "explain page: it is asked by GET");
	ok(has(html, "<label for=\"text\">") && has(html, "<textarea id=\"text\" name=\"text\""),
	   "explain page: and one for a text");
	ok(count_of(html, "href=\"/explain?uri=") >= 5, "explain page: there are examples to try");
	ok(has(html, "<ruby class=\"host\"><bdi>host.example</bdi>"),
	   "explain page: one of them is drawn");
	ok(count_of(html, "<h1") == 1 && count_of(html, "<main") == 1, "one heading, one main");
	ok(!has(html, "://127.0.0.1") && !has(html, "src=\"http"), "no external request");
}

static void drawn(void)
{
	const char *html = of("ftp://myname@host.dom:2121/%2Fetc/motd;type=a");

	good_markup(html, "an ftp URI");
	ok(has(html, "<ruby class=\"scheme\"><bdi>ftp</bdi><rp>(</rp><rt>scheme</rt>"),
	   "explain page: each part stands over its name");
	ok(count_of(html, "<ruby") == 5,
	   "explain page: scheme, user, host, port and path, each once");
	ok(has(html, "</ruby><span class=\"between\">://</span><wbr>"),
	   "explain page: it wraps between parts");
	ok(has(html, "<span class=\"what\">send</span> <code><bdi>CWD /etc</bdi></code>"),
	   "explain page: the plan's steps are shown");
	ok(has(html, "port 2121 is not the scheme&#39;s default"), "explain page: and the dangers");
	ok(has(html, "; valid on every network."), "explain page: and how it is passed on");
	ok(has(html, "<span class=\"extra\">type <code><bdi>a</bdi></code></span>"),
	   "RFC 1738 3.2: and the type code, which its scheme reads");
	ok(has(html, "href=\"/explain?uri=ftp%3A%2F%2Fmyname%40host.dom%3A2121%2F%252Fetc%2Fmotd%3B"
	             "type%3Da\">http://127.0.0.1:8070/explain?uri=ftp%3A"),
	   "explain page: the page has an address to be shared");
	ok(has(html, "value=\"ftp://myname@host.dom:2121/%2Fetc/motd;type=a\""),
	   "the box holds the URI");
	ok(has(html, "<title>ftp://myname@host.dom:2121/%2Fetc/motd;type=a</title>"),
	   "and the title is it");
}

static void read_by_nine(void)
{
	const char *html = of("ftp://h/a?b");

	good_markup(html, "readings that differ");
	ok(count_of(html, "<tr><th scope=\"row\">") == 9,
	   "explain page: the readings of nine standards");
	ok(count_of(html,
	            "<td class=\"unlike\" data-part=\"path\"><mark><abbr title=\"differs\">") == 1,
	   "explain page: only what differs is marked, and not by colour alone");
	ok(has(html, "<mark><abbr title=\"differs\">\xE2\x89\xA0</abbr> <code><bdi>/a?b</bdi>"),
	   "RFC 1738 3.2.2: the path of ftp has the \"?\" in it");
	ok(has(html,
	       "<p class=\"summary disagree\">the standards that accept it disagree on path</p>"),
	   "explain page: a line says in what they differ");
	html = of("http://h.example/");
	ok(!has(html, "<mark>") &&
	           has(html, "<p class=\"summary\">all standards that accept it agree"),
	   "explain page: one quiet line if all agree");
	html = of("file:///a");
	ok(has(html, "<td data-part=\"host\"><span class=\"none\">empty</span></td>"),
	   "RFC 1738 3.10: an empty host is shown as one");
	html = of("x:");
	ok(has(html, "<span class=\"none\">none</span>") &&
	           has(html, "Present but empty: <span class=\"path\">path</span>"),
	   "contract api.span: absent is not empty");
}

static void wrong_byte(void)
{
	const char *html = of("http://h dom/");

	good_markup(html, "what is no URI");
	ok(has(html,
	       "<pre class=\"wrong-byte\" tabindex=\"0\">http://h dom/\n        <strong>^ RFC "
	       "3986 2.1</strong></pre>"),
	   "explain page: the wrong byte is marked with ^ and the clause, and nothing else");
	ok(has(html, "Not a valid URI under rfc3986: space must be encoded."),
	   "and what is wrong is said");
	ok(!has(html, "id=\"plan\""), "no plan is made of it");
	html = of("http://h/0123456789012345678901234567890123456789 0123456789012345678901234567");
	ok(has(html, ">\xE2\x80\xA6"
	             "2345678901234567890123456789 0123456789012345678\xE2\x80\xA6\n"
	             "                             <strong>^"),
	   "explain page: a long text is shown around it");
	char marks[1024] = "http://h/ee"; /* in more than one block of a writer */

	for (size_t n = strlen(marks); n < 800; n += 2)
		memcpy(marks + n, "\xCC\x81", 3);
	html = of(marks);
	good_markup(html, "many combining marks");
	ok(!has(html, "\xEF\xBF\xBD") && has(html, "<bdi>/ee\xCC\x81"),
	   "no character is torn where a block ends");
	html = of("http://b\xC3\xBC"
	          "cher.example/");
	good_markup(html, "an IRI");
	ok(has(html, "This is an IRI") && has(html, "http://xn--bcher-kva.example/</a>") &&
	           has(html, "class=\"open\" href=\"/http%3A%2F%2Fxn--bcher-kva.example%2F\""),
	   "RFC 3987 3.1: an IRI is drawn, and shown as a URI too");
}

static void refused_plans(void)
{
	gateway.policy.refused_classes = EVERYURI_POLICY_NON_PUBLIC;
	gateway.config.policy = &gateway.policy;
	const char *html = of("gopher://127.0.0.1/");

	ok(has(html, "<strong>There is no plan.</strong> byte 9: "),
	   "THREATS G3: the plan is that of the gateway's policy");
	gateway.config.policy = NULL;
}

static void plan_pages(void)
{
	const char *uri = "gopher://h.example/7/find%09a";
	const char *html = planned(uri, strlen(uri));

	good_markup(html, "a plan's page");
	ok(has(html, "<li><span class=\"what\">connect</span> <code><bdi>h.example port 70"),
	   "explain page: a plan has a page");
	ok(has(html, "href=\"/explain?uri=gopher%3A"), "which leads to the explanation");
	html = planned("no", 2);
	good_markup(html, "a plan of what is no URI");
	ok(has(html, "There is no plan"), "what is no URI has no plan");
}

/* ---- texts ---------------------------------------------------------------------------------------------------- */

static void texts(void)
{
	static const char text[] = "See <URL:ftp://h.example/a b> or gopher://g.example/1 and mail "
				   "a@b.example; www.w.example too.\n</textarea><script>";
	const char *html = searched(text, sizeof text - 1);

	good_markup(html, "a text");
	ok(has(html, "4 URIs found"), "explain page: all URIs of a text are found");
	ok(has(html, "href=\"/explain?uri=gopher%3A%2F%2Fg.example%2F1\">"),
	   "explain page: each leads to its explanation");
	ok(has(html, "<a class=\"open\" href=\"/gopher%3A%2F%2Fg.example%2F1\">open</a>"),
	   "explain page: and is opened through the gateway");
	ok(has(html, "<span class=\"hint\">byte 33</span>"), "and says where it stands");
	ok(has(html, "&lt;/textarea&gt;&lt;script&gt;</textarea>"), "the text stays in its box");
	html = searched("<ftp://h.example/a-\nb>", 22);
	good_markup(html, "a URI with a hyphen at a line's end");
	ok(has(html, "1 URI found") &&
	           has(html, "href=\"/explain?uri=ftp%3A%2F%2Fh.example%2Fa-b\"") &&
	           has(html, "href=\"/explain?uri=ftp%3A%2F%2Fh.example%2Fab\""),
	   "RFC 3986, appendix C: a hyphen at a line's end may be the text's");
	html = searched("nothing", 7);
	ok(has(html, "No URI found"), "explain page: that there is none is said");
	html = searched("", 0);
	good_markup(html, "an empty text");
}

static void limits(void)
{
	static char much[(64u << 10) + 1];

	memset(much, 'a', sizeof much);
	memcpy(much, "http://h/", 9);
	const char *html = explained(much, (8u << 10) + 1);

	good_markup(html, "a URI that is too long");
	ok(has(html, "This URI has 8,193 bytes.") && !has(html, "aaaaaaaaaaaaaaaa"),
	   "explain page: a URI above 8 KiB is not explained, and that is said");
	html = explained(much, 8u << 10);
	ok(has(html, "<ruby class=\"path\">") && has(html, "aaa\xE2\x80\xA6"
	                                                   "aaa"),
	   "explain page: one of 8 KiB is, and its long part is shortened in the middle");
	html = searched(much, sizeof much);
	good_markup(html, "a text that is too long");
	ok(has(html, "This text has 65,537 bytes."), "explain page: nor is a text above 64 KiB");
	html = planned(much, (8u << 10) + 1);
	good_markup(html, "a plan of what is too long");
	ok(!strncmp(sent, "HTTP/1.1 414 ", 13), "a plan's page says so with a status");
}

/* ---- hostile texts ------------------------------------------------------------------------------------------------- */

static const char *const hostile[] = {
	"http://h/\"><script>alert(1)</script>",
	"javascript:alert(1)//\"onmouseover=\"x",
	"http://<b>x</b>:y@h/",
	"data:text/html,<script>alert(1)</script>",
	"http://h/'><img src=x onerror=alert(1)>",
	"http://h/?</textarea><svg onload=x>",
	"&lt;script&gt;",
	"http://h/&#x3c;script&#x3e;",
	"http://h/\xE2\x80\xAEgpj.exe",
	"http://\xFF\xFE/\xC0\xBC",
	"<!--",
	"]]>",
	"http://h/</title><script>",
	"ftp://h/<script>;type=<b>",
	"gopher://h/7<i>%09<b>",
	"mailto:<script>@h?subject=<b>&body=\"'",
	"news:<a@b\">",
	"\x01\x02\x1B[31m",
};

static void hostile_markup(void)
{
	for (size_t i = 0; i < sizeof hostile / sizeof *hostile; i++) {
		size_t len = strlen(hostile[i]);

		good_markup(explained(hostile[i], len), "a hostile URI");
		good_markup(searched(hostile[i], len), "a hostile text");
		good_markup(planned(hostile[i], len), "a hostile plan");
	}
	good_markup(explained("http://h/\0<b>", 13), "a URI with a NUL");
	ok(!has(of("javascript:alert(1)"), "class=\"open\""), "THREATS G5: no link opens a script");
}

static uint32_t draw(uint32_t *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state >> 8;
}

/* Whatever is put together of what may break out. */
static void random_markup(void)
{
	static const char *const atoms[] = {
		"<",
		">",
		"\"",
		"'",
		"&",
		"</",
		"<script>",
		"<!--",
		"http://",
		"ftp://",
		"@",
		":",
		"//",
		"/",
		"?",
		"#",
		"%",
		"%3C",
		"%00",
		"%0d",
		"\xE2\x80\xAE",
		"\xC3",
		"\xFF",
		"\n",
		"\t",
		" ",
		"\x01",
		"a",
		"b.example",
		"=",
		"news:",
		"mailto:",
		"[::1]",
		"\\",
		"..",
		"%2e",
		";type=",
		"gopher://h/7",
		"&lt;",
		"xn--",
		"\xC3\xA9",
		"\xE4\xB8\xAD",
	};
	const char *quick = getenv("EVERYURI_QUICK");
	unsigned rounds = quick && *quick ? 300 : 3000, bad = 0;
	uint32_t state = 6;

	for (unsigned round = 0; round < rounds; round++) {
		char text[512];
		size_t len = 0;

		for (unsigned n = draw(&state) % 24; n; n--) {
			const char *atom = atoms[draw(&state) % (sizeof atoms / sizeof *atoms)];

			memcpy(text + len, atom, strlen(atom));
			len += strlen(atom);
		}
		const char *wrong = wrong_markup(round % 3 == 0 ? searched(text, len) :
		                                 round % 3 == 1 ? planned(text, len) :
		                                                  explained(text, len));

		if (wrong && !bad++)
			diag("%.60s", wrong);
	}
	diag("%u pages", rounds);
	ok(!bad, "THREATS G5: no text of others becomes markup");
}

/* ---- secrets -------------------------------------------------------------------------------------------------------- */

static void secrets(void)
{
	static const char *const uris[] = {
		"http://u:geheim@h.example/",
		"ftp://u:geheim@h/a",
		"http:u:geheim@h",
		"http://u:geheim@h dom/",
		"//u:geheim@h/",
		"http:\\\\u:geheim@h/",
		"jdbc:db://u:geheim@h",
		"http://u:a/geheim@h/",
		"http://u:geheim@\xC3\xBC.example/",
	};

	for (size_t i = 0; i < sizeof uris / sizeof *uris; i++) {
		size_t len = strlen(uris[i]);
		char text[128];

		ok(!has(explained(uris[i], len), "geheim"), "no password in the page of %s",
		   uris[i]);
		ok(!has(planned(uris[i], len), "geheim"), "nor in that of its plan");
		snprintf(text, sizeof text, "see <URL:%s>.", uris[i]);
		const char *html = searched(text, strlen(text));

		ok(has(html, "No URI found") || !has(html, "geheim"),
		   "nor in that of a text with it");
	}
	const char *html = of("http://u:geheim@h.example/");

	ok(has(html, "The password is shown as ***") && !has(html, "class=\"open\"") &&
	           !has(html, "formaction"),
	   "and that nothing opens it is said");
}

int main(void)
{
	sent = malloc(PAGE_MAX);
	if (!sent)
		return 2;
	front();
	drawn();
	read_by_nine();
	wrong_byte();
	refused_plans();
	plan_pages();
	texts();
	limits();
	hostile_markup();
	random_markup();
	secrets();
	free(sent);
	return done();
}
