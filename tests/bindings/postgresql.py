"""postgresql.py - bindings/postgresql in a new server: the vectors, then the promises of its README.

The server's programs and shared files are put, by links, below a folder of the test's own, so that
the extension is installed there and nowhere else; it listens on a socket in that folder alone.  It
will not run as root: then the test gives it to the user that the package made.
"""
import glob
import os
import pwd
import shutil
import subprocess
import tempfile
import time

import vectors
from points import BUILD, TOP, blocks_of, done, ok, skip_all

FOLDER = os.path.join(TOP, "bindings", "postgresql")
START_S, QUERY_S = 60, 300
SEPARATOR = "\x1e"


def said(*command, **options):
	run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
	                     **options)
	return run.returncode, run.stdout


def configured(name):
	return said("pg_config", "--" + name)[1].strip()


def linked(source, target):
	"""Make a folder of links to the entries of another."""
	os.makedirs(target, exist_ok=True)
	for entry in os.scandir(source):
		if not os.path.lexists(os.path.join(target, entry.name)):
			os.symlink(entry.path, os.path.join(target, entry.name))


class Server:
	"""A server below a folder; root runs it as another user."""

	def __init__(self, root):
		self.root = root
		self.user = []
		self.process = None
		self.bin = root + configured("bindir")
		self.data = os.path.join(root, "data")

	def install(self, made):
		lib, share = configured("pkglibdir"), configured("sharedir")
		os.makedirs(self.bin)
		for program in ("postgres", "initdb", "psql", "pg_dump"):
			# A copy, because a server finds its shared files relative to its program.
			shutil.copy2(os.path.join(configured("bindir"), program), self.bin)
		linked(lib, self.root + lib)
		linked(share, self.root + share)
		os.remove(self.root + share + "/extension")
		linked(share + "/extension", self.root + share + "/extension")
		shutil.copy2(os.path.join(made, "everyuri.so"), self.root + lib)
		for path in glob.glob(os.path.join(made, "everyuri*.sql")) + [os.path.join(made, "everyuri.control")]:
			shutil.copy2(path, self.root + share + "/extension")

	def start(self):
		os.makedirs(self.data, exist_ok=True)
		if os.geteuid() == 0:
			owner = pwd.getpwnam("postgres")
			os.chown(self.root, owner.pw_uid, owner.pw_gid)
			os.chown(self.data, owner.pw_uid, owner.pw_gid)
			self.user = ["setpriv", f"--reuid={owner.pw_uid}", f"--regid={owner.pw_gid}", "--clear-groups"]
		status, text = said(*self.user, self.bin + "/initdb", "-D", self.data, "-U", "tester", "-A", "trust",
		                    "-E", "UTF8", "--locale=C.UTF-8", "--no-sync", cwd=self.root)
		if status:
			raise RuntimeError(text)
		with open(os.path.join(self.root, "log"), "wb") as log:
			self.process = subprocess.Popen(
				[*self.user, self.bin + "/postgres", "-D", self.data, "-k", self.root, "-c", "listen_addresses=",
				 "-c", "fsync=off", "-c", "max_parallel_workers_per_gather=2"],
				stdout=log, stderr=log, cwd=self.root)
		for _ in range(START_S * 10):
			if self.run("select 1")[0] == 0:
				return
			time.sleep(0.1)
		raise RuntimeError(self.log())

	def log(self):
		path = os.path.join(self.root, "log")
		with open(path, errors="replace") as file:
			return file.read()[-3000:]

	def psql(self, *arguments, text=None, database="postgres"):
		return subprocess.run([self.bin + "/psql", "-X", "-q", "-h", self.root, "-U", "tester", "-v", "ON_ERROR_STOP=1",
		                       "-d", database, *arguments], input=text, capture_output=True, text=True,
		                      errors="surrogateescape", timeout=QUERY_S)

	def run(self, sql, database="postgres"):
		got = self.psql("-At", "-c", sql, database=database)
		return got.returncode, got.stdout.rstrip("\n") if got.returncode == 0 else got.stderr

	def value(self, sql, database="postgres"):
		return self.run(sql, database)[1]

	def stop(self):
		if not self.process:
			return 0
		pid = self.process.pid
		try:
			with open(os.path.join(self.data, "postmaster.pid")) as file:
				pid = int(file.readline())
		except OSError:
			pass
		try:
			os.kill(pid, 2)  # SIGINT: fast shutdown
		except ProcessLookupError:
			pass
		try:
			return self.process.wait(30)
		except subprocess.TimeoutExpired:
			self.process.kill()
			return -1


