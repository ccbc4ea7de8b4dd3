/* z39.50r, z39.50s: RFC 2056.
 *   "//" host [":" port] ["/" [database *["+" database] ["?" docid]]
 *                             [";esn=" elementset] [";rs=" recordsyntax *["+" recordsyntax]]] */
#include "scheme/scheme.h"

static const char zurl[] = "RFC 2056 zurl";

struct z3950_path {
	struct everyuri_span databases, docid, elements, syntaxes; /* each may be absent */
};

/* ---- cutting -------------------------------------------------------------------------------------- */

/* Refuses an empty part, and "/", "=" and "?" in a part, where they must be percent-encoded.  (The
 * first "?" of the URL precedes the docid.) */
static struct everyuri_span checked_part(struct everyuri_planning *planning,
                                         struct everyuri_span part)
{
	if (eu_is_absent(part))
		return part;
	if (part.begin == part.end)
		eu_unsafe(planning, part.begin, zurl, "empty part of a Z39.50 URL");
	for (uint32_t at = part.begin; at < part.end; at++)
		if (memchr("/=?", planning->uri->text[at], 3))
			eu_unsafe(planning, at, zurl,
			          "character must be percent-encoded in a Z39.50 URL");
	return part;
}

/* Splits off ";esn=" and ";rs=", in this order, each at most once.  CHOICE: any other keyword is
 * refused, because it might change what is retrieved. */
static void cut_keyword(struct everyuri_planning *planning, struct z3950_path *z,
                        struct everyuri_span keyword)
{
	const char *text = planning->uri->text;
	struct everyuri_span value = keyword;
	struct everyuri_span name = eu_take_part(text, &value, '=');
	const char *key = text + name.begin;

	if (eu_is_absent(value) || !eu_is_absent(z->syntaxes))
		name.end = name.begin;
	if (eu_equals_ignoring_case(key, eu_span_len(name), "esn") && eu_is_absent(z->elements))
		z->elements = checked_part(planning, value);
	else if (eu_equals_ignoring_case(key, eu_span_len(name), "rs"))
		z->syntaxes = checked_part(planning, value);
	else
		eu_unsafe(planning, keyword.begin, zurl,
		          "expected \";esn=\" or \";rs=\", in this order");
}

static void cut_z3950(struct everyuri_planning *planning, struct z3950_path *z)
{
	const char *text = planning->uri->text;
	struct everyuri_span rest = eu_planned_rest(planning), names;

	z->databases = z->docid = z->elements = z->syntaxes = eu_absent();
	if (rest.begin == rest.end)
		return;
	if (text[rest.begin] != '/') {
		eu_unsafe(planning, rest.begin, zurl, "missing slash before this part");
		return;
	}
	rest.begin++;
	z->docid = eu_take_part(text, &rest, ';');
	names = eu_take_part(text, &z->docid, '?');
	if (names.begin < names.end || !eu_is_absent(z->docid))
		z->databases = checked_part(planning, names);
	checked_part(planning, z->docid);
	while (!eu_is_absent(rest) && !planning->build.status)
		cut_keyword(planning, z, eu_take_part(text, &rest, ';'));
}

/* ---- the exchange ---------------------------------------------------------------------------------- */

static void put_z3950_pair(struct everyuri_planning *planning, const char *key,
                           struct everyuri_span value)
{
	struct eu_plan_build *build = &planning->build;

	if (value.begin == value.end)
		eu_unsafe(planning, value.begin, zurl, "empty part of a Z39.50 URL");
	eu_plan_open_pair(build, EVERYURI_FIELD_FIELDS, key);
	eu_plan_decoded(build, value, &eu_carried_line);
	eu_plan_close(build);
}

/* Writes the fields of a request.  The first database has a separate field.  Further databases, the
 * element set, and the record syntaxes in order of preference, are pairs. */
static void put_z3950_fields(struct everyuri_planning *planning, const struct z3950_path *z,
                             bool docid)
{
	struct eu_plan_build *build = &planning->build;
	const char *text = planning->uri->text;
	struct everyuri_span databases = z->databases, syntaxes = z->syntaxes;
	struct everyuri_span first = eu_take_part(text, &databases, '+');

	if (!eu_is_absent(first)) {
		if (first.begin == first.end)
			eu_unsafe(planning, first.begin, zurl, "empty part of a Z39.50 URL");
		eu_plan_part(build, EVERYURI_FIELD_DATABASE, first, &eu_carried_line);
	}
	if (docid)
		eu_plan_part(build, EVERYURI_FIELD_ID, z->docid, &eu_carried_line);
	while (!eu_is_absent(databases))
		put_z3950_pair(planning, "database", eu_take_part(text, &databases, '+'));
	if (!eu_is_absent(z->elements))
		put_z3950_pair(planning, "esn", z->elements);
	while (!eu_is_absent(syntaxes))
		put_z3950_pair(planning, "rs", eu_take_part(text, &syntaxes, '+'));
}

/* z39.50r retrieves one item and ends. z39.50s opens a session for the user, and first retrieves
 * the item if there is one. */
static void plan_z3950(struct everyuri_planning *planning, bool session)
{
	struct eu_plan_build *build = &planning->build;
	struct z3950_path z;

	eu_no_user(planning, zurl);
	if (!eu_need_host(planning))
		return;
	cut_z3950(planning, &z);
	if (!session && eu_is_absent(z.docid))
		eu_unsafe(planning, planning->path.end, zurl, "missing database or identifier");
	eu_plan_z3950_open(planning);
	if (!eu_is_absent(z.docid)) {
		eu_plan_send(build, "retrieve", NULL);
		put_z3950_fields(planning, &z, true);
		eu_plan_receive(build, "reply");
	}
	if (!session)
		return;
	eu_plan_step(build, EVERYURI_ASK);
	eu_plan_text(build, EVERYURI_FIELD_FOR, "form");
	eu_plan_nest(build, EVERYURI_FIELD_SEND);
	eu_plan_text(build, EVERYURI_FIELD_VERB, "search");
	put_z3950_fields(planning, &z, false);
	eu_plan_unnest(build);
	eu_plan_receive(build, "reply");
}

void eu_plan_z3950r(struct everyuri_planning *planning)
{
	plan_z3950(planning, false);
}

void eu_plan_z3950s(struct everyuri_planning *planning)
{
	plan_z3950(planning, true);
}
