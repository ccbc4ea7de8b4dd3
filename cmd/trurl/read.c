/* read.c - splits a URL as libcurl does, and sets components. */
#include "trurl.h"

#include <string.h>
#include <strings.h>

static const char *const names[N_COMPONENTS] = {
	"scheme", "user", "password", "options",  "host",
	"port",   "path", "query",    "fragment", "zoneid",
};

const char *component_name(enum component at)
{
	return names[at];
}

enum component component_find(const char *name, size_t len)
{
	int at = 0;

	while (at < N_COMPONENTS && !(strlen(names[at]) == len && !memcmp(names[at], name, len)))
		at++;
	return (enum component)at;
}

/* ---- schemes ----------------------------------------------------------------------------- */

/* The schemes that libcurl supports, each with its default port. */
static const struct {
	const char *name;
	unsigned port;
	bool options;
} schemes[] = {
	{ "dict", 2628, false }, { "file", 0, false },     { "ftp", 21, false },
	{ "ftps", 990, false },  { "gopher", 70, false },  { "gophers", 70, false },
	{ "http", 80, false },   { "https", 443, false },  { "imap", 143, true },
	{ "imaps", 993, true },  { "ldap", 389, false },   { "ldaps", 636, false },
	{ "mqtt", 1883, false }, { "pop3", 110, true },    { "pop3s", 995, true },
	{ "rtmp", 1935, false }, { "rtmpe", 1935, false }, { "rtmps", 443, false },
	{ "rtmpt", 80, false },  { "rtmpte", 80, false },  { "rtmpts", 443, false },
	{ "rtsp", 554, false },  { "scp", 22, false },     { "sftp", 22, false },
	{ "smb", 445, false },   { "smbs", 445, false },   { "smtp", 25, true },
	{ "smtps", 465, true },  { "telnet", 23, false },  { "tftp", 69, false },
	{ "ws", 80, false },     { "wss", 443, false },
};

bool scheme_of_libcurl(struct everyuri_text scheme, unsigned *port)
{
	*port = 0;
	for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++)
		if (text_is(scheme, schemes[i].name)) {
			*port = schemes[i].port;
			return true;
		}
	return false;
}

bool scheme_has_options(struct everyuri_text scheme)
{
	for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++)
		if (text_is(scheme, schemes[i].name))
			return schemes[i].options;
	return false;
}

/* Guesses the scheme from the first label of the host, as libcurl does. */
static const char *scheme_guessed(struct everyuri_text host)
{
	static const char *const known[] = { "ftp", "dict", "ldap", "imap", "smtp", "pop3" };

	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		size_t len = strlen(known[i]);

		if (host.len > len && host.data[len] == '.' &&
		    !strncasecmp(host.data, known[i], len))
			return known[i];
	}
	return "http";
}

/* ---- errors --------------------------------------------------------------------------------- */

static bool refuse(struct everyuri_error *error, size_t at, const char *clause, const char *message)
{
	*error = (struct everyuri_error){
		.status = EVERYURI_INVALID, .at = at, .clause = clause, .message = message
	};
	return false;
}

/* ---- hosts and ports -------------------------------------------------------------------------- */

static const char not_in_hosts[] = " \r\n\t/:#?!@{}[]\\$'\"^`*<>=;,+&()%";

/* Stores in *normal the host in the form that the URL Standard requires.  Returns: false if the
 * URL Standard does not parse the host as an IP address. */
static bool address_normal(struct trurl *run, struct everyuri_text host,
                           struct everyuri_text *normal)
{
	struct draft draft = { .run = run };
	struct everyuri_uri uri;
	struct everyuri_text found;

	draft_add(&draft, "http://", 7);
	draft_add_text(&draft, host);
	draft_add(&draft, "/", 1);
	struct everyuri_text text = draft_text(&draft);

	if (everyuri_parse(text.data, text.len, EVERYURI_WHATWG, 0, NULL, &run->answer.buf[0], &uri,
	                   NULL) ||
	    (uri.host_kind != EVERYURI_HOST_IPV4 && uri.host_kind != EVERYURI_HOST_IPV6))
		return false;
	found = everyuri_view(&uri, EVERYURI_HOST);
	*normal = store_copy(run, found.data, found.len);
	return true;
}

