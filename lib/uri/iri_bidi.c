/* RFC 3987, section 4: finds IRIs whose displayed order differs from their order in memory. */
#include "base/utf8.h"
#include "everyuri/iri.h"
#include "idna/properties.h"
#include "uri/iri.h"

struct bidi_report {
	const struct everyuri_uri *iri;
	everyuri_iri_bidi_fn *report;
	void *context;
	size_t n;
	bool stopped;
};

static void warn_bidi(struct bidi_report *r, enum everyuri_iri_bidi_rule rule, size_t begin,
                      size_t end)
{
	static const char *const messages[] = {
		"bidirectional control character",
		"right-to-left and left-to-right characters in one component",
		"component with right-to-left characters does not begin and end with one",
	};
	struct everyuri_iri_bidi_warning warning = {
		.rule = rule,
		.at = eu_span(begin, end),
		.clause = rule == EVERYURI_BIDI_CONTROL ? "RFC 3987 4.1" : "RFC 3987 4.2",
		.message = messages[rule],
	};

	if (r->stopped)
		return;
	r->n++;
	r->stopped = r->report && !r->report(r->context, &warning);
}

/* Returns the bidi class of a character.  If IDNA maps the character, returns the class of the
 * mapping. */
static enum eu_idna_bidi bidi_of(uint32_t c)
{
	const struct eu_idna_properties *p = eu_idna_properties_of(c);
	uint32_t target[EU_IDNA_TARGET_MAX];

	/* LCOV_EXCL_BR_LINE: a code point that maps to nothing has the status "ignored" */
	if (p->status == EU_IDNA_MAPPED && eu_idna_map(c, target))
		p = eu_idna_properties_of(target[0]);
	return p->status == EU_IDNA_VALID ? (enum eu_idna_bidi)p->bidi : EU_IDNA_BIDI_OTHER;
}

/* Checks a component by 4.2.  A mark is treated as part of the letter before it. */
static void check_component(struct bidi_report *r, size_t begin, size_t end)
{
	const char *text = r->iri->text;
	bool right = false, left = false, starts = false, ends = false, first = true;

	for (size_t i = begin; i < end;) {
		uint32_t c = 0;
		size_t n = eu_utf8_next(text + i, end - i, &c);
		enum eu_idna_bidi bidi = bidi_of(c);

		/* LCOV_EXCL_BR_LINE: text that was read as an IRI is UTF-8 */
		i += n ? n : 1;
		if (bidi == EU_IDNA_BIDI_NSM)
			continue;
		ends = bidi == EU_IDNA_BIDI_R;
		starts = first ? ends : starts;
		right = right || ends;
		left = left || bidi == EU_IDNA_BIDI_L;
		first = false;
	}
	if (right && left)
		warn_bidi(r, EVERYURI_BIDI_MIXED, begin, end);
	if (right && (!starts || !ends))
		warn_bidi(r, EVERYURI_BIDI_ENDS, begin, end);
}

static void check_part(struct bidi_report *r, enum everyuri_part part, const char *delimiters)
{
	struct everyuri_span span = r->iri->part[part];
	size_t begin = span.begin;

	if (eu_is_absent(span))
		return;
	for (size_t i = span.begin; i <= span.end; i++) {
		/* LCOV_EXCL_BR_LINE: no text that was read has a NUL */
		if (i < span.end && (!r->iri->text[i] || !strchr(delimiters, r->iri->text[i])))
			continue;
		check_component(r, begin, i);
		begin = i + 1;
	}
}

static void check_controls(struct bidi_report *r)
{
	for (size_t i = 0; i < r->iri->len;) {
		uint32_t c = 0;
		size_t n = eu_utf8_next(r->iri->text + i, r->iri->len - i, &c);

		/* LCOV_EXCL_BR_LINE: text that was read as an IRI is UTF-8 */
		n = n ? n : 1;
		if (eu_iri_is_bidi_control(c))
			warn_bidi(r, EVERYURI_BIDI_CONTROL, i, i + n);
		i += n;
	}
}

size_t everyuri_iri_bidi(const struct everyuri_uri *iri, everyuri_iri_bidi_fn *report,
                         void *context)
{
	struct bidi_report r = { .iri = iri, .report = report, .context = context };

	check_controls(&r);
	check_part(&r, EVERYURI_USER, "");
	check_part(&r, EVERYURI_PASSWORD, "");
	check_part(&r, EVERYURI_HOST, ".");
	check_part(&r, EVERYURI_PATH, "/.");
	check_part(&r, EVERYURI_QUERY, "&=;");
	check_part(&r, EVERYURI_FRAGMENT, "");
	return r.n;
}
