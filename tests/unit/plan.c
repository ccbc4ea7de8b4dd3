/* plan.c - what holds for every plan, over URIs of every scheme in the shape of its grammar, and
 * the calls of plan.h. */
#include <everyuri.h>

#include "failing.h"
#include "guard.h"
#include "rounds.h"
#include "shapes.h"
#include "tap.h"
#include "written.h"

#include <stdint.h>
#include <stdlib.h>

#define ROUNDS 400000
#define QUICK_ROUNDS 40000

static struct everyuri_buf plan_buf, read_buf, entry_buf;

/* ---- URIs ------------------------------------------------------------------------------------- */

static const char *const pieces[] = {
	"%0D",    "%0A", "%00",    "%09",  "%20", "%FF", "/",  "//",  "?",   "=",      "@",
	"%40",    ":",   "%3A",    "*",    "+",   "1",   "a",  "b",   "7",   ".",      "..",
	"%2F",    "%25", ";",      ";a=b", ",",   "!",   "$",  "~",   "&",   "%2e%2e", "x.txt",
	";type=", "a@b", "%2B",    "%C3",  "%A9", "-",   "'",  "(",   "%22", "%5C",    "news",
	"%7F",    "%1B", "WSRC/1", "m:",   "d:",  "cn=", "??", "%3C", "%3E", "URL:",   "base64,"
};

static const char *const hosts[] = { "h", "Host.Example", "127.0.0.1",  "[::1]", "a%2Db.example",
	                             "",  "0x7f.1",       "x-y.example" };

static const char *const users[] = { "", "u@", "u:pa55w0rd@", "%2D@", "u%20v@", "@", "u:@" };

/* A URI of this scheme; nearly always of the grammar. */
static void make_uri(struct shapes *s, const char *scheme)
{
	s->len = 0;
	shapes_put(s, scheme);
	shapes_byte(s, ':');
	if (!shapes_one_in(s, 4)) {
		shapes_put(s, "//");
		shapes_put(s, SHAPES_PICK(s, users));
		shapes_put(s, SHAPES_PICK(s, hosts));
		if (shapes_one_in(s, 6))
			shapes_put(s, ":7070");
		shapes_put(s, shapes_one_in(s, 8) ? "" : "/");
	}
	for (unsigned n = shapes_below(s, 8); n--;)
		shapes_put(s, SHAPES_PICK(s, pieces));
	if (shapes_one_in(s, 3))
		shapes_put(s, "#fragm3nt");
}

/* ---- walking through a plan ------------------------------------------------------------------------ */

struct walk {
	struct everyuri_text bytes;
	size_t at;
	bool steps;
};

/* Calls see for every field, also of steps and fields within steps.  Returns: the bytes made sense. */
static bool each_field(const struct everyuri_plan *plan, void *own,
                       void (*see)(void *own, enum everyuri_do what,
                                   const struct everyuri_field *field))
{
	struct walk level[16] = { { plan->steps, 0, true } };
	enum everyuri_do what = EVERYURI_CONNECT;
	size_t depth = 1, n_steps = 0;

	while (depth) {
		struct walk *top = &level[depth - 1];
		struct everyuri_step step;
		struct everyuri_field field;

		if (depth == 16)
			return false;
		if (top->steps && everyuri_step_next(top->bytes, &top->at, &step)) {
			n_steps += depth == 1;
			what = step.what;
			level[depth++] = (struct walk){ step.fields, 0, false };
		} else if (!top->steps && everyuri_field_next(top->bytes, &top->at, &field)) {
			if (field.type < EVERYURI_TYPE_FIELDS)
				see(own, what, &field);
			else
				level[depth++] = (struct walk){ field.text, 0,
					                        field.type == EVERYURI_TYPE_STEPS };
		} else if (top->at != top->bytes.len) {
			return false;
		} else {
			depth--;
		}
	}
	return n_steps == plan->n_steps;
}

/* ---- what is seen in one plan -------------------------------------------------------------------------- */

struct seen {
	const struct everyuri_uri *uri;
	unsigned line_ends, foreign_hosts, fragments, connects;
};

