/* Loads the two files of xterm.js, the terminal in the page, from an installed package.  The
 * files are read once, before the sandbox blocks file access, and served from memory. */
#define _GNU_SOURCE /* O_CLOEXEC */
#include "gateway/session/session.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* File names in the npm package, in an older form of that package, and in Debian's libjs-xterm. */
static const struct layout {
	const char *script, *style;
} layouts[] = {
	{ "lib/xterm.js", "css/xterm.css" },
	{ "dist/xterm.js", "dist/xterm.css" },
	{ "xterm.js", "xterm.css" },
};

static const char *const folders[] = {
	"/usr/share/javascript/xterm",
	"/usr/share/nodejs/@xterm/xterm",
	"/usr/share/nodejs/xterm",
};

/* CHOICE: a shorter script is skipped.  The script in Debian 12 has only ten lines, which load
 * other files, and the page may not load those.  A later directory may contain a complete
 * script. */
#define XTERM_MIN (64u << 10)

/* Reads a whole file; returns NULL if it is longer than XTERM_MAX. */
static char *read_all(int fd, size_t *len)
{
	struct stat about;
	char *data;
	size_t n = 0;

	if (fstat(fd, &about) || !S_ISREG(about.st_mode) || about.st_size <= 0 ||
	    about.st_size > (off_t)XTERM_MAX)
		return NULL;
	data = malloc((size_t)about.st_size);
	while (data && n < (size_t)about.st_size) {
		ssize_t more = read(fd, data + n, (size_t)about.st_size - n);

		if (more <= 0) {
			free(data);
			return NULL;
		}
		n += (size_t)more;
	}
	*len = n;
	return data;
}

static char *read_file(const char *folder, const char *name, size_t *len)
{
	char path[1024], *data;
	int n = snprintf(path, sizeof path, "%s/%s", folder, name), fd;

	if (n < 0 || (size_t)n >= sizeof path)
		return NULL;
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return NULL;
	data = read_all(fd, len);
	close(fd);
	return data;
}

/* Reads both files of a directory.  Returns false if either is missing. */
static bool read_folder(struct xterm *xterm, const char *folder)
{
	for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++) {
		xterm->script = read_file(folder, layouts[i].script, &xterm->n_script);
		xterm->style = read_file(folder, layouts[i].style, &xterm->n_style);
		if (xterm->script && xterm->style && xterm->n_script >= XTERM_MIN)
			return true;
		eu_xterm_free(xterm);
	}
	return false;
}

void eu_xterm_read(struct xterm *xterm, const char *folder)
{
	*xterm = (struct xterm){ 0 };
	if (folder) {
		read_folder(xterm, folder);
		return;
	}
	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
		if (read_folder(xterm, folders[i]))
			return;
}

void eu_xterm_free(struct xterm *xterm)
{
	free(xterm->script);
	free(xterm->style);
	*xterm = (struct xterm){ 0 };
}
