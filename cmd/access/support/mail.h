/* mail.h - a draft message, which the user can view, edit and send. */
#ifndef CMD_ACCESS_MAIL_H
#define CMD_ACCESS_MAIL_H

#include "access.h"

#define SENDMAIL "/usr/sbin/sendmail"

struct draft {
	struct answer *answer;
	int file, error; /* file: a descriptor; error: errno of a failed write */
	bool cr;         /* the last byte was a CR that has not been written yet */
	char path[4096], held[4096];
	size_t n_held;
};

/* Creates the file for the draft.  Returns: false on failure; the error has been reported. */
bool draft_begin(struct draft *draft, struct answer *answer);
bool draft_bytes(struct draft *draft, const char *data, size_t len);

/* How the message is to be sent. */
struct mailing {
	bool wanted;                   /* the user gave --send */
	struct everyuri_text sendmail; /* path of the program; if it is empty, SMTP is used */
	const struct accessing *accessing;
};

/* Runs the user's editor, asks whether to send the message, and calls draft_send if the user
 * agrees.  good: the message is complete. */
void draft_end(struct draft *draft, bool good, const struct mailing *mailing);

/* Sends the message, and reports failures.  Returns: true if it was sent.  In mail_send.c. */
bool draft_send(struct draft *draft, const struct mailing *mailing);

/* Runs a program and waits for it.  input: descriptor for its standard input, or -1.  Returns:
 * the exit status of the program.  If the program could not be run, reports an error and returns
 * -1. */
int program_run(struct answer *answer, char *const *words, int input);

#endif
