#!/usr/bin/env python3
"""tests/bindings/run.py [NAME]... - test each binding by the script of its name in this folder.  Prints TAP.

Each script runs the vectors (vectors.py) and prints how many passed, which the report at the end shows.  A binding that
prints no number, or another number than the others, fails.  A script that answers only some of the questions names
them: "# vectors of columns: 9 of 9".
"""
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.dirname(HERE))
import usage  # noqa: E402

HELPERS = {"run", "points", "vectors", "wheel"}
LIMIT_S = 1500
SKIPPED = 77
# Debian's Python supports loadable extensions of SQLite; others may not.
PYTHONS = [sys.executable, "/usr/bin/python3"]


def scripts():
	found = sorted(name[:-3] for name in os.listdir(HERE) if name.endswith(".py"))
	return [name for name in found if name not in HELPERS]


def python_for(name):
	"""Return the first Python in which the line `# wants: EXPRESSION` of a script succeeds."""
	with open(os.path.join(HERE, name + ".py"), encoding="utf-8") as file:
		wants = re.search(r"^# wants: (.*)$", file.read(), re.M)
	for python in PYTHONS:
		if not wants or (os.path.exists(python) and
		                 subprocess.run([python, "-c", wants[1]], capture_output=True).returncode == 0):
			return python
	return PYTHONS[0]


def run(name):
	"""Returns: (TAP lines, exit status)."""
	try:
		got = subprocess.run([python_for(name), os.path.join(HERE, name + ".py")], timeout=LIMIT_S,
		                     stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
		return got.stdout.splitlines(), got.returncode
	except subprocess.TimeoutExpired as late:
		text = late.stdout or ""
		text = text if isinstance(text, str) else text.decode(errors="replace")
		return text.splitlines() + [f"# still running after {LIMIT_S} s"], -1


def bindings():
	"""Return the names that must print a number of vectors: each folder of bindings/, and the engines of the Python package."""
	folders = os.path.join(HERE, "..", "..", "bindings")
	return sorted({name for name in os.listdir(folders) if os.path.isdir(os.path.join(folders, name))} | {"duckdb", "spark"})


def agree(report):
	"""report: binding -> (passed, all).  Returns: has each passed all, and the same number?"""
	return len(set(report.values())) == 1 and all(passed == every > 0 for passed, every in report.values())


def told(line):
	"""Parse a line.  Returns: (place or "", part or "", passed, all), or None for any other line."""
	counted = re.match(r"# vectors(?: in (.*?))?(?: of (\w+))?: (\d+) of (\d+)$", line)
	return counted and (counted[1] or "", counted[2] or "", int(counted[3]), int(counted[4]))


SOUND = (("the same number agrees", agree({"a": (9, 9), "b": (9, 9)})),
         ("another number is detected", not agree({"a": (9, 9), "b": (8, 8)})),
         ("a missing vector is detected", not agree({"a": (8, 9), "b": (8, 9)})),
         ("no vectors do not agree", not agree({"a": (0, 0)}) and not agree({})),
         ("a number is parsed", told("# vectors: 8 of 9") == ("", "", 8, 9) and told("# vectors of columns: 1 of 2") == ("", "columns", 1, 2) and
	                       told("# vectors in Node.js: 1 of 2") == ("Node.js", "", 1, 2)),
         ("other lines are not", told("# vectors: all") is None and told("ok 1 - 8 of 9 vectors of parse") is None))


def main(names):
	points = failed = skipped = 0
	report, parts, not_here = {}, {}, set()
	for what, good in SOUND if not names else ():
		points += 1
		failed += not good
		print(f"{'ok' if good else 'not ok'} {points} - self-test: {what}")
	for name in names or scripts():
		lines, status = run(name)
		inner_failed = 0
		for line in lines:
			point = re.match(r"(ok|not ok) \d+ - (.*)", line)
			if point:
				points += 1
				inner_failed += point[1] == "not ok"
				skipped += " # SKIP " in line
				print(f"{point[1]} {points} - {name}: {point[2]}")
			elif not re.match(r"1\.\.\d+$", line):
				print(line if line.startswith("#") else "# " + line)
			where, part, *counted = told(line) or (None, None)
			if counted:
				(parts if part else report)[part or (f"{name}, {where}" if where else name)] = tuple(counted)
		failed += inner_failed
		if status == SKIPPED:
			points, skipped = points + 1, skipped + 1
			not_here.add(name)
			print(f"ok {points} - {name} # SKIP {lines[-1].lstrip('# ') if lines else 'no reason given'}")
		elif status != 0 and not inner_failed or not lines:
			points, failed = points + 1, failed + 1
			print(f"not ok {points} - {name} ended with status {status}")
		sys.stdout.flush()
	silent = [name for name in bindings() if not any(each.split(",")[0] == name for each in report) and name not in not_here and not names]
	for good, what in ((agree(report), "every binding passes the same vectors"),
	                   (all(passed == every > 0 for passed, every in parts.values()), "and partial ones pass all their questions"),
	                   (not silent, " ".join(["every binding prints a number", *silent]))) if report else ():
		points += 1
		failed += not good
		print(f"{'ok' if good else 'not ok'} {points} - {what}")
	for name, (passed, every) in [*report.items(), *parts.items()]:
		print(f"# {name:12} {passed:5} of {every}")
	print(f"1..{points}")
	print(f"{points - failed - skipped} passed, {failed} failed, {skipped} skipped")
	return failed > 0


sys.exit(main(usage.names(__doc__, scripts())))
