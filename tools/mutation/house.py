"""The library with one source changed, and the tests that are run over it.

Everything but that source is compiled once.  All of the library is one shared object, which lies beside the
test programs and is found there, so that a change costs one compilation and one link.
"""
import functools
import glob
import hashlib
import json
import math
import os
import shlex
import shutil
import signal
import subprocess
import sys
import threading
from typing import NamedTuple

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.path.join(TOP, "build", "check", "gcc")  # that of make check
PLACE = os.path.join(TOP, "build", "mutants")
LIBRARY = "libeveryuri-mutant.so"
OF_LIBRARY = ("libeveryuri.so.0.p/", "libeveryuri-cold.a.p/")
OF_COMMAND = ("everyuri.p/", "libeveryuri-cmd.a.p/")
LIBS_OF_PROOFS = ["-lpcre2-8", "-lpsl", "-luriparser", "-lm"]
FOR_REPLAY = ["-std=c11", "-O1", "-w", "-D_DEFAULT_SOURCE", "-Iinclude", "-Itests", "-Ilib", "-I.", "-Ifuzz"]
# The targets of fuzz/ that want this library alone.
REPLAYED = ("bulk", "compare", "edit", "find", "grammar", "idna", "normalize", "plan", "resolve", "template", "uriparser",
            "whatwg")
LEFT_OUT = ("tests/proof/huge.c", "tests/proof/linear.c")  # texts of gigabytes; time
TIMES = 10            # as long as usual is too long
CPU_LEAST_S = 1
WALL_LEAST_S = 60     # for who waits: other programs share the machine
MEMORY = 1 << 30      # bytes of address space for each process


def quietly(*command, **options):
	done = subprocess.run(command, cwd=TOP, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
	                      check=False, **options)
	if done.returncode:
		sys.exit(f"mutants: {' '.join(command)[:300]}\n{done.stdout[-4000:]}")
	return done.stdout


class Test(NamedTuple):
	name: str
	source: str     # which its results depend on, besides the library and the vectors
	command: tuple  # "FOLDER/" stands for where the programs lie


class Outcome(NamedTuple):
	failed: bool
	cpu_s: float


# ---- building --------------------------------------------------------------------------------------------

@functools.lru_cache(None)
def compilations():
	"""{object: (source, words of its command)}; paths are relative to BUILD."""
	with open(os.path.join(BUILD, "compile_commands.json"), encoding="utf-8") as file:
		return {each["output"]: (each["file"], shlex.split(each["command"])) for each in json.load(file)}


def object_of(source):
	"""Where the library's object of a source of ours lies, relative to BUILD."""
	path = os.path.relpath(os.path.join(TOP, source), BUILD)
	return next(made for made, (file, _) in compilations().items() if file == path and made.startswith(OF_LIBRARY))


def bare_command(source, *more):
	"""The library's command for a source, less what is about debuggers, dependencies, warnings and paths."""
	words = compilations()[object_of(source)][1]
	kept, skip = [], False
	for word in words:
		if skip or word in ("-g", "-MD", "-c", "ccache") or word.startswith(("-W", "-fdiagnostics")):
			skip = False
		elif word in ("-o", "-MQ", "-MF"):
			skip = True
		elif word != words[-1]:
			kept.append(word)
	return [*kept, "-w", *more]


