#include "secret_keys.h"

#include <stdlib.h>
#include <string.h>

static const char *read_key(void *own, const char *name, const char *value)
{
	struct secret_keys *keys = own;

	(void)name;
	struct everyuri_text *grown = array_grow(keys->key, keys->n, &keys->cap, sizeof *grown);

	if (!grown)
		return "cannot be stored: out of memory";
	keys->key = grown;
	keys->key[keys->n++] = (struct everyuri_text){ value, strlen(value) };
	return NULL;
}

void secret_keys_options(struct secret_keys *keys, struct option rows[SECRET_KEYS_OPTIONS])
{
	rows[0] = (struct option){ .name = "query", .value = true, .call = read_key, .own = keys };
	rows[1] = (struct option){ .name = "no-default-keys", .flag = &keys->own_only };
}

struct everyuri_secrets secret_keys_secrets(const struct secret_keys *keys, unsigned flags)
{
	return (struct everyuri_secrets){ flags | (keys->own_only ? EVERYURI_REDACT_OWN_KEYS : 0u),
		                          keys->key, keys->n };
}

void secret_keys_free(struct secret_keys *keys)
{
	free(keys->key);
}
