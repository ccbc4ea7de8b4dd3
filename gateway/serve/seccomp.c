/* seccomp.c - makes system calls that the gateway does not need fail with EPERM, in all threads.
 *
 * This is a deny list, not an allow list.  libcurl, OpenSSL and the C library choose the calls
 * that they make, and this choice changes from version to version. */
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
#ifndef __SANITIZE_ADDRESS__ /* LeakSanitizer needs ptrace */
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
	/* keys; calls that could bypass this filter or attack the kernel */
	SYS_keyctl,
	SYS_add_key,
	SYS_request_key,
	SYS_userfaultfd,
	SYS_io_uring_setup,
	SYS_io_uring_enter,
	SYS_io_uring_register,
	/* user and group ids */
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

/* Byte offset of the lower half of a 64-bit argument in memory. */
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

#define X32 0x40000000u /* bit that marks calls of the x32 ABI */

/* Rejects the calls of other architectures, because their call numbers mean different calls. */
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

/* Allows clone() only for threads.  clone3() fails with ENOSYS, because a filter cannot read the
 * arguments of clone3(); the C library then falls back to clone().  Allows socket() for IP, for
 * local sockets, and for netlink, through which the C library reads the addresses of the
 * machine. */
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

#else /* other architectures have no filter */

bool eu_seccomp_enter(void)
{
	return false;
}

#endif
