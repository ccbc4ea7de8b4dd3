/* fast_path.h - shared by the tests that compare a fast path with its reference.
 *
 * The texts are: all short strings after prefixes that move them across the blocks and lanes of the
 * kernels; every byte value at every offset of some texts; texts of shapes.h with one byte repeated; real URLs.
 * A test supplies the functions that try one text (try_kernels: with each kernel; try_calls: through the calls
 * that choose a kernel), which count the texts that the fast path took, got wrong, or refused though it must take them. */
#ifndef TESTS_FAST_PATH_H
#define TESTS_FAST_PATH_H

#include "base/masks.h"
#include "external.h"
#include "guard.h"
#include "shapes.h"
#include "tap.h"

#include <everyuri.h>

#define DEPTH_MAX 6
#define TEXT_ROOM 1024
#define SHOWN_MAX 3

struct proof {
	struct guard guard;
	/* text ends at an unreadable page.  Returns: does the reference accept it? */
	bool (*try_kernels)(struct proof *proof, const char *text, size_t len);
	void (*try_calls)(struct proof *proof, const char *text, size_t len);
	const char *letters;    /* alphabet of the short strings */
	bool calls_for_strings; /* pass short strings to try_calls too, except the longest */
	unsigned long texts, valid, taken, wrong, left;
};

/* What surrounds a short string: a prefix, filled up to an offset with its last byte, and a suffix. */
struct job {
	const char *beginning, *tail;
	unsigned offset; /* 0: do not fill up */
};

static inline bool same_parts(const struct everyuri_span *a, const struct everyuri_span *b)
{
	for (int part = 0; part < EVERYURI_N_PARTS; part++)
		if (a[part].begin != b[part].begin || a[part].end != b[part].end)
			return false;
	return true;
}

static inline void report(struct proof *proof, enum eu_kernel kernel, const char *text, size_t len)
{
	static const char *const names[EU_N_KERNELS] = { "plain", "SSE2", "AVX2", "AVX-512",
		                                         "NEON" };

	if (proof->wrong + proof->left < SHOWN_MAX) {
		printf("# %s is wrong about ", names[kernel]);
		tap_put(text, len);
		putchar('\n');
	}
}

static inline void begin(struct proof *proof)
{
	proof->texts = proof->valid = proof->taken = proof->wrong = proof->left = 0;
}

static inline bool is_sound(const struct proof *proof)
{
	if (proof->wrong || proof->left)
		diag("%lu wrong, %lu not taken that should be", proof->wrong, proof->left);
	return !proof->wrong && !proof->left;
}

static inline unsigned long kernels_here(void)
{
	unsigned long n = 0;

	for (enum eu_kernel k = EU_KERNEL_PLAIN; k < EU_N_KERNELS; k++)
		n += eu_kernel_here(k);
	return n;
}

static inline void try_one(struct proof *proof, const char *text, size_t len)
{
	proof->texts++;
	proof->valid += proof->try_kernels(proof, text, len);
}

/* ---- all short strings --------------------------------------------------------------------------- */

static inline size_t write_beginning(char *text, const struct job *job)
{
	size_t len = strlen(job->beginning);

	memcpy(text, job->beginning, len);
	while (len < job->offset) {
		text[len] = text[len - 1];
		len++;
	}
	return len;
}

/* Tries every string of exactly `depth` letters, each ending at the unreadable page. */
static inline void try_all(struct proof *proof, const struct job *job, int depth, bool calls)
{
	char draft[TEXT_ROOM];
	size_t at = write_beginning(draft, job), end = at + (size_t)depth, tail = strlen(job->tail);
	size_t n_letters = strlen(proof->letters);
	unsigned digit[DEPTH_MAX] = { 0 };
	int k;

	memset(draft + at, proof->letters[0], (size_t)depth);
	memcpy(draft + end, job->tail, tail);
	char *text = guard_end(&proof->guard, draft, end + tail);
	do {
		try_one(proof, text, end + tail);
		if (calls)
			proof->try_calls(proof, text, end + tail);
		for (k = depth - 1; k >= 0 && ++digit[k] == n_letters; k--) {
			digit[k] = 0;
			text[at + (size_t)k] = proof->letters[0];
		}
		if (k >= 0)
			text[at + (size_t)k] = proof->letters[digit[k]];
	} while (k >= 0);
}

