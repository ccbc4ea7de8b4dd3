/* misuse.c - calls without a buffer return a status: hostile input can trigger some of them. */
#include <everyuri.h>

#include "tap.h"

/* ---- no buffer ---------------------------------------------------------------------------- */

static struct everyuri_buf read_buf;

static struct everyuri_uri read_uri(const char *text, enum everyuri_standard standard,
                                    unsigned flags)
{
	struct everyuri_uri uri = { .len = 0 };

	ok(!everyuri_parse(text, strlen(text), standard, flags, NULL, &read_buf, &uri, NULL),
	   "%s is read", text);
	return uri;
}

/* Check the status and the error of a call without a buffer. */
static void is_refused(enum everyuri_status status, const struct everyuri_error *error,
                       const char *name)
{
	is_number(status, EVERYURI_NO_SPACE, "contract api.buffer: %s needs a buffer", name);
	if (error)
		ok(error->status == EVERYURI_NO_SPACE && error->clause && error->message,
		   "... and says so");
}

/* The URL Standard rewrites these; a program that was written for another standard has no buffer. */
static void parse_without_buffer(void)
{
	static const char *const rewritten[] = {
		"HTTP://h/", "http://h", " http://h/", "http://h/a/../b", "x:", "http://h/\xC3\xA4"
	};
	struct everyuri_uri uri, before, base;
	struct everyuri_error error;
	char longer[8192];

	memset(&before, 7, sizeof before);
	for (size_t k = 0; k < sizeof rewritten / sizeof *rewritten; k++) {
		uri = before;
		is_refused(everyuri_parse(rewritten[k], strlen(rewritten[k]), EVERYURI_WHATWG, 0,
		                          NULL, NULL, &uri, &error),
		           &error, rewritten[k]);
	}
	memset(longer, 'a', sizeof longer);
	memcpy(longer, "HTTP://h/", 9);
	is_refused(
		everyuri_parse(longer, sizeof longer, EVERYURI_WHATWG, 0, NULL, NULL, &uri, &error),
		&error, "a long text");
	is_number(everyuri_parse("http://h/", 9, EVERYURI_WHATWG, 0, NULL, NULL, &uri, NULL),
	          EVERYURI_OK, "contract api.parse: a text that is its own href needs none");
	for (int s = 0; s < EVERYURI_N_STANDARDS; s++) {
		const enum everyuri_standard standard = (enum everyuri_standard)s;

		if (standard == EVERYURI_URL1993 || standard == EVERYURI_URI1994)
			continue;
		base = read_uri("http://h/a/b", standard, 0);
		is_refused(everyuri_parse("c", 1, standard, 0, &base, NULL, &uri, &error), &error,
		           everyuri_standard_name(standard));
		is_refused(everyuri_parse("../c", 4, standard, 0, &base, NULL, &uri, &error),
		           &error, everyuri_standard_name(standard));
	}
	everyuri_buf_free(NULL);
	ok(true, "a null buffer can be freed");
}

static void uri_calls_without_buffer(enum everyuri_standard standard)
{
	static const struct everyuri_text parts[EVERYURI_N_PARTS] = { { "http", 4 }, { NULL, 0 },
		                                                      { NULL, 0 },   { "h", 1 },
		                                                      { NULL, 0 },   { "/", 1 } };
	const struct everyuri_change change = { .kind = EVERYURI_DELETE, .part = EVERYURI_QUERY };
	struct everyuri_uri a = read_uri("http://h/a?b=c", standard, 0), uri;
	struct everyuri_secrets secrets = { .flags = 0 };
	struct everyuri_comparison comparison;
	struct everyuri_error error;
	bool same;

	is_refused(everyuri_recompose(parts, standard, 0, NULL, &uri, &error), &error, "recompose");
	is_refused(everyuri_relate(&a, &a, 0, NULL, &error), &error, "relate");
	for (int level = EVERYURI_LEVEL_SIMPLE; level <= EVERYURI_LEVEL_SCHEME; level++) {
		is_refused(everyuri_normalize(&a, (enum everyuri_level)level, NULL, NULL, &error),
		           &error, "normalize");
		is_refused(everyuri_same(&a, &a, (enum everyuri_level)level, NULL, &same, &error),
		           &error, "same");
	}
	is_refused(everyuri_edit(&a, &change, 1, 0, NULL, &error), &error, "edit");
	is_refused(everyuri_edit(&a, NULL, 0, 0, NULL, NULL), NULL, "edit without a change");
	is_refused(everyuri_redact(&a, &secrets, NULL, &error), &error, "redact");
	is_refused(everyuri_compare(a.text, a.len, UINT32_MAX, 0, NULL, &comparison, &error),
	           &error, "compare");
}

