"""servers.py - real servers on 127.0.0.1, each with all its files in one folder; each is stopped by its pid.

A server is a class with start(); it raises Missing where the machine has not got what it needs.
"""
import grp
import os
import pwd
import shutil
import signal
import socket
import subprocess
import time

PATH = os.environ.get("PATH", "") + ":/usr/sbin:/sbin"
DEBIAN_PYTHON = "/usr/bin/python3"  # has the modules of Debian packages


class Missing(Exception):
	pass


def need(*commands):
	for command in commands:
		if not shutil.which(command, path=PATH):
			raise Missing(f"{command} is not installed")


def free_port(count=1):
	"""Return a free port that is followed by count - 1 free ports."""
	for _ in range(100):
		with socket.socket() as probe:
			probe.bind(("127.0.0.1", 0))
			port = probe.getsockname()[1]
		if port + count < 65536 and all(is_free(port + i) for i in range(1, count)):
			return port
	raise Missing("no free port")


def is_free(port):
	with socket.socket() as probe:
		try:
			probe.bind(("127.0.0.1", port))
		except OSError:
			return False
		return True


def write(path, data):
	os.makedirs(os.path.dirname(path), exist_ok=True)
	with open(path, "wb") as file:
		file.write(data if isinstance(data, bytes) else data.encode())


class Server:
	ports = 1

	def __init__(self, folder):
		self.folder = os.path.abspath(folder)
		os.makedirs(self.folder, exist_ok=True)
		self.port = free_port(self.ports)
		self.process = None

	def path(self, *names):
		return os.path.join(self.folder, *names)

	def spawn(self, *command, env=None):
		log = open(self.path("out"), "wb")
		self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
		                                start_new_session=True, cwd=self.folder,
		                                env={**os.environ, "PATH": PATH, **(env or {})})
		log.close()
		for _ in range(100):
			if self.process.poll() is not None:
				raise Missing(f"{command[0]} ended with status {self.process.returncode}")
			try:
				socket.create_connection(("127.0.0.1", self.port), 1).close()
				return
			except OSError:
				time.sleep(0.1)
		self.stop()
		raise Missing(f"{command[0]} opens no port")

	def stop(self):
		if not self.process:
			return
		for sign in (signal.SIGTERM, signal.SIGKILL):
			try:
				os.killpg(self.process.pid, sign)
			except ProcessLookupError:
				break
			try:
				self.process.wait(5)
				break
			except subprocess.TimeoutExpired:
				continue
		self.process = None

	def certificate(self):
		"""Make a key and a self-signed certificate for localhost and 127.0.0.1."""
		need("openssl")
		subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
		                "-nodes", "-days", "30", "-subj", "/CN=localhost",
		                "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
		                "-keyout", self.path("key.pem"), "-out", self.path("cert.pem")],
		               check=True, capture_output=True)


class Pyftpdlib(Server):
	"""pyftpdlib: "/" is anon for anonymous users, home for u with password p."""

	def start(self):
		if subprocess.run([DEBIAN_PYTHON, "-c", "import pyftpdlib"], capture_output=True).returncode:
			raise Missing("python3-pyftpdlib is not installed")
		os.makedirs(self.path("anon"), exist_ok=True)
		os.makedirs(self.path("home"), exist_ok=True)
		write(self.path("serve.py"), """import logging, sys
from pyftpdlib.authorizers import DummyAuthorizer
from pyftpdlib.handlers import FTPHandler
from pyftpdlib.servers import FTPServer
logging.basicConfig(filename='commands', level=logging.DEBUG)
users = DummyAuthorizer()
users.add_anonymous('anon')
users.add_user('u', 'p', 'home')
FTPHandler.authorizer = users
FTPServer(('127.0.0.1', int(sys.argv[1])), FTPHandler).serve_forever()
""")
		self.spawn(DEBIAN_PYTHON, "serve.py", str(self.port))


