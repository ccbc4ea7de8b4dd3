/* net.h - connections, for fetch.
 *
 * The policy checks every address to which a name resolves, before a connection is made
 * (THREATS G3).  Connections are not shared: each is made for one plan and closed with it
 * (THREATS C8).  The environment has no effect: no proxy variables, no .netrc, no cookies. */
#ifndef EU_NET_NET_H
#define EU_NET_NET_H

#include "base/base.h"
#include "everyuri/policy.h"

struct eu_net; /* a connection */

/** Options for all connections of one fetch.  The data to which they point must outlive the
 *  connections. */
struct eu_net_options {
	const struct everyuri_policy *policy; /* NULL means the default policy */
	bool after_hop;                       /* the URI comes from a link, redirect or reference */
	enum everyuri_address_class from;     /* if after_hop is true, the class of the host that
	                                         sent the URI */

	/* "host:port", optionally after "http://", "https://" (for HTTP only), "socks4://" or
	 * "socks5://"; data is NULL if there is no proxy.  The address of the proxy is not checked,
	 * because the user named it.  The proxy resolves all names, so only a literal address of
	 * the host is checked. */
	struct everyuri_text proxy;
	const char *ca_file;                    /* NULL means the certificates of the system */
	bool insecure;                          /* accept any certificate */
	unsigned connect_ms, first_ms, idle_ms; /* 0 means the defaults: 10 s, 30 s, 30 s
	                                           (THREATS C9) */
	uint64_t deadline_ms;                   /* end of the whole fetch, by eu_net_now(); 0 means
	                                           none */
};

/** Returns a monotonic clock in milliseconds. */
uint64_t eu_net_now(void);

/** Opens a connection.
 *  tls:  start TLS immediately.
 *  udp:  exchange datagrams with one peer; without a proxy and without TLS.
 *  host: as in a plan, an address (IPv6 without brackets) or a name in US-ASCII.
 *  Errors: UNSAFE (refused by the policy), FAILED, UNSUPPORTED (by the proxy), NO_MEMORY.
 *          err->message is static; eu_net_said() returns the message of the system or library. */
enum everyuri_status eu_net_connect(const char *host, size_t len, uint16_t port, bool tls, bool udp,
                                    const struct eu_net_options *options, struct eu_net **net,
                                    struct everyuri_error *err);

/** Checks the port, and opens a second connection to the address of the same peer, whatever address
 *  the server names (THREATS C3).  If the first connection uses TLS, the second also does, and
 *  resumes the same session.  The handshake is done at the first read or write, because servers
 *  begin it only after the command for the transfer. */
enum everyuri_status eu_net_connect_data(struct eu_net *first, uint16_t port, struct eu_net **net,
                                         struct everyuri_error *err);

/** Starts TLS on an open connection.  The caller must have consumed all data that was read before.
 *  Errors: PROTOCOL if bytes sent before TLS are waiting (the injected reply of RFC 3207 4.2);
 *          otherwise those of eu_net_connect. */
enum everyuri_status eu_net_secure(struct eu_net *net, struct everyuri_error *err);

/** Reads the available data, waiting as long as the options allow.  With UDP, reads one datagram.
 *  cap: at least 1.
 *  *n:  0 means the end of the data; with TLS, only after close_notify.
 *  Errors: PARTIAL if the data ended without TLS's close_notify; PROTOCOL if the TLS is invalid;
 *          FAILED. */
enum everyuri_status eu_net_read(struct eu_net *net, char *data, size_t cap, size_t *n,
                                 struct everyuri_error *err);

/** Waits `ms` milliseconds for data to read, but not longer than the options allow.
 *  Returns: false after a timeout; true if eu_net_read() will not wait. */
bool eu_net_ready(const struct eu_net *net, unsigned ms);

/** Writes all the data; with UDP, as one datagram. */
enum everyuri_status eu_net_write(struct eu_net *net, const char *data, size_t len,
                                  struct everyuri_error *err);

/** Returns the class of the peer's address, for the next hop.  With a proxy, which alone knows the
 *  address, returns PUBLIC, the class for which hops are restricted most. */
enum everyuri_address_class eu_net_class(const struct eu_net *net);

/** Returns the message of the system or library for the last failure in this thread, or "".  It may
 *  contain text from a server, so escape it before printing. */
const char *eu_net_said(void);

/** Duplicates the socket, non-blocking.  The copy stays open when the connection is closed.
 *  Returns: a descriptor that the caller must close, or -1 for an error. */
int eu_net_socket(const struct eu_net *net);

/** Loads the network module now instead of on first use.  Errors: UNSUPPORTED. */
enum everyuri_status eu_net_load(struct everyuri_error *err);

/** Closes a connection, sending TLS's close_notify first.
 *  net: may be NULL. */
