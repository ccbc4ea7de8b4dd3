/* mail.h - a draft message that the user can view, edit and optionally send. */
#ifndef CMD_ACCESS_MAIL_H
#define CMD_ACCESS_MAIL_H

#include "access.h"

#define SENDMAIL "/usr/sbin/sendmail"

struct draft {
	struct answer *answer;
	int file, error; /* error: errno of a failed write */
	bool cr;         /* the last byte was a CR that is not written yet */
	char path[4096], held[4096];
	size_t n_held;
};

/* Creates the file.  Returns: false after an error was reported. */
bool draft_begin(struct draft *draft, struct answer *answer);
bool draft_bytes(struct draft *draft, const char *data, size_t len);

/* How to send the message. */
struct mailing {
	bool wanted;                   /* --send */
	struct everyuri_text sendmail; /* path of the program; empty: use SMTP */
	const struct accessing *accessing;
};

/* Runs the user's editor, asks whether to send, and calls draft_send.  good: the message is complete. */
void draft_end(struct draft *draft, bool good, const struct mailing *mailing);

/* mail_send.c: sends the message.  Reports failures.  Returns: true if it was sent. */
bool draft_send(struct draft *draft, const struct mailing *mailing);

/* Runs a program and waits for it.  input: its standard input, or -1.  Returns: its exit status;
 * -1 if it could not be run, after an error was reported. */
int program_run(struct answer *answer, char *const *words, int input);

#endif
