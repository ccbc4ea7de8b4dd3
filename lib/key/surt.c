/* SURT, the sort-friendly reordering of URLs that the indexes of web archives are sorted by.
 *
 * It is no standard but a usage, begun by the Internet Archive's crawler and its index; what
 * that makes of dirty URLs is followed, so that keys meet those that archives have.  A text
 * is cut as RFC 3986 appendix B shows, which refuses nothing but a missing scheme.  Where the
 * usage is not followed it says CHOICE here, and docs/commands/key.md says it again. */
#include "key/key.h"

#define NO_PORT UINT32_MAX

/* The longest name that ToASCII may give. */
#define SURT_NAME_MAX 1024

/* The URL on its way. */
struct surt {
	struct eu_key_area scheme, host, path, query;
	uint32_t port;
	char *shown; /* where a step is put together to be told; at last the key */
	char *free;  /* the rest of the buffer */
};

static bool is_space(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool is_line_space(char c)
{
	return c == '\t' || c == '\n' || c == '\r';
}

/* ---- how much memory ------------------------------------------------------------------ */

static bool stays_plain(unsigned char c)
{
	return c > 0x20 && c < 0x7F && c != '%' && c != '#';
}

static bool stays_in_host(unsigned char c)
{
	return eu_is_alpha(c) || eu_is_digit(c) || c == '-' || c == '.' || c == '_' || c == '~';
}

/* Bounds, in bytes, for everything that is written. */
struct surt_size {
	uint64_t escaped; /* all parts, escaped, and their delimiters */
	uint64_t pairs;   /* of a query */
};

static struct surt_size measure_surt(const char *text, size_t len)
{
	struct surt_size size = { .escaped = (uint64_t)len + SURT_NAME_MAX + 64, .pairs = 1 };

	for (size_t i = 0; i < len; i++) {
		if (!stays_in_host((unsigned char)text[i]))
			size.escaped += 2;
		/* An escape stands for one byte, which may be "&". */
		size.pairs += text[i] == '&' || text[i] == '%';
	}
	return size;
}

/* Room for: what is shown; the trimmed text; the parts, escaped; the query, sorted; and
 * aligned, two arrays of spans. */
static uint64_t surt_bound(const struct surt_size *size, size_t len)
{
	return 3 * size->escaped + len + 2 * size->pairs * sizeof(struct everyuri_span) +
	       _Alignof(struct everyuri_span);
}

/* ---- the cut ---------------------------------------------------------------------------- */

static struct eu_key_area area_of(char *data, const char *end)
{
	struct eu_key_area area = { data, (size_t)(end - data) };

	return area;
}

/* White space off the ends, and tabs and line breaks out of the middle: none of it is typed
 * on purpose. */
static struct eu_key_area trimmed(const struct eu_key_job *job, char *to)
{
	size_t begin = 0, end = job->len, n = 0;

	while (begin < end && is_space(job->text[begin]))
		begin++;
	while (end > begin && is_space(job->text[end - 1]))
		end--;
	for (; begin < end; begin++)
		if (!is_line_space(job->text[begin]))
			to[n++] = job->text[begin];
	return area_of(to, to + n);
}

/* Where in the job's text the byte stands that is number n of the trimmed one. */
static size_t untrimmed(const struct eu_key_job *job, size_t n)
{
	size_t at = 0;

	while (at < job->len && is_space(job->text[at]))
		at++;
	for (; at < job->len; at++)
		if (!is_line_space(job->text[at]) && n-- == 0)
			break;
	return at;
}

static size_t web_scheme(struct eu_key_area text)
{
	if (text.len >= 7 && memcmp(text.data, "http://", 7) == 0)
		return 7;
	return text.len >= 8 && memcmp(text.data, "https://", 8) == 0 ? 8 : 0;
}

/* "http://http://h/" is a slip that the usage mends. */
static struct eu_key_area without_repetition(struct eu_key_area text)
{
	for (;;) {
		size_t n = web_scheme(text);
		struct eu_key_area rest = { text.data + n, text.len - n };

		if (!n || !web_scheme(rest))
			return text;
		text = rest;
	}
}

/* RFC 3986 3.1.  Returns: where its colon stands, or, *valid being false, the byte that
 * cannot be there. */
static size_t scheme_end(struct eu_key_area text, bool *valid)
{
	size_t i = 0;

	for (; i < text.len; i++) {
		unsigned char c = (unsigned char)text.data[i];

		if (!eu_is_alpha(c) &&
		    (i == 0 || (!eu_is_digit(c) && c != '+' && c != '-' && c != '.')))
			break;
	}
	*valid = i > 0 && i < text.len && text.data[i] == ':';
	return i;
}

static bool is_web(const struct surt *surt)
{
	return (surt->scheme.len == 4 || surt->scheme.len == 5) &&
	       eu_equals_ignoring_case(surt->scheme.data, surt->scheme.len,
	                               surt->scheme.len == 4 ? "http" : "https");
}

static struct eu_key_area until(struct eu_key_area from, char cut, struct eu_key_area *rest)
{
	char *hit = from.len ? memchr(from.data, cut, from.len) : NULL;

	if (!hit) {
		rest->data = NULL;
		rest->len = 0;
		return from;
	}
	*rest = area_of(hit + 1, from.data + from.len);
	return area_of(from.data, hit);
}

/* Behind "//": the authority, up to the next slash; what is left is the path. */
static struct eu_key_area take_authority(struct surt *surt, size_t slashes)
{
	char *begin = surt->path.data + slashes, *end = surt->path.data + surt->path.len;
	char *slash = memchr(begin, '/', (size_t)(end - begin));

	surt->path = area_of(slash ? slash : end, end);
	return area_of(begin, slash ? slash : end);
}

/* digits, of which the leading zeros do not count; nothing is no port.
 * Returns: the byte that cannot be there, or NULL. */
static const char *read_port(struct surt *surt, struct eu_key_area digits)
{
	uint32_t value = 0;

	for (size_t i = 0; i < digits.len; i++) {
		if (!eu_is_digit((unsigned char)digits.data[i]))
			return digits.data + i;
		value = value * 10 + (uint32_t)(digits.data[i] - '0');
		if (value > UINT16_MAX)
			return digits.data + i;
	}
	surt->port = value ? value : NO_PORT;
	return NULL;
}

/* [ user "@" ] host [ ":" port ].  The last "@" ends the user, who is dropped: a key is no
 * place for secrets.  Returns: the byte that cannot be there, or NULL. */
static const char *cut_authority(struct surt *surt, struct eu_key_area authority)
{
	struct eu_key_area rest = { NULL, 0 };
	size_t at = authority.len;

	while (at && authority.data[at - 1] != '@')
		at--;
	authority.data += at;
	authority.len -= at;
	while (authority.len && authority.data[authority.len - 1] == ':')
		authority.len--;
	if (!authority.len || authority.data[0] != '[') {
		surt->host = until(authority, ':', &rest);
		return read_port(surt, rest);
	}
	surt->host = until(authority, ']', &rest);
	if (!rest.data)
		return authority.data + authority.len;
	surt->host.len++;
	if (!rest.len)
		return NULL;
	if (rest.data[0] != ':')
		return rest.data;
	return read_port(surt, area_of(rest.data + 1, rest.data + rest.len));
}

/* Returns: the byte that cannot be there, or NULL. */
static const char *cut_text(struct surt *surt, struct eu_key_area text)
{
	struct eu_key_area fragment, authority = { NULL, 0 };
	bool valid;
	size_t colon = scheme_end(text, &valid), slashes = 0;

	if (!valid)
		return text.data + colon;
	surt->scheme = area_of(text.data, text.data + colon);
	text = area_of(text.data + colon + 1, text.data + text.len);
	text = until(text, '#', &fragment);
	surt->path = until(text, '?', &surt->query);
	if (surt->path.len >= 2 && memcmp(surt->path.data, "//", 2) == 0)
		authority = take_authority(surt, 2);
	if (!authority.len && is_web(surt)) {
		/* "http:h", "http:////h": there is a host, and the slashes do not count, but
		 * for one if that is all. */
		while (slashes < surt->path.len && surt->path.data[slashes] == '/')
			slashes++;
		if (slashes && slashes == surt->path.len)
			surt->path.len = 1;
		else
			authority = take_authority(surt, slashes);
	}
	for (size_t i = 0; i < surt->scheme.len; i++)
		surt->scheme.data[i] = (char)eu_lower((unsigned char)surt->scheme.data[i]);
	return cut_authority(surt, authority);
}

/* ---- writing ------------------------------------------------------------------------------- */

static void put_area(struct eu_out *out, struct eu_key_area area)
{
	eu_out_bytes(out, area.data, area.len);
}

static void put_port(struct eu_out *out, uint32_t port)
{
	char digits[5];
	size_t n = 0;

	if (port == NO_PORT)
		return;
	for (; port; port /= 10)
		digits[n++] = (char)('0' + port % 10);
	eu_out_byte(out, ':');
	while (n)
		eu_out_byte(out, digits[--n]);
}

static void put_rest(struct eu_out *out, const struct surt *surt)
{
	put_area(out, surt->path);
	if (!surt->query.data)
		return;
	if (!surt->path.len)
		eu_out_byte(out, '/');
	eu_out_byte(out, '?');
	put_area(out, surt->query);
}

/* A step: the URL as it is now. */
static void tell_url(const struct eu_key_job *job, const struct surt *surt, const char *name,
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

/* The labels from the last to the first, between commas. */
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

/* Without the scheme as CDX indexes have it, an address reversed like a name; with it as the
 * crawler's rules have it: a comma behind the last label, addresses left alone. */
static void put_key(struct eu_out *out, const struct surt *surt, bool with_scheme)
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

static void escape_once(struct surt *surt, struct eu_key_area *area, bool (*keeps)(unsigned char c))
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
	*area = area_of(out.data, out.data + out.len);
}

/* The host's name in its own place, with room for an address. */
static bool name_host(struct surt *surt)
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
	*host = area_of(surt->free, surt->free + n);
	surt->free += n < 16 ? 16 : n;
	eu_key_surt_host(host);
	return true;
}

