"""tried_columns.py - compare everyuri.columns with the calls for one URI, with pyarrow and polars."""
import random
import threading
import time

import everyuri
import vectors
from everyuri import InvalidURI, RefusedURI, _sql, columns
from points import ok, skip

PARTS = ("scheme", "user", "password", "host", "port", "path", "query", "fragment")


def row_of(text, standard):
	"""Return the row of parse, from the call for one URI."""
	if text is None:
		return None
	verdict = everyuri.check(text, standard)
	row = dict.fromkeys(PARTS)
	if verdict:
		row.update(everyuri.parse(text, standard).parts)
	raw = text if isinstance(text, bytes) else text.encode()
	return {**row, "status": 0 if verdict else 1, "error_at": None if verdict else everyuri.check(raw, standard).at}


def one(function, *arguments, **more):
	"""Return the result of the call for one URI, or None if it is refused."""
	if arguments[0] is None:
		return None
	try:
		return function(*arguments, **more)
	except (InvalidURI, RefusedURI):
		return None


def texts():
	"""Return the inputs of all vectors that are UTF-8, with some nulls, shuffled."""
	result = []
	for v in vectors.vectors():
		try:
			result.append(v.input.decode())
		except UnicodeDecodeError:
			continue
	result += [None] * 100 + ["", "http://h/?q=%FF&q=2", "http://h/?n=a+b%21#f", "http://" + "a" * 70000 + "/"]
	random.Random(8).shuffle(result)
	return result


def play(pa):
	"""The vectors of what columns have: parse, normalize and same, with all rows of a standard in one column.
	Fields that columns lack (kind of host, scheme-specific pieces) come from the call for one URI."""
	passed, groups, wrong = 0, {}, []
	for v in vectors.vectors():
		if v.question in ("parse", "normalize", "same"):
			groups.setdefault((v.question, v.standard, v.flags, v.level), []).append(v)
	for (question, standard, flags, level), group in groups.items():
		admitted = {flags: True} if flags else {}
		column = pa.array([v.input for v in group], pa.binary())
		if question == "parse":
			answers = [told_of(v, row, admitted) for v, row in zip(group, pa.array(columns.parse(column, standard, **admitted)).to_pylist())]
		else:
			answers = [b"invalid" if row is None else row for row in pa.array(columns.normalize(column, standard, level)).to_pylist()]
		if question == "same":
			others = pa.array(columns.normalize(pa.array([v.base for v in group], pa.binary()), standard, level)).to_pylist()
			answers = [b"invalid" if b"invalid" in (one, other or b"invalid") else b"same" if one == other else b"different"
			           for one, other in zip(answers, others)]
		for v, got in zip(group, answers):
			passed += vectors.agrees(v, got)
			wrong += [] if vectors.agrees(v, got) else [f"{v.id}: got {got!r}, expected {v.expected!r}"]
	every = sum(map(len, groups.values()))
	ok(not wrong and every > 1000, f"columns: {passed} of {every} vectors of parse, normalize and same", wrong)
	print(f"# vectors of columns: {passed} of {every}")


def told_of(v, row, admitted):
	"""Return a row in the format of the vectors."""
	if row["status"]:
		return b"invalid|at=%d" % row["error_at"]
	told = [(name, row.pop(name) if name in PARTS else value) for name, value in _sql.told(everyuri.parse(v.input, v.standard, **admitted))]
	extra = [(name, row[name]) for name in PARTS if row.get(name) is not None]
	return vectors.told(told + extra)


def differ(got, want):
	return [f"{k}: {g!r} and not {w!r}"[:300] for k, (g, w) in enumerate(zip(got, want)) if g != w][:5] or \
	       ([] if len(got) == len(want) else [f"{len(got)} rows and not {len(want)}"])


