/* Text as it stands in the columns of a terminal. */
#include "explain/explain.h"

#include "base/utf8.h"

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

static bool in_widths(const uint32_t ranges[][2], size_t n, uint32_t point)
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

static struct cell cell_at(const char *text, size_t len)
{
	uint32_t point;
	size_t n = eu_utf8_next(text, len, &point);

	if (!n)
		return (struct cell){ 1, 4 };
	if (n == 1)
		return (struct cell){ 1, point < 0x20 || point == 0x7F ? 4 : 1 };
	/* What the escaping writer shows as \xHH, a byte at a time. */
	if (point < 0xA0 || point == 0x61C || point == 0x200E || point == 0x200F ||
	    (point >= 0x202A && point <= 0x202E) || (point >= 0x2066 && point <= 0x2069))
		return (struct cell){ n, 4 * n };
	if (in_widths(narrow, sizeof narrow / sizeof *narrow, point))
		return (struct cell){ n, 0 };
	return (struct cell){ n, in_widths(wide, sizeof wide / sizeof *wide, point) ? 2 : 1 };
}

size_t everyuri_cells(const char *text, size_t len)
{
	size_t width = 0;

	for (size_t at = 0; at < len;) {
		struct cell cell = cell_at(text + at, len - at);

		width += cell.width;
		at += cell.len;
	}
	return width;
}

size_t everyuri_cells_front(const char *text, size_t len, size_t cells)
{
	size_t at = 0;

	while (at < len) {
		struct cell cell = cell_at(text + at, len - at);

		if (cell.width > cells)
			break;
		cells -= cell.width;
		at += cell.len;
	}
	return at;
}

/* Four bytes back is where the last character may begin. */
size_t everyuri_cells_back(const char *text, size_t len, size_t cells)
{
	size_t end = len;

	while (end) {
		size_t n = 1;

		while (n < 4 && n < end && ((unsigned char)text[end - n] & 0xC0) == 0x80)
			n++;
		struct cell cell = cell_at(text + end - n, n);

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

void everyuri_write_cells(struct everyuri_writer *w, const char *text, size_t len)
{
	size_t run = 0;

	for (size_t at = 0; at < len; at++) {
		if (text[at] != '\t' && text[at] != '\n')
			continue;
		everyuri_write_terminal(w, text + run, at - run);
		everyuri_write_text(w, text[at] == '\t' ? "\\x09" : "\\x0a");
		run = at + 1;
	}
	everyuri_write_terminal(w, text + run, len - run);
}

size_t everyuri_write_short(struct everyuri_writer *w, const char *text, size_t len, size_t cells,
                            unsigned flags)
{
	bool ascii = flags & EVERYURI_EXPLAIN_ASCII;
	size_t width = everyuri_cells(text, len), dots = ascii ? 3 : 1;

	if (width <= cells || cells < dots + 2) {
		if (w)
			everyuri_write_cells(w, text, len);
		return width;
	}
	size_t back = everyuri_cells_back(text, len, (cells - dots) / 2);
	size_t back_cells = everyuri_cells(text + len - back, back);
	size_t front = everyuri_cells_front(text, len, cells - dots - back_cells);

	if (w) {
		everyuri_write_cells(w, text, front);
		everyuri_write_text(w, ascii ? "..." : "\xE2\x80\xA6");
		everyuri_write_cells(w, text + len - back, back);
	}
	return everyuri_cells(text, front) + dots + back_cells;
}
