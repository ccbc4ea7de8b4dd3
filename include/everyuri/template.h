/* template.h - expand URI templates, and match URIs against templates to extract the values.
 *
 * Source: RFC 6570. */
#ifndef EVERYURI_TEMPLATE_H
#define EVERYURI_TEMPLATE_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Checks a template.
 *  level:  receives the lowest level (1 to 4) that has all features used in the template (1.2); may
 *          be NULL.
 *  Errors: INVALID, at the first byte that the grammar does not allow there; TOO_LONG.
 *  Cost:   linear. */
enum everyuri_status everyuri_template_check(const char *text, size_t len, unsigned *level,
                                             struct everyuri_error *err);

/** Kinds of value. */
enum everyuri_variable_kind {
	EVERYURI_VARIABLE_STRING = 0, /**< one item */
	EVERYURI_VARIABLE_LIST = 1,
	EVERYURI_VARIABLE_PAIRS = 2,  /**< an associative array: name, value, name, value, ... */
	EVERYURI_VARIABLE_ENCODED = 3 /**< one item, already percent-encoded.  The operators "+" and
	                                   "#" copy it; the other operators decode it first */
};

/** A variable and its value.  The value is not encoded, except if its kind is ENCODED.  An item
 *  with data NULL is undefined, and so is an empty list (2.3).  Text should be UTF-8: a prefix
 *  modifier counts characters, and each byte that is not UTF-8 counts as one. */
struct everyuri_variable {
	struct everyuri_text name;
	enum everyuri_variable_kind kind;
	const struct everyuri_text *items;
	size_t n_items; /**< number of items; for PAIRS, number of pairs */
};

/** Expands a template.
 *  variables: the values.  If two have the same name, the first counts.  A variable of the template
 *             that is not in `variables` is undefined.
 *  buf:       receives the URI reference.
 *  Errors:    those of everyuri_template_check(); INVALID at a prefix modifier if the value is a
 *             list or pairs (2.4.1); TOO_LONG, NO_SPACE, NO_MEMORY.
 *  Cost:      linear in the template times n_variables, and in the result. */
enum everyuri_status everyuri_template_expand(const char *text, size_t len,
                                              const struct everyuri_variable *variables,
                                              size_t n_variables, struct everyuri_buf *buf,
                                              struct everyuri_error *err);

/** Maximum number of variables in a template for everyuri_template_match(). */
#define EVERYURI_TEMPLATE_MATCH_MAX 64

/** Values of a template's variables, in the order of the template. */
struct everyuri_matched {
	size_t n;
	struct {
		struct everyuri_span name;  /**< in the template */
		struct everyuri_span value; /**< in the URI, encoded; absent if the variable is
		                                 undefined */
		bool reserved;              /**< the operator is "+" or "#": do not decode the
		                                 value */
	} variable[EVERYURI_TEMPLATE_MATCH_MAX];
};

/** Finds the values with which a template expands to a URI.  To ensure that a URI never matches in
 *  two ways (an empty value of "{x}" or "{+x}" counts as empty, not as undefined), a template is
 *  INVALID here if
 *   - it has a modifier (level 4), a repeated variable, or more than EVERYURI_TEMPLATE_MATCH_MAX;
 *   - an expression with "+", "#" or "." has several variables, because a value may contain their
 *     separator;
 *   - the text after an expression could be part of its value, unless it is the final literal.
 *  The variables of "{x,y}" or "{/x,y}" are either all defined or all undefined.  Those of "{;x,y}",
 *  "{?x,y}" and "{&x,y}" have names in the URI, and each may be undefined.
 *  match:  receives the values.
 *  Errors: as everyuri_template_check(); INVALID with err->which 0: the template cannot be matched;
 *          with err->which 1: the URI does not match, from byte err->at on; TOO_LONG.
 *  Cost:   linear; allocates nothing. */
enum everyuri_status everyuri_template_match(const char *text, size_t len, const char *uri,
                                             size_t uri_len, struct everyuri_matched *match,
                                             struct everyuri_error *err);

#ifdef __cplusplus
}
#endif
#endif
