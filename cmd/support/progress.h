/* progress.h - how far the work has come, on a terminal. */
#ifndef CMD_PROGRESS_H
#define CMD_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pace {
	bool wanted; /* standard error is a terminal, and what is written goes elsewhere */
	bool shown;  /* a line stands there */
	const char *what;
	uint64_t n, bytes;
	uint64_t size; /* bytes of the input, of standard input from where it stood; 0: not known */
	uint64_t begun_ms, told_ms; /* on a clock that does not jump */
};

/* what: is counted, beside bytes: "lines". */
void pace_begin(struct pace *pace, const char *what);

/* So many more of them, and bytes, are answered; at times this is shown.  One thread at a time. */
void pace_add(struct pace *pace, uint64_t n, uint64_t bytes);

/* Take the line away: something else is to be written there, or the work is done. */
void pace_hide(struct pace *pace);

#endif
