"""Pictures of the duel: a hand of names, and the table with both discards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PIL import Image

from bot.engine.announcements import SPECTATOR
from bot.engine.questions import Question, Seat
from bot.games.name_duel.cards import NAMES
from bot.games.name_duel.views import DuelistView, NameDuelView
from bot.ui.pictures.art import ARROW, GOLD, INK, LEAST_SIZE, PALE, QUIET, Art, Pen
from bot.ui.pictures.fitting import unmarked
from bot.ui.pictures.people import Person, people
from bot.ui.pictures.picture import Picture
from bot.ui.pictures.playing_cards import mark
from bot.ui.wording import Wording
from cogs.name_duel import words as cards

WIDTH, MARGIN = 1200, 28
NIGHT, NIGHT_EDGE = "#2b3a72", "#0b1024"
PLATE, PLATE_ACTING, PLATE_LINE, BAR = "#0d1330cc", "#3a2f14e0", "#5f6fa8", "#080c20d9"
PARCHMENT, RIM, BAND, RED = "#f6ecd2", "#8a6a2f", "#2a2038", "#a8182b"
ICONS = {
    "bootstrap": "leather-boot",
    "drum_drum": "drum",
    "flippy": "card-exchange",
    "hobyah": "goblin",
    "noggin": "brain",
    "rumpelstiltskin": "spinning-wheel",
    "shenanigan": "jester-hat",
    "tim_tit_tot": "imp",
    "whuppity_stoorie": "witch-flight",
    "yallery_brown": "troll",
}
INKS = {
    "bootstrap": "#6b3f1d", "drum_drum": "#8c2b2b", "flippy": "#1f5d7a", "hobyah": "#3f6b1f", "noggin": "#8a3a6e",
    "rumpelstiltskin": "#7a5a10", "shenanigan": "#5b2d8c", "tim_tit_tot": "#2a2a33", "whuppity_stoorie": "#14634f",
    "yallery_brown": "#6a4a1a",
}  # fmt: skip
"""The colour of each name's icon: for beauty, it means nothing."""
HAND, TABLE = "hand.jpg", "table.jpg"
"""The names of the pictures of a hand, and of the table."""
CHOSEN_FROM_HAND = ("duel.play", "duel.react", "hobyah.top", "yallery_brown.exchange")
"""Questions whose choices are cards of one's own hand."""


@dataclass(frozen=True)
class NameShown:
    """A name card: its number and title, once more as it is `folded` on a narrow card, `reaction` where it has red
    text (else nothing), and how words call it."""

    name: str
    number: str
    title: str
    folded: str
    reaction: str
    spoken: str


def hand_picture(
    view: NameDuelView, question: Question | None, labels: Mapping[Seat, str], words: Wording
) -> Picture | None:
    """This seat's names, those that can be chosen now raised; None with an empty hand."""
    del labels  # one's own cards need nobody's name
    if not view.hand:
        return None
    asked = question is not None and question.seat == view.seat and question.key in CHOSEN_FROM_HAND
    # A reaction's choice is a name, or a name and a deck: `flippy.own`.
    chosen = {str(choice).partition(".")[0] for choice in question.choices} if question is not None and asked else set()
    return HandPicture(
        title=words.say("picture.duel.hand.title"),
        game=_game(view, words),
        legend=words.say("picture.duel.hand.playable") if chosen.intersection(view.hand) else "",
        secret=words.say("picture.duel.hand.secret", card=_shown(view.bottom, words).spoken) if view.bottom else "",
        cards=tuple(Held(_shown(name, words), name in chosen) for name in view.hand),
    )


def table_picture(view: NameDuelView, labels: Mapping[Seat, str], words: Wording) -> Picture:
    """The duel as a bystander sees it."""
    assert view.seat == SPECTATOR, "the table's picture is everybody's: it shows a bystander's view"
    everybody = people(labels, words)
    acting = _acting(view)
    return TablePicture(
        game=_game(view, words),
        status=_status(view, everybody, words, acting),
        duelists=tuple(_duelist(view, one, everybody[one.seat], words, acting) for one in view.duelists),
        discard=words.say("picture.duel.discard"),
        empty=words.say("picture.duel.discard.empty"),
        centre=_centre(view, everybody, words),
    )


