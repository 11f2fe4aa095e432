"""The test language of the village: it is dealt by name, and tests talk about players, questions, answers and news.

    game = village(ann="murderer", ben="sheriff")      # ann sits at seat 1, ben at 2; everybody else is a villager
    game.answers("ben", "night.investigate", "ann")
    game.night(victim="cat")                           # the rest lets the clocks run out
    assert game.told("ben", "night.verdict") == [{"suspect": "ann", "guilty": True}]

With bonus cards it is `enchanted`, where these hold these bonus cards, and the rest duds:

    game = enchanted(9, {"ben": "sleep", "cat": "magician"}, deck=("deflection",), ann="murderer")
    game.whole_night(victim="dan")
    game.answers("ben", "day.cast_sleep", "eve")
    game.spells_land()

Only the cards named are in the deck, those of `deck` too although nobody need hold them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot.engine.announcements import Announcement
from bot.engine.chance import ScriptedChance, SealedChance
from bot.engine.match import Match
from bot.engine.questions import Value
from bot.games import GAMES
from bot.games.village.cards import RUMPLESTILTSKIN_NAMES
from bot.games.village.options import VillageOptions, bonus_deck
from bot.games.village.views import VillageView
from language.any_game import NAMES, Heard, Play, name_of, names_of, seat_of

NIGHT_POWERS = {
    "investigate": "night.investigate",
    "protect": "night.protect",
    "assassinate": "night.assassinate",
    "mute": "night.mute",
}


class VillagePlay(Play):
    """A village match, spoken to by name."""

    SEAT_FIELDS = ("seat", "by", "nominee", "victim", "suspect", "burned", "picked")
    SEATS_FIELDS = ("again", "nominees")

    # -- what people see ----------------------------------------------------------------------------------------------

    def reads(self, said: Announcement) -> Heard:
        key, values = super().reads(said)
        if "polls" in values:
            values["polls"] = {name_of(nominee): names_of(votes) for nominee, votes in values["polls"]}
        return key, values

    @property
    def alive(self) -> list[str]:
        return [name_of(player.seat) for player in self.view("bystander").players if player.alive]

    def view(self, name: str = "bystander") -> VillageView:
        view = self.match.view(seat_of(name))
        assert isinstance(view, VillageView)
        return view

    def role(self, name: str) -> str:
        """The card this player sees in their own hand."""
        role = self.view(name).role
        assert role is not None
        return role

    def dawn(self) -> list[Heard]:
        """What was announced since the last dawn broke."""
        heard = self.public()
        last = max(place for place, (key, _) in enumerate(heard) if key == "dawn.breaks")
        return [said for said in heard[last + 1 :] if said[0].startswith("dawn.")]

    def untouched(self, *names: str) -> None:
        """Nothing has happened to these bystanders, and they know nothing but their card."""
        for name in names:
            me = self.view("bystander").player(seat_of(name))
            assert me.alive
            assert me.speech == "free"
            assert me.end is None
            assert not self.view(name).spent
            assert self.view(name).learnt == ()
            assert [key for key in self.secrets(name) if key not in ("role.dealt", "role.team")] == []

    # -- a night ------------------------------------------------------------------------------------------------------

    def night(
        self,
        *,
        victim: str | None = None,
        murder: str | None = None,
        jinx: str | None = None,
        toad: str | None = None,
        watch: str | None = None,
        peek: bool = False,
        heal: str | None = None,
        shot: str | None = None,
        **powers: str | None,
    ) -> None:
        """Play a night to its dawn. Whoever is not named does nothing; `powers` are keys of NIGHT_POWERS."""
        assert self.phase == "night"
        self.panels(victim=victim, murder=murder, jinx=jinx, toad=toad, watch=watch, peek=peek, **powers)
        self.rest_of_night(heal=heal, shot=shot)

    def panels(
        self,
        *,
        victim: str | None = None,
        murder: str | None = None,
        jinx: str | None = None,
        toad: str | None = None,
        watch: str | None = None,
        peek: bool = False,
        **powers: str | None,
    ) -> None:
        """Answer the night's first panels and let their clock run out."""
        if victim is not None:
            while team := self.asked_for("night.victim"):
                self.answers(team[0], "night.victim", victim)
        for key, target in (
            ("night.murder", murder),
            ("night.jinx", jinx),
            ("night.toad", toad),
            ("night.watch", watch),
        ):
            if target is not None:
                self.answers(self.asked_for(key)[0], key, target)
        if peek:
            self.answers(self.asked_for("night.peek")[0], "night.peek", "peek")
        for power, target in powers.items():
            if target is not None:
                self.answers(self.asked_for(NIGHT_POWERS[power])[0], NIGHT_POWERS[power], target)
        self.time_passes("clock.night")

    def rest_of_night(self, *, heal: str | None = None, shot: str | None = None) -> None:
        """The hour of healing and the last shot, to the dawn."""
        if heal is not None:
            self.answers(self.asked_for("night.heal")[0], "night.heal", heal)
        if "clock.healing" in self.clocks():
            self.time_passes("clock.healing")
        if shot is not None:
            self.answers(self.asked_for("huntsman.shot")[0], "huntsman.shot", shot)
        while "clock.huntsman" in self.clocks():
            self.time_passes("clock.huntsman")

    # -- a day --------------------------------------------------------------------------------------------------------

    def nominates(self, name: str, nominee: str, reason: str | None = None) -> None:
        self.answers(name, "day.call", [nominee, reason])

    def calls_the_vote(self) -> None:
        """Just enough of those who may call the vote do so."""
        while callers := self.asked_for("day.call"):
            self.answers(callers[0], "day.call", ["ready", None])

    def votes(self, *names: str) -> None:
        """These vote to burn the nominee whose poll is open."""
        for name in names:
            self.answers(name, "day.vote", "burn")

    def poll_closes(self) -> None:
        """Time to vote is up, and nobody has last words."""
        self.time_passes("clock.vote")
        self.nobody_speaks()

    def nobody_speaks(self) -> None:
        """The nominee's time for last words passes."""
        for name in self.asked_for("day.last_words"):
            self.lets_pass(name, "day.last_words")

    def stands(self, *nominees: str) -> None:
        """These are nominated, in this order, each by somebody else, and the vote is called."""
        for nominator, nominee in zip(self.asked_for("day.call"), nominees, strict=False):
            self.nominates(nominator, nominee)
        self.calls_the_vote()

    def burns(self, nominee: str) -> None:
        """A whole day: this player alone is nominated and everybody votes to burn them, as far as it takes."""
        self.stands(nominee)
        self.nobody_speaks()
        while voters := self.asked_for("day.vote"):
            self.answers(voters[0], "day.vote", "burn")

    def nobody_burns(self) -> None:
        """The day clock runs out."""
        self.time_passes("clock.day")

    def night_has_fallen(self, night: int) -> bool:
        """A new night is open and everybody living has a panel."""
        return self.view("bystander").night == night and self.phase == "night" and self._all_asked("night.")

    def day_is_open(self) -> bool:
        """The day is open: whoever may speak is asked to nominate, and the clocks run."""
        return self.phase == "day" and "clock.day" in self.clocks() and bool(self.asked_for("day.call"))

    def _all_asked(self, prefix: str) -> bool:
        return all(any(key.startswith(prefix) for key in self.asked(name)) for name in self.alive)


