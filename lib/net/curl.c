/* Sets up libcurl for all files of net: look-up of names, a check of each address before libcurl
 * connects to it, and proxies.  Environment variables are ignored. */
#define _POSIX_C_SOURCE 200809L /* sockets, fcntl */

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <openssl/x509v3.h>
#include <unistd.h>

#include "everyuri/address.h"
#include "net/connection.h"

/* ---- checks of hosts and addresses --------------------------------------------------------------------- */

static const struct everyuri_policy default_policy = { 0 };

static const struct everyuri_policy *policy_of(const struct eu_net_options *options)
{
	return options->policy ? options->policy : &default_policy;
}

bool eu_net_address(const struct sockaddr *from, uint8_t address[EVERYURI_ADDRESS_SIZE])
{
	struct sockaddr_in in;
	struct sockaddr_in6 in6;

	if (from->sa_family == AF_INET6) {
		memcpy(&in6, from, sizeof in6);
		memcpy(address, &in6.sin6_addr, EVERYURI_ADDRESS_SIZE);
		return true;
	}
	if (from->sa_family != AF_INET)
		return false;
	memcpy(&in, from, sizeof in);
	memset(address, 0, EVERYURI_ADDRESS_SIZE);
	address[10] = address[11] = 0xFF;
	memcpy(address + 12, &in.sin_addr, 4);
	return true;
}

unsigned eu_net_port(const struct sockaddr *from)
{
	struct sockaddr_in in;
	struct sockaddr_in6 in6;

	if (from->sa_family == AF_INET6) {
		memcpy(&in6, from, sizeof in6);
		return ntohs(in6.sin6_port);
	}
	memcpy(&in, from, sizeof in);
	return from->sa_family == AF_INET ? ntohs(in.sin_port) : 0;
}

enum everyuri_address_class eu_net_peer_class(const struct sockaddr *peer)
{
	uint8_t address[EVERYURI_ADDRESS_SIZE];

	return eu_net_address(peer, address) ? everyuri_address_class(address) :
	                                       EVERYURI_ADDRESS_PUBLIC;
}

/* THREATS G3: checks the address itself, and the hop from the previous URI to it. */
static enum everyuri_status judge_address(const struct eu_net_options *options,
                                          const uint8_t address[EVERYURI_ADDRESS_SIZE],
                                          struct everyuri_error *err)
{
	const struct everyuri_policy *policy = policy_of(options);
	enum everyuri_status status = everyuri_policy_address(policy, address, err);

	if (status || !options->after_hop)
		return status;
	return everyuri_policy_hop(policy, options->from, everyuri_address_class(address), err);
}

/* Refuses this program's own address.  THREATS G3, G7: a gateway must not send requests to
 * itself. */
enum everyuri_status eu_net_judge_own(const struct eu_net_options *options,
                                      const struct sockaddr *to, struct everyuri_error *err)
{
	uint8_t address[EVERYURI_ADDRESS_SIZE];

	if (!eu_net_address(to, address))
		return EVERYURI_OK;
	return everyuri_policy_own(policy_of(options), address, eu_net_port(to), err);
}

/* Refuses bytes that libcurl could take for a delimiter in its URL.  The zone of an address
 * (RFC 4007 11) is the name of an interface. */
static bool is_host(const char *host, size_t len)
{
	bool address = len && memchr(host, ':', len);
	unsigned zones = 0;

	for (size_t i = 0; i < len; i++) {
		unsigned char byte = (unsigned char)host[i];

		if (address && byte == '%')
			zones++;
		else if (!eu_is_unreserved(byte) && !(address && byte == ':'))
			return false;
	}
	return len && zones < 2; /* eu_net_authority() has space for one zone */
}

/* Returns whether this is "localhost" or a name below it, which every resolver maps to loopback
 * (RFC 6761 6.3). */
static bool is_localhost(const char *host, size_t len)
{
	static const char name[] = "localhost";
	size_t n = sizeof name - 1;

	if (host[len - 1] == '.') /* is_host() has checked that len > 0 */
		len--;
	return len >= n && eu_equals_ignoring_case(host + len - n, n, name) &&
	       (len == n || host[len - n - 1] == '.');
}

