"""Who is told when a table opens: whoever wished for it, at most once an evening, never in their quiet hours."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from support.tables import VILLAGE, Table, opened_table

from bot.games.village.options import VillageOptions
from bot.matches.bars import Barring, Bars
from bot.matches.errors import Refused
from bot.matches.forgetting import forget
from bot.matches.guild_settings import SettingsBook
from bot.matches.lobbies import Lobbies
from bot.matches.lobby import Lobby
from bot.matches.lobby_openings import LobbyOpenings
from bot.matches.lobby_starts import LobbyStarts
from bot.matches.table_wishes import FRESH_MS, Hours, News, TableWishes
from bot.store.personal import KEPT, rows_of

ANN, BEN, CAT, DAN = 11, 12, 13, 14
SERVER, ELSEWHERE = 1, 2
DAY_MS = 24 * 3_600_000


def at(day: int, hour: int, minute: int = 0) -> int:
    """A moment in November 2026, by the clock of UTC."""
    return int(datetime(2026, 11, day, hour, minute, tzinfo=UTC).timestamp() * 1000)


class Inn:
    """Two servers in which people wait for tables."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.store = table.store
        table.clock.now = at(20, 19)
        self.wishes = TableWishes(table.store, table.clock)
        self.lobbies = Lobbies(table.store, LobbyStarts(table.store, table.service, table.clock), table.clock)
        self._openings = LobbyOpenings(table.store, table.clock)

    async def opens(self, host: int = ANN, guild: int = SERVER) -> Lobby:
        self.table.clock.now += 1000
        options = VillageOptions()
        lobby = await self._openings.open(guild, 77, host, f"p{host}", VILLAGE, "classic", options)
        await self.lobbies.placed(lobby.id, 500 + lobby.id)
        return lobby

    async def tells(self) -> list[tuple[int, int]]:
        """Everybody who is told now, and of which lobby; they are."""
        told: list[News] = []
        for news in await self.wishes.due():
            if await self.wishes.begin(news):
                told.append(news)
                await self.wishes.done(news)
        return [(news.user_id, news.lobby.id) for news in told]


@pytest.fixture
async def inn(tmp_path: Path) -> AsyncIterator[Inn]:
    async with opened_table(tmp_path / "mirror.db") as table:
        yield Inn(table)


async def test_one_message_an_evening_to_those_who_wished_for_it(inn: Inn) -> None:
    assert await inn.wishes.wish(BEN, SERVER, "village")
    assert not await inn.wishes.wish(BEN, SERVER, "mafia"), "that is not the first"
    await inn.wishes.wish(CAT, SERVER, "mafia")
    await inn.wishes.wish(DAN, ELSEWHERE, "village")
    await inn.wishes.wish(ANN, SERVER, "village")
    first = await inn.opens(ANN)
    assert await inn.tells() == [(BEN, first.id)], "not whoever opened it, nor for another game or server"
    await inn.opens(ANN)
    assert await inn.tells() == [], "once an evening is enough"
    inn.table.clock.now = at(21, 19)
    later = await inn.opens(CAT)
    assert await inn.tells() == [(ANN, later.id), (BEN, later.id)]
    inn.table.clock.now = at(22, 4)  # to whoever is up still, that is the same evening
    await inn.wishes.set_quiet(BEN, begin=0, end=0)
    await inn.opens(DAN)
    assert await inn.tells() == []


async def test_an_evening_is_one_evening_in_servers_with_other_clocks(inn: Inn) -> None:
    settings = SettingsBook(inn.store)
    await settings.change(SERVER, time_zone="Asia/Tokyo")
    await settings.change(ELSEWHERE, time_zone="America/Los_Angeles")
    inn.table.clock.now = at(20, 4)  # 13:00 in one, 20:00 of the day before in the other
    await inn.wishes.wish(BEN, SERVER, "village")
    await inn.wishes.wish(BEN, ELSEWHERE, "village")
    told = [len(await inn.tells()) for server in (SERVER, ELSEWHERE, SERVER) if await inn.opens(guild=server)]
    assert told == [1, 0, 0]


