"""The ten names, a file each (S1-1). Numbers and titles may be corrected there without touching the rules."""

from __future__ import annotations

from bot.games.name_duel.cards import (
    bootstrap,
    drum_drum,
    flippy,
    hobyah,
    noggin,
    rumpelstiltskin,
    shenanigan,
    tim_tit_tot,
    whuppity_stoorie,
    yallery_brown,
)
from bot.games.name_duel.fey_name import NAMES

_FILES = (
    bootstrap,
    drum_drum,
    flippy,
    hobyah,
    noggin,
    rumpelstiltskin,
    shenanigan,
    tim_tit_tot,
    whuppity_stoorie,
    yallery_brown,
)

NAMES.update({file.CARD.name: file.CARD for file in sorted(_FILES, key=lambda file: file.CARD.number)})

__all__ = ("NAMES",)
