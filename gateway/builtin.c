/* builtin.c - the gateway's own pages: the front page, the URLs to which the URI bar submits, the
 * style sheet and the script. */
#include "gateway/routes.h"
#include "gateway/session/session.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static bool is(struct everyuri_text text, const char *word)
{
	return text.len == strlen(word) && !memcmp(text.data, word, text.len);
}

static const struct everyuri_text none = { NULL, 0 };

/* ---- redirects to the gateway's own addresses ---------------------------------------------------------- */

static void see_other(struct asked *asked, struct everyuri_text address)
{
	eu_http_response_field(asked->response, "Location", address.data, address.len);
	eu_http_response_begin(asked->response, 303, "text/plain; charset=utf-8", 25, HTTP_OWN, 0);
}

/* Returns "/explain?uri=TEXT", the address of the page that explains why a text is not a URI. */
static struct everyuri_text address_of_explanation(struct everyuri_text text)
{
	static const char front[] = "/explain?uri=";
	const size_t n = sizeof front - 1;
	struct everyuri_text encoded = eu_address_encode(text), address;
	char *out = encoded.data ? malloc(n + encoded.len) : NULL;

	if (out) {
		memcpy(out, front, n);
		memcpy(out + n, encoded.data + 1, encoded.len - 1);
	}
	address = (struct everyuri_text){ out, n + encoded.len - 1 };
	free((char *)encoded.data);
	return address;
}

/* Redirects to the page of the object if `uri` is a full URI.  Otherwise redirects to the page
 * that explains why it is not one. */
static void go_to(struct asked *asked, struct everyuri_text uri)
{
	bool good = !everyuri_check(uri.data, uri.len, EVERYURI_RFC3986, EVERYURI_ADMIT_ZONE, NULL);
	struct everyuri_text address = good ? eu_address_write(uri) : address_of_explanation(uri);

	if (address.data)
		see_other(asked, address);
	free((char *)address.data);
}

/* ---- pages that take ?uri= -------------------------------------------------------------------------------- */

static void answer_missing(struct asked *asked, const char *what)
{
	const struct everyuri_error err = { .status = EVERYURI_MISSING,
		                            .clause = "",
		                            .message = what };

	eu_show_refusal(asked, 400, &err, none);
}

/* Reads the "uri" parameter into asked->uri, which is freed together with `asked`. */
static bool take_uri(struct asked *asked)
{
	asked->uri = eu_address_value(asked->query, "uri");
	asked->held = (char *)asked->uri.data;
	if (!asked->uri.data)
		answer_missing(asked, "missing parameter \"uri\" in the address");
	return asked->uri.data;
}

static void answer_go(struct asked *asked)
{
	struct everyuri_text typed;

	if (!take_uri(asked))
		return;
	typed = eu_input_uri(asked->uri);
	go_to(asked, typed.data ? typed : asked->uri);
	free((char *)typed.data);
}

static void answer_raw(struct asked *asked)
{
	if (take_uri(asked))
		eu_show_answer(asked, true);
}

/* Returns the number in the text, from 1 to 9999.  Returns 0 if the text is not such a number. */
static size_t number_of(struct everyuri_text text)
{
	size_t number = 0;

	if (!text.len || text.len > 4)
		return 0;
	for (size_t i = 0; i < text.len; i++) {
		if (text.data[i] < '0' || text.data[i] > '9')
			return 0;
		number = number * 10 + (size_t)(text.data[i] - '0');
	}
	return number;
}

/* Sends one part of a mail message: an image shown in the message, or an attachment. */
static void answer_part(struct asked *asked)
{
	struct everyuri_text part;

	if (!take_uri(asked))
		return;
	part = eu_address_value(asked->query, "part");
	asked->part = number_of(part);
	if (asked->part)
		eu_show_answer(asked, false);
	else
		answer_missing(asked, "missing or invalid parameter \"part\" in the address");
	free((char *)part.data);
}

static void answer_plan(struct asked *asked)
{
	struct page page = { .response = asked->response, .gateway = asked->gateway };

	if (take_uri(asked)) {
		page.uri = asked->uri;
		eu_page_plan(&page, asked->uri);
	}
}

