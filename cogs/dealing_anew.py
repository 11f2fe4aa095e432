"""Somebody has seen a card: the vote of all persons at a table to collect the cards and deal them anew (S0-2).

Below **My seat**, until the first night. The first press says what it means, the second is the vote. Who has voted and
who is missing is said in public, since everybody has to.
"""

from __future__ import annotations

from discord.ext import commands

from bot.client import Mirror
from bot.matches.dealing_anew import DealingAnew, Vote, may_deal_anew
from bot.matches.errors import Refused
from bot.matches.service import MatchService
from bot.matches.snapshot import MatchSnapshot
from bot.ui.languages import Languages
from bot.ui.panels import TINT, Button, Page, Panel, custom_id
from bot.ui.router import Click, reply, update
from bot.ui.second_thoughts import no_button
from bot.ui.stage.controls import ANEW
from bot.ui.stage.loop import Stage
from bot.ui.wording import Wording, plain

YES = "yes"


class DealingAnewCog(commands.Cog):
    """Serves `mm:anew:<match>`, and with `:yes` the vote itself."""

    def __init__(
        self, *, service: MatchService, dealing: DealingAnew, stage: Stage, languages: Languages, wording: Wording
    ) -> None:
        self._service = service
        self._dealing = dealing
        self._stage = stage
        self._languages = languages
        self._wording = wording

    async def pressed(self, click: Click) -> None:
        match = await self._service.snapshot(click.number(0))
        if match.seat_of(click.user_id) is None:
            raise Refused("not_seated")
        if not may_deal_anew(match):
            raise Refused("too_late_to_deal_anew")
        if click.parts[1:2] != (YES,):
            await reply(click.interaction, _ask(match, self._words(click)))
            return
        vote = await self._dealing.vote(match.id, click.user_id)
        if vote.match is None and vote.is_new:
            self._stage.say(match.id, _wanted(match, click.user_id, vote, self._languages.public(match.row.guild_id)))
        await update(click.interaction, Page(panels=(), lines=(_voted(match, vote, self._words(click)),)))

    def _words(self, click: Click) -> Wording:
        return self._wording.for_locale(click.interaction.locale)


def _ask(match: MatchSnapshot, words: Wording) -> Page:
    """What a vote means; nothing has happened until the button."""
    button = Button(custom_id(ANEW, match.id, YES), words.say("anew.do"), "danger", "🔀")
    return Page(panels=(Panel(words.say("anew.ask"), ((button, no_button(words)),)),), tint=TINT)


def _voted(match: MatchSnapshot, vote: Vote, words: Wording) -> str:
    if vote.match is not None:
        return words.say("anew.voted.last", number=vote.match)
    return words.say("anew.voted", names=_missing(match, vote))


def _wanted(match: MatchSnapshot, user_id: int, vote: Vote, words: Wording) -> str:
    seat = match.seat_of(user_id)
    assert seat is not None
    return words.say("anew.wanted", name=plain(match.seats[seat].name), names=_missing(match, vote))


def _missing(match: MatchSnapshot, vote: Vote) -> str:
    """The people who have not voted, in the order of their seats."""
    return ", ".join(f"**{plain(row.name)}**" for row in match.seats.values() if row.user_id in vote.missing)


async def setup(client: Mirror) -> None:
    cog = DealingAnewCog(
        service=client.service,
        dealing=DealingAnew(client.service.keeper),
        stage=client.stage,
        languages=client.languages,
        wording=client.wording,
    )
    client.router.on(ANEW, cog.pressed)
    await client.add_cog(cog)
