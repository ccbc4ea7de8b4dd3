/* Matches a URI against a template.  Accepts only templates that match in one way, from left to
 * right without backtracking; template.h lists the others. */
#include "template/scan.h"

struct match_state {
	struct everyuri_text text; /* the template */
	const char *uri;
	uint32_t uri_len, at; /* length of the URI, and number of its bytes that are already
	                         matched */
	struct everyuri_matched match;
	struct everyuri_error *err;
};

static enum everyuri_status refuse_to_match(const struct match_state *m, uint32_t at,
                                            const char *message)
{
	return eu_fail(m->err, EVERYURI_INVALID, at, "RFC 6570 1.4", message);
}

static enum everyuri_status no_match(const struct match_state *m, const char *message)
{
	eu_fail(m->err, EVERYURI_INVALID, m->at, "RFC 6570 1.4", message);
	if (m->err)
		m->err->which = 1;
	return EVERYURI_INVALID;
}

/* ---- checking the template ----------------------------------------------------------------- */

static bool same_bytes(const struct match_state *m, struct everyuri_span a, struct everyuri_span b)
{
	return eu_span_len(a) == eu_span_len(b) &&
	       !memcmp(m->text.data + a.begin, m->text.data + b.begin, eu_span_len(a));
}

/* Adds a variable to the match.  Its value is set later. */
static enum everyuri_status add_variable(struct match_state *m,
                                         const struct eu_template_varspec *spec, bool reserved)
{
	struct everyuri_matched *match = &m->match;

	if (spec->modifier != EVERYURI_ABSENT)
		return refuse_to_match(m, spec->modifier,
		                       "cannot match a variable with a modifier");
	for (size_t k = 0; k < match->n; k++)
		if (same_bytes(m, match->variable[k].name, spec->name))
			return refuse_to_match(m, spec->name.begin,
			                       "cannot match a variable that occurs twice");
	if (match->n == EVERYURI_TEMPLATE_MATCH_MAX)
		return refuse_to_match(m, spec->name.begin, "cannot match more than 64 variables");
	match->variable[match->n].name = spec->name;
	match->variable[match->n].value = eu_absent();
	match->variable[match->n].reserved = reserved;
	match->n++;
	return EVERYURI_OK;
}

static enum everyuri_status add_variables(struct match_state *m,
                                          const struct eu_template_piece *piece)
{
	enum everyuri_status s = EVERYURI_OK;
	struct eu_template_varspec spec;
	uint32_t at = piece->at.begin;
	size_t n = 0;

	while (!s && eu_template_varspec_next(m->text, piece, &at, &spec)) {
		if (n++ && (piece->op->reserved || piece->op->sign == '.'))
			return refuse_to_match(m, spec.name.begin,
			                       "cannot match: a value may contain the separator");
		s = add_variable(m, &spec, piece->op->reserved);
	}
	return s;
}

static bool is_several(const struct match_state *m, const struct eu_template_piece *piece)
{
	return memchr(m->text.data + piece->at.begin, ',', eu_span_len(piece->at)) != NULL;
}

/* Returns whether this byte could belong to the expression, or could begin it. */
static bool may_belong(const struct match_state *m, const struct eu_template_piece *piece,
                       unsigned char c)
{
	const struct eu_template_operator *op = piece->op;

	if (eu_template_is_unreserved(c) || c == '%' || c >= 0x80)
		return true;
	if (op->reserved ? eu_template_is_reserved(c) : op->named && c == '=')
		return true;
	return (op->first && c == (unsigned char)op->first) ||
	       (c == (unsigned char)op->sep && is_several(m, piece));
}

/* Checks what may follow an expression.  This is the next literal, and each expression before it,
 * because expressions may be empty. */
static enum everyuri_status check_follow(const struct match_state *m,
                                         const struct eu_template_piece *piece, uint32_t at)
{
	struct eu_template_piece next;
	uint32_t behind = at;

	/* A literal at the end of the template is matched from the end of the URI. */
	if (!eu_template_next(m->text, &behind, &next) || (!next.op && behind == m->text.len))
		return EVERYURI_OK;
	while (eu_template_next(m->text, &at, &next)) {
		if (!next.op) {
			if (!may_belong(m, piece, (unsigned char)m->text.data[next.at.begin]))
				return EVERYURI_OK;
			return refuse_to_match(
				m, next.at.begin,
				"cannot match: this character may belong to the value before it");
		}
		/* No name occurs twice, so the names distinguish the two expressions. */
		if (next.op->named && piece->op->named)
			continue;
		if (!next.op->first || may_belong(m, piece, (unsigned char)next.op->first))
			return refuse_to_match(
				m, next.at.begin,
				"cannot match: this character may belong to the value before it");
	}
	return EVERYURI_OK;
}

static enum everyuri_status check_matchable(struct match_state *m)
{
	enum everyuri_status s = EVERYURI_OK;
	struct eu_template_piece piece;

	for (uint32_t at = 0; !s && eu_template_next(m->text, &at, &piece);)
		if (piece.op)
			s = add_variables(m, &piece);
	for (uint32_t at = 0; !s && eu_template_next(m->text, &at, &piece);)
		if (piece.op)
			s = check_follow(m, &piece, at);
	return s;
}

/* ---- matching ---------------------------------------------------------------------------------- */

/* Compares a literal (3.1) with the URI at m->at, byte by byte. */
static bool match_literal(struct match_state *m, struct everyuri_span at)
{
	for (uint32_t i = at.begin; i < at.end; i++) {
		char bytes[3];
		struct eu_out out = { bytes, 0 };

		if (m->text.data[i] == '%') /* this is the first byte of an escape */
			eu_out_byte(&out, '%');
		else
			eu_template_out(&out, m->text.data + i, 1, true);
		if (m->uri_len - m->at < out.len || memcmp(m->uri + m->at, bytes, out.len) != 0)
			return false;
		m->at += (uint32_t)out.len;
	}
	return true;
}