/* Parses a host such as "[fe80::1%25eth0]".  The zone becomes a separate component. */
static bool host_in_brackets(struct trurl *run, struct everyuri_text host, struct url *url,
                             size_t at, struct everyuri_error *error)
{
	const char *percent = memchr(host.data, '%', host.len);
	struct everyuri_text address = host;

	url->part[C_ZONEID] = (struct everyuri_text){ NULL, 0 };
	if (percent) {
		struct draft draft = { .run = run };
		size_t begin = (size_t)(percent - host.data) + 1;

		if (host.len - begin > 3 && !memcmp(host.data + begin, "25", 2))
			begin += 2;
		if (begin + 1 >= host.len)
			return refuse(error, at + begin, "RFC 6874 2", "empty zone identifier");
		url->part[C_ZONEID] = text_normal(
			run, (struct everyuri_text){ host.data + begin, host.len - begin - 1 },
			C_ZONEID);
		draft_add(&draft, host.data, (size_t)(percent - host.data));
		draft_add(&draft, "]", 1);
		address = draft_text(&draft);
	}
	if (!address_normal(run, address, &url->part[C_HOST]))
		return refuse(error, at, "RFC 3986 3.2.2", "invalid IPv6 address");
	return true;
}

static bool host_read(struct trurl *run, struct everyuri_text host, bool encoded, struct url *url,
                      size_t at, struct everyuri_error *error)
{
	if (host.len && host.data[0] == '[')
		return host_in_brackets(run, host, url, at, error);
	struct everyuri_text name =
		encoded ? text_decoded(run, host, false) : store_copy(run, host.data, host.len);

	if (!name.len)
		return refuse(error, at, "RFC 3986 3.2.2", "missing host");
	for (size_t i = 0; i < name.len; i++)
		if ((unsigned char)name.data[i] < 0x20 || name.data[i] == 0x7F ||
		    strchr(not_in_hosts, name.data[i]))
			return refuse(error, at, "RFC 3986 3.2.2",
			              "character not allowed in a host");
	url->part[C_HOST] = name;
	url->part[C_ZONEID] = (struct everyuri_text){ NULL, 0 };
	/* libcurl writes an IPv4 address such as 127.1 as four decimal numbers.  Any other name
	 * is kept. */
	if (name.data[name.len - 1] != '.' && strchr("0123456789", name.data[0]))
		address_normal(run, name, &url->part[C_HOST]);
	return true;
}

static bool port_read(struct trurl *run, struct everyuri_text text, struct everyuri_text *port)
{
	unsigned number = 0;

	for (size_t i = 0; i < text.len; i++) {
		if (text.data[i] < '0' || text.data[i] > '9')
			return false;
		number = number * 10 + (unsigned)(text.data[i] - '0');
		if (number > 65535)
			return false;
	}
	while (text.len > 1 && *text.data == '0')
		text = (struct everyuri_text){ text.data + 1, text.len - 1 };
	*port = store_copy(run, text.data, text.len);
	return true;
}

/* ---- authorities --------------------------------------------------------------------------------- */

static struct everyuri_text slice(struct everyuri_text text, size_t begin, size_t end)
{
	return (struct everyuri_text){ text.data + begin, end - begin };
}

/* Returns the offset of the first of these bytes in text[begin .. end), or end if there is none. */
static size_t first_of(struct everyuri_text text, size_t begin, size_t end, const char *bytes)
{
	while (begin < end && !(text.data[begin] && strchr(bytes, text.data[begin])))
		begin++;
	return begin;
}

/* Parses "user:password".  If the scheme has options, also parses "user:password;options" and
 * "user;options:password". */
static void login_read(struct trurl *run, struct everyuri_text login, bool options, struct url *url)
{
	size_t colon = first_of(login, 0, login.len, ":");
	size_t mark = options ? first_of(login, 0, login.len, ";") : login.len;
	size_t colon_end = mark > colon ? mark : login.len;
	size_t mark_end = colon > mark ? colon : login.len;

	url->part[C_USER] = text_normal(run, slice(login, 0, colon < mark ? colon : mark), C_USER);
	if (colon < login.len)
		url->part[C_PASSWORD] =
			text_normal(run, slice(login, colon + 1, colon_end), C_PASSWORD);
	if (mark < login.len)
		url->part[C_OPTIONS] =
			text_normal(run, slice(login, mark + 1, mark_end), C_OPTIONS);
}

static bool authority_read(struct trurl *run, struct everyuri_text text, size_t begin, size_t end,
                           struct url *url, struct everyuri_error *error)
{
	size_t at = first_of(text, begin, end, "@");

	if (at < end) {
		login_read(run, slice(text, begin, at), scheme_has_options(url->part[C_SCHEME]),
		           url);
		begin = at + 1;
	}
	size_t host_end = first_of(text, begin, end, ":");

