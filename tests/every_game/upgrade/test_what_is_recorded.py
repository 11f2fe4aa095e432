"""What each recorded game is good for: `test_upgrade` follows it for ever; here it says that much happens in it."""

from __future__ import annotations

import json
from dataclasses import dataclass

import pytest
from recorders import KINDS, mafia, trumplestiltskin
from recording import Recording, answered_in, read, recorded, said_in

from bot.games import GAMES
from bot.games.mafia.options import club_cast
from bot.games.name_duel.cards import NAMES
from bot.games.name_duel.options import NameDuelOptions


@dataclass(frozen=True)
class Held:
    """What a recording holds at least."""

    game: str
    seats: int
    said: frozenset[str]
    answered: frozenset[str]


VILLAGE_POWERS = ("murder", "jinx", "toad")
MAFIA_NIGHTS = ("victim", "search", "investigate", "maniac", "lover", "doctor", "suspect")

HELD = {
    "village-0.1.0": Held(
        "village",
        9,
        said=frozenset({"day.begins", "day.counted", "dawn.breaks", "game.over"}),
        answered=frozenset({"night.victim", "night.investigate", "night.heal", "day.call", "day.vote", "clock.night"}),
    ),
    "village-enchanted-0.1.0": Held(
        "village",
        12,
        said=frozenset({"bonus.dealt", "day.counted", "dawn.breaks", "game.over"}),
        answered=frozenset({"spell.redirect", "day.cast_love", "day.sacrifice", "night.resurrect", "night.crush"}),
    ),
    "village-silent-0.1.0": Held(
        "village",
        13,
        said=frozenset({"cards.explained", "night.agreed", "game.over"}),
        answered=frozenset({"clock.powers"}) | {f"night.{power}" for power in VILLAGE_POWERS},
    ),
    "village-claims-0.1.0": Held(
        "village",
        9,
        said=frozenset({"said.claim", "day.nominated", "game.over"}),
        answered=frozenset({"day.call", "day.last_words"}),
    ),
    "mafia-claims-0.1.0": Held(
        "mafia",
        8,
        said=frozenset({"said.claim", "speech.nominated", "game.over"}),
        answered=frozenset({"speech.floor", "final.floor"}),
    ),
    "mafia-night-fouls-0.1.0": Held(
        "mafia",
        12,
        said=frozenset({"foul.called", "night.found", "vote.cancelled"}),
        answered=frozenset({"foul", "night.search", "clock.night"}),
    ),
    "mafia-0.1.0": Held(
        "mafia",
        12,
        said=frozenset({"vote.counted", "vote.all_of_them.counted", "vote.cancelled", "vote.none"})
        | {"role.team", "night.picked", "night.verdict", "night.found", "foul.called"},
        answered=frozenset(f"night.{card}" for card in MAFIA_NIGHTS)
        | {"speech.floor", "defence.floor", "final.floor", "vote.hand", "vote.all", "foul"}
        | {"clock.speech", "clock.defence", "clock.vote", "clock.night"},
    ),
    "name_duel-0.1.0": Held(
        "name_duel",
        2,
        said=frozenset({"card.drawn_and_played", "turn.time_is_up", "deck.empty", "card.discarded"})
        | {"card.not_in_hand", "card.regained", "bottom.exchanged", "bottom.kept", "cards.returned", "hand.shown"},
        answered=frozenset({"duel.start", "duel.react", "hobyah.top", "rumpelstiltskin.regain"})
        | {"yallery_brown.exchange", "time.duel.guess", "clock.turn", "clock.reaction"},
    ),
    "trumplestiltskin-0.1.0": Held(
        "trumplestiltskin",
        4,
        said=frozenset({"claim.made", "claim.certain", "claim.accepted", "claim.rejected", "gnome.turned"}),
        answered=frozenset(
            {*GAMES["trumplestiltskin"].duties, "claim.object", "deal.dealer", "deal.cards", "deal.blanket"}
        ),
    ),
    "trumplestiltskin-answered-0.1.0": Held(
        "trumplestiltskin",
        4,
        said=frozenset({"claim.accepted", "claim.rejected"}),
        answered=frozenset({"claim.object"}),
    ),
    "grimm_forest-put-right-0.1.0": Held(
        "grimm_forest",
        4,
        said=frozenset({"gather.swapped", "gather.shuffled", "crystal_ball.peeked"}),
        answered=frozenset({"crystal_ball.change", "wishing_well.second"}),
    ),
    "grimm_forest-0.1.0": Held(
        "grimm_forest",
        4,
        said=frozenset({"monster.placed", "section.built", "first_builder", "friend.lost"})
        | {"goods.given", "build.undone"},
        answered=frozenset({"gather.place", "gather.fable", "market.draft", "build.act"})
        | {"friend.keep", "first_builder.gift"},
    ),
    "grimm_forest-two-steps-0.1.0": Held(
        "grimm_forest",
        4,
        said=frozenset({"section.built", "game.over"}),
        answered=frozenset({"gather.fable.moment", "gather.fable", "hidden_vault.goods.straw", "hidden_vault.goods"}),
    ),
}


