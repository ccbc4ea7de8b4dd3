/* parsers.c - a corpus in memory, and every way to read one of its lines.
 *
 * Each peer is called as its documentation shows it, and as cheaply as that allows:
 * libcurl keeps one handle for all URLs, GLib is told to decode nothing. */
#include "parsers.h"

#include <curl/curl.h>
#include <everyuri.h>
#include <glib.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uriparser/Uri.h>

/* ---- corpus ---------------------------------------------------------------- */

static void give_up(const char *path)
{
	perror(path);
	exit(2);
}

static void *wanted(void *memory)
{
	if (!memory)
		give_up("memory");
	return memory;
}

static char *read_whole(const char *path, size_t *len)
{
	FILE *file = fopen(path, "rb");

	if (!file || fseek(file, 0, SEEK_END))
		give_up(path);
	long size = ftell(file);

	if (size < 0)
		give_up(path);
	rewind(file);
	*len = (size_t)size;
	char *data = wanted(malloc(*len + 1));

	if (fread(data, 1, *len, file) != *len)
		give_up(path);
	fclose(file);
	data[*len] = '\0';
	return data;
}

struct corpus corpus_read(const char *name, const char *path)
{
	size_t len, n = 0;
	struct corpus corpus = { .name = name, .data = read_whole(path, &len) };
	char *end = corpus.data + len;

	for (const char *at = corpus.data; at < end; at++)
		n += *at == '\n';
	corpus.line = wanted(calloc(n + 1, sizeof *corpus.line));
	for (char *at = corpus.data; at < end;) {
		char *newline = memchr(at, '\n', (size_t)(end - at));

		if (!newline)
			newline = end;
		*newline = '\0';
		corpus.line[corpus.n_lines++] = (struct line){ at, (size_t)(newline - at) };
		at = newline + 1;
	}
	return corpus;
}

void corpus_free(struct corpus *corpus)
{
	free(corpus->line);
	free(corpus->data);
}

/* ---- everyuri --------------------------------------------------------------- */

static bool by_standard(const struct line *line, enum everyuri_standard standard)
{
	struct everyuri_uri uri;

	return !everyuri_parse(line->text, line->len, standard, 0, NULL, NULL, &uri, NULL);
}

static bool by_url1993(const struct line *line)
{
	return by_standard(line, EVERYURI_URL1993);
}

static bool by_uri1994(const struct line *line)
{
	return by_standard(line, EVERYURI_URI1994);
}

static bool by_rfc1630(const struct line *line)
{
	return by_standard(line, EVERYURI_RFC1630);
}

static bool by_rfc1738(const struct line *line)
{
	return by_standard(line, EVERYURI_RFC1738);
}

static bool by_rfc3986(const struct line *line)
{
	return by_standard(line, EVERYURI_RFC3986);
}

/* ---- uriparser ---------------------------------------------------------------- */

static bool by_uriparser(const struct line *line)
{
	UriUriA uri;
	bool good =
		uriParseSingleUriExA(&uri, line->text, line->text + line->len, NULL) == URI_SUCCESS;

	if (good)
		uriFreeUriMembersA(&uri);
	return good;
}

/* The best that a caller of uriparser can do: memory from a block that is used again for
 * every URI.  A path of more segments than fit is refused, which the corpora have none of. */
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

/* Reading never resizes; uriparser only wants the function to be there. */
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

static bool by_uriparser_arena(const struct line *line)
{
	UriUriA uri;

	arena_used = 0;
	return uriParseSingleUriExMmA(&uri, line->text, line->text + line->len, NULL,
	                              &arena_manager) == URI_SUCCESS;
}

/* ---- libcurl -------------------------------------------------------------------- */

static CURLU *curl_handle;

static bool by_libcurl(const struct line *line)
{
	return curl_url_set(curl_handle, CURLUPART_URL, line->text, CURLU_NON_SUPPORT_SCHEME) ==
	       CURLUE_OK;
}

/* ---- GLib ------------------------------------------------------------------------ */

static bool by_glib_split(const struct line *line)
{
	gchar *scheme, *userinfo, *host, *path, *query, *fragment;
	gint port;

	if (!g_uri_split(line->text, G_URI_FLAGS_ENCODED, &scheme, &userinfo, &host, &port, &path,
	                 &query, &fragment, NULL))
		return false;
	g_free(scheme);
	g_free(userinfo);
	g_free(host);
	g_free(path);
	g_free(query);
	g_free(fragment);
	return true;
}

static bool by_glib_valid(const struct line *line)
{
	return g_uri_is_valid(line->text, G_URI_FLAGS_ENCODED, NULL);
}

/* ---- table ------------------------------------------------------------------------ */

const struct parser parsers[] = {
	{ "everyuri", "everyuri_parse, rfc3986", by_rfc3986 },
	{ "everyuri url1993", "everyuri_parse, url1993", by_url1993 },
	{ "everyuri uri1994", "everyuri_parse, uri1994", by_uri1994 },
	{ "everyuri rfc1630", "everyuri_parse, rfc1630", by_rfc1630 },
	{ "everyuri rfc1738", "everyuri_parse, rfc1738", by_rfc1738 },
	{ "uriparser", "uriParseSingleUriExA, uriFreeUriMembersA", by_uriparser },
	{ "uriparser arena", "uriParseSingleUriExMmA, memory from a block", by_uriparser_arena },
	{ "libcurl", "curl_url_set(CURLUPART_URL), one handle", by_libcurl },
	{ "GLib split", "g_uri_split(G_URI_FLAGS_ENCODED), g_free", by_glib_split },
	{ "GLib is_valid", "g_uri_is_valid(G_URI_FLAGS_ENCODED)", by_glib_valid },
};
const size_t n_parsers = sizeof parsers / sizeof *parsers;

void parsers_begin(void)
{
	curl_handle = wanted(curl_url());
}

void parsers_end(void)
{
	curl_url_cleanup(curl_handle);
}
