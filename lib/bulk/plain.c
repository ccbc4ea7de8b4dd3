/* Fast path for rows that are valid, were not rewritten, and have no bytes to escape.  Most rows
 * are like this.  Writes directly into the writer's block, in steps of fixed size, and checks only
 * once that the space suffices.
 *
 * record.c is the general path; tests/unit/bulk_rows.c compares the two. */
#include "base/masks.h"
#include "bulk/record.h"

#include "uri/standards.h"

/* Bytes copied in one step.  A step may read past the end of the text if other bytes follow there.
 * It may write past the end of the output, because the next step overwrites those bytes. */
#define STEP 32

/* Bytes in which most texts and paths fit.  A branch on the exact length would be mispredicted too
 * often. */
#define LONG_STEP 64

/* Space for the bytes of a row that are not in its parts, and for bytes that the last steps write
 * beyond it. */
#define AROUND 640

struct bulk_phrase {
	char text[STEP];
	unsigned char len;
};

#define PHRASE(text)                   \
	{                              \
		text, sizeof(text) - 1 \
	}
#define MEMBER(name) PHRASE("\",\"" name "\":\"")
#define CLOSING(name) PHRASE("\",\"host_kind\":\"" name "\"}")

static const struct bulk_phrase json_lead[EVERYURI_N_PARTS] = {
	MEMBER("scheme"), MEMBER("user"), MEMBER("password"), MEMBER("host"),
	MEMBER("port"),   MEMBER("path"), MEMBER("query"),    MEMBER("fragment")
};

static const struct bulk_phrase json_closing[] = {
	[EVERYURI_HOST_NONE] = PHRASE("\"}"),
	[EVERYURI_HOST_NAME] = CLOSING("name"),
	[EVERYURI_HOST_IPV4] = CLOSING("ipv4"),
	[EVERYURI_HOST_IPV6] = CLOSING("ipv6"),
	[EVERYURI_HOST_IPVFUTURE] = CLOSING("ipvfuture"),
	[EVERYURI_HOST_OPAQUE] = CLOSING("opaque"),
	[EVERYURI_HOST_REGISTRY] = CLOSING("registry"),
	[EVERYURI_HOST_EMPTY] = CLOSING("empty"),
};

#undef PHRASE
#undef MEMBER
#undef CLOSING

/* Returns whether the text has a byte that JSON or TSV escapes.  A borrow can set wrong bits, but
 * only above a bit that is set correctly, so the result is right. */
static bool needs_care(const char *data, size_t len)
{
	const uint64_t ones = UINT64_C(0x0101010101010101);
	uint64_t found = 0;

	for (size_t at = 0; at < len; at += 8) {
		uint64_t eight = ones * 'a';

		memcpy(&eight, data + at, len - at < 8 ? len - at : 8);
		uint64_t quote = eight ^ ones * '"', slash = eight ^ ones * '\\';

		found |= eight | (eight - ones * 0x20) | (quote - ones) | (slash - ones);
	}
	return (found & ones * 0x80) != 0;
}

/* Returns whether the text fits twice, after flushing the writer's block if needed. */
EU_INLINE bool has_room(struct everyuri_writer *out, size_t len)
{
	if (out->cap - out->len >= 2 * len + AROUND)
		return true;
	if (out->cap < AROUND || len > (out->cap - AROUND) / 2)
		return false;
	everyuri_writer_flush(out);
	return true;
}

EU_INLINE char *put_phrase(char *to, const struct bulk_phrase *phrase)
{
	memcpy(to, phrase->text, sizeof phrase->text);
	return to + phrase->len;
}

/* Copies STEP bytes.  If a step_fn pointer is NULL, no byte after the text may be read. */
typedef void step_fn(char *to, const char *from);

static inline void step_any(char *to, const char *from)
{
	memcpy(to, from, STEP);
}

#ifdef EU_AVX

/* Uses intrinsics, because a compiler may copy 32 bytes in two halves. */
EU_AVX2 static inline void step_avx2(char *to, const char *from)
{
	_mm256_storeu_si256((void *)to, _mm256_loadu_si256((const void *)from));
}

#endif

EU_INLINE char *copy_steps(char *to, const char *from, size_t len, step_fn *step)
{
	if (!step) {
		memcpy(to, from, len);
		return to + len;
	}
	step(to, from);
	for (size_t at = STEP; at < len; at += STEP)
		step(to + at, from + at);
	return to + len;
}

