"""`magic-mirror try`: the bot, unchanged, in a pretended server on this machine, to be played in a browser.

simcord stands in for Discord. The database is a real file: stop in mid-game, start again, and the game goes on (the
people, the channel and its messages of the pretended server are made anew, with the same numbers).
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import time
import webbrowser
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import structlog

from bot.games import GAMES
from bot.matches.service import Refused
from bot.store import matches
from bot.store.database import Store
from bot.ui.mirror import Mirror

log = structlog.get_logger(__name__)

DATABASE = Path("magic-mirror-try.db")
YOU = "You"
