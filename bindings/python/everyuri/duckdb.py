"""SQL functions for DuckDB, with the same names and results as in SQLite: register(connection).

A column of VARCHAR or BLOB is passed as Arrow arrays.  The result has the type of the column.
"""
import pyarrow as pa
from duckdb.func import ARROW, SPECIAL

from . import PARTS, Suffixes, _sql

DEFAULTS = {"standard": "rfc3986", "flag": "", "level": "syntax", "profile": "surt"}
KINDS = ("VARCHAR", "BLOB")
TABLES = ("uri_parts", "uri_query", "uri_find")
WORK = "_everyuri_"


def _returns(gives, kind):
	return {"boolean": "BOOLEAN", "text": "VARCHAR", "integer": "BIGINT", "same": kind,
	        "struct": f"STRUCT({', '.join(f'{part} {kind}' for part in PARTS)}, status INTEGER, error_at BIGINT)",
	        "pairs": f"STRUCT(name VARCHAR, value {kind})[]", "query": f"STRUCT(name {kind}, value {kind})[]",
	        "found": f'STRUCT(form VARCHAR, uri {kind}, "offset" BIGINT)[]'}[gives]


def _of_arity(work, n):
	"""Return work as a function with this number of arguments, because DuckDB counts the arguments of a function."""
	return {1: lambda a: work(a), 2: lambda a, b: work(a, b), 3: lambda a, b, c: work(a, b, c),
	        4: lambda a, b, c, d: work(a, b, c, d)}[n]


def _create(connection, name, function, kind, held):
	"""Register two functions of Arrow arrays: one takes the texts, the other also all options.  Macros call them."""
	def work(*arrays):
		arrays = [array.cast(pa.string()) if k >= function.texts and pa.types.is_large_string(array.type) else array
		          for k, array in enumerate(arrays)]
		return _sql.answer(name, arrays, held["suffixes"])
	returns, texts = _returns(function.gives, kind), [kind] * function.texts
	for options in {function.needed, len(function.options)}:
		types = texts + ["VARCHAR"] * options
		connection.create_function(f"{WORK}{name}_{kind.lower()}_{options}", _of_arity(work, len(types)), types, returns,
		                           type=ARROW, null_handling=SPECIAL)


def _forms(name, function, kind, typed):
	"""Yield the parameters and the call of the macro, for each number of options."""
	texts = ["a", "b"][:function.texts]
	for n in range(function.needed, len(function.options) + 1):
		given = list(function.options[:n])
		rest = [] if n == function.needed else [f"'{DEFAULTS[option]}'" for option in function.options[n:]]
		n_options = function.needed if n == function.needed else len(function.options)
		parameters = [f"{text} {kind}" for text in texts] + [f"{option} VARCHAR" for option in given] if typed else texts + given
		yield ", ".join(parameters), f"{WORK}{name}_{kind.lower()}_{n_options}({', '.join(texts + given + rest)})"


def _macros(name, function):
	"""Return the statement that defines a function in SQL."""
	forms = [form for kind in KINDS for form in _forms(name, function, kind, True)]
	yield ", ".join(f"({given}) AS {call}" for given, call in forms)
	if name in TABLES:  # DuckDB: a typed parameter of a table function cannot be a column of an earlier table
		yield ", ".join(f"({given}) AS TABLE (SELECT unnest({call}, recursive := true))"
		                for given, call in _forms(name, function, "VARCHAR", False))


def register(connection, suffixes=None):
	"""Register uri_valid, uri_host and the other functions in a connection.  Like all Python functions, they are temporary.

	suffixes: everyuri.Suffixes, for uri_key(url, 'domain'); uri_psl_load(list) also sets them.
	Returns: the connection.
	"""
	held = {"suffixes": suffixes}
	for name, function in _sql.FUNCTIONS.items():
		for kind in KINDS:
			_create(connection, name, function, kind, held)
		for macros in _macros(name, function):
			connection.execute(f"CREATE OR REPLACE TEMP MACRO {name} {macros}")

	def load(text):
		held["suffixes"] = Suffixes(text)
		return len(held["suffixes"])
	connection.create_function("uri_psl_load", load, ["VARCHAR"], "BIGINT", side_effects=True)
	return connection
