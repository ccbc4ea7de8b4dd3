/* iri.c - IRIs to URIs and back, and warnings of what would be shown otherwise. */
#include <everyuri.h>

#include "guard.h"
#include "shapes.h"
#include "tap.h"

#include <stdlib.h>

static struct guard guard;

static bool read_by(enum everyuri_standard standard, const char *text, size_t len,
                    struct everyuri_uri *uri)
{
	return !everyuri_parse(guard_end(&guard, text, len), len, standard, EVERYURI_ADMIT_PARTIAL,
	                       NULL, NULL, uri, NULL);
}

static void to_uri(const char *clause, const char *iri, unsigned flags, const char *want)
{
	struct everyuri_uri uri;
	struct everyuri_buf buf;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	if (!read_by(EVERYURI_RFC3987, iri, strlen(iri), &uri) ||
	    everyuri_iri_to_uri(&uri, flags, &buf, NULL))
		ok(false, "%s: to URI: %s", clause, iri);
	else
		is_text(buf.data, buf.len, want, "%s: to URI: %s", clause, iri);
	everyuri_buf_free(&buf);
}

static void to_iri(const char *clause, const char *text, const char *want)
{
	struct everyuri_uri uri;
	struct everyuri_buf buf;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	if (!read_by(EVERYURI_RFC3986, text, strlen(text), &uri) ||
	    everyuri_uri_to_iri(&uri, &buf, NULL))
		ok(false, "%s: to IRI: %s", clause, text);
	else
		is_text(buf.data, buf.len, want, "%s: to IRI: %s", clause, text);
	everyuri_buf_free(&buf);
}

static void conversions(void)
{
	to_uri("RFC 3987 3.1", "http://r\xC3\xA9sum\xC3\xA9.example.org", 0,
	       "http://xn--rsum-bpad.example.org");
	to_uri("RFC 3987 3.1", "http://r\xC3\xA9sum\xC3\xA9.example.org", EVERYURI_IRI_ENCODE_HOST,
	       "http://r%C3%A9sum%C3%A9.example.org");
	to_uri("RFC 3987 3.1", "http://www.example.org/red%09ros\xC3\xA9#red", 0,
	       "http://www.example.org/red%09ros%C3%A9#red");
	to_uri("RFC 3987 3.1",
	       "http://example.com/\xF0\x90\x8C\x80\xF0\x90\x8C\x81\xF0\x90\x8C\x82", 0,
	       "http://example.com/%F0%90%8C%80%F0%90%8C%81%F0%90%8C%82");
	to_uri("RFC 3987 3.1", "http://u:p@h:1/%2f?q#f", 0, "http://u:p@h:1/%2f?q#f");
	to_uri("RFC 3987 3.1", "x:?\xEE\x80\x80", 0, "x:?%EE%80%80");
	to_uri("RFC 3987 3.1", "http://\xC3\xA9:\xC3\xA9@\xC3\x89.DE:1/\xC3\xA9", 0,
	       "http://%C3%A9:%C3%A9@xn--9ca.de:1/%C3%A9");
	/* A host that holds escapes, or that IDNA maps to no host, is encoded. */
	to_uri("RFC 3987 3.1", "http://%41\xC3\xA9/", 0, "http://%41%C3%A9/");
	to_uri("RFC 3987 3.1", "http://a\xEF\xBC\x8F\xC3\xA9/", 0, "http://a%EF%BC%8F%C3%A9/");
	to_uri("RFC 3987 3.1", "//\xC3\xA9/a", 0, "//xn--9ca/a");
	to_uri("RFC 3987 3.1", "http://\xEF\xBD\x81/", 0, "http://a/");
	to_uri("RFC 3987 3.1", "http://\xC2\xAD/", 0, "http://%C2%AD/");

	to_iri("RFC 3987 3.2.1", "http://www.example.org/D%C3%BCrst",
	       "http://www.example.org/D\xC3\xBCrst");
	to_iri("RFC 3987 3.2.1", "http://www.example.org/D%FCrst",
	       "http://www.example.org/D%FCrst");
	to_iri("RFC 3987 3.2.1", "http://xn--99zt52a.example.org/%e2%80%ae",
	       "http://xn--99zt52a.example.org/%E2%80%AE");
	to_iri("RFC 3987 3.2", "x:/%2f%25%20%3c%41", "x:/%2F%25%20%3CA");
	to_iri("RFC 3987 3.2", "x:%ED%A0%80%C0%AF%F4%90%80%80", "x:%ED%A0%80%C0%AF%F4%90%80%80");
	to_iri("RFC 3987 3.2", "x:%EE%80%80?%EE%80%80#%EE%80%80",
	       "x:%EE%80%80?\xEE\x80\x80#%EE%80%80");
	to_iri("RFC 3987 2.2", "x:%EF%BF%BD%EF%B7%90%F0%9F%BF%BF%C2%9F",
	       "x:%EF%BF%BD%EF%B7%90%F0%9F%BF%BF%C2%9F");
	to_iri("RFC 3987 4.1", "x:%E2%80%8E%E2%81%A6%D8%9C", "x:%E2%80%8E%E2%81%A6%D8%9C");
	to_iri("RFC 3987 4.1", "x:%E2%80%B0", "x:\xE2\x80\xB0"); /* between the controls */
	to_iri("RFC 3987 3.2", "x:%C3%A9%C3", "x:\xC3\xA9%C3");
	to_iri("RFC 3987 3.2", "//r/%c3%a9?%C3%A9#%C3%A9", "//r/\xC3\xA9?\xC3\xA9#\xC3\xA9");
	/* A host whose way back is ToASCII's keeps its escapes. */
	to_iri("RFC 3987 3.2", "//%c3%A9@r%41%c3%a9/%C3%A9", "//\xC3\xA9@r%41%C3%A9/\xC3\xA9");
	to_iri("RFC 3987 3.2", "http://%41%2d.b/", "http://A-.b/");
}

