"""Each of the 25 Friends as play, with a bystander who must not be touched by it."""

from __future__ import annotations

from language.grimm_forest import grimm_forest

from bot.games.grimm_forest.cards import friend_deck
from bot.games.grimm_forest.friend import FRIENDS


def test_the_friends_are_the_box() -> None:
    """R2-2: 25, each once; 20 for beginners."""
    assert (len(FRIENDS), len(friend_deck(advanced=True)), len(friend_deck(advanced=False))) == (25, 25, 20)
    advanced = set(FRIENDS) - set(friend_deck(advanced=False))
    assert advanced == {"evil_queen", "huntsman", "little_mermaid", "rapunzel", "sleeping_beauty"}


# -- start of the round -----------------------------------------------------------------------------------------------


def test_aladdin_is_right_and_wrong() -> None:
    game = grimm_forest(friends={"ann": "aladdin"})
    game.answers("ann", "aladdin.predict", "alone")
    assert game.public("aladdin.predicted") == [{"seat": "ann", "prediction": "alone"}]
    game.gather(ann="fields", ben="forest", cat="brickyard")
    assert game.goods("ann") == "SSSSSSWB"
    game.untouched("ben", "cat")
    game.nobody_builds()
    game.answers("ann", "aladdin.predict", "alone")
    game.gather(ann="fields", ben="fields", cat="brickyard")
    assert game.goods("ann") == "SSSSSSSSWB"


def test_aladdin_foresees_company() -> None:
    game = grimm_forest(friends={"ann": "aladdin"})
    game.answers("ann", "aladdin.predict", "not_alone")
    game.gather(ann="fields", ben="fields", cat="brickyard")
    assert game.goods("ann") == "SSSWB"
    game.untouched("ben", "cat")


def test_ali_baba_keeps_his_loot() -> None:
    game = grimm_forest(friends={"ann": "ali_baba"}, goods={"ben": "SB", "cat": "W"})
    assert game.offered("ann", "ali_baba.steal") == ["2.straw", "2.brick", "3.wood"]
    game.answers("ann", "ali_baba.steal", "2.brick")
    game.gather(ann="fields", ben="forest", cat="brickyard")
    assert (game.goods("ann"), game.goods("ben")) == ("SSSSSB", "SWWWW")
    game.untouched("cat")


def test_ali_baba_is_caught_at_the_same_location() -> None:
    game = grimm_forest(friends={"ann": "ali_baba"}, goods={"ben": "SB"})
    game.answers("ann", "ali_baba.steal", "2.brick")
    assert game.goods("ann") == "B"
    game.gather(ann="fields", ben="fields", cat="forest")
    assert (game.goods("ann"), game.goods("ben")) == ("SS", "SSSB")
    game.untouched("cat")


def test_ali_baba_finds_nothing_where_nobody_has_anything() -> None:
    """What was not taken is not returned, wherever he meets somebody."""
    game = grimm_forest(friends={"ann": "ali_baba"})
    assert game.asked("ann") == ["gather.place"]
    game.gather(ann="fields", ben="fields", cat="brickyard")
    assert game.builds_now()
    assert game.public("goods.given") == []
    assert (game.goods("ann"), game.goods("ben")) == ("SS", "SS")
    game.untouched("ben", "cat")


def test_evil_queen_chooses_last_and_peeks() -> None:
    game = grimm_forest(4, friends={"ann": "evil_queen"}, fables={"ben": "wolf roar"})
    assert game.asked("ann") == []
    game.gather(ben="forest wolf", cat="fields", dan="market")
    assert game.offered("ann", "evil_queen.peek") == ["2.gather", "2.fable", "3.gather", "4.gather"]
    game.answers("ann", "evil_queen.peek", "2.fable")
    assert game.told("ann", "fable.seen") == [{"seat": "ben", "fable": "wolf"}]
    assert game.secrets("ben") == []
    assert game.public("evil_queen.peeked") == [{"by": "ann", "seat": "ben", "what": "fable"}]
    game.gather(ann="brickyard")
    game.answers("ben", "monster.place", "market")
    assert game.goods("ann") == "BBB"
    game.untouched("cat", "dan")


