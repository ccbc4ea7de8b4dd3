"""The most memory that a program takes, for tests that hold it against a limit."""
import time


def high_water(process):
	"""Returns: the most resident memory so far, in KiB, since its exec; 0 if it has ended."""
	try:
		with open(f"/proc/{process.pid}/status", encoding="ascii") as status:
			return next((int(line.split()[1]) for line in status if line.startswith("VmHWM")), 0)
	except OSError:
		return 0


def peak_kib(process):
	"""Close the program's input and wait for its end.  Returns: the most resident memory that it had, in KiB.

	What wait4 tells will not do: it counts the memory of the test that started it, too."""
	most = high_water(process)
	if process.stdin:
		process.stdin.close()
	while process.poll() is None:
		most = max(most, high_water(process))
		time.sleep(0.001)
	return most
