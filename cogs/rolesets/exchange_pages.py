"""What somebody sees who takes a role set away, or brings one."""

from __future__ import annotations

from bot.engine.rulebook import Game
from bot.matches.drafts import Draft
from bot.matches.option_fields import casts_field
from bot.matches.role_set_files import Found
from bot.matches.rolesets import Broken, Offered
from bot.ui.game_words import game_title
from bot.ui.option_changes import changes
from bot.ui.option_words import cast_lines, option_title, set_title
from bot.ui.panels import Button, Page, Panel
from bot.ui.role_set_pages import CHANGES_ROOM, NO_DRAFT, TINT, control, fault_lines, options_lines, within
from bot.ui.wording import Wording

CASTS_ROOM = 5
"""Lines of a phone for the roles of a set, beside its options."""


def export_page(words: Wording, game: Game, name: str, code: str, files: tuple[str, ...]) -> Page:
    """The code to copy, the attached files, and where the rules of such files stand."""
    lines = [
        f"## {set_title(words, game, name)}",
        f"-# {game_title(words, game.name)}",
        words.say("roleset.export.code"),
        f"```\n{code}\n```",
        words.say("roleset.export.files"),
    ]
    row = (Button(control(game, NO_DRAFT, "schema"), words.say("roleset.button.schema")),)
    return Page((Panel("\n".join(lines), (row,)),), tint=TINT, files=files)


def preview_page(words: Wording, draft: Draft, found: Found, there: Offered | Broken | None) -> Page:
    """What an import would save: its faults, or the set in words and what it would change here."""
    game = draft.game
    head = [
        f"## {set_title(words, game, draft.name)}",
        f"-# {game_title(words, game.name)} · {words.say('roleset.unsaved')}",
    ]
    if found.faults:
        head += fault_lines(words, game, list(found.faults), "roleset.import.faults")
        mend = Panel(words.say("roleset.import.mend"), (_row(words, draft, is_sound=False),))
        return Page((Panel("\n".join(head)), mend), tint=TINT)
    head.append(words.say("roleset.sound"))
    if there is not None:
        head.append(words.say("roleset.import.replaces"))
    panels = [Panel("\n".join(head)), *_told(words, game, found, there)]
    return Page((*panels, Panel(words.say("roleset.import.sure"), (_row(words, draft, is_sound=True),))), tint=TINT)


def _told(words: Wording, game: Game, found: Found, there: Offered | Broken | None) -> list[Panel]:
    if isinstance(there, Offered):
        lines = changes(words, game, there.options, found.options) or [words.say("roleset.changed.nothing")]
        return [Panel(f"### {words.say('roleset.import.would')}\n{within(words, lines, CHANGES_ROOM)}")]
    panels = []
    field = casts_field(game.options)
    if field is not None:
        lines = cast_lines(words, game, getattr(found.options, field.name))
        panels.append(Panel(f"### {option_title(words, game, field)}\n{within(words, lines, CASTS_ROOM)}"))
    return [*panels, Panel(within(words, options_lines(words, game, found.options), CHANGES_ROOM))]


def _row(words: Wording, draft: Draft, *, is_sound: bool) -> tuple[Button, ...]:
    label = words.say("roleset.button.change" if is_sound else "roleset.button.mend")
    look = Button(control(draft.game, draft.id, "look"), label)
    drop = Button(control(draft.game, draft.id, "drop"), words.say("roleset.button.drop"))
    if not is_sound:
        return (look, drop)
    return (Button(control(draft.game, draft.id, "save"), words.say("roleset.button.save"), "success"), look, drop)
