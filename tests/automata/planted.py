"""Faults for the proofs to find: a parse.re with one of its sets of bytes changed."""
import os
import re

MEMBER = re.compile(r"(?:\\x[0-9A-Fa-f]{2}|\\.|[^\\])(?:-(?:\\x[0-9A-Fa-f]{2}|\\.|[^\\\]]))?")
BLOCK = re.compile(r"/\*!(?:local:)?re2c.*?\*/", re.S)
# A set is what stands in brackets, but for texts, comments, and what C indexes.
PIECE = re.compile(r"""//[^\n]*|"(?:\\.|[^"\\])*"|'[^'\n]*'|\w\[|\[(?P<set>(?:\\x[0-9A-Fa-f]{2}|\\.|[^\]\\])+)\]""")

# In the draft of 1993 nothing but telnet has a login, and no slash can stand behind it.
UNFELT = ["match_login1993"]


def changes(text):
	"""Yields (line, what was changed, the text with it): each set without its first member, and with the byte 1.
	What may stand behind a production gets no more: it is only looked at, and the next automaton refuses it."""
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
	"""Yields (what was changed, the path of a parse.re with it)."""
	with open(path, encoding="utf-8") as file:
		text = file.read()
	planted = os.path.join(into, "planted.re")
	for line, what, changed in changes(text):
		with open(planted, "w", encoding="utf-8") as file:
			file.write(changed)
		yield f"line {line}: {what}", planted
