#!/usr/bin/env python3
"""bench/spark.py [--record] [ROUNDS [LIST]] - compare host() with Spark's parse_url on a standalone cluster.

End to end: Parquet is read, the column is made, and Spark's sink that keeps nothing takes it.  Seconds, medians of rounds that
take each contender once, with two executors of one core and with one.  What passes rows through and does nothing to
them is a contender too: it says what the way to Python and back costs.  LIST has a URI a line; the default is
corpus/web.txt of EVERYURI_EXTERNAL.
"""
import argparse
import os
import statistics
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(HERE)
sys.path = [path for path in sys.path if os.path.realpath(path or ".") != HERE]
sys.path += [HERE, os.path.join(TOP, "tests", "bindings"), os.path.join(TOP, "tests", "bindings", "pypackage")]
import wheel  # noqa: E402
from section import TOP as CHECKOUT, corpus, machine, show, verdict  # noqa: E402

PAGE = os.path.join(CHECKOUT, "docs", "spark.md")
ROWS, FILES, GOAL = 1_000_000, 8, 3
MONTH = 3e9
ALONE, EIGHT = "reading alone: `length(url)`", '`parse("url")`, eight parts'
THEIRS, OURS, THROUGH = "`try_parse_url(url, 'HOST')`, Spark's own", '`host("url")`', "a UDF that gives back what it is given"


def contenders():
	"""Return functions, by name, that make a frame of one column from a frame of URLs."""
	import pyarrow as pa
	from pyspark.sql import functions as sf
	from everyuri import spark as uri

	def same(urls: pa.Array) -> pa.Array:
		return urls

	def nothing(urls: pa.Array) -> pa.Array:
		return pa.nulls(len(urls), pa.string())
	columns = {ALONE: sf.length("url"), THEIRS: sf.try_parse_url("url", sf.lit("HOST")),
	           OURS: uri.host("url"), '`host("url", "whatwg")`': uri.host("url", "whatwg"), EIGHT: uri.parse("url"),
	           '`parse_url("url", "HOST")`, as Spark': uri.parse_url("url", "HOST"),
	           THROUGH: sf.arrow_udf(same, "string")("url"), "one that gives back nulls": sf.arrow_udf(nothing, "string")("url")}
	made = {name: lambda frame, column=column: frame.select(column.alias("x")) for name, column in columns.items()}
	return {**made, "`mapInArrow` that gives back what it is given": lambda frame: frame.mapInArrow(lambda batches: batches, frame.schema)}


