/* connection.h - the connection, and the libcurl settings, shared by the files of net. */
#ifndef EU_NET_CONNECTION_H
#define EU_NET_CONNECTION_H

#include <curl/curl.h>
#include <openssl/ssl.h>
#include <sys/socket.h>

#include "net/net.h"

#define EU_NET_HOST_MAX 255 /* longest name (RFC 1035 2.3.4), or address with zone, in bytes */

struct eu_net {
	struct everyuri_buf memory; /* the memory that contains this struct */
	struct eu_net_options options;
	CURL *curl; /* opened the socket and will close it; if NULL, we close the socket */
	int fd;
	bool udp;
	bool proxied;
	bool heard;  /* data has arrived */
	bool broken; /* the connection is unusable after an error */
	struct sockaddr_storage peer;
	socklen_t peer_len;
	uint16_t port;
	char host[EU_NET_HOST_MAX + 1]; /* NUL-terminated */

	/* Set by tls.c; NULL means no TLS. */
	SSL_CTX *context;
	SSL *ssl;
	BIO_METHOD *method;
	bool shaken; /* the handshake is complete */
	bool no_more_bytes;
};

/* ---- stream.c --------------------------------------------------------------------------------------- */

/* Returns the time, by eu_net_now(), at which a wait of `ms` milliseconds ends; never after the
 * deadline. */
uint64_t eu_net_until(const struct eu_net_options *options, unsigned ms);

/* Waits until the socket is readable (POLLIN) or writable (POLLOUT).  Errors: FAILED. */
enum everyuri_status eu_net_wait(const struct eu_net *net, short events, uint64_t until,
                                 struct everyuri_error *err);

/* Set the message that eu_net_said() returns.  The first sets it to this text, the second to
 * strerror(errno). */
void eu_net_says(const char *words);
void eu_net_system_says(void);

unsigned eu_net_connect_ms(const struct eu_net_options *options);
unsigned eu_net_first_ms(const struct eu_net_options *options);
unsigned eu_net_idle_ms(const struct eu_net_options *options);

/* ---- curl.c ---------------------------------------------------------------------------------------------- */

/* The context of the callbacks that check libcurl's connections. */
struct eu_net_judge {
	const struct eu_net_options *options;
	bool proxied, udp;
	bool refused;              /* an address was refused */
	struct everyuri_error why; /* the reason, if `refused` is true */
	bool end_unsaid;           /* TLS is in use, and no close_notify has arrived */
};

/* Checks a host by the policy.  If there is a proxy, which resolves the name, checks only the host
 * as written. */
enum everyuri_status eu_net_judge_host(const struct eu_net_options *options, const char *host,
                                       size_t len, struct everyuri_error *err);

/* Stores the 16 bytes of a socket's address.  Returns: false if it is neither IPv4 nor IPv6. */
bool eu_net_address(const struct sockaddr *from, uint8_t address[EVERYURI_ADDRESS_SIZE]);

/* Returns the port of a socket's address; 0 if it is neither IPv4 nor IPv6. */
unsigned eu_net_port(const struct sockaddr *from);

/* Refuses an address of this program itself. */
enum everyuri_status eu_net_judge_own(const struct eu_net_options *options,
                                      const struct sockaddr *to, struct everyuri_error *err);

/* Returns the class of a peer's address. */
enum everyuri_address_class eu_net_peer_class(const struct sockaddr *peer);

/* Writes "host:port" or "[host]:port", NUL-terminated; needs EU_NET_AUTHORITY bytes. */
#define EU_NET_AUTHORITY (EU_NET_HOST_MAX + 16)
void eu_net_authority(struct everyuri_text host, uint16_t port, char *authority);

/* Makes a libcurl handle for a host.  The judge checks each address of the host, and
 * must outlive the handle.
 *  scheme: "http", "https", "ldap", "smtp" or "smtps". */
enum everyuri_status eu_net_curl(const char *scheme, struct everyuri_text host, uint16_t port,
                                 struct eu_net_judge *judge, CURL **curl,
                                 struct everyuri_error *err);

/* Runs the transfer.  Errors: those that libcurl or the judge reports. */
enum everyuri_status eu_net_perform(CURL *curl, const struct eu_net_judge *judge,
                                    struct everyuri_error *err);

/* Converts the code and message of libcurl to a status, after the transfer. */
enum everyuri_status eu_net_outcome(CURL *curl, CURLcode code, const char *words,
                                    const struct eu_net_judge *judge, struct everyuri_error *err);

/* ---- tls.c ------------------------------------------------------------------------------------------------- */

/* Prepares TLS. `first` is NULL, or the connection whose settings and session to reuse. */
enum everyuri_status eu_tls_begin(struct eu_net *net, const struct eu_net *first,
                                  struct everyuri_error *err);

/* Does the handshake. */
enum everyuri_status eu_tls_shake(struct eu_net *net, struct everyuri_error *err);

enum everyuri_status eu_tls_read(struct eu_net *net, char *data, size_t cap, size_t *n,
                                 struct everyuri_error *err);
enum everyuri_status eu_tls_write(struct eu_net *net, const char *data, size_t len,
                                  struct everyuri_error *err);

/* Sends close_notify if possible, and frees the TLS state. */
void eu_tls_end(struct eu_net *net);

/* Finds the system's certificates, the same for libcurl and OpenSSL.  Either result may be NULL. */
void eu_tls_system(const char **file, const char **folder);

#endif
