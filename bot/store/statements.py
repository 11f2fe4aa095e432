"""Statements as a driver takes them: SQLAlchemy compiles each once, and after that its values are only filled in.

What a function of the store builds anew at each call is known again by the key that SQLAlchemy itself goes by.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import BindParameter, Dialect, Executable, Select, UpdateBase
from sqlalchemy.exc import InvalidRequestError
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.types import TypeEngine

MOST: Final = 2_000
"""How many compiled statements are kept; the program has fewer, whatever is done with it."""

Values = Mapping[str, Any]
Convert = Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class _Place:
    """Where the value of one place in a statement comes from, and how it is written.

    name      among the values that are given; None where the statement brings its own
    position  among the statement's own values; None where each statement of this kind has the same
    """

    written: str
    name: str | None
    position: int | None
    always: Any
    convert: Convert | None

    def fill(self, given: Values, own: Sequence[BindParameter[Any]]) -> Any:
        if self.name is not None:
            value = given[self.name]
        elif self.position is not None:
            value = own[self.position].effective_value
        else:
            value = self.always
        return value if self.convert is None else self.convert(value)


@dataclass(frozen=True, slots=True)
class _Compiled:
    """One kind of statement. `grows` where it has a list of values, so that its text depends on how many there are."""

    text: str
    places: tuple[_Place, ...]
    columns: tuple[Convert | None, ...]
    grows: SQLCompiler | None


@dataclass(frozen=True, slots=True)
class Prepared:
    """A statement that can be handed to a driver."""

    _compiled: _Compiled
    _own: Sequence[BindParameter[Any]]

    def filled(self, values: Values) -> tuple[str, Sequence[Any]]:
        """The text, and the values in the order of its places."""
        found = [place.fill(values, self._own) for place in self._compiled.places]
        if self._compiled.grows is None:
            return self._compiled.text, found
        named = {place.written: value for place, value in zip(self._compiled.places, found, strict=True)}
        expanded = self._compiled.grows.construct_expanded_state(named, escape_names=False)
        return expanded.statement, expanded.positional_parameters

    def filled_often(self, many: Iterable[Values]) -> tuple[str, list[Sequence[Any]]]:
        """The text, and the values of each row."""
        places, own = self._compiled.places, self._own
        return self._compiled.text, [[place.fill(values, own) for place in places] for values in many]

    def read(self, rows: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
        """The rows that came back, in the values of the program."""
        converts = self._compiled.columns
        if not any(converts):
            return rows
        return [_read(converts, row) for row in rows]


def _read(converts: Sequence[Convert | None], row: Sequence[Any]) -> tuple[Any, ...]:
    pairs = zip(row, converts, strict=True)
    return tuple([value if convert is None else convert(value) for value, convert in pairs])


class Statements:
    """Every statement that was compiled so far for one kind of database."""

    def __init__(self, dialect: Dialect) -> None:
        self.dialect = dialect
        self._kept: dict[Any, _Compiled] = {}

    def prepare(self, statement: Executable, names: Iterable[str]) -> Prepared:
        """The statement, for values of these names. May be called from any thread."""
        # Not public, and the one thing by which SQLAlchemy knows a statement again; a test sees that it still does.
        key: Any = statement._generate_cache_key()  # type: ignore[attr-defined]
        names = tuple(names)
        if key is None:
            return Prepared(self._compile(statement, names, ()), ())
        compiled = self._kept.get((key.key, names))
        if compiled is None:
            compiled = self._compile(statement, names, key.bindparams)
            if len(self._kept) >= MOST:
                self._kept.clear()
            self._kept[key.key, names] = compiled
        return Prepared(compiled, key.bindparams)

    def _compile(self, statement: Any, names: tuple[str, ...], own: Sequence[BindParameter[Any]]) -> _Compiled:
        compiled: SQLCompiler = statement.compile(dialect=self.dialect, column_keys=names or None)
        at = {parameter.key: position for position, parameter in enumerate(own)}
        written = compiled.positiontup or []
        return _Compiled(
            text=compiled.string,
            places=tuple(self._place(one, compiled.binds[one], names, at) for one in written),
            columns=tuple(self._reading(kind) for kind in _types(statement)),
            grows=compiled if compiled.post_compile_params else None,
        )

    def _place(self, written: str, bind: BindParameter[Any], names: tuple[str, ...], at: Mapping[str, int]) -> _Place:
        name = next((one for one in (bind.key, written) if one in names), None)
        position = at.get(bind.key)
        if name is None and bind.required:
            raise InvalidRequestError(f"A value is missing for {written}.")
        # A list is written when it is known how long it is.
        convert = None if bind.expanding else self._writing(bind.type)
        always = None if name is not None or position is not None else bind.effective_value
        return _Place(written, name, position, always, convert)

    def _writing(self, kind: TypeEngine[Any]) -> Convert | None:
        return kind.dialect_impl(self.dialect).bind_processor(self.dialect)

    def _reading(self, kind: TypeEngine[Any]) -> Convert | None:
        return kind.dialect_impl(self.dialect).result_processor(self.dialect, None)


def _types(statement: Executable) -> Iterable[TypeEngine[Any]]:
    """Of the columns that a statement gives, as far as they are known."""
    if isinstance(statement, Select):
        return [column["type"] for column in statement.column_descriptions]
    if isinstance(statement, UpdateBase):
        return [column["type"] for column in statement.returning_column_descriptions]
    return ()
