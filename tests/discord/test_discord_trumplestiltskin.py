"""Trumplestiltskin as people at a table live it: by clicks alone, in direct messages, on the board and in My seat."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from rooms.any_game import alts, buttons, turned_down
from rooms.trumplestiltskin import TrumplestiltskinRoom, cards, first_choice, trumplestiltskin_room

from bot.engine.questions import Question
from bot.games.trumplestiltskin.cards import SUITS, is_joker
from bot.games.trumplestiltskin.lines import short
from bot.games.trumplestiltskin.values import PASS
from bot.games.trumplestiltskin.views import TrumplestiltskinView
from bot.recaps.recap import Recap
from bot.recaps.verifying import verify

DUTIES = {
    "ann": cards("A♦1 A♦2 K♦1 K♦2 Q♦1 Q♦2 J♦1 J♦2 10♦1 10♦2 9♦1 A♥1 10♠1 K♠2"),
    "ben": cards("10♥1 J♠1 9♠1 A♣1 K♣1 Q♣1 J♣1 10♣1 9♣1 10♥2 J♥1 J♥2 Q♥1 Q♥2"),
    "cat": cards("A♠1 A♠2 K♠1 Q♠1 Q♠2 J♠2 10♠2 K♥1 A♥2 A♣2 K♣2 Q♣2 J♣2 10♣2"),
}
"""A deal in which every duty comes up in three tricks: only ann has diamonds."""
ALL_TRUMP = {"ann": cards("A♠1 A♠2 K♠1 K♠2 Q♠1 Q♠2 J♠1 J♠2 10♠1 10♠2 9♠1 A♥1 A♥2 A♦1")}
"""Ann cannot lose a trick, whoever holds the rest."""
A_HAND_OR_TWO = {"players_goal": 20, "gnome_goal": 20}


async def to_the_first_trick(
    table: TrumplestiltskinRoom, laid_away: Sequence[str], *, picker: int = 2, trump: str = "S"
) -> None:
    """Ann plays for 14."""
    await table.auction("ann", 14, picker=picker)
    await table.lays_away("ann", laid_away)
    await table.names_trump("ann", trump)
    await table.time(2)


# -- a whole game ------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("real_pictures")
async def test_three_people_and_a_computer_play_to_the_finale(tmp_path: Path) -> None:
    async with trumplestiltskin_room(tmp_path, 4, computers=["dan"], closed=["ben"], options=A_HAND_OR_TWO) as table:
        table.newcomer("zoe")
        await table.begin()
        greeting = table.texts()[0]
        assert all(table.actor(name).user.mention in greeting for name in table.people)
        assert "**Hand 1.**" in greeting
        assert not any(message.controls for message in table.messages(table.room)), "it happens in the thread"
        assert "DMs" in table.public() or "direct messages" in table.public(), "ben is told where his cards are"

        assert "You have not bid" not in table.dm_text("ann"), "nobody could have"

        assert "Last trick" not in table.board.labels, "there is none yet"
        await table.play_on(lambda view: len(view.tricks) == 1)
        own = {name: (await table.presses(name, "My seat")).text for name in ("ann", "ben", "cat")}
        assert all(("You have not bid" in text) != ("Your highest bid" in text) for text in own.values())
        assert "Hand 1. Trick 2 of 11" in table.board.pictured
        assert {"Last trick", "Score sheet", "My seat", "Text"} <= set(table.board.labels)
        assert "Hands to copy" not in table.board.labels, "it is for those who write hands down"
        assert len(table.messages(table.dm("ann"))) == 1, "her panel stays where it is"

        await table.play_on(lambda view: False, _eager)
        assert await table.is_over()
        await table.time(5)
        finale = table.board
        assert "wins!" in finale.text or "Shared by" in finale.text
        assert "Gnome" in finale.pictured
        assert "• Hand 1: ann " not in finale.text, "the sheet of a long game is higher than a phone"
        assert finale.labels == ["Score sheet", "Rematch", "The story", "Text"]
        assert "• Hand 1: ann " in (await table.presses("zoe", "Score sheet")).text

        (recap_file,) = [one for one in finale.message.attachments if one["filename"].startswith("recap")]
        assert verify(Recap.model_validate_json(table.file(recap_file))) is None

        story = await table.reads_on("zoe", await table.presses("zoe", "The story"))
        assert "### Hand 1" in story
        assert "**ben** was dealt" in story
        assert "in the Blanket" in story
        assert "discarded" in story
        assert "takes it" in story


def _eager(question: Question, view: TrumplestiltskinView) -> Any:
    """The least bid that is allowed, while it costs little; else whatever comes first."""
    if question.key == "auction.bid":
        return question.choices[0] if question.choices[0] < 14 else PASS
    return first_choice(question, view)


# -- the panels --------------------------------------------------------------------------------------------------------


async def test_the_whole_hand_is_on_buttons_and_what_may_be_played_stands_out(tmp_path: Path) -> None:
    async with trumplestiltskin_room(tmp_path, hands=ALL_TRUMP) as table:
        await table.begin()
        await to_the_first_trick(table, cards("9♣2 9♦2 A♦1 9♠1 9♠2"))
        panel, place = await table.panel("ann", "trick.play")
        hand = [one for key, one in buttons(panel).items() if key.startswith(f"mm:a:{place}:")]
        assert len(hand) == 16, "twelve cards, and both Jokers as either suit"
        assert [one["label"] for one in hand[:4]] == ["Joker as ♤", "Joker as ♧", "Joker as ♥", "Joker as ♦"]
        assert all(one["style"] == 1 for one in hand), "the leader may play anything"
        assert "Claim the rest" in panel.labels
        await table.plays("ann", "AH1")

        panel, place = await table.panel("ben", "trick.play")
        shown = buttons(panel)
        question = await table.question("ben", "trick.play")
        for card in (await table.view("ben")).hand:
            assert shown[f"mm:a:{place}:{card}"]["style"] == (1 if card in question.choices else 2)
        assert "Claim the rest" not in panel.labels
        (alt,) = alts(panel)
        assert "can be played" in alt


async def test_bids_that_are_too_low_are_not_offered(tmp_path: Path) -> None:
    async with trumplestiltskin_room(tmp_path, hands={}, options={"least_bid": 1}) as table:
        await table.begin()
        await table.picks("ben", 4)
        panel, place = await table.panel("ann", "auction.bid")
        menus = [control for control in panel.controls if control.startswith(f"mm:s:{place}:")]
        assert [bid for menu in menus for bid in panel.offered(menu)] == [str(bid) for bid in range(1, 34)]
        await table.bids("ann", 30)
        panel, place = await table.panel("ben", "auction.bid")
        assert panel.labels[:4] == ["31", "32", "33", "Pass"]
        assert "not offered" in await turned_down(table, table.forges("ben", panel, f"mm:a:{place}:30"))
        await table.time(2)
        assert "The auction: ann: 30." in table.board.pictured
        await table.bids("ben", None)
        await table.bids("cat", None)
        await table.time(2)
        assert (
            "Going once" in table.public()
            or "has the highest bid" in table.public()
            or "has promised" in table.public()
        )
        panel, _ = await table.panel("ann", "exchange.discard")
        assert "from the Blanket" in panel.text
        (menu,) = [control for control in panel.controls if control.startswith("mm:s:")]
        assert len(panel.offered(menu)) == 19
        short_of_one = panel.offered(menu)[:4]
        assert "choose a few more" in await turned_down(table, table.forges("ann", panel, menu, short_of_one))
        assert "You take" not in table.public()


async def test_trump_is_named_by_one_of_four_buttons(tmp_path: Path) -> None:
    async with trumplestiltskin_room(tmp_path, hands=DUTIES) as table:
        await table.begin()
        await table.auction("ann", 14)
        await table.lays_away("ann", cards("9♥2 9♣2 9♦2 9♦1 10♦1"))
        panel, _ = await table.panel("ann", "trump.name")
        assert panel.labels[:4] == ["Spades (2) ♤", "Hearts (1) ♥", "Diamonds (9) ♦", "Clubs (0) ♧"]
        await table.names_trump("ann", "D")
        await table.time(2)
        assert "**Diamonds ♦**" in table.public()
        assert "ann: Declarer" in table.board.pictured


# -- duties ------------------------------------------------------------------------------------------------------------


async def test_a_card_that_may_not_be_played_names_the_rule(tmp_path: Path) -> None:
    async with trumplestiltskin_room(tmp_path, hands=DUTIES, closed=["cat"]) as table:
        await table.begin()
        await to_the_first_trick(table, cards("9♣2 9♦2 9♠2 9♦1 10♦1"))
        await table.plays("ann", "AH1")
        assert await turned_down(table, table.plays("ben", "AC1")) == (
            "You can still follow Hearts. Play a Heart, or a Joker as Hearts."
        )
        await table.plays("ben", "10H1")
        assert "follow Hearts" in await turned_down(table, table.plays("cat", "KS1"))
        await table.plays("cat", "KH1")
        await table.time(2)
        await table.plays("ann", "AD1")
        await table.plays("ben", "JS1")
        overtrump = (
            "You have no Diamonds, and there is Trump in the trick: you must overtrump, or play a Joker as Diamonds."
        )
        assert await turned_down(table, table.plays("cat", "AC2")) == overtrump
        assert await turned_down(table, table.plays("cat", "JS2")) == overtrump
        await table.plays("cat", "QS1")
        await table.plays("cat", "JS2")
        assert await turned_down(table, table.plays("ann", "10S1")) == (
            "Trump was led: you have a higher Trump and must play it."
        )
        for joker in ("RJ-H", "BJ-C"):
            assert "follow Spades" in await turned_down(table, table.plays("ann", joker))
        await table.plays("ann", "BJ-S")
        await table.time(2)
        assert "by ann: Black Joker as Spades" in table.board.pictured


async def test_five_presses_on_a_card_that_may_not_be_played_are_answered_once(tmp_path: Path) -> None:
    async with trumplestiltskin_room(tmp_path, hands=DUTIES) as table:
        await table.begin()
        await to_the_first_trick(table, cards("9♣2 9♦2 9♠2 9♦1 10♦1"))
        await table.plays("ann", "AH1")
        await table.time(3)
        panel, place = await table.panel("ben", "trick.play")
        before = len(table.messages(table.dm("ben"), "ben"))
        for _ in range(5):
            told = await turned_down(table, table.clicks("ben", panel, f"mm:a:{place}:AC1"))
            assert told == "You can still follow Hearts. Play a Heart, or a Joker as Hearts."
        said = [text.text for text in table.messages(table.dm("ben"), "ben")[before:]]
        assert len(said) == 1
        assert "You have pressed 5 times." in said[0]


# -- claims ------------------------------------------------------------------------------------------------------------


async def test_a_claim_is_thought_over_before_the_hand_is_shown(tmp_path: Path) -> None:
    async with trumplestiltskin_room(tmp_path, hands=ALL_TRUMP) as table:
        await table.begin()
        await to_the_first_trick(table, cards("9♣2 9♦2 A♦1 RJ BJ"))
        journal, public = await table.journal(), table.public()
        asked = await table.asks_to_claim("ann")
        assert "Claim all of the last 14 tricks?" in asked.text
        assert asked.seen.labels == ["Show my hand and claim", "Back to my cards"]
        back = await table.presses("ann", "Back to my cards", asked.seen)
        assert "Claim the rest" in back.seen.labels
        assert (await table.journal(), table.public()) == (journal, public)
        assert len(table.messages(table.dm("ann"))) == 1, "it happens on her panel"

        await table.claims("ann")
        await table.time(3)
        assert "**Ace, Ace, King, King, Queen, " in table.public()
        assert "can be lost any more" in table.public() or "nobody can object" in table.public()
        assert (await table.view()).number == 2, "the rest is ann's, and the next hand is dealt"
        (score,) = (await table.view()).hands
        assert score.made


async def test_everybody_accepts_a_claim_that_is_not_certain(tmp_path: Path) -> None:
    async with trumplestiltskin_room(tmp_path, hands=DUTIES, closed=["cat"]) as table:
        await table.begin()
        await to_the_first_trick(table, cards("9♣2 9♦2 9♠2 9♦1 10♦1"))
        await table.claims("ann")
        await table.time(2)
        assert "The open hand of **ann**" in table.board.text
        assert "everybody else answers" in table.board.text
        panel, _ = await table.panel("ben", "claim.object")
        assert panel.labels[:2] == ["Accept", "Object"]
        await table.answers("ben", "claim.object", "accept")
        assert (await table.view()).phase == "claim"
        await table.answers("cat", "claim.object", "accept")
        await table.time(3)
        assert "**ann** takes the rest" in table.public()
        assert (await table.view()).number == 2


async def test_silence_has_a_claim_played_out(tmp_path: Path) -> None:
    async with trumplestiltskin_room(tmp_path, hands=DUTIES, closed=["ann"]) as table:
        await table.begin()
        await to_the_first_trick(table, cards("9♣2 9♦2 9♠2 9♦1 10♦1"))
        await table.claims("ann")
        await table.answers("ben", "claim.object", "accept")
        await table.time(65)
        view = await table.view()
        assert (view.number, view.phase, view.to_act) == (1, "tricks", 1)
        assert "**cat**" in table.public()
        assert "The open hand of **ann**" in table.board.text


async def test_one_objection_and_the_hand_is_played_out_open(tmp_path: Path) -> None:
    async with trumplestiltskin_room(tmp_path, hands=DUTIES) as table:
        await table.begin()
        await to_the_first_trick(table, cards("9♣2 9♦2 9♠2 9♦1 10♦1"))
        await table.claims("ann")
        await table.time(2)
        panel, place = await table.panel("cat", "claim.object")
        await table.answers("ben", "claim.object", "object")
        await table.time(2)
        assert "**ben** has not accepted" in table.public() or "Without the consent of **ben**" in table.public()
        assert "The open hand of **ann**" in table.board.text
        assert "moment has passed" in await turned_down(table, table.forges("cat", panel, f"mm:a:{place}:object"))
        panel, _ = await table.panel("ann", "trick.play")
        assert "Claim the rest" not in panel.labels, "once in a hand"
        assert "not offered" in await turned_down(table, table.asks_by_force("ann"))
        await table.plays("ann", "AH1")
        assert (await table.view()).trick == ((1, "AH1"),)


async def test_on_the_board_the_six_cards_do_not_stand_out(tmp_path: Path) -> None:
    """They are for one of all who see them: on the own panel of that one they do."""
    numbers = {"1", "2", "3", "4", "5", "6"}
    async with trumplestiltskin_room(tmp_path, hands={}) as table:
        await table.begin()
        styles = {one["label"]: one["style"] for one in buttons(table.board).values()}
        assert {number: styles[number] for number in sorted(numbers)} == dict.fromkeys(sorted(numbers), 2)
        own, _ = await table.panel("ben", "gnome.pick")
        assert [one["style"] for one in buttons(own).values() if one.get("label") in numbers] == 6 * [1]


async def test_the_words_of_the_opening_have_a_message_of_their_own(tmp_path: Path) -> None:
    """The picture below them grows with the auction: a wide window would not show both whole (944 pixels)."""
    async with trumplestiltskin_room(tmp_path, 5, hands={}) as table:
        await table.begin()
        opening, board = table.messages(table.thread, viewer="prompter")[-2:]
        assert "Hand 1." in opening.text
        assert not alts(opening)
        assert "Hand 1." not in board.text
        assert alts(board)


# -- refusals, restarts, bystanders ------------------------------------------------------------------------------------


async def test_forged_stale_and_double_clicks_change_nothing(tmp_path: Path) -> None:
    async with trumplestiltskin_room(tmp_path, hands=DUTIES) as table:
        await table.begin()
        board, picking = table.board, f"mm:o:{await table.occasion('gnome.pick')}"
        assert "Somebody else is asked" in await turned_down(table, table.forges("ann", board, f"{picking}:1"))
        assert "not offered" in await turned_down(table, table.forges("ben", board, f"{picking}:7"))
        await table.picks("ben", 1)
        assert "moment has passed" in await turned_down(table, table.forges("ben", board, f"{picking}:2"))

        panel, place = await table.panel("ann", "auction.bid")
        for value in ("11", "34", "-1", "claim", "x"):
            assert "not offered" in await turned_down(table, table.forges("ann", panel, f"mm:a:{place}:{value}"))
        bens = table.messages(table.dm("ben"))[-1]
        assert "moment has passed" in await turned_down(table, table.forges("ben", bens, f"mm:a:{place}:12"))
        await table.bids("ann", 14)
        assert "moment has passed" in await turned_down(table, table.forges("ann", panel, f"mm:a:{place}:14"))
        await table.bids("ben", None)
        await table.bids("cat", None)
        await table.lays_away("ann", cards("9♥2 9♦2 9♣2 9♦1 10♦1"))
        await table.names_trump("ann", "S")

        panel, place = await table.panel("ann", "trick.play")
        assert "not offered" in await turned_down(table, table.forges("ann", panel, f"mm:a:{place}:10H1"))
        await table.plays("ann", "AH1")
        for again in ("AH1", "AD1", "claim"):
            assert "moment has passed" in await turned_down(table, table.forges("ann", panel, f"mm:a:{place}:{again}"))
        assert "moment has passed" in await turned_down(table, table.forges("ann", panel, f"mm:claim:{place}"))

        panel, place = await table.panel("ben", "trick.play")
        assert "not offered" in await turned_down(table, table.forges("ben", panel, f"mm:claim:{place}"))
        assert "not offered" in await turned_down(table, table.forges("ben", panel, f"mm:a:{place}:AS1"))
        assert "not offered" in await turned_down(table, table.forges("ben", panel, f"mm:a:{place}:RJ-S"))
        for kind in ("trick", "line", "sheet", "claim"):
            assert "no such table" in await turned_down(table, table.forges("ben", panel, f"mm:{kind}:4711"))
            assert "does not know this button" in await turned_down(
                table, table.forges("ben", panel, f"mm:{kind}:soup")
            )
        assert "does not know this button" in await turned_down(table, table.forges("ben", panel, "mm:trick"))


async def test_whoever_watches_may_look_back_but_not_play(tmp_path: Path) -> None:
    async with trumplestiltskin_room(tmp_path, hands=DUTIES) as table:
        table.newcomer("zoe")
        await table.begin()
        assert "no seat" in await turned_down(table, table.presses("zoe", "1"))
        assert "no seat" in (await table.presses("zoe", "My seat")).text
        assert "No trick" in await turned_down(table, table.forges("zoe", table.board, f"mm:trick:{table.match_id}"))
        assert "Score sheet" not in table.board.labels, "there is nothing on it yet"
        sheet = await table.forges("zoe", table.board, f"mm:sheet:{table.match_id}")
        assert "sheet is empty" in sheet.text
        await to_the_first_trick(table, cards("9♠2 9♦2 9♣2 9♦1 10♦1"))
        place = (await table.panel("ann", "trick.play"))[1]
        for kind in ("a", "claim"):
            assert "no seat" in await turned_down(table, table.forges("zoe", table.board, f"mm:{kind}:{place}:AH1"))
        for who, card in (("ann", "AH1"), ("ben", "10H1"), ("cat", "KH1")):
            await table.plays(who, card)
        await table.time(2)

        last = await table.presses("zoe", "Last trick")
        assert last.result.response is not None
        assert last.result.response.ephemeral
        trick = "**ann**: Ace of Hearts, **ben**: 10 of Hearts, **cat**: King of Hearts"
        assert f"{trick} — **ann** takes it: 2 points." in last.text
        line = await table.presses("zoe", "Hands to copy", sheet.seen)
        assert "```\nT3/1 dealer=3 bid=1:14,2:-,3:- declarer=1@14 trump=S | 1:AH 2:10H 3:KH >1+2" in line.text
        assert "1 **ann** · 2 **ben** · 3 **cat**" in line.text
        words = await table.presses("zoe", "Text")
        assert "Your cards" not in words.text
        panel, _ = await table.panel("ann", "trick.play")
        mine = await table.presses("ann", "Last trick", panel)
        assert "takes it: 2 points" in mine.text


async def test_nobody_looks_at_a_table_of_another_server(tmp_path: Path) -> None:
    async with trumplestiltskin_room(tmp_path, hands=DUTIES) as table:
        await table.begin()
        elsewhere = table.env.create_guild("Elsewhere")
        room = elsewhere.create_text_channel("lane")
        table.admit("ulf", elsewhere.add_member(table.env.create_user("ulf")))
        await table.run(lambda: table.mirror.get_channel(room.id).send("Hello"))  # type: ignore[union-attr]
        (hello,) = table.messages(room)
        for kind in ("trick", "line", "sheet", "text"):
            told = await turned_down(table, table.forges("ulf", hello, f"mm:{kind}:{table.match_id}"))
            assert "There is no such table" in told
        assert "no seat" in await turned_down(table, table.forges("ulf", hello, f"mm:seat:{table.match_id}"))


async def test_a_restart_in_the_middle_of_a_trick(tmp_path: Path) -> None:
    async with trumplestiltskin_room(tmp_path, hands=DUTIES) as table:
        await table.begin()
        await to_the_first_trick(table, cards("9♠2 9♦2 9♣2 9♦1 10♦1"))
        await table.plays("ann", "AH1")
        await table.time(3)
        panel, place = await table.panel("ben", "trick.play")
        await table.restart(outage_s=90)
        assert "Hand 1. Trick 1 of 14" in table.board.pictured
        assert "1st card, by ann: Ace of Hearts" in table.board.pictured
        assert "follow Hearts" in await turned_down(table, table.clicks("ben", panel, f"mm:a:{place}:AC1"))
        await table.clicks("ben", panel, f"mm:a:{place}:10H1")
        await table.plays("cat", "KH1")
        await table.time(2)
        assert "This trick went to **ann**: 2 points." in table.board.text
        assert (await table.turn())[0] == "ann"


async def test_the_clock_plays_for_who_is_away(tmp_path: Path) -> None:
    async with trumplestiltskin_room(tmp_path, hands=DUTIES, options={"turn_seconds": 60}) as table:
        await table.begin()
        await to_the_first_trick(table, cards("9♠2 9♦2 9♣2 9♦1 10♦1"))
        assert "Time ends <t:" in table.board.text
        assert "ann plays now" in table.board.pictured
        await table.time(61)
        assert len((await table.view()).trick) == 1
        assert (await table.turn())[0] == "ben"


async def test_the_sheet_tells_every_hand(tmp_path: Path) -> None:
    async with trumplestiltskin_room(tmp_path, hands=DUTIES) as table:
        await table.begin()
        await to_the_first_trick(table, cards("9♠2 9♦2 9♣2 9♦1 10♦1"))
        await table.claims("ann")
        for name in ("ben", "cat"):
            await table.answers(name, "claim.object", "accept")
        await table.time(3)
        (score,) = (await table.view()).hands
        sheet = await table.presses("ben", "Score sheet")
        assert sheet.text == (
            f"• Hand 1: ann {score.columns[0]}, ben {score.columns[1]}, cat 0, the Gnome {score.gnome}. "
            "ann bid 14 and made it."
        )
        assert "• " not in table.public(), "the picture of the sheet shows it"
        told = await table.reads_text("ben")
        assert ": Bid 14, Taken " in told
        assert ": No bid, Taken " in told
        turned = await table.forges("ben", sheet.seen, f"mm:sheet:{table.match_id}:9")
        assert turned.text == sheet.text, "there is no page after the last"


# -- secrets -----------------------------------------------------------------------------------------------------------


Streams = dict[str, list[str]]


async def three_tricks(table: TrumplestiltskinRoom, laid_away: Sequence[str]) -> None:
    """The same public history in every world: ann plays for 14 with spades, and three tricks are played."""
    await to_the_first_trick(table, laid_away)
    await table.presses("zoe", "Text")
    await table.presses("zoe", "Hands to copy", (await table.presses("zoe", "Score sheet")).seen)
    for who, card in (
        ("ann", "AH1"), ("ben", "10H1"), ("cat", "KH1"), ("ann", "AD1"), ("ben", "JS1"), ("cat", "QS1"),
        ("cat", "JS2"), ("ann", "KS2"), ("ben", "9S1"),
    ):  # fmt: skip
        await table.plays(who, card)
        await table.time(3)
    await table.presses("zoe", "Text")
    await table.presses("zoe", "Last trick")
    await table.says("zoe", "table status")
    for who in ("ann", "ben", "cat"):
        await table.presses(who, "My seat")


def make_folder(path: Path) -> None:
    path.mkdir()


async def streams_of(
    tmp_path: Path,
    hands: Mapping[str, Sequence[str]],
    play: Callable[[TrumplestiltskinRoom], Awaitable[None]],
) -> tuple[Streams, dict[str, list[bytes]]]:
    """What everybody was sent, and the pictures that everybody and each of them can see at the end."""
    make_folder(tmp_path)
    async with trumplestiltskin_room(tmp_path, hands=hands) as table:
        table.newcomer("zoe")
        await table.begin()
        await play(table)
        seen = {"public": table.messages(table.thread, viewer="zoe")}
        seen |= {name: table.messages(table.dm(name)) for name in table.people}
        pictures = {
            name: [table.file(one) for message in messages for one in message.message.attachments]
            for name, messages in seen.items()
        }
        return table.sent_to(), pictures


def same(
    here: tuple[Streams, dict[str, list[bytes]]], there: tuple[Streams, dict[str, list[bytes]]], *, but: set[str]
) -> None:
    """Byte by byte the same for everybody except those who may know."""
    assert all(here[1].values()), "everybody has a picture"
    for name in here[0]:
        if name in but:
            assert here[0][name] != there[0][name], f"the worlds are not different for {name}"
            assert here[1][name] != there[1][name]
        else:
            assert here[0][name] == there[0][name], f"{name} can tell the two worlds apart"
            assert here[1].get(name) == there[1].get(name), f"{name} sees another picture"


@pytest.mark.usefixtures("real_pictures")
async def test_what_was_laid_away_is_nobodys_business(tmp_path: Path) -> None:
    async def one(table: TrumplestiltskinRoom) -> None:
        await three_tricks(table, cards("9♣2 9♦2 9♠2 9♦1 10♦1"))

    async def other(table: TrumplestiltskinRoom) -> None:
        await three_tricks(table, cards("9♣2 9♦2 RJ BJ 10♦2"))

    here = await streams_of(tmp_path / "here", DUTIES, one)
    there = await streams_of(tmp_path / "there", DUTIES, other)
    same(here, there, but={"ann"})


@pytest.mark.usefixtures("real_pictures")
async def test_who_holds_what_was_not_played_is_nobodys_business(tmp_path: Path) -> None:
    """Ben and cat exchange cards that do not come to the table; ann and zoe are sent the same bytes."""

    async def play(table: TrumplestiltskinRoom) -> None:
        await three_tricks(table, cards("9♣2 9♦2 9♠2 9♦1 10♦1"))

    swapped = {"A♥2": "Q♥2", "A♣2": "9♣1", "10♣2": "J♥1"}
    swap = {cards(one)[0]: cards(two)[0] for one, two in swapped.items()}
    swap |= {two: one for one, two in swap.items()}
    exchanged = {
        name: hand if name == "ann" else [swap.get(card, card) for card in hand] for name, hand in DUTIES.items()
    }
    here = await streams_of(tmp_path / "here", DUTIES, play)
    there = await streams_of(tmp_path / "there", exchanged, play)
    same(here, there, but={"ben", "cat"})


async def test_no_hand_is_ever_shown_in_public(tmp_path: Path) -> None:
    async with trumplestiltskin_room(tmp_path, hands=DUTIES) as table:
        await table.begin()
        await to_the_first_trick(table, cards("9♠2 9♦2 9♣2 9♦1 10♦1"))
        await table.plays("ann", "AH1")
        await table.time(2)
        public = table.public() + "".join(alt for message in table.messages(table.thread) for alt in alts(message))
        suits = dict(zip(SUITS, ("Spades", "Hearts", "Diamonds", "Clubs"), strict=True))
        ranks = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "10": "10", "9": "9"}
        assert "ace of hearts" in public.lower(), "that one was played"
        for name in ("ann", "ben", "cat"):
            for card in (await table.view(name)).hand:
                if not is_joker(card) and short(card) != "AH":
                    spoken = f"{ranks[short(card)[:-1]]} of {suits[short(card)[-1]]}"
                    assert spoken not in public.lower(), card
