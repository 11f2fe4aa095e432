"""What the game is good for that was recorded while one of very many was asked for in two questions: it goes on like
that to its end (`test_upgrade` follows it), and no new game ever asks like that."""

from __future__ import annotations

import pytest
from recording import read

from bot.engine.chance import SealedChance
from bot.engine.match import Match
from bot.engine.rulebook import Options
from bot.games.grimm_forest.game import GAME as GRIMM_FOREST
from bot.games.grimm_forest.options import ROLE_SETS, GrimmForestOptions
from bot.matches.option_fields import option_fields

OF_AN_OLD_GAME = GrimmForestOptions.model_validate({"advanced": True, "choice_seconds": 60, "build_seconds": 60})


def test_it_asks_in_two_steps() -> None:
    """Its options do not say how it asks, and its journal does."""
    recording = read("grimm_forest-two-steps-0.1.0")
    assert set(recording["options"]) == {"advanced", "choice_seconds", "build_seconds"}
    answered = [line["key"] for line in recording["journal"]]
    first = answered.index("gather.fable.moment")
    assert "gather.fable" in answered[first:]
    assert answered.index("hidden_vault.goods.straw") + 1 == answered.index("hidden_vault.goods")


@pytest.mark.parametrize("options", [*(role_set.options for role_set in ROLE_SETS), OF_AN_OLD_GAME], ids=repr)
def test_no_new_game_does(options: Options) -> None:
    """Whatever its table was opened with: a built-in set, a set that was saved long ago, the rematch of an old game."""
    match = Match.start(GRIMM_FOREST, options, 3, SealedChance("a new game"))
    assert isinstance(match.options, GrimmForestOptions)
    assert not match.options.in_two_steps
    assert match.options == options.for_new_match()
    snapshot = match.take_changes().snapshot
    assert snapshot is not None
    saved = match.saved(snapshot, ())
    again = Match.resume(GRIMM_FOREST, saved, SealedChance("a new game"))
    assert again.options == match.options


def test_nobody_is_offered_the_choice() -> None:
    assert [field.name for field in option_fields(GrimmForestOptions)] == [
        "advanced", "choice_seconds", "build_seconds", "free_seats", "quiet_guests", "may_be_longer",
        "pace",
    ]  # fmt: skip
