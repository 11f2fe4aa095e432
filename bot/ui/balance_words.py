"""How even the sides of a built-in role set are, in words. Of own sets and changed ones nothing is said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Final

from bot.engine.rulebook import DRAWN, Game, Options, Wins
from bot.games.hidden_roles.balance import Shares, fair_share, favoured, have_played, is_range, sides_of, won
from bot.games.table_options import TABLE_OPTIONS
from bot.matches.option_fields import option_fields
from bot.ui.option_words import is_built_in, named, seats_offered, span, spans
from bot.ui.wording import Wording

NEVER: Final = Wins(0, 0, 0, 0)
UNFELT: Final = TABLE_OPTIONS | {"quick_nights"}
"""Options that decide no game among computer players: who may look on or sit down, and how long everything takes."""
OF_SET: Final = "balance.set"
"""Of many tables: each side has a line of its own."""


def balance_line(words: Wording, game: Game, name: str, options: Options, seats: int) -> str | None:
    """How even a table of so many is, or that nobody knows; None of other sets and rules than the built-in ones."""
    shares = measured(game, name, options, seats)
    if shares is None:
        return words.say("balance.unmeasured") if game.balance and _is_unchanged(game, name, options) else None
    nearest = words.say("balance.nearest") if (name, seats) in game.nearest else ""
    return _sentence(words, game, "balance.table", {seats: shares}, nearest)


def balance_brief(words: Wording, game: Game, name: str, options: Options, seats: int) -> str | None:
    """The same in fewer words, without the range of each figure, for where there is no room to explain it."""
    shares = measured(game, name, options, seats)
    if shares is None:
        return words.say("balance.unmeasured_brief") if game.balance and _is_unchanged(game, name, options) else None
    best, normal = favoured(shares), favoured(shares, "normal")
    if best != normal:
        strong, usual = (_verdict(words, game, side) for side in (best, normal))
        return words.say("balance.brief.both", strong=strong, normal=usual)
    sides = [(_side(words, game, side), won(shares.get(side, NEVER))) for side in sides_of(shares)]
    wins = ", ".join(words.say("balance.wins", side=side, wins=count) for side, count in sides)
    if best is None:
        return words.say("balance.brief", wins=wins)
    return words.say("balance.brief.uneven", side=_side(words, game, best), wins=wins)


def balance_in_short(words: Wording, game: Game, name: str, options: Options, seats: int) -> str | None:
    """Whether a table of so many is even, without figures; None where nobody has measured it."""
    shares = measured(game, name, options, seats)
    if shares is None:
        return None
    best, normal = favoured(shares), favoured(shares, "normal")
    if best != normal:
        strong, usual = (_verdict(words, game, side) for side in (best, normal))
        return words.say("balance.short.both", strong=strong, normal=usual)
    if best is None:
        return words.say("balance.short", players=_players(words, shares))
    return words.say("balance.short.uneven", players=_players(words, shares), side=_side(words, game, best))


def _players(words: Wording, shares: Shares) -> str:
    """Of whose games something is true: “computer players”, or strong ones or normal ones where only these played."""
    who = [players for players in ("best", "normal") if have_played(shares, players)]
    return words.say("balance.players" if len(who) > 1 else f"balance.players.{who[0]}")


def balance_lines(words: Wording, game: Game, name: str, options: Options) -> list[str]:
    """The same of a whole role set: what the numbers are, a line for the even tables, and one for each side that others
    favour. Empty where nobody has measured it."""
    tables = {seats: measured(game, name, options, seats) for seats in seats_offered(game, options)}
    found = {seats: shares for seats, shares in tables.items() if shares is not None}
    if not found:
        return []

    def kind(seats: int) -> tuple[bool, int, str]:
        return not have_played(found[seats], "best"), len(sides_of(found[seats])), favoured(found[seats]) or ""

    groups = groupby(sorted(found, key=lambda seats: (kind(seats), seats)), kind)
    told = [_sentence(words, game, OF_SET, {seats: found[seats] for seats in alike}) for _, alike in groups]
    about = words.say("balance.about", brackets=_brackets(words, list(found.values())))
    beside = (
        *_otherwise_among_normal(words, game, found),
        *_alike(words, "balance.set.unmeasured", [seats for seats in tables if seats not in found]),
        *_alike(words, "balance.set.nearest", [seats for seats in found if (name, seats) in game.nearest]),
    )
    return [about, *told, *beside]


def _alike(words: Wording, key: str, tables: Sequence[int]) -> list[str]:
    """What is true of all these tables of a set, in a line, if there are any."""
    if not tables:
        return []
    return [words.say(key, players=words.say("roleset.players", count=max(tables), players=spans(tables)))]


def _otherwise_among_normal(words: Wording, game: Game, tables: Mapping[int, Shares]) -> list[str]:
    """The tables that favour another side, or none, where normal computer players sit there: a line for each side."""
    other = {seats: favoured(shares, "normal") or "" for seats, shares in tables.items() if _differs(shares)}
    return [
        words.say(
            "balance.set.normal",
            players=words.say("roleset.players", count=max(alike), players=spans(alike)),
            verdict=_verdict(words, game, side or None),
        )
        for side in sorted(set(other.values()))
        if (alike := [seats for seats in other if other[seats] == side])
    ]


def balance_about(words: Wording, game: Game) -> str:
    """What the numbers of all built-in sets of this game are, said once; empty where nobody has measured any."""
    found = [
        shares
        for one in game.role_sets
        for seats in seats_offered(game, one.options)
        if (shares := measured(game, one.name, one.options, seats)) is not None
    ]
    return words.say("balance.about", brackets=_brackets(words, found)) if found else ""


def measured(game: Game, name: str, options: Options, seats: int) -> Shares | None:
    """How many games each side won at such a table; None for options that were not measured.

    A computer player needs no time, so other times change nothing.
    """
    return game.balance.get((name, seats)) if _is_unchanged(game, name, options) else None


def _is_unchanged(game: Game, name: str, options: Options) -> bool:
    """Whether that is a built-in set, but for its times and for what no computer player feels."""
    if not is_built_in(game, name):
        return False
    usual = game.role_set(name).options
    rules = {field.name for field in option_fields(game.options) if not field.is_time} - UNFELT
    return all(getattr(options, rule) == getattr(usual, rule) for rule in rules)


def _sentence(words: Wording, game: Game, where: str, tables: Mapping[int, Shares], nearest: str = "") -> str:
    """What there is to say about tables, by the number of players, that are even or favour the same side."""
    of_all = list(tables.values())
    sides, favourite = sides_of(of_all[0]), favoured(of_all[0])
    told = [*sides, *([DRAWN] if any(won(shares.get(DRAWN, NEVER)) for shares in of_all) else [])]
    wins = (_wins(words, game, side, [shares.get(side, NEVER) for shares in of_all]) for side in told)
    both = where != OF_SET and _differs(of_all[0])
    key = where + (".several" if len(sides) > 2 else "") + (".both" if both else "" if favourite is None else ".uneven")
    return words.say(
        key,
        players=words.say("roleset.players", count=max(tables), players=spans(tables))
        + ("" if have_played(of_all[0], "best") else words.say("balance.set.only_normal")),
        level=words.say("balance.players.best" if have_played(of_all[0], "best") else "balance.players.normal"),
        wins="\n".join(f"  {one}" for one in wins) if where == OF_SET else ", ".join(wins),
        brackets=_brackets(words, of_all) + nearest,
        count=len(sides),
        fair=fair_share(of_all[0]),
        side="" if favourite is None else _side(words, game, favourite),
        strong=_verdict(words, game, favourite),
        normal=_verdict(words, game, favoured(of_all[0], "normal")),
        wins_normal=", ".join(str(won(of_all[0][side], "normal")) for side in sides),
    )


def _differs(shares: Shares) -> bool:
    """Whether normal players find another side favoured than the best do."""
    return favoured(shares) != favoured(shares, "normal")


def _verdict(words: Wording, game: Game, side: str | None) -> str:
    """“even”, or for whom a table is better."""
    if side is None:
        return words.say("balance.verdict.even")
    return words.say("balance.verdict.uneven", side=_side(words, game, side))


def _wins(words: Wording, game: Game, side: str, found: Sequence[Wins]) -> str:
    """How often a side wins among strong players, and, if that was measured, with others on either side."""
    best = [won(wins) for wins in found]
    least, most = min(wins.least for wins in found), max(wins.most for wins in found)
    key = "balance.wins.range" if any(map(is_range, found)) else "balance.wins"
    return words.say(key, side=_side(words, game, side), wins=span(min(best), max(best)), range=span(least, most))


def _brackets(words: Wording, tables: Sequence[Shares]) -> str:
    """What the numbers in brackets are, if there are any."""
    return words.say("balance.brackets") if any(is_range(wins) for shares in tables for wins in shares.values()) else ""


def _side(words: Wording, game: Game, side: str) -> str:
    if side == DRAWN:
        return words.say("balance.drawn")
    return named(words, "side", game, side) or side