static bool holds(struct everyuri_text text, const char *what)
{
	size_t len = strlen(what);

	for (size_t at = 0; at + len <= text.len; at++)
		if (!memcmp(text.data + at, what, len))
			return true;
	return false;
}

static bool has_line_end(struct everyuri_text text)
{
	for (size_t i = 0; i < text.len; i++)
		if (text.data[i] == '\r' || text.data[i] == '\n' || !text.data[i])
			return true;
	return false;
}

/* The host of the URI as RFC 3986 reads it: decoded, lower case, without brackets. */
static bool is_host_of(const struct everyuri_uri *uri, struct everyuri_text text)
{
	char host[SHAPE_MAX];
	size_t n = 0;
	struct everyuri_text part;
	struct everyuri_buf buf;

	part = everyuri_view(uri, EVERYURI_HOST);
	if (!part.data) { /* the old standards leave it in the path where it is no hostname of theirs */
		part = everyuri_view(uri, EVERYURI_PATH);
		if (part.len < 2 || memcmp(part.data, "//", 2) != 0)
			return false;
		part.data += 2;
		for (n = 0; n + 2 < part.len && part.data[n] != '/';)
			n++;
		part.len = n;
	}
	if (part.data && part.len && part.data[0] == '[') {
		part.data++;
		part.len -= 2;
	}
	everyuri_buf_init(&buf, host, sizeof host, NULL);
	if (!part.data || everyuri_decode(part.data, part.len, 0, &buf, NULL))
		return false;
	for (n = 0; n < buf.len; n++)
		if (host[n] >= 'A' && host[n] <= 'Z')
			host[n] = (char)(host[n] + 32);
	for (size_t i = 0; i < n; i++)
		if ((unsigned char)host[i] >= 0x80) /* RFC 3986 3.2.2: by its IDNA encoding */
			return text.len > 4 && holds(text, "xn--");
	return n == text.len && !memcmp(host, text.data, n);
}

static void see_field(void *own, enum everyuri_do what, const struct everyuri_field *field)
{
	struct seen *seen = own;

	/* The identifier of a wais document is sent with its length, whatever octets it has. */
	bool counted_id = what == EVERYURI_SEND && field->name == EVERYURI_FIELD_ID;

	/* A message that the user composes, and what a data URI holds, are no commands. */
	if (field->name != EVERYURI_FIELD_BODY && !counted_id &&
	    field->type != EVERYURI_TYPE_NUMBER && field->type != EVERYURI_TYPE_BOOL)
		seen->line_ends += has_line_end(field->text) || has_line_end(field->value);
	/* What a mailto or news URI has behind "#" is its fragment too. */
	seen->fragments += holds(field->text, "fragm3nt") || holds(field->value, "fragm3nt");
	if (what == EVERYURI_CONNECT && field->name == EVERYURI_FIELD_HOST) {
		seen->connects++;
		seen->foreign_hosts += !is_host_of(seen->uri, field->text);
	}
}

/* ---- JSON -------------------------------------------------------------------------------------------------- */

static void tell(const struct everyuri_plan *plan, unsigned flags, bool text)
{
	char block[128];
	struct everyuri_writer w;

	n_told = 0;
	everyuri_writer_init(&w, block, sizeof block, keep, NULL);
	if (text)
		everyuri_plan_write_text(&w, plan, 2, flags);
	else
		everyuri_plan_write_json(&w, plan, flags);
	everyuri_writer_flush(&w);
}

static bool told_has(const char *what)
{
	return holds((struct everyuri_text){ told, n_told }, what);
}

/* ---- the properties -------------------------------------------------------------------------------------------- */

struct counts {
	unsigned long plans, refusals, line_ends, foreign, fragments, secrets, broken, large,
		told_lines;
};

static void count_lines(struct counts *counts, const struct everyuri_plan *plan)
{
	size_t lines = 0;

	tell(plan, 0, true);
	for (size_t i = 0; i < n_told; i++) {
		lines += told[i] == '\n';
		counts->broken += told[i] != '\n' && (unsigned char)told[i] < ' ';
	}
	counts->told_lines += lines < plan->n_steps || (n_told && told[n_told - 1] != '\n');
	counts->secrets += told_has("pa55w0rd");
}

