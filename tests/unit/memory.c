/* memory.c - contract api.memory, api.buffer, api.length and api.error, for every call
 * that takes a buffer (THREATS L2, L4): the nth allocation fails, a fixed buffer is too small, a text
 * is too long; outputs stay as they were, and the same call then succeeds. */
#include <everyuri.h>

#include "failing.h"
#include "guard.h"
#include "tap.h"

#include <stdint.h>
#include <stdlib.h>

/* What a call gives besides the buffer. */
struct results {
	struct everyuri_uri uri;
	struct everyuri_comparison comparison;
	struct everyuri_finder *finder;
	struct everyuri_psl psl;
	bool same;
};

/* The inputs, parsed once; they lie outside of every buffer. */
struct inputs {
	struct everyuri_uri base, other, old_base, old_other, rfc1738, messy, query, whatwg;
	struct everyuri_psl psl;
};

typedef enum everyuri_status call_fn(const struct inputs *in, struct everyuri_buf *buf,
                                     struct results *out, struct everyuri_error *err);

static enum everyuri_status parse(const char *text, enum everyuri_standard standard,
                                  const struct everyuri_uri *base, struct everyuri_buf *buf,
                                  struct everyuri_uri *uri, struct everyuri_error *err)
{
	return everyuri_parse(text, strlen(text), standard, 0, base, buf, uri, err);
}

static enum everyuri_status call_resolve(const struct inputs *in, struct everyuri_buf *buf,
                                         struct results *out, struct everyuri_error *err)
{
	return parse("../../g?y#s", EVERYURI_RFC3986, &in->base, buf, &out->uri, err);
}

static enum everyuri_status call_resolve_1994(const struct inputs *in, struct everyuri_buf *buf,
                                              struct results *out, struct everyuri_error *err)
{
	return parse("../g/./h", EVERYURI_URI1994, &in->old_base, buf, &out->uri, err);
}

static enum everyuri_status call_resolve_1738(const struct inputs *in, struct everyuri_buf *buf,
                                              struct results *out, struct everyuri_error *err)
{
	return parse("../g;x", EVERYURI_RFC1738, &in->rfc1738, buf, &out->uri, err);
}

static enum everyuri_status call_resolve_full(const struct inputs *in, struct everyuri_buf *buf,
                                              struct results *out, struct everyuri_error *err)
{
	return parse("x://h/a/../b", EVERYURI_RFC3986, &in->base, buf, &out->uri, err);
}

static enum everyuri_status call_recompose(const struct inputs *in, struct everyuri_buf *buf,
                                           struct results *out, struct everyuri_error *err)
{
	const struct everyuri_text part[EVERYURI_N_PARTS] = {
		{ "http", 4 }, { "u", 1 },  { "p", 1 },   { "h.dom", 5 },
		{ "80", 2 },   { "/a", 2 }, { "k=v", 3 }, { "", 0 },
	};

	(void)in;
	return everyuri_recompose(part, EVERYURI_RFC3986, 0, buf, &out->uri, err);
}

static enum everyuri_status call_relate(const struct inputs *in, struct everyuri_buf *buf,
                                        struct results *out, struct everyuri_error *err)
{
	(void)out;
	return everyuri_relate(&in->base, &in->other, 0, buf, err);
}

static enum everyuri_status call_relate_1994(const struct inputs *in, struct everyuri_buf *buf,
                                             struct results *out, struct everyuri_error *err)
{
	(void)out;
	return everyuri_relate(&in->old_base, &in->old_other, 0, buf, err);
}

static enum everyuri_status call_normalize(const struct inputs *in, struct everyuri_buf *buf,
                                           struct results *out, struct everyuri_error *err)
{
	(void)out;
	return everyuri_normalize(&in->messy, EVERYURI_LEVEL_SCHEME, buf, NULL, err);
}

