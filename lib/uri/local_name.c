/* RFC 1630, "Mapping schemes": converts names of any system to URIs and back, octet for octet.
 *
 * One loop serves both directions.  It splits a text at one octet, takes the pieces from first to
 * last or from last to first, and writes each piece in the other form.  The pieces are joined by
 * the separator of the output.
 *
 * CHOICE: "=" at the start of a segment is a mark.  A component "." or ".." is written as "=." or
 * "=..", because RFC 3986 6.2.2.3 removes dot segments and 6.2.2.2 decodes "%2E".  An empty
 * component is written as "=" where "//" would otherwise begin an authority.  The mark is
 * unambiguous, because an equals sign in a name is written as "%3D".  Since "=" is reserved in
 * every standard, no standard treats the two as equal. */
#include "everyuri/local.h"

#include "everyuri/whatwg.h"
#include "uri/file_path.h"

static const char mark_byte = '=';

static const char local_clause[] = "RFC 1630, mapping schemes";

/* ---- one direction --------------------------------------------------------------------------- */

struct local {
	const struct everyuri_mapping *mapping;
	const char *text; /* the name, or the text of the URI after its prefix */
	size_t len;
	size_t at;     /* when converting from a URI: number of bytes before `text` */
	bool from_uri; /* if true, `text` is part of a URI, and a name is written; if false, the
	                  reverse */
	bool slash;    /* whether a slash separates prefix and names */
	/* The number of slashes at the start of the names that would begin an authority; 0 if any
	 * number is allowed. */
	size_t n_slashes;
	const struct everyuri_byte_set *raw; /* when converting to a URI: bytes allowed in
	                                        segments */
	struct eu_out *out;
	struct everyuri_error *err;
};

static enum everyuri_status refuse_local(const struct local *l, enum everyuri_status status,
                                         size_t at, const char *message)
{
	return eu_fail(l->err, status, l->at + at, local_clause, message);
}

static const char base64_digits[] =
	"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/* Writes a component in its encoding. */
static void put_component(const struct local *l, const unsigned char *data, size_t len)
{
	uint32_t bits = 0;
	unsigned n_bits = 0;

	for (size_t i = 0; i < len; i++) {
		unsigned char c = data[i];

		switch (l->mapping->encoding) {
		case EVERYURI_MAPPING_HEX:
			eu_out_byte(l->out, eu_hex_upper(c >> 4));
			eu_out_byte(l->out, eu_hex_upper(c));
			break;
		case EVERYURI_MAPPING_BASE64:
			bits = (bits & 15) << 8 | c;
			for (n_bits += 8; n_bits >= 6; n_bits -= 6)
				eu_out_byte(l->out, base64_digits[bits >> (n_bits - 6) & 63]);
			break;
		default:
			if (eu_is_unreserved(c) && everyuri_byte_set_has(l->raw, c))
				eu_out_byte(l->out, (char)c);
			else
				eu_out_escape(l->out, c);
		}
	}
	if (n_bits)
		eu_out_byte(l->out, base64_digits[bits << (6 - n_bits) & 63]);
}

/* Writes an octet of the name.  Refuses a separator, which would split the component. */
static enum everyuri_status put_name_octet(const struct local *l, unsigned char octet, size_t at)
{
	if (octet == l->mapping->separator)
		return refuse_local(l, EVERYURI_UNSAFE, at, "encoded separator");
	eu_out_byte(l->out, (char)octet);
	return EVERYURI_OK;
}

/* Reads the character at *at, decodes it if it is an escape, and advances *at. */
static enum everyuri_status next_character(const struct local *l, size_t *at, size_t end,
                                           unsigned char *c)
{
	*c = (unsigned char)l->text[*at];
	if (eu_escape_at(l->text + *at, end - *at, c)) {
		*at += 3;
		return EVERYURI_OK;
	}
	/* RFC 3987 3.1: a character beyond US-ASCII equals its escapes. */
	if (!eu_is_unreserved(*c) && *c < 0x80)
		return refuse_local(l, EVERYURI_INVALID, *at, "this character must be encoded");
	++*at;
	return EVERYURI_OK;
}

static int base64_value(unsigned char c)
{
	const char *digit = c ? strchr(base64_digits, c) : NULL;

	return digit ? (int)(digit - base64_digits) : -1;
}

