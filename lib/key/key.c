/* The table of profiles, and the profiles whose steps are implemented in other directories. */
#include "key/key.h"

#include "uri/normal.h"

/* A profile name without a version means the newest version. */
static const char *const profile_names[EVERYURI_N_KEY_PROFILES] = {
	[EVERYURI_KEY_RFC3986_SIMPLE] = "rfc3986-simple/1",
	[EVERYURI_KEY_RFC3986_SYNTAX] = "rfc3986-syntax/1",
	[EVERYURI_KEY_RFC3986_SCHEME] = "rfc3986-scheme/1",
	[EVERYURI_KEY_WHATWG] = "whatwg/1",
	[EVERYURI_KEY_SURT] = "surt/1",
	[EVERYURI_KEY_SURT_SCHEME] = "surt-scheme/1",
	[EVERYURI_KEY_DOMAIN] = "domain/1",
	[EVERYURI_KEY_DOMAIN_ICANN] = "domain-icann/1",
};

const char *everyuri_key_profile_name(enum everyuri_key_profile profile)
{
	return (size_t)profile < EVERYURI_N_KEY_PROFILES ? profile_names[profile] : NULL;
}

enum everyuri_status everyuri_key_profile_find(const char *name, size_t len,
                                               enum everyuri_key_profile *profile)
{
	for (int k = 0; k < EVERYURI_N_KEY_PROFILES; k++) {
		size_t whole = strlen(profile_names[k]);

		if ((len != whole && len + 2 != whole) || memcmp(profile_names[k], name, len) != 0)
			continue;
		*profile = (enum everyuri_key_profile)k;
		return EVERYURI_OK;
	}
	return EVERYURI_MISSING;
}

bool everyuri_key_profile_standard(enum everyuri_key_profile profile,
                                   enum everyuri_standard *standard)
{
	if (profile > EVERYURI_KEY_WHATWG)
		return false;
	*standard = profile == EVERYURI_KEY_WHATWG ? EVERYURI_WHATWG : EVERYURI_RFC3986;
	return true;
}

void eu_key_tell(const struct eu_key_job *job, const char *name, const char *clause,
                 const char *data, size_t len)
{
	struct everyuri_key_step step = { name, clause, { data, len } };

	if (job->options->step)
		job->options->step(job->options->context, &step);
}

/* ---- RFC 3986 ------------------------------------------------------------------------- */

static const struct everyuri_byte_set none_decodable = { { 0, 0, 0, 0, 0, 0, 0, 0 } };

/* Section 2.3: unreserved = ALPHA / DIGIT / "-" / "." / "_" / "~" */
static const struct everyuri_byte_set all_unreserved = { { 0, 0x03FF6000u, 0x87FFFFFEu, 0x47FFFFFEu,
	                                                   0, 0, 0, 0 } };

/* Writes the URI part by part, for steps that come before its full canonical form. */
static size_t write_parts(const struct everyuri_uri *uri, const struct everyuri_byte_set *decodable,
                          char *data)
{
	struct eu_out out = { data, 0 };

	eu_normal_scheme(&out, uri);
	if (eu_uri_has(uri, EVERYURI_HOST)) {
		eu_out_bytes(&out, "//", 2);
		eu_normal_part(&out, uri, EVERYURI_USER, "", decodable, 0);
		eu_normal_part(&out, uri, EVERYURI_PASSWORD, ":", decodable, 0);
		if (eu_uri_has(uri, EVERYURI_USER))
			eu_out_byte(&out, '@');
		eu_normal_part(&out, uri, EVERYURI_HOST, "", decodable, EU_LOWER);
		eu_normal_part(&out, uri, EVERYURI_PORT, ":", &none_decodable, 0);
	}
	eu_normal_part(&out, uri, EVERYURI_PATH, "", decodable, 0);
	eu_normal_part(&out, uri, EVERYURI_QUERY, "?", decodable, 0);
	return out.len;
}

static size_t write_level(const struct everyuri_uri *uri, enum everyuri_level level, char *data)
{
	struct eu_out out = { data, 0 };

	eu_normal_write(&out, uri, level);
	return out.len;
}

static size_t longer(size_t a, size_t b)
{
	return a > b ? a : b;
}

static void drop_fragment(struct everyuri_uri *uri)
{
	if (!eu_uri_has(uri, EVERYURI_FRAGMENT))
		return;
	uri->len = uri->part[EVERYURI_FRAGMENT].begin - 1;
	uri->part[EVERYURI_FRAGMENT] = eu_absent();
}

/* Writes the result of each step from the original record, over that of the previous step.  This is
 * possible because each level includes all levels before it. */
static size_t run_levels(const struct eu_key_job *job, const struct everyuri_uri *uri,
                         enum everyuri_level level, char *data)
{
	size_t n = write_level(uri, EVERYURI_LEVEL_SIMPLE, data);

