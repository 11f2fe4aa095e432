"""Simple guests at the club (Mafia): each holds any card, and has one idea."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import cast

from bot.engine.questions import Question, Seat, Value
from bot.engine.rulebook import Look, Player
from bot.games.hidden_roles.claims import AGAINST, CHECKED, I_AM, code
from bot.games.mafia.cards import RED
from bot.games.mafia.claimable import claimable
from bot.games.mafia.players.thoughtful import MafiaPlayer
from bot.games.mafia.values import NO, PASS, YES
from bot.games.mafia.views import MafiaView
from bot.games.random_player import RandomPlayer


class Guest:
    """Says nothing, names nobody, votes for whoever was named first, and spares its own team."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self._any = RandomPlayer(rng)

    def answer(self, question: Question, look: Look) -> Value:
        view = cast(MafiaView, look())
        if question.key == "speech.floor":
            return self.speaks(question, view)
        if question.key == "vote.hand":
            return YES if (question.values or {})["nominee"] == self.votes(view) else NO
        if question.key == "vote.all":
            return NO
        if question.key in ("night.victim", "night.maniac", "night.search", "night.investigate"):
            return self.among(strangers(view, question))
        return self._any.answer(question, look)

    def among(self, seats: list[Seat]) -> Value:
        return seats[int(self.rng.random() * len(seats))] if seats else None

    def speaks(self, question: Question, view: MafiaView) -> Value:
        return PASS

    def votes(self, view: MafiaView) -> Seat:
        standing = [seat for seat in view.votes[-1].nominees if seat not in (view.seat, *view.team)]
        return standing[0] if standing else view.votes[-1].nominees[0]


def strangers(view: MafiaView, question: Question) -> list[Seat]:
    """Those among the choices who are neither this player nor of its team."""
    return [seat for seat in question.choices if isinstance(seat, int) and seat not in (view.seat, *view.team)]


class Namer(Guest):
    """Names any stranger at once, without a word, and votes for that one."""

    def speaks(self, question: Question, view: MafiaView) -> Value:
        return self.among(strangers(view, question)) or PASS

    def votes(self, view: MafiaView) -> Seat:
        own = [nominee for day, by, nominee in view.nominations if day == view.day and by == view.seat]
        return own[0] if own and own[0] in view.votes[-1].nominees else super().votes(view)


class Herd(Guest):
    """Names whom somebody has spoken against before, else nobody; votes for whoever is spoken against most."""

    def speaks(self, question: Question, view: MafiaView) -> Value:
        accused = [seat for seat in strangers(view, question) if self._spoken_against(view, seat)]
        return accused[0] if accused else PASS

    def votes(self, view: MafiaView) -> Seat:
        standing = [seat for seat in view.votes[-1].nominees if seat != view.seat]
        return max(standing or view.votes[-1].nominees, key=lambda seat: self._spoken_against(view, seat))

    def _spoken_against(self, view: MafiaView, seat: Seat) -> int:
        return sum(said.about == seat and said.kind in ("suspect", CHECKED) for said in view.claims)


class Liar(Namer):
    """Has always found somebody out, as the Sheriff would, from the second day on."""

    def speaks(self, question: Question, view: MafiaView) -> Value:
        found = [said.about for said in view.claims if said.by == view.seat and said.kind == CHECKED]
        living = [seat for seat in strangers(view, question) if seat in found]
        if living:
            return living[-1]
        offered = claimable(view, view.seat, question.occasion) if question.says is not None else []
        whom = self.among(strangers(view, question))
        claim = code(CHECKED, cast(int, whom)) if whom is not None else ""
        return claim if claim in offered else whom or PASS


class Avenger(Guest):
    """Says of whoever speaks against it or names it that this one has been found out; else keeps quiet."""

    def speaks(self, question: Question, view: MafiaView) -> Value:
        foes = [said.by for said in view.claims if said.about == view.seat and said.by != view.seat]
        foes += [by for _, by, nominee in view.nominations if nominee == view.seat]
        alive = [seat for seat in strangers(view, question) if seat in foes]
        if not alive:
            return PASS
        offered = claimable(view, view.seat, question.occasion) if question.says is not None else []
        said = {claim.about for claim in view.claims if claim.by == view.seat}
        claim = code(CHECKED, alive[-1])
        return claim if claim in offered and alive[-1] not in said else alive[-1]


