/* vectors.c - everything in vectors/, through the public calls.
 *
 * A file's first line names its columns.  Fields know \t \n \r \\ \0 and \xHH.
 * Each text stands right before an unreadable page.  The point of a vector is
 * "standard clause: input, expected (id)". */
#include <everyuri.h>

#include "guard.h"
#include "tap.h"

#include <stdint.h>
#include <stdlib.h>

#define FIELD_MAX 8192
#define N_COLUMNS 7

enum column { ID, CLAUSE, INPUT, BASE, EXPECTED, FLAGS, LEVEL };

static const char *const column_names[N_COLUMNS] = { "id",       "clause", "input", "base",
	                                             "expected", "flags",  "level" };

struct field {
	char text[FIELD_MAX];
	size_t len;
};

/* One line of a vector file, and where each column is to be found in it. */
struct vector {
	enum everyuri_standard standard;
	int place[N_COLUMNS];
	struct field field[N_COLUMNS];
	struct guard input, base;
	struct everyuri_buf buf, read[2]; /* read: where a standard rewrites what it reads */
};

static int hex_value(char c)
{
	return c >= '0' && c <= '9' ? c - '0' :
	       c >= 'A' && c <= 'F' ? c - 'A' + 10 :
	       c >= 'a' && c <= 'f' ? c - 'a' + 10 :
	                              -1;
}

/* The bytes that a field means.  Returns: false if it is not well formed. */
static bool unescape(const char *from, size_t len, struct field *to)
{
	to->len = 0;
	for (size_t i = 0; i < len; i++) {
		char c = from[i];

		if (to->len + 1 >= FIELD_MAX)
			return false;
		if (c == '\\') {
			char kind = ++i < len ? from[i] : '?';

			if (kind == 'x') {
				int high = i + 2 < len ? hex_value(from[i + 1]) : -1;
				int low = i + 2 < len ? hex_value(from[i + 2]) : -1;

				if (high < 0 || low < 0)
					return false;
				c = (char)(high * 16 + low);
				i += 2;
			} else if (kind == 't') {
				c = '\t';
			} else if (kind == 'n') {
				c = '\n';
			} else if (kind == 'r') {
				c = '\r';
			} else if (kind == '0') {
				c = '\0';
			} else if (kind == '\\') {
				c = '\\';
			} else {
				return false;
			}
		}
		to->text[to->len++] = c;
	}
	to->text[to->len] = '\0';
	return true;
}

static bool field_is(const struct field *field, const char *text)
{
	return field->len == strlen(text) && !memcmp(field->text, text, field->len);
}

static enum everyuri_level level_of(const struct vector *v)
{
	return field_is(&v->field[LEVEL], "simple") ? EVERYURI_LEVEL_SIMPLE :
	       field_is(&v->field[LEVEL], "scheme") ? EVERYURI_LEVEL_SCHEME :
	                                              EVERYURI_LEVEL_SYNTAX;
}

static unsigned flags_of(const struct vector *v)
{
	return field_is(&v->field[FLAGS], "reference") ? EVERYURI_ADMIT_PARTIAL :
	       field_is(&v->field[FLAGS], "zone")      ? EVERYURI_ADMIT_ZONE :
	       field_is(&v->field[FLAGS], "loose")     ? EVERYURI_LOOSE :
	                                                 0;
}

/* Compares and tells; the names come out as TAP prints them. */
static void point(const struct vector *v, const char *got, size_t len)
{
	const struct field *want = &v->field[EXPECTED];
	size_t want_len = want->len;
	bool pass;

	/* "|*" at the end: what follows is not told by the text, and not compared. */
	if (want_len >= 2 && !memcmp(want->text + want_len - 2, "|*", 2)) {
		want_len -= 2;
		if (len > want_len && got[want_len] == '|')
			len = want_len;
	}
	pass = len == want_len && !memcmp(got, want->text, len);
	ok(pass, "%s %s: \"%.300s\"%s%.300s gives \"%.300s\" (%s)",
	   everyuri_standard_name(v->standard), v->field[CLAUSE].text, v->field[INPUT].text,
	   v->field[BASE].len ? " with " : "", v->field[BASE].text, want->text, v->field[ID].text);
	if (!pass) {
		printf("#      got: ");
		tap_put(got, len);
		printf("\n# expected: ");
		tap_put(want->text, want_len);
		printf("\n");
	}
}

/* A line of text that grows in one place. */
struct told {
	char text[2 * FIELD_MAX];
	size_t len;
};

static void tell(struct told *told, const char *name, const char *data, size_t len)
{
	size_t name_len = strlen(name);

	if (name_len + len + 2 > sizeof told->text - told->len)
		return;
	told->text[told->len++] = '|';
	memcpy(told->text + told->len, name, name_len);
	told->len += name_len;
	if (!data)
		return;
	told->text[told->len++] = '=';
	memcpy(told->text + told->len, data, len);
	told->len += len;
}

