"""The test language of the name duel: two decks are stacked, and tests talk about ann, ben and a bystander.

    duel = a_duel(ann="noggin flippy drum tim hobyah | ...", ben="bootstrap ... | ... yallery")
    duel.plays("ann", "noggin")
    duel.guesses("ann", "yallery", reaction="bootstrap")       # the window closes when its time is up
    assert duel.news()[-1] == ("guess.wrong", {"by": "ann", "of": "ben", "name": "yallery_brown"})
    duel.is_turn_of("ben")

Cards are written as `hand | deck`, the deck from its top to its bottom, so that the last one is the secret name; what
is not named lies in the discard. `...` stands for the names left over, in the order of their numbers: in a hand so many
as make five. A first word is enough for a name. Ann sits at seat 1, ben at seat 2.

Only the public face of a match is used, but for `deck`: nobody at a table sees a deck, so it is read from the table
itself. After every answer the language checks what must always hold (`stands`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from bot.engine.announcements import SPECTATOR, Announcement
from bot.engine.chance import ScriptedChance, SealedChance
from bot.engine.match import Match
from bot.engine.questions import Question, Value
from bot.games import GAMES
from bot.games.name_duel.cards import NAMES
from bot.games.name_duel.options import NameDuelOptions
from bot.games.name_duel.views import NameDuelView
from language.any_game import Heard, Play, name_of, seat_of

NAME_DUEL = GAMES["name_duel"]
SEATED = ("ann", "ben")
EVERYBODY = (*SEATED, "bystander")
HAND_SIZE = 5
TURNS_MOST = 21
"""Turns of the longest game: each plays every card once and one of them again, and loses with the last of the deck."""


class Cards(NamedTuple):
    """One duelist's cards, ids of names; the deck from the top to the bottom."""

    hand: tuple[str, ...]
    deck: tuple[str, ...]
    discard: tuple[str, ...]


def card(word: str) -> str:
    """The id of the name that begins with this word; other words are answers of their own and stay as they are."""
    found = [name for name in NAMES if name.startswith(word)]
    return found[0] if len(found) == 1 else word


def cards(text: str) -> Cards:
    """`hand | deck`, as described above."""
    hand_words, _, deck_words = text.partition("|")
    hand, deck = hand_words.split(), deck_words.split()
    named = {card(word) for word in hand + deck if word != "..."}
    assert named <= set(NAMES), text
    left = [name for name in NAMES if name not in named]
    if "..." in hand:
        count = HAND_SIZE + 1 - len(hand)
        hand[hand.index("...") :] = left[:count]
        del left[:count]
    if "..." in deck:
        place = deck.index("...")
        deck[place : place + 1] = left
        left = []
    held, lying = tuple(map(card, hand)), tuple(map(card, deck))
    assert len(set(held + lying)) == len(held + lying) == len(NAMES) - len(left), text
    assert lying, "a duelist without a deck has lost"
    return Cards(held, lying, tuple(left))


