/* landlock.h - restrict access to files, for the gateway and for programs that its helper starts
 * (THREATS G9).
 *
 * The system calls are made directly, because the C library of Debian 12 has no names for them.  On
 * a kernel without Landlock, eu_landlock_begin returns false. */
#ifndef GATEWAY_LANDLOCK_H
#define GATEWAY_LANDLOCK_H

#include <stdbool.h>
#include <stdint.h>

/* Constants of linux/landlock.h; a kernel with an older Landlock lacks the later ones. */
enum {
	MAY_EXECUTE = 1 << 0,
	MAY_WRITE = 1 << 1,
	MAY_READ = 1 << 2,
	MAY_LIST = 1 << 3,
	MAY_REMOVE = 1 << 5,
	MAY_MAKE = 1 << 8,
	MAY_TRUNCATE = 1 << 14, /* since version 3 */
	MAY_CONTROL = 1 << 15   /* ioctl on a device; since version 5 */
};

#define READ_ALL (MAY_READ | MAY_LIST)

struct landlock {
	int fd, version;
	uint64_t files; /* rights that this kernel knows */
};

/* Returns false if the kernel has no Landlock. */
bool eu_landlock_begin(struct landlock *landlock);

/* Allows access to a file, or to everything below a directory.  A path that does not exist is
 * skipped. */
void eu_landlock_allow(const struct landlock *landlock, const char *path, uint64_t what);

/* Applies the rules for the rest of the process's life; requires no_new_privs.  Returns whether
 * they apply. */
bool eu_landlock_enter(struct landlock *landlock);

#endif
