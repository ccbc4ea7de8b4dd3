/* key.c - canonical keys and the Public Suffix List, through the public calls. */
#include <everyuri.h>

#include "guard.h"
#include "in_time.h"
#include "rounds.h"
#include "shapes.h"
#include "tap.h"

#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#define LINE_MAX_LEN 4096

/* A list of each kind of rule, for the vectors; no final newline. */
static const char list_text[] = "// a list\n"
				"// VERSION: 2026-01-02_03-04-05_UTC \r\n"
				"// ===BEGIN ICANN DOMAINS===\n"
				"\n"
				"com\n"
				"org  behind white space\n"
				"jp\r\n"
				"*.ck\n"
				"!www.ck\n"
				"CN\n"
				"\xE5\x85\xAC\xE5\x8F\xB8.cn\n"
				"*\n"
				"// ===END ICANN DOMAINS===\n"
				"// ===BEGIN PRIVATE DOMAINS===\n"
				"host.example.org\n"
				"*.wild.com\n"
				"com\n"
				"!no.wild.com";

/* ---- the vectors ------------------------------------------------------------------------- */

struct text {
	char data[LINE_MAX_LEN];
	size_t len;
};

static int hex_digit(char c)
{
	return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : 0;
}

/* The next field of a line, in which \t \n \r \\ and \xHH are known; *line goes on. */
static void take_field(const char **line, struct text *field)
{
	const char *at = *line;

	field->len = 0;
	while (*at && *at != '\t' && *at != '\n' && field->len + 1 < sizeof field->data) {
		char c = *at++;

		if (c == '\\') {
			c = *at++;
			if (c == 'x') {
				c = (char)(hex_digit(at[0]) * 16 + hex_digit(at[1]));
				at += 2;
			} else {
				c = (char)(c == 't' ? '\t' : c == 'n' ? '\n' : c == 'r' ? '\r' : c);
			}
		}
		field->data[field->len++] = c;
	}
	field->data[field->len] = '\0';
	*line = *at == '\t' ? at + 1 : at;
}

/* What is told of the steps: how many, and the last one's text. */
struct last_step {
	unsigned n;
	struct text text;
};

static void take_step(void *context, const struct everyuri_key_step *step)
{
	struct last_step *last = context;

	last->n++;
	last->text.len = step->text.len < LINE_MAX_LEN ? step->text.len : 0;
	memcpy(last->text.data, step->text.data, last->text.len);
}

static void run_line(const char *line, const struct everyuri_psl *psl, struct everyuri_buf *buf)
{
	static struct text id, profile, input, expected;
	static struct last_step last;
	static char got[LINE_MAX_LEN];
	struct guard guard = { 0 };
	struct everyuri_key_options options = { .standard = EVERYURI_RFC3986, .psl = psl };
	struct everyuri_error err = { 0 };
	const char *text;
	enum everyuri_status status, again;

	take_field(&line, &id);
	take_field(&line, &profile);
	take_field(&line, &input);
	take_field(&line, &expected);
	text = guard_end(&guard, input.data, input.len);
	if (everyuri_key_profile_find(profile.data, profile.len, &options.profile)) {
		ok(false, "%s: there is a profile %s", id.data, profile.data);
		return;
	}
	status = everyuri_key(text, input.len, &options, buf, &err);
	if (status == EVERYURI_OK)
		snprintf(got, sizeof got, "key|%.*s", (int)buf->len, buf->data);
	else
		snprintf(got, sizeof got, status == EVERYURI_MISSING ? "none" : "invalid|at=%zu",
		         err.at);
	is_text(got, strlen(got), expected.data, "%s: %s gives %s (%s)", profile.data, input.data,
	        expected.data, id.data);
	/* Whoever asks for the steps gets the same answer, and the key as the last of them. */
	last.n = 0;
	options.step = take_step;
	options.context = &last;
	again = everyuri_key(text, input.len, &options, buf, NULL);
	if (again != status || (!status && (!last.n || last.text.len != buf->len ||
	                                    memcmp(last.text.data, buf->data, buf->len) != 0)))
		ok(false, "%s: the last of %u steps is the key", id.data, last.n);
	guard_free(&guard);
}

