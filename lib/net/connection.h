/* connection.h - what the files of net share: the connection, and how libcurl is set. */
#ifndef EU_NET_CONNECTION_H
#define EU_NET_CONNECTION_H

#include <curl/curl.h>
#include <openssl/ssl.h>
#include <sys/socket.h>

#include "net/net.h"

#define EU_NET_HOST_MAX 255 /* bytes: a name (RFC 1035 2.3.4), or an address and its zone */

struct eu_net {
	struct everyuri_buf memory; /* in which this stands */
	struct eu_net_options options;
	CURL *curl; /* it made the socket and closes it; NULL: the socket is ours */
	int fd;
	bool udp;
	bool proxied;
	bool heard;  /* something has come */
	bool broken; /* nothing more can be said on it */
	struct sockaddr_storage peer;
	socklen_t peer_len;
	uint16_t port;
	char host[EU_NET_HOST_MAX + 1]; /* ends in NUL */

	/* tls.c; NULL: plain */
	SSL_CTX *context;
	SSL *ssl;
	BIO_METHOD *method;
	bool shaken; /* hands are */
	bool no_more_bytes;
};

/* ---- stream.c --------------------------------------------------------------------------------------- */

/* The end of a wait of so many milliseconds, by eu_net_now: not beyond the deadline. */
uint64_t eu_net_until(const struct eu_net_options *options, unsigned ms);

/* Wait until the socket can be read from (POLLIN) or written to (POLLOUT).  Errors: FAILED. */
enum everyuri_status eu_net_wait(const struct eu_net *net, short events, uint64_t until,
                                 struct everyuri_error *err);

/* Keep somebody's words for eu_net_said; those of the system, by errno. */
void eu_net_says(const char *words);
void eu_net_system_says(void);

unsigned eu_net_connect_ms(const struct eu_net_options *options);
unsigned eu_net_first_ms(const struct eu_net_options *options);
unsigned eu_net_idle_ms(const struct eu_net_options *options);

/* ---- curl.c ---------------------------------------------------------------------------------------------- */

/* What libcurl is judged by while it connects. */
struct eu_net_judge {
	const struct eu_net_options *options;
	bool proxied, udp;
	bool refused;              /* an address was ... */
	struct everyuri_error why; /* ... for this reason */
	bool end_unsaid;           /* the other side has not said that TLS ends */
};

/* Is this a host that may be named, and, where a proxy would look it up, gone to? */
enum everyuri_status eu_net_judge_host(const struct eu_net_options *options, const char *host,
                                       size_t len, struct everyuri_error *err);

/* The 16 bytes of a socket's address.  Returns: false: it is of no family of ours. */
bool eu_net_address(const struct sockaddr *from, uint8_t address[EVERYURI_ADDRESS_SIZE]);

/* Its port; 0: it is of no family of ours. */
unsigned eu_net_port(const struct sockaddr *from);

/* Does the address not lead back to this program? */
enum everyuri_status eu_net_judge_own(const struct eu_net_options *options,
                                      const struct sockaddr *to, struct everyuri_error *err);

/* The class of the peer of a socket. */
enum everyuri_address_class eu_net_peer_class(const struct sockaddr *peer);

/* "host" or "[host]", and ":port", ended by NUL; room for EU_NET_AUTHORITY bytes. */
#define EU_NET_AUTHORITY (EU_NET_HOST_MAX + 16)
void eu_net_authority(struct everyuri_text host, uint16_t port, char *authority);

/* A handle of libcurl's that will go to that host and judge addresses; the judge outlives it.
 *  scheme: "http", "https", "ldap", "smtp" or "smtps". */
enum everyuri_status eu_net_curl(const char *scheme, struct everyuri_text host, uint16_t port,
                                 struct eu_net_judge *judge, CURL **curl,
                                 struct everyuri_error *err);

/* Go.  Errors: by what libcurl said, and the judge. */
enum everyuri_status eu_net_perform(CURL *curl, const struct eu_net_judge *judge,
                                    struct everyuri_error *err);

/* The same, of what libcurl has said already, in these words. */
enum everyuri_status eu_net_outcome(CURL *curl, CURLcode code, const char *words,
                                    const struct eu_net_judge *judge, struct everyuri_error *err);

/* ---- tls.c ------------------------------------------------------------------------------------------------- */

/* Prepare TLS; with `first`, by its settings and with its session. */
enum everyuri_status eu_tls_begin(struct eu_net *net, const struct eu_net *first,
                                  struct everyuri_error *err);

/* Shake hands. */
enum everyuri_status eu_tls_shake(struct eu_net *net, struct everyuri_error *err);

enum everyuri_status eu_tls_read(struct eu_net *net, char *data, size_t cap, size_t *n,
                                 struct everyuri_error *err);
enum everyuri_status eu_tls_write(struct eu_net *net, const char *data, size_t len,
                                  struct everyuri_error *err);

/* Say close_notify, if anything can be said, and forget. */
void eu_tls_end(struct eu_net *net);

/* Where the system keeps its certificates; either may be NULL.  One answer for both libraries. */
void eu_tls_system(const char **file, const char **folder);

#endif
