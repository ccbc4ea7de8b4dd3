/* The first part of planning, which all schemes share: splits the URI as the scheme defines, takes
 * host and port, and applies the policy. */
#include "base/utf8.h"
#include "scheme/registered.h"

static const struct everyuri_config no_config = { 0 };

void eu_unsafe(struct everyuri_planning *planning, size_t at, const char *clause,
               const char *message)
{
	eu_plan_refuse(&planning->build, EVERYURI_UNSAFE, at, clause, message);
}

/* ---- parts ------------------------------------------------------------------------------------ */

/* The old standards read the URI of a scheme without a production as a path that includes //host/.
 * In a scheme without a host, "//" begins the name (news://a@b is an article there). */
static void cut_host_from_path(struct everyuri_planning *planning)
{
	const char *text = planning->uri->text;
	struct everyuri_span *path = &planning->path;
	uint32_t at = path->begin + 2;

	if (planning->row->info.kind == EVERYURI_KIND_OPAQUE || !eu_is_absent(planning->host) ||
	    eu_span_len(*path) < 2 || text[path->begin] != '/' || text[path->begin + 1] != '/')
		return;
	while (at < path->end && text[at] != '/')
		at++;
	planning->host = eu_span(path->begin + 2, at);
	path->begin = at;
}

static void set_parts(struct everyuri_planning *planning)
{
	const struct everyuri_uri *uri = planning->uri;
	bool drafts = uri->standard == EVERYURI_URL1993 || uri->standard == EVERYURI_URI1994;

	planning->user = uri->part[EVERYURI_USER];
	planning->password = uri->part[EVERYURI_PASSWORD];
	planning->host = uri->part[EVERYURI_HOST];
	planning->path = uri->part[EVERYURI_PATH];
	planning->query = uri->part[EVERYURI_QUERY];
	cut_host_from_path(planning);
	if ((planning->row->info.flags & EVERYURI_NO_QUERY) && !drafts &&
	    !eu_is_absent(planning->query)) {
		planning->path.end = planning->query.end;
		planning->query = eu_absent();
	}
}

struct everyuri_span eu_take_part(const char *text, struct everyuri_span *rest, char mark)
{
	struct everyuri_span part = *rest;
	const char *at;

	*rest = eu_absent();
	if (eu_is_absent(part))
		return part;
	at = memchr(text + part.begin, mark, eu_span_len(part));
	if (at) {
		*rest = eu_span((size_t)(at - text) + 1, part.end);
		part.end = (uint32_t)(at - text);
	}
	return part;
}

/* ---- refusals that several schemes share ------------------------------------------------------------ */

bool eu_need_host(struct everyuri_planning *planning)
{
	if (!planning->n_host)
		eu_unsafe(planning,
		          eu_is_absent(planning->host) ? planning->path.begin :
		                                         planning->host.begin,
		          planning->row->info.clause, "missing host");
	return planning->n_host;
}

void eu_no_user(struct everyuri_planning *planning, const char *clause)
{
	if (!eu_is_absent(planning->user))
		eu_unsafe(planning, planning->user.begin, clause,
		          "user or password not allowed in this scheme");
}

void eu_no_query(struct everyuri_planning *planning, const char *clause)
{
	if (!eu_is_absent(planning->query))
		eu_unsafe(planning, planning->query.begin - 1, clause,
		          "query not allowed in this scheme");
}

bool eu_ends_line(struct everyuri_text text)
{
	for (size_t i = 0; i < text.len; i++)
		if (everyuri_byte_set_has(eu_carried_line.never, (unsigned char)text.data[i]))
			return true;
	return false;
}

void eu_need_line(struct everyuri_planning *planning, struct everyuri_text configured)
{
	if (eu_ends_line(configured))
		eu_unsafe(planning, 0, "configuration", "line break or NUL in a configured value");
}

void eu_need_utf8(struct everyuri_planning *planning, struct everyuri_span part, const char *clause)
{
	uint32_t code_point, next;

	for (uint32_t at = part.begin; at < part.end; at = next) {
		unsigned char byte;
		char few[4];
		size_t n = 0, taken;

		next = eu_planned_byte(planning, part, at, &byte);
		if (byte < 0x80)
			continue;
		for (uint32_t i = at; i < part.end && n < sizeof few; n++) {
			i = eu_planned_byte(planning, part, i, &byte);
			few[n] = (char)byte;
		}
		taken = eu_utf8_next(few, n, &code_point);
		if (!taken) {
			eu_unsafe(planning, at, clause, "these bytes are not UTF-8");
			return;
		}
		while (--taken)
			next = eu_planned_byte(planning, part, next, &byte);
	}
}

