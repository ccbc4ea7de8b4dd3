/* gateway.c - starts and stops a gateway. */
#include "gateway/gateway.h"

#include "gateway/serve/serve.h"
#include "gateway/session/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#define TOTAL_MS (60u * 1000u) /* time limit of one request (THREATS C9) */

static enum everyuri_status fail(struct everyuri_error *err, enum everyuri_status status,
                                 const char *message)
{
	if (err)
		*err = (struct everyuri_error){ .status = status,
			                        .clause = "",
			                        .message = message };
	return status;
}

/* Generates the random names: the token required for side effects, the key for subresources, and
 * the Via name by which the gateway recognises requests that it sent itself. */
static bool draw_names(struct everyuri_gateway *gateway)
{
	unsigned char random[16];

	if (getrandom(random, sizeof random, 0) != (ssize_t)sizeof random)
		return false;
	for (size_t i = 0; i < sizeof random; i++)
		snprintf(gateway->token + 2 * i, 3, "%02x", random[i]);
	if (getrandom(random, 4, 0) != 4 ||
	    getrandom(gateway->subresource_key, SUBRESOURCE_KEY, 0) != SUBRESOURCE_KEY)
		return false;
	snprintf(gateway->via, sizeof gateway->via, "1.1 everyuri-%02x%02x%02x%02x", random[0],
	         random[1], random[2], random[3]);
	return true;
}

static void set_public(struct everyuri_gateway *gateway)
{
	struct everyuri_policy *policy = &gateway->public_policy;

	*policy = gateway->policy;
	policy->n_allowed_hosts = policy->n_allowed_ports = 0;
	policy->flags &= ~(uint32_t)EVERYURI_POLICY_ANY_HOP;
	gateway->public_config = gateway->config;
	gateway->public_config.policy = policy;
}

/* THREATS G3: addresses that are not public are refused, except those of hosts that allow-host
 * in the configuration names. */
static void set_fetch(struct everyuri_gateway *gateway)
{
	struct everyuri_fetch_options *fetch = &gateway->fetch;

	if (gateway->options.fetch)
		*fetch = *gateway->options.fetch;
	if (fetch->config)
		gateway->config = *fetch->config;
	/* THREATS G2: the author of a link can fill in its form, and a GET must have no side
	 * effect. So the user must agree first. */
	gateway->config.flags &= ~(unsigned)EVERYURI_FORM_AGREED;
	if (gateway->config.policy)
		gateway->policy = *gateway->config.policy;
	gateway->policy.refused_classes |= EVERYURI_POLICY_NON_PUBLIC;
	gateway->config.policy = &gateway->policy;
	fetch->config = &gateway->config;
	set_public(gateway);
	fetch->ask = NULL;
	fetch->event = NULL;
	fetch->context = NULL;
	fetch->headers = NULL;
	fetch->n_headers = 0;
	fetch->from = 0;
	fetch->no_hops = false;
	if (!fetch->total_ms)
		fetch->total_ms = TOTAL_MS;
}

enum everyuri_status everyuri_gateway_open(const struct everyuri_gateway_options *options,
                                           struct everyuri_gateway **gateway,
                                           struct everyuri_error *err)
{
	struct everyuri_gateway *g = calloc(1, sizeof *g);
	enum everyuri_status status;

	if (!g)
		return fail(err, EVERYURI_NO_MEMORY, "out of memory");
	g->options = *options;
	g->helper = -1;
	set_fetch(g);
	status = draw_names(g) ? eu_sessions_open(g, err) : /* generated before any socket is
	                                                     * opened */
	                 fail(err, EVERYURI_FAILED, "cannot get random bytes from the system");
	if (!status)
		status = eu_serve_open(g, &g->serve, err);
	if (status) {
		eu_sessions_close(g);
		free(g);
		return status;
	}
	g->port = eu_serve_port(g->serve);
	g->policy.own_port = g->public_policy.own_port = g->port;
	eu_sandbox_enter(g);
	*gateway = g;
	return EVERYURI_OK;
}

uint16_t everyuri_gateway_port(const struct everyuri_gateway *gateway)
{
	return gateway->port;
}

enum everyuri_status everyuri_gateway_run(struct everyuri_gateway *gateway,
                                          struct everyuri_error *err)
{
	return eu_serve_run(gateway->serve, err);
}

void everyuri_gateway_stop(struct everyuri_gateway *gateway)
{
	eu_serve_stop(gateway->serve);
}

void everyuri_gateway_close(struct everyuri_gateway *gateway)
{
	if (!gateway)
		return;
	eu_serve_close(gateway->serve);
	eu_sessions_close(gateway);
	free(gateway);
}
