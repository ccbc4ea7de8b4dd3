/* HTTP/1.1 and HTTP/2 inside of libcurl: what is asked for is the plan's, octet by octet, and one
 * request gets one answer. */
#include "everyuri/address.h"
#include "net/connection.h"

#define TARGET_MAX (64u << 10) /* bytes */
#define RECEIVE_BYTES (128L << 10)

/* One request and its answer. */
struct exchange {
	const struct eu_http_request *request;
	const struct eu_http_sink *sink;
	struct eu_net_judge judge;
	CURL *curl;
	struct curl_slist *headers;
	struct everyuri_buf target; /* of the request, or of a proxy's; ends in NUL */
	struct everyuri_buf head;   /* the answer's values, for as long as it is told */
	size_t n_head;              /* bytes of its lines */
	uint64_t heard;             /* when something came last */
	bool answering;
	bool told; /* the answer */
	bool done; /* no more is wanted */
	bool stopped;
	enum everyuri_status status; /* why we broke off */
	const char *clause, *message;
	struct eu_http_answer answer;
};

static void break_off(struct exchange *x, enum everyuri_status status, const char *clause,
                      const char *message)
{
	x->status = status;
	x->clause = clause;
	x->message = message;
}

static enum everyuri_status no_memory_left(struct everyuri_error *err)
{
	return eu_fail(err, EVERYURI_NO_MEMORY, 0, "", "no memory");
}

static bool is_word(struct everyuri_text text, const char *word)
{
	return text.data && text.len == strlen(word) &&
	       eu_equals_ignoring_case(text.data, text.len, word);
}

/* ---- what is sent: checked, because others wrote it (THREATS C1) -------------------------------------------- */

/* RFC 9112 3.2.1: the plan has escaped whatever could end it. */
static bool is_target(struct everyuri_text target)
{
	for (size_t i = 0; i < target.len; i++)
		if ((unsigned char)target.data[i] <= ' ' || (unsigned char)target.data[i] >= 0x7F)
			return false;
	return target.len && target.len <= TARGET_MAX && target.data[0] == '/';
}

/* RFC 9110 5.6.2, token. */
static bool is_token_byte(unsigned char byte)
{
	return eu_is_alpha(byte) || eu_is_digit(byte) ||
	       (byte && memchr("!#$%&'*+-.^_`|~", byte, 15));
}

/* Bytes of the name of "Name: value"; 0: it is none that a user may send.  What says where the
 * request goes or where it ends is the plan's. */
static size_t name_of_header(struct everyuri_text header)
{
	static const char *const ours[] = { "host", "content-length", "transfer-encoding" };
	size_t len = 0;

	while (len < header.len && is_token_byte((unsigned char)header.data[len]))
		len++;
	if (len == header.len || header.data[len] != ':')
		return 0;
	for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
		if (is_word((struct everyuri_text){ header.data, len }, ours[i]))
			return 0;
	for (size_t i = len; i < header.len; i++) {
		unsigned char byte = (unsigned char)header.data[i];

		if ((byte < ' ' && byte != '\t') || byte == 0x7F)
			return 0;
	}
	return len;
}

/* libcurl takes "Name:" for a header that is left out, and "Name;" for an empty one. */
static enum everyuri_status add_header(struct exchange *x, struct everyuri_text header,
                                       struct everyuri_error *err)
{
	size_t name = name_of_header(header), end = header.len;
	struct curl_slist *longer;
	struct everyuri_buf line;
	enum everyuri_status status;

	if (!name)
		return eu_fail(err, EVERYURI_UNSAFE, 0, "RFC 9110 5.5",
		               "not a header that can be sent");
	while (end > name + 1 && (header.data[end - 1] == ' ' || header.data[end - 1] == '\t'))
		end--;
	everyuri_buf_init(&line, NULL, 0, NULL);
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

/* A proxy of HTTP is told the whole: RFC 9112 3.2.2.  One of SOCKS carries bytes, and https goes
 * through a tunnel. */
static bool proxy_takes_whole(const struct exchange *x)
{
	struct everyuri_text proxy = x->judge.options->proxy;

	return proxy.data && is_word(x->request->scheme, "http") &&
	       !(proxy.len > 5 && eu_equals_ignoring_case(proxy.data, 5, "socks"));
}

static enum everyuri_status set_target(struct exchange *x, struct everyuri_error *err)
{
	struct everyuri_text target = x->request->target;
	char whole[EU_NET_AUTHORITY + 8] = "";
	enum everyuri_status status;
	size_t len;

