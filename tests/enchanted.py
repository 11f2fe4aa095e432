"""The test language of the bonus cards: a village of `playing` where these hold these bonus cards, and the rest duds.

    game = enchanted(9, {"ben": "sleep", "cat": "magician"}, deck=("deflection",), ann="murderer")
    game.whole_night(victim="dan")
    game.answers("ben", "day.cast_sleep", "eve")
    game.spells_land()

Only the cards named are in the deck, those of `deck` too although nobody need hold them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from playing import NAMES, Play, seat_of, village

from bot.engine.match import Match
from bot.engine.questions import Value
from bot.games.village.options import bonus_deck


class Enchanted(Play):
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
