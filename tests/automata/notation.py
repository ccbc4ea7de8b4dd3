"""notation.py - the notation of the grammars in this folder, and the automaton of a rule.

	; a comment, to the end of the line
	name = rule                     a line that begins with a blank continues the one before

	"text"  'text'                  these bytes; the same in either case
	{+-.}                           one of these bytes
	"a".."z"  %xA0..%xD7FF          one byte or character of a range; beyond US-ASCII in UTF-8, but
	                                bytes if the range ends at %xFF
	a b   a | b   [a]   (a)         sequence; alternatives; optional; group
	*a   1*a   2*4a                 zero or more; one or more; two to four
	a except b                      what the first derives and the second does not
	other:name                      the rule of another file

What is proved of a rule:

	prove rule by BLOCK...          re2c's automata, one after the other, accept exactly its language;
	                                a BLOCK is 'text', or the function of parse.re that has the automaton,
	                                followed by /2 for its second rule
	entry FLAGS = rule              everyuri_check with these flags accepts exactly its language
"""
import os
import re

from automaton import Nfa

TOKEN = re.compile(r"""\s*(?:(?P<text>"[^"]*"|'[^']*')|\{(?P<set>[^}]*)\}|%x(?P<hex>[0-9A-Fa-f]+)|(?P<range>\.\.)
	|(?P<times>\d*\*\d*)|(?P<name>[A-Za-z][\w+-]*(?::[A-Za-z][\w+-]*)?)|(?P<sign>[()|\[\]]))""", re.X)


def bytes_of(text):
	return [1 << byte for byte in text.encode("latin-1")]


