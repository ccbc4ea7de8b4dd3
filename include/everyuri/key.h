/* key.h - canonical keys: the same text for all spellings of one address, to join, sort
 * and count by; and the Public Suffix List.
 *
 * What a key is made by is a named, versioned profile.  A profile never changes: what would
 * give other keys gets another version, so that keys which were stored stay comparable. */
#ifndef EVERYURI_KEY_H
#define EVERYURI_KEY_H

#include "uri.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- the Public Suffix List ------------------------------------------------ */

/** The list, ready for look-ups.  Copy it freely; it owns nothing. */
struct everyuri_psl {
	const char *data; /**< lies in the buffer, valid until its next use; private */
	uint32_t n_slots, names, longest;
	uint32_t n_rules;             /**< how many the list has */
	struct everyuri_text version; /**< of its VERSION comment; data NULL: it has none */
};

/** Read the list.
 *  text, len: what public_suffix_list.dat holds; not needed afterwards.
 *  buf:       for the list's rules, about 200 kB.
 *  Errors:    INVALID: a line is no rule (at: its first byte); TOO_LONG, NO_SPACE, NO_MEMORY.
 *  Cost:      linear.
 *  Source:    publicsuffix.org, "Format"; rules in UTF-8 become A-labels. */
enum everyuri_status everyuri_psl_load(const char *text, size_t len, struct everyuri_buf *buf,
                                       struct everyuri_psl *psl, struct everyuri_error *err);

/** For the flags of everyuri_psl_find: the list's first section only. */
#define EVERYURI_PSL_ICANN_ONLY 0x100u

/** Which part of the list a rule stands in. */
enum everyuri_psl_section {
	EVERYURI_PSL_NONE = 0, /**< no rule: the last label is the suffix */
	EVERYURI_PSL_ICANN = 1,
	EVERYURI_PSL_PRIVATE = 2
};

/** What the list says of a name, as spans of it. */
struct everyuri_psl_found {
	struct everyuri_span suffix; /**< the public suffix, without a final dot */
	struct everyuri_span domain; /**< the suffix and one label; absent: the name is a suffix */
	uint8_t section;             /**< enum everyuri_psl_section */
};

/** The public suffix of a name, and the registrable domain.
 *  name:   a domain name, not an address, in either case, in A-labels; a final dot may
 *          stand behind it.
 *  Errors: INVALID: an empty label or a byte outside of US-ASCII; TOO_LONG.
 *  Cost:   linear in len; allocates nothing.
 *  Source: publicsuffix.org, "Algorithm".  CHOICE: what a rule has behind its "*." is a public
 *          suffix itself ("kobe.jp", by "*.kobe.jp"), as other readers of the list have it: by the
 *          algorithm only a name with one more label matches, and "kobe.jp" would be a domain. */
enum everyuri_status everyuri_psl_find(const struct everyuri_psl *psl, const char *name, size_t len,
                                       unsigned flags, struct everyuri_psl_found *found,
                                       struct everyuri_error *err);

/* ---- keys --------------------------------------------------------------------- */

/** Profiles; docs/commands/key.md tells the steps of each.  No key has a fragment (RFC 3986
 *  6.1: what is fetched does not depend on it). */
enum everyuri_key_profile {
	EVERYURI_KEY_RFC3986_SIMPLE = 0, /**< "rfc3986-simple/1": the text */
	EVERYURI_KEY_RFC3986_SYNTAX = 1, /**< "rfc3986-syntax/1": case, escapes, dot segments */
	EVERYURI_KEY_RFC3986_SCHEME = 2, /**< "rfc3986-scheme/1": default port, empty path too */
	EVERYURI_KEY_WHATWG = 3,         /**< "whatwg/1": the href */
	EVERYURI_KEY_SURT = 4,           /**< "surt/1": as indexes of web archives sort */
	EVERYURI_KEY_SURT_SCHEME = 5,    /**< "surt-scheme/1": the same, and the scheme stays */
	EVERYURI_KEY_DOMAIN = 6,         /**< "domain/1": the registrable domain */
	EVERYURI_KEY_DOMAIN_ICANN = 7    /**< "domain-icann/1": by the list's first section */
};
#define EVERYURI_N_KEY_PROFILES 8

/** The name of a profile with its version.  Returns: static; NULL for a number that is none. */
const char *everyuri_key_profile_name(enum everyuri_key_profile profile);

/** Find a profile by its name, with its version or without ("surt": the newest).
 *  Errors: MISSING. */
enum everyuri_status everyuri_key_profile_find(const char *name, size_t len,
                                               enum everyuri_key_profile *profile);

/** The standard that a profile reads by; false: that is the caller's choice, or none. */
bool everyuri_key_profile_standard(enum everyuri_key_profile profile,
                                   enum everyuri_standard *standard);

/** One step on the way to a key. */
struct everyuri_key_step {
	const char *name;          /**< static, one word or two */
	const char *clause;        /**< static: where the step is written down; "": here */
	struct everyuri_text text; /**< what has become of the text; valid during the call */
};

typedef void everyuri_key_step_fn(void *context, const struct everyuri_key_step *step);

struct everyuri_key_options {
	enum everyuri_key_profile profile;
	enum everyuri_standard standard; /**< of the domain profiles: what the text is read by */
	const struct everyuri_psl *psl;  /**< of the domain profiles; otherwise not looked at */
	everyuri_key_step_fn *step;      /**< is told each step, the last one giving the key;
	                                      NULL: nobody.  Steps may be told before an error. */
	void *context;                   /**< of step */
};

/** Make the key of a text.
 *  Result: in buf.
 *  Errors: INVALID: the profile's standard refuses the text (surt takes any text that begins
 *          with a scheme); MISSING: a domain profile, and there is no host, it is an address
 *          or itself a public suffix; UNSUPPORTED: the standard is not in this build;
 *          TOO_LONG, NO_SPACE, NO_MEMORY.
 *  Cost:   linear, but n log n in the pairs of a query (surt). */
enum everyuri_status everyuri_key(const char *text, size_t len,
                                  const struct everyuri_key_options *options,
                                  struct everyuri_buf *buf, struct everyuri_error *err);

#ifdef __cplusplus
}
#endif
#endif
