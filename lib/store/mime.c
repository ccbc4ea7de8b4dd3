/* A part of a message, by its Content-ID, decoded by GMime 3.
 *
 * GMime brings GLib with it, and both take longer to load than all else that reading a file needs
 * (2.6 ms of 3.3, measured); so they are loaded here, when a part is asked for, and nothing of them is
 * seen anywhere else.  What is used of their interface has not changed since GMime 3.0. */
#define _DEFAULT_SOURCE
#include "store/mail.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

/* What is called, each under its own name.  Objects are pointers, gboolean is int. */
struct gmime {
	void *(*g_mime_stream_fs_new_with_bounds)(int fd, int64_t start, int64_t end);
	void *(*g_mime_parser_new_with_stream)(void *stream);
	void *(*g_mime_parser_construct_message)(void *parser, void *options);
	void *(*g_mime_part_iter_new)(void *top);
	void *(*g_mime_part_iter_get_current)(void *iter);
	int (*g_mime_part_iter_next)(void *iter);
	void (*g_mime_part_iter_free)(void *iter);
	const char *(*g_mime_object_get_content_id)(void *object);
	void *(*g_mime_object_get_content_type)(void *object);
	char *(*g_mime_content_type_get_mime_type)(void *type);
	const char *(*g_mime_object_get_content_type_parameter)(void *object, const char *name);
	size_t (*g_mime_part_get_type)(void);
	void *(*g_mime_part_get_content)(void *part);
	void *(*g_mime_data_wrapper_get_stream)(void *wrapper);
	int (*g_mime_data_wrapper_get_encoding)(void *wrapper);
	void *(*g_mime_stream_filter_new)(void *stream);
	void *(*g_mime_filter_basic_new)(int encoding, int encode);
	int (*g_mime_stream_filter_add)(void *stream, void *filter);
	ssize_t (*g_mime_stream_read)(void *stream, char *data, size_t len);
	int (*g_mime_stream_reset)(void *stream);
	int (*g_type_check_instance_is_a)(void *object, size_t type);
	void (*g_object_unref)(void *object);
	void (*g_free)(void *data);
};

#define GMIME_ROW(name)                             \
	{                                           \
#name, offsetof(struct gmime, name) \
	}

static const struct {
	const char *name;
	size_t at;
} gmime_row[] = {
	GMIME_ROW(g_mime_stream_fs_new_with_bounds),
	GMIME_ROW(g_mime_parser_new_with_stream),
	GMIME_ROW(g_mime_parser_construct_message),
	GMIME_ROW(g_mime_part_iter_new),
	GMIME_ROW(g_mime_part_iter_get_current),
	GMIME_ROW(g_mime_part_iter_next),
	GMIME_ROW(g_mime_part_iter_free),
	GMIME_ROW(g_mime_object_get_content_id),
	GMIME_ROW(g_mime_object_get_content_type),
	GMIME_ROW(g_mime_content_type_get_mime_type),
	GMIME_ROW(g_mime_object_get_content_type_parameter),
	GMIME_ROW(g_mime_part_get_type),
	GMIME_ROW(g_mime_part_get_content),
	GMIME_ROW(g_mime_data_wrapper_get_stream),
	GMIME_ROW(g_mime_data_wrapper_get_encoding),
	GMIME_ROW(g_mime_stream_filter_new),
	GMIME_ROW(g_mime_filter_basic_new),
	GMIME_ROW(g_mime_stream_filter_add),
	GMIME_ROW(g_mime_stream_read),
	GMIME_ROW(g_mime_stream_reset),
	GMIME_ROW(g_type_check_instance_is_a),
	GMIME_ROW(g_object_unref),
	GMIME_ROW(g_free),
};

/* ---- loading ----------------------------------------------------------------------------------------- */

