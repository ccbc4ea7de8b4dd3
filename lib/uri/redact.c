/* Writes a text without its secrets. */
#include "uri/secrets.h"

struct redacting {
	const char *text;
	size_t len; /* length of text in bytes */
	const struct everyuri_secrets *secrets;
	enum eu_secrets_mode mode;
	struct eu_out out;
	size_t copied; /* number of bytes of text already copied or omitted */
};

/* Widens the gap to the colon before a password, unless it is the scheme's colon, and to the "@"
 * after a login. */
static void widen_to_delimiters(const struct redacting *r, struct everyuri_span *gap)
{
	const char *text = r->text;
	bool colon = gap->begin && text[gap->begin - 1] == ':';

	if (colon && memchr(text, ':', gap->begin - 1))
		gap->begin--;
	else if (gap->end < r->len && text[gap->end] == '@')
		gap->end++;
}

static void replace_secret(void *context, struct everyuri_span secret)
{
	/* Replacement for a secret.  Every standard allows this text as userinfo, query and
	 * fragment. */
	static const char redaction[] = "***";
	struct redacting *r = context;
	bool remove = r->secrets->flags & EVERYURI_REDACT_REMOVE;

	if (remove)
		widen_to_delimiters(r, &secret);
	eu_out_bytes(&r->out, r->text + r->copied, secret.begin - r->copied);
	if (!remove)
		eu_out_bytes(&r->out, redaction, sizeof redaction - 1);
	r->copied = secret.end;
}

static void redact_into(struct redacting *r)
{
	if (!r->len)
		return;
	r->copied = 0;
	eu_secrets_find(r->text, r->len, r->secrets, r->mode, replace_secret, r);
	eu_out_bytes(&r->out, r->text + r->copied, r->len - r->copied);
}

static enum everyuri_status redact(struct redacting r, struct everyuri_buf *buf,
                                   struct everyuri_error *err)
{
	enum everyuri_status s;

	redact_into(&r);
	s = eu_buf_reserve(buf, r.out.len, err);
	if (s)
		return s;
	r.out = (struct eu_out){ buf->data, 0 };
	redact_into(&r);
	buf->len = r.out.len;
	return EVERYURI_OK;
}

enum everyuri_status everyuri_redact(const struct everyuri_uri *uri,
                                     const struct everyuri_secrets *secrets,
                                     struct everyuri_buf *buf, struct everyuri_error *err)
{
	/* The standards before RFC 3986 accept texts that no later standard does. */
	bool old = uri->standard < EVERYURI_RFC3986 && !(uri->flags & EVERYURI_RELATIVE);
	struct redacting r = { .text = uri->text, .len = uri->len, .secrets = secrets };

	r.mode = old ? eu_secrets_mode_of(uri->text, uri->len, EU_SECRETS_OF_TEXT) :
	               EU_SECRETS_OF_URI;
	return redact(r, buf, err);
}

enum everyuri_status everyuri_redact_text(const char *text, size_t len,
                                          const struct everyuri_secrets *secrets,
                                          struct everyuri_buf *buf, struct everyuri_error *err)
{
	struct redacting r = { .text = text, .len = len, .secrets = secrets };

	if (len > EVERYURI_TEXT_MAX)
		return eu_fail(err, EVERYURI_TOO_LONG, EVERYURI_TEXT_MAX, "", "too long");
	r.mode = eu_secrets_mode_of(text, len, EU_SECRETS_LOGIN);
	return redact(r, buf, err);
}
