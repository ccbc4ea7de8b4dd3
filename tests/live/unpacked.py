"""unpacked.py - servers whose Debian packages conflict with others: unpacked in the test's folder without installing."""
import glob
import os
import shutil
import socket
import subprocess
import time

from servers import PATH, Missing, Server, need, write

PACKAGES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "build", "packages")


def lay_out(top, *packages):
	"""Unpack Debian packages below top."""
	need("apt-get", "dpkg")
	os.makedirs(PACKAGES, exist_ok=True)
	for package in packages:
		found = glob.glob(os.path.join(PACKAGES, package + "_*.deb"))
		if not found:
			try:
				subprocess.run(["apt-get", "-q", "download", package], cwd=PACKAGES, check=True,
				               capture_output=True, timeout=60)
			except (subprocess.CalledProcessError, subprocess.TimeoutExpired):
				raise Missing(f"{package} is not installed, and cannot be downloaded") from None
			found = glob.glob(os.path.join(PACKAGES, package + "_*.deb"))
		subprocess.run(["dpkg", "-x", found[0], top], check=True, capture_output=True)


class Vsftpd(Server):
	"""vsftpd: "/" is anon for anonymous users.  tls: None, "explicit" (AUTH TLS is required) or "implicit"; the data
	channel must resume the TLS session of the control channel."""

	def __init__(self, folder, tls=None):
		super().__init__(folder)
		self.tls = tls

	def start(self):
		command = shutil.which("vsftpd", path=PATH)
		if not command:
			lay_out(self.path("package"), "vsftpd")
			command = self.path("package", "usr", "sbin", "vsftpd")
		os.makedirs(self.path("anon"), exist_ok=True)
		os.makedirs(self.path("empty"), exist_ok=True)
		conf = {"listen": "YES", "listen_ipv6": "NO", "listen_address": "127.0.0.1",
		        "listen_port": self.port, "background": "NO", "anonymous_enable": "YES",
		        "anon_root": self.path("anon"), "secure_chroot_dir": self.path("empty"),
		        "connect_from_port_20": "NO", "ascii_download_enable": "YES", "xferlog_enable": "YES",
		        "log_ftp_protocol": "YES", "vsftpd_log_file": self.path("commands"),
		        "seccomp_sandbox": "NO", "local_enable": "NO"}
		if os.getuid():
			conf["run_as_launching_user"] = "YES"
		if self.tls:
			self.certificate()
			conf.update(ssl_enable="YES", allow_anon_ssl="YES", force_anon_logins_ssl="YES",
			            force_anon_data_ssl="YES", ssl_tlsv1="YES", ssl_ciphers="HIGH",
			            require_ssl_reuse="YES", rsa_cert_file=self.path("cert.pem"),
			            rsa_private_key_file=self.path("key.pem"),
			            implicit_ssl="YES" if self.tls == "implicit" else "NO")
		write(self.path("conf"), "".join(f"{key}={value}\n" for key, value in conf.items()))
		self.spawn(command, self.path("conf"))

	def ready(self):
		os.chmod(self.path("anon"), 0o555)  # it refuses a writable anonymous root


