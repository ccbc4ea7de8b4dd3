#include "base/scan.h"

static void set_host(struct everyuri_uri *uri, uint32_t begin, uint32_t end)
{
	uri->part[EVERYURI_HOST] = eu_span(begin, end);
	if (begin == end)
		uri->host_kind = EVERYURI_HOST_EMPTY;
	else if (eu_is_hostnumber(uri->text, uri->part[EVERYURI_HOST]))
		uri->host_kind = EVERYURI_HOST_IPV4;
	else
		uri->host_kind = EVERYURI_HOST_NAME;
}

/* Sets the parts of login = [ user [ ":" password ] "@" ] hostport.  The path begins after it. */
static void set_login(struct everyuri_uri *uri, const struct eu_cuts *cuts)
{
	if (cuts->host > cuts->user)
		uri->part[EVERYURI_USER] =
			eu_span(cuts->user, eu_in_front_of(cuts->password, cuts->host - 1));
	if (cuts->password != EU_NO_CUT)
		uri->part[EVERYURI_PASSWORD] = eu_span(cuts->password, cuts->host - 1);
	set_host(uri, cuts->host, eu_in_front_of(cuts->port, cuts->path));
	if (cuts->port != EU_NO_CUT)
		uri->part[EVERYURI_PORT] = eu_span(cuts->port, cuts->path);
}

bool eu_scan_end(struct eu_scan *s, uint32_t i, const struct eu_cuts *cuts)
{
	uint32_t query_end = eu_in_front_of(cuts->fragment, s->len);

	s->stop = i - 1;
	if (s->stop < s->len)
		return false;
	if (cuts->host != EU_NO_CUT)
		set_login(s->uri, cuts);
	s->uri->part[EVERYURI_PATH] = eu_span(cuts->path, eu_in_front_of(cuts->query, query_end));
	if (cuts->query != EU_NO_CUT)
		s->uri->part[EVERYURI_QUERY] = eu_span(cuts->query, query_end);
	if (cuts->fragment != EU_NO_CUT)
		s->uri->part[EVERYURI_FRAGMENT] = eu_span(cuts->fragment, s->len);
	return true;
}

bool eu_scan_opaque_end(struct eu_scan *s, uint32_t i, uint32_t fragment)
{
	struct eu_cuts cuts = { EU_NO_CUT, EU_NO_CUT, EU_NO_CUT, EU_NO_CUT,
		                s->i,      EU_NO_CUT, fragment };

	return eu_scan_end(s, i, &cuts);
}

void eu_cut_login(const struct eu_scan *s, struct everyuri_span part,
                  eu_match_login_fn *match_login, struct eu_cuts *cuts)
{
	struct eu_scan login = *s;
	struct eu_cuts found;
	uint32_t slash;

	cuts->path = part.begin;
	if (eu_span_len(part) < 2 || memcmp(s->text + part.begin, "//", 2) != 0)
		return;
	slash = eu_find_bytes(s->text, eu_span(part.begin + 2, part.end), "/");
	login.i = part.begin;
	login.len = slash == EVERYURI_ABSENT ? part.end : slash;
	if (!match_login(&login, &found))
		return;
	found.query = cuts->query;
	found.fragment = cuts->fragment;
	*cuts = found;
}

void eu_cut_colons(const char *text, struct eu_cuts *cuts)
{
	uint32_t digits = cuts->path;

	if (cuts->host > cuts->user) {
		uint32_t colon = eu_find_bytes(text, eu_span(cuts->user, cuts->host - 1), ":");

		cuts->password = colon == EVERYURI_ABSENT ? EU_NO_CUT : colon + 1;
	}
	if (cuts->port != EU_NO_CUT)
		return;
	while (digits > cuts->host && eu_is_digit((unsigned char)text[digits - 1]))
		digits--;
	if (digits < cuts->path && digits > cuts->host + 1 && text[digits - 1] == ':')
		cuts->port = digits;
}

bool eu_match_production(struct eu_scan *s, const struct eu_production *productions,
                         size_t n_productions, bool (*generic)(struct eu_scan *s))
{
	struct everyuri_span scheme = s->uri->part[EVERYURI_SCHEME];

	for (size_t k = 0; k < n_productions; k++)
		if (eu_equals_ignoring_case(s->text + scheme.begin, eu_span_len(scheme),
		                            productions[k].scheme))
			return productions[k].match(s);
	return generic(s);
}

bool eu_match_partial(struct eu_scan *s, bool (*generic)(struct eu_scan *s))
{
	uint32_t colon = eu_colon_before_slash(s->text, eu_span(s->i, s->len));
	bool matched = generic(s);

	if (colon == EVERYURI_ABSENT)
		return matched;
	if (matched || s->stop > colon)
		s->stop = colon;
	return false;
}

enum everyuri_status eu_scan_text(const char *text, uint32_t len, bool (*full)(struct eu_scan *s),
                                  bool (*partial)(struct eu_scan *s),
                                  const struct eu_refusals *refusals, struct everyuri_uri *uri,
                                  struct everyuri_error *err)
{
	uint32_t begin = (uint32_t)eu_url_prefix(text, len);
	struct everyuri_uri result = eu_uri_of(text, len);
	struct eu_scan s = { text, len, begin, begin, &result };
	bool matched = full(&s);

	if (!matched && partial) {
		struct eu_scan p = { text, len, begin, begin, &result };

		result = eu_uri_of(text, len);
		result.flags = EVERYURI_RELATIVE;
		matched = partial(&p);
		if (p.stop > s.stop)
			s.stop = p.stop;
	}
	if (!matched)
		return eu_refuse(err, text, len, s.stop, refusals);
	if (begin)
		result.flags |= EVERYURI_PREFIXED;
	*uri = result;
	return EVERYURI_OK;
}
