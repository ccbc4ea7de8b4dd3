/* item_hints.c - hints for items that are probably not URIs: file names, and hosts
 * without a scheme. */
#define _DEFAULT_SOURCE /* for realpath */
#include "cmd.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
#define NAME_MAX_BYTES 255 /* limit in bytes; a longer item gets no hint */

static const char mark[] = "\xEF\xBB\xBF";

static bool begins_with_mark(const char *data, size_t len)
{
	return len >= 3 && !memcmp(data, mark, 3);
}

void note_byte_order_mark(const struct settings *settings, const char *data, size_t len)
{
	if (begins_with_mark(data, len))
		fprintf(stderr,
		        "everyuri: %s: standard input begins with a byte order mark (EF BB BF), "
		        "which is read as part of the first item; remove it\n",
		        settings->command);
}

static bool is_regular_file(const char *name)
{
	struct stat about;

	return !stat(name, &about) && S_ISREG(about.st_mode);
}

/* Returns true for a name that a shell accepts without quotes. */
static bool is_plain_name(const char *name)
{
	return !name[strspn(name, LETTERS "0123456789._-/+,@%")];
}

/* Returns true for a text such as "www.example.com/x": a name that contains a dot
 * and whose last label has only letters. */
static bool is_host_without_scheme(const char *text)
{
	size_t len = strspn(text, LETTERS "0123456789.-");
	size_t label = len;

	while (label && text[label - 1] != '.')
		label--;
	return label > 1 && text[0] != '.' && len - label >= 2 &&
	       strspn(text + label, LETTERS) == len - label &&
	       (!text[len] || strchr("/?#", text[len]));
}

static void begin_hint(struct answer *answer)
{
	everyuri_write_text(&answer->err, "everyuri: ");
	everyuri_write_text(&answer->err, answer->settings->command);
	everyuri_write_text(&answer->err, ": hint: ");
}

static void hint_file(struct answer *answer, const char *name)
{
	struct everyuri_writer *err = &answer->err;

	begin_hint(answer);
	everyuri_write_text(err, "\"");
	everyuri_write_terminal(err, name, strlen(name));
	everyuri_write_text(err, "\" is a file; to read URIs from it: everyuri ");
	everyuri_write_text(err, answer->settings->command);
	everyuri_write_text(err, " <");
	everyuri_write_text(err, is_plain_name(name) ? name : "FILE");
	everyuri_write_text(err, "\n");
}

/* Suggests a file: URI, because a user of get or open may mean the file itself. */
static void hint_file_uri(struct answer *answer, const char *name)
{
	struct everyuri_writer *err = &answer->err;
	struct everyuri_buf buf;
	char path[PATH_MAX];

	everyuri_buf_init(&buf, NULL, 0, NULL);
	if (realpath(name, path) &&
	    !everyuri_path_to_uri(path, strlen(path), EVERYURI_PATH_POSIX, &buf, NULL)) {
		begin_hint(answer);
		everyuri_write_text(err, "to get the file itself: everyuri ");
		everyuri_write_text(err, answer->settings->command);
		everyuri_write_text(err, " ");
		everyuri_write_terminal(err, buf.data, buf.len);
		everyuri_write_text(err, "\n");
	}
	everyuri_buf_free(&buf);
}

static void hint_name(struct answer *answer, const char *name)
{
	struct everyuri_writer *err = &answer->err;
	const char *command = answer->settings->command;

	if (!strcmp(name, "-")) {
		begin_hint(answer);
		everyuri_write_text(err, "\"-\" is read as a URI; without arguments, URIs are read "
		                         "from standard input\n");
	} else if (is_regular_file(name)) {
		hint_file(answer, name);
		if (!strcmp(command, "get") || !strcmp(command, "open"))
			hint_file_uri(answer, name);
	} else if (is_host_without_scheme(name)) {
		begin_hint(answer);
		everyuri_write_text(err, "no scheme; did you mean \"http://");
		everyuri_write_terminal(err, name, strlen(name));
		everyuri_write_text(err, "\"?\n");
	}
}

/* The error is at the first digit of a blocked port.  If the item has no port, the
 * default port of the scheme is blocked, and there is no hint. */
void hint_port(struct answer *answer, const struct item *item, const struct everyuri_error *error)
{
	size_t end = error->at;

	if (!item->argument || strcmp(error->clause, "Fetch, port blocking") != 0)
		return;
	while (end < item->len && item->data[end] >= '0' && item->data[end] <= '9')
		end++;
	if (end <= error->at)
		return;
	begin_hint(answer);
	everyuri_write_text(&answer->err, "--allow-port ");
	everyuri_write(&answer->err, item->data + error->at, end - error->at);
	everyuri_write_text(&answer->err, " allows this port\n");
}

void hint_item(struct answer *answer, const struct item *item)
{
	char name[NAME_MAX_BYTES + 1];

	if (!item->argument || item->cut || !item->len || item->len > NAME_MAX_BYTES)
		return;
	if (begins_with_mark(item->data, item->len)) {
		begin_hint(answer);
		everyuri_write_text(&answer->err, "it begins with a byte order mark (EF BB BF); "
		                                  "remove it\n");
	} else if (!memchr(item->data, ':', item->len) && !memchr(item->data, '\0', item->len)) {
		memcpy(name, item->data, item->len);
		name[item->len] = '\0';
		hint_name(answer, name);
	}
}
