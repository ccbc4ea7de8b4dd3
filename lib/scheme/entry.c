/* Makes the URI of an entry in a server's listing. */
#include "scheme/scheme.h"

#include "base/address.h"

const struct everyuri_byte_set eu_kept_uchar = { { 0, 0x03FF7F92, 0x87FFFFFE, 0x07FFFFFE } };

void eu_out_encoded(struct eu_out *out, struct everyuri_text data,
                    const struct everyuri_byte_set *keep)
{
	for (size_t i = 0; i < data.len; i++) {
		unsigned char byte = (unsigned char)data.data[i];

		if (everyuri_byte_set_has(keep, byte))
			eu_out_byte(out, (char)byte);
		else
			eu_out_escape(out, byte);
	}
}

/* RFC 3986 2.3 and 2.2, without "%": the bytes of a reg-name and of a path. */
static const struct everyuri_byte_set in_reg_name = { { 0, 0x2BFF7FD2, 0x87FFFFFE, 0x47FFFFFE } };
static const struct everyuri_byte_set in_path = { { 0, 0x2FFFFFD2, 0x87FFFFFF, 0x47FFFFFE } };

static void out_part(struct eu_out *out, const char *text, struct everyuri_span part,
                     const struct everyuri_byte_set *keep)
{
	for (uint32_t at = part.begin; at < part.end; at++) {
		unsigned char byte = (unsigned char)text[at], escaped;

		if (everyuri_byte_set_has(keep, byte) ||
		    eu_escape_at(text + at, part.end - at, &escaped))
			eu_out_byte(out, (char)byte);
		else
			eu_out_escape(out, byte);
	}
}

void eu_out_path(struct eu_out *out, const struct everyuri_uri *base, struct everyuri_span path)
{
	/* A "?" that belongs to the path may follow the host directly: in ftp://h?@g, the host is
	 * h, and a slash after h keeps it so. */
	if (!eu_is_absent(base->part[EVERYURI_HOST]) && path.begin < path.end &&
	    base->text[path.begin] != '/')
		eu_out_byte(out, '/');
	out_part(out, base->text, path, &in_path);
}

bool eu_has_dot_segment(struct everyuri_text text, char front)
{
	size_t n = front != 0, dots = front == '.'; /* length of the segment, and number of dots in
	                                               it */

	for (size_t i = 0; i <= text.len; i++) {
		if (i < text.len && text.data[i] != '/') {
			n++;
			dots += text.data[i] == '.';
			continue;
		}
		if (n && n <= 2 && n == dots)
			return true;
		n = dots = 0;
	}
	return false;
}

enum everyuri_status eu_check_segment(struct everyuri_text text, struct everyuri_error *err)
{
	if (text.len && text.len <= 2 && !memcmp(text.data, "..", text.len))
		return eu_fail(err, EVERYURI_UNSAFE, 0, "RFC 3986 3.3",
		               "dot segment not allowed: URI parsers remove it");
	return EVERYURI_OK;
}

enum everyuri_status eu_check_sent(struct everyuri_text text, struct everyuri_error *err)
{
	for (size_t i = 0; i < text.len; i++)
		if (!text.data[i] || text.data[i] == '\r' || text.data[i] == '\n')
			return eu_fail(err, EVERYURI_UNSAFE, i, "RFC 1738 6",
			               "line break or NUL cannot be sent here");
	return EVERYURI_OK;
}

static void out_port(struct eu_out *out, uint16_t port)
{
	eu_out_byte(out, ':');
	if (port)
		eu_out_decimal(out, port);
}

/* Writes a host that a server sent, which is not trusted (THREATS C4, C7). */
static enum everyuri_status out_host(struct eu_out *out, struct everyuri_text host,
                                     struct everyuri_error *err)
{
	char name[EU_HOST_MAX + 1];
	uint16_t no_port = 0;
	uint8_t address[EU_IPV6_SIZE];
	uint32_t at = 0;
	size_t n;

	if (host.len <= EU_HOST_MAX &&
	    eu_ipv6_read(host.data, (uint32_t)host.len, &at, false, address) && at == host.len) {
		eu_out_byte(out, '[');
		eu_out_ipv6(out, address);
		eu_out_byte(out, ']');
		return EVERYURI_OK;
	}
	n = eu_server_read(host, name, &no_port);
	if (!n || no_port)
		return eu_fail(err, EVERYURI_UNSAFE, 0, "RFC 1738 3.1",
		               "invalid host name in the entry");
	bool ipv6 = memchr(name, ':', n) != NULL;

	eu_out_bytes(out, "[", ipv6);
	eu_out_bytes(out, name, n);
	eu_out_bytes(out, "]", ipv6);
	return EVERYURI_OK;
}

/* Writes the host of a base.  An old standard may have accepted any bytes in it. */
static enum everyuri_status out_base_host(struct eu_out *out, const struct everyuri_uri *base,
                                          struct everyuri_error *err)
{
	const struct everyuri_span host = base->part[EVERYURI_HOST];
	const char *text = base->text;

