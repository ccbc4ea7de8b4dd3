"""Columns of URIs, over Arrow's PyCapsule interface: nothing is copied on the way in.

A column is anything with __arrow_c_array__ or __arrow_c_stream__: an array of pyarrow, a Series of
polars, a table or relation of one column.  What comes back has the same methods.  A null stays null,
and a text that the standard refuses is data: no call raises for one.
"""
from . import PARTS, _everyuri, _flags

PARSE, PART, NORMALIZE, KEY, QUERY_VALUE = range(5)


class Column:
	"""An array that was made; give it to pyarrow.array, polars.Series, ..., as often as wanted."""

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
	"""The same of several chunks; give it to pyarrow.chunked_array, polars.Series, ..."""

	__slots__ = ("_shape", "_chunks")

	def __init__(self, shape, chunks):
		self._shape, self._chunks = shape, chunks

	def __arrow_c_schema__(self):
		return _everyuri.array(self._shape)[0]

	def __arrow_c_stream__(self, requested_schema=None):
		return _everyuri.stream(self._shape, self._chunks)


def _work(column, kind, standard, flags, parts=0, level="syntax", profile="surt", suffixes=None, name=None):
	options = (kind, standard, flags, parts, level, profile, suffixes, name)
	if hasattr(column, "__arrow_c_array__"):
		return Column(_everyuri.columns(options, *column.__arrow_c_array__()))
	if hasattr(column, "__arrow_c_stream__"):
		return ChunkedColumn(*_everyuri.chunks(options, column.__arrow_c_stream__()))
	raise TypeError(f"a column has __arrow_c_array__ or __arrow_c_stream__, and {type(column).__name__} has neither")


def _part(name):
	if name not in PARTS:
		raise ValueError(f"no such part: {name} ({' '.join(PARTS)})")
	return PARTS.index(name)


def parse(column, standard="rfc3986", *, parts=PARTS, reference=False, zone=False):
	"""A struct a row: the parts that are asked for, as they are written, then status and error_at.

	status: 0 valid, 1 not, 3 too long, 12 null; error_at: bytes, null where nothing is wrong.
	"""
	wanted = sum({1 << _part(name) for name in parts})
	return _work(column, PARSE, standard, _flags(reference, zone), wanted)


def part(column, name, standard="rfc3986", *, reference=False, zone=False):
	"""One part of each, null where it is absent."""
	return _work(column, PART, standard, _flags(reference, zone), _part(name))


def host(column, standard="rfc3986", *, reference=False, zone=False):
	return part(column, "host", standard, reference=reference, zone=zone)


def normalize(column, standard="rfc3986", level="syntax", *, reference=False, zone=False):
	"""The canonical form of each."""
	return _work(column, NORMALIZE, standard, _flags(reference, zone), level=level)


def key(column, profile="surt", *, standard="rfc3986", suffixes=None):
	"""The key of each; "domain" makes registrable domains, and wants suffixes."""
	return _work(column, KEY, standard, 0, profile=profile, suffixes=suffixes._list if suffixes is not None else None)


def query_value(column, name, standard="rfc3986", *, reference=False, zone=False):
	"""The value of the first pair of this name in each query, decoded; null where there is none."""
	name = name.encode() if isinstance(name, str) else name
	return _work(column, QUERY_VALUE, standard, _flags(reference, zone), name=name)