/* Copies STEP bytes of a static text, which is always long enough. */
EU_INLINE void put_step(char *to, const char *from, step_fn *step)
{
	if (step)
		step(to, from);
	else
		memcpy(to, from, STEP);
}

EU_INLINE char *copy_long(char *to, const char *from, size_t len, step_fn *step)
{
	if (!step)
		return copy_steps(to, from, len, step);
	step(to, from);
	step(to + STEP, from + STEP);
	for (size_t at = LONG_STEP; at < len; at += STEP)
		step(to + at, from + at);
	return to + len;
}

/* Most schemes fit in eight bytes, and a store of eight bytes seldom crosses a cache line. */
EU_INLINE char *copy_scheme(char *to, const char *from, size_t len, step_fn *step)
{
	if (!step || len > 8)
		return copy_steps(to, from, len, step);
	memcpy(to, from, 8);
	return to + len;
}

/* The source of a row: a record, or row i of columns.  After inlining, it is known at compile time
 * which of the two it is.  Each part is read just before it is written, because after a store of
 * bytes the compiler must reload all values from memory. */
struct source {
	const char *text;
	size_t len;
	const struct everyuri_uri *uri; /* NULL if the source is columns */
	const struct eu_columns *columns;
	size_t i;
};

EU_INLINE struct everyuri_span span_in(const struct source *of, enum everyuri_part part)
{
	return of->uri ? of->uri->part[part] :
	                 eu_span(of->columns->begin[part][of->i], of->columns->end[part][of->i]);
}

/* In columns, the scheme always begins the text. */
EU_INLINE struct everyuri_span scheme_of(const struct source *of)
{
	return of->uri ? of->uri->part[EVERYURI_SCHEME] :
	                 eu_span(0, of->columns->end[EVERYURI_SCHEME][of->i]);
}

/* Returns whether there is no user, password or port.  Few rows have one of these, and rows of
 * columns never do. */
EU_INLINE bool has_host_alone(const struct source *of)
{
	return !of->uri ||
	       (of->uri->part[EVERYURI_USER].begin & of->uri->part[EVERYURI_PASSWORD].begin &
	        of->uri->part[EVERYURI_PORT].begin) == EVERYURI_ABSENT;
}

/* ---- JSON ----------------------------------------------------------------------------------- */

/* Writes a part without a branch.  An absent part has length 0. */
EU_INLINE char *json_part(char *to, const struct source *of, enum everyuri_part part, step_fn *step)
{
	struct everyuri_span at = span_in(of, part);
	uint32_t there = at.begin == EVERYURI_ABSENT ? 0 : UINT32_MAX;

	put_phrase(to, &json_lead[part]);
	to += json_lead[part].len & there;
	return copy_steps(to, of->text + (at.begin & there), at.end - at.begin, step);
}

EU_INLINE char *json_row(char *to, const struct eu_bulk_plain *plain, const struct source *of,
                         step_fn *step)
{
	struct everyuri_span scheme = scheme_of(of), path;
	bool alone = has_host_alone(of);

	memcpy(to, "{\"uri\":\"", 8);
	to = copy_long(to + 8, of->text, of->len, step);
	memcpy(to, plain->verdict, sizeof plain->verdict);
	to = copy_scheme(to + plain->verdict_len, of->text + scheme.begin,
	                 scheme.end - scheme.begin, step);
	if (!alone) {
		to = json_part(to, of, EVERYURI_USER, step);
		to = json_part(to, of, EVERYURI_PASSWORD, step);
	}
	to = json_part(to, of, EVERYURI_HOST, step);
	if (!alone)
		to = json_part(to, of, EVERYURI_PORT, step);
	path = span_in(of, EVERYURI_PATH);
	if (!eu_is_absent(path)) {
		to = put_phrase(to, &json_lead[EVERYURI_PATH]);
		to = copy_long(to, of->text + path.begin, path.end - path.begin, step);
	}
	to = json_part(to, of, EVERYURI_QUERY, step);
	to = json_part(to, of, EVERYURI_FRAGMENT, step);
	to = put_phrase(
		to, &json_closing[(of->uri ? of->uri->host_kind : of->columns->host_kind[of->i])]);
	*to++ = plain->end;
	return to;
}

/* ---- TSV --------------------------------------------------------------------------------------- */

/* The field for an absent part, padded to a whole step. */
static const char tsv_none[LONG_STEP] = "\\N";

