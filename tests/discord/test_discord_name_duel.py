"""The name duel as two people live it: clicks only, from the lot to the recap."""

from __future__ import annotations

import json
import re
from pathlib import Path
from unittest.mock import Mock

import pytest
from language.any_game import seat_of
from rooms.any_game import parts, refused, until_over_with
from rooms.name_duel import CARDS, REACTION_S, NameDuelRoom, name_duel_room
from support.waiting import until

from bot.games.name_duel.cards import NAMES as NAME_CARDS
from bot.recaps.recap import Recap
from bot.recaps.verifying import verify
from cogs.table import eyes_controls

SEAL = re.compile(r"[0-9a-f]{64}")


def no_line_twice(room: NameDuelRoom) -> None:
    told = room.told(room.thread)
    repeated = {line for line in told if told.count(line) > 1 and "buttons are on the newest" not in line}
    assert not {line for line in repeated if line.startswith(("**Game", "🏅"))}, repeated


def title(card: str) -> str:
    return NAME_CARDS[card].title


async def in_the_window(room: NameDuelRoom, *, right: bool = False) -> tuple[str, str]:
    """Ann has guessed ben's name, and ben may react: ben's secret name, and what was guessed."""
    await room.begin()
    await room.starts("ann")
    await room.time(2)
    await room.acts("ann", "duel.play", "tim_tit_tot")
    await room.time(2)
    secret = await room.secret_name("ben")
    guess = secret if right else await room.wrong_name("ben")
    await room.acts("ann", "duel.guess", guess)
    await room.time(2)
    return secret, guess


def edits_to(room: NameDuelRoom, name: str) -> int:
    """How often a direct message to somebody was changed, other than in answer to a press of theirs."""
    place = f"/channels/{room.dm(name).id}/messages/"
    return sum(one.method == "PATCH" and one.path.startswith(place) for one in room.env.http_requests)


# -- whole contests ----------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("real_pictures")
async def test_two_people_fight_for_two_games(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path, ann=["noggin", "hobyah"]) as room:
        await room.begin()
        greeting = room.texts()[0]
        assert all(room.actor(name).user.mention in greeting for name in room.people)
        *told, sealed = greeting.splitlines()
        assert len(SEAL.findall(sealed)) == 2
        assert not SEAL.search("\n".join(told)), "the digits close the first message, they do not open it"
        assert not any(message.controls for message in room.messages(room.room)), "it happens in the thread"
        (chooser,) = await room.asked_for("duel.start")
        assert f"**{chooser}**, you choose: who plays the first card?" in room.board.text
        assert {"ann begins", "ben begins"} <= set(room.board.labels)
        for name in room.people:  # the hand is there before anybody has begun
            hand = (await room.table()).duelist(seat_of(name)).hand
            panel = room.messages(room.dm(name))[-1]
            assert all(f"{NAME_CARDS[card].number} {title(card)}" in panel.pictured for card in hand)
            assert not any(NAME_CARDS[card].text in panel.text for card in hand), "what they do stands under Text"
            told = await room.reads_text(name, panel)
            assert all(f"**{NAME_CARDS[card].number} {title(card)}**: {NAME_CARDS[card].text}" in told for card in hand)

        await room.fight("ann", games=1)
        assert SEAL.search(room.texts()[0]), "it stands there when newer messages have the board"
        assert "wins game 1" in room.public()
        assert "1. ann: Wins 1 of 2" in room.board.pictured
        assert "games won" not in room.board.text, "what the picture shows is not said again below it"
        assert "**Game 2.**" in room.public()
        assert (await room.table()).turn == seat_of("ben"), "the loser begins"

        await room.fight("ann")
        assert await room.is_over()
        finale = room.board
        assert "# **ann** wins the contest!" in finale.text
        assert "1. ann: Wins 2 of 2" in finale.pictured
        assert "games won" not in finale.text, "the picture shows it"
        assert finale.text.count("**ann** wins the contest") == 1
        for name in room.people:
            letter = next(one for one in room.messages(room.dm(name)) if "the game is over" in one.text)
            assert "The contest is over" not in letter.text, "the line above says it"
            assert "Latest" not in letter.text
            told = await room.reads_text(name, letter) if "Text" in letter.labels else ""
            assert not any(card.text in told for card in NAME_CARDS.values()), "nobody plays them any more"
        assert finale.labels == ["Rematch", "The story", "Text"]
        (file,) = [one for one in finale.message.attachments if one["filename"].endswith(".json")]
        recap = Recap.model_validate_json(room.file(file))
        assert verify(recap) is None
        assert json.loads(room.file(file))["seed"] == room.seed
        assert "**Turn" not in room.public()
        no_line_twice(room)


