/* access.h - what the commands of everyuri-access share. */
#ifndef CMD_ACCESS_ACCESS_H
#define CMD_ACCESS_ACCESS_H

#include "../cmd.h"
#include "../config.h"

#include <everyuri-access.h>

#define HEADERS_MAX 64
#define PLACES_MAX 64

/* How one command accesses. */
struct accessing {
	struct access access; /* configuration */
	struct everyuri_fetch_options fetch;
	const char *user; /* --user: NAME or NAME:PASSWORD */
	const char *max_time, *connect_time, *root, *ca_file, *from;
	struct everyuri_text header[HEADERS_MAX], mail[PLACES_MAX];
	size_t n_headers, n_mail;
	bool insecure, no_follow;
};

#define ACCESSING_OPTIONS (ACCESS_OPTIONS + 10)

/* Fill in the rows of the options that get, open and plan --run have in common. */
void accessing_options(struct accessing *accessing, struct option rows[ACCESSING_OPTIONS]);

/* After settings_read.  Returns: -1, or the exit status after an error was reported. */
int accessing_begin(struct accessing *accessing, const struct settings *settings);
void accessing_end(struct accessing *accessing);

/* Read an item and put the user of --user into it.  The URI lies in answer->buf[0] or [2]. */
enum everyuri_status accessing_read(struct answer *answer, const struct item *item,
                                    const struct accessing *accessing, struct everyuri_uri *uri,
                                    struct everyuri_error *error);

/* Take a failure into account and say it, with the server's last words: `everyuri: get: argument 1:
 * the server refused: "550 no"`. */
void accessing_failed(struct answer *answer, const struct item *item,
                      const struct everyuri_error *error, const struct everyuri_fetched *fetched);

/* everyuri_fetch_options.ask: on the terminal, without an echo for a password. */
long ask_user(void *context, const char *what, struct everyuri_text uri, char *data, size_t cap);

int cmd_get(int argc, char **argv);
int cmd_open(int argc, char **argv);
int cmd_run(int argc, char **argv);

#endif
