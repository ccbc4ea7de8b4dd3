/* serve.h - connections become requests, and requests are answered by threads.
 *
 * One thread waits for all connections that say nothing; a request that is whole is given to a
 * worker, which answers it as slowly as it has to.  So a thousand that wait cost a thousand
 * descriptors and no thread. */
#ifndef GATEWAY_SERVE_H
#define GATEWAY_SERVE_H

#include "gateway/gateway.h"

/* ---- loop.c, workers.c, send.c -------------------------------------------------------------------- */

struct serve; /* from eu_serve_open */

/* Listen on 127.0.0.1 and, where there is IPv6, on ::1, at the same port. */
enum everyuri_status eu_serve_open(struct everyuri_gateway *gateway, struct serve **serve,
                                   struct everyuri_error *err);
enum everyuri_status eu_serve_run(struct serve *serve, struct everyuri_error *err);
uint16_t eu_serve_port(const struct serve *serve);
void eu_serve_stop(struct serve *serve); /* async-signal-safe */
void eu_serve_close(struct serve *serve);

/* ---- hosts.c: how many ask one host at once ---------------------------------------------------------- */

/* Wait for a place, at most ms; THREATS G8: 16 a host.  Returns: false if there is none. */
bool eu_hosts_enter(struct everyuri_gateway *gateway, const char *host, size_t len, unsigned ms);
void eu_hosts_leave(struct everyuri_gateway *gateway, const char *host, size_t len);

/* ---- log.c ---------------------------------------------------------------------------------------------- */

/* One line: time, method, status, bytes, milliseconds, the URI without userinfo and query, why. */
void eu_log_request(struct everyuri_gateway *gateway, const struct answered *answered);

/* ---- sandbox.c -------------------------------------------------------------------------------------------- */

/* After the sockets are bound and modules loaded: no new privileges, no files but those that are
 * needed, no execve and ptrace.  What the kernel does not know is left out, and said in the log. */
void eu_sandbox_enter(struct everyuri_gateway *gateway);

#endif
