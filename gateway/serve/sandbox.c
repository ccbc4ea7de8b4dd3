/* sandbox.c - what is not needed is given up (THREATS G9).
 *
 * A fault in the gateway, or in a library that it uses, then reads no file of the user's, starts no
 * program and listens to nobody.  The calls are made directly, because the C library of Debian 12 has
 * no names for them; a kernel that does not know them leaves them out. */
#define _GNU_SOURCE /* O_PATH, syscall */
#include "gateway/serve/serving.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define MEMORY_MAX ((rlim_t)4 << 30) /* bytes of addresses: stacks and arenas are mostly that */

/* ---- limits -------------------------------------------------------------------------------------------- */

unsigned sandbox_descriptors(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit))
		return 256;
	if (limit.rlim_cur < limit.rlim_max) {
		limit.rlim_cur = limit.rlim_max;
		if (setrlimit(RLIMIT_NOFILE, &limit) || getrlimit(RLIMIT_NOFILE, &limit))
			return 256;
	}
	return limit.rlim_cur < 65536 ? (unsigned)limit.rlim_cur : 65536;
}

/* No memory of the process, with what it has read, is left on a disk. */
static void no_core(void)
{
	const struct rlimit none = { 0, 0 };

	setrlimit(RLIMIT_CORE, &none);
}

/* THREATS G8: what is counted needs far less; a fault in the counting does not take the machine's. */
static void limit_memory(void)
{
#if !defined __SANITIZE_ADDRESS__ && !defined __SANITIZE_THREAD__
	const struct rlimit most = { MEMORY_MAX, MEMORY_MAX };
	struct rlimit limit;

	if (!getrlimit(RLIMIT_AS, &limit) && limit.rlim_cur > MEMORY_MAX)
		setrlimit(RLIMIT_AS, &most);
#endif
}

/* ---- Landlock: the calls (linux/landlock.h, as far as the kernel's version of it goes) ----------------- */

enum {
	MAY_WRITE = 1 << 1,
	MAY_READ = 1 << 2,
	MAY_LIST = 1 << 3,
	MAY_REMOVE = 1 << 5,
	MAY_MAKE = 1 << 8,
	MAY_TRUNCATE = 1 << 14 /* from version 3 on */
};

#define OF_FILES (MAY_WRITE | MAY_READ | MAY_TRUNCATE) /* and not of directories alone */
#define READ_ALL (MAY_READ | MAY_LIST)
#define KEEP (READ_ALL | MAY_WRITE | MAY_REMOVE | MAY_MAKE | MAY_TRUNCATE)
#define NET_BIND 1u /* version 4 */
#define SCOPES 3u   /* version 6: abstract sockets, signals */

struct rules {
	uint64_t files, net, scopes; /* what is refused, unless a rule allows it */
};

struct rule {
	uint64_t allowed;
	int32_t below;
} __attribute__((packed));

struct landlock {
	int fd;
	uint64_t files; /* what this kernel knows */
};

static int version_of_landlock(void)
{
	return (int)syscall(SYS_landlock_create_ruleset, NULL, (size_t)0, 1u);
}

static struct landlock begin_landlock(int version)
{
	const struct rules rules = {
		.files = version < 2 ? 0x1FFF :
		         version < 3 ? 0x3FFF :
		         version < 5 ? 0x7FFF :
		                       0xFFFF,
		.net = version < 4 ? 0 : NET_BIND,
		.scopes = version < 6 ? 0 : SCOPES,
	};
	const size_t size = version < 4 ? 8 : version < 6 ? 16 : 24;

	return (struct landlock){ .fd = (int)syscall(SYS_landlock_create_ruleset, &rules, size, 0u),
		                  .files = rules.files };
}

/* What is not there needs no rule. */
static void allow(const struct landlock *landlock, const char *path, uint64_t what)
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

/* ---- Landlock: what is needed --------------------------------------------------------------------------- */

/* Libraries that are loaded when they are needed (the resolver's, character sets, GMime), time zones,
 * certificates, what the C library asks about the machine. */
static const char *const always[] = {
	"/lib",
	"/lib32",
	"/lib64",
	"/usr/lib",
	"/usr/lib32",
	"/usr/lib64",
	"/usr/local/lib",
	"/usr/share/ca-certificates",
	"/usr/local/share/ca-certificates",
	"/usr/share/zoneinfo",
	"/dev/urandom",
	"/proc/sys/vm/overcommit_memory",
	"/sys/devices/system/cpu",
};