static void vectors(const struct everyuri_psl *psl)
{
	static char line[LINE_MAX_LEN];
	FILE *file = fopen("vectors/key/key.tsv", "rb");
	struct everyuri_buf buf;

	ok(file != NULL, "vectors/key/key.tsv opens");
	if (!file)
		return;
	everyuri_buf_init(&buf, NULL, 0, NULL);
	if (fgets(line, sizeof line, file))
		while (fgets(line, sizeof line, file))
			run_line(line, psl, &buf);
	everyuri_buf_free(&buf);
	fclose(file);
}

/* ---- profiles ------------------------------------------------------------------------------ */

static void profiles(void)
{
	enum everyuri_key_profile found;
	enum everyuri_standard standard;

	for (int k = 0; k < EVERYURI_N_KEY_PROFILES; k++) {
		const char *name = everyuri_key_profile_name((enum everyuri_key_profile)k);
		size_t len = strlen(name);

		ok(!everyuri_key_profile_find(name, len, &found) && (int)found == k,
		   "profiles: %s is found", name);
		ok(!everyuri_key_profile_find(name, len - 2, &found) && (int)found == k,
		   "profiles: %s is found without its version", name);
	}
	ok(everyuri_key_profile_find("surt/2", 6, &found) == EVERYURI_MISSING,
	   "profiles: a version that there is not is missing");
	ok(everyuri_key_profile_find("sur", 3, &found) == EVERYURI_MISSING &&
	           everyuri_key_profile_find("", 0, &found) == EVERYURI_MISSING,
	   "profiles: half a name is missing");
	ok(everyuri_key_profile_standard(EVERYURI_KEY_RFC3986_SIMPLE, &standard) &&
	           standard == EVERYURI_RFC3986 &&
	           !everyuri_key_profile_standard(EVERYURI_KEY_SURT, &standard),
	   "profiles: a name with a standard reads by it, surt by none");
}

/* A key of a level is what normalize makes of the text without its fragment; it is its own key; and
 * whoever asks for the steps, which are written the long way, gets the same. */
static void levels(void)
{
	static struct last_step last;
	struct shapes shapes = { .state = 11 };
	unsigned long rounds = rounds_of(50000, 2000), wrong = 0, keys = 0;
	struct everyuri_buf buf, other;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	everyuri_buf_init(&other, NULL, 0, NULL);
	for (unsigned long i = 0; i < rounds; i++) {
		struct everyuri_key_options options = { .profile = (enum everyuri_key_profile)(i %
			                                                                       3) };
		struct everyuri_uri uri;
		const char *hash;
		size_t len;
		enum everyuri_status status;

		shapes_uri(&shapes, false);
		status = everyuri_key(shapes.text, shapes.len, &options, &buf, NULL);
		hash = memchr(shapes.text, '#', shapes.len);
		len = hash ? (size_t)(hash - shapes.text) : shapes.len;
		if (status != everyuri_check(shapes.text, shapes.len, EVERYURI_RFC3986, 0, NULL))
			wrong++;
		if (status)
			continue;
		keys++;
		everyuri_parse(shapes.text, len, EVERYURI_RFC3986, 0, NULL, NULL, &uri, NULL);
		everyuri_normalize(&uri, (enum everyuri_level)(i % 3), &other, NULL, NULL);
		wrong += other.len != buf.len || memcmp(other.data, buf.data, buf.len) != 0;
		everyuri_key(other.data, other.len, &options, &buf, NULL);
		wrong += other.len != buf.len || memcmp(other.data, buf.data, buf.len) != 0;
		options.step = take_step;
		options.context = &last;
		everyuri_key(shapes.text, shapes.len, &options, &other, NULL);
		wrong += other.len != buf.len || memcmp(other.data, buf.data, buf.len) != 0 ||
		         last.text.len != buf.len || memcmp(last.text.data, buf.data, buf.len) != 0;
	}
	ok(!wrong && keys > rounds / 4, "RFC 3986 6.2: a key is the canonical form, and its own");
	diag("%lu texts, %lu keys", rounds, keys);
	everyuri_buf_free(&buf);
	everyuri_buf_free(&other);
}

