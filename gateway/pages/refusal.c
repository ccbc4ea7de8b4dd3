/* Refusals and failures: what was asked, what was refused, by which rule, what would allow it, and what the
 * other side said. */
#include "gateway/pages/inner.h"

#define WINDOW 40u /* characters of a URI that are shown around its wrong byte */
#define SAID_MAX 4096u

/* ---- headings ------------------------------------------------------------------------------------------------------- */

static const struct heading {
	unsigned status;
	const char *text, *sense;
} headings[] = {
	{ 400, "This cannot be asked for", "The request is not in the grammar." },
	{ 403, "Refused", "It could be asked for, and is not: a rule of safety is in the way." },
	{ 404, "Nothing is there", "The other side has no such object." },
	{ 405, "Not in this way", "This address is only read." },
	{ 408, "The request did not end", "It took longer than is waited for." },
	{ 410, "It is gone", "The other side says that it has been removed." },
	{ 413, "Too much at once", "The request is longer than is read here." },
	{ 414, "Too long an address", "The address is longer than is read here." },
	{ 421, "Not this server", "The request was meant for another host than this one." },
	{ 431, "Too much at once", "The head of the request is longer than is read here." },
	{ 500, "Something went wrong here",
	  "It is this gateway that failed, and not the other side." },
	{ 501, "No way is known", "Nothing here knows how to get such an object." },
	{ 502, "No good answer", "The other side failed, or the way to it." },
	{ 503, "Too many at once", "Come back in a moment." },
	{ 504, "Time ran out", "The other side took longer than is waited for." },
	{ 505, "Another HTTP", "Only HTTP/1.0 and HTTP/1.1 are spoken here." },
};

static const struct heading *heading_of(unsigned status)
{
	const size_t n = sizeof headings / sizeof *headings;

	for (size_t i = 0; i < n; i++)
		if (headings[i].status == status)
			return &headings[i];
	return NULL;
}

/* What nobody on the other side was asked, because something is missing here, by the message that says so. */
static const struct lacking {
	const char *message;
	struct heading heading;
} lackings[] = {
	{ "what was asked for was not given",
	  { 0, "More is asked for",
	    "The server wants to know more than the URI says, such as a password: it may stand "
	    "behind "
	    "the user and a colon, in front of the @." } },
	{ "no news server is configured, and the URI names none",
	  { 0, "No server is known",
	    "The URI does not say whom to ask, and nothing else here does." } },
	{ "the filled form of a URI is sent only if \"form-agreed\" is configured",
	  { 0, "The gateway sends no form",
	    "Whoever wrote this link has filled a form in. The gateway looks things up, and sends "
	    "nothing, whatever is configured; everyuri get --set form-agreed sends it." } },
	{ "no resolver is configured for this namespace",
	  { 0, "No resolver is known",
	    "The URI does not say whom to ask, and nothing else here does." } },
};

static const struct heading *heading_for(unsigned status, const struct everyuri_error *err)
{
	for (size_t i = 0; i < sizeof lackings / sizeof *lackings; i++)
		if (!strcmp(err->message, lackings[i].message))
			return &lackings[i].heading;
	return heading_of(status);
}

/* ---- what was asked: the wrong byte has its mark ---------------------------------------------------------------------- */

static bool begins_character(char c)
{
	return ((unsigned char)c & 0xC0) != 0x80;
}

static bool breaks_line(char c)
{
	return c == '\n' || c == '\r' || c == '\t' || c == '\f';
}

/* One line: what would break it, or is no character of its own, is shown as one. */
static void say_line(struct page *page, const char *data, size_t len)
{
	size_t run = 0;

	for (size_t i = 0; i < len; i++) {
		if (!breaks_line(data[i]))
			continue;
		eu_page_text(page, data + run, i - run);
		eu_page_say(page, "\xEF\xBF\xBD");
		run = i + 1;
	}
	eu_page_text(page, data + run, len - run);
}

