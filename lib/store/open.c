/* Opens files on disk: only regular files and directories, and none outside the root. */
#define _GNU_SOURCE /* O_PATH, syscall */
#include "store/open.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

#define ROOT_CLAUSE "THREATS C5"
#define RACES_MAX \
	16 /* maximum number of retries of openat2, needed if something was renamed at the
                        same time */

/* ---- errors ----------------------------------------------------------------------------------------- */

enum everyuri_status eu_fail_errno(struct everyuri_error *err, int number)
{
	switch (number) {
	case ENOENT:
	case ENOTDIR:
		return eu_fail(err, EVERYURI_MISSING, 0, "", "no such file");
	case ENAMETOOLONG:
		return eu_fail(err, EVERYURI_MISSING, 0, "", "the file name is too long");
	case EXDEV:
		return eu_fail(err, EVERYURI_UNSAFE, 0, ROOT_CLAUSE,
		               "the path leaves the root directory");
	case ELOOP:
		return eu_fail(err, EVERYURI_UNSAFE, 0, ROOT_CLAUSE,
		               "symbolic links are not followed here");
	case EACCES:
	case EPERM:
		return eu_fail(err, EVERYURI_FAILED, 0, "", "permission denied");
	case ENOMEM:
		return eu_fail(err, EVERYURI_NO_MEMORY, 0, "", "out of memory");
	case EMFILE:
	case ENFILE:
		return eu_fail(err, EVERYURI_FAILED, 0, "", "too many open files");
	default:
		return eu_fail(err, EVERYURI_FAILED, 0, "", "cannot read the file");
	}
}

enum everyuri_status eu_stopped(struct everyuri_error *err)
{
	return eu_fail(err, EVERYURI_PARTIAL, 0, "", "the receiver stopped");
}

/* ---- paths ------------------------------------------------------------------------------------------- */

enum everyuri_status eu_path_add(struct eu_path *path, const char *name, size_t len,
                                 struct everyuri_error *err)
{
	if (memchr(name, '\0', len))
		return eu_fail(err, EVERYURI_UNSAFE, path->len, ROOT_CLAUSE, "NUL in the path");
	if (len >= sizeof path->text - path->len)
		return eu_fail_errno(err, ENAMETOOLONG);
	memcpy(path->text + path->len, name, len);
	path->len += len;
	path->text[path->len] = '\0';
	return EVERYURI_OK;
}

enum everyuri_status eu_path_set(struct eu_path *path, struct everyuri_text text,
                                 struct everyuri_error *err)
{
	path->len = 0;
	if (!text.len || text.data[0] != '/')
		return eu_fail(err, EVERYURI_UNSAFE, 0, ROOT_CLAUSE, "the path is not absolute");
	return eu_path_add(path, text.data, text.len, err);
}

/* Returns the path relative to the root, or NULL if it is not below the root.  Does not interpret
 * ".."; the kernel does that. */
static const char *below_root(const struct eu_path *path, struct everyuri_text root)
{
	const char *rest = path->text + root.len;

	while (root.len && root.data[root.len - 1] == '/') {
		root.len--;
		rest--;
	}
	if (path->len < root.len || memcmp(path->text, root.data, root.len) != 0 ||
	    (*rest && *rest != '/'))
		return NULL;
	while (*rest == '/')
		rest++;
	return *rest ? rest : ".";
}

/* ---- below a root ------------------------------------------------------------------------------------ */

/* Returns whether fd is a symbolic link that was opened with O_PATH. */
static bool is_link(int fd)
{
	struct stat stat;

	return fstat(fd, &stat) == 0 && S_ISLNK(stat.st_mode);
}

/* Opens one path component, whose name has n bytes, in the directory `at`, and closes `at`. */
static int walk_step(int at, const char *name, size_t n, int flags)
{
	char component[NAME_MAX + 1];
	int fd, why;

	if (n > NAME_MAX) {
		close(at);
		errno = ENAMETOOLONG;
		return -1;
	}
	memcpy(component, name, n);
	component[n] = '\0';
	if (n == 2 && name[0] == '.' && name[1] == '.') {
		fd = -1;
		errno = EXDEV;
	} else {
		fd = openat(at, component, flags | O_NOFOLLOW | O_CLOEXEC);
	}
	if (fd >= 0 && is_link(fd)) {
		close(fd);
		fd = -1;
		errno = ELOOP;
	}
	why = errno;
	close(at);
	errno = why;
	return fd;
}

