/* RFC 6570 section 3: expansion. */
#include "base/utf8.h"
#include "template/scan.h"

struct expanding {
	struct everyuri_text text;
	const struct everyuri_variable *variables;
	size_t n_variables;
	size_t max; /* limit of the result in bytes; expansion stops once it is exceeded */
	struct eu_out out;
};

static const struct everyuri_variable *find_variable(const struct expanding *x,
                                                     struct everyuri_span name)
{
	for (size_t k = 0; k < x->n_variables; k++) {
		struct everyuri_text own = x->variables[k].name;

		if (own.len == eu_span_len(name) &&
		    !memcmp(own.data, x->text.data + name.begin, own.len))
			return &x->variables[k];
	}
	return NULL;
}

/* ---- values ------------------------------------------------------------------------------------ */

/* Returns member k of a list; for pairs, the value of pair k. */
static struct everyuri_text member(const struct everyuri_variable *variable, size_t k)
{
	return variable->items[variable->kind == EVERYURI_VARIABLE_PAIRS ? 2 * k + 1 : k];
}

/* Returns the index of the first defined member from k on, or n_items (3.2.1). */
static size_t next_member(const struct everyuri_variable *variable, size_t k)
{
	while (k < variable->n_items && !member(variable, k).data)
		k++;
	return k;
}

static bool is_defined(const struct everyuri_variable *variable)
{
	return variable && next_member(variable, 0) < variable->n_items;
}

/* Returns the length in bytes of a prefix of the value (2.4.1).  The prefix is a number of
 * characters, counted before encoding.  CHOICE: an escape that is copied unchanged counts as one
 * character. */
static size_t prefix_len(struct everyuri_text value, uint32_t prefix, bool reserved)
{
	size_t i = 0;

	for (uint32_t n = 0; n < prefix && i < value.len; n++) {
		unsigned char escaped;
		uint32_t point;
		size_t n_bytes = eu_utf8_next(value.data + i, value.len - i, &point);

		if (reserved && eu_escape_at(value.data + i, value.len - i, &escaped))
			n_bytes = 3;
		i += n_bytes ? n_bytes : 1;
	}
	return i;
}

static void out_value(struct expanding *x, const struct eu_template_operator *op,
                      struct everyuri_text value)
{
	eu_template_out(&x->out, value.data, value.len, op->reserved);
}

/* Decodes an encoded value and encodes it like any other value.  Decodes byte by byte, so that the
 * decoded text needs no memory. */
static void out_once_decoded(struct expanding *x, struct everyuri_text value)
{
	for (size_t i = 0; i < value.len; i++) {
		char byte = value.data[i];
		unsigned char escaped;

		if (eu_escape_at(value.data + i, value.len - i, &escaped)) {
			byte = (char)escaped;
			i += 2;
		}
		eu_template_out(&x->out, &byte, 1, false);
	}
}

static void out_literally(struct expanding *x, struct everyuri_text text)
{
	eu_template_out(&x->out, text.data, text.len, true);
}

/* Writes the text after a name: "=" and the value or, for an empty value, what the operator
 * defines. */
static void out_assigned(struct expanding *x, const struct eu_template_operator *op,
                         struct everyuri_text value)
{
	if (value.len) {
		eu_out_byte(&x->out, '=');
		out_value(x, op, value);
	} else if (op->if_empty) {
		eu_out_byte(&x->out, op->if_empty);
	}
}

static void expand_string(struct expanding *x, const struct eu_template_operator *op,
                          const struct eu_template_varspec *spec,
                          const struct everyuri_variable *variable)
{
	struct everyuri_text value = member(variable, 0);
	bool encoded = variable->kind == EVERYURI_VARIABLE_ENCODED;

	if (spec->prefix)
		value.len = prefix_len(value, spec->prefix, op->reserved || encoded);
	if (op->named)
		out_literally(x, variable->name);
	if (op->named && value.len)
		eu_out_byte(&x->out, '=');
	if (op->named && !value.len && op->if_empty)
		eu_out_byte(&x->out, op->if_empty);
	if (encoded && !op->reserved)
		out_once_decoded(x, value);
	else
		out_value(x, op, value);
}

