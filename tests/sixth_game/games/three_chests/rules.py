"""Each player hides a coin once, in secret; the others guess at the same time. Whoever finds most coins wins."""

from __future__ import annotations

from bot.engine.questions import Seat, answer_each, ask, put
from bot.engine.rulebook import Outcome, won_by_seats
from bot.games.three_chests import views
from bot.games.three_chests.cards import CHESTS
from bot.games.three_chests.options import ChestOptions
from bot.games.three_chests.table import ChestTable

DUTIES = frozenset({"chest.hide", "chest.guess"})


class ChestRulebook:
    """The rules, a round for each hider."""

    def new_table(self, options: ChestOptions, seats: int) -> ChestTable:
        everybody = range(1, seats + 1)
        return ChestTable(options, found=dict.fromkeys(everybody, 0), hiders=list(everybody))

    async def set_up(self, table: ChestTable) -> None:
        table.announce("chests.begin", seats=len(table.found))

    async def play_round(self, table: ChestTable) -> None:
        table.hider = hider = table.hiders[0]
        within = table.options.guess_seconds
        table.announce("coin.hides", seat=hider)
        table.hidden = str(await ask(hider, "chest.hide", CHESTS, within=within, default=CHESTS[0]))
        table.tell((hider,), "coin.is_in", chest=table.hidden)
        others = [seat for seat in table.found if seat != hider]
        moment = f"guess.{hider}"
        questions = [
            put(seat, "chest.guess", CHESTS, within=within, default=CHESTS[0], occasion=moment) for seat in others
        ]
        await answer_each(questions, lambda question, chest: table.guesses.update({question.seat: str(chest)}))
        self._open(table, others)
        table.hiders.pop(0)
        if not table.hiders:
            table.announce("chests.over", seats=self._best(table))

    def _open(self, table: ChestTable, others: list[Seat]) -> None:
        finders = [seat for seat in others if table.guesses[seat] == table.hidden]
        for seat in finders:
            table.found[seat] += 1
        table.announce("coin.found", seats=finders, chest=table.hidden)
        table.hidden, table.hider, table.guesses = None, None, {}

    def _best(self, table: ChestTable) -> list[Seat]:
        return [seat for seat, coins in table.found.items() if coins == max(table.found.values())]

    def outcome(self, table: ChestTable) -> Outcome | None:
        winners = [] if table.hiders else self._best(table)
        return won_by_seats(winners, table.found, "most_coins")

    def view(self, table: ChestTable, seat: Seat) -> views.ChestView:
        return views.view(table, seat)
