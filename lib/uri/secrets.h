/* secrets.h - finds the secrets of a text.  Used by redact, explain and the gateway, which hide
 * them. */
#ifndef EU_URI_SECRETS_H
#define EU_URI_SECRETS_H

#include "base/base.h"
#include "everyuri/uri.h"

/** The kind of text to search. */
enum eu_secrets_mode {
	EU_SECRETS_OF_URI,  /* a text that at least one standard accepts */
	EU_SECRETS_OF_TEXT, /* a text that may be invalid, for example with an unencoded password or
	                       without slashes */
	EU_SECRETS_LOGIN    /* like OF_TEXT, but hides the user as well as the password */
};

/** Receives a secret. */
typedef void eu_secret_fn(void *context, struct everyuri_span secret);

/** Finds the secrets of a text of at most EVERYURI_TEXT_MAX bytes, in order; no two overlap or touch. */
void eu_secrets_find(const char *text, size_t len, const struct everyuri_secrets *secrets,
                     enum eu_secrets_mode mode, eu_secret_fn *found, void *context);

/** Returns EU_SECRETS_OF_URI if RFC 3986 or RFC 3987 accepts the text, otherwise `mode`. */
enum eu_secrets_mode eu_secrets_mode_of(const char *text, size_t len, enum eu_secrets_mode mode);

/** Returns whether a key, percent-encoded or not, names a secret.
 *  secrets: its keys are also secret; with EVERYURI_REDACT_OWN_KEYS, only these keys are. */
bool eu_is_secret_key(const char *key, size_t len, const struct everyuri_secrets *secrets);

#endif
