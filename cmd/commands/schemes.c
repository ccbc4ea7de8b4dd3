/* schemes.c - everyuri schemes: lists the registered schemes, and what everyuri can
 * do with each. */
#include "support/config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Where the information about a scheme comes from. */
enum by { BY_EVERYURI, BY_CONFIGURATION, BY_NAME };

static const char *const by_words[] = { "everyuri", "configuration", "name alone" };
static const char *const kind_words[] = { "host", "opaque", "local", "interactive" };

#define COUNT(words) (sizeof(words) / sizeof *(words))

/* One scheme.  A text whose data is NULL is not printed. */
struct entry {
	struct everyuri_text name, clause, scope, media_type, reason;
	enum by by;
	int kind; /* enum everyuri_scheme_kind, or -1 if there is none */
	unsigned flags;
	uint16_t port;
	bool plan;
	bool unknown; /* the scheme is not registered with IANA, and its name does not begin with
	               * x- */
};

struct list {
	struct entry *entry;
	size_t n, cap;
	const struct everyuri_config *config;
};

static struct everyuri_text text_of(const char *text)
{
	return (struct everyuri_text){ text, text ? strlen(text) : 0 };
}

/* Compares two names; ignores case.  Names are US-ASCII. */
static int text_compare(struct everyuri_text a, struct everyuri_text b)
{
	for (size_t i = 0; i < a.len && i < b.len; i++) {
		int x = (unsigned char)a.data[i], y = (unsigned char)b.data[i];

		x += x >= 'A' && x <= 'Z' ? 32 : 0;
		y += y >= 'A' && y <= 'Z' ? 32 : 0;
		if (x != y)
			return x - y;
	}
	return (a.len > b.len) - (a.len < b.len);
}

/* ---- collecting ---------------------------------------------------------------------------------- */

static struct entry *list_find(const struct list *list, struct everyuri_text name)
{
	for (size_t i = 0; i < list->n; i++)
		if (!text_compare(list->entry[i].name, name))
			return &list->entry[i];
	return NULL;
}

/* Returns the entry with this name.  Adds it if there is none.  Returns NULL if memory runs out. */
static struct entry *list_take(struct list *list, struct everyuri_text name)
{
	struct entry *entry = list_find(list, name);

	if (entry)
		return entry;
	struct entry *grown = array_grow(list->entry, list->n, &list->cap, sizeof *grown);

	if (!grown)
		return NULL;
	list->entry = grown;
	entry = &list->entry[list->n++];
	*entry = (struct entry){ .name = name,
		                 .by = BY_NAME,
		                 .kind = -1,
		                 .port = everyuri_scheme_port(name.data, name.len) };
	return entry;
}

/* Returns the nth rule, from 0, of a kind in the configuration.  The rule is for
 * this scheme, or for any scheme if name.data is NULL.  Returns NULL if there is no
 * such rule. */
static const struct everyuri_rule *rule_of(const struct list *list, enum everyuri_rule_kind kind,
                                           struct everyuri_text name, size_t nth)
{
	for (size_t i = 0; i < list->config->n_rules; i++)
		if (list->config->rules[i].kind == kind &&
		    (!name.data || !text_compare(list->config->rules[i].name, name)) && !nth--)
			return &list->config->rules[i];
	return NULL;
}

static bool add_built_in(struct list *list)
{
	const struct everyuri_scheme_info *info;

	for (size_t i = 0; (info = everyuri_scheme_nth(i)); i++) {
		struct entry *entry = list_take(list, text_of(info->name));

		if (!entry)
			return false;
		*entry = (struct entry){ .name = entry->name,
			                 .clause = text_of(info->clause),
			                 .scope = text_of(info->scope),
			                 .media_type = text_of(info->media_type),
			                 .reason = text_of(info->reason),
			                 .by = BY_EVERYURI,
			                 .kind = (int)info->kind,
			                 .flags = info->flags,
			                 .port = info->port,
			                 .plan = !info->reason };
	}
	return true;
}

/* Adds the schemes of the configuration: those that it defines, each by its last
 * line, and those for which it has only a gateway. */
