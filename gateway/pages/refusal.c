/* refusal.c - pages for refusals and failures.  Each shows the URI, the rule,
 * the option that would allow the request, and the reply of the server. */
#include "gateway/pages/internal.h"

#define WINDOW 40u /* characters of a URI shown before its wrong byte */
#define SAID_MAX 4096u

/* ---- headings ------------------------------------------------------------------------------------------------------- */

static const struct heading {
	unsigned status;
	const char *text, *sense;
} headings[] = {
	{ 400, "Invalid address", "Check the address for typing errors." },
	{ 403, "Refused", "A safety rule forbids this request." },
	{ 404, "Not found", "The server has no such object. Check the address." },
	{ 405, "Method not allowed", "This address can only be read." },
	{ 408, "Request timed out",
	  "The browser did not send the whole request in time. Try again." },
	{ 410, "Gone", "The server says that the object was removed." },
	{ 413, "Request too large", "The request is larger than the gateway accepts." },
	{ 414, "Address too long", "The gateway does not accept an address of this length." },
	{ 421, "Wrong host name", "Use the address that everyuri serve printed when it started." },
	{ 431, "Request too large",
	  "The header of the request is larger than the gateway accepts." },
	{ 500, "Gateway error", "The gateway failed, not the server." },
	{ 501, "Not supported", "The gateway cannot fetch this." },
	{ 502, "Server error",
	  "The server could not be reached, or its response was invalid. Try again later." },
	{ 503, "Busy", "Try again in a moment." },
	{ 504, "Timed out", "The server did not answer in time. Try again later." },
	{ 505, "Unsupported HTTP version", "The gateway accepts HTTP/1.0 and HTTP/1.1 only." },
};

/* Changes to the page for a reason.  option: of the command everyuri serve, up
 * to the value of the option. */
static const struct reason {
	enum everyuri_reason reason;
	const char *text, *sense; /* NULL means the texts for the status */
	const char *option;       /* NULL if no option would allow the request */
	bool takes_part;          /* the option's value ends with the component `part` of the URI */
	enum everyuri_part part;
} reasons[] = {
	{ .reason = EVERYURI_REASON_HOST,
	  .option = "--allow-host &#39;",
	  .takes_part = true,
	  .part = EVERYURI_HOST },
	{ .reason = EVERYURI_REASON_PORT,
	  .option = "--allow-port &#39;",
	  .takes_part = true,
	  .part = EVERYURI_PORT },
	{ .reason = EVERYURI_REASON_HOP, .option = "--set &#39;allow-hop" },
	{ .reason = EVERYURI_REASON_COMMAND, .option = "--set &#39;max-command 8192" },
	{ .reason = EVERYURI_REASON_STEPS, .option = "--set &#39;max-steps 2000" },
	{ .reason = EVERYURI_REASON_NEWS_SERVER,
	  .text = "No news server",
	  .sense = "The URI has no server, and no news server is configured.",
	  .option = "--set &#39;news-server HOST" },
	{ .reason = EVERYURI_REASON_RESOLVER,
	  .text = "No resolver",
	  .sense = "No resolver is configured for URNs of this namespace.",
	  .option = "--set &#39;resolver NAMESPACE TEMPLATE" },
	{ .reason = EVERYURI_REASON_FORM,
	  .text = "The gateway sends no forms",
	  .sense = "The author of this link filled in a form. To send it, use "
	           "everyuri get --set form-agreed." },
	{ .reason = EVERYURI_REASON_QUESTION,
	  .text = "The server needs more information",
	  .sense = "The server asked for more than the URI contains, such as a password. "
	           "You can add user:password@ in front of the host." },
};

static const struct heading *heading_of(unsigned status)
{
	const size_t n = sizeof headings / sizeof *headings;

	for (size_t i = 0; i < n; i++)
		if (headings[i].status == status)
			return &headings[i];
	return NULL;
}

static const struct reason *reason_of(const struct everyuri_error *err)
{
	for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
		if (reasons[i].reason == err->reason)
			return &reasons[i];
	return NULL;
}

/* Returns the heading and its explanation.  Neither text is NULL. */
static struct heading heading_for(unsigned status, const struct everyuri_error *err)
{
	const struct heading *heading = heading_of(status);
	const struct reason *reason = reason_of(err);

	if (reason && reason->text)
		return (struct heading){ status, reason->text, reason->sense };
	return heading ? *heading : (struct heading){ status, eu_http_reason(status), "" };
}

/* ---- the request, with a mark at the wrong byte ----------------------------------------------------------------------- */

static bool begins_character(char c)
{
	return ((unsigned char)c & 0xC0) != 0x80;
}

static bool breaks_line(char c)
{
	return c == '\n' || c == '\r' || c == '\t' || c == '\f';
}

/* Writes one line of text.  Replaces each character that would break the line by U+FFFD. */
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

