/* mail_send.c - sends a draft with a sendmail program, or by SMTP to the server that
 * the user has configured. */
#include "mail.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define DRAFT_MAX (64u << 20) /* limit in bytes for the draft */

/* Opens the draft with O_NOFOLLOW, because the editor may have replaced the file by a
 * symbolic link. */
static int open_draft(const struct draft *draft)
{
	return open(draft->path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
}

/* ---- with a program ------------------------------------------------------------------------------- */

static char *copy_of(struct everyuri_text text)
{
	char *copy = malloc(text.len + 1);

	if (copy && text.len)
		memcpy(copy, text.data, text.len);
	if (copy)
		copy[text.len] = '\0';
	return copy;
}

/* Runs sendmail.  -t takes the recipients from the message.  With -i, a line that has
 * only a dot does not end the message. */
static bool run_sendmail(struct draft *draft, const struct mailing *mailing)
{
	char recipients[] = "-t", dots[] = "-i", from[] = "-f";
	struct everyuri_text sender = mailing->accessing->access.config.sender;
	char *program = copy_of(mailing->sendmail), *address = copy_of(sender);
	char *words[] = { program, recipients, dots, sender.len ? from : NULL, address, NULL };
	int file = open_draft(draft), status = -1;

	if (file >= 0 && program && address)
		status = program_run(draft->answer, words, file);
	if (file >= 0)
		close(file);
	free(program);
	free(address);
	if (status)
		answer_status(draft->answer, EXIT_NETWORK);
	return !status;
}

/* ---- by SMTP ---------------------------------------------------------------------------------------- */

/* Reads the draft into memory from malloc.  Returns: 0, or an errno.  The caller must
 * free *text in both cases. */
static int read_draft(const struct draft *draft, char **text, size_t *len)
{
	int file = open_draft(draft), error = 0;
	size_t cap = 0;
	ssize_t n = 1;

	*text = NULL;
	*len = 0;
	while (file >= 0 && !error && n) {
		if (*len == cap) {
			char *grown = realloc(*text, cap * 2 + 65536);

			if (!grown || cap > DRAFT_MAX) {
				error = grown ? EFBIG : ENOMEM;
				*text = grown ? grown : *text;
				break;
			}
			*text = grown;
			cap = cap * 2 + 65536;
		}
		n = read(file, *text + *len, cap - *len);
		if (n < 0 && errno != EINTR)
			error = errno;
		*len += n > 0 ? (size_t)n : 0;
	}
	if (file < 0)
		return errno;
	close(file);
	return error;
}

/* Takes the login for the SMTP server from ~/.netrc.  The configuration has already
 * checked the name of the server. */
static void find_login(struct everyuri_letter *letter, const struct accessing *accessing)
{
	static const struct everyuri_text anybody = { NULL, 0 };
	struct everyuri_text server = accessing->access.config.smtp, host;
	const char *login, *password;
	struct everyuri_uri uri;
	char text[600];
	int n = snprintf(text, sizeof text, "%s%.*s",
	                 server.len > 500 || memchr(server.data, '/', server.len) ? "" : "smtp://",
	                 (int)(server.len < 500 ? server.len : 500), server.data);

	if (n < 0 || everyuri_parse(text, (size_t)n, EVERYURI_RFC3986, 0, NULL, NULL, &uri, NULL))
		return;
	host = everyuri_view(&uri, EVERYURI_HOST);
	if (!host.len || !netrc_find(&accessing->netrc, host, anybody, &login, &password))
		return;
	letter->user = (struct everyuri_text){ login, strlen(login) };
	letter->password = (struct everyuri_text){ password, strlen(password) };
}

/* Writes the reason, such as "everyuri: open: line 3 of the draft: no list of addresses
 * (RFC 5322 3.4)", or the server's reply. */
static void say_why(struct answer *answer, const struct everyuri_letter *letter,
                    const struct everyuri_error *error, const struct everyuri_fetched *fetched)
{
	struct everyuri_writer *err = &answer->err;
	size_t line = 1;
	char where[60];

	for (size_t at = 0; at < error->at && at < letter->text.len; at++)
		line += letter->text.data[at] == '\n';
	snprintf(where, sizeof where, "line %zu of the draft: ", line);
	everyuri_write_text(err, "everyuri: open: ");
	if (error->status == EVERYURI_INVALID && !fetched->begun)
		everyuri_write_text(err, where);
	everyuri_write_text(err, error->message);
	if (error->clause[0]) {
		everyuri_write_text(err, " (");
		everyuri_write_text(err, error->clause);
		everyuri_write_text(err, ")");
	}
	if (fetched->said.len) {
		everyuri_write_text(err, ": \"");
		everyuri_write_terminal(err, fetched->said.data, fetched->said.len);
		everyuri_write_text(err, "\"");
	}
	everyuri_write_text(err, "\n");
}

static int status_of(const struct everyuri_error *error, const struct everyuri_fetched *fetched)
{
	if (error->status == EVERYURI_NO_MEMORY)
		return EXIT_TROUBLE;
	return fetched->begun && error->status != EVERYURI_UNSAFE ? EXIT_NETWORK : EXIT_BAD;
}

static bool speak_smtp(struct draft *draft, const struct mailing *mailing)
{
	struct everyuri_letter letter = { .user = { NULL, 0 } };
	struct everyuri_error error = { .clause = "", .message = "" };
	struct everyuri_fetched fetched;
	struct everyuri_buf said;
	size_t len;
	char *text;
	int trouble_no = read_draft(draft, &text, &len);
	enum everyuri_status status;

	if (trouble_no) {
		free(text);
		answer_status(draft->answer,
		              trouble(draft->answer->settings, draft->path, trouble_no));
		return false;
	}
	everyuri_buf_init(&said, NULL, 0, NULL);
	letter.text = (struct everyuri_text){ text, len };
	find_login(&letter, mailing->accessing);
	status = everyuri_send(&letter, &mailing->accessing->fetch, &said, &fetched, &error);
	if (status) {
		answer_status(draft->answer, status_of(&error, &fetched));
		say_why(draft->answer, &letter, &error, &fetched);
	}
	everyuri_buf_free(&said);
	free(text);
	return !status;
}

bool draft_send(struct draft *draft, const struct mailing *mailing)
{
	return mailing->sendmail.len ? run_sendmail(draft, mailing) : speak_smtp(draft, mailing);
}
