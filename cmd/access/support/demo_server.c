/* demo_server.c - the process for `everyuri serve --demo`, which serves the files of
 * the demo and removes them at the end. */
#define _GNU_SOURCE /* for pipe2 and mkdtemp */
#include "demo.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#define PATIENCE_MS 2000 /* limit in milliseconds for one client */

/* Characters allowed in the name of the directory, so that the name needs no escapes in a URI. */
#define PLAIN "/-_.0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

/* ---- files ---------------------------------------------------------------------------------------------- */

static bool write_all(void *context, const char *data, size_t len)
{
	const int *file = context;

	while (len) {
		ssize_t n = write(*file, data, len);

		if (n < 0)
			return false;
		data += n;
		len -= (size_t)n;
	}
	return true;
}

/* Creates a file.  Returns its descriptor, or -1. */
static int create(const char *directory, const char *name)
{
	char path[256];
	int n = snprintf(path, sizeof path, "%s/%s", directory, name);

	return n > 0 && (size_t)n < sizeof path ?
	               open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600) :
	               -1;
}

static bool write_file(const struct demo *demo, const struct world_file *file)
{
	unsigned char bmp[WORLD_PICTURE];
	int to = create(demo->files, file->name);
	bool good = to >= 0;

	if (good && file->text) {
		good = write_all(&to, file->text, strlen(file->text));
	} else if (good) {
		world_picture(bmp);
		good = write_all(&to, (const char *)bmp, sizeof bmp);
	}
	if (to >= 0)
		close(to);
	return good;
}

static bool write_mail(const struct demo *demo)
{
	char block[4096];
	struct everyuri_writer w;
	int to = create(demo->directory, "mail");
	bool good;

	if (to < 0)
		return false;
	everyuri_writer_init(&w, block, sizeof block, write_all, &to);
	world_mail(&w);
	good = everyuri_writer_flush(&w);
	close(to);
	return good;
}

static void remove_all(const struct demo *demo)
{
	const struct world_file *file;
	char path[256];

	for (size_t i = 0; (file = world_file_nth(i)); i++)
		if (snprintf(path, sizeof path, "%s/%s", demo->files, file->name) > 0)
			unlink(path);
	snprintf(path, sizeof path, "%s/notes", demo->files);
	rmdir(path);
	rmdir(demo->files);
	unlink(demo->mail);
	rmdir(demo->directory);
}

static bool write_everything(struct demo *demo)
{
	const char *place = getenv("TMPDIR");
	const struct world_file *file;
	char path[128];

	if (!place || place[0] != '/' || strlen(place) > 30 || place[strspn(place, PLAIN)])
		place = "/tmp";
	snprintf(demo->directory, sizeof demo->directory, "%s/everyuri-demo-XXXXXX", place);
	if (!mkdtemp(demo->directory))
		return false;
	snprintf(demo->files, sizeof demo->files, "%s/files", demo->directory);
	snprintf(demo->mail, sizeof demo->mail, "%s/mail", demo->directory);
	snprintf(path, sizeof path, "%s/notes", demo->files);
	if (mkdir(demo->files, 0700) || mkdir(path, 0700) || !write_mail(demo))
		return false;
	for (size_t i = 0; (file = world_file_nth(i)); i++)
		if (!write_file(demo, file))
			return false;
	return true;
}

/* ---- gopher ------------------------------------------------------------------------------------------------ */

struct client {
	int socket;
	unsigned port; /* the port of this server */
};

static bool send_all(void *context, const char *data, size_t len)
{
	const struct client *client = context;

	while (len) {
		ssize_t n = send(client->socket, data, len, MSG_NOSIGNAL);

		if (n <= 0)
			return false;
		data += n;
		len -= (size_t)n;
	}
	return true;
}

/* Writes one line of a menu.  If the line has no selector, writes an empty selector
 * and an invalid host. */
static void tell_line(struct everyuri_writer *w, const char *line, size_t len, unsigned port)
{
	const char *tab = memchr(line, '\t', len);

	if (!tab) {
		everyuri_write(w, line, len);
		everyuri_write_text(w, "\t\tnone.invalid\t70\r\n");
		return;
	}
	everyuri_write(w, line, len - 1); /* the line without its "+" */
	everyuri_write_text(w, DEMO_HOST "\t");
	everyuri_write_number(w, line[0] == '8' ? 23 : port);
	everyuri_write_text(w, "\r\n");
}

static void tell_menu(struct everyuri_writer *w, const char *text, unsigned port)
{
	for (const char *end; (end = strchr(text, '\n')); text = end + 1)
		tell_line(w, text, (size_t)(end - text), port);
	everyuri_write_text(w, ".\r\n");
}

static bool has_word(const char *text, const char *word, size_t len)
{
	for (size_t at = 0; text[at]; at++) {
		size_t n = 0;

		while (n < len && text[at + n] && (text[at + n] | 0x20) == (word[n] | 0x20))
			n++;
		if (n == len)
			return true;
	}
	return false;
}

