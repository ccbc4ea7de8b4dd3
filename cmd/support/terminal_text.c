/* terminal_text.c - writes text in the columns of a terminal. */
#include "explain.h"

#include <string.h>

size_t put_short(struct page *page, const char *data, size_t len, size_t cells)
{
	return everyuri_write_short(&page->answer->out, data, len, cells, page->shorten);
}

size_t cells_short(const struct page *page, const char *data, size_t len, size_t cells)
{
	return everyuri_write_short(NULL, data, len, cells, page->shorten);
}

void put_spaces(struct page *page, size_t n)
{
	static const char spaces[] = "                                ";

	for (; n > sizeof spaces - 1; n -= sizeof spaces - 1)
		everyuri_write(&page->answer->out, spaces, sizeof spaces - 1);
	everyuri_write(&page->answer->out, spaces, n);
}

static size_t word_length(const char *words, size_t len)
{
	const char *blank = len ? memchr(words, ' ', len) : NULL;

	return blank ? (size_t)(blank - words) : len;
}

void put_wrapped(struct page *page, size_t indent, const char *words, size_t len)
{
	size_t column = indent;

	while (len) {
		size_t n = word_length(words, len);
		size_t width = everyuri_cells(words, n);

		if (column > indent && column + 1 + width > page->width) {
			everyuri_write_text(&page->answer->out, "\n");
			put_spaces(page, indent);
			column = indent;
		} else if (column > indent) {
			everyuri_write_text(&page->answer->out, " ");
			column++;
		}
		everyuri_write(&page->answer->out, words, n);
		column += width;
		while (n < len && words[n] == ' ')
			n++;
		words += n;
		len -= n;
	}
	everyuri_write_text(&page->answer->out, "\n");
}

void put_sentence(struct page *page, const char *label, struct everyuri_text sentence)
{
	everyuri_write_text(&page->answer->out, label);
	put_wrapped(page, strlen(label), sentence.data, sentence.len);
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