class Proftpd(Server):
	"""proftpd: u with password p begins in home; "/" is the root of the machine."""

	def start(self):
		need("proftpd", "openssl")
		os.makedirs(self.path("anon"), exist_ok=True)
		os.makedirs(self.path("home"), exist_ok=True)
		secret = subprocess.run(["openssl", "passwd", "-5", "p"], check=True, capture_output=True,
		                        text=True).stdout.strip()
		uid, gid = os.getuid(), os.getgid()
		user, group = pwd.getpwuid(uid).pw_name, grp.getgrgid(gid).gr_name
		write(self.path("passwd"), f"u:{secret}:{uid}:{gid}::{self.path('home')}:/bin/sh\n"
		                           f"ftp:*:{uid}:{gid}::{self.path('anon')}:/bin/sh\n")
		write(self.path("group"), f"{group}:x:{gid}:\n")
		os.chmod(self.path("passwd"), 0o600)
		os.chmod(self.path("group"), 0o600)
		write(self.path("conf"), f"""ServerName live
ServerType standalone
DefaultAddress 127.0.0.1
Port {self.port}
SocketBindTight on
User {user}
Group {group}
UseReverseDNS off
UseIPv6 off
AuthUserFile {self.path('passwd')}
AuthGroupFile {self.path('group')}
AuthOrder mod_auth_file.c
RequireValidShell off
RootLogin on
UseFtpUsers off
PidFile {self.path('pid')}
ScoreboardFile {self.path('scores')}
DelayTable none
TransferLog none
WtmpLog off
SystemLog {self.path('log')}
<Anonymous {self.path('anon')}>
User ftp
Group {group}
UserAlias anonymous ftp
</Anonymous>
""")
		self.spawn("proftpd", "-n", "-q", "-c", self.path("conf"))


class Gophernicus(Server):
	"""Serves root."""

	def start(self):
		need("gophernicus", "socat")
		os.makedirs(self.path("root"), exist_ok=True)
		os.chmod(self.folder, 0o755)
		os.chmod(self.path("root"), 0o755)
		# socat waits for the shell, because the output of a failing child would be lost.
		self.spawn("socat", f"TCP-LISTEN:{self.port},bind=127.0.0.1,reuseaddr,fork",
		           f"SYSTEM:gophernicus -h 127.0.0.1 -p {self.port} -r {self.path('root')} -nv -nm -nr || \\:")


class Pygopherd(Server):
	"""pygopherd: serves root, with Gopher+; tls: TLS on the same port, too."""

	def __init__(self, folder, tls=False):
		super().__init__(folder)
		self.tls = tls

	def start(self):
		need("pygopherd")
		packaged = "/etc/pygopherd/pygopherd.conf"
		if not os.path.exists(packaged):
			raise Missing(f"{packaged} is not there")
		os.makedirs(self.path("root"), exist_ok=True)
		mine = {"port": self.port, "servername": "127.0.0.1", "interface": "127.0.0.1",
		        "root": self.path("root"), "usechroot": "no", "detach": "no",
		        "pidfile": self.path("pid"), "logmethod": "file"}
		if self.tls:
			self.certificate()
			mine.update(enable_tls="yes", tls_certfile=self.path("cert.pem"),
			            tls_keyfile=self.path("key.pem"))
		lines = []
		with open(packaged, encoding="utf-8") as file:
			for line in file:
				key = line.lstrip("# ").split("=")[0].strip()
				if key in ("setuid", "setgid"):
					continue
				lines.append(f"{key} = {mine.pop(key)}\n" if key in mine and "=" in line else line)
		write(self.path("conf"), "".join(lines))
		self.spawn("pygopherd", self.path("conf"))


