/* Renders text: a document unchanged, a menu as lines of mark, label, size, date and URI. */
#include "render/render.h"

#define WIDTH_DEFAULT 80
#define WIDTH_AUTHOR 24
#define WIDTH_SIZE 12
#define WIDTH_DATE 16 /* width of 2026-11-21T17:00 */
#define LABEL_MIN 20

/* ---- labels ---------------------------------------------------------------------------------- */

/* Writes a label on one line, even if the output is not a terminal, because a name with an LF must not look
 * like two items. */
static void write_line(struct everyuri_writer *w, struct everyuri_text text, bool terminal)
{
	size_t run = 0;

	for (size_t i = 0; i <= text.len; i++) {
		if (i < text.len && text.data[i] != '\n' && text.data[i] != '\r' &&
		    text.data[i] != '\t')
			continue;
		if (terminal)
			everyuri_write_terminal(w, text.data + run, i - run);
		else
			everyuri_write(w, text.data + run, i - run);
		run = i + 1;
		if (i < text.len)
			everyuri_write_text(w, text.data[i] == '\n' ? "\\x0a" :
			                       text.data[i] == '\r' ? "\\x0d" :
			                                              "\\x09");
	}
}

/* Writes a label.  Returns: its width in columns.  A control character that is not escaped counts as one
 * column. */
static unsigned write_label(struct everyuri_render *render, struct everyuri_text label)
{
	unsigned cells = 0;

	if (!label.data)
		return 0;
	for (size_t at = 0; at < label.len;) {
		bool one_line =
			label.data[at] == '\n' || label.data[at] == '\r' || label.data[at] == '\t';
		unsigned width = everyuri_cell_next(label.data, label.len, &at);

		cells += width < 4 || render->terminal || one_line ? width : 1;
	}
	write_line(render->w, label, render->terminal);
	return cells;
}

static void write_blanks(struct everyuri_writer *w, unsigned n)
{
	while (n--)
		everyuri_write(w, " ", 1);
}

/* ---- links ----------------------------------------------------------------------------------- */

#define ESC "\x1B"

static void write_link(struct everyuri_writer *w, struct everyuri_text uri)
{
	everyuri_write_text(w, ESC "]8;;");
	everyuri_write(w, uri.data, uri.len);
	everyuri_write_text(w, ESC "\\");
}

static bool is_linked(const struct everyuri_render *render, const struct everyuri_item *item)
{
	return render->links && everyuri_render_links_to(item->uri, render->uri);
}

/* ---- lines ----------------------------------------------------------------------------------- */

static char mark_of(enum everyuri_item_kind kind)
{
	static const char marks[] = { '-', '/', '?', '>', ' ', '!', '@' };

	return (size_t)kind < sizeof marks ? marks[kind] : ' ';
}

static unsigned n_digits(uint64_t number)
{
	unsigned n = 1;

	while (number /= 10)
		n++;
	return n;
}

/* Writes size and date.  Leaves no columns for them if neither is known, as always in gopher. */
static void write_size_and_date(struct everyuri_render *render, const struct everyuri_item *item)
{
	size_t n = item->date.data ? item->date.len : 0;
	unsigned digits;

	if (item->size == EVERYURI_LENGTH_UNKNOWN && !n)
		return;
	if (item->size != EVERYURI_LENGTH_UNKNOWN) {
		digits = n_digits(item->size);
		write_blanks(render->w, digits < WIDTH_SIZE ? WIDTH_SIZE - digits : 1);
		everyuri_write_number(render->w, item->size);
	} else {
		write_blanks(render->w, WIDTH_SIZE);
	}
	write_blanks(render->w, 2);
	if (n > WIDTH_DATE)
		n = WIDTH_DATE;
	n = write_label(render, (struct everyuri_text){ item->date.data, n });
	write_blanks(render->w, n < WIDTH_DATE ? WIDTH_DATE - (unsigned)n : 0);
}

static unsigned label_width(const struct everyuri_render *render)
{
	const unsigned others =
		2 + (render->threaded ? 2 + WIDTH_AUTHOR : 0) + WIDTH_SIZE + 2 + WIDTH_DATE;
	unsigned width = render->width ? render->width : WIDTH_DEFAULT;

	return width > others + LABEL_MIN ? width - others : LABEL_MIN;
}

static void write_author(struct everyuri_render *render, struct everyuri_text author)
{
	unsigned cells;

	write_blanks(render->w, 2);
	cells = write_label(render, author);
	write_blanks(render->w, cells < WIDTH_AUTHOR ? WIDTH_AUTHOR - cells : 0);
}

static void text_item(struct everyuri_render *render, const struct everyuri_item *item)
{
	const bool linked = is_linked(render, item), shown = item->uri.data && !linked;
	const bool known = item->size != EVERYURI_LENGTH_UNKNOWN || item->date.data;
	const char mark[2] = { mark_of(item->kind), ' ' };
	unsigned cells, width = label_width(render);

	everyuri_write(render->w, mark, sizeof mark);
	if (linked)
		write_link(render->w, item->uri);
	cells = write_label(render, item->label);
	if (linked)
		write_link(render->w, (struct everyuri_text){ "", 0 });
	if (item->kind == EVERYURI_ITEM_TEXT && !known) { /* text needs no padding */
		everyuri_write(render->w, "\n", 1);
		return;
	}
	if (shown || known)
		write_blanks(render->w, cells < width ? width - cells : 0);
	if (render->threaded && (shown || known || item->author.data))
		write_author(render, item->author);
	write_size_and_date(render, item);
	if (shown) {
		write_blanks(render->w, 2);
		write_label(render, item->uri);
	}
	everyuri_write(render->w, "\n", 1);
}

/* ---- objects --------------------------------------------------------------------------------- */

static void text_begin(struct everyuri_render *render, const struct everyuri_object *object)
{
	if (object->kind != EVERYURI_INDEX && object->kind != EVERYURI_SESSION)
		return;
	everyuri_write_text(render->w, object->kind == EVERYURI_INDEX ? "? " : "> ");
	write_label(render, object->title.data ? object->title : render->uri);
	everyuri_write(render->w, "\n", 1);
}

static void raw_bytes(struct everyuri_render *render, const char *data, size_t len)
{
	everyuri_write(render->w, data, len);
}

static void shown_cr(struct everyuri_render *render)
{
	if (render->cr)
		everyuri_write_terminal(render->w, "\r", 1);
	render->cr = false;
}

/* Writes a piece for a terminal.  A CR before an LF is part of a line break and is not written. */
static void shown_piece(struct everyuri_render *render, const char *data, size_t len)
{
	size_t run = 0;

	for (size_t at = 0; at < len; at++) {
		if (data[at] != '\n')
			shown_cr(render); /* no byte is pending after the CR: run == at */
		render->cr = data[at] == '\r';
		if (render->cr) {
			everyuri_write_terminal(render->w, data + run, at - run);
			run = at + 1;
		}
	}
	everyuri_write_terminal(render->w, data + run, len - run);
}

static void text_bytes(struct everyuri_render *render, const char *data, size_t len)
{
	if (render->terminal)
		eu_render_whole(render, data, len, shown_piece);
	else
		everyuri_write(render->w, data, len);
}

static void text_end(struct everyuri_render *render, bool good)
{
	(void)good; /* the caller reports a failure; here it could be mistaken for text of the object */
	eu_render_rest(render, shown_piece);
	shown_cr(render);
}

const struct eu_shape eu_shape_text = { text_begin, text_bytes, text_item, text_end };
const struct eu_shape eu_shape_raw = { text_begin, raw_bytes, text_item, text_end };