/* Writes a TSV field without a branch.  The field is never empty. */
EU_INLINE char *tsv_bytes(char *to, const struct source *of, enum everyuri_part part, step_fn *step)
{
	struct everyuri_span at = span_in(of, part);
	bool none = at.begin == EVERYURI_ABSENT;
	const char *from = none ? tsv_none : of->text + at.begin;

	return copy_steps(to, from, (at.end - at.begin) | (uint32_t)none << 1, step);
}

EU_INLINE char *tsv_part(char *to, const struct source *of, enum everyuri_part part, step_fn *step)
{
	*to = '\t';
	return tsv_bytes(to + 1, of, part, step);
}

/* Writes query, fragment and href.  If none of them is present, as in most rows, copies plain->rest
 * instead. */
EU_INLINE char *tsv_rest(char *to, const struct eu_bulk_plain *plain, const struct source *of,
                         step_fn *step)
{
	memcpy(to, plain->rest, sizeof plain->rest);
	if ((span_in(of, EVERYURI_QUERY).begin & span_in(of, EVERYURI_FRAGMENT).begin) ==
	    EVERYURI_ABSENT)
		return to + 10;
	to = tsv_part(to, of, EVERYURI_QUERY, step);
	to = tsv_part(to, of, EVERYURI_FRAGMENT, step);
	memcpy(to, plain->rest + 6, 4);
	return to + 4;
}

EU_INLINE char *tsv_row(char *to, const struct eu_bulk_plain *plain, const struct source *of,
                        step_fn *step)
{
	struct everyuri_span scheme = scheme_of(of), path;

	to = copy_long(to, of->text, of->len, step);
	put_step(to, plain->verdict, step);
	to = copy_scheme(to + plain->verdict_len, of->text + scheme.begin,
	                 scheme.end - scheme.begin, step);
	/* Uses few, large stores, because stores take most of the time. */
	if (has_host_alone(of)) {
		memcpy(to, "\t\\N\t\\N\t", 8);
		to = tsv_bytes(to + 7, of, EVERYURI_HOST, step);
		memcpy(to, "\t\\N\t", 4);
		to += 4;
	} else {
		to = tsv_part(to, of, EVERYURI_USER, step);
		to = tsv_part(to, of, EVERYURI_PASSWORD, step);
		to = tsv_part(to, of, EVERYURI_HOST, step);
		to = tsv_part(to, of, EVERYURI_PORT, step);
		*to++ = '\t';
	}
	path = span_in(of, EVERYURI_PATH);
	if (eu_is_absent(path))
		to = tsv_bytes(to, of, EVERYURI_PATH, step);
	else
		to = copy_long(to, of->text + path.begin, path.end - path.begin, step);
	return tsv_rest(to, plain, of, step);
}

/* ---- both formats ----------------------------------------------------------------------------- */

/* Writes a row near the end of the readable bytes, without reading past the row. */
EU_NOINLINE static char *exact_row(char *to, const struct eu_bulk_plain *plain,
                                   const struct everyuri_uri *uri, bool json)
{
	const struct source of = { uri->text, uri->len, uri, NULL, 0 };

	return json ? json_row(to, plain, &of, NULL) : tsv_row(to, plain, &of, NULL);
}

EU_INLINE bool plain_row(const struct eu_bulk_plain *plain, struct everyuri_writer *out,
                         const struct everyuri_uri *uri, size_t beyond, bool json, step_fn *step)
{
	const struct source of = { uri->text, uri->len, uri, NULL, 0 };
	unsigned shown = json ? ~0u : (unsigned)EVERYURI_RELATIVE;

	if ((uri->flags & shown) || (json && uri->n_extra) || !has_room(out, uri->len) ||
	    (plain->any_byte && needs_care(uri->text, uri->len)))
		return false;
	char *to = out->data + out->len;

	if (beyond < LONG_STEP)
		to = exact_row(to, plain, uri, json);
	else
		to = json ? json_row(to, plain, &of, step) : tsv_row(to, plain, &of, step);
	out->len = (size_t)(to - out->data);
	return true;
}

EU_INLINE size_t plain_rows(const struct eu_bulk_plain *plain, struct everyuri_writer *out,
                            const struct everyuri_text *text, const struct eu_columns *columns,
                            size_t from, size_t to, const char *end, bool json, step_fn *step)
{
	char *at = out->data + out->len;
	size_t i = from;

	for (; i < to; i++) {
		const struct source of = { text[i].data, text[i].len, NULL, columns, i };

		if (end - (of.text + of.len) < LONG_STEP)
			break;
		if ((size_t)(out->data + out->cap - at) < 2 * of.len + AROUND) {
			out->len = (size_t)(at - out->data);
			if (!has_room(out, of.len))
				break;
			at = out->data + out->len;
		}
		at = json ? json_row(at, plain, &of, step) : tsv_row(at, plain, &of, step);
	}
	out->len = (size_t)(at - out->data);
	return i;
}