class Traitor(Namer):
    """Names and votes for anybody, its own team as well."""

    def speaks(self, question: Question, view: MafiaView) -> Value:
        return self.among([seat for seat in question.choices if isinstance(seat, int) and seat != view.seat]) or PASS

    def votes(self, view: MafiaView) -> Seat:
        return view.votes[-1].nominees[int(self.rng.random() * len(view.votes[-1].nominees))]


class Pretender(MafiaPlayer):
    """A normal player but for this: a black card has found somebody out every day, at once."""

    def answer(self, question: Question, look: Look) -> Value:
        view = cast(MafiaView, look())
        if question.key == "speech.floor" and view.side != RED:
            return Liar(self._rng).speaks(question, view)
        return super().answer(question, look)


class Sleeper(MafiaPlayer):
    """A normal player that by day has forgotten its card, and plays as a citizen would."""

    def answer(self, question: Question, look: Look) -> Value:
        view = cast(MafiaView, look())
        if view.side != RED and not question.key.startswith("night."):
            forgetful = view.model_copy(update={"role": "citizen", "side": RED, "team": ()})
            return super().answer(question, lambda: forgetful)
        return super().answer(question, look)


class Grudge(Guest):
    """Names, votes for and kills whoever has voted for it or named it last; else anybody."""

    def answer(self, question: Question, look: Look) -> Value:
        if question.key in ("night.victim", "night.maniac"):
            foes = self._foes(cast(MafiaView, look()), strangers(cast(MafiaView, look()), question))
            return foes[-1] if foes else super().answer(question, look)
        return super().answer(question, look)

    def speaks(self, question: Question, view: MafiaView) -> Value:
        foes = self._foes(view, strangers(view, question))
        return foes[-1] if foes else PASS

    def votes(self, view: MafiaView) -> Seat:
        return (self._foes(view, list(view.votes[-1].nominees)) or [super().votes(view)])[-1]

    def _foes(self, view: MafiaView, among: list[Seat]) -> list[Seat]:
        named = [by for _, by, nominee in view.nominations if nominee == view.seat]
        polls = [poll for vote in view.votes if vote.counted and vote.kind == "vote" for poll in vote.votes]
        voted = [voter for nominee, voters in polls if nominee == view.seat for voter in voters]
        return [seat for seat in [*voted, *named] if seat in among and seat not in (view.seat, *view.team)]


class Saint(Guest):
    """Says on the first day that it is the Doctor, and speaks for somebody on every other; names nobody."""

    def speaks(self, question: Question, view: MafiaView) -> Value:
        offered = claimable(view, view.seat, question.occasion) if question.says is not None else []
        if any(said.by == view.seat and said.occasion == question.occasion for said in view.claims):
            return PASS
        praise = [one for one in offered if one.startswith("#trust.")]
        card = [one for one in offered if one == "#i_am.doctor"]
        chosen = card if view.day == 1 and card else praise
        return chosen[int(self.rng.random() * len(chosen))] if chosen else PASS


class Neighbour(Guest):
    """Names and votes for whoever sits next to the left, whatever was said."""

    def speaks(self, question: Question, view: MafiaView) -> Value:
        free = strangers(view, question)
        return nearest(view, free) if free else PASS

    def votes(self, view: MafiaView) -> Seat:
        standing = [seat for seat in view.votes[-1].nominees if seat not in (view.seat, *view.team)]
        return nearest(view, standing or view.votes[-1].nominees)


def nearest(view: MafiaView, seats: Sequence[Seat]) -> Seat:
    """The first of them to the left of this player."""
    return min(seats, key=lambda seat: (seat - view.seat - 1) % len(view.players))


class Contrary(MafiaPlayer):
    """A normal player but for this: votes for whoever was spoken against least, and never for anybody found out."""

    def answer(self, question: Question, look: Look) -> Value:
        view = cast(MafiaView, look())
        if question.key == "vote.hand":
            standing = [seat for seat in view.votes[-1].nominees if seat not in (view.seat, *view.team)]
            against = [said.about for said in view.claims if said.kind in AGAINST]
            spared = min(standing or view.votes[-1].nominees, key=against.count)
            return YES if (question.values or {})["nominee"] == spared else NO
        return super().answer(question, look)


class Caller(MafiaPlayer):
    """A normal player but for this: says nothing, and names any stranger at every turn."""

    def answer(self, question: Question, look: Look) -> Value:
        if question.key == "speech.floor":
            return Namer(self._rng).speaks(question, cast(MafiaView, look()))
        return super().answer(question, look)


