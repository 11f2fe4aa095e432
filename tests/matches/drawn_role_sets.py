"""Role set files as people, programs and careless hands write them: sound ones and broken ones, about half and half."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from bot.engine.rulebook import Game
from bot.games import GAMES
from bot.matches.option_fields import OptionField, casts_field, option_fields, roles
from bot.matches.role_set_files import document

Document = dict[str, Any]
WRONG_KINDS = (None, "90", "true", 1.5, [], {}, [[]], True, 0, -1, 1e300)
WRONG_HEADS: tuple[Document, ...] = (
    {"format": 2}, {"format": "1"}, {"format": True}, {"format": 1.0}, {"format": None}, {"game": "chess"},
    {"game": ["mafia"]}, {"game": None}, {"name": "x" * 201}, {"name": "x" * 200}, {"name": 7}, {"name": ""},
    {"options": []}, {"options": None}, {"$schema": 3}, {"$schema": "https://example.org"}, {"author": "ann"},
    {"version": 3}, {"version": 0}, {"version": 2.0}, {"version": "3"}, {"version": None}, {"version": True},
)  # fmt: skip


def drawn_document(rng: Random) -> Document:
    """A file near a built-in set, with as many strange things in it as chance wants."""
    game = rng.choice([*GAMES.values()])
    written = document(game, "House", rng.choice(game.role_sets).options)
    _keep_few_counts(rng, game, written)
    for _ in range(rng.choice((0, 1, 1, 2, 3))):
        _touch_option(rng, game, written["options"])
    if rng.random() < 0.15:
        written |= json.loads(json.dumps(rng.choice(WRONG_HEADS)))
    if rng.random() < 0.05:
        del written[rng.choice([*written])]
    return written


def _keep_few_counts(rng: Random, game: Game, written: Document) -> None:
    """A validator takes its time for every list of cards."""
    field = casts_field(game.options)
    if field is not None:
        casts = written["options"][field.name]
        kept = rng.sample([*casts], min(len(casts), rng.choice((0, 1, 1, 1, 2, 2, 3))))
        written["options"][field.name] = {seats: casts[seats] for seats in kept}


def _touch_option(rng: Random, game: Game, options: Document) -> None:
    field = rng.choice(option_fields(game.options))
    if rng.random() < 0.08:
        options[rng.choice(("moon_phase", "", "x" * 300, *game.options.settled))] = rng.choice((1, True, {}))
    elif rng.random() < 0.08:
        options.pop(field.name, None)
    elif rng.random() < 0.08:
        options[field.name] = rng.choice(WRONG_KINDS)
    else:
        options[field.name] = _value(rng, game, field, options.get(field.name))


def _value(rng: Random, game: Game, field: OptionField, now: Any) -> Any:
    if field.kind == "number":
        assert field.least is not None
        assert field.most is not None
        near = rng.choice((field.least, field.most)) + rng.choice((-1, 0, 0, 1))
        return rng.choice((near, rng.randint(field.least, field.most), float(field.least), field.least + 0.5))
    if field.kind == "switch":
        return rng.choice((True, False, True, False, 1))
    if field.kind == "choice":
        return rng.choice((*field.choices, *field.choices, *map(str, field.choices), *map(float, range(2))))
    if field.kind == "several":
        return [rng.choice((*field.choices, *field.choices, "moon")) for _ in range(rng.randint(0, 4))]
    return _casts(rng, game, now)


def _casts(rng: Random, game: Game, now: Any) -> Any:
    """Other cards, other numbers of players, and what is neither."""
    casts = dict(now) if isinstance(now, dict) and now else {"9": ["villager"] * 9}
    seats = rng.choice([*casts])
    cards = list(casts[seats]) or ["villager"]
    for _ in range(rng.choice((1, 1, 2))):
        cards[rng.randrange(len(cards))] = rng.choice((*roles(game), *roles(game), "wizard"))
    casts[seats] = rng.choice((cards, cards, cards, cards, [*cards, cards[0]], cards[1:], [], "cards", [3], [None]))
    if rng.random() < 0.2:
        casts[rng.choice(("8", "20", "21", "5", "08", "0", "-9", "nine", "", "²", "9.0"))] = casts.pop(seats)
    return rng.choice((casts, casts, casts, casts, casts, {}))