static enum everyuri_status call_normalize_simple(const struct inputs *in, struct everyuri_buf *buf,
                                                  struct results *out, struct everyuri_error *err)
{
	(void)out;
	return everyuri_normalize(&in->messy, EVERYURI_LEVEL_SIMPLE, buf, NULL, err);
}

static enum everyuri_status call_normalize_old(const struct inputs *in, struct everyuri_buf *buf,
                                               struct results *out, struct everyuri_error *err)
{
	(void)out;
	return everyuri_normalize(&in->rfc1738, EVERYURI_LEVEL_SYNTAX, buf, NULL, err);
}

static enum everyuri_status call_same(const struct inputs *in, struct everyuri_buf *buf,
                                      struct results *out, struct everyuri_error *err)
{
	return everyuri_same(&in->base, &in->other, EVERYURI_LEVEL_SYNTAX, buf, &out->same, err);
}

static enum everyuri_status call_compare(const struct inputs *in, struct everyuri_buf *buf,
                                         struct results *out, struct everyuri_error *err)
{
	(void)in;
	return everyuri_compare("HTTP://H.dom:80/%7Ea", 20, UINT32_MAX, 0, buf, &out->comparison,
	                        err);
}

static enum everyuri_status call_edit(const struct inputs *in, struct everyuri_buf *buf,
                                      struct results *out, struct everyuri_error *err)
{
	const struct everyuri_change changes[] = {
		{ EVERYURI_SET, EVERYURI_HOST, { NULL, 0 }, { "other.dom", 9 } },
		{ EVERYURI_APPEND_PATH, EVERYURI_PATH, { NULL, 0 }, { "a b", 3 } },
		{ EVERYURI_APPEND_QUERY, EVERYURI_QUERY, { "k&", 2 }, { "v=", 2 } },
		{ EVERYURI_DELETE_QUERY, EVERYURI_QUERY, { "b", 1 }, { NULL, 0 } },
		{ EVERYURI_SET_QUERY, EVERYURI_QUERY, { "a", 1 }, { "2", 1 } },
		{ EVERYURI_SORT_QUERY, EVERYURI_QUERY, { NULL, 0 }, { NULL, 0 } },
		{ EVERYURI_DELETE, EVERYURI_FRAGMENT, { NULL, 0 }, { NULL, 0 } },
	};

	(void)out;
	return everyuri_edit(&in->query, changes, sizeof changes / sizeof *changes,
	                     EVERYURI_EDIT_ENCODE, buf, err);
}

static enum everyuri_status call_redact(const struct inputs *in, struct everyuri_buf *buf,
                                        struct results *out, struct everyuri_error *err)
{
	const struct everyuri_text key = { "c", 1 };
	const struct everyuri_secrets secrets = { EVERYURI_REDACT_USER, &key, 1 };

	(void)out;
	return everyuri_redact(&in->query, &secrets, buf, err);
}

static enum everyuri_status call_redact_text(const struct inputs *in, struct everyuri_buf *buf,
                                             struct results *out, struct everyuri_error *err)
{
	const struct everyuri_secrets secrets = { EVERYURI_REDACT_QUERY, NULL, 0 };

	(void)in;
	(void)out;
	return everyuri_redact_text("http://u:p/@h ?a", 16, &secrets, buf, err);
}

static const char form_list[] = "b=%7e&a&b=+&%ff=c";

static enum everyuri_status call_params_append(const struct inputs *in, struct everyuri_buf *buf,
                                               struct results *out, struct everyuri_error *err)
{
	const struct everyuri_param params[] = { { { "k", 1 }, { "v w", 3 } },
		                                 { { "", 0 }, { NULL, 0 } } };

	(void)in;
	(void)out;
	return everyuri_params_append(form_list, sizeof form_list - 1, params, 2, buf, err);
}

static enum everyuri_status call_params_set(const struct inputs *in, struct everyuri_buf *buf,
                                            struct results *out, struct everyuri_error *err)
{
	const struct everyuri_param param = { { "b", 1 }, { "v w", 3 } };

