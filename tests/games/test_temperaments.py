"""Temperaments of computer players: by their names alone, so that nobody's way of talking tells of a card."""

from __future__ import annotations

import pytest

from bot.games.hidden_roles.temperaments import TEMPERAMENTS, temperament_of


@pytest.mark.parametrize(("name", "temperament"), [("Hansel", "joker"), ("Gretel", "quiet"), ("Cinderella", "loud")])
def test_a_name_talks_in_the_same_way_at_every_table(name: str, temperament: str) -> None:
    assert temperament_of(name) == temperament


def test_there_are_names_for_each() -> None:
    names = [f"Cousin {number}" for number in range(20)]
    assert {temperament_of(name) for name in names} == set(TEMPERAMENTS)
