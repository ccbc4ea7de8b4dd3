/* Makes the decisions of a policy. */
#include "base/address_class.h"
#include "policy/pattern.h"

#define OWN_POLICY "policy" /* the clause of errors that no standard defines */

static enum everyuri_status policy_refuses(struct everyuri_error *err, const char *clause,
                                           const char *message)
{
	return eu_fail(err, EVERYURI_UNSAFE, 0, clause, message);
}

/* Refuses for a reason that a setting of the policy could prevent. */
static enum everyuri_status setting_refuses(struct everyuri_error *err, enum everyuri_reason reason,
                                            const char *clause, const char *message)
{
	return eu_fail_because(err, reason, EVERYURI_UNSAFE, 0, clause, message);
}

/* ---- schemes ------------------------------------------------------------------------------- */

static bool lists_scheme(const struct everyuri_text *list, size_t n, const char *scheme, size_t len)
{
	for (size_t i = 0; i < n; i++) {
		bool same = list[i].len == len;

		for (size_t k = 0; same && k < len; k++)
			same = eu_lower((unsigned char)list[i].data[k]) ==
			       eu_lower((unsigned char)scheme[k]);
		if (same)
			return true;
	}
	return false;
}

enum everyuri_status everyuri_policy_scheme(const struct everyuri_policy *policy,
                                            const char *scheme, size_t len,
                                            struct everyuri_error *err)
{
	if (lists_scheme(policy->refused_schemes, policy->n_refused_schemes, scheme, len))
		return policy_refuses(err, OWN_POLICY, "the policy refuses this scheme");
	if (policy->n_only_schemes &&
	    !lists_scheme(policy->only_schemes, policy->n_only_schemes, scheme, len))
		return policy_refuses(err, OWN_POLICY, "the policy allows only other schemes");
	return EVERYURI_OK;
}

/* ---- ports --------------------------------------------------------------------------------- */

/* The ports blocked by Fetch ("Port blocking"), sorted.  Their protocols could take a request of
 * another protocol for one of their own. */
static const uint16_t bad_ports[] = {
	0,    1,    7,    9,    11,   13,   15,   17,   19,   20,   21,   22,   23,    25,
	37,   42,   43,   53,   69,   77,   79,   87,   95,   101,  102,  103,  104,   109,
	110,  111,  113,  115,  117,  119,  123,  135,  137,  139,  143,  161,  179,   389,
	427,  465,  512,  513,  514,  515,  526,  530,  531,  532,  540,  548,  554,   556,
	563,  587,  601,  636,  989,  990,  993,  995,  1719, 1720, 1723, 2049, 3659,  4045,
	4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
};

static bool lists_port(const uint16_t *list, size_t n, unsigned port)
{
	for (size_t i = 0; i < n; i++)
		if (list[i] == port)
			return true;
	return false;
}

static enum everyuri_status judge_number(unsigned port, struct everyuri_error *err)
{
	if (port == 0)
		return policy_refuses(err, "RFC 6335 6", "port 0 is reserved");
	if (port > 65535)
		return policy_refuses(err, "RFC 9293 3.1", "port above 65535");
	return EVERYURI_OK;
}

enum everyuri_status everyuri_policy_port(const struct everyuri_policy *policy, unsigned port,
                                          unsigned default_port, struct everyuri_error *err,
                                          struct everyuri_error *warning)
{
	enum everyuri_status s = judge_number(port, err);

	if (s || lists_port(policy->allowed_ports, policy->n_allowed_ports, port))
		return s;
	if (lists_port(policy->refused_ports, policy->n_refused_ports, port))
		return setting_refuses(err, EVERYURI_REASON_PORT, OWN_POLICY,
		                       "the policy refuses this port");
	if (port == default_port)
		return EVERYURI_OK;
	if (lists_port(bad_ports, sizeof bad_ports / sizeof *bad_ports, port))
		return setting_refuses(err, EVERYURI_REASON_PORT, "Fetch, port blocking",
		                       "port of another protocol that could be attacked");
	if (everyuri_port_scheme(port))
		eu_fail(warning, EVERYURI_UNSAFE, 0, "RFC 1738 6",
		        "the default port of another scheme");
	return EVERYURI_OK;
}

