/* nfc.c - converts a text to Normalization Form C, from one starter to the next. */
#include "base/utf8.h"
#include "idna/idna.h"
#include "idna/normal.h"

static void put_normal(struct eu_out *out, const uint32_t *cp, size_t n)
{
	for (size_t i = 0; i < n; i++)
		eu_utf8_put(out, cp[i] & 0xFFFFFF); /* the upper bits contain combining classes */
}

/* Writes the code points before the last starter, which can no longer change. */
static void put_settled(struct eu_out *out, struct eu_idna_normal *normal)
{
	size_t n = normal->starter;

	put_normal(out, normal->cp, n);
	memmove(normal->cp, normal->cp + n, (normal->n - n) * sizeof *normal->cp);
	normal->n -= n;
	normal->starter = 0;
}

enum everyuri_status eu_idna_nfc(struct eu_out *out, const char *text, size_t len,
                                 struct everyuri_error *err)
{
	struct eu_idna_normal normal;
	size_t i = 0, n = 0, before = out->len;

	eu_idna_normal_begin(&normal);
	for (; i < len && !normal.full; i += n) {
		uint32_t c;

		n = eu_utf8_next(text + i, len - i, &c);
		if (!n) {
			out->len = before;
			return eu_fail(err, EVERYURI_INVALID, i, "RFC 3629 3", "not UTF-8");
		}
		eu_idna_normal_add(&normal, c);
		if (normal.has_starter && normal.starter) {
			normal.full |= normal.starter > EU_IDNA_LABEL_MAX;
			put_settled(out, &normal);
		}
	}
	eu_idna_normal_end(&normal);
	if (normal.full) {
		out->len = before;
		return eu_fail(err, EVERYURI_INVALID, i - n, "UAX #15 13",
		               "too many combining marks in a row");
	}
	put_normal(out, normal.cp, normal.n);
	return EVERYURI_OK;
}
