"""wheel.py - install the wheel of bindings/python in a virtual environment, for the scripts here and in bench/.

pypackage/ has the scripts that run in that environment.  A script that finds no compiler, no network or no
wheel for its engine says so and is counted as skipped.
"""
import glob
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile

from points import BUILD, TOP, skip_all

FOLDER = os.path.join(TOP, "bindings", "python")
MADE = os.path.join(BUILD, "python")
ENVIRONMENT = os.path.join(MADE, "environment")
PYTHON = os.path.join(ENVIRONMENT, "bin", "python")
STAMP = os.path.join(ENVIRONMENT, "made-of")
TOOLS = ["build", "setuptools>=70.1"]


def run(*command, **more):
	got = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", **more)
	return got.returncode, got.stdout


def pip(*words):
	return run(PYTHON, "-m", "pip", "install", "-q", "--disable-pip-version-check", *words)


def environment():
	"""Make a virtual environment with the build tools."""
	if os.path.exists(PYTHON) and run(PYTHON, "-c", "import build, setuptools")[0] == 0:
		return
	shutil.rmtree(ENVIRONMENT, ignore_errors=True)
	status, said = run(sys.executable, "-m", "venv", ENVIRONMENT)
	if status:
		skip_all(f"no virtual environment: {said.strip().splitlines()[-1]}")
	status, said = pip(*TOOLS)
	if status:
		skip_all("build and setuptools could not be installed: " + said.strip().splitlines()[-1])


def packages(names, wheels_only=True):
	"""Install packages.  Returns: those that could not be installed."""
	missing = []
	for name in names:
		if run(PYTHON, "-c", f"import {name.replace('-', '_')}")[0]:
			status, _ = pip(*(["--only-binary", ":all:"] if wheels_only else []), name)
			missing += [name] if status else []
	return missing


def failed(what, said):
	"""Print the only point, with the output."""
	print(f"not ok 1 - {what}")
	for line in said.splitlines()[-20:]:
		print(f"# {line}")
	print("1..1")
	sys.exit(1)


def build():
	"""Build the source distribution, and the wheel from it, as `python -m build` does."""
	source, dist, unpacked = (os.path.join(MADE, name) for name in ("source", "dist", "unpacked"))
	for folder in (source, dist, unpacked):
		shutil.rmtree(folder, ignore_errors=True)
	shutil.copytree(FOLDER, source, ignore=shutil.ignore_patterns("__pycache__", "build", "dist", "*.egg-info"))
	status, said = run(PYTHON, "-m", "build", "--no-isolation", "--sdist", "-o", dist, source,
	                   env={**os.environ, "EVERYURI_TOP": TOP})
	packed = glob.glob(os.path.join(dist, "*.tar.gz"))
	if status or not packed:
		failed("python -m build makes a source distribution", said)
	with tarfile.open(packed[0]) as tar:
		names = {name.partition("/")[2] for name in tar.getnames()}
		if not {"onefile/everyuri.c", "LICENSE", "LICENSE.unicode"} <= names:
			failed("it carries the library and both licences", "\n".join(sorted(names)))
		tar.extractall(unpacked)
	content = os.path.join(unpacked, os.path.basename(packed[0])[:-len(".tar.gz")])
	status, said = run(PYTHON, "-m", "build", "--no-isolation", "--wheel", "-o", dist, content,
	                   env={**os.environ, "EVERYURI_TOP": os.devnull})
	wheel = glob.glob(os.path.join(dist, "*-cp39-abi3-*.whl"))
	if status or not wheel:
		failed("the source distribution alone makes a wheel of the stable ABI", said)
	with zipfile.ZipFile(wheel[0]) as packed:
		names = packed.namelist()
		metadata = packed.read(next(name for name in names if name.endswith("/METADATA"))).decode()
	if not all(any(name.endswith("/" + licence) for name in names) for licence in ("LICENSE", "LICENSE.unicode")) \
	   or not all(re.search(rf"^{field}: .", metadata, re.M) for field in ("Author", "License", "Project-URL")):
		failed("the wheel carries both licences, its author and its address", "\n".join(names) + metadata)
	status, said = pip("--no-index", "--no-deps", "--force-reinstall", wheel[0])
	if status:
		failed("pip installs the wheel", said)


def sources():
	"""Return a digest of the sources of the wheel."""
	digest = hashlib.sha256()
	for folder in ("lib", "include", "bindings/python", "tools"):
		for root, folders, files in os.walk(os.path.join(TOP, folder)):
			folders[:] = sorted(set(folders) - {"__pycache__", "build", "dist"})
			for name in sorted(files):
				with open(os.path.join(root, name), "rb") as file:
					digest.update(name.encode() + b"\0" + file.read())
	return digest.hexdigest()


def ready():
	"""Ensure that the environment has the wheel of these sources; another script may have built it."""
	if not shutil.which("cc"):
		skip_all("no C compiler is installed (package gcc)")
	environment()
	made_of = sources()
	if os.path.exists(STAMP):
		with open(STAMP, encoding="ascii") as file:
			if file.read() == made_of:
				return
	build()
	with open(STAMP, "w", encoding="ascii") as file:
		file.write(made_of)


def tried(name):
	"""Run a script of pypackage/ in the environment, and exit with its status."""
	sys.stdout.flush()
	script = os.path.join(TOP, "tests", "bindings", "pypackage", name)
	sys.exit(subprocess.run([PYTHON, script], cwd=MADE).returncode)
