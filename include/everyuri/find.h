/* find.h - find URIs in running text.
 *
 * The text is fed in pieces of any size.  Memory does not grow with the text, and time is linear
 * for any input.  The caller chooses the schemes. */
#ifndef EVERYURI_FIND_H
#define EVERYURI_FIND_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Forms of a URI in a text. */
enum everyuri_find_form {
	/** In <...>, <URL:...> or URL=<...>, without the white space in it.  After "URL:" or "URL="
	 *  every scheme counts; otherwise the caller's schemes, and others if "//" follows and
	 *  there is no white space. */
	EVERYURI_FORM_ANGLE = 0,
	/** Without a wrapper: one of the caller's schemes at the beginning of a word, followed by
	 *  "//" and a host or, for schemes without hosts, by what their definition requires.
	 *  Punctuation of the sentence, unbalanced brackets and quotes are left out. */
	EVERYURI_FORM_BARE = 1
};

/** Bits of everyuri_find_options.flags. */
enum {
	EVERYURI_FIND_ANGLE = 1, /**< with neither this nor BARE, both are found */
	EVERYURI_FIND_BARE = 2,
	EVERYURI_FIND_WWW = 4,    /**< www.host without a scheme, as http:// */
	EVERYURI_FIND_MAIL = 8,   /**< a@b.c without a scheme, as mailto: */
	EVERYURI_FIND_REFANG = 16 /**< defanged URIs: hxxp, [.], [:], (dot) */
};

/** Options of a search. */
struct everyuri_find_options {
	unsigned flags;
	const char *const *schemes; /**< lower case, sorted by byte; must outlive the finder */
	size_t n_schemes;
	uint32_t
		max_len; /**< longest URI to find, in bytes of the text with white space; 0: 65536 */
};

/** One URI that was found. */
struct everyuri_found {
	struct everyuri_text uri;  /**< without the white space of wrapped lines; valid during the
	                                call */
	struct everyuri_text also; /**< the same without hyphens before line breaks; data NULL if
	                                there is no such hyphen */
	uint64_t offset;           /**< bytes from the start of the text to the URI itself, after
	                                its bracket or "URL:" */
	uint64_t length;           /**< bytes of the URI in the text */
	enum everyuri_find_form form;
};

/** Called for each URI, in order of offset.  URIs do not overlap.  Returns: false to stop. */
typedef bool everyuri_found_fn(void *context, const struct everyuri_found *found);

/** State of a search.  Private. */
struct everyuri_finder;

/** Begins a search.
 *  options: copied, except the scheme names.
 *  found:   called with `context` for each URI.
 *  buf:     holds the finder and its window until everyuri_find_end(): about four times max_len,
 *           six times with REFANG.
 *  finder:  receives the finder, which is in buf.
 *  Errors:  TOO_LONG: max_len is too large for a buffer; NO_SPACE, NO_MEMORY.
 *  Cost:    the whole search is linear in the text, for any max_len.
 *  Source:  RFC 1738, appendix; RFC 3986, appendix C. */
enum everyuri_status everyuri_find_begin(const struct everyuri_find_options *options,
                                         everyuri_found_fn *found, void *context,
                                         struct everyuri_buf *buf, struct everyuri_finder **finder,
                                         struct everyuri_error *err);

/** Searches the next piece of the text.  The result does not depend on how the text is cut.  A URI
 *  is reported as soon as the bytes after it show where it ends.
 *  Returns: false once `found` returned false.
 *  Cost:    a piece of 4 KiB or more is not copied, except with REFANG.  Pieces that fit into the
 *           processor's cache, 64 to 256 KiB, are fastest. */
bool everyuri_find_feed(struct everyuri_finder *finder, const char *data, size_t len);

/** Can the text be cut here, and the rest be searched by another finder with the same result?  That
 *  is so if the text ends in white space so far, and no bracket is open.  Parts of a long text can
 *  then be searched in parallel.
 *  Returns: false also if it cannot be known yet. */
bool everyuri_find_settled(const struct everyuri_finder *finder);

/** Ends a search: reports a URI at the end of the text.  Returns: as everyuri_find_feed(). */
bool everyuri_find_end(struct everyuri_finder *finder);

#ifdef __cplusplus
}
#endif
#endif