/* Decides whether a data port may be used.  CHOICE: the ports above 1023 that Fetch blocks are
 * allowed here.  A server picks a data port at random, and the connection goes only to that
 * server. */
enum everyuri_status everyuri_policy_data_port(const struct everyuri_policy *policy, unsigned port,
                                               struct everyuri_error *err)
{
	enum everyuri_status s = judge_number(port, err);

	if (s || lists_port(policy->allowed_ports, policy->n_allowed_ports, port))
		return s;
	if (lists_port(policy->refused_ports, policy->n_refused_ports, port))
		return policy_refuses(err, OWN_POLICY, "the policy refuses this port");
	if (port < 1024)
		return policy_refuses(err, "RFC 2577 3", "data connection to a system port");
	return EVERYURI_OK;
}

/* ---- hosts --------------------------------------------------------------------------------- */

/* Returns whether one of the patterns matches.  Sets *status to INVALID if a pattern is malformed,
 * because a malformed pattern must not be ignored in a list of refused hosts. */
static bool lists_host(const struct everyuri_text *list, size_t n,
                       const struct eu_policy_host *host, enum everyuri_status *status)
{
	bool found = false;

	for (size_t i = 0; i < n; i++) {
		struct eu_policy_pattern pattern = eu_policy_pattern_read(list[i]);

		if (pattern.kind == EU_POLICY_NO_PATTERN)
			*status = EVERYURI_INVALID;
		found = found || eu_policy_pattern_matches(&pattern, host);
	}
	return found;
}

static enum everyuri_status malformed_pattern(struct everyuri_error *err)
{
	eu_fail(err, EVERYURI_INVALID, 0, OWN_POLICY, "invalid host pattern in the policy");
	if (err)
		err->which = 1;
	return EVERYURI_INVALID;
}

/* Refuses bytes that no host may contain, even if the policy allows the host.  They could end
 * a line or an argument, or pass for an option or for another part of the URI. */
static bool is_fit_host(const char *host, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		unsigned char c = (unsigned char)host[i];

		if (c <= ' ' || c == 0x7F || c == '/' || c == '\\' || c == '@')
			return false;
	}
	return !len || host[0] != '-';
}

static struct eu_policy_host resolved_host(const uint8_t address[EVERYURI_ADDRESS_SIZE])
{
	struct eu_policy_host host = { .is_address = true, .is_resolved = true };

	memcpy(host.address, address, sizeof host.address);
	return host;
}

enum everyuri_status everyuri_policy_address(const struct everyuri_policy *policy,
                                             const uint8_t address[EVERYURI_ADDRESS_SIZE],
                                             struct everyuri_error *err)
{
	uint8_t forms[1 + EU_EMBEDDED_MAX][EVERYURI_ADDRESS_SIZE];
	unsigned n = 1 + eu_address_embedded(address, forms + 1);
	struct eu_policy_host host = resolved_host(address);
	enum everyuri_status status = EVERYURI_OK;
	bool allowed = lists_host(policy->allowed_hosts, policy->n_allowed_hosts, &host, &status);
	bool refused = false;

	memcpy(forms[0], address, EVERYURI_ADDRESS_SIZE);
	for (unsigned i = 0; i < n; i++) {
		host = resolved_host(forms[i]);
		refused |=
			lists_host(policy->refused_hosts, policy->n_refused_hosts, &host, &status);
	}
	if (status)
		return malformed_pattern(err);
	if (allowed)
		return EVERYURI_OK;
	if (refused)
		return setting_refuses(err, EVERYURI_REASON_HOST, OWN_POLICY,
		                       "the policy refuses this address");
	if (policy->refused_classes & eu_address_classes(address))
		return setting_refuses(err, EVERYURI_REASON_HOST, OWN_POLICY,
		                       "the policy refuses addresses of this class");
	return EVERYURI_OK;
}

