"""Two hidden worlds in which computers hold the cards of Mafia, claim, name, vote and shoot: nobody can tell which.

What is sent is compared byte by byte, and so is the second in which it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from language.any_game import NAMES, seat_of
from rooms.any_game import Answered, Seen, opened
from rooms.mafia import SECONDS, MafiaRoom
from two_worlds import Streams, Timed, make_folder, same, swapped

from bot.engine.announcements import SPECTATOR
from bot.engine.questions import Question, Value
from bot.games.hidden_roles.claims import code
from bot.games.mafia.options import MafiaOptions, club_cast
from bot.games.mafia.values import NO, PASS, YES
from bot.matches.companions import Companions
from bot.matches.snapshot import MatchSnapshot

SEATS = 8
SEED = f"{7:064x}"
ALL_BUT_ANN = ("ben", "cat", "dan", "eve", "fay", "gus", "hal")
DEALS: list[dict[str, str]] = [
    {"cat": "don", "dan": "mafia", "ben": "sheriff", "eve": "doctor"},
    {"cat": "don", "dan": "mafia", "ben": "doctor", "fay": "sheriff"},
    {"ben": "don", "dan": "mafia", "fay": "sheriff", "cat": "doctor"},
    {"dan": "don", "ben": "mafia", "fay": "sheriff", "cat": "doctor"},
]
"""Deals in which ben and gus, both computers, will exchange their cards."""
SAYS: Mapping[tuple[int, str], tuple[str, ...]] = {
    (1, "gus"): (code("i_am", 0, "sheriff"), code("suspect", seat_of("cat"), "gut")),
    (1, "ben"): (code("suspect", seat_of("dan"), "gut"),),
    (2, "ben"): (code("i_am", 0, "sheriff"), code("checked", seat_of("dan"))),
    (2, "gus"): (code("cleared", seat_of("ann")),),
}
"""What is claimed on which day, truly in one world and falsely in the other."""
NAMES_FOR_THE_VOTE = {(1, "ben"): "hal", (1, "cat"): "ann", (2, "gus"): "eve", (2, "cat"): "dan"}
VOTED_OUT = {"hal", "eve"}
VICTIMS = ("fay", "dan")
DAYS = 2
"""After the second night the game is not over, ann is alive, and all cards are still a secret."""


async def thought(_: Companions, match: MatchSnapshot, question: Question) -> Value:
    """What the public sees of it is the same in both worlds; what is secret is done in both, by whoever can."""
    view, me = match.view(SPECTATOR), NAMES[question.seat - 1]
    if question.key.endswith(".floor"):
        return says(view, me, question)
    if question.key in ("vote.hand", "vote.all"):
        assert question.values is not None
        nominee = question.values.get("nominee")
        return YES if nominee is not None and NAMES[nominee - 1] in VOTED_OUT else NO
    target = seat_of(VICTIMS[view.day - 1] if question.key == "night.victim" and view.day <= DAYS else "ann")
    return target if target in question.choices else question.choices[0]


def says(view: object, me: str, question: Question) -> Value:
    """Claims first, then a name, then thanks."""
    assert hasattr(view, "claims")
    assert hasattr(view, "day")
    done = [claim for claim in view.claims if NAMES[claim.by - 1] == me and claim.occasion == question.occasion]
    planned = SAYS.get((view.day, me), ()) if question.key == "speech.floor" else ()
    if len(done) < len(planned):
        return planned[len(done)]
    nominee = NAMES_FOR_THE_VOTE.get((view.day, me))
    return seat_of(nominee) if nominee is not None and seat_of(nominee) in question.choices else PASS


def deal(roles: Mapping[str, str]) -> list[str]:
    """The cards in the order of the seats; whoever is not named is a citizen."""
    cards = [roles.get(name, "citizen") for name in NAMES[:SEATS]]
    held = {card: cards.count(card) for card in cards}
    assert held == {card: many for card, many in club_cast(SEATS).items() if many}
    return cards


class Late:
    """Somebody keeps every message with controls they have seen, and presses them when it is too late."""

    def __init__(self, mafia: MafiaRoom, who: str) -> None:
        self.mafia = mafia
        self.who = who
        self.kept: dict[str, Seen] = {}

    def keeps(self) -> None:
        for message in self.mafia.messages(self.mafia.thread, self.who):
            for control in message.controls:
                if control.startswith(("mm:o:", "mm:os:", "mm:ow:")):
                    self.kept.setdefault(control, message)

    async def presses(self) -> list[Answered]:
        return [
            await self.mafia.forges(self.who, message, control, ["1"] if control.startswith("mm:os:") else None)
            for control, message in sorted(self.kept.items())
        ]


async def look(mafia: MafiaRoom) -> None:
    for name in ("zoe", "ann"):
        await mafia.says(name, "table status")
        await mafia.presses(name, "My seat")
        await mafia.reads_text(name)


async def streams_of(tmp_path: Path, roles: Mapping[str, str], computers: tuple[str, ...]) -> Streams:
    make_folder(tmp_path)
    people = [name for name in NAMES[:SEATS] if name not in computers]
    settings = MafiaOptions.model_validate(
        {**SECONDS, "claims": True, "first_night_kill": True, "casts": {SEATS: club_cast(SEATS)}}
    )
    mafia = MafiaRoom(tmp_path, settings, SEED, people, SEATS)
    async with opened(mafia, (), {"deal.roles": deal(roles)}):
        mafia.newcomer("zoe")
        time = Timed(mafia)
        await mafia.begin()
        if len(people) == 1:
            page = await mafia.presses("ann", "Practice", (await mafia.says("ann", "seat")).seen)
            await mafia.presses("ann", "Tell me after each decision", page.seen)
        late = [Late(mafia, "zoe"), Late(mafia, "ann")]
        while (await mafia.awake()).match.view(SPECTATOR).day <= DAYS:
            for _ in range(3):
                await time.passes(20)
                for one in late:
                    one.keeps()
                await acts(mafia, people)
            await look(mafia)
            for one in late:
                await one.presses()
        assert not await mafia.is_over()
        return mafia.sent_to()


async def acts(mafia: MafiaRoom, people: list[str]) -> None:
    """People answer what they are asked in public, and by night nobody is suspected."""
    for name in people:
        for key in await mafia.asked(name):
            if key.endswith(".floor"):
                await mafia.on_board(name, "o", key, PASS)
            elif key.startswith("vote."):
                await mafia.raises(name, NO, key)
            elif key == "night.suspect":
                await mafia.answers(name, key, None)


@pytest.mark.parametrize("computers", [("ben", "cat", "dan", "fay", "gus"), ALL_BUT_ANN], ids=["company", "practice"])
@pytest.mark.parametrize("roles", DEALS, ids=["-".join(roles) + "-" + roles["ben"] for roles in DEALS])
async def test_nobody_can_tell_which_computer_holds_the_card(
    tmp_path: Path, roles: dict[str, str], computers: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Companions, "_thought", thought)
    monkeypatch.setattr("random.Random.uniform", lambda _self, shortest, longest: (shortest + longest) / 2)
    here = await streams_of(tmp_path / "here", roles, computers)
    there = await streams_of(tmp_path / "there", swapped(roles, "ben", "gus"), computers)
    told = "".join(here["public"])
    assert told.count("\\ud83d\\udcac") >= 6, "what was to be claimed was claimed"
    assert ("strong player would" in "".join(here["ann"])) == (computers == ALL_BUT_ANN), "lessons are told in practice"
    same(here, there, but=set())
