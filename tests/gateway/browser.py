"""The same in a real browser: browser.mjs, where Node.js, Chromium and two packages of npm are there.

EVERYURI_RECORD=1 keeps the pictures of docs/screenshots.
"""
import os
import shutil
import subprocess
import sys
import tempfile
import urllib.parse

import points
from scripted import Scripted, answers

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
# Playwright 1.61 is the last that runs on the Node.js 18 of Debian 12.
PACKAGES = ("playwright-core@1.61.0", "axe-core@4.14.1", "@xterm/xterm@5.5.0")


def modules():
	"""Returns: the folder of npm's packages, or None after a skip."""
	folder = os.path.join(TOP, "build", "npm")
	for command in ("node", "npm", "chromium"):
		if not shutil.which(command):
			points.skip("the gateway in a browser", f"{command} is not installed")
			return None
	if not all(os.path.isdir(os.path.join(folder, "node_modules", name.rpartition("@")[0])) for name in PACKAGES):
		os.makedirs(folder, exist_ok=True)
		done = subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", folder, *PACKAGES],
		                      capture_output=True, text=True, timeout=300)
		if done.returncode:
			points.skip("the gateway in a browser", f"npm cannot install: {done.stderr.strip().splitlines()[-1:]}")
			return None
	return os.path.join(folder, "node_modules")


def take(line):
	"""A TAP line of the browser's becomes one of ours; details stand behind."""
	if line.startswith(("ok ", "not ok ")):
		words = line.split(" - ", 1)[1]
		if " # SKIP " in words:
			points.skip(*words.split(" # SKIP ", 1))
		else:
			points.ok(line.startswith("ok "), words)
	else:
		print(line if line.startswith("#") else "# " + line)


def walk(script, **environment):
	"""The points of a script, in a browser."""
	where = modules()
	if not where:
		return
	environment = {**os.environ, **environment, "NODE_PATH": where, "CHROMIUM": shutil.which("chromium"), "MODULES": where,
	               "SHOTS": os.path.join(TOP, "build", "screenshots")}
	os.makedirs(environment["SHOTS"], exist_ok=True)
	process = subprocess.Popen(["node", os.path.join(HERE, script)], env=environment, stdout=subprocess.PIPE,
	                           stderr=subprocess.STDOUT, text=True)
	for line in process.stdout:
		take(line.rstrip("\n"))
	points.ok(process.wait() == 0, f"{script}: it ends as it should", process.returncode)


# What a browser takes for markup where a reader without a tree would see text, or bytes.
HIDDEN = {"in the open": b"", "in a script that ends at once": b"<svg><script/></svg>", "in a style sheet": b"<svg><style/></svg>",
          "in a title": b"<svg><title/></svg>", "in a text area": b"<math><textarea/></math>", "in a select": b"<select><xmp></select>",
          "behind a section": b"<svg><![CDATA[ > <!-- ]]></svg>", "in a comment": b"<!--!><p title='-->"}


def opened(address):
	"""A browser goes to the address, and ends."""
	with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
		subprocess.run([shutil.which("chromium"), "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--user-data-dir=" + folder,
		                "--virtual-time-budget=2000", "--dump-dom", address], capture_output=True, timeout=60, check=False,
		               env={**os.environ, "HOME": folder})


def of_connections(gateway):
	"""A page of others has the browser connect to nobody but the gateway."""
	if not shutil.which("chromium"):
		points.skip("a page that wants connections, in a browser", "chromium is not installed")
		return
	for encoding, through in (("utf-8", False), ("utf-8", True), ("utf-16le", True)):
		body, trap = b"<!doctype html>", Scripted()
		for front in HIDDEN.values():
			body += front + b'<link rel="preconnect" href="http://127.0.0.1:%d/"><i>x</i></svg>' % trap.port
		server = Scripted(*[answers(b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: text/html;charset=" + encoding.encode() + b"\r\n\r\n" +
		                            body.decode().encode(encoding))] * 4)
		address = f"http://127.0.0.1:{server.port}/"
		opened(f"{gateway.origin}/{urllib.parse.quote(address, safe='')}" if through else address)
		points.ok(bool(trap.seen) != through and server.seen, f"THREATS G5: a page in {encoding} that wants connections " +
		          ("has none" if through else "has some without the gateway"), trap.seen, server.seen)
		trap.stop()
		server.stop()


def run(gateway, world):
	of_connections(gateway)
	walk("browser.mjs", ORIGIN=gateway.origin, GOPHER=str(world.gopher.port if world.gopher else 0),
	     FTP=str(world.ftp.port if world.ftp else 0), NEWS=str(world.news.port if world.news else 0), FILES=world.files)
	if os.environ.get("EVERYURI_RECORD"):
		record(os.path.join(TOP, "build", "screenshots"))


def record(shots):
	"""The pictures that README and docs show."""
	for name in ("explain", "gopher-menu", "ftp-directory", "news-thread"):
		shutil.copy(os.path.join(shots, name + ".png"), os.path.join(TOP, "docs", "screenshots", name + ".png"))
