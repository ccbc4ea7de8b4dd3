/* Finds messages in files, with their bounds and ids.  Content is not changed: ">From " is not
 * unescaped. */
#define _DEFAULT_SOURCE
#include "store/mail.h"

/* ---- lines ------------------------------------------------------------------------------------------ */

void eu_lines_begin(struct eu_lines *lines, int fd, char *block, uint64_t from, uint64_t end)
{
	*lines = (struct eu_lines){ .fd = fd, .block = block, .offset = from, .end = end };
}

/* Moves the unread bytes to the front, and fills the rest of the block.  Returns: false if no
 * more bytes follow. */
static bool fill_lines(struct eu_lines *lines)
{
	uint64_t next = lines->offset + lines->len;
	size_t room, left = lines->len - lines->at;
	ssize_t n;

	memmove(lines->block, lines->block + lines->at, left);
	lines->offset += lines->at;
	lines->at = 0;
	lines->len = left;
	room = EU_BLOCK - left;
	if (room > lines->end - next)
		room = (size_t)(lines->end - next);
	if (!room)
		return false;
	n = eu_pread(lines->fd, lines->block + left, room, next);
	if (n <= 0)
		return false;
	lines->len += (size_t)n;
	return true;
}

bool eu_lines_next(struct eu_lines *lines, struct eu_line *line)
{
	const char *end = NULL;
	size_t seen = 0;

	for (;;) {
		const char *text = lines->block + lines->at;
		size_t have = lines->len - lines->at;

		end = have > seen ? memchr(text + seen, '\n', have - seen) : NULL;
		seen = have;
		if (end || !fill_lines(lines))
			break;
	}
	line->text = lines->block + lines->at;
	line->len = end ? (size_t)(end - line->text) + 1 : lines->len - lines->at;
	line->offset = lines->offset + lines->at;
	line->begins = !lines->within;
	lines->within = !end;
	lines->at += line->len;
	return line->len > 0;
}

bool eu_line_is_blank(const struct eu_line *line)
{
	return line->begins && line->len <= 2 && line->text[line->len - 1] == '\n' &&
	       (line->len == 1 || line->text[0] == '\r');
}

/* ---- headers ------------------------------------------------------------------------------------------ */

static const char id_field[] = "message-id:";

/* Reads the id of the message.  By RFC 5322 3.6.4, msg-id is in angle brackets, perhaps on a
 * continuation line. *in_field tells whether the current field is Message-ID. */
static void read_id(const struct eu_line *line, bool *in_field, struct eu_message *message)
{
	const size_t n = sizeof id_field - 1;
	const char *begin, *end;

	if (line->begins && line->text[0] != ' ' && line->text[0] != '\t')
		*in_field = line->len >= n && eu_equals_ignoring_case(line->text, n, id_field);
	if (!*in_field || message->id_len)
		return;
	begin = memchr(line->text, '<', line->len);
	if (!begin)
		return;
	begin++;
	end = memchr(begin, '>', (size_t)(line->text + line->len - begin));
	if (!end || (size_t)(end - begin) > sizeof message->id)
		return;
	message->id_len = (size_t)(end - begin);
	memcpy(message->id, begin, message->id_len);
}

void eu_scan_header(int fd, char *block, uint64_t offset, uint64_t end, struct eu_message *message)
{
	struct eu_lines lines;
	struct eu_line line;
	bool in_field = false;

	eu_lines_begin(&lines, fd, block, offset, end);
	message->offset = offset;
	message->id_len = 0;
	while (!message->id_len && eu_lines_next(&lines, &line) && !eu_line_is_blank(&line))
		read_id(&line, &in_field, message);
}

/* ---- mbox ------------------------------------------------------------------------------------------- */

static bool is_from_line(const struct eu_line *line)
{
	return line->begins && line->len > 5 && !memcmp(line->text, "From ", 5);
}

/* Reads the next message of an mbox.  A message ends before a blank line and a From_ line
 * (RFC 4155).  That blank line belongs to the mbox, and so does a blank line at the end of the
 * file. */
bool eu_scan_mbox(struct eu_lines *lines, bool *in_mbox, struct eu_message *message)
{
	struct eu_line line = { .len = 0 };
	bool in_header = true, in_field = false, blank = false;
	uint64_t end, behind;

	if (!*in_mbox) {
		*in_mbox = eu_lines_next(lines, &line) && is_from_line(&line);
		while (*in_mbox && lines->within && eu_lines_next(lines, &line))
			;
	}
	behind = lines->offset + lines->at;
	if (!*in_mbox || behind >= lines->end)
		return false;
	message->offset = end = behind;
	message->id_len = 0;
	while (eu_lines_next(lines, &line)) {
		if (blank && is_from_line(&line)) {
			while (lines->within && eu_lines_next(lines, &line))
				;
			message->length = end - message->offset;
			return true;
		}
		blank = eu_line_is_blank(&line);
		end = blank ? line.offset : line.offset + line.len;
		if (in_header && !blank)
			read_id(&line, &in_field, message);
		in_header = in_header && !blank;
	}
	message->length = end - message->offset;
	return true;
}
