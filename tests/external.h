/* external.h - optional corpora and vectors that are not part of the checkout.
 *
 *	const char *path = external_find("corpus/web.txt");
 *
 *	if (!path)
 *		external_skip("real URLs are read", "corpus/web.txt");
 *
 * The environment variable EVERYURI_EXTERNAL names their folder; tests/README.md
 * has its layout.  tests/external.py does the same for scripts. */
#ifndef TESTS_EXTERNAL_H
#define TESTS_EXTERNAL_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tap.h"

/* Where tools/peers puts the vectors of the web platform. */
#define EXTERNAL_FETCHED "build/peers/wpt"
#define EXTERNAL_WPT "vectors/wpt/"

static char external_path[4096];
static bool external_fetched; /* the file that was found last is one that tools/peers fetched */

static inline const char *external_folder(void)
{
	const char *folder = getenv("EVERYURI_EXTERNAL");

	return folder && *folder ? folder : NULL;
}

static inline bool external_is_there(const char *folder, const char *name)
{
	int n = snprintf(external_path, sizeof external_path, "%s/%s", folder, name);
	FILE *file = NULL;

	if (n > 0 && (size_t)n < sizeof external_path)
		file = fopen(external_path, "rb");
	if (file)
		fclose(file);
	return file != NULL;
}

/** Finds a file in the folder of EVERYURI_EXTERNAL.  Vectors of the web platform
 *  ("vectors/wpt/NAME") are also looked up where tools/peers puts them.
 *  Returns: a path that is valid until the next call; NULL if there is no such file. */
static inline const char *external_find(const char *name)
{
	const char *folder = external_folder();

	external_fetched = false;
	if (folder && external_is_there(folder, name))
		return external_path;
	external_fetched = !strncmp(name, EXTERNAL_WPT, strlen(EXTERNAL_WPT)) &&
	                   external_is_there(EXTERNAL_FETCHED, name + strlen(EXTERNAL_WPT));
	return external_fetched ? external_path : NULL;
}

/** Skips a point because external_find(name) found nothing. */
static inline void external_skip(const char *point, const char *name)
{
	if (external_folder())
		skip(point, "the folder of EVERYURI_EXTERNAL has no %s", name);
	else
		skip(point, "no %s: EVERYURI_EXTERNAL is not set", name);
}

#endif
