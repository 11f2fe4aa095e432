"""The messages with which players agree on a pause, and on going on before its end. Pure: a match -> a page."""

from __future__ import annotations

from collections.abc import Sequence

from bot.matches.snapshot import MatchSnapshot
from bot.ui.panels import TINT, Button, Page, Panel, custom_id
from bot.ui.wording import Wording, plain
from cogs.pauses.ids import written, written_people


def proposal_page(match: MatchSnapshot, until_s: int, agreed: Sequence[int], words: Wording) -> Page:
    """Somebody would like to pause until then; these people have agreed, the first of them proposed it."""
    text = [
        words.say("pause.asked", name=names(match, agreed[:1]), when=until_s),
        words.say("pause.agreed", names=names(match, agreed)),
    ]
    until, who = written(until_s), written_people(agreed)
    buttons = (
        Button(custom_id("agree", match.id, until, who), words.say("pause.agree"), "success", "💤"),
        Button(custom_id("stay", match.id, until), words.say("pause.stay")),
    )
    return Page(panels=(Panel("\n".join(text), (buttons,)),), tint=TINT)


def wish_page(match: MatchSnapshot, since_ms: int, agreed: Sequence[int], words: Wording) -> Page:
    """Somebody would like to go on now with what has been paused since then."""
    text = [
        words.say("wake.asked", name=names(match, agreed[:1])),
        words.say("pause.agreed", names=names(match, agreed)),
    ]
    go_on = custom_id("wake", match.id, written(since_ms), written_people(agreed))
    button = Button(go_on, words.say("button.go_on_now"), "success", "☀️")
    return Page(panels=(Panel("\n".join(text), ((button,),)),), tint=TINT)


def sentence_page(sentence: str) -> Page:
    return Page(panels=(), lines=(sentence,))


def names(match: MatchSnapshot, people: Sequence[int]) -> str:
    """These people, in the order of their seats."""
    return ", ".join(f"**{plain(row.name)}**" for row in match.seats.values() if row.user_id in people)
