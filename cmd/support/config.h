/* config.h - the configuration: a file, and the lines that options add. */
#ifndef CMD_CONFIG_H
#define CMD_CONFIG_H

#include "cmd.h"

struct access {
	const char *file; /* --config; NULL: the user's own, if there is one */
	char *text;       /* from malloc: the file's lines, then those of options */
	size_t len, cap;  /* bytes */
	size_t file_len;  /* of them the file's */
	char *values;     /* from malloc: of the lines that are the command's own */
	const char *name; /* of the file that was read, or NULL */
	char path[4096];  /* memory for it */
	bool show_secrets;
	struct everyuri_buf rules, lists;
	struct everyuri_policy policy;
	struct everyuri_config config;
};

#define ACCESS_KEYWORDS 32
#define ACCESS_OPTIONS (4 + ACCESS_KEYWORDS)

/* Fill in the rows of --config, --set, --allow-port and --show-secrets, and of the keywords that are
 * options too: "--proxy h:80" is the line "proxy h:80". */
void access_options(struct access *access, struct option rows[ACCESS_OPTIONS]);

/* For struct option.call: a line behind the file's.  Returns: NULL, or what is wrong with it. */
const char *access_line(struct access *access, const char *keyword, const char *value);

/* Read the configuration, after settings_read.  Lines that stand for options of the command are taken
 * as if these had been given, unless they were.  Returns: -1, or the exit status after an error was
 * reported. */
int access_read(struct access *access, struct settings *settings);

void access_free(struct access *access);

/* config_options.c: take the lines that are the command's own out of the text.  Returns: NULL, or what is
 * wrong at the byte *wrong_at of it. */
const char *config_options_read(struct access *access, struct settings *settings, size_t *wrong_at);

/* Returns the i-th keyword of such a line, or NULL behind the last. */
const char *config_option_keyword(unsigned i);

#endif
