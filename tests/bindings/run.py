#!/usr/bin/env python3
"""tests/bindings/run.py [NAME]... - the bindings, each by a script of its own beside this one, in TAP.

All play the vectors of vectors/ (vectors.py); the report at the end shows how many each has passed,
and a binding that passed another number than the others is a failed point.
"""
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
HELPERS = {"run", "points", "vectors", "wheel"}
LIMIT_S = 1500
SKIPPED = 77
# The Python of Debian has SQLite's loadable extensions; one that was built by hand may not.
PYTHONS = [sys.executable, "/usr/bin/python3"]


def scripts():
	found = sorted(name[:-3] for name in os.listdir(HERE) if name.endswith(".py"))
	return [name for name in found if name not in HELPERS]


def python_for(name):
	"""The first Python that a script says will do, by the line `# wants: EXPRESSION` in it."""
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


def main(names):
	points = failed = skipped = 0
	report = {}
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
			counted = re.match(r"# vectors(?: in (.*))?: (\d+) of (\d+)$", line)
			if counted:
				report[f"{name}, {counted[1]}" if counted[1] else name] = (int(counted[2]), int(counted[3]))
		failed += inner_failed
		if status == SKIPPED:
			points, skipped = points + 1, skipped + 1
			print(f"ok {points} - {name} # SKIP {lines[-1].lstrip('# ') if lines else 'it did not say why'}")
		elif status != 0 and not inner_failed or not lines:
			points, failed = points + 1, failed + 1
			print(f"not ok {points} - {name} ended with status {status}")
		sys.stdout.flush()
	if report:
		points += 1
		same = len(set(report.values())) == 1 and all(passed == every for passed, every in report.values())
		failed += not same
		print(f"{'ok' if same else 'not ok'} {points} - every binding passes the same vectors")
		for name, (passed, every) in report.items():
			print(f"# {name:15} {passed:5} of {every}")
	print(f"1..{points}")
	print(f"{points - failed - skipped} passed, {failed} failed, {skipped} skipped")
	return failed > 0


sys.exit(main(sys.argv[1:]))
