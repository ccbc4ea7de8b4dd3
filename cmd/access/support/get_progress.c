/* get_progress.c - shows the progress of a transfer on one line of the terminal.  The line
 * contains only numbers, no text from the server, and is erased at the end. */
#include "get.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#define FIRST_MS 400 /* in milliseconds; a transfer that takes less time shows no line */
#define EACH_MS 200

static uint64_t now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

void progress_begin(struct progress *progress, uint64_t total)
{
	progress->total = total;
	progress->begun = progress->last = now_ms();
}

/* Writes a size such as "12.3 MB". */
static int put_size(char *text, size_t cap, uint64_t bytes)
{
	static const char *const units[] = { "kB", "MB", "GB", "TB", "PB", "EB" };
	uint64_t tenths = bytes / 100;
	size_t unit = 0;

	if (bytes < 1000)
		return snprintf(text, cap, "%" PRIu64 " B", bytes);
	while (tenths >= 10000 && unit + 1 < sizeof units / sizeof *units) {
		tenths /= 1000;
		unit++;
	}
	return snprintf(text, cap, "%" PRIu64 ".%" PRIu64 " %s", tenths / 10, tenths % 10,
	                units[unit]);
}

static void put_line(struct progress *progress, uint64_t now)
{
	char line[160], done[32], all[32], rate[32];
	uint64_t ms = now - progress->begun + 1;
	int n;

	put_size(done, sizeof done, progress->bytes);
	put_size(rate, sizeof rate,
	         progress->bytes > UINT64_MAX / 1000 ? progress->bytes / ms * 1000 :
	                                               progress->bytes * 1000 / ms);
	if (progress->total == EVERYURI_LENGTH_UNKNOWN || progress->total < progress->bytes) {
		n = snprintf(line, sizeof line, "\r%s  %s/s\x1B[K", done, rate);
	} else {
		put_size(all, sizeof all, progress->total);
		n = snprintf(line, sizeof line, "\r%s of %s  %s/s\x1B[K", done, all, rate);
	}
	/* After a short write, the line is completed by the next update. */
	if (write(STDERR_FILENO, line, (size_t)n) == n)
		progress->visible = true;
	progress->last = now;
}

void progress_count(struct progress *progress, size_t bytes)
{
	uint64_t now;

	progress->bytes += bytes;
	if (!progress->wanted)
		return;
	now = now_ms();
	if (now - progress->last >= (progress->visible ? EACH_MS : FIRST_MS))
		put_line(progress, now);
}

void progress_end(struct progress *progress)
{
	if (progress->visible && write(STDERR_FILENO, "\r\x1B[K", 4) == 4)
		progress->visible = false;
}
