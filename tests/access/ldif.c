/* ldif.c - entries as libcurl tells them, whole and in pieces, become LDIF. */
#include "net/ldif.h"
#include "tap.h"

#include <string.h>

struct got_ldif {
	char text[40000];
	size_t len, stop_at;
};

static bool get_ldif(void *context, const char *data, size_t len)
{
	struct got_ldif *got = context;

	if (got->len + len < sizeof got->text)
		memcpy(got->text + got->len, data, len);
	got->len += len;
	return !got->stop_at || got->len < got->stop_at;
}

/* Returns: what came was taken, and ended with an entry. */
static bool feed(const char *text, size_t len, size_t piece, struct got_ldif *got)
{
	static struct eu_ldif ldif;

	memset(&ldif, 0, sizeof ldif);
	ldif.context = got;
	ldif.bytes = get_ldif;
	got->len = 0;
	for (size_t at = 0; at < len; at += piece)
		if (!eu_ldif_take(&ldif, text + at, len - at < piece ? len - at : piece))
			return false;
	return eu_ldif_ended(&ldif);
}

static void becomes(const char *text, const char *ldif, const char *name)
{
	static struct got_ldif got;
	const size_t len = strlen(text), n = strlen(ldif);
	bool good = feed(text, len, len + 1, &got);

	good = good && got.len == n && !memcmp(got.text, ldif, n);
	if (!ok(good, "%s", name))
		diag("%.*s", (int)got.len, got.text);
	for (size_t piece = 1; piece < 8; piece++)
		good = good && feed(text, len, piece, &got) && got.len == n &&
		       !memcmp(got.text, ldif, n);
	ok(good, "%s, in pieces", name);
}

static void is_wrong(const char *text, const char *name)
{
	static struct got_ldif got;

	ok(!feed(text, strlen(text), 3, &got), "%s", name);
}

static void long_names(void)
{
	static struct got_ldif got;
	static char text[EU_LDIF_NAME + 100];
	size_t n = 4 + EU_LDIF_NAME - 1; /* with the blank in front */

	memset(text, 'x', sizeof text);
	memcpy(text, "DN: ", 4);
	text[n] = '\n';
	ok(feed(text, n + 1, 1000, &got) && got.len == 11 + 5 + EU_LDIF_NAME - 1 + 1,
	   "the longest name");
	text[n] = 'x';
	text[n + 1] = '\n';
	ok(!feed(text, n + 2, 1000, &got), "one byte more is too long");
	memset(text + 4, '\t', n - 4);
	memcpy(text, "DN: a\n\tb: ", 10);
	text[n] = '\n';
	ok(feed(text, n + 1, 1000, &got) && got.len > EU_LDIF_NAME, "a value may be longer");
	got.stop_at = 100;
	ok(!feed(text, n + 1, n, &got), "the receiver may stop");
	got.stop_at = 0;
}

/* A name and a value with line ends, each in one piece. */
static void own_line_ends(void)
{
	static const char want[] = "version: 1\n\ndn:: YQpkbjogYg==\nb:: eAoJYzogZA==\n";
	static struct eu_ldif ldif;
	static struct got_ldif got;
	bool good;

	ldif.context = &got;
	ldif.bytes = get_ldif;
	good = eu_ldif_take(&ldif, "DN:", 3) && eu_ldif_take(&ldif, " ", 1) &&
	       eu_ldif_take_one(&ldif, "a\ndn: b", 7) && eu_ldif_take(&ldif, "\n\tb: ", 5) &&
	       eu_ldif_take_one(&ldif, "x\n\tc: d", 7) && eu_ldif_take(&ldif, "\n\n", 2);
	got.text[got.len] = '\0';
	is_text(got.text, got.len, want, "RFC 2849: a name or value with line ends is base64");
	ok(good && eu_ldif_ended(&ldif), "... and ends where it ends");
	ok(eu_ldif_take(&ldif, "DN: a\n\tb: c", 11) && !eu_ldif_take_one(&ldif, "d\n\te: f", 7),
	   "in the rest of a value they are wrong");
}

