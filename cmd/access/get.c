/* get.c - everyuri get: the object of a URI. */
#include "access.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct get {
	struct accessing accessing;
	const char *format, *file;
	enum everyuri_render_as as;
	bool format_given, raw, remote_name, describe;
};

/* ---- where it goes ------------------------------------------------------------------------------ */

/* A file that an object is written to, or standard output. */
struct target {
	struct answer *answer;
	int file; /* -1: standard output */
	int error;
	struct everyuri_writer w;
	char block[65536];
};

static bool to_file(void *context, const char *data, size_t len)
{
	struct target *target = context;

	while (len) {
		ssize_t n = write(target->file, data, len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0) {
			target->error = errno;
			return false;
		}
		data += n;
		len -= (size_t)n;
	}
	return true;
}

/* THREATS C4: the last segment, if it can be a name here that is not there yet and is not hidden. */
static const char *remote_name(const struct everyuri_uri *uri, struct everyuri_buf *buf, char *name,
                               size_t cap)
{
	const char *path;
	size_t len, at;

	everyuri_view(uri, EVERYURI_PATH, &path, &len);
	for (at = len; at > 0 && path[at - 1] != '/';)
		at--;
	for (size_t i = at; i < len; i++)
		if (path[i] == ';')
			len = i;
	if (everyuri_decode(path + at, len - at, 0, buf, NULL) || !buf->len || buf->len >= cap ||
	    memchr(buf->data, '/', buf->len) || memchr(buf->data, '\0', buf->len) ||
	    buf->data[0] == '.' || buf->data[0] == '-')
		return NULL;
	memcpy(name, buf->data, buf->len);
	name[buf->len] = '\0';
	return name;
}

/* Returns: false after a complaint. */
static bool target_open(struct target *target, struct answer *answer, const struct get *get,
                        const struct everyuri_uri *uri)
{
	char name[256];
	const char *path = get->file;
	int flags = O_WRONLY | O_CREAT | O_CLOEXEC;

	target->answer = answer;
	target->file = -1;
	target->error = 0;
	if (get->describe || (!get->remote_name && (!path || !strcmp(path, "-"))))
		return true;
	if (get->remote_name)
		path = remote_name(uri, &answer->buf[1], name, sizeof name);
	if (!path) {
		answer_status(answer, usage_error(answer->settings,
		                                  "-O: the URI has no name that a file here can "
		                                  "have: use -o"));
		return false;
	}
	if (get->accessing.fetch.from)
		flags |= O_APPEND;
	else
		flags |= get->remote_name ? O_EXCL | O_NOFOLLOW : O_TRUNC;
	target->file = open(path, flags, 0666);
	if (target->file < 0) {
		answer_status(answer, trouble(answer->settings, path, errno));
		return false;
	}
	everyuri_writer_init(&target->w, target->block, sizeof target->block, to_file, target);
	return true;
}

static void target_close(struct target *target)
{
	if (target->file < 0)
		return;
	everyuri_writer_flush(&target->w);
	if (close(target->file) && !target->error)
		target->error = errno;
	if (target->error)
		answer_status(target->answer,
		              trouble(target->answer->settings, "write error", target->error));
}

/* ---- -i: what it is ---------------------------------------------------------------------------------- */

/* A receiver that keeps what is said of the object and counts the rest. */
struct description {
	struct answer *answer;
	uint64_t bytes, items;
};

static void put_known(struct answer *answer, const char *name, struct everyuri_text value)
{
	if (!value.data)
		return;
	everyuri_write_text(&answer->out, name);
	everyuri_write_text(&answer->out, "\t");
	put_field(answer, value.data, value.len);
	everyuri_write_text(&answer->out, "\n");
}

static void put_count(struct answer *answer, const char *name, uint64_t number)
{
	everyuri_write_text(&answer->out, name);
	everyuri_write_text(&answer->out, "\t");
	everyuri_write_number(&answer->out, number);
	everyuri_write_text(&answer->out, "\n");
}

static bool describe_begin(void *context, const struct everyuri_object *object)
{
	struct description *description = context;
	struct answer *answer = description->answer;
	const char *kind = everyuri_object_kind_name(object->kind);

	put_known(answer, "kind", (struct everyuri_text){ kind, strlen(kind) });
	put_known(answer, "media_type", object->media_type);
	put_known(answer, "charset", object->charset);
	put_known(answer, "language", object->language);
	put_known(answer, "title", object->title);
	put_known(answer, "program", object->program);
	if (object->length != EVERYURI_LENGTH_UNKNOWN)
		put_count(answer, "length", object->length);
	return true;
}

static bool describe_bytes(void *context, const char *data, size_t len)
{
	struct description *description = context;

	(void)data;
	description->bytes += len;
	return true;
}

