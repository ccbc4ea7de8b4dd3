"""headers.py - a public header read into blocks: what it says of itself, its sections, and each declaration
with its doc comment.

A header begins with a comment "name.h - summary." and paragraphs; "/* ---- title ---- */" begins a section;
"/** ... */" stands in front of declarations, which end at an empty line.  Another comment, or one that an empty
line follows, stands by itself.  Keyed lines of a doc comment
("Returns: ...", "text, len: ...") become items.
"""
import os
import re

from pages.markdown import Literal

KEYED = re.compile(r"((?:[A-Z]\w+|[a-z*]\w*)(?:, \*?[a-z]\w*)*):(?:\s+(?=\S)|$)")
SKIPPED = re.compile(r"#if|#endif|#include|#ifndef|#define EVERYURI_\w+_H$|extern \"C\" \{|\}$")


class Header:
	"""name: "uri.h"; summary; intro: blocks; parts: (section or None, [(blocks of the comment, lines of C)]);
	what stands by itself has no lines."""

	def __init__(self, path):
		self.name = os.path.basename(path)
		with open(path, encoding="utf-8") as file:
			lines = file.read().split("\n")
		i, first = take_comment(lines, 0)
		head = re.match(r"\S+\.h - (.*)", " ".join(until_blank(first)))
		self.summary = head[1].rstrip(".")
		self.intro = list(comment_blocks(first[len(until_blank(first)):]))
		self.parts = [(None, [])]
		self.read(lines, i)
		self.parts = [part for part in self.parts if part[1]]

	def read(self, lines, i):
		comment = []
		while i < len(lines):
			line = lines[i]
			section = re.match(r"/\* -+ (.*?) -+ \*/", line)
			if section:
				self.parts.append((section[1], []))
				i += 1
			elif line.startswith("/*"):
				i, text = take_comment(lines, i)
				if line.startswith("/**") and lines[i].strip():
					comment = list(comment_blocks(text))
				else:
					self.parts[-1][1].append((list(comment_blocks(text)), []))
			elif not line.strip() or SKIPPED.match(line):
				i += 1
			else:
				i, code = take_declaration(lines, i)
				self.parts[-1][1].append((comment, code))
				comment = []

	def functions(self):
		"""The names of all functions that are declared, in their order."""
		found = []
		for _, declared in self.parts:
			for _, code in declared:
				if not code or code[0].startswith("typedef"):
					continue
				found += re.findall(r"^[\w\s*]*?\b(everyuri_\w+)\(", outermost("\n".join(code)), re.M)
		return found


def until_blank(lines):
	return lines[:lines.index("")] if "" in lines else lines


def take_comment(lines, i):
	"""Returns: the line behind a comment, and its own lines."""
	end = i
	while "*/" not in lines[end]:
		end += 1
	text = []
	for number, line in enumerate(lines[i:end + 1]):
		line = re.sub(r"\s*\*/.*$", "", line)
		line = re.sub(r"^/\*+ ?", "", line) if number == 0 else re.sub(r"^\s*\*? ?", "", line, count=1)
		text.append(line.rstrip())
	return end + 1, text


def take_declaration(lines, i):
	"""Returns: the line behind what ends at an empty line outside of braces, and it."""
	code, depth = [], 0
	while i < len(lines) and (depth > 0 or lines[i].strip()):
		if depth == 0 and code and lines[i].startswith("/**"):
			break
		code.append(lines[i])
		depth += outside_comments(lines[i])
		i += 1
	if code[0].startswith("static inline"):
		end = next(number for number, line in enumerate(code) if line == "{")
		code = code[:end - 1] + [code[end - 1] + ";"]
	return i, code


def outside_comments(line):
	"""How many braces a line opens, less those that it closes."""
	line = re.sub(r"/\*.*?\*/", "", line)
	return line.count("{") - line.count("}")


def outermost(code):
	"""C without its comments and what stands in braces."""
	code, before = re.sub(r"/\*.*?\*/", "", code, flags=re.S), None
	while code != before:
		before, code = code, re.sub(r"\{[^{}]*\}", "", code)
	return code


def comment_blocks(text):
	"""The blocks of a comment's lines.  What is indented by more than one blank is a list, a keyed line or,
	behind a paragraph of its own, a block as it stands."""
	out = []
	for line in text:
		words = line.strip()
		indent = len(line) - len(line.lstrip())
		keyed = KEYED.match(words)
		if not words:
			out.append(None)
		elif words.startswith("- "):
			out.append(["item", "", words[2:], indent + 1])
		elif keyed and indent <= 1 and (indent == 1 or keyed[1][0].isupper()):
			out.append(["item", keyed[1], words[keyed.end():], indent + 1])
		elif out and out[-1] and out[-1][0] == "item" and indent >= out[-1][3]:
			out[-1][2] += " " + words
		elif indent >= 2 and (re.match(r"[A-Z_]+  ", words) or (out and out[-1] and out[-1][0] == "code")):
			out.append(["code", [line[2:]]]) if not (out and out[-1] and out[-1][0] == "code") else out[-1][1].append(line[2:])
		elif out and out[-1] and out[-1][0] == "paragraph":
			out[-1][1] += " " + words
		else:
			out.append(["paragraph", words])
	for block in filter(None, out):
		if block[0] == "item":
			yield "item", Literal(block[1]), Literal(block[2])
		elif block[0] == "code":
			yield "code", block[1], ""
		else:
			yield "paragraph", Literal(block[1])
