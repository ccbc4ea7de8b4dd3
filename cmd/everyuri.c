/* everyuri.c - the table of commands. */
#include "support/cmd.h"

#include <signal.h>
#include <string.h>

struct command {
	const char *name;
	int (*run)(int argc, char **argv);
};

/* One row a line, in the order of the manual page. */
/* clang-format off */
static const struct command commands[] = {
	{ "parse", cmd_parse },
	{ "check", cmd_check },
	{ "compare", cmd_compare },
	{ "explain", cmd_explain },
	{ "plan", cmd_plan },
	{ "schemes", cmd_schemes },
	{ "resolve", cmd_resolve },
	{ "relate", cmd_relate },
	{ "normalize", cmd_normalize },
	{ "same", cmd_same },
	{ "edit", cmd_edit },
	{ "encode", cmd_encode },
	{ "decode", cmd_decode },
	{ "find", cmd_find },
	{ "redact", cmd_redact },
	{ "query", cmd_query },
	{ "path", cmd_path },
	{ "template", cmd_template },
	{ "key", cmd_key },
	{ "stats", cmd_stats },
	{ "wrap", cmd_wrap },
	{ "get", cmd_start },
	{ "open", cmd_start },
	{ "serve", cmd_start },
	{ "help", cmd_help },
	{ "--help", cmd_help },
	{ "-h", cmd_help },
	{ "--version", cmd_version },
	{ "-V", cmd_version },
	{ "--trurl", cmd_trurl },
};
/* clang-format on */

#define N_COMMANDS (sizeof commands / sizeof *commands)
#define COMMAND_MAX 16 /* bytes of a name, at most */

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* Levenshtein distance: letters to insert, delete or replace.  name: of the table. */
static size_t distance(const char *given, const char *name)
{
	size_t row[COMMAND_MAX + 1], n = least(strlen(name), COMMAND_MAX);

	for (size_t j = 0; j <= n; j++)
		row[j] = j;
	for (size_t i = 0; given[i]; i++) {
		size_t diagonal = row[0];

		row[0] = i + 1;
		for (size_t j = 0; j < n; j++) {
			size_t replaced = diagonal + (given[i] != name[j]);

			diagonal = row[j + 1];
			row[j + 1] = least(replaced, least(row[j], row[j + 1]) + 1);
		}
	}
	return row[n];
}

/* Returns the command that a typing error may have turned into this, or NULL. */
static const char *nearest(const char *given)
{
	size_t best = least(strlen(given), 3); /* swapped letters are two replaced ones */
	const char *name = NULL;

	for (size_t i = 0; i < N_COMMANDS; i++) {
		size_t n = commands[i].name[0] == '-' ? best : distance(given, commands[i].name);

		if (n < best) {
			best = n;
			name = commands[i].name;
		}
	}
	return name;
}

int main(int argc, char **argv)
{
	const struct settings none = { .usage = "COMMAND [OPTION]... [URI]..., or everyuri help" };

	/* A closed pipe ends the command silently, even if the caller ignored the signal. */
	signal(SIGPIPE, SIG_DFL);
	if (argc < 2)
		return usage_error(&none, "no command is given");
	for (size_t i = 0; i < N_COMMANDS; i++)
		if (!strcmp(argv[1], commands[i].name))
			return commands[i].run(argc - 1, argv + 1);
	if (argv[1][0] == '-')
		return usage_error(&none, "unknown option \"%s\"", argv[1]);
	const char *meant = nearest(argv[1]);

	return meant ? usage_error(&none, "unknown command \"%s\"; did you mean \"%s\"?", argv[1],
	                           meant) :
	               usage_error(&none, "unknown command \"%s\"", argv[1]);
}
