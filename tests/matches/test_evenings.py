"""An evening of several games: one after the other, and a scoreboard of what counts."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from pathlib import Path

import pytest
from support.tables import Table, opened_table, refused

from bot.games import GAMES
from bot.matches import evenings as module
from bot.matches.errors import Refused
from bot.matches.evenings import GAMES_MOST, KEPT_MS, LASTS_MS, Evening, Evenings, check_may_go_on, standing_of
from bot.matches.forgetting import forget
from bot.matches.guild_settings import SettingsBook
from bot.matches.lobbies import Lobbies
from bot.matches.lobby_openings import LobbyOpenings
from bot.matches.lobby_starts import STUCK_MS, LobbyStarts
from bot.store import matches, tallies
from bot.store.evenings import ResultRow
from bot.store.seating import NewSeat
from bot.store.tallies import TallyRow, TallySeatRow, Verdict

NAME_DUEL = GAMES["name_duel"]
ANN, BEN = 11, 12
SERVER, ROOM = 1, 77


class Parlour:
    """A room in which ann leads an evening of duels."""

    def __init__(self, table: Table) -> None:
        self.table, self.store, self.clock = table, table.store, table.clock
        self.evenings = Evenings(table.store, table.clock)
        self.openings = LobbyOpenings(table.store, table.clock)
        self.lobbies = Lobbies(table.store, LobbyStarts(table.store, table.service, table.clock), table.clock)

    async def starts(self, *games: str) -> Evening:
        return await self.evenings.start(SERVER, ROOM, None, ANN, "ann", games)

    async def opens(self, evening: Evening) -> int:
        lobby = await self.openings.open(
            SERVER, ROOM, ANN, "ann", NAME_DUEL, "classic", NAME_DUEL.options(),
            also=lambda connection, number: self.evenings.opened(connection, evening.id, number),
        )  # fmt: skip
        return lobby.id

    async def begins(self, lobby: int, guest: int = BEN) -> int:
        """The other of the two sits down, and the duel begins."""
        await self.lobbies.join(lobby, guest, "ben" if guest == BEN else "ann", begin=True)
        return (await self.lobbies.get(lobby)).match or 0

    async def plays(self, evening: Evening, results: Mapping[int, str], verdict: Verdict = "counts") -> int:
        """The next duel is played to its end."""
        match = await self.begins(await self.opens(evening))
        await self.ends(match, results, verdict)
        return match

    async def ends(self, match: int, results: Mapping[int, str], verdict: Verdict = "counts") -> None:
        seats = [TallySeatRow(match, 1 + (who == BEN), who, None, None, result) for who, result in results.items()]

        async def over(connection: object) -> None:
            await matches.set_status(connection, match, "over", self.clock.now)  # type: ignore[arg-type]
            row = TallyRow(match, SERVER, ROOM, "name_duel", "classic", 2, [], self.clock.now, verdict)
            await tallies.add(connection, row, seats if verdict == "counts" else [])  # type: ignore[arg-type]

        await self.store.write(over)


@pytest.fixture
async def parlour(tmp_path: Path) -> AsyncIterator[Parlour]:
    async with opened_table(tmp_path / "mirror.db") as table:
        yield Parlour(table)


def score(evening: Evening) -> dict[str, tuple[int, int, int]]:
    return {one.name: (one.place, one.points, one.played) for one in evening.standing}


async def test_games_count_one_after_the_other(parlour: Parlour) -> None:
    evening = await parlour.starts("name_duel", "name_duel")
    assert await refused(parlour.starts("mafia")) == "evening_here_already"
    await parlour.plays(evening, {ANN: "won", BEN: "lost"})
    now = await parlour.evenings.get(evening.id)
    assert score(now) == {"ann": (1, 3, 1), "ben": (2, 0, 1)}
    match = await parlour.plays(evening, {ANN: "lost", BEN: "won"})
    now = await parlour.evenings.here(ROOM)
    assert score(now) == {"ann": (1, 3, 2), "ben": (1, 3, 2)}, "they share the first place"
    assert await parlour.evenings.of_match(match) == evening.id
    with pytest.raises(Refused, match="evening_list_empty"):
        check_may_go_on(now)
    ended = await parlour.evenings.end(evening.id, ANN)
    assert [one.name for one in ended.winners] == ["ann", "ben"]
    assert await refused(parlour.evenings.here(ROOM)) == "no_evening_here"
    assert await refused(parlour.evenings.add(evening.id, ANN, "mafia")) == "evening_is_over"


async def test_what_statistics_do_not_count_does_not_count_here(parlour: Parlour) -> None:
    evening = await parlour.starts("name_duel")
    await parlour.plays(evening, {ANN: "won", BEN: "lost"}, "given_up")
    now = await parlour.evenings.get(evening.id)
    assert (score(now), now.over, now.uncounted) == ({}, 1, 1)
    await SettingsBook(parlour.store).change(2, statistics=False)
    with pytest.raises(Refused, match="evening_uncounted"):
        await parlour.evenings.start(2, 88, None, ANN, "ann", ())


async def test_the_next_game_waits_for_the_one_before_but_not_for_a_lobby_nobody_saw(parlour: Parlour) -> None:
    evening = await parlour.starts("name_duel", "name_duel")
    lobby = await parlour.opens(evening)
    with pytest.raises(Refused, match="evening_game_runs"):
        await parlour.opens(evening)
    await parlour.evenings.give_up_lost_lobbies(evening.id)
    assert (await parlour.evenings.get(evening.id)).waiting
    parlour.clock.now += STUCK_MS + 1
    await parlour.evenings.give_up_lost_lobbies(evening.id)
    assert (await parlour.lobbies.get(lobby)).status == "closed"
    assert (await parlour.evenings.get(evening.id)).next_game == "name_duel", "it was not played"
    await parlour.opens(evening)


async def test_a_rematch_counts_and_the_list_goes_on_after_it(parlour: Parlour) -> None:
    evening = await parlour.starts("name_duel", "mafia")
    first = await parlour.plays(evening, {ANN: "won", BEN: "lost"})
    cut_off, new = await parlour.openings.rematch(first, BEN)
    assert new
    assert not (await parlour.evenings.get(evening.id)).waiting, "nobody is held up by a lobby that anybody may open"
    parlour.clock.now += STUCK_MS + 1  # the process ended before anybody saw that lobby; Rematch is pressed once more
    lobby, new = await LobbyOpenings(parlour.store, parlour.clock).rematch(first, BEN)
    assert (new, lobby.id != cut_off.id) == (True, True)
    again = await parlour.begins(lobby.id, ANN)
    now = await parlour.evenings.here(ROOM)
    assert [(one.is_rematch, one.is_over) for one in now.rounds] == [(False, True), (True, False)]
    with pytest.raises(Refused, match="evening_game_runs"):
        check_may_go_on(now)
    await parlour.ends(again, {ANN: "lost", BEN: "won"})
    third, _ = await parlour.openings.rematch(again, ANN)
    await parlour.ends(await parlour.begins(third.id), {ANN: "drawn", BEN: "drawn"})
    now = await Evenings(parlour.store, parlour.clock).here(ROOM)
    assert score(now) == {"ann": (1, 4, 3), "ben": (1, 4, 3)}, "also the rematch of a rematch"
    assert (now.over, check_may_go_on(now)) == (3, "mafia"), "it has taken no place on the list"


async def test_so_many_rematches_count_and_no_more(parlour: Parlour, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "REMATCHES_MOST", 2)
    evening = await parlour.starts("name_duel")
    match = await parlour.plays(evening, {ANN: "won", BEN: "lost"})
    for number in range(3):
        assert (await parlour.evenings.get(evening.id)).no_more_rematches == (number == 2)
        lobby, _ = await parlour.openings.rematch(match, ANN)
        match = await parlour.begins(lobby.id)
        await parlour.ends(match, {ANN: "won", BEN: "lost"})
    assert score(await parlour.evenings.get(evening.id)) == {"ann": (1, 9, 3), "ben": (2, 0, 3)}
    assert await parlour.evenings.of_match(match) is None, "it was played all the same"


async def test_a_rematch_elsewhere_or_after_the_end_is_not_the_evenings(parlour: Parlour) -> None:
    other = await parlour.openings.open(SERVER, ROOM, ANN, "ann", NAME_DUEL, "classic", NAME_DUEL.options())
    outside = await parlour.begins(other.id)
    await parlour.ends(outside, {ANN: "won", BEN: "lost"})
    evening = await parlour.starts("name_duel")
    inside = await parlour.plays(evening, {ANN: "lost", BEN: "won"})
    friendly, _ = await parlour.openings.rematch(outside, ANN)
    await parlour.ends(await parlour.begins(friendly.id), {ANN: "won", BEN: "lost"})
    late, _ = await parlour.openings.rematch(inside, ANN)
    ended = await parlour.evenings.end(evening.id, ANN)
    assert (await parlour.lobbies.get(late.id)).status == "open", "who wants to may play it still"
    match = await parlour.begins(late.id)
    await parlour.ends(match, {ANN: "won", BEN: "lost"})
    assert (await parlour.openings.rematch(match, ANN))[1]
    assert score(await parlour.evenings.get(evening.id)) == score(ended) == {"ben": (1, 3, 1), "ann": (2, 0, 1)}


async def test_what_was_dealt_anew_counts_in_the_place_of_what_was_thrown_away(parlour: Parlour) -> None:
    evening = await parlour.starts("name_duel")
    thrown_away = await parlour.begins(await parlour.opens(evening))
    seats = [NewSeat(1, "ann", ANN), NewSeat(2, "ben", BEN)]
    options = {"guild_id": SERVER, "channel_id": ROOM, "host_id": ANN, "role_set": "classic"}
    anew = await parlour.table.service.create(NAME_DUEL, NAME_DUEL.options(), seats, **options)  # type: ignore[arg-type]

    async def replaced(connection: object) -> None:
        await matches.set_status(connection, thrown_away, "ended", parlour.clock.now)  # type: ignore[arg-type]
        await matches.set_replaced(connection, thrown_away, anew)  # type: ignore[arg-type]

    await parlour.store.write(replaced)
    now = await parlour.evenings.get(evening.id)
    assert (now.over, now.waiting) == (0, True), "it is still being played"
    await parlour.ends(anew, {ANN: "won", BEN: "lost"})
    now = await parlour.evenings.get(evening.id)
    assert (score(now), now.over, now.uncounted) == ({"ann": (1, 3, 1), "ben": (2, 0, 1)}, 1, 0)
    assert await parlour.evenings.of_match(anew) == evening.id


async def test_who_leads_it_and_how_long_it_lasts(parlour: Parlour) -> None:
    evening = await parlour.starts()
    assert await refused(parlour.evenings.add(evening.id, BEN, "mafia")) == "not_host"
    for _ in range(GAMES_MOST):
        evening = await parlour.evenings.add(evening.id, BEN, "mafia", keeps_order=True)
    assert await refused(parlour.evenings.add(evening.id, ANN, "mafia")) == "evening_full"
    assert await refused(parlour.evenings.end(evening.id, BEN)) == "not_host"
    parlour.clock.now += LASTS_MS
    again = await parlour.starts("mafia")
    assert [evening.is_over for evening in (await parlour.evenings.get(evening.id), again)] == [True, False]
    parlour.clock.now = parlour.clock.now + KEPT_MS
    await parlour.evenings.forget_past()
    assert await refused(parlour.evenings.get(evening.id)) == "no_evening_here"
    assert (await parlour.evenings.get(again.id)).id == again.id


async def test_who_is_forgotten_is_on_no_scoreboard(parlour: Parlour) -> None:
    evening = await parlour.starts("name_duel")
    await parlour.plays(evening, {ANN: "won", BEN: "lost"})
    await forget(parlour.store, ANN, parlour.clock.now)
    now = await parlour.evenings.get(evening.id)
    assert score(now) == {"ben": (1, 0, 1)}
    assert (now.host_id, "ann" in now.host_name) == (0, False)


def test_places_are_shared_and_a_name_that_is_gone_leaves_its_points() -> None:
    rows = [
        ResultRow(1, 5, "won", None),
        ResultRow(1, 6, "shared", "bea"),
        ResultRow(2, 7, "drawn", "cy"),
        ResultRow(2, 6, "drawn", "bea"),
    ]
    shown = [(one.name, one.place, one.points) for one in standing_of(rows)]
    assert shown == [("?", 1, 3), ("bea", 1, 3), ("cy", 3, 1)]
