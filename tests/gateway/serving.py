"""Clients that are slow, rude or gone; the log, the sandbox and the end of a gateway as it comes."""
import os
import signal
import socket
import socketserver
import struct
import subprocess
import threading
import time
import urllib.parse

import points
from attacks import asks, status_of
from points import ok
from scripted import Scripted, says
from world import HOST, Gateway


def request(gateway, target="/", more=""):
	return f"GET {target} HTTP/1.1\r\nHost: {gateway.at}\r\n{more}\r\n".encode()


def connect(gateway):
	return socket.create_connection((HOST, gateway.port), 15)


def answer_of(connection):
	"""One answer with a Content-Length, or all until the end.  Returns: head, body."""
	data = b""
	try:
		while b"\r\n\r\n" not in data:
			more = connection.recv(65536)
			if not more:
				return data, b""
			data += more
		head, _, body = data.partition(b"\r\n\r\n")
		lengths = [int(line.split(b":")[1]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")]
		while lengths and len(body) < lengths[0]:
			body += connection.recv(65536)
		return head, body
	except OSError as error:
		return data, str(error).encode()


# ---- connections ---------------------------------------------------------------------------------------

def of_connections(gateway):
	with connect(gateway) as connection:
		statuses = []
		for _ in range(3):
			connection.sendall(request(gateway, "/_/style.css"))
			statuses.append(status_of(answer_of(connection)[0]))
		ok(statuses == [200] * 3, "RFC 9112 9.3: three requests on one connection", statuses)
	all_of_it = asks(gateway, request(gateway, "/_/icon.svg") * 4 + request(gateway, "/_/icon.svg", "Connection: close\r\n"))
	ok(all_of_it.count(b"HTTP/1.1 200 ") == 5, "RFC 9112 9.3.2: five requests at once have five answers", all_of_it[:300])
	with socket.create_connection(("::1", gateway.port)) if socket.has_ipv6 else connect(gateway) as connection:
		connection.sendall(f"GET /_/icon.svg HTTP/1.1\r\nHost: [::1]:{gateway.port}\r\n\r\n".encode())
		ok(status_of(answer_of(connection)[0]) == 200, "it is found on ::1, too")
	for address in own_addresses():
		try:
			socket.create_connection((address, gateway.port), 2).close()
			ok(False, f"THREATS G1: nobody is answered on {address}")
		except OSError:
			ok(True, f"THREATS G1: nobody is answered on {address}")


def own_addresses():
	"""What others reach this machine by; 127.0.0.2 in any case."""
	found = {"127.0.0.2"}
	with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
		try:
			probe.connect(("192.0.2.1", 9)) # nothing is sent
			found.add(probe.getsockname()[0])
		except OSError:
			pass
	return sorted(found - {HOST})


def of_slowness(gateway):
	"""A head that comes an octet a second, beside others that are not kept waiting."""
	slow, begun = connect(gateway), time.monotonic()
	slow.settimeout(1)
	head, answer, longest = request(gateway), b"", 0
	for at in range(20):
		try:
			slow.sendall(head[at:at + 1])
			answer = slow.recv(1000)
			break
		except TimeoutError:
			asked = time.monotonic()
			asks(gateway, request(gateway, "/_/icon.svg", "Connection: close\r\n"))
			longest = max(longest, time.monotonic() - asked)
		except OSError:
			break
	took = time.monotonic() - begun
	ok(status_of(answer) == 408 and 9 < took < 14, f"THREATS G8: a head of an octet a second is refused after 10 s: {took:.1f}", answer)
	ok(longest < 2, f"and nobody waits for it: {longest:.2f} s")
	slow.close()


def of_rudeness(gateway):
	"""Clients that go: in the middle of the request, of the answer, by a reset; and one that does not read."""
	much = Scripted(*[says(b"0123456789abcdef" * 4 * (1 << 18)) for _ in range(12)])
	target = "/" + urllib.parse.quote(f"gopher://{HOST}:{much.port}/0/much", safe="")
	time.sleep(0.5)
	before = gateway.descriptors()
	for n in range(10):
		connection = connect(gateway)
		connection.sendall(request(gateway, target))
		connection.recv(1 + 5000 * n)
		if n % 2:
			connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
		connection.close()
	for n in range(100):
		with connect(gateway) as connection:
			connection.sendall(request(gateway)[:n])
	stuck = connect(gateway)
	stuck.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
	stuck.sendall(request(gateway, target))
	time.sleep(1)
	answer = asks(gateway, request(gateway, "/_/icon.svg", "Connection: close\r\n"))
	ok(status_of(answer) == 200, "who does not read holds nobody up", answer[:200])
	stuck.close()
	for _ in range(50):
		time.sleep(0.1)
		if gateway.descriptors() <= before:
			break
	ok(gateway.descriptors() <= before and gateway.process.poll() is None,
	   f"clients that go leave no descriptor: {before}, {gateway.descriptors()}")
	much.stop()


def of_loops(gateway):
	"""A URI that leads to the gateway itself."""
	for uri in (f"http://{HOST}:{gateway.port}/", f"http://localhost:{gateway.port}/x", f"gopher://{HOST}:{gateway.port}/1",
	            f"ftp://localhost:{gateway.port}/", f"finger://[::1]:{gateway.port}/"):
		answer = asks(gateway, request(gateway, "/" + urllib.parse.quote(uri, safe=""), "Connection: close\r\n"))
		ok(status_of(answer) == 403 and b"connect to itself" in answer, f"THREATS G7: {uri.replace(str(gateway.port), 'PORT')}: not asked", answer[-1200:])


# ---- what is given up ------------------------------------------------------------------------------------

def of_sandbox(gateway):
	with open(gateway.log, encoding="utf-8") as file:
		first = file.readline()
	if "seccomp" not in first or "no seccomp" in first:
		return points.skip("THREATS G9: seccomp in every thread", f"the kernel lacks seccomp: {first.strip()}")
	top = f"/proc/{gateway.process.pid}/task"
	tasks = {}
	for task in os.listdir(top):
		try:
			with open(f"{top}/{task}/status", encoding="ascii") as file:
				tasks[task] = dict(line.split(":\t", 1) for line in file.read().splitlines() if ":\t" in line)
		except FileNotFoundError: # it has ended
			pass
	ok(len(tasks) > 1 and all(t["NoNewPrivs"] == "1" and t["Seccomp"] == "2" for t in tasks.values()),
	   f"THREATS G9: no new privileges, and seccomp, in each of {len(tasks)} threads", tasks)


def of_log(gateway):
	for target in ("/ftp%3A%2F%2Fann%3Asecret1%40127.0.0.1%3A1%2F", "/http%3A%2F%2F127.0.0.1%3A1%2F%3Fq%3Dsecret2",
	               "/gopher%3A%2F%2F127.0.0.1%3A1%2F7%2Fs%2509secret3", "/explain?uri=http://u:secret4@h/", "/a%0d%0asecret5",
	               "/http%3A%2F%2Fann%3Asecret6%40h%20h%2F"):
		asks(gateway, request(gateway, target, "Connection: close\r\n"))
	with open(gateway.log, "rb") as file:
		text = file.read()
	ok(b"secret" not in text, "THREATS G10: the log has no password, no query and no encoded address", text[-1500:])
	ok(b" GET 403 " in text and b"ftp://***" in text and all(line[:2] == b"20" for line in text.splitlines()),
	   "a line a request, that begins with its time", text[-1500:])


# ---- the command -----------------------------------------------------------------------------------------

def of_ends():
	for number, name in ((signal.SIGINT, "SIGINT"), (signal.SIGTERM, "SIGTERM"), (signal.SIGHUP, "SIGHUP")):
		gateway = Gateway()
		waits = connect(gateway)
		waits.sendall(b"GET / HT")
		gateway.process.send_signal(number)
		try:
			status = gateway.process.wait(10)
		except subprocess.TimeoutExpired:
			status = "still there"
		ok(status == 0, f"{name} ends it with status 0", status)
		waits.close()
		gateway.stop()
	never = Scripted(lambda connection: time.sleep(8))
	gateway = Gateway("--allow-host", HOST)
	waits = connect(gateway)
	waits.sendall(request(gateway, "/" + urllib.parse.quote(f"gopher://{HOST}:{never.port}/1", safe="")))
	time.sleep(0.5)
	begun = time.monotonic()
	status = gateway.stop()
	took = time.monotonic() - begun
	ok(status == 0 and took < 4, f"a server that never answers does not hold its end up: {took:.1f} s", status)
	waits.close()
	never.stop()


def of_start():
	gateway = Gateway()
	done = points.Done("serve", "--port", str(gateway.port), seconds=10)
	ok(done.status == 2 and "in use" in done.err, "a port that is taken is told", done)
	gateway.stop()
	for options in (["--port", "65536"], ["--port", "x"], ["http://h/"], ["--format", "json"], ["--log", "/no/such/folder/log"],
	                ["--allow-host", "x\ny"], ["--user", "x"]):
		done = points.Done("serve", *options, seconds=10)
		ok(done.status == 2 and done.err and not done.out, f"{' '.join(options)!r} is told, and nothing begun", done)
	if os.path.exists("/dev/full"):
		with open("/dev/full", "wb") as full:
			process = subprocess.Popen([points.EVERYURI, "serve", "--port", "0"], stdout=full, stderr=subprocess.DEVNULL, env=points.NONE)
			ok(process.wait(10) == 2, "an address that cannot be told ends it")
	done = Gateway("--log", "-")
	done.process.stdout.close() # who read its address is gone
	ok(status_of(asks(done, request(done, "/", "Connection: close\r\n"))) == 200, "it needs no reader of its address")
	done.process.stdout = open(os.devnull, "rb")
	ok(done.stop() == 0, "nor does its end")


class Crowd(socketserver.ThreadingTCPServer):
	"""Answers each after a second, and knows how many asked it at once; /hop leads to itself."""
	daemon_threads, request_queue_size = True, 64

	def __init__(self):
		super().__init__((HOST, 0), None)
		self.lock, self.now, self.most = threading.Lock(), 0, 0
		threading.Thread(target=self.serve_forever, daemon=True).start()

	def finish_request(self, request, client_address):
		if request.recv(4096).startswith(b"GET /hop"):
			request.sendall(b"HTTP/1.1 302 Found\r\nLocation: http://%s:%d/\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
			                % (HOST.encode(), self.server_address[1]))
			return
		with self.lock:
			self.now += 1
			self.most = max(self.most, self.now)
		time.sleep(1)
		with self.lock:
			self.now -= 1
		request.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok")


def of_hops(gateway):
	"""A redirect is a request to the host that it leads to."""
	statuses, clients = [], []

	def ask(target):
		statuses.append(status_of(asks(gateway, request(gateway, target, "Connection: close\r\n"))))

	with Crowd() as crowd:
		for n in range(24):
			target = "/" + urllib.parse.quote(f"http://n{n % 4}.localhost:{crowd.server_address[1]}/hop", safe="")
			clients.append(threading.Thread(target=ask, args=(target,)))
			clients[-1].start()
		for client in clients:
			client.join()
		crowd.shutdown()
	ok(statuses == [200] * 24 and 1 < crowd.most <= 16, "THREATS G8: redirects lead no more than 16 at once to a host", crowd.most, statuses)


def run(_gateway, _world):
	gateway = Gateway("--allow-host", HOST, "--allow-host", "::1", "--log", "-", "--max-time", "20")
	try:
		of_connections(gateway)
		of_rudeness(gateway)
		of_loops(gateway)
		of_hops(gateway)
		of_sandbox(gateway)
		of_log(gateway)
		of_slowness(gateway)
		with open(gateway.log, encoding="utf-8") as file:
			ok("408" in file.read(), "what was refused for its slowness is in the log")
	finally:
		status = gateway.stop()
	ok(status == 0, "and ends with status 0", status)
	of_ends()
	of_start()
