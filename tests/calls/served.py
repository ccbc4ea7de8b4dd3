"""served.py - make calls of the gateway fail while it answers a browser: on its sockets to the browser and to the server.

The browser gets a complete response, or a detectably incomplete one, or nothing; never another object that looks
whole.  The gateway lives: the next request, where nothing fails, has its whole answer.
"""
import os
import re
import socket
import subprocess
import urllib.parse

from control import SHORT, Control
from servers import gopher, page, web

LONG = os.environ.get("EVERYURI_LONG")
WAYS = {"read": ("EINTR", "EAGAIN", "ECONNRESET", SHORT), "write": ("EINTR", "EAGAIN", "ECONNRESET", "EPIPE", "ENOBUFS", SHORT),
        "accept": ("EINTR", "EAGAIN", "ECONNABORTED", "EMFILE"), "wait": ("EINTR",), "connect": ("ECONNREFUSED", "EINPROGRESS"),
        "close": ("EINTR", "EIO"), "memory": ("ENOMEM", "ENOMEM for ever")}
# These errors must not change the answer: a nonblocking socket may return EAGAIN at any time.
HARMLESS = {"read": ("EINTR", SHORT), "write": ("EINTR", SHORT), "accept": ("EINTR", "EAGAIN", "ECONNABORTED"), "wait": ("EINTR",), "close": ("EINTR", "EIO")}
PATIENCE_S = 15
TITLE = re.compile(rb"<title>.*?</title>")  # is shorter if there was no memory for a longer one
MENU = b"".join(b"0line %d\t/%d\thost.example\t70\r\n" % (i, i) for i in range(200)) + b".\r\n"
BODY = b"<!doctype html><title>x</title>" + b"".join(b"<p>line %d of what is there\n" % i for i in range(2000))


class Serving:
	"""everyuri serve, whose calls its control makes fail."""

	def __init__(self, everyuri, folder, shim):
		self.control = Control(folder, shim, "everyuri-access")
		self.control.set()
		env = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
		env.update(self.control.env, EVERYURI_CONFIG="", HOME=folder)
		self.process = subprocess.Popen([everyuri, "serve", "--port", "0", "--allow-host", "127.0.0.1", "--max-time", "5"], env=env, stdin=subprocess.DEVNULL,
		                                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
		self.port = int(self.process.stdout.readline().decode().strip().rstrip("/").rsplit(":", 1)[1])

	def lives(self):
		return self.process.poll() is None

	def stop(self):
		self.process.terminate()
		try:
			status = self.process.wait(PATIENCE_S)
		except subprocess.TimeoutExpired:
			self.process.kill()
			status = self.process.wait()
		self.process.stdout.close()
		self.control.__exit__()
		return status

	def asked(self, path):
		"""Returns: the bytes up to the end of the connection; None: no end within PATIENCE_S."""
		request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nConnection: close\r\n\r\n".encode()
		data = b""
		try:
			with socket.create_connection(("127.0.0.1", self.port), PATIENCE_S) as connection:
				connection.sendall(request)
				while more := connection.recv(65536):
					data += more
		except TimeoutError:
			return None
		except OSError:
			pass
		return data


def whole(data):
	"""Returns: (status, body) of a complete response; None for an incomplete one."""
	head, found, body = data.partition(b"\r\n\r\n")
	if not found:
		return None
	fields = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:])
	status = int(head.split(b" ")[1])
	if b"content-length" in fields:
		return (status, body) if len(body) == int(fields[b"content-length"]) else None
	if fields.get(b"transfer-encoding") != b"chunked":
		return status, body
	plain = b""
	while True:
		size, found, body = body.partition(b"\r\n")
		if not found or len(body) < int(size, 16) + 2:
			return None
		if not int(size, 16):
			return status, plain
		plain, body = plain + body[:int(size, 16)], body[int(size, 16) + 2:]


def wrong(truth, kind, way, data):
	if data is None:
		return f"no end in {PATIENCE_S} s"
	answer = whole(data)
	if answer and kind == "memory":
		answer, truth = ((status, TITLE.sub(b"", body)) for status, body in (answer, truth))
	if answer and answer[0] < 400 and answer != truth:
		return f"status {answer[0]}, whole, with {len(answer[1])} of {len(truth[1])} bytes"
	if answer != truth and way in HARMLESS.get(kind, ()):
		return f"{'cut' if not answer else answer[0]}, with {len(data)} bytes"
	return None


def tried(serving, path, truth, kind, nth, way):
	serving.control.set(kind, nth, way.split()[0], way.endswith("ever"))
	why = wrong(truth, kind, way, serving.asked(path))
	serving.control.set()
	if not serving.lives():
		return f"{kind} {nth} with {way}: the gateway has ended ({serving.process.returncode})"
	if not why and whole(serving.asked(path) or b"") != truth:
		why = "the next request has no whole answer"
	return f"{kind} {nth} with {way}: {why}" if why else None


def numbers(count):
	if LONG or count <= 5:
		return range(1, count + 1)
	return sorted({1, 2, 3, count // 2, count})


def holds(everyuri, folder, shim, point):
	pages = [("a page of the gateway", None, lambda port: "/_/style.css"),
	         ("a menu of gopher", lambda: gopher(MENU), lambda port: "/" + urllib.parse.quote(f"gopher://127.0.0.1:{port}/1", safe="")),
	         ("a page of http", lambda: web(page(BODY, "Content-Type: text/html")), lambda port: "/" + urllib.parse.quote(f"http://127.0.0.1:{port}/", safe=""))]
	for name, start, path_of in pages:
		server = start() if start else None
		path = path_of(server.port if server else 0)
		serving = Serving(everyuri, folder, shim)
		try:
			of_page(serving, name, path, point)
		finally:
			status = serving.stop()
			if server:
				server.__exit__()
		point(status == 0, f"gateway, {name}: it exits with status 0", [f"status {status}"] if status else ())


def of_page(serving, name, path, point):
	serving.asked(path)  # fills the caches
	serving.control.set()
	data = serving.asked(path)
	counted, truth = serving.control.counted(), whole(data or b"")
	if not truth or truth[0] != 200:
		point(False, f"gateway, {name}: is answered if no call fails", [repr((data or b"")[:300])])
		return
	found, n = [], 0
	for kind, ways in WAYS.items():
		for nth in numbers(counted[kind]):
			for way in ways:
				n += 1
				why = tried(serving, path, truth, kind, nth, way) if serving.lives() else "it has ended"
				found += [why] if why else []
	calls = ", ".join(f"{counted[kind]} {kind}" for kind in WAYS)
	point(not found, f"gateway, {name}: {n} failing calls ({calls})", [f"{len(found)} outcomes are wrong"] + found if found else ())
