/* redact.c - uri.h everyuri_redact and everyuri_redact_text: what is hidden, what is not. */
#include <everyuri.h>

#include "guard.h"
#include "in_time.h"
#include "rows.h"
#include "tap.h"

#include <stdlib.h>
#include <time.h>

static struct guard guard;

static const struct everyuri_text keys[] = { { "token", 5 }, { "a b", 3 } };

/* flags: everyuri_secrets'; KEYS: hide the values of the keys above too. */
enum { KEYS = 1 << 16 };

static struct everyuri_secrets secrets_of(unsigned flags)
{
	struct everyuri_secrets secrets = { flags & ~(unsigned)KEYS, keys, flags & KEYS ? 2 : 0 };

	return secrets;
}

/* A URI or reference under one standard, and as that rewrites it; want NULL: unchanged. */
static void hidden(enum everyuri_standard standard, const char *text, unsigned flags,
                   const char *want)
{
	struct everyuri_secrets secrets = secrets_of(flags);
	struct everyuri_uri uri;
	struct everyuri_buf buf, read;
	size_t len = strlen(text);

	everyuri_buf_init(&buf, NULL, 0, NULL);
	everyuri_buf_init(&read, NULL, 0, NULL);
	if (ok(!everyuri_parse(guard_end(&guard, text, len), len, standard, EVERYURI_ADMIT_PARTIAL,
	                       NULL, &read, &uri, NULL),
	       "%s reads %s", everyuri_standard_name(standard), text)) {
		everyuri_redact(&uri, &secrets, &buf, NULL);
		is_text(buf.data, buf.len, want ? want : text, "uri.h redact (%s, %x): %s",
		        everyuri_standard_name(standard), flags, text);
	}
	everyuri_buf_free(&buf);
	everyuri_buf_free(&read);
}

/* A text that is no URI. */
static void loosely_of(const char *text, size_t len, unsigned flags, const char *want)
{
	struct everyuri_secrets secrets = secrets_of(flags);
	struct everyuri_buf buf;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	everyuri_redact_text(guard_end(&guard, text, len), len, &secrets, &buf, NULL);
	is_text(buf.len ? buf.data : "", buf.len, want ? want : text, "uri.h redact_text (%x): %s",
	        flags, text);
	everyuri_buf_free(&buf);
}

static void loosely(const char *text, unsigned flags, const char *want)
{
	loosely_of(text, strlen(text), flags, want);
}

static void passwords(void)
{
	const enum everyuri_standard s = EVERYURI_RFC3986;

	hidden(s, "http://u:p@h:80/a%2fb?q=%3a#f", 0, "http://u:***@h:80/a%2fb?q=%3a#f");
	hidden(s, "http://h/a?b#c", 0, NULL);
	hidden(s, "http://u@h/", 0, NULL);
	hidden(s, "http://u:@h/", 0, "http://u:***@h/");
	hidden(s, "http://:p@h/", 0, "http://:***@h/");
	hidden(s, "http://u:p:q@h/", 0, "http://u:***@h/");
	hidden(s, "ftp://u:p%40@[::1]/", 0, "ftp://u:***@[::1]/");
	hidden(s, "x://u:p@", 0, "x://u:***@");
	hidden(s, "http://h:80/x:y@z", 0, NULL);
	hidden(s, "mailto:a:b@c", 0, NULL);
	hidden(s, "urn:a:b", 0, NULL);
	hidden(EVERYURI_RFC1738, "ftp://u:p@h/d;type=a", 0, "ftp://u:***@h/d;type=a");
	hidden(EVERYURI_RFC1738, "URL:ftp://u:p@h/", 0, "URL:ftp://u:***@h/");
	hidden(EVERYURI_RFC1630, "telnet://u:p@h", 0, "telnet://u:***@h");
	hidden(EVERYURI_URI1994, "ftp://u:p@h/a b", 0, "ftp://u:***@h/a b");
	hidden(EVERYURI_URL1993, "ftp://u:p@h.dom/a", 0, "ftp://u:***@h.dom/a");
}

