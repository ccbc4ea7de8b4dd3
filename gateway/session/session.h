/* session.h - terminal sessions in the browser: each is a program on its own terminal (THREATS G9).
 *
 * The gateway's sandbox forbids starting programs.  So it first forks a small process, the helper,
 * before it opens sockets, starts threads or reads any input.  The gateway sends the helper a
 * scheme, an address and a port.  The helper makes a plan for that URI, starts the planned program,
 * and sends back the master side of its terminal.
 *
 *	target.c         converts a URI to a scheme, an allowed address, and a port
 *	tickets.c        single-use, short-lived tokens for opening the WebSocket
 *	helper_client.c  gateway side: forks the helper and sends it requests
 *	helper.c         helper side: keeps track of running programs and ends them
 *	program.c        chooses the program and its arguments
 *	start.c          starts it: a terminal, a clean environment, no shell
 *	confine.c        limits the files that it can reach
 *	xterm.c          loads the files of xterm.js before the sandbox blocks file access */
#ifndef GATEWAY_SESSION_H
#define GATEWAY_SESSION_H

#include "gateway/gateway.h"

#define SESSIONS_MAX 8                        /* at the same time */
#define SESSION_IDLE_MS (15u * 60u * 1000u)   /* without input and output */
#define SESSION_TOTAL_MS (4u * 3600u * 1000u) /* limit for a whole session */
#define SESSION_SIDE_MAX 500u                 /* limit for columns and for lines */

/* ---- target.c -------------------------------------------------------------------------------------------- */

enum eu_session_scheme { SESSION_TELNET, SESSION_RLOGIN, SESSION_TN3270, N_SESSION_SCHEMES };

struct session_target {
	uint8_t scheme;
	uint16_t port;
	uint8_t address[EVERYURI_ADDRESS_SIZE];
};

/* Returns the name of a scheme, such as "telnet"; NULL if the number is unknown. */
const char *eu_session_scheme(uint8_t scheme);

#define SESSION_URI_MAX 80

/* Writes "telnet://192.0.2.1:23/".  Returns: its length; 0 if the scheme is unknown. */
size_t eu_session_uri(const struct session_target *target, char uri[SESSION_URI_MAX]);

/* Finds the address and port of a URI.  Looks the host up and takes the first address that the
 * policy allows (THREATS G3).  The program gets this address and looks nothing up.
 * Errors: as for a plan; UNSUPPORTED if it is not a session; UNSAFE; FAILED if the host is
 * not found. */
enum everyuri_status eu_session_find(const struct everyuri_gateway *gateway,
                                     struct everyuri_text uri, struct session_target *target,
                                     struct everyuri_error *err);

/* ---- tickets.c ------------------------------------------------------------------------------------------ */

#define TICKETS_MAX 16   /* unused tickets; a new one replaces the oldest */
#define TICKET_MS 60000u /* lifetime of a ticket */
#define TICKET_LEN 32    /* hexadecimal digits: 128 bits */

struct tickets; /* from eu_tickets_open(); thread-safe */

struct tickets *eu_tickets_open(void);
void eu_tickets_close(struct tickets *tickets);

/* Issues a ticket.  now is in milliseconds, on any monotonic clock. */
bool eu_ticket_issue(struct tickets *tickets, const struct session_target *target, uint64_t now,
                     char name[TICKET_LEN + 1]);

/* Uses up a ticket.  Returns: whether it was valid. */
bool eu_ticket_redeem(struct tickets *tickets, struct everyuri_text name, uint64_t now,
                      struct session_target *target);

/* Compares with a secret in constant time. */
bool eu_secret_is(struct everyuri_text text, const char *secret, size_t len);

/* ---- control.c: text messages of the page ------------------------------------------------------------- */

struct session_size {
	uint16_t columns, lines;
};

/* Parses "resize 80 24"; each number is between 2 and SESSION_SIDE_MAX.  Returns: false if it is
 * anything else. */
bool eu_session_resize(struct everyuri_text words, struct session_size *size);

/* Parses one of these numbers.  Returns: false if it is not valid. */
bool eu_session_side(struct everyuri_text text, uint16_t *side);

/* ---- helper_client.c ---------------------------------------------------------------------------------------------- */

struct sessions; /* gateway->sessions; NULL if the option is off */

/* Forks the helper if the option is on.  Call before opening sockets, starting threads and entering
 * the sandbox. */
enum everyuri_status eu_sessions_open(struct everyuri_gateway *gateway, struct everyuri_error *err);

/* Stops the helper, which ends all programs that it has started. */
void eu_sessions_close(struct everyuri_gateway *gateway);

struct tickets *eu_sessions_tickets(const struct everyuri_gateway *gateway);

struct session {
	int terminal; /* the master side, non-blocking */
	int line;     /* socket to the helper; closing it ends the session */
};

/* Starts the program of a target.  Returns: NULL, or a static error message. */
const char *eu_session_start(const struct everyuri_gateway *gateway,
                             const struct session_target *target, struct session_size size,
                             struct session *session);

/* Returns whether the program has ended.  *status is as from wait(), or -1 if unknown. */
bool eu_session_ended(const struct session *session, int *status);

void eu_session_end(struct session *session);

/* ---- xterm.c -------------------------------------------------------------------------------------------- */

#define XTERM_MAX (2u << 20) /* maximum bytes of a file */

struct xterm {
	char *script, *style; /* from malloc; NULL if not found */
	size_t n_script, n_style;
};

/* Loads xterm.js.  folder: the directory of npm's @xterm/xterm, or NULL for the usual
 * directories. */
void eu_xterm_read(struct xterm *xterm, const char *folder);
void eu_xterm_free(struct xterm *xterm);

/* Returns the files of xterm.js; NULL if the option is off. */
const struct xterm *eu_sessions_xterm(const struct everyuri_gateway *gateway);

#endif
