"""What is done in the games of hidden roles beyond answering questions: whispering to one's team by night."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from discord.ext import commands

from bot.client import Mirror
from bot.matches.errors import Refused
from bot.matches.service import MatchService
from bot.matches.snapshot import MatchSnapshot
from bot.trouble import StoreTrouble
from bot.ui.delivery import Courier, Outgoing, Overloaded, Undeliverable
from bot.ui.face import Face, quoted
from bot.ui.languages import Languages
from bot.ui.panels import TINT, Page, custom_id, form, render
from bot.ui.rate_limit import RateLimit
from bot.ui.render_context import RenderContext
from bot.ui.router import Click, reply, show_form
from bot.ui.stage.secret_mail import SecretMail
from bot.ui.wording import Wording
from cogs.hidden_roles.claim_cog import ClaimCog
from cogs.hidden_roles.face import CLAIM, CLAIM_OF, WHISPER, WHISPERED


class HiddenRolesCog(commands.Cog):
    """The hidden team's own chat, through the bot."""

    def __init__(
        self,
        *,
        service: MatchService,
        wording: Wording,
        languages: Languages,
        faces: Mapping[str, Face],
        courier: Courier,
        mail: SecretMail,
        now_ms: Callable[[], int],
    ) -> None:
        self._service = service
        self._wording = wording
        self._languages = languages
        self._faces = faces
        self._courier = courier
        self._mail = mail
        self._now_ms = now_ms
        self._whispers = RateLimit("whisper_too_often")
        self._sending: set[asyncio.Task[None]] = set()

    async def open_whisper(self, click: Click) -> None:
        """Everybody's night panel has this button; only who has a team has somebody who hears (S0-8, S3-6)."""
        await self._check_is_heard(await self._service.snapshot(click.number(0)))
        words = self._wording.for_locale(click.interaction.locale)
        form_id = custom_id(WHISPERED, click.number(0))
        dialog = form(
            form_id, words.say("whisper.title"), words.say("whisper.label"), description=words.say("whisper.help")
        )
        await show_form(click.interaction, dialog)

    async def whispered(self, click: Click) -> None:
        """Pass the words on to the living of the team, by DM. They are not kept anywhere."""
        match = await self._service.snapshot(click.number(0))
        if not self._faces[match.row.game].whispers:
            raise Refused("forged")
        await self._check_is_heard(match)
        seat = match.seat_of(click.user_id)
        if seat is None:
            raise Refused("not_seated")
        view: Any = match.view(seat)
        if view.phase != "night":
            raise Refused("whisper_by_night")
        if not view.alive:
            raise Refused("not_asked.dead")
        text = quoted(click.text)
        if not text:
            raise Refused("whisper_empty")
        self._whispers.slow_down(click.user_id, self._now_ms())
        words = self._wording.for_locale(click.interaction.locale)
        await reply(click.interaction, words.say("whisper.said", text=text))
        name = RenderContext.of(match, words).name(seat)
        people = (await self._service.snapshot(match.id)).people()  # somebody else may sit there by now
        for mate in view.team:
            user_id = people.get(mate)
            if mate != seat and user_id is not None and view.player(mate).alive:
                nonce = f"w{click.interaction.id}"[:20] + f".{mate}"
                task = asyncio.create_task(self._send(user_id, match.row.guild_id, nonce, name, text))
                self._sending.add(task)
                task.add_done_callback(self._sending.discard)

    async def _check_is_heard(self, match: MatchSnapshot) -> None:
        """Raises Refused, to whoever whispers, where nothing goes by direct message."""
        if await self._mail.is_by_press(match):
            raise Refused("whisper_by_press")

    async def _send(self, user_id: int, guild_id: int, nonce: str, name: str, text: str) -> None:
        """Tell one of the team, in the language of whoever hears it."""
        try:
            words = await self._languages.own(user_id, guild_id)
            page = Page(panels=(), lines=(words.say("whisper.heard", name=name, text=text),), tint=TINT)
            await self._courier.direct(user_id, Outgoing(view=render(page)), nonce)
        except (Undeliverable, Overloaded, StoreTrouble):
            return  # a whisper that is not heard is lost, as whispers are


async def setup(client: Mirror) -> None:
    cog = HiddenRolesCog(
        service=client.service,
        wording=client.wording,
        languages=client.languages,
        faces=client.faces,
        courier=client.courier,
        mail=client.secret_mail,
        now_ms=client.now_ms,
    )
    client.router.on(WHISPER, cog.open_whisper)
    client.router.on(WHISPERED, cog.whispered)
    await client.add_cog(cog)
    claims = ClaimCog(service=client.service, wording=client.wording, faces=client.faces)
    client.router.on(CLAIM, claims.open_people)
    client.router.on(CLAIM_OF, claims.open_claims)
    await client.add_cog(claims)