def test_evil_queen_peeks_at_a_gather_card() -> None:
    game = grimm_forest(friends={"ann": "evil_queen"})
    game.gather(ben="forest", cat="fields")
    game.answers("ann", "evil_queen.peek", "3.gather")
    assert game.told("ann", "gather.seen") == [{"seat": "cat", "place": "fields"}]
    game.gather(ann="brickyard")
    game.untouched("ben", "cat")


def test_pinocchio_tells_the_truth() -> None:
    game = grimm_forest(4, friends={"ann": "pinocchio"})
    game.answers("ann", "pinocchio.announce", "market")
    assert game.public("pinocchio.announced") == [{"seat": "ann", "place": "market"}]
    game.gather(ann="market", ben="fields", cat="forest", dan="brickyard")
    game.answers("ann", "pinocchio.type", "brick")
    assert game.goods("ann") == "SWBBB"
    game.untouched("ben", "cat", "dan")


def test_pinocchio_lies() -> None:
    game = grimm_forest(friends={"ann": "pinocchio"})
    game.answers("ann", "pinocchio.announce", "forest")
    game.gather(ann="fields", ben="forest", cat="brickyard")
    assert game.goods("ann") == "SSSSS"
    game.untouched("ben", "cat")


def test_pinocchio_who_flees_has_told_the_truth_about_his_card() -> None:
    game = grimm_forest(friends={"ann": "pinocchio"}, fables={"ann": "chinny_chin_chin", "ben": "dragon"})
    game.answers("ann", "pinocchio.announce", "fields")
    game.gather(ann="fields chinny_chin_chin", ben="brickyard dragon", cat="brickyard")
    game.answers("ben", "monster.place", "fields")
    game.answers("ann", "chinny.flee", "forest")
    assert game.goods("ann") == "SSWWWW"
    game.untouched("cat")


def test_rapunzel() -> None:
    """Two a round lie on her; alone her friend climbs up and gains all; lost with her they go to the supply."""
    game = grimm_forest(friends={"ann": "rapunzel"})
    game.answers("ann", "rapunzel.type", "brick")
    game.gather(ann="fields", ben="fields", cat="brickyard")
    assert "special" not in game.offered("ann", "build.act")  # not alone
    game.nobody_builds()
    game.answers("ann", "rapunzel.type", "wood")
    assert game.pig("ann").stored == {"straw": 0, "wood": 2, "brick": 2}
    game.gather(ann="forest", ben="fields", cat="brickyard")
    game.finishes("ben", "cat")
    game.builds("ann", "special")
    assert game.goods("ann") == "SSWWWWWWWWWWBB"
    assert not any(game.pig("ann").stored.values())
    assert "special" not in game.offered("ann", "build.act")


def test_rapunzel_is_lost_with_all_that_lies_on_her() -> None:
    game = grimm_forest(friends={"ann": "rapunzel"}, fables={"ben": "mysterious_stranger"}, friends_on_top="goldilocks")
    game.answers("ann", "rapunzel.type", "brick")
    game.gather(ann="fields", ben="forest mysterious_stranger", cat="brickyard")
    game.answers("ben", "friend.keep", "ann")
    assert (game.friend("ann"), game.goods("ann")) == ("goldilocks", "SSSSS")
    assert not any(game.pig("ann").stored.values())
    game.untouched("cat")


def test_sleeping_beauty() -> None:
    """The chosen player plays the unseen top Fable as his only one, and does not look before all do (R2-9)."""
    game = grimm_forest(friends={"ann": "sleeping_beauty"}, fables={"ben": "roar"}, top="little_helpers")
    game.answers("ann", "sleeping_beauty.player", "ben")
    assert game.asked("ben") == ["gather.place"]
    game.gather(ann="fields", ben="forest", cat="brickyard")
    assert game.hand("ben") == ["roar"]
    assert game.pig("ben").actions == 2
    game.untouched("ann", "cat")
    assert game.discard == ["little_helpers"]


