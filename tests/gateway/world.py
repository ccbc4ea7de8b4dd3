"""A gateway that runs, and real servers behind it: what the other files of this folder test with."""
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "live"))
import unpacked
import points
import servers
from scripted import Scripted

HOST = "127.0.0.1"
MESSAGES = "first@gateway.example", "second@gateway.example"


class Gateway:
	"""everyuri serve on a free port; `at` is host:port, `origin` its address without the last slash."""

	def __init__(self, *options):
		environment = {**points.NONE, "EVERYURI_CONFIG": ""}
		self.log = os.path.join(points.ROOT, f"gateway-{id(self)}.err")
		with open(self.log, "wb") as errors:
			self.process = subprocess.Popen([points.EVERYURI, "serve", "--port", "0", *options], env=environment,
			                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors)
		line = self.process.stdout.readline().decode().strip()
		if not line.startswith("http://"):
			self.stop()
			with open(self.log) as errors:
				raise RuntimeError(f"the gateway does not start: {line!r} {errors.read()}")
		self.origin = line.rstrip("/")
		self.at = self.origin[len("http://"):]
		self.port = int(self.at.rsplit(":", 1)[1])

	def stop(self):
		"""Returns its exit status."""
		self.process.terminate()
		try:
			status = self.process.wait(10)
		except subprocess.TimeoutExpired:
			self.process.kill()
			status = self.process.wait()
		self.process.stdout.close()
		return status

	def memory(self):
		"""Bytes of memory that are its own."""
		with open(f"/proc/{self.process.pid}/status") as status:
			for line in status:
				if line.startswith("VmHWM"):
					return int(line.split()[1]) * 1024
		return 0

	def descriptors(self):
		return len(os.listdir(f"/proc/{self.process.pid}/fd"))


# ---- what the servers have --------------------------------------------------------------------------

PIXEL = bytes.fromhex("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489"
                      "0000000d49444154789c6360f8cfc0f01f00050001ff89c5370e0000000049454e44ae426082")


def gopher_files(top):
	servers.write(os.path.join(top, "gophermap"),
	              "i   __________________________________\tfake\t(NULL)\t0\n"
	              "i  /  The test world                 /|\tfake\t(NULL)\t0\n"
	              "i /_________________________________/ |\tfake\t(NULL)\t0\n"
	              "i |  * spaces   are kept *          | /\tfake\t(NULL)\t0\n"
	              "i |_________________________________|/\tfake\t(NULL)\t0\n"
	              "i\tfake\t(NULL)\t0\n"
	              "0A text\t/text.txt\n"
	              "1A folder\t/folder\n"
	              "7A search\t/search\n"
	              "IA picture\t/pixel.png\n"
	              "hA page\t/page.html\n"
	              "9An archive\t/archive.bin\n"
	              "i\tfake\t(NULL)\t0\n"
	              "iElsewhere:\tfake\t(NULL)\t0\n"
	              "1A larger world\t/world\tgopher.floodgap.com\t70\n"
	              "hA standard\tURL:https://www.rfc-editor.org/rfc/rfc1436\n"
	              "8A library's catalogue\t\tlibrary.example\t23\n")
	servers.write(os.path.join(top, "text.txt"), "A text, with ftp://ftp.example/ in it.\n")
	servers.write(os.path.join(top, "pixel.png"), PIXEL)
	servers.write(os.path.join(top, "page.html"),
	              "<!DOCTYPE html><title>t</title><p>A <a href='text.txt'>relative link</a>\n"
	              "<script>document.title = 'it ran'</script>\n")
	servers.write(os.path.join(top, "folder", "inner.txt"), "inner\n")


def ftp_files(server):
	for name, size in (("b.txt", 20), ("a.txt", 3000), ("c.bin", 100)):
		servers.write(server.path("anon", name), b"x" * size)
	servers.write(server.path("anon", "docs", "read me.txt"), "read me\n")
	servers.write(server.path("anon", "docs", "deeper", "end.txt"), "the end\n")


def mail_file(path):
	"""An mbox of two messages; the first has a picture inside."""
	import base64
	servers.write(path, "From x Sat Nov 21 12:00:00 2026\nFrom: A <a@gateway.example>\nTo: b@gateway.example\n"
	              "Subject: =?utf-8?q?A_picture_=C3=A9?=\nDate: Sat, 21 Nov 2026 12:00:00 +0000\n"
	              f"Message-ID: <{MESSAGES[0]}>\nMIME-Version: 1.0\n"
	              "Content-Type: multipart/related; boundary=cut\n\n--cut\nContent-Type: text/plain; charset=utf-8\n\n"
	              "Hello,\n> quoted\nand http://example.com/x\n"
	              "--cut\nContent-Type: image/png\nContent-ID: <pixel@gateway.example>\nContent-Disposition: inline\n"
	              f"Content-Transfer-Encoding: base64\n\n{base64.b64encode(PIXEL).decode()}\n--cut--\n\n"
	              "From x Sat Nov 21 13:00:00 2026\nFrom: B <b@gateway.example>\nSubject: Re: A picture\n"
	              f"Message-ID: <{MESSAGES[1]}>\nIn-Reply-To: <{MESSAGES[0]}>\nReferences: <{MESSAGES[0]}>\n\nThank you.\n\n")
	return path


# ---- the world ----------------------------------------------------------------------------------------

class World:
	"""The servers that this machine has; what is missing is None, and skip() says so."""

	def __init__(self):
		self.running = []
		self.gopher = self.begin("gophernicus", lambda: servers.Gophernicus(points.folder("g-gopher")),
		                         lambda server: gopher_files(server.path("root")))
		self.ftp = self.begin("pyftpdlib", lambda: servers.Pyftpdlib(points.folder("g-ftp")), ftp_files)
		self.news = self.begin("innd", lambda: unpacked.Inn(points.folder("g-news")))
		self.mail = mail_file(os.path.join(points.folder("g-mail"), "box"))
		self.files = points.folder("g-files")
		servers.write(os.path.join(self.files, "sub", "file.txt"), "a file\n")

	def begin(self, name, make, prepare=None):
		server = None
		try:
			server = make()
			if prepare:
				prepare(server)
			server.start()
			self.running.append(server)
			return server
		except servers.Missing as missing:
			if server:
				server.stop()
			points.skip(f"gateway: {name}", str(missing))
			return None

	def options(self):
		more = ["--allow-host", HOST, "--allow-host", "localhost", "--mail", self.mail, "--root", self.files]
		if self.news:
			more += ["--set", f"news-server {HOST}:{self.news.port}"]
		return more

	def stop(self):
		for server in self.running:
			server.stop()
