/* components.c - find the components by another method.
 *
 * For texts that are valid a few plain regular expressions suffice: RFC 3986's
 * appendix B, and for the old texts one expression by the kind of authority that
 * a scheme has, then one for what its production names inside the path.  On a
 * million random shapes the spans must be the same; so must the verdict and the
 * error position, by the recogniser, on texts longer than the exhaustive ones. */
#include <everyuri.h>

#include "external.h"
#include "guard.h"
#include "recogniser.h"
#include "shapes.h"
#include "tap.h"

#include <ctype.h>

#define SHOWN_MAX 5

/* The authority of a scheme. */
enum authority { NONE, HOSTPORT, LOGIN, GENERIC, FILE_HOST };

struct reading {
	struct everyuri_span part[EVERYURI_N_PARTS];
	struct everyuri_span extra[EVERYURI_N_EXTRA_NAMES];
	unsigned asked; /* bit n: the test knows extra n */
	enum everyuri_host_kind kind;
};

/* One scheme of one standard. */
struct shape {
	unsigned standards; /* bits */
	const char *schemes;
	enum authority authority;
	bool query;
	const char *inside; /* named captures in the path, or NULL */
	unsigned asked;     /* extras of these captures */
};

#define S93 (1u << EVERYURI_URL1993)
#define S94 (1u << EVERYURI_URI1994)
#define S1630 (1u << EVERYURI_RFC1630)
#define S1738 (1u << EVERYURI_RFC1738)
#define OLD (S93 | S94 | S1630)
#define X(name) (1u << EVERYURI_EXTRA_##name)

static const struct shape shapes[] = {
	{ OLD, "http", HOSTPORT, true, NULL, 0 },
	{ S1738, "http", HOSTPORT, true, NULL, 0 },
	{ S93, "ftp", HOSTPORT, false, NULL, 0 },
	{ S94, "ftp", LOGIN, false, NULL, 0 },
	{ S1630, "ftp", LOGIN, false, ";type=(?<x0>[^;]*)\\z", X(TYPE) },
	{ S1738, "ftp", LOGIN, false, ";type=(?<x0>.)\\z", X(TYPE) },
	{ S93, "afs", HOSTPORT, false, NULL, 0 },
	{ S1738, "file", FILE_HOST, false, NULL, 0 },
	{ S93 | S94, "gopher", HOSTPORT, true, "\\A/(?<x1>%..|.)(?<x2>.*?)(?:%09|\\z)",
	  X(GTYPE) | X(SELECTOR) },
	{ S1630, "gopher", HOSTPORT, false, "\\A/(?<x1>%..|.)(?<x2>.*?)(?:%09(?<x4>.*))?\\z",
	  X(GTYPE) | X(SELECTOR) | X(SEARCH) | X(GOPHER_PLUS) },
	{ S1738, "gopher", HOSTPORT, false,
	  "\\A/(?<x1>%..|.)(?<x2>.*?)(?:%09(?<x3>.*?)(?:%09(?<x4>.*))?)?\\z",
	  X(GTYPE) | X(SELECTOR) | X(SEARCH) | X(GOPHER_PLUS) },
	{ OLD | S1738, "news", NONE, false, "\\A(?:(?<x6>.*@.*)|(?<x5>.*))\\z",
	  X(GROUP) | X(ARTICLE) },
	{ S94 | S1630, "nntp", NONE, false, "\\A(?<x5>.*)/(?<x7>.*)\\z", X(GROUP) | X(NUMBER) },
	{ S1738, "nntp", HOSTPORT, false, "\\A/(?<x5>[^/]*)(?:/(?<x7>.*))?\\z",
	  X(GROUP) | X(NUMBER) },
	{ S94 | S1630 | S1738, "mailto", NONE, false, "\\A(?<x8>.*)\\z", X(ADDRESS) },
	{ S94 | S1630, "mid|cid", NONE, false, NULL, 0 },
	{ OLD, "telnet", LOGIN, false, NULL, 0 },
	{ S1738, "telnet|rlogin|tn3270", LOGIN, false, NULL, 0 },
	{ S93 | S94, "wais", HOSTPORT, true, "\\A/(?<x9>[^/]*)(?:/(?<x10>[^/]*)/.*)?\\z",
	  X(DATABASE) | X(WTYPE) },
	{ S1630 | S1738, "wais", HOSTPORT, true,
	  "\\A/(?<x9>[^/]*)(?:/(?<x10>[^/]*)/(?<x11>.*))?\\z", X(DATABASE) | X(WTYPE) | X(WPATH) },
	{ OLD, "prospero", HOSTPORT, false, NULL, 0 },
	{ S1738, "prospero", HOSTPORT, false, "\\A/(?<x12>[^;]*)(?:;(?<x14>.*))?\\z",
	  X(HSONAME) | X(FIELDS) },
	{ OLD, ".*", GENERIC, true, NULL, 0 },
	{ S1738, ".*", GENERIC, false, NULL, 0 },
};
#define N_SHAPES (sizeof shapes / sizeof *shapes)

