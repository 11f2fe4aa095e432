"""The picture of the city: who is still at the table, who left how, whose card is known; at dawn and at the end."""

from __future__ import annotations

from collections.abc import Mapping

from bot.engine.announcements import SPECTATOR
from bot.engine.questions import Seat
from bot.games.mafia.cards import RED, SIDES
from bot.games.mafia.views import MafiaView, PlayerView
from bot.ui.pictures.people import Person, people
from bot.ui.wording import Wording
from cogs.hidden_roles.townscape import HomeShown, Mark, Mood, TownPicture

ROLE_ICONS = {
    "don": "person-in-suit-levitating", "mafia": "violin", "maniac": "axe", "sheriff": "detective",
    "doctor": "stethoscope", "lover": "heart-with-arrow", "citizen": "newspaper",
}  # fmt: skip
END_ICONS = {"voted": "ballot-box-with-ballot", "killed": "headstone", "fouls": "door"}
FOUL_ICON = "raised-hand"
NIGHT = "night"
"""The phase in which everybody sleeps."""


CITY = "city.jpg"


def city_picture(view: MafiaView, labels: Mapping[Seat, str], words: Wording) -> TownPicture:
    """The city as a bystander sees it; `labels` are clean names."""
    assert view.seat == SPECTATOR, "the city's picture is everybody's: it shows a bystander's view"
    return _City(view, people(labels, words), words).picture()


def icon(name: str) -> str:
    """Where an emoji is found."""
    return f"emoji/{name}.webp"


class _City:
    """Makes the picture from a bystander's view."""

    def __init__(self, view: MafiaView, everybody: Mapping[Seat, Person], words: Wording) -> None:
        self.view, self.everybody, self.words = view, everybody, words
        self.is_over = view.winner is not None
        self.is_morning = view.phase == "dawn" or any(player.dying for player in view.players)
        self.last_night = view.day if self.is_morning else view.day - 1
        self.tells_news = not self.is_over and view.phase != NIGHT and self.last_night > 0

    def say(self, key: str, **values: str | int) -> str:
        return self.words.say(f"picture.mafia.{key}", pick=0, **values)

    def picture(self) -> TownPicture:
        view = self.view
        living = sum(player.alive and not player.dying for player in view.players)
        return TownPicture(
            style="city",
            mood=self.mood(),
            title=self.title(),
            status=self.say("living", count=living, all=view.seats),
            news=self.news(),
            homes=tuple(self.home(player) for player in view.players),
            name=CITY,
        )

    def news(self) -> str:
        """How many last night has cost; at the end, how long it took."""
        if self.is_over:
            return self.say("lasted", count=self.view.day)
        if not self.tells_news:
            return ""
        fresh = sum(self.is_fresh(player) for player in self.view.players)
        return self.say("news", count=fresh) if fresh else self.say("news.nobody")

    def mood(self) -> Mood:
        if self.view.winner is None:
            return "night" if self.view.phase == NIGHT else "dawn"
        return "glad" if self.view.winner == RED else "grim"

    def title(self) -> str:
        view = self.view
        if view.winner is not None:
            return self.say(f"won.{view.winner}")
        if not view.day:
            return self.say("before")
        time = "night" if view.phase == NIGHT else "morning" if self.is_morning else "day"
        return self.say(time, number=view.day)

    def is_fresh(self, player: PlayerView) -> bool:
        """Whether last night took them; who was killed stays for their final words (S3-4)."""
        killed = player.end == "killed" and player.end_night == self.last_night
        return self.tells_news and (player.dying or killed)

    def home(self, player: PlayerView) -> HomeShown:
        ended = player.dying or player.end is not None
        role = Mark(icon(ROLE_ICONS[player.role]), self.words.say(f"role.mafia.{player.role}")) if player.role else None
        foe = player.role is not None and SIDES[player.role] != RED
        fouls = Mark(icon(FOUL_ICON), self.say("fouls", count=player.fouls))
        return HomeShown(
            person=self.everybody[player.seat],
            state="dark" if ended else "lit",
            alive="" if ended else self.say("alive"),
            role=role,
            foe=foe,
            side=self.say("foe" if foe else "friend"),
            marks=(fouls,) if player.fouls and not ended and not self.is_over else (),
            end=self.end(player),
            fresh=self.is_fresh(player),
            since=self.say("since") if self.is_fresh(player) else "",
            won=self.say("won") if player.role and SIDES[player.role] == self.view.winner else "",
        )

    def end(self, player: PlayerView) -> Mark | None:
        if player.dying:
            return Mark(icon(END_ICONS["killed"]), self.say("gone.killed", number=self.last_night))
        if player.end is None:
            return None
        return Mark(icon(END_ICONS[player.end]), self.say(f"gone.{player.end}", number=player.end_night))
