/* Implements section 4.4, the basic URL parser: the states from authority state to file host
 * state. */
#include "grammar/whatwg/machine.h"

void eu_whatwg_begin_authority(struct eu_whatwg_machine *m)
{
	eu_out_bytes(&m->out, "//", 2);
}

/* Writes the credentials before the last "@".  The first colon ends the username.  Further
 * colons and "@" are percent-encoded, because the userinfo percent-encode set contains
 * them. */
static void write_credentials(struct eu_whatwg_machine *m, size_t begin, size_t colon, size_t end)
{
	size_t user_end = colon < end ? colon : end, at = m->out.len + 2, password;

	eu_whatwg_begin_authority(m);
	eu_whatwg_encode(&m->out, m->text + begin, user_end - begin, EU_WHATWG_USERINFO);
	if (m->out.len > at)
		m->part[EVERYURI_USER] = eu_span(at, m->out.len);
	if (colon < end) {
		eu_out_byte(&m->out, ':');
		password = m->out.len;
		eu_whatwg_encode(&m->out, m->text + colon + 1, end - colon - 1, EU_WHATWG_USERINFO);
		if (m->out.len > password)
			m->part[EVERYURI_PASSWORD] = eu_span(password, m->out.len);
		else
			m->out.len--;
	}
	if (m->out.len > at)
		eu_out_byte(&m->out, '@');
}

bool eu_whatwg_authority_state(struct eu_whatwg_machine *m)
{
	size_t begin = m->pointer, i = begin, colon = m->end, at_sign = m->end;

	/* Most authorities consist of a domain only. */
	while (i < m->end && eu_whatwg_is(m->text[i], EU_WHATWG_DOMAIN))
		i++;
	m->plain_end = i;
	for (;; i++) {
		while (i < m->end && eu_whatwg_is(m->text[i], EU_WHATWG_USERINFO))
			i++;
		if (eu_whatwg_ends_authority(m, eu_whatwg_byte(m, i)))
			break;
		if (m->text[i] == ':' && colon == m->end)
			colon = i;
		if (m->text[i] == '@') {
			eu_whatwg_note(m, EU_WHATWG_INVALID_CREDENTIALS, i);
			at_sign = i;
		}
	}
	if (at_sign == m->end) {
		eu_whatwg_begin_authority(m);
		return eu_whatwg_go_again(m, EU_WHATWG_HOST_STATE);
	}
	if (eu_whatwg_is_empty(m, at_sign + 1, i))
		return eu_whatwg_fail(m, EU_WHATWG_HOST_MISSING, i);
	write_credentials(m, begin, colon, at_sign);
	m->pointer = eu_whatwg_kept(m, at_sign + 1);
	return eu_whatwg_go_again(m, EU_WHATWG_HOST_STATE);
}

/* Ends the host at the colon before a port. */
static bool leave_host_for_port(struct eu_whatwg_machine *m)
{
	if (m->buffer == m->pointer)
		return eu_whatwg_fail(m, EU_WHATWG_HOST_MISSING, m->pointer);
	if (m->state_override == EU_WHATWG_HOSTNAME_STATE)
		return false;
	return eu_whatwg_parse_host(m, m->buffer, m->pointer) &&
	       /* LCOV_EXCL_BR_LINE: eu_whatwg_go() is always true */
	       eu_whatwg_go(m, EU_WHATWG_PORT_STATE);
}

static bool leave_host(struct eu_whatwg_machine *m)
{
	bool empty = m->buffer == m->pointer;

	if (eu_whatwg_is_special(m) && empty)
		return eu_whatwg_fail(m, EU_WHATWG_HOST_MISSING, m->pointer);
	if (eu_whatwg_is_overridden(m) && empty && !m->no_credentials)
		return false;
	if (!eu_whatwg_parse_host(m, m->buffer, m->pointer))
		return false;
	if (eu_whatwg_is_overridden(m))
		return eu_whatwg_return(m);
	return eu_whatwg_go_again(m, EU_WHATWG_PATH_START_STATE);
}

/* Implements both the host state and the hostname state.  The buffer begins at a byte that the
 * parser does not remove, so the buffer is empty only if it also ends there. */
