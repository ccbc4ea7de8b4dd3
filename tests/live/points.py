"""points.py - prints points of TAP, and runs everyuri."""
import atexit
import json
import os
import shutil
import subprocess
import sys
import tempfile

import servers

EVERYURI = os.path.abspath(os.environ.get("EVERYURI", "build/everyuri"))
ROOT = tempfile.mkdtemp(dir=os.environ.get("EVERYURI_TMP"), prefix="live-")
atexit.register(shutil.rmtree, ROOT, ignore_errors=True)
os.chmod(ROOT, 0o755)  # some servers run as another user
UNPROXIED = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
NONE = {**UNPROXIED, "EVERYURI_CONFIG": "", "HOME": ROOT}
BYTES = bytes(range(256)) * 300 + b"end"
LINES = b"one\r\n..two\r\n.\r\nlast without end"
points = failed = 0


# ---- points ------------------------------------------------------------------------------------------

def ok(good, name, *details):
	global points, failed
	points += 1
	failed += not good
	print(f"{'ok' if good else 'not ok'} {points} - {name.replace('#', chr(92) + '#')}")
	if not good:
		for detail in details:
			for line in str(detail).splitlines()[:12]:
				print(f"# {line}")
	sys.stdout.flush()
	return good


def skip(name, reason):
	global points
	points += 1
	print(f"ok {points} - {name} # SKIP {reason}")


class Done:
	# Longer than the time limits of the command, which should end a test first.
	def __init__(self, *arguments, seconds=90, **options):
		try:
			if "input" not in options:
				options.setdefault("stdin", subprocess.DEVNULL)
			run = subprocess.run([EVERYURI, *arguments], capture_output=True, timeout=seconds, env=NONE, **options)
			self.status, self.out, self.err = run.returncode, run.stdout, run.stderr.decode(errors="replace")
		except subprocess.TimeoutExpired as late:
			self.status, self.out, self.err = -1, late.stdout or b"", f"still running after {seconds} s"

	def __str__(self):
		return f"status {self.status}\n{self.out[:300]!r}\n{self.err}"


def gets(uri, expected, name, *options):
	done = Done("get", *options, uri)
	return ok(done.status == 0 and done.out == expected, name, uri, done)


def menu_of(uri, *options):
	done = Done("get", "--format", "json", *options, uri)
	try:
		return json.loads(done.out)["items"]
	except (ValueError, KeyError):
		return [{"label": f"no menu: {done}"}]


def same_as_curl(uri, name, *options):
	if not shutil.which("curl"):
		return skip(name, "curl is not installed")
	theirs = subprocess.run(["curl", "-s", "--path-as-is", *options, uri], capture_output=True, timeout=30)
	ours = Done("get", *(("-k",) if "-k" in options else ()), uri)
	return ok(ours.out == theirs.stdout and ours.status == 0 and theirs.returncode == 0,
	          f"{name}: the bytes that curl gets", uri, ours, theirs)


def with_server(name, make, tests, prepare=None):
	"""prepare: creates files before the server starts; some servers cache what they see first."""
	server = None
	try:
		server = make()
		if prepare:
			prepare(server)
		server.start()
		tests(server)
	except servers.Missing as missing:
		skip(name, str(missing))
	finally:
		if server:
			server.stop()


def folder(name):
	return os.path.join(ROOT, name)


def end():
	"""Prints the plan.  Returns the exit status."""
	print(f"1..{points}")
	return failed > 0
