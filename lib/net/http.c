/* Sends HTTP/1.1 and HTTP/2 requests with libcurl, and receives the responses.  An incomplete
 * response is reported as such. */
#include "everyuri/address.h"
#include "net/exchange.h"

#define RECEIVE_BYTES (128L << 10)

static void break_off(struct eu_exchange *x, enum everyuri_status status, const char *clause,
                      const char *message)
{
	x->status = status;
	x->clause = clause;
	x->message = message;
}

/* ---- receiving: the header ----------------------------------------------------------------------------- */

static struct everyuri_text trimmed(const char *data, size_t len)
{
	while (len && (*data == ' ' || *data == '\t'))
		data++, len--;
	while (len && memchr(" \t\r\n", data[len - 1], 4))
		len--;
	return (struct everyuri_text){ data, len };
}

/* Reads a Content-Type.  RFC 9110 8.3.1: type "/" subtype *( ";" name "=" ( token / quoted-string
 * ) ). */
static void read_content_type(struct eu_http_answer *answer, char *data, size_t len)
{
	char *end = memchr(data, ';', len);
	size_t at = end ? (size_t)(end - data) : len;

	answer->media_type = trimmed(data, at);
	for (size_t i = 0; i < at; i++)
		data[i] = (char)eu_lower((unsigned char)data[i]);
	if (!memchr(data, '/', at))
		answer->media_type.data = NULL;
	while (at < len) {
		size_t name = ++at, equals, begin;
		bool quoted;

		while (at < len && data[at] != '=' && data[at] != ';')
			at++;
		if (at == len || data[at] == ';')
			continue;
		equals = at++;
		quoted = at < len && data[at] == '"';
		begin = quoted ? ++at : at;
		while (at < len && data[at] != (quoted ? '"' : ';'))
			at++;
		if (eu_is_word(trimmed(data + name, equals - name), "charset") &&
		    !answer->charset.data)
			answer->charset = trimmed(data + begin, at - begin);
		while (at < len && data[at] != ';')
			at++;
	}
}

/* Stores the first value of each name in x->head, whose memory never moves. */
static void keep_value(struct eu_exchange *x, struct everyuri_text name, struct everyuri_text value)
{
	struct eu_http_answer *answer = &x->answer;
	const struct {
		const char *name;
		struct everyuri_text *to;
	} kept[] = {
		{ "content-type", &answer->media_type },
		{ "location", &answer->location },
		{ "content-location", &answer->content_location },
		{ "content-language", &answer->language },
		{ "content-encoding", &answer->encoding },
	};

	for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
		char *copy = x->head.data + x->head.len;

		if (!eu_is_word(name, kept[i].name) || kept[i].to->data)
			continue;
		memcpy(copy, value.data, value.len); /* fits, because x->n_head includes its
		                                        length */
		x->head.len += value.len;
		if (!i)
			read_content_type(answer, copy, value.len);
		else
			*kept[i].to = (struct everyuri_text){ copy, value.len };
	}
}

/* Reads digits at *at, and the byte `behind` after them.  If `behind` is 0, the digits must end the
 * value.  Returns: false if the text has another form. */
static bool take_count(struct everyuri_text value, size_t *at, char behind, uint64_t *number)
{
	size_t begin = *at;

	*number = 0;
	for (; *at < value.len && eu_is_digit((unsigned char)value.data[*at]); ++*at) {
		if (*number > (UINT64_MAX - 9) / 10)
			return false;
		*number = *number * 10 + (uint64_t)(value.data[*at] - '0');
	}
	if (*at == begin || (*at == value.len) != !behind || (behind && value.data[*at] != behind))
		return false;
	*at += behind != 0;
	return true;
}

/* Reads a Content-Range (RFC 9110 14.4), such as "bytes 100-199/200", which has the first byte, the
 * last byte and the total length, or "*" if that is unknown.  If the range cannot be satisfied, "*"
 * replaces the first and last byte. */
