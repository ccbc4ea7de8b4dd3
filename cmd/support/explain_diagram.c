/* explain_diagram.c - draws a URI with a bracket below each part and the name of the
 * part below the bracket. */
#include "explain.h"

#include <string.h>

#define MARGIN 2

/* One piece of the URI: a part, or the text between two parts. */
struct piece {
	size_t begin, end; /* range of bytes in the text */
	int part;          /* the part; -1 for text between parts */
	size_t row, column, width;
};

struct picture {
	struct page *page;
	struct piece piece[EVERYURI_EXPLAIN_PIECES];
	size_t n, n_rows;
	size_t room; /* number of cells available in a row */
};

/* The characters from which brackets are drawn: for a bracket of one cell, of two
 * cells, and of more. */
struct bracket {
	const char *one, *two, *left, *line, *tick, *right, *down;
};

static const struct bracket box = {
	.one = "\xE2\x94\x82",
	.two = "\xE2\x94\xAC\xE2\x94\x98",
	.left = "\xE2\x94\x94",
	.line = "\xE2\x94\x80",
	.tick = "\xE2\x94\xAC",
	.right = "\xE2\x94\x98",
	.down = "\xE2\x94\x82",
};
static const struct bracket ascii = {
	.one = "|", .two = "+/", .left = "\\", .line = "_", .tick = "+", .right = "/", .down = "|"
};

/* ---- layout of the pieces in rows ------------------------------------------------------ */

static void take_pieces(struct picture *picture)
{
	const struct everyuri_explanation *told = picture->page->told;

	for (picture->n = 0; picture->n < told->n_pieces; picture->n++) {
		const struct everyuri_piece *piece = &told->piece[picture->n];

		picture->piece[picture->n] = (struct piece){ .begin = piece->at.begin,
			                                     .end = piece->at.end,
			                                     .part = piece->part };
	}
}

/* Assigns a row and a column to each piece.  A part that does not fit starts a new
 * row.  A part longer than a row is shortened. */
static void lay_rows(struct picture *picture)
{
	const struct page *page = picture->page;
	size_t room = page->width > 2 * MARGIN + 8 ? page->width - 2 * MARGIN : 8;
	size_t row = 0, column = 0;

	for (size_t i = 0; i < picture->n; i++) {
		struct piece *piece = &picture->piece[i];

		piece->width = cells_short(page, page->told->text.data + piece->begin,
		                           piece->end - piece->begin, room);
		if (piece->part >= 0 && column && column + piece->width > room) {
			row++;
			column = 0;
		}
		piece->row = row;
		piece->column = MARGIN + column;
		column += piece->width;
	}
	picture->n_rows = row + 1;
	picture->room = room;
}

/* ---- one row ------------------------------------------------------------------------------ */

/* Returns the column in which the line down to the name begins. */
static size_t tick_of(const struct piece *piece)
{
	return piece->column + (piece->width - 1) / 2;
}

static const char *name_of(const struct piece *piece)
{
	return everyuri_part_name((enum everyuri_part)piece->part);
}

static void draw_text(struct picture *picture, size_t row)
{
	struct page *page = picture->page;

	put_spaces(page, MARGIN);
	for (size_t i = 0; i < picture->n; i++) {
		const struct piece *piece = &picture->piece[i];

		if (piece->row != row)
			continue;
		color_part(page, piece->part);
		put_short(page, page->told->text.data + piece->begin, piece->end - piece->begin,
		          picture->room);
		if (piece->part >= 0)
			color_end(page);
	}
	everyuri_write_text(&page->answer->out, "\n");
}

static void draw_bracket(struct page *page, const struct piece *piece)
{
	const struct bracket *sign = page->box ? &box : &ascii;
	struct everyuri_writer *out = &page->answer->out;
	size_t tick = (piece->width - 1) / 2;

	if (piece->width <= 2) {
		everyuri_write_text(out, piece->width == 1 ? sign->one : sign->two);
		return;
	}
	everyuri_write_text(out, sign->left);
	for (size_t i = 1; i < piece->width - 1; i++)
		everyuri_write_text(out, i == tick ? sign->tick : sign->line);
	everyuri_write_text(out, sign->right);
}

static void draw_brackets(struct picture *picture, size_t row)
{
	struct page *page = picture->page;
	size_t column = 0;

	for (size_t i = 0; i < picture->n; i++) {
		const struct piece *piece = &picture->piece[i];

		if (piece->row != row || piece->part < 0)
			continue;
		put_spaces(page, piece->column - column);
		color_part(page, piece->part);
		draw_bracket(page, piece);
		color_end(page);
		column = piece->column + piece->width;
	}
	everyuri_write_text(&page->answer->out, "\n");
}

/* Position of a name below a row of brackets.  Level 0 is the line directly below the brackets. */
struct label {
	const struct piece *piece;
	size_t column, level;
};

/* Puts all names on one line.  Each name is centred under its bracket, or is as near
 * to the centre as its neighbours allow.  Returns: false if a name would no longer
 * touch the line from its bracket. */
