/* explain.h - prints the explanation of `everyuri explain`. */
#ifndef CMD_EXPLAIN_H
#define CMD_EXPLAIN_H

#include "cmd.h"

/* An explanation, and the terminal to which it is written. */
struct page {
	struct answer *answer;
	const struct everyuri_explanation *told;
	unsigned width;   /* width in terminal cells */
	bool color, box;  /* color: use ANSI colours; box: use box-drawing characters in UTF-8 */
	unsigned shorten; /* flags for everyuri_write_short */
};

/* ---- terminal_page.c ------------------------------------------------------------------------------ */

/* Returns the page for an answer.  The width comes from the terminal or from COLUMNS,
 * the colours from --color and NO_COLOR. */
struct page page_of(struct answer *answer);

/* ---- terminal_text.c: text in the columns of a terminal ------------------------------------------ */

/* Writes a text with its control characters escaped.  If the text needs more than
 * `cells` terminal cells, shortens it in the middle.
 * Returns: the number of cells written. */
size_t put_short(struct page *page, const char *data, size_t len, size_t cells);

/* Returns the number of cells that put_short would write. */
size_t cells_short(const struct page *page, const char *data, size_t len, size_t cells);

void put_spaces(struct page *page, size_t n);

/* Writes text wrapped at the width of the page, in lines that begin at column `indent`.
 * The cursor must already be at that column. */
void put_wrapped(struct page *page, size_t indent, const char *words, size_t len);

/* Writes a label, then a sentence that is wrapped in a separate column. */
void put_sentence(struct page *page, const char *label, struct everyuri_text sentence);

/* Begin and end text in the colour of a part, or text highlighted as a difference. */
void color_part(struct page *page, int part);
void color_differs(struct page *page);
void color_end(struct page *page);

/* ---- explain_diagram.c ---------------------------------------------------------------------------- */

/* Draws the text with the name of each part below it, or with "^" below the wrong byte. */
void picture_draw(struct page *page);

/* ---- explain_readings.c --------------------------------------------------------------------------- */

/* Writes a row for each standard, then a line that lists the differences. */
void readings_write(struct page *page);

/* ---- explain_plan.c ------------------------------------------------------------------------------- */

/* Writes the steps that access the URI, one per line, or the reason why there are none. */
void steps_write(struct page *page);

#endif
