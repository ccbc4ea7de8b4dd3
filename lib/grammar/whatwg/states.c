/* Implements section 4.4, the basic URL parser: its main loop, and the states from scheme start
 * state to special authority ignore slashes state. */
#include "grammar/whatwg/machine.h"

static eu_whatwg_state_fn *const state_functions[] = {
	[EU_WHATWG_SCHEME_START_STATE] = eu_whatwg_scheme_start_state,
	[EU_WHATWG_SCHEME_STATE] = eu_whatwg_scheme_state,
	[EU_WHATWG_NO_SCHEME_STATE] = eu_whatwg_no_scheme_state,
	[EU_WHATWG_SPECIAL_RELATIVE_OR_AUTHORITY_STATE] =
		eu_whatwg_special_relative_or_authority_state,
	[EU_WHATWG_PATH_OR_AUTHORITY_STATE] = eu_whatwg_path_or_authority_state,
	[EU_WHATWG_RELATIVE_STATE] = eu_whatwg_relative_state,
	[EU_WHATWG_RELATIVE_SLASH_STATE] = eu_whatwg_relative_slash_state,
	[EU_WHATWG_SPECIAL_AUTHORITY_SLASHES_STATE] = eu_whatwg_special_authority_slashes_state,
	[EU_WHATWG_SPECIAL_AUTHORITY_IGNORE_SLASHES_STATE] =
		eu_whatwg_special_authority_ignore_slashes_state,
	[EU_WHATWG_AUTHORITY_STATE] = eu_whatwg_authority_state,
	[EU_WHATWG_HOST_STATE] = eu_whatwg_host_state,
	[EU_WHATWG_HOSTNAME_STATE] = eu_whatwg_host_state,
	[EU_WHATWG_PORT_STATE] = eu_whatwg_port_state,
	[EU_WHATWG_FILE_STATE] = eu_whatwg_file_state,
	[EU_WHATWG_FILE_SLASH_STATE] = eu_whatwg_file_slash_state,
	[EU_WHATWG_FILE_HOST_STATE] = eu_whatwg_file_host_state,
	[EU_WHATWG_PATH_START_STATE] = eu_whatwg_path_start_state,
	[EU_WHATWG_PATH_STATE] = eu_whatwg_path_state,
	[EU_WHATWG_OPAQUE_PATH_STATE] = eu_whatwg_opaque_path_state,
	[EU_WHATWG_QUERY_STATE] = eu_whatwg_query_state,
	[EU_WHATWG_FRAGMENT_STATE] = eu_whatwg_fragment_state,
};

bool eu_whatwg_run(struct eu_whatwg_machine *m)
{
	while (!m->ended)
		if (!state_functions[m->state](m))
			return false;
	return true;
}

void eu_whatwg_init(struct eu_whatwg_machine *m, const char *text, size_t len,
                    const struct everyuri_uri *base, char *data)
{
	*m = (struct eu_whatwg_machine){ .text = text,
		                         .end = len,
		                         .state_override = EU_WHATWG_NO_STATE,
		                         .base = base,
		                         .out = { data, 0 } };
	memset(m->part, 0xFF, sizeof m->part); /* EVERYURI_ABSENT has all bits set */
	m->pointer = m->buffer = eu_whatwg_kept(m, 0);
}

/* ---- schemes --------------------------------------------------------------------------- */

static bool is_small_letter(unsigned char c)
{
	return c >= 'a' && c <= 'z';
}

static bool is_scheme_byte(unsigned char c)
{
	return is_small_letter(c) || eu_is_alpha(c) || eu_is_digit(c) || c == '+' || c == '-' ||
	       c == '.';
}

bool eu_whatwg_scheme_start_state(struct eu_whatwg_machine *m)
{
	int c = eu_whatwg_c(m);

	if (c >= 0 && eu_is_alpha((unsigned char)c))
		return eu_whatwg_go_again(m, EU_WHATWG_SCHEME_STATE);
	/* LCOV_EXCL_BR_LINE: eu_whatwg_go_again() is always true */
	return !eu_whatwg_is_overridden(m) && eu_whatwg_go_again(m, EU_WHATWG_NO_SCHEME_STATE);
}

