/* trurl.c - everyuri --trurl: parses each URL, changes it, and prints it. */
#include "trurl.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- bad URLs ---------------------------------------------------------------------------------- */

/* Reports a bad URL, and writes an empty line in place of its output.  With
 * --verify, ends the run instead. */
static void bad_url(struct trurl *run, enum trurl_status status, struct everyuri_text url,
                    const struct everyuri_error *error)
{
	if (run->status)
		return; /* memory ran out, which has been reported; the URL may be valid */
	if (!url.data) {
		trurl_fail(run, status, "%s (%s)", error->message, error->clause);
		return;
	}
	if (run->verify) {
		trurl_fail(run, status, "byte %zu: %s (%s) [" SLICE "]", error->at, error->message,
		           error->clause, SLICED(url));
		return;
	}
	trurl_note(run, "byte %zu: %s (%s) [" SLICE "]", error->at, error->message, error->clause,
	           SLICED(url));
	if (!run->json)
		everyuri_write_text(&run->answer.out, "\n");
}

/* ---- one URL ----------------------------------------------------------------------------------- */

/* The argument COMPONENT=DATA.  The "=" may follow ":" or "?".  ":" means that DATA
 * is already encoded.  "?" means that the component is set only if it is absent. */
struct assignment {
	enum component at;
	bool raw, missing_only;
	const char *value;
};

static struct assignment assignment_read(struct trurl *run, const char *text,
                                         enum trurl_status status)
{
	const char *equals = strchr(text, '=');
	struct assignment given = { .at = N_COMPONENTS };

	if (!equals || equals == text) {
		trurl_fail(run, status, "\"%s\" is not COMPONENT=DATA", text);
		return given;
	}
	size_t len = (size_t)(equals - text);

	for (; len > 1 && strchr(":?", text[len - 1]); len--) {
		given.raw = given.raw || text[len - 1] == ':';
		given.missing_only = given.missing_only || text[len - 1] == '?';
	}
	given.at = component_find(text, len);
	given.value = equals + 1;
	if (given.at == N_COMPONENTS)
		trurl_fail(run, status, "unknown component \"%.*s\"", (int)(len < 99 ? len : 99),
		           text);
	return given;
}

static void assign(struct trurl *run, struct url *url, const struct assignment *given,
                   struct everyuri_text value)
{
	struct everyuri_error error;

	if (given->missing_only && url->part[given->at].data)
		return;
	if (!url_set(run, url, given->at, value, given->raw, &error))
		trurl_note(run, "the %s was not changed: %s (%s)", component_name(given->at),
		           error.message, error.clause);
}

static void append_path(struct trurl *run, struct url *url)
{
	struct draft draft = { .run = run };
	bool asked = false;

	draft_add_text(&draft, url->part[C_PATH]);
	for (size_t i = 0; i < run->n_given; i++) {
		if (run->given[i].kind != G_APPEND_PATH)
			continue;
		if (!draft.len || draft.data[draft.len - 1] != '/')
			draft_add(&draft, "/", 1);
		/* A "/" in the value is not a delimiter, so it is encoded. */
		draft_add_text(&draft, data_encoded(run, text_from(run->given[i].value), C_USER));
		asked = true;
	}
	if (asked)
		url->part[C_PATH] = text_normal(run, draft_text(&draft), C_PATH);
}

/* Appends to the path, changes the query, and prints the URL.  The other components
 * have been set before. */
static void show(struct trurl *run, struct everyuri_text given, struct url url)
{
	static const struct everyuri_error nothing = { .clause = "RFC 3986 3",
		                                       .message = "not enough input for a URL" };
	unsigned shown = (run->default_port ? SHOW_DEFAULT_PORT : 0u) |
	                 (run->punycode ? SHOW_PUNYCODE : 0u) | (run->as_idn ? SHOW_IDN : 0u);
	struct everyuri_error error;

	append_path(run, &url);
	struct query_pairs pairs = pairs_changed(run, &url);

	if (run->status)
		return;
	if (!url_text(run, &url, 0).data) {
		bad_url(run, TRURL_NO_URL, given, &nothing);
	} else if (!url_holds(run, &url, &error)) {
		bad_url(run, TRURL_BAD_URL, url_text(run, &url, 0), &error);
	} else if (run->json) {
		trurl_json(run, &url, &pairs);
	} else if (run->format) {
		trurl_get(run, &url, &pairs);
	} else {
		struct everyuri_text text = url_text(run, &url, shown);

		put_raw(&run->answer, text.data, text.len);
		everyuri_write_text(&run->answer.out, "\n");
	}
}

/* Takes the next option --iterate.  Sets its component to each word of its value,
 * and calls itself for the options after it. */
