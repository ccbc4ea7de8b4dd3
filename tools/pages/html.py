"""html.py - pages of the site: our Markdown by python3-markdown, headers by their doc comments."""
import html
import os
import re

import markdown

from pages.markdown import ENDS, spans

TAB = "\ue000"  # stands for a tab in a block, which the library would fill with blanks
CONTENTS_MAX = 48
TAGS = {"R": "{}", "B": "<code>{}</code>", "I": "<em>{}</em>"}


def of_markdown(text):
	"""Returns: (HTML, title, [(id, heading, level)]: of the second level, and of the third where these are not too many)."""
	made = markdown.Markdown(extensions=["tables", "fenced_code", "sane_lists", "toc"], output_format="html")
	body = re.sub(r"<!--.*?-->", "", made.convert(prepared(text)), flags=re.S).replace(TAB, "\t")
	# A head without words is none, and a cell of it without is a cell like others.
	body = re.sub(r"<th[^>]*></th>", "<td></td>", body)
	body = re.sub(r"<thead>\s*<tr>\s*(<td></td>\s*)*</tr>\s*</thead>", "", body)
	body = re.sub(r"<table>.*?</table>", lambda match: f'<div class="wide" tabindex="0">{match[0]}</div>', body, flags=re.S)
	body = re.sub(r"(?m)^(<pre><code[^>]*>)?(\$ .*)$", lambda match: f'{match[1] or ""}<span class="asked">{match[2]}</span>'
	              if "</code>" not in match[2] else match[0], body)
	body = body.replace("<pre>", '<pre tabindex="0">')
	first = next(iter(made.toc_tokens), None)
	title = html.unescape(first["name"]) if first else ""
	contents = []
	for each in first["children"] if first else []:
		contents += [(each["id"], each["name"], 2)] + [(deeper["id"], deeper["name"], 3) for deeper in each["children"]]
	if len(contents) > CONTENTS_MAX:
		contents = [each for each in contents if each[2] == 2]
	return body, title, contents


def prepared(text):
	"""What the library wants otherwise than our pages have it: a fence says a language alone, and a list begins
	behind an empty line."""
	out, fenced, before = [], False, ""
	for line in text.split("\n"):
		if line.startswith("```"):
			fenced = not fenced
			words = line[3:].split("no-run:")[0].split()
			if len(words) > 1:
				out += [f"`{words[1]}`:", ""]
			line = "```" + "".join(words[:1])
		elif fenced:
			line = line.replace("\t", TAB)
		elif not fenced and re.match(r"- |\d+\. ", line) and before.strip() and not re.match(r"- |\d+\. |\s", before) and not in_item(out):
			out.append("")
		elif not fenced and line.startswith("|") and before.strip() and not before.startswith("|"):
			out.append("")
		out.append(line)
		before = line
	return "\n".join(out)


def in_item(lines):
	"""Do these end in an item that goes on without being indented?"""
	for line in reversed(lines):
		if re.match(r"- |\d+\. ", line):
			return True
		if not line.strip() or ENDS.match(line):
			return False
	return False


# ---- headers -------------------------------------------------------------------------------------------

def text(words):
	return "".join(TAGS[font].format(html.escape(part, quote=False)) for font, part in spans(words))


def of_blocks(blocks):
	out, listed = [], None
	for kind, *block in blocks:
		wants = ("dl" if block[0] else "ul") if kind == "item" else None
		if listed != wants:
			out += [f"</{listed}>"] * bool(listed) + [f"<{wants}>"] * bool(wants)
			listed = wants
		if kind == "paragraph":
			out.append(f"<p>{text(block[0])}</p>")
		elif kind == "code":
			out.append('<pre tabindex="0"><code>' + html.escape("\n".join(block[0]), quote=False) + "</code></pre>")
		elif wants == "dl":
			out.append(f"<dt>{text(block[0])}</dt><dd>{text(block[1])}</dd>")
		else:
			out.append(f"<li>{text(block[1])}</li>")
	return "\n".join(out + [f"</{listed}>"] * bool(listed))


def sentence(words):
	return html.escape(words[0].upper() + words[1:])


def anchor(words):
	return re.sub(r"\W+", "-", words.lower()).strip("-")


def of_header(header, library, source):
	"""Returns: as of_markdown."""
	out = [f"<h1>{header.name}</h1>", f"<p>{sentence(header.summary)}.</p>",
	       f'<p><code>#include &lt;{library}.h&gt;</code>; <a href="{source}">the header itself</a>.</p>', of_blocks(header.intro)]
	contents = []
	for section, declared in header.parts:
		if section:
			contents.append((anchor(section), sentence(section), 2))
			out.append(f'<h2 id="{anchor(section)}">{sentence(section)}</h2>')
		for comment, code in declared:
			if not code:
				out.append(of_blocks(comment))
				continue
			lines = html.escape("\n".join(code).expandtabs(4).replace("/**<", "/*"), quote=False)
			lines = re.sub(r"\b(everyuri_\w+)(?=\()", r'<span id="\1">\1</span>', lines) if not code[0].startswith("typedef") else lines
			out += [f'<pre tabindex="0"><code>{lines}</code></pre>', f'<div class="said">{of_blocks(comment)}</div>']
	return "\n".join(out), header.name, contents


def linked(body, places, own):
	"""Each name of a function in running code leads to where it is declared."""
	def link(match):
		place = places.get(match[1])
		if not place:
			return match[0]
		page, _, name = place.partition("#")
		address = "#" + name if page == own else os.path.relpath(page, os.path.dirname(own) or ".") + "#" + name
		return f'<a href="{address}"><code>{match[1]}</code></a>'
	return re.sub(r"(?<!\">)<code>(everyuri_\w+)</code>", link, body)
