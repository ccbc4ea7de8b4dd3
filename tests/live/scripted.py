"""scripted.py - servers that send scripted replies, and a listener that must get no connection."""
import socket
import threading


class Scripted:
	"""Accepts connections one after another and passes each to the next handler(connection)."""

	def __init__(self, *handlers):
		self.socket = socket.socket()
		self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
		self.socket.bind(("127.0.0.1", 0))
		self.socket.listen(8)
		self.port = self.socket.getsockname()[1]
		self.handlers, self.seen = list(handlers), []
		self.thread = threading.Thread(target=self.serve, daemon=True)
		self.thread.start()

	def serve(self):
		while True:
			try:
				connection, _ = self.socket.accept()
			except OSError:
				self.socket.close()
				return
			handler = self.handlers.pop(0) if self.handlers else (lambda c: None)
			connection.settimeout(20)
			try:
				self.seen.append(handler(connection))
			except OSError:
				self.seen.append(None)
			finally:
				connection.close()

	def stop(self):
		"""The accepting thread closes the socket: otherwise it could accept on a new socket with the same number."""
		self.socket.shutdown(socket.SHUT_RDWR)


def says(*lines):
	"""Make a handler that sends lines at once, then reads to the end, and returns what it read."""
	def handler(connection):
		for line in lines:
			connection.sendall(line)
		connection.shutdown(socket.SHUT_WR)
		data = b""
		while True:
			more = connection.recv(4096)
			if not more:
				return data
			data += more
	return handler


def answers(*replies):
	"""Make a handler that sends one reply after each read, and then ends."""
	def handler(connection):
		for reply in replies:
			if not connection.recv(4096):
				return
			connection.sendall(reply)
		connection.shutdown(socket.SHUT_WR)
		while connection.recv(4096):
			pass
	return handler


def talks(replies, last=b"500 no\r\n"):
	"""Make a handler that answers each line by the first of replies {start: answer} that matches; the answer to ""
	comes first.  Returns the lines."""
	def handler(connection):
		lines, held = [], b""
		connection.sendall(replies.get("", b""))
		while True:
			more = connection.recv(4096)
			if not more:
				return lines
			held += more
			while b"\r\n" in held:
				line, held = held.split(b"\r\n", 1)
				lines.append(line)
				answer = next((a for start, a in replies.items() if start and line.startswith(start.encode())),
				              last)
				connection.sendall(answer() if callable(answer) else answer)
	return handler


class Nobody(Scripted):
	"""A listener that must get no connection."""

	def __init__(self):
		super().__init__()

	def unseen(self):
		return not self.seen
