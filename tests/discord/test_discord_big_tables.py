"""Twenty people at one table: every message stays within Discord's limits, and the requests are counted."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from language.any_game import NAMES
from rooms.village import Square, village_square

from bot.ui.panels import TEXT_MOST
from bot.ui.stage.public import SOON_S

VILLAGE = {"ann": "murderer", "cat": "warlock", "ben": "sheriff"}


async def test_an_open_ballot_with_everybody_on_it(tmp_path: Path) -> None:
    """Ten nominees, each with last words: one set of controls serves them all."""
    async with village_square(tmp_path, 20, options={"open_ballot": True}, **VILLAGE) as square:
        await square.begin()
        await square.introduce_all()
        await square.until("day")
        for nominator, nominee in zip(NAMES, NAMES[10:20], strict=False):
            await square.nominates(nominator, nominee, "Why not?")
        await square.call_the_vote()
        await square.time(3)
        words = f"mm:ow:{square.match_id}:words"
        shown = await square.clicks("kim", square.find(square.thread, words, "kim"), words)
        await square.writes("kim", shown, "I am innocent")
        await square.time(3)
        told = [line for line in square.public().splitlines() if "“I am innocent”" in line]
        assert told, "in one of its wordings"
        assert all("**kim**" in line for line in told)
        assert "day.last_words" not in await square.asked("kim")
        assert "day.last_words" in await square.asked("leo")
        ready_made = f"mm:own:{square.match_id}:words"
        for control in (words, ready_made):
            sentence = (await square.clicks("ann", square.board, control)).sentence
            assert sentence.startswith("Somebody else is asked this, not you."), "before she has chosen anything"
            sentence = (await square.clicks("kim", square.board, control)).sentence
            assert sentence.startswith("You have already answered this question."), "kim has had the last words"
        phrases = (await square.clicks("leo", square.board, ready_made)).seen
        assert phrases.message.flags & 64, "nobody else sees the menu"
        (menu,) = [control for control in phrases.controls if control.startswith("mm:os:")]
        await square.chooses("leo", phrases, menu, phrases.offered(menu)[0])
        assert "day.last_words" not in await square.asked("leo")
        custom_id = f"mm:os:{await square.occasion('day.ballot')}"
        for voter in NAMES[:10]:
            await square.chooses(voter, square.find(square.thread, custom_id, "ann"), custom_id, "11")
        await square.time(3)
        assert "**kim**: 10 votes" in square.board.text or "**kim**: 10 votes" in square.public()
        await square.until("night")


def kinds(square: Square, since: int) -> Counter[str]:
    """The bot's requests by what they are for."""
    dms = {square.dm(name).id for name in square.people}
    found: Counter[str] = Counter()
    for request in square.env.http_requests[since:]:
        place = request.path.split("/")
        if place[1] == "channels" and int(place[2]) in dms:
            found["private panels" if request.method == "POST" else "changes of panels"] += 1
        elif place[1] == "channels" and request.method == "POST" and place[-1] == "messages":
            found["public lines"] += 1
        elif place[1] == "channels" and len(place) == 5 and request.method == "PATCH":
            found["board edits"] += 1
        elif place[1] == "channels" and request.method == "PATCH":
            found["locks"] += 1
        elif place[1] == "interactions":
            found["answers to clicks"] += 1
        else:
            found[f"other: {request.method} /{place[1]}"] += 1
    return found


async def test_the_requests_of_a_game_are_counted(tmp_path: Path) -> None:
    """Twelve people, two nights and two burnings by clicks. Answers to clicks are Discord's own and cost nothing."""
    async with village_square(tmp_path, 12, **VILLAGE) as square:
        await square.begin()
        since = len(square.env.http_requests)
        await square.introduce_all()
        await square.night(ann="fay", cat="fay", ben="ann")
        await square.burns("ann", by="ben")
        await square.until("night")
        await square.night(cat="gus", ben="cat")
        await square.burns("cat", by="ben")
        await square.until("over")
        await square.time(5)
        found = kinds(square, since)
        print(f"\nrequests of a 12-seat game with 2 nights: {dict(found)}")
        assert found["locks"] == 4
        panels = found["private panels"] + found["changes of panels"]
        needed = found["public lines"] + panels + found["locks"]
        sent = sum(found.values()) - found["answers to clicks"]
        assert sent <= 1.3 * needed, dict(found)
        cards, nights = 12, 12 + 10  # a panel for everybody alive
        powers_of_the_team, verdicts = 1 + 1, 2
        deaths, ends = 4, 12  # each is told to its person, and everybody what the end is for them
        assert found["private panels"] <= nights + powers_of_the_team + verdicts + deaths + ends
        picks = 2  # each is closed once, and what the team points at changes the other's
        assert found["changes of panels"] <= cards + found["private panels"] + picks


async def test_what_does_not_fit_on_one_message_goes_into_the_next(tmp_path: Path) -> None:
    """Discord cannot be reached while sixteen people nominate, each with all the words that fit: none of them is lost,
    none is told twice, and the board stands below the last."""
    async with village_square(tmp_path, 16, **VILLAGE) as square:
        await square.begin()
        await square.introduce_all()
        await square.until("day")
        posts = f"/channels/{square.thread.id}/messages"
        square.env.inject_error("POST", posts, status=503, times=None)
        people = await square.alive()
        reasons = {name: f"{name} says so because " + "of this and that " * 16 for name in people}
        for nominator, nominee in zip(people, [*people[1:], people[0]], strict=True):
            await square.nominates(nominator, nominee, reasons[nominator][:300])
            if nominator == people[0]:
                await square.time(SOON_S + 1)  # the next board does not come: this one is back
        before = len(square.messages(viewer="prompter"))
        square.env.backend.faults.clear()
        await square.time(60)
        fresh = square.messages(viewer="prompter")[before:]
        assert len(fresh) > 1
        told = "\n".join("\n".join(message.lines) for message in fresh)
        assert [told.count(f"“{name} says so because") for name in people] == [1] * len(people)
        assert told.index(f"“{people[0]} says") < told.index(f"“{people[-1]} says")
        assert all(len(message.text) <= TEXT_MOST for message in fresh)
        assert [bool(message.controls) for message in fresh] == [False] * (len(fresh) - 1) + [True]
        assert "…" not in told
