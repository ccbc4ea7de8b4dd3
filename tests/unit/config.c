/* config.c - lines of a configuration: what each keyword takes, and the first byte that is wrong where it
 * takes something else (include/everyuri/scheme.h, docs/configuration.md). */
#include <everyuri.h>

#include "guard.h"
#include "tap.h"

#include <stdint.h>

static struct everyuri_buf rules_buf;
static struct guard guard;

enum { GOOD = -1 };

static void lines(const char *text, long at, const char *why)
{
	size_t len = strlen(text);
	struct everyuri_config config = { .n_rules = 12345 };
	struct everyuri_error error = { .at = 0 };
	enum everyuri_status status = everyuri_config_read(guard_end(&guard, text, len), len,
	                                                   &rules_buf, &config, &error);

	is_number(status ? (long long)error.at : GOOD, at, "config_read: %.40s: %s", text, why);
	ok(status ? status == EVERYURI_INVALID && config.n_rules == 12345 : config.n_rules < 12345,
	   "... and the configuration is %s", status ? "untouched" : "written");
}

static void layout(void)
{
	lines("", GOOD, "nothing");
	lines(" \t \n\n\r\n", GOOD, "lines of nothing but blanks");
	lines("# a comment\n  # another", GOOD, "comments");
	lines("proxy p:3128 # the office's", GOOD, "a comment behind a value");
	lines("proxy\tp:3128\t\r\nftp-direct\r", GOOD, "lines that end in CR LF");
	lines("root h /a#b", GOOD, "a number sign in a word begins no comment");
	lines("PROXY p", GOOD, "keywords in either case");
	lines("allow-port 7777", GOOD, "a line of the policy's");
	lines("nonsense 1", 0, "no such keyword");
	lines("nonsense\nftp-direct", 0, "the first line that is wrong is told of");
	lines("ftp-direct\n nonsense", 12, "and where it begins");
	lines("ftp-direct yes", 11, "a flag has no value");
	lines("proxy ", 5, "missing value");
	lines("gateway", 7, "missing name");
	lines("gateway x-g", 11, "a locator is missing");
	lines("scheme 9a", 7, "a wrong name");
	lines("gateway x-g http://h{uri}", 21, "a wrong value");
}

static void controls(void)
{
	lines("anonymous a@\x01", 12, "THREATS C1: no control");
	lines("anonymous a@\x7F", 12, "THREATS C1: nor DEL");
	lines("anonymous a b", 11, "THREATS C1: nor a blank");
	lines("anonymous a\tb", 11, "THREATS C1: nor a tab");
	lines("afs-root /a b", GOOD, "a blank in a path");
	lines("afs-root /a\x02", 11, "but no control");
	lines("program telnet a b", GOOD, "blanks between the words of a program");
	lines("program telnet a \x1B", 17, "but no control");
}

static void servers(void)
{
	char text[400];

	lines("proxy h", GOOD, "a host");
	lines("proxy h.:1", GOOD, "a host with the root's dot, and a port");
	lines("proxy [::1]", GOOD, "an address in brackets");
	lines("proxy [::1]:65535", GOOD, "and a port");
	lines("proxy a..b", 6, "an empty label");
	lines("proxy -a", 6, "a hyphen in front");
	lines("proxy a/b", 6, "a byte that no host has");
	lines("proxy h:", 6, "an empty port");
	lines("proxy h:0", 6, "no port");
	lines("proxy h:80x", 6, "a port with a letter");
	lines("proxy h:65536", 6, "a port above 65535");
	lines("proxy h:655361", 6, "one that is longer still");
	lines("proxy [::1", 6, "a bracket that does not close");
	lines("proxy [::1]1", 6, "more behind brackets");
	lines("proxy [::1x]", 6, "no address in brackets");
	lines("proxy [h]", 6, "a name in brackets");
	memset(text, 'a', sizeof text);
	memcpy(text, "proxy ", 6);
	for (size_t i = 6 + 49; i < sizeof text; i += 50)
		text[i] = '.';
	text[6 + 253] = 0;
	lines(text, GOOD, "RFC 1035 2.3.4: a name of 253 bytes");
	text[6 + 253] = 'a';
	text[6 + 254] = 0;
	lines(text, 6, "RFC 1035 2.3.4: none of 254");
	memset(text + 6, ':', 300);
	text[6] = '[';
	text[305] = ']';
	text[306] = 0;
	lines(text, 6, "no address of 298 bytes");
	lines("this-host h", GOOD, "a host");
	lines("this-host h:80", 10, "no port where a name is asked for");
	lines("this-host a..b", 10, "nor an empty label");
}

