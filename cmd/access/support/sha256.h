/* sha256.h - SHA-256. */
#ifndef CMD_ACCESS_SHA256_H
#define CMD_ACCESS_SHA256_H

#include <stdbool.h>
#include <stddef.h>

#define DIGEST_SIZE 32

struct digest {
	void *state; /* NULL: there is none, and digest_is says so */
	int (*update)(void *state, const void *data, size_t len);
	int (*final)(void *state, unsigned char *octets, unsigned *n);
	void (*free)(void *state);
};

/* Begin, add, ask once, end.  begin returns false if there is no OpenSSL or no memory; the others
 * may be called even then. */
bool digest_begin(struct digest *digest);
bool digest_add(struct digest *digest, const char *data, size_t len);
bool digest_is(struct digest *digest, unsigned char octets[DIGEST_SIZE]);
void digest_end(struct digest *digest);

#endif
