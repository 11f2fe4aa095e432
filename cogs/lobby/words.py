"""What several pages of a lobby say: its title, its role set and cast, and why it cannot be played like this."""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise
from typing import Any, Literal

from bot.engine.rulebook import Fault, Options
from bot.matches.lobby import Lobby
from bot.matches.option_fields import OptionField, casts_field, fields_in_play, option_fields
from bot.ui.balance_words import balance_brief, balance_line
from bot.ui.game_words import game_title
from bot.ui.option_words import named, option_title, seats_offered, set_label, value_words
from bot.ui.wording import Wording, plain

HowEven = Literal["whole", "brief", "not"]
"""How much is told of how even the cards are: all of it, the figures alone, or nothing."""
HOW_EVEN = {"whole": balance_line, "brief": balance_brief, "not": None}

CHANGES_MOST = 2
"""Options that are other in this lobby, told beside the role set; of more it only says that there are some."""


def title(lobby: Lobby, words: Wording) -> str:
    return f"## {game_title(words, lobby.game.name)}"


def link(lobby: Lobby) -> str:
    if lobby.message_id is None:
        return f"<#{lobby.channel_id}>"
    return f"https://discord.com/channels/{lobby.guild_id}/{lobby.channel_id}/{lobby.message_id}"


def by_cards(lobby: Lobby, key: str) -> str:
    """The key of a sentence; of its twin that speaks of no roles, for a game without."""
    return key if casts_field(lobby.game.options) else f"{key}.plain"


def fault_in_words(words: Wording, fault: Fault) -> str:
    """Why these people cannot play, in words."""
    if not words.has(fault.key):
        return words.say("refused.faults")
    values: dict[str, Any] = {
        name: value if isinstance(value, int) else plain(str(value)) for name, value in fault.values.items()
    }
    if "role" in values:
        values["role"] = _role(words, str(fault.values["role"]), fault.key.split(".")[1])
    return words.say(fault.key, **values)


def role_set_in_words(lobby: Lobby, unchanged: Options, words: Wording, *, how_even: HowEven = "whole") -> str:
    """The role set, for the number of players this table is heading for.

    unchanged  the role set as it is offered, before anything was changed in this lobby
    how_even   how much is told of how even that table is
    """
    if casts_field(lobby.game.options) is None:
        # A person who accepts a challenge shall see what is accepted.
        terms = " · ".join(option_lines(lobby, words, unlike=unchanged)) or _set_help(lobby, words)
        return "\n".join(filter(None, (set_line(lobby, unchanged, words), terms)))
    return cast_in_words(lobby, unchanged, words, how_even=how_even)


def set_line(lobby: Lobby, unchanged: Options, words: Wording) -> str:
    """How the role set is called, and whether it is played as it is offered."""
    name = f"**{plain(set_label(words, lobby.game, lobby.role_set))}**"
    told = _few_changes(lobby, unchanged, words)
    if told:
        return words.say("lobby.role_set_told", name=name, changes=", ".join(told))
    return words.say(by_cards(lobby, f"lobby.role_set{_how_changed(lobby, unchanged)}"), name=name)


def _how_changed(lobby: Lobby, unchanged: Options) -> str:
    """The end of a key: for nothing that is other, for other times alone, for whatever else is other."""
    other = _other_options(lobby, unchanged)
    if not other:
        return ""
    return "_times" if all(field.is_time for field in other) else "_changed"


def _other_options(lobby: Lobby, unchanged: Options) -> list[OptionField]:
    """Of what people choose: what is settled when a game begins differs in every rematch."""
    return [
        field
        for field in option_fields(lobby.game.options)
        if getattr(lobby.options, field.name) != getattr(unchanged, field.name, None)
    ]


def _few_changes(lobby: Lobby, unchanged: Options, words: Wording) -> list[str]:
    """What is other, where that is said quickly: an option or two, with times or without. Empty for more, for other
    cards, and in a game without cards, which tells its terms one by one."""
    if casts_field(lobby.game.options) is None:
        return []
    other = _other_options(lobby, unchanged)
    rules = [field for field in other if not field.is_time]
    if not 0 < len(rules) <= CHANGES_MOST or any(field.kind not in ("switch", "choice", "number") for field in rules):
        return []
    lines = [_option_told(lobby, field, words, "lobby.change") for field in rules]
    return [*lines, *([words.say("lobby.other_times")] if len(other) > len(rules) else [])]


