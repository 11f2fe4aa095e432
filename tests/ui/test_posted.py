"""Messages that stand there already: found by their sign, compared with what was to be said, and brought up to date."""

from __future__ import annotations

import discord
import pytest

from bot.matches.ledger import PUBLIC, Cursor
from bot.ui import posted
from bot.ui.delivery import Courier, Outgoing, PlaceGone, Unreachable
from bot.ui.panels import Button, Menu, MenuOption, Page, Panel, render
from bot.ui.stage.doubts import Doubts

from .stage import Remembering, Stage, line, staged

NEWS = Page(
    panels=(Panel("Who did it?", (Menu("mm:os:1:day", "Nominate", (MenuOption("2", "ben"),)),)),), lines=("Dawn.",)
)
MORE = Page(panels=NEWS.panels, lines=("Dawn.", "Ann is dead."))
CURSOR = Cursor(3, 7, 1, -1, 55, 66, "sent")


def page(what: Page) -> Outgoing:
    return Outgoing(view=render(what))


def texts(stage: Stage) -> list[str]:
    return [message.components[0].content for message in stage.room.history()]  # type: ignore[union-attr]


async def test_what_is_there_already_is_not_posted_again() -> None:
    async with staged() as stage:
        courier = Courier(stage.bot, Remembering(), line())
        first = await stage.run(lambda: courier.post(stage.room.id, page(NEWS), "1.0.4"))
        again = await stage.run(lambda: courier.post(stage.room.id, page(NEWS), "1.0.4", perhaps_after=0))
        assert again == first
        assert (len(stage.room.history()), stage.requests("PATCH")) == (1, [])


async def test_what_is_there_and_says_less_is_brought_up_to_date() -> None:
    async with staged() as stage:
        courier = Courier(stage.bot, Remembering(), line())
        first = await stage.run(lambda: courier.post(stage.room.id, page(NEWS), "1.0.4"))
        again = await stage.run(lambda: courier.post(stage.room.id, page(MORE), "1.0.4", perhaps_after=first - 1))
        assert (again, texts(stage)) == (first, ["Dawn.\nAnn is dead."])
        once_more = await stage.run(lambda: courier.post(stage.room.id, page(MORE), "1.0.4", perhaps_after=0))
        assert once_more == first, "an edit keeps the sign"


async def test_only_the_message_itself_is_taken_for_it() -> None:
    async with staged() as stage:
        courier = Courier(stage.bot, Remembering(), line())
        first = await stage.run(lambda: courier.post(stage.room.id, page(NEWS), "1.0.4"))
        await stage.person("ann").send(stage.room, "Dawn.")
        next_one = await stage.run(lambda: courier.post(stage.room.id, page(NEWS), "1.0.5", perhaps_after=0))
        later = await stage.run(lambda: courier.post(stage.room.id, page(NEWS), "1.0.4", perhaps_after=first))
        assert len({first, next_one, later}) == 3


async def test_a_direct_message_is_looked_for_too() -> None:
    async with staged() as stage:
        courier = Courier(stage.bot, Remembering(), line())
        ann = stage.person("ann")
        first = await stage.run(lambda: courier.direct(ann.id, page(NEWS), "1.2.1"))
        assert await stage.run(lambda: courier.direct(ann.id, page(NEWS), "1.2.1", perhaps_after=0)) == first


async def test_where_nothing_can_be_read_it_is_posted() -> None:
    async with staged() as stage:
        courier = Courier(stage.bot, Remembering(), line())
        stage.env.inject_error("GET", f"/channels/{stage.room.id}/messages", status=403, code=50001)
        await stage.run(lambda: courier.post(stage.room.id, page(NEWS), "1.0.4", perhaps_after=0))
        assert texts(stage) == ["Dawn."]


async def test_what_is_too_old_to_be_edited_is_posted_anew() -> None:
    async with staged() as stage:
        courier = Courier(stage.bot, Remembering(), line())
        await stage.run(lambda: courier.post(stage.room.id, page(NEWS), "1.0.4"))
        stage.env.inject_error("PATCH", "/channels/*/messages/*", status=400, code=30046)
        await stage.run(lambda: courier.post(stage.room.id, page(MORE), "1.0.4", perhaps_after=0))
        assert texts(stage) == ["Dawn.", "Dawn.\nAnn is dead."]


async def test_while_nothing_can_be_looked_for_nothing_is_posted() -> None:
    async with staged() as stage:
        courier = Courier(stage.bot, Remembering(), line(), pauses=())
        stage.env.inject_error("GET", f"/channels/{stage.room.id}/messages", status=503)
        (turn,) = await stage.begin(lambda: courier.post(stage.room.id, page(NEWS), "1.0.4", perhaps_after=0))
        assert isinstance(turn.exception(), Unreachable)
        assert stage.room.history() == []


