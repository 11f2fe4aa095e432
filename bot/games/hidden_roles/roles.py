"""How a role says what it asks, and how a game finds the roles of its folder."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pkgutil import iter_modules
from typing import Generic, Protocol, TypeVar

from bot.engine.questions import Choice, Question, Seat, put
from bot.games.hidden_roles.night import Night

AnyNight = TypeVar("AnyNight", bound=Night)


@dataclass(frozen=True)
class Asks(Generic[AnyNight]):
    """The question a role puts to its holder at night.

    key      its wording key, which stands in journals
    choices  what can be answered tonight by the holder
    """

    key: str
    choices: Callable[[AnyNight, Seat], Sequence[Choice]]

    def question(self, tonight: AnyNight, me: Seat) -> Question:
        return put(me, self.key, self.choices(tonight, me))


class Named(Protocol):
    @property
    def name(self) -> str: ...


AnyRole = TypeVar("AnyRole", bound=Named)


def roles_in(package: str, path: Iterable[str], kind: type[AnyRole]) -> dict[str, AnyRole]:
    """The roles of this kind that the files of a package declare, by name, in the order of the files' names.

    A new file is found by itself. No rule may depend on this order.
    """
    found = {}
    for file in sorted(file.name for file in iter_modules(path)):
        for declared in vars(import_module(f"{package}.{file}")).values():
            if isinstance(declared, kind):
                found[declared.name] = declared
    return found
