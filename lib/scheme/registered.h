/* registered.h - what the configuration adds: schemes of the user's, and locators. */
#ifndef EU_SCHEME_REGISTERED_H
#define EU_SCHEME_REGISTERED_H

#include "everyuri/template.h"
#include "scheme/scheme.h"

#define EU_CONFIGURATION "configuration" /* the clause of what is the user's own word */

/* ---- locator.c: templates of gateways and resolvers --------------------------------------------- */

/** Longest template, and longest locator that is made of one, in bytes: what RFC 9110 4.1 asks
 *  everyone to take, and a bound on what a short template makes of a long URI. */
#define EU_LOCATOR_MAX 8000

/** What is known of a locator before a URI is put into it. */
struct eu_locator {
	bool has_host;   /* "//" behind its scheme */
	bool needs_host; /* its host or port is the URI's */
	bool needs_root; /* the URI's path follows its host at once */
};

/** Can this be a locator?  kind: RULE_GATEWAY or RULE_RESOLVER, which have different variables.
 *  Errors: INVALID, at bytes of the text; TOO_LONG. */
enum everyuri_status eu_locator_check(enum everyuri_rule_kind kind, struct everyuri_text text,
                                      struct eu_locator *locator, struct everyuri_error *err);

/** The values that templates are expanded with. */
#define EU_VALUES_MAX 9
struct eu_values {
	struct everyuri_variable variable[EU_VALUES_MAX];
	struct everyuri_text item[EU_VALUES_MAX];
	size_t n;
	char digits[EU_DECIMAL_MAX]; /* of the port */
};

/** Add one; name is static. */
void eu_value_add(struct eu_values *values, const char *name, struct everyuri_text text,
                  enum everyuri_variable_kind kind);

/** Set those of a gateway. */
void eu_planned_values(const struct everyuri_planning *planning, struct eu_values *values);

/** The URI without its fragment; its port, or that of its scheme, or data NULL. */
struct everyuri_text eu_planned_uri(const struct everyuri_planning *planning);
struct everyuri_text eu_planned_port(const struct everyuri_planning *planning,
                                     char digits[EU_DECIMAL_MAX]);

/** One of the "uris" of the step in hand, which is a "refer". */
void eu_plan_locator(struct everyuri_planning *planning, enum everyuri_rule_kind kind,
                     struct everyuri_text text, const struct eu_values *values);

/** The gateways that are configured for the URI's scheme.  begin: in a "refer" of their own.
 *  Returns: how many; with 0 no step has begun. */
size_t eu_plan_gateways(struct everyuri_planning *planning, bool begin);

/* ---- registered.c: definitions ------------------------------------------------------------------------ */

enum { EU_OPTIONAL, EU_REQUIRED, EU_FORBIDDEN };

/** A scheme of the user's, as its line tells it. */
struct eu_definition {
	uint8_t kind;   /* enum everyuri_scheme_kind */
	unsigned flags; /* of everyuri_scheme_info */
	uint16_t port;
	uint8_t need[EVERYURI_N_PARTS]; /* user to query: EU_OPTIONAL, ... */
	struct everyuri_text scope, media_type, clause;
};

/** Read a definition.  Errors: INVALID, at bytes of the text. */
enum everyuri_status eu_definition_read(struct everyuri_text text, struct eu_definition *definition,
                                        struct everyuri_error *err);

/** A scheme of the configuration while one plan is made. */
struct eu_registered {
	struct eu_scheme row;
	struct eu_definition definition;
	enum everyuri_status status;      /* of reading the definition */
	const struct everyuri_rule *rule; /* NULL: only gateways */
};

/** Set planning->row to what the configuration has for the URI's scheme, if there is something. */
void eu_registered_find(struct everyuri_planning *planning, struct eu_registered *own);

/* ---- registered_steps.c: a plan without code -------------------------------------------------------------- */

/** Is this a step?  Errors: INVALID, at bytes of the text. */
enum everyuri_status eu_step_check(struct everyuri_text text, struct everyuri_error *err);

/** The steps that are configured for the URI's scheme. */
void eu_plan_steps(struct everyuri_planning *planning);

#endif
