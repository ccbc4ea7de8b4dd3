/* public_suffix.h - reads the Public Suffix List from a file. */
#ifndef CMD_PUBLIC_SUFFIX_H
#define CMD_PUBLIC_SUFFIX_H

#include "cmd.h"

/* The path of the file in Debian's package publicsuffix. */
#define SUFFIX_LIST "/usr/share/publicsuffix/public_suffix_list.dat"

struct suffix_list {
	struct everyuri_psl psl;
	struct everyuri_buf buf;
	char date[64]; /* date such as "2023-02-09", from the VERSION comment of the list; without
	                * that, the date of the file */
};

/* Reads the list.  Returns: 0; the errno of a file operation; or EINVAL, with
 * *error set, if the syntax is wrong. */
int suffix_list_read(struct suffix_list *list, const char *path, struct everyuri_error *error);

void suffix_list_free(struct suffix_list *list);

#endif
