/* sandbox.c - what a gateway, once it is open, can do no more (THREATS G9).  Each question is asked by
 * a process of its own, which is one. */
#define _GNU_SOURCE
#include <everyuri-gateway.h>

#include "sanitized.h"
#include "tap.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

static char root[] = "sandbox-XXXXXX"; /* with a file, "file" */
static struct everyuri_fetch_options fetch;
static struct everyuri_gateway_options options = { .log = -1, .fetch = &fetch };

/* What a process with an open gateway answers: 0 to 99, or 255 where there was no gateway. */
static int asked(int (*question)(void))
{
	struct everyuri_gateway *gateway;
	int status = 0;
	pid_t child;

	fflush(stdout);
	child = fork();
	if (!child) {
		if (everyuri_gateway_open(&options, &gateway, NULL))
			_exit(255);
		_exit(question());
	}
	waitpid(child, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 255;
}

/* ---- questions: 0, or an errno --------------------------------------------------------------------------- */

static int opens(const char *path, int flags)
{
	int fd = open(path, flags | O_CLOEXEC, 0600);

	return fd < 0 ? errno : 0;
}

static int open_shadow(void)
{
	return opens("/etc/shadow", O_RDONLY);
}

static int open_own(void)
{
	return opens("/proc/self/environ", O_RDONLY);
}

static int open_file(void)
{
	char path[64];

	snprintf(path, sizeof path, "%s/file", root);
	return opens(path, O_RDONLY);
}

static int write_file(void)
{
	char path[64];

	snprintf(path, sizeof path, "%s/file", root);
	return opens(path, O_WRONLY);
}

static int make_file(void)
{
	char path[64];

	snprintf(path, sizeof path, "%s/new", root);
	return opens(path, O_WRONLY | O_CREAT);
}

static int open_hosts(void)
{
	return opens("/etc/hosts", O_RDONLY);
}

static int open_library(void)
{
	return opens("/usr/lib/os-release", O_RDONLY);
}

static int list_top(void)
{
	DIR *top = opendir("/");

	return top ? 0 : errno;
}

static int run_program(void)
{
	char name[] = "true";
	char *const arguments[] = { name, NULL };

	execv("/bin/true", arguments);
	return errno;
}

static int run_descriptor(void)
{
	char name[] = "true";
	char *const arguments[] = { name, NULL };

	syscall(SYS_execveat, 0, "/bin/true", arguments, NULL, 0);
	return errno;
}

/* A child would answer for itself. */
static int make_process(void)
{
	pid_t child = fork();

	if (!child)
		_exit(0);
	return child < 0 ? errno : 0;
}

static int trace_parent(void)
{
	return ptrace(PTRACE_ATTACH, getppid(), NULL, NULL) ? errno : 0;
}

static int read_parent(void)
{
	char byte;
	struct iovec to = { &byte, 1 }, from = { root, 1 };

	return process_vm_readv(getppid(), &to, 1, &from, 1, 0) < 0 ? errno : 0;
}

static int mount_something(void)
{
	return mount("none", root, "tmpfs", 0, NULL) ? errno : 0;
}

static int ask_kernel(void)
{
	static const long calls[] = { SYS_bpf,     SYS_kexec_load,  SYS_keyctl,
		                      SYS_unshare, SYS_userfaultfd, SYS_io_uring_setup,
		                      SYS_setns,   SYS_init_module, SYS_perf_event_open };

	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
		if (syscall(calls[i], 0, 0, 0, 0, 0) >= 0 || errno != EPERM)
			return (int)i + 50;
	return EPERM;
}

static int open_packets(void)
{
	return socket(AF_PACKET, SOCK_RAW, 0) < 0 ? errno : 0;
}

static int listen_elsewhere(void)
{
	struct sockaddr_in in = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_ANY) };
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	return bind(fd, (const struct sockaddr *)&in, sizeof in) ? errno : 0;
}

static int signal_parent(void)
{
	return kill(getppid(), 0) ? errno : 0;
}

