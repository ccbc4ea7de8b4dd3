"""usage.py - a command's page as text for --help, and the table of them in C."""
import os
import textwrap

from pages.markdown import blocks, plain

WIDTH = 80


def wrapped(text, first, rest):
	return textwrap.wrap(plain(text), WIDTH, initial_indent=first, subsequent_indent=rest,
	                     break_long_words=False, break_on_hyphens=False)


def help_text(path):
	out, named, before = [], False, None
	for kind, *block in blocks(path):
		if kind == "heading":
			named = block[1].lower() == "name"
			if block[0] == 1 or named:
				continue
			out += ["", plain(block[1]) + ":"]
		elif kind == "paragraph":
			if before not in ("heading", None):
				out.append("")
			out += wrapped(block[0], *(("", "  ") if named else ("  ", "  ")))
		elif kind == "code":
			if before not in ("heading", None):
				out.append("")
			out += ["  " + line if line else "" for line in block[0]]
		elif kind == "item":
			if before not in ("heading", "item"):
				out.append("")
			out += item_text(*block)
		else:
			raise SystemExit(f"{path}: --help has no {kind}")
		before = kind
	return "\n".join(out).strip("\n") + "\n"


def item_text(term, text):
	if not term:
		return wrapped(text, "  - ", "    ")
	term = plain(term)
	column = " " * 24
	if len(term) > 20:
		return ["  " + term] + wrapped(text, column, column)
	return wrapped(text, f"  {term:<20}  ", column)


def c_table(paths):
	out = ["/* Made by tools/manual from docs/commands. */", '#include "help.h"', ""]
	names = []
	for path in paths:
		name = os.path.basename(path)[:-len(".md")]
		# An array and not a string literal: C11 promises no literal beyond 4095 bytes.
		array = f"page_{name.replace('-', '_')}"
		names.append((name, array))
		out.append(f"static const char {array}[] = {{")
		for line in help_text(path).splitlines(keepends=True):
			out.append("\t" + " ".join(c_char(byte) for byte in line.encode()))
		out += ["\t0", "};", ""]
	out.append("const struct help_page help_pages[] = {")
	out += [f'\t{{ "{name}", {array} }},' for name, array in names] or ["\t{ 0, 0 }"]
	out += ["};", f"const size_t n_help_pages = {len(names)};"]
	return "\n".join(out) + "\n"


def c_char(byte):
	if 0x20 <= byte < 0x7F and chr(byte) not in "'\\":
		return f"'{chr(byte)}',"
	return f"'\\{byte:03o}',"
