/* Loads GMime and decodes with it. */
#define _DEFAULT_SOURCE
#include "store/gmime.h"

#include "store/open.h"

#include <dlfcn.h>
#include <pthread.h>

#define CHUNK \
	8192 /* number of bytes to decode at once; small, since the threads of a server have
                      small stacks */

#define GMIME_ROW(name)                                \
	{                                              \
#name, offsetof(struct eu_gmime, name) \
	}

static const struct {
	const char *name;
	size_t at;
} gmime_row[] = {
	GMIME_ROW(g_mime_utils_header_decode_text),
	GMIME_ROW(g_mime_content_type_parse),
	GMIME_ROW(g_mime_content_type_get_mime_type),
	GMIME_ROW(g_mime_content_type_get_parameter),
	GMIME_ROW(g_mime_content_disposition_parse),
	GMIME_ROW(g_mime_content_disposition_get_disposition),
	GMIME_ROW(g_mime_content_disposition_get_parameter),
	GMIME_ROW(g_mime_content_encoding_from_string),
	GMIME_ROW(g_mime_filter_basic_new),
	GMIME_ROW(g_mime_filter_charset_new),
	GMIME_ROW(g_mime_filter_filter),
	GMIME_ROW(g_mime_filter_complete),
	GMIME_ROW(g_object_unref),
	GMIME_ROW(g_free),
};

/* ---- loading ----------------------------------------------------------------------------------------- */

/* Loads GMime.  It is never unloaded, since GLib does not support that. */
static void *open_gmime(void)
{
	return dlopen("libgmime-3.0.so.0", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
}

/* Looks up a function.  ISO C cannot convert void * to a function pointer, but POSIX guarantees
 * that both have the same representation. */
static bool find_function(void *library, const char *name, void *function)
{
	void *symbol = dlsym(library, name);

	memcpy(function, &symbol, sizeof symbol);
	return symbol != NULL;
}

/* GMime must be initialised only once, even if several threads need it at the same time. */
static pthread_once_t gmime_once = PTHREAD_ONCE_INIT;

static void begin_gmime(void)
{
	void *library = open_gmime();
	void (*init)(void);

	if (library && find_function(library, "g_mime_init", &init))
		init();
}

bool eu_gmime_load(struct eu_gmime *gmime)
{
	void *library;

	pthread_once(&gmime_once, begin_gmime);
	library = open_gmime();
	if (!library)
		return false;
	for (size_t i = 0; i < sizeof gmime_row / sizeof *gmime_row; i++)
		if (!find_function(library, gmime_row[i].name, (char *)gmime + gmime_row[i].at))
			return false;
	return true;
}

/* ---- content ------------------------------------------------------------------------------------------- */

/* Returns: the number of bytes read; 0 if the file has become shorter; negative for a read
 * error. */
static ssize_t read_source(const struct eu_source *source, char *data, size_t len, uint64_t at)
{
	if (!source->data)
		return eu_pread(source->fd, data, len, source->offset + at);
	memcpy(data, source->data + at, len);
	return (ssize_t)len;
}

/* Passes a chunk through the filters, if any.  The last chunk also flushes them. */
static bool pass_chunk(const struct eu_gmime *gmime, void *const filter[2], char *data, size_t len,
                       bool last, everyuri_message_fn *tell, void *context)
{
	size_t before = 0;

	for (int i = 0; i < 2; i++) {
		if (!filter[i])
			continue;
		if (last)
			gmime->g_mime_filter_complete(filter[i], data, len, before, &data, &len,
			                              &before);
		else
			gmime->g_mime_filter_filter(filter[i], data, len, before, &data, &len,
			                            &before);
	}
	return !len || tell(context, data, len);
}

static enum everyuri_status pass_all(const struct eu_gmime *gmime, const struct eu_source *source,
                                     uint64_t begin, uint64_t end, void *const filter[2],
                                     everyuri_message_fn *tell, void *context,
                                     struct everyuri_error *err)
{
	char data[CHUNK];

	while (begin < end) {
		size_t n = end - begin < sizeof data ? (size_t)(end - begin) : sizeof data;
		ssize_t got = read_source(source, data, n, begin);

		if (got <= 0)
			return eu_fail(err, EVERYURI_PARTIAL, 0, "THREATS C10",
			               "cannot read the rest of the part");
		begin += (size_t)got;
		if (!pass_chunk(gmime, filter, data, (size_t)got, false, tell, context))
			return eu_stopped(err);
	}
	if (!pass_chunk(gmime, filter, data, 0, true, tell, context))
		return eu_stopped(err);
	return EVERYURI_OK;
}

enum everyuri_status eu_gmime_tell(const struct eu_gmime *gmime, const struct eu_source *source,
                                   uint64_t begin, uint64_t end, int encoding, const char *charset,
                                   everyuri_message_fn *tell, void *context,
                                   struct everyuri_error *err)
{
	void *filter[2] = { NULL, NULL };
	enum everyuri_status status;

	if (charset) {
		filter[1] = gmime->g_mime_filter_charset_new(charset, "utf-8");
		if (!filter[1])
			return eu_fail(err, EVERYURI_UNSUPPORTED, 0, "RFC 2046 4.1.2",
			               "unknown charset");
	}
	filter[0] = gmime->g_mime_filter_basic_new(encoding, 0);
	status = pass_all(gmime, source, begin, end, filter, tell, context, err);
	for (int i = 0; i < 2; i++)
		if (filter[i])
			gmime->g_object_unref(filter[i]);
	return status;
}
