"""by_greenery.py - build the automaton of a rule with the library greenery (tools/peers greenery), which then decides
whether it is equivalent to re2c's."""
import os
import sys
from functools import reduce

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))),
                                "build", "peers", "greenery"))
try:
	from greenery.charclass import Charclass
	from greenery.fsm import EPSILON, Fsm, from_charclass
	THERE = True
except ImportError:
	THERE = False


def characters(classes, numbers):
	"""Return a character class that has one character for each class of bytes."""
	return Charclass(tuple((chr(classes.byte[number]),) * 2 for number in sorted(numbers, key=classes.byte.__getitem__)))


class Library:
	"""The rules of one grammar as machines of greenery; each is built once."""

	def __init__(self, classes):
		self.classes, self.built = classes, {}

	def machine(self, grammar, tree):
		kind = tree[0]
		if kind == "rule":
			key = (grammar.name, tree[1])
			if key not in self.built:
				where, rule = grammar.find(tree[1])
				self.built[key] = self.machine(where, rule)
			return self.built[key]
		if kind == "bytes":
			return from_charclass(characters(self.classes, self.classes.within(tree[1])))
		parts = [self.machine(grammar, part) for part in tree if isinstance(part, tuple)]
		if kind == "choice":
			return reduce(lambda one, two: (one | two).reduce(), parts)
		if kind == "row":
			return reduce(lambda one, two: (one + two).reduce(), parts, EPSILON)
		if kind == "except":
			return parts[0].difference(parts[1]).reduce()
		_, least, most, _ = tree
		more = parts[0].star() if most is None else (parts[0] | EPSILON) * (most - least)
		return (parts[0] * least + more).reduce()

	def of_dfa(self, dfa):
		each = [characters(self.classes, [number]) for number in range(len(self.classes))]
		other = ~reduce(lambda one, two: one | two, each)
		dead = len(dfa.rows)
		moves = {state: {**{one: target if target >= 0 else dead for one, target in zip(each, row)}, other: dead}
		         for state, row in enumerate(dfa.rows)}
		moves[dead] = {one: dead for one in [*each, other]}
		return Fsm(alphabet={*each, other}, states=set(moves), initial=0, finals=dfa.accepting, map=moves)

	def agrees(self, grammar, tree, dfa):
		return self.machine(grammar, tree).equivalent(self.of_dfa(dfa))
