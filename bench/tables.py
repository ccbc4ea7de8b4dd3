"""tables.py - make tables of a result: rows of cells, the first is the head; for report."""
from goals import OLD_STANDARDS, limits, verdicts
from rows import OURS

CALLS = {
	("parse", OURS): "`everyuri_parse`, rfc3986",
	("batch parse", OURS): "`everyuri_bulk_parse`, rfc3986; its input has 64-bit offsets, its output is arrays of 2,000 rows",
	("parse", "uriparser"): "`uriParseSingleUriExA`, then `uriFreeUriMembersA`, which is its normal use",
	("parse", "uriparser arena"): "`uriParseSingleUriExMmA`, with memory from a block that is used again for each URI",
	("parse", "libcurl"): "`curl_url_set`, `CURLUPART_URL`, one handle for all",
	("parse", "GLib split"): "`g_uri_split`, `G_URI_FLAGS_ENCODED`, then `g_free` of each part",
	("parse", "GLib is_valid"): "`g_uri_is_valid`, `G_URI_FLAGS_ENCODED`; gives only the verdict",
	("parse", "Boost.URL"): "`boost::urls::parse_uri`",
	("parse", "Go net/url"): "`url.Parse`, in a separate process; the time of its garbage collector counts",
	("whatwg parse", OURS): "`everyuri_parse`, whatwg, one buffer for all",
	("whatwg parse", "Ada"): "`ada::parse<ada::url_aggregator>`, `get_href`",
	("whatwg parse", "Ada 3"): "the same, with the release to which the goals refer",
	("whatwg parse", "Rust url"): "`Url::parse`, `as_str`, called from C",
	("whatwg check", OURS): "`everyuri_check`, whatwg",
	("whatwg check", "Ada"): "`ada::can_parse`",
	("whatwg check", "Ada 3"): "the same, with the release to which the goals refer",
	("resolve", OURS): "`everyuri_parse` with a base that was parsed before",
	("resolve", "uriparser"): "`uriParseSingleUriExMmA`, `uriAddBaseUriExMmA`, `uriToStringA`, then frees both",
	("normalize", OURS): "`everyuri_parse`, `everyuri_normalize`, level syntax",
	("normalize", "uriparser"): "`uriParseSingleUriExA`, `uriNormalizeSyntaxExA`, `uriToStringA`, then frees the URI",
	("domain to ASCII", OURS): "`everyuri_idna_to_ascii`, one buffer for all",
	("domain to ASCII", "Ada"): "`ada::idna::to_ascii`",
	("domain to ASCII", "copy"): "copies the name byte by byte, in lower case",
}


def times_text(row, ours):
	return "1" if row is ours else f"{row.median / ours.median:.2f}"


def calls_text(result, measure, row):
	counted = result.one("allocations" if measure == "parse" else f"allocations, {measure}", row.corpus, row.who)
	return f"{counted.median:.2g}" if counted else "not counted"


# ---- goals ---------------------------------------------------------------------------------------------

def goal_table(result, words):
	"""Ratios come first.  words: marks a verdict."""
	corpora = result.corpora
	why = limits()
	yield ("work", "compared with", "result", *corpora, "goal", "", "what limits it")
	for verdict in verdicts(result):
		cells = []
		for corpus in corpora:
			value = verdict.times.get(corpus)
			told = "" if value is None else f"{value:.2f}"
			cells.append(f"({told})" if corpus in verdict.passed_over and told else told)
		said = verdict.said + (" times" if verdict.slowest() else "")
		yield (verdict.work, verdict.beside, said, *cells, verdict.goal, words(verdict),
		       why.get(verdict.key, "") if verdict.met is False else "")


# The rows in the README: the work, and a well-known peer.
SHORT = (("rfc3986 parse, one URI per call", "Ada `can_parse`"), ("rfc3986 parse, one URI per call", "uriparser"),
         ("whatwg parse, href and parts", "Ada `parse`"), ("`parse --format json`, one core", "a loop over libcurl"),
         ("`find` in prose, one core", "`grep -aoE`"))


def short_table(result):
	yield ("work", "compared with", "times as fast")
	for verdict in verdicts(result):
		if (verdict.work, verdict.beside) in SHORT and verdict.slowest():
			yield (verdict.work, verdict.beside, verdict.said)


# ---- details -------------------------------------------------------------------------------------------