static bool describe_item(void *context, const struct everyuri_item *item)
{
	struct description *description = context;

	(void)item;
	description->items++;
	return true;
}

static void describe(struct answer *answer, const struct item *item, const struct get *get,
                     const struct everyuri_uri *uri)
{
	struct description description = { .answer = answer };
	const struct everyuri_receiver receiver = { &description, describe_begin, describe_bytes,
		                                    describe_item };
	struct everyuri_fetched fetched;
	struct everyuri_error error = { .clause = "", .message = "" };
	struct everyuri_buf buf;
	enum everyuri_status status;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	status = everyuri_fetch(uri, &get->accessing.fetch, &receiver, &buf, &fetched, &error);
	put_known(answer, "uri", fetched.uri);
	put_count(answer, "bytes", description.bytes);
	put_count(answer, "items", description.items);
	put_end(answer);
	if (status)
		accessing_failed(answer, item, &error, &fetched);
	everyuri_buf_free(&buf);
}

/* ---- the object ------------------------------------------------------------------------------------------ */

static void fetch_into(struct target *target, const struct item *item, const struct get *get,
                       const struct everyuri_uri *uri)
{
	struct answer *answer = target->answer;
	bool here = target->file < 0;
	struct everyuri_render render = { .as = get->as,
		                          .w = here ? &answer->out : &target->w,
		                          .uri = { uri->text, uri->len },
		                          .terminal = here && answer->terminal && !get->raw,
		                          .links = here && answer->terminal && !get->raw };
	struct everyuri_receiver receiver;
	struct everyuri_fetched fetched;
	struct everyuri_error error = { .clause = "", .message = "" };
	struct everyuri_buf buf;
	enum everyuri_status status;

	if (!get->format_given && render.terminal)
		render.as = EVERYURI_AS_TEXT;
	receiver = everyuri_render_receiver(&render);
	everyuri_buf_init(&buf, NULL, 0, NULL);
	status = everyuri_fetch(uri, &get->accessing.fetch, &receiver, &buf, &fetched, &error);
	everyuri_render_end(&render, !status);
	if (render.as == EVERYURI_AS_JSON)
		put_end(answer);
	if (status)
		accessing_failed(answer, item, &error, &fetched);
	everyuri_buf_free(&buf);
}

static void answer_get(struct answer *answer, const struct item *item, void *own)
{
	const struct get *get = own;
	struct everyuri_uri uri;
	struct everyuri_error error;
	struct target *target;

	if (accessing_read(answer, item, &get->accessing, &uri, &error)) {
		complain(answer, item, &error);
		return;
	}
	if (get->describe) {
		describe(answer, item, get, &uri);
		return;
	}
	target = malloc(sizeof *target);
	if (!target) {
		answer_status(answer, trouble(answer->settings, "memory", ENOMEM));
		return;
	}
	if (target_open(target, answer, get, &uri)) {
		fetch_into(target, item, get, &uri);
		target_close(target);
	}
	free(target);
}

static const char *read_format(void *own, const char *name, const char *value)
{
	static const char *const names[] = { "raw", "text", "json", "html" };
	struct get *get = own;

	(void)name;
	for (int i = 0; i < 4; i++)
		if (!strcmp(value, names[i])) {
			get->as = (enum everyuri_render_as)i;
			get->format_given = true;
			return NULL;
		}
	return "is not raw, text, json or html";
}

#define GET_OPTIONS 5

int cmd_get(int argc, char **argv)
{
	struct settings settings = { .command = "get", .usage = "get [OPTION]... [URI]..." };
	static struct get get;
	struct option rows[ACCESSING_OPTIONS + GET_OPTIONS];
	const struct option own[GET_OPTIONS] = {
		{ .name = "format", .value = true, .call = read_format, .own = &get },
		{ .name = "output", .letter = 'o', .text = &get.file },
		{ .name = "remote-name", .letter = 'O', .flag = &get.remote_name },
		{ .name = "info", .letter = 'i', .flag = &get.describe },
		{ .name = "raw", .flag = &get.raw },
	};
	int status;

	accessing_options(&get.accessing, rows);
	memcpy(rows + ACCESSING_OPTIONS, own, sizeof own);
	status = settings_read(&settings, argc, argv, rows, ACCESSING_OPTIONS + GET_OPTIONS);
	if (status < 0 && get.file && get.remote_name)
		status = usage_error(&settings, "-o and -O exclude each other");
	if (status < 0)
		status = accessing_begin(&get.accessing, &settings);
	if (status < 0)
		status = lines_run(&settings, NULL, answer_get, &get);
	accessing_end(&get.accessing);
	return status;
}
