/* access.h - declarations that the commands of everyuri-access share. */
#ifndef CMD_ACCESS_ACCESS_H
#define CMD_ACCESS_ACCESS_H

#include "support/cmd.h"
#include "support/config.h"

#include <everyuri-access.h>

#include <limits.h>
#include <stdatomic.h>

#define HEADERS_MAX 64
#define PLACES_MAX 64

/* ---- options of get, open and plan --run -------------------------------------------- */

/* The contents of ~/.netrc, split into NUL-terminated words: a keyword, its value, and so on. */
struct netrc {
	char *text;        /* contents of the file, from malloc; NULL if there is no file */
	size_t len, cap;   /* in bytes */
	const char *name;  /* name of the file */
	const char *wrong; /* static message: why the file is not used; or NULL */
	atomic_flag said;  /* the message in `wrong` has been reported */
	char path[4096];   /* memory for `name` */
};

/* Reads the file.  If name is NULL, reads ~/.netrc if that exists. */
void netrc_read(struct netrc *netrc, const char *name);
void netrc_free(struct netrc *netrc);

/* Looks up the login for a host.  user: decoded; if its data is NULL, any user matches.
 * Returns: false if the file has no login for that host and user. */
bool netrc_find(const struct netrc *netrc, struct everyuri_text host, struct everyuri_text user,
                const char **login, const char **password);

/* The options for accessing URIs. */
struct accessing {
	struct access access; /* the configuration */
	struct everyuri_fetch_options fetch;
	struct netrc netrc;
	const char *user; /* value of --user: NAME or NAME:PASSWORD */
	const char *netrc_file, *max_time, *connect_time, *root, *ca_file, *from, *mail_index;
	char root_path[PATH_MAX]; /* memory for the absolute form of a relative --root */
	struct everyuri_text header[HEADERS_MAX], mail[PLACES_MAX];
	size_t n_headers, n_mail, n_given; /* n_given: number of headers from the command line */
	bool insecure, no_follow, no_netrc, zone;
	const char *http_proxy,
		*https_proxy; /* names of the environment variables that set these proxies; NULL if
		               * none did */
};

#define ACCESSING_OPTIONS (ACCESS_OPTIONS + 14)

/* Fills in the rows of the options that get, open and plan --run have in common. */
void accessing_options(struct accessing *accessing, struct option rows[ACCESSING_OPTIONS]);

/* Prepares the access.  Call it after settings_read.  Returns: -1 to continue, or the exit
 * status after an error was reported. */
int accessing_begin(struct accessing *accessing, struct settings *settings);
void accessing_end(struct accessing *accessing);

/* Takes the proxies from the environment, if the configuration sets none.  In
 * proxy_environment.c.
 * Returns: -1 to continue, or the exit status after an invalid variable was reported. */
int proxies_read(struct accessing *accessing, const struct settings *settings);

/* Returns the name of the environment variable that set the proxy for this URI, or NULL. */
const char *proxy_variable(const struct accessing *accessing, const struct everyuri_uri *uri);

/* The context for reporting events of the access to one item. */
struct telling {
	struct answer *answer;
	const struct item *item;
	bool own_login; /* the user name or the password came from --user or ~/.netrc */
};

/* Returns true if the warning is about a user name or password that the item itself did not
 * contain. */
bool telling_own_login(const struct telling *telling, const struct everyuri_event *event);

/* Implements everyuri_fetch_options.event.  context is a struct telling.  Reports only warnings. */
void tell_warning(void *context, const struct everyuri_event *event);

/* Returns the options for fetching one item.  With these options, warnings are reported. */
struct everyuri_fetch_options accessing_fetch(const struct accessing *accessing,
                                              struct telling *telling);

/* Parses an item, and adds the login from --user or ~/.netrc to the URI.  The text of the
 * URI is in answer->buf. */
enum everyuri_status accessing_read(struct telling *telling, struct accessing *accessing,
                                    struct everyuri_uri *uri, struct everyuri_error *error);

/* Returns the properties of the URI's scheme; NULL if the scheme is unknown. */
const struct everyuri_scheme_info *scheme_info(const struct everyuri_uri *uri);

/* Returns a URI without its password, for output.  The result is in buf if a password was
 * removed. */
struct everyuri_text uri_shown(struct everyuri_text text, enum everyuri_standard standard,
                               struct everyuri_buf *buf);

/* Records and reports a failure, with the last reply of the server: `everyuri: get: argument
 * 1: the server refused: "550 no"`. */
void accessing_failed(struct answer *answer, const struct item *item,
                      const struct everyuri_error *error, const struct everyuri_fetched *fetched);

/* Implements everyuri_fetch_options.ask.  Asks the user on the terminal; a password is not
 * echoed. */
long ask_user(void *context, const char *what, struct everyuri_text uri, char *data, size_t cap);

/* Implements everyuri_fetch_options.agree.  Shows the block on the terminal.  The user
 * agrees by typing "yes". */
bool agree_user(void *context, struct everyuri_text uri, struct everyuri_text block);

/* Like lines_run, but with -j several items are accessed in parallel, including items that
 * are arguments. */
int jobs_run(const struct settings *settings, item_fn *fn, void *own);

int cmd_get(int argc, char **argv);
int cmd_open(int argc, char **argv);
int cmd_run(int argc, char **argv);
int cmd_serve(int argc, char **argv);

#endif