static void check_plan(struct counts *counts, const struct everyuri_uri *uri, size_t len,
                       const struct everyuri_plan *plan)
{
	struct seen seen = { .uri = uri };

	counts->plans++;
	counts->broken += !each_field(plan, &seen, see_field);
	counts->line_ends += seen.line_ends != 0;
	if (seen.foreign_hosts && !counts->foreign++)
		diag("foreign: %.*s by %s", (int)uri->len, uri->text,
		     everyuri_standard_name((enum everyuri_standard)uri->standard));
	counts->fragments += seen.fragments != 0;
	counts->large += plan->steps.len > 40 * len + 4096;
	tell(plan, 0, false);
	counts->secrets += told_has("pa55w0rd");
	count_lines(counts, plan);
}

static void properties(void)
{
	unsigned long rounds = rounds_of(ROUNDS, QUICK_ROUNDS);
	struct shapes s = { .state = 1738 };
	struct counts counts = { 0 };
	const struct everyuri_scheme_info *info;
	size_t n_schemes = 0;

	while (everyuri_scheme_nth(n_schemes))
		n_schemes++;
	for (unsigned long i = 0; i < rounds; i++) {
		struct everyuri_uri uri;
		struct everyuri_plan plan;
		struct everyuri_error error = { .message = "" };
		enum everyuri_standard standard =
			shapes_one_in(&s, 3) ?
				(enum everyuri_standard)shapes_below(&s, EVERYURI_N_STANDARDS) :
				EVERYURI_RFC3986;

		info = everyuri_scheme_nth(shapes_below(&s, (unsigned)n_schemes));
		make_uri(&s, info->name);
		if (everyuri_parse(s.text, s.len, standard, 0, NULL, &read_buf, &uri, NULL))
			continue;
		if (everyuri_plan_make(&uri, NULL, &plan_buf, &plan, &error)) {
			counts.refusals++;
			counts.broken += error.at > uri.len || !error.message[0];
			continue;
		}
		check_plan(&counts, &uri, s.len, &plan);
	}
	diag("%lu schemes, %lu plans, %lu refusals", (unsigned long)n_schemes, counts.plans,
	     counts.refusals);
	ok(counts.plans > rounds / 20 && counts.refusals > rounds / 20,
	   "there were plans and refusals enough");
	is_number((long long)counts.line_ends, 0, "THREATS C1: no step holds CR, LF or NUL");
	is_number((long long)counts.foreign, 0, "no plan names a host that the URI does not");
	is_number((long long)counts.fragments, 0, "RFC 1630: no plan holds the fragment");
	is_number((long long)counts.secrets, 0, "THREATS C8: no password is shown");
	is_number((long long)counts.broken, 0, "every plan can be read back");
	is_number((long long)counts.large, 0, "a plan takes 40 bytes a byte and 4 kB at most");
	is_number((long long)counts.told_lines, 0, "text: a line for every step");
}

/* ---- calls ------------------------------------------------------------------------------------------------------- */

static struct everyuri_plan plan_of(const char *text, struct everyuri_buf *buf,
                                    const struct everyuri_config *config)
{
	struct everyuri_uri uri;
	struct everyuri_plan plan = { .n_steps = 0 };

	everyuri_parse(text, strlen(text), EVERYURI_RFC3986, 0, NULL, NULL, &uri, NULL);
	if (everyuri_plan_make(&uri, config, buf, &plan, NULL))
		diag("%s has no plan", text);
	return plan;
}

static void kept_by(const char *a, const char *b, const struct everyuri_config *config, bool want)
{
	struct everyuri_buf other;

	everyuri_buf_init(&other, NULL, 0, NULL);
	struct everyuri_plan done = plan_of(a, &plan_buf, config);
	struct everyuri_plan next = plan_of(b, &other, config);

	ok(everyuri_plan_may_keep(&done, &next) == want,
	   "RFC 1738 3.2.4: the connection of %s may %sbe kept for %s", a, want ? "" : "not ", b);
	everyuri_buf_free(&other);
}

