/* linear.c - every function takes time linear in the length of its text, for any text (THREATS L3).  linear.h measures;
 * this file has worst-case texts. */
#include <everyuri.h>

#include "linear.h"

#include <everyuri/bulk.h>
#include <everyuri/stats.h>

/* Two buffers, in one block of memory, for a call that parses first or has a base. */
static struct everyuri_buf part_of(struct linear_work *work, int part)
{
	struct everyuri_buf buf;
	size_t each = LINEAR_ROOM / 4;

	everyuri_buf_init(&buf, work->buf.data + (size_t)part * each, each, NULL);
	return buf;
}

static enum everyuri_standard standard_of(const struct linear_work *work)
{
	return (enum everyuri_standard)(work->number % 10);
}

/* Parses by the standard of the shape, relative references, too. */
static enum everyuri_status read_it(struct linear_work *work, const char *text, size_t len,
                                    struct everyuri_uri *uri)
{
	struct everyuri_buf buf = part_of(work, 3);

	return everyuri_parse(text, len, standard_of(work), EVERYURI_ADMIT_PARTIAL, NULL, &buf, uri,
	                      NULL);
}

/* ---- reading --------------------------------------------------------------------------------- */

static enum everyuri_status parse(struct linear_work *work, const char *text, size_t len)
{
	struct everyuri_uri uri;

	return everyuri_parse(text, len, standard_of(work), 0, NULL, &work->buf, &uri, NULL);
}

static enum everyuri_status check(struct linear_work *work, const char *text, size_t len)
{
	return everyuri_check(text, len, standard_of(work), EVERYURI_ADMIT_PARTIAL, NULL);
}

static enum everyuri_status compare(struct linear_work *work, const char *text, size_t len)
{
	struct everyuri_comparison comparison;

	return everyuri_compare(text, len, 0x1FF, 0, &work->buf, &comparison, NULL);
}

static void note(void *context, const struct everyuri_whatwg_note *note)
{
	(void)note;
	++*(unsigned long *)context;
}

static enum everyuri_status errors(struct linear_work *work, const char *text, size_t len)
{
	unsigned long n_notes = 0;

	(void)work;
	return everyuri_whatwg_errors(text, len, NULL, note, &n_notes, NULL);
}

/* ---- from a base, and to one ----------------------------------------------------------------- */

/* The text is the reference; the base has as many segments as shape.with repeated. */
static enum everyuri_status resolve(struct linear_work *work, const char *text, size_t len)
{
	struct everyuri_uri base, uri;
	struct everyuri_buf own = part_of(work, 2);
	enum everyuri_status s = everyuri_parse(work->with, strlen(work->with), standard_of(work),
	                                        0, NULL, &own, &base, NULL);

	return s ? s :
	           everyuri_parse(text, len, standard_of(work), EVERYURI_ADMIT_PARTIAL, &base,
	                          &work->buf, &uri, NULL);
}

/* The text is the base, and shape.with the reference. */
static enum everyuri_status resolve_from(struct linear_work *work, const char *text, size_t len)
{
	struct everyuri_uri base, uri;
	enum everyuri_status s = read_it(work, text, len, &base);

	return s ? s :
	           everyuri_parse(work->with, strlen(work->with), standard_of(work),
	                          EVERYURI_ADMIT_PARTIAL, &base, &work->buf, &uri, NULL);
}

/* The text is the base; its path without the first segment is the reference, which climbs back. */
static enum everyuri_status resolve_both(struct linear_work *work, const char *text, size_t len)
{
	struct everyuri_uri base, uri;
	enum everyuri_status s = read_it(work, text, len / 4, &base);

	return s ? s :
	           everyuri_parse(text + len / 4, len - len / 4, standard_of(work),
	                          EVERYURI_ADMIT_PARTIAL, &base, &work->buf, &uri, NULL);
}

static enum everyuri_status relate(struct linear_work *work, const char *text, size_t len)
{
	struct everyuri_uri base, target;
	enum everyuri_status s = read_it(work, text, len, &base);
	struct everyuri_buf own = part_of(work, 2);

	s = s ? s :
	        everyuri_parse(work->with, strlen(work->with), standard_of(work), 0, NULL, &own,
	                       &target, NULL);
	return s ? s : everyuri_relate(&base, &target, 0, &work->buf, NULL);
}

/* ---- canonical forms --------------------------------------------------------------------------- */

static enum everyuri_status normalize(struct linear_work *work, const char *text, size_t len)
{
	struct everyuri_uri uri;
	enum everyuri_status s = read_it(work, text, len, &uri);

	return s ? s : everyuri_normalize(&uri, EVERYURI_LEVEL_SCHEME, &work->buf, NULL, NULL);
}

