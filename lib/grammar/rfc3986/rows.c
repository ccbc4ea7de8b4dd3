/* The short way for RFC 3986, many texts at once: the masks of eight texts, then the cut of the eight in
 * the lanes of one vector, so that nothing about a text has to be guessed.
 *
 * It takes texts of at most 128 bytes that have up to MAX_SCHEME3986 letters for a scheme and an authority,
 * if any, that ends in the first 64; neither "@", "%" nor "[", no port, and no digit where a host ends.
 * The rest goes text by text.  tests/proof/columns.c holds it against the automata. */
#include "grammar/rfc3986/rows.h"

#ifdef EU_AVX

#define LANES3986 ((size_t)8)

/* Letters of a scheme, at most: with what may follow it, "://", they are in the first block. */
#define MAX_SCHEME3986 32

/* What came with Intel's Ice Lake and AMD's Zen 4. */
#define EU_LANES                                                                           \
	__attribute__((target("avx512f,avx512bw,avx512vl,avx512vbmi,avx512vpopcntdq,gfni," \
	                      "avx2,bmi,bmi2,lzcnt")))

/* What a byte is: each a bit of its class, and a mask of 64 bytes. */
enum {
	COLON3986,
	SLASH3986,
	QUESTION3986,
	HASH3986,
	DIGIT3986,
	LETTER3986,
	OUTSIDE3986 = 7, /* neither unreserved nor reserved (2.2, 2.3), or "@", "[" or "]" */
	N_CLASSES3986
};

#define X (1 << OUTSIDE3986)
#define D (1 << DIGIT3986)
#define L (1 << LETTER3986)
#define C (1 << COLON3986)
#define S (1 << SLASH3986)
#define Q (1 << QUESTION3986)
#define H (1 << HASH3986)
static const uint8_t class3986[128] = {
	X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, /* 00 */
	X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, /* 10 */
	X, 0, X, H, 0, X, 0, 0, 0, 0, 0, 0, 0, 0, 0, S, /* SP !"#$%&'()*+,-./ */
	D, D, D, D, D, D, D, D, D, D, C, 0, X, 0, X, Q, /* 0123456789:;<=>? */
	X, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, /* @ABC... */
	L, L, L, L, L, L, L, L, L, L, L, X, X, X, X, 0, /* ...XYZ[\]^_ */
	X, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, /* `abc... */
	L, L, L, L, L, L, L, L, L, L, L, X, X, X, 0, X, /* ...xyz{|}~ */
};
#undef X
#undef D
#undef L
#undef C
#undef S
#undef Q
#undef H

/* Of all texts how long they are, and what their second 64 bytes hold, where bits behind the end are 0. */
struct masks3986 {
	uint64_t len[EU_COLUMNS_ROWS];
	uint64_t outside[EU_COLUMNS_ROWS], question[EU_COLUMNS_ROWS], hash[EU_COLUMNS_ROWS];
};

/* What the first 64 bytes of eight texts hold, a text a lane; bits behind its end are no matter. */
struct first3986 {
	__m512i colon, slash, question, hash, digit, letter, outside;
};

/* ---- one text --------------------------------------------------------------------------------------- */

/* Of each byte its class; a byte beyond US-ASCII, which is looked up as another, is outside too. */
EU_LANES static inline __m512i classes3986(__m512i bytes)
{
	__m512i low = _mm512_loadu_si512((const void *)class3986);
	__m512i high = _mm512_loadu_si512((const void *)(class3986 + 64));

	/* a | (b & c) */
	return _mm512_ternarylogic_epi64(_mm512_permutex2var_epi8(low, bytes, high), bytes,
	                                 _mm512_set1_epi8((char)(1 << OUTSIDE3986)), 0xF8);
}

/* Returns up to 64 bytes of a text that has len (at most 128) from here on, padded with a byte that is allowed and no
 * delimiter. */
EU_LANES static inline __m512i block3986(const char *text, size_t len)
{
	return _mm512_mask_loadu_epi8(_mm512_set1_epi8('-'), _bzhi_u64(UINT64_MAX, (unsigned)len),
	                              text);
}