static void kept(const char *a, const char *b, bool want)
{
	kept_by(a, b, NULL, want);
}

/* Of other protocols, of other hosts behind a proxy, and by steps of the user's, nothing is kept. */
static void not_keeping(void)
{
	static const char lines[] = "proxy p:3128\nftp-direct\nscheme x-a port=7777\n"
				    "step x-a connect\nstep x-a send LOGIN {user}\n"
				    "step x-a send LIST {path}\nstep x-a receive dot\n";
	struct everyuri_config config = { .flags = 0 };

	ok(!everyuri_config_read(lines, sizeof lines - 1, &read_buf, &config, NULL), "configured");
	kept_by("https://a.example/x", "https://evil.example/y", &config, false);
	kept_by("x-a://alice@h/p", "x-a://bob@h/p", &config, false);
	kept_by("ftp://h/a/b", "ftp://h/c/d", &config, false);
	kept_by("ftp://h/a/b", "ftp://h/a/b", &config, false);
	kept_by("ftp://h/a", "ftp://h/a/b", &config, false);
	kept_by("ftp://h/a", "ftp://h/b", &config, true);
	kept("http://u1:pw1@h/x", "http://u2:pw2@h/y", false);
	kept("http://h/x", "http://h/x", false);
	kept("gopher://h:8080/1a", "http://h:8080/b", false);
	kept("gopher://h/1a", "gopher://h/1b", false);
	kept("finger://h/a", "finger://h/a", false);
	kept("gemini://h/a", "gemini://h/a", false);
	kept("data:,a", "data:,a", false);
	kept("ftp://h:7070/a", "nntp://h:7070/a/1", false);
	kept("ftp://h/a;type=d", "ftp://h/a", true);
	kept("ftp://h//a", "ftp://h//b", true);
	kept("nntp://h/a/1", "nntp://h/b/2", true);
	kept("nntp://h/a/1", "news://h/*", true);
	kept("news://u@h/a.b", "news://v@h/a.b", false);
}

static void keeping(void)
{
	kept("ftp://h/a", "ftp://h/b", true);
	kept("ftp://h/d/a", "ftp://h/d/b;type=a", true);
	kept("ftp://h/d/a", "ftp://h/b", false);
	kept("ftp://h/a", "ftp://h/d/b", false);
	kept("ftp://h/d/a", "ftp://h/e/b", false);
	kept("ftp://h/d/a", "ftp://h/%64/b", true);
	kept("ftp://h/d/e/a", "ftp://h/d%2Fe/b", false);
	kept("ftp://u@h/a", "ftp://h/b", false);
	kept("ftp://u:p@h/a", "ftp://u:q@h/b", false);
	kept("ftp://u:p@h/a", "ftp://u:p@h/b", true);
	kept("ftp://h/a", "ftp://h:2121/b", false);
	kept("ftp://h/a", "ftp://i/b", false);
	kept("ftp://h/a", "ftps://h/b", false);
	kept("news://u:p@h/a.b", "news://h/c.d", false);
	kept("news://u:p@h/a.b", "news://u:p@h/c@d", true);
	kept("news://u:p@h/a.b", "news://u:q@h/a.b", false);
	kept("nntp://h/a/1", "news://h/b", true);
}

