/* explain.c - explain.h: what is told of a URI, its readings beside each other (THREATS L5), and that no
 * password is told. */
#include <everyuri.h>

#include "failing.h"
#include "guard.h"
#include "tap.h"

#include <stdlib.h>

static struct guard guard;
static struct everyuri_explanation told;

/* Explain a text that ends at an unreadable page; the default options where they are NULL. */
static void explain(const char *text, const struct everyuri_explain_options *options)
{
	size_t len = strlen(text);

	if (everyuri_explain(guard_end(&guard, text, len), len, options, &told, NULL))
		ok(false, "explain.h explains %s", text);
}

static struct everyuri_explain_options of(enum everyuri_standard standard)
{
	return (struct everyuri_explain_options){ .standard = standard };
}

static bool text_is(struct everyuri_text text, const char *want)
{
	return text.data && text.len == strlen(want) && !memcmp(text.data, want, text.len);
}

static bool holds_text(struct everyuri_text text, const char *what)
{
	size_t n = strlen(what);

	for (size_t at = 0; at + n <= text.len; at++)
		if (!memcmp(text.data + at, what, n))
			return true;
	return false;
}

/* ---- the drawing ------------------------------------------------------------------------------ */

/* "scheme=ftp|://|host=h": the pieces, in order. */
static void drawn(const char *text, const char *want)
{
	char line[512];
	size_t len = 0;

	explain(text, NULL);
	for (uint32_t i = 0; i < told.n_pieces; i++) {
		const struct everyuri_piece *piece = &told.piece[i];
		const char *name =
			piece->part < 0 ? "" : everyuri_part_name((enum everyuri_part)piece->part);

		len += (size_t)snprintf(line + len, sizeof line - len, "%s%s%s%.*s", i ? "|" : "",
		                        name, *name ? "=" : "",
		                        (int)(piece->at.end - piece->at.begin),
		                        told.text.data + piece->at.begin);
	}
	is_text(line, len, want, "explain.h: the pieces of %s", text);
}

static void drawings(void)
{
	drawn("ftp://me@h.dom:2121/etc/motd;type=a",
	      "scheme=ftp|://|user=me|@|host=h.dom|:|port=2121|path=/etc/motd;type=a");
	drawn("http://h?q#f", "scheme=http|://|host=h|?|query=q|#|fragment=f");
	drawn("mailto:a@b.c", "scheme=mailto|:|path=a@b.c");
	drawn("http://u:geheim@h/?", "scheme=http|://|user=u|:|password=***|@|host=h|path=/|?");
	ok(told.empty == 1u << EVERYURI_QUERY, "explain.h: an empty query is said to be empty");
	drawn("no uri", "");
	ok(!told.uri && told.error.status == EVERYURI_INVALID && told.error.at == 2,
	   "explain.h: of what is no URI the wrong byte is told");
	ok(text_is(told.text, "no uri"), "explain.h: and the text is as given");
	ok(told.n_accepted == 0 && text_is(told.summary, "no standard accepts it"),
	   "explain.h: and that nobody accepts it");
}

/* ---- the readings -------------------------------------------------------------------------------- */

static void readings(void)
{
	explain("ftp://h/a?b", NULL);
	ok(told.differing == 1u << EVERYURI_PATH &&
	           text_is(told.summary, "the standards that accept it disagree on path"),
	   "RFC 1738 3.2.2: ftp has no query, and the readings differ in path");
	ok(told.unlike[EVERYURI_RFC1738] == 1u << EVERYURI_PATH,
	   "explain.h: what one standard reads unlike the others is marked there");
	ok(!told.unlike[EVERYURI_RFC3986] && !told.unlike[EVERYURI_WHATWG],
	   "explain.h: and not at those that read it as most do");
	ok(told.columns == (1u << EVERYURI_HOST | 1u << EVERYURI_PATH),
	   "explain.h: host and path are worth a column always");

	explain("HTTP://h/", NULL);
	ok(told.found.agree && !told.differing && told.columns >> EVERYURI_SCHEME & 1,
	   "explain.h: a scheme in capitals has a column, and is no difference");
	ok(text_is(told.summary,
	           "all standards that accept it agree on scheme, user, host, port and "
	           "path after normalization"),
	   "explain.h: but readings agree, and that is said");
	ok(!told.unlike[EVERYURI_WHATWG], "explain.h: which is no difference to be marked");

	explain("HTTP://u@h.example:80/", NULL);
	ok(text_is(told.summary, "the standards that accept it disagree on user and host") &&
	           told.differing == (1u << EVERYURI_USER | 1u << EVERYURI_HOST),
	   "explain.h: a default port and capitals are no difference, where others are");
	ok(told.unlike[EVERYURI_URL1993] == told.differing && !told.unlike[EVERYURI_WHATWG],
	   "explain.h: nor are they marked as one");

	struct everyuri_explain_options one = { .standard = EVERYURI_RFC3986,
		                                .standards = 1u << EVERYURI_RFC3986 };

	explain("x:y", &one);
	ok(told.found.asked == 1u << EVERYURI_RFC3986 &&
	           text_is(told.summary, "only one standard accepts it"),
	   "explain.h: only those are asked that are to be");
}

