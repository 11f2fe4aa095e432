"""What the bot has asked of Discord, by the one who can see the effect."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

PUBLIC: Final = "public"
"""What everybody sees."""
DEAD: Final = "dead"
"""What stands in the room of the dead."""
EPHEMERAL: Final = 64
CHANGES_A_MESSAGE: Final = (6, 7)


class Requests:
    """Who had clicked when a request was made, and on which message."""

    def __init__(self) -> None:
        self._by_whom: dict[int, tuple[str, Any]] = {}

    def note(self, numbers: Iterable[int], who: str, on: Any = None) -> None:
        """The requests of these numbers were made while this was answered."""
        self._by_whom.update(dict.fromkeys(numbers, (who, on)))

    def by_reader(
        self,
        requests: Sequence[Any],
        places: Mapping[int, str],
        users: Mapping[int, str],
        stamp: Callable[[int], str],
    ) -> dict[str, list[str]]:
        """Every one of these requests; whom the bot looks up, nobody sees: it counts as public.

        places  channel -> who alone sees it
        users   everybody by their id
        stamp   what stands before the request of this number
        """
        streams: dict[str, list[str]] = {name: [] for name in (PUBLIC, *users.values(), *places.values())}
        for number, request in enumerate(requests):
            place = request.path.split("/")
            who, on = self._by_whom.get(number, (None, None))
            line = stamp(number) + bleached(
                f"{request.method} {request.path} {json.dumps([request.params, request.json])}"
            )
            if place[1] == "channels":
                streams[places.get(int(place[2]), PUBLIC)].append(line)
            elif request.path == "/users/@me/channels":
                streams[users[int(request.json["recipient_id"])]].append(line)
            elif place[1] in ("interactions", "webhooks") and who is not None:
                streams[who].append(line)
                everybodys = on is not None and on.channel_id not in places and not on.flags & EPHEMERAL
                if everybodys and (request.json or {}).get("type") in CHANGES_A_MESSAGE:
                    streams[PUBLIC].append(line)
            elif place[1] == "guilds":
                streams[PUBLIC].append(line)
            elif place[1] not in ("applications", "oauth2"):
                raise AssertionError(f"for whom is {line}?")
        return streams


def bleached(line: str) -> str:
    """A request without Discord's own ids, the sealed seed and its seal."""
    return re.sub(r"\d{15,20}", "<id>", re.sub(r"[0-9a-f]{64}", "<sealed>", line))
