/* Parses the parts of a message line by line.  Open parts are on an explicit stack, and each line
 * is read once. */
#include "store/parts.h"

#include <stdlib.h>

#define MEDIA_TYPE_MAX 127 /* longest media type in bytes (RFC 6838 4.2) */
#define CHARSET_MAX 40     /* longest charset in bytes (RFC 2978 2.3) */
#define FILE_NAME_MAX 255
#define CONTENT_ID_MAX 998

/* ---- texts ------------------------------------------------------------------------------------------- */

/* Reserves n more bytes, aligned like memory from malloc.  Returns their address, or NULL if there
 * is no memory. */
static char *heap_add(struct eu_parts *parts, struct eu_heap *heap, size_t n)
{
	if (n >= heap->cap - heap->len) { /* an empty text also needs an address */
		size_t cap = 2 * (heap->cap + n) + 1024;
		char *data = realloc(heap->data, cap);

		if (!data) {
			parts->status = EVERYURI_NO_MEMORY;
			return NULL;
		}
		heap->data = data;
		heap->cap = cap;
	}
	heap->len += n;
	return heap->data + heap->len - n;
}

/* Stores a text.  If the text has more than `most` bytes, cuts it between two characters. */
static struct everyuri_span keep_word(struct eu_parts *parts, const char *text, size_t most)
{
	size_t len = text ? strlen(text) : 0;
	char *to;

	if (!text)
		return eu_absent();
	if (len > most)
		for (len = most; len && ((unsigned char)text[len] & 0xC0) == 0x80; len--)
			;
	to = heap_add(parts, &parts->words, len);
	if (!to)
		return eu_absent();
	memcpy(to, text, len);
	return eu_span(parts->words.len - len, parts->words.len);
}

static void lower_word(struct eu_parts *parts, struct everyuri_span word)
{
	for (uint32_t i = word.begin; i < word.end; i++)
		parts->words.data[i] = (char)eu_lower((unsigned char)parts->words.data[i]);
}

const struct eu_part *eu_part(const struct eu_parts *parts, size_t n)
{
	return (const struct eu_part *)(const void *)parts->all.data + n;
}

static struct eu_part *own_part(struct eu_parts *parts, size_t n)
{
	return (struct eu_part *)(void *)parts->all.data + n;
}

/* ---- fields of a header -------------------------------------------------------------------------------- */

/* Returns whether this is token "/" token (RFC 2045 5.1).  Any other text is replaced by
 * application/octet-stream. */
static bool is_media_type(const char *text)
{
	static const char also[] = "!#$&-^_.+";
	unsigned n = 0, slashes = 0;

	for (; n <= MEDIA_TYPE_MAX && text[n]; n++) {
		unsigned char byte = (unsigned char)text[n];

		if (byte == '/' && n && text[n + 1] && text[n + 1] != '/')
			slashes++;
		else if (!eu_is_alpha(byte) && !eu_is_digit(byte) && !strchr(also, byte))
			return false;
	}
	return slashes == 1 && n <= MEDIA_TYPE_MAX;
}

/* Returns whether the charset is safe to pass to iconv, which may search for a file of that name.
 * Allows letters, digits and the other bytes of registered names (RFC 2978 2.3 would allow
 * more). */
static bool is_charset(const char *text)
{
	size_t n = 0;

	for (; n <= CHARSET_MAX && text[n]; n++)
		if (!eu_is_alpha((unsigned char)text[n]) && !eu_is_digit((unsigned char)text[n]) &&
		    !strchr("-_.:+()", text[n]))
			return false;
	return n && n <= CHARSET_MAX;
}

/* Stores a boundary.  By RFC 2046 5.1.1, it has at most 70 characters, and does not end with a
 * blank. */
static void take_boundary(struct eu_parts *parts, const char *text)
{
	size_t len = text ? strlen(text) : 0;

	while (len && (text[len - 1] == ' ' || text[len - 1] == '\t'))
		len--;
	if (!len || len > EU_BOUNDARY_MAX)
		return;
	memcpy(parts->opens.boundary, text, len);
	parts->opens.len = len;
}

