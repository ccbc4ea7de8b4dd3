/* open.c - everyuri open: starts the program for a session, or the editor for a message.  Prints
 * any other object. */
#include "access/support/desktop.h"
#include "access/support/mail.h"
#include "base/secret.h"
#include "access/support/get.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* The program of a session, with NUL-terminated arguments. */
struct session {
	bool is_one;
	char **words; /* the program and its arguments, each unchanged and from malloc; terminated
	               * by NULL */
	size_t n_words;
	bool failed; /* memory ran out */
};

struct open {
	struct accessing accessing;
	const char *sendmail;
	bool send, smtp;                      /* send: --send; smtp: --smtp */
	bool browser, front, install, remove; /* --browser, without a URI, --install, --uninstall */
};

struct opening {
	struct answer *answer;
	struct session session;
	struct draft *draft; /* the draft for a mailto URI; otherwise NULL */
	struct showing showing;
	struct everyuri_receiver shown;
};

static void add_word(struct session *session, struct everyuri_text text)
{
	char *word = session->failed ? NULL : malloc(text.len + 1);

	if (!word) {
		session->failed = true;
		return;
	}
	memcpy(word, text.data, text.len);
	word[text.len] = '\0';
	session->words[session->n_words++] = word;
}

static bool begin_session(struct opening *opening, const struct everyuri_object *object)
{
	struct answer *answer = opening->answer;

	opening->session.is_one = true;
	opening->session.words = calloc(object->n_arguments + 2, sizeof *opening->session.words);
	opening->session.failed = !opening->session.words;
	add_word(&opening->session, object->program);
	for (size_t i = 0; i < object->n_arguments; i++)
		add_word(&opening->session, object->arguments[i]);
	if (object->user.data) {
		everyuri_write_text(&answer->err,
		                    "everyuri: open: the URI suggests logging in as \"");
		everyuri_write_terminal(&answer->err, object->user.data, object->user.len);
		everyuri_write_text(&answer->err, "\"\n");
	}
	return !opening->session.failed;
}

static bool open_begin(void *context, const struct everyuri_object *object)
{
	struct opening *opening = context;

	if (object->kind == EVERYURI_SESSION)
		return begin_session(opening, object);
	if (opening->draft)
		return true;
	return opening->shown.begin(opening->shown.context, object);
}

static bool open_bytes(void *context, const char *data, size_t len)
{
	struct opening *opening = context;

	if (opening->draft)
		return draft_bytes(opening->draft, data, len);
	return opening->shown.bytes(opening->shown.context, data, len);
}

static bool open_item(void *context, const struct everyuri_item *item)
{
	struct opening *opening = context;

	return opening->shown.item(opening->shown.context, item);
}

static bool is_draft(const struct everyuri_uri *uri)
{
	const struct everyuri_scheme_info *info = scheme_info(uri);

	return info && info->flags & EVERYURI_DRAFTS;
}

static struct everyuri_text text_of(const char *words)
{
	return (struct everyuri_text){ words, strlen(words) };
}

/* Returns how to send a message.  Options take precedence over the configuration.  If the
 * configuration names both a server and a program, uses the server. */
static struct mailing mailing_of(const struct open *open)
{
	const struct everyuri_config *config = &open->accessing.access.config;
	struct mailing mailing = { .wanted = open->send, .accessing = &open->accessing };

	if (open->sendmail)
		mailing.sendmail = text_of(open->sendmail);
	else if (!config->smtp.data)
		mailing.sendmail = config->sendmail.data ? config->sendmail : text_of(SENDMAIL);
	return mailing;
}

static void end_opening(struct opening *opening, bool good, const struct open *open)
{
	const struct mailing mailing = mailing_of(open);

	if (opening->draft)
		draft_end(opening->draft, good, &mailing);
	else if (!opening->session.is_one)
		show_end(&opening->showing, good);
	else if (good) /* the exit status of the program is ignored */
		program_run(opening->answer, opening->session.words, -1);
}

