/* RFC 8089: converts between "file" URIs and the paths of POSIX and Windows. */
#include "uri/file_path.h"

#include "base/utf8.h"

enum everyuri_status eu_path_refuse(const struct eu_mapping *m, enum everyuri_status status,
                                    size_t at, const char *message)
{
	static const char *const clause[] = { "RFC 8089 2", "RFC 8089 appendix E",
		                              "RFC 8089 appendix D" };

	return eu_fail(m->err, status, at, clause[m->system], message);
}

/* ---- bytes of names -------------------------------------------------------------------------- */

static bool is_separator(const struct eu_mapping *m, char c)
{
	/* LCOV_EXCL_BR_LINE: no standard leaves a backslash in a file URI */
	return c == '/' || (c == '\\' && m->system == EVERYURI_PATH_WINDOWS && !m->from_uri);
}

/* Returns whether Windows does not allow this byte in names.  Such bytes mark streams and
 * wildcards. */
static bool is_wrong_byte(const struct eu_mapping *m, unsigned char c)
{
	return m->system == EVERYURI_PATH_WINDOWS && (c < 0x20 || strchr("<>:\"|?*\\", c));
}

/* Reads the byte at `at`, decoding an escape.
 * Returns: the number of bytes of text that were read, or 0 if a name must not contain the byte
 * (m->err has the reason). */
static size_t name_byte(const struct eu_mapping *m, size_t at, unsigned char *byte)
{
	unsigned char c = (unsigned char)m->text[at];
	size_t n = m->from_uri && eu_escape_at(m->text + at, m->end - at, &c) ? 3 : 1;
	bool separates = c == '/' || (c == '\\' && m->system == EVERYURI_PATH_WINDOWS);

	if (!c)
		eu_path_refuse(m, EVERYURI_UNSAFE, at, "NUL in the path");
	else if (n == 3 && separates)
		eu_path_refuse(m, EVERYURI_UNSAFE, at, "encoded separator");
	else if (n == 1 && c == '%' && m->from_uri)
		eu_path_refuse(m, EVERYURI_INVALID, at, "\"%\" must begin an escape");
	else if (is_wrong_byte(m, c))
		eu_path_refuse(m, EVERYURI_INVALID, at,
		               "character not allowed in a Windows file name");
	else {
		*byte = c;
		return n;
	}
	return 0;
}

/* Writes a byte of a name: encoded for its place in the URI, or unchanged. */
static void out_name_byte(const struct eu_mapping *m, unsigned char byte, enum everyuri_place place)
{
	if (m->from_uri ||
	    (byte != '%' &&
	     everyuri_byte_set_has(everyuri_place_set(EVERYURI_RFC3986, place), byte)))
		eu_out_byte(m->out, (char)byte);
	else
		eu_out_escape(m->out, byte);
}

static void put_text_of(const struct eu_mapping *m, const char *text)
{
	eu_out_bytes(m->out, text, strlen(text));
}

/* ---- names ------------------------------------------------------------------------------------ */

static size_t name_end(const struct eu_mapping *m, size_t at)
{
	while (at < m->end && !is_separator(m, m->text[at]))
		at++;
	return at;
}

/* Returns whether the name is "." or "..".  Such names are refused, because RFC 3986 5.2.4 would
 * remove them, encoded or not.  A path through a symbolic link would then name another file. */
static bool is_dot_name(const struct eu_mapping *m, size_t begin, size_t end)
{
	unsigned char byte = 0;
	size_t n_dots = 0;

	for (size_t at = begin; at < end; n_dots++) {
		if (m->text[at] == '.')
			at++;
		else if (m->from_uri && eu_escape_at(m->text + at, end - at, &byte) && byte == '.')
			at += 3;
		else
			return false;
	}
	return n_dots == 1 || n_dots == 2;
}

