"""The rulings R2-1 to R2-20 (and the code's own, M2-…) at a table, and cards against cards in turn order."""

from __future__ import annotations

from typing import Any

import pytest
from language.grimm_forest import GrimmForestPlay, grimm_forest, laid, table_of

from bot.engine.chance import SealedChance
from bot.engine.match import Match
from bot.games.grimm_forest.game import GAME as GRIMM_FOREST
from bot.games.grimm_forest.options import GrimmForestOptions
from bot.games.grimm_forest.table import Played

EVERYTHING = (
    "a_friendly_game big_bad_wolf bridge_troll chinny_chin_chin consult_the_oracle crystal_ball curse_of_darkness "
    "cutting_corners dragon ghostly_whispers giant harvest_moon hidden_vault little_helpers mysterious_stranger "
    "night_at_the_tavern powerful_friends roar share_the_wealth spy_network thoughtful_gift wandering_trader "
    "wishing_well wolf lonely_castle fairy_food"
)
"""More different Fables than a menu of Discord has lines."""


def deal(seats: int, seed: str = "deal") -> Match:
    return Match.start(GRIMM_FOREST, GrimmForestOptions(), seats, SealedChance(seed))


# -- setup ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r2_1_nobody_starts_with_anything_and_chance_says_who_begins(seats: int) -> None:
    starters = set()
    for number in range(12):
        game = GrimmForestPlay(deal(seats, f"seed {number}"))
        starters.add(game.board.starter)
        for name in game.names:
            assert (game.goods(name), game.hand(name), game.friend(name), game.houses(name)) == ("", [], None, [])
    assert starters == set(range(1, seats + 1))
    if seats > 2:
        assert (game.there("fields"), game.there("forest"), game.there("brickyard")) == ("SSSSS", "WWWW", "BBB")
    assert ("market" in game.board.locations) is (seats == 4)
    if seats == 4:
        assert game.there("market") == "SWB"


def test_r2_1_an_empty_deck_is_made_of_its_discard_and_of_nothing_nothing_is_drawn() -> None:
    game = grimm_forest(advanced=False)
    table = table_of(game.match)
    table.fable_discard, table.fable_deck = table.fable_deck[:2], []
    lost = laid(table)
    lost.gather(ann="fields", ben="forest", cat="brickyard")
    lost.builds("ann", "draw", "draw")
    assert len(lost.hand("ann")) == 2
    assert lost.discard == []
    assert "draw" not in lost.offered("ben", "build.act")


def dry(game: GrimmForestPlay, *left: str) -> GrimmForestPlay:
    """The same table with only these Fables in the deck, and no discard: all others are out of the game."""
    table = table_of(game.match)
    table.fable_deck, table.fable_discard = list(left), []
    return laid(table)


def test_r2_1_who_may_draw_two_and_finds_one_draws_one() -> None:
    game = dry(grimm_forest(friends={"ann": "fairy_godmother"}), "wolf")
    game.gather(ann="fields", ben="forest", cat="brickyard")
    game.builds("ann", "special")
    assert game.hand("ann") == ["wolf"]
    assert game.public("fables.drawn") == [{"seat": "ann", "count": 1, "why": "fairy_godmother"}]
    assert "draw" not in game.offered("ann", "build.act")
    game.untouched("ben", "cat")


def test_r2_1_a_gift_of_fables_of_which_there_are_none_is_nothing() -> None:
    game = dry(grimm_forest(houses={"ann": "straw.2"}, goods={"ann": "S"}))
    game.gather(ann="fields", ben="forest", cat="brickyard")
    game.builds("ann", "build.straw.roof")
    game.answers("ann", "first_builder.gift", "fables")
    assert (game.hand("ann"), game.public("fables.drawn")) == ([], [])
    assert game.turn == "ann"  # the turn goes on
    game.untouched("ben", "cat")


def test_r2_1_without_a_fable_sleeping_beauty_gives_nobody_a_dream() -> None:
    """Who was chosen plays as if nothing had been: their own Fables too."""
    game = dry(grimm_forest(friends={"ann": "sleeping_beauty"}, fables={"ben": "little_helpers"}))
    game.answers("ann", "sleeping_beauty.player", "ben")
    assert game.public("sleeping_beauty.dreams") == []
    assert game.offered("ben", "gather.fable") == ["little_helpers", None]
    game.gather(ann="fields", ben="forest little_helpers", cat="brickyard")
    assert game.pig("ben").actions == 2
    game.untouched("cat")


# -- the order of a round ---------------------------------------------------------------------------------------------


