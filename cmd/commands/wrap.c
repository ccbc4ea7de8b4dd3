/* wrap.c - everyuri wrap: writes a URI as <URL:...>, split over several lines
 * (RFC 1738, appendix). */
#include "support/cmd.h"

#include <stdlib.h>
#include <string.h>

#define DEFAULT_WIDTH 72

/* Minimum width: enough for "<URL:" and one %HH, which must not be split. */
#define LEAST_WIDTH 8

static bool is_hex(char c)
{
	return eu_hex_value((unsigned char)c) >= 0;
}

/* Returns true if a line may end before text[at].  A line must not end after a hyphen,
 * inside %HH, inside a UTF-8 sequence, or before the closing bracket. */
static bool may_break(const char *text, size_t len, size_t at)
{
	if (at == 0 || at >= len || text[at - 1] == '-' || ((unsigned char)text[at] & 0xC0) == 0x80)
		return false;
	for (size_t back = 1; back <= 2 && back <= at; back++)
		if (text[at - back] == '%' && at - back + 2 < len && is_hex(text[at - back + 1]) &&
		    is_hex(text[at - back + 2]))
			return false;
	return true;
}

/* Returns true if text[at] begins a part, because a reader expects a line break there. */
static bool good_break(const char *text, size_t len, size_t at)
{
	return may_break(text, len, at) && memchr("/?#&;", text[at], 5) &&
	       !memchr("/:", text[at - 1], 2);
}

/* Returns the number of bytes of the text to put on a line that has `room` bytes.  The
 * last line also needs room for the bracket.
 * least: number of bytes at the start that should stay together; if they do not fit,
 * the result is 0.  The result is greater than `room` only in a run of hyphens, where
 * no break is allowed. */
static size_t line_length(const char *text, size_t len, size_t least, size_t room)
{
	size_t at;

	if (len < room)
		return len;
	for (at = room; at > room - room / 3 && at > least; at--)
		if (good_break(text, len, at))
			return at;
	for (at = room; at > least; at--)
		if (may_break(text, len, at))
			return at;
	if (least)
		return 0;
	for (at = room + 1; at < len && !may_break(text, len, at); at++)
		continue;
	return at < len ? at : len;
}

/* Writes the wrapped text.  out must have room for 2 * len + 8 bytes, because each line
 * except the first needs at least one byte and one line feed.  Returns: the length
 * written. */
static size_t wrap_text(const char *text, size_t len, size_t scheme_len, size_t width, char *out)
{
	size_t n = 5, room = width - n, least = scheme_len;

	memcpy(out, "<URL:", n);
	while (len) {
		size_t line = line_length(text, len, least, room);

		memcpy(out + n, text, line);
		n += line;
		text += line;
		len -= line;
		if (len)
			out[n++] = '\n';
		room = width;
		least = 0;
	}
	out[n++] = '>';
	return n;
}

/* Refuses white space, which would be lost when the wrapped text is read again, and
 * angle brackets. */
static enum everyuri_status check_wrappable(const struct everyuri_uri *uri,
                                            struct everyuri_error *error)
{
	for (size_t i = 0; i < uri->len; i++) {
		if (!uri->text[i] || !strchr(" \t\n\v\f\r<>", uri->text[i]))
			continue;
		*error = (struct everyuri_error){
			.status = EVERYURI_INVALID,
			.at = i,
			.clause = "RFC 1738 appendix",
			.message = "character not allowed between angle brackets"
		};
		return EVERYURI_INVALID;
	}
	return EVERYURI_OK;
}

static void answer_wrap(struct answer *answer, const struct item *item, void *own)
{
	const size_t *width = own;
	struct outcome outcome = { .item = item, .standard = answer->settings->standard[0] };
	struct everyuri_uri uri;
	char *out = NULL;

	outcome.status = item_read(answer, item, outcome.standard, 0, NULL, &uri, &outcome.error);
	if (!outcome.status)
		outcome.status = check_wrappable(&uri, &outcome.error);
	if (!outcome.status) {
		struct everyuri_span scheme = uri.part[EVERYURI_SCHEME];
		size_t len = uri.len - scheme.begin;

		out = malloc(2 * len + 8);
		if (out) {
			outcome.result.data = out;
			outcome.result.len = wrap_text(uri.text + scheme.begin, len,
			                               scheme.end - scheme.begin + 1, *width, out);
		} else {
			outcome.status = EVERYURI_NO_MEMORY;
			outcome.error = (struct everyuri_error){ .status = EVERYURI_NO_MEMORY,
				                                 .clause = "",
				                                 .message = "out of memory" };
		}
	}
	outcome_write(answer, &outcome);
	free(out);
}

static const char *read_width(void *own, const char *name, const char *value)
{
	size_t *width = own;
	uint64_t number;

	(void)name;
	if (!number_read(value, 1000000, &number) || number < LEAST_WIDTH)
		return "is not a number of bytes from 8 to 1000000";
	*width = (size_t)number;
	return NULL;
}

int cmd_wrap(int argc, char **argv)
{
	struct settings settings = { .command = "wrap",
		                     .usage = "wrap [OPTION]... [URI]...",
		                     .as_rows = true };
	size_t width = DEFAULT_WIDTH;
	const struct option rows[] = {
		{ .name = "width", .value = true, .call = read_width, .own = &width },
	};
	int status = settings_read(&settings, argc, argv, rows, sizeof rows / sizeof *rows);

	if (status >= 0)
		return status;
	return lines_run(&settings, OUTCOME_HEADER, answer_wrap, &width);
}