/* Names on Windows are UTF-16, so a URI must be UTF-8 to become a name.  Checks the sequence that
 * begins at `at`.
 * Returns: the number of decoded bytes of the sequence, or 0 if it is not UTF-8. */
static size_t sequence_at(const struct eu_mapping *m, size_t at, size_t end)
{
	char bytes[4];
	size_t n = 0;
	uint32_t point;

	while (n < sizeof bytes && at < end) {
		unsigned char byte = (unsigned char)m->text[at];

		at += m->from_uri && eu_escape_at(m->text + at, end - at, &byte) ? 3 : 1;
		bytes[n++] = (char)byte;
	}
	return eu_utf8_next(bytes, n, &point);
}

static enum everyuri_status put_name(const struct eu_mapping *m, size_t begin, size_t end,
                                     enum everyuri_place place)
{
	size_t in_sequence = 0;

	if (is_dot_name(m, begin, end))
		return eu_path_refuse(m, EVERYURI_INVALID, begin,
		                      "dot segments are removed from URIs");
	for (size_t at = begin; at < end;) {
		unsigned char byte;
		size_t n;

		if (m->system == EVERYURI_PATH_WINDOWS && !in_sequence) {
			in_sequence = sequence_at(m, at, end);
			if (!in_sequence)
				return eu_path_refuse(m, EVERYURI_INVALID, at,
				                      "a Windows file name must be UTF-8");
		}
		n = name_byte(m, at, &byte);
		if (!n)
			return m->err->status;
		out_name_byte(m, byte, place);
		at += n;
		in_sequence -= in_sequence > 0;
	}
	return EVERYURI_OK;
}

/* Writes all names of the path, each after the separator of the output. at: offset of the first
 * separator. */
static enum everyuri_status put_names(const struct eu_mapping *m, size_t at)
{
	bool windows = m->system == EVERYURI_PATH_WINDOWS && m->from_uri;
	enum everyuri_status s = EVERYURI_OK;

	while (!s && at < m->end) {
		size_t end = name_end(m, at + 1);

		eu_out_byte(m->out, windows ? '\\' : '/');
		s = put_name(m, at + 1, end, EVERYURI_PLACE_SEGMENT);
		at = end;
	}
	return s;
}

/* ---- POSIX -------------------------------------------------------------------------------------- */

static enum everyuri_status to_uri_posix(const struct eu_mapping *m)
{
	if (!m->end || m->text[0] != '/')
		return eu_path_refuse(m, EVERYURI_INVALID, 0,
		                      "a relative path cannot become a file URI");
	put_text_of(m, "file://");
	return put_names(m, 0);
}

static enum everyuri_status from_uri_posix(const struct eu_mapping *m, size_t at)
{
	if (!eu_is_absent(m->host))
		return eu_path_refuse(m, EVERYURI_INVALID, m->host.begin,
		                      "the file is on another host");
	if (at == m->end || m->text[at] != '/')
		return eu_path_refuse(m, EVERYURI_INVALID, at, "the path is relative");
	return put_names(m, at);
}

/* ---- Windows ------------------------------------------------------------------------------------- */

/* Returns the index after "C:", or `at` if there is no drive.  In a URI the sign may also be "|", as
 * it was once written (E.2.2), or "%3A", as some editors write it. */
static size_t drive_end(const struct eu_mapping *m, size_t at)
{
	unsigned char byte;

	if (m->end - at < 2 || !eu_is_alpha((unsigned char)m->text[at]))
		return at;
	if (m->text[at + 1] == ':' || (m->from_uri && m->text[at + 1] == '|'))
		return at + 2;
	return m->from_uri && eu_escape_at(m->text + at + 1, m->end - at - 1, &byte) &&
	                       byte == ':' ?
	               at + 4 :
	               at;
}

static bool is_drive(const struct eu_mapping *m, size_t at)
{
	return drive_end(m, at) > at;
}

/* Writes "C:" and the path after it. */
static enum everyuri_status put_drive(const struct eu_mapping *m, size_t at)
{
	size_t path = drive_end(m, at);

