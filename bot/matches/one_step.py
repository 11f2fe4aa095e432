"""One step of a night that a person leads: passed over, or run again while everybody else's answers stay.

What is asked side by side does not hang on the order of the answers, so one card can be asked anew and the rest be
answered again as it was, in one transaction.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from bot.engine.announcements import EVERYONE
from bot.engine.match import Entry, Match, Snapshot
from bot.engine.questions import CHANCE, MIRROR, Question, Seat
from bot.matches.awake import Awake, resumed
from bot.matches.errors import Refused
from bot.matches.happenings import Happening
from bot.matches.keeper import Keeper, Why
from bot.matches.rows import announcement_of, entry_of
from bot.store import journals, loading, table_log
from bot.store.errors import Conflict
from bot.store.journals import AnnouncementRow
from bot.store.loading import SavedMatch


class OneStep:
    """What a moderator does about the questions of one card. What cannot be done raises Refused and changes nothing."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper

    async def pass_over(self, match_id: int, actor: int, checkpoint: int, keys: Collection[str]) -> None:
        """Nobody answers these any more in this round; all who are asked one of them and may decline do so now.

        A team that points together cannot decline: what it has not agreed on by then is what silence is in its rules.
        That nobody is asked is no error: it would tell.
        """
        async with self._keeper.alone(match_id) as awake:
            _check_round(awake, checkpoint)
            await self._keeper.act(awake, actor, "skip", _nothing, checkpoint=checkpoint, keys=sorted(keys))
            awake.passed_over |= frozenset(keys)
            for question in [one for one in awake.match.open if one.key in keys and None in one.choices]:
                if any(one.number == question.number for one in awake.match.open):
                    await self._keeper.reply(awake, question, None)

    async def run_again(self, match_id: int, actor: int, checkpoint: int, keys: Collection[str]) -> None:
        """Ask these anew of whoever has answered them in this hour, or was passed over; what the others have answered
        stays.

        Refused when somebody has been told a secret because of what would be taken back.
        """
        async with self._keeper.alone(match_id) as awake:
            _check_round(awake, checkpoint)
            was_passed_over = await self._ask_after_all(awake, actor, keys)
            try:
                await self._take_back(awake, actor, keys)
            except Refused as refusal:
                if not was_passed_over or refusal.code == "try_again":
                    raise

    async def ask_once_more(self, match_id: int, actor: int, checkpoint: int, keys: Collection[str]) -> None:
        """The same for a leader who knows no cards. Whoever has chosen chooses anew, if nothing has followed from it.

        Whether anybody has the card, has chosen, or was told something because of it must show nowhere: the line in the
        log, what happens, and all that is sent to anybody else are the same. No clock is touched, nobody else is asked
        again, and no message is counted; the same is read, played through and written, whatever comes of it.
        """
        async with self._keeper.alone(match_id) as awake:
            _check_round(awake, checkpoint)
            async with self._keeper.store.reading() as connection:
                saved = await loading.load(connection, match_id)
                said = await journals.announcements_of(connection, match_id)
            taken, at_ms = _taken_without_trace(awake, saved, said, keys), self._keeper.now_ms()

            async def take_out(connection: Any) -> None:
                self._keeper.goes_back(match_id)
                row, reason = saved.row, table_log.ASKED_AGAIN
                await journals.take_out(connection, match_id, checkpoint, row.head, taken, reason, at_ms)

            try:
                await self._keeper.act(
                    awake, actor, table_log.ASKED_AGAIN, take_out, checkpoint=checkpoint, keys=sorted(keys)
                )
            except Conflict:
                raise Refused("try_again") from None
            finally:
                self._keeper.drop(awake)
            self._keeper.tell(Happening(match_id, "asked_again"))

    async def _take_back(self, awake: Awake, actor: int, keys: Collection[str]) -> None:
        """Go back to before the first of these answers, and give the others again. Raises Refused."""
        match_id = awake.id
        async with self._keeper.store.reading() as connection:
            saved = await loading.load(connection, match_id)
            said = await journals.announcements_of(connection, match_id)
        journal = [entry_of(line) for line in saved.journal]
        first = _first_answer(journal, keys)
        assert saved.snapshot is not None
        snapshot = Snapshot.model_validate_json(saved.snapshot.body)
        earlier = resumed(saved.row, snapshot, journal[:first])
        earlier.take_changes()
        keep, announced = earlier.answered, earlier.announced
        _answer_as_before(earlier, [entry for entry in journal[first:] if entry.key not in keys])
        changes = earlier.take_changes()
        _check_no_secret(said[announced:], [(one.audience, one.key, one.values) for one in changes.announcements])
        why = Why("rewind", "rewind", actor, {"keep": first, "forced": False, "of": sorted(keys)})
        try:
            await self._keeper.go_back(saved, earlier, changes, keep, announced, why)
        except Conflict:
            raise Refused("try_again") from None
        finally:
            self._keeper.drop(awake)
        self._keeper.tell(Happening(match_id, "rewound"))

    async def _ask_after_all(self, awake: Awake, actor: int, keys: Collection[str]) -> bool:
        """Let these be answered again; whether they had been passed over."""
        again = awake.passed_over & frozenset(keys)
        if again:
            checkpoint = awake.match.checkpoint
            action = table_log.ASKED_AGAIN
            await self._keeper.act(awake, actor, action, _nothing, checkpoint=checkpoint, keys=sorted(again))
            awake.passed_over -= again
            self._keeper.tell(Happening(awake.id, "changed"))  # a computer player may think about it again
        return bool(again)


