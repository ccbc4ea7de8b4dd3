"""wasm.py - bindings/wasm, the npm package: the vectors in Node.js and in Chromium, then the promises of its README."""
import json
import os
import re
import shutil
import subprocess

import vectors
from points import BUILD, TOP, also, blocks_of, done, ok, skip, skip_all

FOLDER = os.path.join(TOP, "bindings", "wasm")
MADE = os.path.join(BUILD, "wasm")
PACKAGE = os.path.join(MADE, "package")
TRIED = os.path.join(TOP, "tests", "bindings", "npmpackage")
NPM = os.path.join(TOP, "build", "npm")  # shared with the gateway's tests
LIMIT = 160_000
TYPESCRIPT, PLAYWRIGHT = "typescript@5.9.3", "playwright-core@1.61.0"  # the last for the Node.js 18 of Debian 12
STRICT = ["--strict", "--noEmit", "--target", "es2022", "--module", "nodenext", "--skipLibCheck", "false"]


def said(*command, **options):
	run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", **options)
	return run.returncode, run.stdout


def npm(package):
	"""Install a package.  Returns: the node_modules folder, or None."""
	modules = os.path.join(NPM, "node_modules")
	if not os.path.isdir(os.path.join(modules, package.rpartition("@")[0])):
		if not shutil.which("npm"):
			return None
		os.makedirs(NPM, exist_ok=True)
		if said("npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", NPM, package, timeout=300)[0]:
			return None
	return modules


# ---- the package ----------------------------------------------------------------------------------------

def build():
	shutil.rmtree(MADE, ignore_errors=True)
	status, text = said("make", "-C", FOLDER, f"OUT={MADE}")
	if not ok(status == 0, "make builds the package", text):
		done()


def size():
	sizes = {name: os.path.getsize(os.path.join(PACKAGE, name)) for name in os.listdir(PACKAGE)}
	for name, length in sorted(sizes.items()):
		print(f"# {name:18} {length:7}")
	length = sizes["everyuri.wasm.gz"]
	ok(length < LIMIT, f"the module is under {LIMIT:,} bytes: {length:,}")


def manifest():
	with open(os.path.join(PACKAGE, "package.json"), encoding="utf-8") as file:
		package = json.load(file)
	with open(os.path.join(TOP, "include", "everyuri", "base.h"), encoding="utf-8") as file:
		version = re.search(r'EVERYURI_VERSION "([^"]+)"', file.read())[1]
	ok(package["version"] == version, "package.json has the version of the library", package["version"], version)
	ok(all(os.path.exists(os.path.join(PACKAGE, name)) for name in package["files"]), "the files that it names exist")
	ok(all(package.get(field) for field in ("author", "homepage", "license")), "it names its author, its home page and its licence")
	if not shutil.which("npm"):
		skip("npm packs it", "npm is not installed")
		return
	run = subprocess.run(["npm", "pack", "--json", "--dry-run", PACKAGE], capture_output=True, text=True, cwd=MADE)
	packed = json.loads(run.stdout)[0] if run.returncode == 0 else {"files": [], "size": LIMIT}
	names = {file["path"] for file in packed["files"]}
	ok(names == set(os.listdir(PACKAGE)) and packed["size"] < LIMIT, f"npm packs all of it, in {packed['size']:,} bytes, fewer than {LIMIT:,}", names, run.stderr)


def types():
	"""Check index.d.ts with TypeScript: it must accept README's examples."""
	modules = npm(TYPESCRIPT)
	if not modules:
		skip("index.d.ts against the examples", "npm cannot install typescript")
		return
	written = examples()
	status, text = said("node", os.path.join(modules, "typescript", "bin", "tsc"), *STRICT, "--allowJs", "--checkJs",
	                    "--lib", "es2022,dom", *written, cwd=MADE)
	ok(status == 0, "index.d.ts: TypeScript accepts README's examples", text)
	wrong = os.path.join(MADE, "wrong.mts")
	with open(wrong, "w", encoding="utf-8") as file:
		file.write("import { parse } from 'everyuri';\nparse('x:', { standard: 'rfc9' });\n")
	status, text = said("node", os.path.join(modules, "typescript", "bin", "tsc"), *STRICT, "--lib", "es2022,dom", wrong, cwd=MADE)
	ok(status != 0 and "rfc9" in text, "index.d.ts: and refuses a standard that does not exist", text)