def test_sleeping_beauty_lets_the_dreamer_not_look_and_the_queen_peek() -> None:
    game = grimm_forest(friends={"ann": "sleeping_beauty", "cat": "evil_queen"}, top="wolf")
    game.answers("ann", "sleeping_beauty.player", "ben")
    game.gather(ann="fields", ben="forest")
    assert game.view("ben").plays is None
    assert game.pig("ben").plays
    assert "wolf" not in str(game.heard("ben")) + str(game.heard("ann"))
    game.answers("cat", "evil_queen.peek", "2.fable")
    assert game.told("cat", "fable.seen") == [{"seat": "ben", "fable": "wolf"}]
    game.gather(cat="brickyard")
    assert game.view("ben").plays == "wolf"
    assert game.key == "monster.place"
    assert game.turn == "ben"  # he makes its choices


def test_sleeping_beauty_touches_only_herself_when_nobody_answers() -> None:
    game = grimm_forest(friends={"ann": "sleeping_beauty"}, top="little_helpers")
    assert game.offered("ann", "sleeping_beauty.player") == ["ben", "cat", "ann"]
    game.lets_pass("ann", "sleeping_beauty.player")
    game.gather(ann="fields", ben="forest", cat="brickyard")
    assert game.pig("ann").actions == 2
    game.untouched("ben", "cat")


def test_the_huntsman() -> None:
    """Opponents must play a Fable if they have one; a Monster where he is, is cancelled, and he gains one of each."""
    game = grimm_forest(friends={"ann": "huntsman"}, fables={"ben": "dragon roar", "ann": "giant"}, goods={"ann": "SS"})
    assert game.offered("ben", "gather.fable") == ["dragon", "roar"]
    assert game.asked("cat") == ["gather.place"]
    assert game.offered("ann", "gather.fable") == ["giant", None]
    game.gather(ann="fields", ben="forest dragon", cat="fields")
    game.answers("ben", "monster.place", "fields")
    assert game.goods("ann") == "SSSSSWB"
    assert game.board.cards == ()
    assert game.public("monster.cancelled") == [{"seat": "ann", "friend": "huntsman", "fable": "dragon"}]
    game.untouched("cat")


def test_the_huntsman_does_not_reach_other_locations() -> None:
    game = grimm_forest(friends={"ann": "huntsman"}, fables={"ben": "dragon"}, goods={"ben": "SS"})
    game.gather(ann="forest", ben="fields dragon", cat="brickyard")
    game.answers("ben", "monster.place", "fields")
    assert (game.goods("ann"), game.goods("ben")) == ("WWWW", "SSSSS")
    game.untouched("cat")


def test_the_huntsman_who_is_driven_to_a_monster_cancels_it() -> None:
    """Not only where his card sent him: wherever he stands."""
    game = grimm_forest(
        friends={"ben": "huntsman"},
        fables={"ann": "roar", "cat": "giant"},
        chance={"gather.2": ["forest", "fields", "brickyard"]},
    )
    game.gather(ann="fields roar", ben="fields", cat="brickyard giant")
    game.answers("cat", "monster.place", "forest")
    assert (game.goods("ben"), game.friend("ben")) == ("SWWWWWB", "huntsman")
    assert game.goods("cat") == "BBB"


def test_tom_thumb() -> None:
    game = grimm_forest(friends={"ann": "tom_thumb"})
    assert game.offered("ann", "tom_thumb.take") == ["fields.straw", "forest.wood", "brickyard.brick", None]
    game.answers("ann", "tom_thumb.take", "brickyard.brick")
    game.gather(ann="fields", ben="forest", cat="brickyard")
    assert (game.goods("ann"), game.goods("cat")) == ("SSSSSB", "BB")
    game.untouched("ben", "cat")


# -- after the Gather cards are revealed ------------------------------------------------------------------------------


def test_cinderella() -> None:
    """Two before the others move; they are not Gathered; then all share the rest."""
    game = grimm_forest(friends={"ann": "cinderella"})
    game.gather(ann="fields", ben="fields", cat="brickyard")
    assert (game.goods("ann"), game.goods("ben"), game.there("fields")) == ("SSS", "S", "S")
    assert game.pig("ann").gathered["straw"] == 1
    game.untouched("ben", "cat")


