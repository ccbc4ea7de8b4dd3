/* serve.h - reads requests from connections, and answers them in worker threads.
 *
 * One thread waits for all idle connections.  It passes each complete request to a worker, which
 * may take as long as it needs.  A thousand idle connections thus cost a thousand descriptors but
 * no thread. */
#ifndef GATEWAY_SERVE_H
#define GATEWAY_SERVE_H

#include "gateway/gateway.h"

/* ---- loop.c, workers.c, send.c -------------------------------------------------------------------- */

struct serve; /* from eu_serve_open */

/* Opens sockets on 127.0.0.1 and, if the machine has IPv6, on ::1, at the same port. */
enum everyuri_status eu_serve_open(struct everyuri_gateway *gateway, struct serve **serve,
                                   struct everyuri_error *err);
enum everyuri_status eu_serve_run(struct serve *serve, struct everyuri_error *err);
uint16_t eu_serve_port(const struct serve *serve);
void eu_serve_stop(struct serve *serve); /* async-signal-safe */
void eu_serve_close(struct serve *serve);

/* ---- hosts.c: limit of requests for each host -------------------------------------------------------- */

/* Waits at most ms milliseconds until fewer than 16 requests to the host are running (THREATS G8).
 * Returns: false if it timed out. */
bool eu_hosts_enter(struct everyuri_gateway *gateway, const char *host, size_t len, unsigned ms);
void eu_hosts_leave(struct everyuri_gateway *gateway, const char *host, size_t len);

/* ---- log.c ---------------------------------------------------------------------------------------------- */

/* Writes one line: time, method, status, bytes, milliseconds, the URI without userinfo and query,
 * and the reason of a failure. */
void eu_log_request(struct everyuri_gateway *gateway, const struct answered *answered);

/* ---- sandbox.c -------------------------------------------------------------------------------------------- */

/* Drops privileges, after the sockets are bound and the libraries loaded: only needed files, no
 * execve, no ptrace.  Logs what the kernel does not support. */
void eu_sandbox_enter(struct everyuri_gateway *gateway);

#endif