static inline void try_job(struct proof *proof, const struct job *job, int depth_max)
{
	begin(proof);
	for (int depth = 0; depth <= depth_max; depth++)
		try_all(proof, job, depth, proof->calls_for_strings && depth < depth_max);
	ok(is_sound(proof),
	   "\"%s\" to offset %u, up to %d letters, \"%.8s\": %lu texts, cut %lu times",
	   job->beginning, job->offset, depth_max, job->tail, proof->texts, proof->taken);
}

/* Tries a prefix at offsets that put the letters across or after the start of a lane of 16, 32 or 64 bytes. */
static inline void try_offsets(struct proof *proof, const char *beginning, int depth_max)
{
	static const unsigned offsets[] = { 13, 16, 29, 32, 61, 64 };

	for (size_t k = 0; k < sizeof offsets / sizeof *offsets; k++) {
		struct job job = { beginning, "", offsets[k] };

		try_job(proof, &job, depth_max);
	}
}

/* ---- every byte ---------------------------------------------------------------------------------- */

/* Tries every byte value at every offset of a text, and at the end of each of its prefixes. */
static inline void try_bytes(struct proof *proof, const char *const *texts, size_t n, bool calls)
{
	begin(proof);
	for (size_t i = 0; i < n; i++) {
		size_t len = strlen(texts[i]);

		for (size_t end = 1; end <= len; end++) {
			char *text = guard_end(&proof->guard, texts[i], end);

			for (size_t at = end == len ? 0 : end - 1; at < end; at++) {
				for (int byte = 0; byte < 0x100; byte++) {
					text[at] = (char)byte;
					try_one(proof, text, end);
					if (calls)
						proof->try_calls(proof, text, end);
				}
				text[at] = texts[i][at];
			}
		}
	}
	ok(is_sound(proof) && proof->taken,
	   "every byte at every place of %zu texts: %lu texts, cut %lu times", n, proof->texts,
	   proof->taken);
}

/* ---- texts shaped like URIs ---------------------------------------------------------------------- */

/* In every third text, repeats one byte, up to several blocks long. */
static inline void draw_out(struct shapes *random)
{
	size_t at, more = shapes_below(random, 140);

	if (!random->len || random->len + more > SHAPE_MAX || !shapes_one_in(random, 3))
		return;
	at = shapes_below(random, (unsigned)random->len);
	memmove(random->text + at + more, random->text + at, random->len - at);
	memset(random->text + at, random->text[at + more], more);
	random->len += more;
}

/* Tries a random text; every fourth also through the calls.  round: counted from 0. */
static inline void try_shape(struct proof *proof, struct shapes *random, unsigned long round)
{
	draw_out(random);
	const char *text = guard_end(&proof->guard, random->text, random->len);

	try_one(proof, text, random->len);
	if (round % 4 == 1)
		proof->try_calls(proof, text, random->len);
}

/* ---- real URLs ------------------------------------------------------------------------------------- */

/* Tries each line of a file.  Returns: false if it does not exist. */
static inline bool try_lines(struct proof *proof, const char *name)
{
	char line[TEXT_ROOM];
	const char *path = external_find(name);
	FILE *file = path ? fopen(path, "rb") : NULL;

	if (!file) {
		external_skip(name, name);
		return false;
	}
	begin(proof);
	while (fgets(line, sizeof line, file)) {
		size_t len = strcspn(line, "\n");
		const char *text = guard_end(&proof->guard, line, len);

		try_one(proof, text, len);
		proof->try_calls(proof, text, len);
	}
	fclose(file);
	return true;
}

#endif
