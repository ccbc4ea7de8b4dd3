/* The short way for RFC 3986, many texts at once: the masks of each text first, then the cut of eight
 * texts in the lanes of one vector, so that nothing about a text has to be guessed.
 *
 * It takes texts of at most 128 bytes that have up to eight lower-case letters for a scheme and an
 * authority, if any, that ends in the first 64; neither "@", "%" nor "[", no port, and no digit where a host ends.
 * The rest goes text by text.  tests/proof/columns.c holds it against the automata. */
#include "grammar/rfc3986/rows.h"

#ifdef EU_AVX

#define LANES3986 ((size_t)8)

/* As much of a text is kept in front for its scheme. */
#define N_FRONT3986 8

/* What came with Intel's Ice Lake and AMD's Zen 4. */
#define EU_LANES                                                                      \
	__attribute__((target("avx512f,avx512bw,avx512vl,avx512vbmi,avx512vpopcntdq," \
	                      "avx2,bmi,bmi2,lzcnt")))

/* unreserved and reserved (2.2, 2.3), less "@", "[" and "]": what may stand there has not the highest
 * bit.  Digits have the next, which is the highest after the bytes have been doubled, and lower-case
 * letters have one of their own. */
#define X 0x80
#define D 0x40
#define LETTER3986 0x20
#define L LETTER3986
static const uint8_t class3986[128] = {
	X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, /* 00 */
	X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, /* 10 */
	X, 0, X, 0, 0, X, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, /* SP !"#$%&'()*+,-./ */
	D, D, D, D, D, D, D, D, D, D, 0, 0, X, 0, X, 0, /* 0123456789:;<=>? */
	X, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, /* @ABC... */
	0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, X, X, X, X, 0, /* ...XYZ[\]^_ */
	X, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, /* `abc... */
	L, L, L, L, L, L, L, L, L, L, L, X, X, X, 0, X, /* ...xyz{|}~ */
};
#undef X
#undef D
#undef L

/* What the first 64 bytes of each text hold, bits behind its end being no matter, and the next 64,
 * where those bits are 0. */
struct masks3986 {
	uint64_t len[EU_COLUMNS_ROWS];
	uint64_t front[EU_COLUMNS_ROWS]; /* the classes of the first N_FRONT3986 bytes */
	uint64_t digit[EU_COLUMNS_ROWS];
	uint64_t colon[EU_COLUMNS_ROWS], slash[EU_COLUMNS_ROWS];
	uint64_t outside[2][EU_COLUMNS_ROWS];
	uint64_t question[2][EU_COLUMNS_ROWS], hash[2][EU_COLUMNS_ROWS];
};

/* ---- one text --------------------------------------------------------------------------------------- */

/* Of each byte its class; beyond US-ASCII, that of another. */
EU_LANES static inline __m512i classes3986(__m512i bytes)
{
	__m512i low = _mm512_loadu_si512((const void *)class3986);
	__m512i high = _mm512_loadu_si512((const void *)(class3986 + 64));

	return _mm512_permutex2var_epi8(low, bytes, high);
}

EU_LANES static inline uint64_t highest3986(__m512i bytes)
{
	return _mm512_movepi8_mask(bytes);
}

/* Which may not stand there: no byte beyond US-ASCII may. */
EU_LANES static inline uint64_t outside3986(__m512i bytes, __m512i classes)
{
	return highest3986(_mm512_or_si512(bytes, classes));
}

EU_LANES static inline __m512i doubled3986(__m512i bytes)
{
	return _mm512_add_epi8(bytes, bytes);
}

/* A block of len bytes, or of 64, filled up with what may stand there and is no delimiter; of a text
 * of more than 128, which is for the rest anyhow, it may be fewer. */
EU_LANES static inline __m512i block3986(const char *text, size_t len)
{
	return _mm512_mask_loadu_epi8(_mm512_set1_epi8('-'), _bzhi_u64(UINT64_MAX, (unsigned)len),
	                              text);
}

