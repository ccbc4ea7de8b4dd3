#!/usr/bin/env python3
"""bench/python.py [ROUNDS [LIST]] - columns.parse beside the C batch API and urllib.parse.urlsplit.

Nanoseconds of processor time a URI, medians of rounds that take each contender once, the next round
beginning with another.  Wants the environment that tests/bindings/python.py has made, with pyarrow;
LIST has a URI a line, without it it is the corpus beside the project.
"""
import ctypes
import os
import statistics
import subprocess
import sys
import time

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MADE = os.path.join(TOP, "build", "bindings", "python")
PYTHON = os.path.join(MADE, "environment", "bin", "python")
CORPUS = os.path.join(TOP, "..", "shared", "corpus", "web.txt")
COPIES = 4


def library():
	"""The C batch API, compiled as the wheel is."""
	folder = os.path.join(MADE, "bench")
	subprocess.run([os.path.join(TOP, "tools", "onefile"), folder], check=True)
	made = os.path.join(folder, "batch.so")
	subprocess.run(["cc", "-std=c11", "-O2", "-fPIC", "-shared", f"-I{folder}", "-o", made,
	                os.path.join(TOP, "bench", "python.c"), os.path.join(folder, "everyuri.c")], check=True)
	batch = ctypes.CDLL(made).batch
	batch.restype, batch.argtypes = ctypes.c_size_t, [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t]
	return batch


def split(texts):
	"""urlsplit keeps what it has read; here each text is new to it."""
	from urllib.parse import urlsplit
	clear = getattr(urlsplit, "cache_clear", lambda: None)
	clear()
	for text in texts:
		try:
			urlsplit(text)
		except ValueError:
			pass


def main(rounds=15, path=CORPUS):
	import pyarrow
	from everyuri import check, columns
	with open(path, encoding="utf-8") as file:
		texts = file.read().splitlines()
	column = pyarrow.array(texts * COPIES, pyarrow.string())
	_, offsets, data = column.buffers()
	batch = library()
	valid = batch(offsets.address, data.address, len(column))
	if valid != sum(map(bool, map(check, texts))) * COPIES:
		sys.exit("the batch and the calls for one do not agree")
	contenders = {
		"C batch": (lambda: batch(offsets.address, data.address, len(column)), len(column)),
		"columns.parse": (lambda: columns.parse(column), len(column)),
		"columns.parse, no parts": (lambda: columns.parse(column, parts=()), len(column)),
		"columns.host": (lambda: columns.host(column), len(column)),
		"urlsplit": (lambda: split(texts), len(texts)),
	}
	took = {name: [] for name in contenders}
	names = list(contenders)
	for k in range(int(rounds)):
		for name in names[k % len(names):] + names[:k % len(names)]:
			work, n = contenders[name]
			begin = time.process_time_ns()
			work()
			took[name].append((time.process_time_ns() - begin) / n)
	first = statistics.median(took["C batch"])
	print(f"{len(texts)} URIs, {valid // COPIES} valid, {rounds} rounds")
	for name in names:
		median = statistics.median(took[name])
		print(f"{name:24} {median:8.1f} ns a URI (least {min(took[name]):.1f}), {first / median:.3f} of the batch's rate")


if os.path.realpath(sys.prefix) != os.path.realpath(os.path.join(MADE, "environment")):
	if not os.path.exists(PYTHON):
		sys.exit("bench/python.py: tests/bindings/run.py python makes what this wants")
	os.execv(PYTHON, [PYTHON, os.path.abspath(__file__), *sys.argv[1:]])
if len(sys.argv) < 3 and not os.path.exists(CORPUS):
	sys.exit(f"bench/python.py: there is no {CORPUS}; name a list of URIs")
main(*sys.argv[1:])
