/* SURT, the sort-friendly reordering of URLs by which the indexes of web archives are sorted.
 *
 * SURT is not a standard but a practice that began with the Internet Archive's crawler and index.
 * This file treats malformed URLs in the same way, so that its keys equal those in archives.  Texts
 * are split by RFC 3986 appendix B, which refuses only a missing scheme.  Each deviation from the
 * practice is marked by CHOICE, and described in docs/commands/key.md. */
#include "key/surt.h"

/* Longest name that ToASCII may yield, in bytes. */
#define SURT_NAME_MAX 1024

/* ---- memory ----------------------------------------------------------------------------- */

static bool stays_plain(unsigned char c)
{
	return c > 0x20 && c < 0x7F && c != '%' && c != '#';
}

static bool stays_in_host(unsigned char c)
{
	return eu_is_alpha(c) || eu_is_digit(c) || c == '-' || c == '.' || c == '_' || c == '~';
}

/* Upper bounds on all output, in bytes. */
struct surt_size {
	uint64_t escaped; /* length of all parts, escaped, with their delimiters */
	uint64_t pairs;   /* number of pairs in the query */
};

static struct surt_size measure_surt(const char *text, size_t len)
{
	struct surt_size size = { .escaped = (uint64_t)len + SURT_NAME_MAX + 64, .pairs = 1 };

	for (size_t i = 0; i < len; i++) {
		if (!stays_in_host((unsigned char)text[i]))
			size.escaped += 2;
		/* An escape may encode "&", so each escape counts as a pair. */
		size.pairs += text[i] == '&' || text[i] == '%';
	}
	return size;
}

/* Returns the size of the buffer.  It contains the text of a step, the trimmed text, the escaped
 * parts, the sorted query and, aligned, two arrays of spans.  A host is also copied before it is
 * escaped.  This copy fits in the space of the sorted query, whose size does not include the
 * host. */
static uint64_t surt_bound(const struct surt_size *size, size_t len)
{
	return 3 * size->escaped + len + 2 * size->pairs * sizeof(struct everyuri_span) +
	       _Alignof(struct everyuri_span);
}

/* ---- writing ------------------------------------------------------------------------------- */

static void put_area(struct eu_out *out, struct eu_key_area area)
{
	eu_out_bytes(out, area.data, area.len);
}

static void put_port(struct eu_out *out, uint32_t port)
{
	if (port == EU_SURT_NO_PORT)
		return;
	eu_out_byte(out, ':');
	if (port)
		eu_out_decimal(out, port);
}

static void put_rest(struct eu_out *out, const struct eu_surt *surt)
{
	put_area(out, surt->path);
	if (!surt->query.data)
		return;
	if (!surt->path.len)
		eu_out_byte(out, '/');
	eu_out_byte(out, '?');
	put_area(out, surt->query);
}

/* Reports a step, with the URL in its current form. */
static void tell_url(const struct eu_key_job *job, const struct eu_surt *surt, const char *name,
                     const char *clause)
{
	struct eu_out out = { surt->shown, 0 };

	if (!job->options->step)
		return;
	put_area(&out, surt->scheme);
	eu_out_byte(&out, ':');
	if (surt->host.len) {
		eu_out_bytes(&out, "//", 2);
		put_area(&out, surt->host);
		put_port(&out, surt->port);
	}
	put_rest(&out, surt);
	eu_key_tell(job, name, clause, out.data, out.len);
}

static bool is_dotted(struct eu_key_area host)
{
	struct everyuri_span all = eu_span(0, host.len);

	return eu_is_hostnumber(host.data, all);
}

/* Writes the labels from the last to the first, separated by commas. */
static void put_reversed(struct eu_out *out, struct eu_key_area host)
{
	size_t end = host.len;

	for (size_t i = host.len; i-- > 0;) {
		if (host.data[i] != '.')
			continue;
		eu_out_bytes(out, host.data + i + 1, end - i - 1);
		eu_out_byte(out, ',');
		end = i;
	}
	eu_out_bytes(out, host.data, end);
}