def test_cinderella_finds_nothing_at_an_empty_location() -> None:
    game = grimm_forest(friends={"ann": "cinderella"}, places={"fields": ""})
    game.gather(ann="fields", ben="forest", cat="brickyard")
    assert game.builds_now()
    assert game.public("goods.taken") == [
        {"seat": seat, "place": place, "goods": goods, "why": "gather"}
        for seat, place, goods in (("ben", "forest", {"wood": 4}), ("cat", "brickyard", {"brick": 3}))
    ]
    assert game.goods("ann") == ""
    game.untouched("ben", "cat")


def test_cinderella_at_the_market_chooses_before_the_draft() -> None:
    game = grimm_forest(4, friends={"ben": "cinderella"}, places={"market": "SWBB"})
    game.gather(ann="market", ben="market", cat="fields", dan="forest")
    game.answers("ben", "cinderella.goods", "BB")
    game.answers("ann", "market.draft", "wood")
    assert (game.goods("ann"), game.goods("ben")) == ("W", "SBB")
    game.untouched("cat", "dan")


def test_the_gingerbread_man() -> None:
    """Instead of going: one of each Location; he is nowhere (R2-11)."""
    game = grimm_forest(4, friends={"ann": "gingerbread_man"}, places={"brickyard": ""})
    game.gather(ann="fields", ben="fields", cat="forest", dan="brickyard")
    game.answers("ann", "gingerbread_man.run", "run")
    game.answers("ann", "gingerbread_man.type", "brick")  # of the Market
    assert (game.place_of("ann"), game.goods("ann")) == (None, "SWB")
    assert (game.goods("ben"), game.goods("cat"), game.there("market")) == ("SSSS", "WWW", "SW")
    game.untouched("ben", "cat", "dan")


def test_the_gingerbread_man_may_stay() -> None:
    game = grimm_forest(friends={"ann": "gingerbread_man"})
    game.gather(ann="fields", ben="forest", cat="brickyard")
    game.lets_pass("ann", "gingerbread_man.run")
    assert game.goods("ann") == "SSSSS"
    game.untouched("ben", "cat")


def test_jack_the_giant_slayer() -> None:
    game = grimm_forest(friends={"ann": "jack_the_giant_slayer"})
    game.gather(ann="fields", ben="fields", cat="brickyard")
    assert (game.goods("ann"), game.goods("ben"), game.there("fields")) == ("SSS", "SSS", "S")
    game.untouched("ben", "cat")


def test_jack_is_discarded_against_the_giant_alone() -> None:
    game = grimm_forest(friends={"ann": "jack_the_giant_slayer"}, fables={"ben": "giant"}, goods={"cat": "B"})
    game.gather(ann="forest", ben="forest giant", cat="fields")
    game.answers("ben", "monster.place", "fields")
    assert game.question("ann", "jack_the_giant_slayer.stop").values == {"fable": "giant", "place": "fields"}
    game.answers("ann", "jack_the_giant_slayer.stop", "stop")
    assert game.friend("ann") is None
    game.untouched("cat")
    other = grimm_forest(friends={"ann": "jack_the_giant_slayer"}, fables={"ben": "dragon"})
    other.gather(ann="fields", ben="forest dragon", cat="brickyard")
    other.answers("ben", "monster.place", "fields")
    assert other.builds_now()


def test_thumbelina() -> None:
    """By chance to one of the unplayed ones; only if she likes."""
    game = grimm_forest(friends={"ann": "thumbelina"}, chance={"gather.1": ["brickyard", "forest"]})
    game.gather(ann="fields", ben="fields", cat="forest")
    game.answers("ann", "thumbelina.fly", "fly")
    assert (game.place_of("ann"), game.goods("ann"), game.goods("ben")) == ("brickyard", "BBB", "SSSSS")
    game.untouched("ben", "cat")
    stays = grimm_forest(friends={"ann": "thumbelina"})
    stays.gather(ann="fields", ben="fields", cat="forest")
    stays.lets_pass("ann", "thumbelina.fly")
    assert stays.place_of("ann") == "fields"
    stays.untouched("ann", "ben", "cat")


# -- end of gather ----------------------------------------------------------------------------------------------------


