/* Writes the sentence on sharing a URI: where it is valid, and what may be lost or disclosed. */
#include "explain/explain.h"

static bool is_private(uint32_t address)
{
	return address >> 24 == 10 || address >> 20 == 0xAC1 || address >> 16 == 0xC0A8 ||
	       address >> 16 == 0xA9FE;
}

static const char machine_only[] = "only valid on one machine",
		  network_only[] = "only valid in one network";

/* Returns where the host's name is valid, or NULL for everywhere. */
static const char *where_host(const struct eu_explaining *explaining)
{
	struct everyuri_text host = eu_seen_part(explaining, EVERYURI_HOST);
	uint32_t address;
	bool plain;

	if (eu_word_is(host, "localhost") || eu_word_is(host, "[::1]") ||
	    eu_word_is(host, "localhost."))
		return machine_only;
	if (eu_loose_ipv4(host, &address, &plain))
		return address >> 24 == 127 ? machine_only :
		       is_private(address)  ? network_only :
		                              NULL;
	if (eu_word_begins(host, "[fe80:") || eu_word_begins(host, "[fd") ||
	    eu_word_begins(host, "[fc"))
		return network_only;
	if (explaining->seen->host_kind == EVERYURI_HOST_NAME && !memchr(host.data, '.', host.len))
		return "only valid in one domain, because the host has no dot";
	return NULL;
}

/* Returns where a URI without a host is valid.  Used for schemes whose row has no `valid` text. */
static const char *where_scheme(const struct eu_explaining *explaining)
{
	struct everyuri_text scheme = eu_seen_part(explaining, EVERYURI_SCHEME);

	if (eu_is_script(scheme))
		return "a script, valid only in a browser";
	return everyuri_scheme_status_of(scheme.data, scheme.len) == EVERYURI_SCHEME_UNKNOWN ?
	               "only valid for programs that know the scheme, which is not registered" :
	               "valid for programs that know the scheme";
}

static const char *where_valid(const struct eu_explaining *explaining)
{
	const struct eu_scheme *scheme = eu_seen_scheme(explaining);
	bool host = eu_seen_part(explaining, EVERYURI_HOST).len;
	const char *where;

	if (!explaining->out->uri)
		return "not valid, so do not share it";
	if (scheme && scheme->valid)
		return scheme->valid;
	if (scheme && scheme->valid_hostless && !host)
		return scheme->valid_hostless;
	where = host ? where_host(explaining) : where_scheme(explaining);
	return where ? where : "valid on every network";
}

static void tell_length(struct eu_teller *teller, struct everyuri_text text)
{
	bool high = false;

	for (size_t at = 0; at < text.len; at++)
		high = high || (unsigned char)text.data[at] >= 0x80;
	everyuri_write_number(&teller->w, text.len);
	eu_tell(teller, high ? " bytes, " : text.len == 1 ? " character, " : " characters, ");
}

static void tell_white(struct eu_teller *teller, struct everyuri_text text)
{
	size_t n = 0;

	for (size_t at = 0; at < text.len; at++)
		n += text.data[at] == ' ' || (text.data[at] >= '\t' && text.data[at] <= '\r');
	if (n)
		everyuri_write_number(&teller->w, n);
	eu_tell(teller, !n     ? "no white space, " :
	                n == 1 ? " white space character, " :
	                         " white space characters, ");
}

/* Lists the characters that national variants of US-ASCII replace, each once (RFC 1738 2.2). */
static void tell_modified(struct eu_teller *teller, struct everyuri_text text)
{
	bool some = false;

	for (const char *c = "{|}[]\\^~`"; *c && text.len; c++) {
		if (!memchr(text.data, *c, text.len))
			continue;
		eu_tell(teller, some ? "" : "characters that gateways may modify (");
		everyuri_write(&teller->w, c, 1);
		some = true;
	}
	eu_tell(teller, some ? ")" : "no characters that gateways may modify");
}

void eu_explain_pass_on(struct eu_explaining *explaining, struct eu_teller *teller)
{
	struct everyuri_explanation *out = explaining->out;
	struct eu_secret_kinds secrets = eu_explain_secret_kinds(explaining);
	size_t begin = eu_teller_at(teller);

	tell_length(teller, explaining->given);
	tell_white(teller, explaining->given);
	tell_modified(teller, explaining->given);
	if (secrets.login)
		eu_tell(teller, ", contains a password");
	if (secrets.key.data) {
		eu_tell(teller, ", may contain a secret (");
		eu_tell_short(teller, secrets.key);
		eu_tell(teller, ")");
	}
	eu_tell(teller, "; ");
	eu_tell(teller, where_valid(explaining));
	out->pass_on = eu_told(teller, begin);
}
