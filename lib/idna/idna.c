/* idna.c - UTS #46 processing, label by label, as the URL Standard uses it.
 *
 * A dot never composes with another character, and only three code points map to one, so each label
 * can be mapped, normalised and checked separately.  The bidi rule is checked at the end, because it
 * depends on all labels. */
#include "idna/idna.h"

#include "base/utf8.h"
#include "idna/punycode.h"
#include "idna/valid.h"

/* Limits of VerifyDnsLength (UTS #46 4.2 step 4), in bytes. */
enum { DNS_LABEL_MAX = 63, DNS_NAME_MAX = 253 };

/* The state while a domain is processed. */
struct processing {
	struct eu_out *out;
	const char *domain;
	size_t len;
	enum eu_idna_to to;
	bool strict;
	bool bidi_domain;              /* at least one label is an RTL label (RFC 5893 1.4) */
	size_t bidi_broken;            /* start of the first label that breaks the bidi rule */
	size_t at;                     /* start of the current label */
	struct eu_idna_refusal reason; /* set on failure */
	struct eu_idna_normal label;
	uint32_t decoded[EU_IDNA_LABEL_MAX]; /* the current label, decoded from punycode */
};

static bool refuse_domain(struct processing *p, const char *clause, const char *message)
{
	p->reason.clause = clause;
	p->reason.message = message;
	return false;
}

#define DOMAIN_BIT(c) (UINT32_C(1) << ((c)&31))

/* Returns whether c is a forbidden domain code point (URL Standard 3.1).  All of these are ASCII. */
static bool is_forbidden(unsigned char c)
{
	static const uint32_t set[4] = {
		UINT32_MAX, /* C0 controls */
		DOMAIN_BIT(' ') | DOMAIN_BIT('#') | DOMAIN_BIT('%') | DOMAIN_BIT('/') |
			DOMAIN_BIT(':') | DOMAIN_BIT('<') | DOMAIN_BIT('>') | DOMAIN_BIT('?'),
		DOMAIN_BIT('@') | DOMAIN_BIT('[') | DOMAIN_BIT('\\') | DOMAIN_BIT(']') |
			DOMAIN_BIT('^'),
		DOMAIN_BIT('|') | DOMAIN_BIT(0x7F),
	};

	return set[c >> 5 & 3] & DOMAIN_BIT(c);
}

/* Returns the length in bytes of the label separator at text, or 0 if there is none.  Separators are
 * U+002E, and U+3002, U+FF0E and U+FF61, which are mapped to it (tools/idna-tables asserts that). */
static size_t dot_at(const char *text, size_t len)
{
	unsigned char lead = (unsigned char)text[0];

	if (lead == '.')
		return 1;
	if (len < 3 || (lead != 0xE3 && lead != 0xEF))
		return 0;
	return !memcmp(text, "\xE3\x80\x82", 3) || !memcmp(text, "\xEF\xBC\x8E", 3) ||
	                       !memcmp(text, "\xEF\xBD\xA1", 3) ?
	               3 :
	               0;
}

static bool begins_with_ace_prefix(const char *label, size_t len)
{
	return len >= 4 && eu_equals_ignoring_case(label, 4, "xn--");
}

static void put_code_points(struct eu_out *out, const uint32_t *cp, size_t n)
{
	for (size_t i = 0; i < n; i++)
		eu_utf8_put(out, cp[i]);
}

/* ---- one label ------------------------------------------------------------------------ */

static void note_bidi(struct processing *p, const struct eu_idna_bidi_label *bidi)
{
	p->bidi_domain |= bidi->strong;
	if (p->bidi_broken == SIZE_MAX && !eu_idna_bidi_holds(bidi))
		p->bidi_broken = p->at;
}

/* Writes a label of ASCII that is not punycode: mapping only changes its case. */
static bool put_ascii_label(struct processing *p, size_t end)
{
	const char *label = p->domain + p->at;
	size_t n = end - p->at;
	struct eu_idna_bidi_label bidi = { 0 };

	if (p->strict && !eu_idna_is_valid_ascii(label, n, &p->reason))
		return false;
	for (size_t i = 0; i < n; i++) {
		unsigned char c = eu_lower((unsigned char)label[i]);

		if (p->to == EU_IDNA_TO_ASCII && is_forbidden(c))
			return refuse_domain(p, "URL Standard 3.3",
			                     "character not allowed in a domain");
		eu_idna_bidi_next(&bidi, eu_idna_properties_of(c)->bidi);
		eu_out_byte(p->out, (char)c);
	}
	note_bidi(p, &bidi);
	return true;
}

