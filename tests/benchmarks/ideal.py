"""The least that a game could ask of Discord.

That is one public message for every step that says something to everybody, one private message for everybody who is
told or asked something by a step that was not their own click, one change of the lock at each nightfall and dawn, one
thread, and one opening of every person's direct messages.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from rooms.any_game import Room

from bot.matches.happenings import Happening
from bot.matches.rows import announcement_of


@dataclass
class Ideal:
    """Watches the game and counts what must be sent."""

    room: Room
    clicker: int = 0
    """The seat whose click is being served; 0 while nobody's is."""
    announced: int = 0
    asked: set[tuple[int, int, int]] = field(default_factory=set)
    steps: list[tuple[int, int, int, set[int]]] = field(default_factory=list)
    """Of each step: the clicker, the announcements from and to, the seats with a new secret question."""

    def watch(self, happening: Happening) -> None:
        awake = self.room.mirror.service.keeper._awake.get(happening.match)
        if awake is None:
            return
        match, face = awake.match, self.room.mirror.faces[awake.row.game]
        view = match.view(0)
        now = {(match.checkpoint, q.number, q.seat) for q in match.open if q.seat > 0 and not face.is_public(q, view)}
        fresh = {seat for _, _, seat in now - self.asked}
        self.asked |= now
        self.steps.append((self.clicker, self.announced, match.announced, fresh))
        self.announced = match.announced

    async def least(self) -> Counter[str]:
        said = await self.room.announced()
        counted: Counter[str] = Counter()
        for clicker, since, until, fresh in self.steps:
            lines = said[since:until]
            if any(self._is_told(line) for line in lines):
                counted["public messages"] += 1
            hearing = {seat for line in lines if line.audience != "everyone" for seat in line.audience}
            counted["private messages"] += len((hearing | fresh) - {clicker})
            counted["locks"] += sum(line.key in ("night.falls", "dawn.breaks") for line in lines)
        counted["the thread"] = 1
        counted["direct messages opened"] = len(self.room.people)
        return counted

    async def seen_on_the_board(self) -> int:
        """The steps that say nothing, but that everybody sees on the board, such as a card that is played: they are not
        in the least, and each of them needs an edit, unless the next one comes within a second."""
        said = await self.room.announced()
        steps = [said[since:until] for _, since, until, _ in self.steps]
        public = [[line for line in lines if line.audience == "everyone"] for lines in steps]
        return sum(bool(lines) and not any(map(self._is_told, lines)) for lines in public)

    def _is_told(self, line: Any) -> bool:
        """Whether everybody is told this in words."""
        face = self.room.mirror.faces[self.room.GAME]
        return line.audience == "everyone" and not face.is_quiet(announcement_of(line))


def kind_of(request: Any) -> str:
    path = re.sub(r"/interactions/\d+/[^/]+", "/interactions/<id>/<token>", request.path)
    return f"{request.method} {re.sub(r'[0-9]{5,}', '<id>', path)}"
