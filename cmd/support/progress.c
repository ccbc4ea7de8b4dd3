/* progress.c - draws a progress meter on the terminal.
 *
 * The meter is not drawn if it could be mixed with the output, or if the work
 * takes little time. */
#include "cmd.h"
#include "progress.h"

#include <stdio.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define SOON_MS 1500
#define OFTEN_MS 250

static uint64_t now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

static uint64_t input_size(void)
{
	struct stat about;
	off_t at;

	if (fstat(STDIN_FILENO, &about) || !S_ISREG(about.st_mode))
		return 0;
	at = lseek(STDIN_FILENO, 0, SEEK_CUR);
	return at >= 0 && about.st_size > at ? (uint64_t)(about.st_size - at) : 0;
}

void meter_begin(struct meter *meter, const char *what)
{
	*meter = (struct meter){ .what = what,
		                 .wanted = isatty(STDERR_FILENO) && !isatty(STDOUT_FILENO) };
	if (!meter->wanted)
		return;
	meter->size = input_size();
	meter->begun_ms = now_ms();
	meter->told_ms = meter->begun_ms + SOON_MS - OFTEN_MS;
}

static void put_line(const char *line, int len)
{
	/* Errors are ignored, because the meter is not part of the output. */
	ssize_t n = write(STDERR_FILENO, line, len > 0 ? (size_t)len : 0);

	(void)n;
}

/* Draws text such as "12.3 M lines, 565 MB, 410 MB/s, 0:07 left" over the previous meter. */
static void show(struct meter *meter, uint64_t now)
{
	double seconds = (double)(now - meter->begun_ms) / 1000;
	double rate = (double)meter->bytes / seconds;
	char left[40] = "", line[160];

	if (meter->size > meter->bytes) {
		uint64_t s = (uint64_t)((double)(meter->size - meter->bytes) / rate + 0.5);

		snprintf(left, sizeof left, ", %llu:%02u left", (unsigned long long)(s / 60),
		         (unsigned)(s % 60));
	}
	int len = snprintf(line, sizeof line, "\r\x1b[K%.1f M %s, %.0f MB, %.0f MB/s%s",
	                   (double)meter->n / 1e6, meter->what, (double)meter->bytes / 1e6,
	                   rate / 1e6, left);

	put_line(line, len);
	meter->shown = true;
}

void meter_add(struct meter *meter, uint64_t n, uint64_t bytes)
{
	meter->n += n;
	meter->bytes += bytes;
	if (!meter->wanted)
		return;
	uint64_t now = now_ms();

	if (now < meter->told_ms + OFTEN_MS)
		return;
	meter->told_ms = now;
	show(meter, now);
}

void meter_hide(struct meter *meter)
{
	if (!meter->shown)
		return;
	put_line("\r\x1b[K", 4);
	meter->shown = false;
}
