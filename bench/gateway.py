#!/usr/bin/env python3
"""bench/gateway.py [--record] [--soak MINUTES] [--rate N] [NAME]... - measure the gateway in front of a server on loopback.

Wants EVERYURI, the command.  NAMEs are measurements: rate, delay, hold, large, weight (default: all, or none with
--soak).  --soak sends N requests a second, or as many as it can.  --record writes docs/bench-gateway.md, and for a soak a
line a minute to bench/results.  The exit status is 1 if a goal is missed.
"""
import argparse
import os
import random
import re
import resource
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

HERE = os.path.dirname(os.path.abspath(__file__))
EVERYURI = os.path.abspath(os.environ.get("EVERYURI", "build/everyuri"))
RESULTS = os.path.join(HERE, "results")
ROOT = tempfile.mkdtemp(prefix="bench-", dir=os.environ.get("EVERYURI_TMP"))
MEGA, GIGA = 1 << 20, 1 << 30
ENVIRONMENT = {**os.environ, "EVERYURI_CONFIG": "", "HOME": ROOT}
rows = [] # (what, said, goal, reached: True, False, or None where it was not measured)


def row(what, said, goal, reached):
	rows.append((what, said, goal, reached))
	print("  ".join((what, said, goal, {True: "reached", False: "MISSED", None: ""}[reached])))
	sys.stdout.flush()


# ---- the upstream server ---------------------------------------------------------------------------------