class Inn(Server):
	"""INN, with the groups test.a and test.b; user u, password p, if a login is required."""

	def __init__(self, folder, login=False):
		super().__init__(folder)
		self.login = login

	def start(self):
		need("openssl", "setpriv")
		if os.getuid():
			raise Missing("innd must be started by root")
		news = "/usr/lib/news"
		environment = {}
		if not os.path.exists(news + "/bin/innd"):
			lay_out(self.path("package"), "inn2", "inn2-inews", "libcanlock3")
			news = self.path("package", "usr", "lib", "news")
			libraries = glob.glob(self.path("package", "usr", "lib", "*-linux-*"))
			environment["LD_LIBRARY_PATH"] = ":".join([news, *libraries])
		for name in ("etc/filter", "db", "run", "log", "http", "spool/articles", "spool/overview", "spool/archive",
		             "spool/incoming/tmp", "spool/incoming/bad", "spool/outgoing"):
			os.makedirs(self.path(name), exist_ok=True)
		self.configure(news)
		subprocess.run(["chown", "-R", "news:news", self.folder], check=True)
		environment["INNCONF"] = self.path("etc", "inn.conf")
		as_news = ["setpriv", "--reuid=news", "--regid=news", "--init-groups"]
		made = subprocess.run([*as_news, news + "/bin/makedbz", "-i", "-o", "-s", "10000"], cwd=self.path("db"),
		                      env={**os.environ, **environment}, capture_output=True)
		if made.returncode:
			raise Missing(f"makedbz fails: {made.stderr.decode(errors='replace')[:100]}")
		self.spawn(*as_news, news + "/bin/innd", "-f", "-P", str(self.port), env=environment)

	def configure(self, news):
		pair = {"runasuser": "news", "runasgroup": "news", "mta": '"/bin/true %s"', "mailcmd": "/bin/true",
		        "pathhost": "news.example.org", "domain": "example.org", "fromhost": "example.org",
		        "organization": "test", "server": "127.0.0.1", "ovmethod": "tradindexed", "hismethod": "hisv6",
		        "enableoverview": "true", "bindaddress": "127.0.0.1", "bindaddress6": "none",
		        "port": self.port, "nnrpdpostport": self.port, "nnrpdloadlimit": 0, "pathnews": news, "pathbin": news + "/bin",
		        "pathcontrol": news + "/bin/control", "patharticles": self.path("spool/articles"),
		        "patharchive": self.path("spool/archive"), "pathincoming": self.path("spool/incoming"),
		        "pathoutgoing": self.path("spool/outgoing"), "pathoverview": self.path("spool/overview"),
		        "pathtmp": self.path("spool/incoming/tmp"), "doinnwatch": "false", "pgpverify": "false",
		        "wireformat": "true", "artcutoff": 0,
		        "nnrpdloadlimit": 0}  # otherwise it refuses readers on a busy machine
		pair.update({"path" + name: self.path(name) for name in ("db", "etc", "run", "log", "http", "spool")})
		pair["pathfilter"] = self.path("etc", "filter")
		write(self.path("etc", "inn.conf"), "".join(f"{key}: {value}\n" for key, value in pair.items()))
		secret = subprocess.run(["openssl", "passwd", "-5", "p"], check=True, capture_output=True, text=True).stdout
		default = "" if self.login else '  default: "<local>"\n'
		files = {"storage.conf": "method tradspool {\n  newsgroups: *\n  class: 0\n}\n", "newsfeeds": "ME:*::\n",
		         "incoming.conf": "max-connections: 0\n", "passwd": f"u:{secret}",
		         "readers.conf": f'auth all {{\n  hosts: "*"\n{default}  auth: "ckpasswd -f {self.path("etc/passwd")}"\n}}\n'
		                         'access all {\n  users: "*"\n  newsgroups: "*"\n  access: RPA\n}\n',
		         "expire.ctl": "/remember/:never\n*:A:never:never:never\n"}
		for name in ("control.ctl", "moderators", "distributions", "distrib.pats", "subscriptions", "localgroups"):
			files[name] = ""
		for name, data in files.items():
			write(self.path("etc", name), data)
		groups = [("control", "n"), ("control.cancel", "n"), ("junk", "n"), ("test.a", "y"), ("test.b", "y")]
		write(self.path("db", "active"), "".join(f"{name} 0000000000 0000000001 {flag}\n" for name, flag in groups))
		write(self.path("db", "newsgroups"), "test.a\tfirst group\ntest.b\tsecond group\n")
		write(self.path("db", "active.times"), "")
		write(self.path("db", "history"), "")

	def post(self, group, number, refers=()):
		"""refers: numbers of the articles that it follows, in order.  innd may close connections until it is ready."""
		for left in range(29, -1, -1):
			try:
				return self.post_once(group, number, refers)
			except (Missing, OSError):
				if not left:
					raise
				time.sleep(0.5)

	def post_once(self, group, number, refers):
		references = "References:" + "".join(f" <{other}@live.example>" for other in refers) + "\r\n" if refers else ""
		article = (f"From: a@b.example\r\nNewsgroups: {group}\r\nSubject: number {number}\r\n"
		           f"Message-ID: <{number}@live.example>\r\n{references}\r\n...dot\r\nbody {number}\r\n.\r\n")
		login = (("AUTHINFO USER u", "381"), ("AUTHINFO PASS p", "281")) if self.login else ()
		with socket.create_connection(("127.0.0.1", self.port), 10) as connection:
			lines = connection.makefile("rb")
			lines.readline()
			for command, code in (("MODE READER", "20"), *login, ("POST", "340"), (article, "240")):
				connection.sendall(command.encode() + (b"" if command is article else b"\r\n"))
				answer = lines.readline().decode(errors="replace")
				if not answer.startswith(code):
					raise Missing(f"innd: {command[:20]!r} is answered by {answer!r}")


class Telnetd(Server):
	"""telnetd: asks for a name, then echoes lines until "bye"."""

	def start(self):
		need("telnetd", "socat")
		write(self.path("login"), """#!/bin/sh
printf 'login: '; read -r name
printf 'welcome %s\\n' "$name"
while read -r line; do
	[ "$line" != bye ] || exit 0
	printf 'echo: %s\\n' "$line"
done
""")
		os.chmod(self.path("login"), 0o755)
		# nofork: telnetd needs the socket itself
		self.spawn("socat", f"TCP-LISTEN:{self.port},bind=127.0.0.1,reuseaddr,fork",
		           f"EXEC:telnetd -h -n -E {self.path('login')},nofork")


class Rlogind(Server):
	"""rlogind: asks for a password; self.client is a folder with rlogin.  The installed package would open a port to the network."""

	def start(self):
		need("socat")
		if os.getuid():
			raise Missing("rlogin is started by root, since its port must be below 1024")
		lay_out(self.path("package"), "rsh-redone-server", "rsh-redone-client")
		self.client = self.path("client")
		os.makedirs(self.client, exist_ok=True)
		os.symlink(self.path("package", "usr", "bin", "rsh-redone-rlogin"), os.path.join(self.client, "rlogin"))
		# nofork: in.rlogind needs the socket itself
		self.spawn("socat", f"TCP4-LISTEN:{self.port},bind=127.0.0.1,reuseaddr,fork",
		           f"EXEC:{self.path('package', 'usr', 'sbin', 'in.rlogind')},nofork")