/* Returns the end of a value that begins at m->at. */
static uint32_t value_end(const struct match_state *m, uint32_t limit, bool reserved)
{
	uint32_t i = m->at;

	while (i < limit) {
		unsigned char c = (unsigned char)m->uri[i];

		if (eu_template_is_unreserved(c) || (reserved && eu_template_is_reserved(c)))
			i++;
		else if (eu_escape_at(m->uri + i, limit - i, &c))
			i += 3;
		else
			break;
	}
	return i;
}

static bool pass_byte(struct match_state *m, uint32_t limit, char byte)
{
	if (m->at == limit || m->uri[m->at] != byte)
		return false;
	m->at++;
	return true;
}

/* Matches n values without names, for the variables from k on. */
static enum everyuri_status match_values(struct match_state *m,
                                         const struct eu_template_operator *op, uint32_t limit,
                                         size_t k, size_t n)
{
	if (op->first && !pass_byte(m, limit, op->first))
		return EVERYURI_OK;
	if (!op->first && n > 1 && value_end(m, limit, false) == m->at &&
	    (m->at == limit || m->uri[m->at] != op->sep))
		return EVERYURI_OK;
	for (size_t i = 0; i < n; i++) {
		uint32_t end;

		if (i && !pass_byte(m, limit, op->sep))
			return no_match(m, "too few values for the variables of the expression");
		end = value_end(m, limit, op->reserved);
		m->match.variable[k + i].value = eu_span(m->at, end);
		m->at = end;
	}
	return EVERYURI_OK;
}

/* Matches a name and its value, if the name is present. */
static bool match_named(struct match_state *m, const struct eu_template_operator *op, char lead,
                        uint32_t limit, size_t k)
{
	struct everyuri_span name = m->match.variable[k].name;
	uint32_t begin = m->at, end;

	if (!pass_byte(m, limit, lead) || limit - m->at < eu_span_len(name) ||
	    memcmp(m->uri + m->at, m->text.data + name.begin, eu_span_len(name)) != 0) {
		m->at = begin;
		return false;
	}
	m->at += eu_span_len(name);
	if (pass_byte(m, limit, '=')) {
		end = value_end(m, limit, false);
		/* With this operator an empty value expands to ";x", so ";x=" does not match. */
		if (end == m->at && !op->if_empty) {
			m->at = begin;
			return false;
		}
	} else {
		end = value_end(m, limit, false);
		if (end > m->at || op->if_empty) {
			m->at = begin;
			return false;
		}
	}
	m->match.variable[k].value = eu_span(m->at, end);
	m->at = end;
	return true;
}

/* Matches an expression.  Its variables begin at *k. */
static enum everyuri_status match_expression(struct match_state *m,
                                             const struct eu_template_piece *piece, uint32_t limit,
                                             size_t *k)
{
	const struct eu_template_operator *op = piece->op;
	enum everyuri_status s = EVERYURI_OK;
	struct eu_template_varspec spec;
	uint32_t at = piece->at.begin;
	bool first = true;
	size_t n = 0;

	while (eu_template_varspec_next(m->text, piece, &at, &spec))
		n++;
	if (!op->named)
		s = match_values(m, op, limit, *k, n);
	for (size_t i = 0; op->named && i < n; i++)
		if (match_named(m, op, first ? op->first : op->sep, limit, *k + i))
			first = false;
	*k += n;
	return s;
}

/* Returns the limit for matching the expression that ends at offset `at` of the template.  If the
 * last literal of the template follows, it is the start of that literal in the URI.  Otherwise it
 * is the end of the URI. */
static uint32_t limit_of(const struct match_state *m, uint32_t at)
{
	struct eu_template_piece next;
	struct eu_out out = { NULL, 0 };

	if (!eu_template_next(m->text, &at, &next) || next.op || at != m->text.len)
		return m->uri_len;
	eu_template_out(&out, m->text.data + next.at.begin, eu_span_len(next.at), true);
	return out.len < m->uri_len - m->at ? m->uri_len - (uint32_t)out.len : m->at;
}

static enum everyuri_status match_pieces(struct match_state *m)
{
	enum everyuri_status s = EVERYURI_OK;
	struct eu_template_piece piece;
	size_t k = 0;

	for (uint32_t at = 0; !s && eu_template_next(m->text, &at, &piece);) {
		if (piece.op)
			s = match_expression(m, &piece, limit_of(m, at), &k);
		else if (!match_literal(m, piece.at))
			s = no_match(m, "the URI does not match the template");
	}
	if (!s && m->at < m->uri_len)
		s = no_match(m, "the URI is longer than the template");
	return s;
}

enum everyuri_status everyuri_template_match(const char *text, size_t len, const char *uri,
                                             size_t uri_len, struct everyuri_matched *match,
                                             struct everyuri_error *err)
{
	struct match_state m = {
		.text = { text, len }, .uri = uri, .uri_len = (uint32_t)uri_len, .err = err
	};
	enum everyuri_status s = everyuri_template_check(text, len, NULL, err);

	if (!s && uri_len > EVERYURI_TEXT_MAX)
		s = eu_fail(err, EVERYURI_TOO_LONG, EVERYURI_TEXT_MAX, "", "too long");
	if (!s)
		s = check_matchable(&m);
	if (!s)
		s = match_pieces(&m);
	if (!s)
		*match = m.match;
	return s;
}
