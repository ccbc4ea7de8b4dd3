/* Locators: RFC 6570 templates of gateways and resolvers in the configuration.  They become the
 * URIs of a "refer" step.
 *
 * A plan names no host that neither the URI nor the configuration names.  So the scheme and the
 * authority of a locator come from the template.  Only host and port of the URI may be inserted
 * into them. */
#include "scheme/registered.h"

#include "template/scan.h"

/* ---- what a template may ask for --------------------------------------------------------------- */

static const char gateway_names[][8] = { "uri",  "scheme", "user",  "host",   "port",
	                                 "path", "name",   "query", "request" };
static const char resolver_names[][8] = { "uri", "nid", "nss", "rest", "r", "q", "isbn" };

static bool is_known_name(enum everyuri_rule_kind kind, const char *data, size_t len)
{
	bool gateway = kind == EVERYURI_RULE_GATEWAY;
	size_t n = gateway ? sizeof gateway_names / sizeof *gateway_names :
	                     sizeof resolver_names / sizeof *resolver_names;

	for (size_t i = 0; i < n; i++)
		if (eu_text_is((struct everyuri_text){ data, len },
		               gateway ? gateway_names[i] : resolver_names[i]))
			return true;
	return false;
}

static enum everyuri_status refuse_locator(struct everyuri_error *err, size_t at,
                                           const char *message)
{
	return eu_fail(err, EVERYURI_INVALID, at, "RFC 6570", message);
}

/* Checks that every variable exists, because a misspelt name would silently be undefined. */
static enum everyuri_status check_names(enum everyuri_rule_kind kind, struct everyuri_text text,
                                        struct everyuri_error *err)
{
	struct eu_template_piece piece;
	struct eu_template_varspec spec;
	uint32_t at = 0;

	while (eu_template_next(text, &at, &piece)) {
		uint32_t in = piece.at.begin;

		while (piece.op && eu_template_varspec_next(text, &piece, &in, &spec))
			if (!is_known_name(kind, text.data + spec.name.begin,
			                   eu_span_len(spec.name)))
				return refuse_locator(err, spec.name.begin, "unknown variable");
	}
	return EVERYURI_OK;
}

/* Returns whether this is "{host}", "{+host}" or "{port}": the URI's host or port, unchanged. */
static bool is_of_place(struct everyuri_text text, const struct eu_template_piece *piece)
{
	const char *name = text.data + piece->at.begin;
	uint32_t n = eu_span_len(piece->at);

	return (!piece->op->sign || piece->op->sign == '+') &&
	       (eu_text_is((struct everyuri_text){ name, n }, "host") ||
	        eu_text_is((struct everyuri_text){ name, n }, "port"));
}

/* Returns whether this is "{+path}" or "{+request}".  After a host, the value of these must begin
 * with "/" or be empty. */
static bool is_of_path(struct everyuri_text text, const struct eu_template_piece *piece)
{
	const char *name = text.data + piece->at.begin;
	uint32_t n = eu_span_len(piece->at);

	return piece->op->sign == '+' && (eu_text_is((struct everyuri_text){ name, n }, "path") ||
	                                  eu_text_is((struct everyuri_text){ name, n }, "request"));
}

/* Checks the authority from `at` to the first "/", "?" or "#" in the template's literal text: a
 * host and a port.  An expression with one of these characters as its operator also ends an
 * authority, but may expand to nothing. */
static enum everyuri_status check_authority(struct everyuri_text text, uint32_t at,
                                            struct eu_locator *locator, struct everyuri_error *err)
{
	struct eu_template_piece piece;

	while (eu_template_next(text, &at, &piece)) {
		if (!piece.op) {
			for (uint32_t i = piece.at.begin; i < piece.at.end; i++)
				if (text.data[i] == '@') /* THREATS C8: a plan would show the user
				                            and password */
					return refuse_locator(
						err, i,
						"user or password not allowed in a URI template");
				else if (text.data[i] == '/' || text.data[i] == '?' ||
				         text.data[i] == '#')
					return EVERYURI_OK;
		} else if (is_of_place(text, &piece)) {
			locator->needs_host = true;
		} else if (is_of_path(text, &piece)) {
			locator->needs_root = true;
		} else if (!strchr("/?#", piece.op->sign) || !piece.op->sign) {
			return refuse_locator(
				err, piece.at.begin,
				"expression not allowed here: it could change the host");
		}
	}
	return EVERYURI_OK;
}

