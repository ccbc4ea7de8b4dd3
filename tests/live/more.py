"""more.py - FTP with TLS, listings of one tree by several FTP servers, news with INN, Gemini, line protocols."""
import os

import unpacked
import points
import servers
from points import BYTES, Done, folder, gets, menu_of, ok, skip, with_server
from scripted import Scripted, says, talks


# ---- ftp ---------------------------------------------------------------------------------------------

def vsftpd(server):
	at = f"127.0.0.1:{server.port}"
	gets(f"ftp://{at}//sub%20dir/deep/x", b"deep", "vsftpd: an empty CWD is refused with 550, and the plan continues")
	Done("get", f"ftp://{at}/sub%20dir/deep/x")
	with open(server.path("commands"), encoding="utf-8") as file:
		said = [line.split('"')[-2] for line in file if "FTP command" in line]
	ok(said[-7:] == ["USER anonymous", "PASS <password>", "CWD sub dir", "CWD deep", "TYPE I", "EPSV", "RETR x"],
	   "vsftpd: what is sent is the plan, and nothing else", said[-9:])


def vsftpd_with_tls(way):
	def tests(server):
		servers.write(server.path("anon", "bytes.bin"), BYTES)
		servers.write(server.path("anon", "sub", "x"), b"deep")
		server.ready()
		name = f"vsftpd, {way} TLS, the session reused"
		scheme = "ftps" if way == "implicit" else "ftp"
		at = f"{scheme}://127.0.0.1:{server.port}"
		known = ("--cacert", server.path("cert.pem"))
		options = known if way == "implicit" else ("--set", "ftp-secure", *known)
		gets(f"{at}/bytes.bin", BYTES, f"{name}: a file, byte for byte", *options)
		gets(f"{at}/sub/x", b"deep", f"{name}: a directory", *options)
		items = menu_of(f"{at}/", *options)
		ok({item["label"] for item in items} >= {"bytes.bin", "sub"}, f"{name}: a menu", items)
		done = Done("get", *options[:-2], f"{at}/bytes.bin")
		ok(done.status == 3 and not done.out, f"{name}: a certificate of an unknown authority", done)
		if way == "explicit":
			done = Done("get", f"{at}/bytes.bin")
			ok(done.status == 3 and not done.out and "530" in done.err, f"{name}: plain FTP if TLS is required", done)
	return tests


WHEN = 1700000000 # 2023-11-14 22:13:20


def plant(top):
	for name, data in (("a b.txt", b"12345"), ("zero", b""), ("folder/x", b"x"), ("-l", b"l"), ("c%d", b"123")):
		servers.write(os.path.join(top, name), data)
	for at, names, files in os.walk(top):
		for name in names + files:
			os.utime(os.path.join(at, name), (WHEN, WHEN))


def iis(listing):
	"""A server that lists like IIS, without MLSD."""
	second = Scripted(*[says(listing)] * 4)
	first = Scripted(*[talks({"": b"220 Microsoft FTP Service\r\n", "USER": b"331 x\r\n", "PASS": b"230 x\r\n", "SYST":
	                          b"215 Windows_NT\r\n", "TYPE": b"200 x\r\n", "CWD": b"250 x\r\n", "EPSV":
	                          f"229 (|||{second.port}|)\r\n".encode(), "LIST": b"125 x\r\n226 x\r\n"})] * 4)
	return first, second


def shape(items):
	return sorted((item["label"], item["kind"], item.get("size") if item["kind"] == "document" else None,
	               str(item.get("date"))[:10], (item.get("uri") or "").split("/", 3)[-1]) for item in items)