/* The masks of two texts, of which what stands behind their ends is no matter.  One mask after the
 * other: of two stores to one line of the cache a processor makes one. */
EU_LANES EU_INLINE void look_first3986(struct masks3986 *m, size_t i, __m512i text_a,
                                       __m512i text_b)
{
	__m512i class_a = classes3986(text_a), class_b = classes3986(text_b);

	m->colon[i] = eu_avx512_is(text_a, ':');
	m->colon[i + 1] = eu_avx512_is(text_b, ':');
	m->slash[i] = eu_avx512_is(text_a, '/');
	m->slash[i + 1] = eu_avx512_is(text_b, '/');
	m->question[0][i] = eu_avx512_is(text_a, '?');
	m->question[0][i + 1] = eu_avx512_is(text_b, '?');
	m->hash[0][i] = eu_avx512_is(text_a, '#');
	m->hash[0][i + 1] = eu_avx512_is(text_b, '#');
	m->outside[0][i] = outside3986(text_a, class_a);
	m->outside[0][i + 1] = outside3986(text_b, class_b);
	m->digit[i] = highest3986(doubled3986(class_a));
	m->digit[i + 1] = highest3986(doubled3986(class_b));
	_mm_storeu_si64(m->front + i, _mm512_castsi512_si128(class_a));
	_mm_storeu_si64(m->front + i + 1, _mm512_castsi512_si128(class_b));
}

EU_LANES static inline void look_second3986(struct masks3986 *m, size_t i, const char *text,
                                            size_t len)
{
	__m512i bytes = block3986(text, len);

	m->outside[1][i] = outside3986(bytes, classes3986(bytes));
	m->question[1][i] = eu_avx512_is(bytes, '?');
	m->hash[1][i] = eu_avx512_is(bytes, '#');
}

/* Texts mostly lie one behind the other; from memory they take a sixth less time if they are asked for
 * in time.  This reads nothing, and what is not memory is no matter.  (Always inline: a call of a
 * function that does nothing else is left out by GCC.) */
EU_LANES EU_INLINE void fetch_ahead3986(const char *text)
{
	_mm_prefetch((const char *)((uintptr_t)text + 2048), _MM_HINT_T0);
}

/* What is known of texts before they are looked at: which have a second block, and where the one that
 * begins last begins. */
struct outline3986 {
	uint64_t longer, last;
};

/* Lengths, eight at a time, and nothing in any second block. */
EU_LANES static inline struct outline3986
begin_masks3986(struct masks3986 *m, const struct everyuri_text *text, size_t n)
{
	const __m512i even = _mm512_setr_epi64(0, 2, 4, 6, 8, 10, 12, 14);
	const __m512i odd = _mm512_setr_epi64(1, 3, 5, 7, 9, 11, 13, 15);
	const __m512i none = _mm512_setzero_si512();
	__m512i last = none;
	uint64_t longer = 0;

	_Static_assert(sizeof *text == 16 && offsetof(struct everyuri_text, len) == 8, "");
	for (size_t i = 0; i < n || i % (2 * LANES3986); i += LANES3986) {
		unsigned words = i < n ? _bzhi_u32(0xFFFF, (unsigned)(2 * (n - i))) : 0;
		__m512i low = _mm512_maskz_loadu_epi64((__mmask8)words, text + i);
		__m512i high = _mm512_maskz_loadu_epi64((__mmask8)(words >> 8), text + i + 4);
		__m512i len = _mm512_permutex2var_epi64(low, odd, high);
		uint64_t more = _mm512_cmpgt_epu64_mask(len, _mm512_set1_epi64(EU_MASK_BYTES));

		last = _mm512_max_epu64(last, _mm512_permutex2var_epi64(low, even, high));
		longer |= more << i;
		_mm512_storeu_si512((void *)(m->len + i), len);
		_mm512_storeu_si512((void *)(m->outside[1] + i), none);
		_mm512_storeu_si512((void *)(m->question[1] + i), none);
		_mm512_storeu_si512((void *)(m->hash[1] + i), none);
	}
	return (struct outline3986){ longer, _mm512_reduce_max_epu64(last) };
}

