/* config_options.c - options that are wished for always: lines of the configuration that are the command's
 * and not the library's. */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* What stands behind a keyword. */
enum standing_value { STANDS_NOTHING, STANDS_PATH, STANDS_SECONDS, STANDS_SCHEME, STANDS_TEXT };

/* CHOICE: --insecure, --user, --show-secrets and --raw are for one command line: who forgets that they
 * stand somewhere is less safe ever after. */
static const struct standing {
	const char *keyword, *option;
	enum standing_value value;
	const char *against; /* the option that says the opposite, or NULL */
} standing[] = {
	{ "netrc", "netrc", STANDS_PATH, "no-netrc" },
	{ "no-netrc", "no-netrc", STANDS_NOTHING, "netrc" },
	{ "mail", "mail", STANDS_PATH, NULL },
	{ "mail-index", "mail-index", STANDS_PATH, NULL },
	{ "file-root", "root", STANDS_PATH, NULL }, /* "root HOST DIRECTORY" is of ftp */
	{ "cacert", "cacert", STANDS_PATH, NULL },
	{ "header", "header", STANDS_TEXT, NULL },
	{ "no-follow", "no-follow", STANDS_NOTHING, NULL },
	{ "connect-timeout", "connect-timeout", STANDS_SECONDS, NULL },
	{ "max-time", "max-time", STANDS_SECONDS, NULL },
	{ "zone", "zone", STANDS_NOTHING, NULL },
	{ "silent", "silent", STANDS_NOTHING, NULL },
	{ "default-scheme", "default-scheme", STANDS_SCHEME, NULL },
};

#define N_STANDING (sizeof standing / sizeof *standing)

/* What is read, and what the command line has said: that counts first. */
struct standings {
	struct settings *settings;
	bool given[N_STANDING];
	const char *wrong;
};

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

const char *config_option_keyword(unsigned i)
{
	return i < N_STANDING ? standing[i].keyword : NULL;
}

/* ---- options ------------------------------------------------------------------------------------- */

static const struct option *option_named(const struct settings *settings, const char *name)
{
	for (size_t i = 0; name && i < settings->n_own; i++)
		if (!strcmp(settings->own[i].name, name))
			return &settings->own[i];
	return NULL;
}

/* Has the command line said it, or the opposite?  What is called may be said again and again. */
static bool is_given(const struct settings *settings, const struct standing *key)
{
	const char *const names[] = { key->option, key->against };

	if (key->value == STANDS_SCHEME)
		return settings->default_scheme;
	for (int i = 0; i < 2; i++) {
		const struct option *row = option_named(settings, names[i]);

		if (row && ((row->flag && *row->flag) || (row->text && *row->text)))
			return true;
	}
	return false;
}

/* As if the option had been given, and not the opposite.  Returns: NULL, or what is wrong. */
static const char *carry_out(const struct standings *all, const struct standing *key,
                             const char *value)
{
	const struct option *row = option_named(all->settings, key->option);
	const struct option *against = option_named(all->settings, key->against);

	if (all->given[key - standing])
		return NULL;
	if (key->value == STANDS_SCHEME)
		all->settings->default_scheme = value;
	if (against && against->flag)
		*against->flag = false;
	if (against && against->text)
		*against->text = NULL;
	if (!row) /* another command's */
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

static const char *check_value(enum standing_value kind, const char *value, size_t len)
{
	uint64_t seconds;

	for (size_t i = 0; i < len; i++)
		if ((unsigned char)value[i] < ' ' || value[i] == 0x7F)
			return "control character in a value";
	if (kind == STANDS_NOTHING)
		return len ? "this keyword takes no value" : NULL;
	if (!len)
		return "missing value";
	if (kind == STANDS_PATH && *value != '/')
		return "not an absolute path";
	if (kind == STANDS_SECONDS && (!number_read(value, 1000000, &seconds) || !seconds))
		return "not a number of seconds from 1 to 1000000";
	if (kind == STANDS_SCHEME && !is_scheme_name(value))
		return "not the name of a scheme";
	return NULL;
}

/* The line without its comment, its CR and the blanks at its end, as the library cuts it. */
static size_t line_end(const char *line, size_t len)
{
	for (size_t at = 0; at < len; at++)
		if (line[at] == '#' && (!at || is_blank(line[at - 1])))
			len = at;
	while (len && (is_blank(line[len - 1]) || line[len - 1] == '\r'))
		len--;
	return len;
}

/* One line, of the text and of its copy, where values get their NUL.  A line that is the command's
 * becomes blanks in the text.  Returns: where what is wrong stands in it. */
static size_t take_line(struct standings *all, char *line, char *copy, size_t len)
{
	size_t at = 0, word, end;

	while (at < len && is_blank(line[at]))
		at++;
	end = at + line_end(line + at, len - at);
	for (word = at; word < end && !is_blank(line[word]);)
		word++;
	for (size_t i = 0; i < N_STANDING; i++) {
		size_t n = word - at, value = word;

		if (strlen(standing[i].keyword) != n ||
		    strncasecmp(line + at, standing[i].keyword, n) != 0)
			continue;
		while (value < end && is_blank(line[value]))
			value++;
		copy[end] = '\0';
		all->wrong = check_value(standing[i].value, copy + value, end - value);
		if (!all->wrong)
			all->wrong = carry_out(all, &standing[i], copy + value);
		memset(line + at, ' ', end - at);
		return value;
	}
	return 0;
}

const char *standing_read(struct access *access, struct settings *settings, size_t *wrong_at)
{
	struct standings all = { .settings = settings };

	access->values = malloc(access->len + 1);
	if (!access->values)
		return "out of memory";
	if (access->len)
		memcpy(access->values, access->text, access->len);
	access->values[access->len] = '\0';
	for (size_t i = 0; i < N_STANDING; i++)
		all.given[i] = is_given(settings, &standing[i]);
	for (size_t at = 0; at < access->len && !all.wrong;) {
		char *line = access->text + at, *newline = memchr(line, '\n', access->len - at);
		size_t len = newline ? (size_t)(newline - line) : access->len - at;

		*wrong_at = at + take_line(&all, line, access->values + at, len);
		at += len + 1;
	}
	return all.wrong;
}