def test_r2_3_prince_then_next_turn_cards_and_friends_in_turn_order_then_the_cards() -> None:
    game = grimm_forest(
        2,
        starter="ben",
        waiting={"ann": "fairy_food"},
        friends={"ann": "tom_thumb", "ben": "aladdin"},
        chance={"prince.die": "fields"},
    )
    assert game.public("prince.takes") == [{"place": "fields", "goods": {"straw": 2}}]
    assert (game.turn, game.key) == ("ben", "aladdin.predict")
    game.answers("ben", "aladdin.predict", "alone")
    assert (game.turn, game.key) == ("ann", "fairy_food.place")
    game.answers("ann", "fairy_food.place", "forest")
    assert (game.turn, game.key) == ("ann", "tom_thumb.take")
    game.lets_pass("ann", "tom_thumb.take")
    assert {question.key for question in game.match.open} == {"gather.place"}


def test_r2_4_a_monster_placed_before_grandmas_house_stays_where_it_is() -> None:
    game = grimm_forest(fables={"ann": "wolf", "ben": "grandmas_house", "cat": "dragon"})
    game.gather(ann="fields wolf", ben="forest grandmas_house", cat="brickyard dragon")
    game.answers("ann", "monster.place", "fields")
    game.answers("ben", "unique.place", "brickyard")
    assert [(card.fable, card.location) for card in game.board.cards] == [("wolf", "fields"), ("dragon", "brickyard")]
    assert game.there("fields") == ""


def test_s2_6_at_most_one_monster_at_a_location() -> None:
    game = grimm_forest(fables={"ann": "wolf", "ben": "wolf", "cat": "dragon"})
    game.gather(ann="fields wolf", ben="forest wolf", cat="brickyard dragon")
    game.answers("ann", "monster.place", "brickyard")
    assert game.offered("ben", "monster.place") == ["fields", "forest"]
    game.answers("ben", "monster.place", "fields")
    assert [said["place"] for said in game.public("monster.placed")] == ["brickyard", "fields", "forest"]


def chinny_and_dragon(starter: str) -> GrimmForestPlay:
    game = grimm_forest(starter=starter, fables={"ann": "chinny_chin_chin", "ben": "dragon"}, goods={"ann": "BB"})
    game.gather(ann="fields chinny_chin_chin", ben="forest dragon", cat="brickyard")
    game.answers("ben", "monster.place", "fields")
    game.answers("ann", "chinny.flee", "brickyard")
    return game


def test_r2_5_a_dragon_burns_chinny_if_its_owner_is_earlier() -> None:
    assert chinny_and_dragon("ben").goods("ann") == "B"
    assert chinny_and_dragon("ann").goods("ann") == "BBB"


def test_r2_5_a_wolf_eats_before_chinny_can_move_if_its_owner_is_earlier() -> None:
    for starter, left in (("ben", ""), ("ann", "SSSSS")):
        game = grimm_forest(starter=starter, fables={"ann": "chinny_chin_chin", "ben": "wolf"})
        game.gather(ann="fields chinny_chin_chin", ben="forest wolf", cat="forest")
        game.answers("ben", "monster.place", "fields")
        game.answers("ann", "chinny.flee", "brickyard")
        assert (game.goods("ann"), game.there("fields")) == ("BBB", left)
        game.untouched("cat")


def test_cinderella_takes_before_a_wolf() -> None:
    game = grimm_forest(friends={"ann": "cinderella"}, fables={"ben": "wolf"})
    game.gather(ann="fields", ben="forest wolf", cat="brickyard")
    game.answers("ben", "monster.place", "fields")
    assert (game.goods("ann"), game.there("fields")) == ("SS", "")
    game.untouched("cat")


def test_a_dragon_burns_what_cinderella_has_taken() -> None:
    game = grimm_forest(friends={"ann": "cinderella"}, fables={"ben": "dragon"})
    game.gather(ann="fields", ben="forest dragon", cat="brickyard")
    game.answers("ben", "monster.place", "fields")
    assert game.goods("ann") == "SSS"
    game.untouched("cat")


def test_roar_drives_a_pig_to_the_dragon_only_if_it_roars_first() -> None:
    for starter, goods in (("ann", "WW"), ("cat", "BWW")):
        game = grimm_forest(
            starter=starter,
            fables={"ann": "roar", "cat": "dragon"},
            goods={"ben": "B"},
            chance={"gather.2": ["forest", "fields", "brickyard"]},
        )
        game.gather(ann="fields roar", ben="fields", cat="forest dragon")
        game.answers("cat", "monster.place", "forest")
        assert sorted(game.goods("ben")) == sorted(goods)
        assert game.goods("ann") == "SSSSS"


