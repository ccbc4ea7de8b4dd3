/* The text of a message.  Quotations are nested by level (RFC 3676 4.5), and URIs become links.
 *
 * Each level is a <blockquote> with a <pre>.  The ">" marks are removed, because the nesting shows
 * the levels to all readers. */
#include "gateway/pages/autolink.h"
#include "gateway/pages/mail.h"

#include <stdlib.h>

#define LEVELS_MAX 8 /* text quoted at a deeper level keeps its remaining ">" marks */
#define CHANGES_MAX \
	2000u /* maximum number of level changes; after that, marks are kept.  Each change adds
	       * markup, so the page could grow to megabytes */
#define LINE_MAX_HELD 2048

struct quoted {
	struct page *page;
	struct autolinker *autolinker; /* NULL while no <pre> is open */
	unsigned level, n_changes;
	bool in_line; /* the next byte is not at the start of a line */
	size_t len;
	char line[LINE_MAX_HELD];
};

/* ---- levels ------------------------------------------------------------------------------------------- */

static void close_text(struct quoted *quoted)
{
	if (!quoted->autolinker)
		return;
	eu_autolink_flush(quoted->autolinker);
	eu_autolink_close(quoted->autolinker);
	quoted->autolinker = NULL;
	eu_page_say(quoted->page, "</pre>\n");
}

static void open_text(struct quoted *quoted)
{
	if (quoted->autolinker)
		return;
	eu_page_say(quoted->page, "<pre class=\"text\">\n"); /* HTML ignores this line break after
	                                                      * <pre> */
	quoted->autolinker = eu_autolink_open(quoted->page);
	if (!quoted->autolinker)
		eu_page_say(quoted->page, "</pre>\n");
}

static void go_to_level(struct quoted *quoted, unsigned level)
{
	if (level == quoted->level)
		return;
	close_text(quoted);
	for (; quoted->level < level; quoted->level++)
		eu_page_say(quoted->page, "<blockquote class=\"quote\">\n");
	for (; quoted->level > level; quoted->level--)
		eu_page_say(quoted->page, "</blockquote>\n");
	quoted->n_changes++;
}

/* Counts the ">" marks at the start of a line.  Spaces may come between and after the marks.
 * Returns the length of the marks and spaces in bytes. */
static size_t marks_of(const char *line, size_t len, unsigned *level)
{
	size_t at = 0;

	*level = 0;
	while (*level < LEVELS_MAX) {
		size_t next = at + (at && at < len && line[at] == ' ');

		if (next >= len || line[next] != '>')
			break;
		at = next + 1;
		++*level;
	}
	return at + (*level && at < len && line[at] == ' ');
}

/* ---- lines -------------------------------------------------------------------------------------------- */

/* Writes the held line, or part of it if the line is long. */
static bool put_held(struct quoted *quoted, size_t len)
{
	const char *line = quoted->line;
	size_t marks = 0;
	unsigned level;

	if (!quoted->in_line && quoted->n_changes < CHANGES_MAX) {
		marks = marks_of(line, len, &level);
		go_to_level(quoted, level);
	}
	open_text(quoted);
	if (!quoted->autolinker)
		return false;
	eu_autolink_feed(quoted->autolinker, line + marks, len - marks);
	quoted->in_line = len && line[len - 1] != '\n';
	quoted->len -= len;
	memmove(quoted->line, quoted->line + len, quoted->len);
	return true;
}

/* Returns the length of the text without an incomplete character at its end. */
static size_t whole_characters(const char *text, size_t len)
{
	size_t n = 0;

	while (n < 3 && n < len && ((unsigned char)text[len - 1 - n] & 0xC0) == 0x80)
		n++;
	if (n < len && ((unsigned char)text[len - 1 - n] & 0xC0) == 0xC0)
		return len - 1 - n;
	return len;
}

bool eu_quoted_feed(void *context, const char *utf8, size_t len)
{
	struct quoted *quoted = context;

	for (size_t i = 0; i < len; i++) {
		const bool ends = utf8[i] == '\n';

		if (ends && quoted->len && quoted->line[quoted->len - 1] == '\r')
			quoted->len--;
		quoted->line[quoted->len++] = utf8[i];
		if (ends && !put_held(quoted, quoted->len))
			return false;
		if (quoted->len == sizeof quoted->line &&
		    !put_held(quoted, whole_characters(quoted->line, quoted->len)))
			return false;
	}
	return !quoted->page->response->w.failed;
}

struct quoted *eu_quoted_open(struct page *page)
{
	struct quoted *quoted = calloc(1, sizeof *quoted);

	if (quoted)
		quoted->page = page;
	return quoted;
}

void eu_quoted_close(struct quoted *quoted)
{
	if (quoted->len)
		put_held(quoted, quoted->len);
	quoted->n_changes = 0;
	go_to_level(quoted, 0);
	close_text(quoted);
	free(quoted);
}
