/* wais.h - the interface between the files of WAIS: Z39.50-1988 with the profile of RFC 1625 and of
 * the WAIS Interface Protocol.  wais_write.c encodes requests, wais_read.c decodes responses, and
 * wais.c handles them. */
#ifndef EU_ACCESS_WAIS_H
#define EU_ACCESS_WAIS_H

#include "access/conversation.h"

/* The types of messages (APDUs) and the tags within them. */
enum {
	EU_WAIS_INIT = 20,
	EU_WAIS_INIT_ANSWER = 21,
	EU_WAIS_SEARCH = 22,
	EU_WAIS_SEARCH_ANSWER = 23,
};
enum {
	EU_TAG_REFERENCE = 2,
	EU_TAG_VERSION = 3,
	EU_TAG_OPTIONS = 4,
	EU_TAG_MESSAGE_SIZE = 5,
	EU_TAG_RECORD_SIZE = 6,
	EU_TAG_IMPLEMENTATION = 9,
	EU_TAG_RESULT_SET = 17,
	EU_TAG_DATABASES = 18,
	EU_TAG_ELEMENTS = 19,
	EU_TAG_QUERY_TYPE = 20,
	EU_TAG_QUERY = 21,
	EU_TAG_DIAGNOSTICS = 28,
	EU_TAG_ATTRIBUTES = 44,
	EU_TAG_TERM = 45,
	EU_TAG_OPERATOR = 46,
	EU_TAG_USER_INFORMATION = 99,
	EU_TAG_WORDS = 106,
	EU_TAG_DATE_FACTOR = 111,
	EU_TAG_MOST_DOCUMENTS = 114,
	EU_TAG_DOCUMENT_ID = 116,
	EU_TAG_LENGTH = 120,
	EU_TAG_DATE = 122,
	EU_TAG_HEADLINE = 123,
	EU_TAG_TEXT = 127,
	EU_TAG_TYPES = 132,
	EU_TAG_TYPE = 133,
	EU_TAG_HEADER = 150, /* header of a document; 151 is its short form, 152 its long form */
	EU_TAG_LONG_HEADER = 152,
	EU_TAG_DOCUMENT = 153,
};

#define EU_WAIS_HEADER 25          /* length of the header of a message */
#define EU_WAIS_CHUNK 10000u       /* bytes of a document to request at once */
#define EU_WAIS_MOST_DOCUMENTS 40u /* maximum number of results of a search; must fit in one byte */

/* ---- wais_write.c: into c->out ------------------------------------------------------------------- */

void eu_wais_write_init(struct everyuri_conversation *c);
void eu_wais_write_search(struct everyuri_conversation *c, struct everyuri_text database,
                          struct everyuri_text words);

/* The bytes of a document from `from` up to, but not including, `to`. */
struct eu_wais_range {
	struct everyuri_text database, id, type;
	uint32_t from, to;
};
void eu_wais_write_retrieve(struct everyuri_conversation *c, const struct eu_wais_range *range);

/* ---- wais_read.c ------------------------------------------------------------------------------------ */

/* Reads bytes of a message, and calls the functions below as soon as parts of it are complete.
 * When a message begins, c->frame is zero except `chunk` and the members that wais.c uses. */
size_t eu_wais_take(struct everyuri_conversation *c, const char *data, size_t len);

/* An element of a group in memory. */
struct eu_wais_element {
	uint32_t tag;
	struct everyuri_text value;
};

/* Reads the next element and moves *rest past it.  Returns false at the end and for invalid
 * bytes. */
bool eu_wais_next(struct everyuri_text *rest, struct eu_wais_element *element);

/* Returns a number of up to four bytes, most significant byte first, or LENGTH_UNKNOWN if it is
 * invalid. */
uint64_t eu_wais_number(struct everyuri_text value);

/* ---- wais.c: called when a part is complete ------------------------------------------------- */

/* Called with the part before the tagged user information.  Its first byte is the type of the
 * message. */
void eu_wais_came(struct everyuri_conversation *c, struct everyuri_text fixed);
void eu_wais_header_came(struct everyuri_conversation *c, struct everyuri_text group);
void eu_wais_diagnostic_came(struct everyuri_conversation *c, struct everyuri_text diagnostic);
void eu_wais_text_begins(struct everyuri_conversation *c, uint32_t len);
void eu_wais_message_ended(struct everyuri_conversation *c);

#endif
