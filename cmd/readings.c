/* readings.c - what each standard says, and where they differ; what escapes decode to. */
#include "explain.h"

#include <stdio.h>
#include <string.h>

#define COLUMN_CELLS 28 /* a longer value is shortened */
#define INDENT 13

/* What is compared, in this order. */
static const enum everyuri_part compared[] = { EVERYURI_SCHEME, EVERYURI_USER, EVERYURI_HOST,
	                                       EVERYURI_PORT, EVERYURI_PATH };
#define N_COMPARED (sizeof compared / sizeof *compared)

struct table {
	struct page *page;
	const struct everyuri_comparison *found;
	bool differs[N_COMPARED];              /* do valid readings differ in the text of it? */
	struct everyuri_text most[N_COMPARED]; /* what most of them read, or the first of as many */
	size_t width[N_COMPARED];              /* cells; 0: it has no column */
	unsigned n_accept;
};

static bool accepts(const struct everyuri_comparison *found, int standard)
{
	return found->accepted >> standard & 1;
}

static struct everyuri_text value_of(const struct everyuri_comparison *found, int standard,
                                     enum everyuri_part part)
{
	struct everyuri_text text;

	everyuri_view(&found->reading[standard].uri, part, &text.data, &text.len);
	return text;
}

/* Absent and empty are the same to whoever compares (CONTRACT, compare). */
static bool same_text(struct everyuri_text a, struct everyuri_text b)
{
	return a.len == b.len && (!a.len || !memcmp(a.data, b.data, a.len));
}

static struct everyuri_text read_by_most(const struct table *table, enum everyuri_part part)
{
	struct everyuri_text most = { 0 };
	unsigned n_most = 0;

	for (int s = 0; s < EVERYURI_N_STANDARDS; s++) {
		struct everyuri_text value = value_of(table->found, s, part);
		unsigned n = 0;

		for (int other = 0; accepts(table->found, s) && other < EVERYURI_N_STANDARDS;
		     other++)
			n += accepts(table->found, other) &&
			     same_text(value, value_of(table->found, other, part));
		if (n > n_most) {
			n_most = n;
			most = value;
		}
	}
	return most;
}

/* Host and path have a column always, the others where readings differ in them. */
static void measure(struct table *table)
{
	for (size_t c = 0; c < N_COMPARED; c++) {
		struct everyuri_text first = { 0 };
		size_t widest = strlen(everyuri_part_name(compared[c]));
		bool any = false;

		for (int s = 0; s < EVERYURI_N_STANDARDS; s++) {
			if (!accepts(table->found, s))
				continue;
			struct everyuri_text value = value_of(table->found, s, compared[c]);
			size_t cells =
				cells_short(table->page, value.data, value.len, COLUMN_CELLS);

			if (!any)
				first = value;
			any = true;
			widest = cells > widest ? cells : widest;
			table->differs[c] = table->differs[c] || !same_text(first, value);
		}
		if (table->differs[c] || compared[c] == EVERYURI_HOST ||
		    compared[c] == EVERYURI_PATH)
			table->width[c] = widest;
		table->most[c] = read_by_most(table, compared[c]);
	}
}

static void write_padded(struct page *page, const char *text, size_t width)
{
	everyuri_write_text(&page->answer->out, text);
	put_spaces(page, strlen(text) < width ? width - strlen(text) : 0);
}

static void write_head(struct table *table)
{
	write_padded(table->page, "  standard   says", 20);
	for (size_t c = 0; c < N_COMPARED; c++) {
		if (!table->width[c])
			continue;
		everyuri_write_text(&table->page->answer->out, "  ");
		write_padded(table->page, everyuri_part_name(compared[c]),
		             c + 1 < N_COMPARED ? table->width[c] : 0);
	}
	everyuri_write_text(&table->page->answer->out, "\n");
}

static void write_extras(struct page *page, const struct everyuri_uri *uri, size_t pad)
{
	for (int name = 0; name < EVERYURI_N_EXTRA_NAMES; name++) {
		const char *data;
		size_t len;

		everyuri_extra_view(uri, (enum everyuri_extra_name)name, &data, &len);
		if (!data)
			continue;
		put_spaces(page, pad);
		pad = 0;
		everyuri_write_text(&page->answer->out, "  ");
		everyuri_write_text(&page->answer->out,
		                    everyuri_extra_name_text((enum everyuri_extra_name)name));
		everyuri_write_text(&page->answer->out, " ");
		put_short(page, data, len, COLUMN_CELLS);
	}
}

static void write_valid(struct table *table, int standard)
{
	struct page *page = table->page;
	size_t pad = 0;

	everyuri_write_text(&page->answer->out, "valid  ");
	for (size_t c = 0; c < N_COMPARED; c++) {
		if (!table->width[c])
			continue;
		struct everyuri_text value = value_of(table->found, standard, compared[c]);
		bool alone = !table->found->agree && !same_text(value, table->most[c]);

		put_spaces(page, pad + 2);
		if (alone)
			color_differs(page);
		size_t cells = put_short(page, value.data, value.len, COLUMN_CELLS);

		if (!value.data) {
			everyuri_write_text(&page->answer->out, "-");
			cells = 1;
		}
		if (alone)
			color_end(page);
		pad = cells < table->width[c] ? table->width[c] - cells : 0;
	}
	write_extras(page, &table->found->reading[standard].uri, pad);
	everyuri_write_text(&page->answer->out, "\n");
}