/* Checks the host as written, because the proxy resolves it. */
static enum everyuri_status judge_unresolved(const struct eu_net_options *options, const char *host,
                                             size_t len, struct everyuri_error *err)
{
	uint8_t address[EVERYURI_ADDRESS_SIZE];

	if (is_localhost(host, len)) {
		memset(address, 0, sizeof address);
		address[15] = 1;
		return judge_address(options, address, err);
	}
	if (everyuri_host_looks_numeric(host, len))
		return eu_fail(err, EVERYURI_UNSAFE, 0, "RFC 3986 7.4",
		               "the proxy might read this name as an address");
	if (everyuri_address_read(host, len, address))
		return EVERYURI_OK;
	return judge_address(options, address, err);
}

enum everyuri_status eu_net_judge_host(const struct eu_net_options *options, const char *host,
                                       size_t len, struct everyuri_error *err)
{
	enum everyuri_status status;

	if (len > EU_NET_HOST_MAX || !is_host(host, len))
		return eu_fail(err, EVERYURI_UNSAFE, 0, "RFC 1123 2.1", "invalid host");
	status = everyuri_policy_host(policy_of(options), host, len, err);
	if (status || !options->proxy.data)
		return status;
	return judge_unresolved(options, host, len, err);
}

/* CURLOPT_OPENSOCKETFUNCTION: libcurl calls this before it connects.  For a refused address,
 * returns no socket, so that no packet is sent; libcurl then tries the next address. */
static curl_socket_t socket_for(void *context, curlsocktype purpose, struct curl_sockaddr *to)
{
	struct eu_net_judge *judge = context;
	uint8_t address[EVERYURI_ADDRESS_SIZE];
	int fd;

	(void)purpose; /* is always CURLSOCKTYPE_IPCXN */
	if (!eu_net_address(&to->addr, address))
		return CURL_SOCKET_BAD;
	if (!judge->proxied && (judge_address(judge->options, address, &judge->why) ||
	                        eu_net_judge_own(judge->options, &to->addr, &judge->why))) {
		judge->refused = true;
		return CURL_SOCKET_BAD;
	}
	if (judge->udp)
		fd = socket(to->family, SOCK_DGRAM, IPPROTO_UDP);
	else
		fd = socket(to->family, to->socktype, to->protocol);
	if (fd < 0)
		return CURL_SOCKET_BAD;
	if (fcntl(fd, F_SETFD, FD_CLOEXEC) ||
	    (judge->udp && connect(fd, &to->addr, (socklen_t)to->addrlen))) {
		close(fd);
		return CURL_SOCKET_BAD;
	}
	return fd;
}

/* CURLOPT_SOCKOPTFUNCTION: reports a datagram socket as already connected, because there is nothing
 * to wait for. */
static int socket_is_ready(void *context, curl_socket_t fd, curlsocktype purpose)
{
	const struct eu_net_judge *judge = context;

	(void)fd, (void)purpose;
	return judge->udp ? CURL_SOCKOPT_ALREADY_CONNECTED : CURL_SOCKOPT_OK;
}

/* ---- settings ------------------------------------------------------------------------------------------- */

static const struct {
	CURLoption option;
	long value;
} always[] = {
	{ CURLOPT_NOSIGNAL, 1 },   /* a library must not change the program's signals */
	{ CURLOPT_QUICK_EXIT, 1 }, /* a slow name server must not delay the end of the program */
	{ CURLOPT_FOLLOWLOCATION, 0 },
	{ CURLOPT_NETRC, CURL_NETRC_IGNORED },
	{ CURLOPT_FRESH_CONNECT, 1 },
	{ CURLOPT_SUPPRESS_CONNECT_HEADERS, 1 },
	{ CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2 },
	{ CURLOPT_PROXY_SSLVERSION, CURL_SSLVERSION_TLSv1_2 },
};

void eu_net_authority(struct everyuri_text host, uint16_t port, char *authority)
{
	bool address = memchr(host.data, ':', host.len) != NULL;
	char digits[EU_DECIMAL_MAX];
	struct everyuri_text number;
	size_t at = 0;

	if (address)
		authority[at++] = '[';
	for (size_t i = 0; i < host.len; i++) {
		authority[at++] = host.data[i];
		if (host.data[i] == '%') { /* RFC 6874 2: "%" before a zone is written as "%25" */
			authority[at++] = '2';
			authority[at++] = '5';
		}
	}
	if (address)
		authority[at++] = ']';
	authority[at++] = ':';
	number = eu_decimal(digits, port);
	memcpy(authority + at, number.data, number.len);
	at += number.len;
	authority[at] = 0;
}