/* CHOICE: no byte of a host stays that has a meaning in a key, such as a comma; nor in an
 * address in brackets, if it holds more than one can. */
static void escape_host(struct surt *surt)
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

/* "www.", "www2." */
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

static void sort_query(struct surt *surt)
{
	size_t align = _Alignof(struct everyuri_span);
	char *to = surt->free;

	if (surt->query.len < 2)
		return;
	surt->free += surt->query.len;
	surt->free += (align - (uintptr_t)surt->free % align) % align;
	eu_key_sort_pairs(&surt->query, to, (void *)surt->free);
}

static bool host_steps(const struct eu_key_job *job, struct surt *surt)
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
	if (is_web(surt) && surt->port == (surt->scheme.len == 4 ? 80u : 443u))
		surt->port = NO_PORT;
	tell_url(job, surt, "port", "RFC 3986 6.2.3");
	return true;
}

static void path_and_query_steps(const struct eu_key_job *job, struct surt *surt)
{
	eu_key_unescape(&surt->path);
	eu_key_unescape(&surt->query);
	escape_once(surt, &surt->path, stays_plain);
	surt->free++; /* for the slash of an empty path */
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
	struct surt surt = { .port = NO_PORT };
	struct eu_key_area text;
	struct eu_out out = { NULL, 0 };
	const char *bad;
	enum everyuri_status s = eu_buf_reserve(
		job->buf, bound > EVERYURI_TEXT_MAX ? SIZE_MAX : (size_t)bound, job->err);

	if (s)
		return s;
	surt.shown = out.data = job->buf->data;
	text = trimmed(job, job->buf->data + size.escaped);
	surt.free = text.data + text.len;
	eu_key_tell(job, "white-space", "", text.data, text.len);
	bad = cut_text(&surt, without_repetition(text));
	if (bad)
		return bad_surt(job, untrimmed(job, (size_t)(bad - text.data)),
		                surt.scheme.data ? "RFC 3986 3.2" : "RFC 3986 3.1",
		                surt.scheme.data ? "this is no host and port" :
		                                   "there is no scheme");
	tell_url(job, &surt, "cut", "RFC 3986 B");
	if (!host_steps(job, &surt))
		return bad_surt(job, 0, "UTS #46 4", "the host has no form in ASCII");
	path_and_query_steps(job, &surt);
	put_key(&out, &surt, with_scheme);
	job->buf->len = out.len;
	eu_key_tell(job, "order", "", out.data, out.len);
	return EVERYURI_OK;
}