# ---- the vectors -------------------------------------------------------------------------------------

def hexed(data):
	return f"'\\x{data.hex()}'::bytea"


def quoted(name):
	return f"'{name}'" if name else "NULL"


def question(v):
	"""Return an SQL expression for the result in the format of the vectors, as hexadecimal."""
	flags, level = quoted(v.flags), quoted(v.level)
	if v.question == "parse":
		at = f"uri_error_at({hexed(v.input)}, '{v.standard}', {flags})"
		told = (f"(select 'valid'::bytea || coalesce(string_agg(('|' || name || '=')::bytea || value, ''::bytea), '')"
		        f" from uri_parts({hexed(v.input)}, '{v.standard}', {flags}))")
		answer = f"case when {at} is not null then convert_to('invalid|at=' || {at}, 'UTF8') else {told} end"
	elif v.question == "same":
		answer = (f"case uri_same({hexed(v.input)}, {hexed(v.base)}, '{v.standard}', {level})"
		          " when true then 'same'::bytea when false then 'different'::bytea else 'invalid'::bytea end")
	elif v.question == "normalize":
		answer = f"coalesce(uri_normalize({hexed(v.input)}, '{v.standard}', {level}), 'invalid'::bytea)"
	else:
		answer = (f"coalesce(uri_{v.question}({hexed(v.input)}, {hexed(v.base)}, '{v.standard}', {flags}),"
		          " 'invalid'::bytea)")
	return f"select encode({answer}, 'hex');"


def answers(server):
	"""Run all vectors in one session.  Returns: {vector id and question: bytes}."""
	every = list(vectors.vectors())
	script = "set standard_conforming_strings = on; set bytea_output = hex;\n" + "\n".join(question(v) for v in every)
	got = server.psql("-At", text=script)
	lines = got.stdout.split("\n")
	if got.returncode or len(lines) < len(every):
		ok(False, "all vectors run", got.stderr[-2000:])
		return {}
	return {(v.question, v.id): bytes.fromhex(line) for v, line in zip(every, lines)}


# ---- promises of the README ------------------------------------------------------------------------------

def type_uri(server):
	value, run = server.value, server.run
	ok(value("select 'http://h/p'::uri") == "http://h/p", "the type stores a URI")
	status, error = run("select 'http://h/a b'::uri")
	ok(status != 0 and "byte 10: space must be encoded" in error, "an invalid one is refused with the byte and the clause", error)
	ok(value("select uri_host('http://u@h:8/p?q#f'::uri), uri_port('http://u@h:8/'::uri)") == "h|8", "accessors")
	ok(value("select uri_port('http://h:99999/'::uri) is null, uri_user('http://h/'::uri) is null") == "t|t",
	   "an absent part, or a port above 65535, is NULL")
	ok(value("select uri_valid('x y'), uri_error('x y'), uri_part('x y', 'host') is null")
	   == "f|byte 1: space must be encoded (RFC 3986 2.1)|t", "texts that are refused are data")
	for sql, word in (("uri_valid('x:', 'rfc9')", "unknown standard"), ("uri_part('x:', 'hots')", "unknown part"),
	                  ("uri_normalize('x:', 'rfc3986', 'most')", "unknown level"), ("uri_key('x:', 'domain')", "profile \"domain\"")):
		status, error = run("select " + sql)
		ok(status != 0 and word in error, f"{sql} is an error of the statement", error)
	ok(value("select string_agg(name || '=' || value, ' ') from uri_pairs('http://h/?a=1&b=x+y%21&z=%00&c')")
	   == "a=1 b=x y! z=%00 c=", "uri_pairs: decoded, except NUL")
	ok(value("""select string_agg(form || ' ' || uri || ' ' || "offset", ', ') from uri_find('see http://a/b, <mailto:x@y>.')""")
	   == "bare http://a/b 4, angle mailto:x@y 17", "uri_find")
	ok(value("select count(*) from uri_parts(NULL), uri_pairs(NULL), uri_find(NULL)") == "0", "NULL gives no rows")
	ok(value("select length(uri_part('http://h/' || repeat('a', 20000000), 'path'))") == "20000001", "a URI of 20 MB")