/* Returns the first block.  Reads nothing of a text of more than two blocks: such a text is for the rest, which may refuse
 * it by its length alone. */
EU_LANES static inline __m512i first_block3986(const struct everyuri_text *text)
{
	return block3986(text->data, text->len <= 2 * (size_t)EU_MASK_BYTES ? text->len : 0);
}

/* Eight masks, in the order of the classes.  The bits of each eight bytes are a matrix of 8 by 8: with the
 * diagonal for its left factor it is turned over, and the eight bits of a class make a byte.  The last
 * of the eight is the lowest then, which the second product mends; and bytes of one class go together. */
EU_LANES static inline __m512i masks_of3986(__m512i bytes)
{
	const __m512i diagonal = _mm512_set1_epi64((int64_t)0x8040201008040201);
	static const uint8_t every_eighth[64] = {
		0, 8,  16, 24, 32, 40, 48, 56, 1, 9,  17, 25, 33, 41, 49, 57,
		2, 10, 18, 26, 34, 42, 50, 58, 3, 11, 19, 27, 35, 43, 51, 59,
		4, 12, 20, 28, 36, 44, 52, 60, 5, 13, 21, 29, 37, 45, 53, 61,
		6, 14, 22, 30, 38, 46, 54, 62, 7, 15, 23, 31, 39, 47, 55, 63,
	};
	__m512i turned = _mm512_gf2p8affine_epi64_epi8(diagonal, classes3986(bytes), 0);

	turned = _mm512_gf2p8affine_epi64_epi8(turned, diagonal, 0);
	return _mm512_permutexvar_epi8(_mm512_loadu_si512((const void *)every_eighth), turned);
}

EU_LANES static inline void look_second3986(struct masks3986 *m, size_t i, const char *text,
                                            size_t len)
{
	uint64_t mask[N_CLASSES3986];

	_mm512_storeu_si512((void *)mask, masks_of3986(block3986(text, len)));
	m->outside[i] = mask[OUTSIDE3986];
	m->question[i] = mask[QUESTION3986];
	m->hash[i] = mask[HASH3986];
}

/* Texts mostly lie one behind the other; from memory they take a sixth less time if they are asked for
 * in time.  This reads nothing, and what is not memory is no matter.  (Always inline: a call of a
 * function that does nothing else is left out by GCC.) */
EU_LANES EU_INLINE void fetch_ahead3986(const char *text)
{
	_mm_prefetch((const char *)((uintptr_t)text + 2048), _MM_HINT_T0);
}

/* ---- eight texts, and all ---------------------------------------------------------------------------- */

/* Four masks of each of two texts, each beside the other's: those of an even number, or the others. */
struct pair3986 {
	__m512i even, odd;
};

EU_LANES EU_INLINE struct pair3986 beside3986(__m512i a, __m512i b)
{
	__m512i masks_a = masks_of3986(a), masks_b = masks_of3986(b);

	return (struct pair3986){ _mm512_unpacklo_epi64(masks_a, masks_b),
		                  _mm512_unpackhi_epi64(masks_a, masks_b) };
}

/* The quarters 0 and 2 of both, or 1 and 3. */
#define EVEN_QUARTERS3986 0x88
#define ODD_QUARTERS3986 0xDD

/* What the first blocks of two texts hold.  whole: may 64 bytes of each be read? */
EU_LANES EU_INLINE struct pair3986 look_at_two3986(const struct everyuri_text text[2], bool whole)
{
	fetch_ahead3986(text[0].data);
	fetch_ahead3986(text[1].data);
	if (whole)
		return beside3986(_mm512_loadu_si512(text[0].data),
		                  _mm512_loadu_si512(text[1].data));
	return beside3986(first_block3986(&text[0]), first_block3986(&text[1]));
}

