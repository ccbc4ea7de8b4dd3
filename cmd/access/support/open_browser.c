/* open_browser.c - everyuri open --browser: shows a URI in the browser, through a gateway of the
 * user. */
#define _GNU_SOURCE /* for pipe2 */
#include "desktop.h"

#include "mail.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#define START_MS 5000 /* limit in milliseconds for a gateway to print its address */

/* ---- the running gateway ------------------------------------------------------------------------- */

/* Stores in `path` the name of the file that contains the port of the running gateway.  Only the
 * user can access the directory of that file.  Returns: false if there is no such directory. */
static bool place_of_port(char *path, size_t cap)
{
	const char *folder = getenv("XDG_RUNTIME_DIR");
	int n;

	if (!folder || folder[0] != '/')
		return false;
	n = snprintf(path, cap, "%s/everyuri-gateway", folder);
	return n > 0 && (size_t)n < cap;
}

/* Returns true if a process of this user listens on the port, according to the kernel.  Without
 * this check, after a gateway has exited, another user could listen on its port and see what this
 * user reads. */
static bool is_ours(unsigned port)
{
	FILE *file = fopen("/proc/net/tcp", "re");
	char line[256];
	bool ours = false;

	while (file && !ours && fgets(line, sizeof line, file)) {
		unsigned address, local, state, user;

		ours = sscanf(line, " %*u: %8X:%4X %*8X:%*4X %2X %*8X:%*8X %*2X:%*8X %*8X %u",
		              &address, &local, &state, &user) == 4 &&
		       address == htonl(INADDR_LOOPBACK) && local == port && state == TCP_LISTEN &&
		       user == geteuid();
	}
	if (file)
		fclose(file);
	return ours;
}

