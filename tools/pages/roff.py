"""roff.py - blocks as manual pages."""
import os
import re
import textwrap

from pages.headers import Header
from pages.markdown import blocks, links, plain, spans

DATE = "2026-11-23"  # of what EVERYURI_VERSION in base.h says; a page has no other
WIDTH = 78
MANUALS = {"1": "everyuri commands", "3": "everyuri in C", "5": "everyuri files", "7": "everyuri"}


def escaped(text):
	for raw, made in (("\\", "\\e"), ("-", "\\-"), ("^", "\\(ha"), ("~", "\\(ti"), ("`", "\\(ga"), ("'", "\\(aq")):
		text = text.replace(raw, made)
	return text


def guarded(line):
	return "\\&" + line if line[:1] in (".", "'") else line


def in_fonts(text):
	fonts = {"R": "{}", "B": "\\fB{}\\fR", "I": "\\fI{}\\fR"}
	return "".join(fonts[font].format(escaped(part)) for font, part in spans(text))


def filled(text):
	"""Lines of running text."""
	return [guarded(each) for each in textwrap.wrap(in_fonts(text), WIDTH, break_long_words=False, break_on_hyphens=False)]


def tagged(text):
	"""A paragraph with a tag.  The tag is one line, however long: the next would be the paragraph's."""
	return [".TP", guarded(in_fonts(text).strip()) or "\\-"]


def as_it_stands(lines):
	while lines and not lines[-1].strip():
		lines = lines[:-1]
	# A line of nothing is the request of a vertical space: .sp, or the checkers speak.
	return [".PP", ".RS 4", ".nf"] + [guarded(escaped(line.expandtabs(4))) or ".sp" for line in lines] + [".fi", ".RE"]


def declaration(code):
	return [line for line in as_it_stands([line.replace("/**<", "/*") for line in code]) if not line.startswith((".RS", ".RE"))]


def table(head, rows):
	"""A row is its first cell, and behind it the others, with the names of their columns if there are many."""
	for row in rows:
		yield from tagged(row[0])
		told = [(name, cell) for name, cell in zip(head[1:], row[1:]) if cell]
		if not told:
			yield "\\&"
		for number, (name, cell) in enumerate(told):
			if number:
				yield ".br"
			yield from filled(f"{name}: {cell}" if name and len(told) > 1 else cell)


def body(page, shift=0):
	"""The lines of blocks; headings are so much deeper."""
	before = None
	for kind, *block in page:
		if kind == "heading":
			depth = block[0] + shift
			if depth >= 2:
				yield f".SH {escaped(plain(block[1]).upper())}" if depth == 2 else f".SS {escaped(plain(block[1]))}"
		elif kind == "paragraph":
			if before not in ("heading", None):
				yield ".PP"
			yield from filled(block[0])
		elif kind == "code":
			yield from as_it_stands(block[0])
		elif kind == "table":
			yield from table(*block)
		elif kind == "numbered":
			yield f".IP {block[0]}. 4"
			yield from filled(block[1])
		else:
			yield from tagged(block[0]) if block[0] else [".IP \\(bu 2"]
			yield from filled(block[1]) or ["\\&"]
		before = kind


def title(name, section):
	return [f'.TH {name.upper()} {section} {DATE} everyuri "{MANUALS[section]}"', ".nh", ".ad l"]


def written(lines):
	"""The text of a page.  A paragraph that begins where a section does is none."""
	out = []
	for line in lines:
		if line != ".PP" or not out[-1].startswith((".SH", ".SS", ".RS", ".PP")):
			out.append(line)
	return "\n".join(out) + "\n"


# ---- which page is where --------------------------------------------------------------------------

def manual_of(path):
	"""The manual page that a page of docs/, or a header, is a part of; None: none."""
	stem = os.path.basename(path).rsplit(".", 1)[0]
	if re.search(r"docs/commands/[a-z]+\.md$", path):
		return ("everyuri" if stem == "everyuri" else "everyuri-" + stem), "1"
	if re.search(r"docs/(configuration|policy)\.md$", path):
		return "everyuri.conf", "5"
	for name in ("schemes", "standards"):
		if re.search(rf"docs/{name}(/.*)?$", path):
			return "everyuri-" + name, "7"
	if re.search(r"include(/everyuri)?(/everyuri\.h)?$", path):
		return "everyuri", "3"
	if re.search(r"include/everyuri/\w+\.h$", path):
		return "everyuri-" + stem, "3"
	return None


def see_also(paths, own):
	found = {manual_of(os.path.normpath(os.path.join(os.path.dirname(path), link.split("#")[0])))
	         for path in paths for link in links(path) if "://" not in link}
	found = sorted(found - {None, own}, key=lambda page: page[::-1]) or [("everyuri", "1")]
	return [".SH SEE ALSO", ",\n".join(f"\\fB{escaped(name)}\\fR({section})" for name, section in found)]


# ---- pages ------------------------------------------------------------------------------------------

def of_command(path):
	own = manual_of(path)
	return own, title(*own) + list(body(blocks(path))) + see_also([path], own)


def of_pages(own, summary, paths):
	"""One manual page of several: the first is its front, each of the others a section."""
	out = title(*own) + [".SH NAME", f"{escaped(own[0])} \\- {escaped(summary)}", ".SH DESCRIPTION"]
	out += body(blocks(paths[0]))
	for path in paths[1:]:
		out += body(blocks(path), 1)
	return own, out + see_also(paths, own)


def of_header(path):
	header, own = Header(path), manual_of(path)
	includes = "everyuri-access.h" if header.name in ACCESS else "everyuri.h"
	out = title(*own) + [".SH NAME", f"{escaped(own[0])} \\- {escaped(header.summary)}"]
	out += [".SH SYNOPSIS", f"\\fB#include <{escaped(includes)}>\\fR"]
	out += as_it_stands([f"cc file.c $(pkg-config --cflags --libs {includes[:-len('.h')]})"])
	out += [".SH DESCRIPTION"] + list(body(header.intro))
	for section, declared in header.parts:
		out.append(".SH " + escaped((section or "declarations").upper()))
		for comment, code in declared:
			within = bool(code and comment)
			out += (declaration(code) if code else [".PP"]) + [".RS 4"] * within + list(body(comment)) + [".RE"] * within
	return own, out + [".SH SEE ALSO", "\\fBeveryuri\\fR(3)"], header.functions()


ACCESS = {"access.h", "fetch.h", "gateway.h", "message.h", "object.h", "render.h"}


def of_library(path, headers):
	header, own = Header(path), ("everyuri", "3")
	out = title(*own) + [".SH NAME", f"everyuri \\- {escaped(header.summary)}"]
	out += [".SH SYNOPSIS", "\\fB#include <everyuri.h>\\fR", ".br", "\\fB#include <everyuri\\-access.h>\\fR"]
	out += [".SH DESCRIPTION"] + list(body(header.intro)) + [".SH HEADERS"]
	for each in headers:
		library = " (everyuri-access.h)" if each.name in ACCESS else ""
		out += [".TP", f"\\fBeveryuri\\-{each.name[:-2]}\\fR(3)", *filled(each.summary + library)]
	return own, out + [".SH SEE ALSO", "\\fBeveryuri\\fR(1),", "\\fBeveryuri\\-standards\\fR(7)"]
