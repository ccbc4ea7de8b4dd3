/* Names of secrets: the keys whose values are redacted. */
#include "uri/secrets.h"

#define KEY_NAME_MAX 24u /* longest name, in bytes */

/* Documented in docs/commands/redact.md; tests/redact compares the two lists. */
static const char secret_names[][KEY_NAME_MAX + 1] = {
	"access_key",
	"access_token",
	"account_key",
	"api_key",
	"api_secret",
	"api_token",
	"app_key",
	"app_secret",
	"assertion",
	"auth",
	"auth_key",
	"auth_password",
	"auth_token",
	"authorization",
	"aws_secret_access_key",
	"aws_secret_key",
	"bearer",
	"bot_token",
	"client_secret",
	"code",
	"code_verifier",
	"consumer_secret",
	"credential",
	"credentials",
	"csrf_token",
	"id_token",
	"jsessionid",
	"jwt",
	"key",
	"key_store_password",
	"login_token",
	"new_password",
	"oauth_signature",
	"oauth_token",
	"oauth_verifier",
	"old_password",
	"otp",
	"pass",
	"passcode",
	"passphrase",
	"passwd",
	"password",
	"phpsessid",
	"pin",
	"private_key",
	"private_token",
	"proxy_password",
	"psk",
	"pw",
	"pwd",
	"refresh_token",
	"saml_request",
	"saml_response",
	"secret",
	"secret_access_key",
	"secret_key",
	"sessid",
	"session",
	"session_id",
	"session_token",
	"shared_access_key",
	"sid",
	"sig",
	"signature",
	"ssl_password",
	"subscription_key",
	"temp_url_sig",
	"ticket",
	"token",
	"token_secret",
	"trust_store_password",
	"user_password",
	"user_pw",
	"user_token",
	"webhook_token",
	"x-amz-credential",
	"x-amz-security-token",
	"x-amz-signature",
	"x-api-key",
	"x-goog-credential",
	"x-goog-signature",
	"x-oss-credential",
	"x-oss-security-token",
	"x-oss-signature",
	"x_token",
};

static bool is_joiner(unsigned char c)
{
	return c == '-' || c == '_';
}

/* Decodes and returns the byte at *at, and moves *at after it. */
static unsigned char next_byte(const char *text, size_t len, size_t *at)
{
	unsigned char c = (unsigned char)text[*at];

	*at += eu_escape_at(text + *at, len - *at, &c) ? 3 : 1;
	return c;
}

/* Compares a key with one of the caller's, ignoring case; "+" may encode a space. */
static bool is_own_key(const char *key, size_t len, struct everyuri_text own)
{
	size_t at = 0, i = 0;

	while (at < len && i < own.len) {
		size_t before = at;
		unsigned char c = next_byte(key, len, &at);

		if (at == before + 1 && c == '+' && own.data[i] == ' ')
			c = ' ';
		if (eu_lower(c) != eu_lower((unsigned char)own.data[i++]))
			return false;
	}
	return at == len && i == own.len;
}

/* Returns whether `plain`, which contains neither "-" nor "_", equals this name without its "-" and
 * "_". */
static bool is_name(const char *plain, size_t len, const char *name)
{
	size_t i = 0;

	for (; *name; name++) {
		if (is_joiner((unsigned char)*name))
			continue;
		if (i == len || plain[i++] != *name)
			return false;
	}
	return i == len;
}

/* Returns whether the key is a default key. accessToken, access-token and ACCESS_TOKEN count as
 * access_token. */
static bool is_default_key(const char *key, size_t len)
{
	char plain[KEY_NAME_MAX];
	size_t n = 0;

	for (size_t at = 0; at < len;) {
		unsigned char c = next_byte(key, len, &at);

		if (is_joiner(c))
			continue;
		if (n == sizeof plain)
			return false;
		plain[n++] = (char)eu_lower(c);
	}
	for (size_t k = 0; k < sizeof secret_names / sizeof *secret_names; k++)
		if (is_name(plain, n, secret_names[k]))
			return true;
	return false;
}

static bool is_secret_word(const char *word, size_t len, const struct everyuri_secrets *secrets)
{
	if (!(secrets->flags & EVERYURI_REDACT_OWN_KEYS) && is_default_key(word, len))
		return true;
	for (size_t k = 0; k < secrets->n_keys; k++)
		if (is_own_key(word, len, secrets->keys[k]))
			return true;
	return false;
}

bool eu_is_secret_key(const char *key, size_t len, const struct everyuri_secrets *secrets)
{
	size_t begin = 0, at = 0;
	bool whole = true;

	/* PHP and Rails write keys such as token[] and user[token]. */
	while (at < len) {
		size_t end = at;
		unsigned char c = next_byte(key, len, &at);

		if (c != '[' && c != ']')
			continue;
		if (begin < end && is_secret_word(key + begin, end - begin, secrets))
			return true;
		begin = at;
		whole = false;
	}
	if (!whole && begin < len && is_secret_word(key + begin, len - begin, secrets))
		return true;
	return is_secret_word(key, len, secrets);
}