static bool lay_centred(struct label *label, size_t n)
{
	size_t free = MARGIN;

	for (size_t i = 0; i < n; i++) {
		size_t len = strlen(name_of(label[i].piece));
		size_t tick = tick_of(label[i].piece);
		size_t column = tick > len / 2 ? tick - len / 2 : 0;

		if (column < free)
			column = free;
		if (column > tick + 1)
			return false;
		label[i].column = column;
		free = column + len + 1;
	}
	return true;
}

/* Places the names from right to left.  Each name begins below the tick of its
 * bracket, on the first free line.  So the line down to a name does not cross another
 * name. */
static void lay_stepped(struct label *label, size_t n)
{
	size_t begins[EVERYURI_N_PARTS];

	for (size_t level = 0; level < EVERYURI_N_PARTS; level++)
		begins[level] = SIZE_MAX;
	for (size_t i = n; i-- > 0;) {
		size_t column = tick_of(label[i].piece), level = 0;

		while (column + strlen(name_of(label[i].piece)) >= begins[level])
			level++;
		label[i].column = column;
		label[i].level = level;
		for (size_t above = 0; above <= level; above++)
			begins[above] = column;
	}
}

static void draw_names(struct picture *picture, size_t row)
{
	struct page *page = picture->page;
	struct label label[EVERYURI_N_PARTS];
	size_t n = 0, levels = 1;

	for (size_t i = 0; i < picture->n; i++)
		if (picture->piece[i].row == row && picture->piece[i].part >= 0)
			label[n++] = (struct label){ .piece = &picture->piece[i] };
	if (!lay_centred(label, n))
		lay_stepped(label, n);
	for (size_t i = 0; i < n; i++)
		if (label[i].level >= levels)
			levels = label[i].level + 1;
	for (size_t level = 0; level < levels; level++) {
		size_t column = 0;

		for (size_t i = 0; i < n; i++) {
			bool here = label[i].level == level;
			const char *sign = page->box ? box.down : ascii.down;
			const char *text = here ? name_of(label[i].piece) : sign;

			if (label[i].level < level)
				continue;
			put_spaces(page, label[i].column - column);
			color_part(page, label[i].piece->part);
			everyuri_write_text(&page->answer->out, text);
			color_end(page);
			column = label[i].column + (here ? strlen(text) : 1);
		}
		everyuri_write_text(&page->answer->out, "\n");
	}
}

/* Lists the empty parts, which have no bytes under which a bracket could be drawn. */
static void draw_empty(struct page *page)
{
	const char *before = "  empty: ";

	for (int part = 0; part < EVERYURI_N_PARTS; part++) {
		if (!(page->told->empty >> part & 1))
			continue;
		everyuri_write_text(&page->answer->out, before);
		color_part(page, part);
		everyuri_write_text(&page->answer->out,
		                    everyuri_part_name((enum everyuri_part)part));
		color_end(page);
		before = ", ";
	}
	if (*before == ',')
		everyuri_write_text(&page->answer->out, "\n");
}

/* ---- an invalid text ----------------------------------------------------------------------- */

/* Writes "^", and the clause after it.  If the line is too short for that, writes the
 * clause before "^". */
static void put_mark(struct page *page, size_t column)
{
	const char *clause = page->told->error.clause;
	size_t len = strlen(clause);
	bool in_front = column + 2 + len > page->width && column > MARGIN + len;

	put_spaces(page, in_front ? column - len - 1 : column);
	everyuri_write_text(&page->answer->out, in_front ? clause : "^ ");
	everyuri_write_text(&page->answer->out, in_front ? " ^" : clause);
	everyuri_write_text(&page->answer->out, "\n");
}

/* Writes as much of the text around the wrong byte as fits, and "^" below the wrong byte. */
static void draw_wrong(struct page *page)
{
	struct everyuri_writer *out = &page->answer->out;
	const char *text = page->told->text.data;
	size_t len = page->told->text.len;
	size_t room = page->width > 32 ? page->width - 2 * MARGIN - 6 : 26;
	size_t at = page->told->error.at < len ? page->told->error.at : len;
	size_t behind = everyuri_cells(text + at, len - at);
	size_t before =
		everyuri_cells_back(text, at, room - (behind < room / 2 ? behind : room / 2));
	size_t used = everyuri_cells(text + at - before, before);
	size_t after = everyuri_cells_front(text + at, len - at, room - used);
	size_t column = MARGIN + used + (before < at ? 3 : 0);

	put_spaces(page, MARGIN);
	everyuri_write_text(out, before < at ? "..." : "");
	everyuri_write_cells(out, text + at - before, before + after);
	everyuri_write_text(out, at + after < len ? "...\n" : "\n");
	put_mark(page, column);
}

void picture_draw(struct page *page)
{
	if (!page->told->uri) {
		draw_wrong(page);
		return;
	}
	struct picture picture = { .page = page };

	take_pieces(&picture);
	lay_rows(&picture);
	for (size_t row = 0; row < picture.n_rows; row++) {
		draw_text(&picture, row);
		draw_brackets(&picture, row);
		draw_names(&picture, row);
	}
	draw_empty(page);
}
