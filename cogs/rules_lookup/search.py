"""Which topics somebody may mean by what they have typed. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence

from bot.matches.errors import Refused
from bot.matches.typed_names import begins_or_holds, plainly
from bot.ui.wording import Wording
from cogs.rules_lookup.topics import Topic, topics

SHOWN_MOST = 100
"""Characters of a choice that is offered while one types."""


def find_topics(words: Wording, typed: str, here: Collection[str] = ()) -> list[Topic]:
    """The topics somebody may mean: the one of this id, or all that are called so, or all that come near.

    Where a game is played (`here`) its own topics go before those of other games that are meant as likely.
    """
    every = topics(words)
    wanted = plainly(typed)
    found = (
        [one for one in every if one.ident == typed.strip().casefold()]
        or [one for one in every if one.is_called(wanted)]
        or [one for one in matching(every, wanted) if _nearness(one, wanted) < _BY_GAME]
        or matching(every, wanted)
    )
    return [one for one in found if one.game in here] or found


def find_topic(words: Wording, typed: str, here: Collection[str] = ()) -> Topic:
    """The only topic that can be meant. Raises Refused."""
    found = find_topics(words, typed, here)
    if len(found) != 1:
        raise Refused("no_such_topic")
    return found[0]


def matching(every: Sequence[Topic], typed: str, here: Collection[str] = ()) -> list[Topic]:
    """The topics that fit what is being typed: those of the game played here first, then those that begin with it."""
    wanted = plainly(typed)
    near = [(one.game not in here, _nearness(one, wanted), one) for one in every]
    return [one for _, nearness, one in sorted(near, key=lambda entry: entry[:2]) if nearness <= _BY_GAME]


_BEGINS, _CONTAINS, _BY_GAME, _FAR = range(4)


def _nearness(topic: Topic, wanted: str) -> int:
    """How well a topic fits: its title begins so, it contains it, only together with its game's name, or not."""
    title, name = plainly(topic.title), f"{topic.name} {topic.name.replace('_', ' ')}".casefold()
    if title.startswith(wanted):
        return _BEGINS
    if wanted in title or wanted in name or begins_or_holds(wanted, topic.known_as):
        return _CONTAINS
    spoken = f"{title} {name} {plainly(topic.told)} {topic.game}"
    return _BY_GAME if all(word in spoken for word in wanted.split()) else _FAR


def shown_names(words: Wording, every: Sequence[Topic]) -> dict[str, str]:
    """How each topic is offered while one types, by id: with its game where several games have one of that name."""
    games: dict[str, set[str]] = defaultdict(set)
    for one in every:
        games[plainly(one.title)].add(one.game)
        games[plainly(one.name.replace("_", " "))].add(one.game)
    names = {}
    for one in every:
        names[one.ident] = one.title[:SHOWN_MOST]
        title = one.told
        shared = games[plainly(one.title)] | games[plainly(one.name.replace("_", " "))]
        if len(shared) > 1 and plainly(title) not in plainly(one.title):
            names[one.ident] = f"{one.title[: SHOWN_MOST - len(title) - 3]} – {title}"
    return names
