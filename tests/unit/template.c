/* template.c - template.h against vectors/template: RFC 6570's own examples, what is no template,
 * and matching. */
#include <everyuri.h>

#include "guard.h"
#include "in_time.h"
#include "tap.h"

#include <stdlib.h>
#include <time.h>

static struct guard guard, guard_of_uri;

/* ---- vectors: lines of fields ------------------------------------------------------------ */

#define FIELDS 12

struct row {
	char *field[FIELDS];
	size_t n;
};

/* A file whose lines are rows; the first one names the columns and is left out. */
struct rows {
	char *text, *next;
};

static struct rows rows_of(const char *path)
{
	struct rows rows = { NULL, NULL };
	FILE *file = fopen(path, "rb");
	size_t len;

	rows.text = calloc(1, 1 << 16);
	if (!file || !rows.text) {
		printf("Bail out! %s cannot be read\n", path);
		exit(1);
	}
	len = fread(rows.text, 1, (1 << 16) - 1, file);
	fclose(file);
	if (len == (1 << 16) - 1)
		ok(false, "%s fits its buffer", path);
	rows.next = strchr(rows.text, '\n') + 1;
	return rows;
}

static bool next_row(struct rows *rows, struct row *row)
{
	char *end = strchr(rows->next, '\n'), *field = rows->next;

	if (!end)
		return false;
	*end = 0;
	rows->next = end + 1;
	for (row->n = 0; row->n < FIELDS; field++) {
		row->field[row->n++] = field;
		field = strchr(field, '\t');
		if (!field)
			break;
		*field = 0;
	}
	return true;
}

/* ---- the variables of section 3.2 ----------------------------------------------------------- */

#define VARIABLES 32

static struct everyuri_variable variables[VARIABLES];
static struct everyuri_text items[VARIABLES][FIELDS];
static size_t n_variables;

static struct everyuri_text text_of(const char *text)
{
	struct everyuri_text view = { text, strlen(text) };

	return view;
}

static void read_variables(struct rows *rows)
{
	struct row row;

	while (next_row(rows, &row) && n_variables < VARIABLES) {
		struct everyuri_variable *variable = &variables[n_variables];
		const char *kind = row.field[1];

		variable->name = text_of(row.field[0]);
		variable->kind = !strcmp(kind, "list")  ? EVERYURI_VARIABLE_LIST :
		                 !strcmp(kind, "pairs") ? EVERYURI_VARIABLE_PAIRS :
		                                          EVERYURI_VARIABLE_STRING;
		variable->items = items[n_variables];
		for (size_t k = 2; k < row.n; k++)
			items[n_variables][k - 2] = text_of(row.field[k]);
		variable->n_items = row.n - 2;
		if (variable->kind == EVERYURI_VARIABLE_PAIRS)
			variable->n_items /= 2;
		n_variables++;
	}
}

/* ---- expansion ---------------------------------------------------------------------------------- */

static const char *guarded(const char *text)
{
	return guard_end(&guard, text, strlen(text));
}

static void expanded(const char *clause, const char *template, const char *want)
{
	struct everyuri_buf buf;
	enum everyuri_status status;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	status = everyuri_template_expand(guarded(template), strlen(template), variables,
	                                  n_variables, &buf, NULL);
	is_text(status  ? NULL :
	        buf.len ? buf.data :
	                  "",
	        status ? 0 : buf.len, want, "RFC 6570 %s: %s", clause, template);
	everyuri_buf_free(&buf);
}

static void level(const char *template, unsigned want)
{
	unsigned got = 0;

	ok(!everyuri_template_check(guarded(template), strlen(template), &got, NULL) && got == want,
	   "RFC 6570 1.2: %s is of level %u", template, want);
}

static void refused(const char *clause, const char *template, size_t at)
{
	struct everyuri_error err = { 0 };
	struct everyuri_buf buf;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	ok(everyuri_template_check(guarded(template), strlen(template), NULL, &err) ==
	                   EVERYURI_INVALID &&
	           err.at == at && err.which == 0,
	   "RFC 6570 %s: \"%s\" is no template, byte %zu", clause, template, at);
	if (err.at != at)
		diag("got %zu: %s", err.at, err.message ? err.message : "-");
	ok(everyuri_template_expand(template, strlen(template), NULL, 0, &buf, NULL) ==
	           EVERYURI_INVALID,
	   "RFC 6570 %s: \"%s\" is not expanded", clause, template);
	everyuri_buf_free(&buf);
}

