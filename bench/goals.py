"""goals.py - the goals, and whether a result meets them; for report.

A goal of speed is a ratio of medians of one run, and the slowest of the corpora counts.
"""
import os

from rows import OURS, TOP

LIMITS = os.path.join(TOP, "bench", "limits.tsv")
# A peer that refuses many of the URIs that we accept has not done the same work.
LEAST_ACCEPTED = 0.9
MOST_MEMORY_KIB = 64 << 10
MOST_LIBRARY_BYTES = 545_000
LEAST_PLANS = 1e6 # a second
OLD_STANDARDS = ("rfc1738", "rfc1630", "url1993", "uri1994", "rfc2396", "rfc1808")


class Speed:
	"""At least `least` times as fast as a peer.  ours, peer: (measure, contender)."""

	def __init__(self, key, work, beside, least, ours, peer):
		self.key, self.work, self.beside, self.least, self.ours, self.peer = key, work, beside, least, ours, peer


ADA_CHECK, ADA_PARSE = ("whatwg check", "Ada"), ("whatwg parse", "Ada")
# The goals were set for Ada 3.4.4.  Release 4 checks some URLs in a third of the time; the same goals hold for it.
ADA3_CHECK, ADA3_PARSE = ("whatwg check", "Ada 3"), ("whatwg parse", "Ada 3")
SPEEDS = [
	Speed("parse-ada3", "rfc3986 parse, one URI per call", "Ada 3.4.4 `can_parse`", 4, ("parse", OURS), ADA3_CHECK),
	Speed("batch-ada3", "rfc3986 parse, batch, one thread", "Ada 3.4.4 `can_parse`", 6, ("batch parse", OURS), ADA3_CHECK),
	Speed("whatwg-ada3", "whatwg parse, href and parts", "Ada 3.4.4 `parse`", 4, ("whatwg parse", OURS), ADA3_PARSE),
	Speed("check-ada3", "whatwg can-parse", "Ada 3.4.4 `can_parse`", 3, ("whatwg check", OURS), ADA3_CHECK),
	Speed("parse-ada", "rfc3986 parse, one URI per call", "Ada `can_parse`", 4, ("parse", OURS), ADA_CHECK),
	Speed("parse-uriparser", "rfc3986 parse, one URI per call", "uriparser", 12, ("parse", OURS), ("parse", "uriparser")),
	Speed("batch-ada", "rfc3986 parse, batch, one thread", "Ada `can_parse`", 6, ("batch parse", OURS), ADA_CHECK),
	Speed("whatwg-ada", "whatwg parse, href and parts", "Ada `parse`", 4, ("whatwg parse", OURS), ADA_PARSE),
	Speed("whatwg-rust", "whatwg parse, href and parts", "Rust url", 5, ("whatwg parse", OURS),
	      ("whatwg parse", "Rust url")),
	Speed("check-ada", "whatwg can-parse", "Ada `can_parse`", 3, ("whatwg check", OURS), ADA_CHECK),
	*(Speed(f"{name}-ada", f"{name} parse", "Ada `can_parse`", 1, ("parse", f"{OURS} {name}"), ADA_CHECK)
	  for name in OLD_STANDARDS),
	Speed("resolve", "resolve, text to text", "uriparser", 6, ("resolve", OURS), ("resolve", "uriparser")),
	Speed("normalize", "normalise, text to text", "uriparser", 6, ("normalize", OURS), ("normalize", "uriparser")),
	Speed("json", "`parse --format json`, one core", "a loop over libcurl", 15, ("json to null", OURS),
	      ("json to null", "libcurl")),
	Speed("json-pipe", "the same into a pipe", "a loop over libcurl", None, ("json to pipe", OURS),
	      ("json to pipe", "libcurl")),
	Speed("tsv", "`parse --format tsv`, one core", "a loop over libcurl", 25, ("tsv to null", OURS),
	      ("tsv to null", "libcurl")),
	Speed("tsv-pipe", "the same into a pipe", "a loop over libcurl", None, ("tsv to pipe", OURS),
	      ("tsv to pipe", "libcurl")),
	Speed("find-grep", "`find` in prose, one core", "`grep -aoE`", 2.5, ("find", OURS), ("find", "grep")),
	Speed("find-linkify", "`find` in prose, one core", "linkify-it", 25, ("find", OURS), ("find", "linkify-it")),
	Speed("cores", "`parse --format json`, two cores", "one core", 1.8, ("two cores, elapsed", f"{OURS}, two cores"),
	      ("two cores, elapsed", OURS)),
	Speed("threads", "rfc3986 parse, batch, two threads", "one thread", 1.8, ("batch threads", f"{OURS}, two threads"),
	      ("batch threads", OURS)),
]


