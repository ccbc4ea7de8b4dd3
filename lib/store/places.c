/* Scans the places where messages are stored: mbox files, Maildirs and news spools.  Does not
 * recurse. */
#define _DEFAULT_SOURCE
#include "store/mail.h"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#define DEPTH_MAX \
	32 /* maximum depth of directories in a spool; the names of groups have fewer
                        components */

static const struct everyuri_text no_root = { NULL, 0 };

/* The state of a scan of one place. */
struct place_walk {
	struct eu_path path;
	char *block;
	eu_message_fn *tell;
	void *context;
};

static bool tell_mbox(struct place_walk *walk, const struct eu_opened *file)
{
	struct eu_message message;
	struct eu_lines lines;
	bool in_mbox = false, on = true;

	eu_lines_begin(&lines, file->fd, walk->block, 0, (uint64_t)file->stat.st_size);
	while (on && eu_scan_mbox(&lines, &in_mbox, &message))
		on = walk->tell(walk->context, &walk->path, file, &message);
	return on;
}

/* Passes on a file that consists of one message. */
static bool tell_single(struct place_walk *walk)
{
	struct eu_message message;
	struct eu_opened file;
	bool on = true;

	if (eu_open(&walk->path, no_root, &file, NULL))
		return true;
	if (!file.directory) {
		message.length = (uint64_t)file.stat.st_size;
		eu_scan_header(file.fd, walk->block, 0, message.length, &message);
		on = walk->tell(walk->context, &walk->path, &file, &message);
	}
	close(file.fd);
	return on;
}

static DIR *open_directory(const struct eu_path *path)
{
	struct eu_opened opened;
	DIR *directory = NULL;

	if (eu_open(path, no_root, &opened, NULL))
		return NULL;
	if (opened.directory)
		directory = fdopendir(opened.fd);
	if (!directory)
		close(opened.fd);
	return directory;
}

/* Passes on the files of a directory.  If depth_max is greater than 1, includes its
 * subdirectories. */
static bool tell_tree(struct place_walk *walk, unsigned depth_max)
{
	DIR *level[DEPTH_MAX];
	size_t len[DEPTH_MAX];
	unsigned depth = 0;
	bool on = true;

	level[0] = open_directory(&walk->path);
	len[0] = walk->path.len;
	depth = level[0] ? 1 : 0;
	while (depth) {
		const struct dirent *entry = on ? readdir(level[depth - 1]) : NULL;
		struct stat stat;

		walk->path.len = len[depth - 1];
		walk->path.text[walk->path.len] = '\0';
		if (!entry) {
			closedir(level[--depth]);
			continue;
		}
		if (entry->d_name[0] == '.' || eu_path_add(&walk->path, "/", 1, NULL) ||
		    eu_path_add(&walk->path, entry->d_name, strlen(entry->d_name), NULL) ||
		    fstatat(dirfd(level[depth - 1]), entry->d_name, &stat, AT_SYMLINK_NOFOLLOW))
			continue;
		if (!S_ISDIR(stat.st_mode)) { /* not a directory, or a link to one; such links are
		                                 not followed, since they could form a cycle */
			on = tell_single(walk);
		} else if (depth < depth_max) {
			level[depth] = open_directory(&walk->path);
			len[depth] = walk->path.len;
			depth += level[depth] != NULL;
		}
	}
	return on;
}

/* Appends a name to the path if that names a directory. */
static bool enter(struct place_walk *walk, const char *name)
{
	size_t len = walk->path.len;
	struct stat stat;

	if (!eu_path_add(&walk->path, name, strlen(name), NULL) &&
	    !eu_look(&walk->path, no_root, &stat, NULL) && S_ISDIR(stat.st_mode))
		return true;
	walk->path.len = len;
	walk->path.text[len] = '\0';
	return false;
}

/* Scans a place.  A Maildir is recognised by its directories new and cur.  (It also has tmp, whose
 * files are not messages yet.) */
static void tell_place(struct place_walk *walk)
{
	size_t len = walk->path.len;
	bool maildir = false, on = true;

	if (enter(walk, "/new")) {
		maildir = true;
		on = tell_tree(walk, 1);
		walk->path.len = len;
		walk->path.text[len] = '\0';
	}
	if (on && enter(walk, "/cur")) {
		maildir = true;
		tell_tree(walk, 1);
	}
	if (!maildir)
		tell_tree(walk, DEPTH_MAX);
}

enum everyuri_status eu_scan_place(struct everyuri_text place, char *block, eu_message_fn *tell,
                                   void *context, struct everyuri_error *err)
{
	struct place_walk walk = { .block = block, .tell = tell, .context = context };
	enum everyuri_status status;
	struct eu_opened opened;

	while (place.len > 1 && place.data[place.len - 1] == '/')
		place.len--;
	status = eu_path_set(&walk.path, place, err);
	if (!status)
		status = eu_open(&walk.path, no_root, &opened, err);
	if (status)
		return status;
	if (opened.directory)
		tell_place(&walk);
	else
		tell_mbox(&walk, &opened);
	close(opened.fd);
	return EVERYURI_OK;
}
