/* rows.h - RFC 3986 read by masks, many short texts at once. */
#ifndef EU_GRAMMAR_RFC3986_ROWS_H
#define EU_GRAMMAR_RFC3986_ROWS_H

#include "base/columns.h"
#include "base/masks.h"

/** The function for a kernel, which is sure of less than fast.h; it makes no jump that depends on a
 *  text.  NULL: the kernel has none that is faster than text by text. */
eu_columns_fn *eu_rfc3986_rows(enum eu_kernel kernel);

/** The one of AVX2, which processors with AVX-512 have too.  NULL: this one has no AVX2. */
eu_columns_fn *eu_rfc3986_rows_avx2(void);

#endif
