"""rows.py - read the measurements of bench/run and bench/memory as rows; for report."""
import os

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
RESULTS = os.path.join(TOP, "bench", "results")
MEMORY = os.path.join(RESULTS, "memory.tsv")
OURS = "everyuri"


class Row:
	def __init__(self, line):
		(self.measure, self.corpus, self.who, self.unit, median, q1, q3, least, most, rounds,
		 accepted, items) = line.split("\t")
		self.median, self.q1, self.q3, self.least, self.most = map(float, (median, q1, q3, least, most))
		self.rounds = int(rounds)
		self.accepted = None if accepted == "\\N" else int(accepted)
		self.items = None if items == "\\N" else int(items)


class Result:
	"""about: the lines before the rows; peers, missing, texts and commands: those lines by name."""

	def __init__(self, *paths):
		self.about, self.rows = {}, []
		self.peers, self.missing, self.texts, self.commands = {}, {}, {}, {}
		for path in paths:
			with open(path, encoding="utf-8") as file:
				for line in file.read().splitlines():
					self.read(line)
		self.corpora = list(dict.fromkeys(row.corpus for row in self.rows if row.measure == "parse"))

	def read(self, line):
		if line.startswith("# "):
			key, *values = line[2:].split("\t")
			named = {"peer": self.peers, "missing": self.missing, "corpus": self.texts,
			         "command": self.commands}.get(key)
			if named is not None and len(values) == 2:
				named[values[0]] = values[1]
			else:
				self.about[key] = "\t".join(values)
		elif not line.startswith("measure\t"):
			self.rows.append(Row(line))

	def of(self, measure, corpus):
		return [row for row in self.rows if row.measure == measure and row.corpus == corpus]

	def one(self, measure, corpus, who=OURS):
		"""Return the row, or None if it was not measured."""
		return next((row for row in self.of(measure, corpus) if row.who == who), None)

	def corpora_of(self, measure):
		return list(dict.fromkeys(row.corpus for row in self.rows if row.measure == measure))


def recorded():
	"""Return the newest rows in bench/results, with those of memory; None if there are none."""
	names = sorted(name for name in os.listdir(RESULTS) if name.endswith("-rows.tsv"))
	if not names:
		return None
	return os.path.join(RESULTS, names[-1])


def read(path):
	"""Read rows, and those of bench/memory, which another run measured."""
	return Result(path, *([MEMORY] if os.path.exists(MEMORY) else []))
