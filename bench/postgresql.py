#!/usr/bin/env python3
"""bench/postgresql.py [ROWS] - compare building a B-tree on the type uri with one on text, in one server.

Interleaved rounds, median and spread in milliseconds; text is taken in the collation "C", its fastest.
The goal is at most 1.5 times text.
"""
import argparse
import os
import statistics
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "tests", "bindings"))
import postgresql
from points import BUILD

ROUNDS = 9
COLUMNS = (("uri", "u"), ("text", 't collate "C"'))


def main():
	parser = argparse.ArgumentParser(usage=__doc__)
	parser.add_argument("rows", nargs="?", type=int, default=500_000)
	rows = parser.parse_args().rows
	made = os.path.join(BUILD, "postgresql")
	if not postgresql.prepared(made):
		sys.exit(1)
	with tempfile.TemporaryDirectory(prefix="pg-") as root:
		os.chmod(root, 0o755)
		server = postgresql.Server(root)
		server.install(made)
		try:
			server.start()
			server.run("create extension everyuri")
			server.run(f"""create table page as select t::uri as u, t from (select 'https://www.' ||
				md5((n % 5000)::text) || '.example/path/' || md5(n::text) || '?n=' || n as t
				from generate_series(1, {rows}) n) s""")
			spent = {name: [] for name, _ in COLUMNS}
			for _ in range(ROUNDS):
				for name, column in COLUMNS:
					begun = time.perf_counter()
					server.run(f"create index built on page({column})")
					spent[name].append((time.perf_counter() - begun) * 1000)
					server.run("drop index built")
		finally:
			server.stop()
	base = statistics.median(spent["text"])
	print(f"{rows:,} rows, {ROUNDS} rounds")
	for name, times in spent.items():
		median = statistics.median(times)
		print(f"{name:30} {median:8.1f} ms  {min(times):8.1f} to {max(times):.1f}  {median / base:.2f} times text")


main()
