#include "uri/compose.h"

#include "grammar/whatwg/whatwg.h"

/* Returns the delimiter before a part that is present. */
static const char *delimiter_of(const struct everyuri_text part[EVERYURI_N_PARTS], int which)
{
	/* LCOV_EXCL_BR_LINE: the cases cover every part */
	switch ((enum everyuri_part)which) {
	case EVERYURI_USER:
		return "//";
	case EVERYURI_PASSWORD:
	case EVERYURI_PORT:
		return ":";
	case EVERYURI_HOST:
		return part[EVERYURI_USER].data || part[EVERYURI_PASSWORD].data ? "@" : "//";
	case EVERYURI_QUERY:
		return "?";
	case EVERYURI_FRAGMENT:
		return "#";
	case EVERYURI_SCHEME:
	case EVERYURI_PATH:
		break;
	}
	return "";
}

static void out_composed(struct eu_out *out, const struct everyuri_text part[EVERYURI_N_PARTS],
                         int until)
{
	for (int k = 0; k < EVERYURI_N_PARTS && k <= until; k++) {
		const char *delimiter = delimiter_of(part, k);

		if (!part[k].data)
			continue;
		eu_out_bytes(out, delimiter, strlen(delimiter));
		if (k == until)
			return;
		eu_out_bytes(out, part[k].data, part[k].len);
		if (k == EVERYURI_SCHEME)
			eu_out_byte(out, ':');
	}
}

void eu_uri_compose(struct eu_out *out, const struct everyuri_text part[EVERYURI_N_PARTS])
{
	out_composed(out, part, EVERYURI_N_PARTS);
}

size_t eu_uri_composed_at(const struct everyuri_text part[EVERYURI_N_PARTS],
                          enum everyuri_part which)
{
	struct eu_out out = { NULL, 0 };

	out_composed(&out, part, (int)which);
	return out.len;
}

int eu_uri_first_difference(const struct everyuri_uri *uri,
                            const struct everyuri_text part[EVERYURI_N_PARTS])
{
	for (int k = 0; k < EVERYURI_N_PARTS; k++) {
		struct everyuri_text have = eu_uri_part(uri, (enum everyuri_part)k);

		/* A path is never absent, so a path with data NULL counts as empty. */
		if (k == EVERYURI_PATH ? have.len != part[k].len :
		                         !have.data != !part[k].data || have.len != part[k].len)
			return k;
		if (have.len && memcmp(have.data, part[k].data, have.len) != 0)
			return k;
	}
	return EVERYURI_N_PARTS;
}

/* Composes a text by the URL Standard, 4.5.  There, "/." precedes a path that would be parsed as a host, and
 * a password needs no user. */
static void compose_url(struct eu_out *out, const struct everyuri_text part[EVERYURI_N_PARTS])
{
	struct everyuri_text with_user[EVERYURI_N_PARTS], path = part[EVERYURI_PATH];

	memcpy(with_user, part, sizeof with_user);
	if (part[EVERYURI_PASSWORD].data && !part[EVERYURI_USER].data)
		with_user[EVERYURI_USER].data = "";
	with_user[EVERYURI_PATH].data = "";
	out_composed(out, with_user, EVERYURI_PATH);
	if (!part[EVERYURI_HOST].data && path.len >= 2 && !memcmp(path.data, "//", 2))
		eu_out_bytes(out, "/.", 2);
	eu_out_bytes(out, path.data, path.len);
	for (int k = EVERYURI_QUERY; k <= EVERYURI_FRAGMENT; k++) {
		if (!part[k].data)
			continue;
		eu_out_byte(out, k == EVERYURI_QUERY ? '?' : '#');
		eu_out_bytes(out, part[k].data, part[k].len);
	}
}

/* Recomposes by a standard that rewrites.  The result is the rewritten text.  It equals the composed text if
 * the parts come from a record. */
static enum everyuri_status recompose_rewriting(const struct everyuri_text part[EVERYURI_N_PARTS],
                                                enum everyuri_standard standard,
                                                struct everyuri_buf *buf,
                                                struct everyuri_uri *result,
                                                struct everyuri_error *err)
{
	struct eu_out out = { NULL, 0 };
	struct everyuri_buf none;
	enum everyuri_status s;
	size_t len;

	compose_url(&out, part);
	len = out.len;
	/* Reserves enough for any text of this length, and for the composed text after it. */
	s = eu_buf_reserve(buf, len + eu_whatwg_worst(len), err);
	if (s)
		return s;
	out = (struct eu_out){ buf->data + eu_whatwg_worst(len), 0 };
	compose_url(&out, part);
	everyuri_buf_init(&none, buf->data, eu_whatwg_worst(len), NULL);
	return eu_uri_standard(standard)->rewrite(out.data, (uint32_t)len, NULL, &none, result,
	                                          err);
}

/* Joins the parts and reads the result.  Standards that have the prefix "URL:" would take a scheme "url" for
 * this prefix, so there the prefix is written before the scheme. */
static enum everyuri_status recompose_reading(const struct everyuri_text part[EVERYURI_N_PARTS],
                                              enum everyuri_standard standard, unsigned flags,
                                              struct everyuri_buf *buf, struct eu_out *out,
                                              struct everyuri_uri *result,
                                              struct everyuri_error *err)
{
	static const char prefix[] = { 'U', 'R', 'L', ':' };
	enum everyuri_status s;

	eu_uri_compose(out, part);
	s = eu_buf_reserve(buf, out->len + sizeof prefix, err);
	if (s)
		return s;
	*out = (struct eu_out){ buf->data, 0 };
	eu_uri_compose(out, part);
	s = eu_uri_read(buf->data, out->len, standard, flags, result, err);
	if (!eu_url_prefix(buf->data, out->len) ||
	    (!s && eu_uri_first_difference(result, part) == EVERYURI_N_PARTS))
		return s;
	*out = (struct eu_out){ buf->data, 0 };
	eu_out_bytes(out, prefix, sizeof prefix);
	eu_uri_compose(out, part);
	return eu_uri_read(buf->data, out->len, standard, flags, result, err);
}

enum everyuri_status everyuri_recompose(const struct everyuri_text part[EVERYURI_N_PARTS],
                                        enum everyuri_standard standard, unsigned flags,
                                        struct everyuri_buf *buf, struct everyuri_uri *uri,
                                        struct everyuri_error *err)
{
	struct eu_out out = { NULL, 0 };
	struct everyuri_uri result;
	enum everyuri_status s = eu_check_flags(flags, EU_READ_FLAGS, err);

	if (s)
		return s;
	if (eu_uri_rewrites(standard)) {
		s = recompose_rewriting(part, standard, buf, &result, err);
		out.len = s ? 0 : result.len;
	} else {
		s = recompose_reading(part, standard, flags, buf, &out, &result, err);
	}
	if (s)
		return s;
	if (eu_uri_first_difference(&result, part) != EVERYURI_N_PARTS)
		return eu_fail(err, EVERYURI_INVALID, 0, "RFC 3986 5.3",
		               "these parts would be parsed differently");
	buf->len = out.len;
	result.standard = (uint8_t)standard;
	result.flags |= EVERYURI_REWRITTEN;
	*uri = result;
	return EVERYURI_OK;
}
