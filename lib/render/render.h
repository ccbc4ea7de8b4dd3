/* render.h - declarations shared by the output formats, which the code calls shapes. */
#ifndef EU_RENDER_RENDER_H
#define EU_RENDER_RENDER_H

#include "base/base.h"
#include "everyuri/render.h"

/* Values of render->in: the open element of the output. */
enum eu_render_in {
	EU_IN_NOTHING = 0,
	EU_IN_TEXT,   /* in JSON, the string "text"; in HTML, <pre> */
	EU_IN_OCTETS, /* in JSON, the string "octets" */
	EU_IN_ITEMS,  /* in JSON, the list; in HTML, a table */
	EU_IN_LINK /* in HTML, a link to a document that is not text; its bytes are not written */
};

/* Receives a piece of a document.  No UTF-8 character is split between two pieces. */
typedef void eu_render_piece_fn(struct everyuri_render *render, const char *data, size_t len);

/* Passes bytes to a callback without splitting characters.  Keeps an incomplete character at the end for
 * the next call. */
void eu_render_whole(struct everyuri_render *render, const char *data, size_t len,
                     eu_render_piece_fn *piece);

/* Passes the bytes that eu_render_whole() kept.  Must be called at the end of the document. */
void eu_render_rest(struct everyuri_render *render, eu_render_piece_fn *piece);

/* Returns whether a media type is text/... or another type that is text, such as application/json. */
bool eu_render_is_text(struct everyuri_text media_type);

/* Functions that write one output format. */
struct eu_shape {
	void (*begin)(struct everyuri_render *render, const struct everyuri_object *object);
	void (*bytes)(struct everyuri_render *render, const char *data, size_t len);
	void (*item)(struct everyuri_render *render, const struct everyuri_item *item);
	void (*end)(struct everyuri_render *render, bool good);
};

extern const struct eu_shape eu_shape_raw, eu_shape_text, eu_shape_json, eu_shape_html;

#endif
