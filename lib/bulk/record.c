/* Writes any row as a line of JSON, TSV or CSV, in the format in which cmd/support/record.c
 * prints an item. */
#include "bulk/record.h"

#include "base/utf8.h"
#include "everyuri/whatwg.h"
#include "uri/standards.h"

#define N_COLUMNS 13

/* ---- JSON ------------------------------------------------------------------------------ */

static void json_member(struct everyuri_writer *out, const char *name, const char *data, size_t len)
{
	everyuri_write(out, ",\"", 2);
	everyuri_write_text(out, name);
	everyuri_write(out, "\":\"", 3);
	everyuri_write_json(out, data, len);
	everyuri_write(out, "\"", 1);
}

static void json_word(struct everyuri_writer *out, const char *name, const char *word)
{
	json_member(out, name, word, strlen(word));
}

static bool is_all_utf8(const struct everyuri_text *text)
{
	uint32_t point;
	size_t n;

	for (size_t at = 0; at < text->len; at += n) {
		n = eu_utf8_next(text->data + at, text->len - at, &point);
		if (!n)
			return false;
	}
	return true;
}

static void json_text(struct everyuri_writer *out, const struct everyuri_text *text, bool cut)
{
	if (!text->data) {
		everyuri_write_text(out, "{\"uri\":null");
		return;
	}
	everyuri_write_text(out, "{\"uri\":\"");
	everyuri_write_json(out, text->data, text->len);
	everyuri_write(out, "\"", 1);
	if (!is_all_utf8(text)) {
		everyuri_write_text(out, ",\"octets\":\"");
		everyuri_write_base64(out, text->data, text->len);
		everyuri_write(out, "\"", 1);
	}
	if (cut)
		everyuri_write_text(out, ",\"cut\":true");
}

static void json_error(struct everyuri_writer *out, const struct eu_bulk_record *record)
{
	everyuri_write_text(out, ",\"valid\":false,\"error\":{\"at\":");
	everyuri_write_number(out, record->error_at);
	json_word(out, "clause", record->clause);
	json_word(out, "message", record->message);
	everyuri_write(out, "}", 1);
}

static void json_extras(struct everyuri_writer *out, const struct everyuri_uri *uri)
{
	for (int name = 0; uri->n_extra && name < EVERYURI_N_EXTRA_NAMES; name++) {
		struct everyuri_text value =
			everyuri_extra_view(uri, (enum everyuri_extra_name)name);

		if (value.data)
			json_member(out, everyuri_extra_name_text((enum everyuri_extra_name)name),
			            value.data, value.len);
	}
}

static void json_url(const struct everyuri_rows_writing *writing, const struct everyuri_uri *uri)
{
	const struct everyuri_buf *origin = &writing->scratch[1];

	json_member(writing->out, "href", uri->text, uri->len);
	json_member(writing->out, "origin", origin->data, origin->len);
}

static void json_uri(const struct everyuri_rows_writing *writing, const struct everyuri_uri *uri)
{
	struct everyuri_writer *out = writing->out;

	everyuri_write_text(out, ",\"valid\":true");
	if (uri->flags & EVERYURI_RELATIVE)
		everyuri_write_text(out, ",\"relative\":true");
	if (uri->flags & EVERYURI_PREFIXED)
		json_word(out, "prefix", "URL:");
	if (uri->flags & EVERYURI_BY_RFC1808)
		json_word(out, "by", everyuri_standard_name(EVERYURI_RFC1808));
	for (int part = 0; part < EVERYURI_N_PARTS; part++) {
		struct everyuri_text text = eu_uri_part(uri, (enum everyuri_part)part);

		if (text.data)
			json_member(out, everyuri_part_name((enum everyuri_part)part), text.data,
			            text.len);
	}
	if (eu_uri_rewrites(writing->standard))
		json_url(writing, uri);
	if (uri->host_kind != EVERYURI_HOST_NONE)
		json_word(out, "host_kind",
		          everyuri_host_kind_name((enum everyuri_host_kind)uri->host_kind));
	json_extras(out, uri);
}

static enum everyuri_status json_record(const struct everyuri_rows_writing *writing,
                                        const struct eu_bulk_record *record)
{
	/* Allocate before writing, so that a failure leaves no partial record. */
	enum everyuri_status s =
		record->uri && eu_uri_rewrites(writing->standard) ?
			everyuri_whatwg_origin(record->uri, &writing->scratch[1], NULL) :
			EVERYURI_OK;

	if (s)
		return s;
	json_text(writing->out, record->text, writing->too_long_at > 0);
	json_word(writing->out, "standard", everyuri_standard_name(writing->standard));
	if (record->uri)
		json_uri(writing, record->uri);
	else if (record->text->data)
		json_error(writing->out, record);
	else
		everyuri_write_text(writing->out, ",\"valid\":null");
	everyuri_write(writing->out, writing->nul ? "}" : "}\n", 2);
	return EVERYURI_OK;
}

/* ---- fields ------------------------------------------------------------------------------- */

