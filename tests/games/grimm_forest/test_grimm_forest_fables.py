"""Each of the 32 Fables as play, with a bystander who must not be touched by it."""

from __future__ import annotations

import pytest
from language.grimm_forest import GrimmForestPlay, grimm_forest, laid, table_of

from bot.games.grimm_forest import uncertain
from bot.games.grimm_forest.cards import fable_deck
from bot.games.grimm_forest.fable import FABLES


def test_the_deck_is_the_box() -> None:
    """R2-2: 56 cards, 24 Fables twice and 8 once; 48 for beginners."""
    deck = fable_deck(advanced=True)
    assert (len(FABLES), len(deck), len(fable_deck(advanced=False))) == (32, 56, 48)
    assert sorted(name for name in FABLES if deck.count(name) == 1) == [
        "fairy_food", "grandmas_house", "hired_help", "lonely_castle", "magic_flute", "royal_wedding",
        "search_the_past", "taxation",
    ]  # fmt: skip
    assert not {name for name in fable_deck(advanced=False) if FABLES[name].advanced}


# -- when revealed ----------------------------------------------------------------------------------------------------


def test_crystal_ball() -> None:
    game = grimm_forest(fables={"ann": "crystal_ball"})
    game.gather(ann="fields crystal_ball", ben="forest", cat="brickyard")
    game.answers("ann", "crystal_ball.peek", "ben")
    assert game.told("ann", "gather.seen") == [{"seat": "ben", "place": "forest"}]
    assert game.secrets("ben") == []
    assert game.offered("ann", "crystal_ball.change") == ["forest", "brickyard", "fields"]
    game.answers("ann", "crystal_ball.change", "forest")
    assert (game.place_of("ann"), game.goods("ann"), game.goods("ben")) == ("forest", "WW", "WW")
    assert game.discard == ["crystal_ball"]
    game.untouched("cat")


def test_crystal_ball_may_leave_the_own_card() -> None:
    game = grimm_forest(fables={"ann": "crystal_ball"})
    game.gather(ann="fields crystal_ball", ben="forest", cat="brickyard")
    game.answers("ann", "crystal_ball.peek", "ben")
    game.lets_pass("ann", "crystal_ball.change")
    assert game.place_of("ann") == "fields"


def test_curse_of_darkness() -> None:
    """All opponents; who plays it keeps the card he chose."""
    chance = {"gather.2": ["fields", "forest", "brickyard"], "gather.3": ["forest", "fields", "brickyard"]}
    game = grimm_forest(fables={"ann": "curse_of_darkness"}, chance=chance)
    game.gather(ann="fields curse_of_darkness", ben="forest", cat="brickyard")
    assert [game.place_of(name) for name in game.names] == ["fields", "fields", "forest"]
    assert (game.told("ben", "gather.yours"), game.told("cat", "gather.yours")) == (
        [{"place": "fields"}],
        [{"place": "forest"}],
    )
    assert [game.goods(name) for name in game.names] == ["SS", "SS", "WWWW"]
    assert game.secrets("ann") == []
    assert [values["seat"] for values in game.public("gather.shuffled")] == ["ben", "cat"]


def test_night_at_the_tavern() -> None:
    """One Friend a player; the rest is dealt by chance; all old ones are discarded; nobody keeps or gives (R2-15)."""
    game = grimm_forest(
        fables={"ann": "night_at_the_tavern"},
        friends={"ann": "tom_thumb", "ben": "aladdin"},
        friends_on_top="goldilocks cinderella snow_white",
        chance={"tavern.rest": ["snow_white", "goldilocks"]},
    )
    game.lets_pass("ann", "tom_thumb.take")
    game.answers("ben", "aladdin.predict", "alone")
    game.gather(ann="fields night_at_the_tavern", ben="forest", cat="brickyard")
    assert game.offered("ann", "tavern.choose") == ["goldilocks", "cinderella", "snow_white"]
    assert game.asked("ben") == game.asked("cat") == []
    game.answers("ann", "tavern.choose", "cinderella")
    assert game.builds_now()
    assert [game.friend(name) for name in game.names] == ["cinderella", "snow_white", "goldilocks"]
    assert [values["friend"] for values in game.public("friend.lost")] == ["tom_thumb", "aladdin"]
    assert game.goods("ben") == "WWWW"  # Aladdin is gone before he could be right
    assert game.goods("cat") == "BBB"
    assert game.secrets("cat") == []


