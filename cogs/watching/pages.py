"""What guests are shown of a match: what is public, and where the table lets them, what the dead may see. Pure."""

from __future__ import annotations

from bot.engine.announcements import SPECTATOR
from bot.matches.onlookers import gone_for_good
from bot.matches.snapshot import MatchSnapshot
from bot.ui.face import Face
from bot.ui.game_words import game_title
from bot.ui.panels import TINT, Button, Page, Panel, custom_id
from bot.ui.render_context import RenderContext
from bot.ui.stage.controls import WATCH, shown, text_button
from bot.ui.stage.questions import public_questions
from bot.ui.wording import Wording

ASK, YES = "ask", "yes"


def watching_page(match: MatchSnapshot, face: Face, words: Wording, *, offered: bool, sees_all: bool) -> Page:
    """The board as everybody may see it, without its controls.

    offered   whether this person may choose to see more; sees_all: whether they have chosen it
    """
    context, view = RenderContext.of(match, words), match.view(SPECTATOR)
    pictures = shown(face.board_picture(view, context), words)
    board = (panel.beside(pictures) for panel in face.board(view, public_questions(match, face), context))
    texts = [words.say("watch.title", game=game_title(words, match.row.game), number=match.id)]
    texts += [text for text in board if text]
    if sees_all:
        texts.append(_what_the_dead_see(match, face, context))
    buttons = [Button(custom_id(WATCH, match.id), words.say("watch.again"), "secondary", "🔄")]
    if pictures:
        buttons.append(text_button(match.id, words))
    if offered:
        buttons.append(Button(custom_id(WATCH, match.id, ASK), words.say("watch.all"), "secondary", "👻"))
    panels = [Panel(text) for text in texts[:-1]]
    return Page(panels=(*panels, Panel(texts[-1], (tuple(buttons),))), tint=TINT, pictures=pictures)


def _what_the_dead_see(match: MatchSnapshot, face: Face, context: RenderContext) -> str:
    """Only what every one of the dead knows: nothing that one of them has learnt alone."""
    dead = [match.view(seat) for seat in gone_for_good(match)]
    if not dead:
        return context.words.say("watch.not_now")
    return f"{context.words.say('watch.cards')}\n{face.agreed_cards(dead, match.view(SPECTATOR), context)}"


def asking_page(match: MatchSnapshot, words: Wording) -> Page:
    """What it means to see all; nothing has happened until the button."""
    yes = Button(custom_id(WATCH, match.id, YES), words.say("watch.yes"), "danger", "👻")
    no = Button(custom_id(WATCH, match.id), words.say("watch.no"))
    return Page(panels=(Panel(words.say("watch.ask"), ((yes, no),)),), tint=TINT)


def over_page(match: MatchSnapshot, words: Wording) -> Page:
    """The game is over: there is nothing to watch any more, but a story to read."""
    story = Button(custom_id("story", match.id, 0), words.say("button.story"), "primary", "📖")
    return Page(panels=(Panel(words.say("watch.over"), ((story,),)),), tint=TINT)
