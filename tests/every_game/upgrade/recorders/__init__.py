"""What can be recorded, a file a game: the kinds of its games, and people of chance with whom much happens in them."""

from __future__ import annotations

from recorders import grimm_forest, mafia, name_duel, trumplestiltskin, village

KINDS = {
    "village": village.CLASSIC,
    "village-enchanted": village.ENCHANTED,
    "mafia": mafia.CLUB,
    "name_duel": name_duel.DUEL,
    "trumplestiltskin": trumplestiltskin.CARDS,
    "grimm_forest": grimm_forest.FOREST,
}