static enum everyuri_status same(struct linear_work *work, const char *text, size_t len)
{
	struct everyuri_uri uri;
	enum everyuri_status s = read_it(work, text, len, &uri);
	bool is_same;

	return s ? s : everyuri_same(&uri, &uri, EVERYURI_LEVEL_SCHEME, &work->buf, &is_same, NULL);
}

static enum everyuri_status key(struct linear_work *work, const char *text, size_t len)
{
	static const char list[] = "com\n*.uk\n!a.uk\n";
	struct everyuri_psl psl;
	struct everyuri_buf own = part_of(work, 2);
	struct everyuri_key_options options = {
		.profile = (enum everyuri_key_profile)(work->number / 10),
		.standard = standard_of(work),
		.psl = &psl,
	};
	enum everyuri_status s = everyuri_psl_load(list, sizeof list - 1, &own, &psl, NULL);

	return s ? s : everyuri_key(text, len, &options, &work->buf, NULL);
}

static enum everyuri_status psl_load(struct linear_work *work, const char *text, size_t len)
{
	struct everyuri_psl psl;

	return everyuri_psl_load(text, len, &work->buf, &psl, NULL);
}

/* ---- changing ------------------------------------------------------------------------------------ */

/* The kind is the shape's tens. */
static enum everyuri_status edit(struct linear_work *work, const char *text, size_t len)
{
	struct everyuri_change change = { .kind = (enum everyuri_change_kind)(work->number / 10),
		                          .part = EVERYURI_PATH,
		                          .key = { "k", 1 },
		                          .value = { "v", 1 } };
	struct everyuri_uri uri;
	enum everyuri_status s = read_it(work, text, len, &uri);

	return s ? s : everyuri_edit(&uri, &change, 1, 0, &work->buf, NULL);
}

/* Encodes the text for a part and sets it. */
static enum everyuri_status put(struct linear_work *work, const char *text, size_t len)
{
	struct everyuri_change change = { .kind = EVERYURI_SET,
		                          .part = EVERYURI_QUERY,
		                          .value = { text, len } };
	struct everyuri_uri uri;
	enum everyuri_status s = read_it(work, work->with, strlen(work->with), &uri);

	return s ? s : everyuri_edit(&uri, &change, 1, EVERYURI_EDIT_ENCODE, &work->buf, NULL);
}

static enum everyuri_status whatwg_set(struct linear_work *work, const char *text, size_t len)
{
	struct everyuri_uri uri, result;
	enum everyuri_status s = read_it(work, work->with, strlen(work->with), &uri);

	return s ? s :
	           everyuri_whatwg_set(&uri, (enum everyuri_whatwg_attribute)(work->number / 10),
	                               text, len, &work->buf, &result, NULL);
}

static enum everyuri_status recompose(struct linear_work *work, const char *text, size_t len)
{
	struct everyuri_text part[EVERYURI_N_PARTS] = {
		[EVERYURI_SCHEME] = { "x", 1 },
		[EVERYURI_HOST] = { "h", 1 },
		[EVERYURI_PATH] = { text, len },
	};
	struct everyuri_uri uri;

	return everyuri_recompose(part, standard_of(work), 0, &work->buf, &uri, NULL);
}

static const struct everyuri_text secret_keys[] = { { "token", 5 } };
static const struct everyuri_secrets secrets = { EVERYURI_REDACT_USER, secret_keys, 1 };

static enum everyuri_status redact(struct linear_work *work, const char *text, size_t len)
{
	struct everyuri_uri uri;
	enum everyuri_status s = read_it(work, text, len, &uri);

	return s ? s : everyuri_redact(&uri, &secrets, &work->buf, NULL);
}

static enum everyuri_status redact_text(struct linear_work *work, const char *text, size_t len)
{
	return everyuri_redact_text(text, len, &secrets, &work->buf, NULL);
}

/* ---- pieces ---------------------------------------------------------------------------------------- */

static enum everyuri_status encode(struct linear_work *work, const char *text, size_t len)
{
	return everyuri_encode(text, len,
	                       everyuri_place_set(EVERYURI_RFC3986, EVERYURI_PLACE_QUERY), 0,
	                       &work->buf, NULL);
}

static enum everyuri_status decode(struct linear_work *work, const char *text, size_t len)
{
	return everyuri_decode(text, len, 0, &work->buf, NULL);
}

static enum everyuri_status pairs(struct linear_work *work, const char *text, size_t len)
{
	struct everyuri_text name = { "k", 1 };
	struct everyuri_param param = { name, { "v", 1 } };