/* What others would take for a password, although the standard does not. */
static void passwords_elsewhere(void)
{
	const enum everyuri_standard s = EVERYURI_RFC3986;

	hidden(EVERYURI_URI1994, "x://u:p@1h/", 0, "x://u:***@1h/");
	/* RFC 2396 3.2.1: all of it is a registry's name. */
	hidden(EVERYURI_RFC2396, "x://u:p@h,d:a/", 0, "x://u:***@h,d:***/");
	hidden(s, "jdbc:db://u:p@h/d", 0, "jdbc:db://u:***@h/d");
	hidden(s, "http:u:p@h/", 0, "http:u:***@h/");
	hidden(s, "HTTPS:/u:p@h/", 0, "HTTPS:/u:***@h/");
	hidden(s, "x:/u:p@h/", 0, NULL);
	hidden(s, "http://w/web/1/http://u:p@h/", 0, "http://w/web/1/http://u:***@h/");
	hidden(s, "http://h/?to=http://u:p@g&c=d:e@f", 0, "http://h/?to=http://u:***@g&c=d:e@f");
	hidden(s, "http://h/#http://u:p@g", 0, "http://h/#http://u:***@g");
	hidden(s, "http://u:p@h//v:q@g", 0, "http://u:***@h//v:***@g");
	hidden(s, "ftp:u:p@h/", 0, "ftp:u:***@h/");
	hidden(s, "ws:u:p@h/", 0, "ws:u:***@h/");
	hidden(s, "wss:u:p@h/", 0, "wss:u:***@h/");
	hidden(s, "file:u:p@h/", 0, NULL);
	hidden(s, "http://h/a:b?c@d", 0, NULL);
	hidden(s, "http:////u:p@h/", 0, "http:////u:***@h/");
	hidden(s, "x:/a/b//u:p@h/", 0, "x:/a/b//u:***@h/");
	/* RFC 1630, BNF: a host may hold an "@". */
	hidden(EVERYURI_RFC1630, "ftp://u:pw@RD@h/", 0, "ftp://u:***@h/");
	hidden(EVERYURI_URL1993, "x://:p@u:q@h/", 0, "x://:***@h/");
	/* RFC 1808 2.4.3: a "?" ends no authority. */
	hidden(EVERYURI_RFC2396, "x://u:p?q@h/", 0, "x://u:***@h/");
	hidden(EVERYURI_RFC2396, "//u:p?q@h/", 0, "//u:***@h/");
	hidden(EVERYURI_RFC2396, "a//u:p?q@h/", 0, NULL);
	hidden(EVERYURI_RFC2396, "x://u:1?q@h/", 0, "x://u:***@h/");
	hidden(EVERYURI_RFC2396, "x://u?q@h/", 0, NULL);
	hidden(s, "ftp://ann:12?34@h/x", 0, "ftp://ann:***@h/x");
	hidden(s, "ftp://ann:?pw@h/x", 0, "ftp://ann:***@h/x");
	hidden(s, "ftp://ann?x:pw@h/", 0, "ftp://ann?x:***@h/");
	hidden(s, "URL:ftp://ann:12?34@h/x", 0, "URL:ftp://ann:***@h/x");
	hidden(s, "ftp://ann@h:12?34@g/", 0, "ftp://***@g/");
	hidden(s, "ftp://u:p@h?x@g/", 0, "ftp://u:***@g/");
	hidden(EVERYURI_WHATWG, "x://:p@h?y@g/", 0, "x://:***@g/");
	hidden(s, "ftp://h:21/?q@g", 0, NULL);
	hidden(s, "ftp://h:21?a/b@g", 0, NULL);
	hidden(s, "ftp://h:21?a#b@g", 0, NULL);
	hidden(EVERYURI_RFC2396, "x://u:p?q/r@h", 0, "x://u:***@h");
	hidden(EVERYURI_RFC2396, "x://u:p?q#r@h", 0, "x://u:***@h");
	hidden(s, "http://[2001:db8::1]?m=a@b.c", 0, NULL);
	hidden(s, "//h/a?b@c", 0, NULL);
	hidden(EVERYURI_RFC1738, "gopher://h/1?token=x", KEYS, "gopher://h/1?token=***");
	/* A browser's authority ends at a backslash too. */
	hidden(EVERYURI_WHATWG, "x:p//u:p@h\\q@g", 0, "x:p//u:***@h\\q@g");
	hidden(EVERYURI_WHATWG, "x:p//h\\u:p@g", 0, NULL);
}

