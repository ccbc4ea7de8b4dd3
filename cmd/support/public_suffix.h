/* public_suffix.h - the Public Suffix List, read from a file. */
#ifndef CMD_PUBLIC_SUFFIX_H
#define CMD_PUBLIC_SUFFIX_H

#include "cmd.h"

/* Where Debian's package publicsuffix has it. */
#define SUFFIX_LIST "/usr/share/publicsuffix/public_suffix_list.dat"

struct suffix_list {
	struct everyuri_psl psl;
	struct everyuri_buf buf;
	char date[64]; /* its VERSION comment; without one, the day of the file: 2023-02-09 */
};

/* Returns: 0, or the errno of the file; EINVAL, and *error, where it is no such list. */
int suffix_list_read(struct suffix_list *list, const char *path, struct everyuri_error *error);

void suffix_list_free(struct suffix_list *list);

#endif