static bool plain_json(const struct eu_bulk_plain *plain, struct everyuri_writer *out,
                       const struct everyuri_uri *uri, size_t beyond)
{
	return plain_row(plain, out, uri, beyond, true, step_any);
}

static bool plain_tsv(const struct eu_bulk_plain *plain, struct everyuri_writer *out,
                      const struct everyuri_uri *uri, size_t beyond)
{
	return plain_row(plain, out, uri, beyond, false, step_any);
}

#ifdef EU_AVX

EU_AVX2 static bool plain_json_avx2(const struct eu_bulk_plain *plain, struct everyuri_writer *out,
                                    const struct everyuri_uri *uri, size_t beyond)
{
	return plain_row(plain, out, uri, beyond, true, step_avx2);
}

EU_AVX2 static bool plain_tsv_avx2(const struct eu_bulk_plain *plain, struct everyuri_writer *out,
                                   const struct everyuri_uri *uri, size_t beyond)
{
	return plain_row(plain, out, uri, beyond, false, step_avx2);
}

EU_AVX2 static size_t json_rows_avx2(const struct eu_bulk_plain *plain, struct everyuri_writer *out,
                                     const struct everyuri_text *text,
                                     const struct eu_columns *columns, size_t from, size_t to,
                                     const char *end)
{
	return plain_rows(plain, out, text, columns, from, to, end, true, step_avx2);
}

EU_AVX2 static size_t tsv_rows_avx2(const struct eu_bulk_plain *plain, struct everyuri_writer *out,
                                    const struct everyuri_text *text,
                                    const struct eu_columns *columns, size_t from, size_t to,
                                    const char *end)
{
	return plain_rows(plain, out, text, columns, from, to, end, false, step_avx2);
}

#endif

static void add_words(struct eu_bulk_plain *plain, const char *words)
{
	size_t len = strlen(words);

	memcpy(plain->verdict + plain->verdict_len, words, len); /* 46 bytes in total at most */
	plain->verdict_len += len;
}

/* Returns the function for the widest copy that this processor has. */
static eu_bulk_plain_fn *row_fn(bool json)
{
#ifdef EU_AVX
	if (eu_kernel_here(EU_KERNEL_AVX2))
		return json ? plain_json_avx2 : plain_tsv_avx2;
#endif
	return json ? plain_json : plain_tsv;
}

/* Returns the function for rows of columns.  Processors with AVX-512 also have AVX2. */
static eu_bulk_plain_rows_fn *rows_fn(bool json)
{
#ifdef EU_AVX
	if (eu_kernel_here(EU_KERNEL_AVX2))
		return json ? json_rows_avx2 : tsv_rows_avx2;
#endif
	(void)json;
	return NULL;
}

bool eu_bulk_plain_begin(struct eu_bulk_plain *plain, const struct everyuri_rows_writing *writing)
{
	const char *standard = everyuri_standard_name(writing->standard);

	*plain = (struct eu_bulk_plain){ .end = writing->nul ? '\0' : '\n' };
	/* In RFC 1738 2.2, RFC 2396 2.4.3 and RFC 3986 2, URIs are US-ASCII without controls,
	 * quotation marks and backslashes. */
	plain->any_byte =
		writing->standard != EVERYURI_RFC1738 && writing->standard != EVERYURI_RFC1808 &&
		writing->standard != EVERYURI_RFC2396 && writing->standard != EVERYURI_RFC3986;
	if (eu_uri_rewrites(writing->standard))
		return false;
	switch (writing->shape) {
	case EVERYURI_ROWS_JSON:
		plain->write = row_fn(true);
		plain->write_rows = rows_fn(true);
		add_words(plain, "\",\"standard\":\"");
		add_words(plain, standard);
		add_words(plain, "\",\"valid\":true,\"scheme\":\"");
		return true;
	case EVERYURI_ROWS_TSV:
		plain->write = row_fn(false);
		plain->write_rows = rows_fn(false);
		add_words(plain, "\t");
		add_words(plain, standard);
		add_words(plain, "\ttrue\t\\N\t");
		memcpy(plain->rest, "\t\\N\t\\N\t\\N", 9);
		plain->rest[9] = plain->end;
		return true;
	case EVERYURI_ROWS_CSV:
	case EVERYURI_ROWS_ARROW:
		break;
	}
	return false;
}