async def test_the_whole_story_tells_what_nobody_saw(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with name_duel_room(tmp_path, ann=["yallery_brown", "hobyah", "tim_tit_tot"]) as room:
        room.newcomer("zoe")
        await room.begin()
        first = {name: await room.secret_name(name) for name in room.people}
        await room.starts("ann")
        await room.time(2)
        await room.acts("ann", "duel.play", "yallery_brown")
        await room.acts("ann", "yallery_brown.look", "look")
        await room.acts("ann", "yallery_brown.exchange", "tim_tit_tot")
        await room.time(2)
        assert await room.secret_name("ann") == "tim_tit_tot"
        await room.fight("ben")
        story = await room.presses("zoe", "The story")
        assert story.result.response is not None
        assert story.result.response.ephemeral
        told = await room.reads_on("zoe", story)
        assert f"the secret name was *{title(first['ann'])}*.)" in told
        assert f"the secret name was *{title(first['ben'])}*.)" in told
        assert f"(The bottom card was *{title(first['ann'])}*.)" in told
        assert "(From then on, **ann** was called *Tim Tit Tot*.)" in told
        assert "In truth, **ann** was called *" in told
        assert "### Game 1" in told
        assert "**Turn 1.** It is **ann**’s turn." in told

        played_again = Mock(side_effect=eyes_controls.script_of)
        monkeypatch.setattr(eyes_controls, "script_of", played_again)
        asked = await room.presses("zoe", "Through one player’s eyes", story.seen)
        menu = f"mm:eyes:{room.match_id}"
        assert asked.seen.offered(menu) == ["1", "2"], "a bystander chooses"
        bens = await room.chooses("zoe", asked.seen, menu, "2")
        assert "## The game as ben saw it" in bens.text
        ben_saw = await room.reads_on("zoe", bens)
        assert "-# Said in secret to **ann**: **Game 1.** Your hand: " in ben_saw
        assert "\n**Game 1.** Your hand: " in ben_saw
        own = (await room.presses("ann", "The story")).seen
        sat = await room.presses("ann", "Through one player’s eyes", own)
        assert "## The game as ann saw it" in sat.text, "who played sees with their own eyes first"
        assert played_again.call_count == 1, "however many look, and turn pages"
        assert await refused(room, room.forges("zoe", bens.seen, f"{menu}:3:0"))

        pressed = await room.presses("zoe", "Step by step (file)", story.seen)
        await until(lambda: pressed.result.response is not None)
        sent = pressed.result.response
        assert sent is not None
        assert sent.ephemeral
        (page,) = sent.attachments
        assert page.filename == f"replay-{room.match_id}.html"
        assert b'"2":"ben"' in room.file({"url": page.url}), "it is their game"
        assert "One moment" in await refused(room, room.presses("zoe", "Step by step (file)", story.seen))


async def test_a_duelist_without_direct_messages_plays_by_my_seat(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path, closed=["ben"]) as room:
        await room.begin()
        (told,) = [line for line in room.told() if "cannot send you direct messages" in line]
        assert told.startswith("ben, ")
        await room.fight("ben")
        assert "# **ben** wins the contest!" in room.board.text
        assert room.texts(room.dm("ben")) == []


async def test_a_duel_against_the_computer(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path, computer=True, options={"quick_reactions": True, "best_of": 1}) as room:
        await room.begin()
        await room.fight("nobody")
        assert await room.is_over()
        assert room.board.labels == ["Rematch", "The story", "Text"]
        assert "Best of" not in room.public()


async def test_when_nobody_answers_chance_plays_on(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path, options={"best_of": 1}) as room:
        await room.begin()
        await until_over_with(room, "ann", seconds=3600)
        assert any(line.key == "turn.time_is_up" for line in await room.announced())
        assert "wins!" in room.board.text


# -- the guess and its answer ------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("real_pictures")
@pytest.mark.parametrize("reaction", [None, "whuppity_stoorie"])
async def test_only_the_guessed_one_sees_the_secret_name(tmp_path: Path, reaction: str | None) -> None:
    """The same hands, the same guess, another card at the bottom of ben's deck: until I answer, nobody but ben can
    tell the difference, by any byte."""
    sent, drawn = {}, {}
    for right in (True, False):
        (tmp_path / str(right)).mkdir()
        async with name_duel_room(tmp_path / str(right), ann=["tim_tit_tot"], ben=["whuppity_stoorie"]) as room:
            await room.begin()
            await room.starts("ann")
            await room.time(2)
            deck = (await room.table()).duelist(2).deck
            guess = deck[-1]
            if not right:
                deck[-1], deck[-2] = deck[-2], deck[-1]
            await room.acts("ann", "duel.play", "tim_tit_tot")
            await room.acts("ann", "duel.guess", guess)
            await room.time(2)
            shown = room.messages(room.dm("ben"))[-1]
            assert re.search(rf"Your secret name: \d+ {title(deck[-1])}\.", shown.pictured)
            assert "your secret name is *" not in room.dm_text("ben"), "the picture shows it"
            assert ("and it is your secret name" in room.dm_text("ben")) is right
            await room.acts("ben", "duel.react", reaction)
            await room.time(3)
            sent[right] = room.sent_to()
            drawn[right] = [
                room.file(attached)
                for place in (room.thread, room.dm("ann"))
                for message in room.messages(place)
                for attached in message.message.attachments
            ]
            assert "At this moment" not in room.dm_text("ann")
    assert sent[True]["public"] == sent[False]["public"]
    assert sent[True]["ann"] == sent[False]["ann"]
    assert sent[True]["ben"] != sent[False]["ben"]
    assert drawn[True] == drawn[False]
    assert drawn[True]


async def test_everybody_is_asked_for_a_reaction_and_the_window_is_always_as_long(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path, ann=["tim_tit_tot"]) as room:
        await in_the_window(room)
        panel, place = await room.shown("ben", "duel.react")
        assert "Do nothing" in panel.labels
        before = room.sent_to()
        await room.acts("ben", "duel.react", None)
        await room.time(3)
        after = room.sent_to()
        assert (after["public"], after["ann"]) == (before["public"], before["ann"]), "nobody sees that ben has decided"
        assert await room.phase() == "reaction", "no haste: the length of the wait would tell"
        assert "You do nothing." in room.dm_text("ben")
        assert "when the time is over" not in room.dm_text("ben"), (
            "where reactions are quick, or no clock runs, it does not"
        )
        sentence = await refused(room, room.forges("ben", panel, f"mm:a:{place}:-"))
        assert sentence.startswith("That moment has passed") or sentence.startswith("You have already")
        await room.time(REACTION_S)
        assert await room.phase() == "turn"
        assert "duel.guess" in await room.asked("ann"), "Tim Tit Tot guesses again"
        assert "second guess" in room.dm_text("ann")


async def test_a_reaction_that_was_not_chosen_in_time_is_offered_no_longer(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path, ann=["tim_tit_tot"], ben=["bootstrap"]) as room:
        await in_the_window(room)
        panel, place = await room.shown("ben", "duel.react")
        before = room.sent_to()["ann"]
        await room.time(REACTION_S + 3)
        assert await room.phase() == "turn", "ann guesses again; ben is told nothing"
        newest = room.messages(room.dm("ben"))[-1]
        assert newest.id == panel.id, "nothing rings"
        assert not [control for control in newest.controls if place in control], "what is over cannot be pressed"
        assert "<t:" not in newest.text, "and no clock of it is left"
        assert room.sent_to()["ann"] != before
        changes = edits_to(room, "ben")
        await room.time(5)
        assert edits_to(room, "ben") == changes, "once"


async def test_a_reaction_saves(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path, ann=["tim_tit_tot"], ben=["bootstrap", "flippy"]) as room:
        secret, _ = await in_the_window(room, right=True)
        panel, _ = await room.shown("ben", "duel.react")
        assert {"Bootstrap", "Flippy: my deck", "Flippy: ann’s deck", "Do nothing"} <= set(panel.labels)
        await room.acts("ben", "duel.react", "bootstrap")
        await room.time(REACTION_S)
        assert await room.secret_name("ben") != secret
        assert "*Bootstrap*" in room.public()
        assert any(line.key == "guess.wrong" for line in await room.announced())
        assert "1 Bootstrap" in room.board.pictured, "it lies face up in the discard"


async def test_the_menu_marks_what_cannot_be_and_offers_it_all_the_same(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path, ann=["tim_tit_tot"], ben=["flippy"]) as room:
        await room.begin()
        await room.starts("ben")
        await room.time(2)
        await room.acts("ben", "duel.play", "flippy")
        await room.acts("ben", "flippy.deck", "own")
        await room.time(2)
        await room.acts("ann", "duel.play", "tim_tit_tot")
        await room.time(2)
        panel, place = await room.shown("ann", "duel.guess")
        assert panel.offered(f"mm:s:{place}") == list(CARDS)
        marks = {
            option["value"]: option.get("description")
            for part in parts(panel.message.components)
            if part.get("type") == 3
            for option in part["options"]
        }  # fmt: skip
        assert marks["flippy"] == "In ben’s discard"
        await room.acts("ann", "duel.guess", "flippy")
        await room.time(REACTION_S + 3)
        panel, _ = await room.shown("ann", "duel.guess")
        assert "Latest: **ben**’s name was guessed wrongly: *Flippy*." in panel.text
        assert "the deck was turned over" not in panel.text
        assert "• **ben**: the deck was turned over" in await room.reads_text("ann", panel)
        notebook = next(line for line in panel.text.splitlines() if line.endswith("🧠"))
        assert notebook == "**ben**’s name can be none of these: 3\N{NO-BREAK SPACE}Flippy\N{NO-BREAK SPACE}🧠", (
            "it names the shorter part of the ten"
        )


async def test_a_duel_without_a_notebook(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path, ann=["tim_tit_tot"], options={"notebook": False}) as room:
        await in_the_window(room)
        assert "🧠" not in room.dm_text("ann") + room.dm_text("ben")


# -- cards that ask more -----------------------------------------------------------------------------------------------


async def test_hobyah_lays_two_cards_in_order_with_two_taps(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path, ann=["hobyah", "flippy", "noggin"]) as room:
        await room.begin()
        await room.starts("ann")
        await room.time(2)
        await room.acts("ann", "duel.play", "hobyah")
        await room.acts("ann", "hobyah.draw", "2")
        panel, place = await room.shown("ann", "hobyah.top")
        assert "goes lower" in panel.text
        step = await room.clicks("ann", panel, f"mm:order:{place}:noggin")
        assert "*Noggin* goes lower" in step.text
        assert "5 Noggin" not in step.seen.labels
        back = await room.clicks("ann", step.seen, f"mm:order:{place}")
        assert "5 Noggin" in back.seen.labels
        await room.acts("ann", "hobyah.top", "noggin", "flippy")
        await room.time(2)
        assert (await room.table()).duelist(1).deck[:2] == ["flippy", "noggin"]
        public = [line for line in room.told() if "Hobyah" not in line]
        assert not any("Noggin" in line or "Flippy" in line for line in public), "nobody sees which"


async def test_the_reference_card_is_a_message_of_its_own(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path) as room:
        room.newcomer("zoe")
        await room.begin()
        below_the_words = (await room.presses("zoe", "Text", room.board)).seen
        for who, message in (("zoe", below_the_words), ("ann", room.messages(room.dm("ann"))[-1])):
            before = message.text
            shown = await room.presses(who, "Ten names", message)
            assert shown.result.response is not None
            assert shown.result.response.ephemeral
            told = shown.text
            rest = await room.presses(who, "More", shown.seen)
            assert all(title(card) in told + rest.seen.text for card in CARDS)
            assert message.text == before


async def test_the_commands_know_the_duel(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path, ann=["tim_tit_tot"]) as room:
        room.newcomer("zoe")
        await in_the_window(room)
        status = await room.says("zoe", "table status")
        assert "Time to react ends" in status.text
        mine = await room.says("ben", "seat")
        assert "Do nothing" in mine.seen.labels
        assert "Rumpelstiltskin (Name Duel, card 6)" in (await room.says("zoe", "rules", topic="Rumpelstiltskin")).text
        await room.says("ann", "table pause")
        await room.time(3)
        assert "The clock stands still" in (await room.says("ben", "seat")).text


# -- clicks that must not count ----------------------------------------------------------------------------------------


async def test_forged_late_and_double_clicks(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path, ann=["tim_tit_tot", "hobyah"]) as room:
        room.newcomer("zoe")
        await room.begin()
        start = f"mm:o:{await room.occasion('duel.start')}:1"
        (chooser,) = await room.asked_for("duel.start")
        board = room.board
        assert "no seat" in await refused(room, room.clicks("zoe", board, start))
        other = await refused(room, room.clicks(room.other(chooser), board, start))
        assert other.startswith("Somebody else is asked this")
        await room.clicks(chooser, board, start)
        await room.time(2)
        assert (await refused(room, room.forges(chooser, board, start))).startswith("That moment has passed")

        panel, place = await room.shown("ann", "duel.play")
        for forged in (
            f"mm:a:{place}:nonsense", f"mm:a:{place}:None", f"mm:a:{place}", f"mm:s:{place}",
            f"mm:order:{place}:hobyah",
            f"mm:order:{place}", "mm:order", "mm:order:1:x:1", f"mm:a:{place}:1",
        ):  # fmt: skip
            assert "Something broke" not in await refused(room, room.forges("ann", panel, forged)), forged
        # A card ben holds and ann does not, and ann's question pressed by ben.
        held = (await room.table()).duelist(1).hand
        missing = next(card for card in CARDS if card not in held)
        assert "not offered" in await refused(room, room.forges("ann", panel, f"mm:a:{place}:{missing}"))
        bens = room.messages(room.dm("ben"))[-1]
        refusal = await refused(room, room.forges("ben", bens, f"mm:a:{place}:hobyah"))
        assert "somebody else" in refusal or "moment has passed" in refusal

        await room.clicks("ann", panel, f"mm:a:{place}:hobyah")
        late = await refused(room, room.forges("ann", panel, f"mm:a:{place}:tim_tit_tot"))
        assert "passed" in late or "already" in late
        _, place = await room.shown("ann", "hobyah.draw")
        for forged in (f"mm:a:{place}:7", f"mm:a:{place}:-1", f"mm:a:{place}:two"):
            assert "Something broke" not in await refused(room, room.forges("ann", panel, forged)), forged
        await room.acts("ann", "hobyah.draw", "2")
        panel, place = await room.shown("ann", "hobyah.top")
        for forged in (
            f"mm:a:{place}:flippy", f"mm:a:{place}:tim_tit_tot:tim_tit_tot", f"mm:order:{place}:hobyah",
            f"mm:a:{place}:tim_tit_tot:hobyah", f"mm:a:{place}",
        ):  # fmt: skip
            assert "Something broke" not in await refused(room, room.forges("ann", panel, forged)), forged
        assert (
            "somebody else"
            in (refusal := await refused(room, room.forges("ben", bens, f"mm:order:{place}:tim_tit_tot")))
            or "moment has passed" in refusal
        )


async def test_a_bystander_sees_the_board_and_nothing_more(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path, ann=["tim_tit_tot"]) as room:
        room.newcomer("zoe")
        await in_the_window(room)
        assert "no seat" in (await room.presses("zoe", "My seat")).text
        for control in room.board.controls:
            if control.startswith(("mm:a", "mm:o", "mm:s:", "mm:order")):
                raise AssertionError(f"a private control on the board: {control}")
        place = await room.place("ben", "duel.react")
        assert "no seat" in await refused(room, room.forges("zoe", room.board, f"mm:a:{place}:-"))


# -- restarts ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("reacts", [True, False])
async def test_restart_in_the_middle_of_the_reaction_window(tmp_path: Path, reacts: bool) -> None:
    async with name_duel_room(tmp_path, ann=["tim_tit_tot"], ben=["bootstrap"]) as room:
        secret, _ = await in_the_window(room, right=True)
        panel, place = await room.shown("ben", "duel.react")
        journal, public = await room.journal(), room.texts()
        await room.restart()
        assert await room.journal() == journal
        assert room.texts()[: len(public) - 1] == public[:-1]
        assert await room.phase() == "reaction"
        if reacts:
            await room.clicks("ben", panel, f"mm:a:{place}:bootstrap")  # the button the dead process sent
        await room.time(REACTION_S + 5)
        assert await room.games_won() == (0 if reacts else 1)
        assert ("*Bootstrap*" in room.public()) is reacts
        assert (await room.secret_name("ben") != secret) or not reacts
        no_line_twice(room)
        await room.fight("ann")
        assert "# **ann** wins the contest!" in room.board.text
