"""tried_layouts.py - everyuri.columns on each layout of texts in Arrow, and each source of columns.

tried_columns.py compares one layout with the calls for one URI; this script compares the others with it.
"""
import everyuri
from everyuri import columns
from points import ok, skip

ROWS = ["http://h/a?n=1", None, "", "no uri", "http://user:pw@a-rather-long-name.example:8042/over/there?name=ferret#nose",
        "ftp://h/", None, "http://h/?n=a%20b", "urn:a:b", "http://ä/", "x" * 300, "mailto:a@b", "http://[::1]:80/"] * 23
HUGE = 100_000_000
ROOM = 8 << 30
CALLS = {
	"parse": lambda column: columns.parse(column),
	"parse by whatwg": lambda column: columns.parse(column, "whatwg"),
	"views": lambda column: columns.parse(column, layout="view"),
	"spans": lambda column: columns.parse(column, layout="spans"),
	"check": lambda column: columns.check(column),
	"compare": lambda column: columns.compare(column),
	"host": lambda column: columns.host(column),
	"normalize": lambda column: columns.normalize(column),
	"key": lambda column: columns.key(column),
	"query_value": lambda column: columns.query_value(column, "n"),
}


def as_bytes(value):
	"""Return the result for a column of bytes that corresponds to one of texts."""
	if isinstance(value, dict):
		return {name: inner if name == "first" else as_bytes(inner) for name, inner in value.items()}
	return value.encode() if isinstance(value, str) else value


def kinds(pa):
	texts = [pa.string(), pa.large_string(), pa.string_view()]
	return [(kind, ROWS, lambda value: value) for kind in texts] + \
	       [(kind, [row and row.encode() if row else as_bytes(row) for row in ROWS], as_bytes)
	        for kind in (pa.binary(), pa.large_binary(), pa.binary_view())]


def free_bytes():
	with open("/proc/meminfo", encoding="ascii") as file:
		return next((int(line.split()[1]) << 10 for line in file if line.startswith("MemAvailable")), 0)


def each_layout(pa):
	for name, call in CALLS.items():
		want = pa.array(call(pa.array(ROWS, pa.string()))).to_pylist()
		for kind, rows, told in kinds(pa):
			whole, wrong = pa.array(rows, kind), []
			told_want = [told(row) for row in want]
			answer = pa.array(call(whole))
			answer.validate(full=True)
			if answer.to_pylist() != told_want:
				wrong.append("whole")
			for at, n in ((0, 0), (1, 7), (3, 8), (8, 9), (13, 200), (len(rows) - 1, 1), (len(rows), 0)):
				if pa.array(call(whole.slice(at, n))).to_pylist() != told_want[at:at + n]:
					wrong.append(f"{n} rows from {at}")
			cut = pa.chunked_array([whole[:5], whole[5:5], whole[5:100], whole[100:]])
			got = pa.chunked_array(call(cut))
			if got.to_pylist() != told_want or [len(chunk) for chunk in got.chunks] != [5, 0, 95, len(rows) - 100]:
				wrong.append("chunks")
			if pa.chunked_array(call(cut.slice(3, 120))).to_pylist() != told_want[3:123]:
				wrong.append("a slice of chunks")
			empty = pa.array(call(pa.array([], kind)))
			if len(empty) or empty.type != answer.type or len(pa.chunked_array(call(pa.chunked_array([], kind)))):
				wrong.append("no rows")
			if any(row is not None for row in pa.array(call(pa.nulls(9, kind))).to_pylist()):
				wrong.append("nulls")
			ok(not wrong, f"{name} of {kind}: whole, slices, chunks, no rows, nulls", wrong)


def key_of(row):
	try:
		return everyuri.key(row)
	except everyuri.InvalidURI:
		return None


def not_utf8(pa):
	raw = [b"http://h/\xff?n=\xfe", b"\xff", b"http://h/\xc3", b"http://\x80/", b"http://h/\0", b"http://g/"]
	want = [everyuri.check(row).at for row in raw]
	for kind in (pa.binary(), pa.large_binary(), pa.binary_view()):
		column = pa.array(raw, kind)
		got = pa.array(columns.parse(column))
		got.validate(full=True)
		ok([row["error_at"] for row in got.to_pylist()] == want and [row["status"] for row in got.to_pylist()] == [1] * 5 + [0],
		   f"{kind} that is not UTF-8: a status and an offset in each row", got.to_pylist())
		answers = [pa.array(call(column)).to_pylist() for call in (columns.host, columns.normalize)]
		ok(answers == [[None] * 5 + [b"g"], [None] * 5 + [b"http://g/"]], f"{kind} that is not UTF-8: null, as for any invalid text", answers)
		keys = pa.array(columns.key(column)).to_pylist()
		ok(keys == [key_of(row) for row in raw] and keys[1] is None and keys[0] == b"h)/%ff?n=%fe",
		   f"{kind} that is not UTF-8: a key if the call for one URI has it", keys)


def under_nulls(pa):
	"""The content of a null row is ignored: bytes that are not UTF-8, and any offsets."""
	data = pa.py_buffer(b"http://h/\xff\xfehttp://g/")
	offsets = pa.py_buffer(b"".join(n.to_bytes(4, "little") for n in (0, 9, 11, 20)))
	column = pa.StringArray.from_buffers(3, offsets, data, pa.py_buffer(b"\5"), 1)
	ok(pa.array(columns.host(column)).to_pylist() == ["h", None, "g"], "bytes of a null row are ignored")
	unknown = pa.StringArray.from_buffers(3, offsets, data, pa.py_buffer(b"\5"), -1)
	ok(pa.array(columns.host(unknown)).to_pylist() == ["h", None, "g"], "an unknown number of nulls")


