"""The button *Through one player's eyes* below a story: what that player knew, when, and what the truth was."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Final

from bot.engine.match import Diverged
from bot.engine.questions import Seat
from bot.matches.archive import Archive
from bot.matches.errors import Refused
from bot.matches.service import MatchService
from bot.matches.snapshot import MatchSnapshot
from bot.recaps.recap import FirstRecap, Recap
from bot.replay.film import Script, script_of
from bot.ui.authority import check_may_see
from bot.ui.face import Face
from bot.ui.router import Click, reply, update
from bot.ui.wording import Wording
from cogs.table.eyes_page import eyes_page

KEPT_MOST: Final = 8
"""Games that stay played again, so that a page is turned for nothing."""


class EyesControls:
    """Serves `mm:eyes:<match>`, whose menu names a seat, and `mm:eyes:<match>:<seat>:<page>`."""

    def __init__(self, *, service: MatchService, archive: Archive, faces: Mapping[str, Face], wording: Wording) -> None:
        self._service = service
        self._archive = archive
        self._faces = faces
        self._wording = wording
        self._kept: dict[tuple[int, str], tuple[FirstRecap | Recap, Script]] = {}
        self._playing = asyncio.Lock()

    async def asked(self, click: Click) -> None:
        """Show a page to whoever asked, alone. Raises Refused for a game that is not over, or not theirs to see."""
        match = await self._service.snapshot(click.number(0))
        check_may_see(click.interaction, match)
        if not match.over:
            raise Refused("not_over")
        if match.thrown_away:
            raise Refused("no_recap")
        seat = _seat(click, match)
        words = self._wording.for_locale(click.interaction.locale)
        script = await self._script(match, words)
        page = eyes_page(match.id, script, seat, click.number(2) if len(click.parts) > 2 else 0, words)
        message = click.interaction.message
        is_turned = len(click.parts) > 1 or bool(click.values)
        own = message is not None and message.flags.ephemeral and is_turned
        await (update(click.interaction, page) if own else reply(click.interaction, page))

    async def _script(self, match: MatchSnapshot, words: Wording) -> Script:
        """The game played again; one at a time, since anybody may ask. A recap changes when somebody is forgotten:
        then it is played anew. Raises Refused for one that today's rules play otherwise."""
        key = match.id, words.locale
        async with self._playing:
            recap = await self._archive.recap(match.id)  # who waited here may have been forgotten meanwhile
            before, script = self._kept.pop(key, (None, None))
            if script is None or before != recap:
                script = await self._played(recap, match, words)
            self._kept[key] = recap, script
            if len(self._kept) > KEPT_MOST:
                del self._kept[next(iter(self._kept))]
        return script

    async def _played(self, recap: FirstRecap | Recap, match: MatchSnapshot, words: Wording) -> Script:
        """In a thread: clicks are served meanwhile."""
        try:
            return await asyncio.to_thread(script_of, recap, self._faces[match.row.game], words)
        except Diverged:
            raise Refused("replay_not_made") from None


def _seat(click: Click, match: MatchSnapshot) -> Seat | None:
    """Through whose eyes: the seat that was chosen, or the own one at first; None for who has none. Raises Refused."""
    if click.values:
        chosen = Click(click.interaction, click.values).number(0)
    elif len(click.parts) > 1:
        chosen = click.number(1)
    else:
        return match.seat_of(click.user_id)
    if chosen not in match.seats:
        raise Refused("forged")
    return chosen
