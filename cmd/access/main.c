/* main.c - the table of commands of everyuri-access. */
#include "access/support/access.h"

#include <signal.h>
#include <string.h>

int main(int argc, char **argv)
{
	const struct settings none = { .usage = "get|open|serve|plan --run [OPTION]... [URI]..." };

	signal(SIGPIPE, SIG_DFL);
	if (argc > 1 && !strcmp(argv[1], "get"))
		return cmd_get(argc - 1, argv + 1);
	if (argc > 1 && !strcmp(argv[1], "open"))
		return cmd_open(argc - 1, argv + 1);
	if (argc > 1 && !strcmp(argv[1], "serve"))
#ifdef EVERYURI_NO_GATEWAY
		return usage_error(&none,
		                   "this build has no gateway (meson setup -Dgateway=enabled)");
#else
		return cmd_serve(argc - 1, argv + 1);
#endif
	if (argc > 1 && !strcmp(argv[1], "plan"))
		return cmd_run(argc - 1, argv + 1);
	return usage_error(&none, "do not run this program directly; use everyuri");
}
