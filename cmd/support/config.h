/* config.h - the configuration: the lines of a file, followed by lines that options add. */
#ifndef CMD_CONFIG_H
#define CMD_CONFIG_H

#include "cmd.h"

struct access {
	const char *file; /* value of --config; NULL to read the user's default file, if it
	                   * exists */
	char *text;       /* from malloc: the lines of the file, then the lines of options */
	size_t len, cap;  /* in bytes */
	size_t file_len;  /* length in bytes of the file, at the start of `text` */
	char *values;     /* from malloc: a copy of `text`; the values of the command's own keywords
	                   * point into it */
	const char *name; /* name of the file that was read; "" if there was none */
	char path[4096];  /* memory for `name` */
	bool show_secrets;
	struct everyuri_buf rules, lists;
	struct everyuri_policy policy;
	struct everyuri_config config;
};

#define ACCESS_KEYWORDS 32
#define ACCESS_OPTIONS (4 + ACCESS_KEYWORDS)

/* Fills in the rows for --config, --set, --allow-port and --show-secrets.  Adds a row for each
 * keyword that also exists as an option: "--proxy h:80" adds the line "proxy h:80". */
void access_options(struct access *access, struct option rows[ACCESS_OPTIONS]);

/* Adds a line after those of the file.  Called through struct option.call.  Returns: NULL, or an
 * error message. */
const char *access_line(struct access *access, const char *keyword, const char *value);

/* Reads the configuration.  Call it after settings_read.  If a line names an option of the command,
 * the line sets that option, unless the command line has already set it.  Returns: -1 to continue,
 * or the exit status after an error was reported. */
int access_read(struct access *access, struct settings *settings);

void access_free(struct access *access);

/* Applies the lines for the command's own options, and blanks these lines in the text.  In
 * config_options.c.
 * Returns: NULL, or an error message.  In that case, *wrong_at is the byte offset of the error in
 * the text. */
const char *config_options_read(struct access *access, struct settings *settings, size_t *wrong_at);

/* Returns keyword number i of the command's own options; NULL if i is too large. */
const char *config_option_keyword(unsigned i);

#endif