/* Reads a component that is written in digits of `width` bits, 4 or 6. */
static enum everyuri_status take_digits(const struct local *l, size_t begin, size_t end,
                                        unsigned width)
{
	uint32_t bits = 0;
	unsigned n_bits = 0;

	for (size_t at = begin; at < end;) {
		size_t here = at;
		unsigned char c;
		enum everyuri_status s = next_character(l, &at, end, &c);
		int value = width == 6 ? base64_value(c) : c < 'a' ? eu_hex_value(c) : -1;

		if (s)
			return s;
		if (value < 0)
			return refuse_local(l, EVERYURI_INVALID, here,
			                    "character not allowed in this encoding");
		bits = (bits << width | (uint32_t)value) & 0xFFF;
		n_bits += width;
		if (n_bits < 8)
			continue;
		n_bits -= 8;
		s = put_name_octet(l, (unsigned char)(bits >> n_bits & 0xFF), here);
		if (s)
			return s;
	}
	/* RFC 4648 3.5: unused bits must be 0, or several texts would decode to one name. */
	if (n_bits >= width || bits & ((1u << n_bits) - 1))
		return refuse_local(l, EVERYURI_INVALID, end, "incomplete octet at the end");
	return EVERYURI_OK;
}

static enum everyuri_status take_octets(const struct local *l, size_t begin, size_t end)
{
	for (size_t at = begin; at < end;) {
		size_t here = at;
		unsigned char c;
		enum everyuri_status s = next_character(l, &at, end, &c);

		if (!s)
			s = put_name_octet(l, c, here);
		if (s)
			return s;
	}
	return EVERYURI_OK;
}

/* Returns whether the names begin with so many separators that these would begin an authority.
 * reversed: the names are in reverse order. */
static bool is_like_authority(const struct local *l, const char *text, size_t len, char separator,
                              bool reversed)
{
	if (!l->n_slashes || len < l->n_slashes)
		return false;
	for (size_t i = 0; i < l->n_slashes; i++)
		if (text[reversed ? len - 1 - i : i] != separator)
			return false;
	return true;
}

static enum everyuri_status put_segment(const struct local *l, size_t begin, size_t end, bool first)
{
	const struct everyuri_mapping *m = l->mapping;
	bool mark = m->encoding == EVERYURI_MAPPING_OCTETS && end - begin - 1 < 2 &&
	            !memcmp(l->text + begin, "..", end - begin);

	if (first && m->separator >= 0)
		mark |= is_like_authority(l, l->text, l->len, (char)m->separator, m->order != 0);
	if (mark && !everyuri_byte_set_has(l->raw, (unsigned char)mark_byte))
		return refuse_local(l, EVERYURI_INVALID, begin,
		                    "this standard cannot write this component as a path segment");
	if (mark)
		eu_out_byte(l->out, mark_byte);
	put_component(l, (const unsigned char *)l->text + begin, end - begin);
	return EVERYURI_OK;
}

static enum everyuri_status take_segment(const struct local *l, size_t begin, size_t end)
{
	bool marked = begin < end && l->text[begin] == mark_byte;
	size_t at = begin + marked;
	bool dots = l->mapping->encoding == EVERYURI_MAPPING_OCTETS &&
	            eu_is_dot_segment(l->text + at, end - at);
	bool authority =
		!begin && at == end && is_like_authority(l, l->text + at, l->len - at, '/', false);

	if (marked && !dots && !authority)
		return refuse_local(l, EVERYURI_INVALID, begin,
		                    "this segment does not need the \"=\" at its start");
	if (!marked && dots)
		return refuse_local(l, EVERYURI_INVALID, begin,
		                    "dot segments are removed from URIs");
	if (!marked && authority)
		return refuse_local(l, EVERYURI_INVALID, begin,
		                    "two slashes here would begin an authority");
	switch (l->mapping->encoding) {
	case EVERYURI_MAPPING_HEX:
		return take_digits(l, at, end, 4);
	case EVERYURI_MAPPING_BASE64:
		return take_digits(l, at, end, 6);
	default:
		return take_octets(l, at, end);
	}
}

/* Writes all pieces of the text in the other form. */
static enum everyuri_status map_pieces(const struct local *l)
{
	const struct everyuri_mapping *m = l->mapping;
	bool backward = m->order == EVERYURI_ORDER_REVERSED;
	int cut_at = l->from_uri ? '/' : m->separator;
	int between = l->from_uri ? m->separator : '/';
	size_t begin = 0, end = l->len; /* the part of the text that is not yet written */

	for (bool first = true;; first = false) {
		size_t from = begin, to = end;
		bool last;
		enum everyuri_status s;

		if (backward)
			for (from = end;
			     from > begin && (unsigned char)l->text[from - 1] != cut_at;)
				from--;
		else
			for (to = begin; to < end && (unsigned char)l->text[to] != cut_at;)
				to++;
		last = backward ? from == begin : to == end;
		s = l->from_uri ? take_segment(l, from, to) : put_segment(l, from, to, first);
		if (s || last)
			return s;
		if (between < 0)
			return refuse_local(
				l, EVERYURI_INVALID, backward ? from - 1 : to,
				"this mapping has no separator, so no slash is allowed");
		eu_out_byte(l->out, (char)between);
		begin = backward ? begin : to + 1;
		end = backward ? from - 1 : end;
	}
}

