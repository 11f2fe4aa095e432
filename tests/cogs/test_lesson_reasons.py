"""Why the strong player answers as it does: a true reason for what was played, and nothing its seat cannot know."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from random import Random

import pytest
from language.any_game import Play, seat_of
from language.grimm_forest import grimm_forest
from language.mafia import MafiaPlay, mafia
from language.name_duel import a_name_duel
from language.trumplestiltskin import trumplestiltskin
from language.village import VillagePlay, village
from support.lessons import WORDS, lesson, told, why

from bot.engine.chance import SealedChance
from bot.engine.match import Match
from bot.engine.questions import put
from bot.engine.rulebook import Reason
from bot.games import GAMES
from bot.games.grimm_forest.values import DONE, UNDO
from bot.games.hidden_roles import clues
from bot.games.hidden_roles.claims import CHECKED, CLEARED, I_AM, SUSPECT, TRUST, code
from bot.games.mafia.values import NO, PASS, YES
from bot.games.name_duel.notebook import possible_names
from bot.games.name_duel.views import NameDuelView
from bot.games.random_player import RandomPlayer
from bot.games.trumplestiltskin.cards import RANK, value_of
from bot.games.village.players import clues as village_clues
from bot.games.village.players.strong import StrongSituation
from bot.games.village.players.worlds import Worlds
from bot.matches.lessons import lesson_on


def reason_of(game: Play, name: str, key: str, value: object, language: str = "en") -> str:
    """Why the strong player would answer this, whether or not it does."""
    explain = game.match.game.why
    assert explain is not None
    reason = explain(game.question(name, key), game.view(name), value)
    assert reason is not None
    return why(game.match.game.name, reason, language)


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


def night_falls(game: MafiaPlay) -> None:
    """Everybody who is still to speak names nobody, and all else of the day takes its time."""
    while game.speaker is not None:
        game.passes(game.speaker)
    while game.phase != "night":
        game.time_passes(next(iter(game.clocks())))


BLACKS = {"ben": "don", "cat": "mafia"}


def test_before_anything_was_said_one_guest_is_as_likely_as_another() -> None:
    game = mafia(10, **BLACKS, dan="sheriff", hal="maniac")
    why = told(game, "ann", "speech.floor", PASS)
    assert "is as likely as anybody else, with a chance of 33%" in why, "three of nine strangers"
    assert "only a guess: there is no clue yet" in why


def test_who_was_the_first_to_speak_hears_that_there_is_no_clue() -> None:
    """“It is everything that was said and done, taken together”, it said, and nobody else had said a word."""
    game = mafia(10, **BLACKS, dan="sheriff", hal="maniac")
    game.answers("ann", "speech.floor", code(SUSPECT, seat_of("fay"), "gut"))
    assert lesson(game, "ann", "speech.floor", PASS).better == seat_of("fay")
    assert "This is only a guess: there is no clue yet." in told(game, "ann", "speech.floor", PASS)


def test_nobody_hears_that_no_better_one_could_be_named_where_there_is_one_but_a_first_day_can_wait() -> None:
    """“fay is black with a chance of 21%, and nobody else would be a clearly better choice”: ann was at 43%."""
    game = mafia(8, **BLACKS)
    while (speaker := game.speaker) != "hal":
        assert speaker is not None
        if speaker in ("ann", "ben"):
            game.nominates(speaker, "fay" if speaker == "ann" else "gus")
        if game.speaker == speaker:
            game.passes(speaker)
    assert lesson(game, "hal", "speech.floor", seat_of("ann")).better == PASS
    assert told(game, "hal", "speech.floor", seat_of("ann")) == "Enough players are nominated already."


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
    assert told(game, "ann", "speech.floor") == "cat is not on your side. You have found that out yourself."
    assert "100" not in told(game, "ann", "speech.floor", language="de"), "what is known is no guess"


@pytest.mark.parametrize(("key", "game"), [("hand.no", "mafia"), ("vote.other", "village")])
def test_what_one_has_found_out_is_no_guess_where_it_stands_elsewhere_on_the_ballot(key: str, game: str) -> None:
    """“As a guess, with a chance of 99%. You have found that out yourself.”"""
    found = {"clue": clues.Clue(kind=clues.FOUND_MYSELF)}
    reason = Reason(key=f"why.{key}", values={"seat": 3, "chance": 99, **found})
    assert why(game, reason) == "cat is not on your side. You have found that out yourself."
    assert "99" not in why(game, reason, "de")


def test_the_sheriff_checks_nobody_twice() -> None:
    game = mafia(8, **BLACKS, ann="sheriff")
    game.quiet_day()
    game.night(victim="eve", investigate="cat")
    game.final_words()
    game.quiet_day()
    found = lesson(game, "ann", "night.investigate")
    assert found.better not in (None, seat_of("cat"))


@pytest.mark.parametrize("again", ["fay", "gus"])
def test_the_don_searches_nobody_twice(again: str) -> None:
    """“You chose gus, and so would the strong player. You have not searched gus”, who had been searched the night
    before."""
    game = mafia(8, **BLACKS, ann="sheriff")
    game.quiet_day()
    (don,) = game.asked_for("night.search")
    game.night(victim="eve", search="fay")
    game.final_words()
    game.quiet_day()
    game.night(victim="hal", search="gus")
    game.final_words()
    game.quiet_day()
    found = lesson(game, don, "night.search", seat_of(again))
    assert found.better not in (None, seat_of("fay"), seat_of("gus"))
    assert again not in told(game, don, "night.search", seat_of(again))


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


def test_a_black_card_that_stands_hears_that_it_is_about_itself() -> None:
    """It was told that a black card joins the others if it costs nobody of the team."""
    game = mafia(8, ben="don", cat="mafia")
    game.speeches(ann="dan", dan="ben", eve="fay")
    assert game.standing == "dan"
    rather = "You are nominated yourself, and it is better that dan leaves than you."
    assert reason_of(game, "ben", "vote.hand", YES) == rather
    assert reason_of(game, "ben", "vote.hand", YES, "de") == "Du stehst selbst zur Wahl, und besser geht dan als du."
    assert "You are nominated yourself" not in reason_of(game, "cat", "vote.hand", YES)
    for voter in game.asked_for("vote.hand"):
        game.answers(voter, "vote.hand", NO)
    assert game.standing == "ben"
    own = "You are nominated yourself, so your vote is for somebody else."
    assert reason_of(game, "ben", "vote.hand", NO) == own
    assert reason_of(game, "cat", "vote.hand", YES) == "ben is on your side, but cannot be saved any more."
    spared = "ben gehört zu deinem Team und muss nicht gehen: Deine Stimme ist für jemand anderen da."
    assert reason_of(game, "cat", "vote.hand", NO, "de") == spared


def test_a_lover_hears_what_a_visit_really_does() -> None:
    """It “takes their night away”, said the lesson. A guest does as ever, and dies with the Lover."""
    game = mafia(9, **BLACKS, ann="lover", dan="sheriff")
    game.quiet_day()
    assert "your guest dies with you." in reason_of(game, "ann", "night.lover", seat_of("dan"))
    assert "stirbt dein Gast mit dir." in reason_of(game, "ann", "night.lover", seat_of("dan"), "de")
    game.night(victim="ann", investigate="ben", lover="dan")
    assert {*game.public("dawn.killed")[-1]["seats"]} == {"ann", "dan"}
    assert game.told("dan", "night.verdict"), "the guest has done what they wanted"


@pytest.mark.parametrize("language", ["en", "de"])
def test_how_many_are_likely_to_vote_is_said_of_one_and_of_nobody_as_well(language: str) -> None:
    """“About 1 of the others are likely”, it said."""
    for key in ("hand.along", "hand.spare"):
        one, two = (why("mafia", Reason(key=f"why.{key}", values={"seat": 4, "count": n}), language) for n in (1, 2))
        assert not re.search(r"\b1\b", one)
        assert " 2 " in two
        nobody = why("mafia", Reason(key=f"why.{key}.alone", values={"seat": 4}), language)
        assert not re.search(r"\b0\b", nobody)
        assert "dan" in nobody


def test_the_mafia_is_told_whom_the_table_trusts_and_who_seems_to_be_the_sheriff() -> None:
    game = second_day(**BLACKS, dan="sheriff")
    speakers_until(game, "ann", dan=code(CHECKED, seat_of("cat")))
    night_falls(game)
    assert "dan says what only the Sheriff can know" in told(game, "cat", "night.victim")


def test_the_maniac_is_told_whom_the_mafia_is_likely_to_kill() -> None:
    game = mafia(10, **BLACKS, dan="sheriff", hal="maniac")
    game.quiet_day()
    game.night(victim="eve")
    speakers_until(game, "ann", dan=code(CHECKED, seat_of("cat")))
    night_falls(game)
    assert "The Mafia is likely to kill dan tonight." in told(game, "hal", "night.maniac")


@pytest.mark.parametrize(("language", "trusts"), [("en", "The table trusts"), ("de", "Der Tisch vertraut")])
def test_the_mafia_hears_of_no_trust_before_anything_was_said(language: str, trusts: str) -> None:
    """ "The table trusts Hans in Luck", of whom nothing was known, and of six others as well."""
    game = mafia(9, **BLACKS)
    game.quiet_day()
    assert trusts not in told(game, "ben", "night.victim", language=language)


def test_the_mafia_hears_of_nothing_that_its_rules_do_not_have() -> None:
    """The Don's word is final, and without a Don most voices decide (R3-10): nobody has to agree."""
    game = mafia(8, **BLACKS, dan="sheriff")
    game.quiet_day()
    game.answers("ben", "night.victim", seat_of("ann"))
    assert reason_of(game, "cat", "night.victim", seat_of("ann")) == "Your team already points at ann."