static void other_calls_without_buffer(void)
{
	static const struct everyuri_byte_set none = { { 0 } };
	static const struct everyuri_mapping mapping = { .separator = '/' };
	const struct everyuri_text name = { "a", 1 };
	const struct everyuri_param param = { name, name };
	struct everyuri_uri url = read_uri("http://h/?a", EVERYURI_WHATWG, 0), uri;
	struct everyuri_uri iri = read_uri("http://h/\xC3\xA4", EVERYURI_RFC3987, 0);
	struct everyuri_uri file = read_uri("file:///a", EVERYURI_RFC3986, 0);
	struct everyuri_error error;

	is_refused(everyuri_whatwg_origin(&url, NULL, &error), &error, "whatwg_origin");
	is_refused(everyuri_whatwg_set(&url, EVERYURI_WHATWG_HASH, "b", 1, NULL, &uri, &error),
	           &error, "whatwg_set");
	is_refused(everyuri_iri_to_uri(&iri, 0, NULL, &error), &error, "iri_to_uri");
	is_refused(everyuri_uri_to_iri(&file, NULL, &error), &error, "uri_to_iri");
	is_refused(everyuri_path_to_uri("/a", 2, EVERYURI_PATH_POSIX, NULL, &error), &error,
	           "path_to_uri");
	is_refused(everyuri_path_from_uri(&file, EVERYURI_PATH_POSIX, NULL, &error), &error,
	           "path_from_uri");
	is_refused(everyuri_local_to_uri("x:", 2, "a", 1, &mapping, EVERYURI_RFC3986, NULL, &error),
	           &error, "local_to_uri");
	is_refused(everyuri_local_from_uri(&file, "file:///", 8, &mapping, NULL, &error), &error,
	           "local_from_uri");
	is_refused(everyuri_redact_text("x", 1, &(struct everyuri_secrets){ 0 }, NULL, &error),
	           &error, "redact_text");
	is_refused(everyuri_encode("a", 1, &none, 0, NULL, &error), &error, "encode");
	is_refused(everyuri_encode("", 0, &none, 0, NULL, &error), &error, "encode nothing");
	is_refused(everyuri_decode("a", 1, 0, NULL, &error), &error, "decode");
	is_refused(everyuri_safer("a", 1, &none, NULL, &error), &error, "safer");
	is_refused(everyuri_less_safe("a", 1, &none, NULL, &error), &error, "less_safe");
	is_refused(everyuri_params_decode("a", 1, NULL, &error), &error, "params_decode");
	is_refused(everyuri_params_get("a", 1, name, NULL, &error), &error, "params_get");
	is_refused(everyuri_params_append("a", 1, &param, 1, NULL, &error), &error,
	           "params_append");
	is_refused(everyuri_params_delete("a", 1, name, name, NULL, &error), &error,
	           "params_delete");
	is_refused(everyuri_params_set("a", 1, &param, NULL, &error), &error, "params_set");
	is_refused(everyuri_params_sort("a", 1, NULL, &error), &error, "params_sort");
	is_refused(everyuri_idna_to_ascii("a", 1, 0, NULL, &error), &error, "idna_to_ascii");
	is_refused(everyuri_idna_to_unicode("a", 1, 0, NULL, &error), &error, "idna_to_unicode");
	is_refused(everyuri_punycode_encode("a", 1, NULL, &error), &error, "punycode_encode");
	is_refused(everyuri_punycode_decode("a", 1, NULL, &error), &error, "punycode_decode");
	is_refused(everyuri_nfc("a", 1, NULL, &error), &error, "nfc");
	is_refused(everyuri_template_expand("a", 1, NULL, 0, NULL, &error), &error,
	           "template_expand");
}

