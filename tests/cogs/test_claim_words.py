"""What people and computer players claim has words in every language, and is not said twice in the same ones."""

from __future__ import annotations

import re
from collections import Counter
from itertools import product
from random import Random
from typing import Any

import pytest

from bot.engine.announcements import EVERYONE, SPECTATOR, Announcement
from bot.engine.match import Match
from bot.games import GAMES
from bot.games.hidden_roles.claims import CHECKED, CLEARED, DEEDS, I_AM, KINDS, REASONS, SUSPECT, Claim, code
from bot.games.hidden_roles.temperaments import TEMPERAMENTS
from bot.players import PlayerKind, player_for
from bot.simulate import LooseChance, play
from bot.ui.panels import LABEL_MOST
from bot.ui.render_context import RenderContext
from bot.ui.wording import Wording, wording_files
from cogs.hidden_roles import claim_words
from cogs.hidden_roles.face import HiddenRolesFace
from cogs.mafia.face import MafiaFace
from cogs.village.face import VillageFace

WORDS = Wording(wording_files())
NAMES = {1: "Snow White", 2: "Rapunzel", 3: "Hans in Luck", 4: "Jorinda"}
ME, WHOM, OTHER, PERSON = 1, 2, 3, 4
FACES = (MafiaFace(), VillageFace())
TABLES = 6
AGAIN = 24
"""So often at least the same can be said for the same reason before a sentence comes again."""
in_both_games = pytest.mark.parametrize("face", FACES, ids=lambda face: face.game)
in_both_languages = pytest.mark.parametrize("language", ["en", "de"])


def context(language: str, match: int = 1) -> RenderContext:
    names = {seat: f"**{name}**" for seat, name in NAMES.items()}
    computers = frozenset(set(NAMES) - {PERSON})
    return RenderContext(match, 1, names, NAMES, WORDS.for_locale(language), {}, computers=computers)


def everything_said(by: int = ME) -> list[dict[str, Any]]:
    """One claim of each kind for each reason, with somebody else and with the speaker in it."""
    said = [
        {"kind": kind, "about": WHOM, "why": why, "other": other if why in DEEDS else 0}
        for kind, reasons in REASONS.items()
        for why, other in product(reasons, (OTHER, by))
    ]
    said += [{"kind": kind, "about": WHOM, "why": "", "other": 0} for kind in (CHECKED, CLEARED)]
    said += [{"kind": I_AM, "about": by, "why": "sheriff", "other": 0}]
    assert {one["kind"] for one in said} == set(KINDS)
    return [{"by": by, "turn": 0, **one} for one in said]


def line(face: HiddenRolesFace, values: dict[str, Any], here: RenderContext) -> str:
    return face.line(Announcement(1, EVERYONE, "said.claim", values), None, here)


@in_both_languages
@in_both_games
def test_every_claim_is_one_sentence_with_all_its_names(face: HiddenRolesFace, language: str) -> None:
    for values, by, match in product(everything_said(), (ME, PERSON), range(TABLES)):
        here = context(language, match)
        said = line(face, values | {"by": by}, here)
        words = claim_words.told(face, values | {"by": by}, here)
        assert said.startswith(f"{here.name(by)}: ")
        assert words in said
        assert "{" not in said
        assert here.name(WHOM) in words or values["kind"] == I_AM
        assert here.name(OTHER) in words or values["other"] != OTHER
        assert here.name(by) not in words


@in_both_languages
@in_both_games
def test_nothing_is_said_twice_in_the_same_words(face: HiddenRolesFace, language: str) -> None:
    """Not even by the same player about the same one for the same reason."""
    for values, match in product(everything_said(), range(TABLES)):
        here = context(language, match)
        claims = [Claim(day=1, occasion="", **values | {"turn": turn}) for turn in range(AGAIN)]
        lines = [claim_words.told(face, values | {"turn": turn}, here, claims) for turn in range(AGAIN)]
        assert len(set(lines)) == AGAIN


@in_both_languages
@in_both_games
@pytest.mark.parametrize("kind", ["thoughtful", "strong"])
@pytest.mark.parametrize(("seats", "evening"), [(9, ""), (12, ""), (20, " a"), (20, " b"), (20, " c")])
def test_no_sentence_comes_twice_at_a_table_of_computers(
    face: HiddenRolesFace, kind: PlayerKind, seats: int, evening: str, language: str
) -> None:
    """Whole games: neither a beginning nor what follows it is heard again."""
    game, rng = GAMES[face.game], Random(f"a long evening {kind}{evening}")
    match = Match.start(game, game.role_sets[0].options, seats, LooseChance(rng))
    play(match, {seat: player_for(game.name, kind, rng) for seat in range(1, seats + 1)}, rng)
    names = {seat: f"Player {seat}" for seat in range(1, seats + 1)}
    here = RenderContext(1, 1, names, names, WORDS.for_locale(language), {}, computers=frozenset(names))
    view: Any = match.view(SPECTATOR)
    said = [
        face.line(one, view, here).partition(": ")[2]
        for one in match.announcements_for(SPECTATOR)
        if one.key == "said.claim"
    ]
    assert len(said) > 10
    heard = [sentence for one in said for sentence in re.split(r"(?<=[.!?…]) ", one.strip("“”„ 💬"))]
    assert [sentence for sentence, often in Counter(heard).items() if often > 1] == []


