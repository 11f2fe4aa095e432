"""Whole games by ear: what a screen reader says of every message misses nothing that the seat can see, and is no noise.

Games are played by chance. After every answer the messages are made that stand on Discord then, in public and for one
seat after the other; a listener hears their texts, the words of their pictures, and their controls.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import pytest
from language.any_game import play_at_random
from support.listener import Heard, page_of
from support.pages_of_games import FACES, OneLanguage, snapshot, words_of
from support.recording_art import says
from support.sizes import size

from bot.engine.announcements import SPECTATOR, Announcement
from bot.engine.chance import SealedChance
from bot.engine.match import Match
from bot.engine.questions import Seat
from bot.games import GAMES
from bot.games.trumplestiltskin.cards import SUIT
from bot.ui.emojis.shelf import EmojiShelf
from bot.ui.emojis.signs import all_signs
from bot.ui.panels import Button, Page, Panel
from bot.ui.pictures.sign import emoji_name
from bot.ui.render_context import RenderContext
from bot.ui.stage.public_pages import PublicPages
from bot.ui.stage.seat_pages import SeatPages
from cogs.grimm_forest import words as grimm_forest_words
from cogs.name_duel import words as name_duel_words
from cogs.trumplestiltskin.face import spoken

PACE = size(5, full=1)
"""Messages are heard after so many answers; what was said meanwhile is heard then."""
GAMES_OF_A_TABLE = size(1, full=8)
LISTENED_TO = 60
"""Answers of a game of cards whose hands are heard as emojis."""
Facts = Callable[[Any, RenderContext], Iterator[str]]


# -- what must be heard -----------------------------------------------------------------------------------------------


def of_town(view: Any, context: RenderContext) -> Iterator[str]:
    """In public: everybody, and every card that was shown. To a seat: its card, its team, and what
    it has learnt."""
    face: Any = FACES["village" if hasattr(view, "bonus") else "mafia"]
    if view.seat == SPECTATOR:
        by_day = view.phase in ("day", "ballot")  # the dead of before have their place in the picture of the dawn
        told = [player for player in view.players if player.alive or not by_day]
        yield from (context.labels[player.seat] for player in told)
        yield from (face.role(context, player.role) for player in told if player.role)
        return
    yield face.role(context, view.role)
    yield from (context.labels[seat] for seat in view.team if seat != view.seat)
    for player in view.players:
        if not player.alive and player.seat != view.seat:
            yield face.with_card(player, context)  # how they left, the table says
    yield from (face.fact(fact.key, fact.night, fact.values, context) for fact in view.learnt)


def of_name_duel(view: Any, context: RenderContext) -> Iterator[str]:
    """Both duelists, the cards they have played, what is left in the decks; and the own hand."""
    for duelist in view.duelists:
        yield context.labels[duelist.seat]
        yield str(duelist.deck)
        yield from (name_duel_words.title(name, context.words) for name in duelist.discard)
    yield from (name_duel_words.title(name, context.words) for name in view.hand)
    if view.bottom:
        yield name_duel_words.title(view.bottom, context.words)


def of_grimm_forest(view: Any, context: RenderContext) -> Iterator[str]:
    """Every pig with its goods, its Friend and its houses, and what lies where; every card that lies open; and the own
    hand, with what was chosen."""
    words = context.words
    for pig in view.pigs:
        yield from [context.labels[pig.seat]] if pig.seat != view.seat else []
        yield from [grimm_forest_words.title(pig.friend, words)] if pig.friend else []
        yield from (words.say(f"grimm_forest.goods.{house.material}") for house in pig.houses)
        yield from (str(count) for count in pig.goods.values() if count)
    yield from (grimm_forest_words.place(where, words) for where in view.locations)
    yield from (str(count) for lying in view.locations.values() for count in lying.values() if count)
    if view.seat == SPECTATOR:
        yield from (grimm_forest_words.title(card.fable, words) for card in (*view.cards, *view.unique, *view.due))
    yield from (grimm_forest_words.title(fable, words) for fable in view.fables)


def of_cards(view: Any, context: RenderContext) -> Iterator[str]:
    """Everybody's points, the bids, Trump, the trick on the table; and the own hand."""
    for player in view.players:
        yield context.labels[player.seat]
        yield str(player.column)
    yield str(view.gnome)
    if view.trump:
        yield context.words.say(f"picture.trump.suit.{view.trump}")
    yield from (spoken(play, context) for _, play in view.trick)
    yield from (str(bid) for _, bid in view.bids if bid and view.phase == "auction")
    for suit, held in Counter(SUIT.get(card) for card in view.hand).items():
        yield context.words.say(f"picture.trump.suit.{suit}" if suit else "picture.trump.joker")
        yield from (context.words.say(f"picture.trump.rank.{card[:-2]}") for card in view.hand if SUIT.get(card))
        assert held


