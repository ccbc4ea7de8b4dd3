/* The gateway's side of the helper: starts the helper, sends it requests, and
 * waits for it to exit. */
#define _GNU_SOURCE /* SOCK_CLOEXEC */
#include "gateway/session/helper.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define ANSWER_MS 5000u

struct sessions {
	pid_t helper;
	struct tickets *tickets;
	struct xterm xterm;
};

struct tickets *eu_sessions_tickets(const struct everyuri_gateway *gateway)
{
	return gateway->sessions->tickets;
}

const struct xterm *eu_sessions_xterm(const struct everyuri_gateway *gateway)
{
	return gateway->sessions ? &gateway->sessions->xterm : NULL;
}

/* ---- starting and stopping the helper ------------------------------------------------------------------------- */

static enum everyuri_status fail(struct everyuri_error *err, enum everyuri_status status,
                                 const char *message)
{
	if (err)
		*err = (struct everyuri_error){ .status = status,
			                        .clause = "",
			                        .message = message };
	return status;
}

static bool fork_helper(struct everyuri_gateway *gateway, struct sessions *sessions)
{
	int end[2];

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, end))
		return false;
	sessions->helper = fork();
	if (!sessions->helper) {
		close(end[0]);
		eu_helper_run(end[1], &gateway->config);
	}
	close(end[1]);
	gateway->helper = end[0];
	if (sessions->helper < 0)
		close(end[0]);
	return sessions->helper > 0;
}

enum everyuri_status eu_sessions_open(struct everyuri_gateway *gateway, struct everyuri_error *err)
{
	struct sessions *sessions;

	if (!(gateway->options.flags & EVERYURI_GATEWAY_TERMINAL))
		return EVERYURI_OK;
	sessions = calloc(1, sizeof *sessions);
	if (!sessions || !(sessions->tickets = eu_tickets_open())) {
		free(sessions);
		return fail(err, EVERYURI_NO_MEMORY, "out of memory");
	}
	if (!fork_helper(gateway, sessions)) {
		eu_tickets_close(sessions->tickets);
		free(sessions);
		return fail(err, EVERYURI_FAILED, "cannot start the helper process for sessions");
	}
	eu_xterm_read(&sessions->xterm, gateway->options.xterm);
	gateway->sessions = sessions;
	return EVERYURI_OK;
}

void eu_sessions_close(struct everyuri_gateway *gateway)
{
	struct sessions *sessions = gateway->sessions;

	if (!sessions)
		return;
	close(gateway->helper);
	gateway->helper = -1;
	while (waitpid(sessions->helper, NULL, 0) < 0 && errno == EINTR)
		;
	eu_xterm_free(&sessions->xterm);
	eu_tickets_close(sessions->tickets);
	free(sessions);
	gateway->sessions = NULL;
}

/* ---- one session -------------------------------------------------------------------------------------------------- */

static const char *why_not(int32_t said)
{
	switch ((enum helper_said)said) {
	case HELPER_FULL:
		return "too many sessions; at most eight can be open at once";
	case HELPER_NO_PLAN:
		return "this address is not a terminal session";
	case HELPER_NO_PROGRAM:
		return "the program for this session is not installed";
	case HELPER_STARTED:
	case HELPER_FAILED:
	case HELPER_ENDED:
		break;
	}
	return "cannot open a terminal";
}

const char *eu_session_start(const struct everyuri_gateway *gateway,
                             const struct session_target *target, struct session_size size,
                             struct session *session)
{
	const struct helper_request request = { .target = *target, .size = size };
	struct helper_reply reply;
	int end[2], terminal;
	bool sent;

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, end))
		return "no free file descriptor";
	sent = eu_helper_send(gateway->helper, &request, sizeof request, end[1]);
	close(end[1]);
	if (!sent || eu_helper_wait(end[0], &reply, sizeof reply, &terminal, ANSWER_MS) <= 0) {
		close(end[0]);
		return "the helper process that starts programs does not respond";
	}
	if (reply.said != HELPER_STARTED || terminal < 0 ||
	    fcntl(terminal, F_SETFL, O_NONBLOCK | O_RDWR)) {
		if (terminal >= 0)
			close(terminal);
		close(end[0]);
		return why_not(reply.said);
	}
	*session = (struct session){ .terminal = terminal, .line = end[0] };
	return NULL;
}

bool eu_session_ended(const struct session *session, int *status)
{
	struct helper_reply reply;
	int passed;
	const int heard = eu_helper_receive(session->line, &reply, sizeof reply, &passed);

	if (passed >= 0)
		close(passed);
	if (heard < 0)
		return false;
	*status = heard && reply.said == HELPER_ENDED ? reply.status : -1;
	return true;
}

void eu_session_end(struct session *session)
{
	close(session->line);
	close(session->terminal);
}
