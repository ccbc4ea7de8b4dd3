/* parts.h - the parts of a message, parsed line by line. */
#ifndef EU_STORE_PARTS_H
#define EU_STORE_PARTS_H

#include "store/gmime.h"

#define EU_BOUNDARY_MAX 70 /* longest boundary in bytes (RFC 2046 5.1.1) */

/* A growing buffer. */
struct eu_heap {
	char *data;
	size_t len, cap;
};

/* A part.  Its texts are spans of words.data. */
struct eu_part {
	struct everyuri_span media_type, charset, file_name, content_id;
	enum everyuri_disposition disposition;
	unsigned depth;
	bool has_parts;
	int encoding;
	uint64_t begin, end, n_letters; /* n_letters: number of letters of base64 */
};

/* An open level: a multipart, or an enclosed message (which has no boundary). */
struct eu_part_level {
	size_t part;
	bool digest; /* the default type of its parts is message (RFC 2046 5.1.5) */
	size_t len;
	char boundary[EU_BOUNDARY_MAX];
};

struct eu_parts {
	const struct eu_gmime *gmime;
	bool wants_fields; /* collect the fields of the outermost message that are meant for
	                      people */
	struct everyuri_span field[EVERYURI_N_MESSAGE_FIELDS];
	struct eu_heap words, all; /* words: texts; all: structs eu_part, one after another */
	size_t n_parts;
	bool cut, follows; /* cut: there were too many parts. follows: REFERENCES contains
	                      In-Reply-To; a References field will replace it */
	enum everyuri_status status;

	/* The position in the message. */
	enum { EU_IN_HEADER, EU_IN_CONTENT, EU_BETWEEN_PARTS, EU_BEHIND_PARTS } where;
	uint64_t end_before; /* end of the previous line, without its line break */
	struct eu_part_level level[EVERYURI_MESSAGE_DEPTH_MAX];
	unsigned depth;

	/* The current header: its current field, unfolded, and the values that its fields have
	 * declared. */
	char line[EVERYURI_MESSAGE_FIELD_MAX + 1];
	size_t line_len;
	struct eu_part part;
	bool has_type, is_multipart, is_message;
	struct eu_part_level opens;
};

void eu_parts_begin(struct eu_parts *parts, const struct eu_gmime *gmime, bool wants_fields);
void eu_parts_free(struct eu_parts *parts);

/* Parses a line with its line break.  begins: it is the start of a line, not the continuation of a
 * split one. */
void eu_parts_line(struct eu_parts *parts, const char *text, size_t len, uint64_t offset,
                   bool begins);

/* Ends the last part.  Errors: NO_MEMORY. */
enum everyuri_status eu_parts_end(struct eu_parts *parts, uint64_t end, struct everyuri_error *err);

/* Returns part n, 0 .. n_parts - 1. */
const struct eu_part *eu_part(const struct eu_parts *parts, size_t n);

#endif
