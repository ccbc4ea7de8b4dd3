/* huge.c - texts of 2 GiB and 33 bytes are handled to the byte, and texts of 4.8 GB refused as too long
 * (contract api.at, api.length; THREATS L5).  One block of memory is mapped again and again; only the pages at both
 * ends differ.  Takes a minute, and runs with EVERYURI_LONG only. */
#define _GNU_SOURCE
#include <everyuri.h>

#include "tap.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define BLOCK ((size_t)64 << 20)
#define LARGE (((size_t)2 << 30) + 33)
#define TOO_LARGE ((size_t)4800000000)

/* Maps `len` bytes of "a" that begin with `front` and end with `back`.  Returns: NULL without memory. */
static char *make(size_t len, const char *front, const char *back)
{
	size_t room = (len / BLOCK + 1) * BLOCK;
	int file = memfd_create("a", 0);
	char *block, *text = mmap(NULL, room, PROT_NONE,
	                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (file < 0 || text == MAP_FAILED || ftruncate(file, (off_t)BLOCK))
		return NULL;
	block = mmap(NULL, BLOCK, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
	if (block == MAP_FAILED)
		return NULL;
	memset(block, 'a', BLOCK);
	munmap(block, BLOCK);
	for (size_t at = 0; at < room; at += BLOCK)
		if (mmap(text + at, BLOCK, PROT_READ | PROT_WRITE,
		         MAP_PRIVATE | MAP_FIXED | MAP_NORESERVE, file, 0) == MAP_FAILED)
			return NULL;
	close(file);
	memcpy(text, front, strlen(front));
	memcpy(text + len - strlen(back), back, strlen(back));
	return text;
}

static void give_back(char *text, size_t len)
{
	munmap(text, (len / BLOCK + 1) * BLOCK);
}

static void large(void)
{
	char *text = make(LARGE, "http://h/", "a"), memory[4096];
	struct everyuri_buf buf;

	if (!text) {
		skip("2 GiB + 33", "cannot map that much memory");
		return;
	}
	for (int s = 0; s < EVERYURI_N_STANDARDS; s++) {
		enum everyuri_standard standard = (enum everyuri_standard)s;
		struct everyuri_uri uri = { 0 };
		struct everyuri_error err = { 0 };
		enum everyuri_status status;

		everyuri_buf_init(&buf, memory, sizeof memory, NULL);
		status = everyuri_parse(text, LARGE, standard, 0, NULL, &buf, &uri, &err);
		ok(!status && uri.part[EVERYURI_PATH].begin == 8 &&
		           uri.part[EVERYURI_PATH].end == LARGE,
		   "%s: a path to 2 GiB + 33 (status %d)", everyuri_standard_name(standard),
		   (int)status);
		if (standard == EVERYURI_WHATWG) /* which can encode every byte */
			continue;
		text[LARGE - 1] = '\\';
		status = everyuri_check(text, LARGE, standard, 0, &err);
		ok(status == EVERYURI_INVALID && err.at == LARGE - 1,
		   "%s: its last byte is refused, at %zu", everyuri_standard_name(standard),
		   err.at);
		text[LARGE - 1] = 'a';
	}
	give_back(text, LARGE);
}

static bool found(void *context, const struct everyuri_found *one)
{
	*(uint64_t *)context = one->offset;
	return true;
}

static void too_large(void)
{
	char *text = make(TOO_LARGE, "http://h/", " ftp://b.c/d "), memory[4096];
	static const char *const schemes[] = { "ftp", "http" };
	struct everyuri_find_options options = { .schemes = schemes, .n_schemes = 2 };
	struct everyuri_finder *finder;
	struct everyuri_comparison comparison;
	struct everyuri_buf buf;
	struct everyuri_uri uri;
	uint64_t offset = 0;

	if (!text) {
		skip("4.8 GB", "cannot map that much memory");
		return;
	}
	everyuri_buf_init(&buf, memory, sizeof memory, NULL);
	for (int s = 0; s < EVERYURI_N_STANDARDS; s++) {
		enum everyuri_standard standard = (enum everyuri_standard)s;

		ok(everyuri_check(text, TOO_LARGE, standard, 0, NULL) == EVERYURI_TOO_LONG &&
		           everyuri_parse(text, TOO_LARGE, standard, 0, NULL, &buf, &uri, NULL) ==
		                   EVERYURI_TOO_LONG,
		   "%s: 4.8 GB are too long", everyuri_standard_name(standard));
	}
	ok(everyuri_compare(text, TOO_LARGE, 0x1FF, 0, &buf, &comparison, NULL) ==
	           EVERYURI_TOO_LONG,
	   "compare: too long");
	ok(everyuri_encode(text, TOO_LARGE,
	                   everyuri_place_set(EVERYURI_RFC3986, EVERYURI_PLACE_QUERY), 0, &buf,
	                   NULL) == EVERYURI_TOO_LONG,
	   "encode: too long");
	ok(everyuri_decode(text, TOO_LARGE, 0, &buf, NULL) == EVERYURI_TOO_LONG,
	   "decode: too long");
	ok(everyuri_nfc(text, TOO_LARGE, &buf, NULL) == EVERYURI_TOO_LONG, "nfc: too long");
	ok(everyuri_redact_text(text, TOO_LARGE, NULL, &buf, NULL) == EVERYURI_TOO_LONG,
	   "redact_text: too long");
	ok(everyuri_params_sort(text, TOO_LARGE, &buf, NULL) == EVERYURI_TOO_LONG,
	   "params_sort: too long");
	ok(everyuri_path_to_uri(text, TOO_LARGE, EVERYURI_PATH_POSIX, &buf, NULL) ==
	           EVERYURI_TOO_LONG,
	   "path_to_uri: too long");
	everyuri_buf_init(&buf, NULL, 0, NULL);
	everyuri_find_begin(&options, found, &offset, &buf, &finder, NULL);
	everyuri_find_feed(finder, text, TOO_LARGE);
	everyuri_find_end(finder);
	everyuri_buf_free(&buf);
	ok(offset == TOO_LARGE - 12, "find: a URI after 4.8 GB, at its offset (%llu)",
	   (unsigned long long)offset);
	give_back(text, TOO_LARGE);
}

int main(void)
{
	if (!getenv("EVERYURI_LONG")) {
		skip("texts of gigabytes", "runs in make check-long only");
		return done();
	}
	large();
	too_large();
	return done();
}
