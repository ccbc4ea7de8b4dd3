/* Decodes WAIS responses as they arrive.  Only one part of a message at a time is kept, in c->line.
 * Every length is checked against the enclosing part before it is used (THREATS L2, C9). */
#include "access/wais.h"

#define WAIS_MESSAGE_MAX (16u << 20)

/* Parts of a message. */
enum {
	PART_HEADER,
	PART_SIZE,  /* two bytes, the length of PART_FIXED */
	PART_FIXED, /* the type of the message, counts, and elements */
	PART_TAG,
	PART_LENGTH,
	PART_DIAGNOSTIC_SIZE,
	PART_DIAGNOSTIC,
	PART_GROUP, /* a group in the header of a document */
	PART_SKIPPED,
	PART_TEXT,
};

/* The groups that can be open. end[depth] is the offset at which each ends. */
enum { IN_MESSAGE, IN_INFORMATION, IN_DOCUMENT };

static void not_wais(struct everyuri_conversation *c, const char *message)
{
	eu_abort(c, c->some ? EVERYURI_PARTIAL : EVERYURI_PROTOCOL, "RFC 1625", message);
}

static void begin_part(struct everyuri_conversation *c, int part, uint32_t need)
{
	c->frame.part = (uint8_t)part;
	c->frame.need = need;
	c->frame.number = c->frame.n_number = 0;
	c->line_len = 0;
}

/* Begins a part that is kept in c->line, so it must fit there. */
static void keep_part(struct everyuri_conversation *c, int part, uint32_t need)
{
	if (need > EVERYURI_REPLY_LINE)
		not_wais(c, "part of the response is too long");
	begin_part(c, part, need);
}

/* ---- elements in memory ---------------------------------------------------------------------------- */

/* Reads a number that is stored as seven bits per byte, in at most four bytes.  Returns false if it
 * is invalid. */
static bool take_compressed(struct everyuri_text *rest, uint32_t *number)
{
	*number = 0;
	for (size_t i = 0; i < 4 && i < rest->len; i++) {
		unsigned char byte = (unsigned char)rest->data[i];

		*number = *number << 7 | (byte & 0x7F);
		if (byte & 0x80)
			continue;
		rest->data += i + 1;
		rest->len -= i + 1;
		return true;
	}
	return false;
}

bool eu_wais_next(struct everyuri_text *rest, struct eu_wais_element *element)
{
	uint32_t len;

	if (!take_compressed(rest, &element->tag) || !take_compressed(rest, &len) ||
	    len > rest->len)
		return false;
	element->value = (struct everyuri_text){ rest->data, len };
	rest->data += len;
	rest->len -= len;
	return true;
}

uint64_t eu_wais_number(struct everyuri_text value)
{
	uint64_t number = 0;

	if (!value.len || value.len > 4)
		return EVERYURI_LENGTH_UNKNOWN;
	for (size_t i = 0; i < value.len; i++)
		number = number << 8 | (unsigned char)value.data[i];
	return number;
}

/* ---- complete parts ------------------------------------------------------------------------- */

/* Reads the header: length, type, version, server's name, compression, encoding, check digit. */
static void header_is_whole(struct everyuri_conversation *c)
{
	uint64_t len = 0;

	for (int i = 0; i < 10; i++) {
		if (!eu_is_digit((unsigned char)c->line[i])) {
			not_wais(c, "missing length of the response");
			return;
		}
		len = len * 10 + (uint64_t)(c->line[i] - '0');
	}
	if (c->line[10] == 'n')
		eu_abort(c, c->some ? EVERYURI_PARTIAL : EVERYURI_FAILED, "RFC 1625",
		         "the server did not understand the request");
	else if (c->line[10] != 'z' || c->line[11] != '2')
		not_wais(c, "response is not a WAIS message");
	else if (c->line[22] != ' ' || c->line[23] != ' ')
		not_wais(c, "unsupported compression or encoding of the response");
	else if (len < 2 || len > WAIS_MESSAGE_MAX)
		not_wais(c, "response is too short or too long");
	c->frame.at = 0;
	c->frame.end[IN_MESSAGE] = (uint32_t)len;
	c->frame.depth = IN_MESSAGE;
	c->frame.behind_diagnostic = false;
	keep_part(c, PART_SIZE, 2);
}

static void size_is_whole(struct everyuri_conversation *c)
{
	uint32_t size = (uint32_t)eu_wais_number((struct everyuri_text){ c->line, 2 });

	if (!size || size > c->frame.end[IN_MESSAGE] - 2)
		not_wais(c, "part of the response is longer than the response");
	keep_part(c, PART_FIXED, size);
}

/* Closes the groups that end here; then begins the next element, or the next message. */
static void next_element(struct everyuri_conversation *c)
{
	struct eu_frame *frame = &c->frame;

	while (frame->depth && frame->at == frame->end[frame->depth])
		frame->depth--;
	begin_part(c, PART_TAG, 1);
	if (frame->at < frame->end[IN_MESSAGE] || c->doing == EU_ENDED)
		return;
	begin_part(c, PART_HEADER, EU_WAIS_HEADER);
	if (frame->records)
		not_wais(c, "the server sent fewer records than it announced");
	else
		eu_wais_message_ended(c);
}

static void open_group(struct everyuri_conversation *c, uint32_t len)
{
	c->frame.depth++;
	c->frame.end[c->frame.depth] = c->frame.at + len;
	next_element(c);
}

