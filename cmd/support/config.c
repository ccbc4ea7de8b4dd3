#include "config.h"
#include "names.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- the text -------------------------------------------------------------------------------- */

static bool add_text(struct access *access, const char *data, size_t len)
{
	if (len >= access->cap - access->len) {
		size_t cap = (access->len + len) * 2 + 64;
		char *grown = realloc(access->text, cap);

		if (!grown)
			return false;
		access->text = grown;
		access->cap = cap;
	}
	memcpy(access->text + access->len, data, len);
	access->len += len;
	return true;
}

/* Adds the line for an option.  Refuses a value with a line feed, which would add a second line. */
const char *access_line(struct access *access, const char *keyword, const char *value)
{
	if (strchr(value, '\n'))
		return "contains a line break";
	if (!add_text(access, keyword, strlen(keyword)) || !add_text(access, " ", *keyword != 0) ||
	    !add_text(access, value, strlen(value)) || !add_text(access, "\n", 1))
		return "cannot be stored: out of memory";
	return NULL;
}

static const char *take_set(void *own, const char *name, const char *value)
{
	(void)name;
	return access_line(own, "", value);
}

static const char *take_port(void *own, const char *name, const char *value)
{
	uint64_t number;

	(void)name;
	if (!number_read(value, 65535, &number) || !number)
		return "is not a port from 1 to 65535";
	return access_line(own, "allow-port", value);
}

/* Keywords that the library reads and that also exist as options. */
static const struct keyword {
	const char *option;
	bool value;
} keywords[] = {
	{ "anonymous", true },      { "news-server", true },   { "this-host", true },
	{ "afs-root", true },       { "proxy", true },         { "message", true },
	{ "ftp-direct", false },    { "ftp-secure", false },   { "form-agreed", false },
	{ "gateway", true },        { "resolver", true },      { "scheme", true },
	{ "step", true },           { "program", true },       { "ftp-root", true },
	{ "only-scheme", true },    { "refuse-scheme", true }, { "only-host", true },
	{ "refuse-host", true },    { "allow-host", true },    { "refuse-port", true },
	{ "refuse-address", true }, { "allow-address", true }, { "max-command", true },
	{ "max-steps", true },      { "max-items", true },     { "refuse-password", false },
	{ "allow-hop", false },     { "news-here", false },    { "http-proxy", true },
	{ "https-proxy", true },    { "no-proxy", true },
};

_Static_assert(sizeof keywords / sizeof *keywords == ACCESS_KEYWORDS,
               "keywords[] needs ACCESS_KEYWORDS rows");

static const char *take_keyword(void *own, const char *name, const char *value)
{
	/* The option for the keyword "root" is --ftp-root, because --root is for file: URIs. */
	return access_line(own, !strcmp(name, "ftp-root") ? "root" : name, value ? value : "");
}

void access_options(struct access *access, struct option rows[ACCESS_OPTIONS])
{
	const struct option all[ACCESS_OPTIONS - ACCESS_KEYWORDS] = {
		{ .name = "config", .text = &access->file },
		{ .name = "set", .value = true, .call = take_set, .own = access },
		{ .name = "allow-port", .value = true, .call = take_port, .own = access },
		{ .name = "show-secrets", .flag = &access->show_secrets },
	};

	memcpy(rows, all, sizeof all);
	for (size_t i = 0; i < ACCESS_KEYWORDS; i++)
		rows[ACCESS_OPTIONS - ACCESS_KEYWORDS + i] =
			(struct option){ .name = keywords[i].option,
			                 .value = keywords[i].value,
			                 .call = take_keyword,
			                 .own = access };
}

/* ---- the file ---------------------------------------------------------------------------------- */

/* Returns the path of the user's default file (XDG Base Directory Specification).  Returns "" if
 * there is none. */
static const char *own_file(struct access *access)
{
	const char *home = getenv("XDG_CONFIG_HOME"), *below = "everyuri/config";
	int n;

	if (!home || !*home) {
		home = getenv("HOME");
		below = ".config/everyuri/config";
	}
	if (!home || !*home)
		return "";
	n = snprintf(access->path, sizeof access->path, "%s/%s", home, below);
	return n > 0 && (size_t)n < sizeof access->path ? access->path : "";
}

#define CONFIG_MAX (16u << 20) /* limit in bytes for the file */

/* Reads a file into access->text.  Returns: 0, or an errno. */
static int load(struct access *access, const char *path)
{
	char block[4096];
	size_t n;
	int error = 0;
	FILE *file = fopen(path, "rb");

	if (!file)
		return errno;
	while (!error && (n = fread(block, 1, sizeof block, file)) > 0) {
		if (access->len > CONFIG_MAX)
			error = EFBIG;
		else if (!add_text(access, block, n))
			error = ENOMEM;
	}
	if (ferror(file))
		error = errno ? errno : EIO;
	fclose(file);
	return error;
}

/* Inserts the file before the lines of options, because the last line with a keyword takes
 * precedence. */
