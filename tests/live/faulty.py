"""faulty.py - real servers behind a proxy that fails: no hang, no crash, and no success for part of an object."""
import time

import servers
from points import Done, folder, ok, with_server
from proxy import Fault, Proxy

OBJECT = b"".join(b"line %d of an object\r\n" % i for i in range(60))
LIMIT = 2 # seconds: --max-time, where a server falls silent
PLACES = 8


class Case:
	"""uri with {} for the host and port; marked: the protocol marks the end of an object, so that a part is never taken
	for the whole."""

	def __init__(self, name, port, uri, options=(), marked=True, of_data=False):
		self.name, self.port, self.uri, self.options = name, port, uri, options
		self.marked, self.of_data = marked, of_data

	def get(self, fault, *more, plain=Fault()):
		proxy = Proxy(self.port, plain if self.of_data else fault, fault if self.of_data else None)
		at = f"127.0.0.1:{proxy.port}"
		begun = time.monotonic()
		try:
			done = Done("get", *(option.format(at) for option in self.options), *more, self.uri.format(at), seconds=45)
		finally:
			proxy.stop()
		done.out = done.out.replace(at.encode(), b"HOST") # a menu's own URIs
		done.seconds = time.monotonic() - begun
		done.passed = sum(inner.passed for inner in proxy.inner) if self.of_data else proxy.passed
		return done


def wrong(case, done, truth, fault):
	"""Return what is wrong with this outcome, or ""."""
	whole = done.out == truth
	if done.status not in (0, 3):
		return f"{fault}: {done}"
	if not truth.startswith(done.out):
		return f"{fault}: bytes that the server did not say: {done}"
	if done.status == 0 and not whole and (case.marked or fault.end != "close"):
		return f"{fault}: success for {len(done.out)} of {len(truth)} bytes"
	if done.status == 3 and not done.err:
		return f"{fault}: no word about it"
	return ""


def places(total):
	"""Return PLACES offsets in the conversation, including its ends."""
	return sorted({0, 1, total // 2, total - 1, *(total * i // PLACES for i in range(1, PLACES))})


def faults(case):
	plain = case.get(Fault())
	truth, total = plain.out, plain.passed
	if not ok(plain.status == 0 and truth and total, f"{case.name} through a proxy", plain):
		return
	for name, fault in (("a byte at a time", Fault(one=True)), ("each piece late", Fault(delay=0.05))):
		done = case.get(fault)
		ok(done.status == 0 and done.out == truth, f"{case.name}: {name}: the same bytes", done)
	for end in ("close", "reset"):
		outcomes = [wrong(case, case.get(fault), truth, fault)
		            for fault in (Fault(down=n, end=end) for n in places(total))]
		ok(not any(outcomes), f"{case.name}: {end} after each of {len(outcomes)} counts of bytes: "
		   + ("never success for a part" if case.marked or end == "reset" else "a beginning; nothing says where it ends"),
		   "\n".join(filter(None, outcomes)))
	if not case.of_data:
		outcomes = [wrong(case, case.get(fault), truth, fault)
		            for fault in (Fault(up=n, end=end) for n in (0, 3) for end in ("close", "reset"))]
		ok(not any(outcomes), f"{case.name}: the request is cut", "\n".join(filter(None, outcomes)))
	outcomes = []
	for fault in (Fault(down=n, end="silence") for n in (0, total // 2)):
		done = case.get(fault, "--max-time", str(LIMIT))
		late = f"{fault}: {done.seconds:.1f} s" if done.seconds > LIMIT + 2 else ""
		outcomes.append(late or wrong(case, done, truth, fault))
	ok(not any(outcomes), f"{case.name}: a silent server: --max-time ends it", "\n".join(filter(None, outcomes)))


def of_ftp(name):
	def tests(server):
		servers.write(server.path("anon", "x"), OBJECT)
		for i in range(20):
			servers.write(server.path("anon", "sub", f"name {i}"), b"")
			servers.os.utime(server.path("anon", "sub", f"name {i}"), (0, 0))
		faults(Case(f"{name}, control connection", server.port, "ftp://{}/x"))
		faults(Case(f"{name}, data connection", server.port, "ftp://{}/x", marked=name != "pyftpdlib", of_data=True))
		faults(Case(f"{name}, a directory", server.port, "ftp://{}/sub/"))
	return tests


def of_gopher(server):
	servers.write(server.path("root", "x.txt"), OBJECT)
	servers.os.chmod(server.path("root", "x.txt"), 0o644)
	faults(Case("gophernicus", server.port, "gopher://{}/0/x.txt", marked=False))


def of_news(server):
	for number in range(1, 4):
		server.post("test.a", number)
	faults(Case("sn, an article", server.port, "news:2@live.example", options=("--set", "news-server {}")))
	faults(Case("sn, a group", server.port, "nntp://{}/test.a"))


def of_web(server):
	servers.write(server.path("root", "x"), OBJECT)
	faults(Case("nginx", server.port, "http://{}/x"))
	faults(Case("nginx with TLS", server.port + 1, "https://{}/x", options=("-k",)))


def run():
	with_server("proftpd behind a proxy", lambda: servers.Proftpd(folder("f-proftpd")), of_ftp("proftpd"))
	with_server("pyftpdlib behind a proxy", lambda: servers.Pyftpdlib(folder("f-pyftpdlib")), of_ftp("pyftpdlib"))
	with_server("gophernicus behind a proxy", lambda: servers.Gophernicus(folder("f-gophernicus")), of_gopher)
	with_server("sn behind a proxy", lambda: servers.Sn(folder("f-sn")), of_news)
	with_server("nginx behind a proxy", lambda: servers.Nginx(folder("f-nginx")), of_web)