def indexes(server):
	value, run = server.value, server.run
	run("create table page(id int, u uri)")
	run("insert into page select n, ('http://h' || n % 1000 || '.example/p/' || n)::uri from generate_series(1, 200000) n")
	run("create index page_u on page(u)")
	run("create index page_hash on page using hash(u)")
	run("analyze page")
	wanted = "http://h7.example/p/12007"
	plan = value(f"explain select * from page where u = '{wanted}'::uri")
	ok("page_" in plan and value(f"select id from page where u = '{wanted}'::uri") == "12007", "an index finds a URI", plan)
	plan = value("explain select * from page where u between 'http://h7.' and 'http://h7/' order by u")
	ok("page_u" in plan, "a range is read in order from the B-tree", plan)
	ok(value("select count(*) = count(distinct u) and min(u) = (select u from page order by u limit 1) and "
	         "max(u) = (select u from page order by u desc limit 1) from page") == "t", "sorted, least, greatest")
	ok(value("select bool_and(a.u::text collate \"C\" < b.u::text collate \"C\") from (select u, lead(id) over (order by u) n "
	         "from page) a join page b on b.id = a.n") == "t", "its order is that of the bytes")
	ok(value("set enable_hashjoin = on; set enable_mergejoin = off; set enable_nestloop = off; "
	         "select count(*) from page a join page b using (u)") == "200000", "hash join")
	plan = value("set parallel_setup_cost = 0; set parallel_tuple_cost = 0; set min_parallel_table_scan_size = 0; "
	             "explain select count(*) from page where uri_host(u) = 'h7.example'")
	ok("Parallel" in plan, "functions are parallel safe", plan)
	ok(value("set parallel_setup_cost = 0; set parallel_tuple_cost = 0; set min_parallel_table_scan_size = 0; "
	         "select count(*) from page where uri_host(u) = 'h7.example'") == "200", "and right")


def readme(server):
	"""The statements of the README, in a new database."""
	server.run("create database pages")
	server.run("create extension everyuri", "pages")
	for block in blocks_of("bindings/postgresql/README.md"):
		if block.kind == "sql":
			got = server.psql(text=block.text, database="pages")
			ok(got.returncode == 0, f"{block.where}: its statements", got.stderr)


def dump_and_upgrade(server):
	value, run = server.value, server.run
	dumped = subprocess.run([server.bin + "/pg_dump", "-h", server.root, "-U", "tester", "postgres"], capture_output=True,
	                        text=True, timeout=QUERY_S)
	run("create database again")
	got = server.psql(text=dumped.stdout, database="again")
	same = "select md5(string_agg(u::text, ' ' order by id)) from page"
	ok(dumped.returncode == 0 and got.returncode == 0 and value(same, "again") == value(same)
	   and value("select count(*) from pg_indexes where tablename = 'page'", "again") == "2",
	   "dump and restore keep the type, the rows and the indexes", dumped.stderr + got.stderr)
	run("create database old")
	ok(run("create extension everyuri version '1.0'", "old")[0] == 0, "an old version can be installed")
	ok(run("select * from uri_find('x')", "old")[0] != 0, "it has no uri_find")
	ok(run("alter extension everyuri update", "old")[0] == 0
	   and value("select count(*) from uri_find('http://h/')", "old") == "1", "alter extension everyuri update brings it")


