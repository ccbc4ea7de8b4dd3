/* partial_forms.h - resolve the partial forms of the drafts of 1993 and 1994. */
#ifndef EU_BASE_PARTIAL_FORMS_H
#define EU_BASE_PARTIAL_FORMS_H

#include "base/dots.h"

/** A context (base) URI without "URL:"; offsets in bytes of text. */
struct eu_old_base {
	const char *text;
	size_t colon;    /**< offset of the colon after the scheme */
	size_t path;     /**< start of the path, after "//" and the host if these are present */
	size_t path_end; /**< end of the path: offset of the "?" or "#" after it, or end of the
	                      text */
	size_t end;      /**< offset of the "#" before the fragment, or end of the text */
};

/** Returns these offsets of a base. */
struct eu_old_base eu_old_base_of(const struct everyuri_uri *base);

/** Returns the text of a URI without "URL:". */
struct everyuri_text eu_old_text(const struct everyuri_uri *uri);

/** Replaces the last element of the context's path by the partial form, and removes dots.
 *  CHOICE: ".." never removes the host, and a context without a path counts as "/".
 *  Returns: bytes written to data. */
size_t eu_old_merge(const struct eu_old_base *base, struct everyuri_text partial,
                    const struct eu_dot_rules *rules, char *data);

#endif