/* Redirects to the URI that searches for the words.  The scheme decides how that URI is built. */
static void answer_search(struct asked *asked)
{
	struct everyuri_text words;
	struct everyuri_error err;
	struct everyuri_uri uri;
	struct everyuri_buf buf, found;

	if (!take_uri(asked))
		return;
	words = eu_address_value(asked->query, "words");
	everyuri_buf_init(&buf, NULL, 0, NULL);
	everyuri_buf_init(&found, NULL, 0, NULL);
	if (!words.data)
		answer_missing(asked, "missing parameter \"words\" in the address");
	else if (everyuri_parse(asked->uri.data, asked->uri.len, EVERYURI_RFC3986,
	                        EVERYURI_ADMIT_ZONE, NULL, &buf, &uri, &err) ||
	         everyuri_search_uri(&uri, words, &found, &err))
		eu_show_refusal(asked, 400, &err, none);
	else
		go_to(asked, (struct everyuri_text){ found.data, found.len });
	everyuri_buf_free(&found);
	everyuri_buf_free(&buf);
	free((char *)words.data);
}

/* Explains a URI or a text from the form.  The form is sent in the body of a POST, because a
 * pasted text can be long and must not appear in the address. */
static void answer_explain(struct asked *asked)
{
	struct page page = { .response = asked->response, .gateway = asked->gateway };
	bool post = asked->request->method == HTTP_POST;
	struct everyuri_text form = post ? asked->request->body : asked->query;
	struct everyuri_text uri = eu_address_value(form, "uri");
	struct everyuri_text text = eu_address_value(form, "text");

	eu_page_explain(&page, uri.len ? uri : none, text.len ? text : none);
	free((char *)uri.data);
	free((char *)text.data);
}

static void answer_front(struct asked *asked)
{
	struct page page = { .response = asked->response, .gateway = asked->gateway };

	eu_page_explain(&page, none, none);
}

/* ---- the terminal -------------------------------------------------------------------------------------------- */

static uint64_t now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000u + (uint64_t)now.tv_nsec / 1000000u;
}

/* THREATS G2: returns whether the form came from a page that this gateway wrote since it was
 * started.  Otherwise refuses the request. */
static bool shows_token(struct asked *asked)
{
	const char *token = asked->gateway->token;
	struct everyuri_text shown = eu_address_value(asked->request->body, "token");
	struct everyuri_error err = { .status = EVERYURI_UNSAFE, .clause = "THREATS G2" };
	unsigned status = 0;

	if (asked->request->method != HTTP_POST) {
		status = 405;
		err.message =
			"only the button on a page of the gateway can send data or start a program";
		eu_http_response_field(asked->response, "Allow", "POST", 4);
	} else if (!eu_secret_is(shown, token, strlen(token))) {
		status = 403;
		err.message = "the form is outdated because the gateway was restarted; go back and "
			      "reload the page";
	}
	free((char *)shown.data);
	if (status)
		eu_show_refusal(asked, status, &err, none);
	return !status;
}

/* Sends the page that may open one WebSocket.  Does not start the program yet. */
static void answer_terminal(struct asked *asked)
{
	struct page page = { .response = asked->response, .gateway = asked->gateway };
	const struct xterm *xterm = eu_sessions_xterm(asked->gateway);
	struct everyuri_error err = { .clause = "",
		                      .message = "cannot get random bytes from the system" };
	struct session_target target;
	char name[TICKET_LEN + 1] = "";

	if (!shows_token(asked))
		return;
	asked->uri = eu_address_value(asked->request->body, "uri");
	asked->held = (char *)asked->uri.data;
	page.uri = asked->uri;
	if (!asked->uri.data)
		answer_missing(asked, "missing URI in the form");
	else if (eu_session_find(asked->gateway, asked->uri, &target, &err))
		eu_show_refusal(asked, eu_show_status(&err), &err, none);
	else if (xterm->script &&
	         !eu_ticket_issue(eu_sessions_tickets(asked->gateway), &target, now_ms(), name))
		eu_show_refusal(asked, 503, &err, none);
	else
		eu_page_terminal(&page, (struct everyuri_text){ name, strlen(name) });
}

/* Sends the data block that the user has seen on the page of eu_page_block(). */
static void answer_send(struct asked *asked)
{
	if (!shows_token(asked))
		return;
	asked->uri = eu_address_value(asked->request->body, "uri");
	asked->held = (char *)asked->uri.data;
	if (!asked->uri.data) {
		answer_missing(asked, "missing URI in the form");
		return;
	}
	asked->agreed = true;
	eu_show_answer(asked, false);
}