static void refusals(void)
{
	const char zone[] = "http://[fe80::1%25en0]/";
	struct everyuri_uri uri;
	struct everyuri_buf buf;
	struct everyuri_error err = { 0 };

	everyuri_buf_init(&buf, NULL, 0, NULL);
	everyuri_parse(zone, strlen(zone), EVERYURI_RFC3986, EVERYURI_ADMIT_ZONE, NULL, NULL, &uri,
	               NULL);
	ok(everyuri_uri_to_iri(&uri, &buf, &err) == EVERYURI_INVALID && err.at == 18,
	   "RFC 3987 2.2: an IRI cannot have a zone identifier");
	ok(everyuri_iri_to_uri(&uri, 0, &buf, NULL) == EVERYURI_INVALID,
	   "iri.h: only rfc3987's records are IRIs");
	everyuri_buf_free(&buf);
}

/* The reference to the same document: its forms take no memory. */
static void no_byte(void)
{
	struct everyuri_uri iri;
	struct everyuri_buf uri_text, iri_text, normal;

	everyuri_buf_init(&uri_text, NULL, 0, NULL);
	everyuri_buf_init(&iri_text, NULL, 0, NULL);
	everyuri_buf_init(&normal, NULL, 0, NULL);
	ok(read_by(EVERYURI_RFC3987, "", 0, &iri) &&
	           !everyuri_iri_to_uri(&iri, 0, &uri_text, NULL) && !uri_text.len &&
	           !uri_text.data,
	   "RFC 3987 3.1: the URI of no byte has none");
	ok(!everyuri_uri_to_iri(&iri, &iri_text, NULL) && !iri_text.len && !iri_text.data,
	   "RFC 3987 3.2: nor has the IRI");
	ok(!everyuri_normalize(&iri, EVERYURI_LEVEL_SCHEME, &normal, NULL, NULL) && !normal.len &&
	           !normal.data,
	   "RFC 3987 5.3: nor has the canonical form");
	everyuri_buf_free(&uri_text);
	everyuri_buf_free(&iri_text);
	everyuri_buf_free(&normal);
}