def test_frog_prince() -> None:
    """Not alone: he goes, a new Friend comes (kept or given), and one resource of choice."""
    game = grimm_forest(friends={"ann": "frog_prince"}, friends_on_top="goldilocks")
    game.gather(ann="fields", ben="fields", cat="brickyard")
    game.answers("ann", "friend.keep", "keep")
    game.answers("ann", "frog_prince.type", "brick")
    assert (game.friend("ann"), game.goods("ann")) == ("goldilocks", "SSB")
    game.untouched("ben", "cat")
    alone = grimm_forest(friends={"ann": "frog_prince"})
    alone.gather(ann="fields", ben="forest", cat="brickyard")
    assert alone.builds_now()
    alone.untouched("ann", "ben", "cat")


def test_the_golden_goose() -> None:
    """One more when alone; discarded in the own turn for any two, which is no action."""
    game = grimm_forest(friends={"ann": "golden_goose"})
    game.gather(ann="fields", ben="forest", cat="brickyard")
    game.answers("ann", "golden_goose.type", "brick")
    assert game.goods("ann") == "SSSSSB"
    game.builds("ann", "gain.wood", "gain.wood", "discard")
    game.answers("ann", "golden_goose.goods", "BB")
    assert (game.goods("ann"), game.friend("ann")) == ("SSSSSWWBBB", None)
    game.untouched("ben", "cat")


def test_the_seven_dwarfs() -> None:
    game = grimm_forest(friends={"ann": "seven_dwarfs", "ben": "goldilocks"})
    game.gather(ann="fields", ben="forest", cat="brickyard")
    assert game.question("ann", "build.act").values == {"left": 3}
    game.untouched("ben", "cat")


def test_the_seven_dwarfs_do_not_work_in_company() -> None:
    game = grimm_forest(friends={"ann": "seven_dwarfs"})
    game.gather(ann="fields", ben="fields", cat="brickyard")
    assert game.question("ann", "build.act").values == {"left": 2}
    assert game.public("actions.changed") == []
    game.untouched("ann", "ben", "cat")


def test_snow_white() -> None:
    """Of every opponent there a Fable of his choice, else one resource of her choice, else nothing (R2-19)."""
    game = grimm_forest(
        4, friends={"ann": "snow_white"}, fables={"ben": "wolf giant"}, goods={"cat": "WB"}, places={"fields": ""}
    )
    game.gather(ann="fields", ben="fields", cat="fields", dan="market")
    game.answers("ben", "snow_white.fable", "wolf")
    assert game.offered("ann", "snow_white.type") == ["wood", "brick"]
    game.answers("ann", "snow_white.type", "brick")
    assert (game.hand("ann"), game.hand("ben"), game.goods("ann"), game.goods("cat")) == (["wolf"], ["giant"], "B", "W")
    assert game.told("cat", "fable.given.was") == []
    assert game.told("ann", "fable.given.was") == game.told("ben", "fable.given.was") == [{"name": "wolf"}]
    game.untouched("dan")
    poor = grimm_forest(friends={"ann": "snow_white"}, places={"fields": ""})
    poor.gather(ann="fields", ben="fields", cat="forest")
    assert poor.builds_now()
    poor.untouched("ben", "cat")


# -- building ---------------------------------------------------------------------------------------------------------


def test_fairy_godmother() -> None:
    game = grimm_forest(friends={"ann": "fairy_godmother"}, top="wolf giant roar")
    game.gather(ann="fields", ben="forest", cat="brickyard")
    assert "discard" not in game.offered("ann", "build.act")  # she has no two Fables
    game.builds("ann", "special")
    assert game.hand("ann") == ["giant", "wolf"]
    assert "special" not in game.offered("ann", "build.act")  # once a turn
    game.builds("ann", "discard")
    game.answers("ann", "fairy_godmother.fable", "wolf")
    game.answers("ann", "fairy_godmother.goods", "WB")
    assert (game.hand("ann"), game.goods("ann"), game.friend("ann")) == ([], "SSSSSWB", None)
    assert game.question("ann", "build.act").values == {"left": 1}
    game.untouched("ben", "cat")


