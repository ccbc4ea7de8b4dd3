"""The functions that DuckDB and Spark register, over arrays of pyarrow, with the same names and results as in SQLite.

Functions that exist in columns.py process whole columns; the others process each row.  The result is null for a null
and for a text that the standard refuses.  The unknown name of a part, standard, flag, level or profile is a ValueError.
"""
from dataclasses import dataclass
from urllib.parse import unquote_to_bytes

import pyarrow as pa
import pyarrow.compute as pc

from . import (BY_RFC1808, PARTS, PREFIXED, RELATIVE, STANDARDS, InvalidURI, RefusedURI, _everyuri, check, columns, find,
               parse, relate, resolve)

FLAGS = ("reference", "zone", "loose")
LEVELS = ("simple", "syntax", "scheme")
NAMES = (*PARTS, "host_kind", "href", *_everyuri.extra_names)


def _known(name, names, what, default):
	"""Check that a name is one of these.  NULL means the default."""
	if name is None or name == "" and what == "flag":
		return default
	if name not in names:
		raise ValueError(f'unknown {what} "{name}"; choose from {" ".join(names)}')
	return name


def _admitted(flag):
	flag = _known(flag, FLAGS, "flag", None)
	return {flag: True} if flag else {}


# ---- row by row ------------------------------------------------------------------------------------------

def _each(function, *arrays):
	"""Apply the function to each row.  The result is None if an argument is null or the standard refuses it."""
	result = []
	for values in zip(*(array.to_pylist() for array in arrays)):
		try:
			result.append(None if None in values else function(*values))
		except (InvalidURI, RefusedURI):
			result.append(None)
	return result


def told(uri):
	"""Return the names and values of the parts of a URI, in the order of the command's JSON."""
	flags, as_given = uri._record[4], (str if isinstance(uri.text, str) else str.encode)
	said = [("relative", "true")] * bool(flags & RELATIVE) + [("prefix", "URL:")] * bool(flags & PREFIXED) + \
	       [("by", "rfc1808")] * bool(flags & BY_RFC1808)
	kind = [("host_kind", uri.host_kind)] if uri.host_kind else []
	return [(name, as_given(value)) for name, value in said] + list(uri.parts.items()) + \
	       [(name, as_given(value)) for name, value in kind] + list(uri.extra.items())


def _pairs(query):
	"""Return the pairs (name, value) of a query, decoded as in a form."""
	is_text = isinstance(query, str)
	raw = query.encode() if is_text else query or b""
	for piece in filter(None, raw.split(b"&")):
		name, _, value = piece.partition(b"=")
		both = (unquote_to_bytes(each.replace(b"+", b" ")).decode("utf-8", "replace") for each in (name, value))
		yield tuple(both) if is_text else tuple(each.encode() for each in both)


def _named(pairs):
	return [{"name": name, "value": value} for name, value in pairs]


def _wrong(text, standard, **admitted):
	"""Return the error of a text.  Checks its bytes, so that offsets are the same as in other functions."""
	told_of = check(text.encode() if isinstance(text, str) else text, standard, **admitted)
	return None if told_of else f"byte {told_of.at}: {told_of.message} ({told_of.clause})"


def _found(text):
	place = (lambda at: len(text[:at].encode())) if isinstance(text, str) else int
	return [{"form": one.form, "uri": one.uri, "offset": place(one.start)} for one in find(text)]


def _piece(name):
	return {"href": lambda uri: uri.text, "host_kind": lambda uri: uri.host_kind}.get(name, lambda uri: uri.extra.get(name))


# ---- the functions -----------------------------------------------------------------------------------------

def _verdict(urls, standard, flag):
	admitted = _admitted(flag)
	if "loose" in admitted:
		admitted = {}
	return pa.array(columns.check(urls, _known(standard, STANDARDS, "standard", "rfc3986"), **admitted))


def _nulls_of(given, answer):
	return pc.if_else(given.is_null(), pa.scalar(None, answer.type), answer) if given.null_count else answer


def _valid(urls, standard, flag):
	return _nulls_of(urls, pc.equal(_verdict(urls, standard, flag).field("status"), 0))


def _error_at(urls, standard, flag):
	return _nulls_of(urls, _verdict(urls, standard, flag).field("error_at").cast(pa.int64()))


def _error(urls, standard, flag):
	standard = _known(standard, STANDARDS, "standard", "rfc3986")
	admitted = {name: True for name in _admitted(flag) if name != "loose"}
	return pa.array(_each(lambda text: _wrong(text, standard, **admitted), urls), pa.string())


def _part(urls, name, standard, flag):
	standard, admitted = _known(standard, STANDARDS, "standard", "rfc3986"), _admitted(flag)
	if name is None:
		return pa.nulls(len(urls), urls.type)
	_known(name, NAMES, "part", None)
	if name in PARTS and "loose" not in admitted:
		return pa.array(columns.part(urls, name, standard, layout="text", **admitted))
	piece = _piece(name) if name not in PARTS else lambda uri: uri.parts.get(name)
	answers = _each(lambda text: piece(parse(text, standard, **admitted)), urls)
	if urls.type == pa.binary():
		answers = [answer.encode() if isinstance(answer, str) else answer for answer in answers]
	return pa.array(answers, urls.type)


def _host(urls, standard, flag):
	return _part(urls, "host", standard, flag)


def _normalize(urls, standard, level):
	return pa.array(columns.normalize(urls, _known(standard, STANDARDS, "standard", "rfc3986"), _known(level, LEVELS, "level", "syntax")))


