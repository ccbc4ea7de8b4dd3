/* access.h - shared by the commands of everyuri-access. */
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

/* The contents of ~/.netrc, as NUL-terminated words: a keyword, its value, and so on. */
struct netrc {
	char *text;        /* from malloc; NULL: no file */
	size_t len, cap;   /* bytes */
	const char *name;  /* of the file */
	const char *wrong; /* why the file is not used, or NULL */
	atomic_flag said;  /* the reason was reported */
	char path[4096];   /* memory for name */
};

/* Reads the file; name NULL: ~/.netrc, if it exists. */
void netrc_read(struct netrc *netrc, const char *name);
void netrc_free(struct netrc *netrc);

/* Looks up the login for a host.  user: decoded; data NULL: any user.  Returns: false if there is none. */
bool netrc_find(const struct netrc *netrc, struct everyuri_text host, struct everyuri_text user,
                const char **login, const char **password);

/* The options for accessing URIs. */
struct accessing {
	struct access access; /* configuration */
	struct everyuri_fetch_options fetch;
	struct netrc netrc;
	const char *user; /* --user: NAME or NAME:PASSWORD */
	const char *netrc_file, *max_time, *connect_time, *root, *ca_file, *from, *mail_index;
	char root_path[PATH_MAX]; /* memory for a relative --root made absolute */
	struct everyuri_text header[HEADERS_MAX], mail[PLACES_MAX];
	size_t n_headers, n_mail, n_given; /* n_given: headers from the command line */
	bool insecure, no_follow, no_netrc, zone;
	const char *http_proxy,
		*https_proxy; /* names of the environment variables that set the proxies; or NULL */
};

#define ACCESSING_OPTIONS (ACCESS_OPTIONS + 14)

/* Fills in the rows of the options that get, open and plan --run share. */
void accessing_options(struct accessing *accessing, struct option rows[ACCESSING_OPTIONS]);

/* Prepares access, after settings_read.  Returns: -1 to continue, or the exit status after
 * an error was reported. */
int accessing_begin(struct accessing *accessing, struct settings *settings);
void accessing_end(struct accessing *accessing);

/* proxy_environment.c: takes the proxies from the environment, if the configuration sets
 * none.
 * Returns: -1 to continue, or the exit status after an invalid variable was reported. */
int proxies_read(struct accessing *accessing, const struct settings *settings);

/* Returns the environment variable that names the proxy for this URI, or NULL. */
const char *proxy_variable(const struct accessing *accessing, const struct everyuri_uri *uri);

/* Context for reporting events about an item. */
struct telling {
	struct answer *answer;
	const struct item *item;
	bool own_login; /* user or password came from --user or ~/.netrc */
};

/* Returns true if the warning is about a user or password that was not in the item. */
bool telling_own_login(const struct telling *telling, const struct everyuri_event *event);

/* For everyuri_fetch_options.event, with a struct telling as context: reports only warnings. */
void tell_warning(void *context, const struct everyuri_event *event);

/* Returns the options for fetching one item; warnings will be reported. */
struct everyuri_fetch_options accessing_fetch(const struct accessing *accessing,
                                              struct telling *telling);

/* Parses an item and adds the login from --user or ~/.netrc to the URI.  The text of the URI
 * is in answer->buf. */
enum everyuri_status accessing_read(struct telling *telling, struct accessing *accessing,
                                    struct everyuri_uri *uri, struct everyuri_error *error);

/* Returns the properties of the URI's scheme, or NULL. */
const struct everyuri_scheme_info *scheme_info(const struct everyuri_uri *uri);

/* Returns a URI without its password, for output.  It is in buf if a password was removed. */
struct everyuri_text uri_shown(struct everyuri_text text, enum everyuri_standard standard,
                               struct everyuri_buf *buf);

/* Records and reports a failure, with the server's last reply: `everyuri: get: argument 1:
 * the server refused: "550 no"`. */
void accessing_failed(struct answer *answer, const struct item *item,
                      const struct everyuri_error *error, const struct everyuri_fetched *fetched);

/* For everyuri_fetch_options.ask: prompts on the terminal, without echo for a password. */
long ask_user(void *context, const char *what, struct everyuri_text uri, char *data, size_t cap);

/* For everyuri_fetch_options.agree: shows the block on the terminal; only "yes" agrees. */
bool agree_user(void *context, struct everyuri_text uri, struct everyuri_text block);

/* Like lines_run, but -j accesses several items in parallel, including those given as arguments. */
int jobs_run(const struct settings *settings, item_fn *fn, void *own);

int cmd_get(int argc, char **argv);
int cmd_open(int argc, char **argv);
int cmd_run(int argc, char **argv);
int cmd_serve(int argc, char **argv);

#endif