#define SECRETS_MAX \
	16u /* maximum number of secrets found in a URI; if there are more, the rest of
                         * the URI is hidden */

/* Writes the bytes from begin to end.  Replaces each byte of a secret by "*". */
static void say_window(struct page *page, struct everyuri_text text, size_t begin, size_t end)
{
	static const struct everyuri_secrets secrets = { 0 };
	struct everyuri_span secret[SECRETS_MAX];
	size_t n = everyuri_secrets_find(text.data, text.len, &secrets, secret, SECRETS_MAX),
	       at = begin;

	if (n > SECRETS_MAX) {
		n = SECRETS_MAX;
		secret[n - 1].end = (uint32_t)text.len;
	}
	for (size_t i = 0; i < n && secret[i].begin < end; i++) {
		if (secret[i].end <= at)
			continue;
		if (secret[i].begin > at) {
			say_line(page, text.data + at, secret[i].begin - at);
			at = secret[i].begin;
		}
		for (; at < secret[i].end && at < end; at++)
			eu_page_say(page, "*");
	}
	say_line(page, text.data + at, end - at);
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

/* Returns whether the error's offset points to a wrong byte.  For some errors
 * the offset is 0 only because no better position is known. */
static bool is_marked(const struct page *page, const struct everyuri_error *err)
{
	return !err->which && err->at <= page->uri.len &&
	       (err->status == EVERYURI_INVALID || (err->at && err->status != EVERYURI_FAILED));
}

static void say_asked(struct page *page, const struct everyuri_error *err)
{
	if (!page->uri.data)
		return;
	eu_page_say(page, "<dt>Requested</dt>\n<dd>");
	if (is_marked(page, err)) {
		say_marked(page, page->uri, err->at);
	} else {
		eu_page_say(page, "<code class=\"uri\">");
		eu_page_coloured(page, page->uri);
		eu_page_say(page, "</code>");
	}
	eu_page_say(page, "</dd>\n");
}

/* ---- how to allow it ------------------------------------------------------------------------------------------------------ */

/* Returns the part in the form that a policy needs: an IPv6 address without brackets. */
static struct everyuri_text part_of(struct everyuri_text text, enum everyuri_part part)
{
	struct everyuri_text value = { NULL, 0 };
	struct everyuri_uri uri;

	if (!everyuri_parse(text.data, text.len, EVERYURI_RFC3986, 0, NULL, NULL, &uri, NULL))
		value = everyuri_view(&uri, part);
	if (part == EVERYURI_HOST && value.len > 2 && *value.data == '[') {
		value.data++;
		value.len -= 2;
	}
	return value;
}

static bool say_option_of_reason(struct page *page, const struct everyuri_error *err)
{
	const struct reason *reason = reason_of(err);
	struct everyuri_text value = { "", 0 };

	if (!reason || !reason->option || !page->uri.data)
		return false;
	if (reason->takes_part)
		value = part_of(page->uri, reason->part);
	if (reason->takes_part && !value.len)
		return false;
	eu_page_say(page, "<dt>To allow it</dt>\n<dd><code>everyuri serve ");
	eu_page_say(page, reason->option);
	eu_page_text(page, value.data, value.len);
	eu_page_say(page, "&#39;</code></dd>\n");
	return true;
}

static void say_allowing(struct page *page, const struct everyuri_error *err)
{
	if (err->status != EVERYURI_UNSAFE && err->status != EVERYURI_MISSING &&
	    err->status != EVERYURI_UNSUPPORTED)
		return;
	if (say_option_of_reason(page, err))
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
	eu_page_say(page, "<dt>Server reply</dt>\n<dd><pre class=\"said\">");
	say_line(page, said.data, said.len < SAID_MAX ? said.len : SAID_MAX);
	eu_page_say(page, said.len > SAID_MAX ? "\xE2\x80\xA6</pre></dd>\n" : "</pre></dd>\n");
}

void eu_page_refuse(struct page *page, unsigned status, const struct everyuri_error *err,
                    struct everyuri_text said)
{
	const struct heading heading = heading_for(status, err);

	page->status = status;
	if (!page->title.data)
		page->title = (struct everyuri_text){ heading.text, strlen(heading.text) };
	eu_page_begin(page);
	eu_page_say(page, "<div class=\"refusal\">\n<p class=\"status\">");
	eu_page_number(page, status);
	eu_page_say(page, "</p>\n");
	eu_page_heading(page);
	eu_page_say(page, "<p class=\"why\">");
	eu_page_text(page, err->message, strlen(err->message));
	eu_page_say(page, "</p>\n<p class=\"sense\">");
	eu_page_say(page, heading.sense);
	eu_page_say(page, "</p>\n<dl class=\"facts\">\n");
	say_asked(page, err);
	say_rule(page, err);
	say_allowing(page, err);
	say_said(page, said);
	eu_page_say(page, "</dl>\n</div>\n");
	eu_page_end(page);
}
