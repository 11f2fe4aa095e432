"""Gathering, the Market, the Prince, building, First Builders and the end, as the rulebook tells them."""

from __future__ import annotations

import pytest
from language.grimm_forest import GrimmForestPlay, grimm_forest, laid, table_of

from bot.games.grimm_forest.table import House

# -- gathering: the rulebook's own example ----------------------------------------------------------------------------


def test_the_rulebooks_example_of_gathering() -> None:
    """Blue (ann) plays the Bridge Troll to the Brickyard, Green (cat) flees from there with Chinny Chin Chin."""
    game = grimm_forest(fables={"ann": "bridge_troll", "cat": "chinny_chin_chin"}, places={"forest": "WWWWW"})
    game.gather(ann="fields bridge_troll", ben="fields", cat="brickyard chinny_chin_chin")
    game.answers("ann", "monster.place", "brickyard")
    game.answers("cat", "chinny.flee", "forest")
    assert (game.goods("ann"), game.goods("ben"), game.goods("cat")) == ("SS", "SS", "WWWWW")
    assert (game.there("fields"), game.there("brickyard")) == ("S", "BBB")
    assert game.discard == ["bridge_troll", "chinny_chin_chin"]
    assert game.board.cards == ()
    game.untouched("ben")
    game.nobody_builds()
    assert [game.there(place) for place in ("fields", "forest", "brickyard")] == ["SSSSSS", "WWWW", "BBBBBB"]
    assert game.board.starter == 2
    assert all(game.place_of(name) is None for name in game.names)


def test_s2_14_the_market_is_drafted_in_turn_order() -> None:
    """Three pigs and five resources: one each, two stay."""
    game = grimm_forest(4, starter="ben", places={"market": "SSWBB"})
    game.gather(ann="market", ben="market", cat="market", dan="fields")
    for name, kind in (("ben", "brick"), ("cat", "straw"), ("ann", "brick")):
        assert (game.turn, game.key) == (name, "market.draft")
        game.answers(name, "market.draft", kind)
    assert [game.goods(name) for name in game.names] == ["B", "B", "S", "SSSSS"]
    assert game.there("market") == "SW"
    game.untouched("ann", "ben", "cat", "dan")
    game.nobody_builds()
    assert game.there("market") == "SSWWB"


def test_s2_14_several_rounds_of_a_draft() -> None:
    game = grimm_forest(4, places={"market": "SSWBB"})
    game.gather(ann="market", ben="market", cat="forest", dan="fields")
    for name, kind in (("ann", "brick"), ("ben", "brick"), ("ann", "straw"), ("ben", "wood")):
        game.answers(name, "market.draft", kind)
    assert (game.goods("ann"), game.goods("ben"), game.there("market")) == ("SB", "WB", "S")
    game.untouched("ann", "ben", "cat", "dan")


def test_alone_at_the_market_one_takes_all_without_a_question() -> None:
    game = grimm_forest(4, places={"market": "SSWBB"})
    game.gather(ann="market", ben="forest", cat="forest", dan="fields")
    assert game.builds_now()
    assert game.goods("ann") == "SSWBB"


def test_there_is_no_market_for_two_or_three() -> None:
    for seats in (2, 3):
        game = grimm_forest(seats)
        assert set(game.board.locations) == {"fields", "forest", "brickyard"}
        assert "market" not in game.view("ann").gather


# -- Prince Regal -----------------------------------------------------------------------------------------------------


def test_s2_13_the_rulebooks_example_of_the_prince() -> None:
    game = grimm_forest(2, places={"brickyard": "BBBBB"}, chance={"prince.die": "brickyard"})
    assert game.there("brickyard") == "BBB"
    assert game.public("prince.takes") == [{"place": "brickyard", "goods": {"brick": 2}}]


@pytest.mark.parametrize(
    ("places", "taken"),
    [
        ({"fields": "S" * 11, "forest": "W" * 10}, "fields"),
        ({"fields": "S" * 11, "forest": "W" * 12}, "forest"),
        ({"fields": "S" * 12, "forest": "W" * 12}, "forest"),
        ({"fields": "S" * 12, "forest": "W" * 12, "brickyard": "B" * 12}, "brickyard"),
        ({"fields": "S" * 13, "brickyard": "B" * 12}, "fields"),
    ],
)
def test_s2_13_the_prince_goes_where_most_is_beyond_ten(places: dict[str, str], taken: str) -> None:
    other = next(place for place in ("fields", "forest", "brickyard") if place != taken)
    game = grimm_forest(2, places=places, chance={"prince.die": other})
    assert [said["place"] for said in game.public("prince.takes")] == [taken]
    assert len(game.there(taken)) == len(places[taken]) - len(places[taken]) // 2