static void characters(void)
{
	explain("http://h/%C3%A9", NULL);
	ok(text_is(told.characters,
	           "\"%C3%A9\" is \"\xC3\x83\xC2\xA9\" under url1993, uri1994 and rfc1630 (ISO "
	           "Latin-1), 2 octets under rfc1738, and \"\xC3\xA9\" in UTF-8, which rfc3986 "
	           "recommends"),
	   "explain.h: how escapes above 7F are decoded, by whom");
	explain("http://h/%e9x", NULL);
	ok(text_is(told.characters, "\"%e9\" is \"\xC3\xA9\" under url1993, uri1994 and rfc1630 "
	                            "(ISO Latin-1), 1 octet "
	                            "under rfc1738, and invalid UTF-8 under rfc3986"),
	   "explain.h: one octet that is no UTF-8");
	explain("http://h/%C3%A9%C3%A9%C3%A9%E2%82%AC", NULL);
	ok(holds_text(told.characters, "6 octets"),
	   "explain.h: an example of eight octets ends where a character does");
	explain("http://h/%7F%41", NULL);
	ok(!told.characters.data, "explain.h: US-ASCII is the same to all, and nothing is said");
}

/* ---- the plan ---------------------------------------------------------------------------------------- */

static void plans(void)
{
	struct everyuri_plan_line line;
	struct everyuri_text steps;
	size_t at = 0;

	explain("ftp://me:geheim@h/a/b", NULL);
	ok(told.planned && told.plan.n_steps > 3, "explain.h: a plan is made");
	ok(everyuri_plan_line_next(told.steps, &at, &line) && !line.instead &&
	           text_is(line.what, "connect") && text_is(line.words, "h port 21 transport tcp"),
	   "explain.h: its first line connects");
	ok(holds_text(told.steps, "PASS ***") && !holds_text(told.steps, "geheim"),
	   "explain.h: its secrets are masked");

	steps = (struct everyuri_text){ "or  or  send      A B\nsecure\n", 29 };
	at = 0;
	ok(everyuri_plan_line_next(steps, &at, &line) && line.instead == 2 &&
	           text_is(line.what, "send") && text_is(line.words, "A B"),
	   "explain.h: a line that stands in for another says so");
	ok(everyuri_plan_line_next(steps, &at, &line) && !line.instead &&
	           text_is(line.what, "secure") && !line.words.len,
	   "explain.h: a step may have no words");
	ok(!everyuri_plan_line_next(steps, &at, &line), "explain.h: and there are no more");

	explain("ftp://h/a%0d%0aDELE", NULL);
	ok(!told.planned && told.uri && told.refusal.status == EVERYURI_UNSAFE &&
	           told.refusal.at == 9,
	   "explain.h: a plan that is refused says at which byte of the text");

	struct everyuri_explain_options whatwg = of(EVERYURI_WHATWG);

	explain("  HTTP://h:7/", &whatwg);
	ok(!told.planned && told.refusal.at == 11,
	   "explain.h: and of the text as given, where a standard has rewritten it (%zu)",
	   told.refusal.at);
}

