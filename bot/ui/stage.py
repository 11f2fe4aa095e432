"""The stage: brings what has durably happened to a match before the people it is meant for.

For each match one task at a time compares what has been said and asked with the ledger of what has been delivered, and
sends the difference: public lines and the board to the game's thread, secrets and questions by DM, the lock at night.
A crash at any point loses nothing: the ledger says where to go on, and the nonce of each message (match, recipient,
serial) keeps Discord from posting it twice.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import discord
import structlog

from bot.engine.announcements import SPECTATOR, Announcement
from bot.engine.questions import MIRROR, IllegalAnswer, Question, Seat
from bot.matches.awake import Awake
from bot.matches.errors import Refused
from bot.matches.happenings import Happening
from bot.matches.ledger import PUBLIC, Cursor, State
from bot.trouble import StoreTrouble
from bot.ui.delivery import (
    DirectMessagesClosed,
    NotAllowed,
    Outgoing,
    Overloaded,
    PlaceGone,
    Rejected,
    TooOldToEdit,
    Undeliverable,
)
from bot.ui.face import Face, Setting
from bot.ui.game_words import game_title
from bot.ui.pages import outgoing
from bot.ui.paging import FIRST_PAGES, paged
from bot.ui.panels import Button, Menu, MenuOption, Page, Panel, Shown, custom_id, render
from bot.ui.recap_files import recap_file, recap_name
from bot.ui.wording import Wording, label, plain

if TYPE_CHECKING:
    from bot.ui.mirror import Mirror

log = structlog.get_logger(__name__)

TINT = 0x5B3A8C
BUTTONS_A_ROW = 5
EDITABLE_MS = 50 * 60 * 1000
"""Discord limits the edits of messages older than an hour: an older board is posted anew."""
KEPT_MS = 10 * 60 * 1000
"""A seat's panel that keeps its place is changed without a sound for so long; then a new message tells of the turn."""
SMALL_TABLE = 5
"""So many seats at most make a table at which the players may agree on a pause."""
GLANCE_S = 1.0
"""Answers that tell nobody anything are seen on the board so much later, many at a time."""
RETRY_S = 20.0
"""Pause before a match is brought forward again after Discord or the store could not be reached."""
LEFT_OVER_S, LEFT_OVER_MOST_S = 600.0, 86_400.0
"""Pauses before it is tried again to put back what could not be put back at the end of a game, each twice the last."""


@dataclass
class Posted:
    """The newest public message of a match, as this process sent it."""

    message_id: int
    lines: tuple[str, ...]
    text: str
    at_ms: int
    offers: tuple[Seat, ...] = ()
    """Seats that were offered to others in it."""
    asks: bool = False
    """Whether it has controls that will be out of date when the next message is there."""
    pictured: bool = False
    """Whether it carries the board's picture, as long as it stands there."""
    pictures: tuple[Shown, ...] = ()
    """What it carries now."""


@dataclass(frozen=True)
class Notice:
    """A public line that is no part of the game, before it is put in words: its key and its values."""

    key: str
    values: tuple[tuple[str, int], ...] = ()

    def say(self, words: Wording) -> str:
        return words.say(self.key, **dict(self.values))


@dataclass(frozen=True)
class Sight:
    """What a page shows: taken when the page is made, written down when it has arrived. -1 stands for nothing."""

    checkpoint: int
    announcement: int
    question: int = -1