/* Which calls of a function that allocates fail. */
static void memory(void)
{
	static const char iri[] = "http://r\xC3\xA9sum\xC3\xA9/%C3%A9";
	struct everyuri_uri uri;
	char small[8];
	struct everyuri_buf buf;
	size_t needed;

	read_by(EVERYURI_RFC3987, iri, sizeof iri - 1, &uri);
	everyuri_buf_init(&buf, small, sizeof small, NULL);
	ok(everyuri_iri_to_uri(&uri, 0, &buf, NULL) == EVERYURI_NO_SPACE &&
	           everyuri_uri_to_iri(&uri, &buf, NULL) == EVERYURI_NO_SPACE,
	   "contract api.buffer: a fixed buffer that is full");
	everyuri_iri_to_uri(&uri, 0, &buf, NULL);
	needed = buf.needed;
	everyuri_buf_init(&buf, malloc(needed), needed, NULL);
	ok(!everyuri_iri_to_uri(&uri, 0, &buf, NULL), "contract api.buffer: needed is enough");
	free(buf.data);
}

/* A host that cannot be mapped is found to be so behind labels that can: they are not written, because
 * there is room for the host as it is escaped, which may be less. */
static void no_room_for_labels(void)
{
	static const char iri[] = "http://\xD7\x90"
				  "a";
	static const char want[] = "http://%D7%90a";
	struct everyuri_uri uri;
	struct everyuri_buf buf;
	char memory[64];
	bool good;

	memset(memory, '!', sizeof memory);
	everyuri_buf_init(&buf, memory, sizeof want - 1, NULL);
	good = read_by(EVERYURI_RFC3987, iri, sizeof iri - 1, &uri) &&
	       !everyuri_iri_to_uri(&uri, 0, &buf, NULL) && buf.len == sizeof want - 1 &&
	       !memcmp(memory, want, sizeof want - 1);
	for (size_t i = sizeof want - 1; i < sizeof memory; i++)
		good = good && memory[i] == '!';
	ok(good, "RFC 3987 3.1: of a host that is no domain nothing is written but its escapes");
}

/* ---- bidi ------------------------------------------------------------------------------------ */

struct told {
	char rules[8];
	size_t n;
	struct everyuri_span first;
};

static bool tell(void *context, const struct everyuri_iri_bidi_warning *warning)
{
	struct told *told = context;

	if (!told->n)
		told->first = warning->at;
	if (told->n < sizeof told->rules - 1)
		told->rules[told->n++] = "CME"[warning->rule];
	return told->n < 3;
}

static void bidi(const char *clause, const char *iri, const char *want, unsigned at)
{
	struct everyuri_uri uri;
	struct told told = { .n = 0 };
	size_t n;

	if (!read_by(EVERYURI_RFC3987, iri, strlen(iri), &uri)) {
		ok(false, "%s: %s", clause, iri);
		return;
	}
	n = everyuri_iri_bidi(&uri, tell, &told);
	is_text(told.rules, told.n, want, "%s: warnings of %s", clause, iri);
	ok(n == told.n && (!n || told.first.begin == at), "%s: where, in %s", clause, iri);
}

/* Hebrew letters for the capitals of 4.4's examples. */
#define A "\xD7\x90"
#define B "\xD7\x91"
#define G "\xD7\x92"

