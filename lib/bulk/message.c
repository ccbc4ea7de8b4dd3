/* Writes the messages of Arrow's streaming format.  The fields are those of Message.fbs and
 * Schema.fbs. */
#include "bulk/arrow.h"
#include "bulk/flat.h"

enum { HEADER_SCHEMA = 1, HEADER_BATCH = 3, METADATA_V5 = 4 };

/* Numbers of types in "union Type" of Schema.fbs. */
enum { TYPE_INT = 2, TYPE_BINARY = 4, TYPE_UTF8 = 5, TYPE_BOOL = 6 };

static unsigned arrow_type_of(enum everyuri_column_kind kind)
{
	switch (kind) {
	case EVERYURI_COLUMN_TEXT:
		return TYPE_UTF8;
	case EVERYURI_COLUMN_OCTETS:
		return TYPE_BINARY;
	case EVERYURI_COLUMN_BOOL:
		return TYPE_BOOL;
	case EVERYURI_COLUMN_U32:
	case EVERYURI_COLUMN_U64:
		break;
	}
	return TYPE_INT;
}

/* Begins table Message { version, header_type, header, bodyLength }.  Returns: the offset of the
 * field `header`. */
static size_t begin_message_table(struct eu_flat *flat, unsigned header_type, uint64_t body)
{
	static const unsigned char place[] = { 4, 6, 8, 16 };

	flat->len = 0;
	eu_flat_add(flat, 0, 4);
	size_t table = eu_flat_table(flat, place, sizeof place, 24);

	eu_flat_point(flat, 0, table);
	eu_flat_set(flat, table + 4, METADATA_V5, 2);
	eu_flat_set(flat, table + 6, header_type, 1);
	eu_flat_set(flat, table + 16, body, 8);
	return table + 8;
}

/* "Encapsulated message format": writes the continuation marker, the length of the metadata, and
 * the metadata. */
static void write_message(struct everyuri_writer *out, struct eu_flat *flat)
{
	char front[8] = "\xFF\xFF\xFF\xFF";

	eu_flat_align(flat, EU_ARROW_ALIGNED, 0);
	for (int i = 0; i < 4; i++)
		front[4 + i] = (char)(flat->len >> 8 * i & 0xFF);
	everyuri_write(out, front, sizeof front);
	everyuri_write(out, (const char *)flat->data, flat->len);
}

/* Appends table Field { name, nullable, type_type, type, dictionary, children }. */
static void add_field(struct eu_flat *flat, size_t from, const struct everyuri_column *column)
{
	static const unsigned char place[] = { 4, 16, 17, 8, 0, 12 }, of_int[] = { 4, 8 };
	size_t field = eu_flat_table(flat, place, sizeof place, 20), type;

	eu_flat_point(flat, from, field);
	eu_flat_set(flat, field + 16, 1, 1);
	eu_flat_set(flat, field + 17, arrow_type_of(column->kind), 1);
	eu_flat_string(flat, field + 4, column->name);
	if (arrow_type_of(column->kind) == TYPE_INT) { /* table Int { bitWidth, is_signed } */
		type = eu_flat_table(flat, of_int, sizeof of_int, 12);
		eu_flat_set(flat, type + 4, column->kind == EVERYURI_COLUMN_U32 ? 32 : 64, 4);
	} else {
		type = eu_flat_table(flat, place, 0, 4);
	}
	eu_flat_point(flat, field + 8, type);
	eu_flat_vector(flat, field + 12, 0, 4);
}

/* Returns the byte order of buffers, which is that of this machine. */
static unsigned endianness(void)
{
	const uint16_t one = 1;
	unsigned char first;

	memcpy(&first, &one, 1);
	return !first;
}

void eu_arrow_write_schema(struct everyuri_writer *out, const struct everyuri_column *column,
                           size_t n_columns, const char *standard)
{
	/* table Schema { endianness, fields, custom_metadata }, table KeyValue { key, value } */
	static const unsigned char place[] = { 4, 8, 12 }, of_pair[] = { 4, 8 };
	struct eu_flat flat;
	size_t header = begin_message_table(&flat, HEADER_SCHEMA, 0);
	/* Without metadata, the last field (custom_metadata) is omitted. */
	size_t schema = eu_flat_table(&flat, place, standard ? 3 : 2, 16), at, pair;

	eu_flat_point(&flat, header, schema);
	eu_flat_set(&flat, schema + 4, endianness(), 2);
	eu_flat_vector(&flat, schema + 8, n_columns, 4);
	at = flat.len;
	for (size_t i = 0; i < n_columns; i++)
		eu_flat_add(&flat, 0, 4);
	for (size_t i = 0; i < n_columns; i++)
		add_field(&flat, at + 4 * i, &column[i]);
	if (standard) {
		eu_flat_vector(&flat, schema + 12, 1, 4);
		at = flat.len;
		eu_flat_add(&flat, 0, 4);
		pair = eu_flat_table(&flat, of_pair, sizeof of_pair, 12);
		eu_flat_point(&flat, at, pair);
		eu_flat_string(&flat, pair + 4, "standard");
		eu_flat_string(&flat, pair + 8, standard);
	}
	write_message(out, &flat);
}

void eu_arrow_write_batch(struct everyuri_writer *out, size_t n_rows,
                          const struct everyuri_column *column, const struct eu_arrow_size *size,
                          size_t n_columns)
{
	/* table RecordBatch { length, nodes, buffers } */
	static const unsigned char place[] = { 8, 16, 20 };
	struct eu_flat flat;
	size_t body = 0, n_buffers = 0;

	for (size_t i = 0; i < n_columns; i++) {
		unsigned n = eu_arrow_n_buffers(column[i].kind);

		n_buffers += n;
		for (unsigned k = 0; k < n; k++)
			body += eu_arrow_padded(size[i].buffer[k]);
	}
	size_t header = begin_message_table(&flat, HEADER_BATCH, body);
	size_t batch = eu_flat_table(&flat, place, sizeof place, 24);

	eu_flat_point(&flat, header, batch);
	eu_flat_set(&flat, batch + 8, n_rows, 8);
	eu_flat_vector(&flat, batch + 16, n_columns, 8);
	for (size_t i = 0; i < n_columns; i++) { /* struct FieldNode { length, null_count } */
		eu_flat_add(&flat, n_rows, 8);
		eu_flat_add(&flat, size[i].n_nulls, 8);
	}
	eu_flat_vector(&flat, batch + 20, n_buffers, 8);
	body = 0;
	for (size_t i = 0; i < n_columns; i++) { /* struct Buffer { offset, length } */
		for (unsigned k = 0; k < eu_arrow_n_buffers(column[i].kind); k++) {
			eu_flat_add(&flat, body, 8);
			eu_flat_add(&flat, size[i].buffer[k], 8);
			body += eu_arrow_padded(size[i].buffer[k]);
		}
	}
	write_message(out, &flat);
}

void eu_arrow_write_end(struct everyuri_writer *out)
{
	static const char end[8] = "\xFF\xFF\xFF\xFF\0\0\0";

	everyuri_write(out, end, sizeof end);
}
