/* Builds the HTTP request from the fields of the plan, which are copied unchanged, and from the
 * user's headers. */
#include "base/secret.h"
#include "net/exchange.h"

#define TARGET_MAX (64u << 10) /* longest target, in bytes */

static enum everyuri_status no_memory_left(struct everyuri_error *err)
{
	return eu_fail(err, EVERYURI_NO_MEMORY, 0, "", "out of memory");
}

bool eu_is_word(struct everyuri_text text, const char *word)
{
	return text.data && text.len == strlen(word) &&
	       eu_equals_ignoring_case(text.data, text.len, word);
}

/* ---- checks of untrusted input (THREATS C1) ------------------------------------------------------------ */

/* Checks that the plan has escaped every byte that could end the target (RFC 9112 3.2.1). */
static bool is_target(struct everyuri_text target)
{
	for (size_t i = 0; i < target.len; i++)
		if ((unsigned char)target.data[i] <= ' ' || (unsigned char)target.data[i] >= 0x7F)
			return false;
	return target.len && target.len <= TARGET_MAX && target.data[0] == '/';
}

/* Returns whether a token of RFC 9110 5.6.2 may contain this byte. */
static bool is_token_byte(unsigned char byte)
{
	return eu_is_alpha(byte) || eu_is_digit(byte) ||
	       (byte && memchr("!#$%&'*+-.^_`|~", byte, 15));
}

/* Returns the length of the name in "Name: value", or 0 if the field is malformed or the user must
 * not send it.  Only the plan may set the fields that say where the request goes or where it
 * ends. */
static size_t name_of_header(struct everyuri_text header)
{
	static const char *const ours[] = { "host", "content-length", "transfer-encoding" };
	size_t len = 0;

	while (len < header.len && is_token_byte((unsigned char)header.data[len]))
		len++;
	if (len == header.len || header.data[len] != ':')
		return 0;
	for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
		if (eu_is_word((struct everyuri_text){ header.data, len }, ours[i]))
			return 0;
	for (size_t i = len; i < header.len; i++) {
		unsigned char byte = (unsigned char)header.data[i];

		if ((byte < ' ' && byte != '\t') || byte == 0x7F)
			return 0;
	}
	return len;
}

/* Adds a header.  libcurl would omit a header "Name:", and needs "Name;" to send an empty one. */
static enum everyuri_status add_header(struct eu_exchange *x, struct everyuri_text header,
                                       struct everyuri_error *err)
{
	size_t name = name_of_header(header), end = header.len;
	struct curl_slist *longer;
	struct everyuri_buf line;
	enum everyuri_status status;

	if (!name)
		return eu_fail(err, EVERYURI_UNSAFE, 0, "RFC 9110 5.5", "invalid header");
	while (end > name + 1 && (header.data[end - 1] == ' ' || header.data[end - 1] == '\t'))
		end--;
	eu_buf_secret(&line);
	status = eu_buf_reserve(&line, end + 1, err);
	if (status)
		return status;
	memcpy(line.data, header.data, end);
	line.data[end] = 0;
	if (end == name + 1)
		line.data[name] = ';';
	longer = curl_slist_append(x->headers, line.data);
	everyuri_buf_free(&line);
	if (!longer)
		return no_memory_left(err);
	x->headers = longer;
	return EVERYURI_OK;
}

/* Returns whether the request needs the absolute form, as an HTTP proxy does (RFC 9112 3.2.2).  A
 * SOCKS proxy only forwards bytes, and https uses a tunnel. */
static bool proxy_takes_whole(const struct eu_exchange *x)
{
	struct everyuri_text proxy = x->judge.options->proxy;

	return proxy.data && eu_is_word(x->request->scheme, "http") &&
	       !(proxy.len > 5 && eu_equals_ignoring_case(proxy.data, 5, "socks"));
}

static enum everyuri_status set_target(struct eu_exchange *x, struct everyuri_error *err)
{
	struct everyuri_text target = x->request->target;
	char whole[EU_NET_AUTHORITY + 8] = "";
	enum everyuri_status status;
	size_t len;

