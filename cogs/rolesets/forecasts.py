"""Forecasts on Discord: whoever asks is shown how far theirs is, and what it says, and nobody else.

`/roleset forecast` begins one; so do these presses, each ending in what it is about: a set by its game and name, or a
lobby by its number.

`go`      in a lobby:                            `mm:forecast:go:<seats>:<about>`
`again`   on a page of one that was given up:    `mm:forecast:again:<seats>:<about>`
`seats`   from the menu on a finished one:       `mm:forecast:seats:<about>`
`cancel`  while it is worked out:                `mm:forecast:cancel:<token>:<seats>:<about>`
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from secrets import token_hex
from typing import Any, Final

import aiohttp
import discord
import structlog

from bot.engine.rulebook import Game, Options
from bot.forecast.job import Order
from bot.forecast.office import Office, Ticket
from bot.matches.errors import Refused
from bot.matches.lobbies import Lobbies
from bot.matches.rolesets import RoleSets, game_of
from bot.trouble import StoreTrouble
from bot.ui.authority import guild_of, may_see_place
from bot.ui.option_words import seats_offered, set_title
from bot.ui.pages import drawn
from bot.ui.panels import Page
from bot.ui.pictures.gallery import Gallery
from bot.ui.rate_limit import RateLimit
from bot.ui.router import Click, reply, update
from bot.ui.wording import Wording
from cogs.rolesets.forecast_page import Subject, forecast_page, gone_page, waiting_page, working_page

log = structlog.get_logger(__name__)

ANY: Final = 0
"""In place of a number of players: the likeliest."""
LOOK_S: Final = 1.0
SHOWN_EVERY: Final = 4
"""So many looks lie between two messages about how far it is."""
TRIES: Final = 5
"""Of the last message: no other comes after it."""
BROKEN: Final = 500
"""From this status on it is Discord that has trouble; below, nobody can read the message any more."""
SET, LOBBY = "set", "lobby"

Interaction = discord.Interaction[Any]


@dataclass(frozen=True)
class _Followed:
    """A forecast that somebody waits for, and the task that shows it to them."""

    ticket: Ticket
    task: asyncio.Task[None]


class Forecasts:
    """Shows forecasts."""

    def __init__(
        self, *, office: Office, role_sets: RoleSets, lobbies: Lobbies, gallery: Gallery, wording: Wording,
        now_ms: Callable[[], int],
    ) -> None:  # fmt: skip
        self._office = office
        self._role_sets = role_sets
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
        if len(about) == 2 and about[0] == LOBBY and about[1].isdecimal():
            return await self._lobby_subject(interaction, int(about[1]), seats)
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

    async def _is_wanted(self, subject: Subject) -> bool:
        """Whether its lobby, if it is about one, is still open."""
        if subject.parts[0] != LOBBY:
            return True
        try:
            return (await self._lobbies.get(int(subject.parts[1]))).status == "open"
        except Refused:
            return False
        except StoreTrouble as problem:  # nobody knows
            log.warning("forecast_lobby_unread", problem=str(problem))
            return True

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
        try:
            await show(interaction, self._progress(self._words(interaction), subject, token, ticket))
        except BaseException:
            self._office.give_up(ticket)
            raise
        task = asyncio.create_task(self._follow(interaction, subject, token, ticket))
        self._followed[token] = _Followed(ticket, task)
        task.add_done_callback(lambda _: self._forget(token, task))

    def _forget(self, token: str, task: asyncio.Task[None]) -> None:
        followed = self._followed.pop(token, None)
        if followed is not None:
            self._office.give_up(followed.ticket)
        if not task.cancelled() and task.exception() is not None:
            log.error("forecast_not_shown", exc_info=task.exception())

    async def _follow(self, interaction: Interaction, subject: Subject, token: str, ticket: Ticket) -> None:
        """Show how far it is, until it is over or nobody is there to read it."""
        words, looks, shown = self._words(interaction), 0, Page(())
        while not ticket.is_over:
            await asyncio.sleep(LOOK_S)
            looks += 1
            if looks % SHOWN_EVERY or ticket.is_over:
                continue
            if not await self._is_wanted(subject):
                self._office.give_up(ticket)
                await self._show(interaction, gone_page(words, subject, "forecast.lobby_closed"), TRIES)
                return
            page = self._progress(words, subject, token, ticket)
            if page != shown and not await self._show(interaction, page):
                return
            shown = page
        await self._show(interaction, self._end(words, subject, ticket), TRIES)

    def _progress(self, words: Wording, subject: Subject, token: str, ticket: Ticket) -> Page:
        if ticket.job is None:
            return waiting_page(words, subject, token, self._office.before(ticket))
        return working_page(words, subject, token, ticket.job)

    def _end(self, words: Wording, subject: Subject, ticket: Ticket) -> Page:
        if ticket.forecast is not None:
            return forecast_page(words, subject, ticket.forecast)
        return gone_page(words, subject, "forecast.failed" if ticket.state == "failed" else "forecast.cancelled")

    async def _show(self, interaction: Interaction, page: Page, tries: int = 1) -> bool:
        """Change what this person sees. Whether they can still see it; what did not arrive may be shown next time."""
        view, makers = await drawn(self._gallery, page)
        for _ in range(tries):
            try:
                await interaction.edit_original_response(
                    view=view, attachments=[make() for make in makers], allowed_mentions=discord.AllowedMentions.none()
                )
            except (aiohttp.ClientError, OSError):
                await asyncio.sleep(LOOK_S)
            except discord.HTTPException as problem:
                if problem.status < BROKEN:
                    log.info("forecast_unread", status=problem.status, code=problem.code)
                    return False
                await asyncio.sleep(LOOK_S)
            else:
                break
        return True

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
