/* The URL Standard's application/x-www-form-urlencoded and URLSearchParams.  A list stays encoded.
 * Names are compared and output is written code point by code point. */
#include "everyuri/params.h"

#include "base/sort.h"
#include "uri/edit_query.h"

/* ---- code points ------------------------------------------------------------------------ */

/* The state of reading a name or value. */
struct points {
	const char *text;
	size_t at, end;
	bool encoded; /* whether to decode "+" and "%HH" */
};

/* Returns the byte at p->at, or -1 at the end. *n receives the number of bytes of text that encode
 * it. */
static int peek_byte(const struct points *p, size_t *n)
{
	unsigned char byte;

	*n = 1;
	if (p->at >= p->end)
		return -1;
	if (p->encoded && eu_escape_at(p->text + p->at, p->end - p->at, &byte)) {
		*n = 3;
		return byte;
	}
	return p->encoded && p->text[p->at] == '+' ? ' ' : (unsigned char)p->text[p->at];
}

#define REPLACEMENT INT32_C(0xFFFD)

/* Returns the next code point as "UTF-8 decode without BOM" yields it, or -1 at the end.  An
 * incomplete sequence becomes U+FFFD, and the byte that breaks it is read again. */
static int32_t next_point(struct points *p)
{
	size_t n;
	int byte = peek_byte(p, &n), lower = 0x80, upper = 0xBF, n_more;
	int32_t point;

	if (byte < 0)
		return -1;
	p->at += n;
	if (byte < 0x80)
		return byte;
	if (byte < 0xC2 || byte > 0xF4)
		return REPLACEMENT;
	n_more = byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3;
	point = byte & (0x3F >> n_more);
	if (byte == 0xE0)
		lower = 0xA0;
	else if (byte == 0xED)
		upper = 0x9F;
	else if (byte == 0xF0)
		lower = 0x90;
	else if (byte == 0xF4)
		upper = 0x8F;
	while (n_more--) {
		byte = peek_byte(p, &n);
		if (byte < lower || byte > upper)
			return REPLACEMENT;
		lower = 0x80;
		upper = 0xBF;
		p->at += n;
		point = point << 6 | (byte & 0x3F);
	}
	return point;
}

/* Encodes a code point in UTF-8.  Returns: the number of bytes. */
static size_t utf8_bytes(int32_t point, unsigned char bytes[4])
{
	size_t n = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
	static const unsigned char lead[5] = { 0, 0, 0xC0, 0xE0, 0xF0 };

	for (size_t i = n; i-- > 1; point >>= 6)
		bytes[i] = (unsigned char)(0x80 | (point & 0x3F));
	bytes[0] = (unsigned char)(lead[n] | point);
	return n;
}

static struct points points_of(struct everyuri_text text, bool encoded)
{
	struct points points = { text.data, 0, text.len, encoded };

	return points;
}

/* ---- pairs -------------------------------------------------------------------------------- */

bool everyuri_params_next(const char *text, size_t len, struct everyuri_iter *iter,
                          struct everyuri_param *param)
{
	size_t begin = iter->next, end;
	const char *cut, *equals;

	while (begin < len && text[begin] == '&')
		begin++;
	if (begin >= len) {
		iter->next = (uint32_t)begin;
		iter->done = true;
		return false;
	}
	cut = memchr(text + begin, '&', len - begin);
	end = cut ? (size_t)(cut - text) : len;
	equals = memchr(text + begin, '=', end - begin);
	param->name.data = text + begin;
	param->name.len = (equals ? (size_t)(equals - text) : end) - begin;
	param->value.data = equals ? equals + 1 : text + end;
	param->value.len = (size_t)(text + end - param->value.data);
	iter->started = true;
	iter->next = (uint32_t)end;
	return true;
}

/* Returns whether `encoded` decodes to `meant`. */
static bool means(struct everyuri_text encoded, struct everyuri_text meant)
{
	struct points a = points_of(encoded, true), b = points_of(meant, false);

	for (;;) {
		int32_t point = next_point(&a);

		if (point != next_point(&b))
			return false;
		if (point < 0)
			return true;
	}
}

static bool is_pair(const struct everyuri_param *param, struct everyuri_text name,
                    struct everyuri_text value)
{
	return means(param->name, name) && (!value.data || means(param->value, value));
}

bool everyuri_params_next_of(const char *text, size_t len, struct everyuri_text name,
                             struct everyuri_iter *iter, struct everyuri_param *param)
{
	struct everyuri_param next;

	while (everyuri_params_next(text, len, iter, &next)) {
		if (!means(next.name, name))
			continue;
		*param = next;
		return true;
	}
	return false;
}

size_t everyuri_params_size(const char *text, size_t len)
{
	struct everyuri_iter iter = { 0 };
	struct everyuri_param param;
	size_t n = 0;

	while (everyuri_params_next(text, len, &iter, &param))
		n++;
	return n;
}

