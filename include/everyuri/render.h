/* render.h - objects as text, JSON and HTML.  Knows no protocol. */
#ifndef EVERYURI_RENDER_H
#define EVERYURI_RENDER_H

#include "object.h"
#include "uri.h"
#include "write.h"

#ifdef __cplusplus
extern "C" {
#endif

enum everyuri_render_as {
	EVERYURI_AS_RAW = 0,  /**< a document's bytes; a menu as text */
	EVERYURI_AS_TEXT = 1, /**< for people at a terminal */
	EVERYURI_AS_JSON = 2, /**< one compact object: what it is, then its items or its bytes */
	EVERYURI_AS_HTML = 3  /**< one page */
};

/** How, and where to. */
struct everyuri_render {
	enum everyuri_render_as as;
	struct everyuri_writer *w;
	struct everyuri_text uri; /**< of the object: the base of its links */
	bool terminal;  /**< nothing that a terminal would act on is written (THREATS C6) */
	bool links;     /**< OSC 8: the terminal can follow URIs */
	unsigned width; /**< cells of a line of text; 0: 80 */
	/* The renderer's own. */
	enum everyuri_object_kind kind;
	bool begun, in_text;
	uint64_t n_items, n_bytes;
	unsigned char held[4];
	unsigned n_held;
	char media_type[64];
};

/** A receiver that renders what it is told.  render: filled in by the caller; lives as long. */
struct everyuri_receiver everyuri_render_receiver(struct everyuri_render *render);

/** The end of the object; good: it is whole. */
void everyuri_render_end(struct everyuri_render *render, bool good);

#ifdef __cplusplus
}
#endif
#endif
