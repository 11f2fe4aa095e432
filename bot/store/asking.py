"""What a function of the store asks, and what it is given: the same for every database."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from sqlalchemy import Dialect, Executable


class Values(Protocol):
    """The first column of what was found."""

    def __iter__(self) -> Iterator[Any]: ...

    def all(self) -> Sequence[Any]: ...

    def first(self) -> Any: ...


class Rows(Protocol):
    """What a statement has found or done, and how many rows it has changed.

    `one` and its kin take it for a mistake of the program when there are several rows, or none.
    """

    @property
    def rowcount(self) -> int: ...

    @property
    def inserted_primary_key(self) -> Any: ...

    def __iter__(self) -> Iterator[Any]: ...

    def all(self) -> Sequence[Any]: ...

    def first(self) -> Any: ...

    def one(self) -> Any: ...

    def one_or_none(self) -> Any: ...

    def scalar(self) -> Any: ...

    def scalar_one(self) -> Any: ...

    def scalar_one_or_none(self) -> Any: ...

    def scalars(self) -> Values: ...


class Connection(Protocol):
    """What every function of the store takes first."""

    @property
    def dialect(self) -> Dialect: ...

    async def execute(self, statement: Executable, parameters: Any = None, /) -> Rows:
        """Run a statement with these values; with a list of them, once for each."""
        ...

    async def exec_driver_sql(self, statement: str, parameters: Any = None, /) -> Rows:
        """Run SQL as it stands, which only this kind of database understands."""
        ...