async def _nothing(connection: Any) -> None:
    """The line in the log is all there is to write."""


def _check_round(awake: Awake, checkpoint: int) -> None:
    awake.check_live()
    if awake.match.checkpoint != checkpoint:
        raise Refused("gone_on")


def _taken_without_trace(
    awake: Awake, saved: SavedMatch, said: Sequence[AnnouncementRow], keys: Collection[str]
) -> list[int]:
    """The lines of this hour with an answer to these; none, if without them anything else had been asked, drawn or
    said."""
    journal = [entry_of(line) for line in saved.journal]
    hour = _beginning_of_hour(journal)
    taken = [entry for entry in journal[hour:] if entry.key in keys]
    kept = [entry for entry in journal[hour:] if entry.key not in keys]
    assert saved.snapshot is not None
    earlier = resumed(saved.row, Snapshot.model_validate_json(saved.snapshot.body), journal[:hour])
    earlier.take_changes()
    announced = earlier.announced
    try:
        _answer_as_before(earlier, kept)
    except Refused:
        return []
    changes = earlier.take_changes()
    asked_again = {entry.seat for entry in taken}
    is_same = (
        [_answer(entry) for entry in changes.entries] == [_answer(entry) for entry in kept]
        and [announcement_of(row).as_json() for row in said[announced:]]
        == [one.as_json() for one in changes.announcements]
        and _asked(earlier.open, asked_again) == _asked(awake.match.open, asked_again)
    )
    return [entry.number for entry in taken] if is_same else []


def _answer(entry: Entry) -> Entry:
    """The line without its place."""
    return entry.model_copy(update={"number": 0})


def _asked(questions: Iterable[Question], besides: Collection[Seat]) -> list[tuple[int, str]]:
    """What everybody else is asked, in full, and by which numbers."""
    return sorted((one.number, one.signature()) for one in questions if one.seat not in besides)


def _beginning_of_hour(journal: Sequence[Entry]) -> int:
    """The line after the last that the Mirror itself has answered."""
    return next((place + 1 for place in reversed(range(len(journal))) if journal[place].seat == MIRROR), 0)


def _first_answer(journal: Sequence[Entry], keys: Collection[str]) -> int:
    """Where the first of these answers of this hour stands. Raises Refused when there is none."""
    hour = _beginning_of_hour(journal)
    found = next((place for place in range(hour, len(journal)) if journal[place].key in keys), None)
    if found is None:
        raise Refused("nothing_to_run_again")
    return found


def _answer_as_before(match: Match, entries: Iterable[Entry]) -> None:
    """Give these answers again. Chance draws by itself what it drew before."""
    for entry in entries:
        if entry.seat == CHANCE:
            continue
        asked = [one for one in match.open if (one.seat, one.key) == (entry.seat, entry.key)]
        if not asked:
            raise Refused("cannot_rewind")
        match.reply(asked[0], entry.value)


def _check_no_secret(said: Sequence[AnnouncementRow], again: Sequence[tuple[Any, str, Any]]) -> None:
    """Raises Refused when something that was told to somebody alone would be told no more."""
    before = Counter(_mark(row.audience, row.key, row.content) for row in said if row.audience != EVERYONE)
    after = Counter(_mark(*one) for one in again if one[0] != EVERYONE)
    lost = before - after
    if lost:
        raise Refused("secret_shown", count=lost.total())


def _mark(audience: Any, key: str, values: Any) -> str:
    return repr((list(audience), key, sorted(dict(values).items())))