static bool found_none(void *context, const struct everyuri_found *found)
{
	(void)context;
	(void)found;
	return true;
}

/* Calls whose result is a structure that lies in the buffer. */
static void structures_without_buffer(void)
{
	const struct everyuri_find_options find = { .max_len = 1000 };
	struct everyuri_stats_options counted = { .memory = EVERYURI_STATS_MEMORY_MIN };
	struct everyuri_key_options key = { .standard = EVERYURI_WHATWG };
	const struct everyuri_entry entry = { .name = { "a", 1 } };
	struct everyuri_uri uri = read_uri("ftp://h/a/", EVERYURI_RFC3986, 0);
	struct everyuri_uri index = read_uri("http://h/", EVERYURI_RFC3986, 0);
	static const struct everyuri_text row = { "HTTP://h/", 9 };
	struct everyuri_rows rows = { .layout = EVERYURI_LAYOUT_TEXTS, .n_rows = 1, .at = &row };
	struct everyuri_comparisons compared = { .status = NULL };
	struct everyuri_finder *finder;
	struct everyuri_stats *stats;
	struct everyuri_config config;
	struct everyuri_policy policy;
	struct everyuri_error error;
	struct everyuri_plan plan;
	struct everyuri_psl psl;
	size_t n_done;

	is_refused(everyuri_find_begin(&find, found_none, NULL, NULL, &finder, &error), &error,
	           "find_begin");
	is_refused(everyuri_psl_load("com\n", 4, NULL, &psl, &error), &error, "psl_load");
	is_refused(everyuri_policy_read("", 0, 0, NULL, &policy, &error), &error, "policy_read");
	is_refused(everyuri_config_read("", 0, NULL, &config, &error), &error,
	           "config_read without a rule");
	is_refused(everyuri_plan_make(&uri, NULL, NULL, &plan, &error), &error, "plan_make");
	is_refused(everyuri_entry_uri(&uri, &entry, NULL, &error), &error, "entry_uri");
	is_refused(everyuri_search_uri(&index, (struct everyuri_text){ "a", 1 }, NULL, &error),
	           &error, "search_uri");
	is_refused(everyuri_stats_init(NULL, &counted, &stats, &error), &error, "stats_init");
	counted.n_standards = 1;
	counted.standard[0] = EVERYURI_WHATWG;
	everyuri_buf_init(&read_buf, NULL, 0, NULL);
	ok(!everyuri_stats_init(&read_buf, &counted, &stats, NULL), "statistics begin");
	is_refused(everyuri_stats_add(stats, row.data, row.len, NULL, &error), &error, "stats_add");
	is_refused(everyuri_bulk_compare(&rows, UINT32_MAX, 0, NULL, &compared, &n_done, &error),
	           NULL, "bulk_compare");
	is_number((long long)n_done, 0, "... and no row is done");
	for (int profile = 0; profile < EVERYURI_KEY_DOMAIN; profile++) {
		key.profile = (enum everyuri_key_profile)profile;
		is_refused(everyuri_key(row.data, row.len, &key, NULL, &error), &error,
		           everyuri_key_profile_name(key.profile));
	}
	key.profile = EVERYURI_KEY_DOMAIN;
	is_refused(everyuri_key(row.data, row.len, &key, NULL, &error), &error, "key: domain");
	everyuri_buf_free(&read_buf);
}

/* ---- the flags of another call --------------------------------------------------------------- */

