/* secret_keys.h - options that name query keys whose values are secret.
 * Passwords are always secret. */
#ifndef CMD_SECRET_KEYS_H
#define CMD_SECRET_KEYS_H

#include "cmd.h"

struct secret_keys {
	bool own_only; /* --no-default-keys was given */
	struct everyuri_text *key;
	size_t n, cap;
};

#define SECRET_KEYS_OPTIONS 2

/* Fills in the rows for --query and --no-default-keys. */
void secret_keys_options(struct secret_keys *keys, struct option rows[SECRET_KEYS_OPTIONS]);

/* Returns the secrets that the options select.  flags: additional EVERYURI_REDACT_* flags. */
struct everyuri_secrets secret_keys_secrets(const struct secret_keys *keys, unsigned flags);

void secret_keys_free(struct secret_keys *keys);

#endif