static void keep_range(struct eu_exchange *x, struct everyuri_text value)
{
	uint64_t from, last = 0, all = UINT64_MAX;
	size_t at = 6;

	if (value.len < at || !eu_equals_ignoring_case(value.data, at, "bytes "))
		return;
	if (value.len - at > 2 && !memcmp(value.data + at, "*/", 2)) {
		at += 2;
		if (take_count(value, &at, 0, &all))
			x->answer.all = all;
		return;
	}
	if (!take_count(value, &at, '-', &from) || !take_count(value, &at, '/', &last) ||
	    ((value.len - at != 1 || value.data[at] != '*') && !take_count(value, &at, 0, &all)))
		return;
	x->ranged = true;
	x->answer.from = from;
	x->answer.all = all;
	x->last = last;
}

/* Reads a Content-Length.  Returns: false if it is not a length, or differs from a previous one. */
static bool keep_length(struct eu_exchange *x, struct everyuri_text value)
{
	uint64_t length;
	size_t at = 0;
	bool first = !x->measured;

	if (!take_count(value, &at, 0, &length))
		return false;
	x->measured = true;
	if (first)
		x->answer.length = length;
	return x->answer.length == length;
}

/* Reads a list of lengths.  RFC 9112 6.3: different lengths are an error.  A malformed length is
 * also an error, because libcurl would read only its leading digits.  A list of equal lengths is
 * one length. */
static bool keep_lengths(struct eu_exchange *x, struct everyuri_text list)
{
	const char *comma;

	while ((comma = memchr(list.data, ',', list.len)) != NULL) {
		size_t len = (size_t)(comma - list.data);

		if (!keep_length(x, trimmed(list.data, len)))
			return false;
		list = trimmed(comma + 1, list.len - len - 1);
	}
	return keep_length(x, list);
}

/* Reads a Transfer-Encoding.  Returns: false unless it is "chunked", and occurs only once. */
static bool keep_coding(struct eu_exchange *x, struct everyuri_text value)
{
	bool first = !x->chunked;

	x->chunked = true;
	return first && eu_is_word(value, "chunked");
}

static void begin_answer(struct eu_exchange *x)
{
	memset(&x->answer, 0, sizeof x->answer);
	x->answer.all = UINT64_MAX;
	x->n_head = x->head.len = 0;
	x->answering = true;
	x->headed = x->framed = x->chunked = x->ranged = x->measured = false;
}

/* CURLOPT_HEADERFUNCTION: receives one line.  Interim responses and authentication challenges come
 * before the final response, and trailers after it. */
static size_t take_header(char *data, size_t size, size_t n, void *context)
{
	struct eu_exchange *x = context;
	struct everyuri_text line = { data, size * n }, name;
	const char *colon;

	x->heard = eu_net_now();
	if (x->told)
		return line.len;
	if (line.len >= 5 && !memcmp(data, "HTTP/", 5))
		begin_answer(x);
	x->n_head += line.len;
	if (x->n_head > EU_HTTP_HEADERS) {
		break_off(x, EVERYURI_PROTOCOL, "THREATS C9", "response header too long");
		return 0;
	}
	x->headed = x->answering && !trimmed(data, line.len).len;
	colon = memchr(data, ':', line.len);
	if (!colon || !x->answering)
		return line.len;
	name = trimmed(data, (size_t)(colon - data));
	line = trimmed(colon + 1, line.len - (size_t)(colon + 1 - data));
	if (eu_is_word(name, "transfer-encoding") || eu_is_word(name, "content-length"))
		x->framed = true;
	/* RFC 9112 6.1: no other coding was requested, and libcurl would not decode it. */
	if (eu_is_word(name, "transfer-encoding") && !keep_coding(x, line)) {
		break_off(x, EVERYURI_PROTOCOL, "RFC 9112 6.1", "unrequested Transfer-Encoding");
		return 0;
	}
	if (eu_is_word(name, "content-length") && !keep_lengths(x, line)) {
		break_off(x, EVERYURI_PROTOCOL, "RFC 9112 6.3",
		          x->measured ? "two different Content-Length values" :
		                        "invalid Content-Length");
		return 0;
	}
	if (eu_is_word(name, "content-range"))
		keep_range(x, line);
	else
		keep_value(x, name, line);
	return size * n;
}

/* ---- receiving: the body ------------------------------------------------------------------------------- */

static enum everyuri_address_class class_of(const struct eu_exchange *x)
{
	enum everyuri_address_class found = EVERYURI_ADDRESS_PUBLIC;
	char *ip = NULL;