def listings():
	"""The menu of a tree is the same for every server."""
	shapes = {}

	def keep(name):
		def tests(server):
			plant(server.path("anon"))
			if hasattr(server, "ready"):
				server.ready()
			shapes[name] = shape(menu_of(f"ftp://127.0.0.1:{server.port}/"))
		return tests

	for name, kind in (("proftpd", servers.Proftpd), ("pyftpdlib", servers.Pyftpdlib), ("vsftpd", unpacked.Vsftpd)):
		with_server(f"a listing of {name}", lambda: kind(folder("list-" + name)), keep(name))
	first, second = iis(b"11-14-23  10:13PM                    5 a b.txt\r\n11-14-23  10:13PM                    0 zero\r\n"
	                    b"11-14-23  10:13PM       <DIR>          folder\r\n11-14-23  10:13PM                    1 -l\r\n"
	                    b"11-14-2023  10:13PM                  3 c%d\r\n")
	shapes["IIS"] = shape(menu_of(f"ftp://127.0.0.1:{first.port}/"))
	first.stop()
	second.stop()
	expected = [("-l", "document", 1, "2023-11-14", "-l"), ("a b.txt", "document", 5, "2023-11-14", "a%20b.txt"),
	            ("c%d", "document", 3, "2023-11-14", "c%25d"), ("folder", "menu", None, "2023-11-14", "folder/"),
	            ("zero", "document", 0, "2023-11-14", "zero")]
	for name, got in shapes.items():
		ok(got == expected, f"ftp: one tree, one menu, as {name} lists it", got)


# ---- news --------------------------------------------------------------------------------------------

def inn(server):
	for number in range(1, 6):
		server.post("test.a", number)
	at = f"127.0.0.1:{server.port}"
	here = ("--set", f"news-server {at}")
	groups = {item["label"].split()[0] for item in menu_of("news:*", *here)}
	ok({"test.a", "test.b"} <= groups, "innd: news:* is the menu of groups", groups)
	done = Done("get", *here, "news:4@live.example")
	ok(done.status == 0 and b"Subject: number 4" in done.out and b"\r\n..dot\r\nbody 4" in done.out,
	   "innd: an article by its message-id, one dot taken off", done)
	for uri in ("news:test.a", f"nntp://{at}/test.a"):
		items = menu_of(uri, *here)
		ok([item["label"][-8:] for item in items] and {item["label"][-1:] for item in items} == set("12345"),
		   f"innd: {uri[:4]}: a group is a menu of articles", items)
		third = next((item.get("uri") for item in items if item["label"].endswith("number 3")), None) or "x:"
		done = Done("get", *here, third)
		ok(done.status == 0 and b"Subject: number 3" in done.out, f"innd: {uri[:4]}: the URI of an item gives its article", items, done)
	for uri, code in (("news:no.such.group", "411"), ("news:none@live.example", "430"), (f"nntp://{at}/test.a/99", "423")):
		done = Done("get", *here, uri)
		ok(done.status == 3 and not done.out and code in done.err, f"innd: {code}: status 3, and no object", done)


def inn_with_login(server):
	server.post("test.a", 1)
	at = f"127.0.0.1:{server.port}"
	done = Done("get", f"nntp://u:p@{at}/test.a/1")
	ok(done.status == 0 and b"Subject: number 1" in done.out, "innd: AUTHINFO with user and password", done)
	done = Done("get", f"nntp://{at}/test.a/1", start_new_session=True)
	ok(done.status == 3 and not done.out and "480" in done.err, "innd: a login is required, and there is no terminal: status 3", done)
	done = Done("get", f"nntp://u:wrong@{at}/test.a/1")
	ok(done.status == 3 and "481" in done.err and "wrong" not in done.err, "innd: a wrong password: status 3, and it is not shown", done)


# ---- gemini, finger, whois -----------------------------------------------------------------------------

def gemini(server):
	servers.write(server.path("root", "hello.txt"), b"hello\nworld\n")
	servers.write(server.path("root", "bytes.bin"), BYTES)
	os.chmod(server.path("root", "hello.txt"), 0o644)
	os.chmod(server.path("root", "bytes.bin"), 0o644)
	at = f"gemini://127.0.0.1:{server.port}"
	for path, data in (("hello.txt", b"hello\nworld\n"), ("bytes.bin", BYTES)):
		done = Done("get", "-k", f"{at}/{path}")
		# It ends TLS without close_notify, so that the object cannot be known to be complete.
		ok(done.status in (0, 3) and done.out.replace(b"\r\n", b"\n") == data.replace(b"\r\n", b"\n"),
		   f"pygopherd, gemini: {path}", done)
	done = Done("get", f"{at}/hello.txt")
	ok(done.status == 3 and not done.out, "pygopherd, gemini: a certificate of an unknown authority", done)
	done = Done("get", "-k", f"{at}/none")
	ok(done.status == 3 and not done.out, "pygopherd, gemini: a missing object: status 3", done)


