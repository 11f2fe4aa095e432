"""What two cards do to each other, and what a page says of a card at a table that plays without it. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from bot.matches.lobby import Lobby
from bot.matches.snapshot import MatchSnapshot
from bot.ui.wording import Wording
from cogs.rules_lookup.topics import Topic, topics

_NUMBER = re.compile(r"\d+\. ")
_SENTENCE_END = re.compile(r"(?<=[.!?])(?<!\d\.) ")
_LETTERS = re.compile(r"[^\W\d_]*")
_ENDINGS = frozenset({"", "s", "es", "n", "en"})
"""With which a name stands in a sentence."""


ABOUT_SETS = frozenset({"role_sets", "roles", "sport", "setup", "friends", "options"})
"""Rules that tell which cards there are, in whatever game: nothing is left out of them."""


@dataclass(frozen=True)
class Table:
    """A lobby or a match whose cards the pages are about, and those cards; without any where its game has none to
    choose.

    number  the lobby's; a match's with a minus
    """

    number: int
    cards: frozenset[str]


@dataclass(frozen=True)
class Pair:
    """Two cards of one game, and the key of what they do to each other."""

    one: str
    other: str
    key: str


def table_of(lobby: Lobby) -> Table:
    cards = lobby.game.cards_in_game
    return Table(lobby.id, cards(lobby.options, lobby.expected) if cards else frozenset())


def table_of_match(match: MatchSnapshot) -> Table:
    """What everybody at a running table knows may be in its game."""
    game, cards = match.game, match.game.cards_in_game
    options = game.options.model_validate(match.row.options)
    return Table(-match.id, cards(options, match.row.seats) if cards else frozenset())


@lru_cache(maxsize=64)
def pairs(words: Wording, game: str) -> tuple[Pair, ...]:
    """Every two cards of the game about which something is ruled, in the order of their rulings."""
    start = f"pair.{game}."
    found = [key for key in words.keys() if key.startswith(start)]  # noqa: SIM118 - a Wording is no dictionary
    cards = [(key.removeprefix(start).split("."), key) for key in found]
    return tuple(Pair(one, other, key) for (one, other), key in cards)


def told_pairs(words: Wording, game: str, table: Table | None, card: str | None = None) -> list[str]:
    """What two cards do to each other, a line for each two that are both in this game; of one card, or of all."""
    return [
        line
        for two in pairs(words, game)
        if card is None or card in (two.one, two.other)
        for line in _lines(words, game, two, table)
    ]


def _lines(words: Wording, game: str, two: Pair, table: Table | None) -> list[str]:
    """The line of these two cards; none where one of them is not in the game of this table."""
    if table is not None and table.cards and not {two.one, two.other} <= table.cards:
        return []
    one, other = _title(words, game, two.one), _title(words, game, two.other)
    return [words.say("rules.pair", one=one, other=other, says=words.say(two.key))]


def told_beside(words: Wording, topic: Topic, table: Table | None) -> list[str]:
    """The rulings of a card that its own page has not told already: what stands there is said once."""
    own, here = words.say(topic.key).split("\n"), told_here(words, topic, table)
    key = f"tells.{topic.game}.{topic.name}"
    once = set(words.say(key).split("|")) if words.has(key) else set()
    once -= {card for card, name in _names(words, topic.game) if _spoken_of(name, own) != _spoken_of(name, here)}
    return [
        line
        for two in pairs(words, topic.game)
        if topic.name in (two.one, two.other) and not once & {two.one, two.other}
        for line in _lines(words, topic.game, two, table)
    ]


def _spoken_of(name: str, lines: list[str]) -> int:
    """How many sentences name a card: fewer where some were left out."""
    return sum(_is_named(name, sentence) for line in lines for sentence in _SENTENCE_END.split(line))


def ruled_on(words: Wording, game: str) -> frozenset[str]:
    """The cards of a game about which there is a ruling with another one."""
    return frozenset(card for two in pairs(words, game) for card in (two.one, two.other))


def told_here(words: Wording, topic: Topic, table: Table | None) -> list[str]:
    """The lines of a page without what they say of cards that are not in the game of this table."""
    lines = words.say(topic.key).split("\n")
    if table is None or not table.cards or (topic.kind != "rules" and topic.name not in table.cards):
        return lines  # a card of another table is told whole
    if topic.name in ABOUT_SETS:
        return lines
    named = [(name, card in table.cards) for card, name in _names(words, topic.game) if card != topic.name]
    absent, present = [name for name, is_in in named if not is_in], [name for name, is_in in named if is_in]
    if topic.kind == "rules":
        titles = [one.title.partition(" (")[0] for one in topics(words)
                  if one.game == topic.game and one.kind != "rules" and one.name in table.cards]  # fmt: skip
        # A rule says "the Warlock" of Rumplestiltskin the Warlock.
        present += [name for title in titles for name in (title, title.rpartition(" ")[2])]
        return _rule_here(words, lines, absent, present)
    kept = [line for line in (_without(line, absent) for line in lines) if line]
    return list(_numbered(kept)) or [words.say("rules.not_here"), *lines]


def _without(line: str, absent: list[str]) -> str:
    """The line without its sentences about absent cards."""
    return " ".join(one for one in _SENTENCE_END.split(line) if not any(_is_named(name, one) for name in absent))


def _rule_here(words: Wording, lines: list[str], absent: list[str], present: list[str]) -> list[str]:
    """A rule without what it tells of absent cards alone. Where its first line is about them, all of it is, and it is
    told whole."""
    kept = [_begun(line, absent, present) for line in lines]
    return list(_numbered([line for line in kept if line])) if kept[0] else [words.say("rules.not_here.rule"), *lines]


def _begun(line: str, absent: list[str], present: list[str]) -> str:
    """The line up to what it ends with about absent cards alone; nothing where it begins with them. A sentence in its
    middle stays: the next one may say "he"."""

    def is_of_absent(text: str) -> bool:
        return any(_is_named(name, text) for name in absent) and not any(_is_named(name, text) for name in present)

    told = _SENTENCE_END.split(line)
    if is_of_absent(told[0]):
        return "" if is_of_absent(line) else line
    while is_of_absent(told[-1]):
        told.pop()
    return " ".join(told)


def _numbered(lines: list[str]) -> Iterator[str]:
    """The numbers of a list without gaps."""
    number = 0
    for line in lines:
        if _NUMBER.match(line):
            number += 1
            yield _NUMBER.sub(f"{number}. ", line, count=1)
        else:
            yield line


def _is_named(name: str, sentence: str) -> bool:
    """Whether the name stands there as a word, with whatever ending."""
    before, found, after = sentence.partition(name)
    if not found:
        return False
    ending = _LETTERS.match(after)
    whole = not before[-1:].isalpha() and ending is not None and ending[0] in _ENDINGS
    return whole or _is_named(name, after)


@lru_cache(maxsize=64)
def _names(words: Wording, game: str) -> tuple[tuple[str, str], ...]:
    """How the cards of a game are called in its rules; one card may have several names."""
    cards = {card: _title(words, game, card) for card in sorted(ruled_on(words, game))}
    start = f"called.{game}."
    named = {key.removeprefix(start): words.say(key) for key in words.keys() if key.startswith(start)}  # noqa: SIM118
    return tuple((card, name) for card, called in {**cards, **named}.items() for name in called.split("|"))


def _title(words: Wording, game: str, card: str) -> str:
    """A card as its own page calls it, without what kind of card it is."""
    (title,) = (one.title for one in topics(words) if (one.game, one.name) == (game, card))
    return title.partition(" (")[0]
