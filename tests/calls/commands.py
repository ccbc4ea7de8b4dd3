"""commands.py - commands that need no server, to make each of their calls fail."""
import os

SHORT = b"http://u:p@H/a%7e/../b?c=d&c=%ff#e\nmailto:a@b.c\n\nh t\nftp://h/a;type=i\nlast:\n"
LONG = SHORT + b"http://h/" + b"x" * 300000 + b"\n" # more than is written at once
LIST = b"// VERSION: 1\n// ===BEGIN ICANN DOMAINS===\norg\n// ===END ICANN DOMAINS===\n"
TEXT = b"See <http://h.example/a%20b> and <URL:http://h.exam-\nple/c>, and https://x.example/.\n"
LETTER = b"From: a@b.c\r\nSubject: =?utf-8?q?x?=\r\nMessage-ID: <i@b.c>\r\nNewsgroups: x.y\r\n\r\nwords\r\n"
CONFIG = b"\xef\xbb\xbfscheme x-own port=70\nstep x-own connect\nscheme x-note kind=opaque\ngateway x-way http://h/{+uri}\nresolver isbn http://h/{nss}\nrefuse-host bad.example\nprogram telnet true {host}\nheader X: y"
PAGE = b"<html><head><base href='http://b.example/'><title>t</title></head>words</html>"

# Without arguments the items are the lines of standard input.
PLAIN = """
parse --format json --decode
parse --format csv
parse --format arrow
parse --format tsv --as whatwg
parse --format json --as whatwg
parse --format tsv --as whatwg --base http://b/c
parse --default-scheme http --get {host}{path}
parse -j 2 --format json
check --as all --format json
check --format tsv --default-scheme http
compare --default-scheme http
compare --format json
explain
explain --color always --as rfc1738
explain --as rfc1808 --default-scheme http
plan --config FOLDER/config --default-scheme http
plan --format json --set program\\ telnet\\ true --show-secrets x-own://h/a x-way:b urn:isbn:1 http://bad.example/
resolve --base http://h/b --as whatwg
relate --base http://h/b --format json
normalize --level scheme
normalize --as rfc3987
same http://H/%7e http://h/~
edit --set host=x --append path=a --append query=b=c --delete query --format csv
edit --encode --set-query a=b --delete-query c --sort-query
encode --format tsv
decode --format arrow
query --append a=b --set c=e --delete f --sort
query --form --all c --format json
query --get c --default-scheme http
path --mapping domain --prefix x-dns://ns host.sub.top a%
path /a\ b rel
path --from-uri file:///a%20b file://h/c
redact --all-query --query c --user
template --set a=b --list c=1 --list c=2 --pair d=e=f {a}{?c*}{&d*} {z
template --match http://{a}/{b} http://h/%20 http://h/x/y http://i/j
template --match http://{a}/ --format json http://h%ff/
find --refang --www --mail
find -j 2 --format json FOLDER/text FOLDER/text
find -j 2 --format tsv - FOLDER/text -
find -j 3 --format csv -
find --format arrow FOLDER/text
key --profile surt --explain
key --profile domain --suffix-list FOLDER/list --format json --default-scheme http
key --format csv --profile whatwg
stats --suffix-list FOLDER/list --as all
stats --suffix-list FOLDER/list --format html -j 2 --seed 1
stats --by host,depth --format json
schemes --all --config FOLDER/config --format json
schemes --set scheme\\ x-one\\ kind=opaque http x-one nothing
wrap
wrap --width 20 -0
help parse
--version
--trurl -f -
--trurl --set path=/c --append query=d=e --iterate port=1\\ 2 --sort-query --json http://h/a?b=c
--trurl --get {host}{query:b}{must:path} --replace b=d --qtrim c* http://ex.example/a?b=c&cc=%20 http://h:x/
"""

# Commands whose standard input is a file that threads share.
CUT = """
parse -j 2 --format tsv
check -j 2 --max-length 300000
"""

# Commands of everyuri-access.
ACCESSING = """
get data:,a%20b
get -j 2 data:,a file://FOLDER/text
get --format html file://FOLDER/page.html
get --format json file://FOLDER/dir/
get -i file://FOLDER/page.html
get -i --format json file://FOLDER/letter.eml
get --config FOLDER/config -H X:y -o FOLDER/out data:,a
get --mail FOLDER/mail --format text mid:i@b.c
get --format text file://FOLDER/page.html
get --netrc FOLDER/netrc --no-follow data:,a
get -j 2 --max-length 9
plan --run -v file://FOLDER/dir/
open --config FOLDER/config telnet://a@h/
open mailto:a@b.c?subject=d&body=e
open file://FOLDER/dir/
"""
# An editor, and a program that converts HTML to text.
PROGRAMS = {"editor": b"#!/bin/sh\nexit 0\n", "w3m": b"#!/bin/sh\ncat\n"}


def words_of(line, folder):
	words = [word.replace("\0", " ") for word in line.replace("\\ ", "\0").split()]
	return [word.replace("FOLDER", folder) for word in words]


def commands(folder):
	"""Writes their input files.  Yields (program, arguments, standard input: bytes or the path of a file)."""
	os.makedirs(os.path.join(folder, "dir"))
	for name, data in (("config", CONFIG), ("list", LIST), ("text", TEXT), ("netrc", b"machine h login a password b\n"), ("letter.eml", LETTER), ("page.html", PAGE),
	                   ("dir/one", b"1"), ("dir/two", b"22"), ("mail", b"From a Sat Nov 21 12:00:00 2026\n" + LETTER.replace(b"\r", b"") + b"\n")):
		with open(os.path.join(folder, name), "wb") as file:
			file.write(data)
	os.chmod(os.path.join(folder, "netrc"), 0o600)
	for name, data in PROGRAMS.items():
		path = os.path.join(folder, "programs", name)
		os.makedirs(os.path.dirname(path), exist_ok=True)
		with open(path, "wb") as file:
			file.write(data)
		os.chmod(path, 0o755)
	for program, lines in (("everyuri", PLAIN), ("everyuri-access", ACCESSING)):
		for line in lines.strip().split("\n"):
			words = words_of(line, folder)
			yield program, words, {"parse": LONG, "normalize": LONG, "find": TEXT}.get(words[0], SHORT)
	path = os.path.join(folder, "cut")
	with open(path, "wb") as file:
		file.write((b"x:" + b"y" * 4000 + b"\n") * 300 + LONG)
	for line in CUT.strip().split("\n"):
		yield "everyuri", words_of(line, folder), path
