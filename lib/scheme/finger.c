/* finger: RFC 1288; the URL is that of draft-ietf-uri-url-finger-02: finger://host[:port][/request].
 *
 * The request is one line: nothing (who is there), a user, or "/W" and a blank in front of it. */
#include "scheme/scheme.h"

#define FINGER_URL "draft-ietf-uri-url-finger"

/* Controls are no part of a user's name, and "@" would have the server ask another one (2.3, {Q2}):
 * refused, because it would open connections that neither the host nor the policy speaks for. */
static const struct everyuri_byte_set never_in_finger = { { UINT32_MAX, 0, 1u << ('@' - 64),
	                                                    1u << 31, 0, 0, 0, 0 } };
static const struct eu_carried carried_finger = {
	&never_in_finger, "RFC 1288 2.3", "control character or @ not allowed in a request"
};

void eu_plan_finger(struct everyuri_planning *planning)
{
	struct eu_plan_build *build = &planning->build;
	struct everyuri_span request = planning->path;

	eu_no_query(planning, FINGER_URL);
	if (request.begin < request.end && planning->uri->text[request.begin] == '/')
		request.begin++;
	/* CHOICE: user@host is the request where the draft's place for it is empty (lynx does so). */
	if (!eu_is_absent(planning->user) && request.begin < request.end)
		eu_unsafe(planning, request.begin, FINGER_URL,
		          "user given both before the host and in the path");
	else if (!eu_is_absent(planning->user))
		request = planning->user;
	if (!eu_is_absent(planning->password))
		eu_unsafe(planning, planning->password.begin, FINGER_URL,
		          "password not allowed in this scheme");
	eu_plan_connect(planning);
	eu_plan_step(build, EVERYURI_SEND);
	eu_plan_part(build, EVERYURI_FIELD_LINE, request, &carried_finger);
	eu_plan_receive(build, "close");
}
