"""The Don: black, has the last word on the team's victim, and looks for the Sheriff alone (S3-6, R3-10, R3-11)."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.questions import Choice, Seat
from bot.games.hidden_roles.roles import Asks
from bot.games.mafia.cards import MAFIA
from bot.games.mafia.role import Dawn, Role
from bot.games.mafia.roles.sheriff import SHERIFF
from bot.games.mafia.tonight import Tonight


def others(tonight: Tonight, me: Seat) -> Sequence[Choice]:
    """One check a night, never on oneself, or none. In games of before the Don passes by silence alone, and looks even
    for a Sheriff whom nobody was dealt (M3-15)."""
    table = tonight.table
    if not (table.options.searches_in_vain or any(one.role == SHERIFF.name for one in table.players.values())):
        return []
    others = table.living_but(me)
    return [*others, None] if table.options.don_may_pass else others


def search(tonight: Tonight, me: Seat, suspect: Seat) -> None:
    """Yes or no, even for a Don who was killed this night (R3-9)."""
    table = tonight.table
    table.learn(me, "night.found", suspect=suspect, sheriff=table.players[suspect].role == SHERIFF.name)


DON = Role("don", MAFIA, asks=Asks("night.search", others), dawn=Dawn.SEARCH, uses=search, has_last_word=True)
