"""command.py - features of the command around an access: -j, ~/.netrc, progress, drafts."""
import base64
import http.server
import os
import pty
import select
import threading
import time

import servers
from scripted import Nobody, Scripted, talks


MIME = "MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n"


class Web(http.server.ThreadingHTTPServer):
	"""Answers by a function of the request, and counts concurrent requests."""
	daemon_threads = True

	def __init__(self, answer):
		web = self

		class Handler(http.server.BaseHTTPRequestHandler):
			def do_GET(self):
				with web.lock:
					web.now += 1
					web.most = max(web.most, web.now)
					web.seen.append((self.path, self.headers.get("Authorization")))
				try:
					code, headers, body = answer(self)
				finally:  # a client may send its next request before sendall returns
					with web.lock:
						web.now -= 1
				self.send_response(code)
				for name, value in {"Content-Length": len(body), **headers}.items():
					self.send_header(name, value)
				self.end_headers()
				self.wfile.write(body)

			def log_message(self, *_):
				pass

		super().__init__(("127.0.0.1", 0), Handler)
		self.lock, self.now, self.most, self.seen = threading.Lock(), 0, 0, []
		self.port = self.server_address[1]
		threading.Thread(target=self.serve_forever, daemon=True).start()

	def stop(self):
		self.shutdown()
		self.server_close()


def on_terminal(command, environment, answers=(), output=None, seconds=20):
	"""Run on a terminal; type each of answers (awaited text, input) in turn.  Returns status and screen."""
	child, screen = pty.fork()
	if child == 0:
		if output:
			os.dup2(os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), 1)
		os.execvpe(command[0], command, environment)
	shown, answers, end = b"", list(answers), time.monotonic() + seconds
	while time.monotonic() < end:
		if not select.select([screen], [], [], 0.2)[0]:
			continue
		try:
			data = os.read(screen, 65536)
		except OSError:
			break
		if not data:
			break
		shown += data
		if answers and answers[0][0] in shown:
			os.write(screen, answers.pop(0)[1])
	else:
		os.kill(child, 9)
	os.close(screen)
	return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), shown


def at_once(ok, Done):
	def answer(request):
		number = int(request.path[1:])
		time.sleep(0.02 + (number * 7 % 10) / 100)
		if number % 10 == 9:
			return 404, {}, b"none"
		return 200, {}, b"%d:" % number * (number * 3000) + b"\n"
	web = Web(answer)
	lines = "".join(f"http://127.0.0.1:{web.port}/{number}\n" for number in range(50))
	expected = b"".join(b"%d:" % n * (n * 3000) + b"\n" for n in range(50) if n % 10 != 9)
	done = Done("get", "-j", "8", input=lines.encode())
	ok(done.out == expected and done.status == 3, "-j 8: fifty documents in order, complete and not mixed",
	   len(done.out), len(expected), done.err)
	ok(done.err.count("404") == 5 and "line 10:" in done.err, "-j 8: an error line for each missing one", done.err)
	ok(2 <= web.most <= 8, "-j 8: several at once, at most eight", web.most)
	done = Done("get", "-j", "3", *lines.split()[:9])
	ok(done.out == expected[:len(done.out)] and done.status == 0, "-j 3: for arguments, too", done.status, done.err)
	web.stop()