def test_r2_6_effects_in_turn_order_and_ones_own_in_any_order() -> None:
    game = grimm_forest(
        starter="ben", fables={"ann": "little_helpers", "ben": "share_the_wealth"}, friends={"ann": "snow_white"}
    )
    game.gather(ann="fields little_helpers", ben="forest share_the_wealth", cat="brickyard")
    assert (game.goods("ann"), game.goods("ben")) == ("SSS", "SSWWWW")  # ben was first
    assert game.offered("ann", "effects.order") == ["fable", "friend"]
    assert game.question("ann", "effects.order").default == "fable"
    game.answers("ann", "effects.order", "friend")
    assert game.builds_now()
    game.untouched("cat")


def test_r2_6_who_is_alone_is_judged_when_the_card_acts() -> None:
    """A pig that has been driven away before anybody collects leaves the other alone."""
    game = grimm_forest(
        fables={"ann": "roar"}, friends={"ann": "seven_dwarfs"}, chance={"gather.2": ["forest", "fields", "brickyard"]}
    )
    game.gather(ann="fields roar", ben="fields", cat="brickyard")
    assert (game.pig("ann").actions, game.goods("ann")) == (1, "SSSSS")
    game.untouched("cat")


def test_m2_a_friend_who_comes_before_the_friends_turn_acts_and_no_two_of_them() -> None:
    game = grimm_forest(
        fables={"ann": "mysterious_stranger"}, friends_on_top="seven_dwarfs", friends={"ben": "frog_prince"}
    )
    game.gather(ann="fields mysterious_stranger", ben="forest", cat="brickyard")
    game.answers("ann", "friend.keep", "keep")
    assert game.pig("ann").actions == 1
    other = grimm_forest(fables={}, friends={"ann": "frog_prince"}, friends_on_top="snow_white")
    other.gather(ann="fields", ben="fields", cat="brickyard")
    other.answers("ann", "friend.keep", "keep")
    other.answers("ann", "frog_prince.type", "brick")
    assert other.builds_now()  # Snow White has to wait for the next round
    assert other.goods("ben") == "SS"
    other.untouched("cat")


def test_unique_locations_act_after_all_players_and_are_discarded_after_all_effects() -> None:
    game = grimm_forest(fables={"ann": "giant"}, unique={"fields": "grandmas_house", "forest": "royal_wedding"})
    game.gather(ann="forest giant", ben="fields", cat="brickyard")
    game.answers("ben", "grandmas_house.goods", "BB")  # the Giant took one Straw before
    game.answers("ben", "royal_wedding.goods", "S")
    assert (game.goods("ben"), game.goods("cat")) == ("SSSBB", "BB")
    assert [card.fable for card in game.board.unique] == ["royal_wedding"]
    assert game.discard == ["grandmas_house", "giant"]


def test_r2_7_a_unique_location_needs_a_location_without_one() -> None:
    game = grimm_forest(
        fables={"ann": "royal_wedding"}, unique={"fields": "grandmas_house", "brickyard": "lonely_castle"}
    )
    game.gather(ann="fields royal_wedding", ben="forest", cat="brickyard")
    # Three are in the box and three Locations on the table: the last one finds its place without a question.
    assert game.public("unique.placed") == [{"seat": "ann", "fable": "royal_wedding", "place": "forest"}]
    assert game.discard == []
    game.untouched("ben")


def test_r2_7_with_no_location_free_it_is_discarded() -> None:
    """Only a box with one more of them comes to that."""
    game = grimm_forest(fables={"ann": "royal_wedding"}, unique={"fields": "grandmas_house", "forest": "lonely_castle"})
    table = table_of(game.match)
    table.unique["brickyard"] = Played(2, "lonely_castle", "brickyard")
    crowded = laid(table)
    crowded.gather(ann="fields royal_wedding", ben="forest", cat="brickyard")
    assert crowded.public("fables.discarded") == [{"seat": "ann", "names": ["royal_wedding"]}]
    assert crowded.public("unique.placed") == []
    assert crowded.discard == ["royal_wedding"]
    assert [card.fable for card in crowded.board.unique] == ["grandmas_house", "lonely_castle", "lonely_castle"]


