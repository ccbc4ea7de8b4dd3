/* Schemes that the user defines: their definitions, and the plans of their URIs. */
#include "scheme/registered.h"

/* ---- definitions: KEY=VALUE, separated by blanks, or quoted --------------------------------- */

enum { KEY_KIND, KEY_PORT, KEY_TLS, KEY_NAMES, KEY_SCOPE, KEY_MEDIA_TYPE, KEY_CLAUSE, KEY_PARTS };

/* The keys from KEY_PARTS on are the parts user, password, host, path and query. */
static const char keys[][11] = { "kind",   "port", "tls",      "names", "scope", "media-type",
	                         "clause", "user", "password", "host",  "path",  "query" };
static const uint8_t part_of_key[] = { EVERYURI_USER, EVERYURI_PASSWORD, EVERYURI_HOST,
	                               EVERYURI_PATH, EVERYURI_QUERY };

static const char *const kind_words[] = { "host", "opaque", "local", "interactive" };
static const char *const need_words[] = { "optional", "required", "forbidden" };
static const char *const name_words[] = { "persistent", "unique", "location-independent" };
static const char *const tls_words[] = { "no", "yes" };

#define COUNT(words) (sizeof(words) / sizeof *(words))

static bool is_key_blank(char byte)
{
	return byte == ' ' || byte == '\t';
}

static enum everyuri_status refuse_definition(struct everyuri_error *err, size_t at,
                                              const char *message)
{
	return eu_fail(err, EVERYURI_INVALID, at, EU_CONFIGURATION, message);
}

/* Returns the index of the word, or n if it is not found. */
static size_t word_index(struct everyuri_text word, const char *const *words, size_t n)
{
	size_t i = 0;

	while (i < n && !(strlen(words[i]) == word.len && !memcmp(words[i], word.data, word.len)))
		i++;
	return i;
}

/* Reads a list such as "persistent,unique" into flags. */
static bool names_read(struct everyuri_text text, unsigned *flags)
{
	size_t from = 0;

	for (size_t at = 0; at <= text.len; at++) {
		if (at < text.len && text.data[at] != ',')
			continue;
		size_t i = word_index((struct everyuri_text){ text.data + from, at - from },
		                      name_words, COUNT(name_words));

		if (i == COUNT(name_words))
			return false;
		*flags |= (uint8_t)(1u << i);
		from = at + 1;
	}
	return true;
}

static bool port_read(struct everyuri_text text, uint16_t *port)
{
	uint32_t number = 0;

	for (size_t i = 0; i < text.len; i++) {
		if (!eu_is_digit((unsigned char)text.data[i]))
			return false;
		number = number * 10 + (uint32_t)(text.data[i] - '0');
		if (number > UINT16_MAX)
			return false;
	}
	*port = (uint16_t)number;
	return number;
}

/* Returns an error message for the value, or NULL. */
static const char *key_read(struct eu_definition *definition, size_t key,
                            struct everyuri_text value)
{
	size_t i;

	switch (key) {
	case KEY_KIND:
		i = word_index(value, kind_words, COUNT(kind_words));
		definition->kind = (uint8_t)(i < COUNT(kind_words) ? i : EVERYURI_KIND_HOST);
		return i < COUNT(kind_words) ? NULL :
		                               "kind must be host, opaque, local or interactive";
	case KEY_PORT:
		return port_read(value, &definition->port) ? NULL : "port must be 1 to 65535";
	case KEY_TLS:
		i = word_index(value, tls_words, COUNT(tls_words));
		definition->flags |= i == 1 ? EVERYURI_TLS : 0;
		return i < COUNT(tls_words) ? NULL : "value must be yes or no";
	case KEY_NAMES:
		return names_read(value, &definition->flags) ?
		               NULL :
		               "names must be persistent, unique or location-independent";
	case KEY_SCOPE:
		definition->scope = value;
		return NULL;
	case KEY_MEDIA_TYPE:
		definition->media_type = value;
		return NULL;
	case KEY_CLAUSE:
		definition->clause = value;
		return NULL;
	}
	if (part_of_key[key - KEY_PARTS] == EVERYURI_QUERY && value.len == 4 &&
	    !memcmp(value.data, "data", 4)) {
		definition->flags |= EVERYURI_NO_QUERY;
		return NULL;
	}
	i = word_index(value, need_words, COUNT(need_words));
	definition->need[part_of_key[key - KEY_PARTS]] = (uint8_t)i;
	return i < COUNT(need_words) ? NULL : "part must be required, optional or forbidden";
}