	switch (work->number) {
	case 0:
		return everyuri_params_append(text, len, &param, 1, &work->buf, NULL);
	case 1:
		return everyuri_params_delete(text, len, name, (struct everyuri_text){ 0 },
		                              &work->buf, NULL);
	case 2:
		return everyuri_params_set(text, len, &param, &work->buf, NULL);
	case 3:
		return everyuri_params_sort(text, len, &work->buf, NULL);
	default:
		return everyuri_params_get(text, len, name, &work->buf, NULL);
	}
}

static enum everyuri_status template_check(struct linear_work *work, const char *text, size_t len)
{
	unsigned level;

	(void)work;
	return everyuri_template_check(text, len, &level, NULL);
}

static enum everyuri_status template_expand(struct linear_work *work, const char *text, size_t len)
{
	static const struct everyuri_text item = { "v", 1 };
	static const struct everyuri_variable variable = { { "a", 1 }, 0, &item, 1 };

	return everyuri_template_expand(text, len, &variable, 1, &work->buf, NULL);
}

/* The text is the URI. */
static enum everyuri_status template_match(struct linear_work *work, const char *text, size_t len)
{
	struct everyuri_matched match;

	return everyuri_template_match(work->with, strlen(work->with), text, len, &match, NULL);
}

/* ---- characters --------------------------------------------------------------------------------------- */

static enum everyuri_status idna(struct linear_work *work, const char *text, size_t len)
{
	switch (work->number) {
	case 0:
		return everyuri_idna_to_ascii(text, len, 0, &work->buf, NULL);
	case 1:
		return everyuri_idna_to_unicode(text, len, 0, &work->buf, NULL);
	case 2:
		return everyuri_punycode_encode(text, len, &work->buf, NULL);
	case 3:
		return everyuri_punycode_decode(text, len, &work->buf, NULL);
	default:
		return everyuri_nfc(text, len, &work->buf, NULL);
	}
}

static bool bidi_warning(void *context, const struct everyuri_iri_bidi_warning *warning)
{
	(void)context, (void)warning;
	return true;
}

static enum everyuri_status iri(struct linear_work *work, const char *text, size_t len)
{
	struct everyuri_uri uri;
	enum everyuri_status s = read_it(work, text, len, &uri);

	if (s)
		return s;
	switch (work->number / 10) {
	case 0:
		return everyuri_iri_to_uri(&uri, 0, &work->buf, NULL);
	case 1:
		return everyuri_uri_to_iri(&uri, &work->buf, NULL);
	default:
		everyuri_iri_bidi(&uri, bidi_warning, NULL);
		return EVERYURI_OK;
	}
}

/* ---- local names --------------------------------------------------------------------------------------- */

static enum everyuri_status path_to_uri(struct linear_work *work, const char *text, size_t len)
{
	return everyuri_path_to_uri(text, len, (enum everyuri_path_system)work->number, &work->buf,
	                            NULL);
}

static enum everyuri_status path_from_uri(struct linear_work *work, const char *text, size_t len)
{
	struct everyuri_uri uri;
	enum everyuri_status s = read_it(work, text, len, &uri);

	return s ? s :
	           everyuri_path_from_uri(&uri, (enum everyuri_path_system)(work->number / 10),
	                                  &work->buf, NULL);
}

static enum everyuri_status local_name(struct linear_work *work, const char *text, size_t len)
{
	const struct everyuri_mapping *mapping =
		everyuri_mapping_find(NULL, 0, work->with, strlen(work->with));

	return everyuri_local_to_uri("x-name:", 7, text, len, mapping, standard_of(work),
	                             &work->buf, NULL);
}

/* ---- finding ---------------------------------------------------------------------------------------------- */

static bool found(void *context, const struct everyuri_found *one)
{
	(void)one;
	++*(unsigned long *)context;
	return true;
}

static enum everyuri_status find(struct linear_work *work, const char *text, size_t len)
{
	static const char *const schemes[] = { "ftp", "http", "https", "mailto" };
	struct everyuri_find_options options = { .flags = (unsigned)work->number,
		                                 .schemes = schemes,
		                                 .n_schemes = 4 };
	struct everyuri_finder *finder;
	unsigned long n_found = 0;
	enum everyuri_status s =
		everyuri_find_begin(&options, found, &n_found, &work->buf, &finder, NULL);

	if (s)
		return s;
	everyuri_find_feed(finder, text, len);
	everyuri_find_end(finder);
	return EVERYURI_OK;
}

/* ---- planning ------------------------------------------------------------------------------------------- */

static const struct everyuri_policy no_limits = { .max_command = UINT32_MAX,
	                                          .max_steps = UINT32_MAX };

static bool away(void *context, const char *data, size_t len)
{
	*(size_t *)context += len + (data != NULL);
	return true;
}