static void places(void)
{
	const struct {
		const char *given, *made;
		size_t at, want;
	} rows[] = {
		{ " http://h/x", "http://h/x", 9, 10 },
		{ "HTTP://h/x ", "http://h/x", 0, 0 },
		{ "http:\\\\h/x", "http://h/x", 8, 8 },
		{ "http:h/\xC3\xA9", "http://h/%C3%A9", 9, 0 },
		{ " http://h\\x", "http://h/x", 8, 9 },
		{ "a", "http://h/x", 11, 0 },
		{ "http:\\\\h/", "http://h/", 6, 0 },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct everyuri_uri uri = { .text = rows[i].made,
			                    .len = (uint32_t)strlen(rows[i].made) };
		size_t len = strlen(rows[i].given);
		size_t at = everyuri_place_given(&uri, guard_end(&guard, rows[i].given, len), len,
		                                 rows[i].at);

		ok(at == rows[i].want, "explain.h: byte %zu of %s was byte %zu (%zu)", rows[i].at,
		   rows[i].made, rows[i].want, at);
	}
}

/* Of the lines of a plan, the last may have no end. */
static void lines(void)
{
	static const char steps[] = "connect h\n\nreceive";
	struct everyuri_text text = { steps, sizeof steps - 1 };
	struct everyuri_plan_line line;
	size_t at = 0;

	ok(everyuri_plan_line_next(text, &at, &line) && text_is(line.what, "connect") &&
	           text_is(line.words, "h"),
	   "explain.h: a line of the plan");
	ok(everyuri_plan_line_next(text, &at, &line) && !line.what.len && !line.words.len,
	   "explain.h: one that is empty");
	ok(everyuri_plan_line_next(text, &at, &line) && text_is(line.what, "receive") &&
	           !line.words.len && !everyuri_plan_line_next(text, &at, &line),
	   "explain.h: the last, which has no end");
}

/* ---- dangers ------------------------------------------------------------------------------------------- */

/* sentence: how one begins; where: what stands at its place, or NULL. */
static void dangerous(const char *text, const char *sentence, const char *where)
{
	bool found = false;

	explain(text, NULL);
	for (uint32_t i = 0; i < told.n_dangers && !found; i++) {
		const struct everyuri_danger *danger = &told.danger[i];

		if (danger->sentence.len < strlen(sentence) ||
		    memcmp(danger->sentence.data, sentence, strlen(sentence)) != 0)
			continue;
		found = true;
		if (!where)
			ok(danger->at.begin == EVERYURI_ABSENT, "explain.h: %s: nowhere", sentence);
		else
			is_text(told.text.data + danger->at.begin,
			        danger->at.end - danger->at.begin, where,
			        "explain.h: %s: where it is", sentence);
	}
	ok(found, "explain.h: %s of %s", sentence, text);
}

static void dangers(void)
{
	dangerous("http://www.bank.example@evil.example/",
	          "\"www.bank.example\" looks like a host, but is the user: the host is "
	          "\"evil.example\"",
	          "www.bank.example");
	dangerous("http://u:geheim@h/", "contains a password", "***");
	dangerous("http://h:81/", "port 81 is not the scheme's default, and is below 1024", "81");
	dangerous("http://h:8080/", "port 8080 is not the scheme's default", "8080");
	dangerous("http://h:70000/", "port 70000 is out of range", "70000");
	dangerous("http://0x7f.1/",
	          "many programs read the host \"0x7f.1\" as the address 127.0.0.1", "0x7f.1");
	dangerous("http://xn--bcher-kva.example/", "the host has an \"xn--\" label",
	          "xn--bcher-kva.example");
	dangerous("http://h%2Ex/", "some programs read a character of the host as a dot", "h%2Ex");
	dangerous("http://h.x./", "the host ends in a dot", ".");
	dangerous("ftp://h/%2Fetc/a", "the ftp path begins with an encoded slash", "%2F");
	dangerous("http://h/a?b=%23", "\"%23\" in the query is data", "%23");
	dangerous("http://h/a\\b", "contains a backslash", "\\");
	dangerous("http://h/%E2%80%AEgpj", "contains U+202E", "%E2%80%AE");
	dangerous("http://h/a/../b", "the path has \".\" or \"..\" segments", "..");
	dangerous("http://h/a/%2e./b", "the path has encoded dots as a segment", "%2e.");
	dangerous("http://h/a\tb", "contains control characters", "\t");
	dangerous("http://h/a\x7F", "contains control characters", "\x7F");
	dangerous("http://h/./%2e/%2E%2E/b", "the path has encoded dots as a segment", "%2e");
	dangerous("http://h/%2e/./../b", "the path has \".\" or \"..\" segments", ".");
	dangerous("http://localhost@h/", "\"localhost\" looks like a host, but is the user",
	          "localhost");
	dangerous("http:u:geheim@h", "contains a password", NULL);
	dangerous("http://010.1/", "many programs read the host \"010.1\" as the address 8.0.0.1",
	          "010.1");
	explain("http://h.example:80/", NULL);
	ok(told.n_dangers == 0, "explain.h: an honest URI has no dangers");
	explain("http://1.2.3.0x100/", NULL);
	ok(told.n_dangers == 0, "explain.h: nor has what only looks like an address");
	explain("ftp://h.x/%2Fetc/a", NULL);
	ok(told.n_dangers == 1, "RFC 1738 3.2.2: an encoded slash in front is told of once");
}