def types(pa, rows):
	for standard in everyuri.STANDARDS:
		want = [row_of(text, standard) for text in rows]
		column = pa.array(rows, pa.string())
		wrong = differ(pa.array(columns.parse(column, standard)).to_pylist(), want)
		ok(not wrong, f"parse by {standard}: each row is that of the call for one URI", wrong)
	want = [row_of(text, "whatwg") for text in rows]
	for kind in (pa.large_string(), pa.string_view()):
		wrong = differ(pa.array(columns.parse(pa.array(rows, kind), "whatwg")).to_pylist(), want)
		ok(not wrong, f"parse of {kind}", wrong)
	raw = [text and text.encode() for text in rows] + [b"http://h/\xff", b""]
	for kind in (pa.binary(), pa.large_binary(), pa.binary_view()):
		got = pa.array(columns.parse(pa.array(raw, kind), "rfc3986"))
		wrong = differ(got.to_pylist(), [row_of(text, "rfc3986") for text in raw])
		ok(not wrong and "binary" in str(got.type.field("host").type), f"parse of {kind}, with bytes that are not UTF-8", wrong)


def shapes(pa, rows):
	column = pa.array(rows)
	want = [row_of(text, "rfc3986") for text in rows]
	wrong = [at for at in (0, 1, 7, 8, 9, 1000) for n in (0, 1, 13, len(rows))
	         if pa.array(columns.parse(column.slice(at, n))).to_pylist() != want[at:at + n]]
	ok(not wrong, "slices", wrong)
	chunked = pa.chunked_array([column[:5], column[5:5], column[5:1500], column[1500:]])
	made = columns.parse(chunked)
	got = pa.chunked_array(made)
	ok(got.to_pylist() == want and [len(c) for c in got.chunks] == [5, 0, 1495, len(rows) - 1500] and
	   pa.chunked_array(made).equals(got), "chunks stay chunks, and can be had twice")
	ok(pa.chunked_array(columns.host(pa.chunked_array([], pa.string()))).type == pa.string(), "no chunks")
	for n in (0, 3):
		ok(pa.array(columns.parse(pa.nulls(n))).to_pylist() == [None] * n and
		   pa.array(columns.host(pa.nulls(n, pa.string()))).to_pylist() == [None] * n, f"{n} nulls")
	got = pa.array(columns.parse(column, parts=("host",)))
	ok([field.name for field in got.type] == ["host", "status", "error_at"] and
	   got.to_pylist() == [w and {name: w[name] for name in ("host", "status", "error_at")} for w in want], "fewer parts")
	table = pa.table({"url": chunked})
	ok(pa.chunked_array(columns.host(table)).to_pylist() == [w and w["host"] for w in want], "a table of one column")
	batch = pa.record_batch({"url": column}).slice(3, 50)
	ok(pa.array(columns.host(batch)).to_pylist() == [w and w["host"] for w in want[3:53]], "a slice of a record batch")
	for bad in (pa.array([1]), pa.array(["a"]).dictionary_encode(), pa.array([["a"]]), pa.table({"a": ["x"], "b": ["y"]}), ["a:b"],
	            None, pa.array([{"a": None}, None], pa.struct([("a", pa.string())]))):
		try:
			columns.parse(bad)
			said = ""
		except TypeError as error:
			said = str(error)
		ok("column" in said, f"{getattr(bad, 'type', type(bad))} is a TypeError that names the required type", said)
	made = columns.parse(column)
	array = pa.array(made)
	child = array.field("host")
	del made, array, column
	ok(child.to_pylist() == [w and w["host"] for w in want], "a child outlives what it came with")
	array = pa.array(columns.normalize(pa.array(rows)))
	array.validate(full=True)
	pa.array(columns.parse(pa.array(rows))).validate(full=True)
	ok(True, "pyarrow finds the arrays valid")
	corrupt = pa.StringArray.from_buffers(2, pa.py_buffer(b"\0\0\0\0\5\0\0\0\3\0\0\0"), pa.py_buffer(b"abcdefgh"))
	try:
		columns.parse(corrupt)
		said = ""
	except ValueError as error:
		said = str(error)
	ok("row 0" in said, "offsets that go backwards are an error that names the row", said)


