/* address.h - convert IPv6 addresses from text to 16 bytes and back; recognise IPv4 addresses. */
#ifndef EU_BASE_ADDRESS_H
#define EU_BASE_ADDRESS_H

#include "base/base.h"

#define EU_IPV6_SIZE 16

/** Parses an IPv6address (RFC 3986 3.2.2), up to the first byte that cannot be part of one.
 *  at:      offset of the address's first byte; receives the offset of the first byte that is not
 *      allowed, or len.
 *  zeros:   whether a dec-octet may have leading zeros, as in the 1*3DIGIT of RFC 2373.
 *  address: receives the address on success, most significant byte first.
 *  Returns: true if the text up to *at is a complete address.
 *  Cost:    linear; allocates nothing. */
bool eu_ipv6_read(const char *text, uint32_t len, uint32_t *at, bool zeros,
                  uint8_t address[EU_IPV6_SIZE]);

/** Returns whether a text is an IPv4address: four dec-octets, at most 255, without leading zeros. */
bool eu_is_ipv4(const char *text, size_t len);

/** Writes an address as RFC 5952 recommends: 2001:db8::1, ::ffff:192.0.2.1. */
void eu_out_ipv6(struct eu_out *out, const uint8_t address[EU_IPV6_SIZE]);

#endif
