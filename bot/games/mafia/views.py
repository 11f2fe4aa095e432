"""What a seat may see. Everything the bot shows about the club table is made from one of these."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.engine.announcements import SPECTATOR
from bot.engine.questions import Seat
from bot.engine.rulebook import View
from bot.games.hidden_roles.claims import Claim
from bot.games.mafia.cards import MAFIA, SIDES
from bot.games.mafia.table import MafiaTable, Player


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A player as this seat knows them; `role` is None where it may not know."""

    seat: Seat
    alive: bool
    dying: bool
    role: str | None
    end: str | None
    end_night: int
    fouls: int


@dataclass(frozen=True, slots=True)
class FactView:
    night: int
    key: str
    values: dict[str, Any]


@dataclass(frozen=True, slots=True)
class VoteView:
    """A vote; `votes` holds who voted for whom once it is counted."""

    day: int
    again: int
    kind: str
    nominees: tuple[Seat, ...]
    votes: tuple[tuple[Seat, tuple[Seat, ...]], ...]
    left: tuple[Seat, ...]
    counted: bool


class MafiaView(View):
    """The table as one seat sees it; seat 0 is a bystander.

    first_speaker  who opened the day; floor_seconds: how long the speaker may speak, 0 when fouls have cost the words
    lone_leaves  whether a nominee who stands alone leaves today without a vote
    picks  whom the black team points at tonight, for the team alone; nominations: day, by whom, whom
    """

    seat: Seat
    seats: int
    cast: dict[str, int]
    day: int
    phase: str
    first_speaker: Seat
    speaker: Seat | None
    floor_seconds: int
    lone_leaves: bool
    alive: bool
    role: str | None
    side: str | None
    last: Seat | None
    team: tuple[Seat, ...]
    picks: dict[Seat, Seat]
    players: tuple[PlayerView, ...]
    nominations: tuple[tuple[int, Seat, Seat], ...]
    votes: tuple[VoteView, ...]
    claims: tuple[Claim, ...]
    learnt: tuple[FactView, ...]
    suspicions: tuple[Seat | None, ...]
    winner: str | None
    reason: str

    def player(self, seat: Seat) -> PlayerView:
        return self.players[seat - 1]


def view(table: MafiaTable, seat: Seat) -> MafiaView:
    """What this seat may see: the public, its own card, its team's, what it has learnt."""
    me = table.players.get(seat) if seat != SPECTATOR else None
    side = SIDES[me.role] if me is not None else None
    return MafiaView(
        seat=seat,
        seats=len(table.players),
        cast=dict(table.cast),
        day=table.day,
        phase=table.phase,
        first_speaker=table.first_speaker,
        speaker=table.speaker,
        floor_seconds=table.floor_seconds,
        lone_leaves=table.lone_nominee_leaves,
        alive=me is not None and me.alive,
        role=me.role if me else None,
        side=side,
        last=me.last if me else None,
        team=tuple(table.team()) if side == MAFIA else (),
        picks=dict(table.picks) if me is not None and _may_see_picks(table, me) else {},
        players=_players(table, me),
        nominations=tuple((said.day, said.by, said.nominee) for said in table.nominations),
        votes=tuple(
            table.once(VoteView)(
                vote.day,
                vote.again,
                vote.kind,
                tuple(vote.nominees),
                tuple((nominee, tuple(voters)) for nominee, voters in vote.votes.items()),
                tuple(vote.left),
                vote.counted,
            )
            for vote in table.votes
        ),
        claims=tuple(table.claims),
        learnt=tuple(FactView(night=fact.night, key=fact.key, values=fact.values) for fact in me.learnt) if me else (),
        suspicions=tuple(me.suspicions) if me else (),
        winner=table.winner,
        reason=table.reason,
    )


def _players(table: MafiaTable, me: Player | None) -> tuple[PlayerView, ...]:
    seen = table.once(PlayerView)
    return tuple(
        seen(
            player.seat,
            player.alive,
            player.dying,
            player.role if _may_know_role(table, me, player) else None,
            player.end,
            player.end_night,
            player.fouls,
        )
        for player in table.players.values()
    )


def _may_see_picks(table: MafiaTable, me: Player) -> bool:
    """The team that wakes; who has left no longer wakes with it."""
    return SIDES[me.role] == MAFIA and (me.alive or table.options.dead_watch)


def _may_know_role(table: MafiaTable, me: Player | None, player: Player) -> bool:
    """The end of the game, one's own card, one's team (R3-2); where the table lets them, the departed see all."""
    if table.winner is not None or (not player.alive and table.options.reveal == "leaving"):
        return True
    if me is None:
        return False
    if player is me or (SIDES[me.role] == MAFIA and SIDES[player.role] == MAFIA):
        return True
    return not me.alive and table.options.dead_watch
