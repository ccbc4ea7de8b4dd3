/* gmime.h - GMime 3, loaded when the first message is read.
 *
 * GMime needs GLib, and both take longer to load than everything else that reading a file needs
 * (2.6 ms of 3.3, measured); so they are loaded here, and only these files use them.  GMime's
 * parser is not used: it recurses for nested parts, so hostile input would choose the stack depth
 * (parts.c parses instead).  Its decoders of headers, words, charsets and encodings are used; their
 * interface has not changed since GMime 3.0. */
#ifndef EU_STORE_GMIME_H
#define EU_STORE_GMIME_H

#include "base/base.h"
#include "everyuri/message.h"

/* The GMime functions in use, under their names.  Objects are pointers, gboolean is int. */
struct eu_gmime {
	char *(*g_mime_utils_header_decode_text)(void *options, const char *text);
	void *(*g_mime_content_type_parse)(void *options, const char *text);
	char *(*g_mime_content_type_get_mime_type)(void *type);
	const char *(*g_mime_content_type_get_parameter)(void *type, const char *name);
	void *(*g_mime_content_disposition_parse)(void *options, const char *text);
	const char *(*g_mime_content_disposition_get_disposition)(void *disposition);
	const char *(*g_mime_content_disposition_get_parameter)(void *disposition,
	                                                        const char *name);
	int (*g_mime_content_encoding_from_string)(const char *text);
	void *(*g_mime_filter_basic_new)(int encoding, int encode);
	void *(*g_mime_filter_charset_new)(const char *from, const char *to);
	void (*g_mime_filter_filter)(void *filter, char *data, size_t len, size_t before,
	                             char **out, size_t *out_len, size_t *out_before);
	void (*g_mime_filter_complete)(void *filter, char *data, size_t len, size_t before,
	                               char **out, size_t *out_len, size_t *out_before);
	void (*g_object_unref)(void *object);
	void (*g_free)(void *data);
};

/* GMime's numbers of encodings; lower ones need no decoding. */
enum { EU_BASE64 = 4, EU_QUOTED_PRINTABLE = 5, EU_UUENCODE = 6 };

/* Loads GMime.  Returns: false if it is not installed. */
bool eu_gmime_load(struct eu_gmime *gmime);

/* The source of a message: memory, or, if data is NULL, a file from offset on. */
struct eu_source {
	const char *data;
	int fd;
	uint64_t offset;
};

/* Passes bytes begin .. end of a source to `tell`, decoded (encoding: as in eu_part) and converted
 * from a charset to UTF-8; charset NULL: not converted.
 * Errors: UNSUPPORTED: unknown charset; PARTIAL: the source ended early, or `tell` stopped. */
enum everyuri_status eu_gmime_tell(const struct eu_gmime *gmime, const struct eu_source *source,
                                   uint64_t begin, uint64_t end, int encoding, const char *charset,
                                   everyuri_message_fn *tell, void *context,
                                   struct everyuri_error *err);

#endif