enum everyuri_status everyuri_policy_own(const struct everyuri_policy *policy,
                                         const uint8_t address[EVERYURI_ADDRESS_SIZE],
                                         unsigned port, struct everyuri_error *err)
{
	static const uint8_t loopback[][EVERYURI_ADDRESS_SIZE] = {
		{ [10] = 0xFF, [11] = 0xFF, [12] = 127, [15] = 1 }, { [15] = 1 }
	};
	/* Operating systems treat 0.0.0.0 and :: as loopback. */
	bool own = everyuri_address_class(address) == EVERYURI_ADDRESS_UNSPECIFIED;

	for (unsigned i = 0; i < sizeof loopback / sizeof *loopback; i++)
		own |= !memcmp(address, loopback[i], EVERYURI_ADDRESS_SIZE);
	if (own && port && port == policy->own_port)
		return policy_refuses(err, "RFC 9110 7.6.3", "the program would connect to itself");
	return EVERYURI_OK;
}

enum everyuri_status everyuri_policy_host(const struct everyuri_policy *policy, const char *text,
                                          size_t len, struct everyuri_error *err)
{
	struct eu_policy_host host = eu_policy_host_of(text, len);
	enum everyuri_status status = EVERYURI_OK;
	bool only, allowed, refused;

	if (!is_fit_host(text, len))
		return policy_refuses(err, "RFC 1123 2.1", "not a host name or address");
	only = lists_host(policy->only_hosts, policy->n_only_hosts, &host, &status);
	allowed = lists_host(policy->allowed_hosts, policy->n_allowed_hosts, &host, &status);
	refused = lists_host(policy->refused_hosts, policy->n_refused_hosts, &host, &status);
	if (status)
		return malformed_pattern(err);
	if (policy->n_only_hosts && !only)
		return policy_refuses(err, OWN_POLICY, "the policy allows only other hosts");
	if (refused && !allowed)
		return setting_refuses(err, EVERYURI_REASON_HOST, OWN_POLICY,
		                       "the policy refuses this host");
	return host.is_address ? everyuri_policy_address(policy, host.address, err) : EVERYURI_OK;
}

enum everyuri_status everyuri_policy_hop(const struct everyuri_policy *policy,
                                         enum everyuri_address_class from,
                                         enum everyuri_address_class to, struct everyuri_error *err)
{
	if (policy->flags & EVERYURI_POLICY_ANY_HOP || from == to)
		return EVERYURI_OK;
	if (from == EVERYURI_ADDRESS_PUBLIC)
		return setting_refuses(err, EVERYURI_REASON_HOP, OWN_POLICY,
		                       "link from a public host to one that is not public");
	if (to == EVERYURI_ADDRESS_METADATA)
		return setting_refuses(err, EVERYURI_REASON_HOP, OWN_POLICY,
		                       "link to a cloud's metadata service");
	return EVERYURI_OK;
}

/* ---- limits -------------------------------------------------------------------------------- */

enum everyuri_status everyuri_policy_command(const struct everyuri_policy *policy, size_t len,
                                             struct everyuri_error *err)
{
	if (len > (policy->max_command ? policy->max_command : EVERYURI_POLICY_COMMAND))
		return setting_refuses(err, EVERYURI_REASON_COMMAND, OWN_POLICY,
		                       "command too long for the policy");
	return EVERYURI_OK;
}

enum everyuri_status everyuri_policy_steps(const struct everyuri_policy *policy, size_t n_steps,
                                           struct everyuri_error *err)
{
	if (n_steps > (policy->max_steps ? policy->max_steps : EVERYURI_POLICY_STEPS))
		return setting_refuses(err, EVERYURI_REASON_STEPS, OWN_POLICY,
		                       "too many steps for the policy");
	return EVERYURI_OK;
}

enum everyuri_status everyuri_policy_password(const struct everyuri_policy *policy,
                                              struct everyuri_error *err,
                                              struct everyuri_error *warning)
{
	if (policy->flags & EVERYURI_POLICY_NO_PASSWORDS)
		return policy_refuses(err, OWN_POLICY, "the policy refuses passwords in URIs");
	eu_fail(warning, EVERYURI_UNSAFE, 0, "RFC 3986 7.5",
	        "a password in a URI does not stay secret");
	return EVERYURI_OK;
}
