/* The functions that a caller's plan function may call.  They add checks to the functions of
 * build.h, because the author of a plan function need not know SECURITY.md. */
#include "scheme/registered.h"

#define OWN_PLAN "plan function"

const struct everyuri_uri *everyuri_planning_uri(const struct everyuri_planning *planning)
{
	return planning->uri;
}

struct everyuri_span everyuri_planning_span(const struct everyuri_planning *planning,
                                            enum everyuri_part part)
{
	switch (part) {
	case EVERYURI_USER:
		return planning->user;
	case EVERYURI_PASSWORD:
		return planning->password;
	case EVERYURI_HOST:
		return planning->host;
	case EVERYURI_PATH:
		return planning->path;
	case EVERYURI_QUERY:
		return planning->query;
	case EVERYURI_SCHEME:
	case EVERYURI_PORT:
	case EVERYURI_FRAGMENT:
		break;
	}
	return (size_t)part < EVERYURI_N_PARTS ? planning->uri->part[part] : eu_absent();
}

/* ---- refusals ------------------------------------------------------------------------------------ */

static void refuse_call(struct everyuri_planning *planning, const char *message)
{
	eu_unsafe(planning, planning->uri->part[EVERYURI_SCHEME].begin, OWN_PLAN, message);
}

void everyuri_planning_refuse(struct everyuri_planning *planning, size_t at, const char *clause,
                              const char *message)
{
	eu_unsafe(planning, at <= planning->uri->len ? at : planning->uri->len, clause, message);
}

void everyuri_planning_warn(struct everyuri_planning *planning, size_t at, const char *clause,
                            const char *message)
{
	eu_plan_warn(&planning->build, at <= planning->uri->len ? at : planning->uri->len, clause,
	             message);
}

/* ---- steps ----------------------------------------------------------------------------------------- */

void everyuri_planning_connect(struct everyuri_planning *planning, const char *transport)
{
	if (strcmp(transport, "tcp") != 0 && strcmp(transport, "udp") != 0)
		refuse_call(planning, "transport must be tcp or udp");
	eu_plan_connect_by(planning, transport);
}

void everyuri_planning_step(struct everyuri_planning *planning, enum everyuri_do what)
{
	if (what == EVERYURI_CONNECT || what == EVERYURI_REFER || (size_t)what >= EVERYURI_N_DOS)
		refuse_call(planning, "invalid step for this function");
	eu_plan_step(&planning->build, what);
}

void everyuri_planning_local(struct everyuri_planning *planning, struct everyuri_text directory)
{
	struct everyuri_span path = planning->path;

	if (!directory.len || directory.data[0] != '/' || eu_ends_line(directory))
		refuse_call(planning, "directory must be an absolute path");
	path.begin += path.begin < path.end && planning->uri->text[path.begin] == '/';
	eu_plan_read_or_list(planning, path);
	eu_plan_local(planning, directory, path);
}

void everyuri_planning_refer(struct everyuri_planning *planning,
                             const struct everyuri_text *templates, size_t n_templates)
{
	struct eu_values values;

	if (!n_templates)
		return;
	eu_planned_values(planning, &values);
	eu_plan_step(&planning->build, EVERYURI_REFER);
	for (size_t i = 0; i < n_templates; i++)
		eu_plan_locator(planning, EVERYURI_RULE_GATEWAY, templates[i], &values);
}

/* ---- fields ------------------------------------------------------------------------------------------ */

/* Fields whose value is plain text.  Other fields are not text, or have a function that builds
 * them. */
static const bool is_text_field[EVERYURI_N_FIELDS] = {
	[EVERYURI_FIELD_REPLY] = true,     [EVERYURI_FIELD_VERB] = true,
	[EVERYURI_FIELD_ARGUMENT] = true,  [EVERYURI_FIELD_LINE] = true,
	[EVERYURI_FIELD_FOR] = true,       [EVERYURI_FIELD_WHEN] = true,
	[EVERYURI_FIELD_MODES] = true,     [EVERYURI_FIELD_UNTIL] = true,
	[EVERYURI_FIELD_STORE] = true,     [EVERYURI_FIELD_ID] = true,
	[EVERYURI_FIELD_PART] = true,      [EVERYURI_FIELD_TO] = true,
	[EVERYURI_FIELD_BODY] = true,      [EVERYURI_FIELD_PROGRAM] = true,
	[EVERYURI_FIELD_ARGUMENTS] = true, [EVERYURI_FIELD_USER] = true,
	[EVERYURI_FIELD_PASSWORD] = true,  [EVERYURI_FIELD_DATABASE] = true,
	[EVERYURI_FIELD_WORDS] = true,     [EVERYURI_FIELD_TYPE] = true,
	[EVERYURI_FIELD_HSONAME] = true,   [EVERYURI_FIELD_VERSION] = true
};

/* Returns whether the step may have this field; otherwise refuses it. */
static bool may_have(struct everyuri_planning *planning, enum everyuri_field_name name, bool text)
{
	struct eu_plan_build *build = &planning->build;

	if (!build->in_step)
		refuse_call(planning, "field added outside a step");
	if ((size_t)name >= EVERYURI_N_FIELDS ||
	    (text ? !is_text_field[name] : name != EVERYURI_FIELD_LENGTH))
		refuse_call(planning, "invalid field for this function");
	return !build->status;
}

void everyuri_planning_text(struct everyuri_planning *planning, enum everyuri_field_name name,
                            struct everyuri_text text)
{
	if (!may_have(planning, name, true))
		return;
	if (eu_ends_line(text))
		refuse_call(planning, "line break or NUL in the text of a step");
	eu_plan_bytes(&planning->build, name, text);
}

static bool overlap(struct everyuri_span a, struct everyuri_span b)
{
	return !eu_is_absent(b) && a.begin < b.end && b.begin < a.end;
}

void everyuri_planning_part(struct everyuri_planning *planning, enum everyuri_field_name name,
                            struct everyuri_span span)
{
	const struct everyuri_uri *uri = planning->uri;
	struct eu_plan_build *build = &planning->build;

	if (!may_have(planning, name, true))
		return;
	if (!eu_is_absent(span) && (span.begin > span.end || span.end > uri->len)) {
		refuse_call(planning, "span lies outside the URI");
		return;
	}
	if (overlap(span, uri->part[EVERYURI_FRAGMENT]))
		refuse_call(planning, "the fragment must not be sent");
	eu_plan_open(build, name, overlap(span, planning->password) ? EU_FIELD_SECRET : 0);
	eu_plan_decoded(build, span, &eu_carried_line);
	/* THREATS C7: text of a URI never becomes a program, or an option of one. */
	if (name == EVERYURI_FIELD_PROGRAM)
		everyuri_planning_refuse(planning, span.begin, OWN_PLAN,
		                         "a URI must not choose the program");
	if (name == EVERYURI_FIELD_ARGUMENTS && build->first == '-')
		eu_unsafe(planning, span.begin, OWN_PLAN,
		          "value must not begin with a hyphen: the program would read an option");
	eu_plan_close(build);
}

void everyuri_planning_number(struct everyuri_planning *planning, enum everyuri_field_name name,
                              uint32_t number)
{
	if (may_have(planning, name, false))
		eu_plan_number(&planning->build, name, number);
}