#define ALL_FLAGS                                                                                  \
	((unsigned)EVERYURI_ADMIT_PARTIAL | EVERYURI_ADMIT_ZONE | EVERYURI_LOOSE | EVERYURI_PLUS | \
	 EVERYURI_BARE_PERCENT | EVERYURI_LATIN1 | EVERYURI_EDIT_ENCODE |                          \
	 EVERYURI_IRI_ENCODE_HOST | EVERYURI_IDNA_STRICT | EVERYURI_PSL_ICANN_ONLY |               \
	 EVERYURI_POLICY_AMONG_OTHERS | (unsigned)EVERYURI_LINES_NUL |                             \
	 (unsigned)EVERYURI_LINES_END | (unsigned)EVERYURI_EXPLAIN_SECRETS |                       \
	 (unsigned)EVERYURI_EXPLAIN_ASCII | (unsigned)EVERYURI_SHOW_SECRETS |                      \
	 (unsigned)EVERYURI_FOR_TERMINAL)
#define READ_FLAGS ((unsigned)EVERYURI_ADMIT_PARTIAL | EVERYURI_ADMIT_ZONE | EVERYURI_LOOSE)

static struct everyuri_uri record, iri_record;
static struct everyuri_buf buf;
static struct everyuri_psl list;

typedef enum everyuri_status flagged_fn(unsigned flags, struct everyuri_error *err);

static enum everyuri_status parse_3986(unsigned flags, struct everyuri_error *err)
{
	struct everyuri_uri uri;

	return everyuri_parse("http://h/", 9, EVERYURI_RFC3986, flags, NULL, &buf, &uri, err);
}

static enum everyuri_status parse_whatwg(unsigned flags, struct everyuri_error *err)
{
	struct everyuri_uri uri;

	return everyuri_parse("http://h/", 9, EVERYURI_WHATWG, flags, NULL, &buf, &uri, err);
}

static enum everyuri_status parse_1738(unsigned flags, struct everyuri_error *err)
{
	struct everyuri_uri uri;

	return everyuri_parse("http://h/", 9, EVERYURI_RFC1738, flags, NULL, &buf, &uri, err);
}

static enum everyuri_status parse_with_base(unsigned flags, struct everyuri_error *err)
{
	struct everyuri_uri uri;

	return everyuri_parse("x", 1, EVERYURI_RFC3986, flags, &record, &buf, &uri, err);
}

static enum everyuri_status check_3986(unsigned flags, struct everyuri_error *err)
{
	return everyuri_check("http://h/", 9, EVERYURI_RFC3986, flags, err);
}

static enum everyuri_status check_1738(unsigned flags, struct everyuri_error *err)
{
	return everyuri_check("http://h/", 9, EVERYURI_RFC1738, flags, err);
}

static enum everyuri_status recompose(unsigned flags, struct everyuri_error *err)
{
	struct everyuri_text parts[EVERYURI_N_PARTS] = { { "a", 1 } };
	struct everyuri_uri uri;

	parts[EVERYURI_PATH] = (struct everyuri_text){ "b", 1 };
	return everyuri_recompose(parts, EVERYURI_RFC3986, flags, &buf, &uri, err);
}

static enum everyuri_status relate(unsigned flags, struct everyuri_error *err)
{
	return everyuri_relate(&record, &record, flags, &buf, err);
}

static enum everyuri_status compare(unsigned flags, struct everyuri_error *err)
{
	struct everyuri_comparison comparison;

	return everyuri_compare("http://h/", 9, UINT32_MAX, flags, &buf, &comparison, err);
}

static enum everyuri_status edit(unsigned flags, struct everyuri_error *err)
{
	return everyuri_edit(&record, NULL, 0, flags, &buf, err);
}

static enum everyuri_status encode(unsigned flags, struct everyuri_error *err)
{
	return everyuri_encode("a", 1, everyuri_place_set(EVERYURI_RFC3986, EVERYURI_PLACE_QUERY),
	                       flags, &buf, err);
}

static enum everyuri_status decode(unsigned flags, struct everyuri_error *err)
{
	return everyuri_decode("a", 1, flags, &buf, err);
}

static enum everyuri_status iri_to_uri(unsigned flags, struct everyuri_error *err)
{
	return everyuri_iri_to_uri(&iri_record, flags, &buf, err);
}

