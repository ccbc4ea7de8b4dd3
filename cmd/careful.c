/* careful.c - what is dangerous about a URI, and whether it is fit to be passed on. */
#include "explain.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Where the words of a line begin. */
#define INDENT 13

/* The page, and whether a line has been written. */
struct warner {
	struct page *page;
	bool begun;
	char quoted[QUOTE_SIZE], other[QUOTE_SIZE];
};

static void warn(struct warner *warner, const char *format, ...)
{
	char text[3 * QUOTE_SIZE];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	everyuri_write_text(&warner->page->answer->out,
	                    warner->begun ? "             " : "  careful    ");
	warner->begun = true;
	put_wrapped(warner->page, INDENT, text);
}

/* One part of the reading; data NULL where it is absent. */
static struct everyuri_text part_of(const struct page *page, enum everyuri_part part)
{
	struct everyuri_text text = { 0 };

	everyuri_view(page->seen, part, &text.data, &text.len);
	return text;
}

static bool equals(struct everyuri_text text, const char *word)
{
	if (text.len != strlen(word))
		return false;
	for (size_t i = 0; i < text.len; i++) {
		char byte = text.data[i];

		if ((byte >= 'A' && byte <= 'Z' ? byte + 32 : byte) != word[i])
			return false;
	}
	return true;
}

static bool holds(struct everyuri_text text, const char *word)
{
	size_t n = strlen(word);

	for (size_t at = 0; at + n <= text.len; at++)
		if (equals((struct everyuri_text){ text.data + at, n }, word))
			return true;
	return false;
}

static bool begins(struct everyuri_text text, const char *word)
{
	size_t n = strlen(word);

	return text.len >= n && equals((struct everyuri_text){ text.data, n }, word);
}

static int hex(char digit)
{
	if (digit >= '0' && digit <= '9')
		return digit - '0';
	if (digit >= 'a' && digit <= 'f')
		return digit - 'a' + 10;
	return digit >= 'A' && digit <= 'F' ? digit - 'A' + 10 : -1;
}

/* The byte that "%HH" at `at` stands for, or -1. */
static int escape_at(struct everyuri_text text, size_t at)
{
	if (text.len - at < 3 || text.data[at] != '%')
		return -1;
	int high = hex(text.data[at + 1]), low = hex(text.data[at + 2]);

	return high < 0 || low < 0 ? -1 : high * 16 + low;
}

/* ---- user, password, port ----------------------------------------------------------------- */

static void warn_user(struct warner *warner)
{
	struct page *page = warner->page;
	struct everyuri_text user = part_of(page, EVERYURI_USER);
	struct everyuri_text host = part_of(page, EVERYURI_HOST);
	struct everyuri_text password = part_of(page, EVERYURI_PASSWORD);

	if (user.data && (memchr(user.data, '.', user.len) || equals(user, "localhost")))
		warn(warner, "\"%s\" looks like a host, but is the user: the host is \"%s\"",
		     quote(page, warner->quoted, user.data, user.len),
		     quote(page, warner->other, host.data ? host.data : "", host.len));
	if (password.len || page->masked)
		warn(warner, "a password stands inside: whoever sees this URI has it");
}

static void warn_port(struct warner *warner)
{
	struct page *page = warner->page;
	struct everyuri_text text = part_of(page, EVERYURI_PORT);
	struct everyuri_text scheme = part_of(page, EVERYURI_SCHEME);
	uint16_t port, own;

	if (!text.len)
		return;
	if (everyuri_port(page->seen, &port)) {
		warn(warner, "port %s is out of range: the highest is 65535",
		     quote(page, warner->quoted, text.data, text.len));
		return;
	}
	own = everyuri_scheme_port(scheme.data, scheme.len);
	if (port == own)
		return;
	warn(warner, "port %u is not the scheme's own%s", (unsigned)port,
	     port < 1024 ? ", and below 1024, where a host's other services are" : "");
}

/* ---- host ------------------------------------------------------------------------------------ */