	if (!x->judge.proxied && !curl_easy_getinfo(x->curl, CURLINFO_PRIMARY_IP, &ip) && ip)
		(void)everyuri_host_class(ip, strlen(ip), &found);
	return found;
}

/* Passes the response to the receiver.  Returns: false to stop the transfer. */
static bool tell_answer(struct eu_exchange *x)
{
	curl_off_t length = -1;
	long code = 0, methods = 0;

	if (x->told)
		return true;
	if (!x->headed) { /* libcurl treats a truncated header as complete */
		break_off(x, EVERYURI_PROTOCOL, "RFC 9112 8",
		          "connection closed before a response arrived");
		return false;
	}
	curl_easy_getinfo(x->curl, CURLINFO_RESPONSE_CODE, &code);
	curl_easy_getinfo(x->curl, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length);
	curl_easy_getinfo(x->curl, CURLINFO_HTTPAUTH_AVAIL, &methods);
	x->answer.code = (unsigned)code;
	x->answer.takes_password = code == 401 && ((unsigned long)methods & EU_HTTP_METHODS) != 0;
	x->answer.length = length < 0 ? UINT64_MAX : (uint64_t)length;
	x->answer.address_class = class_of(x);
	if (code != 206) {
		x->answer.from = 0;
	} else if (!x->ranged || x->answer.from != x->request->from) {
		break_off(x, EVERYURI_PROTOCOL, "RFC 9110 15.3.7",
		          "the server sent a different range than requested");
		return false;
	}
	x->told = true;
	x->done = !x->sink->answer(x->sink->context, &x->answer);
	return !x->done;
}

/* CURLOPT_WRITEFUNCTION: receives a chunk of the body. */
static size_t take_body(char *data, size_t size, size_t n, void *context)
{
	struct eu_exchange *x = context;
	size_t len = size * n;

	if (!tell_answer(x))
		return len ? 0 : 1; /* any number other than len makes libcurl stop */
	if (len && !x->sink->bytes(x->sink->context, data, len)) {
		break_off(x, EVERYURI_PARTIAL, "", "the receiver stopped");
		return 0;
	}
	x->heard = eu_net_now(); /* do not count time that the receiver needed as the server's */
	return len;
}

/* CURLOPT_PREREQFUNCTION: libcurl calls this once it is connected. */
static int take_connection(void *context, char *to, char *from, int to_port, int from_port)
{
	struct eu_exchange *x = context;

	(void)to, (void)from, (void)to_port, (void)from_port;
	x->heard = eu_net_now();
	return CURL_PREREQFUNC_OK;
}

/* CURLOPT_XFERINFOFUNCTION: libcurl calls this at least every second; enforces THREATS C9. */
static int take_time(void *context, curl_off_t total, curl_off_t now, curl_off_t up_total,
                     curl_off_t up)
{
	struct eu_exchange *x = context;
	const struct eu_net_options *options = x->judge.options;
	unsigned ms = x->answering ? eu_net_idle_ms(options) : eu_net_first_ms(options);

	(void)total, (void)now, (void)up_total, (void)up;
	return x->heard && eu_net_now() - x->heard > ms; /* libcurl limits the time to connect */
}

/* ---- the request as a whole ---------------------------------------------------------------------------- */

static bool set_exchange(struct eu_exchange *x)
{
	CURL *curl = x->curl;
	unsigned bad = 0;

	bad |= curl_easy_setopt(curl, CURLOPT_HTTPGET, 1L);
	bad |= curl_easy_setopt(curl, CURLOPT_PATH_AS_IS, 1L);
	bad |= curl_easy_setopt(curl, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS);
	bad |= curl_easy_setopt(curl, CURLOPT_HTTP_CONTENT_DECODING, 0L);
	bad |= curl_easy_setopt(curl, CURLOPT_USERAGENT, "everyuri/" EVERYURI_VERSION);
	bad |= curl_easy_setopt(curl, CURLOPT_BUFFERSIZE, RECEIVE_BYTES);
	bad |= curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, take_header);
	bad |= curl_easy_setopt(curl, CURLOPT_HEADERDATA, x);
	bad |= curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take_body);
	bad |= curl_easy_setopt(curl, CURLOPT_WRITEDATA, x);
	bad |= curl_easy_setopt(curl, CURLOPT_PREREQFUNCTION, take_connection);
	bad |= curl_easy_setopt(curl, CURLOPT_PREREQDATA, x);
	bad |= curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
	bad |= curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, take_time);
	bad |= curl_easy_setopt(curl, CURLOPT_XFERINFODATA, x);
	return !bad;
}

