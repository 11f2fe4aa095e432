"""What a seat may see. Everything the bot shows about the village is made from one of these."""

from __future__ import annotations

from dataclasses import dataclass, fields
from operator import attrgetter
from typing import Any, Literal

from bot.engine.announcements import SPECTATOR
from bot.engine.questions import Seat
from bot.engine.rulebook import View
from bot.games.hidden_roles.claims import Claim
from bot.games.hidden_roles.people import Fact
from bot.games.village.cards import RUMPLESTILTSKIN, SIDES
from bot.games.village.counting import most_burn, settle
from bot.games.village.referee import calls_needed
from bot.games.village.table import Ballot, LastWords, Nomination, Player, VillageTable

UNSEEN = frozenset({"seat", "spent", "jinxed", "bonus_spent", "learnt", "suspicions", "redirected"})
"""What of a player changes nothing in what the others see of them."""
Speech = Literal["free", "muted", "toad", "asleep", "dead"]


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A player as this seat knows them; `role` is None where it may not know.

    trait      the bonus card that lies face up before them
    bonus      the bonus card, once the game is over
    votes      the votes they have today; nominates: whether they may nominate
    """

    seat: Seat
    alias: str
    alive: bool
    role: str | None
    speech: Speech
    end: str | None
    end_night: int
    trait: str | None
    bonus: str | None
    votes: int
    nominates: bool


@dataclass(frozen=True, slots=True)
class FactView:
    night: int
    key: str
    values: dict[str, Any]


@dataclass(frozen=True, slots=True)
class NominationView:
    day: int
    by: Seat
    nominee: Seat
    reason: str | None


@dataclass(frozen=True, slots=True)
class LastWordsView:
    day: int
    seat: Seat
    words: str


@dataclass(frozen=True, slots=True)
class BallotView:
    """A ballot. `polls` holds who voted for whom once it is counted; on an open ballot at any time.

    most_burn   whether the most votes are enough, without the majority
    """

    day: int
    rerun: int
    majority: int
    most_burn: bool
    polls: tuple[tuple[Seat, tuple[Seat, ...]], ...]
    burned: Seat | None
    counted: bool


class VillageView(View):
    """The village as one seat sees it; seat 0 is a bystander.

    picks   whom the team points at tonight, for the team alone; what people said in public is of all days
    bonus   the own bonus card; deck: how many of which were shuffled
    foul_calls  who has called a foul today on whom
    slurs   whether the Mirror says again, slurred, what the Drunk says
    shoots_by_day  whether a Huntsman who dies by day shoots as well
    """

    seat: Seat
    seats: int
    cast: dict[str, int]
    night: int
    phase: str
    alive: bool
    role: str | None
    side: str | None
    spent: bool
    team: tuple[Seat, ...]
    picks: dict[Seat, Seat]
    players: tuple[PlayerView, ...]
    nominations: tuple[NominationView, ...]
    last_words: tuple[LastWordsView, ...]
    ballots: tuple[BallotView, ...]
    claims: tuple[Claim, ...]
    learnt: tuple[FactView, ...]
    suspicions: tuple[Seat | None, ...]
    winner: str | None
    reason: str
    bonus: str | None
    bonus_spent: bool
    deck: dict[str, int]
    slurs: bool
    shoots_by_day: bool
    foul_calls: dict[Seat, tuple[Seat, ...]]

    def nominated_today(self) -> tuple[NominationView, ...]:
        return tuple(said for said in self.nominations if said.day == self.night)

    @property
    def foul_calls_needed(self) -> int:
        """So many have to call the same foul."""
        return calls_needed(sum(player.nominates for player in self.players))

    def player(self, seat: Seat) -> PlayerView:
        return self.players[seat - 1]


def before_first_night(view: VillageView) -> bool:
    """Whether nobody has acted on the cards yet: until then they can be collected and dealt again (S0-2)."""
    return view.night == 0


def view(table: VillageTable, seat: Seat) -> VillageView:
    """What this seat may see: the public, its own card, its team's cards, what it has learnt."""
    me = table.players.get(seat) if seat != SPECTATOR else None
    side = SIDES[me.role] if me is not None else None
    seen: dict[str, Any] = {
        "seat": seat,
        "seats": len(table.players),
        "cast": dict(table.cast),
        "night": table.night,
        "phase": table.phase,
        "alive": me is not None and me.alive,
        "role": me.role if me else None,
        "side": side,
        "spent": me.spent if me else False,
        "team": tuple(table.team()) if side == RUMPLESTILTSKIN else (),
        "picks": dict(table.picks) if me is not None and _may_see_picks(table, me) else {},
        "players": _players(table, me),
        "nominations": table.each(table.nominations, _nomination),
        "last_words": table.each(table.last_words, _last_words),
        "ballots": _ballots(table),
        "claims": tuple(table.claims),
        "learnt": table.each(me.learnt, _fact, of=me.seat) if me else (),
        "suspicions": tuple(me.suspicions) if me else (),
        "winner": table.winner,
        "reason": table.reason,
        "bonus": me.bonus or None if me else None,
        "bonus_spent": me.bonus_spent if me else False,
        "deck": dict(table.deck),
        "slurs": table.options.slur,
        "shoots_by_day": table.options.shoots_by_day,
        "foul_calls": {actor: tuple(callers) for actor, callers in table.foul_calls.items()},
    }
    return VillageView.of(seen)


