"""The story of a village that is over, night by night: every secret act, and what was said at dawn and by day."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from bot.engine.announcements import Announcement
from bot.engine.match import Entry
from bot.ui.render_context import RenderContext
from cogs.village import bonus_words
from cogs.village.nominated import nomination, told_past

TOLD_AGAIN = bonus_words.STORY | {
    "dawn.killed", "dawn.vanished", "dawn.captured", "dawn.shot", "dawn.protected", "dawn.nobody",
    "day.nominated", "day.counted", "day.burned", "day.shot",
}  # fmt: skip
"""Public news that belongs into the story."""
MOURNED = frozenset({"dawn.killed", "dawn.vanished", "dawn.captured", "day.burned"})
"""News that come of several players in a game, of each in words of its own."""
TALK_IS_OVER = frozenset({"day.poll", "day.open_ballot", "day.no_nominee", "day.time_is_up"})
"""News of a day after which whoever becomes a toad is told so too late for it."""
BY_DAY = ("day.", "spell.")
"""How the keys of what is done by day begin."""


class VillageStory:
    """Tells what happened.

    line      an announcement in the Mirror's voice
    mourned   one of `MOURNED`, of which so many were before it
    late_toad that somebody became a toad when the talk of the day was over
    act_told  a secret act; empty for what is not worth a line
    """

    def __init__(
        self,
        journal: Sequence[Entry],
        announcements: Sequence[Announcement],
        context: RenderContext,
        *,
        line: Callable[[Announcement, Any, RenderContext], str],
        mourned: Callable[[Announcement, int, RenderContext], str],
        late_toad: Callable[[Announcement, RenderContext], str],
        act_told: Callable[[Entry, RenderContext], str],
    ) -> None:
        self._journal = journal
        self._announcements = announcements
        self._context = context
        self._line = line
        self._past = told_past(announcements)
        self._mourned = mourned
        self._gone = Counter[str]()
        self._late_toad = late_toad
        self._act_told = act_told

    def nights(self) -> list[str]:
        """A paragraph for each night and the day after it."""
        verdicts = self._verdicts()
        paragraphs = []
        for night in sorted({entry.checkpoint for entry in self._journal if entry.checkpoint > 0}):
            acts = [entry for entry in self._journal if entry.checkpoint == night]
            lines = [f"### {self._context.words.say('recap.night', night=night)}"]
            lines += self._acts(acts, by_day=False)
            lines += verdicts.get(night, [])
            for said in self._announcements:
                if said.values.get("night") == night and said.key == "dawn.breaks":
                    lines += self._morning(said.number, self._acts(acts, by_day=True), night)
            paragraphs.append("\n".join(lines))
        return paragraphs

    def _verdicts(self) -> dict[int, list[str]]:
        """What the Sheriff learnt, by night."""
        context = self._context
        found: dict[int, list[str]] = {}
        night = 0
        for said in self._announcements:
            if said.key == "night.falls":
                night = said.values["night"]
            elif said.key == "night.verdict":
                key = "story.night.verdict.guilty" if said.values["guilty"] else "story.night.verdict.innocent"
                by, target = context.name(int(said.audience[0])), context.name(said.values["suspect"])
                found.setdefault(night, []).append(f"• {context.words.say(key, by=by, target=target)}")
        return found

    def _acts(self, entries: Sequence[Entry], *, by_day: bool) -> list[str]:
        """The secret acts among these answers, those of the day (spells) or those of the night."""
        told = [self._act_told(entry, self._context) for entry in entries if entry.key.startswith(BY_DAY) == by_day]
        return [f"• {line}" for line in told if line]

    def _morning(self, dawn: int, secret: Sequence[str], night: int) -> list[str]:
        """The public lines from this dawn to the next nightfall: the dead, the votes, the burning; and what was done in
        secret that day."""
        context = replace(self._context, checkpoint=night, since=0)
        lines, is_late = [], False
        for said in self._announcements:
            if said.number <= dawn:
                continue
            if said.key == "spell.in_love":
                lines += bonus_words.landed_love_told(said, context)
            if not said.is_public:
                continue
            if said.key in ("night.falls", "game.over"):
                break
            if said.key == "day.begins":
                lines += [f"### {context.words.say('recap.day', day=said.values['day'])}", *secret]
            is_late |= said.key in TALK_IS_OVER
            if said.key in MOURNED:
                lines.append(self._mourned(said, self._gone[said.key], context))
                self._gone[said.key] += 1
            elif said.key == "dawn.toad" and is_late:
                lines.append(self._late_toad(said, context))
            elif named := nomination(said, self._past, context):
                lines.append(named)
            elif said.key in TOLD_AGAIN:
                lines.append(self._line(said, None, context))
        return lines