/* Maps a VMS path.  VMS has its own grammar, and ignores the case of letters; see
 * lib/uri/file_path_vms.c. */
static enum everyuri_status map_vms(const struct local *l, const char *text)
{
	struct eu_mapping m = { .text = text,
		                .end = l->at + l->len,
		                .from_uri = l->from_uri,
		                .system = EVERYURI_PATH_VMS,
		                .host = eu_absent(),
		                .out = l->out,
		                .err = l->err };

	return l->from_uri ? eu_path_from_uri_vms(&m, l->at) : eu_path_to_uri_vms_device(&m, 0);
}

/* ---- the prefix ------------------------------------------------------------------------------- */

static enum everyuri_status refuse_prefix(struct everyuri_error *err, size_t at,
                                          const char *message)
{
	enum everyuri_status s = eu_fail(err, EVERYURI_INVALID, at, local_clause, message);

	if (err)
		err->which = 1;
	return s;
}

/* Returns the index of the first byte with this value in [at, len), or len. */
static size_t find_byte(const char *text, size_t at, size_t len, char byte)
{
	while (at < len && text[at] != byte)
		at++;
	return at;
}

/* Reads scheme, authority and path of the prefix.  The grammar checks them when the URI is
 * written. */
static enum everyuri_status read_prefix(struct local *l, const char *prefix, size_t len,
                                        struct everyuri_error *err)
{
	size_t path = find_byte(prefix, 0, len, ':') + 1, end;
	bool authority;

	if (path > len || find_byte(prefix, 0, path, '/') < path)
		return refuse_prefix(err, 0, "a prefix must begin with a scheme and a colon");
	for (size_t i = 0; i < len; i++)
		if ((unsigned char)prefix[i] <= ' ' || (unsigned char)prefix[i] >= 0x7F ||
		    strchr("\"#<>?\\^`{|}", prefix[i]))
			return refuse_prefix(err, i, "character not allowed in a prefix");
	authority = len - path >= 2 && !memcmp(prefix + path, "//", 2);
	if (authority)
		path = find_byte(prefix, path + 2, len, '/');
	l->slash = authority && path == len;
	if (path < len && prefix[len - 1] != '/' && prefix[len - 1] != ':')
		return refuse_prefix(err, len, "a prefix with a path must end in a slash or colon");
	for (size_t at = path; at < len; at = end + 1) {
		end = find_byte(prefix, at, len, '/');
		if (eu_is_dot_segment(prefix + at, end - at))
			return refuse_prefix(err, at, "dot segments are removed from URIs");
	}
	if (!authority && (path == len || (len - path == 1 && prefix[path] == '/')))
		l->n_slashes = 2 - (len - path);
	return EVERYURI_OK;
}

/* ---- public functions ------------------------------------------------------------------------- */

static enum everyuri_status compose_uri(const struct local *l, const char *prefix, size_t len)
{
	bool vms = l->mapping->encoding == EVERYURI_MAPPING_VMS;

	/* A VMS path already begins with its slash. */
	eu_out_bytes(l->out, prefix, len - (vms && prefix[len - 1] == '/' && !l->slash));
	if (vms)
		return map_vms(l, l->text);
	if (l->slash)
		eu_out_byte(l->out, '/');
	return map_pieces(l);
}

/* Checks that the written text is read as intended, with the names as the end of its path. */
static enum everyuri_status check_composed(const char *text, size_t len, size_t prefix_len,
                                           enum everyuri_standard standard,
                                           struct everyuri_error *err)
{
	struct everyuri_uri uri;
	struct everyuri_error why;
	enum everyuri_standard by = eu_uri_rewrites(standard) ? EVERYURI_RFC3986 : standard;
	enum everyuri_status s = eu_uri_read(text, len, by, 0, &uri, &why);
	bool conforming = true;

	/* In the URL Standard, "http:a" contains a host.  But a valid URL string is always split as
	 * in RFC 3986. */
	if (!s && by != standard)
		s = everyuri_whatwg_conforms(text, len, NULL, &conforming, NULL, &why);
	if (s) {
		if (err)
			*err = why;
		if (s == EVERYURI_INVALID && err) {
			err->which = 1;
			err->at = why.at < prefix_len ? why.at : prefix_len;
		}
		return s;
	}
	if (!conforming || uri.part[EVERYURI_PATH].begin > prefix_len ||
	    /* LCOV_EXCL_BR_LINE: prefixes and names contain no unencoded delimiter that could end a
	     * path */
	    uri.part[EVERYURI_PATH].end != len)
		return refuse_prefix(err, prefix_len, "no path can follow this prefix");
	return EVERYURI_OK;
}

#define LOCAL_FEW 1024 /* bytes; results up to this size are checked before space is reserved */

