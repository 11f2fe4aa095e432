"""What the face of the city says where a newcomer has stumbled: each player is named, and named once."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from language.any_game import NAMES, seat_of
from language.mafia import mafia
from support.lessons import context

from bot.engine.announcements import SPECTATOR
from cogs.mafia.face import MafiaFace

FACE = MafiaFace()


def test_whoever_was_suspected_in_two_nights_is_named_once() -> None:
    suspicions = (seat_of("ben"), None, seat_of("cat"), seat_of("ben"))
    told = FACE.seat(mafia(9).view("ann").model_copy(update={"suspicions": suspicions}), context()).text
    (line,) = [line for line in told.splitlines() if line.startswith("You suspected: ")]
    assert (line.count("ben"), line.count("cat")) == (1, 1)


def test_the_last_to_speak_is_named_and_not_counted() -> None:
    game, here = mafia(9), context()
    here.names.update({seat: f"{name} of the seven mountains" for seat, name in enumerate(NAMES, start=1)})
    coming = {}
    while (speaker := game.speaker) is not None:
        coming[speaker] = FACE.order(game.view(), here, speaker_is_told=True)[0]
        game.passes(speaker)
    assert coming["cat"].endswith("gus of the seven mountains, and 2 more."), (
        "six are to come: four of them have a name"
    )
    assert coming["dan"].endswith("ida of the seven mountains."), "of five the last is no longer than a number"


@pytest.mark.parametrize("language", ["en", "de"])
def test_whoever_is_sent_out_without_a_foul_is_told_of_none(language: str) -> None:
    """The host may send anybody out at once: "has fouled too often" was untrue."""
    game = mafia(9)
    game.foul("cat", kind="out")
    told = [said for said in game.match.announcements_for(SPECTATOR) if said.key in ("foul.called", "player.left")]
    assert [said.key for said in told] == ["foul.called", "player.left"]
    for match in range(40):
        lines = [FACE.line(said, game.view(), replace(context(language), match=match)) for said in told]
        assert not [line for line in lines if re.search(r"(?i)foul|too often|talked|zu oft|zu viel", line)]
