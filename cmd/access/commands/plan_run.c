/* plan_run.c - everyuri plan --run: accesses a URI and prints each step as it happens. */
#include "base/secret.h"
#include "access/support/access.h"

#include <string.h>

struct run {
	struct accessing accessing;
	bool run, verbose;
};

/* The state of running the plan of one item. */
struct running {
	struct answer *answer;
	const struct telling *telling;
	bool verbose;
	enum everyuri_standard standard;
	uint64_t bytes, items;
};

/* Writes the URI for which a hop was planned, without its password. */
static void put_place(struct running *running, struct everyuri_text uri)
{
	struct everyuri_buf buf;

	eu_buf_secret(&buf);
	uri = uri_shown(uri, running->standard, &buf);
	everyuri_write_terminal(&running->answer->out, uri.data, uri.len);
	everyuri_buf_free(&buf);
}

static void put_event(void *context, const struct everyuri_event *event)
{
	static const char *const words[] = { "plan", "step", "send", "said", "warning", "next" };
	struct running *running = context;
	struct everyuri_writer *out = &running->answer->out;
	char digits[EU_DECIMAL_MAX];
	struct everyuri_text ms = eu_decimal(digits, event->ms);

	if ((event->kind == EVERYURI_EVENT_SAID && !running->verbose) ||
	    (event->kind == EVERYURI_EVENT_WARNING && telling_own_login(running->telling, event)))
		return;
	for (size_t width = ms.len; width < 6; width++)
		everyuri_write(out, " ", 1);
	everyuri_write(out, ms.data, ms.len);
	everyuri_write_text(out, " ms  ");
	everyuri_write_text(out, words[event->kind]);
	for (size_t width = strlen(words[event->kind]); width < 9; width++)
		everyuri_write(out, " ", 1);
	if (event->kind == EVERYURI_EVENT_PLAN)
		put_place(running, event->uri);
	else
		everyuri_write_terminal(out, event->text.data, event->text.len);
	everyuri_write_text(out, "\n");
	answer_flush(running->answer);
}

static bool run_begin(void *context, const struct everyuri_object *object)
{
	struct running *running = context;
	struct everyuri_writer *out = &running->answer->out;

	everyuri_write_text(out, "           object   ");
	everyuri_write_text(out, everyuri_object_kind_name(object->kind));
	if (object->media_type.data) {
		everyuri_write_text(out, " ");
		everyuri_write_terminal(out, object->media_type.data, object->media_type.len);
	}
	everyuri_write_text(out, "\n");
	return true;
}

static bool run_bytes(void *context, const char *data, size_t len)
{
	struct running *running = context;

	(void)data;
	running->bytes += len;
	return true;
}

static bool run_item(void *context, const struct everyuri_item *item)
{
	struct running *running = context;

	(void)item;
	running->items++;
	return true;
}

static void answer_run(struct answer *answer, const struct item *item, void *own)
{
	struct run *run = own;
	struct telling telling = { .answer = answer, .item = item };
	struct running running = { .answer = answer, .telling = &telling, .verbose = run->verbose };
	const struct everyuri_receiver receiver = { &running, run_begin, run_bytes, run_item };
	struct everyuri_fetch_options options = run->accessing.fetch;
	struct everyuri_fetched fetched;
	struct everyuri_error error = { .clause = "", .message = "" };
	struct everyuri_uri uri;
	struct everyuri_buf buf;

	if (accessing_read(&telling, &run->accessing, &uri, &error)) {
		complain(answer, item, &error);
		return;
	}
	if (run->verbose && proxy_variable(&run->accessing, &uri)) {
		everyuri_write_text(&answer->out,
		                    "           proxy    from the environment variable ");
		everyuri_write_text(&answer->out, proxy_variable(&run->accessing, &uri));
		everyuri_write_text(&answer->out, "\n");
	}
	running.standard = (enum everyuri_standard)uri.standard;
	options.event = put_event;
	options.context = &running;
	eu_buf_secret(&buf);
	enum everyuri_status status =
		everyuri_fetch(&uri, &options, &receiver, &buf, &fetched, &error);

	everyuri_write_text(&answer->out, "           end      ");
	everyuri_write_text(&answer->out, status ? everyuri_status_text(status) : "complete");
	everyuri_write_text(&answer->out, ", ");
	everyuri_write_number(&answer->out, running.bytes);
	everyuri_write_text(&answer->out, " bytes, ");
	everyuri_write_number(&answer->out, running.items);
	everyuri_write_text(&answer->out, " items\n");
	put_end(answer);
	if (status)
		accessing_failed(answer, item, &error, &fetched);
	everyuri_buf_free(&buf);
}

int cmd_run(int argc, char **argv)
{
	struct settings settings = { .command = "plan",
		                     .usage = "plan --run [-v] [OPTION]... [URI]..." };
	static struct run run;
	struct option rows[ACCESSING_OPTIONS + 2];

	accessing_options(&run.accessing, rows);
	rows[ACCESSING_OPTIONS] = (struct option){ .name = "run", .flag = &run.run };
	rows[ACCESSING_OPTIONS + 1] =
		(struct option){ .name = "verbose", .letter = 'v', .flag = &run.verbose };
	int status = settings_read(&settings, argc, argv, rows, ACCESSING_OPTIONS + 2);

	if (status < 0 && settings.shape != SHAPE_TEXT)
		status = usage_error(&settings, "--run writes only text");
	settings.n_threads = 1;
	if (status < 0)
		status = accessing_begin(&run.accessing, &settings);
	if (status < 0)
		status = proxies_read(&run.accessing, &settings);
	if (status < 0)
		status = lines_run(&settings, NULL, answer_run, &run);
	accessing_end(&run.accessing);
	return status;
}
