"""mail.py - send drafts by SMTP to servers that accept them, refuse them, or give false replies."""
import email
import email.policy
import os
import re
import time

import points
import servers
from command import on_terminal
from mailer import Aiosmtpd, Mailer, context_of
from points import folder, ok, with_server
from scripted import Nobody, Scripted

EDITED = """To: J\u00f6rg <j@x.example>, b@x.example
Cc: (c) "C, D" <c@y.example>
Bcc: unseen@z.example
Subject: caf\u00e9 \u2013 and back

one
.
..two
caf\u00e9
"""


def send(*options, draft=None, uri="mailto:a@x.example?subject=s&body=one%0D%0Atwo", environment=None, word=b"yes"):
	"""Run `open --send` on a terminal, with an editor that writes the draft (if any), and answer yes.  Returns: status, screen."""
	top = folder("drafts")
	os.makedirs(top, exist_ok=True)
	editor = "true"
	if draft is not None:
		servers.write(os.path.join(top, "text"), draft)
		editor = os.path.join(top, "editor")
		servers.write(editor, f'#!/bin/sh\ncat {os.path.join(top, "text")} >"$1"\n')
		os.chmod(editor, 0o755)
	environment = {**points.NONE, "EDITOR": editor, "VISUAL": "", "TMPDIR": top, **(environment or {})}
	return on_terminal([points.EVERYURI, "open", "--send", *options, uri], environment, [(b"send this", word + b"\n")])


def fields_of(data):
	return email.message_from_bytes(data, policy=email.policy.default)


def taken():
	server = Mailer()
	at = ("--smtp", f"127.0.0.1:{server.port}", "--sender", "ann@s.example")
	for word in (b"no", b"y", b"yes!", b""):
		status, shown = send(*at, word=word)
		ok(status == 0 and not server.connections and b"not sent" in shown, f"smtp: {word!r} is not yes, and no connection is made", shown)
	status, shown = on_terminal([points.EVERYURI, "open", *at, "mailto:a@x.example"], {**points.NONE, "EDITOR": "true", "VISUAL": "", "TMPDIR": points.ROOT},
	                            [(b"send this", b"yes\n")])
	ok(status == 0 and not server.connections and b"send this" not in shown, "smtp: without --send there is no question", shown)
	status, shown = send(*at)
	sender, recipients, data, _ = (server.messages or [(b"", [], b"", False)])[0]
	ok(status == 0 and len(server.messages) == 1, "smtp: a message is accepted", status, shown, server.lines)
	ok(sender.split()[:2] == [b"MAIL", b"FROM:<ann@s.example>"] and recipients == [b"RCPT TO:<a@x.example>"],
	   "smtp: its envelope", sender, recipients)
	ok(re.fullmatch(rb"Date: [A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d \+0000\r\n"
	                rb"From: ann@s\.example\r\nMessage-ID: <[a-p]{32}@s\.example>\r\nTo: a@x\.example\r\nsubject: s\r\n"
	                rb"MIME-Version: 1\.0\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 7bit\r\n"
	                rb"\r\none\r\ntwo\r\n", data), "smtp: what was written, and what the sender adds", data)
	parsed = fields_of(data or b"Date: Thu, 01 Jan 1970 00:00:00 +0000\n\n")["Date"].datetime
	ok(abs(parsed.timestamp() - time.time()) < 60, "smtp: its date is today's", data)
	ok(server.lines[0] == b"EHLO localhost", "smtp: the name of this machine is not sent", server.lines)
	server.stop()

	server = Mailer()
	at = f"127.0.0.1:{server.port}"
	status, shown = send("--set", f"smtp smtp://{at}", "--set", "sender ann@s.example", draft=EDITED)
	_, recipients, data, _ = (server.messages or [(b"", [], b"", False)])[0]
	ok(status == 0 and recipients == [b"RCPT TO:<%s>" % each for each in (b"j@x.example", b"b@x.example", b"c@y.example", b"unseen@z.example")],
	   "smtp: to all that the user has written", status, shown, recipients)
	ok(b"nseen" not in data and max(data) < 0x80, "smtp: Bcc is not in the message, which is US-ASCII", data)
	message = fields_of(data)
	ok(str(message["Subject"]) == "caf\u00e9 \u2013 and back" and message["To"].addresses[0].display_name == "J\u00f6rg",
	   "RFC 2047: another reader decodes it", data)
	ok(message.get_content().replace("\r\n", "\n") == "one\n.\n..two\ncaf\u00e9\n", "RFC 5321 4.5.2: lines with dots and the body arrive unchanged", data)
	status, shown = send("--smtp", f"[::1]:{servers.free_port()}", "--sender", "a@x")
	ok(status == 3 and b"connection refused" in shown, "smtp: an IPv6 address in brackets", status, shown)
	status, shown = send("--smtp", at, draft="From: f@s.example\nTo: a@x.example\n\n.\n")
	ok(status == 0 and server.messages[-1][0].startswith(b"MAIL FROM:<f@s.example>") and server.messages[-1][2].endswith(b"\r\n\r\n.\r\n"),
	   "smtp: without --sender it is the one of From; a body of one dot", status, shown, server.messages[-1])
	server.stop()

	server, began = Mailer({"QUIT": b""}), time.time()
	status, shown = send("--smtp", f"127.0.0.1:{server.port}", "--sender", "a@x")
	ok(status == 0 and len(server.messages) == 1 and time.time() - began < 10, "THREATS C9: smtp: QUIT is not answered", status, shown)
	server.stop()


