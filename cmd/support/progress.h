/* progress.h - draws a progress meter on the terminal. */
#ifndef CMD_PROGRESS_H
#define CMD_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct meter {
	bool wanted; /* standard error is a terminal, and standard output is not */
	bool shown;  /* the meter is on the screen */
	const char *what;
	uint64_t n, bytes;
	uint64_t size; /* bytes of input, from the current offset if it is standard input; 0 if
	                * unknown */
	uint64_t begun_ms, told_ms; /* times of the start and of the last redraw, on a monotonic
	                             * clock */
};

/* Starts the meter.  what: the unit to count in addition to bytes, such as "lines". */
void meter_begin(struct meter *meter, const char *what);

/* Adds to both counts.  Redraws the meter from time to time.  Only one thread
 * at a time may call this. */
void meter_add(struct meter *meter, uint64_t n, uint64_t bytes);

/* Erases the meter.  Call it before other output and at the end. */
void meter_hide(struct meter *meter);

#endif
