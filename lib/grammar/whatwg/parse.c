/* The parser's entry points.  They decide, measure and write; parse does all three. */
#include "grammar/whatwg/canonical.h"
#include "grammar/whatwg/machine.h"

static bool is_c0_control_or_space(char c)
{
	return (unsigned char)c <= ' ';
}

/* Removes leading and trailing C0 controls and spaces from the input. */
static void trim(struct eu_whatwg_machine *m)
{
	size_t begin = 0, end = m->end;

	while (begin < end && is_c0_control_or_space(m->text[begin]))
		begin++;
	while (end > begin && is_c0_control_or_space(m->text[end - 1]))
		end--;
	if (begin)
		eu_whatwg_note(m, EU_WHATWG_INVALID_URL_UNIT, 0);
	else if (end < m->end)
		eu_whatwg_note(m, EU_WHATWG_INVALID_URL_UNIT, end);
	m->begin = m->pointer = m->buffer = begin;
	m->end = end;
}

/* Reports only the first tab or newline, because all of them are one validation error. */
static void note_removed(struct eu_whatwg_machine *m)
{
	for (size_t i = m->begin; i < m->end; i++) {
		if (!eu_whatwg_is_removed((unsigned char)m->text[i]))
			continue;
		eu_whatwg_tell(m, EU_WHATWG_INVALID_URL_UNIT, i);
		return;
	}
}

static enum everyuri_status refuse_url(const struct eu_whatwg_machine *m,
                                       struct everyuri_error *err)
{
	return eu_fail(err, EVERYURI_INVALID, m->error_at, eu_whatwg_error_clause(m->error),
	               eu_whatwg_error_message(m->error));
}

static enum everyuri_status decide(struct eu_whatwg_machine *m, const char *text, uint32_t len,
                                   const struct everyuri_uri *base, eu_whatwg_report_fn *report,
                                   void *context, struct everyuri_error *err)
{
	eu_whatwg_init(m, text, len, base, NULL);
	m->report = report;
	m->context = context;
	trim(m);
	if (report)
		note_removed(m);
	return eu_whatwg_run(m) ? EVERYURI_OK : refuse_url(m, err);
}

/* Not inlined, so that most texts need no stack space for the machine. */
EU_NOINLINE static enum everyuri_status decide_apart(const char *text, uint32_t len,
                                                     const struct everyuri_uri *base,
                                                     eu_whatwg_report_fn *report, void *context,
                                                     struct everyuri_error *err)
{
	struct eu_whatwg_machine m;

	return decide(&m, text, len, base, report, context, err);
}

enum everyuri_status eu_whatwg_decide(const char *text, uint32_t len,
                                      const struct everyuri_uri *base, eu_whatwg_report_fn *report,
                                      void *context, struct everyuri_error *err)
{
	if (!report && eu_whatwg_is_surely_url(text, len))
		return EVERYURI_OK;
	return decide_apart(text, len, base, report, context, err);
}

/* An encoded byte takes three bytes, and an invalid UTF-8 byte takes nine (U+FFFD).  ADDED covers
 * "//", "/", "/.", and an IPv4 address written as one number.  The bound holds for every part,
 * because every percent-encode set is contained in the userinfo set, except for the "'" of
 * special-query. */
#define ADDED 32
#define WORST 9

size_t eu_whatwg_bound(const char *text, size_t len)
{
	size_t bound = ADDED + len, i = 0;
	uint32_t code_point;

	while (i < len) {
		size_t n = 1;

		if (!eu_whatwg_is(text[i], EU_WHATWG_USERINFO) ||
		    !eu_whatwg_is(text[i], EU_WHATWG_SPECIAL_QUERY)) {
			n = eu_whatwg_code_point(text + i, len - i, &code_point);
			bound += code_point == 0xFFFD ? WORST - n : 2 * n;
		}
		i += n;
	}
	return bound;
}

enum everyuri_status eu_whatwg_measure(const char *text, uint32_t len,
                                       const struct everyuri_uri *base, size_t *bound,
                                       struct everyuri_error *err)
{
	struct eu_whatwg_machine m;
	enum everyuri_status s = decide(&m, text, len, base, NULL, NULL, err);

	if (s)
		return s;
	/* Only ToASCII can produce a host that is longer than its percent-encoded input. */
	if (m.host_len > EU_WHATWG_DOMAIN_MAX)
		m.host_len = EU_WHATWG_DOMAIN_MAX;
	*bound = eu_whatwg_bound(text, len) + m.host_len + (base ? base->len : 0);
	return EVERYURI_OK;
}

static struct everyuri_uri record_of(const struct eu_whatwg_machine *m)
{
	struct everyuri_uri uri;

	eu_uri_begin(&uri, m->out.data, m->out.len);
	uri.flags = EVERYURI_REWRITTEN;
	uri.host_kind = m->host_kind;
	memcpy(uri.part, m->part, sizeof uri.part);
	return uri;
}

