/* sha256.h - computes a SHA-256 digest. */
#ifndef CMD_ACCESS_SHA256_H
#define CMD_ACCESS_SHA256_H

#include <stdbool.h>
#include <stddef.h>

#define DIGEST_SIZE 32

struct digest {
	void *state; /* NULL if no digest can be computed; digest_is then returns false */
	int (*update)(void *state, const void *data, size_t len);
	int (*final)(void *state, unsigned char *octets, unsigned *n);
	void (*free)(void *state);
};

/* Call digest_begin, then digest_add, then digest_is once, then digest_end.  digest_begin
 * returns false if OpenSSL is missing or memory runs out; the other functions may still be
 * called.  digest_is stores the digest. */
bool digest_begin(struct digest *digest);
bool digest_add(struct digest *digest, const char *data, size_t len);
bool digest_is(struct digest *digest, unsigned char octets[DIGEST_SIZE]);
void digest_end(struct digest *digest);

#endif
