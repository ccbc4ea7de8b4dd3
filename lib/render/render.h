/* render.h - what the shapes share. */
#ifndef EU_RENDER_RENDER_H
#define EU_RENDER_RENDER_H

#include "base/base.h"
#include "everyuri/render.h"

/* render->in: what is open. */
enum eu_render_in {
	EU_IN_NOTHING = 0,
	EU_IN_TEXT,   /* JSON: the string "text"; HTML: <pre> */
	EU_IN_OCTETS, /* JSON: the string "octets" */
	EU_IN_ITEMS,  /* JSON: the list; HTML: a table */
	EU_IN_LINK    /* HTML: a document that is linked to; its bytes are not shown */
};

/* Takes whole characters, as far as bytes are UTF-8 at all. */
typedef void eu_render_piece_fn(struct everyuri_render *render, const char *data, size_t len);

/* Hand bytes on so that no character is cut: what could be the front of one waits for its rest. */
void eu_render_whole(struct everyuri_render *render, const char *data, size_t len,
                     eu_render_piece_fn *piece);

/* At the end: what waits is all that comes. */
void eu_render_rest(struct everyuri_render *render, eu_render_piece_fn *piece);

/* Is the type text, or one of the types that are text by another name? */
bool eu_render_is_text(struct everyuri_text media_type);

/* How one shape is written. */
struct eu_shape {
	void (*begin)(struct everyuri_render *render, const struct everyuri_object *object);
	void (*bytes)(struct everyuri_render *render, const char *data, size_t len);
	void (*item)(struct everyuri_render *render, const struct everyuri_item *item);
	void (*end)(struct everyuri_render *render, bool good);
};

extern const struct eu_shape eu_shape_raw, eu_shape_text, eu_shape_json, eu_shape_html;

#endif