static void unsupported(void)
{
	struct everyuri_key_options options = { .profile = EVERYURI_KEY_WHATWG };
	struct everyuri_buf buf;
	enum everyuri_status status;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	status = everyuri_key("HTTP://H/../a#f", 15, &options, &buf, NULL);
	if (everyuri_standard_built(EVERYURI_WHATWG))
		ok(!status && buf.len == 10 && !memcmp(buf.data, "http://h/a", 10),
		   "URL Standard 4.5: whatwg/1 is the href without its fragment");
	else
		ok(status == EVERYURI_UNSUPPORTED, "whatwg/1 says that its standard is not built");
	everyuri_buf_free(&buf);
}

/* everyuri.h: outputs are untouched on failure. */
static void refused(const struct everyuri_psl *psl)
{
	struct everyuri_key_options options = { .profile = EVERYURI_KEY_DOMAIN,
		                                .standard = EVERYURI_WHATWG,
		                                .psl = psl };
	struct everyuri_buf buf;

	if (!everyuri_standard_built(EVERYURI_WHATWG))
		return;
	everyuri_buf_init(&buf, NULL, 0, NULL);
	ok(everyuri_key("mailto:a", 8, &options, &buf, NULL) == EVERYURI_MISSING && !buf.len,
	   "everyuri.h: a buffer has no new length if there is no key");
	everyuri_buf_free(&buf);
}

/* ---- the list ---------------------------------------------------------------------------------- */

static void bad_lists(void)
{
	static const struct {
		const char *text;
		size_t at;
	} lists[] = {
		{ "com\n!\n", 4 },    { "*.\n", 0 },        { "a..b\n", 0 },
		{ "com\n.com\n", 4 }, { "a.\n", 0 },        { "a.*.b\n", 0 },
		{ "a/b\n", 0 },       { "com\n\xFF\n", 4 }, { "!*.com\n", 0 },
	};
	struct everyuri_buf buf;
	struct guard guard = { 0 };

	everyuri_buf_init(&buf, NULL, 0, NULL);
	for (size_t k = 0; k < sizeof lists / sizeof *lists; k++) {
		struct everyuri_psl psl = { .n_rules = 77 };
		struct everyuri_error err = { 0 };
		size_t len = strlen(lists[k].text);
		const char *text = guard_end(&guard, lists[k].text, len);

		ok(everyuri_psl_load(text, len, &buf, &psl, &err) == EVERYURI_INVALID &&
		           err.at == lists[k].at && psl.n_rules == 77,
		   "publicsuffix.org, format: list %zu is refused at its bad line", k);
	}
	guard_free(&guard);
	everyuri_buf_free(&buf);
}

static uint32_t low_hash(const char *name)
{
	uint32_t hash = 2166136261u;

	for (size_t i = strlen(name); i; i--)
		hash = (hash ^ (unsigned char)name[i - 1]) * 16777619u;
	hash ^= hash >> 15;
	hash *= 0x2C1B3C6Du;
	return (hash ^ hash >> 13) & 2047;
}

/* 600 names of one slot: a list that was made to be slow. */
static void crowded_list(void)
{
	static char text[600 * 12];
	struct everyuri_buf buf;
	struct everyuri_psl psl;
	size_t len = 0;
	unsigned n = 0;

	for (unsigned i = 0; n < 600; i++) {
		char name[12];

		snprintf(name, sizeof name, "a%u", i);
		if (low_hash(name) != 5)
			continue;
		len += (size_t)snprintf(text + len, sizeof text - len, "%s\n", name);
		n++;
	}
	everyuri_buf_init(&buf, NULL, 0, NULL);
	ok(everyuri_psl_load(text, len, &buf, &psl, NULL) == EVERYURI_INVALID,
	   "L3: a list whose names all meet in one slot is refused");
	everyuri_buf_free(&buf);
}

