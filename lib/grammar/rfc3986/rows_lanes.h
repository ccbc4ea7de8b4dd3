/* rows_lanes.h - the fast path of RFC 3986 for many texts, without a branch that depends on a text.
 *
 * It makes the masks of each text, and splits one text per 64-bit lane of a vector.  It handles texts of at
 * most 128 bytes with a scheme of 1 to 32 letters.  An authority must end in the first 64 bytes, and its host
 * must not end with a digit.  The text must not contain "@", "%", "[" or a port.  All other texts are
 * returned to the caller.  tests/proof/columns.c compares this path with the automata.
 *
 * rows_avx2.c and rows_avx512.c include this header, each for its processor.  Before the include, they define
 * N_LANES and EU_LANES, the attribute of functions; after it, they define the operations that are declared
 * here.  Everything else uses the operators of C on vectors.  A comparison sets all bits of a lane, or
 * none. */
#ifndef EU_GRAMMAR_RFC3986_ROWS_LANES_H
#define EU_GRAMMAR_RFC3986_ROWS_LANES_H

#include "grammar/rfc3986/fast.h"
#include "grammar/rfc3986/rows.h"

#define N_GROUPS3986 (EU_COLUMNS_ROWS / N_LANES)

typedef uint64_t lanes3986 __attribute__((vector_size(8 * N_LANES)));
/* A vector of 2 * N_LANES 32-bit numbers.  column3986 is the same, but is only aligned to 4 bytes. */
typedef uint32_t numbers3986 __attribute__((vector_size(8 * N_LANES)));
typedef uint32_t column3986 __attribute__((vector_size(8 * N_LANES), aligned(4), may_alias));

/* The masks of the first 64 bytes of texts.  The mask of letters has 32 bits, because a scheme of 32
 * letters and "://" fit into the first block.  Bits after the end of a text may have any value. */
struct first3986 {
	lanes3986 colon, slash, question, hash, digit, letter, outside;
};

/* The lengths and masks of all texts.  In the masks of a second block, the bits after the end of the text are
 * 0. */
struct masks3986 {
	lanes3986 len[N_GROUPS3986];
	lanes3986 question2[N_GROUPS3986], hash2[N_GROUPS3986], outside2[N_GROUPS3986];
	struct first3986 first[N_GROUPS3986]; /* set by look_at_all3986 */
};

/* ---- operations of the processor ---------------------------------------------------------------- */

/* Returns how many bits are 1 in each lane. */
EU_LANES EU_INLINE lanes3986 count3986(lanes3986 bits);

/* Returns a mask of the bits from `at` on; 0 if `at` is 64 or more. */
EU_LANES EU_INLINE lanes3986 from3986(lanes3986 at);

/* Returns a mask with one bit per lane, set if the lane is 0. */
EU_LANES EU_INLINE unsigned zeros3986(lanes3986 lanes);

/* Returns the lengths of N_LANES texts.  Sets *begin to their addresses, in any order. */
EU_LANES EU_INLINE lanes3986 lengths3986(const struct everyuri_text *text, lanes3986 *begin);

/* Joins the numbers of two vectors, each less than 2^32. */
EU_LANES EU_INLINE numbers3986 join3986(lanes3986 low, lanes3986 high);

/* Writes 2 * N_LANES numbers, each less than 128, as a byte each. */
EU_LANES EU_INLINE void put_bytes3986(uint8_t *bytes, numbers3986 numbers);

/* Computes masks, as an eu_marks_fn. */
EU_LANES EU_INLINE void marks3986(const char *text, size_t n, const struct eu_class *allowed,
                                  struct eu_marks *marks);

/* Makes the masks of all first blocks, if first_of3986 does not.  whole: 64 bytes of each text may be read. */
EU_LANES EU_INLINE void look_at_all3986(struct masks3986 *m, const struct everyuri_text *text,
                                        size_t n, bool whole);

