"""What Fables and Friends are worth to a player who does not know yet when they will be of use, in straws."""

from __future__ import annotations

FABLE = 1.15
"""A Fable that nobody has seen yet."""

FABLES_WORTH = {
    "a_friendly_game": 1.5,
    "big_bad_wolf": 2.0,
    "bridge_troll": 1.6,
    "chinny_chin_chin": 0.8,
    "consult_the_oracle": 1.4,
    "crystal_ball": 0.3,
    "curse_of_darkness": 0.3,
    "cutting_corners": 2.0,
    "dragon": 2.4,
    "fairy_food": 1.8,
    "ghostly_whispers": 1.2,
    "giant": 1.8,
    "grandmas_house": 1.4,
    "harvest_moon": 1.6,
    "hidden_vault": 2.2,
    "hired_help": 1.6,
    "little_helpers": 2.2,
    "lonely_castle": 1.8,
    "magic_flute": 0.4,
    "mysterious_stranger": 1.3,
    "night_at_the_tavern": 1.2,
    "powerful_friends": 1.2,
    "roar": 0.8,
    "royal_wedding": 1.0,
    "search_the_past": 1.3,
    "share_the_wealth": 1.3,
    "spy_network": 1.3,
    "taxation": 1.8,
    "thoughtful_gift": 0.7,
    "wandering_trader": 1.2,
    "wishing_well": 0.2,
    "wolf": 1.2,
}

FRIENDS_WORTH = {
    "aladdin": 3.0,
    "ali_baba": 3.2,
    "cinderella": 3.0,
    "evil_queen": 0.8,
    "fairy_godmother": 3.2,
    "frog_prince": 1.5,
    "gingerbread_man": 2.5,
    "golden_goose": 3.0,
    "goldilocks": 1.8,
    "hansel_and_gretel": 1.5,
    "huntsman": 1.5,
    "jack_the_giant_slayer": 3.0,
    "little_mermaid": 4.0,
    "pinocchio": 3.4,
    "puss_in_boots": 3.5,
    "rapunzel": 3.2,
    "red_riding_hood": 1.6,
    "robin_hood": 2.2,
    "rumpelstiltskin": 2.5,
    "seven_dwarfs": 2.8,
    "sleeping_beauty": 1.5,
    "snow_white": 1.8,
    "thumbelina": 0.6,
    "tom_thumb": 3.2,
    "wood_cutter": 4.0,
}


def fable_worth(name: str) -> float:
    return FABLES_WORTH.get(name, FABLE)


def friend_worth(name: str | None) -> float:
    """What a Friend is worth; nothing for none."""
    return FRIENDS_WORTH.get(name, 1.0) if name is not None else 0.0
