/* find.h - URIs in running text.
 *
 * The text comes in pieces of any size; memory does not grow with it.  Time is
 * linear on any input.  Which scheme names count is the caller's to say. */
#ifndef EVERYURI_FIND_H
#define EVERYURI_FIND_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** How a URI stood in the text. */
enum everyuri_find_form {
	/** In <...>, <URL:...> or URL=<...>; white space in it is not part of it.  Behind
	 *  "URL:" or "URL=" any scheme counts; otherwise the caller's, and others with
	 *  "//" where there is no white space. */
	EVERYURI_FORM_ANGLE = 0,
	/** Without a wrapper: one of the caller's schemes at the front of a word, "//" and a
	 *  host behind it, or, where its URIs have no host, what its definition demands.
	 *  The sentence's punctuation, unbalanced brackets and quotes are left out. */
	EVERYURI_FORM_BARE = 1
};

/** Bits of everyuri_find_options.flags. */
enum {
	EVERYURI_FIND_ANGLE = 1, /**< with neither this nor BARE, both are looked for */
	EVERYURI_FIND_BARE = 2,
	EVERYURI_FIND_WWW = 4,  /**< www.host without a scheme, as http:// */
	EVERYURI_FIND_MAIL = 8, /**< a@b.c without a scheme, as mailto: */
	EVERYURI_FIND_REFANG =
		16 /**< hxxp, [.], [:], (dot): what was written so as not to be followed */
};

/** What to look for. */
struct everyuri_find_options {
	unsigned flags;
	const char *const *schemes; /**< lower case, sorted by byte; must outlive the finder */
	size_t n_schemes;
	uint32_t max_len; /**< bytes in the text, white space between them included: a longer
	                       URI is passed over; 0 means 65536 */
};

/** One URI that was found. */
struct everyuri_found {
	struct everyuri_text
		uri; /**< white space of the wrapping taken out; valid during the call */
	struct everyuri_text also; /**< without each hyphen that a line break follows; data NULL
	                                where there is none */
	uint64_t offset;           /**< bytes from the start of the text: of the URI itself, not of
	                                its brackets or "URL:" */
	uint64_t length;           /**< bytes that it takes up there */
	enum everyuri_find_form form;
};

/** Is called for each, in order of offset; no two overlap.  Returns: false to stop. */
typedef bool everyuri_found_fn(void *context, const struct everyuri_found *found);

/** A search under way; everything in it is private. */
struct everyuri_finder;

/** Begin.
 *  options: copied, but for the scheme names.
 *  buf:     the finder lives in it, with its window, until everyuri_find_end:
 *           about four times max_len, six times with REFANG.
 *  Errors:  TOO_LONG: max_len is too great for a buffer; NO_SPACE, NO_MEMORY.
 *  Cost:    of the whole search: linear in the text, for any max_len.
 *  Source:  RFC 1738, appendix; RFC 3986, appendix C. */
enum everyuri_status everyuri_find_begin(const struct everyuri_find_options *options,
                                         everyuri_found_fn *found, void *context,
                                         struct everyuri_buf *buf, struct everyuri_finder **finder,
                                         struct everyuri_error *err);

/** Give it the next piece of the text.  What is found does not depend on how the text is
 *  cut; it is reported as soon as the bytes behind it show where it ends.
 *  Cost: a piece of 4 KiB or more is read where it is, and not copied (but with REFANG);
 *        pieces that fit into the processor's cache, 64 to 256 KiB, are read fastest.
 *  Returns: false once `found` has said stop. */
bool everyuri_find_feed(struct everyuri_finder *finder, const char *data, size_t len);

/** Would a new search of the text that is to come find what this one goes on to find?  It would
 *  where the text so far ends in white space and nothing is open in it: so that a long text can
 *  be cut there, and its parts searched at once, each as if it began there.
 *  Returns: false too where that cannot be told yet. */
bool everyuri_find_settled(const struct everyuri_finder *finder);

/** The text is over: report what was still open.  Returns: as everyuri_find_feed. */
bool everyuri_find_end(struct everyuri_finder *finder);

#ifdef __cplusplus
}
#endif
#endif
