/* Compares how several standards read one text. */
#include "base/address.h"
#include "idna/idna.h"
#include "uri/compare.h"
#include "uri/normal.h"

const uint8_t eu_compared_parts[EU_N_COMPARED_PARTS] = { EVERYURI_SCHEME, EVERYURI_USER,
	                                                 EVERYURI_HOST, EVERYURI_PORT,
	                                                 EVERYURI_PATH };

/* A reading in the form that is compared: its canonical form, parsed. */
struct compared {
	struct everyuri_uri uri;
	struct everyuri_text ascii_host; /* host of an IRI in ASCII; if data is NULL, the host is
	                                    compared as it is */
};

/* Iterates over a part so that two spellings of the same text yield the same units.  Escapes of
 * RFC 3986's unreserved characters are decoded, except dots in a segment that is "." or ".."
 * only after decoding. */
struct walk {
	const char *text;
	size_t len, at, segment_end;
	bool path, dots_stay;
};

static void enter_segment(struct walk *w)
{
	const char *slash = memchr(w->text + w->at, '/', w->len - w->at);

	w->segment_end = slash ? (size_t)(slash - w->text) : w->len;
	w->dots_stay = eu_is_dot_segment(w->text + w->at, w->segment_end - w->at);
}

/* Returns the next unit: a byte, 256 + the byte of an escape, or -1 at the end. */
static int next_unit(struct walk *w)
{
	unsigned char c;

	if (w->path && (w->at == 0 || w->at == w->segment_end + 1))
		enter_segment(w);
	if (w->at >= w->len)
		return -1;
	c = (unsigned char)w->text[w->at];
	if (!eu_escape_at(w->text + w->at, w->len - w->at, &c)) {
		w->at++;
		/* RFC 3987 3.1: in an IRI, a byte beyond US-ASCII compares as its escape. */
		return c >= 0x80 ? 256 + c : c;
	}
	w->at += 3;
	return eu_is_unreserved(c) && !(c == '.' && w->dots_stay) ? c : 256 + c;
}

static struct everyuri_text compared_part(const struct compared *c, enum everyuri_part part)
{
	/* LCOV_EXCL_BR_LINE: clang records no MC/DC of a ?: between structs, but both sides are
	 * reached */
	return part == EVERYURI_HOST && c->ascii_host.data ? c->ascii_host :
	                                                     eu_uri_part(&c->uri, part);
}

/* Reads the address in a host's brackets.  Fails if the host is anything else. */
static bool read_literal(struct everyuri_text host, uint8_t address[EU_IPV6_SIZE])
{
	uint32_t at = 0;

	/* LCOV_EXCL_BR_LINE: no standard reads a host with "[" at its start and no "]" at its end */
	return host.len > 2 && host.data[0] == '[' && host.data[host.len - 1] == ']' &&
	       /* LCOV_EXCL_BR_LINE: only rfc3986 and rfc3987 read [v1.x], and they agree, so it
	        * is never compared */
	       eu_ipv6_read(host.data + 1, (uint32_t)host.len - 2, &at, false, address) &&
	       /* LCOV_EXCL_BR_LINE: only rfc3986 reads a zone; no second reading can differ */
	       at == host.len - 2;
}

/* Compares two hosts in brackets.  CHOICE: hosts with the same address are equal, although RFC 5952
 * 5 and the URL Standard write an IPv4-mapped address in different ways. */
static bool equal_literals(struct everyuri_text a, struct everyuri_text b)
{
	uint8_t x[EU_IPV6_SIZE], y[EU_IPV6_SIZE];

	/* LCOV_EXCL_BR_LINE: standards that read an address in brackets read the same one */
	return read_literal(a, x) && read_literal(b, y) && memcmp(x, y, EU_IPV6_SIZE) == 0;
}

static bool equal_parts(const struct compared *a, const struct compared *b, enum everyuri_part part)
{
	struct everyuri_text ta = compared_part(a, part), tb = compared_part(b, part);
	bool absent_is_empty = part == EVERYURI_USER || part == EVERYURI_PORT;
	struct walk wa = { .text = ta.data, .len = ta.len, .path = part == EVERYURI_PATH };
	struct walk wb = { .text = tb.data, .len = tb.len, .path = part == EVERYURI_PATH };
	int unit;

	if (!ta.data != !tb.data && !(absent_is_empty && !ta.len && !tb.len))
		return false;
	if (!ta.len || !tb.len)
		return ta.len == tb.len;
	if (ta.len == tb.len && memcmp(ta.data, tb.data, ta.len) == 0)
		return true;
	if (part == EVERYURI_HOST && equal_literals(ta, tb))
		return true;
	do {
		unit = next_unit(&wa);
		if (unit != next_unit(&wb))
			return false;
	} while (unit >= 0);
	return true;
}

