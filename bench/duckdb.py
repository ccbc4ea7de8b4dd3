#!/usr/bin/env python3
"""bench/duckdb.py [--record] [ROUNDS [LIST]] - compare uri_host with regular expressions, in DuckDB.

One query over one table, which reads every row and keeps none: milliseconds, medians of rounds that take each contender once,
with one thread and with two.  LIST has a URI a line; the default is corpus/web.txt of EVERYURI_EXTERNAL.
"""
import argparse
import os
import statistics
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(HERE)
sys.path = [path for path in sys.path if os.path.realpath(path or ".") != HERE] + [HERE, os.path.join(TOP, "tests", "bindings")]
import wheel  # noqa: E402
from section import corpus, machine, show, verdict  # noqa: E402

COPIES = 20
GOAL = 5
# The expression of RFC 3986, appendix B, with user and port removed from the authority.
BY_APPENDIX = r"^(([^:/?#]+):)?(//(([^/?#]*@)?(\[[^/?#\]]*\]|[^/?#:]*)(:[^/?#]*)?))?([^?#]*)(\?([^#]*))?(#(.*))?"
NAIVE = "://([^/]+)"
QUERIES = {
	"uri_host(url)": "uri_host(url)",
	"uri_host(url, 'whatwg')": "uri_host(url, 'whatwg')",
	"uri_part(url, 'host')": "uri_part(url, 'host')",
	"uri_parse(url).host": "uri_parse(url).host",
	"regexp_extract, appendix B": f"regexp_extract(url, '{BY_APPENDIX}', 6)",
	"regexp_extract, naive": f"regexp_extract(url, '{NAIVE}', 1)",
	"no work: length(url)": "length(url)::varchar",
}
OURS = "uri_host(url)"
GOALS = {"regexp_extract, appendix B": GOAL, "regexp_extract, naive": GOAL}


def measure(connection, rounds):
	"""Return milliseconds by contender; the sum of lengths prevents the engine from skipping the work."""
	took, names = {name: [] for name in QUERIES}, list(QUERIES)
	for k in range(rounds):
		for name in names[k % len(names):] + names[:k % len(names)]:
			begin = time.perf_counter()
			connection.sql(f"select sum(length({QUERIES[name]})) from page").fetchall()
			took[name].append((time.perf_counter() - begin) * 1000)
	return {name: (statistics.median(times), min(times), max(times)) for name, times in took.items()}


def main(rounds=7, path=None):
	import duckdb
	import pyarrow
	import everyuri.duckdb
	with open(path or corpus(), encoding="utf-8") as file:
		texts = file.read().splitlines()
	connection = everyuri.duckdb.register(duckdb.connect())
	given = pyarrow.table({"url": texts})
	connection.register("given", given)
	connection.execute(f"create table page as select url from given, range({COPIES})")
	same = connection.sql(f"select count(*), count(*) filter (uri_host(url) = {QUERIES['regexp_extract, appendix B']}), "
	                      "count(*) filter (uri_valid(url)) from page").fetchall()[0]
	if same[1] < 0.95 * same[0]:
		sys.exit(f"the hosts of {same[0] - same[1]} rows differ: not the same work")
	rows = same[0]
	lines = [f"{machine()}. {rows:,} rows, {same[2]:,} of them valid; in {same[1]:,} appendix B has the same host; {rounds} rounds; DuckDB "
	         f"{duckdb.__version__}.", "", "| | one thread, ms | least | most | ns a row | two threads, ms |", "|---|---|---|---|---|---|"]
	connection.execute("set threads to 1")
	one = measure(connection, int(rounds))
	connection.execute("set threads to 2")
	two = measure(connection, int(rounds))
	lines += [f"| `{name}` | {one[name][0]:.0f} | {one[name][1]:.0f} | {one[name][2]:.0f} | {one[name][0] * 1e6 / rows:.0f} | {two[name][0]:.0f} |"
	          for name in QUERIES]
	lines += ["", "| work | compared with | times as fast | two threads | goal | |", "|---|---|---|---|---|---|"]
	for name, least in GOALS.items():
		times = one[name][0] / one[OURS][0]
		lines.append(f"| `{OURS}` | {name} | {times:.2f} | {two[name][0] / two[OURS][0]:.2f} | at least {least:g} | {verdict(times, least)} |")
	show("bench/duckdb.py", lines)


parser = argparse.ArgumentParser(usage=__doc__)
parser.add_argument("--record", action="store_true")
parser.add_argument("rounds", nargs="?", type=int)
parser.add_argument("list", nargs="?")
given = parser.parse_args()
if os.path.realpath(sys.prefix) != os.path.realpath(wheel.ENVIRONMENT):
	wheel.ready()
	if wheel.packages(["pyarrow", "duckdb", "numpy"]):
		sys.exit("bench/duckdb.py: pyarrow and duckdb could not be installed")
	os.execv(wheel.PYTHON, [wheel.PYTHON, os.path.abspath(__file__), *sys.argv[1:]])
main(*filter(None, (given.rounds, given.list)))
