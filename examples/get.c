/* get.c - fetch a URI: write the bytes of a document, or a line for each item of a menu.
 * A second argument is lines of configuration: "refuse-address private". */
#include <stdio.h>
#include <string.h>
#include <everyuri-access.h>

static bool write_out(void *context, const char *data, size_t len)
{
	return fwrite(data, 1, len, context) == len;
}

static void tell(void *context, const struct everyuri_event *event)
{
	if (event->kind == EVERYURI_EVENT_WARNING)
		fprintf(context, "warning: %.*s\n", (int)event->text.len, event->text.data);
}

/* Returns: the exit status. */
static int get(const struct everyuri_uri *uri, const struct everyuri_config *config)
{
	const struct everyuri_fetch_options options = { .config = config,
		                                        .event = tell,
		                                        .context = stderr };
	char block[4096];
	struct everyuri_writer w;
	struct everyuri_render render = { .as = EVERYURI_AS_RAW,
		                          .w = &w,
		                          .uri = { uri->text, uri->len } };
	const struct everyuri_receiver receiver = everyuri_render_receiver(&render);
	struct everyuri_fetched fetched;
	struct everyuri_error err = { .clause = "", .message = "" };
	struct everyuri_buf buf;
	enum everyuri_status status;

	everyuri_writer_init(&w, block, sizeof block, write_out, stdout);
	everyuri_buf_init(&buf, NULL, 0, NULL);
	status = everyuri_fetch(uri, &options, &receiver, &buf, &fetched, &err);
	everyuri_render_end(&render, !status);
	if (status) /* text from a server must be escaped for a terminal */
		fprintf(stderr, "%s: %s (%s)\n", everyuri_status_text(status), err.message,
		        err.clause);
	everyuri_buf_free(&buf);
	return status || !everyuri_writer_flush(&w);
}

int main(int argc, char **argv)
{
	const char *text = argc > 1 ? argv[1] : "data:,hello%0A", *lines = argc > 2 ? argv[2] : "";
	struct everyuri_uri uri;
	struct everyuri_error err;
	struct everyuri_config config;
	struct everyuri_policy policy;
	struct everyuri_buf rules, lists;
	int status = 1;

	everyuri_buf_init(&rules, NULL, 0, NULL);
	everyuri_buf_init(&lists, NULL, 0, NULL);
	if (everyuri_parse(text, strlen(text), EVERYURI_RFC3986, 0, NULL, NULL, &uri, &err) ||
	    everyuri_config_read(lines, strlen(lines), &rules, &config, &err) ||
	    everyuri_policy_read(lines, strlen(lines), EVERYURI_POLICY_AMONG_OTHERS, &lists,
	                         &policy, &err)) {
		fprintf(stderr, "byte %zu: %s (%s)\n", err.at, err.message, err.clause);
	} else {
		config.policy = &policy;
		status = get(&uri, &config);
	}
	everyuri_buf_free(&rules);
	everyuri_buf_free(&lists);
	return status;
}