/* The characters of a host and of a user, for each of the old texts' login. */
#define X93 "(?:[A-Za-z0-9$\\-_@.&!*\"'():;, ]|%[0-9A-Fa-f]{2})"
#define X94 "(?:[A-Za-z0-9$\\-_@.&+!*\"'():;, ]|%[0-9A-Fa-f]{2})"
#define X1630 "(?:[A-Za-z0-9$\\-_@.&+!*\"'(),]|%[0-9A-Fa-f]{2})"
#define NUMBERS "\\d+\\.\\d+\\.\\d+\\.\\d+"
#define PORT "(?::(?<port>\\d+))?"
#define BEFORE_QUERY "(?=[/?#]|\\z)"
/* rfc1738 has a query only where the scheme defines one (contract read.parts). */
#define BEFORE_PATH "(?=[/#]|\\z)"
#define LABEL "[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?"
#define TOPLABEL "[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?"
#define U1738 "(?:[A-Za-z0-9$\\-_.+!*'(),;?&=]|%[0-9A-Fa-f]{2})*"

static const char *const hosts[] = {
	"(?<host>[A-Za-z]" X93 "*?|" NUMBERS ")" PORT BEFORE_QUERY,
	"(?<host>[A-Za-z]" X94 "*?|" NUMBERS ")" PORT BEFORE_QUERY,
	"(?<host>[A-Za-z]" X1630 "*?|" NUMBERS ")" PORT BEFORE_QUERY,
	"(?<host>(?:" LABEL "\\.)*" TOPLABEL "|" NUMBERS ")" PORT BEFORE_PATH,
};
static const char *const users[] = {
	"(?:(?<userinfo>" X93 "+)@)?",
	"(?:(?<userinfo>" X94 "+)@)?",
	"(?:(?<userinfo>[A-Za-z0-9\\-_.+]+(?::[A-Za-z0-9\\-_.+]+)?)@)?",
	"(?:(?<userinfo>" U1738 "(?::" U1738 ")?)@)?",
};

struct expression {
	pcre2_code *code;
	pcre2_match_data *data;
	pcre2_code *inside;
	pcre2_match_data *inside_data;
};

static struct expression expressions[4][N_SHAPES], appendix_b, authority_3986, server_2396;

static void compile_into(pcre2_code **code, pcre2_match_data **data, const char *pattern)
{
	int error;
	PCRE2_SIZE at;

	*code = pcre2_compile((PCRE2_SPTR)pattern, PCRE2_ZERO_TERMINATED,
	                      PCRE2_DOTALL | PCRE2_DOLLAR_ENDONLY, &error, &at, NULL);
	if (!*code) {
		printf("Bail out! components: at %zu of %s\n", (size_t)at, pattern);
		exit(1);
	}
	pcre2_jit_compile(*code, PCRE2_JIT_COMPLETE);
	*data = pcre2_match_data_create_from_pattern(*code, NULL);
}