enum everyuri_status eu_locator_check(enum everyuri_rule_kind kind, struct everyuri_text text,
                                      struct eu_locator *locator, struct everyuri_error *err)
{
	enum everyuri_status status;
	uint32_t at = 0;

	*locator = (struct eu_locator){ .has_host = false };
	if (text.len > EU_LOCATOR_MAX)
		return eu_fail(err, EVERYURI_TOO_LONG, EU_LOCATOR_MAX, EU_CONFIGURATION,
		               "template longer than 8000 bytes");
	status = everyuri_template_check(text.data, text.len, NULL, err);
	if (!status)
		status = check_names(kind, text, err);
	if (status)
		return status;
	while (at < text.len && (eu_is_alpha((unsigned char)text.data[at]) ||
	                         (at && (eu_is_digit((unsigned char)text.data[at]) ||
	                                 strchr("+-.", text.data[at])))))
		at++;
	if (!at || at == text.len || text.data[at] != ':')
		return refuse_locator(err, at, "template must begin with a scheme");
	at++;
	locator->has_host = text.len - at >= 2 && text.data[at] == '/' && text.data[at + 1] == '/';
	return locator->has_host ? check_authority(text, at + 2, locator, err) : EVERYURI_OK;
}

/* ---- values --------------------------------------------------------------------------------------- */

void eu_value_add(struct eu_values *values, const char *name, struct everyuri_text text,
                  enum everyuri_variable_kind kind)
{
	struct everyuri_text *item = &values->item[values->n];

	*item = text;
	values->variable[values->n++] =
		(struct everyuri_variable){ { name, strlen(name) }, kind, item, 1 };
}

/* Returns the URI without its fragment, which only the client uses. */
struct everyuri_text eu_planned_uri(const struct everyuri_planning *planning)
{
	const struct everyuri_uri *uri = planning->uri;
	uint32_t begin = uri->part[EVERYURI_SCHEME].begin, end = uri->len;

	if (!eu_is_absent(uri->part[EVERYURI_FRAGMENT]))
		end = uri->part[EVERYURI_FRAGMENT].begin - 1;
	return eu_planned_text(planning, eu_span(begin, end));
}

struct everyuri_text eu_planned_port(const struct everyuri_planning *planning,
                                     char digits[EU_DECIMAL_MAX])
{
	const struct everyuri_text none = { NULL, 0 };

	return planning->port ? eu_decimal(digits, planning->port) : none;
}

void eu_planned_values(const struct everyuri_planning *planning, struct eu_values *values)
{
	const enum everyuri_variable_kind encoded = EVERYURI_VARIABLE_ENCODED;
	const struct everyuri_span path = planning->path;
	const char *text = planning->uri->text;
	struct everyuri_text host = { planning->host_text, planning->n_host };
	bool slash = path.begin < path.end && text[path.begin] == '/';
	struct everyuri_span request = path;

	if (!eu_is_absent(planning->query))
		request.end = planning->query.end;
	if (!planning->n_host)
		host.data = NULL;
	else if (text[planning->host.begin] == '[')
		host = eu_planned_text(planning, planning->host);
	values->n = 0;
	eu_value_add(values, "uri", eu_planned_uri(planning), EVERYURI_VARIABLE_STRING);
	eu_value_add(values, "scheme",
	             eu_planned_text(planning, planning->uri->part[EVERYURI_SCHEME]), encoded);
	eu_value_add(values, "user", eu_planned_text(planning, planning->user), encoded);
	eu_value_add(values, "host", host, EVERYURI_VARIABLE_STRING);
	eu_value_add(values, "port", eu_planned_port(planning, values->digits),
	             EVERYURI_VARIABLE_STRING);
	eu_value_add(values, "path", eu_planned_text(planning, path), encoded);
	eu_value_add(values, "name",
	             eu_planned_text(planning, eu_span(path.begin + slash, path.end)), encoded);
	eu_value_add(values, "query", eu_planned_text(planning, planning->query), encoded);
	eu_value_add(values, "request", eu_planned_text(planning, request), encoded);
}