/* ---- steps that several schemes share ----------------------------------------------------------------- */

static void connect_step(struct everyuri_planning *planning, const char *host, size_t n_host,
                         uint16_t port, bool tls, const char *transport)
{
	struct eu_plan_build *build = &planning->build;

	eu_plan_step(build, EVERYURI_CONNECT);
	eu_plan_bytes(build, EVERYURI_FIELD_HOST, (struct everyuri_text){ host, n_host });
	eu_plan_number(build, EVERYURI_FIELD_PORT, port);
	eu_plan_bool(build, EVERYURI_FIELD_TLS, tls);
	eu_plan_text(build, EVERYURI_FIELD_TRANSPORT, transport);
}

void eu_plan_connect_by(struct everyuri_planning *planning, const char *transport)
{
	if (!eu_need_host(planning))
		return;
	if (!planning->port)
		eu_plan_refuse(&planning->build, EVERYURI_MISSING, planning->host.end,
		               planning->row->info.clause,
		               "missing port: the scheme has no default port");
	connect_step(planning, planning->host_text, planning->n_host, planning->port,
	             planning->row->info.flags & EVERYURI_TLS, transport);
}

void eu_plan_connect(struct everyuri_planning *planning)
{
	eu_plan_connect_by(planning, "tcp");
}

/* Usual ports of proxies, of which the policy does not warn.  The first one is the default port. */
static const uint16_t proxy_ports[] = { 8080, 1080, 3128, 8000, 8888 };

/* Returns the usual port of a server, or 0 if there is none. */
static uint16_t expected_port(uint16_t port, uint16_t own_port)
{
	for (size_t i = 0; !own_port && i < sizeof proxy_ports / sizeof *proxy_ports; i++)
		if (port == proxy_ports[i])
			return port;
	return own_port;
}

void eu_plan_connect_to(struct everyuri_planning *planning, struct everyuri_text server,
                        uint16_t own_port, bool tls)
{
	char host[EU_HOST_MAX + 1];
	uint16_t port = own_port ? own_port : proxy_ports[0];
	size_t n = eu_server_read(server, host, &port);

	if (!n) {
		eu_plan_refuse(&planning->build, EVERYURI_INVALID, 0, "configuration",
		               "the configured server or proxy is not \"host\" or \"host:port\"");
		return;
	}
	eu_planned_server(planning, (struct everyuri_text){ host, n }, port,
	                  expected_port(port, own_port));
	connect_step(planning, host, n, port, tls, "tcp");
}

void eu_plan_secret(struct everyuri_planning *planning, enum everyuri_field_name name)
{
	eu_plan_open(&planning->build, name, EU_FIELD_SECRET);
	eu_plan_decoded(&planning->build, planning->password, &eu_carried_line);
	eu_plan_close(&planning->build);
}

void eu_plan_escaped(struct everyuri_planning *planning, struct everyuri_span span,
                     const struct everyuri_byte_set *keep)
{
	const char *text = planning->uri->text;
	char three[3];
	uint32_t run = span.begin;

	planning->build.part_at = span.begin;
	for (uint32_t at = span.begin; at < span.end; at++) {
		unsigned char byte = (unsigned char)text[at];

		if (byte == '%' || everyuri_byte_set_has(keep, byte))
			continue;
		struct eu_out out = { three, 0 };

		eu_out_escape(&out, byte);
		eu_plan_put(&planning->build, text + run, at - run);
		eu_plan_put(&planning->build, three, sizeof three);
		run = at + 1;
	}
	eu_plan_put(&planning->build, text + run, span.end - run);
}

void eu_plan_decimal(struct eu_plan_build *build, unsigned number)
{
	char digits[EU_DECIMAL_MAX];
	struct everyuri_text text = eu_decimal(digits, number);

	eu_plan_put(build, text.data, text.len);
}

void eu_plan_authority(struct everyuri_planning *planning, bool always_port)
{
	struct eu_plan_build *build = &planning->build;
	const char *host = planning->host_text;
	bool ipv6 = memchr(host, ':', planning->n_host) != NULL;
	size_t n = 0;

	while (n < planning->n_host && host[n] != '%')
		n++;
	eu_plan_put(build, "[", ipv6);
	eu_plan_put(build, host, n);
	eu_plan_put(build, "]", ipv6);
	if (!always_port && planning->port == planning->row->info.port)
		return;
	eu_plan_put(build, ":", 1);
	eu_plan_decimal(build, planning->port);
}