/* Names of one size, none of which may be lost. */
static void large_list(void)
{
	static char text[3000 * 8];
	struct everyuri_buf buf;
	struct everyuri_psl psl;
	struct everyuri_psl_found found;
	size_t len = 0;
	unsigned n_found = 0;
	bool read;

	for (unsigned i = 0; i < 3000; i++)
		len += (size_t)snprintf(text + len, sizeof text - len, "n%05u\n", i);
	everyuri_buf_init(&buf, NULL, 0, NULL);
	read = !everyuri_psl_load(text, len, &buf, &psl, NULL);
	for (unsigned i = 0; read && i < 3000; i++)
		n_found += !everyuri_psl_find(&psl, text + (size_t)i * 7, 6, 0, &found, NULL) &&
		           found.section == EVERYURI_PSL_ICANN;
	ok(read && n_found == 3000 && psl.n_rules == 3000,
	   "publicsuffix.org, algorithm: each of 3000 rules is found");
	everyuri_buf_free(&buf);
}

static void names(const struct everyuri_psl *psl)
{
	static const struct {
		const char *name, *suffix, *domain;
		unsigned flags;
		enum everyuri_psl_section section;
	} rows[] = {
		{ "com", "com", "", 0, EVERYURI_PSL_ICANN },
		{ "a.com.", "com", "a.com", 0, EVERYURI_PSL_ICANN },
		{ "x.a.COM", "COM", "a.COM", 0, EVERYURI_PSL_ICANN },
		{ "b.host.example.org", "host.example.org", "b.host.example.org", 0,
		  EVERYURI_PSL_PRIVATE },
		{ "b.host.example.org", "org", "example.org", EVERYURI_PSL_ICANN_ONLY,
		  EVERYURI_PSL_ICANN },
		{ "x.y.ck", "y.ck", "x.y.ck", 0, EVERYURI_PSL_ICANN },
		{ "ck", "ck", "", 0, EVERYURI_PSL_ICANN },
		{ "a.www.ck", "ck", "www.ck", 0, EVERYURI_PSL_ICANN },
		{ "x.y.wild.com", "y.wild.com", "x.y.wild.com", 0, EVERYURI_PSL_PRIVATE },
		{ "x.no.wild.com", "wild.com", "no.wild.com", 0, EVERYURI_PSL_PRIVATE },
		{ "x.no.wild.com", "com", "wild.com", EVERYURI_PSL_ICANN_ONLY, EVERYURI_PSL_ICANN },
		{ "nowhere", "nowhere", "", 0, EVERYURI_PSL_NONE },
		{ "xcom", "xcom", "", 0, EVERYURI_PSL_NONE },
		{ "a.XN--55QX5D.cn", "XN--55QX5D.cn", "a.XN--55QX5D.cn", 0, EVERYURI_PSL_ICANN },
	};
	struct guard guard = { 0 };

	for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
		size_t len = strlen(rows[k].name);
		const char *name = guard_end(&guard, rows[k].name, len);
		struct everyuri_psl_found found;
		bool good = !everyuri_psl_find(psl, name, len, rows[k].flags, &found, NULL);
		size_t suffix = strlen(rows[k].suffix), domain = strlen(rows[k].domain);

		good = good && found.section == rows[k].section &&
		       found.suffix.end - found.suffix.begin == suffix &&
		       !memcmp(name + found.suffix.begin, rows[k].suffix, suffix);
		good = good && (domain ? found.domain.end - found.domain.begin == domain &&
		                                 !memcmp(name + found.domain.begin, rows[k].domain,
		                                         domain) :
		                         found.domain.begin == EVERYURI_ABSENT);
		ok(good, "publicsuffix.org, algorithm: %s has the suffix %s", rows[k].name,
		   rows[k].suffix);
	}
	guard_free(&guard);
}

