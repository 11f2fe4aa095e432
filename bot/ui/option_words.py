"""A game's options in words: titles, values, times, roles by number of players, and what is wrong with them.

Each word is looked for under its game first (`option.mafia.day_seconds`), then for every game (`option.day_seconds`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any

from bot.engine.rulebook import Fault, Game, Options
from bot.matches.option_fields import OptionField, casts_field, fields_in_play, filler, option_fields
from bot.ui.wording import Term, Wording

WORD_JOINER = "\u2060"
"""No line breaks where it stands."""
_MARKUP = re.compile(r"([\\*_`~|<>#\-+\[\](){}:.])")
_UNITS = {"d": 86400, "h": 3600, "m": 60, "min": 60, "s": 1, "sec": 1}
_WHOLE = re.compile(r"[-−]?\d{1,9}")
_SPAN = re.compile(r"(?:\d{1,9}\s*(?:d|h|min|m|sec|s)\s*)+")
_PART = re.compile(r"(\d{1,9})\s*(d|h|min|m|sec|s)")
_CLOCK = re.compile(r"(?:(\d{1,4}):)?(\d{1,4}):(\d{2})")


def named(words: Wording, kind: str, game: Game, name: str, ending: str = "") -> Term | None:
    """The words for an `option`, a `role`, a `role_set` or a `side`; None where there are none."""
    for key in (f"{kind}.{game.name}.{name}{ending}", f"{kind}.{name}{ending}"):
        if words.has(key):
            return words.term(key)
    return None


def option_title(words: Wording, game: Game, field: OptionField) -> str:
    return named(words, "option", game, field.name) or field.title


def option_help(words: Wording, game: Game, field: OptionField) -> str:
    return named(words, "option", game, field.name, ".help") or field.help


def role_title(words: Wording, game: Game, role: str) -> str:
    return named(words, "role", game, role) or role.replace("_", " ").capitalize()


def is_built_in(game: Game, name: str) -> bool:
    """Whether the game itself brings a role set of this name; nobody else may use it."""
    return any(one.name == name for one in game.role_sets)


def set_label(words: Wording, game: Game, name: str) -> str:
    """How a role set is called, for places without Markdown."""
    if is_built_in(game, name):
        return named(words, "role_set", game, name) or name.replace("_", " ").capitalize()
    return name


def set_titles(words: Wording, game: Game, name: str) -> frozenset[str]:
    """How one of the game's own role sets is called, in every language: somebody may type any of them."""
    return frozenset(set_label(words.for_locale(locale), game, name) for locale in words.locales)


def set_title(words: Wording, game: Game, name: str) -> str:
    """How a role set is called, for the middle of a message; a name somebody gave it does no harm there."""
    return harmless(set_label(words, game, name))


def harmless(name: str) -> str:
    """A name somebody gave, without Markdown, mentions and links."""
    return _MARKUP.sub(r"\\\1", name).replace("@", "@\u200b")


# -- values -----------------------------------------------------------------------------------------------------------


def duration(words: Wording, seconds: int) -> str:
    """A time as people say it: "1 min 15 s"."""
    parts = []
    left = abs(seconds)
    for size, key in ((86400, "days"), (3600, "hours"), (60, "minutes"), (1, "seconds")):
        amount, left = divmod(left, size)
        if amount:
            parts.append(words.say(f"roleset.span.{key}", amount=amount))
    text = " ".join(parts) or words.say("roleset.span.seconds", amount=0)
    return f"−{text}" if seconds < 0 else text


def read_number(text: str, *, is_time: bool) -> int | None:
    """The whole number somebody typed; a time also as `1:30`, `5 min` or `1 h 30 min`. None when it is none."""
    text = text.strip().lower()
    if _WHOLE.fullmatch(text):
        return int(text.replace("−", "-"))
    if not is_time:
        return None
    clock = _CLOCK.fullmatch(text)
    if clock:
        hours, minutes, seconds = (int(part or 0) for part in clock.groups())
        return hours * 3600 + minutes * 60 + seconds
    if _SPAN.fullmatch(text):
        return sum(int(amount) * _UNITS[unit] for amount, unit in _PART.findall(text))
    return None


def value_words(words: Wording, game: Game, field: OptionField, value: Any) -> str:
    """One option's value."""
    if field.kind == "switch":
        return words.say("roleset.on" if value else "roleset.off")
    if field.is_time and isinstance(value, int):
        return duration(words, value)
    if field.kind == "choice":
        return choice_title(words, game, field, value)
    if field.kind == "several":
        return ", ".join(choice_title(words, game, field, one) for one in value) or words.say("roleset.none")
    return str(value)