def _same(a, b, standard, level):
	one, other = (_normalize(urls, standard, level) for urls in (a, b))
	return pc.equal(one, other)


def _resolve(references, bases, standard, flag):
	standard = _known(standard, STANDARDS, "standard", "rfc3986")
	admitted = {name: True for name in _admitted(flag) if name != "reference"}
	return pa.array(_each(lambda text, base: resolve(text, base, standard, **admitted), references, bases), references.type)


def _relate(urls, bases, standard, flag):
	standard = _known(standard, STANDARDS, "standard", "rfc3986")
	admitted = {name: True for name in _admitted(flag) if name == "loose"}
	return pa.array(_each(lambda text, base: relate(text, base, standard, **admitted), urls, bases), urls.type)


def _key(urls, profile, suffixes):
	return pa.array(columns.key(urls, profile or "surt", suffixes=suffixes))


def _query_value(urls, name, standard):
	if name is None:
		return pa.nulls(len(urls), urls.type)
	return pa.array(columns.query_value(urls, name, _known(standard, STANDARDS, "standard", "rfc3986")))


def struct_of(made):
	"""Return the result of columns.parse with signed numbers, for engines without unsigned ones."""
	array = pa.array(made)
	fields, children = [], []
	for field in array.type:
		child = array.field(field.name)
		kind = {"status": pa.int32(), "error_at": pa.int64()}.get(field.name)
		children.append(child.cast(kind) if kind else child)
		fields.append(pa.field(field.name, kind or field.type))
	return pa.StructArray.from_arrays(children, fields=fields, mask=array.is_null())


def _parse(urls, standard, flag):
	admitted = {name: True for name in _admitted(flag) if name != "loose"}
	return struct_of(columns.parse(urls, _known(standard, STANDARDS, "standard", "rfc3986"), layout="text", **admitted))


def list_of(kind):
	return pa.list_(pa.struct([("name", pa.string()), ("value", kind)]))


def _parts(urls, standard, flag):
	standard, admitted = _known(standard, STANDARDS, "standard", "rfc3986"), _admitted(flag)
	return pa.array(_each(lambda text: _named(told(parse(text, standard, **admitted))), urls), list_of(urls.type))


def _query(urls, standard, flag):
	standard, admitted = _known(standard, STANDARDS, "standard", "rfc3986"), _admitted(flag)
	answers = _each(lambda text: _named(_pairs(parse(text, standard, **admitted).query)), urls)
	return pa.array(answers, pa.list_(pa.struct([("name", urls.type), ("value", urls.type)])))


def _find(texts):
	kind = pa.struct([("form", pa.string()), ("uri", texts.type), ("offset", pa.int64())])
	return pa.array(_each(_found, texts), pa.list_(kind))


# ---- calls of the engines -----------------------------------------------------------------------------------

@dataclass(frozen=True)
class Function:
	"""texts: number of text columns; options: names of the options that may follow; needed: number of required options.
	gives: boolean, text (a string for any input), same (as the input), integer, struct, pairs, query or found."""
	work: object
	texts: int
	options: tuple
	gives: str
	needed: int = 0


ADMIT = ("standard", "flag")
FUNCTIONS = {
	"uri_valid": Function(_valid, 1, ADMIT, "boolean"),
	"uri_error": Function(_error, 1, ADMIT, "text"),
	"uri_error_at": Function(_error_at, 1, ADMIT, "integer"),
	"uri_part": Function(_part, 1, ("part", *ADMIT), "same", 1),
	"uri_host": Function(_host, 1, ADMIT, "same"),
	"uri_normalize": Function(_normalize, 1, ("standard", "level"), "same"),
	"uri_same": Function(_same, 2, ("standard", "level"), "boolean"),
	"uri_resolve": Function(_resolve, 2, ADMIT, "same"),
	"uri_relate": Function(_relate, 2, ADMIT, "same"),
	"uri_key": Function(_key, 1, ("profile",), "same"),
	"uri_query_value": Function(_query_value, 1, ("name", "standard"), "same", 1),
	"uri_parse": Function(_parse, 1, ADMIT, "struct"),
	"uri_parts": Function(_parts, 1, ADMIT, "pairs"),
	"uri_query": Function(_query, 1, ADMIT, "query"),
	"uri_find": Function(_find, 1, (), "found"),
}


def _one(array):
	"""Return an array of one chunk."""
	if not isinstance(array, pa.ChunkedArray):
		return array
	return array.chunk(0) if array.num_chunks == 1 else array.combine_chunks()


def answer(name, arrays, suffixes=None):
	"""Apply a function to arrays of the same length: texts, then options.  Options are usually the same in each row."""
	function = FUNCTIONS[name]
	arrays = [_one(array) for array in arrays]
	texts, options = arrays[:function.texts], arrays[function.texts:]
	more = [None] * (len(function.options) - len(options))

	def work(given, values):
		return function.work(*given, *values, *more, *([suffixes] if name == "uri_key" else []))
	distinct = [pc.unique(option) for option in options]
	if all(len(values) <= 1 for values in distinct):
		return work(texts, [values[0].as_py() if len(values) else None for values in distinct])
	return _by_options(work, texts, options)


def _by_options(work, texts, options):
	"""Group rows that have the same options, apply the function to each group, and restore the order."""
	rows = {}
	for at, values in enumerate(zip(*(option.to_pylist() for option in options))):
		rows.setdefault(values, []).append(at)
	answers = [work([text.take(pa.array(places)) for text in texts], values) for values, places in rows.items()]
	order = pa.array([place for places in rows.values() for place in places])
	return pa.concat_arrays(answers).take(pc.sort_indices(order))
