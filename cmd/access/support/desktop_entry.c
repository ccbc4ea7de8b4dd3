/* desktop_entry.c - everyuri open --install: writes a desktop entry (freedesktop.org, Desktop
 * Entry 1.5). */
#define _DEFAULT_SOURCE /* for readlink */
#include "desktop.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define NAME "everyuri-open.desktop"

struct place {
	char folder[3900], path[4096]; /* the directory and the path of the desktop entry */
};

/* Finds $XDG_DATA_HOME or ~/.local/share.  Returns: false if there is neither; the error has been
 * reported. */
static bool find_place(struct place *place, const struct settings *settings)
{
	const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
	int n;

	if (data && data[0] == '/')
		n = snprintf(place->folder, sizeof place->folder, "%s/applications", data);
	else
		n = snprintf(place->folder, sizeof place->folder, "%s/.local/share/applications",
		             home && home[0] == '/' ? home : "");
	if ((!data || data[0] != '/') && (!home || home[0] != '/')) {
		trouble(settings, "HOME", ENOENT);
		return false;
	}
	if (n < 0 || (size_t)n >= sizeof place->folder) {
		trouble(settings, "HOME", ENAMETOOLONG);
		return false;
	}
	snprintf(place->path, sizeof place->path, "%s/" NAME, place->folder);
	return true;
}

/* Creates the directories of the path that are missing.  Returns: 0 or an errno. */
static int make_folders(char *path)
{
	for (char *at = path + 1;; at++) {
		char c = *at;

		if (c && c != '/')
			continue;
		*at = '\0';
		int failed = mkdir(path, 0755) && errno != EEXIST ? errno : 0;

		*at = c;
		if (failed || !c)
			return failed;
	}
}

/* Finds everyuri in the directory of this program, as in a build directory.  If it is not there,
 * the entry relies on PATH. */
static void find_command(char *path, size_t cap)
{
	static const char name[] = "everyuri";
	ssize_t n = readlink("/proc/self/exe", path, cap - sizeof name);

	while (n > 0 && path[n - 1] != '/')
		n--;
	if (n < 0)
		n = 0;
	memcpy(path + n, name, sizeof name);
	if (!n || access(path, X_OK))
		memcpy(path, name, sizeof name);
}

/* Writes a quoted argument of Exec.  A character that a shell would interpret gets a backslash.
 * Each backslash is doubled, as in every value of a desktop entry.  "%" is doubled too. */
static void put_argument(FILE *file, const char *text)
{
	fputc('"', file);
	for (; *text; text++) {
		if (strchr("\"`$\\", *text))
			fputs(*text == '\\' ? "\\\\\\" : "\\\\", file);
		if (*text == '%')
			fputc('%', file);
		fputc(*text, file);
	}
	fputc('"', file);
}

static void put_entry(FILE *file)
{
	const struct everyuri_scheme_info *info;
	char command[4096];

	find_command(command, sizeof command);
	fputs("[Desktop Entry]\nType=Application\nName=everyuri\n"
	      "Comment=Opens addresses that browsers do not know\nExec=",
	      file);
	put_argument(file, command);
	fputs(" open --browser -- %u\nTerminal=false\nNoDisplay=true\nMimeType=", file);
	for (size_t i = 0; (info = everyuri_scheme_nth(i)); i++)
		if (info->flags & EVERYURI_DESKTOP)
			fprintf(file, "x-scheme-handler/%s;", info->name);
	fputc('\n', file);
}

/* Updates the cache of desktop entries.  If the program for this is missing, the desktop reads
 * the entries themselves. */
static void update(struct place *place)
{
	char name[] = "update-desktop-database", quiet[] = "-q";
	char *words[] = { name, quiet, place->folder, NULL };
	pid_t child;

	switch (child = fork()) {
	case 0:
		execvp(words[0], words);
		_exit(127);
	case -1:
		return;
	default:
		break;
	}
	while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
		;
}

int desktop_install(const struct settings *settings)
{
	struct place place;
	FILE *file;
	int failed;

	if (!find_place(&place, settings))
		return EXIT_TROUBLE;
	failed = make_folders(place.folder);
	file = failed ? NULL : fopen(place.path, "w");
	if (!file)
		return trouble(settings, place.path, failed ? failed : errno);
	put_entry(file);
	if (fflush(file) || ferror(file)) {
		failed = errno;
		fclose(file);
		return trouble(settings, place.path, failed);
	}
	fclose(file);
	update(&place);
	printf("%s\n", place.path);
	return EXIT_SUCCESS;
}

int desktop_remove(const struct settings *settings)
{
	struct place place;

	if (!find_place(&place, settings))
		return EXIT_TROUBLE;
	if (unlink(place.path) && errno != ENOENT)
		return trouble(settings, place.path, errno);
	update(&place);
	return EXIT_SUCCESS;
}