/* Reads the value that begins at *at and moves *at past it.  Returns false if a quote is not
 * closed. */
static bool value_cut(struct everyuri_text text, size_t *at, struct everyuri_text *value)
{
	bool quoted = *at < text.len && text.data[*at] == '"';
	size_t begin = *at += quoted;

	while (*at < text.len && (quoted ? text.data[*at] != '"' : !is_key_blank(text.data[*at])))
		++*at;
	*value = (struct everyuri_text){ text.data + begin, *at - begin };
	if (!quoted)
		return true;
	return *at < text.len && (++*at == text.len || is_key_blank(text.data[*at]));
}

/* Sets the default for the host key: a scheme with a host requires it. */
static void set_defaults(struct eu_definition *definition, unsigned seen)
{
	if (seen & 1u << (KEY_PARTS + 2))
		return;
	definition->need[EVERYURI_HOST] = definition->kind == EVERYURI_KIND_OPAQUE ? EU_FORBIDDEN :
	                                  definition->kind == EVERYURI_KIND_LOCAL  ? EU_OPTIONAL :
	                                                                             EU_REQUIRED;
}

enum everyuri_status eu_definition_read(struct everyuri_text text, struct eu_definition *definition,
                                        struct everyuri_error *err)
{
	unsigned seen = 0;

	*definition = (struct eu_definition){ .kind = EVERYURI_KIND_HOST };
	for (size_t at = 0; at < text.len; at++) {
		size_t begin = at, key = 0;
		const char *wrong;
		struct everyuri_text value;

		if (is_key_blank(text.data[at]))
			continue;
		while (at < text.len && text.data[at] != '=' && !is_key_blank(text.data[at]))
			at++;
		while (key < COUNT(keys) && !(strlen(keys[key]) == at - begin &&
		                              !memcmp(keys[key], text.data + begin, at - begin)))
			key++;
		if (key == COUNT(keys))
			return refuse_definition(err, begin, "unknown key");
		if (at == text.len || text.data[at] != '=')
			return refuse_definition(err, at, "missing \"=\" and value of a key");
		if (seen & 1u << key)
			return refuse_definition(err, begin, "key given more than once");
		seen |= 1u << key;
		begin = ++at;
		if (!value_cut(text, &at, &value))
			return refuse_definition(err, at,
			                         "missing closing quote, or text after it");
		wrong = key_read(definition, key, value);
		if (wrong)
			return refuse_definition(err, begin, wrong);
		for (size_t i = 0; i < value.len; i++)
			if ((unsigned char)value.data[i] < 0x20 || value.data[i] == 0x7F)
				return refuse_definition(err, (size_t)(value.data - text.data) + i,
				                         "control character not allowed");
	}
	set_defaults(definition, seen);
	return EVERYURI_OK;
}

/* ---- rules, as they are read ----------------------------------------------------------------------------- */

static bool is_scheme_name(struct everyuri_text name, size_t *at)
{
	for (*at = 0; *at < name.len; ++*at) {
		unsigned char byte = (unsigned char)name.data[*at];

		if (!eu_is_alpha(byte) &&
		    (!*at || !(eu_is_digit(byte) || byte == '+' || byte == '-' || byte == '.')))
			return false;
	}
	return name.len > 0;
}

/* Returns whether this is a namespace, optionally with the first parts of its names: "ietf:rfc". */
static bool is_namespace(struct everyuri_text name, size_t *at)
{
	for (*at = 0; *at < name.len; ++*at) {
		unsigned char byte = (unsigned char)name.data[*at];

		if (byte <= ' ' || byte >= 0x7F ||
		    (!*at && !eu_is_alpha(byte) && !eu_is_digit(byte)))
			return false;
	}
	return name.len > 0;
}

