/* secret.h - THREATS C8: wipe memory that held a password before it is freed.
 *
 * All functions are inline, so that the library for parsing does not contain them.  The pages are not locked
 * in memory: libcurl and OpenSSL keep copies on other pages, and a process may lock only a few
 * (docs/access.md). */
#ifndef EU_BASE_SECRET_H
#define EU_BASE_SECRET_H

#include "everyuri/base.h"

#include <stdlib.h>
#include <string.h>

/** Overwrites memory with zeros, through a volatile pointer so that no compiler removes the stores. */
static inline void eu_wipe(void *data, size_t len)
{
	volatile unsigned char *byte = data;

	while (len--)
		*byte++ = 0;
}

/** Resizes memory, as everyuri_allocator.resize does, but wipes memory before freeing it. */
static inline void *eu_resize_secret(void *context, void *data, size_t old_size, size_t new_size)
{
	void *fresh = new_size ? malloc(new_size) : NULL;

	(void)context;
	if (new_size && !fresh)
		return NULL;
	if (data && fresh)
		memcpy(fresh, data, old_size < new_size ? old_size : new_size);
	if (data)
		eu_wipe(data, old_size);
	free(data);
	return fresh;
}

/** Initialises a buffer for text that may contain a secret: a URI, a plan, a login. */
static inline void eu_buf_secret(struct everyuri_buf *buf)
{
	const struct everyuri_allocator allocator = { eu_resize_secret, NULL };

	everyuri_buf_init(buf, NULL, 0, &allocator);
}

#endif
