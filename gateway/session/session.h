/* session.h - terminal sessions in the browser.  Each session is a program on a separate terminal
 * (THREATS G9).
 *
 * The gateway's sandbox forbids starting programs.  So the gateway forks a small process, the
 * helper, before it opens sockets, starts threads or reads any input.  The gateway sends the helper
 * a scheme, an address and a port.  The helper makes a plan for that URI, starts the planned
 * program, and sends back the master side of its terminal.
 *
 *  target.c         converts a URI to a scheme, an allowed address, and a port
 *  tickets.c        single-use, short-lived tokens for opening the WebSocket
 *  helper_client.c  gateway side: forks the helper and sends it requests
 *  helper.c         helper side: keeps track of running programs and ends them
 *  program.c        chooses the program and its arguments
 *  start.c          starts the program on a terminal, in a clean environment, without a shell
 *  confine.c        limits the files that the program can reach
 *  xterm.c          loads the files of xterm.js before the sandbox blocks file access */
#ifndef GATEWAY_SESSION_H
#define GATEWAY_SESSION_H

#include "gateway/gateway.h"

#define SESSIONS_MAX 8                        /* maximum number of sessions at the same time */
#define SESSION_IDLE_MS (15u * 60u * 1000u)   /* limit without any input and output */
#define SESSION_TOTAL_MS (4u * 3600u * 1000u) /* limit for a whole session */
#define SESSION_SIDE_MAX 500u                 /* limit for the number of columns and of lines */

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

/* Finds the address and port for a URI.  Looks up the host and takes the first address that the
 * policy allows (THREATS G3).  The program gets this address and looks up nothing.
 * Errors: those of a plan; UNSUPPORTED if the URI is not a session; UNSAFE; FAILED if the host is
 * not found. */
enum everyuri_status eu_session_find(const struct everyuri_gateway *gateway,
                                     struct everyuri_text uri, struct session_target *target,
                                     struct everyuri_error *err);

/* ---- tickets.c ------------------------------------------------------------------------------------------ */

#define TICKETS_MAX 16   /* maximum number of unused tickets; a new one replaces the oldest */
#define TICKET_MS 60000u /* lifetime of a ticket */
#define TICKET_LEN 32    /* number of hexadecimal digits, for 128 bits */

struct tickets; /* from eu_tickets_open(); all functions for tickets are thread-safe */

struct tickets *eu_tickets_open(void);
void eu_tickets_close(struct tickets *tickets);

/* Issues a ticket.  now: the time in milliseconds, on any monotonic clock. */
bool eu_ticket_issue(struct tickets *tickets, const struct session_target *target, uint64_t now,
                     char name[TICKET_LEN + 1]);

/* Uses up a ticket.  Returns: whether it was valid. */
bool eu_ticket_redeem(struct tickets *tickets, struct everyuri_text name, uint64_t now,
                      struct session_target *target);

/* Compares a text with a secret, in constant time. */
bool eu_secret_is(struct everyuri_text text, const char *secret, size_t len);

/* ---- control.c: text messages of the page ------------------------------------------------------------- */

struct session_size {
	uint16_t columns, lines;
};

/* Parses "resize 80 24".  Each number must be between 2 and SESSION_SIDE_MAX.  Returns: false if
 * the text is anything else. */
bool eu_session_resize(struct everyuri_text words, struct session_size *size);

/* Parses one number of a terminal size.  Returns: false if the number is not valid. */
bool eu_session_side(struct everyuri_text text, uint16_t *side);

/* ---- helper_client.c ---------------------------------------------------------------------------------------------- */

struct sessions; /* the type of gateway->sessions, which is NULL if the option is off */

/* Forks the helper if the option for sessions is on.  Call it before opening sockets, starting
 * threads and entering the sandbox. */
enum everyuri_status eu_sessions_open(struct everyuri_gateway *gateway, struct everyuri_error *err);

/* Stops the helper, which ends all programs that it has started. */
void eu_sessions_close(struct everyuri_gateway *gateway);

struct tickets *eu_sessions_tickets(const struct everyuri_gateway *gateway);

struct session {
	int terminal; /* the master side of the terminal, non-blocking */
	int line;     /* socket to the helper; closing it ends the session */
};

/* Starts the program for a target.  Returns: NULL, or a static error message on failure. */
const char *eu_session_start(const struct everyuri_gateway *gateway,
                             const struct session_target *target, struct session_size size,
                             struct session *session);

/* Returns whether the program has ended.  Sets *status to the status from wait(), or to -1 if that
 * is unknown. */
bool eu_session_ended(const struct session *session, int *status);

void eu_session_end(struct session *session);

/* ---- xterm.c -------------------------------------------------------------------------------------------- */

#define XTERM_MAX (2u << 20) /* limit in bytes for one file */

struct xterm {
	char *script, *style; /* contents of the files, from malloc; NULL if not found */
	size_t n_script, n_style;
};

/* Loads xterm.js.  folder: the directory of the npm package @xterm/xterm, or NULL to search the
 * usual directories. */
void eu_xterm_read(struct xterm *xterm, const char *folder);
void eu_xterm_free(struct xterm *xterm);

/* Returns the files of xterm.js; NULL if the option for sessions is off. */
const struct xterm *eu_sessions_xterm(const struct everyuri_gateway *gateway);

#endif
