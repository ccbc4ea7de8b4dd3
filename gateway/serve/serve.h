/* serve.h - reads requests from connections, and answers them in worker threads.
 *
 * One thread waits for all idle connections.  It passes each complete request to a worker, which
 * may take as long as it needs.  So a thousand idle connections need a thousand descriptors, but
 * no additional thread. */
#ifndef GATEWAY_SERVE_H
#define GATEWAY_SERVE_H

#include "gateway/gateway.h"

/* ---- loop.c, workers.c, send.c -------------------------------------------------------------------- */

struct serve; /* from eu_serve_open */

/* Opens sockets on 127.0.0.1 and, if the machine has IPv6, on ::1.  Both use the same port. */
enum everyuri_status eu_serve_open(struct everyuri_gateway *gateway, struct serve **serve,
                                   struct everyuri_error *err);
enum everyuri_status eu_serve_run(struct serve *serve, struct everyuri_error *err);
uint16_t eu_serve_port(const struct serve *serve);
void eu_serve_stop(struct serve *serve); /* Stops the server.  This function is
                                          * async-signal-safe. */
void eu_serve_close(struct serve *serve);

/* ---- hosts.c: limit of requests for each host -------------------------------------------------------- */

/* Counts a request against the limit of 16 concurrent requests to a host (THREATS G8).  If 16 are
 * running, waits at most `ms` milliseconds.  Returns: false if it timed out. */
bool eu_hosts_enter(struct everyuri_gateway *gateway, const char *host, size_t len, unsigned ms);
void eu_hosts_leave(struct everyuri_gateway *gateway, const char *host, size_t len);

/* ---- log.c ---------------------------------------------------------------------------------------------- */

/* Writes one line: time, method, status, bytes, milliseconds, the URI without userinfo and query,
 * and the reason for a failure. */
void eu_log_request(struct everyuri_gateway *gateway, const struct answered *answered);

/* ---- sandbox.c -------------------------------------------------------------------------------------------- */

/* Drops privileges: from now on the gateway can open only the files that it needs, and can use
 * neither execve nor ptrace.  Call it when the sockets are bound and the libraries are loaded.
 * Logs each restriction that the kernel does not support. */
void eu_sandbox_enter(struct everyuri_gateway *gateway);

#endif