/* Proxy schemes and their names in libcurl.  The SOCKS names are those with which the proxy
 * resolves host names, because an address that libcurl resolved for a proxy would not be
 * checked. */
static const struct {
	const char *name, *taken;
} proxies[] = {
	{ "http://", "http://" },      { "https://", "https://" },
	{ "socks4://", "socks4a://" }, { "socks4a://", "socks4a://" },
	{ "socks5://", "socks5h://" }, { "socks5h://", "socks5h://" },
};

#define PROXY_MAX 1000 /* longest proxy, in bytes */

/* Always sets CURLOPT_PROXY.  An empty value makes libcurl ignore the environment. */
static enum everyuri_status set_proxy(CURL *curl, struct everyuri_text proxy,
                                      struct everyuri_error *err)
{
	char text[PROXY_MAX + 16] = "";
	const char *taken = "http://";

	for (size_t i = 0; proxy.data && i < sizeof proxies / sizeof *proxies; i++) {
		size_t len = strlen(proxies[i].name);

		if (proxy.len > len && eu_equals_ignoring_case(proxy.data, len, proxies[i].name)) {
			taken = proxies[i].taken;
			proxy.data += len;
			proxy.len -= len;
			break;
		}
	}
	if (proxy.data) {
		if (proxy.len > PROXY_MAX || memchr(proxy.data, '/', proxy.len) ||
		    memchr(proxy.data, 0, proxy.len))
			return eu_fail(err, EVERYURI_UNSUPPORTED, 0, "",
			               "unsupported proxy; use http, https, socks4 or socks5");
		memcpy(text, taken, strlen(taken));
		memcpy(text + strlen(taken), proxy.data, proxy.len);
	}
	if (curl_easy_setopt(curl, CURLOPT_PROXY, text) ||
	    curl_easy_setopt(curl, CURLOPT_NOPROXY, ""))
		return eu_fail(err, EVERYURI_NO_MEMORY, 0, "", "out of memory");
	return EVERYURI_OK;
}

/* OpenSSL's info callback: notes that an alert has arrived. */
static void hear_alert(const SSL *ssl, int where, int alert)
{
	struct eu_net_judge *judge = SSL_CTX_get_app_data(SSL_get_SSL_CTX(ssl));

	if (where == SSL_CB_READ_ALERT && (alert & 0xFF) == SSL_AD_CLOSE_NOTIFY)
		judge->end_unsaid = false;
}

/* Returns whether the certificate has a subjectAltName that is a host name or an address. */
static bool names_host(const X509 *certificate)
{
	GENERAL_NAMES *names = X509_get_ext_d2i(certificate, NID_subject_alt_name, NULL, NULL);
	bool found = false;

	for (int i = 0; i < sk_GENERAL_NAME_num(names); i++) { /* the number is -1 for NULL */
		int type = sk_GENERAL_NAME_value(names, i)->type;

		found = found || type == GEN_DNS || type == GEN_IPADD;
	}
	GENERAL_NAMES_free(names);
	return found;
}

/* OpenSSL's callback for each verified certificate.  RFC 9525 2: the Common Name does not identify
 * a host, but libcurl would use it if there is no subjectAltName. */
static int judge_certificate(int good, X509_STORE_CTX *store)
{
	if (!good || X509_STORE_CTX_get_error_depth(store) ||
	    names_host(X509_STORE_CTX_get_current_cert(store)))
		return good;
	X509_STORE_CTX_set_error(store, X509_V_ERR_HOSTNAME_MISMATCH);
	return 0;
}

/* CURLOPT_SSL_CTX_FUNCTION.  libcurl accepts TLS that ends without close_notify, so an attacker
 * could truncate a body that extends to the end of the connection (RFC 9112 9.8).  hear_alert()
 * records whether close_notify arrives. */
static CURLcode watch_tls(CURL *curl, void *context, void *judge)
{
	(void)curl;
	((struct eu_net_judge *)judge)->end_unsaid = true;
	SSL_CTX_set_app_data((SSL_CTX *)context, judge);
	SSL_CTX_set_info_callback(context, hear_alert);
	SSL_CTX_set_verify(context, SSL_CTX_get_verify_mode(context), judge_certificate);
	return CURLE_OK;
}

