/* spartan: the protocol specification of Michael Lazar ("Requests", "Spartan URLs").  The request
 * is one line with host, path and length, then a block of data of that length. */
#include "scheme/scheme.h"

static const char spartan_requests[] = "Spartan, Requests";

/* RFC 3986: pchar and "/".  Other bytes, which some standards allow, are percent-encoded. */
static const struct everyuri_byte_set in_spartan = { { 0, 0x2FFFFFD2, 0x87FFFFFF, 0x47FFFFFE } };

static unsigned decoded_len(const struct everyuri_planning *planning, struct everyuri_span part)
{
	unsigned char byte;
	unsigned n = 0;

	for (uint32_t at = part.begin; at < part.end; n++)
		at = eu_planned_byte(planning, part, at, &byte);
	return n;
}

/* Writes the request line: "host SP path SP length".  The host has no port. */
static void put_spartan_request(struct everyuri_planning *planning, unsigned len)
{
	struct eu_plan_build *build = &planning->build;
	const bool ipv6 = memchr(planning->host_text, ':', planning->n_host) != NULL;
	size_t n = 0;

	while (n < planning->n_host && planning->host_text[n] != '%') /* a zone has a meaning only
	                                                                 on this machine */
		n++;
	eu_plan_put(build, "[", ipv6);
	eu_plan_put(build, planning->host_text, n);
	eu_plan_put(build, "]", ipv6);
	eu_plan_put(build, " ", 1);
	if (!eu_planned_has(planning->path))
		eu_plan_put(build, "/", 1);
	eu_plan_escaped(planning, planning->path, &in_spartan);
	eu_plan_put(build, " ", 1);
	eu_plan_decimal(build, len);
}

void eu_plan_spartan(struct everyuri_planning *planning)
{
	struct eu_plan_build *build = &planning->build;
	const bool has_block = eu_planned_has(planning->query);

	eu_no_user(planning, spartan_requests);
	if (!eu_need_host(planning))
		return;
	eu_plan_connect(planning);
	eu_plan_step(build, EVERYURI_SEND);
	eu_plan_open(build, EVERYURI_FIELD_LINE, 0);
	put_spartan_request(planning, has_block ? decoded_len(planning, planning->query) : 0);
	eu_plan_close(build);
	if (has_block) {
		eu_plan_step(build, EVERYURI_BLOCK);
		eu_plan_part(build, EVERYURI_FIELD_BODY, planning->query, &eu_carried_any);
	}
	eu_plan_expect(build, "2");
	eu_plan_receive(build, "close");
}
