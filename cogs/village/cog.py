"""Receives what people do in a village beyond answering questions: whispering by night, croaking by day."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

from discord.ext import commands

from bot.games.village.views import VillageView
from bot.matches.service import Refused
from bot.ui.delivery import Outgoing, Overloaded, Undeliverable
from bot.ui.face import quoted
from bot.ui.mirror import Mirror
from bot.ui.panels import Page, custom_id, form, render
from bot.ui.router import Click, reply
from bot.ui.stage import TINT
from cogs.village.board import VillageFace

WHISPER_PAUSE_MS = 3000
"""Least time between two whispers of one person."""
REMEMBERED_MOST = 2000


class VillageCog(commands.Cog):
    """Rumplestiltskin! on Discord."""

    def __init__(self, mirror: Mirror) -> None:
        self.mirror = mirror
        self._last: OrderedDict[int, int] = OrderedDict()
        self._sending: set[asyncio.Task[None]] = set()
        mirror.faces[VillageFace.game] = VillageFace()
        mirror.router.on("whisper", self.open_whisper)
        mirror.router.on("whispered", self.whispered)
        mirror.router.on("croak", self.croak)

    async def croak(self, click: Click) -> None:
        """All that a toad may say (S0-11), without anybody's message having to be read."""
        awake = await self.mirror.service.awake(click.number(0))
        seat = awake.seat_of(click.user_id)
        if seat is None:
            raise Refused("not_seated")
        view = awake.match.view(seat)
        assert isinstance(view, VillageView)
        if view.player(seat).speech != "toad":
            raise Refused("no_toad")
        self._slow_down(click.user_id)
        words = self.mirror.stage.words_of(awake)
        noise = words.say("toad.noise", pick=click.interaction.id >> 22)
        name = self.mirror.stage.setting(awake, words).name(seat)
        await reply(click.interaction, f"🐸 {name}: {noise}", private=False)

    async def open_whisper(self, click: Click) -> None:
        """Everybody's night panel has this button; only the Rumplestiltskins have somebody who hears (S0-8)."""
        words = self.mirror.wording.for_locale(click.interaction.locale)
        form_id = custom_id("whispered", click.number(0))
        dialog = form(
            form_id, words.say("whisper.title"), words.say("whisper.label"), description=words.say("whisper.help")
        )
        await click.interaction.response.send_modal(dialog)

    async def whispered(self, click: Click) -> None:
        """Pass the words on to the living of the team, by DM. They are not kept anywhere."""
        awake = await self.mirror.service.awake(click.number(0))
        seat = awake.seat_of(click.user_id)
        if seat is None:
            raise Refused("not_seated")
        view = awake.match.view(seat)
        assert isinstance(view, VillageView)
        if view.phase != "night":
            raise Refused("whisper_by_night")
        if not view.alive:
            raise Refused("not_asked.dead")
        text = quoted(click.text)
        if not text:
            raise Refused("whisper_empty")
        self._slow_down(click.user_id)
        words = self.mirror.wording.for_locale(click.interaction.locale)
        await reply(click.interaction, words.say("whisper.said", text=text))
        name = self.mirror.stage.setting(awake, words).name(seat)
        heard = self.mirror.wording.say("whisper.heard", name=name, text=text)
        for mate in view.team:
            user_id = awake.seats[mate].user_id
            if mate != seat and user_id is not None and view.player(mate).alive:
                task = asyncio.create_task(self._send(user_id, heard, f"w{click.interaction.id}"[:20] + f".{mate}"))
                self._sending.add(task)
                task.add_done_callback(self._sending.discard)

    def _slow_down(self, user_id: int) -> None:
        now = self.mirror.now_ms()
        if now - self._last.get(user_id, 0) < WHISPER_PAUSE_MS:
            raise Refused("whisper_too_often")
        self._last[user_id] = now
        self._last.move_to_end(user_id)
        if len(self._last) > REMEMBERED_MOST:
            self._last.popitem(last=False)

    async def _send(self, user_id: int, text: str, nonce: str) -> None:
        page = Page(panels=(), lines=(text,), tint=TINT)
        try:
            await self.mirror.courier.direct(user_id, Outgoing(view=render(page)), nonce)
        except (Undeliverable, Overloaded):
            return  # a whisper that is not heard is lost, as whispers are


async def setup(mirror: Mirror) -> None:
    await mirror.add_cog(VillageCog(mirror))
