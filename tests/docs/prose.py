"""prose.py - limits on the length of our prose: sentences of README.md and the tutorials, words of a page.

A sentence ends in a full stop, "?" or "!" in front of a capital letter, a digit or a code span.  A list item, and the end of a
paragraph, end one too.  A code span or a link's target counts as one word.  Tables and code blocks are left out.
"""
import glob
import os
import re

SENTENCE_MAX, SENTENCE_MEAN, PAGE_MAX = 30, 18, 2500  # words
# Pages to look something up in, which may be longer.
REFERENCE = ("docs/commands/", "docs/schemes/", "docs/standards/", "docs/contract.md", "docs/messages.md", "docs/confusion-tables.md", "docs/reports.md", "docs/bench.md")


def text_of(top, path):
	with open(os.path.join(top, path), encoding="utf-8") as file:
		return file.read()


def sentences(text):
	"""Yield the sentences of a page."""
	text = re.sub(r"(?ms)^```.*?^```$|^\|.*?$|^#.*?$|<!--.*?-->|^!\[.*?$", "\n", text)
	text = re.sub(r"`+[^`]+`+", "code", text)
	text = re.sub(r"\]\([^)]*\)|[*_]{1,2}(?=\S)|(?<=\S)[*_]{1,2}", lambda found: "]" if found[0][0] == "]" else "", text)
	for paragraph in re.split(r"\n\s*\n|\n(?=\s*(?:[-*] |\d+\. |: ))", text):
		for sentence in re.split(r"(?<=[.?!])\s+(?=[\[\"(]*(?:[A-Z0-9]|code\b))", paragraph):
			if re.search(r"\w", sentence):
				yield " ".join(sentence.split())


def plain_pages(top):
	return ["README.md"] + sorted(os.path.relpath(path, top) for path in glob.glob(top + "/docs/tutorial/*.md"))


def checks(top):
	"""Yield (what must hold, whether it does, details)."""
	for path in plain_pages(top):
		found = sorted(((len(sentence.split()), sentence) for sentence in sentences(text_of(top, path))), reverse=True)
		mean = sum(n for n, _ in found) / max(len(found), 1)
		yield (f"{path}: no sentence has more than {SENTENCE_MAX} words, the mean is at most {SENTENCE_MEAN}",
		       found[0][0] <= SENTENCE_MAX and mean <= SENTENCE_MEAN,
		       [f"mean {mean:.1f}"] + [f"{n} words: {sentence}" for n, sentence in found if n > SENTENCE_MAX])
	pages = sorted(os.path.relpath(path, top) for path in glob.glob(top + "/docs/**/*.md", recursive=True))
	long = [f"{path}: {n} words" for path in pages if not path.startswith(REFERENCE) and (n := len(text_of(top, path).split())) > PAGE_MAX]
	yield f"no page but a reference has more than {PAGE_MAX} words", not long, long


def sound():
	"""Yield checks of this file itself."""
	text = "# A title\n\nOne two. Three `a b`\nfour! `five` six\n\n| a | table. |\n\n- seven [eight nine](ten.md), e.g. x\n- eleven\n"
	want = ["One two.", "Three code four!", "code six", "- seven [eight nine], e.g. x", "- eleven"]
	got = list(sentences(text))
	yield "of its own: sentences are cut", got == want, [str(got)]
