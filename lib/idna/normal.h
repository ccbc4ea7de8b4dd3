/* normal.h - code points brought into NFC (UAX #15) as they come, in a fixed room. */
#ifndef EU_IDNA_NORMAL_H
#define EU_IDNA_NORMAL_H

#include "idna/properties.h"

/** Code points: the room of a label.  A DNS label has at most 63 octets; what is far
 *  beyond that is refused before it can cost quadratic time in punycode. */
#define EU_IDNA_LABEL_MAX 1000

/** Until a starter's marks are composed with it, its decomposition takes more places. */
#define EU_IDNA_NORMAL_ROOM (EU_IDNA_LABEL_MAX + EU_IDNA_PARTS_MAX)

/** Code points on their way to NFC.  Behind the last starter each has its combining
 *  class in the bits from CCC_SHIFT on, until eu_idna_normal_end. */
struct eu_idna_normal {
	uint32_t cp[EU_IDNA_NORMAL_ROOM];
	size_t n;
	size_t starter; /**< the place of the last starter, if has_starter */
	bool has_starter;
	bool full; /**< something did not fit, or at the end there are more than LABEL_MAX */
};

void eu_idna_normal_begin(struct eu_idna_normal *normal);

/** Add a code point; add one after mapping it as UTS #46 section 4 step 1 says. */
void eu_idna_normal_add(struct eu_idna_normal *normal, uint32_t c);
void eu_idna_normal_add_mapped(struct eu_idna_normal *normal, uint32_t c);

/** Compose what is left: cp[0 .. n) is then in NFC. */
void eu_idna_normal_end(struct eu_idna_normal *normal);

/** Are these code points in NFC?  scratch: overwritten. */
bool eu_idna_is_nfc(const uint32_t *cp, size_t n, struct eu_idna_normal *scratch);

#endif
