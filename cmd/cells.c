/* cells.c - text as it stands in the columns of a terminal. */
#include "explain.h"

#include <string.h>

/* The first and last code points that take two columns, and those that take none. */
static const uint32_t wide[][2] = {
	{ 0x1100, 0x115F },   { 0x2E80, 0x303E },   { 0x3041, 0xA4CF },   { 0xAC00, 0xD7A3 },
	{ 0xF900, 0xFAFF },   { 0xFE30, 0xFE6F },   { 0xFF00, 0xFF60 },   { 0xFFE0, 0xFFE6 },
	{ 0x1F300, 0x1F64F }, { 0x1F680, 0x1F6FF }, { 0x1F900, 0x1FAFF }, { 0x20000, 0x3FFFD },
};
static const uint32_t narrow[][2] = {
	{ 0x0300, 0x036F },
	{ 0x200B, 0x200D },
	{ 0x20D0, 0x20FF },
	{ 0xFE00, 0xFE0F },
};

static bool in_ranges(const uint32_t ranges[][2], size_t n, uint32_t point)
{
	for (size_t i = 0; i < n; i++)
		if (point >= ranges[i][0] && point <= ranges[i][1])
			return true;
	return false;
}

/* One character: its bytes, and the columns that it takes. */
struct cell {
	size_t len, width;
};

static struct cell cell_at(const char *data, size_t len)
{
	unsigned char first = (unsigned char)data[0];
	uint32_t point = first;

	if (first < 0x80)
		return (struct cell){ 1, first < 0x20 || first == 0x7F ? 4 : 1 };
	size_t n = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;

	if (n > len || !utf8_valid(data, n))
		return (struct cell){ 1, 4 };
	point = first & (0x7Fu >> n);
	for (size_t i = 1; i < n; i++)
		point = point << 6 | ((unsigned char)data[i] & 0x3Fu);
	/* What the escaping writer shows as \xHH, a byte at a time. */
	if (point < 0xA0 || point == 0x61C || point == 0x200E || point == 0x200F ||
	    (point >= 0x202A && point <= 0x202E) || (point >= 0x2066 && point <= 0x2069))
		return (struct cell){ n, 4 * n };
	if (in_ranges(narrow, sizeof narrow / sizeof *narrow, point))
		return (struct cell){ n, 0 };
	return (struct cell){ n, in_ranges(wide, sizeof wide / sizeof *wide, point) ? 2 : 1 };
}

size_t cells_of(const char *data, size_t len)
{
	size_t width = 0;

	for (size_t at = 0; at < len;) {
		struct cell cell = cell_at(data + at, len - at);

		width += cell.width;
		at += cell.len;
	}
	return width;
}

size_t cells_head(const char *data, size_t len, size_t cells)
{
	size_t at = 0;

	while (at < len) {
		struct cell cell = cell_at(data + at, len - at);

		if (cell.width > cells)
			break;
		cells -= cell.width;
		at += cell.len;
	}
	return at;
}

/* Four bytes back is where the last character may begin. */
size_t cells_tail(const char *data, size_t len, size_t cells)
{
	size_t end = len;

	while (end) {
		size_t n = 1;

		while (n < 4 && n < end && ((unsigned char)data[end - n] & 0xC0) == 0x80)
			n++;
		struct cell cell = cell_at(data + end - n, n);

		if (cell.len != n) {
			n = 1;
			cell = (struct cell){ 1, 4 };
		}
		if (cell.width > cells)
			break;
		cells -= cell.width;
		end -= n;
	}
	return len - end;
}

static void write_cells(struct everyuri_writer *out, const char *data, size_t len)
{
	size_t run = 0;

	for (size_t at = 0; at < len; at++) {
		if (data[at] != '\t' && data[at] != '\n')
			continue;
		everyuri_write_terminal(out, data + run, at - run);
		everyuri_write_text(out, data[at] == '\t' ? "\\x09" : "\\x0a");
		run = at + 1;
	}
	everyuri_write_terminal(out, data + run, len - run);
}

