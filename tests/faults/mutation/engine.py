"""Compiles one changed source, links it into test programs, and runs them until one fails.

Everything else comes from a built Meson folder: the object of each source, and the flags that it was compiled with.
All objects go into one archive.  The changed object stands before the archive on the linker's command line, so that
the member of the archive is not used.
"""
import functools
import glob
import json
import math
import os
import re
import shlex
import shutil
import signal
import subprocess
import threading
import time
from collections import Counter

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
CC = os.environ.get("CC", "cc").split()
LIBRARIES = ["libcurl", "openssl", "libpcre2-8", "libpsl", "liburiparser"]  # names for pkg-config
TIMEOUT_S = 100               # of one test
GRACE_S = 10                  # for a script to stop its servers
CPU_MAX_S = 30                # of one process
CPU_MIN_S, CPU_FACTOR = 3, 4  # a test with a fault gets CPU_MIN_S and CPU_FACTOR times its normal time
ADDRESS_SPACE = 4 << 30       # bytes, for programs in C: a fault may allocate without end
ENVIRONMENT = {**{name: value for name, value in os.environ.items() if name != "EVERYURI_LONG"},
               "EVERYURI_QUICK": "1", "CCACHE_DISABLE": "1"}
NOT_CAUGHT = "no test catches it"


def bail_out(reason):
	"""End the whole run, from any thread."""
	print(f"Bail out! {reason}", flush=True)
	os._exit(1)


# ---- processes -----------------------------------------------------------------------------------

def output_of(*command, cwd=TOP):
	"""Returns: (exit status, standard output and standard error)."""
	done = subprocess.run(command, cwd=cwd, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
	                      text=True, errors="replace", check=False, env=ENVIRONMENT)
	return done.returncode, done.stdout


def must(*command):
	status, output = output_of(*command)
	if status:
		bail_out(f"{shlex.join(command)[:300]}\n{output[-4000:]}")
	return output


def kill_group(process):
	try:
		os.killpg(process.pid, signal.SIGKILL)
	except ProcessLookupError:
		pass


def stop(process):
	"""Interrupt a test, so that it stops its servers, and then kill what is left."""
	try:
		process.send_signal(signal.SIGINT)
		process.wait(GRACE_S)
	except subprocess.TimeoutExpired:
		pass
	kill_group(process)


def kill_programs_in(folder):
	"""Kill what was started in another session, as `everyuri open` starts the gateway."""
	for link in glob.glob("/proc/[0-9]*/exe"):
		try:
			if os.readlink(link).startswith(os.path.realpath(folder) + os.sep):
				os.kill(int(link.split(os.sep)[2]), signal.SIGKILL)
		except OSError:  # it has ended, or belongs to another user
			pass


def make_top(folder):
	"""A top folder of links to the checkout, for one test, which may write files into it and be stopped before it removes them."""
	os.makedirs(folder)
	for name in set(os.listdir(TOP)) - {"build", ".git"}:
		os.symlink(os.path.join(TOP, name), os.path.join(folder, name))
	return folder


def run_test(command, top, environment):
	"""Run a test until its first failed point.  Returns: (it failed, hung or crashed; its last lines)."""
	process = subprocess.Popen(command, cwd=top, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
	                           text=True, errors="replace", start_new_session=True, env={**ENVIRONMENT, **environment})
	clock = threading.Timer(TIMEOUT_S, stop, [process])
	clock.start()
	lines, failed = [], False
	for line in process.stdout:
		lines = [*lines[-20:], line]
		if line.startswith("not ok"):
			failed = True
			stop(process)
			break
	clock.cancel()
	status = process.wait()
	kill_group(process)
	process.stdout.close()
	return failed or status != 0, lines


# ---- the build folder ----------------------------------------------------------------------------

def read_bytes(path):
	with open(os.path.join(TOP, path), "rb") as file:
		return file.read()


def read_text(source):
	return read_bytes(source).decode()


def write_text(path, text):
	os.makedirs(os.path.dirname(path), exist_ok=True)
	with open(path, "w", encoding="utf-8") as file:
		file.write(text)


def is_script(test):
	return test.split()[0].endswith(("/run", "/run.py"))


