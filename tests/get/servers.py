"""Servers on loopback that answer as a test says, each connection in a thread of its own."""
import socket
import threading


class Server:
	"""Hands each connection to handler(connection, self); keeps what handlers put into seen."""
	patience_s = 20  # with a client that says nothing

	def __init__(self, handler):
		self.handler, self.seen, self.connections = handler, [], 0
		self.socket = socket.socket()
		self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
		self.socket.bind(("127.0.0.1", 0))
		self.socket.listen(32)
		self.port = self.socket.getsockname()[1]
		self.accepting = threading.Thread(target=self.serve, daemon=True)
		self.accepting.start()

	def serve(self):
		while True:
			try:
				connection, _ = self.socket.accept()
			except OSError:
				return
			self.connections += 1
			threading.Thread(target=self.handle, args=(connection,), daemon=True).start()

	def handle(self, connection):
		connection.settimeout(self.patience_s)
		try:
			self.handler(connection, self)
		except OSError:
			pass
		finally:
			connection.close()

	def __enter__(self):
		return self

	def __exit__(self, *_):
		self.socket.shutdown(socket.SHUT_RDWR)
		self.accepting.join()  # or it would accept on the next socket of this number
		self.socket.close()


def request_of(connection):
	data = b""
	while b"\r\n\r\n" not in data:
		more = connection.recv(4096)
		if not more:
			break
		data += more
	return data.decode("latin-1")


def web(answer):
	"""HTTP: answer is the bytes, or a function of the request that returns them."""
	def handler(connection, server):
		request = request_of(connection)
		server.seen.append(request)
		connection.sendall(answer(request) if callable(answer) else answer)
	return Server(handler)


def page(body, *headers, code="200 OK"):
	lines = [f"HTTP/1.1 {code}", f"Content-Length: {len(body)}", "Connection: close", *headers]
	return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1") + body


def gopher(answer):
	def handler(connection, server):
		server.seen.append(connection.recv(4096))
		connection.sendall(answer)
	return Server(handler)


def nntp(articles):
	"""articles: of a message-id in its brackets the text."""
	def handler(connection, server):
		connection.sendall(b"200 x\r\n")
		held = b""
		while True:
			while b"\r\n" not in held:
				more = connection.recv(4096)
				if not more:
					return
				held += more
			line, held = held.split(b"\r\n", 1)
			server.seen.append(line)
			text = articles.get(line.removeprefix(b"ARTICLE "))
			connection.sendall(b"220 0 x\r\n" + text + b".\r\n" if text else b"200 x\r\n" if line == b"MODE READER" else b"430 no\r\n")
	return Server(handler)


def ftp(data=b"", listing=None):
	"""Lets anybody in; an object is data, a directory listing, by LIST alone."""
	def handler(connection, server):
		second, held = None, b""
		connection.sendall(b"220 x\r\n")
		while True:
			while b"\r\n" not in held:
				more = connection.recv(4096)
				if not more:
					return
				held += more
			line, held = held.split(b"\r\n", 1)
			server.seen.append(line)
			verb = line.split(b" ")[0]
			if verb == b"EPSV":
				second = socket.socket()
				second.bind(("127.0.0.1", 0))
				second.listen(1)
				connection.sendall(b"229 (|||%d|)\r\n" % second.getsockname()[1])
			elif verb in (b"RETR", b"LIST"):
				connection.sendall(b"150 x\r\n")
				peer, _ = second.accept()
				peer.sendall(data if verb == b"RETR" else listing)
				peer.close()
				connection.sendall(b"226 x\r\n")
			else:
				connection.sendall({b"USER": b"230 x\r\n", b"TYPE": b"200 x\r\n", b"CWD": b"250 x\r\n",
				                    b"REST": b"350 x\r\n"}.get(verb, b"500 x\r\n"))
	return Server(handler)


# ---- LDAP: RFC 4511, by the encoding rules of X.690 ------------------------------------------------------

def element(tag, *parts):
	body = b"".join(parts)
	size = len(body)
	length = bytes([size]) if size < 128 else b"\x82" + size.to_bytes(2, "big") if size < 65536 else b"\x84" + size.to_bytes(4, "big")
	return bytes([tag]) + length + body


def entry(name, **attributes):
	pairs = [element(0x30, element(4, key.encode()), element(0x31, element(4, value)))
	         for key, value in attributes.items()]
	return element(0x64, element(4, name), element(0x30, *pairs))


def result(tag, code, words=b""):
	return element(tag, element(10, bytes([code])), element(4), element(4, words))


def message_of(connection):
	"""Returns: (number, tag, bytes) of a message; None at the end.  Lengths are below 64 kB."""
	def exactly(n):
		data = b""
		while len(data) < n:
			more = connection.recv(n - len(data))
			if not more:
				return None
			data += more
		return data

	head = exactly(2)
	if not head:
		return None
	length = head[1]
	if length > 0x80:
		length = int.from_bytes(exactly(length - 0x80), "big")
	body = exactly(length)
	size = body[1]
	return body[2:2 + size], body[2 + size], body[2 + size:]


def directory(*messages, bind=0, cut=False):
	"""Answers a search with these messages; cut: and then ends without a word."""
	def handler(connection, server):
		while True:
			message = message_of(connection)
			if not message:
				return
			number, tag, body = message
			server.seen.append(body)
			if tag == 0x60:
				connection.sendall(element(0x30, element(2, number), result(0x61, bind, b"go away")))
			elif tag == 0x63:
				for answer in messages:
					connection.sendall(element(0x30, element(2, number), answer))
				if cut:
					return
			elif tag == 0x42:
				return
	return Server(handler)
