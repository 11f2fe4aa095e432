"""Mafia as clubs play it: it opens with a day of speeches and a vote; then night and day until one side has won."""

from __future__ import annotations

from bot.engine.questions import Seat, shuffle
from bot.engine.rulebook import DRAWN, OVER, Outcome, drawn
from bot.games.hidden_roles.delivery import cards_delivered
from bot.games.hidden_roles.people import deal_roles
from bot.games.mafia import views
from bot.games.mafia.cards import MAFIA, SIDES
from bot.games.mafia.departures import judge, leave
from bot.games.mafia.floor import Decided, Floor
from bot.games.mafia.night import play_night
from bot.games.mafia.options import MafiaOptions, cards_of
from bot.games.mafia.roles import ROLES
from bot.games.mafia.speeches import final_words, speak_in_turn
from bot.games.mafia.table import MafiaTable, Player
from bot.games.mafia.voting import hold_vote

PANELS = frozenset(role.asks.key for role in ROLES.values() if role.asks is not None and role.side != MAFIA)
"""What the roles ask that do not wake with the team."""
DUTIES = PANELS | {"vote.hand", "night.victim", "night.suspect"}
"""What a player is expected to answer. Nobody has to speak."""


class MafiaRulebook:
    """The club game (S3-1)."""

    def new_table(self, options: MafiaOptions, seats: int) -> MafiaTable:
        players = {seat: Player(seat) for seat in range(1, seats + 1)}
        return MafiaTable(options=options, cast=dict(options.cast(seats)), players=players)

    async def set_up(self, table: MafiaTable) -> None:
        """One card for everybody; the black team without the Maniac is told who is who (S3-1, R3-2)."""
        roles = await shuffle("deal.roles", cards_of(table.cast))
        table.announce("game.begins", seats=len(table.players), cast=dict(table.cast))
        deal_roles(table, roles, MAFIA)

    async def play_round(self, table: MafiaTable) -> None:
        """A day, and the night after it with the morning's departures (S3-1 to S3-4)."""
        if table.day == 0:
            await cards_delivered(table.options)
        try:
            over = await play_day(table) or await play_night_and_morning(table)
        except Decided:
            over = True
        if over:
            table.phase, table.speaker = "over", None
            roles = [[seat, player.role] for seat, player in table.players.items()]
            table.announce(OVER, winner=table.winner, reason=table.reason, roles=roles)

    def outcome(self, table: MafiaTable) -> Outcome | None:
        if table.winner is None:
            return None
        if table.winner == DRAWN:
            return drawn(table.players, table.reason)
        seats = tuple(seat for seat, player in table.players.items() if SIDES[player.role] == table.winner)
        return Outcome(
            sides=(table.winner,),
            seats=seats,
            reason=table.reason,
            results={seat: "won" if seat in seats else "lost" for seat in table.players},
        )

    def view(self, table: MafiaTable, seat: Seat) -> views.MafiaView:
        return views.view(table, seat)


async def play_day(table: MafiaTable) -> bool:
    """Speeches, the vote, and the departure of whom it hit. True when the game is over."""
    table.day += 1
    table.quiet_times += 1
    table.announce("day.begins", day=table.day)
    floor = Floor(table)
    await speak_in_turn(table, floor)
    await depart(table, floor, await hold_vote(table, floor), "voted")
    return judge(table)


async def play_night_and_morning(table: MafiaTable) -> bool:
    """The night, and the final words of whom it killed (S3-4). True when the game is over."""
    table.quiet_times += 1
    killed = await play_night(table)
    await depart(table, Floor(table), killed, "killed")
    return judge(table)


async def depart(table: MafiaTable, floor: Floor, seats: list[Seat], end: str) -> None:
    """Final words, then all of them leave together, and whoever was sent out for fouls meanwhile with them."""
    if seats:
        table.phase, table.leaving = "final", seats
        await final_words(table, floor, seats)
    for seat in seats:
        if table.players[seat].alive:
            leave(table, seat, end)
    table.leaving = []
