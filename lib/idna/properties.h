/* properties.h - the properties of a code point that IDNA needs.
 *
 * tools/idna-tables makes the tables, and asserts what this code assumes: mapping yields valid
 * code points in NFC, which are not mapped again; decomposing and mapping may be done in either
 * order. */
#ifndef EU_IDNA_PROPERTIES_H
#define EU_IDNA_PROPERTIES_H

#include "base/base.h"

/** The status of a code point (UTS #46 section 5).  Deviation characters are valid, because
 *  processing is non-transitional. */
enum eu_idna_status { EU_IDNA_DISALLOWED, EU_IDNA_VALID, EU_IDNA_MAPPED, EU_IDNA_IGNORED };

/** How the decomposition or mapping of a code point is found. */
enum eu_idna_way {
	EU_IDNA_AS_IT_IS,  /**< it has neither (Hangul syllables stay composed) */
	EU_IDNA_PAIR,      /**< decomposes, and can be composed again; found in the table of
	                        pairs */
	EU_IDNA_CANONICAL, /**< decomposes, and is never composed again; found in the list */
	EU_IDNA_MAPPING,   /**< is mapped; found in the list */
	EU_IDNA_NEXT       /**< is mapped to the next code point, as most upper-case letters are */
};

/** The Bidi_Class of a code point, with the distinctions that RFC 5893 needs. */
enum eu_idna_bidi {
	EU_IDNA_BIDI_OTHER, /**< not allowed in a label to which the rule applies */
	EU_IDNA_BIDI_L,
	EU_IDNA_BIDI_R, /**< Bidi_Class R and AL */
	EU_IDNA_BIDI_AN,
	EU_IDNA_BIDI_EN,
	EU_IDNA_BIDI_NEUTRAL, /**< Bidi_Class ES, CS, ET, ON, BN */
	EU_IDNA_BIDI_NSM
};

/** The Joining_Type of a code point.  L and R are bits; D is both. */
enum eu_idna_joining {
	EU_IDNA_JOINS_NOT = 0, /**< Joining_Type U and C */
	EU_IDNA_JOINS_LEFT = 1,
	EU_IDNA_JOINS_RIGHT = 2,
	EU_IDNA_JOINS_BOTH = 3,
	EU_IDNA_TRANSPARENT = 4
};

/** The properties of a code point. mark, bidi and joining are set only for valid code points. */
struct eu_idna_properties {
	uint8_t status, way;
	uint8_t ccc;  /**< Canonical_Combining_Class */
	uint8_t mark; /**< whether General_Category is M */
	uint8_t bidi, joining;
};

enum {
	EU_IDNA_VIRAMA = 9,      /**< Canonical_Combining_Class */
	EU_IDNA_PARTS_MAX = 4,   /**< maximum number of code points in a canonical decomposition */
	EU_IDNA_TARGET_MAX = 18, /**< maximum number of code points in a mapping (that of U+FDFA) */
	EU_IDNA_HANGUL_BASE = 0xAC00,
	EU_IDNA_HANGUL_COUNT = 11172
};

/** Returns the properties of a code point; c may be any number. */
const struct eu_idna_properties *eu_idna_properties_of(uint32_t c);

/** Writes the full canonical decomposition of a code point whose field `way` is EU_IDNA_PAIR or
 *  EU_IDNA_CANONICAL.
 *  Returns: the number of code points written. */
size_t eu_idna_decompose(uint32_t c, uint32_t parts[EU_IDNA_PARTS_MAX]);

/** Writes the mapping of a code point whose field `way` is EU_IDNA_MAPPING or EU_IDNA_NEXT.
 *  Returns: the number of code points written. */
size_t eu_idna_map(uint32_t c, uint32_t target[EU_IDNA_TARGET_MAX]);

/** Returns the primary composite of two code points, or 0. */
uint32_t eu_idna_compose(uint32_t first, uint32_t second);

/* ---- rows of the tables ---------------------------------------------------------- */

/** Strings of one length, stored one after another. */
struct eu_idna_strings {
	uint16_t units, count;
};

/** The low 16 bits of a primary composite and of its two parts. */
struct eu_idna_pair {
	uint16_t composite, first, second;
};

#endif
