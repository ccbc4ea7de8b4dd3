/* everyuri.c - the table of commands. */
#include "cmd.h"

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

int main(int argc, char **argv)
{
	const struct settings none = { .usage = "COMMAND [OPTION]... [URI]..., or everyuri help" };

	/* A closed pipe ends the command silently, even if the caller ignored the signal. */
	signal(SIGPIPE, SIG_DFL);
	if (argc < 2)
		return usage_error(&none, "no command is given");
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
		if (!strcmp(argv[1], commands[i].name))
			return commands[i].run(argc - 1, argv + 1);
	if (argv[1][0] == '-')
		return usage_error(&none, "unknown option \"%s\"", argv[1]);
	return usage_error(&none, "unknown command \"%s\"", argv[1]);
}
