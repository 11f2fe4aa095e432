"""What somebody sees whose role set was changed by somebody else while they worked on it."""

from __future__ import annotations

from bot.matches.drafts import Draft
from bot.matches.rolesets import Broken, Offered
from bot.ui.option_changes import changes
from bot.ui.option_words import set_title
from bot.ui.panels import Button, Page, Panel
from bot.ui.role_set_pages import CHANGES_ROOM, TINT, control, within
from bot.ui.wording import Wording

OVER = "over"
NEW = "-"
"""In place of the time of a save: there is nothing to save over any more."""


def conflict_page(words: Wording, draft: Draft, theirs: Offered | Broken | None) -> Page:
    """What they changed, what the draft would change then, and the ways to go on. `theirs` is None when it is gone."""
    name = set_title(words, draft.game, draft.name)
    if theirs is None:
        anew = (_over(words, draft, NEW, "roleset.button.save_new"), _drop(words, draft))
        return Page((Panel(words.say("roleset.conflict.gone", name=name), (anew,)),), tint=TINT)
    head = Panel(f"## {name}\n{words.say('roleset.conflict')}")
    row = (
        _over(words, draft, theirs.saved_ms, "roleset.button.save_over"),
        Button(control(draft.game, draft.id, "look"), words.say("roleset.button.look")),
        Button(control(draft.game, draft.id, "theirs"), words.say("roleset.button.theirs")),
        _drop(words, draft),
    )
    mine, _ = draft.check()
    if isinstance(theirs, Broken) or mine is None:
        return Page((head, Panel(words.say("roleset.conflict.unreadable"), (row,))), tint=TINT)
    lists = (
        ("roleset.conflict.theirs", changes(words, draft.game, draft.base, theirs.options)),
        ("roleset.conflict.mine", changes(words, draft.game, theirs.options, mine)),
    )
    told = [_list(words, key, lines) for key, lines in lists]
    return Page((head, Panel(told[0]), Panel(told[1], (row,))), tint=TINT)


def _list(words: Wording, key: str, lines: list[str]) -> str:
    return f"### {words.say(key)}\n" + within(words, lines or [words.say("roleset.changed.nothing")], CHANGES_ROOM // 2)


def _over(words: Wording, draft: Draft, saved: int | str | None, label: str) -> Button:
    return Button(control(draft.game, draft.id, OVER, saved), words.say(label), "danger")


def _drop(words: Wording, draft: Draft) -> Button:
    return Button(control(draft.game, draft.id, "drop"), words.say("roleset.button.drop"))