def never_sent():
	server = Mailer()
	at = ("--smtp", f"127.0.0.1:{server.port}", "--sender", "ann@s.example")
	for name, draft, words in (
			("an invalid recipient", "To: a@x.example, b\n\nx\n", b"line 1 of the draft"),
			("a recipient that would be a command", 'To: <"a\nb"@x>\n\nx\n', b"line 2 of the draft"),
			("a lone CR", "To: a@x.example\nSubject: a\rRCPT TO:<b@x>\n\nx\n", b"line 2 of the draft"),
			("NUL", b"To: a@x.example\n\nx\0y\n", b"line 3 of the draft"),
			("a line that is not a header field", "To: a@x.example\nMAIL FROM\n\nx\n", b"line 2 of the draft"),
			("bytes that are not UTF-8", b"To: a@x.example\nSubject: \xe9\n\n", b"line 2 of the draft"),
			("nobody", "Subject: s\n\nx\n", b"no recipient"), ("an empty file", "", b"to be sent"),
			("an address beyond US-ASCII", "To: \u00f6@x.example\n\n", b"must be US-ASCII")):
		status, shown = send(*at, draft=draft)
		good = status == 1 and (words in shown or name == "an empty file")
		ok(good and b"it is saved in" in shown, f"THREATS C1: {name}: nothing is sent, and the draft is kept", status, shown)
	status, shown = send(*at[:2], draft="To: a@x.example\n\n")
	ok(status == 1 and b"has no sender" in shown, "smtp: no sender", status, shown)
	ok(not server.connections, "THREATS C1: and no connection was made", server.lines)
	status, shown = send("--smtp", f"127.0.0.1:{server.port}", "--sendmail", "true")
	ok(status == 2, "smtp: --smtp and --sendmail at once", status, shown)
	for option, value in (("--smtp", "h h"), ("--smtp", "http://h"), ("--smtp", "h/x"), ("--sender", "ann"), ("--sender", "-x@h"),
	                      ("--sender", "a@x>\r"), ("--set", "sendmail bin/x")):
		status, shown = send(option, value)
		ok(status == 2, f"configuration: {option} {value!r} is refused", status, shown)
	server.stop()
	listener = Nobody()
	for option, host in (("refuse-address loopback", "localhost"), ("refuse-host 127.0.0.0/8", "127.0.0.1"), ("refuse-host localhost", "localhost"),
	                     (f"refuse-port {listener.port}", "127.0.0.1")):
		status, shown = send("--smtp", f"{host}:{listener.port}", "--sender", "a@x", "--set", option)
		ok(status == 1 and listener.unseen(), f"THREATS G3: {option}: the server is not connected to", status, shown)
	status, shown = send("--smtp", "127.0.0.1:22", "--sender", "a@x")
	ok(status == 1, "Fetch, port blocking: port 22 is refused for mail", status, shown)
	listener.stop()


