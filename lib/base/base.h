/* base.h - types and functions that all directories of the library share. */
#ifndef EU_BASE_BASE_H
#define EU_BASE_BASE_H

#include <string.h>

#include "base/text.h"
#include "everyuri/base.h"

/* ---- failures ---------------------------------------------------------------- */

/** Fills *err unless err is NULL.  Returns: status, for `return eu_fail(...)`. */
enum everyuri_status eu_fail(struct everyuri_error *err, enum everyuri_status status, size_t at,
                             const char *clause, const char *message);

/** Does the same with a reason. */
enum everyuri_status eu_fail_because(struct everyuri_error *err, enum everyuri_reason reason,
                                     enum everyuri_status status, size_t at, const char *clause,
                                     const char *message);

/* ---- output that is measured before it is written ---------------------------------- */

/** Output.  If data is NULL, bytes are only counted.  A writing function is called twice: first to
 *  count the bytes, so that a buffer that is too small stays untouched, and then to write.  len
 *  saturates at SIZE_MAX, for which eu_buf_reserve() always fails. */
struct eu_out {
	char *data;
	size_t len;
};

static inline void eu_out_byte(struct eu_out *out, char byte)
{
	if (out->data)
		out->data[out->len] = byte;
	out->len += out->len < SIZE_MAX;
}

static inline void eu_out_bytes(struct eu_out *out, const char *data, size_t len)
{
	if (out->data && len)
		memcpy(out->data + out->len, data, len);
	out->len = len > SIZE_MAX - out->len ? SIZE_MAX : out->len + len;
}

void eu_out_escape(struct eu_out *out, unsigned char byte);

/** Makes the buffer at least n bytes large.  On success, its content is lost.
 *  Errors: TOO_LONG, NO_SPACE (needed is set), NO_MEMORY. */
enum everyuri_status eu_buf_reserve(struct everyuri_buf *buf, size_t n, struct everyuri_error *err);

static inline void eu_out_decimal(struct eu_out *out, uint64_t number)
{
	char digits[EU_DECIMAL_MAX];
	struct everyuri_text text = eu_decimal(digits, number);

	eu_out_bytes(out, text.data, text.len);
}

/* ---- arguments --------------------------------------------------------------------------- */

/** The flags that all parsing calls accept; see everyuri_parse(). */
#define EU_READ_FLAGS 7u

/** Checks that `flags` has no flags except those in `own`.
 *  Errors: OUT_OF_RANGE. */
enum everyuri_status eu_check_flags(unsigned flags, unsigned own, struct everyuri_error *err);

/** Returns whether a base was parsed by another standard, whose parts follow other rules. */
static inline bool eu_is_foreign(const struct everyuri_uri *base, unsigned standard)
{
	return base->standard != standard;
}

/** Reports that two records were parsed by different standards.
 *  Returns: EVERYURI_INVALID; err->which is 1. */
enum everyuri_status eu_refuse_foreign(struct everyuri_error *err);

/* ---- names and escapes ------------------------------------------------------------------ */

/** Decodes the escape ("%" and two hexadecimal digits) at the start of `text`.  Returns: false if
 *  there is none. */
bool eu_escape_at(const char *text, size_t len, unsigned char *byte);

/** Returns whether a segment is "." or "..", with escaped dots or not. */
bool eu_is_dot_segment(const char *text, size_t len);

/** Returns whether the text equals a lower-case name, ignoring case. */
bool eu_equals_ignoring_case(const char *text, size_t len, const char *name);

/** Finds a text, ignoring case, among n lower-case names, sorted by byte.
 *  Returns: the index of the name, or n if it is not found. */
size_t eu_find_name(const char *const *names, size_t n, const char *text, size_t len);

/** Not inlined, so that the caller's fast path does not spill registers. */
#if defined(__GNUC__)
#define EU_NOINLINE __attribute__((noinline))
#else
#define EU_NOINLINE
#endif

/* ---- spans ---------------------------------------------------------------------------- */

static inline struct everyuri_span eu_span(size_t begin, size_t end)
{
	struct everyuri_span span = { (uint32_t)begin, (uint32_t)end };
	return span;
}

static inline struct everyuri_span eu_absent(void)
{
	return eu_span(EVERYURI_ABSENT, EVERYURI_ABSENT);
}

static inline bool eu_is_absent(struct everyuri_span span)
{
	return span.begin == EVERYURI_ABSENT;
}

static inline uint32_t eu_span_len(struct everyuri_span span)
{
	return span.end - span.begin;
}

/** Finds the NUL-terminated bytes `what` in a span of the text.
 *  Returns: the offset of the first occurrence, or EVERYURI_ABSENT if there is none. */
uint32_t eu_find_bytes(const char *text, struct everyuri_span in, const char *what);

/** Initialises the record of a text: all parts are absent. */
static inline void eu_uri_begin(struct everyuri_uri *uri, const char *text, size_t len)
{
	uri->text = text;
	uri->len = (uint32_t)len;
	uri->standard = uri->host_kind = uri->n_extra = 0;
	uri->flags = 0;
	memset(uri->part, 0xFF, sizeof uri->part); /* EVERYURI_ABSENT has all bits set */
	memset(uri->extra, 0, sizeof uri->extra);
}

/** Returns the record of a text, with all parts absent. */
struct everyuri_uri eu_uri_of(const char *text, size_t len);

/** Adds a part that only some schemes have.  n_extra stays below EVERYURI_EXTRA_MAX, because no
 *  grammar has more than four such parts in one URI. */
void eu_uri_add_extra(struct everyuri_uri *uri, enum everyuri_extra_name name,
                      struct everyuri_span at);

/* ---- functions for the grammars ------------------------------------------------------------ */

/** Returns the length of a leading "URL:", ignoring case (RFC 1738's appendix, prefixedurl).  The
 *  result is 4 or 0. */
size_t eu_url_prefix(const char *text, size_t len);

/** Finds the first colon, if no slash precedes it.  A text with such a colon is a full form (1993
 *  to RFC 1630, "Partial form").  Returns: the offset of the colon, or EVERYURI_ABSENT if there is
 *  none. */
uint32_t eu_colon_before_slash(const char *text, struct everyuri_span in);

/** Returns whether a span is "digits.digits.digits.digits", the hostnumber of RFC 1738 and earlier. */
bool eu_is_hostnumber(const char *text, struct everyuri_span at);

/** Clauses that a grammar cites when it rejects a text. */
struct eu_refusals {
	const char *characters; /**< the clause about characters and their encoding */
	const char *syntax[4];  /**< clauses by place: scheme, authority, path or query, fragment */
};

/** Fills *err with the reason why byte `at` is not allowed.  The reason depends on the byte and on
 *  its place.  Returns: EVERYURI_INVALID. */
enum everyuri_status eu_refuse(struct everyuri_error *err, const char *text, size_t len, size_t at,
                               const struct eu_refusals *refusals);

#endif
