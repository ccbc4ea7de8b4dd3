/* entries.c - the way back: the URI of an entry asks for exactly that entry, whatever bytes the
 * server gave it. */
#include <everyuri.h>

#include "shapes.h"
#include "tap.h"

#include <stdint.h>

#define ROUNDS 20000

static struct everyuri_buf plan_buf, entry_buf;

/* The field of the plan's last step that has it. */
static struct everyuri_text asked_for(const struct everyuri_plan *plan,
                                      enum everyuri_field_name name)
{
	struct everyuri_field field, found = { .text = { NULL, 0 } };
	struct everyuri_step step;

	for (size_t at = 0; everyuri_step_next(plan->steps, &at, &step);)
		if (everyuri_step_field(&step, name, &field))
			found = field;
	return found.text;
}

static bool equal_texts(struct everyuri_text a, struct everyuri_text b)
{
	return a.len == b.len && (!a.len || !memcmp(a.data, b.data, a.len));
}

/* Returns: a plan was made of the entry's URI. */
static bool plan_entry(const char *base_text, const struct everyuri_entry *entry,
                       struct everyuri_plan *plan)
{
	struct everyuri_uri base, uri;

	return !everyuri_parse(base_text, strlen(base_text), EVERYURI_RFC3986, 0, NULL, NULL, &base,
	                       NULL) &&
	       !everyuri_entry_uri(&base, entry, &entry_buf, NULL) &&
	       !everyuri_parse(entry_buf.data, entry_buf.len, EVERYURI_RFC3986, 0, NULL, NULL, &uri,
	                       NULL) &&
	       !everyuri_plan_make(&uri, NULL, &plan_buf, plan, NULL);
}

static bool is_dots(const char *bytes, size_t len)
{
	return len && len <= 2 && !memcmp(bytes, "..", len);
}

static bool can_be_sent(const char *bytes, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (!bytes[i] || bytes[i] == '\r' || bytes[i] == '\n')
			return false;
	return true;
}

static void random_bytes(struct shapes *s, char bytes[4])
{
	for (size_t i = 0; i < 4; i++)
		bytes[i] = (char)shapes_next(s);
}

static void documents(void)
{
	struct shapes s = { .state = 1625 };
	unsigned long wrong = 0, refused = 0;

	for (unsigned round = 0; round < ROUNDS; round++) {
		char id[4], type[4], database[4];
		struct everyuri_entry entry = {
			.type = { type, 1 + shapes_below(&s, 4) },
			.selector = { id, 1 + shapes_below(&s, 4) },
			.name = { database, 1 + shapes_below(&s, 4) },
		};
		struct everyuri_plan plan;

		random_bytes(&s, id);
		random_bytes(&s, type);
		random_bytes(&s, database);
		if (!plan_entry("wais://h/base?x", &entry, &plan)) {
			refused++;
			wrong += can_be_sent(type, entry.type.len) &&
			         can_be_sent(database, entry.name.len) &&
			         !is_dots(type, entry.type.len) &&
			         !is_dots(database, entry.name.len) &&
			         !is_dots(id, entry.selector.len);
			continue;
		}
		wrong += !equal_texts(asked_for(&plan, EVERYURI_FIELD_ID), entry.selector) ||
		         !equal_texts(asked_for(&plan, EVERYURI_FIELD_TYPE), entry.type) ||
		         !equal_texts(asked_for(&plan, EVERYURI_FIELD_DATABASE), entry.name);
	}
	ok(!wrong && refused,
	   "RFC 1738 3.9: a document of any identifier is asked for by its URI: %lu wrong, %lu "
	   "refused",
	   wrong, refused);
}

static void links(void)
{
	struct shapes s = { .state = 1525 };
	unsigned long wrong = 0, refused = 0;

	for (unsigned round = 0; round < ROUNDS; round++) {
		char name[4];
		struct everyuri_entry entry = { .selector = { name, shapes_below(&s, 5) } };
		struct everyuri_plan plan;

		random_bytes(&s, name);
		if (!plan_entry("prospero://h//base;a=b", &entry, &plan)) {
			refused++;
			wrong += can_be_sent(name, entry.selector.len) &&
			         !is_dots(name, entry.selector.len);
			continue;
		}
		wrong += !equal_texts(asked_for(&plan, EVERYURI_FIELD_HSONAME), entry.selector) ||
		         asked_for(&plan, EVERYURI_FIELD_FIELDS).data != NULL;
	}
	ok(!wrong && refused,
	   "RFC 1738 3.11: a link of any hsoname is asked for by its URI: %lu wrong, %lu refused",
	   wrong, refused);
}

