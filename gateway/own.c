/* own.c - pages of ours: the front door, what the URI bar leads to, style and script. */
#include "gateway/routes.h"

#include <stdlib.h>
#include <string.h>

static bool is(struct everyuri_text text, const char *word)
{
	return text.len == strlen(word) && !memcmp(text.data, word, text.len);
}

static const struct everyuri_text none = { NULL, 0 };

/* ---- redirects to addresses of ours -------------------------------------------------------------------- */

static void see_other(struct asked *asked, struct everyuri_text address)
{
	http_response_field(asked->response, "Location", address.data, address.len);
	http_response_begin(asked->response, 303, "text/plain; charset=utf-8", 25, HTTP_OWN, 0);
}

/* "/explain?uri=" and the text: where what is no URI is told so. */
static struct everyuri_text address_of_explanation(struct everyuri_text text)
{
	static const char front[] = "/explain?uri=";
	const size_t n = sizeof front - 1;
	struct everyuri_text encoded = address_write(text), address;
	char *out = encoded.data ? malloc(n + encoded.len) : NULL;

	if (out) {
		memcpy(out, front, n);
		memcpy(out + n, encoded.data + 1, encoded.len - 1);
	}
	address = (struct everyuri_text){ out, n + encoded.len - 1 };
	free((char *)encoded.data);
	return address;
}

/* To the object, if that is a full URI; otherwise to what can be said of it. */
static void go_to(struct asked *asked, struct everyuri_text uri)
{
	bool good = !everyuri_check(uri.data, uri.len, EVERYURI_RFC3986, EVERYURI_ADMIT_ZONE, NULL);
	struct everyuri_text address = good ? address_write(uri) : address_of_explanation(uri);

	if (address.data)
		see_other(asked, address);
	free((char *)address.data);
}

/* ---- what asks with ?uri= --------------------------------------------------------------------------------- */

static void answer_missing(struct asked *asked, const char *what)
{
	const struct everyuri_error err = { .status = EVERYURI_MISSING,
		                            .clause = "",
		                            .message = what };

	show_refusal(asked, 400, &err, none);
}

/* The address asked->uri is freed with it. */
static bool take_uri(struct asked *asked)
{
	asked->uri = address_value(asked->query, "uri");
	asked->held = (char *)asked->uri.data;
	if (!asked->uri.data)
		answer_missing(asked, "the address lacks a URI: ?uri=");
	return asked->uri.data;
}

static void answer_go(struct asked *asked)
{
	if (take_uri(asked))
		go_to(asked, asked->uri);
}

static void answer_raw(struct asked *asked)
{
	if (take_uri(asked))
		show_answer(asked, true);
}

/* A number from 1 to 9999; 0: it is none. */
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

/* A part of a message: a picture in it, or something to keep. */
static void answer_part(struct asked *asked)
{
	struct everyuri_text part;

	if (!take_uri(asked))
		return;
	part = address_value(asked->query, "part");
	asked->part = number_of(part);
	if (asked->part)
		show_answer(asked, false);
	else
		answer_missing(asked, "the address lacks the number of a part: &part=");
	free((char *)part.data);
}

static void answer_plan(struct asked *asked)
{
	struct page page = { .response = asked->response, .gateway = asked->gateway };

	if (take_uri(asked)) {
		page.uri = asked->uri;
		page_plan(&page, asked->uri);
	}
}

/* Words become the URI that asks for them, as its scheme demands. */
static void answer_search(struct asked *asked)
{
	struct everyuri_text words;
	struct everyuri_error err;
	struct everyuri_uri uri;
	struct everyuri_buf buf, found;

	if (!take_uri(asked))
		return;
	words = address_value(asked->query, "words");
	everyuri_buf_init(&buf, NULL, 0, NULL);
	everyuri_buf_init(&found, NULL, 0, NULL);
	if (!words.data)
		answer_missing(asked, "the address lacks words: ?words=");
	else if (everyuri_parse(asked->uri.data, asked->uri.len, EVERYURI_RFC3986,
	                        EVERYURI_ADMIT_ZONE, NULL, &buf, &uri, &err) ||
	         everyuri_search_uri(&uri, words, &found, &err))
		show_refusal(asked, 400, &err, none);
	else
		go_to(asked, (struct everyuri_text){ found.data, found.len });
	everyuri_buf_free(&found);
	everyuri_buf_free(&buf);
	free((char *)words.data);
}

/* A pasted text comes in the body: it is long, and it is nobody's business what is in the address. */
static void answer_explain(struct asked *asked)
{
	struct page page = { .response = asked->response, .gateway = asked->gateway };
	bool post = asked->request->method == HTTP_POST;
	struct everyuri_text form = post ? asked->request->body : asked->query;
	struct everyuri_text uri = address_value(form, "uri");
	struct everyuri_text text = address_value(form, "text");

	page_explain(&page, uri.len ? uri : none, text.len ? text : none);
	free((char *)uri.data);
	free((char *)text.data);
}

static void answer_front(struct asked *asked)
{
	struct page page = { .response = asked->response, .gateway = asked->gateway };

	page_explain(&page, none, none);
}

/* ---- all ---------------------------------------------------------------------------------------------------- */

static const struct own_page {
	const char *path;
	void (*answer)(struct asked *asked);
	bool takes_body;
} pages[] = {
	{ "/", answer_front, false },          { "/explain", answer_explain, true },
	{ "/_/go", answer_go, false },         { "/_/open", answer_go, false },
	{ "/_/raw", answer_raw, false },       { "/_/plan", answer_plan, false },
	{ "/_/search", answer_search, false }, { "/_/part", answer_part, false },
};

bool own_answer(struct asked *asked)
{
	static const char parts[] = "/_/";
	const size_t n = sizeof parts - 1;

	for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
		if (!is(asked->path, pages[i].path))
			continue;
		if (asked->request->method == HTTP_POST && !pages[i].takes_body)
			show_refusal(
				asked, 405,
				&(struct everyuri_error){ .status = EVERYURI_UNSAFE,
			                                  .clause = "RFC 9110 9.3.3",
			                                  .message = "this page takes nothing in" },
				none);
		else
			pages[i].answer(asked);
		return true;
	}
	return asked->path.len > n && !memcmp(asked->path.data, parts, n) &&
	       page_part(asked->response,
	                 (struct everyuri_text){ asked->path.data + n, asked->path.len - n });
}
