/* mail_draft.c - open mailto: shows a message in the user's editor.  The message is sent only if
 * the user confirms twice: by --send, and then on the terminal. */
#include "mail.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- programs --------------------------------------------------------------------------------- */

/* THREATS C7: the program gets its arguments as a list, without a shell. */
int program_run(struct answer *answer, char *const *words, int input)
{
	pid_t child;
	int status = 0;

	answer_flush(answer);
	switch (child = fork()) {
	case 0:
		if (input < 0 || dup2(input, STDIN_FILENO) >= 0)
			execvp(words[0], words);
		_exit(127);
	case -1:
		answer_status(answer, trouble(answer->settings, "fork", errno));
		return -1;
	default:
		break;
	}
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	if (WIFEXITED(status) && WEXITSTATUS(status) == 127) {
		answer_status(answer, trouble(answer->settings, words[0], ENOENT));
		return -1;
	}
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

/* ---- the file ------------------------------------------------------------------------------------ */

/* Uses mkstemp, which creates a file that only the user can read. */
bool draft_begin(struct draft *draft, struct answer *answer)
{
	const char *folder = getenv("TMPDIR");
	int n = snprintf(draft->path, sizeof draft->path, "%s/everyuri-draft-XXXXXX",
	                 folder && folder[0] == '/' ? folder : "/tmp");

	draft->answer = answer;
	draft->file = -1;
	draft->n_held = 0;
	if (n > 0 && (size_t)n < sizeof draft->path)
		draft->file = mkstemp(draft->path);
	if (draft->file < 0) {
		answer_status(answer, trouble(answer->settings, draft->path, errno));
		return false;
	}
	fcntl(draft->file, F_SETFD, FD_CLOEXEC);
	return true;
}

static bool write_held(struct draft *draft)
{
	const char *data = draft->held;

	while (draft->n_held) {
		ssize_t n = write(draft->file, data, draft->n_held);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0) {
			draft->error = errno;
			return false;
		}
		data += n;
		draft->n_held -= (size_t)n;
	}
	return true;
}

/* Converts CRLF, the line ending of RFC 5322, to LF, which editors and sendmail expect.  A CR at
 * the end of the data is held back until the next byte arrives. */
bool draft_bytes(struct draft *draft, const char *data, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		if (draft->cr && data[i] != '\n')
			draft->held[draft->n_held++] = '\r';
		draft->cr = data[i] == '\r';
		if (!draft->cr)
			draft->held[draft->n_held++] = data[i];
		if (draft->n_held + 2 > sizeof draft->held && !write_held(draft))
			return false;
	}
	return true;
}

/* ---- after the message is complete -------------------------------------------------------------------- */

static void say(struct draft *draft, const char *words)
{
	struct everyuri_writer *err = &draft->answer->err;

	everyuri_write_text(err, "everyuri: open: ");
	everyuri_write_text(err, words);
	everyuri_write_terminal(err, draft->path, strlen(draft->path));
	everyuri_write_text(err, "\n");
}

/* Runs the editor.  The environment variable names one program; its value is not split at spaces.
 * Returns: false if the editor failed. */
static bool edit(struct draft *draft)
{
	char *editor = getenv("VISUAL");
	char *words[3] = { NULL };

	if (!editor || !*editor)
		editor = getenv("EDITOR");
	if (!editor || !*editor)
		return true;
	words[0] = editor;
	words[1] = draft->path;
	return program_run(draft->answer, words, -1) == 0;
}

/* Returns true if the user types "yes" on the terminal. */
static bool agreed(void)
{
	static const struct everyuri_text nobody = { "", 0 };
	char answer[8];
	long n = ask_user(NULL, "send this message (yes or no)", nobody, answer, sizeof answer);

	return n == 3 && !memcmp(answer, "yes", 3);
}

void draft_end(struct draft *draft, bool good, const struct mailing *mailing)
{
	if (draft->cr)
		draft->held[draft->n_held++] = '\r';
	good = good && write_held(draft);
	if (draft->error)
		answer_status(draft->answer,
		              trouble(draft->answer->settings, draft->path, draft->error));
	close(draft->file);
	if (!good) {
		unlink(draft->path);
	} else if (!edit(draft)) {
		answer_status(draft->answer, EXIT_TROUBLE);
		say(draft, "the editor failed, so the message was not sent; it is saved in ");
	} else if (!mailing->wanted || !agreed()) {
		say(draft, "the message was not sent; it is saved in ");
	} else if (!draft_send(draft, mailing)) {
		say(draft, "the message could not be sent; it is saved in ");
	} else {
		unlink(draft->path);
	}
}
