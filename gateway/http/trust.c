/* Content-Security-Policy: limits what the browser lets a body do (THREATS G4, G5). */
#include "gateway/http/http.h"

#include <string.h>

static bool is_letter_or_digit(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Returns whether a policy can express this origin.  Other characters could end the
 * directive. */
static bool can_be_named(struct everyuri_text origin)
{
	static const char scheme[] = "http://";
	const size_t len = sizeof scheme - 1;

	if (!origin.data || origin.len <= len || origin.len > 80 ||
	    memcmp(origin.data, scheme, len) != 0)
		return false;
	for (size_t i = len; i < origin.len; i++)
		if (!is_letter_or_digit(origin.data[i]) && !strchr(".-:", origin.data[i]))
			return false;
	return true;
}

/* Returns whether the host is an IPv6 address, which a policy cannot express (CSP 3, 2.3.1,
 * host-source). */
static bool is_of_ipv6(struct everyuri_text origin)
{
	return origin.data && origin.len > 8 && !memcmp(origin.data, "http://[", 8);
}

struct policy_text {
	char *data;
	size_t len, cap;
};

static void put_policy(struct policy_text *to, const char *data, size_t len)
{
	if (len <= to->cap - to->len)
		memcpy(to->data + to->len, data, len);
	to->len = len <= to->cap - to->len ? to->len + len : to->cap;
}

static void put_words(struct policy_text *to, const char *words)
{
	put_policy(to, words, strlen(words));
}

/* Allows exactly one style sheet and one script, by their full addresses, because content from
 * servers has the same origin.  CHOICE: a policy cannot express an IPv6 address.  If the
 * gateway is reached at one, the policy allows any style sheet of this origin and no script;
 * every page works without script. */
static void put_own(struct policy_text *to, struct everyuri_text origin)
{
	put_words(to, "default-src 'none'");
	if (can_be_named(origin)) {
		put_words(to, "; style-src ");
		put_policy(to, origin.data, origin.len);
		put_words(to, "/_/style.css; script-src ");
		put_policy(to, origin.data, origin.len);
		put_words(to, "/_/everyuri.js");
	} else if (is_of_ipv6(origin)) {
		put_words(to, "; style-src 'self'");
	} else {
		return;
	}
	put_words(to, "; img-src 'self'; media-src 'self'; form-action 'self'; base-uri 'none'; "
	              "frame-ancestors 'none'");
}

/* CHOICE: if the gateway is reached at an IPv6 address, the terminal does not work.  The policy
 * could not express the address of its script, and 'self' would also allow content from
 * servers. */
static void put_terminal(struct policy_text *to, struct everyuri_text origin)
{
	static const char *const parts[] = { "; style-src 'unsafe-inline' ",
		                             "/_/style.css ",
		                             "/_/xterm.css; script-src ",
		                             "/_/everyuri.js ",
		                             "/_/xterm.js ",
		                             "/_/terminal.js" };

	if (!can_be_named(origin)) {
		put_own(to, origin);
		return;
	}
	put_words(to, "default-src 'none'");
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		put_words(to, parts[i]);
		if (i + 1 < sizeof parts / sizeof *parts)
			put_policy(to, origin.data, origin.len);
	}
	put_words(to, "; connect-src ws"); /* `origin` without its "http", to make "ws://..." */
	put_policy(to, origin.data + 4, origin.len - 4);
	put_words(to, "/_/session; img-src 'self'; form-action 'self'; base-uri 'none'; "
	              "frame-ancestors 'none'");
}

/* Foreign pages load their subresources from one path, which contains none of our own files.
 * 'self' cannot be used, because a sandboxed page has an opaque origin. */
static void put_foreign(struct policy_text *to, struct everyuri_text origin, bool page)
{
	static const char *const parts[] = { "; style-src 'unsafe-inline'",
		                             "; img-src data:", "; media-src" };
	const bool loads = page && can_be_named(origin);

	put_words(to, "sandbox; default-src 'none'");
	for (size_t i = 0; i < (loads ? 3u : 2u); i++) {
		put_words(to, parts[i]);
		if (!loads)
			continue;
		put_words(to, " ");
		put_policy(to, origin.data, origin.len);
		put_words(to, "/_/within/");
	}
}

size_t eu_http_policy(char *text, size_t len, enum http_trust trust, struct everyuri_text origin)
{
	struct policy_text to = { text, 0, len };

	switch (trust) {
	case HTTP_OWN:
		put_own(&to, origin);
		break;
	case HTTP_TERMINAL:
		put_terminal(&to, origin);
		break;
	case HTTP_FOREIGN:
	case HTTP_WITHIN:
		put_foreign(&to, origin, false);
		break;
	case HTTP_FOREIGN_PAGE:
		put_foreign(&to, origin, true);
		break;
	case HTTP_PART:
		put_words(&to, "default-src 'none'; style-src 'unsafe-inline'; "
		               "frame-ancestors 'none'");
		break;
	}
	return to.len < to.cap ? to.len : 0;
}
