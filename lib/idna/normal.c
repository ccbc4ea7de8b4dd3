/* normal.c - converts code points to NFC, one at a time.  Each code point is decomposed and sorted
 * by its combining class, and is composed when the next starter comes (UAX #15; Unicode 3.11). */
#include "idna/normal.h"

enum { CCC_SHIFT = 24, CP_MASK = 0xFFFFFF };

void eu_idna_normal_begin(struct eu_idna_normal *normal)
{
	normal->n = normal->starter = 0;
	normal->has_starter = normal->full = false;
}

/* D117: composes a mark with the last starter, unless a mark between the two remains that has the
 * same class.  Marks are sorted, so no mark between them has a higher class. */
static void compose_marks(struct eu_idna_normal *normal)
{
	size_t kept = normal->starter + 1;
	uint32_t last_ccc = 0;

	if (!normal->has_starter || normal->n == kept)
		return;
	for (size_t i = kept; i < normal->n; i++) {
		uint32_t mark = normal->cp[i], ccc = mark >> CCC_SHIFT, composite = 0;

		if (ccc != last_ccc)
			composite = eu_idna_compose(normal->cp[normal->starter], mark & CP_MASK);
		if (composite) {
			normal->cp[normal->starter] = composite;
		} else {
			normal->cp[kept++] = mark;
			last_ccc = ccc;
		}
	}
	normal->n = kept;
}

static void add_starter(struct eu_idna_normal *normal, uint32_t c)
{
	uint32_t composite = 0;

	compose_marks(normal);
	if (normal->has_starter && normal->starter + 1 == normal->n)
		composite = eu_idna_compose(normal->cp[normal->starter], c);
	if (composite) {
		normal->cp[normal->starter] = composite;
	} else if (normal->n == EU_IDNA_NORMAL_ROOM) {
		normal->full = true;
	} else {
		normal->starter = normal->n;
		normal->has_starter = true;
		normal->cp[normal->n++] = c;
	}
}

/* D108, D109: inserts a mark after all marks of the same or a lower class.  A starter has class 0,
 * so no mark moves before a starter. */
static void add_mark(struct eu_idna_normal *normal, uint32_t c, uint32_t ccc)
{
	size_t i = normal->n;

	if (i == EU_IDNA_NORMAL_ROOM) {
		normal->full = true;
		return;
	}
	for (; i > 0 && normal->cp[i - 1] >> CCC_SHIFT > ccc; i--)
		normal->cp[i] = normal->cp[i - 1];
	normal->cp[i] = ccc << CCC_SHIFT | c;
	normal->n++;
}

static void add_decomposed(struct eu_idna_normal *normal, uint32_t c)
{
	uint32_t ccc = eu_idna_properties_of(c)->ccc;

	if (ccc)
		add_mark(normal, c, ccc);
	else
		add_starter(normal, c);
}

void eu_idna_normal_add(struct eu_idna_normal *normal, uint32_t c)
{
	uint32_t parts[EU_IDNA_PARTS_MAX];
	uint8_t way = eu_idna_properties_of(c)->way;
	size_t n;

	if (way != EU_IDNA_PAIR && way != EU_IDNA_CANONICAL) {
		add_decomposed(normal, c);
		return;
	}
	n = eu_idna_decompose(c, parts);
	for (size_t i = 0; i < n; i++)
		add_decomposed(normal, parts[i]);
}

/* Adds c, which has no decomposition. */
static void add_mapped_part(struct eu_idna_normal *normal, uint32_t c)
{
	uint32_t target[EU_IDNA_TARGET_MAX];
	size_t n;

	if (eu_idna_properties_of(c)->status != EU_IDNA_MAPPED) {
		add_decomposed(normal, c);
		return;
	}
	n = eu_idna_map(c, target);
	for (size_t i = 0; i < n; i++)
		eu_idna_normal_add(normal, target[i]);
}

void eu_idna_normal_add_mapped(struct eu_idna_normal *normal, uint32_t c)
{
	uint32_t parts[EU_IDNA_PARTS_MAX];
	const struct eu_idna_properties *properties;
	size_t n;

	if (c < 0x80) {
		add_starter(normal, eu_lower((unsigned char)c));
		return;
	}
	properties = eu_idna_properties_of(c);
	if (properties->status == EU_IDNA_IGNORED)
		return;
	if (properties->way != EU_IDNA_PAIR && properties->way != EU_IDNA_CANONICAL) {
		add_mapped_part(normal, c);
		return;
	}
	/* tools/idna-tables asserts that decomposing first has the same result as mapping
	 * first.  So the tables need no mappings of code points that decompose. */
	n = eu_idna_decompose(c, parts);
	for (size_t i = 0; i < n; i++)
		add_mapped_part(normal, parts[i]);
}

void eu_idna_normal_end(struct eu_idna_normal *normal)
{
	compose_marks(normal);
	for (size_t i = 0; i < normal->n; i++)
		normal->cp[i] &= CP_MASK;
	if (normal->n > EU_IDNA_LABEL_MAX)
		normal->full = true;
}

bool eu_idna_is_nfc(const uint32_t *cp, size_t n, struct eu_idna_normal *scratch)
{
	eu_idna_normal_begin(scratch);
	for (size_t i = 0; i < n && !scratch->full; i++)
		eu_idna_normal_add(scratch, cp[i]);
	eu_idna_normal_end(scratch);
	return !scratch->full && scratch->n == n && !memcmp(scratch->cp, cp, n * sizeof *cp);
}
