/* scan.h - splits a template into literals and expressions, and these into their variables. */
#ifndef EU_TEMPLATE_SCAN_H
#define EU_TEMPLATE_SCAN_H

#include "base/base.h"
#include "everyuri/template.h"

/** RFC 6570, appendix A: the properties of an operator.  A byte of 0 means nothing. */
struct eu_template_operator {
	char sign;     /**< the operator itself */
	char first;    /**< before the first value */
	char sep;      /**< between values */
	char if_empty; /**< after the name of an empty value */
	bool named;    /**< each value follows its name */
	bool reserved; /**< reserved characters and escapes in values stay unencoded */
};

/** A literal, or an expression. */
struct eu_template_piece {
	struct everyuri_span at;               /**< of an expression: only its variables */
	const struct eu_template_operator *op; /**< NULL: a literal */
};

struct eu_template_varspec {
	struct everyuri_span name;
	uint32_t modifier; /**< its index, or EVERYURI_ABSENT */
	uint32_t prefix;   /**< length in characters; 0: no limit */
	bool explode;
};

/** Stores the next piece of a template that everyuri_template_check has accepted.
 *  at: bytes, 0 at first.  Returns: false at the end. */
bool eu_template_next(struct everyuri_text text, uint32_t *at, struct eu_template_piece *piece);

/** Stores the next variable of an expression.  at: its piece's at.begin at first. */
bool eu_template_varspec_next(struct everyuri_text text, const struct eu_template_piece *piece,
                              uint32_t *at, struct eu_template_varspec *spec);

/** RFC 3986: 2.3 and 2.2. */
bool eu_template_is_unreserved(unsigned char c);
bool eu_template_is_reserved(unsigned char c);

/** 3.1 and 3.2.1: writes bytes as a URI needs them; with `reserved`, escapes and reserved bytes stay. */
void eu_template_out(struct eu_out *out, const char *data, size_t len, bool reserved);

/** Does everyuri_template_expand for a result of at most max bytes: a longer one is TOO_LONG, and
 *  not counted to its end. */
enum everyuri_status eu_template_expand_within(struct everyuri_text text,
                                               const struct everyuri_variable *variables,
                                               size_t n_variables, size_t max,
                                               struct everyuri_buf *buf,
                                               struct everyuri_error *err);

#endif
