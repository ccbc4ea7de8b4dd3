#!/usr/bin/env python3
"""bench/access.py [--record] - compare the speed of everyuri get with curl, on real servers on loopback.

Wants EVERYURI, the command.  The two take turns in one run.  --record writes docs/bench-access.md.  The exit status is 1
if a goal is missed.
"""
import argparse
import os
import shutil
import socketserver
import statistics
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "tests", "live"))
import servers

EVERYURI = os.path.abspath(os.environ.get("EVERYURI", "build/everyuri"))
CURL = shutil.which("curl")
ROOT = tempfile.mkdtemp(prefix="bench-", dir=os.environ.get("EVERYURI_TMP"))
MEGA, GIGA = 1 << 20, 1 << 30
UNPROXIED = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
ENVIRONMENT = {**UNPROXIED, "EVERYURI_CONFIG": "", "HOME": ROOT}
rows = [] # (what, ours, peer, goal, met: True, False or None without a goal)


def run(*command, data=None):
	"""Run a command.  Returns: seconds to the first byte of its output and to its end, status."""
	source = tempfile.TemporaryFile(dir=ROOT)
	source.write(data or b"")
	source.seek(0)
	begun = time.perf_counter()
	process = subprocess.Popen(command, stdin=source, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
	                           env=ENVIRONMENT, bufsize=0)
	first = time.perf_counter() if process.stdout.read(1) else begun
	buffer = bytearray(MEGA)
	while process.stdout.readinto(buffer):
		pass
	ended = time.perf_counter()
	source.close()
	return first - begun, ended - begun, process.wait()


def to_nothing(*command):
	"""Run a command with its output to /dev/null.  Returns: seconds, CPU seconds, peak KiB, status."""
	begun = time.perf_counter()
	process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
	                           stderr=subprocess.DEVNULL, env=ENVIRONMENT)
	peak = 0
	while True:
		# ru_maxrss includes the memory of this program at the fork; VmHWM begins with exec.
		with open(f"/proc/{process.pid}/status", encoding="utf-8") as file:
			peak = max(peak, next((int(line.split()[1]) for line in file if line.startswith("VmHWM")), 0))
		done, status, usage = os.wait4(process.pid, os.WNOHANG)
		if done:
			break
		time.sleep(0.01)
	process.returncode = os.waitstatus_to_exitcode(status)
	return time.perf_counter() - begun, usage.ru_utime + usage.ru_stime, peak, process.returncode


def row(what, ours, peer, goal="", reached=None):
	rows.append((what, ours, peer, goal, reached))
	print("  ".join((what, ours, peer, goal, "" if reached is None else "reached" if reached else "MISSED")))
	sys.stdout.flush()


def sparse(path, size):
	servers.write(path, b"")
	os.truncate(path, size)


def start():
	"""Return quartile and median: other load may disturb half of the rounds."""
	path = os.path.join(ROOT, "small")
	servers.write(path, b"small\n")
	uri = "file://" + path
	commands = {"get": (EVERYURI, "get", uri), "parse": (EVERYURI, "parse", uri), "curl": (CURL, "-s", uri),
	            "cat": (shutil.which("cat"), path)}
	first = {name: [] for name in commands}
	for _ in range(81):
		for name, command in commands.items():
			first[name].append(run(*command)[0] * 1000)
	said = {}
	for name, values in first.items():
		quartile, median, _ = statistics.quantiles(values, n=4)
		said[name] = f"{quartile:.1f} to {median:.1f} ms"
		first[name] = median
	row("start to first byte, `get file:`, lower quartile to median", said["get"], f"curl {said['curl']}, cat {said['cat']}",
	    "under 5 ms", first["get"] < 5)
	row("the same for `parse`, which loads no network library", said["parse"], "")


def rate(name, make, uri):
	server = make()
	try:
		sparse(server.path(*("anon", "big") if name == "ftp" else ("root", "big")), GIGA)
		server.start()
		at = uri.format(f"127.0.0.1:{server.port}")
		ours, theirs = [], []
		for _ in range(7):
			seconds, _, _, status = to_nothing(EVERYURI, "get", at)
			ours.append(1024 / seconds)
			their_seconds, _, _, their_status = to_nothing(CURL, "-s", at)
			theirs.append(1024 / their_seconds)
			if status or their_status:
				raise servers.Missing(f"status {status}, curl's {their_status}")
		mine, peer = statistics.median(ours), statistics.median(theirs)
		row(f"1 GiB over {name}", f"{mine:.0f} MiB/s", f"curl {peer:.0f} MiB/s", f"0.9 of curl's: {mine / peer:.2f}",
		    mine >= 0.9 * peer)
		if name == "http":
			memory(server)
	except servers.Missing as missing:
		row(f"1 GiB over {name}", "not measured", str(missing))
	finally:
		server.stop()