class Impostor(MafiaPlayer):
    """A normal player but for this: says at every turn that it is the Sheriff."""

    def answer(self, question: Question, look: Look) -> Value:
        view = cast(MafiaView, look())
        if question.key == "speech.floor" and question.says is not None:
            has_spoken = any(said.by == view.seat and said.occasion == question.occasion for said in view.claims)
            claim = code(I_AM, 0, "sheriff")
            if not has_spoken and claim in claimable(view, view.seat, question.occasion):
                return claim
        return super().answer(question, look)


class Loud(MafiaPlayer):
    """A normal player but for this: says as much as can be said in every speech, for or against anybody."""

    def answer(self, question: Question, look: Look) -> Value:
        if question.key == "speech.floor" and question.says is not None:
            view = cast(MafiaView, look())
            offered = [
                one for one in claimable(view, view.seat, question.occasion) if one.startswith(("#suspect.", "#trust."))
            ]
            if offered:
                return offered[int(self._rng.random() * len(offered))]
        return super().answer(question, look)


class Counting(MafiaPlayer):
    """A normal player but for this: votes for the stranger of whom it counts most, the first of equals."""

    def answer(self, question: Question, look: Look) -> Value:
        if question.key != "vote.hand":
            return super().answer(question, look)
        view = cast(MafiaView, look())
        standing = [seat for seat in view.votes[-1].nominees if seat not in (view.seat, *view.team)]
        chosen = max(standing or view.votes[-1].nominees, key=lambda seat: self.counts(view, seat))
        return YES if (question.values or {})["nominee"] == chosen else NO

    def counts(self, view: MafiaView, seat: Seat) -> int:
        raise NotImplementedError


class Husher(Counting):
    """Votes out whoever has said least so far."""

    def counts(self, view: MafiaView, seat: Seat) -> int:
        return -sum(said.by == seat for said in view.claims)


class Echo(Counting):
    """Votes as a block: for whoever was spoken against most often so far, whatever else was done."""

    def counts(self, view: MafiaView, seat: Seat) -> int:
        return sum(said.about == seat and said.kind in AGAINST for said in view.claims)


class Urger(Counting):
    """Votes out whoever has named people least often."""

    def counts(self, view: MafiaView, seat: Seat) -> int:
        return -sum(by == seat for _, by, _ in view.nominations)


class Piler(MafiaPlayer):
    """A normal player but for this: speaks against, names and votes for the stranger most often spoken against."""

    def answer(self, question: Question, look: Look) -> Value:
        view = cast(MafiaView, look())
        if question.key == "vote.hand":
            standing = [seat for seat in view.votes[-1].nominees if seat not in (view.seat, *view.team)]
            chosen = most_spoken_against(view, standing or list(view.votes[-1].nominees))
            return YES if (question.values or {})["nominee"] == chosen else NO
        if question.key != "speech.floor":
            return super().answer(question, look)
        prey = [player.seat for player in view.players if player.alive and player.seat not in (view.seat, *view.team)]
        has_spoken = any(said.by == view.seat and said.occasion == question.occasion for said in view.claims)
        if question.says is not None and prey and not has_spoken:
            start = f"#suspect.{most_spoken_against(view, prey)}."
            offered = [one for one in claimable(view, view.seat, question.occasion) if one.startswith(start)]
            if offered:
                return offered[int(self._rng.random() * len(offered))]
        free = strangers(view, question)
        return most_spoken_against(view, free) if free else PASS


def most_spoken_against(view: MafiaView, seats: Sequence[Seat]) -> Seat:
    """The first of those who were spoken against most often."""
    against = [said.about for said in view.claims if said.kind in AGAINST]
    return max(seats, key=against.count)


GUESTS: dict[str, Callable[[Random], Player]] = {
    "random": RandomPlayer,
    "silent": Guest,
    "names anybody": Namer,
    "herd": Herd,
    "liar": Liar,
    "avenger": Avenger,
    "traitor": Traitor,
    "pretender": Pretender,
    "sleeper": Sleeper,
    "grudge": Grudge,
    "saint": Saint,
    "neighbour": Neighbour,
    "contrary": Contrary,
    "caller": Caller,
    "impostor": Impostor,
    "loud": Loud,
    "husher": Husher,
    "echo": Echo,
    "piler": Piler,
    "urger": Urger,
}