/* Writes a menu of the documents that contain the word. */
static void tell_found(struct everyuri_writer *w, const char *word, size_t len, unsigned port)
{
	const struct world_page *page;
	unsigned n_found = 0;

	for (size_t i = 0; len && (page = world_nth(i)); i++) {
		if (page->type != '0' || !has_word(page->text, word, len))
			continue;
		n_found++;
		everyuri_write_text(w, "0");
		everyuri_write_text(w, page->selector + 1);
		everyuri_write_text(w, "\t");
		everyuri_write_text(w, page->selector);
		everyuri_write_text(w, "\t" DEMO_HOST "\t");
		everyuri_write_number(w, port);
		everyuri_write_text(w, "\r\n");
	}
	if (!n_found)
		everyuri_write_text(w, "iNothing found.\t\tnone.invalid\t70\r\n");
	everyuri_write_text(w, ".\r\n");
}

static void tell(struct everyuri_writer *w, const char *line, size_t len, unsigned port)
{
	static const char search[] = "/search\t", picture[] = "/kinds/picture.bmp";
	const struct world_page *page = world_find(line, len);
	unsigned char bmp[WORLD_PICTURE];

	if (page && page->type == '1') {
		tell_menu(w, page->text, port);
	} else if (page) {
		everyuri_write_text(w, page->text);
	} else if (len == sizeof picture - 1 && !memcmp(line, picture, len)) {
		world_picture(bmp);
		everyuri_write(w, (const char *)bmp, sizeof bmp);
	} else if (len >= sizeof search - 1 && !memcmp(line, search, sizeof search - 1)) {
		tell_found(w, line + sizeof search - 1, len - (sizeof search - 1), port);
	} else {
		everyuri_write_text(w, "3Not found in this demo"
		                       "\t\tnone.invalid\t70\r\n.\r\n");
	}
}

/* Answers one request: a single line of at most 512 bytes. */
static void answer(struct client *client)
{
	const struct timeval patience = { PATIENCE_MS / 1000, 0 };
	char line[512], block[4096];
	struct everyuri_writer w;
	size_t len = 0;
	ssize_t n;

	setsockopt(client->socket, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
	setsockopt(client->socket, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
	while (len < sizeof line && !memchr(line, '\n', len)) {
		n = recv(client->socket, line + len, sizeof line - len, 0);
		if (n <= 0)
			return;
		len += (size_t)n;
	}
	if (!memchr(line, '\n', len))
		return;
	len = strcspn(line, "\r\n");
	everyuri_writer_init(&w, block, sizeof block, send_all, client);
	tell(&w, line, len, client->port);
	everyuri_writer_flush(&w);
}

/* Serves clients until the other end of the pipe closes, which happens however the command ends. */
static void serve(const struct demo *demo, int listener, int alive, unsigned port)
{
	struct pollfd wait[2] = { { .fd = listener, .events = POLLIN },
		                  { .fd = alive, .events = POLLIN } };

	while (!(wait[1].revents & (POLLIN | POLLHUP | POLLERR))) {
		struct client client = { .port = port };

		if (poll(wait, 2, -1) < 0 && errno != EINTR)
			break;
		if (!(wait[0].revents & POLLIN))
			continue;
		client.socket = accept(listener, NULL, NULL);
		if (client.socket < 0)
			continue;
		answer(&client);
		shutdown(client.socket, SHUT_RDWR);
		close(client.socket);
	}
	remove_all(demo);
}

/* ---- start and end ------------------------------------------------------------------------------- */

static int listen_at(unsigned *port)
{
	struct sockaddr_in at = { .sin_family = AF_INET };
	socklen_t len = sizeof at;
	int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	inet_pton(AF_INET, DEMO_HOST, &at.sin_addr);
	if (listener >= 0 && !bind(listener, (struct sockaddr *)&at, sizeof at) &&
	    !listen(listener, 64) && !getsockname(listener, (struct sockaddr *)&at, &len)) {
		*port = ntohs(at.sin_port);
		return listener;
	}
	if (listener >= 0)
		close(listener);
	return -1;
}

/* Runs in the child process.  Closes its copy of the pipe's write end, so that only
 * the command holds that end. */
static _Noreturn void be_the_world(const struct demo *demo, int listener, const int alive[2],
                                   unsigned port)
{
	close(alive[1]);
	signal(SIGINT, SIG_IGN); /* Ctrl-C ends the command, which closes the pipe, which ends this
	                          * process */
	signal(SIGTERM, SIG_IGN);
	serve(demo, listener, alive[0], port);
	_exit(0);
}

static int fail(const struct demo *demo, int error)
{
	if (demo->directory[0])
		remove_all(demo);
	return error ? error : EIO;
}

int demo_begin(struct demo *demo)
{
	unsigned port = 0;
	int alive[2], listener;
	pid_t child;

	*demo = (struct demo){ .alive = -1 };
	if (!write_everything(demo))
		return fail(demo, errno);
	listener = listen_at(&port);
	if (listener < 0 || pipe2(alive, O_CLOEXEC))
		return fail(demo, errno);
	snprintf(demo->gopher, sizeof demo->gopher, "gopher://" DEMO_HOST ":%u/1", port);
	snprintf(demo->file, sizeof demo->file, "file://%s/", demo->files);
	snprintf(demo->message, sizeof demo->message, WORLD_MESSAGE);
	child = fork();
	if (!child)
		be_the_world(demo, listener, alive, port);
	close(listener);
	close(alive[0]);
	if (child < 0) {
		close(alive[1]);
		return fail(demo, errno);
	}
	demo->alive = alive[1];
	return 0;
}

void demo_end(struct demo *demo)
{
	if (demo->alive >= 0)
		close(demo->alive);
	demo->alive = -1;
}
