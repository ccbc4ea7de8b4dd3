"""Sessions in the browser: who may start a program, what is started, what is carried, and that it ends."""
import base64
import os
import re
import select
import signal
import socket
import struct
import time
import urllib.parse

import unpacked
import browser
import points
import servers
from attacks import asks, status_of
from points import ok, skip
from scripted import Nobody
from world import HOST, Gateway

KEY = base64.b64encode(b"0123456789abcdef").decode()
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
SCRIPT = """#!/bin/sh
printf 'program %s at %s\\n' "$*" "$(stty size)"
while read -r line; do
	case $line in
	size) stty size ;;
	pid) echo "pid $$" ;;
	env) env | sort | tr '\\n' ';'; echo ;;
	much) i=0; while [ $i -lt 20000 ]; do echo "line $i of much"; i=$((i + 1)); done; echo "end of much" ;;
	deaf) trap '' HUP; echo "deaf $$"; sleep 1000 ;;
	bye) exit 7 ;;
	*) echo "said: $line" ;;
	esac
done
"""


def xterm():
	"""A folder as npm's package is; what is in it is nothing to whom no browser shows it."""
	folder = points.folder("xterm")
	if not os.path.isdir(folder):
		servers.write(os.path.join(folder, "lib", "xterm.js"), "// no terminal\n" * 10000)
		servers.write(os.path.join(folder, "css", "xterm.css"), "/* no style */\n")
	return folder


def with_terminal():
	return "--terminal", "--xterm", xterm()