static void printing(void)
{
	struct everyuri_plan plan = plan_of("ftp://u:%22p%07@h/d/", &plan_buf, NULL);

	tell(&plan, EVERYURI_SHOW_SECRETS, false);
	ok(told_has("\"PASS\",\"argument\":\"\\\"p\\u0007\"") && !told_has("masked"),
	   "a secret is shown, escaped, to those who ask for it");
	tell(&plan, 0, false);
	ok(told_has("\"PASS\",\"argument\":\"***\",\"masked\":true"), "and masked for all others");
	plan = plan_of("ftp://h/%7F%C2%9B2J%E2%80%AE", &plan_buf, NULL);
	tell(&plan, EVERYURI_FOR_TERMINAL, false);
	ok(told_has("\"argument\":\"\\u007f\\u009b2J\\u202e\""),
	   "THREATS C6: what a terminal acts on is escaped");
	tell(&plan, 0, true);
	ok(told_has("RETR \\x7f\\xc2\\x9b2J\\xe2\\x80\\xae"), "and in text too");
	plan = plan_of("ftp://h/a%09b", &plan_buf, NULL);
	tell(&plan, 0, true);
	ok(told_has("RETR \"a\\tb\""), "a TAB in a value is no TAB of the page");
	plan = plan_of("ftp://u%20when%20331@h/%22%5C", &plan_buf, NULL);
	tell(&plan, 0, true);
	ok(told_has("USER \"u when 331\"\n") && told_has("RETR \"\\\"\\\\\"\n"),
	   "what has a blank, a quotation mark or a backslash stands in quotes in text");
	plan = plan_of("news://u@h/a.b", &plan_buf, NULL);
	tell(&plan, 0, true);
	ok(told_has("AUTHINFO USER u when 480\n"), "a protocol's own verb needs none");
	plan = plan_of("mailto:?a%3Db=c&d=e%20f&g=", &plan_buf, NULL);
	tell(&plan, 0, true);
	ok(told_has("headers \"a=b\"=c headers d=\"e f\" headers g=\n"),
	   "a pair's name and value are told apart");
	plan = plan_of("wais://h/%FF/%FE/%FD", &plan_buf, NULL);
	tell(&plan, 0, false);
	ok(told_has("\"database\":\"\xEF\xBF\xBD\",\"octets\":\"/w==\"") &&
	           told_has(",\"id_octets\":\"/Q==\"") && told_has(",\"type_octets\":\"/g==\"}"),
	   "a second text that is not UTF-8 has octets of its own name");
	plan = plan_of("prospero://h/x;a=b;c=%FF", &plan_buf, NULL);
	tell(&plan, 0, false);
	ok(told_has("\"fields_octets\":[[\"YQ==\",\"Yg==\"],[\"Yw==\",\"/w==\"]]"),
	   "of pairs all are told as octets where one is not UTF-8");
}

/* Bytes that are no plan: nothing behind them is read. */
static void foreign_bytes(void)
{
	struct shapes s = { .state = 7 };
	struct everyuri_plan plan = plan_of("ftp://u:p@h//a/b/", &plan_buf, NULL);
	char *copy = malloc(plan.steps.len);
	unsigned long walked = 0;
	struct seen seen = { .uri = NULL };
	struct everyuri_uri none;
	struct guard guard = { 0 };

	if (!copy)
		return;
	everyuri_parse("x:", 2, EVERYURI_RFC3986, 0, NULL, NULL, &none, NULL);
	seen.uri = &none;
	for (unsigned round = 0; round < 20000; round++) {
		struct everyuri_plan bad = plan;

		memcpy(copy, plan.steps.data, plan.steps.len);
		for (unsigned n = 1 + shapes_below(&s, 4); n--;)
			copy[shapes_below(&s, (unsigned)plan.steps.len)] = (char)shapes_next(&s);
		size_t len = shapes_below(&s, (unsigned)plan.steps.len);

		bad.steps = (struct everyuri_text){ guard_end(&guard, copy, len), len };
		walked += each_field(&bad, &seen, see_field);
		tell(&bad, 0, false);
		tell(&bad, 0, true);
	}
	ok(walked < 20000, "bytes that are no plan are not read beyond their end");
	guard_free(&guard);
	free(copy);
}

/* ---- memory and length ---------------------------------------------------------------------------------------------- */

static void memory(void)
{
	static const char text[] = "ftp://u:p@h/a/b/c/d/e/f/g";
	struct everyuri_uri uri;

	everyuri_parse(text, strlen(text), EVERYURI_RFC3986, 0, NULL, NULL, &uri, NULL);
	for (unsigned long round = 0;; round++) {
		struct failing failing;
		struct everyuri_buf buf;
		struct everyuri_plan plan = { .n_steps = 99 };

		failing_init(&failing, 0);
		failing_round(&failing, round);
		everyuri_buf_init(&buf, NULL, 0, &failing.allocator);
		enum everyuri_status status = everyuri_plan_make(&uri, NULL, &buf, &plan, NULL);

		everyuri_buf_free(&buf);
		ok(!failing.blocks && !failing.misuses, "no memory, round %lu: nothing is lost",
		   round);
		if (!failing.failed)
			break;
		ok(status == EVERYURI_NO_MEMORY && plan.n_steps == 99, "and nothing is changed");
	}
}

