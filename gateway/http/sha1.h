/* sha1.h - FIPS 180-4 SHA-1, for RFC 6455's handshake, which needs no strong hash.
 *
 * OpenSSL is not used, because the command must start without that library. */
#ifndef GATEWAY_HTTP_SHA1_H
#define GATEWAY_HTTP_SHA1_H

#include <stddef.h>
#include <stdint.h>

#define SHA1_SIZE 20

/* Writes the digest of `data`. */
void eu_sha1(const void *data, size_t len, uint8_t digest[SHA1_SIZE]);

#endif
