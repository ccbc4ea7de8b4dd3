"""tried.py - the installed package everyuri: the vectors, the promises of its README, and the sessions of all pages."""
import copy
import doctest
import importlib.util
import os
import pickle
import re
import sys
import urllib.parse

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))  # behind the engines: duckdb.py is there

import everyuri  # noqa: E402
import vectors  # noqa: E402
from everyuri import URI, InvalidURI, RefusedURI  # noqa: E402
from tried_columns import columns_tried  # noqa: E402
from tried_layouts import layouts_tried  # noqa: E402
from points import blocks_of, done, ok, pages, skip  # noqa: E402

PSL = "/usr/share/publicsuffix/public_suffix_list.dat"


def flags_of(v):
	return {v.flags: True} if v.flags else {}


def pairs(uri):
	"""Return the names and values of a record, in the order of the command's JSON."""
	flags = uri._record[4]
	told = [("relative", b"true")] * bool(flags & everyuri.RELATIVE) + \
	       [("prefix", b"URL:")] * bool(flags & everyuri.PREFIXED) + \
	       [("by", b"rfc1808")] * bool(flags & everyuri.BY_RFC1808) + list(uri.parts.items())
	if uri.host_kind:
		told.append(("host_kind", uri.host_kind.encode()))
	return told + list(uri.extra.items())


def answer(v):
	flags = flags_of(v)
	try:
		if v.question == "parse":
			return vectors.told(pairs(everyuri.parse(v.input, v.standard, **flags)))
		if v.question == "same":
			return b"same" if everyuri.same(v.input, v.base, v.standard, v.level) else b"different"
		if v.question == "normalize":
			return everyuri.normalize(v.input, v.standard, v.level)
		return getattr(everyuri, v.question)(v.input, v.base, v.standard, **flags)
	except InvalidURI as error:
		return b"invalid|at=%d" % error.at if v.question == "parse" else b"invalid"


def raised(kind, function, *arguments, **more):
	"""Return the exception, or None if there was none of this kind."""
	try:
		function(*arguments, **more)
	except kind as error:
		return error
	return None


def strings():
	"""Calls with str return str, with the same text."""
	wrong = []
	for v in vectors.vectors():
		try:
			text = v.input.decode()
		except UnicodeDecodeError:
			continue
		if v.question == "parse":
			got, want = everyuri.check(text, v.standard), everyuri.check(v.input, v.standard)
			if got.valid != want.valid or not got and text[:got.at] != v.input[:want.at].decode(errors="ignore"):
				wrong.append(f"{v.id}: {got} and {want}")
			if got and URI(text, v.standard).parts != {name: part.decode() for name, part in
			                                           URI(v.input, v.standard).parts.items()}:
				wrong.append(v.id)
	ok(not wrong, "str and bytes are read alike", wrong)


def value_object():
	uri = URI("http://joe:pw@Example.com:8042/over/there?name=ferret#nose")
	ok((uri.scheme, uri.user, uri.username, uri.password, uri.host, uri.hostname, uri.port, uri.path, uri.query,
	    uri.fragment, uri.netloc) == ("http", "joe", "joe", "pw", "Example.com", "example.com", 8042, "/over/there",
	                                  "name=ferret", "nose", "joe:pw@Example.com:8042"), "the parts")
	split = urllib.parse.urlsplit(str(uri))
	names = ("scheme", "netloc", "path", "query", "fragment", "username", "password", "hostname", "port")
	ok(all(getattr(split, name) == getattr(uri, name) for name in names), "urllib.parse has the same under those names")
	ok(URI("http://[::1]:80/").hostname == "::1" and URI("http://[::1]:80/").host == "[::1]", "host and hostname of an address")
	ok(URI("http://h").query is None and URI("http://h?").query == "", "absent and empty are two things")
	ok(URI("http://h:/").port is None and URI("http://h:99999/").port == 99999, "port")
	ok(uri == URI(str(uri)) and hash(uri) == hash(URI(str(uri))) and uri != URI(str(uri), "rfc2396") and uri != str(uri),
	   "equal are those of one text and standard")
	ok(sorted([URI("b:"), URI("a:")]) == [URI("a:"), URI("b:")] and raised(TypeError, lambda: URI("b:") < URI(b"a:")),
	   "they have an order, str and bytes none")
	ok(raised(AttributeError, setattr, uri, "path", "/") and raised(AttributeError, delattr, uri, "_record") and
	   raised(AttributeError, setattr, uri, "_record", ()), "they cannot be changed")
	ok(all(pickle.loads(pickle.dumps(u, p)) == u and pickle.loads(pickle.dumps(u, p)).parts == u.parts
	       for u in (uri, URI(b"a:b"), URI("../x", reference=True)) for p in range(2, pickle.HIGHEST_PROTOCOL + 1)) and
	   copy.deepcopy(uri) is uri, "they can be pickled and copied")
	ok(str(URI(b"a:b")) == "a:b" and bytes(URI("a:b")) == b"a:b" and repr(URI("a:b")) == "URI('a:b', 'rfc3986')",
	   "str, bytes and repr")
	ok(str(URI("HTTP://EX.com/%7ea b", "whatwg")) == "http://ex.com/%7ea%20b", "under whatwg the text is the href")
	ok(str(URI("../g", base=URI("http://a/b/c/d"))) == "http://a/b/g" and str(URI("http://a/b").resolve("c")) == "http://a/c",
	   "a base")


