/* The short way for RFC 3986, many texts at once: the masks of each text first, then the cut of eight
 * texts in the lanes of one vector, so that nothing about a text has to be guessed.
 *
 * It takes texts of at most 128 bytes that have lower-case letters for a scheme and an authority, if
 * any, that ends in the first 64; neither "@", "%" nor "[", no port, and no digit where a host ends.
 * The rest goes text by text.  tests/proof/columns.c holds it against the automata. */
#include "grammar/rfc3986/rows.h"

#ifdef EU_AVX

#define LANES3986 ((size_t)8)
#define EU_LANES __attribute__((target("avx512f,avx512bw,avx512cd,avx512vl,avx2,bmi,bmi2,lzcnt")))

/* unreserved and reserved (2.2, 2.3), less "@", "[" and "]": a byte is one of these if what stands in
 * the column of its low half and what in that of its high half have a bit in common.  Digits have
 * DIGIT3986 and lower-case letters LETTER3986; "~" would too, but has a bit of its own.  Four times,
 * for so a vector is loaded without a shuffle. */
#define DIGIT3986 0x08
#define LETTER3986 0xC0
#define LOW3986                                                                                   \
	0xA8, 0xFC, 0xF8, 0xFC, 0xFC, 0xF8, 0xFC, 0xFC, 0xFC, 0xFC, 0xF6, 0x56, 0x54, 0x56, 0x55, \
		0x76
#define HIGH3986 0, 0, 0x04, 0x0A, 0x10, 0x20, 0x40, 0x81, 0, 0, 0, 0, 0, 0, 0, 0

static const uint8_t class_low3986[] = { LOW3986, LOW3986, LOW3986, LOW3986 };
static const uint8_t class_high3986[] = { HIGH3986, HIGH3986, HIGH3986, HIGH3986 };

/* What the first 64 bytes of each text hold, and the next 64; of a text that ends before these, they
 * hold nothing. */
struct masks3986 {
	uint64_t len[EU_COLUMNS_ROWS];
	uint64_t letter[EU_COLUMNS_ROWS], digit[EU_COLUMNS_ROWS];
	uint64_t colon[EU_COLUMNS_ROWS], slash[EU_COLUMNS_ROWS];
	uint64_t outside[2][EU_COLUMNS_ROWS];
	uint64_t question[2][EU_COLUMNS_ROWS], hash[2][EU_COLUMNS_ROWS];
	uint8_t longer[EU_COLUMNS_ROWS]; /* the numbers of those that have a second block */
};

/* ---- one text --------------------------------------------------------------------------------------- */

/* What the two halves of each byte have in common; nothing: it is outside. */
EU_LANES static inline __m512i classes3986(__m512i bytes)
{
	__m512i low = _mm512_loadu_si512((const void *)class_low3986);
	__m512i high = _mm512_loadu_si512((const void *)class_high3986);
	__m512i half = _mm512_and_si512(_mm512_srli_epi16(bytes, 4), _mm512_set1_epi8(15));

	return _mm512_and_si512(_mm512_shuffle_epi8(low, bytes), _mm512_shuffle_epi8(high, half));
}

/* The bits of a block of len bytes, or of 64; of a text of more than 128, which is for the rest anyhow,
 * it may be fewer. */
EU_LANES static inline uint64_t bits3986(size_t len)
{
	return _bzhi_u64(UINT64_MAX, (unsigned)len);
}

EU_LANES static inline void look_first3986(struct masks3986 *m, size_t i, const char *text,
                                           size_t len)
{
	uint64_t all = bits3986(len);
	__m512i bytes = _mm512_maskz_loadu_epi8(all, text), classes = classes3986(bytes);

	m->len[i] = len;
	m->outside[0][i] = _mm512_mask_testn_epi8_mask(all, classes, classes);
	m->letter[i] = _mm512_test_epi8_mask(classes, _mm512_set1_epi8((char)LETTER3986));
	m->digit[i] = _mm512_test_epi8_mask(classes, _mm512_set1_epi8(DIGIT3986));
	m->colon[i] = eu_avx512_is(bytes, ':');
	m->slash[i] = eu_avx512_is(bytes, '/');
	m->question[0][i] = eu_avx512_is(bytes, '?');
	m->hash[0][i] = eu_avx512_is(bytes, '#');
}

