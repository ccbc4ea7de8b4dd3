"""tried_duckdb.py - everyuri.duckdb: the vectors, then each function, in DuckDB."""
import os
import random
import sys

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))  # behind the engine: a duckdb.py is there

import duckdb  # noqa: E402
import everyuri  # noqa: E402
import everyuri.duckdb  # noqa: E402
import vectors  # noqa: E402
from points import blocks_of, done, ok, skip  # noqa: E402

PSL = "/usr/share/publicsuffix/public_suffix_list.dat"


def opened(**more):
	return everyuri.duckdb.register(duckdb.connect(), **more)


def one(db, sql, *arguments):
	return db.execute("select " + sql, list(arguments)).fetchall()[0][0]


def answer_of(db):
	"""All inputs are blobs, because some are not UTF-8."""
	def answer(v):
		flag = v.flags or ""
		if v.question == "parse":
			at = one(db, "uri_error_at(?::blob, ?, ?)", v.input, v.standard, flag)
			if at is not None:
				return b"invalid|at=%d" % at
			return vectors.told((pair["name"], pair["value"]) for pair in
			                    one(db, "uri_parts(?::blob, ?, ?)", v.input, v.standard, flag))
		if v.question == "same":
			same = one(db, "uri_same(?::blob, ?::blob, ?, ?)", v.input, v.base, v.standard, v.level)
			return {None: b"invalid", False: b"different", True: b"same"}[same]
		if v.question == "normalize":
			got = one(db, "uri_normalize(?::blob, ?, ?)", v.input, v.standard, v.level)
		else:
			got = one(db, f"uri_{v.question}(?::blob, ?::blob, ?, ?)", v.input, v.base, v.standard, flag)
		return b"invalid" if got is None else got
	return answer


def texts_of_vectors():
	for v in vectors.vectors():
		try:
			if v.question == "parse":
				yield v.input.decode(), v.standard, v.flags
		except UnicodeDecodeError:
			continue


def in_columns(db):
	"""Compare rows of one table, each with its own options, with the calls for one URI."""
	rows = list(texts_of_vectors()) + [(None, "rfc3986", ""), ("http://h/", None, None)] * 50
	random.Random(3).shuffle(rows)
	db.execute("create or replace table page (n integer, u varchar, s varchar, f varchar)")
	db.executemany("insert into page values (?, ?, ?, ?)", [(n, *row) for n, row in enumerate(rows)])
	got = db.sql("select uri_valid(u, s, f), uri_part(u, 'host', s, f), uri_error_at(u, s, f) from page order by n").fetchall()
	wrong = []
	for (text, standard, flag), row in zip(rows, got):
		admitted = {flag: True} if flag in ("reference", "zone") else {}
		check = text is not None and everyuri.check(text.encode(), standard or "rfc3986", **admitted)
		host = everyuri.parse(text, standard or "rfc3986", **admitted).host if check else None
		want = (None, None, None) if text is None else (check.valid, host, check.at)
		if row != want:
			wrong.append(f"{text!r} by {standard} {flag}: {row} and not {want}")
	ok(not wrong and len(got) == len(rows), "rows with different options, in order", wrong)
	db.execute("create or replace table many as select 'http://h' || (n % 7) || '.example/?n=' || n as u from range(300000) t(n)")
	got = db.sql("select uri_host(u), count(*) from many group by 1 order by 1").fetchall()
	ok([host for host, _ in got] == [f"h{n}.example" for n in range(7)] and sum(n for _, n in got) == 300000,
	   "a table of many chunks, in threads", got)
	ok(one(db, "sum(uri_query_value(u, 'n')::bigint) from many") == sum(range(300000)), "uri_query_value")


def refused(db, sql):
	try:
		db.execute(sql).fetchall()
		return ""
	except duckdb.Error as error:
		return str(error)


