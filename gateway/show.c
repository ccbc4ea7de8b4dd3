/* show.c - fetches a URI and shows it: parses the URI, checks that it is allowed, and writes the
 * page as data arrives. */
#include "gateway/routes.h"

#include "gateway/pages/internal.h"
#include "gateway/serve/serve.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WAIT_MS 10000u /* longest wait while the host has too many requests */

/* The state of one fetch. */
struct showing_it {
	struct asked *asked;
	struct showing showing;
	struct everyuri_receiver page;
	bool partless;                 /* a part was requested, but this object has no parts */
	bool planned;                  /* the first plan is made; any later plan belongs to a hop */
	struct everyuri_error refused; /* the reason why the hop is not allowed; its status is OK if
	                                * the hop is allowed */
	size_t n_host;                 /* length of `host`, which counts this request against its
	                                * limit; 0 if no host does */
	char host[256];
};

/* ---- what is allowed -------------------------------------------------------------------------------------- */

static void refuse_as(struct everyuri_error *err, const char *message)
{
	*err = (struct everyuri_error){ .status = EVERYURI_UNSAFE,
		                        .clause = "THREATS G11",
		                        .message = message };
}

/* THREATS G11: local files and local mail are off unless an option turns them on. */
static bool is_step_allowed(const struct everyuri_fetch_options *fetch,
                            const struct everyuri_step *step, struct everyuri_error *err)
{
	struct everyuri_field path;

	if (step->what == EVERYURI_LOOK_UP && !fetch->n_mail) {
		refuse_as(err,
		          "mail is off; to allow one folder, use everyuri serve --mail FOLDER");
		return false;
	}
	/* The step of a data: URI has no path, so it needs no root. */
	if ((step->what == EVERYURI_READ || step->what == EVERYURI_LIST) && !fetch->root.data &&
	    everyuri_step_field(step, EVERYURI_FIELD_PATH, &path)) {
		refuse_as(err, "files are off; to allow one directory, use everyuri serve --root "
		               "DIRECTORY");
		return false;
	}
	return true;
}

/* Checks the steps of the plan, for every scheme, because the configuration can give any scheme a
 * local step.  If the plan fails, returns true: everyuri_fetch() then reports the error. */
static bool is_allowed(const struct everyuri_gateway *gateway, const struct everyuri_uri *uri,
                       struct everyuri_error *err)
{
	const struct everyuri_fetch_options *fetch = &gateway->fetch;
	struct everyuri_plan plan;
	struct everyuri_step step;
	struct everyuri_buf buf;
	bool allowed = true;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	if (!everyuri_plan_make(uri, fetch->config, &buf, &plan, NULL))
		for (size_t at = 0; allowed && everyuri_step_next(plan.steps, &at, &step);)
			allowed = is_step_allowed(fetch, &step, err);
	everyuri_buf_free(&buf);
	return allowed;
}

/* Returns whether the plan of the URI sends a data block.  Stores the block in *block; its memory
 * is in buf. */
static bool find_block(const struct everyuri_gateway *gateway, const struct everyuri_uri *uri,
                       struct everyuri_buf *buf, struct everyuri_text *block)
{
	struct everyuri_plan plan;
	struct everyuri_step step;
	struct everyuri_field body;

	if (everyuri_plan_make(uri, gateway->fetch.config, buf, &plan, NULL))
		return false;
	for (size_t at = 0; everyuri_step_next(plan.steps, &at, &step);) {
		if (step.what != EVERYURI_BLOCK ||
		    !everyuri_step_field(&step, EVERYURI_FIELD_BODY, &body))
			continue;
		*block = body.text;
		return true;
	}
	return false;
}

static bool agree(void *context, struct everyuri_text uri, struct everyuri_text block)
{
	const struct showing_it *it = context;

	(void)uri;
	(void)block;
	return it->asked->agreed;
}

/* ---- refusals ---------------------------------------------------------------------------------------------- */

static struct page page_of(const struct asked *asked)
{
	return (struct page){ .response = asked->response,
		              .gateway = asked->gateway,
		              .uri = asked->uri,
		              .subresource = asked->subresource.kind,
		              .proxied = asked->proxied };
}

void eu_show_refusal(struct asked *asked, unsigned status, const struct everyuri_error *err,
                     struct everyuri_text said)
{
	struct page page = page_of(asked);

	asked->answered.why = err->message;
	eu_page_refuse(&page, status, err, said);
}

unsigned eu_show_status(const struct everyuri_error *err)
{
	switch (err->status) {
	case EVERYURI_INVALID:
	case EVERYURI_OUT_OF_RANGE:
		return 400;
	case EVERYURI_UNSAFE:
		return 403;
	case EVERYURI_MISSING:
		return 404;
	case EVERYURI_TOO_LONG:
		return 414;
	case EVERYURI_UNSUPPORTED:
		return 501;
	case EVERYURI_NO_SPACE:
	case EVERYURI_NO_MEMORY:
		return 503;
	default:
		return 502;
	}
}