/* Never closed: GLib cannot be unloaded. */
static void *open_gmime(void)
{
	return dlopen("libgmime-3.0.so.0", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
}

/* ISO C has no conversion from void * to a function; POSIX says that the bytes are those of one. */
static bool find_function(void *library, const char *name, void *function)
{
	void *symbol = dlsym(library, name);

	memcpy(function, &symbol, sizeof symbol);
	return symbol != NULL;
}

/* GMime must be begun once, and is not by two threads at the same time. */
static pthread_once_t gmime_once = PTHREAD_ONCE_INIT;

static void begin_gmime(void)
{
	void *library = open_gmime();
	void (*init)(void);

	if (library && find_function(library, "g_mime_init", &init))
		init();
}

static bool load_gmime(struct gmime *gmime)
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

/* ---- the part ---------------------------------------------------------------------------------------- */

static bool is_content_id(const char *id, struct everyuri_text part)
{
	return id && strlen(id) == part.len && !memcmp(id, part.data, part.len);
}

/* The bytes of a part, decoded as they are told. */
static enum everyuri_status tell_content(const struct gmime *gmime, void *content,
                                         const struct everyuri_receiver *receiver,
                                         struct everyuri_error *err)
{
	void *stream = gmime->g_mime_data_wrapper_get_stream(content);
	void *decoded = gmime->g_mime_stream_filter_new(stream);
	void *decode =
		gmime->g_mime_filter_basic_new(gmime->g_mime_data_wrapper_get_encoding(content), 0);
	enum everyuri_status status = EVERYURI_OK;
	char data[4096];
	ssize_t n = 0;

	gmime->g_mime_stream_filter_add(decoded, decode);
	gmime->g_object_unref(decode);
	gmime->g_mime_stream_reset(decoded);
	while (!status && (n = gmime->g_mime_stream_read(decoded, data, sizeof data)) > 0)
		if (!receiver->bytes(receiver->context, data, (size_t)n))
			status = eu_stopped(err);
	if (n < 0)
		status = eu_fail(err, EVERYURI_PARTIAL, 0, "THREATS C10",
		                 "the part cannot be read further");
	gmime->g_object_unref(decoded);
	return status;
}

static enum everyuri_status tell_leaf(const struct gmime *gmime, void *part,
                                      const struct everyuri_receiver *receiver,
                                      struct everyuri_error *err)
{
	struct everyuri_object object = { .kind = EVERYURI_DOCUMENT,
		                          .length = EVERYURI_LENGTH_UNKNOWN };
	enum everyuri_status status = EVERYURI_OK;
	const char *charset;
	void *content;
	char *type;

	if (!gmime->g_type_check_instance_is_a(part, gmime->g_mime_part_get_type()))
		return eu_fail(err, EVERYURI_UNSUPPORTED, 0, "RFC 2392 2",
		               "this part of the message is made of others");
	type = gmime->g_mime_content_type_get_mime_type(
		gmime->g_mime_object_get_content_type(part));
	charset = gmime->g_mime_object_get_content_type_parameter(part, "charset");
	if (type)
		object.media_type = (struct everyuri_text){ type, strlen(type) };
	if (charset)
		object.charset = (struct everyuri_text){ charset, strlen(charset) };
	if (!receiver->begin(receiver->context, &object))
		status = eu_stopped(err);
	content = gmime->g_mime_part_get_content(part);
	if (!status && content)
		status = tell_content(gmime, content, receiver, err);
	gmime->g_free(type);
	return status;
}

static enum everyuri_status tell_part_of(const struct gmime *gmime, void *message,
                                         struct everyuri_text part,
                                         const struct everyuri_receiver *receiver,
                                         struct everyuri_error *err)
{
	void *iter = gmime->g_mime_part_iter_new(message), *object = NULL;
	enum everyuri_status status;

	do {
		object = gmime->g_mime_part_iter_get_current(iter);
		if (object && is_content_id(gmime->g_mime_object_get_content_id(object), part))
			break;
		object = NULL;
	} while (gmime->g_mime_part_iter_next(iter));
	status = object ? tell_leaf(gmime, object, receiver, err) :
	                  eu_fail(err, EVERYURI_MISSING, 0, "RFC 2392 2",
	                          "the message has no such part");
	gmime->g_mime_part_iter_free(iter);
	return status;
}

enum everyuri_status eu_tell_part(int fd, const struct eu_message *message,
                                  struct everyuri_text part,
                                  const struct everyuri_receiver *receiver,
                                  struct everyuri_error *err)
{
	enum everyuri_status status;
	void *stream, *parser, *parsed;
	struct gmime gmime;
	int own; /* the stream closes its descriptor */

	if (!load_gmime(&gmime))
		return eu_fail(err, EVERYURI_UNSUPPORTED, 0, "RFC 2392 2",
		               "GMime 3, which reads parts of messages, is not installed");
	own = dup(fd);
	if (own < 0)
		return eu_fail(err, EVERYURI_FAILED, 0, "", "too many files are open");
	stream = gmime.g_mime_stream_fs_new_with_bounds(
		own, (int64_t)message->offset, (int64_t)(message->offset + message->length));
	parser = gmime.g_mime_parser_new_with_stream(stream);
	parsed = gmime.g_mime_parser_construct_message(parser, NULL);
	status = parsed ? tell_part_of(&gmime, parsed, part, receiver, err) :
	                  eu_fail(err, EVERYURI_MISSING, 0, "RFC 2392 2",
	                          "the message has no such part");
	if (parsed)
		gmime.g_object_unref(parsed);
	gmime.g_object_unref(parser);
	gmime.g_object_unref(stream);
	return status;
}
