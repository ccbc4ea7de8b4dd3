"""python.py - bindings/python, its wheel in an environment of its own: the vectors, then what its pages promise."""
import wheel

ARROW = ["pyarrow", "polars", "pandas", "duckdb"]

wheel.ready()
wheel.packages(ARROW)  # tried.py says which of them is not there
wheel.tried("tried.py")
