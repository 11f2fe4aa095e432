"""What holds in every village with a bonus deck, whatever people do and whichever cards are in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import Any

import pytest
from language.any_game import Shelf, asked_of, heard_of, play_at_random
from support.sizes import size

from bot.engine.announcements import SPECTATOR
from bot.engine.chance import SealedChance
from bot.engine.match import Match
from bot.engine.questions import MIRROR
from bot.games import GAMES
from bot.games.village.cards import BONUS_CARDS, PRINTED
from bot.games.village.options import ROLE_SETS, SEATS, VillageOptions, bonus_deck
from bot.games.village.views import VillageView

VILLAGE = GAMES["village"]
FACE_UP = frozenset(name for name, card in PRINTED.items() if card.is_trait)
SECRET = frozenset(BONUS_CARDS) - FACE_UP
NAMES_A_CARD = {"cards.explained", "bonus.begins", "bonus.dealt", "bonus.redrawn", "spell.cancelled", "spell.felt"}
"""Announcements that may name a hidden card: the deck of all, and one's own."""
UNSEEN = ("hatter", "sacrificed")
GAMES_EACH = size(1, full=3)


def options_of(number: int, rng: Random) -> VillageOptions:
    """Some role set and some cards; every other game has them all."""
    cards = BONUS_CARDS if number % 2 else tuple(card for card in BONUS_CARDS if rng.random() < 0.6) or ("hero",)
    chosen = rng.choice(ROLE_SETS[:3]).options.model_dump()
    changed = {
        "bonus": cards,
        "open_ballot": rng.random() < 0.5,
        "quick_nights": rng.random() < 0.3,
        "huntsman_any_death": rng.random() < 0.8,
        "dead_watch": rng.random() < 0.8,
        "foul_votes": rng.random() < 0.8,
        "all_must_point": rng.random() < 0.5,
        "introductions": False,
    }
    return VillageOptions(**(chosen | changed))


def view_of(match: Match, seat: int = SPECTATOR) -> VillageView:
    view = match.view(seat)
    assert isinstance(view, VillageView)
    return view


@pytest.mark.full_size
@pytest.mark.parametrize("seats", SEATS[:: size(5, full=1)])
@pytest.mark.parametrize("number", range(GAMES_EACH))
def test_a_game_at_random_is_sound_to_its_end(seats: int, number: int) -> None:
    rng = Random(f"bonus {seats} {number}")
    options = options_of(number, rng)
    seed = f"bonus {seats} {number}"
    match = Match.start(VILLAGE, options, seats, SealedChance(seed))
    shelf = Shelf(match)
    heard = dict.fromkeys(range(seats + 1), 0)
    roles = {seat: view_of(match, seat).role for seat in range(1, seats + 1)}
    for step, _ in enumerate(play_at_random(match, rng)):
        shelf.keep(match)
        nobody_is_asked_who_cannot_answer(match)
        secrets_are_kept(match, heard, roles)
        if step % 23 == 0:
            views_keep_secrets(match)
        if step % 41 == 0:
            goes_on_alike(match, shelf, seed)
    assert match.outcome is not None
    nothing_was_counted_twice(match)
    charms_and_traits_are_fair(match, seats, options)
    again = Match.start(VILLAGE, match.options, seats, SealedChance(seed), replay=shelf.every)
    assert again.outcome == match.outcome
    for seat in range(seats + 1):
        assert again.view(seat) == match.view(seat)
        assert heard_of(again, seat) == heard_of(match, seat)


def nobody_is_asked_who_cannot_answer(match: Match) -> None:
    """The dead, sleepers and toads; and never a choice that is offered twice, or a number twice."""
    view = view_of(match)
    numbers = [(question.number, question.seat) for question in match.open]
    assert len(set(numbers)) == len(numbers)
    assert match.outcome is not None or match.open
    for question in match.open:
        assert len(set(map(str, question.choices))) == len(question.choices)
        if question.seat == MIRROR:
            continue
        player = view.player(question.seat)
        assert player.speech != "asleep"
        assert player.speech != "dead" or question.key == "huntsman.shot"
        by_day = question.key.startswith("day.") or question.key == "spell.redirect"
        assert player.speech != "toad" or not by_day or question.key == "day.sacrifice"
        if question.key in ("day.vote", "day.ballot"):
            assert player.votes > 0
        if question.key == "day.vote":
            assert view.ballots[-1].polls
        if question.key == "day.ballot":
            assert all(choice is None or view.player(choice).alive for choice in question.choices)
        if question.key == "day.call":
            assert all(choice == "ready" or view.player(choice).alive for choice in question.choices)


def secrets_are_kept(match: Match, heard: dict[int, int], roles: dict[int, str | None]) -> None:
    """No announcement names a hidden card of somebody else, and no dead body that was never found shows a role."""
    view = view_of(match)
    for seat, since in heard.items():
        for said in match.announcements_for(seat, since):
            if said.key == "game.over":
                continue
            named = SECRET & set(words_in(said.values))
            assert not named or said.key in NAMES_A_CARD, f"{said} names {named}"
            if said.key in ("bonus.dealt", "bonus.redrawn"):
                assert not said.is_public
            if not said.is_public or "role" not in said.values or said.values.get("seat") is None:
                continue
            about = said.values["seat"]
            assert said.values["role"] in (roles[about], None)
            assert (said.values["role"] is None) == (view.player(about).end in UNSEEN)
        heard[seat] = match.announced


