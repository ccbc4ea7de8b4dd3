/* prospero: RFC 1738 3.11; "%00", a version and attributes exist only in the drafts of 1993 and
 * 1994 and in RFC 1630.  The answer lists links, which lib/fetch turns into URIs. */
#include "scheme/scheme.h"

static const char prospero_clause[] = "RFC 1738 3.11";

/* ---- RFC 1738 ------------------------------------------------------------------------------------- */

/* Writes a field: ";" fieldname "=" fieldvalue.  In both, "/" and "=" must be percent-encoded. */
static void put_fieldspec(struct everyuri_planning *planning, struct everyuri_span spec)
{
	const char *text = planning->uri->text;
	struct everyuri_span value = spec;
	struct everyuri_span name = eu_take_part(text, &value, '=');

	if (eu_is_absent(value)) {
		eu_unsafe(planning, spec.end, prospero_clause,
		          "missing \"=\" and value of a field");
		return;
	}
	if (name.begin == name.end)
		eu_unsafe(planning, name.begin, prospero_clause, "missing field name");
	for (uint32_t at = spec.begin; at < spec.end; at++)
		if (text[at] == '/' || (text[at] == '=' && at != name.end))
			eu_unsafe(planning, at, "RFC 1738 5 fieldspec",
			          "character must be percent-encoded in a field");
	eu_plan_pair(&planning->build, EVERYURI_FIELD_FIELDS, name, value, &eu_carried_line);
}

/* Writes the hsoname.  It is opaque: a slash in it has no meaning. */
static void put_object(struct everyuri_planning *planning, struct everyuri_span rest)
{
	const char *text = planning->uri->text;

	eu_plan_part(&planning->build, EVERYURI_FIELD_HSONAME, eu_take_part(text, &rest, ';'),
	             &eu_carried_line);
	while (!eu_is_absent(rest))
		put_fieldspec(planning, eu_take_part(text, &rest, ';'));
}

/* ---- 1993 to RFC 1630 ------------------------------------------------------------------------------ */

/* Takes the next part up to "%00", in the same way as eu_take_part. */
static struct everyuri_span take_terminated(const char *text, struct everyuri_span *rest)
{
	struct everyuri_span part = *rest;
	uint32_t zero = eu_find_bytes(text, part, "%00");

	*rest = eu_absent();
	if (zero != EVERYURI_ABSENT) {
		*rest = eu_span(zero + 3, part.end);
		part.end = zero;
	}
	return part;
}

/* Writes hsoname [ %00 version [ attributes ] ].  The version is digits or empty.  Only the draft
 * of 1993 has attributes, each after a "%00". */
static void put_object_1993(struct everyuri_planning *planning, struct everyuri_span rest)
{
	struct eu_plan_build *build = &planning->build;
	const char *text = planning->uri->text;
	struct everyuri_span part = take_terminated(text, &rest);

	eu_plan_part(build, EVERYURI_FIELD_HSONAME, part, &eu_carried_line);
	if (eu_is_absent(rest))
		return;
	part = take_terminated(text, &rest);
	for (uint32_t at = part.begin; at < part.end; at++)
		if (!eu_is_digit((unsigned char)text[at]))
			eu_unsafe(planning, at, "RFC 1630 version", "version must be digits");
	eu_plan_part(build, EVERYURI_FIELD_VERSION, part, &eu_carried_line);
	if (!eu_is_absent(rest) && !eu_planned_by(planning, EVERYURI_URL1993))
		eu_unsafe(planning, rest.begin - 3, "RFC 1630 Prospero",
		          "unexpected data after the version");
	while (!eu_is_absent(rest)) {
		part = take_terminated(text, &rest);
		eu_plan_pair(build, EVERYURI_FIELD_FIELDS, part, eu_span(part.end, part.end),
		             &eu_carried_line);
	}
}

/* ---- the exchange ---------------------------------------------------------------------------------- */

void eu_plan_prospero(struct everyuri_planning *planning)
{
	struct eu_plan_build *build = &planning->build;
	struct everyuri_span path = planning->path;

	eu_no_user(planning, prospero_clause);
	eu_no_query(planning, prospero_clause);
	if (!eu_need_host(planning))
		return;
	if (path.begin == path.end || planning->uri->text[path.begin] != '/') {
		eu_unsafe(planning, path.begin, prospero_clause,
		          "missing slash and object name after the host");
		return;
	}
	path.begin++;
	eu_plan_connect_by(planning, "udp");
	eu_plan_send(build, "directory", NULL);
	if (eu_planned_by(planning, EVERYURI_URL1993) ||
	    eu_planned_by(planning, EVERYURI_URI1994) || eu_planned_by(planning, EVERYURI_RFC1630))
		put_object_1993(planning, path);
	else
		put_object(planning, path);
	eu_plan_receive(build, "reply");
}

/* ---- entries ---------------------------------------------------------------------------------------- */

/* Writes the URI of a link: host, hsoname, and the version if there is one. */
enum everyuri_status eu_entry_prospero(const struct everyuri_uri *base,
                                       const struct everyuri_entry *entry, struct eu_out *out,
                                       struct everyuri_error *err)
{
	static const char version[] = ";OBJECT-VERSION=";
	struct everyuri_byte_set keep = eu_kept_uchar;
	enum everyuri_status status;

	if (!entry->selector.data)
		return eu_fail(err, EVERYURI_MISSING, 0, prospero_clause,
		               "missing hsoname of a link");
	status = eu_check_sent(entry->selector, err);
	if (!status)
		status = eu_check_sent(entry->type, err);
	if (!status && !entry->type.data)
		status = eu_check_segment(entry->selector, err);
	if (!status)
		status = eu_out_place(out, base, entry, err);
	if (status)
		return status;
	eu_out_byte(out, '/');
	/* A slash may be encoded, which keeps a generic parser from removing "." or "..". */
	if (!eu_has_dot_segment(entry->selector, 0))
		keep.word['/' >> 5] |= 1u << ('/' & 31);
	eu_out_encoded(out, entry->selector, &keep);
	if (!entry->type.data)
		return EVERYURI_OK;
	eu_out_bytes(out, version, sizeof version - 1);
	eu_out_encoded(out, entry->type, &eu_kept_uchar);
	return EVERYURI_OK;
}