/* Leaves the scheme state after the colon. */
static bool leave_scheme(struct eu_whatwg_machine *m, enum eu_whatwg_scheme scheme)
{
	m->scheme = scheme;
	m->part[EVERYURI_SCHEME] = eu_span(0, m->out.len);
	eu_out_byte(&m->out, ':');
	if (scheme == EU_WHATWG_FILE) {
		size_t next = eu_whatwg_kept(m, m->pointer + 1);

		if (eu_whatwg_byte(m, next) != '/' ||
		    eu_whatwg_byte(m, eu_whatwg_kept(m, next + 1)) != '/')
			eu_whatwg_note(m, EU_WHATWG_SPECIAL_SCHEME_MISSING_FOLLOWING_SOLIDUS,
			               m->pointer);
		return eu_whatwg_go(m, EU_WHATWG_FILE_STATE);
	}
	if (scheme != EU_WHATWG_NOT_SPECIAL) {
		if (m->base && scheme == eu_whatwg_scheme_of(m->base->text,
		                                             m->base->part[EVERYURI_SCHEME].end))
			return eu_whatwg_go(m, EU_WHATWG_SPECIAL_RELATIVE_OR_AUTHORITY_STATE);
		return eu_whatwg_go(m, EU_WHATWG_SPECIAL_AUTHORITY_SLASHES_STATE);
	}
	if (eu_whatwg_remaining(m) == '/') {
		eu_whatwg_advance(m);
		return eu_whatwg_go(m, EU_WHATWG_PATH_OR_AUTHORITY_STATE);
	}
	return eu_whatwg_go(m, EU_WHATWG_OPAQUE_PATH_STATE);
}

/* Leaves the scheme state with a state override.  The colon may be the one that the protocol setter
 * appends to its value.  A special scheme must stay special, and other schemes must not become
 * special.  (The setter itself checks whether a file URL may change.) */
static bool override_scheme(struct eu_whatwg_machine *m, enum eu_whatwg_scheme scheme)
{
	if ((scheme != EU_WHATWG_NOT_SPECIAL) != eu_whatwg_is_special(m) ||
	    (scheme == EU_WHATWG_FILE && !m->no_credentials) ||
	    (m->scheme == EU_WHATWG_FILE && m->host_kind == EVERYURI_HOST_EMPTY))
		return false;
	m->scheme = scheme;
	m->part[EVERYURI_SCHEME] = eu_span(0, m->out.len);
	return eu_whatwg_return(m);
}

bool eu_whatwg_scheme_state(struct eu_whatwg_machine *m)
{
	char name[6]; /* one byte longer than any special scheme */
	size_t n = 0, i = m->pointer;
	int c;

	/* Fast path: most schemes are short and in lower case. */
	while (n < sizeof name && i < m->end && is_small_letter((unsigned char)m->text[i]))
		name[n++] = m->text[i++];
	eu_out_bytes(&m->out, name, n);
	for (; i < m->end; i++) {
		unsigned char byte = (unsigned char)m->text[i];

		if (is_scheme_byte(byte)) {
			if (n < sizeof name)
				name[n++] = (char)eu_lower(byte);
			eu_out_byte(&m->out, (char)eu_lower(byte));
		} else if (!eu_whatwg_is_removed(byte)) {
			break;
		}
	}
	m->pointer = i;
	c = eu_whatwg_c(m);
	if (eu_whatwg_is_overridden(m))
		return (c == ':' || c < 0) && override_scheme(m, eu_whatwg_scheme_of(name, n));
	if (c == ':')
		return leave_scheme(m, eu_whatwg_scheme_of(name, n));
	m->out.len = 0;
	m->pointer = eu_whatwg_kept(m, m->begin);
	return eu_whatwg_go_again(m, EU_WHATWG_NO_SCHEME_STATE);
}

/* ---- references without a scheme ---------------------------------------------------------- */

bool eu_whatwg_no_scheme_state(struct eu_whatwg_machine *m)
{
	bool opaque = m->base && eu_whatwg_has_opaque_path(m->base);

	if (!m->base || (opaque && eu_whatwg_c(m) != '#'))
		return eu_whatwg_fail(m, EU_WHATWG_MISSING_SCHEME_NON_RELATIVE_URL, m->pointer);
	m->scheme = eu_whatwg_scheme_of(m->base->text, m->base->part[EVERYURI_SCHEME].end);
	if (opaque) {
		eu_whatwg_take_base(m, EVERYURI_QUERY);
		return eu_whatwg_go(m, EU_WHATWG_FRAGMENT_STATE);
	}
	return eu_whatwg_go_again(m, m->scheme == EU_WHATWG_FILE ? EU_WHATWG_FILE_STATE :
	                                                           EU_WHATWG_RELATIVE_STATE);
}