/* Writes the key.  Without the scheme, the key has the form of CDX indexes, where addresses are
 * reversed like names.  With the scheme, it follows the rules of the crawler: a comma after the
 * last label, and unchanged addresses. */
static void put_key(struct eu_out *out, const struct eu_surt *surt, bool with_scheme)
{
	bool whole = !surt->host.len || surt->host.data[0] == '[' ||
	             (with_scheme && is_dotted(surt->host));

	if (with_scheme || !surt->host.len) {
		put_area(out, surt->scheme);
		eu_out_byte(out, ':');
	}
	if (surt->host.len) {
		eu_out_bytes(out, "//(", with_scheme ? 3 : 0);
		if (whole)
			put_area(out, surt->host);
		else
			put_reversed(out, surt->host);
		if (with_scheme && !whole)
			eu_out_byte(out, ',');
		put_port(out, surt->port);
		eu_out_byte(out, ')');
	}
	put_rest(out, surt);
}

/* ---- the steps -------------------------------------------------------------------------------- */

static void escape_once(struct eu_surt *surt, struct eu_key_area *area,
                        bool (*keeps)(unsigned char c))
{
	struct eu_out out = { surt->free, 0 };

	if (!area->data)
		return;
	for (size_t i = 0; i < area->len; i++) {
		unsigned char c = (unsigned char)area->data[i];

		if (keeps(c))
			eu_out_byte(&out, (char)c);
		else
			eu_out_escape(&out, c);
	}
	surt->free += out.len;
	*area = eu_key_area_of(out.data, out.data + out.len);
}

/* Copies the host to a separate place, which is large enough for an address. */
static bool name_host(struct eu_surt *surt)
{
	struct eu_key_area *host = &surt->host;
	size_t n = 0;
	bool ascii = true;

	for (size_t i = 0; i < host->len; i++)
		ascii = ascii && (unsigned char)host->data[i] < 0x80;
	if (ascii) {
		n = host->len;
		memcpy(surt->free, host->data, n);
	} else {
		n = eu_key_name(host->data, host->len, surt->free, SURT_NAME_MAX);
		if (!n || n > SURT_NAME_MAX)
			return false;
	}
	*host = eu_key_area_of(surt->free, surt->free + n);
	surt->free += n < 16 ? 16 : n;
	eu_key_surt_host(host);
	return true;
}

/* Escapes the host.  CHOICE: a byte that has a meaning in a key, for example a comma, is also
 * escaped.  This includes the content of brackets, unless it can be an address. */
static void escape_host(struct eu_surt *surt)
{
	struct eu_key_area *host = &surt->host;

	if (host->len > 2 && host->data[0] == '[') {
		size_t i = 1;

		while (i < host->len - 1 && (eu_hex_value((unsigned char)host->data[i]) >= 0 ||
		                             host->data[i] == ':' || host->data[i] == '.'))
			i++;
		if (i == host->len - 1)
			return;
	}
	escape_once(surt, host, stays_in_host);
	for (size_t i = 0; i < host->len; i++)
		host->data[i] = (char)eu_lower((unsigned char)host->data[i]);
}

/* Removes "www." or, for example, "www2.". */
static void drop_www(struct eu_key_area *host)
{
	size_t n = 3;

	if (host->len < 4 || memcmp(host->data, "www", 3) != 0)
		return;
	while (n < host->len && eu_is_digit((unsigned char)host->data[n]))
		n++;
	if (n == host->len || host->data[n] != '.')
		return;
	host->data += n + 1;
	host->len -= n + 1;
}

static void lower(struct eu_key_area *area)
{
	for (size_t i = 0; i < area->len; i++)
		area->data[i] = (char)eu_lower((unsigned char)area->data[i]);
}

