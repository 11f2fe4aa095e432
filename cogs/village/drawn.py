"""Which picture of the village is shown when: the cards before the first night, the day while somebody is accused, the
houses else; and to each player the cards they were dealt."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.engine.announcements import Announcement
from bot.games.village.cards import RUMPLESTILTSKIN, SIDES, TOWN
from bot.games.village.views import VillageView
from bot.ui.pictures.picture import Picture
from bot.ui.render_context import RenderContext
from bot.ui.wording import Wording
from cogs.hidden_roles.accused import VOTES
from cogs.hidden_roles.cast_picture import CAST, CastGroup, CastPicture, cards_of, groups_of, plain
from cogs.hidden_roles.face import HiddenRolesFace
from cogs.hidden_roles.role_card import BONUS, FOE, FRIEND, RoleCardPicture
from cogs.village.day_picture import count_picture, day_picture
from cogs.village.deck_words import deck_told
from cogs.village.pictures import BONUS_ICONS, ROLE_ICONS, TEAM_ICON, icon, village_picture

BONUS_CARD = "bonus.jpg"
"""The name of the picture of a bonus card."""


class DrawsVillage(HiddenRolesFace):
    """What the face of the village shows to everybody, and whoever gets cards."""

    pictured_keys = frozenset({"game.begins", "day.nominated", "day.counted"})

    def board_picture(self, view: VillageView, context: RenderContext) -> Picture | None:
        by_day = day_picture(view, context.labels, context.words)
        return by_day or village_picture(view, context.labels, context.words)

    def told_picture(self, news: Sequence[Announcement], view: VillageView, context: RenderContext) -> Picture | None:
        keys = {said.key for said in news}
        if view.winner is not None:
            return None
        if "game.begins" in keys:
            return cast_picture(view, context.words)
        return count_picture(view, context.labels, context.words) if "day.counted" in keys else None

    def kept_picture(self, name: str, view: VillageView, context: RenderContext) -> Picture | None:
        if name == CAST:
            return cast_picture(view, context.words)
        return count_picture(view, context.labels, context.words) if name == VOTES else None

    def deck_told(self, view: VillageView, context: RenderContext) -> str:
        return deck_told(view, context.words)

    def dealt_pictures(self, news: Sequence[Announcement], view: Any, context: RenderContext) -> tuple[Picture, ...]:
        keys = ("bonus.dealt", "bonus.redrawn")
        second = [said.values["card"] for said in news if said.key in keys and not said.is_public]
        bonus = (bonus_picture(second[-1], context.words),) if second else ()
        return (*super().dealt_pictures(news, view, context), *bonus)

    def cards_pictured(self, view: Any, context: RenderContext) -> tuple[Picture, ...]:
        bonus = (bonus_picture(view.bonus, context.words),) if view.bonus is not None else ()
        return (*super().cards_pictured(view, context), *bonus)


def cast_picture(view: VillageView, words: Wording) -> Picture:
    """The cards that everybody has been told of (S0-2): how many Rumplestiltskins, not which; and the bonus deck."""
    icons = {role: icon(name) for role, name in ROLE_ICONS.items()} | {RUMPLESTILTSKIN: TEAM_ICON}
    titles = {role: words.say(f"role.{role}") for role in view.cast}
    foes = {role: count for role, count in view.cast.items() if SIDES.get(role) != TOWN}
    friends = {role: count for role, count in view.cast.items() if role not in foes}
    second = {card: words.say(f"bonus.{card}") for card in view.deck}
    return CastPicture(
        title=words.say("picture.cast"),
        status=words.say("picture.cast.players", count=view.seats),
        groups=groups_of(
            [
                CastGroup(words.say("picture.village.cast.foes"), FOE, cards_of(foes, icons, titles)),
                CastGroup(words.say("picture.village.cast.friends"), FRIEND, cards_of(friends, icons, titles)),
                CastGroup(
                    words.say("picture.village.cast.bonus"),
                    BONUS,
                    cards_of(view.deck, {card: icon(name) for card, name in BONUS_ICONS.items()}, second),
                ),
            ]
        ),
        does=plain(deck_told(view, words)),
    )


def bonus_picture(card: str, words: Wording) -> Picture:
    """A bonus card for its owner alone."""
    return RoleCardPicture(
        portrait=icon(BONUS_ICONS[card]),
        heading=words.say("picture.village.bonus"),
        role=words.say(f"bonus.{card}"),
        goal=words.say(f"bonus.{card}.short"),
        kind=BONUS,
        name=BONUS_CARD,
    )
