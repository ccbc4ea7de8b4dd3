"""points.py - print points of TAP for the tests of the bindings.

A script ends in done(passed, every): how many vectors its binding passed, or without where it plays
none.  SKIPPED is its exit status where what it needs is not there; its last line says what.
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "docs"))
from fences import blocks_of, pages  # noqa: E402, F401 - what pages show, for the scripts here

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.path.join(TOP, "build", "bindings")
SKIPPED = 77
points = failed = 0


def ok(good, name, *details):
	global points, failed
	points += 1
	failed += not good
	print(f"{'ok' if good else 'not ok'} {points} - {name.replace('#', chr(92) + '#')}")
	if not good:
		for detail in details:
			lines = detail if isinstance(detail, (list, tuple)) else str(detail).splitlines()
			for line in lines[:20]:
				print(f"# {line}")
	sys.stdout.flush()
	return good


def skip(name, reason):
	"""Print a skipped point."""
	global points
	points += 1
	print(f"ok {points} - {name} # SKIP {reason}")


def skip_all(reason):
	print(f"# {reason}")
	sys.exit(SKIPPED)


def also(where, passed, every):
	"""Print how many vectors a binding passed in a second environment."""
	print(f"# vectors in {where}: {passed} of {every}")


def done(passed=None, every=None):
	print(f"1..{points}")
	if every is not None:
		print(f"# vectors: {passed} of {every}")
	sys.exit(failed > 0)
