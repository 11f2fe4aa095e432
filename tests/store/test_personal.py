"""Whatever is kept of people is declared, so that it can be shown and forgotten."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import BigInteger

from bot.recaps.recap import ERASED
from bot.store import schema, undo
from bot.store.asking import Connection
from bot.store.database import Store
from bot.store.personal import KEPT, erase, rows_of
from bot.ui.wording import Wording, wording_files

NO_PERSON = {
    "announcement.match", "audit.guild_id", "audit.id", "audit.match", "bar.guild_id", "dead_room.match",
    "dead_room.message_id", "dead_room.thread_id", "deadline.match", "delivery.channel_id", "delivery.match",
    "delivery.message_id", "end_question.match", "end_question.message_id", "end_question.place", "end_vote.match",
    "guild_setting.guild_id", "journal.interaction_id", "journal.match", "lobby.channel_id", "lobby.guild_id",
    "lobby.id", "lobby.match", "lobby.message_id", "lobby.parent_id",
    "match.parent_id", "lobby_call.lobby", "lobby_seat.lobby", "lobby_seat.press_id",
    "lobby_standby.lobby", "evening.id", "evening.guild_id", "evening.channel_id", "evening.parent_id",
    "evening.message_id", "evening_lobby.lobby", "evening_lobby.evening",
    "match.board_message_id", "match.channel_id", "match.guild_id", "match.id", "match.replaced_by",
    "match.thread_id", "notebook.match", "onlooker.match", "person.dm_channel_id", "planned_guest.planned",
    "planned_table.call_id", "planned_table.channel_id", "planned_table.event_id", "planned_table.guild_id",
    "planned_table.id", "planned_table.lobby", "planned_table.message_id", "planned_table.parent_id",
    "role_set.guild_id",
    "role_set_version.guild_id", "role_set_version.id", "role_set_version.line", "seat.match", "sealed_seat.match",
    "snapshot.match", "standby.match", "standing_order.match", "table_log.match", "table_wish.guild_id",
    "tally.channel_id",
    "tally.guild_id", "tally.match", "tally_seat.match", "thread.guild_id", "thread.id", "thread.parent_id",
    "gateway_session.bot_id", "gateway_session.sequence", "undo.channel_id",
    "undo.guild_id", "undo.id", "undo.match", "voided.id", "voided.interaction_id", "voided.match",
    "wisher.telling",
}  # fmt: skip
"""Columns of whole numbers in which the id of a server, channel, message, press, table or row stands."""
ALSO_A_PERSON = {"bar.place"}
"""A host's id where somebody is barred from their tables; never shown, and forgotten with the host."""
DECLARED = {f"{kept.table.name}.{column}" for kept in KEPT for column in kept.people}

ANN, BEN = 11, 12
NOTE: Final[dict[str, Any]] = {
    "match": 1, "guild_id": 1, "channel_id": 2, "kind": "overwrite", "previous": None, "created_ms": 5,
}  # fmt: skip


def whole_numbers() -> set[str]:
    """Every column that could hold an id. Times are in milliseconds and called so."""
    columns = (column for table in schema.METADATA.tables.values() for column in table.columns)
    wide = (one for one in columns if isinstance(one.type, BigInteger) or one.name == "id")
    return {f"{one.table.name}.{one.key}" for one in wide if not one.name.endswith("_ms")}


def test_every_column_with_a_persons_id_is_declared() -> None:
    unknown = whole_numbers() - DECLARED - NO_PERSON - ALSO_A_PERSON - {"heartbeat.id"}
    assert unknown == set(), "declare it in bot.store.personal.KEPT, or say here that no person stands in it"
    assert whole_numbers() >= DECLARED | NO_PERSON | ALSO_A_PERSON


def test_what_is_told_is_there_and_holds_no_secret_of_a_game() -> None:
    for kept in KEPT:
        assert set(kept.told) <= set(kept.table.columns.keys()), kept.name
        assert not {"seed", "salt", "opening", "options", "presses", "details", "by_id"} & set(kept.told), kept.name
        assert kept.erase, kept.name
    assert len({kept.name for kept in KEPT}) == len(KEPT)


async def test_a_person_is_forgotten_but_for_what_is_still_to_be_put_back(store: Store) -> None:
    """Every statement runs, on each kind of database."""
    (kept,) = (one for one in KEPT if one.table is schema.undo)

    async def left(connection: Connection) -> tuple[int, int]:
        for target, done in ((BEN, True), (BEN, False), (ANN, True)):
            note = await undo.note(connection, **NOTE, target_id=target)
            if done:
                await undo.mark_done(connection, note)
        await erase(connection, BEN, ERASED)
        return len(await rows_of(connection, kept, BEN)), len(await rows_of(connection, kept, ANN))

    assert await store.write(left) == (1, 1)


def test_each_is_said_in_words_of_every_language() -> None:
    wording = Wording(wording_files())
    for locale in wording.locales:
        words = wording.for_locale(locale)
        said = [words.say(f"privacy.kept.{kept.name}", count=2) for kept in KEPT]
        assert len(set(said)) == len(KEPT)
