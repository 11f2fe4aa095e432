"""How the bot puts what was said into words: the product's own sentences, in every wording it may choose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from itertools import product
from types import SimpleNamespace
from typing import Any, Final

from bot.engine.announcements import EVERYONE, Announcement
from bot.ui.render_context import RenderContext
from bot.ui.wording import Wording, label, plain, wording_files
from pretended.records import Said, Seat

WORDINGS_MOST: Final = 60
"""More than any sentence has."""

REVEALED = frozenset({"gather.revealed", "fables.revealed"})
"""What lies open from then on, until it is moved."""
PHASES: Final = ("any", "over")
"""What may be told in another way when the game is over."""

NOMINATED = frozenset({"day.nominated", "speech.nominated"})
BEFORE = (
    "spoke",
    "named",
    "voted",
    "self",
    "back.spoke",
    "back.named",
    "back.voted",
    "back.today",
    "other.spoke",
    "other.named",
)
"""What may have been between whoever nominates and their nominee, or somebody else and the nominee, as the keys of it
end."""
DAYS_MOST: Final = 40
"""More than any game has."""

LATE: Final = {"game.won": "picture.duel.status.over"}
"""Where a picture that shows the whole of something is late, its words stand there instead. Which of them tell this."""

Line = frozenset[str]
"""One line, in every wording it may have."""


class _Picked:
    """A wording that always takes the same one of several sentences."""

    def __init__(self, words: Wording, pick: int) -> None:
        self._words = words
        self._pick = pick

    def say(self, key: str, /, *, pick: int = 0, **values: str | int) -> str:
        return self._words.say(key, pick=self._pick, **values)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._words, name)


class _Begun(_Picked):
    """The same, for what somebody claims: how they begin is picked by itself, and they may begin without a word."""

    def __init__(self, words: Wording, begins: int, pick: int) -> None:
        super().__init__(words, pick)
        self._begins = begins

    def say(self, key: str, /, *, pick: int = 0, **values: str | int) -> str:
        if not key.startswith(LEAD):
            return super().say(key, **values)
        return self._words.say(key, pick=self._begins) if self._begins < self._words.variants(key) else ""


LEAD: Final = "said.lead."
"""How the keys of all beginnings begin."""
LEADS_MOST: Final = 16
CLAIMED_MOST: Final = 20
"""In so many ways at most a claim begins, and is told."""
PICTURES_ON_ONE = (1, 2)
"""So many pictures may stand on one message: of the one card that was dealt, or of both."""


class _EveryPicture:
    """The names of all pictures that there are, as many as are said to be on the message; `asked` is the one that was
    asked for last."""

    def __init__(self, count: int = 1) -> None:
        self._count = count
        self.asked = ""

    def __len__(self) -> int:
        return self._count

    def __contains__(self, name: str) -> bool:
        self.asked = name
        return True


AGREED = ("night.agreed", "night.disagreed")
"""Where it is told otherwise to the last one of a team."""


class Voice:
    """The face of one game, for one table."""

    def __init__(self, game: str, match: int, seats: Sequence[Seat], options: Mapping[str, Any]) -> None:
        module = import_module(f"cogs.{game}.face")
        own = (one for one in vars(module).values() if isinstance(one, type) and one.__module__ == module.__name__)
        self._face: Any = next(one for one in own if getattr(one, "game", None) == game)()
        self._match = match
        self._seats = seats
        self._cast = options.get("casts", {}).get(str(len(seats)), {})
        self._best_of = options.get("best_of", 1)
        self.words = Wording(wording_files())

    def ways(self, said: Said) -> list[list[Line]]:
        """What is to be read of this, line by line: on a message with pictures, which show the rest, and on one without
        (where the first begins in the same way, only the second is longer); no line at all where a picture may show
        the whole of it. Nothing for what only changes the board."""
        announcement = self._announcement(said)
        if said.is_public and self._face.is_quiet(announcement):
            return []
        # A face picks one of several wordings, or several of the same number: or it has said itself what it picks.
        contexts = [self._context(words) for words in (*self._every_wording(said), self.words)]
        views = self._views(said)
        wholes = [[self._face.line(announcement, view, context) for context in contexts] for view in views]
        besides = [
            [self._face.line_beside(announcement, _EveryPicture(count), view, context) for context in contexts]
            for view in views
            for count in PICTURES_ON_ONE
        ]
        ways = [self._line_by_line(said, told) for told in (*besides, *wholes) if any(told)]
        if said.key in NOMINATED and not said.values.get("reason"):
            ways.append([self._nominated_before(said)])
        return ways if self.drawn_on(said) is None else [*ways, []]

    def _nominated_before(self, said: Said) -> Line:
        """What may be told of a nomination without a reason: what was between those two on any day before, or between
        anybody else and the nominee."""
        of_seats = self._context(self.words).names
        names = {who: of_seats[said.values[who]] for who in ("by", "nominee")}
        others = [name for name in of_seats.values() if name not in names.values()] or [""]
        keys = [self._face.key(self.words, f"{said.key}.{what}") for what in BEFORE]
        return frozenset(
            self.words.say(key, pick=pick, day=day, other=other, **names)
            for key in keys
            for other in (others if ".other." in key else others[:1])
            for pick in range(self.words.variants(key))
            for day in range(1, DAYS_MOST)
        )

    def drawn_on(self, said: Said) -> str | None:
        """The name of the picture that shows the whole of this, so that no line stands beside it; None where a line
        always does."""
        announcement, context = self._announcement(said), self._context(self.words)
        for view in self._views(said):
            pictures = _EveryPicture()
            if self._face.line_beside(announcement, pictures, view, context) == "":
                return pictures.asked
        return None

    def stands_in_words(self, said: Said, text: str) -> bool:
        """Whether this text has what the picture says in words that shows the whole of this."""
        names = {seat.number: plain(seat.name) for seat in self._seats}
        return said.key in LATE and self.words.say(LATE[said.key], name=names[said.values["seat"]]) in text

    def _announcement(self, said: Said) -> Announcement:
        return Announcement(said.number, EVERYONE if said.seats is None else said.seats, said.key, said.values)

    def _views(self, said: Said) -> list[Any]:
        """What its reader may see then: the phase is not known, nor whether a count was the last, nor by which kind of
        curse somebody is a toad, nor whether what was revealed still stands so, nor who else is left of a team."""
        winners = (None, "somebody") if said.key == "day.counted" else (None,)
        decks = ((), ("love",)) if said.key == "dawn.toad" else ((),)
        revealed: tuple[Mapping[str, Any], ...] = (said.values, {}) if said.key in REVEALED else ({},)
        teams = ((), (1,)) if said.key in AGREED else ((),)
        seen = product(PHASES, winners, decks, revealed, teams)
        return [self._view(said.values, *one) for one in seen]

    def _view(
        self,
        values: Mapping[str, Any],
        phase: str,
        winner: str | None,
        deck: tuple[str, ...],
        revealed: Mapping[str, Any],
        team: tuple[int, ...],
    ) -> Any:
        """All that a line needs to know of what its reader sees: how many play, the cast, who is left of a team,
        the count that it may tell of, what lies in a hand and below a deck just when it is told, whether the game is
        over, and of how many it was the last."""
        polls, votes = values.get("polls", ()), values.get("votes", ())
        count = SimpleNamespace(
            day=1, rerun=0, again=0, counted=True, kind="vote", nominees=(), left=(), polls=polls, votes=votes
        )
        named = [SimpleNamespace(day=1, nominee=nominee, by=0) for nominee, _ in polls]
        alive = SimpleNamespace(alive=True, end=None, end_night=None)
        places = dict(revealed.get("places", ()))
        held = {"bottom": values.get("name"), "fables": values.get("names", ()), "best_of": self._best_of, "hands": [1]}
        return SimpleNamespace(
            cast=self._cast,
            ballots=[count],
            votes=[count],
            nominations=named,
            player=lambda _: alive,
            players=(),
            phase=phase,
            winner=winner,
            seats=len(self._seats),
            seat=1,
            alive=True,
            team=team,
            shoots_by_day=True,
            deck=deck,
            cards=[SimpleNamespace(owner=owner, fable=fable) for owner, fable in revealed.get("fables", ())],
            waiting=(),
            claims=(),
            pig=lambda seat: SimpleNamespace(location=places.get(seat)),
            **held,
        )

    def _every_wording(self, said: Said) -> list[_Picked]:
        if said.key != "said.claim":
            return [_Picked(self.words, pick) for pick in range(WORDINGS_MOST)]
        pairs = product(range(LEADS_MOST + 1), range(CLAIMED_MOST))
        return [_Begun(self.words, begins, pick) for begins, pick in pairs]

    def _line_by_line(self, said: Said, told: Sequence[str | None]) -> list[Line]:
        """Of each line all wordings."""
        texts = [text for text in told if text]
        if self.is_aside(said):
            texts = ["\n".join(f"-# {line}" for line in text.split("\n")) for text in texts]
        return [frozenset(each) for each in zip(*(text.split("\n") for text in texts), strict=True)]

    def is_aside(self, said: Said) -> bool:
        """Whether this stands in small print below the board, apart from what was told before and after it."""
        return said.is_public and said.key in self._face.asides

    def is_private(self, key: str) -> bool:
        """Whether a question is put to its seat in a message of its own, by day and night."""
        question = SimpleNamespace(key=key)
        is_public = any(self._face.is_public(question, SimpleNamespace(phase=phase)) for phase in ("day", "night"))
        return not is_public and not self._face.is_standing(question)

    def _context(self, words: Any) -> RenderContext:
        return RenderContext(
            match=self._match,
            checkpoint=0,
            names={seat.number: f"**{plain(seat.name)}**" for seat in self._seats},
            labels={seat.number: label(seat.name) for seat in self._seats},
            words=words,
            due={},
            computers=frozenset(seat.number for seat in self._seats if seat.is_computer),
        )