/* Returns the end of the label that begins at p->at, or SIZE_MAX if the label is not ASCII. */
static size_t ascii_label_end(const struct processing *p)
{
	size_t i = p->at;

	while (i < p->len && (unsigned char)p->domain[i] < 0x80 && p->domain[i] != '.')
		i++;
	if (i < p->len && !dot_at(p->domain + i, p->len - i))
		return SIZE_MAX;
	return begins_with_ace_prefix(p->domain + p->at, i - p->at) ? SIZE_MAX : i;
}

/* Section 4, steps 1 to 3: reads the label that begins at p->at, maps it and normalises it to NFC.  Stores
 * its end in *end. */
static bool read_label(struct processing *p, size_t *end)
{
	size_t i = p->at;

	eu_idna_normal_begin(&p->label);
	while (i < p->len && !dot_at(p->domain + i, p->len - i)) {
		uint32_t c;
		size_t n = eu_utf8_next(p->domain + i, p->len - i, &c);

		if (!n)
			return refuse_domain(p, "URL Standard 3.5", "not UTF-8");
		eu_idna_normal_add_mapped(&p->label, c);
		if (p->label.full)
			break;
		i += n;
	}
	eu_idna_normal_end(&p->label);
	if (p->label.full)
		return refuse_domain(p, "RFC 5890 2.3.1", "a label has more than 1000 characters");
	*end = i;
	return true;
}

static bool is_ascii_label(const uint32_t *cp, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (cp[i] >= 0x80)
			return false;
	return true;
}

/* Section 4, step 4, first alternative: decodes p->label without "xn--" into p->decoded.  CHOICE: checks NFC
 * (the first criterion of 4.1) only here, because labels that are not punycode are in NFC after step 2. */
static bool decode_label(struct processing *p, size_t *n)
{
	*n = eu_punycode_decode(p->label.cp + 4, p->label.n - 4, p->decoded);
	if (*n == EU_PUNYCODE_BAD || is_ascii_label(p->decoded, *n))
		return refuse_domain(p, "UTS #46 4 (4)",
		                     "\"xn--\" without valid punycode after it");
	if (!eu_idna_is_nfc(p->decoded, *n, &p->label))
		return refuse_domain(p, "UTS #46 4.1 (1)",
		                     "punycode decodes to a label that is not in NFC");
	return true;
}

/* Sections 4.2 (step 2) and 4.3: writes a valid label in the requested form.  If the label was punycode,
 * keeps that punycode, because a text has only one encoding. */
static bool put_label(struct processing *p, const uint32_t *cp, size_t n)
{
	struct eu_out *out = p->out;

	if (p->to == EU_IDNA_TO_UNICODE) {
		put_code_points(out, cp, n);
		return true;
	}
	for (size_t i = 0; i < n; i++)
		if (cp[i] < 0x80 && is_forbidden((unsigned char)cp[i]))
			return refuse_domain(p, "URL Standard 3.3",
			                     "character not allowed in a domain");
	if (is_ascii_label(cp, n)) {
		put_code_points(out, cp, n);
	} else {
		eu_out_bytes(out, "xn--", 4);
		eu_punycode_encode(out, cp, n);
	}
	return true;
}

/* Section 4, step 4: converts p->label, and checks it. */
static bool convert_label(struct processing *p)
{
	const uint32_t *cp = p->label.cp;
	size_t n = p->label.n;
	struct eu_idna_bidi_label bidi = { 0 };

	if (n >= 4 && cp[0] == 'x' && cp[1] == 'n' && cp[2] == '-' && cp[3] == '-') {
		if (!decode_label(p, &n))
			return false;
		cp = p->decoded;
	}
	if (!eu_idna_is_valid(cp, n, p->strict, &p->reason))
		return false;
	for (size_t i = 0; i < n; i++)
		eu_idna_bidi_next(&bidi, eu_idna_properties_of(cp[i])->bidi);
	note_bidi(p, &bidi);
	return put_label(p, cp, n);
}

/* ---- all labels ----------------------------------------------------------------------- */

/* Checks VerifyDnsLength for the label that was written from offset `before` of the output on.  Also refuses
 * the empty label of the root. */
static bool verify_label_length(struct processing *p, size_t before)
{
	size_t n = p->out->len - before;

	if (p->strict && p->to == EU_IDNA_TO_ASCII && (n < 1 || n > DNS_LABEL_MAX))
		return refuse_domain(p, "UTS #46 4.2 (4)", "a label must have 1 to 63 octets");
	return true;
}