	(void)in;
	(void)out;
	return everyuri_params_set(form_list, sizeof form_list - 1, &param, buf, err);
}

static enum everyuri_status call_params_sort(const struct inputs *in, struct everyuri_buf *buf,
                                             struct results *out, struct everyuri_error *err)
{
	(void)in;
	(void)out;
	return everyuri_params_sort(form_list, sizeof form_list - 1, buf, err);
}

static enum everyuri_status call_params_get(const struct inputs *in, struct everyuri_buf *buf,
                                            struct results *out, struct everyuri_error *err)
{
	const struct everyuri_text name = { "b", 1 };

	(void)in;
	(void)out;
	return everyuri_params_get(form_list, sizeof form_list - 1, name, buf, err);
}

static enum everyuri_status call_path_to_uri(const struct inputs *in, struct everyuri_buf *buf,
                                             struct results *out, struct everyuri_error *err)
{
	(void)in;
	(void)out;
	return everyuri_path_to_uri("\\\\h\\s\\a b", 9, EVERYURI_PATH_WINDOWS, buf, err);
}

static enum everyuri_status call_path_from_uri(const struct inputs *in, struct everyuri_buf *buf,
                                               struct results *out, struct everyuri_error *err)
{
	struct everyuri_uri uri;

	(void)in;
	(void)out;
	everyuri_parse("file:///a/b%20c", 15, EVERYURI_RFC3986, 0, NULL, NULL, &uri, NULL);
	return everyuri_path_from_uri(&uri, EVERYURI_PATH_POSIX, buf, err);
}

static enum everyuri_status call_template_expand(const struct inputs *in, struct everyuri_buf *buf,
                                                 struct results *out, struct everyuri_error *err)
{
	static const struct everyuri_text items[] = { { "a b", 3 }, { "\xFF", 1 } };
	const struct everyuri_variable variable = { { "v", 1 }, EVERYURI_VARIABLE_LIST, items, 2 };

	(void)in;
	(void)out;
	return everyuri_template_expand("http://h{/v*}{?v}", 17, &variable, 1, buf, err);
}

static enum everyuri_status call_whatwg(const struct inputs *in, struct everyuri_buf *buf,
                                        struct results *out, struct everyuri_error *err)
{
	(void)in;
	return parse(" HTTP://B\xC3\xBC"
	             "cher.example:80/a/../\xFF b?'#`",
	             EVERYURI_WHATWG, NULL, buf, &out->uri, err);
}

static enum everyuri_status call_whatwg_base(const struct inputs *in, struct everyuri_buf *buf,
                                             struct results *out, struct everyuri_error *err)
{
	return parse("../\xC3\xA9?y", EVERYURI_WHATWG, &in->whatwg, buf, &out->uri, err);
}

static enum everyuri_status call_whatwg_relate(const struct inputs *in, struct everyuri_buf *buf,
                                               struct results *out, struct everyuri_error *err)
{
	(void)out;
	return everyuri_relate(&in->whatwg, &in->whatwg, 0, buf, err);
}

static enum everyuri_status call_whatwg_edit(const struct inputs *in, struct everyuri_buf *buf,
                                             struct results *out, struct everyuri_error *err)
{
	static const struct everyuri_change changes[] = {
		{ EVERYURI_SET, EVERYURI_HOST, { NULL, 0 }, { "0x7f.1", 6 } },
		{ EVERYURI_APPEND_QUERY, EVERYURI_QUERY, { "k", 1 }, { "\xFF", 1 } },
	};

	(void)out;
	return everyuri_edit(&in->whatwg, changes, 2, 0, buf, err);
}

static enum everyuri_status call_whatwg_origin(const struct inputs *in, struct everyuri_buf *buf,
                                               struct results *out, struct everyuri_error *err)
{
	(void)out;
	return everyuri_whatwg_origin(&in->whatwg, buf, err);
}

