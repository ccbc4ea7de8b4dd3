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

static bool by_rfc1808(const struct line *line)
{
	return by_standard(line, EVERYURI_RFC1808);
}

static bool by_rfc2396(const struct line *line)
{
	return by_standard(line, EVERYURI_RFC2396);
}

static bool by_rfc3986(const struct line *line)
{
	return by_standard(line, EVERYURI_RFC3986);
}

/* By the URL Standard: the serialised URL with its parts, into one buffer for all. */
static struct everyuri_buf result_buf;

static bool by_whatwg(const struct line *line)
{
	struct everyuri_uri uri;

	return !everyuri_parse(line->text, line->len, EVERYURI_WHATWG, 0, NULL, &result_buf, &uri,
	                       NULL);
}

static bool by_whatwg_check(const struct line *line)
{
	return !everyuri_check(line->text, line->len, EVERYURI_WHATWG, 0, NULL);
}

/* Read, and then what one would do with it. */
static bool by_plan(const struct line *line)
{
	struct everyuri_uri uri;
	struct everyuri_plan plan;

	return !everyuri_parse(line->text, line->len, EVERYURI_RFC3986, 0, NULL, NULL, &uri,
	                       NULL) &&
	       !everyuri_plan_make(&uri, NULL, &result_buf, &plan, NULL);
}

/* What stands between "//" and the next slash; a port is refused, which few have. */
static struct line name_of(const struct line *line)
{
	const char *begin = strstr(line->text, "//");
	struct line name = { begin ? begin + 2 : line->text, 0 };

	name.len = begin ? strcspn(name.text, "/?#") : 0;
	return name;
}

static bool by_idna(const struct line *line)
{
	struct line name = name_of(line);

	return !everyuri_idna_to_ascii(name.text, name.len, 0, &result_buf, NULL);
}

/* The least that can be done with a name: a copy in lower case. */
static bool by_copy(const struct line *line)
{
	static char copied[1024];
	static char *volatile copy = copied;
	struct line name = name_of(line);
	char *out = copy;

	if (!name.len || name.len > sizeof copied)
		return false;
	for (size_t i = 0; i < name.len; i++)
		out[i] = (char)(name.text[i] >= 'A' && name.text[i] <= 'Z' ? name.text[i] | 32 :
		                                                             name.text[i]);
	return true;
}

/* ---- Ada: ada.cc -------------------------------------------------------------- */

#ifdef BENCH_ADA
bool bench_ada_parse(const char *text, size_t len);
bool bench_ada_can_parse(const char *text, size_t len);
bool bench_ada_to_ascii(const char *text, size_t len);

static bool by_ada(const struct line *line)
{
	return bench_ada_parse(line->text, line->len);
}

static bool by_ada_to_ascii(const struct line *line)
{
	struct line name = name_of(line);

	return bench_ada_to_ascii(name.text, name.len);
}

static bool by_ada_can_parse(const struct line *line)
{
	return bench_ada_can_parse(line->text, line->len);
}
#endif

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
	{ MEASURE_PARSE, "everyuri", "everyuri_parse, rfc3986", by_rfc3986 },
	{ MEASURE_PARSE, "everyuri url1993", "everyuri_parse, url1993", by_url1993 },
	{ MEASURE_PARSE, "everyuri uri1994", "everyuri_parse, uri1994", by_uri1994 },
	{ MEASURE_PARSE, "everyuri rfc1630", "everyuri_parse, rfc1630", by_rfc1630 },
	{ MEASURE_PARSE, "everyuri rfc1738", "everyuri_parse, rfc1738", by_rfc1738 },
	{ MEASURE_PARSE, "everyuri rfc1808", "everyuri_parse, rfc1808", by_rfc1808 },
	{ MEASURE_PARSE, "everyuri rfc2396", "everyuri_parse, rfc2396", by_rfc2396 },
	{ MEASURE_PARSE, "uriparser", "uriParseSingleUriExA, uriFreeUriMembersA", by_uriparser },
	{ MEASURE_PARSE, "uriparser arena", "uriParseSingleUriExMmA, memory from a block",
	  by_uriparser_arena },
	{ MEASURE_PARSE, "libcurl", "curl_url_set(CURLUPART_URL), one handle", by_libcurl },
	{ MEASURE_PARSE, "GLib split", "g_uri_split(G_URI_FLAGS_ENCODED), g_free", by_glib_split },
	{ MEASURE_PARSE, "GLib is_valid", "g_uri_is_valid(G_URI_FLAGS_ENCODED)", by_glib_valid },
	{ MEASURE_WHATWG, "everyuri", "everyuri_parse, whatwg, one buffer", by_whatwg },
	{ MEASURE_WHATWG_CHECK, "everyuri", "everyuri_check, whatwg", by_whatwg_check },
	{ MEASURE_PLAN, "everyuri", "everyuri_parse, everyuri_plan_make, one buffer", by_plan },
	{ MEASURE_IDNA, "everyuri", "everyuri_idna_to_ascii, one buffer", by_idna },
	{ MEASURE_IDNA, "copy", "a copy in lower case", by_copy },
#ifdef BENCH_ADA
	{ MEASURE_WHATWG, "Ada", "ada::parse<ada::url_aggregator>", by_ada },
	{ MEASURE_WHATWG_CHECK, "Ada", "ada::can_parse", by_ada_can_parse },
	{ MEASURE_IDNA, "Ada", "ada::idna::to_ascii", by_ada_to_ascii },
#endif
};
const size_t n_parsers = sizeof parsers / sizeof *parsers;

void parsers_begin(void)
{
	curl_handle = wanted(curl_url());
	everyuri_buf_init(&result_buf, NULL, 0, NULL);
}

void parsers_end(void)
{
	curl_url_cleanup(curl_handle);
	everyuri_buf_free(&result_buf);
}
