/* The fast path of rows_lanes.h with AVX-512 VBMI, VPOPCNTDQ and GFNI; also chooses between this version and
 * AVX2. */
#include "grammar/rfc3986/rows.h"

#ifdef EU_AVX

#define N_LANES 8
/* The required extensions.  Intel introduced them with Ice Lake, AMD with Zen 4. */
#define EU_LANES                                                                           \
	__attribute__((target("avx512f,avx512bw,avx512vl,avx512vbmi,avx512vpopcntdq,gfni," \
	                      "avx2,bmi,bmi2,lzcnt")))
#include "grammar/rfc3986/rows_lanes.h"

EU_LANES EU_INLINE lanes3986 count3986(lanes3986 bits)
{
	return (lanes3986)_mm512_popcnt_epi64((__m512i)bits);
}

EU_LANES EU_INLINE lanes3986 from3986(lanes3986 at)
{
	return (lanes3986)_mm512_sllv_epi64(_mm512_set1_epi64(-1), (__m512i)at);
}

EU_LANES EU_INLINE unsigned zeros3986(lanes3986 lanes)
{
	return _mm512_testn_epi64_mask((__m512i)lanes, (__m512i)lanes);
}

EU_LANES EU_INLINE lanes3986 lengths3986(const struct everyuri_text *text, lanes3986 *begin)
{
	const __m512i even = _mm512_setr_epi64(0, 2, 4, 6, 8, 10, 12, 14);
	const __m512i odd = _mm512_setr_epi64(1, 3, 5, 7, 9, 11, 13, 15);
	__m512i low = _mm512_loadu_si512((const void *)text);
	__m512i high = _mm512_loadu_si512((const void *)(text + 4));

	_Static_assert(sizeof *text == 16 && offsetof(struct everyuri_text, len) == 8, "");
	*begin = (lanes3986)_mm512_permutex2var_epi64(low, even, high);
	return (lanes3986)_mm512_permutex2var_epi64(low, odd, high);
}

EU_LANES EU_INLINE numbers3986 join3986(lanes3986 low, lanes3986 high)
{
	const __m512i halves =
		_mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);

	return (numbers3986)_mm512_permutex2var_epi32((__m512i)low, halves, (__m512i)high);
}

EU_LANES EU_INLINE void put_bytes3986(uint8_t *bytes, numbers3986 numbers)
{
	_mm_storeu_si128((void *)bytes, _mm512_cvtepi32_epi8((__m512i)numbers));
}

EU_LANES EU_INLINE void marks3986(const char *text, size_t n, const struct eu_class *allowed,
                                  struct eu_marks *marks)
{
	eu_marks_avx512(text, n, allowed, marks);
}

EU_LANES EU_INLINE void look_at_all3986(struct masks3986 *m, const struct everyuri_text *text,
                                        size_t n, bool whole)
{
	(void)m, (void)text, (void)n, (void)whole;
}

/* ---- the masks of a first block ----------------------------------------------------------------- */

/* The class of each byte, as one bit: 0x01 ":", 0x02 "/", 0x04 "?", 0x08 "#", 0x10 a digit, 0x20 a letter.
 * 0x80 marks bytes that are neither unreserved nor reserved (2.2, 2.3), and "@", "[" and "]". */
#define X 0x80
static const uint8_t class3986[128] = {
	X,  X,  X,  X,  X,  X,  X,  X,  X,  X,  X,  X,  X,  X,  X,  X,  /* 00 */
	X,  X,  X,  X,  X,  X,  X,  X,  X,  X,  X,  X,  X,  X,  X,  X,  /* 10 */
	X,  0,  X,  8,  0,  X,  0,  0,  0,  0,  0,  0,  0,  0,  0,  2,  /* SP !"#$%&'()*+,-./ */
	16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 1,  0,  X,  0,  X,  4,  /* 0123456789:;<=>? */
	X,  32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, /* @ABC... */
	32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, X,  X,  X,  X,  0,  /* ...XYZ[\]^_ */
	X,  32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, /* `abc... */
	32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, X,  X,  X,  0,  X,  /* ...xyz{|}~ */
};
#undef X

/* Returns the class of each byte.  Bytes beyond US-ASCII would select the entries of other bytes, so they are
 * set to 0x80 too. */
EU_LANES static inline __m512i classes3986(__m512i bytes)
{
	__m512i low = _mm512_loadu_si512((const void *)class3986);
	__m512i high = _mm512_loadu_si512((const void *)(class3986 + 64));

	/* a | (b & c) */
	return _mm512_ternarylogic_epi64(_mm512_permutex2var_epi8(low, bytes, high), bytes,
	                                 _mm512_set1_epi8((char)0x80), 0xF8);
}

/* Returns eight masks, in the order of the classes.  The bits of eight bytes are a matrix of 8 by 8.  The
 * first product transposes the matrix, so that the bits of a class form a byte, in reverse order.  The second
 * product reverses the bits.  Then the bytes of each class are joined. */
EU_LANES static inline __m512i masks_of3986(__m512i bytes)
{
	const __m512i diagonal = _mm512_set1_epi64((int64_t)0x8040201008040201);
	static const uint8_t every_eighth[64] = {
		0, 8,  16, 24, 32, 40, 48, 56, 1, 9,  17, 25, 33, 41, 49, 57,
		2, 10, 18, 26, 34, 42, 50, 58, 3, 11, 19, 27, 35, 43, 51, 59,
		4, 12, 20, 28, 36, 44, 52, 60, 5, 13, 21, 29, 37, 45, 53, 61,
		6, 14, 22, 30, 38, 46, 54, 62, 7, 15, 23, 31, 39, 47, 55, 63,
	};
	__m512i bits = _mm512_gf2p8affine_epi64_epi8(diagonal, classes3986(bytes), 0);

	bits = _mm512_gf2p8affine_epi64_epi8(bits, diagonal, 0);
	return _mm512_permutexvar_epi8(_mm512_loadu_si512((const void *)every_eighth), bits);
}

