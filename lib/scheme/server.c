/* server.c - server names in a configuration: "host", "host:port", "[address]:port".
 *
 * Separate from host.c, so that lib/fetch can use it without linking all schemes into
 * libeveryuri-access. */
#include "base/address.h"
#include "scheme/scheme.h"

#define HOST_LABEL_MAX 63 /* longest label in bytes (RFC 1035 2.3.4) */

bool eu_has_good_labels(const char *host, size_t n)
{
	size_t from = 0;

	for (size_t at = 0; at <= n; at++) {
		if (at < n && host[at] != '.')
			continue;
		if (at - from > HOST_LABEL_MAX || (at == from && at < n))
			return false;
		from = at + 1;
	}
	return true;
}

/* Reads a name up to its end or a colon.  Returns its length, or 0 if it is not a host name. */
static size_t read_server_name(struct everyuri_text server, char host[EU_HOST_MAX + 1])
{
	size_t n = 0;

	for (; n < server.len && server.data[n] != ':'; n++) {
		unsigned char byte = (unsigned char)server.data[n];

		if (n == EU_HOST_MAX || !eu_is_host_byte(byte))
			return 0;
		host[n] = (char)eu_lower(byte);
	}
	return n && host[0] != '-' && eu_has_good_labels(host, n) ? n : 0;
}

/* Reads an IPv6 address in brackets and moves *at past them.  Returns its length, or 0 if it is
 * invalid. */
static size_t read_server_ipv6(struct everyuri_text server, size_t *at, char host[EU_HOST_MAX + 1])
{
	const char *close = memchr(server.data, ']', server.len);
	uint8_t address[EU_IPV6_SIZE];
	struct eu_out out = { host, 0 };
	uint32_t end = 0;

	if (!close || close - server.data > EU_HOST_MAX)
		return 0;
	*at = (size_t)(close - server.data) + 1;
	if (!eu_ipv6_read(server.data + 1, (uint32_t)*at - 2, &end, false, address) ||
	    end != *at - 2)
		return 0;
	eu_out_ipv6(&out, address);
	return out.len;
}

size_t eu_server_read(struct everyuri_text server, char host[EU_HOST_MAX + 1], uint16_t *port)
{
	size_t at = 0, n;
	uint32_t number = 0;

	if (server.len && server.data[0] == '[')
		n = read_server_ipv6(server, &at, host);
	else
		at = n = read_server_name(server, host);
	if (!n || at == server.len)
		return n;
	if (server.data[at++] != ':')
		return 0;
	for (; at < server.len && number <= UINT16_MAX; at++) {
		if (!eu_is_digit((unsigned char)server.data[at]))
			return 0;
		number = number * 10 + (uint32_t)(server.data[at] - '0');
	}
	if (!number || number > UINT16_MAX)
		return 0;
	*port = (uint16_t)number;
	return n;
}