static enum everyuri_status to_ascii(unsigned flags, struct everyuri_error *err)
{
	return everyuri_idna_to_ascii("a", 1, flags, &buf, err);
}

static enum everyuri_status to_unicode(unsigned flags, struct everyuri_error *err)
{
	return everyuri_idna_to_unicode("a", 1, flags, &buf, err);
}

static enum everyuri_status psl_find(unsigned flags, struct everyuri_error *err)
{
	struct everyuri_psl_found found;

	return everyuri_psl_find(&list, "a.com", 5, flags, &found, err);
}

static enum everyuri_status policy_read(unsigned flags, struct everyuri_error *err)
{
	struct everyuri_policy policy;

	return everyuri_policy_read("", 0, flags, &buf, &policy, err);
}

static const struct everyuri_text one_row = { "http://h/", 9 };
static const struct everyuri_rows one = { .layout = EVERYURI_LAYOUT_TEXTS,
	                                  .n_rows = 1,
	                                  .at = &one_row };

static enum everyuri_status bulk_parse(unsigned flags, struct everyuri_error *err)
{
	struct everyuri_parts parts = { .host_kind = NULL };

	return everyuri_bulk_parse(&one, EVERYURI_RFC3986, flags, &parts, NULL, err);
}

static enum everyuri_status bulk_check(unsigned flags, struct everyuri_error *err)
{
	struct everyuri_verdicts verdicts = { .status = NULL };
	size_t n_done = 9;
	enum everyuri_status s =
		everyuri_bulk_check(&one, EVERYURI_WHATWG, flags, &verdicts, &n_done, err);

	ok(n_done == (s ? 0 : 1), "... bulk_check: n_done");
	return s;
}

static enum everyuri_status bulk_part(unsigned flags, struct everyuri_error *err)
{
	char room[64];
	struct everyuri_texts texts = { .data = room, .cap = sizeof room };

	return everyuri_bulk_part(&one, EVERYURI_RFC3986, flags, EVERYURI_HOST, &texts, NULL, NULL,
	                          err);
}

static enum everyuri_status bulk_compare(unsigned flags, struct everyuri_error *err)
{
	struct everyuri_comparisons compared = { .status = NULL };

	return everyuri_bulk_compare(&one, UINT32_MAX, flags, &buf, &compared, NULL, err);
}

static const struct {
	const char *name;
	unsigned own;
	flagged_fn *call;
} flagged[] = {
	{ "parse rfc3986", READ_FLAGS, parse_3986 },
	{ "parse whatwg", READ_FLAGS, parse_whatwg },
	{ "parse rfc1738", READ_FLAGS, parse_1738 },
	{ "parse with a base", READ_FLAGS, parse_with_base },
	{ "check rfc3986", READ_FLAGS, check_3986 },
	{ "check rfc1738", READ_FLAGS, check_1738 },
	{ "recompose", READ_FLAGS, recompose },
	{ "relate", READ_FLAGS, relate },
	{ "compare", READ_FLAGS, compare },
	{ "edit", EVERYURI_EDIT_ENCODE, edit },
	{ "encode", EVERYURI_PLUS | EVERYURI_LATIN1, encode },
	{ "decode", EVERYURI_PLUS | EVERYURI_BARE_PERCENT | EVERYURI_LATIN1, decode },
	{ "iri_to_uri", EVERYURI_IRI_ENCODE_HOST, iri_to_uri },
	{ "idna_to_ascii", EVERYURI_IDNA_STRICT, to_ascii },
	{ "idna_to_unicode", EVERYURI_IDNA_STRICT, to_unicode },
	{ "psl_find", EVERYURI_PSL_ICANN_ONLY, psl_find },
	{ "policy_read", EVERYURI_POLICY_AMONG_OTHERS, policy_read },
	{ "bulk_parse", READ_FLAGS, bulk_parse },
	{ "bulk_check", READ_FLAGS, bulk_check },
	{ "bulk_part", READ_FLAGS, bulk_part },
	{ "bulk_compare", READ_FLAGS, bulk_compare },
};

