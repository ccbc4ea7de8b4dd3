"""Columns of Spark: each function takes a column and returns one, over Arrow arrays.

	from everyuri import spark as uri
	frame.select(uri.host("url"), uri.parse("url", parts=["path"], key="surt").alias("u"))

Needs PySpark 4.1 or later, and everyuri and pyarrow on every worker.  One call with several results is faster than
several calls, because most of the time is spent on passing rows to Python and back (docs/spark.md).
"""
import pyarrow as pa
import pyarrow.compute as pc
from pyspark.sql.functions import arrow_udf

from . import PARTS, Suffixes, _java, _sql, columns
from . import InvalidURI, parse as parse_one

TYPES = {"boolean": "boolean", "text": "string", "same": "string", "integer": "bigint",
         "struct": ", ".join(f"{part} string" for part in PARTS) + ", status int, error_at bigint",
         "pairs": "array<struct<name: string, value: string>>", "query": "array<struct<name: string, value: string>>",
         "found": "array<struct<form: string, uri: string, offset: bigint>>"}


def _column(name, work, returns, column):
	"""Return a column of this name that applies work to Arrow arrays."""
	def answer(urls: pa.Array) -> pa.Array:
		return work(urls)
	answer.__name__ = name
	return arrow_udf(answer, returns)(column)


# ---- columns ------------------------------------------------------------------------------------------------

def parse(column, standard="rfc3986", *, parts=PARTS, normalized=None, key=None, domain=None, values=(), reference=False,
          zone=False):
	"""Return a struct for each row: the requested parts, then status and error_at, then the other requested fields.

	status: 0 valid, 1 not, 3 too long; error_at: bytes.  normalized: a level; key: a profile; domain: Suffixes, for
	the registrable domain; values: names, each for the value of the first pair of the query of that name, as value_NAME.
	"""
	parts, values, admitted = tuple(parts), tuple(values), {"reference": reference, "zone": zone}

	def work(urls):
		array = _sql.struct_of(columns.parse(urls, standard, parts=parts, layout="text", **admitted))
		names, children = [field.name for field in array.type], array.flatten()
		for name, made in _more(urls, standard, admitted, normalized, key, domain, values):
			names.append(name)
			children.append(pa.array(made))
		return pa.StructArray.from_arrays(children, names=names, mask=array.is_null())
	more = ["normalized"] * bool(normalized) + ["key"] * bool(key) + ["domain"] * bool(domain) + [f"value_{name}" for name in values]
	fields = [f"`{name}` string" for name in (*(part for part in PARTS if part in parts),)] + ["status int", "error_at bigint"] + \
	         [f"`{name}` string" for name in more]
	return _column("parse", work, ", ".join(fields), column)


def _more(urls, standard, admitted, level, profile, suffixes, values):
	"""The fields that parse can return in addition to parts."""
	if level:
		yield "normalized", columns.normalize(urls, standard, level, **admitted)
	if profile:
		yield "key", columns.key(urls, profile, standard=standard)
	if suffixes:
		yield "domain", columns.registrable_domain(urls, suffixes, standard=standard)
	for name in values:
		yield f"value_{name}", columns.query_value(urls, name, standard, **admitted)


def check(column, standard="rfc3986", *, reference=False, zone=False):
	"""Return a struct for each row, with status and error_at as from parse."""
	return parse(column, standard, parts=(), reference=reference, zone=zone)


def part(column, name, standard="rfc3986", *, reference=False, zone=False):
	"""Return one part of each row; null if it is absent."""
	return _column(name, lambda urls: pa.array(columns.part(urls, name, standard, layout="text", reference=reference, zone=zone)),
	               "string", column)


def host(column, standard="rfc3986", *, reference=False, zone=False):
	return part(column, "host", standard, reference=reference, zone=zone)


def normalize(column, standard="rfc3986", level="syntax", *, reference=False, zone=False):
	"""Return the canonical form of each row."""
	return _column("normalize", lambda urls: pa.array(columns.normalize(urls, standard, level, reference=reference, zone=zone)),
	               "string", column)


def key(column, profile="surt", *, standard="rfc3986", suffixes=None):
	"""Return the key of each row."""
	return _column("key", lambda urls: pa.array(columns.key(urls, profile, standard=standard, suffixes=suffixes)), "string", column)


def registrable_domain(column, suffixes, *, standard="rfc3986"):
	"""Return the registrable domain of each row; null if there is none."""
	return key(column, "domain", standard=standard, suffixes=suffixes)


def query_value(column, name, standard="rfc3986", *, reference=False, zone=False):
	"""Return the value of the first pair of this name in each query, decoded."""
	return _column("query_value", lambda urls: pa.array(columns.query_value(urls, name, standard, reference=reference, zone=zone)),
	               "string", column)


