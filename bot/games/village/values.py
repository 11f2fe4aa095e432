"""What answers in the village are called in buttons and journals."""

from __future__ import annotations

READY = "ready"
BURN = "burn"
SPARE = "spare"