static int load_in_front(struct access *access, const char *path)
{
	char *lines = access->text;
	size_t n_lines = access->len;
	int error;

	access->text = NULL;
	access->len = access->cap = 0;
	error = load(access, path);
	if (!error && access->len && access->text[access->len - 1] != '\n' &&
	    !add_text(access, "\n", 1))
		error = ENOMEM;
	/* Some editors begin a file with a byte order mark.  It is replaced by spaces, so that
	 * byte offsets stay the same. */
	if (access->len >= 3 && !memcmp(access->text, "\xEF\xBB\xBF", 3))
		memset(access->text, ' ', 3);
	access->file_len = access->len;
	if (!add_text(access, lines ? lines : "", n_lines))
		error = ENOMEM;
	free(lines);
	return error;
}

/* ---- reading -------------------------------------------------------------------------------------- */

/* Returns true for a keyword that has an option with the same name. */
static bool is_keyword_option(const char *word, size_t len)
{
	for (size_t i = 0; i < ACCESS_KEYWORDS; i++)
		if (strlen(keywords[i].option) == len && !memcmp(keywords[i].option, word, len))
			return true;
	return false;
}

/* Returns keyword number i of those that a configuration may contain; NULL if i is too large. */
static const char *keyword_name(const void *of, unsigned i)
{
	static const char *const others[] = { "allow-port", "smtp", "sendmail", "sender" };
	const unsigned n_others = sizeof others / sizeof *others;

	(void)of;
	if (i < ACCESS_KEYWORDS)
		return strcmp(keywords[i].option, "ftp-root") ? keywords[i].option : "root";
	i -= ACCESS_KEYWORDS;
	return i < n_others ? others[i] : config_option_keyword(i - n_others);
}

/* Returns the message for an error in a line.  If the keyword is unknown, the message suggests the
 * nearest one. */
static const char *message_of(const struct everyuri_error *error, const char *word, size_t len)
{
	struct names valid = { .name = keyword_name };
	const char *name;

	while ((name = keyword_name(NULL, valid.n))) {
		if (strlen(name) == len && !strncasecmp(name, word, len))
			return error->message;
		valid.n++;
	}
	return unknown_name("keyword", word, len, &valid);
}

/* Reports the first error.  The message is "everyuri: plan: FILE: line 3, byte 8: message", "...
 * plan: --set: byte 8: message", or "... plan: --http-proxy: byte 0: message". */
static int report(const struct access *access, const struct settings *settings,
                  const struct everyuri_error *error)
{
	bool in_file = error->at < access->file_len;
	size_t line = 1, begin = in_file ? 0 : access->file_len, len;
	const char *word, *message = error->message;

	for (size_t at = begin; at < error->at && at < access->len; at++) {
		if (access->text[at] != '\n')
			continue;
		line++;
		begin = at + 1;
	}
	/* The lines for the command's own options are already blank in access->text, so the word
	 * is taken from the copy. */
	word = access->values + begin;
	len = strcspn(word, " \t\r\n");
	if (error->at == begin)
		message = message_of(error, word, len);
	if (in_file)
		return usage_error(settings, "%s: line %zu, byte %zu: %s", access->name, line,
		                   error->at - begin, message);
	if (is_keyword_option(word, len) && error->at > begin + len)
		return usage_error(settings, "--%.*s: byte %zu: %s", (int)len, word,
		                   error->at - begin - len - 1, message);
	return usage_error(settings, "--set: byte %zu: %s", error->at - begin, message);
}

int access_read(struct access *access, struct settings *settings)
{
	struct everyuri_error error = { .at = 0 };
	const char *named = access->file ? access->file : getenv("EVERYURI_CONFIG");
	int failed = 0;

	access->name = named ? named : own_file(access);
	if (*access->name)
		failed = load_in_front(access, access->name);
	/* A file that the user names may contain the policy, so a missing file is an error. */
	if (failed && (named || (failed != ENOENT && failed != ENOTDIR)))
		return trouble(settings, access->name, failed);
	error.message = config_options_read(access, settings, &error.at);
	if (error.message && !access->values)
		return trouble(settings, "memory", ENOMEM);
	if (error.message)
		return report(access, settings, &error);
	everyuri_buf_init(&access->rules, NULL, 0, NULL);
	everyuri_buf_init(&access->lists, NULL, 0, NULL);
	if (everyuri_config_read(access->text, access->len, &access->rules, &access->config,
	                         &error) ||
	    everyuri_policy_read(access->text, access->len, EVERYURI_POLICY_AMONG_OTHERS,
	                         &access->lists, &access->policy, &error))
		return error.status == EVERYURI_NO_MEMORY ? trouble(settings, "memory", ENOMEM) :
		                                            report(access, settings, &error);
	access->config.policy = &access->policy;
	return -1;
}

void access_free(struct access *access)
{
	everyuri_buf_free(&access->rules);
	everyuri_buf_free(&access->lists);
	free(access->text);
	free(access->values);
}
