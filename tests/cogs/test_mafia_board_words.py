"""What the face of the city says where a newcomer has stumbled: each player is named, and named once."""

from __future__ import annotations

from language.any_game import NAMES, seat_of
from language.mafia import mafia
from support.lessons import context

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