static void other_parts(void)
{
	const enum everyuri_standard s = EVERYURI_RFC3986;
	const unsigned user = EVERYURI_REDACT_USER, query = EVERYURI_REDACT_QUERY,
		       fragment = EVERYURI_REDACT_FRAGMENT;

	hidden(s, "http://u:p@h/", user, "http://***:***@h/");
	hidden(s, "http://u@h/", user, "http://***@h/");
	hidden(s, "http://h/", user, NULL);
	hidden(s, "http://h/?a=b&c#d", query, "http://h/?***#d");
	hidden(s, "http://h/?", query, "http://h/?***");
	hidden(s, "http://h/#d?", query, NULL);
	hidden(s, "http://h/?a#d", fragment, "http://h/?a#***");
	hidden(s, "http://h/#", fragment, "http://h/#***");
	hidden(s, "http://h/?to+en=x&a+b+=y", KEYS, NULL);
	hidden(s, "http://h/?token=x&b=y&token=z=w&token", KEYS,
	       "http://h/?token=***&b=y&token=***&token");
	hidden(s, "http://h/?%74oken=x&TOKEN=&a+b=1&a%20b=2&tokens=3&toke=4", KEYS,
	       "http://h/?%74oken=***&TOKEN=***&a+b=***&a%20b=***&tokens=3&toke=4");
	/* A plus is a blank only as it stands, and no other byte is. */
	hidden(s, "http://h/?a%2Bb=1&aXb=2&a%58b=3&ab=4&token+=5", KEYS, NULL);
	hidden(s, "http://h/?=1&token==2&x=token&token=", KEYS,
	       "http://h/?=1&token=***&x=token&token=***");
	hidden(s, "http://h/?a=//u:p@g&b", KEYS, "http://h/?a=//u:***@g&b");
	hidden(s, "http://h/?a//u:p@g?token=1&b", KEYS, "http://h/?a//u:***@g?token=***&b");
	hidden(s, "http://h/?a=1;token=x;b=2&c=3", KEYS, "http://h/?a=1;token=***&c=3");
	hidden(s, "http://h/?to=/g?token=x&c", KEYS, "http://h/?to=/g?token=***&c");
	hidden(s, "http://h/#token=x&c=d", KEYS, "http://h/#token=***&c=d");
	hidden(s, "http://h/token=x", KEYS, NULL);
}

