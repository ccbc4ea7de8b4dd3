/* gmime.h - GMime 3, loaded when the first message is read.
 *
 * GMime needs GLib, and both take longer to load than everything else that is needed to read a file
 * (2.6 ms of 3.3, measured).  So they are loaded on demand, and only by these files.  GMime's
 * parser is not used, because it recurses for nested parts: hostile input would determine the stack
 * depth.  parts.c parses instead.  GMime decodes headers, words, charsets and transfer encodings;
 * these interfaces have not changed since GMime 3.0. */
#ifndef EU_STORE_GMIME_H
#define EU_STORE_GMIME_H

#include "base/base.h"
#include "everyuri/message.h"

/* The GMime functions that are used, under their own names.  Here objects are pointers, and
 * gboolean is int. */
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

/* GMime's numbers for encodings; smaller numbers need no decoding. */
enum { EU_BASE64 = 4, EU_QUOTED_PRINTABLE = 5, EU_UUENCODE = 6 };

/* Loads GMime.  Returns: false if it is not installed. */
bool eu_gmime_load(struct eu_gmime *gmime);

/* The source of a message: data in memory or, if data is NULL, a file from `offset` on. */
struct eu_source {
	const char *data;
	int fd;
	uint64_t offset;
};

/* Passes bytes begin .. end of a source to `tell`, decoded and converted to UTF-8.
 * encoding: as in eu_part.  charset: NULL means no conversion.
 * Errors: UNSUPPORTED if the charset is unknown; PARTIAL if the source ended early, or `tell`
 * stopped. */
enum everyuri_status eu_gmime_tell(const struct eu_gmime *gmime, const struct eu_source *source,
                                   uint64_t begin, uint64_t end, int encoding, const char *charset,
                                   everyuri_message_fn *tell, void *context,
                                   struct everyuri_error *err);

#endif
