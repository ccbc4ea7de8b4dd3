"""vectors.py - run vectors/<standard>/*.tsv in the tests of the bindings.

Each binding answers the same five questions of every vector (vectors/README.md) in the same words:
`valid|scheme=...|...` or `invalid|at=N` for parse, a text or `invalid` for resolve, relate and
normalize, `same` or `different`.  So each binding passes the same number of vectors, or fails.
"""
import glob
import os
from dataclasses import dataclass

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
QUESTIONS = ("parse", "resolve", "relate", "normalize", "same")
ESCAPES = {"t": b"\t", "n": b"\n", "r": b"\r", "\\": b"\\", "0": b"\0"}
PARTS = ("scheme", "user", "password", "host", "port", "path", "query", "fragment")


@dataclass
class Vector:
	id: str
	standard: str
	question: str
	input: bytes
	base: bytes
	flags: str
	level: str
	expected: bytes


def unescape(field):
	"""Decode a field."""
	result, at = b"", 0
	while at < len(field):
		if field[at] != "\\":
			result += field[at].encode()
			at += 1
		elif field[at + 1] == "x":
			result += bytes.fromhex(field[at + 2:at + 4])
			at += 4
		else:
			result += ESCAPES[field[at + 1]]
			at += 2
	return result


def vectors():
	"""Return all vectors, in the order of their files."""
	for question in QUESTIONS:
		for path in sorted(glob.glob(os.path.join(TOP, "vectors", "*", question + ".tsv"))):
			standard = os.path.basename(os.path.dirname(path))
			with open(path, encoding="utf-8", newline="\n") as file:
				names = file.readline().rstrip("\n").split("\t")
				if "expected" not in names or "clause" not in names:
					continue
				for line in file:
					row = dict(zip(names, line.rstrip("\n").split("\t")))
					if question == "normalize" and row["clause"].endswith("partial form"):
						continue # the library alone is asked to admit these
					yield Vector(row["id"], standard, question, unescape(row["input"]),
					             unescape(row.get("base", "")), row.get("flags", ""),
					             row.get("level", "") or "syntax", unescape(row["expected"]))


def told(pairs):
	"""Return a record in the format of the vectors, from (name, bytes) in the order of the command's JSON."""
	return b"".join([b"valid"] + [b"|" + name.encode() + b"=" + value for name, value in pairs])


def agrees(vector, got):
	"""Return whether the vector expects this result.  "|*" at its end matches any rest."""
	want = vector.expected
	if want.endswith(b"|*"):
		want = want[:-2]
		if got.startswith(want + b"|"):
			got = want
	return got == want


def play(point, name, answer):
	"""Call answer(vector) for each; print a point for each question.  Returns: (passed, all)."""
	passed, every = 0, 0
	wrong = {question: [] for question in QUESTIONS}
	count = {question: 0 for question in QUESTIONS}
	for vector in vectors():
		every += 1
		count[vector.question] += 1
		got = answer(vector)
		if agrees(vector, got):
			passed += 1
		else:
			wrong[vector.question].append(f"{vector.id}: got {got!r}, expected {vector.expected!r}")
	for question in QUESTIONS:
		point(not wrong[question] and count[question] > 0,
		      f"{name}: {count[question] - len(wrong[question])} of {count[question]} vectors of {question}",
		      wrong[question][:20])
	return passed, every
