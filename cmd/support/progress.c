/* progress.c - how far the work has come, on a terminal.
 *
 * Nothing is shown where someone could take it for output, nor of work that is soon done. */
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

void pace_begin(struct pace *pace, const char *what)
{
	*pace = (struct pace){ .what = what,
		               .wanted = isatty(STDERR_FILENO) && !isatty(STDOUT_FILENO) };
	if (!pace->wanted)
		return;
	pace->size = input_size();
	pace->begun_ms = now_ms();
	pace->told_ms = pace->begun_ms + SOON_MS - OFTEN_MS;
}

static void put_line(const char *line, int len)
{
	/* What a terminal does not take is not missed. */
	ssize_t n = write(STDERR_FILENO, line, len > 0 ? (size_t)len : 0);

	(void)n;
}

/* "12.3 M lines, 565 MB, 410 MB/s, 0:07 left" over what stood there. */
static void show(struct pace *pace, uint64_t now)
{
	double seconds = (double)(now - pace->begun_ms) / 1000;
	double rate = (double)pace->bytes / seconds;
	char left[40] = "", line[160];

	if (pace->size > pace->bytes) {
		uint64_t s = (uint64_t)((double)(pace->size - pace->bytes) / rate + 0.5);

		snprintf(left, sizeof left, ", %llu:%02u left", (unsigned long long)(s / 60),
		         (unsigned)(s % 60));
	}
	int len = snprintf(line, sizeof line, "\r\x1b[K%.1f M %s, %.0f MB, %.0f MB/s%s",
	                   (double)pace->n / 1e6, pace->what, (double)pace->bytes / 1e6, rate / 1e6,
	                   left);

	put_line(line, len);
	pace->shown = true;
}

void pace_add(struct pace *pace, uint64_t n, uint64_t bytes)
{
	pace->n += n;
	pace->bytes += bytes;
	if (!pace->wanted)
		return;
	uint64_t now = now_ms();

	if (now < pace->told_ms + OFTEN_MS)
		return;
	pace->told_ms = now;
	show(pace, now);
}

void pace_hide(struct pace *pace)
{
	if (!pace->shown)
		return;
	put_line("\r\x1b[K", 4);
	pace->shown = false;
}
