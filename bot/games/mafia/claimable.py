"""What a speaker can claim: about whom, and why, by what everybody has seen; and which card they hold."""

from __future__ import annotations

from collections.abc import Collection

from bot.engine.questions import Seat
from bot.games.hidden_roles.claims import NAMED, VOTED, Deed, claims_about, claims_to_roles, deeds_of_words
from bot.games.mafia.cards import RED, SIDES
from bot.games.mafia.roles import ROLES
from bot.games.mafia.views import MafiaView

CLAIMS_MOST = 3
"""So much can be said while one has the floor once."""


def claimable(view: MafiaView, me: Seat, occasion: str, about: Seat | None = None) -> list[str]:
    """What this speaker can claim now, as codes; nothing after the last of the claims of this occasion.

    about  only what is about this player, which is found sooner; about oneself that is the card one holds
    """
    if sum(said.by == me and said.occasion == occasion for said in view.claims) >= CLAIMS_MOST:
        return []
    others = [
        player.seat for player in view.players if player.alive and player.seat != me and about in (None, player.seat)
    ]
    may_know = view.day > 1 and any(role.finds_out for name, role in ROLES.items() if name in view.cast)
    roles = [role for role in view.cast if SIDES[role] == RED and about in (None, me)]
    return [*claims_about(others, deeds(view, others), may_know=may_know), *claims_to_roles(roles)]


def deeds(view: MafiaView, doers: Collection[Seat]) -> list[Deed]:
    """What these players have done to others by name: in votes and nominations, and by what they said."""
    votes = [vote for vote in view.votes if vote.counted and vote.kind == "vote"]
    polls = [poll for vote in votes for poll in vote.votes]
    voted = [Deed(voter, VOTED, nominee) for nominee, voters in polls for voter in voters if voter in doers]
    named = [Deed(by, NAMED, nominee) for _, by, nominee in view.nominations if by in doers]
    return [*voted, *named, *deeds_of_words(view.claims, doers)]
