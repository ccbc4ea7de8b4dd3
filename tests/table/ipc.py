"""ipc.py - read an Arrow IPC stream by its specification ("Encapsulated message format", Schema.fbs,
Message.fbs).  Every deviation raises AssertionError."""
import struct

SCHEMA, BATCH = 1, 3
INT, BINARY, UTF8, BOOL = 2, 4, 5, 6


class Table:
	"""A table of FlatBuffers; its vtable has the offset of each field that is present."""

	def __init__(self, data, at):
		self.data, self.at = data, at
		self.vtable = at - struct.unpack_from("<i", data, at)[0]
		assert 0 <= self.vtable and at % 4 == 0 and self.vtable % 2 == 0
		self.size = struct.unpack_from("<H", data, self.vtable)[0]

	def place(self, field):
		where = 4 + 2 * field
		if where >= self.size:
			return None
		offset = struct.unpack_from("<H", self.data, self.vtable + where)[0]
		return self.at + offset if offset else None

	def number(self, field, form, default=0):
		place = self.place(field)
		if place is None:
			return default
		assert place % struct.calcsize(form) == 0, "a number stands at a multiple of its size"
		return struct.unpack_from("<" + form, self.data, place)[0]

	def target(self, field):
		place = self.place(field)
		return None if place is None else place + struct.unpack_from("<I", self.data, place)[0]

	def table(self, field):
		return Table(self.data, self.target(field))

	def string(self, field):
		at = self.target(field)
		n = struct.unpack_from("<I", self.data, at)[0]
		assert self.data[at + 4 + n] == 0, "a string ends in NUL"
		return self.data[at + 4:at + 4 + n].decode()

	def vector(self, field):
		"""Returns: the offset of its first element, and their number."""
		at = self.target(field)
		return (0, 0) if at is None else (at + 4, struct.unpack_from("<I", self.data, at)[0])

	def tables(self, field):
		at, n = self.vector(field)
		places = (at + 4 * i for i in range(n))
		return [Table(self.data, place + struct.unpack_from("<I", self.data, place)[0]) for place in places]


def messages(stream):
	"""Yield (header type, header, body) up to the end-of-stream marker."""
	at = 0
	while True:
		mark, size = struct.unpack_from("<II", stream, at)
		assert mark == 0xFFFFFFFF
		at += 8
		if not size:
			assert at == len(stream), "bytes after the end-of-stream marker"
			return
		assert size % 8 == 0
		metadata = stream[at:at + size]
		message = Table(metadata, struct.unpack_from("<I", metadata)[0])
		body = message.number(3, "q")
		assert message.number(0, "h") == 4 and body % 8 == 0 and at + size + body <= len(stream)
		yield message.number(1, "B"), message.table(2), stream[at + size:at + size + body]
		at += size + body


def kind_of(field):
	kind, of = field.number(2, "B"), field.table(3)
	if kind != INT:
		return {BINARY: "binary", UTF8: "utf8", BOOL: "bool"}[kind]
	assert not of.number(1, "B"), "unsigned"
	return f"uint{of.number(0, 'i')}"


def bit(data, i):
	return data[i >> 3] >> (i & 7) & 1


def values(kind, buffers, n):
	if kind == "bool":
		return [bool(bit(buffers[1], i)) for i in range(n)]
	if kind in ("uint32", "uint64"):
		return list(struct.unpack_from(f"<{n}{'I' if kind == 'uint32' else 'Q'}", buffers[1]))
	offsets = struct.unpack_from(f"<{n + 1}i", buffers[1])
	assert offsets[0] == 0 and offsets[-1] == len(buffers[2])
	cells = [buffers[2][begin:end] for begin, end in zip(offsets, offsets[1:])]
	return [cell.decode() for cell in cells] if kind == "utf8" else cells


def batch_rows(header, body, columns):
	n = header.number(0, "q")
	nodes, n_nodes = header.vector(1)
	places, n_places = header.vector(2)
	assert n_nodes == len(columns) and nodes % 8 == 0 and places % 8 == 0
	assert n_places == sum(2 if kind in ("bool", "uint32", "uint64") else 3 for _, kind in columns)
	made = []
	for i, (_, kind) in enumerate(columns):
		length, n_nulls = struct.unpack_from("<qq", header.data, nodes + 16 * i)
		buffers = []
		for _ in range(2 if kind in ("bool", "uint32", "uint64") else 3):
			offset, size = struct.unpack_from("<qq", header.data, places)
			assert offset % 8 == 0 and offset + size <= len(body)
			buffers.append(body[offset:offset + size])
			places += 16
		there = [bit(buffers[0], k) for k in range(n)]
		assert length == n and n_nulls == n - sum(there)
		made.append([value if known else None for value, known in zip(values(kind, buffers, n), there)])
	return [list(row) for row in zip(*made)]


def read(stream):
	"""Returns: columns as (name, kind), rows as lists of values, and the number of rows of each batch."""
	columns, rows, batches = None, [], []
	for kind, header, body in messages(stream):
		if columns is None:
			assert kind == SCHEMA and not body and header.number(0, "h") == 0
			columns = [(field.string(0), kind_of(field)) for field in header.tables(1)]
			continue
		assert kind == BATCH
		more = batch_rows(header, body, columns)
		rows += more
		batches.append(len(more))
	return columns, rows, batches