def choice_title(words: Wording, game: Game, field: OptionField, choice: Any) -> str:
    return named(words, "option", game, field.name, f".{choice}") or str(choice).replace("_", " ").capitalize()


def choice_help(words: Wording, game: Game, field: OptionField, choice: Any) -> str | None:
    """A choice in a few words, where there are any."""
    return named(words, "option", game, field.name, f".{choice}.help")


def times_line(words: Wording, game: Game, values: Mapping[str, Any]) -> str:
    """All times on one line; empty for a game without."""
    times = [
        words.say("roleset.value", option=option_title(words, game, field), value=duration(words, values[field.name]))
        for field in fields_in_play(game.options, values)
        if field.is_time
    ]
    return " · ".join(times)


def differences(words: Wording, game: Game, options: Options) -> list[str]:
    """A line for each option, but the roles, that is not as the game usually has it."""
    usual = game.options()
    lines = []
    for field in fields_in_play(game.options, dict(options)):
        value, before = getattr(options, field.name), getattr(usual, field.name)
        if field.kind != "casts" and value != before:
            lines.append(
                words.say(
                    "roleset.differs",
                    option=option_title(words, game, field),
                    value=value_words(words, game, field, value),
                    usual=value_words(words, game, field, before),
                )
            )
    return lines


# -- roles ------------------------------------------------------------------------------------------------------------


def cast_words(words: Wording, game: Game, cast: Mapping[str, int]) -> str:
    """One cast: "2 × Rumplestiltskin, Sheriff, …"."""
    parts = [counted(words, game, role, str(count)) for role, count in cast.items() if count]
    return ", ".join(parts) or words.say("roleset.nobody")


def counted(words: Wording, game: Game, role: str, count: str) -> str:
    title = role_title(words, game, role)
    return title if count == "1" else words.say("roleset.counted", number=count, role=title)


def cast_lines(words: Wording, game: Game, casts: Mapping[int, Mapping[str, int]]) -> list[str]:
    """The roles at each number of players. Numbers that differ in the filler alone share a line."""
    last = filler(game)

    def special(seats: int) -> tuple[tuple[str, int], ...]:
        return tuple((role, count) for role, count in casts[seats].items() if role != last and count)

    lines = []
    for group in groupby(sorted(casts), special):
        counts = list(group[1])
        for run in _runs(counts):
            parts = [counted(words, game, role, str(count)) for role, count in group[0]]
            rest = [casts[seats].get(last, 0) for seats in run] if last is not None else []
            if last is not None and any(rest):
                count = span(min(rest), max(rest)).replace("–", f"–{WORD_JOINER}")
                parts.append(counted(words, game, last, count))
            players = words.say("roleset.players", count=run[-1], players=span(run[0], run[-1]))
            lines.append(f"**{players}**: {', '.join(parts) or words.say('roleset.nobody')}")
    return lines


def span(least: int, most: int) -> str:
    """`8`, or `8–20`."""
    return str(least) if least == most else f"{least}–{most}"


def spans(numbers: Iterable[int]) -> str:
    """`8, 10–12`."""
    return ", ".join(span(run[0], run[-1]) for run in _runs(sorted(numbers)))


def _runs(numbers: list[int]) -> list[list[int]]:
    """Neighbours together."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return runs


# -- faults -----------------------------------------------------------------------------------------------------------


def fault_sentence(words: Wording, game: Game, fault: Fault) -> str:
    """What is wrong and what to do about it. Names of roles and options in its values become words."""
    values: dict[str, Any] = {}
    fields = {field.name: field for field in option_fields(game.options)}
    field = fields.get(str(fault.values.get("option", "")))
    for name, value in fault.values.items():
        if name == "role":
            values[name] = harmless(role_title(words, game, str(value)))
        elif name == "option":
            values[name] = option_title(words, game, field) if field else harmless(str(value))
        elif field is not None and field.is_time and isinstance(value, int):
            values[name] = duration(words, value)
        else:
            values[name] = value if isinstance(value, int) else harmless(str(value))
    is_unknown = fault.key == "fault.option.unreadable" and field is None  # nobody can set what there is not
    return words.say("fault.option.unknown" if is_unknown else fault.key, **values)


def seats_offered(game: Game, options: Options) -> list[int]:
    """The numbers of players this set can be played with."""
    field = casts_field(game.options)
    counts: Iterable[int] = getattr(options, field.name) if field else game.seats
    return [seats for seats in sorted(counts) if not game.faults(options, seats)]