def post(gateway, form, fields="", path="/_/terminal"):
	"""Returns: the whole answer."""
	body = urllib.parse.urlencode(form)
	return asks(gateway, (f"POST {path} HTTP/1.1\r\nHost: {gateway.at}\r\nConnection: close\r\n{fields}"
	                      f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n{body}").encode())


def get(gateway, target, fields=""):
	return asks(gateway, f"GET {target} HTTP/1.1\r\nHost: {gateway.at}\r\nConnection: close\r\n{fields}\r\n".encode())


def token_of(gateway, uri):
	"""The secret of a session's page, or None."""
	page = get(gateway, "/" + urllib.parse.quote(uri, safe=""))
	found = re.search(rb'name="token" value="([0-9a-f]{32})"', page)
	return found[1].decode() if found else None


def ticket_of(gateway, uri, token):
	found = re.search(rb'data-ticket="([0-9a-f]{32})"', post(gateway, {"token": token, "uri": uri}))
	return found[1].decode() if found else None


class Socket:
	"""A WebSocket as a browser opens it.  status: of the answer; what is shown grows in `shown`."""

	def __init__(self, gateway, ticket, origin=None, more="&columns=100&lines=40", host=None):
		self.shown, self.said, self.code, self.why, self.data = b"", [], None, "", b""
		self.connection = socket.create_connection((HOST, gateway.port), 10)
		origin = gateway.origin if origin is None else origin
		self.connection.sendall((f"GET /_/session?id={ticket}{more} HTTP/1.1\r\nHost: {host or gateway.at}\r\nUpgrade: websocket\r\n"
		                         f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {KEY}\r\n" +
		                         (f"Origin: {origin}\r\n" if origin else "") + "\r\n").encode())
		while b"\r\n\r\n" not in self.data:
			more = self.connection.recv(4096)
			if not more:
				break
			self.data += more
		self.status = status_of(self.data)
		self.data = self.data.partition(b"\r\n\r\n")[2]

	def send(self, opcode, data):
		mask = os.urandom(4)
		masked = bytes(byte ^ mask[i % 4] for i, byte in enumerate(data))
		head = bytes([0x80 | opcode]) + (bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack("!H", len(data)))
		self.connection.sendall(head + mask + masked)

	def type(self, text):
		self.send(BINARY, text.encode())

	def take(self):
		"""One frame of self.data.  Returns: was there one?"""
		if len(self.data) < 2:
			return False
		length, at = self.data[1] & 127, 2
		if length == 126:
			if len(self.data) < 4:
				return False
			length, at = struct.unpack("!H", self.data[2:4])[0], 4
		if len(self.data) < at + length:
			return False
		opcode, payload = self.data[0] & 15, self.data[at:at + length]
		self.data = self.data[at + length:]
		if opcode == BINARY:
			self.shown += payload
		elif opcode == CLOSE:
			self.code, self.why = struct.unpack("!H", payload[:2])[0], payload[2:].decode()
		else:
			self.said.append((opcode, payload))
		return True

	def until(self, wanted, seconds=10):
		"""Wait for bytes that are shown, or until there is an end (wanted: None).  Returns: did they come?"""
		end = time.monotonic() + seconds
		while True:
			while self.take():
				pass
			if wanted is not None and wanted in self.shown:
				return True
			if self.code is not None:
				return wanted is None
			left = end - time.monotonic()
			if left <= 0 or not select.select([self.connection], [], [], left)[0]:
				return False
			try:
				more = self.connection.recv(65536)
			except OSError:
				more = b""
			if not more:
				return wanted is None
			self.data += more

	def close(self):
		self.connection.close()


def is_gone(process, seconds=8):
	"""Neither running nor a zombie."""
	end = time.monotonic() + seconds
	while os.path.exists(f"/proc/{process}"):
		if time.monotonic() > end:
			return False
		time.sleep(0.05)
	return True


def children(process):
	"""Of a process, whatever has become of them."""
	with open(f"/proc/{process}/task/{process}/children") as file:
		return [int(word) for word in file.read().split()]


def are_none(gateway, seconds=8):
	"""Returns: has the helper no child any more?"""
	helper, end = children(gateway.process.pid)[0], time.monotonic() + seconds
	while children(helper) and time.monotonic() < end:
		time.sleep(0.05)
	return not children(helper)


def process_of(opened, word="pid"):
	opened.type(word + "\n")
	opened.until(word.encode() + b" ")
	opened.until(b"\n", 1)
	found = re.search(word.encode() + rb" (\d+)\r", opened.shown)
	return int(found[1]) if found else None


# ---- without the option ----------------------------------------------------------------------------------

def of_nothing(gateway, world):
	uri = f"telnet://{HOST}:9/"
	ok(token_of(gateway, uri) is None, "terminal: without --terminal there is no button")
	for target in ("/_/terminal", "/_/terminal.js", "/_/xterm.js", "/_/xterm.css", "/_/session?id=" + "0" * 32):
		status = status_of(get(gateway, target))
		ok(status == 404, f"terminal: without --terminal {target} is not there", status)
	ok(status_of(post(gateway, {"uri": uri})) == 404, "terminal: nor can a form be sent to it")
	ok(not children(gateway.process.pid), "terminal: and there is no process of its own")


# ---- who may ------------------------------------------------------------------------------------------------

def of_askers(gateway, uri, token):
	before = children(children(gateway.process.pid)[0])
	for form, fields, wanted, name in (
		({"uri": uri}, "", 403, "a form without the token"),
		({"uri": uri, "token": "0" * 32}, "", 403, "another token"),
		({"uri": uri, "token": token[:-1]}, "", 403, "a part of the token"),
		({"uri": uri, "token": token}, "Origin: http://evil.example\r\n", 403, "a form of another site"),
		({"uri": uri, "token": token}, "Origin: null\r\n", 403, "a form from a sandbox"),
		({"uri": uri, "token": token}, "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document\r\n", 403,
		 "a form of another site that says nothing of itself"),
		({"token": token}, "", 400, "a form without a URI"),
		({"uri": "gopher://h/", "token": token}, "", 501, "a URI that is no session"),
		({"uri": "telnet://-oProxyCommand=x/", "token": token}, "", 403, "a host that would be an option"),
		({"uri": f"telnet://{HOST}:{gateway.port}/", "token": token}, "", 403, "the gateway itself"),
		({"uri": "telnet://169.254.169.254/", "token": token}, "", 403, "a host that is not allowed"),
		({"uri": "telnet://no-such-host.invalid/", "token": token}, "", 502, "a host that is not there"),
	):
		answer = post(gateway, form, fields)
		ok(status_of(answer) == wanted and b"data-ticket" not in answer, f"terminal: {name}: {wanted}", answer[:200], answer[-900:])
	answer = get(gateway, "/_/terminal?" + urllib.parse.urlencode({"uri": uri, "token": token}))
	ok(status_of(answer) == 405 and b"\r\nAllow: POST\r\n" in answer, "terminal: a link starts nothing: 405", answer[:200])
	ok(children(children(gateway.process.pid)[0]) == before, "terminal: none of these started anything")


def of_tickets(gateway, uri, token):
	answer = post(gateway, {"token": token, "uri": uri}, "Origin: null\r\nSec-Fetch-Site: same-origin\r\n")
	policy = re.search(rb"Content-Security-Policy: ([^\r]*)", answer)
	at = gateway.origin.encode()
	ok(status_of(answer) == 200 and policy and b"connect-src ws" + at[4:] + b"/_/session;" in policy[1] and
	   b"script-src " + at + b"/_/everyuri.js " + at + b"/_/xterm.js " + at + b"/_/terminal.js;" in policy[1],
	   "terminal: the form of our own page has a page with a terminal, and a policy for it", answer[:900])
	page = get(gateway, "/" + urllib.parse.quote(uri, safe=""))
	ok(b"connect-src" not in page and b"'unsafe-inline'" not in page, "terminal: no other page has that policy", page[:600])
	script = get(gateway, "/_/xterm.js")
	with open(os.path.join(xterm(), "lib", "xterm.js"), "rb") as file:
		ok(script.partition(b"\r\n\r\n")[2] == file.read() and b"\r\nContent-Type: text/javascript" in script,
		   "terminal: xterm.js is served as it is", script[:900])
	for ticket, origin, host, wanted, name in (
		("0" * 32, None, None, 403, "a name that nobody was given"), ("", None, None, 403, "no name"),
		(None, "http://evil.example", None, 403, "a page of another site"), (None, "", None, 403, "nobody's page"),
		(None, None, "evil.example", 421, "another host")):
		opened = Socket(gateway, ticket_of(gateway, uri, token) if ticket is None else ticket, origin, host=host)
		ok(opened.status == wanted, f"terminal: a WebSocket of {name}: {wanted}", opened.status, opened.data[:300])
		opened.close()
	ticket = ticket_of(gateway, uri, token)
	first = Socket(gateway, ticket)
	second = Socket(gateway, ticket)
	ok(first.status == 101 and second.status == 403, "terminal: a name opens one WebSocket", first.status, second.status)
	third = Socket(gateway, ticket)
	first.close()
	ok(third.status == 403, "terminal: and none when that is closed", third.status)
	status = status_of(get(gateway, "/_/session?id=" + ticket_of(gateway, uri, token)))
	ok(status == 426, "terminal: what is no WebSocket: 426", status)


# ---- what is started ------------------------------------------------------------------------------------------

def of_bytes(gateway, uri, token, port):
	opened = Socket(gateway, ticket_of(gateway, uri, token))
	ok(opened.until(f"program to {HOST} {port} at 40 100".encode()), "terminal: the program, its arguments, and the size of its terminal",
	   opened.shown, opened.code, opened.why)
	opened.type("h\u00e9llo; $(id) `id`\n")
	ok(opened.until("said: h\u00e9llo; $(id) `id`".encode()), "terminal: what is typed is heard, what is said is shown", opened.shown)
	opened.send(TEXT, b"resize 132 43")
	opened.type("size\n")
	ok(opened.until(b"43 132"), "terminal: its size can be changed", opened.shown)
	opened.send(PING, b"are you there")
	opened.type("env\n")
	opened.until(b"TERM=")
	opened.until(b";\r\n", 2)
	names = set(re.findall(rb"([A-Z_0-9]+)=", opened.shown.partition(b"env\r\n")[2]))
	ok(names <= {b"TERM", b"PATH", b"LANG", b"NOC3270PRO", b"PWD", b"OLDPWD", b"SHLVL", b"_"} and b"TERM=xterm-256color" in opened.shown,
	   "terminal: a clean environment", names)
	ok((PONG, b"are you there") in opened.said, "RFC 6455 5.5.3: a ping is answered", opened.said)
	opened.type("much\n")
	ok(opened.until(b"end of much\r\n") and b"line 19999 of much" in opened.shown and opened.shown.count(b" of much\r\n") == 20001,
	   "terminal: much at once comes whole", len(opened.shown))
	process = process_of(opened)
	files = [os.readlink(f"/proc/{process}/fd/{name}") for name in os.listdir(f"/proc/{process}/fd")] if process else []
	ok(process and all(name.startswith("/dev/pts/") or name.endswith("program.sh") for name in files),
	   "terminal: the program has its terminal, and no other descriptor", files)
	opened.type("bye\n")
	ok(opened.until(None) and opened.code == 1000 and (TEXT, b"ended 7") in opened.said, "terminal: when it ends, its status is told",
	   opened.code, opened.why, opened.said)
	ok(is_gone(process), "terminal: and it is waited for", process)
	opened.close()


def of_names(gateway, token, port):
	opened = Socket(gateway, ticket_of(gateway, f"telnet://localhost:{port}/", token))
	ok(opened.until(f"program to {HOST} {port} at".encode()), "terminal: a name is looked up, and the program told its address",
	   opened.shown, opened.code, opened.why)
	opened.close()


def of_slow(gateway, uri, token):
	"""A page that takes nothing holds the program up, and nobody else."""
	slow = Socket(gateway, ticket_of(gateway, uri, token))
	slow.until(b"program")
	for _ in range(40):
		slow.type("much\n")
	time.sleep(1)
	other = Socket(gateway, ticket_of(gateway, uri, token))
	other.type("hello\n")
	ok(other.until(b"said: hello", 5), "terminal: a page that takes nothing does not hold up another", other.shown)
	other.close()
	process = children(children(gateway.process.pid)[0])
	slow.close()
	ok(all(is_gone(one) for one in process), "terminal: and its program ends with it", process)


def of_ends(gateway, uri, token):
	opened = Socket(gateway, ticket_of(gateway, uri, token))
	process = process_of(opened)
	opened.send(CLOSE, struct.pack("!H", 1000))
	ok(opened.until(None) and opened.code == 1000, "RFC 6455 5.5.1: a close is answered", opened.code)
	ok(process and is_gone(process), "terminal: a page that closes ends the program", process)
	opened.close()
	opened = Socket(gateway, ticket_of(gateway, uri, token))
	process = process_of(opened)
	opened.close()
	ok(process and is_gone(process), "terminal: so does a connection that is lost", process)
	opened = Socket(gateway, ticket_of(gateway, uri, token))
	process = process_of(opened, "deaf")
	opened.close()
	ok(process and is_gone(process), "terminal: also of a program that does not hear of it", process)
	opened = Socket(gateway, ticket_of(gateway, uri, token))
	process = process_of(opened)
	opened.send(TEXT, b"resize 0 9999")
	ok(opened.until(None) and opened.code == 1008, "terminal: a page that says anything else is closed", opened.code, opened.why)
	opened.close()
	opened = Socket(gateway, ticket_of(gateway, uri, token))
	opened.connection.sendall(b"\x82\x03abc")
	ok(opened.until(None) and opened.code == 1002, "RFC 6455 5.1: frame without a mask fails it", opened.code, opened.why)
	opened.close()
	ok(is_gone(process) and are_none(gateway), "terminal: nothing is left of them")


def of_many(gateway, uri, token):
	opened = [Socket(gateway, ticket_of(gateway, uri, token)) for _ in range(8)]
	ok(all(one.until(b"program") for one in opened), "terminal: eight sessions at once")
	ninth = Socket(gateway, ticket_of(gateway, uri, token))
	ok(ninth.until(None) and ninth.code == 1013 and "eight" in ninth.why, "terminal: and no ninth", ninth.status, ninth.code, ninth.why)
	ninth.close()
	process = process_of(opened[3])
	opened[3].close()
	is_gone(process)
	ninth = Socket(gateway, ticket_of(gateway, uri, token))
	ok(ninth.until(b"program"), "terminal: until one has ended", ninth.code, ninth.why)
	for one in opened + [ninth]:
		one.close()
	helper = children(gateway.process.pid)[0]
	ok(are_none(gateway), "terminal: no process is left", children(helper))
	ok(len(os.listdir(f"/proc/{helper}/fd")) <= 6, "terminal: nor a descriptor", os.listdir(f"/proc/{helper}/fd"))


# ---- the end of the gateway ---------------------------------------------------------------------------------------

def of_gateways_end(options, uri):
	"""Told to end, and killed: either ends what it has started."""
	for number in (signal.SIGTERM, signal.SIGKILL):
		gateway = Gateway(*options)
		opened = Socket(gateway, ticket_of(gateway, uri, token_of(gateway, uri)))
		process, helper = process_of(opened), children(gateway.process.pid)[0]
		gateway.process.send_signal(number)
		status = gateway.stop()
		ok(process and is_gone(process) and is_gone(helper), f"terminal: nothing outlives a gateway that ends by {number.name}", status)
		opened.close()
	gateway = Gateway(*options)
	opened = Socket(gateway, ticket_of(gateway, uri, token_of(gateway, uri)))
	process, helper = process_of(opened), children(gateway.process.pid)[0]
	os.kill(helper, signal.SIGKILL)
	ok(opened.until(None) and is_gone(process), "terminal: without the helper there are no programs", opened.code, opened.why)
	opened.close()
	opened = Socket(gateway, ticket_of(gateway, uri, token_of(gateway, uri)))
	ok(opened.until(None) and opened.code == 1013, "terminal: and none is started", opened.code, opened.why)
	opened.close()
	ok(gateway.stop() == 0, "terminal: which is no trouble of the gateway")


# ---- real programs ---------------------------------------------------------------------------------------------------

def of_telnet(server):
	gateway = Gateway(*with_terminal(), "--allow-host", HOST, "--allow-port", str(server.port))
	try:
		uri = f"telnet://someone@{HOST}:{server.port}/"
		opened = Socket(gateway, ticket_of(gateway, uri, token_of(gateway, uri)))
		opened.until(b"login: ")
		helper = children(gateway.process.pid)[0]
		process = children(helper)
		with open(f"/proc/{process[0]}/cmdline", "rb") as file:
			words = file.read().rstrip(b"\0").split(b"\0")
		ok(words == [b"telnet", b"-E", b"-c", b"-K", b"--", HOST.encode(), str(server.port).encode()],
		   "telnetd: telnet is started, without escape, settings and login", words)
		with open(f"/proc/{process[0]}/status") as file:
			ok("NoNewPrivs:\t1" in file.read(), "telnetd: it gains no privileges")
		opened.type("ada\n")
		opened.until(b"welcome ada")
		opened.type("\x1d")
		opened.type("hello\n")
		ok(opened.until(b"hello") and opened.until(b"echo: ") and b"telnet>" not in opened.shown,
		   "telnetd: a session in the browser, and no key leads to telnet's own commands", opened.shown)
		opened.type("bye\n")
		ok(opened.until(None) and opened.code == 1000 and is_gone(process[0]), "telnetd: the other side ends it", opened.code, opened.why)
		opened.close()
	finally:
		gateway.stop()


def of_c3270(server):
	gateway = Gateway(*with_terminal(), "--allow-host", HOST, "--allow-port", str(server.port))
	try:
		uri = f"tn3270://{HOST}:{server.port}/"
		opened = Socket(gateway, ticket_of(gateway, uri, token_of(gateway, uri)))
		ok(opened.until(b"My PC thinks", 15), "hercules: a screen of 3270 in the browser", opened.shown[-900:], opened.code, opened.why)
		opened.shown = b""
		for key in ("\x1d", "\x0e"): # of its prompt, and of its menus
			opened.type(key)
			opened.until(b"never", 1)
		ok(opened.code is None and b"c3270>" not in opened.shown and b"File" not in opened.shown,
		   "hercules: no key leads to c3270's own commands", opened.shown, opened.code)
		process = children(children(gateway.process.pid)[0])
		opened.close()
		ok(len(process) == 1 and is_gone(process[0]), "hercules: and it ends with its page", process)
	finally:
		gateway.stop()


def of_no_program():
	for option, name in (("program telnet no-such-program-here {host}", "a program that is not there"),
	                     ("program telnet ./program.sh {host}", "a path that is not whole"),
	                     ("program telnet /etc/passwd {host}", "a file that is no program")):
		gateway = Gateway(*with_terminal(), "--allow-host", HOST, "--set", option)
		uri = f"telnet://{HOST}/"
		opened = Socket(gateway, ticket_of(gateway, uri, token_of(gateway, uri)))
		ok(opened.until(None) and opened.code == 1013 and "not installed" in opened.why, f"terminal: {name}", opened.code, opened.why)
		opened.close()
		gateway.stop()


def of_no_xterm():
	empty = points.folder("no-xterm")
	servers.write(os.path.join(empty, "xterm.js"), 'module.exports = require("./public/Terminal").Terminal;\n')
	servers.write(os.path.join(empty, "xterm.css"), ".xterm { color: red }\n")
	gateway = Gateway("--terminal", "--xterm", empty, "--allow-host", HOST)
	uri = f"telnet://{HOST}/"
	answer = post(gateway, {"token": token_of(gateway, uri), "uri": uri})
	ok(status_of(answer) == 501 and b"libjs-xterm" in answer and b"data-ticket" not in answer,
	   "terminal: without a whole xterm.js the page says which package brings it", answer[-900:])
	ok(status_of(get(gateway, "/_/xterm.js")) == 404, "terminal: and there is no such file")
	gateway.stop()


def program():
	"""The options of a gateway whose telnet is SCRIPT."""
	script = points.folder("program.sh")
	servers.write(script, SCRIPT)
	os.chmod(script, 0o755)
	return "--allow-host", HOST, "--allow-host", "localhost", "--set", f"program telnet {script} to {{host}} {{port}}"


def walk(gateway, world):
	"""In a browser."""
	where = browser.modules()
	if where:
		own = Gateway("--terminal", "--xterm", os.path.join(where, "@xterm", "xterm"), *program())
		browser.walk("terminal.mjs", ORIGIN=own.origin, URI=f"telnet://ann@{HOST}/")
		ok(are_none(own), "browser: nothing is left of it")
		ok(own.stop() == 0, "browser: the gateway ends as it should")


def run(gateway, world):
	of_nothing(gateway, world)
	of_no_xterm()
	nobody = Nobody()
	uri = f"telnet://ann:secret@{HOST}:{nobody.port}/"
	options = (*with_terminal(), *program(), "--allow-port", str(nobody.port))
	of_no_program()
	own = Gateway(*options)
	try:
		token = token_of(own, uri)
		ok(token, "terminal: a session's page has a button")
		if token:
			of_askers(own, uri, token)
			of_tickets(own, uri, token)
			of_bytes(own, uri, token, nobody.port)
			of_names(own, token, nobody.port)
			of_slow(own, uri, token)
			of_ends(own, uri, token)
			of_many(own, uri, token)
	finally:
		ok(own.stop() == 0, "terminal: the gateway ends as it should")
	of_gateways_end(options, uri)
	ok(nobody.unseen(), "terminal: the gateway itself has not connected")
	nobody.stop()
	if servers.shutil.which("telnet"):
		points.with_server("telnetd", lambda: unpacked.Telnetd(points.folder("g-telnetd")), of_telnet)
	else:
		skip("terminal: telnet", "telnet is not installed")
	if servers.shutil.which("c3270"):
		points.with_server("hercules", lambda: servers.Hercules(points.folder("g-hercules")), of_c3270)
	else:
		skip("terminal: tn3270", "c3270 is not installed")