# -- setting a table --------------------------------------------------------------------------------------------------


def village(
    seats: int = 8,
    *,
    settings: Mapping[str, Any] | None = None,
    chance: Mapping[str, Value] | None = None,
    begun: bool = True,
    begun_by: Callable[..., Match] = Match.start,
    **roles: str,
) -> VillagePlay:
    """A table where these hold these cards and the others are villagers; when `begun`, the first night has fallen. With
    `begun_by=begun_before` an earlier version has begun it."""
    dealt = [roles.get(name, "villager") for name in NAMES[:seats]]
    assert set(roles) <= set(NAMES[:seats])
    pack = [role for role in dealt if role in RUMPLESTILTSKIN_NAMES]
    cast = {role: dealt.count(role) for role in dealt if role not in RUMPLESTILTSKIN_NAMES}
    cast = {"rumplestiltskin": len(pack), "villager": 0} | cast
    options = VillageOptions(**({"introductions": False} | dict(settings or {}) | {"casts": {seats: cast}}))
    script: dict[str, Value] = {
        "deal.cards": [*pack, *(name for name in RUMPLESTILTSKIN_NAMES if name not in pack)],
        "deal.roles": dealt,
        **(chance or {}),
    }
    game = VillagePlay(begun_by(GAMES["village"], options, seats, ScriptedChance(script, then=SealedChance("a test"))))
    if begun:
        game.roles_are_delivered()
    return game


# -- the bonus cards --------------------------------------------------------------------------------------------------


