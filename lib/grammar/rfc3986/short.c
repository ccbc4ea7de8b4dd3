/* The fast paths for resolving and normalising.  They rely on the fact that most references have dot segments
 * only at their start, and most URIs are normal. resolve.c and lib/uri handle all others. tests/proof/short.c
 * compares the results. */
#include "grammar/rfc3986/short.h"

#include "grammar/rfc3986/fast.h"

/* Skips "./" and "../" at the start of a relative path (5.2.4, 2A).  Returns the offset of the rest.  Sets
 * *n_up to the number of "../". */
static uint32_t skip_dots3986(const char *text, uint32_t len, uint32_t *n_up)
{
	uint32_t i = 0;

	for (*n_up = 0;;) {
		if (len - i >= 2 && memcmp(text + i, "./", 2) == 0) {
			i += 2;
		} else if (len - i >= 3 && memcmp(text + i, "../", 3) == 0) {
			i += 3;
			++*n_up;
		} else {
			return i;
		}
	}
}

/* Returns how many bytes of the base remain before a relative path (5.2.3), after the n_up leading ".." of
 * that path are applied (5.2.4).  Returns 0 if the base's path does not begin with a slash, or contains dot
 * segments. */
static uint32_t kept3986(const struct everyuri_uri *base, uint32_t n_up)
{
	struct everyuri_span path = base->part[EVERYURI_PATH];
	uint32_t keep = path.end;

	if (eu_is_absent(base->part[EVERYURI_HOST]) || path.begin == path.end)
		return 0;
	while (base->text[keep - 1] != '/')
		keep--;
	for (uint32_t i = path.begin + 1; i < keep; i++)
		if (base->text[i] == '.' && base->text[i - 1] == '/')
			return 0;
	for (; n_up && keep > path.begin + 1; n_up--)
		do
			keep--;
		while (base->text[keep - 1] != '/');
	return keep;
}

/* Shifts the parts of the reference to their offsets in the target. */
static void move_parts3986(struct eu_joined *joined)
{
	for (int k = 0; k < EVERYURI_N_PARTS; k++)
		if (!eu_is_absent(joined->part[k])) {
			joined->part[k].begin += joined->keep - joined->skip;
			joined->part[k].end += joined->keep - joined->skip;
		}
}

/* Splits a reference.  If a colon follows four or five bytes, the text probably is a URI, for which cut() is
 * faster. */
static bool cut_reference3986(const struct eu_rfc3986_kernel *by, const char *text, uint32_t len,
                              struct eu_joined *joined)
{
	return (len > 5 && (text[4] == ':' || text[5] == ':') &&
	        by->cut(text, len, joined->part, &joined->host_kind)) ||
	       by->cut_rest(text, len, true, joined->part, &joined->host_kind);
}

bool eu_rfc3986_join(enum eu_kernel kernel, const struct everyuri_uri *base, const char *text,
                     uint32_t len, struct eu_joined *joined)
{
	const struct eu_rfc3986_kernel *by = eu_rfc3986_kernel(kernel);
	struct everyuri_span *part = joined->part, path, query = base->part[EVERYURI_QUERY];
	uint32_t n_up;

	if (base->n_extra || base->len > EVERYURI_TEXT_MAX - len ||
	    !cut_reference3986(by, text, len, joined))
		return false;
	path = part[EVERYURI_PATH];
	joined->keep = joined->skip = 0;
	bool own_front = path.begin > 0, own_path = own_front || path.end > 0;
	bool own_query = !eu_is_absent(part[EVERYURI_QUERY]);

	if (!eu_is_absent(part[EVERYURI_SCHEME])) {
		joined->keep = 0;
	} else if (own_front) {
		joined->keep = base->part[EVERYURI_SCHEME].end + 1;
	} else if (!own_path) {
		joined->keep = own_query || eu_is_absent(query) ? base->part[EVERYURI_PATH].end :
		                                                  query.end;
	} else if (text[0] == '/') {
		joined->keep = base->part[EVERYURI_PATH].begin;
	} else {
		joined->skip = skip_dots3986(text, len, &n_up);
		joined->keep = kept3986(base, n_up);
		if (!joined->keep)
			return false;
		path.begin = joined->skip;
	}
	if (!by->keeps(text, path.end, path, false))
		return false;
	if (!joined->keep)
		return true;
	move_parts3986(joined);
	part[EVERYURI_SCHEME] = base->part[EVERYURI_SCHEME];
	if (own_front)
		return true;
	for (int k = EVERYURI_USER; k <= EVERYURI_PORT; k++)
		part[k] = base->part[k];
	joined->host_kind = base->host_kind;
	part[EVERYURI_PATH].begin = base->part[EVERYURI_PATH].begin;
	if (!own_path) {
		part[EVERYURI_PATH].end = base->part[EVERYURI_PATH].end;
		if (!own_query)
			part[EVERYURI_QUERY] = query;
	}
	return true;
}

bool eu_rfc3986_is_normal(enum eu_kernel kernel, const struct everyuri_uri *uri)
{
	return eu_rfc3986_kernel(kernel)->keeps(uri->text, uri->len, uri->part[EVERYURI_PATH],
	                                        true);
}