class Nginx(Server):
	"""nginx: http, and https on the next port; /echo returns the request line, /to?X redirects to X; /secret needs user ann."""
	ports = 2

	def start(self):
		need("nginx")
		os.makedirs(self.path("root"), exist_ok=True)
		os.makedirs(self.path("tmp"), exist_ok=True)
		self.certificate()
		write(self.path("users"), b"ann:{PLAIN}s3 cr@t\nbob:{PLAIN}other\n")
		user = "user root;\n" if os.getuid() == 0 else ""
		temporary = " ".join(f"{name}_temp_path {self.path('tmp', name)};"
		                     for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
		write(self.path("conf"), f"""{user}daemon off;
worker_processes 1;
pid {self.path('pid')};
events {{ worker_connections 64; }}
http {{
access_log {self.path('access')};
{temporary}
default_type text/plain;
server {{
listen 127.0.0.1:{self.port};
listen 127.0.0.1:{self.port + 1} ssl;
ssl_certificate {self.path('cert.pem')};
ssl_certificate_key {self.path('key.pem')};
merge_slashes off;
root {self.path('root')};
location /echo {{ return 200 "$request\\n"; }}
location /to {{ return 302 $args; }}
location /secret {{ auth_basic "live"; auth_basic_user_file {self.path('users')}; }}
location /loop {{ return 302 /loop; }}
}}
}}
""")
		self.spawn("nginx", "-p", self.folder, "-e", self.path("error"), "-c", self.path("conf"))


class Sn(Server):
	"""sn: news, with two groups."""

	def start(self):
		need("socat", "snnewgroup", "snntpd.bin", "snprimedb", "snstore")
		spool = self.path("spool")
		os.makedirs(os.path.join(spool, ".outgoing"), exist_ok=True)
		self.env = {"SNROOT": spool, "POSTING_OK": ""}
		env = {**os.environ, "PATH": PATH, **self.env}
		for command in (["snprimedb", "-i"], ["snnewgroup", "test.a"], ["snnewgroup", "test.b"]):
			if subprocess.run(command, env=env, capture_output=True).returncode:
				raise Missing(f"{command[0]} fails")
		self.spawn("socat", f"TCP-LISTEN:{self.port},bind=127.0.0.1,reuseaddr,fork", "EXEC:snntpd.bin",
		           env=self.env)

	def post(self, group, number, refers=(), subject=None, body=None):
		references = "References:" + "".join(f" <{other}@live.example>" for other in refers) + "\n" if refers else ""
		article = (f"From: a@b.example\nNewsgroups: {group}\nSubject: {subject or f'number {number}'}\n"
		           f"Date: Sat, 21 Nov 2026 17:00:00 +0000\nMessage-ID: <{number}@live.example>\n"
		           f"{references}Path: live\n\n" + (body or f"..dot\nbody {number}\n") + ".\n")
		done = subprocess.run(["snstore"], input=article.replace("\n", "\r\n").encode(),
		                      env={**os.environ, "PATH": PATH, **self.env}, capture_output=True)
		if done.returncode:
			raise Missing(f"snstore fails: {done.stderr.decode(errors='replace')[:100]}")


class Dictd(Server):
	"""dictd: a dictionary of three words."""

	def start(self):
		need("dictd", "dictfmt")
		os.chmod(self.folder, 0o755)  # as root it changes its user before it reads
		os.chmod(os.path.dirname(self.folder), 0o711)
		words = b":sun:\n    a star that is near\n:ice cream:\n    cold\n:sunny:\n    full of light\n"
		made = subprocess.run(["dictfmt", "-q", "-j", "--utf8", "-s", "a small lexicon", "small"], input=words,
		                      cwd=self.folder, env={**os.environ, "PATH": PATH}, capture_output=True)
		if made.returncode:
			raise Missing(f"dictfmt fails: {made.stderr.decode(errors='replace')[:100]}")
		write(self.path("conf"), f"""global {{
port {self.port}
listen_to 127.0.0.1
pid_file {self.path('pid')}
}}
database small {{
data {self.path('small.dict')}
index {self.path('small.index')}
}}
""")
		self.spawn("dictd", "-d", "nodetach", "--locale", "C.UTF-8", "-c", self.path("conf"))


class Slapd(Server):
	"""slapd: four entries below o=live, with a limit of three for a search; ldaps on the next port."""
	ports = 2

	def start(self):
		need("slapd", "slapadd")
		modules = next((path for path in ("/usr/lib/ldap", "/usr/lib64/openldap") if os.path.isdir(path)), "")
		self.certificate()
		os.makedirs(self.path("data"), exist_ok=True)
		write(self.path("conf"), f"""include /etc/ldap/schema/core.schema
modulepath {modules}
moduleload back_mdb
pidfile {self.path('pid')}
TLSCertificateFile {self.path('cert.pem')}
TLSCertificateKeyFile {self.path('key.pem')}
sizelimit 3
database mdb
maxsize 1048576
suffix "o=live"
directory {self.path('data')}
access to attrs=userPassword by * none
access to * by * read
""")
		write(self.path("entries"), """dn: o=live
objectClass: organization
o: live

dn: cn=a b+sn=x?y,o=live
objectClass: person
cn: a b
sn: x?y
description: :colon
description: <angle
description:: IGJsYW5r
telephoneNumber: 1
userPassword: secret

dn:: Y249w6Qsbz1saXZl
objectClass: person
cn:: w6Q=
sn: umlaut

dn: cn=c,o=live
objectClass: person
cn: c
sn: last
""")
		done = subprocess.run(["slapadd", "-f", self.path("conf"), "-l", self.path("entries")],
		                      env={**os.environ, "PATH": PATH}, capture_output=True)
		if done.returncode:
			raise Missing(f"slapadd fails: {done.stderr.decode(errors='replace')[:200]}")
		self.spawn("slapd", "-d", "0", "-f", self.path("conf"),
		           "-h", f"ldap://127.0.0.1:{self.port}/ ldaps://127.0.0.1:{self.port + 1}/")


class Hercules(Server):
	"""hercules: a mainframe console without an operating system: a 3270 that connects gets its logo."""

	def start(self):
		need("hercules")
		write(self.path("conf"), f"""CPUSERIAL 000001
CPUMODEL 3090
MAINSIZE 16
NUMCPU 1
ARCHMODE ESA/390
CNSLPORT 127.0.0.1:{self.port}
0700.4 3270
""")
		self.spawn("hercules", "-d", "-f", self.path("conf"))

	def log(self):
		with open(self.path("out"), encoding="utf-8", errors="replace") as file:
			return file.read()
