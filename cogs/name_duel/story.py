"""The whole contest read aloud when it is over: game by game, turn by turn, with what nobody could see."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Sequence
from typing import Any

from bot.engine.announcements import Announcement
from bot.engine.match import Entry
from bot.engine.questions import Seat
from bot.games.name_duel.cards import NAMES
from bot.games.name_duel.options import HAND_SIZE
from bot.ui.render_context import RenderContext
from cogs.name_duel import words as cards

UNTOLD = frozenset(
    {"contest.begins", "turn.begins", "game.begins", "hand.dealt", "card.drawn", "bottom.is", "contest.won"}
)
"""Told as headings or in other words; how the contest began was a joke that need not be told twice."""


def story(journal: Sequence[Entry], announcements: Sequence[Announcement], context: RenderContext) -> list[str]:
    """A paragraph for the beginning, each game's deal and each turn, and the end."""
    return Retelling(journal, context).told(announcements)


class Retelling:
    """Follows both decks through what was announced and what the journal keeps secret.

    Where the two do not fit together (they always should), the secret names are left out rather than told wrongly.
    """

    def __init__(self, journal: Sequence[Entry], context: RenderContext) -> None:
        self._setting = context
        self._words = context.words
        self._decks: dict[Seat, list[str]] = {}
        self._laid: list[str] = []
        self._turn = 0
        self._is_single = False
        """Whether one game decides: it is no contest, and needs no number."""
        self._secrets: dict[str, deque[Any]] = defaultdict(deque)
        """What was chosen in secret or by chance, by question, oldest first."""
        for entry in journal:
            self._secrets[entry.key.removeprefix("time.")].append(entry.value)

    def told(self, announcements: Sequence[Announcement]) -> list[str]:
        paragraphs = [[f"## {self._words.say('duel.story.title')}"]]
        for said in announcements:
            if said.key == "contest.begins":
                self._is_single = said.values["best_of"] == 1
            heading = self._heading(said)
            if heading:
                paragraphs.append([heading])
            self._follow(said)
            lines = self._lines(said)
            indent = "• " if self._turn else ""
            paragraphs[-1] += [indent + line for line in lines]
        return ["\n".join(lines) for lines in paragraphs]

    # -- words ------------------------------------------------------------------------------------------------------

    def _heading(self, said: Announcement) -> str:
        """A new game, a new turn, or the end."""
        words, values = self._words, said.values
        if said.key == "hand.dealt" and _hearer(said) == 1:
            self._turn = 0
            return "" if self._is_single else f"### {words.say('duel.story.game', game=values['game'])}"
        if said.key == "turn.begins":
            self._turn += 1
            return f"**{words.say('duel.story.turn', turn=self._turn)}** {cards.told(said, self._setting)}"
        if said.key == "game.won":
            self._turn = 0
            return cards.told(said, self._setting, single=self._is_single)
        if said.key == "contest.won" and not self._is_single:
            return f"### {cards.told(said, self._setting)}"
        return ""

    def _lines(self, said: Announcement) -> list[str]:
        """What everybody heard, and after it what they did not know."""
        lines = []
        if said.key not in UNTOLD and said.key != "game.won":
            lines.append(cards.told(said, self._setting))
        secret = self._secret(said)
        # Names of cards are slanted in it; Discord shows bare asterisks where the whole is slanted, too.
        return [*lines, f"({secret})"] if secret else lines

    def _secret(self, said: Announcement) -> str:
        """The hidden side of an announcement; empty when there is none, or it is not known for certain."""
        words, values = self._words, said.values
        if said.key == "hand.dealt":
            return self._deal(said)
        if said.key == "game.begins":
            return self._say("game.begins", starter=self._setting.name(values["starter"]))
        if said.key == "guess.made":
            name = self._bottom(values["of"])
            return self._say("guess.made", of=self._setting.name(values["of"]), name=name) if name else ""
        if said.key == "card.drawn":
            return self._say("card.drawn", names=cards.listed(values["names"], words))
        if said.key == "cards.returned" and self._laid:
            return self._say("cards.returned", names=cards.listed(reversed(self._laid), words))
        if said.key == "bottom.is":
            return self._say("bottom.is", name=cards.called(values["name"], words))
        if said.key in ("deck.inverted", "deck.shuffled", "deck.raised", "bottom.exchanged"):
            seat = values["of"] if "of" in values else values["seat"]
            name = self._bottom(seat)
            return self._say("bottom.now", seat=self._setting.name(seat), name=name) if name else ""
        return ""

    def _deal(self, said: Announcement) -> str:
        seat = _hearer(said)
        hand = cards.listed(said.values["names"], self._words)
        bottom = self._bottom(seat)
        name = self._setting.name(seat)
        if not bottom:
            return self._say("hand.dealt.only", seat=name, names=hand)
        return self._say("hand.dealt", seat=name, names=hand, bottom=bottom)

    def _say(self, key: str, **values: Any) -> str:
        return self._words.say(f"duel.story.{key}", **values)

    def _bottom(self, seat: Seat) -> str:
        deck = self._decks.get(seat)
        return cards.called(deck[-1], self._words) if deck else ""

    # -- the decks --------------------------------------------------------------------------------------------------

    def _follow(self, said: Announcement) -> None:
        """Do to the decks what this announcement says was done."""
        values = said.values
        seat: Seat = values.get("of") or values.get("seat") or 0
        if said.key == "hand.dealt":
            self._dealt(said)
            return
        deck = self._decks.get(seat, [])
        match said.key:
            case "card.drawn_and_played":
                del deck[:1]
            case "deck.inverted":
                deck.reverse()
            case "deck.raised":
                deck[:] = [*deck[-1:], *deck[:-1]]
            case "deck.shuffled":
                self._replace(seat, self._taken(f"whuppity_stoorie.deck.{seat}"))
            case "cards.drawn":
                del deck[: values["count"]]
            case "cards.returned":
                self._laid = self._taken_names("hobyah.top", values["count"])
                self._replace(seat, [*reversed(self._laid), *deck])
            case "bottom.kept":
                self._taken("yallery_brown.exchange")
            case "bottom.exchanged":
                self._replace(seat, [*deck[:-1], self._taken("yallery_brown.exchange")])

    def _dealt(self, said: Announcement) -> None:
        seat = _hearer(said)
        dealt = self._taken(f"deal.deck.{seat}")
        if isinstance(dealt, list) and sorted(dealt[:HAND_SIZE]) == sorted(said.values["names"]):
            self._decks[seat] = list(dealt[HAND_SIZE:])
        else:
            self._decks.pop(seat, None)

    def _replace(self, seat: Seat, deck: Any) -> None:
        """This is the deck now; unless it was unknown before, or cannot be right."""
        known = self._decks.pop(seat, None)
        if known and isinstance(deck, list) and all(name in NAMES for name in deck):
            self._decks[seat] = list(deck)

    def _taken_names(self, key: str, count: int) -> list[Any]:
        """So many cards: one answer that names them all, or, by chance, drawn one after the other."""
        names: list[Any] = []
        while len(names) < count and self._secrets[key]:
            taken = self._taken(key)
            names += taken if isinstance(taken, list) else [taken]
        return names

    def _taken(self, key: str) -> Any:
        waiting = self._secrets[key]
        return waiting.popleft() if waiting else None


def _hearer(said: Announcement) -> Seat:
    """The one seat that was told this."""
    return int(said.audience[0])
