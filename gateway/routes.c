/* routes.c - finds out what is requested: one of the gateway's own pages, or a URI, which is in
 * the path or, in a proxy request, is the target. */
#include "gateway/routes.h"

#include "gateway/serve/serve.h"
#include "gateway/session/session.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static uint64_t now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000u + (uint64_t)now.tv_nsec / 1000000u;
}

/* Returns "http://" and the value of Host.  Its data is NULL for a proxy request. */
static struct everyuri_text origin_of(const struct asked *asked, char *memory, size_t cap)
{
	static const char scheme[] = "http://";
	struct everyuri_text host = asked->request->host;

	if (asked->proxied || !host.data || sizeof scheme + host.len > cap)
		return (struct everyuri_text){ NULL, 0 };
	memcpy(memory, scheme, sizeof scheme - 1);
	memcpy(memory + sizeof scheme - 1, host.data, host.len);
	return (struct everyuri_text){ memory, sizeof scheme - 1 + host.len };
}

/* RFC 9112 3.2: the origin form begins with "/", the absolute form with a scheme. */
/* RFC 9112 3.2.2: a server must also accept the absolute form of its own address.  lynx sends it
 * when the gateway is its proxy.  Returns the path and query if the host of the target equals
 * the Host field; otherwise data is NULL. */
static struct everyuri_text cut_our_address(const struct asked *asked)
{
	static const char scheme[] = "http://";
	const size_t n = sizeof scheme - 1;
	const struct everyuri_text host = asked->request->host;
	struct everyuri_text rest = asked->request->target;

	if (rest.len < n + host.len + 1 || memcmp(rest.data, scheme, n) != 0 || !host.data ||
	    memcmp(rest.data + n, host.data, host.len) != 0 || rest.data[n + host.len] != '/' ||
	    !eu_guard_names_us(asked->gateway, host))
		return (struct everyuri_text){ NULL, 0 };
	rest.data += n + host.len;
	rest.len -= n + host.len;
	return rest;
}

static void cut_target(struct asked *asked)
{
	struct everyuri_text target = asked->request->target;
	const char *mark;

	if (target.data[0] != '/')
		target = cut_our_address(asked);
	if (!target.data) {
		asked->proxied = true;
		asked->uri = asked->request->target;
		return;
	}
	asked->path = target;
	mark = memchr(target.data, '?', target.len);
	if (mark) {
		asked->path.len = (size_t)(mark - target.data);
		asked->query = (struct everyuri_text){ mark + 1, target.len - asked->path.len - 1 };
	}
}

static void refuse(struct asked *asked, unsigned status, const char *why, const char *clause)
{
	const struct everyuri_error err = { .status = EVERYURI_UNSAFE,
		                            .clause = clause,
		                            .message = why };

	eu_show_refusal(asked, status, &err, (struct everyuri_text){ NULL, 0 });
}

static void route(struct asked *asked)
{
	const char *why, *clause;
	unsigned status = eu_guard_request(asked, &why, &clause);

	if (status) {
		refuse(asked, status, why, clause);
		return;
	}
	if (asked->proxied) {
		struct everyuri_text search = eu_input_search(asked->uri);

		if (search.data) {
			asked->held = (char *)search.data;
			asked->uri = search;
		}
		eu_show_answer(asked, false);
		return;
	}
	if (eu_builtin_answer(asked))
		return;
	status = eu_address_read(asked->path, asked->query, &asked->uri);
	asked->held = (char *)asked->uri.data;
	if (status == 404)
		refuse(asked, status, "neither a page of the gateway nor a URI", "");
	else if (status)
		refuse(asked, status, "the URI in the address must be percent-encoded",
		       "RFC 3986 2.1");
	else
		eu_show_answer(asked, false);
}

static void log_it(struct asked *asked, uint64_t begun)
{
	asked->answered.uri = asked->uri;
	asked->answered.status = asked->response->status;
	asked->answered.bytes = asked->response->sent;
	asked->answered.ms = now_ms() - begun;
	eu_log_request(asked->gateway, &asked->answered);
}

bool eu_gateway_answer(struct everyuri_gateway *gateway, const struct http_request *request,
                       struct http_response *response)
{
	struct asked asked = { .gateway = gateway,
		               .request = request,
		               .response = response,
		               .answered = { .request = request } };
	uint64_t begun = now_ms();
	char origin[300];
	bool keep;

	cut_target(&asked);
	response->origin = origin_of(&asked, origin, sizeof origin);
	route(&asked);
	keep = eu_http_response_end(response, !asked.cut);
	log_it(&asked, begun);
	free(asked.held);
	return keep;
}

void eu_gateway_refuse(struct everyuri_gateway *gateway, const struct http_reader *reader,
                       struct http_response *response)
{
	struct asked asked = { .gateway = gateway, .response = response, .proxied = true };