def test_goldilocks() -> None:
    """One of the top three; the others back on top in any order."""
    game = grimm_forest(friends={"ann": "goldilocks"}, top="wolf giant roar dragon")
    game.gather(ann="fields", ben="forest", cat="brickyard")
    game.builds("ann", "special")
    assert game.question("ann", "goldilocks.order").values == {"fables": ["wolf", "giant", "roar"]}
    game.answers("ann", "goldilocks.order", "1+2+0")
    game.builds("ann", "draw")
    assert game.hand("ann") == ["giant", "roar"]
    game.builds("ben", "draw", "draw")
    assert game.hand("ben") == ["dragon", "wolf"]
    game.untouched("cat")


def test_hansel_and_gretel() -> None:
    """Walls of opponents cost one more, paid to the holder; his own do not, nor Floors and Roofs."""
    game = grimm_forest(
        friends={"ben": "hansel_and_gretel"},
        houses={"ann": "straw.1", "ben": "wood.1", "cat": "brick.1"},
        friends_on_top="goldilocks",
    )
    game.gather(ann="fields", ben="forest", cat="brickyard")
    game.builds("ann", "build.straw.walls")
    game.answers("ann", "friend.keep", "keep")
    assert (game.goods("ann"), game.goods("ben")) == ("", "SWWWW")
    game.finishes("ann")
    game.builds("ben", "build.wood.walls")
    assert game.goods("ben") == "S"
    game.untouched("cat")


def test_little_mermaid() -> None:
    """When gained two Gather cards are kept; the rest comes back with another Friend; one of each as an action."""
    game = grimm_forest(
        fables={"ann": "mysterious_stranger", "ben": "mysterious_stranger"},
        friends_on_top="little_mermaid goldilocks",
    )
    game.gather(ann="fields mysterious_stranger", ben="forest", cat="brickyard")
    game.answers("ann", "friend.keep", "keep")
    assert game.offered("ann", "little_mermaid.keep") == ["fields+forest", "fields+brickyard", "forest+brickyard"]
    game.answers("ann", "little_mermaid.keep", "forest+brickyard")
    assert game.pig("ann").locked == 1
    assert "fields" not in str(game.public("little_mermaid.locked"))
    game.builds("ann", "special")
    assert game.goods("ann") == "SSSSSSWB"
    game.untouched("cat")
    game.nobody_builds()
    assert game.offered("ann", "gather.place") == ["forest", "brickyard"]
    game.gather(ann="brickyard", ben="forest mysterious_stranger", cat="fields")
    game.answers("ben", "friend.keep", "ann")
    game.nobody_builds()
    assert game.offered("ann", "gather.place") == ["fields", "forest", "brickyard"]


def test_puss_in_boots() -> None:
    """A section by all the rules; one of its price may come from an opponent's board."""
    game = grimm_forest(friends={"ann": "puss_in_boots"}, goods={"ann": "B", "ben": "B", "cat": "B"})
    game.gather(ann="fields", ben="forest", cat="fields")
    game.builds("ann", "special")
    assert "build.brick.floor" in game.offered("ann", "puss_in_boots.section")
    assert "build.wood.floor" not in game.offered("ann", "puss_in_boots.section")
    game.answers("ann", "puss_in_boots.section", "build.brick.floor")
    assert game.offered("ann", "puss_in_boots.payer") == ["ben", "cat"]  # he lacks one himself
    game.answers("ann", "puss_in_boots.payer", "ben")
    assert (game.goods("ann"), game.goods("ben"), game.houses("ann")) == ("SS", "WWWW", ["brick.1"])
    game.untouched("cat")


def test_puss_in_boots_may_pay_all_himself() -> None:
    game = grimm_forest(friends={"ann": "puss_in_boots"}, goods={"ben": "S"})
    game.gather(ann="fields", ben="forest", cat="brickyard")
    game.builds("ann", "special")
    if "puss_in_boots.section" in game.asked("ann"):
        game.answers("ann", "puss_in_boots.section", "build.straw.floor")
    assert game.offered("ann", "puss_in_boots.payer")[-1] is None
    game.lets_pass("ann", "puss_in_boots.payer")
    assert (game.goods("ann"), game.houses("ann")) == ("SSS", ["straw.1"])
    game.untouched("ben", "cat")


