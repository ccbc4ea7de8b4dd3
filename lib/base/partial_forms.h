/* partial_forms.h - resolve the partial forms of the drafts of 1993 and 1994. */
#ifndef EU_BASE_PARTIAL_FORMS_H
#define EU_BASE_PARTIAL_FORMS_H

#include "base/dots.h"

/** A context (base) URI without "URL:"; offsets in bytes of text. */
struct eu_old_base {
	const char *text;
	size_t colon;    /**< the colon after the scheme */
	size_t path;     /**< begin of the path: after "//" and the host, if present */
	size_t path_end; /**< end of the path: the "?" or "#" after it, or the end of text */
	size_t end;      /**< the "#" of the fragment, or the end of text */
};

/** Finds these offsets in a base. */
struct eu_old_base eu_old_base_of(const struct everyuri_uri *base);

/** Returns the text of a URI without "URL:". */
struct everyuri_text eu_old_text(const struct everyuri_uri *uri);

/** Replaces the last element of the context's path by the partial form, and removes dots.
 *  CHOICE: ".." never removes the host, and a context without a path counts as "/".
 *  Returns: bytes written to data. */
size_t eu_old_merge(const struct eu_old_base *base, struct everyuri_text partial,
                    const struct eu_dot_rules *rules, char *data);

#endif
