#!/usr/bin/env python3
"""tests/live/run.py [GROUP]... - run everyuri get, open and plan --run with real servers on loopback.  Prints TAP.

EVERYURI is the command (default: build/everyuri).  GROUP is "sessions", "mail", or a function of mail.py such as
"mail.taken"; without it everything runs.  A server that is not installed is skipped.
"""
import os
import sys
import time
import urllib.parse

sys.path[:0] = [os.path.dirname(os.path.abspath(__file__)), os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")]
import faulty
import mail
import more
import points
import prospero
import servers
import sessions
import usage
from command import command
from points import (BYTES, LINES, ROOT, Done, folder, gets, menu_of, ok, same_as_curl, with_server)
from scripted import Nobody, Scripted, answers, says, talks


# ---- ftp ---------------------------------------------------------------------------------------------

def ftp_files(server):
	servers.write(server.path("anon", "bytes.bin"), BYTES)
	servers.write(server.path("anon", "a b%.txt"), LINES)
	servers.write(server.path("anon", "sub dir", "deep", "x"), b"deep")
	servers.write(server.path("anon", "sub dir", "-l"), b"hyphen")
	servers.write(server.path("home", "motd"), b"home\n")
	servers.write(server.path("home", "etc", "motd"), b"home etc\n")


def ftp(name):
	def tests(server):
		at = f"127.0.0.1:{server.port}"
		gets(f"ftp://{at}/bytes.bin", BYTES, f"{name}: a file, byte for byte")
		gets(f"ftp://{at}/a%20b%25.txt;type=i", LINES, f"{name}: a name with a space and a percent sign")
		gets(f"ftp://{at}/sub%20dir/deep/x", b"deep", f"{name}: a directory for each segment")
		gets(f"ftp://{at}/sub%20dir/-l", b"hyphen", f"{name}: a name that begins with a hyphen")
		same_as_curl(f"ftp://{at}/bytes.bin", name)
		items = menu_of(f"ftp://{at}/")
		labels = {item["label"] for item in items}
		ok({"bytes.bin", "a b%.txt", "sub dir"} <= labels, f"{name}: a directory as a menu", items)
		kinds = {item["label"]: item.get("kind") for item in items}
		ok(kinds.get("sub dir") == "menu" and kinds.get("bytes.bin") == "document",
		   f"{name}: directories are menus, files documents", items)
		by_label = {item["label"]: item.get("uri") for item in items}
		gets(by_label.get("a b%.txt") or "x:", LINES, f"{name}: the URI of an item gets it", "--set", "ftp-direct")
		deeper = menu_of(by_label.get("sub dir") or "x:")
		ok({item["label"] for item in deeper} >= {"deep", "-l"}, f"{name}: and that of a directory its menu", deeper)
		done = Done("get", f"ftp://{at}/no/such")
		ok(done.status == 3 and not done.out and "550" in done.err, f"{name}: a missing file: status 3, and the server's message", done)
		kept = os.path.join(ROOT, "kept-" + name)
		servers.write(kept, BYTES[:50000])
		done = Done("get", "-o", kept, "--from", "50000", f"ftp://{at}/bytes.bin")
		with open(kept, "rb") as file:
			ok(done.status == 0 and file.read() == BYTES, f"{name}: --from resumes at the end of a file", done)
	return tests


def ftp_of(name, make, more=None):
	def tests(server):
		ftp_files(server)
		if hasattr(server, "ready"):
			server.ready()
		ftp(name)(server)
		if more:
			more(server)
	with_server(name, make, tests)


def proftpd(server):
	at = f"127.0.0.1:{server.port}"
	servers.write(server.path("outside", "motd"), b"outside\n")
	gets(f"ftp://u:p@{at}/motd", b"home\n", "proftpd: the login directory")
	gets(f"ftp://u:p@{at}/etc/motd", b"home etc\n", "proftpd: RFC 1738 3.2.2: etc is below it")
	outside = urllib.parse.quote(server.path("outside"), safe="")
	gets(f"ftp://u:p@{at}/{outside}/motd", b"outside\n", "proftpd: RFC 1738 3.2.2: %2F is the root of the machine")
	gets(f"ftp://u:p@{at}//etc/motd", b"home etc\n", "proftpd: an empty CWD is refused with 501, and the plan continues")
	done = Done("get", f"ftp://u:wrong@{at}/motd")
	ok(done.status == 3 and "530" in done.err and "wrong" not in done.err,
	   "proftpd: a wrong password: status 3, and it is not shown", done)
	done = Done("get", f"ftp://u@{at}/motd", start_new_session=True)
	ok(done.status != 0 and not done.out, "proftpd: no terminal to ask for a password: no object", done)


def pyftpdlib(server):
	at = f"127.0.0.1:{server.port}"
	Done("get", f"ftp://{at}/sub%20dir/deep/x")
	with open(server.path("commands"), encoding="utf-8") as file:
		said = [line.split(" <- ")[1].strip() for line in file if " <- " in line]
	ok(["CWD sub dir", "CWD deep", "TYPE I", "EPSV", "RETR x"] == said[-5:],
	   "pyftpdlib: the commands sent are those of the plan", said[-8:])
	done = Done("plan", "--run", "-v", f"ftp://u:p@{at}/motd")
	ok(done.status == 0 and b"send     RETR motd" in done.out and b"said     226" in done.out and b" p\n" not in done.out,
	   "pyftpdlib: plan --run -v shows each step, and no password", done)


# ---- gopher ------------------------------------------------------------------------------------------

def gopher_files(server):
	servers.write(server.path("root", "hello.txt"), b"hello\nworld\n")
	servers.write(server.path("root", "bytes.bin"), BYTES)
	servers.write(server.path("root", "sub", "deep.txt"), b"deep\n")
	for top, folders, files in os.walk(server.path("root")):
		for each in folders:
			os.chmod(os.path.join(top, each), 0o755)
		for each in files:
			os.chmod(os.path.join(top, each), 0o644)


def gopher(name, scheme="gopher", options=()):
	def tests(server):
		# pygopherd starts a process and a key exchange for each connection, which takes more than the usual 10 s on a
		# busy machine.  It ends TLS without close_notify, so that the object cannot be known to be complete.
		end = 3 if scheme == "gophers" else 0
		at = f"127.0.0.1:{server.port}"
		items = menu_of(f"{scheme}://{at}/", *options)
		uris = {os.path.basename(urllib.parse.unquote(item.get("uri", ""))): item for item in items if item.get("uri")}
		text = next((item for item in items if "hello" in item["label"].lower() or "hello" in item.get("uri", "")), None)
		ok(text and text.get("kind") == "document", f"{name}: a menu with a document", items)
		if text:
			done = Done("get", *options, text["uri"])
			ok(done.status == end and done.out.replace(b"\r\n", b"\n").rstrip(b"\n") == b"hello\nworld",
			   f"{name}: its URI gets it", text, done)
		binary = next((item for item in items if "bytes" in item.get("uri", "")), None)
		if binary:
			done = Done("get", *options, binary["uri"])
			ok(done.status == end and done.out == BYTES, f"{name}: bytes unchanged", binary, done)
		sub = next((item for item in items if item.get("kind") == "menu" and "sub" in item.get("uri", "")), None)
		deeper = menu_of(sub["uri"], *options) if sub else []
		ok(any("deep" in item.get("uri", "") for item in deeper), f"{name}: a menu within the menu", uris, deeper)
		done = Done("get", *options, f"{scheme}://{at}/1/no/such/thing")
		ok(done.status in (0, 3), f"{name}: a missing object gives the server's message", done)
	return tests


# ---- news --------------------------------------------------------------------------------------------

def news(server):
	for number in range(1, 6):
		server.post("test.a", number)
	at = f"127.0.0.1:{server.port}"
	here = ("--set", f"news-server {at}")
	groups = {item["label"].split()[0] for item in menu_of("news:*", *here)}
	ok({"test.a", "test.b"} <= groups, "sn: news:* is the menu of groups", groups)
	done = Done("get", *here, "news:4@live.example")
	ok(done.status == 0 and b"Subject: number 4" in done.out, "sn: an article by its message-id", done)
	items = menu_of("news:test.a", *here)
	ok(len(items) >= 1 and any("number" in item["label"] for item in items), "sn: a group is a menu of articles", items)
	items = menu_of(f"nntp://{at}/test.a")
	third = next((item.get("uri") for item in items if item["label"].endswith("number 3")), None) or "x:"
	done = Done("get", third)
	ok(done.status == 0 and b"Subject: number 3" in done.out and b"\r\n.dot\r\nbody 3" in done.out,
	   "sn: an article by its number in the menu, its dot taken off", third, items, done)
	done = Done("get", *here, "news:no.such.group")
	ok(done.status == 3 and "411" in done.err, "sn: a missing group: status 3", done)


# ---- dict --------------------------------------------------------------------------------------------

def dictd(server):
	at = f"127.0.0.1:{server.port}"
	done = Done("get", f"dict://{at}/d:sun:small:1")
	ok(done.status == 0 and b"a star that is near" in done.out and b"151" not in done.out,
	   "dictd: a definition", done)
	done = Done("get", f"dict://{at}/d:ice%20cream")
	ok(done.status == 0 and b"cold" in done.out and b"a small lexicon" in done.out,
	   "dictd: all definitions, each with where it is from", done)
	items = menu_of(f"dict://{at}/m:sun::prefix")
	ok([item["label"] for item in items] == ["sun", "sunny"], "dictd: matches are a menu", items)
	done = Done("get", items[-1].get("uri") or "x:")
	ok(done.status == 0 and b"of light" in done.out, "dictd: the URI of a match gives its definition", items, done)
	done = Done("get", f"dict://{at}/d:nothing")
	ok(done.status == 3 and not done.out and "552" in done.err, "dictd: a missing word: status 3, and the server's message", done)


# ---- ldap --------------------------------------------------------------------------------------------

def slapd(server):
	at, tls = f"127.0.0.1:{server.port}", f"localhost:{server.port + 1}"
	gets(f"ldap://{at}/cn=c,o=live?cn,sn", b"version: 1\n\ndn: cn=c,o=live\ncn: c\nsn: last\n", "slapd: an entry, as LDIF")
	gets(f"ldap://{at}/cn=a%20b+sn=x%3Fy,o=live?description",
	     b"version: 1\n\ndn: cn=a b+sn=x?y,o=live\ndescription:: OmNvbG9u\ndescription:: PGFuZ2xl\ndescription:: IGJsYW5r\n",
	     "slapd: RFC 2849: values that LDIF would read as something else are encoded")
	gets(f"ldap://{at}/o=live?sn?one?(sn=umlaut)", b"version: 1\n\ndn:: Y249w6Qsbz1saXZl\nsn: umlaut\n",
	     "slapd: a filter and a scope; a name beyond US-ASCII")
	gets(f"ldap://{at}/o=live?cn?one?(%7C(sn=last)(sn=nobody))", b"version: 1\n\ndn: cn=c,o=live\ncn: c\n", "slapd: a filter of filters")
	gets(f"ldap://{at}/o=live??sub?(cn=%5C2A)", b"", "slapd: an empty result is no failure")
	done = Done("get", f"ldap://{at}/")
	ok(done.status == 0 and b"\ndn:\n" in done.out, "slapd: the root DSE", done)
	done = Done("get", f"ldap://{at}/o=live?cn?sub")
	ok(done.status == 3 and done.out.count(b"\ndn:") == 3 and "incomplete: " in done.err,
	   "THREATS C10: slapd: the server's limit makes it partial", done)
	done = Done("get", f"ldap://{at}/o=nowhere")
	ok(done.status == 3 and not done.out and "No such object" in done.err, "slapd: a missing entry: status 3, and the server's message", done)
	gets(f"ldaps://{tls}/cn=c,o=live?sn", b"version: 1\n\ndn: cn=c,o=live\nsn: last\n", "slapd: ldaps, its certificate known",
	     "--cacert", server.path("cert.pem"))
	done = Done("get", f"ldaps://{tls}/cn=c,o=live?sn")
	ok(done.status == 3 and not done.out, "slapd: a certificate of an unknown authority", done)
	listener = Nobody()
	done = Done("get", "--set", "refuse-address loopback", f"ldap://localhost:{listener.port}/o=live")
	ok(done.status == 1 and listener.unseen(), "THREATS G3: ldap: no connection to a name with a refused address", done)
	listener.stop()
	welcome = bytes.fromhex("300c02010161070a010004000400")
	entry = bytes.fromhex("3020020102641b04066f3d6c697665") + bytes.fromhex("3011300f0402636e310904076f6e6520746f6f")
	for name, after in (("cut behind an entry", entry), ("cut within one", entry + entry[:9]), ("cut before any", b"")):
		first = Scripted(answers(welcome, after))
		done = Done("get", "--max-time", "5", f"ldap://127.0.0.1:{first.port}/o=live")
		ok(done.status == 3 and done.out.count(b"cn: one too\n") == (1 if after else 0), f"THREATS C10: ldap: {name} is not complete", done)
		first.stop()
	first = Scripted(lambda connection: time.sleep(8))
	began = time.time()
	done = Done("get", "--connect-timeout", "1", f"ldap://127.0.0.1:{first.port}/o=live")
	ok(done.status == 3 and time.time() - began < 5, "THREATS C9: ldap: a silent server", done)
	first.stop()
	first = Scripted(says(b"HTTP/1.1 400 no\r\n\r\n"))
	done = Done("get", f"ldap://127.0.0.1:{first.port}/o=live", "--max-time", "5")
	ok(done.status == 3 and not done.out, "ldap: a server of another protocol", done)
	first.stop()


# ---- http --------------------------------------------------------------------------------------------

def asked(server):
	"""A user without a password, at 401: docs/schemes/http.md."""
	servers.write(server.path("root", "secret", "x"), b"told\n")
	at, prompt = f"127.0.0.1:{server.port}", b"password for 127.0.0.1: "

	def typed(uri, *answers, seconds=15):
		script = [(prompt, answer + b"\n") for answer in answers]
		heard = sessions.converse_on_terminal([points.EVERYURI, "get", uri], script, seconds)
		return heard, script
	heard, left = typed(f"http://ann@{at}/secret/x", b"s3 cr@t")
	ok(b"told" in heard and b"cr@t" not in heard and not left, "nginx: 401: the password is asked for, and not shown", heard)
	heard, left = typed(f"http://ann@{at}/secret/x", b"wrong", b"s3 cr@t")
	ok(b"told" not in heard and b"401" in heard and heard.count(prompt) == 1 and b"wrong" not in heard,
	   "nginx: a wrong one: 401, and it is asked for once", heard)
	heard, _ = typed(f"http://ann@{at}/bytes.bin", b"s3 cr@t")
	ok(prompt not in heard, "nginx: if the server does not ask for a password, neither do we", heard[:200])
	heard, left = typed(f"http://ann@{at}/to?/secret/x", b"s3 cr@t")
	ok(b"told" in heard and not left, "nginx: a redirect on the same server asks for the password of the same user", heard)
	heard, left = typed(f"http://{at}/to?http://ann@localhost:{server.port}/secret/x", b"s3 cr@t", seconds=5)
	ok(b"told" not in heard and b"password for" not in heard and left,
	   "THREATS C8: nginx: no redirect makes us ask for a password elsewhere", heard)
	done = Done("get", f"http://ann@{at}/secret/x", start_new_session=True)
	ok(done.status == 3 and not done.out and "401" in done.err, "nginx: no terminal to ask for a password: no object", done)
	gets(f"http://ann:s3%20cr%40t@{at}/secret/x", b"told\n", "nginx: the password in the URI is sent when the server asks")
	teller = Scripted(answers(b"HTTP/1.1 401 x\r\nWWW-Authenticate: Negotiate\r\nContent-Length: 0\r\n\r\n"))
	heard, left = typed(f"http://ann@127.0.0.1:{teller.port}/", b"s3 cr@t", seconds=5)
	ok(b"password for" not in heard and left, "http: an unsupported authentication scheme: no password is asked for", heard)
	teller.stop()


def nginx(server):
	servers.write(server.path("root", "bytes.bin"), BYTES)
	servers.write(server.path("root", "a", "b c.txt"), LINES)
	at, tls = f"127.0.0.1:{server.port}", f"127.0.0.1:{server.port + 1}"
	gets(f"http://{at}/bytes.bin", BYTES, "nginx: a file, byte for byte")
	same_as_curl(f"http://{at}/a/b%20c.txt", "nginx")
	gets(f"http://{at}/echo/a/../b%2Fc//d?x=%zz".replace("%zz", "%7A") + "#f", b"GET /echo/a/../b%2Fc//d?x=%7A HTTP/1.1\n",
	     "nginx: the target as planned: dots, %2F and //, and no fragment")
	gets(f"http://{at}/to?http://{at}/bytes.bin", BYTES, "nginx: a redirect is another plan")
	def told(connection):
		data = connection.recv(4096)
		connection.sendall(b"HTTP/1.1 302 x\r\nLocation: http://127.0.0.1:%d/\r\nContent-Length: 0\r\n\r\n" % second.port)
		return data

	def last(connection):
		data = connection.recv(4096)
		connection.sendall(b"HTTP/1.1 200 x\r\nContent-Length: 2\r\n\r\nok")
		return data
	second, first = Scripted(last), Scripted(told)
	done = Done("get", "-H", "Authorization: secret", f"http://127.0.0.1:{first.port}/")
	time.sleep(0.2)
	ok(done.out == b"ok" and b"secret" in (first.seen or [b""])[0] and b"secret" not in (second.seen or [b""])[0],
	   "THREATS C8: the user's headers are not sent to another origin", done, first.seen, second.seen)
	for each in (first, second):
		each.stop()
	asked(server)
	first = Scripted(last)
	Done("get", "--set", "header User-Agent: mine/1", "--set", "header X-A: one", "--set", "header x-b: two",
	     "-H", "X-B: three", f"http://127.0.0.1:{first.port}/")
	time.sleep(0.2)
	lines = sorted((first.seen or [b""])[0].split(b"\r\n")[1:-2])
	ok(b"User-Agent: mine/1" in lines and b"X-A: one" in lines and b"X-B: three" in lines and b"two" not in b"".join(lines) and
	   not any(b"everyuri" in line for line in lines), "headers of the configuration, where the command line has none of that name", lines)
	first.stop()
	done = Done("get", "--no-follow", f"http://{at}/to?/bytes.bin")
	ok(done.status == 3 and not done.out, "nginx: --no-follow", done)
	done = Done("get", f"http://{at}/to?file:///etc/passwd")
	ok(done.status == 1 and not done.out, "THREATS C5: no redirect to a local file is followed", done)
	done = Done("get", f"http://{at}/loop")
	ok(done.status == 3 and "redirect" in done.err, "THREATS C9: the number of redirects is limited", done)
	done = Done("get", f"http://{at}/none")
	ok(done.status == 3 and not done.out and "404" in done.err, "nginx: 404 gives no object", done)
	done = Done("get", f"https://{tls}/bytes.bin")
	ok(done.status == 3 and not done.out, "nginx: a certificate of an unknown authority", done)
	gets(f"https://localhost:{server.port + 1}/bytes.bin", BYTES, "nginx: https, with its own certificate known",
	     "--cacert", server.path("cert.pem"))
	target = os.path.join(ROOT, "kept")
	Done("get", "-o", target, f"http://{at}/bytes.bin")
	with open(target, "rb") as file:
		ok(file.read() == BYTES, "nginx: -o FILE")
	with open(target, "wb") as file:
		file.write(BYTES[:70000])
	done = Done("get", "-o", target, "--from", "70000", f"http://{at}/bytes.bin")
	with open(target, "rb") as file:
		ok(file.read() == BYTES, "nginx: --from resumes at the end of a file", done)
	done = Done("get", "-O", f"http://{at}/a/b%20c.txt", cwd=ROOT)
	ok(done.status == 0 and os.path.exists(os.path.join(ROOT, "b c.txt")), "nginx: -O", done)
	done = Done("get", "-O", f"http://{at}/a/b%20c.txt", cwd=ROOT)
	ok(done.status == 2, "THREATS C4: -O never overwrites a file", done)


# ---- refused before a connection ----------------------------------------------------------------------

def refused():
	for name, path in (("gopher", "1a%0d%0aFLUSHALL"), ("gopher", "0a%00b"), ("ftp", "a%0d%0aDELE%20b"),
	                   ("ftp", "a%0Ab/c"), ("nntp", "g%0d%0aQUIT/1"), ("finger", "u%0d%0ax"), ("whois", "x%0ay")):
		listener = Nobody()
		done = Done("get", f"{name}://127.0.0.1:{listener.port}/{path}")
		time.sleep(0.05)
		ok(done.status == 1 and not done.out and listener.unseen(),
		   f"RFC 1738 6, {name}: {path} is refused, and nobody is connected to", done)
		listener.stop()
	for option in ("refuse-address loopback", "refuse-host 127.0.0.0/8"):
		listener = Nobody()
		done = Done("get", "--set", option, f"http://localhost:{listener.port}/")
		ok(done.status == 1 and listener.unseen(), f"policy: {option}: no connection to a name with such an address", done)
		listener.stop()
	done = Done("get", "http://127.0.0.1:25/")
	ok(done.status == 1, "Fetch, port blocking: port 25", done)


# ---- servers that misbehave ---------------------------------------------------------------------------

LOGIN = {"": b"220 x\r\n", "USER": b"230 ok\r\n", "TYPE": b"200 ok\r\n", "CWD": b"250 ok\r\n"}


def data_port(data):
	"""A second listener that sends data once."""
	second = Scripted(says(data))
	return second


def hostile():
	menu = b"0a\ta\th\t70\r\n" * 5
	first = Scripted(says(menu), says(menu))
	for most, end in ((5, 0), (4, 3)):
		done = Done("get", "--set", f"max-items {most}", f"gopher://127.0.0.1:{first.port}/1")
		ok(done.status == end and done.out.count(b"\n") == most, f"THREATS C9: max-items {most} of a menu of 5", done)
	first.stop()

	second = data_port(b"object")
	stranger = Nobody()
	high, low = divmod(second.port, 256)
	first = Scripted(talks({**LOGIN, "EPSV": b"500 no\r\n", "PASV": f"227 (10,9,8,7,{high},{low})\r\n".encode(),
	                        "RETR": b"150 ok\r\n226 ok\r\n"}))
	gets(f"ftp://127.0.0.1:{first.port}/f", b"object", "THREATS C3: the address in a PASV reply is not used")
	ok(stranger.unseen(), "THREATS C3: and no other host gets a connection")
	for server in (first, second, stranger):
		server.stop()

	second = data_port(b"some")
	first = Scripted(talks({**LOGIN, "EPSV": f"229 (|||{second.port}|)\r\n".encode(),
	                        "RETR": b"150 ok\r\n426 broken\r\n"}))
	done = Done("get", f"ftp://127.0.0.1:{first.port}/f")
	ok(done.status == 3 and done.out == b"some" and "426" in done.err, "THREATS C10: an incomplete transfer: status 3", done)
	for server in (first, second):
		server.stop()

	first = Scripted(says(b"220 \x1b[2J\x9b hello\r\n", b"530 \x1b]0;x\x07 no\r\n"))
	done = Done("get", f"ftp://127.0.0.1:{first.port}/f")
	ok(done.status == 3 and "\x1b" not in done.err, "THREATS C6: text from a server is escaped on standard error", done)
	first.stop()

	first = Scripted(says(b"220-" + b"x" * 5000))
	done = Done("get", f"ftp://127.0.0.1:{first.port}/f")
	ok(done.status == 3 and "too long" in done.err, "THREATS C9: a line of a reply has a limit", done)
	first.stop()

	def silent(connection):
		time.sleep(6)
	first = Scripted(silent)
	begun = time.monotonic()
	done = Done("get", "--max-time", "2", f"ftp://127.0.0.1:{first.port}/f")
	ok(done.status == 3 and time.monotonic() - begun < 5, "THREATS C9: a silent server: --max-time ends it", done)
	first.stop()

	first = Scripted(says(b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nfive!"))
	done = Done("get", f"http://127.0.0.1:{first.port}/")
	ok(done.status == 3 and done.out == b"five!" and "incomplete: " in done.err, "THREATS C10: a short body: status 3", done)
	first.stop()


def one_by_one():
	"""A server that sends each byte alone, with occasional pauses."""
	def slowly(data):
		def handler(connection):
			connection.recv(100)
			for i in range(len(data)):
				connection.sendall(data[i:i + 1])
				if i % 64 == 0:
					time.sleep(0.001)
		return handler
	first = Scripted(slowly(b"iwelcome\tx\tx\t1\r\n0a file\t/a\t127.0.0.1\t70\r\n.\r\n"))
	items = menu_of(f"gopher://127.0.0.1:{first.port}/")
	ok([item["label"] for item in items] == ["welcome", "a file"], "gopher: a menu, a byte at a time", items)
	first.stop()


# ---- files ----------------------------------------------------------------------------------------------

def files():
	top = folder("files")
	servers.write(os.path.join(top, "a b"), BYTES)
	servers.write(os.path.join(top, "sub", "x.txt"), b"text")
	os.symlink("/etc", os.path.join(top, "out"))
	os.mkfifo(os.path.join(top, "fifo"))
	gets(f"file://{urllib.parse.quote(top)}/a%20b", BYTES, "file: bytes unchanged")
	items = menu_of(f"file://{urllib.parse.quote(top)}/")
	ok({"a b", "sub"} <= {item["label"] for item in items}, "file: a directory as a menu", items)
	done = Done("get", "--root", top, f"file://{urllib.parse.quote(top)}/out/passwd")
	ok(done.status != 0 and not done.out, "THREATS C5: no symbolic link leaves --root", done)
	done = Done("get", f"file://{urllib.parse.quote(top)}/fifo", seconds=5)
	ok(done.status == 1 and not done.out, "THREATS C5: no FIFO is opened", done)
	done = Done("get", f"file://{urllib.parse.quote(top)}/%2e%2e/etc/passwd")
	ok(done.status == 1, "file: dot segments are refused", done)


def handed_over():
	done = Done("open", "--set", "program telnet echo told {host} {port}", "telnet://u:s3cret@127.0.0.1:2323/")
	ok(done.status == 0 and done.out == b"told 127.0.0.1 2323\n" and "s3cret" not in done.err,
	   "open: the session's program gets an argument list, without the password", done)
	done = Done("open", "--set", "program telnet /no/such/program {host}", "telnet://127.0.0.1/")
	ok(done.status == 2, "open: a missing program", done)


def everything():
	ftp_of("pyftpdlib", lambda: servers.Pyftpdlib(folder("pyftpdlib")), pyftpdlib)
	ftp_of("proftpd", lambda: servers.Proftpd(folder("proftpd")), proftpd)
	with_server("gophernicus", lambda: servers.Gophernicus(folder("gophernicus")), gopher("gophernicus"), gopher_files)
	with_server("pygopherd", lambda: servers.Pygopherd(folder("pygopherd")), gopher("pygopherd"), gopher_files)
	with_server("pygopherd with TLS", lambda: servers.Pygopherd(folder("pygopherd-tls"), tls=True),
	            gopher("pygopherd with TLS", "gophers", ("-k", "--connect-timeout", "60")), gopher_files)
	with_server("sn", lambda: servers.Sn(folder("sn")), news)
	with_server("dictd", lambda: servers.Dictd(folder("dictd")), dictd)
	with_server("slapd", lambda: servers.Slapd(folder("slapd")), slapd)
	with_server("nginx", lambda: servers.Nginx(folder("nginx")), nginx)
	refused()
	hostile()
	one_by_one()
	prospero.lossy()
	files()
	handed_over()
	more.run(ftp_of)
	faulty.run()
	mail.run()
	sessions.run()
	command(ok, Done, points.EVERYURI, points.NONE, folder("command"))


def main():
	groups = {"mail": mail.run, "sessions": sessions.run, **{f"mail.{group.__name__}": group for group in mail.GROUPS}}
	wanted = usage.names(__doc__, groups)
	try:
		for group in [groups[name] for name in wanted] or [everything]:
			group()
	finally:
		status = points.end()
	return status


sys.exit(main())
