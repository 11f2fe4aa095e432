"""Rounds of sending: what happens is told by the next one that begins, and by no more than that."""

from __future__ import annotations

from support.waiting import turns

from bot.ui.stage.rounds import Rounds

MATCH = 7


async def test_a_round_that_has_not_begun_tells_of_whatever_happens_before() -> None:
    rounds, played = Rounds(), list[int]()

    async def play(match_id: int) -> None:
        played.append(match_id)
        await turns(3)

    rounds.play = play
    rounds.schedule(MATCH)
    rounds.schedule(MATCH)
    await turns()
    assert played == [MATCH]
    assert rounds.at_rest


async def test_what_happens_while_a_round_is_played_has_one_of_its_own() -> None:
    rounds, played = Rounds(), list[int]()

    async def play(match_id: int) -> None:
        played.append(match_id)
        if len(played) == 1:
            rounds.schedule(match_id)
            rounds.schedule(match_id)
        await turns(3)

    rounds.play = play
    rounds.schedule(MATCH)
    await turns()
    assert played == [MATCH, MATCH]
    assert rounds.at_rest
