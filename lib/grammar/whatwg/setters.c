/* Implements the URL serialiser (section 4.5), and the setters of the URL class (6.1). */
#include "grammar/whatwg/machine.h"

/* ---- the serialiser ----------------------------------------------------------------------- */

/* A URL record whose parts may be in any text.  A part with data NULL is null; a user or password
 * with data NULL is empty. */
struct loose_url {
	struct everyuri_text part[EVERYURI_N_PARTS];
	uint8_t host_kind;
};

static struct everyuri_text text_at(const char *text, struct everyuri_span span)
{
	struct everyuri_text part = { NULL, 0 };

	if (!eu_is_absent(span)) {
		part.data = text + span.begin;
		part.len = eu_span_len(span);
	}
	return part;
}

static struct loose_url loosen(const struct everyuri_uri *uri)
{
	struct loose_url url = { .host_kind = uri->host_kind };

	for (int k = 0; k < EVERYURI_N_PARTS; k++)
		url.part[k] = text_at(uri->text, uri->part[k]);
	return url;
}

/* Writes a part that is present, after its delimiter. */
static void serialise_part(struct eu_out *out, struct everyuri_uri *uri,
                           const struct loose_url *url, const char *delimiter,
                           enum everyuri_part part)
{
	if (!url->part[part].data)
		return;
	eu_out_bytes(out, delimiter, strlen(delimiter));
	uri->part[part] = eu_span(out->len, out->len + url->part[part].len);
	eu_out_bytes(out, url->part[part].data, url->part[part].len);
}

static void serialise(struct eu_out *out, const struct loose_url *url, struct everyuri_uri *result)
{
	struct everyuri_text path = url->part[EVERYURI_PATH];
	struct everyuri_uri uri;

	eu_uri_begin(&uri, out->data, 0);
	serialise_part(out, &uri, url, "", EVERYURI_SCHEME);
	eu_out_byte(out, ':');
	if (url->host_kind != EVERYURI_HOST_NONE) {
		size_t begin = out->len + 2;

		eu_out_bytes(out, "//", 2);
		serialise_part(out, &uri, url, "", EVERYURI_USER);
		serialise_part(out, &uri, url, ":", EVERYURI_PASSWORD);
		serialise_part(out, &uri, url, out->len > begin ? "@" : "", EVERYURI_HOST);
		serialise_part(out, &uri, url, ":", EVERYURI_PORT);
	} else if (path.len >= 2 && path.data[0] == '/' && path.data[1] == '/') {
		eu_out_bytes(out, "/.", 2);
	}
	serialise_part(out, &uri, url, "", EVERYURI_PATH);
	serialise_part(out, &uri, url, "?", EVERYURI_QUERY);
	serialise_part(out, &uri, url, "#", EVERYURI_FRAGMENT);
	uri.len = (uint32_t)out->len;
	uri.flags = EVERYURI_REWRITTEN;
	uri.host_kind = url->host_kind;
	*result = uri;
}

/* ---- one function per setter ------------------------------------------------------------------ */

/* Initialises a machine that parses a value with `uri` as url and a state override. */
static void override_state(struct eu_whatwg_machine *m, const struct everyuri_uri *uri,
                           enum eu_whatwg_state state)
{
	m->state = m->state_override = state;
	m->scheme = eu_whatwg_scheme_of(uri->text, uri->part[EVERYURI_SCHEME].end);
	m->host_kind = uri->host_kind;
	m->no_credentials = eu_is_absent(uri->part[EVERYURI_USER]) &&
	                    eu_is_absent(uri->part[EVERYURI_PASSWORD]) &&
	                    eu_is_absent(uri->part[EVERYURI_PORT]);
}

/* Takes a part from the machine's output. */
static void take_part(struct loose_url *url, const struct eu_whatwg_machine *m,
                      enum everyuri_part part)
{
	url->part[part] = text_at(m->out.data, m->part[part]);
}

static bool set_protocol(struct loose_url *url, struct eu_whatwg_machine *m,
                         const struct everyuri_uri *uri)
{
	uint32_t port = 0;

	override_state(m, uri, EU_WHATWG_SCHEME_START_STATE);
	if (!eu_whatwg_run(m))
		return false;
	take_part(url, m, EVERYURI_SCHEME);
	for (size_t i = 0; i < url->part[EVERYURI_PORT].len; i++)
		port = port * 10 + (uint32_t)(url->part[EVERYURI_PORT].data[i] - '0');
	if (port && port == eu_whatwg_default_port(m->scheme))
		url->part[EVERYURI_PORT].data = NULL;
	return true;
}

/* Returns whether the URL "cannot have a username/password/port" (4.2). */
static bool cannot_have_credentials(const struct everyuri_uri *uri)
{
	return uri->host_kind == EVERYURI_HOST_NONE || uri->host_kind == EVERYURI_HOST_EMPTY ||
	       eu_whatwg_scheme_of(uri->text, uri->part[EVERYURI_SCHEME].end) == EU_WHATWG_FILE;
}