def editing():
	uri = URI("http://u:p@h:80/a?x=1&y=2&x=3#f")
	for name, value, want in (
		("scheme", "https", "https://u:p@h:80/a?x=1&y=2&x=3#f"), ("host", "g", "http://u:p@g:80/a?x=1&y=2&x=3#f"),
		("port", 81, "http://u:p@h:81/a?x=1&y=2&x=3#f"), ("port", None, "http://u:p@h/a?x=1&y=2&x=3#f"),
		("password", None, "http://u@h:80/a?x=1&y=2&x=3#f"), ("user", "v", "http://v:p@h:80/a?x=1&y=2&x=3#f"),
		("path", "/b/c", "http://u:p@h:80/b/c?x=1&y=2&x=3#f"), ("query", None, "http://u:p@h:80/a#f"),
		("fragment", "", "http://u:p@h:80/a?x=1&y=2&x=3#")):
		got = getattr(uri, "with_" + name)(value)
		ok(str(got) == want and isinstance(got, URI), f"with_{name}({value!r})", str(got))
	ok(str(uri.with_param("x", "ä &")) == "http://u:p@h:80/a?x=%C3%A4%20%26&y=2#f", "with_param", str(uri.with_param("x", "ä &")))
	ok(str(uri.with_added_param("z")) == "http://u:p@h:80/a?x=1&y=2&x=3&z#f", "with_added_param")
	ok(str(uri.without_param("x", "3")) == "http://u:p@h:80/a?x=1&y=2#f", "without_param")
	ok(str(uri.with_sorted_query()) == "http://u:p@h:80/a?x=1&x=3&y=2#f", "with_sorted_query")
	ok(str(uri.with_segment("b/c")) == "http://u:p@h:80/a/b%2Fc?x=1&y=2&x=3#f", "with_segment")
	ok(bytes(URI(b"http://h/").with_port(8)) == b"http://h:8/", "of bytes")
	error = raised(InvalidURI, uri.with_host, "a b")
	ok(error and error.at == 1, "what cannot stand there is refused, at its place in the value", repr(error))
	ok(raised(InvalidURI, URI("http://h/").with_password, "x"), "a password without a user is refused")
	ok(raised(TypeError, uri.with_host, b"g"), "bytes in str are a TypeError")


def errors():
	error = raised(InvalidURI, everyuri.parse, "http://h/a b")
	ok(error and (error.at, error.clause, error.message) == (10, "RFC 3986 2.1", "space must be encoded") and
	   isinstance(error, ValueError) and str(error) == "character 10: space must be encoded (RFC 3986 2.1)", "InvalidURI", repr(error))
	again = pickle.loads(pickle.dumps(error))
	ok(type(again) is InvalidURI and again.at == 10 and str(again) == str(error), "it can be pickled")
	got = everyuri.check("http://h/a b")
	ok(not got and (got.at, got.clause, got.message) == (10, "RFC 3986 2.1", "space must be encoded"), "check", got)
	ok(everyuri.check("http://h/") and everyuri.check("http://h/").at is None, "check of a valid URI")
	ok(everyuri.check("http://ä/ ", "rfc3987").at == 9 and everyuri.check("http://ä/ ".encode(), "rfc3987").at == 10,
	   "places count characters of a str, and bytes of bytes")
	got = everyuri.check("http://h/\ud800", "whatwg")
	ok(not got and got.at == 9 and raised(InvalidURI, everyuri.parse, "http://h/\ud800", "whatwg").at == 9 and
	   not everyuri.check("\udcff"), "a lone surrogate is refused, and not replaced", got)
	ok(everyuri.check(b"http://h/\xff") .at == 9 and not everyuri.check("") and not everyuri.check(b""), "bytes that are not UTF-8; an empty text")
	ok(not everyuri.check("http://h/\0") and not everyuri.check(b"\0"), "NUL is a character like others")
	for value in (None, 1, bytearray(b"a:"), ["a:"]):
		ok(raised(TypeError, everyuri.parse, value) and raised(TypeError, everyuri.check, value) and
		   raised(TypeError, everyuri.find, value) and raised(TypeError, everyuri.key, value), f"{value!r} is a TypeError")
	ok("unknown standard" in str(raised(ValueError, everyuri.parse, "a:", "rfc9999")) and
	   "unknown standard" in str(raised(ValueError, everyuri.compare, "a:", ["rfc1"])) and
	   "unknown level" in str(raised(ValueError, everyuri.normalize, "a:", "rfc3986", "most")) and
	   "unknown profile" in str(raised(ValueError, everyuri.key, "a:", "sort")), "an unknown name is a ValueError")
	ok(raised(TypeError, everyuri.resolve, "a", b"http://h/"), "str and bytes do not mix")
	long = "http://h/" + "a" * (8 << 20)
	ok(len(URI(long).path) == (8 << 20) + 1, "a URI of 8 MiB")