	refuse(&asked, reader->refused, reader->why, reader->clause);
	eu_http_response_end(response, true);
	asked.answered.why = reader->why;
	log_it(&asked, now_ms());
	free(asked.held);
}

/* ---- CONNECT: RFC 9110 9.3.6 ---------------------------------------------------------------------------- */

#define TUNNEL_PORT 443 /* the only port allowed (THREATS G7) */

/* Splits "host:443", and removes the brackets around the host.  Returns false if the port
 * differs or the host is missing. */
static bool cut_authority(struct everyuri_text target, char host[256], uint16_t *port)
{
	static const char end[] = ":443";
	const size_t n = sizeof end - 1;
	size_t len = target.len > n ? target.len - n : 0;
	const char *name = target.data;

	if (!len || memcmp(target.data + len, end, n))
		return false;
	if (name[0] == '[' && len > 2 && name[len - 1] == ']') {
		name++;
		len -= 2;
	}
	if (len > 255 || memchr(name, '@', len))
		return false;
	memcpy(host, name, len);
	host[len] = '\0';
	*port = TUNNEL_PORT;
	return true;
}

bool eu_gateway_tunnel(struct everyuri_gateway *gateway, const struct http_request *request,
                       struct http_response *response, char host[256], uint16_t *port)
{
	struct asked asked = { .gateway = gateway,
		               .request = request,
		               .response = response,
		               .proxied = true,
		               .uri = request->target,
		               .answered = { .request = request } };
	const uint64_t begun = now_ms();

	if (!(gateway->options.flags & EVERYURI_GATEWAY_CONNECT))
		refuse(&asked, 405, "CONNECT is off; start the gateway with --connect to allow it",
		       "THREATS G7");
	else if (!cut_authority(request->target, host, port))
		refuse(&asked, 403, "CONNECT is allowed to port 443 only", "THREATS G7");
	else
		return true;
	eu_http_response_end(response, true);
	log_it(&asked, begun);
	return false;
}

/* ---- the WebSocket of a session ---------------------------------------------------------------------------- */

static const char session_path[] = "/_/session?";

bool eu_gateway_is_session(const struct everyuri_gateway *gateway,
                           const struct http_request *request)
{
	const size_t n = sizeof session_path - 1;

	return gateway->sessions && request->method == HTTP_GET && request->target.len > n &&
	       !memcmp(request->target.data, session_path, n);
}

/* Uses up the ticket, even if the request is refused later. */
static bool redeem(struct asked *asked, struct session_target *target)
{
	struct everyuri_text name = eu_address_value(asked->query, "id");
	bool good = name.data &&
	            eu_ticket_redeem(eu_sessions_tickets(asked->gateway), name, now_ms(), target);

	free((char *)name.data);
	return good;
}

/* Returns the terminal size that the page states.  If a number is missing or invalid, returns 80
 * columns and 24 lines. */
static struct session_size size_of(const struct asked *asked)
{
	struct everyuri_text columns = eu_address_value(asked->query, "columns");
	struct everyuri_text lines = eu_address_value(asked->query, "lines");
	struct session_size size;

	if (!columns.data || !eu_session_side(columns, &size.columns))
		size.columns = 80;
	if (!lines.data || !eu_session_side(lines, &size.lines))
		size.lines = 24;
	free((char *)columns.data);
	free((char *)lines.data);
	return size;
}

bool eu_gateway_session(struct everyuri_gateway *gateway, const struct http_request *request,
                        struct http_response *response, struct session_target *target,
                        struct session_size *size)
{
	struct asked asked = { .gateway = gateway,
		               .request = request,
		               .response = response,
		               .answered = { .request = request } };
	const char *why, *clause;
	unsigned status;

	cut_target(&asked);
	status = eu_guard_request(&asked, &why, &clause);
	if (!status && !redeem(&asked, target)) {
		status = 403;
		why = "the session is unknown or already open; reload the page";
		clause = "THREATS G2";
	}
	if (status) {
		eu_gateway_session_end(gateway, request, response, status, why, clause, 0);
		return false;
	}
	*size = size_of(&asked);
	return true;
}

void eu_gateway_session_end(struct everyuri_gateway *gateway, const struct http_request *request,
                            struct http_response *response, unsigned status, const char *why,
                            const char *clause, uint64_t ms)
{
	struct asked asked = { .gateway = gateway,
		               .request = request,
		               .response = response,
		               .answered = { .request = request, .status = status, .ms = ms } };

	if (status != 101) {
		cut_target(&asked);
		refuse(&asked, status, why, clause);
		eu_http_response_end(response, true);
	}
	asked.answered.why = why;
	eu_log_request(gateway, &asked.answered);
}
