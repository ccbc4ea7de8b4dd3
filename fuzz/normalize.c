/* Normal forms and equivalence, under each standard; keys; redaction. */
#include "fuzz.h"
#include "parts.h"
#include "proof/alike.h"

FUZZ_SHAPE(FUZZ_URIS, 2);

static struct everyuri_buf *const buf = &fuzz_buf[0], *const other_buf = &fuzz_buf[1],
				  *const first = &fuzz_buf[2], *const second = &fuzz_buf[3],
				  *const scratch = &fuzz_buf[4];

static bool same(const struct everyuri_uri *a, const struct everyuri_uri *b,
                 enum everyuri_level level)
{
	bool is_same = false;

	MUST(!everyuri_same(a, b, level, scratch, &is_same, NULL), fuzz_whole(a), fuzz_whole(b));
	return is_same;
}

/* A normal form is a fixed point, is equivalent to the URI, and has a host if the URI has one (THREATS L8). */
static void normal(const struct everyuri_uri *uri, enum everyuri_level level)
{
	struct everyuri_uri form, record;
	struct everyuri_text text;

	MUST(!everyuri_normalize(uri, level, first, &record, NULL), fuzz_whole(uri));
	text = fuzz_copy(fuzz_result(first).data, first->len);
	MUST(fuzz_read(text, (enum everyuri_standard)uri->standard, second, &form), fuzz_whole(uri),
	     text);
	MUST(same_parts(&record, &form, EVERYURI_N_PARTS), fuzz_whole(uri), text);
	MUST(void_host(uri, level) ||
	             !part_text(uri, EVERYURI_HOST).data == !part_text(&form, EVERYURI_HOST).data,
	     fuzz_whole(uri), text);
	MUST(same(uri, &form, level) && same(&form, uri, level), fuzz_whole(uri), text);
	MUST(!everyuri_normalize(&form, level, scratch, NULL, NULL), fuzz_whole(uri), text);
	MUST(fuzz_equal(fuzz_result(scratch), text), fuzz_whole(uri), text, fuzz_result(scratch));
	fuzz_free(text);
}

/* everyuri_same agrees with the normal forms. */
static void told_by_forms(const struct everyuri_uri *a, const struct everyuri_uri *b,
                          enum everyuri_level level)
{
	bool is_same = same(a, b, level);

	MUST(is_same == same(b, a, level), fuzz_whole(a), fuzz_whole(b));
	MUST(!everyuri_normalize(a, level, first, NULL, NULL) &&
	             !everyuri_normalize(b, level, second, NULL, NULL),
	     fuzz_whole(a), fuzz_whole(b));
	MUST(is_same == fuzz_equal(fuzz_result(first), fuzz_result(second)), fuzz_whole(a),
	     fuzz_whole(b), fuzz_result(first), fuzz_result(second));
}

/* If a key is a URI, it is its own key. */
static void key(struct everyuri_text text)
{
	for (unsigned profile = 0; profile < EVERYURI_KEY_DOMAIN; profile++) {
		struct everyuri_key_options options = {
			.profile = (enum everyuri_key_profile)profile
		};
		struct everyuri_text once;

		if (everyuri_key(text.data, text.len, &options, first, NULL))
			continue;
		once = fuzz_copy(fuzz_result(first).data, first->len);
		MUST(!everyuri_key(text.data, text.len, &options, first, NULL), text);
		MUST(fuzz_equal(once, fuzz_result(first)) && "each time the same", text, once);
		if (profile <= EVERYURI_KEY_WHATWG) {
			MUST(!everyuri_key(once.data, once.len, &options, first, NULL), text, once);
			MUST(fuzz_equal(once, fuzz_result(first)), text, once, fuzz_result(first));
		}
		fuzz_free(once);
	}
}

/* Redaction is idempotent. */
static void redact(const struct everyuri_uri *uri, struct everyuri_text text)
{
	struct everyuri_secrets secrets = { 0 };
	struct everyuri_text once;

	MUST(!everyuri_redact_text(text.data, text.len, &secrets, first, NULL), text);
	once = fuzz_copy(fuzz_result(first).data, first->len);
	MUST(!everyuri_redact_text(once.data, once.len, &secrets, first, NULL), text, once);
	MUST(fuzz_equal(once, fuzz_result(first)), text, once, fuzz_result(first));
	fuzz_free(once);
	MUST(!uri || !everyuri_redact(uri, &secrets, first, NULL), text);
}

static void fast_paths(struct everyuri_text text)
{
	struct fast_paths ways;

	if (text.len > TEXT_ROOM / 2)
		return;
	fast_paths_init(&ways);
	MUST(normalises_alike(&ways, text.data, text.len, EVERYURI_RFC3986), text);
	MUST(normalises_alike(&ways, text.data, text.len, EVERYURI_RFC2396), text);
	everyuri_buf_free(&ways.buf);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_input input = { data, size };
	enum everyuri_standard standard = fuzz_standard(fuzz_byte(&input));
	enum everyuri_level level = (enum everyuri_level)(fuzz_byte(&input) % 3);
	struct everyuri_text text = fuzz_text(&input), other_text = fuzz_text(&input);
	struct everyuri_uri uri, other;
	bool valid;

	fuzz_begin();
	valid = fuzz_read(text, standard, buf, &uri);
	if (valid)
		normal(&uri, level);
	if (valid && fuzz_read(other_text, standard, other_buf, &other))
		told_by_forms(&uri, &other, level);
	fast_paths(text);
	key(text);
	redact(valid ? &uri : NULL, text);
	fuzz_end();
	fuzz_free(text);
	fuzz_free(other_text);
	return 0;
}