static void bad_texts(void)
{
	loosely("http://u:p@h ost/a@b", 0, "http://***@h ost/a@b");
	loosely("http://u@h ost/", 0, "http://***@h ost/");
	loosely("//u:p@h", 0, "//***@h");
	loosely("http://u:p/q?r#s@h/", 0, "http://***@h/");
	loosely("http://u:p@q@h/ ", 0, "http://***@h/ ");
	loosely("http://h ost/a@b", 0, NULL);
	loosely("http://h:80/ a@b", 0, NULL);
	loosely("http://[::1]/ a@b", 0, NULL);
	loosely("//[1@::2:3]/ //[1@::2:3]/", 0, "//***@:***/");
	loosely("//[::1]@::2/ x@y", 0, "//***@y");
	loosely(" http:u:p@h", 0, " http:***@h");
	loosely("http:\\\\u:p@h", 0, "http:\\\\***@h");
	loosely("x:/\t/u:p@h", 0, "x:/\t/***@h");
	loosely("ht\ttp:/u:p@h", 0, "ht\ttp:***@h");
	loosely("x:/\n/u:p@h", 0, "x:/\n/***@h");
	loosely("x:/\r/u:p@h", 0, "x:/\r/***@h");
	loosely("x:/\v/u:p@h", 0, "x:***@h");
	loosely("u p@h", 0, "***@h");
	loosely("u p?@h", 0, "***@h");
	loosely("\x01 http:u:p@h", 0, "\x01 http:***@h");
	loosely("http://u\\v@h ost", 0, "http://***@h ost");
	loosely("http://u@v:p/w@h ost", 0, "http://***@h ost");
	loosely("http://u@v:1/w@h ost", 0, "http://***@v:1/w@h ost");
	loosely("http://h ost/?token=x&b=//u@g#f", KEYS | EVERYURI_REDACT_FRAGMENT,
	        "http://h ost/?token=***&b=//***@g#***");
	loosely("ftp://ann:12?34@h ost/a@b", 0, "ftp://***@h ost/a@b");
	loosely("http://ann:?pw@h:x ost/a@b", 0, "http://***@b");
	loosely("http:u:/sEcReT@h h/", 0, "http:***@h h/");
	loosely("http:u#:sEcReT\\@h h/", 0, "http:***@h h/");
	loosely("http:u/:\"sEcReT\"@h", 0, "http:***@h");
	loosely("http://[::pw#1@h:80/", 0, "http://***@h:80/");
	loosely("http://[::1]x:p/q@h ost/", 0, "http://***@h ost/");
	loosely("http://[::1]:80/ a@b", 0, NULL);
	loosely("http://my user:?pw@h/", 0, "http://***@h/");
	loosely("http://my user:/pw@h/", 0, "http://***@h/");
	loosely_of("http://u\0:p/w@h", 15, 0, "http://***@h");
	loosely("", 0, "");
	loosely("@", 0, "***@");
	loosely("%", 0, NULL);
}

/* tests/redact plays them through all that shows a URI. */
static void vectors(void)
{
	static const char *const names[] = { "id", "clause", "input", "expected" };
	struct rows rows;

	if (!rows_open(&rows, "vectors/redact/secrets.tsv", names, 4))
		return;
	while (rows_next(&rows)) {
		const struct row_field *input = &rows.field[2], *want = &rows.field[3];
		struct everyuri_buf buf;

		everyuri_buf_init(&buf, NULL, 0, NULL);
		everyuri_redact_text(guard_end(&guard, input->text, input->len), input->len,
		                     &(struct everyuri_secrets){ 0 }, &buf, NULL);
		ok(buf.len == want->len && !memcmp(buf.data, want->text, want->len),
		   "vectors/redact %.*s", (int)rows.field[0].len, rows.field[0].text);
		everyuri_buf_free(&buf);
	}
}

/* THREATS L3: time is linear on what makes careless code slow. */
static void large(void)
{
	static const char *const pieces[] = { "/", "//", "//@",     "//a:",   "@",    ":",
		                              "?", "&",  "token=&", ";token", "\\\t", "//:@/" };
	const size_t times = getenv("EVERYURI_QUICK") ? 30000 : 300000;
	struct everyuri_secrets secrets = secrets_of(KEYS);
	struct everyuri_buf buf;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	for (size_t k = 0; k < sizeof pieces / sizeof *pieces; k++) {
		size_t n = strlen(pieces[k]);
		char *text = malloc(n * times + 2);
		clock_t start = clock();

		if (!text)
			abort();
		memcpy(text, "x:", 2);
		for (size_t i = 0; i < times; i++)
			memcpy(text + 2 + i * n, pieces[k], n);
		everyuri_redact_text(text, 2 + n * times, &secrets, &buf, NULL);
		ok(in_time(seconds_since(start), 2 + n * times),
		   "THREATS L3: redact_text of %zu times %s", times, pieces[k]);
		free(text);
	}
	everyuri_buf_free(&buf);
}

int main(void)
{
	passwords();
	passwords_elsewhere();
	other_parts();
	bad_texts();
	vectors();
	large();
	guard_free(&guard);
	return done();
}
