"""section.py - write the part of a page between two marks, which belongs to one benchmark script."""
import os
import platform
import sys
import time

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PAGE = os.path.join(TOP, "docs", "bench-data.md")
sys.path.append(os.path.join(TOP, "tests"))
import external  # noqa: E402


def corpus():
	"""Returns: the path of the default list of URIs."""
	return external.find("corpus/web.txt") or sys.exit(f"{external.missing('corpus/web.txt')}; name a list of URIs")


def machine():
	"""Return the machine, in one line."""
	with open("/proc/cpuinfo", encoding="utf-8") as file:
		model = next((line.split(":")[1].strip() for line in file if line.startswith("model name")), platform.machine())
	return f"{model}, {os.cpu_count()} processors, {time.strftime('%Y-%m-%d', time.gmtime())}; the load was " \
	       f"{os.getloadavg()[0]:.1f} when it ended"


def verdict(times, least):
	"""Return the verdict.  times: how many times as fast; least: the goal, or None."""
	if least is None:
		return ""
	return "met" if times >= least else f"**missed: {times / least:.0%} of the goal**"


def record(script, lines, page=PAGE):
	"""Replace the text between the marks of a script in a page."""
	begin, end = f"<!-- {script} --record writes from here -->\n", f"<!-- {script}: to here -->\n"
	with open(page, encoding="utf-8") as file:
		front, mark, rest = file.read().partition(begin)
	_, end_mark, back = rest.partition(end)
	if not mark or not end_mark:
		sys.exit(f"{page} has no marks of {script}")
	with open(page, "w", encoding="utf-8") as file:
		file.write("".join((front, begin, "\n", *(line + "\n" for line in lines), "\n", end, back)))


def show(script, lines, page=PAGE):
	"""Print; with --record also write the page."""
	print("\n".join(lines))
	if "--record" in sys.argv:
		record(script, lines, page)
