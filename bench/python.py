#!/usr/bin/env python3
"""bench/python.py [--record] [ROUNDS [LIST]] - compare columns.parse with the C batch API, urlsplit and the wheels of Ada.

Nanoseconds of processor time a URI, medians of rounds that take each contender once, the next round
beginning with another.  LIST has a URI a line; the default is corpus/web.txt of EVERYURI_EXTERNAL.
"""
import argparse
import ctypes
import os
import statistics
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(HERE)
sys.path[:0] = [HERE, os.path.join(TOP, "tests", "bindings")]
import wheel  # noqa: E402
from section import corpus, machine, show, verdict  # noqa: E402

COPIES = 4
PEERS = ["ada-url", "can-ada"]


def library():
	"""The C batch API, compiled like the wheel."""
	folder = os.path.join(wheel.MADE, "bench")
	subprocess.run([os.path.join(TOP, "tools", "onefile"), folder], check=True)
	made = os.path.join(folder, "batch.so")
	subprocess.run(["cc", "-std=c11", "-O2", "-fPIC", "-shared", f"-I{folder}", "-o", made,
	                os.path.join(TOP, "bench", "python.c"), os.path.join(folder, "everyuri.c")], check=True)
	calls = ctypes.CDLL(made)
	for call in (calls.batch, calls.batch_kept):
		call.restype, call.argtypes = ctypes.c_size_t, [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t]
	return calls.batch, calls.batch_kept


def each(function, texts):
	"""The usual loop: a refused text raises an exception."""
	for text in texts:
		try:
			function(text)
		except ValueError:
			pass


def split(texts):
	"""urlsplit has a cache, which is cleared."""
	from urllib.parse import urlsplit
	getattr(urlsplit, "cache_clear", lambda: None)()
	each(urlsplit, texts)


def peers(texts):
	"""Return the loops over the installed wheels."""
	found = {}
	try:
		from ada_url import URL
		found["ada-url, `URL` in a loop"] = (lambda: each(URL, texts), len(texts))
	except ImportError as error:
		print(f"# {error}")
	try:
		import can_ada
		found["can-ada, `parse` in a loop"] = (lambda: each(can_ada.parse, texts), len(texts))
	except ImportError as error:
		print(f"# {error}")
	return found


GOALS = {"C batch, spans": (0.8, "spans"), "C batch, spans in new memory": (None, "spans"), "urllib.parse.urlsplit in a loop": (50, "parse"),
         "ada-url, `URL` in a loop": (5, "parse"), "can-ada, `parse` in a loop": (5, "parse")}
OURS = {"parse": "columns.parse", "spans": 'columns.parse, layout="spans"'}


def measure(contenders, rounds):
	"""Run the contenders in turns, so that load affects all.  Each runs twice and the second run counts, as in a program
	that parses columns one after the other: it finds its own caches and memory, not those of another contender."""
	took, names = {name: [] for name in contenders}, list(contenders)
	for k in range(rounds):
		for name in names[k % len(names):] + names[:k % len(names)]:
			work, n = contenders[name]
			work()
			begin = time.process_time_ns()
			work()
			took[name].append((time.process_time_ns() - begin) / n)
	return took


def main(rounds=15, path=None):
	import pyarrow
	from everyuri import check, columns
	with open(path or corpus(), encoding="utf-8") as file:
		texts = file.read().splitlines()
	column = pyarrow.array(texts * COPIES, pyarrow.string())
	_, offsets, data = column.buffers()
	batch, batch_kept = library()
	valid = batch(offsets.address, data.address, len(column))
	if batch_kept(offsets.address, data.address, len(column)) != valid or valid != sum(map(bool, map(check, texts))) * COPIES:
		sys.exit("the batch and the calls for one do not agree")
	took = measure({
		"C batch, spans": (lambda: batch(offsets.address, data.address, len(column)), len(column)),
		"C batch, spans in new memory": (lambda: batch_kept(offsets.address, data.address, len(column)), len(column)),
		OURS["spans"]: (lambda: columns.parse(column, layout="spans"), len(column)),
		"columns.parse, views": (lambda: columns.parse(column, layout="view"), len(column)),
		OURS["parse"]: (lambda: columns.parse(column), len(column)),
		"columns.check": (lambda: columns.check(column), len(column)),
		"columns.host": (lambda: columns.host(column), len(column)),
		"columns.normalize": (lambda: columns.normalize(column), len(column)),
		"columns.key": (lambda: columns.key(column), len(column)),
		"urllib.parse.urlsplit in a loop": (lambda: split(texts), len(texts)),
		**peers(texts),
	}, int(rounds))
	median = {name: statistics.median(times) for name, times in took.items()}
	lines = [f"{machine()}. {len(texts):,} addresses of the web, {valid // COPIES:,} of them valid, {rounds} rounds; Python "
	         f"{sys.version.split()[0]}, pyarrow {pyarrow.__version__}.", "", "| | ns a URI | least | most |", "|---|---|---|---|"]
	lines += [f"| {name} | {median[name]:.1f} | {min(times):.1f} | {max(times):.1f} |" for name, times in took.items()]
	lines += ["", "| work | compared with | times as fast | goal | |", "|---|---|---|---|---|"]
	for name, (least, ours) in GOALS.items():
		if name in median:
			times = median[name] / median[OURS[ours]]
			goal = f"at least {least:g} | {verdict(times, least)}" if least else "no goal | "
			lines.append(f"| {OURS[ours]} | {name} | {times:.2f} | {goal} |")
	show("bench/python.py", lines)


parser = argparse.ArgumentParser(usage=__doc__)
parser.add_argument("--record", action="store_true")
parser.add_argument("rounds", nargs="?", type=int)
parser.add_argument("list", nargs="?")
given = parser.parse_args()
if os.path.realpath(sys.prefix) != os.path.realpath(wheel.ENVIRONMENT):
	wheel.ready()
	missing = wheel.packages(["pyarrow"])
	if missing:
		sys.exit("bench/python.py: pyarrow could not be installed")
	wheel.packages(PEERS)
	os.execv(wheel.PYTHON, [wheel.PYTHON, os.path.abspath(__file__), *sys.argv[1:]])
main(*filter(None, (given.rounds, given.list)))
