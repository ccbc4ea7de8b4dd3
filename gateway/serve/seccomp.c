/* seccomp.c - calls of the system that the gateway has no use for fail with EPERM, in all threads.
 *
 * A list of what is refused and not of what is allowed: what libcurl, OpenSSL and the C library call is
 * theirs to choose, and differs from one version to the next. */
#define _GNU_SOURCE /* syscall */
#include "gateway/serve/serving.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined __x86_64__
#define MACHINE AUDIT_ARCH_X86_64
#elif defined __aarch64__
#define MACHINE AUDIT_ARCH_AARCH64
#elif defined __riscv && __riscv_xlen == 64
#define MACHINE AUDIT_ARCH_RISCV64
#endif

#ifdef MACHINE

static const unsigned refused[] = {
	/* programs */
	SYS_execve,
	SYS_execveat,
#ifdef SYS_fork
	SYS_fork,
	SYS_vfork,
#endif
/* other processes */
#ifndef __SANITIZE_ADDRESS__ /* its search for leaks is done so */
	SYS_ptrace,
#endif
	SYS_process_vm_readv,
	SYS_process_vm_writev,
	SYS_kcmp,
	SYS_perf_event_open,
	SYS_setns,
	SYS_unshare,
	SYS_process_madvise,
	SYS_pidfd_open,
	SYS_pidfd_getfd,
	SYS_pidfd_send_signal,
	/* file systems */
	SYS_mount,
	SYS_umount2,
	SYS_pivot_root,
	SYS_chroot,
	SYS_swapon,
	SYS_swapoff,
	SYS_quotactl,
	SYS_open_by_handle_at,
	SYS_name_to_handle_at,
	SYS_open_tree,
	SYS_move_mount,
	SYS_fsopen,
	SYS_fsconfig,
	SYS_fsmount,
	SYS_fspick,
#ifdef SYS_mount_setattr
	SYS_mount_setattr,
#endif
	SYS_fanotify_init,
	SYS_fanotify_mark,
	/* the kernel */
	SYS_bpf,
	SYS_kexec_load,
#ifdef SYS_kexec_file_load
	SYS_kexec_file_load,
#endif
	SYS_init_module,
	SYS_finit_module,
	SYS_delete_module,
	SYS_reboot,
	SYS_syslog,
	SYS_acct,
	SYS_sethostname,
	SYS_setdomainname,
	SYS_settimeofday,
	SYS_clock_settime,
	SYS_clock_adjtime,
	SYS_adjtimex,
	SYS_personality,
#ifdef SYS_iopl
	SYS_iopl,
	SYS_ioperm,
	SYS_modify_ldt,
#endif
	/* keys, and ways past this filter or into the kernel */
	SYS_keyctl,
	SYS_add_key,
	SYS_request_key,
	SYS_userfaultfd,
	SYS_io_uring_setup,
	SYS_io_uring_enter,
	SYS_io_uring_register,
	/* who one is */
	SYS_setuid,
	SYS_setgid,
	SYS_setreuid,
	SYS_setregid,
	SYS_setresuid,
	SYS_setresgid,
	SYS_setgroups,
	SYS_setfsuid,
	SYS_setfsgid,
};

/* Of two words, that in which a register of 64 bits has its lower half. */
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define LOW 0u
#else
#define LOW 4u
#endif

#define LOAD(place) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)(place))
#define ARGUMENT(n) (offsetof(struct seccomp_data, args) + 8u * (n) + LOW)
#define IF_EQUAL(value, yes, no) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), (yes), (no))
#define IF_BITS(value, yes, no) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (value), (yes), (no))
#define ANSWER(value) BPF_STMT(BPF_RET | BPF_K, (value))
#define REFUSE(error) ANSWER(SECCOMP_RET_ERRNO | (error))

#define X32 0x40000000u /* calls of another kind, on x86-64 */

/* Calls are numbered for a machine: those of another would be read wrong. */
static const struct sock_filter first[] = {
	LOAD(offsetof(struct seccomp_data, arch)),
	IF_EQUAL(MACHINE, 1, 0),
	REFUSE(EPERM),
	LOAD(offsetof(struct seccomp_data, nr)),
#ifdef __x86_64__
	IF_BITS(X32, 0, 1),
	REFUSE(EPERM),
#endif
};

/* clone makes threads, and no process or namespace; of clone3, whose arguments cannot be seen, the C
 * library has to do without.  socket makes those of IP and of this machine, and that by which the C
 * library learns what addresses there are. */
static const struct sock_filter last[] = {
	IF_EQUAL(SYS_clone3, 0, 1), REFUSE(ENOSYS),
	IF_EQUAL(SYS_clone, 0, 4),  LOAD(ARGUMENT(0)),
#ifdef __SANITIZE_ADDRESS__
	IF_BITS(CLONE_VM, 0, 1),
#else
	IF_BITS(CLONE_THREAD, 0, 1),
#endif
	ANSWER(SECCOMP_RET_ALLOW),  REFUSE(EPERM),
	IF_EQUAL(SYS_socket, 0, 6), LOAD(ARGUMENT(0)),
	IF_EQUAL(AF_INET, 4, 0),    IF_EQUAL(AF_INET6, 3, 0),
	IF_EQUAL(AF_UNIX, 2, 0),    IF_EQUAL(AF_NETLINK, 1, 0),
	REFUSE(EAFNOSUPPORT),       ANSWER(SECCOMP_RET_ALLOW),
};

#define LENGTH(array) (sizeof(array) / sizeof *(array))
#define PROGRAM (LENGTH(first) + 2 * LENGTH(refused) + LENGTH(last))

static void write_program(struct sock_filter *at)
{
	for (size_t i = 0; i < LENGTH(first); i++)
		*at++ = first[i];
	for (size_t i = 0; i < LENGTH(refused); i++) {
		*at++ = (struct sock_filter)IF_EQUAL(refused[i], 0, 1);
		*at++ = (struct sock_filter)REFUSE(EPERM);
	}
	for (size_t i = 0; i < LENGTH(last); i++)
		*at++ = last[i];
}

bool eu_seccomp_enter(void)
{
	struct sock_filter program[PROGRAM];
	const struct sock_fprog all = { .len = PROGRAM, .filter = program };

	write_program(program);
	return !syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &all);
}

#else /* a machine whose calls nobody has looked at */

bool eu_seccomp_enter(void)
{
	return false;
}

#endif
