#!/usr/bin/env python3
"""tests/external.py [NAME] - optional corpora and vectors that are not part of the checkout.

The environment variable EVERYURI_EXTERNAL names their folder; tests/README.md has its layout.
tests/external.h does the same for tests in C.

With NAME, prints the path of that file, or the reason why it is missing on standard error, with exit status 1.
"""
import os
import sys

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDER = os.environ.get("EVERYURI_EXTERNAL")
WPT, FETCHED = "vectors/wpt/", os.path.join(TOP, "build", "peers", "wpt")  # the latter is filled by tools/peers


def find(name):
	"""Returns: the path of a file such as "corpus/web.txt", or None."""
	paths = [os.path.join(FOLDER, name)] if FOLDER else []
	if name.startswith(WPT):
		paths.append(os.path.join(FETCHED, name[len(WPT):]))
	return next((path for path in paths if os.path.isfile(path)), None)


def missing(name):
	"""Returns: why find(name) found nothing, as the reason of a skip."""
	return f"the folder of EVERYURI_EXTERNAL has no {name}" if FOLDER else f"no {name}: EVERYURI_EXTERNAL is not set"


if __name__ == "__main__":
	if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
		print(__doc__.strip(), file=sys.stdout if "--help" in sys.argv else sys.stderr)
		sys.exit("--help" not in sys.argv and 2)
	path = find(sys.argv[1])
	if not path:
		sys.exit(missing(sys.argv[1]))
	print(path)