static bool add_configured(struct list *list)
{
	struct everyuri_registered own;
	const struct everyuri_rule *rule;
	struct entry *entry;
	const struct everyuri_text any = { NULL, 0 };

	for (size_t i = 0; everyuri_registered_nth(list->config, i, &own); i++) {
		struct everyuri_error warning = { .status = EVERYURI_OK };

		entry = list_take(list, own.name);
		if (!entry)
			return false;
		rule = rule_of(list, EVERYURI_RULE_SCHEME, own.name, 0);
		if (rule)
			everyuri_rule_check(rule, NULL, &warning);
		*entry = (struct entry){ .name = own.name,
			                 .clause = own.clause,
			                 .scope = own.scope,
			                 .media_type = own.media_type,
			                 .by = BY_CONFIGURATION,
			                 .kind = (int)own.kind,
			                 .flags = own.flags,
			                 .port = own.port,
			                 .plan = own.has_plan,
			                 .unknown = warning.status != EVERYURI_OK };
		if (!own.has_plan)
			entry->reason = text_of("no step is configured");
	}
	for (size_t i = 0; (rule = rule_of(list, EVERYURI_RULE_GATEWAY, any, i)) != NULL; i++) {
		entry = list_take(list, rule->name);
		if (!entry)
			return false;
		if (entry->by == BY_NAME)
			entry->by = BY_CONFIGURATION;
	}
	return true;
}

static bool add_names(struct list *list)
{
	size_t n;
	const char *const *names = everyuri_scheme_names(&n);

	for (size_t i = 0; i < n; i++)
		if (!list_take(list, text_of(names[i])))
			return false;
	return true;
}

static int entry_compare(const void *a, const void *b)
{
	return text_compare(((const struct entry *)a)->name, ((const struct entry *)b)->name);
}

/* ---- printing --------------------------------------------------------------------------------------- */

static enum everyuri_scheme_status status_of(const struct entry *entry)
{
	return everyuri_scheme_status_of(entry->name.data, entry->name.len);
}

/* Returns the status in IANA's registry; its data is NULL if the scheme is not registered. */
static struct everyuri_text iana_of(const struct entry *entry)
{
	static const char *const words[] = { NULL, "permanent", "provisional", "historical" };
	enum everyuri_scheme_status status = status_of(entry);

	return text_of((size_t)status < COUNT(words) ? words[status] : NULL);
}

/* Returns true for a scheme about which nothing is known. */
static bool is_nothing(const struct entry *entry)
{
	return entry->by == BY_NAME && status_of(entry) == EVERYURI_SCHEME_UNKNOWN;
}

static struct everyuri_text by_of(const struct entry *entry)
{
	return text_of(is_nothing(entry) ? NULL : by_words[entry->by]);
}

static struct everyuri_text reason_of(const struct list *list, const struct entry *entry)
{
	struct everyuri_text none = { NULL, 0 };

	if (entry->plan || rule_of(list, EVERYURI_RULE_GATEWAY, entry->name, 0))
		return none;
	if (is_nothing(entry))
		return text_of("unknown scheme");
	return entry->reason.data ? entry->reason : text_of("only the name is known");
}

static void json_text(struct answer *answer, const char *name, struct everyuri_text text)
{
	if (!text.data)
		return;
	everyuri_write_text(&answer->out, ",\"");
	everyuri_write_text(&answer->out, name);
	everyuri_write_text(&answer->out, "\":");
	put_json(answer, text.data, text.len);
}

static void json_bool(struct answer *answer, const char *name, bool yes)
{
	everyuri_write_text(&answer->out, ",\"");
	everyuri_write_text(&answer->out, name);
	everyuri_write_text(&answer->out, yes ? "\":true" : "\":false");
}

/* Writes the templates of the gateways for a scheme.  For urn, writes the
 * namespaces that have resolvers. */
static void json_rules(struct answer *answer, const struct list *list, const char *name,
                       enum everyuri_rule_kind kind, struct everyuri_text of)
{
	const struct everyuri_rule *rule;

