"""How a village ends: the win check, and what is shown when it is over (S0-19, S0-23, R0-20)."""

from __future__ import annotations

from language.village import VillagePlay, village


def over(game: VillagePlay, side: str, reason: str) -> None:
    """The game is really over: nobody is asked anything, every card lies open, the outcome says who and why."""
    assert game.outcome is not None
    assert game.outcome.sides == (side,)
    assert game.outcome.reason == reason
    assert game.match.open == []
    assert game.phase == "over"
    assert game.public("game.over")[-1]["winner"] == side
    assert all(player.role is not None for player in game.view("bystander").players)
    assert set(game.outcome.results) == set(range(1, game.match.seats + 1))
    assert {seat for seat, result in game.outcome.results.items() if result == "won"} == set(game.outcome.seats)


def test_the_town_wins_when_the_last_rumplestiltskin_burns() -> None:
    """S0-23."""
    game = village(ann="murderer", ben="sheriff")
    game.night(victim="cat")
    game.burns("ann")
    over(game, "town", "end.no_rumplestiltskin")
    assert game.winners == ["ben", "cat", "dan", "eve", "fay", "gus", "hal"]  # the dead of the town win too


def test_the_game_goes_on_while_one_clone_lives() -> None:
    """S0-23: all Rumplestiltskins in play."""
    game = village(10, ann="murderer", ben="warlock")
    game.night()
    game.burns("ann")
    assert game.outcome is None
    assert game.night_has_fallen(2)


def test_even_numbers_win_for_the_rumplestiltskins() -> None:
    """S0-23: three against three."""
    game = village(9, ann="murderer", ben="trickster", cat="warlock")
    game.night(victim="dan", murder="eve")
    assert game.outcome is None  # three against four
    game.burns("fay")
    over(game, "rumplestiltskin", "end.even_numbers")
    assert game.winners == ["ann", "ben", "cat"]


def test_two_villagers_left_win_for_a_single_rumplestiltskin() -> None:
    """S0-23: or only two villagers are left; contradiction (iii): one against two is not even but ends."""
    game = village(8, ann="murderer")
    game.night(victim="ben", murder="cat")
    game.burns("dan")
    game.night(victim="eve")
    assert game.outcome is None  # one against three
    game.burns("fay")
    over(game, "rumplestiltskin", "end.two_villagers")
    assert game.winners == ["ann"]


def test_one_against_three_goes_on() -> None:
    """S0-23."""
    game = village(8, ann="murderer")
    game.night(victim="ben", murder="cat")
    game.burns("dan")
    game.night(victim="eve")
    assert game.outcome is None
    assert game.day_is_open()


def test_captain_hook_counts_as_a_villager() -> None:
    """R0-20: in every count."""
    game = village(8, ann="murderer", ben="captain_hook")
    game.night(victim="cat", murder="dan")
    game.burns("eve")
    game.night(victim="fay")
    assert game.alive == ["ann", "ben", "gus", "hal"]
    assert game.outcome is None  # Hook, Gus and Hal are three villagers
    game.burns("gus")
    over(game, "rumplestiltskin", "end.two_villagers")
    assert game.winners == ["ann", "ben"]


def test_when_the_last_rumplestiltskin_and_others_die_together_the_town_wins() -> None:
    """R0-20: also where only two villagers are left."""
    game = village(8, ann="murderer", ben="mad_hatter")
    game.night(victim="cat", murder="dan")
    game.burns("eve")
    game.night(victim="fay", assassinate="ann")
    assert game.alive == ["ben", "gus", "hal"]
    over(game, "town", "end.no_rumplestiltskin")
    other = village(8, ann="murderer", ben="mad_hatter")
    other.night(victim="cat", murder="dan")
    other.burns("eve")
    other.night(victim="fay")
    other.burns("gus")
    over(other, "rumplestiltskin", "end.two_villagers")


def test_the_win_check_comes_once_after_the_whole_chain_of_a_burning() -> None:
    """R0-5 (11), R0-20: the burned Huntsman leaves two villagers, but takes the last Rumplestiltskin with him."""
    game = village(8, ann="murderer", ben="huntsman")
    game.night(victim="cat", murder="dan")
    game.burns("eve")
    game.night(victim="fay")
    assert game.alive == ["ann", "ben", "gus", "hal"]
    game.burns("ben")
    assert game.outcome is None
    game.answers("ben", "huntsman.shot", "ann")
    over(game, "town", "end.no_rumplestiltskin")


def test_a_captured_mary_counts_as_dead() -> None:
    """R0-7: for the win check."""
    game = village(8, ann="murderer", ben="little_mary")
    game.night(victim="cat", murder="dan")
    game.burns("eve")
    game.night(victim="fay", watch="ben", peek=True)
    assert game.alive == ["ann", "gus", "hal"]
    over(game, "rumplestiltskin", "end.two_villagers")


def test_the_vanished_count_as_dead() -> None:
    """S0-12, S0-23: the Hatter's victim leaves the game."""
    game = village(8, ann="murderer", ben="mad_hatter")
    game.night(victim="cat", murder="dan", assassinate="ben")
    game.burns("eve")
    assert game.outcome is None
    game.night(victim="fay")
    over(game, "rumplestiltskin", "end.two_villagers")


def test_at_the_end_even_the_vanished_are_shown() -> None:
    """The secret of S0-12 lasts as long as the game."""
    game = village(8, ann="murderer", ben="mad_hatter", cat="sheriff")
    game.night(assassinate="cat")
    assert game.view("dan").player(3).role is None
    game.burns("ann")
    over(game, "town", "end.no_rumplestiltskin")
    assert game.view("dan").player(3).role == "sheriff"
    assert [3, "sheriff"] in game.public("game.over")[0]["roles"]