/* Returns whether the body ends with the connection, and TLS ended without close_notify (RFC 9112
 * 6.3 and 9.8).  The body may then be truncated. */
static bool may_be_cut(const struct eu_exchange *x)
{
	long version = 0;

	curl_easy_getinfo(x->curl, CURLINFO_HTTP_VERSION, &version);
	return x->judge.end_unsaid && !x->framed && version < CURL_HTTP_VERSION_2_0 &&
	       x->answer.code != 204 && x->answer.code != 304 &&
	       eu_is_word(x->request->scheme, "https");
}

/* Returns whether the range ends before the object does, or may do so because the object's length
 * is unknown (RFC 9110 15.3.7). */
static bool is_part_only(const struct eu_exchange *x)
{
	return x->answer.code == 206 && (!x->answer.all || x->last != x->answer.all - 1);
}

/* Returns whether a header line was too long. libcurl limits its length, and reports a longer line
 * as "out of memory".  It was too long if a header has begun but not ended. */
static bool is_long_line(const struct eu_exchange *x, enum everyuri_status status)
{
	curl_off_t begun = 0;

	return status == EVERYURI_NO_MEMORY && !x->told && !x->headed &&
	       !curl_easy_getinfo(x->curl, CURLINFO_STARTTRANSFER_TIME_T, &begun) && begun > 0;
}

/* Determines the result of the transfer: OK, the reason why we aborted, or what is missing from the
 * response. */
static enum everyuri_status outcome(struct eu_exchange *x, enum everyuri_status status,
                                    struct everyuri_error *err)
{
	if (x->done)
		return EVERYURI_OK;
	if (!status && !x->told && !tell_answer(x) && x->done)
		return EVERYURI_OK;
	if (is_long_line(x, status))
		break_off(x, EVERYURI_PROTOCOL, "THREATS C9", "response header too long");
	if (x->status) {
		eu_net_says(""); /* libcurl's message would only describe our abort */
		return eu_fail(err, x->status, 0, x->clause, x->message);
	}
	if (!status && may_be_cut(x))
		return eu_fail(err, EVERYURI_PARTIAL, 0, "RFC 9112 9.8",
		               "connection closed without a TLS close");
	if (!status && is_part_only(x))
		return eu_fail(err, EVERYURI_PARTIAL, 0, "RFC 9110 15.3.7",
		               "the server sent less than requested");
	if (status == EVERYURI_PARTIAL && !x->told)
		status = EVERYURI_PROTOCOL;
	else if (status && x->told)
		status = EVERYURI_PARTIAL;
	if (status && err)
		err->status = status;
	return status;
}

static enum everyuri_status prepare(struct eu_exchange *x, struct everyuri_error *err)
{
	enum everyuri_status status = eu_exchange_request(x, err);

	if (!status)
		status = eu_buf_reserve(&x->head, EU_HTTP_HEADERS, err);
	if (!status && !set_exchange(x))
		status = eu_fail(err, EVERYURI_UNSUPPORTED, 0, "",
		                 "libcurl does not support a required option");
	return status;
}

enum everyuri_status eu_http_get(const struct eu_http_request *request,
                                 const struct eu_net_options *options,
                                 const struct eu_http_sink *sink, struct everyuri_error *err)
{
	struct eu_exchange x = { .request = request, .sink = sink };
	enum everyuri_status status;

	eu_net_says("");
	x.judge.options = options;
	x.judge.proxied = options->proxy.data != NULL;
	everyuri_buf_init(&x.target, NULL, 0, NULL);
	everyuri_buf_init(&x.head, NULL, 0, NULL);
	status = prepare(&x, err);
	if (!status)
		status = outcome(&x, eu_net_perform(x.curl, &x.judge, err), err);
	curl_easy_cleanup(x.curl);
	curl_slist_free_all(x.headers);
	everyuri_buf_free(&x.target);
	everyuri_buf_free(&x.head);
	return status;
}