/* A matrix of 8 by 8 masks, of which one class has none, turned over. */
EU_LANES EU_INLINE struct first3986 look_at_eight3986(const struct everyuri_text text[LANES3986],
                                                      bool whole)
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

	_Static_assert(COLON3986 == 0 && SLASH3986 == 1 && QUESTION3986 == 2 && HASH3986 == 3 &&
	                       DIGIT3986 == 4 && LETTER3986 == 5 && OUTSIDE3986 == 7,
	               "");
	return (struct first3986){
		.colon = _mm512_shuffle_i64x2(low_04, high_04, EVEN_QUARTERS3986),
		.slash = _mm512_shuffle_i64x2(low_15, high_15, EVEN_QUARTERS3986),
		.question = _mm512_shuffle_i64x2(low_26, high_26, EVEN_QUARTERS3986),
		.hash = _mm512_shuffle_i64x2(low_37, high_37, EVEN_QUARTERS3986),
		.digit = _mm512_shuffle_i64x2(low_04, high_04, ODD_QUARTERS3986),
		.letter = _mm512_shuffle_i64x2(low_15, high_15, ODD_QUARTERS3986),
		.outside = _mm512_shuffle_i64x2(low_37, high_37, ODD_QUARTERS3986),
	};
}

/* What is known of texts before they are read: which have two blocks, and where the one that begins last begins. */
struct outline3986 {
	uint64_t two_blocks, last;
};

/* Lengths, eight at a time, and nothing in any second block. */
EU_LANES static inline struct outline3986
begin_masks3986(struct masks3986 *m, const struct everyuri_text *text, size_t n)
{
	const __m512i even = _mm512_setr_epi64(0, 2, 4, 6, 8, 10, 12, 14);
	const __m512i odd = _mm512_setr_epi64(1, 3, 5, 7, 9, 11, 13, 15);
	const __m512i none = _mm512_setzero_si512();
	__m512i last = none;
	uint64_t two_blocks = 0;

	_Static_assert(sizeof *text == 16 && offsetof(struct everyuri_text, len) == 8, "");
	for (size_t i = 0; i < n || i % (2 * LANES3986); i += LANES3986) {
		unsigned words = i < n ? _bzhi_u32(0xFFFF, (unsigned)(2 * (n - i))) : 0;
		__m512i low = _mm512_maskz_loadu_epi64((__mmask8)words, text + i);
		__m512i high = _mm512_maskz_loadu_epi64((__mmask8)(words >> 8), text + i + 4);
		__m512i len = _mm512_permutex2var_epi64(low, odd, high);
		/* 65 to 128 bytes; fewer wrap. */
		uint64_t two = _mm512_cmple_epu64_mask(
			_mm512_sub_epi64(len, _mm512_set1_epi64(EU_MASK_BYTES + 1)),
			_mm512_set1_epi64(EU_MASK_BYTES - 1));

		last = _mm512_max_epu64(last, _mm512_permutex2var_epi64(low, even, high));
		two_blocks |= two << i;
		_mm512_storeu_si512((void *)(m->len + i), len);
		_mm512_storeu_si512((void *)(m->outside + i), none);
		_mm512_storeu_si512((void *)(m->question + i), none);
		_mm512_storeu_si512((void *)(m->hash + i), none);
	}
	return (struct outline3986){ two_blocks, _mm512_reduce_max_epu64(last) };
}

/* Reads the second block of the texts that have two. */
EU_LANES static inline void look_behind3986(struct masks3986 *m, const struct everyuri_text *text,
                                            uint64_t two_blocks)
{
	for (; two_blocks; two_blocks &= two_blocks - 1) {
		size_t i = eu_lowest(two_blocks);

		look_second3986(m, i, text[i].data + EU_MASK_BYTES, text[i].len - EU_MASK_BYTES);
	}
}

/* ---- eight masks at once ---------------------------------------------------------------------- */

EU_LANES static inline __m512i load3986(const uint64_t *masks)
{
	return _mm512_loadu_si512((const void *)masks);
}

/* Of a first block: the bits of the text alone. */
EU_LANES static inline __m512i before3986(__m512i masks, __m512i behind)
{
	return _mm512_andnot_si512(behind, masks);
}

EU_LANES static inline __m512i less_one3986(__m512i bits)
{
	return _mm512_add_epi64(bits, _mm512_set1_epi64(-1));
}