/* scheme, authority by its kind, path, query where there is one, fragment. */
static void compile_shape(struct expression *e, unsigned standard, const struct shape *shape)
{
	char pattern[2000];
	bool user = shape->authority == LOGIN || shape->authority == GENERIC;
	const char *open = shape->authority == NONE    ? "(?:" :
	                   shape->authority == GENERIC ? "(?://" :
	                                                 "//(?:";
	const char *close = shape->authority == GENERIC ? ")?" : ")";

	snprintf(pattern, sizeof pattern,
	         "\\A(?:(?i:url):)?(?<scheme>(?i:%s)(?=:)(?<!:)):%s%s%s%s"
	         "(?<path>[^#%s]*)(?:\\?(?<query>[^#]*))?(?:#(?<fragment>.*))?\\z",
	         shape->authority == GENERIC ? "[^:]*" : shape->schemes, open,
	         user ? users[standard] : "",
	         shape->authority == NONE      ? "" :
	         shape->authority == FILE_HOST ? "(?<host>[^/]*)" :
	                                         hosts[standard],
	         close, shape->query ? "?" : "");
	compile_into(&e->code, &e->data, pattern);
	if (shape->inside)
		compile_into(&e->inside, &e->inside_data, shape->inside);
}

static void compile_all(void)
{
	for (unsigned s = 0; s < 4; s++)
		for (size_t i = 0; i < N_SHAPES; i++)
			if (shapes[i].standards & 1u << s)
				compile_shape(&expressions[s][i], s, &shapes[i]);
	/* Appendix B, with its groups 2, 4, 5, 7 and 9 named. */
	compile_into(&appendix_b.code, &appendix_b.data,
	             "^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\\?([^#]*))?(#(.*))?");
	compile_into(&authority_3986.code, &authority_3986.data,
	             "\\A(?:(?<userinfo>.*)@)?(?<host>\\[.*\\]|[^:]*)(?::(?<port>.*))?\\z");
	compile_into(&server_2396.code, &server_2396.data,
	             "\\A(?:(?<userinfo>[^@]*)@)?(?<host>\\[.*\\]|(?:" LABEL "\\.)*" TOPLABEL
	             "\\.?|" NUMBERS ")(?::(?<port>\\d*))?\\z");
}

static struct everyuri_span absent(void)
{
	return (struct everyuri_span){ EVERYURI_ABSENT, EVERYURI_ABSENT };
}

static struct everyuri_span group(pcre2_match_data *data, uint32_t n, size_t shift)
{
	PCRE2_SIZE *at = pcre2_get_ovector_pointer(data);

	if (n >= pcre2_get_ovector_count(data) || at[2 * n] == PCRE2_UNSET)
		return absent();
	return (struct everyuri_span){ (uint32_t)(at[2 * n] + shift),
		                       (uint32_t)(at[2 * n + 1] + shift) };
}

static struct everyuri_span named(const pcre2_code *code, pcre2_match_data *data, const char *name,
                                  size_t shift)
{
	int n = pcre2_substring_number_from_name(code, (PCRE2_SPTR)name);

	return n < 0 ? absent() : group(data, (uint32_t)n, shift);
}

static bool has(struct everyuri_span span)
{
	return span.begin != EVERYURI_ABSENT;
}

/* Splits the userinfo at its first colon (contract read.parts). */
static void cut_user(struct reading *r, const char *text, struct everyuri_span info)
{
	const char *colon;

	r->part[EVERYURI_USER] = r->part[EVERYURI_PASSWORD] = absent();
	if (!has(info))
		return;
	colon = memchr(text + info.begin, ':', info.end - info.begin);
	r->part[EVERYURI_USER] = info;
	if (colon) {
		r->part[EVERYURI_USER].end = (uint32_t)(colon - text);
		r->part[EVERYURI_PASSWORD] =
			(struct everyuri_span){ (uint32_t)(colon - text) + 1, info.end };
	}
}