def compile_text(source, text, made):
	"""As if it stood in the source.  Returns: is there an object?"""
	path = os.path.relpath(os.path.join(TOP, source), BUILD)
	done = subprocess.run(bare_command(source, "-x", "c", "-c", "-", "-o", made), cwd=BUILD, check=False,
	                      input=f'# 1 "{path}"\n{text}'.encode(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
	                      env={**os.environ, "CCACHE_DISABLE": "1"})
	return done.returncode == 0


def link_library(folder, instead):
	"""The whole library, with other objects instead of some ({object: path})."""
	objects = [instead.get(made, os.path.join(BUILD, made)) for made in compilations() if made.startswith(OF_LIBRARY)]
	made = os.path.join(folder, LIBRARY)
	coverage = ["--coverage"] if len(instead) > 1 else []
	quietly("cc", "-shared", "-Wl,-Bsymbolic", "-Wl,--strip-debug", *coverage, "-o", made, *objects, "-pthread")


def is_stale(made, sources):
	return not os.path.exists(made) or any(os.path.getmtime(path) > os.path.getmtime(made) for path in sources)


def link_program(folder, name, objects):
	made = os.path.join(folder, name)
	if is_stale(made, objects):
		quietly("cc", *objects, "-o", made, f"-L{folder}", f"-l:{LIBRARY}", "-Wl,-rpath,$ORIGIN", "-Wl,--as-needed",
		        *LIBS_OF_PROOFS, "-pthread")


def below(*patterns):
	return [path for pattern in patterns for path in sorted(glob.glob(os.path.join(TOP, pattern), recursive=True))
	        if os.path.isfile(path)]


def build():
	"""All that does not change.  Returns: the tests."""
	folder = os.path.join(PLACE, "sound")
	os.makedirs(folder, exist_ok=True)
	quietly("tools/build", os.path.relpath(BUILD, TOP), "-Dtests=true")
	link_library(folder, {})
	tests = []
	for kind in ("unit", "proof"):
		for source in quietly("tools/sources", f"tests/{kind}", ".c").split():
			name = source[:-len(".c")].replace("/", "-")
			if source not in LEFT_OUT:
				link_program(folder, name, [os.path.join(BUILD, f"{name}.p", source.replace("/", "_") + ".o")])
				tests.append(Test(source[len("tests/"):-len(".c")], source, (f"FOLDER/{name}",)))
	tests += build_replayers(folder)
	link_program(folder, "everyuri", [os.path.join(BUILD, made) for made in compilations() if made.startswith(OF_COMMAND)])
	for path in below("tests/cmd/*.t"):
		name = os.path.basename(path)[:-len(".t")]
		tests.append(Test(f"cmd/{name}", path, ("tests/cmd/run", f"{name}: ")))
	return tests


def build_replayers(folder):
	objects = os.path.join(PLACE, "o")
	seeds = os.path.join(PLACE, "seeds")
	os.makedirs(objects, exist_ok=True)
	quietly("fuzz/seeds", seeds, *REPLAYED)
	headers = below("include/**/*.h", "lib/**/*.h", "tests/*.h", "fuzz/*.h")
	for name in (*REPLAYED, "replay"):
		made = os.path.join(objects, name + ".o")
		if is_stale(made, [os.path.join(TOP, f"fuzz/{name}.c"), *headers]):
			quietly("cc", *FOR_REPLAY, "-c", f"fuzz/{name}.c", "-o", made)
	tests = []
	for name in REPLAYED:
		link_program(folder, f"fuzz-{name}", [os.path.join(objects, name + ".o"), os.path.join(objects, "replay.o")])
		places = [place for place in (os.path.join(seeds, name), f"fuzz/regressions/{name}")
		          if os.path.isdir(os.path.join(TOP, place))]
		tests.append(Test(f"fuzz/{name}", f"fuzz/{name}.c", (f"FOLDER/fuzz-{name}", *places)))
	return tests


# ---- running -----------------------------------------------------------------------------------------------

class Bench:
	"""A folder with all programs and a library of its own, for one test at a time."""

	def __init__(self, name):
		self.folder = os.path.join(PLACE, name)
		shutil.rmtree(self.folder, ignore_errors=True)
		os.makedirs(os.path.join(self.folder, "tmp"))
		sound = os.path.join(PLACE, "sound")
		for each in os.listdir(sound):
			if each != LIBRARY:
				os.link(os.path.join(sound, each), os.path.join(self.folder, each))

	def close(self):
		shutil.rmtree(self.folder, ignore_errors=True)

	def run(self, test, usual_s):
		"""One test, ended at its first point that fails.  usual_s: CPU seconds; None: nobody knows yet."""
		limit = [] if usual_s is None else [f"--cpu={max(CPU_LEAST_S, math.ceil(TIMES * usual_s))}"]
		words = [word.replace("FOLDER/", self.folder + "/") for word in test.command]
		env = {**os.environ, "EVERYURI": os.path.join(self.folder, "everyuri"), "EVERYURI_QUICK": "1",
		       "EVERYURI_TMP": os.path.join(self.folder, "tmp")}
		process = subprocess.Popen(["prlimit", "--core=0", f"--as={MEMORY}", *limit, *words], cwd=TOP, env=env,
		                           stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
		                           start_new_session=True)
		done = threading.Event()
		threading.Thread(target=end_after, args=(process, done, max(WALL_LEAST_S, TIMES * (usual_s or 60)))).start()
		failed = any(line.startswith(b"not ok") for line in process.stdout)
		if failed:
			end_all(process)
		_, status, used = os.wait4(process.pid, 0)
		process.returncode = os.waitstatus_to_exitcode(status)
		done.set()
		end_all(process)
		process.stdout.close()
		return Outcome(failed or process.returncode != 0, used.ru_utime + used.ru_stime)


def end_after(process, done, seconds):
	"""Second by second, so that none are counted while all of this is stopped."""
	while not done.wait(1):
		seconds -= 1
		if seconds < 0:
			end_all(process)


def end_all(process):
	"""A test and what it has started: all in one group."""
	try:
		os.killpg(process.pid, signal.SIGKILL)
	except ProcessLookupError:
		pass


# ---- which test reaches what -----------------------------------------------------------------------------------

def digest(paths):
	made = hashlib.sha256()
	for path in paths:
		made.update(path.encode() + b"\0")
		with open(os.path.join(TOP, path), "rb") as file:
			made.update(file.read())
	return made.hexdigest()


def reads_vectors(test):
	with open(os.path.join(TOP, test.source), encoding="utf-8") as file:
		return test.source.startswith("fuzz/") or "vectors/" in file.read()


class Reach:
	"""For each test: what it usually costs, and the lines of each source that it executes.  That is measured
	once, and again when what it depends on has changed; kept in PLACE/reach.json."""

	def __init__(self, tests, sources):
		self.path = os.path.join(PLACE, "reach.json")
		self.sources = sources
		common = digest(below("lib/**/*", "include/**/*", "tests/*.h", "fuzz/*.h", "tests/cmd/*.py"))
		vectors = digest(below("vectors/**/*"))
		keys = {test.name: common + digest([test.source]) + (vectors if reads_vectors(test) else "") for test in tests}
		known = {}
		if os.path.exists(self.path):
			with open(self.path, encoding="utf-8") as file:
				known = json.load(file)
		self.of = {name: row for name, row in known.items() if row["key"] == keys.get(name)}
		todo = [test for test in tests if test.name not in self.of]
		if todo:
			self.measure(todo, keys)
			with open(self.path, "w", encoding="utf-8") as file:
				json.dump(self.of, file)
		self.tests = [test for test in tests if self.of[test.name]["sound"]]
		for test in tests:
			if test not in self.tests:
				print(f"# {test.name} fails where nothing is changed, and catches nothing here")

	def measure(self, tests, keys):
		print(f"# what {len(tests)} tests reach is measured", flush=True)
		sound, measured = Bench("plain"), Bench("measured")
		objects = os.path.join(PLACE, "measured-o")
		os.makedirs(objects, exist_ok=True)
		headers = below("include/**/*.h", "lib/**/*.h")
		instead = {}
		for source in self.sources:
			made = os.path.join(objects, source.replace("/", "-") + ".o")
			path = os.path.relpath(os.path.join(TOP, source), BUILD)
			if is_stale(made, [os.path.join(TOP, source), *headers]):
				quietly("sh", "-c", 'cd "$0" && exec "$@"', BUILD,
				        *bare_command(source, "-O0", "--coverage", "-c", path, "-o", made))
			instead[object_of(source)] = made
		link_library(sound.folder, {})
		link_library(measured.folder, instead)
		executed(objects)  # and forgotten: what an interrupted run has left
		for test in tests:
			plain = sound.run(test, None)
			passed = not measured.run(test, None).failed
			self.of[test.name] = {"key": keys[test.name], "sound": not plain.failed, "cpu_s": plain.cpu_s,
			                      # What was cut short by a failure has told nothing.
			                      "lines": executed(objects) if passed else None}
		sound.close()
		measured.close()

	def cost(self, test):
		return self.of[test.name]["cpu_s"]

	def of_lines(self, source, lines):
		"""The tests that execute one of a function's lines; of a table's (None) all."""
		if lines is None:
			return self.tests
		wanted = set(range(lines[0], lines[1] + 1))
		return [test for test in self.tests
		        if self.of[test.name]["lines"] is None or wanted & set(self.of[test.name]["lines"].get(source, ()))]


def executed(objects):
	"""{source: lines that were executed since the last time}."""
	found = {}
	notes = glob.glob(os.path.join(objects, "*.gcda"))
	if notes:
		told = subprocess.run(["gcov", "--json-format", "--stdout", *notes], cwd=BUILD, stdout=subprocess.PIPE, check=True,
		                      stderr=subprocess.DEVNULL, text=True).stdout
		for line in filter(None, told.splitlines()):
			for file in json.loads(line)["files"]:
				path = os.path.relpath(os.path.join(BUILD, file["file"]), TOP)
				lines = {each["line_number"] for each in file["lines"] if each["count"]}
				found[path] = sorted(lines | set(found.get(path, ())))
	for path in notes:
		os.remove(path)
	return found
