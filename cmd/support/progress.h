/* progress.h - a progress meter on the terminal. */
#ifndef CMD_PROGRESS_H
#define CMD_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct meter {
	bool wanted; /* standard error is a terminal, and what is written goes elsewhere */
	bool shown;  /* a line stands there */
	const char *what;
	uint64_t n, bytes;
	uint64_t size; /* bytes of the input, of standard input from where it stood; 0: not known */
	uint64_t begun_ms, told_ms; /* on a clock that does not jump */
};

/* what: is counted, beside bytes: "lines". */
void meter_begin(struct meter *meter, const char *what);

/* Adds to both counts, and redraws the meter now and then.  One thread at a time. */
void meter_add(struct meter *meter, uint64_t n, uint64_t bytes);

/* Erases the meter, before other output and at the end. */
void meter_hide(struct meter *meter);

#endif
