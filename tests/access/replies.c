/* replies.c - what servers write in small: dates, sizes, codes and ports, well and badly. */
#include "access/conversation.h"
#include "guard.h"
#include "tap.h"

static struct everyuri_text guarded(struct guard *guard, const char *words)
{
	return (struct everyuri_text){ guard_end(guard, words, strlen(words)), strlen(words) };
}

/* ---- dates: RFC 5322 3.3 and 4.3 --------------------------------------------------------------------- */

static const struct {
	const char *text, *utc; /* "": it is none */
} dates[] = {
	{ "Sat, 21 Nov 2026 17:00:09 +0000", "2026-11-21T17:00:09Z" },
	{ "21\tNov 2026 17:00", "2026-11-21T17:00:00Z" },
	{ "21 Nov 2026 17:00:60 GMT", "2026-11-21T17:00:60Z" },
	{ "21 nov 26 17:00:00 UT", "2026-11-21T17:00:00Z" },
	{ "21 Nov 96 17:00:00 Z", "1996-11-21T17:00:00Z" },
	{ "21 Nov 126 17:00:00", "2026-11-21T17:00:00Z" },
	{ "21 Nov 2026 17:00:00 -0130", "2026-11-21T18:30:00Z" },
	{ "21 Nov 2026 17:00:00 +0130", "2026-11-21T15:30:00Z" },
	{ "21 Nov 2026 12:00:00 EST", "2026-11-21T17:00:00Z" },
	{ "21 Nov 2026 12:00:00 EDT", "2026-11-21T16:00:00Z" },
	{ "21 Nov 2026 12:00:00 PST", "2026-11-21T20:00:00Z" },
	{ "21 Nov 2026 12:00:00 CDT", "2026-11-21T17:00:00Z" },
	{ "21 Nov 2026 12:00:00 XST", "2026-11-21T12:00:00Z" },
	{ "21 Nov 2026 12:00:00 EAT", "2026-11-21T12:00:00Z" },
	{ "21 Nov 2026 12:00:00 CEST", "2026-11-21T12:00:00Z" },
	{ "21 Nov 2026 12:00:00 E", "2026-11-21T12:00:00Z" },
	{ "21 Nov 2026 12:00:00 12345", "2026-11-21T12:00:00Z" },
	{ "21 Nov 2026 12:00:00 +x100", "2026-11-21T12:00:00Z" },
	{ "21 Nov 2026 12:00:00 +12345", "2026-11-21T12:00:00Z" },
	{ "1 Mar 2024 00:10:00 +0100", "2024-02-29T23:10:00Z" },
	{ "1 Mar 2023 00:10:00 +0100", "2023-02-28T23:10:00Z" },
	{ "1 Mar 2000 00:10:00 +0100", "2000-02-29T23:10:00Z" },
	{ "1 Mar 2100 00:10:00 +0100", "2100-02-28T23:10:00Z" },
	{ "1 Jan 2026 00:10:00 +0100", "2025-12-31T23:10:00Z" },
	{ "30 Nov 2026 23:30:00 -0100", "2026-12-01T00:30:00Z" },
	{ "29 Nov 2026 23:30:00 -0100", "2026-11-30T00:30:00Z" },
	{ "31 Dec 2026 23:30:00 -0100", "2027-01-01T00:30:00Z" },
	{ "1 Jan 1900 00:10:00 +0100", "" },
	{ "31 Dec 9999 23:30:00 -0100", "" },
	{ "21 Nov 2026 12:00:00 +2400", "" },
	{ "21 Nov 2026 12:00:00 -9999", "" },
	{ "0 Nov 2026 12:00:00", "" },
	{ "31 Nov 2026 12:00:00", "" },
	{ "29 Feb 2023 12:00:00", "" },
	{ "123 Nov 2026 12:00:00", "" },
	{ "21 Nox 2026 12:00:00", "" },
	{ "21 No", "" },
	{ "21 Nov 1899 12:00:00", "" },
	{ "21 Nov 20261 12:00:00", "" },
	{ "21 Nov x", "" },
	{ "21 Nov 2026", "" },
	{ "21 Nov 2026 24:00:00", "" },
	{ "21 Nov 2026 12", "" },
	{ "21 Nov 2026 12.30", "" },
	{ "21 Nov 2026 12:60:00", "" },
	{ "21 Nov 2026 12:x", "" },
	{ "21 Nov 2026 12:00:61", "" },
	{ "21 Nov 2026 12:00:x", "" },
	{ "Sat,", "" },
	{ "", "" },
};

/* ---- replies of three digits ---------------------------------------------------------------------------- */

/* Of each line what it is: "+" the last of a reply, "-" one of several, "!" no reply. */
static const struct {
	const char *lines[4], *one, *several;
} replies[] = {
	{ { "220 x" }, "+", "+" },
	{ { "599 x" }, "+", "+" },
	{ { "100" }, "+", "+" },
	{ { "220-x", "y", "220 z" }, "!", "--+" },
	{ { "220-x", "221 y", "220" }, "!", "--+" },
	{ { "220-x", "220-y", "220x" }, "!", "---" },
	{ { "099 x" }, "!", "!" },
	{ { "600 x" }, "!", "!" },
	{ { "22 x" }, "!", "!" },
	{ { "22" }, "!", "!" },
	{ { "2x0 x" }, "!", "!" },
	{ { "220x" }, "!", "!" },
	{ { "" }, "!", "!" },
};