def calls(pa, rows):
	column = pa.array(rows)
	for level in ("simple", "syntax", "scheme"):
		wrong = differ(pa.array(columns.normalize(column, "rfc3986", level)).to_pylist(),
		               [one(everyuri.normalize, text, "rfc3986", level) for text in rows])
		ok(not wrong, f"normalize at level {level}", wrong)
	for profile in ("surt", "whatwg", "rfc3986-scheme"):
		wrong = differ(pa.array(columns.key(column, profile)).to_pylist(), [one(everyuri.key, text, profile) for text in rows])
		ok(not wrong, f"key by {profile}", wrong)
	suffixes = everyuri.Suffixes("com\nco.uk\n")
	got = pa.array(columns.key(pa.array(["http://a.b.co.uk/", "http://1.2.3.4/", None]), "domain", suffixes=suffixes)).to_pylist()
	ok(got == ["b.co.uk", None, None], "key by domain", got)
	got = pa.array(columns.query_value(pa.array(["http://h/?n=a+b%21", "http://h/?m=1", "http://h/?n", "x y", None, "http://h/?n=%FF"]), "n"))
	ok(got.to_pylist() == ["a b!", None, "", None, None, "\ufffd"], "query_value", got)
	big = pa.array(["http://h/" + "a" * 100_000_000, "http://g/"])
	ok(pa.array(columns.host(big)).to_pylist() == ["h", "g"] and len(pa.array(columns.normalize(big))[0].as_py()) == 100_000_009,
	   "a row of 100 MB")
	for wrong in (lambda: columns.part(column, "hots"), lambda: columns.parse(column, "rfc9"), lambda: columns.key(column, "sort"),
	              lambda: columns.key(column, "domain"), lambda: columns.normalize(column, level="most")):
		try:
			wrong()
			said = ""
		except ValueError as error:
			said = str(error)
		ok("unknown" in said or "suffixes" in said, "an unknown name is a ValueError", said)


def released(pa):
	"""Count the steps of another thread while a long column is parsed."""
	column = pa.array(["http://example.com/a/b/c?d=e"] * 2_000_000)
	steps, done = [], threading.Event()

	def step():
		while not done.is_set():
			steps.append(time.perf_counter())
			time.sleep(0.001)
	thread = threading.Thread(target=step)
	thread.start()
	begin = time.perf_counter()
	columns.normalize(column)
	end = time.perf_counter()
	done.set()
	thread.join()
	inside = [at for at in steps if begin + 0.01 < at < end - 0.01]
	ok(len(inside) > 3, "other threads run meanwhile", f"{len(inside)} steps in {end - begin:.3f} s")


def with_polars(pl, rows):
	want = [row_of(text, "whatwg") for text in rows]
	series = pl.Series("url", rows, dtype=pl.String)
	got = pl.Series(columns.parse(series, "whatwg"))
	none = dict.fromkeys([*PARTS, "status", "error_at"])
	ok([row or none for row in got.to_list()] == [row or none for row in want], "polars: a Series in, a Series out",
	   differ([row or none for row in got.to_list()], [row or none for row in want]))
	got = pl.DataFrame({"url": series}).with_columns(host=pl.Series(columns.host(series, "whatwg")))
	ok(got["host"].to_list() == [w and w["host"] for w in want], "polars: a column of a DataFrame")


def columns_tried():
	rows = texts()
	try:
		import pyarrow as pa
	except ImportError as error:
		skip("columns of pyarrow", error)
	else:
		play(pa)
		for part in (types, shapes, calls):
			part(pa, rows)
		released(pa)
	try:
		import polars as pl
	except ImportError as error:
		skip("columns of polars", error)
	else:
		with_polars(pl, rows)
