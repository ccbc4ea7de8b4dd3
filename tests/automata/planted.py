"""planted.py - plant faults for the proofs to find: change one set of bytes in a parse.re."""
import os
import re

MEMBER = re.compile(r"(?:\\x[0-9A-Fa-f]{2}|\\.|[^\\])(?:-(?:\\x[0-9A-Fa-f]{2}|\\.|[^\\\]]))?")
BLOCK = re.compile(r"/\*!(?:local:)?re2c.*?\*/", re.S)
# A set is in brackets; brackets in strings, comments and C indices do not count.
PIECE = re.compile(r"""//[^\n]*|"(?:\\.|[^"\\])*"|'[^'\n]*'|\w\[|\[(?P<set>(?:\\x[0-9A-Fa-f]{2}|\\.|[^\]\\])+)\]""")

# In the draft of 1993 only telnet has a login, and no slash can follow it.
UNFELT = ["match_login1993"]


def changes(text):
	"""Yields (line, the change, the changed text): each set without its first member, and with the byte 1 added.
	Lookahead sets get no byte: the next automaton would refuse it."""
	for block in BLOCK.finditer(text):
		function = re.findall(r"^static bool (\w+)", text[:block.start()], re.M)[-1:]
		for found in PIECE.finditer(text, *block.span()):
			members = found["set"]
			if not members or "\\u" in members or "\\U" in members:
				continue
			rest = members[len(MEMBER.match(members)[0]):]
			ends = "\\x00" in members
			if ends and function == UNFELT:
				continue
			for changed in ([f"[{rest}]"] if rest else []) + ([] if ends else [f"[{members}\\x01]"]):
				yield (text.count("\n", 0, found.start()) + 1, f"{found[0]} became {changed}",
				       text[:found.start()] + changed + text[found.end():])


def plant(path, into):
	"""Yields (the change, the path of the changed parse.re)."""
	with open(path, encoding="utf-8") as file:
		text = file.read()
	planted = os.path.join(into, "planted.re")
	for line, what, changed in changes(text):
		with open(planted, "w", encoding="utf-8") as file:
			file.write(changed)
		yield f"line {line}: {what}", planted
