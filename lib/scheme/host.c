/* Makes the host to connect to: it is decoded once, converted to lower case, and checked again. */
#include "everyuri/idna.h"
#include "scheme/scheme.h"

static void refuse_host(struct everyuri_planning *planning, size_t at, const char *message)
{
	planning->n_host = 0;
	eu_unsafe(planning, at, "RFC 1738 3.1", message);
}

/* ---- IPv6 ---------------------------------------------------------------------------------------- */

/* Sets the host to an IPv6 address: "[", the address, optionally "%25" and a zone, "]". */
static void set_ipv6(struct everyuri_planning *planning, struct everyuri_span host)
{
	const char *text = planning->uri->text;
	size_t n = 0;

	for (uint32_t at = host.begin + 1; at + 1 < host.end; at++) {
		unsigned char byte = (unsigned char)text[at];
		size_t next = at;

		if (eu_escape_at(text + at, host.end - 1 - at, &byte))
			next = at + 2;
		if (!eu_is_host_byte(byte) && byte != ':' && byte != '%' && byte != '~') {
			refuse_host(planning, at, "character not allowed in an IPv6 zone");
			return;
		}
		if (n == EU_HOST_MAX) {
			refuse_host(planning, host.begin, "host too long");
			return;
		}
		/* A zone is a name of the operating system and keeps its case. */
		bool in_zone = memchr(planning->host_text, '%', n) != NULL;

		planning->host_text[n++] = (char)(in_zone ? byte : eu_lower(byte));
		at = (uint32_t)next;
	}
	planning->n_host = (uint16_t)n;
}

/* ---- names ------------------------------------------------------------------------------------------ */

/* Converts a name that is not US-ASCII to its DNS form. n: at least 1. */
static void set_wide(struct everyuri_planning *planning, const char *decoded, size_t n)
{
	struct everyuri_buf buf;
	size_t dot = decoded[n - 1] == '.'; /* the dot of the DNS root, which IDNA does not
	                                       handle */

	everyuri_buf_init(&buf, planning->host_text, EU_HOST_MAX, NULL);
	n -= dot;
	if (everyuri_idna_to_ascii(decoded, n, EVERYURI_IDNA_STRICT, &buf, NULL)) {
		refuse_host(planning, planning->host.begin, "invalid host name");
		return;
	}
	if (dot)
		planning->host_text[buf.len] = '.';
	planning->n_host = (uint16_t)(buf.len + dot);
}

#define DECODED_MAX 1000 /* longest name in UTF-8, in bytes; in ASCII the limit is EU_HOST_MAX */

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
		if (byte < 0x80 && !eu_is_host_byte(byte)) {
			refuse_host(planning, at, "character not allowed in a host name");
			return;
		}
		if (n == sizeof decoded) {
			refuse_host(planning, host.begin, "host name too long");
			return;
		}
		wide = wide || byte >= 0x80;
		decoded[n++] = (char)eu_lower(byte);
		at = last;
	}
	if (wide) {
		set_wide(planning, decoded, n);
	} else if (n > EU_HOST_MAX) {
		refuse_host(planning, host.begin, "host name too long");
	} else {
		memcpy(planning->host_text, decoded, n);
		planning->n_host = (uint16_t)n;
	}
	if (planning->n_host && !eu_has_good_labels(planning->host_text, planning->n_host))
		refuse_host(planning, host.begin, "host label is empty or longer than 63 bytes");
}

void eu_planned_host(struct everyuri_planning *planning)
{
	const struct everyuri_span host = planning->host;
	const char *text = planning->uri->text;

	planning->n_host = 0;
	if (!eu_planned_has(host))
		return;
	if (text[host.begin] == '[' && planning->uri->host_kind == EVERYURI_HOST_IPVFUTURE)
		refuse_host(planning, host.begin, "unsupported version of an IP address");
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
