"""page.py - docs/bench.md and the part of README.md about speed; for report."""
from goals import verdicts
from tables import (call_table, command_table, cores_table, cost_table, find_table, goal_table, markdown,
                    memory_table, peer_table, run_table, short_table, standards_table, text_table)

BEGIN, END = "<!-- bench/run --record writes from here -->", "<!-- to here -->"


def marked(verdict):
	return f"**{verdict.word()}**" if verdict.met is False else verdict.word()


def counts(result):
	"""Return a sentence on how many goals are met."""
	judged = [verdict.met for verdict in verdicts(result)]
	met, missed, others = judged.count(True), judged.count(False), \
		sum(verdict.met is None and verdict.goal not in ("", "-") for verdict in verdicts(result))
	return f"{met} goals are met, {missed} missed, {others} not measured."


def head(result, rows_name):
	about = result.about
	lines = ["# How fast it is", "",
	         "This page compares everyuri with other URL parsers. `bench/run --record` generates it; `make bench` measures on your machine.",
	         "[bench/README.md](../bench/README.md) describes the method, and lists goals that were missed on other processors.", "",
	         f"- machine: {about['machine']}", f"- compiler: {about['compiler']}",
	         f"- everyuri: {about['everyuri']}, {about['date']}; {about['rounds']} interleaved rounds in one run; "
	         f"load average {about['load']}",
	         f"- all rows, with quartiles: [bench/results/{rows_name}](../bench/results/{rows_name})", ""]
	if result.peers or result.missing:
		lines += [markdown(peer_table(result)), ""]
	elif "peers" in about:
		lines += [f"Peers: {about['peers']}.", ""]
	if result.texts:
		lines += [markdown(text_table(result)), ""]
	return lines


def goals_part(result, made):
	lines = ["## Goals", "",
	         "A ratio is the peer's median time divided by everyuri's median time, both from the same run. The lowest ratio of all",
	         "corpora counts. A ratio in parentheses does not count, because the peer refuses many texts of that corpus. " + counts(result), ""]
	if "ratios" in made:
		lines += ["![ratios](../bench/results/ratios.svg)", ""]
	return lines + [markdown(goal_table(result, marked)), ""]


def reading_part(result, made):
	lines = ["## Parsing one URI by RFC 3986", "", markdown(call_table(result, ("parse", "batch parse"))), "",
	         "The peers do different work. GLib and Go check little of the grammar. libcurl accepts only URLs, and refuses a",
	         "`file:` URL with a host. libcurl, GLib and Go copy every part. uriparser and Boost.URL implement RFC 3986, as everyuri",
	         "does. A peer that refuses a URI at an early byte needs little time for it.", ""]
	for corpus in result.corpora:
		lines += [f"![{corpus}](../bench/results/parse-{corpus}.svg)", "", markdown(cost_table(result, "parse", corpus)), ""]
		if result.of("batch parse", corpus):
			lines += ["The same URIs, parsed in batches:", "", markdown(cost_table(result, "batch parse", corpus)), ""]
	return lines


def whatwg_part(result):
	lines = ["## Parsing one URL by the URL Standard", "", markdown(call_table(result, ("whatwg parse", "whatwg check"))), "",
	         "Ada is the parser of Node.js; here it is a static library. The Rust crate is the parser of Servo. All parsers produce",
	         "the href and its parts. everyuri writes the href into a reused buffer, the others into a new string.", ""]
	for corpus in result.corpora:
		lines += [f"![{corpus}](../bench/results/whatwg-{corpus}.svg)", ""]
		for measure, title in (("whatwg parse", "parse"), ("whatwg check", "can-parse")):
			lines += [f"{corpus}, {title}:", "", markdown(cost_table(result, measure, corpus)), ""]
	return lines


def text_part(result):
	if not result.of("resolve", result.corpora[0]):
		return []
	lines = ["## Resolving and normalising, text to text", "", markdown(call_table(result, ("resolve", "normalize"))), ""]
	for corpus in result.corpora:
		for measure, done in (("resolve", "resolved"), ("normalize", "normalised")):
			same = result.one(f"same text, {measure}", corpus)
			lines += [f"{corpus}, {done}. For {same.median:,.0f} of {same.items:,} texts, both give the same result:", "",
			          markdown(cost_table(result, measure, corpus)), ""]
	return lines


def domain_part(result):
	lines = ["## Domains to ASCII", "",
	         "This is the time of the call alone. The URL parser does not call ToASCII for an ASCII name.", "",
	         markdown(call_table(result, ("domain to ASCII",))), ""]
	for corpus in result.corpora:
		if result.one("domain to ASCII", corpus).accepted:
			lines += [f"{corpus}:", "", markdown(cost_table(result, "domain to ASCII", corpus)), ""]
	return lines


def command_part(result, made):
	lines = ["## The command", "",
	         "This compares `everyuri parse`, on one core, with a C program that calls libcurl's URL API and writes the same output",
	         "(bench/peer_json.c). Numbers are URLs per second."]
	for corpus in result.corpora:
		for form in ("json", "tsv"):
			row = result.one(f"same output, {form}", corpus) or (form == "json" and result.one("same output", corpus))
			if row:
				lines.append(f"Of the {row.items:,} lines of {form} for {corpus}, {row.median:,.0f} have the same bytes in both outputs.")
	lines += ["The kernel needs the same time for the pipe of both programs.", ""]
	lines += [text for name in made if name.startswith("command-") for text in (f"![{name}](../bench/results/{name}.svg)", "")]
	return lines + [markdown(command_table(result)), ""]


def find_part(result, made):
	if "find" not in made:
		return []
	return ["## URIs in prose", "",
	        "`everyuri find` finds URIs of every scheme that it knows. In angle brackets it also finds URIs that are broken over",
	        "lines. grep is measured with an expression for any scheme, and with one for seven schemes. linkify-it looks for links",
	        "with a scheme; by default it also looks for mail addresses. All programs write their matches into a pipe, because grep",
	        "stops at the first match if its output is /dev/null.", "",
	        "![find](../bench/results/find.svg)", "", markdown(find_table(result)), ""]


def other_parts(result):
	lines = []
	if result.corpora_of("two cores, elapsed"):
		lines += ["## Two cores", "", markdown(cores_table(result)), ""]
	if any(row.measure == "memory" for row in result.rows):
		lines += ["## Memory", "",
		          f"`bench/memory` measures the peak memory of each command with `wait4`. This run was on {result.about['memory']}.", "",
		          markdown(memory_table(result)), ""]
	return lines


def run_part(result):
	if not result.commands:
		return []
	return ["## Commands", "", "`bench/run` runs these commands with a list of URIs or the prose as standard input.", "",
	        markdown(run_table(result)), ""]


def page(result, rows_name, made):
	parts = [head(result, rows_name), goals_part(result, made), reading_part(result, made), whatwg_part(result),
	         ["## The other standards", "", markdown(standards_table(result)), ""], text_part(result), domain_part(result),
	         command_part(result, made), find_part(result, made), other_parts(result), run_part(result)]
	return "\n".join(line for part in parts for line in part)


def readme(old, result, made):
	"""Return README.md with new text between its two marks."""
	front, rest = old.split(BEGIN + "\n", 1)
	behind = rest.split(END, 1)[1]
	about = result.about
	lines = [BEGIN, "",
	         f"Medians of one run on {about['machine']} ({about['date']}), each on the corpus with the lowest ratio. "
	         "[All results](docs/bench.md); `make bench` measures again.", "",
	         markdown(short_table(result)), "", END]
	return front + "\n".join(lines) + behind