/* The plan, as JSON and as text. */
static enum everyuri_status plan(struct linear_work *work, const char *text, size_t len)
{
	struct everyuri_config config = { .policy = &no_limits };
	struct everyuri_uri uri;
	struct everyuri_plan made;
	enum everyuri_status s = read_it(work, text, len, &uri);
	struct everyuri_writer w;
	char block[4096];
	size_t written = 0;

	s = s ? s : everyuri_plan_make(&uri, &config, &work->buf, &made, NULL);
	if (s)
		return s;
	everyuri_writer_init(&w, block, sizeof block, away, &written);
	everyuri_plan_write_json(&w, &made, 0);
	everyuri_plan_write_text(&w, &made, 0, 0);
	everyuri_writer_flush(&w);
	return EVERYURI_OK;
}

static enum everyuri_status explain(struct linear_work *work, const char *text, size_t len)
{
	struct everyuri_explain_options options = { .standard = standard_of(work) };
	struct everyuri_explanation explanation;
	enum everyuri_status s;

	everyuri_explanation_init(&explanation, NULL);
	s = everyuri_explain(text, len, &options, &explanation, NULL);
	everyuri_explanation_free(&explanation);
	return s;
}

static enum everyuri_status config_read(struct linear_work *work, const char *text, size_t len)
{
	struct everyuri_config config = { 0 };

	return everyuri_config_read(text, len, &work->buf, &config, NULL);
}

static enum everyuri_status policy_read(struct linear_work *work, const char *text, size_t len)
{
	struct everyuri_policy policy = { 0 };

	return everyuri_policy_read(text, len, 0, &work->buf, &policy, NULL);
}

/* ---- writing ------------------------------------------------------------------------------------------------ */

static enum everyuri_status writing(struct linear_work *work, const char *text, size_t len)
{
	struct everyuri_writer w;
	char block[4096];
	size_t written = 0;

	everyuri_writer_init(&w, block, sizeof block, away, &written);
	switch (work->number) {
	case 0:
		everyuri_write_json_shown(&w, text, len);
		break;
	case 1:
		everyuri_write_html_shown(&w, text, len);
		break;
	case 2:
		everyuri_write_terminal(&w, text, len);
		break;
	case 3:
		everyuri_write_tsv(&w, text, len);
		break;
	case 4:
		everyuri_write_base64(&w, text, len);
		break;
	case 5:
		everyuri_write_cells(&w, text, len);
		break;
	default:
		everyuri_write_short(&w, text, len, everyuri_cells(text, len) / 2, 0);
		break;
	}
	everyuri_writer_flush(&w);
	return EVERYURI_OK;
}

/* ---- many at once --------------------------------------------------------------------------------------------- */

static enum everyuri_status lines(struct linear_work *work, const char *text, size_t len)
{
	struct everyuri_buf spans = part_of(work, 0), status = part_of(work, 1),
			    at = part_of(work, 2);
	struct everyuri_verdicts verdicts = { (uint8_t *)status.data, (uint32_t *)(void *)at.data };
	struct everyuri_rows rows = {
		.layout = EVERYURI_LAYOUT_SPANS, .data = text, .data_len = len, .at = spans.data
	};
	size_t n_done = 0;

	everyuri_lines_cut(text, len, EVERYURI_LINES_END,
	                   (struct everyuri_span *)(void *)spans.data,
	                   spans.cap / sizeof(struct everyuri_span), &rows.n_rows);
	return everyuri_bulk_check(&rows, standard_of(work), 0, &verdicts, &n_done, NULL);
}

static enum everyuri_status stats(struct linear_work *work, const char *text, size_t len)
{
	struct everyuri_stats_options options = { .memory = 4 << 20 };
	struct everyuri_buf own = part_of(work, 2);
	struct everyuri_stats *counted;
	enum everyuri_status s = everyuri_stats_init(&work->buf, &options, &counted, NULL);

	return s ? s : everyuri_stats_add(counted, text, len, &own, NULL);
}

/* ---- shapes ----------------------------------------------------------------------------------------------------- */

/* Each must be sorted before the preceding one. */
#define MARKS                                                                                      \
	"\xCC\x81\xCC\x96\xCC\x9B\xCC\x81\xCC\x96\xCC\x9B\xCC\x81\xCC\x96\xCC\x9B\xCC\x81\xCC\x96" \
	"\xCC\x9B"

#define YES EVERYURI_OK
#define NO EVERYURI_INVALID
#define CHANGE(kind, standard) (10 * (int)(kind) + (int)(standard))