/* What the examples do not show. */
static void finer_points(void)
{
	static const struct everyuri_text some[] = {
		{ NULL, 0 }, { "a", 1 }, { NULL, 0 }, { "", 0 }
	};
	static const struct everyuri_text odd[] = { { "k&", 2 }, { "v&", 2 }, { "l", 1 },
		                                    { NULL, 0 }, { "m", 1 },  { "", 0 } };
	static const struct everyuri_text text[] = {
		{ "\xC3\xA9\xE2\x82\xAC\xF0\x9F\x92\xA9z", 10 }, { "%41%zz\xFF", 7 }, { NULL, 0 }
	};
	const struct everyuri_variable own[] = {
		{ { "some", 4 }, EVERYURI_VARIABLE_LIST, some, 4 },
		{ { "odd", 3 }, EVERYURI_VARIABLE_PAIRS, odd, 3 },
		{ { "u", 1 }, EVERYURI_VARIABLE_STRING, text, 1 },
		{ { "p", 1 }, EVERYURI_VARIABLE_STRING, text + 1, 1 },
		{ { "null", 4 }, EVERYURI_VARIABLE_STRING, text + 2, 1 },
		{ { "none", 4 }, EVERYURI_VARIABLE_STRING, NULL, 0 },
		{ { "a.%62", 5 }, EVERYURI_VARIABLE_STRING, some + 1, 1 },
		{ { "u", 1 }, EVERYURI_VARIABLE_STRING, some + 1, 1 },
	};
	struct everyuri_variable kept[VARIABLES];
	size_t n_kept = n_variables;

	memcpy(kept, variables, sizeof kept);
	memcpy(variables, own, sizeof own);
	n_variables = sizeof own / sizeof *own;
	expanded("3.2.1 undefined members", "{some}{?some*}{?some}", "a,?some=a&some=?some=a,");
	expanded("3.2.1 pairs", "{odd}{?odd*}{/odd*}", "k%26,v%26,m,?k&=v%26&m=/k%26=v%26/m=");
	expanded("3.2.7 empty members", "{;some*}{;odd*}", ";some=a;some;k&=v%26;m");
	expanded("2.4.1 characters", "{u:1}{u:2}{u:3}",
	         "%C3%A9%C3%A9%E2%82%AC"
	         "%C3%A9%E2%82%AC%F0%9F%92%A9");
	expanded("2.4.1 escapes that stay", "{+p:1},{+p:2},{+p:6},{p:1}",
	         "%41,%41%25,%41%25zz%FF,%25");
	expanded("3.2.2 escapes", "{p}", "%2541%25zz%FF");
	expanded("3.2.3 escapes", "{+p}", "%41%25zz%FF");
	expanded("2.3 undefined", "{null}{none}{?null,none}{nowhere}", "");
	expanded("2.3 names", "{?a.%62}", "?a.%62=a");
	memcpy(variables, kept, sizeof kept);
	n_variables = n_kept;
	expanded("2.4.1 only strings have prefixes", "{list:1}", NULL);
	expanded("2.4.1 only strings have prefixes", "{?keys:1}", NULL);
	expanded("2.4.1 but an undefined one is no list", "{empty_keys:1}", "");
}

/* ---- matching ------------------------------------------------------------------------------------- */

static size_t tell(char *told, size_t cap, const char *template, const char *uri,
                   const struct everyuri_matched *match)
{
	size_t len = 0;

	for (size_t k = 0; k < match->n; k++) {
		struct everyuri_span name = match->variable[k].name;
		struct everyuri_span value = match->variable[k].value;

		len += (size_t)snprintf(told + len, cap - len, "%s%.*s", k ? " " : "",
		                        (int)(name.end - name.begin), template + name.begin);
		if (value.begin != EVERYURI_ABSENT)
			len += (size_t)snprintf(told + len, cap - len, "=%.*s",
			                        (int)(value.end - value.begin), uri + value.begin);
	}
	return len;
}

