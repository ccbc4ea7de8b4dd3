/* urn: a name, which configured resolvers map to URIs.  RFC 8141; Standards before 1995 use the
 * form with slashes. */
#include "scheme/registered.h"

#define URN "RFC 8141 2"

/* The parts of a name. */
struct urn_parts {
	struct everyuri_span nid, nss, r, q;
	struct everyuri_span name; /* nid, its ":" or "/", and nss */
	char isbn[13];
	size_t n_isbn;
};

/* ---- cutting --------------------------------------------------------------------------------------- */

/* Checks the NID: 2 to 32 letters, digits and hyphens, without a hyphen at either end. */
static void check_nid(struct everyuri_planning *planning, struct everyuri_span nid)
{
	const char *text = planning->uri->text;
	uint32_t n = eu_span_len(nid);

	for (uint32_t at = nid.begin; at < nid.end; at++) {
		bool end = at == nid.begin || at + 1 == nid.end;

		if (!eu_is_alnum((unsigned char)text[at]) && (end || text[at] != '-')) {
			eu_unsafe(planning, at, URN,
			          "namespace must begin and end with a letter or digit, with "
			          "hyphens between");
			return;
		}
	}
	if (n < 2)
		eu_unsafe(planning, nid.end, URN, "namespace shorter than 2 characters");
	if (n > 32)
		eu_unsafe(planning, nid.begin + 32, URN, "namespace longer than 32 characters");
}

/* Splits off the components (2.3): "?+" r-component and "?=" q-component, in this order.  Neither
 * may be empty. */
static void cut_components(struct everyuri_planning *planning, struct urn_parts *urn)
{
	const char *text = planning->uri->text;
	struct everyuri_span query = planning->query;
	uint32_t at = query.begin;

	urn->r = urn->q = eu_absent();
	if (eu_is_absent(query))
		return;
	if (at < query.end && text[at] == '+') {
		urn->r = eu_span(at + 1, query.end);
		for (at++; at + 1 < query.end && !(text[at] == '?' && text[at + 1] == '=');)
			at++;
		if (at + 1 >= query.end)
			at = query.end;
		urn->r.end = at;
		at += at < query.end;
	}
	if (at < query.end && text[at] == '=')
		urn->q = eu_span(at + 1, query.end);
	else if (at < query.end || eu_is_absent(urn->r))
		eu_unsafe(planning, at, "RFC 8141 2.3", "missing \"+\" or \"=\" after \"?\"");
	if (!eu_is_absent(urn->r) && urn->r.begin == urn->r.end)
		eu_unsafe(planning, urn->r.begin, "RFC 8141 2.3.1", "empty r-component");
	if (!eu_is_absent(urn->q) && urn->q.begin == urn->q.end)
		eu_unsafe(planning, urn->q.begin, "RFC 8141 2.3.2", "empty q-component");
}

/* Returns whether this is the form of RFC 1630: "the slash delimiter shall be used", as in
 * urn:/iana/dns/ch. */
static bool is_old_form(const struct everyuri_planning *planning)
{
	const struct everyuri_span path = planning->path;

	return planning->uri->standard <= EVERYURI_RFC1630 && path.begin < path.end &&
	       planning->uri->text[path.begin] == '/';
}

/* Returns false if the name was refused. */
static bool cut_urn(struct everyuri_planning *planning, struct urn_parts *urn)
{
	const char *text = planning->uri->text;
	bool old = is_old_form(planning);
	uint32_t at = planning->path.begin + old;

	if (!eu_is_absent(planning->host))
		eu_unsafe(planning, planning->host.begin - 2, URN, "host not allowed in a name");
	urn->name = eu_span(at, planning->path.end);
	while (at < planning->path.end && text[at] != (old ? '/' : ':'))
		at++;
	urn->nid = eu_span(urn->name.begin, at);
	check_nid(planning, urn->nid);
	if (at + 1 >= planning->path.end)
		eu_unsafe(planning, planning->path.end, URN, "missing name after the namespace");
	if (planning->build.status)
		return false;
	urn->nss = eu_span(at + 1, planning->path.end);
	if (text[urn->nss.begin] == '/')
		eu_unsafe(planning, urn->nss.begin, URN, "name must not begin with a slash");
	for (at = urn->nss.begin; at + 2 < urn->nss.end; at++)
		if (!memcmp(text + at, "%00", 3))
			eu_unsafe(planning, at, "RFC 2141 2.4",
			          "encoded NUL not allowed in a name");
	if (old)
		eu_no_query(planning, "RFC 1630");
	cut_components(planning, urn);
	return !planning->build.status;
}

/* ---- namespaces whose names can be wrong -------------------------------------------------------------- */

static int digit_at(const char *text, size_t i)
{
	return text[i] - '0';
}

