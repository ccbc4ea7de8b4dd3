/* rows.h - parses many short texts at once by RFC 3986, with bit masks. */
#ifndef EU_GRAMMAR_RFC3986_ROWS_H
#define EU_GRAMMAR_RFC3986_ROWS_H

#include "base/columns.h"
#include "base/masks.h"

/** Returns the function for a kernel.  It decides fewer texts than fast.h, but has no branch that
 *  depends on a text.  Returns NULL if this kernel parses one text at a time faster. */
eu_columns_fn *eu_rfc3986_rows(enum eu_kernel kernel);

/** Returns the AVX2 version, which also runs on processors with AVX-512.  Returns NULL if this
 *  processor has no AVX2. */
eu_columns_fn *eu_rfc3986_rows_avx2(void);

#endif
