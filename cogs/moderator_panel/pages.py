"""Makes the panel of a match as it is now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.matches.archive import Archive
from bot.matches.moderator import knows_all
from bot.matches.service import MatchService
from bot.ui.face import Face
from bot.ui.panels import Page
from bot.ui.wording import Wording
from cogs.moderator_panel.page import panel_page


class PanelPages:
    """Reads what the panel shows."""

    def __init__(self, *, service: MatchService, archive: Archive, faces: Mapping[str, Face]) -> None:
        self._service = service
        self._archive = archive
        self._faces = faces

    async def page(self, match_id: int, reader: int, words: Wording, lines: Sequence[str] = ()) -> Page:
        """The panel for this person, with these lines above it. Raises Refused."""
        # What waits for the disk comes first: the rest of the page is made of one moment.
        shows_acts = knows_all(await self._service.snapshot(match_id))
        decisions = await self._archive.decisions(match_id) if shows_acts else []
        match = await self._service.snapshot(match_id)
        face = self._faces[match.row.game]
        return panel_page(match, face, words, reader=reader, decisions=decisions, lines=lines)