/* As many steps as bytes, at the very limit of what is allowed. */
static void long_ones(void)
{
	enum { LEN = 1 << 20 };
	struct everyuri_policy policy = { .max_steps = UINT32_MAX };
	struct everyuri_config config = { .policy = &policy };
	struct everyuri_error error = { .at = 0 };
	struct everyuri_plan plan;
	struct everyuri_uri uri;
	char *text = malloc(LEN);

	if (!text)
		return;
	memset(text, '/', LEN);
	memcpy(text, "ftp://h", 7);
	everyuri_parse(text, LEN, EVERYURI_RFC3986, 0, NULL, NULL, &uri, NULL);
	ok(!everyuri_plan_make(&uri, &config, &plan_buf, &plan, &error) &&
	           plan.steps.len <= 40u * LEN + 4096,
	   "a million null segments take no more than forty bytes each");
	ok(everyuri_plan_make(&uri, NULL, &plan_buf, &plan, &error) == EVERYURI_UNSAFE,
	   "THREATS C9: so many steps are refused unless the policy lets them");
	memset(text + 8, 'a', LEN - 8);
	everyuri_parse(text, LEN, EVERYURI_RFC3986, 0, NULL, NULL, &uri, NULL);
	ok(everyuri_plan_make(&uri, NULL, &plan_buf, &plan, &error) == EVERYURI_UNSAFE &&
	           error.at == 8,
	   "a name of a megabyte is refused, not cut");
	free(text);
}

static void ftp_entries(void)
{
	struct shapes s = { .state = 959 };
	static const char base_text[] = "ftp://h/d%2Fe/";
	struct everyuri_uri base, uri;
	unsigned long wrong = 0, refused = 0;

	everyuri_parse(base_text, strlen(base_text), EVERYURI_RFC3986, 0, NULL, NULL, &base, NULL);
	for (unsigned round = 0; round < 20000; round++) {
		char name[4];
		struct everyuri_entry entry = { .name = { name, 1 + shapes_below(&s, 4) } };
		struct everyuri_plan plan;
		struct everyuri_step step = { .what = EVERYURI_CONNECT };
		struct everyuri_field field = { .text = { NULL, 0 } };

		for (size_t i = 0; i < sizeof name; i++)
			name[i] = (char)shapes_next(&s);
		if (everyuri_entry_uri(&base, &entry, &entry_buf, NULL)) {
			refused++;
			continue;
		}
		if (everyuri_parse(entry_buf.data, entry_buf.len, EVERYURI_RFC3986, 0, NULL, NULL,
		                   &uri, NULL) ||
		    everyuri_plan_make(&uri, NULL, &plan_buf, &plan, NULL)) {
			wrong++;
			continue;
		}
		for (size_t at = 0; everyuri_step_next(plan.steps, &at, &step);)
			if (step.what == EVERYURI_SEND)
				everyuri_step_field(&step, EVERYURI_FIELD_ARGUMENT, &field);
		wrong += field.text.len != entry.name.len ||
		         memcmp(field.text.data, name, entry.name.len) != 0;
	}
	ok(!wrong && refused,
	   "any name in a directory becomes a URI that asks for it: %lu wrong, "
	   "%lu refused",
	   wrong, refused);
}

int main(void)
{
	everyuri_buf_init(&plan_buf, NULL, 0, NULL);
	everyuri_buf_init(&read_buf, NULL, 0, NULL);
	everyuri_buf_init(&entry_buf, NULL, 0, NULL);
	properties();
	keeping();
	not_keeping();
	printing();
	foreign_bytes();
	memory();
	long_ones();
	ftp_entries();
	everyuri_buf_free(&plan_buf);
	everyuri_buf_free(&read_buf);
	everyuri_buf_free(&entry_buf);
	return done();
}
