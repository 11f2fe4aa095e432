"""A toad croaks, and says nothing else."""

from __future__ import annotations

import pytest

from bot.ui.silence.croaking import CROAKING_MOST, is_croaking, noises


class Said:
    attachments: tuple[object, ...] = ()
    stickers: tuple[object, ...] = ()
    embeds: tuple[object, ...] = ()

    def __init__(self, content: str) -> None:
        self.content = content


@pytest.mark.parametrize(
    "text",
    [
        "ribbit",
        "RIIIBBIT!!!",
        "quak quaaak… croak",
        "🐸🐸 koax",
        "brekekekex koax koax",
        "ribbitribbit",
        "croakkoax",
        "quakcroak",
        "*ribbit*\n_quack_",
    ],
)
def test_this_is_croaking(text: str) -> None:
    assert is_croaking(Said(text))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text", ["", "...", "ribbit ben", "rabbit", "croak 3", "ribbitben", "cro ak", "k", "ribbi", "oax"]
)
def test_this_is_not(text: str) -> None:
    assert not is_croaking(Said(text))  # type: ignore[arg-type]


def test_a_picture_is_no_croaking() -> None:
    said = Said("ribbit")
    said.attachments = (object(),)
    assert not is_croaking(said)  # type: ignore[arg-type]


def test_every_noise_can_be_made_alone_drawn_out_and_before_every_other() -> None:
    for noise in noises():
        assert is_croaking(Said(noise))  # type: ignore[arg-type]
        assert is_croaking(Said("".join(letter * 3 for letter in noise)))  # type: ignore[arg-type]
        for other in noises():
            assert is_croaking(Said(noise + other))  # type: ignore[arg-type]


def test_no_croaking_is_longer_than_the_longest() -> None:
    longest = ("ribbit " * CROAKING_MOST)[: CROAKING_MOST - 1]
    assert is_croaking(Said(longest[: longest.rindex(" ")]))  # type: ignore[arg-type]
    assert not is_croaking(Said("ribbit " * CROAKING_MOST))  # type: ignore[arg-type]
