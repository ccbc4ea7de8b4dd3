/* masks.h - bit masks of the delimiters and invalid bytes in blocks of 64 bytes.
 *
 * Bit i of a mask describes byte i.  Each kernel is one function that reads a block of up to 64
 * bytes, and no bytes beyond it.  All kernels compute the same masks, which tests/proof/masks.c
 * verifies.  The kernels are inline, so that a mask that the caller does not use costs nothing.  A
 * fast path is therefore an inline function that takes a kernel as its argument, and is
 * instantiated once for each kernel.
 *
 * On processors without a vector kernel, the plain C kernel is slower than the automata, and the
 * fast paths are not used. */
#ifndef EU_BASE_MASKS_H
#define EU_BASE_MASKS_H

#include "base/base.h"

#if defined(__GNUC__) && defined(__x86_64__)
#define EU_X86 1
#include <immintrin.h>
/* GCC for Windows spills vectors of 32 bytes to a stack that it aligns to 16 (its bug 54412). */
#if !defined(_WIN32) || defined(__clang__)
#define EU_AVX 1
#endif
#elif defined(__GNUC__) && defined(__aarch64__) && defined(__ARM_NEON)
#define EU_ARM 1
#include <arm_neon.h>
#endif

/* Defined if this build has a kernel that is faster than an automaton. */
#if defined(EU_X86) || defined(EU_ARM)
#define EU_VECTORS 1
#endif

#if defined(__GNUC__)
#define EU_INLINE static inline __attribute__((always_inline))
#else
#define EU_INLINE static inline
#endif

/** Maximum number of bytes in a block; number of bits in a mask. */
#define EU_MASK_BYTES 64

/** Implementations, from slowest to fastest. */
enum eu_kernel {
	EU_KERNEL_PLAIN = 0,
	EU_KERNEL_SSE2 = 1,
	EU_KERNEL_AVX2 = 2,
	EU_KERNEL_AVX512 = 3,
	EU_KERNEL_NEON = 4
};
#define EU_N_KERNELS 5

/** Returns whether this processor supports a kernel. */
static inline bool eu_kernel_here(enum eu_kernel kernel)
{
	switch (kernel) {
	case EU_KERNEL_PLAIN:
		return true;
#ifdef EU_X86
	case EU_KERNEL_SSE2:
		return true;
#endif
#ifdef EU_AVX
	case EU_KERNEL_AVX2:
		return __builtin_cpu_supports("avx2");
	case EU_KERNEL_AVX512:
		return __builtin_cpu_supports("avx512bw");
#endif
#ifdef EU_ARM
	case EU_KERNEL_NEON:
		return true;
#endif
	default:
		return false;
	}
}

/** Returns the fastest kernel that this processor supports.  Cost: two loads. */
static inline enum eu_kernel eu_kernel_best(void)
{
#if defined(EU_X86)
	/* LCOV_EXCL_BR_LINE: other processors: without AVX-512 */
	return eu_kernel_here(EU_KERNEL_AVX512) ?
	               EU_KERNEL_AVX512 :
	               /* LCOV_EXCL_BR_LINE: other processors: AVX2 without AVX-512, or SSE2 alone */
	               eu_kernel_here(EU_KERNEL_AVX2) ? EU_KERNEL_AVX2 :
	                                                EU_KERNEL_SSE2;
#elif defined(EU_ARM)
	return EU_KERNEL_NEON;
#else
	return EU_KERNEL_PLAIN;
#endif
}

/** A set of US-ASCII bytes, stored in two forms: as a table for shuffle instructions, and as ranges
 *  for processors without them. */
struct eu_class {
	uint8_t low[16]; /**< byte b is in the set if bit b / 16 of low[b % 16] is set */
	uint8_t n_ranges;
	struct {
		uint8_t first, last;
	} range[12];
};

static inline bool eu_class_has(const struct eu_class *set, unsigned char byte)
{
	return byte < 0x80 && (set->low[byte & 15] >> (byte >> 4) & 1);
}

/** Masks of a block of at most 64 bytes.  Bits after its end are 0. */
struct eu_marks {
	uint64_t outside;   /**< bytes that are not in the class `allowed` */
	uint64_t no_scheme; /**< bytes that a scheme cannot have (RFC 3986 3.1) */
	uint64_t capital;   /**< A to Z */
	uint64_t letter;    /**< A to Z, a to z */
	uint64_t digit;     /**< 0 to 9 */
	uint64_t colon, slash, question, hash, at, percent, dot, hyphen, apostrophe;
};

