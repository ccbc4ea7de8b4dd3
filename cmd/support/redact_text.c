/* Hides the secrets of the URIs in running text.
 *
 * White space, control characters, quotation marks, angle brackets and backquotes separate words.  redact_word.c
 * finds the secrets of a word that has ":", "?", "@" or ";".  All other bytes are copied. */
#include "redact_text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BLOCK_SIZE REDACT_WORD_MAX
#define SPANS_MAX 64

/* A block of the text, and how much of it was written. */
struct text {
	const char *data;
	size_t len, written;
};

static bool is_delimiter(unsigned char c)
{
	return c <= ' ' || c == 0x7F || c == '"' || c == '<' || c == '>' || c == '`';
}

static size_t word_begin(const struct text *text, size_t at)
{
	while (at > text->written && !is_delimiter((unsigned char)text->data[at - 1]))
		at--;
	return at;
}

static size_t word_end(const struct text *text, size_t at)
{
	while (at < text->len && !is_delimiter((unsigned char)text->data[at]))
		at++;
	return at;
}

/* Writes the text before `begin`, and "***" in place of the text up to `end`. */
static void hide(struct answer *answer, struct text *text, size_t begin, size_t end)
{
	everyuri_write(&answer->out, text->data + text->written, begin - text->written);
	everyuri_write(&answer->out, "***", 3);
	text->written = end;
}

/* Hides the secrets of the word at [begin, end). */
static void hide_secrets(struct answer *answer, struct text *text, size_t begin, size_t end,
                         const struct everyuri_secrets *secrets, struct word_space *space)
{
	struct everyuri_span span[SPANS_MAX];
	struct everyuri_text word = { text->data + begin, end - begin };
	size_t n = redact_word(word, secrets, space, span, SPANS_MAX);

	for (size_t k = 0; k < n; k++)
		if (begin + span[k].begin >= text->written)
			hide(answer, text, begin + span[k].begin, begin + span[k].end);
}

/* The next bytes that may belong to a URI with secrets. */
struct triggers {
	size_t colon, query, sign, semicolon;
};

static size_t next_byte(const struct text *text, size_t from, char byte)
{
	const char *found =
		from < text->len ? memchr(text->data + from, byte, text->len - from) : NULL;

	return found ? (size_t)(found - text->data) : text->len;
}

/* Moves each trigger that lies before `from`.  Returns the first one, or text->len. */
static size_t move_triggers(const struct text *text, struct triggers *next, size_t from)
{
	size_t first;

	if (next->colon < from)
		next->colon = next_byte(text, from, ':');
	if (next->query < from)
		next->query = next_byte(text, from, '?');
	if (next->sign < from)
		next->sign = next_byte(text, from, '@');
	if (next->semicolon < from)
		next->semicolon = next_byte(text, from, ';');
	first = next->colon < next->query ? next->colon : next->query;
	first = next->sign < first ? next->sign : first;
	return next->semicolon < first ? next->semicolon : first;
}

/* Writes the text up to its end without its secrets.  No word continues after it. */
static void redact_words(struct answer *answer, struct text *text,
                         const struct everyuri_secrets *secrets, struct word_space *space)
{
	struct triggers next = { next_byte(text, 0, ':'), next_byte(text, 0, '?'),
		                 next_byte(text, 0, '@'), next_byte(text, 0, ';') };
	size_t at = move_triggers(text, &next, 0);

	while (at < text->len) {
		size_t end = word_end(text, at);

		hide_secrets(answer, text, word_begin(text, at), end, secrets, space);
		at = move_triggers(text, &next, end);
	}
	everyuri_write(&answer->out, text->data + text->written, text->len - text->written);
	text->written = text->len;
}

/* Returns the length of the text up to the last delimiter, so that no word is cut. */
static size_t whole_words(const char *data, size_t len)
{
	while (len && !is_delimiter((unsigned char)data[len - 1]))
		len--;
	return len;
}

/* The stream, a block at a time. */
struct stream {
	char *data;
	size_t len; /* bytes that were read and not yet written */
	bool in_long_word;
	struct word_space *space;
};

/* Writes the whole words of the block, and moves the rest to its start.  A word longer than the block is
 * not searched: it is hidden, with "***" in its place, because it may have secrets. */
static void redact_block(struct answer *answer, struct stream *stream, bool at_end,
                         const struct everyuri_secrets *secrets)
{
	struct text text = { .data = stream->data, .len = stream->len };

	if (stream->in_long_word)
		text.written = word_end(&text, 0);
	if (text.written < text.len)
		stream->in_long_word = false;
	if (!at_end)
		text.len = whole_words(stream->data, stream->len);
	if (text.len < text.written)
		text.len = text.written;
	if (!text.len && stream->len == BLOCK_SIZE) {
		everyuri_write(&answer->out, "***", 3);
		stream->in_long_word = true;
		text.len = text.written = stream->len;
	}
	redact_words(answer, &text, secrets, stream->space);
	stream->len -= text.len;
	memmove(stream->data, stream->data + text.len, stream->len);
}

int redact_stream(struct answer *answer, int file, const struct everyuri_secrets *secrets)
{
	struct stream stream = { .data = malloc(BLOCK_SIZE),
		                 .space = malloc(sizeof *stream.space) };
	int error = stream.data && stream.space ? 0 : ENOMEM;
	ssize_t n = 1;

	while (!error && n && !answer->out.failed) {
		n = read(file, stream.data + stream.len, BLOCK_SIZE - stream.len);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0) {
			error = errno;
			n = 0;
		}
		stream.len += (size_t)n;
		redact_block(answer, &stream, !n, secrets);
		/* The reader of a pipe may wait for these lines. */
		if (stream.len + (size_t)n < BLOCK_SIZE)
			answer_flush(answer);
	}
	free(stream.space);
	free(stream.data);
	return error;
}
