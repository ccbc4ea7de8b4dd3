"""python.py - bindings/python, its wheel in an environment of its own: the vectors, then what its README promises.

This script makes the wheel; what tries it, tried.py of pypackage/, runs in that environment.
"""
import glob
import os
import shutil
import subprocess
import sys
import tarfile

from points import BUILD, TOP, skip_all

FOLDER = os.path.join(TOP, "bindings", "python")
MADE = os.path.join(BUILD, "python")
ENVIRONMENT = os.path.join(MADE, "environment")
PYTHON = os.path.join(ENVIRONMENT, "bin", "python")
TRIED = os.path.join(TOP, "tests", "bindings", "pypackage", "tried.py")
TOOLS = ["build", "setuptools>=70.1"]
ARROW = ["pyarrow", "polars"]


def run(*command, **more):
	got = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", **more)
	return got.returncode, got.stdout


def environment():
	"""A Python of its own, with what builds."""
	if os.path.exists(PYTHON) and run(PYTHON, "-c", "import build, setuptools")[0] == 0:
		return
	shutil.rmtree(ENVIRONMENT, ignore_errors=True)
	status, said = run(sys.executable, "-m", "venv", ENVIRONMENT)
	if status:
		skip_all(f"no virtual environment: {said.strip().splitlines()[-1]}")
	status, said = run(PYTHON, "-m", "pip", "install", "-q", "--disable-pip-version-check", *TOOLS)
	if status:
		skip_all("build and setuptools could not be installed: " + said.strip().splitlines()[-1])


def arrow():
	"""What tried.py tries columns with; it says what is not there."""
	for name in ARROW:
		if run(PYTHON, "-c", f"import {name}")[0]:
			run(PYTHON, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--only-binary", ":all:", name)


def failed(what, said):
	"""The only point, and what was said."""
	print(f"not ok 1 - {what}")
	for line in said.splitlines()[-20:]:
		print(f"# {line}")
	print("1..1")
	sys.exit(1)


def build():
	"""The source distribution, and the wheel that its content alone makes, as `python -m build` does."""
	source, dist = os.path.join(MADE, "source"), os.path.join(MADE, "dist")
	for folder in (source, dist):
		shutil.rmtree(folder, ignore_errors=True)
	shutil.copytree(FOLDER, source, ignore=shutil.ignore_patterns("__pycache__", "build", "dist", "*.egg-info"))
	status, said = run(PYTHON, "-m", "build", "--no-isolation", "--sdist", "-o", dist, source,
	                   env={**os.environ, "EVERYURI_TOP": TOP})
	packed = glob.glob(os.path.join(dist, "*.tar.gz"))
	if status or not packed:
		failed("python -m build makes a source distribution", said)
	with tarfile.open(packed[0]) as tar:
		if not any(name.endswith("/onefile/everyuri.c") for name in tar.getnames()):
			failed("it carries the library", "\n".join(tar.getnames()))
		tar.extractall(os.path.join(MADE, "unpacked"))
	unpacked = os.path.join(MADE, "unpacked", os.path.basename(packed[0])[:-len(".tar.gz")])
	status, said = run(PYTHON, "-m", "build", "--no-isolation", "--wheel", "-o", dist, unpacked,
	                   env={**os.environ, "EVERYURI_TOP": os.devnull})
	wheel = glob.glob(os.path.join(dist, "*-cp39-abi3-*.whl"))
	if status or not wheel:
		failed("the source distribution alone makes a wheel of the stable ABI", said)
	status, said = run(PYTHON, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-index", "--no-deps",
	                   "--force-reinstall", wheel[0])
	if status:
		failed("pip installs the wheel", said)


def main():
	if not shutil.which("cc"):
		skip_all("there is no C compiler (package gcc)")
	environment()
	arrow()
	build()
	sys.stdout.flush()
	sys.exit(subprocess.run([PYTHON, TRIED], cwd=MADE).returncode)


main()
