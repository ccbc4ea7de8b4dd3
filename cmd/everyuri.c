/* everyuri.c - the table of commands. */
#include "support/cmd.h"
#include "support/names.h"

#include <signal.h>
#include <string.h>

struct command {
	const char *name;
	int (*run)(int argc, char **argv);
};

/* One row per line, in the order of the manual page. */
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

static const char *command_name(const void *of, unsigned i)
{
	(void)of;
	return commands[i].name[0] == '-' ? NULL : commands[i].name;
}

static const char *option_name(const void *of, unsigned i)
{
	const char *name = commands[i].name;

	(void)of;
	return name[0] == '-' && name[1] == '-' ? name + 2 : NULL;
}

static int unknown(const struct settings *settings, const char *given)
{
	const bool option = *given == '-';
	const struct names valid = { .name = option ? option_name : command_name,
		                     .n = N_COMMANDS,
		                     .prefix = option ? "--" : NULL };

	return usage_error(
		settings, "%s",
		unknown_name(option ? "option" : "command", given, strlen(given), &valid));
}

int main(int argc, char **argv)
{
	const struct settings none = { .usage = "COMMAND [OPTION]... [URI]..., or everyuri help" };

	/* A closed pipe ends the command without a message, even if the caller ignored SIGPIPE. */
	signal(SIGPIPE, SIG_DFL);
	if (argc < 2)
		return usage_error(&none, "missing command");
	for (size_t i = 0; i < N_COMMANDS; i++)
		if (!strcmp(argv[1], commands[i].name))
			return commands[i].run(argc - 1, argv + 1);
	return unknown(&none, argv[1]);
}
