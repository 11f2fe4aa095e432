"""The card somebody has just got, as the Mirror shows it: whose likeness, what it is called, how it wins."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from PIL import Image, ImageDraw

from bot.engine.announcements import Announcement
from bot.engine.questions import Question, Seat
from bot.engine.rulebook import DRAWN
from bot.ui.panels import Row
from bot.ui.pictures.art import FINE, GOLD, PALE, Art, Pen
from bot.ui.pictures.fitting import halved, wrapped
from bot.ui.pictures.picture import Picture
from bot.ui.pictures.sign import Sign, SignLine
from bot.ui.render_context import RenderContext
from bot.ui.wording import Wording

WIDTH, HEIGHT, MARGIN = 1200, 520, 40
BONUS_HEIGHT = 400
"""A second card comes below the first one, and says less."""
MIRROR_WIDE, MIRROR_TALL, PORTRAIT = 380, 440, 270
WRITTEN = MARGIN + MIRROR_WIDE + 50
"""Where the words begin, right of the mirror."""
ROOM = WIDTH - WRITTEN - MARGIN
NAME, GOAL, GOAL_ROWS = 58, 42, 4
CARD = "card.jpg"
Kind = Literal["friend", "foe", "bonus"]
"""Whose card it is: of those who kill by night and their friends, of all others, or a second card of anybody's."""
FRIEND: Kind = "friend"
FOE: Kind = "foe"
BONUS: Kind = "bonus"
CLOTHS: dict[Kind, tuple[str, str]] = {
    FRIEND: ("#2d5b52", "#0b211e"),
    FOE: ("#6a2032", "#22060d"),
    BONUS: ("#4a3a7c", "#160e2c"),
}
GLASS, GLASS_RIM, FRAME, FRAME_RIM = "#fdf3cf", "#8fb7c9", "#d9a53c", "#7a5313"


@dataclass(frozen=True)
class RoleCardPicture:
    """A card: its likeness (a file below the art folder), and finished phrases. `goal` says what it is for."""

    portrait: str
    heading: str
    role: str
    goal: str
    kind: Kind
    name: str = CARD

    def words(self, words: Wording) -> str:
        del words  # all phrases are finished
        return f"{self.heading}: {self.role}. {self.goal}"

    def draw(self, art: Art) -> Image.Image:
        height = BONUS_HEIGHT if self.kind == BONUS else HEIGHT
        pen = art.pen(art.table(WIDTH, height, *CLOTHS[self.kind]))
        _draw_mirror(pen, self.portrait, height)
        names = halved(self.role, art.font("title", NAME), ROOM)
        goal = wrapped(self.goal, art.font("text", GOAL), ROOM, GOAL_ROWS)
        top = (height - 60 - len(names) * 66 - 24 - len(goal) * 52) // 2
        pen.text(WRITTEN, top + 26, self.heading, 40, PALE, anchor="lm", width=ROOM)
        for row, name in enumerate(names):
            pen.text(WRITTEN, top + 92 + row * 66, name, NAME, GOLD, "title", anchor="lm", width=ROOM)
        for row, line in enumerate(goal):
            y = top + 92 + len(names) * 66 + 18 + row * 52
            pen.text(WRITTEN, y, line, GOAL, PALE, anchor="lm", width=ROOM)
        return pen.image


