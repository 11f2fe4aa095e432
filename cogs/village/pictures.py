"""The picture of the village: who lives, who went how, whose card is known; at dawn, and when the story is told."""

from __future__ import annotations

from collections.abc import Mapping

from bot.engine.announcements import SPECTATOR
from bot.engine.questions import Seat
from bot.games.village.cards import HOOK, RUMPLESTILTSKIN, SIDES, TOWN
from bot.games.village.views import PlayerView, VillageView
from bot.ui.pictures.people import Person, people
from bot.ui.wording import Wording
from cogs.hidden_roles.homes import State
from cogs.hidden_roles.townscape import HomeShown, Mark, Mood, TownPicture

ROLE_ICONS = {
    "murderer": "dagger", "trickster": "performing-arts", "warlock": "crystal-ball", "sheriff": "shield",
    "prince_charming": "prince", "fairy_godmother": "woman-fairy", "little_mary": "eye", "huntsman": "deer",
    "mad_hatter": "top-hat", "esmeralda": "bell", "captain_hook": "pirate-flag", "villager": "sheaf-of-rice",
}  # fmt: skip
END_ICONS = {
    "rumplestiltskins": "headstone", "hatter": "dashing-away", "huntsman": "bow-and-arrow", "captured": "chains",
    "burned": "fire", "heartbreak": "broken-heart", "crush": "wilted-flower", "sacrificed": "candle",
}  # fmt: skip
SPEECH_ICONS = {"muted": "zipper-mouth-face", "toad": "frog", "asleep": "sleeping-face"}
TRAIT_ICONS = {
    "drunk": "beer-mug", "hero": "flexed-biceps", "town_idiot": "rolling-on-the-floor-laughing",
    "smooth_talker": "speech-balloon", "hottie": "rose", "victim": "ewe", "magician": "magic-wand",
}  # fmt: skip
BONUS_ICONS = TRAIT_ICONS | {
    "lovers": "wedding", "third_wheel": "wilted-flower", "sleep": "thread", "resurrection": "ghost",
    "deflection": "raised-hand", "love": "heart-with-arrow", "dud": "spider-web",
}  # fmt: skip
TEAM_ICON = "icon/spinning-wheel.png"
"""A Rumplestiltskin, whichever of the three it is."""
STATES: dict[str, State] = {"burned": "burned", "hatter": "gone"}
"""How the house of somebody looks who went so; all others stand dark."""
SINCE_NIGHTFALL = ("dawn", "day", "ballot")
"""Phases in which whoever has gone this round is news."""


VILLAGE = "village.jpg"


def village_picture(view: VillageView, labels: Mapping[Seat, str], words: Wording) -> TownPicture:
    """The village as a bystander sees it; `labels` are clean names."""
    assert view.seat == SPECTATOR, "the village's picture is everybody's: it shows a bystander's view"
    return _Village(view, people(labels, words), words).picture()


def icon(name: str) -> str:
    """Where an emoji is found."""
    return f"emoji/{name}.webp"


class _Village:
    """Makes the picture from a bystander's view."""

    def __init__(self, view: VillageView, everybody: Mapping[Seat, Person], words: Wording) -> None:
        self.view, self.everybody, self.words = view, everybody, words
        self.is_over = view.winner is not None

    def say(self, key: str, **values: str | int) -> str:
        return self.words.say(f"picture.village.{key}", pick=0, **values)

    def picture(self) -> TownPicture:
        view = self.view
        living = sum(player.alive for player in view.players)
        return TownPicture(
            style="countryside",
            name=VILLAGE,
            mood=self.mood(),
            title=self.title(),
            status=self.say("living", count=living, all=view.seats),
            news=self.news(),
            homes=tuple(self.home(player) for player in view.players),
            friends=self.friends(),
        )

    def friends(self) -> str:
        """Whose card is known and none of a foe's, in one line: twenty have to fit. At the end all cards are known, and
        all foes are named."""
        if self.is_over:
            return ""
        known = [player.seat for player in self.view.players if player.role and SIDES[player.role] == TOWN]
        names = ", ".join(self.everybody[seat].spoken for seat in known)
        return self.say("friends", count=len(known), names=names) if known else ""

    def news(self) -> str:
        """How many this round has cost; at the end, how long it took."""
        if self.is_over:
            return self.say("lasted", count=self.view.night)
        if self.view.phase not in SINCE_NIGHTFALL:
            return ""
        fresh = sum(self.is_fresh(player) for player in self.view.players)
        return self.say("news", count=fresh) if fresh else self.say("news.nobody")

    def mood(self) -> Mood:
        if self.view.winner is None:
            return "night" if self.view.phase == "night" else "dawn"
        return "glad" if self.view.winner == TOWN else "grim"

    def title(self) -> str:
        view = self.view
        if view.winner is not None:
            return self.say(f"won.{view.winner}")
        if view.phase in ("deal", "introductions"):
            return self.say("before")
        return self.say("night" if view.phase == "night" else "day", number=view.night)

    def is_fresh(self, player: PlayerView) -> bool:
        return player.end is not None and player.end_night == self.view.night and self.view.phase in SINCE_NIGHTFALL

    def home(self, player: PlayerView) -> HomeShown:
        role = Mark(icon(ROLE_ICONS[player.role]), self.words.say(f"role.{player.role}")) if player.role else None
        foe = player.role is not None and SIDES[player.role] != TOWN
        fresh = self.is_fresh(player) and not self.is_over
        return HomeShown(
            person=self.everybody[player.seat],
            state=STATES.get(player.end, "dark") if player.end else "lit",
            alive="" if player.end else self.say("alive"),
            role=role,
            foe=foe,
            side=self.say("foe") if foe else "",
            marks=tuple(self.marks(player)) if player.alive and not self.is_over else (),
            end=self.end(player),
            fresh=fresh,
            since=self.say("since") if fresh else "",
            won=self.say("won") if self.has_won(player) else "",
        )

    def marks(self, player: PlayerView) -> list[Mark]:
        """What everybody sees of somebody living: what was done to them, and the card that lies face up."""
        marks = []
        if player.speech in SPEECH_ICONS:
            marks.append(Mark(icon(SPEECH_ICONS[player.speech]), self.say(f"speech.{player.speech}")))
        if player.trait is not None:
            marks.append(Mark(icon(TRAIT_ICONS[player.trait]), self.say(f"trait.{player.trait}")))
        return marks

    def end(self, player: PlayerView) -> Mark | None:
        if player.end is None:
            return None
        return Mark(icon(END_ICONS[player.end]), self.say(f"gone.{player.end}", number=player.end_night))

    def has_won(self, player: PlayerView) -> bool:
        """Captain Hook wins with the Rumplestiltskins (S0-19)."""
        if self.view.winner is None or player.role is None:
            return False
        winners = (RUMPLESTILTSKIN, HOOK) if self.view.winner == RUMPLESTILTSKIN else (self.view.winner,)
        return SIDES[player.role] in winners
