"""The thoughtful villager: what it does with each bonus card, and how the Rumplestiltskins scheme."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
from language.any_game import name_of, seat_of
from language.village import Enchanted, VillagePlay, enchanted, morning, village
from support.hidden_roles import claim_of
from support.sizes import size

from bot.engine.match import Match
from bot.engine.questions import Question, Seat, Value
from bot.engine.rulebook import Look, Player
from bot.games import GAMES
from bot.games.hidden_roles.claims import CHECKED, code, is_claim
from bot.games.random_player import RandomPlayer
from bot.games.village.cards import BONUS_CARDS
from bot.games.village.claims import FOUND
from bot.games.village.players.bonus import BONUS_WAYS, NEVER
from bot.games.village.players.strong import StrongVillagePlayer
from bot.games.village.players.thoughtful import VillagePlayer
from bot.games.village.views import VillageView
from bot.simulate import LooseChance, play

VILLAGE = GAMES["village"]


def answers(game: VillagePlay, name: str, key: str) -> list[Value]:
    """Everything a thoughtful player may answer to an open question of this seat, when it has said what it had to say;
    seats as numbers."""
    question, view = game.question(name, key), game.view(name)
    found: list[Value] = []
    for seed in range(40):
        player = VillagePlayer(Random(seed))
        value = player.answer(question, lambda: view)
        question.check(value)
        heard = view
        while is_claim(value):
            heard = heard.model_copy(update={"claims": (*heard.claims, claim_of(question, view.night, value))})
            value = player.answer(question, lambda heard=heard: heard)
            question.check(value)
        if value not in found:
            found.append(value)
    return found


def claims(game: VillagePlay, name: str, key: str) -> set[Value]:
    """Everything a thoughtful player may say first."""
    question, view = game.question(name, key), game.view(name)
    return {VillagePlayer(Random(seed)).answer(question, lambda: view) for seed in range(40)}


def chosen(game: VillagePlay, name: str, key: str) -> set[str | None]:
    """The same, seats as names, where the answer is one choice."""
    return {name_of(value) if isinstance(value, int) else value for value in answers(game, name, key)}


def accused(cards: Mapping[str, str], *accusations: tuple[str, str], **roles: str) -> Enchanted:
    """A day on which these have said of these that they know them to be Rumplestiltskins."""
    game = morning(9, cards, **roles)
    for by, of in accusations:
        game.nominates(by, of, FOUND)
    return game


# -- the bonus cards -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "role", "answer"),
    [
        ("hero", "villager", "keep"),
        ("sleep", "murderer", "keep"),
        ("drunk", "villager", "redraw"),
        ("dud", "villager", "redraw"),
        ("lovers", "murderer", "redraw"),
        ("third_wheel", "villager", "redraw"),
        ("third_wheel", "murderer", "keep"),
    ],
)
def test_what_helps_is_kept_and_the_rest_goes_back(card: str, role: str, answer: str) -> None:
    holder = "ann" if role == "murderer" else "cat"
    game = enchanted(12, {holder: card}, deck=("hottie",), redrawn=False, ann="murderer")
    assert chosen(game, holder, "bonus.redraw") == {answer}
    assert chosen(game, "ben", "bonus.redraw") == {"redraw"}


def test_a_rumplestiltskin_gives_his_heart_to_no_mate() -> None:
    game = enchanted(12, {"ann": "lovers", "cat": "lovers"}, ann="murderer", ben="warlock")
    assert "ben" not in chosen(game, "ann", "night.beloved")
    assert "ben" in chosen(game, "cat", "night.beloved")


def test_a_crush_is_one_of_the_lovers_and_no_mate() -> None:
    game = enchanted(12, {"ann": "third_wheel", "cat": "lovers"}, ann="murderer", ben="warlock")
    game.answers("cat", "night.beloved", "ben")
    game.time_passes("clock.lovers")
    assert chosen(game, "ann", "night.crush") == {"cat"}


def test_nobody_gives_his_life_in_the_night() -> None:
    game = enchanted(9, {"cat": "victim"}, ann="murderer")
    assert chosen(game, "cat", "night.sacrifice") == {None}


def test_an_innocent_whom_the_village_will_burn_saves_it_the_fire() -> None:
    game = accused({"cat": "victim"}, ("dan", "cat"), ann="murderer", ben="sheriff")
    assert chosen(game, "cat", "day.sacrifice") == {"sacrifice"}
    game = accused({"cat": "victim"}, ("dan", "eve"), ann="murderer", ben="sheriff")
    assert chosen(game, "cat", "day.sacrifice") == {None}


def test_a_rumplestiltskin_does_not_give_his_life_for_the_village() -> None:
    game = accused({"ann": "victim"}, ("ben", "ann"), ann="murderer", ben="sheriff")
    assert chosen(game, "ann", "day.sacrifice") == {None}


def test_resurrection_is_for_oneself_and_for_ones_own() -> None:
    for holder, saved in (("dan", "dan"), ("cat", "dan"), ("ann", None)):
        game = enchanted(9, {holder: "resurrection"}, ann="murderer")
        game.panels(victim="dan")
        assert chosen(game, holder, "night.resurrect") == {saved}


def test_sleep_is_for_the_second_who_is_accused_and_by_the_others_for_who_accuses() -> None:
    said = ("ben", "dan"), ("cat", "eve")
    game = accused({"gus": "sleep"}, *said, ann="murderer", ben="sheriff", cat="little_mary")
    assert chosen(game, "gus", "day.cast_sleep") <= {"dan", "eve"}
    game = accused({"gus": "sleep"}, ann="murderer", ben="sheriff")
    assert chosen(game, "gus", "day.cast_sleep") == {None}
    game = accused({"ann": "sleep"}, said[0], ann="murderer", ben="sheriff", cat="little_mary")
    assert chosen(game, "ann", "day.cast_sleep") == {"ben"}


def test_love_ties_two_villagers_for_one_blow_and_the_team_strikes_there() -> None:
    game = morning(9, {"ann": "love"}, ann="murderer", ben="warlock")
    pairs = answers(game, "ann", "day.cast_love")
    assert all(len(set(pair)) == 2 and not {1, 2} & set(pair) for pair in pairs)
    game.answers("ann", "day.cast_love", [seat_of("gus"), seat_of("hal")])
    game.spells_land()
    game.nobody_burns()
    assert chosen(game, "ann", "night.victim") == {"gus", "hal"}


def test_a_villager_keeps_love_until_two_are_accused() -> None:
    game = morning(9, {"gus": "love"}, ann="murderer", ben="sheriff", cat="little_mary")
    assert answers(game, "gus", "day.cast_love") == [[]]
    game.nominates("ben", "dan", FOUND)
    game.nominates("cat", "eve", FOUND)
    assert [sorted(pair) for pair in answers(game, "gus", "day.cast_love")] == [[seat_of("dan"), seat_of("eve")]]


def test_a_rumplestiltskin_spares_whom_he_would_die_with() -> None:
    game = morning(9, {"gus": "love"}, ann="murderer", ben="warlock")
    game.answers("gus", "day.cast_love", [seat_of("ann"), seat_of("hal")])
    game.spells_land()
    game.nobody_burns()
    assert "hal" not in chosen(game, "ann", "night.victim")
    game.answers("ben", "night.victim", "hal")
    assert "hal" not in chosen(game, "ann", "night.victim")
    game.answers("ann", "night.victim", "cat")
    assert chosen(game, "ben", "night.victim") == {"cat"}


def test_a_spell_is_sent_on_to_the_accused() -> None:
    game = accused({"gus": "sleep", "hal": "deflection"}, ("ben", "dan"), ann="murderer", ben="sheriff")
    game.answers("gus", "day.cast_sleep", "hal")
    assert chosen(game, "hal", "spell.redirect") == {"dan"}


def test_the_hottie_takes_a_vote_from_somebody_suspicious() -> None:
    game = morning(9, {"gus": "hottie"}, ann="murderer", ben="sheriff")
    assert chosen(game, "gus", "day.charm") == {None}
    game.nominates("ben", "dan", FOUND)
    assert chosen(game, "gus", "day.charm") == {"dan"}


def test_the_smooth_talker_saves_his_mate_by_one_vote() -> None:
    """Nine votes and a majority of five; he takes one of five from his mate and gives it to who stood beside him."""
    game = morning(9, {"ann": "smooth_talker"}, ann="murderer", ben="warlock")
    game.stands("ben", "cat")
    game.nobody_speaks()
    game.votes("cat", "dan", "eve", "fay", "gus")
    voters = chosen(game, "ann", "day.persuade")
    assert len(voters) == 1
    assert voters <= {"cat", "dan", "eve", "fay", "gus"}
    game.answers("ann", "day.persuade", voters.pop())
    assert chosen(game, "ann", "day.persuade_to") == {"cat"}


def test_a_smooth_talker_leaves_a_good_count_alone() -> None:
    game = morning(9, {"gus": "smooth_talker"}, ann="murderer", ben="sheriff")
    game.nominates("ben", "dan", FOUND)
    game.nominates("cat", "eve")
    game.calls_the_vote()
    game.nobody_speaks()
    game.votes("ben", "cat", "eve", "fay", "hal")
    assert chosen(game, "gus", "day.persuade") == {None}


def test_computers_hear_nobody() -> None:
    game = morning(9, {"gus": "drunk"}, ann="murderer")
    assert chosen(game, "cat", "day.foul") == {None}


def test_the_hero_burns_with_both_votes() -> None:
    game = morning(9, {"gus": "hero"}, ann="murderer", ben="sheriff")
    game.nominates("ben", "dan", FOUND)
    game.calls_the_vote()
    game.nobody_speaks()
    questions = [question for question in game.match.open_for(seat_of("gus")) if question.key == "day.vote"]
    assert [VillagePlayer(Random(1)).answer(question, lambda: game.view("gus")) for question in questions] == [
        "burn"
    ] * 2


@pytest.mark.parametrize(("others", "vote"), [({}, "spare"), ({"ben": "warlock"}, "burn")])
def test_on_a_feeling_alone_the_village_burns_only_where_it_cannot_wait(others: dict[str, str], vote: str) -> None:
    """Of nine: eight villagers have lost at two, with a wrong fire as soon as without; seven have a fire to lose."""
    game = village(9, ann="murderer", **others)
    game.night()
    game.nominates("gus", "dan")
    game.calls_the_vote()
    assert chosen(game, "eve", "day.vote") == {vote}


# -- the Rumplestiltskins --------------------------------------------------------------------------------------------


def test_a_mate_whom_the_village_burns_anyway_is_given_up() -> None:
    game = village(12, ann="murderer", ben="warlock", cat="sheriff")
    game.night(victim="leo")
    game.nominates("cat", "ben", FOUND)
    game.calls_the_vote()
    assert chosen(game, "ann", "day.vote") == {"burn"}


def test_the_accused_says_the_same_of_his_accuser() -> None:
    game = village(12, ann="murderer", ben="warlock", cat="sheriff")
    game.night(victim="leo")
    game.nominates("cat", "ann", FOUND)
    assert code(CHECKED, seat_of("cat")) in claims(game, "ann", "day.call")
    assert answers(game, "ann", "day.call") == [[seat_of("cat"), None]]


def test_captain_hook_says_it_of_who_knows_something() -> None:
    game = village(12, ann="murderer", ben="warlock", cat="sheriff", dan="captain_hook")
    game.night(victim="leo")
    assert answers(game, "dan", "day.call") == [["ready", None]]
    game.nominates("cat", "ann", FOUND)
    assert code(CHECKED, seat_of("cat")) in claims(game, "dan", "day.call")
    assert answers(game, "dan", "day.call") == [[seat_of("cat"), None]]


def test_the_team_watches_different_people_and_nobody_it_kills() -> None:
    game = village(13, ann="murderer", ben="warlock", cat="trickster", dan="little_mary")
    for name in ("ann", "ben", "cat"):
        game.answers(name, "night.victim", "eve")
    watched = [chosen(game, name, "night.watch") for name in ("ann", "ben", "cat")]
    assert all(len(names) == 1 for names in watched)
    assert len(set.union(*watched)) == 3
    assert not set.union(*watched) & {"ann", "ben", "cat", "eve"}


def test_who_knows_something_is_struck_often_but_not_always() -> None:
    """The Prince guards whoever says that they know; to strike there every night would go on for ever."""
    game = village(12, ann="murderer", ben="warlock", cat="sheriff", dan="prince_charming")
    game.night(victim="leo")
    game.nominates("cat", "ann", FOUND)
    game.nobody_burns()
    victims = chosen(game, "ann", "night.victim")
    assert "cat" in victims
    assert len(victims) > 1


def test_a_huntsman_with_his_last_arrow_does_not_look_at_the_cards_of_the_living() -> None:
    game = village(9, ann="murderer", ben="warlock", cat="huntsman")
    game.night(victim="ida")
    game.burns("cat")
    assert chosen(game, "cat", "huntsman.shot") == {None}


# -- whole games -----------------------------------------------------------------------------------------------------


class Bonusless:
    """Thoughtful, but leaves to chance what the bonus cards ask."""

    def __init__(self, rng: Random) -> None:
        self._wise, self._guess = VillagePlayer(rng), RandomPlayer(rng)

    def answer(self, question: Question, look: Look) -> Value:
        is_bonus = question.key in BONUS_WAYS or question.key in NEVER
        return (self._guess if is_bonus else self._wise).answer(question, look)


def town_wins(games: int, town: type[Any], others: type[Any]) -> float:
    """Of the games, the share that the town wins at ten seats with every bonus card."""
    rng, options = Random(3), VILLAGE.role_set("enchanted").options
    won = 0
    for _ in range(games):
        match = Match.start(VILLAGE, options, 10, LooseChance(rng), record=False)
        players: dict[Seat, Player] = {}
        for seat in range(1, 11):
            side = getattr(match.view(seat), "side")  # noqa: B009
            players[seat] = (town if side == "town" else others)(rng)
        play(match, players, rng)
        assert match.outcome is not None
        won += match.outcome.sides == ("town",)
    return won / games


@pytest.mark.full_size
def test_each_side_is_the_better_for_its_wits_about_the_bonus_cards() -> None:
    games = size(60, full=300)
    both = town_wins(games, VillagePlayer, VillagePlayer)
    assert town_wins(games, Bonusless, VillagePlayer) < both + 0.05
    assert town_wins(games, VillagePlayer, Bonusless) > both - 0.05


@pytest.mark.full_size
def test_every_bonus_question_comes_up_and_is_answered_by_the_rules() -> None:
    seen: Counter[str] = Counter()

    class Checked(VillagePlayer):
        def answer(self, question: Question, look: Look) -> Value:
            value = super().answer(question, look)
            question.check(value)
            seen[question.key] += 1
            return value

    assert VILLAGE.role_set("enchanted").options.model_dump()["bonus"] == BONUS_CARDS
    rng = Random(4)
    for number in range(size(20, full=240)):
        seats = (8, 12, 14)[number % 3]
        match = Match.start(VILLAGE, VILLAGE.role_set("enchanted").options, seats, LooseChance(rng), record=False)
        play(match, {seat: Checked(rng) for seat in range(1, seats + 1)}, rng)
        assert match.outcome is not None
    assert set(seen) >= (set(BONUS_WAYS) | NEVER) - {"night.beloved", "night.crush"}


@pytest.mark.parametrize("seats", [8, 9, 20])
def test_no_two_computer_players_call_themselves_the_same(seats: int) -> None:
    """All are asked at once, and none hears what another has chosen."""
    match = Match.start(VILLAGE, VILLAGE.role_sets[0].options, seats, LooseChance(Random(3)))
    while not any(one.key == "introduction" for one in match.open):
        waiting = match.open[0]
        match.reply(waiting, waiting.choices[0])
    for seed in range(20):
        given = [
            VillagePlayer(Random(seed)).answer(one, lambda one=one: match.view(one.seat))  # type: ignore[misc]
            for one in match.open
            if one.key == "introduction"
        ]
        aliases = [alias for alias in given if alias is not None]
        assert len(given) == seats
        assert len(aliases) == len(set(map(str, aliases))) == min(seats, 16)


class Fresh:
    """A player whose judgement, before each answer, is compared with that of one who remembers nothing."""

    def __init__(self, inner: VillagePlayer) -> None:
        self.inner, self.compared = inner, 0

    def answer(self, question: Question, look: Look) -> Value:
        view = look()
        assert isinstance(view, VillageView)
        seen, anew = self.inner._sees(lambda: view), type(self.inner)(Random(0))._sees(lambda: view)
        assert (seen.scores, seen.evidence, seen.joins_talk) == (anew.scores, anew.evidence, anew.joins_talk)
        self.compared += 1
        return self.inner.answer(question, look)


@pytest.mark.parametrize("made", [VillagePlayer, StrongVillagePlayer])
@pytest.mark.parametrize("role_set", ["classic", "enchanted"])
def test_what_was_thought_before_is_what_would_be_thought_now(made: type[VillagePlayer], role_set: str) -> None:
    """What a player remembers of its last answer is true as long as it goes by it, whatever has happened since."""
    options = VILLAGE.role_set(role_set).options.for_new_match()
    for number in range(2):
        rng = Random(number)
        match = Match.start(VILLAGE, options, 9, LooseChance(rng), record=False)
        players = {seat: Fresh(made(rng)) for seat in range(1, 10)}
        play(match, dict(players), rng)
        assert sum(player.compared for player in players.values()) > 50
