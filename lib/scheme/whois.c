/* whois: RFC 3912; whois++: RFC 1835.  The drafts of 1993 and 1994 and RFC 1630 define the URL,
 * which has a host, and a path with a handle or a query.  Either is sent as one line. */
#include "scheme/scheme.h"

/* Bytes not allowed in a query.  RFC 3912 2 ends a query with CR LF, and other control characters
 * have no meaning in it. */
static const struct everyuri_byte_set never_in_query = { { UINT32_MAX, 0, 0, 1u << 31, 0, 0, 0,
	                                                   0 } };
static const struct eu_carried carried_query = { &never_in_query, "RFC 3912 2",
	                                         "control character not allowed in a query" };

static void plan_query(struct everyuri_planning *planning, bool plus)
{
	struct eu_plan_build *build = &planning->build;
	const char *clause = planning->row->info.clause;
	struct everyuri_span query = planning->path;

	eu_no_user(planning, clause);
	eu_no_query(planning, clause);
	eu_plan_connect(planning);
	if (query.begin < query.end && planning->uri->text[query.begin] == '/')
		query.begin++;
	if (query.begin == query.end)
		eu_unsafe(planning, query.begin, clause, "missing handle or query");
	/* RFC 1835: "% 220" is the greeting, "% 200" accepts the command.  Without the constraint
	 * "hold" the server closes the connection. */
	if (plus)
		eu_plan_expect(build, "220");
	eu_plan_step(build, EVERYURI_SEND);
	eu_plan_part(build, EVERYURI_FIELD_LINE, query, &carried_query);
	if (plus)
		eu_plan_expect(build, "200");
	eu_plan_receive(build, "close");
}

void eu_plan_whois(struct everyuri_planning *planning)
{
	plan_query(planning, false);
}

void eu_plan_whoispp(struct everyuri_planning *planning)
{
	plan_query(planning, true);
}
