"""tried_spark.py - everyuri.spark on a standalone cluster: the vectors, each function, parse_url, and a worker that is killed.

EVERYURI_LONG: a million rows, and 60,000 random texts; otherwise a fifth of them.
"""
import os
import random
import signal
import sys
import threading
import time

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import pyarrow as pa  # noqa: E402
import pyarrow.compute as pc  # noqa: E402
import pyarrow.dataset as dataset  # noqa: E402
import pyarrow.parquet as parquet  # noqa: E402
from pyspark.sql import functions as sf  # noqa: E402

import everyuri  # noqa: E402
import vectors  # noqa: E402
from cluster import Cluster  # noqa: E402
from everyuri import _java, columns  # noqa: E402
from everyuri import spark as uri  # noqa: E402
from points import done, ok, skip  # noqa: E402

N, RANDOM = (1_000_000, 60_000) if os.environ.get("EVERYURI_LONG") else (200_000, 12_000)
FILES, TASKS, SPLIT = 8, 48, N * 50 // 48
PSL = "/usr/share/publicsuffix/public_suffix_list.dat"
LIST = everyuri.Suffixes("com\nco.uk\nexample\n")


def texts_of_vectors():
	found = set()
	for v in vectors.vectors():
		for text in (v.input, v.base):
			try:
				found.add(text.decode())
			except UnicodeDecodeError:
				pass
	return sorted(found)


# ---- the vectors ---------------------------------------------------------------------------------------------

CALLS = {"parse": "uri_error_at(input, standard, flags) as at, uri_parts(input, standard, flags) as got",
         "resolve": "uri_resolve(input, base, standard, flags) as got", "relate": "uri_relate(input, base, standard, flags) as got",
         "normalize": "uri_normalize(input, standard, level) as got", "same": "uri_same(input, base, standard, level) as got"}


def answers(session):
	"""Return the result of each vector, by its number, with one query for each question."""
	every, told = list(vectors.vectors()), {}
	rows = [(n, v.question, bytearray(v.input), bytearray(v.base), v.standard, v.flags, v.level) for n, v in enumerate(every)]
	session.createDataFrame(rows, "n int, question string, input binary, base binary, standard string, flags string, level string") \
	       .createOrReplaceTempView("vector")
	for question, call in CALLS.items():
		for row in session.sql(f"select n, {call} from vector where question = '{question}'").collect():
			got = row.got
			if question == "parse":
				told[row.n] = b"invalid|at=%d" % row.at if row.at is not None else vectors.told((name, value.encode()) for name, value in got)
			elif question == "same":
				told[row.n] = {None: b"invalid", False: b"different", True: b"same"}[got]
			else:
				told[row.n] = b"invalid" if got is None else got.encode()
	return told


def play(session):
	told, numbers = answers(session), iter(range(1 << 30))
	return vectors.play(ok, "Spark", lambda v: told[next(numbers)])


# ---- functions -------------------------------------------------------------------------------------------------

def table_of(session, texts):
	return session.createDataFrame([(n, text) for n, text in enumerate(texts)], "n int, url string").repartition(4)


def collected(frame):
	return [row[1] for row in sorted(frame.collect())]


def functions(session):
	texts = [*texts_of_vectors(), None, "http://www.a.co.uk/?q=1+2&r=3", "http://h/" + "a" * 100_000]
	frame, column = table_of(session, texts), pa.array(texts, pa.string())
	for name, ours, theirs in (
		("host", uri.host("url", "whatwg"), columns.host(column, "whatwg")),
		("part", uri.part("url", "path"), columns.part(column, "path")),
		("normalize", uri.normalize("url", level="scheme"), columns.normalize(column, level="scheme")),
		("key", uri.key("url"), columns.key(column)),
		("registrable_domain", uri.registrable_domain("url", LIST), columns.registrable_domain(column, LIST)),
		("query_value", uri.query_value("url", "q"), columns.query_value(column, "q"))):
		got, want = collected(frame.select("n", ours)), pa.array(theirs).to_pylist()
		ok(got == want and any(want), f"{name}: each row as columns have it", [pair for pair in zip(got, want) if pair[0] != pair[1]])
	got = [row and row.asDict() for row in collected(frame.select("n", uri.parse("url", normalized="syntax", key="surt", domain=LIST, values=["q", "r"])))]
	want = pa.array(columns.parse(column)).to_pylist()
	for name, made in (("normalized", columns.normalize(column)), ("key", columns.key(column)), ("domain", columns.registrable_domain(column, LIST)),
	                   ("value_q", columns.query_value(column, "q")), ("value_r", columns.query_value(column, "r"))):
		for row, value in zip(want, pa.array(made).to_pylist()):
			if row:
				row[name] = value
	ok(got == want, "parse: a struct of all requested fields", [pair for pair in zip(got, want) if pair[0] != pair[1]])
	got = [row and row.asDict() for row in collected(frame.select("n", uri.check("url", "rfc1738")))]
	ok(got == pa.array(columns.check(column, "rfc1738")).to_pylist(), "check: status and error_at")
	row = session.sql("select uri_host('http://h/'), uri_error('http://h/a b'), uri_parse('http://h/a').path, uri_find('<mailto:a@b>')[0].uri, "
	                  "uri_query('http://h/?a=1&b=%26')[1].value, uri_valid(cast('ÿ' as binary)), uri_key('http://a.b.co.uk/', 'domain')").collect()[0]
	ok(tuple(row) == ("h", "byte 10: space must be encoded (RFC 3986 2.1)", "/a", "mailto:a@b", "&", False, "b.co.uk"), "functions of SQL", row)
	for sql, said in (("uri_part('http://h', 'hots')", "unknown part"), ("uri_valid('http://h', 'rfc9')", "unknown standard")):
		try:
			session.sql("select " + sql).collect()
			error = ""
		except Exception as wrong:  # whichever of Spark's it is
			error = str(wrong)
		ok(said in error, f"{sql} is an error that names the value", error)
	got = session.sql("select n, uri_host(cast(unhex('687474703A2F2F68FF2F') as string)) from range(1) t(n)").collect()[0][1]
	ok(got is None, "a string that is not UTF-8 is invalid, without an error", got)


