"""What can be looked up: every role and rule in our own words. Pure: the wording -> topics.

A topic is whatever the wording files have: `rule.<game>.<topic>.title` with `rule.<game>.<topic>`, and the role cards
`role.<game>.<name>.card`. Cards that several games share have no game in their keys; `rule.mirror.<topic>` belongs to
no game. Games that cannot be played here (not in `GAMES`) have no topics.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from bot.games import GAMES
from bot.matches.option_fields import roles
from bot.matches.typed_names import is_called
from bot.ui.game_words import game_title
from bot.ui.wording import Wording

FIRST = "start"
"""The topic for newcomers; each game has its own."""
MIRROR = "mirror"
"""Stands in the place of a game for what belongs to none."""

Kind = Literal["rules", "roles", "bonus", "fable", "friend"]
"""What a topic tells about: a rule, a role, or a card; each has a menu of its own, in this order."""
KINDS: tuple[Kind, ...] = ("rules", "roles", "bonus", "fable", "friend")
CARDS: tuple[Kind, ...] = ("fable", "friend")
"""Kinds of cards whose words are `<game>.<kind>.<name>.text`."""


@dataclass(frozen=True)
class Topic:
    """Something that can be looked up.

    game  the name of its game, or `MIRROR`
    name  the topic among those of its game
    key   of the text
    told  how its game is called
    known_as  its title in every other language: somebody may type any of them
    """

    game: str
    name: str
    title: str
    kind: Kind
    key: str
    told: str
    known_as: tuple[str, ...] = field(default=(), compare=False)

    @property
    def ident(self) -> str:
        """What stands for this topic in commands, menus and ids."""
        return f"{self.game}.{self.name}"

    def is_called(self, wanted: str) -> bool:
        """Whether this is its very title or name, in whatever language, however it was typed."""
        return is_called(wanted, (self.title, self.name, *self.known_as))


def topics(words: Wording) -> tuple[Topic, ...]:
    """All topics: those for newcomers first, then game by game its rules, roles and cards, each by title."""
    return _topics(words, tuple(GAMES))


@lru_cache(maxsize=16)
def _topics(words: Wording, games: tuple[str, ...]) -> tuple[Topic, ...]:
    """Looked for once in each language: somebody who types waits for it at every letter."""
    found: dict[str, Topic] = {}
    for key in words.keys():  # noqa: SIM118 - a Wording is no dictionary
        for one in _topics_of(words, key):
            # A card is told by its own rule where there is one, by its words for its holder where there is none.
            if one.key.startswith("rule.") or one.ident not in found:
                found[one.ident] = one
    place = {game: number for number, game in enumerate((*games, MIRROR))}
    return tuple(
        sorted(
            found.values(),
            key=lambda one: (one.name != FIRST, place[one.game], KINDS.index(one.kind), one.title.casefold()),
        )
    )


def _topics_of(words: Wording, key: str) -> Iterator[Topic]:
    """What a key of the wording makes a topic of: nothing, a rule of one game, or a role of one or several."""
    kind, _, rest = key.partition(".")
    *middle, ending = rest.split(".")
    if not middle or (kind, ending) not in (("rule", "title"), ("role", "card")):
        return
    base = key.removesuffix(f".{ending}")
    game, name = (middle[0], ".".join(middle[1:])) if len(middle) > 1 else ("", middle[0])
    if not words.has(base) or game not in ("", MIRROR, *GAMES):
        return
    if kind == "role":
        for owner in (game,) if game else _owners(words, name):
            titled = own_key(words, owner, f"role.{name}")
            text, told = own_key(words, owner, key), title_of(words, owner)
            yield Topic(owner, name, words.say(titled), "roles", text, told, _elsewhere(words, titled))
    elif game:
        kind_here = _kind(words, game, name)
        yield Topic(game, name, words.say(key), kind_here, base, title_of(words, game), _elsewhere(words, key))


def _elsewhere(words: Wording, key: str) -> tuple[str, ...]:
    """The title of this key in the other languages."""
    return tuple(words.for_locale(one).say(key) for one in words.locales if one != words.locale)


def own_key(words: Wording, game: str, key: str) -> str:
    """The key under the game's name where there is such a sentence, else the shared one."""
    kind, _, rest = key.partition(".")
    own = f"{kind}.{game}.{rest}"
    return own if words.has(own) else key


def _kind(words: Wording, game: str, name: str) -> Kind:
    if _has_bonus_cards(game) and words.has(f"bonus.{name}.card"):
        return "bonus"
    for kind in CARDS:
        if words.has(f"{game}.{kind}.{name}.text"):
            return kind
    return "roles" if _is_role(words, game, name) else "rules"


def _has_bonus_cards(game: str) -> bool:
    return game in GAMES and "bonus" in GAMES[game].options.model_fields


def _is_role(words: Wording, game: str, name: str) -> bool:
    return words.has(f"role.{game}.{name}.card") or (words.has(f"role.{name}.card") and game in _owners(words, name))


def _owners(words: Wording, role: str) -> list[str]:
    """The games of a shared card: those that deal it, else (it is dealt in place of another) those with a rule for it.

    One that no game knows belongs to the Mirror.
    """
    dealing = [game.name for game in GAMES.values() if role in roles(game)]
    telling = [game for game in GAMES if words.has(f"rule.{game}.{role}")]
    return dealing or telling or [MIRROR]


def title_of(words: Wording, game: str) -> str:
    """How a game is called, or the Mirror."""
    return game_title(words, game) if game in GAMES else words.say("rules.mirror")
