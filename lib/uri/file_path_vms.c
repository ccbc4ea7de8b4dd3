/* RFC 1738 3.10 and RFC 8089, appendix D: file URIs of VMS.  NODE::DISK:[A.B]NAME.TYPE;1 becomes
 * file://node/disk/a/b/name.type;1, in which all letters are in lower case.
 *
 * ERRATUM RFC 1738 3.10: the example there loses a digit: DISK$USER:[MY.NOTES]NOTE123456.TXT
 * becomes .../note12345.txt.  This file follows the rule, not the example. */
#include "uri/file_path.h"

static enum everyuri_status refuse_vms(const struct eu_mapping *m, size_t at, const char *message)
{
	return eu_path_refuse(m, EVERYURI_INVALID, at, message);
}

/* Returns whether a device, a directory, or a name or type of a file may contain the byte (ODS-2). */
static bool is_word_byte(unsigned char c)
{
	return eu_is_alpha(c) || eu_is_digit(c) || c == '$' || c == '_' || c == '-';
}

/* Writes a byte of a name.  VMS ignores case, so letters in the URI are written in lower case,
 * which gives each file only one URI. */
static void put_vms_byte(const struct eu_mapping *m, unsigned char c)
{
	unsigned char small = eu_lower(c);

	eu_out_byte(m->out,
	            /* LCOV_EXCL_BR_LINE: put_word() passes no byte above z */
	            (char)(m->from_uri && small >= 'a' && small <= 'z' ? small - 32 : small));
}

/* Writes the bytes of [begin, end), each of which must be allowed in a word or be in `also`.  None
 * of these bytes needs an escape.  Escapes are therefore refused; otherwise an encoded dot would
 * not be recognised as a dot. */
static enum everyuri_status put_word(const struct eu_mapping *m, size_t begin, size_t end,
                                     const char *also, bool any_case)
{
	for (size_t at = begin; at < end; at++) {
		unsigned char c = (unsigned char)m->text[at];

		if (!c)
			return eu_path_refuse(m, EVERYURI_UNSAFE, at, "NUL in the path");
		if (!is_word_byte(c) && !strchr(also, c))
			return refuse_vms(m, at, "character not allowed in a VMS file name");
		if (m->from_uri && !any_case && c != eu_lower(c))
			return refuse_vms(m, at, "VMS names must be in lower case in a URI");
		put_vms_byte(m, c);
	}
	return EVERYURI_OK;
}

/* Writes the directories. "[000000]" is the root of a device, and "-" is the parent directory. */
static enum everyuri_status put_directory(const struct eu_mapping *m, size_t begin, size_t end)
{
	size_t n_hyphens = 0;

	while (begin + n_hyphens < end && m->text[begin + n_hyphens] == '-')
		n_hyphens++;
	if (begin == end)
		return refuse_vms(m, begin, "missing directory name");
	if (n_hyphens == end - begin)
		return refuse_vms(m, begin, "a directory name must not be all hyphens");
	if (end - begin == 6 && !memcmp(m->text + begin, "000000", 6))
		return refuse_vms(m, begin,
		                  "000000 is the root directory and cannot be inside another one");
	return put_word(m, begin, end, "", false);
}

/* Writes NAME.TYPE;VERSION.  Allows only one dot, because VMS takes the text after a second dot for
 * a version. */
static enum everyuri_status put_file(const struct eu_mapping *m, size_t begin, size_t end)
{
	size_t n_dots = 0, version = end;

	for (size_t at = begin; at < end; at++) {
		if (version < end && !eu_is_digit((unsigned char)m->text[at]))
			return refuse_vms(m, at, "a version must be a number");
		if (m->text[at] == '.' && ++n_dots > 1)
			return refuse_vms(m, at, "a VMS file name must have only one dot");
		if (m->text[at] == ';')
			version = at;
	}
	if (version + 1 == end)
		return refuse_vms(m, end, "a version must be a number");
	if ((version < end && version == begin) || (n_dots && version == begin + 1))
		return refuse_vms(m, begin, "missing file name");
	return put_word(m, begin, end, ".;", false);
}

