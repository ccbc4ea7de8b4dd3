/* helper.h - what is said between the gateway and its helper.
 *
 * A request comes with one end of a socket of its own.  On that the helper answers, and it is the
 * session's line: when the gateway closes its end, or ends, so does the program. */
#ifndef GATEWAY_SESSION_HELPER_H
#define GATEWAY_SESSION_HELPER_H

#include "gateway/session/session.h"

#include <sys/types.h>

struct helper_request {
	struct session_target target;
	struct session_size size;
};

enum helper_said {
	HELPER_STARTED, /* and the terminal with it */
	HELPER_FULL,    /* SESSIONS_MAX of them run */
	HELPER_NO_PLAN, /* the address not a terminal session */
	HELPER_NO_PROGRAM,
	HELPER_FAILED, /* the system gave no terminal or process */
	HELPER_ENDED   /* status: of wait */
};

struct helper_reply {
	int32_t said; /* enum helper_said */
	int32_t status;
};

/* One record, with a descriptor unless that is -1.  Never waits. */
bool eu_helper_send(int fd, const void *data, size_t len, int passed);

/* One record of exactly this length.  *passed: a descriptor that came with it, or -1.
 *  Returns: 1; 0: the end; -1: nothing yet, or a record that is none of ours. */
int eu_helper_receive(int fd, void *data, size_t len, int *passed);

/* Wait for one.  Returns: as above; -1 also when the time is over. */
int eu_helper_wait(int fd, void *data, size_t len, int *passed, unsigned ms);

/* The life of the helper, until the gateway's end is closed. */
_Noreturn void eu_helper_run(int fd, const struct everyuri_config *config);

/* ---- program.c -------------------------------------------------------------------------------------------- */

#define PROGRAM_WORDS_MAX 40
#define PROGRAM_BYTES_MAX 4096

/* What is started.  No pointer of it leads elsewhere. */
struct program {
	char path[512];
	char *words[PROGRAM_WORDS_MAX + 1]; /* NULL at the end */
	size_t n_words, n_bytes;
	bool own;    /* the configuration names it: it may be another than the three that we know */
	bool raised; /* it may have privileges that the helper has not */
	char bytes[PROGRAM_BYTES_MAX];
};

#define PROGRAM_PATH "/usr/local/bin:/usr/bin:/bin"

/* Returns: HELPER_STARTED: it could be; HELPER_NO_PLAN, HELPER_NO_PROGRAM. */
enum helper_said eu_program_plan(struct program *program, const struct everyuri_config *config,
                                 const struct session_target *target);

/* ---- confine.c -------------------------------------------------------------------------------------------- */

/* Leave this process the files that a program needs, and only that program to be started; as far as the
 * kernel knows how.  It can gain no privileges any more.  Returns: does it hold? */
bool eu_program_confine(const char *path);

/* ---- start.c ----------------------------------------------------------------------------------------------- */

/* Returns: the process, a session's leader, with *terminal; -1: the system gave none. */
pid_t eu_program_start(const struct program *program, struct session_size size, int *terminal);

#endif