class Stage:
    """Delivers all matches of this bot."""

    def __init__(self, mirror: Mirror) -> None:
        self.mirror = mirror
        self.places: dict[int, set[int]] = {}
        """Thread or channel -> the live matches played there, so that a chat message costs no look-up."""
        self._working: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()
        self._held: dict[tuple[int, Seat], int] = {}
        self._passed_over: set[tuple[int, Seat]] = set()
        self._glancing: set[int] = set()
        self._looking: set[asyncio.Task[None]] = set()
        self._shown: dict[int, Posted] = {}
        self._notices: dict[int, list[str | Notice]] = {}
        self._offers: dict[int, list[Seat]] = {}
        self._left_over: dict[int, float] = {}
        self._told_closed: set[tuple[int, int]] = set()
        self._closing = False

    # -- being told -------------------------------------------------------------------------------------------------

    def watch(self, happening: Happening) -> None:
        """Told by the match service; sends later, in a task of its own."""
        if happening.kind == "answered":
            self._glance_soon(happening.match)
            return
        if happening.kind in ("again", "rewound", "seated"):
            self.mirror.ledger.forget(happening.match)
        notices = self._notices.setdefault(happening.match, [])
        if happening.kind == "away":
            notices.append(Notice("stage.away", (("count", max(1, round(happening.amount / 60_000))),)))
        elif happening.kind == "paused" and happening.amount:
            notices.append(Notice("stage.paused_until", (("when", happening.amount // 1000),)))
        elif happening.kind in ("again", "ended", "paused", "resumed"):
            notices.append(Notice(f"stage.{happening.kind}"))
        elif happening.kind == "offered":
            self._offers.setdefault(happening.match, []).append(happening.seat)
        self.poke(happening.match)

    def _glance_soon(self, match_id: int) -> None:
        """Look a little later, once for several answers, whether the board has to be redrawn."""
        if match_id not in self._shown:
            self.poke(match_id)
        elif match_id not in self._glancing and not self._closing:
            self._glancing.add(match_id)
            asyncio.get_running_loop().call_later(GLANCE_S, self._glance, match_id)

    def _glance(self, match_id: int) -> None:
        self._glancing.discard(match_id)
        if not self._closing:
            task = asyncio.create_task(self._poke_if_changed(match_id))
            self._looking.add(task)
            task.add_done_callback(self._looking.discard)

    async def _poke_if_changed(self, match_id: int) -> None:
        """Most answers change nothing that anybody sees: at night, not even the board."""
        try:
            awake = await self.mirror.service.awake(match_id)
        except (Refused, StoreTrouble):
            return
        if match_id not in self._shown or self._board_changed(awake, self.mirror.faces[awake.row.game]):
            self.poke(match_id)

    def say(self, match_id: int, sentence: str) -> None:
        """A public line that is no part of the game (a substitute, more time)."""
        self._notices.setdefault(match_id, []).append(sentence)
        self.poke(match_id)

    def poke(self, match_id: int) -> None:
        """Bring this match forward, now or right after the present round of sending."""
        if self._closing:
            return
        if match_id in self._working:
            self._again.add(match_id)
            return
        task = asyncio.create_task(self._work(match_id))
        self._working[match_id] = task
        task.add_done_callback(lambda _: self._rest(match_id))

    def _rest(self, match_id: int) -> None:
        self._working.pop(match_id, None)
        if match_id in self._again:
            self._again.discard(match_id)
            self.poke(match_id)

    def hold(self, match_id: int, seat: Seat) -> None:
        """Send nothing to this seat: its click is being answered, and the answer will show what is new."""
        self._held[match_id, seat] = self._held.get((match_id, seat), 0) + 1

    def release(self, match_id: int, seat: Seat) -> None:
        left = self._held.get((match_id, seat), 1) - 1
        if left:
            self._held[match_id, seat] = left
        else:
            self._held.pop((match_id, seat), None)
            if (match_id, seat) in self._passed_over:
                self._passed_over.discard((match_id, seat))
                self.poke(match_id)

    async def close(self) -> None:
        """Let what is being sent be sent."""
        self._closing = True
        if self._working:
            await asyncio.wait(list(self._working.values()), timeout=5)

    async def start_up(self, unlocked: Sequence[int] = ()) -> None:
        """Go on with everything that was not delivered when the last process ended.

        `unlocked` are the places whose lock was just taken back: where it is still night they are locked again.
        """
        for match_id, place in await self.mirror.archive.live_places():
            self._take_place(match_id, place)
        at_night = {match_id for place in unlocked for match_id in self.places.get(place, ())}
        for match_id in sorted({*await self.mirror.ledger.unsent(), *at_night}):
            self.poke(match_id)

    # -- one match --------------------------------------------------------------------------------------------------

    async def _work(self, match_id: int) -> None:
        try:
            await self._bring_forward(match_id)
        except PlaceGone:
            await self._place_is_gone(match_id)
        except NotAllowed as problem:
            await self._stop(match_id, "stage.not_allowed", problem.reason)
        except (Undeliverable, Overloaded, StoreTrouble, OSError) as problem:
            log.warning("delivery_postponed", match=match_id, problem=str(problem))
            asyncio.get_running_loop().call_later(RETRY_S, self.poke, match_id)
        except Refused:
            pass
        except Exception:
            log.exception("delivery_failed", match=match_id)
            asyncio.get_running_loop().call_later(RETRY_S * 3, self.poke, match_id)

    async def _bring_forward(self, match_id: int) -> None:
        service, ledger = self.mirror.service, self.mirror.ledger
        place = await self._place(await service.awake(match_id))
        cursors = await ledger.cursors(match_id)
        awake = await service.awake(match_id)  # asked for after each wait: what it shows then is durable
        begun = (awake.match.checkpoint, awake.match.answered, awake.match.announced)
        face = self.mirror.faces[awake.row.game]
        recipients = [PUBLIC, *(seat for seat, row in awake.seats.items() if row.user_id is not None)]
        since = min(cursors[one].announcement + 1 if one in cursors else 0 for one in recipients)
        said = await self.mirror.archive.announcements(match_id, since) if since < awake.match.announced else []
        awake = await service.awake(match_id)
        locked = face.is_locked(awake.match.view(SPECTATOR))
        if not awake.over and not locked:
            await self._unlock(awake, place)
        await self._tell_public(awake, face, place, said, cursors)
        if not awake.over and locked:
            await self._lock(awake, place)
        if awake.over:
            await self._finish(awake)
            return
        awake = await service.awake(match_id)
        everybody = [row.user_id for row in awake.seats.values() if row.user_id is not None]
        readers = await self.mirror.languages.own_of(everybody, awake.row.guild_id)
        awake = await service.awake(match_id)
        people = [seat for seat, row in awake.seats.items() if row.user_id is not None]
        random.shuffle(people)  # the order of private messages says nothing
        await asyncio.gather(*(self._tell_seat(awake, face, seat, said, cursors, readers) for seat in people))
        await self._confirm_roles(await service.awake(match_id))
        if (await service.awake(match_id)).match.announced == begun[2]:
            # Only after what puts somebody to sleep was told; what was announced meanwhile has its own round.
            await self.mirror.close_doors(match_id, place)
        if not any(held == match_id for held, _ in self._passed_over):
            await ledger.settle(match_id, *begun)

    def setting(self, awake: Awake, words: Wording) -> Setting:
        """Where this match's pages are shown."""
        return Setting(
            match=awake.id,
            checkpoint=awake.match.checkpoint,
            names={seat: f"**{plain(row.name)}**" for seat, row in awake.seats.items()},
            labels={seat: label(row.name) for seat, row in awake.seats.items()},
            words=words,
            due={} if awake.row.status == "paused" else dict(awake.deadlines),
            paused=awake.row.status == "paused",
            since=awake.match.round_announced,
        )

    def words_of(self, awake: Awake) -> Wording:
        """The public language: the server's."""
        return self.mirror.languages.public(awake.row.guild_id)

    # -- the place --------------------------------------------------------------------------------------------------

    async def _place(self, awake: Awake) -> int:
        """The thread or channel the match is played in; made the first time it is needed."""
        if awake.row.thread_id is not None:
            self._take_place(awake.id, awake.row.thread_id)
            return awake.row.thread_id
        thread_id = await self._open_thread(awake)
        await self.mirror.hosting.set_place(awake.id, thread_id)
        self._take_place(awake.id, thread_id)
        return thread_id

    async def _open_thread(self, awake: Awake) -> int:
        """A public thread in the lobby's channel, where the server allows it; else the channel itself."""
        channel = self.mirror.get_channel(awake.row.channel_id)
        settings = await self.mirror.guild_settings(awake.row.guild_id)
        if not settings.use_threads or not isinstance(channel, discord.TextChannel):
            return awake.row.channel_id
        allowed = channel.permissions_for(channel.guild.me)
        if not (allowed.create_public_threads and allowed.send_messages_in_threads):
            return awake.row.channel_id
        words = self.words_of(awake)
        title = words.say("stage.thread", game=game_title(words, awake.row.game), number=awake.id)
        try:
            thread = await channel.create_thread(
                name=title[:100], type=discord.ChannelType.public_thread, auto_archive_duration=10080
            )
        except discord.HTTPException as problem:
            log.info("no_thread", match=awake.id, code=problem.code)
            return awake.row.channel_id
        return thread.id

    def _take_place(self, match_id: int, place: int) -> None:
        self.places.setdefault(place, set()).add(match_id)

    def _leave_place(self, match_id: int) -> None:
        for place in [place for place, here in self.places.items() if match_id in here]:
            self.places[place].discard(match_id)
            if not self.places[place]:
                del self.places[place]

    async def _place_is_gone(self, match_id: int) -> None:
        """A deleted thread is made anew in its channel; with the channel gone the match waits for its host."""
        awake = await self.mirror.service.awake(match_id)
        self._leave_place(match_id)
        self._shown.pop(match_id, None)
        await self.mirror.silence.undo_all(match_id)  # nothing is left to unlock there
        channel = self.mirror.get_channel(awake.row.channel_id)
        if awake.row.thread_id not in (None, awake.row.channel_id) and channel is not None:
            await self.mirror.hosting.set_place(match_id, None)
            self.say(match_id, self.words_of(awake).say("stage.new_place"))
            return
        await self._stop(match_id, "stage.place_gone", "the channel was deleted")

    async def _stop(self, match_id: int, key: str, reason: str) -> None:
        """Pause a match that cannot be shown, and tell its host in a DM; nothing of the game is lost."""
        log.warning("match_stopped", match=match_id, reason=reason)
        try:
            await self.mirror.silence.undo_all(match_id)  # nothing is enforced at a table that stands still
            awake = await self.mirror.service.awake(match_id)
            if awake.over:
                await self._settle(match_id)
                return
            if awake.row.status == "running":
                await self.mirror.hosting.pause(match_id, 0)
                self._notices.pop(match_id, None)
                words = await self.mirror.languages.own(awake.row.host_id, awake.row.guild_id)
                page = Page(panels=(Panel(words.say(key, number=match_id)),), tint=TINT)
                nonce = f"{match_id}.stop.{awake.row.checkpoint}"
                await self.mirror.courier.direct(awake.row.host_id, Outgoing(view=render(page)), nonce)
        except (Undeliverable, Refused, StoreTrouble):
            log.warning("host_not_told", match=match_id)

    async def move(self, awake: Awake, channel_id: int) -> None:
        """Let a game whose place is gone go on in this channel."""
        self._leave_place(awake.id)
        self._shown.pop(awake.id, None)
        await self.mirror.hosting.move(awake.id, channel_id)

    async def _lock(self, awake: Awake, place: int) -> None:
        if place != awake.row.channel_id:
            await self._quietly(self.mirror.silence.lock(awake.id, awake.row.guild_id, place))

    async def _unlock(self, awake: Awake, place: int) -> None:
        if place != awake.row.channel_id:
            await self._quietly(self.mirror.silence.unlock(awake.id, awake.row.guild_id, place))

    async def _quietly(self, locking: Any) -> None:
        """A thread that cannot be locked is kept quiet by deleting messages instead."""
        try:
            await locking
        except NotAllowed as problem:
            log.info("no_lock", reason=problem.reason)

    # -- the public place -------------------------------------------------------------------------------------------

    def public_questions(self, awake: Awake, face: Face, view: Any) -> list[Question]:
        """The questions whose asking is no secret, and the clocks."""
        return [q for q in awake.match.open if q.seat == MIRROR or face.is_public(q, view)]

    def board(self, awake: Awake, face: Face, *, pictured: bool = True) -> tuple[Panel, ...]:
        """The public board as it stands, with the buttons everybody may press; `pictured`: its picture is above it."""
        view = awake.match.view(SPECTATOR)
        setting = self.setting(awake, self.words_of(awake))
        panels = list(face.board(view, self.public_questions(awake, face, view), setting))
        if awake.over:
            return tuple(panels)
        words = setting.words
        buttons = [Button(custom_id("seat", awake.id), words.say("button.my_seat"), "secondary", "🪞")]
        if awake.row.moderator_id is not None:
            buttons.append(Button(custom_id("desk", awake.id), words.say("button.desk"), "secondary", "🪑"))
        if awake.row.status == "paused" and awake.match.seats <= SMALL_TABLE:
            buttons.append(Button(custom_id("wake", awake.id), words.say("button.go_on_now"), "success", "☀️"))
        if awake.waiting_step() is not None:
            panels.insert(0, Panel(words.say("stage.step")))
        if awake.row.resume_ms is not None:
            panels.insert(0, Panel(words.say("stage.sleeps", when=awake.row.resume_ms // 1000)))
        if pictured and face.board_picture(view, setting) is not None:
            buttons.append(_text_button(awake, words))
        if any(q.key == "roles.delivered" for q in awake.match.open):
            buttons.append(Button(custom_id("begin", awake.id), words.say("button.begin_anyway")))
        return _with_buttons(panels, buttons)

    def board_pictures(self, awake: Awake, words: Wording) -> tuple[Shown, ...]:
        """The board as a picture, where the game has one; made from what a bystander may see."""
        setting = self.setting(awake, words)
        picture = self.mirror.faces[awake.row.game].board_picture(awake.match.view(SPECTATOR), setting)
        return (Shown(picture, picture.words(words)),) if picture is not None else ()

    def seat_pictures(self, awake: Awake, seat: Seat, words: Wording) -> tuple[Shown, ...]:
        """What this seat holds as a picture, for its owner and nobody else."""
        setting = self.setting(awake, words)
        questions = awake.match.open_for(seat) if not awake.over else []
        picture = self.mirror.faces[awake.row.game].seat_picture(awake.match.view(seat), questions, setting)
        return (Shown(picture, picture.words(words)),) if picture is not None else ()

    def pictures(self, awake: Awake, seat: Seat | None, words: Wording) -> tuple[Shown, ...]:
        """All pictures that somebody may see who sits here (or, None, does not)."""
        own = self.seat_pictures(awake, seat, words) if seat is not None else ()
        return (*self.board_pictures(awake, words), *own)

    async def _tell_public(
        self,
        awake: Awake,
        face: Face,
        place: int,
        said: Sequence[Announcement],
        cursors: dict[int, Cursor],
    ) -> None:
        cursor = cursors.get(PUBLIC)
        done = cursor.announcement if cursor else -1
        sight = Sight(awake.match.checkpoint, max(said[-1].number if said else done, done))
        news = [line for line in said if line.number > done and line.is_public]
        view = awake.match.view(SPECTATOR)
        asks = bool(self.public_questions(awake, face, view))  # a clock that has run out is out of date as well
        setting = self.setting(awake, self.words_of(awake))
        lines = [text for line in news if not face.is_quiet(line) and (text := face.line(line, view, setting))]
        notices, offers = list(self._notices.get(awake.id, ())), list(self._offers.get(awake.id, ()))
        lines += [notice.say(setting.words) if isinstance(notice, Notice) else notice for notice in notices]
        if not lines and not offers and not self._needs_new_board(awake, face, cursor):
            if self._board_changed(awake, face):
                self._refresh(awake, face, place)
            return
        pictured = face.shows_picture(news, view)
        pictures = self.board_pictures(awake, setting.words) if pictured else ()
        if awake.over and awake.match.outcome is not None:
            page = face.finale(view, setting)
            page = Page(
                panels=(*page.panels, self._after(awake, setting, with_text=bool(pictures))),
                lines=(*lines, *page.lines),
                tint=TINT,
                pictures=pictures,
                files=(recap_name(awake.id),),
            )
        else:
            page = Page(
                panels=self._offered_board(awake, face, offers, pictured=pictured),
                lines=tuple(lines),
                tint=TINT,
                pictures=pictures,
            )
        mentions: tuple[int, ...] = ()
        if cursor is None:
            people = tuple(row.user_id for row in awake.seats.values() if row.user_id is not None)
            mentions = people
            greeting = " ".join(f"<@{one}>" for one in people)
            sealed = setting.words.say("stage.commitment", commitment=awake.row.commitment)
            page = replace(page, lines=(greeting, *page.lines, sealed))
        files = []
        if awake.match.outcome is not None:
            files.append(recap_file(await self.mirror.archive.recap(awake.id), awake.id, setting.words))
        serial = cursor.serial + 1 if cursor else 1
        message = await outgoing(self.mirror.gallery, page, files=files, mention_users=mentions)
        message_id = await self.mirror.courier.post(place, message, f"{awake.id}.{PUBLIC}.{serial}")
        now = self.mirror.now_ms()
        before = self._shown.get(awake.id)
        self._shown[awake.id] = Posted(
            message_id, page.lines, _text(page.panels, pictures), now, tuple(offers), asks, pictured, pictures
        )
        await self._record(awake.id, PUBLIC, sight, place, message_id)
        out_of_date = before is not None and (before.asks or face.keeps_place)
        if before is not None and out_of_date and not before.offers and now - before.at_ms < EDITABLE_MS:
            # The picture of a dawn stays; the one of a table of cards has moved on to the new message.
            self._put_away(place, before, setting, () if face.keeps_place else before.pictures)
        # Only now: what could not be posted is said the next time.
        _take_off(self._notices, awake.id, len(notices))
        _take_off(self._offers, awake.id, len(offers))

    def _offered_board(self, awake: Awake, face: Face, offers: Sequence[Seat], *, pictured: bool) -> tuple[Panel, ...]:
        """The board, and above it the seats whose players missed two deadlines, offered publicly and politely."""
        board = self.board(awake, face, pictured=pictured)
        seats = [seat for seat in offers if awake.seats[seat].away]
        if not seats:
            return board
        setting = self.setting(awake, self.words_of(awake))
        words = setting.words
        back = Button(custom_id("back", awake.id), words.say("button.i_am_back"))
        if len(seats) == 1:
            take = Button(custom_id("take", awake.id, seats[0]), words.say("button.take_seat"), "success")
            return Panel(words.say("stage.offer", name=setting.name(seats[0])), ((take, back),)), *board
        options = tuple(MenuOption(str(seat), setting.labels[seat]) for seat in seats)
        menu = Menu(custom_id("take", awake.id), words.say("button.take_seat"), options)
        return Panel(words.say("stage.offers", names=setting.listed(seats)), (menu, (back,))), *board

    def _after(self, awake: Awake, setting: Setting, *, with_text: bool) -> Panel:
        """What can be done when the game is over, and the seed that proves the deal."""
        words = setting.words
        again = Button(custom_id("rematch", awake.id), words.say("button.rematch"), "success", "🔁")
        story = Button(custom_id("story", awake.id, 0), words.say("button.story"), "primary", "📖")
        text = (_text_button(awake, words),) if with_text else ()
        return Panel(words.say("stage.sealed", seed=awake.row.seed), ((again, story, *text),))

    def _needs_new_board(self, awake: Awake, face: Face, cursor: Cursor | None) -> bool:
        """Whether the board has to be posted anew: this process does not know it, or it is too old to be edited."""
        if cursor is None or awake.over:
            return False
        shown = self._shown.get(awake.id)
        if shown is not None:
            return self._board_changed(awake, face) and self.mirror.now_ms() - shown.at_ms > EDITABLE_MS
        questions = self.public_questions(awake, face, awake.match.view(SPECTATOR))
        # At a table of cards everybody looks at the board, whoever is asked in private.
        return face.keeps_place or any(question.seat != MIRROR for question in questions)

    def _board_changed(self, awake: Awake, face: Face) -> bool:
        shown = self._shown.get(awake.id)
        if shown is None:
            return False
        return shown.text != _text(*self._as_shown(awake, face, shown))

    def _as_shown(self, awake: Awake, face: Face, shown: Posted) -> tuple[tuple[Panel, ...], tuple[Shown, ...]]:
        """The panels and pictures of the newest public message as they should be now."""
        panels = self._offered_board(awake, face, shown.offers, pictured=shown.pictured)
        return panels, self.board_pictures(awake, self.words_of(awake)) if shown.pictured else ()

    def _put_away(self, place: int, before: Posted, setting: Setting, pictures: tuple[Shown, ...]) -> None:
        """Take the buttons off the message before: the newest one has those that count."""
        lines = before.lines or (setting.words.say("stage.put_away"),)

        async def make() -> Outgoing | None:
            return await outgoing(self.mirror.gallery, Page(panels=(), lines=lines, pictures=pictures))

        self.mirror.courier.edit_soon(place, before.message_id, make)

    def _refresh(self, awake: Awake, face: Face, place: int) -> None:
        """Redraw the board on its message, soon and once for several changes."""
        shown = self._shown.get(awake.id)
        if shown is None:
            return
        match_id = awake.id

        async def make() -> Outgoing | None:
            page = await self.board_page(match_id, shown.message_id)
            return await outgoing(self.mirror.gallery, page) if page else None

        def dropped() -> None:
            shown.text = ""  # it does not show what it should: try again in a while
            asyncio.get_running_loop().call_later(RETRY_S, self.poke, match_id)

        self.mirror.courier.edit_soon(place, shown.message_id, make, dropped)

    async def board_page(self, match_id: int, message_id: int) -> Page | None:
        """The newest public message as it should look now; None when `message_id` is not that message."""
        shown = self._shown.get(match_id)
        if shown is None or shown.message_id != message_id:
            return None
        awake = await self.mirror.service.awake(match_id)
        face = self.mirror.faces[awake.row.game]
        panels, shown.pictures = self._as_shown(awake, face, shown)
        shown.text = _text(panels, shown.pictures)
        return Page(panels=panels, lines=shown.lines, tint=TINT, pictures=shown.pictures)

    # -- the seats --------------------------------------------------------------------------------------------------

    def questions_of(self, awake: Awake, face: Face, seat: Seat, *, public: bool) -> list[Question]:
        """What is asked of this seat: everything, as My seat shows it, or only what a message is sent for."""
        view = awake.match.view(SPECTATOR)
        asked = awake.match.open_for(seat)
        return [q for q in asked if public or not (face.is_public(q, view) or face.is_standing(q))]

    def seat_page(
        self,
        awake: Awake,
        seat: Seat,
        words: Wording,
        lines: Sequence[str] = (),
        turned: Mapping[int, int] = FIRST_PAGES,
    ) -> Page:
        """My seat: who you are, what you know, and what is open to you. `turned` says by the number of a question to
        which page of its menu somebody has turned."""
        face = self.mirror.faces[awake.row.game]
        setting = self.setting(awake, words)
        view = awake.match.view(seat)
        questions = self.questions_of(awake, face, seat, public=True) if not awake.over else []
        pictures = self.seat_pictures(awake, seat, words)
        panels = [face.seat(view, setting), *_asked(face, questions, view, setting, turned)]
        foot = (*face.foot(view, setting), *self._seat_buttons(awake, words, with_text=bool(pictures)))
        panels += [Panel("", (foot,))] if foot else []
        return Page(panels=tuple(panels), lines=tuple(lines), tint=TINT, pictures=pictures)

    def _seat_buttons(self, awake: Awake, words: Wording, *, with_text: bool) -> tuple[Button, ...]:
        """The words of the pictures, and at a small table the way to a pause."""
        buttons = [_text_button(awake, words)] if with_text else []
        if awake.match.seats <= SMALL_TABLE and awake.row.status == "running":
            buttons.append(Button(custom_id("sleep", awake.id), words.say("button.pause"), "secondary", "🌙"))
        return tuple(buttons)

    def question_page(
        self,
        awake: Awake,
        seat: Seat,
        words: Wording,
        lines: Sequence[str] = (),
        *,
        whole: bool = False,
        turned: Mapping[int, int] = FIRST_PAGES,
    ) -> Page:
        """The secret questions now open to a seat, below what it has just been told.

        A panel that keeps its place shows all that the seat holds as well, and so does every other if `whole`.
        """
        face = self.mirror.faces[awake.row.game]
        if face.keeps_place or whole:
            page = self.seat_page(awake, seat, words, turned=turned)
            return replace(page, panels=(Panel("\n".join(lines)), *page.panels) if lines else page.panels)
        setting = self.setting(awake, words)
        view = awake.match.view(seat)
        questions = self.questions_of(awake, face, seat, public=False)
        panels = _asked(face, questions, view, setting, turned)
        clocks = face.clocks([q for q in awake.match.open if q.seat == MIRROR], view, setting) if questions else ""
        lines = [*lines, clocks] if clocks else lines
        if not awake.over:
            seat_button = Button(custom_id("seat", awake.id), words.say("button.my_seat"), "secondary", "🪞")
            panels = list(_with_buttons(panels, (*face.foot(view, setting), seat_button)))
        return Page(panels=(Panel("\n".join(lines)), *panels), tint=TINT)

    async def _tell_seat(
        self,
        awake: Awake,
        face: Face,
        seat: Seat,
        said: Sequence[Announcement],
        cursors: dict[int, Cursor],
        readers: Mapping[int, Wording],
    ) -> None:
        """One DM with everything this seat was told and asked since the last one, in its person's language."""
        cursor = cursors.get(seat)
        user_id = awake.seats[seat].user_id
        assert user_id is not None
        done = cursor.announcement if cursor else -1
        news = [line for line in said if line.number > done and not line.is_public and line.heard_by(seat)]
        handed_over = cursor is not None and cursor.is_handed_over
        asked = cursor.question if cursor and cursor.checkpoint == awake.match.checkpoint else -1
        if not (news or handed_over) and all(question.number <= asked for question in awake.match.open_for(seat)):
            return
        questions = self.questions_of(awake, face, seat, public=False)
        newest_question = max((question.number for question in questions), default=-1)
        if not (news or handed_over) and newest_question <= asked:
            return
        if (awake.id, seat) in self._held:
            self._passed_over.add((awake.id, seat))
            return
        if user_id not in readers:  # somebody else sits there now
            self.poke(awake.id)
            return
        newest = max(said[-1].number if said else done, done)
        sight = Sight(awake.match.checkpoint, newest, max(newest_question, asked))
        words = readers[user_id]
        setting = self.setting(awake, words)
        view = awake.match.view(seat)
        lines = [text for line in news if (text := face.line(line, view, setting))]
        # A substitute gets exactly what the seat knows.
        page = self.seat_page(awake, seat, words) if handed_over else self.question_page(awake, seat, words, lines)
        if not (lines or questions or handed_over):
            return
        latest = (await self.mirror.ledger.cursors(awake.id)).get(seat)
        if (awake.id, seat) in self._held:  # a click of theirs is showing it
            return
        if latest != cursor:  # or has just shown it
            self.poke(awake.id)
            return
        heading = words.say(
            "stage.from_table",
            game=game_title(words, awake.row.game),
            number=awake.id,
            moment=face.moment(view, setting),
        )
        dossier = (words.say("stage.dossier", number=awake.id),) if handed_over else ()
        page = replace(page, lines=(*dossier, heading))
        if awake.seats[seat].user_id != user_id:  # somebody else sits there now
            self.poke(awake.id)
            return
        serial = cursor.serial + 1 if cursor else 1
        if face.keeps_place and cursor is not None and await self._change_in_place(cursor, page):
            place, message = cursor.channel_id or 0, cursor.message_id or 0
            await self._record(awake.id, seat, sight, place, message, owner=user_id)
            return
        try:
            channel_id, message_id = await self.mirror.courier.direct(
                user_id, await outgoing(self.mirror.gallery, page), f"{awake.id}.{seat}.{serial}"
            )
        except DirectMessagesClosed:
            await self._closed(awake, seat, cursor)
            return
        await self._record(awake.id, seat, sight, channel_id, message_id, owner=user_id)

    async def _change_in_place(self, cursor: Cursor, page: Page) -> bool:
        """Show this page on the message the seat has, if that is fresh; edits make no sound, so a turn that comes
        quickly does not ring. False: it needs a new message."""
        if cursor.channel_id is None or cursor.message_id is None or cursor.state == "closed":
            return False
        if self.mirror.now_ms() - _written_ms(cursor.message_id) > KEPT_MS:
            return False
        message = await outgoing(self.mirror.gallery, page)
        try:
            await self.mirror.courier.edit(cursor.channel_id, cursor.message_id, message)
        except (PlaceGone, TooOldToEdit, NotAllowed, Rejected):
            return False
        return True

    async def remind(self, match_id: int, seat: Seat, number: int) -> None:
        """One message about a turn that somebody may have forgotten: the seat's panel anew, where it rings."""
        awake = await self.mirror.service.awake(match_id)
        user_id = awake.seats[seat].user_id
        if user_id is None:
            return
        words = await self.mirror.languages.own(user_id, awake.row.guild_id)
        awake = await self.mirror.service.awake(match_id)
        if awake.seats[seat].user_id != user_id or awake.row.status != "running" or (match_id, seat) in self._held:
            return
        face = self.mirror.faces[awake.row.game]
        question = next((one for one in awake.match.open_for(seat) if one.number == number), None)
        if question is None or face.is_standing(question):
            return
        setting = self.setting(awake, words)
        view = awake.match.view(seat)
        heading = words.say(
            "stage.reminder", game=game_title(words, awake.row.game), number=awake.id, moment=face.moment(view, setting)
        )
        heard = await self.unheard(awake, seat)
        news = [text for line in heard if (text := face.line(line, view, setting))]
        page = self.question_page(awake, seat, words, news)
        quiet = Button(custom_id("quiet"), words.say("button.no_more_reminders"), "secondary", "🔕")
        page = replace(page, lines=(heading,), panels=_with_buttons(page.panels, (quiet,)))
        sight = self.sight(awake, seat, heard)
        cursor = (await self.mirror.ledger.cursors(match_id)).get(seat)
        nonce = f"{match_id}.{seat}.r{awake.match.checkpoint}.{number}"
        message = await outgoing(self.mirror.gallery, page)
        try:
            channel_id, message_id = await self.mirror.courier.direct(user_id, message, nonce)
        except (Undeliverable, Overloaded) as problem:
            log.info("not_reminded", match=match_id, problem=str(problem))
            return
        if cursor is not None:
            sight = replace(sight, announcement=max(sight.announcement, cursor.announcement))
        await self._record(match_id, seat, sight, channel_id, message_id, owner=user_id)

    async def _closed(self, awake: Awake, seat: Seat, cursor: Cursor | None) -> None:
        """A secret could not be sent: it waits, undelivered, for a click on My seat. Said once, in public."""
        row = awake.seats[seat]
        assert row.user_id is not None
        discreet = self.mirror.faces[awake.row.game].is_discreet(awake.match.view(SPECTATOR))
        if not discreet and (awake.id, row.user_id) not in self._told_closed:
            self._told_closed.add((awake.id, row.user_id))
            self.say(awake.id, self.words_of(awake).say("direct.closed", name=plain(row.name)))
        if cursor is None or cursor.state != "closed":
            announcement, question = (cursor.announcement, cursor.question) if cursor else (-1, -1)
            sight = Sight(cursor.checkpoint if cursor else awake.match.checkpoint, announcement, question)
            await self._record(awake.id, seat, sight, 0, 0, state="closed", owner=row.user_id)

    async def unheard(self, awake: Awake, seat: Seat) -> list[Announcement]:
        """What this seat was told in secret and has not been shown yet."""
        cursor = (await self.mirror.ledger.cursors(awake.id)).get(seat)
        since = cursor.announcement + 1 if cursor else 0
        if since >= awake.match.announced:
            return []
        said = await self.mirror.archive.announcements(awake.id, since)
        return [line for line in said if not line.is_public and line.heard_by(seat)]

    def sight(self, awake: Awake, seat: Seat, heard: Sequence[Announcement] | None = None) -> Sight:
        """What a page made in this moment shows: what is open to the seat, and what it was told.

        `heard` is what the page tells; without it the page tells everything, as My seat does.
        """
        face = self.mirror.faces[awake.row.game]
        # What stands on My seat is never sent: whether it has been seen must not change what is.
        asked = [question.number for question in awake.match.open_for(seat) if not face.is_standing(question)]
        newest = max(asked, default=-1)
        if heard is None:
            return Sight(awake.match.checkpoint, awake.match.announced - 1, newest)
        return Sight(awake.match.checkpoint, max((line.number for line in heard), default=-1), newest)

    async def seen(self, awake: Awake, seat: Seat, sight: Sight) -> None:
        """Note what this seat has just been shown in the answer to its own click."""
        owner = awake.seats[seat].user_id
        cursor = (await self.mirror.ledger.cursors(awake.id)).get(seat)
        if cursor is not None and cursor.is_handed_over:
            return  # the dossier comes as a message all the same
        if cursor is not None and cursor.state != "closed":
            told = max(sight.announcement, cursor.announcement)
            if cursor.checkpoint > sight.checkpoint:
                asked = Sight(cursor.checkpoint, told, cursor.question)
            elif cursor.checkpoint == sight.checkpoint:
                asked = Sight(sight.checkpoint, told, max(sight.question, cursor.question))
            else:
                asked = replace(sight, announcement=told)
            if asked == Sight(cursor.checkpoint, cursor.announcement, cursor.question):
                return
            # Counted by what this seat hears: a count of everything would tell it, by its nonces, of others' secrets.
            if asked.question == cursor.question and not await self.unheard(awake, seat):
                return
            sight = asked
        place, message = (cursor.channel_id or 0, cursor.message_id or 0) if cursor else (0, 0)
        await self._record(awake.id, seat, sight, place, message, state="opened", owner=owner)
        await self._confirm_roles(await self.mirror.service.awake(awake.id))

    async def _record(
        self,
        match_id: int,
        recipient: int,
        sight: Sight,
        channel_id: int,
        message_id: int,
        *,
        state: State = "sent",
        owner: int | None = None,
    ) -> None:
        await self.mirror.ledger.record(
            match_id,
            recipient,
            announcement=sight.announcement,
            checkpoint=sight.checkpoint,
            question=sight.question,
            channel_id=channel_id,
            message_id=message_id,
            state=state,
            owner=owner,
        )

    async def delivered(self, awake: Awake) -> tuple[int, int]:
        """How many people have their secrets, of how many."""
        cursors = await self.mirror.ledger.cursors(awake.id)
        people = [seat for seat, row in awake.seats.items() if row.user_id is not None]
        served = {seat: row for seat, row in cursors.items() if row.state != "closed" and not row.is_handed_over}
        have = [seat for seat in people if seat in served]
        return len(have), len(people)

    async def _confirm_roles(self, awake: Awake) -> None:
        """The first night may begin when everybody has a role."""
        waiting = next((q for q in awake.match.open if q.key == "roles.delivered"), None)
        if waiting is None or awake.row.status != "running":
            return
        have, people = await self.delivered(awake)
        if have == people:
            try:
                await self.mirror.service.answer(awake.id, MIRROR, awake.match.checkpoint, waiting.number, "delivered")
            except (IllegalAnswer, Refused):
                log.info("roles_already_confirmed", match=awake.id)

    # -- the end ----------------------------------------------------------------------------------------------------

    async def _finish(self, awake: Awake) -> None:
        """Undo every permission change, bring the last panels up to date, and let the place go."""
        undone = await self.mirror.silence.undo_all(awake.id)
        if undone.failed:  # nobody stays shut out until the next start because Discord was away for a minute
            pause = self._left_over.get(awake.id, LEFT_OVER_S)
            self._left_over[awake.id] = min(2 * pause, LEFT_OVER_MOST_S)
            asyncio.get_running_loop().call_later(pause, self.poke, awake.id)
        else:
            self._left_over.pop(awake.id, None)
        self._leave_place(awake.id)
        self._shown.pop(awake.id, None)
        if self.mirror.faces[awake.row.game].keeps_place:
            for seat, cursor in (await self.mirror.ledger.cursors(awake.id)).items():
                if seat != PUBLIC and cursor.channel_id and cursor.message_id:
                    self._lay_down(awake, seat, cursor.channel_id, cursor.message_id)
        await self._settle(awake.id)

    def _lay_down(self, awake: Awake, seat: Seat, channel_id: int, message_id: int) -> None:
        """Show on a seat's panel how it ended; nothing can be pressed there any more."""
        match_id = awake.id

        async def make() -> Outgoing | None:
            ended = await self.mirror.service.awake(match_id)
            words, owner = self.words_of(ended), ended.seats[seat].user_id
            if owner is not None:
                words = await self.mirror.languages.own(owner, ended.row.guild_id)
            setting = self.setting(ended, words)
            view = ended.match.view(seat)
            heading = words.say(
                "stage.from_table",
                game=game_title(words, ended.row.game),
                number=match_id,
                moment=words.say("stage.ended_panel"),
            )
            face = self.mirror.faces[ended.row.game]
            return Outgoing(view=render(Page(panels=(face.seat(view, setting),), lines=(heading,), tint=TINT)))

        self.mirror.courier.edit_soon(channel_id, message_id, make)

    async def _settle(self, match_id: int) -> None:
        """Nothing is left to deliver of a match that is over: it goes on no more."""
        row = await self.mirror.archive.row(match_id)
        await self.mirror.ledger.settle(match_id, row.checkpoint, row.head, row.announced)


def _asked(
    face: Face, questions: Sequence[Question], view: Any, setting: Setting, turned: Mapping[int, int]
) -> list[Panel]:
    """A panel for each question, its menu on the page to which somebody has turned."""
    return [paged(face.panel(one, view, setting), one, setting, turned.get(one.number, 0)) for one in questions]


def _with_buttons(panels: Sequence[Panel], buttons: Sequence[Button]) -> tuple[Panel, ...]:
    """The panels with these buttons at the end of the last row of buttons, or in a row of their own."""
    last = panels[-1] if panels else Panel("")
    rows = list(last.rows)
    if rows and isinstance(rows[-1], tuple) and len(rows[-1]) + len(buttons) <= BUTTONS_A_ROW:
        rows[-1] = (*rows[-1], *buttons)
    else:
        rows.append(tuple(buttons))
    return (*panels[:-1], replace(last, rows=tuple(rows)))


def _written_ms(message_id: int) -> int:
    """When a message was written: its id says so."""
    return (message_id >> 22) + discord.utils.DISCORD_EPOCH


def _take_off(waiting: dict[int, list[Any]], match_id: int, how_many: int) -> None:
    """Forget the first of what waits for a match."""
    left = waiting.get(match_id, [])
    del left[:how_many]
    if not left:
        waiting.pop(match_id, None)


def _text(panels: Sequence[Panel], pictures: Sequence[Shown]) -> str:
    """What a board says, shows and offers, to see whether it has changed."""
    return repr((panels, pictures))


def _text_button(awake: Awake, words: Wording) -> Button:
    """Everything that the pictures show, in words."""
    return Button(custom_id("text", awake.id), words.say("button.text"), "secondary", "🔤")