/* ---- the step --------------------------------------------------------------------------------------- */

/* Parses the expanded template before it is used. */
static void check_locator(struct everyuri_planning *planning, struct everyuri_text expanded,
                          const struct eu_locator *locator)
{
	const size_t at = planning->uri->part[EVERYURI_SCHEME].begin;
	struct everyuri_uri uri;

	if (locator->needs_root && planning->path.begin < planning->path.end &&
	    !strchr("/?", planning->uri->text[planning->path.begin]))
		eu_unsafe(planning, planning->path.begin, "RFC 6570",
		          "path would become part of the expanded template's host");
	else if (everyuri_parse(expanded.data, expanded.len, EVERYURI_RFC3986, 0, NULL, NULL, &uri,
	                        NULL))
		eu_unsafe(planning, at, "RFC 6570", "expanded template is not a URI");
	else if (!locator->has_host && uri.host_kind != EVERYURI_HOST_NONE)
		eu_unsafe(planning, at, "RFC 6570",
		          "expanded template has a host, the template has none");
	else if (locator->needs_host && uri.host_kind != EVERYURI_HOST_IPV6 &&
	         planning->uri->host_kind == EVERYURI_HOST_IPV6)
		eu_unsafe(planning, planning->host.begin, "RFC 6570",
		          "use {+host} in the template for an IPv6 address");
	else if (locator->needs_host && uri.host_kind == EVERYURI_HOST_EMPTY)
		eu_unsafe(planning, at, "RFC 6570", "missing host for the template");
}

/* Expands the template into a bounded buffer, so that the result can be parsed and refused before
 * the plan's size is known. */
static void put_expanded(struct everyuri_planning *planning, struct everyuri_text text,
                         const struct eu_values *values, const struct eu_locator *locator)
{
	struct eu_plan_build *build = &planning->build;
	char expanded[EU_LOCATOR_MAX];
	struct everyuri_buf buf;

	everyuri_buf_init(&buf, expanded, sizeof expanded, NULL);
	/* The template was checked, and all values are texts, so only the length of the result can
	 * make this fail. */
	if (eu_template_expand_within(text, values->variable, values->n, sizeof expanded, &buf,
	                              NULL)) {
		eu_unsafe(planning, planning->uri->part[EVERYURI_SCHEME].begin, "RFC 9110 4.1",
		          "expanded template longer than 8000 bytes");
		return;
	}
	check_locator(planning, (struct everyuri_text){ expanded, buf.len }, locator);
	eu_plan_put(build, expanded, buf.len);
}

void eu_plan_locator(struct everyuri_planning *planning, enum everyuri_rule_kind kind,
                     struct everyuri_text text, const struct eu_values *values)
{
	struct eu_plan_build *build = &planning->build;
	struct everyuri_error error = { .status = EVERYURI_OK };
	struct eu_locator locator;

	if (build->status)
		return;
	if (eu_locator_check(kind, text, &locator, &error)) {
		eu_plan_refuse(build, EVERYURI_MISSING, 0, EU_CONFIGURATION, error.message);
		return;
	}
	/* THREATS C8: the password is not sent to another host. */
	if (!eu_is_absent(planning->password))
		eu_unsafe(planning, planning->password.begin, "RFC 3986 7.5",
		          "the password would be sent to a gateway");
	eu_plan_open(build, EVERYURI_FIELD_URIS, 0);
	if (!build->status)
		put_expanded(planning, text, values, &locator);
	eu_plan_close(build);
}

size_t eu_plan_gateways(struct everyuri_planning *planning, bool begin)
{
	const struct everyuri_span scheme = planning->uri->part[EVERYURI_SCHEME];
	const char *name = planning->uri->text + scheme.begin;
	const struct everyuri_rule *rule;
	struct eu_values values;
	size_t n = 0, from = 0;

	while ((rule = eu_rule(planning, EVERYURI_RULE_GATEWAY, name, eu_span_len(scheme),
	                       &from))) {
		if (!n)
			eu_planned_values(planning, &values);
		if (!n && begin)
			eu_plan_step(&planning->build, EVERYURI_REFER);
		n++;
		if (planning->build.status)
			break;
		eu_plan_locator(planning, EVERYURI_RULE_GATEWAY, rule->value, &values);
	}
	return n;
}
