/* landlock.h - restricts file access of the gateway, and of the programs that its helper starts
 * (THREATS G9).
 *
 * The system calls are made directly, because the C library of Debian 12 has no functions for them.
 * On a kernel without Landlock, eu_landlock_begin() returns false. */
#ifndef GATEWAY_LANDLOCK_H
#define GATEWAY_LANDLOCK_H

#include <stdbool.h>
#include <stdint.h>

/* Values from linux/landlock.h.  Kernels with an older Landlock do not know the later ones. */
enum {
	MAY_EXECUTE = 1 << 0,
	MAY_WRITE = 1 << 1,
	MAY_READ = 1 << 2,
	MAY_LIST = 1 << 3,
	MAY_REMOVE = 1 << 5,
	MAY_MAKE = 1 << 8,
	MAY_TRUNCATE = 1 << 14, /* known since version 3 */
	MAY_CONTROL = 1 << 15   /* ioctl on a device; known since version 5 */
};

#define READ_ALL (MAY_READ | MAY_LIST)

struct landlock {
	int fd, version;
	uint64_t files; /* the rights that this kernel knows */
};

/* Returns false if the kernel has no Landlock. */
bool eu_landlock_begin(struct landlock *landlock);

/* Allows access to a file, or to everything below a directory.  Ignores a path that does not
 * exist. */
void eu_landlock_allow(const struct landlock *landlock, const char *path, uint64_t what);

/* Applies the rules permanently to this process; no_new_privs must be set.  Returns whether they
 * were applied. */
bool eu_landlock_enter(struct landlock *landlock);

#endif
