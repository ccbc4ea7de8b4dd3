"""python.py - the wheel of bindings/python in a virtual environment: the vectors, then the promises of its pages."""
import wheel

ARROW = ["pyarrow", "polars", "pandas", "duckdb"]

wheel.ready()
wheel.packages(ARROW)  # tried.py skips those that are missing
wheel.tried("tried.py")
