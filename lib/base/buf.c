/* Implements buffers.  Apart from secret.h, this is the only file of the core library that
 * allocates memory. */
#include <stdlib.h>

#include "base/base.h"

static void *resize_by_malloc(void *context, void *data, size_t old_size, size_t new_size)
{
	(void)context;
	(void)old_size;
	if (new_size)
		return realloc(data, new_size);
	free(data);
	return NULL;
}

void everyuri_buf_init(struct everyuri_buf *buf, void *mem, size_t cap,
                       const struct everyuri_allocator *allocator)
{
	*buf = (struct everyuri_buf){ .data = mem, .cap = mem ? cap : 0 };
	if (allocator)
		buf->allocator = *allocator;
	else if (!mem)
		buf->allocator.resize = resize_by_malloc;
}

static void release(struct everyuri_buf *buf)
{
	if (buf->owned)
		buf->allocator.resize(buf->allocator.context, buf->data, buf->cap, 0);
}

void everyuri_buf_free(struct everyuri_buf *buf)
{
	if (!buf)
		return;
	release(buf);
	if (buf->owned) {
		buf->data = NULL;
		buf->cap = 0;
		buf->owned = false;
	}
	buf->len = 0;
}

/* Returns the new size: at least a quarter more, so that results of increasing length need few
 * allocations. */
static size_t grown(size_t cap, size_t n)
{
	size_t more = cap + cap / 4;

	return more > n && more <= EVERYURI_TEXT_MAX ? more : n;
}

enum everyuri_status eu_buf_reserve(struct everyuri_buf *buf, size_t n, struct everyuri_error *err)
{
	size_t size;
	void *fresh;

	if (n > EVERYURI_TEXT_MAX)
		return eu_fail(err, EVERYURI_TOO_LONG, EVERYURI_TEXT_MAX, "", "too long");
	if (!buf)
		return eu_fail(err, EVERYURI_NO_SPACE, 0, "", "this call needs a buffer");
	if (n <= buf->cap)
		return EVERYURI_OK;
	if (!buf->allocator.resize) {
		buf->needed = n;
		return eu_fail(err, EVERYURI_NO_SPACE, 0, "", "the buffer is too small");
	}
	size = grown(buf->cap, n);
	/* Allocate a new block instead of resizing the old one, because the content must survive a
	 * failure, and need not be copied on success. */
	fresh = buf->allocator.resize(buf->allocator.context, NULL, 0, size);
	if (!fresh)
		return eu_fail(err, EVERYURI_NO_MEMORY, 0, "", "out of memory");
	release(buf);
	buf->data = fresh;
	buf->cap = size;
	buf->owned = true;
	return EVERYURI_OK;
}
