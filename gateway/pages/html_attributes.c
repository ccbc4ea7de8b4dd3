/* Attributes of foreign pages.  The name of an attribute is held until its
 * value has been checked. */
#include "gateway/pages/html.h"

const char *eu_html_local_of(const char *name)
{
	const char *colon = strrchr(name, ':');

	return colon ? colon + 1 : name;
}

static void pass_name(struct html *html)
{
	eu_html_put(html, html->name, html->n_name);
	html->n_name = 0;
	html->holding = false;
}

/* Called when a name is complete.  Finds out whether the value will be a URL. */
static void know_name(struct html *html)
{
	const bool declares = html->n_name >= 5 && !memcmp(html->name, "xmlns", 5) &&
	                      (html->n_name == 5 || html->name[5] == ':');

	html->kind = declares ? HTML_NOTHING :
	                        eu_html_kind(eu_html_local_of(html->tokens.tag),
	                                     eu_html_local_of(html->tokens.attribute));
	if (html->n_name == sizeof html->name) /* can occur only in XML, where a prefix may have any
	                                        * length */
		html->kind = HTML_LOST;
	html->len = 0;
	html->too_long = html->passing = false;
	if (html->kind == HTML_NOTHING)
		pass_name(html);
}

/* Returns whether the value is passed on unchanged: an image in a data: URL, or
 * the content of a <meta> that is not a refresh. */
static bool is_for_passing(const struct html *html)
{
	static const char front[] = "data:image/";
	const size_t n = sizeof front - 1;

	if (html->kind == HTML_REFRESH && html->len == 1)
		return !strchr("0123456789. \t\n\r\f&", html->value[0]);
	return html->kind == HTML_PICTURE && html->len == n &&
	       eu_page_same((struct everyuri_text){ html->value, n }, front);
}

/* Writes part of a value.  Keeps character references unchanged. */
static void pass_value(struct html *html, const char *data, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		if (data[i] == '"')
			eu_html_put(html, "&quot;", 6);
		else if (data[i] == '<')
			eu_html_put(html, "&lt;", 4);
		else
			eu_html_put(html, data + i, 1);
	}
}

void eu_html_add_value(struct html *html, char c)
{
	if (html->passing) {
		pass_value(html, &c, 1);
		return;
	}
	if (html->len == HTML_VALUE_MAX) {
		html->too_long = true;
		return;
	}
	html->value[html->len++] = c;
	if (!is_for_passing(html))
		return;
	eu_html_put(html, html->name, html->n_name);
	eu_html_put(html, "=\"", 2);
	pass_value(html, html->value, html->len);
	html->passing = true;
}

void eu_html_end_value(struct html *html)
{
	const struct everyuri_text name = { html->name, html->n_name };

	if (html->passing) {
		eu_html_put(html, "\"", 1);
	} else if (!html->too_long) {
		const size_t len = eu_html_decode(html->value, html->len);

		eu_html_value(&html->values, html->kind, name,
		              (struct everyuri_text){ html->value, len });
	}
	html->holding = html->passing = false;
	html->n_name = 0;
}

bool eu_html_hold_name(struct html *html, enum html_state before, char c)
{
	const enum html_state now = html->tokens.state;

	if (now == HTML_ATTRIBUTE && (before != HTML_ATTRIBUTE || !html->holding)) {
		if (before == HTML_ATTRIBUTE) /* this is the rest of a name that is too long */
			return false;
		if (html->holding) { /* the previous attribute has no value */
			pass_name(html);
			eu_html_put(html, " ", 1);
		}
		html->holding = true;
		html->n_name = 0;
	}
	if (!html->holding)
		return false;
	if (now == HTML_ATTRIBUTE) {
		if (html->n_name == sizeof html->name && html->tokens.xml)
			return true;
		if (html->n_name == sizeof html->name) {
			pass_name(html);
			return false;
		}
		html->name[html->n_name++] = c;
		return true;
	}
	if (before == HTML_ATTRIBUTE) {
		know_name(html);
		if (!html->holding)
			return false;
	}
	if (now == HTML_AFTER_NAME || now == HTML_BEFORE_VALUE || now == HTML_DOUBLE ||
	    now == HTML_SINGLE)
		return true;
	if (before == HTML_BEFORE_VALUE) { /* "<a href=>" */
		pass_name(html);
		eu_html_put(html, "=\"\"", 3);
		return false;
	}
	pass_name(html); /* "<a href>" */
	return false;
}
