/* Measures and shortens text in columns of a terminal. */
#include "explain/explain.h"

/* Length in bytes and width in columns of one character. */
struct cell {
	size_t len, width;
};

static struct cell cell_at(const char *text, size_t len)
{
	struct cell cell = { 0 };

	cell.width = everyuri_cell_next(text, len, &cell.len);
	return cell;
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

/* Looks back up to four bytes for the beginning of the last character. */
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
	if (run < len)
		everyuri_write_terminal(w, text + run, len - run);
}

size_t everyuri_write_short(struct everyuri_writer *w, const char *text, size_t len, size_t cells,
                            unsigned flags)
{
	bool ascii = flags & EVERYURI_EXPLAIN_ASCII;
	size_t dots = ascii ? 3 : 1;

	/* A long text is not measured beyond the cells that there are. */
	if (everyuri_cells_front(text, len, cells) == len || cells < dots + 2) {
		if (w)
			everyuri_write_cells(w, text, len);
		return everyuri_cells(text, len);
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