static bool all_numbers(const char *text, struct everyuri_span host)
{
	unsigned dots = 0;

	for (uint32_t i = host.begin; i < host.end; i++) {
		if (text[i] == '.')
			dots++;
		else if (text[i] < '0' || text[i] > '9')
			return false;
	}
	return dots == 3;
}

/* With two adjacent dots it is not a hostnumber. */
static bool has_two_dots(const char *begin, const char *end)
{
	for (; begin + 1 < end; begin++)
		if (begin[0] == '.' && begin[1] == '.')
			return true;
	return false;
}

static void read_3986(struct reading *r, const char *text, size_t len)
{
	struct everyuri_span authority;

	pcre2_match(appendix_b.code, (PCRE2_SPTR)text, len, 0, 0, appendix_b.data, NULL);
	r->part[EVERYURI_SCHEME] = group(appendix_b.data, 2, 0);
	r->part[EVERYURI_PATH] = group(appendix_b.data, 5, 0);
	r->part[EVERYURI_QUERY] = group(appendix_b.data, 7, 0);
	r->part[EVERYURI_FRAGMENT] = group(appendix_b.data, 9, 0);
	authority = group(appendix_b.data, 4, 0);
	r->part[EVERYURI_HOST] = r->part[EVERYURI_PORT] = absent();
	cut_user(r, text, absent());
	r->kind = EVERYURI_HOST_NONE;
	if (!has(authority))
		return;
	pcre2_match(authority_3986.code, (PCRE2_SPTR)(text + authority.begin),
	            authority.end - authority.begin, 0, 0, authority_3986.data, NULL);
	cut_user(r, text,
	         named(authority_3986.code, authority_3986.data, "userinfo", authority.begin));
	r->part[EVERYURI_HOST] =
		named(authority_3986.code, authority_3986.data, "host", authority.begin);
	r->part[EVERYURI_PORT] =
		named(authority_3986.code, authority_3986.data, "port", authority.begin);
	r->kind = EVERYURI_HOST_NAME;
	if (r->part[EVERYURI_HOST].begin == r->part[EVERYURI_HOST].end)
		r->kind = EVERYURI_HOST_EMPTY;
	else if (text[r->part[EVERYURI_HOST].begin] == '[')
		r->kind = (text[r->part[EVERYURI_HOST].begin + 1] | 0x20) == 'v' ?
		                  EVERYURI_HOST_IPVFUTURE :
		                  EVERYURI_HOST_IPV6;
	else if (all_numbers(text, r->part[EVERYURI_HOST])) {
		/* Every group a dec-octet: no leading zero, at most 255. */
		unsigned value = 0, digits = 0;
		bool zero = false, fits = true;

		for (uint32_t i = r->part[EVERYURI_HOST].begin; i <= r->part[EVERYURI_HOST].end;
		     i++) {
			if (i == r->part[EVERYURI_HOST].end || text[i] == '.') {
				fits = fits && digits && value < 256 && !(zero && digits > 1);
				value = digits = 0;
				continue;
			}
			zero = digits ? zero : text[i] == '0';
			digits++;
			value = value > 999 ? value : value * 10 + (unsigned)(text[i] - '0');
		}
		if (fits)
			r->kind = EVERYURI_HOST_IPV4;
	}
}

/* RFC 2396: appendix B again, which RFC 3986 adopted; without a slash after the scheme the rest is opaque; and an
 * authority that is not a server is a registry-based name. */
