"""spark.py - everyuri.spark on a cluster of this machine: the vectors, Spark's own parse_url, and a worker that dies."""
import shutil

import wheel
from points import skip_all

if not shutil.which("java"):
	skip_all("there is no Java (package default-jre-headless)")
wheel.ready()
missing = wheel.packages(["pyarrow"]) or wheel.packages(["pyspark"], wheels_only=False)
if missing:
	skip_all(f"{missing[0]} could not be installed")
wheel.tried("tried_spark.py")
