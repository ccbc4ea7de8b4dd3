"""Parse, compare, edit and find URIs by one of nine standards.

Every function takes str or bytes, and returns the same type.  Offsets count characters if the text is a str, and bytes
otherwise.  The standard is always an argument; no function guesses it.
"""
import json
from dataclasses import dataclass
from functools import total_ordering

from . import _everyuri
from ._everyuri import InvalidURI, RefusedURI

__version__ = _everyuri.version
__all__ = ["STANDARDS", "URI", "Check", "Comparison", "Found", "InvalidURI", "RefusedURI", "Suffixes", "check",
           "compare", "find", "key", "normalize", "parse", "plan", "relate", "resolve", "same"]

STANDARDS = ("url1993", "uri1994", "rfc1630", "rfc1738", "rfc1808", "rfc2396", "rfc3986", "rfc3987", "whatwg")
PARTS = ("scheme", "user", "password", "host", "port", "path", "query", "fragment")
SET, DELETE, APPEND_PATH, APPEND_QUERY, DELETE_QUERY, SORT_QUERY, SET_QUERY = range(7)
RELATIVE, PREFIXED, BY_RFC1808 = 1, 4, 8


def _flags(reference=False, zone=False, loose=False):
	return bool(reference) | bool(zone) << 1 | bool(loose) << 2


def _text(uri):
	"""Return the text of an argument, which is a text or a URI."""
	return uri.text if isinstance(uri, URI) else uri