def refusing():
	for name, replies, words in (
			("a greeting", {"<GREETING>": "554 go away"}, b"554 go away"),
			("the sender", {"MAIL": "550 who are you?"}, b"550 who are you?"),
			("a recipient", {"RCPT TO:<C@": "550 no \x1b[2J such user"}, b"550 no \\x1b[2J such user"),
			("DATA", {"DATA": "451 not now"}, b"451 not now"),
			("the message", {"<TAKEN>": "552-too\r\n552 much"}, b"552 much"),
			("a recipient at length", {"RCPT": "550 " + "x" * 1000}, b"550 " + b"x" * 200),
			("nothing, and is gone", {"<TAKEN>": None}, b"could not be sent"),
			("a reply of something else", {"<TAKEN>": "HTTP/1.1 200 OK\r\n\r\n"}, b"could not be sent"),
			("a greeting of something else", {"<GREETING>": b"\0" * 3000 + b"\r\n"}, b"could not be sent"),
			("an endless reply", {"EHLO": b"250-x\r\n" * 20000}, b"could not be sent")):
		server = Mailer(replies)
		status, shown = send("--smtp", f"127.0.0.1:{server.port}", "--sender", "ann@s.example", "--max-time", "3", draft=EDITED)
		ok(status == 3 and words in shown and b"it is saved in" in shown and b"\x1b[2J" not in shown,
		   f"smtp: the server refuses {name}: 3, its words, and the draft stays", status, shown)
		if "RCPT TO:<C@" in replies:
			ok(not server.messages, "smtp: it is sent to all recipients, or to none", server.messages)
		server.stop()
	server, began = Scripted(lambda connection: time.sleep(8)), time.time()
	status, shown = send("--smtp", f"127.0.0.1:{server.port}", "--sender", "a@x", "--max-time", "2")
	ok(status == 3 and time.time() - began < 6, "THREATS C9: smtp: a silent server", status, shown)
	server.stop()
	with servers.socket.socket() as free:
		free.bind(("127.0.0.1", 0))
		status, shown = send("--smtp", f"127.0.0.1:{free.getsockname()[1]}", "--sender", "a@x")
		ok(status == 3 and b"connection refused" in shown, "smtp: no server at the port", status, shown)


def cut_off():
	"""A connection that ends at any byte: a message is sent only if the server has confirmed it."""
	server = Mailer(slowly=True)
	status, shown = send("--smtp", f"127.0.0.1:{server.port}", "--sender", "a@x")
	server.stop()
	ok(status == 0 and len(server.messages) == 1, "smtp: a server that sends its bytes one by one", status, shown)
	whole = server.said - len("221 bye\r\n")
	wrong = []
	for cut in [*range(0, whole - 12, 11), *range(whole - 12, whole + 1)]:
		server = Mailer(cut=cut)
		status, shown = send("--smtp", f"127.0.0.1:{server.port}", "--sender", "a@x", "--max-time", "5")
		server.stop()
		if status != (0 if cut == whole else 3) or (cut < whole and b"it is saved in" not in shown):
			wrong.append((cut, whole, status, shown))
	ok(not wrong, "THREATS C10: smtp: a connection cut at any byte is a failure", *wrong[:3])


