/* uriparser.c - uriparser, called as in its documentation. */
#include "contenders.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uriparser/Uri.h>

static UriUriA base;
static char result[1 << 20];

void uriparser_begin(void)
{
	if (uriParseSingleUriA(&base, base_text, NULL) != URI_SUCCESS) {
		fprintf(stderr, "bench: uriparser refuses the base\n");
		exit(2);
	}
}

void uriparser_end(void)
{
	uriFreeUriMembersA(&base);
}

const char *uriparser_text(size_t *len)
{
	*len = strlen(result);
	return result;
}

bool by_uriparser(const struct line *line)
{
	UriUriA uri;
	bool good =
		uriParseSingleUriExA(&uri, line->text, line->text + line->len, NULL) == URI_SUCCESS;

	if (good)
		uriFreeUriMembersA(&uri);
	return good;
}

/* ---- text to text ------------------------------------------------------------------ */

static bool write_result(const UriUriA *uri)
{
	return uriToStringA(result, uri, sizeof result, NULL) == URI_SUCCESS;
}

bool by_uriparser_resolve(const struct line *line)
{
	UriUriA reference, resolved;

	if (uriParseSingleUriExMmA(&reference, line->reference,
	                           line->reference + line->reference_len, NULL,
	                           NULL) != URI_SUCCESS)
		return false;
	bool good = uriAddBaseUriExMmA(&resolved, &reference, &base, URI_RESOLVE_STRICTLY, NULL) ==
	            URI_SUCCESS;

	if (good) {
		good = write_result(&resolved);
		uriFreeUriMembersA(&resolved);
	}
	uriFreeUriMembersA(&reference);
	return good;
}

bool by_uriparser_normalize(const struct line *line)
{
	UriUriA uri;

	if (uriParseSingleUriExA(&uri, line->text, line->text + line->len, NULL) != URI_SUCCESS)
		return false;
	bool good = uriNormalizeSyntaxExA(&uri, (unsigned)-1) == URI_SUCCESS && write_result(&uri);

	uriFreeUriMembersA(&uri);
	return good;
}

/* ---- with a custom memory manager ---------------------------------------------------- */

/* The fastest use of uriparser: memory from a block that is reused for every URI.  A path with more segments than fit
 * is refused; the corpora have none. */
static union {
	max_align_t align;
	char bytes[64 << 10];
} arena;
static size_t arena_used;

static void *arena_malloc(UriMemoryManager *manager, size_t size)
{
	size_t rounded =
		(size + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);

	(void)manager;
	if (rounded < size || rounded > sizeof arena.bytes - arena_used)
		return NULL;
	arena_used += rounded;
	return arena.bytes + arena_used - rounded;
}

static void *arena_calloc(UriMemoryManager *manager, size_t n, size_t size)
{
	if (size && n > SIZE_MAX / size)
		return NULL;
	void *memory = arena_malloc(manager, n * size);

	return memory ? memset(memory, 0, n * size) : NULL;
}

/* Parsing never calls it, but uriparser requires it. */
static void *arena_realloc(UriMemoryManager *manager, void *memory, size_t size)
{
	(void)memory;
	(void)manager;
	(void)size;
	return NULL;
}

static void arena_free(UriMemoryManager *manager, void *memory)
{
	(void)manager;
	(void)memory;
}

static UriMemoryManager arena_manager = { .malloc = arena_malloc,
	                                  .calloc = arena_calloc,
	                                  .realloc = arena_realloc,
	                                  .reallocarray = uriEmulateReallocarray,
	                                  .free = arena_free };

bool by_uriparser_arena(const struct line *line)
{
	UriUriA uri;

	arena_used = 0;
	return uriParseSingleUriExMmA(&uri, line->text, line->text + line->len, NULL,
	                              &arena_manager) == URI_SUCCESS;
}