@pytest.mark.parametrize("other", [{"fay": "don", "gus": "mafia"}, {"ben": "mafia", "hal": "don"}])
def test_who_really_holds_which_card_makes_no_difference_to_what_a_guest_is_told(other: dict[str, str]) -> None:
    """Two tables that look the same to ann, on a day and in a night."""

    def day_and_night(blacks: dict[str, str]) -> list[str]:
        game = mafia(8, **blacks, dan="sheriff", ann="doctor")
        game.quiet_day()
        game.night(victim="eve")
        speakers_until(game, "ann", dan=code(CHECKED, seat_of("cat")), hal=code(SUSPECT, seat_of("gus"), "gut"))
        day = told(game, "ann", "speech.floor")
        night_falls(game)
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


def test_a_warlock_hears_of_no_powers_that_are_not_in_the_village() -> None:
    """ "Most cards have a power" was said in a village of five villagers among nine."""
    game = village(9, ann="warlock", dan="sheriff", eve="huntsman")
    game.answers("ann", "night.victim", seat_of("ben"))
    reason = reason_of(game, "ann", "night.toad", seat_of("cat"))
    assert reason == "Nobody else says that they know something. So cat is as good as any."


def test_who_really_holds_which_card_makes_no_difference_to_what_a_villager_is_told() -> None:
    def day_and_night(team: dict[str, str]) -> list[str]:
        game = day_two(**team, dan="sheriff")
        game.answers("dan", "day.call", code(CHECKED, seat_of("cat")))
        day = told(game, "ann", "day.call", ["ready", None])
        game.nobody_burns()
        return [day, told(game, "ann", "night.suspect")]

    assert day_and_night({"fay": "murderer", "gus": "trickster"}) == day_and_night(TEAM)