/* One number of an address as inet_aton takes it: 10, 012 or 0xA. */
static bool number_at(struct everyuri_text text, size_t *at, uint64_t *value)
{
	size_t begin = *at;
	int base = 10;

	if (begin < text.len && text.data[begin] == '0') {
		base = 8;
		if (begin + 1 < text.len && (text.data[begin + 1] | 32) == 'x') {
			base = 16;
			*at += 2;
		}
	}
	for (*value = 0; *at < text.len && text.data[*at] != '.'; ++*at) {
		int digit = hex(text.data[*at]);

		if (digit < 0 || digit >= base || *value > UINT32_MAX)
			return false;
		*value = *value * (uint64_t)base + (uint64_t)digit;
	}
	return *at > begin && *value <= UINT32_MAX;
}

/* What inet_aton makes of a host: one to four numbers, of which the last fills what is left. */
static bool loose_ipv4(struct everyuri_text text, uint32_t *address, bool *plain)
{
	uint64_t number[4];
	size_t n = 0, at = 0;

	*plain = true;
	for (;;) {
		size_t begin = at;

		if (n == 4 || !number_at(text, &at, &number[n]))
			return false;
		if (at - begin > 1 && text.data[begin] == '0')
			*plain = false;
		n++;
		if (at == text.len)
			break;
		at++;
	}
	uint64_t value = number[n - 1];

	if (value >> (8 * (5 - n)))
		return false;
	for (size_t i = 0; i + 1 < n; i++) {
		if (number[i] > 255)
			return false;
		value |= number[i] << (24 - 8 * i);
	}
	*address = (uint32_t)value;
	*plain = *plain && n == 4;
	return true;
}

/* Full stops of other scripts, plain and as they are percent-encoded. */
static bool has_other_dot(struct everyuri_text host)
{
	static const char *const dots[] = {
		"\xE3\x80\x82", "\xEF\xBC\x8E", "\xEF\xBD\xA1", "%e3%80%82",
		"%ef%bc%8e",    "%ef%bd%a1",    "%2e",
	};

	for (size_t i = 0; i < sizeof dots / sizeof *dots; i++)
		if (holds(host, dots[i]))
			return true;
	return false;
}

static bool has_high(struct everyuri_text text)
{
	for (size_t at = 0; at < text.len; at++)
		if ((unsigned char)text.data[at] >= 0x80 || escape_at(text, at) >= 0x80)
			return true;
	return false;
}

static void warn_host(struct warner *warner)
{
	struct everyuri_text host = part_of(warner->page, EVERYURI_HOST);
	uint32_t address;
	bool plain;

	if (!host.len)
		return;
	if (has_high(host))
		warn(warner,
		     "the host has characters beyond US-ASCII: it may look like another host");
	if (holds(host, "xn--"))
		warn(warner, "the host has an \"xn--\" label: shown decoded, it may look like "
		             "another host");
	if (has_other_dot(host))
		warn(warner,
		     "the host has a character that some programs take for a dot, and some do not");
	if (host.data[host.len - 1] == '.')
		warn(warner, "the host ends in a dot: the same host, but another text");
	if (loose_ipv4(host, &address, &plain) && !plain)
		warn(warner, "many programs read the host \"%s\" as the address %u.%u.%u.%u",
		     quote(warner->page, warner->quoted, host.data, host.len),
		     (unsigned)(address >> 24), (unsigned)(address >> 16 & 255),
		     (unsigned)(address >> 8 & 255), (unsigned)(address & 255));
}

/* ---- encoded delimiters, controls, dots --------------------------------------------------------- */

/* What is said of an escape whose byte means something when it stands plain. */
struct meaning {
	int byte;
	const char *words;
};

static const struct meaning meanings[] = {
	{ '/', "is data, not a slash, but some programs decode it first" },
	{ '@', "is data, not the end of a user" },
	{ ':', "is data, not what begins a password or a port" },
	{ '?', "is data, not what begins a query" },
	{ '#', "is data, not what begins a fragment" },
	{ '\\', "is a backslash, which some systems take for a slash" },
	{ 0x00, "is a NUL, where many programs end the text" },
	{ '\r', "is a CR: in a protocol's command line it would end the command" },
	{ '\n', "is an LF: in a protocol's command line it would end the command" },
};