def _draw_mirror(pen: Pen, portrait: str, height: int) -> None:
    wide, tall, size = (side * height // HEIGHT for side in (MIRROR_WIDE, MIRROR_TALL, PORTRAIT))
    glass = pen.art.made(("the mirror", height), lambda: _mirror(wide, tall))
    left = MARGIN + (MIRROR_WIDE - wide) // 2
    pen.stamp(left, (height - tall) // 2, glass)
    likeness = pen.art.sprite(portrait, size, size)
    pen.stamp(left + (wide - likeness.width) // 2, (height - likeness.height) // 2, likeness)


def _mirror(width: int, height: int) -> Image.Image:
    """An oval glass in a golden frame, with beads around it."""
    wide, tall = width * FINE, height * FINE
    image = Image.new("RGBA", (wide, tall))
    draw = ImageDraw.Draw(image)
    for inset, fill in ((0, FRAME_RIM), (3, FRAME), (20, FRAME_RIM), (23, FRAME), (30, FRAME_RIM), (33, GLASS_RIM)):
        draw.ellipse((inset * FINE, inset * FINE, wide - inset * FINE, tall - inset * FINE), fill)
    light = Image.radial_gradient("L").resize((wide - 66 * FINE, tall - 66 * FINE))
    glass = Image.composite(
        Image.new("RGB", light.size, GLASS_RIM), Image.new("RGB", light.size, GLASS), light.point(lambda far: far)
    )
    oval = Image.new("L", light.size)
    ImageDraw.Draw(oval).ellipse((0, 0, light.width - 1, light.height - 1), 255)
    image.paste(glass, (33 * FINE, 33 * FINE), oval)
    return image.reduce(FINE)


class DealsCards(ABC):
    """What a face of hidden roles shows of single cards.

    sides      whom each card wins with; open_side: the one that knows nobody of its own
    portraits  the likeness of each card, by the name of its icon
    """

    sides: Mapping[str, str] = {}
    open_side = ""
    portraits: Mapping[str, str] = {}

    @abstractmethod
    def words(self, context: RenderContext, key: str, /, *, pick: int = 0, **values: str | int) -> str:
        """A sentence of the game."""

    @abstractmethod
    def role(self, context: RenderContext, role: str, ending: str = "") -> str:
        """What a card is called."""

    @abstractmethod
    def with_others(self, context: RenderContext, key: str, cast: Mapping[str, int], **values: str) -> str:
        """A text, and what it adds for other cards in the game."""

    def played_here(self, view: Any) -> Mapping[str, int]:
        """What a card may have a sentence of its own for: the cards in the game, and how a table plays them."""
        cast: Mapping[str, int] = view.cast
        return cast

    def card_key(self, view: Any, context: RenderContext) -> str:
        """The key of what the own card says."""
        return f"role.{view.role}.card"

    def hand_told(self, view: Any, context: RenderContext) -> str:
        """What the own cards say, for **Text**: My seat leaves that out where it has much to ask."""
        told = [f"## {self.role(context, view.role)}", *self.own_card(view, context), *self.second_card(view, context)]
        if not view.player(view.seat).alive:  # only whoever is gone knows more of others than the table shows
            told.append(self.gone(view, context))
        return "\n".join(told)

    def gone(self, view: Any, context: RenderContext) -> str:
        """Who is gone, with the cards that are known; empty while nobody is."""
        names = ", ".join(self.with_card(player, context) for player in view.players if not player.alive)
        return context.words.say("board.dead", names=names) if names else ""

    def with_card(self, player: Any, context: RenderContext) -> str:
        """A name, and the card where it is known."""
        name = context.name(player.seat)
        return f"{name} ({self.role(context, player.role)})" if player.role else name

    def own_card(self, view: Any, context: RenderContext) -> tuple[str, str]:
        """What the own card does, and how it wins."""
        card = self.with_others(context, self.card_key(view, context), self.played_here(view))
        return card, self.with_others(context, f"side.{view.side}.goal", view.cast)

    def own_lines(self, view: Any, context: RenderContext) -> list[str]:
        """What this game has to say about the state of the own card."""
        return []

    def winners(self, view: Any) -> Sequence[str | None]:
        """The sides that have won."""
        return (view.winner,)

    def has_won(self, view: Any, context: RenderContext) -> str:
        """What became of the own card when the game was over."""
        ending = "drawn" if view.winner == DRAWN else "won" if view.side in self.winners(view) else "lost"
        return context.words.say(f"board.was.{ending}")

    def cards_told(self, announcements: Sequence[Announcement], context: RenderContext) -> str:
        """The roles that everybody had, for the story."""
        roles: dict[Seat, str] = {}
        for said in announcements:
            if said.key == "role.dealt" and not said.is_public:
                roles[said.audience[0]] = said.values["role"]  # type: ignore[index]
        return "\n".join(
            self.words(context, "story.role.dealt", by=context.name(seat), role=self.role(context, role, ".the"))
            for seat, role in sorted(roles.items())
        )

    def second_card(self, view: Any, context: RenderContext) -> list[str]:
        """A further card, below everything that belongs to the first."""
        return []

    def seat_picture(self, view: Any, questions: Sequence[Question], context: RenderContext) -> Picture | None:
        return None

    def signs(self, words: Wording) -> Sequence[Sign]:
        return ()  # a role is a portrait with a text

    def seat_signs(self, view: Any, questions: Sequence[Question], context: RenderContext) -> Sequence[SignLine]:
        return ()

    def deck_told(self, view: Any, context: RenderContext) -> str:
        return ""

    def under_text(self, view: Any, context: RenderContext) -> Sequence[Row]:
        return ()  # what each card does stands in the words of the picture of all cards

    def dealt_pictures(self, news: Sequence[Announcement], view: Any, context: RenderContext) -> tuple[Picture, ...]:
        dealt = [said.values["role"] for said in news if said.key == "role.dealt" and not said.is_public]
        return self._card_pictured(dealt[-1], view, context) if dealt else ()

    def cards_pictured(self, view: Any, context: RenderContext) -> tuple[Picture, ...]:
        return self._card_pictured(view.role, view, context)

    def _card_pictured(self, role: str, view: Any, context: RenderContext) -> tuple[Picture, ...]:
        if role not in self.portraits:
            return ()
        side = self.sides[role]
        card = RoleCardPicture(
            portrait=f"portrait/{self.portraits[role]}.webp",
            heading=context.words.say("picture.card"),
            role=self.role(context, role),
            goal=self.with_others(context, f"side.{side}.goal", view.cast),
            kind=FRIEND if side == self.open_side else FOE,
        )
        return (card,)
