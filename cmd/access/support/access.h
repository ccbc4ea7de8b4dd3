/* access.h - what the commands of everyuri-access share. */
#ifndef CMD_ACCESS_ACCESS_H
#define CMD_ACCESS_ACCESS_H

#include "support/cmd.h"
#include "support/config.h"

#include <everyuri-access.h>

#include <limits.h>
#include <stdatomic.h>

#define HEADERS_MAX 64
#define PLACES_MAX 64

/* ---- what get, open and plan --run have in common -------------------------------------------- */

/* ~/.netrc, as words that each end in NUL: a keyword, its value. */
struct netrc {
	char *text;        /* from malloc; NULL: there is none */
	size_t len, cap;   /* bytes */
	const char *name;  /* of the file */
	const char *wrong; /* why it is not used, or NULL */
	atomic_flag said;  /* that it is not */
	char path[4096];   /* memory for its name */
};

/* Read the file; name NULL: the user's own, if there is one. */
void netrc_read(struct netrc *netrc, const char *name);
void netrc_free(struct netrc *netrc);

/* What is known of a host.  user: decoded; data NULL: any.  Returns: false if nothing is. */
bool netrc_find(const struct netrc *netrc, struct everyuri_text host, struct everyuri_text user,
                const char **login, const char **password);

/* How one command accesses. */
struct accessing {
	struct access access; /* configuration */
	struct everyuri_fetch_options fetch;
	struct netrc netrc;
	const char *user; /* --user: NAME or NAME:PASSWORD */
	const char *netrc_file, *max_time, *connect_time, *root, *ca_file, *from, *mail_index;
	char root_path[PATH_MAX]; /* of a root that is named partially */
	struct everyuri_text header[HEADERS_MAX], mail[PLACES_MAX];
	size_t n_headers, n_mail, n_given; /* of the headers, by the command line */
	bool insecure, no_follow, no_netrc, zone;
	const char *http_proxy, *https_proxy; /* the variables that name one, or NULL */
};

#define ACCESSING_OPTIONS (ACCESS_OPTIONS + 14)

/* Fill in the rows of the options that get, open and plan --run have in common. */
void accessing_options(struct accessing *accessing, struct option rows[ACCESSING_OPTIONS]);

/* After settings_read.  Returns: -1, or the exit status after an error was reported. */
int accessing_begin(struct accessing *accessing, struct settings *settings);
void accessing_end(struct accessing *accessing);

/* proxy_environment.c: take the proxies of the environment, if the configuration names none.
 * Returns: -1, or the exit status after a variable that names no proxy was reported. */
int proxies_read(struct accessing *accessing, const struct settings *settings);

/* The variable that names the proxy of this URI's scheme, unless its host is gone to directly; NULL:
 * none does. */
const char *proxy_variable(const struct accessing *accessing, const struct everyuri_uri *uri);

/* Whom what happens to an item is told to. */
struct telling {
	struct answer *answer;
	const struct item *item;
	bool own_login; /* its user or password was not in the item */
};

/* Is a warning about a byte of a user or password that the item did not have itself? */
bool telling_own_login(const struct telling *telling, const struct everyuri_event *event);

/* everyuri_fetch_options.event, context a struct telling: of all that happens, warnings are told. */
void tell_warning(void *context, const struct everyuri_event *event);

/* How one item is accessed: warnings are told. */
struct everyuri_fetch_options accessing_fetch(const struct accessing *accessing,
                                              struct telling *telling);

/* Read an item, and put the user of --user or ~/.netrc into it.  The URI lies in answer->buf. */
enum everyuri_status accessing_read(struct telling *telling, struct accessing *accessing,
                                    struct everyuri_uri *uri, struct everyuri_error *error);

/* Returns the facts of the URI's scheme, or NULL. */
const struct everyuri_scheme_info *scheme_info(const struct everyuri_uri *uri);

/* Take the password of such a URI away again. */
enum everyuri_status accessing_drop_password(struct answer *answer, struct everyuri_uri *uri,
                                             struct everyuri_error *error);

/* A URI without its password, as it may be shown; in buf, if it had one. */
struct everyuri_text uri_shown(struct everyuri_text text, enum everyuri_standard standard,
                               struct everyuri_buf *buf);

/* Take a failure into account and say it, with the server's last words: `everyuri: get: argument 1:
 * the server refused: "550 no"`. */
void accessing_failed(struct answer *answer, const struct item *item,
                      const struct everyuri_error *error, const struct everyuri_fetched *fetched);

/* everyuri_fetch_options.ask: on the terminal, without an echo for a password. */
long ask_user(void *context, const char *what, struct everyuri_text uri, char *data, size_t cap);

/* As lines_run, but with -j several items are accessed at once, operands too. */
int jobs_run(const struct settings *settings, item_fn *fn, void *own);

int cmd_get(int argc, char **argv);
int cmd_open(int argc, char **argv);
int cmd_run(int argc, char **argv);
int cmd_serve(int argc, char **argv);

#endif
