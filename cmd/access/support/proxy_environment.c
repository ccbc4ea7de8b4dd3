/* proxy_environment.c - reads proxies from the environment for get, open and plan --run.
 * The library never reads the environment. */
#include "access.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Returns the value of a variable.  An empty variable counts as unset.  upper: NULL if only
 * the name in lower case is read. */
static const char *take(const char *lower, const char *upper, const char **name)
{
	const char *value = getenv(lower);

	*name = lower;
	if ((!value || !*value) && upper) {
		value = getenv(upper);
		*name = upper;
	}
	if (!value || !*value)
		*name = NULL;
	return *name ? value : NULL;
}

/* Converts "http://h:1/" to "h:1".  A user or another protocol is kept, so that
 * check_server() rejects it. */
static struct everyuri_text server_of(const char *value)
{
	static const char front[] = "http://";
	struct everyuri_text server = { value, strlen(value) };

	if (server.len > sizeof front - 1 && !strncasecmp(value, front, sizeof front - 1)) {
		server.data += sizeof front - 1;
		server.len -= sizeof front - 1;
		if (server.data[server.len - 1] == '/')
			server.len--;
	}
	return server;
}

/* Checks the value of a variable by the rules for the line `http-proxy` of the
 * configuration.  The value is not shown, because it may contain a password.  Returns -1 to
 * continue, or the exit status after an error was reported. */
static int check_server(const struct settings *settings, const char *variable,
                        struct everyuri_text server)
{
	char line[512] = "http-proxy ";
	size_t begin = strlen(line);
	struct everyuri_config config;
	struct everyuri_error error = { .message = "too long" };
	struct everyuri_buf buf;
	bool good = false;

	if (!variable)
		return -1;
	everyuri_buf_init(&buf, NULL, 0, NULL);
	if (server.len < sizeof line - begin) {
		memcpy(line + begin, server.data, server.len);
		good = !everyuri_config_read(line, begin + server.len, &buf, &config, &error);
	}
	everyuri_buf_free(&buf);
	if (good && !memchr(line, '\n', begin + server.len))
		return -1;
	return usage_error(settings, "environment variable %s: %s", variable,
	                   good ? "line break in the value" : error.message);
}

static int check_servers(const struct accessing *a, const struct settings *settings)
{
	int status = check_server(settings, a->http_proxy, a->access.config.http_proxy);

	return status < 0 ? check_server(settings, a->https_proxy, a->access.config.https_proxy) :
	                    status;
}

int proxies_read(struct accessing *a, const struct settings *settings)
{
	struct everyuri_config *config = &a->access.config;
	const char *all_name, *none_name, *all, *value;

	if (config->proxy.data || config->http_proxy.data || config->https_proxy.data ||
	    config->no_proxy.data)
		return -1;
	all = take("all_proxy", "ALL_PROXY", &all_name);
	/* HTTP_PROXY is ignored.  In a CGI program it may contain the field "Proxy" of the
	 * request (RFC 3875 4.1.18), so the client of that program would choose the
	 * proxy. */
	value = take("http_proxy", NULL, &a->http_proxy);
	if (!value) {
		value = all;
		a->http_proxy = all_name;
	}
	if (value)
		config->http_proxy = server_of(value);
	value = take("https_proxy", "HTTPS_PROXY", &a->https_proxy);
	if (!value) {
		value = all;
		a->https_proxy = all_name;
	}
	if (value)
		config->https_proxy = server_of(value);
	value = take("no_proxy", "NO_PROXY", &none_name);
	if (value)
		config->no_proxy = (struct everyuri_text){ value, strlen(value) };
	return check_servers(a, settings);
}

const char *proxy_variable(const struct accessing *a, const struct everyuri_uri *uri)
{
	const struct everyuri_scheme_info *info = scheme_info(uri);

	if (!info || !(info->flags & EVERYURI_WEB))
		return NULL;
	return info->flags & EVERYURI_TLS ? a->https_proxy : a->http_proxy;
}
