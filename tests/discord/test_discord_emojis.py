"""A hand of playing cards that is written with emojis of the bot's own: what its owner sees, and what goes wrong."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from rooms.any_game import Seen, alts, turned_down
from rooms.trumplestiltskin import TrumplestiltskinRoom, cards, trumplestiltskin_room

from bot.ui.pictures.sign import is_ours

ANNS = cards("A♠1 A♠2 K♠1 K♠2 Q♠1 Q♠2 J♠1 J♠2 10♠1 10♠2 9♠1 A♥1 A♥2 A♦1")
HANDS = {"ann": ANNS}
EMOJI = re.compile(r"<:(\w+):(\d+)>")
SUITS = {"S": "Spades", "H": "Hearts", "D": "Diamonds", "C": "Clubs"}
RANKS = {"A": "Ace", "K": "King", "Q": "Queen", "J": "Jack"}
LIST = "/applications/*/emojis"


def in_emojis(table: TrumplestiltskinRoom, message: Seen) -> list[str]:
    """The cards that somebody sees in a message: what those emojis show that Discord still has."""
    there = table.env.backend.application_emojis
    found = [(word, there[int(number)].name) for word, number in EMOJI.findall(message.text)]
    assert all(name.split("_", 2)[2].casefold() == word.casefold() for word, name in found), (
        "a name of its own says what each shows"
    )
    return [word for word, _ in found]


def words(hand: Sequence[str]) -> list[str]:
    return [f"{RANKS.get(card[:-2], card[:-2])}_of_{SUITS[card[-2]]}" for card in hand]


def is_in_words(hand: Sequence[str], message: Seen) -> bool:
    """Whether the words of the picture in this message name every card of the hand."""
    return all(message.pictured.count(word.replace("_", " ")) == words(hand).count(word) for word in words(hand))


def own(table: TrumplestiltskinRoom, who: str) -> Seen:
    return table.messages(table.dm(who))[-1]


def listed(table: TrumplestiltskinRoom) -> list[str]:
    return [f"{one.method} {one.path.rsplit('/', 1)[-1]}" for one in table.env.http_requests if "/emojis" in one.path]


async def test_a_hand_is_written_with_emojis_and_its_picture_is_one_press_away(tmp_path: Path) -> None:
    async with trumplestiltskin_room(tmp_path, hands=HANDS, closed=["ben"], emojis=True) as table:
        table.newcomer("zoe")
        await table.begin()
        panel = own(table, "ann")
        assert in_emojis(table, panel) == words(ANNS)
        assert not panel.message.attachments
        assert {"Picture", "Text"} <= set(panel.labels)
        for row in (line for line in panel.text.split("\n") if EMOJI.search(line)):
            assert row.startswith("# "), "large, as nothing else is asked"
            assert len(EMOJI.findall(row)) <= 8 or row.count(" ") == 1, "rows of whole suits"
        assert not EMOJI.search(table.public()), "nobody else sees a card"

        shown = await table.presses("ann", "Picture", panel)
        assert shown.result.response is not None
        assert shown.result.response.ephemeral
        assert is_in_words(ANNS, shown.seen)
        assert len(shown.seen.message.attachments) == 1

        bens = (await table.presses("ben", "My seat")).seen
        assert len(in_emojis(table, bens)) == 14
        assert not set(in_emojis(table, bens)) & set(words(ANNS[:4]))
        his = await table.presses("ben", "Picture", bens)
        assert alts(his.seen) != alts(shown.seen)
        assert is_in_words((await table.view("ben")).hand, his.seen)

        picture = f"mm:picture:{table.match_id}"
        assert "no seat" in await turned_down(table, table.forges("zoe", table.board, picture))
        forged = await table.forges("ben", table.board, picture)
        assert alts(forged.seen) == alts(his.seen), "whoever presses sees their own hand"
        assert "no such table" in await turned_down(table, table.forges("ann", panel, "mm:picture:4711"))

        host = table.actor("ann").user.id
        await table.run(lambda: table.mirror.hosting.end(table.match_id, host))
        await table.time(5)
        assert not EMOJI.search(own(table, "ann").text)
        late = await table.forges("ann", panel, picture)
        assert is_in_words(ANNS, late.seen), "what was held last, and still by its owner alone"


async def test_what_can_be_played_stands_large_and_apart(tmp_path: Path) -> None:
    async with trumplestiltskin_room(tmp_path, hands=HANDS, emojis=True) as table:
        await table.begin()
        await table.auction("ann", 14, picker=2)
        await table.lays_away("ann", cards("9♣2 9♦2 A♦1 9♠1 9♠2"))
        await table.names_trump("ann", "S")
        await table.plays("ann", "AH1")
        panel, _ = await table.panel("ben", "trick.play")
        question, view = await table.question("ben", "trick.play"), await table.view("ben")
        small = [line for line in panel.text.split("\n") if EMOJI.search(line) and not line.startswith("# ")]
        large = [line for line in panel.text.split("\n") if EMOJI.search(line) and line.startswith("# ")]
        playable = [card for card in view.hand if card in question.choices]
        assert sorted(word for row in large for word, _ in EMOJI.findall(row)) == sorted(words(playable))
        assert len(in_emojis(table, panel)) == len(view.hand)
        assert small
        lines = panel.text.split("\n")
        assert lines[lines.index(large[0]) - 1] == "You can play · Trump: Spades"
        assert lines[lines.index(small[0]) - 1] == "Not now"
        assert listed(table).count("POST emojis") == 34, "each is uploaded once"


async def test_after_a_restart_a_hand_looks_as_before(tmp_path: Path) -> None:
    """Which emojis there are is known before anything is shown; where Discord does not say it, hands are pictures."""
    async with trumplestiltskin_room(tmp_path, hands=HANDS, emojis=True) as table:
        await table.begin()
        before, began = own(table, "ann").text, len(table.env.http_requests)
        await table.restart()
        assert own(table, "ann").text == before
        since = table.env.http_requests[began:]
        assert [one.method for one in since if "/emojis" in one.path] == ["GET"], "asked once, and nothing is uploaded"
        assert not [one for one in since if one.path.startswith(f"/channels/{table.dm('ann').id}/")]
        assert in_emojis(table, (await table.presses("ann", "My seat")).seen) == words(ANNS)

        table.env.inject_error("GET", LIST, status=403, times=2)
        await table.restart()
        mine = (await table.presses("ann", "My seat")).seen
        assert not EMOJI.search(mine.text)
        assert is_in_words(ANNS, mine)
        assert "Picture" not in mine.labels, "it stands there"
        assert own(table, "ann").text == before, "what stands there is not drawn anew"
        assert any(line["event"] == "emojis_not_uploaded" for line in table.logs)
        await table.time(61)
        assert in_emojis(table, (await table.presses("ann", "My seat")).seen) == words(ANNS)


async def test_while_one_is_missing_hands_are_pictures(tmp_path: Path) -> None:
    """Not card by card: somebody has deleted one, and Discord takes no new one for a while."""
    async with trumplestiltskin_room(tmp_path, hands=HANDS, emojis=True) as table:
        await table.begin()
        there = table.env.backend.application_emojis
        lost = next(one.id for one in there.values() if one.name.endswith("9_of_clubs"))
        del there[lost]
        table.env.inject_error("POST", LIST, status=400, code=30008, message="Maximum number of emojis reached")
        await table.restart()
        mine = (await table.presses("ann", "My seat")).seen
        assert not EMOJI.search(mine.text)
        assert is_in_words(ANNS, mine)
        await table.time(61)
        assert len(there) == 34
        assert all(is_ours(one.name) for one in there.values())
        assert in_emojis(table, (await table.presses("ann", "My seat")).seen) == words(ANNS)