/* Returns whether the name is that of an experimental scheme, which begins with "x-" (RFC 1630), or
 * is registered with IANA. */
static bool is_known_scheme(struct everyuri_text name)
{
	enum everyuri_scheme_status status = everyuri_scheme_status_of(name.data, name.len);

	return (name.len > 2 && eu_equals_ignoring_case(name.data, 2, "x-")) ||
	       (status != EVERYURI_SCHEME_UNKNOWN && status != EVERYURI_SCHEME_WIDE_USE);
}

static const char unknown_scheme[] =
	"scheme name is not registered with IANA and does not begin with x-";

static bool is_resolved(struct everyuri_text name)
{
	const struct everyuri_scheme_info *info = everyuri_scheme_find(name.data, name.len);

	return info && info->flags & EVERYURI_RESOLVED;
}

static enum everyuri_status check_name_of_rule(const struct everyuri_rule *rule,
                                               struct everyuri_error *err)
{
	const char *message = "invalid scheme or namespace name";
	size_t at = 0;
	bool good = rule->kind == EVERYURI_RULE_RESOLVER ? is_namespace(rule->name, &at) :
	                                                   is_scheme_name(rule->name, &at);
	bool own = rule->kind == EVERYURI_RULE_SCHEME || rule->kind == EVERYURI_RULE_STEP;

	if (rule->kind == EVERYURI_RULE_ROOT)
		return EVERYURI_OK;
	if (good && own && is_resolved(rule->name)) {
		good = false;
		at = 0;
		message = "scheme urn cannot be redefined: configure a resolver";
	}
	if (good)
		return EVERYURI_OK;
	refuse_definition(err, at, message);
	if (err)
		err->which = 1;
	return EVERYURI_INVALID;
}

enum everyuri_status everyuri_rule_check(const struct everyuri_rule *rule,
                                         struct everyuri_error *err, struct everyuri_error *warning)
{
	enum everyuri_status status = check_name_of_rule(rule, err);
	struct eu_definition definition;
	struct eu_locator locator;

	if (status)
		return status;
	switch (rule->kind) {
	case EVERYURI_RULE_SCHEME:
		status = eu_definition_read(rule->value, &definition, err);
		if (!status && warning && !is_known_scheme(rule->name))
			eu_fail(warning, EVERYURI_UNSAFE, 0, "RFC 1630", unknown_scheme);
		return status;
	case EVERYURI_RULE_GATEWAY:
	case EVERYURI_RULE_RESOLVER:
		return eu_locator_check(rule->kind, rule->value, &locator, err);
	case EVERYURI_RULE_STEP:
		return eu_step_check(rule->value, err);
	case EVERYURI_RULE_PROGRAM:
	case EVERYURI_RULE_ROOT:
		break;
	}
	return EVERYURI_OK;
}

/* ---- plans ---------------------------------------------------------------------------------------------------- */

/* Refuses a forbidden or a missing part, at its offset or at the end of the URI. */
static void check_need(struct everyuri_planning *planning, unsigned need, struct everyuri_span part)
{
	if (need == EU_FORBIDDEN && !eu_is_absent(part))
		eu_unsafe(planning, part.begin, EU_CONFIGURATION,
		          "part not allowed in this scheme");
	if (need == EU_REQUIRED && !eu_planned_has(part))
		eu_unsafe(planning, eu_is_absent(part) ? planning->uri->len : part.begin,
		          EU_CONFIGURATION, "missing part: this scheme requires it");
}

static void check_needs(struct everyuri_planning *planning)
{
	const uint8_t *need = planning->own->definition.need;
	struct everyuri_span path = planning->path;

	if (path.end - path.begin == 1 && planning->uri->text[path.begin] == '/')
		path.begin = path.end;
	if (need[EVERYURI_PATH] == EU_FORBIDDEN && path.begin == path.end)
		path = eu_absent();
	check_need(planning, need[EVERYURI_USER], planning->user);
	check_need(planning, need[EVERYURI_PASSWORD], planning->password);
	check_need(planning, need[EVERYURI_HOST], planning->host);
	check_need(planning, need[EVERYURI_PATH], path);
	check_need(planning, need[EVERYURI_QUERY], planning->query);
}

