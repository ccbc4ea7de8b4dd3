/* secret.h - THREATS C8: memory that held a password is wiped before it is given back.
 *
 * In a header, so that the library that reads has none of it.  The pages are not locked: libcurl and
 * OpenSSL have copies of their own on others, and a process may lock but little (docs/access.md). */
#ifndef EU_BASE_SECRET_H
#define EU_BASE_SECRET_H

#include "base/base.h"

#include <stdlib.h>

/** Through a volatile pointer, so that no compiler leaves it out. */
static inline void eu_wipe(void *data, size_t len)
{
	volatile unsigned char *byte = data;

	while (len--)
		*byte++ = 0;
}

/** everyuri_allocator.resize: what is freed or left behind is wiped. */
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

/** A buffer for what may be a secret, or hold one: a URI, a plan, a login. */
static inline void eu_buf_secret(struct everyuri_buf *buf)
{
	const struct everyuri_allocator allocator = { eu_resize_secret, NULL };

	everyuri_buf_init(buf, NULL, 0, &allocator);
}

#endif
