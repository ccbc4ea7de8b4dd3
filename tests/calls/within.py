"""within.py - accesses in one process (within.c), whose calls fail one after another: allocations of ours and of libcurl,
system calls, and calls of OpenSSL.  A thousand of them take as long as ten commands."""
import base64
import os
import re
import socket
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor

from played import Packets
from servers import Server, directory, entry, ftp, gopher, nntp, page, request_of, result, web

SYSTEM = ("socket", "fcntl")
STREAM = (*SYSTEM, "getpeername", "poll", "recv", "send")
TLS = ("SSL_CTX_new", "SSL_new", "BIO_meth_new", "BIO_new", "set1_ip")
HANGS_S = 120
DRAFT = "To: a@x.example, J\u00f6rg <b@x.example>\nBcc: c@x.example\nSubject: caf\u00e9\n\none\n.\ncaf\u00e9\n"


def mail(received, silent=None):
	"""SMTP server: records the mails that it accepts; silent: the verb that it does not answer."""
	def handler(connection, _):
		held, message = b"", None
		connection.sendall(b"220 x\r\n")
		while True:
			while b"\r\n" not in held:
				more = connection.recv(4096)
				if not more:
					return
				held += more
			line, held = held.split(b"\r\n", 1)
			if message is not None and line != b".":
				message.append(line)
			elif message is not None:
				received.append(message)
				message = None
				connection.sendall(b"250 x\r\n")
			elif line == b"DATA":
				message = []
				connection.sendall(b"354 x\r\n")
			elif line != silent:
				connection.sendall(b"221 x\r\n" if line == b"QUIT" else b"250 x\r\n")
	return Server(handler)


def asking(request):
	"""Redirects, asks for a password, sends a part, and gives it a name."""
	if request.startswith("GET /a"):
		return page(b"", "Location: /b \xe9", code="302 x")
	if "Authorization: Basic " + base64.b64encode(b"u:secret").decode() not in request:
		return page(b"no", 'WWW-Authenticate: Basic realm="x"', code="401 x")
	return page(b"345", "Content-Range: bytes 2-4/5", "Content-Location: /c", "Content-Type: text/plain; charset=utf-8", code="206 x")


def second(connection, server):
	"""The first connection of two."""
	connection.sendall(b"first")
	while connection.recv(100):
		pass


def tunnel(port):
	"""An HTTP proxy that connects everything to one port."""
	def handler(connection, server):
		request_of(connection)
		connection.sendall(b"HTTP/1.1 200 x\r\n\r\n")
		with socket.create_connection(("127.0.0.1", port), 5) as behind:
			while data := behind.recv(4096):
				connection.sendall(data)
	return Server(handler)


def speaking(data):
	return Server(lambda connection, _: connection.sendall(data))


def over_tls(context, data, asked=True):
	def handler(connection, _):
		wrapped = context.wrap_socket(connection, server_side=True)
		if asked:
			wrapped.recv(2048)
		wrapped.sendall(data)
		wrapped.unwrap()
	return Server(handler)


