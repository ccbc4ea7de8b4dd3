/* folder.h - list the files below a directory that have a suffix, sorted by path. */
#ifndef TESTS_FOLDER_H
#define TESTS_FOLDER_H

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define FOLDER_PATH_MAX 300

struct folder {
	char (*path)[FOLDER_PATH_MAX];
	size_t n;
};

static inline int folder_order(const void *a, const void *b)
{
	return strcmp(a, b);
}

static inline void folder_add(struct folder *folder, const char *path)
{
	char(*more)[FOLDER_PATH_MAX] = realloc(folder->path, (folder->n + 1) * sizeof *more);

	if (!more)
		abort();
	folder->path = more;
	strcpy(more[folder->n++], path);
}

/* Adds the files below `top`.  The caller frees folder->path. */
static inline void folder_walk(struct folder *folder, const char *top, const char *suffix)
{
	DIR *directory = opendir(top);

	for (struct dirent *entry; directory && (entry = readdir(directory));) {
		char path[FOLDER_PATH_MAX];
		struct stat status;
		int len = snprintf(path, sizeof path, "%s/%s", top, entry->d_name);

		if (entry->d_name[0] == '.' || len >= FOLDER_PATH_MAX || stat(path, &status) != 0)
			continue;
		if (S_ISDIR(status.st_mode))
			folder_walk(folder, path, suffix);
		else if ((size_t)len > strlen(suffix) &&
		         !strcmp(path + len - strlen(suffix), suffix))
			folder_add(folder, path);
	}
	if (directory)
		closedir(directory);
	if (folder->n)
		qsort(folder->path, folder->n, sizeof *folder->path, folder_order);
}

#endif
