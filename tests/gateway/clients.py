"""lynx, curl and wget through the proxy form: real servers, and the same bytes as without it."""
import os
import shutil
import socket
import subprocess

import attacks
import points
from points import ok, skip
from scripted import Scripted, answers, says
from world import HOST, MESSAGES, PIXEL

TRANSCRIPTS = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), "vectors", "transcripts")


class Client:
	"""A program that is told of the proxy by its environment; bytes(uri) is what it gets."""

	def __init__(self, name, gateway, command):
		self.name, self.command = name, command
		proxy = f"http://{gateway.at}/"
		schemes = ("ftp", "gopher", "http", "news", "nntp", "snews", "wais", "finger", "mid", "urn", "x-demo")
		self.environment = {**points.NONE, **{scheme + "_proxy": proxy for scheme in schemes}, "no_proxy": ""}
		self.environment.pop("NO_PROXY", None)

	def there(self):
		if shutil.which(self.command[0]):
			return True
		skip(f"{self.name} through the gateway", f"{self.command[0]} is not installed")
		return False

	def get(self, uri):
		try:
			return subprocess.run([*self.command, uri], env=self.environment, stdin=subprocess.DEVNULL,
			                      capture_output=True, timeout=30).stdout
		except subprocess.TimeoutExpired as late:
			return b"too late: " + (late.stdout or b"")


def of_search(gateway):
	"""What lynx asks for when somebody has typed words into an index."""
	server = Scripted(answers(b"0Found\t/f\t127.0.0.1\t70\r\n.\r\n"))
	uri = f"gopher://{HOST}:{server.port}/7/s?two+words%3F"
	with socket.create_connection((HOST, gateway.port), 15) as connection:
		connection.sendall(f"GET {uri} HTTP/1.0\r\n\r\n".encode())
		answer = connection.makefile("rb").read()
	ok(b"Found" in answer and b"/7/s%09two%20words%3F" in answer, "a search as lynx asks a proxy for it", answer)
	server.stop()


def of_lynx(gateway, world):
	source = Client("lynx", gateway, ["lynx", "-source"])
	shown = Client("lynx", gateway, ["lynx", "-dump", "-width=200"])
	if not source.there():
		return
	if world.gopher:
		at = f"{HOST}:{world.gopher.port}"
		got = source.get(f"gopher://{at}/0/text.txt")
		ok(got == b"A text, with ftp://ftp.example/ in it.\r\n", "lynx: a text over gopher, byte for byte", got)
		got = shown.get(f"gopher://{at}/1/")
		ok(b"A folder" in got and f"gopher://{at}/1/folder".encode() in got,
		   "lynx: a gopher menu, its links gopher URIs", got.decode(errors="replace"))
		got = source.get(f"gopher://{at}/I/pixel.png")
		ok(got == PIXEL, "lynx: a picture over gopher, byte for byte", got)
	if world.ftp:
		at = f"{HOST}:{world.ftp.port}"
		got = source.get(f"ftp://{at}/docs/read%20me.txt;type=i")
		ok(got == b"read me\n", "lynx: a file over ftp", got)
		got = shown.get(f"ftp://{at}/")
		ok(b"docs" in got and f"ftp://{at}/docs/".encode() in got, "lynx: an ftp directory", got.decode(errors="replace"))
	if world.news:
		at = f"{HOST}:{world.news.port}"
		got = shown.get("news:test.a")
		ok(b"number 1" in got, "lynx: a news group, with an empty Host", got.decode(errors="replace"))
		got = source.get("news:1@live.example")
		ok(b"number 1" in got and b"body 1" in got, "lynx: an article by its message-id", got)
		got = shown.get(f"nntp://{at}/test.a")
		ok(b"number 1" in got, "lynx: a group of an nntp server", got.decode(errors="replace"))
	got = source.get("mid:" + MESSAGES[1])
	ok(b"Thank you." in got, "lynx: a message by its id", got)


def of_lynx_lines(gateway):
	source = Client("lynx", gateway, ["lynx", "-source"])
	if not shutil.which("lynx"):
		return
	server = Scripted(answers(b"Login: ann\r\nPlan:\r\nnone\r\n"))
	got = source.get(f"finger://{HOST}:{server.port}/ann")
	ok(b"Login: ann" in got, "lynx: finger", got)
	server.stop()