def test_the_prince_is_nobodys_company() -> None:
    game = grimm_forest(2, fables={"ann": "little_helpers"}, chance={"prince.die": "fields"})
    game.gather(ann="fields little_helpers", ben="forest")
    assert (game.pig("ann").actions, game.goods("ann")) == (2, "SSS")
    game.untouched("ben")


# -- building ---------------------------------------------------------------------------------------------------------


def build_table(**things: str) -> GrimmForestPlay:
    game = grimm_forest(goods={"ann": things.pop("goods", "")}, houses={"ann": things.pop("houses", "")}, **things)  # type: ignore[arg-type]
    game.gather(ann="fields", ben="forest", cat="brickyard")
    return game


def test_s2_8_two_four_six_in_order() -> None:
    game = build_table(goods="BBBBBBBBBBBB", friends_on_top="goldilocks")
    game.builds("ann", "build.brick.floor", "build.brick.walls")
    game.answers("ann", "friend.keep", "ben")
    assert (game.goods("ann"), game.houses("ann")) == ("SSSSSBBBBBB", ["brick.2"])
    assert game.friend("ben") == "goldilocks"
    assert {name: count for name, count in game.board.sections.items() if count < 5} == {"brick.1": 4, "brick.2": 4}
    game.untouched("cat")


def test_s2_8_no_second_house_of_a_type_while_one_is_unfinished() -> None:
    """The rulebook's example: 4 Wood, 3 Straw and a Wood Floor allow Wood Walls or a Straw Floor, no Wood Floor."""
    game = grimm_forest(houses={"ann": "wood.1"}, goods={"ann": "SSSWWWW"}, places={"fields": ""})
    game.gather(ann="fields", ben="forest", cat="brickyard")
    offered = [choice for choice in game.offered("ann", "build.act") if choice.startswith("build.")]
    assert offered == ["build.straw.floor", "build.wood.walls"]


def test_several_houses_at_once_and_a_new_one_when_one_is_finished() -> None:
    game = build_table(goods="WWBB", houses="straw.3")
    assert [choice for choice in game.offered("ann", "build.act") if choice.startswith("build.")] == [
        "build.straw.floor",
        "build.wood.floor",
        "build.brick.floor",
    ]


def test_s2_8_five_sites() -> None:
    game = build_table(goods="WWWWWWBB", houses="straw.3 straw.3 straw.3 straw.3 wood.2")
    assert [choice for choice in game.offered("ann", "build.act") if choice.startswith("build.")] == ["build.wood.roof"]


def test_s2_8_sections_run_out() -> None:
    game = grimm_forest(goods={"ann": "WW"}, sections={"straw.1": 0})
    game.gather(ann="fields", ben="forest", cat="brickyard")
    assert [choice for choice in game.offered("ann", "build.act") if choice.startswith("build.")] == [
        "build.wood.floor"
    ]
    assert game.is_refused("ann", "build.act", "build.straw.floor") == "not_offered"


def test_undo_gives_everything_back() -> None:
    """Goods, sections, sites, cheap ones too, and the action."""
    game = grimm_forest(goods={"ann": "WWB"}, corners={"ann": 1})
    game.gather(ann="fields", ben="forest", cat="brickyard")
    before = game.pig("ann"), game.board.sections, game.offered("ann", "build.act")
    game.builds("ann", "build.straw.floor.cheap", "gain.brick")
    assert game.houses("ann") == ["straw.1.cheap"]
    assert game.offered("ann", "build.act") == ["undo", "done"]  # nothing left, but to be confirmed
    game.builds("ann", "undo", "undo")
    assert (game.pig("ann"), game.board.sections, game.offered("ann", "build.act")) == before
    assert [said["action"] for said in game.public("build.undone")] == ["gain.brick", "build.straw.floor.cheap"]
    game.builds("ann", "build.wood.floor", "undo", "build.brick.floor.cheap", "build.straw.floor", "done")
    assert (game.goods("ann"), game.houses("ann")) == ("SSSWW", ["brick.1.cheap", "straw.1"])
    assert game.turn == "ben"
    game.untouched("ben", "cat")


