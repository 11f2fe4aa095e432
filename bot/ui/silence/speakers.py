"""The people who may speak at a table, as its game says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.engine.announcements import SPECTATOR
from bot.engine.questions import Seat
from bot.matches.errors import Refused
from bot.matches.service import MatchService
from bot.matches.snapshot import MatchSnapshot
from bot.ui.face import Face
from bot.ui.silence.speech import Speech


@dataclass(frozen=True)
class Speakers:
    """Whose turn it is to speak, by Discord id: all people of a table, and those among them who may speak now."""

    people: frozenset[int]
    speaking: frozenset[int]


class WhoMaySpeak:
    """Asks the games how their people may speak."""

    def __init__(self, service: MatchService, faces: Mapping[str, Face]) -> None:
        self._service = service
        self._faces = faces

    def speech(self, match: MatchSnapshot, seat: Seat) -> Speech:
        """How this seat may speak in public."""
        return self._faces[match.row.game].speech(match.view(SPECTATOR), seat)

    def speeches(self, match: MatchSnapshot) -> dict[int, Speech]:
        """How each person may speak, for the doors: who sleeps by day sleeps by night, too, when nobody may speak."""
        speeches = {user_id: self.speech(match, seat) for seat, user_id in match.people().items()}
        face, view = self._faces[match.row.game], match.view(SPECTATOR)
        asleep = [user_id for seat, user_id in match.people().items() if face.is_asleep(view, seat)]
        speeches.update(dict.fromkeys(asleep, "asleep"))
        return speeches

    async def speakers(self, match_id: int) -> Speakers | None:
        """The people who may speak in the voice channel of a match; all while it is paused. None when it is over."""
        try:
            match = await self._service.snapshot(match_id)
        except Refused:
            return None
        if match.over:
            return None
        people = frozenset(match.people().values())
        if match.paused:
            return Speakers(people, people)
        seats = match.people().items()
        return Speakers(people, frozenset(user_id for seat, user_id in seats if self.speech(match, seat) == "free"))
