/* compose.h - joins eight parts into one text. */
#ifndef EU_URI_COMPOSE_H
#define EU_URI_COMPOSE_H

#include "uri/standards.h"

/** Writes the parts with their delimiters, which are the same in all standards (RFC 3986 5.3). "//"
 *  is written if there is a host. */
void eu_uri_compose(struct eu_out *out, const struct everyuri_text part[EVERYURI_N_PARTS]);

/** Returns the offset of a part in the composed text, in bytes. */
size_t eu_uri_composed_at(const struct everyuri_text part[EVERYURI_N_PARTS],
                          enum everyuri_part which);

/** Returns the first part of the record that differs from `part`, or EVERYURI_N_PARTS. */
int eu_uri_first_difference(const struct everyuri_uri *uri,
                            const struct everyuri_text part[EVERYURI_N_PARTS]);

#endif
