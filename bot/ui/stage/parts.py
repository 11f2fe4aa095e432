"""Everything that shows the matches: its parts, made in their order from what they are handed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import discord

from bot.matches.archive import Archive
from bot.matches.dead_rooms import DeadRooms
from bot.matches.deserted import DesertedTables
from bot.matches.guild_settings import SettingsBook
from bot.matches.hosting import Hosting
from bot.matches.ledger import Ledger
from bot.matches.notebooks import Notebooks
from bot.matches.service import MatchService
from bot.ui.dead_room.attendant import Attendant
from bot.ui.dead_room.readers import Readers
from bot.ui.dead_room.thread import DeadThreads
from bot.ui.delivery import Courier
from bot.ui.emojis.shelf import EmojiShelf
from bot.ui.face import Face
from bot.ui.languages import Languages
from bot.ui.pictures.gallery import Gallery
from bot.ui.silence.doorkeeper import Doorkeeper
from bot.ui.silence.lock import ThreadLocks
from bot.ui.silence.undo import Undo
from bot.ui.stage.asked import Asked
from bot.ui.stage.deletions import Deletions
from bot.ui.stage.doubts import Doubts
from bot.ui.stage.endings import Endings
from bot.ui.stage.knocks import Knocks
from bot.ui.stage.lanes import SeatLanes
from bot.ui.stage.living import LivingPanels
from bot.ui.stage.loop import Stage
from bot.ui.stage.notices import Notices
from bot.ui.stage.place import Places
from bot.ui.stage.private import SeatSender
from bot.ui.stage.public import PublicSender
from bot.ui.stage.public_pages import PublicPages
from bot.ui.stage.public_times import PublicTimes
from bot.ui.stage.receipts import Receipts
from bot.ui.stage.results import Results
from bot.ui.stage.rounds import Rounds
from bot.ui.stage.seat_pages import SeatPages
from bot.ui.stage.secret_mail import SecretMail
from bot.ui.stage.standing import StandingNews
from bot.ui.stage.suspended import SuspendedSeats


@dataclass(kw_only=True)
class StageParts:
    """What is handed to it, and below that what is made of it."""

    client: discord.Client
    service: MatchService
    hosting: Hosting
    deserted: DesertedTables
    dead_rooms: DeadRooms
    archive: Archive
    ledger: Ledger
    notebooks: Notebooks
    settings: SettingsBook
    faces: Mapping[str, Face]
    languages: Languages
    courier: Courier
    mail: SecretMail
    gallery: Gallery
    emojis: EmojiShelf
    doorkeeper: Doorkeeper
    locks: ThreadLocks
    undo: Undo
    now_ms: Callable[[], int]

    def __post_init__(self) -> None:
        self.rounds = Rounds()
        self.notices = Notices(self.rounds)
        self.doubts = Doubts()
        self.suspended = SuspendedSeats(self.rounds)
        self.knocks = Knocks(self.rounds)
        self.receipts = Receipts(self.ledger, self.archive, self.service)
        self.public_pages = PublicPages(self.faces, self.languages)
        self.seat_pages = SeatPages(self.faces, self.emojis)
        self.places = Places(
            client=self.client,
            settings=self.settings,
            archive=self.archive,
            hosting=self.hosting,
            languages=self.languages,
            locks=self.locks,
        )
        self._make_senders()
        self._make_endings()
        self._make_loop()
        self.deletions = Deletions(self.places.here, self.public, self.rounds)

    def _make_senders(self) -> None:
        """What says in a table's channel what everybody may see, keeps the panels of seats up to date, knows which news
        stand on them already, and sends each seat what it alone may see."""
        self.public = PublicSender(
            service=self.service,
            archive=self.archive,
            receipts=self.receipts,
            pages=self.public_pages,
            doubts=self.doubts,
            notices=self.notices,
            rounds=self.rounds,
            courier=self.courier,
            times=PublicTimes(self.receipts, self.public_pages, self.rounds, self.courier),
            gallery=self.gallery,
            now_ms=self.now_ms,
        )
        self.living = LivingPanels(
            service=self.service,
            receipts=self.receipts,
            pages=self.seat_pages,
            notebooks=self.notebooks,
            languages=self.languages,
            courier=self.courier,
            gallery=self.gallery,
            now_ms=self.now_ms,
        )
        self.standing = StandingNews(self.receipts, self.seat_pages)
        self.private = SeatSender(
            service=self.service,
            receipts=self.receipts,
            pages=self.seat_pages,
            living=self.living,
            standing=self.standing,
            suspended=self.suspended,
            notebooks=self.notebooks,
            doubts=self.doubts,
            notices=self.notices,
            rounds=self.rounds,
            languages=self.languages,
            courier=self.courier,
            mail=self.mail,
            gallery=self.gallery,
        )

    def _make_endings(self) -> None:
        """What a match leaves behind, and the rooms of its dead."""
        self.dead_threads = DeadThreads(self.client)
        self.endings = Endings(
            service=self.service,
            hosting=self.hosting,
            archive=self.archive,
            ledger=self.ledger,
            languages=self.languages,
            courier=self.courier,
            undo=self.undo,
            places=self.places,
            public=self.public,
            living=self.living,
            notices=self.notices,
            rounds=self.rounds,
        )
        self._results = Results(
            receipts=self.receipts,
            pages=self.public_pages,
            doubts=self.doubts,
            courier=self.courier,
            gallery=self.gallery,
        )
        self._attendant = Attendant(
            service=self.service,
            rooms=self.dead_rooms,
            threads=self.dead_threads,
            readers=Readers(),
            faces=self.faces,
            languages=self.languages,
            courier=self.courier,
            receipts=self.receipts,
            notices=self.notices,
        )

    def _make_loop(self) -> None:
        """What brings the matches forward until they end."""
        asked = Asked(self.faces, self.receipts, self.service.untold)
        self.service.has_reached, self.service.waits_for = asked.has_reached, asked.waits_for
        self.stage = Stage(
            service=self.service,
            ledger=self.ledger,
            receipts=self.receipts,
            faces=self.faces,
            languages=self.languages,
            doorkeeper=self.doorkeeper,
            places=self.places,
            public=self.public,
            private=self.private,
            living=self.living,
            lanes=SeatLanes(self.rounds),
            doubts=self.doubts,
            notices=self.notices,
            rounds=self.rounds,
            endings=self.endings,
            results=self._results,
            deserted=self.deserted,
            attendant=self._attendant,
            asked=asked,
            knocks=self.knocks,
        )