/* The bits below the lowest; all, if there is none. */
EU_LANES static inline __m512i below3986(__m512i bits)
{
	return _mm512_andnot_si512(bits, less_one3986(bits));
}

EU_LANES static inline __m512i count3986(__m512i bits)
{
	return _mm512_popcnt_epi64(bits);
}

/* a | b | c */
EU_LANES static inline __m512i any3986(__m512i a, __m512i b, __m512i c)
{
	return _mm512_ternarylogic_epi64(a, b, c, 0xFE);
}

/* a | (b & c) */
EU_LANES static inline __m512i or_both3986(__m512i a, __m512i b, __m512i c)
{
	return _mm512_ternarylogic_epi64(a, b, c, 0xF8);
}

/* a | (b & ~c) */
EU_LANES static inline __m512i or_lacks3986(__m512i a, __m512i b, __m512i c)
{
	return _mm512_ternarylogic_epi64(a, b, c, 0xF4);
}

/* What was cut of eight texts: where each ends, of which what is absent has nothing; the path begins
 * where the host ends, and tail_end is in front of the fragment. */
struct lanes3986 {
	__m512i scheme_end, host_end, path_end, tail_end, len;
	__mmask8 sure, authority;
};

/* Scheme and authority, up to the path's beginning.  Returns: bits that must not be there. */
EU_LANES static inline __m512i cut_fronts3986(const struct first3986 *m, __m512i behind,
                                              struct lanes3986 *cut)
{
	const __m512i one = _mm512_set1_epi64(1);
	__m512i colon = before3986(m->colon, behind), slash = before3986(m->slash, behind);
	__m512i below = below3986(colon);
	/* Too long a scheme, or none. */
	__m512i bad = _mm512_and_si512(below, _mm512_set1_epi64((int64_t)1 << MAX_SCHEME3986));

	bad = or_both3986(bad, colon, one);
	bad = or_lacks3986(bad, below, m->letter);
	/* One bit: that of the byte behind the colon, and where the host or the path begins. */
	__m512i next = _mm512_slli_epi64(_mm512_add_epi64(below, one), 1);
	__m512i pairs = _mm512_and_si512(slash, _mm512_srli_epi64(slash, 1));
	__mmask8 authority = _mm512_test_epi64_mask(pairs, next);

	next = _mm512_mask_slli_epi64(next, authority, next, 2);
	__m512i rest = _mm512_sub_epi64(_mm512_setzero_si512(), next);
	__m512i ends = any3986(slash, m->question, m->hash);

	ends = _mm512_and_si512(rest, _mm512_or_si512(ends, behind));
	__m512i before =
		_mm512_mask_andnot_epi64(less_one3986(next), authority, ends, less_one3986(ends));
	/* The byte in front of the end. */
	__m512i last = _mm512_andnot_si512(_mm512_srli_epi64(before, 1), before);

	bad = or_both3986(bad, m->digit, last);
	bad = or_both3986(bad, colon, _mm512_and_si512(rest, before));
	/* All bits: the authority does not end in this block. */
	bad = or_both3986(bad, before, _mm512_set1_epi64(INT64_MIN));
	cut->scheme_end = count3986(below);
	cut->authority = authority;
	cut->host_end = count3986(before);
	return bad;
}

/* Where the first of these is: bits of the first block, or else of the second. */
EU_LANES static inline __m512i first_of3986(__m512i first, __m512i second)
{
	__m512i end = count3986(below3986(first));

	return _mm512_mask_add_epi64(end, _mm512_testn_epi64_mask(first, first), end,
	                             count3986(below3986(second)));
}

