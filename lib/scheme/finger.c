/* finger: RFC 1288; the URL is from draft-ietf-uri-url-finger-02: finger://host[:port][/request].
 *
 * The request is one line.  It is empty (to list the users), a user name, or "/W", a blank and a
 * user name. */
#include "scheme/scheme.h"

#define FINGER_URL "draft-ietf-uri-url-finger"

/* Bytes not allowed in a user name: control characters, and "@".  With "@", the server would ask
 * another server (2.3, {Q2}), which the policy has not checked. */
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
	/* CHOICE: if the path is empty, the user of user@host is the request, as in lynx. */
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