static void warn_escapes(struct warner *warner, struct everyuri_text text, const char *where)
{
	for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++) {
		for (size_t at = 0; at < text.len; at++) {
			if (escape_at(text, at) != meanings[i].byte)
				continue;
			warn(warner, "\"%.3s\" in the %s %s", text.data + at, where,
			     meanings[i].words);
			break;
		}
	}
}

/* RFC 1738 3.2.2: the first CWD's argument is then "/...". */
static bool from_the_root(const struct page *page)
{
	struct everyuri_text path = part_of(page, EVERYURI_PATH);

	return equals(part_of(page, EVERYURI_SCHEME), "ftp") && begins(path, "/%2f");
}

static void warn_all_escapes(struct warner *warner)
{
	struct page *page = warner->page;

	if (from_the_root(page))
		warn(warner, "the ftp path begins with an encoded slash: it is counted from the "
		             "server's root, not from the login directory");
	for (int part = EVERYURI_USER; part < EVERYURI_N_PARTS; part++) {
		struct everyuri_text text = part_of(page, (enum everyuri_part)part);

		/* That slash has been spoken of. */
		if (part == EVERYURI_PATH && from_the_root(page)) {
			text.data += 4;
			text.len -= 4;
		}
		warn_escapes(warner, text, everyuri_part_name((enum everyuri_part)part));
	}
}

static void warn_controls(struct warner *warner)
{
	const struct page *page = warner->page;
	struct everyuri_text text = { page->text, page->len };
	bool controls = false;

	for (size_t at = 0; at < text.len; at++)
		controls = controls || (unsigned char)text.data[at] < 0x20 || text.data[at] == 0x7F;
	if (controls)
		warn(warner, "control characters stand inside: some programs take them out, some "
		             "stop there");
	if (memchr(text.data, '\\', text.len))
		warn(warner, "a backslash stands inside: browsers take it for a slash");
	if (holds(text, "\xE2\x80\xAE") || holds(text, "%e2%80%ae"))
		warn(warner, "U+202E stands inside: what follows is shown backwards");
}

/* Is this segment "." or ".."?  *encoded: it is only when %2E is decoded. */
static bool is_dots(struct everyuri_text segment, bool *encoded)
{
	size_t dots = 0;

	*encoded = false;
	for (size_t at = 0; at < segment.len; dots++) {
		if (segment.data[at] == '.') {
			at++;
		} else if (escape_at(segment, at) == '.') {
			at += 3;
			*encoded = true;
		} else {
			return false;
		}
	}
	return dots == 1 || dots == 2;
}

static void warn_dots(struct warner *warner)
{
	const struct everyuri_uri *uri = warner->page->seen;
	struct everyuri_iter iter = { 0 };
	struct everyuri_span span;
	bool plain = false, encoded = false;

	while (everyuri_segment_next(uri, &iter, &span)) {
		bool by_escape;

		if (!is_dots(
			    (struct everyuri_text){ uri->text + span.begin, span.end - span.begin },
			    &by_escape))
			continue;
		encoded = encoded || by_escape;
		plain = plain || !by_escape;
	}
	if (plain)
		warn(warner, "the path has \".\" or \"..\" segments: what it names depends on who "
		             "removes them");
	if (encoded)
		warn(warner,
		     "the path has encoded dots as a segment: some standards read \"%%2E%%2E\" as "
		     "\"..\", some do not");
}

void careful_write(struct page *page)
{
	struct warner warner = { .page = page };

	warn_user(&warner);
	warn_host(&warner);
	warn_port(&warner);
	warn_all_escapes(&warner);
	warn_controls(&warner);
	warn_dots(&warner);
}

/* ---- fit to be passed on --------------------------------------------------------------------------- */

/* Query keys under which servers keep a visitor's session or rights. */
static const char *const session_keys[] = { "sid",          "sessid", "session",   "sessionid",
	                                    "session_id",   "token",  "auth",      "key",
	                                    "access_token", "sig",    "signature", "phpsessid" };