def test_r2_7_a_cancelled_monster_is_still_there() -> None:
    """For Chinny, who flees from it, and for Grandma's House, which it ends."""
    game = grimm_forest(
        fables={"ann": "giant", "ben": "chinny_chin_chin"},
        friends={"cat": "wood_cutter"},
        unique={"fields": "grandmas_house"},
        goods={"ben": "B"},
    )
    game.gather(ann="forest giant", ben="fields chinny_chin_chin", cat="fields")
    assert game.offered("ben", "chinny.flee") == ["forest", "brickyard", None]
    game.lets_pass("ben", "chinny.flee")
    game.answers("cat", "wood_cutter.stop", "stop")
    game.answers("ben", "grandmas_house.goods", "BB")
    game.answers("cat", "grandmas_house.goods", "BB")
    assert game.goods("ben") == "SSBBB"
    assert "grandmas_house" in game.discard


def test_a_stopped_monster_asks_no_second_friend() -> None:
    game = grimm_forest(
        fables={"ann": "big_bad_wolf"},
        friends={"ben": "wood_cutter", "cat": "red_riding_hood"},
        houses={"ben": "straw.1"},
    )
    game.gather(ann="forest big_bad_wolf", ben="fields", cat="fields")
    game.answers("ann", "monster.place", "fields")
    game.answers("ben", "wood_cutter.stop", "stop")
    assert game.builds_now()
    assert (game.houses("ben"), game.friend("cat")) == (["straw.1"], "red_riding_hood")
    game.untouched("cat")


# -- gather cards -----------------------------------------------------------------------------------------------------


def test_r2_8_locked_cards_are_not_shuffled() -> None:
    """The Little Mermaid keeps them: for the Curse, for Roar, and the Crystal Ball does not offer them."""
    for fable in ("curse_of_darkness", "roar"):
        game = grimm_forest(
            fables={"ann": fable}, friends={"ben": "little_mermaid"}, chance={"gather.2": ["forest", "fields"]}
        )
        assert game.offered("ben", "gather.place") == ["fields", "forest"]
        game.gather(ann=f"fields {fable}", ben="fields", cat="brickyard")
        assert game.place_of("ben") == "forest"
    ball = grimm_forest(fables={"ben": "crystal_ball"}, friends={"ben": "little_mermaid"})
    ball.gather(ann="fields", ben="fields crystal_ball", cat="brickyard")
    ball.answers("ben", "crystal_ball.peek", "ann")
    assert ball.offered("ben", "crystal_ball.change") == ["forest", "fields"]


def test_m2_after_a_wishing_well_thumbelina_flies_to_a_card_that_was_not_put_down() -> None:
    game = grimm_forest(
        fables={"ben": "wishing_well"},
        friends={"ann": "thumbelina"},
        chance={"gather.1": ["brickyard", "forest"]},
    )
    game.gather(ann="fields", ben="forest wishing_well", cat="fields")
    game.answers("ben", "wishing_well.first", "ann")
    game.answers("ben", "wishing_well.second", "ben")
    game.answers("ann", "thumbelina.fly", "fly")
    assert [game.place_of(name) for name in game.names] == ["brickyard", "fields", "fields"]


def ann_flies_after_a_well_and_a_ball(*unplayed: str, of_before: bool = False) -> str | None:
    """ann's Fields lie before ben, and ben's Forest before ann; a Crystal Ball lets her put the Brickyard down instead.
    Then Thumbelina shuffles these cards; where ann's pig flies."""
    game = grimm_forest(
        fables={"ann": "crystal_ball", "cat": "wishing_well"},
        friends={"ann": "thumbelina"},
        starter="cat",
        chance={"gather.1": list(unplayed)},
        of_before=of_before,
    )
    game.gather(ann="fields crystal_ball", ben="forest", cat="brickyard wishing_well")
    game.answers("cat", "wishing_well.first", "ann")
    game.answers("cat", "wishing_well.second", "ben")
    game.answers("ann", "crystal_ball.peek", "cat")
    game.answers("ann", "crystal_ball.change", "brickyard")
    game.answers("ann", "thumbelina.fly", "fly")
    assert (game.place_of("ben"), game.place_of("cat")) == ("fields", "brickyard")
    return game.place_of("ann")


def test_m2_9_a_card_that_a_wishing_well_took_is_out_of_reach() -> None:
    """Of ann's three cards one lies before ben and one before her: one is left to fly to. In a game of before only the
    card that was put down last was out of reach, and the journal has a shuffle of two."""
    assert ann_flies_after_a_well_and_a_ball("forest") == "forest"
    assert ann_flies_after_a_well_and_a_ball("fields", "forest", of_before=True) == "fields"