/* Fallback for kernels without openat2: opens component by component, and follows no symbolic
 * link.  Refuses "..", because a rename at the same time could change which directory that is. */
static int walk(int root, const char *path, int flags)
{
	int at = openat(root, ".", *path == '.' && !path[1] ? flags : O_PATH | O_CLOEXEC);

	while (at >= 0 && *path) {
		size_t n = strcspn(path, "/");
		const char *rest = path + n;

		while (*rest == '/')
			rest++;
		if (n != 1 || *path != '.')
			at = walk_step(at, path, n, *rest ? O_PATH : flags);
		path = rest;
	}
	return at;
}

static int open_beneath(int root, const char *path, int flags)
{
	struct open_how how = { .flags = (unsigned)flags,
		                .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS };
	long fd = -1;

	for (int i = 0; i < RACES_MAX; i++) {
		fd = syscall(SYS_openat2, root, path, &how, sizeof how);
		if (fd >= 0 || (errno != EAGAIN && errno != EINTR))
			break;
	}
	/* EPERM comes from a sandbox that does not know the system call. */
	if (fd < 0 && (errno == ENOSYS || errno == EPERM))
		return walk(root, path, flags);
	return (int)fd;
}

/* ---- opening ------------------------------------------------------------------------------------------- */

/* Opens a path.  Returns: the descriptor, or -1 with errno set. */
static int open_path(const struct eu_path *path, struct everyuri_text root, int flags)
{
	struct eu_path top;
	const char *rest;
	int fd, at, why;

	flags |= O_CLOEXEC;
	if (!root.data) {
		do
			fd = open(path->text, flags);
		while (fd < 0 && errno == EINTR);
		return fd;
	}
	rest = eu_path_set(&top, root, NULL) ? NULL : below_root(path, root);
	if (!rest) {
		errno = EXDEV;
		return -1;
	}
	at = open(top.text, O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (at < 0)
		return -1;
	fd = open_beneath(at, rest, flags);
	why = errno;
	close(at);
	errno = why;
	return fd;
}

enum everyuri_status eu_look(const struct eu_path *path, struct everyuri_text root,
                             struct stat *stat, struct everyuri_error *err)
{
	int fd = open_path(path, root, O_PATH);
	bool good;

	if (fd < 0)
		return eu_fail_errno(err, errno);
	good = fstat(fd, stat) == 0;
	close(fd);
	return good ? EVERYURI_OK : eu_fail_errno(err, errno);
}

static bool is_file_or_directory(const struct stat *stat)
{
	return S_ISREG(stat->st_mode) || S_ISDIR(stat->st_mode);
}

/* C5: opening a device may have effects, so this checks the type first.  If the file is exchanged
 * before it is opened, O_NONBLOCK and O_NOCTTY prevent effects, and the second check refuses it. */
enum everyuri_status eu_open(const struct eu_path *path, struct everyuri_text root,
                             struct eu_opened *opened, struct everyuri_error *err)
{
	struct eu_opened is = { .fd = -1 };
	enum everyuri_status status = eu_look(path, root, &is.stat, err);

	if (status)
		return status;
	if (is_file_or_directory(&is.stat)) {
		is.fd = open_path(path, root, O_RDONLY | O_NONBLOCK | O_NOCTTY);
		if (is.fd < 0)
			return eu_fail_errno(err, errno);
		if (fstat(is.fd, &is.stat) != 0)
			is.stat.st_mode = 0;
	}
	if (!is_file_or_directory(&is.stat)) {
		if (is.fd >= 0)
			close(is.fd);
		return eu_fail(err, EVERYURI_UNSAFE, 0, ROOT_CLAUSE,
		               "not a regular file or directory");
	}
	is.directory = S_ISDIR(is.stat.st_mode);
	*opened = is;
	return EVERYURI_OK;
}
