/* sandbox.c - drops every permission that the gateway does not need (THREATS G9).
 *
 * After that, an attacker who exploits a bug in the gateway or in one of its libraries cannot read
 * the user's files, start a program, or listen on a port. */
#define _GNU_SOURCE /* setrlimit */
#include "gateway/landlock.h"
#include "gateway/serve/serving.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#define MEMORY_MAX \
	((rlim_t)4 << 30) /* limit in bytes for the address space, most of which is
                                      * stacks and malloc arenas */

/* ---- limits -------------------------------------------------------------------------------------------- */

unsigned eu_sandbox_descriptors(void)
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

/* Disables core dumps, because they would write fetched data to disk. */
static void no_core(void)
{
	const struct rlimit none = { 0, 0 };

	setrlimit(RLIMIT_CORE, &none);
}

/* Limits the address space, so that a leak cannot use up the memory of the machine (THREATS G8).
 * In normal use the gateway needs far less. */
static void limit_memory(void)
{
#if !defined __SANITIZE_ADDRESS__ && !defined __SANITIZE_THREAD__
	const struct rlimit most = { MEMORY_MAX, MEMORY_MAX };
	struct rlimit limit;

	if (!getrlimit(RLIMIT_AS, &limit) && limit.rlim_cur > MEMORY_MAX)
		setrlimit(RLIMIT_AS, &most);
#endif
}

#define KEEP (READ_ALL | MAY_WRITE | MAY_REMOVE | MAY_MAKE | MAY_TRUNCATE)

/* ---- Landlock: allowed paths ---------------------------------------------------------------------------- */

/* Libraries that are loaded on demand (the resolver, charsets, GMime), time zones, certificates,
 * and files from which the C library learns facts about the machine. */
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

/* The files of the resolver.  These are directories, because the files in them are replaced when
 * the network changes. */
static const char *const of_resolver[] = {
	"/run/systemd/resolve",
	"/run/NetworkManager",
	"/run/resolvconf",
	"/run/connman",
};

/* Files in /etc that are allowed when the gateway runs as root, because file permissions do not
 * restrict root.  Any other user may read all of /etc, as far as file permissions allow. */
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
		eu_landlock_allow(landlock, path[i], READ_ALL);
}

static void allow_text(const struct landlock *landlock, struct everyuri_text text, uint64_t what)
{
	char *path = text.len ? calloc(1, text.len + 1) : NULL;

	if (!path)
		return;
	memcpy(path, text.data, text.len);
	eu_landlock_allow(landlock, path, what);
	free(path);
}

/* Allows the directory of the message index, because a new index is written to another file in that
 * directory, which is then renamed. */
static void allow_index(const struct landlock *landlock, struct everyuri_text file)
{
	while (file.len && file.data[file.len - 1] != '/')
		file.len--;
	allow_text(landlock, file, KEEP);
}

/* Allows the paths that the user passed as options. */
static void allow_options(const struct landlock *landlock,
                          const struct everyuri_fetch_options *fetch)
{
	allow_text(landlock, fetch->root, READ_ALL);
	for (size_t i = 0; i < fetch->n_mail; i++)
		allow_text(landlock, fetch->mail[i], READ_ALL);
	allow_index(landlock, fetch->mail_index);
	if (fetch->ca_file)
		eu_landlock_allow(landlock, fetch->ca_file, READ_ALL);
}

/* Drops access to all other files.  Returns the Landlock version in use; 0 if the kernel has no
 * Landlock. */
static int give_up_files(const struct everyuri_gateway *gateway)
{
	struct landlock landlock;

	if (!eu_landlock_begin(&landlock))
		return 0;
	allow_each(&landlock, always, sizeof always / sizeof *always);
	allow_each(&landlock, of_resolver, sizeof of_resolver / sizeof *of_resolver);
	if (geteuid())
		eu_landlock_allow(&landlock, "/etc", READ_ALL);
	else
		allow_each(&landlock, of_root, sizeof of_root / sizeof *of_root);
	eu_landlock_allow(&landlock, "/dev/null", READ_ALL | MAY_WRITE);
	allow_options(&landlock, &gateway->fetch);
	return eu_landlock_enter(&landlock) ? landlock.version : 0;
}

/* ---- entering the sandbox -------------------------------------------------------------------------------- */

/* Initialises libcurl and OpenSSL now, because their files cannot be read later. */
static void load(struct everyuri_gateway *gateway)
{
	struct everyuri_error error;

	if (everyuri_fetch_ready(&error))
		eu_log_words(gateway, "no network access: ", error.message);
}

void eu_sandbox_enter(struct everyuri_gateway *gateway)
{
	char words[80] = "no landlock";
	bool calls;
	int version;

	load(gateway);
	if (gateway->options.flags & EVERYURI_GATEWAY_NO_SANDBOX) {
		eu_log_words(gateway, "sandbox: ", "off");
		return;
	}
	no_core();
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) {
		eu_log_words(gateway, "sandbox: ", "the kernel cannot drop privileges");
		return;
	}
	version = give_up_files(gateway);
	calls = eu_seccomp_enter();
	limit_memory();
	if (version)
		snprintf(words, sizeof words, "landlock %d", version);
	eu_log_words(gateway, calls ? "sandbox: seccomp, " : "sandbox: no seccomp, ", words);
}
