"""Links that are clicked anywhere: everyuri open --install, --browser."""
import os
import shutil
import signal
import subprocess
import urllib.request

import points
import servers
from points import ok, skip

URI = "gopher://h.example/1/a%20b#top"


def opens(place, *words):
	environment = {**points.NONE, "XDG_DATA_HOME": os.path.join(place, "data"), "XDG_RUNTIME_DIR": os.path.join(place, "run"),
	               "BROWSER": os.path.join(place, "browser")}
	return subprocess.run([points.EVERYURI, "open", *words], env=environment, stdin=subprocess.DEVNULL, capture_output=True,
	                      text=True, timeout=30)


def of_entry(place):
	entry = os.path.join(place, "data", "applications", "everyuri-open.desktop")
	done = opens(place, "--install")
	ok(done.returncode == 0 and done.stdout == entry + "\n", "open --install says where the entry is", done)
	with open(entry, encoding="utf-8") as file:
		text = file.read()
	keys = dict(line.split("=", 1) for line in text.splitlines() if "=" in line)
	for scheme in ("gopher", "wais", "nntp", "telnet", "mid"):
		ok(f"x-scheme-handler/{scheme};" in keys["MimeType"], f"open --install: {scheme}", text)
	ok(keys["Exec"].endswith(" open --browser -- %u"), "open --install: a URI becomes one argument", text)
	if shutil.which("desktop-file-validate"):
		done = subprocess.run(["desktop-file-validate", entry], capture_output=True, text=True)
		ok(done.returncode == 0, "open --install: the entry is valid", done)
	else:
		skip("open --install: the entry is valid", "desktop-file-validate is not installed")
	ok(opens(place, "--uninstall").returncode == 0 and not os.path.exists(entry), "open --uninstall removes it")
	done = opens(place, "--install", "--uninstall", "--front")
	ok(done.returncode == 2 and "cannot be used together" in done.stderr, "open: both at once is a usage error", done)


def of_browser(place):
	told, kept = os.path.join(place, "told"), os.path.join(place, "run", "everyuri-gateway")
	servers.write(os.path.join(place, "browser"), f"#!/bin/sh\nprintf '%s\\n' \"$@\" >>{told}\n")
	os.chmod(os.path.join(place, "browser"), 0o755)
	os.makedirs(os.path.join(place, "run"), mode=0o700)
	pid = 0
	try:
		done = opens(place, "--browser", "--", URI)
		with open(kept) as file:
			port, pid = (int(word) for word in file.read().split())
		with open(told) as file:
			lines = file.read().splitlines()
		ok(done.returncode == 0 and lines == [f"http://127.0.0.1:{port}/gopher%3A%2F%2Fh.example%2F1%2Fa%2520b#top"],
		   "open --browser: an address of a gateway, as one argument", done, lines)
		with urllib.request.urlopen(f"http://127.0.0.1:{port}/_/icon.svg", timeout=10) as answer:
			ok(answer.status == 200, "open --browser: the gateway goes on")
		opens(place, "--browser", "news:a.b")
		with open(told) as file:
			ok(file.read().splitlines()[1:] == [f"http://127.0.0.1:{port}/news%3Aa.b"], "open --browser: it is used again")
		opens(place, "--front")
		with open(told) as file:
			ok(file.read().splitlines()[2:] == [f"http://127.0.0.1:{port}/"], "open --front: the front page of the same gateway")
		done = opens(place, "--front", URI)
		ok(done.returncode == 2 and "take no URI" in done.stderr, "open --front: with a URI it is a usage error", done)
		done = opens(place, "--browser", "http://h/a b")
		ok(done.returncode == 1 and "byte" in done.stderr, "open --browser: what is no URI is refused", done)
	finally:
		if pid:
			os.kill(pid, signal.SIGTERM)


def run(_gateway, _world):
	place = points.folder("desktop")
	of_entry(place)
	of_browser(place)
