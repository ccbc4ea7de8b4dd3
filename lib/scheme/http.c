/* http, https: RFC 1738 3.3; RFC 9110 and RFC 9112 for the request. */
#include "policy/pattern.h"
#include "scheme/scheme.h"

/* Bytes that a request target contains unencoded: printable US-ASCII except those that RFC 1738
 * calls unsafe and RFC 3986 excludes: space " # < > \ ^ ` { | } */
static const struct everyuri_byte_set in_target = { { 0, 0xAFFFFFF2, 0xAFFFFFFF, 0x47FFFFFE, 0, 0,
	                                              0, 0 } };

/* Bytes that end a line, and the colon, which separates user and password. */
static const struct everyuri_byte_set never_in_user = { { 1u << 0 | 1u << '\n' | 1u << '\r',
	                                                  1u << (':' - 32) } };
static const struct eu_carried carried_user = { &never_in_user, "RFC 7617 2",
	                                        "a user name with a colon cannot be sent" };

static void put_target(struct everyuri_planning *planning)
{
	struct eu_plan_build *build = &planning->build;

	if (!eu_planned_has(planning->path))
		eu_plan_put(build, "/", 1);
	eu_plan_escaped(planning, planning->path, &in_target);
	if (eu_is_absent(planning->query))
		return;
	eu_plan_put(build, "?", 1);
	eu_plan_escaped(planning, planning->query, &in_target);
}

/* Adds user and password.  THREATS C8: they are sent only to the host itself, only if it asks for
 * them, and never to a proxy. */
static void authorize(struct everyuri_planning *planning)
{
	struct eu_plan_build *build = &planning->build;

	if (!eu_planned_has(planning->user) && !eu_planned_has(planning->password))
		return;
	eu_plan_warn(build,
	             eu_is_absent(planning->user) ? planning->password.begin : planning->user.begin,
	             "RFC 1738 3.3", "user or password not allowed in an http URL");
	if (eu_is_absent(planning->password)) {
		eu_plan_step(build, EVERYURI_ASK);
		eu_plan_text(build, EVERYURI_FIELD_FOR, "password");
		eu_plan_text(build, EVERYURI_FIELD_WHEN, "401");
		eu_plan_nest(build, EVERYURI_FIELD_SEND);
		eu_plan_text(build, EVERYURI_FIELD_VERB, "authorization");
		eu_plan_part(build, EVERYURI_FIELD_USER, planning->user, &carried_user);
		eu_plan_unnest(build);
		return;
	}
	eu_plan_step(build, EVERYURI_SEND);
	eu_plan_text(build, EVERYURI_FIELD_VERB, "authorization");
	eu_plan_part(build, EVERYURI_FIELD_USER, planning->user, &carried_user);
	eu_plan_secret(planning, EVERYURI_FIELD_PASSWORD);
	eu_plan_text(build, EVERYURI_FIELD_WHEN, "401");
}

/* ---- proxies --------------------------------------------------------------------------------------- */

static struct everyuri_text next_direct(struct everyuri_text *rest)
{
	static const char between[] = ", \t";
	struct everyuri_text one;

	while (rest->len && memchr(between, rest->data[0], sizeof between - 1)) {
		rest->data++;
		rest->len--;
	}
	one = (struct everyuri_text){ rest->data, 0 };
	while (one.len < rest->len && !memchr(between, one.data[one.len], sizeof between - 1))
		one.len++;
	rest->data += one.len;
	rest->len -= one.len;
	if (one.len > 1 && one.data[0] == '[' && one.data[one.len - 1] == ']')
		one = (struct everyuri_text){ one.data + 1, one.len - 2 };
	return one;
}

/* Returns whether no_proxy lists the host.  The patterns are those of policies, but a name also
 * matches its subdomains, with or without a leading dot, as is usual for the environment variable
 * no_proxy. */
static bool goes_directly(const struct everyuri_planning *planning)
{
	const struct eu_policy_host host = eu_policy_host_of(planning->host_text, planning->n_host);
	struct everyuri_text rest = planning->config->no_proxy;

	while (rest.len) {
		struct eu_policy_pattern pattern = eu_policy_pattern_read(next_direct(&rest));

		if (eu_policy_pattern_matches(&pattern, &host))
			return true;
		if (pattern.kind != EU_POLICY_NAME && pattern.kind != EU_POLICY_BELOW)
			continue;
		pattern.kind = pattern.kind == EU_POLICY_NAME ? EU_POLICY_BELOW : EU_POLICY_NAME;
		if (eu_policy_pattern_matches(&pattern, &host))
			return true;
	}
	return false;
}

/* Returns the proxy; data is NULL if there is none. */
static struct everyuri_text proxy_of(const struct everyuri_planning *planning)
{
	const struct everyuri_config *config = planning->config;
	struct everyuri_text proxy =
		planning->row->info.flags & EVERYURI_TLS ? config->https_proxy : config->http_proxy;

	if (!proxy.data)
		proxy = config->proxy;
	if (proxy.data && goes_directly(planning))
		proxy.data = NULL;
	return proxy;
}

/* ---- the plan ---------------------------------------------------------------------------------------- */

void eu_plan_http(struct everyuri_planning *planning)
{
	struct eu_plan_build *build = &planning->build;
	struct everyuri_text through;
	bool tls = planning->row->info.flags & EVERYURI_TLS, proxy;

	if (!eu_need_host(planning))
		return;
	through = proxy_of(planning);
	proxy = through.data;
	if (proxy)
		eu_plan_connect_to(planning, through, 0, false);
	else
		eu_plan_connect(planning);
	if (proxy && tls) {
		eu_plan_step(build, EVERYURI_SEND);
		eu_plan_text(build, EVERYURI_FIELD_VERB, "CONNECT");
		eu_plan_open(build, EVERYURI_FIELD_ARGUMENT, 0);
		eu_plan_authority(planning, true);
		eu_plan_close(build);
		eu_plan_expect(build, "2");
		eu_plan_step(build, EVERYURI_SECURE);
	}
	eu_plan_step(build, EVERYURI_SEND);
	eu_plan_text(build, EVERYURI_FIELD_VERB, "GET");
	eu_plan_open(build, EVERYURI_FIELD_ARGUMENT, 0);
	if (proxy && !tls) {
		eu_plan_put(build, "http://", 7);
		eu_plan_authority(planning, false);
	}
	put_target(planning);
	eu_plan_close(build);
	if (!proxy || tls)
		authorize(planning);
	eu_plan_expect(build, "2");
	eu_plan_receive(build, "length");
}
