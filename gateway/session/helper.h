/* helper.h - messages between the gateway and its helper process.
 *
 * With each request the gateway passes one end of a new socket pair.  The helper replies on it.
 * The pair then belongs to the session: when the gateway closes its end or exits, the helper ends
 * the program. */
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
	HELPER_FULL,    /* SESSIONS_MAX programs are running */
	HELPER_NO_PLAN, /* the address is not a terminal session */
	HELPER_NO_PROGRAM,
	HELPER_FAILED, /* the system could not open a terminal or fork */
	HELPER_ENDED   /* status is set, as from wait() */
};

struct helper_reply {
	int32_t said; /* enum helper_said */
	int32_t status;
};

/* Sends one record, and a descriptor unless `passed` is -1.  Never blocks. */
bool eu_helper_send(int fd, const void *data, size_t len, int passed);

/* Receives one record of exactly this length.  *passed is the descriptor that came with it, or -1.
 * Returns: 1; 0 at the end of input; -1 if there is nothing yet or the record is invalid. */
int eu_helper_receive(int fd, void *data, size_t len, int *passed);

/* Waits for a record, at most ms milliseconds.  Returns: as above; also -1 if it timed out. */
int eu_helper_wait(int fd, void *data, size_t len, int *passed, unsigned ms);

/* Runs the helper until the gateway closes its end.  Never returns. */
_Noreturn void eu_helper_run(int fd, const struct everyuri_config *config);

/* ---- program.c -------------------------------------------------------------------------------------------- */

#define PROGRAM_WORDS_MAX 40
#define PROGRAM_BYTES_MAX 4096

/* A program to start.  All pointers point into the struct itself. */
struct program {
	char path[512];
	char *words[PROGRAM_WORDS_MAX + 1]; /* ends with NULL */
	size_t n_words, n_bytes;
	bool own;    /* configured by the user, so it may be any program */
	bool raised; /* may need privileges that the helper lacks */
	char bytes[PROGRAM_BYTES_MAX];
};

#define PROGRAM_PATH "/usr/local/bin:/usr/bin:/bin"

/* Chooses the program and its arguments.  Returns: HELPER_STARTED if it can be started, otherwise
 * HELPER_NO_PLAN or HELPER_NO_PROGRAM. */
enum helper_said eu_program_plan(struct program *program, const struct everyuri_config *config,
                                 const struct session_target *target);

/* ---- confine.c -------------------------------------------------------------------------------------------- */

/* Limits this process to the files that a program needs, and to executing only that program.  It
 * can gain no privileges afterwards.  Returns: false if the kernel does not support that. */
bool eu_program_confine(const char *path);

/* ---- start.c ----------------------------------------------------------------------------------------------- */

/* Starts the program as the leader of a new session.  Returns: its process id, with *terminal set;
 * -1 on failure. */
pid_t eu_program_start(const struct program *program, struct session_size size, int *terminal);

#endif
