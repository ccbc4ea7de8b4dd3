"""Requests that attack: each is refused as expected, and nobody behind the gateway hears of it."""
import os
import re
import socket
import urllib.parse

import points
from points import ok
from scripted import Nobody, Scripted, answers, says
from world import HOST, Gateway

VECTORS = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))),
                       "vectors", "gateway", "requests.tsv")
ESCAPES = {"t": b"\t", "n": b"\n", "r": b"\r", "0": b"\0", "\\": b"\\"}


def octets(text):
	"""The escapes of vectors/README.md."""
	out, at = b"", 0
	while at < len(text):
		if text[at] != "\\":
			out += text[at].encode()
			at += 1
		elif text[at + 1] == "x":
			out += bytes([int(text[at + 2:at + 4], 16)])
			at += 4
		else:
			out += ESCAPES[text[at + 1]]
			at += 2
	return out


def repeated(text):
	"""{a*100}: as vectors/gateway has long things."""
	return re.sub(r"\{(.+?)\*(\d+)\}", lambda m: m[1] * int(m[2]), text)


def asks(gateway, request, seconds=15, head=False):
	"""Returns: all that is answered until the connection ends or nothing more comes; head: until its head ends."""
	data = b""
	with socket.create_connection((HOST, gateway.port), seconds) as connection:
		try:
			connection.sendall(request)
			while True:
				connection.settimeout(0.5 if b"\r\n\r\n" in data else seconds)
				more = connection.recv(65536)
				if not more:
					break
				data += more
				if head and b"\r\n\r\n" in data:
					break
		except OSError:
			pass
	return data


def status_of(answer):
	match = re.match(rb"HTTP/1\.1 (\d{3}) ", answer)
	return int(match[1]) if match else 0


def rows():
	with open(VECTORS, encoding="utf-8") as file:
		names = None
		for line in file:
			line = line.rstrip("\n")
			if line.startswith("#") or not line:
				continue
			if names is None:
				names = line.split("\t")
				continue
			yield dict(zip(names, line.split("\t")))


def of_vectors():
	"""A gateway as it comes: no host of this machine is allowed, files and mail are off."""
	gateway = Gateway("--max-time", "3")
	nobody = Nobody()
	try:
		for row in rows():
			if row["final"] in ("", "-"):
				continue
			text = repeated(row["input"]).replace("{port}", str(gateway.port)).replace("{nobody}", str(nobody.port))
			answer = asks(gateway, octets(text), head=True)
			good = status_of(answer) == int(row["final"])
			ok(good, f"attack {row['id']}: {row['final']}", answer[:300])
		for host in (HOST, "localhost", "2130706433", "0x7f.1", "0177.0.0.1", "127.1", "[::ffff:127.0.0.1]", "[::1]",
		             "127.0.0.1.", "LOCALHOST", "%31%32%37.0.0.1", "0", "[64:ff9b::7f00:1]", "[2002:7f00:1::]"):
			for scheme in ("gopher", "ftp", "http", "nntp", "finger"):
				uri = f"{scheme}://{host}:{nobody.port}/x"
				request = f"GET {uri} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
				status = status_of(asks(gateway, request.encode()))
				ok(status in (400, 403, 502), f"{uri}: refused", status)
		ok(nobody.unseen(), "nobody was connected to")
	finally:
		nobody.stop()
		gateway.stop()


def of_splitting(gateway):
	"""What a server says does not become a field of ours."""
	for name, head in (("a type with a line end", b"Content-Type: text/plain\r\n\tX-Evil: 1\r\n"),
	                   ("cookies", b"Set-Cookie: a=b\r\nContent-Type: text/html\r\n"),
	                   ("permission for others", b"Access-Control-Allow-Origin: *\r\nContent-Type: text/html\r\n"),
	                   ("a worker's scope", b"Service-Worker-Allowed: /\r\nContent-Type: text/javascript\r\n"),
	                   ("data to clear", b"Clear-Site-Data: \"*\"\r\nContent-Type: text/html\r\n")):
		server = Scripted(answers(b"HTTP/1.1 200 OK\r\nConnection: close\r\n" + head + b"\r\n<p>page"))
		uri = urllib.parse.quote(f"http://{HOST}:{server.port}/", safe="")
		answer = asks(gateway, f"GET /{uri} HTTP/1.1\r\nHost: {gateway.at}\r\nConnection: close\r\n\r\n".encode())
		fields = answer.split(b"\r\n\r\n")[0].lower()
		ok(not any(word in fields for word in (b"x-evil", b"set-cookie", b"access-control", b"service-worker", b"clear-site")),
		   f"a server's {name}: no field of ours", answer[:500])
		server.stop()