/* From begin to end, each character of a password as a star. */
static void say_window(struct page *page, struct everyuri_text text, size_t begin, size_t end)
{
	struct everyuri_span secret = { 0, 0 };
	struct everyuri_uri uri;

	if (!everyuri_parse(text.data, text.len, EVERYURI_RFC3986, EVERYURI_ADMIT_ZONE, NULL, NULL,
	                    &uri, NULL) &&
	    uri.part[EVERYURI_PASSWORD].begin != EVERYURI_ABSENT)
		secret = uri.part[EVERYURI_PASSWORD];
	for (size_t at = begin; at < end;) {
		const bool is_secret = at >= secret.begin && at < secret.end;
		const size_t stop = is_secret ? secret.end : at < secret.begin ? secret.begin : end;
		const size_t n = (stop < end ? stop : end) - at;

		for (size_t i = 0; is_secret && i < n; i++)
			eu_page_say(page, "*");
		if (!is_secret)
			say_line(page, text.data + at, n);
		at += n;
	}
}

static void say_marked(struct page *page, struct everyuri_text uri, size_t at)
{
	size_t begin = at, end = at, column = 0;

	for (size_t n = 0; begin && n < WINDOW; n += begins_character(uri.data[begin]))
		begin--;
	for (size_t n = 0; end < uri.len && n < WINDOW / 2; n += begins_character(uri.data[end]))
		end++;
	for (size_t i = begin; i < at; i++)
		column += begins_character(uri.data[i]);
	eu_page_say(page, "<pre class=\"wrong\">");
	eu_page_say(page, begin ? "\xE2\x80\xA6" : "");
	say_window(page, uri, begin, end);
	eu_page_say(page, end < uri.len ? "\xE2\x80\xA6\n" : "\n");
	for (size_t i = begin ? 0 : 1; i <= column; i++)
		eu_page_say(page, " ");
	eu_page_say(page, "<b>^</b> byte ");
	eu_page_number(page, at);
	eu_page_say(page, "</pre>");
}

/* Does the error point to a byte of the URI, and not only to its beginning for want of a better one? */
static bool is_marked(const struct page *page, const struct everyuri_error *err)
{
	return !err->which && err->at <= page->uri.len &&
	       (err->status == EVERYURI_INVALID || (err->at && err->status != EVERYURI_FAILED));
}

static void say_asked(struct page *page, const struct everyuri_error *err)
{
	if (!page->uri.data)
		return;
	eu_page_say(page, "<dt>Asked for</dt>\n<dd>");
	if (is_marked(page, err)) {
		say_marked(page, page->uri, err->at);
	} else {
		eu_page_say(page, "<code class=\"uri\">");
		eu_page_coloured(page, page->uri);
		eu_page_say(page, "</code>");
	}
	eu_page_say(page, "</dd>\n");
}

/* ---- what allows it ------------------------------------------------------------------------------------------------------- */

/* What the URI is asked for by: of these the message of the policy speaks. */
enum allowed_part { ALLOW_NOTHING, ALLOW_HOST, ALLOW_PORT };

/* An option of serve, and what its value begins with, by the message of policy.c that it takes away. */
static const struct allowing {
	const char *message;
	const char *option;
	enum allowed_part part;
} allowings[] = {
	{ "the policy refuses addresses of this class", "--allow-host &#39;", ALLOW_HOST },
	{ "the policy refuses this address", "--allow-host &#39;", ALLOW_HOST },
	{ "the policy refuses this host", "--allow-host &#39;", ALLOW_HOST },
	{ "the policy refuses this port", "--allow-port &#39;", ALLOW_PORT },
	{ "the port of another protocol, which could be made to obey", "--allow-port &#39;",
	  ALLOW_PORT },
	{ "a public host leads to one that is not public", "--set &#39;allow-hop", ALLOW_NOTHING },
	{ "a host leads to a machine's own credentials", "--set &#39;allow-hop", ALLOW_NOTHING },
	{ "no news server is configured, and the URI names none", "--set &#39;news-server HOST",
	  ALLOW_NOTHING },
	{ "no resolver is configured for this namespace", "--set &#39;resolver NAMESPACE TEMPLATE",
	  ALLOW_NOTHING },
	{ "a command longer than the policy lets pass", "--set &#39;max-command 8192",
	  ALLOW_NOTHING },
	{ "more steps than the policy lets pass", "--set &#39;max-steps 2000", ALLOW_NOTHING },
};

