"""What is chosen on a person does what the buttons of the board do, with the same checks, and is answered to one."""

from __future__ import annotations

from pathlib import Path

from rooms.village import village_square

from bot.engine.questions import put
from bot.games.mafia.values import YES
from cogs.mafia.face import MafiaFace

NO_NOMINATIONS = "ben cannot be nominated now. The newest message of your game says when nominations are made."


async def test_somebody_is_nominated_voted_for_and_given_time_by_a_press_on_their_name(tmp_path: Path) -> None:
    async with village_square(tmp_path, seats=8, cast={"rumplestiltskin": 2, "villager": 6}) as square:
        square.newcomer("zoe")
        await square.begin()
        await square.introduce_all()
        assert (await square.chooses_on("ann", "Nominate", "ben")).sentence == NO_NOMINATIONS, "at night"
        await square.until("day")

        form = await square.chooses_on("ann", "Nominate", "ben", square.room)
        assert form.modal is not None, "a reason is asked for, as on the board"
        await square.restart()
        said = await square.writes("ann", form, "he smiles too much")
        assert said.sentence == "You nominate **ben**."
        await square.time(2)
        assert "he smiles too much" in square.public()
        again = await square.chooses_on("ann", "Nominate", "cat")
        assert again.sentence.startswith("You have already nominated"), "once a day"
        for who, whom in (("zoe", "ben"), ("ann", "zoe")):
            assert "does not sit at a table with you" in (await square.chooses_on(who, "Nominate", whom)).sentence

        given = (await square.chooses_on("dan", "Give time", "ben")).sentence
        assert given == "All clocks that run at this table have a minute more."
        await square.time(2)
        assert "**dan** gives a minute more ⏳" in square.public()

        assert (await square.chooses_on("eve", "Vote for", "ben")).sentence.startswith("There is no vote on ben now")
        await square.call_the_vote()
        await square.time(2)
        assert (await square.chooses_on("eve", "Vote for", "cat")).sentence.startswith("There is no vote on cat now")
        voted = await square.chooses_on("eve", "Vote for", "ben")
        assert voted.sentence == "You vote for the fire. This vote is used."
        assert "already answered" in (await square.chooses_on("eve", "Vote for", "ben")).sentence
        votes = [(line.seat, line.value) for line in await square.journal() if line.key == "day.vote"]
        assert votes == [(5, "burn")]


def test_hands_and_nominations_of_mafia_are_aimed_at_whom_they_name() -> None:
    face, view = MafiaFace(), None
    floor = put(1, "speech.floor", (3, 4, "pass"), occasion="speech.1.1")
    hand = put(1, "vote.hand", ("yes", "no"), values={"nominee": 3}, occasion="vote.1.0.0")
    everybody = put(1, "vote.all", ("yes", "no"), values={"tied": [3, 4]}, occasion="vote.1.1.2")
    assert [face.aimed("nominate", one, 3, view) for one in (floor, hand, everybody)] == ["3", None, None]
    assert [face.aimed("vote", one, 3, view) for one in (floor, hand, everybody)] == [None, YES, None]
    assert face.aimed("vote", hand, 4, view) is None