/* A value as a URI has it: "+" and "#" leave it so, all others decode it once and encode it again. */
static void encoded_value(const char *template, const char *value, const char *want)
{
	struct everyuri_text item = { value, strlen(value) };
	struct everyuri_variable own = { { "v", 1 }, EVERYURI_VARIABLE_ENCODED, &item, 1 };
	struct everyuri_buf buf;

	item.data = guard_end(&guard_of_uri, value, item.len);
	everyuri_buf_init(&buf, NULL, 0, NULL);
	everyuri_template_expand(guarded(template), strlen(template), &own, 1, &buf, NULL);
	is_text(buf.len ? buf.data : "", buf.len, want, "template.h ENCODED: %s of \"%s\"",
	        template, value);
	everyuri_buf_free(&buf);
}

static void encoded_values(void)
{
	encoded_value("x{v}", "/a%20b", "x%2Fa%20b");
	encoded_value("x{+v}", "/a%20b", "x/a%20b");
	encoded_value("x{#v}", "/a%2Fb", "x#/a%2Fb");
	encoded_value("x{v}", "a%252Fb", "xa%252Fb");
	encoded_value("x{v}", "%7e%C3%a9%0a", "x~%C3%A9%0A");
	encoded_value("x{v}", "50%", "x50%25");
	encoded_value("x{v}", "%4", "x%254");
	encoded_value("{?v}", "a%26b", "?v=a%26b");
	encoded_value("{?v}", "", "?v=");
	encoded_value("{;v}", "", ";v");
	encoded_value("{/v*}", "a%2Fb", "/a%2Fb");
	encoded_value("{v:3}", "%41b%2Fc", "Ab%2F");
	encoded_value("{+v:3}", "%41b%2Fc", "%41b%2F");
}

/* What was matched expands to the URI again. */
static void comes_back(const char *template, const char *uri, const struct everyuri_matched *match)
{
	struct everyuri_variable own[EVERYURI_TEMPLATE_MATCH_MAX];
	struct everyuri_text value[EVERYURI_TEMPLATE_MATCH_MAX];
	struct everyuri_buf decoded[4], buf;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	for (size_t k = 0; k < match->n && k < 4; k++) {
		struct everyuri_span name = match->variable[k].name;
		struct everyuri_span at = match->variable[k].value;

		everyuri_buf_init(&decoded[k], NULL, 0, NULL);
		own[k].name.data = template + name.begin;
		own[k].name.len = name.end - name.begin;
		own[k].kind = EVERYURI_VARIABLE_STRING;
		own[k].items = &value[k];
		own[k].n_items = at.begin != EVERYURI_ABSENT;
		if (at.begin == EVERYURI_ABSENT)
			continue;
		value[k].data = uri + at.begin;
		value[k].len = at.end - at.begin;
		if (match->variable[k].reserved)
			continue;
		everyuri_decode(value[k].data, value[k].len, 0, &decoded[k], NULL);
		value[k].data = decoded[k].len ? decoded[k].data : "";
		value[k].len = decoded[k].len;
	}
	everyuri_template_expand(template, strlen(template), own, match->n, &buf, NULL);
	is_text(buf.len ? buf.data : "", buf.len, uri, "template.h: %s expands to %s again",
	        template, uri);
	for (size_t k = 0; k < match->n && k < 4; k++)
		everyuri_buf_free(&decoded[k]);
	everyuri_buf_free(&buf);
}

/* want: the values; "?" and a byte: the template is refused; "!" and a byte: the URI does not match. */
static void matched(const char *template, const char *uri, const char *want)
{
	const char *text = guarded(template);
	const char *uri_text = guard_end(&guard_of_uri, uri, strlen(uri));
	struct everyuri_matched match;
	struct everyuri_error err = { 0 };
	enum everyuri_status status = everyuri_template_match(text, strlen(template), uri_text,
	                                                      strlen(uri), &match, &err);
	char told[300];
	size_t len;

	if (status)
		len = (size_t)snprintf(told, sizeof told, "%c%zu", err.which ? '!' : '?', err.at);
	else
		len = tell(told, sizeof told, text, uri_text, &match);
	is_text(len ? told : "", len, want, "template.h: %s matched with %s", template, uri);
	if (!status)
		comes_back(template, uri, &match);
}

/* ---- time ------------------------------------------------------------------------------------------- */