static enum everyuri_status call_whatwg_set(const struct inputs *in, struct everyuri_buf *buf,
                                            struct results *out, struct everyuri_error *err)
{
	return everyuri_whatwg_set(&in->whatwg, EVERYURI_WHATWG_PATHNAME, "a\xFF/../b c", 10, buf,
	                           &out->uri, err);
}

static enum everyuri_status call_encode(const struct inputs *in, struct everyuri_buf *buf,
                                        struct results *out, struct everyuri_error *err)
{
	(void)in;
	(void)out;
	return everyuri_encode("a b\0%\xFF", 6,
	                       everyuri_place_set(EVERYURI_RFC3986, EVERYURI_PLACE_SEGMENT), 0, buf,
	                       err);
}

static enum everyuri_status call_decode(const struct inputs *in, struct everyuri_buf *buf,
                                        struct results *out, struct everyuri_error *err)
{
	(void)in;
	(void)out;
	return everyuri_decode("a%20b%00+%fF", 12, EVERYURI_PLUS, buf, err);
}

static const struct everyuri_byte_set letter_a = { { 0, 0, 0, 2, 0, 0, 0, 0 } };

static enum everyuri_status call_safer(const struct inputs *in, struct everyuri_buf *buf,
                                       struct results *out, struct everyuri_error *err)
{
	(void)in;
	(void)out;
	return everyuri_safer("banana%2D", 9, &letter_a, buf, err);
}

static enum everyuri_status call_less_safe(const struct inputs *in, struct everyuri_buf *buf,
                                           struct results *out, struct everyuri_error *err)
{
	(void)in;
	(void)out;
	return everyuri_less_safe("b%61n%61n%61%2D", 15, &letter_a, buf, err);
}

static bool take_none(void *context, const struct everyuri_found *found)
{
	(void)context;
	(void)found;
	return true;
}

static enum everyuri_status call_find_begin(const struct inputs *in, struct everyuri_buf *buf,
                                            struct results *out, struct everyuri_error *err)
{
	static const char *const names[] = { "http" };
	const struct everyuri_find_options options = { 0, names, 1, 100 };

	(void)in;
	return everyuri_find_begin(&options, take_none, NULL, buf, &out->finder, err);
}

static enum everyuri_status make_key(enum everyuri_key_profile profile, struct everyuri_buf *buf,
                                     struct everyuri_error *err)
{
	static const char text[] = "HTTP://u@WWW.h.dom:80/%7Ea/../b/?d&c=%20#f";
	const struct everyuri_key_options options = { .profile = profile };

	return everyuri_key(text, sizeof text - 1, &options, buf, err);
}

static enum everyuri_status call_key_scheme(const struct inputs *in, struct everyuri_buf *buf,
                                            struct results *out, struct everyuri_error *err)
{
	(void)in;
	(void)out;
	return make_key(EVERYURI_KEY_RFC3986_SCHEME, buf, err);
}

static enum everyuri_status call_key_surt(const struct inputs *in, struct everyuri_buf *buf,
                                          struct results *out, struct everyuri_error *err)
{
	(void)in;
	(void)out;
	return make_key(EVERYURI_KEY_SURT, buf, err);
}

static enum everyuri_status call_key_whatwg(const struct inputs *in, struct everyuri_buf *buf,
                                            struct results *out, struct everyuri_error *err)
{
	(void)in;
	(void)out;
	return make_key(EVERYURI_KEY_WHATWG, buf, err);
}

static enum everyuri_status call_psl_load(const struct inputs *in, struct everyuri_buf *buf,
                                          struct results *out, struct everyuri_error *err)
{
	static const char list[] = "// VERSION: 1\ncom\n*.b\xC3\xBC\n!a.b\xC3\xBC\n";

	(void)in;
	return everyuri_psl_load(list, sizeof list - 1, buf, &out->psl, err);
}

