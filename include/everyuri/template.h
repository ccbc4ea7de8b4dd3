/* template.h - URI templates: a template and values become a URI, and, where that is possible, a
 * URI and its template become the values.
 *
 * Source: RFC 6570. */
#ifndef EVERYURI_TEMPLATE_H
#define EVERYURI_TEMPLATE_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Is this a template?
 *  level:  set to 1, 2, 3 or 4, the lowest that has all of it (1.2); may be NULL.
 *  Errors: INVALID, at the first byte that no template can have there; TOO_LONG.
 *  Cost:   linear. */
enum everyuri_status everyuri_template_check(const char *text, size_t len, unsigned *level,
                                             struct everyuri_error *err);

enum everyuri_variable_kind {
	EVERYURI_VARIABLE_STRING = 0, /**< one item */
	EVERYURI_VARIABLE_LIST = 1,
	EVERYURI_VARIABLE_PAIRS = 2, /**< an associative array: a name, its value, a name, ... */
	EVERYURI_VARIABLE_ENCODED =
		3 /**< one item that is percent-encoded, as it stands in a URI: "+"
	                                   and "#" take it so, the others what it decodes to */
};

/** A variable and its value, not encoded (but of ENCODED).  An item with data NULL is undefined, and so is a list of
 *  none (2.3).  Text should be UTF-8: a prefix counts its characters, and bytes that are not. */
struct everyuri_variable {
	struct everyuri_text name;
	enum everyuri_variable_kind kind;
	const struct everyuri_text *items;
	size_t n_items; /**< of pairs: how many pairs, so half of the items */
};

/** The URI reference of a template and values; what has no variable is undefined.
 *  variables: the first of a name counts.
 *  Errors: as check; INVALID at the prefix modifier of a variable that is a list or pairs (2.4.1);
 *          TOO_LONG, NO_SPACE, NO_MEMORY.
 *  Cost:   linear in the template, times n_variables, and in the result. */
enum everyuri_status everyuri_template_expand(const char *text, size_t len,
                                              const struct everyuri_variable *variables,
                                              size_t n_variables, struct everyuri_buf *buf,
                                              struct everyuri_error *err);

#define EVERYURI_TEMPLATE_MATCH_MAX 64 /**< variables in a template that is matched */

/** What a URI says about the variables of a template, in their order there. */
struct everyuri_matched {
	size_t n;
	struct {
		struct everyuri_span name;  /**< in the template */
		struct everyuri_span value; /**< in the URI, encoded; absent: undefined */
		bool reserved; /**< of "+" or "#": its escapes are as they were in the value, so that
		                    it is to be used as it is, and not decoded */
	} variable[EVERYURI_TEMPLATE_MATCH_MAX];
};

/** Which values make this URI of that template?  Only asked where there is one answer: a variable
 *  that is undefined in "{x}" or "{+x}" is taken for an empty one, and otherwise the template is
 *  refused if
 *   - it has a modifier (level 4), or a variable twice, or more than MATCH_MAX of them;
 *   - an expression of "+", "#" or "." has several variables, for their separator may stand in a
 *     value;
 *   - what may follow an expression, other than the literal at the end, may as well belong to it.
 *  Several variables of "{x,y}" or "{/x,y}" are all there or all undefined; by their names, in
 *  "{;x,y}", "{?x,y}" and "{&x,y}", some may be.
 *  Errors: as check; INVALID with err->which 0: the template is refused; with which 1: the URI is
 *          none of it, from byte err->at of it on; TOO_LONG.
 *  Cost:   linear.  Nothing is allocated. */
enum everyuri_status everyuri_template_match(const char *text, size_t len, const char *uri,
                                             size_t uri_len, struct everyuri_matched *match,
                                             struct everyuri_error *err);

#ifdef __cplusplus
}
#endif
#endif
