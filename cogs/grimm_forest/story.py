"""The whole game read aloud when it is over: round by round, with what nobody could see."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.engine.announcements import Announcement
from bot.ui.face import Setting
from cogs.grimm_forest import words as cards
from cogs.grimm_forest.words import say

PASSED_OVER = frozenset(
    {
        "cards.choose", "cards.chosen", "round.begins", "fable.acts", "special.used", "section.built", "build.turn",
        "build.done", "build.undone", "friend.lost", "roar.runs",
    }
)  # fmt: skip
"""Told as headings, or by the line that sums the phase up; what was undone did not happen."""
IN_THE_SUM = frozenset({"build", "gather"})
"""Reasons of gains that a phase's last line tells."""


def story(announcements: Sequence[Announcement], setting: Setting) -> list[str]:
    """A paragraph for the beginning, each round, and the end."""
    paragraphs = [[f"## {say(setting, 'story.title')}"]]
    for said in announcements:
        if said.key == "round.begins":
            heading = say(setting, "story.round", round=said.values["round"])
            paragraphs.append([f"### {heading} · {setting.name(said.values['starter'])}"])
        paragraphs[-1] += _lines(said, setting)
    return ["\n".join(lines) for lines in paragraphs]


def _lines(said: Announcement, setting: Setting) -> Iterator[str]:
    """What everybody heard, or what one seat alone was told."""
    if said.key in PASSED_OVER or said.values.get("why") in IN_THE_SUM:
        return
    if said.key == "game.over":
        yield f"{winners(said.values['winners'], setting)} {say(setting, 'end.' + said.values['reason'])}"
        return
    line = cards.told(said, setting)
    if not line:
        return
    if said.is_public:
        yield f"• {line}"
    else:
        assert said.audience != "everyone"
        yield f"• 🤫 {setting.listed(said.audience)}: {line}"


def winners(seats: Sequence[int], setting: Setting) -> str:
    """Who has won, at the end."""
    return say(setting, "over.won" if len(seats) == 1 else "over.shared", names=setting.listed(seats))
