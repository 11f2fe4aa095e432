"""The bot's own emojis come to Discord: once, again when they are drawn anew, and whatever Discord answers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import discord
import pytest
from PIL import Image, ImageChops, ImageStat
from simcord.env import Env
from structlog.testing import capture_logs
from support.drawn_once import draws_at_once
from support.pages_of_games import FACES, words_of
from support.waiting import patiently, turns

from bot.ui.emojis import upload
from bot.ui.emojis.shelf import EmojiShelf
from bot.ui.emojis.signs import all_signs
from bot.ui.emojis.upload import EMOJIS_MOST, PUT_AWAY_AFTER, EmojiUpload
from bot.ui.pictures import sign as signs_of
from bot.ui.pictures.art import Art
from bot.ui.pictures.gallery import Gallery
from bot.ui.pictures.sign import EDITION, SIDE, Sign, SignLine, Spelt, emoji_name, encoded, mention

EMOJI_BYTES_MOST = 256 * 1024
SHEETS = Path(__file__).parent / "signs"
LIST = "/applications/*/emojis"


@dataclass(frozen=True)
class Dot:
    """A sign that is quickly drawn, or not at all."""

    name: str
    can_be_drawn: bool = True

    def draw(self, art: Any) -> Image.Image:
        if not self.can_be_drawn:
            raise ValueError(self.name)
        return Image.new("RGBA", (SIDE, SIDE))


class Mirror(discord.Client):
    """A bot that does nothing but upload."""

    def __init__(self, *signs: Sign, uploads: bool = True) -> None:
        super().__init__(intents=discord.Intents.none(), max_ratelimit_timeout=60.0)
        self.signs = list(signs)
        self.shelf = EmojiShelf()
        self.gallery = Gallery()
        draws_at_once(self.gallery)
        self.upload = EmojiUpload(self, self.shelf, self.gallery, signs=lambda: self.signs, uploads=uploads)
        self.upload.switch_on()

    async def on_ready(self) -> None:
        await self.upload.learn()
        await self.upload.on_taken_up(0)

    async def close(self) -> None:
        self.upload.close()
        await super().close()

    @property
    def has_all(self) -> bool:
        return self.shelf.has_all(self.signs)


ONE, TWO, THREE = Dot("one dot"), Dot("two dots"), Dot("three dots")
ALL = (ONE, TWO, THREE)


@asynccontextmanager
async def mirror_of(*signs: Sign, uploads: bool = True) -> AsyncIterator[tuple[Env, Mirror]]:
    mirror = Mirror(*signs, uploads=uploads)
    async with patiently(mirror) as env:
        yield env, mirror


def named(env: Env) -> list[str]:
    return sorted(one.name for one in env.backend.application_emojis.values())


def asked(env: Env) -> list[str]:
    return [one.method for one in env.http_requests if "/emojis" in one.path]


def names(*signs: Sign) -> list[str]:
    return sorted(map(emoji_name, signs))


async def again(env: Env, *signs: Sign) -> Mirror:
    mirror = Mirror(*signs)
    await env.restart_bot(mirror)
    return mirror


async def test_each_is_uploaded_once() -> None:
    async with mirror_of(*ALL) as (env, mirror):
        assert mirror.has_all
        assert named(env) == names(*ALL)
        assert asked(env) == ["GET", "POST", "POST", "POST"]
        back = await again(env, *ALL)
        assert back.has_all
        assert asked(env)[4:] == ["GET"]


async def test_what_is_drawn_anew_is_uploaded_anew_and_the_old_goes_a_day_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with mirror_of(*ALL) as (env, _):
        old = named(env)
        env.backend.create_application_emoji("party")
        monkeypatch.setattr(signs_of, "EDITION", EDITION + 1)
        mirror = await again(env, ONE, TWO)
        assert mirror.has_all
        assert named(env) == sorted([*old, "party", *names(ONE, TWO)]), "messages still name the old ones"
        await env.advance_time(PUT_AWAY_AFTER.total_seconds() - 60)
        assert set(old) <= set(named(env))
        await env.advance_time(2 * PUT_AWAY_AFTER.total_seconds())
        assert named(env) == sorted(["party", *names(ONE, TWO)])
        assert mirror.has_all


async def test_emojis_of_others_are_never_touched() -> None:
    """Whatever they are called, and whoever of the team has uploaded them."""
    async with mirror_of(ONE) as (env, _):
        designer = env.create_user("designer")
        foreign = {"one_dot", "mm_1", "mm_party", "mm_facade_front"}
        for name in foreign:
            env.backend.create_application_emoji(name).user_id = designer.id
        await again(env, ONE)
        await env.advance_time(3 * PUT_AWAY_AFTER.total_seconds())
        assert set(named(env)) == {*foreign, emoji_name(ONE)}
        assert "DELETE" not in asked(env)


@pytest.mark.parametrize("status", [400, 403, 500])
async def test_after_a_refusal_in_the_middle_only_the_rest_is_uploaded(status: int) -> None:
    async with mirror_of(ONE) as (env, _):
        env.inject_error("POST", LIST, status=status, times=9)
        with capture_logs() as logs:
            mirror = await again(env, *ALL)
        await env.advance_time(30)  # discord.py tries a broken server again by itself
        assert not mirror.has_all
        assert any(line["event"] == "emojis_not_uploaded" for line in logs) or status == 500
        env.backend.faults.clear()
        await env.advance_time(200)
        assert mirror.has_all
        assert named(env) == names(*ALL)


async def test_when_discord_says_wait_it_is_waited_for_so_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Longer than discord.py waits by itself: new emojis are counted by the hour."""
    async with mirror_of(ONE) as (env, _):
        mirror = Mirror(*ALL)
        create, refusals = mirror.create_application_emoji, iter([discord.RateLimited(1800.0)])

        async def limited(**how: Any) -> discord.Emoji:
            if emoji_name(THREE) == how["name"] and (refusal := next(refusals, None)):
                raise refusal
            return await create(**how)

        monkeypatch.setattr(mirror, "create_application_emoji", limited)
        await env.restart_bot(mirror)
        began = len(asked(env))
        await env.advance_time(1790)
        assert len(asked(env)) == began
        assert not mirror.has_all
        await env.advance_time(20)
        assert mirror.has_all
        assert asked(env)[began:] == ["GET", "POST"], "only the one that was refused"


