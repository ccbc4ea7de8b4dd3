/* prompt.c - asks the user questions on the terminal. */
#include "access.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static void say(int terminal, const char *text)
{
	size_t len = strlen(text);

	while (len) {
		ssize_t n = write(terminal, text, len);

		if (n < 0 && errno != EINTR)
			return;
		text += n < 0 ? 0 : n;
		len -= n < 0 ? 0 : (size_t)n;
	}
}

/* Reads a line without its line feed.  Returns: its length; -1 at the end of
 * input, or if the line has more than cap bytes. */
static long read_line(int terminal, char *data, size_t cap)
{
	size_t len = 0;
	bool fits = true;

	for (;;) {
		char byte;
		ssize_t n = read(terminal, &byte, 1);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return -1;
		if (byte == '\n')
			return fits ? (long)len : -1;
		fits = fits && len < cap;
		if (fits)
			data[len++] = byte;
	}
}

/* Shows the host of the URI, so that the user knows who will get the answer. */
static void say_place(int terminal, struct everyuri_text text)
{
	struct everyuri_uri uri;
	struct everyuri_text host;
	char shown[300];

	if (everyuri_parse(text.data, text.len, EVERYURI_RFC3986, 0, NULL, NULL, &uri, NULL))
		return;
	host = everyuri_view(&uri, EVERYURI_HOST);
	if (host.data && host.len < sizeof shown) {
		snprintf(shown, sizeof shown, " for %.*s", (int)host.len, host.data);
		say(terminal, shown);
	}
}

/* ---- a terminal without echo --------------------------------------------------------------------- */

/* The terminal's settings, which are restored if a signal ends the program while echo is off. */
static struct termios before;
static int silenced;

static void end_loudly(int number)
{
	tcsetattr(silenced, TCSAFLUSH, &before);
	raise(number); /* runs the default action, because SA_RESETHAND has restored it */
}

enum { N_ENDS = 4 };
static const int ends[N_ENDS] = { SIGINT, SIGQUIT, SIGTERM, SIGHUP };

/* Turns echo off.  Returns: false if the descriptor is not a terminal. */
static bool silence(int terminal, struct sigaction old[N_ENDS])
{
	const struct sigaction restore = { .sa_handler = end_loudly,
		                           .sa_flags = (int)SA_RESETHAND };
	struct termios silent;

	if (tcgetattr(terminal, &before))
		return false;
	silenced = terminal;
	for (int i = 0; i < N_ENDS; i++)
		sigaction(ends[i], &restore, &old[i]);
	silent = before;
	silent.c_lflag &= ~(tcflag_t)ECHO;
	tcsetattr(terminal, TCSAFLUSH, &silent);
	return true;
}

static void end_silence(int terminal, const struct sigaction old[N_ENDS])
{
	tcsetattr(terminal, TCSAFLUSH, &before);
	for (int i = 0; i < N_ENDS; i++)
		sigaction(ends[i], &old[i], NULL);
	say(terminal, "\n");
}

/* Ensures that only one question is asked at a time, even with several threads. */
static pthread_mutex_t asking = PTHREAD_MUTEX_INITIALIZER;

/* Shows a block, and asks whether to send it.  Returns: the length of the user's answer, or -1. */
static long ask_block(const char *block, struct everyuri_text uri, char *answer, size_t cap)
{
	int terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC);
	long len;

	if (terminal < 0)
		return -1;
	say(terminal, "data to send");
	say_place(terminal, uri);
	say(terminal, ": ");
	say(terminal, block);
	say(terminal, "\nsend it (yes or no): ");
	len = read_line(terminal, answer, cap);
	close(terminal);
	return len;
}

static long ask_terminal(const char *what, struct everyuri_text uri, char *data, size_t cap)
{
	bool secret = !strcmp(what, "password"), silent;
	int terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC);
	struct sigaction old[N_ENDS];
	long len;

	if (terminal < 0)
		return -1;
	/* Echo is turned off before the question appears, so that even a fast answer is hidden. */
	silent = secret && silence(terminal, old);
	say(terminal, secret ? "password" : what);
	say_place(terminal, uri);
	say(terminal, ": ");
	len = read_line(terminal, data, cap);
	if (silent)
		end_silence(terminal, old);
	close(terminal);
	return len;
}

bool agree_user(void *context, struct everyuri_text uri, struct everyuri_text block)
{
	char answer[16], *shown = malloc(4 * block.len + 1);
	long len = -1;
	size_t n = 0;

	for (size_t i = 0; shown && i < block.len; i++) {
		const unsigned char c = (unsigned char)block.data[i];

		if (c >= ' ' && c < 0x7F && c != '\\')
			shown[n++] = (char)c;
		else
			n += (size_t)snprintf(shown + n, 5, "\\x%02X", c);
	}
	if (shown) {
		shown[n] = '\0';
		pthread_mutex_lock(&asking);
		len = ask_block(shown, uri, answer, sizeof answer);
		pthread_mutex_unlock(&asking);
	}
	free(shown);
	(void)context;
	return len == 3 && !memcmp(answer, "yes", 3);
}

long ask_user(void *context, const char *what, struct everyuri_text uri, char *data, size_t cap)
{
	long len;

	(void)context;
	pthread_mutex_lock(&asking);
	len = ask_terminal(what, uri, data, cap);
	pthread_mutex_unlock(&asking);
	return len;
}
