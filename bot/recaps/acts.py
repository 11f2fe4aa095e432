"""What was done to a table beside the game: it decides nothing by itself, and everybody may know of it afterwards."""

from __future__ import annotations

from typing import Literal

from bot.engine.rulebook import Frozen

What = Literal["pause", "resume", "extend", "skip", "rewind", "again", "seat", "led", "end"]
"""`again`: a round began again because a newer version of the rules asked something else. `led`: a person leads the
game from now on, or the Mirror does. `end`: the game was ended for good."""


class TableAct(Frozen):
    """One thing that was done.

    round      the round in which that was
    seat       whose seat changed hands; player: what kind of player has it since
    line       the line of the round's journal to which was gone back; answers: how many were taken back
    forced     whether a secret had been shown since
    person     whether a person leads; sees_all: whether that person may know all cards
    """

    what: What
    round: int
    seat: int | None = None
    player: str | None = None
    line: int | None = None
    answers: int | None = None
    forced: bool | None = None
    person: bool | None = None
    sees_all: bool | None = None
