"""peak.py - the peak memory of a process, for tests that limit it."""
import time


def high_water(process):
	"""Returns: the peak resident memory since exec, in KiB; 0 if the process has ended."""
	try:
		with open(f"/proc/{process.pid}/status", encoding="ascii") as status:
			return next((int(line.split()[1]) for line in status if line.startswith("VmHWM")), 0)
	except OSError:
		return 0


def peak_kib(process):
	"""Close the program's input and wait for its end.  Returns: its peak resident memory, in KiB.

	wait4 would also count the memory of the test that forked it."""
	most = high_water(process)
	if process.stdin:
		process.stdin.close()
	while process.poll() is None:
		most = max(most, high_water(process))
		time.sleep(0.001)
	return most