def _ballots(table: VillageTable) -> tuple[BallotView, ...]:
    """Votes in turn are shown when the ballot closes, so that nobody follows a quick hand (S0-21)."""
    if not table.ballots or table.ballots[-1].counted:
        return table.each(table.ballots, _counted)
    *before, now = table.ballots
    shown = now.held or table.options.open_ballot
    polls = tuple([(poll.nominee, tuple(poll.votes) if shown else ()) for poll in now.polls])
    ballot = table.once(BallotView)
    return (
        *table.each(before, _counted),
        ballot(now.day, now.rerun, now.majority, _may_most_burn(table), polls, now.burned, now.counted),
    )


def _counted(ballot: Ballot) -> BallotView:
    return BallotView(
        day=ballot.day,
        rerun=ballot.rerun,
        majority=ballot.majority,
        most_burn=most_burn(ballot, len(ballot.polls)),
        polls=tuple((poll.nominee, tuple(poll.votes)) for poll in ballot.polls),
        burned=ballot.burned,
        counted=ballot.counted,
    )


def _may_most_burn(table: VillageTable) -> bool:
    """Until a repeat is counted, not all who stand on it need to have been polled."""
    *before, ballot = table.ballots
    if not ballot.rerun:
        return most_burn(ballot, len(ballot.polls))
    _, again = settle(before[-1])
    return most_burn(ballot, sum(table.players[nominee].alive for nominee in again))


def _fact(fact: Fact) -> FactView:
    return FactView(night=fact.night, key=fact.key, values=fact.values)


def _nomination(said: Nomination) -> NominationView:
    return NominationView(day=said.day, by=said.by, nominee=said.nominee, reason=said.reason)


def _last_words(said: LastWords) -> LastWordsView:
    return LastWordsView(day=said.day, seat=said.seat, words=said.words)


STATE = attrgetter(*(field.name for field in fields(Player) if field.name not in UNSEEN))
"""All of a player that others may see something of."""


def _players(table: VillageTable, me: Player | None) -> tuple[PlayerView, ...]:
    """Between two answers hardly ever anything happens to anybody: then what this seat saw is what it sees."""
    state = (*map(STATE, table.players.values()), table.face_up, table.winner, *table.shooting)

    def to_everybody() -> tuple[PlayerView, ...]:
        return tuple([_player(table, player, None) for player in table.players.values()])

    def now() -> tuple[PlayerView, ...]:
        """What everybody sees, but for the cards that this seat knows besides."""
        public = table.seen_by(SPECTATOR, state, to_everybody)
        return tuple(
            [
                seen if seen.role is not None or not _may_know_role(table, me, player) else _player(table, player, me)
                for seen, player in zip(public, table.players.values(), strict=True)
            ]
        )

    return table.seen_by(me.seat, state, now) if me is not None else table.seen_by(SPECTATOR, state, to_everybody)


def _player(table: VillageTable, player: Player, me: Player | None) -> PlayerView:
    face_up, is_over = table.face_up, table.winner is not None
    return table.once(PlayerView)(
        player.seat,
        player.alias,
        player.alive,
        player.role if _may_know_role(table, me, player) else None,
        _speech(player),
        player.end,
        player.end_night,
        player.trait if face_up else None,
        player.bonus or None if is_over else None,
        player.votes if face_up else min(player.votes, 1),
        player.is_able,
    )


def _speech(player: Player) -> Speech:
    if not player.alive:
        return "dead"
    if player.asleep:
        return "asleep"
    return "toad" if player.toad else "muted" if player.muted else "free"


def _may_see_picks(table: VillageTable, me: Player) -> bool:
    """The team that wakes; who is dead no longer wakes with it, and sees its picks where the dead see all."""
    return SIDES[me.role] == RUMPLESTILTSKIN and (me.alive or table.options.dead_watch)


def _may_know_role(table: VillageTable, me: Player | None, player: Player) -> bool:
    """Shown cards, the end of the game, one's own card, one's team (S0-8); the dead who watch the night (S0-5), but not
    before they have shot.

    The card of a dead player that was not shown stays secret until the end: that of a body that was never found
    (S0-12), and that of a player who gave their own life (S0-26).
    """
    if player.revealed or table.winner is not None:
        return True
    if me is None:
        return False
    if player is me or (SIDES[me.role] == RUMPLESTILTSKIN and SIDES[player.role] == RUMPLESTILTSKIN):
        return True
    is_watching = not me.alive and me.seat not in table.shooting
    return is_watching and table.options.dead_watch and player.alive