/* Three groups of settings.  Each function returns the combined errors of curl_easy_setopt, or 0
 * for success. */

/* Sets watch_tls() only if libcurl was built with OpenSSL 3, because otherwise the pointer that
 * libcurl passes is of another type. */
static unsigned set_watch(CURL *curl, struct eu_net_judge *judge)
{
	const char *built = curl_version_info(CURLVERSION_NOW)->ssl_version;

	if (!built || strncmp(built, "OpenSSL/3", 9) != 0)
		return 0;
	unsigned bad = curl_easy_setopt(curl, CURLOPT_SSL_CTX_FUNCTION, watch_tls);

	return bad | curl_easy_setopt(curl, CURLOPT_SSL_CTX_DATA, judge);
}

static unsigned set_certificates(CURL *curl, const struct eu_net_options *options)
{
	const char *file = options->ca_file, *folder = NULL;
	unsigned bad = 0;

	if (!file)
		eu_tls_system(&file, &folder);
	bad |= curl_easy_setopt(curl, CURLOPT_CAINFO, file);
	bad |= curl_easy_setopt(curl, CURLOPT_CAPATH, folder);
	bad |= curl_easy_setopt(curl, CURLOPT_SSL_VERIFYPEER, options->insecure ? 0L : 1L);
	bad |= curl_easy_setopt(curl, CURLOPT_SSL_VERIFYHOST, options->insecure ? 0L : 2L);
	return bad;
}

static unsigned set_times(CURL *curl, const struct eu_net_options *options)
{
	uint64_t now = eu_net_now(), left = 0; /* 0 means no limit */

	if (options->deadline_ms)
		left = options->deadline_ms > now ? options->deadline_ms - now : 1;
	if (left > INT32_MAX)
		left = INT32_MAX;
	unsigned bad =
		curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, (long)eu_net_connect_ms(options));

	return bad | curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, (long)left);
}

static bool set_all(CURL *curl, const char *url, struct eu_net_judge *judge)
{
	unsigned bad = 0;

	for (size_t i = 0; i < sizeof always / sizeof *always; i++)
		bad |= curl_easy_setopt(curl, always[i].option, always[i].value);
	bad |= curl_easy_setopt(curl, CURLOPT_URL, url);
	bad |= curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
	bad |= curl_easy_setopt(curl, CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
	bad |= curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, socket_for);
	bad |= curl_easy_setopt(curl, CURLOPT_OPENSOCKETDATA, judge);
	bad |= curl_easy_setopt(curl, CURLOPT_SOCKOPTFUNCTION, socket_is_ready);
	bad |= curl_easy_setopt(curl, CURLOPT_SOCKOPTDATA, judge);
	bad |= set_watch(curl, judge);
	bad |= set_certificates(curl, judge->options);
	bad |= set_times(curl, judge->options);
	return !bad;
}

enum everyuri_status eu_net_curl(const char *scheme, struct everyuri_text host, uint16_t port,
                                 struct eu_net_judge *judge, CURL **curl,
                                 struct everyuri_error *err)
{
	char url[EU_NET_AUTHORITY + 16] = "";
	CURL *made = curl_easy_init();
	enum everyuri_status status;

	if (!made)
		return eu_fail(err, EVERYURI_NO_MEMORY, 0, "", "out of memory");
	memcpy(url, scheme, strlen(scheme));
	memcpy(url + strlen(scheme), "://", 3);
	eu_net_authority(host, port, url + strlen(url));
	status = set_proxy(made, judge->options->proxy, err);
	if (!status && !set_all(made, url, judge))
		status = eu_fail(err, EVERYURI_UNSUPPORTED, 0, "",
		                 "libcurl does not support a required option");
	if (status)
		curl_easy_cleanup(made);
	else
		*curl = made;
	return status;
}

enum everyuri_status eu_net_load(struct everyuri_error *err)
{
	if (curl_global_init(CURL_GLOBAL_DEFAULT))
		return eu_fail(err, EVERYURI_UNSUPPORTED, 0, "", "libcurl cannot be initialized");
	return EVERYURI_OK;
}

/* ---- transfers ----------------------------------------------------------------------------------------- */

