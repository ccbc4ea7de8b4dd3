/* calls.c - the public functions.  Each measures the result, reserves space for it, and writes
 * it. */
#include "base/utf8.h"
#include "everyuri/idna.h"
#include "idna/generated/tables.h"
#include "idna/idna.h"
#include "idna/punycode.h"

typedef enum everyuri_status writing_fn(struct eu_out *out, const char *text, size_t len,
                                        unsigned flags, struct everyuri_error *err);

static enum everyuri_status count_and_write(writing_fn *writing, const char *text, size_t len,
                                            unsigned flags, struct everyuri_buf *buf,
                                            struct everyuri_error *err)
{
	struct eu_out out = { NULL, 0 };
	enum everyuri_status s = eu_check_flags(flags, EVERYURI_IDNA_STRICT, err);

	if (s)
		return s;
	if (len > EVERYURI_TEXT_MAX)
		return eu_fail(err, EVERYURI_TOO_LONG, EVERYURI_TEXT_MAX, "", "too long");
	s = writing(&out, text, len, flags, err);
	if (s)
		return s;
	s = eu_buf_reserve(buf, out.len, err);
	if (s)
		return s;
	out = (struct eu_out){ buf->data, 0 };
	writing(&out, text, len, flags, NULL);
	buf->len = out.len;
	return EVERYURI_OK;
}

/* ---- domains ------------------------------------------------------------------------- */

static enum everyuri_status rewrite_to_ascii(struct eu_out *out, const char *text, size_t len,
                                             unsigned flags, struct everyuri_error *err)
{
	return eu_idna_process(out, text, len, EU_IDNA_TO_ASCII,
	                       flags & EVERYURI_IDNA_STRICT ? EU_IDNA_STRICT : 0, err);
}

static enum everyuri_status rewrite_to_unicode(struct eu_out *out, const char *text, size_t len,
                                               unsigned flags, struct everyuri_error *err)
{
	if (flags & EVERYURI_IDNA_STRICT)
		return eu_idna_process(out, text, len, EU_IDNA_TO_UNICODE, EU_IDNA_STRICT, err);
	eu_idna_to_unicode(out, text, len, 0);
	return EVERYURI_OK;
}

enum everyuri_status everyuri_idna_to_ascii(const char *domain, size_t len, unsigned flags,
                                            struct everyuri_buf *buf, struct everyuri_error *err)
{
	return count_and_write(rewrite_to_ascii, domain, len, flags, buf, err);
}

enum everyuri_status everyuri_idna_to_unicode(const char *domain, size_t len, unsigned flags,
                                              struct everyuri_buf *buf, struct everyuri_error *err)
{
	return count_and_write(rewrite_to_unicode, domain, len, flags, buf, err);
}

/* ---- punycode and NFC ------------------------------------------------------------------ */

/* Reads the code points of a text.  Errors: INVALID. */
static enum everyuri_status read_code_points(const char *text, size_t len,
                                             uint32_t cp[EU_IDNA_LABEL_MAX], size_t *n_cp,
                                             struct everyuri_error *err)
{
	size_t n;

	*n_cp = 0;
	for (size_t i = 0; i < len; i += n) {
		if (*n_cp == EU_IDNA_LABEL_MAX)
			return eu_fail(err, EVERYURI_INVALID, i, "", "more than 1000 characters");
		n = eu_utf8_next(text + i, len - i, &cp[*n_cp]);
		if (!n)
			return eu_fail(err, EVERYURI_INVALID, i, "RFC 3629 3", "not UTF-8");
		++*n_cp;
	}
	return EVERYURI_OK;
}

static enum everyuri_status rewrite_as_punycode(struct eu_out *out, const char *text, size_t len,
                                                unsigned flags, struct everyuri_error *err)
{
	uint32_t cp[EU_IDNA_LABEL_MAX];
	size_t n;
	enum everyuri_status s = read_code_points(text, len, cp, &n, err);

	(void)flags;
	if (!s)
		eu_punycode_encode(out, cp, n);
	return s;
}

static enum everyuri_status rewrite_from_punycode(struct eu_out *out, const char *text, size_t len,
                                                  unsigned flags, struct everyuri_error *err)
{
	uint32_t encoded[EU_IDNA_LABEL_MAX], cp[EU_IDNA_LABEL_MAX];
	size_t n;
	enum everyuri_status s = read_code_points(text, len, encoded, &n, err);

	(void)flags;
	if (s)
		return s;
	n = eu_punycode_decode(encoded, n, cp);
	for (size_t i = 0; n != EU_PUNYCODE_BAD && i < n; i++)
		if (cp[i] >= 0xD800 && cp[i] < 0xE000)
			n = EU_PUNYCODE_BAD;
	if (n == EU_PUNYCODE_BAD)
		return eu_fail(err, EVERYURI_INVALID, 0, "RFC 3492 6.2", "not punycode");
	for (size_t i = 0; i < n; i++)
		eu_utf8_put(out, cp[i]);
	return EVERYURI_OK;
}

static enum everyuri_status rewrite_in_nfc(struct eu_out *out, const char *text, size_t len,
                                           unsigned flags, struct everyuri_error *err)
{
	(void)flags;
	return eu_idna_nfc(out, text, len, err);
}

enum everyuri_status everyuri_punycode_encode(const char *text, size_t len,
                                              struct everyuri_buf *buf, struct everyuri_error *err)
{
	return count_and_write(rewrite_as_punycode, text, len, 0, buf, err);
}

enum everyuri_status everyuri_punycode_decode(const char *text, size_t len,
                                              struct everyuri_buf *buf, struct everyuri_error *err)
{
	return count_and_write(rewrite_from_punycode, text, len, 0, buf, err);
}

enum everyuri_status everyuri_nfc(const char *text, size_t len, struct everyuri_buf *buf,
                                  struct everyuri_error *err)
{
	return count_and_write(rewrite_in_nfc, text, len, 0, buf, err);
}

const char *everyuri_unicode_version(void)
{
	return EU_IDNA_UNICODE;
}