/* Checks the checksum of an ISBN.  Ten digits have weights 10 to 1, modulo 11, and the last may be
 * X.  Thirteen digits have weights 1 and 3, modulo 10. */
static bool isbn_sums_up(const char *isbn, size_t n)
{
	int sum = 0;

	for (size_t i = 0; i < n; i++) {
		bool ten = isbn[i] == 'X';

		if (ten && (n != 10 || i != 9))
			return false;
		sum += (ten ? 10 : digit_at(isbn, i)) * (n == 10 ? (int)(10 - i) : i % 2 ? 3 : 1);
	}
	return sum % (n == 10 ? 11 : 10) == 0;
}

/* Checks an ISBN (RFC 3187).  Hyphens have no meaning. */
static void check_isbn(struct everyuri_planning *planning, struct urn_parts *urn)
{
	const char *text = planning->uri->text;

	for (uint32_t at = urn->nss.begin; at < urn->nss.end; at++) {
		unsigned char byte = (unsigned char)text[at];

		if (byte == '-')
			continue;
		if ((!eu_is_digit(byte) && eu_lower(byte) != 'x') ||
		    urn->n_isbn == sizeof urn->isbn) {
			eu_unsafe(planning, at, "RFC 3187",
			          "invalid ISBN: expected 10 or 13 digits");
			return;
		}
		urn->isbn[urn->n_isbn++] = (char)(eu_is_digit(byte) ? byte : 'X');
	}
	if (urn->n_isbn != 10 && urn->n_isbn != 13)
		eu_unsafe(planning, urn->nss.end, "RFC 3187",
		          "invalid ISBN: expected 10 or 13 digits");
	else if (!isbn_sums_up(urn->isbn, urn->n_isbn))
		eu_unsafe(planning, urn->nss.end - 1, "RFC 3187", "wrong check digit of an ISBN");
}

/* Checks an ISSN (RFC 3044): four digits, a hyphen, three digits and a check digit.  The weights
 * are 8 to 1. */
static void check_issn(struct everyuri_planning *planning, struct urn_parts *urn)
{
	const char *nss = planning->uri->text + urn->nss.begin;
	uint32_t n = eu_span_len(urn->nss);
	int sum = 0, weight = 8;

	for (uint32_t i = 0; i < n && i < 9; i++) {
		unsigned char byte = (unsigned char)nss[i];
		bool x = i == 8 && eu_lower(byte) == 'x';

		if (i == 4 ? byte != '-' : !eu_is_digit(byte) && !x) {
			eu_unsafe(planning, urn->nss.begin + i, "RFC 3044",
			          "invalid ISSN: expected four digits, a hyphen and four digits");
			return;
		}
		if (i != 4)
			sum += (x ? 10 : digit_at(nss, i)) * weight--;
	}
	if (n != 9)
		eu_unsafe(planning, urn->nss.begin + (n < 9 ? n : 9), "RFC 3044",
		          "invalid ISSN: expected four digits, a hyphen and four digits");
	else if (sum % 11)
		eu_unsafe(planning, urn->nss.end - 1, "RFC 3044", "wrong check digit of an ISSN");
}

/* Checks a UUID (RFC 9562 4): 8, 4, 4, 4 and 12 hexadecimal digits. */
static void check_uuid(struct everyuri_planning *planning, struct urn_parts *urn)
{
	const char *nss = planning->uri->text + urn->nss.begin;
	uint32_t n = eu_span_len(urn->nss), i = 0;

	for (; i < n && i < 36; i++) {
		bool hyphen = i == 8 || i == 13 || i == 18 || i == 23;

		if (hyphen ? nss[i] != '-' : eu_hex_value((unsigned char)nss[i]) < 0)
			break;
	}
	if (i < 36 || n > 36)
		eu_unsafe(planning, urn->nss.begin + i, "RFC 9562 4",
		          "invalid UUID: expected 8-4-4-4-12 hexadecimal digits");
}

/* Checks the first two numbers of an OID (X.660): the first is 0, 1 or 2.  After 0 and 1, the
 * second is 0 to 39. */
static void check_first_arcs(struct everyuri_planning *planning, struct everyuri_span oid)
{
	struct everyuri_span second = oid;
	const char *text = planning->uri->text;
	struct everyuri_span first = eu_take_part(text, &second, '.');
	struct everyuri_span rest = second;

	second = eu_take_part(text, &rest, '.');
	if (first.end - first.begin > 1 || text[first.begin] > '2')
		eu_unsafe(planning, first.begin, "X.660",
		          "invalid OID: first number must be 0, 1 or 2");
	else if (text[first.begin] < '2' && !eu_is_absent(second) &&
	         (eu_span_len(second) > 2 ||
	          (eu_span_len(second) == 2 && text[second.begin] > '3')))
		eu_unsafe(planning, second.begin, "X.660",
		          "invalid OID: second number must be 0 to 39");
}