static void iterate(struct trurl *run, struct everyuri_text given, const struct url *from,
                    size_t next, unsigned iterated)
{
	while (next < run->n_given && run->given[next].kind != G_ITERATE)
		next++;
	if (next == run->n_given) {
		show(run, given, *from);
		return;
	}
	struct assignment given_words = assignment_read(run, run->given[next].value, TRURL_ITERATE);

	if (!run->status && (run->n_sets | iterated) & 1u << given_words.at)
		trurl_fail(run, TRURL_ITERATE, "the %s is set twice",
		           component_name(given_words.at));
	for (const char *word = given_words.value; word && !run->status;) {
		size_t len = strcspn(word, " ");
		struct url url = *from;

		assign(run, &url, &given_words, (struct everyuri_text){ word, len });
		iterate(run, given, &url, next + 1, iterated | 1u << given_words.at);
		word = word[len] ? word + len + 1 : NULL;
	}
}

static void set_all(struct trurl *run, struct url *url)
{
	run->n_sets = 0;
	for (size_t i = 0; i < run->n_given && !run->status; i++) {
		if (run->given[i].kind != G_SET)
			continue;
		struct assignment given = assignment_read(run, run->given[i].value, TRURL_SET);

		if (!run->status && run->n_sets & 1u << given.at)
			trurl_fail(run, TRURL_SET, "the %s is set twice", component_name(given.at));
		if (run->status)
			return;
		assign(run, url, &given, text_from(given.value));
		run->n_sets |= 1u << given.at;
	}
}

/* Processes one URL.  If text.data is NULL, the URL is built only from the
 * components that options set. */
static void answer_url(struct trurl *run, struct everyuri_text text)
{
	struct everyuri_error error;
	struct url url = { .part[C_PATH] = text_from("/") };

	if (text.data && !url_read(run, text, &url, &error)) {
		bad_url(run, TRURL_BAD_URL, text, &error);
	} else if (text.data && run->redirect && !url_redirect(run, run->redirect, &url, &error)) {
		bad_url(run, TRURL_BAD_URL, text_from(run->redirect), &error);
	} else {
		set_all(run, &url);
		if (!run->status)
			iterate(run, text, &url, 0, 0);
	}
	store_empty(run);
	answer_flush(&run->answer);
}

/* ---- all URLs --------------------------------------------------------------------------------------- */

/* Processes one line, without its CR and trailing spaces.  For an empty line,
 * prints an empty line. */
static void answer_line(struct trurl *run, const char *line, size_t len)
{
	if (len && line[len - 1] == '\n')
		len--;
	if (len && line[len - 1] == '\r')
		len--;
	while (len && (line[len - 1] == ' ' || line[len - 1] == '\t'))
		len--;
	if (len)
		answer_url(run, (struct everyuri_text){ line, len });
	else if (!run->json)
		everyuri_write_text(&run->answer.out, "\n");
}

static void answer_file(struct trurl *run)
{
	bool is_input = !strcmp(run->file, "-");
	FILE *file = is_input ? stdin : fopen(run->file, "rb");
	char *line = NULL;
	size_t room = 0;
	ssize_t len;

	if (!file) {
		trurl_fail(run, TRURL_FILE, "--url-file: %s: %s", run->file, strerror(errno));
		return;
	}
	while (!run->status && (len = getline(&line, &room, file)) >= 0)
		answer_line(run, line, (size_t)len);
	if (!run->status && ferror(file))
		trurl_fail(run, TRURL_FILE, "--url-file: %s: %s", run->file, strerror(errno));
	free(line);
	if (!is_input)
		fclose(file);
}

static void answer_arguments(struct trurl *run)
{
	size_t n_urls = 0;

	for (size_t i = 0; i < run->n_given && !run->status; i++)
		if (run->given[i].kind == G_URL) {
			answer_url(run, text_from(run->given[i].value));
			n_urls++;
		}
	if (!n_urls && !run->status) {
		run->verify = true;
		answer_url(run, (struct everyuri_text){ NULL, 0 });
	}
}

/* Writes the end of the array even after an error, so that the output is valid JSON. */
static void answer_all(struct trurl *run)
{
	if (run->json)
		everyuri_write_text(&run->answer.out, "[");
	if (run->file)
		answer_file(run);
	else
		answer_arguments(run);
	if (run->json)
		everyuri_write_text(&run->answer.out, run->n_shown ? "\n]\n" : "]\n");
}

int cmd_trurl(int argc, char **argv)
{
	struct trurl run = { .settings = { .command = "trurl", .usage = "--trurl [OPTION]..." } };
	int status = answer_begin(&run.answer, &run.settings);

	if (status)
		return TRURL_MEMORY;
	run.given = calloc((size_t)argc + 1, sizeof *run.given);
	if (!run.given)
		trurl_fail(&run, TRURL_MEMORY, "out of memory");
	else
		trurl_options(&run, argc - 1, argv + 1);
	if (!run.status && !run.done)
		answer_all(&run);
	store_empty(&run);
	free(run.given);
	status = answer_end(&run.answer);
	return run.status ? run.status : status ? TRURL_FILE : TRURL_FINE;
}
