"""How Three Chests is shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.engine.announcements import Announcement
from bot.engine.match import Entry
from bot.engine.questions import Question, Seat
from bot.games.three_chests.views import ChestView
from bot.ui.face import OpenFace, Setting
from bot.ui.panels import Button, Page, Panel, custom_id, token
from cogs.three_chests.pictures import ChestsPicture


class ChestFace(OpenFace):
    """Guesses are made in front of everybody, the hiding is not."""

    game = "three_chests"
    open_acts = frozenset({"chest.guess"})
    keeps_place = False

    def is_quiet(self, said: Announcement) -> bool:
        return False

    def line(self, said: Announcement, view: ChestView, setting: Setting) -> str:
        values: dict[str, Any] = {}
        if "seat" in said.values:
            values["seat"] = setting.name(said.values["seat"])
        if isinstance(said.values.get("seats"), list):
            values["names"] = setting.listed(said.values["seats"])
        if "chest" in said.values:
            values["chest"] = self._chest(said.values["chest"], setting)
        return setting.words.say(f"three_chests.{said.key}", **values)

    def _chest(self, chest: str, setting: Setting) -> str:
        return setting.words.say(f"three_chests.chest.{chest}")

    def is_public(self, question: Question, view: ChestView) -> bool:
        return question.key == "chest.guess"

    def board(self, view: ChestView, questions: Sequence[Question], setting: Setting) -> tuple[Panel, ...]:
        head = Panel("\n".join((f"### {self.moment(view, setting)}", *self._scores(view, setting))))
        guesses = [question for question in questions if question.key == "chest.guess"]
        if not guesses:
            return (head,)
        row = self._buttons("o", guesses[0], setting, (setting.match, guesses[0].occasion))
        return (head, Panel(setting.words.say("three_chests.ask.chest.guess"), (row,)))

    def _scores(self, view: ChestView, setting: Setting) -> list[str]:
        return [
            setting.words.say("three_chests.score", seat=setting.name(seat), count=coins) for seat, coins in view.found
        ]

    def _buttons(self, kind: str, question: Question, setting: Setting, place: tuple[Any, ...]) -> tuple[Button, ...]:
        return tuple(
            Button(custom_id(kind, *place, token(chest)), self._chest(str(chest), setting), "primary")
            for chest in question.choices
        )

    def panel(self, question: Question, view: ChestView, setting: Setting) -> Panel:
        row = self._buttons("a", question, setting, (setting.match, setting.checkpoint, question.number))
        return Panel(setting.words.say(f"three_chests.ask.{question.key}"), (row,))

    def moment(self, view: ChestView, setting: Setting) -> str:
        if view.hider is None:
            return setting.words.say("three_chests.moment.over" if view.over else "three_chests.moment.between")
        return setting.words.say("three_chests.moment.hides", seat=setting.name(view.hider))

    def clocks(self, questions: Sequence[Question], view: ChestView, setting: Setting) -> str:
        return ""

    def board_picture(self, view: ChestView, setting: Setting) -> ChestsPicture:
        return ChestsPicture((self.moment(view, setting), *self._scores(view, setting)))

    def shows_picture(self, news: Sequence[Announcement], view: ChestView) -> bool:
        return any(said.key == "coin.hides" for said in news)

    def seat_picture(self, view: ChestView, questions: Sequence[Question], setting: Setting) -> ChestsPicture | None:
        if view.hidden is None:
            return None
        return ChestsPicture((self._coin(view, setting),), view.hidden)

    def _coin(self, view: ChestView, setting: Setting) -> str:
        return setting.words.say("three_chests.coin.is_in", chest=self._chest(str(view.hidden), setting))

    def seat(self, view: ChestView, setting: Setting) -> Panel:
        own = [self._coin(view, setting)] if view.hidden is not None else []
        return Panel("\n".join((f"### {self.moment(view, setting)}", *self._scores(view, setting), *own)))

    def answered(self, question: Question, value: Any, view: ChestView, setting: Setting) -> str:
        return setting.words.say("three_chests.done", chest=self._chest(str(value), setting))

    def story(self, journal: Sequence[Entry], announcements: Sequence[Announcement], setting: Setting) -> list[str]:
        view: Any = None
        return [self.line(said, view, setting) for said in announcements if said.is_public]

    def finale(self, view: ChestView, setting: Setting) -> Page:
        best = max(coins for _, coins in view.found)
        winners: list[Seat] = [seat for seat, coins in view.found if coins == best]
        line = setting.words.say("three_chests.chests.over", names=setting.listed(winners))
        return Page(panels=(Panel("\n".join((f"# {line}", *self._scores(view, setting)))),))