def test_quiet_people_come_to_the_point_and_loud_ones_and_jokers_begin_with_a_flourish() -> None:
    """Temperaments are heard: by how somebody begins, and by how often."""
    begins = {temper: [claim_words.begins(temper, turn) for turn in range(8)] for temper in TEMPERAMENTS}
    assert begins == {"quiet": [True, False] * 4, "loud": [True] * 8, "joker": [True] * 8}


@in_both_languages
def test_a_beginning_is_followed_by_a_whole_sentence(language: str) -> None:
    """So that every beginning goes with every sentence: it ends, and what follows begins with a name or I."""
    words, seen = WORDS.for_locale(language), set()
    for temper in (claim_words.PLAIN, *TEMPERAMENTS):
        begins = [words.say(f"said.lead.{temper}", pick=pick) for pick in range(words.variants(f"said.lead.{temper}"))]
        assert all(begin.endswith((".", "!", " …")) for begin in begins)
        assert not seen & set(begins)
        seen |= set(begins)
    here = context(language)
    for face, values in product(FACES, everything_said()):
        key = face.key(words, claim_words.wording_key(values["kind"], values["why"], is_me=values["other"] == ME))
        for pick in range(words.variants(key)):
            sentence = words.say(key, pick=pick, **claim_words.named(face, Claim(day=1, occasion="", **values), here))
            assert sentence.startswith(("**", "I ", "Ich "))
            assert sentence.endswith(".")


def test_computer_players_keep_their_temperament_and_people_have_their_own() -> None:
    here, there = context("en", 1), context("en", 2)
    assert [claim_words.temperament(seat, here) for seat in NAMES] == [
        claim_words.temperament(seat, there) for seat in NAMES
    ]
    assert claim_words.temperament(PERSON, here) == claim_words.PLAIN
    many = [f"Player {number}" for number in range(200)]
    crowd = RenderContext(1, 1, {}, dict(enumerate(many)), WORDS, {}, computers=frozenset(range(200)))
    counts = [claim_words.temperament(seat, crowd) for seat in range(200)]
    assert all(40 < counts.count(temper) < 95 for temper in TEMPERAMENTS)


@in_both_languages
@in_both_games
def test_every_claim_can_be_told_apart_in_a_menu(face: HiddenRolesFace, language: str) -> None:
    here = context(language)
    claims = {code(one["kind"], one["about"], one["why"], one["other"]) for one in everything_said()}
    labels = {claim: claim_words.label(face, claim, ME, here) for claim in claims}
    assert len(set(labels.values())) == len(claims)
    assert all(len(text) <= LABEL_MOST for text in labels.values())


@in_both_games
@in_both_languages
def test_in_the_menu_nobody_is_spoken_of_by_their_own_name(face: HiddenRolesFace, language: str) -> None:
    """“I suspect: voted against Snow White” stood before Snow White herself."""
    here = context(language)
    for why in DEEDS:
        of_me, of_another = (
            claim_words.label(face, code(SUSPECT, WHOM, why, other), ME, here) for other in (ME, OTHER)
        )
        assert NAMES[OTHER] in of_another
        assert NAMES[ME] not in of_me
        assert re.search(r"\b(me|mich|mir)\b", of_me)


class Counting(VillageFace):
    """Counts how often something is put into words."""

    count = 0

    def words(self, context: RenderContext, key: str, /, *, pick: int = 0, **values: str | int) -> str:
        self.count += 1
        return super().words(context, key, pick=pick, **values)


def test_what_was_claimed_before_is_not_put_into_words_again() -> None:
    """At a table of twenty a hundred claims and more are made; each is told as fast as the first ones."""
    face, here = Counting(), context("en", 77)
    said = [values | {"turn": turn} for turn in range(6) for values in everything_said()]
    claims = [Claim(day=1, occasion="", **values) for values in said]
    for place, values in enumerate(said):
        claim_words.told(face, values, here, claims[: place + 1])
    assert len(said) > 100
    assert face.count < 20 * len(said)


def test_a_table_that_goes_back_forgets_what_was_claimed_since() -> None:
    face, here = VillageFace(), context("en", 78)
    first, second, other = ({**values, "turn": 0} for values in everything_said()[:3])
    both = [Claim(day=1, occasion="", **values) for values in (first, second)]
    instead = [both[0], Claim(day=1, occasion="", **other)]
    claim_words.told(face, second, here, both)
    told = claim_words.told(face, other, here, instead)
    assert told == claim_words.told(VillageFace(), other, here, instead)
    assert claim_words.told(face, second, here, both) == claim_words.told(VillageFace(), second, here, both)