/* Returns a first block, padded with an allowed byte that is not a delimiter.  For a text of more than two
 * blocks, the result does not matter, because its length excludes it from this path. */
EU_LANES static inline __m512i padded3986(const struct everyuri_text *text)
{
	size_t len = text->len <= 2 * (size_t)EU_MASK_BYTES ? text->len : 0;

	return _mm512_mask_loadu_epi8(_mm512_set1_epi8('-'), _bzhi_u64(UINT64_MAX, (unsigned)len),
	                              text->data);
}

/* Four masks of each of two texts, interleaved.  The masks are those of the even or of the odd classes. */
struct pair3986 {
	__m512i even, odd;
};

EU_LANES EU_INLINE struct pair3986 look_at_two3986(const struct everyuri_text text[2], bool whole)
{
	__m512i a, b;

	fetch_ahead3986(text[0].data);
	fetch_ahead3986(text[1].data);
	if (whole) {
		a = masks_of3986(_mm512_loadu_si512(text[0].data));
		b = masks_of3986(_mm512_loadu_si512(text[1].data));
	} else {
		a = masks_of3986(padded3986(&text[0]));
		b = masks_of3986(padded3986(&text[1]));
	}
	return (struct pair3986){ _mm512_unpacklo_epi64(a, b), _mm512_unpackhi_epi64(a, b) };
}

/* Selects quarters 0 and 2 of two vectors, or quarters 1 and 3. */
#define EVEN_QUARTERS3986 0x88
#define ODD_QUARTERS3986 0xDD

/* Transposes a matrix of 8 texts by 8 classes. */
EU_LANES EU_INLINE struct first3986 first_of3986(const struct masks3986 *m, size_t group,
                                                 const struct everyuri_text *text, bool whole)
{
	struct pair3986 p = look_at_two3986(text, whole), q = look_at_two3986(text + 2, whole);
	struct pair3986 r = look_at_two3986(text + 4, whole), s = look_at_two3986(text + 6, whole);
	__m512i low_04 = _mm512_shuffle_i64x2(p.even, q.even, EVEN_QUARTERS3986);
	__m512i low_26 = _mm512_shuffle_i64x2(p.even, q.even, ODD_QUARTERS3986);
	__m512i low_15 = _mm512_shuffle_i64x2(p.odd, q.odd, EVEN_QUARTERS3986);
	__m512i low_37 = _mm512_shuffle_i64x2(p.odd, q.odd, ODD_QUARTERS3986);
	__m512i high_04 = _mm512_shuffle_i64x2(r.even, s.even, EVEN_QUARTERS3986);
	__m512i high_26 = _mm512_shuffle_i64x2(r.even, s.even, ODD_QUARTERS3986);
	__m512i high_15 = _mm512_shuffle_i64x2(r.odd, s.odd, EVEN_QUARTERS3986);
	__m512i high_37 = _mm512_shuffle_i64x2(r.odd, s.odd, ODD_QUARTERS3986);

	(void)m, (void)group;
	return (struct first3986){
		.colon = (lanes3986)_mm512_shuffle_i64x2(low_04, high_04, EVEN_QUARTERS3986),
		.slash = (lanes3986)_mm512_shuffle_i64x2(low_15, high_15, EVEN_QUARTERS3986),
		.question = (lanes3986)_mm512_shuffle_i64x2(low_26, high_26, EVEN_QUARTERS3986),
		.hash = (lanes3986)_mm512_shuffle_i64x2(low_37, high_37, EVEN_QUARTERS3986),
		.digit = (lanes3986)_mm512_shuffle_i64x2(low_04, high_04, ODD_QUARTERS3986),
		.letter = (lanes3986)_mm512_shuffle_i64x2(low_15, high_15, ODD_QUARTERS3986) &
		          UINT32_MAX,
		.outside = (lanes3986)_mm512_shuffle_i64x2(low_37, high_37, ODD_QUARTERS3986),
	};
}

EU_LANES static size_t rows3986(const struct everyuri_text *text, size_t n, const char *end,
                                const struct eu_columns *columns, uint8_t rest[EU_COLUMNS_ROWS])
{
	return n % (2 * N_LANES) ? fill_rows3986(text, n, columns, rest, rows3986) :
	                           cut_rows3986(text, n, end, columns, rest);
}

#endif

eu_columns_fn *eu_rfc3986_rows(enum eu_kernel kernel)
{
#ifdef EU_AVX
	/* LCOV_EXCL_BR_LINE: other processors: false only with AVX-512 BW but no VL */
	if (kernel == EU_KERNEL_AVX512 && __builtin_cpu_supports("avx512vl") &&
	    /* LCOV_EXCL_BR_LINE: other processors: false only without VBMI or VPOPCNTDQ */
	    __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vpopcntdq") &&
	    /* LCOV_EXCL_BR_LINE: other processors: false only without GFNI */
	    __builtin_cpu_supports("gfni"))
		return rows3986;
#endif
	return kernel == EU_KERNEL_AVX2 || kernel == EU_KERNEL_AVX512 ? eu_rfc3986_rows_avx2() :
	                                                                NULL;
}
