/* gemini: the network protocol specification of Project Gemini, version 0.24 ("Requests", "The use
 * of TLS").  The request is one line: the URI. */
#include "scheme/scheme.h"

#define GEMINI_MAX 1024 /* longest request in bytes, without its CR LF */

/* RFC 3986: pchar, "/" and "?".  Other bytes, which some standards allow, are percent-encoded. */
static const struct everyuri_byte_set in_gemini = { { 0, 0xAFFFFFD2, 0x87FFFFFF, 0x47FFFFFE } };

/* Writes the URI with scheme and host in lower case, without user and fragment, and with "/" for an
 * empty path. */
static void put_request(struct everyuri_planning *planning)
{
	struct eu_plan_build *build = &planning->build;

	eu_plan_put(build, "gemini://", 9);
	eu_plan_authority(planning, false);
	if (!eu_planned_has(planning->path))
		eu_plan_put(build, "/", 1);
	eu_plan_escaped(planning, planning->path, &in_gemini);
	if (eu_is_absent(planning->query))
		return;
	eu_plan_put(build, "?", 1);
	eu_plan_escaped(planning, planning->query, &in_gemini);
}

void eu_plan_gemini(struct everyuri_planning *planning)
{
	struct eu_plan_build *build = &planning->build;

	eu_no_user(planning, "Gemini, Requests");
	if (!eu_need_host(planning))
		return;
	eu_plan_connect(planning);
	eu_plan_step(build, EVERYURI_SEND);
	eu_plan_open(build, EVERYURI_FIELD_LINE, 0);
	put_request(planning);
	eu_plan_close(build);
	if (build->line > GEMINI_MAX)
		eu_unsafe(planning, planning->path.begin, "Gemini, Requests",
		          "request longer than 1024 bytes");
	eu_plan_expect(build, "2");
	eu_plan_receive(build, "close");
}
