/* net.h - connections, for fetch.
 *
 * Every address that a name leads to is judged by the policy before it is connected to
 * (THREATS G3).  No connection is shared: each is made for one plan and closed with it
 * (THREATS C8).  Nothing of the environment counts: no proxy, no .netrc, no cookies. */
#ifndef EU_NET_NET_H
#define EU_NET_NET_H

#include "base/base.h"
#include "everyuri/policy.h"

struct eu_net; /* a connection */

/** What holds for all connections of one access.  What it points to outlives them. */
struct eu_net_options {
	const struct everyuri_policy *policy; /* NULL: the default */
	bool after_hop;                       /* a link, redirect or reference led here ... */
	enum everyuri_address_class from;     /* ... from a host of this class */

	/* "host:port", or one with "http://", "https://" (of HTTP only), "socks4://" or "socks5://" in
	 * front; data NULL: none.  The user named it: its own address is not judged.  It looks all
	 * names up, so that of a host behind it only an address as it is written can be judged. */
	struct everyuri_text proxy;
	const char *ca_file;                    /* NULL: the system's certificates */
	bool insecure;                          /* the user accepts any certificate */
	unsigned connect_ms, first_ms, idle_ms; /* 0: 10 s, 30 s, 30 s (THREATS C9) */
	uint64_t deadline_ms;                   /* of the whole access, by eu_net_now; 0: none */
};

/** Milliseconds of a clock that only goes forward. */
uint64_t eu_net_now(void);

/** Connect.
 *  tls:  from the first byte on.
 *  udp:  datagrams to and from one peer; no proxy carries them, nor is there TLS.
 *  host: as a plan has it: an address (IPv6 without brackets), or a name in US-ASCII.
 *  Errors: UNSAFE (the policy), FAILED, UNSUPPORTED (a proxy that cannot do it), NO_MEMORY;
 *  err->message is static; eu_net_said has the system's or library's words. */
enum everyuri_status eu_net_connect(const char *host, size_t len, uint16_t port, bool tls, bool udp,
                                    const struct eu_net_options *options, struct eu_net **net,
                                    struct everyuri_error *err);

/** A second connection to the same peer: its address, whatever a server says (THREATS C3); the
 *  port is judged.  If the first speaks TLS, so does this, with its session: from the first read
 *  or write on, because servers begin it only when they have their command. */
enum everyuri_status eu_net_connect_data(struct eu_net *first, uint16_t port, struct eu_net **net,
                                         struct everyuri_error *err);

/** TLS on a connection that is open.  Whatever was read before, the caller has used up.
 *  Errors: PROTOCOL where bytes are waiting that came before TLS (RFC 3207 4.2's injected reply);
 *          as eu_net_connect. */
enum everyuri_status eu_net_secure(struct eu_net *net, struct everyuri_error *err);

/** Read what there is, waiting as long as the options allow; of UDP one datagram.
 *  cap: at least 1.
 *  *n:  0: the end; with TLS only if the other side said so.
 *  Errors: PARTIAL: the end without TLS's close_notify; PROTOCOL: TLS is broken; FAILED. */
enum everyuri_status eu_net_read(struct eu_net *net, char *data, size_t cap, size_t *n,
                                 struct everyuri_error *err);

/** Wait for something to be read: so many milliseconds, and at most as long as the options allow.
 *  Returns: false: nothing came.  true: eu_net_read need not wait, or will say what is wrong. */
bool eu_net_ready(const struct eu_net *net, unsigned ms);

/** Write all of it; of UDP as one datagram. */
enum everyuri_status eu_net_write(struct eu_net *net, const char *data, size_t len,
                                  struct everyuri_error *err);

/** The class of the address that is connected to, for the next hop; behind a proxy, which alone
 *  knows the address of a name, PUBLIC: from there a hop may do least. */
enum everyuri_address_class eu_net_class(const struct eu_net *net);

/** Words of the library below for the last failure in this thread, or ""; they may hold what a
 *  server sent, so their printer escapes them. */
const char *eu_net_said(void);

/** The socket itself, once more, non-blocking: it stays open when the connection is closed.
 *  Returns: the caller's to close; -1: there is none. */
int eu_net_socket(const struct eu_net *net);

/** Load what the others would load when they are first called.  Errors: UNSUPPORTED. */
enum everyuri_status eu_net_load(struct everyuri_error *err);

