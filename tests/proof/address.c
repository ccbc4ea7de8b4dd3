/* address.c - compare the normal form of IPv6 addresses with inet_pton and inet_ntop.
 *
 * Each random address is spelt at random: leading zeros, either case, "::" for any run of
 * zeros, the last four bytes as an IPv4 address.  Normalising must give what inet_ntop
 * writes; RFC 5952 differs from it in one thing, see `expected`. */
#include <everyuri.h>

#include "guard.h"
#include "shapes.h"
#include "tap.h"

#include <arpa/inet.h>
#include <stdlib.h>

#define SHOWN_MAX 5

static void random_address(struct shapes *s, unsigned char address[16])
{
	static const unsigned char mapped[12] = { [10] = 0xFF, [11] = 0xFF };

	for (unsigned k = 0; k < 16; k += 2) {
		unsigned group = shapes_one_in(s, 2) ? 0 : shapes_below(s, 65536);

		group >>= 4 * shapes_below(s, 4);
		address[k] = (unsigned char)(group >> 8);
		address[k + 1] = (unsigned char)group;
	}
	if (shapes_one_in(s, 6))
		memcpy(address, mapped, sizeof mapped);
}

/* Writes a group in a random spelling. */
static void spell_group(struct shapes *s, unsigned group)
{
	static const char *const formats[] = { "%x", "%X", "%04x", "%02X", "%03x" };
	char text[8];

	snprintf(text, sizeof text, SHAPES_PICK(s, formats), group);
	shapes_put(s, text);
}

static void spell(struct shapes *s, const unsigned char address[16])
{
	bool ipv4 = shapes_one_in(s, 4);
	unsigned end = ipv4 ? 6 : 8, gap = end, gap_end = end;

	s->len = 0;
	shapes_put(s, "x://[");
	/* "::" may replace any run of zeros, even if it is not the longest. */
	for (unsigned k = 0; k < end; k++) {
		unsigned run = 0;

		while (k + run < end && !address[2 * (k + run)] && !address[2 * (k + run) + 1])
			run++;
		if (run && gap == end && shapes_one_in(s, 2)) {
			gap = k;
			gap_end = k + 1 + shapes_below(s, run);
		}
	}
	for (unsigned k = 0; k < end; k++) {
		if (k == gap) {
			shapes_put(s, "::");
			k = gap_end - 1;
			continue;
		}
		if (k && k != gap_end)
			shapes_byte(s, ':');
		spell_group(s, (unsigned)address[2 * k] << 8 | address[2 * k + 1]);
	}
	if (ipv4) {
		char text[20];

		if (gap_end != end || gap == end)
			shapes_byte(s, ':');
		snprintf(text, sizeof text, "%u.%u.%u.%u", address[12], address[13], address[14],
		         address[15]);
		shapes_put(s, text);
	}
	shapes_put(s, "]");
}

/* inet_ntop writes an IPv4 address behind ::/96 too, which RFC 5952 5 asks for where the prefix
 * tells of one; that use of this prefix is deprecated (RFC 4291 2.5.5.1).  Then the same in
 * hexadecimal digits. */
static void expected(const unsigned char address[16], char *text, size_t size)
{
	static const unsigned char zeros[12];
	char address_text[INET6_ADDRSTRLEN];
	unsigned high = (unsigned)address[12] << 8 | address[13];
	unsigned low = (unsigned)address[14] << 8 | address[15];

	inet_ntop(AF_INET6, address, address_text, sizeof address_text);
	if (memcmp(address, zeros, sizeof zeros) != 0 || !high)
		snprintf(text, size, "x://[%s]", address_text);
	else
		snprintf(text, size, "x://[::%x:%x]", high, low);
}

int main(void)
{
	unsigned long rounds = getenv("EVERYURI_QUICK") ? 20000 : 1000000, differ = 0, foreign = 0;
	struct shapes s = { .state = 5952 };
	struct guard guard = { 0 };
	struct everyuri_buf buf;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	for (unsigned long round = 0; round < rounds; round++) {
		unsigned char address[16], read[16];
		char want[80], inside[80];
		struct everyuri_uri uri;
		bool same;

		random_address(&s, address);
		spell(&s, address);
		snprintf(inside, sizeof inside, "%.*s", (int)s.len - 6, s.text + 5);
		foreign += inet_pton(AF_INET6, inside, read) == 1 && !memcmp(read, address, 16);
		expected(address, want, sizeof want);
		same = !everyuri_parse(guard_end(&guard, s.text, s.len), s.len, EVERYURI_RFC3986, 0,
		                       NULL, NULL, &uri, NULL) &&
		       !everyuri_normalize(&uri, EVERYURI_LEVEL_SYNTAX, &buf, NULL, NULL) &&
		       buf.len == strlen(want) && !memcmp(buf.data, want, buf.len);
		if (same || differ++ >= SHOWN_MAX)
			continue;
		diag("%.*s gives %.*s, not %s", (int)s.len, s.text, (int)buf.len, buf.data, want);
	}
	ok(foreign > rounds - rounds / 100, "inet_pton reads %lu of %lu spellings", foreign,
	   rounds);
	ok(!differ, "RFC 5952 4 and 5: %lu spellings become the canonical text, %lu do not", rounds,
	   differ);
	everyuri_buf_free(&buf);
	guard_free(&guard);
	return done();
}