const struct everyuri_rule *eu_rule(const struct everyuri_planning *planning,
                                    enum everyuri_rule_kind kind, const char *name, size_t len,
                                    size_t *from)
{
	const struct everyuri_config *config = planning->config;
	/* If only one rule of a kind may apply, the last one does, because files are read before
	 * the settings that override them. */
	bool single = kind == EVERYURI_RULE_SCHEME || kind == EVERYURI_RULE_PROGRAM ||
	              kind == EVERYURI_RULE_ROOT;

	for (size_t i = from ? *from : 0; i < config->n_rules; i++) {
		const struct everyuri_rule *rule =
			&config->rules[single ? config->n_rules - 1 - i : i];

		if (rule->kind != kind)
			continue;
		bool same = kind == EVERYURI_RULE_ROOT ?
		                    eu_same_host(rule->name, (struct everyuri_text){ name, len }) :
		                    rule->name.len == len &&
		                            eu_same_ignoring_case(rule->name.data, name, len);

		if (!same)
			continue;
		if (from)
			*from = i + 1;
		return rule;
	}
	return NULL;
}

/* ---- the plan ------------------------------------------------------------------------------------------- */

static void check_port(struct everyuri_planning *planning)
{
	const struct everyuri_uri *uri = planning->uri;
	struct everyuri_span port = uri->part[EVERYURI_PORT];

	planning->own_port = planning->plan == eu_plan_gopher ? eu_gopher_port(planning) :
	                                                        planning->row->info.port;
	planning->port = planning->own_port;
	if (everyuri_port(uri, &planning->port) == EVERYURI_OUT_OF_RANGE)
		eu_plan_refuse(&planning->build, EVERYURI_OUT_OF_RANGE, port.begin, "RFC 1738 3.1",
		               "the port is above 65535");
}

/* Makes the plan in memory of the caller. */
static void make(struct everyuri_planning *planning, const struct eu_scheme *row, char *data,
                 size_t cap, struct everyuri_plan *plan)
{
	planning->row = row; /* the first attempt may have switched to the row of another scheme */
	eu_plan_begin(&planning->build, data, cap, planning->uri->text, plan);
	set_parts(planning);
	check_port(planning);
	eu_planned_host(planning);
	if (planning->build.status)
		return;
	eu_planned_policy(planning);
	planning->plan(planning);
	if (!planning->build.status)
		eu_plan_end(&planning->build);
}

static enum everyuri_status no_plan(const struct everyuri_uri *uri, const struct eu_scheme *row,
                                    struct everyuri_error *err)
{
	return eu_fail(err, EVERYURI_UNSUPPORTED, uri->part[EVERYURI_SCHEME].begin,
	               row ? row->info.clause : "RFC 1738 3",
	               row ? row->info.reason : "unsupported scheme");
}

#define FEW_BYTES 1024 /* in bytes; nearly every plan fits, so that it is made only once */

enum everyuri_status everyuri_plan_make(const struct everyuri_uri *uri,
                                        const struct everyuri_config *config,
                                        struct everyuri_buf *buf, struct everyuri_plan *plan,
                                        struct everyuri_error *err)
{
	struct everyuri_planning planning;
	struct eu_registered own;
	struct everyuri_plan made;
	const struct eu_plan_build *build = &planning.build;
	const struct everyuri_span scheme = uri->part[EVERYURI_SCHEME];
	enum everyuri_status status;
	char few[FEW_BYTES];

	if (eu_is_absent(scheme))
		return eu_fail(err, EVERYURI_INVALID, 0, "RFC 3986 4.2",
		               "a relative reference needs a base URI");
	planning.uri = uri;
	planning.config = config ? config : &no_config;
	planning.row = eu_scheme_find(uri->text + scheme.begin, eu_span_len(scheme));
	planning.plan = planning.row ? eu_planner_of(planning.row)->plan : NULL;
	eu_registered_find(&planning, &own);
	if (!planning.plan)
		return no_plan(uri, planning.row, err);
	const struct eu_scheme *row = planning.row;

	/* The buffer stays unchanged until the plan has succeeded and its size is known. */
	make(&planning, row, few, sizeof few, &made);
	const size_t len = build->len;

	if (build->status)
		return eu_fail_because(err, build->reason, build->status, build->at, build->clause,
		                       build->message);
	status = eu_buf_reserve(buf, len, err);
	if (status)
		return status;
	if (len <= sizeof few)
		memcpy(buf->data, few, len);
	else
		make(&planning, row, buf->data, len, &made);
	if (!build->status && build->len != len)
		eu_unsafe(&planning, scheme.begin, "plan function",
		          "the plan function made two different plans");
	if (build->status)
		return eu_fail_because(err, build->reason, build->status, build->at, build->clause,
		                       build->message);
	buf->len = len;
	made.steps.data = buf->data;
	made.steps.len = len;
	*plan = made;
	return EVERYURI_OK;
}