/* Path's end, query and fragment.  Returns: bits that must not be there. */
EU_LANES static inline __m512i cut_backs3986(const struct first3986 *first,
                                             const struct masks3986 *m, size_t i, __m512i len,
                                             __m512i behind, struct lanes3986 *cut)
{
	const __m512i block = _mm512_set1_epi64(EU_MASK_BYTES);
	__m512i hash = before3986(first->hash, behind), hash2 = load3986(m->hash + i);
	/* Of a text that ends in the first block this is not asked for. */
	__m512i behind2 = _mm512_sllv_epi64(_mm512_set1_epi64(-1), _mm512_subs_epu16(len, block));
	__m512i ends = _mm512_or_si512(hash, behind), ends2 = _mm512_or_si512(hash2, behind2);
	__m512i bad = _mm512_and_si512(hash, less_one3986(hash));

	bad = or_both3986(bad, hash2, less_one3986(hash2));
	/* One in each. */
	bad = _mm512_mask_or_epi64(bad, _mm512_test_epi64_mask(hash, hash), bad, hash2);
	cut->tail_end = first_of3986(ends, ends2);
	/* Behind a "#" a "?" is not the first. */
	cut->path_end = first_of3986(_mm512_or_si512(ends, first->question),
	                             _mm512_or_si512(ends2, load3986(m->question + i)));
	cut->len = len;
	return bad;
}

/* The texts from i on. */
EU_LANES EU_INLINE void cut_eight3986(const struct everyuri_text text[LANES3986], bool whole,
                                      const struct masks3986 *m, size_t i, struct lanes3986 *cut)
{
	struct first3986 first = look_at_eight3986(text, whole);
	__m512i len = load3986(m->len + i), behind = _mm512_sllv_epi64(_mm512_set1_epi64(-1), len);
	__m512i bad = cut_fronts3986(&first, behind, cut);

	bad = _mm512_or_si512(bad, cut_backs3986(&first, m, i, len, behind, cut));
	bad = any3986(bad, before3986(first.outside, behind), load3986(m->outside + i));
	cut->sure = _mm512_testn_epi64_mask(bad, bad) &
	            _mm512_cmple_epu64_mask(len, _mm512_set1_epi64(2 * (int64_t)EU_MASK_BYTES));
}

/* ---- into columns ------------------------------------------------------------------------------- */

/* Sixteen numbers of eight and eight. */
EU_LANES static inline __m512i halves3986(__m512i low, __m512i high)
{
	const __m512i halves =
		_mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);

	return _mm512_permutex2var_epi32(low, halves, high);
}

/* Where sixteen columns go, and which of them there are. */
struct sixteen3986 {
	const struct eu_columns *columns;
	size_t i;
	__mmask16 there;
};

EU_LANES static inline void put3986(const struct sixteen3986 *to, enum everyuri_part part,
                                    __m512i begin, __m512i end)
{
	_mm512_mask_storeu_epi32(to->columns->begin[part] + to->i, to->there, begin);
	_mm512_mask_storeu_epi32(to->columns->end[part] + to->i, to->there, end);
}

/* A part that begins `behind` bytes after the one in front of it has ended; absent where it is not in `is`. */
EU_LANES static inline void put_some3986(const struct sixteen3986 *to, enum everyuri_part part,
                                         __mmask16 is, __m512i front, int behind, __m512i end)
{
	const __m512i none = _mm512_set1_epi32(-1);

	put3986(to, part, _mm512_mask_add_epi32(none, is, front, _mm512_set1_epi32(behind)),
	        _mm512_mask_mov_epi32(none, is, end));
}

EU_LANES static inline void put_kinds3986(const struct sixteen3986 *to, __mmask16 authority,
                                          __mmask16 named)
{
	__m128i kind = _mm_maskz_mov_epi8(authority, _mm_set1_epi8(EVERYURI_HOST_EMPTY));

	_Static_assert(EVERYURI_HOST_NONE == 0, "what has no authority has no host");
	kind = _mm_mask_mov_epi8(kind, named, _mm_set1_epi8(EVERYURI_HOST_NAME));
	_mm_mask_storeu_epi8(to->columns->host_kind + to->i, to->there, kind);
}

