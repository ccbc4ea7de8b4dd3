// generate.cc - inputs shaped like URLs: mostly valid, some nearly so.
//
// Random bytes find little: a parser refuses them in its first state. So every rule here mostly
// gives valid text, and sometimes text that breaks the rule.
#include "generate.h"

#include <cstdio>

namespace
{

using Choices = std::vector<std::string_view>;
using namespace std::literals;

const Choices schemes = { "http",   "http",        "http",   "https", "https",       "ws",
	                  "wss",    "ftp",         "file",   "file",  "file",        "HTTP",
	                  "hTtPs",  "FiLe",        "foo",    "foo",   "a",           "javascript",
	                  "mailto", "data",        "blob",   "about", "non-special", "h+t-p.1",
	                  "x1",     "1x",          "-",      "ht tp", "httpx",       "filesystem",
	                  "urn",    "view-source", "gopher", "",      "h\u00e9",     "%68ttp" };
const Choices between = { "://", "://",  "://",   "://",   "://",   "://",  "://",
	                  ":",   ":/",   ":///",  ":////", ":\\\\", ":/\\", ":\\/",
	                  ":\\", ":// ", ":/\t/", "//",    "/",     ":/./", ":/..//" };
const Choices hosts = { "h",
	                "example.com",
	                "EXAMPLE.com",
	                "a.b",
	                "localhost",
	                "LocalHost",
	                "h.",
	                "h..",
	                ".h",
	                "a..b",
	                "",
	                "",
	                "%68",
	                "ex%41mple.org",
	                "a%2eb",
	                "%2e",
	                "%",
	                "%zz",
	                "a%00b",
	                "a b",
	                "a<b",
	                "a|b",
	                "a^b",
	                "a%7Fb",
	                "a_b",
	                "a-b",
	                "-a-",
	                "a--b",
	                "ab--c",
	                "xn--",
	                "xn--a",
	                "xn--zca",
	                "xn--fa-hia.de",
	                "XN--MNCHEN-3YA",
	                "xn--mnchen-3ya",
	                "xn--0",
	                "xn--a-ecp.ru",
	                "xn---",
	                "xn--ls8h.la",
	                "xn--1ug",
	                "xn--ab-",
	                "a.xn--",
	                "xn--\u00e4",
	                "m\u00fcnchen.de",
	                "\u00dcber",
	                "stra\u00dfe.de",
	                "\u03c3\u03c2",
	                "\u6771\u4eac.jp",
	                "\uff41\uff42.com",
	                "a\u3002b",
	                "a\uff0eb",
	                "\uff05\uff14\uff11",
	                "a\u00adb",
	                "\u00ad",
	                "a\u200db",
	                "\u0915\u094d\u200d\u0937",
	                "\u05d0",
	                "\u05d0a",
	                "\u0627\u0660",
	                "\u0301a",
	                "e\u0301",
	                "\u1e9e",
	                "\u2488",
	                "\u2100",
	                "\U0001d7d9",
	                "\U0001f4a9",
	                "\u2f868",
	                "\ufffd",
	                "\ufdd0",
	                "\U000e0041",
	                "\u180e",
	                "\u2260",
	                "=\u0338",
	                "\u04c0",
	                "\u10a0",
	                "\u2f74",
	                "1.1\u3002\uff11",
	                "\u0663",
	                "C:",
	                "c|",
	                "C%7C",
	                "z:",
	                ".",
	                "..",
	                "%2e%2e",
	                "[",
	                "]",
	                "[]",
	                "a]",
	                "[a" };
const Choices userinfos = { "u",  "u:p",    "u:",    ":p",   ":",    "",   "u@v", "u:p:q", "%75",
	                    "u%", "a b",    "u;v=w", "'`",   "{}",   "|^", "[]",  "#",     "?",
	                    "\\", "\u00fc", "<>",    "\"\"", "=&+$", "\t", "%40" };
const Choices ports = { "80",
	                "443",
	                "21",
	                "8080",
	                "0",
	                "00080",
	                "65535",
	                "65536",
	                "",
	                "0x50",
	                "8a",
	                "99999999999",
	                "8 0",
	                "8\t0",
	                "-1",
	                "+80",
	                "\uff18",
	                "80/",
	                "000000000000000000443" };
const Choices segments = {
	"a",      "b",         "index.html", ".",         "..",     "...",    "%2e",    "%2E",
	".%2e",   "%2e.",      "%2E%2e",     "%2e%2E%2e", "",       "",       "C:",     "c|",
	"C|",     "C:a",       "|",          "%",         "%%",     "%2",     "%41",    "%zz",
	"%00",    "a b",       " ",          "{}",        "^",      "`",      "\"",     "<>",
	"~",      "!$&'()*+,", ";=:@",       "[]",        "\\",     "\t",     "\n",     "\r",
	"\u00e9", "\u6771",    "\U0001f600", "\x7f",      "\x01",   "\ufeff", "\u2028", "%C3%A9",
	".\t.",   ".\n",       "a%2fb",      "a%5cb",     "\ufdd0", "\x1f",   "\u0080"
};
const Choices query_units = { "a",    "b=c",  "&",   "=", "+", "%20", " ", "'",      "\"",
	                      "<",    ">",    "#",   "?", "/", "\\",  "%", "\u00e9", "\U0001f600",
	                      "\t",   "\n",   "`",   "{", "}", "|",   "^", "[",      "]",
	                      "\x7f", "\x01", "%zz", "~", ":", "@",   "$" };
const Choices breaks = { "\t",     "\n",   "\r",   " ", "\x01", "/",  "\\",     ":",      "@",
	                 "?",      "#",    "%",    ".", "[",    "]",  "|",      "^",      "%2e",
	                 "%2F",    "//",   "..",   "a", "0",    "-",  "\u00e9", "\u3002", "\u200d",
	                 "\u00ad", "\x7f", "xn--", "<", "`",    "{",  "'",      "\"",     "&",
	                 "=",      ";",    "+",    "~", "_",    "C:", "C|",     "\u0301" };
const Choices fixed_bases = { "http://h/a/b/c?q#f",
	                      "http://u:p@h:8080/a/b",
	                      "https://example.com",
	                      "file:///C:/a/b",
	                      "file:///a/b",
	                      "file://host/C:/x",
	                      "file:",
	                      "file:///",
	                      "foo://h/a/b?q",
	                      "foo:/a/b",
	                      "foo:a/b",
	                      "foo:///a",
	                      "foo://h",
	                      "data:text/plain,x",
	                      "mailto:a@b",
	                      "about:blank",
	                      "ws://h/",
	                      "non-special:/..//p",
	                      "non-special://h:1/",
	                      "javascript:x ?q",
	                      "blob:https://h/x",
	                      "http://1.2.3.4/",
	                      "http://[::1]:1/x",
	                      "x:/",
	                      "file:///C:",
	                      "file://h" };

} // namespace