def of_wais(gateway):
	"""No server of that protocol is left: what one says is in the transcripts."""
	shown = Client("lynx", gateway, ["lynx", "-dump", "-width=200"])
	if not shutil.which("lynx"):
		return
	with open(os.path.join(TRANSCRIPTS, "wais", "search.txt"), encoding="utf-8") as file:
		replies = [attacks.octets(line[3:].rstrip("\n")) for line in file if line.startswith("<- ")]
	server = Scripted(answers(*replies))
	got = shown.get(f"wais://{HOST}:{server.port}/db?a+b")
	ok(b"first" in got and b"second" in got and f"wais://{HOST}:{server.port}/db/".encode() in got,
	   "lynx: a wais search", got.decode(errors="replace"))
	server.stop()


def of_curl(gateway, world):
	curl = Client("curl", gateway, ["curl", "-s", "-x", f"http://{gateway.at}"])
	if not curl.there():
		return
	if world.ftp:
		at = f"{HOST}:{world.ftp.port}"
		for path in ("a.txt", "docs/deeper/end.txt;type=i"):
			plain = subprocess.run(["curl", "-s", f"ftp://{at}/{path}"], capture_output=True, timeout=30).stdout
			got = curl.get(f"ftp://{at}/{path}")
			ok(plain and got == plain, f"curl: {path} over ftp: the bytes that it gets by itself", got[:100])
	server = Scripted(answers(b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nSet-Cookie: a=b\r\nContent-Length: 5\r\n"
	                          b"Alt-Svc: h3=\":443\"\r\nStrict-Transport-Security: max-age=9\r\n\r\nplain"))
	done = subprocess.run(["curl", "-s", "-i", "-H", "Cookie: c=d", "-H", "Authorization: Basic eDp5", "-x",
	                       f"http://{gateway.at}", f"http://{HOST}:{server.port}/x"], capture_output=True, timeout=30)
	lower = done.stdout.lower()
	ok(lower.endswith(b"plain"), "curl: a page over http", done.stdout)
	ok(not any(name in lower for name in (b"set-cookie", b"alt-svc", b"strict-transport")),
	   "curl: what sets a state at the client is removed", done.stdout)
	server.stop()


def of_messages(gateway, world):
	"""curl has no mid: of its own, and asks for it where http is asked for; it takes anything, so it gets the message."""
	def get(*words):
		return subprocess.run(["curl", "-s", "-i", *words], capture_output=True, timeout=30).stdout

	def part(uri, number, *words):
		return get(*words, f"{gateway.origin}/_/part?uri={uri}&part={number}")

	message = "mid%3A" + MESSAGES[0]
	got = get("--request-target", "mid:" + MESSAGES[0], f"http://{gateway.at}/")
	ok(b"Content-Type: message/rfc822" in got and b"boundary=cut" in got, "curl: a message as it stands", got)
	for number, length, kind in ((3, len(PIXEL), b"image/png"), (2, 40, b"text/plain; charset=utf-8")):
		got = part(message, number)
		head, body = got.split(b"\r\n\r\n", 1)
		ok(len(body) == length and b"Content-Type: " + kind in head and b"Content-Security-Policy: sandbox" in head,
		   f"curl: part {number} of a message, in the sandbox", got)
	got = part(message, 3, "-I")
	ok(got.startswith(b"HTTP/1.1 200") and b"Content-Type: image/png" in got, "curl: the head of a part", got)
	for number, status in ((1, b"404"), (9, b"404"), ("x", b"400"), (0, b"400")):
		got = part(message, number)
		ok(got.startswith(b"HTTP/1.1 " + status), f"curl: part {number}, which is made of others or none", got[:200])
	got = part(f"file%3A%2F%2F{world.files.replace('/', '%2F')}%2Fsub%2Ffile.txt", 1)
	ok(got.startswith(b"HTTP/1.1 404") and b"only a mail message has parts" in got, "curl: what is no message has no parts", got[:200])


def of_wget(gateway, world):
	wget = Client("wget", gateway, ["wget", "-q", "-O", "-"])
	if not wget.there() or not world.ftp:
		return
	at = f"{HOST}:{world.ftp.port}"
	got = wget.get(f"ftp://{at}/a.txt")
	ok(got == b"x" * 3000, "wget: a file over ftp", got[:100])


def run(gateway, world):
	of_search(gateway)
	of_lynx(gateway, world)
	of_lynx_lines(gateway)
	of_wais(gateway)
	of_curl(gateway, world)
	if shutil.which("curl"):
		of_messages(gateway, world)
	of_wget(gateway, world)
