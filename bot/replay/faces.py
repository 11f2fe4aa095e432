"""The face of a game, without a client that is connected to Discord."""

from __future__ import annotations

from importlib import import_module

from bot.ui.face import Face


def face_of(game: str) -> Face:
    """How the game of this name is shown; a game keeps its face in `cogs/<game>/face.py`."""
    module = import_module(f"cogs.{game}.face")
    faces = [found for found in vars(module).values() if isinstance(found, type) and vars(found).get("game") == game]
    face: Face = faces[0]()
    return face