void put_cells(struct page *page, const char *data, size_t len)
{
	write_cells(&page->answer->out, data, len);
}

static const char *ellipsis(const struct page *page)
{
	return page->box ? "\xE2\x80\xA6" : "...";
}

/* Returns: the cells that were written. */
static size_t write_short(const struct page *page, struct everyuri_writer *out, const char *data,
                          size_t len, size_t cells)
{
	size_t width = cells_of(data, len);
	size_t dots = page->box ? 1 : 3;

	if (width <= cells || cells < dots + 2) {
		write_cells(out, data, len);
		return width;
	}
	size_t tail = cells_tail(data, len, (cells - dots) / 2);
	size_t tail_cells = cells_of(data + len - tail, tail);
	size_t head = cells_head(data, len, cells - dots - tail_cells);

	write_cells(out, data, head);
	everyuri_write_text(out, ellipsis(page));
	write_cells(out, data + len - tail, tail);
	return cells_of(data, head) + dots + tail_cells;
}

size_t put_short(struct page *page, const char *data, size_t len, size_t cells)
{
	return write_short(page, &page->answer->out, data, len, cells);
}

static bool nowhere(void *context, const char *data, size_t len)
{
	(void)context;
	(void)data;
	(void)len;
	return true;
}

size_t cells_short(const struct page *page, const char *data, size_t len, size_t cells)
{
	char block[64];
	struct everyuri_writer w;

	everyuri_writer_init(&w, block, sizeof block, nowhere, NULL);
	return write_short(page, &w, data, len, cells);
}

static bool no_more(void *context, const char *data, size_t len)
{
	(void)context;
	(void)data;
	(void)len;
	return false;
}

/* QUOTE_CELLS cells are at most as many characters of four bytes and the ellipsis, or
 * escapes of one byte a cell: QUOTE_SIZE is more. */
const char *quote(const struct page *page, char out[QUOTE_SIZE], const char *data, size_t len)
{
	struct everyuri_writer w;

	everyuri_writer_init(&w, out, QUOTE_SIZE - 1, no_more, NULL);
	write_short(page, &w, data, len, QUOTE_CELLS);
	out[w.len] = '\0';
	return out;
}

void put_spaces(struct page *page, size_t n)
{
	static const char spaces[] = "                                ";

	for (; n > sizeof spaces - 1; n -= sizeof spaces - 1)
		everyuri_write(&page->answer->out, spaces, sizeof spaces - 1);
	everyuri_write(&page->answer->out, spaces, n);
}

void put_wrapped(struct page *page, size_t indent, const char *words)
{
	size_t column = indent;

	while (*words) {
		size_t len = strcspn(words, " ");
		size_t width = cells_of(words, len);

		if (column > indent && column + 1 + width > page->width) {
			everyuri_write_text(&page->answer->out, "\n");
			put_spaces(page, indent);
			column = indent;
		} else if (column > indent) {
			everyuri_write_text(&page->answer->out, " ");
			column++;
		}
		everyuri_write(&page->answer->out, words, len);
		column += width;
		words += len + strspn(words + len, " ");
	}
	everyuri_write_text(&page->answer->out, "\n");
}

void color_part(struct page *page, int part)
{
	static const char *const color[EVERYURI_N_PARTS] = { "\x1B[35m",   "\x1B[33m", "\x1B[31m",
		                                             "\x1B[1;32m", "\x1B[36m", "\x1B[94m",
		                                             "\x1B[95m",   "\x1B[96m" };

	if (page->color && part >= 0)
		everyuri_write_text(&page->answer->out, color[part]);
}

void color_differs(struct page *page)
{
	if (page->color)
		everyuri_write_text(&page->answer->out, "\x1B[7m");
}

void color_end(struct page *page)
{
	if (page->color)
		everyuri_write_text(&page->answer->out, "\x1B[0m");
}