static size_t find_vms(const struct eu_mapping *m, size_t at, char c)
{
	while (at < m->end && m->text[at] != c)
		at++;
	return at;
}

static enum everyuri_status to_uri_node(const struct eu_mapping *m, size_t *at)
{
	size_t colon = find_vms(m, 0, ':');
	enum everyuri_status s = EVERYURI_OK;

	*at = 0;
	eu_out_bytes(m->out, "file://", 7);
	if (m->end - colon < 2 || m->text[colon + 1] != ':')
		return EVERYURI_OK;
	if (!colon)
		return refuse_vms(m, 0, "missing node name");
	if (eu_equals_ignoring_case(m->text, colon, "localhost"))
		return refuse_vms(m, 0, "\"localhost\" is this machine, not a node");
	s = put_word(m, 0, colon, ".", true);
	*at = colon + 2;
	return s;
}

enum everyuri_status eu_path_to_uri_vms(const struct eu_mapping *m)
{
	size_t at;
	enum everyuri_status s = to_uri_node(m, &at);

	return s ? s : eu_path_to_uri_vms_device(m, at);
}

enum everyuri_status eu_path_to_uri_vms_device(const struct eu_mapping *m, size_t at)
{
	size_t colon, close;
	enum everyuri_status s;

	colon = find_vms(m, at, ':');
	if (colon == m->end || colon == at)
		return refuse_vms(m, at, "relative path: no device");
	eu_out_byte(m->out, '/');
	s = put_word(m, at, colon, "", true);
	if (s)
		return s;
	at = colon + 1;
	if (at == m->end || m->text[at] != '[')
		return refuse_vms(m, at, "relative path: no directory in brackets");
	close = find_vms(m, at, ']');
	if (close == m->end)
		return refuse_vms(m, close, "missing closing bracket");
	eu_out_byte(m->out, '/');
	if (close - at == 7 && !memcmp(m->text + at, "[000000", 7))
		return put_file(m, close + 1, m->end);
	while (at < close) {
		size_t end = at + 1;

		while (end < close && m->text[end] != '.')
			end++;
		s = put_directory(m, at + 1, end);
		if (s)
			return s;
		eu_out_byte(m->out, '/');
		at = end;
	}
	return put_file(m, close + 1, m->end);
}

/* Writes the directories between the device and the last slash. */
static enum everyuri_status from_uri_directories(const struct eu_mapping *m, size_t at,
                                                 size_t last_slash)
{
	enum everyuri_status s = EVERYURI_OK;

	eu_out_byte(m->out, '[');
	if (at == last_slash)
		eu_out_bytes(m->out, "000000", 6);
	for (bool first = true; !s && at < last_slash; first = false) {
		size_t end = find_vms(m, at + 1, '/');

		if (!first)
			eu_out_byte(m->out, '.');
		s = put_directory(m, at + 1, end);
		at = end;
	}
	eu_out_byte(m->out, ']');
	return s;
}

enum everyuri_status eu_path_from_uri_vms(const struct eu_mapping *m, size_t at)
{
	size_t device_end, last_slash = m->end;
	enum everyuri_status s = EVERYURI_OK;

	if (at == m->end || m->text[at] != '/')
		return refuse_vms(m, at, "the path is relative");
	device_end = find_vms(m, at + 1, '/');
	if (device_end == at + 1 || device_end == m->end)
		return refuse_vms(m, device_end, "missing device or file name");
	while (m->text[last_slash - 1] != '/')
		last_slash--;
	last_slash--;
	if (!eu_is_absent(m->host)) {
		s = put_word(m, m->host.begin, m->host.end, ".", true);
		eu_out_bytes(m->out, "::", 2);
	}
	if (!s)
		s = put_word(m, at + 1, device_end, "", false);
	eu_out_byte(m->out, ':');
	if (!s)
		s = from_uri_directories(m, device_end, last_slash);
	return s ? s : put_file(m, last_slash + 1, m->end);
}
