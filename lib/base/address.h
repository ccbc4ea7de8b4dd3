/* address.h - IPv6 addresses: text to 16 bytes, and back; IPv4 addresses in text. */
#ifndef EU_BASE_ADDRESS_H
#define EU_BASE_ADDRESS_H

#include "base/base.h"

#define EU_IPV6_SIZE 16

/** Reads an IPv6address (RFC 3986 3.2.2) as far as the text can be one.
 *  at:      its first byte; receives the first byte that no address can have there, or len.
 *  zeros:   a dec-octet may begin with zeros, as in the 1*3DIGIT of RFC 2373.
 *  address: receives the address on success, most significant byte first.
 *  Returns: true if the text up to *at is a complete address.
 *  Cost:    linear; allocates nothing. */
bool eu_ipv6_read(const char *text, uint32_t len, uint32_t *at, bool zeros,
                  uint8_t address[EU_IPV6_SIZE]);

/** Is this an IPv4address: four dec-octets, none above 255 or with a zero in front? */
bool eu_is_ipv4(const char *text, size_t len);

/** Write an address as RFC 5952 recommends: 2001:db8::1, ::ffff:192.0.2.1. */
void eu_out_ipv6(struct eu_out *out, const uint8_t address[EU_IPV6_SIZE]);

#endif