# ---- parse_url ---------------------------------------------------------------------------------------------------

PIECES = ("http:", "//", "/", "?", "#", "@", ":", "a", "1", "[", "]", "::1", "%41", "%4", "%", "|", " ", "ä", "\x85", "\u2028", "\ud7ff", "😀", ".", "-",
          "1.2.3.4", "255.1", "x-", "_", "[::1]", "[::1%e]", "80", "99999999999", "=", "&", "k=v", "!", "$", ",", ";", "+", "mailto:", "\\", "^", "{",
          "\"", "<", "\t", "\x7f", "`", "[1::2:1.2.3.4]", "[::ffff:01.2.3.4]")


def random_texts(n):
	draw = random.Random(11)
	return [("http://" if k % 2 else "") + "".join(draw.choice(PIECES) for _ in range(draw.randint(1, 8))) for k in range(n)]


def like_spark(session):
	"""Compare Spark's function and ours in one query, for each text and part."""
	texts = [*texts_of_vectors(), *random_texts(RANDOM), None, "http://h/?a.b=1&aab=2", "http://h/?q=1&k=2"]
	frame = table_of(session, texts).cache()
	keys = ("q", "k", "a.b")
	rows = frame.select("url", *(column for part in _java.PARTS for column in (sf.try_parse_url("url", sf.lit(part)), uri.parse_url("url", part))),
	                    *(column for key in keys for column in (sf.try_parse_url("url", sf.lit("QUERY"), sf.lit(key)),
	                                                            uri.parse_url("url", "QUERY", key)))).collect()
	for k, what in enumerate((*(f"'{part}'" for part in _java.PARTS), *(f"'QUERY', '{key}'" for key in keys))):
		wrong = [(row[0], *row[1 + 2 * k:3 + 2 * k]) for row in rows if row[1 + 2 * k] != row[2 + 2 * k]]
		n = sum(row[1 + 2 * k] is not None for row in rows)
		ok(not wrong and n and len(rows) == len(texts), f"parse_url(url, {what}): the same as Spark for all {len(texts)} texts, {n} of them not null", wrong)
	for part in ("NOTHING", "host"):
		ok(collected(frame.limit(50).select("n", uri.parse_url("url", part))) == [None] * 50, f"an unknown part ({part}) is null, as in Spark")
	both = frame.select(sf.try_parse_url("url", sf.lit("HOST")).alias("theirs"), uri.parse_url("url", "HOST", otherwise="whatwg").alias("ours"))
	counted = both.selectExpr("count(theirs)", "count(ours)", "count_if(theirs = ours)").collect()[0]
	ok(counted[0] == counted[2] < counted[1], "otherwise=: Spark's result, or that of a standard if it is null", counted)


DIFFERENCES = (  # docs/spark.md has these in its table
	("http://h/a|b", "PATH", None, "/a|b"),
	("http://h/a b", "PATH", None, "/a%20b"),
	("http://a_b.example/", "HOST", None, "a_b.example"),
	("http://h/%zz", "PATH", None, "/%zz"),
	("http://ä.example/", "HOST", None, "xn--4ca.example"),
	("http://Ex.example/", "HOST", "Ex.example", "ex.example"),
	("http://2130706433/", "HOST", "2130706433", "127.0.0.1"),
	("http://h/a/../b", "PATH", "/a/../b", "/b"),
	("http:\\\\h\\p", "HOST", None, "h"),
	("mailto:a@b", "PATH", None, "a@b"),
)


