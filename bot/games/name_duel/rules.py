"""Rumpelstiltskin, as its rulebook tells it: two decks of fey names, turn by turn, until one name is guessed."""

from __future__ import annotations

from bot.engine.questions import Seat, ask_all, draw, put, shuffle, timer
from bot.engine.rulebook import Outcome, seat_side
from bot.games.name_duel import views
from bot.games.name_duel.cards import NAMES
from bot.games.name_duel.fey_name import by_number
from bot.games.name_duel.options import HAND_SIZE, NameDuelOptions
from bot.games.name_duel.playing import play_turn
from bot.games.name_duel.table import Duelist, GameWon, NameDuelTable

DUTIES = frozenset({"duel.play"})
"""What a player is expected to answer. Letting a guess stand without a word is an answer, too (R1-9)."""


class NameDuelRulebook:
    """The name-guessing duel (S1-1)."""

    def new_table(self, options: NameDuelOptions, seats: int) -> NameDuelTable:
        return NameDuelTable(options=options, duelists={seat: Duelist(seat) for seat in range(1, seats + 1)})

    async def set_up(self, table: NameDuelTable) -> None:
        """The first game: somebody chosen by chance says who begins, instead of the funniest face (S1-2, R1-1)."""
        table.announce("contest.begins", best_of=table.options.best_of, needed=table.needed)
        await deal(table)
        chooser = await draw("deal.chooser", (1, 2))
        table.announce("chooser.drawn", seat=chooser)
        question = put(chooser, "duel.start", (1, 2), default=chooser, occasion="start")
        clock = None if table.options.untimed else timer("clock.turn", table.options.turn_seconds)
        (table.starter,) = await ask_all([question], clock)
        begin(table)

    async def play_round(self, table: NameDuelTable) -> None:
        """One turn; before it a new game, when one has just been won."""
        if table.game_winner is not None:
            table.starter = table.other(table.game_winner)  # the loser starts (S1-11)
            table.game += 1
            await deal(table)
            begin(table)
        assert table.turn is not None
        try:
            await play_turn(table, table.turn)
        except GameWon as won:
            win_game(table, won.winner, won.reason)
        else:
            table.turn = table.other(table.turn)

    def outcome(self, table: NameDuelTable) -> Outcome | None:
        if table.winner is None:
            return None
        return Outcome(
            sides=(seat_side(table.winner),),
            seats=(table.winner,),
            reason="contest.won",
            results={seat: "won" if seat == table.winner else "lost" for seat in table.duelists},
        )

    def view(self, table: NameDuelTable, seat: Seat) -> views.NameDuelView:
        return views.view(table, seat)


async def deal(table: NameDuelTable) -> None:
    """Each shuffles the own deck and draws five; the rest has the secret name at its bottom (S1-2, S1-3)."""
    table.phase, table.turn = "choosing", None
    table.game_winner = None
    table.names_shown = {}
    table.events.clear()
    for seat, duelist in table.duelists.items():
        cards = await shuffle(f"deal.deck.{seat}", tuple(NAMES))
        duelist.hand, duelist.deck, duelist.discard = cards[:HAND_SIZE], cards[HAND_SIZE:], []
        table.tell((seat,), "hand.dealt", names=by_number(duelist.hand), game=table.game)


def begin(table: NameDuelTable) -> None:
    """The starter's turn is next."""
    table.turn = table.starter
    table.announce("game.begins", game=table.game, starter=table.starter)


def win_game(table: NameDuelTable, winner: Seat, reason: str) -> None:
    """A token for the winner; enough of them end the contest (S1-10, S1-11). Both secret names are shown."""
    table.game_winner = winner
    table.names_shown = {seat: duelist.secret_name for seat, duelist in table.duelists.items() if duelist.deck}
    duelist = table.duelist(winner)
    duelist.tokens += 1
    names = [[seat, name] for seat, name in table.names_shown.items()]
    table.announce("game.won", seat=winner, game=table.game, reason=reason, names=names)
    if duelist.tokens == table.needed:
        table.winner, table.reason, table.phase, table.turn = winner, reason, "over", None
        tokens = [[seat, one.tokens] for seat, one in table.duelists.items()]
        table.announce("contest.won", seat=winner, tokens=tokens)
