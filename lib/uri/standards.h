/* standards.h - one table row per standard: how it parses, resolves and normalises. */
#ifndef EU_URI_STANDARDS_H
#define EU_URI_STANDARDS_H

#include "base/base.h"
#include "base/columns.h"
#include "base/schemes.h"
#include "everyuri/uri.h"
#include "uri/shape.h"

/** How a standard normalises. */
enum eu_normal_style {
	EU_NORMAL_OLD,     /**< normal_old.c: "the same encoding level" (1993 to RFC 1808) */
	EU_NORMAL_GENERIC, /**< normal_generic.c: RFC 3986 6.2.2, RFC 2396 */
	EU_NORMAL_ITSELF   /**< the record's text is canonical at every level */
};

struct eu_standard {
	const char *name;

	/** Parses text; flags are EVERYURI_ADMIT_.... NULL if the standard is not in this build, or
	 *  has `rewrite`. */
	enum everyuri_status (*parse)(const char *text, uint32_t len, unsigned flags,
	                              struct everyuri_uri *uri, struct everyuri_error *err);

	/** The productions that byte sets try before `parse`; may be NULL. */
	const struct eu_shapes *shapes;

	/** Writes the full form of ref, which is partial unless resolves_full_forms is set.
	 *  data:    at least eu_uri_resolve_bound bytes.
	 *  Returns: bytes written. */
	size_t (*resolve)(const struct everyuri_uri *base, const struct everyuri_uri *ref,
	                  bool loose, char *data);

	/** Returns whether no reference can be relative to this full form.  NULL means that the
	 *  result is always false. */
	bool (*is_opaque)(const struct everyuri_uri *uri);

	/** Replaces parse and resolve in a standard that rewrites while it reads. */
	enum everyuri_status (*rewrite)(const char *text, uint32_t len,
	                                const struct everyuri_uri *base, struct everyuri_buf *buf,
	                                struct everyuri_uri *uri, struct everyuri_error *err);

	enum eu_normal_style style;

	/** Whether full forms are resolved too.  Resolving may change them. */
	bool resolves_full_forms;

	/** Whether the "#" of an empty fragment may be omitted (1993 to RFC 1630,
	 *  "Fragment-id"). */
	bool void_fragment_is_none;

	/** Whether gopher URIs and message-ids have no partial forms (1993 to RFC 1630). */
	bool old_partial_forms;
};

extern const struct eu_standard eu_uri_standards[EVERYURI_N_STANDARDS];

/** Returns the row of a standard.
 *  standard: must be a value of the enumeration. */
static inline const struct eu_standard *eu_uri_standard(enum everyuri_standard standard)
{
	return &eu_uri_standards[standard];
}

/** Returns whether the standard is in this build. */
static inline bool eu_uri_is_built(const struct eu_standard *standard)
{
	/* LCOV_EXCL_BR_LINE: every standard is in this build */
	return standard->parse || standard->rewrite;
}

/** Returns the row of the standard under which a record was parsed. */
static inline const struct eu_standard *eu_uri_standard_of(const struct everyuri_uri *uri)
{
	return eu_uri_standard((enum everyuri_standard)uri->standard);
}

/** Parses a text of any length, without a base, under a standard that does not rewrite.
 *  Errors: INVALID, TOO_LONG, UNSUPPORTED. */
enum everyuri_status eu_uri_read(const char *text, size_t len, enum everyuri_standard standard,
                                 unsigned flags, struct everyuri_uri *uri,
                                 struct everyuri_error *err);

/** Splits a text of a common shape without filling a record.  Splits a URL of the URL Standard only
 *  if it is its own href.  See grammar/rfc3986/fast.h and grammar/whatwg/canonical.h.
 *  Returns: false if it cannot decide; the text may still be valid. */
typedef bool eu_uri_cut_fn(const char *text, uint32_t len, struct everyuri_span *part,
                           uint8_t *kind);

/** Returns this processor's function to split many texts of a standard, of at most
 *  EVERYURI_TEXT_MAX bytes each, or NULL if none is faster than eu_uri_read. */
eu_uri_cut_fn *eu_uri_cut(enum everyuri_standard standard);

/** Returns the function that splits many texts at once, or NULL.  It leaves more texts undecided
 *  than the function above. */
eu_columns_fn *eu_uri_cut_columns(enum everyuri_standard standard);

/** Returns whether this standard rewrites its input: only the one whose row has `rewrite`. */
static inline bool eu_uri_rewrites(enum everyuri_standard standard)
{
	return standard == EVERYURI_WHATWG;
}

/** Returns an upper bound of the length of the text that resolving ref yields, in bytes. */
size_t eu_uri_resolve_bound(const struct everyuri_uri *base, const struct everyuri_uri *ref);

/** Resolves ref into data.  Returns: bytes written. */
size_t eu_uri_resolve_into(const struct everyuri_uri *base, const struct everyuri_uri *ref,
                           unsigned flags, char *data);

/** Checks that ref can be a partial form with this base.  Errors: INVALID. */
enum everyuri_status eu_uri_may_resolve(const struct everyuri_uri *base,
                                        const struct everyuri_uri *ref, struct everyuri_error *err);

/** Returns whether uri has this scheme, ignoring case. */
bool eu_uri_scheme_is(const struct everyuri_uri *uri, const char *name);

/** Returns the table row of the URI's scheme, or NULL. */
const struct eu_scheme *eu_uri_scheme(const struct everyuri_uri *uri);

/** Return whether one part is present, and its bytes. */
static inline bool eu_uri_has(const struct everyuri_uri *uri, enum everyuri_part part)
{
	return !eu_is_absent(uri->part[part]);
}

static inline struct everyuri_text eu_uri_part(const struct everyuri_uri *uri,
                                               enum everyuri_part part)
{
	struct everyuri_span span = uri->part[part];
	struct everyuri_text text = { NULL, 0 };

	if (!eu_is_absent(span) && uri->text) { /* text may be NULL for an empty reference */
		text.data = uri->text + span.begin;
		text.len = eu_span_len(span);
	}
	return text;
}

#endif
