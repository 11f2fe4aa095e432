"""Simple villagers (Rumplestiltskin!): each holds any card, and has one idea."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import cast

from bot.engine.questions import Question, Seat, Value
from bot.engine.rulebook import Look, Player
from bot.games.hidden_roles.claims import AGAINST, CHECKED, CLEARED, I_AM, SUSPECT, code
from bot.games.random_player import RandomPlayer
from bot.games.village.cards import TOWN
from bot.games.village.claimable import claimable
from bot.games.village.players.thoughtful import VillagePlayer
from bot.games.village.values import BURN, READY, SPARE
from bot.games.village.views import VillageView


class Villager:
    """Names nobody, burns whoever is named, and spares its own team."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self._any = RandomPlayer(rng)

    def answer(self, question: Question, look: Look) -> Value:
        view = cast(VillageView, look())
        if question.key == "day.call":
            return self.calls(question, view) if question.choices != (READY,) else [READY, None]
        if question.key == "day.vote":
            return BURN if self.burns(view, view.ballots[-1].polls[-1][0]) else SPARE
        if question.key == "day.ballot":
            burning = [seat for seat in question.choices if isinstance(seat, int) and self.burns(view, seat)]
            return burning[0] if burning else None
        if question.key in ("night.victim", "night.murder", "night.investigate"):
            return self.among(strangers(view, question))
        return self._any.answer(question, look)

    def among(self, seats: list[Seat]) -> Value:
        return seats[int(self.rng.random() * len(seats))] if seats else None

    def calls(self, question: Question, view: VillageView) -> Value:
        return [READY, None]

    def burns(self, view: VillageView, nominee: Seat) -> bool:
        return nominee not in (view.seat, *view.team)

    def says(self, question: Question, view: VillageView, claim: str) -> bool:
        """Whether this can be said now, and has not been said."""
        if question.says is None or claim not in claimable(view, view.seat, question.occasion):
            return False
        return claim not in [code(said.kind, said.about) for said in view.claims if said.by == view.seat]


def strangers(view: VillageView, question: Question) -> list[Seat]:
    """Those among the choices who are neither this player nor of its team."""
    return [seat for seat in question.choices if isinstance(seat, int) and seat not in (view.seat, *view.team)]


class Namer(Villager):
    """Names any stranger at once."""

    def calls(self, question: Question, view: VillageView) -> Value:
        whom = self.among(strangers(view, question))
        return [READY if whom is None else whom, None]


class Herd(Villager):
    """Follows: names whoever is spoken against most, and burns only that one."""

    def calls(self, question: Question, view: VillageView) -> Value:
        favourite = self._favourite(view)
        return [favourite if favourite in strangers(view, question) else READY, None]

    def burns(self, view: VillageView, nominee: Seat) -> bool:
        return nominee != view.seat and nominee == self._favourite(view)

    def _favourite(self, view: VillageView) -> Seat:
        named = [said.about for said in view.claims if said.day == view.night and said.kind in AGAINST]
        named += [said.nominee for said in view.nominated_today()]
        living = [seat for seat in named if view.player(seat).alive]
        return max(dict.fromkeys(living), key=living.count, default=0)


class Liar(Namer):
    """Has found somebody out every day, and names them."""

    def calls(self, question: Question, view: VillageView) -> Value:
        today = [said.about for said in view.claims if said.by == view.seat and said.kind == CHECKED]
        found = [seat for seat in strangers(view, question) if seat in today]
        if found:
            return [found[-1], None]
        whom = self.among(strangers(view, question))
        claim = code(CHECKED, cast(int, whom)) if whom is not None else ""
        return claim if claim and self.says(question, view, claim) else [READY if whom is None else whom, None]


class Avenger(Villager):
    """Says of whoever speaks against it that this one has been found out; else keeps quiet."""

    def calls(self, question: Question, view: VillageView) -> Value:
        foes = [said.by for said in view.claims if said.about == view.seat and said.kind in AGAINST]
        foes += [said.by for said in view.nominated_today() if said.nominee == view.seat]
        alive = [seat for seat in strangers(view, question) if seat in foes]
        if not alive:
            return [READY, None]
        claim = code(CHECKED, alive[-1])
        return claim if self.says(question, view, claim) else [alive[-1], None]


class Dove(Namer):
    """Names anybody, and burns nobody."""

    def burns(self, view: VillageView, nominee: Seat) -> bool:
        return False


class Pretender(VillagePlayer):
    """A normal player but for this: whoever is of the other side has found somebody of the town out every day, at
    once."""

    def answer(self, question: Question, look: Look) -> Value:
        view = cast(VillageView, look())
        liar = Liar(self._rng)
        if question.key == "day.call" and view.side != TOWN and question.choices != (READY,):
            return liar.calls(question, view)
        return super().answer(question, look)