def memory(server):
	os.truncate(server.path("root", "big"), 10 * GIGA)
	at = f"http://127.0.0.1:{server.port}/big"
	_, _, ours, status = to_nothing(EVERYURI, "get", at)
	_, _, theirs, _ = to_nothing(CURL, "-s", at)
	row("peak memory, a document of 10 GiB", f"{ours / 1024:.1f} MiB, status {status}", f"curl {theirs / 1024:.1f} MiB",
	    "under 32 MiB", ours < 32 * 1024 and not status)


# ---- gopher ------------------------------------------------------------------------------------------

class Gopher(socketserver.ThreadingTCPServer):
	allow_reuse_address, daemon_threads, request_queue_size = True, True, 128
	entries = 1000000

	def __init__(self):
		super().__init__(("127.0.0.1", 0), self.Answer)
		self.port = self.server_address[1]
		threading.Thread(target=self.serve_forever, daemon=True).start()

	class Answer(socketserver.BaseRequestHandler):
		def handle(self):
			selector = self.request.recv(1000).strip()
			try:
				if selector != b"menu":
					self.request.sendall(b"document " + selector + b"\r\n")
					return
				for i in range(0, Gopher.entries, 1000):
					self.request.sendall(b"".join(b"0entry %d\t/%d\t127.0.0.1\t%d\r\n" % (n, n, self.server.port)
					                              for n in range(i, i + 1000)))
				self.request.sendall(b".\r\n")
			except OSError: # the client has had enough
				pass


def gopher():
	server = Gopher()
	at = f"gopher://127.0.0.1:{server.port}"
	_, _, ours, status = to_nothing(EVERYURI, "get", "--set", f"max-items {Gopher.entries}", f"{at}/1menu")
	_, _, theirs, _ = to_nothing(CURL, "-s", f"{at}/1menu")
	row("peak memory, a menu of 1,000,000 entries (`max-items 1000000`)", f"{ours / 1024:.1f} MiB, status {status}", f"curl (raw bytes) {theirs / 1024:.1f} MiB", "under 32 MiB, whole",
	    ours < 32 * 1024 and not status)

	uris = [f"{at}/0/{i}" for i in range(1000)]
	_, seconds, status = run(EVERYURI, "get", "-j", "16", data="\n".join(uris).encode() + b"\n")
	begun = time.perf_counter()
	for uri in uris:
		subprocess.run([CURL, "-s", uri], stdout=subprocess.DEVNULL, check=True)
	loop = time.perf_counter() - begun
	row("1,000 small gopher documents, -j 16", f"{seconds:.2f} s, status {status}", f"a loop of curl {loop:.2f} s",
	    f"3 times as fast: {loop / seconds:.1f}", not status and loop >= 3 * seconds)
	server.shutdown()


def record(load):
	with open("/proc/cpuinfo", encoding="utf-8") as file:
		model = next((line.split(":")[1].strip() for line in file if line.startswith("model name")), "")
	version = subprocess.run([CURL, "--version"], capture_output=True, text=True).stdout.split()[1]
	lines = ["# How fast fetching is", "",
	         "This page compares `everyuri get` with curl. `bench/access.py --record` generates it, with real servers on loopback. everyuri and curl are measured alternately in one run.", "",
	         f"{model}, {os.cpu_count()} processors; curl {version}; {time.strftime('%Y-%m-%d', time.gmtime())}; the load was {load} when it began.", "",
	         "| what | everyuri | compared with | goal | |", "|---|---|---|---|---|"]
	lines += ["| " + " | ".join((*each[:4], {True: "reached", False: "**missed**", None: ""}[each[4]])) + " |" for each in rows]
	with open(os.path.join(HERE, "..", "docs", "bench-access.md"), "w", encoding="utf-8") as file:
		file.write("\n".join(lines) + "\n")


def main():
	parser = argparse.ArgumentParser(usage=__doc__)
	parser.add_argument("--record", action="store_true")
	recording = parser.parse_args().record
	load = os.getloadavg()[0]
	if not CURL:
		print("bench: curl is not installed: nothing to measure against", file=sys.stderr)
		return 0
	try:
		start()
		rate("ftp", lambda: servers.Proftpd(os.path.join(ROOT, "proftpd")), "ftp://{}/big")
		rate("http", lambda: servers.Nginx(os.path.join(ROOT, "nginx")), "http://{}/big")
		gopher()
	finally:
		shutil.rmtree(ROOT, ignore_errors=True)
	if recording:
		record(f"{load:.1f}")
	return any(each[4] is False for each in rows)


sys.exit(main())
