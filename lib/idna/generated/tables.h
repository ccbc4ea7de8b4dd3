/* tables.h - the tables that lib/idna/properties.c reads.  Made by tools/idna-tables; do not edit. */
/* clang-format off */

#ifndef EU_IDNA_GENERATED_TABLES_H
#define EU_IDNA_GENERATED_TABLES_H

#include "idna/properties.h"

#define EU_IDNA_UNICODE "17.0.0"

enum {
	EU_IDNA_LIMIT = 0x3347A, /* the properties of code points from here on are all 0 */
	EU_IDNA_SHIFT_HIGH = 4,
	EU_IDNA_SHIFT_LOW = 3,
	EU_IDNA_N_RANGES = 300,
	EU_IDNA_FIRST_STRING = 0xD800, /* in the list: the first string */
	EU_IDNA_N_STRINGS = 1384,
	EU_IDNA_N_PAIRS = 961,
	EU_IDNA_N_PAIRS_BMP = 928, /* then follow those of plane 1 */
	EU_IDNA_PART_OF_BMP = 0x1000, /* there, a second part below this is of plane 0 */
	EU_IDNA_FIRST_SECOND = 0x300, /* of the second parts, conjoining jamo included */
	EU_IDNA_LAST_SECOND_BMP = 0x309A
};

extern const uint8_t eu_idna_stage1[1641];
extern const uint16_t eu_idna_stage2[4000];
extern const uint8_t eu_idna_stage3[6344];
extern const struct eu_idna_properties eu_idna_kinds[87];
extern const uint32_t eu_idna_range_keys[300]; /* the first code point << 1 | is moved */
extern const uint16_t eu_idna_range_values[300]; /* a distance, or a place in the list */
extern const uint16_t eu_idna_list[4187];
extern const struct eu_idna_strings eu_idna_strings[7]; /* lengths, rising; how many */
extern const uint16_t eu_idna_units[3353]; /* UTF-16 */
extern const struct eu_idna_pair eu_idna_pairs[961]; /* by composite */
extern const uint16_t eu_idna_by_parts[961]; /* places of pairs, by plane and parts */

#endif
