/* Writes and compares canonical forms. */
#include "grammar/rfc3986/short.h"
#include "uri/normal.h"

/* Returns whether the canonical form at this level is the text that was read. */
static bool is_copied(const struct everyuri_uri *uri, enum everyuri_level level)
{
	return level == EVERYURI_LEVEL_SIMPLE || eu_uri_standard_of(uri)->style == EU_NORMAL_ITSELF;
}

void eu_normal_write(struct eu_out *out, const struct everyuri_uri *uri, enum everyuri_level level)
{
	if (is_copied(uri, level))
		eu_out_bytes(out, uri->text, uri->len);
	else if (eu_uri_standard_of(uri)->style == EU_NORMAL_GENERIC)
		eu_normal_generic(out, uri, level);
	else
		eu_normal_old(out, uri, level);
}

static size_t bound_of(const struct everyuri_uri *uri, enum everyuri_level level)
{
	struct eu_out out = { NULL, 0 };

	eu_normal_write(&out, uri, level);
	return out.len;
}

/* Returns whether the scheme's rules change nothing: no rule applies to the path of a URI without
 * host (normal_scheme.c), or to the host, a long path or an absent port (normal.c). */
static bool scheme_says_nothing(const struct everyuri_uri *uri)
{
	if (eu_is_absent(uri->part[EVERYURI_HOST]))
		return !eu_normal_has_path_rule(uri);
	return eu_is_absent(uri->part[EVERYURI_PORT]) &&
	       eu_span_len(uri->part[EVERYURI_PATH]) > 2 &&
	       !eu_normal_host_is_local(uri, eu_uri_part(uri, EVERYURI_HOST),
	                                EVERYURI_LEVEL_SCHEME);
}

/* RFC 3986 and RFC 2396 have a fast path for this. */
bool eu_normal_is_itself(const struct everyuri_uri *uri, enum everyuri_level level)
{
	enum eu_kernel kernel = eu_kernel_best();

	if ((uri->standard != EVERYURI_RFC3986 && uri->standard != EVERYURI_RFC2396) ||
	    /* LCOV_EXCL_BR_LINE: other processors: true only without vectors */
	    kernel == EU_KERNEL_PLAIN)
		return false;
	return (level < EVERYURI_LEVEL_SCHEME || scheme_says_nothing(uri)) &&
	       eu_rfc3986_is_normal(kernel, uri);
}

/* Reads the canonical form that was written to buf, to find its parts. */
static enum everyuri_status read_normal(const struct everyuri_uri *uri,
                                        const struct everyuri_buf *buf, struct everyuri_uri *result,
                                        struct everyuri_error *err)
{
	const enum everyuri_standard standard = (enum everyuri_standard)uri->standard;
	unsigned flags = uri->flags & EVERYURI_RELATIVE ? EVERYURI_ADMIT_PARTIAL : 0u;
	struct everyuri_uri fresh;
	enum everyuri_status s;

	if (everyuri_extra_view(uri, EVERYURI_EXTRA_ZONE).data)
		flags |= EVERYURI_ADMIT_ZONE;
	s = eu_uri_read(buf->data, buf->len, standard, flags, &fresh, err);
	/* LCOV_EXCL_BR_LINE: a canonical form is always valid; the tests would find a fault that
	 * breaks this */
	if (s)
		return s;
	*result = fresh;
	result->flags |= EVERYURI_REWRITTEN;
	return EVERYURI_OK;
}

static struct everyuri_uri record_of_copy(const struct everyuri_uri *uri, const char *text)
{
	struct everyuri_uri copy = *uri;

	copy.text = text;
	copy.flags |= EVERYURI_REWRITTEN;
	return copy;
}

enum everyuri_status everyuri_normalize(const struct everyuri_uri *uri, enum everyuri_level level,
                                        struct everyuri_buf *buf, struct everyuri_uri *result,
                                        struct everyuri_error *err)
{
	bool normal = eu_normal_is_itself(uri, level);
	enum everyuri_status s = eu_buf_reserve(buf, normal ? uri->len : bound_of(uri, level), err);
	struct eu_out out;

	if (s)
		return s;
	out = (struct eu_out){ buf->data, 0 };
	if (normal)
		eu_out_bytes(&out, uri->text, uri->len);
	else if (buf->data)
		eu_normal_write(&out, uri, level);
	buf->len = out.len;
	if (!result)
		return EVERYURI_OK;
	if (normal || is_copied(uri, level)) {
		*result = record_of_copy(uri, buf->data);
		return EVERYURI_OK;
	}
	return read_normal(uri, buf, result, err);
}

enum everyuri_status everyuri_same(const struct everyuri_uri *a, const struct everyuri_uri *b,
                                   enum everyuri_level level, struct everyuri_buf *buf, bool *same,
                                   struct everyuri_error *err)
{
	size_t bound_a = bound_of(a, level), bound_b = bound_of(b, level);
	struct eu_out normal_a, normal_b;
	enum everyuri_status s;

	if (eu_is_foreign(a, b->standard))
		return eu_refuse_foreign(err);
	s = eu_buf_reserve(buf, bound_a + bound_b + 1, err);
	if (s)
		return s;
	normal_a = (struct eu_out){ buf->data, 0 };
	eu_normal_write(&normal_a, a, level);
	normal_b = (struct eu_out){ buf->data + bound_a, 0 };
	eu_normal_write(&normal_b, b, level);
	*same = normal_a.len == normal_b.len &&
	        memcmp(normal_a.data, normal_b.data, normal_a.len) == 0;
	buf->len = 0;
	return EVERYURI_OK;
}
