"""Rumplestiltskin!, as its rulebook tells it: deal, introductions, then night and day until one side has won."""

from __future__ import annotations

from bot.engine.questions import Seat, shuffle
from bot.engine.rulebook import DRAWN, OVER, Outcome, drawn
from bot.games.hidden_roles.delivery import cards_delivered
from bot.games.hidden_roles.people import deal_roles
from bot.games.village import views
from bot.games.village.bonus_deck import deal_bonus, redraws
from bot.games.village.cards import RUMPLESTILTSKIN, RUMPLESTILTSKIN_NAMES
from bot.games.village.day import introductions, play_day
from bot.games.village.night import play_night
from bot.games.village.options import VillageOptions, cards_in_play, cards_of
from bot.games.village.roles import ROLES
from bot.games.village.table import Player, VillageTable

PANELS = frozenset(role.asks.key for role in ROLES.values() if role.asks is not None and role.side != RUMPLESTILTSKIN)
"""What the roles ask on the night's first panel."""
DUTIES = PANELS | {"night.victim", "night.suspect", "day.vote", "day.ballot"}
"""What a player is expected to answer. Calling the vote, an alias and last words are everybody's own affair.

One question for each living player a night, no more: who is asked to heal and lets both pass must not be offered to
others a night before a villager would be.
"""
SILENT_NIGHTS_MOST = 3
"""So many nights in a row in which nobody acts are a draw (M0-29)."""
SILENCE = "end.silence"
"""Why such a game is over."""


class VillageRulebook:
    """The party game of hidden roles (S0-1)."""

    def new_table(self, options: VillageOptions, seats: int) -> VillageTable:
        players = {seat: Player(seat) for seat in range(1, seats + 1)}
        return VillageTable(options=options, cast=dict(options.cast(seats)), players=players)

    async def set_up(self, table: VillageTable) -> None:
        """Deal one card to everybody, in secret (S0-2); the Rumplestiltskins know each other from now on (S0-8)."""
        pack = (await shuffle("deal.cards", RUMPLESTILTSKIN_NAMES))[: table.cast["rumplestiltskin"]]
        roles = await shuffle("deal.roles", [*pack, *cards_of(table.cast)])
        table.announce("game.begins", seats=len(table.players), cast=dict(table.cast))
        if table.options.cards_explained:
            table.announce("cards.explained", **cards_in_play(table.options, len(table.players)))
        deal_roles(table, roles, RUMPLESTILTSKIN)
        await deal_bonus(table)

    async def play_round(self, table: VillageTable) -> None:
        """A night and a day; before the first night the villagers introduce themselves (S0-6)."""
        if table.night == 0:
            if table.deck:  # nobody can think about a card that has not come yet
                await cards_delivered(table.options)
                await redraws(table)
            await introductions(table)
        over = await play_night(table) or falls_silent(table) or await play_day(table)
        if over:
            table.phase = "over"
            roles = [[seat, player.role] for seat, player in table.players.items()]
            table.announce(OVER, winner=table.winner, reason=table.reason, roles=roles)

    def outcome(self, table: VillageTable) -> Outcome | None:
        if table.winner is None:
            return None
        if table.winner == DRAWN:
            return drawn(table.players, table.reason)
        seats = tuple(seat for seat, player in table.players.items() if ROLES[player.role].wins_when(table.winner))
        return Outcome(
            sides=(table.winner,),
            seats=seats,
            reason=table.reason,
            results={seat: "won" if seat in seats else "lost" for seat in table.players},
        )

    def view(self, table: VillageTable, seat: Seat) -> views.VillageView:
        return views.view(table, seat)


def falls_silent(table: VillageTable) -> bool:
    """When nobody has acted for some nights, nor on the days between them, all agree on a draw. True when the game is
    over."""
    if not table.options.silence_draws or table.silent_nights < SILENT_NIGHTS_MOST:
        return False
    table.winner, table.reason = DRAWN, SILENCE
    return True