def lines():
	answers = {b"\r\n": b"Login  Name\r\nada    Ada\r\n", b"ada\r\n": b"Login: ada\r\n", b"/W ada\r\n": b"all of ada\r\n",
	           b"example.org\r\n": b"domain: example.org\r\n"}

	def answer(connection):
		asked = connection.recv(1000)
		connection.sendall(answers.get(asked, b"no match\r\n"))
		return asked

	for uri, asked in (("finger://{}/ada", b"ada\r\n"), ("finger://{}/", b"\r\n"), ("finger://{}/%2FW%20ada", b"/W ada\r\n"),
	                   ("whois://{}/example.org", b"example.org\r\n")):
		server = Scripted(answer)
		done = Done("get", uri.format(f"127.0.0.1:{server.port}"))
		ok(done.status == 0 and done.out == answers[asked] and server.seen == [asked], f"line protocols: {uri.format('HOST')}",
		   done, server.seen)
		server.stop()


def long_menu():
	menu = b"".join(b"0entry\t/%d\t127.0.0.1\t70\r\n" % i for i in range(100001)) + b".\r\n"
	for line, n, status in ((None, 100000, 3), ("max-items 100001", 100001, 0), ("max-items 10", 10, 3)):
		server = Scripted(says(menu))
		done = Done("get", *(("--set", line) if line else ()), f"gopher://127.0.0.1:{server.port}/1")
		ok(done.status == status and done.out.count(b"\n") == n, f"THREATS C9: {line or 'a menu'}: {n} items of 100,001, {status}",
		   done.out.count(b"\n"), done.status, done.err)
		server.stop()


def other_library():
	"""One that is not ours."""
	with open("/proc/self/maps", encoding="utf-8") as maps:
		return next(line.split()[-1] for line in maps if "/libc.so" in line or "/libc-" in line)


def without_module():
	"""lib/net is loaded at the first connection: a local file does not need it."""
	apart_from_it = folder("bare")
	os.makedirs(apart_from_it)
	here = os.path.dirname(os.path.realpath(points.EVERYURI))
	if not os.path.exists(os.path.join(here, "everyuri-access")):
		return skip("without everyuri-net.so", "the command does not run from its build directory")
	for name in ("everyuri", "everyuri-access"):
		servers.shutil.copy(os.path.join(here, name), apart_from_it)
	servers.write(os.path.join(apart_from_it, "x"), b"x")
	bare = os.path.join(apart_from_it, "everyuri")
	run = points.subprocess.run([bare, "get", f"file://{apart_from_it}/x"], capture_output=True, timeout=10, env=points.NONE)
	ok(run.returncode == 0 and run.stdout == b"x", "without everyuri-net.so: a file", run)
	run = points.subprocess.run([bare, "get", "http://127.0.0.1:8089/", "gopher://127.0.0.1:7070/", "ldap://127.0.0.1:3899/"], capture_output=True, timeout=10,
	                            env=points.NONE)
	module = os.path.join(apart_from_it, "everyuri-net.so")
	for name, data, words in (("something else", b"no library", b"cannot load"), ("another's library", None, b"cannot load")):
		if data:
			servers.write(module, data)
		else:
			servers.shutil.copy(os.path.realpath(other_library()), module)
		run_of_it = points.subprocess.run([bare, "get", "http://127.0.0.1:8089/"], capture_output=True, timeout=10, env=points.NONE)
		ok(run_of_it.returncode == 3 and words in run_of_it.stderr, f"instead of everyuri-net.so {name}", run_of_it)
	return ok(run.returncode == 3 and not run.stdout and run.stderr.count(b"everyuri-net.so") >= 3,
	          "without everyuri-net.so: nothing is connected to, and it is said why", run)


def run(ftp_of):
	ftp_of("vsftpd", lambda: unpacked.Vsftpd(folder("vsftpd")), vsftpd)
	for way in ("explicit", "implicit"):
		with_server(f"vsftpd, {way} TLS", lambda: unpacked.Vsftpd(folder("vsftpd-" + way), way), vsftpd_with_tls(way))
	listings()
	with_server("innd", lambda: unpacked.Inn(folder("inn")), inn)
	with_server("innd with login", lambda: unpacked.Inn(folder("inn-login"), True), inn_with_login)
	with_server("pygopherd, gemini", lambda: servers.Pygopherd(folder("gemini"), tls=True), gemini)
	lines()
	long_menu()
	without_module()