def of_pages(gateway):
	"""What is foreign is shown in a sandbox, what is ours takes nothing from elsewhere."""
	for media_type in (b"text/html", b"image/svg+xml", b"application/xhtml+xml", b"text/xml"):
		server = Scripted(answers(b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: " + media_type +
		                          b"\r\n\r\n<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"))
		uri = urllib.parse.quote(f"http://{HOST}:{server.port}/", safe="")
		answer = asks(gateway, f"GET /{uri} HTTP/1.1\r\nHost: {gateway.at}\r\nConnection: close\r\n\r\n".encode())
		fields = answer.split(b"\r\n\r\n")[0].lower()
		policy = re.search(rb"content-security-policy: ([^\r]*)", fields)
		ok(policy and (b"sandbox" in policy[1] or b"<script>" not in answer), f"{media_type.decode()}: in a sandbox", answer[:600])
		ok(b"nosniff" in fields, f"{media_type.decode()}: not to be guessed at", fields)
		server.stop()


def of_redirects(gateway):
	"""A server does not lead to files, sessions or mail of this machine, nor to the gateway."""
	for target in ("file:///etc/passwd", "telnet://h/", "mailto:a@b", "mid:a@b", f"http://{gateway.at}/", "data:text/html,x",
	               "gopher://h/1a%0d%0aFLUSHALL"):
		server = Scripted(answers(f"HTTP/1.1 302 Found\r\nLocation: {target}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode()))
		uri = urllib.parse.quote(f"http://{HOST}:{server.port}/", safe="")
		answer = asks(gateway, f"GET /{uri} HTTP/1.1\r\nHost: {gateway.at}\r\nConnection: close\r\n\r\n".encode())
		ok(status_of(answer) in (403, 502, 508), f"a redirect to {target}: refused", answer[:300])
		server.stop()


def of_good_redirects(gateway):
	"""One that leads where it may is followed for a browser, and passed on to a proxy's client."""
	for proxied in (False, True):
		last = Scripted(answers(b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\nfound"))
		server = Scripted(answers(f"HTTP/1.1 302 Found\r\nLocation: http://{HOST}:{last.port}/y\r\nContent-Length: 0\r\n"
		                          f"Connection: close\r\n\r\n".encode()))
		uri = f"http://{HOST}:{server.port}/x"
		target = uri if proxied else "/" + urllib.parse.quote(uri, safe="")
		answer = asks(gateway, f"GET {target} HTTP/1.1\r\nHost: {gateway.at}\r\nConnection: close\r\n\r\n".encode())
		if proxied:
			ok(status_of(answer) == 302 and f"Location: http://{HOST}:{last.port}/y\r\n".encode() in answer,
			   "a redirect in proxy form is passed on", answer[:400])
		else:
			ok(status_of(answer) == 200 and b"found" in answer and f":{last.port}".encode() in answer.replace(b"</span>", b""),
			   "a redirect in origin form is followed, and the page has its new URI", answer[:3000])
		server.stop()
		last.stop()
	for said, status in ((b"404 Not Found", 404), (b"410 Gone", 410), (b"405 x", 502), (b"500 x", 502)):
		server = Scripted(answers(b"HTTP/1.1 " + said + b"\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"))
		answer = asks(gateway, f"GET http://{HOST}:{server.port}/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
		ok(status_of(answer) == status, f"a server that answers {said.decode()}: {status}", answer[:200])
		server.stop()


def of_loose_redirects(gateway):
	"""What no URI has is encoded in Location, as browsers do it; what is no address at all stays so."""
	for written, asked in ((b"/a b", b"/a%20b"), ("/caf\u00e9|\"x\"".encode(), b"/caf%C3%A9%7C%22x%22"), (b"/\xff{<^>}", b"/%FF%7B%3C%5E%3E%7D"),
	                       (b"/a%20b", b"/a%20b")):
		last = Scripted(answers(b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\nfound"))
		server = Scripted(answers(b"HTTP/1.1 302 Found\r\nLocation: http://%s:%d%s\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
		                          % (HOST.encode(), last.port, written)))
		uri = urllib.parse.quote(f"http://{HOST}:{server.port}/", safe="")
		answer = asks(gateway, f"GET /{uri} HTTP/1.1\r\nHost: {gateway.at}\r\nConnection: close\r\n\r\n".encode())
		shown = urllib.parse.quote(f"http://{HOST}:{last.port}".encode() + asked, safe="").encode()
		ok(status_of(answer) == 200 and b"found" in answer and shown in answer, f"RFC 9110 10.2.2: Location {written!r} is followed", answer[:300])
		server.stop()
		last.stop()
	nobody = Nobody()
	for written in (f"http:\\\\{HOST}:{nobody.port}/", f"http://{HOST}:{nobody.port}\\x", f"http://{HOST}:{nobody.port}/%zz", f"http://{HOST}:{nobody.port} /"):
		server = Scripted(answers(f"HTTP/1.1 302 Found\r\nLocation: {written}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode()))
		uri = urllib.parse.quote(f"http://{HOST}:{server.port}/", safe="")
		answer = asks(gateway, f"GET /{uri} HTTP/1.1\r\nHost: {gateway.at}\r\nConnection: close\r\n\r\n".encode())
		ok(status_of(answer) in (400, 403, 502), f"Location {written!r}: refused", answer[:300])
		server.stop()
	ok(nobody.unseen(), "nobody was connected to")
	nobody.stop()


def of_long_headers(gateway):
	"""A header that does not end is the server's fault, and is called so."""
	for n in (70000, 200000, 500000):
		server = Scripted(answers(b"HTTP/1.1 200 OK\r\nX: " + b"x" * n + b"\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"))
		uri = urllib.parse.quote(f"http://{HOST}:{server.port}/", safe="")
		answer = asks(gateway, f"GET /{uri} HTTP/1.1\r\nHost: {gateway.at}\r\nConnection: close\r\n\r\n".encode())
		ok(status_of(answer) == 502 and b"response header too long" in answer and b"memory" not in answer,
		   f"THREATS C9: a header of {n} octets: 502", answer[:300], answer[-1500:])
		server.stop()


def of_loading(gateway):
	"""A page has no business at another host that the user has allowed."""
	nobody = Nobody()
	server = Scripted(answers(f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n"
	                          f"<img src=http://localhost:{nobody.port}/i.gif>".encode()))
	uri = urllib.parse.quote(f"http://{HOST}:{server.port}/", safe="")
	page = asks(gateway, f"GET /{uri} HTTP/1.1\r\nHost: {gateway.at}\r\nConnection: close\r\n\r\n".encode())
	address = re.search(rb'src="(/_/within/P/[^"]*)"', page)
	ok(address is not None, "a page of HTML names a picture elsewhere", page[-400:])
	answer = asks(gateway, b"GET %s HTTP/1.1\r\nHost: %s\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\n"
	              b"Sec-Fetch-Dest: image\r\nConnection: close\r\n\r\n" % (address[1] if address else b"/", gateway.at.encode()))
	ok(status_of(answer) == 403, "THREATS G3: at a host of this network, though the user may go there: refused", answer[:300])
	ok(nobody.unseen(), "nobody was connected to")
	nobody.stop()
	server.stop()


def of_smuggling(gateway):
	"""gopher and ftp URIs that hold a second command."""
	nobody = Nobody()
	for uri in (f"gopher://{HOST}:{nobody.port}/1a%0d%0aFLUSHALL", f"ftp://{HOST}:{nobody.port}/a%0d%0aDELE%20b",
	            f"finger://{HOST}:{nobody.port}/a%0ab", f"nntp://{HOST}:{nobody.port}/g%0d%0aPOST/1"):
		answer = asks(gateway, f"GET /{urllib.parse.quote(uri, safe='')} HTTP/1.1\r\nHost: {gateway.at}\r\n"
		                       f"Connection: close\r\n\r\n".encode())
		ok(status_of(answer) in (400, 403) and b"byte" in answer, f"{uri}: refused, and where", answer[:300])
	ok(nobody.unseen(), "nobody was connected to")
	nobody.stop()


def of_forms():
	"""What the command may send by its configuration, the gateway does not."""
	nobody = Nobody()
	gateway = Gateway("--set", "form-agreed", "--allow-host", "127.0.0.0/8", "--max-time", "3")
	uri = urllib.parse.quote(f"gopher://{HOST}:{nobody.port}/1a%09%09+%091%0d%0a+-1%0d%0aDELETE%0d%0a.%0d%0a", safe="")
	answer = asks(gateway, f"GET /{uri} HTTP/1.1\r\nHost: {gateway.at}\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\n"
	                       f"Sec-Fetch-Dest: document\r\nConnection: close\r\n\r\n".encode())
	ok(status_of(answer) == 403 and b"The gateway sends no forms" in answer, "THREATS G2: a filled form is not sent, though form-agreed is set", answer[:300])
	ok(nobody.unseen(), "nobody was connected to")
	gateway.stop()
	nobody.stop()


def run(gateway, world):
	of_vectors()
	of_splitting(gateway)
	of_pages(gateway)
	of_redirects(gateway)
	of_good_redirects(gateway)
	of_loose_redirects(gateway)
	of_long_headers(gateway)
	of_loading(gateway)
	of_smuggling(gateway)
	of_forms()
