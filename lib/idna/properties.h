/* properties.h - what Unicode says of a code point, as far as IDNA asks.
 *
 * The tables behind it are made by tools/idna-tables, which also asserts what is
 * taken for granted here: a mapping leads to valid code points in NFC and is not
 * mapped again; to decompose and then to map gives the same as the other way round. */
#ifndef EU_IDNA_PROPERTIES_H
#define EU_IDNA_PROPERTIES_H

#include "base/base.h"

/** UTS #46 section 5; deviation characters are valid, because processing is
 *  non-transitional. */
enum eu_idna_status { EU_IDNA_DISALLOWED, EU_IDNA_VALID, EU_IDNA_MAPPED, EU_IDNA_IGNORED };

/** Where to find what a code point decomposes into or is mapped to. */
enum eu_idna_way {
	EU_IDNA_AS_IT_IS,  /**< nowhere: it does neither (Hangul syllables are left whole) */
	EU_IDNA_PAIR,      /**< decomposes, and is composed again: the pairs */
	EU_IDNA_CANONICAL, /**< decomposes, and is not composed again: the list */
	EU_IDNA_MAPPING,   /**< is mapped: the list */
	EU_IDNA_NEXT       /**< is mapped to the next code point: most letters with a case */
};

/** Bidi_Class, as far as RFC 5893 tells them apart. */
enum eu_idna_bidi {
	EU_IDNA_BIDI_OTHER, /**< may stand in no label that the rule applies to */
	EU_IDNA_BIDI_L,
	EU_IDNA_BIDI_R, /**< R and AL */
	EU_IDNA_BIDI_AN,
	EU_IDNA_BIDI_EN,
	EU_IDNA_BIDI_NEUTRAL, /**< ES, CS, ET, ON, BN */
	EU_IDNA_BIDI_NSM
};

/** Joining_Type: L and R are bits, so that D has both. */
enum eu_idna_joining {
	EU_IDNA_JOINS_NOT = 0, /**< U and C */
	EU_IDNA_JOINS_LEFT = 1,
	EU_IDNA_JOINS_RIGHT = 2,
	EU_IDNA_JOINS_BOTH = 3,
	EU_IDNA_TRANSPARENT = 4
};

/** mark, bidi and joining hold for valid code points only. */
struct eu_idna_properties {
	uint8_t status, way;
	uint8_t ccc;  /**< Canonical_Combining_Class */
	uint8_t mark; /**< General_Category M */
	uint8_t bidi, joining;
};

enum {
	EU_IDNA_VIRAMA = 9,      /**< Canonical_Combining_Class */
	EU_IDNA_PARTS_MAX = 4,   /**< code points of a canonical decomposition */
	EU_IDNA_TARGET_MAX = 18, /**< code points of a mapping: U+FDFA */
	EU_IDNA_HANGUL_BASE = 0xAC00,
	EU_IDNA_HANGUL_COUNT = 11172
};

/** The properties of a code point; any number may be asked. */
const struct eu_idna_properties *eu_idna_properties_of(uint32_t c);

/** The canonical decomposition, in full, of a code point whose way is PAIR or CANONICAL.
 *  Returns: how many of parts[] are set. */
size_t eu_idna_decompose(uint32_t c, uint32_t parts[EU_IDNA_PARTS_MAX]);

/** What a code point whose way is MAPPING or NEXT is mapped to.
 *  Returns: how many of target[] are set. */
size_t eu_idna_map(uint32_t c, uint32_t target[EU_IDNA_TARGET_MAX]);

/** The primary composite of two code points, or 0. */
uint32_t eu_idna_compose(uint32_t first, uint32_t second);

/* ---- rows of the tables ---------------------------------------------------------- */

/** Strings of one length, which lie one behind the other. */
struct eu_idna_strings {
	uint16_t units, count;
};

/** The low 16 bits of a primary composite and of what it is composed of. */
struct eu_idna_pair {
	uint16_t composite, first, second;
};

#endif