HOSTILE = ["NULL", "''", "'x'", "'http://['", "repeat('a', 100000)", "'http://h/?' || repeat('&', 5000)", "repeat('%', 77)",
           "'rfc3986'", "'whatwg'", "'host'", "'syntax'", "'zone'"]


def sanitized(made):
	"""With gcc's undefined-behaviour sanitizer.  With the address sanitizer Debian's server waits for a lock of the C
	library for ever; tests/bindings/sqlite.py uses it."""
	copy = made + "-sanitized"
	if not prepared(copy, "-fsanitize=undefined -fno-sanitize-recover=all -g -O1"):
		return
	with tempfile.TemporaryDirectory(prefix="pg-") as root:
		os.chmod(root, 0o755)
		server = Server(root)
		server.install(copy)
		try:
			server.start()
			created = server.run("create extension everyuri")
			script = []
			for name, n in (("valid", 3), ("error", 3), ("error_at", 3), ("part", 4), ("normalize", 3), ("same", 4),
			                ("resolve", 4), ("relate", 4), ("key", 2)):
				for a in HOSTILE:
					for b in HOSTILE:
						for c in HOSTILE[-5:]:
							script.append(f"do $$ begin perform uri_{name}({', '.join([a, b, c, 'NULL'][:n])}); "
							              "exception when others then null; end $$;")
			for a in HOSTILE:
				script += [f"select count(*) from uri_parts({a}), uri_pairs({a}), uri_find({a});",
				           f"do $$ begin perform ({a})::text::uri; exception when others then null; end $$;"]
			got = server.psql("-At", text="\n".join(script))
			ok(created[0] == 0 and got.returncode == 0 and server.value("select 'alive'") == "alive"
			   and "runtime error" not in server.log(), "wrong arguments of every kind, under the sanitizer",
			   created[1], got.stderr[-1000:], server.log())
		finally:
			server.stop()


# ---- main -------------------------------------------------------------------------------------------------

def prepared(made, flags=""):
	"""Build a copy of the sources, so that the checkout does not change."""
	shutil.rmtree(made, ignore_errors=True)
	shutil.copytree(FOLDER, made, ignore=shutil.ignore_patterns("*.o", "*.so", "*.bc", "made"))
	status, text = said("make", "-C", made, f"TOP={TOP}", *([f"COPT={flags}"] if flags else []), "with_llvm=no")
	return ok(status == 0 and "warning" not in text, "it builds without a warning" + (", sanitized" if flags else ""), text)


def main():
	if not shutil.which("pg_config") or not os.path.isdir(configured("includedir-server")):
		skip_all("PostgreSQL's server headers are not installed (package postgresql-server-dev-all)")
	if not os.path.exists(os.path.join(configured("bindir"), "initdb")):
		skip_all("PostgreSQL is not installed (package postgresql)")
	made = os.path.join(BUILD, "postgresql")
	if not prepared(made):
		done()
	counts = (0, 1)
	with tempfile.TemporaryDirectory(prefix="pg-") as root:
		os.chmod(root, 0o755)
		server = Server(root)
		server.install(made)
		try:
			server.start()
			status, text = server.run("create extension everyuri")
			if ok(status == 0, "create extension everyuri", text, server.log()):
				known = answers(server)
				counts = vectors.play(ok, "postgresql", lambda v: known.get((v.question, v.id), b"not asked"))
				type_uri(server)
				indexes(server)
				readme(server)
				dump_and_upgrade(server)
		finally:
			status = server.stop()
		ok(status == 0, "the server stops without an error", server.log())
	sanitized(made)
	done(*counts)


if __name__ == "__main__":
	main()
