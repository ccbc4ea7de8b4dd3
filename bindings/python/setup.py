"""setup.py - build the extension with the one-file library.

A source distribution contains onefile/everyuri.c and .h, and needs nothing else.  In a checkout tools/onefile makes them
in the build directory.  For system packages EVERYURI_SHARED names the folder of a shared library of this checkout to
link with instead.
"""
import os
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist
from setuptools.errors import ExecError

HERE = os.path.dirname(os.path.abspath(__file__))
ONEFILE = os.path.join(HERE, "onefile")
TOP = os.environ.get("EVERYURI_TOP", os.path.join(HERE, "..", ".."))
SHARED = os.environ.get("EVERYURI_SHARED")


def make_onefile(folder):
	if os.path.exists(os.path.join(ONEFILE, "everyuri.c")):
		return
	tool = os.path.join(TOP, "tools", "onefile")
	if not os.path.exists(tool):
		raise ExecError(f"this folder has no everyuri.c, and {tool} is missing: build in a checkout or from the source distribution")
	if not shutil.which("re2c"):
		raise ExecError("a build from a checkout needs re2c: install it (Debian: apt-get install re2c), "
		                "or install from the source distribution, which does not need it")
	if subprocess.run([sys.executable, tool, os.path.abspath(folder)]).returncode:
		raise ExecError("tools/onefile failed")


class Distribute(sdist):
	def make_release_tree(self, base_dir, files):
		super().make_release_tree(base_dir, files)
		make_onefile(os.path.join(base_dir, "onefile"))


class Build(build_ext):
	def build_extension(self, ext):
		if SHARED:
			ext.include_dirs, ext.library_dirs, ext.libraries = [os.path.join(TOP, "include")], [SHARED], ["everyuri"]
		else:
			self.add_library(ext)
		if self.compiler.compiler_type == "unix":
			ext.extra_compile_args += ["-std=c11", "-O2", "-fvisibility=hidden"]
		super().build_extension(ext)

	def add_library(self, ext):
		folder = ONEFILE if os.path.exists(os.path.join(ONEFILE, "everyuri.c")) else \
			os.path.join(self.build_temp, "onefile")
		make_onefile(folder)
		ext.sources = [*ext.sources, os.path.relpath(os.path.join(folder, "everyuri.c"), HERE)]
		ext.include_dirs = [folder]


SOURCES = sorted(name for name in os.listdir(HERE) if name.endswith(".c"))
HEADERS = sorted(name for name in os.listdir(HERE) if name.endswith(".h"))

setup(license="MIT AND Unicode-3.0", cmdclass={"build_ext": Build, "sdist": Distribute},
      ext_modules=[Extension("everyuri._everyuri", SOURCES, depends=HEADERS, py_limited_api=True,
                             define_macros=[("Py_LIMITED_API", "0x03090000")])],
      options={"bdist_wheel": {"py_limited_api": "cp39"}})
