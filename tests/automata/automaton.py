"""automaton.py - automata over bytes: build, determinise, minimise and compare them.

The alphabet consists of classes of bytes: two bytes are in one class if no set of bytes in any of the compared
grammars separates them.  A Dfa has a row of targets for each state, one for each class; -1 is the dead state.
"""
from collections import deque

DEAD = -1


class Classes:
	"""A partition of the bytes by sets; a set is a number with 256 bits."""

	def __init__(self, sets):
		parts = [(1 << 256) - 1]
		for one in set(sets):
			parts = [part for old in parts for part in (old & one, old & ~one) if part]
		self.parts = parts
		self.of = [0] * 256
		for number, part in enumerate(parts):
			for byte in range(256):
				if part >> byte & 1:
					self.of[byte] = number
		self.byte = [shown_byte(part) for part in parts]

	def __len__(self):
		return len(self.parts)

	def divided(self, sets):
		"""Return a finer partition."""
		return Classes(set(self.parts) | set(sets))

	def within(self, one):
		return [number for number, part in enumerate(self.parts) if part & one]


def shown_byte(part):
	"""Return a byte of the class to show in texts: a letter if the class has one."""
	members = [byte for byte in range(256) if part >> byte & 1]
	for wanted in (lambda b: chr(b).isascii() and chr(b).isalnum(), lambda b: 0x20 < b < 0x7F):
		for byte in members:
			if wanted(byte):
				return byte
	return members[0]


class Nfa:
	"""States with edges that read a set of bytes, or nothing."""

	def __init__(self):
		self.edges = []  # of a state: (set of bytes, target)
		self.free = []   # of a state: targets

	def state(self):
		self.edges.append([])
		self.free.append([])
		return len(self.edges) - 1

	def closure(self, state):
		"""Return the ε-closure of a state: a number with a bit for each state."""
		found, waiting = 1 << state, [state]
		while waiting:
			for target in self.free[waiting.pop()]:
				if not found >> target & 1:
					found |= 1 << target
					waiting.append(target)
		return found

	def determined(self, start, end, classes):
		"""Return the Dfa of the texts from start to end.  A set of states is a number, like a closure."""
		closed, within, steps = {}, {}, {}

		def closure_of(state):
			if state not in closed:
				closed[state] = self.closure(state)
			return closed[state]

		def steps_of(state):
			"""Return the target of each class that this set of states reads."""
			row = {}
			for one, target in self.edges[state]:
				if one not in within:
					within[one] = classes.within(one)
				for number in within[one]:
					row[number] = row.get(number, 0) | closure_of(target)
			return list(row.items())

		first = self.closure(start)
		numbers, waiting, rows = {first: 0}, deque([first]), []
		reading = sum(1 << state for state, edges in enumerate(self.edges) if edges)
		while waiting:
			left = waiting.popleft() & reading
			union = [0] * len(classes)
			while left:
				state = left.bit_length() - 1
				left ^= 1 << state
				if state not in steps:
					steps[state] = steps_of(state)
				for number, targets in steps[state]:
					union[number] |= targets
			row = []
			for targets in union:
				if targets and targets not in numbers:
					numbers[targets] = len(numbers)
					waiting.append(targets)
				row.append(numbers[targets] if targets else DEAD)
			rows.append(row)
		return Dfa(rows, {number for states, number in numbers.items() if states >> end & 1}).small()


