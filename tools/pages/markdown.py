"""markdown.py - the Markdown of our own pages, read into blocks.

It knows headings, paragraphs, `code`, **bold**, *emphasis*, [links](to), fenced and indented blocks,
tables, and lists, where "- `term`: text" is an option and its meaning.  Anything else is an error: a
page that cannot be shown everywhere is mended, and not shown otherwise.
"""
import re
import sys

LINK = re.compile(r"\[((?:[^\[\]]|\[[^\]]*\])+)\]\(([^)\s]*)\)")
ENDS = re.compile(r"#|```|- |\d+\. |\||<!--")


class Literal(str):
	"""Text that is not Markdown, but for `code`: of a comment in C."""


def blocks(path):
	"""Yield what read() does, of a file."""
	with open(path, encoding="utf-8") as file:
		yield from read(file.read(), path)


def read(page, path):
	"""Yield ("heading", depth, text), ("paragraph", text), ("code", lines, info), ("item", term, text),
	("numbered", number, text), ("table", head, rows)."""
	lines = page.split("\n")
	i = 0
	while i < len(lines):
		line = lines[i]
		if not line.strip() or line.startswith(("<!--", "![")):
			i += 1
		elif line.startswith("#"):
			depth = len(line) - len(line.lstrip("#"))
			yield "heading", depth, line[depth:].strip()
			i += 1
		elif line.startswith("```"):
			end = i + 1
			while end < len(lines) and not lines[end].startswith("```"):
				end += 1
			if end == len(lines):
				sys.exit(f"{path}:{i + 1}: a fenced block without an end")
			yield "code", lines[i + 1:end], line[3:].strip()
			i = end + 1
		elif line.startswith("|"):
			end = i
			while end < len(lines) and lines[end].startswith("|"):
				end += 1
			rows = [cells(each) for each in lines[i:end]]
			if end < i + 2 or not all(re.fullmatch(r":?-+:?", cell) for cell in rows[1]):
				sys.exit(f"{path}:{i + 1}: a table without a line under its head")
			yield "table", rows[0], rows[2:]
			i = end
		elif line.startswith(("    ", "\t")):
			end = i
			while end < len(lines) and (not lines[end].strip() or lines[end].startswith(("    ", "\t"))):
				end += 1
			yield "code", "\n".join(re.sub(r"^(    |\t)", "", each) for each in lines[i:end]).rstrip().split("\n"), ""
			i = end
		elif re.match(r"[>*+]\s|=+$", line):
			sys.exit(f"{path}:{i + 1}: tools/pages does not know this Markdown: {line.strip()}")
		else:
			end = i + 1
			while end < len(lines) and lines[end].strip() and not ENDS.match(lines[end]):
				end += 1
			yield block_of(" ".join(part.strip() for part in lines[i:end]))
			i = end


def block_of(text):
	number = re.match(r"(\d+)\. +(.*)", text)
	if number:
		return ("numbered", *number.groups())
	if not text.startswith("- "):
		return "paragraph", text
	term = re.match(r"- (`[^`]+`(?:, `[^`]+`)*): +(.*)", text)
	return ("item", *term.groups()) if term else ("item", "", text[2:])


def cells(line):
	return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line.strip())[1:-1]]


def links(path):
	"""The addresses of all links of a page."""
	with open(path, encoding="utf-8") as file:
		page = re.sub(r"^```.*?^```$|`[^`\n]*`", "", file.read(), flags=re.M | re.S)
	return [match[2] for match in LINK.finditer(page)]


def spans(text):
	"""Cut text into (font, text): R roman, B bold (and code), I emphasis."""
	if isinstance(text, Literal):
		for part in re.split(r"(\beveryuri_\w+|\bEVERYURI_\w+|`[^`]+`)", text):
			if part:
				yield ("B" if part.lower().startswith(("everyuri_", "`")) else "R"), part.strip("`")
		return
	text = re.sub(r"!?" + LINK.pattern, r"\1", text)
	for part in re.split(r"(``.+?``|`[^`]+`|\*\*[^*]+\*\*|(?<!\*)\*[^*\s][^*]*\*)", text):
		if part.startswith("``"):
			yield "B", part[2:-2].strip()
		elif part.startswith("`") and len(part) > 1:
			yield "B", part[1:-1]
		elif part.startswith("**") and len(part) > 4:
			yield "B", part[2:-2]
		elif len(part) > 2 and part[0] == part[-1] == "*":
			yield "I", part[1:-1]
		elif part:
			yield "R", part


def plain(text):
	return "".join(part for _, part in spans(text))