	if (begin < end && text.data[begin] == '[') {
		host_end = first_of(text, begin, end, "]") + 1;
		if (host_end > end)
			return refuse(error, end, "RFC 3986 3.2.2", "missing closing bracket");
		if (host_end < end && text.data[host_end] != ':')
			return refuse(error, host_end, "RFC 3986 3.2",
			              "expected a colon or the end of the host");
	}
	if (!host_read(run, slice(text, begin, host_end), true, url, begin, error))
		return false;
	if (host_end == end)
		return true;
	if (host_end + 1 == end && url->part[C_SCHEME].data)
		return true;
	if (host_end + 1 == end ||
	    !port_read(run, slice(text, host_end + 1, end), &url->part[C_PORT]))
		return refuse(error, host_end + 1, "RFC 3986 3.2.3",
		              "the port is not a number from 0 to 65535");
	return true;
}

/* ---- whole URLs ------------------------------------------------------------------------------------- */

/* Returns the length of the scheme; 0 if there is none.  slash: a scheme is recognised only if
 * "/" follows its colon, because "host:80" has no scheme. */
static size_t scheme_length(struct everyuri_text text, bool slash)
{
	size_t n = first_of(text, 0, text.len, ":");

	if (n == text.len || n == 0 || (slash && (n + 1 == text.len || text.data[n + 1] != '/')))
		return 0;
	for (size_t i = 0; i < n; i++) {
		char c = text.data[i];
		bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');

		if (!letter && (i == 0 || !c || !strchr("0123456789+-.", c)))
			return 0;
	}
	return n;
}

static struct everyuri_text lower(struct trurl *run, struct everyuri_text text)
{
	char *copy = store_take(run, text.len);

	for (size_t i = 0; i < text.len; i++)
		copy[i] = (char)(text.data[i] >= 'A' && text.data[i] <= 'Z' ? text.data[i] + 32 :
		                                                              text.data[i]);
	return (struct everyuri_text){ copy, text.len };
}

static bool bytes_good(const struct trurl *run, struct everyuri_text text,
                       struct everyuri_error *error)
{
	for (size_t i = 0; i < text.len; i++) {
		unsigned char c = (unsigned char)text.data[i];

		if (c < 0x20 || c == 0x7F)
			return refuse(error, i, "RFC 3986 2", "control character must be encoded");
		if (c == ' ' && !run->accept_space)
			return refuse(error, i, "RFC 3986 2", "space must be encoded");
	}
	return true;
}

/* Parses the path, query and fragment. */
static void rest_read(struct trurl *run, struct everyuri_text text, size_t begin, struct url *url)
{
	size_t hash = first_of(text, begin, text.len, "#");
	size_t mark = first_of(text, begin, hash, "?");
	struct everyuri_text path = begin < mark ? slice(text, begin, mark) : text_from("/");

	url->part[C_PATH] = text_normal(run, path, C_PATH);
	if (mark < hash)
		url->part[C_QUERY] = text_normal(run, slice(text, mark + 1, hash), C_QUERY);
	if (hash < text.len)
		url->part[C_FRAGMENT] =
			text_normal(run, slice(text, hash + 1, text.len), C_FRAGMENT);
}

/* Parses a file: URL.  It may have no host, or the host localhost or 127.0.0.1. */
static bool file_read(struct trurl *run, struct everyuri_text text, size_t begin, size_t n_slashes,
                      struct url *url, struct everyuri_error *error)
{
	size_t end = first_of(text, begin, text.len, "/?#");
	struct everyuri_text host = slice(text, begin, end);

	if (n_slashes == 2 && !text_is(host, "localhost") && !text_is(host, "127.0.0.1"))
		return refuse(error, begin, "RFC 8089 2",
		              "file URL with a host other than localhost");
	if (n_slashes == 2)
		begin = end;
	else
		begin--;
	rest_read(run, text, begin, url);
	return true;
}

bool url_read(struct trurl *run, struct everyuri_text text, struct url *url,
              struct everyuri_error *error)
{
	size_t n = scheme_length(text, !run->no_guess), begin = n ? n + 1 : 0, n_slashes = 0;
	unsigned port;

	*url = (struct url){ 0 };
	if (!bytes_good(run, text, error))
		return false;
	if (!n && run->no_guess)
		return refuse(error, 0, "RFC 3986 3", "missing scheme");
	while (n && begin < text.len && text.data[begin] == '/' && n_slashes < 4) {
		begin++;
		n_slashes++;
	}
	if (n) {
		url->part[C_SCHEME] = lower(run, slice(text, 0, n));
		if (run->curl && !scheme_of_libcurl(url->part[C_SCHEME], &port))
			return refuse(error, 0, "libcurl", "libcurl does not support this scheme");
		if (n_slashes < 1 || n_slashes > 3)
			return refuse(error, n + 1, "RFC 3986 3", "expected two slashes");
	}
	if (text_is(url->part[C_SCHEME], "file"))
		return file_read(run, text, begin, n_slashes, url, error);
	size_t end = first_of(text, begin, text.len, "/?#");