# ---- examples of the README ---------------------------------------------------------------------------------

def examples():
	"""Write each block to a file beside a node_modules with the package.  Returns: their paths."""
	modules = os.path.join(MADE, "node_modules")
	os.makedirs(modules, exist_ok=True)
	if not os.path.islink(os.path.join(modules, "everyuri")):
		os.symlink(PACKAGE, os.path.join(modules, "everyuri"))
	paths = []
	for block in blocks_of("bindings/wasm/README.md"):
		if block.kind != "js" or block.reason:
			continue
		path = os.path.join(MADE, f"example-{block.line}.mjs")
		with open(path, "w", encoding="utf-8") as file:
			file.write(block.text)
		paths.append(path)
	return paths


def readme():
	"""The output of a line follows as a comment, in or below it."""
	for path in examples():
		with open(path, encoding="utf-8") as file:
			wanted = re.findall(r"^\t?(?:console\.log\(.*\); *)?// (.*)$", file.read(), re.M)
		status, text = said("node", path, cwd=MADE)
		ok(status == 0 and text.splitlines() == wanted and wanted, f"README: {os.path.basename(path)} prints the output in its comments", text, "wanted:", wanted)


# ---- the vectors ----------------------------------------------------------------------------------------------

def play(where, script, environment):
	"""Print the points of a script.  Returns: (passed, all)."""
	every = [{"question": v.question, "standard": v.standard, "input": v.input.hex(), "base": v.base.hex(), "flags": v.flags,
	          "level": v.level} for v in vectors.vectors()]
	asked = os.path.join(MADE, "vectors.json")
	with open(asked, "w", encoding="utf-8") as file:
		json.dump(every, file)
	run = subprocess.run(["node", os.path.join(TRIED, script), PACKAGE, asked], capture_output=True, text=True, timeout=600,
	                     env={**os.environ, **environment})
	if not ok(run.returncode == 0, f"{where}: it runs to its end", run.stderr[-3000:]):
		return 0, len(every)
	found = json.loads(run.stdout)
	answers = iter(found["answers"])
	counts = vectors.play(ok, where, lambda v: bytes.fromhex(next(answers)))
	for good, name, details in found["points"]:
		ok(good, f"{where}: {name}", details)
	return counts


def short_of_memory():
	option = "--wasm-max-mem-pages"
	if option not in said("node", "--v8-options")[1]:
		skip("short of memory", f"this Node.js has no {option}")
		return
	run = subprocess.run(["node", f"{option}=256", os.path.join(TRIED, "memory.mjs"), PACKAGE], capture_output=True, text=True, timeout=600)
	if ok(run.returncode == 0, "short of memory: it runs to its end", run.stderr[-3000:]):
		for good, name, details in json.loads(run.stdout)["points"]:
			ok(good, f"short of memory: {name}", details)


def main():
	for command, package in (("clang", "clang"), ("wasm-ld", "lld"), ("node", "nodejs")):
		if not shutil.which(command):
			skip_all(f"{command} is not installed (package {package})")
	build()
	size()
	manifest()
	counts = play("Node.js", "node.mjs", {})
	short_of_memory()
	readme()
	types()
	chromium, modules = shutil.which("chromium"), npm(PLAYWRIGHT)
	if not chromium or not modules:
		skip("Chromium", "npm cannot install playwright-core" if chromium else "chromium is not installed")
	else:
		also("Chromium", *play("Chromium", "browser.mjs", {"CHROMIUM": chromium, "MODULES": modules}))
	done(*counts)


main()