async def test_without_room_nothing_is_uploaded_until_there_is_some() -> None:
    async with mirror_of(ONE) as (env, _):
        for number in range(EMOJIS_MOST - 2):
            env.backend.create_application_emoji(f"party_{number}")
        began = len(asked(env))
        with capture_logs() as logs:
            mirror = await again(env, *ALL)
        assert asked(env)[began:] == ["GET"]
        assert not mirror.has_all
        assert [line["missing"] for line in logs if line["event"] == "emojis_have_no_room"] == [2]
        del env.backend.application_emojis[max(env.backend.application_emojis)]
        await env.advance_time(61)
        assert mirror.has_all
        assert len(env.backend.application_emojis) == EMOJIS_MOST


async def test_a_sign_that_cannot_be_drawn_stops_nothing_but_the_upload() -> None:
    async with mirror_of() as (env, _):
        with capture_logs() as logs:
            mirror = await again(env, ONE, Dot("no dot", can_be_drawn=False))
        assert mirror.shelf.has(ONE)
        assert not mirror.has_all
        assert any("no dot" in str(line.get("problem")) for line in logs)


async def test_a_second_process_only_looks() -> None:
    async with mirror_of(ONE) as (env, _):
        mirror = Mirror(*ALL, uploads=False)
        await env.restart_bot(mirror)
        assert asked(env)[2:] == ["GET"]
        for one in (TWO, THREE):
            env.backend.create_application_emoji(emoji_name(one))
        await env.advance_time(61)
        assert mirror.has_all