EU_LANES static inline void look_second3986(struct masks3986 *m, size_t i, const char *text,
                                            size_t len)
{
	uint64_t all = bits3986(len);
	__m512i bytes = _mm512_maskz_loadu_epi8(all, text), classes = classes3986(bytes);

	m->outside[1][i] = _mm512_mask_testn_epi8_mask(all, classes, classes);
	m->question[1][i] = eu_avx512_is(bytes, '?');
	m->hash[1][i] = eu_avx512_is(bytes, '#');
}

/* Texts mostly lie one behind the other; from memory they take a sixth less time if they are asked for
 * in time.  This reads nothing, and what is not memory is no matter. */
EU_LANES static inline void fetch_ahead3986(const char *text)
{
	_mm_prefetch((const char *)((uintptr_t)text + 2048), _MM_HINT_T0);
}

/* n texts, and as many empty ones as fill the last vectors. */
EU_LANES static inline void look_at_all3986(struct masks3986 *m, const struct everyuri_text *text,
                                            size_t n)
{
	size_t n_longer = 0;

	for (size_t i = 0; i < n; i += 2 * LANES3986)
		for (size_t k = i; k < i + 2 * LANES3986; k += LANES3986) {
			_mm512_storeu_si512((void *)(m->outside[1] + k), _mm512_setzero_si512());
			_mm512_storeu_si512((void *)(m->question[1] + k), _mm512_setzero_si512());
			_mm512_storeu_si512((void *)(m->hash[1] + k), _mm512_setzero_si512());
		}
	for (size_t i = 0; i < n; i++) {
		look_first3986(m, i, text[i].data, text[i].len);
		fetch_ahead3986(text[i].data);
		m->longer[n_longer] = (uint8_t)i;
		n_longer += text[i].len > EU_MASK_BYTES;
	}
	for (size_t i = n; i % (2 * LANES3986); i++)
		look_first3986(m, i, NULL, 0);
	for (size_t k = 0; k < n_longer; k++) {
		const struct everyuri_text *longer = &text[m->longer[k]];

		look_second3986(m, m->longer[k], longer->data + EU_MASK_BYTES,
		                longer->len - EU_MASK_BYTES);
	}
}

/* ---- eight masks at once ---------------------------------------------------------------------- */