def test_a_drawn_card_cannot_be_undone() -> None:
    game = build_table()
    game.builds("ann", "gain.wood")
    assert "undo" in game.offered("ann", "build.act")
    game.builds("ann", "draw")
    assert game.turn == "ben"  # and nothing is left to confirm
    assert len(game.hand("ann")) == 1


def test_when_nobody_answers_nothing_is_built() -> None:
    game = build_table(goods="SSWWBB")
    game.lets_pass("ann", "build.act")
    assert (game.houses("ann"), game.turn) == ([], "ben")


def test_special_actions_once_a_turn_but_a_new_friends_too() -> None:
    game = grimm_forest(
        friends={"ann": "wood_cutter"}, goods={"ann": "WW"}, houses={"ann": "wood.1"}, fables={"ann": "little_helpers"},
        friends_on_top="little_mermaid",
    )  # fmt: skip
    game.gather(ann="fields little_helpers", ben="forest", cat="brickyard")
    game.builds("ann", "special")
    assert "special" not in game.offered("ann", "build.act")
    game.builds("ann", "build.wood.walls")
    game.answers("ann", "friend.keep", "keep")
    game.answers("ann", "little_mermaid.keep", "fields+forest")
    game.builds("ann", "special")
    assert game.goods("ann") == "SSSSSSWB"
    game.untouched("ben", "cat")


def test_s2_9_a_given_friend_replaces_the_old_one() -> None:
    """The rulebook's example: Goldilocks is kept, Rumpelstiltskin is passed on."""
    game = grimm_forest(
        friends={"ann": "goldilocks", "ben": "tom_thumb"},
        goods={"ann": "WWWW"},
        houses={"ann": "wood.1"},
        friends_on_top="rumpelstiltskin",
    )
    game.lets_pass("ben", "tom_thumb.take")
    game.gather(ann="fields", ben="forest", cat="brickyard")
    game.builds("ann", "build.wood.walls")
    game.answers("ann", "friend.keep", "ben")
    assert (game.friend("ann"), game.friend("ben")) == ("goldilocks", "rumpelstiltskin")
    assert game.goods("ben") == "WWWW"  # the start of the Build phase is over
    assert game.public("friend.lost") == [{"seat": "ben", "friend": "tom_thumb"}]
    game.untouched("cat")


@pytest.mark.parametrize("gift", ["friend", "fables", "goods"])
def test_s2_10_first_builder(gift: str) -> None:
    game = grimm_forest(goods={"ann": "S"}, houses={"ann": "straw.2"}, top="wolf roar", friends_on_top="goldilocks")
    game.gather(ann="fields", ben="forest", cat="brickyard")
    game.builds("ann", "build.straw.roof")
    assert game.question("ann", "first_builder.gift").default == "goods"
    game.answers("ann", "first_builder.gift", gift)
    if gift == "friend":
        game.answers("ann", "friend.keep", "keep")
    assert game.pig("ann").tokens == ("straw",)
    assert game.friend("ann") == ("goldilocks" if gift == "friend" else None)
    assert game.hand("ann") == (["roar", "wolf"] if gift == "fables" else [])
    assert game.goods("ann") == ("SWB" if gift == "goods" else "")
    game.untouched("ben", "cat")


def test_s2_10_each_token_once_ever() -> None:
    """Also when the house has been blown down since."""
    game = grimm_forest(goods={"ann": "SSSSSS"}, houses={"ann": "straw.2", "ben": "straw.2"}, tokens={"ben": "straw"})
    game.gather(ann="fields", ben="forest", cat="brickyard")
    game.builds("ann", "build.straw.roof")
    assert game.key == "build.act"
    assert (game.pig("ann").tokens, game.pig("ben").tokens) == ((), ("straw",))


# -- the end ----------------------------------------------------------------------------------------------------------


def ended(tokens: dict[str, str] | None = None, **houses: str) -> GrimmForestPlay:
    game = grimm_forest(houses=houses, tokens=tokens)
    game.gather(ann="fields", ben="forest", cat="brickyard")
    game.nobody_builds()
    return game


