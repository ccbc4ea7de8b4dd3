/* base.c - functions of lib/base at lengths that no other test reaches. */
#include "base/base.h"

#include "tap.h"

#include <stdlib.h>

/* ---- buffers ------------------------------------------------------------------------------------- */

/* An allocator that always returns the same byte, and records the requested size. */
struct asked {
	size_t size;
	char byte;
};

static void *note_size(void *context, void *data, size_t old_size, size_t new_size)
{
	struct asked *asked = context;

	(void)data;
	(void)old_size;
	if (!new_size)
		return NULL;
	asked->size = new_size;
	return &asked->byte;
}

/* Returns the size requested for a buffer of `cap` bytes that needs n. */
static size_t grown_to(size_t cap, size_t n)
{
	struct asked asked = { 0, 0 };
	const struct everyuri_allocator allocator = { note_size, &asked };
	struct everyuri_buf buf;

	everyuri_buf_init(&buf, &asked.byte, cap, &allocator);
	return eu_buf_reserve(&buf, n, NULL) == EVERYURI_OK ? asked.size : 0;
}

static void buffers(void)
{
	const size_t max = EVERYURI_TEXT_MAX;
	struct everyuri_error err = { 0 };
	struct everyuri_buf buf;

	ok(grown_to(1000, 1001) == 1250, "a buffer grows by a quarter at least");
	ok(grown_to(1000, 2000) == 2000, "or to what is asked for");
	ok(grown_to(max - 10, max) == max, "but never beyond the longest text");
	everyuri_buf_init(&buf, NULL, 0, NULL);
	ok(eu_buf_reserve(&buf, max + 1, &err) == EVERYURI_TOO_LONG && err.at == max && !buf.data,
	   "and a longer one is refused without an allocation");
	everyuri_buf_free(&buf);
}

/* ---- measured output ------------------------------------------------------------------------------ */

static void measured(void)
{
	struct eu_out out = { NULL, SIZE_MAX - 3 };

	eu_out_bytes(&out, "abc", 3);
	ok(out.len == SIZE_MAX, "output is measured up to the last byte that a size can count");
	eu_out_bytes(&out, "abc", 3);
	eu_out_byte(&out, 'd');
	ok(out.len == SIZE_MAX, "and stays there: no length begins again at 0");
	out.len = SIZE_MAX - 2;
	eu_out_bytes(&out, "abc", 3);
	ok(out.len == SIZE_MAX, "also where more comes than is left");
}

/* ---- bytes ------------------------------------------------------------------------------------------ */

static void found(const char *text, const char *what, uint32_t want)
{
	uint32_t at = eu_find_bytes(text, eu_span(0, strlen(text)), what);

	ok(at == want, "%s in %s: %s", what, text, want == EVERYURI_ABSENT ? "absent" : "there");
}

int main(void)
{
	buffers();
	measured();
	found("a%09b", "%09", 1);
	found("%0%09", "%09", 2);
	found("a%0", "%09", EVERYURI_ABSENT);
	found("a%0%0", "%09", EVERYURI_ABSENT);
	found("%", "%09", EVERYURI_ABSENT);
	found("", "%09", EVERYURI_ABSENT);
	return done();
}
