"""control.py - control shim.c, and read its counters, through a file that both map."""
import errno
import mmap
import os
import struct
import subprocess
import tempfile

KINDS = ("read", "write", "connect", "close", "accept", "wait", "memory")
SHORT = "short"


class Control:
	"""The control of one program.  The calls of the program that is started with `env` fail."""

	def __init__(self, folder, shim, program):
		self.file = tempfile.NamedTemporaryFile(dir=folder)
		self.file.truncate(8 * (4 + len(KINDS)))
		self.map = mmap.mmap(self.file.fileno(), 0)
		self.env = {"LD_PRELOAD": shim, "CALLS_PROGRAM": program, "CALLS_CONTROL": self.file.name}

	def __enter__(self):
		return self

	def __exit__(self, *_):
		self.map.close()
		self.file.close()

	def set(self, kind=None, nth=0, way=SHORT, for_ever=False):
		"""Makes the nth call of a kind, and all later ones, fail with this error; nth 0: none.  Resets the counters."""
		number = 0 if way == SHORT else getattr(errno, way)
		self.map[:] = struct.pack(f"={4 + len(KINDS)}Q", KINDS.index(kind) if kind else 0, nth, number, for_ever, *[0] * len(KINDS))

	def counted(self):
		return dict(zip(KINDS, struct.unpack(f"={4 + len(KINDS)}Q", self.map[:])[4:]))


def build(folder):
	"""Returns: the path of shim.so."""
	shim = os.path.join(folder, "shim.so")
	source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "shim.c")
	subprocess.run([os.environ.get("CC", "cc"), "-std=c11", "-O1", "-fPIC", "-shared", source, "-ldl", "-o", shim], check=True)
	return shim
