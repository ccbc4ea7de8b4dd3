"""sessions.py - sessions in external programs: telnet, rlogin, c3270, each on a terminal and with a real server."""
import os
import pty
import select
import time

import unpacked
import points
import servers
from points import folder, ok, skip, with_server
from scripted import Scripted


def converse_on_terminal(command, script, seconds, **environment):
	"""Run a command on a new terminal, and type the replies of the script after each text.  Returns: its output."""
	child, terminal = pty.fork()
	if not child:
		try:
			os.execvpe(command[0], command, {**points.NONE, "TERM": "xterm", **environment})
		finally:
			os._exit(127)
	heard, until = b"", time.monotonic() + seconds
	try:
		while time.monotonic() < until:
			if select.select([terminal], [], [], 0.2)[0]:
				try:
					more = os.read(terminal, 4096)
				except OSError: # its end, as Linux tells it
					more = b""
				if not more:
					break
				heard += more
			if script and script[0][0] in heard:
				os.write(terminal, script.pop(0)[1])
	finally:
		os.close(terminal)
		for _ in range(50):
			if os.waitpid(child, os.WNOHANG)[0]:
				break
			time.sleep(0.1)
		else:
			os.kill(child, 9)
			os.waitpid(child, 0)
	return heard


def telnet(server):
	if not servers.shutil.which("telnet"):
		return skip("open telnet:", "telnet is not installed")
	script = [(b"login: ", b"ada\n"), (b"welcome ada", b"hello\n"), (b"echo: hello", b"bye\n")]
	heard = converse_on_terminal([points.EVERYURI, "open", f"telnet://127.0.0.1:{server.port}/"], script, 15)
	return ok(b"welcome ada" in heard and b"echo: hello" in heard and not script,
	          "telnetd: open telnet: a session on a terminal", heard.decode(errors="replace"))


def tn3270(server):
	if not servers.shutil.which("c3270"):
		return skip("open tn3270:", "c3270 is not installed")
	script = [(b"My PC thinks", b"\x1d"), (b"c3270> ", b"quit\n")]
	heard = converse_on_terminal([points.EVERYURI, "open", f"tn3270://ann:s3cret@127.0.0.1:{server.port}/"], script, 20)
	ok(b"Hercules Version" in heard and not script, "hercules: open tn3270: a screen of 3270 on a terminal",
	   heard.decode(errors="replace")[-600:])
	ok(b'suggests logging in as "ann"' in heard and b"s3cret" not in heard, "hercules: the user is advice, the password is not shown",
	   heard[:300])
	ok("connected to 3270 device 0:0700" in server.log(), "hercules: and a 3270 connected", server.log()[-1000:])
	return server


def rlogin(server):
	path = server.client + ":" + servers.PATH
	at = f"127.0.0.1:{server.port}"
	script = [(b"Password: ", b"\x04")]
	heard = converse_on_terminal([points.EVERYURI, "open", f"rlogin://nobody:s3cret@{at}/"], script, 5, PATH=path)
	ok(b"Password: " in heard and not script, "rlogind: open rlogin: rlogin asks for a password on a terminal", heard)
	ok(b'suggests logging in as "nobody"' in heard and b"s3cret" not in heard, "rlogind: the user is advice", heard)

	def listen(connection):
		data = b""
		while data.count(b"\0") < 4:
			data += connection.recv(100)
		connection.sendall(b"\0welcome\r\n")
		return data
	scripted = Scripted(listen)
	heard = converse_on_terminal([points.EVERYURI, "open", f"rlogin://nobody:secret@127.0.0.1:{scripted.port}/"], [], 5, PATH=path)
	scripted.stop()
	words = (scripted.seen or [None])[0] or b""
	return ok(b"welcome" in heard and words.startswith(b"\0") and words.count(b"\0") == 4 and b"nobody" not in words and
	          b"secret" not in words, "RFC 1282: what rlogin tells a server has nothing of the URI", heard, scripted.seen)


def run():
	with_server("telnetd", lambda: unpacked.Telnetd(folder("telnetd")), telnet)
	with_server("hercules", lambda: servers.Hercules(folder("hercules")), tn3270)
	with_server("rlogind", lambda: unpacked.Rlogind(folder("rlogind")), rlogin)
