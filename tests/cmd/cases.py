"""cases.py - a command, what it shall say, and whether it does; of the transcripts here and of the pages (tests/docs)."""
import re
import subprocess

LIMIT = 60  # seconds


class Case:
	def __init__(self, title):
		self.title, self.status = title, 0
		self.command, self.input, self.output, self.errors = [], [], [], []


def without_last_blank(output):
	"""A page does not show how many empty lines an example ends in."""
	return output.rstrip(b"\n") + b"\n"


def play(case, environment, folder, together=False):
	run = subprocess.run(["sh", "-c", "\n".join(case.command)], cwd=folder, env=environment, timeout=LIMIT,
	                     input="".join(line + "\n" for line in case.input).encode(), stdout=subprocess.PIPE,
	                     stderr=subprocess.STDOUT if together else subprocess.PIPE)
	if together:
		return run.returncode, without_last_blank(run.stdout), b""
	return run.returncode, run.stdout, run.stderr


def agrees(lines, got, any_lines=False):
	"""Is it just so, but for "[...]"?  any_lines: alone on a line it stands for any number of lines."""
	pattern = b"".join(b"(?:.*\n)*" if any_lines and line.strip() == "[...]" else
	                   b"[^\n]*".join(map(re.escape, line.encode().split(b"[...]"))) + b"\n" for line in lines)
	return re.fullmatch(pattern, got) is not None


def shown(data):
	return data.decode("utf-8", "backslashreplace").split("\n")


def differences(case, status, output, errors):
	if case.status is not None and status != case.status:
		yield f"exit status {status}, expected {case.status}"
	for name, lines, got in (("output", case.output, output), ("errors", case.errors, errors)):
		if not agrees(lines, got):
			yield f"{name}:"
			yield from ("    got " + line for line in shown(got))
			yield from ("   want " + line for line in lines)


def escaped(title):
	return title.replace("\\", "\\\\").replace("#", "\\#")
