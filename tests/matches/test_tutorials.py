"""A tutorial stays what it is: one person's, with its own deck, and nobody is dealt into another one like it."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.tables import VILLAGE, opened_table, refused

from bot.matches.dealing_anew import DealingAnew, may_deal_anew
from bot.matches.errors import Refused
from bot.matches.lobby_openings import LobbyOpenings
from bot.matches.tutorials import Tutorials

ANN, BEN = 101, 102
COMPUTERS = ("Hansel", "Gretel", "Jorinde", "Joringel", "Falada", "Iron John", "Rapunzel", "Snow White")


async def test_a_tutorial_is_for_one_person_and_keeps_its_deck(tmp_path: Path) -> None:
    async with opened_table(tmp_path / "mirror.db") as table:
        tutorials = Tutorials(table.store, table.service, table.clock)
        with tutorials.once(1, ANN, VILLAGE):
            with pytest.raises(Refused, match="tutorial_begins"), tutorials.once(1, ANN, VILLAGE):
                raise AssertionError("a second press begins a second one")
            with tutorials.once(1, BEN, VILLAGE):
                pass
        table.match = await tutorials.begin(1, 20, ANN, "ann", VILLAGE, COMPUTERS)
        learns = await table.service.snapshot(table.match)
        assert not may_deal_anew(learns)
        assert await refused(DealingAnew(table.service.keeper).vote(table.match, ANN)) == "too_late_to_deal_anew"

        standing_by = table.leaving.stand_by(table.match, BEN, BEN, "ben")
        assert await refused(standing_by) == "tutorial_is_for_one"
        for seat in (1, 2):
            joining = table.hosting.seat_person(table.match, ANN, seat, BEN, "ben")
            assert await refused(joining) == "tutorial_is_for_one"
        assert (await table.service.snapshot(table.match)).people() == {1: ANN}

        await table.hosting.end(table.match, ANN)
        again = LobbyOpenings(table.store, table.clock).rematch(table.match, ANN)
        assert await refused(again) == "tutorial_is_for_one", "its options are for nobody else"
