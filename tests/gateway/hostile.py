#!/usr/bin/env python3
"""tests/gateway/hostile.py - generated hostile listings and documents as pages, read by an HTML5 parser.

No element and no attribute may be there that the template did not put there: each page has the same skeleton
as that of a harmless object of the same shape, and every address leads where its kind leads.  EVERYURI is the command;
tests/gateway-pages lies beside it.  EVERYURI_SEED chooses other listings.
"""
import os
import random
import re
import subprocess
import sys

PAGES = 10000
DEBIAN = "/usr/bin/python3"
ROUND = 250  # pages given to the program at once
MENU, INDEX, SESSION = 1, 2, 3
NAMESPACE = "{http://www.w3.org/1999/xhtml}"

# What there is in a page, and the attributes that it may have.
TEMPLATE = {
	"html": {"lang"}, "head": set(), "meta": {"charset", "name", "content"}, "title": set(),
	"link": {"rel", "href", "type"}, "script": {"src", "defer"}, "body": set(),
	"a": {"href", "class", "rel"}, "header": set(), "nav": {"class", "aria-label"},
	"form": {"class", "action", "method", "role"}, "label": {"for"}, "div": {"class"},
	"input": {"id", "name", "type", "spellcheck", "autocapitalize", "autocomplete", "inputmode",
	          "placeholder", "value"},
	"span": {"class", "title", "aria-hidden"}, "button": set(), "ul": {"class"}, "li": set(),
	"main": {"id", "tabindex"}, "h1": set(), "h2": set(), "h3": set(), "h4": set(), "bdi": set(),
	"pre": {"class", "lang"}, "strong": {"class"}, "abbr": {"class", "title"}, "code": {"class"},
	"p": {"class", "role"}, "footer": set(), "b": set(), "table": {"class"}, "thead": set(),
	"tbody": set(), "tr": {"class"}, "th": {"scope", "class"}, "td": {"class", "data-value", "colspan"},
	"time": {"datetime"}, "dl": {"class"}, "dt": set(), "dd": set(), "blockquote": set(),
}
ADDRESS = re.compile(r"(#main|/|/_/(style\.css|icon\.svg|everyuri\.js|go|search)|"
                     r"/(explain\?uri=|_/(plan|raw)\?uri=)[A-Za-z0-9%._~-]*|"
                     r"/(?i:cid|dict|finger|ftps?|gemini|gophers?|https?|mailto|mid|news|nntp|"
                     r"rlogin|snews|telnet|tn3270|wais|whois|z39\.50[rs]|file)%3A"
                     r"[A-Za-z0-9%._~-]*(#[!-~]*)?)\Z")
PIECES = [
	b"<", b">", b'"', b"'", b"&", b"&lt;", b"&#60;", b"&#x3c;script", b"<script>", b"</script>", b"<b>",
	b"<!--", b"-->", b"<![CDATA[", b"]]>", b"</pre>", b"</title>", b"</a>", b"<svg onload=x>", b"<img src=x>",
	b"' onclick='", b'" autofocus onfocus="x', b"`", b"\\", b"\0", b"\x01", b"\x08", b"\x0b", b"\x0c", b"\r", b"\n",
	b"\t", b"\x1b[31m", b"\x7f", b"\x80", b"\xff", b"\xc3", b"\xc0\xbc", b"\xe2\x82", b"\xf0\x9f\x92", b"\xed\xa0\x80",
	b"\xc2\x85", b"\xe2\x80\xa8", b"\xe2\x80\xae", b"\xe2\x81\xa6", b"\xef\xbb\xbf", b"\xef\xbf\xbe", b"+ADw-",
	b"javascript:", b"data:text/html,", b"http://h/", b"gopher://h/1", b"ftp://u:p@h:21/", b"news:a.b", b"://", b"#",
	b"?", b"%", b"%3C", b"%00", b"%22", b"=> ", b"* ", b"```\n", b"# ", b"> ", b" ", b"  ", b"a", b"word ", b"=", b"/",
]
URIS = [b"http://h.dom/", b"gopher://h.dom/0", b"ftp://h.dom/a", b"javascript:alert(1)", b"data:text/html,<b>",
        b"JaVaScRiPt:x", b"news:", b"mailto:a@b", b"x-unknown://h/", b"", b"//h/", b"file:///etc/passwd", b"gemini://h/"]
BASES = [b"gopher://h.dom/1/menu", b"ftp://h.dom/pub/", b"wais://h.dom/base?words", b"x-own:thing"]
TYPES = [b"text/plain", b"text/gemini", b"application/json", b"text/x-<b>", b"", b"nonsense"]
CHARSETS = [b"", b"utf-8", b"iso-8859-1", b"iso-8859-7", b"utf-16be", b"shift_jis", b"gb18030", b"utf-7", b'"><b>']


