"""What acts of the forest are called in buttons and journals, and what a house is made of."""

from __future__ import annotations

DRAW = "draw"
GAIN = "gain."
USE = "special"
LAY_DOWN = "discard"
UNDO = "undo"
DONE = "done"

PARTS = ("floor", "walls", "roof")
COSTS = (2, 4, 6)
"""Floor, Walls, Roof, in the matching material (S2-8)."""
FLOOR, WALLS, ROOF = 1, 2, 3