	if (path == m->end || !is_separator(m, m->text[path]))
		return eu_path_refuse(m, EVERYURI_INVALID, path,
		                      "relative path: no separator after the drive");
	eu_out_byte(m->out, m->text[at]);
	eu_out_byte(m->out, ':');
	return put_names(m, path);
}

/* Writes \\server\share (E.3).  The server is in [begin, end), and the share follows. */
static enum everyuri_status put_unc(const struct eu_mapping *m, size_t begin, size_t end,
                                    size_t share)
{
	enum everyuri_status s;

	if (begin == end)
		return eu_path_refuse(m, EVERYURI_INVALID, begin, "missing server name");
	if (eu_equals_ignoring_case(m->text + begin, end - begin, "localhost"))
		return eu_path_refuse(m, EVERYURI_INVALID, begin,
		                      "\"localhost\" is this machine, not a server");
	/* LCOV_EXCL_BR_LINE: a separator follows the server's name; a shorter text was refused */
	if (share + 1 >= m->end || !is_separator(m, m->text[share]) ||
	    is_separator(m, m->text[share + 1]))
		return eu_path_refuse(m, EVERYURI_INVALID, share, "missing share name");
	put_text_of(m, m->from_uri ? "\\\\" : "//");
	s = put_name(m, begin, end, EVERYURI_PLACE_HOST);
	return s ? s : put_names(m, share);
}

static enum everyuri_status to_uri_windows(const struct eu_mapping *m)
{
	bool unc = m->end >= 2 && is_separator(m, m->text[0]) && is_separator(m, m->text[1]);
	size_t server_end = unc ? name_end(m, 2) : 0;

	if (unc && server_end == 3 && (m->text[2] == '?' || m->text[2] == '.'))
		return eu_path_refuse(m, EVERYURI_INVALID, 2,
		                      "a device path cannot become a file URI");
	put_text_of(m, "file:");
	if (unc)
		return put_unc(m, 2, server_end, server_end);
	if (!is_drive(m, 0))
		return eu_path_refuse(m, EVERYURI_INVALID, 0, "relative path: no drive or server");
	put_text_of(m, "///");
	return put_drive(m, 0);
}

static enum everyuri_status from_uri_windows(const struct eu_mapping *m, size_t at)
{
	if (!eu_is_absent(m->host)) {
		if (m->text[m->host.begin] == '[')
			return eu_path_refuse(m, EVERYURI_INVALID, m->host.begin,
			                      "an IP literal is not a server name");
		return put_unc(m, m->host.begin, m->host.end, at);
	}
	/* E.3.2: file:////server/share and file://///server/share. */
	if (m->end - at > 3 && !memcmp(m->text + at, "///", 3))
		at++;
	if (m->end - at > 2 && m->text[at] == '/' && m->text[at + 1] == '/') {
		size_t server_end = name_end(m, at + 2);

		return put_unc(m, at + 2, server_end, server_end);
	}
	/* E.2: file:///c:/ and file:c:/. */
	if (at < m->end && m->text[at] == '/')
		at++;
	if (!is_drive(m, at))
		return eu_path_refuse(m, EVERYURI_INVALID, at, "missing drive");
	return put_drive(m, at);
}

/* ---- public functions --------------------------------------------------------------------------------- */

static enum everyuri_status map(const struct eu_mapping *m, size_t at)
{
	/* LCOV_EXCL_BR_LINE: the cases cover every system */
	switch (m->system) {
	case EVERYURI_PATH_POSIX:
		return m->from_uri ? from_uri_posix(m, at) : to_uri_posix(m);
	case EVERYURI_PATH_WINDOWS:
		return m->from_uri ? from_uri_windows(m, at) : to_uri_windows(m);
	case EVERYURI_PATH_VMS:
		break;
	}
	return m->from_uri ? eu_path_from_uri_vms(m, at) : eu_path_to_uri_vms(m);
}

