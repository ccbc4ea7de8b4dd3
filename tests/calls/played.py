"""played.py - a server that plays one of vectors/transcripts: it reads as many bytes as the client should send."""
import itertools
import os
import re
import socket
import sys
import threading

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "get"))
from servers import Server


class Packets:
	"""A server of datagrams: answers each with the next of its answers, and repeats the last one."""
	patience_s = 20

	def __init__(self, *answers):
		self.answers = answers
		self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
		self.socket.bind(("127.0.0.1", 0))
		self.port = self.socket.getsockname()[1]
		self.answering = threading.Thread(target=self.answer, daemon=True)
		self.answering.start()

	def answer(self):
		for number in itertools.count():
			data, client = self.socket.recvfrom(65536)
			if not data:
				return
			for packet in self.answers[min(number, len(self.answers) - 1)]:
				self.socket.sendto(packet, client)

	def __enter__(self):
		return self

	def __exit__(self, *_):
		with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as own:
			own.sendto(b"", ("127.0.0.1", self.port))
		self.answering.join()
		self.socket.close()

PLAYED = {">", ">-", "<", "<-", "eof"}
PASSED_OVER = {"uri", "as", "set", "kind", "connect", "may-end", "=", "end"}
ESCAPES = {"t": b"\t", "n": b"\n", "r": b"\r", "\\": b"\\", "0": b"\0"}


def octets(text):
	return re.sub(rb"\\(?:x([0-9A-Fa-f]{2})|(.))",
	              lambda m: bytes([int(m[1], 16)]) if m[1] else ESCAPES[m[2].decode()], text)


class Transcript:
	"""steps: (word, bytes); possible: one connection, no question to the user, and a complete object."""

	def __init__(self, path):
		self.name = "/".join(path.split("/")[-2:]).removesuffix(".txt")
		self.uri, self.steps, self.options, self.possible = "", [], [], True
		connections = 0
		with open(path, "rb") as file:
			for line in file.read().split(b"\n"):
				word, _, rest = line.partition(b" ")
				word = word.decode("latin-1")
				if not word or word.startswith("#"):
					continue
				if word == "uri":
					self.uri = rest.decode("latin-1")
				elif word == "set":
					self.options += ["--set", rest.decode("latin-1")]
				elif word == "as":
					self.options += ["--as", rest.decode("latin-1")]
				elif word == "connect":
					connections += 1
					self.host, self.port, *more = rest.decode().split()
					self.datagrams = more == ["udp"]
					self.possible = self.possible and (self.datagrams or not more)
				elif word == "end":
					self.possible = self.possible and rest == b"ok"
				elif word in PLAYED:
					self.steps.append((word, octets(rest) + (b"\r\n" if word in "<>" else b"")))
				elif word not in PASSED_OVER:
					self.possible = False
		self.possible = self.possible and connections == 1

	def serve(self):
		if self.datagrams:
			return Packets(*self.exchanges())

		def handler(connection, _):
			for word, data in self.steps:
				if word[0] == "<":
					connection.sendall(data)
				elif word == ">":
					while not connection.recv(1) in (b"\n", b""):
						pass
				elif word == ">-":
					left = len(data)
					while left and (more := connection.recv(left)):
						left -= len(more)
			connection.shutdown(socket.SHUT_WR)
			while connection.recv(4096):
				pass
		return Server(handler)

	def exchanges(self):
		"""Return, for each packet of the client, the packets of the answer."""
		answers = []
		for word, data in self.steps:
			if word[0] == ">":
				answers.append([])
			else:
				answers[-1].append(data)
		return answers

	def words(self, port):
		"""Return the arguments of the command, with the address of this server."""
		def here(text):
			return re.sub(rf"(//|[ @]){re.escape(self.host)}(:\d+)?(?=[/?#; ]|$)", rf"\g<1>127.0.0.1:{port}", text, flags=re.I)
		return [here(option) for option in self.options] + [here(self.uri)]
