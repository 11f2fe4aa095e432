"""A hand of cards as one line to copy, for talking it over afterwards. It holds nothing but what everybody saw.

    T4/1 dealer=2 bid=3:12,4:14,1:-,2:-,3:- declarer=4@14 trump=H | 4:AS 1:9S 2:KS 3:JS >4+2 | … | gnome=KD

`T4/1`: four players, first hand. A bid of `-` is a pass. Each trick: seat and card, then who took it and its points.
"""

from __future__ import annotations

from functools import cache

from bot.engine.questions import Seat
from bot.games.trumplestiltskin.cards import card_of, is_joker, suit_of
from bot.games.trumplestiltskin.table import TrumplestiltskinTable


def hand_line(table: TrumplestiltskinTable) -> str:
    """The public course of the present hand; nothing before the first."""
    if not table.number:
        return ""
    parts = [f"T{len(table.players)}/{table.number} dealer={table.dealer}"]
    if table.bids:
        parts.append("bid=" + ",".join(f"{seat}:{bid or '-'}" for seat, bid in table.bids))
    if table.declarer is not None:
        parts.append(f"declarer={table.declarer}@{table.high_bid}")
    if table.trump is not None:
        parts.append(f"trump={table.trump}")
    tricks = [f"{_plays(taken.plays)} >{taken.winner}+{taken.points}" for taken in table.tricks]
    if table.trick:
        tricks.append(_plays(tuple(table.trick)))
    if table.gnome_shown and table.gnome_card is not None:
        tricks.append(f"gnome={short(table.gnome_card)}")
    return " | ".join([" ".join(parts), *tricks])


def _plays(plays: tuple[tuple[Seat, str], ...]) -> str:
    return " ".join([f"{seat}:{short(play)}" for seat, play in plays])


@cache  # there are few plays, and each hand has forty-four
def short(play: str) -> str:
    """A play without its copy: `10H`, and a Joker with its suit as `*H`."""
    if is_joker(play):
        return f"*{suit_of(play)}" if play != card_of(play) else f"*{play[0]}"
    return play[:-1]