/* n texts, and as many empty ones as fill the last vectors.  whole: may 64 bytes of each be read? */
EU_LANES EU_INLINE void look_at_all3986(struct masks3986 *m, const struct everyuri_text *text,
                                        size_t n, bool whole)
{
	const __m512i none = _mm512_setzero_si512();
	size_t i = 0;

	for (; i + 2 <= n; i += 2) {
		const struct everyuri_text *a = &text[i], *b = &text[i + 1];

		look_first3986(m, i,
		               whole ? _mm512_loadu_si512(a->data) : block3986(a->data, a->len),
		               whole ? _mm512_loadu_si512(b->data) : block3986(b->data, b->len));
		fetch_ahead3986(a->data);
		fetch_ahead3986(b->data);
	}
	for (; i < n || i % (2 * LANES3986); i += 2)
		look_first3986(m, i, i < n ? block3986(text[i].data, text[i].len) : none, none);
}

/* The second block of those that have one. */
EU_LANES static inline void look_behind3986(struct masks3986 *m, const struct everyuri_text *text,
                                            uint64_t longer)
{
	for (; longer; longer &= longer - 1) {
		size_t i = eu_lowest(longer);

		look_second3986(m, i, text[i].data + EU_MASK_BYTES, text[i].len - EU_MASK_BYTES);
	}
}

/* ---- eight masks at once ---------------------------------------------------------------------- */

EU_LANES static inline __m512i load3986(const uint64_t *masks)
{
	return _mm512_loadu_si512((const void *)masks);
}

/* Of a first block: the bits of the text alone. */
EU_LANES static inline __m512i before3986(const uint64_t *masks, __m512i behind)
{
	return _mm512_andnot_si512(behind, load3986(masks));
}

EU_LANES static inline __m512i less_one3986(__m512i bits)
{
	return _mm512_add_epi64(bits, _mm512_set1_epi64(-1));
}

