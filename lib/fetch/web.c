/* http and https: fetches with libcurl.  Host, port and target come from the plan. */
#include "fetch/fetching.h"

#include <stdio.h>

struct web {
	struct eu_fetching *f;
	uint64_t skip; /* number of bytes at the start of the body that the user already has */
	bool shrunk;   /* the object has fewer bytes than the user has */
	bool if_range; /* the user's headers include If-Range */
	bool changed;  /* the object has changed since the user's copy */
	bool refused;  /* the response contains no object */
	bool asks;     /* the server requests a password by a supported method */
	bool stopped;  /* the receiver stopped */
};

static struct everyuri_text type_of_encoding(struct everyuri_text encoding)
{
	static const char gzip[] = "application/gzip";
	const struct everyuri_text none = { NULL, 0 }, gzipped = { gzip, sizeof gzip - 1 };

	return eu_equals_ignoring_case(encoding.data, encoding.len, "gzip") ? gzipped : none;
}

static bool tell_nothing_more(struct web *web)
{
	const struct everyuri_object rest = { .kind = EVERYURI_DOCUMENT };

	web->stopped = !web->f->own.begin(web->f, &rest);
	return false;
}

/* Handles the response: an object, a redirect, or an error. */
static bool web_answer(void *context, const struct eu_http_answer *answer)
{
	struct web *web = context;
	struct eu_fetching *f = web->f;
	struct everyuri_object object = { .kind = EVERYURI_DOCUMENT,
		                          .media_type = answer->media_type,
		                          .charset = answer->charset,
		                          .language = answer->language,
		                          .length = answer->length };
	char words[40];
	int n = snprintf(words, sizeof words, "HTTP %u", answer->code);

	f->net.from = answer->address_class;
	f->http_status = answer->code;
	eu_fetch_said(f, words, (size_t)n);
	eu_fetch_event(f, EVERYURI_EVENT_SAID, words, (size_t)n);
	if (answer->code / 100 == 3 && answer->location.len) {
		f->no_memory |= eu_fetch_keep(&f->next, answer->location.data, answer->location.len,
		                              NULL) == EVERYURI_NO_MEMORY;
		return false;
	}
	/* RFC 9110 15.5.17: the user already has the whole object, so there is no more data. */
	if (answer->code == 416 && f->options->from && answer->all == f->options->from)
		return tell_nothing_more(web);
	web->refused = answer->code / 100 != 2;
	web->asks = answer->takes_password;
	if (web->refused)
		return false;
	if (answer->content_location.len)
		eu_fetch_official(f, answer->content_location);
	if (answer->encoding.data) /* the body is not decoded, so use the media type of the
	                              encoding */
		object.media_type = type_of_encoding(answer->encoding);
	/* RFC 9110 13.1.5: if the object no longer matches If-Range, the server sends all of it.
	 * Then the user's bytes are not its beginning. */
	web->changed = web->if_range && f->options->from && answer->code != 206;
	if (web->changed)
		return false;
	/* A server that does not support ranges sends the whole object. */
	if (f->options->from > answer->from)
		web->skip = f->options->from - answer->from;
	if (web->skip && object.length != EVERYURI_LENGTH_UNKNOWN) {
		web->shrunk = object.length < web->skip;
		if (web->shrunk)
			return false;
		object.length -= web->skip;
	}
	web->stopped = !f->own.begin(f, &object);
	return !web->stopped;
}

static bool web_bytes(void *context, const char *data, size_t len)
{
	struct web *web = context;

	size_t skip = web->skip < len ? (size_t)web->skip : len;

	web->skip -= skip;
	return skip == len || web->f->own.bytes(web->f, data + skip, len - skip);
}

/* Makes the plan for the same URI without a proxy, because libcurl itself speaks to the proxy. */
static enum everyuri_status plan_of_target(struct eu_fetching *f, struct everyuri_buf *buf,
                                           struct everyuri_plan *plan, struct everyuri_error *err)
{
	struct everyuri_config config = { 0 };

	if (f->options->config)
		config = *f->options->config;
	config.proxy = config.http_proxy = config.https_proxy = (struct everyuri_text){ NULL, 0 };
	return everyuri_plan_make(&f->uri, &config, buf, plan, err);
}

/* Sets the proxy of the plan, unless the plan equals the one without a proxy.  Takes the port from
 * the plan, because libcurl's default port for proxies differs. */
static enum everyuri_status use_proxy(struct eu_fetching *f, const struct everyuri_plan *direct,
                                      struct everyuri_error *err)
{
	const struct everyuri_text steps = f->plan.steps;
	struct everyuri_step step = { .what = EVERYURI_CONNECT };
	struct everyuri_field host = { .number = 0 }, port = { .number = 0 };
	size_t at = 0;
	int n;