static void take_type(struct eu_parts *parts, const char *value)
{
	const struct eu_gmime *gmime = parts->gmime;
	void *type = gmime->g_mime_content_type_parse(NULL, value);
	char *name = gmime->g_mime_content_type_get_mime_type(type);
	const char *charset = gmime->g_mime_content_type_get_parameter(type, "charset");
	const bool good = name && is_media_type(name);
	struct eu_part *part = &parts->part;

	parts->has_type = true;
	part->media_type =
		keep_word(parts, good ? name : "application/octet-stream", MEDIA_TYPE_MAX);
	lower_word(parts, part->media_type);
	if (charset && is_charset(charset))
		part->charset = keep_word(parts, charset, CHARSET_MAX);
	if (eu_is_absent(part->file_name))
		part->file_name =
			keep_word(parts, gmime->g_mime_content_type_get_parameter(type, "name"),
		                  FILE_NAME_MAX);
	take_boundary(parts, gmime->g_mime_content_type_get_parameter(type, "boundary"));
	gmime->g_free(name);
	gmime->g_object_unref(type);
}

/* Stores the disposition and the file name.  The filename parameter takes precedence over the name
 * parameter of Content-Type. */
static void take_disposition(struct eu_parts *parts, const char *value)
{
	const struct eu_gmime *gmime = parts->gmime;
	void *disposition = gmime->g_mime_content_disposition_parse(NULL, value);
	const char *name = gmime->g_mime_content_disposition_get_parameter(disposition, "filename");
	const char *word = gmime->g_mime_content_disposition_get_disposition(disposition);

	parts->part.disposition = word && eu_equals_ignoring_case(word, strlen(word), "inline") ?
	                                  EVERYURI_INLINE :
	                                  EVERYURI_ATTACHMENT;
	if (name)
		parts->part.file_name = keep_word(parts, name, FILE_NAME_MAX);
	gmime->g_object_unref(disposition);
}

static void take_content_id(struct eu_parts *parts, char *value)
{
	char *begin = strchr(value, '<'), *end = begin ? strchr(begin, '>') : NULL;

	if (!end || !eu_is_absent(parts->part.content_id))
		return;
	*end = '\0';
	parts->part.content_id = keep_word(parts, begin + 1, CONTENT_ID_MAX);
}

/* Stores a field meant for people.  If a name occurs again, only its first field counts. */
static void take_for_people(struct eu_parts *parts, enum everyuri_message_field field,
                            const char *value)
{
	char *words;

	if (!eu_is_absent(parts->field[field]) || parts->n_parts)
		return;
	if (field == EVERYURI_MESSAGE_ID || field == EVERYURI_MESSAGE_REFERENCES ||
	    field == EVERYURI_MESSAGE_NEWSGROUPS) {
		parts->field[field] = keep_word(parts, value, EVERYURI_MESSAGE_FIELD_MAX);
		return;
	}
	words = parts->gmime->g_mime_utils_header_decode_text(NULL, value);
	parts->field[field] = keep_word(parts, words, 4 * EVERYURI_MESSAGE_FIELD_MAX);
	parts->gmime->g_free(words);
}

/* Stores References or In-Reply-To.  In-Reply-To replaces a missing References field (RFC 5322
 * 3.6.4). */
static void take_reference(struct eu_parts *parts, const char *value, bool reply)
{
	struct everyuri_span *field = &parts->field[EVERYURI_MESSAGE_REFERENCES];

	if (parts->follows && !reply)
		*field = eu_absent();
	if (eu_is_absent(*field) && !parts->n_parts) {
		parts->follows = reply;
		take_for_people(parts, EVERYURI_MESSAGE_REFERENCES, value);
	}
}

static bool take_named(struct eu_parts *parts, const char *name, size_t len, const char *value)
{
	for (int i = 0; i < EVERYURI_N_MESSAGE_FIELDS; i++) {
		const char *own = everyuri_message_field_name((enum everyuri_message_field)i);

		if (strlen(own) != len || !eu_same_ignoring_case(name, own, len))
			continue;
		if (i == EVERYURI_MESSAGE_REFERENCES)
			take_reference(parts, value, false);
		else
			take_for_people(parts, (enum everyuri_message_field)i, value);
		return true;
	}
	return false;
}

/* Handles one unfolded header field. */
static void take_field(struct eu_parts *parts)
{
	size_t len = parts->line_len, n, at;
	char *line = parts->line, *value;

	parts->line_len = 0;
	if (!len || parts->status)
		return;
	for (size_t i = 0; i < len; i++) /* GMime needs NUL-terminated text */
		if (!line[i])
			line[i] = ' ';
	line[len] = '\0';
	n = strcspn(line, ":");
	if (!line[n])
		return;
	for (at = n + 1; line[at] == ' ' || line[at] == '\t'; at++)
		;
	value = line + at;
	while (n && (line[n - 1] == ' ' || line[n - 1] == '\t'))
		n--;
	if (parts->wants_fields && take_named(parts, line, n, value))
		return;
	if (parts->wants_fields && eu_equals_ignoring_case(line, n, "in-reply-to"))
		take_reference(parts, value, true);
	else if (eu_equals_ignoring_case(line, n, "content-type") && !parts->has_type)
		take_type(parts, value);
	else if (eu_equals_ignoring_case(line, n, "content-disposition") &&
	         !parts->part.disposition)
		take_disposition(parts, value);
	else if (eu_equals_ignoring_case(line, n, "content-transfer-encoding"))
		parts->part.encoding = parts->gmime->g_mime_content_encoding_from_string(value);
	else if (eu_equals_ignoring_case(line, n, "content-id"))
		take_content_id(parts, value);
}

