"""What the village does to a person's speech beyond silence: toads croak, and the Drunk slurs.

`mm:croak:<match>`    the croak button: a menu of noises, to the toad alone
`mm:noise:<match>`    a noise from it, for everybody
`mm:slur:<match>`     the Drunk's Speak button: a form; `mm:slurred:<match>` is what they wrote into it

Where the bot may read messages (MESSAGE_CONTENT in `.env`), the Drunk simply writes: their message is taken away and
said again. What they wrote is neither kept nor logged.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping

import discord
import structlog
from discord.ext import commands

from bot.engine.announcements import SPECTATOR
from bot.engine.questions import Seat
from bot.games.village.views import VillageView
from bot.matches.errors import Refused
from bot.matches.service import MatchService
from bot.matches.snapshot import MatchSnapshot
from bot.trouble import StoreTrouble
from bot.ui.delivery import Courier, Outgoing, Overloaded, Undeliverable
from bot.ui.face import Face
from bot.ui.languages import Languages
from bot.ui.panels import TINT, Menu, MenuOption, Page, Panel, custom_id, form
from bot.ui.rate_limit import RateLimit
from bot.ui.render_context import RenderContext
from bot.ui.router import Click, reply, show_form
from bot.ui.silence.hush import Hush
from bot.ui.silence.undo import Undo
from bot.ui.silence.webhooks import NAME, BorrowedVoices
from bot.ui.wording import Wording, label, plain
from cogs.village.face import speaks_slurred
from cogs.village.slurring import SAID_MOST, Tongue, slurred

log = structlog.get_logger(__name__)

NOISE = "noise"
SLURRED = "slurred"
ANY = "any"
NOISES = {
    "ribbit": "🐸", "long": "📢", "indignant": "😤", "hopeful": "🌈", "fly": "🪰", "chorus": "🎶", "sulk": "😒",
    "splash": "💦", "question": "❓", "proud": "👑", "love": "💕", "bubbles": "🫧", ANY: "🎲",
}  # fmt: skip
"""What a toad can do, the last of it whatever comes out."""
WRITTEN_MOST = 600
"""Characters of the form: what comes out is longer."""


class SpeechCog(commands.Cog):
    """Croaking and slurring."""

    def __init__(
        self,
        *,
        client: discord.Client,
        service: MatchService,
        wording: Wording,
        languages: Languages,
        faces: Mapping[str, Face],
        courier: Courier,
        now_ms: Callable[[], int],
        hush: Hush,
        borrowed: BorrowedVoices,
        undo: Undo,
    ) -> None:
        self._client = client
        self._service = service
        self._wording = wording
        self._languages = languages
        self._faces = faces
        self._courier = courier
        self._now_ms = now_ms
        self._hush = hush
        self._borrowed = borrowed
        self._undo = undo
        self._croaks = RateLimit("croak_too_often")
        self._sentences = RateLimit("slur_too_often")

    # -- toads ------------------------------------------------------------------------------------------------------

    async def croak(self, click: Click) -> None:
        """All that a toad may say (S0-11), without anybody's message having to be read."""
        match, _ = await self._toad(click)
        words = self._wording.for_locale(click.interaction.locale)
        options = tuple(
            MenuOption(noise, words.say(f"noise.label.{noise}"), emoji=emoji) for noise, emoji in NOISES.items()
        )
        menu = Menu(custom_id(NOISE, match.id), words.say("noise.choose"), options)
        await reply(click.interaction, Page(panels=(Panel(words.say("noise.menu"), (menu,)),), tint=TINT))

    async def noise(self, click: Click) -> None:
        """One noise, heard by everybody at the table, in the table's language."""
        chosen = click.values[0] if click.values else ""
        if chosen not in NOISES:
            raise Refused("forged")
        match, seat = await self._toad(click)
        self._croaks.slow_down(click.user_id, self._now_ms())
        words = self._languages.public(match.row.guild_id)
        pick = click.interaction.id >> 22
        heard = words.say("toad.noise" if chosen == ANY else f"noise.{chosen}", pick=pick)
        name = RenderContext.of(match, words).name(seat)
        heard, place = f"{name}: {heard} 🐸", match.row.thread_id or match.row.channel_id
        if click.interaction.channel_id == place:
            await reply(click.interaction, heard, private=False)
            return
        await reply(click.interaction, self._wording.for_locale(click.interaction.locale).say("noise.done"))
        await self._post(match.id, place, heard, click.interaction.id)

    async def _toad(self, click: Click) -> tuple[MatchSnapshot, Seat]:
        match = await self._service.snapshot(click.number(0))
        seat = match.seat_of(click.user_id)
        if seat is None:
            raise Refused("not_seated")
        if match.over or match.row.status == "paused":
            raise Refused("over" if match.over else "paused")
        view = match.view(seat)
        # The same button under a foreign match is a forged one: that game has no toads.
        if not isinstance(view, VillageView) or view.player(seat).speech != "toad":
            raise Refused("no_toad")
        return match, seat

    # -- the Drunk --------------------------------------------------------------------------------------------------

    async def overhear(self, match: MatchSnapshot, seat: Seat, message: discord.Message) -> bool:
        """A message of somebody who may speak: the Drunk's is taken away, and said again where it could be read."""
        view = match.view(SPECTATOR)
        if not isinstance(view, VillageView) or not speaks_slurred(view, seat) or message.is_system():
            return False
        words = self._languages.public(match.row.guild_id)
        phase = (match.id, match.checkpoint)
        if not self._client.intents.message_content:
            await self._hush.on_message(message, "drunk", phase=phase, wording=words)
            return True
        try:
            self._sentences.slow_down(message.author.id, self._now_ms())
        except Refused:
            await self._hush.on_message(message, "hiccup", phase=phase, wording=words)
            return True
        if await self._hush.take(message):
            await self._say_slurred(match, message.author, message.content, message.id)
        return True

    async def open_form(self, click: Click) -> None:
        match, _ = await self._drunk(click)
        words = self._wording.for_locale(click.interaction.locale)
        dialog = form(
            custom_id(SLURRED, match.id), words.say("slur.title"), words.say("slur.label"),
            description=words.say("slur.help"), most=WRITTEN_MOST, long=True,
        )  # fmt: skip
        await show_form(click.interaction, dialog)

    async def written(self, click: Click) -> None:
        match, _ = await self._drunk(click)
        if not click.text.split():
            raise Refused("slur_empty")
        self._sentences.slow_down(click.user_id, self._now_ms())
        person = await self._who_may_write(match, click.interaction)
        match, _ = await self._drunk(click)  # night may have fallen meanwhile
        await reply(click.interaction, self._wording.for_locale(click.interaction.locale).say("slur.done"))
        await self._say_slurred(match, person, click.text, click.interaction.id)

    async def _drunk(self, click: Click) -> tuple[MatchSnapshot, Seat]:
        """The person who pressed, if that is the Drunk and may speak now. Raises Refused."""
        match = await self._service.snapshot(click.number(0))
        seat = match.seat_of(click.user_id)
        if seat is None:
            raise Refused("not_seated")
        view = match.view(SPECTATOR)
        if not isinstance(view, VillageView) or not speaks_slurred(view, seat):
            raise Refused("no_drunk")
        if match.over or match.row.status == "paused":
            raise Refused("slur_later")
        if self._faces[match.row.game].speech(view, seat) != "free":
            raise Refused("slur_later")
        return match, seat

    async def _who_may_write(self, match: MatchSnapshot, interaction: discord.Interaction) -> discord.Member:
        """The person who sent a form, as a member of the server. Raises Refused.

        It can be sent from direct messages, too, and is no way around a time-out, a ban, or a closed channel."""
        guild, channel = self._client.get_guild(match.row.guild_id), self._client.get_channel(match.row.channel_id)
        if guild is None or not isinstance(channel, discord.TextChannel | discord.VoiceChannel | discord.Thread):
            raise Refused("slur_later")
        person = interaction.user
        if not isinstance(person, discord.Member) or interaction.guild_id != guild.id:
            try:
                person = await guild.fetch_member(person.id)
            except (discord.HTTPException, OSError):
                raise Refused("slur_later") from None
        may = channel.permissions_for(person)
        in_thread = isinstance(channel, discord.Thread) or match.row.thread_id not in (None, channel.id)
        if not (may.view_channel and (may.send_messages_in_threads if in_thread else may.send_messages)):
            raise Refused("slur_later")
        return person

    async def _say_slurred(
        self, match: MatchSnapshot, person: discord.User | discord.Member, text: str, seed: int
    ) -> None:
        """Under their own name and picture where the bot may have a webhook, else in the Mirror's name."""
        words = self._languages.public(match.row.guild_id)
        said = slurred(text, seed, tongue_of(words))
        if not said:
            return
        match_id, guild_id, channel_id = match.id, match.row.guild_id, match.row.channel_id
        place = match.row.thread_id or channel_id
        name, picture = label(person.display_name), person.display_avatar.url
        if not self._is_ours(guild_id, name):
            try:
                heard = await self._borrowed.say(match_id, guild_id, channel_id, place, name, picture, said)
                if (await self._service.snapshot(match_id)).over:  # it ended meanwhile, and cleared up before this
                    await self._undo.undo_all(match_id)
            except StoreTrouble as problem:  # no webhook without its undo row
                log.error("no_borrowed_voice", match=match_id, problem=str(problem))
                heard = False
            if heard:
                return
        await self._post(match_id, place, words.say("slur.told", name=plain(person.display_name), text=said), seed)

    def _is_ours(self, guild_id: int, name: str) -> bool:
        """Whether somebody bears the Mirror's own name: under it, and marked as an app, it would seem to speak."""
        guild = self._client.get_guild(guild_id)
        ours = [NAME, self._client.user.display_name if self._client.user is not None else NAME]
        ours += [guild.me.display_name] if guild is not None else []
        return _sound(name) in map(_sound, ours)

    async def _post(self, match_id: int, place: int, text: str, serial: int) -> None:
        """Say something where the game is played; what cannot be heard now is not said later."""
        try:
            await self._courier.post(place, Outgoing(content=text[:SAID_MOST]), f"s.{serial}")
        except (Undeliverable, Overloaded) as problem:
            log.info("nothing_said", match=match_id, problem=type(problem).__name__)


def _sound(name: str) -> str:
    """A name without what the eye passes over."""
    return "".join(sign for sign in unicodedata.normalize("NFKC", name).casefold() if sign.isalnum())


def tongue_of(words: Wording) -> Tongue:
    """How this language slurs."""
    return Tongue.read(words.say("slur.slips"), words.say("slur.hiccups"))
