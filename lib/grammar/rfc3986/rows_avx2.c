/* The short way for RFC 3986, many texts at once, for processors that have AVX2 and not all that rows.c
 * wants: first the masks of all texts, then the cut in lanes, of which there are four here.
 *
 * It takes what rows.c takes, and tests/proof/columns.c holds it against the automata in the same way. */
#include "grammar/rfc3986/rows.h"

#ifdef EU_AVX

#define LANES_AVX2_3986 ((size_t)4)

/* Letters of a scheme, at most: they are sought in the front half of a block. */
#define MAX_LETTERS3986 32

/* Neither unreserved nor reserved (2.2, 2.3), or "@", "[" or "]", is outside. */
static const struct eu_class even_class3986 = {
	.low = { 0xA8, 0xFC, 0xF8, 0xFC, 0xFC, 0xF8, 0xFC, 0xFC, 0xFC, 0xFC, 0xFC, 0x5C, 0x54, 0x5C,
	         0xD4, 0x7C },
	.n_ranges = 9,
	.range = { { '!', '!' },
	           { '#', '$' },
	           { '&', ';' },
	           { '=', '=' },
	           { '?', '?' },
	           { 'A', 'Z' },
	           { '_', '_' },
	           { 'a', 'z' },
	           { '~', '~' } },
};

/* What the first 64 bytes of texts hold, where bits behind a text's end are no matter, and the second, where
 * they are 0. */
struct blocks3986 {
	uint64_t len[EU_COLUMNS_ROWS];
	uint64_t colon[EU_COLUMNS_ROWS], slash[EU_COLUMNS_ROWS], question[EU_COLUMNS_ROWS];
	uint64_t hash[EU_COLUMNS_ROWS], digit[EU_COLUMNS_ROWS], outside[EU_COLUMNS_ROWS];
	uint64_t no_letter[EU_COLUMNS_ROWS]; /* of the first 32 bytes */
	uint64_t question2[EU_COLUMNS_ROWS], hash2[EU_COLUMNS_ROWS], outside2[EU_COLUMNS_ROWS];
};

/* ---- the masks of a text ------------------------------------------------------------------------------ */

EU_AVX2 static inline struct eu_avx2_block read_block3986(const char *block)
{
	return (struct eu_avx2_block){ .front = eu_avx2_read(block),
		                       .back = eu_avx2_read(block + 32),
		                       .shift = 32,
		                       .all = UINT64_MAX };
}

/* Which of these bytes are not `first` or one of the `n` - 1 behind it: a sum that wraps makes those the
 * least of all. */
EU_AVX2 static inline __m256i not_among3986(__m256i bytes, char first, int n)
{
	__m256i from = _mm256_add_epi8(bytes, _mm256_set1_epi8((char)(-128 - first)));

	return _mm256_cmpgt_epi8(from, _mm256_set1_epi8((char)(-128 + n - 1)));
}

/* The first 64 bytes, of a text or of what follows it. */
EU_AVX2 static inline void look_at_first3986(struct blocks3986 *m, size_t i, const char *text)
{
	struct eu_avx2_block block = read_block3986(text);

	m->colon[i] = eu_avx2_is(&block, ':');
	m->slash[i] = eu_avx2_is(&block, '/');
	m->question[i] = eu_avx2_is(&block, '?');
	m->hash[i] = eu_avx2_is(&block, '#');
	m->digit[i] = ~eu_avx2_bits(&block, not_among3986(block.front, '0', 10),
	                            not_among3986(block.back, '0', 10));
	m->outside[i] = eu_avx2_outside(&block, &even_class3986);
	/* Letters differ from small ones in one bit, as do few other bytes from these. */
	m->no_letter[i] = (uint32_t)_mm256_movemask_epi8(
		not_among3986(_mm256_or_si256(block.front, _mm256_set1_epi8(0x20)), 'a', 26));
}

/* Of the last 64 bytes of a text of 65 to 128 those that are not in its first block. */
EU_AVX2 static inline void look_at_last3986(struct blocks3986 *m, size_t i,
                                            const struct everyuri_text *text)
{
	struct eu_avx2_block block = read_block3986(text->data + text->len - EU_MASK_BYTES);
	unsigned known = EU_MASK_BYTES - (unsigned)(text->len - EU_MASK_BYTES);

	m->question2[i] = eu_avx2_is(&block, '?') >> known;
	m->hash2[i] = eu_avx2_is(&block, '#') >> known;
	m->outside2[i] = eu_avx2_outside(&block, &even_class3986) >> known;
}

