/* valid.h - the validity criteria of UTS #46 section 4.1, and the bidi rule. */
#ifndef EU_IDNA_VALID_H
#define EU_IDNA_VALID_H

#include "idna/properties.h"

/** The reason why a label or a domain is refused, as static texts. */
struct eu_idna_refusal {
	const char *clause, *message;
};

/** Checks criteria 2 to 8 for a label in NFC.  The bidi rule is checked
 *  separately.
 *  strict: CheckHyphens and UseSTD3ASCIIRules.
 *  Returns: true, or false with the reason in *refusal. */
bool eu_idna_is_valid(const uint32_t *cp, size_t n, bool strict, struct eu_idna_refusal *refusal);

/** Checks a label of ASCII, in either case, for CheckHyphens and UseSTD3ASCIIRules. */
bool eu_idna_is_valid_ascii(const char *label, size_t len, struct eu_idna_refusal *refusal);

/** The state of the bidi rule (RFC 5893 2) within a label.  Initialise with {0}. */
struct eu_idna_bidi_label {
	bool started;
	bool rtl;    /**< the first character is R or AL: conditions 2 to 4 apply */
	bool strong; /**< the label has an R, AL or AN, so it is an RTL label (1.4) */
	bool broken;
	bool en, an;
	bool may_end; /**< the last character that is not NSM may end the label */
};

/** Adds the next character's class, one of enum eu_idna_bidi. */
void eu_idna_bidi_next(struct eu_idna_bidi_label *label, uint8_t bidi);

/** Returns whether the finished label satisfies the rule.  An empty label does. */
bool eu_idna_bidi_holds(const struct eu_idna_bidi_label *label);

#endif