bool eu_whatwg_host_state(struct eu_whatwg_machine *m)
{
	bool inside_brackets = false;

	/* The authority state has already checked the bytes up to plain_end. */
	if (m->plain_end > m->pointer)
		m->pointer = m->plain_end;
	if (eu_whatwg_is_overridden(m) && m->scheme == EU_WHATWG_FILE)
		return eu_whatwg_go_again(m, EU_WHATWG_FILE_HOST_STATE);
	for (;; m->pointer++) {
		int c;

		while (m->pointer < m->end && eu_whatwg_is(m->text[m->pointer], EU_WHATWG_DOMAIN))
			m->pointer++;
		c = eu_whatwg_c(m);
		if (c == ':' && !inside_brackets)
			return leave_host_for_port(m);
		if (eu_whatwg_ends_authority(m, c))
			return leave_host(m);
		if (c == '[')
			inside_brackets = true;
		if (c == ']')
			inside_brackets = false;
	}
}

/* Writes the port, unless it is the scheme's default. */
static void write_port(struct eu_whatwg_machine *m, uint32_t port)
{
	size_t begin;

	if (port && port == eu_whatwg_default_port(m->scheme))
		return;
	if (!eu_whatwg_is_overridden(m))
		eu_out_byte(&m->out, ':');
	begin = m->out.len;
	eu_out_decimal(&m->out, port);
	m->part[EVERYURI_PORT] = eu_span(begin, m->out.len);
}

bool eu_whatwg_port_state(struct eu_whatwg_machine *m)
{
	uint32_t port = 0;
	bool any = false;

	for (; eu_whatwg_c(m) >= 0 && eu_is_digit((unsigned char)eu_whatwg_c(m));
	     eu_whatwg_advance(m)) {
		any = true;
		if (port <= UINT16_MAX)
			port = port * 10 + (uint32_t)(eu_whatwg_c(m) - '0');
	}
	if (!eu_whatwg_ends_authority(m, eu_whatwg_c(m)) && !eu_whatwg_is_overridden(m))
		return eu_whatwg_fail(m, EU_WHATWG_PORT_INVALID, m->pointer);
	if (port > UINT16_MAX)
		return eu_whatwg_fail(m, EU_WHATWG_PORT_OUT_OF_RANGE, m->buffer);
	if (any)
		write_port(m, port);
	if (eu_whatwg_is_overridden(m))
		/* LCOV_EXCL_BR_LINE: eu_whatwg_return() is always true */
		return any && eu_whatwg_return(m);
	return eu_whatwg_go_again(m, EU_WHATWG_PATH_START_STATE);
}

/* ---- file URLs -------------------------------------------------------------------------- */

static bool base_is_file(const struct eu_whatwg_machine *m)
{
	return m->base && eu_whatwg_scheme_of(m->base->text, m->base->part[EVERYURI_SCHEME].end) ==
	                          EU_WHATWG_FILE;
}

void eu_whatwg_set_empty_host(struct eu_whatwg_machine *m)
{
	m->host_kind = EVERYURI_HOST_EMPTY;
	m->part[EVERYURI_HOST] = eu_span(m->out.len, m->out.len);
	m->path = m->out.len;
}

/* Writes "file://" and the empty host. */
static void begin_file(struct eu_whatwg_machine *m)
{
	m->out.len = 0;
	m->part[EVERYURI_SCHEME] = eu_span(0, 4);
	eu_out_bytes(&m->out, "file://", 7);
	eu_whatwg_set_empty_host(m);
}

/* Continues the file state for a base that is also a file URL. */
static bool relative_to_file(struct eu_whatwg_machine *m)
{
	int c = eu_whatwg_c(m);

	if (c == '?') {
		eu_whatwg_take_base(m, EVERYURI_PATH);
		return eu_whatwg_go(m, EU_WHATWG_QUERY_STATE);
	}
	if (c == '#' || c < 0) {
		eu_whatwg_take_base(m, EVERYURI_QUERY);
		return c < 0 ? eu_whatwg_return(m) : eu_whatwg_go(m, EU_WHATWG_FRAGMENT_STATE);
	}
	if (eu_whatwg_starts_with_drive_letter(m)) {
		eu_whatwg_note(m, EU_WHATWG_FILE_INVALID_WINDOWS_DRIVE_LETTER, m->pointer);
		eu_whatwg_take_base(m, EVERYURI_HOST);
	} else {
		eu_whatwg_take_directory(m);
	}
	return eu_whatwg_go_again(m, EU_WHATWG_PATH_STATE);
}

