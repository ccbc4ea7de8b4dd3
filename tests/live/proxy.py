"""proxy.py - a proxy that forwards bytes with a fault: late, one at a time, cut, reset, or silent."""
import re
import select
import socket
import struct
import threading
import time


class Fault:
	"""down, up: bytes that pass from the server and from the client until `end` comes; None: all.
	end: "close", "reset" or "silence".  one: a byte of the server at a time.  delay: seconds before each piece."""

	def __init__(self, down=None, up=None, end="close", one=False, delay=0):
		self.down, self.up, self.end, self.one, self.delay = down, up, end, one, delay

	def __str__(self):
		cut = f"{self.end} after {self.down if self.up is None else f'{self.up} of the client'}"
		return f"{'' if self.down is self.up is None else cut}{' bytewise' * self.one}{f' delay {self.delay}' * bool(self.delay)}"


class Proxy:
	"""fault: of each connection; data: of the ones that FTP's EPSV replies speak of, which then lead
	through a proxy, too (None: directly to the server)."""

	def __init__(self, port, fault=None, data=None):
		self.to, self.fault, self.data = port, fault or Fault(), data
		self.passed, self.open, self.inner = 0, [], []
		self.socket = socket.socket()
		self.socket.bind(("127.0.0.1", 0))
		self.socket.listen(8)
		self.port = self.socket.getsockname()[1]
		threading.Thread(target=self.serve, daemon=True).start()

	def serve(self):
		while True:
			try:
				client, _ = self.socket.accept()
				server = socket.create_connection(("127.0.0.1", self.to), 5)
			except OSError:
				self.socket.close() # not stop, see scripted.py
				return
			self.open += [client, server]
			for one in (client, server):
				one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
				one.settimeout(20)
			threading.Thread(target=self.carry, args=(client, server), daemon=True).start()

	def carry(self, client, server):
		"""One thread for both ways: a close comes into force only when no call waits on the socket."""
		ways = {server: (client, "down"), client: (server, "up")}
		left = {"down": self.fault.down, "up": self.fault.up}
		reading = [client, server]
		try:
			while reading:
				if 0 in left.values():
					self.finish(client, server)
					return
				for source in select.select(reading, [], [], 20)[0]:
					sink, way = ways[source]
					if not self.pass_on(source, sink, way, left):
						reading.remove(source)
						sink.shutdown(socket.SHUT_WR)
					elif left[way] == 0:
						break
		except (OSError, ValueError): # ValueError: stop() closed it
			pass

	def pass_on(self, source, sink, way, left):
		"""Returns: False at the end."""
		data = source.recv(1 if self.fault.one and way == "down" else 65536)
		if self.fault.delay:
			time.sleep(self.fault.delay)
		if way == "down" and self.data and b"229 " in data:
			data = self.through(data)
		data = data[:left[way]]
		if left[way] is not None:
			left[way] -= len(data)
		self.passed += len(data) * (way == "down") # before the client can have ended
		sink.sendall(data)
		return data

	def through(self, reply):
		"""The EPSV reply that leads through a proxy with the fault of data."""
		port = re.search(rb"\|\|\|(\d+)\|", reply)
		if not port:
			return reply
		self.inner.append(Proxy(int(port[1]), self.data))
		return reply.replace(port[1], str(self.inner[-1].port).encode())

	def finish(self, *pair):
		for one in pair if self.fault.end != "silence" else ():
			if self.fault.end == "reset":
				one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
				one.close()
			else:
				one.shutdown(socket.SHUT_RDWR)

	def stop(self):
		for inner in self.inner:
			inner.stop()
		for one in [self.socket, *self.open]:
			try:
				one.shutdown(socket.SHUT_RDWR)
			except OSError:
				pass
		for one in self.open:
			one.close()