@pytest.mark.parametrize("name", HELD)
def test_it_is_a_whole_game_in_which_much_happens(name: str) -> None:
    recording, held = read(name), HELD[name]
    said = [key for key, _ in said_in(recording)]
    assert (recording["game"], recording["seats"]) == (held.game, held.seats)
    assert len(recording["snapshots"]) > 3
    assert recording["outcome"]["seats"]
    assert held.said <= set(said)
    assert held.answered <= answered_in(recording)


@pytest.mark.parametrize("kind", KINDS)
def test_one_more_can_be_recorded(kind: str) -> None:
    """By today's code, to its end; and it reads as the others do."""
    recording: Recording = json.loads(json.dumps(recorded(KINDS[kind], "one more")))
    assert recording["outcome"]["seats"]
    assert recording.keys() == read(f"{kind}-0.1.0").keys()


def test_every_game_can_be_recorded() -> None:
    assert {kind.game for kind in KINDS.values()} == set(GAMES)


# -- more of some of them ---------------------------------------------------------------------------------------------


def test_in_the_mafia_every_card_is_dealt_and_people_leave_in_every_way() -> None:
    said = said_in(read("mafia-0.1.0"))
    assert said[0] == ("game.begins", {"seats": 12, "cast": club_cast(12)})
    assert {values["end"] for key, values in said if key == "player.left"} == {"voted", "killed", "fouls"}
    assert len([key for key, _ in said if key == "day.begins"]) >= 3
    assert said[-1][0] == "game.over"


def test_the_duel_is_a_best_of_three_that_took_three_games() -> None:
    recording = read("name_duel-0.1.0")
    assert NameDuelOptions.model_validate(recording["options"]).best_of == 3
    won = [values for key, values in said_in(recording) if key == "game.won"]
    assert [values["game"] for values in won] == [1, 2, 3]
    assert {values["reason"] for values in won} == {"guessed", "deck"}
    assert len({values["seat"] for values in won}) == 2


def test_the_duel_holds_every_card_and_every_reaction() -> None:
    said = said_in(read("name_duel-0.1.0"))
    played = {values["name"] for key, values in said if key in ("card.played", "card.drawn_and_played")}
    assert played == set(NAMES)
    reactions = {values["name"] for key, values in said if key == "reaction.played"}
    assert reactions == {"bootstrap", "flippy", "whuppity_stoorie"}


def test_the_hands_of_cards_are_made_and_missed_in_more_than_one_trump() -> None:
    recording = read("trumplestiltskin-0.1.0")
    said = said_in(recording)
    scores = [values["score"] for key, values in said if key == "hand.scored"]
    assert len(scores) >= 4
    assert {score[4] for score in scores} == {True, False}
    assert len({score[3] for score in scores}) > 1
    assert said[-1][0] == "game.over"
    assert answered_in(recording) == HELD["trumplestiltskin-0.1.0"].answered


def test_jokers_are_played() -> None:
    said = said_in(read("trumplestiltskin-0.1.0"))
    jokers = {values["play"] for key, values in said if key == "card.played" and values["play"][:2] in ("RJ", "BJ")}
    assert len(jokers) >= 2


def test_the_forest_is_played_with_all_cards_and_many_of_them_are_used() -> None:
    recording = read("grimm_forest-0.1.0")
    said = said_in(recording)
    assert recording["options"]["advanced"] is True
    assert len(recording["snapshots"]) > 5
    fables = {fable for key, values in said if key == "fables.revealed" for _, fable in values["fables"]}
    friends = {values["friend"] for key, values in said if key == "friend.gained"}
    assert len(fables) >= 14
    assert len(friends) >= 8
    assert said[-1][0] == "game.over"


def test_at_night_somebody_is_sent_out() -> None:
    assert mafia.fouls_at_night(read("mafia-night-fouls-0.1.0")) > 0


def test_a_joker_is_played_in_suit_under_a_trump() -> None:
    assert trumplestiltskin.jokers_under_trump(read("trumplestiltskin-answered-0.1.0")) > 0