static void read_2396(struct reading *r, const char *text, size_t len)
{
	struct everyuri_span authority, info, host;

	read_3986(r, text, len);
	if (has(r->part[EVERYURI_SCHEME]) && text[r->part[EVERYURI_SCHEME].end + 1] != '/') {
		if (has(r->part[EVERYURI_QUERY]))
			r->part[EVERYURI_PATH].end = r->part[EVERYURI_QUERY].end;
		r->part[EVERYURI_QUERY] = absent();
	}
	authority = group(appendix_b.data, 4, 0);
	if (!has(authority) || authority.begin == authority.end)
		return;
	if (pcre2_match(server_2396.code, (PCRE2_SPTR)(text + authority.begin),
	                authority.end - authority.begin, 0, 0, server_2396.data, NULL) < 0) {
		cut_user(r, text, absent());
		r->part[EVERYURI_HOST] = authority;
		r->part[EVERYURI_PORT] = absent();
		r->kind = EVERYURI_HOST_REGISTRY;
		return;
	}
	info = named(server_2396.code, server_2396.data, "userinfo", authority.begin);
	host = named(server_2396.code, server_2396.data, "host", authority.begin);
	cut_user(r, text, info);
	r->part[EVERYURI_HOST] = host;
	r->part[EVERYURI_PORT] = named(server_2396.code, server_2396.data, "port", authority.begin);
	r->kind = text[host.begin] == '[' ? EVERYURI_HOST_IPV6 :
	          all_numbers(text, host) ? EVERYURI_HOST_IPV4 :
	                                    EVERYURI_HOST_NAME;
}

/* RFC 1808 2.4, step by step: each removes its component from the rest. */
static void read_1808(struct reading *r, const char *text, size_t len)
{
	const char *end = text + len, *at = text, *cut;
	const char *host, *colon;

	for (unsigned p = 0; p < EVERYURI_N_PARTS; p++)
		r->part[p] = absent();
	r->kind = EVERYURI_HOST_NONE;
#define SPAN(b, e) ((struct everyuri_span){ (uint32_t)((b)-text), (uint32_t)((e)-text) })
	cut = memchr(at, '#', (size_t)(end - at));
	if (cut) {
		r->part[EVERYURI_FRAGMENT] = SPAN(cut + 1, end);
		end = cut;
	}
	for (cut = at; cut < end && (isalnum((unsigned char)*cut) || strchr("+.-", *cut)); cut++)
		;
	if (cut > at && cut < end && *cut == ':') {
		r->part[EVERYURI_SCHEME] = SPAN(at, cut);
		at = cut + 1;
	}
	if (end - at >= 2 && at[0] == '/' && at[1] == '/') {
		const char *begin = at + 2;

		at = memchr(begin, '/', (size_t)(end - begin));
		at = at ? at : end;
		/* The common vocabulary: the last "@", the first colon of the user, digits
		 * after the last colon of the rest. */
		for (host = at; host > begin && host[-1] != '@'; host--)
			;
		cut_user(r, text, host > begin ? SPAN(begin, host - 1) : absent());
		for (colon = at; colon > host && isdigit((unsigned char)colon[-1]); colon--)
			;
		colon--;
		if (colon > host && colon + 1 < at && *colon == ':')
			r->part[EVERYURI_PORT] = SPAN(colon + 1, at);
		else
			colon = at;
		r->part[EVERYURI_HOST] = SPAN(host, colon);
		r->kind = host == colon ? EVERYURI_HOST_EMPTY :
		          all_numbers(text, r->part[EVERYURI_HOST]) &&
		                          isdigit((unsigned char)*host) &&
		                          isdigit((unsigned char)colon[-1]) &&
		                          !has_two_dots(host, colon) ?
		                          EVERYURI_HOST_IPV4 :
		                          EVERYURI_HOST_NAME;
	}
	cut = memchr(at, '?', (size_t)(end - at));
	if (cut) {
		r->part[EVERYURI_QUERY] = SPAN(cut + 1, end);
		end = cut;
	}
	r->part[EVERYURI_PATH] = SPAN(at, end);
#undef SPAN
}

static bool scheme_fits(const char *schemes, const char *text, size_t len)
{
	if (!strcmp(schemes, ".*"))
		return true;
	while (*schemes) {
		size_t n = strcspn(schemes, "|"), i = 0;

		if (n == len)
			while (i < n && tolower((unsigned char)text[i]) == schemes[i])
				i++;
		if (n == len && i == n)
			return true;
		schemes += n + (schemes[n] == '|');
	}
	return false;
}

