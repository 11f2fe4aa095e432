"""Tells the moderator when a time is up, and asks them before each step."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

import structlog

from bot.matches.errors import Refused
from bot.matches.happenings import Happening
from bot.matches.service import MatchService
from bot.trouble import StoreTrouble
from bot.ui.face import Face
from cogs.moderator_panel.mail import PanelMail
from cogs.moderator_panel.page import whose_time

log = structlog.get_logger(__name__)


class PanelAlerts:
    """Told by the match service what happens; tells one moderator one thing at a time."""

    def __init__(self, *, service: MatchService, faces: Mapping[str, Face], mail: PanelMail) -> None:
        self._service = service
        self._faces = faces
        self._mail = mail
        self._telling: dict[int, asyncio.Task[None]] = {}
        self._untold: dict[int, list[Happening]] = {}
        """What happened while a moderator was being told something else."""
        self._asked: dict[int, tuple[int, int]] = {}
        """The step about which the moderator of a match was asked last: checkpoint and number."""

    def watch(self, happening: Happening) -> None:
        """A time is over, or a step has been reached, and the moderator has to say so."""
        step_may_wait = happening.kind in ("changed", "led", "resumed") and self._may_be_led(happening.match)
        if happening.kind == "time_is_up" or step_may_wait:
            self._tell(happening)

    def close(self) -> None:
        self._untold.clear()
        for task in list(self._telling.values()):
            task.cancel()

    def _may_be_led(self, match_id: int) -> bool:
        """Whether a person leads this match, as far as can be told without waking it."""
        awake = self._service.in_memory(match_id)
        return awake is not None and awake.row.moderator_id is not None

    def _tell(self, happening: Happening) -> None:
        """Now, or when what is being told to this moderator has been told; of two alike one is enough."""
        match_id = happening.match
        if match_id in self._telling:
            waiting = self._untold.setdefault(match_id, [])
            if happening not in waiting:
                waiting.append(happening)
            return
        work = self._time_is_up(happening) if happening.kind == "time_is_up" else self._ask_for_step(match_id)
        task = self._telling[match_id] = asyncio.create_task(work)
        task.add_done_callback(lambda _: self._told(match_id))

    def _told(self, match_id: int) -> None:
        self._telling.pop(match_id, None)
        waiting = self._untold.get(match_id)
        if waiting:
            happening = waiting.pop(0)
            if not waiting:
                del self._untold[match_id]
            self._tell(happening)

    async def _ask_for_step(self, match_id: int) -> None:
        """Without a sound, where the moderator has the panel already."""
        try:
            match = await self._service.snapshot(match_id)
            if match.over:
                self._asked.pop(match_id, None)
                self._mail.forget(match_id)
            step = match.waiting_step()
            if step is None or match.row.moderator_id is None or not match.running:
                return
            moment = (match.checkpoint, step.number)
            if self._asked.get(match_id) == moment:
                return
            self._asked[match_id] = moment
            await self._mail.send(match, [], f"s{match.checkpoint}", step.number)
        except (Refused, StoreTrouble) as problem:
            log.warning("moderator_not_asked", match=match_id, problem=str(problem))

    async def _time_is_up(self, happening: Happening) -> None:
        try:
            match = await self._service.snapshot(happening.match)
            due = match.deadlines.get(happening.amount)
            if match.row.moderator_id is None or not match.running or due is None:
                return
            line = whose_time(match, self._faces[match.row.game], await self._mail.words_for(match))
            await self._mail.send(match, [line], f"t{happening.amount}", due // 1000)
        except (Refused, StoreTrouble) as problem:
            log.warning("moderator_not_told", match=happening.match, problem=str(problem))