bool everyuri_params_has(const char *text, size_t len, struct everyuri_text name,
                         struct everyuri_text value)
{
	struct everyuri_iter iter = { 0 };
	struct everyuri_param param;

	while (everyuri_params_next(text, len, &iter, &param))
		if (is_pair(&param, name, value))
			return true;
	return false;
}

/* ---- writing ---------------------------------------------------------------------------------- */

static void out_decoded(struct eu_out *out, struct everyuri_text text)
{
	struct points points = points_of(text, true);
	unsigned char bytes[4];
	int32_t point;

	while ((point = next_point(&points)) >= 0)
		eu_out_bytes(out, (const char *)bytes, utf8_bytes(point, bytes));
}

/* Returns whether the byte is outside the application/x-www-form-urlencoded percent-encode set:
 * a letter, a digit, or one of "*-._". */
static bool stays(unsigned char c)
{
	return eu_is_alpha(c) || eu_is_digit(c) || c == '*' || c == '-' || c == '.' || c == '_';
}

static void out_encoded(struct eu_out *out, struct everyuri_text text, bool encoded)
{
	struct points points = points_of(text, encoded);
	unsigned char bytes[4];
	int32_t point;

	while ((point = next_point(&points)) >= 0) {
		size_t n = utf8_bytes(point, bytes);

		for (size_t i = 0; i < n; i++) {
			if (bytes[i] == ' ')
				eu_out_byte(out, '+');
			else if (stays(bytes[i]))
				eu_out_byte(out, (char)bytes[i]);
			else
				eu_out_escape(out, bytes[i]);
		}
	}
}

/* Appends one pair to a list that begins where `out` does. */
static void out_pair(struct eu_out *out, const struct everyuri_param *param, bool name_encoded,
                     bool value_encoded)
{
	if (out->len)
		eu_out_byte(out, '&');
	out_encoded(out, param->name, name_encoded);
	eu_out_byte(out, '=');
	out_encoded(out, param->value, value_encoded);
}

/* A change to a list.  It determines which pairs are kept and which are added. */
struct rewriting {
	const char *text;
	size_t len;
	enum { ADDING, DELETING, SETTING } kind;
	const struct everyuri_param *params; /* exactly one pair if DELETING or SETTING */
	size_t n_params;
};

static void rewrite_into(struct eu_out *out, const struct rewriting *r)
{
	struct everyuri_iter iter = { 0 };
	struct everyuri_param param;
	bool was_set = false;

	while (everyuri_params_next(r->text, r->len, &iter, &param)) {
		if (r->kind == DELETING && is_pair(&param, r->params->name, r->params->value))
			continue;
		if (r->kind != SETTING || !means(param.name, r->params->name)) {
			out_pair(out, &param, true, true);
		} else if (!was_set) {
			out_pair(out, r->params, false, false);
			was_set = true;
		}
	}
	if (r->kind == ADDING || (r->kind == SETTING && !was_set))
		for (size_t k = 0; k < r->n_params; k++)
			out_pair(out, &r->params[k], false, false);
}

/* Checks the length of a list.  One byte may become nine (%EF%BF%BD for a byte that is not UTF-8),
 * and sorting takes 16 bytes per pair.  Below this limit no count can overflow. */
static enum everyuri_status check_len(size_t len, struct everyuri_error *err)
{
	/* LCOV_EXCL_BR_LINE: other processors: matters only with 32-bit sizes */
	if (len > EVERYURI_TEXT_MAX || len > SIZE_MAX / 32)
		return eu_fail(err, EVERYURI_TOO_LONG, EVERYURI_TEXT_MAX, "", "too long");
	return EVERYURI_OK;
}

static enum everyuri_status rewrite_params(const struct rewriting *r, struct everyuri_buf *buf,
                                           struct everyuri_error *err)
{
	struct eu_out out = { NULL, 0 };
	size_t total = r->len;
	enum everyuri_status s = check_len(total, err);

	for (size_t k = 0; !s && k < 2 * r->n_params; k++) {
		const struct everyuri_param *param = &r->params[k / 2];
		size_t more = k % 2 ? param->value.len : param->name.len;

		/* LCOV_EXCL_BR_LINE: other processors: matters only with 32-bit sizes */
		total = more < SIZE_MAX - total ? total + more : SIZE_MAX;
		s = check_len(total, err);
	}
	if (s)
		return s;
	rewrite_into(&out, r);
	s = eu_buf_reserve(buf, out.len, err);
	if (s)
		return s;
	out = (struct eu_out){ buf->data, 0 };
	rewrite_into(&out, r);
	buf->len = out.len;
	return EVERYURI_OK;
}

enum everyuri_status everyuri_params_append(const char *text, size_t len,
                                            const struct everyuri_param *params, size_t n_params,
                                            struct everyuri_buf *buf, struct everyuri_error *err)
{
	struct rewriting r = { text, len, ADDING, params, n_params };

