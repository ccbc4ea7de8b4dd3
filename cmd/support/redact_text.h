/* redact_text.h - copies a stream and hides the secrets of the URIs in it. */
#ifndef CMD_REDACT_TEXT_H
#define CMD_REDACT_TEXT_H

#include "cmd.h"

/* Copies a file to standard output, byte for byte except for the secrets of its URIs, which become "***".
 * Memory does not grow with the file.
 * Returns: 0, or the errno of a read that failed, or ENOMEM. */
int redact_stream(struct answer *answer, int file, const struct everyuri_secrets *secrets);

#endif