	for (size_t i = 0; (rule = rule_of(list, kind, of, i)) != NULL; i++) {
		const struct everyuri_text text = of.data ? rule->value : rule->name;

		everyuri_write_text(&answer->out, i ? "," : ",\"");
		if (!i) {
			everyuri_write_text(&answer->out, name);
			everyuri_write_text(&answer->out, "\":[");
		}
		put_json(answer, text.data, text.len);
	}
	if (rule_of(list, kind, of, 0))
		everyuri_write_text(&answer->out, "]");
}

static void tell_json(struct answer *answer, const struct list *list, const struct entry *entry)
{
	const struct everyuri_text any = { NULL, 0 };

	everyuri_write_text(&answer->out, "{\"scheme\":");
	put_json(answer, entry->name.data, entry->name.len);
	if (entry->port) {
		everyuri_write_text(&answer->out, ",\"port\":");
		everyuri_write_number(&answer->out, entry->port);
	}
	if (entry->kind >= 0)
		json_text(answer, "kind", text_of(kind_words[entry->kind]));
	json_text(answer, "clause", entry->clause);
	json_bool(answer, "plan", entry->plan);
	json_text(answer, "reason", reason_of(list, entry));
	if (entry->kind >= 0) {
		json_bool(answer, "lists", entry->flags & EVERYURI_LISTS);
		json_bool(answer, "persistent", entry->flags & EVERYURI_NAMES_PERSISTENT);
		json_bool(answer, "unique", entry->flags & EVERYURI_NAMES_UNIQUE);
		json_bool(answer, "location_independent",
		          entry->flags & EVERYURI_LOCATION_INDEPENDENT);
	}
	json_text(answer, "scope", entry->scope);
	json_text(answer, "media_type", entry->media_type);
	json_text(answer, "by", by_of(entry));
	json_text(answer, "iana", iana_of(entry));
	if (entry->unknown)
		json_text(answer, "warning",
		          text_of("neither registered with IANA nor a name that begins with x-"));
	json_rules(answer, list, "gateways", EVERYURI_RULE_GATEWAY, entry->name);
	if (entry->flags & EVERYURI_RESOLVED)
		json_rules(answer, list, "resolvers", EVERYURI_RULE_RESOLVER, any);
	everyuri_write_text(&answer->out, "}");
	put_end(answer);
}

static const char schemes_header[] = "scheme\tport\tkind\tclause\tplan\treason\tlists\tpersistent\t"
				     "unique\tlocation_independent\tscope\tmedia_type\tby\tiana";

static void tsv_text(struct answer *answer, struct everyuri_text text)
{
	everyuri_write_text(&answer->out, "\t");
	put_field(answer, text.data, text.len);
}

static void tsv_flag(struct answer *answer, const struct entry *entry, unsigned flag)
{
	tsv_text(answer, text_of(entry->kind < 0 ? NULL : entry->flags & flag ? "true" : "false"));
}

static void put_port(struct answer *answer, const struct entry *entry)
{
	if (entry->port)
		everyuri_write_number(&answer->out, entry->port);
	else
		everyuri_write_text(&answer->out, "\\N");
}

static void tell_tsv(struct answer *answer, const struct list *list, const struct entry *entry)
{
	put_field(answer, entry->name.data, entry->name.len);
	everyuri_write_text(&answer->out, "\t");
	put_port(answer, entry);
	tsv_text(answer, text_of(entry->kind < 0 ? NULL : kind_words[entry->kind]));
	tsv_text(answer, entry->clause);
	tsv_text(answer, text_of(entry->plan ? "true" : "false"));
	tsv_text(answer, reason_of(list, entry));
	tsv_flag(answer, entry, EVERYURI_LISTS);
	tsv_flag(answer, entry, EVERYURI_NAMES_PERSISTENT);
	tsv_flag(answer, entry, EVERYURI_NAMES_UNIQUE);
	tsv_flag(answer, entry, EVERYURI_LOCATION_INDEPENDENT);
	tsv_text(answer, entry->scope);
	tsv_text(answer, entry->media_type);
	tsv_text(answer, by_of(entry));
	tsv_text(answer, iana_of(entry));
	put_end(answer);
}