enum everyuri_status everyuri_local_to_uri(const char *prefix, size_t prefix_len, const char *name,
                                           size_t len, const struct everyuri_mapping *mapping,
                                           enum everyuri_standard standard,
                                           struct everyuri_buf *buf, struct everyuri_error *err)
{
	struct eu_out out = { NULL, 0 };
	struct everyuri_error why;
	char few[LOCAL_FEW];
	struct local l = { .mapping = mapping,
		           .text = len ? name : "",
		           .len = len,
		           .raw = everyuri_place_set(standard, EVERYURI_PLACE_SEGMENT),
		           .out = &out,
		           .err = &why };
	enum everyuri_status s;

	if (len > EVERYURI_TEXT_MAX || prefix_len > EVERYURI_TEXT_MAX)
		return eu_fail(err, EVERYURI_TOO_LONG, EVERYURI_TEXT_MAX, "", "too long");
	s = read_prefix(&l, prefix, prefix_len, err);
	if (s)
		return s;
	s = compose_uri(&l, prefix, prefix_len);
	if (s) {
		if (err)
			*err = why;
		return s;
	}
	/* A short result is checked before space is reserved in the buffer. */
	if (out.len <= sizeof few) {
		out = (struct eu_out){ few, 0 };
		compose_uri(&l, prefix, prefix_len);
		s = check_composed(few, out.len, prefix_len, standard, err);
	}
	if (!s)
		s = eu_buf_reserve(buf, out.len, err);
	if (s)
		return s;
	out = (struct eu_out){ buf->data, 0 };
	compose_uri(&l, prefix, prefix_len);
	s = check_composed(buf->data, out.len, prefix_len, standard, err);
	if (s)
		return s;
	buf->len = out.len;
	return EVERYURI_OK;
}

/* Skips the prefix, and finds the names after it. */
static enum everyuri_status pass_prefix(struct local *l, const struct everyuri_uri *uri,
                                        const char *prefix, size_t len, struct everyuri_error *err)
{
	struct everyuri_span scheme = uri->part[EVERYURI_SCHEME];
	size_t begin = eu_is_absent(scheme) ? 0 : scheme.begin, n = 0;
	size_t colon = find_byte(prefix, 0, len, ':');

	while (n < len && begin + n < uri->len) {
		unsigned char a = (unsigned char)uri->text[begin + n], b = (unsigned char)prefix[n];

		if (a != b && (n > colon || eu_lower(a) != eu_lower(b)))
			break;
		n++;
	}
	if (n == len && l->slash && begin + n < uri->len && uri->text[begin + n] == '/')
		n++;
	else if (n < len || l->slash)
		return eu_fail(err, EVERYURI_INVALID, begin + n, local_clause,
		               "the URI does not begin with the prefix");
	l->at = begin + n;
	if (uri->part[EVERYURI_PATH].begin > l->at)
		return eu_fail(err, EVERYURI_INVALID, l->at, local_clause,
		               "missing path after the prefix");
	return EVERYURI_OK;
}

static enum everyuri_status compose_name(const struct local *l, const char *text)
{
	return l->mapping->encoding == EVERYURI_MAPPING_VMS ? map_vms(l, text) : map_pieces(l);
}

enum everyuri_status everyuri_local_from_uri(const struct everyuri_uri *uri, const char *prefix,
                                             size_t prefix_len,
                                             const struct everyuri_mapping *mapping,
                                             struct everyuri_buf *buf, struct everyuri_error *err)
{
	struct eu_out out = { NULL, 0 };
	struct everyuri_error why;
	struct local l = { .mapping = mapping, .from_uri = true, .out = &out, .err = &why };
	enum everyuri_status s;

	if (prefix_len > EVERYURI_TEXT_MAX)
		return eu_fail(err, EVERYURI_TOO_LONG, EVERYURI_TEXT_MAX, "", "too long");
	s = read_prefix(&l, prefix, prefix_len, err);
	if (!s)
		s = pass_prefix(&l, uri, prefix, prefix_len, err);
	if (s)
		return s;
	if (uri->part[EVERYURI_PATH].end != uri->len)
		return eu_fail(err, EVERYURI_INVALID, uri->part[EVERYURI_PATH].end, local_clause,
		               "the URI of a name must not have a query or fragment");
	/* A VMS path begins with the slash. */
	l.at -= mapping->encoding == EVERYURI_MAPPING_VMS && uri->text[l.at - 1] == '/';
	l.text = uri->text + l.at;
	l.len = uri->len - l.at;
	s = compose_name(&l, uri->text);
	if (s) {
		if (err)
			*err = why;
		return s;
	}
	s = eu_buf_reserve(buf, out.len, err);
	if (s)
		return s;
	out = (struct eu_out){ buf->data, 0 };
	compose_name(&l, uri->text);
	buf->len = out.len;
	return EVERYURI_OK;
}
