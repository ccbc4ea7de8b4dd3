/* scan.h - turn the positions that the matchers of base/scan.re2c find into the parts of a record. */
#ifndef EU_BASE_SCAN_H
#define EU_BASE_SCAN_H

#include "base/base.h"

/** State of parsing a URI. */
struct eu_scan {
	const char *text;
	uint32_t len;  /**< length of `text` in bytes */
	uint32_t i;    /**< offset of the production, which follows the scheme's colon */
	uint32_t stop; /**< on failure: offset of the first byte that is not allowed */
	struct everyuri_uri *uri;
};

/** Offsets of the parts of a production, in bytes of the text; EU_NO_CUT if a part is absent.  A part
 *  ends at the delimiter before the next one.  In a production without a user, user equals host. */
struct eu_cuts {
	uint32_t user, password, host, port, path, query, fragment;
};

#define EU_NO_CUT EVERYURI_ABSENT

/** Returns the offset of the delimiter before the part that begins at `cut`, or `otherwise` if that part is
 *  absent. */
static inline uint32_t eu_in_front_of(uint32_t cut, uint32_t otherwise)
{
	return cut == EVERYURI_ABSENT ? otherwise : cut - 1;
}

static inline uint32_t eu_path_end(const struct eu_scan *s)
{
	return s->uri->part[EVERYURI_PATH].end;
}

/** Completes the record after a match.
 *  i:       offset of the byte after END.
 *  Returns: false, with s->stop set, if END was a NUL byte of the text. */
bool eu_scan_end(struct eu_scan *s, uint32_t i, const struct eu_cuts *cuts);

/** Does the same for a production that has only a path and a fragment. */
bool eu_scan_opaque_end(struct eu_scan *s, uint32_t i, uint32_t fragment);

/** Matches "//" and a login at s->i.
 *  cuts:    receives all offsets; the path begins at the end of the login.
 *  Returns: false, with s->stop set, if there is no match. */
typedef bool eu_match_login_fn(struct eu_scan *s, struct eu_cuts *cuts);

/** Splits the login between "//" and the next slash.  If there is no login, all of `part` is the path
 *  (contract read.login). */
void eu_cut_login(const struct eu_scan *s, struct everyuri_span part,
                  eu_match_login_fn *match_login, struct eu_cuts *cuts);

/** Splits a host at its last ":" if digits follow (the port), and a user at its first ":", in
 *  grammars where both may contain ":" (contract read.login). */
void eu_cut_colons(const char *text, struct eu_cuts *cuts);

/** One scheme's production. */
struct eu_production {
	const char *scheme; /**< in lower case */
	bool (*match)(struct eu_scan *s);
};

/** Matches the production of the scheme of s->uri, or `generic` if the scheme has none. */
bool eu_match_production(struct eu_scan *s, const struct eu_production *productions,
                         size_t n_productions, bool (*generic)(struct eu_scan *s));

/** Matches a partial form: a text that `generic` matches and that has no colon before its first slash. */
bool eu_match_partial(struct eu_scan *s, bool (*generic)(struct eu_scan *s));

/** Parses a text by `full` and, if that fails and `partial` is set, as a partial form.  Skips
 *  "URL:".
 *  Errors: INVALID, at the byte where the attempt that got further stopped. */
enum everyuri_status eu_scan_text(const char *text, uint32_t len, bool (*full)(struct eu_scan *s),
                                  bool (*partial)(struct eu_scan *s),
                                  const struct eu_refusals *refusals, struct everyuri_uri *uri,
                                  struct everyuri_error *err);

#endif
