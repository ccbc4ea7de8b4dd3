/* Compares the readings, and decodes the first escapes above %7F by each encoding. */
#include "base/utf8.h"
#include "explain/explain.h"

static bool accepts(const struct everyuri_comparison *found, int standard)
{
	return found->accepted >> standard & 1;
}

static struct everyuri_text value_read(const struct everyuri_comparison *found, int standard,
                                       enum everyuri_part part)
{
	return everyuri_view(&found->reading[standard].uri, part);
}

/* Compares the bytes.  Absent and empty are equal (contract cmd.compare). */
static bool same_value(struct everyuri_text a, struct everyuri_text b)
{
	return a.len == b.len && (!a.len || !memcmp(a.data, b.data, a.len));
}

/* Returns the first standard of the largest group of standards that agree on a part. */
static uint8_t read_by_most(const struct everyuri_comparison *found, const uint8_t *alike)
{
	uint8_t most = 0;
	unsigned n_most = 0, n[EVERYURI_N_STANDARDS] = { 0 };

	for (int s = 0; s < EVERYURI_N_STANDARDS; s++)
		n[alike[s]] += accepts(found, s);
	for (uint8_t s = 0; s < EVERYURI_N_STANDARDS; s++) {
		if (n[s] > n_most) {
			n_most = n[s];
			most = s;
		}
	}
	return most;
}

/* Compares one part.  A table always has columns for host and path, and for other parts only if the
 * readings differ or spell them differently. */
static void part_differences(struct eu_explaining *explaining, enum everyuri_part part)
{
	struct everyuri_explanation *out = explaining->out;
	const struct everyuri_comparison *found = &out->found;
	const uint8_t *alike = explaining->alike.first[part];
	uint8_t most = read_by_most(found, alike), bit = (uint8_t)(1u << part);

	for (int s = 0; s < EVERYURI_N_STANDARDS; s++) {
		if (!accepts(found, s))
			continue;
		if (!same_value(value_read(found, s, part), value_read(found, most, part)))
			explaining->spelt |= bit;
		if (alike[s] != most) {
			out->differing |= bit;
			out->unlike[s] |= bit;
		}
	}
	if (((out->differing | explaining->spelt) & bit) || part == EVERYURI_HOST ||
	    part == EVERYURI_PATH)
		out->columns |= bit;
}

void eu_explain_differences(struct eu_explaining *explaining)
{
	struct everyuri_explanation *out = explaining->out;

	for (int s = 0; s < EVERYURI_N_STANDARDS; s++)
		out->n_accepted += accepts(&out->found, s);
	for (size_t c = 0; c < EU_N_COMPARED_PARTS; c++)
		part_differences(explaining, (enum everyuri_part)eu_compared_parts[c]);
}

/* Writes the names of the differing parts: "host and path", "user, host and path". */
static void tell_differing(const struct everyuri_explanation *out, struct eu_teller *teller)
{
	unsigned left = out->differing;

	for (int part = 0; part < EVERYURI_N_PARTS; part++) {
		if (!(left >> part & 1))
			continue;
		left &= ~(1u << part);
		eu_tell(teller, everyuri_part_name((enum everyuri_part)part));
		if (left)
			eu_tell(teller, left & (left - 1) ? ", " : " and ");
	}
}

void eu_explain_summary(struct eu_explaining *explaining, struct eu_teller *teller)
{
	struct everyuri_explanation *out = explaining->out;
	size_t begin = eu_teller_at(teller);

	if (!out->n_accepted) {
		eu_tell(teller, "no standard accepts it");
	} else if (!out->found.agree) {
		eu_tell(teller, "the standards that accept it disagree on ");
		tell_differing(out, teller);
	} else if (out->n_accepted == 1) {
		eu_tell(teller, "only one standard accepts it");
	} else {
		eu_tell(teller,
		        "all standards that accept it agree on scheme, user, host, port and path");
		eu_tell(teller, explaining->spelt ? " after normalization" : "");
	}
	out->summary = eu_told(teller, begin);
}

/* ---- characters ---------------------------------------------------------------------------- */

#define OCTETS_MAX 8 /* maximum number of octets that are decoded as an example */

static bool all_utf8(struct everyuri_text text)
{
	uint32_t point;

	for (size_t at = 0; at < text.len;) {
		size_t n = eu_utf8_next(text.data + at, text.len - at, &point);

		if (!n)
			return false;
		at += n;
	}
	return true;
}

static bool high_escape_at(struct everyuri_text text, size_t at, unsigned char *byte)
{
	return eu_escape_at(text.data + at, text.len - at, byte) && *byte >= 0x80;
}

/* Decodes the first run of escapes above %7F, at most OCTETS_MAX of them.
 * at:      receives the offset of the run.
 * Returns: the number of octets. */
static size_t first_octets(struct everyuri_text text, char octets[OCTETS_MAX], size_t *at)
{
	unsigned char byte;
	size_t n = 0;

	for (*at = 0; *at < text.len && !high_escape_at(text, *at, &byte); ++*at)
		;
	while (n < OCTETS_MAX && *at + 3 * n < text.len && high_escape_at(text, *at + 3 * n, &byte))
		octets[n++] = (char)byte;
	/* The limit may have split the last character: leave out up to three of its octets. */
	for (size_t less = n; n == OCTETS_MAX && less > n - 4; less--)
		if (all_utf8((struct everyuri_text){ octets, less }))
			return less;
	return n;
}

/* Writes octets as ISO 8859-1, whose characters are the first 256 of Unicode. */
static void tell_latin1(struct eu_teller *teller, const char *octets, size_t n)
{
	char utf8[2 * OCTETS_MAX];
	struct eu_out out = { .data = utf8 };

	for (size_t i = 0; i < n; i++)
		eu_utf8_put(&out, (unsigned char)octets[i]);
	eu_tell_quoted(teller, (struct everyuri_text){ utf8, out.len });
}

void eu_explain_characters(struct everyuri_explanation *out, struct eu_teller *teller)
{
	char octets[OCTETS_MAX];
	size_t at, begin = eu_teller_at(teller), n = first_octets(out->text, octets, &at);
	struct everyuri_text some = { octets, n };

	if (!n)
		return;
	eu_tell(teller, "\"");
	everyuri_write(&teller->w, out->text.data + at, 3 * n);
	eu_tell(teller, "\" is ");
	tell_latin1(teller, octets, n);
	eu_tell(teller, " under url1993, uri1994 and rfc1630 (ISO Latin-1), ");
	everyuri_write_number(&teller->w, n);
	eu_tell(teller, n == 1 ? " octet under rfc1738, and " : " octets under rfc1738, and ");
	if (all_utf8(some)) {
		eu_tell_quoted(teller, some);
		eu_tell(teller, " in UTF-8, which rfc3986 recommends");
	} else {
		eu_tell(teller, "invalid UTF-8 under rfc3986");
	}
	out->characters = eu_told(teller, begin);
}
