/* rows.h - parses RFC 3986 by masks, many short texts at once. */
#ifndef EU_GRAMMAR_RFC3986_ROWS_H
#define EU_GRAMMAR_RFC3986_ROWS_H

#include "base/columns.h"
#include "base/masks.h"

/** Returns the function for a kernel, which decides fewer texts than fast.h and has no branch that
 *  depends on a text.  NULL: the kernel has none that is faster than one text at a time. */
eu_columns_fn *eu_rfc3986_rows(enum eu_kernel kernel);

/** Returns the AVX2 version, which processors with AVX-512 support too.  NULL: this processor has no AVX2. */
eu_columns_fn *eu_rfc3986_rows_avx2(void);

#endif
