/* gateway.h - any URI in any browser: a local HTTP server and proxy in front of fetch.h.
 *
 * It listens on the loopback interface alone.  Browsers ask in origin form, for the whole URI
 * percent-encoded in one segment; lynx, curl and wget ask in absolute form, as of a proxy.  It
 * defends against G1 to G11 of SECURITY.md. */
#ifndef EVERYURI_GATEWAY_H
#define EVERYURI_GATEWAY_H

#include "fetch.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Bits of everyuri_gateway_options.flags. */
enum {
	EVERYURI_GATEWAY_CONNECT = 1,     /**< CONNECT to port 443 */
	EVERYURI_GATEWAY_TERMINAL = 2,    /**< sessions (telnet, rlogin, tn3270) in the browser;
	                                       everyuri_gateway_open forks the process that
	                                       starts their programs, which is best done before
	                                       there are threads */
	EVERYURI_GATEWAY_LOG_QUERIES = 4, /**< the log has queries too */
	EVERYURI_GATEWAY_NO_SANDBOX = 8   /**< Landlock and seccomp stay off */
};

/** A place that the front page leads to. */
struct everyuri_gateway_place {
	struct everyuri_text uri, label;
};

/** What the gateway may do.  {0} is the default: any free port, public hosts only, no files. */
struct everyuri_gateway_options {
	uint16_t port; /**< 0: one that is free */
	/** Of each access; its ask, event, context, headers, from and no_hops are not used.  A root
	 *  allows file:, places of mail allow mid: and cid:.  NULL: the default. */
	const struct everyuri_fetch_options *fetch;
	/** A directory with the terminal of npm's @xterm/xterm, read when the gateway is opened; NULL:
	 *  where Debian has it. */
	const char *xterm;
	unsigned flags; /**< EVERYURI_GATEWAY_* */
	int log;        /**< descriptor to write one line a request to; 0 or less: no log */
	const struct everyuri_gateway_place *places; /**< of the front page */
	size_t n_places;
	unsigned connections; /**< at once; 0: 4096 */
	void *reserved[4];
};

struct everyuri_gateway;

/** Bind, listen, and give up what is not needed (Landlock, seccomp, no new privileges) where the
 *  kernel knows how.
 *  options: copied, but not what it points to.
 *  Errors:  FAILED: the port is taken; NO_MEMORY. */
enum everyuri_status everyuri_gateway_open(const struct everyuri_gateway_options *options,
                                           struct everyuri_gateway **gateway,
                                           struct everyuri_error *err);

/** The port that it listens on. */
uint16_t everyuri_gateway_port(const struct everyuri_gateway *gateway);

/** Serve until everyuri_gateway_stop.  Requests that are under way are given a second to end. */
enum everyuri_status everyuri_gateway_run(struct everyuri_gateway *gateway,
                                          struct everyuri_error *err);

/** May be called by a signal handler. */
void everyuri_gateway_stop(struct everyuri_gateway *gateway);

void everyuri_gateway_close(struct everyuri_gateway *gateway);

#ifdef __cplusplus
}
#endif
#endif
