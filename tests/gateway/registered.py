"""A scheme that the configuration registers works through both faces."""
import subprocess
import urllib.error
import urllib.parse
import urllib.request

import points
from points import ok
from scripted import Scripted, answers
from world import HOST, Gateway


def own(gateway, uri):
	"""Returns: (status, page) in origin form."""
	try:
		with urllib.request.urlopen(f"{gateway.origin}/{urllib.parse.quote(uri, safe='')}", timeout=20) as answer:
			return answer.status, answer.read().decode(errors="replace")
	except urllib.error.HTTPError as error:
		return error.code, error.read().decode(errors="replace")


def run(_, world):
	gateway = Gateway("--allow-host", HOST, "--set", "scheme x-demo port=79", "--set", "step x-demo connect",
	                  "--set", "step x-demo line {name}", "--set", "step x-demo receive close")
	try:
		server = Scripted(answers(b"one answer\r\n"), answers(b"another\r\n"))
		status, page = own(gateway, f"x-demo://{HOST}:{server.port}/words")
		ok(status == 200 and "one answer" in page, "a registered scheme in origin form", status, page[-600:])
		got = subprocess.run(["curl", "-s", "-x", gateway.origin, "--request-target",
		                      f"x-demo://{HOST}:{server.port}/more", "http://x.example/"], capture_output=True, timeout=20)
		ok(got.stdout == b"another\r\n", "the same in proxy form", got)
		server.stop()
	finally:
		gateway.stop()
