/* Applies the policy to a URI before its plan is made: THREATS C2, C7, C8. */
#include "scheme/scheme.h"

#include "everyuri/address.h"

static const struct everyuri_policy default_policy = { 0 };

/* Refuses the URI or adds a warning, as the policy says.  Both name the byte of the URI that caused
 * them. */
static void heed(struct everyuri_planning *planning, enum everyuri_status status,
                 const struct everyuri_error *error, const struct everyuri_error *warning,
                 struct everyuri_span at)
{
	if (status)
		eu_plan_refuse_because(&planning->build, error->reason, status, at.begin,
		                       error->clause, error->message);
	else if (warning && warning->status)
		eu_plan_warn(&planning->build, at.begin, warning->clause, warning->message);
}

static void judge_port(struct everyuri_planning *planning, const struct everyuri_policy *policy)
{
	struct everyuri_error error, warning = { .status = EVERYURI_OK };
	struct everyuri_span at = planning->uri->part[EVERYURI_PORT];

	/* The default port is checked only if the plan would connect to the URI's host. */
	if (!eu_planned_has(at) && !(planning->own_port && planning->n_host))
		return;
	if (!eu_planned_has(at))
		at = planning->host;
	heed(planning,
	     everyuri_policy_port(policy, planning->port, planning->own_port, &error, &warning),
	     &error, &warning, at);
}

static const struct everyuri_policy *policy_in_force(const struct everyuri_planning *planning)
{
	return planning->config->policy ? planning->config->policy : &default_policy;
}

static void judge_host(struct everyuri_planning *planning, const struct everyuri_policy *policy)
{
	struct everyuri_error error;

	heed(planning, everyuri_policy_host(policy, planning->host_text, planning->n_host, &error),
	     &error, NULL, planning->host);
	if (planning->uri->host_kind != EVERYURI_HOST_IPV4 &&
	    everyuri_host_looks_numeric(planning->host_text, planning->n_host))
		eu_plan_warn(&planning->build, planning->host.begin, "RFC 3986 7.4",
		             "some programs read this host as an IPv4 address");
}

void eu_planned_server(struct everyuri_planning *planning, struct everyuri_text host, uint16_t port,
                       uint16_t own_port)
{
	const struct everyuri_policy *policy = policy_in_force(planning);
	const struct everyuri_span at = planning->uri->part[EVERYURI_SCHEME];
	struct everyuri_error error, warning = { .status = EVERYURI_OK };

	heed(planning, everyuri_policy_host(policy, host.data, host.len, &error), &error, NULL, at);
	heed(planning, everyuri_policy_port(policy, port, own_port, &error, &warning), &error,
	     &warning, at);
}

void eu_planned_scheme(struct everyuri_planning *planning, const char *name)
{
	struct everyuri_error error;

	heed(planning,
	     everyuri_policy_scheme(policy_in_force(planning), name, strlen(name), &error), &error,
	     NULL, planning->path);
}

void eu_planned_policy(struct everyuri_planning *planning)
{
	const struct everyuri_policy *policy = policy_in_force(planning);
	const struct everyuri_span scheme = planning->uri->part[EVERYURI_SCHEME];
	struct everyuri_error error, warning = { .status = EVERYURI_OK };

	planning->build.max_line =
		policy->max_command ? policy->max_command : EVERYURI_POLICY_COMMAND;
	planning->build.max_line -= planning->build.max_line > 2 ? 2 : 0; /* for CR LF */
	planning->build.max_steps = policy->max_steps ? policy->max_steps : EVERYURI_POLICY_STEPS;
	planning->build.steps_at = planning->path.begin;
	heed(planning,
	     everyuri_policy_scheme(policy, planning->uri->text + scheme.begin, eu_span_len(scheme),
	                            &error),
	     &error, NULL, scheme);
	if (planning->n_host)
		judge_host(planning, policy);
	judge_port(planning, policy);
	if (eu_is_absent(planning->password))
		return;
	heed(planning, everyuri_policy_password(policy, &error, &warning), &error, &warning,
	     planning->password);
}