def passwords(ok, Done, folder):
	told = "Basic " + base64.b64encode(b"ann:s3 cr@t%41").decode()

	def answer(request):
		if request.path == "/open":
			return 200, {}, b"open"
		if request.headers.get("Authorization") != told:
			return 401, {"WWW-Authenticate": 'Basic realm="x"'}, b"who?"
		if request.path.startswith("/to?"):
			return 302, {"Location": request.path[4:]}, b""
		return 200, {}, b"secret"
	web, other = Web(answer), Web(lambda request: (401, {"WWW-Authenticate": 'Basic realm="x"'}, b""))
	netrc = os.path.join(folder, "netrc")
	servers.write(netrc, 'default login x password y\nmachine elsewhere login ann password no\n# ann\n'
	              'machine 127.0.0.1\n\tlogin ann\n\tpassword "s3 cr@t%41"\nmacdef init\nmachine 127.0.0.1\n\n')
	os.chmod(netrc, 0o600)
	at, use = f"127.0.0.1:{web.port}", ("--netrc", netrc)
	done = Done("get", *use, f"http://{at}/")
	ok(done.out == b"secret" and done.status == 0 and not done.err, "~/.netrc: the password of a host", done)
	done = Done("get", f"http://ann:s3%20cr%40t%2541@{at}/")
	ok(done.out == b"secret" and "argument 1: warning: " in done.err, "a password in a URI: a warning", done)
	done = Done("get", *use, f"http://ann@{at}/")
	ok(done.out == b"secret", "~/.netrc: the password of the user in the URI", done)
	web.seen.clear()
	done = Done("get", *use, f"http://bob@{at}/", start_new_session=True)
	ok(done.status == 3 and told not in [seen for _, seen in web.seen], "~/.netrc: not that of another user", done)
	web.seen.clear()
	Done("get", *use, f"http://localhost:{web.port}/")
	Done("get", "--no-netrc", f"http://{at}/")
	ok(not any(seen for _, seen in web.seen), "~/.netrc: a host that it does not name gets no password", web.seen)
	done = Done("get", *use, f"http://{at}/to?/there", f"http://{at}/to?http://{at}/there")
	ok(done.out == b"secretsecret", "~/.netrc: a redirect to the same host, port and scheme has it too", done)
	Done("get", *use, f"http://{at}/to?http://localhost:{other.port}/", f"http://{at}/to?http://127.0.0.1:{other.port}/",
	     f"http://ann:s3%20cr%40t%2541@{at}/to?http://127.0.0.1:{other.port}/")
	ok(len(other.seen) >= 3 and not any(seen for _, seen in other.seen), "THREATS C8: a redirect to another host gets no password", other.seen)
	done = Done("get", *use, "-i", "--format", "json", f"http://{at}/")
	ok(b"cr" not in done.out and b'"whole":true' in done.out, "~/.netrc: the password is not shown", done)
	os.chmod(netrc, 0o640)
	listener = Nobody()
	done = Done("get", *use, f"http://127.0.0.1:{listener.port}/")
	ok(done.status == 2 and listener.unseen(), "~/.netrc: a file that others can read is refused", done)
	os.chmod(netrc, 0o600)
	ftp = Scripted(talks({"": b"220 x\r\n", "USER ann": b"331 ?\r\n", "PASS s3 cr@t%41": b"230 ok\r\n"}))
	Done("get", *use, f"ftp://127.0.0.1:{ftp.port}/x")
	time.sleep(0.1)
	ok(ftp.seen and ftp.seen[0][:2] == [b"USER ann", b"PASS s3 cr@t%41"], "~/.netrc: ftp", ftp.seen)
	for server in (web, other, listener, ftp):
		server.stop()


def progress(ok, everyuri, environment, folder):
	def slowly(connection):
		connection.recv(4096)
		connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n")
		for _ in range(5):
			time.sleep(0.25)
			connection.sendall(b"x" * 1000)
	for option, wanted in (("--raw", True), ("-s", False)):
		server, file = Scripted(slowly), os.path.join(folder, "kept")
		status, shown = on_terminal([everyuri, "get", option, f"http://127.0.0.1:{server.port}/"], environment, output=file)
		good = b"kB of 5.0 kB  " in shown and shown.endswith(b"\r\x1b[K") if wanted else shown == b""
		ok(status == 0 and good and os.path.getsize(file) == 5000,
		   "progress: a line on the terminal, which goes away" if wanted else "progress: none with -s", status, shown)
		server.stop()


def drafts(ok, everyuri, environment, folder):
	sendmail, sent = os.path.join(folder, "sendmail"), os.path.join(folder, "sent")
	servers.write(sendmail, f'#!/bin/sh\necho "$*" >{sent}\ncat >>{sent}\n')
	os.chmod(sendmail, 0o755)
	command = [everyuri, "open", "--send", "--sendmail", sendmail, "mailto:a@x.example?subject=s&body=one%0D%0Atwo"]
	environment = {**environment, "EDITOR": "true", "VISUAL": "", "TMPDIR": folder}
	for word in (b"y", b"no", b""):
		status, shown = on_terminal(command, environment, [(b"send this", word + b"\n")])
		ok(not os.path.exists(sent) and b"not sent" in shown, f"mailto: {word.decode() or 'nothing'!r} does not send it", status, shown)
	status, shown = on_terminal(command, environment, [(b"send this", b"yes\n")])
	with open(sent if os.path.exists(sent) else os.devnull, encoding="utf-8") as file:
		words = file.read()
	ok(status == 0 and words == "-t -i\nTo: a@x.example\nsubject: s\n" + MIME + "\none\ntwo", "mailto: sent if the user answers yes",
	   status, shown, words)
	status, shown = on_terminal([*command[:4], "false", command[-1]], environment, [(b"send this", b"yes\n")])
	ok(status == 3 and b"could not be sent" in shown, "mailto: a failure to send is status 3, and the message is kept", status, shown)


def command(ok, Done, everyuri, environment, folder):
	os.makedirs(folder, exist_ok=True)
	at_once(ok, Done)
	passwords(ok, Done, folder)
	progress(ok, everyuri, environment, folder)
	drafts(ok, everyuri, environment, folder)