static void write_invalid(struct table *table, int standard)
{
	const struct everyuri_error *error = &table->found->reading[standard].error;
	char text[512];

	snprintf(text, sizeof text, "byte %zu: %s%s%s%s", error->at, error->message,
	         *error->clause ? " (" : "", error->clause, *error->clause ? ")" : "");
	everyuri_write_text(&table->page->answer->out, "invalid  ");
	put_wrapped(table->page, 2 + 11 + 9, text);
}

/* "host and path", "user, host and path" */
static void name_differences(const struct table *table, char out[128])
{
	size_t left = 0, at = 0;

	for (size_t c = 0; c < N_COMPARED; c++)
		left += table->differs[c];
	*out = '\0';
	for (size_t c = 0; c < N_COMPARED; c++) {
		if (!table->differs[c])
			continue;
		left--;
		at += (size_t)snprintf(out + at, 128 - at, "%s%s", everyuri_part_name(compared[c]),
		                       left > 1 ? ", " :
		                       left     ? " and " :
		                                  "");
	}
}

static void write_summary(struct table *table)
{
	struct page *page = table->page;
	char names[128], line[256];

	name_differences(table, names);
	if (!table->n_accept)
		snprintf(line, sizeof line, "no standard accepts it");
	else if (!table->found->agree)
		snprintf(line, sizeof line, "the readings that accept it differ in %s",
		         *names ? names :
		                  everyuri_part_name((enum everyuri_part)table->found->first));
	else if (table->n_accept == 1)
		snprintf(line, sizeof line, "only one standard accepts it");
	else
		snprintf(line, sizeof line,
		         "all readings that accept it agree on scheme, user, host, port and path%s",
		         *names ? ", once normalised" : "");
	everyuri_write_text(&page->answer->out, page->box ? "  \xE2\x94\x80 " : "  - ");
	put_wrapped(page, 4, line);
}

void readings_write(struct page *page, const struct everyuri_comparison *found)
{
	struct table table = { .page = page, .found = found };

	measure(&table);
	write_head(&table);
	for (int s = 0; s < EVERYURI_N_STANDARDS; s++) {
		if (!(found->asked >> s & 1))
			continue;
		everyuri_write_text(&page->answer->out, "  ");
		write_padded(page, everyuri_standard_name((enum everyuri_standard)s), 11);
		if (accepts(found, s)) {
			table.n_accept++;
			write_valid(&table, s);
		} else {
			write_invalid(&table, s);
		}
	}
	write_summary(&table);
}

/* ---- characters ---------------------------------------------------------------------------- */

static int hex_digit(char digit)
{
	if (digit >= '0' && digit <= '9')
		return digit - '0';
	digit = (char)(digit | 32);
	return digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
}

/* The byte of a "%HH" above 7F at the start of data, or -1. */
static int high_escape(const char *data, size_t len)
{
	if (len < 3 || data[0] != '%')
		return -1;
	int high = hex_digit(data[1]), low = hex_digit(data[2]);

	return high < 8 || low < 0 ? -1 : high * 16 + low;
}

/* ISO 8859-1 is the first 256 characters of Unicode. */
static size_t latin1_to_utf8(const char *data, size_t len, char *out)
{
	size_t n = 0;

	for (size_t i = 0; i < len; i++) {
		unsigned char byte = (unsigned char)data[i];

		out[n++] = (char)(0xC0 | byte >> 6);
		out[n++] = (char)(0x80 | (byte & 0x3F));
	}
	return n;
}

void characters_write(struct page *page)
{
	char bytes[8], latin[2 * sizeof bytes], shown[QUOTE_SIZE], utf8[QUOTE_SIZE], line[1400];
	size_t at = 0, n = 0;

	while (at < page->len && high_escape(page->text + at, page->len - at) < 0)
		at++;
	for (int byte; n < sizeof bytes; n++) {
		byte = high_escape(page->text + at + 3 * n, page->len - at - 3 * n);
		if (byte < 0)
			break;
		bytes[n] = (char)byte;
	}
	if (!n)
		return;
	/* The last character may have been cut off. */
	for (size_t less = n; n == sizeof bytes && less > n - 4; less--) {
		if (!utf8_valid(bytes, less))
			continue;
		n = less;
		break;
	}
	quote(page, shown, latin, latin1_to_utf8(bytes, n, latin));
	if (utf8_valid(bytes, n))
		quote(page, utf8, bytes, n);
	snprintf(
		line, sizeof line,
		"\"%.*s\" is \"%s\" under url1993, uri1994 and rfc1630 (ISO Latin-1), %zu %s under "
		"rfc1738%s%s%s",
		(int)(3 * n), page->text + at, shown, n, n == 1 ? "octet" : "octets",
		utf8_valid(bytes, n) ? ", and \"" : ", and no UTF-8 under rfc3986",
		utf8_valid(bytes, n) ? utf8 : "",
		utf8_valid(bytes, n) ? "\" in the UTF-8 that rfc3986 advises" : "");
	everyuri_write_text(&page->answer->out, "  decode     ");
	put_wrapped(page, INDENT, line);
}
