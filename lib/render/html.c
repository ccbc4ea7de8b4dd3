/* Renders HTML, as one self-contained page.  Text from a server is escaped and written in <bdi>, so that it
 * cannot change the direction of the text around it.  Links are written only if they are safe
 * (THREATS G5). */
#include "render/render.h"

static void html_piece(struct everyuri_render *render, const char *data, size_t len)
{
	if (render->terminal)
		everyuri_write_html_shown(render->w, data, len);
	else
		everyuri_write_html(render->w, data, len);
}

static void html_text(struct everyuri_render *render, struct everyuri_text text)
{
	if (text.data)
		html_piece(render, text.data, text.len);
}

static void html_say(struct everyuri_render *render, const char *markup)
{
	everyuri_write_text(render->w, markup);
}

/* ---- open elements --------------------------------------------------------------------------- */

static void html_close(struct everyuri_render *render)
{
	if (render->in == EU_IN_TEXT)
		html_say(render, "</pre>\n");
	if (render->in == EU_IN_ITEMS)
		html_say(render, "</tbody></table>\n");
	render->in = EU_IN_NOTHING;
}

/* Browsers drop one LF after <pre>.  So write an LF here, to keep one at the start of the text. */
static void html_open_text(struct everyuri_render *render)
{
	if (render->in == EU_IN_TEXT)
		return;
	html_close(render);
	html_say(render, "<pre>\n");
	render->in = EU_IN_TEXT;
}

static void html_open_items(struct everyuri_render *render)
{
	if (render->in == EU_IN_ITEMS)
		return;
	html_close(render);
	html_say(render,
	         "<table><thead><tr><th scope=\"col\">Kind</th><th scope=\"col\">Name</th>");
	if (render->threaded)
		html_say(render, "<th scope=\"col\">Author</th>");
	html_say(render, "<th scope=\"col\">Size</th><th scope=\"col\">Date</th></tr></thead>"
	                 "<tbody>\n");
	render->in = EU_IN_ITEMS;
}

/* ---- links ----------------------------------------------------------------------------------- */

/* Writes the label, as a link if the URI may be linked to. */
static void html_link(struct everyuri_render *render, struct everyuri_text uri,
                      struct everyuri_text label)
{
	const bool linked = everyuri_render_links_to(uri, render->uri);

	if (linked) {
		html_say(render, "<a href=\"");
		html_text(render, uri);
		html_say(render, "\" rel=\"noreferrer\">");
	}
	html_say(render, "<bdi>");
	html_text(render, label.data && label.len ? label : uri);
	html_say(render, "</bdi>");
	if (linked)
		html_say(render, "</a>");
	if (uri.data && !linked && label.len) { /* show the URI without a link */
		html_say(render, " <code>");
		html_text(render, uri);
		html_say(render, "</code>");
	}
}

/* ---- the page -------------------------------------------------------------------------------- */

static void html_head(struct everyuri_render *render, struct everyuri_text title)
{
	html_say(render, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	                 "<meta name=\"viewport\" content=\"width=device-width\">\n"
	                 "<meta name=\"referrer\" content=\"no-referrer\">\n"
	                 "<meta http-equiv=\"Content-Security-Policy\" "
	                 "content=\"default-src 'none'; style-src 'unsafe-inline'\">\n<title>");
	html_text(render, title);
	html_say(render, "</title>\n<style>body{font-family:sans-serif;margin:1em}"
	                 "pre,code{font-family:monospace}pre{margin:.3em 0}"
	                 "th,td{text-align:left;padding:.1em .6em}.n{text-align:right}"
	                 "h1{font-size:1.2em;overflow-wrap:anywhere}</style>\n"
	                 "</head>\n<body>\n<main>\n<h1><bdi>");
	html_text(render, title);
	html_say(render, "</bdi></h1>\n");
}

static void html_begin(struct everyuri_render *render, const struct everyuri_object *object)
{
	html_head(render, render->uri);
	if (object->kind == EVERYURI_INDEX || object->kind == EVERYURI_SESSION) {
		html_say(render,
		         object->kind == EVERYURI_INDEX ?
		                 "<p>This index can be searched: <bdi>" :
		                 "<p>This is a session that another program must open: <bdi>");
		html_text(render, object->title.data ? object->title : render->uri);
		html_say(render, "</bdi></p>\n");
	}
	if (object->kind != EVERYURI_DOCUMENT)
		return;
	if (eu_render_is_text(object->media_type)) {
		html_open_text(render);
		return;
	}
	html_say(render, "<p>");
	html_link(render, render->uri, (struct everyuri_text){ NULL, 0 });
	html_say(render, " <code>");
	html_text(render, object->media_type);
	html_say(render, "</code>");
	if (object->length != EVERYURI_LENGTH_UNKNOWN) {
		html_say(render, " ");
		everyuri_write_number(render->w, object->length);
		html_say(render, " bytes");
	}
	html_say(render, "</p>\n");
	render->in = EU_IN_LINK;
}

static void html_bytes(struct everyuri_render *render, const char *data, size_t len)
{
	if (render->kind == EVERYURI_DOCUMENT && render->in == EU_IN_TEXT)
		eu_render_whole(render, data, len, html_piece);
}

static void html_row(struct everyuri_render *render, const struct everyuri_item *item)
{
	html_open_items(render);
	html_say(render, "<tr><td>");
	html_say(render, everyuri_item_kind_name(item->kind));
	html_say(render, "</td><td>");
	html_link(render, item->uri, item->label);
	if (render->threaded) {
		html_say(render, "</td><td><bdi>");
		html_text(render, item->author);
		html_say(render, "</bdi>");
	}
	html_say(render, "</td><td class=\"n\">");
	if (item->size != EVERYURI_LENGTH_UNKNOWN)
		everyuri_write_number(render->w, item->size);
	html_say(render, "</td><td>");
	html_text(render, item->date);
	html_say(render, "</td></tr>\n");
}

static void html_item(struct everyuri_render *render, const struct everyuri_item *item)
{
	const bool known = item->size != EVERYURI_LENGTH_UNKNOWN || item->date.data;

	if (render->kind == EVERYURI_DOCUMENT) /* a document has no items */
		return;
	if (known || item->uri.data ||
	    (item->kind != EVERYURI_ITEM_TEXT && item->kind != EVERYURI_ITEM_ERROR)) {
		html_row(render, item);
		return;
	}
	html_open_text(render);
	if (item->kind == EVERYURI_ITEM_ERROR)
		html_say(render, "<strong>");
	html_text(render, item->label);
	if (item->kind == EVERYURI_ITEM_ERROR)
		html_say(render, "</strong>");
	html_say(render, "\n");
}

static void html_end(struct everyuri_render *render, bool good)
{
	eu_render_rest(render, html_piece);
	html_close(render);
	if (!good)
		html_say(render,
		         "<p role=\"alert\">This is incomplete: the transfer ended early.</p>\n");
	html_say(render, "</main>\n</body>\n</html>\n");
}

const struct eu_shape eu_shape_html = { html_begin, html_bytes, html_item, html_end };
