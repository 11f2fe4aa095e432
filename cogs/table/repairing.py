"""`/table repair`: undo what the bot has changed in Discord, and let a game whose place is gone go on."""

from __future__ import annotations

import discord

from bot.matches.errors import Refused
from bot.matches.hosting import Hosting
from bot.matches.service import MatchService
from bot.matches.snapshot import MatchSnapshot
from bot.ui.authority import parent_of
from bot.ui.public_lines import PublicLines
from bot.ui.router import reply, take_time
from bot.ui.silence.hush import Hush
from bot.ui.silence.overwrites import Overwrites
from bot.ui.silence.permissions import Missing, lacking_in
from bot.ui.silence.undo import Undo, Undone
from bot.ui.silence.voice import Voice
from bot.ui.silence.webhooks import BorrowedVoices
from bot.ui.stage.endings import Endings
from bot.ui.wording import Wording
from cogs.table.finding import Interaction
from cogs.table.keeping import SilenceMeans


class Repairing:
    """Puts a table in order."""

    def __init__(
        self,
        *,
        client: discord.Client,
        service: MatchService,
        hosting: Hosting,
        endings: Endings,
        undo: Undo,
        overwrites: Overwrites,
        borrowed: BorrowedVoices,
        hush: Hush,
        voice: Voice,
        means: SilenceMeans,
        public_lines: PublicLines,
        wording: Wording,
    ) -> None:
        self._client = client
        self._service = service
        self._hosting = hosting
        self._endings = endings
        self._undo = undo
        self._overwrites = overwrites
        self._borrowed = borrowed
        self._hush = hush
        self._voice = voice
        self._means = means
        self._public_lines = public_lines
        self._wording = wording

    async def repair(self, interaction: Interaction, match: MatchSnapshot) -> None:
        """Undo, move, and say what was done and what is lacking. Raises Refused where the bot could do nothing."""
        words = self._wording.for_locale(interaction.locale)
        missing = self._check_permissions(interaction, words)
        await take_time(interaction)  # a full undo book takes longer than 3 s
        self._forgive(match)
        undone = await self._undo.undo_all(match.id)
        moved = await self._move_here(interaction, match)
        await self._hosting.note(match.id, interaction.user.id, "repair", moved=moved)
        self._public_lines.say(match, "stage.repaired")
        missing += await self._means.lacking_on_demand(match, interaction.app_permissions, words)
        lines = [words.say("table.repair.done"), *self._repaired(match, undone, words)]
        lines += [words.say("repair.moved")] if moved else []
        lines += [words.say("repair.lacking")] if missing else []
        lines += [f"- {one.name}: {one.without}" for one in missing]
        if (await self._service.snapshot(match.id)).paused:
            lines.append(words.say("table.repair.paused"))
        await reply(interaction, "\n".join(lines))

    def _check_permissions(self, interaction: Interaction, words: Wording) -> list[Missing]:
        """What is missing here, though the game can be played. Raises Refused where it cannot."""
        channel = interaction.channel
        if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
            raise Refused("not_here")
        missing = lacking_in(channel, words, interaction.app_permissions)
        hindrances = [one for one in missing if one.indispensable]
        if hindrances:
            raise Refused("permissions_missing", permissions=", ".join(one.name for one in hindrances))
        return missing

    def _forgive(self, match: MatchSnapshot) -> None:
        """Try again what Discord has refused in the places of this match."""
        home = self._client.get_channel(match.row.channel_id)
        door = home.parent_id if isinstance(home, discord.Thread) else match.row.channel_id
        for place in {door, match.row.channel_id, match.row.thread_id or match.row.channel_id}:
            self._overwrites.forgive(place)
            self._borrowed.forgive(place)
            self._hush.forgive(place)

    async def _move_here(self, interaction: Interaction, match: MatchSnapshot) -> bool:
        """A game whose place is gone goes on where the command was given."""
        place = match.row.thread_id or match.row.channel_id
        guild = interaction.guild
        here = interaction.channel_id
        if guild is None or here is None or here == place or guild.get_channel_or_thread(place) is not None:
            return False
        await self._endings.move(match.id, here, await parent_of(interaction))
        return True

    def _repaired(self, match: MatchSnapshot, undone: Undone, words: Wording) -> list[str]:
        """What was put back, and what could not be, in words."""
        lines = [words.say(f"repair.{kind}", count=count) for kind, count in undone.kinds.items()]
        lines += [words.say("repair.gone", count=undone.gone)] if undone.gone else []
        lines += [words.say("repair.voice")] if self._voice.channel_of(match.id) is not None else []
        lines = lines or ([] if undone.failed else [words.say("repair.nothing")])
        failed = [f"repair.failed.{kind}" for kind in undone.failed_kinds]
        known = dict.fromkeys(key if words.has(key) else "repair.failed.other" for key in failed)
        return [*lines, *map(words.say, known)]