	if (!is_target(target))
		return eu_fail(err, EVERYURI_UNSAFE, 0, "RFC 9112 3.2", "invalid request target");
	if (proxy_takes_whole(x)) {
		memcpy(whole, "http://", 7);
		eu_net_authority(x->request->host, x->request->port, whole + 7);
		if (x->request->port == 80) /* the default port is omitted, as in the plan (RFC 9110
		                               4.2.3) */
			whole[strlen(whole) - strlen(":80")] = 0;
	}
	len = strlen(whole);
	status = eu_buf_reserve(&x->target, len + target.len + 1, err);
	if (status)
		return status;
	memcpy(x->target.data, whole, len);
	memcpy(x->target.data + len, target.data, target.len);
	x->target.data[len + target.len] = 0;
	if (curl_easy_setopt(x->curl, CURLOPT_REQUEST_TARGET, x->target.data))
		return no_memory_left(err);
	return EVERYURI_OK;
}

/* Sets an option to a text.  Copies the text, because libcurl expects it NUL-terminated. */
static enum everyuri_status set_text(CURL *curl, CURLoption option, struct everyuri_text text,
                                     struct everyuri_error *err)
{
	struct everyuri_buf copy;
	enum everyuri_status status;

	if (text.len && memchr(text.data, 0, text.len))
		return eu_fail(err, EVERYURI_UNSAFE, 0, "RFC 7617 2",
		               "a user or password must not contain NUL");
	eu_buf_secret(&copy);
	status = eu_buf_reserve(&copy, text.len + 1, err);
	if (status)
		return status;
	if (text.len)
		memcpy(copy.data, text.data, text.len);
	copy.data[text.len] = 0;
	if (curl_easy_setopt(curl, option, copy.data))
		status = no_memory_left(err);
	everyuri_buf_free(&copy);
	return status;
}

/* Sets user and password.  THREATS C8: if several methods are allowed, libcurl first sends no
 * credentials, and sends them only to a server that requests them.  Methods that use the system's
 * tickets are not allowed. */
static enum everyuri_status set_user(struct eu_exchange *x, struct everyuri_error *err)
{
	enum everyuri_status status;

	if (!x->request->user.data)
		return EVERYURI_OK;
	status = set_text(x->curl, CURLOPT_USERNAME, x->request->user, err);
	if (!status)
		status = set_text(x->curl, CURLOPT_PASSWORD, x->request->password, err);
	if (!status && curl_easy_setopt(x->curl, CURLOPT_HTTPAUTH, EU_HTTP_METHODS))
		status = no_memory_left(err);
	return status;
}

/* Requests only the missing bytes (RFC 9110 14.1.2).  Does not use libcurl's resume, which would
 * hide that a response begins at the start of the object. */
static enum everyuri_status set_range(struct eu_exchange *x, struct everyuri_error *err)
{
	uint64_t from = x->request->from;
	char range[EU_DECIMAL_MAX + 2], digits[EU_DECIMAL_MAX];
	struct everyuri_text first = eu_decimal(digits, from);

	if (!from)
		return EVERYURI_OK;
	memcpy(range, first.data, first.len);
	memcpy(range + first.len, "-", 2);
	return curl_easy_setopt(x->curl, CURLOPT_RANGE, range) ? no_memory_left(err) : EVERYURI_OK;
}

enum everyuri_status eu_exchange_request(struct eu_exchange *x, struct everyuri_error *err)
{
	const struct eu_http_request *request = x->request;
	const char *scheme = eu_is_word(request->scheme, "https") ? "https" : "http";
	enum everyuri_status status;

	if (!eu_is_word(request->scheme, scheme))
		return eu_fail(err, EVERYURI_UNSUPPORTED, 0, "", "the scheme is not http or https");
	status = eu_net_judge_host(x->judge.options, request->host.data, request->host.len, err);
	if (!status)
		status =
			eu_net_curl(scheme, request->host, request->port, &x->judge, &x->curl, err);
	if (!status)
		status = set_target(x, err);
	for (size_t i = 0; !status && i < request->n_headers; i++)
		status = add_header(x, request->headers[i], err);
	if (!status && curl_easy_setopt(x->curl, CURLOPT_HTTPHEADER, x->headers))
		status = no_memory_left(err);
	if (!status)
		status = set_user(x, err);
	if (!status)
		status = set_range(x, err);
	return status;
}
