/* Hides the secrets of the URIs in running text.
 *
 * The text is cut into words at white space, control characters, quotation marks and angle brackets.  A word
 * may have secrets if it has "://", or a path with a query, or a known scheme and an "@".  From there to its
 * end, everyuri_secrets_find() decides.  All other bytes are copied. */
#include "redact_text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BLOCK_SIZE (1u << 20)
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

static bool is_in_scheme(unsigned char c)
{
	return eu_is_alnum(c) || c == '+' || c == '-' || c == '.';
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

/* Returns the end of a secret without the punctuation of the sentence after it. */
static size_t trimmed(const struct text *text, size_t begin, size_t end)
{
	while (end > begin + 1 && memchr(".,;:!?'\")]}*_|", text->data[end - 1], 14))
		end--;
	return end;
}

/* Hides the secrets of the URI at [begin, end).  A secret at its end may have lost its rest to the next
 * punctuation mark, but never to another word. */
static void hide_secrets(struct answer *answer, struct text *text, size_t begin, size_t end,
                         const struct everyuri_secrets *secrets)
{
	struct everyuri_span span[SPANS_MAX];
	size_t n = everyuri_secrets_find(text->data + begin, end - begin, secrets, span, SPANS_MAX);

	for (size_t k = 0; k < n && k < SPANS_MAX; k++) {
		size_t from = begin + span[k].begin, to = begin + span[k].end;

		/* More than fit: hide all that follows. */
		if (n > SPANS_MAX && k == SPANS_MAX - 1)
			to = end;
		hide(answer, text, from, to == end ? trimmed(text, from, to) : to);
	}
}

/* Returns where the URI begins whose scheme ends at the colon, or `colon` if there is no scheme.  It may
 * have another in front of it, as in "jdbc:db://h". */
static size_t scheme_begin(const struct text *text, size_t colon)
{
	size_t at = colon;

	while (at > text->written && (is_in_scheme((unsigned char)text->data[at - 1]) ||
	                              (text->data[at - 1] == ':' && at < colon)))
		at--;
	while (at < colon && !eu_is_alpha((unsigned char)text->data[at]))
		at++;
	return at;
}

/* Finds the URI of a colon: "://", or as JSON may write it, ":\/\/". */
static bool is_at_colon(const struct text *text, size_t colon, size_t *begin)
{
	size_t left = text->len - colon;

	if (!(left > 2 && !memcmp(text->data + colon, "://", 3)) &&
	    !(left > 4 && !memcmp(text->data + colon, ":\\/\\/", 5)))
		return false;
	*begin = scheme_begin(text, colon);
	return *begin < colon;
}

/* Finds the path in front of a "?": its first slash in this word. */
static bool is_at_query(const struct text *text, size_t mark, size_t *begin)
{
	size_t word = word_begin(text, mark);
	const char *slash = memchr(text->data + word, '/', mark - word);

	*begin = slash ? (size_t)(slash - text->data) : mark;
	return slash != NULL;
}

/* Finds "scheme:user:password" in front of an "@", as in sip:u:p@h and http:u:p@h. */
static bool is_at_sign(const struct text *text, size_t sign, size_t *begin)
{
	size_t word = word_begin(text, sign), colon;
	const char *first = memchr(text->data + word, ':', sign - word);

	if (!first)
		return false;
	colon = (size_t)(first - text->data);
	if (!memchr(first + 1, ':', sign - colon - 1))
		return false;
	*begin = scheme_begin(text, colon);
	return *begin < colon &&
	       (is_registered_scheme(text->data + *begin, colon - *begin) ||
	        (colon - *begin == 4 && eu_same_ignoring_case(text->data + *begin, "jdbc", 4)));
}

/* The next bytes that may belong to a URI with secrets. */
struct triggers {
	size_t colon, query, sign;
};

static size_t next_byte(const struct text *text, size_t from, char byte)
{
	const char *found =
		from < text->len ? memchr(text->data + from, byte, text->len - from) : NULL;

	return found ? (size_t)(found - text->data) : text->len;
}

/* Moves each trigger that lies before `from`. */
static void move_triggers(const struct text *text, struct triggers *next, size_t from)
{
	if (next->colon < from)
		next->colon = next_byte(text, from, ':');
	if (next->query < from)
		next->query = next_byte(text, from, '?');
	if (next->sign < from)
		next->sign = next_byte(text, from, '@');
}

/* Writes the text up to `end` without its secrets.  No word goes on after `end`. */
static void redact_words(struct answer *answer, struct text *text,
                         const struct everyuri_secrets *secrets)
{
	struct triggers next = { next_byte(text, 0, ':'), next_byte(text, 0, '?'),
		                 next_byte(text, 0, '@') };

	for (;;) {
		size_t at = next.colon < next.query ? next.colon : next.query, begin;
		bool found;

		at = next.sign < at ? next.sign : at;
		if (at == text->len)
			break;
		found = at == next.colon ? is_at_colon(text, at, &begin) :
		        at == next.query ? is_at_query(text, at, &begin) :
		                           is_at_sign(text, at, &begin);
		if (found) {
			size_t end = word_end(text, at);

			hide_secrets(answer, text, begin, end, secrets);
			move_triggers(text, &next, end);
		} else {
			move_triggers(text, &next, at + 1);
		}
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
	redact_words(answer, &text, secrets);
	stream->len -= text.len;
	memmove(stream->data, stream->data + text.len, stream->len);
}

int redact_stream(struct answer *answer, int file, const struct everyuri_secrets *secrets)
{
	struct stream stream = { .data = malloc(BLOCK_SIZE) };
	int error = stream.data ? 0 : ENOMEM;
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
	free(stream.data);
	return error;
}