def netstring(data):
	data = data if isinstance(data, bytes) else str(data).encode()
	return b"%d:%s," % (len(data), data)


def request(*texts):
	return b"".join(map(netstring, texts))


def text(rng, most=12):
	return b"".join(rng.choice(PIECES) for _ in range(rng.randrange(most)))


def uri(rng):
	return rng.choice(URIS) + text(rng, 5)


def listing(rng):
	out = request("page", rng.choice(BASES) + (text(rng, 4) if rng.random() < .3 else b""),
	              rng.choice([MENU, MENU, INDEX, SESSION]), text(rng), text(rng), text(rng))
	for _ in range(rng.randrange(12)):
		out += request("item", rng.randrange(7), text(rng), bytes([rng.choice(b"019hIi;<\0\xff ")]),
		               uri(rng), rng.choice(["", 0, 999, 1 << 40, (1 << 64) - 2]),
		               rng.choice([b"", b"2026-11-21", b"2026-11-21T17:00:00Z", text(rng)]), text(rng, 4))
	return out + request("end", rng.randrange(2))


def document(rng):
	out = request("page", rng.choice(BASES), 0, rng.choice(TYPES), rng.choice(CHARSETS), text(rng))
	for _ in range(1 + rng.randrange(6)):
		out += request("bytes", text(rng, 30))
	return out + request("end", rng.randrange(2))


def refusal(rng):
	return request("refuse", rng.choice([400, 403, 404, 502, 599]), uri(rng), rng.randrange(40), text(rng))


def generate(rng):
	return rng.choices([listing, document, refusal], [7, 2, 1])[0](rng)


def answers(program, requests):
	done = subprocess.run([program, "stream"], input=b"".join(requests), stdout=subprocess.PIPE,
	                      timeout=300, check=True).stdout
	at = 0
	while at < len(done):
		colon = done.index(b":", at)
		end = colon + 1 + int(done[at:colon])
		yield done[colon + 1:end]
		at = end + 1


def faults(html5lib, page):
	"""What is in a page that the template has not put there."""
	parser = html5lib.HTMLParser(html5lib.getTreeBuilder("etree"))
	tree = parser.parse(page, transport_encoding="utf-8")
	for element in tree.iter():
		if not isinstance(element.tag, str):
			yield "a comment"
			continue
		name = element.tag.replace(NAMESPACE, "")
		if name not in TEMPLATE:
			yield f"<{name}>"
			continue
		for attribute, value in element.attrib.items():
			if attribute not in TEMPLATE[name]:
				yield f"<{name} {attribute}>"
			elif attribute in ("href", "src", "action") and not ADDRESS.match(value):
				yield f"<{name} {attribute}={value!r}>"
	# What was declared to be well-formed is read without an error, but for characters HTML has no place for.
	for _, code, _ in parser.errors:
		if code not in ("invalid-codepoint",):
			yield f"parse error: {code}"


def main():
	program = os.path.join(os.path.dirname(os.environ.get("EVERYURI", "build/t/everyuri")),
	                       "tests", "gateway-pages")
	try:
		import html5lib
	except ImportError:
		if sys.executable != DEBIAN and os.path.exists(DEBIAN):  # that one has the package
			os.execv(DEBIAN, [DEBIAN, *sys.argv])
		print("ok 1 - THREATS G5: hostile pages # SKIP python3-html5lib is not installed\n1..1")
		return 0
	if not os.path.exists(program):
		print("ok 1 - THREATS G5: hostile pages # SKIP tests/gateway-pages is not built\n1..1")
		return 0
	seed = int(os.environ.get("EVERYURI_SEED", "1436"))
	n_pages = PAGES // 10 if os.environ.get("EVERYURI_QUICK") else PAGES
	rng, bad, seen, n_bytes = random.Random(seed), 0, 0, 0
	print(f"# {n_pages} pages, seed {seed}")
	for first in range(0, n_pages, ROUND):
		requests = [generate(rng) for _ in range(min(ROUND, n_pages - first))]
		for number, page in enumerate(answers(program, requests)):
			seen += 1
			n_bytes += len(page)
			if not page.startswith(b"<!DOCTYPE html>"):  # passed on as it is: not ours
				continue
			found = sorted(set(faults(html5lib, page)))
			if found and bad < 5:
				print(f"# page {first + number}: {found}\n#   {requests[number]!r}")
			bad += bool(found)
	print("%sok 1 - THREATS G5: %d hostile pages hold no element and no attribute of others" %
	      ("not " if bad else "", seen))
	print("%sok 2 - there is a page for each: %d of %d, %d bytes" %
	      ("" if seen == n_pages else "not ", seen, n_pages, n_bytes))
	print("1..2")
	return int(bool(bad) or seen != n_pages)


sys.exit(main())