class Prophet(VillagePlayer):
    """A normal player but for this: whoever is of the other side calls themselves Sheriff at once, and has found
    somebody innocent every day."""

    def answer(self, question: Question, look: Look) -> Value:
        view = cast(VillageView, look())
        if question.key == "day.call" and view.side != TOWN and question.choices != (READY,):
            claim = self._claim(view)
            if Villager(self._rng).says(question, view, claim):
                return claim
        return super().answer(question, look)

    def _claim(self, view: VillageView) -> str:
        mine = [said for said in view.claims if said.by == view.seat]
        if not mine:
            return code(I_AM, 0, "sheriff")
        cleared = [said.about for said in mine if said.kind == CLEARED and said.day == view.night]
        alive = [player.seat for player in view.players if player.alive and player.seat != view.seat]
        return code(CLEARED, cleared[0] if cleared else self._any_of(alive))


class Traitor(VillagePlayer):
    """A normal player but for this: a Rumplestiltskin names the own mate, and burns them."""

    def answer(self, question: Question, look: Look) -> Value:
        view = cast(VillageView, look())
        mates = [seat for seat in view.team if seat != view.seat and view.player(seat).alive]
        if question.key == "day.call" and question.choices != (READY,) and mates:
            return [mates[0], None]
        if question.key == "day.vote" and view.ballots[-1].polls[-1][0] in mates:
            return BURN
        return super().answer(question, look)


class Listener(Villager):
    """Names and burns those who speak most."""

    def calls(self, question: Question, view: VillageView) -> Value:
        words = self._words(view)
        loud = [seat for seat in strangers(view, question) if seat in words]
        return [max(loud, key=lambda seat: (words[seat], seat)) if loud else READY, None]

    def burns(self, view: VillageView, nominee: Seat) -> bool:
        words = self._words(view)
        return nominee in words and words[nominee] >= sorted(words.values())[len(words) // 2]

    def _words(self, view: VillageView) -> dict[Seat, int]:
        """How often each of the others who are alive has spoken or named somebody."""
        said = [one.by for one in (*view.claims, *view.nominations)]
        own = (view.seat, *view.team)
        return {
            player.seat: said.count(player.seat) for player in view.players if player.alive and player.seat not in own
        }


class Neighbour(Villager):
    """Names whoever sits next to the left, and burns nobody else."""

    def calls(self, question: Question, view: VillageView) -> Value:
        free = strangers(view, question)
        return [self._nearest(view, free) if free else READY, None]

    def burns(self, view: VillageView, nominee: Seat) -> bool:
        own = (view.seat, *view.team)
        alive = [player.seat for player in view.players if player.alive and player.seat not in own]
        return bool(alive) and nominee == self._nearest(view, alive)

    def _nearest(self, view: VillageView, seats: Sequence[Seat]) -> Seat:
        return min(seats, key=lambda seat: (seat - view.seat - 1) % len(view.players))


class Contrary(VillagePlayer):
    """A normal player but for this: burns whoever nobody has spoken against, and nobody else."""

    def answer(self, question: Question, look: Look) -> Value:
        view = cast(VillageView, look())
        if question.key == "day.vote":
            nominee = view.ballots[-1].polls[-1][0]
            accused = [said.about for said in view.claims if said.kind in AGAINST]
            return BURN if nominee not in (view.seat, *view.team, *accused) else SPARE
        return super().answer(question, look)


class Babbler(Villager):
    """Claims anything at all as long as it may, then names the first stranger."""

    def calls(self, question: Question, view: VillageView) -> Value:
        claims = list(claimable(view, view.seat, question.occasion)) if question.says is not None else []
        told = {code(said.kind, said.about) for said in view.claims if said.by == view.seat}
        new = [claim for claim in claims if claim not in told]
        if new:
            return new[int(self.rng.random() * len(new))]
        free = strangers(view, question)
        return [free[0] if free else READY, None]


class Feuding(VillagePlayer):
    """A normal player but for this: Rumplestiltskins speak against one another, one after the other."""

    def answer(self, question: Question, look: Look) -> Value:
        view = cast(VillageView, look())
        if question.key == "day.call" and question.says is not None and question.choices != (READY,):
            against = (f"#{SUSPECT}.{seat}." for seat in view.team if seat != view.seat)
            told = {(said.kind, said.about) for said in view.claims if said.by == view.seat and said.day == view.night}
            claims = claimable(view, view.seat, question.occasion)
            new = [one for start in against for one in claims if one.startswith(start)]
            if new and not any(kind == SUSPECT and about in view.team for kind, about in told):
                return new[int(self._rng.random() * len(new))]
        return super().answer(question, look)


class Quiet(VillagePlayer):
    """A normal player but for this: a Rumplestiltskin says nothing, and names nobody."""

    def answer(self, question: Question, look: Look) -> Value:
        view = cast(VillageView, look())
        if question.key == "day.call" and view.side != TOWN:
            return [READY, None]
        return super().answer(question, look)


VILLAGERS: dict[str, Callable[[Random], Player]] = {
    "random": RandomPlayer,
    "silent": Villager,
    "names anybody": Namer,
    "herd": Herd,
    "liar": Liar,
    "avenger": Avenger,
    "dove": Dove,
    "pretender": Pretender,
    "prophet": Prophet,
    "traitor": Traitor,
    "listener": Listener,
    "neighbour": Neighbour,
    "contrary": Contrary,
    "babbler": Babbler,
    "feuding": Feuding,
    "quiet": Quiet,
}
