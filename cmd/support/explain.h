/* explain.h - how `everyuri explain` prints an explanation. */
#ifndef CMD_EXPLAIN_H
#define CMD_EXPLAIN_H

#include "cmd.h"

/* What is explained, and where it is drawn. */
struct page {
	struct answer *answer;
	const struct everyuri_explanation *told;
	unsigned width;   /* cells */
	bool color, box;  /* ANSI colours; UTF-8 and box drawing */
	unsigned shorten; /* flags of everyuri_write_short */
};

/* ---- terminal_page.c ------------------------------------------------------------------------------ */

/* Where an answer is drawn: as wide as the terminal, or COLUMNS; as --color and NO_COLOR have it. */
struct page page_of(struct answer *answer);

/* ---- terminal_text.c: text as it stands in the columns of a terminal -------------------------- */

/* Write a text with nothing in it raw, shortened in the middle to at most so many cells.
 * Returns: its cells. */
size_t put_short(struct page *page, const char *data, size_t len, size_t cells);

/* The cells that put_short would write. */
size_t cells_short(const struct page *page, const char *data, size_t len, size_t cells);

void put_spaces(struct page *page, size_t n);

/* Words, wrapped at the page's width, in lines that begin at column `indent`; the first
 * of them is begun already. */
void put_wrapped(struct page *page, size_t indent, const char *words, size_t len);

/* A sentence behind a label, wrapped in a column of its own. */
void put_sentence(struct page *page, const char *label, struct everyuri_text sentence);

/* Begin and end what is drawn in the colour of a part, or made to stand out. */
void color_part(struct page *page, int part);
void color_differs(struct page *page);
void color_end(struct page *page);

/* ---- explain_diagram.c ---------------------------------------------------------------------------- */

/* The text, its parts named under brackets, or the byte that is wrong under "^". */
void picture_draw(struct page *page);

/* ---- explain_readings.c --------------------------------------------------------------------------- */

/* A row for each standard, and a line that says in what they differ. */
void readings_write(struct page *page);

/* ---- explain_plan.c ------------------------------------------------------------------------------- */

/* What one would do with it, a line a step, or why not. */
void steps_write(struct page *page);

#endif
