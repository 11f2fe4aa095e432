"""Who may do what: said in words, drawn, and made from what a bystander sees."""

from __future__ import annotations

from typing import get_args

import pytest
from language.any_game import NAMES
from support.legibility import assert_legible, read

from bot.engine.announcements import SPECTATOR
from bot.engine.chance import SealedChance
from bot.engine.match import Match
from bot.games import GAMES
from bot.matches.errors import Refused
from bot.ui.panels import Shown
from bot.ui.pictures.art import Art
from bot.ui.pictures.fitting import ELLIPSIS, wrapped
from bot.ui.powers import Powers
from bot.ui.silence.speech import Speech, Strictness
from bot.ui.wording import Wording, wording_files
from cogs.mafia.face import MafiaFace
from cogs.name_duel.face import NameDuelFace
from cogs.table.keeping import Keeping
from cogs.table.powers_picture import KEPT_ROWS, KEPT_WIDE, PRINT, STATES, WIDTH, PowersPicture, powers_picture
from cogs.table.who import powers_of
from cogs.village.face import VillageFace

WORDS = Wording(wording_files())
NOTHING = Keeping(deletes=False, locks=False, voice=False, doors=frozenset(), kept=())
EVERYTHING = Keeping(deletes=True, locks=True, voice=True, doors=frozenset({4}), kept=("who.kept.delete",))


def picture(powers: list[Powers], locale: str = "en", keeping: Keeping = EVERYTHING) -> PowersPicture:
    names = {one.seat: f"Player with name {one.seat}" for one in powers}
    return powers_picture(
        powers, keeping, {one.seat: one.seat for one in powers}, names, "Day 2", WORDS.for_locale(locale)
    )


@pytest.mark.parametrize("locale", ["en", "de"])
def test_every_state_has_a_word_and_a_plate(locale: str) -> None:
    states = [state for state in get_args(Speech) if state != "hiccup"]
    powers = [Powers(seat, state, nominates=True, votes=1, acts=False) for seat, state in enumerate(states, start=1)]
    shown = picture(powers, locale)
    assert set(STATES) == set(states)
    drawn = shown.draw(Art())
    assert drawn.width == WIDTH
    words = shown.words(WORDS.for_locale(locale)).split("\n")
    assert len(words) == 1 + len(states) + 2
    assert len({row.state for row in shown.rows}) == len(states)


@pytest.mark.parametrize("locale", ["en", "de"])
def test_every_state_can_be_read_on_a_phone(locale: str) -> None:
    powers = [Powers(seat, state, nominates=True, votes=1, acts=False) for seat, state in enumerate(STATES, start=1)]
    every = Keeping(
        deletes=True, locks=True, voice=True, doors=frozenset(), kept=("who.kept.slur.missing", "who.kept.lock.missing")
    )
    assert_legible(read(picture(powers, locale, every), Art()), ["Player"])  # type: ignore[arg-type]


@pytest.mark.parametrize("locale", ["en", "de"])
def test_a_full_table_can_be_read_on_a_phone_and_heard_whole(locale: str) -> None:
    """The names of computer players are not cut, and who may do just the same is said once, in whole lines."""
    called = ["Schneewittchen", "Rotkäppchen", "Wilhelmina Featherstonehaugh", "King Thrushbeard", *NAMES[:16]]
    powers = [Powers(seat, "muted" if seat == 7 else "free", nominates=False, votes=1, acts=True)
              for seat in range(1, 21)]  # fmt: skip
    labels = dict(enumerate(called, start=1))
    words = WORDS.for_locale(locale)
    table = powers_picture(powers, EVERYTHING, {seat: 9 for seat in labels}, labels, "Day 2", words)
    seen = read(table, Art())
    assert_legible(seen)
    assert not [line.text for line in seen.lines if ELLIPSIS in line.text]
    facts = [line for line in seen.lines if line.text not in " ".join(called)]
    assert min(map(seen.on_a_phone, facts)) > 11.5, "more than the least: a message is not as wide as its phone"
    described = Shown.of(table, words)
    assert len(described.alt.splitlines()) == 1 + 2 + 2
    assert described.description == described.alt


def test_what_keeps_whom() -> None:
    def how(state: Speech, keeping: Keeping = EVERYTHING, user_id: int | None = 1) -> str:
        return keeping.how(Powers(1, state, nominates=False, votes=0, acts=False), user_id)

    assert [how(state) for state in ("free", "muted", "night", "floor", "drunk")] == [
        "none", "delete", "lock", "voice", "delete",
    ]  # fmt: skip
    assert how("asleep", user_id=4) == "door"
    assert how("asleep", user_id=None) == "computer"
    assert {how(state, NOTHING) for state in ("muted", "night", "floor", "asleep")} == {"honour"}


@pytest.mark.parametrize("locale", ["en", "de"])
def test_every_way_of_keeping_it_is_in_words(locale: str) -> None:
    words = WORDS.for_locale(locale)
    endings = ["delete", "delete.missing", "delete.refused", "lock", "lock.missing", "lock.channel", "door.missing"]
    endings += [f"door.{one}" for one in get_args(Strictness)]
    endings += ["voice", "voice.missing", "voice.honour", "slur", "slur.missing"]
    font = Art().font("text", PRINT)
    for ending in endings:
        rows = wrapped(words.say(f"who.kept.{ending}"), font, KEPT_WIDE, KEPT_ROWS)
        assert all(font.getlength(row) <= KEPT_WIDE for row in rows), f"{ending} leaves the picture"
    for ending in ("none", "delete", "lock", "door", "voice", "honour", "computer"):
        assert words.say(f"who.how.{ending}")
    for one in get_args(Strictness):
        assert words.say(f"settings.silence.{one}")


def test_mafia_by_night_and_by_day() -> None:
    game = GAMES["mafia"]
    match = Match.start(game, game.options(), 10, SealedChance("1" * 64))
    powers = powers_of(match.view(SPECTATOR), MafiaFace())
    assert len(powers) == 10
    assert all(one.acts for one in powers)
    speaker = match.view(SPECTATOR).speaker  # type: ignore[attr-defined]
    assert [one.seat for one in powers if one.nominates] == ([speaker] if speaker else [])


def test_a_village_before_the_first_night() -> None:
    game = GAMES["village"]
    match = Match.start(game, game.options(), 9, SealedChance("1" * 64))
    powers = powers_of(match.view(SPECTATOR), VillageFace())
    assert {one.state for one in powers} == {"free"}
    assert not any(one.nominates for one in powers)


def test_games_of_cards_keep_nothing_from_anybody() -> None:
    game = GAMES["name_duel"]
    match = Match.start(game, game.options(), 2, SealedChance("1" * 64))
    with pytest.raises(Refused, match="no_powers"):
        powers_of(match.view(SPECTATOR), NameDuelFace())
