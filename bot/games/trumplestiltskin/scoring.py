"""After the last trick: the Gnome card, the score sheet, and the end of the game (R4-7 to R4-9)."""

from __future__ import annotations

from bot.games.trumplestiltskin.cards import gnome_value
from bot.games.trumplestiltskin.lines import hand_line
from bot.games.trumplestiltskin.table import CardPlayer, TrumplestiltskinTable
from bot.games.trumplestiltskin.values import HandScore, Reckoning


def turn_up_gnome(table: TrumplestiltskinTable) -> None:
    """The Gnome card is turned up; its value goes to the winner of the last trick (R4-7)."""
    assert table.gnome_card is not None
    assert table.trump is not None
    assert table.leader is not None
    table.gnome_shown = True
    points = gnome_value(table.gnome_card, table.trump)
    table.players[table.leader].points += points
    table.announce("gnome.turned", card=table.gnome_card, points=points, seat=table.leader)


def score_hand(table: TrumplestiltskinTable) -> None:
    """Compare what everybody took with the own highest bid (S4-12, R4-8), and add a row to the sheet."""
    assert table.declarer is not None
    assert table.trump is not None
    reckonings = []
    for player in table.players.values():
        reckoning = reckon(table, player)
        player.column += reckoning.scored
        table.gnome += reckoning.gnome
        reckonings.append(reckoning)
    declarer = table.players[table.declarer]
    score = HandScore(
        number=table.number,
        declarer=table.declarer,
        bid=table.high_bid,
        trump=table.trump,
        made=declarer.points >= table.high_bid,
        reckonings=tuple(reckonings),
        columns=tuple([player.column for player in table.players.values()]),
        gnome=table.gnome,
    )
    table.hands.append(score)
    table.phase, table.to_act = "scored", None
    if table.is_real:
        table.last_line = hand_line(table)
        rows = [list(one) for one in reckonings]
        table.announce("hand.scored", score=[*score[:5], rows, list(score.columns), table.gnome])


def reckon(table: TrumplestiltskinTable, player: CardPlayer) -> Reckoning:
    """Players who took at least their bid get the points, a Declarer the bid too; else the Gnome does (R4-8)."""
    is_declarer = player.seat == table.declarer
    bonus = player.bid if is_declarer and not table.options.long_game else 0
    amount = player.points + bonus
    made = player.points >= player.bid
    return Reckoning(player.seat, player.bid, player.points, amount if made else 0, 0 if made else amount)


def judge(table: TrumplestiltskinTable) -> bool:
    """Whether the game is over, and who has won it (S4-1, S4-13, R4-9)."""
    assert table.declarer is not None
    last, options = table.hands[-1], table.options
    declarer_is_there = table.players[table.declarer].column >= options.players_goal
    if last.made and declarer_is_there:
        table.winners, table.reason = [table.declarer], "bid_made"
    elif table.gnome >= options.gnome_goal:
        most = max(player.column for player in table.players.values())
        richest = [seat for seat, player in table.players.items() if player.column == most]
        table.winners, table.reason = [table.declarer] if declarer_is_there else richest, "gnome"
    else:
        return False
    table.phase = "over"
    table.announce(
        "game.over", winners=table.winners, reason=table.reason, columns=list(last.columns), gnome=table.gnome
    )
    return True
