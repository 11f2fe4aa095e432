"""How Three Chests is shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.engine.announcements import Announcement
from bot.engine.match import Entry
from bot.engine.questions import Question, Seat
from bot.games.three_chests.views import ChestView
from bot.ui.face import OpenFace
from bot.ui.panels import Button, Page, Panel, custom_id, token
from bot.ui.render_context import RenderContext
from cogs.three_chests.pictures import ChestsPicture


class ChestFace(OpenFace):
    """Guesses are made in front of everybody, the hiding is not."""

    game = "three_chests"
    open_acts = frozenset({"chest.guess"})
    keeps_place = False

    def is_quiet(self, said: Announcement) -> bool:
        return False

    def line(self, said: Announcement, view: ChestView, context: RenderContext) -> str:
        values: dict[str, Any] = {}
        if "seat" in said.values:
            values["seat"] = context.name(said.values["seat"])
        if isinstance(said.values.get("seats"), list):
            values["names"] = context.listed(said.values["seats"])
        if "chest" in said.values:
            values["chest"] = self._chest(said.values["chest"], context)
        return context.words.say(f"three_chests.{said.key}", **values)

    def _chest(self, chest: str, context: RenderContext) -> str:
        return context.words.say(f"three_chests.chest.{chest}")

    def is_public(self, question: Question, view: ChestView) -> bool:
        return question.key == "chest.guess"

    def board(self, view: ChestView, questions: Sequence[Question], context: RenderContext) -> tuple[Panel, ...]:
        head = Panel("\n".join((f"### {self.moment(view, context)}", *self._scores(view, context))))
        guesses = [question for question in questions if question.key == "chest.guess"]
        if not guesses:
            return (head,)
        row = self._buttons("o", guesses[0], context, (context.match, guesses[0].occasion))
        return (head, Panel(context.words.say("three_chests.ask.chest.guess"), (row,)))

    def _scores(self, view: ChestView, context: RenderContext) -> list[str]:
        return [
            context.words.say("three_chests.score", seat=context.name(seat), count=coins) for seat, coins in view.found
        ]

    def _buttons(
        self, kind: str, question: Question, context: RenderContext, place: tuple[Any, ...]
    ) -> tuple[Button, ...]:
        return tuple(
            Button(custom_id(kind, *place, token(chest)), self._chest(str(chest), context), "primary")
            for chest in question.choices
        )

    def panel(self, question: Question, view: ChestView, context: RenderContext) -> Panel:
        row = self._buttons("a", question, context, (context.match, context.checkpoint, question.number))
        return Panel(context.words.say(f"three_chests.ask.{question.key}"), (row,))

    def moment(self, view: ChestView, context: RenderContext) -> str:
        if view.hider is None:
            return context.words.say("three_chests.moment.over" if view.over else "three_chests.moment.between")
        return context.words.say("three_chests.moment.hides", seat=context.name(view.hider))

    def clocks(self, questions: Sequence[Question], view: ChestView, context: RenderContext) -> str:
        return ""

    def board_picture(self, view: ChestView, context: RenderContext) -> ChestsPicture:
        return ChestsPicture((self.moment(view, context), *self._scores(view, context)))

    def shows_picture(self, news: Sequence[Announcement], view: ChestView) -> bool:
        return any(said.key == "coin.hides" for said in news)

    def seat_picture(
        self, view: ChestView, questions: Sequence[Question], context: RenderContext
    ) -> ChestsPicture | None:
        if view.hidden is None:
            return None
        return ChestsPicture((self._coin(view, context),), view.hidden)

    def _coin(self, view: ChestView, context: RenderContext) -> str:
        return context.words.say("three_chests.coin.is_in", chest=self._chest(str(view.hidden), context))

    def seat(self, view: ChestView, context: RenderContext) -> Panel:
        own = [self._coin(view, context)] if view.hidden is not None else []
        return Panel("\n".join((f"### {self.moment(view, context)}", *self._scores(view, context), *own)))

    def answered(self, question: Question, value: Any, view: ChestView, context: RenderContext) -> str:
        return context.words.say("three_chests.done", chest=self._chest(str(value), context))

    def story(
        self, journal: Sequence[Entry], announcements: Sequence[Announcement], context: RenderContext
    ) -> list[str]:
        view: Any = None
        return [self.line(said, view, context) for said in announcements if said.is_public]

    def finale(self, view: ChestView, context: RenderContext) -> Page:
        best = max(coins for _, coins in view.found)
        winners: list[Seat] = [seat for seat, coins in view.found if coins == best]
        line = context.words.say("three_chests.chests.over", names=context.listed(winners))
        return Page(panels=(Panel("\n".join((f"# {line}", *self._scores(view, context)))),))
