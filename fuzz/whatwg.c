/* The URL Standard: an href parses to itself, the verdicts agree, setters give hrefs that parse to themselves, and
 * the fast path for canonical URLs writes what the state machine writes. */
#include "fuzz.h"
#include "grammar/whatwg/canonical.h"
#include "grammar/whatwg/whatwg.h"
#include "parts.h"

FUZZ_SHAPE(FUZZ_URIS, 2);

#define HREF_ROOM \
	8192 /* bytes: the state machine writes at most nine for one, and a host outside US-ASCII */

static struct everyuri_buf *const base_buf = &fuzz_buf[0], *const buf = &fuzz_buf[1],
				  *const other = &fuzz_buf[2], *const third = &fuzz_buf[3];

/* An href is ASCII, and its own href. */
static void canonical(const struct everyuri_uri *uri)
{
	struct everyuri_uri again;
	bool conforming;

	for (uint32_t i = 0; i < uri->len; i++)
		MUST((unsigned char)uri->text[i] >= 0x20 && (unsigned char)uri->text[i] < 0x7F,
		     fuzz_whole(uri));
	MUST(!everyuri_parse(uri->text, uri->len, EVERYURI_WHATWG, 0, NULL, other, &again, NULL),
	     fuzz_whole(uri));
	MUST(fuzz_equal(fuzz_whole(uri), fuzz_whole(&again)) &&
	             same_parts(uri, &again, EVERYURI_N_PARTS) && uri->host_kind == again.host_kind,
	     fuzz_whole(uri), fuzz_whole(&again));
	MUST(!everyuri_whatwg_conforms(uri->text, uri->len, NULL, &conforming, NULL, NULL),
	     fuzz_whole(uri));
	MUST(!everyuri_whatwg_origin(uri, other, NULL), fuzz_whole(uri));
}

static void fast_path(struct everyuri_text text)
{
	static char href[HREF_ROOM];
	struct everyuri_uri want;
	bool valid;

	if (text.len > HREF_ROOM / 16)
		return;
	valid = eu_whatwg_write(text.data, (uint32_t)text.len, NULL, href, &want);
	for (enum eu_kernel k = EU_KERNEL_PLAIN; k < EU_N_KERNELS; k++) {
		struct everyuri_span part[EVERYURI_N_PARTS];
		uint8_t kind = 0;

		if (!eu_kernel_here(k))
			continue;
		if (eu_whatwg_verdict(k)(text.data, (uint32_t)text.len))
			MUST(valid, text);
		if (!eu_whatwg_cut(k)(text.data, (uint32_t)text.len, part, &kind))
			continue;
		MUST(valid && fuzz_equal(fuzz_whole(&want), text) && kind == want.host_kind, text);
		for (int i = 0; i < EVERYURI_N_PARTS; i++)
			MUST(part[i].begin == want.part[i].begin && part[i].end == want.part[i].end,
			     text);
	}
}

struct told {
	size_t n, len;
	bool fatal;
	struct everyuri_text text;
};

static void tell(void *context, const struct everyuri_whatwg_note *note)
{
	struct told *told = context;

	MUST(!told->fatal && "nothing follows what is fatal", told->text);
	MUST(note->at <= told->len && note->name && note->clause && note->message, told->text);
	told->n++;
	told->fatal = note->fatal;
}

static void errors(struct everyuri_text text, const struct everyuri_uri *base,
                   enum everyuri_status status)
{
	struct told told = { .len = text.len, .text = text };
	struct everyuri_error err = { 0 };
	bool conforming = false;

	MUST(everyuri_whatwg_errors(text.data, text.len, base, tell, &told, &err) == status, text);
	MUST(told.fatal == (status != EVERYURI_OK), text);
	MUST(everyuri_whatwg_conforms(text.data, text.len, base, &conforming, NULL, NULL) == status,
	     text);
	if (!status)
		MUST(conforming == !told.n, text);
}

static void set(const struct everyuri_uri *uri, unsigned attribute, struct everyuri_text value)
{
	struct everyuri_uri result;
	enum everyuri_whatwg_attribute which = (enum everyuri_whatwg_attribute)(attribute % 10);

	if (everyuri_whatwg_set(uri, which, value.data, value.len, third, &result, NULL))
		return;
	fuzz_record(&result, value);
	MUST(fuzz_equal(fuzz_whole(&result), fuzz_result(third)), fuzz_whole(uri), value);
	canonical(&result);
}

/* The list of pairs, serialised, is a fixed point. */
static void params(struct everyuri_text query)
{
	struct everyuri_text once;

	if (everyuri_params_append(query.data, query.len, NULL, 0, other, NULL))
		return;
	once = fuzz_copy(fuzz_result(other).data, other->len);
	MUST(!everyuri_params_append(once.data, once.len, NULL, 0, other, NULL), query);
	MUST(fuzz_equal(once, fuzz_result(other)), query, once);
	MUST(everyuri_params_size(query.data, query.len) ==
	             everyuri_params_size(once.data, once.len),
	     query, once);
	MUST(!everyuri_params_sort(query.data, query.len, other, NULL), query);
	MUST(everyuri_params_size(fuzz_result(other).data, other->len) ==
	             everyuri_params_size(once.data, once.len),
	     query);
	fuzz_free(once);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_input input = { data, size };
	bool based = fuzz_byte(&input) & 1;
	unsigned attribute = fuzz_byte(&input);
	struct everyuri_text text = fuzz_text(&input), base_text = fuzz_text(&input),
			     value = fuzz_text(&input);
	struct everyuri_uri base, uri = { 0 };
	struct everyuri_error err = { 0 };
	enum everyuri_status status;

	fuzz_begin();
	based = based && fuzz_read(base_text, EVERYURI_WHATWG, base_buf, &base);
	status = everyuri_parse(text.data, text.len, EVERYURI_WHATWG, 0, based ? &base : NULL, buf,
	                        &uri, &err);
	if (!based)
		MUST(everyuri_check(text.data, text.len, EVERYURI_WHATWG, 0, NULL) == status, text);
	if (status)
		MUST(status == EVERYURI_INVALID && err.at <= text.len, text);
	errors(text, based ? &base : NULL, status);
	fast_path(text);
	if (!status) {
		fuzz_record(&uri, text);
		canonical(&uri);
		set(&uri, attribute, value);
		params(part_text(&uri, EVERYURI_QUERY).data ? part_text(&uri, EVERYURI_QUERY) :
		                                              value);
	}
	fuzz_end();
	fuzz_free(text);
	fuzz_free(base_text);
	fuzz_free(value);
	return 0;
}