async def test_nobody_is_told_in_their_quiet_hours_by_their_own_clock(inn: Inn) -> None:
    await SettingsBook(inn.store).change(SERVER, time_zone="Asia/Tokyo")  # 19:00 here is 4:00 there
    for who in (BEN, CAT):
        await inn.wishes.wish(who, SERVER, "village")
    await inn.wishes.set_zone(CAT, "Europe/Berlin")
    lobby = await inn.opens()
    assert await inn.tells() == [(CAT, lobby.id)], "the server's clock counts for whoever has named none"
    with pytest.raises(Refused, match="no_time_zone"):
        await inn.wishes.set_zone(CAT, "Europe/Nowhere")
    await inn.wishes.set_quiet(BEN, begin=5)
    assert await inn.tells() == [(BEN, lobby.id)], "it is news still when the quiet hours are over"


async def test_what_is_old_taken_or_closed_to_them_is_no_news(inn: Inn) -> None:
    await inn.wishes.wish(BEN, SERVER, "village")
    until = inn.table.clock.now + DAY_MS
    await Bars(inn.store, inn.table.clock).bar(Barring(SERVER, "host", CAT, BEN, CAT, until), "ben", "")
    await inn.opens(CAT)
    assert await inn.tells() == [], "they may not sit at that host's tables"
    seated = await inn.opens(ANN)
    await inn.lobbies.join(seated.id, BEN, "ben")
    assert await inn.tells() == [], "they sit there"
    await inn.lobbies.leave(seated.id, BEN)
    inn.table.clock.now += FRESH_MS + 1
    assert await inn.tells() == [], "that is old"
    await inn.wishes.wish(DAN, SERVER, "village")
    assert await inn.tells() == [], "it was open when dan wished to hear of others"


async def test_a_process_that_ends_between_note_and_message_leaves_the_message_to_be_looked_for(inn: Inn) -> None:
    for who in (BEN, CAT, DAN):
        await inn.wishes.wish(who, SERVER, "village")
    lobby = await inn.opens()
    for news in await inn.wishes.due():
        assert await inn.wishes.begin(news)
    again = TableWishes(inn.store, inn.table.clock)
    await again.drop(CAT, SERVER, "village")
    await inn.lobbies.join(lobby.id, DAN, "dan")
    (left,) = await again.begun()
    assert (left.user_id, left.lobby.id) == (BEN, lobby.id), "whoever sits there, or has said no, needs no message"
    assert await again.due() == [], "and nobody gets a second one"
    await again.done(left)
    assert await again.begun() == []


async def test_after_a_break_nobody_is_woken_for_a_message_that_was_on_its_way(inn: Inn) -> None:
    await inn.wishes.wish(BEN, SERVER, "village")
    inn.table.clock.now = at(20, 22, 50)
    await inn.opens()
    (news,) = await inn.wishes.due()
    assert await inn.wishes.begin(news)
    inn.table.clock.now = at(20, 23)
    assert await inn.wishes.begun() == [], "their quiet hours have begun"


async def test_no_more_of_one_game_of_one_server_or_at_all(inn: Inn) -> None:
    for guild in (SERVER, ELSEWHERE):
        for game in ("village", "mafia"):
            await inn.wishes.wish(BEN, guild, game)
    await inn.wishes.drop(BEN, SERVER, "village")
    assert (await inn.wishes.of(BEN, SERVER)).games == ("mafia",)
    assert not await inn.wishes.choose(BEN, SERVER, ("village", "name_duel"))
    assert (await inn.wishes.of(BEN, SERVER)).games == ("name_duel", "village")
    await inn.wishes.leave(BEN, SERVER)
    assert (await inn.wishes.of(BEN, SERVER)).games == ()
    assert (await inn.wishes.of(BEN, ELSEWHERE)).games == ("mafia", "village")
    await inn.wishes.stop(BEN)
    assert (await inn.wishes.of(BEN, ELSEWHERE)).games == ()


async def test_wishes_are_shown_to_their_owner_and_forgotten_with_them(inn: Inn) -> None:
    for who in (BEN, CAT):
        await inn.wishes.wish(who, SERVER, "village")
    await forget(inn.store, BEN, inn.table.clock.now)
    mine = [one for one in KEPT if one.name in ("wishes", "wish_hours")]
    async with inn.store.reading() as connection:
        assert [await rows_of(connection, one, BEN) for one in mine] == [[], []]
        assert [len(await rows_of(connection, one, CAT)) for one in mine] == [1, 1]


@pytest.mark.parametrize(
    ("moment", "evening"),
    [(at(20, 19), "2026-11-20"), (at(21, 2), "2026-11-20"), (at(21, 5, 30), "2026-11-21")],
)
def test_an_evening_lasts_until_six_in_the_morning(moment: int, evening: str) -> None:
    assert Hours(23, 8, "Europe/Berlin").evening(moment) == evening
