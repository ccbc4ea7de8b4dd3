/* RFC 3987, sections 3 and 5.3: converts IRIs to URIs and back, and normalises hosts. */
#include "uri/iri.h"

#include "base/utf8.h"
#include "everyuri/iri.h"
#include "grammar/rfc3987/rfc3987.h"
#include "idna/idna.h"
#include "uri/normal.h"

/* ---- characters ------------------------------------------------------------------------ */

/* Returns whether this is a bidirectional control of 4.1, or one that Unicode has added since then: U+061C
 * and the isolates. */
bool eu_iri_is_bidi_control(uint32_t c)
{
	return c == 0x061C || c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) ||
	       (c >= 0x2066 && c <= 0x2069);
}

/* Decodes adjacent escapes, but not more than the bytes of one character. */
static uint32_t escaped_bytes(const char *text, size_t len, char byte[4])
{
	uint32_t n = 0;
	unsigned char c;

	while (n < 4 && eu_escape_at(text + 3 * n, len - 3 * n, &c))
		byte[n++] = (char)c;
	return n;
}

/* Returns the length of the character in bytes if steps 2 to 4 of 3.2 allow decoding it, otherwise 0. */
static uint32_t appropriate(const char byte[4], uint32_t n, bool iquery)
{
	uint32_t len, code_point;

	if ((unsigned char)byte[0] < 0x80)
		return eu_is_unreserved((unsigned char)byte[0]);
	len = eu_rfc3987_ucschar(byte, n, iquery);
	/* LCOV_EXCL_BR_LINE: eu_rfc3987_ucschar() accepts only UTF-8 */
	if (len && eu_utf8_next(byte, len, &code_point) && eu_iri_is_bidi_control(code_point))
		return 0;
	return len;
}

void eu_iri_text(struct eu_out *out, const char *text, size_t len, bool iquery)
{
	for (size_t i = 0; i < len;) {
		char byte[4];
		uint32_t n = escaped_bytes(text + i, len - i, byte), shown;

		if (!n) {
			eu_out_byte(out, text[i++]);
			continue;
		}
		shown = appropriate(byte, n, iquery);
		if (shown)
			eu_out_bytes(out, byte, shown);
		else
			eu_out_escape(out, (unsigned char)byte[0]);
		i += 3 * (shown ? shown : 1);
	}
}

/* The set of bytes to decode in parts in which nothing is decoded. */
static const struct everyuri_byte_set no_bytes = { { 0, 0, 0, 0, 0, 0, 0, 0 } };

/* ---- hosts ------------------------------------------------------------------------------- */

static bool has_wide_byte(struct everyuri_text text, bool escaped)
{
	for (size_t i = 0; i < text.len; i++) {
		unsigned char c = (unsigned char)text.data[i];

		/* LCOV_EXCL_BR_LINE: the only caller asks for escapes */
		if (c == '%' && escaped)
			eu_escape_at(text.data + i, text.len - i, &c);
		if (c >= 0x80)
			return true;
	}
	return false;
}

/* Returns whether the name has characters beyond US-ASCII, escaped or not. */
static bool host_is_wide(const struct everyuri_uri *uri)
{
	return uri->host_kind == EVERYURI_HOST_NAME &&
	       has_wide_byte(eu_uri_part(uri, EVERYURI_HOST), true);
}

bool eu_iri_host_is_wide(const struct everyuri_uri *uri)
{
	return uri->standard == EVERYURI_RFC3987 && host_is_wide(uri);
}

/* Returns whether the name can be passed to IDNA. */
static bool is_idn(const struct everyuri_uri *uri)
{
	struct everyuri_text host = eu_uri_part(uri, EVERYURI_HOST);

	/* LCOV_EXCL_BR_LINE: both callers have checked this */
	return eu_iri_host_is_wide(uri) && !memchr(host.data, '%', host.len);
}

/* Checks that the result of IDNA is an ireg-name.  The mapping of IDNA can yield delimiters: U+FF0F becomes
 * "/". */
static bool is_ireg_name(const char *text, size_t len, bool wide)
{
	for (size_t i = 0; i < len;) {
		unsigned char c = (unsigned char)text[i];
		uint32_t n = 1;

		if (c >= 0x80)
			/* LCOV_EXCL_BR_LINE: eu_idna_to_ascii() writes only US-ASCII */
			n = wide ? eu_rfc3987_ucschar(text + i, (uint32_t)(len - i), false) : 0;
		/* LCOV_EXCL_BR_LINE: no host of an IRI has a NUL, and IDNA maps nothing to one */
		else if (!eu_is_unreserved(c) && (!c || !strchr("!$&'()*+,;=", c)))
			n = 0;
		if (!n)
			return false;
		i += n;
	}
	return len > 0;
}

typedef bool idna_fn(struct eu_out *out, const char *domain, size_t len, unsigned flags);

/* Writes the host as converted by IDNA.  Returns: false if IDNA refuses it.  In that case, nothing is
 * written, but if `out` only counts, it may have counted some bytes. */