	eu_key_tell(job, "fragment", "RFC 3986 6.1", data, n);
	if (level == EVERYURI_LEVEL_SIMPLE)
		return n;
	if (job->options->step) {
		n = write_parts(uri, &none_decodable, data);
		eu_key_tell(job, "case", "RFC 3986 6.2.2.1", data, n);
		n = write_parts(uri, &all_unreserved, data);
		eu_key_tell(job, "escapes", "RFC 3986 6.2.2.2", data, n);
	}
	if (job->options->step || level == EVERYURI_LEVEL_SYNTAX) {
		n = write_level(uri, EVERYURI_LEVEL_SYNTAX, data);
		eu_key_tell(job, "dot-segments", "RFC 3986 6.2.2.3", data, n);
	}
	if (level == EVERYURI_LEVEL_SYNTAX)
		return n;
	n = write_level(uri, EVERYURI_LEVEL_SCHEME, data);
	eu_key_tell(job, "scheme", "RFC 3986 6.2.3", data, n);
	return n;
}

enum everyuri_status eu_key_rfc3986(const struct eu_key_job *job, enum everyuri_level level)
{
	struct everyuri_uri uri;
	size_t bound;
	enum everyuri_status s =
		eu_uri_read(job->text, job->len, EVERYURI_RFC3986, 0, &uri, job->err);

	if (s)
		return s;
	drop_fragment(&uri);
	/* A URI that is already normal, as most are, is written unchanged, with the level
	 * SIMPLE. */
	if (!job->options->step && level != EVERYURI_LEVEL_SIMPLE &&
	    eu_normal_is_itself(&uri, level))
		level = EVERYURI_LEVEL_SIMPLE;
	bound = uri.len;
	if (level != EVERYURI_LEVEL_SIMPLE) {
		bound = longer(bound, write_level(&uri, EVERYURI_LEVEL_SYNTAX, NULL));
		bound = longer(bound, write_level(&uri, EVERYURI_LEVEL_SCHEME, NULL));
	}
	s = eu_buf_reserve(job->buf, bound, job->err);
	if (s)
		return s;
	job->buf->len = run_levels(job, &uri, level, job->buf->data);
	return EVERYURI_OK;
}

/* ---- WHATWG --------------------------------------------------------------------------------- */

/* Serialises by the URL Standard, "URL serializing", with "exclude fragment" set. */
enum everyuri_status eu_key_whatwg(const struct eu_key_job *job)
{
	struct everyuri_buf *buf = job->buf;
	struct everyuri_uri uri;
	enum everyuri_status s =
		everyuri_parse(job->text, job->len, EVERYURI_WHATWG, 0, NULL, buf, &uri, job->err);

	if (!s && !(uri.flags & EVERYURI_REWRITTEN))
		s = eu_buf_reserve(buf, uri.len, job->err);
	if (s)
		return s;
	memmove(buf->data, uri.text, uri.len);
	eu_key_tell(job, "href", "URL Standard 4.5", buf->data, uri.len);
	drop_fragment(&uri);
	buf->len = uri.len;
	eu_key_tell(job, "fragment", "RFC 3986 6.1", buf->data, uri.len);
	return EVERYURI_OK;
}

/* ---- the public function ----------------------------------------------------------------------- */

static enum everyuri_status make_key(const struct eu_key_job *job)
{
	switch (job->options->profile) {
	case EVERYURI_KEY_RFC3986_SIMPLE:
		return eu_key_rfc3986(job, EVERYURI_LEVEL_SIMPLE);
	case EVERYURI_KEY_RFC3986_SYNTAX:
		return eu_key_rfc3986(job, EVERYURI_LEVEL_SYNTAX);
	case EVERYURI_KEY_RFC3986_SCHEME:
		return eu_key_rfc3986(job, EVERYURI_LEVEL_SCHEME);
	case EVERYURI_KEY_WHATWG:
		return eu_key_whatwg(job);
	case EVERYURI_KEY_SURT:
		return eu_key_surt(job, false);
	case EVERYURI_KEY_SURT_SCHEME:
		return eu_key_surt(job, true);
	case EVERYURI_KEY_DOMAIN:
		return eu_key_domain(job, 0);
	case EVERYURI_KEY_DOMAIN_ICANN:
		return eu_key_domain(job, EVERYURI_PSL_ICANN_ONLY);
	}
	return eu_fail(job->err, EVERYURI_UNSUPPORTED, 0, "", "no such profile");
}

enum everyuri_status everyuri_key(const char *text, size_t len,
                                  const struct everyuri_key_options *options,
                                  struct everyuri_buf *buf, struct everyuri_error *err)
{
	const struct eu_key_job job = { text ? text : "", len, options, buf, err };
	size_t before = buf ? buf->len : 0;
	enum everyuri_status s;

	if (len > EVERYURI_TEXT_MAX)
		return eu_fail(err, EVERYURI_TOO_LONG, EVERYURI_TEXT_MAX, "", "too long");
	s = make_key(&job);
	/* The domain profiles write to the buffer before they know the result, so clear it on
	 * failure. */
	if (s && buf)
		buf->len = before;
	return s;
}