static enum everyuri_status call_key_domain(const struct inputs *in, struct everyuri_buf *buf,
                                            struct results *out, struct everyuri_error *err)
{
	struct everyuri_key_options options = { .profile = EVERYURI_KEY_DOMAIN,
		                                .standard = EVERYURI_RFC3986,
		                                .psl = &in->psl };

	(void)out;
	return everyuri_key("http://www.h.dom/", 17, &options, buf, err);
}

static const struct {
	const char *name;
	call_fn *call;
} calls[] = {
	{ "parse with a base (rfc3986)", call_resolve },
	{ "parse with a base (uri1994)", call_resolve_1994 },
	{ "parse with a base (rfc1738)", call_resolve_1738 },
	{ "parse of a full form with a base", call_resolve_full },
	{ "recompose", call_recompose },
	{ "relate (rfc3986)", call_relate },
	{ "relate (uri1994)", call_relate_1994 },
	{ "normalize, scheme", call_normalize },
	{ "normalize, simple", call_normalize_simple },
	{ "normalize (rfc1738)", call_normalize_old },
	{ "same", call_same },
	{ "compare", call_compare },
	{ "edit", call_edit },
	{ "redact", call_redact },
	{ "redact_text", call_redact_text },
	{ "params_append", call_params_append },
	{ "params_set", call_params_set },
	{ "params_sort", call_params_sort },
	{ "params_get", call_params_get },
	{ "path_to_uri", call_path_to_uri },
	{ "path_from_uri", call_path_from_uri },
	{ "template_expand", call_template_expand },
	{ "parse (whatwg)", call_whatwg },
	{ "parse with a base (whatwg)", call_whatwg_base },
	{ "relate (whatwg)", call_whatwg_relate },
	{ "edit (whatwg)", call_whatwg_edit },
	{ "whatwg_origin", call_whatwg_origin },
	{ "whatwg_set", call_whatwg_set },
	{ "encode", call_encode },
	{ "decode", call_decode },
	{ "safer", call_safer },
	{ "less_safe", call_less_safe },
	{ "find_begin", call_find_begin },
	{ "key, scheme", call_key_scheme },
	{ "key, surt", call_key_surt },
	{ "key, whatwg", call_key_whatwg },
	{ "psl_load", call_psl_load },
	{ "key, domain", call_key_domain },
};
#define N_CALLS (sizeof calls / sizeof *calls)

static const unsigned char mark = 0xA5;

static bool all_marked(const void *data, size_t len)
{
	const unsigned char *bytes = data;

	for (size_t i = 0; i < len; i++)
		if (bytes[i] != mark)
			return false;
	return true;
}

/* The nth allocation fails, alone and with all behind it, for every n that there is. */
static void fail_each(size_t which, const struct inputs *in)
{
	for (unsigned long round = 0; round < 200; round++) {
		struct failing failing;
		struct everyuri_buf buf;
		struct results out;
		struct everyuri_error err = { 0 };
		enum everyuri_status status, before;
		unsigned long n = round / 2 + 1;
		const char *ever = round % 2 ? ", and all behind it" : "";
		char *kept;
		size_t kept_len;

		failing_init(&failing, 0);
		everyuri_buf_init(&buf, NULL, 0, &failing.allocator);
		/* An earlier result lies in the buffer, and must still be there. */
		before = everyuri_encode("x", 1, &letter_a, 0, &buf, NULL);
		kept = buf.data;
		kept_len = buf.len;
		failing_round(&failing, round);
		memset(&out, mark, sizeof out);
		status = calls[which].call(in, &buf, &out, &err);
		if (!failing.failed) {
			ok(!before && !status,
			   "contract api.memory: %s succeeds with %lu allocations",
			   calls[which].name, round / 2);
			everyuri_buf_free(&buf);
			ok(!failing.blocks && !failing.misuses,
			   "contract api.memory: %s gives everything back", calls[which].name);
			return;
		}
		ok(status == EVERYURI_NO_MEMORY && err.status == EVERYURI_NO_MEMORY &&
		           all_marked(&out, sizeof out),
		   "contract api.memory: %s says so when allocation %lu fails%s, and leaves its "
		   "outputs",
		   calls[which].name, n, ever);
		ok(buf.data == kept && buf.len == kept_len && !memcmp(buf.data, "%78", 3),
		   "contract api.memory: %s leaves the buffer when allocation %lu fails%s",
		   calls[which].name, n, ever);
		failing_end(&failing);
		status = calls[which].call(in, &buf, &out, &err);
		ok(!status, "contract api.memory: %s succeeds after allocation %lu failed%s",
		   calls[which].name, n, ever);
		everyuri_buf_free(&buf);
		ok(!failing.blocks && !failing.misuses,
		   "contract api.memory: %s leaks nothing after allocation %lu failed%s",
		   calls[which].name, n, ever);
	}
	ok(false, "contract api.memory: %s comes to an end", calls[which].name);
}