	f->net.proxy = (struct everyuri_text){ NULL, 0 };
	if (steps.len == direct->steps.len && !memcmp(steps.data, direct->steps.data, steps.len))
		return EVERYURI_OK;
	everyuri_step_next(steps, &at, &step); /* a plan with a proxy begins with a connection */
	everyuri_step_field(&step, EVERYURI_FIELD_HOST, &host);
	everyuri_step_field(&step, EVERYURI_FIELD_PORT, &port);
	bool ipv6 = memchr(host.text.data, ':', host.text.len) != NULL;

	n = snprintf(f->proxy, sizeof f->proxy, "%s%.*s%s:%u", ipv6 ? "[" : "", (int)host.text.len,
	             host.text.data, ipv6 ? "]" : "", (unsigned)port.number);
	if ((size_t)n >= sizeof f->proxy)
		return eu_fail(err, EVERYURI_TOO_LONG, 0, "", "the proxy's name is too long");
	f->net.proxy = (struct everyuri_text){ f->proxy, (size_t)n };
	return EVERYURI_OK;
}

static bool has_if_range(const struct eu_http_request *request)
{
	static const char name[] = "if-range:";

	for (size_t i = 0; i < request->n_headers; i++)
		if (request->headers[i].len >= sizeof name - 1 &&
		    eu_equals_ignoring_case(request->headers[i].data, sizeof name - 1, name))
			return true;
	return false;
}

/* Fills the request from the plan.  Returns whether the plan may ask for a password. */
static bool request_of(const struct everyuri_plan *plan, struct eu_http_request *request)
{
	struct everyuri_step step;
	struct everyuri_field field;
	bool asks = false;

	for (size_t at = 0; everyuri_step_next(plan->steps, &at, &step);) {
		if (step.what == EVERYURI_CONNECT) {
			if (everyuri_step_field(&step, EVERYURI_FIELD_HOST, &field))
				request->host = field.text;
			if (everyuri_step_field(&step, EVERYURI_FIELD_PORT, &field))
				request->port = (uint16_t)field.number;
		} else if (step.what == EVERYURI_SEND) {
			if (everyuri_step_field(&step, EVERYURI_FIELD_ARGUMENT, &field))
				request->target = field.text;
			if (everyuri_step_field(&step, EVERYURI_FIELD_USER, &field))
				request->user = field.text;
			if (everyuri_step_field(&step, EVERYURI_FIELD_PASSWORD, &field))
				request->password = field.text;
		} else if (step.what == EVERYURI_ASK &&
		           everyuri_step_field(&step, EVERYURI_FIELD_SEND, &field)) {
			const struct everyuri_step send = { .what = EVERYURI_SEND,
				                            .fields = field.text };

			asks = true;
			if (everyuri_step_field(&send, EVERYURI_FIELD_USER, &field))
				request->user = field.text;
		}
	}
	return asks;
}

/* Returns whether the request goes to the origin that the user named.  THREATS C8: the user's
 * headers are only for that origin, not for one to which a server of another protocol redirects. */
static bool is_first_origin(struct eu_fetching *f, const struct eu_http_request *request)
{
	char origin[sizeof f->origin];
	int n = snprintf(origin, sizeof origin, "%.*s://%.*s:%u", (int)request->scheme.len,
	                 request->scheme.data, (int)request->host.len, request->host.data,
	                 request->port);

	if ((size_t)n >= sizeof origin || (!f->n_origin && f->net.after_hop))
		return false;
	if (!f->n_origin) {
		memcpy(f->origin, origin, (size_t)n);
		f->n_origin = (size_t)n;
	}
	return f->n_origin == (size_t)n && eu_same_ignoring_case(origin, f->origin, (size_t)n);
}

static enum everyuri_status set_login(struct eu_fetching *f, struct everyuri_text user,
                                      struct everyuri_text password, struct everyuri_error *err)
{
	enum everyuri_status status = eu_buf_reserve(&f->login, user.len + password.len, err);

	if (status)
		return status;
	if (user.len)
		memcpy(f->login.data, user.data, user.len);
	if (password.len)
		memcpy(f->login.data + user.len, password.data, password.len);
	f->n_user = user.len;
	f->login.len = user.len + password.len;
	return EVERYURI_OK;
}

/* Adds the login for this origin to the request.  Adds a user only together with its password. */
static void use_login(const struct eu_fetching *f, struct eu_http_request *request)
{
	struct everyuri_text none = { NULL, 0 };
	bool known = f->login.len && !f->no_password;

	request->user = known ? (struct everyuri_text){ f->login.data, f->n_user } : none;
	request->password = known ? (struct everyuri_text){ f->login.data + f->n_user,
		                                            f->login.len - f->n_user } :
	                            none;
}

/* THREATS C8: a redirect within the origin keeps user and password.  A redirect to another origin
 * drops them permanently, even if a later redirect returns to the first origin, and no password is
 * asked for after it. asks: whether the password is not known. */
static enum everyuri_status keep_login(struct eu_fetching *f, struct eu_http_request *request,
                                       bool first, bool asks, struct everyuri_error *err)
{
	enum everyuri_status status = EVERYURI_OK;

	if (!first) {
		eu_wipe(f->login.data, f->login.len);
		f->login.len = 0;
		if (asks)
			request->user = (struct everyuri_text){ NULL, 0 };
		return EVERYURI_OK;
	}
	if (request->user.data) {
		f->no_password = asks;
		status = set_login(f, request->user, request->password, err);
	}
	if (!status)
		use_login(f, request);
	return status;
}