def cast_in_words(lobby: Lobby, unchanged: Options, words: Wording, *, how_even: HowEven = "whole") -> str:
    """The role set, the cards of so many players, and how even they are."""
    seats = _heading_for(lobby)
    line, cast = set_line(lobby, unchanged, words), _cast(lobby, seats)
    dealt = _dealt_lines(lobby, words)
    if not cast:
        return "\n".join((line, *dealt))
    roles = words.say("lobby.cast", count=seats, roles=_cast_in_words(lobby, cast, words))
    tell = HOW_EVEN[how_even]
    even = tell(words, lobby.game, lobby.role_set, lobby.options, seats) if tell else None
    return "\n".join((line, roles, *dealt, *filter(None, [even])))


def _set_help(lobby: Lobby, words: Wording) -> str:
    return named(words, "role_set", lobby.game, lobby.role_set, ".help") or ""


def _heading_for(lobby: Lobby) -> int:
    """The number of players of this table: the next that its role set is for."""
    offered = seats_offered(lobby.game, lobby.options)
    return next((seats for seats in offered if seats >= lobby.expected), lobby.expected)


def _cast(lobby: Lobby, seats: int) -> dict[str, int]:
    """How many of which role there will be; empty for a game without roles, or a set without that number of players."""
    cast = getattr(lobby.options, "cast", None)
    if cast is None:
        return {}
    try:
        return dict(cast(seats))
    except LookupError:
        return {}


def _cast_in_words(lobby: Lobby, cast: dict[str, int], words: Wording) -> str:
    parts = []
    for role, count in cast.items():
        if count:
            name = _role(words, role, lobby.game.name)
            parts.append(name if count == 1 else f"{count}\u00a0×\u00a0{name}")
    return ", ".join(parts)


def _role(words: Wording, role: str, game: str) -> str:
    keys = (f"role.{game}.{role}", f"role.{role}")
    return next((words.say(key) for key in keys if words.has(key)), plain(role.replace("_", " ")))


def _dealt_lines(lobby: Lobby, words: Wording) -> list[str]:
    """A line for each option of which several things can be in: all of them, or which; none while nothing is."""
    lines = []
    for field in fields_in_play(lobby.game.options, dict(lobby.options)):
        value = getattr(lobby.options, field.name)
        if field.kind == "several" and value:
            option = option_title(words, lobby.game, field)
            if set(value) == set(field.choices):
                lines.append(words.say("lobby.several.all", option=option))
            else:
                choices = value_words(words, lobby.game, field, value)
                lines.append(words.say("lobby.several", option=option, choices=choices))
    return lines


def option_lines(lobby: Lobby, words: Wording, unlike: Options | None = None, but: Collection[str] = ()) -> list[str]:
    """Every option and how it stands, but for the cards, which are told apart, and those named in `but`; or only what
    is unlike other options."""
    lines = []
    for field in fields_in_play(lobby.game.options, dict(lobby.options)):
        value = getattr(lobby.options, field.name)
        if unlike is not None and value == getattr(unlike, field.name, None):
            continue
        if field.name not in but and field.kind in ("switch", "choice", "number", "several"):
            lines.append(_option_line(lobby, field, words))
    return lines


def _option_line(lobby: Lobby, field: OptionField, words: Wording) -> str:
    """An option and how it stands."""
    return _option_told(lobby, field, words, "lobby.option")


def _option_told(lobby: Lobby, field: OptionField, words: Wording, key: str) -> str:
    """The same in a line of its own, or as one of several changes."""
    value = getattr(lobby.options, field.name)
    if field.kind == "switch":
        told = words.say("lobby.on" if value else "lobby.off")
    else:
        told = _span(words, value) if field.is_time else value_words(words, lobby.game, field, value)
    return words.say(key, option=option_title(words, lobby.game, field), value=f"**{told}**")


def _span(words: Wording, seconds: int) -> str:
    """A span of time in whole words, of at most two kinds."""
    sizes = ((86400, "span.days"), (3600, "span.hours"), (60, "span.minutes"), (1, "span.seconds"))
    for (size, key), (less, smaller) in pairwise(sizes):
        if seconds >= size and seconds % less == 0:
            whole = words.say(key, count=seconds // size)
            rest = seconds % size // less
            return f"{whole} {words.say(smaller, count=rest)}" if rest else whole
    return words.say("span.seconds", count=seconds)