/* Writes all members after one name, separated by commas. */
static void expand_joined(struct expanding *x, const struct eu_template_operator *op,
                          const struct everyuri_variable *variable)
{
	bool first = true;

	if (op->named) {
		out_literally(x, variable->name);
		eu_out_byte(&x->out, '=');
	}
	for (size_t k = next_member(variable, 0); k < variable->n_items;
	     k = next_member(variable, k + 1)) {
		if (!first)
			eu_out_byte(&x->out, ',');
		if (variable->kind == EVERYURI_VARIABLE_PAIRS) {
			out_value(x, op, variable->items[2 * k]);
			eu_out_byte(&x->out, ',');
		}
		out_value(x, op, member(variable, k));
		first = false;
	}
}

/* Writes each member like a separate variable (2.4.2). */
static void expand_exploded(struct expanding *x, const struct eu_template_operator *op,
                            const struct everyuri_variable *variable)
{
	bool pairs = variable->kind == EVERYURI_VARIABLE_PAIRS, first = true;

	for (size_t k = next_member(variable, 0); k < variable->n_items;
	     k = next_member(variable, k + 1)) {
		if (!first)
			eu_out_byte(&x->out, op->sep);
		first = false;
		if (op->named) {
			/* By 3.2.1, the names of pairs are encoded like literals here. */
			out_literally(x, pairs ? variable->items[2 * k] : variable->name);
			out_assigned(x, op, member(variable, k));
			continue;
		}
		if (pairs) {
			out_value(x, op, variable->items[2 * k]);
			eu_out_byte(&x->out, '=');
		}
		out_value(x, op, member(variable, k));
	}
}

/* ---- expressions --------------------------------------------------------------------------------- */

static enum everyuri_status expand_expression(struct expanding *x,
                                              const struct eu_template_piece *piece,
                                              struct everyuri_error *err)
{
	struct eu_template_varspec spec;
	uint32_t at = piece->at.begin;
	bool first = true;

	while (eu_template_varspec_next(x->text, piece, &at, &spec)) {
		const struct everyuri_variable *variable = find_variable(x, spec.name);
		char lead = first ? piece->op->first : piece->op->sep;

		if (!is_defined(variable))
			continue;
		bool one = variable->kind == EVERYURI_VARIABLE_STRING ||
		           variable->kind == EVERYURI_VARIABLE_ENCODED;

		if (spec.prefix && !one)
			return eu_fail(err, EVERYURI_INVALID, spec.modifier, "RFC 6570 2.4.1",
			               "a prefix modifier needs a string value");
		if (lead)
			eu_out_byte(&x->out, lead);
		first = false;
		if (one)
			expand_string(x, piece->op, &spec, variable);
		else if (spec.explode)
			expand_exploded(x, piece->op, variable);
		else
			expand_joined(x, piece->op, variable);
		/* Checked because a short template can use a long value many times. */
		if (x->out.len > x->max)
			return eu_fail(err, EVERYURI_TOO_LONG, EVERYURI_TEXT_MAX, "", "too long");
	}
	return EVERYURI_OK;
}

static enum everyuri_status expand_into(struct expanding *x, struct everyuri_error *err)
{
	enum everyuri_status s = EVERYURI_OK;
	struct eu_template_piece piece;
	uint32_t at = 0;

	while (!s && eu_template_next(x->text, &at, &piece)) {
		if (piece.op)
			s = expand_expression(x, &piece, err);
		else
			eu_template_out(&x->out, x->text.data + piece.at.begin,
			                eu_span_len(piece.at), true);
	}
	if (!s && x->out.len > x->max)
		s = eu_fail(err, EVERYURI_TOO_LONG, EVERYURI_TEXT_MAX, "", "too long");
	return s;
}

enum everyuri_status eu_template_expand_within(struct everyuri_text text,
                                               const struct everyuri_variable *variables,
                                               size_t n_variables, size_t max,
                                               struct everyuri_buf *buf, struct everyuri_error *err)
{
	struct expanding x = { text, variables, n_variables, max, { NULL, 0 } };
	enum everyuri_status s = everyuri_template_check(text.data, text.len, NULL, err);

	if (!s)
		s = expand_into(&x, err);
	if (!s)
		s = eu_buf_reserve(buf, x.out.len, err);
	if (s)
		return s;
	x.out = (struct eu_out){ buf->data, 0 };
	expand_into(&x, NULL);
	buf->len = x.out.len;
	return EVERYURI_OK;
}

enum everyuri_status everyuri_template_expand(const char *text, size_t len,
                                              const struct everyuri_variable *variables,
                                              size_t n_variables, struct everyuri_buf *buf,
                                              struct everyuri_error *err)
{
	return eu_template_expand_within((struct everyuri_text){ text, len }, variables,
	                                 n_variables, EVERYURI_TEXT_MAX, buf, err);
}