class Verdict:
	"""met: True, False, or None if there is no goal or no measurement.
	times: corpus to ratio; passed_over: corpora that do not count."""

	def __init__(self, key, work, beside, goal, said, met, times=None, passed_over=(), short=None):
		self.key, self.work, self.beside, self.goal, self.said, self.met = key, work, beside, goal, said, met
		self.times, self.passed_over, self.short = times or {}, passed_over, short

	def slowest(self):
		counted = [name for name in self.times if name not in self.passed_over]
		return min(counted, key=self.times.get, default=None)

	def word(self):
		if self.met is None:
			return "no goal" if self.goal == "" else "not measured"
		return "met" if self.met else f"missed: {self.short}"


def why_not(result, speed):
	for _, who in (speed.peer, speed.ours):
		if who in result.missing:
			return f"{who}: {result.missing[who]}"
	return "not in this run"


def accepts(result, who, corpus):
	row = result.one("parse", corpus, who)
	return not row or not row.items or row.accepted >= LEAST_ACCEPTED * result.one("parse", corpus).accepted


def speed_verdict(result, speed):
	times, passed_over = {}, []
	for corpus in result.corpora_of(speed.ours[0]):
		ours, peer = (result.one(measure, corpus, who) for measure, who in (speed.ours, speed.peer))
		if ours and peer:
			times[corpus] = peer.median / ours.median
			if not accepts(result, speed.peer[1], corpus):
				passed_over.append(corpus)
	goal = "" if speed.least is None else f"at least {speed.least:g}"
	counted = [value for name, value in times.items() if name not in passed_over]
	if not counted:
		return Verdict(speed.key, speed.work, speed.beside, goal or "-", why_not(result, speed), None, times, passed_over)
	least = min(counted)
	met = None if speed.least is None else least >= speed.least
	short = None if met is not False else f"{least / speed.least:.0%} of the goal"
	return Verdict(speed.key, speed.work, speed.beside, goal, f"{least:.2f}", met, times, passed_over, short)


def allocation_verdict(result):
	ours = [row for row in result.rows if row.measure.startswith("allocations") and
	        (row.who == OURS or row.who.startswith(OURS + " "))]
	if not ours:
		return Verdict("allocations", "allocations in parse, check, compare, batch", "", "none", "not in this run", None)
	has_batch = any(row.measure == "allocations, batch parse" for row in ours)
	most = max(row.median for row in ours)
	work = "allocations in parse, check, compare" + (", batch" if has_batch else "; batch is not there")
	return Verdict("allocations", work, "", "none", f"{most:g} per URI", most == 0, short=f"{most:g} per URI")


def memory_verdict(result):
	rows = [row for row in result.rows if row.measure == "memory"]
	work = "memory of any command at 10 GB of input"
	goal = f"under {MOST_MEMORY_KIB >> 10} MiB"
	if not rows:
		return Verdict("memory", work, "", goal, "`bench/memory` was not run", None)
	most = max(rows, key=lambda row: row.median)
	fed = min(row.median for row in result.rows if row.measure == "memory, input")
	if fed < 1e10:
		work = f"memory of any command at up to 10 GB of input, the slowest {fed / 1e9:.2f} GB"
	return Verdict("memory", work, "", goal, f"{most.median / 1024:.1f} MiB ({most.who})",
	               most.median < MOST_MEMORY_KIB, short=f"{most.median / 1024:.0f} MiB")


def plan_verdicts(result):
	rows = [row for row in result.rows if row.measure == "plan" and row.accepted]
	if rows:
		slowest = max(rows, key=lambda row: row.median)
		rate = 1e9 / slowest.median
		yield Verdict("plan", "plans per second, including parsing", "", f"over {LEAST_PLANS:,.0f}",
		              f"{rate:,.0f} ({slowest.corpus})", rate > LEAST_PLANS, short=f"{rate / LEAST_PLANS:.0%} of the goal")


def size_verdict(result):
	size = result.one("size", "library")
	goal = f"under {MOST_LIBRARY_BYTES:,} bytes"
	if not size:
		return Verdict("size", "the stripped library", "", goal, "not in this run", None)
	return Verdict("size", "the stripped library", "", goal, f"{size.median:,.0f} bytes",
	               size.median < MOST_LIBRARY_BYTES, short=f"{size.median - MOST_LIBRARY_BYTES:,.0f} bytes over")


def verdicts(result):
	return [*(speed_verdict(result, speed) for speed in SPEEDS), memory_verdict(result), allocation_verdict(result),
	        *plan_verdicts(result), size_verdict(result)]


def keys():
	return [speed.key for speed in SPEEDS] + ["memory", "allocations", "plan", "size"]


def limits():
	"""Return from bench/limits.tsv, by key, a sentence on why a goal is missed."""
	with open(LIMITS, encoding="utf-8") as file:
		head, *lines = file.read().splitlines()
	assert head == "goal\tlimit", LIMITS
	return dict(line.split("\t") for line in lines)