static void sort_query(struct eu_surt *surt)
{
	size_t align = _Alignof(struct everyuri_span);
	char *to = surt->free;

	if (surt->query.len < 2)
		return;
	surt->free += surt->query.len;
	surt->free += (align - (uintptr_t)surt->free % align) % align;
	eu_key_sort_pairs(&surt->query, to, (void *)surt->free);
}

static bool host_steps(const struct eu_key_job *job, struct eu_surt *surt)
{
	if (surt->host.len) {
		eu_key_unescape(&surt->host);
		if (!name_host(surt))
			return false;
		escape_host(surt);
	}
	tell_url(job, surt, "host", "UTS #46 4");
	drop_www(&surt->host);
	tell_url(job, surt, "www", "");
	if (eu_surt_is_web(surt) && surt->port == (surt->scheme.len == 4 ? 80u : 443u))
		surt->port = EU_SURT_NO_PORT;
	tell_url(job, surt, "port", "RFC 3986 6.2.3");
	return true;
}

static void path_and_query_steps(const struct eu_key_job *job, struct eu_surt *surt)
{
	eu_key_unescape(&surt->path);
	eu_key_unescape(&surt->query);
	escape_once(surt, &surt->path, stays_plain);
	surt->free++; /* space for the slash of an empty path */
	escape_once(surt, &surt->query, stays_plain);
	tell_url(job, surt, "escapes", "");
	if (surt->host.len)
		eu_key_surt_path(&surt->path);
	tell_url(job, surt, "segments", "RFC 3986 5.2.4");
	lower(&surt->path);
	lower(&surt->query);
	tell_url(job, surt, "case", "");
	eu_key_path_session(&surt->path);
	eu_key_query_session(&surt->query);
	tell_url(job, surt, "sessions", "");
	if (surt->path.len > 1 && surt->path.data[surt->path.len - 1] == '/')
		surt->path.len--;
	if (!surt->query.len)
		surt->query.data = NULL;
	tell_url(job, surt, "void-ends", "");
	sort_query(surt);
	tell_url(job, surt, "query-order", "");
}

static enum everyuri_status bad_surt(const struct eu_key_job *job, size_t at, const char *clause,
                                     const char *message)
{
	return eu_fail(job->err, EVERYURI_INVALID, at, clause, message);
}

enum everyuri_status eu_key_surt(const struct eu_key_job *job, bool with_scheme)
{
	struct surt_size size = measure_surt(job->text, job->len);
	uint64_t bound = surt_bound(&size, job->len);
	struct eu_surt surt = { .port = EU_SURT_NO_PORT };
	struct eu_key_area text;
	struct eu_out out = { NULL, 0 };
	const char *bad;
	enum everyuri_status s = eu_buf_reserve(
		job->buf, bound > EVERYURI_TEXT_MAX ? SIZE_MAX : (size_t)bound, job->err);

	if (s)
		return s;
	surt.shown = out.data = job->buf->data;
	text = eu_surt_trim(job, job->buf->data + size.escaped);
	surt.free = text.data + text.len;
	eu_key_tell(job, "white-space", "", text.data, text.len);
	bad = eu_surt_cut(&surt, text);
	if (bad)
		return bad_surt(job, eu_surt_untrimmed(job, (size_t)(bad - text.data)),
		                surt.scheme.data ? "RFC 3986 3.2" : "RFC 3986 3.1",
		                surt.scheme.data ? "invalid host or port" : "missing scheme");
	tell_url(job, &surt, "cut", "RFC 3986 B");
	if (!host_steps(job, &surt))
		return bad_surt(job, 0, "UTS #46 4", "the host cannot be converted to ASCII");
	path_and_query_steps(job, &surt);
	put_key(&out, &surt, with_scheme);
	job->buf->len = out.len;
	eu_key_tell(job, "order", "", out.data, out.len);
	return EVERYURI_OK;
}
