/* gateway.h - a local HTTP server and proxy that shows any URI in any browser.
 *
 * It listens on the loopback interface only.  Browsers request a URI percent-encoded as one path
 * segment; lynx, curl and wget use the server as a proxy.  It defends against the threats G1 to G11
 * of SECURITY.md. */
#ifndef EVERYURI_GATEWAY_H
#define EVERYURI_GATEWAY_H

#include "fetch.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Bits of everyuri_gateway_options.flags. */
enum {
	EVERYURI_GATEWAY_CONNECT = 1,     /**< allow CONNECT to port 443 */
	EVERYURI_GATEWAY_TERMINAL = 2,    /**< run sessions (telnet, rlogin, tn3270) in the browser.
	                                       Call everyuri_gateway_open() before you create
	                                       threads, because it then forks a process that starts
	                                       the programs of the sessions */
	EVERYURI_GATEWAY_LOG_QUERIES = 4, /**< log the queries of URIs, too */
	EVERYURI_GATEWAY_NO_SANDBOX = 8   /**< do not use Landlock and seccomp */
};

/** A bookmark on the front page. */
struct everyuri_gateway_place {
	struct everyuri_text uri, label;
};

/** Options of a gateway.  {0} is the default: any free port, public hosts only, no files. */
struct everyuri_gateway_options {
	uint16_t port; /**< 0 means any free port */
	/** Options of each fetch; ask, event, context, headers, from and no_hops are ignored.  If
	 *  `root` is set, file: URIs are allowed; if `mail` is set, mid: and cid: URIs.  NULL means
	 *  the default. */
	const struct everyuri_fetch_options *fetch;
	/** Directory of the npm package @xterm/xterm, which everyuri_gateway_open() reads.  NULL
	 *  means the directory of Debian's package. */
	const char *xterm;
	unsigned flags; /**< EVERYURI_GATEWAY_* */
	int log;        /**< file descriptor to which a line per request is written; 0 or less means
	                     no log */
	const struct everyuri_gateway_place *places; /**< bookmarks */
	size_t n_places;
	unsigned connections; /**< maximum number of simultaneous connections; 0 means 4096 */
	void *reserved[4];
};

struct everyuri_gateway;

/** Binds the port, listens, and enters the sandbox (Landlock, seccomp, no new privileges) as far as
 *  the kernel supports it.
 *  options: copied, but not what it points to.
 *  gateway: receives the gateway; free it with everyuri_gateway_close().
 *  Errors:  FAILED if the port is in use; NO_MEMORY. */
enum everyuri_status everyuri_gateway_open(const struct everyuri_gateway_options *options,
                                           struct everyuri_gateway **gateway,
                                           struct everyuri_error *err);

/** Returns the port that the gateway listens on. */
uint16_t everyuri_gateway_port(const struct everyuri_gateway *gateway);

/** Serves requests until everyuri_gateway_stop() is called.  Requests in progress then have one
 *  second to finish. */
enum everyuri_status everyuri_gateway_run(struct everyuri_gateway *gateway,
                                          struct everyuri_error *err);

/** Stops everyuri_gateway_run().  Safe in a signal handler. */
void everyuri_gateway_stop(struct everyuri_gateway *gateway);

/** Closes the port and frees the gateway. */
void everyuri_gateway_close(struct everyuri_gateway *gateway);

#ifdef __cplusplus
}
#endif
#endif
