"""headers.py - convert a public header to Markdown: its comments to text, its declarations to blocks of C.

A header begins with a comment "name.h - summary." and paragraphs; "/* ---- title ---- */" begins a section; "/** ... */"
precedes declarations, which end at an empty line.  A line "Returns: ..." or "text, len: ..." of a comment is a
term and its meaning.
"""
import os
import re

ACCESS = {"access", "fetch", "message", "object", "render"}  # headers of libeveryuri-access
KEYED = re.compile(r"((?:[A-Z]\w+|[a-z*]\w*)(?:, \*?[a-z]\w*)*):(?:\s+(?=\S)|$)")
SKIPPED = re.compile(r'(?m)^(?:#(?:if|ifdef|ifndef|endif|include|define EVERYURI_\w+_H$).*|extern "C" \{|\}$)\n?')


def library_of(header):
	"""Return the library, which is also the name for pkg-config, that declares what the header everyuri/HEADER.h has."""
	return "everyuri-gateway" if header == "gateway" else "everyuri-access" if header in ACCESS else "everyuri"


class Header:
	"""name: "uri"; summary; text: its Markdown, without a heading of the first level; functions: their names."""

	def __init__(self, path):
		self.name = os.path.basename(path)[:-len(".h")]
		with open(path, encoding="utf-8") as file:
			text = file.read()
		first, rest = re.match(r"/\*(.*?)\*/\n(.*)", text, re.S).groups()
		summary, _, intro = first.partition("\n *\n")
		self.summary = re.sub(r"\s*\n \* ?", " ", summary).split(" - ", 1)[1].strip().rstrip(".")
		rest = SKIPPED.sub("", re.sub(r"(?ms)^(static inline[^{]*?)\n\{.*?^\}", r"\1;", rest))
		parts = "".join(self.parts(rest))
		self.text = prose(intro) + ("\n" if parts.startswith("##") or not parts.strip() else "\n## Declarations\n\n") + parts
		outermost = re.sub(r"/\*.*?\*/|\{[^{}]*\}|^typedef.*?;", "", rest, flags=re.M | re.S)
		self.functions = re.findall(r"^[\w\s*]*?\b(everyuri_\w+)\(", outermost, re.M)

	@staticmethod
	def parts(text):
		for part in re.split(r"\n\s*\n(?=\S)|\n(?=/\*\*)", text.strip()):
			comment, code = re.match(r"(/\*.*?\*/)?\s*(.*)", part, re.S).groups()
			section = re.fullmatch(r"/\* -+ (.*?) -+ \*/", comment or "")
			if code:
				yield "```c\n" + code.replace("/**<", "/*").expandtabs(4).strip() + "\n```\n\n"
			yield f"## {section[1][0].upper()}{section[1][1:]}\n\n" if section else prose((comment or "").strip("/*")) + "\n"


def escaped(text):
	"""Return text of a comment as Markdown: `code` and our names become code, everything else is escaped."""
	parts = re.split(r"(`[^`]+`|\beveryuri_\w+|\bEVERYURI_\w+)", text)
	return "".join(f"`{part.strip('`')}`" if number % 2 else re.sub(r"([\\*_\[\]#|])", r"\\\1", part).replace("<", "&lt;")
	               for number, part in enumerate(parts))


def prose(comment):
	"""Return the lines of a comment as Markdown.  Lines below a term and lines in columns are indented by two blanks or more."""
	out, within = [], 0  # how far the lines of a term or an item are indented
	for line in comment.split("\n"):
		line = re.sub(r"^ \*(?: |$)", "", line.rstrip())
		words, indent = line.strip(), len(line) - len(line.lstrip())
		keyed = KEYED.match(words)
		if keyed and (indent == 1 or indent == 0 and words[0].isupper()):
			out += ["", escaped(keyed[1]), f": {escaped(words[keyed.end():])}"]
			within = indent + 1
		elif words.startswith("- "):
			out += ["" * (not within), "- " + escaped(words[2:])]
			within = indent + 1
		elif within and words and indent >= within and not out[-1].startswith("    "):
			out[-1] += " " + escaped(words)
		elif indent >= 2 and (re.match(r"[A-Z_]+  ", words) or out and out[-1].startswith("    ")):
			out += [""] * (not out[-1].startswith("    ")) + ["    " + line[2:]]
		else:
			out += [""] * (within > 0 or out[-1:] != [] and out[-1].startswith("    ")) + [escaped(words)]
			within = 0
	return "\n".join(out).strip("\n") + "\n"