def test_little_mary_hears_that_she_peeks_nearly_every_night() -> None:
    game = village(9, **TEAM, ann="little_mary")
    assert "on nearly every night" in reason_of(game, "ann", "night.peek", None)
    assert "fast in jeder Nacht" in reason_of(game, "ann", "night.peek", None, "de")


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


def test_a_duelist_hears_what_makes_one_guessing_card_better_than_another() -> None:
    """Whoever has played another card with which one guesses would not know otherwise why it is this one."""
    duel = a_name_duel(ann="noggin tim rumpel drum shenanigan | ...", ben="bootstrap flippy whuppity hobyah tim | ...")
    said = {name: reason_of(duel, "ann", "duel.play", name) for name in duel.hand("ann")}
    assert "It shows cards of your opponent’s hand before you guess." in said["noggin"]
    assert "It shows the top of a deck before you guess." in said["shenanigan"]
    assert "you can guess twice" in said["tim_tit_tot"]
    assert "may cost your opponent a card" in said["drum_drum"]
    assert said["rumpelstiltskin"].startswith("With this card you can guess now. The best guess"), (
        "nothing is discarded"
    )
    assert all("your own name is guessed with a chance of about" in one for one in said.values())


def test_a_duelist_hears_that_a_card_saves_them_only_of_one_that_does() -> None:
    """Tim Tit Tot is worth more than a way to flee: then a way to flee is not what comes first."""
    duel = a_name_duel(ann="rumpel hobyah drum | noggin yallery shenanigan whuppity flippy", ben="tim ... | ...")
    duel.plays("ann", "rumpel")
    duel.guesses("ann", "bootstrap")
    assert set(duel.discard("ann")) == {"bootstrap", "tim_tit_tot"}
    flees = reason_of(duel, "ann", "rumpelstiltskin.regain", "bootstrap")
    assert flees == "No card in your hand saves you from a right guess. It takes back one that does."
    guesses = reason_of(duel, "ann", "rumpelstiltskin.regain", "tim_tit_tot")
    assert guesses == "It takes back the card that will be worth most to you."