# ---- parse_url, compatible with Spark --------------------------------------------------------------------------

BY_NAME = {"PROTOCOL": lambda uri: uri.scheme, "AUTHORITY": lambda uri: uri.netloc, "HOST": lambda uri: uri.host,
           "USERINFO": lambda uri: uri.user if uri.password is None else f"{uri.user}:{uri.password}",
           "PATH": lambda uri: uri.path, "QUERY": lambda uri: uri.query, "REF": lambda uri: uri.fragment,
           "FILE": lambda uri: uri.path if uri.query is None else f"{uri.path}?{uri.query}"}


# If RFC 2396 accepts a text with a host of this shape, java.net.URI finds the same parts.  The two differ in hosts that
# are registry-based names or IPv6 addresses, in ports beyond an int, in characters above 0x7F, and in references.
PLAIN_HOST = "^(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?[.])*[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?$"
PLAIN = {"PROTOCOL": "scheme", "HOST": "host", "PATH": "path", "QUERY": "query", "REF": "fragment"}
PORT_DIGITS = 9


def _plain(urls, name):
	"""Return the part of each row, and whether java.net.URI would find the same part."""
	rows = pa.array(columns.parse(urls, "rfc2396", parts={"host", "port", name}, layout="text"))
	short = pc.fill_null(pc.less_equal(pc.binary_length(rows.field("port")), PORT_DIGITS), True)
	sure = pc.and_(pc.fill_null(pc.match_substring_regex(rows.field("host"), PLAIN_HOST), False), short)
	return rows.field(name).cast(pa.string()), sure


def _texts(array):
	"""Decode as Java does: each byte that is not UTF-8 becomes U+FFFD."""
	return [None if row is None else row.decode("utf-8", "replace") for row in array.cast(pa.binary()).to_pylist()]


def _otherwise(text, name, pair, standard):
	"""Return the part that a standard finds.  Used for texts in which java.net.URI finds none."""
	try:
		value = BY_NAME[name](parse_one(text, standard))
	except (InvalidURI, KeyError):
		return None
	return _java.value_of(pair, value) if pair else value


def parse_url(url, part, key=None, *, otherwise=None):
	"""Return the result of Spark's parse_url.  Return null if that result is null or an error.

	part: HOST, PATH, QUERY, REF, PROTOCOL, FILE, AUTHORITY or USERINFO; key: the name of
	a pair in the query, which is used as a regular expression, as in Spark.
	otherwise: the standard to use if Spark has no result.
	"""
	pair = None if key is None else _java.pair(key)

	def by_row(urls):
		texts = _texts(urls)
		answers = _java.answers(texts, part, pair)
		if otherwise and (pair is None or part == "QUERY"):
			answers = [_otherwise(text, part, pair, otherwise) if answer is None and text is not None else answer
			           for text, answer in zip(texts, answers)]
		return pa.array(answers, pa.string())

	def work(urls):
		if part not in PLAIN or pair:
			return by_row(urls)
		answers, sure = _plain(urls, PLAIN[part])
		others = pc.invert(sure)
		return pc.replace_with_mask(answers, others, by_row(urls.filter(others)))
	return _column("parse_url", work, "string", url)


# ---- SQL ------------------------------------------------------------------------------------------------------

def _as_text(kind):
	"""Return the type with string in place of binary."""
	if pa.types.is_binary(kind) or pa.types.is_large_binary(kind):
		return pa.string()
	if pa.types.is_list(kind):
		return pa.list_(_as_text(kind.value_type))
	if pa.types.is_struct(kind):
		return pa.struct([field.with_type(_as_text(field.type)) for field in kind])
	return kind


def register(session, suffixes=None):
	"""Register uri_host(url), uri_part(url, part), uri_normalize(url) and the other functions of SQLite in a session.

	suffixes: everyuri.Suffixes, for uri_key(url, 'domain').  Returns: the session.
	"""
	for name, function in _sql.FUNCTIONS.items():
		session.udf.register(name, arrow_udf(_registered(name, function.texts, suffixes), TYPES[function.gives]))
	return session


def _registered(name, n_texts, suffixes):
	"""Pass texts as bytes, because a string in Spark need not be UTF-8."""
	def answer(*arrays: pa.Array) -> pa.Array:
		arrays = [array.cast(pa.binary()) if k < n_texts else array.cast(pa.string()) for k, array in enumerate(arrays)]
		made = _sql.answer(name, arrays, suffixes)
		return made.cast(_as_text(made.type), safe=False)
	answer.__name__ = name
	return answer


__all__ = ["Suffixes", "check", "host", "key", "normalize", "parse", "parse_url", "part", "query_value", "register",
           "registrable_domain"]
