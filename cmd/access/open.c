/* open.c - everyuri open: a session is handed over to its program; anything else is shown. */
#include "access.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define WORDS_MAX 32

/* What a session is, with texts that end in NUL. */
struct session {
	bool is_one;
	char *words[WORDS_MAX + 1]; /* program and arguments, from malloc; NULL at the end */
	size_t n_words;
	bool failed; /* no memory, or too many words */
};

struct opening {
	struct answer *answer;
	struct session session;
	struct everyuri_render render;
	struct everyuri_receiver shown;
};

static void add_word(struct session *session, struct everyuri_text text)
{
	char *word = session->n_words < WORDS_MAX ? malloc(text.len + 1) : NULL;

	/* A NUL in it would make it another word. */
	if (!word || memchr(text.data, '\0', text.len)) {
		free(word);
		session->failed = true;
		return;
	}
	memcpy(word, text.data, text.len);
	word[text.len] = '\0';
	session->words[session->n_words++] = word;
}

static bool open_begin(void *context, const struct everyuri_object *object)
{
	struct opening *opening = context;
	struct answer *answer = opening->answer;

	if (object->kind != EVERYURI_SESSION)
		return opening->shown.begin(opening->shown.context, object);
	opening->session.is_one = true;
	add_word(&opening->session, object->program);
	for (size_t i = 0; i < object->n_arguments; i++)
		add_word(&opening->session, object->arguments[i]);
	if (object->user.data) {
		everyuri_write_text(&answer->err, "everyuri: open: the URI advises the user \"");
		everyuri_write_terminal(&answer->err, object->user.data, object->user.len);
		everyuri_write_text(&answer->err, "\"\n");
	}
	return !opening->session.failed;
}

static bool open_bytes(void *context, const char *data, size_t len)
{
	struct opening *opening = context;

	return opening->shown.bytes(opening->shown.context, data, len);
}

static bool open_item(void *context, const struct everyuri_item *item)
{
	struct opening *opening = context;

	return opening->shown.item(opening->shown.context, item);
}

/* THREATS C7: by argument list, without a shell.  The program's status is not ours to judge. */
static void run_session(struct answer *answer, const struct session *session)
{
	pid_t child;
	int status = 0;

	answer_flush(answer);
	child = fork();
	if (child == 0) {
		execvp(session->words[0], session->words);
		_exit(127);
	}
	if (child < 0) {
		answer_status(answer, trouble(answer->settings, "fork", errno));
		return;
	}
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
		answer_status(answer, trouble(answer->settings, session->words[0], ENOENT));
}

static void answer_open(struct answer *answer, const struct item *item, void *own)
{
	const struct accessing *accessing = own;
	struct opening opening = { .answer = answer };
	const struct everyuri_receiver receiver = { &opening, open_begin, open_bytes, open_item };
	struct everyuri_fetched fetched;
	struct everyuri_error error = { .clause = "", .message = "" };
	struct everyuri_uri uri;
	struct everyuri_buf buf;

	if (accessing_read(answer, item, accessing, &uri, &error)) {
		complain(answer, item, &error);
		return;
	}
	opening.render = (struct everyuri_render){ .as = EVERYURI_AS_TEXT,
		                                   .w = &answer->out,
		                                   .uri = { uri.text, uri.len },
		                                   .terminal = answer->terminal,
		                                   .links = answer->terminal };
	opening.shown = everyuri_render_receiver(&opening.render);
	everyuri_buf_init(&buf, NULL, 0, NULL);
	enum everyuri_status status =
		everyuri_fetch(&uri, &accessing->fetch, &receiver, &buf, &fetched, &error);

	if (!opening.session.is_one)
		everyuri_render_end(&opening.render, !status);
	if (status)
		accessing_failed(answer, item, &error, &fetched);
	else if (opening.session.is_one)
		run_session(answer, &opening.session);
	for (size_t i = 0; i < opening.session.n_words; i++)
		free(opening.session.words[i]);
	everyuri_buf_free(&buf);
}

int cmd_open(int argc, char **argv)
{
	struct settings settings = { .command = "open", .usage = "open [OPTION]... [URI]..." };
	static struct accessing accessing;
	struct option rows[ACCESSING_OPTIONS];
	int status;

	accessing_options(&accessing, rows);
	status = settings_read(&settings, argc, argv, rows, ACCESSING_OPTIONS);
	if (status < 0 && settings.shape != SHAPE_TEXT)
		status = usage_error(&settings, "is for people: get has other formats");
	settings.n_threads = 1;
	if (status < 0)
		status = accessing_begin(&accessing, &settings);
	if (status < 0)
		status = lines_run(&settings, NULL, answer_open, &accessing);
	accessing_end(&accessing);
	return status;
}