	if (!eu_planned_has(host))
		return eu_fail(err, EVERYURI_MISSING, 0, "RFC 1738 3.1",
		               "missing host in both base and entry");
	if (base->host_kind == EVERYURI_HOST_IPV6) {
		eu_out_bytes(out, text + host.begin, eu_span_len(host));
		return EVERYURI_OK;
	}
	for (uint32_t at = host.begin; at < host.end; at++)
		if ((unsigned char)text[at] < 0x80 && text[at] != '%' &&
		    !everyuri_byte_set_has(&in_reg_name, (unsigned char)text[at]))
			return eu_fail(err, EVERYURI_UNSAFE, 0, "RFC 1738 3.1",
			               "invalid host name in the base");
	out_part(out, text, host, &in_reg_name);
	return EVERYURI_OK;
}

static enum everyuri_status check_base_port(const struct everyuri_uri *base,
                                            struct everyuri_error *err)
{
	uint16_t port;

	if (everyuri_port(base, &port) == EVERYURI_OUT_OF_RANGE)
		return eu_fail(err, EVERYURI_UNSAFE, 0, "RFC 1738 3.1",
		               "port of the base is above 65535");
	return EVERYURI_OK;
}

enum everyuri_status eu_out_front(struct eu_out *out, const struct everyuri_uri *base, bool user,
                                  struct everyuri_error *err)
{
	const struct everyuri_span *part = base->part;
	const char *text = base->text;
	struct everyuri_byte_set in_password = in_reg_name;
	enum everyuri_status status = check_base_port(base, err);

	eu_out_bytes(out, text + part[EVERYURI_SCHEME].begin, eu_span_len(part[EVERYURI_SCHEME]));
	eu_out_byte(out, ':');
	if (eu_is_absent(part[EVERYURI_HOST]) || status)
		return status;
	eu_out_bytes(out, "//", 2);
	if (user && !eu_is_absent(part[EVERYURI_USER])) {
		out_part(out, text, part[EVERYURI_USER], &in_reg_name);
		if (!eu_is_absent(part[EVERYURI_PASSWORD])) {
			in_password.word[':' >> 5] |= 1u << (':' & 31);
			eu_out_byte(out, ':');
			out_part(out, text, part[EVERYURI_PASSWORD], &in_password);
		}
		eu_out_byte(out, '@');
	}
	if (eu_planned_has(part[EVERYURI_HOST]))
		status = out_base_host(out, base, err);
	if (!eu_is_absent(part[EVERYURI_PORT])) {
		eu_out_byte(out, ':');
		eu_out_bytes(out, text + part[EVERYURI_PORT].begin,
		             eu_span_len(part[EVERYURI_PORT]));
	}
	return status;
}

enum everyuri_status eu_out_authority(struct eu_out *out, const struct everyuri_uri *base,
                                      const struct everyuri_entry *entry, uint16_t standing,
                                      struct everyuri_error *err)
{
	uint16_t port = entry->port;
	enum everyuri_status status;

	if (entry->host.data) {
		status = out_host(out, entry->host, err);
	} else {
		status = out_base_host(out, base, err);
		if (!status && !port)
			status = check_base_port(base, err);
		if (!port && everyuri_port(base, &port))
			port = 0;
	}
	if (status)
		return status;
	if (port && port != standing)
		out_port(out, port);
	return EVERYURI_OK;
}

enum everyuri_status eu_out_place(struct eu_out *out, const struct everyuri_uri *base,
                                  const struct everyuri_entry *entry, struct everyuri_error *err)
{
	const struct everyuri_span scheme = base->part[EVERYURI_SCHEME];
	const char *name = base->text + scheme.begin;

	eu_out_bytes(out, name, eu_span_len(scheme));
	eu_out_bytes(out, "://", 3);
	return eu_out_authority(out, base, entry, everyuri_scheme_port(name, eu_span_len(scheme)),
	                        err);
}

enum everyuri_status everyuri_entry_uri(const struct everyuri_uri *base,
                                        const struct everyuri_entry *entry,
                                        struct everyuri_buf *buf, struct everyuri_error *err)
{
	const struct everyuri_span scheme = base->part[EVERYURI_SCHEME];
	const struct eu_scheme *row = NULL;
	const struct eu_planner *planner;
	struct eu_out out = { NULL, 0 };
	enum everyuri_status status;

	if (!eu_is_absent(scheme))
		row = eu_scheme_find(base->text + scheme.begin, eu_span_len(scheme));
	planner = row ? eu_planner_of(row) : NULL;
	if (!planner || !planner->entry)
		return eu_fail(err, EVERYURI_UNSUPPORTED, 0, row ? row->info.clause : "",
		               "this scheme has no listings");
	status = planner->entry(base, entry, &out, err);
	if (!status)
		status = eu_buf_reserve(buf, out.len, err);
	if (status)
		return status;
	out = (struct eu_out){ buf->data, 0 };
	planner->entry(base, entry, &out, err);
	buf->len = out.len;
	return EVERYURI_OK;
}
