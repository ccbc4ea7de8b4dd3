"""cluster.py - a standalone cluster of Spark on loopback: a master and workers, each in a process.

	with Cluster(2) as cluster:
		session = cluster.session("name")

Ports are free ones.  What was started is ended by its process group at the end, whatever happened.
"""
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import pyspark

HOME = os.path.dirname(pyspark.__file__)
START_S = 90


class Daemon:
	"""A process of Spark; its log has a line when it is ready."""

	def __init__(self, folder, name, *arguments):
		self.log = os.path.join(folder, name + ".log")
		environment = {**os.environ, "SPARK_HOME": HOME, "SPARK_LOCAL_IP": "127.0.0.1", "SPARK_DAEMON_MEMORY": "512m",
		               "SPARK_LOCAL_DIRS": folder, "PYSPARK_PYTHON": sys.executable, "SPARK_NO_DAEMONIZE": "1"}
		with open(self.log, "wb") as log:
			self.process = subprocess.Popen([os.path.join(HOME, "bin", "spark-class"), *arguments], cwd=folder, env=environment,
			                                stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)

	def said(self, expression):
		"""Wait for a match in its log, and return it."""
		end = time.monotonic() + START_S
		while time.monotonic() < end:
			with open(self.log, encoding="utf-8", errors="replace") as log:
				text = log.read()
			found = re.search(expression, text)
			if found:
				return found
			if self.process.poll() is not None:
				break
			time.sleep(0.1)
		raise RuntimeError(f"{expression!r} is not in its log:\n" + text[-3000:])

	def kill(self, with_what=signal.SIGKILL):
		"""Kill it and its executors, which are in its process group."""
		try:
			os.killpg(self.process.pid, with_what)
		except ProcessLookupError:
			pass
		self.process.wait()


class Cluster:
	def __init__(self, n_workers=2, memory="1g"):
		self.folder = tempfile.mkdtemp(prefix="spark-")
		self.n_workers, self.memory, self.daemons, self.workers = n_workers, memory, [], []
		self.url = self.open_session = None

	def __enter__(self):
		try:
			master = self.start("master", "org.apache.spark.deploy.master.Master", "--host", "127.0.0.1", "--port", "0", "--webui-port", "0")
			self.url = master.said(r"Starting Spark master at (spark://127\.0\.0\.1:\d+)")[1]
			master.said("I have been elected leader|New state: ALIVE")
			for k in range(self.n_workers):
				self.workers.append(self.start(f"worker-{k}", "org.apache.spark.deploy.worker.Worker", "--host", "127.0.0.1", "--port", "0",
				                               "--webui-port", "0", "-c", "1", "-m", self.memory, "-d", os.path.join(self.folder, f"work-{k}"), self.url))
			for worker in self.workers:
				worker.said("Successfully registered with master")
		except BaseException:
			self.__exit__()
			raise
		return self

	def start(self, name, *arguments):
		daemon = Daemon(self.folder, name, *arguments)
		self.daemons.append(daemon)
		return daemon

	def session(self, name, master=None, **conf):
		"""Start a session on the cluster, or on another master; stop the previous one first."""
		from pyspark.sql import SparkSession
		os.environ.update(PYSPARK_PYTHON=sys.executable, PYSPARK_DRIVER_PYTHON=sys.executable, SPARK_LOCAL_IP="127.0.0.1")
		builder = SparkSession.builder.master(master or self.url).appName(name)
		for key, value in {"spark.driver.host": "127.0.0.1", "spark.driver.bindAddress": "127.0.0.1", "spark.ui.enabled": "false",
		                   "spark.executor.memory": self.memory, "spark.executor.cores": "1", "spark.local.dir": self.folder,
		                   "spark.sql.warehouse.dir": os.path.join(self.folder, "warehouse"), "spark.ui.showConsoleProgress": "false",
		                   "spark.log.level": "ERROR", **conf}.items():
			builder = builder.config(key, value)
		self.open_session = builder.getOrCreate()
		return self.open_session

	def executors(self):
		"""Return the number of executors."""
		return self.open_session.sparkContext._jsc.sc().getExecutorMemoryStatus().size() - 1

	def wait_for_executors(self, n):
		end = time.monotonic() + START_S
		while self.executors() < n:
			if time.monotonic() > end:
				raise RuntimeError(f"{self.executors()} executors and not {n}")
			time.sleep(0.1)

	def __exit__(self, *_):
		try:
			if self.open_session:
				self.open_session.stop()
		finally:
			for daemon in reversed(self.daemons):
				daemon.kill()
			shutil.rmtree(self.folder, ignore_errors=True)
