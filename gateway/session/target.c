/* Finds the address of a session.  The plan provides the host and the port, the resolver finds the
 * addresses of the host, and the policy decides which address is allowed (THREATS G3).
 *
 * CHOICE: the program gets the address, not the name.  If the program looked up the name again, a
 * hostile DNS server could return another address. */
#define _GNU_SOURCE /* getaddrinfo */
#include "gateway/session/session.h"

#include <everyuri/plan.h>

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#define HOST_MAX 255

static const char *const schemes[N_SESSION_SCHEMES] = {
	[SESSION_TELNET] = "telnet", [SESSION_RLOGIN] = "rlogin", [SESSION_TN3270] = "tn3270"
};

const char *eu_session_scheme(uint8_t scheme)
{
	return scheme < N_SESSION_SCHEMES ? schemes[scheme] : NULL;
}

static enum everyuri_status refuse(struct everyuri_error *err, enum everyuri_status status,
                                   const char *clause, const char *message)
{
	*err = (struct everyuri_error){ .status = status, .clause = clause, .message = message };
	return status;
}

/* ---- as a URI ------------------------------------------------------------------------------------------- */

/* Returns whether the address is IPv4-mapped (RFC 4291 2.5.5.2). */
static bool is_mapped(const uint8_t address[EVERYURI_ADDRESS_SIZE])
{
	static const uint8_t front[12] = { [10] = 0xFF, [11] = 0xFF };

	return !memcmp(address, front, sizeof front);
}

size_t eu_session_uri(const struct session_target *target, char uri[SESSION_URI_MAX])
{
	bool mapped = is_mapped(target->address);
	char host[INET6_ADDRSTRLEN];
	int n;

	if (target->scheme >= N_SESSION_SCHEMES ||
	    !inet_ntop(mapped ? AF_INET : AF_INET6, target->address + (mapped ? 12 : 0), host,
	               sizeof host))
		return 0;
	n = snprintf(uri, SESSION_URI_MAX, mapped ? "%s://%s:%u/" : "%s://[%s]:%u/",
	             schemes[target->scheme], host, target->port);
	return n > 0 && n < SESSION_URI_MAX ? (size_t)n : 0;
}

/* ---- host and port from a plan ----------------------------------------------------------------------------- */

static bool find_scheme(const struct everyuri_uri *uri, uint8_t *found)
{
	struct everyuri_text scheme = everyuri_view(uri, EVERYURI_SCHEME);

	for (uint8_t i = 0; i < N_SESSION_SCHEMES; i++)
		if (eu_http_is(scheme, schemes[i])) {
			*found = i;
			return true;
		}
	return false;
}

/* Reads the host and the port, the two arguments in the plan of plan_target(). */
static bool read_arguments(const struct everyuri_plan *plan, char host[HOST_MAX + 1],
                           struct session_target *target)
{
	struct everyuri_text argument[2] = { { 0 } };
	struct everyuri_field field;
	struct everyuri_step step;
	size_t at = 0, n = 0;
	unsigned port = 0;

	if (!everyuri_step_next(plan->steps, &at, &step) || step.what != EVERYURI_HAND_OVER)
		return false;
	for (at = 0; everyuri_field_next(step.fields, &at, &field);)
		if (field.name == EVERYURI_FIELD_ARGUMENTS && n < 2)
			argument[n++] = field.text;
	if (n < 2 || !argument[0].len || argument[0].len > HOST_MAX || argument[1].len > 5)
		return false;
	memcpy(host, argument[0].data, argument[0].len);
	host[argument[0].len] = '\0';
	for (size_t i = 0; i < argument[1].len; i++)
		port = port * 10 + (unsigned)(argument[1].data[i] - '0');
	target->port = (uint16_t)port;
	return true;
}

/* Makes a plan whose only arguments are the host and the port.  The plan writes the host in the
 * form that a connection needs, and applies all its checks. */
