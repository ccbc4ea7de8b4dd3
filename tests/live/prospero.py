"""prospero.py - a stub of a Prospero server, by the protocol's description, over UDP that loses packets: no real server exists any more."""
import socket
import struct
import threading
import time

from points import Done, menu_of, ok

LINK = "LINK L {} {} INTERNET-D 127.0.0.1({}) ASCII {} 0\n"
TEXT_MAX = 40  # bytes of a packet's text, so that an answer is several


class Stub:
	"""Answers each request by links; the packets that `lost` names, as ("in", n) or ("out", n), counted from 1 in
	each direction, are as if the network had lost them."""

	def __init__(self, lost=(), silent=False, wait=0):
		self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
		self.socket.bind(("127.0.0.1", 0))
		self.port = self.socket.getsockname()[1]
		self.lost, self.silent, self.wait = set(lost), silent, wait
		self.came, self.went = [], 0
		text = (LINK.format("DIRECTORY", "papers", self.port, "/papers") +
		        LINK.format("FILE", "readme", self.port, "/readme")).encode()
		self.pieces = [text[at:at + TEXT_MAX] for at in range(0, len(text), TEXT_MAX)]
		threading.Thread(target=self.serve, daemon=True).start()

	def say(self, to, connection, number):
		self.went += 1
		if ("out", self.went) not in self.lost:
			header = struct.pack(">BHHH", 7, connection, number, len(self.pieces))
			self.socket.sendto(header + self.pieces[number - 1], to)

	def serve(self):
		while True:
			try:
				data, peer = self.socket.recvfrom(2000)
			except OSError:
				return
			connection, number, _, through = struct.unpack(">HHHH", data[1:9])
			self.came.append((time.monotonic(), number, through, data[9:]))
			if ("in", len(self.came)) in self.lost or self.silent:
				continue
			if self.wait:
				self.socket.sendto(struct.pack(">BHHHHH", 11, connection, 0, 0, 1, self.wait), peer)
				time.sleep(self.wait / 2)
				self.wait = 0
			for piece in range(through + 1, len(self.pieces) + 1):
				self.say(peer, connection, piece)

	def stop(self):
		self.socket.close()


def labels(server):
	return [item["label"] for item in menu_of(f"prospero://127.0.0.1:{server.port}//pros/name")]


def gets_all(name, **how):
	server = Stub(**how)
	told = labels(server)
	ok(told == ["papers", "readme"], f"prospero: {name}", told, server.came)
	server.stop()
	return server


def lossy():
	server = gets_all("an answer of several packets")
	ok(len(server.came) == 1, "prospero: nothing is asked twice where nothing is lost", server.came)
	server = gets_all("the request is lost", lost=[("in", 1)])
	again = server.came
	ok(len(again) == 2 and again[0][1:] == again[1][1:] and 0.9 < again[1][0] - again[0][0] < 5,
	   "RFC 8085 3.1.1: prospero: the same request is sent again after a second", again)
	server = gets_all("the first packet of the answer is lost", lost=[("out", 1)])
	ok(all(through == 0 for _, _, through, _ in server.came) and len(server.came) > 1,
	   "prospero: the server is told that it has not come", server.came)
	server = gets_all("the last one is lost", lost=[("out", 3)])
	ok([(number, through) for _, number, through, _ in server.came[1:]] == [(0, 2)],
	   "prospero: the server is told how far it has come, and not asked anew", server.came)
	server = gets_all("the server asks for time, and has it", wait=3)
	ok(len(server.came) == 1, "prospero: whoever was asked to wait does not ask again", server.came)
	server = Stub(silent=True)
	begun = time.monotonic()
	done = Done("get", "--max-time", "4", f"prospero://127.0.0.1:{server.port}/x")
	ok(done.status == 3 and not done.out and time.monotonic() - begun < 8 and len(server.came) == 3,
	   "THREATS C9: prospero: a server that says nothing is asked ever more seldom, and --max-time ends it", done, server.came)
	server.stop()
