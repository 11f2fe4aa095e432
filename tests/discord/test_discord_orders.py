"""Standing orders on Discord: whether an answer is given by an order or by hand, nobody else sees a byte or a moment.

Two worlds from one seed. In one ben has given an order, in the other he presses the same answers at the same moments.
Each game is played until his order has answered twice (in the auction once); before the last time the bot is killed.
Everything that the others' clients get from Discord is compared: posts, changes, direct messages, what the Mirror tells
those who ask, with the time of each. A picture is compared as what it is drawn from.
"""

from __future__ import annotations

import json
import math
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest
from language.any_game import random_value
from requests_of_bot import bleached
from rooms.any_game import Answered, Room
from rooms.mafia import mafia_room
from rooms.name_duel import name_duel_room
from rooms.trumplestiltskin import trumplestiltskin_room
from rooms.village import Square, village_square
from support.sizes import size
from two_worlds import Streams, make_folder, same

from bot.engine.questions import Question
from bot.engine.rulebook import LEAVES_OPEN
from bot.games import GAMES
from bot.games.mafia.values import NO, YES
from bot.games.trumplestiltskin.values import PASS
from bot.games.village.values import BURN, SPARE
from bot.matches.standing_orders import LATEST_PART, SOONEST_S, StandingOrders
from bot.ui.pictures.gallery import Gallery

ORDERS, GIVE, TAKE_BACK = "Standing orders …", "Do this for me", "Stop doing this"
CLOCK_S = 600
"""How long everything may take that an order answers."""
RESTART_S = 2
"""How long a restart takes in this language."""
STEPS_MOST = 300
ANN, BEN, CAT, DAN, EVE, FAY = range(1, 7)
Opened = Callable[[Path], AbstractAsyncContextManager[Any]]


# -- what is played ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Evening:
    """A game in which ben's order has something to answer.

    opened    the table; plays: what everybody answers by hand, or LEAVES_OPEN for whatever chance says
    presses   how ben gives by hand the answer that the order gives
    idle      somebody else, who gives an order and takes it back
    times     how often ben's order answers until that has been seen
    """

    opened: Opened
    plays: Callable[[Question, Any], Any]
    presses: Callable[[Any, Question, Any], Awaitable[Answered]]
    idle: str
    times: int = 2


def at_the_duel(question: Question, view: Any) -> Any:
    return LEAVES_OPEN


def at_cards(question: Question, view: Any) -> Any:
    return PASS if question.key == "auction.bid" else LEAVES_OPEN


def in_the_village(question: Question, view: Any) -> Any:
    """By day dan and eve are put up, and both get one vote again and again."""
    for_whom = {BEN: DAN, CAT: EVE}.get(question.seat)
    if question.key == "day.ballot":
        return for_whom
    if question.key == "day.vote":
        nominee, _ = view.ballots[-1].polls[-1]
        return BURN if for_whom == nominee else SPARE
    if question.key == "day.call":
        nominated = {ANN: DAN, CAT: EVE}.get(question.seat)
        return [nominated if nominated in question.choices else "ready", None]
    return at_night(question)


def in_the_club(question: Question, view: Any) -> Any:
    """Every day dan and eve are put up, and each gets half of the votes."""
    if question.key == "vote.hand":
        return YES if question.seat in (ANN, BEN, CAT) else NO
    if question.key == "speech.floor":
        named = {ANN: DAN, CAT: EVE}.get(question.seat)
        return named if named in question.choices else "pass"
    return at_night(question)


def at_night(question: Question) -> Any:
    """Fay is killed, if anybody is; else nobody does anything."""
    if question.key == "night.victim":
        return FAY
    return None if None in question.choices or question.kind == "text" else LEAVES_OPEN


def auction_table(folder: Path) -> AbstractAsyncContextManager[Any]:
    return trumplestiltskin_room(folder, options={"turn_seconds": CLOCK_S})


def name_duel(folder: Path) -> AbstractAsyncContextManager[Any]:
    return name_duel_room(
        folder, options={"turn_seconds": CLOCK_S, "reaction_seconds": CLOCK_S, "quick_reactions": True}
    )


def village(folder: Path, vote_s: int = CLOCK_S, **how: bool) -> AbstractAsyncContextManager[Any]:
    options = {"introductions": False, "vote_seconds": vote_s, "day_seconds": 10 * CLOCK_S, **how}
    return village_square(folder, 8, options=options, hal="murderer")


