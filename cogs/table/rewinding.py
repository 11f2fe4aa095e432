"""Going back to an earlier public act of this round."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from bot.engine.match import Entry
from bot.matches.archive import Archive
from bot.matches.errors import Refused
from bot.matches.hosting import Hosting
from bot.matches.service import MatchService
from bot.matches.snapshot import MatchSnapshot
from bot.ui.face import Face
from bot.ui.panels import TINT, Button, Menu, MenuOption, Page, Panel, custom_id
from bot.ui.public_lines import PublicLines
from bot.ui.router import Click, update
from bot.ui.second_thoughts import no_button
from bot.ui.wording import Wording, label
from cogs.table.finding import TableFinder

MOMENTS_MOST = 24
CHOSEN = re.compile(r"[0-9]{1,4}:[0-9]{1,9}", re.ASCII)
"""A moment as the menu offers it."""
Moment = tuple[int, Entry | None]
"""Where the journal of this round goes on from there, and the public act that is taken back first; None for none."""


class Rewinding:
    """Offers the moments to which a host may go back: `mm:moment:<match>:<checkpoint>` with one chosen, as its place
    among them and how often time had been turned back by then. Where that has been done again since the page was shown,
    another act may stand at that place by now: then the page is out of date."""

    def __init__(
        self,
        *,
        finder: TableFinder,
        service: MatchService,
        hosting: Hosting,
        archive: Archive,
        faces: Mapping[str, Face],
        public_lines: PublicLines,
        wording: Wording,
    ) -> None:
        self._finder = finder
        self._service = service
        self._hosting = hosting
        self._archive = archive
        self._faces = faces
        self._public_lines = public_lines
        self._wording = wording

    async def page(self, match: MatchSnapshot, words: Wording) -> Page:
        """The beginning of the round and the newest moments, to choose from."""
        times = await self._archive.times_gone_back(match.id)
        moments = await self._moments(match)
        places, told = range(len(moments)), told_apart([_moment_in_words(match, line, words) for _, line in moments])
        options = tuple(
            MenuOption(f"{place}:{times}", told[place]) for place in (*places[:1], *places[1:][-MOMENTS_MOST:])
        )
        menu = Menu(custom_id("moment", match.id, match.checkpoint), words.say("table.rewind.choose"), options)
        return Page(panels=(Panel(words.say("table.rewind.intro"), (menu,)),), tint=TINT)

    async def chosen(self, click: Click) -> None:
        """Ask before it is done."""
        match = await self._service.snapshot(click.number(0))
        await self._finder.check_host(click.interaction, match)
        if click.number(1) != match.checkpoint or not click.values or not CHOSEN.fullmatch(click.values[0]):
            raise Refused("cannot_rewind")
        moment = custom_id("host", match.id, "rewind", match.checkpoint, click.values[0])
        words = self._wording.for_locale(click.interaction.locale)
        do = Button(moment, words.say("table.rewind.do"), "danger")
        force = Button(f"{moment}:force", words.say("table.rewind.force"), "danger")
        row = (do, force, no_button(words))
        await update(click.interaction, Page(panels=(Panel(words.say("table.rewind.ask"), (row,)),), tint=TINT))

    async def rewind(self, click: Click, match: MatchSnapshot) -> str:
        """Go back to `<checkpoint>:<place among the moments>:<times turned back>`, with `force` in spite of a secret
        shown since."""
        if click.number(2) != match.checkpoint:
            raise Refused("cannot_rewind")
        moments = await self._moments(match)
        place, times = click.number(3), click.number(4)
        if not 0 <= place < len(moments):
            raise Refused("cannot_rewind")
        force = click.parts[5:6] == ("force",)
        await self._hosting.rewind(match.id, click.user_id, moments[place][0], force=force, times=times)
        self._public_lines.say(match, "stage.rewound")
        return self._wording.for_locale(click.interaction.locale).say("table.rewind.done")

    async def _moments(self, match: MatchSnapshot) -> list[Moment]:
        """The beginning of this round and its public acts, each with its line in the journal.

        Secret acts are not listed, and controls name a moment by its place here: the number of its journal line would
        tell how much was done in secret before it.
        """
        face = self._faces[match.row.game]
        decisions = await self._archive.decisions(match.id)
        public = [(line.number, line) for line in decisions if line.number and line.key in face.open_acts]
        return [(0, None), *public]


def told_apart(moments: Sequence[str]) -> list[str]:
    """These words; where somebody did the same several times in this round, with which time it was."""
    times = [moments[: place + 1].count(one) for place, one in enumerate(moments)]
    return [f"{one} ({time})" if time > 1 else one for one, time in zip(moments, times, strict=True)]


def _moment_in_words(match: MatchSnapshot, line: Entry | None, words: Wording) -> str:
    if line is None:
        return words.say("table.rewind.beginning")
    return words.say(f"table.rewind.{line.key}", name=label(match.seats[line.seat].name))
