"""What the page around the pretended Discord says, in the language this Discord is set to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.trying.world import PLACES, SPEEDS, Place
from bot.ui.wording import Wording


def page_words(words: Wording, hint: str, news: Mapping[Place, int]) -> dict[str, str]:
    """The texts of the page by the id of what shows them; of the news those of each place. Hints name buttons as they
    are called in this language."""
    places: dict[str, Any] = {place: words.say(f"try.place.{place}") for place in PLACES}
    said = {place: words.say("try.news", count=count) if count else "" for place, count in news.items()}
    buttons: dict[str, Any] = {
        "start": words.say("lobby.button.start"),
        "my_seat": words.say("button.my_seat"),
        "go_on": words.say("button.go_on_now"),
        "here": words.say("button.here"),
        "rematch": words.say("button.rematch"),
    }
    return {
        **places,
        **{f"{place}.news": text for place, text in said.items()},
        **{f"speed.{speed}": words.say(f"try.time.{speed}") for speed in SPEEDS},
        "hint": words.say(f"try.hint.{hint}", **places, **buttons),
        "gone": words.say("try.gone"),
    }