def cases(context):
	"""Yield (name, servers, function from their ports to arguments, kinds of calls)."""
	def at(scheme, path="", *options):
		return lambda port, *_: [*options, "fetch", f"{scheme}://127.0.0.1:{port}/{path}"]
	yield ("http, led on and asked", [web(asking)], lambda port: ["--header", "X: y", "--from", "2", "fetch", f"http://u@127.0.0.1:{port}/a#f"],
	       ("memory", "curl", "receiver", "user", *SYSTEM))
	yield "http, and nobody is told", [web(page(b"x", "Content-Encoding: gzip"))], at("http", "a", "--nobody", "1"), ("memory", "receiver")
	yield ("http, through a proxy", [web(page(b"x" * 100))], lambda port: ["--set", f"proxy 127.0.0.1:{port}", "fetch", "http://a.example:81/x"], ("memory", "curl"))
	yield ("urn, by a resolver", [web(page(b"hi"))],
	       lambda port: ["--set", f"resolver x-test http://127.0.0.1:{port}/{{nss}}", "fetch", "urn:x-test:1"], ("memory", "receiver"))
	yield "ftp, a directory", [ftp(listing=b"-rw-r--r-- 1 a b 5 Jan 1 2020 c d\r\n")], at("ftp", "a/"), ("memory", "receiver", "connect", *STREAM)
	yield ("ftp, where connecting takes its time", [ftp(b"345")], at("ftp", "a", "--in-progress", "1", "--from", "2"),
	       ("getsockopt", "connect", "poll"))
	menu = b"0a\ta\th\t70\r\niwords\t\t\t\r\n1b\tb\th\t70\t?\r\n.\r\n"
	yield "gopher, a menu", [gopher(menu)], at("gopher"), ("memory", "curl", "receiver")
	yield "gopher, a menu, and nobody is told", [gopher(menu)], at("gopher", "", "--nobody", "1"), ("receiver",)
	yield "gopher, a text, and nobody is told", [gopher(b"one\r\ntwo\r\n.\r\n")], at("gopher", "0a", "--nobody", "1"), ("memory", "receiver")
	yield "gopher, a form", [gopher(b"0a\ta\th\t70\r\n.\r\n")], at("gopher", "7a"), ("receiver",)
	yield ("nntp", [nntp({b"<a@b>": b"Subject: x\r\n\r\nbody\r\n"})], lambda port: ["--set", f"news-server 127.0.0.1:{port}", "fetch", "news:a@b"], ("memory",))
	yield "ldap", [directory(entry(b"dc=a", o=b"b", x=b"c\nd"), result(0x65, 0))], at("ldap", "dc=a?o,x?sub?(o=*)"), ("memory", "curl", "receiver")
	yield "ldap, nothing found", [directory(result(0x65, 0))], at("ldap", "dc=a"), ("receiver",)
	yield "datagrams", [Packets([b"data"])], lambda port: ["connect", "udp", "127.0.0.1", port], ("memory", "connect", *STREAM)
	yield "a connection for others", [Server(second)], lambda port: ["join", "127.0.0.1", port], ("memory", "socket", "fcntl")
	yield "two connections", [Server(second), speaking(b"data")], lambda port, other: ["connect", "tcp", "127.0.0.1", port, other], ("memory", "connect", *STREAM)
	behind = speaking(b"data")
	yield ("two connections, through a proxy", [tunnel(behind.port), behind],
	       lambda port, _: ["--proxy", f"127.0.0.1:{port}", "connect", "tcp", "a.example", "70", "7000"], ("memory", "curl", *SYSTEM, "getpeername"))
	if context:
		yield ("https", [over_tls(context, page(b"hi"))], lambda port: ["--insecure", "1", "fetch", f"https://127.0.0.1:{port}/"], ("memory",))  # with other calls libcurl frees memory of TLS twice after ENOMEM
		yield ("gemini", [over_tls(context, b"20 text/plain\r\nhi")], lambda port: ["--insecure", "1", "fetch", f"gemini://127.0.0.1:{port}/"], ("memory", *STREAM, *TLS))
		yield ("gemini, by a name", [over_tls(context, b"20 text/plain\r\nhi")],
		       lambda port: ["--insecure", "1", "fetch", f"gemini://localhost:{port}/"], ("set1_host",))
		yield ("two connections, with TLS", [over_tls(context, b"first"), over_tls(context, b"data", False)],
		       lambda port, other: ["--insecure", "1", "connect", "tls", "127.0.0.1", port, other], ("memory", "SSL_new", "BIO_new", "set1_ip", "SSL_set_session"))
	yield "a draft", [], lambda: ["fetch", "mailto:a@x.example,b@x.example?subject=caf%C3%A9&body=hi"], ("memory", "receiver")
	yield "a session", [], lambda: ["fetch", "telnet://ann@h.example:2323/"], ("memory", "receiver")
	yield "data", [], lambda: ["fetch", "data:text/plain,hi"], ("memory", "receiver")
	received = []
	yield ("smtp", [mail(received)], lambda port: ["--set", f"smtp 127.0.0.1:{port}\nsender s@x.example", "send", DRAFT],
	       ("memory", "curl", "socket", "fcntl", "getentropy"))


def program_of(everyuri):
	return os.path.join(os.path.dirname(everyuri), "tests", "calls-within")


def holds(everyuri, context, wanted, point, skip):
	program = program_of(everyuri)
	if not os.path.exists(program):
		return skip("failing calls within one process", "tests/calls-within is not built; configure with -Dtests=true")
	chosen = [(name, servers, words, kinds) for name, servers, words, kinds in cases(context) if not wanted or any(word in f"within {name}" for word in wanted)]
	jobs = [(program, name, kind, words(*(server.port for server in servers))) for name, servers, words, kinds in chosen for kind in kinds]
	with ThreadPoolExecutor(4) as workers:
		for good, *said in workers.map(lambda job: one(*job), jobs):
			point(good, *said)
	for _, servers, _, _ in chosen:
		for server in servers:
			server.__exit__()
	return None if wanted and not any(word in QUIT for word in wanted) else last_words(program, point)


QUIT = "THREATS C9: a mail server that has the message and does not answer QUIT is not waited for"


def last_words(program, point):
	received, begun = [], time.monotonic()
	with mail(received, b"QUIT") as server:
		done = subprocess.run([program, "none", "--set", f"smtp 127.0.0.1:{server.port}\nsender s@x.example", "send", DRAFT], capture_output=True,
		                      timeout=HANGS_S, check=False)
	took = time.monotonic() - begun
	good = done.returncode == 0 and done.stdout == b"sent" and len(received) == 1 and took < 10
	point(good, QUIT, () if good else [f"{took:.1f} s", repr(done)])


def one(program, name, kind, words):
	"""Returns: arguments of point()."""
	try:
		done = subprocess.run([program, kind, *map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=HANGS_S, check=False)
		said, status = done.stdout.decode(errors="replace"), done.returncode
	except subprocess.TimeoutExpired:
		said, status = "", f"none in {HANGS_S} s"
	found = re.search(r"within: \S+: (\d+) calls fail", said)
	good = status == 0 and found and (int(found[1]) > 0 or kind == "poll")  # there may be no call of poll
	return good, f"within one process: {name}: {kind}: {found[1] if found else 'no'} failing calls", () if good else [f"status {status}", *said.splitlines()]