/* The record in the order of the command's JSON. */
static void tell_uri(struct told *told, const struct everyuri_uri *uri)
{
	const char *kind = everyuri_host_kind_name((enum everyuri_host_kind)uri->host_kind);

	memcpy(told->text, "valid", 5);
	told->len = 5;
	if (uri->flags & EVERYURI_RELATIVE)
		tell(told, "relative", "true", 4);
	if (uri->flags & EVERYURI_PREFIXED)
		tell(told, "prefix", "URL:", 4);
	if (uri->flags & EVERYURI_BY_RFC1808)
		tell(told, "by", "rfc1808", 7);
	for (unsigned part = 0; part < EVERYURI_N_PARTS; part++) {
		struct everyuri_text value = everyuri_view(uri, (enum everyuri_part)part);

		if (value.data)
			tell(told, everyuri_part_name((enum everyuri_part)part), value.data,
			     value.len);
	}
	if (*kind)
		tell(told, "host_kind", kind, strlen(kind));
	for (unsigned name = 0; name < EVERYURI_N_EXTRA_NAMES; name++) {
		struct everyuri_text value =
			everyuri_extra_view(uri, (enum everyuri_extra_name)name);

		if (value.data)
			tell(told, everyuri_extra_name_text((enum everyuri_extra_name)name),
			     value.data, value.len);
	}
}

/* A NUL is where the automata stop, as they do at the end: a text is no shorter for it. */
static struct {
	unsigned long tried, failed;
} with_nul[EVERYURI_N_STANDARDS];

static void go_on_behind_nul(struct vector *v)
{
	static char text[FIELD_MAX + 2];
	size_t len = v->field[INPUT].len;
	struct everyuri_error err = { 0 };
	struct everyuri_uri uri;
	enum everyuri_status status;

	memcpy(text, v->field[INPUT].text, len);
	memcpy(text + len, "\0a", 2);
	status = everyuri_parse(guard_end(&v->base, text, len + 2), len + 2, v->standard,
	                        flags_of(v), NULL, NULL, &uri, &err);
	with_nul[v->standard].tried++;
	if (status == EVERYURI_INVALID && err.at == len)
		return;
	if (!with_nul[v->standard].failed++)
		diag("%s: status %d at %zu, the NUL is at %zu", v->field[ID].text, (int)status,
		     err.at, len);
}

static void run_parse(struct vector *v, const char *input, const char *base)
{
	static struct told told;
	struct everyuri_uri uri;
	struct everyuri_error err = { 0 };
	size_t len = v->field[INPUT].len;
	enum everyuri_status status =
		everyuri_parse(input, len, v->standard, flags_of(v), NULL, &v->read[0], &uri, &err);
	enum everyuri_status checked = everyuri_check(input, len, v->standard, flags_of(v), NULL);

	(void)base;
	told.len = 0;
	if (status == EVERYURI_OK)
		tell_uri(&told, &uri);
	else
		told.len = (size_t)snprintf(told.text, sizeof told.text, "invalid|at=%zu", err.at);
	if (checked != status ||
	    (status && (status != EVERYURI_INVALID || err.which || !err.clause || !err.message)))
		told.len = (size_t)snprintf(told.text, sizeof told.text, "status %d, checked %d",
		                            (int)status, (int)checked);
	point(v, told.text, told.len);
	/* The URL Standard percent-encodes it. */
	if (status == EVERYURI_OK && v->standard != EVERYURI_WHATWG)
		go_on_behind_nul(v);
}

static void run_resolve(struct vector *v, const char *input, const char *base)
{
	struct everyuri_uri of, uri;

	if (everyuri_parse(base, v->field[BASE].len, v->standard, 0, NULL, &v->read[1], &of,
	                   NULL)) {
		point(v, "base", 4);
		return;
	}
	if (everyuri_parse(input, v->field[INPUT].len, v->standard, flags_of(v), &of, &v->buf, &uri,
	                   NULL))
		point(v, "invalid", 7);
	else
		point(v, uri.text, uri.len);
}

static void run_relate(struct vector *v, const char *input, const char *base)
{
	struct everyuri_uri target, of;

	if (everyuri_parse(input, v->field[INPUT].len, v->standard, 0, NULL, &v->read[0], &target,
	                   NULL) ||
	    everyuri_parse(base, v->field[BASE].len, v->standard, 0, NULL, &v->read[1], &of,
	                   NULL) ||
	    everyuri_relate(&of, &target, flags_of(v), &v->buf, NULL))
		point(v, "invalid", 7);
	else
		point(v, v->buf.data ? v->buf.data : "", v->buf.len);
}