bool eu_whatwg_special_relative_or_authority_state(struct eu_whatwg_machine *m)
{
	if (eu_whatwg_c(m) == '/' && eu_whatwg_remaining(m) == '/') {
		eu_whatwg_advance(m);
		return eu_whatwg_go(m, EU_WHATWG_SPECIAL_AUTHORITY_IGNORE_SLASHES_STATE);
	}
	eu_whatwg_note(m, EU_WHATWG_SPECIAL_SCHEME_MISSING_FOLLOWING_SOLIDUS, m->pointer);
	return eu_whatwg_go_again(m, EU_WHATWG_RELATIVE_STATE);
}

bool eu_whatwg_path_or_authority_state(struct eu_whatwg_machine *m)
{
	if (eu_whatwg_c(m) == '/')
		return eu_whatwg_go(m, EU_WHATWG_AUTHORITY_STATE);
	m->path = m->out.len;
	return eu_whatwg_go_again(m, EU_WHATWG_PATH_STATE);
}

bool eu_whatwg_relative_state(struct eu_whatwg_machine *m)
{
	int c = eu_whatwg_c(m);

	if (c == '/')
		return eu_whatwg_go(m, EU_WHATWG_RELATIVE_SLASH_STATE);
	if (c == '\\' && eu_whatwg_is_special(m)) {
		eu_whatwg_note(m, EU_WHATWG_INVALID_REVERSE_SOLIDUS, m->pointer);
		return eu_whatwg_go(m, EU_WHATWG_RELATIVE_SLASH_STATE);
	}
	if (c == '?') {
		eu_whatwg_take_base(m, EVERYURI_PATH);
		return eu_whatwg_go(m, EU_WHATWG_QUERY_STATE);
	}
	if (c == '#' || c < 0) {
		eu_whatwg_take_base(m, EVERYURI_QUERY);
		return c < 0 ? eu_whatwg_return(m) : eu_whatwg_go(m, EU_WHATWG_FRAGMENT_STATE);
	}
	eu_whatwg_take_directory(m);
	return eu_whatwg_go_again(m, EU_WHATWG_PATH_STATE);
}

/* Copies the base's scheme.  The base's authority is not copied, so the output contains only the
 * scheme. */
static void take_scheme(struct eu_whatwg_machine *m)
{
	m->out.len = 0;
	m->part[EVERYURI_SCHEME] = m->base->part[EVERYURI_SCHEME];
	eu_out_bytes(&m->out, m->base->text, m->base->part[EVERYURI_SCHEME].end + 1);
}

bool eu_whatwg_relative_slash_state(struct eu_whatwg_machine *m)
{
	int c = eu_whatwg_c(m);

	if (eu_whatwg_is_special(m) && (c == '/' || c == '\\')) {
		if (c == '\\')
			eu_whatwg_note(m, EU_WHATWG_INVALID_REVERSE_SOLIDUS, m->pointer);
		take_scheme(m);
		return eu_whatwg_go(m, EU_WHATWG_SPECIAL_AUTHORITY_IGNORE_SLASHES_STATE);
	}
	if (c == '/') {
		take_scheme(m);
		return eu_whatwg_go(m, EU_WHATWG_AUTHORITY_STATE);
	}
	eu_whatwg_take_base(m, EVERYURI_HOST);
	return eu_whatwg_go_again(m, EU_WHATWG_PATH_STATE);
}

/* ---- the slashes before a special URL's authority ------------------------------------------------ */

bool eu_whatwg_special_authority_slashes_state(struct eu_whatwg_machine *m)
{
	if (eu_whatwg_c(m) == '/' && eu_whatwg_remaining(m) == '/') {
		eu_whatwg_advance(m);
		return eu_whatwg_go(m, EU_WHATWG_SPECIAL_AUTHORITY_IGNORE_SLASHES_STATE);
	}
	eu_whatwg_note(m, EU_WHATWG_SPECIAL_SCHEME_MISSING_FOLLOWING_SOLIDUS, m->pointer);
	return eu_whatwg_go_again(m, EU_WHATWG_SPECIAL_AUTHORITY_IGNORE_SLASHES_STATE);
}

bool eu_whatwg_special_authority_ignore_slashes_state(struct eu_whatwg_machine *m)
{
	for (; eu_whatwg_c(m) == '/' || eu_whatwg_c(m) == '\\'; eu_whatwg_advance(m))
		eu_whatwg_note(m, EU_WHATWG_SPECIAL_SCHEME_MISSING_FOLLOWING_SOLIDUS, m->pointer);
	return eu_whatwg_go_again(m, EU_WHATWG_AUTHORITY_STATE);
}