static void read_old(struct reading *r, unsigned standard, const char *text, size_t len)
{
	static const char *const parts[] = { "scheme", NULL,   NULL,    "host",
		                             "port",   "path", "query", "fragment" };
	size_t skip = len >= 4 && scheme_fits("url", text, 3) && text[3] == ':' ? 4 : 0;
	const char *colon = memchr(text + skip, ':', len - skip);
	const struct expression *e = NULL;
	size_t i = 0;

	r->asked = 0;
	while (!(shapes[i].standards & 1u << standard) ||
	       !scheme_fits(shapes[i].schemes, text + skip, (size_t)(colon - text) - skip))
		i++;
	e = &expressions[standard][i];
	if (pcre2_match(e->code, (PCRE2_SPTR)text, len, 0, 0, e->data, NULL) < 0) {
		for (unsigned p = 0; p < EVERYURI_N_PARTS; p++)
			r->part[p] = absent();
		return;
	}
	for (unsigned p = 0; p < EVERYURI_N_PARTS; p++)
		if (parts[p])
			r->part[p] = named(e->code, e->data, parts[p], 0);
	cut_user(r, text, named(e->code, e->data, "userinfo", 0));
	r->kind = !has(r->part[EVERYURI_HOST])                               ? EVERYURI_HOST_NONE :
	          r->part[EVERYURI_HOST].begin == r->part[EVERYURI_HOST].end ? EVERYURI_HOST_EMPTY :
	          all_numbers(text, r->part[EVERYURI_HOST])                  ? EVERYURI_HOST_IPV4 :
	                                                                       EVERYURI_HOST_NAME;
	r->asked = shapes[i].asked;
	for (unsigned x = 0; x < EVERYURI_N_EXTRA_NAMES; x++) {
		struct everyuri_span path = r->part[EVERYURI_PATH];
		char name[8];

		r->extra[x] = absent();
		snprintf(name, sizeof name, "x%u", x);
		if (e->inside &&
		    pcre2_match(e->inside, (PCRE2_SPTR)(text + path.begin), path.end - path.begin,
		                0, 0, e->inside_data, NULL) >= 0)
			r->extra[x] = named(e->inside, e->inside_data, name, path.begin);
	}
}

static bool equal(struct everyuri_span a, struct everyuri_span b)
{
	return a.begin == b.begin && a.end == b.end;
}

/* Returns the first name whose span differs, or NULL. */
static const char *difference(const struct reading *r, const struct everyuri_uri *uri)
{
	for (unsigned p = 0; p < EVERYURI_N_PARTS; p++)
		if (!equal(r->part[p], uri->part[p]))
			return everyuri_part_name((enum everyuri_part)p);
	if (r->kind != uri->host_kind)
		return "host_kind";
	for (unsigned x = 0; x < EVERYURI_N_EXTRA_NAMES; x++) {
		struct everyuri_span got = absent();

		for (unsigned i = 0; i < uri->n_extra; i++)
			if (uri->extra[i].name == x)
				got = uri->extra[i].at;
		if (r->asked & 1u << x && !equal(r->extra[x], got))
			return everyuri_extra_name_text((enum everyuri_extra_name)x);
	}
	return NULL;
}

static void show(const struct shapes *s, enum everyuri_standard standard, const char *what)
{
	printf("# %s: \"", everyuri_standard_name(standard));
	tap_put(s->text, s->len);
	printf("\": %s\n", what);
}

/* Counters of one comparison. */
struct counts {
	unsigned long texts, valid, verdicts, spans;
};

static void hold(struct counts *n, const struct shapes *s, enum everyuri_standard standard,
                 struct recogniser *recogniser, struct guard *guard)
{
	const char *text = guard_end(guard, s->text, s->len), *name;
	struct everyuri_uri uri;
	struct everyuri_error err = { 0 };
	struct reading r = { 0 };
	bool want = recogniser_valid(recogniser, text, s->len);