/* Every escape in every part, and all else that can be said at once, fits. */
static void most_dangers(void)
{
	static const char escapes[] = "%2F%40%3A%3F%23%5C%00%0D%0A";
	char text[1024];

	snprintf(text, sizeof text,
	         "ftp://a.%s:%s@0x7f.1.xn--%%E9%%2E.%s.:1/%%2F%s/../%%2e\\\x01%%e2%%80%%ae?%s#%s",
	         escapes, escapes, escapes, escapes, escapes, escapes);
	struct everyuri_explain_options options = { .standard = EVERYURI_RFC3986,
		                                    .flags = EVERYURI_EXPLAIN_SECRETS };

	explain(text, &options);
	ok(told.n_dangers > 50 && told.n_dangers <= EVERYURI_EXPLAIN_DANGERS,
	   "explain.h: all that is dangerous at once is told (%u)", (unsigned)told.n_dangers);
}

static void passed_on(const char *text, const char *want)
{
	explain(text, NULL);
	is_text(told.pass_on.data, told.pass_on.len, want, "explain.h: %s passed on", text);
}

/* Where it is valid is the last of what is told. */
static void valid(const char *text, const char *where)
{
	size_t n = strlen(where);

	explain(text, NULL);
	ok(told.pass_on.len > n + 2 &&
	           !memcmp(told.pass_on.data + told.pass_on.len - n, where, n) &&
	           !memcmp(told.pass_on.data + told.pass_on.len - n - 2, "; ", 2),
	   "explain.h: %s is %s", text, where);
}

static void valid_where(void)
{
	static const char machine[] = "only valid on one machine",
			  network[] = "only valid in one network",
			  domain[] = "only valid in one domain, because the host has no dot",
			  anywhere[] = "valid on every network";

	valid("http://localhost/", machine);
	valid("http://localhost./", machine);
	valid("http://[::1]/", machine);
	valid("http://127.0.0.9/", machine);
	valid("http://172.16.0.1/", network);
	valid("http://172.31.255.255/", network);
	valid("http://172.32.0.1/", anywhere);
	valid("http://192.168.1.1/", network);
	valid("http://169.254.1.1/", network);
	valid("http://[fe80::1]/", network);
	valid("http://[fc00::1]/", network);
	valid("http://[fd00::1]/", network);
	valid("http://[2001:db8::1]/", anywhere);
	valid("http://intranet/", domain);
	valid("http://10.1/", network);
	valid("http://4294967296/", domain);
	valid("http://99999999999999999999/", domain);
	valid("http://10.2.3.4.5/", anywhere);
	valid("http://10.300.1.1/", anywhere);
	valid("file://h.example/a", anywhere);
	valid("cid:a@b.example", "only valid inside one message");
	valid("nntp://h.example/g.x/1",
	      "valid for the readers of one news server, while it keeps the article");
	valid("news:comp.x",
	      "valid on news servers that carry the group, while they keep the article");
	valid("news://h.example/comp.x", anywhere);
	valid("mid:a@b.example", "only valid for those who have the message");
	valid("javascript:alert(1)", "a script, valid only in a browser");
	valid("VBScript:x", "a script, valid only in a browser");
	valid("data:,x", "self-contained, valid everywhere");
	valid("mailto:a@b.example", "valid for programs that know the scheme");
	valid("localhost:3000",
	      "only valid for programs that know the scheme, which is not registered");
}

