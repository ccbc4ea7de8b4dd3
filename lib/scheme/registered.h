/* registered.h - schemes and locators from the configuration. */
#ifndef EU_SCHEME_REGISTERED_H
#define EU_SCHEME_REGISTERED_H

#include "everyuri/template.h"
#include "scheme/scheme.h"

#define EU_CONFIGURATION "configuration" /* the clause of errors in the configuration */

/* ---- locator.c: templates of gateways and resolvers --------------------------------------------- */

/** Longest template and longest expanded locator, in bytes.  RFC 9110 4.1 recommends that all
 *  implementations accept this length.  The limit also applies to what a short template makes of a
 *  long URI. */
#define EU_LOCATOR_MAX 8000

/** Properties of a locator that are known before a URI is inserted. */
struct eu_locator {
	bool has_host;   /* "//" follows its scheme */
	bool needs_host; /* its host or port comes from the URI */
	bool needs_root; /* the URI's path directly follows its host */
};

/** Checks a locator.
 *  kind:   RULE_GATEWAY or RULE_RESOLVER, which have different variables.
 *  Errors: INVALID, at bytes of the text; TOO_LONG. */
enum everyuri_status eu_locator_check(enum everyuri_rule_kind kind, struct everyuri_text text,
                                      struct eu_locator *locator, struct everyuri_error *err);

/** The values for expanding templates. */
#define EU_VALUES_MAX 9
struct eu_values {
	struct everyuri_variable variable[EU_VALUES_MAX];
	struct everyuri_text item[EU_VALUES_MAX];
	size_t n;
	char digits[EU_DECIMAL_MAX]; /* digits of the port */
};

/** Adds a value. name must be static. */
void eu_value_add(struct eu_values *values, const char *name, struct everyuri_text text,
                  enum everyuri_variable_kind kind);

/** Sets the values of a gateway. */
void eu_planned_values(const struct everyuri_planning *planning, struct eu_values *values);

/** The first function returns the URI without its fragment.  The second returns its port, or the
 *  default port of its scheme, or data NULL. */
struct everyuri_text eu_planned_uri(const struct everyuri_planning *planning);
struct everyuri_text eu_planned_port(const struct everyuri_planning *planning,
                                     char digits[EU_DECIMAL_MAX]);

/** Adds a URI to the "uris" of the current step, which is a "refer". */
void eu_plan_locator(struct everyuri_planning *planning, enum everyuri_rule_kind kind,
                     struct everyuri_text text, const struct eu_values *values);

/** Adds the gateways that are configured for the URI's scheme.
 *  begin: true to add them in a new "refer" step.  Returns the number of gateways; if it is 0, no
 *         step was begun. */
size_t eu_plan_gateways(struct everyuri_planning *planning, bool begin);

/* ---- registered.c: definitions ------------------------------------------------------------------------ */

enum { EU_OPTIONAL, EU_REQUIRED, EU_FORBIDDEN };

/** A scheme that the user defines, as its line describes it. */
struct eu_definition {
	uint8_t kind;   /* enum everyuri_scheme_kind */
	unsigned flags; /* flags, as in everyuri_scheme_info */
	uint16_t port;
	uint8_t need[EVERYURI_N_PARTS]; /* EU_OPTIONAL, ...; set only for user to query */
	struct everyuri_text scope, media_type, clause;
};

/** Reads a definition.  Errors: INVALID, at bytes of the text. */
enum everyuri_status eu_definition_read(struct everyuri_text text, struct eu_definition *definition,
                                        struct everyuri_error *err);

/** A scheme from the configuration while a plan is made. */
struct eu_registered {
	struct eu_scheme row;
	struct eu_definition definition;
	enum everyuri_status status;      /* result of reading the definition */
	const struct everyuri_rule *rule; /* NULL if the scheme has only gateways */
};

/** Sets planning->row to the configured entry for the URI's scheme, if there is one. */
void eu_registered_find(struct everyuri_planning *planning, struct eu_registered *own);

/* ---- registered_steps.c: a plan without code -------------------------------------------------------------- */

/** Checks a step.  Errors: INVALID, at bytes of the text. */
enum everyuri_status eu_step_check(struct everyuri_text text, struct everyuri_error *err);

/** Adds the steps that are configured for the URI's scheme. */
void eu_plan_steps(struct everyuri_planning *planning);

#endif
