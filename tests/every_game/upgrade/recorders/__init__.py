"""What can be recorded, a file a game: the kinds of its games, and people of chance with whom much happens in them."""

from __future__ import annotations

from recorders import grimm_forest, mafia, name_duel, trumplestiltskin, village

KINDS = {
    "village": village.CLASSIC,
    "village-enchanted": village.ENCHANTED,
    "village-silent": village.SILENT,
    "village-claims": village.CLAIMS,
    "mafia": mafia.MAFIA,
    "mafia-night-fouls": mafia.NIGHT_FOULS,
    "mafia-claims": mafia.CLAIMS,
    "name_duel": name_duel.NAME_DUEL,
    "trumplestiltskin": trumplestiltskin.CARDS,
    "trumplestiltskin-answered": trumplestiltskin.ANSWERED,
    "grimm_forest": grimm_forest.GRIMM_FOREST,
    "grimm_forest-put-right": grimm_forest.PUT_RIGHT,
}
