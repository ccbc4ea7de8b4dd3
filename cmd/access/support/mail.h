/* mail.h - a message that the user is to look at, change and perhaps send. */
#ifndef CMD_ACCESS_MAIL_H
#define CMD_ACCESS_MAIL_H

#include "access.h"

#define SENDMAIL "/usr/sbin/sendmail"

struct draft {
	struct answer *answer;
	int file, error; /* error: errno of a failed write */
	bool cr;         /* the last byte was one, and is not written yet */
	char path[4096], held[4096];
	size_t n_held;
};

/* Make its file.  Returns: false after a complaint. */
bool draft_begin(struct draft *draft, struct answer *answer);
bool draft_bytes(struct draft *draft, const char *data, size_t len);

/* How it is sent, if it is. */
struct mailing {
	bool wanted;                   /* --send */
	struct everyuri_text sendmail; /* a program; empty: by SMTP */
	const struct accessing *accessing;
};

/* The user's editor, then a question, then draft_send.  good: it is whole. */
void draft_end(struct draft *draft, bool good, const struct mailing *mailing);

/* mail_send.c: send it, and take a failure into account.  Returns: true if it went out. */
bool draft_send(struct draft *draft, const struct mailing *mailing);

/* Run a program and wait for it.  input: its standard input, or -1.  Returns: its status; -1 if it
 * was not run, after a complaint. */
int program_run(struct answer *answer, char *const *words, int input);

#endif
