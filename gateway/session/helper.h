/* helper.h - messages between the gateway and its helper process.
 *
 * With each request the gateway passes one end of a new socket pair.  The helper replies on that
 * socket.  The socket pair then belongs to the session: when the gateway closes its end or exits,
 * the helper ends the program. */
#ifndef GATEWAY_SESSION_HELPER_H
#define GATEWAY_SESSION_HELPER_H

#include "gateway/session/session.h"

#include <sys/types.h>

struct helper_request {
	struct session_target target;
	struct session_size size;
};

enum helper_said {
	HELPER_STARTED, /* the reply carries the terminal's descriptor */
	HELPER_FULL,    /* SESSIONS_MAX programs are already running */
	HELPER_NO_PLAN, /* the address has no plan for a terminal session */
	HELPER_NO_PROGRAM,
	HELPER_FAILED, /* the system failed to open a terminal or to fork */
	HELPER_ENDED   /* the program has ended; `status` is set, as by wait() */
};

struct helper_reply {
	int32_t said; /* a value of enum helper_said */
	int32_t status;
};

/* Sends one record.  Also passes the descriptor `passed`, unless it is -1.  Never blocks. */
bool eu_helper_send(int fd, const void *data, size_t len, int passed);

/* Receives one record of exactly `len` bytes.  Sets *passed to the descriptor that came with the
 * record, or to -1.
 * Returns: 1; 0 at the end of input; -1 if no record has arrived or the record is invalid. */
int eu_helper_receive(int fd, void *data, size_t len, int *passed);

/* Waits at most `ms` milliseconds for a record.  Returns: the same as eu_helper_receive(), and -1
 * also if it timed out. */
int eu_helper_wait(int fd, void *data, size_t len, int *passed, unsigned ms);

/* Runs the helper until the gateway closes its end of the socket.  Never returns. */
_Noreturn void eu_helper_run(int fd, const struct everyuri_config *config);

/* ---- program.c -------------------------------------------------------------------------------------------- */

#define PROGRAM_WORDS_MAX 40
#define PROGRAM_BYTES_MAX 4096

/* A program to start.  All pointers in this struct point into the struct itself. */
struct program {
	char path[512];
	char *words[PROGRAM_WORDS_MAX + 1]; /* program and arguments, terminated by NULL */
	size_t n_words, n_bytes;
	bool own;    /* the user has configured the program, so it may be any program */
	bool raised; /* the program may need privileges that the helper lacks */
	char bytes[PROGRAM_BYTES_MAX];
};

#define PROGRAM_PATH "/usr/local/bin:/usr/bin:/bin"

/* Chooses the program and its arguments.  Returns: HELPER_STARTED if it can be started, otherwise
 * HELPER_NO_PLAN or HELPER_NO_PROGRAM. */
enum helper_said eu_program_plan(struct program *program, const struct everyuri_config *config,
                                 const struct session_target *target);

/* ---- confine.c -------------------------------------------------------------------------------------------- */

/* Limits this process to the files that the program needs, and to executing only that program.
 * The process can gain no privileges afterwards.  Returns: false if the kernel does not support
 * that. */
bool eu_program_confine(const char *path);

/* ---- start.c ----------------------------------------------------------------------------------------------- */

/* Starts the program as the leader of a new session.  Returns: its process id, with *terminal set;
 * -1 on failure. */
pid_t eu_program_start(const struct program *program, struct session_size size, int *terminal);

#endif
