/* key.h - make keys that are equal for different spellings of a URI, so that they can be joined,
 * sorted and counted; and look up names in the Public Suffix List.
 *
 * A named, versioned profile defines how keys are made.  A profile never changes: a change that
 * affects keys gets a new version, so that stored keys stay comparable. */
#ifndef EVERYURI_KEY_H
#define EVERYURI_KEY_H

#include "uri.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- the Public Suffix List ------------------------------------------------ */

/** The loaded list.  Owns nothing; may be copied. */
struct everyuri_psl {
	const char *data; /**< private; in the buffer, valid until the next use of the buffer */
	uint32_t n_slots, names, longest;
	uint32_t n_rules;             /**< number of rules */
	struct everyuri_text version; /**< text of the list's VERSION comment; data is NULL if there
	                                   is none */
};

/** Loads the list.
 *  text, len: content of public_suffix_list.dat; not needed after the call.
 *  buf:       holds the rules, about 200 kB.
 *  psl:       receives the list.
 *  Errors:    INVALID if a line is not a rule (err->at: its first byte); TOO_LONG, NO_SPACE,
 *             NO_MEMORY.
 *  Cost:      linear.
 *  Source:    publicsuffix.org, "Format"; rules in UTF-8 become A-labels. */
enum everyuri_status everyuri_psl_load(const char *text, size_t len, struct everyuri_buf *buf,
                                       struct everyuri_psl *psl, struct everyuri_error *err);

/** Flag of everyuri_psl_find: use only the list's first section. */
#define EVERYURI_PSL_ICANN_ONLY 0x100u

/** Sections of the list. */
enum everyuri_psl_section {
	EVERYURI_PSL_NONE = 0, /**< no rule matches, so the last label is the suffix */
	EVERYURI_PSL_ICANN = 1,
	EVERYURI_PSL_PRIVATE = 2
};

/** Result of a look-up, as spans of the name. */
struct everyuri_psl_found {
	struct everyuri_span suffix; /**< the public suffix, without a final dot */
	struct everyuri_span domain; /**< the suffix and one more label; absent if the name itself
	                                  is a suffix */
	uint8_t section;             /**< enum everyuri_psl_section of the rule */
};

/** Looks up the public suffix and the registrable domain of a name.
 *  name:   a domain name, not an address, in A-labels, in upper or lower case; may end in a dot.
 *  flags:  EVERYURI_PSL_ICANN_ONLY or 0.
 *  found:  receives the result.
 *  Errors: INVALID for an empty label or a byte beyond US-ASCII; TOO_LONG, OUT_OF_RANGE.
 *  Cost:   linear in len; allocates nothing.
 *  Source: publicsuffix.org, "Algorithm".  CHOICE: as in other implementations, the rule
 *          "*.kobe.jp" makes "kobe.jp" a public suffix, too.  By the algorithm the rule matches
 *          only longer names, and "kobe.jp" would be a registrable domain. */
enum everyuri_status everyuri_psl_find(const struct everyuri_psl *psl, const char *name, size_t len,
                                       unsigned flags, struct everyuri_psl_found *found,
                                       struct everyuri_error *err);

/* ---- keys --------------------------------------------------------------------- */

/** Profiles; docs/commands/key.md lists the steps of each.  No key has a fragment, because the
 *  fetched document does not depend on the fragment (RFC 3986 6.1). */
enum everyuri_key_profile {
	EVERYURI_KEY_RFC3986_SIMPLE = 0, /**< "rfc3986-simple/1": the text without its fragment */
	EVERYURI_KEY_RFC3986_SYNTAX = 1, /**< "rfc3986-syntax/1": normalises case, escapes and
	                                      dots */
	EVERYURI_KEY_RFC3986_SCHEME = 2, /**< "rfc3986-scheme/1": also normalises default port and
	                                      empty path */
	EVERYURI_KEY_WHATWG = 3,         /**< "whatwg/1": the href */
	EVERYURI_KEY_SURT = 4,           /**< "surt/1": the sort key of web archives */
	EVERYURI_KEY_SURT_SCHEME = 5,    /**< "surt-scheme/1": the same as surt/1, with the
	                                      scheme */
	EVERYURI_KEY_DOMAIN = 6,         /**< "domain/1": the registrable domain */
	EVERYURI_KEY_DOMAIN_ICANN = 7    /**< "domain-icann/1": the same, using only the ICANN
	                                   section */
};
#define EVERYURI_N_KEY_PROFILES 8

/** Returns the name of a profile with its version.
 *  Returns: static; NULL for an unknown number. */
const char *everyuri_key_profile_name(enum everyuri_key_profile profile);

/** Finds a profile by its name, such as "surt/1"; "surt" finds its newest version.
 *  Errors: MISSING if there is no such name. */
enum everyuri_status everyuri_key_profile_find(const char *name, size_t len,
                                               enum everyuri_key_profile *profile);

/** Stores the standard that a profile uses to parse.
 *  Returns: false if the caller chooses the standard (everyuri_key_options.standard), or if the
 *           profile does not parse. */
bool everyuri_key_profile_standard(enum everyuri_key_profile profile,
                                   enum everyuri_standard *standard);

/** One step in the making of a key. */
struct everyuri_key_step {
	const char *name;   /**< static; one or two words */
	const char *clause; /**< static: the clause that defines the step, or "" if no standard
	                         does */
	struct everyuri_text text; /**< the text after the step; valid during the call */
};

/** Called after each step. */
typedef void everyuri_key_step_fn(void *context, const struct everyuri_key_step *step);

/** Options of a key. */
struct everyuri_key_options {
	enum everyuri_key_profile profile;
	enum everyuri_standard standard; /**< for domain profiles: the standard for parsing */
	const struct everyuri_psl *psl;  /**< for domain profiles; otherwise ignored */
	everyuri_key_step_fn *step;      /**< called after each step, even if a later one fails; the
	                                      text of the last step is the key; may be NULL */
	void *context;                   /**< argument of step */
};

/** Makes the key of a text.
 *  buf:    receives the key.
 *  Errors: INVALID if the profile's standard rejects the text (surt accepts every text that begins
 *          with a scheme).  MISSING, for a domain profile: the host is absent, an address, or a
 *          public suffix.  UNSUPPORTED if this build lacks the standard.  TOO_LONG, NO_SPACE,
 *          NO_MEMORY.
 *  Cost:   linear; for surt also n log n in the number of pairs in the query. */
enum everyuri_status everyuri_key(const char *text, size_t len,
                                  const struct everyuri_key_options *options,
                                  struct everyuri_buf *buf, struct everyuri_error *err);

#ifdef __cplusplus
}
#endif
#endif
