/* Implements section 4.7: origins, which are serialised by the rules of HTML. */
#include "grammar/whatwg/machine.h"

static bool is_blob(const struct everyuri_uri *uri)
{
	return uri->part[EVERYURI_SCHEME].end == 4 && memcmp(uri->text, "blob", 4) == 0;
}

size_t eu_whatwg_origin_bound(const struct everyuri_uri *uri)
{
	struct everyuri_span path = uri->part[EVERYURI_PATH];

	if (!is_blob(uri))
		return uri->len + sizeof "null";
	return eu_whatwg_bound(uri->text + path.begin, eu_span_len(path)) + EU_WHATWG_DOMAIN_MAX;
}

/* Writes scheme "://" host [ ":" port ].  uri's text may be in data. */
static size_t write_tuple(const struct everyuri_uri *uri, char *data)
{
	struct everyuri_span port = uri->part[EVERYURI_PORT], host = uri->part[EVERYURI_HOST];
	size_t scheme = uri->part[EVERYURI_SCHEME].end;
	size_t end = eu_is_absent(port) ? host.end : port.end;

	memmove(data, uri->text, scheme + 3);
	memmove(data + scheme + 3, uri->text + host.begin, end - host.begin);
	return scheme + 3 + end - host.begin;
}

static size_t write_opaque(char *data)
{
	memcpy(data, "null", 4);
	return 4;
}

/* Writes the origin.  CHOICE: the origin of a file URL, which the standard leaves to the
 * implementer, is opaque. */
size_t eu_whatwg_origin(const struct everyuri_uri *uri, char *data)
{
	struct everyuri_span path = uri->part[EVERYURI_PATH];
	struct everyuri_uri inner;
	enum eu_whatwg_scheme scheme =
		eu_whatwg_scheme_of(uri->text, uri->part[EVERYURI_SCHEME].end);

	if (scheme != EU_WHATWG_NOT_SPECIAL && scheme != EU_WHATWG_FILE)
		return write_tuple(uri, data);
	if (!is_blob(uri) ||
	    !eu_whatwg_write(uri->text + path.begin, eu_span_len(path), NULL, data, &inner))
		return write_opaque(data);
	scheme = eu_whatwg_scheme_of(inner.text, inner.part[EVERYURI_SCHEME].end);
	if (scheme != EU_WHATWG_HTTP && scheme != EU_WHATWG_HTTPS)
		return write_opaque(data);
	return write_tuple(&inner, data);
}