class Upstream:
	"""A gopher server in another process: one loop for short answers, a thread for each long one."""

	def __init__(self):
		self.socket = socket.socket()
		self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
		self.socket.bind(("127.0.0.1", 0))
		self.socket.listen(1024)
		self.port = self.socket.getsockname()[1]
		line = "0entry %d\t/%d\t127.0.0.1\t%d\r\n"
		self.menu = "".join(line % (i, i, self.port) for i in range(100)).encode() + b".\r\n"
		self.text = b"".join(b"%06d a line of a document that is long enough to be read\r\n" % i for i in range(16000))
		self.big = os.path.join(ROOT, "big")
		with open(self.big, "wb") as file:
			os.truncate(file.fileno(), 10 * GIGA)
		self.pid = os.fork()
		if not self.pid:
			signal.signal(signal.SIGINT, signal.SIG_IGN)
			try:
				self.serve()
			finally:
				os._exit(0)
		self.socket.close()

	def serve(self):
		while True:
			connection, _ = self.socket.accept()
			try:
				connection.settimeout(10)
				asked = connection.recv(1000).strip()
				if asked in (b"/menu", b"menu"):
					connection.sendall(self.menu)
				elif asked == b"/empty":
					connection.sendall(b".\r\n")
				else:
					threading.Thread(target=self.slowly, args=(connection, asked), daemon=True).start()
					continue
			except OSError:
				pass
			connection.close()

	def slowly(self, connection, asked):
		try:
			self.answer(connection, asked)
		except OSError: # the client has had enough
			pass
		finally:
			connection.close()

	def answer(self, connection, asked):
		if asked.startswith(b"GET "):
			self.web(connection, asked.split()[1])
		elif asked == b"/text":
			connection.sendall(self.text)
		elif asked == b"/endless":
			while True:
				connection.sendall(self.menu[:-3] * 10)
		elif asked == b"/big":
			connection.setblocking(True)
			with open(self.big, "rb") as file:
				sent = 0
				while sent < 10 * GIGA:
					sent += os.sendfile(connection.fileno(), file.fileno(), sent, 64 * MEGA)
		elif asked == b"/cut":
			connection.sendall(self.menu[:len(self.menu) // 2])
		elif asked == b"/reset":
			connection.sendall(self.menu[:100])
			connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
		elif asked == b"/noise":
			connection.sendall(random.randbytes(5000))
		elif asked == b"/late":
			for at in range(0, len(self.menu), 500):
				connection.sendall(self.menu[at:at + 500])
				time.sleep(0.05)
		else:
			connection.sendall(b"document " + asked + b"\r\n")

	def web(self, connection, path):
		"""Answer HTTP, correctly and incorrectly."""
		page = b"<p><a href=/x>x</a><img src=y>" * 200
		if path == b"/page":
			connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n" % len(page) + page)
		elif path == b"/short":
			connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 99999\r\n\r\n" + page)
		elif path == b"/chunk":
			connection.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nzz\r\n")
		elif path == b"/header":
			connection.sendall(b"HTTP/1.1 200 OK\r\nX: " + b"x" * 500000 + b"\r\n\r\n")
		else: # for ever to the next
			connection.sendall(b"HTTP/1.1 302 Found\r\nLocation: %sx\r\nContent-Length: 0\r\n\r\n" % path)

	def stop(self):
		os.kill(self.pid, signal.SIGKILL)
		os.waitpid(self.pid, 0)


# ---- the gateway ---------------------------------------------------------------------------------------------

class Gateway:
	def __init__(self, *options):
		command = [EVERYURI, "serve", "--port", "0", "--allow-host", "127.0.0.1", *options]
		self.process = subprocess.Popen(command, stdout=subprocess.PIPE, env=ENVIRONMENT)
		self.address = self.process.stdout.readline().decode().strip()
		if not self.address:
			sys.exit("bench: the gateway does not start")
		self.port = int(self.address.rsplit(":", 1)[1].strip("/"))

	def path(self, uri):
		return "/" + urllib.parse.quote(uri, safe="")

	def memory(self, name="VmHWM"):
		"""Return MiB: the peak (VmHWM), or the present memory (VmRSS)."""
		with open(f"/proc/{self.process.pid}/status", encoding="ascii") as file:
			return int(re.search(name + r":\s*(\d+)", file.read())[1]) / 1024

	def descriptors(self):
		return len(os.listdir(f"/proc/{self.process.pid}/fd"))

	def connect(self):
		connection = socket.create_connection(("127.0.0.1", self.port), timeout=20)
		connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
		return connection

	def head(self, path, more=""):
		return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n{more}\r\n".encode()

	def get(self, path):
		"""Returns: status, body."""
		with self.connect() as connection:
			connection.sendall(self.head(path, "Connection: close\r\n"))
			data = b"".join(iter(lambda: connection.recv(65536), b""))
		return int(data[9:12] or b"0"), data.partition(b"\r\n\r\n")[2]

	def stop(self):
		self.process.send_signal(signal.SIGTERM)
		return self.process.wait(10)


def wrk(gateway, path, connections, seconds):
	"""Returns: requests a second, the 99th percentile in ms, errors; None if wrk is not installed."""
	if not shutil.which("wrk"):
		return None
	out = subprocess.run(["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--latency", "--timeout", "20s",
	                      gateway.address.rstrip("/") + path], capture_output=True, text=True, check=True).stdout
	number, unit = re.search(r"99%\s+([\d.]+)(us|ms|s)", out).groups()
	errors = re.search(r"(Socket errors.*|Non-2xx.*)", out)
	return (float(re.search(r"Requests/sec:\s+([\d.]+)", out)[1]),
	        float(number) * {"us": 0.001, "ms": 1, "s": 1000}[unit], errors[0] if errors else "")


def missing(what, goal):
	row(what, "not measured: wrk is not installed", goal, None)


# ---- measurements --------------------------------------------------------------------------------------------

def rate(gateway, upstream):
	"""A menu of 100 entries, at full speed."""
	what, goal = "a menu of 100 entries, 32 connections", "2,000 requests/s"
	measured = wrk(gateway, gateway.path(f"gopher://127.0.0.1:{upstream.port}/1/menu"), 32, 10)
	if not measured:
		return missing(what, goal)
	requests, late, errors = measured
	row(what, f"{requests:.0f} requests/s, 99th percentile {late:.1f} ms, {gateway.memory():.0f} MiB {errors}", goal,
	    requests >= 2000 and not errors)
	requests, late, errors = wrk(gateway, "/", 32, 5)
	row("the front page, 32 connections", f"{requests:.0f} requests/s, 99th percentile {late:.1f} ms {errors}", "", None)


def directly(port):
	with socket.create_connection(("127.0.0.1", port)) as connection:
		connection.sendall(b"/menu\r\n")
		return b"".join(iter(lambda: connection.recv(65536), b""))


def delay(gateway, upstream):
	"""One client that alternates between the gateway and the server."""
	path = gateway.path(f"gopher://127.0.0.1:{upstream.port}/1/menu")
	through, direct = [], []
	for _ in range(500):
		begun = time.perf_counter()
		status, body = gateway.get(path)
		middle = time.perf_counter()
		directly(upstream.port)
		direct.append((time.perf_counter() - middle) * 1000)
		through.append((middle - begun) * 1000)
		if status != 200 or body.count(b"entry") < 100:
			sys.exit(f"bench: no menu: {status} {body[:200]}")
	through, direct = statistics.median(through), statistics.median(direct)
	row("a menu, median of 500", f"{through:.2f} ms, directly {direct:.2f} ms", "under 5 ms more", through - direct < 5)


class Holder(threading.Thread):
	"""1,000 idle connections, and 1,000 slow ones: half of them write slowly, half read slowly."""

	def __init__(self, gateway, upstream):
		super().__init__(daemon=True)
		self.gateway, self.ended, self.lost = gateway, False, 0
		self.reading = gateway.head(gateway.path(f"gopher://127.0.0.1:{upstream.port}/0/text"))
		self.asking = gateway.head("/", "X: " + "x" * 2000 + "\r\n")
		self.idle = [gateway.connect() for _ in range(1000)]
		self.slow = [[gateway.connect(), 0] for _ in range(500)]
		self.readers = [gateway.connect() for _ in range(500)]
		for connection in self.readers:
			connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
			connection.sendall(self.reading)
			connection.setblocking(False)

	def ask(self, pair):
		"""Send one byte more; a connection that got 408 starts again."""
		try:
			pair[0].sendall(self.asking[pair[1]:pair[1] + 1])
			pair[1] += 1
		except OSError:
			self.lost += 1
			pair[0].close()
			pair[:] = [self.gateway.connect(), 0]

	def run(self):
		while not self.ended:
			for pair in self.slow:
				self.ask(pair)
			for connection in self.readers:
				try:
					connection.recv(100)
				except OSError:
					pass
			time.sleep(0.5)

	def open(self):
		held = 0
		for connection in self.idle:
			connection.setblocking(False)
			try:
				held += connection.recv(1) != b""
			except BlockingIOError:
				held += 1
		return held

	def end(self):
		self.ended = True
		self.join()
		for connection in self.idle + self.readers + [pair[0] for pair in self.slow]:
			connection.close()


def hold(gateway, upstream):
	what, goal = "1,000 idle and 1,000 slow connections", "others' 99th percentile under 200 ms, under 128 MiB"
	holder = Holder(gateway, upstream)
	holder.start()
	time.sleep(2)
	other = Upstream() # whom the slow do not ask: 16 at once ask one host
	path = gateway.path(f"gopher://localhost:{other.port}/1/menu")
	measured = wrk(gateway, path, 16, 15)
	held, memory = holder.open(), gateway.memory()
	holder.end()
	other.stop()
	if not measured:
		return missing(what, goal)
	requests, late, errors = measured
	row(what, f"99th percentile {late:.1f} ms at {requests:.0f} requests/s, {memory:.0f} MiB, {held} of the idle are held {errors}",
	    goal, late < 200 and memory < 128 and held == 1000 and not errors)


def through(gateway, uri, seconds):
	"""Returns: bytes that curl received, its status."""
	done = subprocess.run(["curl", "-s", "-o", "/dev/null", "-m", str(seconds), "-w", "%{size_download} %{http_code}",
	                       gateway.address.rstrip("/") + gateway.path(uri)], capture_output=True, text=True, check=False)
	got, code = done.stdout.split()
	return int(got), f"status {code}, curl's {done.returncode}"


def large(gateway, upstream):
	at = f"gopher://127.0.0.1:{upstream.port}"
	begun = time.perf_counter()
	got, status = through(gateway, f"{at}/9/big", 300)
	seconds = time.perf_counter() - begun
	row("a document of 10 GiB (`--max-time 600`)", f"{got / GIGA:.2f} GiB in {seconds:.1f} s, {status}, {gateway.memory():.0f} MiB", "whole, under 64 MiB",
	    got == 10 * GIGA and gateway.memory() < 64)
	got, status = through(gateway, f"{at}/1/endless", 20)
	row("an endless menu, for 20 s at most", f"{got / MEGA:.1f} MiB, {status}, {gateway.memory():.0f} MiB", "under 64 MiB",
	    got > MEGA and gateway.memory() < 64)


def weight(gateway, upstream):
	"""Everything that a browser receives for an empty menu."""
	_, page = gateway.get(gateway.path(f"gopher://127.0.0.1:{upstream.port}/1/empty"))
	parts = set(re.findall(rb'(?:href|src)="(?:http://[^/"]*)?(/_/[\w.-]+\.(?:css|js|svg))"', page))
	each = {part.decode(): len(gateway.get(part.decode())[1]) for part in parts}
	outside = re.findall(rb'<(?:link|script|img)[^>]*(?:href|src)="(?:https?:)?//(?!127\.0\.0\.1)', page)
	total = len(page) + sum(each.values())
	row("a menu's page without entries, style and script", f"{total / 1024:.1f} KiB ({len(page)} octets of page, {sum(each.values())} of style, script and icon)",
	    "under 30 KB, no request elsewhere", total < 30000 and bool(each) and not outside)


# ---- soak ---------------------------------------------------------------------------------------------------------

class Pace:
	"""Limits the requests a second of all clients together; None: no limit."""

	def __init__(self, rate):
		self.rate, self.next, self.lock = rate, time.monotonic(), threading.Lock()

	def wait(self):
		if not self.rate:
			return
		with self.lock:
			turn = self.next = max(self.next + 1 / self.rate, time.monotonic() - 1)
		time.sleep(max(0, turn - time.monotonic()))


class Client(threading.Thread):
	"""Request random objects, and break connections at random."""
	PATHS = ["/1/menu"] * 6 + ["/0/doc", "/0/text", "/1/cut", "/1/reset", "/1/noise", "/1/late", "/1/empty"]
	WEB = ["/page", "/page", "/short", "/chunk", "/header", "/away"]

	def __init__(self, gateway, upstream, until, pace, seed):
		super().__init__(daemon=True)
		self.gateway, self.port, self.until, self.pace = gateway, upstream.port, until, pace
		self.random = random.Random(seed)
		self.asked = self.answered = self.failed = 0

	def target(self):
		path = self.random.choice(self.PATHS + ["own", "refused", "nobody", "web", "web"])
		if path == "own":
			return self.random.choice(["/", "/explain?uri=gopher://h/1", "/_/style.css", "/nothing"])
		if path == "refused":
			return self.gateway.path(self.random.choice(["http://10.0.0.1/", "x:y", "file:///etc/passwd", "telnet://h/"]))
		if path == "nobody":
			return self.gateway.path("gopher://127.0.0.1:1/1")
		if path == "web":
			return self.gateway.path(f"http://127.0.0.1:{self.port}{self.random.choice(self.WEB)}")
		return self.gateway.path(f"gopher://127.0.0.1:{self.port}{path}")

	def ask(self, connection):
		head = self.gateway.head(self.target(), self.random.choice(["", "Connection: close\r\n"]))
		rude = self.random.randrange(12)
		self.asked += 1
		if rude == 0: # gone in the middle of the request
			connection.sendall(head[:self.random.randrange(len(head))])
			return
		if rude == 1: # no request
			connection.sendall(self.random.choice([b"\0" * 50, b"GET / HTTP/1.1\nHost: x\n\n", b"TRACE / HTTP/1.1\r\n\r\n", b"x" * 40000]))
		elif rude == 2: # several at once
			connection.sendall(head * 3)
		else:
			connection.sendall(head)
		if rude == 3: # gone in the middle of the answer
			connection.recv(self.random.randrange(1, 2000))
			return
		data = b""
		while b"\r\n\r\n" not in data:
			more = connection.recv(65536)
			if not more:
				return
			data += more
		self.answered += 1
		if rude == 4:
			time.sleep(0.2)

	def run(self):
		while time.monotonic() < self.until:
			self.pace.wait()
			try:
				with self.gateway.connect() as connection:
					self.ask(connection)
			except OSError:
				self.failed += 1


def settled(gateway):
	"""Return memory in MiB and open descriptors of the idle gateway."""
	time.sleep(4)
	return gateway.memory("VmRSS"), gateway.descriptors()


class Watch(threading.Thread):
	"""Record memory and descriptors under load once a minute."""

	def __init__(self, gateway, clients):
		super().__init__(daemon=True)
		self.gateway, self.clients, self.ended, self.seen = gateway, clients, threading.Event(), []
		self.begun = time.monotonic()

	def run(self):
		while not self.ended.wait(60):
			self.note("load")

	def note(self, state):
		self.seen.append((round(time.monotonic() - self.begun), state, sum(client.asked for client in self.clients),
		                  f"{self.gateway.memory('VmRSS'):.1f}", self.gateway.descriptors()))


def soak(gateway, upstream, minutes, rate_a_second):
	clients, pace = [], Pace(rate_a_second)
	watch = Watch(gateway, clients)
	watch.start()
	begun = time.monotonic()
	marks = []
	for part in range(4): # the first warms it up
		until = begun + minutes * 60 * (part + 1) / 4
		new = [Client(gateway, upstream, until, pace, part * 100 + n) for n in range(12)]
		clients += new
		for client in new:
			client.start()
		for client in new:
			client.join()
		marks.append(settled(gateway))
		watch.note("rest")
	watch.ended.set()
	watch.join()
	asked, answered = sum(client.asked for client in clients), sum(client.answered for client in clients)
	memory, descriptors = [m for m, _ in marks], [d for _, d in marks]
	status, _ = gateway.get("/")
	row(f"{minutes:g} minutes of faults, {asked} requests, {answered} of them answered",
	    f"MiB {', '.join(f'{m:.1f}' for m in memory)}; descriptors {descriptors}", "no growth",
	    status == 200 and memory[3] - memory[0] < 4 and memory[3] - memory[2] < 2 and descriptors[3] <= descriptors[0] + 2)
	if "--record" in sys.argv:
		keep(watch.seen)


# ---- all ------------------------------------------------------------------------------------------------------------

def machine():
	with open("/proc/cpuinfo", encoding="utf-8") as file:
		model = next((line.split(":")[1].strip() for line in file if line.startswith("model name")), "")
	return f"{model}, {os.cpu_count()} processors; {time.strftime('%Y-%m-%d', time.gmtime())}"


def keep(seen):
	"""Record a soak, a line for each minute; its first lines are the row and the machine."""
	with open(os.path.join(RESULTS, time.strftime("%Y-%m-%d-soak.tsv", time.gmtime())), "w", encoding="utf-8") as file:
		print("# " + " | ".join((*rows[-1][:3], {True: "reached", False: "**missed**"}[rows[-1][3]])), file=file)
		print("# " + machine(), file=file)
		print("seconds", "state", "requests", "MiB", "descriptors", sep="\t", file=file)
		for each in seen:
			print(*each, sep="\t", file=file)


def soaked():
	"""Return the part of the page about the newest recorded soak."""
	kept = sorted(name for name in os.listdir(RESULTS) if name.endswith("-soak.tsv"))
	if not kept:
		return []
	with open(os.path.join(RESULTS, kept[-1]), encoding="utf-8") as file:
		said, where = (next(file)[2:].strip() for _ in range(2))
	return ["", "## Under load for long", "",
	        "`bench/gateway.py --soak MINUTES --record` generates this part. Twelve clients send random requests. At random, they close the connection in the middle of a"
	        " request or response, send bytes that are not HTTP, or send several requests at once. The servers from which the gateway fetches truncate responses, reset"
	        " connections, send noise, are slow, redirect endlessly, or do not exist. The numbers in the table are for the idle gateway after each quarter of the time;"
	        f" [a file of results](../bench/results/{kept[-1]}) has the numbers for each minute under load.", "",
	        where + ".", "", "| what | everyuri serve | goal | |", "|---|---|---|---|", f"| {said} |"]


def record(load):
	page = os.path.join(HERE, "..", "docs", "bench-gateway.md")
	lines = ["# The gateway under load", "",
	         "This page shows how many requests, clients and bytes the gateway handles. `bench/gateway.py --record` generates it. wrk and other clients request pages of a gopher server on loopback from the gateway; all programs run on the same processors.", "",
	         f"{machine()}; the load was {load} when it began.", "",
	         "| what | everyuri serve | goal | |", "|---|---|---|---|"]
	lines += ["| " + " | ".join((*each[:3], {True: "reached", False: "**missed**", None: ""}[each[3]])) + " |" for each in rows if "minutes of faults" not in each[0]]
	if not any(line.startswith("| ") for line in lines[8:]): # a soak alone: the rest stays
		with open(page, encoding="utf-8") as file:
			lines = file.read().partition("\n\n## ")[0].rstrip().split("\n")
	with open(page, "w", encoding="utf-8") as file:
		file.write("\n".join(lines + soaked()) + "\n")


def measure(function, *arguments):
	"""Run a measurement with a new gateway and server, so that peak memory is that of the measurement."""
	upstream = Upstream()
	gateway = Gateway(*(("--max-time", "600") if function is large else ()))
	try:
		function(gateway, upstream, *arguments)
	finally:
		upstream.stop()
		if gateway.stop():
			row("the end of the gateway", f"status {gateway.process.returncode}", "0", False)


def main():
	load = os.getloadavg()[0]
	known = {"rate": rate, "delay": delay, "hold": hold, "large": large, "weight": weight}
	parser = argparse.ArgumentParser(usage=__doc__)
	parser.add_argument("--record", action="store_true")
	parser.add_argument("--soak", type=float)
	parser.add_argument("--rate", type=float)
	parser.add_argument("name", nargs="*", help=" ".join(known))
	given = parser.parse_args()
	minutes, names = given.soak, given.name
	if not set(names) <= set(known):
		parser.error(f"unknown name {' '.join(sorted(set(names) - set(known)))}; choose from {' '.join(known)}")
	_, most = resource.getrlimit(resource.RLIMIT_NOFILE)
	resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
	signal.signal(signal.SIGTERM, lambda *_: sys.exit(143)) # so that what it started ends with it
	try:
		for name, function in known.items():
			if not names and minutes is None or name in names:
				measure(function)
		if minutes is not None:
			measure(soak, minutes, given.rate)
	finally:
		shutil.rmtree(ROOT, ignore_errors=True)
	if given.record:
		record(f"{load:.1f}")
	return any(each[3] is False for each in rows)


sys.exit(main())
