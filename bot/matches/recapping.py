"""Writing the recap of a match that is over: from what the store holds, with everything its proof needs."""

from __future__ import annotations

import json
from typing import Any

from bot.engine.rulebook import Outcome
from bot.matches.dealing import deals_before
from bot.matches.openings import opening_of
from bot.matches.rows import announcement_of, entry_of
from bot.matches.table_acts import acts_of
from bot.recaps.recap import ERASED, MessageId, Recap, said_of
from bot.store import deliveries, journals, lobbies, matches, sealed_seats, seating, table_log
from bot.store.deliveries import DeliveryRow
from bot.store.lobbies import LobbyRow
from bot.store.matches import LIVE, MatchRow


class NoRecap(ValueError):
    """A match that is still played has no recap: it would hold the seed. One that was thrown away has none either."""


async def recap_of(connection: Any, match_id: int) -> Recap:
    """Everything needed to check a match that is over. Raises NoRecap while it is played."""
    row = await matches.get(connection, match_id)
    if row.status in LIVE or row.replaced_by is not None:
        raise NoRecap(f"match {match_id} is not over, or was thrown away")
    journal = await journals.entries_of(connection, match_id)
    answers = [*journal, *await journals.voided_of(connection, match_id)]
    said = await journals.announcements_of(connection, match_id)
    log = await table_log.lines_of(connection, match_id)
    return Recap(
        game=row.game,
        options=row.options,
        seats=row.seats,
        names=tuple(
            None if seat.name == ERASED else seat.name for seat in await seating.seats_of(connection, match_id)
        ),
        role_set=row.role_set,
        seed=row.seed,
        commitment=row.commitment,
        presses=tuple(str(press) for press in row.presses),
        opening=opening_of(row, await sealed_seats.of_match(connection, match_id)),
        promised_at=_promised_at(await lobbies.of_match(connection, match_id)),
        opened_at=_opened_at(row, await deliveries.first(connection, match_id, deliveries.PUBLIC)),
        journal=tuple(entry_of(line) for line in journal),
        announcements=tuple(said_of(announcement_of(line)) for line in said),
        outcome=None if row.outcome is None else Outcome.model_validate(json.loads(row.outcome)),
        acts=tuple(acts_of(log, answers)),
        instead_of=deals_before(log),
    ).with_digest()


def _promised_at(lobby: LobbyRow | None) -> MessageId | None:
    """The message that showed the seal before anybody sat down."""
    if lobby is None or lobby.seed is None or lobby.message_id is None:
        return None
    return _message(lobby.guild_id, lobby.channel_id, lobby.message_id)


def _opened_at(row: MatchRow, first: DeliveryRow | None) -> MessageId | None:
    """The message that opened the game."""
    if row.opening is None or first is None or first.channel_id is None or first.message_id is None:
        return None
    return _message(row.guild_id, first.channel_id, first.message_id)


def _message(guild: int, channel: int, message: int) -> MessageId:
    return MessageId(guild=str(guild), channel=str(channel), message=str(message))