/* c & ~(a | b) */
EU_LANES static inline __m512i neither3986(__m512i a, __m512i b, __m512i c)
{
	return _mm512_ternarylogic_epi64(a, b, c, 0x02);
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

/* What was cut of eight texts: where each ends, of which what is absent has nothing; the path begins
 * where the host ends, and tail_end is in front of the fragment. */
struct lanes3986 {
	__m512i scheme_end, host_end, path_end, tail_end, len;
	__mmask8 sure, authority;
};

/* Scheme and authority, up to the path's beginning.  Returns: bits that must not be there. */
EU_LANES static inline __m512i cut_fronts3986(const struct masks3986 *m, size_t i, __m512i behind,
                                              struct lanes3986 *cut)
{
	const __m512i one = _mm512_set1_epi64(1), none = _mm512_set1_epi64(-1);
	__m512i colon = before3986(m->colon + i, behind), slash = before3986(m->slash + i, behind);
	__m512i below = below3986(colon), scheme_end = count3986(below);
	/* Of a longer scheme, or where there is none, not all is in front. */
	__m512i bad = _mm512_and_si512(below, _mm512_set1_epi64(1 << N_FRONT3986));
	__m512i behind_scheme = _mm512_sllv_epi64(none, _mm512_slli_epi64(scheme_end, 3));

	bad = or_both3986(bad, colon, one);
	bad = _mm512_or_si512(bad, neither3986(load3986(m->front + i), behind_scheme,
	                                       _mm512_set1_epi8(LETTER3986)));
	/* One bit: that of the byte behind the colon, and where the host or the path begins. */
	__m512i next = _mm512_slli_epi64(_mm512_add_epi64(below, one), 1);
	__m512i pairs = _mm512_and_si512(slash, _mm512_srli_epi64(slash, 1));
	__mmask8 authority = _mm512_test_epi64_mask(pairs, next);

	next = _mm512_mask_slli_epi64(next, authority, next, 2);
	__m512i rest = _mm512_sub_epi64(_mm512_setzero_si512(), next);
	__m512i ends = any3986(slash, load3986(m->question[0] + i), load3986(m->hash[0] + i));

	ends = _mm512_and_si512(rest, _mm512_or_si512(ends, behind));
	__m512i before =
		_mm512_mask_andnot_epi64(less_one3986(next), authority, ends, less_one3986(ends));
	/* The byte in front of the end. */
	__m512i last = _mm512_andnot_si512(_mm512_srli_epi64(before, 1), before);

	bad = or_both3986(bad, load3986(m->digit + i), last);
	bad = or_both3986(bad, colon, _mm512_and_si512(rest, before));
	/* All bits: the authority does not end in this block. */
	bad = or_both3986(bad, before, _mm512_set1_epi64(INT64_MIN));
	cut->scheme_end = scheme_end;
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
EU_LANES static inline __m512i cut_backs3986(const struct masks3986 *m, size_t i, __m512i len,
                                             __m512i behind, struct lanes3986 *cut)
{
	const __m512i block = _mm512_set1_epi64(EU_MASK_BYTES);
	__m512i hash = before3986(m->hash[0] + i, behind), hash2 = load3986(m->hash[1] + i);
	/* Of a text that ends in the first block this is not asked for. */
	__m512i behind2 = _mm512_sllv_epi64(_mm512_set1_epi64(-1), _mm512_subs_epu16(len, block));
	__m512i ends = _mm512_or_si512(hash, behind), ends2 = _mm512_or_si512(hash2, behind2);
	__m512i bad = _mm512_and_si512(hash, less_one3986(hash));

	bad = or_both3986(bad, hash2, less_one3986(hash2));
	/* One in each. */
	bad = _mm512_mask_or_epi64(bad, _mm512_test_epi64_mask(hash, hash), bad, hash2);
	cut->tail_end = first_of3986(ends, ends2);
	/* Behind a "#" a "?" is not the first. */
	cut->path_end = first_of3986(_mm512_or_si512(ends, load3986(m->question[0] + i)),
	                             _mm512_or_si512(ends2, load3986(m->question[1] + i)));
	cut->len = len;
	return bad;
}

EU_LANES EU_INLINE void cut_eight3986(const struct masks3986 *m, size_t i, struct lanes3986 *cut)
{
	__m512i len = load3986(m->len + i), behind = _mm512_sllv_epi64(_mm512_set1_epi64(-1), len);
	__m512i bad = cut_fronts3986(m, i, behind, cut);

	bad = _mm512_or_si512(bad, cut_backs3986(m, i, len, behind, cut));
	bad = any3986(bad, before3986(m->outside[0] + i, behind), load3986(m->outside[1] + i));
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

EU_LANES static size_t rows3986_avx512(const struct everyuri_text *text, size_t n, const char *end,
                                       const struct eu_columns *columns,
                                       uint8_t rest[EU_COLUMNS_ROWS])
{
	struct masks3986 m;
	size_t n_rest = 0;

	/* All are looked at first: a vector loaded right behind the stores of its lanes would wait. */
	struct outline3986 outline = begin_masks3986(&m, text, n);

	if (end && (uintptr_t)end - outline.last >= EU_MASK_BYTES)
		look_at_all3986(&m, text, n, true);
	else
		look_at_all3986(&m, text, n, false);
	look_behind3986(&m, text, outline.longer);
	for (size_t i = 0; i < n; i += 2 * LANES3986) {
		const struct sixteen3986 to = { columns, i,
			                        (__mmask16)_bzhi_u32(0xFFFF, (unsigned)(n - i)) };
		struct lanes3986 low, high;

		cut_eight3986(&m, i, &low);
		cut_eight3986(&m, i + LANES3986, &high);
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
	if (kernel == EU_KERNEL_AVX512 && __builtin_cpu_supports("avx512vl") &&
	    __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vpopcntdq"))
		return rows3986_avx512;
#endif
	(void)kernel;
	return NULL;
}