def drum_guesses() -> Iterator[str]:
    """What is said of each name that can be the right one, whenever somebody guesses with Drum-Drum in a few games."""
    rng = Random(1)
    for number in range(8):
        match = Match.start(GAMES["name_duel"], GAMES["name_duel"].role_sets[0].options, 2, SealedChance(f"{number}"))
        player = RandomPlayer(rng)
        while match.outcome is None:
            question = match.waiting[0]
            view = match.view(question.seat) if question.seat > 0 else None
            if question.key == "duel.guess" and (question.values or {})["card"] == "drum_drum":
                assert isinstance(view, NameDuelView)
                for name in possible_names(view, 3 - question.seat):
                    reason = match.game.why(question, view, name) if match.game.why is not None else None
                    assert reason is not None
                    yield why("name_duel", reason)
            match.reply(question, player.answer(question, lambda: None))  # type: ignore[arg-type, return-value]


def test_a_duelist_hears_of_no_card_that_nobody_can_hold() -> None:
    """A name that cannot be in the hand against them is guessed with Drum-Drum as with any other card."""
    said = list(drum_guesses())
    assert any("it has to go" in one for one in said)
    assert any("and then your opponent cannot flee" in one for one in said)
    assert not [one for one in said if "of 0%" in one]


# -- the forest --------------------------------------------------------------------------------------------------------


def test_whoever_can_only_say_that_they_are_done_hears_no_lesson() -> None:
    """Without actions nothing is decided any more, and taking the last one back is no other answer."""
    forest = grimm_forest(goods={"ann": "WW"})
    forest.gather(ann="fields", ben="forest", cat="brickyard")
    forest.builds("ann", "draw", "build.wood.floor")
    asked = forest.question("ann", "build.act")
    assert set(asked.choices) == {DONE, UNDO}
    assert lesson_on(forest.match.game, asked, forest.view("ann"), DONE, "a secret") is None


def test_a_pig_hears_whether_one_more_would_be_enough_for_a_section() -> None:
    def of(action: str, goods: str) -> str:
        forest = grimm_forest(goods={"ann": goods}, fables={"ann": "dragon"})
        forest.gather(ann="fields", ben="forest", cat="brickyard")
        return reason_of(forest, "ann", "build.act", action)

    assert "Then you can build it this turn." in of("gain.wood", "W")
    assert "Nothing else that it can do now" in of("gain.brick", "W")
    assert of("draw", "W") == "One resource more would be enough for a section. But a Fable is worth more now."
    assert of("draw", "") == "One resource more would not let you build this turn. A Fable is worth more."