static enum everyuri_status plan_target(const struct everyuri_gateway *gateway,
                                        const struct everyuri_uri *uri, char host[HOST_MAX + 1],
                                        struct session_target *target, struct everyuri_error *err)
{
	static const char words[] = "session {host} {port}";
	const char *scheme = schemes[target->scheme];
	const struct everyuri_rule rule = { .kind = EVERYURI_RULE_PROGRAM,
		                            .name = { scheme, strlen(scheme) },
		                            .value = { words, sizeof words - 1 } };
	const struct everyuri_config config = { .policy = &gateway->policy,
		                                .rules = &rule,
		                                .n_rules = 1 };
	struct everyuri_plan plan;
	struct everyuri_buf buf;
	enum everyuri_status status;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	status = everyuri_plan_make(uri, &config, &buf, &plan, err);
	if (!status && !read_arguments(&plan, host, target))
		status = refuse(err, EVERYURI_UNSUPPORTED, "", "expected one host name");
	everyuri_buf_free(&buf);
	return status;
}

/* ---- addresses ----------------------------------------------------------------------------------------------- */

static bool read_sockaddr(const struct sockaddr *from, uint8_t address[EVERYURI_ADDRESS_SIZE])
{
	struct sockaddr_in in;
	struct sockaddr_in6 in6;

	if (from->sa_family == AF_INET) {
		memcpy(&in, from, sizeof in);
		memset(address, 0, 10);
		memset(address + 10, 0xFF, 2);
		memcpy(address + 12, &in.sin_addr, 4);
		return true;
	}
	if (from->sa_family != AF_INET6)
		return false;
	memcpy(&in6, from, sizeof in6);
	memcpy(address, &in6.sin6_addr, EVERYURI_ADDRESS_SIZE);
	return !in6.sin6_scope_id; /* skips link-local addresses, because a URI cannot contain the
	                            * zone that they need */
}

/* Takes the first address that the policy allows. */
static enum everyuri_status judge(const struct everyuri_gateway *gateway,
                                  const struct addrinfo *found, struct session_target *target,
                                  struct everyuri_error *err)
{
	enum everyuri_status status = refuse(err, EVERYURI_FAILED, "", "the host has no address");

	for (; found; found = found->ai_next) {
		if (!read_sockaddr(found->ai_addr, target->address))
			continue;
		status = everyuri_policy_address(&gateway->policy, target->address, err);
		if (!status)
			status = everyuri_policy_own(&gateway->policy, target->address,
			                             target->port, err);
		if (!status)
			return EVERYURI_OK;
	}
	return status;
}

static enum everyuri_status look_up(const struct everyuri_gateway *gateway, const char *host,
                                    struct session_target *target, struct everyuri_error *err)
{
	const struct addrinfo hints = { .ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM };
	struct addrinfo *found;
	enum everyuri_status status;

	if (getaddrinfo(host, NULL, &hints, &found))
		return refuse(err, EVERYURI_FAILED, "", "host not found");
	status = judge(gateway, found, target, err);
	freeaddrinfo(found);
	return status;
}

/* ---- entry point ----------------------------------------------------------------------------------------------- */

enum everyuri_status eu_session_find(const struct everyuri_gateway *gateway,
                                     struct everyuri_text uri, struct session_target *target,
                                     struct everyuri_error *err)
{
	struct everyuri_uri read;
	struct everyuri_buf buf;
	struct session_target found;
	char host[HOST_MAX + 1];
	enum everyuri_status status;

	memset(&found, 0, sizeof found);
	everyuri_buf_init(&buf, NULL, 0, NULL);
	status = everyuri_parse(uri.data, uri.len, EVERYURI_RFC3986, EVERYURI_ADMIT_ZONE, NULL,
	                        &buf, &read, err);
	if (!status && !find_scheme(&read, &found.scheme))
		status = refuse(err, EVERYURI_UNSUPPORTED, "THREATS G9",
		                "only telnet, rlogin and tn3270 can run in a terminal");
	if (!status)
		status = plan_target(gateway, &read, host, &found, err);
	everyuri_buf_free(&buf);
	if (!status)
		status = look_up(gateway, host, &found, err);
	if (!status)
		*target = found;
	return status;
}