EU_LANES static inline __m512i load3986(const uint64_t *masks)
{
	return _mm512_loadu_si512((const void *)masks);
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

/* How many bits there are, of those below one. */
EU_LANES static inline __m512i count3986(__m512i below)
{
	return _mm512_sub_epi64(_mm512_set1_epi64(64), _mm512_lzcnt_epi64(below));
}

/* a | b | c */
EU_LANES static inline __m512i any3986(__m512i a, __m512i b, __m512i c)
{
	return _mm512_ternarylogic_epi64(a, b, c, 0xFE);
}

/* a | (b & ~c) */
EU_LANES static inline __m512i or_less3986(__m512i a, __m512i b, __m512i c)
{
	return _mm512_ternarylogic_epi64(a, b, c, 0xF4);
}

/* a | (b & c) */
EU_LANES static inline __m512i or_both3986(__m512i a, __m512i b, __m512i c)
{
	return _mm512_ternarylogic_epi64(a, b, c, 0xF8);
}

/* Are there bits? */
EU_LANES static inline __mmask8 has3986(__m512i bits)
{
	return _mm512_test_epi64_mask(bits, bits);
}

/* What was cut of eight texts: numbers, and which are so. */
struct lanes3986 {
	__m512i scheme_end, host, host_end, path, path_end, query, query_end, fragment,
		fragment_end;
	__mmask8 sure, authority, named;
};

/* Scheme and authority, up to the path's beginning.  Returns: bits that must not be there. */
EU_LANES static inline __m512i cut_fronts3986(const struct masks3986 *m, size_t i, __m512i behind,
                                              struct lanes3986 *cut)
{
	const __m512i one = _mm512_set1_epi64(1), none = _mm512_set1_epi64(-1);
	__m512i colon = load3986(m->colon + i), slash = load3986(m->slash + i);
	__m512i below = below3986(colon), scheme_end = count3986(below);
	/* Behind a longer scheme the slashes might lie in the next block. */
	__m512i bad = _mm512_and_si512(below, _mm512_set1_epi64(INT64_C(1) << 60));

	bad = or_both3986(bad, colon, one);
	bad = or_less3986(bad, below, load3986(m->letter + i));
	cut->sure = has3986(colon);
	/* One bit: that of the byte behind the colon, and where the host or the path begins. */
	__m512i next = _mm512_slli_epi64(_mm512_add_epi64(below, one), 1);
	__m512i pairs = _mm512_and_si512(slash, _mm512_srli_epi64(slash, 1));
	__mmask8 authority = _mm512_test_epi64_mask(pairs, next);

	next = _mm512_mask_slli_epi64(next, authority, next, 2);
	__m512i begin = _mm512_mask_add_epi64(_mm512_add_epi64(scheme_end, one), authority,
	                                      scheme_end, _mm512_set1_epi64(3));
	__m512i rest = _mm512_sub_epi64(_mm512_setzero_si512(), next);
	__m512i ends = any3986(slash, load3986(m->question[0] + i), load3986(m->hash[0] + i));

	ends = _mm512_and_si512(rest, _mm512_or_si512(ends, behind));
	cut->sure &= has3986(ends) | (__mmask8)~authority;
	__m512i before =
		_mm512_mask_andnot_epi64(less_one3986(next), authority, ends, less_one3986(ends));
	__m512i end = count3986(before);
	/* The byte in front of the end. */
	__m512i last = _mm512_andnot_si512(_mm512_srli_epi64(before, 1), before);

	bad = or_both3986(bad, load3986(m->digit + i), last);
	bad = or_both3986(bad, colon, _mm512_and_si512(rest, before));
	cut->scheme_end = scheme_end;
	cut->authority = authority;
	cut->named = _mm512_cmpneq_epi64_mask(begin, end);
	cut->host = _mm512_mask_mov_epi64(none, authority, begin);
	cut->host_end = _mm512_mask_mov_epi64(none, authority, end);
	cut->path = end;
	return bad;
}

/* Where the first of these is: bits of the first block, or else of the second. */
EU_LANES static inline __m512i first_of3986(__m512i first, __m512i second)
{
	__m512i end = count3986(below3986(first));

	return _mm512_mask_sub_epi64(end, _mm512_testn_epi64_mask(first, first),
	                             _mm512_set1_epi64(2 * (int64_t)EU_MASK_BYTES),
	                             _mm512_lzcnt_epi64(below3986(second)));
}

/* Path's end, query and fragment.  Returns: bits that must not be there. */
EU_LANES static inline __m512i cut_backs3986(const struct masks3986 *m, size_t i, __m512i len,
                                             __m512i behind, struct lanes3986 *cut)
{
	const __m512i one = _mm512_set1_epi64(1), none = _mm512_set1_epi64(-1);
	const __m512i block = _mm512_set1_epi64(EU_MASK_BYTES);
	__m512i hash = load3986(m->hash[0] + i), hash2 = load3986(m->hash[1] + i);
	__m512i question = _mm512_and_si512(load3986(m->question[0] + i), below3986(hash));
	__m512i question2 = _mm512_and_si512(load3986(m->question[1] + i), below3986(hash2));
	__mmask8 hashed = has3986(hash), hashed2 = has3986(hash2);
	/* Of a text that ends in the first block this is not asked for. */
	__m512i behind2 = _mm512_sllv_epi64(none, _mm512_subs_epu16(len, block));
	__m512i ends = _mm512_or_si512(hash, behind), ends2 = _mm512_or_si512(hash2, behind2);
	__m512i bad = _mm512_and_si512(hash, less_one3986(hash));

	bad = or_both3986(bad, hash2, less_one3986(hash2));
	cut->sure &= (__mmask8) ~(hashed & hashed2);
	__m512i end = first_of3986(ends, ends2);
	__mmask8 asked = has3986(question) | ((__mmask8)~hashed & has3986(question2));

	hashed |= hashed2;
	cut->path_end =
		first_of3986(_mm512_or_si512(ends, question), _mm512_or_si512(ends2, question2));
	cut->query = _mm512_mask_add_epi64(none, asked, cut->path_end, one);
	cut->query_end = _mm512_mask_mov_epi64(none, asked, end);
	cut->fragment = _mm512_mask_add_epi64(none, hashed, end, one);
	cut->fragment_end = _mm512_mask_mov_epi64(none, hashed, len);
	return bad;
}

EU_LANES EU_INLINE void cut_eight3986(const struct masks3986 *m, size_t i, struct lanes3986 *cut)
{
	__m512i len = load3986(m->len + i), behind = _mm512_sllv_epi64(_mm512_set1_epi64(-1), len);
	__m512i bad = cut_fronts3986(m, i, behind, cut);

	bad = _mm512_or_si512(bad, cut_backs3986(m, i, len, behind, cut));
	bad = any3986(bad, load3986(m->outside[0] + i), load3986(m->outside[1] + i));
	cut->sure &= _mm512_testn_epi64_mask(bad, bad) &
	             _mm512_cmple_epu64_mask(len, _mm512_set1_epi64(2 * (int64_t)EU_MASK_BYTES));
}

/* ---- into columns ------------------------------------------------------------------------------- */

EU_LANES static inline void put3986(uint32_t *to, __mmask16 there, __m512i low, __m512i high)
{
	const __m512i halves =
		_mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);

	_mm512_mask_storeu_epi32(to, there, _mm512_permutex2var_epi32(low, halves, high));
}

