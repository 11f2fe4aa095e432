"""What both see of a game that is played where the bot is no member. Pure: made from what a bystander may see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.engine.announcements import SPECTATOR, Announcement
from bot.engine.questions import Seat
from bot.matches.snapshot import MatchSnapshot
from bot.ui.face import Face
from bot.ui.panels import TINT, Button, Page, Panel, custom_id
from bot.ui.recap_files import recap_name
from bot.ui.render_context import RenderContext
from bot.ui.stage.broken_off import is_broken_off
from bot.ui.stage.controls import my_seat_button, shown, with_buttons
from bot.ui.stage.questions import public_questions
from bot.ui.wording import Wording

AGAIN = "duelagain"
"""Kind of the button with which another game is asked for."""
END = "duelend"
"""Kind of the buttons with which one of the two ends a game."""


class AnywherePages:
    """The public pages of such games. `words` is the language in which their people were asked to play."""

    def __init__(self, faces: Mapping[str, Face]) -> None:
        self._faces = faces

    def face(self, match: MatchSnapshot) -> Face:
        return self._faces[match.row.game]

    def awaited(self, match: MatchSnapshot) -> tuple[Seat, ...]:
        """The seats whose answer everybody knows to be waited for."""
        face = self.face(match)
        asked = [question.seat for question in public_questions(match, face) if question.seat > 0]
        return () if match.over else tuple(asked) or face.awaited(match.view(SPECTATOR))

    def told(self, match: MatchSnapshot, news: Sequence[Announcement], words: Wording) -> list[str]:
        """The news in words."""
        face, view, context = self.face(match), match.view(SPECTATOR), RenderContext.of(match, words)
        lines = (face.line(one, view, context) for one in news if not face.is_quiet(one))
        return [line for line in lines if line]

    def page(self, match: MatchSnapshot, lines: Sequence[str], words: Wording) -> Page:
        """The public message as it stands: these lines, the board, and who is waited for; or how the game ended."""
        if match.over:
            return self._end(match, lines, words)
        context = RenderContext.of(match, words)
        face, view = self.face(match), match.view(SPECTATOR)
        panels = with_buttons(
            face.board(view, public_questions(match, face), context), (my_seat_button(match.id, words),)
        )
        called = " ".join(f"<@{match.seats[seat].user_id}>" for seat in self.awaited(match))
        asked = [words.say("anywhere.turn", called=called)] if called else []
        pictures = shown(face.board_picture(view, context), words)
        return Page(panels=panels, lines=(*lines, *asked), tint=TINT, pictures=pictures)

    def _end(self, match: MatchSnapshot, lines: Sequence[str], words: Wording) -> Page:
        face, view, context = self.face(match), match.view(SPECTATOR), RenderContext.of(match, words)
        if is_broken_off(match):
            told = [f"### {words.say('stage.over')}", words.say("anywhere.ended"), *face.stood(view, context)]
            ended = Page(panels=(Panel("\n".join(told)),))
        else:
            ended = face.finale(view, context)
        buttons = (
            Button(custom_id(AGAIN, match.id), words.say("button.rematch"), "success", "🔁"),
            Button(custom_id("story", match.id, 0), words.say("button.story"), "primary", "📖"),
        )
        sealed = Panel(words.say("stage.sealed", story=words.say("button.story")), (buttons,))
        pictures = () if is_broken_off(match) else shown(face.board_picture(view, context), words)
        return Page(
            panels=(*ended.panels, sealed),
            lines=(*lines, *ended.lines),
            tint=TINT,
            pictures=pictures,
            files=(recap_name(match.id),),
        )


def end_button(match_id: int, words: Wording) -> Button:
    """The way out of such a game: it asks once."""
    return Button(custom_id(END, match_id), words.say("anywhere.end"), "secondary")
