/* options.c - parses the options of trurl as trurl does; prints error messages. */
#include "trurl.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- messages ------------------------------------------------------------------------------ */

static void tell(struct trurl *run, const char *kind, const char *format, va_list arguments)
{
	struct everyuri_writer *err = &run->answer.err;
	char text[1024];
	int n = vsnprintf(text, sizeof text, format, arguments);

	everyuri_write_text(err, kind);
	if (n > 0)
		everyuri_write_terminal(err, text, strlen(text));
	everyuri_write_text(err, "\n");
}

void trurl_fail(struct trurl *run, enum trurl_status status, const char *format, ...)
{
	va_list arguments;

	if (run->status)
		return;
	run->status = (int)status;
	va_start(arguments, format);
	tell(run, "trurl error: ", format, arguments);
	va_end(arguments);
	everyuri_write_text(&run->answer.err, "trurl error: try everyuri --trurl -h\n");
}

void trurl_note(struct trurl *run, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	tell(run, "trurl note: ", format, arguments);
	va_end(arguments);
}

/* ---- the table ---------------------------------------------------------------------------------- */

static void give(struct trurl *run, enum given_kind kind, const char *value)
{
	run->given[run->n_given++] = (struct given_option){ kind, value };
}

static void take_once(struct trurl *run, const char *name, const char **once, const char *value)
{
	if (*once)
		trurl_fail(run, TRURL_FLAG, "--%s can be used only once", name);
	*once = value;
}

static void take_append(struct trurl *run, const char *name, const char *value)
{
	(void)name;
	if (!strncmp(value, "path=", 5))
		give(run, G_APPEND_PATH, value + 5);
	else if (!strncmp(value, "query=", 6))
		give(run, G_APPEND_QUERY, value + 6);
	else
		trurl_fail(run, TRURL_APPEND, "--append: \"%s\" is not path=DATA or query=DATA",
		           value);
}

static void take_file(struct trurl *run, const char *name, const char *value)
{
	take_once(run, name, &run->file, value);
}

static void take_format(struct trurl *run, const char *name, const char *value)
{
	take_once(run, name, &run->format, value);
}

static void take_iterate(struct trurl *run, const char *name, const char *value)
{
	(void)name;
	give(run, G_ITERATE, value);
}

static void take_trim(struct trurl *run, const char *name, const char *value)
{
	if (!strcmp(name, "qtrim"))
		give(run, G_TRIM, value);
	else if (!strncmp(value, "query=", 6))
		give(run, G_TRIM, value + 6);
	else
		trurl_fail(run, TRURL_TRIM, "--trim: \"%s\" is not query=WHAT", value);
}

static void take_separator(struct trurl *run, const char *name, const char *value)
{
	if (strlen(value) != 1)
		trurl_fail(run, TRURL_FLAG, "--query-separator: \"%s\" is not one character",
		           value);
	take_once(run, name, &run->separator, value);
}

static void take_redirect(struct trurl *run, const char *name, const char *value)
{
	take_once(run, name, &run->redirect, value);
}

static void take_replace(struct trurl *run, const char *name, const char *value)
{
	if (strcmp(name, "replace") != 0)
		run->append_missing = true;
	give(run, G_REPLACE, value);
}

static void take_set(struct trurl *run, const char *name, const char *value)
{
	(void)name;
	give(run, G_SET, value);
}

static void take_url(struct trurl *run, const char *name, const char *value)
{
	(void)name;
	give(run, G_URL, value);
}

static void take_help(struct trurl *run, const char *name, const char *value)
{
	(void)name;
	(void)value;
	run->status = help_print("trurl");
	run->done = true;
}

static void take_version(struct trurl *run, const char *name, const char *value)
{
	(void)name;
	(void)value;
	everyuri_write_text(
		&run->answer.out,
		"trurl version 0.16 everyuri/" EVERYURI_VERSION "\n"
		"features: get-empty imap-options no-guess-scheme normalize-ipv4 punycode "
		"punycode2idn url-strerror white-space zone-id\n");
	run->done = true;
}

