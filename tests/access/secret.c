/* THREATS C8: what held a password is wiped. */
#include "base/base.h"
#include "base/secret.h"
#include "tap.h"

static bool all_zero(const char *data, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (data[i])
			return false;
	return true;
}

/* Memory that is ours before and after, so that it can be looked at when it was given back. */
static char arena[4][64];
static size_t n_given;

static void *resize_here(void *context, void *data, size_t old_size, size_t new_size)
{
	void *fresh =
		new_size && n_given < 4 && new_size <= sizeof arena[0] ? arena[n_given++] : NULL;

	(void)context;
	if (data && fresh)
		memcpy(fresh, data, old_size < new_size ? old_size : new_size);
	if (data)
		eu_wipe(data, old_size);
	return fresh;
}

/* The address sanitizer ends a program that asks for too much, unless it is told not to. */
const char *__asan_default_options(void);

const char *__asan_default_options(void)
{
	return "allocator_may_return_null=1";
}

int main(void)
{
	const struct everyuri_allocator allocator = { resize_here, NULL };
	char password[] = "s3cret", *grown, *none;
	struct everyuri_buf buf;
	volatile size_t too_much = PTRDIFF_MAX; /* volatile: a compiler would warn of it */

	eu_wipe(password + 1, 3);
	ok(!memcmp(password, "s\0\0\0et", 7), "eu_wipe: these bytes and no other");
	grown = eu_resize_secret(NULL, NULL, 0, 4);
	memcpy(grown, "abcd", 4);
	grown = eu_resize_secret(NULL, grown, 4, 8);
	ok(grown && !memcmp(grown, "abcd", 4), "eu_resize_secret: what is there comes along");
	grown = eu_resize_secret(NULL, grown, 8, 2);
	ok(grown && !memcmp(grown, "ab", 2), "eu_resize_secret: as much as there is room for");
	none = eu_resize_secret(NULL, grown, 2, too_much);
	ok(!none && !memcmp(grown, "ab", 2),
	   "eu_resize_secret: without memory nothing is given, and nothing is lost");
	free(none);
	ok(!eu_resize_secret(NULL, grown, 2, 0), "eu_resize_secret: 0 bytes are none");
	everyuri_buf_init(&buf, NULL, 0, &allocator);
	eu_buf_reserve(&buf, 6, NULL);
	memcpy(buf.data, "s3cret", 6);
	eu_buf_reserve(&buf, 40, NULL);
	ok(all_zero(arena[0], sizeof arena[0]), "a buffer that grows leaves nothing behind");
	memcpy(buf.data, "s3cret", 6);
	everyuri_buf_free(&buf);
	ok(all_zero(arena[1], sizeof arena[1]), "nor one that is freed: it tells all that it had");
	eu_buf_secret(&buf);
	ok(buf.allocator.resize == eu_resize_secret, "eu_buf_secret has that allocator");
	return done();
}