def test_m2_9_the_curse_shuffles_what_is_within_reach_and_gives_back_what_is_not() -> None:
    """cat's Well has changed the cards of ann and ben. The Curse draws ann another: ben's card is his again."""
    game = grimm_forest(
        fables={"ben": "curse_of_darkness", "cat": "wishing_well"},
        friends={"ben": "thumbelina"},
        starter="cat",
        chance={
            "gather.1": ["brickyard", "forest"],
            "gather.2": ["brickyard", "fields", "forest"],
            "gather.3": ["forest", "fields", "brickyard"],
        },
    )
    game.gather(ann="fields", ben="forest curse_of_darkness", cat="fields wishing_well")
    game.answers("cat", "wishing_well.first", "ann")
    game.answers("cat", "wishing_well.second", "ben")
    game.answers("ben", "thumbelina.fly", "fly")
    assert [game.place_of(name) for name in game.names] == ["brickyard", "brickyard", "forest"]


def test_r2_22_a_pig_that_got_nothing_gathered_all_the_same() -> None:
    """Three share two straw and get none; the Vault's owner may not take them, and Ali Baba gives his loot back."""
    game = grimm_forest(
        4,
        fables={"dan": "hidden_vault"},
        friends={"ann": "ali_baba"},
        goods={"ben": "B"},
        places={"fields": "SS", "market": ""},
    )
    assert game.goods("ann") == "B"
    game.gather(ann="fields", ben="fields", cat="fields", dan="market hidden_vault")
    assert (game.goods("ann"), game.goods("ben"), game.goods("cat")) == ("", "B", "")
    assert game.offered("dan", "hidden_vault.place") == ["forest", "brickyard"]


def hunted_in_the_house(**details: Any) -> GrimmForestPlay:
    """Two Monsters must go to Grandma's House, where ann's Huntsman stands."""
    game = grimm_forest(
        4,
        friends={"ann": "huntsman"},
        fables={"ben": "wolf", "cat": "giant"},
        unique={"fields": "grandmas_house"},
        **details,
    )
    game.gather(ann="fields", ben="forest", cat="brickyard", dan="market")
    return game


def test_r2_23_the_huntsman_gains_once_a_round() -> None:
    game = hunted_in_the_house()
    assert len(game.public("monster.cancelled")) == 2
    gains = [said for said in game.public("goods.gained") if said["why"] == "huntsman"]
    assert [(said["seat"], said["goods"]) for said in gains] == [("ann", {"straw": 1, "wood": 1, "brick": 1})]
    game.untouched("dan")


def test_r2_23_in_a_game_of_before_for_each_monster() -> None:
    gains = [said for said in hunted_in_the_house(of_before=True).public("goods.gained") if said["why"] == "huntsman"]
    assert len(gains) == 2


def test_r2_9_sleeping_beautys_fable_satisfies_the_huntsman() -> None:
    game = grimm_forest(
        friends={"ann": "sleeping_beauty", "cat": "huntsman"}, fables={"ben": "roar wolf"}, top="little_helpers"
    )
    game.answers("ann", "sleeping_beauty.player", "ben")
    assert game.asked("ben") == ["gather.place"]
    game.gather(ann="fields", ben="forest", cat="brickyard")
    assert (game.hand("ben"), game.pig("ben").actions) == (["roar", "wolf"], 2)
    game.untouched("cat")


def test_r2_20_the_flute_takes_the_monster_a_sleeper_was_made_to_play() -> None:
    game = grimm_forest(friends={"ann": "sleeping_beauty"}, fables={"cat": "magic_flute"}, top="dragon")
    game.answers("ann", "sleeping_beauty.player", "ben")
    game.gather(ann="fields", ben="forest", cat="brickyard magic_flute")
    assert game.hand("cat") == ["dragon"]
    assert game.view("ben").plays is None
    game.untouched("ann")


def test_r2_10_card_gains_are_not_gathered() -> None:
    """Cinderella's two and the doubled four of Hired Help are nothing to the Troll or to Share the Wealth."""
    game = grimm_forest(
        fables={"ann": "share_the_wealth"}, friends={"ben": "cinderella"}, waiting={"cat": "hired_help"}
    )
    game.gather(ann="brickyard share_the_wealth", ben="fields", cat="forest")
    assert (game.goods("ben"), game.goods("cat")) == ("SSSSS", "WWWWWWWW")
    assert game.goods("ann") == "BBB"


