/* scan.h - splits a template into literals and expressions, and an expression into its
 * variables. */
#ifndef EU_TEMPLATE_SCAN_H
#define EU_TEMPLATE_SCAN_H

#include "base/base.h"
#include "everyuri/template.h"

/** RFC 6570, appendix A: the properties of an operator.  A byte of 0 means that nothing is
 *  written. */
struct eu_template_operator {
	char sign;     /**< the operator itself */
	char first;    /**< written before the first value */
	char sep;      /**< written between values */
	char if_empty; /**< written after the name of an empty value */
	bool named;    /**< each value is written after its name */
	bool reserved; /**< reserved characters and escapes in values are not encoded */
};

/** A literal, or an expression. */
struct eu_template_piece {
	struct everyuri_span at;               /**< for an expression, the span of its variables */
	const struct eu_template_operator *op; /**< NULL for a literal */
};

struct eu_template_varspec {
	struct everyuri_span name;
	uint32_t modifier; /**< offset of the modifier, or EVERYURI_ABSENT */
	uint32_t prefix;   /**< maximum length in characters; 0 means no limit */
	bool explode;
};

/** Stores the next piece of a template that everyuri_template_check has accepted.
 *  at:      offset in bytes; 0 at first.
 *  Returns: false at the end. */
bool eu_template_next(struct everyuri_text text, uint32_t *at, struct eu_template_piece *piece);

/** Stores the next variable of an expression.
 *  at: for the first variable, at.begin of the expression's piece. */
bool eu_template_varspec_next(struct everyuri_text text, const struct eu_template_piece *piece,
                              uint32_t *at, struct eu_template_varspec *spec);

/** Return whether RFC 3986 calls this byte unreserved (2.3), or reserved (2.2). */
bool eu_template_is_unreserved(unsigned char c);
bool eu_template_is_reserved(unsigned char c);

/** Writes bytes, encoded as a URI needs them (3.1 and 3.2.1).
 *  reserved: true to keep escapes and reserved bytes. */
void eu_template_out(struct eu_out *out, const char *data, size_t len, bool reserved);

/** Does the same as everyuri_template_expand, but limits the result to max bytes.  A longer result
 *  is TOO_LONG, and its exact length is not computed. */
enum everyuri_status eu_template_expand_within(struct everyuri_text text,
                                               const struct everyuri_variable *variables,
                                               size_t n_variables, size_t max,
                                               struct everyuri_buf *buf,
                                               struct everyuri_error *err);

#endif
