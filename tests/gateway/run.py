#!/usr/bin/env python3
"""tests/gateway/run.py [PART]... - test everyuri serve between real servers and real clients.  Prints TAP.

EVERYURI is the command (default: build/everyuri).  A server or client that is not installed is skipped.
"""
import os
import sys

sys.path[:0] = [os.path.dirname(os.path.abspath(__file__)), os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")]
import world as worlds  # first: it leads to tests/live
import attacks
import browser
import clients
import desktop
import points
import registered
import serving
import terminal
import usage

PARTS = {"clients": clients.run, "registered": registered.run, "attacks": attacks.run, "serving": serving.run,
         "desktop": desktop.run, "terminal": terminal.run, "terminal-browser": terminal.walk,
         "browser": browser.run}


def main(wanted):
	world = worlds.World()
	try:
		if world.news:
			world.news.post("test.a", 1)
			world.news.post("test.a", 2, (1,))
			world.news.post("test.a", 3, (1, 2))
			world.news.post("test.a", 4)
		gateway = worlds.Gateway(*world.options())
		try:
			for part in wanted:
				PARTS[part](gateway, world)
		finally:
			status = gateway.stop()
		points.ok(status == 0, "the gateway ends with status 0 when it is told to", status)
	finally:
		world.stop()
	return points.end()


if __name__ == "__main__":
	sys.exit(main(usage.names(__doc__, PARTS) or list(PARTS)))
