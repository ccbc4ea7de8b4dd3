/* Makes URIs of Gopher+ items, which an entry of scheme.h cannot describe. */
#include "access/conversation.h"

static bool is_host(struct everyuri_text host, bool *brackets)
{
	*brackets = host.len && memchr(host.data, ':', host.len);
	for (size_t i = 0; i < host.len; i++) {
		unsigned char byte = (unsigned char)host.data[i];
		bool good = *brackets ? byte == ':' || byte == '.' || eu_hex_value(byte) >= 0 :
		                        eu_is_unreserved(byte) && byte != '~';

		if (!good)
			return false;
	}
	return host.len > 0;
}

bool eu_uri_host(struct eu_out *out, struct everyuri_text host, uint16_t port)
{
	bool brackets;

	if (!is_host(host, &brackets))
		return false;
	eu_out_bytes(out, "://", 3);
	eu_out_bytes(out, "[", brackets);
	eu_out_bytes(out, host.data, host.len);
	eu_out_bytes(out, "]", brackets);
	if (port) {
		eu_out_byte(out, ':');
		eu_out_decimal(out, port);
	}
	eu_out_byte(out, '/');
	return true;
}

/* Encodes a slash before a dot, so that a generic parser does not remove both.  The meaning is the
 * same where slashes are data (RFC 1738 3.4.1). */
void eu_uri_escaped(struct eu_out *out, struct everyuri_text text)
{
	for (size_t i = 0; i < text.len; i++) {
		char byte = text.data[i];
		bool slash = byte == '/' && (i + 1 == text.len || text.data[i + 1] != '.');

		if (slash || eu_is_unreserved((unsigned char)byte))
			eu_out_byte(out, byte);
		else
			eu_out_escape(out, (unsigned char)byte);
	}
}