def differences(session):
	"""Compare the rows of the table in docs/spark.md with Spark and everyuri."""
	with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "docs", "spark.md"), encoding="utf-8") as file:
		page = file.read()
	name = {"PATH": "path", "HOST": "host"}
	for text, part, theirs, ours in DIFFERENCES:
		row = session.createDataFrame([(text,)], "url string").select(
			sf.try_parse_url("url", sf.lit(part)), uri.parse_url("url", part), uri.part("url", name[part], "whatwg")).collect()[0]
		said = f"| `{text.replace('|', chr(92) + '|')}` | {part} | {f'`{theirs}`' if theirs else 'an error, or NULL'} | `{ours.replace('|', chr(92) + '|')}` |"
		null = said.replace("an error, or NULL", "NULL")
		ok(tuple(row) == (theirs, theirs, ours) and (said in page or null in page), f"docs/spark.md: {text}, {part}", row, said)


# ---- a killed worker -----------------------------------------------------------------------------------------------

def write_urls(folder):
	"""Write N texts to FILES files: all vectors repeatedly, each with its number in it, some null."""
	os.makedirs(folder)
	texts = texts_of_vectors()
	for k in range(FILES):
		numbers = range(k * N // FILES, (k + 1) * N // FILES)
		rows = [None if n % 101 == 7 else f"{texts[n % len(texts)]}{n}" if n % 3 else f"http://h{n % 977}.example/a/{n}?q={n}" for n in numbers]
		parquet.write_table(pa.table({"n": pa.array(numbers, pa.int64()), "url": pa.array(rows, pa.string())}), os.path.join(folder, f"{k}.parquet"),
		                    row_group_size=N // FILES // (TASKS // FILES), compression="none")


def expected(folder):
	table = dataset.dataset(folder).to_table().sort_by("n").combine_chunks()
	column = table["url"].combine_chunks()
	return {"n": table["n"], "url": table["url"],
	        **{name: pa.chunked_array([pa.array(made)]) for name, made in (("host", columns.host(column)), ("normalized", columns.normalize(column)),
	                                                                         ("key", columns.key(column)))},
	        "error_at": pa.chunked_array([pa.array(columns.check(column)).field("error_at").cast(pa.int64())])}


def job(session, source, target):
	read = session.read.parquet(source)
	u = uri.parse("url", parts=["host"], normalized="syntax", key="surt").alias("u")
	read.select("n", "url", u).select("n", "url", "u.host", "u.normalized", "u.key", "u.error_at").write.parquet(target)


def wrong_with(target, want):
	"""Compare the output of a job with that of one process: no row lost, doubled or different."""
	got = dataset.dataset(target, format="parquet").to_table().sort_by("n")
	wrong = [] if len(got) == N else [f"{len(got)} rows and not {N}"]
	distinct = pc.count_distinct(got["n"]).as_py()
	wrong += [] if distinct == N else [f"{distinct} numbers and not {N}"]
	for name, column in want.items():
		if not wrong and got[name].combine_chunks() != column.combine_chunks().cast(got[name].type):
			wrong.append(f"{name} differs")
	return wrong


def finished_tasks(session):
	tracker = session.sparkContext.statusTracker()
	infos = [tracker.getStageInfo(stage) for stage in tracker.getActiveStageIds()]
	return [(info.numCompletedTasks, info.numTasks) for info in infos if info]


def with_a_death(cluster, source, want):
	session = cluster.open_session
	target = os.path.join(cluster.folder, "with-a-death")
	failed = []

	def work():
		try:
			job(session, source, target)
		except Exception as error:
			failed.append(str(error)[:2000])
	thread = threading.Thread(target=work)
	thread.start()
	killed_at = None
	while thread.is_alive() and not killed_at:
		for done_tasks, all_tasks in finished_tasks(session):
			if all_tasks >= TASKS // 2 and all_tasks // 4 <= done_tasks < all_tasks:
				cluster.workers[0].kill(signal.SIGKILL)
				killed_at = (done_tasks, all_tasks)
		time.sleep(0.02)
	thread.join()
	ok(killed_at and not failed, f"a worker is killed when {killed_at and killed_at[0]} of {killed_at and killed_at[1]} tasks are done, and the job ends", failed)
	ok(cluster.executors() == 1, "one executor is left", cluster.executors())
	wrong = wrong_with(target, want)
	ok(not wrong, f"of {N} URLs nothing is lost, nothing doubled, and all is as in one process", wrong)


def main():
	with Cluster(2) as cluster:
		source = os.path.join(cluster.folder, "urls")
		write_urls(source)
		want = expected(source)
		session = cluster.session("everyuri", **{"spark.sql.files.maxPartitionBytes": str(SPLIT), "spark.sql.files.openCostInBytes": "0",
		                                         "spark.sql.parquet.compression.codec": "uncompressed"})
		cluster.wait_for_executors(2)
		ok(True, "a master and two workers, each in a process")
		uri.register(session, suffixes=LIST)
		counts = play(session)
		functions(session)
		like_spark(session)
		differences(session)
		target = os.path.join(cluster.folder, "whole")
		job(session, source, target)
		wrong = wrong_with(target, want)
		ok(not wrong, f"{N} URLs on two workers: as in one process", wrong)
		with_a_death(cluster, source, want)
	done(*counts)


main()