def is_main(source):
	"""Is this a source of `everyuri` or `everyuri-access` themselves, which no other program may contain?"""
	return source == "cmd/everyuri.c" or source.startswith("cmd/access/")


class Build:
	"""A built Meson folder.  out: a folder for what is built here."""

	def __init__(self, folder, out):
		self.folder, self.out, self.archive = folder, out, os.path.join(out, "objects.a")
		self.objects, self.outputs, self.flags = {}, {}, {}  # of each source; outputs: the object as Meson names it
		for entry in json.loads(read_text(os.path.join(folder, "compile_commands.json"))):
			self.add(entry)
		self.libraries = ["-Wl,--as-needed", *must("pkg-config", "--libs", *LIBRARIES).split(), "-ldl", "-lm", "-pthread"]
		self.make_archive()

	def add(self, entry):
		"""Several targets may compile a source: the first one counts."""
		generated = re.search(r"\.p/(grammar/.*)\.c$", entry["file"])
		source = f"lib/{generated[1]}.re" if generated else os.path.relpath(os.path.join(self.folder, entry["file"]), TOP)
		made = os.path.join(self.folder, entry["output"])
		if source not in self.objects and os.path.exists(made):
			self.objects[source], self.outputs[source] = made, entry["output"]
			self.flags[source] = [word for word in shlex.split(entry["command"]) if re.match("-[DUI]|-std=|-pthread", word)]

	def make_archive(self):
		"""Without debug information, which would be linked a thousand times."""
		folder = os.path.join(self.out, "objects")
		shutil.rmtree(self.out, ignore_errors=True)
		os.makedirs(folder)
		for source, made in self.objects.items():
			self.objects[source] = shutil.copy(made, os.path.join(folder, source.replace("/", "-") + ".o"))
		must("strip", "--strip-debug", *self.objects.values())
		must("ar", "rcT", self.archive, *[made for source, made in self.objects.items()
		                                  if not source.startswith("tests/") and not is_main(source)])

	def compile(self, source, text, folder, *first):
		"""Compile text in place of a source, into a folder.  first: flags before all others.  Returns: (object, error)."""
		path = os.path.join(folder, source)
		write_text(path, text)
		if source.endswith(".re"):
			status, error = output_of("tools/grammar", path, path + ".c", path + ".d")
			if status:
				return None, error
			path += ".c"
		includes = ["-iquote", os.path.join(TOP, os.path.dirname(source))]
		status, error = output_of(*CC, *first, *self.flags[source], *includes, "-O1", "-w", "-c", path, "-o", path + ".o",
		                          cwd=self.folder)
		return path + ".o", error if status else ""

	def link(self, program, own, changed, *flags):
		"""Link a program from its sources, changed objects and the archive.  Returns: (exit status, output)."""
		missing = [source for source in own if source not in self.objects]
		if missing:
			bail_out(f"{missing[0]} is not compiled: ninja -C {self.folder}")
		objects = {source: self.objects[source] for source in own}
		objects |= {source: made for source, made in changed.items() if source in own or not is_main(source)}
		return output_of(*CC, "-o", program, *objects.values(), self.archive, *flags, *self.libraries)

	@functools.cache
	def original(self, source):
		"""Returns: the object of an unchanged source, as bytes."""
		return read_bytes(self.compile(source, read_text(source), os.path.join(self.out, "original"))[0])

	@functools.cache
	def affected(self, header, test):
		"""Returns: the sources that include a header and are linked into a test."""
		line = "    " + os.path.relpath(os.path.join(TOP, header), self.folder)
		records = must("ninja", "-C", self.folder, "-t", "deps").split("\n\n")
		outputs = {record.split(":")[0] for record in records if line in record.split("\n")}
		linked = self.link(os.path.join(self.out, "affected"), [test], {}, "-Wl,--trace,--trace")[1].split()
		return [source for source, made in self.objects.items() if self.outputs[source] in outputs and made in linked]

	def changed_objects(self, fault, folder):
		"""Compile a source with a fault; if it is a header, what includes it.  Returns: ({source: object}, error)."""
		if not fault.file.endswith(".h"):
			made, error = self.compile(fault.file, fault.text, folder)
			return {fault.file: made}, error
		write_text(os.path.join(folder, fault.file), fault.text)
		changed = {}
		for source in self.affected(fault.file, f"tests/{fault.first}.c"):
			changed[source], error = self.compile(source, read_text(source), folder, "-I", os.path.join(folder, "lib"))
			if error:
				return None, error
		return changed, ""


