/* Comparison: the result of each standard is the same as alone. */
#include "fuzz.h"
#include "parts.h"

FUZZ_SHAPE(FUZZ_URIS, 2);

static struct everyuri_buf *const buf = &fuzz_buf[0], *const single = &fuzz_buf[1];

static void reading(const struct everyuri_comparison *comparison, unsigned s,
                    struct everyuri_text text)
{
	const struct everyuri_reading *reading = &comparison->reading[s];
	struct everyuri_uri uri;
	struct everyuri_error err = { 0 };
	enum everyuri_status status = everyuri_parse(text.data, text.len, (enum everyuri_standard)s,
	                                             0, NULL, single, &uri, &err);

	MUST(status == reading->status, text);
	MUST((status == EVERYURI_OK) == ((comparison->accepted >> s) & 1), text);
	if (status)
		MUST(err.at == reading->error.at, text);
	else
		MUST(fuzz_equal(fuzz_whole(&uri), fuzz_whole(&reading->uri)) &&
		             same_parts(&uri, &reading->uri, EVERYURI_N_PARTS),
		     text, fuzz_whole(&uri), fuzz_whole(&reading->uri));
	if (!status)
		fuzz_record(&reading->uri, text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_input input = { data, size };
	uint32_t all = (1u << EVERYURI_N_STANDARDS) - 1, asked = fuzz_byte(&input);
	struct everyuri_text text;
	struct everyuri_comparison comparison, less;

	asked = (asked | (uint32_t)fuzz_byte(&input) << 8) & all;
	text = fuzz_rest(&input);
	fuzz_begin();
	MUST(!everyuri_compare(text.data, text.len, all, 0, buf, &comparison, NULL), text);
	MUST(comparison.asked == all && !(comparison.accepted & ~all), text);
	MUST(!comparison.agree || (comparison.accepted && comparison.first == EVERYURI_N_PARTS),
	     text);
	MUST(comparison.first <= EVERYURI_N_PARTS, text);
	for (unsigned s = 0; s < EVERYURI_N_STANDARDS; s++)
		reading(&comparison, s, text);
	if (asked) {
		MUST(!everyuri_compare(text.data, text.len, asked, 0, buf, &less, NULL), text);
		MUST(less.accepted == (comparison.accepted & asked), text);
		MUST(!comparison.agree || less.agree || !less.accepted, text);
	}
	fuzz_end();
	fuzz_free(text);
	return 0;
}