/* One option.  flag: for an option without a value, the member that the option
 * sets.  take: the handler, if the option has a value or needs an action. */
struct row {
	const char *name;
	char letter;
	size_t flag; /* offset of a bool in struct trurl */
	void (*take)(struct trurl *run, const char *name, const char *value);
	bool value;
	enum trurl_status missing; /* exit status if the option needs a value and has none */
};

#define FLAG(name, member)                                                       \
	{                                                                        \
		name, 0, offsetof(struct trurl, member), NULL, false, TRURL_FINE \
	}
#define VALUE(name, letter, take)                           \
	{                                                   \
		name, letter, 0, take, true, TRURL_ARGUMENT \
	}

static const struct row rows[] = {
	VALUE("append", 'a', take_append),
	FLAG("accept-space", accept_space),
	FLAG("as-idn", as_idn),
	FLAG("curl", curl),
	FLAG("default-port", default_port),
	VALUE("url-file", 'f', take_file),
	VALUE("get", 'g', take_format),
	{ "help", 'h', 0, take_help, false, TRURL_FINE },
	VALUE("iterate", 0, take_iterate),
	FLAG("json", json),
	FLAG("keep-port", keep_port),
	FLAG("no-guess-scheme", no_guess),
	FLAG("punycode", punycode),
	VALUE("qtrim", 0, take_trim),
	VALUE("trim", 0, take_trim), /* the old name of --qtrim */
	VALUE("query-separator", 0, take_separator),
	FLAG("quiet", quiet),
	VALUE("redirect", 0, take_redirect),
	{ "replace", 0, 0, take_replace, true, TRURL_REPLACE },
	{ "replace-append", 0, 0, take_replace, true, TRURL_REPLACE },
	{ "force-replace", 0, 0, take_replace, true, TRURL_REPLACE }, /* the old name of
	                                                               * --replace-append */
	VALUE("set", 's', take_set),
	FLAG("sort-query", sort),
	VALUE("url", 0, take_url),
	FLAG("urlencode", urlencode),
	{ "version", 'v', 0, take_version, false, TRURL_FINE },
	FLAG("verify", verify),
};

/* ---- arguments -------------------------------------------------------------------------------------- */

/* Looks up an option.  Stores in *value the value that is part of the word, or NULL. */
static const struct row *find(const char *word, const char **value)
{
	size_t len = strcspn(word, "=");

	*value = NULL;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		if (word[1] != '-' && word[1] == rows[i].letter && (rows[i].value || !word[2])) {
			*value = word[2] ? word + 2 : NULL;
			return &rows[i];
		}
		if (word[1] != '-' || strlen(rows[i].name) != len - 2 ||
		    strncmp(word + 2, rows[i].name, len - 2) != 0 || (word[len] && !rows[i].value))
			continue;
		*value = word[len] ? word + len + 1 : NULL;
		return &rows[i];
	}
	return NULL;
}

static void exclude(struct trurl *run, bool both, const char *names)
{
	if (both)
		trurl_fail(run, TRURL_FLAG, "%s cannot be used together", names);
}

void trurl_options(struct trurl *run, int argc, char **argv)
{
	bool only_urls = false;

	for (int at = 0; at < argc && !run->status && !run->done; at++) {
		const char *word = argv[at], *value;

		if (only_urls || word[0] != '-') {
			give(run, G_URL, word);
			continue;
		}
		if (!strcmp(word, "--")) {
			only_urls = true;
			continue;
		}
		const struct row *row = find(word, &value);

		if (!row)
			trurl_fail(run, TRURL_FLAG, "unknown option: %.*s",
			           word[1] == '-' ? (int)strcspn(word, "=") : 2, word);
		else if (!row->take)
			*(bool *)(void *)((char *)run + row->flag) = true;
		else if (row->value && !value && at + 1 == argc)
			trurl_fail(run, row->missing, "%s needs a value", word);
		else
			row->take(run, row->name, row->value && !value ? argv[++at] : value);
		exclude(run, run->json && run->format, "--get and --json");
		exclude(run, run->punycode && run->as_idn, "--punycode and --as-idn");
	}
}
