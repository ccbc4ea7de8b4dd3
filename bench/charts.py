"""charts.py - draw results as SVG: horizontal bars sorted by value, readable without colour; for report."""
from xml.sax.saxutils import escape

from goals import SPEEDS, verdicts
from rows import OURS

STYLE = """
text { font: 14px system-ui, sans-serif; fill: #1a1a1a }
.title { font-weight: 600; font-size: 16px }
.small { font-size: 12px; fill: #555 }
.ours { fill: #1b4f8a }
.peer { fill: #dfe6ee; stroke: #55606c }
.spread, .goal { stroke: #b3470b; stroke-width: 2; fill: none }
.page { fill: #fff }
@media (prefers-color-scheme: dark) {
	text { fill: #e8e8e8 } .small { fill: #aaa } .ours { fill: #7db4f0 } .page { fill: #14171a }
	.peer { fill: #2c343c; stroke: #95a1ad } .spread, .goal { stroke: #ffb27a }
}
"""
WIDTH, ROW, TOP_SPACE, BEHIND = 760, 32, 48, 160


class Bar:
	"""mark: the position of the goal, or None; least, most: the spread, or None."""

	def __init__(self, name, value, told, kind="peer", least=None, most=None, mark=None):
		self.name, self.value, self.told, self.kind = name, value, told, kind
		self.least, self.most, self.mark = least, most, mark

	def end(self):
		return max(self.value, self.most or 0, self.mark or 0)


def draw(bar, y, left, scale):
	yield f'<text x="{left - 10}" y="{y + 16}" text-anchor="end">{escape(bar.name)}</text>'
	yield f'<rect class="{bar.kind}" x="{left}" y="{y}" width="{bar.value * scale:.1f}" height="22"/>'
	if bar.least is not None:
		begin, end = left + bar.least * scale, left + bar.most * scale
		yield f'<path class="spread" d="M{begin:.1f} {y + 11}H{end:.1f}M{begin:.1f} {y + 7}v8M{end:.1f} {y + 7}v8"/>'
	if bar.mark is not None:
		yield f'<path class="goal" d="M{left + bar.mark * scale:.1f} {y - 3}v28"/>'
	yield f'<text x="{left + bar.end() * scale + 8:.1f}" y="{y + 16}">{escape(bar.told)}</text>'


def chart(title, bars, notes, left):
	height = TOP_SPACE + ROW * len(bars) + 20 * len(notes) + 12
	scale = (WIDTH - left - BEHIND) / max(bar.end() for bar in bars)
	parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
	         f'width="{WIDTH}" height="{height}" role="img">',
	         f"<title>{escape(title)}</title>", f"<style>{STYLE}</style>",
	         f'<rect class="page" width="{WIDTH}" height="{height}"/>',
	         f'<text class="title" x="12" y="28">{escape(title)}</text>']
	for i, bar in enumerate(bars):
		parts += draw(bar, TOP_SPACE + ROW * i, left, scale)
	for i, note in enumerate(notes):
		parts.append(f'<text class="small" x="12" y="{TOP_SPACE + ROW * len(bars) + 14 + 20 * i}">'
		             f"{escape(note)}</text>")
	return "\n".join(parts + ["</svg>", ""])


def notes_of(result, what):
	return [what, f"{result.about['machine']}; {result.about['date']}"]


def ratio_chart(result):
	"""Return a chart of every ratio with a goal, for the slowest corpus; None if there is none."""
	least = {speed.key: speed.least for speed in SPEEDS}
	bars = []
	for verdict in verdicts(result):
		if verdict.met is not None and verdict.slowest():
			value = verdict.times[verdict.slowest()]
			name = f"{verdict.work}: {verdict.beside}".replace("`", "").replace(", one URI per call", "")
			name = name.replace("a loop over libcurl", "libcurl").replace(", one core", "").replace(", one thread:", ":")
			bars.append(Bar(name, value, f"{value:.{1 if value >= 1 else 2}f} times" + ("" if verdict.met else ", missed"), "ours",
			                mark=least[verdict.key]))
	if not bars:
		return None
	bars.sort(key=lambda bar: -bar.value)
	return chart("How many times as fast as its peer", bars,
	             notes_of(result, "The slowest of the corpora; the upright line is the goal"), 350)


def cost_chart(result, corpus, title, wanted):
	"""wanted: (name, measure, contender); the others are compared with the first."""
	rows = [(name, result.one(measure, corpus, who)) for name, measure, who in wanted]
	ours = rows[0][1]
	bars = []
	for name, row in sorted((pair for pair in rows if pair[1]), key=lambda pair: pair[1].median):
		told = f"{row.median:.0f} ns" + ("" if row is ours else f", {row.median / ours.median:.1f} times")
		if row.accepted == 0:
			told += " (refuses all)"
		bars.append(Bar(name, row.median, told, "ours" if row.who == OURS else "peer", row.least, row.most))
	return chart(f"{title}, ns of processor time: {corpus}", bars,
	             notes_of(result, f"Shorter is better; thin lines: least to most of {result.about['rounds']} rounds"), 170)


def parse_chart(result, corpus):
	wanted = [("everyuri", "parse", OURS), ("everyuri, batch", "batch parse", OURS),
	          ("Ada can_parse", "whatwg check", "Ada")]
	wanted += [(row.who, "parse", row.who) for row in result.of("parse", corpus) if not row.who.startswith(OURS)]
	return cost_chart(result, corpus, "Parsing one URI by RFC 3986", wanted)


def whatwg_chart(result, corpus):
	wanted = [("everyuri", "whatwg parse", OURS), ("everyuri can-parse", "whatwg check", OURS),
	          ("Ada can_parse", "whatwg check", "Ada"), ("Ada parse", "whatwg parse", "Ada"),
	          ("Rust url", "whatwg parse", "Rust url")]
	return cost_chart(result, corpus, "Reading one URL by the URL Standard", wanted)


def command_chart(result, corpus):
	bars = []
	for form in ("tsv", "json"):
		ours = result.one(f"{form} to null", corpus)
		for row in result.of(f"{form} to null", corpus):
			told = f"{1e3 / row.median:.1f} M/s" + ("" if row is ours else f", everyuri {row.median / ours.median:.1f} times")
			bars.append(Bar(f"{row.who}, {form}", 1e3 / row.median, told, "ours" if row is ours else "peer",
			                1e3 / row.most, 1e3 / row.least))
	bars.sort(key=lambda bar: -bar.value)
	return chart(f"URLs written as JSON and TSV, millions per second on one core: {corpus}", bars,
	             notes_of(result, "Longer is better; to /dev/null"), 170) if bars else None


def find_chart(result):
	rows = sorted(result.of("find", "prose"), key=lambda row: row.median)
	ours = result.one("find", "prose")
	bars = [Bar(row.who, 1e3 / row.median, f"{1e3 / row.median:,.0f} MB/s" +
	            ("" if row is ours else f", everyuri {row.median / ours.median:.1f} times"),
	            "ours" if row is ours else "peer", 1e3 / row.most, 1e3 / row.least) for row in rows]
	return chart("URIs found in prose, MB per second on one core", bars,
	             notes_of(result, "Longer is better; into a pipe"), 200) if bars else None


def charts(result):
	"""Return SVG texts by name."""
	made = {"ratios": ratio_chart(result), "find": find_chart(result)}
	for corpus in result.corpora:
		made[f"parse-{corpus}"] = parse_chart(result, corpus)
		made[f"whatwg-{corpus}"] = whatwg_chart(result, corpus)
		made[f"command-{corpus}"] = command_chart(result, corpus)
	return {name: svg for name, svg in made.items() if svg}
