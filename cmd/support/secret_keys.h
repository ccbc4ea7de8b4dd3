/* secret_keys.h - options that say whose values are secrets, besides passwords. */
#ifndef CMD_SECRET_KEYS_H
#define CMD_SECRET_KEYS_H

#include "cmd.h"

struct secret_keys {
	bool own_only; /* --no-default-keys */
	struct everyuri_text *key;
	size_t n, cap;
};

#define SECRET_KEYS_OPTIONS 2

/* Adds --query and --no-default-keys. */
void secret_keys_options(struct secret_keys *keys, struct option rows[SECRET_KEYS_OPTIONS]);

/* The secrets so named.  flags: more of EVERYURI_REDACT_*. */
struct everyuri_secrets secret_keys_secrets(const struct secret_keys *keys, unsigned flags);

void secret_keys_free(struct secret_keys *keys);

#endif
