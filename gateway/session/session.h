/* session.h - sessions in the browser: a program on a terminal of its own (THREATS G9).
 *
 * The gateway gives up the right to start programs.  A small process, the helper, is forked before
 * that, and before there is a socket, a thread or a byte of anybody's.  It is told a scheme, an address
 * and a port; it makes the plan of that URI once more, starts what the plan says and sends back the
 * terminal's other side.
 *
 *	target.c    a URI becomes a scheme, an address that the policy allows, and a port
 *	tickets.c  who may open the WebSocket: names that are good once, and not for long
 *	helper_client.c      the gateway's side: the helper is forked, and asked
 *	helper.c   the helper's: who runs, and when that has to end
 *	program.c  what is started: the program and its arguments
 *	start.c    how: a terminal, a clean environment, no shell
 *	confine.c  and what it can reach
 *	xterm.c    the files of the terminal in the page, read while there are files */
#ifndef GATEWAY_SESSION_H
#define GATEWAY_SESSION_H

#include "gateway/gateway.h"

#define SESSIONS_MAX 8                        /* at once */
#define SESSION_IDLE_MS (15u * 60u * 1000u)   /* nobody types and nothing is shown */
#define SESSION_TOTAL_MS (4u * 3600u * 1000u) /* of one session */
#define SESSION_SIDE_MAX 500u                 /* columns, and lines */

/* ---- target.c -------------------------------------------------------------------------------------------- */

enum eu_session_scheme { SESSION_TELNET, SESSION_RLOGIN, SESSION_TN3270, N_SESSION_SCHEMES };

struct session_target {
	uint8_t scheme;
	uint16_t port;
	uint8_t address[EVERYURI_ADDRESS_SIZE];
};

/* "telnet"; NULL: there is none of this number. */
const char *eu_session_scheme(uint8_t scheme);

#define SESSION_URI_MAX 80

/* "telnet://192.0.2.1:23/".  Returns: its length; 0: there is no such scheme. */
size_t eu_session_uri(const struct session_target *target, char uri[SESSION_URI_MAX]);

/* Where a URI leads to.  Its host is looked up, each address is judged by the policy, and the first that
 * is allowed is the one (THREATS G3): the program is told that, and looks nothing up.
 *  Errors: as of a plan; UNSUPPORTED: it is no session; UNSAFE; FAILED: there is no such host. */
enum everyuri_status eu_session_find(const struct everyuri_gateway *gateway,
                                     struct everyuri_text uri, struct session_target *target,
                                     struct everyuri_error *err);

/* ---- tickets.c ------------------------------------------------------------------------------------------ */

#define TICKETS_MAX 16   /* that wait: the oldest makes room */
#define TICKET_MS 60000u /* until its page has asked */
#define TICKET_LEN 32    /* characters: 128 bits, hexadecimal */

struct tickets; /* from eu_tickets_open; for many threads */

struct tickets *eu_tickets_open(void);
void eu_tickets_close(struct tickets *tickets);

/* A new one.  now: milliseconds of any clock that only goes forward. */
bool eu_ticket_issue(struct tickets *tickets, const struct session_target *target, uint64_t now,
                     char name[TICKET_LEN + 1]);

/* It is good once.  Returns: was it one? */
bool eu_ticket_redeem(struct tickets *tickets, struct everyuri_text name, uint64_t now,
                      struct session_target *target);

/* Is this the secret?  The time that it takes does not tell how much of it is right. */
bool eu_secret_is(struct everyuri_text text, const char *secret, size_t len);

/* ---- control.c: what a page says besides what is typed ------------------------------------------------ */

struct session_size {
	uint16_t columns, lines;
};

/* "resize 80 24": numbers from 2 to SESSION_SIDE_MAX.  Returns: was it that? */
bool eu_session_resize(struct everyuri_text words, struct session_size *size);

/* One number of those; false otherwise. */
bool eu_session_side(struct everyuri_text text, uint16_t *side);

/* ---- helper_client.c ---------------------------------------------------------------------------------------------- */

struct sessions; /* gateway->sessions; NULL: the option is off */

/* Fork the helper.  Before sockets, threads and the sandbox, and only if the option is on. */
enum everyuri_status eu_sessions_open(struct everyuri_gateway *gateway, struct everyuri_error *err);

/* The helper ends, and with it whatever it has started. */
void eu_sessions_close(struct everyuri_gateway *gateway);

struct tickets *eu_sessions_tickets(const struct everyuri_gateway *gateway);

struct session {
	int terminal; /* its other side, non-blocking */
	int line;     /* to the helper: its end is the end of the session */
};

/* Start the program of a target.  Returns: NULL, or why not: static. */
const char *eu_session_start(const struct everyuri_gateway *gateway,
                             const struct session_target *target, struct session_size size,
                             struct session *session);

/* Has the program ended?  *status: of wait. */
bool eu_session_ended(const struct session *session, int *status);

void eu_session_end(struct session *session);

/* ---- xterm.c -------------------------------------------------------------------------------------------- */

#define XTERM_MAX (2u << 20) /* bytes of a file */

struct xterm {
	char *script, *style; /* from malloc; NULL: it is not there */
	size_t n_script, n_style;
};

/* folder: of npm's @xterm/xterm; NULL: where Debian has it. */
void eu_xterm_read(struct xterm *xterm, const char *folder);
void eu_xterm_free(struct xterm *xterm);

/* NULL: the option is off. */
const struct xterm *eu_sessions_xterm(const struct everyuri_gateway *gateway);

#endif
