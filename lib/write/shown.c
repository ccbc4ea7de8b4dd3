/* Writes HTML whose source is displayed on a terminal. */
#include "base/text.h"
#include "base/utf8.h"
#include "everyuri/write.h"
#include "write/cells.h"

/* Returns whether a character controls a terminal but not a browser, so that everyuri_write_html() does not
 * escape it. */
static bool acts_in_html(uint32_t point)
{
	return point == '\f' || point == '\r' || (point >= 0xA0 && eu_acts_on_terminal(point));
}

void everyuri_write_html_shown(struct everyuri_writer *w, const char *data, size_t len)
{
	size_t run = 0, n;

	for (size_t at = 0; at < len; at += n ? n : 1) {
		uint32_t point = 0;

		n = eu_utf8_next(data + at, len - at, &point);
		if (!n || !acts_in_html(point))
			continue;
		char text[8] = { '&', '#', 'x', '0', '0', '0', '0', ';' };

		for (int i = 0; i < 4; i++)
			text[3 + i] = eu_hex_lower(point >> (12 - 4 * i));
		everyuri_write_html(w, data + run, at - run);
		everyuri_write(w, text, sizeof text);
		run = at + n;
	}
	everyuri_write_html(w, data + run, len - run);
}