class Enchanted(VillagePlay):
    """A village with a bonus deck."""

    def untouched(self, *names: str) -> None:
        """Nothing has happened to these bystanders, and they know nothing but their two cards."""
        for name in names:
            me = self.view("bystander").player(seat_of(name))
            assert (me.alive, me.speech, me.end) == (True, "free", None)
            assert me.votes == (2 if me.trait == "hero" else 1)
            view = self.view(name)
            assert (view.spent, view.bonus_spent, view.learnt) == (False, False, ())
            assert set(self.secrets(name)) <= {"role.dealt", "role.team", "bonus.dealt"}

    # -- the night ----------------------------------------------------------------------------------------------------

    def hearts(self, beloved: Mapping[str, str] | None = None, crush: Mapping[str, str] | None = None) -> None:
        """The hours of hearts of the first night."""
        for key, clock, chosen in (
            ("night.beloved", "clock.lovers", beloved or {}),
            ("night.crush", "clock.third_wheel", crush or {}),
        ):
            for name, other in chosen.items():
                self.answers(name, key, other)
            if clock in self.clocks():
                self.time_passes(clock)

    def whole_night(
        self,
        *,
        heal: str | None = None,
        resurrect: str | None = None,
        shot: str | None = None,
        sacrifice: str | None = None,
        **panels: Any,
    ) -> None:
        """A night to its dawn; whoever is not named does nothing."""
        assert self.phase == "night"
        self.hearts()
        if sacrifice is not None:
            self.answers(sacrifice, "night.sacrifice", "sacrifice")
        self.panels(**panels)
        for key, clock, target in (
            ("night.heal", "clock.healing", heal),
            ("night.resurrect", "clock.resurrection", resurrect),
        ):
            if target is not None:
                self.answers(self.asked_for(key)[0], key, target)
            if clock in self.clocks():
                self.time_passes(clock)
        if shot is not None:
            self.answers(self.asked_for("huntsman.shot")[0], "huntsman.shot", shot)
        while "clock.huntsman" in self.clocks():
            self.time_passes("clock.huntsman")

    # -- the day ------------------------------------------------------------------------------------------------------

    def step_of_flight(self) -> None:
        """One step of the first spell that flies."""
        self.time_passes("clock.redirect")

    def spells_land(self) -> int:
        """Every spell in the air finds its way, untouched from now on; how many steps that took."""
        steps = 0
        while "clock.redirect" in self.clocks():
            self.step_of_flight()
            steps += 1
        return steps

    def sleeps(self, target: str, by: str = "ben") -> None:
        """This caster sends this one to sleep, and nobody turns the spell aside."""
        self.answers(by, "day.cast_sleep", target)
        self.spells_land()
        assert self.speech(target) == "asleep"

    def fouls(self, actor: str, *callers: str) -> None:
        for caller in callers:
            self.answers(caller, "day.foul", actor)

    def speech(self, name: str) -> str:
        return self.view("bystander").player(seat_of(name)).speech

    def end(self, name: str) -> str | None:
        return self.view("bystander").player(seat_of(name)).end

    def shown(self, name: str) -> str | None:
        """The role everybody may see."""
        return self.view("bystander").player(seat_of(name)).role

    def ballot(self) -> dict[str, Any]:
        """The last ballot that was counted."""
        values: dict[str, Any] = self.public("day.counted")[-1]
        return values

    def majority(self) -> int:
        """What it takes on the ballot that is open."""
        return self.view("bystander").ballots[-1].majority

    def next_day(self, **night: Any) -> None:
        """Nobody burns, and a night passes."""
        self.nobody_burns()
        self.whole_night(**night)


def enchanted(
    seats: int = 9,
    cards: Mapping[str, str] | None = None,
    *,
    deck: Sequence[str] = (),
    settings: Mapping[str, Any] | None = None,
    chance: Mapping[str, Value] | None = None,
    redrawn: bool = True,
    begun_by: Callable[..., Match] = Match.start,
    **roles: str,
) -> Enchanted:
    """A table where these hold these bonus cards; when `redrawn`, nobody did and the first night has fallen."""
    held = cards or {}
    assert set(held) <= set(NAMES[:seats])
    bonus = (*held.values(), *deck)
    left = dict(bonus_deck(tuple(dict.fromkeys(card for card in bonus if card != "dud")), seats))
    dealt = [held.get(name, "dud") for name in NAMES[:seats]]
    for card in dealt:
        left[card] -= 1
    assert min(left.values()) >= 0, f"there are not enough of {[card for card, count in left.items() if count < 0]}"
    rest = [card for card, count in left.items() for _ in range(count)]
    table = village(
        seats,
        settings={"bonus": tuple(card for card in bonus if card != "dud"), **dict(settings or {})},
        chance={"bonus.deal": [*dealt, *rest], **dict(chance or {})},
        begun=False,
        begun_by=begun_by,
        **({"ann": "murderer"} | roles),
    )
    game = Enchanted(table.match)
    game.roles_are_delivered()
    if redrawn:
        game.time_passes("clock.redraw")
    return game


def morning(*arguments: Any, night: Mapping[str, Any] | None = None, **details: Any) -> Enchanted:
    """The first day; the night took nobody, unless `night` says otherwise."""
    game = enchanted(*arguments, **details)
    game.whole_night(**dict(night or {}))
    assert game.day_is_open()
    return game


def clocks_of(match: Match) -> list[tuple[str, int | None]]:
    """Every clock that runs, as anybody could time it."""
    return [(question.key, question.within) for question in match.open if question.key.startswith("clock.")]
