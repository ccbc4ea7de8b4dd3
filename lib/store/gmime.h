/* gmime.h - GMime 3, loaded when a message is to be read.
 *
 * GMime brings GLib with it, and both take longer to load than all else that reading a file needs
 * (2.6 ms of 3.3, measured); so they are loaded here, and nothing of them is seen anywhere else.  Its
 * parser is not used: that one calls itself for parts within parts, and what is hostile here
 * would choose the depth of the stack (parts.c instead).  Its headers, words, charsets and encodings
 * are; what is used of their interface has not changed since GMime 3.0. */
#ifndef EU_STORE_GMIME_H
#define EU_STORE_GMIME_H

#include "base/base.h"
#include "everyuri/message.h"

/* What is called, each under its own name.  Objects are pointers, gboolean is int. */
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

/* GMime's numbers of encodings; those before need no decoding. */
enum { EU_BASE64 = 4, EU_QUOTED_PRINTABLE = 5, EU_UUENCODE = 6 };

/* Returns: false if GMime is not installed. */
bool eu_gmime_load(struct eu_gmime *gmime);

/* Where the bytes of a message are: in memory, or data NULL: in a file, from offset on. */
struct eu_source {
	const char *data;
	int fd;
	uint64_t offset;
};

/* Tell bytes begin .. end of a source, their encoding (as eu_part has it) undone, and from a charset
 * to UTF-8; charset NULL: as they are.
 *  Errors: UNSUPPORTED: nobody knows this charset; PARTIAL: the source ends, or tell said stop. */
enum everyuri_status eu_gmime_tell(const struct eu_gmime *gmime, const struct eu_source *source,
                                   uint64_t begin, uint64_t end, int encoding, const char *charset,
                                   everyuri_message_fn *tell, void *context,
                                   struct everyuri_error *err);

#endif