def views_keep_secrets(match: Match) -> None:
    if match.outcome is not None:
        return
    for seat in range(match.seats + 1):
        view = view_of(match, seat).model_dump(exclude={"bonus", "deck", "learnt", "cast", "phase"})
        assert not SECRET & set(words_in(view)), f"seat {seat} sees {SECRET & set(words_in(view))}"
        for question in match.open_for(seat):
            assert not (SECRET - {"sleep", "love"}) & set(words_in(question.values))
        me = view_of(match, seat)
        for player in me.players:
            if player.end in UNSEEN and player.seat != seat and player.seat not in me.team:
                assert player.role is None


def words_in(told: Any) -> Iterator[str]:
    if isinstance(told, str):
        yield told
    elif isinstance(told, dict):
        for key, value in told.items():
            yield from words_in(key)
            yield from words_in(value)
    elif isinstance(told, list | tuple):
        for value in told:
            yield from words_in(value)


def goes_on_alike(match: Match, shelf: Shelf, seed: str) -> None:
    """As after a restart: the same questions under the same numbers, the same views."""
    if match.outcome is not None:
        return
    again = Match.resume(VILLAGE, shelf.saved(match), SealedChance(seed))
    for seat in (MIRROR, *range(1, match.seats + 1)):
        assert asked_of(again, seat) == asked_of(match, seat)
    for seat in range(match.seats + 1):
        assert again.view(seat) == match.view(seat)


def nothing_was_counted_twice(match: Match) -> None:
    """R0-12: a majority is more than half of the votes there are, so no ballot holds more than twice that less one."""
    view = view_of(match)
    heroes = {player.seat for player in view.players if player.trait == "hero"}
    burned = Counter(ballot.day for ballot in view.ballots if ballot.burned is not None)
    assert all(count == 1 for count in burned.values())
    for ballot in view.ballots:
        votes = Counter(voter for _, voters in ballot.polls for voter in voters)
        if ballot.counted:
            assert sum(votes.values()) <= 2 * ballot.majority - 1
            assert all(count <= 1 + (voter in heroes) for voter, count in votes.items())
        nominees = [nominee for nominee, _ in ballot.polls]
        assert len(set(nominees)) == len(nominees)
        if ballot.burned is not None and ballot.rerun == 0:
            assert len(dict(ballot.polls)[ballot.burned]) >= ballot.majority


def charms_and_traits_are_fair(match: Match, seats: int, options: VillageOptions) -> None:
    """Nobody is charmed twice by the same; nobody holds or does what is not in the deck."""
    public = heard_of(match, SPECTATOR)
    charmed = [(values["by"], values["seat"]) for key, values in public if key == "day.charmed"]
    assert len(set(charmed)) == len(charmed)
    deck = bonus_deck(options.bonus, seats)
    held = Counter(view_of(match, seat).bonus for seat in range(1, seats + 1))
    assert all(count <= deck[card or ""] for card, count in held.items())
    for seat in range(1, seats + 1):
        view = view_of(match, seat)
        assert not (view.bonus == "hero" and view.role == "sheriff")
        assert view.player(seat).trait == (view.bonus if view.bonus in FACE_UP else None)
    sacrificed = [key for key, _ in public if key in ("day.sacrificed", "dawn.sacrificed")]
    assert len(sacrificed) <= deck.get("victim", 0)
    slept = sum(key == "spell.sleep" for key, _ in public)
    assert slept <= deck.get("sleep", 0)


@lru_cache
def random_games() -> Counter[str]:
    """What was announced in all of a number of games."""
    said: Counter[str] = Counter()
    for number in range(80):
        rng = Random(f"what happens {number}")
        seats = (8, 10, 12, 14)[number % 4]
        options = VillageOptions(bonus=BONUS_CARDS, introductions=False, open_ballot=number % 3 == 0)
        match = Match.start(VILLAGE, options, seats, SealedChance(f"what happens {number}"))
        for _ in play_at_random(match, rng):
            pass
        for seat in range(seats + 1):
            said.update(key for key, _ in heard_of(match, seat))
    return said


@pytest.mark.parametrize(
    "key",
    [
        "bonus.face_up", "bonus.redrawn", "night.beloved.chosen", "night.pairs", "night.crush.chosen",
        "spell.felt", "spell.sleep", "spell.in_love", "spell.joined", "spell.cancelled", "dawn.awake", "dawn.curse",
        "dawn.toad", "day.charmed", "day.smooth_talk", "day.persuaded", "day.sacrificed", "dawn.sacrificed",
        "dawn.heartbreak", "day.heartbreak", "day.foul_called", "day.foul", "day.act",
    ],
)  # fmt: skip
def test_everything_a_bonus_card_can_do_happens_in_games_at_random(key: str) -> None:
    assert random_games()[key] > 0
