/* compare.h - more of what everyuri_compare finds. */
#ifndef EU_URI_COMPARE_H
#define EU_URI_COMPARE_H

#include "uri/standards.h"

/** The parts that are held against each other: those that say where an access goes. */
#define EU_N_COMPARED_PARTS 5
extern const uint8_t eu_compared_parts[EU_N_COMPARED_PARTS];

/** Who reads alike: of each part, the first standard whose reading of it is the same.  Only of
 *  standards that accept the text, and of the five parts that everyuri_compare holds against
 *  each other. */
struct eu_alike {
	uint8_t first[EVERYURI_N_PARTS][EVERYURI_N_STANDARDS];
};

/** Hold all readings against each other, as everyuri_compare did.
 *  buf:    is written over; nothing of it is kept.
 *  Errors: NO_MEMORY. */
enum everyuri_status eu_compare_all(const struct everyuri_comparison *comparison,
                                    struct everyuri_buf *buf, struct eu_alike *alike,
                                    struct everyuri_error *err);

#endif
