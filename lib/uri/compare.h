/* compare.h - compares readings in more detail than everyuri_compare. */
#ifndef EU_URI_COMPARE_H
#define EU_URI_COMPARE_H

#include "uri/standards.h"

/** The number of compared parts: those that decide where a request goes. */
#define EU_N_COMPARED_PARTS 5
extern const uint8_t eu_compared_parts[EU_N_COMPARED_PARTS];

/** Groups of equal readings: for each part, the first standard that reads it in the same way.
 *  Covers only standards that accept the text, and the five parts that everyuri_compare
 *  compares. */
struct eu_alike {
	uint8_t first[EVERYURI_N_PARTS][EVERYURI_N_STANDARDS];
};

/** Compares all readings with each other, in the same way as everyuri_compare.
 *  buf:    scratch space; its content is overwritten.
 *  Errors: NO_MEMORY. */
enum everyuri_status eu_compare_all(const struct everyuri_comparison *comparison,
                                    struct everyuri_buf *buf, struct eu_alike *alike,
                                    struct everyuri_error *err);

#endif