static bool process_labels(struct processing *p)
{
	for (;;) {
		size_t before = p->out->len, end = ascii_label_end(p);

		if (end != SIZE_MAX ? !put_ascii_label(p, end) :
		                      !read_label(p, &end) || !convert_label(p))
			return false;
		if (!verify_label_length(p, before))
			return false;
		if (end == p->len)
			return true;
		eu_out_byte(p->out, '.');
		p->at = end + dot_at(p->domain + end, p->len - end);
	}
}

static bool process_domain(struct processing *p)
{
	size_t before = p->out->len;

	if (!process_labels(p))
		return false;
	if (p->bidi_domain && p->bidi_broken != SIZE_MAX) {
		p->at = p->bidi_broken;
		return refuse_domain(p, "RFC 5893 2", "a label violates the bidi rule");
	}
	if (p->to == EU_IDNA_TO_UNICODE)
		return true;
	p->at = 0;
	if (p->out->len == before)
		return refuse_domain(p, "URL Standard 3.3", "a domain must not be empty");
	if (p->strict && p->out->len - before > DNS_NAME_MAX)
		return refuse_domain(p, "UTS #46 4.2 (4)", "a domain must have at most 253 octets");
	return true;
}

/* URL Standard 3.3: if not strict, the conversion of an ASCII domain only changes its case.
 * Returns: false if the domain is not all ASCII.
 * *at receives the offset of the first forbidden byte, or len.  The domain is written only if there is no
 * such byte. */
static bool put_ascii_domain(struct eu_out *out, const char *domain, size_t len, size_t *at)
{
	unsigned char bits = 0;

	for (size_t i = 0; i < len; i++)
		bits |= (unsigned char)domain[i];
	if (bits >= 0x80)
		return false;
	for (*at = 0; *at < len; ++*at)
		if (is_forbidden((unsigned char)domain[*at]))
			return true;
	if (out->data)
		for (size_t i = 0; i < len; i++)
			out->data[out->len + i] = (char)eu_lower((unsigned char)domain[i]);
	out->len += len;
	return true;
}

enum everyuri_status eu_idna_process(struct eu_out *out, const char *domain, size_t len,
                                     enum eu_idna_to to, unsigned flags, struct everyuri_error *err)
{
	struct processing p;
	size_t before = out->len, at;

	if (to == EU_IDNA_TO_ASCII && !(flags & EU_IDNA_STRICT) &&
	    put_ascii_domain(out, domain, len, &at)) {
		if (len && at == len)
			return EVERYURI_OK;
		return eu_fail(err, EVERYURI_INVALID, at, "URL Standard 3.3",
		               len ? "character not allowed in a domain" :
		                     "a domain must not be empty");
	}
	p.out = out;
	p.domain = len ? domain : ""; /* the pointer of an empty text may be NULL */
	p.len = len;
	p.to = to;
	p.strict = flags & EU_IDNA_STRICT;
	p.bidi_domain = false;
	p.bidi_broken = SIZE_MAX;
	p.at = 0;
	if (process_domain(&p))
		return EVERYURI_OK;
	out->len = before;
	return eu_fail(err, EVERYURI_INVALID, p.at, p.reason.clause, p.reason.message);
}

/* The first run only counts.  For an invalid domain the caller has reserved no space, so the labels before
 * the error must not be written. */
bool eu_idna_to_ascii(struct eu_out *out, const char *domain, size_t len, unsigned flags)
{
	struct eu_out counted = { NULL, out->len };

	if (out->data &&
	    eu_idna_process(&counted, domain, len, EU_IDNA_TO_ASCII, flags, NULL) != EVERYURI_OK)
		return false;
	return eu_idna_process(out, domain, len, EU_IDNA_TO_ASCII, flags, NULL) == EVERYURI_OK;
}

/* URL Standard 3.3: if an error is recorded, the result is the domain itself.  The space for that may
 * be too small for the labels before the error, so the first run only counts. */
bool eu_idna_to_unicode(struct eu_out *out, const char *domain, size_t len, unsigned flags)
{
	struct eu_out counted = { NULL, out->len };
	enum everyuri_status s =
		eu_idna_process(&counted, domain, len, EU_IDNA_TO_UNICODE, flags, NULL);

	if (s)
		eu_out_bytes(out, domain, len);
	else if (out->data)
		s = eu_idna_process(out, domain, len, EU_IDNA_TO_UNICODE, flags, NULL);
	else
		out->len = counted.len;
	return s == EVERYURI_OK;
}
