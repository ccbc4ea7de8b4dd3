/* URIs in text: the same for any division of the text, each at its reported offset. */
#include "fuzz.h"

FUZZ_SHAPE(FUZZ_URIS, 3);

#define MAX_LEN 4096 /* bytes of a URI: small, so that texts exceed it */

struct hits {
	struct everyuri_text text; /* the text to search */
	bool refang;
	uint64_t sum, behind;
	size_t n;
};

static void add(struct hits *hits, const void *data, size_t len)
{
	for (size_t i = 0; i < len; i++)
		hits->sum = (hits->sum ^ ((const unsigned char *)data)[i]) * 0x100000001B3u;
}

static bool blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
}

/* The text at the offset is the URI without its first `n` bytes, except for white space. */
static bool stands_behind(const struct hits *hits, const struct everyuri_found *found, size_t n)
{
	const char *at = hits->text.data + found->offset, *end = at + found->length;

	for (; at < end; at++)
		if (n < found->uri.len && *at == found->uri.data[n])
			n++;
		else if (!blank(*at))
			return false;
	return n == found->uri.len;
}

/* "http://" before "www.", and "mailto:" before an address, may have been added. */
static bool stands(const struct hits *hits, const struct everyuri_found *found)
{
	return stands_behind(hits, found, 0) ||
	       (found->uri.len > 7 && stands_behind(hits, found, 7));
}

static bool note(void *context, const struct everyuri_found *found)
{
	struct hits *hits = context;
	const uint64_t place[] = { found->offset, found->length, found->form, found->uri.len,
		                   found->also.len };

	MUST(found->uri.len && found->length <= MAX_LEN, hits->text);
	MUST(found->offset >= hits->behind && found->offset + found->length <= hits->text.len,
	     hits->text, found->uri);
	MUST(hits->refang || stands(hits, found), hits->text, found->uri);
	hits->behind = found->offset + found->length;
	hits->n++;
	add(hits, place, sizeof place);
	add(hits, found->uri.data, found->uri.len);
	if (found->also.data)
		add(hits, found->also.data, found->also.len);
	return true;
}

/* Searches in pieces of this many bytes, each allocated separately. */
static struct hits search(struct everyuri_text text, unsigned flags, size_t piece)
{
	struct everyuri_find_options options = { .flags = flags, .max_len = MAX_LEN };
	struct hits hits = { .text = text, .refang = flags & EVERYURI_FIND_REFANG };
	struct everyuri_finder *finder;

	options.schemes = everyuri_scheme_names(&options.n_schemes);
	MUST(!everyuri_find_begin(&options, note, &hits, &fuzz_buf[0], &finder, NULL), text);
	for (size_t at = 0; at < text.len; at += piece) {
		size_t n = text.len - at < piece ? text.len - at : piece;
		struct everyuri_text part = fuzz_copy(text.data + at, n);

		MUST(everyuri_find_feed(finder, part.data, part.len), text);
		fuzz_free(part);
	}
	MUST(everyuri_find_end(finder), text);
	return hits;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_input input = { data, size };
	unsigned flags = fuzz_byte(&input) & 31, repeat = fuzz_byte(&input) % 8;
	size_t piece = 1 + fuzz_byte(&input), len = input.left;
	struct everyuri_text text;
	struct hits whole, cut;
	char *many;

	/* Repeated, so that pieces are long enough to be read in place. */
	repeat = len < 4096 ? 1 + repeat * repeat : 1;
	many = malloc(len * repeat + 1);
	if (!many)
		abort();
	for (unsigned i = 0; i < repeat; i++)
		memcpy(many + i * len, input.at, len);
	text = fuzz_copy(many, len * repeat);
	free(many);
	fuzz_begin();
	whole = search(text, flags, text.len + 1);
	cut = search(text, flags, piece);
	MUST(whole.n == cut.n && whole.sum == cut.sum, text);
	fuzz_end();
	fuzz_free(text);
	return 0;
}
