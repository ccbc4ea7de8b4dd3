/* compare.c - vectors/compare: what each standard reads where readers have been confused, and
 * what everyuri_compare says of it. */
#include <everyuri.h>

#include "guard.h"
#include "tap.h"

#include <stdlib.h>

#define LINE_LEN 4096
#define MAX_FIELDS 16

struct text {
	char data[LINE_LEN];
	size_t len;
};

struct row {
	struct text field[MAX_FIELDS];
	size_t n_fields;
};

static unsigned digit(char c)
{
	return (unsigned)(c >= 'A' ? (c & ~32) - 'A' + 10 : c - '0');
}

/* A line cut at its tabs, with \t \n \r \\ \0 \xHH as what they mean. */
static void read_row(struct row *row, const char *line)
{
	struct text *field = &row->field[0];

	row->n_fields = 1;
	field->len = 0;
	for (; *line && *line != '\n'; line++) {
		char c = *line;

		if (c == '\t' && row->n_fields < MAX_FIELDS) {
			field->data[field->len] = '\0';
			field = &row->field[row->n_fields++];
			field->len = 0;
			continue;
		}
		if (c == '\\') {
			c = *++line;
			if (c == 'x') {
				c = (char)(digit(line[1]) * 16 + digit(line[2]));
				line += 2;
			} else {
				c = (char)(c == 't' ? '\t' :
				           c == 'n' ? '\n' :
				           c == 'r' ? '\r' :
				           c == '0' ? '\0' :
				                      c);
			}
		}
		field->data[field->len++] = c;
	}
	field->data[field->len] = '\0';
}

static void add(struct text *told, const char *data, size_t len)
{
	if (len > sizeof told->data - told->len)
		len = sizeof told->data - told->len;
	memcpy(told->data + told->len, data, len);
	told->len += len;
}

/* A reading as the vectors tell it. */
static void tell(struct text *told, const struct everyuri_reading *reading, bool accepted)
{
	told->len = 0;
	if (!accepted) {
		add(told, "invalid", 7);
		return;
	}
	for (int p = 0; p < EVERYURI_N_PARTS; p++) {
		const char *name = everyuri_part_name((enum everyuri_part)p);
		struct everyuri_text value = everyuri_view(&reading->uri, (enum everyuri_part)p);

		if (!value.data)
			continue;
		if (told->len)
			add(told, "|", 1);
		add(told, name, strlen(name));
		add(told, "=", 1);
		add(told, value.data, value.len);
	}
}

/* The rows of a file, each handed to `play` with the first one, which names the columns. */
static void play_file(const char *path, void (*play)(const struct row *names, struct row *row))
{
	static char line[LINE_LEN];
	static struct row names, row;
	FILE *file = fopen(path, "rb");

	if (!ok(file && fgets(line, sizeof line, file), "%s opens", path)) {
		if (file)
			fclose(file);
		return;
	}
	read_row(&names, line);
	while (fgets(line, sizeof line, file)) {
		read_row(&row, line);
		if (row.n_fields == names.n_fields)
			play(&names, &row);
		else
			ok(false, "%s: %s has as many fields as the first line", path,
			   row.field[0].data);
	}
	fclose(file);
}

/* ---- the catalogue -------------------------------------------------------------------- */

/* id, class, input, and a column for each standard. */
static void play_confusion(const struct row *names, struct row *row)
{
	static struct text told;
	struct guard guard = { 0 };
	const struct text *input = &row->field[2];
	const char *text = guard_end(&guard, input->data, input->len);
	struct everyuri_comparison found;
	struct everyuri_buf buf;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	if (everyuri_compare(text, input->len, UINT32_MAX, 0, &buf, &found, NULL))
		ok(false, "%s: compare succeeds", row->field[0].data);
	for (size_t k = 3; k < row->n_fields; k++) {
		const struct text *name = &names->field[k], *want = &row->field[k];
		enum everyuri_standard standard;

		if (!want->len || everyuri_standard_find(name->data, name->len, &standard))
			continue;
		tell(&told, &found.reading[standard], found.accepted >> standard & 1);
		ok(told.len == want->len && !memcmp(told.data, want->data, want->len),
		   "%s %s: \"%s\" is %s", name->data, row->field[0].data, input->data, want->data);
		if (told.len != want->len || memcmp(told.data, want->data, want->len) != 0)
			diag("got %.*s", (int)told.len, told.data);
	}
	everyuri_buf_free(&buf);
	guard_free(&guard);
}

