/* Calls Landlock by system call number. */
#define _GNU_SOURCE /* O_PATH, syscall */
#include "gateway/landlock.h"

#include <fcntl.h>
#include <stddef.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define OF_FILES                                             \
	(MAY_EXECUTE | MAY_WRITE | MAY_READ | MAY_TRUNCATE | \
	 MAY_CONTROL) /* the right does not apply to directories */
#define NET_BIND 1u   /* version 4 */
#define SCOPES 3u     /* since version 6: abstract sockets and signals */

struct rules {
	uint64_t files, net, scopes; /* rights that are denied unless a rule allows them */
};

struct rule {
	uint64_t allowed;
	int32_t below;
} __attribute__((packed));

bool eu_landlock_begin(struct landlock *landlock)
{
	const int version = (int)syscall(SYS_landlock_create_ruleset, NULL, (size_t)0, 1u);
	const struct rules rules = {
		.files = version < 2 ? 0x1FFF :
		         version < 3 ? 0x3FFF :
		         version < 5 ? 0x7FFF :
		                       0xFFFF,
		.net = version < 4 ? 0 : NET_BIND,
		.scopes = version < 6 ? 0 : SCOPES,
	};
	const size_t size = version < 4 ? 8 : version < 6 ? 16 : 24;

	if (version < 1)
		return false;
	*landlock = (struct landlock){ .fd = (int)syscall(SYS_landlock_create_ruleset, &rules, size,
		                                          0u),
		                       .version = version,
		                       .files = rules.files };
	return landlock->fd >= 0;
}

void eu_landlock_allow(const struct landlock *landlock, const char *path, uint64_t what)
{
	struct rule rule = { .allowed = what & landlock->files };
	struct stat about;

	rule.below = open(path, O_PATH | O_CLOEXEC);
	if (rule.below < 0)
		return;
	if (!fstat(rule.below, &about)) {
		if (!S_ISDIR(about.st_mode))
			rule.allowed &= OF_FILES;
		syscall(SYS_landlock_add_rule, landlock->fd, 1u, &rule, 0u);
	}
	close(rule.below);
}

bool eu_landlock_enter(struct landlock *landlock)
{
	const bool good = !syscall(SYS_landlock_restrict_self, landlock->fd, 0u);

	close(landlock->fd);
	return good;
}
