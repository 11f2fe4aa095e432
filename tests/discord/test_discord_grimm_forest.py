"""The Grimm Forest as people at a table live it: by clicks alone, in direct messages, on the board and in My seat."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
import simcord
from rooms.any_game import Seen, alts, parts, turned_down
from rooms.grimm_forest import GrimmForestRoom, builder, grimm_forest_room
from support.sizes import size

from bot.engine.questions import Question
from bot.games.grimm_forest.fable import FABLES
from bot.games.grimm_forest.views import GrimmForestView
from bot.recaps.recap import Recap
from bot.recaps.verifying import verify
from bot.ui.panels import TEXT_MOST

DRAGON_FOR_ANN = ["dragon", "spy_network", "roar", "wolf"]
"""The top of the Fable deck where ann draws twice."""


async def first_round(
    table: GrimmForestRoom, *, ann: tuple[str, ...] = ("draw", "draw"), ben: tuple[str, ...] = ()
) -> None:
    """Ann to the Fields, Ben to the Forest, each alone; then both build."""
    await table.goes(ann="fields", ben="forest")
    await table.builds("ann", *ann, *(["done"] if len(ann) < 2 else []))
    await table.builds("ben", *ben, "done")


def options(message: Seen, custom_id: str) -> list[dict[str, Any]]:
    """The options of a menu as they are read."""
    return next(
        list(part["options"]) for part in parts(message.message.components) if part.get("custom_id") == custom_id
    )


# -- whole games -------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("real_pictures")
async def test_two_people_play_to_the_finale(tmp_path: Path) -> None:
    async with grimm_forest_room(tmp_path, starter=None, closed=["ben"]) as table:
        table.newcomer("zoe")
        await table.begin()
        greeting = table.texts()[0]
        assert all(table.actor(name).user.mention in greeting for name in table.people)
        assert "**Round 1" in greeting
        assert not any(message.controls for message in table.messages(table.room)), "it happens in the thread"
        assert "DMs" in table.public() or "direct messages" in table.public(), "ben is told where his cards are"

        await table.play_on(lambda view: view.round == 3)
        assert "Cards are chosen in secret. Round 3." in table.board.pictured
        assert {"My seat", "Text"} <= set(table.board.labels)
        assert len(table.messages(table.dm("ann"))) == 1, "her panel stays where it is"
        of_the_rounds = [message for message in table.messages(viewer="zoe") if message.lines]
        assert len(of_the_rounds) <= 3 * 3, "two or three messages a round, whatever happens"

        await table.play_on(lambda view: False)
        assert await table.is_over()
        await table.time(5)
        finale = table.board
        assert "wins!" in finale.text
        assert "complete" in finale.pictured
        assert "First Builder" in finale.pictured
        assert finale.labels == ["Rematch", "The story", "Text"]
        (recap_file,) = [one for one in finale.message.attachments if one["filename"].startswith("recap")]
        assert verify(Recap.model_validate_json(table.file(recap_file))) is None

        story = await table.reads_on("zoe", await table.presses("zoe", "The story"))
        assert "### Round 1 · Starting Player: " in story
        assert "What everybody did" not in story, "each turn of building is told for itself"
        assert "the game is over" in table.dm_text("ann")
        assert "You hold no Fables." not in table.dm_text("ann"), "nobody needs any more of them"


async def test_four_people_share_the_market(tmp_path: Path) -> None:
    async with grimm_forest_room(tmp_path, 4, starter="ben") as table:
        await table.begin()
        assert "Market: 1 Straw, 1 Wood, 1 Brick" in table.board.pictured
        panel, _ = await table.panel("ann", "gather.place")
        assert panel.labels[:4] == [
            "Fields (5)", "Forest (4)", "Brickyard (3)", "Market (1 each)",
        ]  # fmt: skip
        await table.goes(ann="market", ben="market", cat="fields", dan="fields")
        panel, _ = await table.panel("ben", "market.draft")
        assert panel.labels[:3] == ["straw", "wood", "brick"]
        await table.answers("ben", "market.draft", "brick")
        await table.answers("ann", "market.draft", "wood")
        await table.time(2)
        view = await table.view()
        assert view.locations["market"] == {"straw": 1, "wood": 0, "brick": 0}, "one each; the third stays"
        assert [view.pig(seat).goods["straw"] for seat in (3, 4)] == [2, 2], "five shared by two, and one stays"
        assert "**ann**: 1 wood" in table.public()
        assert "**ben**: 1 brick. **cat**: 2 straw. **dan**: 2 straw. **ann**: 1 wood." in table.public()
        assert "ben builds. Round" in table.board.pictured
        await table.play_on(lambda view: view.round == 2)
        assert "3. cat, Starting Player" in table.board.pictured


async def test_computers_play_along(tmp_path: Path) -> None:
    async with grimm_forest_room(tmp_path, 3, computers=["ben", "cat"], options={"advanced": True}) as table:
        await table.begin()
        await table.play_on(lambda view: view.round == 3)
        assert "Round 3." in table.board.pictured


@pytest.mark.full_size
async def test_random_answers_through_the_real_panels(tmp_path: Path) -> None:
    """Whatever cards come up with both decks: each of their questions has a control on a panel that can be pressed."""
    dice, keys, options = Random(3), set(), {"advanced": True}

    def at_random(question: Question, view: GrimmForestView) -> Any:
        keys.add(question.key)
        wanted = [one for one in question.choices if str(one).startswith(("build.", "special", "draw"))]
        return dice.choice(wanted or [one for one in question.choices if one is not None])

    async with grimm_forest_room(tmp_path, 3, starter=None, closed=["ben"], options=options) as table:
        await table.begin()
        await table.play_on(lambda view: view.round == size(5, full=7), at_random)
        assert len(keys) > size(10, full=12), keys
        assert all(len(message.text) <= TEXT_MOST for message in table.messages())
        told = [message for message in table.messages() if message.lines]
        assert len(told) <= 6 * 5, "two of each round, and one for each card that stops the game to ask"


# -- choosing in secret ------------------------------------------------------------------------------------------------


async def test_place_and_fable_are_answered_in_any_order(tmp_path: Path) -> None:
    async with grimm_forest_room(tmp_path, fables=DRAGON_FOR_ANN) as table:
        await table.begin()
        await first_round(table)
        panel, _ = await table.panel("ann", "gather.fable")
        told = await table.reads_text("ann", panel)
        assert "**Dragon** (Monster, before collecting). All players at his Location lose" in told
        assert "**Your hand** (2)" in told
        assert "**Your hand**" not in panel.text, "the picture above it shows these cards"
        assert "Dragon" in panel.pictured
        (menu,) = [control for control in panel.controls if control.startswith("mm:s:")]
        shown = options(panel, menu)
        assert [one["label"] for one in shown] == ["Dragon", "Spy Network"]
        assert shown[1]["description"].startswith("Draw 1 Fable for each player")
        assert "Play no Fable" in panel.labels
        assert {"Fields (5)", "Forest (4)"} <= set(panel.labels), "both questions on one panel"

        done = await table.answers("ann", "gather.fable", "dragon")
        assert "Your Fable lies face down: *Dragon*." in done.text
        assert "dragon" not in table.board.text.casefold()
        await table.time(2)
        assert "Everybody is choosing cards" in table.board.text, "her place is still open"
        done = await table.answers("ann", "gather.place", "brickyard")
        assert "face down: **Brickyard**" in done.text
        await table.time(2)
        assert "Still choosing cards: **ben** ·" in table.board.text
        assert "Where does your pig go?" in table.dm_text("ben")
        assert "Still choosing cards" not in table.dm_text("ben"), "it would go on saying so when others have chosen"
        assert "Dragon" not in table.public()
        seat = (await table.presses("ann", "My seat")).seen
        assert "Brickyard (chosen)" in seat.pictured
        assert "Your Gather card" not in seat.text, "the picture above it marks the card"

        await table.goes(ben="forest")
        assert "Dragon" in table.board.pictured
        await table.answers("ann", "monster.place", "forest")
        await table.time(3)
        assert "The *Dragon* burns what **ben** has: 4 wood" in table.public()
        assert (await table.view()).pig(2).goods == {"straw": 0, "wood": 4, "brick": 0}, "gathered after the fire"


async def test_a_big_hand_is_shortened_and_each_card_can_be_read(tmp_path: Path) -> None:
    names = [name for name, card in FABLES.items() if not card.advanced]
    async with grimm_forest_room(tmp_path, fables=names) as table:
        await table.begin()
        (await table.rules_see()).pigs[1].fables.extend(names)
        await table.goes(ann="fields", ben="forest")
        await table.builds("ann", "draw")
        panel, _ = await table.panel("ann", "build.act")
        assert "lose all resources on their boards" not in panel.text
        assert "*Dragon*" in panel.text
        assert len(panel.text) <= TEXT_MOST
        assert panel.text.rstrip().endswith("own material."), "nothing is cut off"
        menu = f"mm:tale:{table.match_id}:0"
        read = await table.selects("ann", panel, menu, ["dragon"])
        assert "lose all resources on their boards" in read.text
        assert "does not know this button" in await turned_down(table, table.forges("ann", panel, menu, ["soup"]))
        assert "does not know this button" in await turned_down(table, table.forges("ann", panel, menu))


async def with_every_fable(table: GrimmForestRoom) -> tuple[Seen, str]:
    """Ann holds one of each Fable when the second round begins; her panel, and how its controls begin."""
    await table.begin()
    (await table.rules_see()).pigs[1].fables.extend(FABLES)
    await first_round(table, ann=())
    return await table.panel("ann", "gather.fable")


def clocks_on(message: Seen) -> list[int]:
    """When clocks run out, as this message says: epoch seconds."""
    return [int(found) for found in re.findall(r"<t:([0-9]+):R>", message.text)]


async def until_s(table: GrimmForestRoom) -> int:
    """When the next clock runs out by people's own clocks, in epoch seconds."""
    match = await table.run(lambda: table.mirror.service.snapshot(table.match_id))
    return int(min(match.deadlines.values()) // 1000)


async def test_more_fables_than_a_menu_holds_are_shown_in_pages(tmp_path: Path) -> None:
    async with grimm_forest_room(tmp_path, options={"advanced": True}) as table:
        panel, place = await with_every_fable(table)
        hand, menu = sorted(FABLES), f"mm:s:{place}"
        assert panel.offered(menu) == hand[:25]
        assert "More" in panel.labels
        assert "Earlier" not in panel.labels
        assert {"Play no Fable", "Fields (5)"} <= set(panel.labels), "the other question is where it was"
        public, of_ben = table.texts(), table.texts(table.dm("ben"))

        turned = (await table.presses("ann", "More", panel)).seen
        assert turned.message.id == panel.message.id, "in place of the page before"
        assert turned.offered(menu) == hand[25:]
        assert {"Earlier", "Play no Fable"} <= set(turned.labels)
        assert "More" not in turned.labels
        await table.time(3)
        assert (table.texts(), table.texts(table.dm("ben"))) == (public, of_ben), "nobody else notices"
        assert "gather.fable" in await table.asked("ann"), "nothing is answered by it"

        pictured, said = alts(turned), clocks_on(turned)
        await table.restart(outage_s=90)
        (still,) = [one for one in table.messages(table.dm("ann")) if one.id == panel.id]
        assert still.offered(menu) == hand[25:], "it says when time is up now, and nothing else on it has changed"
        assert (alts(still), clocks_on(still)) == (pictured, [await until_s(table)])
        assert pictured
        assert clocks_on(still) > said
        back = (await table.clicks("ann", turned, f"mm:turn:{place}:0")).seen
        assert back.offered(menu) == hand[:25], "a button of a dead process turns as well"
        done = await table.answers("ann", "gather.fable", "wolf")
        assert "Your Fable lies face down: *Wolf*." in done.text
        await table.goes(ann="fields", ben="forest")
        assert "Wolf" in table.board.pictured


async def test_pages_turn_on_my_seat_as_well(tmp_path: Path) -> None:
    async with grimm_forest_room(tmp_path, closed=["ann"], options={"advanced": True}) as table:
        panel, place = await with_every_fable(table)
        assert panel.message.channel_id == table.thread.id, "her DMs are closed: it is My seat"
        turned = await table.presses("ann", "More", panel)
        assert turned.result.response is not None
        assert turned.result.response.ephemeral
        assert "hand.jpg" in [one.filename for one in turned.result.response.attachments]
        assert turned.seen.offered(f"mm:s:{place}") == sorted(FABLES)[25:]
        await table.selects("ann", turned.seen, f"mm:s:{place}", ["wishing_well"])
        assert (await table.view("ann")).chosen is None, "she has not said where to go"
        assert "gather.fable" not in await table.asked("ann")


async def test_pages_are_turned_by_nobody_else_and_only_as_long_as_it_is_asked(tmp_path: Path) -> None:
    async with grimm_forest_room(tmp_path, options={"advanced": True}) as table:
        table.newcomer("zoe")
        panel, place = await with_every_fable(table)
        match, checkpoint, question = place.split(":")
        mine = table.messages(table.dm("ben"))[-1]
        more = f"mm:turn:{place}:1"
        assert "no seat" in await turned_down(table, table.forges("zoe", table.board, more))
        assert "That moment has passed" in await turned_down(table, table.forges("ben", mine, more))
        for forged in (f"mm:turn:{place}", f"mm:turn:{place}:x", f"mm:turn:{place}:{1 << 64}"):
            assert "does not know this button" in await turned_down(table, table.forges("ann", panel, forged))
        stale = f"mm:turn:{match}:{int(checkpoint) - 1}:{question}:1"
        assert "That moment has passed" in await turned_down(table, table.forges("ann", panel, stale))
        for beyond, there in ((99, 25), (-1, 0)):
            shown = (await table.forges("ann", panel, f"mm:turn:{place}:{beyond}")).seen
            assert shown.offered(f"mm:s:{place}")[0] == sorted(FABLES)[there]
        await table.answers("ann", "gather.fable", "dragon")
        assert "That moment has passed" in await turned_down(table, table.forges("ann", panel, more))


async def test_pages_speak_german_where_people_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = simcord.interactions.base_payload

    def in_german(backend: Any, **more: Any) -> Any:
        record, payload = real(backend, **more)
        payload["locale"] = "de"
        return record, payload

    monkeypatch.setattr(simcord.interactions, "base_payload", in_german)
    async with grimm_forest_room(tmp_path, options={"advanced": True}, locale="de") as table:
        panel, place = await with_every_fable(table)
        assert _placeholder(panel, f"mm:s:{place}").endswith("(1–25 von 32)")
        turned = (await table.presses("ann", "Nächste Seite", panel)).seen
        assert _placeholder(turned, f"mm:s:{place}").endswith("(26–32 von 32)")
        assert "Vorige Seite" in turned.labels


def _placeholder(message: Seen, custom_id: str) -> str:
    """What a menu says as long as nothing is chosen."""
    return next(
        str(part["placeholder"]) for part in parts(message.message.components) if part.get("custom_id") == custom_id
    )


async def test_a_big_mixture_of_goods_is_chosen_at_once(tmp_path: Path) -> None:
    """Half of a full Market: 12 goods of three types, on three pages."""
    async with grimm_forest_room(tmp_path, 4, starter="ann") as table:
        await table.begin()
        hidden = await table.rules_see()
        hidden.locations["market"] = {"straw": 7, "wood": 7, "brick": 7}
        hidden.pigs[1].fables.append("hidden_vault")
        await table.play_on(lambda view: view.round == 2, wanders)
        assert (await table.view()).locations["market"] == {"straw": 8, "wood": 8, "brick": 8}
        await table.goes(fables={"ann": "hidden_vault"}, ann="fields", ben="fields", cat="forest", dan="brickyard")
        panel, place = await table.panel("ann", "hidden_vault.goods")
        menu = f"mm:s:{place}"
        offered = panel.offered(menu)
        while "More" in panel.labels:
            panel = (await table.presses("ann", "More", panel)).seen
            offered += panel.offered(menu)
        assert len(offered) == len(set(offered)) == 61
        assert all(sorted(word, key="SWB".index) == list(word) and len(word) == 12 for word in offered)
        before = (await table.view()).pig(1).goods
        await table.selects("ann", panel, menu, ["WWWWBBBBBBBB"])
        after = (await table.view()).pig(1).goods
        assert {kind: after[kind] - before[kind] for kind in after} == {"straw": 0, "wood": 4, "brick": 8}


def wanders(question: Question, view: GrimmForestView) -> Any:
    """Goes anywhere but to the Market, plays nothing and builds nothing."""
    if question.key == "gather.place":
        return question.choices[question.seat % 3]
    return question.choices[-1]


async def test_the_evil_queen_looks_and_chooses_last(tmp_path: Path) -> None:
    async with grimm_forest_room(tmp_path, 3, options={"advanced": True}) as table:
        await table.begin()
        await table.goes(ann="fields", ben="forest", cat="brickyard")
        (await table.rules_see()).pigs[2].friend = "evil_queen"
        await table.play_on(lambda view: view.round == 2)
        assert await table.asked("ben") == []
        assert "Still choosing cards: **ann**, **cat** ·" in table.board.text
        await table.goes(ann="brickyard", cat="fields")
        assert "Still choosing cards: **ben** ·" in table.board.text
        panel, _ = await table.panel("ben", "evil_queen.peek")
        assert panel.labels[:2] == ["Gather card of cat", "Gather card of ann"]
        seen = await table.answers("ben", "evil_queen.peek", "1.gather")
        assert "The Gather card of **ann**: **Brickyard**." in seen.text
        assert {"Fields (5)", "Forest (4)"} & set(seen.seen.labels), "and now ben chooses, on the same panel"
        await table.time(2)
        assert "Still choosing cards: **ben**" in table.board.text
        assert "*Evil Queen* of **ben** looks at the Gather card of **ann**" in table.public()
        assert "The Gather card of **ann**" not in table.public() + table.dm_text("cat")
        await table.goes(ben="forest")
        (brickyard,) = [line for line in table.board.pictured.splitlines() if line.startswith("Brickyard: ")]
        assert "Pig 1" in brickyard


# -- building ----------------------------------------------------------------------------------------------------------


async def test_several_actions_on_one_panel_with_undo(tmp_path: Path) -> None:
    async with grimm_forest_room(tmp_path, friends=["aladdin"]) as table:
        await table.begin()
        await table.goes(ann="fields", ben="forest")
        panel, _ = await table.panel("ann", "build.act")
        assert "2 actions left" in panel.text
        assert panel.labels[:6] == ["Floor of straw (2)", "+ 1 straw", "+ 1 wood", "+ 1 brick", "Draw a Fable", "Done"]
        done = await table.answers("ann", "build.act", "build.straw.floor")
        assert "Floor of straw: built." in done.text
        assert "1 action left" in done.text
        assert "Undo" in done.seen.labels
        await table.time(2)
        assert "Straw (floor)" in table.board.pictured
        undone = await table.answers("ann", "build.act", "undo")
        assert "Taken back." in undone.text
        assert "Undo" not in undone.seen.labels
        await table.time(2)
        assert "Straw: floor" not in table.board.pictured
        assert len(table.messages(table.dm("ann"))) == 1
        await table.builds("ann", "gain.straw", "undo", "build.straw.floor", "gain.straw", "done")
        assert "floor" not in "".join(table.told()), "told when all have built"
        await table.builds("ben", "build.wood.floor", "gain.wood", "done")
        assert "• **ann**: took 1 straw, floor of straw" in table.public()
        assert "• **ben**: took 1 wood, floor of wood" in table.public()
        assert "takes back" not in table.public()


async def test_done_with_actions_left_asks_once(tmp_path: Path) -> None:
    async with grimm_forest_room(tmp_path, options={"build_seconds": 600}) as table:
        await table.begin()
        await table.goes(ann="fields", ben="forest")
        panel, place = await table.panel("ann", "build.act")
        told, asked = table.texts(), await table.presses("ann", "Done", panel)
        assert "You still have 2 actions" in asked.text
        assert asked.seen.labels == ["Yes, I am done", "Back to building"]
        back = await table.presses("ann", "Back to building", asked.seen)
        assert "2 actions left" in back.text
        assert (await table.view()).to_act == 1
        assert table.texts() == told, "nobody has seen anything of it"
        bens = table.messages(table.dm("ben"))[-1]
        assert "moment has passed" in await turned_down(table, table.forges("ben", bens, f"mm:done:{place}"))

        asked = await table.presses("ann", "Done", back.seen)
        await table.presses("ann", "Yes, I am done", asked.seen)
        await table.time(2)
        assert (await table.view()).to_act == 2
        assert "moment has passed" in await turned_down(table, table.forges("ann", panel, f"mm:done:{place}"))

        await table.builds("ben", "gain.wood", "gain.wood")
        panel, _ = await table.panel("ben", "build.act")
        assert "0 actions left" in panel.text, "only the Undo is open"
        assert "A floor costs" not in panel.text, "nothing can be built any more"
        await table.presses("ben", "Done", panel)
        await table.time(2)
        assert (await table.view()).round == 2, "with nothing left it asks nothing"


async def test_walls_bring_a_friend_who_can_be_given_away(tmp_path: Path) -> None:
    async with grimm_forest_room(tmp_path, friends=["hansel_and_gretel", "aladdin"]) as table:
        await table.begin()
        await first_round(table, ann=("build.straw.floor", "gain.straw", "done"), ben=("build.wood.floor", "gain.wood"))
        await table.goes(ben="forest", ann="fields")
        await table.builds("ben", "build.wood.walls")
        panel, _ = await table.panel("ben", "friend.keep")
        assert "You meet *Hansel & Gretel*" in panel.text
        assert "Walls cost your opponents 1 more" in panel.text, "the card explains itself"
        assert panel.labels[:2] == ["Keep", "Give to ann"]
        await table.answers("ben", "friend.keep", "keep")
        await table.builds("ben", "done")
        assert "Hansel & Gretel" in table.board.pictured
        panel, _ = await table.panel("ann", "build.act")
        assert "Walls of straw (5)" in panel.labels
        await table.builds("ann", "build.straw.walls")
        await table.answers("ann", "friend.keep", "2")
        await table.time(2)
        assert (await table.view()).pig(2).friend == "aladdin"
        below_the_words = (await table.presses("ben", "Text", table.board)).seen
        read = await table.selects("ben", below_the_words, f"mm:tale:{table.match_id}:0", ["aladdin"])
        wolf = await table.forges("ben", below_the_words, f"mm:tale:{table.match_id}:0", ["wolf"])
        assert "Red Riding Hood" in wolf.text, "both are in this game"
        assert "Huntsman" not in wolf.text, "an advanced card"
        assert "say aloud whether you will be **alone**" in read.text


async def test_the_host_takes_back_the_last_action(tmp_path: Path) -> None:
    async with grimm_forest_room(tmp_path) as table:
        await table.begin()
        await table.goes(ann="fields", ben="forest")
        await table.builds("ann", "build.straw.floor", "gain.brick", "done")
        shown = await table.says("ann", "table rewind")
        menu = f"mm:moment:{table.match_id}:1"
        built = "ann built, or did something else"
        assert {built, f"{built} (2)", f"{built} (3)"} == {one["label"] for one in options(shown.seen, menu)[1:]}
        asked = await table.chooses("ann", shown.seen, menu, shown.seen.offered(menu)[-2])
        done = await table.presses("ann", "Turn back time", asked.seen)
        assert "Time is turned back" in done.text
        await table.time(3)
        assert (await table.view()).pig(1).goods == {"straw": 3, "wood": 0, "brick": 0}
        await table.builds("ann", "gain.wood", "done")
        assert (await table.view()).pig(1).goods == {"straw": 3, "wood": 1, "brick": 0}


# -- refusals, restarts, bystanders ------------------------------------------------------------------------------------


async def test_forged_stale_and_double_clicks_change_nothing(tmp_path: Path) -> None:
    async with grimm_forest_room(tmp_path, fables=DRAGON_FOR_ANN) as table:
        await table.begin()
        panel, place = await table.panel("ann", "gather.place")
        for value in ("market", "-", "x", "1"):
            assert "not offered" in await turned_down(table, table.forges("ann", panel, f"mm:a:{place}:{value}"))
        bens, bens_place = await table.panel("ben", "gather.place")
        refusal = await turned_down(table, table.forges("ben", bens, f"mm:a:{place}:fields"))
        assert "moment has passed" in refusal, "ann's question is not ben's"
        await table.answers("ann", "gather.place", "fields")
        assert "moment has passed" in await turned_down(table, table.forges("ann", panel, f"mm:a:{place}:forest"))
        await table.answers("ben", "gather.place", "forest")
        await table.time(3)
        assert "moment has passed" in await turned_down(
            table, table.forges("ben", bens, f"mm:a:{bens_place}:brickyard")
        )

        panel, place = await table.panel("ann", "build.act")
        for value in ("build.brick.floor", "build.straw.walls", "undo", "special", "gain.gold"):
            assert "not offered" in await turned_down(table, table.forges("ann", panel, f"mm:a:{place}:{value}"))
        await table.clicks("ann", panel, f"mm:a:{place}:draw")
        assert "moment has passed" in await turned_down(table, table.forges("ann", panel, f"mm:a:{place}:draw"))
        await table.builds("ann", "gain.straw")
        assert "moment has passed" in await turned_down(table, table.forges("ann", panel, f"mm:a:{place}:done"))


async def test_whoever_watches_may_read_but_not_play(tmp_path: Path) -> None:
    async with grimm_forest_room(tmp_path, fables=DRAGON_FOR_ANN) as table:
        table.newcomer("zoe")
        await table.begin()
        await first_round(table)
        assert "no seat" in (await table.presses("zoe", "My seat")).text
        place = (await table.panel("ann", "gather.place"))[1]
        for kind in ("a", "s"):
            assert "no seat" in await turned_down(table, table.forges("zoe", table.board, f"mm:{kind}:{place}:fields"))
        words = await table.presses("zoe", "Text")
        assert "Dragon" not in words.text
        rule = await table.says("zoe", "rules", topic="dragon")
        assert rule.text.startswith("## Dragon (Fable)")
        assert "All players at his Location lose all resources" in rule.text
        assert "Bridge Troll (Fable)" in await table.autocompletes("zoe", "rules", "topic", "bridge")


async def test_a_restart_while_cards_are_chosen_and_in_the_middle_of_building(tmp_path: Path) -> None:
    async with grimm_forest_room(tmp_path, fables=DRAGON_FOR_ANN) as table:
        await table.begin()
        await table.answers("ann", "gather.place", "fields")
        panel, place = await table.panel("ben", "gather.place")
        await table.restart(outage_s=90)
        assert "Still choosing cards: **ben**" in table.board.text
        await table.clicks("ben", panel, f"mm:a:{place}:forest")
        await table.time(3)
        assert (await table.view()).pig(1).goods["straw"] == 5

        await table.builds("ann", "build.straw.floor")
        panel, place = await table.panel("ann", "build.act")
        await table.restart(outage_s=90)
        assert "ann builds. Round" in table.board.pictured
        assert "Straw (floor)" in table.board.pictured
        await table.clicks("ann", panel, f"mm:a:{place}:undo")
        await table.time(2)
        assert (await table.view()).pig(1).goods["straw"] == 5
        await table.builds("ann", "draw")
        await table.restart()
        await table.builds("ann", "draw")
        assert (await table.view("ann")).fables == ("dragon", "spy_network")


async def test_the_clock_plays_for_who_is_away(tmp_path: Path) -> None:
    clocks = {"choice_seconds": 60, "build_seconds": 60}
    async with grimm_forest_room(tmp_path, closed=["ben"], options=clocks) as table:
        await table.begin()
        assert "Everybody is choosing cards · ends <t:" in table.board.text
        await table.answers("ann", "gather.place", "brickyard")
        await table.time(62)
        assert (await table.view()).pig(2).location == "fields"
        await table.time(62)
        assert "ben builds. Round" in table.board.pictured
        await table.time(62)
        assert (await table.view()).round == 2


async def test_a_pause_shows_that_the_clock_stands(tmp_path: Path) -> None:
    async with grimm_forest_room(tmp_path) as table:
        await table.begin()
        await table.says("ann", "table pause")
        await table.time(3)
        assert "<t:" not in table.board.text


# -- secrets -----------------------------------------------------------------------------------------------------------


def make_folder(path: Path) -> None:
    path.mkdir()


async def world(
    tmp_path: Path, drawn: list[str], where: str, plays: str
) -> tuple[dict[str, list[str]], dict[str, Any]]:
    """Ann has drawn these Fables and chosen this place and this Fable; ben has not chosen yet. What everybody was sent,
    and the pictures that everybody and each of them can see."""
    make_folder(tmp_path)
    async with grimm_forest_room(tmp_path, fables=[*drawn, "roar", "wolf"], options={"advanced": True}) as table:
        table.newcomer("zoe")
        await table.begin()
        await first_round(table)
        await table.answers("ann", "gather.fable", plays)
        await table.answers("ann", "gather.place", where)
        await table.time(25)
        await table.presses("zoe", "Text")
        await table.says("zoe", "table status")
        for who in ("ann", "ben"):
            await table.presses(who, "My seat")
        seen = {"public": table.messages(table.thread, viewer="zoe")}
        seen |= {name: table.messages(table.dm(name)) for name in table.people}
        pictures = {
            name: [table.file(one) for message in messages for one in message.message.attachments]
            for name, messages in seen.items()
        }
        return table.sent_to(), pictures


@pytest.mark.usefixtures("real_pictures")
async def test_hands_and_chosen_cards_are_nobodys_business(tmp_path: Path) -> None:
    here, pictures = await world(tmp_path / "here", ["dragon", "spy_network"], "fields", "dragon")
    there, others = await world(tmp_path / "there", ["magic_flute", "taxation"], "brickyard", "taxation")
    for name in here:
        assert (here[name] == there[name]) is (name != "ann"), f"{name} can tell the two worlds apart, or ann cannot"
        assert (pictures.get(name) == others.get(name)) is (name != "ann"), name


async def test_no_hand_is_ever_shown_in_public(tmp_path: Path) -> None:
    """A game of random draws: whatever lies in hands now, and was never on the table, is in no public word."""

    def drawing(question: Question, view: GrimmForestView) -> Any:
        if question.key == "build.act" and "draw" in question.choices:
            return "draw"
        return None if None in question.choices else builder(question, view)

    async with grimm_forest_room(tmp_path, 3) as table:
        await table.begin()
        await table.play_on(lambda view: view.round == 3, drawing)
        held = {name for who in table.people for name in (await table.view(who)).fables}
        assert held
        public = table.public() + "".join(alt for message in table.messages() for alt in alts(message))
        assert [name for name in held if FABLES[name].title in public] == []
