/* find.h - find URIs in running text.
 *
 * Feed the text in pieces of any size.  The memory needed does not depend on the length of the
 * text, and the time is linear for any input.  The caller lists the schemes to find. */
#ifndef EVERYURI_FIND_H
#define EVERYURI_FIND_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Forms of a URI in a text. */
enum everyuri_find_form {
	/** In <...>, <URL:...> or URL=<...>.  White space within is removed.  After "URL:" or
	 *  "URL=", any scheme is found.  Otherwise only the caller's schemes are found, and any
	 *  scheme followed by "//" if the brackets contain no white space. */
	EVERYURI_FORM_ANGLE = 0,
	/** Without brackets: one of the caller's schemes at the beginning of a word.  It must be
	 *  followed by "//" and a host or, for a scheme without hosts, by the text that its
	 *  definition requires.  The URI ends before punctuation of the sentence, an unbalanced
	 *  bracket or a quotation mark. */
	EVERYURI_FORM_BARE = 1
};

/** Bits of everyuri_find_options.flags. */
enum {
	EVERYURI_FIND_ANGLE =
		1, /**< find URIs in brackets; without this and BARE, both forms are found */
	EVERYURI_FIND_BARE = 2,
	EVERYURI_FIND_WWW = 4,  /**< find www.host without a scheme, and report it as http:// */
	EVERYURI_FIND_MAIL = 8, /**< find a@b.c without a scheme, and report it as mailto: */
	EVERYURI_FIND_ANY_SCHEME =
		32, /**< also schemes that are not in the list, if "//" and a host follow */
	EVERYURI_FIND_REFANG = 16 /**< find and restore defanged URIs: hxxp, [.], [:], (dot) */
};

/** Options of a search. */
struct everyuri_find_options {
	unsigned flags;
	const char *const *schemes; /**< in lower case and byte order; must outlive the finder */
	size_t n_schemes;
	uint32_t max_len; /**< longest URI to find, in bytes, including white space; 0 means
	                       65536 */
};

/** One URI that was found. */
struct everyuri_found {
	struct everyuri_text uri;  /**< the URI, without white space; valid during the call */
	struct everyuri_text also; /**< the URI without the hyphens before line breaks, if it has
	                                any; otherwise data is NULL */
	uint64_t offset;           /**< offset of the URI in the whole text, in bytes; "<" and
	                                "URL:" are not part of it */
	uint64_t length;           /**< number of bytes that the URI takes in the text, including
	                                white space */
	enum everyuri_find_form form;
};

/** Called for each URI, in order of offset.  URIs do not overlap.  Returns: false to stop. */
typedef bool everyuri_found_fn(void *context, const struct everyuri_found *found);

/** State of a search.  Private. */
struct everyuri_finder;

/** Begins a search.
 *  options: copied, except the scheme names.
 *  found:   called with `context` for each URI.
 *  buf:     holds the finder and its window until everyuri_find_end(): about four times max_len
 *           bytes, or six times with REFANG.
 *  finder:  receives the finder, which is in buf.
 *  Errors:  TOO_LONG if max_len is too large for a buffer; NO_SPACE, NO_MEMORY.
 *  Cost:    the whole search is linear in the text, for any max_len.
 *  Source:  RFC 1738, appendix; RFC 3986, appendix C. */
enum everyuri_status everyuri_find_begin(const struct everyuri_find_options *options,
                                         everyuri_found_fn *found, void *context,
                                         struct everyuri_buf *buf, struct everyuri_finder **finder,
                                         struct everyuri_error *err);

/** Searches the next piece of the text.  The result does not depend on the size of the pieces.  A
 *  URI is reported as soon as the bytes after it show where it ends.
 *  Returns: false once `found` returned false.
 *  Cost:    a piece of 4 KiB or more is not copied, except with REFANG.  Pieces that fit into the
 *           processor's cache, 64 to 256 KiB, are fastest. */
bool everyuri_find_feed(struct everyuri_finder *finder, const char *data, size_t len);

/** Returns whether another finder could search the rest of the text with the same result.  That is
 *  true if the text so far ends in white space and no bracket is open.  Split a long text at these
 *  points to search it in parallel.
 *  Returns: false also if the finder cannot know yet. */
bool everyuri_find_settled(const struct everyuri_finder *finder);

/** Ends a search: reports a URI at the end of the text.  Returns: false once `found` returned
 *  false. */
bool everyuri_find_end(struct everyuri_finder *finder);

#ifdef __cplusplus
}
#endif
#endif