static const struct {
	CURLcode code;
	enum everyuri_status status;
	const char *message;
} failures[] = {
	{ CURLE_COULDNT_RESOLVE_HOST, EVERYURI_FAILED, "host not found" },
	{ CURLE_COULDNT_RESOLVE_PROXY, EVERYURI_FAILED, "proxy not found" },
	{ CURLE_OPERATION_TIMEDOUT, EVERYURI_FAILED, "timed out" },
	{ CURLE_ABORTED_BY_CALLBACK, EVERYURI_FAILED, "timed out" },
	{ CURLE_PROXY, EVERYURI_FAILED, "the proxy refused the connection" },
	{ CURLE_PEER_FAILED_VERIFICATION, EVERYURI_FAILED, "certificate verification failed" },
	{ CURLE_SSL_CACERT_BADFILE, EVERYURI_FAILED, "cannot read the file of CA certificates" },
	{ CURLE_SSL_CONNECT_ERROR, EVERYURI_FAILED, "TLS handshake failed" },
	{ CURLE_UNSUPPORTED_PROTOCOL, EVERYURI_PROTOCOL, "invalid HTTP response" },
	{ CURLE_WEIRD_SERVER_REPLY, EVERYURI_PROTOCOL, "invalid HTTP response" },
	{ CURLE_HTTP2, EVERYURI_PROTOCOL, "invalid HTTP/2 response" },
	{ CURLE_HTTP2_STREAM, EVERYURI_PROTOCOL, "the server sent an incomplete response" },
	{ CURLE_GOT_NOTHING, EVERYURI_PROTOCOL, "connection closed before a response arrived" },
	{ CURLE_PARTIAL_FILE, EVERYURI_PARTIAL, "connection closed before the end of the object" },
	{ CURLE_LOGIN_DENIED, EVERYURI_FAILED, "LDAP login refused" },
	{ CURLE_LDAP_CANNOT_BIND, EVERYURI_FAILED, "LDAP login refused" },
	{ CURLE_LDAP_SEARCH_FAILED, EVERYURI_FAILED, "LDAP search refused" },
	{ CURLE_REMOTE_ACCESS_DENIED, EVERYURI_FAILED, "LDAP search refused" },
	{ CURLE_OUT_OF_MEMORY, EVERYURI_NO_MEMORY, "out of memory" },
};

/* Reports the system's error for the last address tried. */
static enum everyuri_status not_connected(CURL *curl, const struct eu_net_judge *judge,
                                          struct everyuri_error *err)
{
	const char *message = "connection failed";
	long number = 0;

	curl_easy_getinfo(curl, CURLINFO_OS_ERRNO, &number);
	if (judge->proxied)
		message = "connection to the proxy failed";
	else if (number == ECONNREFUSED)
		message = "connection refused";
	else if (number == ENETUNREACH || number == EHOSTUNREACH)
		message = "connection failed: no route to the host";
	return eu_fail(err, EVERYURI_FAILED, 0, "", message);
}

enum everyuri_status eu_net_outcome(CURL *curl, CURLcode code, const char *words,
                                    const struct eu_net_judge *judge, struct everyuri_error *err)
{
	if (code == CURLE_OK)
		return EVERYURI_OK;
	if (judge->refused && code == CURLE_COULDNT_CONNECT) {
		eu_net_says("");
		return eu_fail_because(err, judge->why.reason, judge->why.status, 0,
		                       judge->why.clause, judge->why.message);
	}
	if (code != CURLE_ABORTED_BY_CALLBACK) /* keep our message if our callback stopped
	                                          libcurl */
		eu_net_says(*words ? words : curl_easy_strerror(code));
	if (code == CURLE_COULDNT_CONNECT)
		return not_connected(curl, judge, err);
	for (size_t i = 0; i < sizeof failures / sizeof *failures; i++)
		if (failures[i].code == code)
			return eu_fail(err, failures[i].status, 0, "", failures[i].message);
	return eu_fail(err, EVERYURI_FAILED, 0, "", "connection lost");
}

enum everyuri_status eu_net_perform(CURL *curl, const struct eu_net_judge *judge,
                                    struct everyuri_error *err)
{
	char words[CURL_ERROR_SIZE] = "";
	CURLcode code;

	curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, words);
	code = curl_easy_perform(curl);
	curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, (char *)NULL);
	return eu_net_outcome(curl, code, words, judge, err);
}