	if (!is_target(target))
		return eu_fail(err, EVERYURI_UNSAFE, 0, "RFC 9112 3.2",
		               "not a request target that can be sent");
	if (proxy_takes_whole(x)) {
		memcpy(whole, "http://", 7);
		eu_net_authority(x->request->host, x->request->port, whole + 7);
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

/* A word that libcurl wants ended by NUL. */
static enum everyuri_status set_text(CURL *curl, CURLoption option, struct everyuri_text text,
                                     struct everyuri_error *err)
{
	struct everyuri_buf copy;
	enum everyuri_status status;

	if (text.len && memchr(text.data, 0, text.len))
		return eu_fail(err, EVERYURI_UNSAFE, 0, "RFC 7617 2",
		               "a user or password cannot have NUL in it");
	everyuri_buf_init(&copy, NULL, 0, NULL);
	status = eu_buf_reserve(&copy, text.len + 1, err);
	if (status)
		return status;
	if (text.len)
		memcpy(copy.data, text.data, text.len);
	copy.data[text.len] = 0;
	if (curl_easy_setopt(curl, option, copy.data))
		status = no_memory_left(err);
	memset(copy.data, 0, text.len);
	everyuri_buf_free(&copy);
	return status;
}

/* THREATS C8: with several methods to choose from libcurl asks without them first, and tells only
 * a server that wants to know.  Those that use the system's tickets are not among them. */
static enum everyuri_status set_user(struct exchange *x, struct everyuri_error *err)
{
	enum everyuri_status status;

	if (!x->request->user.data)
		return EVERYURI_OK;
	status = set_text(x->curl, CURLOPT_USERNAME, x->request->user, err);
	if (!status)
		status = set_text(x->curl, CURLOPT_PASSWORD, x->request->password, err);
	if (!status &&
	    curl_easy_setopt(x->curl, CURLOPT_HTTPAUTH, CURLAUTH_BASIC | CURLAUTH_DIGEST))
		status = no_memory_left(err);
	return status;
}

/* RFC 9110 14.1.2: all but what is there already.  Not by libcurl's own resuming, which would not
 * show an answer that begins anew. */
static enum everyuri_status set_range(struct exchange *x, struct everyuri_error *err)
{
	uint64_t from = x->request->from;
	char range[24], digits[20];
	size_t n = 0, at = 0;

	if (!from)
		return EVERYURI_OK;
	for (; from; from /= 10)
		digits[n++] = (char)('0' + from % 10);
	while (n)
		range[at++] = digits[--n];
	memcpy(range + at, "-", 2);
	return curl_easy_setopt(x->curl, CURLOPT_RANGE, range) ? no_memory_left(err) : EVERYURI_OK;
}

/* ---- what comes: its header ---------------------------------------------------------------------------------- */

static struct everyuri_text trimmed(const char *data, size_t len)
{
	while (len && (*data == ' ' || *data == '\t'))
		data++, len--;
	while (len && memchr(" \t\r\n", data[len - 1], 4))
		len--;
	return (struct everyuri_text){ data, len };
}

/* RFC 9110 8.3.1: type "/" subtype *( ";" name "=" ( token / quoted-string ) ). */
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
		if (is_word(trimmed(data + name, equals - name), "charset") &&
		    !answer->charset.data)
			answer->charset = trimmed(data + begin, at - begin);
		while (at < len && data[at] != ';')
			at++;
	}
}

/* The first of each counts.  Its bytes are kept in x->head, which never moves. */
static void keep_value(struct exchange *x, struct everyuri_text name, struct everyuri_text value)
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

		if (!is_word(name, kept[i].name) || kept[i].to->data)
			continue;
		memcpy(copy, value.data, value.len); /* x->n_head has counted it */
		x->head.len += value.len;
		if (!i)
			read_content_type(answer, copy, value.len);
		else
			*kept[i].to = (struct everyuri_text){ copy, value.len };
	}
}