def test_r2_11_a_running_gingerbread_man_is_nowhere() -> None:
    """No Monster, no sharing, neither alone nor with others; not at your Location for Taxation and the Wedding."""
    game = grimm_forest(
        friends={"ann": "gingerbread_man"},
        fables={"ann": "little_helpers", "ben": "dragon"},
        unique={"fields": "royal_wedding"},
        waiting={"cat": "taxation"},
        goods={"ann": "SSS"},
    )
    game.gather(ann="fields little_helpers", ben="forest dragon", cat="fields")
    game.answers("ben", "monster.place", "fields")
    game.answers("ann", "gingerbread_man.run", "run")
    # SSS and one of each is six: three go in taxes, the Brick, the Wood and a Straw; and one goes to the Wedding.
    assert (game.goods("ann"), game.pig("ann").actions) == ("SS", 0)
    assert game.goods("cat") == "SSSS"  # burnt, then alone


def test_r2_11_who_is_nowhere_sees_no_harvest_moon() -> None:
    game = grimm_forest(friends={"ann": "gingerbread_man"}, fables={"ann": "harvest_moon"})
    game.gather(ann="fields harvest_moon", ben="fields", cat="forest")
    game.answers("ann", "gingerbread_man.run", "run")
    assert game.builds_now()
    assert (game.goods("ann"), game.goods("ben")) == ("SWB", "SSSS")
    assert game.discard == ["harvest_moon"]
    game.untouched("ben", "cat")


def test_r2_12_actions_never_fall_below_none() -> None:
    game = grimm_forest(4, fables={"ann": "powerful_friends", "ben": "powerful_friends"})
    game.gather(ann="fields powerful_friends", ben="fields powerful_friends", cat="fields", dan="forest")
    assert [game.pig(name).actions for name in game.names] == [1, 1, -2, 0]
    game.finishes("ann", "ben")
    assert game.public("build.turn")[-2:] == [{"seat": "cat", "actions": 0}, {"seat": "dan", "actions": 2}]
    assert game.turn == "dan"  # cat has nothing to do
    game.untouched("dan")


def test_powerful_friends_of_more_than_there_are() -> None:
    game = grimm_forest(
        4, fables={"ann": "powerful_friends", "ben": "powerful_friends"}, friends={"cat": "golden_goose"}
    )
    game.gather(ann="fields powerful_friends", ben="fields powerful_friends", cat="fields", dan="forest")
    game.finishes("ann", "ben")
    assert game.offered("cat", "build.act") == ["discard", "done"]  # the Goose needs no action


def test_m2_whom_the_huntsman_leaves_no_choice_shows_it_to_nobody() -> None:
    """Two Fables of one name are no choice; that nothing is asked is seen by nobody before all have chosen."""
    game = grimm_forest(friends={"ann": "huntsman"}, fables={"ben": "wolf wolf", "cat": "wishing_well roar"})
    assert game.asked("ben") == ["gather.place"]
    assert (game.pig("ben").plays, game.pig("ben").fables) == (False, 2)
    game.gather(ann="fields", ben="forest", cat="brickyard roar")
    assert game.key == "monster.place"
    assert game.hand("ben") == ["wolf"]


# -- building ---------------------------------------------------------------------------------------------------------


def test_r2_13_hansel_and_gretel_at_a_cheap_site() -> None:
    """4 - 1 + 1, one of them to the holder; who cannot pay the extra does not build."""
    game = grimm_forest(
        friends={"ben": "hansel_and_gretel"},
        houses={"ann": "straw.1.cheap"},
        corners={"ann": 1},
        friends_on_top="goldilocks",
        places={"fields": "SSSS"},
    )
    game.gather(ann="fields", ben="forest", cat="brickyard")
    game.builds("ann", "build.straw.walls.cheap")
    game.answers("ann", "friend.keep", "keep")
    assert (game.goods("ann"), game.goods("ben"), game.houses("ann")) == ("", "SWWWW", ["straw.2.cheap"])
    game.untouched("cat")
    poor = grimm_forest(friends={"ben": "hansel_and_gretel"}, houses={"ann": "straw.1"}, places={"fields": "SSSS"})
    poor.gather(ann="fields", ben="forest", cat="brickyard")
    assert not [choice for choice in poor.offered("ann", "build.act") if choice.startswith("build.")]


def test_r2_14_the_big_bad_wolf_frees_a_site_and_a_cheap_one() -> None:
    """No longer complete is no longer counted; the First Builder token stays."""
    game = grimm_forest(
        fables={"ann": "big_bad_wolf"},
        houses={"ben": "straw.3 straw.1.cheap"},
        corners={"ben": 1},
        tokens={"ben": "straw"},
        goods={"ben": "SS"},
    )
    game.gather(ann="forest big_bad_wolf", ben="fields", cat="brickyard")
    game.answers("ann", "monster.place", "fields")
    game.answers("ann", "big_bad_wolf.house", 1)
    assert game.houses("ben") == ["straw.3"]
    game.finishes("ann")
    assert {"build.straw.floor", "build.straw.floor.cheap"} <= set(game.offered("ben", "build.act"))
    assert game.pig("ben").tokens == ("straw",)
    game.untouched("cat")