	return rewrite_params(&r, buf, err);
}

enum everyuri_status everyuri_params_delete(const char *text, size_t len, struct everyuri_text name,
                                            struct everyuri_text value, struct everyuri_buf *buf,
                                            struct everyuri_error *err)
{
	const struct everyuri_param param = { name, value };
	struct rewriting r = { text, len, DELETING, &param, 1 };

	return rewrite_params(&r, buf, err);
}

enum everyuri_status everyuri_params_set(const char *text, size_t len,
                                         const struct everyuri_param *param,
                                         struct everyuri_buf *buf, struct everyuri_error *err)
{
	struct rewriting r = { text, len, SETTING, param, 1 };

	return rewrite_params(&r, buf, err);
}

enum everyuri_status everyuri_params_decode(const char *text, size_t len, struct everyuri_buf *buf,
                                            struct everyuri_error *err)
{
	const struct everyuri_text encoded = { text, len };
	struct eu_out out = { NULL, 0 };
	enum everyuri_status s = check_len(len, err);

	if (s)
		return s;
	out_decoded(&out, encoded);
	s = eu_buf_reserve(buf, out.len, err);
	if (s)
		return s;
	out = (struct eu_out){ buf->data, 0 };
	out_decoded(&out, encoded);
	buf->len = out.len;
	return EVERYURI_OK;
}

enum everyuri_status everyuri_params_get(const char *text, size_t len, struct everyuri_text name,
                                         struct everyuri_buf *buf, struct everyuri_error *err)
{
	struct everyuri_iter iter = { 0 };
	struct everyuri_param param;
	enum everyuri_status s = check_len(len, err);

	if (s)
		return s;
	if (!everyuri_params_next_of(text, len, name, &iter, &param))
		return eu_fail(err, EVERYURI_MISSING, len, "URL Standard, URLSearchParams",
		               "no pair has this name");
	return everyuri_params_decode(param.value.data, param.value.len, buf, err);
}

/* ---- sorting ---------------------------------------------------------------------------------- */

/* Returns the position of a code point in the order of UTF-16.  Code points above U+FFFF come
 * before U+E000, because they begin with a surrogate. */
static int32_t code_unit_rank(int32_t point)
{
	return point >= 0xE000 && point <= 0xFFFF ? point + 0x110000 : point;
}

/* Returns the name of a pair.  A pair's span begins at its name and ends after its value. */
static struct points name_points(struct everyuri_text list, struct everyuri_span pair)
{
	const char *name = list.data + pair.begin;
	size_t len = eu_span_len(pair);
	const char *equals = memchr(name, '=', len);
	struct points points = { name, 0, equals ? (size_t)(equals - name) : len, true };

	return points;
}

static int compare_names(const void *context, struct everyuri_span a, struct everyuri_span b)
{
	const struct everyuri_text *list = context;
	struct points x = name_points(*list, a), y = name_points(*list, b);

	for (;;) {
		int32_t p = next_point(&x), q = next_point(&y);

		if (p != q)
			return code_unit_rank(p) < code_unit_rank(q) ? -1 : 1;
		if (p < 0)
			return 0;
	}
}

enum everyuri_status everyuri_params_sort(const char *text, size_t len, struct everyuri_buf *buf,
                                          struct everyuri_error *err)
{
	const struct everyuri_text list = { text, len };
	struct rewriting plain = { text, len, ADDING, NULL, 0 };
	struct eu_out out = { NULL, 0 };
	enum everyuri_status s = check_len(len, err);
	struct everyuri_span *pairs, *sorted;
	struct everyuri_iter iter = { 0 };
	struct everyuri_param param;
	size_t n_pairs, k = 0;

	if (s)
		return s;
	rewrite_into(&out, &plain);
	n_pairs = everyuri_params_size(text, len);
	s = eu_buf_reserve(buf, out.len + eu_query_pairs_bound(n_pairs), err);
	if (s)
		return s;
	/* The array of pairs is stored after the result. */
	pairs = eu_query_pairs_at(buf->data + out.len);
	while (everyuri_params_next(text, len, &iter, &param)) {
		size_t begin = (size_t)(param.name.data - text);

		pairs[k++] = eu_span(begin, (size_t)(param.value.data - text) + param.value.len);
	}
	sorted = eu_sort_spans(pairs, pairs + n_pairs, n_pairs, compare_names, &list);
	out = (struct eu_out){ buf->data, 0 };
	for (k = 0; k < n_pairs; k++) {
		iter = (struct everyuri_iter){ .next = sorted[k].begin };
		everyuri_params_next(text, sorted[k].end, &iter, &param);
		out_pair(&out, &param, true, true);
	}
	buf->len = out.len;
	return EVERYURI_OK;
}
