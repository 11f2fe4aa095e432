"""What is done in the games of hidden roles beyond answering questions: whispering to one's team by night."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Any

from discord.ext import commands

from bot.matches.errors import Refused
from bot.trouble import StoreTrouble
from bot.ui.delivery import Outgoing, Overloaded, Undeliverable
from bot.ui.face import quoted
from bot.ui.mirror import Mirror
from bot.ui.panels import Page, custom_id, form, render
from bot.ui.router import Click, reply
from bot.ui.stage import TINT
from cogs.hidden_roles.face import WHISPER, WHISPERED, HiddenRolesFace

WHISPER_PAUSE_MS = 3000
"""Least time between two whispers of one person."""
REMEMBERED_MOST = 2000


class Pauses:
    """Keeps people from doing something too often. Remembers only the latest.

    refusal  the code with which they are told
    """

    def __init__(self, refusal: str, pause_ms: int = WHISPER_PAUSE_MS) -> None:
        self._refusal = refusal
        self._pause_ms = pause_ms
        self._last: OrderedDict[int, int] = OrderedDict()

    def slow_down(self, user_id: int, now_ms: int) -> None:
        """Note that this person does it now. Raises Refused when that is too soon after the last time."""
        if now_ms - self._last.get(user_id, 0) < self._pause_ms:
            raise Refused(self._refusal)
        self._last[user_id] = now_ms
        self._last.move_to_end(user_id)
        if len(self._last) > REMEMBERED_MOST:
            self._last.popitem(last=False)


class HiddenRolesCog(commands.Cog):
    """The hidden team's own chat, through the bot."""

    def __init__(self, mirror: Mirror) -> None:
        self.mirror = mirror
        self._pauses = Pauses("whisper_too_often")
        self._sending: set[asyncio.Task[None]] = set()
        mirror.router.on(WHISPER, self.open_whisper)
        mirror.router.on(WHISPERED, self.whispered)

    async def open_whisper(self, click: Click) -> None:
        """Everybody's night panel has this button; only who has a team has somebody who hears (S0-8, S3-6)."""
        words = self.mirror.wording.for_locale(click.interaction.locale)
        form_id = custom_id(WHISPERED, click.number(0))
        dialog = form(
            form_id, words.say("whisper.title"), words.say("whisper.label"), description=words.say("whisper.help")
        )
        await click.interaction.response.send_modal(dialog)

    async def whispered(self, click: Click) -> None:
        """Pass the words on to the living of the team, by DM. They are not kept anywhere."""
        awake = await self.mirror.service.awake(click.number(0))
        if not isinstance(self.mirror.faces[awake.row.game], HiddenRolesFace):
            raise Refused("forged")
        seat = awake.seat_of(click.user_id)
        if seat is None:
            raise Refused("not_seated")
        view: Any = awake.match.view(seat)
        if view.phase != "night":
            raise Refused("whisper_by_night")
        if not view.alive:
            raise Refused("not_asked.dead")
        text = quoted(click.text)
        if not text:
            raise Refused("whisper_empty")
        self._pauses.slow_down(click.user_id, self.mirror.now_ms())
        words = self.mirror.wording.for_locale(click.interaction.locale)
        await reply(click.interaction, words.say("whisper.said", text=text))
        name = self.mirror.stage.setting(awake, words).name(seat)
        for mate in view.team:
            user_id = awake.seats[mate].user_id
            if mate != seat and user_id is not None and view.player(mate).alive:
                nonce = f"w{click.interaction.id}"[:20] + f".{mate}"
                task = asyncio.create_task(self._send(user_id, awake.row.guild_id, nonce, name, text))
                self._sending.add(task)
                task.add_done_callback(self._sending.discard)

    async def _send(self, user_id: int, guild_id: int, nonce: str, name: str, text: str) -> None:
        """Tell one of the team, in the language of whoever hears it."""
        try:
            words = await self.mirror.languages.own(user_id, guild_id)
            page = Page(panels=(), lines=(words.say("whisper.heard", name=name, text=text),), tint=TINT)
            await self.mirror.courier.direct(user_id, Outgoing(view=render(page)), nonce)
        except (Undeliverable, Overloaded, StoreTrouble):
            return  # a whisper that is not heard is lost, as whispers are


async def setup(mirror: Mirror) -> None:
    await mirror.add_cog(HiddenRolesCog(mirror))
