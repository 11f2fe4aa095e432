from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.grimm_forest.asking import choose
from bot.games.grimm_forest.friend import Friend
from bot.games.grimm_forest.table import GrimmForestTable


class EvilQueen(Friend):
    """Before you choose, and you choose last, peek at one opponent's face-down Gather card or Fable."""

    title = "Evil Queen"
    number = 20
    advanced = True

    async def before_choosing(self, table: GrimmForestTable, me: Seat) -> None:
        peeks = [
            f"{seat}.{what}"
            for seat in table.others(me)
            for what in ("gather", "fable")
            if what == "gather" or seat in table.played
        ]
        seat, what = (await choose(table, me, "evil_queen.peek", peeks)).split(".")
        table.announce("evil_queen.peeked", by=me, seat=int(seat), what=what)
        table.peek(me, what, int(seat))