/* ---- the masks of all --------------------------------------------------------------------------------- */

/* Lengths, and second blocks.  Returns: where the text that begins last begins. */
EU_AVX2 static inline uintptr_t look_behind_all3986(struct blocks3986 *m,
                                                    const struct everyuri_text *text, size_t n)
{
	uint64_t longer = 0;
	uintptr_t last = 0;

	for (size_t i = 0; i < n; i++) {
		uintptr_t here = (uintptr_t)text[i].data;

		last = here > last ? here : last;
		longer |= (uint64_t)(text[i].len - EU_MASK_BYTES - 1 < EU_MASK_BYTES) << i;
		m->len[i] = text[i].len;
		m->question2[i] = m->hash2[i] = m->outside2[i] = 0;
	}
	for (; longer; longer &= longer - 1)
		look_at_last3986(m, eu_lowest(longer), &text[eu_lowest(longer)]);
	return last;
}

/* 64 bytes that begin with the text's first 64, where nothing behind it may be read.  Of what is longer than
 * two blocks nothing is read: it is for the rest, and may be said to be longer than it is. */
static inline const char *copy_first3986(char copy[EU_MASK_BYTES], const struct everyuri_text *text)
{
	if (text->len - EU_MASK_BYTES <= EU_MASK_BYTES)
		return text->data;
	memset(copy, 0, EU_MASK_BYTES);
	if (text->len && text->len < EU_MASK_BYTES)
		memcpy(copy, text->data, text->len);
	return copy;
}

EU_AVX2 static inline void look_at_all3986(struct blocks3986 *m, const struct everyuri_text *text,
                                           size_t n, const char *end)
{
	char copy[EU_MASK_BYTES];
	uintptr_t last = look_behind_all3986(m, text, n);

	if (end && (uintptr_t)end - last >= EU_MASK_BYTES) {
		for (size_t i = 0; i < n; i++) {
			_mm_prefetch((const char *)((uintptr_t)text[i].data + 2048), _MM_HINT_T0);
			look_at_first3986(m, i, text[i].data);
		}
		return;
	}
	for (size_t i = 0; i < n; i++)
		look_at_first3986(m, i, copy_first3986(copy, &text[i]));
}

/* As many texts of nothing as there are too few for lanes. */
static inline void fill_up_avx2_3986(struct blocks3986 *m, size_t n)
{
	for (size_t i = n; i % (2 * LANES_AVX2_3986); i++) {
		m->len[i] = m->colon[i] = m->slash[i] = m->question[i] = m->hash[i] = 0;
		m->digit[i] = m->outside[i] = m->no_letter[i] = 0;
		m->question2[i] = m->hash2[i] = m->outside2[i] = 0;
	}
}

/* ---- four masks at once ------------------------------------------------------------------------------- */

EU_AVX2 static inline __m256i four3986(const uint64_t *masks)
{
	return _mm256_loadu_si256((const void *)masks);
}

EU_AVX2 static inline __m256i minus_one3986(__m256i bits)
{
	return _mm256_add_epi64(bits, _mm256_set1_epi64x(-1));
}

/* The bits below the lowest; all, if there is none. */
EU_AVX2 static inline __m256i under3986(__m256i bits)
{
	return _mm256_andnot_si256(bits, minus_one3986(bits));
}

/* a | (b & c) */
EU_AVX2 static inline __m256i with_both3986(__m256i a, __m256i b, __m256i c)
{
	return _mm256_or_si256(a, _mm256_and_si256(b, c));
}

/* One where `is` has bits, and the other where it has none.  (GCC 12 takes no byte for negative where char
 * has no sign, and blends wrongly.) */
EU_AVX2 static inline __m256i either3986(__m256i is, __m256i one, __m256i other)
{
	return _mm256_or_si256(_mm256_and_si256(is, one), _mm256_andnot_si256(is, other));
}