/* The key of the query that tells of one reader's session, in out; or NULL. */
static const char *session_key(const struct page *page, char out[QUOTE_SIZE])
{
	struct everyuri_iter iter = { 0 };
	struct everyuri_span key, value;

	if (holds(part_of(page, EVERYURI_PATH), ";jsessionid="))
		return "jsessionid";
	while (everyuri_pair_next(page->seen, &iter, &key, &value)) {
		struct everyuri_text name = { page->seen->text + key.begin, key.end - key.begin };

		for (size_t i = 0; i < sizeof session_keys / sizeof *session_keys; i++)
			if (equals(name, session_keys[i]))
				return quote(page, out, name.data, name.len);
	}
	return NULL;
}

static bool private_address(uint32_t address)
{
	return address >> 24 == 10 || address >> 20 == 0xAC1 || address >> 16 == 0xC0A8 ||
	       address >> 16 == 0xA9FE;
}

static const char *where_host(const struct page *page)
{
	struct everyuri_text host = part_of(page, EVERYURI_HOST);
	uint32_t address;
	bool plain;

	if (!host.len)
		return NULL;
	if (equals(host, "localhost") || equals(host, "[::1]") || equals(host, "localhost."))
		return "valid on one machine only";
	if (loose_ipv4(host, &address, &plain))
		return address >> 24 == 127     ? "valid on one machine only" :
		       private_address(address) ? "valid in one network only" :
		                                  NULL;
	if (begins(host, "[fe80:") || begins(host, "[fd") || begins(host, "[fc"))
		return "valid in one network only";
	if (page->seen->host_kind == EVERYURI_HOST_NAME && !memchr(host.data, '.', host.len))
		return "valid in one domain only, because the host has no dot";
	return NULL;
}

static const char *where_valid(const struct page *page)
{
	struct everyuri_text scheme = part_of(page, EVERYURI_SCHEME);
	struct everyuri_text host = part_of(page, EVERYURI_HOST);
	const char *where = where_host(page);

	if (!page->uri)
		return "not valid, so not fit to be passed on";
	if (equals(scheme, "file") && !host.len)
		return "valid on one machine only";
	if (equals(scheme, "cid"))
		return "valid inside one message only";
	if (equals(scheme, "nntp"))
		return "valid for one news server's readers, and while it keeps the article";
	if (equals(scheme, "news") && !host.len)
		return "valid where that news is carried, and while it is kept";
	return where ? where : "valid anywhere";
}

/* The characters of the text that national variants of US-ASCII replace, each once. */
static size_t national(struct everyuri_text text, char out[16])
{
	static const char all[] = "{|}[]\\^~`";
	size_t n = 0;

	for (const char *c = all; *c; c++)
		if (memchr(text.data, *c, text.len))
			out[n++] = *c;
	out[n] = '\0';
	return n;
}

static size_t count_white(struct everyuri_text text)
{
	size_t n = 0;

	for (size_t at = 0; at < text.len; at++)
		n += text.data[at] == ' ' || (text.data[at] >= '\t' && text.data[at] <= '\r');
	return n;
}

static bool has_high_bytes(struct everyuri_text text)
{
	bool high = false;

	for (size_t at = 0; at < text.len; at++)
		high = high || (unsigned char)text.data[at] >= 0x80;
	return high;
}

void pass_on_write(struct page *page)
{
	struct everyuri_text text = { page->item->data, page->item->len };
	char line[4 * QUOTE_SIZE], replaced[16], quoted[QUOTE_SIZE], white[40] = "no white space";
	size_t n_white = count_white(text);
	bool some = national(text, replaced) > 0;
	const char *key = session_key(page, quoted);

	if (n_white)
		snprintf(white, sizeof white, "%zu of white space", n_white);
	snprintf(line, sizeof line, "%zu %s, %s, %s%s%s%s%s%s%s; %s", text.len,
	         has_high_bytes(text) ? "bytes" :
	         text.len == 1        ? "character" :
	                                "characters",
	         white,
	         some ? "some that national variants replace (" :
	                "none that national variants replace",
	         some ? replaced : "", some ? ")" : "",
	         page->masked || part_of(page, EVERYURI_PASSWORD).len ? ", a password" : "",
	         key ? ", what may be one reader's session (" : "", key ? key : "", key ? ")" : "",
	         where_valid(page));
	everyuri_write_text(&page->answer->out, "  pass on    ");
	put_wrapped(page, INDENT, line);
}
