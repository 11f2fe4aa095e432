"""Why the strong player answers as it does: a true reason for what was played, and nothing its seat cannot know."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from language.any_game import Play, seat_of
from language.grimm_forest import grimm_forest
from language.mafia import MafiaPlay, mafia
from language.name_duel import a_name_duel
from language.trumplestiltskin import trumplestiltskin
from language.village import VillagePlay, village
from support.lessons import WORDS, lesson, told, why

from bot.games.grimm_forest.values import DONE, UNDO
from bot.games.hidden_roles import clues
from bot.games.hidden_roles.claims import CHECKED, CLEARED, I_AM, SUSPECT, TRUST, code
from bot.games.mafia.values import PASS
from bot.games.village.players import clues as village_clues
from bot.games.village.players.strong import StrongSituation
from bot.games.village.players.worlds import Worlds
from bot.matches.lessons import lesson_on

# -- a table of guests -------------------------------------------------------------------------------------------------


def second_day(**roles: str) -> MafiaPlay:
    """Eight guests after a day without a vote; eve was killed in the night."""
    game = mafia(8, **roles)
    game.quiet_day()
    game.night(victim="eve")
    return game


def says(game: Play, name: str, *claims: str) -> None:
    for claim in claims:
        game.answers(name, "speech.floor", claim)


def speakers_until(game: MafiaPlay, name: str, **claims: str) -> None:
    """Everybody before this guest has the floor, says this, and names nobody."""
    while (speaker := game.speaker) != name:
        assert speaker is not None
        if speaker in claims:
            says(game, speaker, claims[speaker])
        game.passes(speaker)


BLACKS = {"ben": "don", "cat": "mafia"}


def test_before_anything_was_said_one_guest_is_as_likely_as_another() -> None:
    game = mafia(9, **BLACKS, dan="sheriff")
    why = told(game, "ann", "speech.floor", PASS)
    assert "with a chance of 25%" in why, "two of eight strangers"
    assert "only a guess: there is no clue yet" in why


def test_a_guest_is_told_who_has_found_whom_out() -> None:
    game = second_day(**BLACKS, dan="sheriff")
    speakers_until(game, "ann", dan=code(CHECKED, seat_of("cat")))
    found = lesson(game, "ann", "speech.floor", PASS)
    assert found.better == seat_of("cat")
    assert found.reason.values["clue"] == clues.Clue(kind=clues.CHECKED_BY, other=seat_of("dan"))
    assert "dan claims to have found cat out" in told(game, "ann", "speech.floor")
    assert "dan sagt, cat entlarvt zu haben" in told(game, "ann", "speech.floor", language="de")


def test_the_sheriff_is_told_who_says_what_only_they_can_know() -> None:
    game = second_day(**BLACKS, ann="sheriff")
    speakers_until(game, "ann", ben=code(CHECKED, seat_of("gus")), fay=code(TRUST, seat_of("dan"), "gut"))
    assert lesson(game, "ann", "speech.floor", PASS).better == seat_of("ben")
    assert "ben says what only you can know" in told(game, "ann", "speech.floor")


def test_the_sheriff_is_told_of_their_own_finding() -> None:
    game = mafia(8, **BLACKS, ann="sheriff")
    game.quiet_day()
    game.night(victim="eve", investigate="cat")
    speakers_until(game, "ann")
    found = lesson(game, "ann", "speech.floor", PASS)
    assert found.better == seat_of("cat")
    assert "You have found that out yourself" in told(game, "ann", "speech.floor")


def test_the_sheriff_checks_nobody_twice() -> None:
    game = mafia(8, **BLACKS, ann="sheriff")
    game.quiet_day()
    game.night(victim="eve", investigate="cat")
    game.final_words()
    game.quiet_day()
    found = lesson(game, "ann", "night.investigate")
    assert found.better not in (None, seat_of("cat"))


def test_a_guest_is_told_that_a_vote_waits_for_somebody_else() -> None:
    game = second_day(**BLACKS, dan="sheriff")
    while (speaker := game.speaker) is not None:
        if speaker == "dan":
            says(game, "dan", code(CHECKED, seat_of("cat")))
            game.nominates("dan", "cat")
        elif speaker == "fay":
            game.nominates("fay", "gus")
        if game.speaker == speaker:
            game.passes(speaker)
    assert game.standing in ("cat", "gus")
    why = told(game, "ann", "vote.hand")
    assert "Of the nominees, cat is most likely black" in why or "It waits for cat" in why
    assert "dan claims to have found cat out" in why


def test_a_sheriff_who_stands_beside_a_red_card_hears_of_no_chance_of_nought() -> None:
    game = mafia(8, **BLACKS, ann="sheriff")
    game.quiet_day()
    game.night(victim="eve", investigate="dan")
    game.final_words()
    game.speeches(ben="dan", cat="ann")
    assert game.standing in ("ann", "dan")
    assert "No other nominee is likely to be black." in told(game, "ann", "vote.hand")
    assert "0 %" not in told(game, "ann", "vote.hand", language="de")


def test_a_sheriff_at_a_vote_on_two_red_cards_hears_that_somebody_has_to_get_it() -> None:
    game = mafia(8, **BLACKS, ann="sheriff")
    game.quiet_day()
    game.night(victim="eve", investigate="dan")
    game.final_words()
    game.quiet_day()
    game.night(victim="hal", investigate="fay")
    game.final_words()
    game.speeches(ben="dan", cat="fay")
    assert "No nominee is likely to be black." in told(game, "ann", "vote.hand")


def test_the_mafia_is_told_whom_the_table_trusts_and_who_seems_to_be_the_sheriff() -> None:
    game = second_day(**BLACKS, dan="sheriff")
    speakers_until(game, "ann", dan=code(CHECKED, seat_of("cat")))
    while game.speaker is not None:
        game.passes(game.speaker)
    while game.phase != "night":
        game.time_passes(next(iter(game.clocks())))
    assert "dan says what only the Sheriff can know" in told(game, "cat", "night.victim")


@pytest.mark.parametrize("other", [{"fay": "don", "gus": "mafia"}, {"ben": "mafia", "hal": "don"}])
def test_who_really_holds_which_card_makes_no_difference_to_what_a_guest_is_told(other: dict[str, str]) -> None:
    """Two tables that look the same to ann, on a day and in a night."""

    def day_and_night(blacks: dict[str, str]) -> list[str]:
        game = mafia(8, **blacks, dan="sheriff", ann="doctor")
        game.quiet_day()
        game.night(victim="eve")
        speakers_until(game, "ann", dan=code(CHECKED, seat_of("cat")), hal=code(SUSPECT, seat_of("gus"), "gut"))
        day = told(game, "ann", "speech.floor")
        while game.speaker is not None:
            game.passes(game.speaker)
        while game.phase != "night":
            game.time_passes(next(iter(game.clocks())))
        return [day, told(game, "ann", "night.doctor")]

    assert day_and_night(other) == day_and_night(BLACKS)


# -- a village ---------------------------------------------------------------------------------------------------------


def day_two(**roles: str) -> VillagePlay:
    """Nine villagers on the second day; nobody burned, and ida was killed in the first night, hal in the second."""
    game = village(9, **roles)
    game.night(victim="ida")
    game.nobody_burns()
    game.night(victim="hal")
    return game


TEAM = {"ben": "murderer", "cat": "trickster"}


def test_a_villager_is_told_who_has_found_whom_out() -> None:
    game = day_two(**TEAM, dan="sheriff")
    game.answers("dan", "day.call", code(CHECKED, seat_of("cat")))
    found = lesson(game, "ann", "day.call", ["ready", None])
    assert found.better[0] == seat_of("cat")
    assert "dan claims to have found cat out" in told(game, "ann", "day.call", ["ready", None])
    assert "dan sagt, cat entlarvt zu haben" in told(game, "ann", "day.call", ["ready", None], "de")


BOTH_KNOW = {"dan": "sheriff", "eve": "little_mary"}
"""Two cards that find out are in this village."""


@pytest.mark.parametrize("claim", [code(I_AM, 0, "sheriff"), code(CHECKED, seat_of("cat"))])
def test_two_who_can_both_know_something_do_not_contradict_each_other(claim: str) -> None:
    game = day_two(**TEAM, **BOTH_KNOW)
    game.answers("dan", "day.call", claim)
    game.answers("eve", "day.call", code(I_AM, 0, "little_mary"))
    for name in ("dan", "eve"):
        view = game.view("ann")
        clue = village_clues.against(StrongSituation(view, Worlds(view)), seat_of(name))
        assert clue.kind not in (clues.CONTRADICTED, clues.CONTRADICTS_ME)


def test_two_who_exclude_each_other_do() -> None:
    game = day_two(**TEAM, **BOTH_KNOW)
    game.answers("dan", "day.call", code(CHECKED, seat_of("gus")))
    game.answers("eve", "day.call", code(CLEARED, seat_of("gus")))
    clue, _ = next(iter(village_clues.findings(game.view("ann"), seat_of("dan"))))
    assert clue == clues.Clue(kind=clues.CONTRADICTED, other=seat_of("eve"))


def test_a_sheriff_is_contradicted_by_who_claims_the_card_and_not_by_little_mary() -> None:
    for card, kind in (("sheriff", clues.CONTRADICTS_ME), ("little_mary", clues.MADE_UP)):
        game = day_two(**TEAM, ann="sheriff", eve="little_mary")
        game.answers("ben", "day.call", code(I_AM, 0, card))
        clue, _ = next(iter(village_clues.findings(game.view("ann"), seat_of("ben"))))
        assert clue.kind == kind


def test_a_rumplestiltskin_is_told_whose_word_is_dangerous() -> None:
    game = day_two(**TEAM, dan="sheriff")
    game.answers("dan", "day.call", code(I_AM, 0, "sheriff"))
    game.nobody_burns()
    assert "dan talks like somebody who finds things out at night" in told(game, "ben", "night.victim")


def test_who_really_holds_which_card_makes_no_difference_to_what_a_villager_is_told() -> None:
    def day_and_night(team: dict[str, str]) -> list[str]:
        game = day_two(**team, dan="sheriff")
        game.answers("dan", "day.call", code(CHECKED, seat_of("cat")))
        day = told(game, "ann", "day.call", ["ready", None])
        game.nobody_burns()
        return [day, told(game, "ann", "night.suspect")]

    assert day_and_night({"fay": "murderer", "gus": "trickster"}) == day_and_night(TEAM)


# -- the name duel -----------------------------------------------------------------------------------------------------


def test_a_duelist_is_told_how_likely_a_name_is_and_how_many_are_as_good() -> None:
    def at_a_guess(ben: str) -> str:
        duel = a_name_duel(ann="noggin tim rumpel flippy hobyah | ...", ben=ben)
        duel.plays("ann", "rumpel")
        while "duel.guess" not in duel.asked("ann"):
            duel.answers("ann", duel.asked("ann")[0], duel.question("ann", duel.asked("ann")[0]).choices[0])
        return told(duel, "ann", "duel.guess")

    why = at_a_guess("drum noggin bootstrap flippy hobyah | ... yallery")
    assert "10 names are possible" in why
    assert "with a chance of 10%" in why
    assert "names are just as good, and none is better" in why
    assert at_a_guess("yallery noggin bootstrap flippy hobyah | ... drum") == why, "hand and deck are hidden"


def test_a_duelist_hears_what_a_card_without_a_guess_is_good_for() -> None:
    """Whoever has played another one without a guess would not know otherwise why it is this one."""
    ben = "noggin tim rumpel flippy shenanigan | ..."
    name = told(a_name_duel(ann="bootstrap yallery flippy whuppity drum | ...", ben=ben), "ann", "duel.play")
    assert "Until then this card can give you a name that is harder to guess." in name
    cards = told(a_name_duel(ann="bootstrap hobyah flippy whuppity drum | ...", ben=ben), "ann", "duel.play")
    assert "Until then this card brings you new cards." in cards


def test_a_duelist_hears_of_no_chance_of_nought() -> None:
    """What ben can flee with is seen; of a name that is seen in his hand it is known that it is wrong."""
    duel = a_name_duel(
        ann="noggin drum rumpel tim hobyah | ...", ben="bootstrap flippy whuppity tim hobyah | ... yallery"
    )
    duel.plays("ann", "noggin")
    assert "If it is right, your opponent can still flee." in told(duel, "ann", "duel.guess")
    assert " 0 %" not in told(duel, "ann", "duel.guess", language="de")
    duel.guesses("ann", "noggin")
    duel.plays("ben", "whuppity")
    duel.plays("ann", "drum")
    assert "This name is wrong. But your opponent has that card in hand" in told(duel, "ann", "duel.guess")
    assert " 0 %" not in told(duel, "ann", "duel.guess", language="de")


# -- the forest --------------------------------------------------------------------------------------------------------


def test_a_pig_is_told_what_lies_where_and_what_it_needs() -> None:
    def at_home(fables: dict[str, str]) -> list[str]:
        forest = grimm_forest(3, goods={"ann": "SS", "ben": "W"}, houses={"ann": "straw.1"}, fables=fables)
        found = lesson(forest, "ann", "gather.place")
        lying = forest.board.locations[str(found.better)]
        assert found.reason.values["goods"] == dict(lying)
        return [told(forest, "ann", "gather.place"), told(forest, "ann", "gather.fable")]

    place, _ = told_of = at_home({"ann": "dragon", "ben": "giant", "cat": "wolf"})
    assert "What lies there: " in place
    assert "of 100 cases nobody else goes there" in place
    assert at_home({"ann": "dragon", "ben": "wolf", "cat": "giant"}) == told_of, "the others' Fables are hidden"


# -- the card table ----------------------------------------------------------------------------------------------------


def test_a_bid_above_what_the_hand_takes_is_told_to_be_a_risk_and_what_it_is_worth() -> None:
    """ "16" beside "about 15 points on average" needs a reason: a bid that is made is scored as well."""

    def of_the_bid(bid: int, *, long_game: bool = False, language: str = "en") -> str:
        game = trumplestiltskin(3, settings={"long_game": long_game})
        game.picks()
        reason = game.match.game.why(game.question(game.turn, "auction.bid"), game.view(game.turn), bid)
        assert reason is not None
        return why("trumplestiltskin", reason, language)

    assert of_the_bid(33).endswith("But a Declarer who makes the bid also scores the bid. That is worth a risk.")
    assert of_the_bid(33, language="de").endswith("Das ist ein Wagnis wert.")
    assert "risk" not in of_the_bid(1)
    assert "risk" not in of_the_bid(33, long_game=True), "bids add nothing there"


def test_a_card_player_is_told_which_tricks_are_certain() -> None:
    def the_first_lead(ben: str, cat: str) -> str:
        game = trumplestiltskin(3, ann="AS AS KS KS QS QS AH AH KH 9D 10D 9C 9H QD", ben=ben, cat=cat)
        game.opens(ann=14, trump="S")
        return told(game, "ann", "trick.play")

    why = the_first_lead("10S JS", "JH 10H")
    assert "6 cards take a trick for certain" in why, "Ace, King and Queen of Trump"
    assert the_first_lead("JH 10H", "10S JS") == why, "who holds the hidden cards"


# -- every kind of reason ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", clues.KINDS)
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_clue_can_be_said(kind: str, language: str) -> None:
    words = WORDS.for_locale(language)
    assert words.say(f"why.clue.{kind}", seat="ann", other="ben", day=2).endswith(".")


def test_the_heaviest_clue_is_the_one_without_which_somebody_looks_best() -> None:
    likely: Callable[[str], float] = {"none": 0.5, "a little": 0.49, "much": 0.2}.__getitem__
    told = [(clues.Clue(kind=clues.NAMES), "a little"), (clues.Clue(kind=clues.DEFENDS), "much")]
    heaviest = clues.heaviest(told, likely, 0.5)
    assert heaviest == clues.Clue(kind=clues.DEFENDS)
    assert clues.heaviest(told[:1], likely, 0.5) is None, "what tells hardly anything is no reason"


# -- what is no decision -----------------------------------------------------------------------------------------------


def test_who_only_takes_something_back_is_told_nothing() -> None:
    game = grimm_forest(goods={"ann": "WWB"}, corners={"ann": 1})
    game.gather(ann="fields", ben="forest", cat="brickyard")
    game.builds("ann", "build.straw.floor.cheap")
    asked = game.question("ann", "build.act")
    assert lesson_on(game.match.game, asked, game.view("ann"), UNDO, "a secret") is None
    assert lesson_on(game.match.game, asked, game.view("ann"), DONE, "a secret") is not None