# -- tables -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Table:
    """One game with so many people; `facts` are those that must be heard on every page with a view."""

    game: str
    seats: int
    facts: Facts
    options: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.game

    def starts(self, number: int) -> Match:
        game = GAMES[self.game]
        return Match.start(game, game.options(**self.options), self.seats, SealedChance(f"ear {number}"), record=True)


TABLES = (
    Table("village", 8, of_town),
    Table("mafia", 8, of_town),
    Table("name_duel", 2, of_name_duel),
    Table("grimm_forest", 3, of_grimm_forest),
    Table("trumplestiltskin", 3, of_cards, {"players_goal": 60, "gnome_goal": 60}),
)


def has_text(page: Page) -> bool:
    """Whether everything that is shown can be had in words there."""
    buttons = [part for panel in page.panels for row in panel.rows if isinstance(row, tuple) for part in row]
    return any(button.custom_id.startswith("mm:text:") for button in buttons)


class Listener:
    """Hears every message of one game."""

    def __init__(self, table: Table, number: int, language: str, emojis: EmojiShelf | None = None) -> None:
        self.table = table
        self.words = words_of(language)
        self.match = table.starts(number)
        self.rng = Random(number)
        self.public = PublicPages(FACES, OneLanguage(self.words))  # type: ignore[arg-type]
        self.seats = SeatPages(FACES, emojis)
        self.face = FACES[table.game]
        self.heard: Counter[Seat] = Counter()
        """How many announcements each seat has heard, and everybody."""
        self.messages = 0
        self.wrong: dict[str, None] = {}

    def plays(self) -> Listener:
        for number, _ in enumerate(play_at_random(self.match, self.rng)):
            if number % PACE == 0:
                self.looks(1 + number // PACE % self.match.seats)
        self.tells_the_end()
        return self

    def looks(self, seat: Seat) -> None:
        """The public message and those of one seat, as they are now."""
        match, face = snapshot(self.match), self.face
        context = RenderContext.of(match, self.words)
        public = [line for line in self._news(SPECTATOR) if line.is_public]
        own = [line for line in self._news(seat) if not line.is_public]
        pictured = face.keeps_place or face.shows_picture(public, match.view(SPECTATOR))
        beside = {one.picture.name for one in self.public.pictures(match, self.words, public)} if pictured else set()
        lines = [line for _, line in self.public.told(match, public, beside)]
        asides = self.public.asides(match, public, beside)
        board = self.public.news(match, lines, (), None, pictured=public if pictured else None, asides=asides)
        is_whole = board.pictures == self.public.pictures(match, self.words) != ()
        self.hears(board, match.view(SPECTATOR) if is_whole else None, context)
        own_page = self.seats.seat(match, seat, self.words)
        if has_text(own_page):  # below a hand, and where My seat is short: it tells the table's picture as well
            own_page = replace(own_page, pictures=(*self.public.pictures(match, self.words), *own_page.pictures))
        self.hears(own_page, match.view(seat), context)
        self.hears(self.seats.panel(match, seat, self.words, own), None, context)

    def _news(self, seat: Seat) -> list[Announcement]:
        """What this seat has heard since it looked last."""
        since, self.heard[seat] = self.heard[seat], self.match.announced
        return self.match.announcements_for(seat, since=since)

    def hears(self, page: Page, view: Any, context: RenderContext) -> None:
        """Nothing is noise; and with a view, none of its facts is missing."""
        heard = Heard(page)
        self.messages += 1
        for fault in heard.faults():
            self.wrong[fault] = None
        if view is None:
            return
        said = plainly(heard.all)
        for fact in self.table.facts(view, context):
            if not any(says(said, one) for one in (plainly(fact), as_in_a_list(plainly(fact)))):
                self.wrong[f"{view.phase}, seat {view.seat}: nobody says {fact!r}"] = None

    def tells_the_end(self) -> None:
        """The last page, the story, and what everybody was told in it."""
        match = snapshot(self.match)
        context = RenderContext.of(match, self.words)
        self.hears(self.public.result(match, 3), None, context)
        said: dict[int, Announcement] = {}
        for seat in range(1, self.match.seats + 1):
            said |= {line.number: line for line in self.match.announcements_for(seat)}
        for paragraph in self.face.story([], [said[number] for number in sorted(said)], context):
            self.hears(page_of(paragraph), None, context)


def as_in_a_list(fact: str) -> str:
    """A player with a card, as the words of the table's picture say it."""
    return fact.removesuffix(")").replace(" (", ": ", 1)


def plainly(text: str) -> str:
    """As it sounds: nobody hears bold letters, capitals, what keeps a sign from being one, or oe for ö."""
    return text.replace("\\", "").replace("*", "").casefold().replace("ö", "oe")


def test_noise_is_heard() -> None:
    page = Page(
        panels=(Panel("Good evening."), Panel("💀 ann", ((Button("mm:a", "🎴"), Button("mm:b", "Text", emoji="🔤")),))),
        lines=("ann   ben", "• 🤫 hush"),
    )
    faults = list(Heard(page).faults())
    assert len(faults) == 5, faults
    assert sum(fault.startswith("begins with an emoji") for fault in faults) == 2
    assert list(Heard(Page(panels=(Panel("**ann** is dead. 💀 Ten ♥, five ♤."),))).faults()) == []


def test_signs_are_heard_by_their_names_where_words_say_what_they_are() -> None:
    assert list(Heard(page_of("Your cards\n# <:Queen_of_Hearts:1><:Ace_of_Spades:2> <:10_of_Clubs:3>")).faults()) == []
    assert "Ace of Spades" in Heard(page_of("Your cards\n<:Queen_of_Hearts:1><:Ace_of_Spades:2>")).all
    for noise in (
        "<:Queen_of_Hearts:1>",
        "# <:Queen_of_Hearts:1><:Ace_of_Spades:2>",
        "Your cards\n<:Queen_of_Hearts:1> is yours",
        "Your cards\n<:1:1><:2:2>",
        "Your cards\n<a:party:1>",
    ):
        assert list(Heard(page_of(noise)).faults()), noise


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_hand_of_emojis_says_what_its_picture_says(language: str) -> None:
    """To somebody who hears the message alone, and presses nothing."""
    emojis = EmojiShelf()
    signs = all_signs(FACES.values(), words_of(language))
    emojis.stock(signs, {emoji_name(sign): number for number, sign in enumerate(signs, 1)})
    listener = Listener(TABLES[-1], 1, language, emojis)
    answers = zip(range(LISTENED_TO), play_at_random(listener.match, listener.rng), strict=False)
    for number, _ in answers:
        if number % PACE == 0:
            seat = 1 + number // PACE % listener.match.seats
            page = listener.seats.seat(snapshot(listener.match), seat, listener.words)
            said, context = plainly(Heard(page).all), RenderContext.of(snapshot(listener.match), listener.words)
            assert not page.pictures
            for card in listener.match.view(seat).hand:
                assert says(said, plainly(spoken(card, context)).replace("-", " ")), "a hyphen is not heard"
            listener.looks(seat)
    assert list(listener.wrong) == []


@pytest.mark.full_size
@pytest.mark.parametrize("number", range(GAMES_OF_A_TABLE))
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_whole_game_can_be_heard(table: Table, number: int) -> None:
    language = ("en", "de")[(number + TABLES.index(table)) % 2]
    listener = Listener(table, number, language).plays()
    assert listener.messages > 20
    assert list(listener.wrong) == []
