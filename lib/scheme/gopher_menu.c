/* Makes URIs of the items and links of a gopher menu. */
#include "scheme/gopher.h"

const struct everyuri_byte_set eu_never_in_gopher = { { 1u << 0 | 1u << '\t' | 1u << '\n' |
	                                                1u << '\r' } };

unsigned char eu_gopher_type(const char *text, struct everyuri_span path,
                             struct everyuri_span *rest)
{
	unsigned char type = '1';

	*rest = eu_span(path.end, path.end);
	if (path.begin == path.end)
		return type;
	if (text[path.begin] != '/')
		return 0;
	path.begin++;
	if (path.begin < path.end)
		rest->begin = eu_gopher_first(text, path, &type);
	return type > ' ' && type < 0x7F ? type : 0;
}

/* ---- references -------------------------------------------------------------------------------- */

size_t eu_gopher_url_mark(const char *selector, size_t len)
{
	size_t slash = len && selector[0] == '/';
	size_t mark = eu_url_prefix(selector + slash, len - slash);

	return mark ? slash + mark : 0;
}

/* Returns why a link is refused, or NULL.  THREATS C5, C7, C8, G11: a link from a server must not
 * name a local file or a program.  It must have no password, because a plan would show it.  It must
 * have a scheme, because a relative reference would mean another URI here than on the server. */
const char *eu_why_no_reference(const char *text, size_t len)
{
	struct everyuri_uri uri;
	struct everyuri_span rest;
	const struct eu_scheme *row;
	const struct eu_planner *planner;

	if (everyuri_parse(text, len, EVERYURI_RFC3986, 0, NULL, NULL, &uri, NULL))
		return "invalid or relative URI after URL:";
	if (!eu_is_absent(uri.part[EVERYURI_PASSWORD]))
		return "password not allowed in the URI after URL:";
	row = eu_scheme_find(text, eu_span_len(uri.part[EVERYURI_SCHEME]));
	planner = row ? eu_planner_of(row) : NULL;
	if (!planner || !planner->plan)
		return "unsupported scheme after URL:";
	if (row->info.kind == EVERYURI_KIND_LOCAL || row->info.kind == EVERYURI_KIND_INTERACTIVE ||
	    (planner->plan == eu_plan_gopher &&
	     eu_is_session_type(eu_gopher_type(text, uri.part[EVERYURI_PATH], &rest))))
		return "the URI after URL: must not name a local file or a session";
	return NULL;
}

/* ---- entries --------------------------------------------------------------------------------------------- */

/* Bytes of a selector that RFC 1738 does not encode, except "?", which a parser could take for a
 * query. */
static const struct everyuri_byte_set in_selector = { { 0, 0x2FFFFFD2, 0x87FFFFFF, 0x07FFFFFE } };
static const struct everyuri_byte_set in_selector_but_slash = { { 0, 0x2FFF7FD2, 0x87FFFFFF,
	                                                          0x07FFFFFE } };

/* Writes the base's scheme for an item on the same server, and "gopher" for an item elsewhere,
 * because a menu cannot name another scheme (docs/schemes/gopher.md). */
static void out_gopher_scheme(struct eu_out *out, const struct everyuri_uri *base,
                              const struct everyuri_entry *entry)
{
	const struct everyuri_span scheme = base->part[EVERYURI_SCHEME];
	const struct everyuri_span host = base->part[EVERYURI_HOST];
	uint16_t port = 70, entry_port = entry->port ? entry->port : 70;
	bool same = !entry->host.data;

	if (!same && !eu_is_absent(host) && eu_span_len(host) == entry->host.len)
		same = eu_same_ignoring_case(base->text + host.begin, entry->host.data,
		                             entry->host.len) &&
		       everyuri_port(base, &port) != EVERYURI_OUT_OF_RANGE && port == entry_port;
	if (same)
		eu_out_bytes(out, base->text + scheme.begin, eu_span_len(scheme));
	else
		eu_out_bytes(out, "gopher", 6);
	eu_out_bytes(out, "://", 3);
}

static enum everyuri_status out_session(const struct everyuri_uri *base,
                                        const struct everyuri_entry *entry, struct eu_out *out,
                                        struct everyuri_error *err)
{
	struct everyuri_entry session = *entry;
	enum everyuri_status status;

