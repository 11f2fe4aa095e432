"""Doors when something goes wrong: a refusal that concerns one person keeps nobody else out, and nothing is tried for
ever."""

from __future__ import annotations

from bot.ui.silence.webhooks import WEBHOOK, BorrowedVoices

from .house import REACT, SLEEPS, House
from .stage import staged
from .undo_book import MATCH, Book


def permissions_of(house: House, user: int) -> str:
    return f"/channels/{house.stage.room.id}/permissions/{user}"


async def test_a_refusal_for_one_person_lets_the_others_in_again() -> None:
    async with staged() as stage:
        house = House(stage)
        await house.apply({house.ann: "asleep"})
        stage.env.inject_error("PUT", permissions_of(house, house.ben), status=403, code=50013, times=None)
        await house.apply({house.ann: "asleep", house.ben: "asleep"})
        await house.later()
        await house.apply({house.ann: "free", house.ben: "asleep"})
        assert house.state(house.ann) is None, "who is awake is not kept out because of somebody else"
        assert house.changes() == ["PUT", "PUT", "DELETE"], "what was refused is not tried again"
        assert house.book.rows == {}


async def test_who_was_given_more_than_the_bot_has_is_left_alone() -> None:
    """Discord lets nobody write an overwrite that allows what they may not themselves."""
    async with staged() as stage:
        house = House(stage)
        first, second = sorted((house.ann, house.ben))
        house.admin_writes(first, (REACT, 0))
        stage.env.inject_error("PUT", permissions_of(house, first), status=403, code=50013, times=None)
        for _ in range(2):
            await house.apply({first: "asleep", second: "asleep"})
            await house.later()
        assert (house.state(first), house.state(second)) == ((REACT, 0), (0, SLEEPS))
        assert house.changes() == ["PUT", "PUT"]
        await house.undo_all()
        assert (house.state(first), house.state(second)) == ((REACT, 0), None)


async def test_a_door_that_cannot_be_opened_is_not_rattled_at() -> None:
    async with staged() as stage:
        house = House(stage)
        await house.apply({house.ann: "asleep"})
        stage.env.inject_error("DELETE", permissions_of(house, house.ann), status=403, code=50013)
        for _ in range(3):
            await house.later()
            await house.apply({})
        assert house.changes() == ["PUT", "DELETE"]
        assert len(house.book.rows) == 1, "the row stays for who can put it back"
        house.overwrites.forgive(stage.room.id)
        await house.apply({})
        assert house.state(house.ann) is None
        assert house.book.rows == {}


async def test_who_is_unknown_to_discord_stops_nothing() -> None:
    async with staged() as stage:
        house = House(stage)
        first, second = sorted((house.ann, house.ben))
        stage.env.inject_error("PUT", permissions_of(house, first), status=404, code=10013)
        await house.apply({first: "asleep", second: "asleep"})
        assert house.state(second) == (0, SLEEPS)
        assert [row.target_id for row in house.book.rows.values()] == [second]


async def test_what_is_put_back_in_the_middle_of_a_change_is_looked_at_again() -> None:
    """`/table repair` may read the book just before a door's row is replaced by another."""
    async with staged() as stage:
        house = House(stage)
        await house.apply({house.ann: "asleep"})
        (old,) = house.book.rows.values()
        await house.apply({house.ann: "dead"}, "strict")
        await stage.run(lambda: house.overwrites.put_back(old))
        await house.apply({house.ann: "asleep"})
        await house.apply({house.ann: "dead"}, "strict")
        await house.undo_all()
        assert house.state(house.ann) is None
        assert house.book.rows == {}


async def test_a_webhook_is_deleted_although_its_server_is_not_there_yet() -> None:
    """At start-up Discord may call a server unavailable: then no cache knows its channels."""
    async with staged() as stage:
        book = Book()
        voices = BorrowedVoices(stage.bot, book, pauses=(1.0,))
        room, guild = stage.room.id, stage.guild.id
        assert await stage.run(lambda: voices.say(MATCH, guild, room, room, "fay", "", "Hic!"))
        assert len(stage.env.backend.webhooks) == 1
        await stage.restart()
        voices = BorrowedVoices(stage.bot, book, pauses=(1.0,))
        (row,) = book.rows.values()
        assert row.kind == WEBHOOK
        stage.bot.get_channel = lambda _: None  # type: ignore[method-assign]
        assert await stage.run(lambda: voices.put_back(row))
        assert stage.env.backend.webhooks == {}


async def test_only_our_own_webhook_is_deleted() -> None:
    async with staged() as stage:
        theirs = stage.guild.create_webhook(stage.room, "Magic Mirror")
        stage.env.backend.webhooks[theirs.id].creator_id = stage.person("ann").user.id
        book = Book()
        voices = BorrowedVoices(stage.bot, book, pauses=(1.0,))
        room, guild = stage.room.id, stage.guild.id
        both = [lambda n=n: voices.say(n, guild, room, room, "fay", "", "Hic!") for n in (1, 2)]
        await stage.begin(*both)
        assert len(stage.env.backend.webhooks) == 2, "one of ours for both games"
        one, other = book.rows.values()
        assert not await stage.run(lambda: voices.put_back(one))
        await book.done(one.id)
        assert await stage.run(lambda: voices.put_back(other))
        assert list(stage.env.backend.webhooks) == [theirs.id]
