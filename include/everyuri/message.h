/* message.h - one message of mail or news (message/rfc822): its header for people, its parts, and
 * what is in them.
 *
 * The text is the caller's, and hostile.  It is read once, line by line, without recursion: parts
 * within parts, thousands of them, boundaries that never close cost no more than their bytes.
 * GMime 3 decodes words, charsets and encodings; it is loaded with the first message. */
#ifndef EVERYURI_MESSAGE_H
#define EVERYURI_MESSAGE_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

#define EVERYURI_MESSAGE_MAX (16u << 20) /**< bytes: a longer message is TOO_LONG */
#define EVERYURI_MESSAGE_PARTS_MAX 1000  /**< parts that are told */
#define EVERYURI_MESSAGE_DEPTH_MAX 32    /**< parts within parts; what is below is one part */
#define EVERYURI_MESSAGE_FIELD_MAX 8192  /**< bytes: of a longer field of a header the front */

/** The fields that people read. */
enum everyuri_message_field {
	EVERYURI_MESSAGE_FROM = 0,
	EVERYURI_MESSAGE_TO = 1,
	EVERYURI_MESSAGE_CC = 2,
	EVERYURI_MESSAGE_NEWSGROUPS = 3,
	EVERYURI_MESSAGE_SUBJECT = 4,
	EVERYURI_MESSAGE_DATE = 5,
	EVERYURI_MESSAGE_ID = 6,        /**< with its angle brackets */
	EVERYURI_MESSAGE_REFERENCES = 7 /**< what it follows, the oldest first; or In-Reply-To */
};
#define EVERYURI_N_MESSAGE_FIELDS 8

/** RFC 2183 2. */
enum everyuri_disposition {
	EVERYURI_DISPOSITION_NONE = 0, /**< nothing is said */
	EVERYURI_INLINE = 1,
	EVERYURI_ATTACHMENT = 2 /**< and every type that is not known (2.8) */
};

/** A part.  Part 0 is the message itself; one that has parts of its own stands before them. */
struct everyuri_message_part {
	struct everyuri_text media_type; /**< "text/plain": lower case, never absent */
	struct everyuri_text charset;    /**< as the part says it; data NULL: it does not */
	struct everyuri_text file_name;  /**< UTF-8, for people: any characters, slashes too */
	struct everyuri_text content_id; /**< without its angle brackets */
	enum everyuri_disposition disposition;
	unsigned depth;      /**< 0: the message */
	bool has_parts;      /**< multipart/..., or a message within the message */
	uint64_t size;       /**< bytes, decoded; where quoted-printable, still encoded */
	uint64_t begin, end; /**< of its content, encoded, in the text */
	int encoding;        /**< the reader's own */
};

/** A message, as it was read. */
struct everyuri_message {
	/** RFC 2047 decoded to UTF-8, on one line but for what was encoded in it; message-ids and
	 *  groups as they stand, any bytes.  data NULL: it has no such field. */
	struct everyuri_text field[EVERYURI_N_MESSAGE_FIELDS];
	const struct everyuri_message_part *part;
	size_t n_parts;           /**< at least 1 */
	bool cut;                 /**< there are more, or deeper ones, than are told */
	struct everyuri_text all; /**< what it was read from */
};

/** "From", "Message-ID", ...: static. */
const char *everyuri_message_field_name(enum everyuri_message_field field);

/** Is GMime there?  It is loaded now, and needs no file to be opened later; charsets do (iconv has
 *  a file for most of them). */
bool everyuri_message_ready(void);

/** Read a message.
 *  data:    its bytes; they must live as long as the message is used.
 *  buf:     holds what is in *message.
 *  Errors:  UNSUPPORTED: GMime 3 is not installed; TOO_LONG; NO_SPACE, NO_MEMORY.
 *  Cost:    linear in the text; memory: a few hundred bytes a part.
 *  Source:  RFC 5322, RFC 2045 to 2047, RFC 2183, RFC 2231, RFC 5536. */
enum everyuri_status everyuri_message_read(const char *data, size_t len, struct everyuri_buf *buf,
                                           struct everyuri_message *message,
                                           struct everyuri_error *err);

/** Takes a piece.  Returns: false to stop. */
typedef bool everyuri_message_fn(void *context, const char *data, size_t len);

/** Tell what is in a part, its encoding undone.
 *  n:       its number.
 *  Errors:  MISSING: there is none; UNSUPPORTED: multipart/..., which is made of others, or no
 *           GMime; PARTIAL: tell said stop. */
enum everyuri_status everyuri_message_content(const struct everyuri_message *message, size_t n,
                                              everyuri_message_fn *tell, void *context,
                                              struct everyuri_error *err);

/** The same for a text, in UTF-8.  What is not of its charset is left out, but for bytes that are
 *  said to be UTF-8 and are not: those stay, for the writer of the caller's to show.
 *  charset: set to what it was read as, static or in the message: its own; where it names none, or
 *           one that nobody knows, UTF-8 if all of it is that, and windows-1252 if not.  May be NULL. */
enum everyuri_status everyuri_message_text(const struct everyuri_message *message, size_t n,
                                           everyuri_message_fn *tell, void *context,
                                           struct everyuri_text *charset,
                                           struct everyuri_error *err);

/** RFC 2047: a field's text as people read it, in UTF-8.  Without GMime, or where nothing is encoded,
 *  as it is.
 *  text:    of a longer one than EVERYURI_MESSAGE_FIELD_MAX the front.
 *  Result:  in buf. */
enum everyuri_status everyuri_message_words(const char *text, size_t len, struct everyuri_buf *buf,
                                            struct everyuri_error *err);

#ifdef __cplusplus
}
#endif
#endif
