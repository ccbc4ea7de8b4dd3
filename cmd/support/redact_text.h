/* redact_text.h - copies a stream and hides the secrets of the URIs in it. */
#ifndef CMD_REDACT_TEXT_H
#define CMD_REDACT_TEXT_H

#include "cmd.h"

/* Copies a file to standard output, byte for byte except for the secrets of its URIs, which become "***".
 * Memory does not grow with the file.
 * Returns: 0, or the errno of a read that failed, or ENOMEM. */
int redact_stream(struct answer *answer, int file, const struct everyuri_secrets *secrets);

/* ---- redact_word.c ---------------------------------------------------------------------------- */

#define REDACT_WORD_MAX (1u << 20) /* bytes of the longest word */

/* Space for a word without its escapes.  from[k] is the offset in the word of byte k of the copy. */
struct word_space {
	char copy[REDACT_WORD_MAX + 16];
	uint32_t from[REDACT_WORD_MAX + 17];
};

/* Finds the secrets of the URI in a word: text without white space and quotation marks, of at most REDACT_WORD_MAX
 * bytes.
 * span:    receives up to n_max spans of the word, in order.
 * Returns: their number.  If a word has more secrets, the last span covers all of them. */
size_t redact_word(struct everyuri_text word, const struct everyuri_secrets *secrets,
                   struct word_space *space, struct everyuri_span *span, size_t n_max);

#endif