static bool out_idn(struct eu_out *out, const struct everyuri_uri *uri, idna_fn *to, bool wide)
{
	struct everyuri_text host = eu_uri_part(uri, EVERYURI_HOST);
	size_t begin = out->len;

	if (!is_idn(uri) || !to(out, host.data, host.len, 0)) {
		out->len = begin;
		return false;
	}
	if (!out->data)
		return false;
	if (is_ireg_name(out->data + begin, out->len - begin, wide))
		return true;
	out->len = begin;
	return false;
}

void eu_iri_normal_host(struct eu_out *out, const struct everyuri_uri *uri,
                        enum everyuri_level level)
{
	/* 5.3.3: the name is mapped, but stays unencoded so that it is readable. */
	if (level < EVERYURI_LEVEL_SCHEME || !out_idn(out, uri, eu_idna_to_unicode, true))
		eu_normal_part(out, uri, EVERYURI_HOST, "", &no_bytes, 0);
}

/* ---- conversions ---------------------------------------------------------------------------- */

/* Writes text with every byte beyond US-ASCII percent-encoded (3.1, step 2). */
static void out_encoded3987(struct eu_out *out, const char *text, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		if ((unsigned char)text[i] < 0x80)
			eu_out_byte(out, text[i]);
		else
			eu_out_escape(out, (unsigned char)text[i]);
	}
}

static void out_uri(struct eu_out *out, const struct everyuri_uri *iri, unsigned flags)
{
	struct everyuri_span host = iri->part[EVERYURI_HOST];
	size_t at = 0;

	if (eu_iri_host_is_wide(iri) && !(flags & EVERYURI_IRI_ENCODE_HOST)) {
		out_encoded3987(out, iri->text, host.begin);
		at = host.begin;
		if (out_idn(out, iri, eu_idna_to_ascii, false))
			at = host.end;
	}
	out_encoded3987(out, iri->text + at, iri->len - at);
}

static enum everyuri_status refuse_standard(struct everyuri_error *err)
{
	return eu_fail(err, EVERYURI_INVALID, 0, "RFC 3987 3", "parsed under another standard");
}

enum everyuri_status everyuri_iri_to_uri(const struct everyuri_uri *iri, unsigned flags,
                                         struct everyuri_buf *buf, struct everyuri_error *err)
{
	struct eu_out out = { NULL, 0 };
	enum everyuri_status s = eu_check_flags(flags, EVERYURI_IRI_ENCODE_HOST, err);

	if (s)
		return s;
	if (iri->standard != EVERYURI_RFC3987)
		return refuse_standard(err);
	out_uri(&out, iri, flags);
	s = eu_buf_reserve(buf, out.len, err);
	if (s)
		return s;
	out = (struct eu_out){ buf->data, 0 };
	if (buf->data)
		out_uri(&out, iri, flags);
	buf->len = out.len;
	return EVERYURI_OK;
}

/* Writes the IRI.  Copies scheme, port and an address in brackets, since they have no escapes.  Also copies a
 * host name with characters beyond US-ASCII, because decoding could change the host, or make IDNA apply to
 * it. */
static void out_iri(struct eu_out *out, const struct everyuri_uri *uri)
{
	struct everyuri_span query = uri->part[EVERYURI_QUERY], host = uri->part[EVERYURI_HOST];
	size_t begin = uri->len, end = uri->len, at = 0;

	if (!eu_is_absent(query)) {
		begin = query.begin;
		end = query.end;
	}
	if (host_is_wide(uri)) {
		eu_iri_text(out, uri->text, host.begin, false);
		eu_normal_part(out, uri, EVERYURI_HOST, "", &no_bytes, 0);
		at = host.end;
	}
	eu_iri_text(out, uri->text + at, begin - at, false);
	eu_iri_text(out, uri->text + begin, end - begin, true);
	eu_iri_text(out, uri->text + end, uri->len - end, false);
}

enum everyuri_status everyuri_uri_to_iri(const struct everyuri_uri *uri, struct everyuri_buf *buf,
                                         struct everyuri_error *err)
{
	struct eu_out out = { NULL, 0 };
	enum everyuri_status s;

	if (uri->standard != EVERYURI_RFC3986 && uri->standard != EVERYURI_RFC3987)
		return refuse_standard(err);
	for (unsigned k = 0; k < uri->n_extra; k++)
		/* LCOV_EXCL_BR_LINE: rfc3986 reports no extra except the zone, and rfc3987 reports
		 * none */
		if (uri->extra[k].name == EVERYURI_EXTRA_ZONE)
			return eu_fail(err, EVERYURI_INVALID, uri->extra[k].at.begin,
			               "RFC 3987 2.2", "an IRI cannot have a zone identifier");
	out_iri(&out, uri);
	s = eu_buf_reserve(buf, out.len, err);
	if (s)
		return s;
	out = (struct eu_out){ buf->data, 0 };
	if (buf->data)
		out_iri(&out, uri);
	buf->len = out.len;
	return EVERYURI_OK;
}