/** Close, after TLS's close_notify.  net: may be NULL. */
void eu_net_close(struct eu_net *net);

/* ---- http.c: HTTP inside of libcurl ---------------------------------------------------------------- */

#define EU_HTTP_HEADERS (64u << 10) /* bytes: the longest header of an answer */

/** What is sent: all of it from the plan. */
struct eu_http_request {
	struct everyuri_text scheme, host,
		target;                      /* "http" or "https"; as eu_net_connect; "/..." */
	struct everyuri_text user, password; /* told only when the server asks; data NULL: none */
	uint16_t port;
	const struct everyuri_text *headers; /* "Name: value" of the user's */
	size_t n_headers;
	uint64_t from; /* resume at this byte; 0: all */
};

/** What comes first.  Texts with data NULL were not told. */
struct eu_http_answer {
	unsigned code;
	struct everyuri_text media_type; /* in lower case */
	struct everyuri_text charset, location, content_location, language;
	struct everyuri_text encoding; /* Content-Encoding: the bytes come as they are */
	uint64_t length;               /* of what comes, or UINT64_MAX */
	bool takes_password;           /* with 401: by a method that is spoken here */
	uint64_t from; /* of the whole, the byte that comes first: what was asked for, with 206 */
	uint64_t all;  /* bytes of the whole, with 206 and 416; or UINT64_MAX */
	enum everyuri_address_class address_class; /* of the host, as eu_net_class */
};

/** Called once with the answer, then with each piece.
 *  answer: returns false if no more is wanted: the call succeeds.
 *  bytes:  returns false to stop: PARTIAL. */
struct eu_http_sink {
	void *context;
	bool (*answer)(void *context, const struct eu_http_answer *answer);
	bool (*bytes)(void *context, const char *data, size_t len);
};

/** GET.  Redirects are not followed: the answer has their location.
 *  Errors: UNSAFE: the policy, or a target or header that must not be sent; PARTIAL: the answer
 *          was told, and what it promised did not come whole; FAILED, PROTOCOL, UNSUPPORTED,
 *          NO_MEMORY. */
enum everyuri_status eu_http_get(const struct eu_http_request *request,
                                 const struct eu_net_options *options,
                                 const struct eu_http_sink *sink, struct everyuri_error *err);

/* ---- ldap.c: LDAP inside of libcurl ---------------------------------------------------------------- */

/** A search, all of it from the plan. */
struct eu_ldap_request {
	struct everyuri_text host, base, scope, filter;
	const struct everyuri_text *attributes; /* none: all that are no operational ones */
	size_t n_attributes;
	uint16_t port;
	bool tls;
};

/** bytes: of LDIF (RFC 2849); returns false to stop: PARTIAL. */
struct eu_ldap_sink {
	void *context;
	bool (*bytes)(void *context, const char *data, size_t len);
};

/** Search, as nobody in particular; referrals are not followed.
 *  Errors: as eu_http_get; PARTIAL also where the server has more than it tells; FAILED: the
 *          server refuses, and eu_net_said has its words. */
enum everyuri_status eu_ldap_get(const struct eu_ldap_request *request,
                                 const struct eu_net_options *options,
                                 const struct eu_ldap_sink *sink, struct everyuri_error *err);

/* ---- smtp.c: SMTP inside of libcurl ---------------------------------------------------------------- */

#define EU_SMTP_ADDRESS 254 /* bytes (RFC 5321 4.5.3.1.3, without its brackets) */

/** A message and its envelope. */
struct eu_smtp_request {
	struct everyuri_text host;       /* as eu_net_connect */
	struct everyuri_text sender;     /* an address in US-ASCII, without brackets */
	struct everyuri_text recipients; /* the same; each ends in NUL */
	struct everyuri_text text;       /* lines that end in CR LF */
	const char *user, *password;     /* told over TLS only; NULL: none */
	uint16_t port;
	bool tls; /* from the first byte on; otherwise STARTTLS, where the server has it */
};

/** Send it, to all recipients or to none.  No proxy of the options' is used.
 *  Errors: as eu_http_get; UNSAFE also for an address or line that must not be sent; FAILED: the
 *          server refuses, and eu_net_said has its words.  Only OK says that it has the message; after
 *          FAILED it may have it, too, where the connection broke at the end. */
enum everyuri_status eu_smtp_send(const struct eu_smtp_request *request,
                                  const struct eu_net_options *options, struct everyuri_error *err);

#endif