def with_tls():
	context, file = context_of(folder("mail-tls"))
	offers = (("SIZE 100000", "STARTTLS"), ("AUTH PLAIN",))
	who, known = ("--sender", "ann@s.example"), ("--cacert", file)
	server = Mailer(offers=offers, context=context)
	status, shown = send("--smtp", f"localhost:{server.port}", *who, *known)
	ok(status == 0 and server.messages and server.messages[0][3] and server.lines[1] == b"STARTTLS",
	   "RFC 3207: STARTTLS where it is offered", status, shown, server.lines)
	ok(b"AUTH" not in b" ".join(server.lines).upper(), "smtp: no login without a user", server.lines)
	server.stop()

	server = Mailer(offers=(("STARTTLS", "SIZE 100000"), ()), context=context)
	status, shown = send("--smtp", f"localhost:{server.port}", *who, *known)
	ok(status == 0 and server.messages and server.messages[0][3], "RFC 3207: STARTTLS is used if offered", status, shown, server.lines)
	server.stop()

	server = Mailer(offers=offers, context=context)
	status, shown = send("--smtp", f"localhost:{server.port}", *who)
	ok(status == 3 and not server.messages and b"MAIL" not in b"".join(server.lines),
	   "RFC 3207: a certificate that nobody vouches for: nothing is said", status, shown, server.lines)
	status, shown = send("--smtp", f"localhost:{server.port}", *who, "--insecure")
	ok(status == 0 and len(server.messages) == 1, "smtp: --insecure", status, shown)
	server.stop()

	for name, replies in (("refused", {"STARTTLS": "454 not today"}), ("unknown", {"STARTTLS": "500 what?"})):
		server = Mailer(replies, offers=offers)
		status, shown = send("--smtp", f"127.0.0.1:{server.port}", *who)
		ok(status == 3 and not server.messages and b"MAIL" not in b"".join(server.lines) and replies["STARTTLS"].encode() in shown,
		   f"RFC 3207 4.1: STARTTLS, offered and then {name}: nothing is said in the clear", status, shown, server.lines)
		server.stop()
	server = Mailer({"STARTTLS": b"220 go on\r\n250-x\r\n250 AUTH PLAIN\r\n"}, offers=offers, context=context)
	status, shown = send("--smtp", f"localhost:{server.port}", *who, *known)
	ok(status == 3 and not server.messages and b"MAIL" not in b"".join(server.lines),
	   "RFC 3207 4.2: a reply that comes before TLS is not believed", status, shown, server.lines)
	server.stop()

	server = Mailer(offers=offers, context=context, wrapped=True)
	status, shown = send("--smtp", f"smtps://localhost:{server.port}", *who, *known)
	ok(status == 0 and server.messages and server.messages[0][3], "RFC 8314: smtps", status, shown, server.lines)
	server.stop()
	server = Mailer()
	status, shown = send("--smtp", f"smtps://localhost:{server.port}", *who, *known, "--max-time", "5")
	ok(status == 3 and not server.messages, "RFC 8314: smtps never falls back to plain text", status, shown, server.lines)
	server.stop()

	netrc = os.path.join(folder("drafts"), "netrc")
	servers.write(netrc, "machine localhost login ann password s3cret\n")
	os.chmod(netrc, 0o600)
	server = Mailer(offers=offers, context=context)
	status, shown = send("--smtp", f"localhost:{server.port}", *who, *known, "--netrc", netrc)
	ok(status == 0 and server.messages and b"AGFubgBzM2NyZXQ=" in server.lines,
	   "RFC 4954: the login of ~/.netrc, over TLS", status, shown, server.lines)
	server.stop()
	server = Mailer(offers=(("AUTH PLAIN",), ()))
	status, shown = send("--smtp", f"localhost:{server.port}", *who, "--netrc", netrc)
	ok(status == 3 and not server.messages and b"AUTH" not in b"".join(server.lines),
	   "RFC 4954 9: and never in the clear", status, shown, server.lines)
	server.stop()
	server = Mailer({"AUTH": "535 wrong"}, offers=offers, context=context)
	status, shown = send("--smtp", f"localhost:{server.port}", *who, *known, "--netrc", netrc)
	ok(status == 3 and not server.messages and b"535 wrong" in shown and b"s3cret" not in shown,
	   "RFC 4954: a login that is refused", status, shown, server.lines)
	server.stop()


def aiosmtpd(server):
	status, shown = send("--smtp", f"127.0.0.1:{server.port}", "--sender", "ann@s.example", draft=EDITED)
	messages = server.messages()
	ok(status == 0 and len(messages) == 1, "aiosmtpd: a message is accepted", status, shown)
	message = fields_of((messages or [b""])[0])
	ok(message["X-MailFrom"] == "ann@s.example" and
	   str(message["X-RcptTo"]) == "j@x.example, b@x.example, c@y.example, unseen@z.example",
	   "aiosmtpd: its envelope", messages)
	ok(message["Bcc"] is None and str(message["Subject"]) == "caf\u00e9 \u2013 and back" and
	   message.get_content().replace("\r\n", "\n") == "one\n.\n..two\ncaf\u00e9\n", "aiosmtpd: and its text", messages)


def programs():
	"""Keys of the configuration; command.py tests --sendmail."""
	top = folder("drafts")
	program, seen = os.path.join(top, "mailer"), os.path.join(top, "seen")
	servers.write(program, f'#!/bin/sh\necho "$*" >{seen}\n')
	os.chmod(program, 0o755)
	server = Mailer()
	for name, options, words in (
			("sendmail", ("--set", f"sendmail {program}"), "-t -i\n"),
			("sender", ("--set", f"sendmail {program}", "--sender", "ann@s.example"), "-t -i -f ann@s.example\n"),
			("--sendmail over smtp", ("--sendmail", program, "--set", f"smtp 127.0.0.1:{server.port}"), "-t -i\n")):
		status, shown = send(*options)
		with open(seen if os.path.exists(seen) else os.devnull, encoding="utf-8") as file:
			said = file.read()
		ok(status == 0 and said == words, f"configuration: {name}", status, shown, said)
	os.unlink(seen)
	config = os.path.join(top, "config")
	servers.write(config, f"sendmail {program}\nsmtp 127.0.0.1:{server.port}\nsender ann@s.example\n")
	status, shown = send("--config", config)
	ok(status == 0 and len(server.messages) == 1 and not os.path.exists(seen), "configuration: smtp is preferred to sendmail", status, shown)
	server.stop()


GROUPS = (taken, never_sent, refusing, cut_off, with_tls, programs)


def run():
	for group in GROUPS:
		group()
	with_server("aiosmtpd", lambda: Aiosmtpd(folder("aiosmtpd")), aiosmtpd)
