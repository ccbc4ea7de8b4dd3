/* config.h - the configuration: a file, followed by lines that options add. */
#ifndef CMD_CONFIG_H
#define CMD_CONFIG_H

#include "cmd.h"

struct access {
	const char *file; /* --config; NULL: the user's default file, if it exists */
	char *text;       /* from malloc: the file's lines, then those of options */
	size_t len, cap;  /* bytes */
	size_t file_len;  /* bytes of the file at the beginning of text */
	char *values;     /* from malloc: copy of text that holds the values of the command's own keywords */
	const char *name; /* of the file that was read; "" if none */
	char path[4096];  /* memory for name */
	bool show_secrets;
	struct everyuri_buf rules, lists;
	struct everyuri_policy policy;
	struct everyuri_config config;
};

#define ACCESS_KEYWORDS 32
#define ACCESS_OPTIONS (4 + ACCESS_KEYWORDS)

/* Fills in the rows for --config, --set, --allow-port and --show-secrets, and one row for each
 * keyword that is also an option: "--proxy h:80" adds the line "proxy h:80". */
void access_options(struct access *access, struct option rows[ACCESS_OPTIONS]);

/* For struct option.call: adds a line after those of the file.  Returns: NULL, or an error message. */
const char *access_line(struct access *access, const char *keyword, const char *value);

/* Reads the configuration; call it after settings_read.  A line that names an option of the command
 * sets that option, unless the command line gave it.  Returns: -1 to continue, or the exit status
 * after an error was reported. */
int access_read(struct access *access, struct settings *settings);

void access_free(struct access *access);

/* config_options.c: applies the lines for the command's own options and blanks them in the text.
 * Returns: NULL, or an error message; *wrong_at is then its byte offset in the text. */
const char *config_options_read(struct access *access, struct settings *settings, size_t *wrong_at);

/* Returns keyword i of these options, or NULL if i is past the last. */
const char *config_option_keyword(unsigned i);

#endif