bool eu_whatwg_file_state(struct eu_whatwg_machine *m)
{
	int c = eu_whatwg_c(m);

	if (c == '/' || c == '\\') {
		if (c == '\\')
			eu_whatwg_note(m, EU_WHATWG_INVALID_REVERSE_SOLIDUS, m->pointer);
		return eu_whatwg_go(m, EU_WHATWG_FILE_SLASH_STATE);
	}
	if (base_is_file(m))
		return relative_to_file(m);
	begin_file(m);
	return eu_whatwg_go_again(m, EU_WHATWG_PATH_STATE);
}

/* Copies base's path[0] if it is a normalized Windows drive letter. */
static void take_drive(struct eu_whatwg_machine *m)
{
	struct everyuri_span path = m->base->part[EVERYURI_PATH];
	const char *text = m->base->text + path.begin;
	uint32_t len = eu_span_len(path);

	if (len >= 3 && eu_is_alpha((unsigned char)text[1]) && text[2] == ':' &&
	    (len == 3 || text[3] == '/'))
		eu_out_bytes(&m->out, text, 3);
}

bool eu_whatwg_file_slash_state(struct eu_whatwg_machine *m)
{
	int c = eu_whatwg_c(m);

	if (c == '/' || c == '\\') {
		if (c == '\\')
			eu_whatwg_note(m, EU_WHATWG_INVALID_REVERSE_SOLIDUS, m->pointer);
		begin_file(m);
		return eu_whatwg_go(m, EU_WHATWG_FILE_HOST_STATE);
	}
	if (base_is_file(m)) {
		eu_whatwg_take_base(m, EVERYURI_HOST);
		if (!eu_whatwg_starts_with_drive_letter(m))
			take_drive(m);
	} else {
		begin_file(m);
	}
	return eu_whatwg_go_again(m, EU_WHATWG_PATH_STATE);
}

/* Replaces the host "localhost" by the empty host.  (Only a name can have these letters.) */
static void drop_localhost(struct eu_whatwg_machine *m)
{
	static const char name[] = "localhost";
	size_t begin = m->out.len - m->host_len;

	if (m->host_len != sizeof name - 1 || !m->out.data ||
	    memcmp(m->out.data + begin, name, sizeof name - 1) != 0)
		return;
	m->out.len = begin;
	eu_whatwg_set_empty_host(m);
}

bool eu_whatwg_file_host_state(struct eu_whatwg_machine *m)
{
	int c = eu_whatwg_c(m);

	while (c >= 0 && c != '/' && c != '\\' && c != '?' && c != '#') {
		m->pointer++;
		c = eu_whatwg_c(m);
	}
	if (!eu_whatwg_is_overridden(m) && eu_whatwg_is_drive_letter(m, m->buffer, m->pointer)) {
		/* The buffer is kept, and becomes the path's first segment.  The machine reads it
		 * again only when writing, because otherwise its code points would be reported
		 * twice. */
		eu_whatwg_note(m, EU_WHATWG_FILE_INVALID_WINDOWS_DRIVE_LETTER_HOST, m->buffer);
		if (m->out.data)
			m->pointer = m->buffer;
		return eu_whatwg_go_again(m, EU_WHATWG_PATH_STATE);
	}
	if (m->buffer == m->pointer) {
		eu_whatwg_set_empty_host(m);
	} else {
		if (!eu_whatwg_parse_host(m, m->buffer, m->pointer))
			return false;
		drop_localhost(m);
	}
	if (eu_whatwg_is_overridden(m))
		return eu_whatwg_return(m);
	return eu_whatwg_go_again(m, EU_WHATWG_PATH_START_STATE);
}