def test_after_a_wolf_two_unfinished_houses_of_a_type_can_both_be_built_on() -> None:
    game = grimm_forest(houses={"ann": "straw.2 straw.1"}, goods={"ann": "SSSSS"})
    game.gather(ann="fields", ben="forest", cat="brickyard")
    offered = game.offered("ann", "build.act")
    assert {"build.straw.roof", "build.straw.walls"} <= set(offered)
    assert "build.straw.floor" not in offered
    game.builds("ann", "build.straw.roof")
    game.answers("ann", "first_builder.gift", "fables")
    assert game.houses("ann") == ["straw.3", "straw.1"]


def test_r2_15_night_at_the_tavern_locks_the_mermaids_cards_at_once() -> None:
    game = grimm_forest(
        fables={"ann": "night_at_the_tavern"},
        friends_on_top="little_mermaid cinderella snow_white",
        chance={"tavern.rest": ["cinderella", "snow_white"]},
    )
    game.gather(ann="fields night_at_the_tavern", ben="forest", cat="brickyard")
    game.answers("ann", "tavern.choose", "little_mermaid")
    game.answers("ann", "little_mermaid.keep", "forest+brickyard")
    assert game.place_of("ann") == "fields"  # what lies face down is played
    game.nobody_builds()
    assert game.offered("ann", "gather.place") == ["forest", "brickyard"]


def test_the_frog_prince_does_not_come_back_at_once() -> None:
    game = grimm_forest(friends={"ann": "frog_prince"})
    table = table_of(game.match)
    table.friend_discard, table.friend_deck = [*table.friend_deck], []
    for number in range(6):
        again = laid(table)
        again.match._chance = SealedChance(f"frogs {number}")
        again.gather(ann="fields", ben="fields", cat="brickyard")
        assert again.public("friend.drawn")[0]["friend"] != "frog_prince"
    table.friend_discard = []
    lonely = laid(table)
    lonely.gather(ann="fields", ben="fields", cat="brickyard")
    lonely.answers("ann", "frog_prince.type", "wood")  # nobody else is left to come
    assert lonely.friend("ann") is None


def test_r2_18_one_of_very_many_mixtures_is_asked_for_at_once() -> None:
    game = grimm_forest(4, fables={"ann": "hidden_vault"}, places={"market": "S" * 7 + "W" * 7 + "B" * 7})
    game.gather(ann="fields hidden_vault", ben="fields", cat="forest", dan="brickyard")
    assert len(game.offered("ann", "hidden_vault.goods")) == 48
    game.answers("ann", "hidden_vault.goods", "SWWWBBBBBB")
    assert game.there("market") == "SSSSSSWWWWB"
    game.untouched("ben", "cat", "dan")


def test_one_of_very_many_fables_is_asked_for_at_once() -> None:
    game = grimm_forest(fables={"ann": EVERYTHING + " search_the_past"})
    assert game.offered("ann", "gather.fable") == [*sorted([*EVERYTHING.split(), "search_the_past"]), None]
    past = grimm_forest(fables={"ann": "search_the_past"}, discard=EVERYTHING)
    past.gather(ann="fields search_the_past", ben="fields", cat="forest")
    assert past.offered("ann", "search_the_past.fable") == sorted(EVERYTHING.split())


# -- games of earlier versions ----------------------------------------------------------------------------------------


def test_an_old_game_chooses_one_of_very_many_mixtures_in_two_steps() -> None:
    places = {"market": "S" * 7 + "W" * 7 + "B" * 7}
    game = grimm_forest(4, fables={"ann": "hidden_vault"}, places=places, of_before=True)
    game.gather(ann="fields hidden_vault", ben="fields", cat="forest", dan="brickyard")
    assert game.key == "hidden_vault.goods.straw"
    assert game.question("ann", "hidden_vault.goods.straw").values == {"count": 10}
    game.answers("ann", "hidden_vault.goods.straw", 1)
    assert {word.count("S") for word in game.offered("ann", "hidden_vault.goods")} == {1}
    game.answers("ann", "hidden_vault.goods", "SWWWBBBBBB")
    assert game.there("market") == "SSSSSSWWWWB"
    game.untouched("ben", "cat", "dan")


