"""by_url.py - parse with the Rust crate `url`, for by_pipe.cc.

Asked: two numbers (items, bytes), then for each item its text and its base.  Answered: a number
(bytes), then for each item a byte, 1 if it is valid, and then its fields.  Numbers are of 32 bits
in the machine's order; a text is its length and its bytes, and a null one has the greatest length.
"""
import struct
import sys

import url

NULL = struct.pack("=I", 0xFFFFFFFF)
LENGTH = struct.Struct("=I")


def packed(text):
	if text is None:
		return NULL
	data = text.encode("utf-8")
	return LENGTH.pack(len(data)) + data


def fields(record):
	port = record.port
	host = record.host_str
	# The crate drops an empty host, which the standard has in a file URL and after "//".
	if host is None and str(record).startswith(record.scheme + "://"):
		host = ""
	return (str(record), record.scheme, record.username or None, record.password or None, host,
	        None if port is None else str(port), record.path, record.query, record.fragment)


def answer(text, base):
	try:
		record = url.URL.parse(text) if base is None else url.URL.parse(base).join(text)
	except url.URLError:
		return b"\0"
	return b"\1" + b"".join(map(packed, fields(record)))


def texts(batch):
	at = 0
	while at < len(batch):
		length = batch[at:at + 4]
		at += 4
		if length == NULL:
			yield None
		else:
			end = at + LENGTH.unpack(length)[0]
			yield batch[at:end].decode("utf-8")
			at = end


def main():
	while head := sys.stdin.buffer.read(8):
		_, size = struct.unpack("=II", head)
		items = texts(sys.stdin.buffer.read(size))
		answers = b"".join(answer(text, base) for text, base in zip(items, items))
		sys.stdout.buffer.write(LENGTH.pack(len(answers)) + answers)
		sys.stdout.buffer.flush()


main()