/* Fixed buffers: what NO_SPACE calls needed is enough, and less is not. */
static void fill_fixed(size_t which, const struct inputs *in)
{
	struct everyuri_buf grown, fixed;
	struct results out;
	struct everyuri_error err = { 0 };
	char *memory;
	size_t needed;
	bool whole = true;

	everyuri_buf_init(&grown, NULL, 0, NULL);
	memset(&out, mark, sizeof out);
	calls[which].call(in, &grown, &out, NULL);
	memory = malloc(1u << 20);
	if (!memory)
		abort();
	memset(memory, mark, 1u << 20);
	everyuri_buf_init(&fixed, memory, 0, NULL);
	memset(&out, mark, sizeof out);
	if (calls[which].call(in, &fixed, &out, &err) != EVERYURI_NO_SPACE ||
	    fixed.needed > 1u << 20) {
		ok(false, "contract api.buffer: %s says so", calls[which].name);
		free(memory);
		everyuri_buf_free(&grown);
		return;
	}
	needed = fixed.needed;
	ok(err.status == EVERYURI_NO_SPACE && all_marked(&out, sizeof out) && fixed.len == 0 &&
	           fixed.cap == 0 && fixed.data == memory && all_marked(memory, 1u << 20),
	   "contract api.buffer: %s sets needed alone", calls[which].name);
	/* Sizes between nothing and enough: each says the same need and writes nothing past. */
	for (size_t cap = needed > 200 ? needed - 200 : 0; cap < needed; cap++) {
		memset(memory, mark, needed + 1);
		everyuri_buf_init(&fixed, memory, cap, NULL);
		memset(&out, mark, sizeof out);
		whole = whole && calls[which].call(in, &fixed, &out, NULL) == EVERYURI_NO_SPACE &&
		        fixed.needed == needed && all_marked(&out, sizeof out) &&
		        all_marked(memory, needed + 1);
	}
	ok(whole, "contract api.buffer: %s needs %zu with any less", calls[which].name, needed);
	memset(memory, mark, 1u << 20);
	everyuri_buf_init(&fixed, memory, needed, NULL);
	ok(!calls[which].call(in, &fixed, &out, &err) && all_marked(memory + needed, 100),
	   "contract api.buffer: %s succeeds with the %zu it asked for", calls[which].name, needed);
	ok(calls[which].call == call_find_begin ||
	           (fixed.len == grown.len && !memcmp(fixed.data, grown.data, grown.len)),
	   "contract api.buffer: %s then gives the same bytes", calls[which].name);
	ok(fixed.data == memory && fixed.cap == needed,
	   "contract api.memory: %s stays in its fixed buffer", calls[which].name);
	everyuri_buf_free(&fixed);
	free(memory);
	everyuri_buf_free(&grown);
}