class Grammar:
	"""A grammar file: its rules as trees, and its proofs."""

	files = {}

	def __init__(self, path):
		self.name = os.path.basename(path)[:-len(".bnf")]
		self.rules, self.proofs, self.entries = {}, [], []
		with open(path, encoding="latin-1") as file:
			lines = re.sub(r"^;.*\n|\s;\s.*$", "", file.read(), flags=re.M)
		for line in re.sub(r"\n[ \t]+", " ", lines).splitlines():
			if line.startswith("prove "):
				rule, by = line[len("prove "):].split(" by ")
				self.proofs.append((rule.strip(), self.read(rule), by.split()))
			elif line.startswith("entry "):
				flags, rule = line[len("entry "):].split("=", 1)
				self.entries.append((flags.split(), self.read(rule)))
			elif line.strip():
				name, rule = line.split("=", 1)
				if name.strip() in self.rules:
					raise ValueError(f"{path}: {name.strip()} has two rules")
				self.rules[name.strip()] = self.read(rule)
		Grammar.files[self.name] = self

	# ---- reading: one function a level of the notation ------------------------------------------------

	def read(self, text):
		self.tokens, at = [], 0
		while text[at:].strip():
			match = TOKEN.match(text, at)
			if not match:
				raise ValueError(f"{self.name}: cannot read {text[at:]!r}")
			self.tokens.append((match.lastgroup, match[match.lastgroup]))
			at = match.end()
		tree = self.difference()
		if self.tokens:
			raise ValueError(f"{self.name}: what is {self.tokens[0][1]!r} in {text.strip()!r}?")
		return tree

	def next_is(self, *tokens):
		return bool(self.tokens) and self.tokens[0] in tokens

	def difference(self):
		tree = self.choice()
		while self.next_is(("name", "except")):
			self.tokens.pop(0)
			tree = ("except", tree, self.choice())
		return tree

	def choice(self):
		trees = [self.row()]
		while self.next_is(("sign", "|")):
			self.tokens.pop(0)
			trees.append(self.row())
		return ("choice", *trees)

	def row(self):
		trees = []
		while self.tokens and not self.next_is(("sign", "|"), ("sign", ")"), ("sign", "]"), ("name", "except")):
			trees.append(self.item())
		return ("row", *trees)

	def item(self):
		kind, value = self.tokens.pop(0)
		if kind == "times":
			least, most = value.split("*")
			return ("times", int(least or 0), int(most) if most else None, self.item())
		if kind == "sign":
			tree = self.difference()
			if self.tokens.pop(0)[1] != {"(": ")", "[": "]"}[value]:
				raise ValueError(f"{self.name}: {value} is not closed")
			return tree if value == "(" else ("times", 0, 1, tree)
		if kind == "set":
			return ("bytes", sum(set(bytes_of(value))))
		if kind == "name":
			return ("rule", value)
		return self.characters(kind, value)

	def characters(self, kind, value):
		if self.next_is(("range", "..")):
			self.tokens.pop(0)
			last_kind, last = self.tokens.pop(0)
			first, last = [int(v, 16) if k == "hex" else ord(v[1:-1]) for k, v in ((kind, value), (last_kind, last))]
			if last <= 0xFF:
				return ("bytes", sum(1 << byte for byte in range(first, last + 1)))
			return ("choice", *[("row", *[("bytes", sum(1 << b for b in range(low, high + 1))) for low, high in run])
			                    for run in utf8_runs(first, last)])
		if kind == "hex":
			return ("bytes", 1 << int(value, 16))
		if value[0] == '"':
			return ("row", *[("bytes", one) for one in bytes_of(value[1:-1])])
		return ("row", *[("bytes", lower | upper) for lower, upper in zip(bytes_of(value[1:-1].lower()),
		                                                                 bytes_of(value[1:-1].upper()))])

	# ---- building ---------------------------------------------------------------------------------------

	def sets(self, tree):
		"""Return all sets of bytes in a tree."""
		if tree[0] == "bytes":
			return {tree[1]}
		return set().union(*[self.sets(part) for part in tree if isinstance(part, tuple)])

	def all_sets(self):
		trees = [*self.rules.values(), *[tree for _, tree, _ in self.proofs], *[tree for _, tree in self.entries]]
		return set().union(*[self.sets(tree) for tree in trees])

	def find(self, name):
		where, _, rule = name.rpartition(":")
		grammar = Grammar.files[where] if where else self
		if rule not in grammar.rules:
			raise ValueError(f"{self.name}: no rule is called {name}")
		return grammar, grammar.rules[rule]

	def dfa(self, tree, classes):
		nfa = Nfa()
		start, end = self.build(nfa, tree, classes)
		return nfa.determined(start, end, classes)

	def build(self, nfa, tree, classes):
		"""Add a tree to the automaton.  Returns: its first and its last state."""
		kind = tree[0]
		if kind == "rule":
			grammar, rule = self.find(tree[1])
			return grammar.build(nfa, rule, classes)
		if kind == "times":
			return self.build_times(nfa, tree, classes)
		start, end = nfa.state(), nfa.state()
		if kind == "bytes":
			nfa.edges[start].append((tree[1], end))
		elif kind == "except":
			one, two = [self.dfa(part, classes) for part in tree[1:]]
			add_dfa(nfa, one.product(two, lambda here, there: here and not there), start, end, classes)
		elif kind == "choice":
			for part in tree[1:]:
				first, last = self.build(nfa, part, classes)
				nfa.free[start].append(first)
				nfa.free[last].append(end)
		else:
			now = start
			for part in tree[1:]:
				first, last = self.build(nfa, part, classes)
				nfa.free[now].append(first)
				now = last
			nfa.free[now].append(end)
		return start, end

	def build_times(self, nfa, tree, classes):
		_, least, most, part = tree
		start = now = nfa.state()
		end = nfa.state()
		for number in range(most if most is not None else least):
			if number >= least:
				nfa.free[now].append(end)
			first, last = self.build(nfa, part, classes)
			nfa.free[now].append(first)
			now = last
		if most is None:
			first, last = self.build(nfa, part, classes)
			again = nfa.state()
			nfa.free[now].append(again)
			nfa.free[again] += [first, end]
			nfa.free[last].append(again)
		else:
			nfa.free[now].append(end)
		return start, end


def add_dfa(nfa, dfa, start, end, classes):
	states = [nfa.state() for _ in dfa.rows]
	nfa.free[start].append(states[0])
	for state, row in enumerate(dfa.rows):
		for number, target in enumerate(row):
			if target >= 0:
				nfa.edges[states[state]].append((classes.parts[number], states[target]))
		if state in dfa.accepting:
			nfa.free[states[state]].append(end)


def utf8_runs(first, last):
	"""Yield the characters of a range in UTF-8, as sequences of byte ranges."""
	for bound in (0x7F, 0x7FF, 0xFFFF):
		if first <= bound < last:
			return utf8_runs(first, bound) + utf8_runs(bound + 1, last)
	for bits in (6, 12, 18):
		span = (1 << bits) - 1
		if first & ~span == last & ~span or last < 0x80:
			continue
		if first & span:
			return utf8_runs(first, first | span) + utf8_runs((first | span) + 1, last)
		if last & span != span:
			return utf8_runs(first, (last & ~span) - 1) + utf8_runs(last & ~span, last)
	return [list(zip(chr(first).encode(), chr(last).encode()))]
