"""Parse like java.net.URI, which Spark's parse_url uses.

That class follows RFC 2396 with RFC 2732, except for the deviations that it documents.  Characters above US-ASCII are
allowed without escapes, a reference may be empty, and an authority that is not [userinfo@]host[:port] is a registry-based
name, which has no host.
"""
import ipaddress
import re
import unicodedata

ESCAPED = "%[0-9A-Fa-f]{2}"
MARKS = r"_.!~*'()\-"
OTHER = "\x80-\U0010ffff"  # is_visible selects among them
USER = f"(?:[A-Za-z0-9{MARKS};:&=+$,{OTHER}]|{ESCAPED})*"
NAME = f"(?:[A-Za-z0-9{MARKS}$,;:@&=+{OTHER}]|{ESCAPED})+"
PATH = f"(?:[A-Za-z0-9{MARKS}:@&=+$,;/{OTHER}]|{ESCAPED})*"
ANY = rf"(?:[A-Za-z0-9{MARKS};/?:@&=+$,\[\]{OTHER}]|{ESCAPED})"
LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?"

WHOLE = re.compile(rf"(?:([A-Za-z][A-Za-z0-9+.-]*):(?!/)({ANY}+)|(?:([A-Za-z][A-Za-z0-9+.-]*):(?=/)|(?![^/?#]*:))"
                   rf"(?://(?!\Z)([^/?#]*)|(?!//))({PATH})(?:\?({ANY}*))?)(?:#({ANY}*))?", re.ASCII)
SERVER = re.compile(rf"(?:({USER})@)?(?:(\[[^/?#\]]*\])|({LABEL}(?:\.{LABEL})*\.?))(?::([0-9]*))?", re.ASCII)
REGISTRY = re.compile(NAME, re.ASCII)
LARGEST_PORT = 2**31 - 1


def is_visible(text):
	"""Return whether no character above 0x7F is a space or a control character."""
	return text.isascii() or not any(c > "\x7f" and (c <= "\xa0" or unicodedata.category(c) in ("Zs", "Zl", "Zp"))
	                                 for c in text)


def is_ipv4(text):
	numbers = text.split(".")
	return len(numbers) == 4 and all(n.isdigit() and len(n) < 11 and int(n) <= 255 for n in numbers)


def is_ipv6(text):
	address, percent, scope = text.partition("%")
	if percent and not re.fullmatch("[A-Za-z0-9_.]+", scope):
		return False
	front, colon, last = address.rpartition(":")
	if "." in last:
		if not is_ipv4(last):
			return False
		address = front + colon + "0:0"
	try:
		ipaddress.IPv6Address(address)
	except ValueError:
		return False
	return True


def is_host(bracketed, name):
	"""Return whether the host is an IP address, a single label, or a name whose last label begins with a letter."""
	if bracketed:
		return is_ipv6(bracketed[1:-1])
	labels = name.rstrip(".").split(".")
	return len(labels) == 1 or labels[-1][0].isalpha() or is_ipv4(name)


def read(text):
	"""Return (scheme, authority, user, host, path, query, fragment).

	A part is None if it is absent.  For an invalid text, return None instead."""
	whole = WHOLE.fullmatch(text)
	if not whole or not is_visible(text):
		return None
	opaque, _, scheme, authority, path, query, fragment = whole.groups()
	if opaque:
		return opaque, None, None, None, None, None, fragment
	if not authority:
		return scheme, None, None, None, path, query, fragment
	server = SERVER.fullmatch(authority)
	if server and is_host(*server.group(2, 3)) and int(server[4] or 0) <= LARGEST_PORT:
		user, host = server[1], server[2] or server[3]
		return scheme, authority, user, host, path, query, fragment
	if REGISTRY.fullmatch(authority):
		return scheme, authority, None, None, path, query, fragment
	return None


def _file(parts):
	path, query = parts[4:6]
	return path if query is None else f"{path or ''}?{query}"


PARTS = {"PROTOCOL": lambda parts: parts[0], "AUTHORITY": lambda parts: parts[1], "USERINFO": lambda parts: parts[2],
         "HOST": lambda parts: parts[3], "PATH": lambda parts: parts[4], "QUERY": lambda parts: parts[5],
         "REF": lambda parts: parts[6], "FILE": _file}


def pair(key):
	"""Return the regular expression by which Spark finds a pair of the query.  The key is inserted without escaping."""
	return re.compile(f"(?:&|^){key}=([^&]*)")


def value_of(expression, query):
	"""Return the value of the first pair that the expression matches, or None."""
	found = expression.search(query) if query is not None else None
	return found and found[found.re.groups]


def answers(texts, part, expression=None):
	"""Return the result of parse_url for each text; None means null.  expression: pair(key), for a value of the query."""
	if part not in PARTS or expression and part != "QUERY":
		return [None] * len(texts)
	of, result = PARTS[part], []
	for text in texts:
		parts = None if text is None else read(text)
		value = of(parts) if parts else None
		result.append(value_of(expression, value) if expression else value)
	return result
