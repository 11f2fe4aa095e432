"""The test language of Mafia: a club table is dealt by name, and tests talk about speakers, votes, fouls and nights.

game = club(ann="don", ben="sheriff", fay="doctor")        # ann sits at seat 1; everybody else is a citizen
assert game.speeches(ann="ben", cat="dan") == [*NAMES[:8]]  # ann nominates ben, cat nominates dan, all pass
game.vote(ben="ann cat dan eve")                            # who raises a hand for whom; the rest go to the last
assert game.final_words() == ["dan"]
game.night(victim="gus", investigate="ann", doctor="gus")   # the rest lets the clock run out
assert game.told("ben", "night.verdict") == [{"suspect": "ann", "black": True}]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot.engine.announcements import SPECTATOR, Announcement
from bot.engine.chance import ScriptedChance, SealedChance
from bot.engine.match import Match
from bot.engine.questions import MIRROR
from bot.games.mafia.game import GAME as MAFIA_GAME
from bot.games.mafia.options import MafiaOptions
from bot.games.mafia.values import NO, PASS, YES
from bot.games.mafia.views import MafiaView
from language.any_game import NAMES, Heard, Play, name_of, names_of, seat_of

POWERS = ("search", "investigate", "maniac", "lover", "doctor")
ALL_NIGHT = ("victim", *POWERS, "suspect")


class MafiaPlay(Play):
    """A match of Mafia, spoken to by name."""

    SEAT_FIELDS = ("seat", "by", "nominee", "victim", "suspect")
    SEATS_FIELDS = ("seats", "nominees", "tied", "leaving", "voters")

    # -- what people see ----------------------------------------------------------------------------------------------

    def view(self, name: str = "bystander") -> MafiaView:
        view = self.match.view(seat_of(name))
        assert isinstance(view, MafiaView)
        return view

    def reads(self, said: Announcement) -> Heard:
        key, values = super().reads(said)
        if "votes" in values:
            values["votes"] = [(name_of(nominee), names_of(voters)) for nominee, voters in values["votes"]]
        if "mates" in values:
            values["mates"] = {name_of(mate): role for mate, role in values["mates"]}
        if "roles" in values:
            values["roles"] = {name_of(seat): role for seat, role in values["roles"]}
        return key, values

    @property
    def alive(self) -> list[str]:
        return [name_of(player.seat) for player in self.view().players if player.alive]

    @property
    def winner(self) -> str | None:
        """The side that has won, and why, as `side: reason`; None while the game goes on."""
        return f"{self.outcome.sides[0]}: {self.outcome.reason.removeprefix('end.')}" if self.outcome else None

    def fouls(self, name: str) -> int:
        return self.view().player(seat_of(name)).fouls

    def end(self, name: str) -> str | None:
        return self.view().player(seat_of(name)).end

    def news(self, since: str) -> list[str]:
        """The keys of what everybody has heard since the last announcement of this key."""
        keys = [one.key for one in self.match.announcements_for(SPECTATOR)]
        return keys[len(keys) - keys[::-1].index(since) :]

    # -- what people are asked, and answer ----------------------------------------------------------------------------

    def clocks(self) -> dict[str, int | None]:
        """The clocks that run, and for how many seconds."""
        open_ = self.match.open_for(MIRROR)
        return {question.key: question.within for question in open_ if question.key != "foul"}

    def foul(self, *names: str, kind: str = "foul") -> None:
        """Each of these has fouled, in this order."""
        for name in names:
            question = next(one for one in self.match.open_for(MIRROR) if one.key == "foul")
            self.match.answer(question.number, MIRROR, [seat_of(name), kind])

    def may_foul(self) -> list[str]:
        """Against whom a foul can be called now."""
        choices = next((one.choices for one in self.match.open_for(MIRROR) if one.key == "foul"), ())
        return [name_of(seat) for seat, kind in choices if kind == "foul"]

    def may_be_sent_out(self) -> list[str]:
        """Who can be disqualified now."""
        choices = next((one.choices for one in self.match.open_for(MIRROR) if one.key == "foul"), ())
        return [name_of(seat) for seat, kind in choices if kind == "out"]

    # -- the day ------------------------------------------------------------------------------------------------------

    @property
    def speaker(self) -> str | None:
        """Who has the floor; everybody sees the same, and nobody else is asked to speak."""
        seat = self.view().speaker
        assert self._on_the_floor() == ([name_of(seat)] if seat else [])
        return name_of(seat) if seat else None

    def _on_the_floor(self) -> list[str]:
        return [name_of(one.seat) for one in self.match.open if one.key.endswith(".floor")]

    def nominates(self, name: str, nominee: str) -> None:
        self.answers(name, "speech.floor", nominee)

    def passes(self, name: str) -> None:
        """Thank you, village."""
        (key,) = [key for key in self.asked(name) if key.endswith(".floor")]
        self.answers(name, key, PASS)

    def speeches(self, **nominations: str) -> list[str]:
        """Everybody still to speak does so, nominates whom it is said, and gives the floor back. Who has spoken."""
        return self._speak("speech.floor", nominations)

    def defences(self) -> list[str]:
        """Those who are tied defend themselves. Who they were."""
        return self._speak("defence.floor", {})

    def final_words(self) -> list[str]:
        return self._speak("final.floor", {})

    def _speak(self, key: str, nominations: Mapping[str, str]) -> list[str]:
        spoken, left = [], dict(nominations)
        while speakers := self.asked_for(key):
            assert self.speaker == speakers[0]
            spoken.append(speakers[0])
            if speakers[0] in left:
                self.nominates(speakers[0], left.pop(speakers[0]))
            if self.asked_for(key)[:1] == speakers:
                self.passes(speakers[0])
        assert not left
        return spoken

    @property
    def standing(self) -> str | None:
        """For whom hands are raised now."""
        asked = [one for one in self.match.open if one.key == "vote.hand"]
        return name_of(asked[0].values["nominee"]) if asked and asked[0].values else None

    def vote(self, **hands: str) -> list[str]:
        """Nominee by nominee, these raise their hands for them and all others who still may do not. The nominees who
        were called, in order; the last of a vote is not called."""
        called = []
        while nominee := self.standing:
            called.append(nominee)
            self._raise("vote.hand", hands.get(nominee, "").split())
        assert set(hands) <= set(called), f"nobody was asked about {set(hands) - set(called)}"
        return called

    def all_of_them(self, hands: str) -> None:
        """The question whether all the tied leave: these say yes, the others no."""
        self._raise("vote.all", hands.split())

    def _raise(self, key: str, hands: Sequence[str]) -> None:
        voters = self.asked_for(key)
        assert set(hands) <= set(voters), f"{hands} of {voters} may vote"
        for name in voters:
            self.answers(name, key, YES if name in hands else NO)

    @property
    def board(self) -> dict[str, list[str]]:
        """The last count, nominee by nominee in the order of nomination."""
        return dict(self.public("vote.counted")[-1]["votes"])

    def quiet_day(self) -> None:
        """Everybody passes, and nobody is nominated."""
        self.speeches()
        assert self.phase == "night" or self.outcome

    def votes_out(self, name: str) -> None:
        """A day on which all vote for this one; they say their final word, and leave."""
        speakers = [one for one in self.alive if one != name]
        self.speeches(**{speakers[0]: name, speakers[1]: speakers[0]})
        if self.standing == name:
            self.vote(**{name: " ".join(self.asked_for("vote.hand"))})
        else:
            self.vote()
        self.final_words()
        assert name not in self.alive

    # -- the night ----------------------------------------------------------------------------------------------------

    def night(self, *, victim: str | Mapping[str, str] | None = None, **powers: str) -> None:
        """Play a night to the morning: the team points (all at one, or each by name), the cards do what is said."""
        assert self.phase == "night"
        self.points(victim)
        assert set(powers) <= {*POWERS, "suspect"}
        for power, target in powers.items():
            self.answers(self.asked_for(f"night.{power}")[0], f"night.{power}", target)
        self.time_passes("clock.night")

    def points(self, victim: str | Mapping[str, str] | None) -> None:
        """The team points, in the order given."""
        if isinstance(victim, str):
            victim = dict.fromkeys(self.asked_for("night.victim"), victim)
        for name, target in (victim or {}).items():
            self.answers(name, "night.victim", target)

    def killed(self) -> list[str]:
        """Who was found dead this morning."""
        return list(self.public("dawn.killed")[-1]["seats"])


def mafia(
    seats: int = 8,
    *,
    settings: Mapping[str, Any] | None = None,
    begun: bool = True,
    seed: str = "a test",
    begun_by: Callable[..., Match] = Match.start,
    **roles: str,
) -> MafiaPlay:
    """A table where these hold these cards and the others are citizens; when `begun`, seat 1 has the floor. With
    `begun_by=begun_before` an earlier version has begun it."""
    assert set(roles) <= set(NAMES[:seats])
    dealt = [roles.get(name, "citizen") for name in NAMES[:seats]]
    cast = {role: dealt.count(role) for role in dealt}
    options = MafiaOptions(**(dict(settings or {}) | {"casts": {seats: cast}}))
    chance = ScriptedChance({"deal.roles": dealt}, then=SealedChance(seed))
    game = MafiaPlay(begun_by(MAFIA_GAME, options, seats, chance))
    if begun:
        game.roles_are_delivered()
    return game