/* RFC 9110 14.4: "bytes 100-": the first that comes. */
static void keep_range(struct exchange *x, struct everyuri_text value)
{
	uint64_t from = 0;
	size_t at = 6;

	if (value.len < at || !eu_equals_ignoring_case(value.data, at, "bytes "))
		return;
	while (at < value.len && eu_is_digit((unsigned char)value.data[at]) &&
	       from <= (UINT64_MAX - 9) / 10)
		from = from * 10 + (uint64_t)(value.data[at++] - '0');
	x->answer.from = from;
}

static void begin_answer(struct exchange *x)
{
	memset(&x->answer, 0, sizeof x->answer);
	x->n_head = x->head.len = 0;
	x->answering = true;
}

/* CURLOPT_HEADERFUNCTION: a line.  An interim answer, or one that asked for the user, goes before
 * the one that counts; trailers come when that has been told. */
static size_t take_header(char *data, size_t size, size_t n, void *context)
{
	struct exchange *x = context;
	struct everyuri_text line = { data, size * n }, name;
	const char *colon;

	x->heard = eu_net_now();
	if (x->told)
		return line.len;
	if (line.len >= 5 && !memcmp(data, "HTTP/", 5))
		begin_answer(x);
	x->n_head += line.len;
	if (x->n_head > EU_HTTP_HEADERS) {
		break_off(x, EVERYURI_PROTOCOL, "THREATS C9",
		          "the header of the answer is too long");
		return 0;
	}
	colon = memchr(data, ':', line.len);
	if (!colon || !x->answering)
		return line.len;
	name = trimmed(data, (size_t)(colon - data));
	line = trimmed(colon + 1, line.len - (size_t)(colon + 1 - data));
	if (is_word(name, "content-range"))
		keep_range(x, line);
	else
		keep_value(x, name, line);
	return size * n;
}

/* ---- and its body ---------------------------------------------------------------------------------------------- */

static enum everyuri_address_class class_of(const struct exchange *x)
{
	enum everyuri_address_class found = EVERYURI_ADDRESS_PUBLIC;
	char *ip = NULL;

	if (!x->judge.proxied && !curl_easy_getinfo(x->curl, CURLINFO_PRIMARY_IP, &ip) && ip)
		(void)everyuri_host_class(ip, strlen(ip), &found);
	return found;
}

/* Returns: false: there is nothing to go on for. */
static bool tell_answer(struct exchange *x)
{
	curl_off_t length = -1;
	long code = 0;

	if (x->told)
		return !x->done && !x->status;
	curl_easy_getinfo(x->curl, CURLINFO_RESPONSE_CODE, &code);
	curl_easy_getinfo(x->curl, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length);
	x->answer.code = (unsigned)code;
	x->answer.length = length < 0 ? UINT64_MAX : (uint64_t)length;
	x->answer.address_class = class_of(x);
	if (code != 206) {
		x->answer.from = 0;
	} else if (x->answer.from != x->request->from) {
		break_off(x, EVERYURI_PROTOCOL, "RFC 9110 15.3.7",
		          "the server sends another part than was asked for");
		return false;
	}
	x->told = true;
	x->done = !x->sink->answer(x->sink->context, &x->answer);
	return !x->done;
}

/* CURLOPT_WRITEFUNCTION. */
static size_t take_body(char *data, size_t size, size_t n, void *context)
{
	struct exchange *x = context;
	size_t len = size * n;

	if (!tell_answer(x))
		return len ? 0 : 1; /* another number than len: stop */
	if (len && !x->sink->bytes(x->sink->context, data, len)) {
		x->stopped = true;
		break_off(x, EVERYURI_PARTIAL, "", "the receiver stopped");
		return 0;
	}
	x->heard = eu_net_now(); /* the receiver's time is not the server's */
	return len;
}

/* CURLOPT_PREREQFUNCTION: it is connected. */
static int take_connection(void *context, char *to, char *from, int to_port, int from_port)
{
	struct exchange *x = context;

	(void)to, (void)from, (void)to_port, (void)from_port;
	x->heard = eu_net_now();
	return CURL_PREREQFUNC_OK;
}