static void answer_file(struct asked *asked, const char *media_type, const char *data, size_t len)
{
	eu_http_response_field(asked->response, "Cache-Control", "max-age=600", 11);
	eu_http_response_begin(asked->response, 200, media_type, strlen(media_type), HTTP_PART,
	                       len);
	everyuri_write(&asked->response->w, data, len);
}

/* Sends xterm.js's script or style sheet if the request asks for one of them.  Returns whether it
 * did. */
static bool answer_xterm(struct asked *asked)
{
	const struct xterm *xterm = eu_sessions_xterm(asked->gateway);

	if (xterm && xterm->script && is(asked->path, "/_/xterm.js"))
		answer_file(asked, "text/javascript; charset=utf-8", xterm->script,
		            xterm->n_script);
	else if (xterm && xterm->style && is(asked->path, "/_/xterm.css"))
		answer_file(asked, "text/css; charset=utf-8", xterm->style, xterm->n_style);
	else
		return false;
	return true;
}

/* Returns whether the path needs the terminal option and that option is off.  The caller then
 * answers 404. */
static bool is_off(const struct asked *asked)
{
	return !asked->gateway->sessions &&
	       (is(asked->path, "/_/terminal") || is(asked->path, "/_/terminal.js"));
}

/* ---- subresources of foreign pages -------------------------------------------------------------------------------- */

/* Sends a subresource if the browser states its purpose in Sec-Fetch-Dest; the guard has already
 * checked the purpose.  Redirects any other request to the object's ordinary address. */
static bool answer_subresource(struct asked *asked)
{
	static const char *const dests[] = { "image", "style", "audio", "video" };
	const struct everyuri_text dest = eu_http_field(asked->request, "sec-fetch-dest");
	const size_t n = sizeof SUBRESOURCE_PATH - 1;
	struct everyuri_error err = { .status = EVERYURI_UNSAFE,
		                      .clause = "THREATS G2",
		                      .message = "the address of this picture or style sheet is "
		                                 "invalid or expired; reload the page" };
	bool loaded = false;

	if (asked->path.len < n || memcmp(asked->path.data, SUBRESOURCE_PATH, n) != 0)
		return false;
	if (asked->request->method != HTTP_GET) {
		err.message = "pictures and style sheets accept only GET";
		eu_http_response_field(asked->response, "Allow", "GET", 3);
		eu_show_refusal(asked, 405, &err, none);
		return true;
	}
	if (!eu_guard_subresource(asked, &asked->subresource, &asked->uri)) {
		asked->subresource.kind = SUBRESOURCE_NONE;
		eu_show_refusal(asked, 403, &err, none);
		return true;
	}
	asked->held = (char *)asked->uri.data;
	for (size_t i = 0; i < sizeof dests / sizeof *dests; i++)
		loaded = loaded || (dest.data && is(dest, dests[i]));
	if (loaded) {
		eu_show_answer(asked, false);
	} else {
		asked->subresource.kind = SUBRESOURCE_NONE;
		go_to(asked, asked->uri);
	}
	return true;
}

/* ---- the table of pages ------------------------------------------------------------------------------------- */

static const struct builtin_page {
	const char *path;
	void (*answer)(struct asked *asked);
	bool takes_body;
} pages[] = {
	{ "/", answer_front, false },
	{ "/explain", answer_explain, true },
	{ "/_/go", answer_go, false },
	{ "/_/open", answer_go, false },
	{ "/_/raw", answer_raw, false },
	{ "/_/plan", answer_plan, false },
	{ "/_/search", answer_search, false },
	{ "/_/part", answer_part, false },
	{ "/_/terminal", answer_terminal, true },
	{ "/_/send", answer_send, true },
};

bool eu_builtin_answer(struct asked *asked)
{
	static const char parts[] = "/_/";
	const size_t n = sizeof parts - 1;

	if (is_off(asked))
		return false;
	if (answer_xterm(asked) || answer_subresource(asked))
		return true;
	for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
		if (!is(asked->path, pages[i].path))
			continue;
		if (asked->request->method == HTTP_POST && !pages[i].takes_body)
			eu_show_refusal(asked, 405,
			                &(struct everyuri_error){
						.status = EVERYURI_UNSAFE,
						.clause = "RFC 9110 9.3.3",
						.message = "this page does not accept POST" },
			                none);
		else
			pages[i].answer(asked);
		return true;
	}
	return asked->path.len > n && !memcmp(asked->path.data, parts, n) &&
	       eu_page_part(asked->response,
	                    (struct everyuri_text){ asked->path.data + n, asked->path.len - n });
}
