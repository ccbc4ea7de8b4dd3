/* compose.h - eight parts become one text. */
#ifndef EU_URI_COMPOSE_H
#define EU_URI_COMPOSE_H

#include "uri/standards.h"

/** Write the parts with their delimiters (RFC 3986 5.3, whose delimiters all standards
 *  share): "//" where there is a host. */
void eu_uri_compose(struct eu_out *out, const struct everyuri_text part[EVERYURI_N_PARTS]);

/** Where in the composed text a part's bytes begin. */
size_t eu_uri_composed_at(const struct everyuri_text part[EVERYURI_N_PARTS],
                          enum everyuri_part which);

/** Which part of the record is not as in `part`?  EVERYURI_N_PARTS: none. */
int eu_uri_first_difference(const struct everyuri_uri *uri,
                            const struct everyuri_text part[EVERYURI_N_PARTS]);

#endif
