"""sqlite.py - bindings/sqlite in SQLite: the vectors, then the promises of its README."""
# wants: import sqlite3; sqlite3.connect(":memory:").enable_load_extension(True)
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile

import vectors
from points import BUILD, TOP, blocks_of, done, ok, skip, skip_all

FOLDER = os.path.join(TOP, "bindings", "sqlite")
MADE = os.path.join(BUILD, "sqlite")
PSL = "/usr/share/publicsuffix/public_suffix_list.dat"


def build(out, **variables):
	run = subprocess.run(["make", "-C", FOLDER, f"OUT={out}", *(f"{k}={v}" for k, v in variables.items())],
	                     stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
	return run.returncode, run.stdout


def opened(path):
	db = sqlite3.connect(path)
	db.enable_load_extension(True)
	db.load_extension(os.path.join(MADE, "everyuri"))
	return db


def one(db, sql, *arguments):
	return db.execute(sql, arguments).fetchone()[0]


def answer_of(db):
	def answer(v):
		flags = v.flags or None
		if v.question == "parse":
			at = one(db, "select uri_error_at(?, ?, ?)", v.input, v.standard, flags)
			if at is not None:
				return b"invalid|at=%d" % at
			return vectors.told((name.decode(), value) for name, value in db.execute(
				"select name, value from uri_parts(?, ?, ?)", (v.input, v.standard, flags)))
		if v.question == "same":
			same = one(db, "select uri_same(?, ?, ?, ?)", v.input, v.base, v.standard, v.level)
			return {None: b"invalid", 0: b"different", 1: b"same"}[same]
		if v.question == "normalize":
			got = one(db, "select uri_normalize(?, ?, ?)", v.input, v.standard, v.level)
		else:
			got = one(db, f"select uri_{v.question}(?, ?, ?, ?)", v.input, v.base, v.standard, flags)
		return b"invalid" if got is None else got
	return answer


def refused(db, sql):
	try:
		db.execute(sql).fetchall()
		return ""
	except sqlite3.OperationalError as error:
		return str(error)


def functions(db):
	ok(one(db, "select uri_valid('http://h/')") == 1 and one(db, "select uri_valid('http://h/ ')") == 0,
	   "uri_valid")
	ok(one(db, "select uri_error('http://h/a b')") == "byte 10: space must be encoded (RFC 3986 2.1)", "uri_error")
	ok(one(db, "select uri_part('http://u@h:8/p?q#f', 'port')") == "8", "uri_part")
	for name in ("uri_valid", "uri_error", "uri_normalize", "uri_key"):
		ok(one(db, f"select {name}(NULL)") is None, f"{name} of NULL is NULL")
	ok(one(db, "select uri_part('no uri', 'host')") is None, "uri_part of an invalid URI is NULL")
	ok("unknown part" in refused(db, "select uri_part('http://h', 'hots')"), "an unknown part is an SQL error")
	ok("unknown standard" in refused(db, "select uri_valid('http://h', 'rfc9999')"), "so is a standard")
	ok("unknown level" in refused(db, "select uri_normalize('http://h', 'rfc3986', 'most')"), "so is a level")
	ok("unknown profile" in refused(db, "select uri_key('http://h', 'sort')"), "so is a profile")
	ok(one(db, "select uri_key('http://www.Example.com/b?b=1&a=2')") == "com,example)/b?a=2&b=1", "uri_key")
	long = "http://h/" + "a" * (8 << 20)
	ok(one(db, "select length(uri_part(?, 'path'))", long) == (8 << 20) + 1, "a URI of 8 MiB")
	ok(one(db, "select uri_valid(x'687474703a2f2f68ff')") == 0, "a blob that is not UTF-8 is refused, without an SQL error")
	ok(one(db, "select uri_valid('')") == 0 and one(db, "select uri_valid(x'')") == 0, "so is an empty text")


def tables(db):
	rows = db.execute("select name, value from uri_query('http://h/?a=1&b=x+y%21&a=&c')").fetchall()
	ok(rows == [("a", "1"), ("b", "x y!"), ("a", ""), ("c", "")], "uri_query: pairs decoded, in order", rows)
	rows = db.execute("select offset, form, uri from uri_find('see http://a/b, <mailto:x@y>.')").fetchall()
	ok(rows == [(4, "bare", "http://a/b"), (17, "angle", "mailto:x@y")], "uri_find", rows)
	ok(db.execute("select * from uri_query('no uri')").fetchall() == [], "uri_query of an invalid URI has no rows")
	ok(db.execute("select * from uri_find(NULL)").fetchall() == [], "uri_find of NULL has none")
	db.execute("create table page(url)")
	db.executemany("insert into page values (?)", [(f"http://h{n % 3}/?n={n}",) for n in range(300)] + [(None,), ("x y",)])
	ok(one(db, "select sum(q.value) from page, uri_query(page.url) q where q.name = 'n'") == sum(range(300)),
	   "uri_query joins with the table that its argument is of")
	ok(one(db, "select count(*) from page a, uri_parts(a.url) p, uri_query(a.url) q where p.name = 'host'") == 300,
	   "two of them do")
	db.execute("create index by_host on page(uri_part(url, 'host'))")
	plan = db.execute("explain query plan select * from page where uri_part(url, 'host') = 'h1'").fetchall()
	ok("by_host" in str(plan), "an index on an expression is used", plan)
	ok(one(db, "select count(*) from page where uri_part(url, 'host') = 'h1'") == 100, "and gives the right count")


def readme():
	"""The statements of the README."""
	db = opened(":memory:")
	db.execute("create table page(url)")
	db.execute("insert into page values ('http://h/?utm_source=a&x=1')")
	for block in blocks_of("bindings/sqlite/README.md"):
		if block.kind != "sql":
			continue
		for statement in block.text.split(";\n")[:-1]:
			error = refused(db, statement)
			ok(error == "", f"{block.where}: {statement}", error)


def suffixes(db):
	ok("uri_psl_load" in refused(db, "select uri_key('http://a.co.uk', 'domain')"), "without a list the error names the function to call")
	ok(refused(db, "select uri_psl_load('a..b')") != "", "an invalid list is refused")
	if not os.path.exists(PSL):
		skip("uri_key by the Public Suffix List", f"{PSL} is not installed (package publicsuffix)")
		return
	with open(PSL, "rb") as file:
		ok(one(db, "select uri_psl_load(?)", file.read()) > 8000, "uri_psl_load gives the number of rules")
	ok(one(db, "select uri_key('http://a.b.example.co.uk/x', 'domain')") == "example.co.uk", "uri_key by domain")


SANITIZED = """
import sqlite3, sys
db = sqlite3.connect(":memory:")
db.enable_load_extension(True)
db.load_extension(sys.argv[1])
bad = [None, 1, 2.5, "", b"", b"\\xff" * 9, "http://[", "a" * 100000, "http://h/?" + "&" * 5000, "%" * 77, b"http://h/\\0x"]
names = [None, 7, "", b"\\xff", "rfc3986", "whatwg", "host", "surt", "syntax", "zone"]
for function, n in (("valid", 3), ("error", 3), ("error_at", 3), ("part", 4), ("normalize", 3), ("same", 4),
                    ("resolve", 4), ("relate", 4), ("key", 2)):
	for a in bad:
		for b in bad + names:
			for c in names:
				arguments = [a, b, c, None][:n]
				try:
					db.execute(f"select uri_{function}({','.join('?' * n)})", arguments).fetchall()
				except sqlite3.Error:
					pass
for table in ("parts", "query", "find"):
	for a in bad:
		for b in names:
			try:
				db.execute(f"select * from uri_{table}(?)", (a,)).fetchall()
				db.execute(f"select * from uri_{table}(?, ?)", (a, b)).fetchall()
			except sqlite3.Error:
				pass
db.execute("select uri_psl_load('com')").fetchall()
db.close()
print("through")
"""


def sanitized():
	library = subprocess.run(["cc", "-print-file-name=libasan.so"], capture_output=True, text=True).stdout.strip()
	if not os.path.isabs(library):
		skip("wrong arguments of every kind, under the sanitizers", "the compiler has no libasan")
		return
	flags = "-std=c11 -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all"
	status, said = build(MADE + "-sanitized", CFLAGS=flags)
	if not ok(status == 0, "it builds with the sanitizers", said):
		return
	run = subprocess.run([sys.executable, "-c", SANITIZED, os.path.join(MADE + "-sanitized", "everyuri")],
	                     env={**os.environ, "LD_PRELOAD": library, "ASAN_OPTIONS": "detect_leaks=0"},
	                     stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=600)
	ok(run.stdout.strip().endswith("through"), "wrong arguments of every kind, under the sanitizers", run.stdout[-3000:])


def main():
	if not shutil.which("cc") or not os.path.exists("/usr/include/sqlite3ext.h"):
		skip_all("SQLite's headers are not installed (package libsqlite3-dev)")
	status, said = build(MADE)
	if not ok(status == 0, "make builds it", said):
		done()
	db = opened(":memory:")
	db.text_factory = bytes
	counts = vectors.play(ok, "sqlite", answer_of(db))
	with tempfile.TemporaryDirectory() as folder:
		db = opened(os.path.join(folder, "test.db"))
		functions(db)
		tables(db)
		suffixes(db)
		readme()
		db.close()
	sanitized()
	done(*counts)


main()