static void reply(size_t i, bool (*read)(struct everyuri_conversation *, const char *, size_t),
                  const char *want, const char *name)
{
	struct everyuri_conversation c = { .doing = EU_REPLYING };
	struct guard guard = { 0 };
	char got[5] = "";
	size_t n = 0;

	for (; n < 4 && replies[i].lines[n] && c.doing != EU_ENDED; n++) {
		struct everyuri_text line;
		bool last;

		line = guarded(&guard, replies[i].lines[n]);
		last = read(&c, line.data, line.len);
		got[n] = c.doing == EU_ENDED ? '!' : last ? '+' : '-';
	}
	guard_free(&guard);
	is_text(got, n, want, "rfc959 4.2: %s: \"%s\"", name, replies[i].lines[0]);
}

/* ---- ports ------------------------------------------------------------------------------------------------- */

static const struct {
	const char *line;
	uint16_t epsv, pasv; /* 0: none */
} ports[] = {
	{ "229 Entering Extended Passive Mode (|||6446|)", 6446, 0 },
	{ "229 (!!!65535!)", 65535, 0 },
	{ "229 (|||65536|)", 0, 0 },
	{ "229 (|||99999999999999999999|)", 0, 0 },
	{ "229 (|||1023|)", 0, 0 },
	{ "229 (|||1024|)", 1024, 0 },
	{ "229 (||||1)", 0, 0 },
	{ "229 (||!6446|)", 0, 0 },
	{ "229 (|!|6446|)", 0, 0 },
	{ "229 (|||6446!)", 0, 0 },
	{ "229 (|||6446|.", 0, 0 },
	{ "229 (|||6446|", 0, 0 },
	{ "229 (|||6446", 0, 0 },
	{ "229 (   6446 )", 0, 0 },
	{ "229 (\177\177\177"
	  "6446\177)",
	  0, 0 },
	{ "229 (||||) x", 0, 0 },
	{ "229 no port", 0, 0 },
	{ "229", 0, 0 },
	{ "227 Entering Passive Mode (10,0,0,1,156,65).", 0, 40001 },
	{ "227 10,0,0,1,4,0", 0, 1024 },
	{ "227 10,0,0,1,3,255", 0, 0 },
	{ "227 10,0,0,1,156", 0, 0 },
	{ "227 10,0,0,1,156,", 0, 0 },
	{ "227 10,0,0,1,156,256", 0, 0 },
	{ "227 10,0,0,1.156,65", 0, 0 },
	{ "227 10,0,300,1,156,65", 0, 0 },
	{ "227 (10,,0,1,156,65)", 0, 0 },
	{ "227 no port", 0, 0 },
	{ "227", 0, 0 },
};

/* ---- sizes --------------------------------------------------------------------------------------------------- */

static const struct {
	const char *text;
	uint64_t size;
} sizes[] = {
	{ "0", 0 },
	{ "000012", 12 },
	{ "1844674407370955159", UINT64_C(1844674407370955159) },
	{ "18446744073709551599", UINT64_C(18446744073709551599) },
	{ "18446744073709551616", EVERYURI_LENGTH_UNKNOWN },
	{ "99999999999999999999", EVERYURI_LENGTH_UNKNOWN },
	{ "-1", EVERYURI_LENGTH_UNKNOWN },
	{ "1 ", EVERYURI_LENGTH_UNKNOWN },
	{ "", EVERYURI_LENGTH_UNKNOWN },
};

/* ---- hosts of URIs ------------------------------------------------------------------------------------------- */

static const struct {
	const char *host;
	uint16_t port;
	const char *out; /* NULL: no host */
} hosts[] = {
	{ "h.example", 0, "://h.example/" },
	{ "h-1_a", 65535, "://h-1_a:65535/" },
	{ "2001:db8::1", 70, "://[2001:db8::1]:70/" },
	{ "::192.0.2.1", 0, "://[::192.0.2.1]/" },
	{ "a~b", 0, NULL },
	{ "a/b", 0, NULL },
	{ "::g", 0, NULL },
	{ "", 0, NULL },
};

int main(void)
{
	struct guard guard = { 0 };

	for (size_t i = 0; i < sizeof dates / sizeof *dates; i++) {
		char date[EU_DATE_SIZE];
		size_t n = eu_date_of_message(guarded(&guard, dates[i].text), date);

		is_text(date, n, dates[i].utc, "rfc5322 3.3: \"%s\"", dates[i].text);
	}
	for (size_t i = 0; i < sizeof replies / sizeof *replies; i++) {
		reply(i, eu_reply_of_line, replies[i].one, "one line");
		reply(i, eu_reply_of_lines, replies[i].several, "several lines");
	}
	for (size_t i = 0; i < sizeof ports / sizeof *ports; i++) {
		struct everyuri_text line = guarded(&guard, ports[i].line);

		is_number(eu_epsv_port(line.data, line.len), ports[i].epsv, "rfc2428 3: \"%s\"",
		          ports[i].line);
		is_number(eu_pasv_port(line.data, line.len), ports[i].pasv,
		          "rfc1123 4.1.2.6: \"%s\"", ports[i].line);
	}
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
		ok(eu_size_of_text(guarded(&guard, sizes[i].text)) == sizes[i].size,
		   "a size: \"%s\"", sizes[i].text);
	for (size_t i = 0; i < sizeof hosts / sizeof *hosts; i++) {
		char text[100];
		struct eu_out out = { text, 0 };
		bool good = eu_uri_host(&out, guarded(&guard, hosts[i].host), hosts[i].port);

		is_text(good ? text : NULL, out.len, hosts[i].out, "the host of a URI: \"%s\"",
		        hosts[i].host);
	}
	guard_free(&guard);
	return done();
}
