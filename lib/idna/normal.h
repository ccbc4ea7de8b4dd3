/* normal.h - normalises code points to NFC (UAX #15) one by one, in a fixed array. */
#ifndef EU_IDNA_NORMAL_H
#define EU_IDNA_NORMAL_H

#include "idna/properties.h"

/** Longest label, in code points.  A DNS label has at most 63 octets; the limit exists
 *  because punycode takes quadratic time. */
#define EU_IDNA_LABEL_MAX 1000

/** Number of entries of the array.  It exceeds EU_IDNA_LABEL_MAX, because a decomposition needs
 *  more entries until its marks are composed with the starter. */
#define EU_IDNA_NORMAL_ROOM (EU_IDNA_LABEL_MAX + EU_IDNA_PARTS_MAX)

/** Code points that are being normalised.  Until eu_idna_normal_end, each code point after
 *  the last starter has its combining class in the bits from CCC_SHIFT on. */
struct eu_idna_normal {
	uint32_t cp[EU_IDNA_NORMAL_ROOM];
	size_t n;
	size_t starter; /**< index of the last starter, if has_starter */
	bool has_starter;
	bool full; /**< a code point did not fit, or the result has more than EU_IDNA_LABEL_MAX code
	                points */
};

void eu_idna_normal_begin(struct eu_idna_normal *normal);

/** Adds a code point.  The second function first maps it by UTS #46 section 4 step 1. */
void eu_idna_normal_add(struct eu_idna_normal *normal, uint32_t c);
void eu_idna_normal_add_mapped(struct eu_idna_normal *normal, uint32_t c);

/** Composes the remaining code points; then cp[0 .. n) is in NFC. */
void eu_idna_normal_end(struct eu_idna_normal *normal);

/** Returns whether these code points are in NFC.
 *  scratch: overwritten. */
bool eu_idna_is_nfc(const uint32_t *cp, size_t n, struct eu_idna_normal *scratch);

#endif