def write(folder, texts):
	import pyarrow as pa
	import pyarrow.parquet as parquet
	os.makedirs(folder)
	for k in range(FILES):
		rows = [texts[n % len(texts)] for n in range(k * ROWS // FILES, (k + 1) * ROWS // FILES)]
		parquet.write_table(pa.table({"url": rows}), os.path.join(folder, f"{k}.parquet"), compression="none")


def measure(session, source, rounds):
	"""Return seconds by contender."""
	frame, frames = session.read.parquet(source), contenders()
	took, names = {name: [] for name in frames}, list(frames)
	for k in range(-1, rounds):  # the first round is a warm-up: Python workers start, code is compiled
		for name in names[k % len(names):] + names[:k % len(names)]:
			begin = time.perf_counter()
			frames[name](frame).write.format("noop").mode("overwrite").save()
			if k >= 0:
				took[name].append(time.perf_counter() - begin)
	return {name: (statistics.median(times), min(times), max(times)) for name, times in took.items()}


def bytes_moved(texts):
	"""Return bytes of Arrow for each URL: to Python, and back for the host and for eight parts."""
	import pyarrow as pa
	from everyuri import columns
	urls = pa.array(texts)
	return [array.nbytes / len(texts) for array in (urls, pa.array(columns.host(urls)), pa.array(columns.parse(urls)))]


def in_process(texts):
	"""Return nanoseconds for each URL without Spark."""
	import pyarrow as pa
	from everyuri import columns
	urls, best = pa.array(texts * 10), {}
	for name, call in ((OURS, columns.host), (EIGHT, columns.parse)):
		times = []
		for _ in range(9):
			begin = time.process_time()
			call(urls)
			times.append((time.process_time() - begin) / len(urls) * 1e9)
		best[name] = statistics.median(times)
	return best


def month(two, one, texts):
	"""Return lines that extrapolate to MONTH URLs."""
	to, host, parts = bytes_moved(texts)
	work = in_process(texts)
	lines = ["", f"**A month of web crawl, {MONTH:,.0f} URLs: extrapolated.** Measured are the time per URL with one executor, and the bytes per URL in Arrow. "
	         "The rest of this table multiplies these numbers. It assumes that the work grows in proportion to rows and cores, that the cluster's storage reads Parquet as fast as "
	         "memory does here, and that each executor has two processors, so that Java and Python work at the same time. None of these was measured.", "",
	         "| | measured: time per URL, one executor | everyuri's part of it | bytes to Python and back | a month: executor hours | with 100 executors | moved between Java and Python |",
	         "|---|---|---|---|---|---|---|"]
	for name, back in ((THEIRS, None), (OURS, host), (EIGHT, parts)):
		ns = one[name][0] / ROWS * 1e9
		hours = MONTH * ns / 1e9 / 3600
		own = f"{work[name]:.0f} ns" if name in work else ""
		moved = "none" if back is None else f"{to:.0f} + {back:.0f}"
		total = "" if back is None else f"{MONTH * (to + back) / 1e12:.2f} TB"
		lines.append(f"| {name} | {ns:,.0f} ns | {own} | {moved} | {hours:.2f} | {hours * 36:.0f} s | {total} |")
	alone = MONTH * work[EIGHT] / 1e9
	return lines + ["", f"Without a cluster, one process parses the same URLs, from columns in memory, in {alone:.0f} s of one core ({alone / 60:.1f} minutes; extrapolated in "
	                "the same way). If the data fits on one machine's disk, use [columns](python.md) or [DuckDB](sql.md)."]


def main(rounds=5, path=None):
	import pyspark
	from cluster import Cluster
	with open(path or corpus(), encoding="utf-8") as file:
		texts = file.read().splitlines()
	rounds, took = int(rounds), {}
	with Cluster(2, "1500m") as cluster:
		source = os.path.join(cluster.folder, "urls")
		write(source, texts)
		for n in (2, 1):
			session = cluster.session(f"bench {n}", **{"spark.cores.max": str(n)})
			cluster.wait_for_executors(n)
			took[n] = measure(session, source, rounds)
			session.stop()
	two, one = took[2], took[1]
	lines = [f"{machine()}. {ROWS:,} URLs of the web, {rounds} rounds; Spark {pyspark.__version__}, a master and two workers on this machine, the driver beside them; "
	         "seconds end to end, least to most behind.", "", "| | two executors | | one executor | | one through two |", "|---|---|---|---|---|---|"]
	lines += [f"| {name} | {two[name][0]:.2f} | {two[name][1]:.2f} to {two[name][2]:.2f} | {one[name][0]:.2f} | {one[name][1]:.2f} to {one[name][2]:.2f} | "
	          f"{one[name][0] / two[name][0]:.2f} |" for name in two]
	times, through = two[THEIRS][0] / two[OURS][0], two[THEIRS][0] / two[THROUGH][0]
	lines += ["", "| work | compared with | times as fast | goal | |", "|---|---|---|---|---|",
	          f"| {OURS} | {THEIRS} | {times:.2f} | at least {GOAL} | {verdict(times, GOAL)} |",
	          f"| {THROUGH} | {THEIRS} | {through:.2f} | | |", "",
	          f"The reason: reading the rows alone takes {two[ALONE][0]:.2f} of the {two[THEIRS][0]:.2f} s, so no function can be more than {two[THEIRS][0] / two[ALONE][0]:.2f} times as fast. "
	          f"A UDF that returns its input is {through:.2f} times as fast as Spark's own function, which stays in Java. everyuri adds {(two[OURS][0] - two[THROUGH][0]) / two[THROUGH][0]:+.0%} to that UDF, "
	          "less than the spread. The transfer is what costs, and one `parse` pays it once for several results. `mapInArrow` is a cheaper transfer, but drops the other columns of a row, or must carry them along."
	          if through < GOAL else ""]
	show("bench/spark.py", lines + month(two, one, texts), PAGE)


parser = argparse.ArgumentParser(usage=__doc__)
parser.add_argument("--record", action="store_true")
parser.add_argument("rounds", nargs="?", type=int)
parser.add_argument("list", nargs="?")
given = parser.parse_args()
if os.path.realpath(sys.prefix) != os.path.realpath(wheel.ENVIRONMENT):
	wheel.ready()
	if wheel.packages(["pyarrow"]) or wheel.packages(["pyspark"], wheels_only=False):
		sys.exit("bench/spark.py: pyarrow and pyspark could not be installed")
	os.execv(wheel.PYTHON, [wheel.PYTHON, os.path.abspath(__file__), *sys.argv[1:]])
main(*filter(None, (given.rounds, given.list)))