static char *repeated(const char *piece, size_t times, size_t *len)
{
	size_t n = strlen(piece);
	char *text = malloc(n * times + 1);

	if (!text)
		abort();
	for (size_t i = 0; i < times; i++)
		memcpy(text + i * n, piece, n);
	*len = n * times;
	return text;
}

static void large(void)
{
	static const char *const pieces[] = { "{x}",   "{",   "}",       "a",
		                              "{x,x}", "%41", "{?x:3}/", "{x*}" };
	const size_t times = getenv("EVERYURI_QUICK") ? 10000 : 100000;
	struct everyuri_matched match;
	struct everyuri_buf buf;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	for (size_t k = 0; k < sizeof pieces / sizeof *pieces; k++) {
		size_t len;
		char *text = repeated(pieces[k], times, &len);
		clock_t start = clock();

		everyuri_template_expand(text, len, variables, n_variables, &buf, NULL);
		everyuri_template_match(text, len, text, len, &match, NULL);
		everyuri_template_match("{x}a{?y}", 8, text, len, &match, NULL);
		ok(in_time(seconds_since(start), len), "THREATS L3: %zu times %s as a template",
		   times, pieces[k]);
		free(text);
	}
	everyuri_buf_free(&buf);
}

#if SIZE_MAX > UINT32_MAX
/* A small template whose result would be 2 GB a variable. */
static void too_long(void)
{
	static const struct everyuri_text one = { "x", 1 };
	const struct everyuri_variable variable = { { "v", 1 }, EVERYURI_VARIABLE_STRING, &one, 1 };
	const char *nowhere = guard_end(&guard, "", 0);
	struct everyuri_matched match;
	struct everyuri_buf buf;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	ok(everyuri_template_expand(nowhere, (size_t)EVERYURI_TEXT_MAX + 1, &variable, 1, &buf,
	                            NULL) == EVERYURI_TOO_LONG,
	   "contract api.length: template_expand: too long");
	ok(everyuri_template_match("a", 1, nowhere, (size_t)EVERYURI_TEXT_MAX + 1, &match, NULL) ==
	           EVERYURI_TOO_LONG,
	   "contract api.length: template_match: too long");
	everyuri_buf_free(&buf);
}
#else
static void too_long(void)
{
	skip("contract api.length: too long", "size_t has 32 bits here");
}
#endif

/* 65 variables are one too many to be matched. */
static void many_variables(void)
{
	char text[1000];
	size_t len = 0;
	struct everyuri_matched match;
	struct everyuri_error err = { 0 };

	for (unsigned k = 0; k < 64; k++)
		len += (size_t)snprintf(text + len, sizeof text - len, "%sv%u", k ? "," : "{?", k);
	memcpy(text + len, "}", 2);
	ok(!everyuri_template_match(text, len + 1, "?v0=1&v63=", 10, &match, &err) &&
	           match.n == 64 && match.variable[63].value.begin == 10,
	   "template.h: 64 variables are matched");
	memcpy(text + len, ",w}", 4);
	ok(everyuri_template_match(text, len + 3, "?v0=1", 5, &match, &err) == EVERYURI_INVALID &&
	           err.which == 0 && err.at == len + 1,
	   "template.h: 65 are not");
}

int main(void)
{
	encoded_values();
	struct rows of_variables = rows_of("vectors/template/variables.tsv");
	struct rows rows = rows_of("vectors/template/expand.tsv");
	struct row row;

	read_variables(&of_variables);
	while (next_row(&rows, &row))
		expanded(row.field[0], row.field[1], row.field[2]);
	free(rows.text);
	rows = rows_of("vectors/template/refused.tsv");
	while (next_row(&rows, &row))
		refused(row.field[0], row.field[1], strtoul(row.field[2], NULL, 10));
	free(rows.text);
	rows = rows_of("vectors/template/match.tsv");
	while (next_row(&rows, &row))
		matched(row.field[0], row.field[1], row.field[2]);
	free(rows.text);
	level("", 1);
	level("a{x}", 1);
	level("{x}{+y}{#z}", 2);
	level("{x,y}", 3);
	level("{+x,y}", 3);
	level("{?x}{y}", 3);
	level("{x:1}{?y}", 4);
	level("{x*}", 4);
	finer_points();
	large();
	too_long();
	many_variables();
	free(of_variables.text);
	guard_free(&guard);
	guard_free(&guard_of_uri);
	return done();
}
