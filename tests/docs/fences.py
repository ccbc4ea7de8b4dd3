"""fences.py - the fenced blocks of our pages, and what is to be done with each.

The info string of a fence says what a block is:

	(nothing), console   "$ command", and what it writes; several, one behind the other
	sh                   commands, which must succeed
	c, c NAME.c          a program, or a piece of one; NAME.c is there for the examples below it
	config               lines of a configuration
	python, sql, js      run by the tests of the bindings
	KIND no-run: REASON  not run, and counted with its reason; KIND may be text
"""
import glob
import os
import re

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
KINDS = {"", "console", "sh", "c", "config", "python", "sql", "js", "text"}


class Block:
	def __init__(self, path, line, info, lines):
		self.path, self.line, self.lines = path, line, lines
		info, _, reason = info.partition("no-run:")
		words = info.split()
		self.kind, self.name = (words + ["", ""])[:2]
		self.reason = reason.strip() or None
		self.where = f"{path}:{line}"

	@property
	def text(self):
		return "\n".join(self.lines) + "\n"

	def wrong(self):
		"""What its writer has to mend, or None."""
		if self.kind not in KINDS:
			return f"nobody knows how to run {self.kind!r}"
		if self.kind == "text" and not self.reason:
			return "text is not run, and does not say why (no-run: REASON)"
		if self.kind in ("", "console") and not self.reason and not "".join(self.lines[:1]).startswith("$ "):
			return 'an example begins with "$ "; a block of another kind says which'
		return None


def pages(top=TOP):
	found = [top + "/README.md"] + glob.glob(top + "/docs/**/*.md", recursive=True) + glob.glob(top + "/bindings/**/README.md", recursive=True)
	return sorted(os.path.relpath(path, top) for path in found)


def blocks_of(path, top=TOP):
	"""The blocks of a page, in their order.  A fence without an end, and a block that is indented instead, are errors."""
	out, lines = [], open(os.path.join(top, path), encoding="utf-8").read().split("\n")
	i = 0
	while i < len(lines):
		if lines[i].startswith("```"):
			end = i + 1
			while end < len(lines) and not lines[end].startswith("```"):
				end += 1
			if end == len(lines):
				raise ValueError(f"{path}:{i + 1}: a fence without an end")
			out.append(Block(path, i + 1, lines[i][3:].strip(), lines[i + 1:end]))
			i = end
		elif re.match(r"( {4}|\t)\S", lines[i]) and i and not lines[i - 1].strip() and not in_list(lines, i):
			raise ValueError(f"{path}:{i + 1}: a block that is indented cannot say what it is: fence it")
		i += 1
	return out


def in_list(lines, i):
	"""Is this line a paragraph of a list's item?"""
	before = [line for line in lines[:i] if line.strip()]
	while before and before[-1].startswith((" ", "\t")):
		before.pop()
	return bool(before) and bool(re.match(r"- |\d+\. ", before[-1]))


def examples(block):
	"""Yield (command, lines that it writes) of an example block; a backslash goes on with the next line."""
	command, output = None, []
	lines = iter(block.lines)
	for line in lines:
		if line.startswith("$ "):
			if command is not None:
				yield command, output
			command, output = line[2:], []
			while command.endswith("\\"):
				command += "\n" + next(lines)
		elif command is not None:
			output.append(line)
	if command is not None:
		yield command, output