static void bidi_rules(void)
{
	bidi("RFC 3987 4.4, 1", "http://ab." A B G ".ij/kl/mn/op.html", "", 0);
	bidi("RFC 3987 4.4, 2", "http://ab." A B "." G A "/ij/kl/mn/op.html", "", 0);
	bidi("RFC 3987 4.4, 3", "http://" A B "." G "/" A "/" B "?" A "=" B ";" G "=" A "#" B, "",
	     0);
	bidi("RFC 3987 4.4, 4", "http://" A B "." G ".ef/gh/" A "/" B ".html", "", 0);
	bidi("RFC 3987 4.4, 7", "http://ab." A B "123" G ".ij/kl", "", 0);
	bidi("RFC 3987 4.4, 8", "http://ab.cd.ef/" A B "1/2" G "/" A ".html", "EE", 16);
	bidi("RFC 3987 4.4, 9", "http://ab.cd.ef/" A B "%31/" G, "E", 16);
	bidi("RFC 3987 4.4, 10", "http://ab." A B ".123/kl", "", 0);
	bidi("RFC 3987 4.2", "x:" A "b" B, "M", 2);
	bidi("RFC 3987 4.2", "x:" A "B", "ME", 2);
	bidi("RFC 3987 4.2", "x:" A B "\xD6\xB0", "", 0); /* a mark behind its letter */
	bidi("RFC 3987 4.2", "x://" A "1:1" B "@h/", "EE", 4);
	bidi("RFC 3987 4.1",
	     "x:a\xE2\x80\xAE"
	     "b",
	     "C", 3);
	bidi("RFC 3987 4.1", "x:\xE2\x80\x8E\xE2\x80\x8F\xE2\x80\xAA\xE2\x80\xAB", "CCC", 2);
	bidi("RFC 3987 4.1", "x:abc?d=%E2%80%AE", "", 0);
	bidi("RFC 3987 4.1", "x:\xE2\x80\xB0", "", 0);
}

/* ---- there and back --------------------------------------------------------------------------- */

/* A character of each kind, as it is or in escapes. */
static void random_iri(struct shapes *s)
{
	static const char *const pieces[] = {
		"a",
		"Z",
		"\xC3\xA9",
		"\xE7\xB4\x8D",
		"\xF0\x90\x8C\x80",
		"%C3%A9",
		"%2F",
		"%41",
		"%E2%80%AE",
		"%ff",
		"/",
		"\xD7\x90",
		"\xEF\xBC\x8F",
		"..",
		"&=",
		"%C3",
		"1",
		"\xE2\x80\x8E",
		".",
		"%f0%90%8c%80",
	};
	static const char *const fronts[] = {
		"x:", "http://h/", "http://\xC3\xA9.b/", "http://%C3%89%41b.b/", "", "//u@h/"
	};

	s->len = 0;
	shapes_put(s, SHAPES_PICK(s, fronts));
	for (unsigned n = shapes_below(s, 8); n; n--)
		shapes_put(s, SHAPES_PICK(s, pieces));
	if (shapes_one_in(s, 3)) {
		shapes_put(s, shapes_one_in(s, 2) ? "?\xEE\x80\x80" : "?%EE%80%80");
		shapes_put(s, SHAPES_PICK(s, pieces));
	}
	if (shapes_one_in(s, 3)) {
		shapes_put(s, "#");
		shapes_put(s, SHAPES_PICK(s, pieces));
	}
}

static bool same_bytes(const struct everyuri_buf *a, const struct everyuri_buf *b)
{
	return a->len == b->len && (!a->len || !memcmp(a->data, b->data, a->len));
}

static bool has_raw_host(const struct everyuri_uri *iri)
{
	struct everyuri_text host = everyuri_view(iri, EVERYURI_HOST);

	for (size_t i = 0; i < host.len; i++)
		if ((unsigned char)host.data[i] >= 0x80)
			return true;
	return false;
}

/* IRI -> URI -> IRI is what IRI -> IRI is: nothing but escapes that could have been characters
 * is changed; and the URIs of both are the same again. */