/* RFC 2229 2.2: what is no atom stands in quotation marks, with backslashes. */
static size_t write_command(char *out, struct everyuri_text database, struct everyuri_text word)
{
	bool quoted = false;
	size_t n = database.len;

	memcpy(out, database.data, n);
	out[n++] = ' ';
	for (size_t i = 0; i < word.len; i++)
		quoted = quoted || strchr(" \"'\\", word.data[i]);
	if (quoted)
		out[n++] = '"';
	for (size_t i = 0; i < word.len; i++) {
		if (word.data[i] == '"' || word.data[i] == '\\')
			out[n++] = '\\';
		out[n++] = word.data[i];
	}
	if (quoted)
		out[n++] = '"';
	return n;
}

static bool has_byte(struct everyuri_text text, const char *of)
{
	for (size_t i = 0; i < text.len; i++)
		if ((unsigned char)text.data[i] < ' ' || text.data[i] == 0x7F ||
		    strchr(of, text.data[i]))
			return true;
	return false;
}

static void words(void)
{
	struct shapes s = { .state = 2229 };
	unsigned long wrong = 0, refused = 0;

	for (unsigned round = 0; round < ROUNDS; round++) {
		char word[4], database[4], command[20];
		struct everyuri_entry entry = {
			.selector = { word, 1 + shapes_below(&s, 4) },
			.name = { database, 1 + shapes_below(&s, 4) },
		};
		struct everyuri_text sent = { command, 0 };
		struct everyuri_plan plan;

		random_bytes(&s, word);
		random_bytes(&s, database);
		for (size_t i = 0; i < 4; i++) {
			word[i] &= 0x7F;
			database[i] &= 0x7F;
		}
		if (!plan_entry("dict://h/m:x", &entry, &plan)) {
			refused++;
			wrong += !has_byte(entry.selector, "") && !has_byte(entry.name, " \"'\\");
			continue;
		}
		sent.len = write_command(command, entry.name, entry.selector);
		wrong += !equal_texts(asked_for(&plan, EVERYURI_FIELD_ARGUMENT), sent);
	}
	ok(!wrong && refused,
	   "RFC 2229 5: a word of any database is asked for by its URI: %lu wrong, %lu refused",
	   wrong, refused);
	const struct everyuri_entry bad = { .selector = { "\xC3", 1 }, .name = { "a", 1 } };
	const struct everyuri_entry good = { .selector = { "\xC3\xA4", 2 }, .name = { "a", 1 } };
	struct everyuri_plan plan;

	ok(!plan_entry("dict://h/m:x", &bad, &plan) && plan_entry("dict://h/m:x", &good, &plan),
	   "RFC 2229 2.2: words are UTF-8");
}

/* ---- any base ---------------------------------------------------------------------------------- */

static const char *const bases[] = {
	"ftp://h/a?b",
	"ftp://h/a|b/",
	"ftp://h/a b/",
	"ftp://h/a#f",
	"ftp://u:p@h:21/a/",
	"ftp://u x@h/",
	"ftp://[::1]/",
	"ftp://h/a%zz\\b/",
	"ftp:a/b",
	"file:///a?b/",
	"file:///a b/",
	"file://localhost/a[b]",
	"file:/a",
	"afs://h/a^b",
	"gopher://h/1",
	"gopher://u@h/1",
	"gopher://h b/1",
	"gophers://h:99999/1",
	"nntp://h/g",
	"nntp://h/g?x",
	"nntp://h/..",
	"nntp://u@h/g",
	"news:g",
	"news://h/g",
	"news://u:p@h:119/g",
	"wais://h/d",
	"wais://u@h/d?x",
	"wais://h/%2e",
	"wais:d",
	"prospero://h/x",
	"prospero://u@h/x",
	"wais://h:99999/d",
	"prospero://[x]/x",
	"ftp://\xC3\xA9.example/\xC3\xA9/",
	"snews://h/g",
	"nntps:g/1",
};

