/* Parses the text messages that the page sends: the size of its terminal. */
#include "gateway/session/session.h"

#include <string.h>

bool eu_session_side(struct everyuri_text text, uint16_t *side)
{
	unsigned number = 0;

	if (!text.len || text.len > 3)
		return false;
	for (size_t i = 0; i < text.len; i++) {
		if (text.data[i] < '0' || text.data[i] > '9')
			return false;
		number = number * 10 + (unsigned)(text.data[i] - '0');
	}
	if (number < 2 || number > SESSION_SIDE_MAX)
		return false;
	*side = (uint16_t)number;
	return true;
}

bool eu_session_resize(struct everyuri_text words, struct session_size *size)
{
	static const char verb[] = "resize ";
	const size_t n = sizeof verb - 1;
	struct everyuri_text columns, lines;
	struct session_size read;
	const char *blank;

	if (words.len < n || memcmp(words.data, verb, n) != 0)
		return false;
	columns = (struct everyuri_text){ words.data + n, words.len - n };
	blank = memchr(columns.data, ' ', columns.len);
	if (!blank)
		return false;
	lines.data = blank + 1;
	lines.len = (size_t)(columns.data + columns.len - lines.data);
	columns.len = (size_t)(blank - columns.data);
	if (!eu_session_side(columns, &read.columns) || !eu_session_side(lines, &read.lines))
		return false;
	*size = read;
	return true;
}