/* ---- parts ------------------------------------------------------------------------------------------- */

static void begin_header(struct eu_parts *parts)
{
	parts->where = EU_IN_HEADER;
	parts->line_len = 0;
	parts->has_type = false;
	parts->opens.len = 0;
	parts->part = (struct eu_part){ .media_type = eu_absent(),
		                        .charset = eu_absent(),
		                        .file_name = eu_absent(),
		                        .content_id = eu_absent() };
}

static bool has_type(const struct eu_parts *parts, struct everyuri_span type, const char *front)
{
	size_t n = strlen(front);

	return eu_span_len(type) >= n && !memcmp(parts->words.data + type.begin, front, n);
}

/* Sets the default type: text or, within a digest, message. */
static void default_type(struct eu_parts *parts)
{
	bool digest = parts->depth && parts->level[parts->depth - 1].digest;

	if (!parts->has_type)
		parts->part.media_type =
			keep_word(parts, digest ? "message/rfc822" : "text/plain", MEDIA_TYPE_MAX);
}

/* Returns whether the content needs no decoding.  RFC 2045 6.4 forbids a multipart in base64 or
 * quoted-printable, which would have to be decoded before parsing. */
static bool is_plain(int encoding)
{
	return encoding < EU_BASE64; /* encoding is absent, 7bit, 8bit or binary */
}

/* Adds the part whose header has just ended.  Returns: false if the part is dropped. */
static bool add_part(struct eu_parts *parts, uint64_t begin)
{
	struct eu_part *part;

	take_field(parts);
	default_type(parts);
	if (parts->n_parts == EVERYURI_MESSAGE_PARTS_MAX) {
		parts->cut = true;
		parts->where = EU_BEHIND_PARTS;
		return false;
	}
	part = (struct eu_part *)(void *)heap_add(parts, &parts->all, sizeof *part);
	if (parts->status) {
		parts->where = EU_BEHIND_PARTS;
		return false;
	}
	*part = parts->part;
	part->begin = part->end = begin;
	part->depth = parts->depth;
	parts->end_before = begin;
	parts->n_parts++;
	return true;
}

static void end_header(struct eu_parts *parts, uint64_t begin)
{
	struct eu_part *part;
	bool multipart, message;

	if (!add_part(parts, begin))
		return;
	part = own_part(parts, parts->n_parts - 1);
	multipart = has_type(parts, part->media_type, "multipart/") && parts->opens.len;
	message = has_type(parts, part->media_type, "message/rfc822") ||
	          has_type(parts, part->media_type, "message/news") ||
	          has_type(parts, part->media_type, "message/global");
	parts->where = EU_IN_CONTENT;
	if ((!multipart && !message) || !is_plain(part->encoding))
		return;
	if (parts->depth == EVERYURI_MESSAGE_DEPTH_MAX) {
		parts->cut = true;
		return;
	}
	part->has_parts = true;
	parts->opens.len = multipart ? parts->opens.len : 0;
	parts->opens.part = parts->n_parts - 1;
	parts->opens.digest = has_type(parts, part->media_type, "multipart/digest");
	parts->level[parts->depth++] = parts->opens;
	if (message)
		begin_header(parts);
	else
		parts->where = EU_BETWEEN_PARTS;
}

/* Closes all open parts above this level. */
static void close_above(struct eu_parts *parts, unsigned depth, uint64_t end)
{
	if (parts->where == EU_IN_CONTENT) {
		struct eu_part *part = own_part(parts, parts->n_parts - 1);

		part->end = end > part->begin ? end : part->begin;
	}
	while (parts->depth > depth) {
		struct eu_part *part = own_part(parts, parts->level[--parts->depth].part);

		part->end = end > part->begin ? end : part->begin;
	}
}

/* ---- boundaries ----------------------------------------------------------------------------------------- */

/* Matches a boundary line (RFC 2046 5.1.1): "--", the boundary of an open level, "--" if it is the
 * last, and blanks.
 * Returns: the level to which the boundary belongs, or -1 if the line is not a boundary. */
