"""Columns of URIs.  Input is passed by the PyCapsule interface of Arrow, without copying.

A column is anything with __arrow_c_array__ or __arrow_c_stream__: an array of pyarrow, a Series of
polars, a table or relation of one column.  The result has the same methods.  A null stays null.
A text that the standard refuses does not raise an exception.
"""
from . import PARTS, STANDARDS, _everyuri, _flags

PARSE, PART, NORMALIZE, KEY, QUERY_VALUE, COMPARE = range(6)
LAYOUTS = ("given", "text", "view", "spans")


class Column:
	"""A resulting array; pass it to pyarrow.array, polars.Series, ..., any number of times."""

	__slots__ = ("_made",)

	def __init__(self, made):
		self._made = made

	def __arrow_c_array__(self, requested_schema=None):
		return _everyuri.array(self._made)

	def __arrow_c_schema__(self):
		return _everyuri.array(self._made)[0]

	def __arrow_c_stream__(self, requested_schema=None):
		return _everyuri.stream(self._made, [self._made])


class ChunkedColumn:
	"""A resulting array of several chunks; pass it to pyarrow.chunked_array, polars.Series, ..."""

	__slots__ = ("_shape", "_chunks")

	def __init__(self, shape, chunks):
		self._shape, self._chunks = shape, chunks

	def __arrow_c_schema__(self):
		return _everyuri.array(self._shape)[0]

	def __arrow_c_stream__(self, requested_schema=None):
		return _everyuri.stream(self._shape, self._chunks)


def _one_of(names, name, what):
	if name not in names:
		raise ValueError(f'unknown {what} "{name}"; choose from {" ".join(names)}')
	return names.index(name)


def _bits(names, wanted, what):
	return sum({1 << _one_of(names, name, what) for name in wanted})


def _work(column, kind, standard, flags, parts=0, layout="given", level="syntax", profile="surt", suffixes=None,
          name=None):
	options = (kind, _one_of(LAYOUTS, layout, "layout"), standard, flags, parts, level, profile, suffixes, name)
	if hasattr(column, "__arrow_c_array__"):
		return Column(_everyuri.columns(options, *column.__arrow_c_array__()))
	if hasattr(column, "__arrow_c_stream__"):
		return ChunkedColumn(*_everyuri.chunks(options, column.__arrow_c_stream__()))
	raise TypeError(f"a column needs __arrow_c_array__ or __arrow_c_stream__; {type(column).__name__} has neither")


def parse(column, standard="rfc3986", *, parts=PARTS, layout="given", reference=False, zone=False):
	"""Return a struct for each row: the requested parts, as written, then status and error_at.

	status:   0 if the text is valid, 1 if it is invalid, 3 if it is too long, 12 if it is null.
	error_at: offset of the error in bytes; null if there is no error.
	layout: "text", "view" (views into the column that was given, which stays in memory as long), "given" (as the
	column came: views of views, otherwise text), "spans" (NAME_begin and NAME_end of each part, in bytes of the
	row; under whatwg of `rewritten`, where that is not null).
	"""
	return _work(column, PARSE, standard, _flags(reference, zone), _bits(PARTS, parts, "part"), layout)


def check(column, standard="rfc3986", *, reference=False, zone=False):
	"""Return a struct for each row, with status and error_at as from parse."""
	return parse(column, standard, parts=(), reference=reference, zone=zone)


def compare(column, standards=("rfc3986", "whatwg"), *, reference=False, zone=False):
	"""Return a struct for each row.  Its fields are the status of each standard, under its name, then differ and first.

	differ: some standards accept the text and others refuse it, or the scheme, user, host, port or path differs.
	first:  the first of these parts that differs; null if none differs.
	"""
	return _work(column, COMPARE, "rfc3986", _flags(reference, zone), _bits(STANDARDS, standards, "standard"))


def part(column, name, standard="rfc3986", *, layout="given", reference=False, zone=False):
	"""Return one part of each row; null if it is absent."""
	if layout == "spans":
		raise ValueError('one part has no layout "spans": parse(parts=[name], layout="spans") has')
	return _work(column, PART, standard, _flags(reference, zone), _bits(PARTS, (name,), "part"), layout)


def host(column, standard="rfc3986", *, layout="given", reference=False, zone=False):
	return part(column, "host", standard, layout=layout, reference=reference, zone=zone)


def normalize(column, standard="rfc3986", level="syntax", *, reference=False, zone=False):
	"""Return the canonical form of each row."""
	return _work(column, NORMALIZE, standard, _flags(reference, zone), level=level)


def key(column, profile="surt", *, standard="rfc3986", suffixes=None):
	"""Return the key of each row."""
	return _work(column, KEY, standard, 0, profile=profile, suffixes=suffixes._list if suffixes is not None else None)


def registrable_domain(column, suffixes, *, standard="rfc3986"):
	"""Return the registrable domain of each row, by the Public Suffix List; null if there is none."""
	return key(column, "domain", standard=standard, suffixes=suffixes)


def query_value(column, name, standard="rfc3986", *, reference=False, zone=False):
	"""Return the value of the first pair of this name in each query, decoded; null if there is none."""
	name = name.encode() if isinstance(name, str) else name
	return _work(column, QUERY_VALUE, standard, _flags(reference, zone), name=name)