static const struct linear_shape shapes[] = {
	{ "url1993: colons where the port could be", parse, EVERYURI_URL1993, "http://h", ":1", "",
	  YES, NULL },
	{ "url1993: users of telnet", parse, EVERYURI_URL1993, "telnet://", "a@", "h", YES, NULL },
	{ "uri1994: users in front of a host", parse, EVERYURI_URI1994, "ftp://", "a@", "1/x", YES,
	  NULL },
	{ "uri1994: versions of prospero", parse, EVERYURI_URI1994, "prospero://h/", "%00", "1",
	  YES, NULL },
	{ "rfc1630: pieces of a wais document", parse, EVERYURI_RFC1630, "wais://h/d/t/", "1=a;",
	  "", YES, NULL },
	{ "rfc1738: labels of a host", parse, EVERYURI_RFC1738, "http://", "a-a.", "a", YES, NULL },
	{ "rfc1738: tabs of a gopher", parse, EVERYURI_RFC1738, "gopher://h/0", "%09", "", YES,
	  NULL },
	{ "rfc1738: fields of prospero", parse, EVERYURI_RFC1738, "prospero://h/p", ";a=b", "", YES,
	  NULL },
	{ "rfc1738: a byte that is wrong at the end", parse, EVERYURI_RFC1738, "http://h/", "a/",
	  "{", NO, NULL },
	{ "rfc1808: parameters", check, EVERYURI_RFC1808, "", "a;/", "?", YES, NULL },
	{ "rfc1808: a net_loc with signs of users", check, EVERYURI_RFC1808, "//", "@:", "1", YES,
	  NULL },
	{ "rfc2396: nearly a host name", parse, EVERYURI_RFC2396, "http://", "a.", "-", YES, NULL },
	{ "rfc2396: parameters of segments", parse, EVERYURI_RFC2396, "x://h/", ";/", "", YES,
	  NULL },
	{ "rfc3986: escapes, the last one cut", parse, EVERYURI_RFC3986, "http://h/", "%41", "%4",
	  NO, NULL },
	{ "rfc3986: a name that could be an address", parse, EVERYURI_RFC3986, "http://", "1.", "",
	  YES, NULL },
	{ "rfc3986: users without an end", parse, EVERYURI_RFC3986, "http://", "a:", "", NO, NULL },
	{ "rfc3986: segments", parse, EVERYURI_RFC3986, "http://h", "/", "", YES, NULL },
	{ "rfc3987: characters beyond US-ASCII", parse, EVERYURI_RFC3987, "http://h/", "\xC3\xA9",
	  "", YES, NULL },
	{ "rfc3987: the last character cut", parse, EVERYURI_RFC3987, "http://h/?",
	  "\xF3\xB0\x80\x80", "\xF3", NO, NULL },
	{ "whatwg: segments and their way back", parse, EVERYURI_WHATWG, "http://h/", "a/../", "",
	  YES, NULL },
	{ "whatwg: dots as escapes", parse, EVERYURI_WHATWG, "http://h/a/", "%2e%2E/", "", YES,
	  NULL },
	{ "whatwg: half the text down, half of it up", parse, EVERYURI_WHATWG, "http://h/",
	  "a/b/../../", "", YES, NULL },
	{ "whatwg: signs of users", parse, EVERYURI_WHATWG, "http://", "@", "h", YES, NULL },
	{ "whatwg: users and passwords", parse, EVERYURI_WHATWG, "http://", ":@", "h", YES, NULL },
	{ "whatwg: tabs in between", parse, EVERYURI_WHATWG, "ht", "\t", "tp://h", YES, NULL },
	{ "whatwg: backslashes", parse, EVERYURI_WHATWG, "http:", "\\", "h", YES, NULL },
	{ "whatwg: numbers of an address", parse, EVERYURI_WHATWG, "http://", "1.", "a", YES,
	  NULL },
	{ "whatwg: an address of one number", parse, EVERYURI_WHATWG, "http://0x", "0", "1", YES,
	  NULL },
	{ "whatwg: labels to map", parse, EVERYURI_WHATWG, "http://", "\xC3\x89.", "", NO, NULL },
	{ "whatwg: one label of A-labels", parse, EVERYURI_WHATWG, "http://", "xn--a", "", YES,
	  NULL },
	{ "whatwg: blanks at the end of what is opaque", parse, EVERYURI_WHATWG, "x:a", " ", "#",
	  YES, NULL },
	{ "whatwg: drives", parse, EVERYURI_WHATWG, "file:", "/C|", "/..", YES, NULL },
	{ "whatwg: validation errors", errors, 0, "http://h/", "\\ %", "", YES, NULL },
	{ "compare: all standards", compare, 0, "http://", "a@", "h/", YES, NULL },
	{ "compare: what none of them accepts", compare, 0, "http://h:", "1", "x", YES, NULL },
	{ "resolve rfc3986: the way up", resolve, EVERYURI_RFC3986, "", "../", "g", YES,
	  "http://a/b/c/d" },
	{ "resolve rfc3986: here, and here", resolve, EVERYURI_RFC3986, "", "./", "g", YES,
	  "http://a/b/c/d" },
	{ "resolve rfc3986: down and up", resolve, EVERYURI_RFC3986, "", "a/../", "g", YES,
	  "http://a/b/c/d" },
	{ "resolve rfc1808: down and up", resolve, EVERYURI_RFC1808, "", "a/../", "g", YES,
	  "http://a/b/c/d" },
	{ "resolve rfc2396: down and up", resolve, EVERYURI_RFC2396, "", "a/../", "g", YES,
	  "http://a/b/c/d" },
	{ "resolve url1993: down and up", resolve, EVERYURI_URL1993, "", "a/../", "g", YES,
	  "http://a/b/c/d" },
	{ "resolve uri1994: down and up", resolve, EVERYURI_URI1994, "", "a/../", "g", YES,
	  "http://a/b/c/d" },
	{ "resolve whatwg: the way up", resolve, EVERYURI_WHATWG, "", "../", "g", YES,
	  "http://a/b/c/d" },
	{ "resolve uri1994: runs of slashes in the base", resolve_from, EVERYURI_URI1994,
	  "x:", "/a//b", "", YES, "///g" },
	{ "resolve rfc1630: runs of slashes in the base", resolve_from, EVERYURI_RFC1630,
	  "x:", "/a//b", "", YES, "////////g" },
	{ "resolve rfc3986: a long base", resolve_from, EVERYURI_RFC3986, "http://h/", "a/", "",
	  YES, "../../g" },
	{ "resolve rfc3986: as far up as the base goes down", resolve_both, EVERYURI_RFC3986, "x:/",
	  "../a/", "", YES, NULL },
	{ "relate: a base with many segments", relate, EVERYURI_RFC3986, "http://h/", "a/", "", YES,
	  "http://h/b" },
	{ "relate whatwg: a base with many segments", relate, EVERYURI_WHATWG, "http://h/", "a/",
	  "", YES, "http://h/b" },
	{ "normalize rfc3986: escapes that need none", normalize, EVERYURI_RFC3986, "http://h/",
	  "%7E", "", YES, NULL },
	{ "normalize rfc3986: dots as escapes", normalize, EVERYURI_RFC3986, "http://h/",
	  "a/%2e%2E/", "", YES, NULL },
	{ "normalize rfc3986: a colon in a relative path", normalize, EVERYURI_RFC3986, "",
	  "./a/../", "b:c", YES, NULL },
	{ "normalize rfc1738: escapes", normalize, EVERYURI_RFC1738, "http://h/", "%2D", "", YES,
	  NULL },
	{ "normalize rfc1630: escaped dots", normalize, EVERYURI_RFC1630, "http://h", "/%2E%2E", "",
	  YES, NULL },
	{ "normalize rfc3987: a mark behind each letter", normalize, EVERYURI_RFC3987, "http://h/",
	  "a\xCC\x81", "", YES, NULL },
	{ "normalize rfc3987: marks out of order", normalize, EVERYURI_RFC3987, "http://h/a",
	  "\xCC\x81\xCC\x96", "", YES, NULL },
	{ "same: escapes", same, EVERYURI_RFC3986, "http://h/", "%7e/..", "", YES, NULL },
	{ "key rfc3986-scheme/1: dots", key, CHANGE(EVERYURI_KEY_RFC3986_SCHEME, 6), "http://h/",
	  "a/../", "", YES, NULL },
	{ "key surt/1: labels", key, CHANGE(EVERYURI_KEY_SURT, 6), "http://", "a.", "com/", YES,
	  NULL },
	{ "key surt/1: escapes of escapes", key, CHANGE(EVERYURI_KEY_SURT, 6), "http://h/", "%25",
	  "", YES, NULL },
	{ "key surt/1: dots", key, CHANGE(EVERYURI_KEY_SURT, 6), "http://h/", "a/../", "", YES,
	  NULL },
	{ "key surt/1: sessions", key, CHANGE(EVERYURI_KEY_SURT, 6), "http://h/?",
	  "sid=a&jsessionid=", "", YES, NULL },
	{ "key domain/1: labels", key, CHANGE(EVERYURI_KEY_DOMAIN, 6), "http://", "a.", "com/",
	  EVERYURI_MISSING, NULL },
	{ "psl_load: rules", psl_load, 0, "", "ab.com\n*.bc.uk\n", "", YES, NULL },
	{ "psl_load: one rule of many labels", psl_load, 0, "", "a.", "com\n", NO, NULL },
	{ "edit: a segment behind many", edit, CHANGE(EVERYURI_APPEND_PATH, 6), "http://h/", "a/",
	  "", YES, NULL },
	{ "edit: pairs to delete", edit, CHANGE(EVERYURI_DELETE_QUERY, 6), "http://h/?", "k=v&a&",
	  "", YES, NULL },
	{ "edit: pairs that become one", edit, CHANGE(EVERYURI_SET_QUERY, 6), "http://h/?", "k=w&",
	  "a", YES, NULL },
	{ "edit: pairs to sort, in order", edit, LINEAR_SORTS + CHANGE(EVERYURI_SORT_QUERY, 6),
	  "http://h/?", "abcdefgh=i&abcdefgi=j&", "", YES, NULL },
	{ "edit: a query to encode", put, EVERYURI_RFC3986, "", "% #", "", YES, "http://h/" },
	{ "whatwg_set: a path", whatwg_set, CHANGE(EVERYURI_WHATWG_PATHNAME, 8), "", "a/../", "",
	  YES, "http://h/b/c" },
	{ "whatwg_set: a password", whatwg_set, CHANGE(EVERYURI_WHATWG_PASSWORD, 8), "", "@:", "",
	  YES, "http://h/b/c" },
	{ "recompose: segments", recompose, EVERYURI_RFC3986, "", "/a", "", YES, NULL },
	{ "redact: tokens", redact, EVERYURI_RFC3986, "http://u:p@h/?", "token=a&", "", YES, NULL },
	{ "redact_text: users", redact_text, 0, "http://", "a:b@", "/{", YES, NULL },
	{ "redact_text: beginnings of authorities", redact_text, 0, "{", "x://", "a@", YES, NULL },
	{ "encode: all of it", encode, 0, "", "\x01", "", YES, NULL },
	{ "decode: escapes", decode, 0, "", "%41", "", YES, NULL },
	{ "params_append: pairs", pairs, 0, "", "a=b&", "", YES, NULL },
	{ "params_delete: pairs", pairs, 1, "", "k=b&a&", "", YES, NULL },
	{ "params_set: pairs", pairs, 2, "", "k=b&", "", YES, NULL },
	{ "params_sort: long names that are nearly the same", pairs, LINEAR_SORTS + 3, "",
	  "abcdefghijklmnop=&abcdefghijklmnoq=&", "", YES, NULL },
	{ "params_get: names that are not it", pairs, 4, "", "%6a=b&", "k=v", YES, NULL },
	{ "template_check: expressions", template_check, 0, "", "{a}", "", YES, NULL },
	{ "template_expand: expressions", template_expand, 0, "", "{a}{?a*}", "", YES, NULL },
	{ "template_match: a variable in front of another", template_match, 0, "a", "%41", "/b/c",
	  YES, "a{x}/{y}/c" },
	{ "idna_to_ascii: labels", idna, 0, "", "b\xC3\xBC.", "de", YES, NULL },
	{ "idna_to_ascii: one label", idna, 0, "", "\xC3\xBC", "", NO, NULL },
	{ "idna_to_ascii: letters of both directions", idna, 0, "", "\xD7\x90.a.", "", YES, NULL },
	{ "idna_to_unicode: A-labels", idna, 1, "", "xn--bcher-kva.", "de", YES, NULL },
	{ "idna_to_unicode: one A-label", idna, 1, "xn--", "a", "", YES, NULL },
	{ "punycode_encode: different letters", idna, 2, "", "\xC3\xBC\xE4\xB8\xAD\xC3\xB6", "", NO,
	  NULL },
	{ "punycode_decode: digits", idna, 3, "", "a9", "", NO, NULL },
	{ "nfc: marks in the wrong order", idna, 4, "", "a" MARKS MARKS MARKS MARKS, "", YES,
	  NULL },
	{ "nfc: syllables", idna, 4, "", "\xE1\x84\x80\xE1\x85\xA1\xE1\x86\xA8", "", YES, NULL },
	{ "iri_to_uri: characters", iri, CHANGE(0, EVERYURI_RFC3987), "http://h/", "\xC3\xA9", "",
	  YES, NULL },
	{ "uri_to_iri: escapes, one of each three cut", iri, CHANGE(1, EVERYURI_RFC3986),
	  "http://h/", "%C3%A9%C3", "", YES, NULL },
	{ "iri_bidi: changes of direction", iri, CHANGE(2, EVERYURI_RFC3987), "http://h/",
	  "a\xD7\x90/", "", YES, NULL },
	{ "path_to_uri: Windows", path_to_uri, EVERYURI_PATH_WINDOWS, "C:\\", "a b\\", "", YES,
	  NULL },
	{ "path_to_uri: VMS", path_to_uri, EVERYURI_PATH_VMS, "DISK:[A", ".B", "]N.T;1", YES,
	  NULL },
	{ "path_from_uri: segments", path_from_uri, CHANGE(EVERYURI_PATH_POSIX, 6), "file:///",
	  "%41/", "", YES, NULL },
	{ "local_to_uri: a name turned round", local_name, EVERYURI_RFC3986, "", "a.", "b", YES,
	  "dotted" },
	{ "local_to_uri: octets as digits", local_name, EVERYURI_RFC3986, "", "a", "", YES, "hex" },
	{ "find: brackets that never close", find, 0, "", "<", "", YES, NULL },
	{ "find: wrappers that never close", find, 0, "", "<URL:http://h/", "", YES, NULL },
	{ "find: wrappers over lines", find, 0, "<URL:http://h/", "a-\n ", ">", YES, NULL },
	{ "find: beginnings without a host", find, 0, "", "http://", "", YES, NULL },
	{ "find: brackets in brackets", find, 0, "", "http://h/((", "", YES, NULL },
	{ "find: closing brackets", find, 0, "http://h/", ")", "", YES, NULL },
	{ "find: signs of mail", find, EVERYURI_FIND_BARE | EVERYURI_FIND_MAIL, "", "a@", "", YES,
	  NULL },
	{ "find: one word that could be mail", find, EVERYURI_FIND_BARE | EVERYURI_FIND_MAIL, "",
	  "a.", "@b.c", YES, NULL },
	{ "find: hosts without a scheme", find, EVERYURI_FIND_BARE | EVERYURI_FIND_WWW, "", "www.",
	  "", YES, NULL },
	{ "find: what was made unfit to follow", find, EVERYURI_FIND_BARE | EVERYURI_FIND_REFANG,
	  "hxxp[:]//", "a[.]", "", YES, NULL },
	{ "plan: segments of ftp", plan, EVERYURI_RFC1738, "ftp://h/", "a/", "b", YES, NULL },
	{ "plan: a gopher selector", plan, EVERYURI_RFC1738, "gopher://h/0", "%41", "", YES, NULL },
	{ "plan: labels of a host", plan, EVERYURI_RFC3986, "http://", "a.", "a/", EVERYURI_UNSAFE,
	  NULL },
	{ "plan: http", plan, EVERYURI_RFC3986, "http://h/", "%41/..", "?", YES, NULL },
	{ "plan: a draft", plan, EVERYURI_RFC3986, "mailto:a@b?", "to=c@d&", "", EVERYURI_UNSAFE,
	  NULL },
	{ "plan: fields of prospero", plan, EVERYURI_RFC1738, "prospero://h/p", ";a=b", "", YES,
	  NULL },
	{ "plan: data in base64", plan, EVERYURI_RFC3986, "data:;base64,", "QUJD", "", YES, NULL },
	{ "explain: signs of users", explain, EVERYURI_RFC3986, "http://", "a@", "h/", YES, NULL },
	{ "explain: a path that no one reads alike", explain, EVERYURI_WHATWG, "http://h/",
	  "\\..%2f", "", YES, NULL },
	{ "explain: characters that look alike", explain, EVERYURI_WHATWG, "http://h/",
	  "\xD0\xB0\xE2\x80\xAE", "", YES, NULL },
	{ "config_read: rules", config_read, 0, "", "anonymous a@b\n", "", YES, NULL },
	{ "config_read: roots", config_read, 0, "", "root h /d\n", "", YES, NULL },
	{ "policy_read: hosts", policy_read, 0, "", "refuse-host a.b\n", "", YES, NULL },
	{ "write_json: bytes to escape", writing, 0, "", "\x01\"\xE2\x80\xAE", "", YES, NULL },
	{ "write_html: bytes to escape", writing, 1, "", "<&\x01", "", YES, NULL },
	{ "write_terminal: characters", writing, 2, "", "\x1B\xC2\x9B\xCC\x81", "", YES, NULL },
	{ "write_tsv: bytes to escape", writing, 3, "", "\t\\\n", "", YES, NULL },
	{ "write_base64: octets", writing, 4, "", "abc", "", YES, NULL },
	{ "write_cells: marks on one letter", writing, 5, "a", "\xCC\x81", "", YES, NULL },
	{ "write_short: marks on letters", writing, 6, "", "a\xCC\x81\xE4\xB8\xAD", "", YES, NULL },
	{ "bulk: lines", lines, EVERYURI_RFC3986, "", "http://h/a\n", "", YES, NULL },
	{ "bulk: empty lines", lines, EVERYURI_RFC3986, "", "\n", "", YES, NULL },
	{ "bulk: one line", lines, EVERYURI_RFC3986, "http://h/", "%41/", "", YES, NULL },
	{ "stats: keys of one query", stats, 0, "http://h/?", "a=b&", "", YES, NULL },
};

int main(int argc, char **argv)
{
	linear_all(shapes, sizeof shapes / sizeof *shapes, argc > 1 ? argv[1] : NULL);
	return done();
}