def test_a_pig_hears_who_loses_by_a_friend_that_is_given_away() -> None:
    forest = grimm_forest(goods={"ann": "WWWW"}, houses={"ann": "wood.1"}, friends={"ben": "robin_hood"})
    forest.gather(ann="fields", ben="forest", cat="brickyard")
    forest.builds("ann", "build.wood.walls")
    asked = forest.question("ann", "friend.keep")
    explain = forest.match.game.why
    assert explain is not None

    def of(who: str, friend: str) -> str:
        given = put(asked.seat, asked.key, asked.choices, values={**(asked.values or {}), "friend": friend})
        reason = explain(given, forest.view("ann"), seat_of(who))
        assert reason is not None
        return why("grimm_forest", reason)

    assert of("ben", "frog_prince") == "ben loses a better Friend by it. That is worth more to you than the new one."
    assert "With cat, the new one harms you least." in of("cat", "frog_prince")


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


STRONG_HAND = "AS AS KS KS QS QS JS AH AH KH KH AC AD KD"
"""At a table of three: its bids are nearly always made."""


def of_a_bid(bid: object, before: tuple[int, ...] = (), *, language: str = "en", **held: str) -> str:
    """Why this is bid; with `before`, ann has bid these already, and each was topped by one."""
    game = trumplestiltskin(3, **held)
    game.picks()
    for made in before:
        game.bids(game.turn, made)
        game.bids(game.turn, made + 1)
        game.passes(game.turn)
    return reason_of(game, game.turn, "auction.bid", bid, language)


def test_of_a_bid_it_is_told_how_often_it_is_made_and_why_it_is_no_less() -> None:
    """ "19" beside "about 18 points on average" does not say why not 12: nobody lets that stand."""
    why_19, why_12 = of_a_bid(19, ann=STRONG_HAND), of_a_bid(12, ann=STRONG_HAND)
    made = re.search(r"at least 19 in (\d+) of (\d+) imagined deals", why_19)
    assert made is not None
    assert 0 < int(made[1]) <= int(made[2])
    topped = re.search(r"goes on above 12 in about (\d+) of 100 cases\. Above 19 it is about (\d+)\.", why_19)
    assert topped is not None
    assert int(topped[1]) > int(topped[2])
    assert "of 100 cases" not in why_12, "less may not be bid"
    told = of_a_bid(19, language="de", ann=STRONG_HAND)
    assert f"mindestens 19 in {made[1]} von {made[2]} gedachten Verteilungen" in told
    assert f"dass jemand 12 in etwa {topped[1]} von 100 Fällen überbietet." in told
    assert f"Bei 19 sind es etwa {topped[2]}." in told


def test_why_a_bid_that_is_hardly_made_is_worth_it_is_told_truly() -> None:
    """A bid that is made is scored as well. After an earlier bid of one's own there is another reason: it stands."""
    assert of_a_bid(33).endswith("That is a risk. But a Declarer who makes the bid also scores the bid.")
    assert of_a_bid(33, language="de").endswith("Aber ein erfülltes Gebot zählt für den Alleinspieler noch dazu.")
    assert "risk" not in of_a_bid(12, ann=STRONG_HAND)
    again = of_a_bid(33, (20,))
    assert again.endswith("But your earlier bid of 20 has to be reached anyway, and a Declarer takes more.")
    assert "also scores" not in again
    assert "Aber dein früheres Gebot von 20 muss ohnehin erreicht werden" in of_a_bid(33, (20,), language="de")


def test_in_a_long_game_a_bid_adds_nothing_so_no_lesson_says_that_it_does() -> None:
    game = trumplestiltskin(3, settings={"long_game": True})
    game.picks()
    assert "score" not in reason_of(game, game.turn, "auction.bid", 33)


def test_a_dealer_whom_everybody_has_left_hears_that_a_pass_saves_from_nothing() -> None:
    """ "It expects more if somebody else has to reach the bid": there was nobody else."""
    game = trumplestiltskin(3, cat="9S 9H 9D 9C 10S 10S 10H 10H 10D 10D 10C 10C JS JH")
    game.picks()
    game.passes("ann", "ben")
    for given in ("pass", 12):
        assert lesson(game, "cat", "auction.bid", given).better == given, "one is as good as the other"
        assert told(game, "cat", "auction.bid", given).endswith("So the Dealer is Declarer at 12 after a pass, too.")
    why_19 = reason_of(game, "cat", "auction.bid", 19)
    assert "A higher bid is harder to make, but scores more." in why_19, "nobody is left who could go on"
    game.passes("cat")
    assert game.public("auction.all_passed")[-1]["bid"] == 12


