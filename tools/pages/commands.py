"""commands.py - split a page of docs/commands into blocks, and format it as the text of --help.

The pages are plain Markdown: headings, paragraphs, fenced blocks and lists, where "- `term`: text" is a term and its
meaning.  Anything else is an error, so that --help can show every page.
"""
import re
import textwrap

WIDTH = 80
END = r"(?=\n\s*\n|\n- |\n```|\n#|\s*\Z)"
BLOCK = re.compile(r"```[^\n]*\n(?P<code>.*?)^```$|#+ (?P<heading>[^\n]*)|"
                   r"- (?:(?P<term>`[^`]+`(?:, `[^`]+`)*):\s+)?(?P<item>.*?)" + END +
                   r"|(?!```|\||\s|[>*+] |\d+\. )(?P<paragraph>.+?)" + END, re.M | re.S)


def blocks(path):
	"""Yield (kind, text, term) of each block; kind is "heading", "code", "item" or "paragraph"."""
	with open(path, encoding="utf-8") as file:
		page = file.read()
	at = 0
	while page[at:].strip():
		at = re.compile(r"(\s*\n)?").match(page, at).end()
		found = BLOCK.match(page, at)
		if not found:
			raise SystemExit(f"{path}:{page.count(chr(10), 0, at) + 1}: --help cannot show this Markdown")
		kind, at = found.lastgroup, found.end()
		yield kind, found[kind] if kind == "code" else " ".join(found[kind].split()), found["term"] or ""


def plain(text):
	"""Return Markdown without markup."""
	text = re.sub(r"\[((?:[^\[\]]|\[[^\]]*\])+)\]\([^)\s]*\)", r"\1", text)
	marks = r"``\s*(.+?)\s*``|`([^`]+)`|\*\*([^*]+)\*\*|(?<!\*)\*([^*\s][^*]*)\*"
	return re.sub(marks, lambda found: next(filter(None, found.groups())), text)


def wrapped(text, first, rest):
	return textwrap.wrap(plain(text), WIDTH, initial_indent=first, subsequent_indent=rest, break_long_words=False,
	                     break_on_hyphens=False)


def help_text(path):
	out, before, title = [], "heading", ""
	for number, (kind, text, term) in enumerate(blocks(path)):
		if before != "heading" and (kind, before) != ("item", "item") or kind == "heading" and out:
			out.append("")
		if kind == "heading":
			title = text
			out += [plain(text) + ":"] if number and text != "Name" else []
		elif kind == "code":
			out += ["  " + line if line else "" for line in text.split("\n")[:-1]]
		elif kind == "paragraph":
			out += wrapped(text, *(("", "  ") if title == "Name" else ("  ", "  ")))
		elif term:
			term = plain(term)
			out += ["  " + term] * (len(term) > 20)
			out += wrapped(text, f"  {'' if len(term) > 20 else term:<20}  ", " " * 24)
		else:
			out += wrapped(text, "  - ", "    ")
		before = kind
	return "\n".join(out).rstrip("\n") + "\n"
