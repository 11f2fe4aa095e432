"""Which picture of the city is shown when: the cards when a game begins, the day while somebody is named, the houses
else."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.announcements import Announcement
from bot.engine.questions import Seat
from bot.games.mafia.cards import RED, SIDES
from bot.games.mafia.views import MafiaView
from bot.ui.pictures.picture import Picture
from bot.ui.render_context import RenderContext
from bot.ui.wording import Wording
from cogs.hidden_roles.accused import VOTES
from cogs.hidden_roles.cast_picture import CAST, CastGroup, CastPicture, cards_of, groups_of, plain
from cogs.hidden_roles.face import HiddenRolesFace
from cogs.hidden_roles.role_card import FOE, FRIEND
from cogs.mafia.day_picture import count_picture, day_picture, shows_hands
from cogs.mafia.pictures import ROLE_ICONS, city_picture, icon


class DrawsCity(HiddenRolesFace):
    """What the face of the city shows to everybody."""

    pictured_keys = frozenset({"game.begins", "vote.counted"})

    def board_picture(self, view: MafiaView, context: RenderContext) -> Picture | None:
        by_day = day_picture(view, context.labels, context.words)
        return by_day or city_picture(view, context.labels, context.words)

    def shows_picture(self, news: Sequence[Announcement], view: MafiaView) -> bool:
        """Who was named is shown when the vote begins, and how the votes lie so far with each of a few nominees: of
        many the board tells that, and between speeches nobody has time for it."""
        called = [said.values["nominee"] for said in news if said.key == "vote.for"]
        if called and (shows_hands(view) or _first_of_vote(view) in called):
            return True
        return super().shows_picture(news, view)

    def told_picture(self, news: Sequence[Announcement], view: MafiaView, context: RenderContext) -> Picture | None:
        keys = {said.key for said in news}
        if view.winner is not None:
            return None
        if "game.begins" in keys:
            return cast_picture(view, context.words)
        return count_picture(view, context.labels, context.words) if "vote.counted" in keys else None

    def deck_told(self, view: MafiaView, context: RenderContext) -> str:
        return deck_told(view, context.words)

    def kept_picture(self, name: str, view: MafiaView, context: RenderContext) -> Picture | None:
        if name == CAST:
            return cast_picture(view, context.words)
        return count_picture(view, context.labels, context.words) if name == VOTES else None


def _first_of_vote(view: MafiaView) -> Seat | None:
    """For whom hands are raised first in the vote that goes on."""
    return view.votes[-1].nominees[0] if view.votes else None


def deck_told(view: MafiaView, words: Wording) -> str:
    """What each of these cards does, a line for each."""
    lines = [
        words.say(
            "cards.explained.line", card=words.say(f"role.mafia.{role}"), does=words.say(f"role.mafia.{role}.short")
        )
        for role, count in view.cast.items()
        if count
    ]
    return "\n".join([words.say("cards.explained"), *lines])


def cast_picture(view: MafiaView, words: Wording) -> Picture:
    """The cards that everybody has been told of (S3-1)."""
    icons = {role: icon(name) for role, name in ROLE_ICONS.items()}
    titles = {role: words.say(f"role.mafia.{role}") for role in view.cast}
    black = {role: count for role, count in view.cast.items() if SIDES[role] != RED}
    red = {role: count for role, count in view.cast.items() if SIDES[role] == RED}
    return CastPicture(
        title=words.say("picture.cast"),
        status=words.say("picture.cast.players", count=view.seats),
        groups=groups_of(
            [
                CastGroup(words.say("picture.mafia.cast.black"), FOE, cards_of(black, icons, titles)),
                CastGroup(words.say("picture.mafia.cast.red"), FRIEND, cards_of(red, icons, titles)),
            ]
        ),
        does=plain(deck_told(view, words)),
    )