/* What libcurl might do otherwise. */
static void odd_names(void)
{
	static char text[EU_LDIF_NAME + 100];
	static struct eu_ldif ldif;
	static struct got_ldif got;

	memset(text, 'x', sizeof text);
	text[0] = '\n';
	ldif.context = &got;
	ldif.bytes = get_ldif;
	ok(eu_ldif_take(&ldif, "DN:", 3) && eu_ldif_take_one(&ldif, text, EU_LDIF_NAME),
	   "the longest name in one piece");
	ok(!eu_ldif_take_one(&ldif, "x", 1), "and one byte more");
	memset(&ldif, 0, sizeof ldif);
	ldif.context = &got;
	ldif.bytes = get_ldif;
	got.len = 0;
	got.stop_at = 30;
	ok(eu_ldif_take(&ldif, "DN: a\n\tb: ", 10) && !eu_ldif_take_one(&ldif, text, EU_LDIF_NAME),
	   "the receiver may stop in a value of one piece");
	got.stop_at = 0;
	memset(&ldif, 0, sizeof ldif);
	ldif.context = &got;
	ldif.bytes = get_ldif;
	got.len = 0;
	ok(eu_ldif_take(&ldif, "DN: a\0b\n", 8) && eu_ldif_take(&ldif, "\tc: \n\n", 6),
	   "NUL in a name, and a value of nothing");
	is_text(got.text, got.len, "version: 1\n\ndn:: YQBi\nc:\n",
	        "RFC 2849: the name is base64, and the value empty");
}

int main(void)
{
	becomes("", "", "no entry");
	becomes("DN: o=a\n\to: a\n\tcn:: w6Q=\n\n", "version: 1\n\ndn: o=a\no: a\ncn:: w6Q=\n",
	        "an entry; what is base64 already stays so");
	becomes("DN:\n\to: a\n\nDN: o=b\n\n", "version: 1\n\ndn:\no: a\n\ndn: o=b\n",
	        "the root and an entry without attributes");
	becomes("DN: o=\xC3\xA4\n\n", "version: 1\n\ndn:: bz3DpA==\n",
	        "RFC 2849: a name beyond US-ASCII is base64");
	becomes("DN:  a\n\nDN: :a\n\nDN: <a\n\nDN: a \n\n",
	        "version: 1\n\ndn:: IGE=\n\ndn:: OmE=\n\ndn:: PGE=\n\ndn:: YSA=\n",
	        "RFC 2849: a name that begins or ends as none may is base64");
	becomes("DN: a\n\tb: :c\n\tb: <d\n\tb: <dd\n\tb: <ddd\n\tb: e:<\n\n",
	        "version: 1\n\ndn: a\nb:: OmM=\nb:: PGQ=\nb:: PGRk\nb:: PGRkZA==\nb: e:<\n",
	        "RFC 2849: a value that begins so too");
	becomes("DN: a\n\tb:\n\tc;binary:: AA==\n\n", "version: 1\n\ndn: a\nb:\nc;binary:: AA==\n",
	        "an empty value, and an option");
	is_wrong("\to: a\n", "an attribute without an entry");
	is_wrong("DN: a\nb: c\n", "a line end within a name");
	is_wrong("DX: a\n", "not an entry");
	is_wrong("DN\n", "half a mark");
	is_wrong("DN: a\n\tb\n", "an attribute without a colon");
	is_wrong("DN: a\n\tb: c", "the end within a value");
	is_wrong("DN: a", "the end within a name");
	long_names();
	own_line_ends();
	odd_names();
	becomes("DN:a\n\n", "version: 1\n\ndn: a\n", "a name without a blank in front");
	becomes("DN: a\rb\n\n", "version: 1\n\ndn:: YQ1i\n", "a CR in a name");
	return done();
}
