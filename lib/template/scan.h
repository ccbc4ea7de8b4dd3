/* scan.h - a template cut into literals and expressions, and these into their variables. */
#ifndef EU_TEMPLATE_SCAN_H
#define EU_TEMPLATE_SCAN_H

#include "base/base.h"
#include "everyuri/template.h"

/** RFC 6570, appendix A: what an operator does.  A byte of 0 is none. */
struct eu_template_operator {
	char sign;     /**< how it is written */
	char first;    /**< in front of the first value */
	char sep;      /**< between values */
	char if_empty; /**< behind the name of an empty value */
	bool named;    /**< each value has its name in front */
	bool reserved; /**< reserved characters and escapes in values stay */
};

/** A literal, or an expression. */
struct eu_template_piece {
	struct everyuri_span at;               /**< of an expression: its variables alone */
	const struct eu_template_operator *op; /**< NULL: a literal */
};

struct eu_template_varspec {
	struct everyuri_span name;
	uint32_t modifier; /**< where it stands; EVERYURI_ABSENT: there is none */
	uint32_t prefix;   /**< characters; 0: all */
	bool explode;
};

/** The next piece of a template that everyuri_template_check has accepted.
 *  at: bytes, 0 at first.  Returns: false at the end. */
bool eu_template_next(struct everyuri_text text, uint32_t *at, struct eu_template_piece *piece);

/** The next variable of an expression.  at: its piece's at.begin at first. */
bool eu_template_varspec_next(struct everyuri_text text, const struct eu_template_piece *piece,
                              uint32_t *at, struct eu_template_varspec *spec);

/** RFC 3986: 2.3 and 2.2. */
bool eu_template_is_unreserved(unsigned char c);
bool eu_template_is_reserved(unsigned char c);

/** 3.1 and 3.2.1: bytes as they stand in a URI; with `reserved`, escapes and reserved bytes too. */
void eu_template_out(struct eu_out *out, const char *data, size_t len, bool reserved);

/** everyuri_template_expand, for a result of at most max bytes: a longer one is TOO_LONG, and not
 *  counted to its end. */
enum everyuri_status eu_template_expand_within(struct everyuri_text text,
                                               const struct everyuri_variable *variables,
                                               size_t n_variables, size_t max,
                                               struct everyuri_buf *buf,
                                               struct everyuri_error *err);

#endif
