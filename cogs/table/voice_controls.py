"""The floor in a voice channel, chosen by a command of the game or at the panel of a host's powers."""

from __future__ import annotations

from collections.abc import Mapping

import discord

from bot.client import Mirror
from bot.matches.errors import Refused
from bot.matches.hosting import Hosting
from bot.matches.snapshot import MatchSnapshot
from bot.ui.face import Face
from bot.ui.match_panels import Handler
from bot.ui.panels import TINT, Button, Page, Panel, Row, VoiceMenu, custom_id
from bot.ui.public_lines import PublicLines
from bot.ui.router import Click
from bot.ui.silence.voice import Voice, lacking
from bot.ui.wording import Wording
from cogs.table.clock_controls import Replies
from cogs.table.powers_page import POWERS


class FloorInVoice:
    """Lets a table speak in a voice channel, or in writing again."""

    def __init__(self, *, hosting: Hosting, voice: Voice, public_lines: PublicLines) -> None:
        self._hosting = hosting
        self._voice = voice
        self._public_lines = public_lines

    def channel_of(self, match_id: int) -> int | None:
        """The voice channel of a table; None where it speaks in writing."""
        return self._voice.channel_of(match_id)

    async def choose(
        self, match: MatchSnapshot, actor: int, channel: discord.VoiceChannel | None, words: Wording
    ) -> str:
        """Speak there from now on, or (None) in writing; what is told to whoever chose it. Raises Refused."""
        self._check(match, channel)
        chosen = channel.id if channel is not None else None
        await self._hosting.note(match.id, actor, "voice", channel=chosen)
        await self._voice.choose(match.id, match.row.guild_id, chosen)
        if chosen is None:
            self._public_lines.say(match, "voice.off")
            return words.say("voice.off.done")
        self._public_lines.say(match, "voice.on", channel=f"<#{chosen}>")
        return words.say("voice.on.done", channel=f"<#{chosen}>")

    def _check(self, match: MatchSnapshot, channel: discord.VoiceChannel | None) -> None:
        if match.over:
            raise Refused("over")
        if channel is None:
            if self._voice.channel_of(match.id) is None:
                raise Refused("voice_is_off")
            return
        if lacking(channel):
            raise Refused("voice_permissions", channel=f"<#{channel.id}>")
        if self._voice.match_in(channel.id) not in (None, match.id):
            raise Refused("voice_taken", channel=f"<#{channel.id}>")


class VoiceControls:
    """Serves what the panel has about speaking; whether a person may press there was looked at before."""

    def __init__(self, *, floor: FloorInVoice, faces: Mapping[str, Face], replies: Replies) -> None:
        self._floor = floor
        self._faces = faces
        self._replies = replies

    def handlers(self) -> dict[str, Handler]:
        """By the action."""
        return {"voice": self._ask, "voice_in": self._speak_there, "voice_off": self._write_again}

    async def _ask(self, click: Click, match: MatchSnapshot) -> None:
        page = voice_page(match, self._floor.channel_of(match.id), self._replies.words(click))
        await self._replies.page(click, page)

    async def _speak_there(self, click: Click, match: MatchSnapshot) -> None:
        guild = click.interaction.guild
        wanted = click.values[0] if click.values else ""
        channel = guild.get_channel(int(wanted)) if guild is not None and wanted.isdecimal() else None
        if not isinstance(channel, discord.VoiceChannel):
            raise Refused("forged")
        await self._choose(click, match, channel)

    async def _write_again(self, click: Click, match: MatchSnapshot) -> None:
        await self._choose(click, match, None)

    async def _choose(self, click: Click, match: MatchSnapshot, channel: discord.VoiceChannel | None) -> None:
        if not self._faces[match.row.game].keeps_floor:
            raise Refused("forged")
        done = await self._floor.choose(match, click.user_id, channel, self._replies.words(click))
        await self._replies.panel(click, match.id, done)


def voice_page(match: MatchSnapshot, channel_id: int | None, words: Wording) -> Page:
    """Where the table speaks, and where else it could."""
    rows: list[Row] = [VoiceMenu(custom_id(POWERS, match.id, "voice_in"), words.say("powers.voice.choose"))]
    buttons = [Button(custom_id(POWERS, match.id), words.say("powers.back"))]
    if channel_id is None:
        text = words.say("powers.voice.writing")
    else:
        text = words.say("powers.voice.speaking", channel=f"<#{channel_id}>")
        buttons.insert(0, Button(custom_id(POWERS, match.id, "voice_off"), words.say("powers.voice.off")))
    return Page(panels=(Panel(text, (*rows, tuple(buttons))),), tint=TINT)


def floor_in_voice(client: Mirror) -> FloorInVoice:
    public_lines = PublicLines(client.stage, client.languages)
    return FloorInVoice(hosting=client.hosting, voice=client.voice, public_lines=public_lines)