/* ---- fetching ------------------------------------------------------------------------------------------------ */

static bool tell_begin(void *context, const struct everyuri_object *object)
{
	struct showing_it *it = context;
	const size_t part = it->showing.page.part;

	/* Only a message has parts.  The head of the response for a part is written only when the
	 * whole part has arrived. */
	it->partless = part && !eu_page_mail.takes(&it->showing.page, object);
	if (it->partless || !it->page.begin(it->page.context, object))
		return false;
	/* HEAD needs no body, except to find out the type of an object whose type is unknown. */
	return it->asked->request->method != HTTP_HEAD || part || it->showing.waits;
}

static bool tell_bytes(void *context, const char *data, size_t len)
{
	struct showing_it *it = context;

	return it->page.bytes(it->page.context, data, len);
}

static bool tell_item(void *context, const struct everyuri_item *item)
{
	struct showing_it *it = context;

	return it->page.item(it->page.context, item);
}

/* Counts the request against the limit of its host, and waits if the host has too many
 * (THREATS G8).  Ignores a host name that is too long, because it cannot be resolved. */
static bool enter_host(struct showing_it *it, const struct everyuri_uri *uri, unsigned ms)
{
	struct everyuri_text host = everyuri_view(uri, EVERYURI_HOST);

	if (!host.len || host.len > sizeof it->host)
		return true;
	if (!eu_hosts_enter(it->asked->gateway, host.data, host.len, ms))
		return false;
	memcpy(it->host, host.data, host.len);
	it->n_host = host.len;
	return true;
}

static void leave_host(struct showing_it *it)
{
	if (it->n_host)
		eu_hosts_leave(it->asked->gateway, it->host, it->n_host);
	it->n_host = 0;
}

/* Counts a hop against the limit of its host.  May wait for the rest of the total time of the
 * fetch; if that time runs out, connecting fails too. */
static void change_host(struct showing_it *it, const struct everyuri_uri *uri, uint64_t ms)
{
	const unsigned total = it->asked->gateway->fetch.total_ms;

	if (ms < total)
		enter_host(it, uri, total - (unsigned)ms);
}

/* Checks whether a hop is allowed, because a gateway or resolver in the configuration may redirect
 * to this machine. */
static void begin_hop(struct showing_it *it, const struct everyuri_event *event)
{
	struct everyuri_uri uri;

	leave_host(it);
	it->refused = (struct everyuri_error){ .status = EVERYURI_OK };
	if (everyuri_parse(event->uri.data, event->uri.len, EVERYURI_RFC3986, EVERYURI_ADMIT_ZONE,
	                   NULL, NULL, &uri, NULL))
		return;
	if (is_allowed(it->asked->gateway, &uri, &it->refused))
		change_host(it, &uri, event->ms);
}

/* Handles the event for a plan.  The URI of the plan becomes the base of the links in the page,
 * because a redirect may have changed the URI. */
static void notice(void *context, const struct everyuri_event *event)
{
	struct showing_it *it = context;

	if (event->kind != EVERYURI_EVENT_PLAN)
		return;
	it->showing.page.uri = event->uri;
	if (it->planned)
		begin_hop(it, event);
	it->planned = true;
}

/* Passes a redirect on to a proxy client.  The client follows it, and so knows the base of relative
 * links. */
static bool pass_redirect(struct asked *asked, const struct everyuri_fetched *fetched)
{
	if (!fetched->next.data)
		return false;
	eu_http_response_field(asked->response, "Location", fetched->next.data, fetched->next.len);
	eu_http_response_begin(asked->response, 302, "text/plain; charset=utf-8", 25, HTTP_FOREIGN,
	                       0);
	return true;
}

/* Returns the status of the response.  Passes on 404 and 410 from a web server. */
static unsigned status_by(const struct everyuri_error *err, unsigned http_status)
{
	if (err->status == EVERYURI_FAILED && (http_status == 404 || http_status == 410))
		return http_status;
	return eu_show_status(err);
}

