/* masks.h - which bytes of a text are delimiters, and which may not stand there: 64 at a time.
 *
 * Bit i of a mask tells of byte i.  One function a kernel looks at up to 64 bytes and never reads
 * past them; all give the same masks, which tests/proof/masks.c holds against the plain one.  The
 * kernels are inline, so that a mask that a caller does not use costs nothing: a fast path is
 * written once, as an inline function that is given a kernel, and named once for each kernel.
 *
 * Who has no vector kernel has the plain one alone, which is slower than the automata: there the
 * fast paths are not taken. */
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

/* Is there a kernel that is faster than an automaton? */
#if defined(EU_X86) || defined(EU_ARM)
#define EU_VECTORS 1
#endif

#if defined(__GNUC__)
#define EU_INLINE static inline __attribute__((always_inline))
#else
#define EU_INLINE static inline
#endif

/** Bytes in one mask. */
#define EU_MASK_BYTES 64

/** Ways to make masks, slowest first. */
enum eu_kernel {
	EU_KERNEL_PLAIN = 0,
	EU_KERNEL_SSE2 = 1,
	EU_KERNEL_AVX2 = 2,
	EU_KERNEL_AVX512 = 3,
	EU_KERNEL_NEON = 4
};
#define EU_N_KERNELS 5

/** Can this processor do it? */
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

/** The fastest that this processor can do.  Cost: two loads. */
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

/** A set of bytes of US-ASCII, twice: byte b is in it if bit b / 16 of low[b % 16] is set, which
 *  is how shuffles see it; and as ranges, for processors without. */
struct eu_class {
	uint8_t low[16];
	uint8_t n_ranges;
	struct {
		uint8_t first, last;
	} range[12];
};

static inline bool eu_class_has(const struct eu_class *set, unsigned char byte)
{
	return byte < 0x80 && (set->low[byte & 15] >> (byte >> 4) & 1);
}

/** What a block of at most 64 bytes holds.  Bits behind its end are 0. */
struct eu_marks {
	uint64_t outside;   /**< bytes that are not in the class `allowed` */
	uint64_t no_scheme; /**< bytes that are no scheme's (RFC 3986 3.1) */
	uint64_t capital;   /**< A to Z */
	uint64_t letter;    /**< A to Z, a to z */
	uint64_t digit;     /**< 0 to 9 */
	uint64_t colon, slash, question, hash, at, percent, dot, hyphen, apostrophe;
};

/** Look at n bytes (1 to 64) of a text; reads no other. */
typedef void eu_marks_fn(const char *text, size_t n, const struct eu_class *allowed,
                         struct eu_marks *marks);

/** RFC 3986 3.1: what a scheme is made of. */
extern const struct eu_class eu_class_scheme;

/** The bits from `at` on (0 to 63), and those before `end` (0 to 64). */
static inline uint64_t eu_bits_from(unsigned at)
{
	return UINT64_MAX << at;
}

static inline uint64_t eu_bits_before(size_t end)
{
	return end >= 64 ? UINT64_MAX : ((uint64_t)1 << end) - 1;
}

/** The bits below the lowest of these; all, if there is none. */
static inline uint64_t eu_bits_below(uint64_t bits)
{
	return (bits - 1) & ~bits;
}

/** The number of the lowest bit; bits must not be 0. */
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

/** The number of the highest bit; bits must not be 0. */
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

/** Are there two or more? */
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

/** Bytes from first to last, which both differ from the text's in the bits of `other` only. */
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