static int find_boundary(const struct eu_parts *parts, const char *text, size_t len, bool *last)
{
	if (len < 3 || text[0] != '-' || text[1] != '-')
		return -1;
	while (text[len - 1] == '\n' || text[len - 1] == '\r' || text[len - 1] == ' ' ||
	       text[len - 1] == '\t') /* the loop stops at the hyphens at the latest */
		len--;
	text += 2;
	len = len > 2 ? len - 2 : 0;
	for (unsigned depth = parts->depth; depth--;) {
		const struct eu_part_level *level = &parts->level[depth];
		size_t n = level->len;

		if (!n || len < n || memcmp(text, level->boundary, n) != 0)
			continue;
		*last = len == n + 2 && text[n] == '-' && text[n + 1] == '-';
		if (len == n || *last)
			return (int)depth;
	}
	return -1;
}

/* Handles a boundary line.  A boundary within a header ends the header and an empty part.  That
 * part may be a message, whose own header then ends too. */
static void take_boundary_line(struct eu_parts *parts, unsigned depth, bool last, uint64_t offset)
{
	while (parts->where == EU_IN_HEADER)
		end_header(parts, offset);
	if (parts->where == EU_BEHIND_PARTS)
		return;
	close_above(parts, depth + !last, parts->end_before);
	if (last)
		parts->where = EU_BETWEEN_PARTS;
	else
		begin_header(parts);
}

/* ---- lines ----------------------------------------------------------------------------------------------- */

/* Returns the length of a line without its line break.  len: at least 1. */
static size_t without_end(const char *text, size_t len)
{
	len -= text[len - 1] == '\n';
	return len - (len && text[len - 1] == '\r');
}

static void add_to_field(struct eu_parts *parts, const char *text, size_t len)
{
	const size_t room = EVERYURI_MESSAGE_FIELD_MAX - parts->line_len;

	if (len > room)
		len = room;
	memcpy(parts->line + parts->line_len, text, len);
	parts->line_len += len;
}

static void header_line(struct eu_parts *parts, const char *text, size_t len, uint64_t offset,
                        bool begins)
{
	const size_t n = without_end(text, len);

	if (begins && !n) {
		end_header(parts, offset + len);
		return;
	}
	if (begins && text[0] != ' ' && text[0] != '\t')
		take_field(parts);
	add_to_field(parts, text, n);
}

static bool is_letter(unsigned char byte)
{
	return eu_is_alpha(byte) || eu_is_digit(byte) || byte == '+' || byte == '/';
}

/* Counts the letters of base64, from which the decoded size can be computed without decoding. */
static void count_letters(struct eu_parts *parts, const char *text, size_t len)
{
	struct eu_part *part = own_part(parts, parts->n_parts - 1);

	if (part->encoding != EU_BASE64)
		return;
	for (size_t i = 0; i < len; i++)
		part->n_letters += is_letter((unsigned char)text[i]);
}

void eu_parts_line(struct eu_parts *parts, const char *text, size_t len, uint64_t offset,
                   bool begins)
{
	bool last = false;
	int depth;

	if (parts->where == EU_BEHIND_PARTS)
		return;
	depth = begins ? find_boundary(parts, text, len, &last) : -1;
	if (depth >= 0) {
		take_boundary_line(parts, (unsigned)depth, last, offset);
		parts->end_before = offset + without_end(text, len);
	} else if (parts->where == EU_IN_HEADER) {
		header_line(parts, text, len, offset, begins);
	} else {
		if (parts->where == EU_IN_CONTENT)
			count_letters(parts, text, len);
		parts->end_before = offset + without_end(text, len);
	}
}

/* ---- public functions ---------------------------------------------------------------------------------- */

void eu_parts_begin(struct eu_parts *parts, const struct eu_gmime *gmime, bool wants_fields)
{
	memset(parts, 0, sizeof *parts);
	parts->gmime = gmime;
	parts->wants_fields = wants_fields;
	for (int i = 0; i < EVERYURI_N_MESSAGE_FIELDS; i++)
		parts->field[i] = eu_absent();
	begin_header(parts);
}

enum everyuri_status eu_parts_end(struct eu_parts *parts, uint64_t end, struct everyuri_error *err)
{
	while (parts->where == EU_IN_HEADER)
		end_header(parts, end);
	close_above(parts, 0, end);
	if (parts->status)
		return eu_fail(err, parts->status, 0, "", "out of memory");
	return EVERYURI_OK;
}

void eu_parts_free(struct eu_parts *parts)
{
	free(parts->words.data);
	free(parts->all.data);
}