@total_ordering
class URI:
	"""A URI, parsed by one standard; immutable.

	A part is None if it is absent, and "" if it is empty, so "http://h" and "http://h?" differ.  Two URIs are equal if both
	their texts and their standards are equal.
	"""

	__slots__ = ("_record", "_standard", "_admit")

	def __new__(cls, text, standard="rfc3986", *, base=None, reference=False, zone=False, loose=False):
		text, base = _text(text), _text(base)
		record = _everyuri.read(text, base, standard, _flags(reference, zone, loose))
		return cls._made(record, standard, _flags(reference, zone))

	@classmethod
	def _made(cls, record, standard, admit):
		uri = object.__new__(cls)
		object.__setattr__(uri, "_record", record)
		object.__setattr__(uri, "_standard", standard)
		object.__setattr__(uri, "_admit", admit)
		return uri

	def __setattr__(self, name, value=None):
		raise AttributeError("a URI cannot be changed; with_... gives another")

	__delattr__ = __setattr__

	def __reduce__(self):
		return _restored, (type(self), self._record, self._standard, self._admit)

	def __copy__(self):
		return self

	def __deepcopy__(self, memo):
		return self

	def __hash__(self):
		return hash((self.text, self._standard))

	def __eq__(self, other):
		if not isinstance(other, URI):
			return NotImplemented
		return self.text == other.text and self._standard == other._standard

	def __lt__(self, other):
		if not isinstance(other, URI) or type(self.text) is not type(other.text):
			return NotImplemented
		return (self.text, self._standard) < (other.text, other._standard)

	def __str__(self):
		return self.text if isinstance(self.text, str) else self.text.decode("utf-8", "surrogateescape")

	def __bytes__(self):
		return self.text if isinstance(self.text, bytes) else self.text.encode("utf-8", "surrogateescape")

	def __repr__(self):
		return f"URI({self.text!r}, {self._standard!r})"

	# ---- parts and properties

	text = property(lambda self: self._record[0], doc="All of it; under whatwg the href.")
	standard = property(lambda self: self._standard)
	scheme = property(lambda self: self._record[1][0])
	user = username = property(lambda self: self._record[1][1])
	password = property(lambda self: self._record[1][2])
	host = property(lambda self: self._record[1][3], doc="As it is written, an IPv6 address in its brackets.")
	path = property(lambda self: self._record[1][5])
	query = property(lambda self: self._record[1][6])
	fragment = property(lambda self: self._record[1][7])
	netloc = property(lambda self: self._record[2], doc="User, host and port as they are written.")
	host_kind = property(lambda self: self._record[3] or None, doc='"name", "ipv4", "ipv6", ...')
	is_relative = property(lambda self: bool(self._record[4] & RELATIVE))
	extra = property(lambda self: dict(self._record[5]), doc="The pieces that the scheme's own production names.")

	@property
	def hostname(self):
		"""The host in lower case and without brackets, as in urllib.parse; None if it is empty."""
		host = self._record[1][3]
		if not host:
			return None
		bracket = host[:1] in ("[", b"[") and host[-1:] in ("]", b"]")
		return (host[1:-1] if bracket else host).lower()

	@property
	def port(self):
		"""The port, a number of any size; None if it is absent or empty."""
		port = self._record[1][4]
		return int(port) if port and port.isdigit() else None

	@property
	def parts(self):
		"""The parts that are present, as a dictionary from name to text as written."""
		return {name: part for name, part in zip(PARTS, self._record[1]) if part is not None}

	def geturl(self):
		return self.text

	# ---- derived URIs

	def _edited(self, kind, part=0, key=None, value=None, encode=False):
		text = _everyuri.edit(self.text, self._standard, self._admit, kind, part, key, value, encode)
		return type(self)._made(_everyuri.read(text, None, self._standard, self._admit), self._standard, self._admit)

	def _with(self, name, value, encode):
		if value is None:
			return self._edited(DELETE, PARTS.index(name))
		return self._edited(SET, PARTS.index(name), None, value, encode)

	def with_scheme(self, value):
		return self._with("scheme", value, False)

	def with_user(self, value, *, encode=False):
		return self._with("user", value, encode)

	with_username = with_user

	def with_password(self, value, *, encode=False):
		return self._with("password", value, encode)

	def with_host(self, value, *, encode=False):
		return self._with("host", value, encode)

	def with_port(self, value):
		if isinstance(value, int):
			value = str(value) if isinstance(self.text, str) else b"%d" % value
		return self._with("port", value, False)

	def with_path(self, value, *, encode=False):
		return self._with("path", value, encode)

	def with_query(self, value, *, encode=False):
		return self._with("query", value, encode)

	def with_fragment(self, value, *, encode=False):
		return self._with("fragment", value, encode)

	def with_segment(self, value, *, encode=True):
		"""Return the URI with a segment appended to the path."""
		return self._edited(APPEND_PATH, 0, None, value, encode)

	def with_param(self, name, value, *, encode=True):
		"""Return the URI with this value in the first pair of this name in the query; other pairs of this name are removed."""
		return self._edited(SET_QUERY, 0, name, value, encode)

	def with_added_param(self, name, value=None, *, encode=True):
		return self._edited(APPEND_QUERY, 0, name, value, encode)

	def without_param(self, name, value=None):
		"""Return the URI without the pairs of this name.  If a value is given, remove only the pairs with that value."""
		return self._edited(DELETE_QUERY, 0, name, value, False)

	def with_sorted_query(self):
		return self._edited(SORT_QUERY)

	def normalize(self, level="syntax"):
		text = _everyuri.normalize(self.text, self._standard, level, self._admit)
		return type(self)._made(_everyuri.read(text, None, self._standard, self._admit), self._standard, self._admit)

	def resolve(self, reference, *, loose=False):
		"""Resolve a reference with this URI as its base."""
		return URI(reference, self._standard, base=self.text, loose=loose)


def _restored(cls, record, standard, admit):
	return cls._made(record, standard, admit)


@dataclass(frozen=True)
class Check:
	"""The result of check(); true if the text is valid."""
	valid: bool
	at: "int | None" = None
	clause: str = ""
	message: str = ""

	def __bool__(self):
		return self.valid


@dataclass(frozen=True)
class Comparison:
	"""The results of several standards for one text.  Each is a URI, or a Check that gives the reason."""
	agree: bool
	first: "str | None"
	readings: dict