async def test_whatever_can_be_seen_or_pressed_is_compared() -> None:
    """And Discord's own numbers and spaces are not."""
    async with staged() as stage:
        courier = Courier(stage.bot, Remembering(), line())
        spaced = Page(panels=NEWS.panels, lines=("  Dawn. \n",))
        message_id = await stage.run(lambda: courier.post(stage.room.id, page(spaced), "1.0.4"))
        place = stage.bot.get_partial_messageable(stage.room.id)
        message = await stage.run(lambda: place.fetch_message(message_id))
        assert posted.says(message, None, render(NEWS))
        options = (MenuOption("2", "ben"), MenuOption("3", "cat"))
        for other in (
            MORE,
            Page(panels=(Panel("Who was it?", NEWS.panels[0].rows),), lines=("Dawn.",)),
            Page(panels=(Panel("Who did it?", (Menu("mm:os:1:day", "Nominate", options),)),), lines=("Dawn.",)),
            Page(panels=(Panel("Who did it?", (Menu("mm:os:2:day", "Nominate", options[:1]),)),), lines=("Dawn.",)),
            Page(panels=(Panel("Who did it?", (*NEWS.panels[0].rows, (Button("mm:x", "Go"),))),), lines=("Dawn.",)),
            Page(panels=(), lines=("Dawn.",)),
        ):
            assert not posted.says(message, None, render(other))
        assert not posted.says(message, "Dawn.", None)


async def test_what_can_be_pressed_on_a_message() -> None:
    async with staged() as stage:
        courier = Courier(stage.bot, Remembering(), line())
        message_id = await stage.run(lambda: courier.post(stage.room.id, page(MORE), "1.0.4"))
        stands = await stage.run(lambda: courier.read(stage.room.id, message_id))
        another = Page(panels=(Panel("And now?", ((Button("mm:a:1", "Go"),),)),))
        assert posted.offers(stands, render(NEWS))
        assert posted.offers(stands, render(Page(panels=(Panel("Nothing."),))))
        assert not posted.offers(stands, render(another))
        assert await stage.run(lambda: courier.read(stage.room.id, message_id + 1)) is None


async def test_what_takes_the_place_of_a_message_keeps_its_sign() -> None:
    async with staged() as stage:
        courier = Courier(stage.bot, Remembering(), line())
        message_id = await stage.run(lambda: courier.post(stage.room.id, page(NEWS), "1.2.4"))
        stands = await stage.run(lambda: courier.read(stage.room.id, message_id))
        view, other = render(MORE), render(MORE)
        posted.keep_sign(stands, view)
        assert view.to_components()[0]["id"] == posted.sign_of("1.2.4")
        posted.keep_sign(None, other)
        assert "id" not in other.to_components()[0]


def test_a_sign_is_a_number_that_discord_takes_and_does_not_give_itself() -> None:
    signs = {
        posted.sign_of(f"{match}.{seat}.{serial}") for match in range(5) for seat in range(5) for serial in range(99)
    }
    assert len(signs) == 5 * 5 * 99
    assert all(40 < one < 1 << 31 for one in signs)
    posted.sign(discord.ui.View(), "1.0.1")  # which has no place for it


# -- when there is something to look for -------------------------------------------------------------------------------


def test_after_a_start_every_recipient_of_an_unsettled_match_is_looked_for_once() -> None:
    doubts = Doubts()
    assert doubts.perhaps_after(2, PUBLIC, CURSOR) == CURSOR.message_id, "nobody has looked yet which matches they are"
    doubts.begin([1])
    assert doubts.perhaps_after(1, PUBLIC, CURSOR) == CURSOR.message_id
    assert doubts.perhaps_after(1, 2, None) == 0
    assert doubts.perhaps_after(2, PUBLIC, CURSOR) is None, "another match was settled"
    with doubts.posting(1, PUBLIC):
        pass
    assert doubts.perhaps_after(1, PUBLIC, CURSOR) is None
    assert doubts.perhaps_after(1, 2, None) == 0


@pytest.mark.parametrize("problem", [Unreachable("503"), PlaceGone("404"), RuntimeError()])
def test_what_came_to_no_known_end_is_looked_for_until_it_does(problem: Exception) -> None:
    doubts = Doubts()
    doubts.begin([])
    with pytest.raises(type(problem)), doubts.posting(1, 2):
        raise problem
    assert doubts.perhaps_after(1, 2, CURSOR) == CURSOR.message_id
    assert doubts.perhaps_after(1, 3, CURSOR) is None, "nobody else's"
    with doubts.posting(1, 2):
        pass
    assert doubts.perhaps_after(1, 2, CURSOR) is None


def test_of_what_is_over_nothing_is_kept() -> None:
    doubts = Doubts()
    doubts.begin([1])
    with pytest.raises(Unreachable), doubts.posting(1, 2):
        raise Unreachable("503")
    doubts.forget(1)
    assert doubts.perhaps_after(1, 2, CURSOR) is None
    assert doubts.perhaps_after(1, PUBLIC, CURSOR) is None