def village_with_open_ballot(folder: Path) -> AbstractAsyncContextManager[Any]:
    return village(folder, CLOCK_S // 2, open_ballot=True)  # which lasts twice as long


async def chooses_on_board(square: Square, question: Question, value: int) -> Answered:
    menu = f"mm:os:{await square.occasion(question.key)}"
    return await square.chooses("ben", square.find(square.thread, menu, "prompter"), menu, str(value))


def mafia(folder: Path) -> AbstractAsyncContextManager[Any]:
    return mafia_room(folder, 6, options={"vote_seconds": CLOCK_S, "ties": "mild"}, dan="sheriff")


EVENINGS = {
    "name_duel": Evening(name_duel, at_the_duel, lambda room, q, value: room.acts("ben", q.key, value), "ann"),
    "trumplestiltskin": Evening(auction_table, at_cards, lambda table, q, value: table.bids("ben", None), "cat", 1),
    "village": Evening(village_with_open_ballot, in_the_village, chooses_on_board, "cat"),
    "mafia": Evening(mafia, in_the_club, lambda table, q, value: table.raises("ben", value), "cat"),
}
IN_TURN = Evening(village, in_the_village, lambda square, q, value: square.votes("ben", value), "cat")
PLAYED = [*EVENINGS.values(), IN_TURN][: size(len(EVENINGS), full=len(EVENINGS) + 1)]


# -- what others see --------------------------------------------------------------------------------------------------


class Clients:
    """What Discord sends to everybody's clients, each line with the moment at which it comes."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._dms = {room.dm(name).id: name for name in room.people}
        self.seen: Streams = {"public": []} | {name: [] for name in (*room.people, "zoe")}
        room.env.backend.subscribers.append(self._gets)

    def note(self, who: str, what: Any) -> None:
        self.seen[who].append(f"{self._room.now_ms()} {bleached(json.dumps(what))}")

    def _gets(self, event: str, payload: Mapping[str, Any]) -> None:
        place = int(payload.get("channel_id") or 0)
        if event != "INTERACTION_CREATE" and place != self._room._wings.id:
            files = [sha256(self._room.file(file)).hexdigest()[:12] for file in payload.get("attachments", ())]
            self.note(self._dms.get(place, "public"), [event, payload, files])


def undrawn(gallery: Gallery, picture: Any) -> bytes:
    """A picture as what it would be drawn from."""
    return repr(picture).encode()


async def look_around(room: Room, clients: Clients, who: str) -> None:
    """Whatever the Mirror tells those who ask it."""
    for asker in (who, "zoe"):
        clients.note(asker, (await room.says(asker, "table status")).seen.message.components)
    clients.note(who, (await room.presses(who, "My seat")).seen.message.components)
    clients.note(who, await room.autocompletes(who, "table kick", "player", ""))


# -- an evening -------------------------------------------------------------------------------------------------------


async def own_page(room: Room, clients: Clients, who: str, *labels: str) -> None:
    """Open the page of one's own orders, press these there, and see what stands there then."""
    shown = await room.presses(who, "Notes …", (await room.rarely(who)).seen)
    for label in (ORDERS, *labels):
        shown = await room.presses(who, label, shown.seen)
    clients.note(who, shown.seen.message.components)


def by_order(game: str, question: Question, view: Any) -> Any:
    """What ben's order says to this."""
    (order,) = GAMES[game].standing_orders
    return order.answer(question, view) if question.seat == BEN else LEAVES_OPEN


async def one_step(room: Room, evening: Evening, chance: Random) -> None:
    """Somebody answers by hand, or a while passes."""
    awake = await room.awake()
    question = next((one for one in awake.match.open if one.seat > 0), None)
    if question is None:
        await room.time(5)
        return
    value = evening.plays(question, awake.match.view(question.seat))
    value = random_value(question, chance) if value is LEAVES_OPEN else value
    place = (awake.id, question.seat, awake.match.checkpoint, question.number)
    await room.run(lambda: room.mirror.service.answer(*place, value))


async def due_to_ben(room: Room) -> tuple[Question, Any] | None:
    """What is asked of ben that his order answers."""
    awake = await room.awake()
    answers = ((one, by_order(room.GAME, one, awake.match.view(BEN))) for one in awake.match.open_for(BEN))
    return next(((one, value) for one, value in answers if value is not LEAVES_OPEN), None)


async def until_due(room: Room, evening: Evening, chance: Random) -> tuple[Question, Any]:
    """Play on until something is asked of ben that his order answers."""
    for _ in range(STEPS_MOST):
        due = await due_to_ben(room)
        if due is not None:
            return due
        await one_step(room, evening, chance)
    raise AssertionError("his order has nothing to answer")


async def an_evening(evening: Evening, folder: Path, *, ordered: bool, pause_s: float) -> Streams:
    """What everybody has seen when ben's order, or his hand, has answered, each time after so long."""
    make_folder(folder)
    async with evening.opened(folder) as room:
        room.newcomer("zoe")
        clients, chance = Clients(room), Random(5)
        await room.begin()
        await own_page(room, clients, "ben", *((GIVE, TAKE_BACK, GIVE) if ordered else ()))
        await own_page(room, clients, evening.idle, *((GIVE, TAKE_BACK) if ordered else ()))
        for time in range(1, evening.times + 1):
            due = await until_due(room, evening, chance)
            is_killed = time == evening.times
            if is_killed:
                await room.restart()
            await room.time(pause_s - is_killed * RESTART_S)
            if not ordered:
                await evening.presses(room, *due)
            assert await due_to_ben(room) is None, "his order answers now, or he has"
            await room.time(5)
        await look_around(room, clients, evening.idle)
        return clients.seen


def answers_come_after(pause_s: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw for every order that it answers after so many seconds, also in a process that is started later."""
    drawn = math.log(pause_s / SOONEST_S) / math.log(CLOCK_S / LATEST_PART / SOONEST_S)
    monkeypatch.setattr(StandingOrders.__init__, "__defaults__", (lambda: drawn,))


@pytest.mark.full_size
@pytest.mark.parametrize("evening", PLAYED, ids=[*EVENINGS, "in_turn"][: len(PLAYED)])
async def test_with_and_without_an_order_everybody_else_gets_the_same_at_the_same_time(
    evening: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Gallery, "_encoded", undrawn)
    for pause_s in (11, 3, 31, 83)[: size(1, full=4)]:
        answers_come_after(pause_s, monkeypatch)
        here = await an_evening(evening, tmp_path / f"here-{pause_s}", ordered=True, pause_s=pause_s)
        there = await an_evening(evening, tmp_path / f"there-{pause_s}", ordered=False, pause_s=pause_s)
        assert len(here["public"]) > 5
        same(here, there, but={"ben"})


async def test_a_board_that_discord_will_not_have_redrawn_is_redrawn_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers_come_after(11, monkeypatch)
    evening, chance = EVENINGS["mafia"], Random(5)
    async with evening.opened(tmp_path) as room:
        clients = Clients(room)
        await room.begin()
        await own_page(room, clients, "ben", GIVE)
        await until_due(room, evening, chance)
        await room.time(10)
        before, board = room.board.text, f"/channels/{room.thread.id}/messages/{room.board.id}"
        room.env.inject_error("PATCH", board, status=403, code=50001, message="Missing Access")
        await room.time(1.5)
        assert await due_to_ben(room) is None
        assert room.board.text == before
        await room.time(5)
        assert room.board.text != before
        assert "**ben**" not in room.board.text.partition("Still waiting")[2]


async def test_whose_order_has_answered_hears_of_the_next_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ben has done nothing by himself: however much time he has, and however soon it is his turn, his panel rings."""
    monkeypatch.setattr(Gallery, "_encoded", undrawn)
    answers_come_after(10, monkeypatch)
    async with trumplestiltskin_room(tmp_path, hands={}, dealer="ann", options={"turn_seconds": CLOCK_S}) as table:
        await table.begin()
        await own_page(table, Clients(table), "ben", GIVE)
        await table.picks("cat", 3)
        await table.time(11)
        came = len(table.messages(table.dm("ben")))
        await table.bids("cat", 14)
        await table.bids("ann", None)
        await table.play_on(lambda view: view.to_act == BEN)
        await table.time(2)
        assert "trick.play" in await table.asked("ben")
        assert len(table.messages(table.dm("ben"))) == came + 1
        await table.plays("ben", (await table.question("ben", "trick.play")).choices[0])
        await table.play_on(lambda view: view.to_act == BEN)
        await table.time(2)
        assert len(table.messages(table.dm("ben"))) == came + 1, "now he is there"


def test_every_game_with_orders_is_played_here() -> None:
    assert set(EVENINGS) == {name for name, game in GAMES.items() if game.standing_orders}