EU_LANES static inline void put_kinds3986(uint8_t *to, __mmask16 there, __mmask16 authority,
                                          __mmask16 named)
{
	__m128i kind = _mm_maskz_mov_epi8(authority, _mm_set1_epi8(EVERYURI_HOST_EMPTY));

	_Static_assert(EVERYURI_HOST_NONE == 0, "what has no authority has no host");
	kind = _mm_mask_mov_epi8(kind, authority & named, _mm_set1_epi8(EVERYURI_HOST_NAME));
	_mm_mask_storeu_epi8(to, there, kind);
}

EU_LANES static inline void put_sixteen3986(const struct eu_columns *columns, size_t i,
                                            __mmask16 there, const struct lanes3986 *low,
                                            const struct lanes3986 *high)
{
	static const uint8_t absent[] = { EVERYURI_USER, EVERYURI_PASSWORD, EVERYURI_PORT };
	const __m512i none = _mm512_set1_epi32(-1);

	for (size_t k = 0; k < sizeof absent; k++) {
		_mm512_mask_storeu_epi32(columns->begin[absent[k]] + i, there, none);
		_mm512_mask_storeu_epi32(columns->end[absent[k]] + i, there, none);
	}
	_mm512_mask_storeu_epi32(columns->begin[EVERYURI_SCHEME] + i, there,
	                         _mm512_setzero_si512());
	put3986(columns->end[EVERYURI_SCHEME] + i, there, low->scheme_end, high->scheme_end);
	put3986(columns->begin[EVERYURI_HOST] + i, there, low->host, high->host);
	put3986(columns->end[EVERYURI_HOST] + i, there, low->host_end, high->host_end);
	put3986(columns->begin[EVERYURI_PATH] + i, there, low->path, high->path);
	put3986(columns->end[EVERYURI_PATH] + i, there, low->path_end, high->path_end);
	put3986(columns->begin[EVERYURI_QUERY] + i, there, low->query, high->query);
	put3986(columns->end[EVERYURI_QUERY] + i, there, low->query_end, high->query_end);
	put3986(columns->begin[EVERYURI_FRAGMENT] + i, there, low->fragment, high->fragment);
	put3986(columns->end[EVERYURI_FRAGMENT] + i, there, low->fragment_end, high->fragment_end);
	put_kinds3986(columns->host_kind + i, there,
	              (__mmask16)(low->authority | high->authority << 8),
	              (__mmask16)(low->named | high->named << 8));
}

EU_LANES static size_t rows3986_avx512(const struct everyuri_text *text, size_t n,
                                       const struct eu_columns *columns,
                                       uint8_t rest[EU_COLUMNS_ROWS])
{
	struct masks3986 m;
	size_t n_rest = 0;

	/* All are looked at first: a vector loaded right behind the stores of its lanes would wait. */
	look_at_all3986(&m, text, n);
	for (size_t i = 0; i < n; i += 2 * LANES3986) {
		__mmask16 there = (__mmask16)_bzhi_u32(0xFFFF, (unsigned)(n - i));
		struct lanes3986 low, high;

		cut_eight3986(&m, i, &low);
		cut_eight3986(&m, i + LANES3986, &high);
		put_sixteen3986(columns, i, there, &low, &high);
		unsigned unsure = there & ~(unsigned)(low.sure | high.sure << 8);

		for (; unsure; unsure &= unsure - 1)
			rest[n_rest++] = (uint8_t)(i + eu_lowest(unsure));
	}
	return n_rest;
}

#endif

eu_columns_fn *eu_rfc3986_rows(enum eu_kernel kernel)
{
#ifdef EU_AVX
	if (kernel == EU_KERNEL_AVX512 && __builtin_cpu_supports("avx512cd") &&
	    __builtin_cpu_supports("avx512vl"))
		return rows3986_avx512;
#endif
	(void)kernel;
	return NULL;
}
