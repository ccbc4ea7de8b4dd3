#!/usr/bin/env python3
"""tests/gateway/run.py [PART]... - everyuri serve with real servers behind it and real clients in front, in TAP.

Wants EVERYURI, the command.  What is missing is a named skip.
"""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import world as worlds  # first: it leads to tests/live
import attacks
import browser
import clients
import desktop
import points
import registered
import serving
import terminal

PARTS = {"clients": clients.run, "registered": registered.run, "attacks": attacks.run, "serving": serving.run,
         "desktop": desktop.run, "terminal": terminal.run, "terminal-browser": terminal.walk,
         "browser": browser.run}


def main():
	wanted = sys.argv[1:] or list(PARTS)
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
	sys.exit(main())