class NameDuelPlay(Play):
    """A contest, spoken to by name."""

    SEAT_FIELDS = ("seat", "by", "of", "starter")

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        self._read = match.announced
        stands(match)

    # -- what people see ----------------------------------------------------------------------------------------------

    def reads(self, said: Announcement) -> Heard:
        key, values = super().reads(said)
        for field in ("names", "tokens"):
            if field in values and any(isinstance(one, list) for one in values[field]):
                values[field] = {name_of(seat): value for seat, value in values[field]}
        return key, values

    @property
    def winner(self) -> str | None:
        """Who has won the contest."""
        return name_of(self.match.outcome.seats[0]) if self.match.outcome else None

    def view(self, name: str = "bystander") -> NameDuelView:
        view = self.match.view(seat_of(name))
        assert isinstance(view, NameDuelView)
        return view

    def hand(self, name: str) -> tuple[str, ...]:
        """What this player sees in their own hand."""
        return self.view(name).hand

    def discard(self, name: str) -> tuple[str, ...]:
        return self.view("bystander").duelist(seat_of(name)).discard

    def deck(self, name: str) -> tuple[str, ...]:
        """What nobody sees: the deck, from the top to the bottom."""
        return deck_of(self.match, seat_of(name))

    def tokens(self) -> dict[str, int]:
        return {name_of(one.seat): one.tokens for one in self.view("bystander").duelists}

    def all_cards(self, name: str) -> Cards:
        return Cards(self.hand(name), self.deck(name), self.discard(name))

    @contextmanager
    def untouched(self, *names: str) -> Iterator[None]:
        """Nothing happens to the cards of these meanwhile, not even to their order."""
        before = {name: self.all_cards(name) for name in names}
        yield
        assert {name: self.all_cards(name) for name in names} == before

    def news(self) -> list[Heard]:
        """What everybody has heard since the last look, or since the duel was set."""
        said = self.match.announcements_for(SPECTATOR, self._read)
        self._read = self.match.announced
        return [self.reads(one) for one in said]

    def whispers(self, name: str) -> list[Heard]:
        """Everything that was said to this player but not to everybody."""
        said = self.match.announcements_for(seat_of(name))
        return [self.reads(one) for one in said if not one.is_public]

    # -- what people are asked, and answer ----------------------------------------------------------------------------

    def spoken(self, question: Question, value: Value) -> Value:
        """An answer as the match wants it: seats for people, ids for cards."""
        return _spoken(value)

    def offered(self, name: str, key: str) -> list[Any]:
        return list(self.question(name, key).choices)

    def answers(self, name: str, key: str, value: Value = None) -> None:
        super().answers(name, key, value)
        stands(self.match)

    def is_refused(self, name: str, key: str, value: Value) -> str:
        """The answer is refused and nothing has changed; the code why."""
        before = everything(self.match)
        code = super().is_refused(name, key, value)
        assert everything(self.match) == before
        return code

    def time_passes(self, key: str) -> None:
        super().time_passes(key)
        stands(self.match)

    # -- a turn -------------------------------------------------------------------------------------------------------

    def plays(self, name: str, word: str) -> None:
        self.answers(name, "duel.play", word)

    def says(self, name: str, word: str) -> None:
        """Makes a guess; the window for a reaction stays open."""
        self.answers(name, "duel.guess", word)

    def guesses(self, name: str, word: str, *, reaction: str | None = None) -> None:
        """Makes a guess; the other one reacts or lets it stand, and the window closes."""
        self.says(name, word)
        self.answers(other(name), "duel.react", reaction)
        self.window_closes()

    def window_closes(self) -> None:
        if "clock.reaction" in self.clocks():
            self.time_passes("clock.reaction")

    def is_turn_of(self, name: str) -> None:
        """A turn really begins: this player is asked for a card, the other for nothing, and the clock runs."""
        view = self.view("bystander")
        assert (view.phase, view.turn, view.playing, view.guess) == ("turn", seat_of(name), None, None)
        assert self.asked(name) == ["duel.play"]
        assert self.offered(name, "duel.play") == list(self.hand(name))
        assert self.asked(other(name)) == []
        assert self.clocks() == ["clock.turn"]

    def is_over(self, winner: str) -> None:
        """The contest really is over: nobody is asked anything, and no clock runs."""
        assert self.winner == winner
        assert self.match.open == []
        assert (self.phase, self.view("bystander").turn) == ("over", None)
        assert self.match.outcome is not None
        assert self.match.outcome.results == {
            seat_of(name): "won" if name == winner else "lost" for name in SEATED
        }  # fmt: skip


def other(name: str) -> str:
    return SEATED[1 - SEATED.index(name)]


# -- setting the table ------------------------------------------------------------------------------------------------


