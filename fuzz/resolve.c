/* Resolves and relates under each standard, and compares the fast paths of RFC 3986 with the reference code. */
#include "fuzz.h"
#include "parts.h"
#include "proof/alike.h"

FUZZ_SHAPE(FUZZ_URIS, 2);

static struct everyuri_buf *const base_buf = &fuzz_buf[0], *const buf = &fuzz_buf[1],
				  *const related = &fuzz_buf[2], *const scratch = &fuzz_buf[3];

/* The shortest partial form resolves back to the target (contract cmd.relate). */
static void relate(const struct everyuri_uri *base, const struct everyuri_uri *target,
                   unsigned flags)
{
	struct everyuri_text result;
	bool full;

	MUST(!everyuri_relate(base, target, flags, related, NULL), fuzz_whole(base),
	     fuzz_whole(target));
	result = fuzz_result(related);
	full = fuzz_equal(result, fuzz_whole(target)) || fuzz_equal(result, bare(target));
	MUST(full || leads_to(result.data, result.len, base, target, flags, scratch),
	     fuzz_whole(base), fuzz_whole(target), result);
	MUST(result.len <= target->len, fuzz_whole(base), fuzz_whole(target), result);
}

static void fast_paths(const struct everyuri_uri *base, struct everyuri_text text)
{
	struct fast_paths ways;

	if (text.len > TEXT_ROOM / 2 || base->len > TEXT_ROOM / 2)
		return;
	fast_paths_init(&ways);
	for (size_t k = 0; k < ways.n_kernels; k++)
		MUST(joins_alike(&ways, ways.kernel[k], base, text.data, text.len),
		     fuzz_whole(base), text);
	everyuri_buf_free(&ways.buf);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_input input = { data, size };
	enum everyuri_standard standard = fuzz_standard(fuzz_byte(&input));
	unsigned flags = fuzz_byte(&input) & EVERYURI_LOOSE;
	struct everyuri_text base_text = fuzz_text(&input), text = fuzz_text(&input);
	struct everyuri_uri base, uri, again;

	fuzz_begin();
	if (fuzz_read(base_text, standard, base_buf, &base)) {
		if (standard == EVERYURI_RFC3986)
			fast_paths(&base, text);
		if (!everyuri_parse(text.data, text.len, standard, flags, &base, buf, &uri, NULL)) {
			fuzz_record(&uri, text);
			MUST(!(uri.flags & EVERYURI_RELATIVE), base_text, text);
			MUST(fuzz_read(fuzz_whole(&uri), standard, scratch, &again), base_text,
			     text, fuzz_whole(&uri));
			MUST(same_parts(&uri, &again, EVERYURI_N_PARTS), base_text, text,
			     fuzz_whole(&uri));
			relate(&base, &uri, flags);
		}
		if (fuzz_read(text, standard, buf, &uri))
			relate(&base, &uri, flags);
	}
	fuzz_end();
	fuzz_free(base_text);
	fuzz_free(text);
	return 0;
}
