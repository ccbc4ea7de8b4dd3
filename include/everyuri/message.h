/* message.h - read a message of mail or news (message/rfc822): its header and its parts, decoded.
 *
 * The text is treated as hostile.  It is read once, line by line, without recursion, so that the
 * cost is linear even with deeply nested parts, thousands of parts or unclosed boundaries.  GMime 3
 * decodes encoded words, charsets and transfer encodings; it is loaded with the first message. */
#ifndef EVERYURI_MESSAGE_H
#define EVERYURI_MESSAGE_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

#define EVERYURI_MESSAGE_MAX (16u << 20) /**< longest message, in bytes */
#define EVERYURI_MESSAGE_PARTS_MAX 1000  /**< maximum number of parts that are stored */
#define EVERYURI_MESSAGE_DEPTH_MAX 32    /**< maximum nesting depth; deeper parts are not split */
#define EVERYURI_MESSAGE_FIELD_MAX 8192  /**< longest header field, in bytes; the rest is cut off */

/** Header fields to display. */
enum everyuri_message_field {
	EVERYURI_MESSAGE_FROM = 0,
	EVERYURI_MESSAGE_TO = 1,
	EVERYURI_MESSAGE_CC = 2,
	EVERYURI_MESSAGE_NEWSGROUPS = 3,
	EVERYURI_MESSAGE_SUBJECT = 4,
	EVERYURI_MESSAGE_DATE = 5,
	EVERYURI_MESSAGE_ID = 6,        /**< with its angle brackets */
	EVERYURI_MESSAGE_REFERENCES = 7 /**< ids of earlier messages, the oldest first; without such
	                                     a field, In-Reply-To */
};
#define EVERYURI_N_MESSAGE_FIELDS 8

/** Content dispositions (RFC 2183 2). */
enum everyuri_disposition {
	EVERYURI_DISPOSITION_NONE = 0, /**< the part declares none */
	EVERYURI_INLINE = 1,
	EVERYURI_ATTACHMENT = 2 /**< "attachment", or an unknown disposition (2.8) */
};

/** A part.  Part 0 is the message itself.  A part comes before the parts that it contains. */
struct everyuri_message_part {
	struct everyuri_text media_type; /**< such as "text/plain", in lower case; never absent */
	struct everyuri_text charset;    /**< the charset that the part declares; data is NULL if it
	                                      declares none */
	struct everyuri_text file_name;  /**< UTF-8, for display only: may have any characters, even
	                                      slashes */
	struct everyuri_text content_id; /**< without its angle brackets */
	enum everyuri_disposition disposition;
	unsigned depth;      /**< level of nesting; 0 is the message itself */
	bool has_parts;      /**< it is multipart/... or an enclosed message */
	uint64_t size;       /**< size of the decoded content in bytes; for quoted-printable, of the
	                     encoded content */
	uint64_t begin, end; /**< offsets of its encoded content in the text */
	int encoding;        /**< private */
};

/** A message. */
struct everyuri_message {
	/** The fields, unfolded and decoded to UTF-8 (RFC 2047).  A decoded word may still contain
	 *  a line break.  Message-ids and newsgroups are not decoded, and may have any bytes.  data
	 *  is NULL if there is no such field. */
	struct everyuri_text field[EVERYURI_N_MESSAGE_FIELDS];
	const struct everyuri_message_part *part;
	size_t n_parts;           /**< at least 1 */
	bool cut;                 /**< some parts were left out, because they were too many or too
	                               deep */
	struct everyuri_text all; /**< the whole text */
};

/** Returns the name of a field: "From", "Message-ID", ...  Returns: static. */
const char *everyuri_message_field_name(enum everyuri_message_field field);

/** Loads GMime, so that later calls need not open its files.  (A sandbox could forbid that.)  iconv
 *  still opens a file for most charsets.
 *  Returns: false if GMime is not installed. */
bool everyuri_message_ready(void);

/** Reads a message.
 *  data:    must outlive the message.
 *  buf:     holds the content of *message.
 *  message: receives the message.
 *  Errors:  UNSUPPORTED: GMime 3 is not installed; TOO_LONG; NO_SPACE, NO_MEMORY.
 *  Cost:    linear in the text; a few hundred bytes of memory for each part.
 *  Source:  RFC 5322, RFC 2045 to 2047, RFC 2183, RFC 2231, RFC 5536. */
enum everyuri_status everyuri_message_read(const char *data, size_t len, struct everyuri_buf *buf,
                                           struct everyuri_message *message,
                                           struct everyuri_error *err);

/** Receives a piece of content.  Returns: false to stop. */
typedef bool everyuri_message_fn(void *context, const char *data, size_t len);

/** Passes the decoded content of a part to a callback.
 *  n:       number of the part.
 *  tell:    called with `context` for each piece.
 *  Errors:  MISSING if there is no such part; UNSUPPORTED if the part is multipart/..., or GMime is
 *           not installed; PARTIAL if `tell` returned false. */
enum everyuri_status everyuri_message_content(const struct everyuri_message *message, size_t n,
                                              everyuri_message_fn *tell, void *context,
                                              struct everyuri_error *err);

/** Passes the content of a text part to a callback, like everyuri_message_content(), but converts
 *  it to UTF-8.  Drops bytes that are invalid in the part's charset.  If the charset is UTF-8, the
 *  invalid bytes stay, and the caller must escape them.
 *  charset: receives the charset that was used; valid as long as the message.  If the part gives no
 *           known charset, UTF-8 is used if the content is valid UTF-8, otherwise windows-1252.  May
 *           be NULL. */
enum everyuri_status everyuri_message_text(const struct everyuri_message *message, size_t n,
                                           everyuri_message_fn *tell, void *context,
                                           struct everyuri_text *charset,
                                           struct everyuri_error *err);

/** Decodes the encoded words of a header field to UTF-8.  Without GMime, copies the text.
 *  text:    cut after EVERYURI_MESSAGE_FIELD_MAX bytes.
 *  buf:     receives the text.
 *  Source:  RFC 2047. */
enum everyuri_status everyuri_message_words(const char *text, size_t len, struct everyuri_buf *buf,
                                            struct everyuri_error *err);

#ifdef __cplusplus
}
#endif
#endif
