/* html_program.c - converts HTML to text with an installed program, through a
 * socket and without a shell. */
#include "get.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define FED_MAX \
	(UINT64_C(32) << 20)          /* limit in bytes for the HTML, because the programs keep all
                                       * of it in memory */
#define CAME_MAX (UINT64_C(64) << 20) /* limit in bytes for the text */
#define WAIT_MS 30000                 /* timeout in milliseconds for each read or write */
#define CPU_S 60
#define MEMORY_MAX ((rlim_t)1 << 30) /* limit in bytes for the memory of the program */

bool reader_is_one(const struct everyuri_object *object)
{
	static const char *const types[] = { "text/html", "application/xhtml+xml" };
	struct everyuri_text type = object->media_type;
	size_t len = 0;

	/* The media type of a data URI can have parameters. */
	while (type.data && len < type.len && type.data[len] != ';' && type.data[len] != ' ')
		len++;
	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		if (object->kind == EVERYURI_DOCUMENT && len && len == strlen(types[i]) &&
		    !strncasecmp(type.data, types[i], len))
			return true;
	return false;
}

/* ---- starting -------------------------------------------------------------------------------------- */

/* Searches PATH for the program, as execvp does.  Returns: false if the program is not found. */
static bool find(const char *name, char *path, size_t cap)
{
	const char *folders = getenv("PATH");

	while (folders && *folders) {
		size_t len = strcspn(folders, ":");
		int n = snprintf(path, cap, "%.*s/%s", (int)len, folders, name);

		if (len && n > 0 && (size_t)n < cap && !access(path, X_OK))
			return true;
		folders += len + (folders[len] == ':');
	}
	return false;
}

/* Copies the charset that the server declared.  Uses UTF-8 unless that is a
 * plain name, because the charset becomes an argument of the program. */
static void copy_charset(struct everyuri_text charset, char *name, size_t cap)
{
	static const char plain[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
	size_t n = 0;

	while (charset.data && n < charset.len && n + 1 < cap && charset.data[n] &&
	       strchr(plain, charset.data[n]))
		n++;
	if (!n || n != charset.len || charset.data[0] == '-') {
		memcpy(name, "utf-8", 6);
		return;
	}
	memcpy(name, charset.data, n);
	name[n] = '\0';
}

static void set_limit(int what, rlim_t most)
{
	struct rlimit limit;

	if (!getrlimit(what, &limit) &&
	    (limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur > most)) {
		limit.rlim_cur = most;
		setrlimit(what, &limit);
	}
}

/* Runs in the child process after fork.  Starts the program. */
static void become(char *const *words, int end)
{
	int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);

	if (dup2(end, STDIN_FILENO) < 0 || dup2(end, STDOUT_FILENO) < 0 || nowhere < 0 ||
	    dup2(nowhere, STDERR_FILENO) < 0)
		_exit(127);
	set_limit(RLIMIT_CPU, CPU_S);
	set_limit(RLIMIT_AS, MEMORY_MAX);
	execv(words[0], words);
	_exit(127);
}

static bool begin_child(struct page *page, char *const *words)
{
	int ends[2];

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
		return false;
	switch (page->child = fork()) {
	case 0:
		become(words, ends[1]);
		break;
	case -1:
		close(ends[0]);
		break;
	default:
		page->socket = ends[0];
		break;
	}
	close(ends[1]);
	return page->child > 0;
}

bool reader_begin(struct page *page, struct everyuri_text charset)
{
	char path[4096], name[64], assumed[96];
	char w3m[] = "w3m", lynx[] = "lynx", dump[] = "-dump", type[] = "-T", html[] = "text/html";
	char in[] = "-I", out[] = "-O", utf8[] = "utf-8", standard_input[] = "-stdin";
	char forced[] = "-force_html", bare[] = "-nolist", shown[] = "-display_charset=utf-8";
	char *by_w3m[] = { path, dump, type, html, in, name, out, utf8, NULL };
	char *by_lynx[] = { path, dump, standard_input, forced, bare, assumed, shown, NULL };

	*page = (struct page){ .socket = -1 };
	copy_charset(charset, name, sizeof name);
	snprintf(assumed, sizeof assumed, "-assume_charset=%s", name);
	if (find(w3m, path, sizeof path))
		return begin_child(page, by_w3m);
	return find(lynx, path, sizeof path) && begin_child(page, by_lynx);
}

/* ---- transferring data -------------------------------------------------------------------------------- */

/* Reads the text that is available.  Returns: false at the end or after an error. */
static bool take(struct page *page, const struct everyuri_receiver *to)
{
	char block[8192];
	ssize_t n = recv(page->socket, block, sizeof block, 0);

	if (n < 0 && errno == EINTR)
		return true;
	if (n <= 0) {
		page->broken = page->broken || n < 0;
		return false;
	}
	page->came += (uint64_t)n;
	page->broken = page->came > CAME_MAX || !to->bytes(to->context, block, (size_t)n);
	return !page->broken;
}

/* Waits until the socket is readable or writable.  Returns: the events, or 0
 * after a timeout or an error. */
static short await(const struct page *page, short events)
{
	struct pollfd at = { .fd = page->socket, .events = events };
	int n;

	do
		n = poll(&at, 1, WAIT_MS);
	while (n < 0 && errno == EINTR);
	return n > 0 ? at.revents : 0;
}

bool reader_bytes(struct page *page, const char *data, size_t len,
                  const struct everyuri_receiver *to)
{
	page->fed += len;
	if (page->fed > FED_MAX)
		page->broken = true;
	while (len && !page->broken) {
		short events = await(page, POLLIN | POLLOUT);

		if (!events || (events & POLLIN && !take(page, to))) {
			page->broken = true;
		} else if (events & POLLOUT) {
			ssize_t n = send(page->socket, data, len, MSG_DONTWAIT | MSG_NOSIGNAL);

			if (n < 0 && errno != EINTR && errno != EAGAIN)
				page->broken = true;
			data += n > 0 ? n : 0;
			len -= n > 0 ? (size_t)n : 0;
		} else if (!(events & POLLIN)) {
			page->broken = true;
		}
	}
	return !page->broken;
}

bool reader_end(struct page *page, const struct everyuri_receiver *to)
{
	int status = 0;

	shutdown(page->socket, SHUT_WR);
	while (!page->broken) {
		if (!await(page, POLLIN))
			page->broken = true;
		else if (!take(page, to))
			break;
	}
	close(page->socket);
	page->socket = -1;
	if (page->broken)
		kill(page->child, SIGKILL);
	while (waitpid(page->child, &status, 0) < 0 && errno == EINTR)
		;
	return !page->broken && WIFEXITED(status) && !WEXITSTATUS(status);
}