/* A length above the limit: the pointer leads nowhere and is not followed. */
static void too_long(void)
{
#if SIZE_MAX > UINT32_MAX
	const size_t len = (size_t)EVERYURI_TEXT_MAX + 1;
	struct guard guard = { 0 };
	const char *nowhere = guard_end(&guard, "", 0);
	const struct everyuri_key_options options = { .profile = EVERYURI_KEY_SURT };
	const struct everyuri_psl psl = { .n_rules = 0 };
	struct everyuri_psl_found found;
	struct everyuri_buf buf;
	struct results out;
	struct everyuri_error err;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	memset(&out, mark, sizeof out);
	for (int s = 0; s < EVERYURI_N_STANDARDS; s++) {
		enum everyuri_standard standard = (enum everyuri_standard)s;

		if (!everyuri_standard_built(standard))
			continue;
		memset(&err, mark, sizeof err);
		ok(everyuri_parse(nowhere, len, standard, 0, NULL, NULL, &out.uri, &err) ==
		                   EVERYURI_TOO_LONG &&
		           err.status == EVERYURI_TOO_LONG && all_marked(&out, sizeof out),
		   "contract api.length: %s parse: too long", everyuri_standard_name(standard));
		ok(everyuri_check(nowhere, SIZE_MAX, standard, 0, NULL) == EVERYURI_TOO_LONG,
		   "contract api.length: %s check: too long", everyuri_standard_name(standard));
	}
	ok(everyuri_compare(nowhere, len, UINT32_MAX, 0, &buf, &out.comparison, &err) ==
	                   EVERYURI_TOO_LONG &&
	           all_marked(&out, sizeof out),
	   "contract api.length: compare: too long");
	ok(everyuri_key(nowhere, len, &options, &buf, &err) == EVERYURI_TOO_LONG,
	   "contract api.length: key: too long");
	ok(everyuri_psl_load(nowhere, len, &buf, &out.psl, &err) == EVERYURI_TOO_LONG &&
	           all_marked(&out, sizeof out),
	   "contract api.length: psl_load: too long");
	ok(everyuri_psl_find(&psl, nowhere, len, 0, &found, &err) == EVERYURI_TOO_LONG,
	   "contract api.length: psl_find: too long");
	ok(everyuri_encode(nowhere, len, &letter_a, 0, &buf, NULL) == EVERYURI_TOO_LONG,
	   "contract api.length: encode: too long");
	ok(everyuri_decode(nowhere, len, 0, &buf, NULL) == EVERYURI_TOO_LONG,
	   "contract api.length: decode: too long");
	ok(everyuri_safer(nowhere, len, &letter_a, &buf, NULL) == EVERYURI_TOO_LONG,
	   "contract api.length: safer: too long");
	ok(everyuri_less_safe(nowhere, len, &letter_a, &buf, NULL) == EVERYURI_TOO_LONG,
	   "contract api.length: less_safe: too long");
	everyuri_buf_free(&buf);
	guard_free(&guard);
#else
	skip("contract api.length: too long", "size_t has 32 bits here");
#endif
}