/* Checks an OID (RFC 3061): numbers without leading zeros, separated by dots. */
static void check_oid(struct everyuri_planning *planning, struct urn_parts *urn)
{
	const char *text = planning->uri->text;
	uint32_t from = urn->nss.begin;

	for (uint32_t at = from; at <= urn->nss.end; at++) {
		bool end = at == urn->nss.end || text[at] == '.';

		if (end ? at == from :
		          !eu_is_digit((unsigned char)text[at]) ||
		                    (at == from + 1 && text[from] == '0')) {
			eu_unsafe(planning, at, "RFC 3061",
			          "invalid OID: expected numbers with dots between them");
			return;
		}
		if (end)
			from = at + 1;
	}
	check_first_arcs(planning, urn->nss);
}

static const struct namespace_row {
	char nid[5];
	void (*check)(struct everyuri_planning *planning, struct urn_parts *urn);
} namespace_rows[] = {
	{ "isbn", check_isbn },
	{ "issn", check_issn },
	{ "oid", check_oid },
	{ "uuid", check_uuid },
};

static void check_namespace(struct everyuri_planning *planning, struct urn_parts *urn)
{
	const char *nid = planning->uri->text + urn->nid.begin;

	urn->n_isbn = 0;
	for (size_t i = 0; i < sizeof namespace_rows / sizeof *namespace_rows; i++)
		if (eu_equals_ignoring_case(nid, eu_span_len(urn->nid), namespace_rows[i].nid))
			namespace_rows[i].check(planning, urn);
}

/* ---- resolvers ------------------------------------------------------------------------------------------ */

/* Returns whether a resolver serves the URN. name: a namespace, optionally with the first parts of
 * its names. rest: the part of the URN after the name and the ":", "/" or "-" (RFC 8458) that
 * follows it. */
static bool serves(const struct everyuri_planning *planning, const struct urn_parts *urn,
                   struct everyuri_text name, struct everyuri_span *rest)
{
	const char *text = planning->uri->text + urn->name.begin;

	/* "isbn" serves "isbn:3..." and no other namespace.  Namespaces and these parts are
	 * compared without regard to case (RFC 2648). */
	if (name.len + 1 >= eu_span_len(urn->name) || name.len < eu_span_len(urn->nid) ||
	    !eu_same_ignoring_case(name.data, text, name.len) || !strchr(":/-", text[name.len]))
		return false;
	*rest = eu_span(urn->name.begin + name.len + 1, urn->name.end);
	return true;
}

static void urn_values(const struct everyuri_planning *planning, const struct urn_parts *urn,
                       struct everyuri_span rest, struct eu_values *values)
{
	const enum everyuri_variable_kind encoded = EVERYURI_VARIABLE_ENCODED;
	struct everyuri_text isbn = { urn->n_isbn ? urn->isbn : NULL, urn->n_isbn };
	struct everyuri_span whole = { planning->uri->part[EVERYURI_SCHEME].begin, urn->name.end };

	values->n = 0;
	eu_value_add(values, "uri", eu_planned_text(planning, whole), EVERYURI_VARIABLE_STRING);
	eu_value_add(values, "nid", eu_planned_text(planning, urn->nid), encoded);
	eu_value_add(values, "nss", eu_planned_text(planning, urn->nss), encoded);
	eu_value_add(values, "rest", eu_planned_text(planning, rest), encoded);
	eu_value_add(values, "r", eu_planned_text(planning, urn->r), encoded);
	eu_value_add(values, "q", eu_planned_text(planning, urn->q), encoded);
	eu_value_add(values, "isbn", isbn, EVERYURI_VARIABLE_STRING);
}

void eu_plan_urn(struct everyuri_planning *planning)
{
	const struct everyuri_config *config = planning->config;
	struct everyuri_span rest;
	struct eu_values values;
	struct urn_parts urn;
	size_t n = 0;

	if (!cut_urn(planning, &urn))
		return;
	check_namespace(planning, &urn);
	for (size_t i = 0; i < config->n_rules; i++) {
		const struct everyuri_rule *rule = &config->rules[i];

		if (rule->kind != EVERYURI_RULE_RESOLVER ||
		    !serves(planning, &urn, rule->name, &rest))
			continue;
		if (!n++)
			eu_plan_step(&planning->build, EVERYURI_REFER);
		urn_values(planning, &urn, rest, &values);
		eu_plan_locator(planning, EVERYURI_RULE_RESOLVER, rule->value, &values);
	}
	n += eu_plan_gateways(planning, !n);
	if (!n)
		eu_plan_refuse_because(&planning->build, EVERYURI_REASON_RESOLVER, EVERYURI_MISSING,
		                       urn.nid.begin, "RFC 8141",
		                       "no resolver is configured for this namespace");
}