static void passing_on(void)
{
	passed_on("http://h.example/", "17 characters, no white space, no characters that gateways "
	                               "may modify; valid on every network");
	passed_on("http://10.1.2.3/~a?x=1&sid=2",
	          "28 characters, no white space, characters that gateways may modify (~), may "
	          "contain a secret (sid); only valid in one network");
	passed_on("http://h.example/a;jsessionid=1",
	          "31 characters, no white space, no characters that gateways may modify, may "
	          "contain a secret (jsessionid); valid on every network");
	passed_on("a b",
	          "3 characters, 1 white space character, no characters that gateways may modify; "
	          "not valid, so do not share it");
	passed_on("file:///etc", "11 characters, no white space, no characters that gateways may "
	                         "modify; only valid on one machine");
	passed_on("http://u:geheim@h.x/",
	          "20 characters, no white space, no characters that gateways may modify, contains "
	          "a password; valid on every network");
	passed_on("http://h/\xC3\xA9", "11 bytes, no white space, no characters that gateways may "
	                               "modify; not valid, so do not share it");
}

/* ---- secrets ---------------------------------------------------------------------------------------------- */

/* Is the word anywhere in what is told, but for the plan's own bytes? */
static bool tells(const char *word)
{
	struct everyuri_text sentences[] = { told.text, told.summary, told.characters, told.steps,
		                             told.pass_on };
	bool found = false;

	for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++)
		found = found || holds_text(sentences[i], word);
	for (uint32_t i = 0; i < told.n_dangers; i++)
		found = found || holds_text(told.danger[i].sentence, word);
	for (int s = 0; s < EVERYURI_N_STANDARDS; s++) {
		const struct everyuri_uri *uri = &told.found.reading[s].uri;

		if (told.found.accepted >> s & 1)
			found = found ||
			        holds_text((struct everyuri_text){ uri->text, uri->len }, word);
	}
	return found;
}

/* URIs within URIs: the plan has no secret of theirs, but sends it. */
static void nested(void)
{
	static const struct {
		const char *text, *sent; /* NULL: nothing is sent */
	} rows[] = {
		{ "http://h/http://u:geheim@h/", "GET /http://u:***@h/" },
		{ "http://h/?u=http://u:geheim@h/", "GET /?u=http://u:***@h/" },
		{ "http://u:geheim@h/http://v:geheim@h/", "GET /http://v:***@h/" },
		{ "http://h?u:geheim@x/", "GET /?" },
		{ "http://h/^x://y:geheim@h/", NULL },
		{ "http://u:a1@h/^http://v:geheim@h/", NULL },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		explain(rows[i].text, NULL);
		ok(!tells("geheim") && told.masked, "explain.h: no password of %s", rows[i].text);
		ok(rows[i].sent ? holds_text(told.steps, rows[i].sent) : !told.steps.len,
		   "explain.h: its steps are those of the masked text");
	}
	explain("ftp://ann:12?geheim@h/x", NULL);
	ok(told.planned && !told.steps.data && told.masked && !tells("geheim"),
	   "explain.h: of a plan whose port is hidden no steps are told");
	explain("http://u:geheim@h/a", NULL);
	ok(holds_text(told.steps, "GET /a"), "explain.h: a password of the plan's own stays its");
}

/* What the URL Standard encodes in a password, and an address that it writes anew behind it. */
static void rewritten_password(void)
{
	for (int s = 0; s < EVERYURI_N_STANDARDS; s++) {
		struct everyuri_explain_options options = of((enum everyuri_standard)s);

		explain("http://a.example:g\xC3\xA9heim@0x7f.1/", &options);
		ok(!tells("heim") && told.masked && holds_text(told.text, "http://a.example:***@"),
		   "explain.h, %s: a password that is rewritten hides itself alone",
		   everyuri_standard_name((enum everyuri_standard)s));
		explain("http:u:\xC3\xA9^@h/:%C3%A9%5E@x", &options);
		ok(!tells("\xC3\xA9^") && told.masked,
		   "explain.h, %s: what a path repeats of it does not show it",
		   everyuri_standard_name((enum everyuri_standard)s));
	}
}