# ---- tests ---------------------------------------------------------------------------------------

class Tests:
	"""The tests.  "unit/vectors" is tests/unit/vectors.c, "net/run cuts" is the script tests/net/run with an argument.
	A test runs once without a fault before it may catch one."""

	def __init__(self, build):
		self.build, self.lock, self.locks = build, threading.Lock(), {}
		self.cost_s = {}         # test -> seconds that it takes without a fault
		self.unsound = {}        # test that fails without a fault -> its last lines
		self.caught = Counter()  # (source, test) -> faults in the source that the test has caught; test -> in all sources

	def programs(self, test):
		"""Returns: {program that the test needs: the program's own sources}."""
		if not is_script(test):
			return {"program": [f"tests/{test}.c"]}
		if test.startswith("net/run"):
			return {"tests/net-probe": ["tests/net/probe.c"]}
		return {"everyuri": ["cmd/everyuri.c"],
		        "everyuri-access": [source for source in self.build.objects if source.startswith("cmd/access/")]}

	def run(self, test, changed, folder, cpu_s=CPU_MAX_S):
		"""Link a test with changed objects, and run it.  Returns: (it failed, its last lines)."""
		os.makedirs(folder, exist_ok=True)
		for program, own in self.programs(test).items():
			os.makedirs(os.path.dirname(os.path.join(folder, program)), exist_ok=True)
			status, output = self.build.link(os.path.join(folder, program), own, changed)
			if status and changed and "multiple definition" in output:
				return False, []  # the test replaces the changed source, and cannot judge it
			if status:
				bail_out(f"{test} cannot be linked\n{output[-4000:]}")
		limits = ["prlimit", "--core=0", f"--cpu={math.ceil(cpu_s)}:"]
		if is_script(test):
			command = [*limits, *f"tests/{test}".split()]
		else:
			command = [*limits, f"--as={ADDRESS_SPACE}", os.path.join(folder, "program")]
		result = run_test(command, make_top(os.path.join(folder, "top")),
		                  {"EVERYURI": os.path.join(folder, "everyuri"), "EVERYURI_TMP": folder})
		kill_programs_in(folder)
		shutil.rmtree(folder, ignore_errors=True)
		return result

	def is_sound(self, test):
		"""Does the test pass without a fault?"""
		with self.lock:
			lock = self.locks.setdefault(test, threading.Lock())
		with lock:
			if test not in self.cost_s:
				begun = time.monotonic()
				failed, lines = self.run(test, {}, os.path.join(self.build.out, "sound", re.sub(r"\W", "-", test)))
				if failed:
					self.unsound[test] = lines
				self.cost_s[test] = time.monotonic() - begun
			return test not in self.unsound

	def learn(self, source, test):
		self.caught[source, test] += 1
		self.caught[test] += 1

	def rank(self, fault, test):
		"""The test that the table names comes first, then what is cheap or has caught faults, above all of this source."""
		caught = self.caught[fault.file, test] + self.caught[test] / 1000 + 0.01
		return test != fault.first, self.cost_s.get(test, 0.1) / caught

	def catch(self, fault, folder):
		"""Plant a fault.  Returns: (the test that catches it, or None; why not)."""
		changed, error = self.build.changed_objects(fault, folder)
		if error:
			return None, error
		with self.lock:
			if fault.key and read_bytes(changed[fault.file]) == self.build.original(fault.file):
				return None, "the object is the same"
		for test in sorted(fault.tests, key=lambda test: self.rank(fault, test)):
			if not self.is_sound(test):
				continue
			cpu_s = min(CPU_MAX_S, CPU_MIN_S + CPU_FACTOR * self.cost_s[test])
			if self.run(test, changed, os.path.join(folder, "test"), cpu_s)[0]:
				self.learn(fault.file, test)
				return test, ""
		return None, NOT_CAUGHT