def dictionaries(pa):
	column = pa.array(["http://h/", "http://g/", "http://h/", None]).dictionary_encode()
	for given in (column, pa.chunked_array([column]), pa.table({"url": column})):
		try:
			columns.host(given)
			said = ""
		except TypeError as error:
			said = str(error)
		ok("dictionary" in said and "cast" in said, f"{type(given).__name__} of a dictionary: the error says to cast it", said)
	ok(pa.array(columns.host(column.cast(pa.string()))).to_pylist() == ["h", "g", "h", None], "its values can be used")
	ok(pa.array(columns.host(column.dictionary)).to_pylist() == ["h", "g"], "or its dictionary, which is less work")


def huge(pa):
	path = "/" + "a" * HUGE
	text = "http://h" + path
	for kind in (pa.string(), pa.large_string(), pa.string_view(), pa.binary(), pa.large_binary(), pa.binary_view()):
		is_bytes = "binary" in str(kind)
		row = text.encode() if is_bytes else text
		column = pa.array([row, None, row[:9], row], kind)
		got = pa.array(columns.parse(column, parts=("host", "path")))
		lengths = [part and len(part) for part in got.field("path").to_pylist()]
		keys = pa.array(columns.key(column.slice(2)))
		ok(lengths == [HUGE + 1, None, 1, HUGE + 1] and got.field("status").to_pylist() == [0, 12, 0, 0] and
		   [len(key.as_py()) for key in keys] == [3, HUGE + 3], f"{kind}: rows of 100 MB", lengths)
	many = pa.chunked_array([pa.array([text[:30_000_000]])] * 2)
	ok([len(part.as_py()) for part in pa.chunked_array(columns.normalize(many))] == [30_000_000] * 2, "long rows in chunks")
	if free_bytes() < ROOM:
		skip("more than 2 GiB of results in one chunk", "it needs 8 GiB of memory")
		return
	_, view, data = pa.array([text], pa.string_view()).buffers()
	same = pa.Array.from_buffers(pa.string_view(), 22, [None, pa.py_buffer(view.to_pybytes()[:16] * 22), data])
	got = pa.array(columns.normalize(same))
	ok(len(got) == 22 and len(got[21].as_py()) == len(text), f"more than 2 GiB of results in one chunk of views, as {got.type}")


def with_pandas(pd, pa):
	want = pa.array(columns.parse(pa.array(ROWS))).to_pylist()
	for kind in (pa.string(), pa.large_string(), pa.string_view()):
		series = pd.Series(ROWS, dtype=pd.ArrowDtype(kind))
		got = columns.parse(series)
		ok(pa.chunked_array(got).to_pylist() == want, f"pandas: a Series of {kind}")
	series = pd.Series(ROWS, dtype="string[pyarrow]")
	hosts = pd.Series(pd.arrays.ArrowExtensionArray(pa.chunked_array(columns.host(series))))
	ok([None if pd.isna(host) else host for host in hosts] == [row and row["host"] for row in want],
	   "pandas: a column of hosts, back in a Series")
	frame = pd.DataFrame({"url": series}).iloc[3:40:2]
	ok(pa.chunked_array(columns.parse(frame["url"])).to_pylist() == want[3:40:2], "pandas: selected rows")
	ok(pa.chunked_array(columns.parse(frame[["url"]].reset_index(drop=True))).to_pylist() == want[3:40:2],
	   "pandas: a DataFrame of one column")


def with_duckdb(duckdb, pa):
	want = pa.array(columns.parse(pa.array(ROWS))).to_pylist()
	connection = duckdb.connect()
	connection.execute("create table page (n integer, url varchar)")
	connection.executemany("insert into page values (?, ?)", list(enumerate(ROWS)))
	relation = connection.sql("select url from page order by n")
	ok(pa.chunked_array(columns.parse(relation)).to_pylist() == want, "DuckDB: a relation of one column")
	got = pa.chunked_array(columns.host(connection.sql("select encode(url) as url from page where n between 3 and 40 order by n")))
	ok(got.to_pylist() == [as_bytes(row and row["host"]) for row in want[3:41]], "DuckDB: blobs, a part of the rows")
	hosts = pa.table({"host": pa.chunked_array(columns.host(relation))})
	connection.register("hosts", hosts)
	ok(connection.sql("select count(host) from hosts where host = 'h'").fetchall()[0][0] == sum(bool(row) and row["host"] == "h" for row in want),
	   "DuckDB: the answer is queried")
	ok(pa.chunked_array(columns.host(connection.sql("select url from page where false"))).to_pylist() == [], "DuckDB: no rows")
	try:
		columns.host(connection.sql("select n, url from page"))
		said = ""
	except TypeError as error:
		said = str(error)
	ok("column" in said, "DuckDB: a relation of two columns is a TypeError", said)


def layouts_tried():
	try:
		import pyarrow as pa
	except ImportError as error:
		skip("layouts of Arrow", error)
		return
	for part in (each_layout, not_utf8, under_nulls, dictionaries, huge):
		part(pa)
	for name, part in (("pandas", with_pandas), ("duckdb", with_duckdb)):
		try:
			module = __import__(name)
		except ImportError as error:
			skip(f"columns of {name}", error)
		else:
			part(module, pa)
