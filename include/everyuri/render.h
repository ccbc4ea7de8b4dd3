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
	EVERYURI_AS_RAW = 0,  /**< a document's bytes, whatever they are; a menu as text */
	EVERYURI_AS_TEXT = 1, /**< a document's bytes; a menu as lines, for people at a terminal */
	EVERYURI_AS_JSON = 2, /**< one compact object, on a line: docs/render.md */
	EVERYURI_AS_HTML = 3  /**< one page, which needs nothing else */
};

/** How, and where to.  Memory does not depend on the object's size. */
struct everyuri_render {
	enum everyuri_render_as as;
	struct everyuri_writer *w;
	struct everyuri_text uri; /**< of the object: the base of its links */
	bool terminal;  /**< nothing that a terminal would act on is written (THREATS C6), but
	                     for a document as RAW */
	bool links;     /**< OSC 8: the terminal can follow URIs; then they are not shown */
	bool nul;       /**< JSON ends in NUL, and not in a line feed */
	unsigned width; /**< cells of a line of text; 0: 80 */
	/* The renderer's own: zero to begin with. */
	enum everyuri_object_kind kind;
	bool begun;
	bool threaded;                    /* its items are articles */
	unsigned char in;                 /**< what is open: a list, a string, an element */
	unsigned char held[4], octets[2]; /* of a character, of a group of base64 */
	unsigned n_held, n_octets;
	bool cr; /**< came, and may be half a line end */
	uint64_t n_items;
};

/** A receiver that renders what it is told.  render: filled in by the caller; lives as long.  Its
 *  calls return false once the writer has failed. */
struct everyuri_receiver everyuri_render_receiver(struct everyuri_render *render);

/** The end of the object; good: it is whole.  Writes nothing if nothing was told; flushes nothing. */
void everyuri_render_end(struct everyuri_render *render, bool good);

/** May this URI stand in a page as a link, and be followed from a terminal?  Its scheme has
 *  EVERYURI_LINKED, or is that of the page and of this machine (file, afs); it is printable US-ASCII without quotation marks, so that every reader sees the same scheme; and the URL
 *  Standard accepts it (THREATS G5).
 *  base: of the page; data NULL: none. */
bool everyuri_render_links_to(struct everyuri_text uri, struct everyuri_text base);

#ifdef __cplusplus
}
#endif
#endif
