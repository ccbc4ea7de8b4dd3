/* sha256.c - SHA-256 from OpenSSL, which is loaded only when a digest is needed.  Loading takes
 * longer than all other work for a small file. */
#define _DEFAULT_SOURCE /* for dlopen */
#include "sha256.h"

#include <dlfcn.h>
#include <string.h>

/* Looks up a function.  Copies the bytes of the pointer, because ISO C does not convert void * to
 * a function pointer.  POSIX guarantees that both have the same representation. */
static bool find(void *library, const char *name, void *function)
{
	void *symbol = dlsym(library, name);

	memcpy(function, &symbol, sizeof symbol);
	return symbol != NULL;
}

bool digest_begin(struct digest *digest)
{
	void *library = dlopen("libcrypto.so.3", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
	void *(*make)(void) = NULL;
	const void *(*sha256)(void) = NULL;
	int (*init)(void *, const void *, void *) = NULL;

	memset(digest, 0, sizeof *digest);
	if (!library)
		return false;
	if (find(library, "EVP_MD_CTX_new", &make) && find(library, "EVP_sha256", &sha256) &&
	    find(library, "EVP_DigestInit_ex", &init) &&
	    find(library, "EVP_DigestUpdate", &digest->update) &&
	    find(library, "EVP_DigestFinal_ex", &digest->final) &&
	    find(library, "EVP_MD_CTX_free", &digest->free))
		digest->state = make();
	if (digest->state && !init(digest->state, sha256(), NULL))
		digest_end(digest);
	dlclose(library);
	return digest->state != NULL;
}

bool digest_add(struct digest *digest, const char *data, size_t len)
{
	return !digest->state || digest->update(digest->state, data, len);
}

bool digest_is(struct digest *digest, unsigned char octets[DIGEST_SIZE])
{
	unsigned n = 0;

	return digest->state && digest->final(digest->state, octets, &n) && n == DIGEST_SIZE;
}

void digest_end(struct digest *digest)
{
	if (digest->state)
		digest->free(digest->state);
	digest->state = NULL;
}
