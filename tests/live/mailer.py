"""mailer.py - mail servers: a scripted one, which can refuse and give false replies, and aiosmtpd."""
import os
import socket
import ssl
import subprocess
import threading

from servers import DEBIAN_PYTHON, Missing, Server


class Mailer:
	"""Accepts mail by RFC 5321.

	replies: what is answered instead to a line that begins so; None: the connection is reset.
	offers:  the lines of EHLO's answer, before and after TLS.
	context: of TLS; with wrapped from the first byte on.
	cut:     so many bytes are said, and the connection is reset; None: all.  slowly: one by one.
	"""

	def __init__(self, replies=None, offers=((), ()), context=None, wrapped=False, cut=None, slowly=False):
		self.replies, self.offers, self.context, self.wrapped = replies or {}, offers, context, wrapped
		self.cut, self.slowly, self.said = cut, slowly, 0
		self.lines, self.messages, self.connections = [], [], 0
		self.socket = socket.socket()
		self.socket.bind(("127.0.0.1", 0))
		self.socket.listen(8)
		self.port = self.socket.getsockname()[1]
		threading.Thread(target=self.accept, daemon=True).start()

	def accept(self):
		while True:
			try:
				connection, _ = self.socket.accept()
			except OSError:
				self.socket.close()
				return
			self.connections += 1
			connection.settimeout(20)
			try:
				self.converse(connection)
			except OSError:
				pass

	def say(self, line, otherwise):
		answer = next((answer for start, answer in self.replies.items() if line.upper().startswith(start.encode())), otherwise)
		if answer is None:
			raise OSError("the connection is to be reset")
		data = answer if isinstance(answer, bytes) else answer.encode() + b"\r\n"
		left = len(data) if self.cut is None else max(0, min(len(data), self.cut - self.said))
		for i in range(0, left, 1 if self.slowly else len(data) or 1):
			self.stream.sendall(data[i:min(left, i + (1 if self.slowly else len(data)))])
		self.said += left
		if left < len(data):
			raise OSError("the connection is to be reset")
		return answer

	def converse(self, connection):
		"""Serve one connection, and record its lines even if it breaks."""
		secret, held = self.wrapped, b""
		self.stream = self.context.wrap_socket(connection, server_side=True) if secret else connection
		sender, recipients, asked = None, [], False
		try:
			self.say(b"<GREETING>", "220 sink.example ESMTP")
			while True:
				while b"\r\n" not in held:
					more = self.stream.recv(4096)
					if not more:
						return
					held += more
				line, held = held.split(b"\r\n", 1)
				self.lines.append(line)
				word = line.upper()
				if word.startswith(b"EHLO"):
					offers = ["sink.example", *self.offers[secret]]
					self.say(line, "\r\n".join(f"250{'-' if i < len(offers) - 1 else ' '}{offer}" for i, offer in enumerate(offers)))
				elif word == b"STARTTLS":
					if self.say(line, "220 go on")[:3] not in ("220", b"220"):
						continue
					self.stream, secret = self.context.wrap_socket(connection, server_side=True), True
				elif word.startswith(b"AUTH"):
					asked = self.say(line, "334 ") == "334 "
				elif asked:
					asked = False
					self.say(b"<LOGIN>", "235 welcome")
				elif word.startswith(b"MAIL"):
					sender, recipients = line, []
					self.say(line, "250 ok")
				elif word.startswith(b"RCPT"):
					recipients.append(line)
					self.say(line, "250 ok")
				elif word == b"DATA":
					if self.say(line, "354 go on") != "354 go on":
						continue
					while not held.startswith(b".\r\n") and b"\r\n.\r\n" not in held:
						more = self.stream.recv(65536)
						if not more:
							return
						held += more
					data, held = held.split(b"\r\n.\r\n", 1)
					data = b"\r\n".join(each[1:] if each.startswith(b".") else each for each in data.split(b"\r\n")) + b"\r\n"
					self.messages.append((sender, recipients, data, secret))
					self.say(b"<TAKEN>", "250 taken")
				elif word == b"QUIT":
					if self.say(line, "221 bye"):
						return
				else:
					self.say(line, "500 what?")
		finally:
			self.stream.close()

	def stop(self):
		self.socket.shutdown(socket.SHUT_RDWR) # who accepts closes it, see scripted.py


def context_of(folder):
	"""Make a TLS context with a new certificate, whose file is its `file`."""
	made = Server(folder)
	made.certificate()
	context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
	context.load_cert_chain(made.path("cert.pem"), made.path("key.pem"))
	return context, made.path("cert.pem")


class Aiosmtpd(Server):
	"""aiosmtpd: stores mail in a Maildir, with the envelope in extra header fields."""

	def start(self):
		if subprocess.run([DEBIAN_PYTHON, "-c", "import aiosmtpd"], capture_output=True).returncode:
			raise Missing("python3-aiosmtpd is not installed")
		for name in ("new", "cur", "tmp"):
			os.makedirs(self.path("Maildir", name), exist_ok=True)
		self.spawn(DEBIAN_PYTHON, "-m", "aiosmtpd", "-n", "-l", f"127.0.0.1:{self.port}",
		           "-c", "aiosmtpd.handlers.Mailbox", self.path("Maildir"))

	def messages(self):
		found = []
		for name in sorted(os.listdir(self.path("Maildir", "new"))):
			with open(self.path("Maildir", "new", name), "rb") as file:
				found.append(file.read())
		return found
