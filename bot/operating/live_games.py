"""`magic-mirror doctor --live`: what an update would do to the games that are being played."""

from __future__ import annotations

from collections.abc import Iterator

from bot.config import Settings
from bot.doctor import Line
from bot.games import GAMES
from bot.matches.replaying import Fate, Replayed, replay_live
from bot.store import connecting
from bot.store.errors import StoreError
from bot.store.rehearsing import rehearsal


async def examine_live(settings: Settings) -> list[Line]:
    """A line for each game that could not simply go on, and one for all others. Nothing is changed."""
    file = connecting.file_of(connecting.url_of(settings.database))
    if file is not None and not file.exists():
        return [Line(True, "Games: there is no database yet.")]
    try:
        async with rehearsal(settings.database) as store:
            return list(_lines(await replay_live(store)))
    except StoreError as problem:
        return [Line(False, f"Games: {problem}")]


def _lines(games: list[Replayed]) -> Iterator[Line]:
    for game in games:
        if game.fate is not Fate.GOES_ON:
            yield Line(False, f"{_title(game)}: {_told(game)}")
    count = sum(game.fate is Fate.GOES_ON for game in games)
    if count or not games:
        yield Line(True, f"Games: {_counted(count)} with this version.")


def _title(game: Replayed) -> str:
    known = GAMES.get(game.game)
    return f"Game {game.number} ({known.english_title if known else game.game})"


def _told(game: Replayed) -> str:
    if game.fate is Fate.ROUND_AGAIN:
        return f"would begin its round {game.round} again, for the rules have changed. Let it end before you update."
    return (
        f"could not go on at all ({game.fault}). Keep the old version until it is over, and tell the people who write "
        "this bot."
    )


def _counted(count: int) -> str:
    if count == 1:
        return "1 live game goes on as it is"
    return f"{count} live games go on as they are" if count else "none is being played that would have to go on"
