"""duckdb.py - everyuri.duckdb in DuckDB: the vectors, then the promises of docs/sql.md."""
import wheel
from points import skip_all

wheel.ready()
missing = wheel.packages(["pyarrow", "duckdb", "numpy"])
if missing:
	skip_all(f"{missing[0]} could not be installed")
wheel.tried("tried_duckdb.py")