def others():
	got = everyuri.compare("http://a\\@b/")
	ok(not got.readings["rfc3986"] and got.readings["whatwg"].host == "a" and list(got.readings) == list(everyuri.STANDARDS),
	   "compare", got)
	got = everyuri.compare("http://h/%7e", ("rfc3986", "rfc2396"))
	ok(got.agree and got.first is None and len(got.readings) == 2, "compare of two that agree", got)
	ok(everyuri.compare("a:\ud800", ["rfc3986"]).readings["rfc3986"].at == 2, "compare reports a lone surrogate")
	ok(everyuri.key("http://www.Example.com/b?b=1&a=2") == "com,example)/b?a=2&b=1" and everyuri.key(b"a:b", "whatwg") == b"a:b", "key")
	ok("suffixes" in str(raised(ValueError, everyuri.key, "http://a.co.uk", "domain")), "without a list the error names the missing argument")
	ok(raised(InvalidURI, everyuri.Suffixes, "a..b"), "an invalid list is refused")
	if os.path.exists(PSL):
		with open(PSL, "rb") as file:
			suffixes = everyuri.Suffixes(file.read())
		ok(len(suffixes) > 8000 and everyuri.key("http://a.b.example.co.uk/x", "domain", suffixes=suffixes) == "example.co.uk",
		   "key by domain")
		ok(raised(RefusedURI, everyuri.key, "http://127.0.0.1/", "domain", suffixes=suffixes), "an address has no domain")
	else:
		skip("key by domain", f"{PSL} is not there (package publicsuffix)")
	text = "ä: see http://a/b, <mailto:x@y>.\ud800"
	ok([(f.uri, text[f.start:f.stop], f.form) for f in everyuri.find(text)] ==
	   [("http://a/b", "http://a/b", "bare"), ("mailto:x@y", "mailto:x@y", "angle")], "find", everyuri.find(text))
	ok(everyuri.find(b"x http://a/")[0].uri == b"http://a/" and everyuri.find("www.a.org") == [] and
	   everyuri.find("www.a.org", www=True)[0].uri == "http://www.a.org", "find in bytes; find of more")
	got = everyuri.plan("gopher://h/0x")
	ok([step["do"] for step in got["steps"]][0] == "connect" and got["warnings"] == [], "plan", got)
	ok("s3cret" not in str(everyuri.plan("ftp://u:s3cret@h/x")) and "s3cret" in str(everyuri.plan("ftp://u:s3cret@h/x", secrets=True)),
	   "plan hides secrets unless they are asked for")
	ok(isinstance(raised(RefusedURI, everyuri.plan, "gopher://h/0a%0D%0Ab"), RefusedURI) and raised(InvalidURI, everyuri.plan, "no uri"),
	   "plan refuses")
	ok(everyuri.relate("http://a/b/c", "http://a/b/d") == "c" and everyuri.resolve("c", URI("http://a/b/d")) == "http://a/b/c",
	   "relate and resolve")


def pages_tried():
	"""The Python sessions in README.md, docs and bindings; those whose packages are not installed are skipped."""
	for path in pages():
		blocks = [block for block in blocks_of(path) if block.kind == "python" and not block.reason]
		names = {}
		for block in blocks:
			wanted = re.findall(r"^>>> import (.*)", block.text, re.M)
			missing = [name for line in wanted for name in line.split(", ") if not importlib.util.find_spec(name)]
			if missing:
				skip(f"the example of {block.where}", f"{missing[0]} is not installed")
				continue
			test = doctest.DocTestParser().get_doctest(block.text, names, block.where, path, block.line)
			result = doctest.DocTestRunner(verbose=False).run(test, clear_globs=False)
			names = test.globs
			ok(result.attempted > 0 and not result.failed, f"the example of {block.where}", result)


counts = vectors.play(ok, "python", answer)
strings()
value_object()
editing()
errors()
others()
columns_tried()
layouts_tried()
pages_tried()
done(*counts)