/* On failure of other kinds: outputs untouched, err written only then. */
static void untouched(const struct inputs *in)
{
	struct everyuri_buf buf;
	struct results out;
	struct everyuri_error err;
	struct everyuri_uri partial;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	memset(&out, mark, sizeof out);
	for (int s = 0; s < EVERYURI_N_STANDARDS; s++) {
		enum everyuri_standard standard = (enum everyuri_standard)s;
		struct everyuri_uri uri;

		memset(&err, mark, sizeof err);
		if (!everyuri_standard_built(standard)) {
			ok(everyuri_check("a:b", 3, standard, 0, &err) == EVERYURI_UNSUPPORTED &&
			           everyuri_parse("a:b", 3, standard, 0, NULL, NULL, &out.uri,
			                          NULL) == EVERYURI_UNSUPPORTED,
			   "contract api.error: %s is said not to be in this build",
			   everyuri_standard_name(standard));
			continue;
		}
		ok(everyuri_parse("%:", 2, standard, 0, NULL, &buf, &out.uri, NULL) ==
		                   EVERYURI_INVALID &&
		           all_marked(&out, sizeof out),
		   "contract api.error: %s parse leaves its output on failure",
		   everyuri_standard_name(standard));
		ok(!everyuri_parse("a:b", 3, standard, 0, NULL, &buf, &uri, &err) &&
		           all_marked(&err, sizeof err),
		   "contract api.error: %s parse leaves the error on success",
		   everyuri_standard_name(standard));
		ok(uri.part[EVERYURI_HOST].begin == EVERYURI_ABSENT &&
		           uri.part[EVERYURI_HOST].end == EVERYURI_ABSENT,
		   "contract api.span: %s: absent at both ends", everyuri_standard_name(standard));
	}
	everyuri_parse("g", 1, EVERYURI_RFC3986, EVERYURI_ADMIT_PARTIAL, NULL, NULL, &partial,
	               NULL);
	memset(&err, 0, sizeof err);
	ok(parse("g", EVERYURI_RFC3986, &partial, &buf, &out.uri, &err) == EVERYURI_INVALID &&
	           err.which == 1 && all_marked(&out, sizeof out),
	   "contract api.error: a base that is partial is the argument at fault");
	memset(&err, 0, sizeof err);
	ok(parse("%", EVERYURI_RFC3986, &in->base, &buf, &out.uri, &err) == EVERYURI_INVALID &&
	           err.which == 0 && err.at == 1 && all_marked(&out, sizeof out),
	   "contract api.error: a bad reference is the text's own fault");
	ok(everyuri_relate(&partial, &in->base, 0, &buf, &err) == EVERYURI_INVALID &&
	           err.which == 1,
	   "contract api.error: relate to a base that is partial");
	ok(everyuri_relate(&in->base, &partial, 0, &buf, &err) == EVERYURI_INVALID &&
	           err.which == 0,
	   "contract api.error: relate what is partial itself");
	everyuri_buf_free(&buf);
}

static struct everyuri_uri read_uri(const char *text, enum everyuri_standard standard)
{
	struct everyuri_uri uri = { 0 };

	/* Where a standard rewrites what it reads; it lives as long as the test. */
	static char room[4096];
	struct everyuri_buf buf;

	everyuri_buf_init(&buf, room, sizeof room, NULL);
	ok(!parse(text, standard, NULL, &buf, &uri, NULL), "%s reads %s",
	   everyuri_standard_name(standard), text);
	return uri;
}

int main(void)
{
	static const char list[] = "dom\n";
	struct everyuri_buf list_buf;
	struct inputs in = {
		.base = read_uri("http://a/b/c/d;p?q", EVERYURI_RFC3986),
		.other = read_uri("http://a/b/x/y?z", EVERYURI_RFC3986),
		.old_base = read_uri("magic://a/b/c//d/e/f", EVERYURI_URI1994),
		.old_other = read_uri("magic://a/b/c//d/g", EVERYURI_URI1994),
		.rfc1738 = read_uri("http://A/b/%7E%41/d", EVERYURI_RFC1738),
		.messy = read_uri("HTTP://WWW.Example.com:80/a/./b/../c/%7esmith%2f",
		                  EVERYURI_RFC3986),
		.query = read_uri("http://u:p@h:1/a/b?c=d&b&a=1#f", EVERYURI_RFC3986),
		.whatwg = read_uri("http://u:p@H:80/a/b?c=d#f", EVERYURI_WHATWG),
	};

	everyuri_buf_init(&list_buf, NULL, 0, NULL);
	ok(!everyuri_psl_load(list, sizeof list - 1, &list_buf, &in.psl, NULL), "the list is read");
	for (size_t i = 0; i < N_CALLS; i++)
		fail_each(i, &in);
	for (size_t i = 0; i < N_CALLS; i++)
		fill_fixed(i, &in);
	untouched(&in);
	too_long();
	everyuri_buf_free(&list_buf);
	return done();
}
