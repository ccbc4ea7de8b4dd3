/* The host as it is connected to: decoded once, in lower case, checked again. */
#include "base/address.h"
#include "everyuri/idna.h"
#include "scheme/scheme.h"

/* Letters, digits, "-", "." and "_" (which no host name has by RFC 1123, but the DNS does). */
static bool is_host_byte(unsigned char byte)
{
	return eu_is_alpha(byte) || eu_is_digit(byte) || byte == '-' || byte == '.' || byte == '_';
}

static void refuse_host(struct everyuri_planning *planning, size_t at, const char *message)
{
	planning->n_host = 0;
	eu_unsafe(planning, at, "RFC 1738 3.1", message);
}

/* ---- IPv6 ---------------------------------------------------------------------------------------- */

/* "[", address, "%25" and zone, "]". */
static void set_ipv6(struct everyuri_planning *planning, struct everyuri_span host)
{
	const char *text = planning->uri->text;
	size_t n = 0;

	for (uint32_t at = host.begin + 1; at + 1 < host.end; at++) {
		unsigned char byte = (unsigned char)text[at];
		size_t next = at;

		if (eu_escape_at(text + at, host.end - 1 - at, &byte))
			next = at + 2;
		if (!is_host_byte(byte) && byte != ':' && byte != '%' && byte != '~') {
			refuse_host(planning, at, "no zone of an address has this character");
			return;
		}
		if (n == EU_HOST_MAX) {
			refuse_host(planning, host.begin, "longer than a host can be");
			return;
		}
		/* A zone is a name of the operating system's and keeps its case. */
		bool in_zone = memchr(planning->host_text, '%', n) != NULL;

		planning->host_text[n++] = (char)(in_zone ? byte : eu_lower(byte));
		at = (uint32_t)next;
	}
	planning->n_host = (uint16_t)n;
}

/* ---- names ------------------------------------------------------------------------------------------ */

#define HOST_LABEL_MAX 63 /* bytes, RFC 1035 2.3.4 */

/* Labels with dots between them; one more dot may end a name (RFC 3986 3.2.2).  n: not 0. */
static bool has_good_labels(const char *host, size_t n)
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

/* A name beyond US-ASCII, so of a byte or more, becomes what the DNS is asked for. */
static void set_wide(struct everyuri_planning *planning, const char *decoded, size_t n)
{
	struct everyuri_buf buf;
	size_t dot = decoded[n - 1] == '.'; /* the root's, which IDNA knows nothing of */

	everyuri_buf_init(&buf, planning->host_text, EU_HOST_MAX, NULL);
	n -= dot;
	if (everyuri_idna_to_ascii(decoded, n, EVERYURI_IDNA_STRICT, &buf, NULL)) {
		refuse_host(planning, planning->host.begin,
		            "the host is no name that the DNS can be asked for");
		return;
	}
	if (dot)
		planning->host_text[buf.len] = '.';
	planning->n_host = (uint16_t)(buf.len + dot);
}

#define DECODED_MAX 1000 /* bytes of a name in UTF-8; in ASCII EU_HOST_MAX */

static void set_name(struct everyuri_planning *planning, struct everyuri_span host)
{
	const char *text = planning->uri->text;
	char decoded[DECODED_MAX];
	size_t n = 0;
	bool wide = false;

	for (uint32_t at = host.begin; at < host.end; at++) {
		unsigned char byte = (unsigned char)text[at];
		uint32_t last = at;

		if (eu_escape_at(text + at, host.end - at, &byte))
			last = at + 2;
		if (byte < 0x80 && !is_host_byte(byte)) {
			refuse_host(planning, at, "no host name has this character");
			return;
		}
		if (n == sizeof decoded) {
			refuse_host(planning, host.begin, "longer than a host name can be");
			return;
		}
		wide = wide || byte >= 0x80;
		decoded[n++] = (char)eu_lower(byte);
		at = last;
	}
	if (wide) {
		set_wide(planning, decoded, n);
	} else if (n > EU_HOST_MAX) {
		refuse_host(planning, host.begin, "longer than a host name can be");
	} else {
		memcpy(planning->host_text, decoded, n);
		planning->n_host = (uint16_t)n;
	}
	if (planning->n_host && !has_good_labels(planning->host_text, planning->n_host))
		refuse_host(planning, host.begin,
		            "a label of the host is empty or longer than 63 bytes");
}

void eu_planned_host(struct everyuri_planning *planning)
{
	const struct everyuri_span host = planning->host;
	const char *text = planning->uri->text;

	planning->n_host = 0;
	if (!eu_planned_has(host))
		return;
	if (text[host.begin] == '[' && planning->uri->host_kind == EVERYURI_HOST_IPVFUTURE)
		refuse_host(planning, host.begin, "an address of no known version");
	else if (text[host.begin] == '[')
		set_ipv6(planning, host);
	else
		set_name(planning, host);
}

static size_t length_without_root(struct everyuri_text host)
{
	return host.len - (host.len > 1 && host.data[host.len - 1] == '.');
}

bool eu_same_host(struct everyuri_text a, struct everyuri_text b)
{
	size_t n = length_without_root(a);

	return n == length_without_root(b) && eu_same_ignoring_case(a.data, b.data, n);
}

/* ---- servers of the configuration ------------------------------------------------------------------------ */

/* A name, as far as its bytes go.  Returns: its length; 0: it is none. */
static size_t read_server_name(struct everyuri_text server, char host[EU_HOST_MAX + 1])
{
	size_t n = 0;

	for (; n < server.len && server.data[n] != ':'; n++) {
		unsigned char byte = (unsigned char)server.data[n];

		if (n == EU_HOST_MAX || !is_host_byte(byte))
			return 0;
		host[n] = (char)eu_lower(byte);
	}
	return n && host[0] != '-' && has_good_labels(host, n) ? n : 0;
}

/* What stands in brackets is an IPv6 address and nothing else.  *at: moved behind them. */
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
