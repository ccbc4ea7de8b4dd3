/* render.h - render fetched objects as text, JSON or HTML. */
#ifndef EVERYURI_RENDER_H
#define EVERYURI_RENDER_H

#include "object.h"
#include "uri.h"
#include "write.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Output formats. */
enum everyuri_render_as {
	EVERYURI_AS_RAW = 0,  /**< the bytes of a document, unchanged; a menu as text */
	EVERYURI_AS_TEXT = 1, /**< the bytes of a document; a menu as lines for people */
	EVERYURI_AS_JSON = 2, /**< one compact object, on a line: docs/render.md */
	EVERYURI_AS_HTML = 3  /**< one self-contained page */
};

/** Options and state of a renderer.  Memory does not depend on the size of the object. */
struct everyuri_render {
	enum everyuri_render_as as;
	struct everyuri_writer *w;
	struct everyuri_text uri; /**< of the object: the base of its links */
	bool terminal;  /**< write nothing that a terminal would act on (THREATS C6), except a
	                     document as RAW */
	bool links;     /**< write OSC 8 links instead of showing URIs */
	bool nul;       /**< end JSON with NUL instead of a newline */
	unsigned width; /**< cells of a line of text; 0: 80 */
	/* Private: initialise with zero. */
	enum everyuri_object_kind kind;
	bool begun;
	bool threaded;                    /* the items are articles */
	unsigned char in;                 /**< what is open: a list, a string, an element */
	unsigned char held[4], octets[2]; /* of a character, of a group of base64 */
	unsigned n_held, n_octets;
	bool cr; /**< a CR came, which may begin a line break */
	uint64_t n_items;
};

/** Returns a receiver that renders the object.  Its callbacks return false once the writer failed.
 *  render: options set by the caller; must outlive the receiver. */
struct everyuri_receiver everyuri_render_receiver(struct everyuri_render *render);

/** Ends the object.  Writes nothing if no object began; does not flush.
 *  good: the object is complete. */
void everyuri_render_end(struct everyuri_render *render, bool good);

/** May a page link to this URI, or a terminal follow it?  Its scheme must have EVERYURI_LINKED, or be
 *  that of a page on this machine (file, afs).  It must be printable US-ASCII without quotation
 *  marks, so that every reader sees the same scheme, and a URL by the URL Standard (THREATS G5).
 *  base: URI of the page; data NULL: none. */
bool everyuri_render_links_to(struct everyuri_text uri, struct everyuri_text base);

#ifdef __cplusplus
}
#endif
#endif
