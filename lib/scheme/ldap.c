/* ldap, ldaps: RFC 4516.  Sends a search (RFC 4511 4.5) with the fields of the URL.  Missing fields
 * have the defaults of section 3. */
#include "scheme/scheme.h"

/* "/" dn "?" attributes "?" scope "?" filter "?" extensions */
enum { LDAP_DN, LDAP_ATTRIBUTES, LDAP_SCOPE, LDAP_FILTER, LDAP_EXTENSIONS, N_LDAP_PARTS };

/* Bytes not allowed in an attribute description or "*": all except letters, digits and * + - . ; */
static const struct everyuri_byte_set never_in_attribute = {
	{ UINT32_MAX, ~0x0BFF6C00u, ~0x07FFFFFEu, ~0x07FFFFFEu, UINT32_MAX, UINT32_MAX, UINT32_MAX,
	  UINT32_MAX }
};
static const struct eu_carried carried_attribute = { &never_in_attribute, "RFC 4511 4.5.1.8",
	                                             "character not allowed in an attribute name" };

static const char ldap_fields[] = "RFC 4516 2";

/* ---- cutting -------------------------------------------------------------------------------------- */

static bool cut_ldap(struct everyuri_planning *planning, struct everyuri_span part[N_LDAP_PARTS])
{
	const char *text = planning->uri->text;
	struct everyuri_span rest = eu_planned_rest(planning);

	if (rest.begin < rest.end && text[rest.begin] != '/') {
		eu_unsafe(planning, rest.begin, ldap_fields, "missing slash before this part");
		return false;
	}
	rest.begin += rest.begin < rest.end;
	for (size_t i = 0; i < N_LDAP_PARTS; i++)
		part[i] = eu_take_part(text, &rest, '?');
	if (!eu_is_absent(rest))
		eu_unsafe(planning, rest.begin - 1, "RFC 4516 2.1",
		          "question mark within a part must be percent-encoded");
	return true;
}

/* ---- checks ----------------------------------------------------------------------------------------- */

/* Checks a filter (RFC 4515 3): "(" filtercomp ")".  Parentheses in a value are written \28 and
 * \29, so all other parentheses must balance.  The server checks the text between them. */
static void check_filter(struct everyuri_planning *planning, struct everyuri_span filter)
{
	uint32_t depth = 0;

	for (uint32_t at = filter.begin; at < filter.end;) {
		unsigned char byte;
		uint32_t from = at;

		at = eu_planned_byte(planning, filter, at, &byte);
		depth += byte == '(';
		if (!depth) {
			eu_unsafe(planning, from, "RFC 4515 3", "filter must be in parentheses");
			return;
		}
		depth -= byte == ')';
	}
	if (depth)
		eu_unsafe(planning, filter.end, "RFC 4515 3", "missing closing parenthesis");
}

/* Checks extension = [ "!" ] extype [ "=" exvalue ].  No extension is supported, so critical
 * extensions are refused and others are ignored. */
static void check_extension(struct everyuri_planning *planning, struct everyuri_span extension)
{
	const char *text = planning->uri->text;
	struct everyuri_span value = extension, type;
	bool critical = extension.begin < extension.end && text[extension.begin] == '!';

	value.begin += critical;
	type = eu_take_part(text, &value, '=');
	for (uint32_t at = type.begin; at < type.end; at++) {
		unsigned char byte = (unsigned char)text[at];

		if (!eu_is_alpha(byte) && !eu_is_digit(byte) && byte != '-' && byte != '.')
			eu_unsafe(planning, at, "RFC 4512 1.4",
			          "character not allowed in an extension type");
	}
	if (type.begin == type.end)
		eu_unsafe(planning, type.begin, ldap_fields, "missing extension type");
	else if (critical)
		eu_unsafe(planning, extension.begin, ldap_fields, "unsupported critical extension");
	eu_plan_warn(&planning->build, extension.begin, ldap_fields,
	             "unsupported extension, ignored");
}

/* ---- fields ------------------------------------------------------------------------------------------ */

/* Writes one name-value pair.  The value is the part, or the default if the part is absent. */
static void put_part(struct everyuri_planning *planning, const char *name,
                     struct everyuri_span part, const char *standing)
{
	struct eu_plan_build *build = &planning->build;

	eu_plan_open_pair(build, EVERYURI_FIELD_FIELDS, name);
	if (eu_planned_has(part)) {
		eu_need_utf8(planning, part, "RFC 4516 2.1");
		eu_plan_decoded(build, part, &eu_carried_line);
	} else {
		eu_plan_put(build, standing, strlen(standing));
	}
	eu_plan_close(build);
}

/* Adds the attributes.  If there are none, the server sends all attributes except operational
 * ones. */
static void put_attributes(struct everyuri_planning *planning, struct everyuri_span attributes)
{
	struct eu_plan_build *build = &planning->build;

	if (!eu_planned_has(attributes))
		return;
	while (!eu_is_absent(attributes)) {
		struct everyuri_span one = eu_take_part(planning->uri->text, &attributes, ',');

		if (one.begin == one.end)
			eu_unsafe(planning, one.begin, ldap_fields, "missing attribute name");
		eu_plan_open_pair(build, EVERYURI_FIELD_FIELDS, "attribute");
		eu_plan_decoded(build, one, &carried_attribute);
		eu_plan_close(build);
	}
}

static const char *scope_of(struct everyuri_planning *planning, struct everyuri_span scope)
{
	static const char names[][5] = { "base", "one", "sub" };

	if (!eu_planned_has(scope))
		return names[0];
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (eu_equals_ignoring_case(planning->uri->text + scope.begin, eu_span_len(scope),
		                            names[i]))
			return names[i];
	eu_unsafe(planning, scope.begin, ldap_fields, "scope must be base, one or sub");
	return names[0];
}

void eu_plan_ldap(struct everyuri_planning *planning)
{
	struct eu_plan_build *build = &planning->build;
	struct everyuri_span part[N_LDAP_PARTS];

	eu_no_user(planning, ldap_fields);
	if (!planning->n_host)
		eu_plan_refuse(build, EVERYURI_MISSING,
		               eu_is_absent(planning->host) ? planning->path.begin :
		                                              planning->host.begin,
		               "RFC 4516 3", "missing host: there is no default LDAP server");
	if (!cut_ldap(planning, part))
		return;
	eu_plan_connect(planning);
	eu_plan_send(build, "search", NULL);
	put_part(planning, "base", part[LDAP_DN], "");
	put_part(planning, "scope", eu_absent(), scope_of(planning, part[LDAP_SCOPE]));
	if (eu_planned_has(part[LDAP_FILTER]))
		check_filter(planning, part[LDAP_FILTER]);
	put_part(planning, "filter", part[LDAP_FILTER], "(objectClass=*)");
	put_attributes(planning, part[LDAP_ATTRIBUTES]);
	while (!eu_is_absent(part[LDAP_EXTENSIONS]))
		check_extension(planning,
		                eu_take_part(planning->uri->text, &part[LDAP_EXTENSIONS], ','));
	eu_plan_receive(build, "reply");
}
