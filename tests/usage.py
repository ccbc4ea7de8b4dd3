"""usage.py - the command line of a test script that takes names."""
import argparse


def names(doc, known):
	"""Returns the names on the command line.  Prints doc for --help; an unknown name ends the script with status 2."""
	parser = argparse.ArgumentParser(usage=doc.replace("%", "%%"))
	parser.add_argument("name", nargs="*", help=argparse.SUPPRESS)
	given = parser.parse_args().name
	for name in given:
		if name not in known:
			parser.error(f'unknown name "{name}"; choose from {", ".join(known)}')
	return given