@pytest.mark.parametrize(("language", "most"), [("en", "most points"), ("de", "meisten Punkte")])
def test_of_a_trump_it_is_not_said_that_it_takes_most_points(language: str, most: str) -> None:
    """What makes the bid most often need not take most points: three Hearts were once named beside five Spades."""
    game = trumplestiltskin(3, ann="AS KS JS JS 10S 9S KH QH QH AC JC AD QD 10D")
    game.picks()
    game.auction(ann=24)
    game.lays()
    assert most not in reason_of(game, "ann", "trump.name", "H", language)


def test_a_card_player_is_told_which_tricks_are_certain() -> None:
    def the_first_lead(ben: str, cat: str) -> str:
        game = trumplestiltskin(3, ann="AS AS KS KS QS QS AH AH KH 9D 10D 9C 9H QD", ben=ben, cat=cat)
        game.opens(ann=14, trump="S")
        return told(game, "ann", "trick.play")

    why = the_first_lead("10S JS", "JH 10H")
    assert "6 cards take a trick for certain" in why, "Ace, King and Queen of Trump"
    assert the_first_lead("JH 10H", "10S JS") == why, "who holds the hidden cards"


def test_a_card_player_hears_which_card_is_laid_on_a_trick_that_is_lost() -> None:
    """ "Needed least" fourteen times in a hand taught nobody anything."""
    game = trumplestiltskin(3, ann="AS AS KS KS QS QS AH AH KH 9D 10D 9C 9H QD", ben="KD JD", cat="AC AD")
    game.opens(ann=14, trump="S")
    game.plays("ann", "AS")
    follower = game.turn
    asked = game.question(follower, "trick.play")
    low, *_ = sorted(asked.choices, key=lambda card: (value_of(card, "S"), RANK[card]))
    assert reason_of(game, follower, "trick.play", low).endswith("None of them is worth less than this one.")


@pytest.mark.parametrize(
    ("bid", "language", "why"),
    [
        (30, "en", "Your bid of 30 is out of reach"),
        (30, "de", "Dein Gebot von 30 ist nicht mehr zu schaffen"),
        (20, "en", "In the deals that the strong player imagined this ended best."),
        (20, "de", "ging das am besten aus."),
    ],
)
def test_a_point_that_is_given_away_is_not_called_needed_least(bid: int, language: str, why: str) -> None:
    """A King was “needed least”, while a Jack that is worth nothing stayed in the hand: its bid was lost."""
    game = trumplestiltskin(
        3,
        ann="AS AS KS KS QS QS AH AH 9D 9C 9H QD QC 10D",
        ben="KH QH JH 10H 10H AD KD QD JD 10D AC KC QC JC",
        cat="JS JS 10S 10S 9S KH QH JH AD KD JD AC KC JC",
    )
    game.opens(ann=(14, 31), ben=bid, trump="S")
    assert game.trick("AS JH JS") == "ann"
    game.plays("ann", "KS")
    (king,) = (play for play in game.question("ben", "trick.play").choices if str(play).startswith("KH"))
    assert reason_of(game, "ben", "trick.play", king, language).count(why) == 1


@pytest.mark.parametrize(("language", "better"), [("en", "better ones are kept"), ("de", "Bessere bleiben im Blatt")])
def test_better_cards_are_kept_only_where_the_least_one_is_laid(language: str, better: str) -> None:
    """ "Better ones are kept" was said of a Jack that does not take the trick, while a Ten stayed in the hand."""
    game = trumplestiltskin(3, ann="AS AS KS KS QS QS QH", ben="AH JH 10H")
    game.opens(ann=14, trump="S", lays="9H 9D 9S RJ BJ")
    game.plays("ann", "QH")
    assert better in reason_of(game, "ben", "trick.play", "10H1", language)
    assert better not in reason_of(game, "ben", "trick.play", "JH1", language)