EU_LANES static inline void put_sixteen3986(const struct sixteen3986 *to,
                                            const struct lanes3986 *low,
                                            const struct lanes3986 *high)
{
	const __m512i none = _mm512_set1_epi32(-1), slashes = _mm512_set1_epi32(3);
	__m512i scheme_end = halves3986(low->scheme_end, high->scheme_end);
	__m512i host_end = halves3986(low->host_end, high->host_end);
	__m512i path_end = halves3986(low->path_end, high->path_end);
	__m512i tail_end = halves3986(low->tail_end, high->tail_end);
	__m512i len = halves3986(low->len, high->len);
	__mmask16 authority = (__mmask16)(low->authority | high->authority << 8);
	__mmask16 named = _mm512_mask_cmpneq_epi32_mask(
		authority, _mm512_sub_epi32(host_end, scheme_end), slashes);

	put3986(to, EVERYURI_SCHEME, _mm512_setzero_si512(), scheme_end);
	put3986(to, EVERYURI_USER, none, none);
	put3986(to, EVERYURI_PASSWORD, none, none);
	put_some3986(to, EVERYURI_HOST, authority, scheme_end, 3, host_end);
	put3986(to, EVERYURI_PORT, none, none);
	put3986(to, EVERYURI_PATH, host_end, path_end);
	put_some3986(to, EVERYURI_QUERY, _mm512_cmpneq_epi32_mask(path_end, tail_end), path_end, 1,
	             tail_end);
	put_some3986(to, EVERYURI_FRAGMENT, _mm512_cmpneq_epi32_mask(tail_end, len), tail_end, 1,
	             len);
	put_kinds3986(to, authority, named);
}

/* n texts, fewer than sixteen, and as many empty ones as there are too few. */
static const struct everyuri_text *fill_up3986(struct everyuri_text filled[2 * LANES3986],
                                               const struct everyuri_text *text, size_t n)
{
	for (size_t k = 0; k < 2 * LANES3986; k++)
		filled[k] = k < n ? text[k] : (struct everyuri_text){ "", 0 };
	return filled;
}

EU_LANES static size_t rows3986_avx512(const struct everyuri_text *text, size_t n, const char *end,
                                       const struct eu_columns *columns,
                                       uint8_t rest[EU_COLUMNS_ROWS])
{
	struct everyuri_text filled[2 * LANES3986];
	struct masks3986 m;
	size_t n_rest = 0;

	struct outline3986 outline = begin_masks3986(&m, text, n);
	bool whole = end && (uintptr_t)end - outline.last >= EU_MASK_BYTES;

	/* First: a vector that is loaded right behind the stores of its lanes waits for them. */
	look_behind3986(&m, text, outline.two_blocks);
	for (size_t i = 0; i < n; i += 2 * LANES3986) {
		const struct sixteen3986 to = { columns, i,
			                        (__mmask16)_bzhi_u32(0xFFFF, (unsigned)(n - i)) };
		const struct everyuri_text *here = text + i;
		struct lanes3986 low, high;

		if (n - i < 2 * LANES3986) {
			here = fill_up3986(filled, here, n - i);
			whole = false;
		}
		cut_eight3986(here, whole, &m, i, &low);
		cut_eight3986(here + LANES3986, whole, &m, i + LANES3986, &high);
		put_sixteen3986(&to, &low, &high);
		unsigned unsure = to.there & ~(unsigned)(low.sure | high.sure << 8);

		for (; unsure; unsure &= unsure - 1)
			rest[n_rest++] = (uint8_t)(i + eu_lowest(unsure));
	}
	return n_rest;
}

#endif

eu_columns_fn *eu_rfc3986_rows(enum eu_kernel kernel)
{
#ifdef EU_AVX
	/* LCOV_EXCL_BR_LINE: other processors: AVX-512 BW without VL */
	if (kernel == EU_KERNEL_AVX512 && __builtin_cpu_supports("avx512vl") &&
	    /* LCOV_EXCL_BR_LINE: other processors: without VBMI or VPOPCNTDQ */
	    __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vpopcntdq") &&
	    /* LCOV_EXCL_BR_LINE: other processors: without GFNI */
	    __builtin_cpu_supports("gfni"))
		return rows3986_avx512;
#endif
	return kernel == EU_KERNEL_AVX2 || kernel == EU_KERNEL_AVX512 ? eu_rfc3986_rows_avx2() :
	                                                                NULL;
}
