"""duckdb.py - everyuri.duckdb in DuckDB itself: the vectors, then what docs/sql.md promises."""
import wheel
from points import skip_all

wheel.ready()
missing = wheel.packages(["pyarrow", "duckdb", "numpy"])
if missing:
	skip_all(f"{missing[0]} could not be installed")
wheel.tried("tried_duckdb.py")
