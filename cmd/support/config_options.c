/* config_options.c - applies configuration lines that set options of the command.  The library
 * reads all other lines. */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* The kind of value that a keyword takes. */
enum option_value { VALUE_NOTHING, VALUE_PATH, VALUE_SECONDS, VALUE_SCHEME, VALUE_TEXT };

/* CHOICE: --insecure, --user, --show-secrets and --raw cannot be configured, because a forgotten
 * line would make every later command less safe. */
static const struct config_option {
	const char *keyword, *option;
	enum option_value value;
	const char *against; /* name of the opposite option, or NULL */
} config_option[] = {
	{ "netrc", "netrc", VALUE_PATH, "no-netrc" },
	{ "no-netrc", "no-netrc", VALUE_NOTHING, "netrc" },
	{ "mail", "mail", VALUE_PATH, NULL },
	{ "mail-index", "mail-index", VALUE_PATH, NULL },
	{ "file-root", "root", VALUE_PATH, NULL }, /* "root" is not used as the keyword, because it
	                                            * is already the keyword for ftp */
	{ "cacert", "cacert", VALUE_PATH, NULL },
	{ "header", "header", VALUE_TEXT, NULL },
	{ "no-follow", "no-follow", VALUE_NOTHING, NULL },
	{ "connect-timeout", "connect-timeout", VALUE_SECONDS, NULL },
	{ "max-time", "max-time", VALUE_SECONDS, NULL },
	{ "zone", "zone", VALUE_NOTHING, NULL },
	{ "silent", "silent", VALUE_NOTHING, NULL },
	{ "default-scheme", "default-scheme", VALUE_SCHEME, NULL },
};

#define N_CONFIG_OPTIONS (sizeof config_option / sizeof *config_option)

/* The state of reading the options.  given: the command line has set the option, and takes
 * precedence. */
struct options_reading {
	struct settings *settings;
	bool given[N_CONFIG_OPTIONS];
	const char *wrong;
};

const char *config_option_keyword(unsigned i)
{
	return i < N_CONFIG_OPTIONS ? config_option[i].keyword : NULL;
}

/* ---- options ------------------------------------------------------------------------------------- */

static const struct option *option_named(const struct settings *settings, const char *name)
{
	for (size_t i = 0; name && i < settings->n_own; i++)
		if (!strcmp(settings->own[i].name, name))
			return &settings->own[i];
	return NULL;
}

/* Returns true if the command line gave the option or its opposite.  Returns false for an option
 * with a callback, because the values from both places may be used. */
static bool is_given(const struct settings *settings, const struct config_option *key)
{
	const char *const names[] = { key->option, key->against };

	if (key->value == VALUE_SCHEME)
		return settings->default_scheme;
	for (int i = 0; i < 2; i++) {
		const struct option *row = option_named(settings, names[i]);

		if (row && ((row->flag && *row->flag) || (row->text && *row->text)))
			return true;
	}
	return false;
}

/* Sets the option and resets its opposite.  Returns: NULL, or an error message. */
static const char *carry_out(const struct options_reading *all, const struct config_option *key,
                             const char *value)
{
	const struct option *row = option_named(all->settings, key->option);
	const struct option *against = option_named(all->settings, key->against);

	if (all->given[key - config_option])
		return NULL;
	if (key->value == VALUE_SCHEME)
		all->settings->default_scheme = value;
	if (against && against->flag)
		*against->flag = false;
	if (against && against->text)
		*against->text = NULL;
	if (!row) /* the option belongs to another command */
		return NULL;
	if (row->flag)
		*row->flag = true;
	else if (row->text)
		*row->text = value;
	else
		return row->call(row->own, NULL, value);
	return NULL;
}

/* ---- lines ------------------------------------------------------------------------------------------ */

static const char *check_value(enum option_value kind, const char *value, size_t len)
{
	uint64_t seconds;

	for (size_t i = 0; i < len; i++)
		if ((unsigned char)value[i] < ' ' || value[i] == 0x7F)
			return "control character in a value";
	if (kind == VALUE_NOTHING)
		return len ? "this keyword takes no value" : NULL;
	if (!len)
		return "missing value";
	if (kind == VALUE_PATH && *value != '/')
		return "not an absolute path";
	if (kind == VALUE_SECONDS && (!number_read(value, 1000000, &seconds) || !seconds))
		return "not a number of seconds from 1 to 1000000";
	if (kind == VALUE_SCHEME && !is_scheme_name(value))
		return "not a scheme name";
	return NULL;
}

/* Returns the length of the line without its comment, its CR and its trailing white space.  Uses
 * the same rules as the library. */
static size_t line_end(const char *line, size_t len)
{
	for (size_t at = 0; at < len; at++)
		if (line[at] == '#' && (!at || eu_is_blank((unsigned char)line[at - 1])))
			len = at;
	while (len && (eu_is_blank((unsigned char)line[len - 1]) || line[len - 1] == '\r'))
		len--;
	return len;
}

/* Applies the line if it names an option of the command, and blanks the line in the text.  copy:
 * the same line in access->values, where the value is terminated by NUL.  Returns: the offset of
 * the value in the line, for error messages. */
static size_t take_line(struct options_reading *all, char *line, char *copy, size_t len)
{
	size_t at = 0, word, end;

	while (at < len && eu_is_blank((unsigned char)line[at]))
		at++;
	end = at + line_end(line + at, len - at);
	for (word = at; word < end && !eu_is_blank((unsigned char)line[word]);)
		word++;
	for (size_t i = 0; i < N_CONFIG_OPTIONS; i++) {
		size_t n = word - at, value = word;

		if (strlen(config_option[i].keyword) != n ||
		    strncasecmp(line + at, config_option[i].keyword, n) != 0)
			continue;
		while (value < end && eu_is_blank((unsigned char)line[value]))
			value++;
		copy[end] = '\0';
		all->wrong = check_value(config_option[i].value, copy + value, end - value);
		if (!all->wrong)
			all->wrong = carry_out(all, &config_option[i], copy + value);
		memset(line + at, ' ', end - at);
		return value;
	}
	return 0;
}

const char *config_options_read(struct access *access, struct settings *settings, size_t *wrong_at)
{
	struct options_reading all = { .settings = settings };

	access->values = malloc(access->len + 1);
	if (!access->values)
		return "out of memory";
	if (access->len)
		memcpy(access->values, access->text, access->len);
	access->values[access->len] = '\0';
	for (size_t i = 0; i < N_CONFIG_OPTIONS; i++)
		all.given[i] = is_given(settings, &config_option[i]);
	for (size_t at = 0; at < access->len && !all.wrong;) {
		char *line = access->text + at, *newline = memchr(line, '\n', access->len - at);
		size_t len = newline ? (size_t)(newline - line) : access->len - at;

		*wrong_at = at + take_line(&all, line, access->values + at, len);
		at += len + 1;
	}
	return all.wrong;
}
