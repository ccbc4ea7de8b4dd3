/* explain.h - the pieces of `everyuri explain`: cells, the picture, what to be careful of. */
#ifndef CMD_EXPLAIN_H
#define CMD_EXPLAIN_H

#include "plan.h"

/* What is explained, and where it is drawn. */
struct page {
	struct answer *answer;
	const char *text; /* what the readings' spans index; its password is masked */
	size_t len;
	bool masked;                        /* something was */
	const struct item *item;            /* as given */
	const struct everyuri_uri *uri;     /* the reading that is drawn, or NULL */
	const struct everyuri_uri *seen;    /* that, or else some valid reading, or a loose one */
	const struct everyuri_error *error; /* why there is none, at a byte of text */
	unsigned width;                     /* cells */
	bool color, box;                    /* ANSI colours; UTF-8 and box drawing */
};

/* ---- cells.c: text as it stands in the columns of a terminal -------------------------- */

/* Everything that is longer is shortened in the middle. */
#define QUOTE_CELLS 40
#define QUOTE_SIZE 512

/* How many columns a text takes when nothing in it is shown raw; and the bytes from the
 * front (from the back) of it that take at most so many. */
size_t cells_of(const char *data, size_t len);
size_t cells_head(const char *data, size_t len, size_t cells);
size_t cells_tail(const char *data, size_t len, size_t cells);

/* Write a text with nothing in it raw: TAB and LF are \x09 and \x0a too. */
void put_cells(struct page *page, const char *data, size_t len);

/* The same, shortened in the middle to at most so many cells.  Returns: its cells. */
size_t put_short(struct page *page, const char *data, size_t len, size_t cells);

/* The cells that put_short would write. */
size_t cells_short(const struct page *page, const char *data, size_t len, size_t cells);

/* The same into memory that ends in NUL, of at most QUOTE_CELLS.  Returns: out. */
const char *quote(const struct page *page, char out[QUOTE_SIZE], const char *data, size_t len);

void put_spaces(struct page *page, size_t n);

/* Words, wrapped at the page's width, in lines that begin at column `indent`; the first
 * of them is begun already. */
void put_wrapped(struct page *page, size_t indent, const char *words);

/* Begin and end what is drawn in the colour of a part, or made to stand out. */
void color_part(struct page *page, int part);
void color_differs(struct page *page);
void color_end(struct page *page);

/* ---- picture.c ---------------------------------------------------------------------------- */

/* The text, its parts named under brackets, or the byte that is wrong under "^". */
void picture_draw(struct page *page);

/* ---- readings.c --------------------------------------------------------------------------- */

/* A row for each standard, and a line that says in what they differ. */
void readings_write(struct page *page, const struct everyuri_comparison *found);

/* How the standards decode the first escapes above 7F, if there are any. */
void characters_write(struct page *page);

/* ---- loose.c ------------------------------------------------------------------------------ */

/* Cut any text into parts, whatever stands in them.  len: less than EVERYURI_ABSENT. */
void loose_cut(const char *text, size_t len, struct everyuri_uri *uri);

/* ---- steps.c ------------------------------------------------------------------------------- */

/* What one would do with it, a line a step, or why not. */
void steps_write(struct page *page, const struct planned *planned);

/* ---- careful.c ------------------------------------------------------------------------------ */

/* What is dangerous about it, one line each; whether it is fit to be passed on. */
void careful_write(struct page *page);
void pass_on_write(struct page *page);

#endif
