"""Role sets that somebody is working on. They live in memory: a lost draft costs a few clicks, never a saved set."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any

from bot.engine.rulebook import Fault, Game, Options
from bot.matches.errors import Refused
from bot.matches.option_fields import OptionField, casts_field, check_options, filler, option_fields, roles

DRAFTS_MOST = 200
DRAFT_LASTS_MS = 3_600_000

Cast = dict[str, int]


@dataclass
class Draft:
    """One person's unsaved role set.

    replaces  the `saved_ms` of the set being edited; None for a new one
    base      what it was when the draft began
    seats     the number of players whose cast is on the panel; None for the first page
    role      the role chosen there
    part      the part of the first page that is shown, and the page of it
    turn      counts the changes, so that a menu can be told from the one before
    """

    id: str
    user_id: int
    guild_id: int
    game: Game
    name: str
    values: dict[str, Any]
    replaces: int | None
    touched_ms: int
    base: Options
    seats: int | None = None
    role: str | None = None
    part: str = ""
    page: int = 0
    turn: int = 0
    mended: bool = False
    """It was opened from a set that could not be read any more; some of it is the default again."""
    imported: bool = False
    """It came from a file or a code."""

    def check(self) -> tuple[Options | None, list[Fault]]:
        """The options, or what is wrong with them."""
        return check_options(self.game, self.values)

    def field(self, name: str, kind: str) -> OptionField:
        """An option of this kind. Raises Refused for a forged name."""
        for field in option_fields(self.game.options):
            if field.name == name and field.kind == kind:
                return field
        raise Refused("forged")

    # -- single options ---------------------------------------------------------------------------------------------

    def set_number(self, name: str, number: int) -> None:
        self._set(self.field(name, "number").name, number)

    def set_switches(self, shown: Iterable[str], on: Iterable[str]) -> None:
        """Of the switches that were shown, exactly these are on."""
        chosen = set(on)
        for name in shown:
            self._set(self.field(name, "switch").name, name in chosen)

    def choose(self, name: str, written: str) -> None:
        """Set a choice, as it was written in a menu."""
        field = self.field(name, "choice")
        for choice in field.choices:
            if str(choice) == written:
                self._set(name, choice)
                return
        raise Refused("forged")

    def choose_several(self, name: str, written: Collection[str]) -> None:
        """Set which of several things are in, as they were written in a menu."""
        self._set(name, self.field(name, "several").chosen(written))

    def _set(self, name: str, value: Any) -> None:
        self.values[name] = value
        self.turn += 1

    # -- casts ------------------------------------------------------------------------------------------------------

    @property
    def casts(self) -> dict[int, Cast]:
        """The casts, to be changed in place. Empty for a game without."""
        field = casts_field(self.game.options)
        found = self.values.get(field.name) if field else None
        return found if isinstance(found, dict) else {}

    def cast(self, seats: int) -> Cast:
        """The cast for so many. Raises Refused when there is none (any more)."""
        if seats not in self.casts:
            raise Refused("no_such_count")
        return self.casts[seats]

    def adjust(self, seats: int, role: str, by: int) -> None:
        """One more or less of a role; the filler takes what is left."""
        cast = self.cast(seats)
        self.choose_role(seats, role)
        count = min(max(cast.get(role, 0) + by, 0), seats)
        self._put(seats, {**cast, role: count})

    def choose_role(self, seats: int, role: str) -> None:
        """Show this role's count for changing. Raises Refused for a role that is neither the game's nor in the cast."""
        if role not in roles(self.game) and role not in self.cast(seats):
            raise Refused("forged")
        self.seats, self.role = seats, role

    def add_count(self, seats: int) -> None:
        """A cast for so many, like that of the next smaller number (or the nearest there is)."""
        if seats not in self.game.seats:
            raise Refused("forged")
        if seats in self.casts:
            return
        near = min(self.casts, key=lambda other: (other > seats, abs(other - seats)), default=None)
        self._put(seats, self._usual(seats) if near is None else self.casts[near])

    def copy_up(self, seats: int) -> None:
        """Every larger number of players gets this cast, filled up."""
        cast = self.cast(seats)
        for larger in self.game.seats:
            if larger > seats:
                self._put(larger, cast)

    def remove_count(self, seats: int) -> None:
        self.casts.pop(seats, None)
        self.turn += 1

    def _put(self, seats: int, cast: Cast) -> None:
        last = filler(self.game)
        filled = {role: count for role, count in cast.items() if role != last and count}
        if last is not None:
            filled[last] = max(0, seats - sum(filled.values()))
        casts = self.casts
        casts[seats] = filled
        # In order of size, so that everything that lists them need not sort.
        for known in sorted(casts):
            casts[known] = casts.pop(known)
        self.turn += 1

    def _usual(self, seats: int) -> Cast:
        field = casts_field(self.game.options)
        usual = getattr(self.game.role_sets[0].options, field.name) if field else {}
        return dict(usual.get(seats, {}))


class Drafts:
    """All drafts: at most one of each person in each server, the one not touched for longest makes room."""

    def __init__(self, now_ms: Callable[[], int]) -> None:
        self.now_ms = now_ms
        self._drafts: OrderedDict[tuple[int, int], Draft] = OrderedDict()

    def __len__(self) -> int:
        return len(self._drafts)

    def open(
        self, user_id: int, guild_id: int, game: Game, name: str, options: Options, *, replaces: int | None,
        mended: bool = False, imported: bool = False,
    ) -> Draft:  # fmt: skip
        """Begin a draft, in place of the one this person may have."""
        values = options.model_dump()
        field = casts_field(game.options)
        if field is not None:
            values[field.name] = {seats: dict(cast) for seats, cast in sorted(values[field.name].items())}
        draft = Draft(
            secrets.token_hex(4), user_id, guild_id, game, name, values, replaces, self.now_ms(), options,
            mended=mended, imported=imported,
        )  # fmt: skip
        self._drafts.pop((user_id, guild_id), None)
        self._drafts[user_id, guild_id] = draft
        while len(self._drafts) > DRAFTS_MOST:
            self._drafts.popitem(last=False)
        return draft

    def find(self, user_id: int, guild_id: int, draft_id: str) -> Draft | None:
        """The draft of this panel, or None when it is lost (restart, an hour without a touch, another one begun)."""
        draft = self._drafts.get((user_id, guild_id))
        now = self.now_ms()
        if draft is not None and now - draft.touched_ms > DRAFT_LASTS_MS:
            del self._drafts[user_id, guild_id]
            draft = None
        if draft is None or draft.id != draft_id:
            return None
        draft.touched_ms = now
        self._drafts.move_to_end((user_id, guild_id))
        return draft

    def is_open(self, user_id: int, guild_id: int, draft_id: str) -> bool:
        """Whether this draft is still there; looking does not keep it."""
        draft = self._drafts.get((user_id, guild_id))
        return draft is not None and draft.id == draft_id and self.now_ms() - draft.touched_ms <= DRAFT_LASTS_MS

    def close(self, draft: Draft) -> None:
        if self._drafts.get((draft.user_id, draft.guild_id)) is draft:
            del self._drafts[draft.user_id, draft.guild_id]
