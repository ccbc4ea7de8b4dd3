/* wipe.c - wipes memory that is freed, or left behind by a growing buffer. */
#include "wipe.h"

#include <stdlib.h>
#include <string.h>

/* Through a volatile pointer, so that no compiler leaves it out. */
void secret_wipe(void *data, size_t len)
{
	volatile unsigned char *byte = data;

	while (len--)
		*byte++ = 0;
}

static void *resize_secret(void *context, void *data, size_t old_size, size_t new_size)
{
	void *fresh = new_size ? malloc(new_size) : NULL;

	(void)context;
	if (new_size && !fresh)
		return NULL;
	if (data && fresh)
		memcpy(fresh, data, old_size < new_size ? old_size : new_size);
	if (data)
		secret_wipe(data, old_size);
	free(data);
	return fresh;
}

void secret_init(struct everyuri_buf *buf)
{
	const struct everyuri_allocator allocator = { resize_secret, NULL };

	everyuri_buf_init(buf, NULL, 0, &allocator);
}
