"""Make the pictures of the start page from what the running bot shows.

    python .ci/start_pictures.py GAME PLACE NUMBER

plays the game in `magic-mirror try`, in each language, until so many pictures have been shown in that place ("table" or
"letters"), and keeps the upper part of that one. The place "hand" is one's own cards: their picture, also where a line
of emojis is shown in its stead and the picture comes at the press of a button.
"""

from __future__ import annotations

import asyncio
import io
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal, cast

from PIL import Image, ImageOps

from bot.trying.messages import seen
from bot.trying.people import Place
from bot.trying.world import World, world
from bot.ui.pictures.art import Art

PAGE = Path(__file__).resolve().parents[1] / "bot/trying/page"
SIZE = (800, 360)
LANGUAGES = {"en": "en-US", "de": "de"}
"""Our languages, and what Discord calls them."""
ART = Art()
STEPS = 200
STEP_S = 5


async def begin(here: World) -> None:
    """Press the button of the lobby with which the game begins."""
    lobby = here.square.history(viewer=here.you)[-1]
    with suppress(TimeoutError):  # the game goes on by itself
        await here.you.click(lobby, label=here.words.say(f"lobby.button.{here.me.hint}"))


async def shown(here: World, place: Place, number: int) -> bytes:
    """The picture that is shown there as the `number`th."""
    pictures: dict[int, bytes] = {}
    for _ in range(STEPS):
        await here.pass_time(STEP_S)
        for attachment in (one for message in seen(here.me, place) for one in message.attachments):
            picture = pictures[attachment.id] = await attachment.read()
            if len(pictures) == number:
                return picture
    raise SystemExit("There was no such picture.")


async def held(here: World, number: int) -> bytes:
    """The picture of this person's cards that is the `number`th to differ from those before it."""
    pictures: list[bytes] = []
    for _ in range(STEPS):
        await here.pass_time(STEP_S)
        for row in await here.going(here.me):
            match = await here.mirror.service.snapshot(row.id)
            seat = match.seat_of(here.me.id)
            for one in here.mirror.seat_pages.pictures(match, seat, here.words) if seat is not None else ():
                file = io.BytesIO()
                one.picture.draw(ART).save(file, "png")
                if file.getvalue() not in pictures:
                    pictures.append(file.getvalue())
                if len(pictures) == number:
                    return pictures[-1]
    raise SystemExit("There was no such hand.")


def keep(picture: bytes, path: Path) -> None:
    whole = Image.open(io.BytesIO(picture)).convert("RGB")
    if whole.height * SIZE[0] < whole.width * SIZE[1]:  # too flat: nothing is cut off, its edge goes on
        kept = ImageOps.pad(whole, SIZE, Image.Resampling.LANCZOS, color=whole.getpixel((whole.width // 2, 1)))
    else:
        kept = ImageOps.fit(whole, SIZE, Image.Resampling.LANCZOS, centering=(0, 0))
    kept.save(path, quality=82)


async def main(game: str, place: Place | Literal["hand"], number: int) -> None:
    for language, locale in LANGUAGES.items():
        with tempfile.TemporaryDirectory() as folder:
            async with world(Path(folder) / "try.db", game, language=locale) as here:
                await begin(here)
                picture = held(here, number) if place == "hand" else shown(here, place, number)
                keep(await picture, PAGE / f"{game}.{language}.webp")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], cast("Any", sys.argv[2]), int(sys.argv[3])))
