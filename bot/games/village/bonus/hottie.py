"""Hottie: once a day, before a ballot opens, makes somebody forget to vote; never the same person twice (S0-26)."""

from __future__ import annotations

from bot.engine.questions import Question, Seat, put
from bot.games.village.bonus_card import BonusCard, InTalk
from bot.games.village.table import VillageTable


def charms(table: VillageTable) -> list[Question]:
    """What a Hottie may do while the village talks (R0-19)."""
    questions = []
    for me in table.holders("hottie"):
        player = table.players[me]
        targets = [seat for seat in table.able() if seat != me and seat not in player.redirected]
        if player.is_able and targets:
            questions.append(put(me, "day.charm", (*targets, None), occasion=f"charm.{table.night}"))
    return questions


def charm(table: VillageTable, me: Seat, target: Seat) -> None:
    table.players[me].redirected.append(target)
    table.players[target].charmed = True
    table.announce("day.charmed", by=me, seat=target)


HOTTIE = BonusCard("hottie", is_trait=True, in_talk=InTalk("day.charm", charms, charm))