static void fetch_it(struct showing_it *it, const struct everyuri_uri *uri)
{
	struct asked *asked = it->asked;
	struct everyuri_fetch_options options = asked->gateway->fetch;
	const struct everyuri_receiver receiver = { it, tell_begin, tell_bytes, tell_item };
	struct everyuri_error err = { 0 };
	struct everyuri_fetched fetched;
	struct everyuri_buf buf;
	enum everyuri_status status;
	char via[sizeof asked->gateway->via + 8];
	struct everyuri_text header;
	bool good;

	header.len = (size_t)snprintf(via, sizeof via, "Via: %s", asked->gateway->via);
	header.data = via;
	options.headers = &header;
	options.n_headers = 1;
	/* Without a root, no file may be read, not even by a hop: no path is inside the root "". */
	if (!options.root.data)
		options.root = (struct everyuri_text){ "", 0 };
	options.event = notice;
	options.agree = agree;
	options.context = it;
	if (asked->subresource.outside)
		options.config = &asked->gateway->public_config;
	options.no_hops = asked->proxied && eu_page_scheme_has(asked->uri, EVERYURI_WEB);
	it->page = eu_showing_receiver(&it->showing);
	everyuri_buf_init(&buf, NULL, 0, NULL);
	status = everyuri_fetch(uri, &options, &receiver, &buf, &fetched, &err);
	good = !status || it->showing.enough ||
	       (asked->request->method == HTTP_HEAD && it->showing.kind);
	it->showing.page.uri = fetched.uri.data ? fetched.uri : asked->uri;
	if (status && it->refused.status)
		err = it->refused;
	if (status && !good)
		asked->answered.why = err.message;
	asked->cut = !good && it->showing.kind;
	if (!eu_showing_end(&it->showing, good, status ? &err : NULL) &&
	    !pass_redirect(asked, &fetched)) {
		if (!status) /* success without any data means that the object is empty */
			err = (struct everyuri_error){ .status = EVERYURI_MISSING,
				                       .clause = "",
				                       .message = "the object is empty" };
		if (it->partless)
			err = (struct everyuri_error){ .status = EVERYURI_MISSING,
				                       .clause = "RFC 2392 2",
				                       .message = "only a mail message has parts" };
		eu_show_refusal(asked, status_by(&err, fetched.http_status), &err, fetched.said);
	}
	everyuri_buf_free(&buf);
}

/* Writes a page that shows the data block, with a button that sends it (THREATS G2).  A proxy
 * client does not get this page, so everyuri_fetch() refuses its request.  Returns whether the page
 * was written. */
static bool asks_first(struct asked *asked, const struct everyuri_uri *uri)
{
	struct page page = page_of(asked);
	struct everyuri_text block;
	struct everyuri_buf buf;
	bool asks;

	if (asked->agreed || asked->proxied || asked->subresource.kind)
		return false;
	everyuri_buf_init(&buf, NULL, 0, NULL);
	asks = find_block(asked->gateway, uri, &buf, &block);
	if (asks)
		eu_page_block(&page, block);
	everyuri_buf_free(&buf);
	return asks;
}

static void show(struct asked *asked, const struct everyuri_uri *uri, bool raw)
{
	struct showing_it it = { .asked = asked, .showing = { .page = page_of(asked) } };
	struct everyuri_error err;

	if (!is_allowed(asked->gateway, uri, &err)) {
		eu_show_refusal(asked, 403, &err, (struct everyuri_text){ NULL, 0 });
		return;
	}
	it.showing.page.raw = raw;
	it.showing.page.part = asked->part;
	if (asks_first(asked, uri))
		return;
	if (!enter_host(&it, uri, WAIT_MS)) {
		err = (struct everyuri_error){
			.status = EVERYURI_FAILED,
			.clause = "THREATS G8",
			.message = "too many requests to this host at once; try again later"
		};
		eu_show_refusal(asked, 503, &err, (struct everyuri_text){ NULL, 0 });
		return;
	}
	fetch_it(&it, uri);
	leave_host(&it);
}

/* Returns whether the browser prefetches the URI (Fetch, "Sec-Purpose", and older fields).  A page
 * can make a browser prefetch links that the user never follows, and other hosts would see these
 * requests. */
static bool is_prefetch(const struct asked *asked)
{
	return eu_page_begins_with(eu_http_field(asked->request, "Sec-Purpose"), "prefetch") ||
	       eu_page_same(eu_http_field(asked->request, "Purpose"), "prefetch") ||
	       eu_page_same(eu_http_field(asked->request, "X-Moz"), "prefetch");
}

void eu_show_answer(struct asked *asked, bool raw)
{
	struct everyuri_error err;
	struct everyuri_uri uri;
	struct everyuri_buf buf;

	if (is_prefetch(asked)) {
		err = (struct everyuri_error){
			.status = EVERYURI_UNSAFE,
			.clause = "THREATS G2",
			.message = "the gateway does not answer prefetch requests"
		};
		eu_show_refusal(asked, 503, &err, (struct everyuri_text){ NULL, 0 });
		return;
	}
	everyuri_buf_init(&buf, NULL, 0, NULL);
	if (everyuri_parse(asked->uri.data, asked->uri.len, EVERYURI_RFC3986, EVERYURI_ADMIT_ZONE,
	                   NULL, &buf, &uri, &err))
		eu_show_refusal(asked, eu_show_status(&err), &err,
		                (struct everyuri_text){ NULL, 0 });
	else
		show(asked, &uri, raw);
	everyuri_buf_free(&buf);
}