/* Returns true if a gateway answers on the port. */
static bool is_alive(unsigned port)
{
	static const char right[] = "HTTP/1.1 200 ";
	const struct timeval patience = { 2, 0 };
	struct sockaddr_in at = { .sin_family = AF_INET, .sin_port = htons((uint16_t)port) };
	char text[128];
	int s = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), n;
	bool good = false;

	if (s < 0)
		return false;
	at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	setsockopt(s, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
	setsockopt(s, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
	n = snprintf(text, sizeof text,
	             "HEAD /_/icon.svg HTTP/1.1\r\nHost: 127.0.0.1:%u\r\nConnection: close\r\n\r\n",
	             port);
	if (!connect(s, (struct sockaddr *)&at, sizeof at) &&
	    send(s, text, (size_t)n, MSG_NOSIGNAL) == n)
		good = recv(s, text, sizeof right - 1, MSG_WAITALL) == sizeof right - 1 &&
		       !memcmp(text, right, sizeof right - 1);
	close(s);
	return good;
}

/* Returns the port of the running gateway, or 0. */
static unsigned find_running(const char *path)
{
	char text[40] = "";
	uint64_t port = 0;
	int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	ssize_t n;

	if (file < 0)
		return 0;
	n = read(file, text, sizeof text - 1);
	close(file);
	text[n > 0 ? n : 0] = '\0';
	text[strcspn(text, " ")] = '\0';
	if (!number_read(text, 65535, &port) || !port || !is_ours((unsigned)port) ||
	    !is_alive((unsigned)port))
		return 0;
	return (unsigned)port;
}

/* Writes "8070 1234": the port, and the process ID, which a user needs to end the gateway. */
static void keep(const char *path, unsigned port, pid_t pid)
{
	char text[40];
	int n = snprintf(text, sizeof text, "%u %ld\n", port, (long)pid), file;

	unlink(path);
	file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (file < 0)
		return;
	if (write(file, text, (size_t)n) != n)
		unlink(path);
	close(file);
}

/* ---- a new gateway ------------------------------------------------------------------------------------- */

/* Runs the gateway in a new session, so that it keeps running after this command ends. */
static _Noreturn void become_gateway(int out)
{
	char name[] = "everyuri-access", command[] = "serve";
	char option[] = "--port", any[] = "0";
	char *words[] = { name, command, option, any, NULL };
	int nothing = open("/dev/null", O_RDWR);

	setsid();
	dup2(nothing, STDIN_FILENO);
	dup2(out, STDOUT_FILENO);
	dup2(nothing, STDERR_FILENO);
	execv("/proc/self/exe", words);
	_exit(127);
}

/* Reads "http://127.0.0.1:8070/" and a line feed.  Returns: the port, or 0 on failure. */
static unsigned read_port(int in)
{
	static const char front[] = "http://127.0.0.1:";
	struct pollfd wait = { .fd = in, .events = POLLIN };
	char line[64];
	size_t len = 0;
	uint64_t port;

	while (len < sizeof line - 1 && !memchr(line, '\n', len) && poll(&wait, 1, START_MS) > 0) {
		ssize_t n = read(in, line + len, sizeof line - 1 - len);

		if (n <= 0)
			break;
		len += (size_t)n;
	}
	line[len] = '\0';
	line[strcspn(line, "\n")] = '\0';
	len = strlen(line);
	if (len < sizeof front || strncmp(line, front, sizeof front - 1) || line[len - 1] != '/')
		return 0;
	line[len - 1] = '\0';
	return number_read(line + sizeof front - 1, 65535, &port) ? (unsigned)port : 0;
}

static unsigned start_gateway(pid_t *gateway)
{
	int ends[2];
	unsigned port;

	if (pipe2(ends, O_CLOEXEC))
		return 0;
	switch (*gateway = fork()) {
	case 0:
		become_gateway(ends[1]);
	default:
		break;
	}
	close(ends[1]); /* if fork() failed, the other end is now closed, so reading returns 0 */
	port = read_port(ends[0]);
	close(ends[0]);
	return port;
}

/* ---- the browser ------------------------------------------------------------------------------------------- */

/* Returns the gateway's address for a URI.  The URI is percent-encoded except for unreserved
 * characters, and its fragment is appended. */
static char *address_of(unsigned port, struct everyuri_text uri)
{
	static const struct everyuri_byte_set unreserved = { { 0, 0x03FF6000, 0x87FFFFFE,
		                                               0x47FFFFFE } };
	const char *mark = memchr(uri.data, '#', uri.len);
	size_t end = mark ? (size_t)(mark - uri.data) : uri.len;
	struct everyuri_buf buf;
	char *address = NULL;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	if (!everyuri_encode(uri.data, end, &unreserved, 0, &buf, NULL)) {
		size_t cap = buf.len + (uri.len - end) + 40;

		address = malloc(cap);
		if (address)
			snprintf(address, cap, "http://127.0.0.1:%u/%.*s%.*s", port, (int)buf.len,
			         buf.data, (int)(uri.len - end), uri.data + end);
	}
	everyuri_buf_free(&buf);
	return address;
}

/* Runs the one program that $BROWSER names, or xdg-open. */
static void show(struct answer *answer, char *address)
{
	static char usual[] = "xdg-open";
	char *own = getenv("BROWSER");
	char *words[] = { own && *own ? own : usual, address, NULL };

	program_run(answer, words, -1);
}

/* Finds a running gateway, or starts one.  Returns: its port, or 0 on failure. */
static unsigned find_gateway(void)
{
	char path[4096];
	bool kept = place_of_port(path, sizeof path);
	unsigned port = kept ? find_running(path) : 0;
	pid_t gateway;

	if (port)
		return port;
	port = start_gateway(&gateway);
	if (port && kept)
		keep(path, port, gateway);
	return port;
}

static void does_not_start(struct answer *answer)
{
	everyuri_write_text(&answer->err,
	                    "the gateway did not start; run `everyuri serve` to see why\n");
	answer_status(answer, EXIT_TROUBLE);
}

/* THREATS C8: all users of this machine can read the arguments of a program.
 * Returns: the URI without its secrets, in buf; its data is NULL if memory ran out. */
static struct everyuri_text without_secrets(struct answer *answer, const struct item *item,
                                            const struct everyuri_uri *uri,
                                            struct everyuri_buf *buf)
{
	static const struct everyuri_secrets secrets = { .flags = EVERYURI_REDACT_REMOVE };
	struct everyuri_uri given = *uri, again;
	bool found = false;

	/* A standard may rewrite the text so that a password for another standard is no longer
	 * visible.  So the secrets of the original text are removed first. */
	given.text = item->data;
	given.len = (uint32_t)item->len;
	if (uri->flags & EVERYURI_REWRITTEN && !everyuri_redact(&given, &secrets, buf, NULL) &&
	    buf->len != item->len &&
	    !everyuri_parse(buf->data, buf->len, (enum everyuri_standard)uri->standard, 0, NULL,
	                    &answer->buf[1], &again, NULL)) {
		uri = &again;
		found = true;
	}
	if (everyuri_redact(uri, &secrets, buf, NULL))
		return (struct everyuri_text){ NULL, 0 };
	if (found || buf->len != uri->len) {
		put_item_place(answer, item);
		everyuri_write_text(&answer->err, "the secrets in the URI were not passed to the "
		                                  "browser, because other users could read them\n");
	}
	return (struct everyuri_text){ buf->data, buf->len };
}

void browse(struct answer *answer, const struct item *item, const struct everyuri_uri *uri)
{
	struct everyuri_buf buf;
	struct everyuri_text shown;
	unsigned port;
	char *address;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	shown = without_secrets(answer, item, uri, &buf);
	port = shown.data ? find_gateway() : 0;
	address = port ? address_of(port, shown) : NULL;
	everyuri_buf_free(&buf);
	if (address) {
		show(answer, address);
	} else {
		put_item_place(answer, item);
		does_not_start(answer);
	}
	free(address);
}

void browse_front(struct answer *answer)
{
	unsigned port = find_gateway();
	char address[40];

	if (!port) {
		everyuri_write_text(&answer->err, "everyuri: open: ");
		does_not_start(answer);
		return;
	}
	snprintf(address, sizeof address, "http://127.0.0.1:%u/", port);
	show(answer, address);
}
