/* sha1.h - SHA-1 (FIPS 180-4), for the handshake of RFC 6455, which needs no
 * strong hash.
 *
 * OpenSSL is not used here, because the command must also start without that
 * library. */
#ifndef GATEWAY_HTTP_SHA1_H
#define GATEWAY_HTTP_SHA1_H

#include <stddef.h>
#include <stdint.h>

#define SHA1_SIZE 20

/* Writes the SHA-1 digest of `data`. */
void eu_sha1(const void *data, size_t len, uint8_t digest[SHA1_SIZE]);

#endif
