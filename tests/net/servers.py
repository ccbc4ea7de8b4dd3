"""servers.py - servers on loopback that tests/net/run talks to: each accepts, counts and remembers."""
import os
import socket
import ssl
import subprocess
import threading
import time


class Server:
	"""Listens on a free port of each address; handler(connection, server) runs for each connection."""

	def __init__(self, handler=None, addresses=("127.0.0.1",), tls=None, port=0):
		self.handler, self.tls = handler, tls
		self.seen = []  # peers that connected
		self.heard = []  # whatever handlers put here
		self.listeners = []
		self.port = port
		for address in addresses:
			family = socket.AF_INET6 if ":" in address else socket.AF_INET
			listener = socket.socket(family, socket.SOCK_STREAM)
			listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
			if family == socket.AF_INET6:
				listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
			listener.bind((address, self.port))
			self.port = listener.getsockname()[1]
			listener.listen(8)
			self.listeners.append(listener)
			threading.Thread(target=self.accept, args=(listener,), daemon=True).start()

	def accept(self, listener):
		while True:
			try:
				connection, peer = listener.accept()
			except OSError:
				listener.close()
				return
			self.seen.append(peer)
			threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

	def serve(self, connection):
		try:
			connection.settimeout(20)
			if self.tls:
				connection = self.tls.wrap_socket(connection, server_side=True,
				                                  suppress_ragged_eofs=False)
			if self.handler:
				self.handler(connection, self)
		except (OSError, ValueError) as error:
			self.heard.append(type(error).__name__)
		try:
			connection.close()
		except OSError:
			pass

	def wait(self, n=1):
		"""Wait for n requests, and return them."""
		for _ in range(200):
			if len(self.heard) >= n:
				break
			time.sleep(0.02)
		return list(self.heard)

	def __enter__(self):
		return self

	def __exit__(self, *_):
		for listener in self.listeners:
			listener.shutdown(socket.SHUT_RDWR) # who accepts closes it: of a number that is free again it would accept on the next one


def header_of(connection):
	"""Read up to an empty line."""
	data = b""
	while b"\r\n\r\n" not in data:
		piece = connection.recv(4096)
		if not piece:
			break
		data += piece
	return data.decode("latin-1")


def answers(*texts):
	"""A handler that hears a request and gives the next of the answers, on the same connection."""
	def handler(connection, server):
		for text in texts:
			request = header_of(connection)
			if not request:
				return
			server.heard.append(request)
			connection.sendall(text.encode("latin-1"))
	return handler


def says(data, pause=0.0, one_by_one=False):
	"""A handler that speaks first."""
	def handler(connection, server):
		for piece in ([data[i:i + 1] for i in range(len(data))] if one_by_one else [data]):
			connection.sendall(piece)
			if pause:
				time.sleep(pause)
		if isinstance(connection, ssl.SSLSocket):
			connection.unwrap()
	return handler


def silent(connection, server):
	"""Says nothing, for as long as anyone cares."""
	while connection.recv(4096):
		pass


# ---- certificates ----------------------------------------------------------------------------------------

def openssl(*words):
	subprocess.run(["openssl", *words], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


class Authority:
	"""A CA of the test's own, and what it has signed."""

	def __init__(self, folder):
		self.folder = folder
		self.file = os.path.join(folder, "ca.pem")
		self.key = os.path.join(folder, "ca.key")
		openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
		        "-subj", "/CN=a CA of the test", "-days", "2", "-keyout", self.key, "-out", self.file)

	def sign(self, name, subject_names, *dates):
		"""A context for servers with a certificate for these names; None: it has the Common Name alone."""
		key, request, certificate, extra = (os.path.join(self.folder, f"{name}.{suffix}")
		                                    for suffix in ("key", "csr", "pem", "ext"))
		openssl("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
		        "-subj", "/CN=localhost", "-keyout", key, "-out", request)
		with open(extra, "w", encoding="ascii") as file:
			file.write(f"subjectAltName={subject_names}\n" if subject_names else "basicConstraints=CA:FALSE\n")
		openssl("x509", "-req", "-in", request, "-CA", self.file, "-CAkey", self.key,
		        "-set_serial", str(time.monotonic_ns()), "-extfile", extra, "-out", certificate,
		        *(dates or ("-days", "2")))
		context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
		context.load_cert_chain(certificate, key)
		return context


# ---- a SOCKS5 proxy (RFC 1928), and one of HTTP ------------------------------------------------------------

def pass_on(one, other):
	def way(source, to):
		try:
			while True:
				data = source.recv(4096)
				if not data:
					break
				to.sendall(data)
			to.shutdown(socket.SHUT_WR)
		except OSError:
			pass
	thread = threading.Thread(target=way, args=(other, one), daemon=True)
	thread.start()
	way(one, other)
	thread.join(10)


def exactly(connection, n):
	data = b""
	while len(data) < n:
		piece = connection.recv(n - len(data))
		if not piece:
			raise OSError("it ended")
		data += piece
	return data


def socks(target_port):
	"""Resolves every name to 127.0.0.1; the port is the requested one, unless it is 70."""
	def handler(connection, server):
		exactly(connection, exactly(connection, 2)[1])
		connection.sendall(b"\5\0")
		kind = exactly(connection, 4)[3]
		size = {1: 4, 4: 16}.get(kind) or exactly(connection, 1)[0]
		host = exactly(connection, size)
		port = int.from_bytes(exactly(connection, 2), "big")
		server.heard.append((kind, host.decode("latin-1"), port))
		to = socket.create_connection(("127.0.0.1", target_port if port == 70 else port))
		connection.sendall(b"\5\0\0\1\x7f\0\0\1\0\0")
		pass_on(connection, to)
	return handler


def http_proxy(target_port):
	def handler(connection, server):
		request = b""
		while not request.endswith(b"\r\n\r\n"):
			request += exactly(connection, 1)
		server.heard.append(request.decode("latin-1"))
		to = socket.create_connection(("127.0.0.1", target_port))
		if request.startswith(b"CONNECT "):
			connection.sendall(b"HTTP/1.1 200 Fine\r\n\r\n")
		else:
			to.sendall(request)
		pass_on(connection, to)
	return handler