/* Every bit, alone: a call takes its own, and no other. */
static void foreign_flags(void)
{
	struct everyuri_buf list_buf;

	everyuri_buf_init(&list_buf, NULL, 0, NULL);
	ok(!everyuri_psl_load("com\n", 4, &list_buf, &list, NULL), "a list");
	record = read_uri("http://h/", EVERYURI_RFC3986, 0);
	iri_record = read_uri("http://h/", EVERYURI_RFC3987, 0);
	is_number(ALL_FLAGS, 0xFFFF, "contract api.flags: sixteen flags have sixteen bits");
	for (size_t k = 0; k < sizeof flagged / sizeof *flagged; k++) {
		ok(!flagged[k].call(0, NULL), "%s: no flag", flagged[k].name);
		for (unsigned bit = 0; bit < 32; bit++) {
			unsigned flags = 1u << bit;
			struct everyuri_error error = { .status = EVERYURI_OK };
			enum everyuri_status s = flagged[k].call(flags, &error);

			is_number(s, flags & flagged[k].own ? EVERYURI_OK : EVERYURI_OUT_OF_RANGE,
			          "contract api.flags: %s, bit %u", flagged[k].name, bit);
			is_number(error.status, s, "... and its error");
		}
	}
	everyuri_buf_free(&list_buf);
}

/* ---- a base of another standard ---------------------------------------------------------------- */

static void is_foreign(enum everyuri_status status, const struct everyuri_error *error,
                       const char *name)
{
	ok(status == EVERYURI_INVALID && error->status == EVERYURI_INVALID && error->which == 1,
	   "contract api.parse: %s refuses a record of another standard", name);
}

static void foreign_bases(void)
{
	struct everyuri_error error;
	struct everyuri_uri uri;
	bool same;

	for (int s = 0; s < EVERYURI_N_STANDARDS; s++) {
		struct everyuri_uri base = read_uri("http://h/a/b", (enum everyuri_standard)s, 0);

		for (int other = 0; other < EVERYURI_N_STANDARDS; other++) {
			const enum everyuri_standard standard = (enum everyuri_standard)other;
			struct everyuri_uri target;

			if (other == s)
				continue;
			memset(&error, 0, sizeof error);
			is_foreign(everyuri_parse("http://h/c", 10, standard, 0, &base, &buf, &uri,
			                          &error),
			           &error, "parse");
			ok(everyuri_parse("c", 1, standard, 0, &base, &buf, &uri, NULL) ==
			           EVERYURI_INVALID,
			   "... without an error to fill in");
			target = read_uri("http://h/a/c", standard, 0);
			is_foreign(everyuri_relate(&base, &target, 0, &buf, &error), &error,
			           "relate");
			is_foreign(everyuri_same(&base, &target, EVERYURI_LEVEL_SCHEME, &buf, &same,
			                         &error),
			           &error, "same");
			ok(everyuri_same(&base, &target, EVERYURI_LEVEL_SIMPLE, &buf, &same,
			                 NULL) == EVERYURI_INVALID,
			   "... without an error to fill in");
		}
		if (s != EVERYURI_WHATWG)
			is_foreign(everyuri_whatwg_errors("c", 1, &base, NULL, NULL, &error),
			           &error, "whatwg_errors");
	}
}

int main(void)
{
	everyuri_buf_init(&read_buf, NULL, 0, NULL);
	everyuri_buf_init(&buf, NULL, 0, NULL);
	parse_without_buffer();
	uri_calls_without_buffer(EVERYURI_RFC3986);
	uri_calls_without_buffer(EVERYURI_RFC1738);
	uri_calls_without_buffer(EVERYURI_RFC3987);
	uri_calls_without_buffer(EVERYURI_WHATWG);
	other_calls_without_buffer();
	structures_without_buffer();
	foreign_flags();
	foreign_bases();
	everyuri_buf_free(&buf);
	everyuri_buf_free(&read_buf);
	return done();
}
