/* Loads the network code on first use.
 *
 * libcurl and OpenSSL need thirty libraries, which take longer to load than everything else that
 * `everyuri get file:...` does (3 ms of 5, measured).  So the command keeps them in a separate
 * module in the same directory, everyuri-net.so, made from this directory.  Compiled with
 * EVERYURI_NET_MODULE, this file is the module's table of functions.  Compiled with
 * EVERYURI_NET_LATE, it replaces the rest of this directory in the command.  A program that links
 * the library contains the directory itself, and nothing from this file. */
#define _DEFAULT_SOURCE /* dlopen, readlink */
#include "net/net.h"

#if defined EVERYURI_NET_MODULE || defined EVERYURI_NET_LATE

struct eu_net_calls {
	bool (*begin)(void); /* called once, before all other functions */
	enum everyuri_status (*connect)(const char *host, size_t len, uint16_t port, bool tls,
	                                bool udp, const struct eu_net_options *options,
	                                struct eu_net **net, struct everyuri_error *err);
	enum everyuri_status (*connect_data)(struct eu_net *first, uint16_t port,
	                                     struct eu_net **net, struct everyuri_error *err);
	enum everyuri_status (*secure)(struct eu_net *net, struct everyuri_error *err);
	enum everyuri_status (*read)(struct eu_net *net, char *data, size_t cap, size_t *n,
	                             struct everyuri_error *err);
	bool (*ready)(const struct eu_net *net, unsigned ms);
	enum everyuri_status (*write)(struct eu_net *net, const char *data, size_t len,
	                              struct everyuri_error *err);
	enum everyuri_address_class (*address_class)(const struct eu_net *net);
	const char *(*said)(void);
	int (*socket)(const struct eu_net *net);
	void (*close)(struct eu_net *net);
	enum everyuri_status (*get)(const struct eu_http_request *request,
	                            const struct eu_net_options *options,
	                            const struct eu_http_sink *sink, struct everyuri_error *err);
	enum everyuri_status (*search)(const struct eu_ldap_request *request,
	                               const struct eu_net_options *options,
	                               const struct eu_ldap_sink *sink, struct everyuri_error *err);
	enum everyuri_status (*send)(const struct eu_smtp_request *request,
	                             const struct eu_net_options *options,
	                             struct everyuri_error *err);
};

extern const struct eu_net_calls eu_net_calls; /* defined in the module */

#endif

#ifdef EVERYURI_NET_MODULE

#include <curl/curl.h>

/* Initialises libcurl.  libcurl would do this on first use, but not thread-safely in every
 * build. */
static bool begin_curl(void)
{
	return !curl_global_init(CURL_GLOBAL_DEFAULT);
}

const struct eu_net_calls eu_net_calls = {
	begin_curl,   eu_net_connect, eu_net_connect_data, eu_net_secure, eu_net_read,
	eu_net_ready, eu_net_write,   eu_net_class,        eu_net_said,   eu_net_socket,
	eu_net_close, eu_http_get,    eu_ldap_get,         eu_smtp_send,
};

#elif defined EVERYURI_NET_LATE

#include <dlfcn.h>
#include <pthread.h>
#include <unistd.h>

#define MODULE "everyuri-net.so"

static pthread_once_t once_of_net = PTHREAD_ONCE_INIT;
static const struct eu_net_calls *net_calls; /* NULL if the module could not be loaded */
static char net_missing[256];                /* the loader's message */

/* Loads the module only from the directory of this program.  This is safe, because anyone who can
 * put a file there could also replace the program. */
static void load_net(void)
{
	static const char name[] = MODULE;
	char path[4096];
	ssize_t n = readlink("/proc/self/exe", path, sizeof path - sizeof name);
	const char *words;
	void *module;

	while (n > 0 && path[n - 1] != '/')
		n--;
	if (n <= 0)
		return;
	memcpy(path + n, name, sizeof name);
	module = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (module) {
		net_calls = dlsym(module, "eu_net_calls");
		if (net_calls && !net_calls->begin())
			net_calls = NULL;
		return;
	}
	words = dlerror();
	if (words)
		strncpy(net_missing, words, sizeof net_missing - 1);
}

static enum everyuri_status have_net(struct everyuri_error *err)
{
	pthread_once(&once_of_net, load_net);
	if (net_calls)
		return EVERYURI_OK;
	return eu_fail(err, EVERYURI_UNSUPPORTED, 0, "",
	               "cannot load " MODULE ", which makes network connections");
}

enum everyuri_status eu_net_load(struct everyuri_error *err)
{
	return have_net(err);
}

enum everyuri_status eu_net_connect(const char *host, size_t len, uint16_t port, bool tls, bool udp,
                                    const struct eu_net_options *options, struct eu_net **net,
                                    struct everyuri_error *err)
{
	enum everyuri_status status = have_net(err);

	return status ? status : net_calls->connect(host, len, port, tls, udp, options, net, err);
}

enum everyuri_status eu_http_get(const struct eu_http_request *request,
                                 const struct eu_net_options *options,
                                 const struct eu_http_sink *sink, struct everyuri_error *err)
{
	enum everyuri_status status = have_net(err);

	return status ? status : net_calls->get(request, options, sink, err);
}

enum everyuri_status eu_ldap_get(const struct eu_ldap_request *request,
                                 const struct eu_net_options *options,
                                 const struct eu_ldap_sink *sink, struct everyuri_error *err)
{
	enum everyuri_status status = have_net(err);

	return status ? status : net_calls->search(request, options, sink, err);
}

enum everyuri_status eu_smtp_send(const struct eu_smtp_request *request,
                                  const struct eu_net_options *options, struct everyuri_error *err)
{
	enum everyuri_status status = have_net(err);

	return status ? status : net_calls->send(request, options, err);
}

const char *eu_net_said(void)
{
	return net_calls ? net_calls->said() : net_missing;
}

/* The functions below need a connection, so the module is already loaded. */

enum everyuri_status eu_net_connect_data(struct eu_net *first, uint16_t port, struct eu_net **net,
                                         struct everyuri_error *err)
{
	return net_calls->connect_data(first, port, net, err);
}

enum everyuri_status eu_net_secure(struct eu_net *net, struct everyuri_error *err)
{
	return net_calls->secure(net, err);
}

enum everyuri_status eu_net_read(struct eu_net *net, char *data, size_t cap, size_t *n,
                                 struct everyuri_error *err)
{
	return net_calls->read(net, data, cap, n, err);
}

bool eu_net_ready(const struct eu_net *net, unsigned ms)
{
	return net_calls->ready(net, ms);
}

enum everyuri_status eu_net_write(struct eu_net *net, const char *data, size_t len,
                                  struct everyuri_error *err)
{
	return net_calls->write(net, data, len, err);
}

enum everyuri_address_class eu_net_class(const struct eu_net *net)
{
	return net_calls->address_class(net);
}

int eu_net_socket(const struct eu_net *net)
{
	return net_calls->socket(net);
}

void eu_net_close(struct eu_net *net)
{
	if (net)
		net_calls->close(net);
}

#endif