def a_name_duel(
    ann: str = "... | ...",
    ben: str = "... | ...",
    *,
    starts: str = "ann",
    best_of: int = 1,
    settings: Mapping[str, Any] | None = None,
    chance: Mapping[str, Value] | None = None,
    begun: bool = True,
) -> NameDuelPlay:
    """A contest in which these cards are dealt, ann says who begins, and the first turn is open when `begun`.

    Hands and decks that are not five and five are laid out as if the game had been played so far.
    """
    dealt = {"ann": cards(ann), "ben": cards(ben)}
    script: dict[str, Value] = {
        f"deal.deck.{seat_of(name)}": [*own.hand, *own.deck, *own.discard] for name, own in dealt.items()
    }
    script |= {"deal.chooser": 1} | {key: _spoken(value) for key, value in (chance or {}).items()}
    options = NameDuelOptions(**({"best_of": best_of} | dict(settings or {})))
    match = Match.start(NAME_DUEL, options, 2, ScriptedChance(script, then=SealedChance("a test")))
    if not begun:
        return NameDuelPlay(match)
    question = match.open_for(1)[0]
    match.answer(question.number, 1, seat_of(starts))
    if any(own.discard or len(own.hand) != HAND_SIZE for own in dealt.values()):
        match = _laid_out(match, dealt, ScriptedChance(script, then=SealedChance("a test")))
    return NameDuelPlay(match)


def _laid_out(match: Match, dealt: Mapping[str, Cards], chance: ScriptedChance) -> Match:
    """The match as a store would wake it, with these cards on the table."""
    snapshot = match.take_changes().snapshot
    assert snapshot is not None
    table = json.loads(snapshot.table)
    for name, own in dealt.items():
        duelist = table["duelists"][str(seat_of(name))]
        duelist["hand"], duelist["deck"], duelist["discard"] = map(list, own)
    changed = snapshot.model_copy(update={"table": json.dumps(table)})
    return Match.resume(NAME_DUEL, match.saved(changed, ()), chance)


# -- what must always hold --------------------------------------------------------------------------------------------


def deck_of(match: Match, seat: int) -> tuple[str, ...]:
    return tuple(match._table.duelists[seat].deck)


def stands(match: Match) -> None:
    """Ten different cards each, discards in order, and nobody's view tells more than it may (S1-1, S1-6, R1-3)."""
    public = match.view(SPECTATOR)
    assert isinstance(public, NameDuelView)
    assert (public.hand, public.bottom) == ((), None)
    for seat in (1, 2):
        view = match.view(seat)
        assert isinstance(view, NameDuelView)
        me, deck = view.duelist(seat), deck_of(match, seat)
        playing = (view.playing,) if view.playing and view.turn == seat else ()
        assert sorted((*deck, *view.hand, *me.discard, *playing)) == sorted(NAMES)
        assert (me.cards, me.deck) == (len(view.hand), len(deck))
        assert me.discard == tuple(sorted(me.discard, key=_number))
        assert view.hand == tuple(sorted(view.hand, key=_number))
        if not deck:
            assert match.outcome is not None
        may_know = (view.phase == "reaction" and view.turn == 3 - seat) or any(
            question.key == "yallery_brown.exchange" for question in match.open_for(seat)
        )
        assert view.bottom == (deck[-1] if may_know else None)
        # Everything else in it is what a bystander sees.
        assert view.model_copy(update={"seat": SPECTATOR, "hand": (), "bottom": None}) == public
    over = match.outcome is not None
    assert bool(public.names_shown) == over
    assert (public.winner is not None) == over


def everything(match: Match) -> list[Any]:
    """All there is to a match, to be compared before and after."""
    open_ = [(one.number, one.seat, one.key, list(one.choices), one.values) for one in match.open]
    return [*(match.view(seat) for seat in range(3)), deck_of(match, 1), deck_of(match, 2), open_, match.announced]


def _number(name: str) -> int:
    return NAMES[name].number


def _spoken(value: Value) -> Value:
    if isinstance(value, str):
        return seat_of(value) if value in SEATED else card(value)
    if isinstance(value, Sequence):
        return [_spoken(one) for one in value]
    return value
