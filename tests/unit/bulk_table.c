/* bulk_table.c - rows.h: tables of the caller's own columns as Arrow: their values in a batch's body,
 * and how wide a table may be.  (tests/table reads whole streams.) */
#include <everyuri.h>

#include "tap.h"

#include <string.h>

struct heap {
	char data[1 << 14];
	size_t len;
};

static bool keep(void *context, const char *data, size_t len)
{
	struct heap *heap = context;

	if (len > sizeof heap->data - heap->len)
		return false;
	memcpy(heap->data + heap->len, data, len);
	heap->len += len;
	return true;
}

/* The bytes behind a batch's metadata, whose length stands in front of it. */
static struct everyuri_text body_of(const struct everyuri_column *column, size_t n_rows,
                                    struct heap *heap)
{
	struct everyuri_writer out;
	char block[64];
	uint32_t metadata;

	heap->len = 0;
	everyuri_writer_init(&out, block, sizeof block, keep, heap);
	if (everyuri_table_write(&out, column, 1, n_rows, NULL) || !everyuri_writer_flush(&out))
		return (struct everyuri_text){ NULL, 0 };
	memcpy(&metadata, heap->data + 4, sizeof metadata);
	return (struct everyuri_text){ heap->data + 8 + metadata, heap->len - 8 - metadata };
}

static void is_body(const char *name, const struct everyuri_column *column, size_t n_rows,
                    const char *want, size_t len)
{
	static struct heap heap;
	struct everyuri_text body = body_of(column, n_rows, &heap);

	ok(body.len == len && !memcmp(body.data, want, len), "ARROW a column of a batch: %s", name);
}

static bool little_endian(void)
{
	const uint16_t one = 1;
	unsigned char first;

	memcpy(&first, &one, 1);
	return first;
}

static void values(void)
{
	static const uint64_t number[] = { 1, EVERYURI_NO_NUMBER, 0 };
	static const struct everyuri_text text[] = { { "a\xFF", 2 }, { NULL, 0 }, { "", 0 } };
	struct everyuri_column column = { .name = "x", .text = text, .number = number };

	if (!little_endian()) {
		skip("ARROW a column of a batch", "this machine is big-endian");
		return;
	}
#define IS_BODY(name, want) is_body(name, &column, 3, want, sizeof(want) - 1)
	column.kind = EVERYURI_COLUMN_BOOL;
	IS_BODY("bool", "\5\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0");
	column.kind = EVERYURI_COLUMN_U32;
	IS_BODY("uint32 is padded", "\5\0\0\0\0\0\0\0\1\0\0\0\xFF\xFF\xFF\xFF\0\0\0\0\0\0\0\0");
	column.kind = EVERYURI_COLUMN_U64;
	IS_BODY("uint64", "\5\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"
	                  "\0\0\0\0\0\0\0\0");
	column.kind = EVERYURI_COLUMN_OCTETS;
	IS_BODY("binary keeps its bytes; empty is not absent",
	        "\5\0\0\0\0\0\0\0\0\0\0\0\2\0\0\0\2\0\0\0\2\0\0\0a\xFF\0\0\0\0\0\0");
	column.kind = EVERYURI_COLUMN_TEXT;
	IS_BODY("utf8 shows U+FFFD where a byte is not UTF-8",
	        "\5\0\0\0\0\0\0\0\0\0\0\0\4\0\0\0\4\0\0\0\4\0\0\0a\xEF\xBF\xBD\0\0\0\0");
}

/* A schema of one column. */
static struct everyuri_text schema_of(enum everyuri_column_kind kind, struct heap *heap)
{
	const struct everyuri_column column = { .name = "x", .kind = kind };
	struct everyuri_writer out;
	char block[64];

	heap->len = 0;
	everyuri_writer_init(&out, block, sizeof block, keep, heap);
	if (everyuri_table_begin(&out, &column, 1, NULL) || !everyuri_writer_flush(&out))
		return (struct everyuri_text){ NULL, 0 };
	return (struct everyuri_text){ heap->data, heap->len };
}

static void kinds(void)
{
	static struct heap heap[2];
	struct everyuri_text u32 = schema_of(EVERYURI_COLUMN_U32, &heap[0]);
	struct everyuri_text u64 = schema_of(EVERYURI_COLUMN_U64, &heap[1]);
	unsigned n_others = 0, n_widths = 0;

	for (size_t i = 0; u32.len == u64.len && i < u32.len; i++) {
		if (u32.data[i] == u64.data[i])
			continue;
		n_widths += u32.data[i] == 32 && u64.data[i] == 64;
		n_others++;
	}
	ok(u32.len == u64.len && n_widths == 1 && n_others == 1,
	   "ARROW the schemas of uint32 and uint64 differ in bitWidth");
}

/* The widest table with the longest names, and what is a little more. */
static void widths(void)
{
	static char name[EVERYURI_TABLE_NAMES / EVERYURI_TABLE_COLUMNS + 2];
	struct everyuri_column column[EVERYURI_TABLE_COLUMNS + 1] = { 0 };
	static struct heap heap;
	struct everyuri_writer out;
	struct everyuri_error error = { 0 };
	char block[64];
	size_t len = sizeof name - 2;

	memset(name, 'n', len);
	for (size_t i = 0; i <= EVERYURI_TABLE_COLUMNS; i++)
		column[i] = (struct everyuri_column){ name, EVERYURI_COLUMN_U64, NULL, NULL };
	everyuri_writer_init(&out, block, sizeof block, keep, &heap);
	ok(!everyuri_table_begin(&out, column, EVERYURI_TABLE_COLUMNS, NULL) &&
	           !everyuri_table_write(&out, column, EVERYURI_TABLE_COLUMNS, 0, NULL) &&
	           everyuri_writer_flush(&out) && heap.len > EVERYURI_TABLE_NAMES,
	   "ARROW the widest table has room");
	heap.len = 0;
	ok(everyuri_table_begin(&out, column, EVERYURI_TABLE_COLUMNS + 1, &error) ==
	                   EVERYURI_TOO_LONG &&
	           everyuri_table_write(&out, column, EVERYURI_TABLE_COLUMNS + 1, 0, &error) ==
	                   EVERYURI_TOO_LONG &&
	           everyuri_writer_flush(&out) && !heap.len,
	   "ARROW one column more is TOO_LONG, and nothing is written");
	name[len] = 'n';
	ok(everyuri_table_begin(&out, column, EVERYURI_TABLE_COLUMNS, &error) ==
	                   EVERYURI_TOO_LONG &&
	           everyuri_writer_flush(&out) && !heap.len,
	   "ARROW longer names are TOO_LONG, and nothing is written");
}

int main(void)
{
	values();
	kinds();
	widths();
	return done();
}