/* Runs the plan's `ask` step for this response, only once.  After a typing error, the user must
 * start again. */
static enum everyuri_status ask_login(struct eu_fetching *f, struct eu_http_request *request,
                                      struct everyuri_error *err)
{
	char answer[1024], user[1024];
	long len = -1;
	size_t n_user = f->n_user;
	enum everyuri_status status;

	if (n_user <= sizeof user)
		len = eu_fetch_ask(f, "password", answer, sizeof answer);
	if (len < 0)
		return eu_fail_because(err, EVERYURI_REASON_QUESTION, EVERYURI_MISSING, 0, "",
		                       "the server asked a question that was not answered");
	memcpy(user, f->login.data, n_user);
	status = set_login(f, (struct everyuri_text){ user, n_user },
	                   (struct everyuri_text){ answer, (size_t)len }, err);
	eu_wipe(answer, sizeof answer);
	eu_wipe(user, sizeof user);
	f->no_password = false;
	use_login(f, request);
	return status;
}

static enum everyuri_status exchange_once(struct web *web, const struct eu_http_request *request,
                                          struct everyuri_error *err)
{
	const struct eu_http_sink sink = { web, web_answer, web_bytes };
	const struct everyuri_text proxy = web->f->net.proxy;
	char text[sizeof web->f->proxy + 32];
	int n = snprintf(text, sizeof text, "connect%s%.*s", proxy.data ? " to the proxy " : "",
	                 (int)proxy.len, proxy.data ? proxy.data : "");

	eu_fetch_event(web->f, EVERYURI_EVENT_STEP, text, (size_t)n);
	eu_fetch_event(web->f, EVERYURI_EVENT_SENT, request->target.data, request->target.len);
	return eu_http_get(request, &web->f->net, &sink, err);
}

/* Describes the status (RFC 9110 15), and what the user can do. */
static enum everyuri_status refusal(unsigned http_status, struct everyuri_error *err)
{
	static const struct {
		unsigned status;
		const char *clause, *message;
	} rows[] = {
		{ 401, "RFC 9110 15.5.2", "unauthorized: the server wants a user and password" },
		{ 403, "RFC 9110 15.5.4", "forbidden by the server" },
		{ 404, "RFC 9110 15.5.5", "not found: the server has no such object" },
		{ 410, "RFC 9110 15.5.11", "gone: the server has removed the object" },
		{ 429, "RFC 6585 4", "too many requests: try again later" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (rows[i].status == http_status)
			return eu_fail(err, EVERYURI_FAILED, 0, rows[i].clause, rows[i].message);
	if (http_status / 100 == 5)
		return eu_fail(err, EVERYURI_FAILED, 0, "RFC 9110 15.6",
		               "server error: try again later");
	return eu_fail(err, EVERYURI_FAILED, 0, "RFC 9110 15", "the server refused the request");
}

enum everyuri_status eu_fetch_web(struct eu_fetching *f, struct everyuri_error *err)
{
	struct eu_http_request request = { .headers = f->options->headers,
		                           .n_headers = f->options->n_headers,
		                           .from = f->options->from };
	struct web web = { .f = f };
	struct everyuri_plan plan;
	struct everyuri_buf buf;
	enum everyuri_status status;

	eu_buf_secret(&buf);
	request.scheme = everyuri_view(&f->uri, EVERYURI_SCHEME);
	status = plan_of_target(f, &buf, &plan, err);
	if (!status)
		status = use_proxy(f, &plan, err);
	if (!status) {
		bool asks = request_of(&plan, &request), first = is_first_origin(f, &request);

		if (!first)
			request.n_headers = 0;
		web.if_range = has_if_range(&request);
		status = keep_login(f, &request, first, asks, err);
	}
	if (!status)
		status = exchange_once(&web, &request, err);
	if (!status && web.asks && f->login.len && f->no_password) {
		web = (struct web){ .f = f, .if_range = web.if_range };
		status = ask_login(f, &request, err);
		if (!status)
			status = exchange_once(&web, &request, err);
	}
	everyuri_buf_free(&buf);
	f->net.proxy = (struct everyuri_text){ NULL, 0 }; /* no other scheme uses the proxy */
	if (f->next.len)
		return EVERYURI_OK;
	if (!status && web.stopped)
		return eu_fail(err, EVERYURI_PARTIAL, 0, "", "the receiver stopped");
	if (web.changed)
		return eu_fail(err, EVERYURI_OUT_OF_RANGE, 0, "RFC 9110 13.1.5",
		               "the object has changed: cannot resume");
	if (web.shrunk || (!status && web.skip))
		return eu_fail(err, EVERYURI_OUT_OF_RANGE, 0, "",
		               "the object ends before the byte to resume at");
	return web.refused ? refusal(f->http_status, err) : status;
}