@dataclass(frozen=True)
class Found:
	"""A URI that was found at text[start:stop]."""
	uri: "str | bytes"
	start: int
	stop: int
	form: str


class Suffixes:
	"""The Public Suffix List, read from the contents of public_suffix_list.dat."""

	__slots__ = ("_list", "_n", "_text")

	def __init__(self, text):
		self._list, self._n = _everyuri.suffixes(text)
		self._text = text

	def __reduce__(self):
		return Suffixes, (self._text,)

	def __len__(self):
		return self._n


def parse(text, standard="rfc3986", *, base=None, reference=False, zone=False, loose=False):
	"""Parse a text, and resolve it if there is a base.  Raises: InvalidURI."""
	return URI(text, standard, base=base, reference=reference, zone=zone, loose=loose)


def check(text, standard="rfc3986", *, reference=False, zone=False):
	"""Check whether the text is valid.  If it is not, the result says where and why.  No text raises an exception."""
	wrong = _everyuri.check(_text(text), standard, _flags(reference, zone))
	return Check(True) if wrong is None else Check(False, *wrong)


def compare(text, standards=STANDARDS, *, reference=False, zone=False):
	"""Parse a text by several standards, and compare the results."""
	unknown = [name for name in standards if name not in STANDARDS]
	if unknown:
		raise ValueError(f'unknown standard "{unknown[0]}"; choose from {" ".join(STANDARDS)}')
	admit = _flags(reference, zone)
	bits = sum({1 << STANDARDS.index(s) for s in standards})
	try:
		agree, first, readings = _everyuri.compare(_text(text), bits, admit)
	except InvalidURI as error:  # a text that cannot be encoded
		wrong = Check(False, error.at, error.clause, error.message)
		return Comparison(False, None, {s: wrong for s in STANDARDS if s in standards})
	return Comparison(agree, first, {name: URI._made(told[0], name, admit) if len(told) == 1 else Check(False, *told)
	                                 for name, *told in readings})


def normalize(text, standard="rfc3986", level="syntax", *, reference=False, zone=False):
	"""Return the canonical form.  level is "simple", "syntax" or "scheme"."""
	return _everyuri.normalize(_text(text), standard, level, _flags(reference, zone))


def same(a, b, standard="rfc3986", level="syntax", *, reference=False, zone=False):
	"""Return whether the two URIs have the same canonical form."""
	return _everyuri.same(_text(a), _text(b), standard, level, _flags(reference, zone))


def resolve(reference, base, standard="rfc3986", *, zone=False, loose=False):
	"""Resolve a reference.  Return the text of the target."""
	return _everyuri.read(_text(reference), _text(base), standard, _flags(False, zone, loose))[0]


def relate(text, base, standard="rfc3986", *, loose=False):
	"""Return the shortest reference that resolves to the text."""
	return _everyuri.relate(_text(text), _text(base), standard, _flags(loose=loose))


def key(text, profile="surt", *, standard="rfc3986", suffixes=None):
	"""Return a canonical key, for joins.  The profiles by domain need suffixes."""
	return _everyuri.key(_text(text), profile, standard, suffixes._list if suffixes is not None else None)


def find(text, *, angle=True, bare=True, www=False, mail=False, refang=False):
	"""Return the URIs in a text, in order."""
	flags = bool(angle) | bool(bare) << 1 | bool(www) << 2 | bool(mail) << 3 | bool(refang) << 4
	return [Found(*one) for one in _everyuri.find(text, flags)]


def plan(text, standard="rfc3986", *, secrets=False):
	"""Return the plan for accessing a URI: "steps" and "warnings", in the form of `everyuri plan --format json`.

	Raises: InvalidURI if the URI is invalid; RefusedURI if it is valid, but not safe to access.
	"""
	return json.loads(_everyuri.plan(_text(text), standard, 0, secrets))