/* Returns the first part in which two readings differ. */
static uint8_t first_difference(const struct compared *a, const struct compared *b)
{
	for (size_t k = 0; k < EU_N_COMPARED_PARTS; k++)
		if (!equal_parts(a, b, (enum everyuri_part)eu_compared_parts[k]))
			return eu_compared_parts[k];
	return EVERYURI_N_PARTS;
}

/* Returns the host of an IRI by ToASCII (RFC 3987 3.1).  If that fails, keeps the host, which
 * is then compared as if it were percent-encoded. */
static struct everyuri_text ascii_host(const struct everyuri_uri *iri, char *data)
{
	struct everyuri_text host = eu_uri_part(iri, EVERYURI_HOST), none = { NULL, 0 };
	struct eu_out out = { data, 0 };
	bool ascii = true;

	for (size_t i = 0; i < host.len; i++)
		ascii = ascii && (unsigned char)host.data[i] < 0x80;
	if (iri->standard != EVERYURI_RFC3987 || ascii ||
	    !eu_idna_to_ascii(&out, host.data, host.len, 0))
		return none;
	host.data = data;
	host.len = out.len;
	return host;
}

/* Returns an upper bound of the bytes that canonical() writes. */
static size_t canonical_bound(const struct everyuri_uri *uri)
{
	struct eu_out out = { NULL, 0 };

	eu_normal_write(&out, uri, EVERYURI_LEVEL_SCHEME);
	return out.len + ascii_host(uri, NULL).len;
}

/* Writes the canonical form of a reading to `data`, and parses it. */
static struct compared canonical(const struct everyuri_uri *uri, char *data)
{
	struct eu_out out = { data, 0 };
	struct compared result = { .uri = *uri };

	if (eu_uri_rewrites((enum everyuri_standard)uri->standard))
		return result; /* the text is already canonical */
	eu_normal_write(&out, uri, EVERYURI_LEVEL_SCHEME);
	/* This cannot fail, because a canonical form is always valid. */
	eu_uri_read(data, out.len, (enum everyuri_standard)uri->standard,
	            EVERYURI_ADMIT_PARTIAL | EVERYURI_ADMIT_ZONE, &result.uri, NULL);
	result.ascii_host = ascii_host(uri, data + out.len);
	return result;
}

/* For a standard that rewrites the URI: returns the size of the rewritten URI in bytes, and stores
 * the standard's verdict. */
static size_t room_to_rewrite(const char *text, size_t len, enum everyuri_standard standard,
                              struct everyuri_reading *reading)
{
	struct everyuri_buf none;

	/* A buffer of 0 bytes is too small for any URL. */
	everyuri_buf_init(&none, &none, 0, NULL);
	reading->status = eu_uri_standard(standard)->rewrite(text, (uint32_t)len, NULL, &none,
	                                                     &reading->uri, &reading->error);
	return none.needed;
}

static void write_rewritten(const char *text, size_t len, enum everyuri_standard standard,
                            char *data, size_t room, struct everyuri_reading *reading)
{
	struct everyuri_buf buf;

	everyuri_buf_init(&buf, data, room, NULL);
	reading->status = eu_uri_standard(standard)->rewrite(text, (uint32_t)len, NULL, &buf,
	                                                     &reading->uri, &reading->error);
	reading->uri.standard = (uint8_t)standard;
}

/* Parses the text under all selected standards.  For a standard that rewrites the URI, only
 * determines whether the standard accepts the text.  Returns: the size of the rewritten URI in
 * bytes. */
static size_t read_all(const char *text, size_t len, uint32_t standards, unsigned flags,
                       struct everyuri_comparison *c)
{
	size_t room = 0;

	for (int k = 0; k < EVERYURI_N_STANDARDS; k++) {
		struct everyuri_reading *r = &c->reading[k];

		/* LCOV_EXCL_BR_LINE: every standard is in this build */
		if (!(standards >> k & 1) || !everyuri_standard_built((enum everyuri_standard)k))
			continue;
		if (eu_uri_rewrites((enum everyuri_standard)k)) {
			room = room_to_rewrite(text, len, (enum everyuri_standard)k, r);
		} else {
			r->status = eu_uri_read(text, len, (enum everyuri_standard)k, flags,
			                        &r->uri, &r->error);
		}
		c->asked |= 1u << k;
		if (!r->status || r->status == EVERYURI_NO_SPACE)
			c->accepted |= 1u << k;
	}
	return room;
}