/* How many bits each byte has. */
EU_AVX2 static inline __m256i count_bytes3986(__m256i bits)
{
	const __m256i of_half = _mm256_broadcastsi128_si256(
		_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
	const __m256i half = _mm256_set1_epi8(15);
	__m256i high = _mm256_and_si256(_mm256_srli_epi16(bits, 4), half);

	return _mm256_add_epi8(_mm256_shuffle_epi8(of_half, _mm256_and_si256(bits, half)),
	                       _mm256_shuffle_epi8(of_half, high));
}

EU_AVX2 static inline __m256i sum_bytes3986(__m256i bytes)
{
	return _mm256_sad_epu8(bytes, _mm256_setzero_si256());
}

/* What was cut of four texts, as in rows.c; `authority` and `sure` have all bits or none. */
struct four_cut3986 {
	__m256i scheme_end, host_end, path_end, tail_end, len, authority, sure;
};

/* Scheme and authority, up to the path's beginning.  Returns: bits that must not be there. */
EU_AVX2 EU_INLINE __m256i cut_four_fronts3986(const struct blocks3986 *m, size_t i, __m256i behind,
                                              struct four_cut3986 *cut)
{
	const __m256i one = _mm256_set1_epi64x(1);
	__m256i colon = _mm256_andnot_si256(behind, four3986(m->colon + i));
	__m256i slash = _mm256_andnot_si256(behind, four3986(m->slash + i));
	__m256i below = under3986(colon);
	/* Too long a scheme, or none. */
	__m256i bad = _mm256_and_si256(below, _mm256_set1_epi64x((int64_t)1 << MAX_LETTERS3986));

	bad = with_both3986(bad, colon, one);
	bad = with_both3986(bad, below, four3986(m->no_letter + i));
	/* One bit: that of the byte behind the colon, and where the host or the path begins. */
	__m256i next = _mm256_slli_epi64(_mm256_add_epi64(below, one), 1);
	__m256i pairs = _mm256_and_si256(slash, _mm256_srli_epi64(slash, 1));
	__m256i authority = _mm256_cmpeq_epi64(_mm256_and_si256(pairs, next), next);

	next = _mm256_sllv_epi64(next, _mm256_and_si256(authority, _mm256_set1_epi64x(2)));
	__m256i rest = _mm256_sub_epi64(_mm256_setzero_si256(), next);
	__m256i ends =
		_mm256_or_si256(_mm256_or_si256(slash, behind),
	                        _mm256_or_si256(four3986(m->question + i), four3986(m->hash + i)));

	ends = _mm256_and_si256(rest, ends);
	__m256i before = either3986(authority, under3986(ends), minus_one3986(next));
	/* The byte in front of the end. */
	__m256i last = _mm256_andnot_si256(_mm256_srli_epi64(before, 1), before);

	/* What ends in a digit may be an IPv4 address. */
	bad = with_both3986(bad, four3986(m->digit + i), last);
	/* A port. */
	bad = with_both3986(bad, colon, _mm256_and_si256(rest, before));
	/* All bits: the authority does not end in this block. */
	bad = with_both3986(bad, before, _mm256_set1_epi64x(INT64_MIN));
	cut->scheme_end = sum_bytes3986(count_bytes3986(below));
	cut->authority = authority;
	cut->host_end = sum_bytes3986(count_bytes3986(before));
	return bad;
}

/* Where the first of these is: bits of the first block, or else of the second. */
EU_AVX2 EU_INLINE __m256i first_of_four3986(__m256i first, __m256i second)
{
	__m256i none = _mm256_cmpeq_epi64(first, _mm256_setzero_si256());
	__m256i more = _mm256_and_si256(none, under3986(second));

	return sum_bytes3986(
		_mm256_add_epi8(count_bytes3986(under3986(first)), count_bytes3986(more)));
}

/* Path's end, query and fragment.  Returns: bits that must not be there. */
EU_AVX2 EU_INLINE __m256i cut_four_backs3986(const struct blocks3986 *m, size_t i, __m256i behind,
                                             struct four_cut3986 *cut)
{
	__m256i hash = _mm256_andnot_si256(behind, four3986(m->hash + i));
	__m256i hash2 = four3986(m->hash2 + i);
	/* Of a text that ends in the first block this is not asked for. */
	__m256i behind2 =
		_mm256_sllv_epi64(_mm256_set1_epi64x(-1),
	                          _mm256_sub_epi64(cut->len, _mm256_set1_epi64x(EU_MASK_BYTES)));
	__m256i ends = _mm256_or_si256(hash, behind), ends2 = _mm256_or_si256(hash2, behind2);
	__m256i bad = _mm256_and_si256(hash, minus_one3986(hash));
	__m256i lacks = _mm256_cmpeq_epi64(hash, _mm256_setzero_si256());

	bad = with_both3986(bad, hash2, minus_one3986(hash2));
	/* One in each. */
	bad = _mm256_or_si256(bad, _mm256_andnot_si256(lacks, hash2));
	cut->tail_end = first_of_four3986(ends, ends2);
	/* Behind a "#" a "?" is not the first. */
	cut->path_end = first_of_four3986(_mm256_or_si256(ends, four3986(m->question + i)),
	                                  _mm256_or_si256(ends2, four3986(m->question2 + i)));
	return bad;
}

/* The texts from i on. */
EU_AVX2 static inline struct four_cut3986 cut_four3986(const struct blocks3986 *m, size_t i)
{
	struct four_cut3986 cut = { .len = four3986(m->len + i) };
	__m256i behind = _mm256_sllv_epi64(_mm256_set1_epi64x(-1), cut.len);
	__m256i bad = cut_four_fronts3986(m, i, behind, &cut);

	bad = _mm256_or_si256(bad, cut_four_backs3986(m, i, behind, &cut));
	bad = _mm256_or_si256(bad, _mm256_andnot_si256(behind, four3986(m->outside + i)));
	bad = _mm256_or_si256(bad, four3986(m->outside2 + i));
	/* More than two blocks. */
	bad = _mm256_or_si256(bad, _mm256_andnot_si256(_mm256_set1_epi64x(2 * EU_MASK_BYTES - 1),
	                                               minus_one3986(cut.len)));
	cut.sure = _mm256_cmpeq_epi64(bad, _mm256_setzero_si256());
	return cut;
}

/* ---- into columns ------------------------------------------------------------------------------------- */

/* Where eight columns go. */
struct eight3986 {
	const struct eu_columns *columns;
	size_t i;
};

/* Eight numbers of four and four. */
EU_AVX2 static inline __m256i fours3986(__m256i low, __m256i high)
{
	__m256 halves = _mm256_shuffle_ps(_mm256_castsi256_ps(low), _mm256_castsi256_ps(high),
	                                  _MM_SHUFFLE(2, 0, 2, 0));

	return _mm256_permute4x64_epi64(_mm256_castps_si256(halves), _MM_SHUFFLE(3, 1, 2, 0));
}

EU_AVX2 static inline void put_eight3986(const struct eight3986 *to, enum everyuri_part part,
                                         __m256i begin, __m256i end)
{
	_mm256_storeu_si256((void *)(to->columns->begin[part] + to->i), begin);
	_mm256_storeu_si256((void *)(to->columns->end[part] + to->i), end);
}

/* A part that begins `behind` bytes after the one in front of it has ended; absent where `none` has all
 * bits. */
EU_AVX2 static inline void put_some_of_eight3986(const struct eight3986 *to,
                                                 enum everyuri_part part, __m256i none,
                                                 __m256i front, int behind, __m256i end)
{
	__m256i begin = _mm256_add_epi32(front, _mm256_set1_epi32(behind));

	put_eight3986(to, part, _mm256_or_si256(begin, none), _mm256_or_si256(end, none));
}

EU_AVX2 static inline void put_eight_kinds3986(const struct eight3986 *to, __m256i authority,
                                               __m256i empty)
{
	__m256i kind = either3986(empty, _mm256_set1_epi32(EVERYURI_HOST_EMPTY),
	                          _mm256_set1_epi32(EVERYURI_HOST_NAME));

	_Static_assert(EVERYURI_HOST_NONE == 0, "what has no authority has no host");
	kind = _mm256_and_si256(kind, authority);
	kind = _mm256_packs_epi32(kind, kind);
	kind = _mm256_packs_epi16(kind, kind);
	_mm_storel_epi64((void *)(to->columns->host_kind + to->i),
	                 _mm_unpacklo_epi32(_mm256_castsi256_si128(kind),
	                                    _mm256_extracti128_si256(kind, 1)));
}

EU_AVX2 EU_INLINE void put_cuts3986(const struct eight3986 *to, const struct four_cut3986 *low,
                                    const struct four_cut3986 *high)
{
	const __m256i absent = _mm256_set1_epi32(-1);
	__m256i scheme_end = fours3986(low->scheme_end, high->scheme_end);
	__m256i authority = fours3986(low->authority, high->authority);
	__m256i host_end = fours3986(low->host_end, high->host_end);
	__m256i path_end = fours3986(low->path_end, high->path_end);
	__m256i tail_end = fours3986(low->tail_end, high->tail_end);
	__m256i len = fours3986(low->len, high->len);
	__m256i slashes = _mm256_sub_epi32(host_end, scheme_end);

	put_eight3986(to, EVERYURI_SCHEME, _mm256_setzero_si256(), scheme_end);
	put_eight3986(to, EVERYURI_USER, absent, absent);
	put_eight3986(to, EVERYURI_PASSWORD, absent, absent);
	put_some_of_eight3986(to, EVERYURI_HOST, _mm256_xor_si256(authority, absent), scheme_end, 3,
	                      host_end);
	put_eight3986(to, EVERYURI_PORT, absent, absent);
	put_eight3986(to, EVERYURI_PATH, host_end, path_end);
	put_some_of_eight3986(to, EVERYURI_QUERY, _mm256_cmpeq_epi32(path_end, tail_end), path_end,
	                      1, tail_end);
	put_some_of_eight3986(to, EVERYURI_FRAGMENT, _mm256_cmpeq_epi32(tail_end, len), tail_end, 1,
	                      len);
	put_eight_kinds3986(to, authority, _mm256_cmpeq_epi32(slashes, _mm256_set1_epi32(3)));
}

/* n rows, fewer than eight: what is written for eight has a place of its own first. */
EU_AVX2 static void put_last_cuts3986(const struct eight3986 *to, size_t n,
                                      const struct four_cut3986 *low,
                                      const struct four_cut3986 *high)
{
	uint32_t begin[EVERYURI_N_PARTS][2 * LANES_AVX2_3986];
	uint32_t end[EVERYURI_N_PARTS][2 * LANES_AVX2_3986];
	uint8_t kind[2 * LANES_AVX2_3986];
	struct eu_columns columns = { .host_kind = kind };

	for (int k = 0; k < EVERYURI_N_PARTS; k++) {
		columns.begin[k] = begin[k];
		columns.end[k] = end[k];
	}
	put_cuts3986(&(struct eight3986){ &columns, 0 }, low, high);
	for (int k = 0; k < EVERYURI_N_PARTS; k++) {
		memcpy(to->columns->begin[k] + to->i, begin[k], n * sizeof(uint32_t));
		memcpy(to->columns->end[k] + to->i, end[k], n * sizeof(uint32_t));
	}
	memcpy(to->columns->host_kind + to->i, kind, n);
}

EU_AVX2 static inline unsigned sure_bits3986(const struct four_cut3986 *cut)
{
	return (unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(cut->sure));
}

EU_AVX2 static size_t rows3986_avx2(const struct everyuri_text *text, size_t n, const char *end,
                                    const struct eu_columns *columns, uint8_t rest[EU_COLUMNS_ROWS])
{
	struct blocks3986 m;
	size_t n_rest = 0;

	look_at_all3986(&m, text, n, end);
	fill_up_avx2_3986(&m, n);
	for (size_t i = 0; i < n; i += 2 * LANES_AVX2_3986) {
		const struct eight3986 to = { columns, i };
		struct four_cut3986 low = cut_four3986(&m, i);
		struct four_cut3986 high = cut_four3986(&m, i + LANES_AVX2_3986);
		unsigned unsure = ~(sure_bits3986(&low) | sure_bits3986(&high) << LANES_AVX2_3986);

		if (n - i >= 2 * LANES_AVX2_3986)
			put_cuts3986(&to, &low, &high);
		else
			put_last_cuts3986(&to, n - i, &low, &high);
		unsure &= _bzhi_u32(0xFF, (unsigned)(n - i < 8 ? n - i : 8));
		for (; unsure; unsure &= unsure - 1)
			rest[n_rest++] = (uint8_t)(i + eu_lowest(unsure));
	}
	return n_rest;
}

#endif

eu_columns_fn *eu_rfc3986_rows_avx2(void)
{
#ifdef EU_AVX
	/* LCOV_EXCL_BR_LINE: other processors: without AVX2 */
	if (eu_kernel_here(EU_KERNEL_AVX2))
		return rows3986_avx2;
#endif
	return NULL;
}