static void plan_registered(struct everyuri_planning *planning)
{
	const struct eu_registered *own = planning->own;
	const struct everyuri_rule *rule = own->rule;
	const size_t scheme = planning->uri->part[EVERYURI_SCHEME].begin;

	if (own->status)
		eu_plan_refuse(&planning->build, EVERYURI_MISSING, 0, EU_CONFIGURATION,
		               "invalid definition of this scheme");
	if (rule && !is_known_scheme(rule->name))
		eu_plan_warn(&planning->build, scheme, "RFC 1630", unknown_scheme);
	if (rule)
		check_needs(planning);
	const size_t n_gateways = eu_plan_gateways(planning, true);

	if (!rule || n_gateways)
		return;
	if (rule->plan)
		rule->plan(planning, rule->own);
	else
		eu_plan_steps(planning);
	if (!planning->build.status && !planning->build.plan->n_steps)
		eu_plan_refuse(&planning->build, EVERYURI_MISSING, scheme, EU_CONFIGURATION,
		               "neither a step nor a gateway is configured for this scheme");
}

void eu_registered_find(struct everyuri_planning *planning, struct eu_registered *own)
{
	const struct everyuri_span scheme = planning->uri->part[EVERYURI_SCHEME];
	const char *name = planning->uri->text + scheme.begin;
	const uint32_t n = eu_span_len(scheme);

	planning->own = NULL;
	/* For urn and file URIs, gateways are only used as a fallback. */
	if (!planning->config->n_rules || planning->plan == eu_plan_urn)
		return;
	own->rule = eu_rule(planning, EVERYURI_RULE_SCHEME, name, n, NULL);
	if (!own->rule && (planning->plan == eu_plan_file ||
	                   !eu_rule(planning, EVERYURI_RULE_GATEWAY, name, n, NULL)))
		return;
	own->row = planning->row ? *planning->row :
	                           (struct eu_scheme){ .info.clause = EU_CONFIGURATION };
	own->status = EVERYURI_OK;
	if (own->rule) {
		own->status = eu_definition_read(own->rule->value, &own->definition, NULL);
		own->row.info.clause = EU_CONFIGURATION;
		own->row.info.kind = (enum everyuri_scheme_kind)own->definition.kind;
		own->row.info.flags = own->definition.flags;
		own->row.info.port = own->definition.port ? own->definition.port : own->rule->port;
	}
	planning->own = own;
	planning->row = &own->row;
	planning->plan = plan_registered;
}

/* ---- the registry --------------------------------------------------------------------------------------------- */

static bool names_same(const struct everyuri_rule *rule, enum everyuri_rule_kind kind,
                       struct everyuri_text name)
{
	return rule->kind == kind && rule->name.len == name.len &&
	       eu_same_ignoring_case(rule->name.data, name.data, name.len);
}

bool everyuri_registered_nth(const struct everyuri_config *config, size_t n,
                             struct everyuri_registered *registered)
{
	struct eu_definition definition;
	const struct everyuri_rule *rule = NULL;
	bool steps = false;

	for (size_t i = 0; i < config->n_rules && !rule; i++)
		if (config->rules[i].kind == EVERYURI_RULE_SCHEME && !n--)
			rule = &config->rules[i];
	if (!rule)
		return false;
	for (size_t i = 0; i < config->n_rules; i++)
		steps = steps || names_same(&config->rules[i], EVERYURI_RULE_STEP, rule->name);
	eu_definition_read(rule->value, &definition, NULL);
	*registered =
		(struct everyuri_registered){ .name = rule->name,
		                              .clause = definition.clause,
		                              .scope = definition.scope,
		                              .media_type = definition.media_type,
		                              .kind = (enum everyuri_scheme_kind)definition.kind,
		                              .flags = definition.flags,
		                              .port = definition.port ? definition.port :
		                                                        rule->port,
		                              .has_plan = rule->plan || steps };
	return true;
}
