"""Who was forgotten is noted without saying who, and a database that lacks a note is made to forget."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bot.matches.forgetting_again import forget_at_start
from bot.store import audit, forgetting, forgotten, forgotten_files, matches, people, table_log
from bot.store.asking import Connection
from bot.store.database import Store
from bot.store.errors import StoreError
from bot.store.forgotten import ForgottenRow
from store.samples import new_match

ZOE, EVE, KIM, HOST = 9_001, 9_002, 9_003, 900
THEN = 1_000


async def people_who_left_traces(connection: Connection) -> None:
    """Zoe had a seat for a while, eve is known, and kim was barred; none of them plays now."""
    await people.remember_dm(connection, EVE, 88_001, THEN)
    number = await matches.create(connection, new_match())
    changed = {"seat": 1, "was": ZOE, "now": None}
    await table_log.add(connection, number, at_ms=THEN, actor=HOST, action=forgetting.SEAT, details=changed)
    await audit.add(connection, 1, at_ms=THEN, actor=HOST, action="bar", match=None, details={"whom": KIM}, most=9)


async def test_everybody_is_found_and_only_those_who_are_named_are_forgotten(
    store: Store, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("backups")
    await store.write(people_who_left_traces)
    store.forgotten_files = forgotten_files.places("postgresql://mirror@localhost/mirror", str(folder))
    (place,) = store.forgotten_files
    assert place == folder / "mirror.forgotten"
    wishes = [ForgottenRow.of(ZOE, THEN + 1), ForgottenRow.of(KIM, THEN + 1), ForgottenRow.of(4_711, THEN + 1)]
    forgotten_files.keep(place, wishes)
    async with store.reading() as connection:
        assert await forgetting.everybody(connection) >= {ZOE, EVE, KIM, HOST}
        assert await forgetting.last_seen_ms(connection, EVE) == THEN
        assert await forgetting.last_seen_ms(connection, KIM) == 0
    assert await forget_at_start(store, THEN + 2) == 2
    async with store.reading() as connection:
        assert {ZOE, EVE, KIM} & await forgetting.everybody(connection) == {EVE}
        assert await forgotten.missing(connection, wishes) == []
        assert set(await forgotten.all_of(connection)) == set(wishes)


def test_a_file_that_is_torn_is_not_taken_for_an_empty_one(tmp_path: Path) -> None:
    place = tmp_path / "mirror.db.forgotten"
    assert forgotten_files.read(place) == []
    for torn in ("torn", "[]", "[" * 99_999, '{"salt": "zz", "digest": "", "at_ms": 1}', *strange_notes()):
        place.write_text(torn)
        with pytest.raises(StoreError, match="cannot be read"):
            forgotten_files.keep(place, [ForgottenRow.of(1, 1)])
        assert place.read_text() == torn


def strange_notes() -> list[str]:
    """What nobody has written who knows how, and what a database or a digest would choke on later."""
    note = vars(ForgottenRow.of(KIM, THEN))
    strange = [{"at_ms": float("inf")}, {"at_ms": 1 << 64}, {"at_ms": "1"}, {"salt": "00" * 70}, {"digest": None}]
    twice = "\n".join(json.dumps(one) for one in (note, note | {"digest": "00" * 16}))
    return [*(json.dumps(note | one) for one in strange), twice]