static struct everyuri_text part_of(struct everyuri_text text, enum allowed_part part)
{
	struct everyuri_text value = { NULL, 0 };
	struct everyuri_uri uri;

	if (part != ALLOW_NOTHING &&
	    !everyuri_parse(text.data, text.len, EVERYURI_RFC3986, 0, NULL, NULL, &uri, NULL))
		value = everyuri_view(&uri, part == ALLOW_HOST ? EVERYURI_HOST : EVERYURI_PORT);
	if (part == ALLOW_HOST && value.len > 2 && *value.data == '[') { /* as policies name it */
		value.data++;
		value.len -= 2;
	}
	return value;
}

static bool say_option_of_policy(struct page *page, const struct everyuri_error *err)
{
	const struct allowing *row = NULL;

	for (size_t i = 0; i < sizeof allowings / sizeof *allowings; i++)
		if (!strcmp(err->message, allowings[i].message))
			row = &allowings[i];
	if (!row || !page->uri.data)
		return false;
	const struct everyuri_text value = part_of(page->uri, row->part);

	if (row->part != ALLOW_NOTHING && !value.len)
		return false;
	eu_page_say(page, "<dt>To allow it</dt>\n<dd><code>everyuri serve ");
	eu_page_say(page, row->option);
	eu_page_text(page, value.data, value.len);
	eu_page_say(page, "&#39;</code></dd>\n");
	return true;
}

static void say_allowing(struct page *page, const struct everyuri_error *err)
{
	if (err->status != EVERYURI_UNSAFE && err->status != EVERYURI_MISSING &&
	    err->status != EVERYURI_UNSUPPORTED)
		return;
	if (say_option_of_policy(page, err))
		return;
	const struct everyuri_scheme_info *info = eu_page_scheme(page->uri);

	if (!info || !info->gateway_option)
		return;
	eu_page_say(page, "<dt>To allow it</dt>\n<dd><code>everyuri serve ");
	eu_page_say(page, info->gateway_option);
	eu_page_say(page, "</code></dd>\n");
}

/* ---- the page --------------------------------------------------------------------------------------------------------------- */

static void say_rule(struct page *page, const struct everyuri_error *err)
{
	if (!*err->clause)
		return;
	eu_page_say(page, "<dt>Rule</dt>\n<dd>");
	eu_page_text(page, err->clause, strlen(err->clause));
	eu_page_say(page, "</dd>\n");
}

static void say_said(struct page *page, struct everyuri_text said)
{
	if (!said.data || !said.len)
		return;
	eu_page_say(page, "<dt>The other side said</dt>\n<dd><pre class=\"said\">");
	say_line(page, said.data, said.len < SAID_MAX ? said.len : SAID_MAX);
	eu_page_say(page, said.len > SAID_MAX ? "\xE2\x80\xA6</pre></dd>\n" : "</pre></dd>\n");
}

void eu_page_refuse(struct page *page, unsigned status, const struct everyuri_error *err,
                    struct everyuri_text said)
{
	const struct heading *heading = heading_for(status, err);

	page->status = status;
	if (!page->title.data) {
		const char *title = heading ? heading->text : eu_http_reason(status);

		page->title = (struct everyuri_text){ title, strlen(title) };
	}
	eu_page_begin(page);
	eu_page_say(page, "<div class=\"refusal\">\n<p class=\"status\">");
	eu_page_number(page, status);
	eu_page_say(page, "</p>\n");
	eu_page_heading(page);
	eu_page_say(page, "<p class=\"why\">");
	eu_page_text(page, err->message, strlen(err->message));
	eu_page_say(page, "</p>\n<p class=\"sense\">");
	eu_page_say(page, heading ? heading->sense : "");
	eu_page_say(page, "</p>\n<dl class=\"facts\">\n");
	say_asked(page, err);
	say_rule(page, err);
	say_allowing(page, err);
	say_said(page, said);
	eu_page_say(page, "</dl>\n</div>\n");
	eu_page_end(page);
}