static void secrets(void)
{
	static const char *const texts[] = {
		"http://u:geheim@h/",         "http://u:geheim@h:81/a?b#c",
		"http://u:ge ist@h/geheim",   "ftp://u:geheim@h/a/b",
		"HTTP://u:geheim@H/%7e",      "http:u:geheim@h",
		"http:\\\\u:geheim@h/",       "http://u:a/geheim@h/",
		"  http://u:geheim@h/\n",     "//u:geheim@h/",
		"jdbc:db://u:geheim@h",       "x://u:geheim@h:port/",
		"http://u:geheim@[::1/",      "http://:geheim@h/",
		"http://u:geheim@@h/",        "http://u@v:geheim@h/",
		"h\tttp://u:geheim@h/",       "telnet://u:geheim@h:23/",
		"http://u:geheim@h/\xC3\xA9", "http://u:geheim@b\xC3\xBC.x/",
	};

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		for (int s = 0; s < EVERYURI_N_STANDARDS; s++) {
			struct everyuri_explain_options options = of((enum everyuri_standard)s);

			/* Where "geheim" is the path, it may be shown. */
			if (i == 2)
				continue;
			explain(texts[i], &options);
			ok(!tells("geheim") && told.masked, "explain.h, %s: no password of %s",
			   everyuri_standard_name((enum everyuri_standard)s), texts[i]);
			options.flags = EVERYURI_EXPLAIN_SECRETS;
			explain(texts[i], &options);
			ok(tells("geheim") && !told.masked, "explain.h, %s: unless it is asked for",
			   everyuri_standard_name((enum everyuri_standard)s));
		}
	}
	nested();
	rewritten_password();
	struct everyuri_text type;

	explain("ftp://u:geheim@h/a;type=i", NULL);
	type = everyuri_extra_view(&told.found.reading[EVERYURI_RFC1738].uri, EVERYURI_EXTRA_TYPE);
	ok(text_is(type, "i"), "RFC 1738 3.2: a type code behind a masked password is the same");
	explain("http://u:geheim@h dom/", NULL);
	is_text(told.text.data + told.error.at, told.text.len - told.error.at, " dom/",
	        "explain.h: the wrong byte's place is that in the masked text");
	ok(told.found.reading[EVERYURI_RFC3986].error.at == 17,
	   "explain.h: that of a reading's error is that in the text as given");
}

/* ---- options ------------------------------------------------------------------------------------------------- */

static void options(void)
{
	struct everyuri_explain_options http = { .standard = EVERYURI_RFC3986,
		                                 .scheme = { "http", 4 } };

	explain("h.x:1/", &http);
	is_text(told.text.data, told.text.len, "h.x:1/",
	        "explain.h: what some standard accepts has no scheme put in front");
	explain("h^ [", &http);
	is_text(told.text.data, told.text.len, "h^ [",
	        "explain.h: nor what nobody accepts with it");
	explain("[::1]:7/", &http);
	is_text(told.text.data, told.text.len, "http://[::1]:7/",
	        "explain.h: a scheme is put in front where that helps");
	ok(!told.planned && told.refusal.at == 6,
	   "explain.h: and places are those of the text as given (%zu)", told.refusal.at);

	explain("h/a^b", &http);
	is_text(told.text.data, told.text.len, "h/a^b",
	        "explain.h: where the drawn standard refuses it, the text is drawn as given");
	ok(told.error.at == 3 && told.found.reading[EVERYURI_RFC3986].error.at == 3,
	   "explain.h: and so counts the error's place (%zu)", told.error.at);

	struct everyuri_error error = {
		.status = EVERYURI_TOO_LONG, .at = 4, .clause = "", .message = "too long"
	};
	struct everyuri_explain_options refused = { .standard = EVERYURI_RFC3986,
		                                    .refused = &error };

	explain("http", &refused);
	ok(!told.uri && !told.n_accepted && told.error.status == EVERYURI_TOO_LONG &&
	           told.found.reading[0].error.at == 4,
	   "explain.h: what is too long to be read is refused in the words given");
	explain("", NULL);
	ok(!told.uri && told.error.status == EVERYURI_INVALID, "explain.h: nothing is no URI");
	ok(!everyuri_explain(NULL, 0, NULL, &told, NULL) && !told.uri && !told.text.len,
	   "explain.h: nor is nothing at all");

	struct everyuri_explain_options zone = { .standard = EVERYURI_RFC3986,
		                                 .admit = EVERYURI_ADMIT_ZONE };

	explain("http://[fe80::1%25en0]/", &zone);
	ok(told.uri, "explain.h: a zone is admitted where it is asked for");
	explain("http://[fe80::1%25en0]/", NULL);
	ok(!told.uri, "explain.h: and refused otherwise");
}

/* ---- columns ---------------------------------------------------------------------------------------------------- */

static bool sink(void *context, const char *data, size_t len)
{
	struct everyuri_buf *buf = context;

	memcpy(buf->data + buf->len, data, len);
	buf->len += len;
	return true;
}