/* Returns the masks of the first blocks of N_LANES texts. */
EU_LANES EU_INLINE struct first3986 first_of3986(const struct masks3986 *m, size_t group,
                                                 const struct everyuri_text *text, bool whole);

/* Prefetches the text 2 kB further on, because texts usually follow one another in memory.  This saves a
 * sixth of the time.  A prefetch cannot fault, so the address may be invalid.  Always inlined, because GCC
 * removes calls of a function that only prefetches. */
EU_INLINE void fetch_ahead3986(const char *text)
{
	_mm_prefetch((const char *)((uintptr_t)text + 2048), _MM_HINT_T0);
}

/* ---- lengths and second blocks ------------------------------------------------------------------ */

/* Makes the masks of the second block of text i, which has 65 to 128 bytes, from its last 64 bytes. */
EU_LANES EU_INLINE void look_second3986(struct masks3986 *m, size_t i,
                                        const struct everyuri_text *text)
{
	size_t group = i / N_LANES, lane = i % N_LANES;
	unsigned known = (unsigned)(2 * (size_t)EU_MASK_BYTES - text->len);
	struct eu_marks marks;

	marks3986(text->data + text->len - EU_MASK_BYTES, EU_MASK_BYTES, &eu_class_web3986, &marks);
	m->question2[group][lane] = marks.question >> known;
	m->hash2[group][lane] = marks.hash >> known;
	m->outside2[group][lane] =
		(marks.outside & ~(marks.colon | marks.question | marks.hash)) >> known;
}

/* Sets the lengths and the masks of second blocks.  Returns: whether 64 bytes of each text may be read. */
EU_LANES EU_INLINE bool begin_masks3986(struct masks3986 *m, const struct everyuri_text *text,
                                        size_t n, const char *end)
{
	const lanes3986 none = { 0 };
	lanes3986 begin, few = none;
	uint64_t two_blocks = 0;

	for (size_t i = 0; i < n; i += N_LANES) {
		size_t group = i / N_LANES;

		m->len[group] = lengths3986(text + i, &begin);
		m->question2[group] = m->hash2[group] = m->outside2[group] = none;
		/* texts of 65 to 128 bytes */
		two_blocks |= (uint64_t)zeros3986((m->len[group] - 65) >> 6) << i;
		few |= (uintptr_t)end - EU_MASK_BYTES -
		       begin; /* the difference is negative if fewer than 64
		                                                  bytes may be read */
	}
	/* The lanes are stored here, long before their use, because loading a vector immediately after
	 * storing its lanes would stall. */
	for (; two_blocks; two_blocks &= two_blocks - 1)
		look_second3986(m, eu_lowest(two_blocks), &text[eu_lowest(two_blocks)]);
	return end && zeros3986(few >> 63) == (1U << N_LANES) - 1;
}

/* ---- the cut ------------------------------------------------------------------------------------ */

/* Ends of the parts; an absent part counts as empty.  The path begins where the host ends; tail_end is the
 * index of the fragment's "#", or of the end of the text. */
struct cuts3986 {
	lanes3986 scheme_end, host_end, path_end, tail_end;
	lanes3986 bad; /* 0 for a text that this path handles */
};

/* Finds the ends of the scheme and of the authority. */
EU_LANES EU_INLINE void cut_fronts3986(struct cuts3986 *cut, const struct first3986 *m,
                                       lanes3986 behind)
{
	lanes3986 colon = m->colon & ~behind, slash = m->slash & ~behind;
	lanes3986 scheme =
		(colon - 1) & ~colon; /* the bits of the scheme's letters; all bits if there is no
	                                            ":" */
	lanes3986 next = (scheme + 1) << 1; /* the bit after the colon */
	lanes3986 pair = slash & slash >> 1 & next, path = next & ~pair;
	lanes3986 rest = -(next << 2); /* all bits from the host on, if there is a host */
	lanes3986 ends = (rest & (slash | m->question | m->hash | behind)) | path;
	lanes3986 before = (ends - 1) & ~ends, last = before & ~(before >> 1);

	cut->bad = scheme & ~m->letter;
	cut->bad |= colon & 1;                    /* the scheme is empty */
	cut->bad |= m->digit & last;              /* the host may be an IPv4address */
	cut->bad |= colon & rest & before;        /* there is a port */
	cut->bad |= before & ((uint64_t)1 << 63); /* the authority may continue in the next block */
	cut->scheme_end = count3986(scheme);
	cut->host_end = count3986(before);
}

