/* progress.h - a progress meter on the terminal. */
#ifndef CMD_PROGRESS_H
#define CMD_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct meter {
	bool wanted; /* standard error is a terminal and the output goes elsewhere */
	bool shown;  /* the meter is on the screen */
	const char *what;
	uint64_t n, bytes;
	uint64_t size; /* input size in bytes; for standard input, from its current offset; 0: unknown */
	uint64_t begun_ms, told_ms; /* times from a monotonic clock: of the start and of the last redraw */
};

/* Starts the meter.  what: the unit counted besides bytes, "lines". */
void meter_begin(struct meter *meter, const char *what);

/* Adds to both counts, and redraws the meter from time to time.  One thread at a time. */
void meter_add(struct meter *meter, uint64_t n, uint64_t bytes);

/* Erases the meter, before other output and at the end. */
void meter_hide(struct meter *meter);

#endif