def functions(db):
	ok(one(db, "uri_valid('http://h/')") is True and one(db, "uri_valid('http://h/ ')") is False, "uri_valid")
	ok(one(db, "uri_error('http://h/a b')") == "byte 10: space must be encoded (RFC 3986 2.1)", "uri_error")
	ok(one(db, "uri_error('http://ä/')") == one(db, "uri_error(encode('http://ä/'))"), "it counts bytes of either type")
	ok(one(db, "uri_part('http://u@h:8/p?q#f', 'port')") == "8" and one(db, "uri_part('gopher://h/1x', 'gtype', 'rfc1738')") == "1" and
	   one(db, "uri_part('http://127.0.0.1/', 'host_kind')") == "ipv4" and one(db, "uri_part('HTTP://H', 'href', 'whatwg')") == "http://h/" and
	   one(db, "uri_part('http://h', 'gtype')") is None, "uri_part")
	for name in ("valid", "error", "error_at", "host", "normalize", "key", "parse", "parts", "query", "find"):
		ok(one(db, f"uri_{name}(NULL)") is None, f"uri_{name} of NULL is NULL")
	ok(one(db, "uri_part('no uri', 'host')") is None and one(db, "uri_host('no uri')") is None, "of an invalid URI, too")
	for sql, said in (("uri_part('http://h', 'hots')", "unknown part"), ("uri_valid('http://h', 'rfc9999')", "unknown standard"),
	                  ("uri_normalize('http://h', 'rfc3986', 'most')", "unknown level"), ("uri_key('http://h', 'sort')", "unknown profile"),
	                  ("uri_host('http://h', 'rfc3986', 'lose')", "unknown flag")):
		ok(said in refused(db, "select " + sql), f"{sql} is an error of the statement", refused(db, "select " + sql))
	ok(one(db, "uri_key('http://www.Example.com/b?b=1&a=2')") == "com,example)/b?a=2&b=1", "uri_key")
	ok(one(db, "uri_host('//h/x', 'rfc3986', 'reference')") == "h" and one(db, "uri_host('//h/x')") is None, "a flag")
	ok(one(db, "uri_parse('http://h/a').path") == "/a" and one(db, "uri_parse('a b').error_at") == 1, "uri_parse")
	ok(one(db, "uri_valid('\\x68\\x3A\\xFF'::blob)") is False and one(db, "uri_host('http://h/'::blob)") == b"h",
	   "a blob that is not UTF-8 is refused, and no more; a blob is answered as one")
	ok(one(db, "uri_valid('')") is False, "so is an empty text")
	long = "http://h/" + "a" * (8 << 20)
	ok(one(db, "length(uri_part(?, 'path'))", long) == (8 << 20) + 1, "a URI of 8 MiB")


def tables(db):
	rows = db.execute("select name, value from uri_query('http://h/?a=1&b=x+y%21&a=&c')").fetchall()
	ok(rows == [("a", "1"), ("b", "x y!"), ("a", ""), ("c", "")], "uri_query: pairs decoded, in order", rows)
	rows = db.execute("select \"offset\", form, uri from uri_find('ä http://a/b, <mailto:x@y>.')").fetchall()
	ok(rows == [(3, "bare", "http://a/b"), (16, "angle", "mailto:x@y")], "uri_find", rows)
	ok(db.execute("select * from uri_query('no uri')").fetchall() == [], "uri_query of an invalid URI has no rows")
	ok(db.execute("select * from uri_find(NULL)").fetchall() == [], "uri_find of NULL has none")
	ok(one(db, "sum(q.value::bigint) from many, uri_query(many.u) q where q.name = 'n'") == sum(range(300000)),
	   "uri_query joins with the table that its argument is of")
	ok(one(db, "count(*) from page, uri_parts(page.u, 'whatwg') p where p.name = 'host'") ==
	   one(db, "count(uri_host(u, 'whatwg')) from page"), "uri_parts does, by another standard")
	pairs = one(db, "uri_query('http://h/?q=%FF&x=%zz&%41=+&&=v', 'whatwg')")
	ok([tuple(pair.values()) for pair in pairs] == [("q", "\ufffd"), ("x", "%zz"), ("A", " "), ("", "v")], "decoding", pairs)


def suffixes(db):
	ok("suffixes" in refused(db, "select uri_key('http://a.co.uk', 'domain')"), "without a list the error names the missing argument")
	ok(refused(db, "select uri_psl_load('a..b')") != "", "an invalid list is refused")
	ok(one(opened(suffixes=everyuri.Suffixes("co.uk\n")), "uri_key('http://a.b.co.uk/', 'domain')") == "b.co.uk", "register(suffixes=)")
	if not os.path.exists(PSL):
		skip("uri_key by the Public Suffix List", f"{PSL} is not there (package publicsuffix)")
		return
	with open(PSL, encoding="utf-8") as file:
		ok(one(db, "uri_psl_load(?)", file.read()) > 8000, "uri_psl_load gives the number of rules")
	ok(one(db, "uri_key('http://a.b.example.co.uk/x', 'domain')") == "example.co.uk", "uri_key by domain")


def page():
	"""The statements that docs/sql.md shows for DuckDB."""
	db = opened()
	db.execute("create table page(url varchar)")
	db.execute("insert into page values ('http://h/?utm_source=a&x=1')")
	for block in blocks_of("docs/sql.md"):
		if block.kind != "sql" or block.reason:
			continue
		for statement in block.text.split(";\n")[:-1]:
			ok(refused(db, statement) == "", f"{block.where}: {statement}", refused(db, statement))


opened_db = opened()
counts = vectors.play(ok, "DuckDB", answer_of(opened_db))
in_columns(opened_db)
functions(opened_db)
tables(opened_db)
suffixes(opened_db)
page()
done(*counts)
