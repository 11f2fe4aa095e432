"""Which picture of the village is shown when: the day while somebody is accused, the houses else."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.announcements import Announcement
from bot.games.village.views import VillageView
from bot.ui.pictures.picture import Picture
from bot.ui.render_context import RenderContext
from cogs.hidden_roles.accused import VOTES
from cogs.village.day_picture import count_picture, day_picture
from cogs.village.pictures import village_picture


class DrawsVillage:
    """What the face of the village shows to everybody."""

    lasting_pictures = frozenset({"village.jpg", VOTES})
    pictured_keys = frozenset({"day.nominated", "day.counted"})

    def board_picture(self, view: VillageView, context: RenderContext) -> Picture | None:
        by_day = day_picture(view, context.labels, context.words)
        return by_day or village_picture(view, context.labels, context.words)

    def told_picture(self, news: Sequence[Announcement], view: VillageView, context: RenderContext) -> Picture | None:
        counted = any(said.key == "day.counted" for said in news) and view.winner is None
        return count_picture(view, context.labels, context.words) if counted else None