/* Counts the bytes, reserves them, and writes. */
static enum everyuri_status map_into(struct eu_mapping *m, size_t at, struct everyuri_buf *buf,
                                     struct everyuri_error *err)
{
	struct eu_out out = { NULL, 0 };
	struct everyuri_error why;
	enum everyuri_status s;

	if ((size_t)m->system > EVERYURI_PATH_VMS)
		return eu_fail(err, EVERYURI_UNSUPPORTED, 0, "", "unknown path system");
	m->out = &out;
	m->err = &why;
	s = map(m, at);
	if (s) {
		if (err)
			*err = why;
		return s;
	}
	s = eu_buf_reserve(buf, out.len, err);
	if (s)
		return s;
	out = (struct eu_out){ buf->data, 0 };
	map(m, at);
	buf->len = out.len;
	return EVERYURI_OK;
}

enum everyuri_status everyuri_path_to_uri(const char *path, size_t len,
                                          enum everyuri_path_system system,
                                          struct everyuri_buf *buf, struct everyuri_error *err)
{
	struct eu_mapping m = { .text = path, .end = len, .system = system, .host = eu_absent() };

	if (len > EVERYURI_TEXT_MAX)
		return eu_fail(err, EVERYURI_TOO_LONG, EVERYURI_TEXT_MAX, "", "too long");
	return map_into(&m, 0, buf, err);
}

/* Checks that the URI has only parts that a file URI may have (RFC 8089 2). */
static enum everyuri_status check_parts(const struct everyuri_uri *uri, struct everyuri_error *err)
{
	static const struct {
		enum everyuri_part part;
		const char *message;
	} others[] = {
		{ EVERYURI_USER, "a file URI must not have a user" },
		{ EVERYURI_PASSWORD, "a file URI must not have a password" },
		{ EVERYURI_PORT, "a file URI must not have a port" },
		{ EVERYURI_QUERY, "a file URI must not have a query" },
		{ EVERYURI_FRAGMENT, "a file URI must not have a fragment" },
	};

	if (!eu_uri_scheme_is(uri, "file"))
		return eu_fail(err, EVERYURI_INVALID, 0, "RFC 8089 2", "not a file URI");
	for (size_t k = 0; k < sizeof others / sizeof *others; k++)
		if (eu_uri_has(uri, others[k].part))
			return eu_fail(err, EVERYURI_INVALID, uri->part[others[k].part].begin,
			               "RFC 8089 2", others[k].message);
	return EVERYURI_OK;
}

/* Returns whether the path includes "//" and the host.  The standards before RFC 1738 have no
 * production for "file".  Unless a login follows "//", they read "//" and all text after it as the
 * path, both in file:///a and in file://1h/a. */
static bool has_host_in_path(const struct everyuri_uri *uri)
{
	struct everyuri_text path = eu_uri_part(uri, EVERYURI_PATH);

	return !eu_uri_has(uri, EVERYURI_HOST) && path.len >= 2 && !memcmp(path.data, "//", 2);
}

enum everyuri_status everyuri_path_from_uri(const struct everyuri_uri *uri,
                                            enum everyuri_path_system system,
                                            struct everyuri_buf *buf, struct everyuri_error *err)
{
	struct everyuri_text host = eu_uri_part(uri, EVERYURI_HOST);
	struct everyuri_span path = uri->part[EVERYURI_PATH];
	struct eu_mapping m = { .text = uri->text,
		                .end = path.end,
		                .from_uri = true,
		                .system = system,
		                .host = uri->part[EVERYURI_HOST] };
	enum everyuri_status s = check_parts(uri, err);

	if (s)
		return s;
	if (!host.len || eu_equals_ignoring_case(host.data, host.len, "localhost"))
		m.host = eu_absent();
	if (has_host_in_path(uri))
		path.begin += 2;
	return map_into(&m, path.begin, buf, err);
}