/* The resolver's: directories, because the files in them are replaced when the network changes. */
static const char *const of_resolver[] = {
	"/run/systemd/resolve",
	"/run/NetworkManager",
	"/run/resolvconf",
	"/run/connman",
};

/* Who is not root may read there what all may read.  To root nothing is forbidden, so that the files
 * stand here by name. */
static const char *const of_root[] = {
	"/etc/resolv.conf",     "/etc/hosts",           "/etc/host.conf",     "/etc/nsswitch.conf",
	"/etc/gai.conf",        "/etc/services",        "/etc/protocols",     "/etc/networks",
	"/etc/localtime",       "/etc/timezone",        "/etc/ld.so.cache",   "/etc/ssl/certs",
	"/etc/ssl/cert.pem",    "/etc/ssl/openssl.cnf", "/etc/pki/tls/certs", "/etc/pki/ca-trust",
	"/etc/ca-certificates", "/etc/ldap/ldap.conf",
};

static void allow_each(const struct landlock *landlock, const char *const *path, size_t n)
{
	for (size_t i = 0; i < n; i++)
		allow(landlock, path[i], READ_ALL);
}

static void allow_text(const struct landlock *landlock, struct everyuri_text text, uint64_t what)
{
	char *path = text.len ? calloc(1, text.len + 1) : NULL;

	if (!path)
		return;
	memcpy(path, text.data, text.len);
	allow(landlock, path, what);
	free(path);
}

/* The index of messages is written beside itself and then renamed: its directory is what counts. */
static void allow_index(const struct landlock *landlock, struct everyuri_text file)
{
	while (file.len && file.data[file.len - 1] != '/')
		file.len--;
	allow_text(landlock, file, KEEP);
}

/* What the user named. */
static void allow_options(const struct landlock *landlock,
                          const struct everyuri_fetch_options *fetch)
{
	allow_text(landlock, fetch->root, READ_ALL);
	for (size_t i = 0; i < fetch->n_mail; i++)
		allow_text(landlock, fetch->mail[i], READ_ALL);
	allow_index(landlock, fetch->mail_index);
	if (fetch->ca_file)
		allow(landlock, fetch->ca_file, READ_ALL);
}

/* Returns: the version that holds; 0: none. */
static int landlock_enter(const struct everyuri_gateway *gateway)
{
	const int version = version_of_landlock();
	struct landlock landlock;
	bool good;

	if (version < 1)
		return 0;
	landlock = begin_landlock(version);
	if (landlock.fd < 0)
		return 0;
	allow_each(&landlock, always, sizeof always / sizeof *always);
	allow_each(&landlock, of_resolver, sizeof of_resolver / sizeof *of_resolver);
	if (geteuid())
		allow(&landlock, "/etc", READ_ALL);
	else
		allow_each(&landlock, of_root, sizeof of_root / sizeof *of_root);
	allow(&landlock, "/dev/null", READ_ALL | MAY_WRITE);
	allow_options(&landlock, &gateway->fetch);
	good = !syscall(SYS_landlock_restrict_self, landlock.fd, 0u);
	close(landlock.fd);
	return good ? version : 0;
}

/* ---- all ------------------------------------------------------------------------------------------------- */

/* The files of libcurl and OpenSSL are read before they are out of reach. */
static void load(struct everyuri_gateway *gateway)
{
	struct everyuri_error error;

	if (everyuri_fetch_ready(&error))
		log_words(gateway, "no connections: ", error.message);
}

void sandbox_enter(struct everyuri_gateway *gateway)
{
	char words[80] = "no landlock";
	bool calls;
	int version;

	load(gateway);
	if (gateway->options.flags & EVERYURI_GATEWAY_NO_SANDBOX) {
		log_words(gateway, "sandbox: ", "off");
		return;
	}
	no_core();
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) {
		log_words(gateway, "sandbox: ", "the kernel does not take privileges away");
		return;
	}
	version = landlock_enter(gateway);
	calls = seccomp_enter();
	limit_memory();
	if (version)
		snprintf(words, sizeof words, "landlock %d", version);
	log_words(gateway, calls ? "sandbox: seccomp, " : "sandbox: no seccomp, ", words);
}