Generator::Generator(uint64_t seed, std::vector<Item> given) : first(seed), seeds(std::move(given))
{
}

// splitmix64, by Vigna: good bits from any state.
uint64_t Generator::next()
{
	uint64_t z = state += 0x9e3779b97f4a7c15u;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

size_t Generator::below(size_t n)
{
	return static_cast<size_t>(next() % n);
}

bool Generator::once(size_t n)
{
	return below(n) == 0;
}

void Generator::one_of(const Choices &choices)
{
	out += choices[below(choices.size())];
}

void Generator::text(size_t most, const Choices &units)
{
	for (size_t n = below(most + 1); n; n--)
		one_of(units);
}

void Generator::scheme()
{
	one_of(schemes);
}

void Generator::slashes()
{
	one_of(between);
}

void Generator::userinfo()
{
	one_of(userinfos);
	if (once(4))
		one_of(userinfos);
	out += '@';
}

// One number of an IPv4 address: decimal, octal or hexadecimal, with zeros before it.
void Generator::number_of(uint64_t value)
{
	static const char *const forms[] = { "%llu",   "%llu",   "%llu",   "0%llo",
		                             "0x%llx", "0X%llX", "00%llo", "0x00%llx" };
	char digits[40];

	std::snprintf(digits, sizeof digits, forms[below(8)],
	              static_cast<unsigned long long>(value));
	out += digits;
}

void Generator::ipv4()
{
	static const uint64_t values[] = { 0,           1,           7,        8,
		                           127,         255,         256,      65535,
		                           65536,       99999,       16777215, 16777216,
		                           4294967295u, 4294967296u, 192,      168 };

	for (size_t n = 1 + below(once(8) ? 6 : 4); n; n--) {
		if (once(30))
			one_of({ "", "0x", "09", "0x1g", "1a", "08", "+1", "-1", "0b1",
			         "99999999999999999999", "%30" });
		else
			number_of(once(3) ? values[below(16)] : below(256));
		if (n > 1)
			one_of({ ".", ".", ".", ".", ".", ".", "\u3002", "%2e", ".." });
	}
	if (once(8))
		out += '.';
}

void Generator::ipv6()
{
	size_t n_pieces = once(4) ? below(11) : 8, gap = once(2) ? below(9) : 99;

	if (gap < 9)
		n_pieces = below(8);
	out += '[';
	for (size_t i = 0; i < n_pieces; i++) {
		char piece[16];

		if (i == gap)
			out += i ? ":" : "::";
		std::snprintf(
			piece, sizeof piece, once(6) ? "%04X" : "%x",
			static_cast<unsigned>(once(3) ? 0 : below(once(9) ? 0x20000 : 0x10000)));
		out += piece;
		if (i + 1 < n_pieces)
			out += ':';
	}
	if (gap >= n_pieces && gap < 9)
		out += "::";
	if (once(5)) {
		if (n_pieces && gap < n_pieces)
			out += ':';
		if (once(3))
			ipv4();
		else
			one_of({ "1.2.3.4", "255.255.255.255", "0.0.0.0", "256.0.0.1", "1.2.3",
			         "1.2.3.4.5", "01.2.3.4", "1.2.3.", "1..2.3", ".1.2.3",
			         "1.2.3.4:5" });
	}
	if (once(12))
		one_of({ "%25eth0", "%1", ":", "g", " ", "\t", "::", "\u00e9", "/" });
	if (!once(20))
		out += ']';
	if (once(20))
		out += 'x';
}

void Generator::label()
{
	static const char alphabet[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFXYZ0123456789-_~!$&'()*+,;=";

	if (once(9))
		out += "xn--";
	for (size_t n = 1 + below(once(9) ? 30 : 5); n; n--)
		out += alphabet[below(once(5) ? sizeof alphabet - 1 : 36)];
	if (once(25))
		one_of(hosts);
}

// A code point below U+FFFF in the range of letters and marks of any script, assigned or not.
void Generator::name()
{
	for (size_t n = 1 + below(4); n; n--) {
		label();
		if (once(12)) {
			uint32_t c = static_cast<uint32_t>(once(2) ? 0xa0 + below(0x600) :
			                                             0xa0 + below(0xd700));

			if (c >= 0x800)
				out += static_cast<char>(0xe0 | c >> 12);
			out += static_cast<char>(c >= 0x800 ? 0x80 | (c >> 6 & 63) : 0xc0 | c >> 6);
			out += static_cast<char>(0x80 | (c & 63));
		}
		if (n > 1)
			one_of({ ".", ".", ".", ".", ".", ".", ".", "\u3002", "%2E", "" });
	}
}

void Generator::opaque_host()
{
	text(4, segments);
}

void Generator::host()
{
	switch (below(10)) {
	case 0:
	case 1:
		return ipv4();
	case 2:
		return ipv6();
	case 3:
	case 4:
	case 5:
		return name();
	case 6:
		return once(3) ? opaque_host() : name();
	default:
		one_of(hosts);
	}
}

void Generator::port()
{
	out += ':';
	one_of(ports);
}

void Generator::authority()
{
	if (once(4))
		userinfo();
	host();
	if (once(4))
		port();
}

void Generator::segment()
{
	one_of(segments);
	if (once(3))
		one_of(segments);
}

void Generator::path()
{
	for (size_t n = below(6); n; n--) {
		one_of({ "/", "/", "/", "/", "/", "/", "\\", "//" });
		segment();
	}
}

void Generator::query()
{
	out += '?';
	text(6, query_units);
}

void Generator::fragment()
{
	out += '#';
	text(5, query_units);
}

void Generator::whole()
{
	if (once(20))
		one_of({ " ", "\t", "\n", "\x01", "\x1f", "\ufeff", "\u00a0" });
	scheme();
	slashes();
	authority();
	path();
	if (once(3))
		query();
	if (once(4))
		fragment();
	if (once(25))
		one_of({ " ", "  ", "\n", "\x01", "\u0085" });
}

// A reference that takes the scheme, and more, from the base.
void Generator::reference()
{
	switch (below(8)) {
	case 0:
		one_of({ "//", "\\\\", "/\\", "///", "////", "\\/" });
		authority();
		path();
		break;
	case 1:
		scheme();
		out += ':';
		path();
		break;
	case 2:
		query();
		break;
	case 3:
		fragment();
		break;
	case 4:
		one_of({ "C:", "C|", "/C:", "/c|", "//C:", "C:/", "/C|/", "\\C:\\" });
		path();
		break;
	default:
		if (once(2))
			segment();
		path();
	}
	if (once(4))
		query();
	if (once(5))
		fragment();
}

// Begins at any code point, so that changes never split one.
void Generator::change(std::string &changed)
{
	std::string piece;

	for (size_t n = 1 + below(3); n; n--) {
		size_t at = below(changed.size() + 1), end;

		while (at < changed.size() && (changed[at] & 0xc0) == 0x80)
			at++;
		for (end = at; end < changed.size() && end < at + 1 + below(4);)
			end++;
		while (end < changed.size() && (changed[end] & 0xc0) == 0x80)
			end++;
		piece = breaks[below(breaks.size())];
		switch (below(5)) {
		case 0:
			changed.erase(at, end - at);
			break;
		case 1:
			changed.replace(at, end - at, piece);
			break;
		case 2:
			changed.insert(at, changed.substr(at, end - at));
			break;
		default:
			changed.insert(at, piece);
		}
	}
}

std::string Generator::generated(void (Generator::*rule)())
{
	out.clear();
	(this->*rule)();
	return out;
}

std::string Generator::made_base()
{
	if (once(4))
		return generated(&Generator::whole);
	return std::string(fixed_bases[below(fixed_bases.size())]);
}

Item Generator::item(uint64_t number)
{
	Item item;

	state = first + number * 0xd1342543de82ef95u;
	if (!seeds.empty() && once(3)) {
		item = seeds[below(seeds.size())];
		if (!item.base && once(6))
			item.base = made_base();
	} else if (once(3)) {
		item.base = made_base();
		item.text = generated(once(6) ? &Generator::whole : &Generator::reference);
		return item;
	} else {
		item.text = generated(&Generator::whole);
		if (!once(8))
			return item;
	}
	if (!once(8))
		change(item.text);
	return item;
}