static void mail(void)
{
	lines("smtp h", GOOD, "a mailer's host");
	lines("smtp smtp://h:25", GOOD, "with its protocol");
	lines("smtp SMTPS://[::1]:465", GOOD, "over TLS");
	lines("smtp smtp://", 5, "a protocol alone");
	lines("smtp http://h", 5, "another protocol");
	lines("sender a@b", GOOD, "an address");
	lines("sender ab", 7, "without @");
	lines("sender @b", 7, "nothing in front of @");
	lines("sender a@", 7, "nothing behind it");
	lines("sender -a@b", 7, "an option");
	lines("sender <a@b", 7, "an angle bracket");
	lines("sender a@b>", 7, "another");
	lines("sender \xC3\xA9@b", 7, "RFC 5322: beyond US-ASCII");
	lines("message a@b", GOOD, "a message-id");
	lines("message <a@b>", GOOD, "in its brackets");
	lines("message \"a:b\"@c", GOOD, "RFC 5322 3.4.1: a colon in a quoted string");
	lines("message mid:a@b", 8, "a URI is none");
	lines("message ab", 8, "without @");
	lines("message @b", 8, "nothing in front of @");
	lines("message a@", 8, "nothing behind it");
	lines("message <>", 8, "nothing in brackets");
	lines("message <", 8, "half of them");
	lines("message <a@b", 8, "a bracket that does not close");
	lines("message a@b>", 8, "one that was not opened");
}

static void programs(void)
{
	lines("afs-root afs", 9, "a path from nowhere");
	lines("root h a", 7, "another");
	lines("program telnet -x", 15, "THREATS C7: a program begins with no hyphen");
	lines("program telnet a {host} [{host}]:{port}", GOOD, "the two variables");
	lines("program telnet a {} { {1} {host1} {abc", GOOD, "braces without a variable");
	lines("program telnet a {user}", 17,
	      "no other variable: a shorter one would stay as it is");
	lines("program telnet a {hosts}", 17, "nor a longer one");
}

/* What stands in brackets is kept without them. */
static void message(void)
{
	struct everyuri_config config;
	struct everyuri_error error;

	ok(!everyuri_config_read("message <a@b>", 13, &rules_buf, &config, &error), "a message-id");
	is_text(config.message.data, config.message.len, "a@b",
	        "RFC 5322 3.6.4: brackets are none of it");
}

/* A length above the limit: the text is not read. */
static void too_long(void)
{
#if SIZE_MAX > UINT32_MAX
	struct everyuri_config config;
	struct everyuri_error error;

	is_number(everyuri_config_read(guard_end(&guard, "", 0), (size_t)EVERYURI_TEXT_MAX + 1,
	                               &rules_buf, &config, &error),
	          EVERYURI_TOO_LONG, "contract api.length: config_read: too long");
#else
	skip("contract api.length: config_read: too long", "size_t has 32 bits here");
#endif
}

int main(void)
{
	everyuri_buf_init(&rules_buf, NULL, 0, NULL);
	layout();
	controls();
	servers();
	mail();
	programs();
	message();
	too_long();
	everyuri_buf_free(&rules_buf);
	guard_free(&guard);
	return done();
}
