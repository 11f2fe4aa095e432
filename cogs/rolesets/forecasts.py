"""Forecasts on Discord: whoever asks is shown how far theirs is, and what it says, and nobody else.

`/roleset forecast` begins one; so do these presses, each ending in what it is about: a set by its game and name, a
lobby by its number, or a draft of the person who presses, as it stands.

`go`      in a lobby, on a set and on a draft:   `mm:forecast:go:<seats>:<about>`
`again`   on a page of one that was given up:    `mm:forecast:again:<seats>:<about>`
`seats`   from the menu on a finished one:       `mm:forecast:seats:<about>`
`text`    on a finished one:                     `mm:forecast:text:<seats>:<about>`
`cancel`  while it is worked out:                `mm:forecast:cancel:<token>:<seats>:<about>`
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from secrets import token_hex
from typing import Any, Final

import discord
import structlog

from bot.engine.rulebook import Game, Options
from bot.forecast.job import Order
from bot.forecast.office import Office, Ticket
from bot.matches.drafts import Drafts
from bot.matches.errors import Refused
from bot.matches.lobbies import Lobbies
from bot.matches.rolesets import RoleSets, game_of
from bot.ui.authority import guild_of, may_see_place
from bot.ui.option_words import seats_offered, set_title
from bot.ui.panels import Page
from bot.ui.pictures.gallery import Gallery
from bot.ui.rate_limit import RateLimit
from bot.ui.router import Click, reply, update
from bot.ui.wording import Wording
from cogs.rolesets.forecast_follower import Follower
from cogs.rolesets.forecast_page import DRAFT, LOBBY, SET, TEXT, TURN, Subject, forecast_page, forecast_text, gone_page

log = structlog.get_logger(__name__)

ANY: Final = 0
"""In place of a number of players: the likeliest."""
Interaction = discord.Interaction[Any]


@dataclass(frozen=True)
class _Followed:
    """A forecast that somebody waits for, and the task that shows it to them."""

    ticket: Ticket
    task: asyncio.Task[None]


class Forecasts:
    """Shows forecasts."""

    def __init__(
        self, *, office: Office, role_sets: RoleSets, drafts: Drafts, lobbies: Lobbies, gallery: Gallery,
        wording: Wording, now_ms: Callable[[], int],
    ) -> None:  # fmt: skip
        self._office = office
        self._role_sets = role_sets
        self._drafts = drafts
        self._lobbies = lobbies
        self._gallery = gallery
        self._wording = wording
        self._now_ms = now_ms
        self._limit = RateLimit("wait")
        self._followed: dict[str, _Followed] = {}

    async def of_set(self, interaction: Interaction, game: str, name: str, seats: int | None) -> None:
        """Begin one of a role set. Raises Refused."""
        found = await self._role_sets.find(guild_of(interaction), game, name)
        await self._begin(interaction, await self._subject(interaction, (SET, game, found.name), seats or ANY), reply)

    async def pressed(self, click: Click) -> None:
        """Every control of a forecast, and the button of a lobby."""
        action, *rest = click.parts or ("",)
        if action == "cancel":
            await self._cancel(click, rest)
        elif action in ("go", "again"):
            subject = await self._subject(click.interaction, tuple(rest[1:]), click.number(1))
            await self._begin(click.interaction, subject, reply if action == "go" else update)
        elif action == TEXT:
            subject = await self._subject(click.interaction, tuple(rest[1:]), click.number(1))
            await self._tell(click.interaction, subject, reply)
        elif action == TURN:
            subject = await self._subject(click.interaction, tuple(rest[2:]), click.number(2))
            await self._tell(click.interaction, subject, update, click.number(1))
        elif action == "seats" and click.values and click.values[0].isdecimal():
            subject = await self._subject(click.interaction, tuple(rest), int(click.values[0][:3]))
            await self._begin(click.interaction, subject, update)
        else:
            raise Refused("forged")

    def close(self) -> None:
        """Work out nothing more."""
        for one in self._followed.values():
            one.task.cancel()
        self._office.close()

    # -- what it is about -------------------------------------------------------------------------------------------

    async def _subject(self, interaction: Interaction, about: tuple[str, ...], seats: int) -> Subject:
        """Find it again, as it is now. Raises Refused where it is not there, or this person may not see it."""
        if len(about) >= 3 and about[0] == SET:
            return await self._set_subject(interaction, game_of(about[1]), ":".join(about[2:]), seats)
        if len(about) == 2 and about[0] == LOBBY:
            return await self._lobby_subject(interaction, Click(interaction, about).number(1), seats)
        if len(about) == 3 and about[0] == DRAFT:
            return self._draft_subject(interaction, game_of(about[1]), about[2], seats)
        raise Refused("forged")

    async def _set_subject(self, interaction: Interaction, game: Game, name: str, seats: int) -> Subject:
        found = await self._role_sets.find(guild_of(interaction), game.name, name)
        numbers = seats_offered(game, found.options)
        order = _order(game, found.options, seats or (numbers or [*game.seats])[len(numbers) // 2])
        return Subject((SET, game.name, found.name), set_title(self._words(interaction), game, found.name), order)

    async def _lobby_subject(self, interaction: Interaction, lobby_id: int, seats: int) -> Subject:
        lobby = await self._lobbies.get(lobby_id)
        if lobby.guild_id != interaction.guild_id or not may_see_place(interaction, lobby.channel_id):
            raise Refused("forged")
        if lobby.status != "open":
            raise Refused("lobby_closed")
        order = _order(lobby.game, lobby.options, seats or lobby.expected)
        return Subject((LOBBY, str(lobby_id)), self._words(interaction).say("forecast.this_table"), order)

    def _draft_subject(self, interaction: Interaction, game: Game, draft_id: str, seats: int) -> Subject:
        """A draft as it stands; a number of players that is open on its panel is taken first."""
        draft = self._drafts.find(interaction.user.id, guild_of(interaction), draft_id)
        if draft is None or draft.game is not game:
            raise Refused("forecast_draft_gone")
        options, faults = draft.check()
        if options is None or faults:
            raise Refused("forecast_draft_faults")
        numbers, words = seats_offered(game, options) or [*game.seats], self._words(interaction)
        likely = draft.seats if draft.seats in numbers else numbers[len(numbers) // 2]
        title = words.say("forecast.draft", name=set_title(words, game, draft.name))
        return Subject((DRAFT, game.name, draft_id), title, _order(game, options, seats or likely))

    # -- working it out ---------------------------------------------------------------------------------------------

    async def _begin(
        self, interaction: Interaction, subject: Subject, show: Callable[[Interaction, Page], Awaitable[None]]
    ) -> None:
        """Show it if it is known, and else how far it is until it is."""
        known = self._office.known(subject.order)
        if known is not None:
            await show(interaction, forecast_page(self._words(interaction), subject, known))
            return
        self._limit.slow_down(interaction.user.id, self._now_ms())
        ticket = self._office.ask(subject.order, guild_of(interaction), interaction.user.id)
        token = token_hex(4)
        follower = Follower(
            interaction, self._words(interaction), subject, ticket,
            token=token, office=self._office, drafts=self._drafts, lobbies=self._lobbies,
            gallery=self._gallery,
        )  # fmt: skip
        try:
            await show(interaction, follower.page())
        except BaseException:
            self._office.give_up(ticket)
            raise
        task = asyncio.create_task(follower.follow())
        self._followed[token] = _Followed(ticket, task)
        task.add_done_callback(lambda _: self._forget(token, task))

    async def _tell(
        self,
        interaction: Interaction,
        subject: Subject,
        show: Callable[[Interaction, Page], Awaitable[None]],
        page: int = 0,
    ) -> None:
        """All of it in words, page by page. What is not known any more, perhaps since before a restart, is worked out
        again."""
        known = self._office.known(subject.order)
        if known is None:
            await self._begin(interaction, subject, show)
        else:
            await show(interaction, forecast_text(self._words(interaction), subject, known, page))

    def _forget(self, token: str, task: asyncio.Task[None]) -> None:
        del self._followed[token]
        if not task.cancelled() and task.exception() is not None:
            log.error("forecast_not_shown", exc_info=task.exception())

    async def _cancel(self, click: Click, rest: list[str]) -> None:
        """Play nothing more for it. What is not under way any more, perhaps since before a restart, is only said."""
        followed = self._followed.get(click.part(1))
        if followed is not None and followed.ticket.user_id == click.user_id:
            followed.task.cancel()
            self._office.give_up(followed.ticket)
        subject = await self._subject(click.interaction, tuple(rest[2:]), click.number(2))
        await update(click.interaction, gone_page(self._words(click.interaction), subject, "forecast.cancelled"))

    def _words(self, interaction: Interaction) -> Wording:
        return self._wording.for_locale(interaction.locale)


def _order(game: Game, options: Options, seats: int) -> Order:
    """Raises Refused for a number of players that cannot play with these options."""
    if seats not in seats_offered(game, options):
        raise Refused("forecast_seats", seats=seats)
    return Order(game, options, seats)
