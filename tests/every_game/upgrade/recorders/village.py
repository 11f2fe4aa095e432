"""Villages to record."""

from __future__ import annotations

from recording import Kind, Recording, keys_of, richness, said_in

from bot.games.village.cards import BONUS_CARDS
from bot.games.village.options import VillageOptions

RARE = frozenset({"spell.redirect", "day.cast_love", "day.sacrifice", "night.resurrect"})
"""What happens in few games, and above all has to go on after an update."""


def with_rare_cards(recording: Recording) -> tuple[int, ...]:
    return len(RARE & keys_of(recording)), *richness(recording)


CLASSIC = Kind("village", 9, VillageOptions(reballots_most=1), 60, with_rare_cards)
ENCHANTED = Kind("village", 12, VillageOptions(reballots_most=1, bonus=BONUS_CARDS), 1200, with_rare_cards)
"""Twelve, so that the Third Wheel is there."""


def with_claims(recording: Recording) -> tuple[int, ...]:
    """Claims of many kinds for many reasons, then much of everything."""
    said = {(values["kind"], values["why"]) for key, values in said_in(recording) if key == "said.claim"}
    return len(said), *richness(recording)


CLAIMS = Kind("village", 9, VillageOptions(reballots_most=1), 40, with_claims)

NOT_ALL_POINT = frozenset(
    {"clock.powers", "night.agreed", "night.nothing_seen", "night.murder", "night.jinx", "night.toad"}
)


def with_silence(recording: Recording) -> tuple[int, ...]:
    """The team agrees although one of it is silent, and uses its powers then."""
    return len(NOT_ALL_POINT & keys_of(recording)), *richness(recording)


SILENT = Kind("village", 13, VillageOptions(reballots_most=1, all_must_point=False), 150, with_silence)
