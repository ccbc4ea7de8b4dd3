/* get.c - everyuri get: fetches the object of a URI. */
#include "support/names.h"
#include "base/secret.h"
#include "access/support/get.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Writes the JSON answer for an item that has no object: {"uri":"...","error":{...}}.  Masks
 * passwords in the URI. */
void put_failure(struct answer *answer, const struct item *item, const struct everyuri_error *error,
                 const struct everyuri_fetched *fetched)
{
	static const struct everyuri_secrets none = { 0 };
	struct item shown = *item;
	struct everyuri_buf buf;
	bool here = !fetched || !fetched->begun || error->status == EVERYURI_UNSAFE;

	eu_buf_secret(&buf);
	if (everyuri_redact_text(item->data, item->len, &none, &buf, NULL)) {
		shown.data = "***";
		shown.len = 3;
		answer_no_memory(answer);
	} else {
		shown.data = buf.len ? buf.data : "";
		shown.len = buf.len;
	}
	put_json_item(answer, &shown);
	put_json_error(answer, error);
	if (fetched && fetched->said.len) {
		everyuri_write_text(&answer->out, ",\"said\":");
		put_json(answer, fetched->said.data, fetched->said.len);
	}
	everyuri_write_text(&answer->out, "}");
	put_end(answer);
	if (here)
		answer_failed(answer, error);
	else
		answer_status(answer, EXIT_NETWORK);
	everyuri_buf_free(&buf);
}

static void put_bad(struct answer *answer, const struct item *item, const struct get *get,
                    const struct everyuri_error *error)
{
	if (get->as != EVERYURI_AS_JSON) {
		complain(answer, item, error);
		return;
	}
	put_failure(answer, item, error, NULL);
}

static void fetch_into(struct target *target, struct telling *telling, struct get *get,
                       const struct everyuri_uri *uri)
{
	struct answer *answer = target->answer;
	const struct item *item = telling->item;
	struct everyuri_fetch_options options = accessing_fetch(&get->accessing, telling);
	bool here = !target->path;
	struct everyuri_render render = { .as = get->as,
		                          .terminal = here && answer->terminal && !get->raw,
		                          .links = here && answer->terminal && !get->raw &&
		                                   terminal_links(),
		                          .nul = answer->settings->nul };
	struct showing showing;
	struct everyuri_receiver receiver;
	struct everyuri_fetched fetched;
	struct everyuri_error error = { .clause = "", .message = "" };
	struct everyuri_buf buf;
	enum everyuri_status status;

	eu_buf_secret(&buf);
	/* THREATS C6: only --raw writes bytes to a terminal unescaped. */
	if (render.as == EVERYURI_AS_RAW && render.terminal)
		render.as = EVERYURI_AS_TEXT;
	options.from = target->from;
	show_begin(&showing, answer, target, &render, (enum everyuri_standard)uri->standard);
	if (get->format_given && get->as == EVERYURI_AS_RAW)
		showing.pages = false;
	receiver = show_receiver(&showing);
	showing.progress.wanted = !get->silent && !(here && answer->terminal) &&
	                          answer->settings->n_threads == 1 && isatty(STDERR_FILENO);
	status = everyuri_fetch(uri, &options, &receiver, &buf, &fetched, &error);
	if (!show_end(&showing, !status) || showing.failed)
		status = EVERYURI_OK; /* the error has already been reported */
	if (status && render.as == EVERYURI_AS_JSON && !showing.begun)
		put_failure(answer, item, &error, &fetched);
	else if (status)
		accessing_failed(answer, item, &error, &fetched);
	everyuri_buf_free(&buf);
}

static void answer_get(struct answer *answer, const struct item *item, void *own)
{
	struct get *get = own;
	struct telling telling = { .answer = answer, .item = item };
	struct everyuri_uri uri;
	struct everyuri_error error;
	struct target *target;

	if (accessing_read(&telling, &get->accessing, &uri, &error)) {
		put_bad(answer, item, get, &error);
		return;
	}
	if (get->describe) {
		describe(&telling, get, &uri);
		return;
	}
	target = malloc(sizeof *target);
	if (!target) {
		answer_no_memory(answer);
		return;
	}
	if (target_begin(target, answer, get, &uri)) {
		fetch_into(target, &telling, get, &uri);
		if (target_end(target) && get->file)
			get->written = true; /* cannot race with another thread, because with -o
			                      * there is only one */
	}
	free(target);
}

static const char *read_format(void *own, const char *name, const char *value)
{
	static const char *const names[] = { "raw", "text", "json", "html" };
	struct get *get = own;
	unsigned i;
	const char *wrong = choose("format", names, 4, value, &i);

	(void)name;
	if (wrong)
		return wrong;
	get->as = (enum everyuri_render_as)i;
	get->format_given = true;
	return NULL;
}

static int check_options(struct settings *settings, const struct get *get)
{
	if (get->file && get->remote_name)
		return usage_error(settings, "-o and -O cannot be used together");
	if (get->resume && !get->file && !get->remote_name)
		return usage_error(settings,
		                   "-c needs -o or -O to name the file that it continues");
	if (get->resume && get->accessing.from)
		return usage_error(settings, "-c and --from cannot be used together");
	if (get->file)
		settings->n_threads = 1;
	return -1;
}

#define GET_OPTIONS 7

int cmd_get(int argc, char **argv)
{
	struct settings settings = { .command = "get", .usage = "get [OPTION]... [URI]..." };
	static struct get get;
	struct option rows[ACCESSING_OPTIONS + GET_OPTIONS];
	const struct option own[GET_OPTIONS] = {
		{ .name = "format", .value = true, .call = read_format, .own = &get },
		{ .name = "output", .letter = 'o', .text = &get.file },
		{ .name = "remote-name", .letter = 'O', .flag = &get.remote_name },
		{ .name = "continue", .letter = 'c', .flag = &get.resume },
		{ .name = "info", .letter = 'i', .flag = &get.describe },
		{ .name = "raw", .flag = &get.raw },
		{ .name = "silent", .letter = 's', .flag = &get.silent },
	};
	int status;

	accessing_options(&get.accessing, rows);
	memcpy(rows + ACCESSING_OPTIONS, own, sizeof own);
	status = settings_read(&settings, argc, argv, rows, ACCESSING_OPTIONS + GET_OPTIONS);
	if (status < 0)
		status = check_options(&settings, &get);
	if (status < 0)
		status = accessing_begin(&get.accessing, &settings);
	if (status < 0)
		status = proxies_read(&get.accessing, &settings);
	if (status < 0)
		status = jobs_run(&settings, answer_get, &get);
	accessing_end(&get.accessing);
	return status;
}