/* Writes a value, padded with spaces to the width of its column. */
static void put_column(struct answer *answer, struct everyuri_text text, size_t width)
{
	put_raw(answer, text.data, text.len);
	for (size_t n = text.len; n < width; n++)
		everyuri_write_text(&answer->out, " ");
	everyuri_write_text(&answer->out, " ");
}

static void tell_text(struct answer *answer, const struct list *list, const struct entry *entry)
{
	struct everyuri_text reason = reason_of(list, entry);
	bool gateway = rule_of(list, EVERYURI_RULE_GATEWAY, entry->name, 0);
	char digits[EU_DECIMAL_MAX];
	struct everyuri_text port = { NULL, 0 };

	if (entry->port)
		port = eu_decimal(digits, entry->port);
	put_column(answer, entry->name, 12);
	put_column(answer, port, 5);
	put_column(answer, text_of(entry->kind < 0 ? "-" : kind_words[entry->kind]), 11);
	put_column(answer,
	           text_of(gateway                       ? "gateway" :
	                   !entry->plan                  ? "-" :
	                   entry->flags & EVERYURI_LISTS ? "plan, lists" :
	                                                   "plan"),
	           11);
	if (reason.data)
		put_raw(answer, reason.data, reason.len);
	else if (entry->clause.data)
		put_raw(answer, entry->clause.data, entry->clause.len);
	else
		everyuri_write_text(&answer->out, "configuration");
	put_end(answer);
}

static void tell(struct answer *answer, const struct list *list, const struct entry *entry)
{
	switch (answer->settings->shape) {
	case SHAPE_JSON:
		tell_json(answer, list, entry);
		break;
	case SHAPE_TSV:
		tell_tsv(answer, list, entry);
		break;
	case SHAPE_TEXT:
		tell_text(answer, list, entry);
		break;
	}
}

/* ---- the command --------------------------------------------------------------------------------------- */

/* Prints the schemes given as arguments, in that order.  Without arguments, prints all schemes. */
static int tell_all(const struct settings *settings, struct list *list)
{
	struct answer answer;
	int status = answer_begin(&answer, settings);

	if (status)
		return status;
	if (settings->shape == SHAPE_TSV) {
		everyuri_write_text(&answer.out, schemes_header);
		put_end(&answer);
	}
	for (size_t i = 0; i < settings->n_operands; i++) {
		struct entry none = { .name = text_of(settings->operand[i]),
			              .by = BY_NAME,
			              .kind = -1 };
		const struct entry *entry = list_find(list, none.name);

		if (is_nothing(entry ? entry : &none))
			answer_status(&answer, EXIT_BAD);
		tell(&answer, list, entry ? entry : &none);
	}
	for (size_t i = 0; !settings->n_operands && i < list->n; i++)
		tell(&answer, list, &list->entry[i]);
	return answer_end(&answer);
}

int cmd_schemes(int argc, char **argv)
{
	struct settings settings = { .command = "schemes",
		                     .usage = "schemes [OPTION]... [NAME]..." };
	struct access access = { .file = NULL };
	struct list list = { .config = &access.config };
	struct option rows[ACCESS_OPTIONS + 1];
	bool all = false;

	access_options(&access, rows);
	rows[ACCESS_OPTIONS] = (struct option){ .name = "all", .flag = &all };
	int status = settings_read(&settings, argc, argv, rows, ACCESS_OPTIONS + 1);

	if (status < 0)
		status = access_read(&access, &settings);
	if (status < 0 && !(add_built_in(&list) && add_configured(&list) &&
	                    (!(all || settings.n_operands) || add_names(&list))))
		status = trouble(&settings, "memory", ENOMEM);
	if (status < 0) {
		if (list.n)
			qsort(list.entry, list.n, sizeof *list.entry, entry_compare);
		status = tell_all(&settings, &list);
	}
	free(list.entry);
	access_free(&access);
	return status;
}