/* Returns the size of the largest canonical form of any reading, in bytes. */
static size_t largest_canonical(const struct everyuri_comparison *c)
{
	size_t largest = 0;

	for (int k = 0; k < EVERYURI_N_STANDARDS; k++) {
		bool written = c->accepted >> k & 1 && !eu_uri_rewrites((enum everyuri_standard)k);
		size_t size = written ? canonical_bound(&c->reading[k].uri) : 0;

		if (size > largest)
			largest = size;
	}
	return largest;
}

static void compare_readings(struct everyuri_comparison *c, char *data, size_t size)
{
	struct compared one = { .ascii_host = { NULL, 0 } };
	bool any = false;

	for (int k = 0; k < EVERYURI_N_STANDARDS; k++) {
		if (!(c->accepted >> k & 1))
			continue;
		if (any) {
			struct compared other = canonical(&c->reading[k].uri, data + size);
			uint8_t first = first_difference(&one, &other);

			if (first < c->first)
				c->first = first;
		} else {
			one = canonical(&c->reading[k].uri, data);
			any = true;
		}
	}
	c->agree = any && c->first == EVERYURI_N_PARTS;
}

enum everyuri_status everyuri_compare(const char *text, size_t len, uint32_t standards,
                                      unsigned flags, struct everyuri_buf *buf,
                                      struct everyuri_comparison *comparison,
                                      struct everyuri_error *err)
{
	struct everyuri_comparison c = { .first = EVERYURI_N_PARTS };
	enum everyuri_status s = eu_check_flags(flags, EU_READ_FLAGS, err);
	size_t size, room;

	if (s)
		return s;
	if (!text)
		text = "";
	if (len > EVERYURI_TEXT_MAX)
		return eu_fail(err, EVERYURI_TOO_LONG, EVERYURI_TEXT_MAX, "", "too long");
	room = read_all(text, len, standards, flags, &c);
	size = largest_canonical(&c);
	s = eu_buf_reserve(buf, room + 2 * size + 1, err);
	if (s)
		return s;
	for (int k = 0; k < EVERYURI_N_STANDARDS; k++)
		if (c.accepted >> k & 1 && eu_uri_rewrites((enum everyuri_standard)k))
			write_rewritten(text, len, (enum everyuri_standard)k, buf->data, room,
			                &c.reading[k]);
	compare_readings(&c, buf->data + room, size);
	buf->len = 0;
	*comparison = c;
	return EVERYURI_OK;
}

/* ---- comparing all pairs ----------------------------------------------------------------------- */

/* Returns the parts (bit p: part p) in which the reading of a standard differs from all earlier
 * readings. */
static unsigned parts_led(const struct eu_alike *alike, int standard)
{
	unsigned led = 0;

	for (size_t p = 0; p < EU_N_COMPARED_PARTS; p++)
		if (alike->first[eu_compared_parts[p]][standard] == standard)
			led |= 1u << eu_compared_parts[p];
	return led;
}

/* Compares a reading with the earlier ones.  data: 2 * size bytes, which is space for two canonical
 * forms. */
static void place_reading(const struct everyuri_comparison *c, int standard, char *data,
                          size_t size, struct eu_alike *alike)
{
	struct compared one = canonical(&c->reading[standard].uri, data);

	for (size_t p = 0; p < EU_N_COMPARED_PARTS; p++)
		alike->first[eu_compared_parts[p]][standard] = (uint8_t)standard;
	for (int k = 0; k < standard; k++) {
		unsigned led = c->accepted >> k & 1 ? parts_led(alike, k) : 0;

		if (!led)
			continue;
		struct compared other = canonical(&c->reading[k].uri, data + size);

		for (size_t p = 0; p < EU_N_COMPARED_PARTS; p++)
			if (led >> eu_compared_parts[p] & 1 &&
			    equal_parts(&one, &other, (enum everyuri_part)eu_compared_parts[p]))
				alike->first[eu_compared_parts[p]][standard] = (uint8_t)k;
	}
}

enum everyuri_status eu_compare_all(const struct everyuri_comparison *comparison,
                                    struct everyuri_buf *buf, struct eu_alike *alike,
                                    struct everyuri_error *err)
{
	size_t size = largest_canonical(comparison);
	enum everyuri_status s = eu_buf_reserve(buf, 2 * size + 1, err);

	if (s)
		return s;
	memset(alike, 0, sizeof *alike);
	for (int k = 0; k < EVERYURI_N_STANDARDS; k++)
		if (comparison->accepted >> k & 1)
			place_reading(comparison, k, buf->data, size, alike);
	return EVERYURI_OK;
}
