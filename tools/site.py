"""site.py - hook of mkdocs (mkdocs.yml): chooses the files of the site and adapts their Markdown.

The site has README.md, docs, the headers and every file that these link to.  A link to a folder means its README.md, a
header becomes a page made of its comments, and any other source is copied as text.
"""
import os
import re
import sys

from mkdocs.structure.files import File, Files

sys.dont_write_bytecode = True
TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(TOP, "tools"))
from pages.headers import Header, library_of  # noqa: E402

LINK = re.compile(r"(?s)(```.*?^```$|`[^`]*`)|(?<=\]\()(?![a-z][a-z0-9+.-]*:|#)([^)\s#]+)(?=[^)]*\))", re.M)
TAB = "\ue000"  # replaces tabs, which Python-Markdown would convert to blanks
MAP = "docs/README.md"  # its sections, in their order, are those of the navigation
FIRST = ("README.md", "everyuri.md", "everyuri.h.md")
places = {}  # function -> its page and anchor


def target(page, link):
	"""Return the file of the site that a link of a page points to."""
	path = os.path.normpath(os.path.join(os.path.dirname(page), link))
	if path in ("include/everyuri", "include/everyuri.h", "include/everyuri-access.h", "include/everyuri-gateway.h"):
		path = "include/everyuri/everyuri.h"
	elif os.path.isdir(os.path.join(TOP, path)):
		path += "/README.md"
	if path.endswith((".md", ".svg", ".png")):
		return path
	return path + (".md" if re.fullmatch(r"include/everyuri/\w+\.h", path) else ".txt")


def source(path):
	"""Return the file in the tree that a file of the site is made of."""
	path = os.path.join(TOP, path)
	return path if os.path.exists(path) else os.path.splitext(path)[0]


def text_of(path):
	"""Return the Markdown of a page."""
	if not path.endswith(".h.md"):
		with open(source(path), encoding="utf-8") as file:
			text = file.read()
		return text if re.search(r"(?m)^# ", text) else f"# {os.path.dirname(path)}\n\n{text}"
	header = Header(source(path))
	if header.name != "everyuri":
		return f"# {header.name}.h\n\n{header.summary[0].upper()}{header.summary[1:]}.\n\n`#include <{library_of(header.name)}.h>`\n\n{header.text}"
	others = (Header(os.path.join(TOP, "include/everyuri", name)) for name in sorted(os.listdir(TOP + "/include/everyuri")))
	rows = [f"| [{each.name}.h]({each.name}.h) | {each.summary} |" for each in others if each.name != "everyuri"]
	return "\n".join([f"# everyuri.h: the library in C\n\n{header.summary[0].upper()}{header.summary[1:]}.\n\n{header.text}\n## Headers\n\n| header | is for |\n|---|---|", *rows, ""])


def sections(found):
	"""Return the navigation: a group for each section of docs/README.md.  A link to the first page of a folder takes the whole folder."""
	nav = []
	for section in re.split(r"(?m)^## ", text_of(MAP))[1:]:
		pages = []
		for title, link in re.findall(r"(?<!!)\[([^\]]+)\]\(([^)#\s]+)", section):
			first = target(MAP, link)
			folder = os.path.dirname(first) + "/"
			if os.path.basename(first) in FIRST and folder.startswith(("docs/", "include/")):
				others = sorted(path for path in found if path.startswith(folder) and path.endswith(".md") and path != first)
				pages.append({title: [first, *others]} if others else {title: first})
			else:
				pages.append({title: first})
		nav.append({section.split(":")[0].split("\n")[0]: pages})
	return nav


def on_files(files, config):
	waiting = ["README.md", *(f"docs/{file.src_uri}" for file in files.documentation_pages()), "include/everyuri/everyuri.h.md"]
	found = {}
	while waiting:
		path = waiting.pop()
		if path in found or not os.path.isfile(source(path)):
			continue
		found[path] = File(path, TOP, config["site_dir"], False)
		found[path].abs_src_path = source(path)
		if path.endswith(".h.md"):
			places.update({name: (path, name) for name in Header(source(path)).functions})
		if path.endswith(".md"):
			waiting += [target(path, link[2]) for link in LINK.finditer(text_of(path)) if link[2]]
	config["nav"] = [{"everyuri": "README.md"}, {"All pages": MAP}, *sections(found)]
	of_theme = [file for file in files if not file.abs_src_path.startswith(config["docs_dir"])]
	return Files(of_theme + list(found.values()))


def on_page_read_source(page, config):
	return text_of(page.file.src_uri)


def on_page_markdown(markdown, page, config, files):
	"""Point links at files that mkdocs knows, leave only the language in a fence, put an empty line before lists and tables."""
	own = page.file.src_uri

	def rewritten(found):
		return found[1] or os.path.relpath(target(own, found[2]), os.path.dirname(own) or ".")
	parts = re.split(r"(?ms)^(```.*?^```$)", LINK.sub(rewritten, markdown))
	for number, part in enumerate(parts):
		if number % 2:
			parts[number] = re.sub(r"\A```(\w*).*", r"```\1", part).replace("\t", TAB)
		else:
			parts[number] = re.sub(r"(?m)^(?![-|\s]|\d+\. |: )(.+)\n(?=- |\d+\. |\|)", r"\1\n\n", part)
	return "".join(parts)


def on_page_content(html, page, config, files):
	"""Link each function's name to its declaration."""
	own = page.file

	def link(found):
		page, name = places.get(found[1], ("", ""))
		return f'<a href="{files.src_uris[page].url_relative_to(own)}#{name}">{found[0]}</a>' if page else found[0]
	if own.src_uri.endswith(".h.md"):
		html = re.sub(r"(?m)^((?:<pre><code[^>]*>)?[a-z][\w *]*[ *])(everyuri_\w+)(?=\()", r'\1<span id="\2">\2</span>', html)  # not in comments
	html = re.sub(r"<code>(everyuri_\w+)</code>(?!</a>)", link, html)
	return html.replace(TAB, "\t").replace("<table>", '<table class="docutils">')


def on_post_build(config):
	"""Let cells of tables wrap.  Debian 12's theme loads jQuery by a wrong name, and a missing script."""
	def path(name):
		return os.path.join(config["site_dir"], name)
	with open(path("css/theme_extra.css"), "a", encoding="utf-8") as file:
		file.write(".wy-table-responsive table td, .wy-table-responsive table th { white-space: normal }\n")
	with open(path("js/theme_extra.js"), "a", encoding="utf-8"):
		pass
	if os.path.exists(path("js/jquery-2.1.1.min.js")):
		os.rename(path("js/jquery-2.1.1.min.js"), path("js/jquery-3.6.0.min.js"))