static void open_uri(struct opening *opening, struct telling *telling, struct open *open,
                     const struct everyuri_uri *uri)
{
	struct answer *answer = opening->answer;
	const struct everyuri_fetch_options options = accessing_fetch(&open->accessing, telling);
	const struct everyuri_receiver receiver = { opening, open_begin, open_bytes, open_item };
	struct everyuri_render render = { .as = EVERYURI_AS_TEXT,
		                          .terminal = answer->terminal,
		                          .links = answer->terminal && terminal_links() };
	struct everyuri_fetched fetched;
	struct everyuri_error error = { .clause = "", .message = "" };
	struct everyuri_buf buf;
	enum everyuri_status status;

	eu_buf_secret(&buf);
	show_begin(&opening->showing, answer, NULL, &render, (enum everyuri_standard)uri->standard);
	opening->shown = show_receiver(&opening->showing);
	status = everyuri_fetch(uri, &options, &receiver, &buf, &fetched, &error);
	end_opening(opening, !status, open);
	if (opening->session.failed)
		answer_no_memory(answer);
	else if (status && !(opening->draft && opening->draft->error)) /* an error of the draft has
	                                                                * already been reported */
		accessing_failed(answer, telling->item, &error, &fetched);
	for (size_t i = 0; i < opening->session.n_words; i++)
		free(opening->session.words[i]);
	free(opening->session.words);
	everyuri_buf_free(&buf);
}

static void answer_open(struct answer *answer, const struct item *item, void *own)
{
	struct open *open = own;
	struct opening opening = { .answer = answer };
	struct telling telling = { .answer = answer, .item = item };
	struct draft draft = { .n_held = 0 };
	struct everyuri_error error;
	struct everyuri_uri uri;

	if (accessing_read(&telling, &open->accessing, &uri, &error)) {
		complain(answer, item, &error);
		return;
	}
	if (open->browser) {
		browse(answer, item, &uri);
		return;
	}
	if (is_draft(&uri)) {
		if (!draft_begin(&draft, answer))
			return;
		opening.draft = &draft;
	}
	open_uri(&opening, &telling, open, &uri);
}

#define OPEN_OPTIONS 8

/* Adds the value of --smtp or --sender to the configuration, which checks the value. */
static const char *take_mailer(void *own, const char *name, const char *value)
{
	struct open *open = own;

	open->smtp = open->smtp || !strcmp(name, "smtp");
	return access_line(&open->accessing.access, name, value);
}

static int front(const struct settings *settings)
{
	struct answer answer;
	int status = answer_begin(&answer, settings);

	if (status)
		return status;
	browse_front(&answer);
	return answer_end(&answer);
}

/* Performs the actions that need no URI. */
static int without_uri(const struct open *open, const struct settings *settings)
{
	if (open->install + open->remove + open->front > 1)
		return usage_error(settings,
		                   "--front, --install and --uninstall cannot be used together");
	if (settings->n_operands)
		return usage_error(settings, "--front, --install and --uninstall take no URI");
	if (open->front)
		return front(settings);
	return open->install ? desktop_install(settings) : desktop_remove(settings);
}

int cmd_open(int argc, char **argv)
{
	struct settings settings = { .command = "open", .usage = "open [OPTION]... [URI]..." };
	static struct open open;
	struct option rows[ACCESSING_OPTIONS + OPEN_OPTIONS];
	const struct option own[OPEN_OPTIONS] = {
		{ .name = "send", .flag = &open.send },
		{ .name = "sendmail", .text = &open.sendmail },
		{ .name = "smtp", .value = true, .call = take_mailer, .own = &open },
		{ .name = "sender", .value = true, .call = take_mailer, .own = &open },
		{ .name = "browser", .flag = &open.browser },
		{ .name = "front", .flag = &open.front },
		{ .name = "install", .flag = &open.install },
		{ .name = "uninstall", .flag = &open.remove },
	};
	int status;

	accessing_options(&open.accessing, rows);
	memcpy(rows + ACCESSING_OPTIONS, own, sizeof own);
	status = settings_read(&settings, argc, argv, rows, ACCESSING_OPTIONS + OPEN_OPTIONS);
	if (status < 0 && settings.shape != SHAPE_TEXT)
		status = usage_error(&settings, "writes only text; use get for other formats");
	if (status < 0 && open.smtp && open.sendmail)
		status = usage_error(&settings, "--smtp and --sendmail cannot be used together");
	if (status < 0 && (open.front || open.install || open.remove))
		status = without_uri(&open, &settings);
	settings.n_threads = 1;
	if (status < 0)
		status = accessing_begin(&open.accessing, &settings);
	if (status < 0)
		status = proxies_read(&open.accessing, &settings);
	if (status < 0)
		status = lines_run(&settings, NULL, answer_open, &open);
	accessing_end(&open.accessing);
	return status;
}
