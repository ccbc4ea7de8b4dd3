/* net.h - connections, for fetch.
 *
 * Every address that a name leads to is judged by the policy before it is connected to (THREATS G3,
 * C2).  No connection is shared: each is made for one plan and closed with it. */
#ifndef EU_NET_NET_H
#define EU_NET_NET_H

#include "base/base.h"
#include "everyuri/policy.h"

struct eu_net; /* a connection */

/** What holds for all connections of one access. */
struct eu_net_options {
	const struct everyuri_policy *policy; /* NULL: the default */
	bool after_hop;                       /* a link, redirect or reference led here ... */
	enum everyuri_address_class from;     /* ... from a host of this class */
	struct everyuri_text proxy; /* "socks5h://host:port" or "host:port"; data NULL: none */
	const char *ca_file;        /* NULL: the system's certificates */
	bool insecure;              /* the user accepts any certificate */
	unsigned connect_ms, first_ms, idle_ms; /* 0: 10 s, 30 s, 30 s (THREATS C9) */
	uint64_t deadline_ms;                   /* of the whole access, by eu_net_now; 0: none */
};

/** Milliseconds of a clock that only goes forward. */
uint64_t eu_net_now(void);

/** Connect, and speak TLS from the first byte if asked.
 *  host: as a plan has it.  Errors: UNSAFE (the policy), FAILED, NO_MEMORY; err->message is static;
 *  eu_net_said has the system's or library's words. */
enum everyuri_status eu_net_connect(const char *host, size_t len, uint16_t port, bool tls, bool udp,
                                    const struct eu_net_options *options, struct eu_net **net,
                                    struct everyuri_error *err);

/** A second connection to the same peer: its address, whatever a server says (THREATS C3).  If the
 *  first speaks TLS, so does this, with its session. */
enum everyuri_status eu_net_connect_data(struct eu_net *first, uint16_t port, struct eu_net **net,
                                         struct everyuri_error *err);

/** TLS on a connection that is open.  Errors: PROTOCOL where bytes are waiting that came before. */
enum everyuri_status eu_net_secure(struct eu_net *net, struct everyuri_error *err);

/** Read what there is, waiting as long as the options allow.  *n 0: the end; with TLS only if the
 *  other side said so, otherwise PARTIAL. */
enum everyuri_status eu_net_read(struct eu_net *net, char *data, size_t cap, size_t *n,
                                 struct everyuri_error *err);

/** Write all of it. */
enum everyuri_status eu_net_write(struct eu_net *net, const char *data, size_t len,
                                  struct everyuri_error *err);

/** The class of the address that is connected to, for the next hop. */
enum everyuri_address_class eu_net_class(const struct eu_net *net);

/** Words of the library below for the last failure in this thread, or "". */
const char *eu_net_said(void);

void eu_net_close(struct eu_net *net);

/* ---- http.c: HTTP inside of libcurl ---------------------------------------------------------------- */

/** What is sent: all of it from the plan. */
struct eu_http_request {
	struct everyuri_text scheme, host, target, user, password; /* user data NULL: none */
	uint16_t port;
	const struct everyuri_text *headers; /* "Name: value" of the user's */
	size_t n_headers;
	uint64_t from; /* resume at this byte; 0: all */
};

/** What comes first. */
struct eu_http_answer {
	unsigned code;
	struct everyuri_text media_type, charset, location, content_location, language;
	uint64_t length; /* of what comes, or UINT64_MAX */
};

/** Called once with the answer, then with each piece.  Returns: false to stop. */
struct eu_http_sink {
	void *context;
	bool (*answer)(void *context, const struct eu_http_answer *answer);
	bool (*bytes)(void *context, const char *data, size_t len);
};

/** GET.  Redirects are not followed: the answer has their location.
 *  Errors: UNSAFE, FAILED, PARTIAL. */
enum everyuri_status eu_http_get(const struct eu_http_request *request,
                                 const struct eu_net_options *options,
                                 const struct eu_http_sink *sink, struct everyuri_error *err);

#endif
