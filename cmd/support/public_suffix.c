/* public_suffix.c - reads the Public Suffix List from a file. */
#include "public_suffix.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

/* Reads a whole file into memory from malloc.  Returns: 0 or an errno.  The
 * caller must free *data in both cases. */
static int read_whole(FILE *file, char **data, size_t *len)
{
	size_t cap = 1u << 18;

	*len = 0;
	*data = malloc(cap);
	while (*data) {
		*len += fread(*data + *len, 1, cap - *len, file);
		if (ferror(file))
			return errno ? errno : EIO;
		if (*len < cap)
			return 0;
		char *grown = realloc(*data, cap *= 2);

		if (!grown)
			break;
		*data = grown;
	}
	return ENOMEM;
}

static void tell_date(struct suffix_list *list, FILE *file)
{
	const struct everyuri_text *version = &list->psl.version;
	struct stat about;
	struct tm day;

	list->date[0] = '\0';
	if (version->data)
		snprintf(list->date, sizeof list->date, "%.*s",
		         (int)(version->len < sizeof list->date ? version->len :
		                                                  sizeof list->date - 1),
		         version->data);
	else if (!fstat(fileno(file), &about) && gmtime_r(&about.st_mtime, &day))
		strftime(list->date, sizeof list->date, "%Y-%m-%d", &day);
}

int suffix_list_read(struct suffix_list *list, const char *path, struct everyuri_error *error)
{
	FILE *file = fopen(path, "rb");
	char *data = NULL;
	size_t len = 0;

	everyuri_buf_init(&list->buf, NULL, 0, NULL);
	if (!file)
		return errno;
	int failed = read_whole(file, &data, &len);

	if (!failed && everyuri_psl_load(data, len, &list->buf, &list->psl, error))
		failed = error->status == EVERYURI_NO_MEMORY ? ENOMEM : EINVAL;
	if (!failed)
		tell_date(list, file);
	free(data);
	fclose(file);
	return failed;
}

void suffix_list_free(struct suffix_list *list)
{
	everyuri_buf_free(&list->buf);
}