/* Returns the index of the first set bit in the first block or, if there is none, in the second. */
EU_LANES EU_INLINE lanes3986 find_ends3986(lanes3986 first, lanes3986 second)
{
	lanes3986 below = (first - 1) & ~first; /* bit 63 is 1 if no bit of `first` is set */

	return count3986(below) + count3986((second - 1) & ~second & -(below >> 63));
}

/* Finds the ends of path, query and fragment. */
EU_LANES EU_INLINE void cut_backs3986(struct cuts3986 *cut, const struct first3986 *first,
                                      const struct masks3986 *m, size_t group, lanes3986 behind)
{
	lanes3986 hash = first->hash & ~behind, hash2 = m->hash2[group];
	lanes3986 no_hash = ((hash - 1) & ~hash) >> 63;
	/* If a text ends in the first block, the second is not used. */
	lanes3986 ends = hash | behind;
	lanes3986 ends2 = hash2 | from3986(m->len[group] - EU_MASK_BYTES);

	/* Exclude texts with a second "#". */
	cut->bad |= (hash & (hash - 1)) | (hash2 & (hash2 - 1)) | (hash2 & (no_hash - 1));
	cut->tail_end = find_ends3986(ends, ends2);
	/* A "?" after a "#" belongs to the fragment. */
	cut->path_end = find_ends3986(ends | first->question, ends2 | m->question2[group]);
}

EU_LANES EU_INLINE void cut_texts3986(struct cuts3986 *cut, const struct masks3986 *m, size_t group,
                                      const struct everyuri_text *text, bool whole)
{
	struct first3986 first = first_of3986(m, group, text, whole);
	lanes3986 behind = from3986(m->len[group]);

	cut_fronts3986(cut, &first, behind);
	cut_backs3986(cut, &first, m, group, behind);
	cut->bad |= first.outside & ~behind;
	cut->bad |= m->outside2[group];
	cut->bad |= (m->len[group] - 1) >> 7; /* the text is empty, or has more than two blocks */
}

/* ---- storing into columns -------------------------------------------------------------------------- */

EU_LANES EU_INLINE void put3986(const struct eu_columns *columns, size_t i, enum everyuri_part part,
                                numbers3986 begin, numbers3986 end)
{
	*(column3986 *)(columns->begin[part] + i) = begin;
	*(column3986 *)(columns->end[part] + i) = end;
}

