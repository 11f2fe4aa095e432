"""The film of a finished game: what stood on the board, what was said and what each seat knew, step by step.

It is made from a recap, played again. A game that is over has no secrets, but each line still says who heard it, so
that one can look through the eyes of one seat.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bot.engine import chance
from bot.engine.announcements import SPECTATOR, Announcement
from bot.engine.match import Entry, Match
from bot.engine.questions import Seat
from bot.games import GAMES
from bot.recaps.recap import FirstRecap, Recap
from bot.ui.face import Face
from bot.ui.game_words import game_title
from bot.ui.pictures.picture import Picture
from bot.ui.render_context import RenderContext
from bot.ui.wording import Wording, label, plain


@dataclass(frozen=True)
class Line:
    """Something that was said, or chosen in secret. `heard_by` are the seats that knew of it; None for everybody."""

    text: str
    heard_by: tuple[Seat, ...] | None = None


@dataclass(frozen=True)
class Knowledge:
    """What one seat held and knew, in words, and its hand as a picture."""

    text: str
    hand: Picture | None


@dataclass(frozen=True)
class Frame:
    """One moment of the game: where it stood, what was new, the public board, and what each seat knew."""

    moment: str
    lines: tuple[Line, ...]
    board: Picture | None
    sights: Mapping[Seat, Knowledge]


@dataclass(frozen=True)
class Scene:
    """One moment of the game, and what was new in it."""

    moment: str
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Script:
    """A whole game in words. `known` is what each seat knew in the end; `names` are by seat, fit for a menu."""

    names: Mapping[Seat, str]
    scenes: tuple[Scene, ...]
    known: Mapping[Seat, str]


@dataclass(frozen=True)
class Film:
    """A whole game. `names` are by seat, fit for a menu."""

    title: str
    names: Mapping[Seat, str]
    steps: tuple[Frame, ...]


def film_of(recap: FirstRecap | Recap, face: Face, words: Wording) -> Film:
    """Play the game again and look at it after each answer. Raises Diverged for a recap that does not fit the rules:
    verify it first."""
    maker = _Maker(recap, face, words)
    return Film(game_title(words, recap.game), maker.labels, tuple(maker.steps()))


def script_of(recap: FirstRecap | Recap, face: Face, words: Wording) -> Script:
    """The same without pictures, which is quickly made. Raises Diverged like `film_of`."""
    return _Maker(recap, face, words).script()


class _Maker:
    """Follows one recap."""

    def __init__(self, recap: FirstRecap | Recap, face: Face, words: Wording) -> None:
        self._recap = recap
        self._face = face
        self._words = words
        known = [name or words.say("replay.forgotten") for name in recap.names]
        self.labels = {seat: label(name) for seat, name in enumerate(known, start=1)}
        self._names = {seat: f"**{plain(name)}**" for seat, name in enumerate(known, start=1)}
        self._told = 0

    def steps(self) -> Iterator[Frame]:
        """A step for each answer with which something new was said or seen; the last one is the end."""
        shown: Frame | None = None
        for match, entry in self._retraced():
            step = self._step(match, entry)
            if shown is None or step.lines or step.board != shown.board:
                yield step
                shown = step
        yield self._end(match, step)

    def script(self) -> Script:
        """A scene for each answer with which something new was said; the last one is the end."""
        scenes: list[Scene] = []
        for match, entry in self._retraced():
            context = self._context(match)
            if lines := self._lines(match, entry, context):
                scenes.append(Scene(self._face.moment(match.view(SPECTATOR), context), lines))
        known = {seat: self._face.seat(match.view(seat), context).whole for seat in self.labels}
        scenes.append(Scene(self._words.say("replay.end"), (self._finale(match),)))
        return Script(self.labels, tuple(scenes), known)

    def _retraced(self) -> Iterator[tuple[Match, Entry | None]]:
        recap, game = self._recap, GAMES[self._recap.game]
        options = game.options.model_validate(recap.options)
        return Match.retrace(game, options, recap.seats, chance.SealedChance(recap.deal), recap.journal)

    def _step(self, match: Match, entry: Entry | None) -> Frame:
        context = self._context(match)
        bystander = match.view(SPECTATOR)
        return Frame(
            moment=self._face.moment(bystander, context),
            lines=self._lines(match, entry, context),
            board=self._face.board_picture(bystander, context),
            sights={seat: self._sight(match, seat, context) for seat in self.labels},
        )

    def _end(self, match: Match, last: Frame) -> Frame:
        return Frame(self._words.say("replay.end"), (self._finale(match),), last.board, last.sights)

    def _finale(self, match: Match) -> Line:
        """Who won, and why; or that somebody ended the game before it was over."""
        if match.outcome is None:
            return Line(self._words.say("replay.broken_off"))
        return Line(self._face.finale(match.view(SPECTATOR), self._context(match)).text())

    def _lines(self, match: Match, entry: Entry | None, context: RenderContext) -> tuple[Line, ...]:
        """What somebody did in secret with this answer, and what was said since the last one."""
        return (*self._chosen(entry, context), *self._said(match, context))

    def _context(self, match: Match) -> RenderContext:
        return RenderContext(
            match=0,
            checkpoint=match.checkpoint,
            names=self._names,
            labels=self.labels,
            words=self._words,
            due={},
            since=match.round_announced,
        )

    def _chosen(self, entry: Entry | None, context: RenderContext) -> list[Line]:
        """What somebody did in secret."""
        told = self._face.act_told(entry, context) if entry is not None and entry.seat in self.labels else ""
        return [Line(told, (entry.seat,))] if told and entry is not None else []

    def _said(self, match: Match, context: RenderContext) -> list[Line]:
        """What was said since the last step, to everybody or to some."""
        seats = (SPECTATOR, *self.labels)
        new = {said.number: said for seat in seats for said in match.announcements_for(seat, self._told)}
        self._told = match.announced
        lines = [self._line(match, new[number], context) for number in sorted(new)]
        return [line for line in lines if line.text]

    def _line(self, match: Match, said: Announcement, context: RenderContext) -> Line:
        heard_by = None if said.is_public else tuple(seat for seat in self.labels if said.heard_by(seat))
        view = match.view(heard_by[0] if heard_by else SPECTATOR)
        return Line(self._face.line(said, view, context), heard_by)

    def _sight(self, match: Match, seat: Seat, context: RenderContext) -> Knowledge:
        view = match.view(seat)
        hand = self._face.seat_picture(view, match.open_for(seat), context)
        return Knowledge(self._face.seat(view, context).whole, hand)
