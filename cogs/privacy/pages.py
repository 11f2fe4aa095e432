"""What somebody reads about what is kept of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.ui.panels import TINT, Button, Page, Panel, custom_id
from bot.ui.second_thoughts import no_button
from bot.ui.wording import Wording

KIND = "privacy"


def kept_page(words: Wording, counted: Mapping[str, int]) -> Page:
    """What is kept of the reader, by kind, and what they can do about it."""
    lines = [f"- {words.say(f'privacy.kept.{name}', count=count)}" for name, count in counted.items()]
    text = "\n".join(
        (
            f"## {words.say('privacy.title')}",
            words.say("privacy.kept" if lines else "privacy.nothing"),
            *lines,
            "",
            words.say("privacy.never"),
        )
    )
    file = Button(custom_id(KIND, "file"), words.say("privacy.button.file"), "primary")
    forget = Button(custom_id(KIND, "forget"), words.say("privacy.button.forget"))
    return Page((Panel(text, ((file, forget),)),), tint=TINT)


def question_page(words: Wording) -> Page:
    """What forgetting does, and the question whether it is wanted."""
    text = f"## {words.say('privacy.forget.title')}\n{words.say('privacy.forget.about')}"
    forget = Button(custom_id(KIND, "yes"), words.say("privacy.button.yes"), "danger")
    return Page((Panel(text, ((forget, no_button(words)),)),), tint=TINT)


def still_here_page(words: Wording, matches: Sequence[int], lobbies: Sequence[int]) -> Page:
    """Where somebody still belongs, and how they get away from there."""
    tables = [words.say("privacy.still_here.table", number=one) for one in matches]
    waiting = [words.say("privacy.still_here.lobby", number=one) for one in lobbies]
    where = "\n".join(f"- {one}" for one in (*tables, *waiting))
    return Page((Panel(f"{words.say('privacy.still_here')}\n{where}"),), tint=TINT)
