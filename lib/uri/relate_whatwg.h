/* relate_whatwg.h - the shortest reference under the URL Standard. */
#ifndef EU_URI_RELATE_WHATWG_H
#define EU_URI_RELATE_WHATWG_H

#include "uri/standards.h"

/** Does what everyuri_relate does, for two records of the URL Standard. */
enum everyuri_status eu_relate_whatwg(const struct everyuri_uri *base,
                                      const struct everyuri_uri *target, struct everyuri_buf *buf,
                                      struct everyuri_error *err);

#endif
