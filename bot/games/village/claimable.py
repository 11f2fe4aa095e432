"""What somebody can claim by day: about whom, and why, by what everybody has seen; and which card they hold."""

from __future__ import annotations

from collections.abc import Callable, Collection

from bot.engine.announcements import SPECTATOR
from bot.engine.questions import Seat
from bot.games.hidden_roles.claims import (
    I_AM,
    NAMED,
    VOTED,
    Deed,
    claims_about,
    claims_to_roles,
    deeds_of_words,
    is_claim,
    kind_of,
)
from bot.games.village.cards import SIDES, TOWN
from bot.games.village.roles import ROLES
from bot.games.village.table import VillageTable
from bot.games.village.views import VillageView, view

CLAIMS_MOST = 3
"""So much can be said on one day, and as much once more before the vote on oneself is over."""


def may_say(table: VillageTable, me: Seat, occasion: str) -> Callable[[], Collection[str]] | None:
    """What this player can claim, to be looked up when they do; made of what everybody sees."""
    if not table.options.claims or table.players[me].muted:
        return None
    return lambda: claimable(view(table, SPECTATOR), me, occasion)


def may_claim(table: VillageTable, me: Seat, occasion: str, words: str) -> bool:
    """Whether this is among what they can claim. People can write anything: what is no code can never be claimed."""
    if not is_claim(words) or may_say(table, me, occasion) is None:
        return False
    written = words.partition(".")[2].partition(".")[0]
    about = me if kind_of(words) == I_AM else next((seat for seat in table.players if str(seat) == written), None)
    return about is not None and words in claimable(view(table, SPECTATOR), me, occasion, about)


def claimable(view: VillageView, me: Seat, occasion: str, about: Seat | None = None) -> list[str]:
    """What this player can claim now, as codes; nothing after the last of the claims of this occasion.

    about  only what is about this player, which is found sooner; about oneself that is the card one holds
    """
    if sum(said.by == me and said.occasion == occasion for said in view.claims) >= CLAIMS_MOST:
        return []
    others = [
        player.seat for player in view.players if player.alive and player.seat != me and about in (None, player.seat)
    ]
    may_know = any(role.finds_out for name, role in ROLES.items() if name in view.cast)
    roles = [role for role in view.cast if SIDES.get(role) == TOWN and about in (None, me)]
    return [*claims_about(others, deeds(view, others), may_know=may_know), *claims_to_roles(roles)]


def deeds(view: VillageView, doers: Collection[Seat]) -> list[Deed]:
    """What these players have done to others by name: on ballots and in nominations, and by what they said."""
    polls = [poll for ballot in view.ballots if ballot.counted for poll in ballot.polls]
    voted = [Deed(voter, VOTED, nominee) for nominee, voters in polls for voter in voters if voter in doers]
    named = [Deed(said.by, NAMED, said.nominee) for said in view.nominations if said.by in doers]
    return [*voted, *named, *deeds_of_words(view.claims, doers)]
