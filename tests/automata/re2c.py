"""re2c.py - read the automata that re2c draws for a parse.re, and compute what they accept.

For a rule that ends in END or in a lookahead, the byte after the text is NUL: it accepts a text if it accepts the
text followed by NUL.  After such a rule the next automaton begins at the lookahead byte; after any other, at the
next byte.
"""
import os
import re
import subprocess
from collections import deque

from automaton import DEAD, Dfa

BYTE = r"(?:0x[0-9A-F]{2}|\\.|.)"
RANGE = re.compile(rf"\[({BYTE})(?:-({BYTE}))?\]")


def byte_of(text):
	if re.fullmatch("0x[0-9A-F]{2}", text):
		return int(text, 16)
	return ord({"\\t": "\t", "\\n": "\n", "\\r": "\r", "\\v": "\v", "\\f": "\f", "\\a": "\a", "\\b": "\b"}.get(text, text[-1]))


class Block:
	"""One automaton: steps[node] = [(set of bytes, node)], goes[node] = node, ends[node] = line of the rule's action.

	re2c draws a state that shares its end with another as two nodes: one reads a byte and goes, without a set, to
	one that tests it.  A step from elsewhere to that second node tests the same byte.
	"""

	def __init__(self, name):
		self.name, self.steps, self.goes, self.ends = name, {}, {}, {}
		self.first = None
		self.tails = set()
		self.rules = []  # lines of the rules' actions, in their order; of "*" none

	def read(self, line):
		edge = re.fullmatch(r"(\d+) -> (\d+)(?: \[label=\"(.*)\"\])?", line)
		if not edge:
			action = re.fullmatch(r"(\d+) \[label=\".*:(\d+)\"\]", line)
			if not action:
				raise ValueError(f"re2c drew something else: {line}")
			self.ends[int(action[1])] = int(action[2])
			return
		source, target, label = int(edge[1]), int(edge[2]), edge[3]
		self.first = source if self.first is None else self.first
		if not label or label[0] != "[":
			self.goes[source] = target
			return
		one, at = 0, 0
		while range_ := RANGE.match(label, at):
			low = byte_of(range_[1])
			high = byte_of(range_[2]) if range_[2] else low
			one |= (1 << high + 1) - (1 << low)
			at = range_.end()
		if not re.fullmatch(r"(?:<[^>]*>)*", label[at:]):
			raise ValueError(f"re2c drew something else: {line}")
		self.steps.setdefault(source, []).append((one, target))

	def sets(self):
		return {one for steps in self.steps.values() for one, _ in steps}

	def settled(self, node):
		"""Follow steps that read nothing.  Returns: a node that reads, or one with an action."""
		while node not in self.steps and node in self.goes:
			node = self.goes[node]
		return node

	def step(self, node, byte):
		"""Returns: (a node that reads, None), or (None, the line of the rule that has matched)."""
		for one, target in self.steps[node]:
			if one >> byte & 1:
				if target in self.tails:
					return self.step(target, byte)
				target = self.settled(target)
				if target in self.ends:
					return None, self.ends[target]
				return target, None
		return None, None


class Text:
	"""Make a block that reads these letters in either case."""

	def __init__(self, text):
		self.name, self.text, self.first, self.rules = text, text, 0, [1]

	def sets(self):
		return {1 << ord(c.lower()) | 1 << ord(c.upper()) for c in self.text}

	def settled(self, node):
		return node

	def step(self, node, byte):
		if chr(byte).lower() != self.text[node].lower():
			return None, None
		return (None, 1) if node + 1 == len(self.text) else (node + 1, None)


def drawn(path, into):
	"""Return the blocks of a parse.re by the function that contains them."""
	os.makedirs(into, exist_ok=True)
	out = os.path.join(into, "drawn.dot")
	subprocess.run(["re2c", "-D", "-T", "-W", "-Wno-nondeterministic-tags", "-I", "lib", "-o", out, path], check=True)
	with open(path, encoding="utf-8") as file:
		lines = file.read().splitlines()
	names = block_names(lines)
	blocks = []
	with open(out, encoding="latin-1") as file:
		for line in file.read().splitlines():
			if line.startswith("digraph"):
				blocks.append(Block(names[len(blocks)]))
			elif blocks and line and line != "}":
				blocks[-1].read(line)
	if len(blocks) != len(names):
		raise ValueError(f"{path}: {len(names)} automata are written, and {len(blocks)} drawn")
	for block in blocks:
		block.tails = {target for target in block.goes.values() if target in block.steps}
		block.rules = sorted({line for line in block.ends.values() if not lines[line - 1].lstrip().startswith("*")})
	return {block.name: block for block in blocks}


def block_names(lines):
	"""Return the function around each block that has rules."""
	names, function = [], None
	for line in lines:
		begun = re.match(r"(?:static )?(?:bool|uint32_t|enum \w+) (\w+)\(", line)
		function = begun[1] if begun else function
		if "/*!local:re2c" in line:
			names.append(function)
	return names


def accepted(chain, classes):
	"""Return the Dfa of what a chain of blocks accepts.  chain: (block, number of its rule)."""
	def ends_at_delimiter(block, rule):
		line = block.rules[rule - 1]
		return isinstance(block, Block) and any(one & 1 and block.ends.get(block.settled(target)) == line
		                                        for steps in block.steps.values() for one, target in steps)

	delimited = [ends_at_delimiter(block, rule) for block, rule in chain]
	last = len(chain) - 1
	DONE = (last + 1, 0)

	def step(state, byte):
		number, node = state
		while number <= last:
			block, rule = chain[number]
			node, line = block.step(node, byte)
			if node is not None:
				return number, node
			if line != block.rules[rule - 1]:
				return None
			number, node = number + 1, None
			if not delimited[number - 1]:
				break
			if number > last:
				return DONE if byte == 0 else None
			node = chain[number][0].settled(chain[number][0].first)
		return DONE if number > last else (number, chain[number][0].settled(chain[number][0].first))

	begin = (0, chain[0][0].settled(chain[0][0].first))
	numbers, waiting, rows, accepting = {begin: 0}, deque([begin]), [], set()
	while waiting:
		state = waiting.popleft()
		row = []
		if state == DONE or delimited[last] and state != DONE and step(state, 0) == DONE:
			accepting.add(numbers[state])
		for number in range(len(classes)):
			byte = classes.byte[number]
			target = None if state == DONE or byte == 0 else step(state, byte)
			if target is None or target == DONE and delimited[last]:
				row.append(DEAD)
				continue
			if target not in numbers:
				numbers[target] = len(numbers)
				waiting.append(target)
			row.append(numbers[target])
		rows.append(row)
	return Dfa(rows, accepting).small()