def test_r2_17_all_finish_the_build_phase() -> None:
    game = grimm_forest(
        houses={"ann": "straw.3 straw.3 straw.2", "ben": "wood.3 wood.3 wood.2"},
        goods={"ann": "S", "ben": "WW"},
        tokens={"cat": "straw wood"},
    )
    game.gather(ann="fields", ben="forest", cat="brickyard")
    game.builds("ann", "build.straw.roof", "done")
    assert game.outcome is None
    game.builds("ben", "build.wood.roof", "done")
    game.finishes("cat")
    assert game.winners == ["ben"]
    assert game.board.reason == "more_wood"


def test_s2_12_one_with_three_houses_wins() -> None:
    game = ended(ann="straw.3 straw.3 straw.3", ben="brick.3 brick.3 brick.2")
    assert (game.winners, game.board.reason, game.board.phase) == (["ann"], "three_houses", "over")
    assert game.outcome is not None
    assert game.outcome.results == {1: "won", 2: "lost", 3: "lost"}
    assert game.match.open == []


def test_the_rulebooks_example_of_a_tie() -> None:
    game = ended(ann="brick.3 brick.3 straw.3", ben="brick.3 wood.3 wood.3")
    assert (game.winners, game.board.reason) == (["ann"], "more_brick")


def test_r2_16_only_complete_houses_break_a_tie() -> None:
    game = ended(ann="wood.3 straw.3 straw.3 brick.2", ben="wood.3 wood.3 straw.3")
    assert (game.winners, game.board.reason) == (["ben"], "more_wood")


@pytest.mark.parametrize(
    ("tokens", "winners", "reason"),
    [
        ({"ann": "straw wood", "ben": "brick"}, ["ben"], "first_builder"),
        ({"ann": "straw", "ben": "wood", "cat": "brick"}, ["ben"], "first_builder"),
        ({"ann": "straw", "cat": "brick wood"}, ["ann"], "first_builder"),
        ({"cat": "straw wood brick"}, ["ann", "ben"], "three_houses"),
    ],
)
def test_r2_16_tokens(tokens: dict[str, str], winners: list[str], reason: str) -> None:
    """The Brick token, then Wood, then Straw: the first one that a tied player owns; none: they share."""
    game = ended(tokens, ann="brick.3 wood.3 straw.3", ben="brick.3 wood.3 straw.3")
    assert (game.winners, game.board.reason) == (winners, reason)
    assert game.outcome is not None
    assert game.outcome.results[1] == ("won" if winners == ["ann"] else "shared" if "ann" in winners else "lost")


def test_houses_that_were_blown_down_do_not_count() -> None:
    game = grimm_forest(houses={"ben": "straw.3 straw.3 straw.3"}, fables={"ann": "big_bad_wolf"})
    game.gather(ann="forest big_bad_wolf", ben="fields", cat="brickyard")
    game.answers("ann", "monster.place", "fields")
    game.answers("ann", "big_bad_wolf.house", 2)
    game.nobody_builds()
    assert game.outcome is None


def test_a_house_blown_down_can_be_built_again() -> None:
    game = grimm_forest(houses={"ann": "straw.1"})
    table = table_of(game.match)
    table.pigs[1].houses = [House("straw", 2)]
    again = laid(table)
    again.gather(ann="fields", ben="forest", cat="brickyard")
    again.builds("ann", "gain.straw", "build.straw.roof")
    again.answers("ann", "first_builder.gift", "goods")
    assert again.houses("ann") == ["straw.3"]


def test_a_place_is_decided_on_before_the_fable_and_nobody_else_knows() -> None:
    """Both cards are laid down together; until then the own hand alone marks the place."""
    game = grimm_forest(fables={"ann": "roar dragon"})
    game.answers("ann", "gather.place", "forest")
    assert (game.view("ann").picked, game.view("ann").chosen) == ("forest", None)
    assert {game.view(name).picked for name in ("ben", "bystander")} == {None}
    assert not game.pig("ann").chosen
    game.answers("ann", "gather.fable", "roar")
    assert (game.view("ann").picked, game.view("ann").chosen) == (None, "forest")
    assert game.pig("ann").chosen
