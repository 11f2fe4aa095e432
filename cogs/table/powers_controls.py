"""What the buttons of the panel of a host's powers do: `mm:powers:<match>:<action>:…`.

What does harm asks first, and names the seat, the person and the moment.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.matches.archive import Archive
from bot.matches.errors import Refused
from bot.matches.leaving import Leaving
from bot.matches.moderator import Moderation
from bot.matches.service import MatchService
from bot.matches.snapshot import MatchSnapshot
from bot.ui.dead_room.newcomers import Newcomers
from bot.ui.face import Face
from bot.ui.match_panels import Handler
from bot.ui.panels import Page
from bot.ui.phone_height import with_most
from bot.ui.public_lines import PublicLines
from bot.ui.router import Click, reply, update
from bot.ui.stage.receipts import Receipts
from bot.ui.wording import Wording, plain
from cogs.moderator_panel.appointing import Appointing
from cogs.table.confirmation import Confirmation
from cogs.table.members import chosen_member
from cogs.table.powers_page import people_page, powers_page, seat_page
from cogs.table.repairing import Repairing
from cogs.table.rewinding import Rewinding
from cogs.table.status_page import LOG_LINES, status_text
from cogs.table.who import WhoMayDoWhat


class PowersReplies:
    """Shows the panel, in place of the one that was pressed where only one person sees it."""

    def __init__(
        self,
        *,
        service: MatchService,
        leaving: Leaving,
        archive: Archive,
        receipts: Receipts,
        faces: Mapping[str, Face],
        wording: Wording,
    ) -> None:
        self._service = service
        self._leaving = leaving
        self._archive = archive
        self._receipts = receipts
        self._faces = faces
        self._wording = wording

    def words(self, click: Click) -> Wording:
        return self._wording.for_locale(click.interaction.locale)

    async def panel(self, click: Click, match_id: int, done: str = "") -> None:
        """The panel as the table stands now; `done` says what has just been done."""
        match = await self._service.snapshot(match_id)
        words = self.words(click)
        served = await self._receipts.served(match)
        log, standby = await self._archive.log(match_id), await self._leaving.listed(match_id)
        match = await self._service.snapshot(match_id)
        face = self._faces[match.row.game]

        def page(lines: int) -> Page:
            status = status_text(match, face, words, served=served, log=log, lines=lines)
            return powers_page(match, status, standby, words, done=done, keeps_floor=face.keeps_floor)

        await self.page(click, with_most(page, LOG_LINES))

    async def page(self, click: Click, page: Page) -> None:
        """A list of tables stays; everything that came from the panel takes its place."""
        message = click.interaction.message
        own = message is not None and message.flags.ephemeral
        if own and (len(click.parts) > 1 or click.text):
            await update(click.interaction, page)
        else:
            await reply(click.interaction, page)


class PowersControls:
    """Serves the panel, but for its clocks, its fouls and its voice; whether a person may press there was looked at
    before."""

    def __init__(
        self,
        *,
        moderation: Moderation,
        leaving: Leaving,
        newcomers: Newcomers,
        confirmation: Confirmation,
        rewinding: Rewinding,
        repairing: Repairing,
        who: WhoMayDoWhat,
        appointing: Appointing,
        replies: PowersReplies,
        public_lines: PublicLines,
    ) -> None:
        self._moderation = moderation
        self._leaving = leaving
        self._newcomers = newcomers
        self._confirmation = confirmation
        self._rewinding = rewinding
        self._repairing = repairing
        self._who = who
        self._appointing = appointing
        self._replies = replies
        self._public_lines = public_lines

    def handlers(self) -> dict[str, Handler]:
        """By the action."""
        return {
            "": self._look,
            "look": self._look,
            "skip": self._skip,
            "end": self._end,
            "rewind": self._rewind,
            "repair": lambda click, match: self._repairing.repair(click.interaction, match),
            "who": lambda click, match: self._who.show(click.interaction, match),
            "seat": self._seat,
            "kick": self._kick,
            "substitute": self._substitute,
            "people": self._people,
            "host": self._host,
            "chair": self._chair,
            "chair_all": self._chair_all,
            "mirror": self._mirror,
            "standby": self._standby,
        }

    async def _look(self, click: Click, match: MatchSnapshot) -> None:
        await self._replies.panel(click, match.id)

    # -- what asks first --------------------------------------------------------------------------------------------

    async def _skip(self, click: Click, match: MatchSnapshot) -> None:
        await self._confirmation.ask(click.interaction, match, "skip", match.moment())

    async def _end(self, click: Click, match: MatchSnapshot) -> None:
        await self._confirmation.ask(click.interaction, match, "end")

    async def _rewind(self, click: Click, match: MatchSnapshot) -> None:
        await reply(click.interaction, await self._rewinding.page(match, self._replies.words(click)))

    # -- a seat -----------------------------------------------------------------------------------------------------

    async def _seat(self, click: Click, match: MatchSnapshot) -> None:
        seat = _chosen_seat(click.values[0] if click.values else "", match)
        await self._replies.page(click, seat_page(match, seat, self._replies.words(click)))

    async def _kick(self, click: Click, match: MatchSnapshot) -> None:
        seat = _chosen_seat(".".join(click.parts[2:4]), match)
        row = match.seats[seat]
        if row.user_id is None:
            raise Refused("kick_computer")
        await self._confirmation.ask(click.interaction, match, "kick", seat, row.user_id, name=plain(row.name))

    async def _substitute(self, click: Click, match: MatchSnapshot) -> None:
        seat = _chosen_seat(".".join(click.parts[2:4]), match)
        await self._confirmation.ask_to_offer(click.interaction, match, seat, await chosen_member(click))

    # -- people without a seat --------------------------------------------------------------------------------------

    async def _people(self, click: Click, match: MatchSnapshot) -> None:
        await self._replies.page(click, people_page(match, self._replies.words(click)))

    async def _host(self, click: Click, match: MatchSnapshot) -> None:
        person = await chosen_member(click)
        await self._moderation.transfer_host(match.id, click.user_id, person.id)
        name = plain(person.display_name)
        self._public_lines.say(match, "stage.new_host", name=name)
        sentence = self._replies.words(click).say("table.host.done", name=name)
        await self._replies.page(click, Page(panels=(), lines=(sentence,)))  # perhaps a host no longer

    async def _chair(self, click: Click, match: MatchSnapshot) -> None:
        await self._appoint(click, match, sees_all=False)

    async def _chair_all(self, click: Click, match: MatchSnapshot) -> None:
        await self._appoint(click, match, sees_all=True)

    async def _appoint(self, click: Click, match: MatchSnapshot, *, sees_all: bool) -> None:
        person = await chosen_member(click)
        await self._appointing.appoint(click.interaction, match, person, sees_all=sees_all)

    async def _mirror(self, click: Click, match: MatchSnapshot) -> None:
        await self._appointing.appoint(click.interaction, match, None, sees_all=False)

    async def _standby(self, click: Click, match: MatchSnapshot) -> None:
        person = await chosen_member(click)
        name = person.display_name
        await self._newcomers.check_standby(match, person.id)
        key = f"standby.{await self._leaving.stand_by(match.id, click.user_id, person.id, name)}"
        self._public_lines.say(match, f"stage.{key}", name=plain(name))
        await self._done(click, match, f"table.{key}", name=plain(name))

    async def _done(self, click: Click, match: MatchSnapshot, key: str, **values: Any) -> None:
        await self._replies.panel(click, match.id, self._replies.words(click).say(key, **values))


def _chosen_seat(text: str, match: MatchSnapshot) -> int:
    """A seat as `<number>.<person>`; 0 for a computer player. Raises Refused when somebody else sits there by now."""
    number, _, person = text.partition(".")
    row = match.seats.get(int(number)) if number.isdecimal() else None
    if row is None:
        raise Refused("forged")
    if str(row.user_id or 0) != person:
        raise Refused("seat_changed")
    return row.seat
