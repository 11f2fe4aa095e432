"""Which picture of the city is shown when: the day while somebody is accused, the houses else."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.announcements import Announcement
from bot.games.mafia.views import MafiaView
from bot.ui.pictures.picture import Picture
from bot.ui.render_context import RenderContext
from cogs.hidden_roles.accused import VOTES
from cogs.mafia.day_picture import count_picture, day_picture
from cogs.mafia.pictures import city_picture


class DrawsCity:
    """What the face of the city shows to everybody."""

    lasting_pictures = frozenset({"city.jpg", VOTES})
    pictured_keys = frozenset({"speech.nominated", "vote.counted"})

    def board_picture(self, view: MafiaView, context: RenderContext) -> Picture | None:
        by_day = day_picture(view, context.labels, context.words)
        return by_day or city_picture(view, context.labels, context.words)

    def told_picture(self, news: Sequence[Announcement], view: MafiaView, context: RenderContext) -> Picture | None:
        counted = any(said.key == "vote.counted" for said in news) and view.winner is None
        return count_picture(view, context.labels, context.words) if counted else None
