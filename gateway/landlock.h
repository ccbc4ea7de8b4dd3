/* landlock.h - files given up, for the gateway itself and for what its helper starts (THREATS G9).
 *
 * The calls are made directly, because the C library of Debian 12 has no names for them; a kernel that
 * does not know them leaves them out. */
#ifndef GATEWAY_LANDLOCK_H
#define GATEWAY_LANDLOCK_H

#include <stdbool.h>
#include <stdint.h>

/* linux/landlock.h, as far as the kernel's version of it goes */
enum {
	MAY_EXECUTE = 1 << 0,
	MAY_WRITE = 1 << 1,
	MAY_READ = 1 << 2,
	MAY_LIST = 1 << 3,
	MAY_REMOVE = 1 << 5,
	MAY_MAKE = 1 << 8,
	MAY_TRUNCATE = 1 << 14, /* from version 3 on */
	MAY_CONTROL = 1 << 15   /* a device, by ioctl; from version 5 on */
};

#define READ_ALL (MAY_READ | MAY_LIST)

struct landlock {
	int fd, version;
	uint64_t files; /* what this kernel knows */
};

/* Returns: false: the kernel has none. */
bool eu_landlock_begin(struct landlock *landlock);

/* A file, or all below a folder.  What is not there needs no rule. */
void eu_landlock_allow(const struct landlock *landlock, const char *path, uint64_t what);

/* From now on, and for ever; no_new_privs has been set.  Returns: does it hold? */
bool eu_landlock_enter(struct landlock *landlock);

#endif