void eu_net_close(struct eu_net *net);

/* ---- http.c: HTTP with libcurl --------------------------------------------------------------------- */

#define EU_HTTP_HEADERS (64u << 10) /* longest header section of a response, in bytes */

/** A request.  All fields come from the plan, except `headers`. */
struct eu_http_request {
	struct everyuri_text scheme, host, target; /* scheme: "http" or "https"; host: as for
		                                eu_net_connect; target: "/..." */
	struct everyuri_text user, password; /* sent only if the server asks; data is NULL if there
	                                        is none */
	uint16_t port;
	const struct everyuri_text *headers; /* header fields from the user: "Name: value" */
	size_t n_headers;
	uint64_t from; /* offset in bytes to resume at; 0 means the whole object */
};

/** The header of a response. data is NULL for an absent field. */
struct eu_http_answer {
	unsigned code;
	struct everyuri_text media_type; /* media type, in lower case */
	struct everyuri_text charset, location, content_location, language;
	struct everyuri_text encoding; /* Content-Encoding; the body is not decoded */
	uint64_t length;               /* length of the body in bytes, or UINT64_MAX if unknown */
	bool takes_password;           /* with 401: the server asks for a password by a supported
	                                  method */
	uint64_t from;                 /* with 206: offset of the first byte sent, as requested */
	uint64_t all; /* with 206 and 416: total length, or UINT64_MAX if unknown */
	enum everyuri_address_class address_class; /* class of the host's address, as in
	                                              eu_net_class() */
};

/** Callbacks. `answer` is called once, and then `bytes` for each chunk of the body.
 *  answer: returns false to end the transfer; eu_http_get() then returns OK. bytes: returns false
 *  to stop; eu_http_get() then returns PARTIAL. */
struct eu_http_sink {
	void *context;
	bool (*answer)(void *context, const struct eu_http_answer *answer);
	bool (*bytes)(void *context, const char *data, size_t len);
};

/** Sends a GET request.  Does not follow redirects; the response contains their location.
 *  Errors: UNSAFE if the policy refuses the request, or a target or header must not be sent;
 *          PARTIAL if the response was passed on but is incomplete; FAILED, PROTOCOL, UNSUPPORTED,
 *          NO_MEMORY. */
enum everyuri_status eu_http_get(const struct eu_http_request *request,
                                 const struct eu_net_options *options,
                                 const struct eu_http_sink *sink, struct everyuri_error *err);

/* ---- ldap.c: LDAP with libcurl --------------------------------------------------------------------- */

/** A search.  All fields come from the plan. */
struct eu_ldap_request {
	struct everyuri_text host, base, scope, filter;
	const struct everyuri_text *attributes; /* if there are none, the server sends all
	                                           attributes except operational ones */
	size_t n_attributes;
	uint16_t port;
	bool tls;
};

/** bytes: receives LDIF (RFC 2849).  It returns false to stop; eu_ldap_get() then returns
 *        PARTIAL. */
struct eu_ldap_sink {
	void *context;
	bool (*bytes)(void *context, const char *data, size_t len);
};

/** Searches anonymously.  Does not follow referrals.
 *  Errors: those of eu_http_get; PARTIAL also if the server has more entries than it sent; FAILED
 *          if the server refused the search; eu_net_said() then returns its message. */
enum everyuri_status eu_ldap_get(const struct eu_ldap_request *request,
                                 const struct eu_net_options *options,
                                 const struct eu_ldap_sink *sink, struct everyuri_error *err);

/* ---- smtp.c: SMTP with libcurl --------------------------------------------------------------------- */

#define EU_SMTP_ADDRESS 254 /* longest address in bytes, without brackets (RFC 5321 4.5.3.1.3) */

/** A message and its envelope. */
struct eu_smtp_request {
	struct everyuri_text host;       /* as in eu_net_connect() */
	struct everyuri_text sender;     /* an address in US-ASCII, without brackets */
	struct everyuri_text recipients; /* addresses of the same form, each followed by a NUL */
	struct everyuri_text text;       /* the message; its lines end in CR LF */
	const char *user, *password;     /* sent only over TLS; NULL if there is no login */
	uint16_t port;
	bool tls; /* start TLS immediately; otherwise use STARTTLS if the server offers it */
};

/** Sends a message, to all recipients or to none.  Ignores the proxy of the options.
 *  Errors: those of eu_http_get; UNSAFE also for an address or line that must not be sent; FAILED
 *          if the server refused the message; eu_net_said() then returns its reply.  After OK the
 *          server has the message.  After FAILED the server may also have the message, if the
 *          connection broke at the end. */
enum everyuri_status eu_smtp_send(const struct eu_smtp_request *request,
                                  const struct eu_net_options *options, struct everyuri_error *err);

#endif