@pytest.mark.parametrize(("language", "away"), [("en", "gives its points away"), ("de", "verschenkt seine Punkte")])
def test_a_joker_that_is_thrown_away_is_not_called_the_worse_card(language: str, away: str) -> None:
    """It is worth the most: “so better ones are kept” was said of it."""
    game = trumplestiltskin(
        3, ann="AS AS KS KS QS QS JS JS 10S 10S QH QH JH JH", ben="AH KD", cat="9S AC AC KC KC QC QC JC JC 10C 10C AD"
    )
    game.opens(ann=14, trump="S", lays="9H 9D 9S JH JH")
    game.plays("ann", "QH")
    while game.turn != "ben" or len(game.view("ben").trick) > 0:
        mine = game.playable(game.turn).split()
        game.plays(game.turn, "AH" if game.turn == "ben" else mine[0])
    game.plays("ben", "KD")
    while game.turn != "ann":
        game.plays(game.turn, game.playable(game.turn).split()[0])
    joker = next(play for play in game.question("ann", "trick.play").choices if str(play) == "RJ-H")
    assert away in reason_of(game, "ann", "trick.play", joker, language)


# -- every kind of reason ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", clues.KINDS)
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_clue_can_be_said(kind: str, language: str) -> None:
    words = WORDS.for_locale(language)
    assert words.say(f"why.clue.{kind}", seat="ann", other="ben", day=2).endswith(".")


def test_a_guess_is_never_certain() -> None:
    """A liar said to have found the Sheriff out, and the lesson said that this was right with a chance of 100%."""
    assert [clues.guessed(share) for share in (1.0, 0.999, 0.5, 0.0)] == [99, 99, 50, 1]
    game = day_two(ben="murderer", cat="trickster", dan="sheriff")
    for speaker in ("dan", "eve", "fay", "gus"):
        game.answers(speaker, "day.call", code(CHECKED, seat_of("cat")))
    said = told(game, "ann", "day.call", ["ready", None])
    assert "100" not in said
    assert "with a chance of about 9" in said or "You know, or as good as know" in said


def test_the_heaviest_clue_is_the_one_without_which_somebody_looks_best() -> None:
    likely: Callable[[str], float] = {"none": 0.5, "a little": 0.49, "much": 0.2}.__getitem__
    told = [(clues.Clue(kind=clues.NAMES), "a little"), (clues.Clue(kind=clues.DEFENDS), "much")]
    heaviest = clues.heaviest(told, likely, 0.5)
    assert heaviest == clues.Clue(kind=clues.DEFENDS)
    assert clues.heaviest(told[:1], likely, 0.5) is None, "what tells hardly anything is no reason"


# -- who is as good ---


def test_whoever_chose_one_of_many_that_are_as_good_hears_so() -> None:
    """On the first day all guests are as likely: whoever is suspected, the strong player might as well."""
    game = mafia(9, **BLACKS)
    game.quiet_day()
    asked = game.question("ann", "night.suspect")
    others = [choice for choice in asked.choices if choice is not None]
    for seat in others:
        assert lesson(game, "ann", "night.suspect", seat).better == seat


def test_a_don_with_six_victims_as_good_hears_of_none_that_is_better() -> None:
    game = mafia(9, **BLACKS)
    game.quiet_day()
    for seat in (choice for choice in game.question("ben", "night.victim").choices if choice not in (2, 3)):
        assert lesson(game, "ben", "night.victim", seat).better == seat


def test_a_don_who_changes_the_victim_is_not_told_to_keep_to_the_first() -> None:
    game = mafia(9, **BLACKS)
    game.quiet_day()
    game.answers("ben", "night.victim", seat_of("ben"))
    again = game.question("ben", "night.victim")
    assert lesson_on(game.match.game, again, game.view("ben"), seat_of("ann"), "a secret") is None


# -- what is no decision -----------------------------------------------------------------------------------------------


def test_who_only_takes_something_back_is_told_nothing() -> None:
    game = grimm_forest(goods={"ann": "WWB"}, corners={"ann": 1})
    game.gather(ann="fields", ben="forest", cat="brickyard")
    game.builds("ann", "build.straw.floor.cheap")
    asked = game.question("ann", "build.act")
    assert lesson_on(game.match.game, asked, game.view("ann"), UNDO, "a secret") is None
    assert lesson_on(game.match.game, asked, game.view("ann"), DONE, "a secret") is not None
