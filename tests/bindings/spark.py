"""spark.py - everyuri.spark on a local cluster: the vectors, Spark's parse_url, and a worker that is killed."""
import shutil

import wheel
from points import skip_all

if not shutil.which("java"):
	skip_all("Java is not installed (package default-jre-headless)")
wheel.ready()
missing = wheel.packages(["pyarrow"]) or wheel.packages(["pyspark"], wheels_only=False)
if missing:
	skip_all(f"{missing[0]} could not be installed")
wheel.tried("tried_spark.py")
