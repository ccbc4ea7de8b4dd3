"""examples.py - build programs with the library: find_package of CMake, pkg-config, and the one-file library."""
import glob
import os
import shutil
import subprocess

from points import BUILD, TOP, done, ok, skip

LINES = "http://user@a.example:80/x\nno uri\nfile:///etc/passwd\n"
HOSTS = "a.example\n-\n\n"
MADE = os.path.join(BUILD, "examples")


def said(*command, **options):
	run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=TOP, timeout=600, **options)
	return run.returncode, run.stdout


def cmake(root):
	if not shutil.which("cmake"):
		skip("find_package of CMake", "cmake is not installed")
		return
	folder = os.path.join(MADE, "cmake")
	prefix = os.path.join(root, "usr", "local")
	status, text = said("cmake", "-S", "examples/cmake", "-B", folder, f"-DCMAKE_PREFIX_PATH={prefix}")
	if not ok(status == 0, "cmake: find_package(everyuri) finds the installation", text):
		return
	status, text = said("cmake", "--build", folder)
	ok(status == 0, "cmake: the project builds", text)
	run = subprocess.run([os.path.join(folder, "hosts")], input=LINES, capture_output=True, text=True)
	ok(run.stdout == HOSTS, "cmake: and runs", run.stdout, run.stderr)
	script = os.path.join(MADE, "version")
	os.makedirs(script, exist_ok=True)
	with open(os.path.join(script, "CMakeLists.txt"), "w", encoding="utf-8") as file:
		file.write("cmake_minimum_required(VERSION 3.16)\nproject(later C)\nfind_package(everyuri 2.0 REQUIRED)\n")
	status, text = said("cmake", "-S", script, "-B", os.path.join(script, "build"), f"-DCMAKE_PREFIX_PATH={prefix}")
	ok(status != 0 and "everyuri" in text, "cmake: a later major version is not found", text)


def pkg_config(root):
	if not shutil.which("pkg-config"):
		skip("pkg-config", "pkg-config is not installed")
		return
	folders = ":".join(glob.glob(f"{root}/**/pkgconfig", recursive=True))
	env = {**os.environ, "PKG_CONFIG_PATH": folders, "PKG_CONFIG_SYSROOT_DIR": root}
	flags = said("pkg-config", "--cflags", "--libs", "everyuri", env=env)[1].split()
	program = os.path.join(MADE, "parse")
	status, text = said("cc", "examples/parse.c", *flags, "-o", program)
	ok(status == 0, "pkg-config: examples/parse.c builds", text)
	libraries = os.path.dirname(glob.glob(f"{root}/**/libeveryuri.so", recursive=True)[0])
	run = subprocess.run([program, "http://a.example/"], capture_output=True, text=True,
	                     env={**os.environ, "LD_LIBRARY_PATH": libraries})
	ok(run.returncode == 0 and "a.example" in run.stdout, "pkg-config: and runs", run.stdout, run.stderr)


def one_file():
	folder = os.path.join(MADE, "onefile")
	status, text = said("tools/onefile", folder)
	program = os.path.join(MADE, "parse-onefile")
	if status == 0:
		status, text = said("cc", f"-I{folder}", "examples/parse.c", f"{folder}/everyuri.c", "-o", program)
	ok(status == 0, "one file: examples/parse.c builds", text)
	run = subprocess.run([program, "http://a.example/"], capture_output=True, text=True)
	ok(run.returncode == 0 and "a.example" in run.stdout, "one file: and runs", run.stdout, run.stderr)


def main():
	shutil.rmtree(MADE, ignore_errors=True)
	os.makedirs(MADE)
	root = os.path.join(MADE, "root")
	status, text = said("tools/build", os.path.join(MADE, "build"))
	if status == 0:
		status, text = said("meson", "install", "-C", os.path.join(MADE, "build"), "--no-rebuild", "--destdir", root)
	if ok(status == 0, "the library is built, and installed into an empty folder", text):
		cmake(root)
		pkg_config(root)
	one_file()
	done()


if __name__ == "__main__":
	main()
