"""Posts what hosts and moderators do in the channel that their server has named for it. Nobody is mentioned.

Lines wait on disk (`bot.matches.audit`), and go out in order. When the channel cannot be written to, they wait, and
whoever has named it is told once; `/settings panel` and `/tables` say it too.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, Final, Protocol

import structlog

from bot.matches.audit import AuditBook
from bot.matches.guild_settings import GuildSettings, SettingsBook
from bot.matches.moderator import SEES_ALL
from bot.trouble import StoreTrouble
from bot.ui.delivery import Courier, Outgoing, Overloaded, Undeliverable
from bot.ui.languages import Languages
from bot.ui.panels import Page, render
from bot.ui.person_mail import PersonMail
from bot.ui.wording import Wording

log = structlog.get_logger(__name__)

AGAIN_S: Final = 300.0
"""Pause before lines that could not be read or sent are tried again."""


class AuditLine(Protocol):
    """A line that waits: `actor` has done `action`, at a match or (None) elsewhere."""

    @property
    def id(self) -> int: ...
    @property
    def guild_id(self) -> int: ...
    @property
    def at_ms(self) -> int: ...
    @property
    def actor(self) -> int: ...
    @property
    def action(self) -> str: ...
    @property
    def match(self) -> int | None: ...
    @property
    def details(self) -> Any: ...


class AuditChannel:
    """Brings the lines to their channels, one server after another."""

    def __init__(
        self, *, book: AuditBook, settings: SettingsBook, languages: Languages, courier: Courier, mail: PersonMail
    ) -> None:
        self._book = book
        self._settings = settings
        self._languages = languages
        self._courier = courier
        self._mail = mail
        self._posting: asyncio.Task[None] | None = None
        self._again: asyncio.TimerHandle | None = None
        self._look_again = False
        self._closing = False
        self.silent: set[int] = set()
        """The servers whose channel could not be written to the last time."""

    def look(self) -> None:
        """Lines may have been written: post them soon."""
        if self._closing:
            return
        if self._posting is not None:
            self._look_again = True
            return
        self._posting = asyncio.create_task(self._post_all())
        self._posting.add_done_callback(self._posted)

    def close(self) -> None:
        self._closing = True
        if self._again is not None:
            self._again.cancel()
        if self._posting is not None:
            self._posting.cancel()

    def _posted(self, _task: asyncio.Task[None]) -> None:
        self._posting = None
        if self._look_again:
            self._look_again = False
            self.look()

    async def _post_all(self) -> None:
        try:
            for guild_id in await self._book.guilds():
                await self._post_of(guild_id)
        except (StoreTrouble, Overloaded) as problem:
            log.warning("audit_not_posted", problem=str(problem))
            self._try_later()
        except Exception:
            log.exception("audit_failed")

    def _try_later(self) -> None:
        if self._again is not None:
            self._again.cancel()
        if not self._closing:
            self._again = asyncio.get_running_loop().call_later(AGAIN_S, self.look)

    async def _post_of(self, guild_id: int) -> None:
        settings = await self._settings.read(guild_id)
        if settings.audit_channel is None:
            await self._book.give_up(guild_id)
            return
        for row in await self._book.waiting(guild_id):
            if not await self._post(row, settings.audit_channel):
                await self._complain(guild_id, settings)
                self._try_later()
                return
        self.silent.discard(guild_id)

    async def _post(self, row: AuditLine, channel_id: int) -> bool:
        """Whether it stands there now; when the process dies right after it, Discord posts it once all the same."""
        page = Page(panels=(), lines=(audit_line(row, self._languages.public(row.guild_id)),))
        try:
            await self._courier.post(channel_id, Outgoing(view=render(page)), f"audit.{row.id}")
        except Undeliverable as problem:
            log.warning("audit_channel_closed", guild=row.guild_id, reason=problem.reason)
            return False
        await self._book.posted(row.id)
        return True

    async def _complain(self, guild_id: int, settings: GuildSettings) -> None:
        """Once, until it works again."""
        if guild_id in self.silent:
            return
        self.silent.add(guild_id)
        channel = f"<#{settings.audit_channel}>"
        if settings.audit_named_by is not None:
            nonce = f"audit.x{guild_id:x}.{settings.audit_channel or 0:x}"
            await self._mail.tell(
                settings.audit_named_by, guild_id, lambda words: words.say("audit.silent", channel=channel), nonce
            )


def audit_line(row: AuditLine, words: Wording) -> str:
    """The line of an act: its person, what it was, the table, the person it concerns, and the time."""
    details: Mapping[str, Any] = row.details
    values: dict[str, Any] = {
        "actor": f"<@{row.actor}>",
        "when": row.at_ms // 1000,
        "number": row.match or 0,
        "seat": details.get("seat", 0),
        "count": -(-details.get("seconds", 0) // 60),
        "channel": f"<#{details.get('channel', 0)}>",
        "until": _until(details.get("until", 0), words),
        **{name: _person(details.get(key), words) for name, key in _PEOPLE.items()},
    }
    return words.say("audit.line", when=values["when"], what=words.say(f"audit.{_kind(row)}", **values))


_PEOPLE: Final = {"person": "whom", "before": "was", "now": "now", "host": "host"}
"""Values of the sentences that are people, by their names in the details."""


def _kind(row: AuditLine) -> str:
    """The end of the wording key: some acts have several sentences."""
    details: Mapping[str, Any] = row.details
    if row.action == "seat":
        what = "computer" if details.get("now") is None else "person"
        return f"seat.left.{what}" if details.get("left") else f"seat.{what}"
    if row.action == "chair":
        if details.get("now") is None:
            return "chair.mirror"
        return "chair.knows_all" if details.get("sees") == SEES_ALL else "chair.person"
    if row.action == "standby":
        return f"standby.{details.get('standing') or ('on' if details.get('listed') else 'off')}"
    if row.action == "foul":
        return f"foul.{details.get('kind', 'foul')}"
    if row.action == "end" and details.get("ending", "host") != "host":
        return "end.together"
    return row.action


def _person(user_id: int | None, words: Wording) -> str:
    return f"<@{user_id}>" if user_id else words.say("audit.nobody")


def _until(seconds: int, words: Wording) -> str:
    return words.say("bar.until", when=seconds) if seconds else words.say("bar.until_lifted")
