"""What a seat may see of the duel. Everything the bot shows about it is made from one of these."""

from __future__ import annotations

from bot.engine.announcements import SPECTATOR
from bot.engine.questions import Seat
from bot.engine.rulebook import Frozen, View
from bot.games.name_duel.events import Event
from bot.games.name_duel.fey_name import by_number
from bot.games.name_duel.table import NameDuelTable


class DuelistView(Frozen):
    """One of the two, as everybody sees them.

    discard  names played, in the order of their numbers (S1-6)
    cards    cards in hand; deck: cards left in the deck; tokens: games won (S1-11)
    """

    seat: Seat
    discard: tuple[str, ...]
    cards: int
    deck: int
    tokens: int


class NameDuelView(View):
    """The duel as one seat sees it; seat 0 is a bystander and has no hand.

    hand         names in this seat's hand, in the order of their numbers
    bottom       this seat's own secret name, while it may know it (R1-3), else None
    game         which game of the contest, from 1; needed: tokens that win it
    turn         whose turn it is; None before somebody was chosen to begin
    phase        `choosing`, `turn`, `reaction`, `over`
    playing      the card that is being played and is not in the discard yet (R1-7)
    guess        name being guessed while the reaction window is open
    events       all that happened in public in this game, oldest first: what a notebook is made from
    names_shown  both secret names when a game is over, by seat; empty before
    """

    seat: Seat
    game: int
    best_of: int
    needed: int
    phase: str
    turn: Seat | None
    turns: int
    duelists: tuple[DuelistView, DuelistView]
    hand: tuple[str, ...]
    bottom: str | None
    playing: str | None
    guess: str | None
    events: tuple[Event, ...]
    names_shown: dict[Seat, str]
    notebook: bool
    winner: Seat | None
    reason: str

    def duelist(self, seat: Seat) -> DuelistView:
        return self.duelists[seat - 1]


def view(table: NameDuelTable, seat: Seat) -> NameDuelView:
    """What this seat may see: the public, its own hand, and its secret name while it is told (R1-3)."""
    me = table.duelists.get(seat) if seat != SPECTATOR else None
    return NameDuelView(
        seat=seat,
        game=table.game,
        best_of=table.options.best_of,
        needed=table.needed,
        phase=table.phase,
        turn=table.turn,
        turns=table.turns,
        duelists=(_duelist_view(table, 1), _duelist_view(table, 2)),
        hand=tuple(by_number(me.hand)) if me else (),
        bottom=me.deck[-1] if me and me.deck and me.knows_bottom else None,
        playing=table.playing,
        guess=table.guess,
        events=tuple(table.events),
        names_shown=dict(table.names_shown),
        notebook=table.options.notebook,
        winner=table.winner,
        reason=table.reason,
    )


def _duelist_view(table: NameDuelTable, seat: Seat) -> DuelistView:
    duelist = table.duelists[seat]
    return DuelistView(
        seat=seat,
        discard=tuple(by_number(duelist.discard)),
        cards=len(duelist.hand),
        deck=len(duelist.deck),
        tokens=duelist.tokens,
    )