static void shortened(const char *text, size_t cells, unsigned flags, const char *want)
{
	char out[256], block[64];
	struct everyuri_buf buf = { .data = out };
	struct everyuri_writer w;
	size_t len = strlen(text), width;

	text = guard_end(&guard, text, len);
	everyuri_writer_init(&w, block, sizeof block, sink, &buf);
	width = everyuri_write_short(&w, text, len, cells, flags);
	everyuri_writer_flush(&w);
	is_text(buf.data, buf.len, want, "explain.h write_short, %zu columns", cells);
	ok(width == everyuri_write_short(NULL, text, len, cells, flags) &&
	           width == everyuri_cells(buf.data, buf.len),
	   "explain.h write_short: they are what it says");
}

static void columns(void)
{
	shortened("abcdefghij", 10, 0, "abcdefghij");
	shortened("abcdefghij", 7, 0, "abc\xE2\x80\xA6hij");
	shortened("abcdefghij", 7, EVERYURI_EXPLAIN_ASCII, "ab...ij");
	shortened("abcdefghij", 4, EVERYURI_EXPLAIN_ASCII, "abcdefghij");
	shortened("a\tb\x1b", 20, 0, "a\\x09b\\x1b");
	shortened("\xE4\xB8\xAD\xE4\xB8\xAD\xE4\xB8\xAD\xE4\xB8\xAD", 5, 0,
	          "\xE4\xB8\xAD\xE2\x80\xA6\xE4\xB8\xAD");
	ok(everyuri_cells("\xE4\xB8\xAD", 3) == 2 && everyuri_cells("e\xCC\x81", 3) == 1 &&
	           everyuri_cells("\xFF", 1) == 4 && everyuri_cells("\xE2\x80\xAE", 3) == 12,
	   "explain.h cells: wide, combining, no UTF-8, and what is escaped");
	ok(everyuri_cells_front("\xE4\xB8\xAD\xE4\xB8\xAD", 6, 3) == 3 &&
	           everyuri_cells_back("a\xE4\xB8\xAD", 4, 2) == 3 &&
	           everyuri_cells_back("a\xB8\xAD", 3, 4) == 1,
	   "explain.h cells: no character is cut");
}

/* ---- memory ----------------------------------------------------------------------------------------------------- */

static void memory(const char *text, const char *scheme)
{
	struct everyuri_explain_options options = { .standard = EVERYURI_WHATWG };

	if (scheme)
		options.scheme = (struct everyuri_text){ scheme, strlen(scheme) };
	for (unsigned long round = 0;; round++) {
		struct everyuri_explanation mine;
		struct everyuri_error error = { 0 };
		struct failing failing;
		enum everyuri_status status;

		failing_init(&failing, 0);
		failing_round(&failing, round);
		everyuri_explanation_init(&mine, &failing.allocator);
		status = everyuri_explain(text, strlen(text), &options, &mine, &error);
		if (failing.failed) {
			ok(status == EVERYURI_NO_MEMORY && error.status == status && !mine.uri &&
			           !mine.text.data && !mine.n_dangers,
			   "explain.h: without memory (round %lu) nothing is told of %s", round,
			   text);
			failing_end(&failing);
			status = everyuri_explain(text, strlen(text), &options, &mine, &error);
		}
		explain(text, &options);
		ok(!status && mine.text.len == told.text.len &&
		           !memcmp(mine.text.data, told.text.data, told.text.len) &&
		           mine.n_dangers == told.n_dangers && mine.pass_on.len == told.pass_on.len,
		   "explain.h: with memory, all of it");
		everyuri_explanation_free(&mine);
		ok(!failing.blocks && !failing.misuses, "explain.h: all memory is given back");
		if (!failing.failed)
			break;
	}
}

int main(void)
{
	everyuri_explanation_init(&told, NULL);
	drawings();
	readings();
	characters();
	plans();
	places();
	lines();
	dangers();
	most_dangers();
	passing_on();
	valid_where();
	secrets();
	options();
	columns();
	memory("HTTP://u:geheim@H\xC3\xBC.x:81/a/../b?sid=1", NULL);
	memory("[::1]:7/", "http");
	memory("u:geheim@ h", NULL);
	memory("http://u:g\xC3\xA9@h/http://v:geheim@h/", NULL);
	memory("ftp://u:1?geheim@h/x", NULL);
	everyuri_explanation_free(&told);
	guard_free(&guard);
	return done();
}