class Dfa:
	"""rows: for each state the target of each class; state 0 is the start; accepting: a set of states."""

	def __init__(self, rows, accepting):
		self.rows, self.accepting = rows, accepting

	def alive(self):
		"""Return the states from which an accepting state can be reached."""
		sources = [[] for _ in self.rows]
		for state, row in enumerate(self.rows):
			for target in set(row):
				if target != DEAD:
					sources[target].append(state)
		found, waiting = set(self.accepting), list(self.accepting)
		while waiting:
			for source in sources[waiting.pop()]:
				if source not in found:
					found.add(source)
					waiting.append(source)
		return found

	def small(self):
		"""Return the minimal automaton."""
		alive = self.alive()
		rows = [[t if t in alive else DEAD for t in row] for row in self.rows]
		block = [int(state in self.accepting) for state in range(len(rows))]
		count = 0
		while len(set(block)) != count:
			count = len(set(block))
			seen = {}
			block = [seen.setdefault((block[s], *[DEAD if t == DEAD else block[t] for t in rows[s]]), len(seen))
			         for s in range(len(rows))]
		order, waiting, result = {block[0]: 0}, deque([0]), []
		accepting = set()
		while waiting:
			state = waiting.popleft()
			row = []
			for target in rows[state]:
				if target != DEAD and block[target] not in order:
					order[block[target]] = len(order)
					waiting.append(target)
				row.append(DEAD if target == DEAD else order[block[target]])
			if state in self.accepting:
				accepting.add(order[block[state]])
			result.append(row)
		return Dfa(result, accepting)

	def over(self, classes, fine):
		"""Return the same automaton over finer classes."""
		coarse = [classes.of[byte] for byte in fine.byte]
		return Dfa([[row[number] for number in coarse] for row in self.rows], self.accepting)

	def step(self, state, number):
		return DEAD if state == DEAD else self.rows[state][number]

	def product(self, other, keep):
		"""Return the product automaton; keep(accepted here, accepted there) says which pairs accept."""
		numbers, waiting, rows, accepting = {(0, 0): 0}, deque([(0, 0)]), [], set()
		while waiting:
			here, there = pair = waiting.popleft()
			if keep(here in self.accepting, there in other.accepting):
				accepting.add(numbers[pair])
			row = []
			for number in range(len(self.rows[0])):
				target = (self.step(here, number), other.step(there, number))
				if target == (DEAD, DEAD):
					row.append(DEAD)
					continue
				if target not in numbers:
					numbers[target] = len(numbers)
					waiting.append(target)
				row.append(numbers[target])
			rows.append(row)
		return Dfa(rows, accepting).small()

	def difference(self, other):
		"""Return a shortest text, as classes, that only one of the two accepts, or None if they are equivalent: all reachable
		pairs of states were visited, and both states of each accept, or neither."""
		before, waiting = {(0, 0): None}, deque([(0, 0)])
		while waiting:
			here, there = pair = waiting.popleft()
			if (here in self.accepting) != (there in other.accepting):
				found = []
				while before[pair]:
					pair, number = before[pair]
					found.append(number)
				return found[::-1]
			for number in range(len(self.rows[0])):
				target = (self.step(here, number), other.step(there, number))
				if target not in before and target != (DEAD, DEAD):
					before[target] = (pair, number)
					waiting.append(target)
		return None

	def ways(self):
		"""Return, for each state, a shortest text, as classes, that reaches it."""
		way, waiting = {0: ()}, deque([0])
		while waiting:
			state = waiting.popleft()
			for number, target in enumerate(self.rows[state]):
				if target != DEAD and target not in way:
					way[target] = way[state] + (number,)
					waiting.append(target)
		return way

	def runs(self, state, word):
		for number in word:
			state = self.step(state, number)
		return state in self.accepting

	def tokens(self):
		"""Return, for each state and for DEAD, texts, as classes, that distinguish it from every other state."""
		states = [DEAD, *range(len(self.rows))]
		groups = [({(): accepts}, [s for s in states if (s in self.accepting) == accepts]) for accepts in (False, True)]
		groups = [group for group in groups if group[1]]
		while True:
			of = {state: number for number, (_, members) in enumerate(groups) for state in members}
			divided = []
			for known, members in groups:
				word = self.dividing(members, of, groups)
				if word is None:
					divided.append((known, members))
					continue
				for outcome in (False, True):
					divided.append(({**known, word: outcome}, [s for s in members if self.runs(s, word) == outcome]))
			if len(divided) == len(groups):
				return {state: list(known) for known, members in groups for state in members}
			groups = divided

	def dividing(self, members, of, groups):
		"""Return a text, as classes, that distinguishes some members after one step, or None."""
		first = members[0]
		for number in range(len(self.rows[0]) if len(members) > 1 else 0):
			one = of[self.step(first, number)]
			for member in members[1:]:
				two = of[self.step(member, number)]
				if one != two:
					known, others = groups[one][0], groups[two][0]
					return (number, *next(w for w, yes in known.items() if w in others and others[w] != yes))
		return None