def peer_table(result):
	yield ("peer", "version")
	yield from result.peers.items()
	for name, why in result.missing.items():
		yield name, f"missing: {why}"


def text_table(result):
	yield ("corpus", "what it is")
	yield from result.texts.items()


def run_table(result):
	yield ("what is measured", "command")
	for name, command in result.commands.items():
		yield name, f"`` {command} ``"


def call_table(result, measures):
	yield ("contender", "work", "what is called")
	for measure in measures:
		for row in result.of(measure, result.corpora[0]):
			if (measure, row.who) in CALLS:
				yield row.who, measure, CALLS[measure, row.who]


def cost_table(result, measure, corpus):
	ours = result.one(measure, corpus)
	yield ("", "ns per URI", "quartiles", "least to most", "times everyuri's", "calls of malloc per URI", "accepted")
	for row in sorted(result.of(measure, corpus), key=lambda row: row.median):
		if not row.who.startswith(OURS + " "):
			yield (row.who, f"{row.median:.1f}", f"{row.q1:.1f} to {row.q3:.1f}", f"{row.least:.1f} to {row.most:.1f}",
			       times_text(row, ours), calls_text(result, measure, row),
			       "" if row.accepted is None else f"{row.accepted:,} of {row.items:,}")


def standards_table(result):
	yield ("standard", *(f"{corpus}: {word}" for corpus in result.corpora for word in ("ns per URI", "quartiles", "accepted")))
	for name in (*OLD_STANDARDS, "rfc3986"):
		cells = []
		for corpus in result.corpora:
			row = result.one("parse", corpus, OURS if name == "rfc3986" else f"{OURS} {name}")
			cells += [f"{row.median:.1f}", f"{row.q1:.1f} to {row.q3:.1f}", f"{row.accepted:,}"]
		yield (name, *cells)


def command_table(result):
	yield ("corpus", "output", "clock", "everyuri", "least to most", "libcurl", "least to most", "ratio")
	for corpus in result.corpora:
		for form in ("json", "tsv"):
			for output in ("null", "pipe"):
				for clock in ("processor", "elapsed"):
					measure = f"{form} to {output}" + (", elapsed" if clock == "elapsed" else "")
					ours, peer = (result.one(measure, corpus, who) for who in (OURS, "libcurl"))
					if ours and peer:
						yield (corpus, form + (" to /dev/null" if output == "null" else " into a pipe"), clock,
						       *(text for row in (ours, peer) for text in
						         (f"{1e9 / row.median:,.0f}", f"{1e9 / row.most:,.0f} to {1e9 / row.least:,.0f}")),
						       f"{peer.median / ours.median:.2f}")


def find_table(result):
	ours = result.one("find", "prose")
	yield ("", "MB per second", "least to most", "times everyuri's time")
	for row in sorted(result.of("find", "prose"), key=lambda row: row.median):
		yield (row.who, f"{1e3 / row.median:,.0f}", f"{1e3 / row.most:,.0f} to {1e3 / row.least:,.0f}", times_text(row, ours))


def cores_table(result):
	yield ("work", "corpus", "one: ns per URI, elapsed", "least to most", "two", "least to most", "ratio")
	for measure, work, two in (("two cores, elapsed", "`parse --format json`, cores", "two cores"),
	                           ("batch threads", "batch, threads", "two threads")):
		for corpus in result.corpora_of(measure):
			one, both = result.one(measure, corpus), result.one(measure, corpus, f"{OURS}, {two}")
			yield (work, corpus, *(text for row in (one, both) for text in
			                       (f"{row.median:.1f}", f"{row.least:.1f} to {row.most:.1f}")),
			       f"{one.median / both.median:.2f}")


def memory_table(result):
	yield ("command", "most memory, MiB", "input, GB", "seconds")
	for row in (row for row in result.rows if row.measure == "memory"):
		fed = result.one("memory, input", row.corpus, row.who).median
		rate = result.one("memory, elapsed", row.corpus, row.who).median
		yield f"`{row.who}`", f"{row.median / 1024:.1f}", f"{fed / 1e9:.2f}", f"{rate * fed / 1e9:.0f}"


# ---- formatting ------------------------------------------------------------------------------------------

def markdown(table):
	head, *body = list(table)
	lines = ["| " + " | ".join(head) + " |", "|" + "|".join("---" for _ in head) + "|"]
	return "\n".join(lines + ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in body])


def plain(table):
	rows = list(table)
	widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
	return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows)
