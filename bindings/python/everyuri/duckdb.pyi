from typing import TypeVar

from . import Suffixes

Connection = TypeVar("Connection")

def register(connection: Connection, suffixes: Suffixes | None = ...) -> Connection: ...