static bool write_url(struct eu_whatwg_machine *m, const char *text, uint32_t len,
                      const struct everyuri_uri *base, char *data)
{
	eu_whatwg_init(m, text, len, base, data);
	trim(m);
	return eu_whatwg_run(m);
}

bool eu_whatwg_write(const char *text, uint32_t len, const struct everyuri_uri *base, char *data,
                     struct everyuri_uri *uri)
{
	struct eu_whatwg_machine m;

	if (!write_url(&m, text, len, base, data))
		return false;
	*uri = record_of(&m);
	return true;
}

size_t eu_whatwg_worst(size_t len)
{
	return WORST * len + ADDED + EU_WHATWG_DOMAIN_MAX;
}

/* Repairs the two most common reasons why a text is not canonical: capital letters before the
 * path, and a missing path.  data: at least len + 1 bytes.  Returns: the length of the repaired
 * text, or 0. */
static uint32_t mend(const char *text, uint32_t len, char *data)
{
	const char *colon = memchr(text, ':', len < 6 ? len : 6);
	uint32_t i = 0, end = colon ? (uint32_t)(colon - text) + 3 : len;
	bool mended = false;

	for (; i < len && (i < end || (text[i] != '/' && text[i] != '?' && text[i] != '#')); i++) {
		data[i] = (char)eu_lower((unsigned char)text[i]);
		mended = mended || data[i] != text[i];
	}
	bool lacks_slash = i == len || text[i] != '/';

	if (!colon || (!mended && !lacks_slash))
		return 0;
	data[i] = '/';
	memcpy(data + i + lacks_slash, text + i, len - i);
	return len + lacks_slash;
}

static void record_canonical(const char *data, uint32_t len, const struct everyuri_uri *cut,
                             struct everyuri_uri *uri)
{
	eu_uri_begin(uri, data, len);
	uri->flags = EVERYURI_REWRITTEN;
	uri->host_kind = cut->host_kind;
	memcpy(uri->part, cut->part, sizeof uri->part);
}

/* Writes a text that is canonical after repair.  No base is needed, because the text has a scheme
 * and "//". */
static bool write_mended(const char *text, uint32_t len, char *data, struct everyuri_uri *uri)
{
	struct everyuri_uri cut;
	uint32_t n = mend(text, len, data);

	if (!n || !eu_whatwg_cut_best(data, n, cut.part, &cut.host_kind))
		return false;
	record_canonical(data, n, &cut, uri);
	return true;
}

/* A text up to this length is not measured.  Instead, space for the worst case is reserved, if the
 * buffer has that much or may grow. */
#define NOT_LONG ((size_t)1 << 12)

static enum everyuri_status parse_any(const char *text, uint32_t len,
                                      const struct everyuri_uri *base, struct everyuri_buf *buf,
                                      struct everyuri_uri *uri, struct everyuri_error *err)
{
	struct eu_whatwg_machine m;
	enum everyuri_status s = EVERYURI_OK;
	bool is_long = len > NOT_LONG;
	size_t bound = eu_whatwg_worst(len < NOT_LONG ? len : NOT_LONG) + (base ? base->len : 0);

	if (is_long || !buf || buf->cap < bound) {
		if (!is_long && buf && buf->allocator.resize) {
			s = eu_buf_reserve(buf, bound, err);
		} else {
			s = eu_whatwg_measure(text, len, base, &bound, err);
			if (!s)
				s = eu_buf_reserve(buf, bound, err);
		}
	}
	if (s)
		return s;
	if (write_mended(text, len, buf->data, uri)) {
		buf->len = uri->len;
		return EVERYURI_OK;
	}
	if (!write_url(&m, text, len, base, buf->data))
		return refuse_url(&m, err);
	*uri = record_of(&m);
	buf->len = m.out.len;
	return EVERYURI_OK;
}

enum everyuri_status eu_whatwg_rewrite(const char *text, uint32_t len,
                                       const struct everyuri_uri *base, struct everyuri_buf *buf,
                                       struct everyuri_uri *uri, struct everyuri_error *err)
{
	struct everyuri_uri cut;
	enum everyuri_status s;

	/* A canonical text has a scheme and "//", so it needs no base. */
	if (!eu_whatwg_cut_best(text, len, cut.part, &cut.host_kind))
		return parse_any(text, len, base, buf, uri, err);
	s = eu_buf_reserve(buf, len, err);
	if (s)
		return s;
	memcpy(buf->data, text, len);
	buf->len = len;
	record_canonical(buf->data, len, &cut, uri);
	return EVERYURI_OK;
}

enum everyuri_status eu_whatwg_parse(const char *text, uint32_t len, struct everyuri_buf *buf,
                                     struct everyuri_uri *uri, struct everyuri_error *err)
{
	if (!eu_whatwg_cut_best(text, len, uri->part, &uri->host_kind))
		return parse_any(text, len, NULL, buf, uri, err);
	/* There are no extras, so their entries may hold any value. */
	uri->text = text;
	uri->len = len;
	uri->flags = 0;
	uri->n_extra = 0;
	return EVERYURI_OK;
}
