"""What has changed between two sets of options, in words: option by option, and role by role."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bot.engine.rulebook import Game, Options
from bot.matches.option_fields import OptionField, casts_field, option_fields
from bot.ui.option_words import option_title, role_title, spans, value_words
from bot.ui.wording import Wording

Cast = Mapping[str, int]


def changes(words: Wording, game: Game, before: Options, after: Options) -> list[str]:
    """A line for each thing that is other; empty when nothing is."""
    lines = [_option(words, game, field, before, after) for field in option_fields(game.options)]
    return [*_casts(words, game, before, after), *(line for line in lines if line is not None)]


def _option(words: Wording, game: Game, field: OptionField, before: Options, after: Options) -> str | None:
    was, now = getattr(before, field.name), getattr(after, field.name)
    if field.kind == "casts" or was == now:
        return None
    return words.say(
        "roleset.changed",
        option=option_title(words, game, field),
        value=value_words(words, game, field, now),
        before=value_words(words, game, field, was),
    )


def _casts(words: Wording, game: Game, before: Options, after: Options) -> Iterator[str]:
    """Numbers of players at which the same has changed share a line."""
    field = casts_field(game.options)
    if field is None:
        return
    was: Mapping[int, Cast] = getattr(before, field.name)
    now: Mapping[int, Cast] = getattr(after, field.name)
    together: dict[str, list[int]] = {}
    for seats in sorted({*was, *now}):
        together.setdefault(_cast(words, game, was.get(seats), now.get(seats)), []).append(seats)
    for told, counts in together.items():
        if told:
            players = words.say("roleset.players", count=max(counts), players=spans(counts))
            yield words.say("roleset.changed.cast", players=players, changes=told)


def _cast(words: Wording, game: Game, was: Cast | None, now: Cast | None) -> str:
    """What is other at one number of players; empty when nothing is."""
    if now is None:
        return words.say("roleset.changed.removed")
    if was is None:
        return words.say("roleset.changed.added")
    roles = (role for role in dict.fromkeys([*was, *now]) if was.get(role, 0) != now.get(role, 0))
    return ", ".join(
        words.say(
            "roleset.changed.role",
            role=role_title(words, game, role),
            before=was.get(role, 0),
            value=now.get(role, 0),
        )
        for role in roles
    )
