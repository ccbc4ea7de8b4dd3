/* scan.h - what a production leaves behind when it is matched by the matchers of
 * base/scan.re2c, and how that becomes the parts of the record. */
#ifndef EU_BASE_SCAN_H
#define EU_BASE_SCAN_H

#include "base/base.h"

/** A URI that is being read. */
struct eu_scan {
	const char *text;
	uint32_t len;  /**< bytes of text */
	uint32_t i;    /**< where the production begins: behind the scheme's colon */
	uint32_t stop; /**< on failure: the byte that cannot stand there */
	struct everyuri_uri *uri;
};

/** Where the pieces of a production begin, in bytes of the text; ABSENT where there is
 *  none.  The delimiter in front of a piece tells where the one before it ends.
 *  A production without a user has user at host. */
struct eu_cuts {
	uint32_t user, password, host, port, path, query, fragment;
};

#define EU_NO_CUT EVERYURI_ABSENT

/** The end of what stands in front of a piece: its delimiter, or `otherwise`. */
static inline uint32_t eu_in_front_of(uint32_t cut, uint32_t otherwise)
{
	return cut == EVERYURI_ABSENT ? otherwise : cut - 1;
}

static inline uint32_t eu_path_end(const struct eu_scan *s)
{
	return s->uri->part[EVERYURI_PATH].end;
}

/** A production has matched; i stands behind END.
 *  Returns: false, and s->stop, if that END was a NUL of the text's own. */
bool eu_scan_end(struct eu_scan *s, uint32_t i, const struct eu_cuts *cuts);

/** The same for a production whose only piece is its path. */
bool eu_scan_opaque_end(struct eu_scan *s, uint32_t i, uint32_t fragment);

/** Match "//" and a login at s->i: all of *cuts, the path beginning where it ends.
 *  Returns: false, and s->stop. */
typedef bool eu_match_login_fn(struct eu_scan *s, struct eu_cuts *cuts);

/** Cuts the login between "//" and the next slash; without a login all of `part` is the path
 *  (contract read.login). */
void eu_cut_login(const struct eu_scan *s, struct everyuri_span part,
                  eu_match_login_fn *match_login, struct eu_cuts *cuts);

/** Cuts a host that may hold ":" at its last one if digits follow (the port), and a user
 *  that may hold ":" at its first one (contract read.login). */
void eu_cut_colons(const char *text, struct eu_cuts *cuts);

/** One scheme's production. */
struct eu_production {
	const char *scheme; /**< lower case */
	bool (*match)(struct eu_scan *s);
};

/** Match with the production of the scheme that s->uri has; with `generic` if it has none. */
bool eu_match_production(struct eu_scan *s, const struct eu_production *productions,
                         size_t n_productions, bool (*generic)(struct eu_scan *s));

/** Match a partial form: what `generic` derives, if no colon stands before a slash. */
bool eu_match_partial(struct eu_scan *s, bool (*generic)(struct eu_scan *s));

/** Read `text` by `full`, and, if `partial` is set and that fails, as a partial form.
 *  Takes "URL:" off first.  Errors: INVALID, at the byte that the reading which got
 *  further could not go beyond. */
enum everyuri_status eu_scan_text(const char *text, uint32_t len, bool (*full)(struct eu_scan *s),
                                  bool (*partial)(struct eu_scan *s),
                                  const struct eu_refusals *refusals, struct everyuri_uri *uri,
                                  struct everyuri_error *err);

#endif
