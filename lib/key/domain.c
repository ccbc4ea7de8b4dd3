/* Decodes host names, and implements the profiles that reduce a URI to its registrable domain. */
#include "key/key.h"

#include "idna/idna.h"
#include "uri/standards.h"

/* Space for any domain name: a name has at most 253 characters (RFC 1035 2.3.4), each of which may
 * be escaped. */
#define HOST_MAX 1024

static bool is_ascii_name(const char *name, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if ((unsigned char)name[i] >= 0x80)
			return false;
	return true;
}

size_t eu_key_name(const char *name, size_t len, char *ascii, size_t cap)
{
	struct eu_out out = { NULL, 0 };

	if (is_ascii_name(name, len)) {
		for (size_t i = 0; i < len && i < cap; i++)
			ascii[i] = (char)eu_lower((unsigned char)name[i]);
		return len;
	}
	if (!eu_idna_to_ascii(&out, name, len, 0) || out.len > cap)
		return 0;
	out = (struct eu_out){ ascii, 0 };
	eu_idna_process(&out, name, len, EU_IDNA_TO_ASCII, 0, NULL);
	return out.len;
}

/* Decodes the host's escapes.  Bytes that do not fit are only counted. */
static size_t decoded_host(struct everyuri_text host, char *to)
{
	size_t n = 0;

	for (size_t i = 0; i < host.len; i++) {
		unsigned char c = (unsigned char)host.data[i];

		if (eu_escape_at(host.data + i, host.len - i, &c))
			i += 2;
		if (n < HOST_MAX)
			to[n] = (char)c;
		n++;
	}
	return n;
}

static enum everyuri_status no_domain(const struct eu_key_job *job, const char *message)
{
	return eu_fail(job->err, EVERYURI_MISSING, 0, "publicsuffix.org, algorithm", message);
}

/* Writes the name of the URI's host to `name`.  Returns: its length, or 0 with the error in *s. */
static size_t domain_name(const struct eu_key_job *job, const struct everyuri_uri *uri,
                          char name[HOST_MAX], enum everyuri_status *s)
{
	struct everyuri_text host = eu_uri_part(uri, EVERYURI_HOST);
	char decoded[HOST_MAX];
	size_t n = decoded_host(host, decoded);

	*s = EVERYURI_OK;
	if (!host.len)
		*s = no_domain(job, "missing host");
	else if (uri->host_kind == EVERYURI_HOST_IPV4 || uri->host_kind == EVERYURI_HOST_IPV6 ||
	         uri->host_kind == EVERYURI_HOST_IPVFUTURE)
		*s = no_domain(job, "the host is an address");
	if (*s)
		return 0;
	eu_key_tell(job, "host", "", host.data, host.len);
	n = n > HOST_MAX ? 0 : eu_key_name(decoded, n, name, HOST_MAX);
	if (n && n <= HOST_MAX)
		return n;
	*s = no_domain(job, "the host is not a domain name");
	return 0;
}

enum everyuri_status eu_key_domain(const struct eu_key_job *job, unsigned psl_flags)
{
	struct everyuri_uri uri;
	struct everyuri_psl_found found;
	char name[HOST_MAX];
	size_t n;
	enum everyuri_status s = everyuri_parse(job->text, job->len, job->options->standard, 0,
	                                        NULL, job->buf, &uri, job->err);

	if (s)
		return s;
	n = domain_name(job, &uri, name, &s);
	if (s)
		return s;
	eu_key_tell(job, "ASCII", "RFC 5891 5", name, n);
	if (everyuri_psl_find(job->options->psl, name, n, psl_flags, &found, NULL))
		return no_domain(job, "the host is not a domain name");
	eu_key_tell(job, "suffix", "publicsuffix.org, algorithm", name + found.suffix.begin,
	            eu_span_len(found.suffix));
	if (eu_is_absent(found.domain))
		return no_domain(job, "the host is a public suffix");
	n = eu_span_len(found.domain);
	s = eu_buf_reserve(job->buf, n, job->err);
	if (s)
		return s;
	memcpy(job->buf->data, name + found.domain.begin, n);
	job->buf->len = n;
	eu_key_tell(job, "domain", "publicsuffix.org, algorithm", job->buf->data, n);
	return EVERYURI_OK;
}