/* CURLOPT_XFERINFOFUNCTION, called every second at least: THREATS C9. */
static int take_time(void *context, curl_off_t total, curl_off_t now, curl_off_t up_total,
                     curl_off_t up)
{
	struct exchange *x = context;
	const struct eu_net_options *options = x->judge.options;
	unsigned ms = x->answering ? eu_net_idle_ms(options) : eu_net_first_ms(options);

	(void)total, (void)now, (void)up_total, (void)up;
	return x->heard && eu_net_now() - x->heard > ms; /* before it is connected libcurl counts */
}

/* ---- all of it --------------------------------------------------------------------------------------------------- */

static bool set_exchange(struct exchange *x)
{
	CURL *curl = x->curl;
	bool good = true;

	good = good && !curl_easy_setopt(curl, CURLOPT_HTTPGET, 1L);
	good = good && !curl_easy_setopt(curl, CURLOPT_PATH_AS_IS, 1L);
	good = good && !curl_easy_setopt(curl, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS);
	good = good && !curl_easy_setopt(curl, CURLOPT_HTTP_CONTENT_DECODING, 0L);
	good = good && !curl_easy_setopt(curl, CURLOPT_USERAGENT, "everyuri/" EVERYURI_VERSION);
	good = good && !curl_easy_setopt(curl, CURLOPT_HTTPHEADER, x->headers);
	good = good && !curl_easy_setopt(curl, CURLOPT_BUFFERSIZE, RECEIVE_BYTES);
	good = good && !curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, take_header);
	good = good && !curl_easy_setopt(curl, CURLOPT_HEADERDATA, x);
	good = good && !curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take_body);
	good = good && !curl_easy_setopt(curl, CURLOPT_WRITEDATA, x);
	good = good && !curl_easy_setopt(curl, CURLOPT_PREREQFUNCTION, take_connection);
	good = good && !curl_easy_setopt(curl, CURLOPT_PREREQDATA, x);
	good = good && !curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
	good = good && !curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, take_time);
	good = good && !curl_easy_setopt(curl, CURLOPT_XFERINFODATA, x);
	return good;
}

/* What became of it: what we broke off, and what was promised and did not come. */
static enum everyuri_status outcome(struct exchange *x, enum everyuri_status status,
                                    struct everyuri_error *err)
{
	if (x->done)
		return EVERYURI_OK;
	if (!status && !x->told && !x->status && !tell_answer(x) && x->done)
		return EVERYURI_OK;
	if (x->status) {
		bool within = x->told && !x->stopped;

		return eu_fail(err, within ? EVERYURI_PARTIAL : x->status, 0, x->clause,
		               x->message);
	}
	if (status == EVERYURI_PARTIAL && !x->told)
		status = EVERYURI_PROTOCOL;
	else if (status && x->told)
		status = EVERYURI_PARTIAL;
	if (status && err)
		err->status = status;
	return status;
}

static enum everyuri_status prepare(struct exchange *x, struct everyuri_error *err)
{
	const struct eu_http_request *request = x->request;
	const char *scheme = is_word(request->scheme, "https") ? "https" : "http";
	enum everyuri_status status;

	if (!is_word(request->scheme, scheme))
		return eu_fail(err, EVERYURI_UNSUPPORTED, 0, "", "this is not HTTP");
	status = eu_net_judge_host(x->judge.options, request->host.data, request->host.len, err);
	if (!status)
		status =
			eu_net_curl(scheme, request->host, request->port, &x->judge, &x->curl, err);
	if (!status)
		status = set_target(x, err);
	for (size_t i = 0; !status && i < request->n_headers; i++)
		status = add_header(x, request->headers[i], err);
	if (!status)
		status = set_user(x, err);
	if (!status)
		status = set_range(x, err);
	if (!status)
		status = eu_buf_reserve(&x->head, EU_HTTP_HEADERS, err);
	if (!status && !set_exchange(x))
		status = eu_fail(err, EVERYURI_UNSUPPORTED, 0, "",
		                 "libcurl does not do what is needed");
	return status;
}

enum everyuri_status eu_http_get(const struct eu_http_request *request,
                                 const struct eu_net_options *options,
                                 const struct eu_http_sink *sink, struct everyuri_error *err)
{
	struct exchange x = { .request = request, .sink = sink };
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