	if (!authority_read(run, text, begin, end, url, error))
		return false;
	if (!n)
		url->part[C_SCHEME] = text_from(scheme_guessed(url->part[C_HOST]));
	rest_read(run, text, end, url);
	return run->status == TRURL_FINE;
}

/* Returns a reference without a host, with invalid characters encoded.  The first segment may
 * contain a colon, as in "a:b".  Then "./" is added, because RFC 3986 would parse "a" as a
 * scheme. */
static struct everyuri_text reference_legal(struct trurl *run, struct everyuri_text text)
{
	struct draft draft = { .run = run };
	size_t hash = first_of(text, 0, text.len, "#"), mark = first_of(text, 0, hash, "?");

	if (first_of(text, 0, mark, ":") < first_of(text, 0, mark, "/"))
		draft_add(&draft, "./", 2);
	text_legal(&draft, slice(text, 0, mark), C_PATH);
	if (mark < hash) {
		draft_add(&draft, "?", 1);
		text_legal(&draft, slice(text, mark + 1, hash), C_QUERY);
	}
	if (hash < text.len) {
		draft_add(&draft, "#", 1);
		text_legal(&draft, slice(text, hash + 1, text.len), C_FRAGMENT);
	}
	return draft_text(&draft);
}

bool url_redirect(struct trurl *run, const char *reference, struct url *url,
                  struct everyuri_error *error)
{
	static const char front[] = "x://h"; /* the scheme and host are only placeholders; the URL
	                                      * keeps its own */
	struct everyuri_text text = text_from(reference);
	struct everyuri_uri base, uri;
	struct draft draft = { .run = run };

	if (scheme_length(text, !run->no_guess))
		return url_read(run, text, url, error);
	if (text.len > 1 && !memcmp(text.data, "//", 2)) {
		draft_add_text(&draft, url->part[C_SCHEME]);
		draft_add(&draft, ":", 1);
		draft_add_text(&draft, text);
		return url_read(run, draft_text(&draft), url, error);
	}
	if (!bytes_good(run, text, error))
		return false;
	draft_add_text(&draft, text_from(front));
	draft_add_text(&draft, url->part[C_PATH]);
	if (url->part[C_QUERY].data)
		draft_add(&draft, "?", 1);
	draft_add_text(&draft, url->part[C_QUERY]);
	struct everyuri_text from = draft_text(&draft);

	text = reference_legal(run, text);
	if (everyuri_parse(from.data, from.len, EVERYURI_RFC3986, 0, NULL, NULL, &base, error) ||
	    everyuri_parse(text.data, text.len, EVERYURI_RFC3986, EVERYURI_ADMIT_PARTIAL, &base,
	                   &run->answer.buf[1], &uri, error))
		return false;
	url->part[C_QUERY] = url->part[C_FRAGMENT] = (struct everyuri_text){ NULL, 0 };
	rest_read(run, store_copy(run, uri.text, uri.len), strlen(front), url);
	return run->status == TRURL_FINE;
}

/* ---- setting ------------------------------------------------------------------------------------------ */

static bool is_scheme(struct trurl *run, struct everyuri_text value)
{
	return is_scheme_name(store_copy(run, value.data, value.len).data);
}

bool url_set(struct trurl *run, struct url *url, enum component at, struct everyuri_text value,
             bool raw, struct everyuri_error *error)
{
	struct everyuri_text *part = &url->part[at];
	unsigned port;

	if (!value.len) {
		*part = at == C_PATH ? text_from("/") : (struct everyuri_text){ NULL, 0 };
		return true;
	}
	switch (at) {
	case C_SCHEME:
		if (!is_scheme(run, value))
			return refuse(error, 0, "RFC 3986 3.1", "not a valid scheme name");
		if (run->curl && !scheme_of_libcurl(lower(run, value), &port))
			return refuse(error, 0, "libcurl", "libcurl does not support this scheme");
		*part = lower(run, value);
		return true;
	case C_PORT:
		if (!port_read(run, value, part))
			return refuse(error, 0, "RFC 3986 3.2.3",
			              "the port is not a number from 0 to 65535");
		return true;
	case C_HOST:
		return host_read(run, value, raw, url, 0, error);
	default:
		break;
	}
	if (!raw)
		value = data_encoded(run, value, at);
	if (at == C_PATH && value.data[0] != '/') {
		struct draft draft = { .run = run };

		draft_add(&draft, "/", 1);
		draft_add_text(&draft, value);
		value = draft_text(&draft);
	}
	*part = text_normal(run, value, at);
	return run->status == TRURL_FINE;
}