static void bad_names(const struct everyuri_psl *psl)
{
	static const struct {
		const char *name;
		size_t at;
	} rows[] = { { "", 0 }, { ".", 0 }, { ".com", 0 }, { "a..com", 2 }, { "a.\xC3\xA9", 2 } };

	for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
		struct everyuri_psl_found found = { .section = 9 };
		struct everyuri_error err = { 0 };

		ok(everyuri_psl_find(psl, rows[k].name, strlen(rows[k].name), 0, &found, &err) ==
		                   EVERYURI_INVALID &&
		           err.at == rows[k].at && found.section == 9,
		   "RFC 1034 3.1: \"%s\" is no name", rows[k].name);
	}
}

/* ---- long texts ------------------------------------------------------------------------------------ */

static void long_texts(const struct everyuri_psl *psl)
{
	static const struct {
		const char *name, *front, *piece;
	} shapes[] = {
		{ "escapes in escapes", "http://h/%", "25" },
		{ "escapes", "http://h/", "%41" },
		{ "dot segments", "http://h/", "a/../" },
		{ "double dots", "http://h", "/.." },
		{ "slashes", "http:", "/" },
		{ "labels", "http://a", ".a" },
		{ "dots", "http://a", "." },
		{ "digits of a host", "http://1", "1" },
		{ "at signs", "http://", "@" },
		{ "colons", "http://h", ":" },
		{ "schemes", "", "http://" },
		{ "pairs", "http://h/?", "b=a&" },
		{ "pairs of one key", "http://h/?", "a&" },
		{ "sessions of ColdFusion", "http://h/?", "cfid=" },
		{ "sessions of ColdFusion with values", "http://h/?", "cfid=1&" },
		{ "sessions of PHP", "http://h/?", "sid=0123456789abcdef0123456789abcdef" },
		{ "sessions of ASP.NET", "http://h/", "(0123456789abcdefghijklmn)/" },
		{ "pages", "http://h/", ".aspx/" },
		{ "full stops", "http://", "\xE3\x80\x82" },
		{ "accents", "http://e", "\xCC\x81" },
		{ "white space", "http://h/", "\t" },
	};
	size_t times = rounds_of(200000, 20000);
	char *text = malloc(times * 40 + 40);
	struct everyuri_buf buf;

	if (!text)
		abort();
	everyuri_buf_init(&buf, NULL, 0, NULL);
	for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++) {
		size_t front = strlen(shapes[k].front), piece = strlen(shapes[k].piece);
		size_t len = front + times * piece;
		clock_t start = clock();

		memcpy(text, shapes[k].front, front);
		for (size_t i = 0; i < times; i++)
			memcpy(text + front + i * piece, shapes[k].piece, piece);
		for (int p = 0; p < EVERYURI_N_KEY_PROFILES; p++) {
			const struct everyuri_key_options options = {
				.profile = (enum everyuri_key_profile)p,
				.standard = EVERYURI_RFC3986,
				.psl = psl
			};

			everyuri_key(text, len, &options, &buf, NULL);
		}
		ok(in_time(seconds_since(start), len * EVERYURI_N_KEY_PROFILES),
		   "L3: keys of %zu %s take no time", times, shapes[k].name);
	}
	everyuri_buf_free(&buf);
	free(text);
}

int main(void)
{
	struct everyuri_psl psl;
	struct everyuri_buf buf;
	struct guard guard = { 0 };
	size_t len = sizeof list_text - 1;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	if (!ok(everyuri_psl_load(guard_end(&guard, list_text, len), len, &buf, &psl, NULL) ==
	                EVERYURI_OK,
	        "publicsuffix.org, format: a list of every kind of rule is read"))
		return done();
	guard_free(&guard);
	is_number(psl.n_rules, 11, "publicsuffix.org, format: \"*\" alone is no rule to keep");
	is_text(psl.version.data, psl.version.len, "2026-01-02_03-04-05_UTC",
	        "publicsuffix.org, format: the version is told");
	names(&psl);
	bad_names(&psl);
	bad_lists();
	crowded_list();
	large_list();
	profiles();
	vectors(&psl);
	levels();
	unsupported();
	refused(&psl);
	long_texts(&psl);
	everyuri_buf_free(&buf);
	return done();
}