def test_an_old_game_chooses_one_of_very_many_fables_in_two_steps() -> None:
    game = grimm_forest(fables={"ann": EVERYTHING + " search_the_past"}, of_before=True)
    question = game.question("ann", "gather.fable.moment")
    assert question.choices == ("when_revealed", "before_collecting", "end_of_gather", None)
    for name, key, value in (
        ("ann", "gather.place", "fields"),
        ("ann", "gather.fable.moment", "end_of_gather"),
        ("ben", "gather.place", "fields"),
        ("cat", "gather.place", "forest"),
    ):
        game.answers(name, key, value)
    assert set(game.offered("ann", "gather.fable")) < {*EVERYTHING.split(), "search_the_past"}
    game.answers("ann", "gather.fable", "search_the_past")
    past = grimm_forest(fables={"ann": "search_the_past"}, discard=EVERYTHING, of_before=True)
    past.gather(ann="fields search_the_past", ben="fields", cat="forest")
    past.answers("ann", "search_the_past.fable.moment", "before_collecting")
    assert past.offered("ann", "search_the_past.fable") == ["chinny_chin_chin", "dragon", "roar", "wolf"]


def test_an_old_game_chooses_at_once_among_a_few() -> None:
    game = grimm_forest(
        4, fables={"ann": "hidden_vault wolf"}, places={"market": "SSWB"}, discard="roar giant", of_before=True
    )
    assert game.offered("ann", "gather.fable") == ["hidden_vault", "wolf", None]
    game.gather(ann="fields hidden_vault", ben="fields", cat="forest", dan="brickyard")
    assert game.key == "hidden_vault.goods"
    game.answers("ann", "hidden_vault.goods", "SB")
    assert game.there("market") == "SW"
    past = grimm_forest(fables={"ann": "search_the_past"}, discard="roar giant wolf", of_before=True)
    past.gather(ann="fields search_the_past", ben="fields", cat="forest")
    assert past.offered("ann", "search_the_past.fable") == ["giant", "roar", "wolf"]
    past.answers("ann", "search_the_past.fable", "giant")
    past.answers("ann", "search_the_past.fable", "roar")
    assert past.hand("ann") == ["giant", "roar"]


def test_r2_19_paying_the_cheapest_when_nobody_answers() -> None:
    game = grimm_forest(unique={"brickyard": "royal_wedding"}, goods={"ann": "SWB", "ben": "WB"})
    game.gather(ann="fields", ben="forest", cat="brickyard")
    game.all_silent()
    assert (game.goods("ann"), game.goods("ben")) == ("SSSSSWB", "WWWWB")
    game.untouched("cat")


# -- silence ----------------------------------------------------------------------------------------------------------


def a_round_of_silence(game: GrimmForestPlay) -> None:
    """Everybody lets every question of a round run out."""
    before = game.board.round
    while game.outcome is None and game.board.round == before:
        question = game.match.open[0]
        game.match.answer(question.number, question.seat, question.default)


def test_m2_17_three_rounds_of_silence_are_a_draw() -> None:
    game = grimm_forest(fables={"ann": "roar"}, friends={"ben": "sleeping_beauty"})
    for _ in range(2):
        a_round_of_silence(game)
        assert game.outcome is None
    a_round_of_silence(game)
    assert game.outcome is not None
    assert (game.outcome.sides, game.outcome.seats, game.outcome.reason) == (("nobody",), (), "stillness")
    assert game.outcome.results == {1: "drawn", 2: "drawn", 3: "drawn"}
    assert game.public("game.over") == [{"winners": [], "reason": "stillness"}]
    assert game.match.open == []


def test_m2_17_whoever_does_anything_keeps_the_forest_awake() -> None:
    """One Build action in the third round, by one of three; then it takes three rounds again."""
    game = grimm_forest()
    for _ in range(2):
        a_round_of_silence(game)
    game.gather(ann="fields", ben="fields", cat="fields")
    game.answers(game.turn, "build.act", "gain.straw")
    for _ in range(3):
        assert game.outcome is None
        a_round_of_silence(game)
    assert game.outcome is None
    a_round_of_silence(game)
    assert game.outcome is not None


def test_m2_17_a_fable_keeps_it_awake_too() -> None:
    game = grimm_forest(fables={"ann": "roar"})
    for _ in range(2):
        a_round_of_silence(game)
    game.gather(ann="fields roar", ben="forest", cat="brickyard")
    a_round_of_silence(game)
    assert game.outcome is None


def test_m2_17_a_game_of_before_goes_on() -> None:
    game = grimm_forest(of_before=True)
    for _ in range(5):
        a_round_of_silence(game)
    assert game.outcome is None
