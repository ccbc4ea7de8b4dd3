/* masks_arm.h - the kernel of masks.h for NEON on 64-bit ARM; masks.h includes it.
 *
 * A block of less than 64 bytes is first copied to a zeroed array, so that no byte beyond it is
 * read. */
#ifndef EU_BASE_MASKS_ARM_H
#define EU_BASE_MASKS_ARM_H

/** Four quarters of a block. */
struct eu_neon_block {
	uint8x16_t quarter[4];
	uint64_t all; /**< mask of the bytes in the block */
};

EU_INLINE struct eu_neon_block eu_neon_load(const char *text, size_t n)
{
	struct eu_neon_block block;
	uint8_t copy[64] = { 0 };
	const uint8_t *from = (const uint8_t *)text;

	if (n < 64) {
		memcpy(copy, text, n);
		from = copy;
	}
	for (int k = 0; k < 4; k++)
		block.quarter[k] = vld1q_u8(from + 16 * k);
	block.all = eu_bits_before(n);
	return block;
}

/** Converts vectors of 0 or 0xFF to a mask: each byte keeps the bit of its position modulo 8, and
 *  three pairwise additions combine the bits. */
EU_INLINE uint64_t eu_neon_bits(const uint8x16_t found[4])
{
	static const uint8_t places[16] = {
		1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128
	};
	const uint8x16_t place = vld1q_u8(places);
	uint8x16_t front = vpaddq_u8(vandq_u8(found[0], place), vandq_u8(found[1], place));
	uint8x16_t back = vpaddq_u8(vandq_u8(found[2], place), vandq_u8(found[3], place));
	uint8x16_t both = vpaddq_u8(front, back);

	both = vpaddq_u8(both, both);
	return vgetq_lane_u64(vreinterpretq_u64_u8(both), 0);
}

EU_INLINE uint64_t eu_neon_is(const struct eu_neon_block *block, char byte)
{
	uint8x16_t found[4];

	for (int k = 0; k < 4; k++)
		found[k] = vceqq_u8(block->quarter[k], vdupq_n_u8((uint8_t)byte));
	return eu_neon_bits(found) & block->all;
}

/** Does the same as eu_avx2_outside().  A table look-up returns 0 for an index beyond the end of
 *  the table. */
EU_INLINE uint64_t eu_neon_outside(const struct eu_neon_block *block, const struct eu_class *set)
{
	static const uint8_t row_bits[16] = { 1, 2, 4, 8, 16, 32, 64, 128 };
	const uint8x16_t low = vld1q_u8(set->low), rows = vld1q_u8(row_bits);
	uint8x16_t found[4];

	for (int k = 0; k < 4; k++) {
		uint8x16_t bytes = block->quarter[k];
		uint8x16_t columns = vqtbl1q_u8(low, vandq_u8(bytes, vdupq_n_u8(15)));
		uint8x16_t met = vandq_u8(columns, vqtbl1q_u8(rows, vshrq_n_u8(bytes, 4)));

		found[k] = vceqzq_u8(met);
	}
	return eu_neon_bits(found) & block->all;
}

/** Returns a mask of the bytes b for which b | set is in the range from first to first + n - 1. */
EU_INLINE uint64_t eu_neon_range(const struct eu_neon_block *block, char first, unsigned n,
                                 char set)
{
	uint8x16_t found[4];

	for (int k = 0; k < 4; k++) {
		uint8x16_t bytes = vorrq_u8(block->quarter[k], vdupq_n_u8((uint8_t)set));

		found[k] = vcltq_u8(vsubq_u8(bytes, vdupq_n_u8((uint8_t)first)),
		                    vdupq_n_u8((uint8_t)n));
	}
	return eu_neon_bits(found) & block->all;
}

EU_INLINE void eu_marks_neon(const char *text, size_t n, const struct eu_class *allowed,
                             struct eu_marks *marks)
{
	struct eu_neon_block block = eu_neon_load(text, n);

	marks->outside = eu_neon_outside(&block, allowed);
	marks->no_scheme = eu_neon_outside(&block, &eu_class_scheme);
	marks->capital = eu_neon_range(&block, 'A', 26, 0);
	marks->letter = eu_neon_range(&block, 'a', 26, 0x20);
	marks->digit = eu_neon_range(&block, '0', 10, 0);
	marks->colon = eu_neon_is(&block, ':');
	marks->slash = eu_neon_is(&block, '/');
	marks->question = eu_neon_is(&block, '?');
	marks->hash = eu_neon_is(&block, '#');
	marks->at = eu_neon_is(&block, '@');
	marks->percent = eu_neon_is(&block, '%');
	marks->dot = eu_neon_is(&block, '.');
	marks->hyphen = eu_neon_is(&block, '-');
	marks->apostrophe = eu_neon_is(&block, '\'');
}

#endif
