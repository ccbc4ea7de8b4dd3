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
	EVERYURI_AS_TEXT = 1, /**< a document unchanged; a menu as lines for people */
	EVERYURI_AS_JSON = 2, /**< one JSON object on one line (docs/render.md) */
	EVERYURI_AS_HTML = 3  /**< one self-contained page */
};

/** Options and state of a renderer.  Its size does not depend on the size of the object. */
struct everyuri_render {
	enum everyuri_render_as as;
	struct everyuri_writer *w;
	struct everyuri_text uri; /**< URI of the object, and base of its links */
	bool terminal;  /**< escape characters that control a terminal (THREATS C6), except in a
	                     document written as RAW */
	bool links;     /**< write OSC 8 links instead of URIs */
	bool nul;       /**< end JSON with NUL instead of LF */
	unsigned width; /**< width of a line of text, in columns; 0 means 80 */
	/* Private: initialise with zero. */
	enum everyuri_object_kind kind;
	bool begun;
	bool threaded;                    /* the items are articles */
	unsigned char in;                 /**< which list, string or element is open */
	unsigned char held[4], octets[2]; /* an incomplete character; an incomplete group of
	                                     base64 */
	unsigned n_held, n_octets;
	bool cr; /**< the last byte was a CR, which an LF may follow */
	uint64_t n_items;
};

/** Returns a receiver that renders the object.  Its callbacks return false after the writer failed.
 *  render: the caller sets the options and zeroes the rest; must outlive the receiver. */
struct everyuri_receiver everyuri_render_receiver(struct everyuri_render *render);

/** Ends the output.  Writes nothing if no object began.  Does not flush the writer.
 *  good: true if the object is complete. */
void everyuri_render_end(struct everyuri_render *render, bool good);

/** Returns whether a page or terminal may link to this URI (THREATS G5).  The scheme of the URI
 *  must have the flag EVERYURI_LINKED.  A scheme of local files (file, afs) is allowed if the page
 *  has the same scheme.  The URI must be valid under the URL Standard and consist of printable
 *  US-ASCII without quotation marks, so that all programs read the same scheme.
 *  base: URI of the page; data is NULL if it has none. */
bool everyuri_render_links_to(struct everyuri_text uri, struct everyuri_text base);

#ifdef __cplusplus
}
#endif
#endif