/* Sets the username or the password.  Neither setter runs the parser, so tabs are not removed. */
static bool set_credential(struct loose_url *url, struct eu_whatwg_machine *m,
                           const struct everyuri_uri *uri, enum everyuri_part part)
{
	size_t i = 0;

	if (cannot_have_credentials(uri))
		return false;
	while (i < m->end) {
		if (eu_whatwg_is(m->text[i], EU_WHATWG_USERINFO))
			eu_out_byte(&m->out, m->text[i++]);
		else
			i += eu_whatwg_encode_one(&m->out, m->text + i, m->end - i);
	}
	m->part[part] = m->out.len ? eu_span(0, m->out.len) : eu_absent();
	take_part(url, m, part);
	return true;
}

/* Sets the host as soon as it is parsed, even if an invalid port follows. */
static bool change_host(struct loose_url *url, struct eu_whatwg_machine *m,
                        const struct everyuri_uri *uri, enum eu_whatwg_state state)
{
	bool good;

	if (eu_whatwg_has_opaque_path(uri))
		return false;
	override_state(m, uri, state);
	good = eu_whatwg_run(m);
	if (eu_is_absent(m->part[EVERYURI_HOST]))
		return false;
	take_part(url, m, EVERYURI_HOST);
	url->host_kind = m->host_kind;
	if (good && m->state == EU_WHATWG_PORT_STATE)
		take_part(url, m, EVERYURI_PORT);
	return true;
}

static bool set_port(struct loose_url *url, struct eu_whatwg_machine *m,
                     const struct everyuri_uri *uri)
{
	if (cannot_have_credentials(uri))
		return false;
	if (m->end) {
		override_state(m, uri, EU_WHATWG_PORT_STATE);
		if (!eu_whatwg_run(m))
			return false;
	}
	take_part(url, m, EVERYURI_PORT);
	return true;
}

static bool set_pathname(struct loose_url *url, struct eu_whatwg_machine *m,
                         const struct everyuri_uri *uri)
{
	if (eu_whatwg_has_opaque_path(uri))
		return false;
	override_state(m, uri, EU_WHATWG_PATH_START_STATE);
	eu_whatwg_run(m);
	take_part(url, m, EVERYURI_PATH);
	return true;
}

/* Sets search or hash.  Ignores one leading delimiter of the value. */
static bool set_tail(struct loose_url *url, struct eu_whatwg_machine *m,
                     const struct everyuri_uri *uri, enum everyuri_part part, char delimiter)
{
	if (m->end) {
		override_state(m, uri,
		               part == EVERYURI_QUERY ? EU_WHATWG_QUERY_STATE :
		                                        EU_WHATWG_FRAGMENT_STATE);
		if (m->text[0] == delimiter)
			m->pointer = m->buffer = eu_whatwg_kept(m, 1);
		eu_whatwg_run(m);
	}
	take_part(url, m, part);
	return true;
}

static bool apply_setter(struct loose_url *url, struct eu_whatwg_machine *m,
                         const struct everyuri_uri *uri, enum eu_whatwg_setter setter)
{
	/* LCOV_EXCL_BR_LINE: the cases cover every setter */
	switch (setter) {
	case EU_WHATWG_SET_HREF:
		break;
	case EU_WHATWG_SET_PROTOCOL:
		return set_protocol(url, m, uri);
	case EU_WHATWG_SET_USERNAME:
		return set_credential(url, m, uri, EVERYURI_USER);
	case EU_WHATWG_SET_PASSWORD:
		return set_credential(url, m, uri, EVERYURI_PASSWORD);
	case EU_WHATWG_SET_HOST:
		return change_host(url, m, uri, EU_WHATWG_HOST_STATE);
	case EU_WHATWG_SET_HOSTNAME:
		return change_host(url, m, uri, EU_WHATWG_HOSTNAME_STATE);
	case EU_WHATWG_SET_PORT:
		return set_port(url, m, uri);
	case EU_WHATWG_SET_PATHNAME:
		return set_pathname(url, m, uri);
	case EU_WHATWG_SET_SEARCH:
		return set_tail(url, m, uri, EVERYURI_QUERY, '?');
	case EU_WHATWG_SET_HASH:
		return set_tail(url, m, uri, EVERYURI_FRAGMENT, '#');
	}
	return false;
}

size_t eu_whatwg_value_bound(struct everyuri_text value)
{
	return eu_whatwg_bound(value.data, value.len) + EU_WHATWG_DOMAIN_MAX;
}

bool eu_whatwg_set(const struct everyuri_uri *uri, enum eu_whatwg_setter setter,
                   struct everyuri_text value, char *data, char *scratch,
                   struct everyuri_uri *result)
{
	struct loose_url url = loosen(uri);
	struct eu_out out = { data, 0 };
	struct eu_whatwg_machine m;
	bool taken;

	if (setter == EU_WHATWG_SET_HREF &&
	    eu_whatwg_write(value.data, (uint32_t)value.len, NULL, data, result))
		return true;
	eu_whatwg_init(&m, value.data, value.len, NULL, scratch);
	taken = apply_setter(&url, &m, uri, setter);
	serialise(&out, &url, result);
	return taken;
}