static void run_normalize(struct vector *v, const char *input, const char *base)
{
	struct everyuri_uri uri;

	(void)base;
	if (everyuri_parse(input, v->field[INPUT].len, v->standard, EVERYURI_ADMIT_PARTIAL, NULL,
	                   &v->read[0], &uri, NULL) ||
	    everyuri_normalize(&uri, level_of(v), &v->buf, &uri, NULL) || uri.len != v->buf.len)
		point(v, "invalid", 7);
	else
		point(v, uri.text ? uri.text : "", uri.len);
}

static void run_same(struct vector *v, const char *input, const char *base)
{
	struct everyuri_uri a, b;
	bool same = false;

	if (everyuri_parse(input, v->field[INPUT].len, v->standard, EVERYURI_ADMIT_PARTIAL, NULL,
	                   &v->read[0], &a, NULL) ||
	    everyuri_parse(base, v->field[BASE].len, v->standard, 0, NULL, &v->read[1], &b, NULL) ||
	    everyuri_same(&a, &b, level_of(v), &v->buf, &same, NULL))
		point(v, "invalid", 7);
	else
		point(v, same ? "same" : "different", same ? 4 : 9);
}

static const struct {
	const char *name;
	void (*run)(struct vector *v, const char *input, const char *base);
} files[] = {
	{ "parse", run_parse },         { "resolve", run_resolve }, { "relate", run_relate },
	{ "normalize", run_normalize }, { "same", run_same },
};

/* The columns of the first line.  Returns: false if one that must be is missing. */
static bool read_header(struct vector *v, const char *line)
{
	int place = 0;

	for (int c = 0; c < N_COLUMNS; c++)
		v->place[c] = -1;
	for (;; place++) {
		size_t len = strcspn(line, "\t\r\n");

		for (int c = 0; c < N_COLUMNS; c++)
			if (len == strlen(column_names[c]) && !memcmp(line, column_names[c], len))
				v->place[c] = place;
		if (line[len] != '\t')
			break;
		line += len + 1;
	}
	return v->place[ID] >= 0 && v->place[CLAUSE] >= 0 && v->place[INPUT] >= 0 &&
	       v->place[EXPECTED] >= 0;
}

static bool read_line(struct vector *v, const char *line)
{
	for (int c = 0; c < N_COLUMNS; c++) {
		const char *at = line;
		int place = v->place[c];

		v->field[c].len = 0;
		v->field[c].text[0] = '\0';
		if (place < 0)
			continue;
		for (; place > 0; place--) {
			at += strcspn(at, "\t\r\n");
			if (*at != '\t')
				return false;
			at++;
		}
		if (!unescape(at, strcspn(at, "\t\r\n"), &v->field[c]))
			return false;
	}
	return true;
}

static void run_file(enum everyuri_standard standard, size_t which)
{
	static struct vector v;
	static char line[4 * FIELD_MAX];
	char path[64];
	FILE *file;

	snprintf(path, sizeof path, "vectors/%s/%s.tsv", everyuri_standard_name(standard),
	         files[which].name);
	file = fopen(path, "rb");
	if (!file) {
		ok(false, "%s opens", path);
		return;
	}
	v = (struct vector){ .standard = standard };
	everyuri_buf_init(&v.buf, NULL, 0, NULL);
	everyuri_buf_init(&v.read[0], NULL, 0, NULL);
	everyuri_buf_init(&v.read[1], NULL, 0, NULL);
	ok(fgets(line, sizeof line, file) && read_header(&v, line), "%s names its columns", path);
	while (fgets(line, sizeof line, file)) {
		if (!read_line(&v, line)) {
			ok(false, "%s: this line is well formed: %.60s", path, line);
			continue;
		}
		files[which].run(&v, guard_end(&v.input, v.field[INPUT].text, v.field[INPUT].len),
		                 guard_end(&v.base, v.field[BASE].text, v.field[BASE].len));
	}
	everyuri_buf_free(&v.buf);
	everyuri_buf_free(&v.read[0]);
	everyuri_buf_free(&v.read[1]);
	guard_free(&v.input);
	guard_free(&v.base);
	fclose(file);
}

int main(void)
{
	for (int s = 0; s < EVERYURI_N_STANDARDS; s++) {
		if (!everyuri_standard_built((enum everyuri_standard)s))
			continue;
		for (size_t f = 0; f < sizeof files / sizeof *files; f++)
			run_file((enum everyuri_standard)s, f);
		if (s != EVERYURI_WHATWG)
			ok(with_nul[s].tried && !with_nul[s].failed,
			   "%s: no text goes on behind a NUL (%lu tried)",
			   everyuri_standard_name((enum everyuri_standard)s), with_nul[s].tried);
	}
	return done();
}