	if (!session.port)
		session.port = EU_TELNET_PORT;
	if (entry->type.data[0] == 'T')
		eu_out_bytes(out, "tn3270://", 9);
	else
		eu_out_bytes(out, "telnet://", 9);
	eu_out_encoded(out, entry->selector, &eu_kept_uchar);
	if (entry->selector.len)
		eu_out_byte(out, '@');
	status = eu_out_authority(out, base, &session, EU_TELNET_PORT, err);
	eu_out_byte(out, '/');
	return status;
}

static enum everyuri_status out_reference(struct everyuri_text uri, struct eu_out *out,
                                          struct everyuri_error *err)
{
	const char *why = eu_why_no_reference(uri.data, uri.len);

	if (why)
		return eu_fail(err, EVERYURI_UNSAFE, 0, "RFC 1738 3.4.1, URL: selectors", why);
	eu_out_bytes(out, uri.data, uri.len);
	return EVERYURI_OK;
}

/* Refuses entries that have no URI. */
static enum everyuri_status check_entry(const struct everyuri_uri *base,
                                        const struct everyuri_entry *entry,
                                        struct everyuri_error *err)
{
	const struct everyuri_span host = base->part[EVERYURI_HOST];
	unsigned char type = entry->type.len ? (unsigned char)entry->type.data[0] : 0;

	if (!entry->type.len || type == 'i' || type == '3')
		return eu_fail(err, EVERYURI_MISSING, 0, "RFC 1436 3.8",
		               "lines of text and errors have no URI");
	if (!entry->host.data && (eu_is_absent(host) || host.begin == host.end))
		return eu_fail(err, EVERYURI_MISSING, 0, "RFC 1738 3.4.1",
		               "missing host in both entry and menu");
	if (type == '2')
		return eu_fail(err, EVERYURI_UNSUPPORTED, 0, "RFC 1436 3.8",
		               "unsupported item type: CSO phone book");
	if (entry->type.len > 1 || type <= ' ' || type >= 0x7F)
		return eu_fail(err, EVERYURI_UNSAFE, 0, "RFC 1738 3.4.1",
		               "item type must be one printable character");
	if (eu_is_session_type(type) && entry->selector.len && entry->selector.data[0] == '-')
		return eu_fail(err, EVERYURI_UNSAFE, 0, "RFC 1738 6",
		               "user name must not begin with a hyphen");
	for (size_t i = 0; i < entry->selector.len; i++) {
		unsigned char byte = (unsigned char)entry->selector.data[i];

		if (everyuri_byte_set_has(&eu_never_in_gopher, byte))
			return eu_fail(err, EVERYURI_UNSAFE, i, "RFC 1738 3.4.1",
			               "tab, line break or NUL not allowed in a selector");
		if (eu_is_session_type(type) && (byte < ' ' || byte == 0x7F))
			return eu_fail(err, EVERYURI_UNSAFE, i, "RFC 1738 6",
			               "control character not allowed in a user name");
	}
	return EVERYURI_OK;
}

enum everyuri_status eu_entry_gopher(const struct everyuri_uri *base,
                                     const struct everyuri_entry *entry, struct eu_out *out,
                                     struct everyuri_error *err)
{
	struct everyuri_text selector = entry->selector;
	enum everyuri_status status = check_entry(base, entry, err);
	size_t mark = 0;

	if (status)
		return status;
	if (eu_is_session_type((unsigned char)entry->type.data[0]))
		return out_session(base, entry, out, err);
	if (entry->type.data[0] == 'h' && selector.len)
		mark = eu_gopher_url_mark(selector.data, selector.len);
	if (mark) {
		selector.data += mark;
		selector.len -= mark;
		return out_reference(selector, out, err);
	}
	/* A generic parser would remove "." or "..".  To prevent this, encode slashes, which does
	 * not change the meaning in this scheme (3.4.1). */
	bool dots = eu_has_dot_segment(selector, entry->type.data[0]);

	if (dots && !(selector.len && memchr(selector.data, '/', selector.len)))
		return eu_check_segment((struct everyuri_text){ "..", 2 }, err);
	out_gopher_scheme(out, base, entry);
	status = eu_out_authority(out, base, entry, 70, err);
	eu_out_byte(out, '/');
	eu_out_encoded(out, entry->type, &eu_kept_uchar);
	eu_out_encoded(out, selector, dots ? &in_selector_but_slash : &in_selector);
	return status;
}
