/* Limits the files that the program of a session can reach: its libraries, terminal descriptions,
 * and files for name resolution.  The program can read none of the user's files and can start no
 * program except itself. */
#include "gateway/landlock.h"
#include "gateway/session/helper.h"

#include <sys/prctl.h>

static const char *const readable[] = {
	"/lib",
	"/lib64",
	"/usr/lib",
	"/usr/lib64",
	"/usr/local/lib",
	"/usr/share/terminfo",
	"/usr/share/locale",
	"/usr/share/zoneinfo",
	"/etc/terminfo",
	"/etc/ld.so.cache",
	"/etc/nsswitch.conf",
	"/etc/host.conf",
	"/etc/hosts",
	"/etc/resolv.conf",
	"/etc/services",
	"/etc/localtime",
	"/etc/krb5.conf",
	"/etc/ssl/openssl.cnf",
	"/etc/ssl/certs",
	"/usr/share/ca-certificates",
	"/dev/urandom",
};

/* The dynamic loaders.  They must be executable, because the kernel starts them to run a program.
 * A loader runs any file that it can read. */
static const char *const loaders[] = {
	"/lib64/ld-linux-x86-64.so.2",
	"/lib/ld-linux-aarch64.so.1",
	"/lib/ld-linux-riscv64-lp64d.so.1",
};

bool eu_program_confine(const char *path)
{
	struct landlock landlock;

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || !eu_landlock_begin(&landlock))
		return false;
	for (size_t i = 0; i < sizeof readable / sizeof *readable; i++)
		eu_landlock_allow(&landlock, readable[i], READ_ALL);
	for (size_t i = 0; i < sizeof loaders / sizeof *loaders; i++)
		eu_landlock_allow(&landlock, loaders[i], MAY_READ | MAY_EXECUTE);
	eu_landlock_allow(&landlock, path, MAY_READ | MAY_EXECUTE);
	eu_landlock_allow(&landlock, "/dev/null", MAY_READ | MAY_WRITE);
	eu_landlock_allow(&landlock, "/dev/tty", MAY_READ | MAY_WRITE | MAY_CONTROL);
	return eu_landlock_enter(&landlock);
}