def _game(view: NameDuelView, words: Wording) -> str:
    """Which game this is, of how many."""
    if view.best_of == 1:
        return words.say("picture.duel.game.single")
    return words.say("picture.duel.game", game=view.game, best_of=view.best_of)


def _shown(name: str, words: Wording) -> NameShown:
    card = NAMES[name]
    number, title, folded = str(card.number), cards.title(name, words), f"picture.duel.folded.{name}"
    return NameShown(
        name=name,
        number=number,
        title=title,
        folded=words.say(folded) if words.has(folded) else title,
        reaction=words.say("picture.duel.reaction") if card.reaction else "",
        spoken=words.say("picture.duel.card", number=number, title=title),
    )


# -- a name card ------------------------------------------------------------------------------------------------------


def name_face(art: Art, card: NameShown, width: int, *, dimmed: bool = False) -> Image.Image:
    """The card so many pixels wide, 1.4 times as high."""

    def drawn() -> Image.Image:
        height = round(width * 1.4)
        image = art.panel(width, height, PARCHMENT, RIM, radius=round(width * 0.08), line=4).copy()
        pen = Pen(art, image)
        icon = art.sprite(f"icon/{ICONS[card.name]}.png", round(width * 0.6), round(width * 0.6), INKS[card.name])
        pen.stamp((width - icon.width) // 2, round(width * 0.63) - icon.height // 2, icon)
        if card.reaction:
            chip = LEAST_SIZE
            wide = round(art.font("bold", chip).getlength(card.reaction) + chip * 0.6)
            pen.chip(width - wide - 4, round(width * 0.06), card.reaction, chip, fill=RED, colour=PALE)
        size = round(width * 0.27)
        pen.panel(round(width * 0.05), round(width * 0.05), size, size, BAND, GOLD, radius=size // 2)
        middle = width * 0.05 + size / 2
        pen.text(middle, middle, card.number, round(width * 0.19), PALE, "bold", anchor="mm")
        pen.panel(
            6, round(width * 0.98), width - 12, height - round(width * 0.98) - 6, BAND, radius=round(width * 0.06)
        )
        _title(pen, card.folded, width)
        if not dimmed:
            return image
        shaded = Image.blend(image.convert("RGB"), Image.new("RGB", image.size, "#4a5068"), 0.25).convert("RGBA")
        shaded.putalpha(image.getchannel("A"))
        return shaded

    return art.made(("name", card, width, dimmed), drawn)


def _title(pen: Pen, title: str, width: int) -> None:
    middle = (0.98 + 1.4) / 2 * width - 3
    size = max(LEAST_SIZE, round(width * 0.165))
    rows = title.split(" ", 1) if " " in title else [title]
    for place, row in enumerate(rows):
        y = middle + (place - (len(rows) - 1) / 2) * size * 0.98
        pen.text(width / 2, y, row, size, PALE, "bold", anchor="mm", width=width - 22)


# -- a hand -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Held:
    """A name in hand, and whether it can be chosen now."""

    card: NameShown
    playable: bool


@dataclass(frozen=True)
class HandPicture:
    """Names in at most two rows, by number. `legend` says what a raised one means; without a question it is empty."""

    title: str
    game: str
    legend: str
    secret: str
    cards: tuple[Held, ...]
    name: str = HAND

    def words(self, words: Wording) -> str:
        parts = [words.say("picture.duel.words.hand", title=self.title, game=self.game)]
        if self.secret:
            parts.append(f"{self.secret}.")
        playable = [_spoken(held.card, words) for held in self.cards if held.playable]
        others = [_spoken(held.card, words) for held in self.cards if not held.playable]
        if self.legend and playable:
            count, cards = len(playable), ", ".join(playable)
            parts.append(words.say("picture.duel.words.playable", count=count, legend=self.legend, cards=cards))
            if others:
                parts.append(words.say("picture.duel.words.others", cards=", ".join(others)))
        else:
            parts.append(words.say("picture.duel.words.cards", cards=", ".join(others)))
        return " ".join(parts)

    def draw(self, art: Art) -> Image.Image:
        rows = 1 if len(self.cards) <= 5 else 2
        in_row = -(-len(self.cards) // rows)
        width, raised = 208, 40 if self.legend else 0
        tall = round(width * 1.4) + raised + 14
        first = 174 if self.secret else 112
        image = art.table(WIDTH, first + rows * tall + 18, NIGHT, NIGHT_EDGE)
        pen = art.pen(image)
        x = MARGIN + 10 + pen.text(MARGIN + 10, 56, self.title, 44, GOLD, "title", anchor="lm", width=420)
        pen.text(x + 22, 58, self.game, 34, QUIET, anchor="lm", width=360)
        if self.legend:
            wide = pen.text(WIDTH - 40, 58, self.legend, 34, GOLD, "bold", anchor="rm", width=280)
            pen.stamp(WIDTH - 40 - wide - 36, 48, mark(art, 26))
        if self.secret:
            pen.panel(MARGIN, 98, WIDTH - 2 * MARGIN, 62, BAR, GOLD)
            pen.text(WIDTH / 2, 129, self.secret, 38, PALE, "bold", anchor="mm", width=WIDTH - 100)
        for place, held in enumerate(self.cards):
            row, column = divmod(place, in_row)
            count = min(in_row, len(self.cards) - row * in_row)
            left = (WIDTH - count * (width + 18) + 18) // 2 + column * (width + 18)
            self._lay(pen, held, left, first + row * tall, width, raised)
        return image

    def _lay(self, pen: Pen, held: Held, left: int, top: int, width: int, raised: int) -> None:
        face = name_face(pen.art, held.card, width, dimmed=bool(self.legend) and not held.playable)
        if not held.playable:
            pen.card(left, top + raised, face, held.card.spoken)
            return
        tall = round(width * 1.4)
        pen.panel(left - 5, top - 5, width + 10, tall + 10, GOLD, radius=21)
        pen.card(left, top, face, held.card.spoken)
        pen.stamp(left + (width - 36) // 2, top + tall + 8, mark(pen.art, 36))


def _spoken(card: NameShown, words: Wording) -> str:
    if not card.reaction:
        return card.spoken
    return words.say("picture.duel.words.reaction", card=card.spoken, reaction=card.reaction)


# -- the table --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class DuelistShown:
    """One of the two: finished phrases, the discard by number, and the tokens as shapes. `facts` are how many games
    are won, where more than one is played, the deck and the hand."""

    person: Person
    tokens: int
    needed: int
    facts: tuple[str, ...]
    discard: tuple[NameShown, ...]
    acting: bool


@dataclass(frozen=True)
class CentreShown:
    """A card in the middle and what it is: being played, guessed, or a secret name at the end."""

    title: str
    card: NameShown
    text: str = ""
    """What the card does, beside it."""
    of: Seat | None = None
    """Whose name it is: it lies below their half."""


@dataclass(frozen=True)
class TablePicture:
    """Both duelists side by side, and what happens between them."""

    game: str
    status: str
    duelists: tuple[DuelistShown, ...]
    discard: str
    empty: str
    centre: tuple[CentreShown, ...]
    name: str = TABLE

    def words(self, words: Wording) -> str:
        parts = [f"{self.status}. {self.game}."]
        parts += [
            words.say("picture.duel.words.centre", title=one.title, card=_spoken(one.card, words))
            + (f" {one.text}" if one.text else "")
            for one in self.centre
        ]
        parts += [
            words.say(
                "picture.duel.words.player",
                seat=one.person.seat,
                name=one.person.spoken,
                facts=", ".join(one.facts),
                discard=self.discard,
                cards=", ".join(card.spoken for card in one.discard) or self.empty,
            )
            for one in self.duelists
        ]
        return unmarked("\n".join(parts))

    @property
    def size(self) -> tuple[int, int]:
        return WIDTH, 120 + self._tall + self._middle + 24

    @property
    def _tall(self) -> int:
        """Pixels of a duelist's half: as high as the longer discard."""
        return 206 + max(len(one.discard) for one in self.duelists) * STRIP

    @property
    def _middle(self) -> int:
        """Pixels of what happens between the two."""
        return 346 if self.centre else 0

    def draw(self, art: Art) -> Image.Image:
        tall = self._tall
        image = art.table(*self.size, NIGHT, NIGHT_EDGE)
        pen = art.pen(image)
        pen.panel(MARGIN, 24, WIDTH - 2 * MARGIN, 78, BAR)
        pen.text(MARGIN + 24, 64, self.game, 38, PALE, "bold", anchor="lm", width=450)
        pen.text(WIDTH - MARGIN - 24, 64, self.status, 40, GOLD, "bold", anchor="rm", width=620)
        for one, left in zip(self.duelists, (MARGIN, WIDTH // 2 + 10), strict=True):
            self._column(pen, one, left, 120, tall)
        halves: dict[Seat | None, int] = {one.person.seat: half for half, one in enumerate(self.duelists)}
        for place, one_card in enumerate(self.centre):
            if one_card.text:
                room = WIDTH - 2 * MARGIN if len(self.centre) == 1 else TOLD
                self._beside(pen, one_card, MARGIN, 120 + tall, room)
                continue
            told = any(one.text for one in self.centre)
            middle = (TOLD + WIDTH) // 2 if told else (WIDTH // 4, 3 * WIDTH // 4)[halves.get(one_card.of, place)]
            face = name_face(art, one_card.card, CARD)
            width = WIDTH - TOLD - 60 if told else 540
            pen.text(middle, 120 + tall + 38, one_card.title, 38, PALE, "bold", anchor="mm", width=width)
            pen.card(middle - CARD // 2, 120 + tall + 68, face, one_card.card.spoken)
        return image

    def _beside(self, pen: Pen, one: CentreShown, left: int, top: int, room: int) -> None:
        """A card, and beside it what it is and what it does."""
        pen.card(left, top + 68, name_face(pen.art, one.card, CARD), one.card.spoken)
        pen.text(left, top + 38, one.title, 38, PALE, "bold", anchor="lm", width=room)
        across = room - CARD - 32
        pen.lines(left + CARD + 32, top + 68, one.text, 40, width=across, most=6)

    def _column(self, pen: Pen, one: DuelistShown, left: int, top: int, tall: int) -> None:
        wide = COLUMN
        if one.acting:
            pen.panel(left, top, wide, tall, PLATE_ACTING, GOLD, line=5)
        else:
            pen.panel(left, top, wide, tall, PLATE, PLATE_LINE)
        pen.panel(left + 16, top + 16, 50, 50, GOLD if one.acting else PALE, radius=25)
        pen.text(left + 41, top + 41, str(one.person.seat), 34, INK, "bold", anchor="mm")
        room = wide - 100
        if one.acting:
            pen.stamp(left + wide - 56, top + 21, pen.art.shape("arrow", 38, 40, ARROW, GOLD))
            room -= 50
        pen.text(left + 80, top + 41, one.person.shown, 44, PALE, "bold", anchor="lm", width=room)
        *won, deck, held = one.facts
        x = left + 18
        if won:
            for place in range(one.needed):
                filled = place < one.tokens
                pen.panel(x, top + 84, 36, 36, GOLD if filled else "#00000000", GOLD, radius=18)
                x += 44
            pen.text(x + 4, top + 103, won[0], 34, PALE, anchor="lm", width=210)
        right = left + wide - 18
        right -= pen.text(right, top + 103, held, 34, PALE, "bold", anchor="rm", width=120) + 22
        pen.text(right, top + 103, deck, 34, PALE, "bold", anchor="rm", width=120)
        x = left + 18 + pen.text(left + 18, top + 162, self.discard, 34, QUIET, "bold", anchor="lm", width=220) + 16
        if not one.discard:
            pen.text(x, top + 162, self.empty, 34, QUIET, anchor="lm", width=250)
        for row, card in enumerate(one.discard):
            pen.card(left + 14, top + 188 + row * STRIP, _strip(pen.art, card, wide - 28), card.spoken)


STRIP, COLUMN = 54, WIDTH // 2 - MARGIN - 10
"""Pixels: the height of a card in a discard, of which only the upper edge is seen; the width of a duelist's half."""
CARD, TOLD = 196, 860
"""Pixels: the width of a card between the two; of one with its text, where a guess lies beside it."""


def _strip(art: Art, card: NameShown, width: int) -> Image.Image:
    """The upper edge of a card in a discard: number, icon and title."""

    def drawn() -> Image.Image:
        image = art.panel(width, STRIP - 6, PARCHMENT, RIM, radius=12).copy()
        pen = Pen(art, image)
        middle = (STRIP - 6) // 2
        pen.panel(8, middle - 20, 40, 40, BAND, GOLD, radius=20)
        pen.text(28, middle, card.number, 34, PALE, "bold", anchor="mm")
        pen.text(66, middle, card.title, 38, BAND, "bold", anchor="lm", width=width - 140)
        icon = art.sprite(f"icon/{ICONS[card.name]}.png", 40, 40, INKS[card.name])
        pen.stamp(width - 60, middle - icon.height // 2, icon)
        return image

    return art.made(("strip", card, width), drawn)


def _duelist(view: NameDuelView, one: DuelistView, person: Person, words: Wording, acting: Seat | None) -> DuelistShown:
    won = words.say("picture.duel.tokens", tokens=one.tokens, needed=view.needed)
    return DuelistShown(
        person=person,
        tokens=one.tokens,
        needed=view.needed,
        facts=(
            *([won] if view.best_of > 1 else []),
            words.say("picture.duel.deck", count=one.deck),
            words.say("picture.duel.held", count=one.cards),
        ),
        discard=tuple(_shown(name, words) for name in one.discard),
        acting=one.seat == acting,
    )


def _acting(view: NameDuelView) -> Seat | None:
    """The duelist who has to do something: it is their turn, or they have been guessed at."""
    if view.phase == "over" or view.turn is None:
        return None
    return 3 - view.turn if view.phase == "reaction" else view.turn


def _status(view: NameDuelView, everybody: Mapping[Seat, Person], words: Wording, acting: Seat | None) -> str:
    if view.phase == "over" and view.winner is not None:
        single = ".single" if view.best_of == 1 else ""
        return words.say(f"picture.duel.status.over{single}", name=everybody[view.winner].inside)
    if acting is None:
        return words.say("picture.duel.status.choosing")
    return words.say(f"picture.duel.status.{view.phase}", name=everybody[acting].inside)


def _centre(view: NameDuelView, everybody: Mapping[Seat, Person], words: Wording) -> tuple[CentreShown, ...]:
    if view.names_shown:
        return tuple(
            CentreShown(words.say("picture.duel.secret", name=everybody[seat].inside), _shown(name, words), of=seat)
            for seat, name in sorted(view.names_shown.items())
        )
    found = []
    if view.playing is not None:
        text = cards.action(view.playing, words)
        found.append(CentreShown(words.say("picture.duel.playing"), _shown(view.playing, words), text))
    if view.guess is not None:
        found.append(CentreShown(words.say("picture.duel.guess"), _shown(view.guess, words)))
    return tuple(found)
