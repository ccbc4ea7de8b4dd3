/* help.h - the pages that --help prints.  tools/manual generates them from docs/commands. */
#ifndef CMD_HELP_H
#define CMD_HELP_H

#include <stddef.h>

struct help_page {
	const char *name; /* the name of a command, or "everyuri" */
	const char *text; /* ends in a newline */
};

extern const struct help_page help_pages[];
extern const size_t n_help_pages;

#endif
