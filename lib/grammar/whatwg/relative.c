/* Copies parts of the base to a URL.  The base's text is its serialisation, so its prefix can be
 * copied unchanged. */
#include "grammar/whatwg/machine.h"

/* Without a host, a list of segments is never empty, so such a path begins with a slash. */
bool eu_whatwg_has_opaque_path(const struct everyuri_uri *uri)
{
	struct everyuri_span path = uri->part[EVERYURI_PATH];

	return uri->host_kind == EVERYURI_HOST_NONE &&
	       (eu_span_len(path) == 0 || uri->text[path.begin] != '/');
}

/* Returns the offset in the base's text after its parts up to `last`. */
static size_t end_of(const struct everyuri_uri *base, enum everyuri_part last)
{
	if (last == EVERYURI_QUERY && !eu_is_absent(base->part[EVERYURI_QUERY]))
		return base->part[EVERYURI_QUERY].end;
	if (last >= EVERYURI_PATH)
		return base->part[EVERYURI_PATH].end;
	if (base->host_kind == EVERYURI_HOST_NONE)
		return base->part[EVERYURI_SCHEME].end + (size_t)1;
	if (!eu_is_absent(base->part[EVERYURI_PORT]))
		return base->part[EVERYURI_PORT].end;
	return base->part[EVERYURI_HOST].end;
}

void eu_whatwg_take_base(struct eu_whatwg_machine *m, enum everyuri_part last)
{
	size_t end = end_of(m->base, last);

	m->out.len = 0;
	eu_out_bytes(&m->out, m->base->text, end);
	for (int part = EVERYURI_SCHEME; part < EVERYURI_N_PARTS; part++)
		if (part <= (int)last || part == EVERYURI_PORT)
			m->part[part] = m->base->part[part];
	m->host_kind = m->base->host_kind;
	m->path = last == EVERYURI_HOST ? m->out.len : m->base->part[EVERYURI_PATH].begin;
}

void eu_whatwg_take_directory(struct eu_whatwg_machine *m)
{
	struct everyuri_span path = m->base->part[EVERYURI_PATH];

	eu_whatwg_take_base(m, EVERYURI_HOST);
	eu_out_bytes(&m->out, m->base->text + path.begin, eu_span_len(path));
	eu_whatwg_shorten(m);
}