/* ---- agreement ---------------------------------------------------------------------------- */

/* Bits of the standards in a list with commas, or `all`.  Returns: false if one is not built. */
static bool read_standards(const char *list, uint32_t *bits)
{
	*bits = UINT32_MAX;
	if (!strcmp(list, "all"))
		return true;
	*bits = 0;
	for (;;) {
		size_t len = strcspn(list, ",");
		enum everyuri_standard standard;

		if (everyuri_standard_find(list, len, &standard))
			return false;
		*bits |= 1u << standard;
		if (!list[len])
			return true;
		list += len + 1;
	}
}

/* id, clause, input, standards, expected, note */
static void play_agree(const struct row *names, struct row *row)
{
	struct guard guard = { 0 };
	const struct text *input = &row->field[2];
	const char *text = guard_end(&guard, input->data, input->len);
	const char *want = row->field[4].data;
	struct everyuri_comparison found;
	struct everyuri_buf buf;
	char got[32] = "agree";
	uint32_t bits;

	(void)names;
	if (!read_standards(row->field[3].data, &bits)) {
		skip(row->field[0].data, "this build lacks one of the standards %s",
		     row->field[3].data);
		guard_free(&guard);
		return;
	}
	everyuri_buf_init(&buf, NULL, 0, NULL);
	if (everyuri_compare(text, input->len, bits, 0, &buf, &found, NULL))
		snprintf(got, sizeof got, "a failure");
	else if (!found.accepted)
		snprintf(got, sizeof got, found.agree ? "agree without a reading" : "none");
	else if (!found.agree)
		snprintf(got, sizeof got, "first=%s",
		         everyuri_part_name((enum everyuri_part)found.first));
	else if (found.first != EVERYURI_N_PARTS)
		snprintf(got, sizeof got, "agree, but a part is named");
	is_text(got, strlen(got), want, "%s: \"%s\" by %s: %s (%s)", row->field[1].data,
	        input->data, row->field[3].data, want, row->field[0].data);
	everyuri_buf_free(&buf);
	guard_free(&guard);
}

/* As everyuri_iri_to_uri: labels in front of one that breaks the bidi rule are not written. */
static void no_room_for_labels(void)
{
	static const char iri[] = "http://\xC3\xBC.\xC3\xBC.\xC3\xBC.\xC3\xBC.\xD7\x90"
				  "a";
	const uint32_t standards = 1u << EVERYURI_RFC3987 | 1u << EVERYURI_RFC3986;
	struct everyuri_comparison comparison;
	struct everyuri_buf buf;
	char memory[256];
	size_t needed;
	bool good;

	memset(memory, '!', sizeof memory);
	everyuri_buf_init(&buf, memory, 1, NULL);
	good = everyuri_compare(iri, sizeof iri - 1, standards, 0, &buf, &comparison, NULL) ==
	               EVERYURI_NO_SPACE &&
	       buf.needed < sizeof memory;
	needed = good ? buf.needed : sizeof memory;
	everyuri_buf_init(&buf, memory, needed, NULL);
	good = good &&
	       !everyuri_compare(iri, sizeof iri - 1, standards, 0, &buf, &comparison, NULL);
	for (size_t i = needed; i < sizeof memory; i++)
		good = good && memory[i] == '!';
	ok(good, "contract cmd.compare: a host that is no domain is written within its room");
}

int main(void)
{
	no_room_for_labels();
	play_file("vectors/compare/confusion.tsv", play_confusion);
	play_file("vectors/compare/agree.tsv", play_agree);
	return done();
}