EU_LANES EU_INLINE void put_texts3986(const struct eu_columns *columns, size_t i,
                                      const lanes3986 len[2], const struct cuts3986 cut[2])
{
	const numbers3986 zero = { 0 }, absent = ~zero;
	numbers3986 scheme_end = join3986(cut[0].scheme_end, cut[1].scheme_end);
	numbers3986 host_end = join3986(cut[0].host_end, cut[1].host_end);
	numbers3986 path_end = join3986(cut[0].path_end, cut[1].path_end);
	numbers3986 tail_end = join3986(cut[0].tail_end, cut[1].tail_end);
	numbers3986 end = join3986(len[0], len[1]);
	/* ":" or "://" follows the scheme. */
	numbers3986 no_host = (numbers3986)(host_end - scheme_end == 1);
	numbers3986 empty = (numbers3986)(host_end - scheme_end == 3);
	numbers3986 no_query = (numbers3986)(path_end == tail_end);
	numbers3986 no_fragment = (numbers3986)(tail_end == end);
	numbers3986 kind = EVERYURI_HOST_NAME | (empty & EVERYURI_HOST_EMPTY);

	_Static_assert((EVERYURI_HOST_EMPTY | EVERYURI_HOST_NAME) == EVERYURI_HOST_EMPTY &&
	                       EVERYURI_HOST_NONE == 0,
	               "a host kind must be a combination of bits");
	put_bytes3986(columns->host_kind + i, kind & ~no_host);
	put3986(columns, i, EVERYURI_SCHEME, zero, scheme_end);
	put3986(columns, i, EVERYURI_USER, absent, absent);
	put3986(columns, i, EVERYURI_PASSWORD, absent, absent);
	put3986(columns, i, EVERYURI_HOST, (scheme_end + 3) | no_host, host_end | no_host);
	put3986(columns, i, EVERYURI_PORT, absent, absent);
	put3986(columns, i, EVERYURI_PATH, host_end, path_end);
	put3986(columns, i, EVERYURI_QUERY, (path_end + 1) | no_query, tail_end | no_query);
	put3986(columns, i, EVERYURI_FRAGMENT, (tail_end + 1) | no_fragment, end | no_fragment);
}

/* Splits n texts into columns, as an eu_columns_fn.  n must be a multiple of 2 * N_LANES. */
EU_LANES EU_INLINE size_t cut_rows3986(const struct everyuri_text *text, size_t n, const char *end,
                                       const struct eu_columns *columns,
                                       uint8_t rest[EU_COLUMNS_ROWS])
{
	struct masks3986 m;
	size_t n_rest = 0;
	bool whole = begin_masks3986(&m, text, n, end);

	look_at_all3986(&m, text, n, whole);
	for (size_t i = 0; i < n; i += 2 * N_LANES) {
		size_t group = i / N_LANES;
		struct cuts3986 cut[2];

		cut_texts3986(&cut[0], &m, group, text + i, whole);
		cut_texts3986(&cut[1], &m, group + 1, text + i + N_LANES, whole);
		put_texts3986(columns, i, &m.len[group], cut);
		unsigned sure = zeros3986(cut[0].bad) | zeros3986(cut[1].bad) << N_LANES;

		for (unsigned unsure = sure ^ ((1U << 2 * N_LANES) - 1); unsure;
		     unsure &= unsure - 1)
			rest[n_rest++] = (uint8_t)(i + eu_lowest(unsure));
	}
	return n_rest;
}

/* Does the same for any n: pads the texts with empty ones, splits all of them into temporary columns, and
 * copies the first n rows. */
EU_NOINLINE static size_t fill_rows3986(const struct everyuri_text *text, size_t n,
                                        const struct eu_columns *columns,
                                        uint8_t rest[EU_COLUMNS_ROWS], eu_columns_fn *rows)
{
	uint32_t number[2][EVERYURI_N_PARTS][EU_COLUMNS_ROWS];
	uint8_t kind[EU_COLUMNS_ROWS];
	struct eu_columns own = { .host_kind = kind };
	struct everyuri_text filled[EU_COLUMNS_ROWS];
	size_t n_filled = n, n_rest;

	memcpy(filled, text, n * sizeof *text);
	while (n_filled % (2 * N_LANES))
		filled[n_filled++] = (struct everyuri_text){ "", 0 };
	for (int k = 0; k < EVERYURI_N_PARTS; k++) {
		own.begin[k] = number[0][k];
		own.end[k] = number[1][k];
	}
	n_rest = rows(filled, n_filled, NULL, &own, rest);
	while (n_rest && rest[n_rest - 1] >= n)
		n_rest--;
	for (int k = 0; k < EVERYURI_N_PARTS; k++) {
		memcpy(columns->begin[k], own.begin[k], n * sizeof(uint32_t));
		memcpy(columns->end[k], own.end[k], n * sizeof(uint32_t));
	}
	memcpy(columns->host_kind, kind, n);
	return n_rest;
}

#endif
