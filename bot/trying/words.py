"""What the page of the pretended Discord says, in the language this Discord is set to."""

from __future__ import annotations

from typing import Any, Final

from bot.trying.people import PLACES
from bot.trying.world import SPEEDS
from bot.ui.wording import Wording

PARTS: Final = (
    "new", "gone", "games", "games.going", "games.going.help", "games.choose", "games.play", "games.learn",
    "games.go_on", "games.laid", "eyes", "eyes.help", "eyes.look", "eyes.secret", "close", "closed", "opened", "muted",
    "unmuted", "letters.closed", "second",
    "second.full", "alone", "dismiss", "asked", "time", "fly", "clock", "write", "send", "commands", "choose", "done",
    "submit", "cancel", "optional", "problem.gone", "problem.fill", "problem.slow", "problem.table", "problem.game",
    "picture", "people.menu", "people.about", "talk.about", "letters.about", "events",
    "events.begun", "tools", "server", "server.help", "server.statistics",
)  # fmt: skip
"""What stands on the page whatever happens, by the last parts of its key."""


def page_words(words: Wording) -> dict[str, str]:
    """The texts of the page by the name of what shows them."""
    return {
        **{place: words.say(f"try.place.{place}") for place in PLACES},
        **{f"speed.{speed}": words.say(f"try.time.{speed}") for speed in SPEEDS},
        **{part: words.say(f"try.{part}") for part in PARTS},
        "games.hint": words.say(
            "try.games.hint",
            learn=words.say("try.games.learn"),
            slow=words.say("try.time.0"),
            fly=words.say("try.fly"),
        ),
    }


def hint(words: Wording, name: str) -> str:
    """What the person can do now. It names places and buttons as they are called in this language."""
    places: dict[str, Any] = {place: words.say(f"try.place.{place}") for place in PLACES}
    buttons: dict[str, Any] = {
        "start": words.say("lobby.button.start"),
        "computer": words.say("lobby.button.computer"),
        "my_seat": words.say("button.my_seat"),
        "go_on": words.say("button.go_on_now"),
        "here": words.say("button.here"),
        "leave": words.say("lobby.button.leave"),
        "rematch": words.say("button.rematch"),
        "join": words.say("lobby.button.join"),
        "join_begin": words.say("lobby.button.join_begin"),
        "take": words.say("offer.yes"),
        "desk": words.say("button.desk"),
        "games": words.say("try.games"),
    }
    return words.say(f"try.hint.{name}", **places, **buttons)