async def test_one_that_was_deleted_is_there_again_after_a_day_at_most() -> None:
    async with mirror_of(*ALL) as (env, _):
        env.backend.application_emojis.clear()
        await env.advance_time(upload.DAILY_S + 60)
        assert named(env) == names(*ALL)


# -- the signs themselves ---------------------------------------------------------------------------------------------


def every_sign() -> list[Sign]:
    return all_signs(FACES.values(), words_of("en"))


def test_a_sign_is_an_emoji_that_discord_takes() -> None:
    signs = every_sign()
    assert len({emoji_name(sign) for sign in signs}) == len(signs) > 30
    for sign in signs:
        name = emoji_name(sign)
        assert 2 <= len(name) <= 32
        assert name.replace("_", "").isalnum()
        assert name.isascii()


def test_whoever_draws_a_sign_anew_raises_the_edition() -> None:
    """Discord keeps what was uploaded: without a new edition, everybody would see the old drawing for ever."""
    art = Art()
    drawn = [sign.draw(art) for sign in every_sign()]
    assert all(image.size == (SIDE, SIDE) and len(encoded(image)) < EMOJI_BYTES_MOST for image in drawn)
    sheet = sheet_of(drawn)
    kept = SHEETS / f"edition_{EDITION}.png"
    assert kept.exists(), "lay the sheet of the new edition there, and take the old one away"
    with Image.open(kept) as before:
        assert before.size == sheet.size, "a sign was added or removed: lay the sheet there anew"
        apart = ImageStat.Stat(ImageChops.difference(before.convert("RGB"), sheet)).extrema
    assert max(most for _, most in apart) <= 16, f"a sign is drawn anew: raise EDITION ({EDITION})"


def sheet_of(drawn: list[Image.Image]) -> Image.Image:
    """All signs on one small picture; another version of the font library moves no edge far on it."""
    side, wide = SIDE // 4, 6
    sheet = Image.new("RGB", (wide * side, -(-len(drawn) // wide) * side))
    for number, image in enumerate(drawn):
        small = image.convert("RGB").resize((side, side), Image.Resampling.BOX)
        sheet.paste(small, (number % wide * side, number // wide * side))
    return sheet


# -- written ----------------------------------------------------------------------------------------------------------


def test_rows_hold_whole_groups() -> None:
    shelf = EmojiShelf()
    shelf.stock([ONE], {emoji_name(ONE): 7})
    one = Spelt(ONE, "Öl & Kreuz Zehn")
    assert mention(one, 7) == "<:Oel_Kreuz_Zehn:7>"
    groups = tuple((one,) * many for many in (5, 3, 2, 9))
    rows = shelf.written([SignLine("Cards", groups)]).split("\n")
    assert rows[0] == "Cards"
    assert [row.count("<:") for row in rows[1:]] == [8, 2, 9]
    assert all(row.startswith("# <:") for row in rows[1:])
    assert shelf.written([SignLine("", groups, large=False)]).count("\n") == 1
    assert shelf.written([SignLine("None", ())]) == "None"
    assert not shelf.has_all([])


async def test_a_start_that_does_not_wait_for_discord_breaks_nothing_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """discord.py would never lift a limit of all requests, were the one that waits for its end broken off."""
    limit_is_over, ended = asyncio.Event(), []

    async def after_a_limit() -> list[discord.Emoji]:
        await limit_is_over.wait()
        ended.append(True)
        return []

    mirror = Mirror(*ALL)
    monkeypatch.setattr(upload, "START_WAITS_S", 0.01)
    monkeypatch.setattr(mirror, "fetch_application_emojis", after_a_limit)
    await mirror.upload.learn()
    assert not ended
    limit_is_over.set()
    await turns()
    assert ended
    mirror.gallery.close()