	n->texts++;
	if (everyuri_parse(text, s->len, standard, 0, NULL, NULL, &uri, &err)) {
		size_t at = want ? s->len : recogniser_at(recogniser, text, s->len);

		if ((want || at != err.at) && n->verdicts++ < SHOWN_MAX) {
			show(s, standard,
			     want ? "refused, the recogniser accepts it" : "another position");
			diag("the library says %zu, the recogniser %zu", err.at, at);
		}
		return;
	}
	if (!want) {
		if (n->verdicts++ < SHOWN_MAX)
			show(s, standard, "accepted, the recogniser refuses it");
		return;
	}
	n->valid++;
	if (standard == EVERYURI_RFC3986 || standard == EVERYURI_RFC3987)
		read_3986(&r, text, s->len);
	else if (standard == EVERYURI_RFC2396)
		read_2396(&r, text, s->len);
	else if (standard == EVERYURI_RFC1808)
		read_1808(&r, text, s->len);
	else
		read_old(&r, standard, text, s->len);
	name = difference(&r, &uri);
	if (name && n->spans++ < SHOWN_MAX)
		show(s, standard, name);
}

static void conclude(const struct counts *n, enum everyuri_standard standard, const char *what)
{
	ok(!n->verdicts, "%s: verdict and position of %lu %s agree, %lu differ",
	   everyuri_standard_name(standard), n->texts, what, n->verdicts);
	ok(!n->spans && n->valid, "%s: the parts of the %lu valid ones agree, %lu differ",
	   everyuri_standard_name(standard), n->valid, n->spans);
}

static void run(enum everyuri_standard standard, unsigned long rounds)
{
	struct shapes s = { .state = 1738 + standard };
	struct recogniser *recogniser = recogniser_new(standard, 0);
	struct guard guard = { 0 };
	struct counts n = { 0 };

	while (n.texts < rounds) {
		shapes_uri(&s, false);
		hold(&n, &s, standard, recogniser, &guard);
	}
	conclude(&n, standard, "random texts");
	recogniser_free(recogniser);
	guard_free(&guard);
}

/* Real URLs, one a line; those longer than a shape are skipped. */
static void run_corpus(enum everyuri_standard standard, unsigned long rounds)
{
	static const char name[] = "corpus/web.txt";
	static char line[1 << 16];
	const char *path = external_find(name);
	FILE *file = path ? fopen(path, "rb") : NULL;
	struct recogniser *recogniser;
	struct guard guard = { 0 };
	struct counts n = { 0 };

	if (!file) {
		external_skip("real URLs", name);
		return;
	}
	recogniser = recogniser_new(standard, 0);
	while (n.texts < rounds && fgets(line, sizeof line, file)) {
		struct shapes s = { .len = strcspn(line, "\r\n") };

		if (s.len > SHAPE_MAX)
			continue;
		memcpy(s.text, line, s.len);
		hold(&n, &s, standard, recogniser, &guard);
	}
	conclude(&n, standard, "real URLs");
	recogniser_free(recogniser);
	guard_free(&guard);
	fclose(file);
}

int main(void)
{
	static const enum everyuri_standard standards[] = { EVERYURI_URL1993, EVERYURI_URI1994,
		                                            EVERYURI_RFC1630, EVERYURI_RFC1738,
		                                            EVERYURI_RFC1808, EVERYURI_RFC2396,
		                                            EVERYURI_RFC3986, EVERYURI_RFC3987 };
	unsigned long rounds = getenv("EVERYURI_QUICK") ? 5000 : 200000;

	compile_all();
	diag("%lu random texts a standard, seed 1738 plus its number", rounds);
	for (size_t i = 0; i < sizeof standards / sizeof *standards; i++)
		run(standards[i], rounds);
	for (size_t i = 0; i < sizeof standards / sizeof *standards; i++)
		run_corpus(standards[i], rounds);
	return done();
}