/* Fills in the columns of a row.  For an absent column, data is NULL. */
static void fields_of(const struct everyuri_rows_writing *writing,
                      const struct eu_bulk_record *record, char at[20],
                      struct everyuri_text field[N_COLUMNS])
{
	const struct everyuri_uri *uri = record->uri;
	const char *name = everyuri_standard_name(writing->standard);
	const char *valid = uri ? "true" : "false";

	memset(field, 0, N_COLUMNS * sizeof *field);
	field[0] = *record->text;
	field[1] = (struct everyuri_text){ name, strlen(name) };
	if (!record->text->data)
		return;
	field[2] = (struct everyuri_text){ valid, strlen(valid) };
	if (!uri) {
		struct everyuri_writer digits = { .data = at, .cap = 20 };

		everyuri_write_number(&digits, record->error_at);
		field[3] = (struct everyuri_text){ at, digits.len };
		return;
	}
	for (int part = 0; part < EVERYURI_N_PARTS; part++)
		field[4 + part] = eu_uri_part(uri, (enum everyuri_part)part);
	if (eu_uri_rewrites(writing->standard))
		field[12] = (struct everyuri_text){ uri->text, uri->len };
}

static void tsv_field(struct everyuri_writer *out, const struct everyuri_text *field)
{
	if (field->data)
		everyuri_write_tsv(out, field->data, field->len);
	else
		everyuri_write(out, "\\N", 2);
}

/* Writes a CSV field.  By RFC 4180 2, a field with a comma, quotation mark, CR or LF is quoted.  An
 * empty field is also quoted, to distinguish it from an absent one. */
static void csv_field(struct everyuri_writer *out, const struct everyuri_text *field)
{
	bool bare = field->len > 0;
	size_t run = 0;

	for (size_t i = 0; i < field->len && bare; i++)
		bare = field->data[i] != ',' && field->data[i] != '"' && field->data[i] != '\r' &&
		       field->data[i] != '\n';
	if (bare || !field->data) {
		everyuri_write(out, field->data, field->len);
		return;
	}
	everyuri_write(out, "\"", 1);
	for (size_t i = 0; i < field->len; i++) {
		if (field->data[i] != '"')
			continue;
		everyuri_write(out, field->data + run, i + 1 - run);
		run = i; /* so that it stands there twice */
	}
	everyuri_write(out, field->data + run, field->len - run);
	everyuri_write(out, "\"", 1);
}

/* Writes a refused row.  A refused row has no parts, so only the text and the error position
 * vary. */
static void tsv_refused(const struct everyuri_rows_writing *writing,
                        const struct eu_bulk_record *record)
{
	static const char none[] = "\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N\n";
	struct everyuri_writer *out = writing->out;

	everyuri_write_tsv(out, record->text->data, record->text->len);
	everyuri_write(out, "\t", 1);
	everyuri_write_text(out, everyuri_standard_name(writing->standard));
	everyuri_write(out, "\tfalse\t", 7);
	everyuri_write_number(out, record->error_at);
	everyuri_write(out, none, sizeof none - 1 - writing->nul);
	if (writing->nul)
		everyuri_write(out, "", 1);
}

static void fields_record(const struct everyuri_rows_writing *writing,
                          const struct eu_bulk_record *record)
{
	struct everyuri_text field[N_COLUMNS];
	struct everyuri_writer *out = writing->out;
	bool csv = writing->shape == EVERYURI_ROWS_CSV;
	char at[20];

	fields_of(writing, record, at, field);
	for (int i = 0; i < N_COLUMNS; i++) {
		if (i)
			everyuri_write(out, csv ? "," : "\t", 1);
		if (csv)
			csv_field(out, &field[i]);
		else
			tsv_field(out, &field[i]);
	}
	if (csv)
		everyuri_write(out, "\r\n", 2);
	else
		everyuri_write(out, writing->nul ? "" : "\n", 1);
}

enum everyuri_status eu_bulk_record_write(const struct everyuri_rows_writing *writing,
                                          const struct eu_bulk_record *record)
{
	if (writing->shape == EVERYURI_ROWS_JSON)
		return json_record(writing, record);
	if (writing->shape == EVERYURI_ROWS_TSV && !record->uri && record->text->data)
		tsv_refused(writing, record);
	else
		fields_record(writing, record);
	return EVERYURI_OK;
}

void eu_bulk_record_names(const struct everyuri_rows_writing *writing)
{
	static const char *const name[N_COLUMNS] = { "uri",   "standard", "valid", "at",   "scheme",
		                                     "user",  "password", "host",  "port", "path",
		                                     "query", "fragment", "href" };
	bool csv = writing->shape == EVERYURI_ROWS_CSV;

	for (int i = 0; i < N_COLUMNS; i++) {
		if (i)
			everyuri_write(writing->out, csv ? "," : "\t", 1);
		everyuri_write_text(writing->out, name[i]);
	}
	if (csv)
		everyuri_write(writing->out, "\r\n", 2);
	else
		everyuri_write(writing->out, writing->nul ? "" : "\n", 1);
}