def test_night_at_the_tavern_with_too_few_friends() -> None:
    """Who gets none loses his own all the same; with none at all nothing happens."""
    game = grimm_forest(fables={"ann": "night_at_the_tavern"}, friends={"cat": "goldilocks"})
    table = table_of(game.match)
    table.friend_deck, table.friend_discard = ["cinderella", "snow_white"], []
    few = laid(table)
    few.gather(ann="fields night_at_the_tavern", ben="forest", cat="brickyard")
    few.answers("ann", "tavern.choose", "snow_white")
    assert [few.friend(name) for name in few.names] == ["snow_white", "cinderella", None]
    table.friend_deck = []
    none = laid(table)
    none.gather(ann="fields night_at_the_tavern", ben="forest", cat="brickyard")
    assert none.builds_now()
    none.untouched("ben", "cat")


def test_the_uncertain_pairs_are_one_line_of_data(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a pair exchanged the Oracle steals one of each hand, and the Whispers draw four."""
    for name in ("consult_the_oracle", "ghostly_whispers"):
        monkeypatch.setitem(FABLES, name, FABLES[name])
    monkeypatch.setattr(uncertain, "EXCHANGED", (("consult_the_oracle", "ghostly_whispers"),))
    uncertain.exchange()
    game = grimm_forest(fables={"ann": "consult_the_oracle", "ben": "wolf"})
    game.gather(ann="fields consult_the_oracle", ben="forest", cat="brickyard")
    assert (game.hand("ann"), game.hand("ben"), game.discard) == (["wolf"], [], ["consult_the_oracle"])
    other = grimm_forest(fables={"ann": "ghostly_whispers"}, top="wolf giant dragon roar")
    other.gather(ann="fields ghostly_whispers", ben="forest", cat="brickyard")
    other.answers("ann", "oracle.keep", "0+1")
    assert (other.hand("ann"), other.discard) == (["giant", "wolf"], ["dragon", "roar", "ghostly_whispers"])
    other.untouched("cat")


def test_wishing_well() -> None:
    game = grimm_forest(4, fables={"ann": "wishing_well"})
    game.gather(ann="fields wishing_well", ben="forest", cat="brickyard", dan="market")
    game.answers("ann", "wishing_well.first", "ben")
    assert game.offered("ann", "wishing_well.second") == ["ann", "cat", "dan"]
    game.answers("ann", "wishing_well.second", "cat")
    assert [game.place_of(name) for name in game.names] == ["fields", "brickyard", "forest", "market"]
    assert game.told("ben", "gather.yours") == [{"place": "brickyard"}]
    assert game.told("cat", "gather.yours") == [{"place": "forest"}]
    assert game.told("ann", "gather.yours") == []
    game.nobody_builds()
    assert game.view("ben").gather == ("fields", "forest", "brickyard", "market")  # cards go home
    assert game.secrets("dan") == []


def test_wishing_well_may_include_the_own_card() -> None:
    game = grimm_forest(fables={"ann": "wishing_well"})
    game.gather(ann="fields wishing_well", ben="forest", cat="brickyard")
    game.answers("ann", "wishing_well.first", "ann")
    game.answers("ann", "wishing_well.second", "ben")
    assert [game.place_of(name) for name in game.names] == ["forest", "fields", "brickyard"]
    game.untouched("cat")


def test_magic_flute() -> None:
    """Monsters come to the hand before they are placed, also of who stands earlier in turn order (R2-4)."""
    game = grimm_forest(fables={"ann": "dragon", "ben": "magic_flute giant"}, goods={"cat": "SS"})
    game.gather(ann="fields dragon", ben="forest magic_flute", cat="fields")
    assert game.builds_now()
    assert game.hand("ben") == ["dragon", "giant"]
    assert game.goods("cat") == "SSSS"
    assert game.discard == ["magic_flute"]
    assert game.public("monster.placed") == []
    game.untouched("cat")


def test_magic_flute_without_a_monster() -> None:
    game = grimm_forest(fables={"ann": "magic_flute", "ben": "roar"})
    game.gather(ann="fields magic_flute", ben="forest roar", cat="brickyard")
    assert game.builds_now()
    assert game.hand("ann") == []
    game.untouched("cat")


# -- before collecting ------------------------------------------------------------------------------------------------


def test_chinny_chin_chin_flees() -> None:
    game = grimm_forest(fables={"ann": "bridge_troll", "ben": "chinny_chin_chin"})
    game.gather(ann="forest bridge_troll", ben="fields chinny_chin_chin", cat="fields")
    game.answers("ann", "monster.place", "fields")
    assert game.offered("ben", "chinny.flee") == ["forest", "brickyard", None]
    game.answers("ben", "chinny.flee", "brickyard")
    assert (game.place_of("ben"), game.goods("ben"), game.hand("ben")) == ("brickyard", "BBB", [])
    assert game.goods("cat") == "SSS"  # alone now, and bullied


def test_chinny_chin_chin_may_stay_and_draws_when_no_monster_was_played() -> None:
    game = grimm_forest(fables={"ann": "giant", "ben": "chinny_chin_chin"})
    game.gather(ann="forest giant", ben="fields chinny_chin_chin", cat="brickyard")
    game.answers("ann", "monster.place", "fields")
    game.lets_pass("ben", "chinny.flee")
    assert (game.place_of("ben"), game.hand("ben")) == ("fields", [])
    game.untouched("cat")
    quiet = grimm_forest(fables={"ben": "chinny_chin_chin"}, top="roar")
    quiet.gather(ann="forest", ben="fields chinny_chin_chin", cat="brickyard")
    assert quiet.builds_now()
    assert quiet.hand("ben") == ["roar"]
    assert quiet.told("ben", "fables.are") == [{"names": ["roar"]}]
    quiet.untouched("ann", "cat")


def test_chinny_draws_nothing_when_the_flute_took_a_monster_that_was_played() -> None:
    game = grimm_forest(fables={"ann": "magic_flute", "ben": "chinny_chin_chin", "cat": "wolf"})
    game.gather(ann="fields magic_flute", ben="forest chinny_chin_chin", cat="brickyard wolf")
    assert game.builds_now()
    assert (game.hand("ann"), game.hand("ben")) == (["wolf"], [])


def test_dragon() -> None:
    game = grimm_forest(fables={"ann": "dragon"}, goods={"ann": "SW", "ben": "SWB", "cat": "BB"})
    game.gather(ann="fields dragon", ben="fields", cat="forest")
    game.answers("ann", "monster.place", "fields")
    assert (game.goods("ann"), game.goods("ben")) == ("SS", "SS")  # all burnt, and then gathered
    game.untouched("cat")


def test_wolf() -> None:
    game = grimm_forest(fables={"ann": "wolf"}, goods={"ben": "S"})
    game.gather(ann="forest wolf", ben="fields", cat="brickyard")
    game.answers("ann", "monster.place", "fields")
    assert (game.goods("ann"), game.goods("ben"), game.there("fields")) == ("WWWW", "S", "")
    game.untouched("cat")


def test_wolf_where_nobody_is_eats_nothing() -> None:
    game = grimm_forest(fables={"ann": "wolf"})
    game.gather(ann="forest wolf", ben="forest", cat="brickyard")
    game.answers("ann", "monster.place", "fields")
    assert game.there("fields") == "SSSSS"
    game.untouched("cat")


def test_roar() -> None:
    """Opponents there run by chance, maybe nowhere; all others stay."""
    game = grimm_forest(4, fables={"ann": "roar"}, chance={"gather.2": ["forest", "fields", "brickyard", "market"]})
    game.gather(ann="fields roar", ben="fields", cat="brickyard", dan="market")
    assert [game.place_of(name) for name in game.names] == ["fields", "forest", "brickyard", "market"]
    assert game.goods("ann") == "SSSSS"
    game.untouched("cat", "dan")


def test_roar_may_drive_somebody_back_to_where_they_were() -> None:
    """It may be the same card: everybody hears where they run, and nobody that they moved."""
    game = grimm_forest(fables={"ann": "roar"}, chance={"gather.2": ["fields", "forest", "brickyard"]})
    game.gather(ann="fields roar", ben="fields", cat="brickyard")
    assert game.public("roar.runs") == [{"seat": "ben", "place": "fields"}]
    assert game.public("pig.moved") == []
    assert (game.goods("ann"), game.goods("ben")) == ("SS", "SS")
    game.untouched("cat")


# -- end of gather: monsters ------------------------------------------------------------------------------------------


def test_big_bad_wolf() -> None:
    """For each player there its owner chooses one Wood or Straw house; the top section goes to the supply."""
    houses = {"ann": "straw.1", "ben": "straw.3 wood.2 brick.3", "cat": "wood.3"}
    game = grimm_forest(fables={"ann": "big_bad_wolf"}, houses=houses)
    before = dict(game.board.sections)
    game.gather(ann="fields big_bad_wolf", ben="fields", cat="forest")
    game.answers("ann", "monster.place", "fields")
    assert list(game.question("ann", "big_bad_wolf.house").choices) == [0, 1]
    game.answers("ann", "big_bad_wolf.house", 0)
    assert game.houses("ann") == []  # its only Floor
    assert game.houses("ben") == ["straw.2", "wood.2", "brick.3"]
    assert game.board.sections == before | {"straw.3": before["straw.3"] + 1, "straw.1": before["straw.1"] + 1}
    game.untouched("cat")


def test_big_bad_wolf_blows_at_brick_in_vain() -> None:
    game = grimm_forest(fables={"ann": "big_bad_wolf"}, houses={"ben": "brick.3", "cat": "straw.2"})
    game.gather(ann="fields big_bad_wolf", ben="forest", cat="brickyard")
    game.answers("ann", "monster.place", "forest")
    assert game.builds_now()
    assert game.public("house.blown") == []
    game.untouched("ben", "cat")


def test_bridge_troll() -> None:
    """Half of what one player there Gathered, not of what he has; he chooses."""
    game = grimm_forest(4, fables={"ann": "bridge_troll"}, goods={"ben": "BB"}, places={"market": "SSWWBB"})
    game.gather(ann="fields bridge_troll", ben="market", cat="brickyard", dan="forest")
    game.answers("ann", "monster.place", "market")
    assert game.key == "bridge_troll.give"
    assert "SBB" in game.offered("ben", "bridge_troll.give")
    assert "BBB" not in game.offered("ben", "bridge_troll.give")  # he gathered two
    game.answers("ben", "bridge_troll.give", "SSW")
    assert (game.goods("ann"), game.goods("ben")) == ("SSSSSSSW", "WBBBB")
    game.untouched("cat", "dan")


def test_bridge_troll_rounds_down_and_takes_from_one() -> None:
    game = grimm_forest(fables={"ann": "bridge_troll"}, places={"fields": "SSSSSS"})
    game.gather(ann="brickyard bridge_troll", ben="fields", cat="fields")
    game.answers("ann", "monster.place", "fields")
    assert game.offered("ann", "bridge_troll.victim") == ["ben", "cat"]
    game.answers("ann", "bridge_troll.victim", "ben")
    assert (game.goods("ann"), game.goods("ben")) == ("SBBB", "SS")
    game.untouched("cat")


def test_bridge_troll_takes_nothing_of_who_gathered_one() -> None:
    """Half of one, rounded down, is nothing: nobody is asked for it."""
    game = grimm_forest(fables={"ann": "bridge_troll"}, places={"forest": "W"}, goods={"ben": "BB"})
    game.gather(ann="fields bridge_troll", ben="forest", cat="brickyard")
    game.answers("ann", "monster.place", "forest")
    assert game.builds_now()
    assert game.public("goods.given") == []
    assert (game.goods("ann"), game.goods("ben")) == ("SSSSS", "WBB")
    game.untouched("ben", "cat")


def test_giant() -> None:
    """Friend, all Fables in hand, and one of each type that they have; owner and all."""
    game = grimm_forest(
        fables={"ann": "giant roar", "ben": "wolf dragon"},
        friends={"ben": "goldilocks", "cat": "seven_dwarfs"},
        goods={"ben": "SSBB", "cat": "WB"},
    )
    game.gather(ann="fields giant", ben="fields", cat="brickyard")
    game.answers("ann", "monster.place", "fields")
    assert (game.goods("ben"), game.hand("ben"), game.friend("ben")) == ("SSSB", [], None)
    assert (game.goods("ann"), game.hand("ann")) == ("S", [])
    assert sorted(game.discard) == ["dragon", "giant", "roar", "wolf"]
    assert game.friend("cat") == "seven_dwarfs"
    assert game.goods("cat") == "WBBBB"
    assert game.pig("cat").actions == 1


# -- end of gather: if alone ------------------------------------------------------------------------------------------


def test_consult_the_oracle() -> None:
    game = grimm_forest(fables={"ann": "consult_the_oracle"}, top="wolf giant dragon roar")
    game.gather(ann="fields consult_the_oracle", ben="forest", cat="brickyard")
    assert game.question("ann", "oracle.keep").values == {"fables": ["wolf", "giant", "dragon", "roar"]}
    game.answers("ann", "oracle.keep", "1+3")
    assert game.hand("ann") == ["giant", "roar"]
    assert game.discard == ["wolf", "dragon", "consult_the_oracle"]
    assert "giant" not in str(game.heard("ben"))
    game.untouched("ben", "cat")


def test_ghostly_whispers() -> None:
    """One by chance of every other hand; only the two of them see which."""
    game = grimm_forest(fables={"ann": "ghostly_whispers", "ben": "wolf giant"}, chance={"fable.of.2": 1})
    game.gather(ann="fields ghostly_whispers", ben="forest", cat="brickyard")
    assert (game.hand("ann"), game.hand("ben"), game.hand("cat")) == (["giant"], ["wolf"], [])
    assert game.told("ben", "fable.stolen.was") == game.told("ann", "fable.stolen.was") == [{"name": "giant"}]
    game.untouched("cat")


def test_cutting_corners() -> None:
    """An extra Build Site where every section costs one less; it is no discard."""
    game = grimm_forest(fables={"ann": "cutting_corners"}, goods={"ann": "SWBB"})
    game.gather(ann="fields cutting_corners", ben="forest", cat="brickyard")
    assert (game.pig("ann").sites, game.discard) == (6, [])
    game.builds("ann", "build.brick.floor.cheap")
    assert (game.goods("ann"), game.houses("ann")) == ("SSSSSSWB", ["brick.1.cheap"])
    assert "build.straw.floor.cheap" not in game.offered("ann", "build.act")  # the site is taken
    game.untouched("cat", "ben")


def test_little_helpers() -> None:
    game = grimm_forest(fables={"ann": "little_helpers"})
    game.gather(ann="fields little_helpers", ben="forest", cat="brickyard")
    assert game.question("ann", "build.act").values == {"left": 4}
    game.untouched("ben", "cat")


def test_mysterious_stranger() -> None:
    game = grimm_forest(fables={"ann": "mysterious_stranger"}, friends_on_top="goldilocks")
    game.gather(ann="fields mysterious_stranger", ben="forest", cat="brickyard")
    assert game.offered("ann", "friend.keep") == ["keep", "ben", "cat"]
    game.answers("ann", "friend.keep", "ben")
    assert (game.friend("ann"), game.friend("ben")) == (None, "goldilocks")
    game.untouched("cat")


@pytest.mark.parametrize(
    "fable",
    ["consult_the_oracle", "ghostly_whispers", "cutting_corners", "little_helpers", "mysterious_stranger"],
)
def test_not_alone_nothing_happens(fable: str) -> None:
    game = grimm_forest(fables={"ann": fable, "cat": "roar"})
    game.gather(ann=f"fields {fable}", ben="fields", cat="brickyard")
    assert game.builds_now()
    assert game.hand("ann") == []
    assert game.discard == [fable]
    game.untouched("ben", "cat")
    assert game.question("ann", "build.act").values == {"left": 2}


# -- end of gather: with others there ---------------------------------------------------------------------------------


def test_a_friendly_game() -> None:
    game = grimm_forest(4, fables={"ann": "a_friendly_game"}, goods={"ben": "WB", "cat": "BB"})
    game.gather(ann="fields a_friendly_game", ben="fields", cat="fields", dan="forest")
    assert game.offered("ann", "friendly_game.opponent") == ["ben", "cat"]
    game.answers("ann", "friendly_game.opponent", "ben")
    game.answers("ann", "friendly_game.goods", "WB")
    assert (game.goods("ann"), game.goods("ben")) == ("SWB", "S")
    game.untouched("cat", "dan")


def test_a_friendly_game_is_played_with_nobody_who_is_elsewhere_or_has_nothing() -> None:
    game = grimm_forest(fables={"ann": "a_friendly_game"}, goods={"cat": "BB"}, places={"fields": "S"})
    game.gather(ann="fields a_friendly_game", ben="fields", cat="forest")
    assert game.builds_now()
    assert (game.goods("ann"), game.goods("ben")) == ("", "")
    assert game.discard == ["a_friendly_game"]
    game.untouched("ben", "cat")


def test_harvest_moon() -> None:
    """Two of what grows there for all who are there; at the Market everybody chooses his own."""
    game = grimm_forest(4, fables={"ann": "harvest_moon"})
    game.gather(ann="market harvest_moon", ben="market", cat="fields", dan="forest")
    game.answers("ann", "market.draft", "straw")
    game.answers("ben", "market.draft", "wood")
    game.answers("ann", "harvest_moon.type", "brick")
    game.answers("ben", "harvest_moon.type", "wood")
    assert (game.goods("ann"), game.goods("ben"), game.there("market")) == ("SBB", "WWW", "B")
    game.untouched("cat", "dan")
    plain = grimm_forest(fables={"ann": "harvest_moon"})
    plain.gather(ann="forest harvest_moon", ben="forest", cat="fields")
    assert plain.builds_now()
    assert (plain.goods("ann"), plain.goods("ben")) == ("WWWW", "WWWW")
    plain.untouched("cat")


def test_hidden_vault() -> None:
    """Half, rounded down, of a Location where nobody is; of a mixed one the taker chooses which (R2-18)."""
    game = grimm_forest(4, fables={"ann": "hidden_vault"}, places={"market": "SSWB"})
    game.gather(ann="fields hidden_vault", ben="fields", cat="forest", dan="forest")
    assert game.offered("ann", "hidden_vault.place") == ["brickyard", "market"]
    game.answers("ann", "hidden_vault.place", "market")
    game.answers("ann", "hidden_vault.goods", "WB")
    assert (game.goods("ann"), game.there("market")) == ("SSWB", "SS")
    assert game.pig("ann").gathered["wood"] == 0
    game.untouched("ben", "cat", "dan")


def test_hidden_vault_with_pigs_everywhere() -> None:
    game = grimm_forest(fables={"ann": "hidden_vault"})
    game.gather(ann="fields hidden_vault", ben="forest", cat="brickyard")
    assert game.builds_now()
    game.untouched("ben", "cat")
    assert game.goods("ann") == "SSSSS"


def test_powerful_friends() -> None:
    game = grimm_forest(4, fables={"ann": "powerful_friends"})
    game.gather(ann="fields powerful_friends", ben="fields", cat="fields", dan="forest")
    assert [game.pig(name).actions for name in game.names] == [2, -1, -1, 0]
    assert game.question("ann", "build.act").values == {"left": 4}
    game.finishes("ann")
    assert game.question("ben", "build.act").values == {"left": 1}
    game.untouched("dan")


def test_search_the_past() -> None:
    """Not itself, and not what is still in play (R2-20)."""
    game = grimm_forest(
        fables={"ann": "search_the_past", "ben": "wolf"}, unique={"forest": "lonely_castle"}, discard="roar giant wolf"
    )
    game.gather(ann="fields search_the_past", ben="fields wolf", cat="brickyard")
    game.answers("ben", "monster.place", "forest")
    assert game.offered("ann", "search_the_past.fable") == ["giant", "roar", "wolf"]
    game.answers("ann", "search_the_past.fable", "giant")
    game.answers("ann", "search_the_past.fable", "wolf")
    assert game.hand("ann") == ["giant", "wolf"]
    assert game.discard == ["roar", "search_the_past", "wolf"]
    game.untouched("cat")


def test_search_the_past_alone_finds_nothing() -> None:
    game = grimm_forest(fables={"ann": "search_the_past"}, discard="roar giant")
    game.gather(ann="fields search_the_past", ben="forest", cat="forest")
    assert game.builds_now()
    assert game.hand("ann") == []
    game.untouched("cat")


def test_share_the_wealth() -> None:
    """Opponents anywhere who Gathered five or more give two of those, their choice."""
    game = grimm_forest(
        4, fables={"ann": "share_the_wealth"}, goods={"ben": "B", "cat": "BBBBB"}, places={"market": "SSWWBB"}
    )
    game.gather(ann="forest share_the_wealth", ben="market", cat="fields", dan="brickyard")
    assert game.key == "share_the_wealth.give"
    game.answers("ben", "share_the_wealth.give", "SW")
    assert game.builds_now()  # cat had nothing to choose: she gathered Straw alone
    assert (game.goods("ann"), game.goods("ben"), game.goods("cat")) == ("SSSWWWWW", "SWBBB", "SSSBBBBB")
    game.untouched("dan")


def test_spy_network() -> None:
    game = grimm_forest(4, fables={"ann": "spy_network"}, top="wolf giant roar")
    game.gather(ann="fields spy_network", ben="fields", cat="fields", dan="forest")
    assert game.hand("ann") == ["giant", "roar", "wolf"]
    assert game.public("fables.drawn")[-1] == {"seat": "ann", "count": 3, "why": "spy_network"}
    game.untouched("ben", "cat", "dan")


def test_thoughtful_gift() -> None:
    """Up to three of one type to one who can return as many of one other type; that type is his choice."""
    game = grimm_forest(fables={"ann": "thoughtful_gift"}, goods={"ann": "WWW", "ben": "SSBB"})
    game.gather(ann="forest thoughtful_gift", ben="fields", cat="brickyard")
    game.answers("ann", "thoughtful_gift.opponent", "ben")
    assert "2.wood.3" in game.offered("ann", "thoughtful_gift.gift")
    game.answers("ann", "thoughtful_gift.gift", "2.wood.2")
    assert game.offered("ben", "thoughtful_gift.back") == ["straw", "brick"]
    game.answers("ben", "thoughtful_gift.back", "brick")
    assert (game.goods("ann"), game.goods("ben")) == ("WWWWWBB", "SSSSSSSWW")
    game.untouched("cat")


def test_thoughtful_gift_of_nothing_and_one_that_cannot_be_returned() -> None:
    game = grimm_forest(fables={"ann": "thoughtful_gift"}, goods={"ben": "B"})
    game.gather(ann="forest thoughtful_gift", ben="brickyard", cat="brickyard")
    game.answers("ann", "thoughtful_gift.opponent", "ben")
    assert game.offered("ann", "thoughtful_gift.gift") == ["2.wood.1", "2.wood.2", None]
    game.lets_pass("ann", "thoughtful_gift.gift")
    assert game.builds_now()
    game.untouched("ben", "cat")


def test_thoughtful_gift_that_nobody_could_return_is_not_offered() -> None:
    """R2-19: all of them have Straw alone, and what comes back must be of another type."""
    game = grimm_forest(fables={"ann": "thoughtful_gift"}, places={"fields": "SSSSSS"})
    game.gather(ann="fields thoughtful_gift", ben="fields", cat="fields")
    assert game.builds_now()
    assert [game.goods(name) for name in game.names] == ["SS", "SS", "SS"]
    assert game.discard == ["thoughtful_gift"]
    game.untouched("ben", "cat")


def test_thoughtful_gift_is_never_cut_short() -> None:
    """27 gifts would be possible: first to whom, then which."""
    rich = {"ann": "SSSWWWBBB", "ben": "SSSWWWBBB", "cat": "SSSWWWBBB", "dan": "SSSWWWBBB"}
    game = grimm_forest(4, fables={"ann": "thoughtful_gift"}, goods=rich)
    game.gather(ann="fields thoughtful_gift", ben="forest", cat="brickyard", dan="market")
    assert game.offered("ann", "thoughtful_gift.opponent") == ["ben", "cat", "dan"]
    game.answers("ann", "thoughtful_gift.opponent", "dan")
    assert len(game.offered("ann", "thoughtful_gift.gift")) == 10
    game.answers("ann", "thoughtful_gift.gift", "4.brick.3")
    game.answers("dan", "thoughtful_gift.back", "straw")
    assert game.goods("dan") == "SWWWWBBBBBBB"
    game.untouched("ben", "cat")


def test_wandering_trader() -> None:
    game = grimm_forest(fables={"ann": "wandering_trader"}, goods={"ann": "WW", "ben": "B"})
    game.gather(ann="fields wandering_trader", ben="fields", cat="brickyard")
    game.answers("ann", "wandering_trader.trade", "wood.brick")
    game.lets_pass("ben", "wandering_trader.trade")
    assert (game.goods("ann"), game.goods("ben")) == ("SSBBB", "SSB")
    game.untouched("cat")


# -- next turn --------------------------------------------------------------------------------------------------------


def quiet_round(game: GrimmForestPlay) -> None:
    """The Build phase passes, and the next round begins."""
    game.nobody_builds()


def test_fairy_food() -> None:
    game = grimm_forest(fables={"ann": "fairy_food"})
    game.gather(ann="fields fairy_food", ben="forest", cat="brickyard")
    game.untouched("ben", "cat")
    assert [card.fable for card in game.board.waiting] == ["fairy_food"]
    quiet_round(game)
    assert game.board.starter == 2
    game.answers("ann", "fairy_food.place", "forest")
    before = {name: game.pig(name) for name in game.names}
    game.gather(ann="fields", ben="forest", cat="forest")
    game.answers("ben", "fairy_food.goods", "SSB")
    game.answers("cat", "fairy_food.goods", "BBB")
    assert (game.goods("ben"), game.goods("cat")) == ("SSWWWWWWB", "WWBBBBBB")
    assert game.pig("ann").goods["straw"] == before["ann"].goods["straw"] + 5
    assert game.discard == ["fairy_food"]


def test_taxation() -> None:
    """Next round: opponents not at your Location lose half of all, Brick first, then Wood, then Straw."""
    game = grimm_forest(4, waiting={"ann": "taxation"}, goods={"ben": "SSB", "cat": "SWWB", "dan": "SB"})
    game.gather(ann="fields", ben="forest", cat="brickyard", dan="fields")
    assert game.goods("ben") == "SSWW"  # of SSWWWWB three: the Brick and two Wood
    assert game.goods("cat") == "SWWB"  # of SWWBBBB three Brick
    assert game.discard == ["taxation"]
    game.untouched("dan")


def test_hired_help_paid() -> None:
    game = grimm_forest(fables={"ann": "hired_help"}, goods={"ann": "SWB"})
    game.gather(ann="fields hired_help", ben="forest", cat="brickyard")
    game.answers("ann", "hired_help.pay", "pay")
    game.answers("ann", "hired_help.goods", "SW")
    assert (game.goods("ann"), game.discard) == ("SSSSSB", [])
    game.untouched("ben", "cat")
    quiet_round(game)
    game.gather(ann="forest", ben="fields", cat="brickyard")
    assert game.goods("ann") == "SSSSSWWWWWWWWB"
    assert game.discard == ["hired_help"]
    assert game.pig("ann").gathered["wood"] == 4  # the bonus is not Gathered (R2-10)


def test_hired_help_brings_nothing_to_who_gathers_nothing() -> None:
    game = grimm_forest(waiting={"ann": "hired_help"}, places={"fields": ""})
    game.gather(ann="fields", ben="forest", cat="brickyard")
    assert game.builds_now()
    assert game.public("goods.gained") == []
    assert (game.goods("ann"), game.discard) == ("", ["hired_help"])
    game.untouched("ben", "cat")


def test_hired_help_not_paid_is_discarded_at_once() -> None:
    game = grimm_forest(fables={"ann": "hired_help"}, goods={"ann": "SWB"})
    game.gather(ann="fields hired_help", ben="forest", cat="brickyard")
    game.lets_pass("ann", "hired_help.pay")
    assert (game.goods("ann"), game.discard, game.board.waiting) == ("SSSSSSWB", ["hired_help"], ())
    game.untouched("ben", "cat")


def test_hired_help_of_who_cannot_pay() -> None:
    game = grimm_forest(fables={"ann": "hired_help"}, goods={"ann": "S"})
    game.gather(ann="fields hired_help", ben="forest", cat="brickyard")
    assert game.builds_now()
    assert game.discard == ["hired_help"]


# -- unique locations -------------------------------------------------------------------------------------------------


def test_grandmas_house() -> None:
    """Every Monster goes there, also a second one; all there gain two; with a Monster there it is discarded."""
    game = grimm_forest(4, fables={"ben": "bridge_troll", "cat": "bridge_troll"}, unique={"forest": "grandmas_house"})
    game.gather(ann="forest", ben="fields bridge_troll", cat="brickyard bridge_troll", dan="market")
    assert [(card.fable, card.location) for card in game.board.cards] == [("bridge_troll", "forest")] * 2
    assert game.key == "grandmas_house.goods"  # nobody was asked where
    assert (game.goods("ann"), game.goods("ben"), game.goods("cat")) == ("", "SSSSSWW", "WWBBB")
    game.answers("ann", "grandmas_house.goods", "SB")
    assert game.goods("ann") == "SB"
    assert "grandmas_house" in game.discard
    assert not game.board.unique
    game.untouched("dan")


def test_grandmas_house_stays_without_a_monster() -> None:
    game = grimm_forest(fables={"ann": "grandmas_house"})
    game.gather(ann="fields grandmas_house", ben="forest", cat="brickyard")
    game.answers("ann", "unique.place", "forest")
    game.answers("ben", "grandmas_house.goods", "BB")
    assert game.goods("ben") == "WWWWBB"
    assert [(card.fable, card.location) for card in game.board.unique] == [("grandmas_house", "forest")]
    assert game.discard == []
    game.untouched("cat")


def test_lonely_castle() -> None:
    game = grimm_forest(fables={"ann": "lonely_castle"})
    game.gather(ann="fields lonely_castle", ben="forest", cat="fields")
    game.answers("ann", "unique.place", "forest")
    assert game.goods("ben") == "SWWWWWB"
    assert len(game.board.unique) == 1
    game.untouched("cat")


@pytest.mark.parametrize(("seats", "gone"), [(2, True), (3, False)])
def test_lonely_castle_is_discarded_when_it_is_crowded(seats: int, gone: bool) -> None:
    """By three, or by both of two."""
    game = grimm_forest(seats, unique={"fields": "lonely_castle"}, chance={"prince.die": "brickyard"})
    game.gather(**dict.fromkeys(("ann", "ben"), "fields"), **({"cat": "forest"} if seats == 3 else {}))
    assert (not game.board.unique) is gone
    assert "B" not in game.goods("ann")
    if seats == 3:
        game.untouched("cat")
        game.nobody_builds()
        game.gather(**dict.fromkeys(("ann", "ben", "cat"), "fields"))
        assert not game.board.unique


def test_royal_wedding() -> None:
    """Who is not there discards one of his choice; it is discarded when nobody came."""
    game = grimm_forest(fables={"ann": "royal_wedding"}, goods={"ben": "SB", "cat": "B"})
    game.gather(ann="fields royal_wedding", ben="forest", cat="brickyard")
    game.answers("ann", "unique.place", "brickyard")
    game.answers("ben", "royal_wedding.goods", "S")
    assert (game.goods("ann"), game.goods("ben")) == ("SSSS", "WWWWB")
    assert len(game.board.unique) == 1
    game.untouched("cat")
    game.nobody_builds()
    game.gather(ann="fields", ben="forest", cat="forest")
    game.all_silent()
    assert not game.board.unique
    assert game.discard == ["royal_wedding"]