static void *question_of_thread(void *result)
{
	*(int *)result = open_shadow() ? run_program() : 0;
	return NULL;
}

static int ask_in_thread(void)
{
	pthread_t thread;
	int result = 0;

	if (pthread_create(&thread, NULL, question_of_thread, &result))
		return 99;
	pthread_join(thread, NULL);
	return result;
}

static int has_limits(void)
{
	struct rlimit core, files;

	getrlimit(RLIMIT_CORE, &core);
	getrlimit(RLIMIT_NOFILE, &files);
	return core.rlim_cur || core.rlim_max || files.rlim_cur != files.rlim_max ||
	       prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1;
}

/* ---- what this machine can -------------------------------------------------------------------------------- */

static int landlock(void)
{
	return (int)syscall(SYS_landlock_create_ruleset, NULL, (size_t)0, 1u);
}

static void is_refused(int (*question)(void), int error, const char *name)
{
	int got = asked(question);

	ok(got == error, "THREATS G9: %s: %s", name, got ? strerror(got) : "it can be done");
}

static void try_files(void)
{
	if (landlock() < 1) {
		skip("files", "the kernel lacks Landlock");
		return;
	}
	is_refused(open_shadow, EACCES, "no file of others is read");
	is_refused(open_own, EACCES, "nor what the process was started with");
	is_refused(list_top, EACCES, "no directory is listed");
	is_refused(open_file, EACCES, "no file of the user's is read");
	is_refused(open_hosts, 0, "the resolver's are");
	is_refused(open_library, 0, "and libraries");
	fetch.root = (struct everyuri_text){ root, strlen(root) };
	is_refused(open_file, 0, "what is below a root is read");
	is_refused(write_file, EACCES, "and not written");
	is_refused(make_file, EACCES, "nor is anything made there");
	is_refused(open_shadow, EACCES, "and there is still nothing else");
	fetch.root = (struct everyuri_text){ NULL, 0 };
	fetch.mail = &(struct everyuri_text){ root, strlen(root) };
	fetch.n_mail = 1;
	is_refused(open_file, 0, "so is a place of mail");
	fetch.n_mail = 0;
	if (landlock() >= 4)
		is_refused(listen_elsewhere, EACCES, "it listens nowhere else");
	if (landlock() >= 6)
		is_refused(signal_parent, EPERM, "no other process is signalled");
}

static void try_calls(void)
{
	is_refused(run_program, EPERM, "no program is started");
	is_refused(run_descriptor, EPERM, "by execveat neither");
	is_refused(trace_parent, EPERM, "nobody is traced");
	is_refused(read_parent, EPERM, "or read");
	is_refused(mount_something, EPERM, "nothing is mounted");
	is_refused(ask_kernel, EPERM, "bpf, kexec, keys, namespaces, modules: none of them");
	is_refused(open_packets, EAFNOSUPPORT, "sockets are of IP and of this machine");
	is_refused(ask_in_thread, EPERM, "all that holds in a thread, too");
	is_refused(make_process, EPERM, "no process is begun");
}

static void try_without(void)
{
	options.flags = EVERYURI_GATEWAY_NO_SANDBOX;
	is_refused(open_file, 0, "the sandbox can be left out");
	is_refused(run_program, 0, "with all of it");
	options.flags = 0;
}

int main(void)
{
	const char *place = getenv("EVERYURI_TMP");
	char path[64];
	FILE *file;

	if (chdir(place && *place ? place : "/tmp") || !mkdtemp(root))
		return 1;
	snprintf(path, sizeof path, "%s/file", root);
	file = fopen(path, "wb");
	if (!file || fclose(file))
		return 1;
	if (SANITIZED) {
		skip("the sandbox", "the sandbox forbids calls that sanitizers need");
	} else {
		try_files();
		try_calls();
		ok(asked(has_limits) == 0,
		   "THREATS G9: no core, all descriptors that may be had, no new privileges");
		try_without();
	}
	unlink(path);
	snprintf(path, sizeof path, "%s/new", root); /* where the kernel has no Landlock */
	unlink(path);
	rmdir(root);
	return done();
}
