/* valid.c - checks the validity of labels (UTS #46 4.1; RFC 5892 A.1, A.2; RFC 5893 2). */
#include "idna/valid.h"

static bool refuse_label(struct eu_idna_refusal *refusal, const char *clause, const char *message)
{
	refusal->clause = clause;
	refusal->message = message;
	return false;
}

static bool refuse_hyphens(struct eu_idna_refusal *refusal)
{
	return refuse_label(refusal, "UTS #46 4.1 (2, 3)", "hyphen not allowed here in a label");
}

static bool refuse_std3(struct eu_idna_refusal *refusal)
{
	return refuse_label(refusal, "UTS #46 4.1 (7)",
	                    "a label may have only letters, digits and hyphens");
}

static bool is_std3(unsigned char c)
{
	return eu_is_alpha(c) || eu_is_digit(c) || c == '-';
}

/* Checks criteria 2 and 3 of 4.1, or criterion 4 if CheckHyphens is false. */
static bool has_bad_hyphens(const uint32_t *cp, size_t n, bool strict)
{
	if (strict)
		return cp[0] == '-' || cp[n - 1] == '-' || (n >= 4 && cp[2] == '-' && cp[3] == '-');
	return n >= 4 && cp[0] == 'x' && cp[1] == 'n' && cp[2] == '-' && cp[3] == '-';
}

/* Checks RFC 5892 A.1: a character of type L or D must precede the joiner, and one of type R or D
 * must follow it, with only transparent characters between them. */
static bool stands_between_joining(const uint32_t *cp, size_t n, size_t at)
{
	uint8_t before = EU_IDNA_TRANSPARENT, after = EU_IDNA_TRANSPARENT;

	for (size_t i = at; i > 0 && before == EU_IDNA_TRANSPARENT; i--)
		before = eu_idna_properties_of(cp[i - 1])->joining;
	for (size_t i = at + 1; i < n && after == EU_IDNA_TRANSPARENT; i++)
		after = eu_idna_properties_of(cp[i])->joining;
	return (before & EU_IDNA_JOINS_LEFT) && (after & EU_IDNA_JOINS_RIGHT);
}

/* Checks CheckJoiners: returns whether a joiner is allowed at this index. */
static bool may_join(const uint32_t *cp, size_t n, size_t at)
{
	if (at > 0 && eu_idna_properties_of(cp[at - 1])->ccc == EU_IDNA_VIRAMA)
		return true;
	return cp[at] == 0x200C && stands_between_joining(cp, n, at);
}

bool eu_idna_is_valid(const uint32_t *cp, size_t n, bool strict, struct eu_idna_refusal *refusal)
{
	if (n == 0)
		return true;
	if (has_bad_hyphens(cp, n, strict))
		return refuse_hyphens(refusal);
	if (eu_idna_properties_of(cp[0])->mark)
		return refuse_label(refusal, "UTS #46 4.1 (6)",
		                    "a label begins with a combining mark");
	for (size_t i = 0; i < n; i++) {
		if (strict && cp[i] < 0x80 && !is_std3((unsigned char)cp[i]))
			return refuse_std3(refusal);
		/* LCOV_EXCL_BR_LINE: domains were cut at full stops, and no Punycode digit encodes
		 * one */
		if (cp[i] == '.' || eu_idna_properties_of(cp[i])->status != EU_IDNA_VALID)
			return refuse_label(refusal, "UTS #46 4.1 (5, 7)",
			                    "character not allowed in a label");
		if ((cp[i] == 0x200C || cp[i] == 0x200D) && !may_join(cp, n, i))
			return refuse_label(refusal, "RFC 5892 A.1, A.2",
			                    "joiner not allowed here in a label");
	}
	return true;
}

bool eu_idna_is_valid_ascii(const char *label, size_t len, struct eu_idna_refusal *refusal)
{
	if (len && (label[0] == '-' || label[len - 1] == '-' ||
	            (len >= 4 && label[2] == '-' && label[3] == '-')))
		return refuse_hyphens(refusal);
	for (size_t i = 0; i < len; i++)
		if (!is_std3((unsigned char)label[i]))
			return refuse_std3(refusal);
	return true;
}

/* ---- the bidi rule ------------------------------------------------------------------- */

void eu_idna_bidi_next(struct eu_idna_bidi_label *label, uint8_t bidi)
{
	/* condition 1 */
	if (!label->started) {
		label->started = true;
		label->rtl = bidi == EU_IDNA_BIDI_R;
		label->broken = bidi != EU_IDNA_BIDI_L && bidi != EU_IDNA_BIDI_R;
	}
	label->strong |= bidi == EU_IDNA_BIDI_R || bidi == EU_IDNA_BIDI_AN;
	label->en |= bidi == EU_IDNA_BIDI_EN;
	label->an |= bidi == EU_IDNA_BIDI_AN;
	/* LCOV_EXCL_BR_LINE: the cases cover every value */
	switch ((enum eu_idna_bidi)bidi) {
	case EU_IDNA_BIDI_OTHER:
		label->broken = true;
		break;
	case EU_IDNA_BIDI_L: /* conditions 2 and 6 */
		label->broken |= label->rtl;
		label->may_end = !label->rtl;
		break;
	case EU_IDNA_BIDI_R: /* conditions 3 and 5 */
	case EU_IDNA_BIDI_AN:
		label->broken |= !label->rtl;
		label->may_end = label->rtl;
		break;
	case EU_IDNA_BIDI_EN: /* conditions 3 and 6 */
		label->may_end = true;
		break;
	case EU_IDNA_BIDI_NEUTRAL:
		label->may_end = false;
		break;
	case EU_IDNA_BIDI_NSM:
		break;
	}
	/* condition 4 */
	label->broken |= label->rtl && label->en && label->an;
}

bool eu_idna_bidi_holds(const struct eu_idna_bidi_label *label)
{
	return !label->started || (!label->broken && label->may_end);
}