/** Computes the masks of n bytes (1 to 64) of a text.  Reads no other bytes. */
typedef void eu_marks_fn(const char *text, size_t n, const struct eu_class *allowed,
                         struct eu_marks *marks);

/** RFC 3986 3.1: characters of a scheme. */
extern const struct eu_class eu_class_scheme;

/** Return a mask of the bits from `at` (0 to 63) on, or of the bits below `end` (0 to 64). */
static inline uint64_t eu_bits_from(unsigned at)
{
	return UINT64_MAX << at;
}

static inline uint64_t eu_bits_before(size_t end)
{
	return end >= 64 ? UINT64_MAX : ((uint64_t)1 << end) - 1;
}

/** Returns a mask of the bits below the lowest set bit, or all bits if none is set. */
static inline uint64_t eu_bits_below(uint64_t bits)
{
	return (bits - 1) & ~bits;
}

/** Returns the number of the lowest set bit.
 *  bits: not 0. */
static inline unsigned eu_lowest(uint64_t bits)
{
#if defined(__GNUC__)
	return (unsigned)__builtin_ctzll(bits);
#else
	unsigned n = 0;

	for (; !(bits & 1); bits >>= 1)
		n++;
	return n;
#endif
}

/** Returns the number of the highest set bit.
 *  bits: not 0. */
static inline unsigned eu_highest(uint64_t bits)
{
#if defined(__GNUC__)
	return 63 - (unsigned)__builtin_clzll(bits);
#else
	unsigned n = 63;

	for (; !(bits >> 63); bits <<= 1)
		n--;
	return n;
#endif
}

/** Returns whether two or more bits are set. */
static inline bool eu_has_two(uint64_t bits)
{
	return (bits & (bits - 1)) != 0;
}

/* ---- plain C ------------------------------------------------------------------------------- */

static inline uint64_t eu_plain_is(const char *text, size_t n, char byte)
{
	uint64_t bits = 0;

	for (size_t i = 0; i < n; i++)
		bits |= (uint64_t)(text[i] == byte) << i;
	return bits;
}

static inline uint64_t eu_plain_in(const char *text, size_t n, const struct eu_class *set)
{
	uint64_t bits = 0;

	for (size_t i = 0; i < n; i++)
		bits |= (uint64_t)eu_class_has(set, (unsigned char)text[i]) << i;
	return bits;
}

/** Returns a mask of the bytes b for which b | other is in the range from first to last. */
static inline uint64_t eu_plain_range(const char *text, size_t n, char first, char last, char other)
{
	uint64_t bits = 0;

	for (size_t i = 0; i < n; i++)
		bits |= (uint64_t)((text[i] | other) >= first && (text[i] | other) <= last) << i;
	return bits;
}

EU_INLINE void eu_marks_plain(const char *text, size_t n, const struct eu_class *allowed,
                              struct eu_marks *marks)
{
	marks->outside = eu_bits_before(n) & ~eu_plain_in(text, n, allowed);
	marks->no_scheme = eu_bits_before(n) & ~eu_plain_in(text, n, &eu_class_scheme);
	marks->capital = eu_plain_range(text, n, 'A', 'Z', 0);
	marks->letter = eu_plain_range(text, n, 'a', 'z', 0x20);
	marks->digit = eu_plain_range(text, n, '0', '9', 0);
	marks->colon = eu_plain_is(text, n, ':');
	marks->slash = eu_plain_is(text, n, '/');
	marks->question = eu_plain_is(text, n, '?');
	marks->hash = eu_plain_is(text, n, '#');
	marks->at = eu_plain_is(text, n, '@');
	marks->percent = eu_plain_is(text, n, '%');
	marks->dot = eu_plain_is(text, n, '.');
	marks->hyphen = eu_plain_is(text, n, '-');
	marks->apostrophe = eu_plain_is(text, n, '\'');
}

#ifdef EU_X86
#include "base/masks_x86.h"
#endif
#ifdef EU_ARM
#include "base/masks_arm.h"
#endif

#endif