/* Begins the value of an element.  Its length was checked against the open group. */
static void begin_value(struct everyuri_conversation *c, uint32_t tag, uint32_t len)
{
	unsigned depth = c->frame.depth;

	if (depth == IN_MESSAGE && tag == EU_TAG_USER_INFORMATION) {
		open_group(c, len);
	} else if (depth == IN_INFORMATION && tag == EU_TAG_DOCUMENT) {
		open_group(c, len);
	} else if (depth == IN_INFORMATION && tag >= EU_TAG_HEADER && tag <= EU_TAG_LONG_HEADER) {
		keep_part(c, PART_GROUP, len);
	} else if (depth == IN_DOCUMENT && tag == EU_TAG_TEXT) {
		begin_part(c, PART_TEXT, len);
		eu_wais_text_begins(c, len);
	} else {
		begin_part(c, PART_SKIPPED, len);
	}
}

static void part_is_whole(struct everyuri_conversation *c)
{
	const struct everyuri_text kept = { c->line, c->line_len };
	uint32_t size;

	switch (c->frame.part) {
	case PART_HEADER:
		header_is_whole(c);
		return;
	case PART_SIZE:
		size_is_whole(c);
		return;
	case PART_DIAGNOSTIC_SIZE:
		size = (uint32_t)eu_wais_number(kept);
		if (size < 2 || size > c->frame.end[c->frame.depth] - c->frame.at)
			not_wais(c, "invalid length of a diagnostic in the response");
		keep_part(c, PART_DIAGNOSTIC, size);
		return;
	case PART_FIXED:
		eu_wais_came(c, kept);
		break;
	case PART_DIAGNOSTIC:
		eu_wais_diagnostic_came(c, kept);
		c->frame.behind_diagnostic = true;
		break;
	case PART_GROUP:
		eu_wais_header_came(c, kept);
		break;
	default:
		break;
	}
	next_element(c);
}

/* ---- bytes --------------------------------------------------------------------------------------------- */

static void number_is_whole(struct everyuri_conversation *c)
{
	struct eu_frame *frame = &c->frame;
	uint32_t number = frame->number;

	if (frame->part == PART_TAG && number == EU_TAG_DIAGNOSTICS &&
	    frame->depth == IN_INFORMATION) { /* the length of this group is two bytes in plain
	                                         binary */
		if (frame->end[frame->depth] - frame->at < 2)
			not_wais(c, "truncated element in the response");
		keep_part(c, PART_DIAGNOSTIC_SIZE, 2);
		return;
	}
	if (frame->part == PART_TAG) {
		frame->tag = number;
		begin_part(c, PART_LENGTH, 1);
		if (frame->at == frame->end[frame->depth])
			not_wais(c, "truncated element in the response");
		return;
	}
	if (number > frame->end[frame->depth] - frame->at) {
		not_wais(c, "element in the response is longer than its group");
		return;
	}
	begin_value(c, frame->tag, number);
	/* a value of length 0 is complete at once */
	if (!number && c->frame.part >= PART_GROUP)
		part_is_whole(c);
}

static void number_byte(struct everyuri_conversation *c, unsigned char byte)
{
	struct eu_frame *frame = &c->frame;

	/* a diagnostic ends with the byte 1D, which its length does not include */
	if (frame->behind_diagnostic && frame->part == PART_TAG && byte == 0x1D) {
		frame->behind_diagnostic = false;
		next_element(c);
		return;
	}
	frame->behind_diagnostic = false;
	frame->number = frame->number << 7 | (byte & 0x7F);
	frame->n_number++;
	if (!(byte & 0x80))
		number_is_whole(c);
	else if (frame->n_number == 4 || frame->at == frame->end[frame->depth])
		not_wais(c, "number in the response is too long");
}

/* Reads bytes of the current part.  Returns the number of bytes consumed, at least one. */
static size_t take_part(struct everyuri_conversation *c, const char *data, size_t len)
{
	struct eu_frame *frame = &c->frame;

	if (frame->part == PART_TAG || frame->part == PART_LENGTH) {
		frame->at++;
		number_byte(c, (unsigned char)data[0]);
		return 1;
	}
	size_t n = len < frame->need ? len : frame->need;

	if (frame->part == PART_TEXT) {
		if (c->doing == EU_RECEIVING)
			eu_tell_bytes(c, data, n);
	} else if (frame->part != PART_SKIPPED) { /* keep_part has checked the size */
		memcpy(c->line + c->line_len, data, n);
		c->line_len += n;
	}
	frame->need -= (uint32_t)n;
	if (frame->part != PART_HEADER)
		frame->at += (uint32_t)n;
	if (!frame->need && c->doing != EU_ENDED)
		part_is_whole(c);
	return n;
}

size_t eu_wais_take(struct everyuri_conversation *c, const char *data, size_t len)
{
	size_t taken = 0;

	if (c->frame.part == PART_HEADER && !c->frame.need)
		begin_part(c, PART_HEADER, EU_WAIS_HEADER);
	while (taken < len && (c->doing == EU_REPLYING || c->doing == EU_RECEIVING)) {
		taken += take_part(c, data + taken, len - taken);
		if (c->frame.part == PART_HEADER && c->frame.need == EU_WAIS_HEADER)
			break; /* the message has ended; the caller decides whether to read the next
			          one */
	}
	return taken;
}
