"""Whose floor it is: the speaker's controls, and what everybody else is told who presses them."""

from __future__ import annotations

from dataclasses import replace

from bot.engine.questions import Question, Seat
from bot.games.mafia.values import PASS
from bot.games.mafia.views import MafiaView
from bot.matches.errors import Refused
from bot.ui.panels import Button, Menu, MenuOption, custom_id, token
from bot.ui.render_context import RenderContext
from cogs.mafia.order import TellsOrder, speakers


class GivesFloor(TellsOrder):
    """What the face of the city offers to who has the floor."""

    def whose_floor(self, view: MafiaView, context: RenderContext) -> str:
        assert view.speaker is not None
        key = "board.floor" if view.floor_seconds else "board.floor.mute"
        return self.words(context, key, name=context.name(view.speaker))

    def floor_rows(
        self, question: Question, view: MafiaView, context: RenderContext
    ) -> tuple[tuple[Button, ...] | Menu, ...]:
        """The speaker's controls. On the board everybody sees them, so each bears the speaker's name there; each press
        finds the question of who presses. A computer player presses nothing, and there are none for it."""
        is_own = view.seat == question.seat
        if not is_own and question.seat in context.computers:
            return ()
        place = (context.match, question.occasion)
        label = self.choice(question, PASS, context) if is_own else self._of_speaker("finished", question, context)
        pass_row: tuple[Button, ...] = (Button(custom_id("o", *place, PASS), label, "primary"),)
        if question.says is not None:
            say = self.claim_button(question, context)
            say = say if is_own else replace(say, label=self._of_speaker("says", question, context))
            pass_row = (say, *pass_row)
        named_by = {by for day, by, _ in view.nominations if day == view.day}
        if question.key != "speech.floor" or question.seat in named_by:
            return (pass_row,)
        # Not the question's own choices: they leave out who has an alibi, and that is nobody's business before a try.
        standing = {nominee for day, _, nominee in view.nominations if day == view.day}
        options = tuple(
            MenuOption(token(player.seat), context.labels[player.seat])
            for player in view.players
            if player.alive and player.seat not in standing
        )
        if not options:
            return (pass_row,)
        whose = context.words.say("board.nominate.of", name=context.labels[question.seat])
        placeholder = self.words(context, "board.nominate") if is_own else whose
        return (Menu(custom_id("os", *place), placeholder, options), pass_row)

    def _of_speaker(self, deed: str, question: Question, context: RenderContext) -> str:
        """What a control on the board says: whose it is, and what it does."""
        return self.words(context, f"board.of.{deed}", name=context.labels[question.seat])

    def not_yours(self, question: Question, view: MafiaView, seat: Seat) -> Refused | None:
        """To whoever presses what belongs to the speaker: when their own speech is, or that they have had it."""
        if view.phase != "speeches":
            return None
        order, now = speakers(view)
        place = next((place for place, player in enumerate(order) if player.seat == seat), now)
        if place < now:
            return Refused("not_asked.floor.spoken")
        return Refused("not_asked.floor.to_speak", count=place - now) if place > now else None

    def has_no_vote_for(self, question: Question) -> Refused | None:
        """Each has one vote, and it was for somebody before."""
        return Refused("vote_used") if question.key == "vote.hand" else None
