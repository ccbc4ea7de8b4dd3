/* user_input.c - converts typed text to a URI.  The text may be an IRI or a bare host name, and may
 * be surrounded by spaces or by "<URL:" and ">". */
#include "gateway/routes.h"

#include <everyuri/iri.h>

#include <stdlib.h>
#include <string.h>

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

static bool begins(struct everyuri_text text, const char *word)
{
	size_t n = strlen(word);

	if (text.len < n)
		return false;
	for (size_t i = 0; i < n; i++)
		if (lower(text.data[i]) != word[i])
			return false;
	return true;
}

/* ---- removing what surrounds a URI ---------------------------------------------------------------------- */

static struct everyuri_text without_blanks(struct everyuri_text text)
{
	while (text.len && (unsigned char)text.data[0] <= ' ') {
		text.data++;
		text.len--;
	}
	while (text.len && (unsigned char)text.data[text.len - 1] <= ' ')
		text.len--;
	return text;
}

/* RFC 3986, appendix C; RFC 1738, appendix: removes "<URL:" and ">" around a URI. */
static struct everyuri_text without_wrapper(struct everyuri_text text)
{
	text = without_blanks(text);
	if (text.len > 1 && text.data[0] == '<' && text.data[text.len - 1] == '>') {
		text.data++;
		text.len -= 2;
	}
	if (begins(text, "url:")) {
		text.data += 4;
		text.len -= 4;
	}
	return without_blanks(text);
}

/* ---- bare host names ------------------------------------------------------------------------------------ */

static bool is_of_host(char c)
{
	c = lower(c);
	return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.';
}

/* RFC 3986 4.5, "suffix reference": returns whether the text is a host name with a dot, or
 * localhost, followed by the end, a port or a path.  Used only for typed text.  A host name that is
 * also the name of a scheme is taken for a host. */
static bool is_suffix(struct everyuri_text text)
{
	size_t at = 0, digits;

	while (at < text.len && is_of_host(text.data[at]))
		at++;
	if (!at || text.data[0] == '.' || text.data[0] == '-' ||
	    (!memchr(text.data, '.', at) && !(at == 9 && begins(text, "localhost"))))
		return false;
	if (at < text.len && text.data[at] == ':') {
		for (digits = ++at; at < text.len && text.data[at] >= '0' && text.data[at] <= '9';)
			at++;
		if (at == digits)
			return false;
	}
	return at == text.len || text.data[at] == '/';
}

/* Chooses the scheme by the first label of the host, such as "ftp" or "gopher". */
static struct everyuri_text with_scheme(struct everyuri_text text)
{
	const char *scheme = begins(text, "ftp.")    ? "ftp://" :
	                     begins(text, "gopher.") ? "gopher://" :
	                                               "http://";
	const size_t n = strlen(scheme);
	const bool bare = !memchr(text.data, '/', text.len);
	char *out = malloc(n + text.len + 1);

	if (!out)
		return (struct everyuri_text){ NULL, 0 };
	memcpy(out, scheme, n);
	memcpy(out + n, text.data, text.len);
	out[n + text.len] = '/';
	return (struct everyuri_text){ out, n + text.len + bare };
}

/* ---- entry point ----------------------------------------------------------------------------------------- */

static struct everyuri_text copy_of(const char *data, size_t len)
{
	char *out = malloc(len + 1);

	if (out && len)
		memcpy(out, data, len);
	return (struct everyuri_text){ out, len };
}

/* Converts an IRI to a URI (RFC 3987 3.1).  Returns data NULL if the text is not an IRI either. */
static struct everyuri_text from_iri(struct everyuri_text text)
{
	struct everyuri_text uri = { NULL, 0 };
	struct everyuri_uri iri;
	struct everyuri_buf buf;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	if (!everyuri_parse(text.data, text.len, EVERYURI_RFC3987, 0, NULL, NULL, &iri, NULL) &&
	    !everyuri_iri_to_uri(&iri, 0, &buf, NULL) &&
	    !everyuri_check(buf.data, buf.len, EVERYURI_RFC3986, 0, NULL))
		uri = copy_of(buf.data, buf.len);
	everyuri_buf_free(&buf);
	return uri;
}

struct everyuri_text eu_input_uri(struct everyuri_text text)
{
	text = without_wrapper(text);
	if (is_suffix(text))
		return with_scheme(text);
	if (!everyuri_check(text.data, text.len, EVERYURI_RFC3986, EVERYURI_ADMIT_ZONE, NULL))
		return copy_of(text.data, text.len);
	return from_iri(text);
}

/* ---- gopher searches --------------------------------------------------------------------------------------- */

/* Returns whether the URI is a gopher search index, such as "gopher://host/7", without a tab and
 * search words after it. */
static bool is_index(struct everyuri_text uri)
{
	static const char scheme[] = "gopher://";
	size_t at = sizeof scheme - 1;

	if (!begins(uri, scheme))
		return false;
	while (at < uri.len && uri.data[at] != '/')
		at++;
	if (uri.len - at < 2 || uri.data[at + 1] != '7')
		return false;
	for (; at + 3 <= uri.len; at++)
		if (!memcmp(uri.data + at, "%09", 3))
			return false;
	return true;
}

struct everyuri_text eu_input_search(struct everyuri_text uri)
{
	const char *mark = memchr(uri.data, '?', uri.len);
	struct everyuri_text index = { uri.data, mark ? (size_t)(mark - uri.data) : 0 };
	struct everyuri_text search = { NULL, 0 }, words;
	struct everyuri_uri parsed;
	struct everyuri_buf buf;

	if (!mark || !is_index(index))
		return search;
	words = eu_address_decode((struct everyuri_text){ mark + 1, uri.len - index.len - 1 });
	everyuri_buf_init(&buf, NULL, 0, NULL);
	if (words.data &&
	    !everyuri_parse(index.data, index.len, EVERYURI_RFC3986, EVERYURI_ADMIT_ZONE, NULL,
	                    NULL, &parsed, NULL) &&
	    !everyuri_search_uri(&parsed, words, &buf, NULL))
		search = copy_of(buf.data, buf.len);
	everyuri_buf_free(&buf);
	free((char *)words.data);
	return search;
}
