/* properties.c - looks up properties in the generated tables. */
#include "idna/generated/tables.h"

const struct eu_idna_properties *eu_idna_properties_of(uint32_t c)
{
	size_t block;

	if (c >= EU_IDNA_LIMIT) {
		/* In plane 14, all code points except the variation selectors are disallowed.
		 * Those are ignored, like U+00AD, which has no other property. */
		if (c < 0xE0100 || c > 0xE01EF)
			return &eu_idna_kinds[0];
		c = 0xAD;
	}
	block = eu_idna_stage1[c >> (EU_IDNA_SHIFT_HIGH + EU_IDNA_SHIFT_LOW)];
	block = eu_idna_stage2[(block << EU_IDNA_SHIFT_HIGH) +
	                       (c >> EU_IDNA_SHIFT_LOW & ((1u << EU_IDNA_SHIFT_HIGH) - 1))];
	return &eu_idna_kinds[eu_idna_stage3[(block << EU_IDNA_SHIFT_LOW) +
	                                     (c & ((1u << EU_IDNA_SHIFT_LOW) - 1))]];
}

/* ---- mappings, and decompositions that are not composed again ------------------------ */

/* Returns the last range that begins at or before c.  There is one for each code point whose `way`
 * says that it is in the list. */
static size_t range_of(uint32_t c)
{
	size_t low = 0, high = EU_IDNA_N_RANGES;

	while (high - low > 1) {
		size_t middle = (low + high) / 2;

		if (eu_idna_range_keys[middle] >> 1 <= c)
			low = middle;
		else
			high = middle;
	}
	return low;
}

/* Decodes a string, given by its number, from UTF-16. */
static size_t string_at(size_t number, uint32_t *to)
{
	const struct eu_idna_strings *group = eu_idna_strings;
	const uint16_t *unit = eu_idna_units;
	size_t n = 0;

	for (; number >= group->count; group++) {
		number -= group->count;
		unit += (size_t)group->units * group->count;
	}
	unit += number * group->units;
	for (size_t i = 0; i < group->units; i++) {
		uint32_t c = unit[i];

		/* LCOV_EXCL_BR_LINE: no code point of Unicode 17 maps to a sequence with one above
		 * U+DFFF */
		if (c >= 0xD800 && c < 0xDC00)
			c = 0x10000 + ((c - 0xD800) << 10) + (unit[++i] - 0xDC00u);
		to[n++] = c;
	}
	return n;
}

static size_t target_of(uint32_t c, uint32_t *to)
{
	size_t range = range_of(c);
	uint32_t key = eu_idna_range_keys[range];
	uint32_t value = eu_idna_range_values[range];

	if (key & 1) {
		to[0] = (c + value) & 0xFFFF;
		return 1;
	}
	value = eu_idna_list[value + (c - (key >> 1))];
	if (value - EU_IDNA_FIRST_STRING < EU_IDNA_N_STRINGS)
		return string_at(value - EU_IDNA_FIRST_STRING, to);
	to[0] = value;
	return 1;
}

size_t eu_idna_map(uint32_t c, uint32_t target[EU_IDNA_TARGET_MAX])
{
	if (eu_idna_properties_of(c)->way == EU_IDNA_MAPPING)
		return target_of(c, target);
	target[0] = c + 1;
	return 1;
}

/* ---- pairs ------------------------------------------------------------------------------ */

/* Finds the range of pairs for the plane of a code point. */
static void pairs_of_plane(uint32_t c, size_t *low, size_t *high)
{
	*low = c < 0x10000 ? 0 : EU_IDNA_N_PAIRS_BMP;
	*high = c < 0x10000 ? EU_IDNA_N_PAIRS_BMP : EU_IDNA_N_PAIRS;
}

/* Returns the pair of a composite, which must have one. */
static const struct eu_idna_pair *pair_of(uint32_t c)
{
	size_t low, high;

	pairs_of_plane(c, &low, &high);
	while (high - low > 1) {
		size_t middle = (low + high) / 2;

		if (eu_idna_pairs[middle].composite <= (c & 0xFFFF))
			low = middle;
		else
			high = middle;
	}
	return &eu_idna_pairs[low];
}

size_t eu_idna_decompose(uint32_t c, uint32_t parts[EU_IDNA_PARTS_MAX])
{
	uint32_t last[EU_IDNA_PARTS_MAX];
	size_t n_last = 0, n = 0;

	if (eu_idna_properties_of(c)->way == EU_IDNA_CANONICAL)
		return target_of(c, parts);
	/* Only the first code point of a pair can be decomposed further. */
	while (eu_idna_properties_of(c)->way == EU_IDNA_PAIR) {
		const struct eu_idna_pair *pair = pair_of(c);
		uint32_t plane = c & 0x10000;

		last[n_last++] =
			pair->second < EU_IDNA_PART_OF_BMP ? pair->second : plane | pair->second;
		c = plane | pair->first;
	}
	parts[n++] = c;
	while (n_last)
		parts[n++] = last[--n_last];
	return n;
}

/* Composes conjoining jamo (Unicode 3.12). */
static uint32_t compose_hangul(uint32_t first, uint32_t second)
{
	uint32_t leading = first - 0x1100, vowel = second - 0x1161, trailing = second - 0x11A7;
	uint32_t syllable = first - EU_IDNA_HANGUL_BASE;

	if (leading < 19 && vowel < 21)
		return EU_IDNA_HANGUL_BASE + (leading * 21 + vowel) * 28;
	if (syllable < EU_IDNA_HANGUL_COUNT && syllable % 28 == 0 && trailing - 1 < 27)
		return first + trailing;
	return 0;
}

uint32_t eu_idna_compose(uint32_t first, uint32_t second)
{
	uint32_t plane = first & ~0xFFFFu;
	uint32_t part = second & 0xFFFF;
	uint32_t wanted = (first & 0xFFFF) << 16 | part;
	size_t low, high;

	if (second < EU_IDNA_FIRST_SECOND || (second > EU_IDNA_LAST_SECOND_BMP && second < 0x10000))
		return 0;
	if (plane > 0x10000 || second != (part < EU_IDNA_PART_OF_BMP ? part : plane | part))
		return 0;
	pairs_of_plane(first, &low, &high);
	while (low < high) {
		size_t middle = (low + high) / 2;
		const struct eu_idna_pair *pair = &eu_idna_pairs[eu_idna_by_parts[middle]];
		uint32_t found = (uint32_t)pair->first << 16 | pair->second;

		if (found == wanted)
			return plane | pair->composite;
		if (found < wanted)
			low = middle + 1;
		else
			high = middle;
	}
	return compose_hangul(first, second);
}
