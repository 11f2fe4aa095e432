"""A heavy tongue: whatever is said comes out harmless, in one message, and recognisably drunk."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as some

from bot.ui.wording import Wording, wording_files
from cogs.village.slurring import SAID_MOST, Tongue, slurred
from cogs.village.speech import tongue_of

WORDING = Wording(wording_files())
TONGUES = {locale: tongue_of(WORDING.for_locale(locale)) for locale in ("en", "de")}
SEEDS = some.integers(0, 1 << 64)
SAYINGS = some.text(max_size=5000) | some.lists(
    some.sampled_from(
        ["so", "this", "@everyone", "<@123456789012345678>", "**bold**", "[a", "link](https://evil.example)", "# big",
         "> said", "||dark||", "```", "https://example.org/sss_s", "<:smile:123>", "-", "1.", "x" * 700]
    ),
    max_size=40,
).map(" ".join)  # fmt: skip


@pytest.mark.parametrize("locale", ["en", "de"])
@given(text=SAYINGS, seed=SEEDS)
def test_what_comes_out_is_one_harmless_message(locale: str, text: str, seed: int) -> None:
    said = slurred(text, seed, TONGUES[locale])
    assert len(said) <= SAID_MOST
    assert bool(said) == bool(text.split())
    assert "\n" not in said
    assert "@everyone" not in said
    assert not re.search(r"@[!&]?\d{17,20}", said)
    assert "](" not in said, "no link under another name"
    assert not re.match(r"(?:#{1,3} |-# |> |>>> |[-*+] |\d+[.)] )", said), "no heading, list or quotation"
    assert slurred(text, seed, TONGUES[locale]) == said, "a replay says the same"


def test_english_and_german_are_slurred_each_in_its_own_way() -> None:
    english = slurred("She says this was Sam's house", 7, TONGUES["en"])
    assert re.search(r"(?i)\bsh+e+\b", english)
    assert "sh" in english[4:]
    assert "hic" in english or "hup" in english
    german = slurred("Sie ist sicher zu Hause", 7, TONGUES["de"])
    assert german.lower().count("sch") >= 4
    assert "hicks" in german or "hups" in german


def test_capitals_links_and_mentions_are_left_what_they_are() -> None:
    bare = Tongue.read("s=sh", "hic")
    assert "SHTOP" in re.sub(r"(.)\1+", r"\1", slurred("STOP", 1, bare))
    assert "https://example.org/sss" in slurred("see https://example.org/sss now", 1, bare)
    assert "<#123>" in slurred("in <#123> yes", 1, bare)


def test_nothing_is_slurred_into_nothing() -> None:
    assert slurred("", 1, TONGUES["en"]) == ""
    assert slurred(" \n ", 1, TONGUES["en"]) == ""