static const char *const said[] = {
	".",  "..",  "/..",      "../a", "a/../b",       "/./", "a",     "\x01", "\x7F",
	"-x", "a b", "a@b",      "%2e",  "%2E.",         "7",   "a;b=c", "~",    "|",
	"?x", "#",   "\xC3\xA9", "//",   "URL:http://x/"
};

static struct everyuri_text any_said(struct shapes *s)
{
	struct everyuri_text text = { NULL, 0 };

	if (!shapes_one_in(s, 4))
		text.data = SHAPES_PICK(s, said);
	text.len = text.data ? strlen(text.data) : 0;
	return text;
}

static bool has_dots(const struct everyuri_uri *uri)
{
	struct everyuri_text path = everyuri_view(uri, EVERYURI_PATH);
	size_t from = 0;

	for (size_t at = 0; at <= path.len; at++) {
		if (at < path.len && path.data[at] != '/')
			continue;
		if (is_dots(path.data + from, at - from))
			return true;
		from = at + 1;
	}
	return false;
}

/* The URI of an entry is one of RFC 3986 that is planned, has no user but ftp's, and no segment
 * that a generic reading takes away. */
static void any_base(void)
{
	static const char types[] = "019hIgs8T.;%d";
	struct everyuri_config config = { .news_server = { "n", 1 }, .this_host = { "l", 1 } };
	struct shapes s = { .state = 1436 };
	struct everyuri_buf read_buf;
	unsigned long wrong = 0, good = 0;

	everyuri_buf_init(&read_buf, NULL, 0, NULL);
	for (unsigned round = 0; round < 20 * ROUNDS; round++) {
		const char *text = SHAPES_PICK(&s, bases);
		const char *type = types + shapes_below(&s, sizeof types - 1);
		struct everyuri_entry entry = { .selector = any_said(&s), .name = any_said(&s) };
		struct everyuri_uri base, uri;
		struct everyuri_plan plan;
		struct everyuri_error error = { .message = "" };

		entry.type =
			shapes_one_in(&s, 2) ? any_said(&s) : (struct everyuri_text){ type, 1 };
		if (shapes_one_in(&s, 4))
			entry.host = (struct everyuri_text){ "[::2]", 5 };
		if (everyuri_parse(text, strlen(text),
		                   (enum everyuri_standard)shapes_below(&s, EVERYURI_N_STANDARDS),
		                   0, NULL, &read_buf, &base, NULL) ||
		    everyuri_entry_uri(&base, &entry, &entry_buf, NULL))
			continue;
		good++;
		if (!everyuri_parse(entry_buf.data, entry_buf.len, EVERYURI_RFC3986, 0, NULL, NULL,
		                    &uri, &error) &&
		    !everyuri_plan_make(&uri, &config, &plan_buf, &plan, &error) &&
		    !has_dots(&uri) &&
		    (uri.part[EVERYURI_USER].begin == EVERYURI_ABSENT || *text == 'f' ||
		     *entry_buf.data == 't'))
			continue;
		if (wrong++ < 20)
			diag("%s by %s with %.*s, %.*s and %.*s: %.*s: %s", text,
			     everyuri_standard_name((enum everyuri_standard)base.standard),
			     (int)entry.type.len, entry.type.len ? entry.type.data : "",
			     (int)entry.selector.len, entry.selector.len ? entry.selector.data : "",
			     (int)entry.name.len, entry.name.len ? entry.name.data : "",
			     (int)entry_buf.len, entry_buf.data, error.message);
	}
	ok(!wrong && good > ROUNDS, "the URI of every entry is planned: %lu of %lu are not", wrong,
	   good);
	everyuri_buf_free(&read_buf);
}

int main(void)
{
	everyuri_buf_init(&plan_buf, NULL, 0, NULL);
	everyuri_buf_init(&entry_buf, NULL, 0, NULL);
	documents();
	links();
	words();
	any_base();
	everyuri_buf_free(&plan_buf);
	everyuri_buf_free(&entry_buf);
	return done();
}