static void there_and_back(unsigned long rounds)
{
	struct shapes s = { .state = 3987 };
	struct everyuri_buf uri_text, back, direct, again;
	unsigned long tried = 0, lost = 0, ascii = 0;

	everyuri_buf_init(&uri_text, NULL, 0, NULL);
	everyuri_buf_init(&back, NULL, 0, NULL);
	everyuri_buf_init(&direct, NULL, 0, NULL);
	everyuri_buf_init(&again, NULL, 0, NULL);
	while (tried < rounds) {
		struct everyuri_uri iri, uri, second;
		bool good;

		random_iri(&s);
		if (!read_by(EVERYURI_RFC3987, s.text, s.len, &iri))
			continue;
		tried++;
		good = !everyuri_iri_to_uri(&iri, EVERYURI_IRI_ENCODE_HOST, &uri_text, NULL) &&
		       !everyuri_uri_to_iri(&iri, &direct, NULL) &&
		       !everyuri_parse(uri_text.data ? uri_text.data : "", uri_text.len,
		                       EVERYURI_RFC3986, EVERYURI_ADMIT_PARTIAL, NULL, NULL, &uri,
		                       NULL) &&
		       !everyuri_uri_to_iri(&uri, &back, NULL) &&
		       !everyuri_parse(back.data ? back.data : "", back.len, EVERYURI_RFC3987,
		                       EVERYURI_ADMIT_PARTIAL, NULL, NULL, &second, NULL) &&
		       !everyuri_uri_to_iri(&second, &again, NULL) && same_bytes(&again, &back);
		/* A control that stood in it raw comes back as an escape, and so does a host. */
		if (good && !everyuri_iri_bidi(&iri, NULL, NULL) && !has_raw_host(&iri))
			good = same_bytes(&direct, &back);
		for (size_t i = 0; good && i < uri_text.len; i++)
			ascii += (unsigned char)uri_text.data[i] >= 0x80;
		if (!good && lost++ < 4)
			diag("%.*s gives %.*s", (int)s.len, s.text, (int)back.len, back.data);
	}
	ok(!lost, "RFC 3987 3.2: %lu IRIs keep what they may on the way to URIs and back", tried);
	ok(!ascii, "RFC 3987 3.1: a URI is US-ASCII");
	everyuri_buf_free(&uri_text);
	everyuri_buf_free(&back);
	everyuri_buf_free(&direct);
	everyuri_buf_free(&again);
}

/* At every level: normalising twice is normalising once, and what comes out is an IRI. */
static void normal_forms(unsigned long rounds)
{
	struct shapes s = { .state = 532 };
	struct everyuri_buf once, twice;
	unsigned long tried = 0, failed = 0;

	everyuri_buf_init(&once, NULL, 0, NULL);
	everyuri_buf_init(&twice, NULL, 0, NULL);
	while (tried < rounds) {
		enum everyuri_level level = (enum everyuri_level)shapes_below(&s, 3);
		struct everyuri_uri iri, second;

		random_iri(&s);
		if (!read_by(EVERYURI_RFC3987, s.text, s.len, &iri))
			continue;
		tried++;
		if (everyuri_normalize(&iri, level, &once, NULL, NULL) ||
		    everyuri_parse(once.data ? once.data : "", once.len, EVERYURI_RFC3987,
		                   EVERYURI_ADMIT_PARTIAL, NULL, NULL, &second, NULL) ||
		    everyuri_normalize(&second, level, &twice, NULL, NULL) ||
		    !same_bytes(&once, &twice)) {
			if (failed++ < 4)
				diag("%.*s gives %.*s", (int)s.len, s.text, (int)once.len,
				     once.data);
		}
	}
	ok(!failed, "RFC 3987 5.3: normalising %lu IRIs twice is normalising them once", tried);
	everyuri_buf_free(&once);
	everyuri_buf_free(&twice);
}

int main(void)
{
	unsigned long rounds = getenv("EVERYURI_QUICK") ? 5000 : 200000;

	conversions();
	refusals();
	no_byte();
	memory();
	no_room_for_labels();
	bidi_rules();
	there_and_back(rounds);
	normal_forms(rounds);
	guard_free(&guard);
	return done();
}