def test_red_riding_hood() -> None:
    """The top five are discarded; Wolves and Big Bad Wolves among them are hers, else she draws one (R2-12)."""
    game = grimm_forest(friends={"ann": "red_riding_hood"}, top="wolf giant big_bad_wolf roar dragon roar")
    game.gather(ann="fields", ben="forest", cat="brickyard")
    game.builds("ann", "special")
    assert (game.hand("ann"), game.discard) == (["big_bad_wolf", "wolf"], ["giant", "roar", "dragon"])
    game.untouched("ben", "cat")
    none = grimm_forest(friends={"ann": "red_riding_hood"}, top="giant giant roar roar dragon bridge_troll")
    none.gather(ann="fields", ben="forest", cat="brickyard")
    none.builds("ann", "special")
    assert none.hand("ann") == ["bridge_troll"]


def test_red_riding_hood_is_discarded_against_a_wolf() -> None:
    game = grimm_forest(friends={"ann": "red_riding_hood"}, fables={"ben": "wolf"})
    game.gather(ann="fields", ben="brickyard wolf", cat="forest")
    game.answers("ben", "monster.place", "forest")
    game.answers("ann", "red_riding_hood.stop", "stop")
    assert (game.friend("ann"), game.goods("cat")) == (None, "WWWW")
    game.untouched("cat")
    spared = grimm_forest(friends={"ann": "red_riding_hood"}, fables={"ben": "wolf"})
    spared.gather(ann="fields", ben="brickyard wolf", cat="forest")
    spared.answers("ben", "monster.place", "forest")
    spared.lets_pass("ann", "red_riding_hood.stop")
    assert (spared.friend("ann"), spared.goods("cat")) == ("red_riding_hood", "")


def test_robin_hood_compares_once() -> None:
    """At the end of the phase each opponent who had more gives one of his choice, also when he has no more by then."""
    game = grimm_forest(
        4,
        friends={"ann": "robin_hood"},
        goods={"ben": "WWB", "cat": "B"},
        places={"fields": "SSS", "forest": "W"},
    )
    game.gather(ann="fields", ben="fields", cat="fields", dan="forest")
    game.nobody_builds()
    game.answers("ben", "robin_hood.give", "W")
    assert (game.turn, game.key) == ("cat", "robin_hood.give")  # she had two against one
    game.answers("cat", "robin_hood.give", "B")
    assert [game.goods(name) for name in game.names] == ["SWB", "SWB", "S", "W"]


def test_rumpelstiltskin() -> None:
    """One Straw at the start of the Build phase; all Straw for as much Wood or Brick."""
    game = grimm_forest(friends={"ben": "rumpelstiltskin"}, goods={"ben": "SS"})
    game.gather(ann="fields", ben="forest", cat="brickyard")
    assert game.goods("ben") == "SSSWWWW"  # before anybody's turn
    game.finishes("ann")
    game.builds("ben", "special")
    assert game.offered("ben", "rumpelstiltskin.type") == ["wood", "brick"]
    game.answers("ben", "rumpelstiltskin.type", "brick")
    assert game.goods("ben") == "WWWWBBB"
    game.untouched("cat", "ann")


def test_the_wood_cutter() -> None:
    game = grimm_forest(friends={"ann": "wood_cutter"})
    game.gather(ann="fields", ben="forest", cat="brickyard")
    game.builds("ann", "special")
    assert (game.goods("ann"), game.there("forest")) == ("SSSSSWW", "WW")
    game.untouched("ben", "cat")


def test_the_wood_cutter_is_discarded_against_any_monster() -> None:
    """For everybody, once; the Monster still stands there (R2-7)."""
    game = grimm_forest(friends={"ann": "wood_cutter"}, fables={"ben": "dragon"}, goods={"cat": "B"})
    game.gather(ann="forest", ben="forest dragon", cat="fields")
    game.answers("ben", "monster.place", "fields")
    game.answers("ann", "wood_cutter.stop", "stop")
    assert (game.friend("ann"), game.goods("cat")) == (None, "SSSSSB")
    game.untouched("cat")
